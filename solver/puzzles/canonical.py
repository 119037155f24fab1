"""When two positions are the same puzzle: a form that the like ones share.

Three things change nothing about a position: which plain suit is which, where at the
table the first seat is, and ranks that no card in play has.
"""

from itertools import permutations
from typing import TYPE_CHECKING

from kozyr.cards import cards_in
from kozyr.games.durak import Durak

if TYPE_CHECKING:
    from kozyr.position import Position

Form = tuple[object, ...]
_ACE = 8


def canonical(position: "Position", coalition: tuple[int, ...]) -> Form:
    """Return one value for positions that differ in nothing but these three things.

    Seats turn so that the mover is the first; the coalition turns with them.
    """
    seats = _seats(position)
    turned = {seat: number for number, seat in enumerate(seats)}
    plain = [suit for suit in range(4) if suit != position.trump]
    ranks = _ranks(position)
    forms = []
    for order in permutations(range(1, 4)):
        suits = {position.trump: 0, **dict(zip(plain, order, strict=True))}
        forms.append(_form(position, seats, turned, suits, ranks))
    side = tuple(sorted(turned[seat] for seat in coalition if seat in turned))
    return (position.game, side, min(forms))


def _seats(position: "Position") -> list[int]:
    """List the seats clockwise from the mover; between bouts only those who play."""
    first, number = position.mover, position.seats
    seats = [*range(first, number + 1), *range(1, first)]
    if position.stock or _table(position):
        return seats
    return [seat for seat in seats if position.hands[seat - 1]]


def _ranks(position: "Position") -> dict[int, int]:
    """Number the ranks that are in play; what an ace or a six does is kept."""
    if position.stock:
        return {rank: rank for rank in range(9)}
    played = _table(position)
    held = [int(card) for hand in position.hands for card in cards_in(hand)]
    cards = held + [card for place in played for card in place if card is not None]
    ranks = sorted({card % 9 for card in cards})
    numbers = {rank: number for number, rank in enumerate(ranks)}
    if position.game == "kryt" and _ACE in numbers:
        # A trump ace is picked up with the whole pile: it is not any highest card.
        numbers[_ACE] = _ACE
    return numbers


def _table(position: "Position") -> tuple[tuple[int | None, ...], ...]:
    if isinstance(position, Durak):
        return position.table
    pile: tuple[int, ...] = getattr(position, "pile", ())
    return tuple((card,) for card in pile)


def _form(
    position: "Position",
    seats: list[int],
    turned: dict[int, int],
    suits: dict[int, int],
    ranks: dict[int, int],
) -> tuple[tuple[int, ...], ...]:
    def new(card: int | None) -> int:
        return -1 if card is None else 9 * suits[card // 9] + ranks[card % 9]

    hands = [
        tuple(sorted(new(card) for card in cards_in(position.hands[seat - 1])))
        for seat in seats
    ]
    table = [tuple(map(new, place)) for place in _table(position)]
    rest: tuple[int, ...] = ()
    if isinstance(position, Durak):
        by = -1 if position.by is None else turned[position.by]
        rest = (by, position.taking, position.limit, position.neighbours)
        # The order in which the cards of a bout were laid changes nothing.
        table.sort()
    stock = tuple(map(new, position.stock))
    return (*hands, (-9,), *table, (-9,), rest, stock)
