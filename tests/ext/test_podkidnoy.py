"""The kernel for two-player podkidnoy, held against the plain solver.

The default run compares some thousand positions; many more, in some minutes:

    python -m pytest tests/ext/test_podkidnoy.py -m heavy
"""

from collections import Counter
from random import Random

import pytest
from regions import Solved, judged, podkidnoy_root, podkidnoy_suite
from strategies import PHASES, durak_in, phase

from kozyr.cards import Card, mask_of
from kozyr.ext.podkidnoy import WINNING, Podkidnoy
from kozyr.games.durak import Durak
from kozyr.podkidnoy_engine import PodkidnoyEngine
from kozyr.reference import Answer

LEAST = 0.6
LEAST_WITH_A_STOCK = 17.0
"""Megabytes that hold the smallest tables."""
AMPLE = 100.0


def compare(found: Solved, sample: list[Durak]) -> None:
    """Hold values and plies against the plain solver: cold, warm and tiny tables."""
    least = LEAST_WITH_A_STOCK if found.root.stock else LEAST
    warm, other = PodkidnoyEngine(AMPLE), PodkidnoyEngine(AMPLE)
    tiny = PodkidnoyEngine(least)
    for number, position in enumerate(sample):
        expected = found.answers[position]
        value = Answer(expected.value, None)
        assert judged(warm, position, found.seats) == value, str(position)
        assert judged(tiny, position, found.seats, True) == expected, str(position)
        # A table that has been asked for distances alone, and one for both.
        assert judged(other, position, found.seats, True) == expected, str(position)
        assert judged(warm, position, found.seats, True) == expected, str(position)
        if number < 40:
            cold = PodkidnoyEngine(AMPLE)
            assert judged(cold, position, found.seats) == value, str(position)
            cold = PodkidnoyEngine(AMPLE)
            assert judged(cold, position, found.seats, True) == expected


class TestAgainstThePlainSolver:
    """Not one difference, with or without a stock, in and between bouts."""

    @pytest.mark.parametrize("seed", range(24))
    def test_positions_of_every_phase(self, seed: int) -> None:
        compare(*podkidnoy_suite(seed, 100))

    @pytest.mark.heavy
    @pytest.mark.parametrize("seed", range(1000, 1150))
    def test_many_positions_of_every_phase(self, seed: int) -> None:
        compare(*podkidnoy_suite(seed, 200, 60_000))

    def test_the_positions_come_from_every_corner(self) -> None:
        met: Counter[object] = Counter()
        for seed in range(40):
            rng = Random(seed)
            root = podkidnoy_root(rng)
            met[root.limit] += 1
            met[root.neighbours] += 1
            met["stock" if root.stock else "no stock"] += 1
            met["inside a bout" if root.table else "between bouts"] += 1
            met.update(phase(each) for p in PHASES if (each := durak_in(rng, p, root)))
        podkidnoy = [each for each in PHASES if each != "transferred"]
        for each in (5, 6, True, False, "stock", "no stock", *podkidnoy):
            assert met[each] > 3, each
        assert met["inside a bout"] > 3


def hand(text: str) -> int:
    return mask_of(Card(text[at : at + 2]) for at in range(0, len(text), 2))


TRUMP = 0
STRONG, WEAK = hand("7sKs6d8dTdAd9cAc"), hand("6s6h7h8hAhQdKd8c")
"""Eight cards each: a million nodes."""


def score(
    kernel: Podkidnoy,
    alpha: int = -WINNING,
    beta: int = WINNING,
    hands: tuple[int, int] = (STRONG, WEAK),
    stock: tuple[int, ...] = (),
) -> int | None:
    """Ask about a bout start with the first hand to attack."""
    kernel.place(TRUMP, *hands, (), (), False, False, 6, stock)
    return kernel.score(alpha, beta)


class TestWindows:
    """A score at or beyond an end of the window is a bound, between them exact."""

    @pytest.mark.parametrize("seed", range(12))
    def test_every_window_tells_the_same(self, seed: int) -> None:
        rng = Random(seed)
        pack = rng.sample(range(36), 12)
        hands = mask_of(pack[:6]), mask_of(pack[6:])
        exact = score(Podkidnoy(2**22), hands=hands)
        assert exact is not None
        warm = Podkidnoy(2**22)
        ends = [-WINNING, -1, 0, 1, WINNING, exact - 1, exact, exact + 1, exact + 3]
        for _ in range(40):
            alpha, beta = sorted(rng.sample(sorted(set(ends)), 2))
            for kernel in (warm, Podkidnoy(2**20)):
                found = score(kernel, alpha, beta, hands)
                assert found is not None
                if found <= alpha:
                    assert exact <= found
                elif found >= beta:
                    assert exact >= found
                else:
                    assert exact == found


class TestTable:
    """It grows within its limit, replaces when full, and can be emptied."""

    def test_it_never_exceeds_the_limit(self) -> None:
        for memory in (2**19, 2**19 + 2**18, 2**20, 3 * 10**6, 10**7):
            kernel = Podkidnoy(memory)
            while (nodes := kernel.nodes) < 10**6:
                kernel.meter(Allowance(50_000))
                if score(kernel, 0, 1) is not None:
                    break
                assert kernel.table_bytes <= memory
                assert kernel.nodes > nodes
            assert kernel.table_bytes <= memory
            assert 8 * kernel.stored <= kernel.table_bytes

    def test_what_does_not_fit_is_refused(self) -> None:
        for memory, stocked in ((2**19 - 1, False), (0, False), (2**24 - 1, True)):
            with pytest.raises(MemoryError):
                Podkidnoy(memory, stocked)
        assert Podkidnoy(2**19).table_bytes == 2**19
        assert Podkidnoy(2**24, True).table_bytes == 2**24

    def test_a_full_table_replaces_and_answers_the_same(self) -> None:
        hands = hand("7sKsAh6d8dTdAd9cAc"), hand("6s7h8hJhQdKd8cKc6h")
        large, small = Podkidnoy(10**9), Podkidnoy(2**19)
        assert score(large, 0, 1, hands) == score(small, 0, 1, hands)
        assert small.table_bytes == 2**19
        # Nearly all words are taken, and twice as many would have been wanted.
        assert 0.99 * 2**16 < small.stored <= 2**16 < large.stored / 2
        assert small.nodes > large.nodes

    def test_an_emptied_table_searches_as_a_new_one(self) -> None:
        kernel = Podkidnoy(2**22)
        found = score(kernel, 0, 1)
        once = kernel.nodes
        assert score(kernel, 0, 1) == found
        assert kernel.nodes < once + once // 10
        kernel.clear()
        assert kernel.stored == 0
        before = kernel.nodes
        assert score(kernel, 0, 1) == found
        # Only that the emptied table is larger from the start.
        assert once * 0.9 < kernel.nodes - before <= once

    def test_another_stock_is_another_game(self) -> None:
        """Keys name the size of the stock only, so a new stock empties the table."""
        pack = Random(4).sample(range(36), 14)
        hands = mask_of(pack[:4]), mask_of(pack[4:8])
        stocks = [tuple(pack[8:]), (*pack[9:13], pack[8], pack[13]), tuple(pack[10:])]
        cold = [score(Podkidnoy(2**25, True), hands=hands, stock=s) for s in stocks]
        assert len(set(cold)) > 1
        kernel = Podkidnoy(2**25, True)
        for _ in range(2):
            for stock, expected in zip(stocks, cold, strict=True):
                assert score(kernel, hands=hands, stock=stock) == expected
        assert score(kernel, hands=hands) == score(Podkidnoy(2**20), hands=hands)


class Allowance:
    """Grants some nodes in all, then none."""

    def __init__(self, nodes: int) -> None:
        self.left = nodes
        self.told: list[int] = []

    def __call__(self, nodes: int) -> int:
        self.told.append(nodes)
        granted = min(self.left, 5000)
        self.left -= granted
        return granted


class TestMeter:
    """Whoever meters a kernel can stop it at any time, and it stays sound."""

    def test_it_asks_for_every_node(self) -> None:
        kernel, grant = Podkidnoy(2**22), Allowance(10**9)
        kernel.meter(grant)
        score(kernel, 0, 1)
        assert grant.told == sorted(grant.told)
        steps = [b - a for a, b in zip(grant.told, grant.told[1:], strict=False)]
        # A bout is played out before it asks again.
        assert max(steps) < 5000 + 2000

    @pytest.mark.parametrize("nodes", [0, 1, 5000, 100_000])
    def test_a_stopped_search_says_nothing_and_leaves_nothing_wrong(
        self, nodes: int
    ) -> None:
        kernel = Podkidnoy(2**22)
        kernel.meter(Allowance(nodes))
        assert score(kernel) is None
        assert kernel.nodes < nodes + 2000
        kernel.meter(None)
        for alpha, beta in ((0, 1), (-1, 0)):
            answers = [score(each, alpha, beta) for each in (kernel, Podkidnoy(2**22))]
            assert len({each is not None and each >= beta for each in answers}) == 1

    def test_what_the_grant_raises_comes_out_of_the_search(self) -> None:
        class Fault(BaseException):
            pass

        kernel = Podkidnoy(2**22)
        rest = Allowance(30_000)

        def faulty(nodes: int) -> int:
            if not (granted := rest(nodes)):
                raise Fault
            return granted

        kernel.meter(faulty)
        with pytest.raises(Fault):
            score(kernel)
        kernel.meter(None)
        assert score(kernel, 0, 1) == score(Podkidnoy(2**22), 0, 1)
