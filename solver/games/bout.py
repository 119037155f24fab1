"""What a bout of Durak looks at: the cards on the table, and the seats in order."""

from collections.abc import Sequence
from functools import cache

from kozyr.cards import same_rank

Table = tuple[tuple[int, int | None], ...]
"""The attack cards in the order laid, each with its cover or ``None``."""

SAME_RANK = tuple(same_rank(each) for each in range(36))
"""The mask of the four cards of each card's rank."""


def next_holder(hands: Sequence[int], seat: int) -> int:
    """Return the first seat clockwise after ``seat`` that holds cards.

    ``hands`` may be masks or numbers of cards.  It is ``seat`` itself when nobody
    else does, or when nobody does.
    """
    seats = len(hands)
    for index in range(seat, seats):
        if hands[index]:
            return index + 1
    for index in range(seat - 1):
        if hands[index]:
            return index + 1
    return seat


@cache
def attackers(seats: int, by: int, defender: int) -> tuple[int, ...]:
    """Return all seats but the defender's, clockwise from the principal attacker."""
    order = (*range(by, seats + 1), *range(1, by))
    return tuple(seat for seat in order if seat != defender)


def askable(
    hands: Sequence[int], by: int, defender: int, neighbours: bool
) -> tuple[int, ...]:
    """Return the seats that are asked to add cards, in the order of asking.

    ``neighbours`` limits them to the principal attacker and the first seat
    clockwise after the defender that holds cards.
    """
    if not neighbours:
        return attackers(len(hands), by, defender)
    left = next_holder(hands, defender)
    return (by,) if left in (by, defender) else (by, left)


def ranks_on(table: Table) -> int:
    """Return the mask of all cards whose rank lies on the table."""
    mask = 0
    for attack, cover in table:
        mask |= SAME_RANK[attack]
        if cover is not None:
            mask |= SAME_RANK[cover]
    return mask


def cards_on(table: Table) -> int:
    """Return the mask of the cards on the table."""
    mask = 0
    for attack, cover in table:
        mask |= 1 << attack
        if cover is not None:
            mask |= 1 << cover
    return mask
