"""Whether a table can have come about by transfers, and by whose.

The text of a position names the last who transferred, and nothing else of how the
attack travelled, so that has to be found by going back over the seats.
"""

from collections.abc import Iterator
from itertools import combinations_with_replacement
from typing import TYPE_CHECKING

from kozyr.games.bout import next_holder

if TYPE_CHECKING:
    from kozyr.games.durak import Durak


def group_sizes(position: "Durak") -> Iterator[int]:
    """Yield how many of the first attack cards may be the attack and its transfers.

    1 means an attack that was not transferred.  Only the table is looked at: the
    cards of the group share a rank, and the uncovered cards lie where this group
    allows it.  Nothing is yielded for a table that no play can produce.
    """
    table = position.table
    most = 1
    if position.game == "perevodnoy":
        rank = table[0][0] % 9
        while most < len(table) and table[most][0] % 9 == rank:
            most += 1
    uncovered = [at for at, (_, cover) in enumerate(table) if cover is None]
    # After the first uncovered card outside the group nothing was answered.
    for size in range(1, most + 1):
        if not uncovered:
            yield size
        elif position.taking:
            start = max(size, uncovered[0])
            if all(cover is None for _, cover in table[start:]):
                yield size
        elif uncovered[0] >= size:
            if uncovered[0] == len(table) - 1:
                yield size
        elif size == len(table):
            yield size


def seats_could_transfer(position: "Durak") -> bool:
    """Tell whether some course of the bout leads to this table at these seats.

    Expects a table that passes ``group_sizes`` and a bout that has a defender.
    """
    return any(_reachable(position, size) for size in group_sizes(position))


def _reachable(position: "Durak", size: int) -> bool:
    if size == 1:
        # The principal attacker can have laid and added every card himself.
        return True
    defender = position.defender
    if position.by is None or not defender:
        return False
    held = [hand.bit_count() for hand in position.hands]
    held[defender - 1] += sum(cover is not None for _, cover in position.table)
    added = len(position.table) - size
    for adders in combinations_with_replacement(_adders(position, defender), added):
        before = held.copy()
        for seat in adders:
            before[seat - 1] += 1
        if _went_back(position, before, position.by, defender, size):
            return True
    return False


def _adders(position: "Durak", defender: int) -> list[int]:
    """List the seats that can have added cards after the last transfer.

    Hands do not grow in a bout.  So whoever sits between the principal attacker
    and the defender held no cards from the start, else he would be the defender;
    and with the neighbours option whoever added was, but for the principal
    attacker, the first after the defender to hold cards.
    """
    seats = len(position.hands)
    by = position.by or 0
    found = [by]
    seat = defender % seats + 1
    while seat != by:
        found.append(seat)
        if position.neighbours and position.hands[seat - 1]:
            break
        seat = seat % seats + 1
    return found


def _went_back(
    position: "Durak", held: list[int], mover: int, target: int, laid: int
) -> bool:
    """Tell whether ``mover`` can have laid card number ``laid`` as a transfer.

    ``held`` counts the cards in the hands after it, ``target`` is the seat that
    has to be the defender then.
    """
    seats = len(held)
    if target == mover or held[target - 1] < laid:
        return False
    # With a stock the very next seat is meant, without it the next with cards.
    if target != (mover % seats + 1 if position.stock else next_holder(held, mover)):
        return False
    before = held.copy()
    before[mover - 1] += 1
    if laid == 2:
        # Whoever sits before the first defender can have opened the bout.
        return True
    return any(
        _went_back(position, before, seat, mover, laid - 1)
        for seat in range(1, seats + 1)
    )
