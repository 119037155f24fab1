"""Values and outcomes: types, not bare numbers.

``Value`` is ordered: ``Value.LOSS < Value.DRAW < Value.WIN``.  An unknown value
is ``None`` (``"unknown"`` in JSON), never a member.
"""

from collections.abc import Collection
from enum import IntEnum
from typing import NamedTuple


class Value(IntEnum):
    """What a coalition gets from a position with best play by all."""

    LOSS = -1
    DRAW = 0
    WIN = 1

    def __str__(self) -> str:
        return self.name.lower()


BOTH_OUT = "both out"
FINAL_RESPONSE = "final response"
REPETITION = "repetition"


class Outcome(NamedTuple):
    """How a game ended: ``loser`` is a seat, or ``None`` for a draw of kind ``draw``.

    In Durak the loser is the durak.  ``draw`` is ``None`` unless it is a draw.
    """

    loser: int | None
    draw: str | None = None

    def __str__(self) -> str:
        """Return ``seat 2 loses`` or the kind of the draw."""
        return f"seat {self.loser} loses" if self.loser else self.draw or "draw"

    def value_for(self, coalition: Collection[int]) -> Value:
        """Return the value for a coalition of seats (RULES.md, Values)."""
        if self.loser is None:
            return Value.DRAW
        return Value.LOSS if self.loser in coalition else Value.WIN
