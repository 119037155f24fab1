"""Random positions for tests: every game, number of seats and phase of a bout.

Each generator takes a ``Random``; the strategies at the end seed one.  A start is
dealt at random from a pack of a few ranks or of all, so that equal ranks meet in
small hands too; every other position comes from random play, so that play can
produce it.
"""

from collections.abc import Iterator, Sequence
from random import Random
from typing import TypeVar

from hypothesis import strategies as st

from kozyr.cards import mask_of
from kozyr.games.durak import PEREVODNOY, PODKIDNOY, Durak
from kozyr.games.kryt import Kryt
from kozyr.position import Position

P = TypeVar("P", bound=Position)

VARIANTS = (
    (PODKIDNOY, False),
    (PEREVODNOY, False),
    (PODKIDNOY, True),
    (PEREVODNOY, True),
)
"""The variants of Durak with whether only neighbours may add."""
PHASES = ("between bouts", "covered", "attacked", "transferred", "taking")
"""Who has to do what in Durak; see ``phase``."""


def pack(rng: Random, cards: int) -> list[int]:
    """Return some different cards in random order, often of as few ranks as can be."""
    fewest = max(1, -(-cards // 4))
    ranks = rng.sample(range(9), min(9, fewest + rng.choice((0, 1, 2, 9))))
    suits = range(4)
    whole = [9 * suit + rank for suit in suits for rank in ranks]
    return rng.sample(whole, cards)


def durak_start(
    rng: Random,
    *,
    cards: tuple[int, int] = (2, 36),
    seats: tuple[int, int] = (2, 6),
    stock: int = 0,
    variants: Sequence[tuple[str, bool]] = VARIANTS,
) -> Durak:
    """Return a bout start with so many cards in the hands, and up to ``stock`` beside.

    Any seat may be empty but for two; every second cap is 5.
    """
    game, neighbours = rng.choice(variants)
    count = rng.randint(*cards)
    seated = rng.randint(*seats)
    beside = rng.randint(0, min(stock, 36 - count))
    dealt = pack(rng, count + beside)
    hands = [0] * seated
    while len(holders(hands)) < 2:
        hands = [0] * seated
        for each in dealt[:count]:
            hands[rng.randrange(seated)] |= 1 << each
    rest = dealt[count:]
    return Durak(
        game=game,
        trump=rest[-1] // 9 if rest else rng.randrange(4),
        hands=tuple(hands),
        mover=rng.choice(holders(hands)),
        limit=rng.choice((5, 6)),
        stock=tuple(rest),
        neighbours=neighbours,
    )


def durak_deal(rng: Random, *, seats: tuple[int, int] = (2, 6)) -> Durak:
    """Return the first bout of a whole game: hands of six and the stock."""
    game, neighbours = rng.choice(VARIANTS)
    seated = rng.randint(*seats)
    dealt = rng.sample(range(36), 36)
    hands = tuple(mask_of(dealt[6 * seat : 6 * seat + 6]) for seat in range(seated))
    return Durak(
        game=game,
        trump=dealt[-1] // 9,
        hands=hands,
        mover=rng.randint(1, seated),
        limit=rng.choice((5, 6)),
        stock=tuple(dealt[6 * seated :]),
        neighbours=neighbours,
    )


def kryt_start(
    rng: Random, *, cards: tuple[int, int] = (2, 36), stock: int = 0
) -> Kryt:
    """Return a position with so many cards in hands and pile, and a stock beside."""
    count = rng.randint(*cards)
    beside = rng.randint(0, min(stock, 36 - count))
    dealt = pack(rng, count + beside)
    held = rng.randint(2, min(count, 12))
    first = rng.randint(1, held - 1)
    rest = dealt[count:]
    return Kryt(
        game="kryt",
        trump=rest[-1] // 9 if rest else rng.randrange(4),
        hands=(mask_of(dealt[:first]), mask_of(dealt[first:held])),
        pile=tuple(dealt[held:count]),
        mover=rng.randint(1, 2),
        stock=tuple(rest),
    )


def holders(hands: Sequence[int]) -> list[int]:
    """Return the seats that hold cards."""
    return [seat for seat, hand in enumerate(hands, 1) if hand]


def course(start: P, rng: Random, most: int = 400) -> Iterator[P]:
    """Yield the positions of a random game, to its end or for ``most`` moves."""
    yield start
    for _ in range(most):
        moves = start.legal_moves()
        if not moves:
            return
        start = start.after(rng.choice(moves))
        yield start


def on_the_way(start: P, rng: Random, most: int = 12) -> P:
    """Return a position that is not over, up to ``most`` random moves from a start."""
    moves = rng.randint(0, most)
    return [each for each in course(start, rng, moves) if each.mover][-1]


def phase(position: Durak) -> str:
    """Return the phase of a position that is not over, one of ``PHASES``.

    In "attacked" the defender has one card to answer, in "transferred" several; in
    "covered" and "taking" an attacker may add.
    """
    if not position.table:
        return "between bouts"
    if position.taking:
        return "taking"
    uncovered = [cover for _, cover in position.table].count(None)
    return ("covered", "attacked", "transferred")[min(uncovered, 2)]


def durak_in(rng: Random, wanted: str, start: Durak) -> Durak | None:
    """Return a position in a wanted phase from one random game, if it has one."""
    found = [
        each for each in course(start, rng) if each.mover and phase(each) == wanted
    ]
    return rng.choice(found) if found else None


def any_durak(rng: Random) -> Durak:
    """Return a bout start: a whole deal, or an ending with or without a stock."""
    if rng.random() < 0.5:
        return durak_deal(rng)
    return durak_start(rng, stock=rng.choice((0, 0, 3)))


def any_start(rng: Random) -> Durak | Kryt:
    """Return a start of any game, of any size, with or without a stock."""
    if rng.randrange(3):
        return any_durak(rng)
    return kryt_start(rng, stock=rng.choice((0, 6)))


def any_position(rng: Random) -> Durak | Kryt:
    """Return a position of any game in any phase that is not over."""
    start = any_start(rng)
    return rng.choice([each for each in course(start, rng, 60) if each.mover])


def tiny_position(rng: Random) -> Durak | Kryt:
    """Return a position of any game whose region is small: some thousand positions.

    Every phase of a bout of Durak is about as frequent as the others.
    """
    if rng.randrange(3) == 0:
        stock = rng.choice((0, 0, 2))
        return on_the_way(kryt_start(rng, cards=(2, 5 - stock // 2), stock=stock), rng)
    wanted = rng.choice(PHASES)
    while True:
        start = durak_start(rng, cards=(2, 6), seats=rng.choice(((2, 2), (3, 6))))
        found = durak_in(rng, wanted, start)
        if found is not None:
            return found


def coalition(rng: Random, position: Position) -> frozenset[int]:
    """Return the mover alone, or any seats but none and all."""
    if rng.random() < 0.5:
        return frozenset([position.mover])
    seats = range(1, position.seats + 1)
    return frozenset(rng.sample(seats, rng.randint(1, position.seats - 1)))


def _randoms() -> st.SearchStrategy[Random]:
    # Seeds, not random choices that Hypothesis makes: the generators try again until
    # they succeed, which with its simplest choices would be never.
    return st.builds(Random, st.integers(0, 2**32 - 1))


def starts() -> st.SearchStrategy[Durak | Kryt]:
    """Bout starts and turns of any game, dealt at random."""
    return st.builds(any_start, _randoms())


def positions() -> st.SearchStrategy[Durak | Kryt]:
    """Positions of any game in any phase, not over."""
    return st.builds(any_position, _randoms())


def tiny_positions() -> st.SearchStrategy[Durak | Kryt]:
    """Positions of any game that the plain solver solves at once."""
    return st.builds(tiny_position, _randoms())
