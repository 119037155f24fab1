"""The suites: named lists of positions, the same on every machine and for ever.

They are made from seeds with the shuffle of ``kozyr.deal``, whose sequence never
changes.  A suite may be cut short (its first positions stay the same), never
re-drawn: figures of different days must be comparable.
"""

from collections.abc import Callable, Iterator, Sequence
from itertools import count, islice
from random import Random
from typing import NamedTuple

from benchmarks.players import (
    Player,
    collector,
    hasty,
    plain,
    thrifty,
    until_the_stock_is_gone,
)
from kozyr.cards import mask_of
from kozyr.deal import deal, shuffled
from kozyr.games.durak import Durak


class Suite(NamedTuple):
    """Positions of one kind; the question is always the mover's, alone against all.

    ``seconds`` is the time limit for each position, ``baseline`` for how many of
    them the slow generic solvers are run too.
    """

    name: str
    title: str
    source: Callable[[], Iterator[Durak]]
    size: int
    seconds: float
    baseline: int = 0

    def positions(self, most: int | None = None) -> list[Durak]:
        """Return the suite's positions, or the first ``most`` of them."""
        size = self.size if most is None else min(most, self.size)
        return list(islice(self.source(), size))


def random_hands(game: str, *sizes: int) -> Iterator[Durak]:
    """Yield bout starts with random hands of these sizes, seat 1 to move."""
    for seed in count():
        pack = shuffled(Random(seed))
        # The trump suit is that of the last card of the pack, as in a deal.
        trump = pack[-1] // 9
        hands = []
        for size in sizes:
            hands.append(mask_of(pack[:size]))
            del pack[:size]
        yield Durak(game=game, trump=trump, hands=tuple(hands))


UNLIKE = ((thrifty, collector), (collector, thrifty))
"""One who saves and one who collects: hands of very different sizes, the hardest."""
ALIKE = ((thrifty, thrifty),)
"""Two who save: both know what a trump is worth when the stock is gone."""
HASTY = ((hasty, hasty), (hasty, plain), (hasty, hasty), (plain, hasty))
"""Beginners, every other game between two hasty ones: so nearly half of the endgames
have 12 cards and three of four at most 12."""


def real_endgames(
    game: str, seats: int, pairs: Sequence[tuple[Player, Player]] = UNLIKE
) -> Iterator[Durak]:
    """Yield the first bout start without a stock of games between simple players.

    The pairs play by turns, the second of a pair in the odd seats.
    """
    for seed in count():
        players = pairs[seed % len(pairs)]
        position = until_the_stock_is_gone(_dealt(game, seats, seed), *players)
        if position is not None:
            yield position


def six_players(game: str) -> Iterator[Durak]:
    """Yield deals for six, which start without a stock."""
    for seed in count():
        yield _dealt(game, 6, seed)


def _dealt(game: str, seats: int, seed: int) -> Durak:
    position = deal(game, seats, seed=seed)
    assert isinstance(position, Durak)
    return position


def _random(
    game: str, *sizes: int, size: int, seconds: float, baseline: int = 0
) -> Suite:
    hands = "+".join(map(str, sizes))
    return Suite(
        f"{game}-{hands}",
        f"{game} {hands}",
        lambda: random_hands(game, *sizes),
        size,
        seconds,
        baseline,
    )


def _real(game: str, seats: int, size: int, seconds: float, baseline: int = 0) -> Suite:
    players = {2: "two", 3: "three"}[seats]
    return Suite(
        f"{game}-real-{seats}",
        f"{game}, real endgames, {players} players",
        lambda: real_endgames(game, seats),
        size,
        seconds,
        baseline,
    )


def _real_of(who: str, pairs: Sequence[tuple[Player, Player]]) -> Suite:
    return Suite(
        f"podkidnoy-real-{who}",
        f"podkidnoy, real endgames, two {who} players",
        lambda: real_endgames("podkidnoy", 2, pairs),
        size=10_000,
        seconds=60,
    )


TWO_PLAYERS = (
    _random("podkidnoy", 4, 4, size=1000, seconds=10, baseline=20),
    _random("podkidnoy", 5, 5, size=1000, seconds=10, baseline=20),
    _random("podkidnoy", 6, 6, size=1000, seconds=10, baseline=10),
    _random("podkidnoy", 7, 7, size=1000, seconds=10),
    _random("podkidnoy", 8, 8, size=200, seconds=60, baseline=2),
    _random("podkidnoy", 9, 9, size=100, seconds=60),
    _random("podkidnoy", 10, 10, size=100, seconds=60),
    _random("podkidnoy", 12, 12, size=20, seconds=60),
    _random("podkidnoy", 18, 18, size=10, seconds=60),
    _real("podkidnoy", 2, size=1000, seconds=60, baseline=5),
    _real_of("thrifty", ALIKE),
    _real_of("hasty", HASTY),
)
CIRCULAR = (
    _random("perevodnoy", 4, 4, size=300, seconds=10, baseline=20),
    _random("perevodnoy", 6, 6, size=300, seconds=10, baseline=5),
    _random("perevodnoy", 8, 8, size=30, seconds=10),
    _real("perevodnoy", 2, size=50, seconds=10),
    _random("podkidnoy", 2, 2, 2, size=300, seconds=10, baseline=10),
    _random("podkidnoy", 3, 3, 3, size=300, seconds=10, baseline=5),
    _random("podkidnoy", 4, 4, 4, size=50, seconds=10),
    _random("podkidnoy", 5, 5, 5, size=20, seconds=10),
    _random("podkidnoy", 6, 6, 6, size=10, seconds=60),
    _real("podkidnoy", 3, size=20, seconds=10),
    _random("perevodnoy", 3, 3, 3, size=300, seconds=10),
    _random("podkidnoy", 3, 3, 3, 3, size=100, seconds=10),
    _random("podkidnoy", 3, 3, 3, 3, 3, size=20, seconds=10),
    _random("podkidnoy", *[2] * 6, size=20, seconds=10),
    Suite(
        "podkidnoy-deal-6",
        "podkidnoy, the deal for six",
        lambda: six_players("podkidnoy"),
        4,
        60,
    ),
)
SUITES = (*TWO_PLAYERS, *CIRCULAR)
