"""Many positions, one a line, to many answers in the same order.

A line is a position as NOTATION.md writes it or a JSON object with the keys
``position``, ``coalition`` and ``id``.  Blank lines and lines that start with ``#``
are skipped.  A line that is refused gives an error record and the rest goes on.
"""

import json
from collections.abc import Callable, Generator, Iterable, Iterator
from dataclasses import replace
from functools import partial
from math import isfinite
from typing import TYPE_CHECKING, NamedTuple, NoReturn

from kozyr.engine import Engine, Kind, Progress, kind_for, make
from kozyr.errors import InputError, KozyrError
from kozyr.options import Options, check_jobs, checked_coalition, checked_position
from kozyr.solution import ABSENT, Solution
from kozyr.solve import Search
from kozyr.tables import home

if TYPE_CHECKING:
    from kozyr.position import Position

Answer = dict[str, object]
"""``Solution.to_dict()`` or ``{"line": N, "id": ..., "error": "..."}``."""


BROKEN = ("worker: ", "internal error: ")
"""How those errors begin that are no fault of the line."""


def answers(
    lines: Iterable[str | bytes],
    options: Options | None = None,
    jobs: int | None = None,
    *,
    scheduler: str | None = None,
) -> Generator[Answer, None, None]:
    """Yield the answer to every line, in order, each as soon as it is known.

    ``options`` hold for each line, whose own coalition goes before theirs.  With
    ``jobs`` (default: 1) so many processes work side by side, each with the memory that
    the options allow; with ``scheduler`` the workers of the Dask cluster at that
    address do.  Raises ``OptionError`` and ``ClusterError``; never stops at a bad line.
    """
    check_jobs(jobs, scheduler)
    return answered(asked(lines), options or Options(), jobs or 1, scheduler)


class Line(NamedTuple):
    """A line that asks something, with its number in the file."""

    number: int
    text: str | bytes


def asked(lines: Iterable[str | bytes]) -> Iterator[Line]:
    """Yield the lines that ask something."""
    for number, text in enumerate(lines, 1):
        if number == 1:
            text = _without_mark(text)
        stripped = text.strip()
        if stripped and stripped[:1] not in ("#", b"#"):
            yield Line(number, stripped)


def _without_mark(text: str | bytes) -> str | bytes:
    """Drop the byte order mark that some editors put before UTF-8."""
    if isinstance(text, str):
        return text.removeprefix("\ufeff")
    return text.removeprefix(b"\xef\xbb\xbf")


def answered(
    lines: Iterator[Line],
    options: Options,
    jobs: int = 1,
    scheduler: str | None = None,
) -> Generator[Answer, None, None]:
    """Yield the answers to lines as ``answers`` does, which explains the rest.

    What is wrong for every line is refused at once; no line is read before the first
    answer is asked for.
    """
    # The workers of a cluster look for the tables on their own machines.
    check_tables = home.existing if scheduler is None else home.directory
    check_tables(options.tables)
    return _answered(lines, options, jobs, scheduler)


def _answered(
    lines: Iterator[Line], options: Options, jobs: int, scheduler: str | None
) -> Generator[Answer, None, None]:
    # Imported here: what runs processes is slow to import, and seldom needed.
    if scheduler is not None:
        from kozyr import cluster

        prepare = partial(_open_desk_on_cluster, options)
        yield from cluster.in_order(prepare, lines, _lost, scheduler)
    elif jobs == 1:
        yield from map(Desk(options).answer, lines)
    else:
        from kozyr.workers import in_order

        yield from in_order(partial(_open_desk, options), lines, _died, jobs)


def _open_desk(options: Options) -> Callable[[Line], Answer]:
    # A search that nobody waits for any longer could go on for days.
    from kozyr.workers import end_if_orphaned

    return Desk(options, lambda nodes, seconds: end_if_orphaned()).answer


def _open_desk_on_cluster(options: Options) -> Callable[[Line], Answer]:
    from kozyr.cluster import end_if_abandoned

    end = end_if_abandoned()
    return Desk(options, lambda nodes, seconds: end()).answer


def _died(line: Line, code: int | None) -> Answer:
    how = f"signal {-code}" if code is not None and code < 0 else f"exit code {code}"
    return _lost(line, f"the process died ({how})")


def _lost(line: Line, reason: str) -> Answer:
    try:
        identity = _asked_in(line.text).get("id")
    except InputError:
        identity = None
    return _error(line, identity, f"worker: {reason}")


def _error(line: Line, identity: object, message: str) -> Answer:
    if identity is ABSENT:
        identity = None
    return {"line": line.number, "id": identity, "error": " ".join(message.split())}


class Question(NamedTuple):
    """What a line asks, checked; ``identity`` is its ``id``, perhaps ``ABSENT``."""

    identity: object
    position: "Position"
    coalition: tuple[int, ...]


def question(line: Line, options: Options) -> Question | Answer:
    """Return what a line asks, or the record of why it is refused."""
    identity: object = ABSENT
    try:
        found = _asked_in(line.text)
        identity = found.get("id", ABSENT)
        text, coalition = _question(found)
        position = checked_position(text)
        if coalition is None:
            return Question(
                identity, position, checked_coalition(options.coalition, position)
            )
        return Question(identity, position, checked_coalition(coalition, position))
    except KozyrError as error:
        return _error(line, identity, str(error))
    except Exception as error:
        return _error(line, identity, _broken(error))


def _broken(error: Exception) -> str:
    return f"internal error: {type(error).__name__}: {error}"


class Desk:
    """Answers lines one after the other, with the engine kept warm between them."""

    def __init__(self, options: Options, progress: Progress | None = None) -> None:
        self.options = options
        self.progress = progress
        self._kind: Kind | None = None
        self._engine: Engine | None = None

    def answer(self, line: Line) -> Answer:
        """Return the answer to a line, or the record of why it is refused.

        An error in the program is recorded too: it must not cost the other lines.
        """
        found = question(line, self.options)
        if not isinstance(found, Question):
            return found
        try:
            options = replace(self.options, coalition=found.coalition)
            return self.solve(found.position, options).to_dict(found.identity)
        except KozyrError as error:
            return _error(line, found.identity, str(error))
        except Exception as error:
            return _error(line, found.identity, _broken(error))

    def solve(self, position: "str | Position", options: Options) -> Solution:
        """Solve a position, with the engine of the line before where it serves."""
        position = checked_position(position)
        seats = frozenset(checked_coalition(options.coalition, position))
        kind = kind_for(position, seats)
        # A limit of nodes is there to be repeatable, which a warm engine is not.
        # What is proven for the first attack of one game does not hold in another.
        warm = kind == self._kind and kind != "first attack" and options.nodes is None
        solution = self._solve(position, options, None if warm else kind)
        if warm and solution.stopped == "memory":
            # What it remembers of other lines may be what fills the memory.
            left = None if options.time is None else options.time - solution.seconds
            if left is None or left > 0:
                options = replace(options, time=left)
                again = self._solve(position, options, kind)
                solution = replace(
                    again,
                    nodes=solution.nodes + again.nodes,
                    seconds=solution.seconds + again.seconds,
                )
        return solution

    def _solve(
        self, position: "Position", options: Options, fresh: Kind | None
    ) -> Solution:
        if fresh is not None:
            # Let go of the old engine first: together they could exceed the memory.
            self._kind = self._engine = None
            self._engine = make(fresh, options.memory, options.tables)
            self._kind = fresh
        return Search(position, options, self.progress, self._engine).solution()


def _asked_in(text: str | bytes) -> dict[str, object]:
    """Return what a line asks as the object that it is or stands for."""
    if isinstance(text, bytes):
        try:
            text = text.decode()
        except UnicodeDecodeError as error:
            byte = text[error.start]
            raise InputError(
                f"line: byte {byte:#04x} at column {error.start + 1} is not UTF-8"
            ) from None
    if not text.startswith("{"):
        return {"position": text}
    try:
        asked: dict[str, object] = json.loads(
            text,
            object_pairs_hook=_object,
            parse_float=_finite,
            parse_constant=_not_json,
        )
    except json.JSONDecodeError as error:
        raise InputError(f"json: {error.msg} at column {error.colno}") from None
    except RecursionError:
        raise InputError("json: nested too deeply") from None
    except ValueError as error:
        raise InputError(f"json: {error}") from None
    return asked


def _object(pairs: list[tuple[str, object]]) -> dict[str, object]:
    """Build an object, but do not guess which of two values was meant."""
    found = dict(pairs)
    if len(found) < len(pairs):
        keys = [key for key, _ in pairs]
        twice = next(key for key in keys if keys.count(key) > 1)
        raise ValueError(f"key {twice!r} is given twice")
    return found


def _finite(digits: str) -> float:
    number = float(digits)
    if not isfinite(number):
        raise ValueError(f"{digits} is too large a number")
    return number


def _not_json(constant: str) -> NoReturn:
    raise ValueError(f"{constant} is not a JSON value")


def _question(asked: dict[str, object]) -> tuple[str, list[int] | None]:
    """Return the position and the coalition of an object, with their types checked.

    That the coalition holds seats is checked where the position is known.
    """
    for key in asked:
        if key not in ("position", "coalition", "id"):
            raise InputError(
                f"json: unknown key {key!r}; the keys are position, coalition, id"
            )
    position = asked.get("position")
    if position is None:
        raise InputError("position: missing")
    if not isinstance(position, str):
        raise InputError(f"position: {position!r} is not a text")
    coalition = asked.get("coalition")
    if coalition is not None and not isinstance(coalition, list):
        raise InputError(f"coalition: {coalition!r} is not a list of seats")
    return position, coalition
