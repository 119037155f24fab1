"""The engine for Durak that goes in circles: what it remembers, ranks, tables, threads.

Its values are held against the plain solver in tests/ext/test_circular.py.
"""

from concurrent.futures import ThreadPoolExecutor
from random import Random

import pytest
from regions import (
    answered,
    circular_suite,
    judged,
    sharp_suite,
    small_region,
    solved,
    values_of,
)
from strategies import durak_start, holders

from kozyr import notation
from kozyr.circular_engine import CircularEngine
from kozyr.engine import Budget
from kozyr.errors import OptionError
from kozyr.games.durak import PEREVODNOY, Durak
from kozyr.reference import Answer
from kozyr.values import Value

WIN, DRAW, LOSS = Value.WIN, Value.DRAW, Value.LOSS


def durak(text: str) -> Durak:
    position = notation.position(text)
    assert isinstance(position, Durak)
    return position


def rank(engine: CircularEngine, position: Durak, seats: frozenset[int]) -> int | None:
    return engine.judge(position, seats, False, Budget()).rank


class TestMemory:
    """What was asked before makes no difference."""

    # Large enough that two players come to hold each other's cards: then one search
    # asks about the same cards for either side.  The second positions were once
    # answered wrongly after the first ones.
    @pytest.mark.parametrize(
        ("first", "seats", "then"),
        [
            (
                "perevodnoy d 6c/Qs6h8hQc/6s8s8c/Qh6d8d - 4",
                (2, 3),
                "perevodnoy c 6s7s8h6d6c/8s6h7h7d - 1",
            ),
            (
                "perevodnoy s 9s/7h9dAd/7sAs9hAc/7d7c9c - 2",
                (1, 3),
                "perevodnoy c 6s7s8h6d6c/8s6h7h7d - 1",
            ),
            (
                "perevodnoy s As9hAhAd9c/6s7h7d9d6c7cAc - 2",
                (2,),
                "perevodnoy c 6s7h8d/7s8s6h8h7d - 1",
            ),
            (
                "perevodnoy c TsQh7d7c/7sQs7hThTdQdTc - 2",
                (1,),
                "perevodnoy c 6s7s8h6d6c/8s6h7h7d - 1",
            ),
        ],
    )
    def test_the_sides_of_one_entry_are_not_taken_for_each_other(
        self, first: str, seats: tuple[int, ...], then: str
    ) -> None:
        engine = CircularEngine(1000)
        judged(engine, durak(first), frozenset(seats))
        assert judged(engine, durak(then), frozenset([1])).value is LOSS

    @pytest.mark.parametrize("seed", range(12))
    def test_one_table_serves_every_coalition(self, seed: int) -> None:
        found, sample = circular_suite(seed + 500, 8)
        engine = CircularEngine(100)
        seats = range(1, found.root.seats + 1)
        for seat in seats:
            for coalition in ([seat], [each for each in seats if each != seat]):
                answers = found.region.answers(coalition)
                assert answers is not None
                for position in sample:
                    value = answers[position].value
                    assert judged(engine, position, frozenset(coalition)).value is value

    def test_the_variants_are_not_mixed_up(self) -> None:
        hands = "6s7h8d/7s8s6h8h7d"
        engine = CircularEngine(100)
        for game in ("perevodnoy", "podkidnoy", "perevodnoy") * 2:
            position = durak(f"{game} c {hands}/9s - 1")
            for seats in (frozenset([1]), frozenset([2, 3])):
                cold = judged(CircularEngine(100), position, seats)
                assert judged(engine, position, seats) == cold


class TestFirstAttack:
    """A cap of 5 belongs to one bout start, and who comes back to it repeats it."""

    def test_a_move_that_wins_by_a_return_to_it_wins(self) -> None:
        root = durak("perevodnoy h Ts7hTd/-/7sTh7d7c - 1 limit=5")
        found = solved(root, [1])
        assert found.region.capped
        engine = CircularEngine(100)
        assert judged(engine, root, found.seats, True) == found.answers[root]
        after = root.play("7h")
        assert found.answers[after] == Answer(WIN, 13)
        assert judged(engine, after, found.seats, True) == Answer(WIN, 13)

    @pytest.mark.parametrize("seed", range(14))
    def test_its_moves_are_worth_what_the_plain_solver_says(self, seed: int) -> None:
        rng = Random(seed)
        region = small_region(rng, first_attack)
        root = region.positions[0]
        assert isinstance(root, Durak) and region.capped
        found = answered(region, [root.mover])
        engine = CircularEngine(100)
        for position in [root] + [after for _, after in root.successors()]:
            if position.mover:
                answer = found.answers[position]
                value = Answer(answer.value, None)
                assert judged(engine, position, found.seats) == value
                assert judged(engine, position, found.seats, True) == answer

    def test_another_game_is_another_question(self) -> None:
        root = durak("perevodnoy h Ts7hTd/-/7sTh7d7c - 1 limit=5")
        seats, engine = frozenset([1]), CircularEngine(100)
        other = durak("perevodnoy h Ts7hTd/7sTh7d7c/- - 1 limit=5")
        for position in (root, other, root):
            assert judged(engine, position, seats) == judged(
                CircularEngine(100), position, seats
            )


def first_attack(rng: Random) -> Durak:
    root = durak_start(rng, cards=(6, 8), seats=(2, 4))._replace(limit=5)
    return root._replace(game=PEREVODNOY) if len(holders(root.hands)) == 2 else root


class TestRank:
    """A number of the position alone, which never rises along best play."""

    @pytest.mark.parametrize("seed", range(10))
    def test_it_depends_on_nothing_that_was_asked_before(self, seed: int) -> None:
        found, sample = circular_suite(seed + 700, 60)
        warm, tiny = CircularEngine(100), CircularEngine(0.7)
        if found.region.capped:
            return self.check_first_attack(found.root, found.seats)
        for position in sample:
            cold = rank(CircularEngine(100), position, found.seats)
            decided = found.answers[position].value is not DRAW
            assert (cold is not None) is decided
            assert rank(warm, position, found.seats) == cold
            assert rank(tiny, position, found.seats) == cold
        return None

    def check_first_attack(self, root: Durak, seats: frozenset[int]) -> None:
        warm = CircularEngine(100)
        for _ in range(2):
            assert rank(warm, root, seats) == rank(CircularEngine(100), root, seats)

    @pytest.mark.parametrize("nodes", [10_000, 100_000, 1_000_000])
    def test_endings_of_two_count_the_same_after_a_larger_game(
        self, nodes: int
    ) -> None:
        """With three players bouts count to the end, with two until cards leave play.

        The ending is too large to be a leaf of the search that begins with three.
        """
        root = durak("perevodnoy s Ks6h7d6c/Kc/QsQhKh6dQdKd7cQc - 2")
        ending = durak("perevodnoy s 6h7d6c/-/QsKsQhKh6dQdKd7cQcKc - 1")
        seats, warm = frozenset([1]), CircularEngine(200)
        warm.judge(root, seats, False, Budget(nodes=nodes))
        cold = rank(CircularEngine(200), ending, seats)
        assert rank(warm, ending, seats) == cold is not None

    @pytest.mark.parametrize("distance", [False, True])
    @pytest.mark.parametrize("seed", range(14))
    def test_it_never_rises_along_best_play(self, seed: int, distance: bool) -> None:
        """And the winning side always has a move that keeps it or brings it down."""
        found, sample = sharp_suite(seed % 7, 40 + seed)
        engine = CircularEngine(100)

        def far(position: Durak) -> tuple[Value, int]:
            if position.outcome is not None:
                return position.outcome.value_for(found.seats), 0
            verdict = engine.judge(position, found.seats, distance, Budget())
            assert verdict.value is not None
            return verdict.value, verdict.rank or 0

        for position in sample[-20:]:
            value, before = far(position)
            if value is DRAW:
                continue
            winner_moves = (position.mover in found.seats) is (value is WIN)
            kept = [
                after
                for each, after in map(far, (p for _, p in position.successors()))
                if each is value
            ]
            assert (min(kept) if winner_moves else max(kept)) <= before - distance


class TestTables:
    """They stay within what was asked for, and replacing changes no answer."""

    # Tens of thousands of questions each.
    HARD = (
        ("podkidnoy s Ks8dAdAc/7s6dTd9c/6sAhQdKd - 1", DRAW),
        ("podkidnoy s JhKdAc/6h7h6c/6d8dTc - 1", LOSS),
        ("perevodnoy s JhKdAc/6h7h6c/6d8dTc - 1", LOSS),
        ("perevodnoy c 6s8s9sKs6h9dTdKd/7sTs7h8h8dQd7cTc - 1", LOSS),
    )

    @pytest.mark.parametrize("memory", [0.7, 1, 3, 5, 8, 13, 20, 50])
    def test_they_never_exceed_the_limit(self, memory: float) -> None:
        for text, _ in self.HARD:
            engine, position = CircularEngine(memory), durak(text)
            for nodes in (1000, 30_000, 300_000):
                for distance in (False, True):
                    budget = Budget(nodes=nodes)
                    engine.judge(position, frozenset([1]), distance, budget)
                    assert table_bytes(engine) <= memory * 1_000_000
                    assert budget.stopped in (None, "nodes")

    @pytest.mark.parametrize("memory", [0.01, 0.1, 0.5])
    def test_too_little_is_refused_with_the_least_that_is_needed(
        self, memory: float
    ) -> None:
        position = durak(self.HARD[0][0])
        with pytest.raises(OptionError, match=r"^memory: at least 1 MB is needed$"):
            judged(CircularEngine(memory), position, frozenset([1]))

    @pytest.mark.parametrize(("text", "value"), HARD)
    def test_the_smallest_table_replaces_and_answers_the_same(
        self, text: str, value: Value
    ) -> None:
        position, seats = durak(text), frozenset([1])
        large, small = CircularEngine(1000), CircularEngine(0.7)
        assert judged(large, position, seats).value is value
        assert judged(small, position, seats).value is value
        # It is full, and has had to hold many times as much.
        assert stored(small) == 4096 < stored(large) / 3
        # What it has forgotten it finds again.
        assert judged(small, position, seats).value is value


def table_bytes(engine: CircularEngine) -> int:
    return sum(kernel.table_bytes for kernel in engine._kernels.values())


def stored(engine: CircularEngine) -> int:
    return sum(kernel.stored for kernel in engine._kernels.values())


def test_threads_with_an_engine_each_do_not_disturb_each_other() -> None:
    found, sample = sharp_suite(1, 400)

    def values(seed: int) -> list[Value | None]:
        engine, order = CircularEngine(20), list(sample)
        Random(seed).shuffle(order)
        known = {each: judged(engine, each, found.seats).value for each in order}
        return [known[each] for each in sample]

    with ThreadPoolExecutor(4) as threads:
        results = list(threads.map(values, range(8)))
    assert results == [values_of(found, sample)] * 8
