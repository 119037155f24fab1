"""Positions under other names: the same game, with moves in another order."""

from collections.abc import Collection
from random import Random

from kozyr.cards import cards_in, mask_of
from kozyr.games.durak import Durak


def relabelled(
    rng: Random, position: Durak, seats: Collection[int]
) -> tuple[Durak, frozenset[int]]:
    """Return a position and a coalition with other suits, ranks and seats.

    Suits are exchanged (the trump's name with them), ranks spread over others in the
    same order, and the seats turned.
    """
    suits = rng.sample(range(4), 4)
    cards = [*position.stock]
    cards += [each for pair in position.table for each in pair if each is not None]
    cards += [each for hand in position.hands for each in cards_in(hand)]
    met = sorted({each % 9 for each in cards})
    ranks = dict(zip(met, sorted(rng.sample(range(9), len(met))), strict=True))
    turn = rng.randrange(position.seats)

    def card(number: int) -> int:
        return 9 * suits[number // 9] + ranks[number % 9]

    def seat(number: int) -> int:
        return (number - 1 + turn) % position.seats + 1

    hands = [0] * position.seats
    for number, hand in enumerate(position.hands, 1):
        hands[seat(number) - 1] = mask_of(map(card, cards_in(hand)))
    return position._replace(
        trump=suits[position.trump],
        hands=tuple(hands),
        table=tuple(
            (card(attack), None if cover is None else card(cover))
            for attack, cover in position.table
        ),
        mover=seat(position.mover),
        by=None if position.by is None else seat(position.by),
        stock=tuple(map(card, position.stock)),
    ), frozenset(map(seat, seats))
