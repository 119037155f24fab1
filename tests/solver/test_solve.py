"""``solve`` puts together what an engine proves: moves, best move, bounds, line."""

import json
from pathlib import Path

import pytest
from engines import DRAWN, LOST, WON, after, lost, told, won

from kozyr import notation
from kozyr.engine import NOTHING, Engine, Verdict, choose
from kozyr.errors import KozyrError, OptionError, PositionError
from kozyr.podkidnoy_engine import PodkidnoyEngine
from kozyr.position import Position
from kozyr.reference import ReferenceEngine
from kozyr.solution import Solution
from kozyr.solve import best, solve
from kozyr.values import BOTH_OUT, FINAL_RESPONSE, REPETITION, Value

WIN, DRAW, LOSS = Value.WIN, Value.DRAW, Value.LOSS
VECTORS = Path(__file__).parent.parent / "vectors" / "exact.jsonl"

# Seat 1 attacks with 6♠ or 7♠; nothing in these cards decides a test below.
SMALL = notation.position("podkidnoy h 6s7s8s/9dTdJd - 1")


def values(solution: Solution) -> dict[str, str]:
    return {str(each.move): str(each.value) for each in solution.moves}


def replayed(solution: Solution) -> list[Position]:
    """Play the line of a solution by the rules."""
    passed = [solution.position]
    for move in solution.line:
        passed.append(passed[-1].play(move))
    return passed


class TestKnownAnswers:
    """The whole way, with the engines that are chosen."""

    @pytest.mark.parametrize(
        ("text", "value", "plies", "best", "draw"),
        [
            ("podkidnoy h Kc/Kd - 1", WIN, 2, "Kc", None),
            ("podkidnoy h 6s7sAh/Kh9d - 1", LOSS, 8, "Ah", None),
            ("podkidnoy d -/Qd Kh 2 by=1", DRAW, None, "Kh:Qd", BOTH_OUT),
            ("kryt h KsAh/7d8c 7cQc8d 1", WIN, 1, "Ah,Ks", None),
            ("perevodnoy s 6d7h7s/6c6h6s8d8h - 1", WIN, 5, "7s", None),
        ],
    )
    def test_a_position(
        self, text: str, value: Value, plies: int | None, best: str, draw: str | None
    ) -> None:
        solution = solve(text, distance=True)
        assert (solution.value, solution.plies, str(solution.best), solution.draw) == (
            value,
            plies,
            best,
            draw,
        )

    def test_a_repetition_is_followed_to_the_first_situation_that_comes_back(
        self,
    ) -> None:
        solution = solve("kryt c Ah/KsTd AdQc 1")
        assert (solution.value, solution.draw) == (DRAW, REPETITION)
        situations = [each.situation for each in replayed(solution)]
        before = [each for each in situations[:-1] if each is not None]
        assert situations[-1] in before
        assert len(set(before)) == len(before)

    def test_a_final_response(self) -> None:
        solution = solve("kryt h Js/8sTh 9dQhKhKs 2", distance=True, nodes=20_000)
        assert (solution.value, solution.draw) == (DRAW, FINAL_RESPONSE)

    def test_the_free_exchange_counts_no_ply(self) -> None:
        solution = solve("kryt h 6h7c/As Jc 1 stock=8d7h", distance=True)
        exchange = next(each for each in solution.moves if str(each.move) == "swap")
        later = solve(after(solution.position, "swap"), [1], distance=True)
        assert (exchange.value, exchange.plies) == (later.value, later.plies)
        assert exchange.plies == 7

    def test_an_object_is_as_good_as_its_text(self) -> None:
        text = "podkidnoy h Kc/Kd - 1"
        assert solve(notation.position(text)).to_dict()["line"] == ["Kc", "take"]


@pytest.mark.parametrize("distance", [False, True])
def test_every_answer_keeps_the_promises_of_the_json_object(distance: bool) -> None:
    for line in VECTORS.read_text().splitlines()[::4]:
        record = json.loads(line)
        text, seats = record["position"], record["coalition"]
        solution = solve(text, seats, distance=distance)
        check_promises(solution, distance)
        assert str(solution.value) == record["value"]
        assert solution.best == best(text, seats, distance=distance)


def check_promises(solution: Solution, distance: bool) -> None:
    """What must hold of every solution without limits, whatever the game."""
    ours = solution.position.mover in solution.coalition
    assert solution.value is not None
    assert solution.best == solution.moves[0].move
    moves = [each.move for each in solution.moves]
    assert sorted(moves) == sorted(solution.position.legal_moves())
    assert [each.sort_key(ours) for each in solution.moves] == sorted(
        each.sort_key(ours) for each in solution.moves
    )
    assert solution.moves[0].value == solution.value
    assert solution.line[0] == solution.best
    end = replayed(solution)[-1]
    if end.outcome is not None:
        assert end.outcome.value_for(solution.coalition) == solution.value
        assert end.outcome.draw == solution.draw
    else:
        assert (solution.value, solution.draw) == (DRAW, REPETITION)
    if solution.value is DRAW or not distance:
        assert solution.plies is None
    else:
        assert solution.plies == sum(move.plies for move in solution.line)
        assert solution.plies == solution.moves[0].plies


@pytest.mark.parametrize(
    ("text", "coalition"),
    [
        ("perevodnoy s 6d7h7s/6c6h6s8d8h - 1", [1]),
        ("perevodnoy s 6d7h7s/6c6h6s8d8h - 1", [2]),
        ("podkidnoy h 6s7d/8d9c/Ts6c - 1", [1, 3]),
        ("podkidnoy h 6s7d/8d9c/Ts6c - 1", [2]),
        ("kryt h KsAh/7d8c 7cQc8d 1", [1]),
        ("kryt h 6h7c/As Jc 1 stock=8d7h", [2]),
        ("podkidnoy h 6s7s/8d9d - 1", [1, 2]),
    ],
)
@pytest.mark.parametrize("distance", [False, True])
def test_the_promises_hold_where_play_can_go_in_circles(
    text: str, coalition: list[int], distance: bool
) -> None:
    engine = ReferenceEngine()
    solution = solve(text, coalition, distance=distance, engine=engine)
    check_promises(solution, distance)
    assert best(text, coalition, distance=distance, engine=engine) == solution.best


@pytest.mark.parametrize(
    ("text", "seat"),
    [
        ("perevodnoy s 6d7h7s/6c6h6s8d8h - 1", 1),
        ("perevodnoy s Jc/AsKh/JdQc Th 1 by=3", 3),
        ("podkidnoy h Ts/7h9d/JsKdJc - 3", 2),
        ("podkidnoy+neighbours c -/Js7h8hKh/-/8d - 2", 3),
        ("kryt s 7s6hJhTd/Kd 7d8sAs 2", 2),
        ("kryt h 8sTd/6d 7d7h8cKc 2", 2),
    ],
)
@pytest.mark.parametrize("distance", [False, True])
def test_whoever_plays_best_again_and_again_wins_against_every_defence(
    text: str, seat: int, distance: bool
) -> None:
    steps: dict[Position, int] = {}

    def longest(here: Position, above: frozenset[Position]) -> int:
        """Return the moves to the end in the worst case; fail in a circle."""
        assert here not in above, f"{here} comes back"
        if here.outcome is not None:
            assert here.outcome.value_for([seat]) is WIN
            return 0
        if here not in steps:
            moves = here.legal_moves()
            if here.mover == seat:
                move = best(here, [seat], distance=distance, memory=100)
                assert move is not None
                moves = (move,)
            later = above | {here}
            steps[here] = 1 + max(longest(here.after(move), later) for move in moves)
        return steps[here]

    position = notation.position(text)
    plies = solve(position, [seat], distance=True).plies
    assert plies is not None
    most = longest(position, frozenset())
    assert most == plies if distance else most >= plies


class TestWhoseResult:
    """The coalition, its checks, and the side that moves."""

    def test_it_is_the_movers_by_default(self) -> None:
        assert solve("podkidnoy d 7s/Ts - 2").coalition == (2,)

    def test_moves_are_sorted_for_the_side_that_moves(self) -> None:
        text = "podkidnoy h Kc/Kd - 1"
        assert solve(text, [2]).value is LOSS
        engine = told(SMALL, DRAWN, {"6s": WON, "7s": DRAWN, "8s": WON})
        solution = solve(SMALL, [2], engine=engine)
        assert [str(each.move) for each in solution.moves] == ["7s", "6s", "8s"]
        assert str(solution.best) == "7s"

    def test_seats_are_listed_in_order(self) -> None:
        text = "podkidnoy h 6s7d/8d9c/Ts6c - 1"
        assert solve(text, [3, 1]).coalition == (1, 3)

    @pytest.mark.parametrize(
        ("coalition", "message"),
        [
            ([], "coalition: names no seat"),
            ([3], "coalition: seat 3 does not exist, the seats are 1 to 2"),
            ([0], "coalition: seat 0 does not exist, the seats are 1 to 2"),
            ([1, 1], "coalition: seat 1 is named twice"),
            ([True], "coalition: True is not a seat"),
            (["1"], "coalition: '1' is not a seat"),
            ("12", "coalition: '12' is not a list of seats"),
            (1, "coalition: 1 is not a list of seats"),
        ],
    )
    def test_a_coalition_is_refused(self, coalition: list[int], message: str) -> None:
        with pytest.raises(OptionError) as refusal:
            solve(SMALL, coalition)
        assert str(refusal.value) == message


class TestWhatIsRefused:
    """Limits that limit nothing, and positions that are none."""

    @pytest.mark.parametrize("limit", ["time", "nodes", "memory"])
    @pytest.mark.parametrize("value", [0, -1, float("nan"), float("inf"), "1", True])
    def test_a_limit(self, limit: str, value: object) -> None:
        with pytest.raises(OptionError, match=f"^{limit}: .* is not a positive "):
            solve(SMALL, **{limit: value})  # type: ignore[arg-type]

    @pytest.mark.parametrize("position", [SMALL, "kryt h KsAh/7d8c 7cQc8d 1"])
    def test_less_memory_than_any_search_needs(self, position: str) -> None:
        with pytest.raises(OptionError, match=r"^memory: at least 1 MB is needed$"):
            solve(position, memory=0.9)

    def test_more_memory_than_there_is(self) -> None:
        with pytest.raises(OptionError, match="megabytes fit no machine"):
            solve(SMALL, memory=1e12)

    def test_half_a_node(self) -> None:
        with pytest.raises(OptionError, match=r"^nodes: 1\.5 is not"):
            solve(SMALL, nodes=1.5)  # type: ignore[arg-type]

    def test_a_text(self) -> None:
        with pytest.raises(PositionError):
            solve("podkidnoy h 6s7s")

    def test_an_object_that_is_no_position(self) -> None:
        with pytest.raises(PositionError):
            solve(notation.read("podkidnoy h 6s6s/7d - 1"))

    def test_a_game_that_is_over(self) -> None:
        with pytest.raises(PositionError):
            solve(notation.position("podkidnoy h Kc/Kd - 1").play("Kc").play("take"))


class TestWhichEngine:
    """A kernel where there is one."""

    def engine_for(self, text: str, *coalition: int) -> type[Engine]:
        return type(choose(notation.position(text), frozenset(coalition)))

    def test_two_players_of_podkidnoy_have_a_kernel(self) -> None:
        for game in ("podkidnoy", "podkidnoy+neighbours"):
            assert self.engine_for(f"{game} h Kc/Kd - 1", 1) is PodkidnoyEngine

    def test_every_other_question_has_an_engine_too(self) -> None:
        with_stock = "perevodnoy h Kc/Kd - 1 stock=6h"
        assert self.engine_for(with_stock, 1) is ReferenceEngine


class TestConclusions:
    """Bounds of the position and of its moves meet."""

    def test_a_won_move_wins_a_position_that_was_open(self) -> None:
        engine = told(SMALL, NOTHING, {"6s": LOST, "7s": WON, "8s": NOTHING})
        solution = solve(SMALL, engine=engine)
        assert solution.value is WIN
        assert values(solution) == {"7s": "win", "6s": "loss", "8s": "None"}
        assert str(solution.best) == "7s"

    def test_bounds_of_all_moves_bound_the_position(self) -> None:
        no_win, no_loss = Verdict(LOSS, DRAW), Verdict(DRAW, WIN)
        moves = {"6s": no_win, "7s": LOST, "8s": no_win}
        solution = solve(SMALL, engine=told(SMALL, NOTHING, moves))
        assert (solution.at_least, solution.at_most) == (LOSS, DRAW)
        solution = solve(SMALL, [2], engine=told(SMALL, NOTHING, {"6s": no_loss}))
        assert (solution.at_least, solution.at_most) == (LOSS, WIN)
        moves = {"6s": no_loss, "7s": WON, "8s": WON}
        solution = solve(SMALL, [2], engine=told(SMALL, NOTHING, moves))
        assert (solution.at_least, solution.at_most) == (DRAW, WIN)
        assert (solution.value, solution.best, solution.line) == (None, None, ())

    def test_no_move_is_worth_more_than_the_position(self) -> None:
        solution = solve(SMALL, engine=told(SMALL, DRAWN, {"6s": DRAWN}))
        assert [(each.at_least, each.at_most) for each in solution.moves] == [
            (DRAW, DRAW),
            (LOSS, DRAW),
            (LOSS, DRAW),
        ]

    def test_the_last_move_left_is_worth_as_much_as_the_position(self) -> None:
        solution = solve(SMALL, engine=told(SMALL, WON, {"6s": LOST, "8s": DRAWN}))
        assert values(solution) == {"7s": "win", "8s": "draw", "6s": "loss"}
        assert str(solution.best) == "7s"

    def test_where_all_is_lost_no_move_needs_to_be_asked_about(self) -> None:
        engine = told(SMALL, LOST, {})
        solution = solve(SMALL, engine=engine)
        assert values(solution) == {"6s": "loss", "7s": "loss", "8s": "loss"}
        moves = {after(SMALL, move) for move in ("6s", "7s", "8s")}
        assert not moves & set(engine.asked)

    def test_the_plies_of_an_open_position_come_from_its_moves(self) -> None:
        moves = {"6s": won(4), "7s": won(2), "8s": LOST}
        solution = solve(SMALL, distance=True, engine=told(SMALL, NOTHING, moves))
        assert (solution.value, solution.plies, str(solution.best)) == (WIN, 3, "7s")
        moves = {"6s": lost(4), "7s": lost(6), "8s": lost(2)}
        solution = solve(SMALL, distance=True, engine=told(SMALL, NOTHING, moves))
        assert (solution.value, solution.plies, str(solution.best)) == (LOSS, 7, "7s")

    def test_plies_are_not_given_unless_asked_for(self) -> None:
        engine = told(SMALL, won(3), {"6s": won(4), "7s": won(2), "8s": LOST})
        solution = solve(SMALL, engine=engine)
        assert solution.plies is None
        assert {each.plies for each in solution.moves} == {None}

    @pytest.mark.parametrize(
        ("root", "moves"),
        [
            (LOST, {"6s": WON, "7s": LOST, "8s": LOST}),
            (won(9), {"6s": won(4), "7s": won(2), "8s": LOST}),
        ],
    )
    def test_an_engine_that_contradicts_itself_is_found_out(
        self, root: Verdict, moves: dict[str, Verdict]
    ) -> None:
        with pytest.raises(KozyrError, match="contradicts itself at podkidnoy h"):
            solve(SMALL, distance=True, engine=told(SMALL, root, moves))


class TestProgress:
    """``best`` gets on, even when a limit leaves moves open."""

    def test_the_smallest_rank_of_the_won_moves_comes_first(self) -> None:
        ranks = {"6s": won(rank=8), "7s": won(rank=3), "8s": won(rank=5)}
        solution = solve(SMALL, engine=told(SMALL, won(rank=4), ranks))
        assert [str(each.move) for each in solution.moves] == ["7s", "8s", "6s"]

    def test_a_won_move_that_may_lead_back_is_not_called_best(self) -> None:
        engine = told(SMALL, won(rank=4), {"6s": won(rank=8)})
        solution = solve(SMALL, engine=engine)
        assert (solution.value, solution.best) == (WIN, None)
        assert str(solution.moves[0].move) == "6s"

    @pytest.mark.parametrize("rank", [3, 4])
    def test_a_won_move_that_leads_no_further_off_is_best(self, rank: int) -> None:
        engine = told(SMALL, won(rank=4), {"7s": won(rank=rank)})
        assert str(solve(SMALL, engine=engine).best) == "7s"

    def test_with_distance_only_a_fastest_win_is_best(self) -> None:
        for plies, move in ((4, "6s"), (6, "None")):
            engine = told(SMALL, won(5), {"6s": won(plies)})
            solution = solve(SMALL, distance=True, engine=engine)
            assert (solution.plies, str(solution.best)) == (5, move)
