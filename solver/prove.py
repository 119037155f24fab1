"""Write the value of a position down so that it can be checked without a search."""

import os
from collections.abc import Collection, Iterator
from contextlib import nullcontext
from itertools import chain
from typing import IO

from kozyr.certificate import Proof, Strategy, header, save, sides
from kozyr.engine import DEFAULT_MEMORY, Budget, Progress, TablesSetting, choose
from kozyr.errors import OptionError, UnprovenError
from kozyr.files import replacing
from kozyr.interrupts import interrupts_stop
from kozyr.options import (
    Options,
    check_positive,
    checked_coalition,
    checked_position,
)
from kozyr.position import Position
from kozyr.strategy import Closure
from kozyr.values import Value


def prove(
    position: str | Position,
    file: str | os.PathLike[str] | IO[bytes],
    coalition: Collection[int] | None = None,
    *,
    time: float | None = None,
    nodes: int | None = None,
    memory: float = DEFAULT_MEMORY,
    tables: TablesSetting = True,
    max_positions: int | None = None,
    progress: Progress | None = None,
) -> Proof:
    """Write a certificate of a position's value to a file and return what it proves.

    ``file`` is a path or a binary stream.  The value is for the coalition (default: the
    seat to move).  ``time`` (seconds), ``nodes``, ``memory`` (megabytes, half of them
    for the search and half for the strategy) and ``max_positions`` (of one strategy)
    are limits; when one of them comes first no file is written (a stream may have got
    the beginning).  ``tables`` says which endgame tables the search reads; ``progress``
    is called with nodes and seconds.
    Raises ``PositionError``, ``OptionError`` (an argument, or a file that can't be
    written), ``UnprovenError`` at a limit, ``OSError`` on a full disk, and
    ``KeyboardInterrupt``.
    """
    options = Options(coalition, False, time, nodes, memory, tables)
    root = checked_position(position)
    seats = checked_coalition(options.coalition, root)
    if max_positions is not None:
        check_positive("max-positions", max_positions, "whole number", whole=True)
    budget = Budget(time=time, nodes=nodes, memory=memory / 2, progress=progress)
    # Opened before the search, so that no search is in vain.
    target = (
        replacing(os.fspath(file))
        if isinstance(file, str | os.PathLike)
        else nullcontext(file)
    )
    with target as opened, interrupts_stop(budget):
        return _Work(root, seats, budget, max_positions, tables).write(opened)


class _Work:
    """One position, one budget, one engine."""

    def __init__(
        self,
        root: Position,
        seats: tuple[int, ...],
        budget: Budget,
        most: int | None,
        tables: TablesSetting,
    ) -> None:
        self._root = root
        self._seats = seats
        self._coalition = frozenset(seats)
        self._budget = budget
        self._most = most
        self._tables = tables

    def write(self, file: IO[bytes]) -> Proof:
        budget = self._budget
        value = self._value()
        if value is None:
            raise self._unproven("the value is unknown", budget.stopped)
        closures = [
            self._closed(value, side, wins)
            for side, wins in sides(self._root.seats, self._seats, value)
        ]
        lines: Iterator[str] = chain(
            [header(self._root, self._seats, value)],
            *(closure.lines() for closure in closures),
        )
        try:
            size = save(lines, file, budget.spend)
        except InterruptedError:
            raise self._unproven(f"the value is {value}", budget.stopped) from None
        proven = tuple(
            Strategy(each.side, each.wins, each.size, each.most_moves)
            for each in closures
        )
        return Proof(self._root, self._seats, value, proven, size, budget.seconds)

    def _value(self) -> Value | None:
        """Choose the engine and ask it for the value."""
        memory = self._budget.memory
        try:
            self._engine = choose(self._root, self._coalition, memory, self._tables)
            verdict = self._engine.judge(
                self._root, self._coalition, False, self._budget
            )
        except OptionError as error:
            # It has half of the memory, and asks for what that would have to be.
            needed = f"{error}, and as much again for the strategy"
            raise OptionError(needed) from None
        return verdict.value

    def _closed(self, value: Value, side: tuple[int, ...], wins: bool) -> Closure:
        closure = Closure(
            self._root,
            side,
            wins,
            self._engine,
            self._coalition,
            self._budget,
            self._most,
        )
        if not closure.close():
            raise self._unproven(f"the value is {value}", closure.stopped)
        return closure

    def _unproven(self, known: str, stopped: str | None) -> BaseException:
        if stopped == "interrupt":
            return KeyboardInterrupt()
        reason = f"{known}, no proof within the limit of {stopped}"
        return UnprovenError(f"prove: {reason}", stopped or "")
