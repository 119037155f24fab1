"""Suites of Kryt' positions with the stock exhausted, the same on every machine.

Like ``benchmarks.suites``: made from seeds, cut short at will, never re-drawn.
"""

from collections.abc import Callable, Iterator
from itertools import islice
from random import Random
from typing import NamedTuple

from kozyr.cards import mask_of
from kozyr.deal import PACK, deal, shuffled
from kozyr.games.kryt import Kryt
from kozyr.moves import PICK_UP, SWAP, Move


class KrytSuite(NamedTuple):
    """Positions of one kind; the question is the mover's, who is seat 1 where drawn.

    ``seconds`` is the time limit for each position.
    """

    name: str
    title: str
    source: Callable[[], Iterator[Kryt]]
    size: int
    seconds: float

    def positions(self, most: int | None = None) -> list[Kryt]:
        """Return the suite's positions, or the first ``most`` of them."""
        size = self.size if most is None else min(most, self.size)
        return list(islice(self.source(), size))


def random_positions(mine: int, theirs: int, pack: int = PACK) -> Iterator[Kryt]:
    """Yield positions with random hands of these sizes and all other cards piled.

    The trump is drawn apart: a suit read off one of the cards would tell where in the
    pile a trump lies.
    """
    seed = 0
    while True:
        random = Random(seed)
        seed += 1
        cards = shuffled(random)
        trump = random.randrange(4)
        hands = mask_of(cards[:mine]), mask_of(cards[mine : mine + theirs])
        yield Kryt("kryt", trump, hands, tuple(cards[mine + theirs : pack]), 1)


def real_endgames() -> Iterator[Kryt]:
    """Yield the first position without a stock of games between simple players."""
    seed = 0
    while True:
        position = deal("kryt", 2, seed=seed)
        seed += 1
        assert isinstance(position, Kryt)
        while position.mover and position.stock:
            position = position.after(thrifty(position))
        if position.mover:
            yield position


def thrifty(position: Kryt) -> Move:
    """Part with the cheapest cards that do, a trump only for want of others."""
    moves = position.legal_moves()
    if SWAP in moves:
        return SWAP
    played = [move for move in moves if move != PICK_UP]
    return min(played or moves, key=lambda move: _price(position, move))


def _price(position: Kryt, move: Move) -> int:
    cards = [each for each in (move.card, move.other) if each is not None]
    return sum(each % 9 + 9 * (each // 9 == position.trump) for each in cards)


def _random(
    mine: int, theirs: int, pack: int = PACK, size: int = 100, seconds: float = 10
) -> KrytSuite:
    small = f", a pack of {pack}" if pack < PACK else ""
    return KrytSuite(
        f"kryt-{mine}+{theirs}" + (f"-of-{pack}" if small else ""),
        f"kryt {mine}+{theirs}{small}",
        lambda: random_positions(mine, theirs, pack),
        size,
        seconds,
    )


KRYT = (
    _random(2, 2),
    _random(3, 2),
    _random(2, 3),
    _random(3, 3),
    _random(4, 3),
    _random(3, 4),
    _random(5, 3),
    _random(3, 5),
    _random(9, 3, size=40),
    KrytSuite("kryt-real", "kryt, real endgames", real_endgames, 100, 10),
    _random(3, 3, 10, size=40),
    _random(3, 3, 12, size=40),
    _random(4, 4, 12, size=40),
    _random(5, 3, 12, size=25),
    _random(2, 6, 12, size=25),
    _random(6, 6, 12, size=25),
)
