"""The 36 cards, and sets of them as bit masks.

A card is the number ``9 * suit + rank`` with suits in the order ``s h d c`` and
ranks from 6 to ace, so that counting a mask's bits upwards lists a hand in
canonical order.  A mask of cards is an int with bit ``1 << card`` set.
"""

from collections.abc import Iterable, Iterator
from functools import cache

RANKS = "6789TJQKA"
SUITS = "shdc"
SUIT_SIGNS = "♠♥♦♣"
SUIT_COLOURS = ("", "\x1b[31m", "\x1b[36m", "\x1b[32m")
"""For a terminal, four, so that no two suits look alike.  Spades keep the colour of the
text, which shows on a light ground and on a dark one."""
ALL_CARDS = (1 << 36) - 1
SUIT_MASK = 0b111111111
"""The nine cards of spades; shift by ``9 * suit`` for another suit."""
RANK_MASK = 1 | 1 << 9 | 1 << 18 | 1 << 27
"""The four sixes; shift by the rank for another rank."""


class Card(int):
    """One card: ``Card("7s")``; also the int ``9 * suit + rank``.

    Raises ``ValueError`` for anything that is not a card.
    """

    __slots__ = ()

    def __new__(cls, card: "str | int") -> "Card":
        if isinstance(card, str):
            if len(card) != 2 or card[0] not in RANKS or card[1] not in SUITS:
                raise ValueError(f"{card!r} is not a card")
            card = 9 * SUITS.index(card[1]) + RANKS.index(card[0])
        elif not 0 <= card < 36:
            raise ValueError(f"{card} is not the number of a card")
        return super().__new__(cls, card)

    @property
    def suit(self) -> int:
        """The suit, 0 to 3 in the order ``s h d c``."""
        return self // 9

    @property
    def rank(self) -> int:
        """The rank, 0 (six) to 8 (ace)."""
        return self % 9

    def __str__(self) -> str:
        return RANKS[self % 9] + SUITS[self // 9]

    def __repr__(self) -> str:
        return f"Card({str(self)!r})"

    def __getnewargs__(self) -> tuple[int]:
        return (int(self),)


@cache
def card(number: int) -> Card:
    """Return the one shared ``Card`` with this number."""
    return Card(number)


def cards_in(mask: int) -> Iterator[Card]:
    """Yield the cards of a mask in canonical order."""
    while mask:
        low = mask & -mask
        yield card(low.bit_length() - 1)
        mask ^= low


def mask_of(cards: Iterable[int]) -> int:
    """Return the mask of some cards."""
    mask = 0
    for each in cards:
        mask |= 1 << each
    return mask


def text_of(mask: int) -> str:
    """Return a hand as NOTATION.md prints it; ``-`` when it is empty."""
    return "".join(map(str, cards_in(mask))) or "-"


@cache
def beaters(target: int, trump: int) -> int:
    """Return the mask of all cards that beat ``target``."""
    suit, rank = divmod(target, 9)
    higher = (SUIT_MASK >> (rank + 1) << (rank + 1)) << 9 * suit
    return higher if suit == trump else higher | SUIT_MASK << 9 * trump


def beats(one: int, other: int, trump: int) -> bool:
    """Tell whether card ``one`` beats card ``other``."""
    return bool(beaters(other, trump) >> one & 1)


def same_rank(one: int) -> int:
    """Return the mask of the four cards of this card's rank."""
    return RANK_MASK << one % 9
