"""The plain solver is right: by hand, by brute force, and by its own consistency."""

import gc
import tracemalloc
from collections.abc import Collection
from random import Random

import pytest
from graph_games import Node, Table
from horizon import results
from hypothesis import given, settings
from hypothesis import strategies as st
from strategies import (
    coalition,
    durak_start,
    kryt_start,
    tiny_positions,
)

from kozyr import notation
from kozyr.engine import NOTHING, Budget
from kozyr.games.durak import Durak
from kozyr.position import Position
from kozyr.reference import Answer, Answers, ReferenceEngine, Region
from kozyr.values import Value

WIN, DRAW, LOSS = Value.WIN, Value.DRAW, Value.LOSS
CIRCLE = Durak.read("perevodnoy s 6d7h7s/6c6h6s8d8h - 1")
LARGE = notation.position("perevodnoy h Th6d8d/8h7cKc/6s7s7d - 1")


def region_of(root: Position) -> Region:
    region = Region(root)
    region.explore(Budget())
    assert region.complete
    return region


def answers_of(root: Position, seats: Collection[int]) -> Answers:
    answers = region_of(root).answers(seats)
    assert answers is not None
    return answers


def judged(text: str, *seats: int) -> Answer:
    position = notation.position(text)
    return answers_of(position, seats or [position.mover])[position]


class TestByHand:
    """Endings that can be followed with a finger."""

    def test_an_unbeatable_last_card_makes_the_defender_take_it(self) -> None:
        assert judged("podkidnoy h Kc/Kd - 1") == (WIN, 2)
        assert judged("podkidnoy h -/Kd Kc 2 by=1") == (LOSS, 1)

    def test_last_cards_shed_in_one_bout_are_a_draw(self) -> None:
        assert judged("podkidnoy d Kh/Qd - 1") == (DRAW, None)
        assert judged("podkidnoy d -/Qd Kh 2 by=1") == (DRAW, None)

    def test_throwing_in_after_the_take_ends_the_game_sooner(self) -> None:
        # 7s, take, +7d; to decline would cost another attack and another take.
        assert judged("podkidnoy h 7s7d/QcKc - 1") == (WIN, 3)
        answers = answers_of(notation.position("podkidnoy h 7s7d/QcKc - 1"), [1])
        taken = notation.position("podkidnoy h 7d/QcKc 7s 1 by=1 taking")
        assert answers[taken] == (WIN, 1)
        assert answers[taken.play("done")] == (WIN, 2)

    def test_nothing_is_thrown_in_beyond_the_defenders_hand(self) -> None:
        # 7s is all that one card can be attacked with: 7s, take, 7d, take.
        assert judged("podkidnoy h 7s7d/Kc - 1") == (WIN, 4)

    def test_the_loser_holds_out_as_long_as_he_can(self) -> None:
        # If he takes 7s, 7d is thrown in at once; if he covers it, 7d is added and
        # he takes then.
        position = notation.position("podkidnoy h 7s7d/8sKc - 1")
        answers = answers_of(position, [2])
        attacked = position.play("7s")
        assert answers[attacked] == (LOSS, 3)
        assert answers[attacked.play("take")] == (LOSS, 1)
        assert answers[attacked.play("7s:8s")] == (LOSS, 2)

    def test_a_transfer_hands_the_cards_on(self) -> None:
        # Seat 2 sheds his last seven onto seat 3, who must take and is the durak.
        text = "perevodnoy h 7s/7d/8cKc - 1"
        assert judged(text, 2) == (WIN, 3)
        assert judged(text, 3) == (LOSS, 3)

    def test_the_durak_decides_for_every_coalition(self) -> None:
        # Seat 2 must take 7s and is left alone with seat 3's unbeatable card.
        text = "podkidnoy c 7s/8h/9d - 1"
        assert judged(text, 1) == judged(text, 3) == judged(text, 1, 3) == (WIN, 4)
        assert judged(text, 2) == judged(text, 1, 2) == judged(text, 2, 3) == (LOSS, 4)

    def test_a_coalition_of_all_or_of_nobody_can_still_hope_for_a_draw(self) -> None:
        assert judged("podkidnoy d Kh/Qd - 1", 1, 2) == (DRAW, None)
        assert judged("podkidnoy h Kc/Kd - 1", 1, 2) == (LOSS, 2)

    def test_a_last_lead_that_is_beaten_by_the_last_card_is_a_draw(self) -> None:
        assert judged("kryt h 7s/9s - 1") == (DRAW, None)

    @pytest.mark.parametrize("other", ["7s", "9d", "9sTs"])
    def test_any_other_hand_loses_to_a_last_lead(self, other: str) -> None:
        assert judged(f"kryt h 8s/{other} - 1") == (WIN, 1)

    def test_a_last_card_that_covers_wins_at_once(self) -> None:
        assert judged("kryt h Jd/6s7s 8d 1") == (WIN, 1)

    def test_a_pick_up_may_be_all_that_is_left(self) -> None:
        # The ace of trumps can't be beaten; then 8s is led onto the empty pile.
        position = notation.position("kryt h 7s/8s Ah 1")
        assert [str(move) for move in position.legal_moves()] == ["pickup"]
        answers = answers_of(position, [1])
        assert answers[position] == (LOSS, 2)
        assert answers[position.play("pickup")] == (LOSS, 1)


class TestCircles:
    """Play that comes back to where it was."""

    ROUND = ("6d", ">6h", "take", "6c", ">6h", "take", "done")

    @pytest.mark.parametrize("cap", ["", " limit=5"])
    def test_the_smallest_circle_closes_at_the_root(self, cap: str) -> None:
        start = notation.position(str(CIRCLE) + cap)
        position: Position = start
        region = region_of(start)
        for move in self.ROUND:
            assert position in region
            position = position.play(move)
        assert position == CIRCLE
        assert region.number(position) == region.number(start) == 0

    def test_the_attack_that_goes_round_is_not_the_one_that_wins(self) -> None:
        answers = answers_of(CIRCLE, [1])
        assert answers[CIRCLE] == (WIN, 5)
        assert answers[CIRCLE.play("6d")] == (LOSS, 9)

    def test_the_first_cap_of_five_makes_no_other_situation(self) -> None:
        """Going round to gain the sixth card is a repetition, not a plan."""
        capped = CIRCLE._replace(limit=5)
        region = region_of(capped)
        starts = [each for each in region if each.situation == CIRCLE.situation]
        assert starts == [capped]
        assert region.capped

    def test_where_nobody_can_force_an_end_it_is_a_draw(self) -> None:
        # No final response can come of these cards: all draws go round for ever.
        start = notation.position("kryt c Ah/KsTd AdQc 1")
        region = region_of(start)
        ends = [each.outcome for each in region if each.outcome]
        assert ends and all(end.loser is not None for end in ends)
        assert judged(str(start)) == (DRAW, None)
        assert judged(str(start), 2) == (DRAW, None)

    @pytest.mark.parametrize("seed", range(6))
    def test_nobody_can_leave_a_draw_for_better(self, seed: int) -> None:
        """Each side has a move that keeps it, and none that wins."""
        answers, region, seats = solved(seed)
        for position in region:
            if position.mover and answers[position].value is DRAW:
                good = WIN if position.mover in seats else LOSS
                values = [answers[after].value for _, after in position.successors()]
                assert DRAW in values and good not in values


def solved(seed: int) -> tuple[Answers, Region, frozenset[int]]:
    """Solve a random region of a thousand positions and more."""
    rng = Random(seed)
    while True:
        start: Position = durak_start(rng, cards=(5, 7), seats=(2, 4))
        if seed % 3 == 0:
            start = kryt_start(rng, cards=(5, 6), stock=rng.choice((0, 2)))
        seats = coalition(rng, start)
        region = Region(start)
        region.explore(Budget(nodes=20_000))
        if region.complete and len(region) > 1000:
            answers = region.answers(seats)
            assert answers is not None
            return answers, region, seats


class TestConsistency:
    """What must hold between positions, and between coalitions."""

    @pytest.mark.parametrize("seed", range(12))
    def test_a_position_is_worth_its_best_move(self, seed: int) -> None:
        answers, region, seats = solved(seed)
        for position in region:
            outcome = position.outcome
            if outcome is not None:
                value = outcome.value_for(seats)
                plies = None if value is DRAW else 0
                assert answers[position] == (value, plies)
                continue
            sign = 1 if position.mover in seats else -1
            keys = []
            for move, after in position.successors():
                value_after, plies = answers[after]
                assert value_after is not None
                worth = sign * value_after
                away = 0 if plies is None else plies + move.plies
                keys.append((worth, -worth * away))
            worth, signed = max(keys)
            plies = None if worth == 0 else -worth * signed
            assert answers[position] == (Value(sign * worth), plies)

    @pytest.mark.parametrize("seed", range(12))
    def test_what_a_coalition_wins_the_others_lose(self, seed: int) -> None:
        answers, region, seats = solved(seed)
        others = frozenset(range(1, region.positions[0].seats + 1)) - seats
        opposite = region.answers(others)
        assert opposite is not None
        for position in region:
            value, plies = answers[position]
            assert value is not None
            assert opposite[position] == (Value(-value), plies)


class TestBruteForce:
    """Against the recursion "won within r plies?" over every position of a region."""

    @settings(max_examples=150)
    @given(tiny_positions(), st.integers(0, 2**32 - 1))
    def test_both_games(self, start: Position, seed: int) -> None:
        seats = coalition(Random(seed), start)
        answers = answers_of(start, seats)
        for position, expected in results(start, seats).items():
            assert answers[position] == expected

    @pytest.mark.parametrize("seed", range(300))
    def test_made_up_games(self, seed: int) -> None:
        rng = Random(seed)
        start = Node(Table(rng, rng.randint(1, 40)))
        for seats in ([1], [2, 3], [1, 3]):
            answers = answers_of(start, seats)
            for position, expected in results(start, seats).items():
                assert answers[position] == expected


class TestEngine:
    """What is proven on the way, and what happens at a limit."""

    @settings(max_examples=150)
    @given(tiny_positions(), st.integers(0, 2**32 - 1))
    def test_a_search_that_stops_early_gives_the_same_answers(
        self, start: Position, seed: int
    ) -> None:
        seats = coalition(Random(seed), start)
        answers = answers_of(start, seats)
        engine, budget = ReferenceEngine(), Budget()
        for position in (start, *(after for _, after in start.successors())):
            if position.outcome is None:
                value, plies = answers[position]
                assert value is not None
                verdict = engine.judge(position, seats, True, budget)
                assert verdict == (value, value, plies, plies)

    @pytest.mark.parametrize("seed", range(12))
    def test_what_a_part_of_the_region_proves_is_true(self, seed: int) -> None:
        answers, region, seats = solved(seed)
        proven = 0
        part = Region(region.positions[0])
        while not part.complete:
            part.explore(Budget(), 2 * part.expanded + 100)
            found = part.answers(seats)
            assert found is not None
            for position in part:
                value, plies = found[position]
                assert value in (None, answers[position].value)
                assert plies in (None, answers[position].plies)
                proven += value is not None
        assert proven > len(region) // 2

    @pytest.mark.parametrize("nodes", [1, 10, 100, 1000, 5000])
    def test_it_expands_no_more_than_it_may(self, nodes: int) -> None:
        budget = Budget(nodes=nodes)
        verdict = ReferenceEngine().judge(LARGE, frozenset([1]), True, budget)
        assert verdict == NOTHING
        assert (budget.nodes, budget.stopped) == (nodes, "nodes")

    def test_more_nodes_take_it_further(self) -> None:
        engine, seats = ReferenceEngine(), frozenset([1])
        while engine.judge(CIRCLE, seats, True, part := Budget(nodes=50)) == NOTHING:
            assert part.stopped == "nodes"
        assert engine.judge(CIRCLE, seats, True, Budget()) == (WIN, WIN, 5, 5)

    def test_after_a_stop_it_gives_what_it_knows(self) -> None:
        engine, seats, budget = ReferenceEngine(), frozenset([1]), Budget()
        assert engine.judge(CIRCLE, seats, True, budget).value is WIN
        budget.stopped = "time"
        nodes = budget.nodes
        assert engine.judge(CIRCLE.play("7s"), seats, True, budget).value is WIN
        assert engine.judge(LARGE, seats, True, budget) == NOTHING
        assert budget.nodes == nodes

    @pytest.mark.parametrize("seconds", [0.0, 0.05, 0.4, 1.5])
    def test_it_stops_in_time(self, seconds: float) -> None:
        budget = Budget(time=seconds)
        ReferenceEngine().judge(LARGE, frozenset([1]), True, budget)
        # 50 ms on a quiet machine.
        assert seconds <= budget.seconds < seconds + 0.25
        assert budget.stopped == "time"

    def test_it_stops_at_its_memory(self) -> None:
        for engine, budget in (
            (ReferenceEngine(2), Budget()),
            (ReferenceEngine(), Budget(memory=2)),
        ):
            assert engine.judge(LARGE, frozenset([1]), True, budget) == NOTHING
            assert budget.stopped == "memory"
            assert 2000 < budget.nodes < 10_000

    def test_it_counts_about_the_memory_that_it_uses(self) -> None:
        for start in (LARGE, notation.position("kryt h KsAh/7d8c9s 7cQc8dTd 1")):
            region = Region(start)
            tracemalloc.start()
            region.explore(Budget(), 10_000)
            region.answers([1])
            _, used = tracemalloc.get_traced_memory()
            tracemalloc.stop()
            assert 0.7 * region.bytes < used < 1.1 * region.bytes

    def test_ctrl_c_goes_through_and_leaves_a_sound_engine(self) -> None:
        def interrupt(nodes: int, seconds: float) -> None:
            raise KeyboardInterrupt

        engine, seats = ReferenceEngine(), frozenset([1])
        with pytest.raises(KeyboardInterrupt):
            engine.judge(LARGE, seats, True, Budget(progress=interrupt))
        assert engine.judge(CIRCLE, seats, True, Budget()) == (WIN, WIN, 5, 5)

    def test_another_question_does_not_remember_the_first_cap(self) -> None:
        capped = CIRCLE._replace(limit=5)
        engine, seats = ReferenceEngine(), frozenset([1])
        engine.judge(capped, seats, True, once := Budget())
        spent = once.nodes
        engine.judge(CIRCLE, seats, True, once)
        assert once.nodes == spent  # a repetition, known already
        engine.judge(CIRCLE, seats, True, again := Budget())
        assert again.nodes > 0

    def test_large_regions_are_kept_from_the_collector_while_they_last(self) -> None:
        frozen = gc.get_freeze_count()
        region = region_of(CIRCLE)
        assert gc.get_freeze_count() > frozen
        del region
        assert gc.get_freeze_count() == 0
