"""Random games of Durak for tests: dealt ones, and endgames of any shape."""

from collections.abc import Iterator
from random import Random

from kozyr.cards import mask_of
from kozyr.games.durak import Durak


def start(rng: Random) -> Durak:
    """Return the first bout of a random game, of any variant and 2 to 6 seats."""
    pack = list(range(36))
    rng.shuffle(pack)
    seats = rng.randint(2, 6)
    if rng.random() < 0.5:
        hands = [mask_of(pack[6 * seat : 6 * seat + 6]) for seat in range(seats)]
        rest = pack[6 * seats :]
    else:
        hands = [0] * seats
        count = rng.randint(seats, min(33, 5 * seats))
        for each in pack[:count]:
            hands[rng.randrange(seats)] |= 1 << each
        rest = pack[count : count + rng.choice((0, 0, 0, 1, 3))]
    holders = [seat for seat, hand in enumerate(hands, 1) if hand]
    if len(holders) < 2:
        return start(rng)
    return Durak(
        game=rng.choice(("podkidnoy", "perevodnoy")),
        trump=rest[-1] // 9 if rest else rng.randrange(4),
        hands=tuple(hands),
        mover=rng.choice(holders),
        limit=rng.choice((5, 6)),
        stock=tuple(rest),
        neighbours=rng.random() < 0.4,
    )


def course(position: Durak, rng: Random, most: int = 400) -> Iterator[Durak]:
    """Yield the positions of a random game, from the first to the end or ``most``."""
    yield position
    for _ in range(most):
        moves = position.legal_moves()
        if not moves:
            return
        position = position.after(rng.choice(moves))
        yield position
