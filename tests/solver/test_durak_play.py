"""What holds in every game of Durak, and on every position with known moves."""

import json
from collections.abc import Iterator
from pathlib import Path
from random import Random

import pytest
from strategies import any_durak, course

from kozyr import notation
from kozyr.cards import cards_in
from kozyr.games.durak import Durak
from kozyr.moves import Kind

VECTORS = Path(__file__).parents[1] / "vectors" / "exact.jsonl"


def cards_of(position: Durak) -> list[int]:
    """List every card in hands, on the table and in the stock."""
    held = [each for hand in position.hands for each in cards_in(hand)]
    laid = [each for pair in position.table for each in pair if each is not None]
    return [*held, *laid, *position.stock]


def known_moves() -> Iterator[tuple[str, set[str]]]:
    for line in VECTORS.read_text().splitlines():
        row = json.loads(line)
        if not row["position"].startswith("kryt"):
            yield row["position"], set(row["moves"])


def test_legal_moves_are_those_of_the_known_positions() -> None:
    seen = 0
    for text, expected in known_moves():
        position = notation.position(text)
        assert str(position) == text
        assert {str(move) for move in position.legal_moves()} == expected, text
        seen += 1
    assert seen > 900


@pytest.mark.parametrize("seed", range(8))
def test_games_never_lose_or_double_a_card_and_stay_sound(seed: int) -> None:
    rng = Random(seed)
    for _ in range(40):
        before: Durak | None = None
        for position in course(any_durak(rng), rng, 200):
            cards = cards_of(position)
            assert len(set(cards)) == len(cards), position
            assert notation.read(str(position)) == position
            if position.mover:
                assert position.problems() == (), position
                assert position.legal_moves(), position
            else:
                assert position.outcome is not None
                assert not position.table
                assert sum(map(bool, position.hands)) < 2
            if before is not None:
                gone = set(cards_of(before)) - set(cards)
                assert set(cards) <= set(cards_of(before))
                # Cards leave play when a bout ends, and then all that lay there.
                assert not gone or not position.table
                assert gone <= {
                    *(c for pair in before.table for c in pair if c is not None),
                    *cards_in(before.hands[before.mover - 1]),
                }
            before = position


def test_thousands_of_dealt_games_come_to_an_end_with_one_durak_at_most() -> None:
    rng = Random(36)
    ended = 0
    for _ in range(2000):
        *_, last = course(any_durak(rng), rng, 300)
        if last.outcome is not None:
            ended += 1
            holders = [seat for seat, hand in enumerate(last.hands, 1) if hand]
            assert ([last.outcome.loser] if last.outcome.loser else []) == holders
    assert ended > 1500


@pytest.mark.parametrize("seed", range(4))
def test_successors_are_the_legal_moves_played(seed: int) -> None:
    rng = Random(seed)
    for _ in range(10):
        for position in course(any_durak(rng), rng, 100):
            successors = position.successors()
            assert tuple(move for move, _ in successors) == position.legal_moves()
            for move, after in successors:
                assert position.play(move) == after == position.play(str(move))


@pytest.mark.parametrize("seed", range(4))
def test_the_defender_answers_and_the_others_ask_in_turn(seed: int) -> None:
    """The mover is the defender exactly while he has something to answer."""
    rng = Random(seed)
    answers = {Kind.COVER, Kind.TRANSFER, Kind.TAKE}
    for _ in range(40):
        for position in course(any_durak(rng), rng, 200):
            if position.table:
                kinds = {move.kind for move in position.legal_moves()}
                assert (position.mover == position.defender) == bool(kinds & answers)
                assert kinds <= answers or kinds == {Kind.ADD, Kind.DONE}


def test_moves_come_in_the_same_order_every_time() -> None:
    rng = Random(5)
    for position in course(any_durak(rng), rng):
        twin = Durak.read(str(position))
        assert twin.legal_moves() == position.legal_moves()
