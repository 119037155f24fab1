"""What was solved and what was not, kept between runs and safe from crashes.

The score is one small JSON file.  Whoever adds to it holds a lock, reads what is
there, and puts a complete new file in its place: nothing is ever half written, and
two sessions at once lose nothing of each other's.
"""

import json
import os
import signal
import sys
import threading
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from datetime import UTC, datetime
from enum import StrEnum
from pathlib import Path
from types import FrameType
from typing import TYPE_CHECKING

from kozyr.errors import InputError

if TYPE_CHECKING:
    from kozyr.puzzles.record import Puzzle

STATE = "KOZYR_STATE"
"""The environment variable that names another folder for the score."""
VERSION = 1


class Result(StrEnum):
    """How a puzzle ended for the one who solves."""

    SOLVED = "solved"
    HINTED = "hinted"
    MISSED = "missed"
    SKIPPED = "skipped"


class ScoreError(InputError):
    """A file that is no score; ``damaged`` unless a later kozyr wrote it."""

    def __init__(self, message: str, damaged: bool = True) -> None:
        self.damaged = damaged
        super().__init__(message)


@dataclass(frozen=True, slots=True)
class Tally:
    """How often one puzzle ended in which way, how the last time, and when (UTC)."""

    solved: int = 0
    hinted: int = 0
    missed: int = 0
    skipped: int = 0
    last: Result = Result.SKIPPED
    when: str = ""

    def plus(self, result: Result, when: str) -> "Tally":
        """Return the tally with one more result."""
        return Tally(
            self.solved + (result is Result.SOLVED),
            self.hinted + (result is Result.HINTED),
            self.missed + (result is Result.MISSED),
            self.skipped + (result is Result.SKIPPED),
            result,
            when,
        )


@dataclass(frozen=True)
class Score:
    """The tally of every puzzle played, by the text of its position.

    ``streak`` counts the puzzles solved in a row, without a mistake or a hint, up to
    now; ``longest`` is the longest there was.
    """

    puzzles: Mapping[str, Tally] = field(default_factory=dict)
    streak: int = 0
    longest: int = 0

    def plus(self, puzzle: str, result: Result, when: str = "") -> "Score":
        """Return the score with one more result.  A skipped one ends no streak."""
        tally = self.puzzles.get(puzzle, Tally()).plus(result, when)
        streak = self.streak
        if result is not Result.SKIPPED:
            streak = streak + 1 if result is Result.SOLVED else 0
        longest = max(self.longest, streak)
        return Score({**self.puzzles, puzzle: tally}, streak, longest)

    def count(self, result: Result) -> int:
        """Return how often puzzles ended so."""
        return sum(getattr(tally, result) for tally in self.puzzles.values())

    def is_solved(self, puzzle: str) -> bool:
        """Tell whether a puzzle was ever solved without a hint."""
        tally = self.puzzles.get(puzzle)
        return tally is not None and tally.solved > 0

    def to_dict(self) -> dict[str, object]:
        """Return the score as the JSON object of ``kozyr puzzle play --score``."""
        return {
            "puzzles": len(self.puzzles),
            **{str(result): self.count(result) for result in Result},
            "streak": self.streak,
            "longest": self.longest,
        }

    def to_json(self) -> str:
        """Return the text of the file."""
        tallies = {
            puzzle: {
                **{str(each): getattr(tally, each) for each in Result},
                "last": str(tally.last),
                "when": tally.when,
            }
            for puzzle, tally in self.puzzles.items()
        }
        record = {
            "kozyr": "score",
            "version": VERSION,
            "streak": self.streak,
            "longest": self.longest,
            "puzzles": tallies,
        }
        return json.dumps(record, ensure_ascii=False, indent=1) + "\n"

    @classmethod
    def from_json(cls, text: str) -> "Score":
        """Read the text of the file; raises ``ScoreError`` for any other text."""
        try:
            record = json.loads(text)
        except (ValueError, RecursionError):
            raise ScoreError("not JSON, or not all of it") from None
        match record:
            case {"kozyr": "score", "version": int(version)} if version > VERSION:
                reason = f"version {version}, written by a later kozyr"
                raise ScoreError(reason, damaged=False)
            case {
                "kozyr": "score",
                "streak": int(streak),
                "longest": int(longest),
                "puzzles": dict(puzzles),
            }:
                tallies = {puzzle: _tally(each) for puzzle, each in puzzles.items()}
                return cls(tallies, streak, longest)
        raise ScoreError("not a score")


def _tally(record: object) -> Tally:
    match record:
        case {
            "solved": int(solved),
            "hinted": int(hinted),
            "missed": int(missed),
            "skipped": int(skipped),
            "last": str(last),
            "when": str(when),
        } if last in set(Result):
            return Tally(solved, hinted, missed, skipped, Result(last), when)
    raise ScoreError("the record of a puzzle is wrong")


def key_of(puzzle: "Puzzle") -> str:
    """Return the text under which the score knows a puzzle.

    It is what is asked, not the id: an id may change or be another file's too.
    """
    text = str(puzzle.position)
    if puzzle.coalition is not None:
        text += f" coalition {','.join(map(str, puzzle.coalition))}"
    return text


def default_path() -> Path:
    """Return where the score is kept: in ``$KOZYR_STATE``, or the user's own state."""
    folder = os.environ.get(STATE)
    if folder:
        return Path(folder) / "score.json"
    from platformdirs import user_state_path

    return user_state_path("kozyr", appauthor=False) / "score.json"


class ScoreFile:
    """The score on the disk.

    ``add`` may be called by several processes at once.  Both methods raise
    ``ScoreError`` for what a later kozyr wrote and ``OSError`` where the disk refuses.
    """

    def __init__(self, path: Path) -> None:
        self.path = path

    def read(self) -> Score:
        """Return the score, an empty one when there is none yet.

        Raises ``ScoreError`` for a damaged file too, and leaves it alone.
        """
        try:
            return Score.from_json(self.path.read_bytes().decode())
        except FileNotFoundError:
            return Score()
        except UnicodeDecodeError:
            raise ScoreError(f"score: {self.path}: not UTF-8") from None
        except ScoreError as error:
            message = f"score: {self.path}: {error}"
            raise ScoreError(message, error.damaged) from None

    def add(self, puzzle: str, result: Result) -> Path | None:
        """Add one result, durably: when this returns it is on the disk.

        A damaged file is set aside first; its new path is returned then.  Ctrl-C
        waits until the result is there.
        """
        when = datetime.now(UTC).isoformat(timespec="seconds")
        with _uninterrupted(), self._lock():
            score, aside = self._mended()
            self._replace(score.plus(puzzle, result, when).to_json())
        return aside

    def mend(self) -> Path | None:
        """Set a damaged file aside and return where to; ``None`` when it is sound."""
        with self._lock():
            return self._mended()[1]

    def _mended(self) -> tuple[Score, Path | None]:
        try:
            return self.read(), None
        except ScoreError as error:
            if not error.damaged:
                raise
        number = 1
        while (aside := self._beside(f".damaged-{number}")).exists():
            number += 1
        os.rename(self.path, aside)
        return Score(), aside

    def _replace(self, text: str) -> None:
        # Only the holder of the lock writes here, so the name may be the same each
        # time, and what a killed process has left is written over.
        part = self._beside(".part")
        with open(part, "wb") as file:
            file.write(text.encode())
            file.flush()
            os.fsync(file.fileno())
        os.replace(part, self.path)
        _fsync_folder(self.path.parent)

    def _beside(self, suffix: str) -> Path:
        return self.path.with_name(self.path.name + suffix)

    @contextmanager
    def _lock(self) -> Iterator[None]:
        """Hold the lock; the system lets go of it when a process dies."""
        self.path.parent.mkdir(parents=True, exist_ok=True)
        with open(self._beside(".lock"), "ab") as file:
            _take(file.fileno())
            # Closing the file lets go.
            yield


@contextmanager
def _uninterrupted() -> Iterator[None]:
    """Let Ctrl-C raise after the block, not within it."""
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    pressed: list[FrameType | None] = []
    before = signal.signal(signal.SIGINT, lambda _, frame: pressed.append(frame))
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)
    if pressed and callable(before):
        before(signal.SIGINT, pressed[0])


if sys.platform == "win32":
    import msvcrt
    from time import sleep

    def _take(number: int) -> None:
        """Wait for the lock of a file."""
        while True:
            os.lseek(number, 0, os.SEEK_SET)
            with suppress(OSError):
                msvcrt.locking(number, msvcrt.LK_NBLCK, 1)
                return
            sleep(0.05)

    def _fsync_folder(folder: Path) -> None:
        """Do nothing: here a new name is durable by itself."""
else:
    import fcntl

    def _take(number: int) -> None:
        """Wait for the lock of a file."""
        fcntl.flock(number, fcntl.LOCK_EX)

    def _fsync_folder(folder: Path) -> None:
        """Make a new name in a folder durable."""
        number = os.open(folder, os.O_RDONLY)
        try:
            # Some file systems know no such thing; the file itself is safe by then.
            with suppress(OSError):
                os.fsync(number)
        finally:
            os.close(number)
