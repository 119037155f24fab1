"""Moves as text: what is understood, and the three ways of being wrong."""

from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st
from strategies import any_durak, course

from kozyr import notation
from kozyr.cards import Card
from kozyr.errors import (
    AmbiguousMoveError,
    IllegalMoveError,
    InvalidMoveError,
    MoveError,
)
from kozyr.moves import TAKE, Kind, Move

DEFENDER = "perevodnoy h 9hJd7d7h/KsAsQdKh 7s,7c 1 by=2"
ATTACKER = "podkidnoy h 9dTd6c/JsJdKd/Qs9h 9s:Ts 1 by=1"
COVERING = "kryt h 9dJdKd/7d8c 7cQc8d 1"


def parsed(text: str, position: str) -> str:
    return str(notation.parse_move(text, notation.position(position)))


@pytest.mark.parametrize("text", [DEFENDER, ATTACKER, COVERING, "kryt h 6s/7s - 1"])
def test_every_legal_move_is_read_as_it_prints(text: str) -> None:
    position = notation.position(text)
    for move in position.legal_moves():
        assert notation.parse_move(str(move), position) == move
        assert notation.legal_move(move, position) == move


@pytest.mark.parametrize(
    ("typed", "move", "position"),
    [
        ("7S:9♥", "7s:9h", DEFENDER),
        (" 7c : 9H ", "7c:9h", DEFENDER),
        ("TAKE", "take", DEFENDER),
        ("> 7♦", ">7d", DEFENDER),
        ("Done", "done", ATTACKER),
        ("+10D", "+Td", ATTACKER),
        ("jd,9D", "Jd,9d", COVERING),
        ("\N{CYRILLIC CAPITAL LETTER VE}♦,9♦", "Jd,9d", COVERING),
        ("PickUp", "pickup", COVERING),
    ],
)
def test_moves_are_understood_as_people_write_them(
    typed: str, move: str, position: str
) -> None:
    assert parsed(typed, position) == move


@pytest.mark.parametrize(
    ("typed", "move", "position"),
    [
        ("7d", ">7d", DEFENDER),
        ("10d", "+Td", ATTACKER),
        ("9s", "8s:9s", "podkidnoy h 7h/9sTs 8s 2 by=1"),
        ("6s", "6s", "podkidnoy h 6s7h/9sTs - 1"),
        ("6s", "6s", "kryt h 6s7h/9sTs - 1"),
        ("Jd", "Jd", "kryt h Jd/7d8c 7cQc8d 1"),
        ("Jd", "Jd,9c", "kryt h Jd9c/7d8c 7cQc8d 1"),
    ],
)
def test_a_bare_card_means_the_one_move_that_lays_it(
    typed: str, move: str, position: str
) -> None:
    assert parsed(typed, position) == move


@pytest.mark.parametrize(
    ("typed", "meanings", "position"),
    [
        ("9h", "7s:9h or 7c:9h", DEFENDER),
        ("7h", "7s:7h, 7c:7h or >7h", DEFENDER),
        ("Jd", "Jd,9d or Jd,Kd", COVERING),
        ("Jd", "or 2 others", "kryt h Jd6s7s8s9sTsJsQsKs/7d8c 8d 1"),
    ],
)
def test_a_bare_card_that_fits_several_moves_names_them(
    typed: str, meanings: str, position: str
) -> None:
    with pytest.raises(AmbiguousMoveError) as error:
        parsed(typed, position)
    assert meanings in str(error.value)


@pytest.mark.parametrize(
    "typed",
    [
        *("", "foo", "7", "7x", "+", ">7d:8d", "7s:", "7s:9s:Ts", "+take", "7s9s"),
        *("7s\x00", "\ud800", "x" * 99999),
    ],
)
def test_a_text_that_is_no_move_of_any_position(typed: str) -> None:
    with pytest.raises(InvalidMoveError) as error:
        parsed(typed, DEFENDER)
    message = str(error.value)
    assert message.startswith("move: ")
    assert "7s:9s" in message
    assert message.isprintable()
    assert len(message) < 150


@pytest.mark.parametrize(
    ("typed", "nearest", "position"),
    [
        # the same card in another use
        ("+7d", ">7d", DEFENDER),
        ("7c:7d", ">7d", DEFENDER),
        ("7h:9h", "7s:9h", DEFENDER),
        (">9d", "+9d", ATTACKER),
        ("7s:6c", "+9d", ATTACKER),
        ("Kd,As", "Kd,9d", COVERING),
        # another card in the same use
        (">7s", ">7h", DEFENDER),
        ("+9c", "+9d", ATTACKER),
        ("6s", "8s", "podkidnoy h 8sAs/9sTs - 1"),
        ("8d:Qd", "Jd,9d", COVERING),
        # words
        ("done", "take", DEFENDER),
        ("pickup", "take", DEFENDER),
        ("take", "done", ATTACKER),
        ("swap", "pickup", COVERING),
    ],
)
def test_an_illegal_move_names_the_nearest_legal_one(
    typed: str, nearest: str, position: str
) -> None:
    with pytest.raises(IllegalMoveError) as error:
        parsed(typed, position)
    assert str(error.value).endswith(f"the nearest legal move is {nearest}")


def test_a_card_that_the_mover_does_not_hold_is_said_to_be_missing() -> None:
    with pytest.raises(IllegalMoveError, match="seat 1 does not hold As;"):
        parsed("7s:As", DEFENDER)


def test_nothing_is_legal_when_the_game_is_over() -> None:
    with pytest.raises(IllegalMoveError, match="the game is over"):
        notation.parse_move("7s", notation.read("podkidnoy h -/7s - 0"))


def test_play_takes_moves_and_texts_and_refuses_what_is_illegal() -> None:
    position = notation.position(DEFENDER)
    transfer = Move(Kind.TRANSFER, Card("7d"))
    assert position.play(transfer) == position.play(">7d") == position.play("7d")
    assert position.play(TAKE) == position.after(TAKE)
    with pytest.raises(IllegalMoveError, match="nearest legal move is >7d"):
        position.play(Move(Kind.ADD, Card("7d")))
    with pytest.raises(IllegalMoveError, match="is not legal"):
        position.play(Move(Kind.COVER, Card("7d"), Card("7s")))


@given(st.text(max_size=12))
def test_any_text_is_a_move_or_one_of_three_errors(text: str) -> None:
    for each in (DEFENDER, ATTACKER, COVERING):
        position = notation.position(each)
        try:
            move = notation.parse_move(text, position)
        except MoveError as error:
            assert str(error).isprintable()
        else:
            assert move in position.legal_moves()


@given(st.randoms(use_true_random=False))
def test_a_bare_card_is_never_guessed(rng: Random) -> None:
    for position in course(any_durak(rng), rng, 30):
        for move in position.legal_moves():
            if move.card is None:
                continue
            fitting = [
                each for each in position.legal_moves() if each.card == move.card
            ]
            bare = str(Card(move.card))
            if len(fitting) == 1:
                assert notation.parse_move(bare, position) == move
            else:
                with pytest.raises(AmbiguousMoveError):
                    notation.parse_move(bare, position)
