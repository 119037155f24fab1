"""A cluster answers in order, and loses nothing when it loses workers."""

import itertools
import json
import os
import signal
import threading
import time
from collections.abc import Generator, Iterable, Iterator
from contextlib import closing

import pytest
from crews import blamed, hide, open_deadly_desk, prepare_there, show
from distributed import Client, LocalCluster

from kozyr import batch
from kozyr import cluster as module
from kozyr.batch import Answer, answers
from kozyr.cluster import in_order
from kozyr.errors import ClusterError, OptionError

WIN = "podkidnoy h Kc/Kd - 1"
DRAW = "podkidnoy d -/Qd Kh 2 by=1"
HARD = "podkidnoy h 6s8sTs7d9dJdQdKdAd6h/7s9sJs6d8dTd6c7c8cAh - 1"


def without_cost(records: Iterable[Answer]) -> list[str]:
    cost = ("nodes", "seconds")
    return [
        json.dumps({k: v for k, v in each.items() if k not in cost}) for each in records
    ]


def run(
    cluster: LocalCluster, words: Iterable[str], ahead: int | None = None
) -> Generator[str, None, None]:
    return in_order(
        prepare_there, words, blamed, cluster.scheduler_address, ahead=ahead
    )


def pids(cluster: LocalCluster) -> set[int]:
    with Client(cluster, set_as_default=False) as client:
        return set(client.run(os.getpid).values())


def test_results_come_in_the_order_of_the_items(cluster: LocalCluster) -> None:
    words = ["sleep 0.2", "a", "b", "sleep 0.1", "c"]
    assert list(run(cluster, words)) == words
    assert list(run(cluster, [])) == []


def test_every_worker_takes_part(cluster: LocalCluster) -> None:
    done = set(run(cluster, ["pid", "sleep 0.1"] * 40)) - {"sleep 0.1"}
    assert {int(each) for each in done} == pids(cluster)


def test_small_items_go_together(cluster: LocalCluster) -> None:
    words = [str(number) for number in range(5_000)]
    before = time.monotonic()
    assert list(run(cluster, words)) == words
    assert time.monotonic() - before < 5


def test_a_result_does_not_wait_for_the_next_item(cluster: LocalCluster) -> None:
    arrived = threading.Event()

    def words() -> Iterator[str]:
        yield "first"
        assert arrived.wait(timeout=60)
        yield "second"

    results = run(cluster, words())
    assert next(results) == "first"
    arrived.set()
    assert list(results) == ["second"]


def test_an_endless_input_is_read_a_bounded_way_ahead(cluster: LocalCluster) -> None:
    read: list[str] = []

    def words() -> Iterator[str]:
        for number in itertools.count():
            read.append(str(number))
            yield str(number)

    with closing(run(cluster, words(), ahead=10)) as results:
        assert [next(results) for _ in range(3)] == ["0", "1", "2"]
        time.sleep(0.2)
        assert len(read) <= 10 + 4


def test_what_reading_raises_comes_after_the_results_before_it(
    cluster: LocalCluster,
) -> None:
    def words() -> Iterator[str]:
        yield "a"
        raise ValueError("no more")

    results = run(cluster, words())
    assert next(results) == "a"
    with pytest.raises(ValueError, match="no more"):
        next(results)


def test_what_the_work_raises_is_raised_here(cluster: LocalCluster) -> None:
    with pytest.raises(ZeroDivisionError, match="by the word"):
        list(run(cluster, ["a", "raise"]))


def test_a_worker_killed_in_the_middle_costs_nothing(cluster: LocalCluster) -> None:
    words = [f"sleep 0.05{number:04}" for number in range(60)]
    results = run(cluster, words)
    got = [next(results) for _ in range(5)]
    os.kill(min(pids(cluster)), signal.SIGKILL)
    got += results
    assert got == words


def test_closing_ends_the_work_on_the_cluster(cluster: LocalCluster) -> None:
    with closing(run(cluster, ["a", "work 600", "work 600", "work 600"])) as results:
        assert next(results) == "a"
        time.sleep(0.3)
    until = time.monotonic() + 30
    while cluster.scheduler.tasks and time.monotonic() < until:
        time.sleep(0.01)
    assert not cluster.scheduler.tasks
    # The workers are free again, not only forgotten.
    assert list(run(cluster, ["pid"] * 2)) != []
    assert time.monotonic() < until


@pytest.mark.parametrize(
    ("address", "reason"),
    [
        ("127.0.0.1:1", "Timed out"),
        ("tcp://nowhere.invalid:8786", "Timed out"),
        ("nonsense", "missing port"),
        ("smoke://signal:1", "unknown address scheme"),
        ("", ""),
    ],
)
def test_a_scheduler_that_is_not_there(
    monkeypatch: pytest.MonkeyPatch, address: str, reason: str
) -> None:
    monkeypatch.setattr(module, "TIMEOUT", 0.3)
    with pytest.raises(ClusterError, match=f"^scheduler: {address}: .*{reason}"):
        next(in_order(prepare_there, ["a"], blamed, address))


def test_a_cluster_without_workers(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "LOOK", 0.1)
    monkeypatch.setattr(module, "WITHOUT", 0.3)
    with LocalCluster(
        n_workers=0, processes=False, protocol="tcp://", dashboard_address=":0"
    ) as empty:
        with pytest.raises(ClusterError, match=r": no worker for 0 seconds$"):
            next(run(empty, ["a"]))


def test_a_scheduler_that_goes_away(monkeypatch: pytest.MonkeyPatch) -> None:
    with LocalCluster(
        n_workers=1,
        threads_per_worker=1,
        processes=False,
        protocol="tcp://",
        dashboard_address=":0",
    ) as going:
        results = run(going, ["a", "sleep 1", "sleep 1"])
        assert next(results) == "a"
    with pytest.raises(ClusterError, match=r": the connection is lost$"):
        list(results)


def test_a_worker_of_another_version(
    cluster: LocalCluster, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(module, "__version__", "1066")
    with pytest.raises(ClusterError, match=r"a worker cannot do .* 1066 is needed"):
        next(run(cluster, ["a"]))


def test_a_worker_without_kozyr(cluster: LocalCluster) -> None:
    with Client(cluster, set_as_default=False) as client:
        client.run(hide, "kozyr.cluster")
        with pytest.raises(ClusterError, match=r"a worker cannot do .*kozyr"):
            next(run(cluster, ["a"]))
        client.run(show, "kozyr.cluster")
    assert list(run(cluster, ["a"])) == ["a"]


class TestBatch:
    """The answers are those of one process, wherever they were found."""

    LINES = (WIN, "bad", DRAW, '{"position": "x", "id": 3}', "# no", WIN) * 5

    def test_the_answers_are_the_same(self, cluster: LocalCluster) -> None:
        there = answers(self.LINES, scheduler=cluster.scheduler_address)
        assert without_cost(there) == without_cost(answers(self.LINES))

    def test_a_line_that_kills_its_workers_costs_no_other(
        self, cluster: LocalCluster, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr(batch, "_open_desk_on_cluster", open_deadly_desk)
        deadly = json.dumps({"position": WIN, "id": 5})
        there = answers(
            [*[WIN] * 6, deadly, *[WIN] * 6], scheduler=cluster.scheduler_address
        )
        error = {"line": 7, "id": 5, "error": "worker: each that took it died"}
        (won,) = answers([WIN])
        expected = [*[won] * 6, error, *[won] * 6]
        assert without_cost(there) == without_cost(expected)

    def test_a_search_ends_when_nobody_waits_for_it(
        self, cluster: LocalCluster
    ) -> None:
        lines = [WIN, HARD, HARD, HARD]
        there = answers(lines, scheduler=cluster.scheduler_address)
        with closing(there):
            assert next(there)["value"] == "win"
            time.sleep(0.3)
        again = answers([WIN, WIN], scheduler=cluster.scheduler_address)
        assert [each["value"] for each in again] == ["win", "win"]

    def test_the_cluster_has_its_own_jobs(self) -> None:
        with pytest.raises(OptionError, match=r"^jobs: the cluster decides"):
            answers([WIN], jobs=2, scheduler="127.0.0.1:1")
