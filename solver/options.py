"""What is asked about a position, checked: whose result, how exact, which limits."""

from collections.abc import Collection
from dataclasses import dataclass
from math import isfinite
from typing import TYPE_CHECKING

from kozyr.engine import DEFAULT_MEMORY, TablesSetting
from kozyr.errors import OptionError, PositionError, Problem

if TYPE_CHECKING:
    from kozyr.position import Position

LEAST_MEMORY = 1
"""Megabytes: no kernel does with much less."""
MOST_MEMORY = 1e9
"""Megabytes: a petabyte, so that a number of bytes always fits 64 bits."""


@dataclass(frozen=True, slots=True)
class Options:
    """How to solve; the limits hold for each position by itself.

    ``coalition`` is whose result is asked for (``None``: the seat to move), ``time``
    is in seconds, ``memory`` in megabytes, ``tables`` says which endgame tables to
    read.  Raises ``OptionError``.
    """

    coalition: Collection[int] | None = None
    distance: bool = False
    time: float | None = None
    nodes: int | None = None
    memory: float = DEFAULT_MEMORY
    tables: TablesSetting = True

    def __post_init__(self) -> None:
        if self.time is not None:
            check_positive("time", self.time, "number of seconds")
        if self.nodes is not None:
            check_positive("nodes", self.nodes, "whole number", whole=True)
        check_positive("memory", self.memory, "number of megabytes")
        if self.memory < LEAST_MEMORY:
            raise OptionError(f"memory: at least {LEAST_MEMORY} MB is needed")
        if self.memory > MOST_MEMORY:
            raise OptionError(f"memory: {self.memory!r} megabytes fit no machine")


def check_positive(name: str, limit: object, what: str, *, whole: bool = False) -> None:
    """Raise ``OptionError`` unless a limit is a finite number above zero."""
    number = _is_whole(limit) or (isinstance(limit, float) and not whole)
    if not (number and isfinite(limit) and limit > 0):  # type: ignore[operator,arg-type]
        raise OptionError(f"{name}: {limit!r} is not a positive {what}")


def check_jobs(jobs: int | None, scheduler: str | None = None) -> None:
    """Raise ``OptionError`` unless so many processes may work side by side.

    ``None`` leaves their number open; with a ``scheduler`` it has to be.
    """
    if jobs is None:
        return
    check_positive("jobs", jobs, "whole number", whole=True)
    if scheduler is not None:
        raise OptionError("jobs: the cluster decides how many work side by side")


def _is_whole(value: object) -> bool:
    return isinstance(value, int) and not isinstance(value, bool)


def checked_coalition(
    coalition: Collection[int] | None, position: "Position"
) -> tuple[int, ...]:
    """Return the coalition's seats in order, by default the mover's alone.

    Raises ``OptionError`` for a seat that does not exist, one named twice, or none.
    """
    if coalition is None:
        return (position.mover,)
    if isinstance(coalition, str) or not isinstance(coalition, Collection):
        raise OptionError(f"coalition: {coalition!r} is not a list of seats")
    if not coalition:
        raise OptionError("coalition: names no seat")
    named: set[int] = set()
    for seat in coalition:
        if not _is_whole(seat):
            raise OptionError(f"coalition: {seat!r} is not a seat")
        if not 1 <= seat <= position.seats:
            raise OptionError(
                f"coalition: seat {seat} does not exist, "
                f"the seats are 1 to {position.seats}"
            )
        if seat in named:
            raise OptionError(f"coalition: seat {seat} is named twice")
        named.add(seat)
    return tuple(sorted(named))


def checked_position(position: "str | Position") -> "Position":
    """Return a position, read from its text if need be; raises ``PositionError``."""
    if isinstance(position, str):
        from kozyr.notation import position as read

        return read(position)
    problems = position.problems()
    if not problems and position.outcome is not None:
        problems = (Problem("mover", "the game is over"),)
    if problems:
        raise PositionError(problems)
    return position
