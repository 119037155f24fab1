"""Simple players of Durak, sensible enough to bring real endgames about.

A player looks at its own hand and at the table, as a person would who counts
nothing, and chooses one of the legal moves.
"""

from collections.abc import Callable, Sequence

from kozyr.games.durak import Durak
from kozyr.moves import Kind, Move

Player = Callable[[Durak], Move]

HIGH = 6
"""From the queen on (rank 6) a trump is too good for an early defence."""


def thrifty(position: Durak) -> Move:
    """Part with the cheapest card that does, and keep trumps while there is a stock."""
    moves = position.legal_moves()
    if not position.table:
        return min(moves, key=lambda move: _price(position, move))
    spared = [move for move in moves if not _is_wasteful(position, move)]
    # A transfer costs a card but no cover, so it goes first.
    transfers = [move for move in spared if move.kind is Kind.TRANSFER]
    with_a_card = [move for move in spared if move.card is not None]
    return _cheapest(position, transfers or with_a_card, moves)


def hasty(position: Durak) -> Move:
    """Part with the cheapest card that fits; take or decline only when none does."""
    return min(position.legal_moves(), key=lambda move: _price(position, move))


def plain(position: Durak) -> Move:
    """Do as the hasty one, but add and throw in no trumps."""
    moves = position.legal_moves()
    trumps = [
        move for move in moves if move.kind is Kind.ADD and _is_trump(position, move)
    ]
    return min(
        [move for move in moves if move not in trumps],
        key=lambda move: _price(position, move),
    )


def collector(position: Durak) -> Move:
    """Lead ranks held several times, cover into ranks that lie there already."""
    moves = position.legal_moves()
    hand = position.hands[position.mover - 1]
    if not position.table:
        return min(
            moves,
            key=lambda move: (
                _is_trump(position, move),
                -_number_of_rank(hand, move),
                _price(position, move),
            ),
        )
    if position.taking:
        # What the defender takes anyway may be all that is plain and low.
        low = [move for move in moves if _price(position, move) < HIGH]
        return _cheapest(position, low, moves)
    on_table = {
        each % 9 for pair in position.table for each in pair if each is not None
    }
    open_ = [
        move
        for move in moves
        if move.card is not None
        and not (_is_trump(position, move) and _is_early(position, HIGH))
    ]
    known = [
        move for move in open_ if move.kind is Kind.COVER and _rank(move) in on_table
    ]
    return _cheapest(position, known or open_, moves)


def until_the_stock_is_gone(position: Durak, *players: Player) -> Durak | None:
    """Let players play, seat by seat in turn, to the first bout without a stock.

    Returns ``None`` when the game is over by then, or goes round in circles.
    """
    seen = set()
    while position.mover and (position.stock or position.table):
        if not position.table:
            if position.situation in seen:
                return None
            seen.add(position.situation)
        player = players[position.mover % len(players)]
        position = position.after(player(position))
    return position if position.mover else None


def _is_wasteful(position: Durak, move: Move) -> bool:
    """Tell whether a move spends a trump that the stock's end will want."""
    if not position.stock or not _is_trump(position, move):
        return False
    return move.kind is not Kind.COVER or _rank(move) >= HIGH


def _is_early(position: Durak, cards: int) -> bool:
    return len(position.stock) > cards


def _cheapest(position: Durak, wanted: Sequence[Move], moves: Sequence[Move]) -> Move:
    """Return the cheapest of the wanted moves, else *take* or *done*."""
    return min(wanted, key=lambda move: _price(position, move), default=moves[-1])


def _price(position: Durak, move: Move) -> int:
    """Return what the card is worth: its rank, and 9 more for a trump."""
    if move.card is None:
        return 2 * 9
    return _rank(move) + 9 * _is_trump(position, move)


def _rank(move: Move) -> int:
    return -1 if move.card is None else move.card % 9


def _is_trump(position: Durak, move: Move) -> bool:
    return move.card is not None and move.card // 9 == position.trump


def _number_of_rank(hand: int, move: Move) -> int:
    return sum(hand >> 9 * suit + _rank(move) & 1 for suit in range(4))
