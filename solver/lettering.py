"""Cards as people write them: ``10``, small letters, suit signs, Russian ranks."""

import re
from typing import NamedTuple

from kozyr.cards import RANKS, SUIT_SIGNS, SUITS

# The Russian ace (tuz) looks like the Latin T, which is the ten: the alphabet decides.
_RANK_LETTERS = ("6", "7", "8", "9", "Tt", "JjВв", "QqДд", "KkКк", "AaТт")  # noqa: RUF001
_RANK_OF = {"10": RANKS.index("T")} | {
    letter: rank for rank, letters in enumerate(_RANK_LETTERS) for letter in letters
}
_SUIT_OF = {
    letter: suit
    for letters in (SUITS, SUITS.upper(), SUIT_SIGNS)
    for suit, letter in enumerate(letters)
}
CARD = rf"(?:10|[{''.join(_RANK_LETTERS)}])[{''.join(_SUIT_OF)}]\ufe0f?"
"""A pattern for one card; a suit sign may ask to be drawn as a picture (U+FE0F)."""
_CARD = re.compile(CARD)


class Cards(NamedTuple):
    """The cards of a text in order, and the pieces of it that are none."""

    cards: tuple[int, ...]
    unknown: tuple[str, ...]


def read_cards(text: str) -> Cards:
    """Read cards that are joined without blanks."""
    cards = []
    unknown = []
    end = 0
    for found in _CARD.finditer(text):
        if found.start() > end:
            unknown.append(text[end : found.start()])
        end = found.end()
        rank, suit = found[0].rstrip("\ufe0f")[:-1], found[0].rstrip("\ufe0f")[-1]
        cards.append(9 * _SUIT_OF[suit] + _RANK_OF[rank])
    if end < len(text):
        unknown.append(text[end:])
    return Cards(tuple(cards), tuple(unknown))


def read_suit(text: str) -> int | None:
    """Read a suit by its letter or sign; ``None`` when it is neither."""
    return _SUIT_OF.get(text.removesuffix("\ufe0f"))


def quoted(text: str, longest: int = 24) -> str:
    """Quote a piece of input for a message: on one line, and short."""
    return repr(text if len(text) <= longest else f"{text[: longest - 3]}...")
