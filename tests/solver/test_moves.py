"""Moves as values."""

import pickle

import pytest

from kozyr.cards import Card
from kozyr.moves import DONE, PICK_UP, SWAP, TAKE, Kind, Move

SEVEN, NINE, JACK, SIX = Card("7s"), Card("9s"), Card("Jd"), Card("6h")

PRINTED = [
    (Move(Kind.ATTACK, SEVEN), "7s"),
    (Move(Kind.COVER, NINE, SEVEN), "7s:9s"),
    (Move(Kind.ADD, SEVEN), "+7s"),
    (Move(Kind.TRANSFER, SEVEN), ">7s"),
    (TAKE, "take"),
    (DONE, "done"),
    (Move(Kind.LEAD, SIX), "6h"),
    (Move(Kind.COVER_AND_LEAD, JACK, SIX), "Jd,6h"),
    (Move(Kind.COVER_OUT, JACK), "Jd"),
    (PICK_UP, "pickup"),
    (SWAP, "swap"),
]


@pytest.mark.parametrize(("move", "text"), PRINTED)
def test_a_move_prints_as_the_notation_writes_it(move: Move, text: str) -> None:
    assert str(move) == text


@pytest.mark.parametrize(("move", "text"), PRINTED)
def test_moves_are_values(move: Move, text: str) -> None:
    twin = pickle.loads(pickle.dumps(move))
    assert twin == move
    assert hash(twin) == hash(move)
    assert str(twin) == text


def test_there_is_an_example_of_every_kind() -> None:
    assert {move.kind for move, _ in PRINTED} == set(Kind)


def test_only_the_exchange_of_the_trump_six_counts_for_nothing() -> None:
    assert [str(move) for move, _ in PRINTED if move.plies != 1] == ["swap"]
    assert SWAP.plies == 0
