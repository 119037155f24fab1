"""The kernel for Durak that goes in circles, held against the plain solver.

The default run compares some thousand positions.  The whole comparison (24,000, and
6,000 more of three hands of three; some minutes, half a gigabyte):

    python -m pytest tests/ext/test_circular.py -m heavy
"""

from collections import Counter
from collections.abc import Callable
from random import Random

import pytest
from known import Known, rows
from naive import NaiveSolver
from regions import (
    COALITIONS,
    SHARP,
    Solved,
    circular_root,
    circular_suite,
    coalition_of,
    judged,
    sharp_suite,
    solved,
)
from relabelling import relabelled
from strategies import PHASES, VARIANTS, durak_in, holders, phase

from kozyr import notation
from kozyr.circular_engine import CircularEngine
from kozyr.engine import Budget
from kozyr.games.durak import Durak
from kozyr.reference import Answer
from kozyr.values import Value

LEAST = 0.7
"""Megabytes that hold the smallest table, of 4,096 questions."""
AMPLE = 100.0
THREES = rows("circular_3x3.jsonl")

Suite = Callable[[int, int], tuple[Solved, list[Durak]]]


def engine_of(found: Solved, memory: float = AMPLE) -> CircularEngine:
    """Return an engine that knows with which attack the game has begun."""
    engine = CircularEngine(memory)
    if found.region.capped:
        judged(engine, found.root, found.seats)
    return engine


def compare(found: Solved, sample: list[Durak]) -> None:
    """Hold values and plies against the plain solver: cold, warm and tiny tables."""
    warm, tiny = engine_of(found), engine_of(found, LEAST)
    for position in sample:
        expected = found.answers[position]
        value = Answer(expected.value, None)
        cold = engine_of(found)
        assert judged(cold, position, found.seats) == value, str(position)
        assert judged(warm, position, found.seats) == value, str(position)
        assert judged(tiny, position, found.seats) == value, str(position)
        assert judged(warm, position, found.seats, True) == expected, str(position)
    for position in sample[:20]:
        expected = found.answers[position]
        assert judged(engine_of(found), position, found.seats, True) == expected
        assert judged(tiny, position, found.seats, True) == expected


class TestAgainstThePlainSolver:
    """Not one difference, whatever is asked and whatever was asked before."""

    @pytest.mark.parametrize("seed", range(24))
    def test_positions_of_every_phase(self, seed: int) -> None:
        compare(*circular_suite(seed, 150))

    @pytest.mark.parametrize("number", range(len(SHARP)))
    def test_regions_in_which_much_leans_on_repetitions(self, number: int) -> None:
        compare(*sharp_suite(number, 150))

    def test_the_smallest_circle(self) -> None:
        """6d, transferred, taken; 6c, transferred, taken: the first position again."""
        root = notation.position("perevodnoy s 6d7h7s/6c6h6s8d8h - 1")
        assert isinstance(root, Durak)
        found = solved(root, [1])
        compare(found, found.sample(Random(0), 200))

    @pytest.mark.heavy
    @pytest.mark.parametrize("seed", range(1000, 1160))
    def test_many_positions_of_every_phase(self, seed: int) -> None:
        compare(*circular_suite(seed, 150, 40_000))

    @pytest.mark.heavy
    @pytest.mark.parametrize("known", THREES[:12:2], ids=str)
    def test_whole_regions_of_three_hands_of_three(self, known: Known) -> None:
        root = notation.position(known.position)
        assert isinstance(root, Durak)
        found = solved(root, known.coalition)
        compare(found, found.sample(Random(0), 1000))

    @pytest.mark.parametrize("known", THREES, ids=str)
    def test_three_hands_of_three(self, known: Known) -> None:
        root = notation.position(known.position)
        assert isinstance(root, Durak)
        seats = frozenset(known.coalition)
        for memory in (AMPLE, LEAST):
            assert judged(CircularEngine(memory), root, seats).value is known.value

    def test_the_positions_come_from_every_corner(self) -> None:
        """Of the roots of the default run, without solving their regions."""
        met: Counter[object] = Counter()
        for seed in range(60):
            rng = Random(seed)
            root = circular_root(rng)
            met[root.seats] += 1
            met[root.game, root.neighbours] += 1
            met[root.limit] += 1
            met["inside a bout" if root.table else "between bouts"] += 1
            met[len(holders(root.hands)) < root.seats] += 1
            met.update(phase(each) for p in PHASES if (each := durak_in(rng, p, root)))
            met.update(k for k in COALITIONS if coalition_of(rng, k, root))
        for each in (*range(2, 7), *VARIANTS, 5, True, False, *PHASES, *COALITIONS):
            assert met[each] > 1, each
        assert met["inside a bout"] > 5


class TestSharpness:
    """The suites would find out a search that stores a draw by repetition."""

    @pytest.mark.parametrize("number", range(len(SHARP)))
    def test_what_naive_storing_gets_wrong_the_kernel_gets_right(
        self, number: int
    ) -> None:
        found, sample = sharp_suite(number, 150)
        naive = NaiveSolver(found.seats)
        for position in sample:
            naive.value(position)
        wrong = [
            position
            for position, believed in naive.answers.items()
            if believed is not found.answers[position].value
        ]
        assert wrong
        compare(found, wrong[:100])

    @pytest.mark.parametrize("number", [0, 1])
    def test_naive_storing_is_wrong_without_any_question_before(
        self, number: int
    ) -> None:
        text, *seats = SHARP[number]
        root = notation.position(text)
        assert isinstance(root, Durak)
        assert judged(CircularEngine(AMPLE), root, frozenset(seats)).value is Value.WIN
        assert NaiveSolver(seats).value(root) is Value.DRAW


class TestWhatNamesMean:
    """Only the order of ranks and of seats counts, not suits and not where one sits."""

    @pytest.mark.parametrize("seed", range(100))
    def test_a_position_under_other_names_is_worth_the_same(self, seed: int) -> None:
        rng = Random(seed)
        position = circular_root(rng)._replace(limit=6)
        seats = coalition_of(rng, "mover", position)
        assert seats is not None
        answer = verdict = None
        warm = CircularEngine(AMPLE)
        for other, others in [(position, seats)] + [
            relabelled(rng, position, seats) for _ in range(4)
        ]:
            cold = CircularEngine(AMPLE)
            if answer is None:
                answer = judged(cold, other, others, True)
                verdict = cold.judge(other, others, False, Budget())
            for engine in (cold, warm):
                assert judged(engine, other, others, True) == answer
                assert engine.judge(other, others, False, Budget()) == verdict
