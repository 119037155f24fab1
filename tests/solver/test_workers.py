"""Several processes answer in order, and none of them can hang the others."""

import itertools
import multiprocessing
import os
import subprocess
import sys
import threading
import time
from collections.abc import Generator, Iterable, Iterator
from pathlib import Path
from types import SimpleNamespace

import pytest
from crews import failed, prepare, prepare_nothing

from kozyr.workers import AHEAD, MOST, PER_CORE, end_if_orphaned, in_order


def run(words: Iterable[str], jobs: int = 2) -> Generator[str, None, None]:
    return in_order(prepare, words, failed, jobs)


def test_results_come_in_the_order_of_the_items() -> None:
    words = ["sleep 0.2", "a", "b", "sleep 0.1", "c"]
    assert list(run(words)) == words


def test_the_work_is_done_by_several_other_processes() -> None:
    pids = set(run(["pid", "sleep 0.2", "pid"] * 5))
    assert len(pids - {"sleep 0.2", str(os.getpid())}) == 2


def test_no_more_processes_are_started_than_the_machine_can_use(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(os, "cpu_count", lambda: 1)
    results = run(["a"], 1_000_000)
    assert next(results) == "a"
    assert len(multiprocessing.active_children()) == PER_CORE
    results.close()


def test_nothing_to_do() -> None:
    assert list(run([])) == []


def test_a_result_does_not_wait_for_the_next_item() -> None:
    arrived = threading.Event()

    def words() -> Iterator[str]:
        yield "first"
        assert arrived.wait(timeout=60)
        yield "second"

    results = run(words())
    assert next(results) == "first"
    arrived.set()
    assert list(results) == ["second"]


def test_an_endless_input_is_read_a_bounded_way_ahead() -> None:
    read: list[str] = []

    def words() -> Iterator[str]:
        for number in itertools.count():
            read.append(str(number))
            yield str(number)

    results = run(words())
    assert [next(results) for _ in range(3)] == ["0", "1", "2"]
    time.sleep(0.2)
    assert len(read) <= 2 * AHEAD + 4


@pytest.mark.parametrize(("word", "code"), [("die 3", 3), ("die 0", 0), ("kill", -9)])
def test_an_item_that_kills_its_process_costs_no_other_item(
    word: str, code: int
) -> None:
    words = ["a", word, "b", "c", word, "d"]
    expected = [
        f"{each} failed with {code}" if each == word else each for each in words
    ]
    assert list(run(words)) == expected


def test_among_many_small_items_the_one_that_kills_is_found() -> None:
    words = [str(number) for number in range(300)]
    words[200] = words[201] = "kill"
    expected = [f"{each} failed with -9" if each == "kill" else each for each in words]
    assert list(run(words)) == expected


def test_a_small_item_does_not_wait_for_a_long_one_after_it() -> None:
    words = [str(number) for number in range(2 * MOST)]
    results = run([*words, "sleep 600", "z"])
    assert [next(results) for _ in words] == words
    results.close()


def test_processes_that_die_at_once_fail_every_item() -> None:
    results = in_order(prepare_nothing, ["a", "b"], failed, 2)
    assert list(results) == ["a failed with 5", "b failed with 5"]


def test_what_reading_raises_comes_after_the_results_before_it() -> None:
    def words() -> Iterator[str]:
        yield "a"
        raise ValueError("no more")

    results = run(words())
    assert next(results) == "a"
    with pytest.raises(ValueError, match="no more"):
        next(results)


def test_closing_ends_processes_that_are_at_work() -> None:
    results = run(["pid", "sleep 600", "sleep 600"])
    process = int(next(results))
    results.close()
    with pytest.raises(ProcessLookupError):
        os.kill(process, 0)


def test_processes_end_when_their_parent_is_killed() -> None:
    script = """
import os
from crews import failed, prepare
from kozyr.workers import in_order
results = in_order(prepare, ["pid", "sleep 0.1", "pid"], failed, 3)
next(results)
os.kill(os.getpid(), 9)
"""
    # Whoever still lives would keep the output open, and this would time out.
    run = subprocess.run(
        [sys.executable, "-c", script],
        env=os.environ | {"PYTHONPATH": str(Path(__file__).parent.parent)},
        capture_output=True,
        timeout=60,
    )
    assert run.returncode == -9


def test_a_search_without_a_parent_ends_itself(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    ended: list[int] = []
    monkeypatch.setattr(os, "_exit", ended.append)
    end_if_orphaned()
    parent = SimpleNamespace(is_alive=lambda: True)
    monkeypatch.setattr(multiprocessing, "parent_process", lambda: parent)
    end_if_orphaned()
    assert ended == []
    parent.is_alive = lambda: False
    end_if_orphaned()
    assert ended == [1]
