"""Tables of three players, held against the plain solver and the circular kernel.

The default run compares every bout start with up to four cards and some ten thousand
with five and six.  Every one with five, many more with six and seven; some minutes:

    python -m pytest tests/ext/test_trio.py -m heavy
"""

from collections import Counter
from collections.abc import Iterable, Iterator
from functools import cache
from itertools import product
from random import Random
from typing import NamedTuple

import numpy as np
import pytest
from numpy.typing import NDArray
from regions import answered, judged
from relabelling import relabelled
from strategies import durak_start, holders, pack

from kozyr import notation
from kozyr.cards import mask_of
from kozyr.circular_engine import CircularEngine
from kozyr.engine import Budget
from kozyr.ext import layer, trio
from kozyr.ext.canonical import patterns
from kozyr.ext.tables import Tables
from kozyr.ext.trio import MOST, TrioTables
from kozyr.games.durak import PODKIDNOY, Durak
from kozyr.reference import Region
from kozyr.values import Value

Words = NDArray[np.uint64]
VARIANTS = ((PODKIDNOY, False),)


class Built(NamedTuple):
    """A layer: its patterns, its index and its values."""

    patterns: Words
    slots: Words
    values: Words


def indexed(found: Words) -> Words:
    """Return the index of some patterns."""
    slots = np.zeros(1 << (2 * len(found)).bit_length(), np.uint64)
    layer.index(found, slots)
    return slots


def listed(cards: int) -> tuple[Words, Words]:
    """Return all patterns with so many cards and their index."""
    found = np.zeros(patterns(cards), np.uint64)
    patterns(cards, found)
    return found, indexed(found)


def built_from(tables: TrioTables, found: Words) -> Built:
    """Solve some patterns with the same number of cards."""
    words = trio.bits_of(int(found[0]).bit_count()) // 64
    values = np.zeros(len(found) * words, np.uint64)
    trio.build(tables, found, values)
    return Built(found, indexed(found), values)


@cache
def layers(cards: int) -> tuple[TrioTables, dict[int, Built]]:
    """Return the tables up to so many cards, and what they are made of."""
    tables, built = TrioTables(), {}
    for number in range(2, cards + 1):
        each = built[number] = built_from(tables, listed(number)[0])
        tables.add(number, each.slots, each.values)
    return tables, built


def seen_from(position: Durak, seat: int) -> tuple[tuple[int, int, int], int]:
    """Return the hands clockwise from the mover's and a seat's place among them."""
    first = position.mover - 1
    one, two, three = position.hands[first:] + position.hands[:first]
    return (one, two, three), (seat - position.mover) % 3


def looked_up(tables: TrioTables, position: Durak, seat: int) -> Value:
    """Return what the tables say of a bout start for a seat alone."""
    value = tables.value(position.trump, *seen_from(position, seat))
    assert value is not None, str(position)
    return Value(value)


def shares_of(pattern: int, cards: int, trump: int) -> Iterator[Durak]:
    """Yield every bout start with the cards of a pattern; seat 1 attacks."""
    named = []
    for bit in range(36):
        if pattern >> bit & 1:
            suit = (trump + 1 + bit % 4) % 4  # the kernel's trump suit is 3
            named.append(9 * suit + bit // 4)
    for owners in product(range(3), repeat=cards):
        hands = [0, 0, 0]
        for card, owner in zip(named, owners, strict=True):
            hands[owner] |= 1 << card
        if hands[0] and len(holders(hands)) > 1:
            yield Durak(trump=trump, hands=tuple(hands))


def shares(cards: int, trump: int) -> Iterator[Durak]:
    """Yield every bout start with so many cards but for names; seat 1 attacks."""
    for pattern in listed(cards)[0]:
        yield from shares_of(int(pattern), cards, trump)


def whole(root: Durak) -> Region:
    """Return all that can be reached from a root."""
    region = Region(root, 4000)
    region.explore(Budget(memory=4000))
    return region


def compare(tables: TrioTables, region: Region) -> Counter[object]:
    """Hold every bout start of a region, for each seat alone, against the tables."""
    met: Counter[object] = Counter()
    for seat in (1, 2, 3):
        found = answered(region, {seat})
        for position in region:
            if position.situation is None:
                continue
            assert isinstance(position, Durak)
            value = looked_up(tables, position, seat)
            assert value is found.answers[position].value, (str(position), seat)
            hands, place = seen_from(position, seat)
            sizes = tuple(hand.bit_count() for hand in hands)
            met["all"] += 1
            met[place, value] += 1
            met[sizes] += 1
            if sum(sizes) % 2 and value is Value.DRAW and sizes[place]:
                met["goes round"] += 1
    return met


def compare_all(cards: int, trump: int) -> Counter[object]:
    """Hold every bout start with so many cards against the plain solver."""
    tables, _ = layers(cards)
    met: Counter[object] = Counter()
    seen: set[tuple[int, ...]] = set()
    for start in shares(cards, trump):
        if start.hands in seen:
            continue
        region = whole(start)
        met += compare(tables, region)
        for each in region:
            if isinstance(each, Durak) and each.situation is not None:
                seen.add(seen_from(each, 1)[0])
    return met


def splits(cards: int) -> list[tuple[int, int, int]]:
    """Return the hand sizes of all bout starts with so many cards."""
    return [
        (one, two, cards - one - two)
        for one in range(1, cards)
        for two in range(cards - one + 1)
    ]


def dealt(rng: Random, sizes: tuple[int, int, int]) -> Durak:
    """Return a random bout start with hands of some sizes clockwise from the mover."""
    cards = pack(rng, sum(sizes))
    hands = []
    for size in sizes:
        hands.append(mask_of(cards[:size]))
        del cards[:size]
    turn = rng.randrange(3)
    return Durak(
        trump=rng.randrange(4),
        hands=(*hands[3 - turn :], *hands[: 3 - turn]),
        mover=turn + 1,
        # Of three seats it asks the same ones, so the values are equal.
        neighbours=rng.random() < 0.5,
    )


def compare_splits(
    seed: int, numbers: tuple[int, ...], rounds: int, most: int = 20_000
) -> Counter[object]:
    """Hold the regions of bout starts of each split against the plain solver."""
    tables, _ = layers(max(numbers))
    rng = Random(seed)
    met: Counter[object] = Counter()
    for cards in numbers:
        for sizes in splits(cards) * rounds:
            region = Region(dealt(rng, sizes))
            region.explore(Budget(nodes=most))
            while not region.complete:
                region = Region(dealt(rng, sizes))
                region.explore(Budget(nodes=most))
            met += compare(tables, region)
    return met


class TestAgainstThePlainSolver:
    """Not one difference, for the lone seat at any place, whoever is out."""

    @pytest.mark.parametrize("cards", [2, 3, 4])
    def test_every_bout_start_with_few_cards(self, cards: int) -> None:
        met = compare_all(cards, trump=cards % 4)
        assert all(met[each] for each in splits(cards))

    def test_bout_starts_of_every_split_with_five_and_six_cards(self) -> None:
        met = compare_splits(1, (5, 6), 2)
        assert all(met[each] for cards in (5, 6) for each in splits(cards))
        assert all(met[place, value] > 100 for place in range(3) for value in Value)
        assert met["goes round"] > 20
        assert met["all"] > 10_000

    @pytest.mark.heavy
    def test_every_bout_start_with_five_cards(self) -> None:
        met = compare_all(5, trump=1)
        assert all(met[each] for each in splits(5))

    @pytest.mark.heavy
    @pytest.mark.parametrize("seed", range(1000, 1010))
    def test_many_bout_starts_with_six_and_seven_cards(self, seed: int) -> None:
        met = compare_splits(seed, (6, 7), 3, 200_000)
        assert all(met[each] for cards in (6, 7) for each in splits(cards))


def compare_with_kernel(tables: TrioTables, starts: Iterable[Durak]) -> Counter[Value]:
    """Hold bout starts against the search for each seat alone."""
    engine = CircularEngine(100.0)
    met: Counter[Value] = Counter()
    for start in starts:
        for seat in (1, 2, 3):
            value = looked_up(tables, start, seat)
            answer = judged(engine, start, frozenset({seat}))
            assert answer.value is value, (str(start), seat)
            met[value] += 1
    return met


def random_starts(seed: int, number: int, cards: tuple[int, int]) -> Iterator[Durak]:
    """Yield random bout starts of three seats, some of them out, some with a cap of 5.

    So few cards never come near a cap.
    """
    rng = Random(seed)
    for _ in range(number):
        yield durak_start(rng, cards=cards, seats=(3, 3), variants=VARIANTS)


class TestAgainstTheCircularKernel:
    """The search asks the same two questions and shares only the rules of a bout."""

    def test_random_bout_starts(self) -> None:
        met = compare_with_kernel(layers(6)[0], random_starts(1, 1000, (2, 6)))
        assert all(met[value] > 200 for value in Value)

    def test_some_patterns_of_seven_cards(self) -> None:
        rng = Random(2)
        every, _ = listed(7)
        some = np.array(rng.sample(list(every), 60))
        tables = TrioTables()
        for cards, each in layers(6)[1].items():
            tables.add(cards, each.slots, each.values)
        seven = built_from(tables, some)
        tables.add(7, seven.slots, seven.values)
        starts = [start for each in some for start in shares_of(int(each), 7, 2)]
        met = compare_with_kernel(tables, rng.sample(starts, 2000))
        assert all(met[value] > 50 for value in Value)

    @pytest.mark.heavy
    @pytest.mark.parametrize("seed", range(5))
    def test_many_with_seven_cards(self, seed: int) -> None:
        met = compare_with_kernel(layers(7)[0], random_starts(seed, 20_000, (7, 7)))
        assert all(met[value] > 200 for value in Value)


def two_player_tables(cards: int) -> Tables:
    """Return the podkidnoy tables of two players up to so many cards."""
    tables = Tables()
    for number in range(2, cards + 1):
        found, slots = listed(number)
        vectors = 2 - number % 2
        bits = len(found) * vectors << number
        values = np.zeros(-(-bits // 64), np.uint64)
        layer.build(tables, found, values, False, vectors)
        tables.add(number, slots, values, vectors)
    return tables


class TestTwoLeft:
    """With one seat out it is the game of two, whichever seat is out."""

    def test_the_tables_of_two_say_the_same(self) -> None:
        tables, _ = layers(6)
        others = two_player_tables(6)
        rng = Random(1)
        for _ in range(4000):
            start = durak_start(rng, cards=(2, 6), seats=(2, 2), variants=VARIANTS)
            mine, other = seen = start.hands[:: 1 if start.mover == 1 else -1]
            expected = others.value(start.trump, *seen)
            assert expected is not None
            for hands, defender in (((mine, other, 0), 1), ((mine, 0, other), 2)):
                assert tables.value(start.trump, hands, 0) == expected
                assert tables.value(start.trump, hands, defender) == -expected

    def test_who_is_out_never_loses_and_has_not_always_won(self) -> None:
        tables, _ = layers(6)
        rng, met = Random(2), Counter[int | None]()
        for _ in range(4000):
            start = durak_start(rng, cards=(2, 6), seats=(2, 2), variants=VARIANTS)
            mine, other = start.hands
            one = tables.value(start.trump, (mine, other, 0), 2)
            assert one == tables.value(start.trump, (mine, 0, other), 1)
            met[one] += 1
        assert met[-1] == 0 and met[0] > 100 and met[1] > 100


class TestTables:
    """What the tables hold, and what they refuse."""

    def test_names_of_cards_and_suits_change_nothing(self) -> None:
        tables, _ = layers(6)
        rng = Random(3)
        for _ in range(1000):
            start = durak_start(rng, cards=(3, 6), seats=(3, 3), variants=VARIANTS)
            for seat in (1, 2, 3):
                other, (moved,) = relabelled(rng, start, [seat])
                value = looked_up(tables, start, seat)
                assert looked_up(tables, other, moved) is value

    def test_what_is_over_and_what_is_no_start(self) -> None:
        tables, _ = layers(3)
        sevens = 1 << 1 | 1 << 10
        assert tables.value(0, (sevens, 0, 0), 0) == -1
        assert tables.value(0, (sevens, 0, 0), 1) == 1
        assert tables.value(0, (sevens, 0, 0), 2) == 1
        assert tables.value(0, (0, sevens, 1), 0) is None
        assert tables.value(0, (sevens, 1 << 19, 1 << 28), 0) is None
        assert tables.most == 3 and TrioTables().most == 0

    def test_parts_of_a_layer_are_the_layer(self) -> None:
        tables, built = layers(5)
        for cards in (2, 3, 4, 5):
            whole = built[cards]
            words = trio.bits_of(cards) // 64
            rng = Random(cards)
            for _ in range(20):
                start = rng.randrange(len(whole.patterns))
                part = built_from(tables, whole.patterns[start : start + 20])
                same = whole.values[start * words :][: len(part.values)]
                assert (part.values == same).all()

    def test_the_tally_counts_every_bout_start(self) -> None:
        tables, built = layers(4)
        for cards in (2, 3, 4):
            sizes = cards + 1
            counted = np.zeros(6 * sizes**2, np.uint64)
            trio.tally(built[cards].values, cards, counted)
            expected: Counter[tuple[int, ...]] = Counter()
            for start in shares(cards, 3):
                one, two, _ = (hand.bit_count() for hand in start.hands)
                for place in range(3):
                    value = looked_up(tables, start, place + 1)
                    expected[place, 0, one, two] += value is Value.WIN
                    expected[place, 1, one, two] += value is not Value.LOSS
            by_size = counted.reshape(3, 2, sizes, sizes)
            for key in np.ndindex(by_size.shape):
                if key[2] < cards:
                    assert by_size[key] == expected[key]
            # Where the attacker alone holds cards, he has lost.
            alone = by_size[:, :, cards, 0]
            assert (alone == np.array([[0], [1], [1]]) * len(built[cards][0])).all()

    def test_what_can_not_be_built_is_refused(self) -> None:
        tables, built = layers(3)
        for cards in (0, 1, MOST + 1):
            with pytest.raises(ValueError, match="no layer has"):
                tables.add(cards, built[3].slots, built[3].values)
        five, _ = listed(5)
        with pytest.raises(ValueError, match="no layer of 3 cards"):
            trio.build(TrioTables(), five, built[3].values)
        with pytest.raises(ValueError, match="room"):
            trio.build(tables, five, np.zeros(4, np.uint64))


class TestKnown:
    """Bout starts that can be followed by hand, for each seat alone."""

    @pytest.mark.parametrize(
        ("text", "values"),
        [
            # 2 must take the ace, and then what 3 lays, or keeps the six.
            ("podkidnoy h As/6s/7s - 1", "win loss win"),
            # 2 covers and is out with 1.
            ("podkidnoy h 6s/7s/8s - 1", "win win loss"),
            # The same with nobody left, which is as good as the seat that is out gets.
            ("podkidnoy h 8s/9s/- - 1", "draw draw draw"),
            ("podkidnoy h 8s/-/9s - 1", "draw draw draw"),
            # 2 has no choice, so the two others have not either.
            ("podkidnoy h 9s/8s/- - 1", "win loss win"),
        ],
    )
    def test_a_small_one(self, text: str, values: str) -> None:
        position = notation.position(text)
        assert isinstance(position, Durak)
        tables, _ = layers(6)
        found = [str(looked_up(tables, position, seat)) for seat in (1, 2, 3)]
        assert " ".join(found) == values
