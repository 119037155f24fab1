"""A solution sorts, reads as JSON and reads as a sentence."""

from dataclasses import replace
from itertools import permutations

import pytest

from kozyr import notation
from kozyr.moves import Kind, Move
from kozyr.solution import MoveAnswer, Solution, count, seats_in_words
from kozyr.values import BOTH_OUT, FINAL_RESPONSE, REPETITION, Value

WIN, DRAW, LOSS = Value.WIN, Value.DRAW, Value.LOSS
LEAD = Move(Kind.ATTACK, 1)

Bounds = Value | tuple[Value, Value]


def answer(
    value: Bounds,
    plies: int | None = None,
    rank: int | None = None,
    ends: bool = False,
) -> MoveAnswer:
    at_least, at_most = value if isinstance(value, tuple) else (value, value)
    return MoveAnswer(LEAD, at_least, at_most, plies, rank, ends)


def assert_sorted(best_first: list[MoveAnswer], *, ours: bool) -> None:
    for mixed in permutations(best_first):
        assert sorted(mixed, key=lambda each: each.sort_key(ours)) == best_first


def test_a_better_value_comes_first_and_of_unknown_ones_the_better_guarantee() -> None:
    values: list[Bounds] = [WIN, (DRAW, WIN), DRAW, (LOSS, WIN), (LOSS, DRAW), LOSS]
    assert_sorted([answer(value) for value in values], ours=True)


def test_the_opponents_sort_the_other_way() -> None:
    values: list[Bounds] = [LOSS, (LOSS, DRAW), DRAW, (LOSS, WIN), (DRAW, WIN), WIN]
    assert_sorted([answer(value) for value in values], ours=False)


@pytest.mark.parametrize("ours", [True, False])
def test_a_faster_win_and_a_slower_loss_come_first(ours: bool) -> None:
    good, bad = (WIN, LOSS) if ours else (LOSS, WIN)
    answers = [answer(good, 3), answer(good, 5), answer(good), answer(DRAW)]
    answers += [answer(bad, 8), answer(bad, 2), answer(bad)]
    assert_sorted(answers, ours=ours)


def test_without_plies_the_rank_decides_and_an_end_at_once_before_it() -> None:
    answers = [answer(WIN, ends=True), answer(WIN, rank=2), answer(WIN, rank=7)]
    answers += [answer(LOSS, rank=9), answer(LOSS, rank=4), answer(LOSS, ends=True)]
    assert_sorted(answers, ours=True)


def test_moves_that_are_worth_the_same_keep_their_order() -> None:
    assert answer(DRAW).sort_key(True) == answer(DRAW).sort_key(True)
    assert answer(WIN, 3, 3).sort_key(True) == answer(WIN, 3, 3).sort_key(True)


def solution(
    value: Bounds,
    text: str = "podkidnoy h 6s7s/8d9d - 1",
    **fields: object,
) -> Solution:
    position = notation.position(text)
    at_least, at_most = value if isinstance(value, tuple) else (value, value)
    moves = tuple(
        MoveAnswer(move, at_least, at_most) for move in position.legal_moves()
    )
    plain = Solution(
        position=position,
        coalition=(position.mover,),
        at_least=at_least,
        at_most=at_most,
        plies=None,
        draw=None,
        best=position.legal_moves()[0] if at_least is at_most else None,
        moves=moves,
        line=(),
        nodes=12,
        seconds=0.25,
    )
    return replace(plain, **fields)  # type: ignore[arg-type]


def test_the_json_object_has_its_keys_in_their_order() -> None:
    record = solution(WIN, plies=3).to_dict("a name")
    assert list(record.items()) == [
        ("position", "podkidnoy h 6s7s/8d9d - 1"),
        ("id", "a name"),
        ("mover", 1),
        ("coalition", [1]),
        ("value", "win"),
        ("at_least", "win"),
        ("at_most", "win"),
        ("plies", 3),
        ("draw", None),
        ("best", "6s"),
        (
            "moves",
            [
                {"move": "6s", "value": "win", "plies": None},
                {"move": "7s", "value": "win", "plies": None},
            ],
        ),
        ("line", []),
        ("nodes", 12),
        ("seconds", 0.25),
    ]


def test_an_id_is_echoed_only_when_given_even_when_it_is_null() -> None:
    assert "id" not in solution(WIN).to_dict()
    assert solution(WIN).to_dict(None)["id"] is None


def test_an_unknown_value_says_so_between_its_bounds() -> None:
    record = solution((LOSS, DRAW)).to_dict()
    assert (record["value"], record["at_least"], record["at_most"], record["best"]) == (
        "unknown",
        "loss",
        "draw",
        None,
    )


TABLE_OF_THREE = "podkidnoy h 6s7s/8d9d/Tc - 1"


@pytest.mark.parametrize(
    ("found", "sentence"),
    [
        (solution(WIN), "Seat 1 wins: 6s"),
        (solution(WIN, plies=1), "Seat 1 wins in 1 move: 6s"),
        (solution(WIN, coalition=(2,)), "Seat 2 wins, whatever seat 1 plays"),
        (solution(LOSS), "Seat 1 loses, whatever it plays"),
        (
            solution(LOSS, plies=4),
            "Seat 1 loses in 4 moves, whatever it plays; 6s holds out longest",
        ),
        (solution(LOSS, coalition=(2,)), "Seat 2 loses: seat 1 plays 6s"),
        (solution(DRAW), "Draw: 6s"),
        (solution(DRAW, draw=REPETITION), "Draw by repetition: 6s"),
        (solution(DRAW, draw=FINAL_RESPONSE), "Draw by final response: 6s"),
        (solution(DRAW, draw=BOTH_OUT), "Draw, the last cards go in one bout: 6s"),
        (
            solution(DRAW, TABLE_OF_THREE, coalition=(1, 3)),
            "Draw for seats 1 and 3: seat 1 plays 6s",
        ),
        (solution(WIN, TABLE_OF_THREE), "Seat 1 wins, and is not the durak: 6s"),
        (
            solution(LOSS, TABLE_OF_THREE),
            "Seat 1 loses, and is the durak, whatever it plays",
        ),
        (
            solution(WIN, TABLE_OF_THREE, coalition=(1, 3)),
            "Seats 1 and 3 win, none of them is the durak: seat 1 plays 6s",
        ),
        (
            solution(LOSS, TABLE_OF_THREE, coalition=(2, 3)),
            "Seats 2 and 3 lose, one of them is the durak: seat 1 plays 6s",
        ),
        (
            solution((LOSS, WIN), stopped="time"),
            "Time limit reached: nothing is proven",
        ),
        (
            solution((DRAW, WIN), stopped="nodes"),
            "Node limit reached: seat 1 does not lose, the rest is unknown",
        ),
        (
            solution((LOSS, DRAW), stopped="memory", coalition=(1, 2)),
            "Memory limit reached: seats 1 and 2 do not win, the rest is unknown",
        ),
        (solution((LOSS, WIN), stopped="interrupt"), "Interrupted: nothing is proven"),
        (solution(WIN, best=None), "Seat 1 wins"),
    ],
)
def test_the_verdict_in_words(found: Solution, sentence: str) -> None:
    assert found.words() == sentence


def test_moves_are_written_as_whoever_asks_wants_them() -> None:
    assert solution(WIN).words(lambda move: f"<{move}>") == "Seat 1 wins: <6s>"


def test_numbers_and_seats_in_words() -> None:
    assert [count(0, "move"), count(1, "move"), count(1234, "node")] == [
        "0 moves",
        "1 move",
        "1,234 nodes",
    ]
    assert seats_in_words([1, 2, 4]) == "seats 1, 2 and 4"
