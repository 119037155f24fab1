"""A solver with the mistake that circles invite: it stores a draw by repetition.

Depth first, three values, one table.  A situation that is on the way from the root
counts as a draw, and what was concluded from that is stored as if it belonged to the
position and not to the way there (the graph-history interaction problem).  The suites
must find it out, or they would not find out a kernel that does the same.
"""

import sys
from collections.abc import Collection, Hashable, Iterator
from contextlib import contextmanager

from kozyr.games.durak import Durak
from kozyr.values import Value


class NaiveSolver:
    """Answers for one coalition, from one table."""

    def __init__(self, coalition: Collection[int]) -> None:
        self._coalition = coalition
        self.answers: dict[Durak, Value] = {}
        self._path: set[Hashable] = set()

    def value(self, position: Durak) -> Value:
        """Return what it believes that a position is worth for the coalition."""
        with _deep_recursion():
            return self._value(position)

    def _value(self, position: Durak) -> Value:
        outcome = position.outcome
        if outcome is not None:
            return outcome.value_for(self._coalition)
        if position in self.answers:
            return self.answers[position]
        situation = position.situation
        if situation is not None:
            if situation in self._path:
                return Value.DRAW
            self._path.add(situation)
        ours = position.mover in self._coalition
        good, best = (Value.WIN, Value.LOSS) if ours else (Value.LOSS, Value.WIN)
        for _, after in position.successors():
            value = self._value(after)
            if value is good:
                best = value
                break
            best = max(best, value) if ours else min(best, value)
        if situation is not None:
            self._path.discard(situation)
        self.answers[position] = best
        return best


@contextmanager
def _deep_recursion() -> Iterator[None]:
    # A way through circles is tens of thousands of moves long before it repeats.
    before = sys.getrecursionlimit()
    sys.setrecursionlimit(1_000_000)
    try:
        yield
    finally:
        sys.setrecursionlimit(before)
