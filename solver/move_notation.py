"""Moves as text: what a player may type, and what to tell him when it won't do."""

import re
from collections.abc import Sequence
from difflib import SequenceMatcher
from typing import NamedTuple

from kozyr.cards import card
from kozyr.errors import AmbiguousMoveError, IllegalMoveError, InvalidMoveError
from kozyr.lettering import CARD, quoted, read_cards
from kozyr.moves import Kind, Move
from kozyr.position import Position

_WORDS = {str(kind): kind for kind in (Kind.TAKE, Kind.DONE, Kind.PICK_UP, Kind.SWAP)}
_FORM = re.compile(rf"(?P<sign>[+>]?)(?P<one>{CARD})(?:(?P<mark>[:,])(?P<two>{CARD}))?")
_LOOKS = {
    "kryt": "6h, Jd,6h, pickup or swap",
    "podkidnoy": "7s, 7s:9s, +7d, take or done",
    "perevodnoy": "7s, 7s:9s, +7d, >7d, take or done",
}
_MOST_LISTED = 6
"""How many moves a message lists before it only counts them."""
_LONGEST = 200
"""No text of a move comes near this many characters."""


def parse_move(text: str, position: Position) -> Move:
    """Return the legal move that a text means.

    A card alone means the one legal move that lays it.  Raises
    ``InvalidMoveError`` for a text that is no move of any position,
    ``AmbiguousMoveError`` for a card that could be laid in several ways, and
    ``IllegalMoveError``, which names the nearest legal move.
    """
    asked = _read(text)
    if asked is None:
        looks = _LOOKS.get(position.game, "")
        raise InvalidMoveError(f"move: {quoted(text)} is none; moves look like {looks}")
    legal = position.legal_moves()
    for move in legal:
        if str(move) == asked.text:
            return move
    if asked.bare:
        fitting = [move for move in legal if move.card == asked.cards[0]]
        if len(fitting) == 1:
            return fitting[0]
        if fitting:
            listed = _listed(fitting)
            raise AmbiguousMoveError(f"move: {asked.text} may mean {listed}")
    raise _illegal(asked, legal, position)


def legal_move(move: Move | str, position: Position) -> Move:
    """Return a move, or the text of one, as a legal move of the position.

    Raises what ``parse_move`` raises.
    """
    if isinstance(move, str):
        return parse_move(move, position)
    legal = position.legal_moves()
    if move in legal:
        return move
    cards = [each for each in (move.card, move.other) if each is not None]
    raise _illegal(_Asked(str(move), tuple(cards), False, move.kind), legal, position)


class _Asked(NamedTuple):
    """A well-formed move: canonical text, cards in the order of ``Move``, and kind.

    A bare card has no kind of its own: it is an attack, a lead, a last cover.
    """

    text: str
    cards: tuple[int, ...]
    bare: bool
    kind: Kind | None


def _read(text: str) -> _Asked | None:
    """Read a move without a position; ``None`` when it is not one."""
    if len(text) > _LONGEST:
        return None
    text = "".join(text.split())
    if text.lower() in _WORDS:
        return _Asked(text.lower(), (), False, _WORDS[text.lower()])
    found = _FORM.fullmatch(text)
    if found is None or (found["sign"] and found["mark"]):
        return None
    one = read_cards(found["one"]).cards[0]
    if found["mark"] is None:
        kind = {"+": Kind.ADD, ">": Kind.TRANSFER}.get(found["sign"])
        return _Asked(f"{found['sign']}{card(one)}", (one,), kind is None, kind)
    two = read_cards(found["two"]).cards[0]
    written = f"{card(one)}{found['mark']}{card(two)}"
    if found["mark"] == ":":
        return _Asked(written, (two, one), False, Kind.COVER)
    return _Asked(written, (one, two), False, Kind.COVER_AND_LEAD)


def _illegal(
    asked: _Asked, legal: Sequence[Move], position: Position
) -> IllegalMoveError:
    if not legal:
        return IllegalMoveError(f"move: {asked.text} is not legal: the game is over")
    nearest = min(legal, key=lambda move: _distance(asked, move))
    seat = position.mover
    missing = [
        str(card(each))
        for each in (asked.cards[:1] if asked.kind is Kind.COVER else asked.cards)
        if not position.hands[seat - 1] >> each & 1
    ]
    reason = f": seat {seat} does not hold {' '.join(missing)}" if missing else ""
    return IllegalMoveError(
        f"move: {asked.text} is not legal{reason}; the nearest legal move is {nearest}"
    )


def _distance(asked: _Asked, move: Move) -> tuple[int, int, float]:
    """Measure how far a legal move is from what was asked for.

    Nearest is another use of the same card, then another card for the same use,
    then any card near it, a word for a word, and at last the likest text.
    """
    unlike = 1 - SequenceMatcher(None, asked.text, str(move)).ratio()
    if move.card is None or not asked.cards:
        return 0 if move.card is None and not asked.cards else 3, 0, unlike
    first, *others = asked.cards
    if move.card == first:
        return 0, -(move.other in others) - (move.kind is asked.kind), unlike
    apart = abs(move.card % 9 - first % 9) + 4 * (move.card // 9 != first // 9)
    return 1 if move.kind is asked.kind or asked.bare else 2, apart, unlike


def _listed(moves: Sequence[Move]) -> str:
    names = [str(move) for move in moves[:_MOST_LISTED]]
    if len(moves) > _MOST_LISTED:
        names.append(f"{len(moves) - _MOST_LISTED} others")
    return f"{', '.join(names[:-1])} or {names[-1]}"
