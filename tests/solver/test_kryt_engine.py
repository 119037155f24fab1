"""The engine for Kryt' against the plain solver, and what it owes its callers."""

import gc
from random import Random
from time import monotonic

import pytest
from strategies import pack

from kozyr.cards import mask_of
from kozyr.engine import DEFAULT_MEMORY, Budget, Verdict, kind_for
from kozyr.ext.kryt import Kryt as Kernel
from kozyr.games.kryt import Kryt
from kozyr.kryt_engine import KrytEngine
from kozyr.position import Position
from kozyr.reference import Region
from kozyr.solve import solve
from kozyr.values import FINAL_RESPONSE, REPETITION, Value

FULL_PACK = (
    "kryt h 8dTd/7dJd "
    "TcAc9sKs7hKc9dTsQsKhJh9h6d6sQc8s8hAhKdQd8c7cQhAsTh7s6cJcAd6hJs9c 1"
)
FULL_PACK_NEVER_WON = (
    "kryt h JdTcKc/TsQc "
    "QdAhTh9s9c8c7cAc8sAsKsKhKdJc6d6hAd7sJhJs9dQh6cTd8h7hQs8d7d9h6s 1"
)

LONG_WIN = (
    "kryt s JhKdAc/6h7h6c "
    "8dTc6dThKhTdQd9s9d7cQh9cJs6sJc7s7dKcAd8h9hAhQs8cKs8sJdTsQcAs 1"
)
"""The whole pile is picked up, and all of it is led to the end."""

WON_BY_A_SET = "kryt d 9s6hJh/Qs6dQc As7h9c7d 1"


def random_start(rng: Random, fewest: int, most: int) -> Kryt:
    cards = pack(rng, rng.randint(fewest, most))
    mine = rng.randint(1, len(cards) - 1)
    theirs = rng.randint(1, len(cards) - mine)
    hands = mask_of(cards[:mine]), mask_of(cards[mine : mine + theirs])
    pile = tuple(cards[mine + theirs :])
    return Kryt("kryt", rng.randrange(4), hands, pile, rng.choice((1, 2)))


def compare(seed: int, positions: int, fewest: int, most: int, memory: float) -> int:
    """Hold the engine, cold and warm, against the plain solver; return how many."""
    rng = Random(seed)
    warm = KrytEngine(memory)
    compared = 0
    while compared < positions:
        root = random_start(rng, fewest, most)
        region = Region(root)
        region.explore(Budget())
        seat = rng.choice((1, 2))
        answers = region.answers([seat])
        assert answers is not None
        found = [each for each in region if each.mover]
        for position in rng.sample(found, min(50, len(found))):
            answer = answers[position]
            for engine in (warm, KrytEngine(memory)):
                verdict = engine.judge(position, frozenset({seat}), True, Budget())
                assert verdict.value is answer.value, str(position)
                assert verdict.plies == answer.plies, str(position)
            compared += 1
    return compared


@pytest.mark.parametrize("seed", range(4))
def test_small_packs(seed: int) -> None:
    assert compare(seed, 150, 3, 8, 100) >= 150


def test_small_packs_with_tiny_tables() -> None:
    assert compare(10, 100, 5, 7, 0.2) >= 100


@pytest.mark.heavy
def test_ten_thousand_positions_of_small_packs() -> None:
    # With 9 cards and more the plain solver takes minutes for a root.
    assert compare(20, 8000, 3, 8, 100) >= 8000
    assert compare(21, 2000, 6, 8, 0.2) >= 2000


@pytest.mark.heavy
def test_packs_of_twelve_are_decided_within_twelve_million_nodes() -> None:
    """At most ten seconds of one core, and the default memory."""
    rng = Random(30)
    for _ in range(20):
        position = random_start(rng, 12, 12)
        budget = Budget(nodes=12_000_000)
        engine = KrytEngine(DEFAULT_MEMORY)
        verdict = engine.judge(position, frozenset({1}), False, budget)
        assert verdict.value is not None, str(position)


def judged(engine: KrytEngine, position: Kryt, seat: int) -> Verdict:
    outcome = position.outcome
    if outcome is not None:
        value = outcome.value_for([seat])
        return Verdict(value, value, None, -1)
    return engine.judge(position, frozenset({seat}), False, Budget())


def test_the_rank_falls_along_the_best_move_of_a_winner() -> None:
    """Asked afresh each time, and never rising with a move of the loser."""
    rng = Random(3)
    ranked = 0
    while ranked < 60:
        position = random_start(rng, 5, 9)
        verdict = judged(KrytEngine(50), position, position.mover)
        if verdict.value is Value.DRAW:
            continue
        assert verdict.rank is not None
        after = [
            judged(KrytEngine(50), each, position.mover)
            for _, each in position.successors()
        ]
        kept = [each.rank for each in after if each.value is verdict.value]
        ranks = [rank for rank in kept if rank is not None]
        assert len(ranks) == len(kept)
        if verdict.value is Value.WIN:
            assert min(ranks) < verdict.rank
        else:
            assert max(ranks) <= verdict.rank
        ranked += 1


def test_a_won_position_is_won_by_best_moves_against_a_stubborn_loser() -> None:
    rng = Random(4)
    played = 0
    while played < 12:
        position = random_start(rng, 6, 9)
        solution = solve(position)
        if solution.value is not Value.WIN:
            continue
        winner, moves = position.mover, 0
        while position.outcome is None:
            if position.mover == winner:
                best = solve(position).best
                assert best is not None
                position = position.after(best)
            else:
                position = rng.choice(position.successors())[1]
            moves += 1
            assert moves < 200
        assert position.outcome.value_for([winner]) is Value.WIN
        played += 1


class Unranked:
    """The engine, stopped before it knows how far a win is."""

    def __init__(self, keep: int) -> None:
        self._engine = KrytEngine(50)
        self._keep = keep
        """Questions whose ranks are kept, before all others lose theirs."""

    def judge(
        self,
        position: Position,
        coalition: frozenset[int],
        distance: bool,
        budget: Budget,
    ) -> Verdict:
        verdict = self._engine.judge(position, coalition, distance, budget)
        self._keep -= 1
        return verdict if self._keep >= 0 else verdict._replace(rank=None)


@pytest.mark.parametrize("keep", [0, 1, 3])
def test_a_win_whose_rank_is_unknown_has_no_best_move(keep: int) -> None:
    """A move that keeps the win could go in circles; one that ends the game can't."""
    rng = Random(6)
    seen = 0
    while seen < 15:
        position = random_start(rng, 6, 8)
        solution = solve(position, engine=Unranked(keep))
        if solution.value is not Value.WIN:
            continue
        first = solution.moves[0]
        assert first.value is Value.WIN
        if solution.best is None:
            assert solution.line == ()
        else:
            assert first.ends or (first.rank is not None and keep)
        seen += not first.ends


def test_a_limit_that_comes_before_the_rank_leaves_none() -> None:
    """A set finds the winner first, and the search is to say how far the win is."""
    position = Kryt.read(WON_BY_A_SET)
    budget = Budget(nodes=300_000)
    verdict = KrytEngine(300).judge(position, frozenset({1}), False, budget)
    assert budget.stopped == "nodes"
    assert verdict.value is Value.WIN
    assert verdict.rank is None
    solution = solve(position, nodes=300_000)
    assert solution.value is Value.WIN
    assert solution.best is None
    assert solution.line == ()
    assert KrytEngine(300).judge(position, frozenset({1}), False, Budget()).rank


def test_the_value_alone_is_known_before_the_rank() -> None:
    position = Kryt.read(LONG_WIN)
    for seat, value in ((1, Value.WIN), (2, Value.LOSS)):
        budget = Budget(nodes=20_000)
        verdict = KrytEngine(50).value(position, frozenset({seat}), budget)
        assert verdict == Verdict(value, value)
        assert budget.stopped is None
    budget = Budget(nodes=20_000)
    verdict = KrytEngine(50).judge(position, frozenset({1}), False, budget)
    assert verdict == Verdict(Value.WIN, Value.WIN)
    assert budget.stopped == "nodes"


def test_the_value_alone_is_the_value() -> None:
    rng = Random(8)
    for _ in range(40):
        position = random_start(rng, 5, 9)
        engine, seat = KrytEngine(50), frozenset({rng.choice((1, 2))})
        alone = engine.value(position, seat, Budget())
        ranked = KrytEngine(50).judge(position, seat, False, Budget())
        assert alone.value is ranked.value


def test_an_engine_that_is_dropped_gives_its_memory_back() -> None:
    """At once, not when Python happens to look for circles."""

    def kernels() -> int:
        return sum(isinstance(each, Kernel) for each in gc.get_objects())

    gc.collect()
    before = kernels()
    engine = KrytEngine(50)
    engine.judge(Kryt.read(FULL_PACK), frozenset({1}), False, Budget(nodes=1000))
    assert kernels() == before + 1
    del engine
    assert kernels() == before


def test_both_kinds_of_draw_are_named() -> None:
    assert solve("kryt c Ah/KsTd AdQc 1").draw == REPETITION
    assert solve("kryt h 7s8s/9s 6s 1").draw == FINAL_RESPONSE
    assert solve("kryt h 9s8s/7s 6s 1").draw is None


def test_a_side_that_can_never_win_is_told_so_though_the_rest_is_open() -> None:
    budget = Budget(nodes=600_000)
    position = Kryt.read(FULL_PACK_NEVER_WON)
    verdict = KrytEngine(300).judge(position, frozenset({1}), False, budget)
    assert verdict.at_most is Value.DRAW
    other = KrytEngine(300).judge(
        position, frozenset({2}), False, Budget(nodes=600_000)
    )
    assert other.at_least is Value.DRAW


@pytest.mark.parametrize("seconds", [0.05, 0.4])
def test_a_time_limit_is_kept(seconds: float) -> None:
    budget = Budget(time=seconds)
    start = monotonic()
    verdict = KrytEngine(1000).judge(
        Kryt.read(FULL_PACK), frozenset({1}), False, budget
    )
    assert budget.stopped == "time"
    # 50 ms when nothing else runs; a busy machine takes its time.
    assert monotonic() - start < seconds + 0.5
    assert verdict.at_least <= verdict.at_most


def test_a_node_limit_is_kept_to_the_node() -> None:
    budget = Budget(nodes=10_000)
    KrytEngine(100).judge(Kryt.read(FULL_PACK), frozenset({2}), False, budget)
    assert budget.stopped == "nodes"
    assert budget.nodes == 10_000


def test_who_serves_what() -> None:
    stocked = Kryt.read("kryt h 6s7s8s/6d7d8d 9s 1 stock=6h")
    assert kind_for(stocked, frozenset({1})) == "reference"
    alone = stocked._replace(stock=())
    assert kind_for(alone, frozenset({1})) == "kryt"
    assert kind_for(alone, frozenset({1, 2})) == "reference"
