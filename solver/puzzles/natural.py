"""What a player without a plan would do, and which first moves give no puzzle.

Everything has a price in ranks: a plain card its rank, a trump nine ranks more, *done*
as much as the cheapest trump, to take or to pick up more than any card.
"""

from collections.abc import Iterable
from typing import TYPE_CHECKING

from kozyr.moves import Kind, Move

if TYPE_CHECKING:
    from kozyr.position import Position

_TRUMP = 9
_DONE = 8.5
_TAKE = 20.0
NEAR = 3.0
"""Ranks above the cheapest move up to which a move still looks natural."""


def price(move: Move, trump: int) -> float:
    """Return what a move seems to cost, in ranks."""
    match move.kind:
        case Kind.TAKE | Kind.PICK_UP:
            return _TAKE
        case Kind.DONE:
            return _DONE
        case Kind.SWAP:
            return -1.0
    cards = [move.card]
    if move.kind is Kind.COVER_AND_LEAD:
        cards.append(move.other)
    laid = [each for each in cards if each is not None]
    return float(sum(each % 9 + _TRUMP * (each // 9 == trump) for each in laid))


def in_order(position: "Position") -> list[Move]:
    """Return the legal moves as they come to mind, the cheapest first."""
    trump = position.trump
    return sorted(position.legal_moves(), key=lambda move: price(move, trump))


def cheapest(moves: Iterable[Move], trump: int) -> Move:
    """Return the move that seems to cost least."""
    return min(moves, key=lambda move: price(move, trump))


def natural(position: "Position") -> list[Move]:
    """Return the moves that look natural: hardly dearer than the cheapest."""
    moves = in_order(position)
    most = price(moves[0], position.trump) + NEAR
    return [move for move in moves if price(move, position.trump) <= most]


def trivial(position: "Position", best: Move) -> str | None:
    """Return why a first move is no puzzle, ``None`` when it may be one."""
    moves = position.legal_moves()
    if len(moves) == 1:
        return "the only legal move"
    if position.after(best).outcome is not None:
        return "it ends the game"
    if best.card is None:
        others = [move for move in moves if move is not best]
        if best.kind is Kind.DONE and all(_trump(each, position) for each in others):
            return "only trumps could be added"
        return None
    covers = [move for move in moves if move.kind is Kind.COVER]
    if covers == [best] and len(moves) == 2:
        return "the only cover"
    if best.kind is Kind.SWAP:
        return "a free exchange"
    alike = [move for move in moves if move.kind is best.kind]
    if len(alike) > 1 and cheapest(alike, position.trump) == best:
        return f"the cheapest {_NAMES[best.kind]}"
    if in_order(position)[0] == best:
        return "the cheapest move"
    return None


_NAMES = {
    Kind.ATTACK: "card to attack with",
    Kind.COVER: "cover",
    Kind.ADD: "card to add",
    Kind.TRANSFER: "transfer",
    Kind.LEAD: "card to lead",
    Kind.COVER_AND_LEAD: "cover with the cheapest lead",
    Kind.COVER_OUT: "cover",
}


def _trump(move: Move, position: "Position") -> bool:
    return move.card is not None and move.card // 9 == position.trump
