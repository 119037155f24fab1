"""What a generic solver makes of the same positions.

``open_spiel`` hands a position to OpenSpiel's ``alpha_beta_search``, over a small
adapter.  ``alpha_beta`` is that algorithm written anew on kozyr's rules, without the
adapter: for those who do not have OpenSpiel, and to show what the adapter costs.
Neither has a table; both are exact.
"""

import sys
from collections.abc import Callable, Hashable
from importlib.util import find_spec
from time import process_time

from benchmarks.measure import Measure, Run
from kozyr.position import Position
from kozyr.values import Value

DEPTH = 5_000
"""Moves deep enough for every game of the suites; circles end at a repetition."""
FRAMES = 20_000
"""Python frames for so many moves."""


class _OutOfTime(Exception):
    pass


class _Clock:
    """Counts the moves made, and stops the search at its time limit."""

    def __init__(self, seconds: float) -> None:
        self.start = process_time()
        self.seconds = seconds
        self.nodes = 0

    def visit(self) -> None:
        self.nodes += 1
        if self.nodes % 64 == 0 and process_time() - self.start > self.seconds:
            raise _OutOfTime


def has_open_spiel() -> bool:
    """Tell whether OpenSpiel is installed."""
    return find_spec("pyspiel") is not None


def solvers() -> dict[str, Measure]:
    """Return the generic solvers that are there, by their names."""
    found: dict[str, Measure] = {"OpenSpiel": open_spiel} if has_open_spiel() else {}
    return {**found, "alpha-beta in Python": alpha_beta}


def open_spiel(position: Position, seconds: float) -> Run:
    """Solve with OpenSpiel's alpha-beta search."""
    from open_spiel.python.algorithms.minimax import alpha_beta_search

    from benchmarks.adapter import DurakGame

    def search(clock: _Clock) -> Value:
        game = DurakGame(position, frozenset({position.mover}), clock.visit)
        value, _ = alpha_beta_search(game, maximum_depth=DEPTH)
        return Value(int(value))

    return _timed(search, seconds)


def alpha_beta(position: Position, seconds: float) -> Run:
    """Solve with the same algorithm, directly on kozyr's rules."""
    coalition = frozenset({position.mover})

    def value(
        here: Position, alpha: int, beta: int, seen: frozenset[Hashable], clock: _Clock
    ) -> int:
        outcome = here.outcome
        if outcome is not None:
            return outcome.value_for(coalition)
        situation = here.situation
        if situation is not None:
            if situation in seen:
                return Value.DRAW
            seen = seen | {situation}
        ours = here.mover in coalition
        best = -2 if ours else 2
        for _, after in here.successors():
            clock.visit()
            found = value(after, alpha, beta, seen, clock)
            if ours:
                best = max(best, found)
                alpha = max(alpha, best)
            else:
                best = min(best, found)
                beta = min(beta, best)
            if alpha >= beta:
                break
        return best

    return _timed(
        lambda clock: Value(value(position, -2, 2, frozenset(), clock)), seconds
    )


def _timed(search: Callable[[_Clock], Value], seconds: float) -> Run:
    frames = sys.getrecursionlimit()
    sys.setrecursionlimit(max(frames, FRAMES))
    clock = _Clock(seconds)
    at_least, at_most, stopped = Value.LOSS, Value.WIN, False
    try:
        at_least = at_most = search(clock)
    except _OutOfTime:
        stopped = True
    finally:
        sys.setrecursionlimit(frames)
    spent = process_time() - clock.start
    return Run(spent, clock.nodes, at_least, at_most, stopped=stopped)
