"""A file of answers that a later run goes on with.

A run may be killed at any moment.  What it leaves is whole lines, and perhaps the
beginning of one more, which is cut off before anything is added.
"""

import json
import os
import stat
from collections.abc import Iterator
from contextlib import suppress
from typing import BinaryIO, Self

from kozyr.batch import BROKEN, Answer, Line, Question, question
from kozyr.errors import OptionError
from kozyr.options import Options
from kozyr.solution import ABSENT

try:
    import fcntl
except ImportError:  # Windows: there two runs at once are not kept apart.
    fcntl = None  # type: ignore[assignment]

_BEGINNINGS = (b'{"position": "', b'{"line": ')
_BINARY = getattr(os, "O_BINARY", 0)
"""On Windows: the bytes as they are."""


class Journal:
    """The answers to a batch in a file: those of earlier runs, then those of this one.

    Use it as a context.  First go through ``kept``, then ``write`` the rest.  Only one
    process at a time can have a file open.  Raises ``OptionError`` for a file that
    cannot be used and whenever it cannot be written.
    """

    def __init__(self, path: str, positions: BinaryIO | None = None) -> None:
        """Open a file, or make it; it must not be that of the ``positions``."""
        self.path = path
        try:
            number = os.open(path, os.O_RDWR | os.O_CREAT | _BINARY, 0o666)
        except (OSError, ValueError) as error:
            raise self._refused(_reason(error)) from None
        self._file: BinaryIO = os.fdopen(number, "r+b", buffering=0)
        self._end = 0
        try:
            if not stat.S_ISREG(os.fstat(number).st_mode):
                raise self._refused("is not a plain file")
            if positions is not None and _same_file(positions, self._file):
                raise self._refused("is the file of the positions")
            self._lock()
        except BaseException:
            self._file.close()
            raise

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self._file.close()

    def kept(self, lines: Iterator[Line], options: Options) -> Iterator[Answer]:
        """Yield the answers that are there, and take as many ``lines``.

        Each must belong to the line at its place, and have been asked with the same
        coalition and ``distance``; the limits may have been others, and an answer that
        a limit left open stays open.  Nothing in the file is changed until all of them
        have been looked at.
        """
        with open(self._file.fileno(), "rb", closefd=False) as file:
            for number, text in enumerate(file, 1):
                if not text.endswith(b"\n"):
                    if not _may_begin_an_answer(text):
                        raise self._refused("is not an answer", number)
                    break
                answer = self._answer(text, number)
                line = next(lines, None)
                if line is None:
                    raise self._refused("there is no line that it answers", number)
                wrong = _why_not(answer, line, options)
                if wrong is not None:
                    raise self._refused(
                        f"does not answer line {line.number}: {wrong}", number
                    )
                self._end += len(text)
                yield answer
        self._cut()

    def write(self, answer: Answer) -> None:
        """Add an answer; it is in the system's hands when this returns."""
        left = memoryview(json.dumps(answer).encode() + b"\n")
        whole = len(left)
        try:
            while left:
                left = left[self._file.write(left) :]
        except OSError as error:
            with suppress(OSError):
                self._cut()
            raise self._refused(_reason(error)) from None
        self._end += whole

    def _lock(self) -> None:
        if fcntl is None:
            return
        try:
            # Of the kind that processes forked off do not hold when this one is killed.
            fcntl.lockf(self._file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except (BlockingIOError, PermissionError):
            raise self._refused("another run is writing to it") from None
        except OSError:
            pass  # A file system without locks.

    def _cut(self) -> None:
        """Drop what follows the last whole answer, and go on from there."""
        try:
            self._file.truncate(self._end)
            self._file.seek(self._end)
        except OSError as error:
            raise self._refused(_reason(error)) from None

    def _answer(self, text: bytes, number: int) -> Answer:
        try:
            answer = json.loads(text)
        except (ValueError, RecursionError):
            answer = None
        if not isinstance(answer, dict) or not ("value" in answer or "error" in answer):
            raise self._refused("is not an answer", number)
        return answer

    def _refused(self, reason: str, number: int | None = None) -> OptionError:
        place = "" if number is None else f" line {number}:"
        return OptionError(f"resume: {self.path}:{place} {reason}")


def _reason(error: OSError | ValueError) -> str:
    return (isinstance(error, OSError) and error.strerror) or str(error)


def _same_file(first: BinaryIO, second: BinaryIO) -> bool:
    return os.path.samestat(os.fstat(first.fileno()), os.fstat(second.fileno()))


def _may_begin_an_answer(text: bytes) -> bool:
    """Tell a line that was being written from a file that never held answers."""
    return any(text.startswith(each[: len(text)]) for each in _BEGINNINGS)


def _why_not(answer: Answer, line: Line, options: Options) -> str | None:
    """Return why an answer is none to a line, ``None`` where it is one."""
    asked = question(line, options)
    if not isinstance(asked, Question):
        if "error" not in answer:
            return "that line is refused"
        expected = asked["line"], asked["id"]
        same = _same((answer.get("line"), answer.get("id")), expected)
        return None if same else "it is about another line"
    if "error" in answer:
        identity = None if asked.identity is ABSENT else asked.identity
        if not _same((answer.get("line"), answer.get("id")), (line.number, identity)):
            return "it is about another line"
        # Whatever broke when it was answered may not break again, but the line
        # was given its answer.
        broke = str(answer["error"]).startswith(BROKEN)
        return None if broke else "that line is not refused"
    if answer.get("position") != str(asked.position):
        return "the position is another"
    if not _same(answer.get("id", ABSENT), asked.identity):
        return "the id is another"
    if answer.get("coalition") != list(asked.coalition):
        return "the coalition is another"
    return _why_not_distance(answer, options.distance)


def _same(first: object, second: object) -> bool:
    """Compare as JSON does, where 1 is neither ``true`` nor 1.0."""
    if ABSENT in (first, second):
        return first is second
    return json.dumps(first, sort_keys=True) == json.dumps(second, sort_keys=True)


def _why_not_distance(answer: Answer, distance: bool) -> str | None:
    """Return whether plies were asked for, where that can be told and matters."""
    listed = answer.get("moves")
    moves = listed if isinstance(listed, list) else []
    entries = [answer, *(each for each in moves if isinstance(each, dict))]
    plies = [each.get("plies") for each in entries]
    if not distance:
        counted = any(each is not None for each in plies)
        return "it was asked with --distance" if counted else None
    # A limit that leaves the plies open leaves no line of two moves either.
    line = answer.get("line")
    followed = isinstance(line, list) and len(line) > 1
    decided = answer.get("value") in ("win", "loss")
    missing = decided and followed and answer.get("plies") is None
    return "it was asked without --distance" if missing else None
