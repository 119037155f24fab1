"""The score of the puzzles is never lost, whatever happens while it is written."""

import json
import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from kozyr.puzzles.record import Puzzle, read_line
from kozyr.puzzles.score import (
    Result,
    Score,
    ScoreError,
    ScoreFile,
    default_path,
    key_of,
)

SOLVED, HINTED, MISSED, SKIPPED = Result
HEAD = """
import os, sys, time
from pathlib import Path
from kozyr.puzzles.score import Result, ScoreFile
file = ScoreFile(Path(sys.argv[1]))
"""


@pytest.fixture
def file(tmp_path: Path) -> ScoreFile:
    return ScoreFile(tmp_path / "state" / "score.json")


@contextmanager
def running(code: str, file: ScoreFile) -> Iterator[subprocess.Popen[str]]:
    """Run code that has the score in ``file``, in a process of its own."""
    command = [sys.executable, "-c", HEAD + code, str(file.path)]
    process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
    try:
        yield process
    finally:
        process.kill()
        process.communicate()


class TestScore:
    """What is counted."""

    def test_every_result_counts(self) -> None:
        score = Score().plus("a", SOLVED).plus("a", MISSED).plus("b", HINTED)
        assert [score.count(each) for each in Result] == [1, 1, 1, 0]
        assert score.puzzles["a"].last is MISSED

    def test_a_streak_ends_with_a_mistake_or_a_hint(self) -> None:
        score = Score()
        streaks = []
        for result in (SOLVED, SOLVED, SKIPPED, SOLVED, HINTED, SOLVED, MISSED):
            score = score.plus("a", result)
            streaks.append(score.streak)
        assert streaks == [1, 2, 2, 3, 0, 1, 0]
        assert score.longest == 3

    def test_solved_means_without_a_hint(self) -> None:
        score = Score().plus("a", HINTED).plus("b", SOLVED).plus("b", MISSED)
        assert [score.is_solved(each) for each in "abc"] == [False, True, False]

    def test_it_survives_a_round_trip(self) -> None:
        score = Score().plus("kryt h Ks/7d - 1", SOLVED, "2030-01-01T00:00:00+00:00")
        assert Score.from_json(score.to_json()) == score

    def test_what_a_puzzle_asks_is_its_key(self) -> None:
        lines = (
            "podkidnoy h Kc/Kd/7s - 1 id a;",
            "podkidnoy h Kc/Kd/7s - 1 id b;",
            "podkidnoy h Kc/Kd/7s - 1 coalition 1,3;",
        )
        found = [read_line(each, 1) for each in lines]
        keys = [key_of(each) for each in found if isinstance(each, Puzzle)]
        assert keys[0] == keys[1] == "podkidnoy h Kc/Kd/7s - 1"
        assert keys[2] == "podkidnoy h Kc/Kd/7s - 1 coalition 1,3"


class TestPlace:
    """Where the score is kept."""

    def test_the_environment_may_name_it(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setenv("KOZYR_STATE", "/somewhere")
        assert default_path() == Path("/somewhere/score.json")

    def test_else_it_is_the_users_own(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.delenv("KOZYR_STATE", raising=False)
        monkeypatch.setenv("XDG_STATE_HOME", "/home/me/state")
        path = default_path()
        assert (path.parent.name, path.name) == ("kozyr", "score.json")


class TestFile:
    """The score on the disk."""

    def test_it_begins_empty(self, file: ScoreFile) -> None:
        assert file.read() == Score()
        assert not file.path.exists()

    def test_results_add_up(self, file: ScoreFile) -> None:
        assert file.add("a", SOLVED) is None
        ScoreFile(file.path).add("a", SOLVED)
        assert file.read().puzzles["a"].solved == 2
        assert file.read().puzzles["a"].when.endswith("+00:00")

    @pytest.mark.parametrize("step", ["fsync", "replace"])
    def test_a_process_that_is_killed_while_it_writes(
        self, file: ScoreFile, step: str
    ) -> None:
        file.add("a", SOLVED)
        code = f"""
def hang(*arguments):
    print("writing", flush=True)
    time.sleep(60)
os.{step} = hang
file.add("b", Result.SOLVED)
"""
        with running(code, file) as process:
            assert process.stdout is not None
            assert process.stdout.readline() == "writing\n"
            process.kill()
            process.wait(10)
            # The old score is whole, and the lock is free.
            assert list(file.read().puzzles) == ["a"]
            file.add("c", MISSED)
        assert list(file.read().puzzles) == ["a", "c"]
        names = sorted(each.name for each in file.path.parent.iterdir())
        assert names == ["score.json", "score.json.lock"]

    def test_two_sessions_at_once_lose_nothing(self, file: ScoreFile) -> None:
        code = """
for number in range(40):
    file.add(f"puzzle {number % 7}", Result.SOLVED)
"""
        with running(code, file) as one, running(code, file) as other:
            assert (one.wait(30), other.wait(30)) == (0, 0)
        assert file.read().count(SOLVED) == 80
        assert file.read().streak == 80

    def test_ctrl_c_waits_until_the_result_is_there(
        self, file: ScoreFile, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        fsync = os.fsync

        def interrupted(number: int) -> None:
            signal.raise_signal(signal.SIGINT)
            fsync(number)

        monkeypatch.setattr(os, "fsync", interrupted)
        with pytest.raises(KeyboardInterrupt):
            file.add("a", SOLVED)
        assert list(file.read().puzzles) == ["a"]

    def test_a_full_disk_leaves_the_old_score(
        self, file: ScoreFile, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        file.add("a", SOLVED)

        def full(number: int) -> None:
            raise OSError(28, "No space left on device")

        monkeypatch.setattr(os, "fsync", full)
        with pytest.raises(OSError, match="No space left"):
            file.add("b", SOLVED)
        assert list(file.read().puzzles) == ["a"]


DAMAGED = [
    b"",
    b"{",
    b"\xff\xfe",
    b"[]",
    b"[" * 100_000,
    b'{"kozyr": "score", "version": 1}',
    b'{"kozyr": "score", "version": 1, "streak": 0, "longest": 0, "puzzles": {"a": 1}}',
]


class TestDamage:
    """A file that is no score is set aside, never written over."""

    @pytest.mark.parametrize("content", DAMAGED)
    def test_it_is_set_aside(self, file: ScoreFile, content: bytes) -> None:
        file.path.parent.mkdir()
        for number in (1, 2):
            file.path.write_bytes(content)
            aside = file.add("a", SOLVED)
            assert aside == file.path.with_name(f"score.json.damaged-{number}")
            assert aside.read_bytes() == content
            assert list(file.read().puzzles) == ["a"]

    def test_reading_alone_changes_nothing(self, file: ScoreFile) -> None:
        file.path.parent.mkdir()
        file.path.write_bytes(b"{")
        with pytest.raises(ScoreError, match=r"score\.json: not JSON") as caught:
            file.read()
        assert caught.value.damaged
        assert file.path.read_bytes() == b"{"

    def test_mending_sets_aside_without_a_result(self, file: ScoreFile) -> None:
        assert file.mend() is None
        file.path.write_bytes(b"{")
        assert file.mend() is not None
        assert file.read() == Score()

    def test_what_a_later_kozyr_wrote_is_left_alone(self, file: ScoreFile) -> None:
        file.path.parent.mkdir()
        text = json.dumps({"kozyr": "score", "version": 2, "more": 1})
        file.path.write_text(text)
        with pytest.raises(ScoreError, match="a later kozyr") as caught:
            file.add("a", SOLVED)
        assert not caught.value.damaged
        assert file.path.read_text() == text
