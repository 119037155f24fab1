"""Moves of both games as values.

A move prints as NOTATION.md writes it: ``str(Move(Kind.COVER, Card("9s"),
Card("7s")))`` is ``7s:9s``.
"""

from enum import StrEnum
from typing import NamedTuple

from kozyr.cards import card


class Kind(StrEnum):
    """The kinds of move, in the words of RULES.md."""

    ATTACK = "attack"
    COVER = "cover"
    ADD = "add"
    TRANSFER = "transfer"
    TAKE = "take"
    DONE = "done"
    LEAD = "lead"
    COVER_AND_LEAD = "cover and lead"
    COVER_OUT = "cover out"
    PICK_UP = "pickup"
    SWAP = "swap"


class Move(NamedTuple):
    """One move: its kind and, where the kind has them, one or two cards.

    ``card`` is the card that leaves the hand first; ``other`` is the attack
    card that a cover lies on, or the card led after a cover in Kryt'.
    """

    kind: Kind
    card: int | None = None
    other: int | None = None

    @property
    def plies(self) -> int:
        """How much the move counts: 1, or 0 for the free exchange of the trump 6."""
        return 0 if self.kind is Kind.SWAP else 1

    def __str__(self) -> str:
        if self.card is None:
            return str(self.kind)
        one = str(card(self.card))
        match self.kind:
            case Kind.ADD:
                return f"+{one}"
            case Kind.TRANSFER:
                return f">{one}"
            case Kind.COVER if self.other is not None:
                return f"{card(self.other)}:{one}"
            case Kind.COVER_AND_LEAD if self.other is not None:
                return f"{one},{card(self.other)}"
        return one


TAKE = Move(Kind.TAKE)
DONE = Move(Kind.DONE)
PICK_UP = Move(Kind.PICK_UP)
SWAP = Move(Kind.SWAP)
