"""Positions with known answers: whole regions, solved by the plain solver.

One region gives the values and plies of everything that play can reach from its root,
so a kernel is held against hundreds of positions at the price of one.
"""

from collections.abc import Callable, Collection, Sequence
from functools import cache
from random import Random
from typing import NamedTuple

from strategies import PHASES, VARIANTS, durak_in, durak_start, holders, phase

from kozyr import notation
from kozyr.engine import Budget, Engine
from kozyr.games.durak import PODKIDNOY, Durak
from kozyr.reference import Answer, Answers, Region
from kozyr.values import Value

SHARP = (
    ("podkidnoy+neighbours s JsJhKc/AsTdJd/Th - 1", 2),
    ("podkidnoy+neighbours h 6s8sTd8c/6d/9c/9h - 1", 1),
    ("podkidnoy c Ks/AhJdQd/Ts/AdQc - 2", 2),
    ("podkidnoy h AhQd/8s9s8d/QcAc - 1", 1),
    ("podkidnoy+neighbours s 6s6dTd/ThQh/-/6cQc - 1", 1, 2),
    ("podkidnoy+neighbours h TdAc/TsAsAd/8dTc - 3", 2, 3),
    ("perevodnoy+neighbours c Qh/9sQs8h/JsJhQd - 2", 2),
)
"""Roots, with coalitions, of regions in which many answers lean on a repetition."""
COALITIONS = ("mover", "one seat", "several seats", "all holders", "no holder")
"""Kinds of coalition; see ``coalition_of``."""


class Solved(NamedTuple):
    """A region and the answers for one coalition."""

    region: Region
    seats: frozenset[int]
    answers: Answers

    @property
    def root(self) -> Durak:
        return self.region.positions[0]  # type: ignore[return-value]

    def sample(self, rng: Random, most: int) -> list[Durak]:
        """Return the root and other positions of the region that are not over.

        In random order after the root; every phase of a bout is as frequent as the
        others, where the region has enough of each.
        """
        by_phase: dict[str, list[Durak]] = {each: [] for each in PHASES}
        for position in self.region.positions[1:]:
            if position.mover:
                assert isinstance(position, Durak)
                by_phase[phase(position)].append(position)
        groups = sorted(by_phase.values(), key=len)
        found: list[Durak] = []
        for number, group in enumerate(groups):
            share = (most - 1 - len(found)) // (len(groups) - number)
            found += rng.sample(group, min(share, len(group)))
        rng.shuffle(found)
        return [self.root, *found]


def answered(region: Region, seats: Collection[int]) -> Solved:
    """Return a whole region with its answers for a coalition."""
    assert region.complete
    answers = region.answers(seats)
    assert answers is not None
    return Solved(region, frozenset(seats), answers)


def solved(root: Durak, seats: Collection[int], memory: float = 4000) -> Solved:
    """Solve the region of a root, however large."""
    region = Region(root, memory)
    region.explore(Budget(memory=memory))
    return answered(region, seats)


def small_region(
    rng: Random,
    make: Callable[[Random], Durak],
    *,
    fewest: int = 300,
    most: int = 10_000,
) -> Region:
    """Return the region of a random root that has about so many positions."""
    while True:
        region = Region(make(rng))
        region.explore(Budget(nodes=most))
        if region.complete and len(region) >= fewest:
            return region


def circular_root(rng: Random) -> Durak:
    """Return a position without a stock that is not two players' podkidnoy.

    A bout start or, one time in four, a position inside a bout.
    """
    while True:
        seats = rng.choice((2, 2, 3, 3, 3, 4, 4, 5, 6))
        variants = VARIANTS if seats > 2 else [v for v in VARIANTS if v[0] != PODKIDNOY]
        # In the smaller regions play hardly ever comes back to where it was.
        cards = (6, 9) if seats == 2 else (6, 8) if seats < 5 else (6, 7)
        start = durak_start(rng, cards=cards, seats=(seats, seats), variants=variants)
        if seats > 2 and len(holders(start.hands)) < 3 and rng.random() < 0.8:
            continue  # most of an ending of two players is what two seats have too
        if rng.random() < 0.25:
            inside = durak_in(rng, rng.choice(PHASES[1:]), start)
            if inside is None:
                continue
            start = inside
        return start


def podkidnoy_root(rng: Random) -> Durak:
    """Return a position of two players' podkidnoy, every second one with a stock."""
    while True:
        stock = rng.choice((0, 1, 2, 4, 6))
        cards = (5, 12) if not stock else (4, 10)
        variants = [v for v in VARIANTS if v[0] == PODKIDNOY]
        start = durak_start(
            rng, cards=cards, seats=(2, 2), stock=stock, variants=variants
        )
        if rng.random() < 0.25:
            inside = durak_in(rng, rng.choice(PHASES[1:]), start)
            if inside is None:
                continue
            start = inside
        return start


def coalition_of(rng: Random, kind: str, position: Durak) -> frozenset[int] | None:
    """Return a coalition of a kind for a position, ``None`` where there is none."""
    seats = range(1, position.seats + 1)
    holding = holders(position.hands)
    out = [seat for seat in seats if seat not in holding]
    if kind == "mover":
        return frozenset([position.mover])
    if kind == "one seat":
        return frozenset([rng.choice(seats)])
    if kind == "several seats":
        if position.seats == 2:
            return None
        return frozenset(rng.sample(seats, rng.randint(2, position.seats - 1)))
    if not out:
        return None
    some_out = rng.sample(out, rng.randint(1, len(out)))
    if kind == "no holder":
        return frozenset(some_out)
    # All who hold cards, with some of those who are out but not with all seats.
    return frozenset([*holding, *some_out[1:]])


def some_coalition(rng: Random, position: Durak) -> frozenset[int]:
    """Return a coalition of a random kind."""
    while True:
        seats = coalition_of(rng, rng.choice(COALITIONS), position)
        if seats is not None:
            return seats


def circular_suite(
    seed: int, most: int, largest: int = 10_000
) -> tuple[Solved, list[Durak]]:
    """Return a region for the circular kernel and a sample of its positions."""
    rng = Random(seed)
    region = small_region(rng, circular_root, most=largest)
    root = region.positions[0]
    assert isinstance(root, Durak)
    found = answered(region, some_coalition(rng, root))
    return found, found.sample(rng, most)


def sharp_suite(number: int, most: int) -> tuple[Solved, list[Durak]]:
    """Return one of the ``SHARP`` regions and a sample of its positions."""
    found = _sharp_region(number)
    return found, found.sample(Random(number), most)


@cache
def _sharp_region(number: int) -> Solved:
    text, *seats = SHARP[number]
    root = notation.position(text)
    assert isinstance(root, Durak)
    return solved(root, seats)


def podkidnoy_suite(
    seed: int, most: int, largest: int = 10_000
) -> tuple[Solved, list[Durak]]:
    """Return a region of two players' podkidnoy and a sample of its positions."""
    rng = Random(seed)
    region = small_region(rng, podkidnoy_root, most=largest)
    found = answered(region, [rng.choice((1, 2))])
    return found, found.sample(rng, most)


def judged(
    engine: Engine, position: Durak, seats: frozenset[int], distance: bool = False
) -> Answer:
    """Return what an engine without limits says, in the plain solver's terms."""
    verdict = engine.judge(position, seats, distance, Budget())
    assert verdict.value is not None
    return Answer(verdict.value, verdict.plies)


def values_of(found: Solved, positions: Sequence[Durak]) -> list[Value | None]:
    """Return what some positions are worth."""
    return [found.answers[position].value for position in positions]
