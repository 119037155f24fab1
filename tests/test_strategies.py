"""The random positions are positions, and they come from every corner of the games."""

from random import Random

import pytest
from hypothesis import given
from strategies import (
    PHASES,
    VARIANTS,
    any_durak,
    coalition,
    durak_in,
    durak_start,
    kryt_start,
    phase,
    positions,
    starts,
    tiny_positions,
)

from kozyr.games.durak import PEREVODNOY, Durak
from kozyr.games.kryt import Kryt


@given(starts())
def test_starts_are_positions(start: Durak | Kryt) -> None:
    assert start.problems() == ()
    assert start.legal_moves()


@given(positions())
def test_positions_are_sound_and_not_over(position: Durak | Kryt) -> None:
    assert position.problems() == ()
    assert position.outcome is None and position.legal_moves()


@given(tiny_positions())
def test_tiny_positions_are_sound_and_not_over(position: Durak | Kryt) -> None:
    assert position.problems() == ()
    assert position.outcome is None


@pytest.mark.parametrize("wanted", PHASES)
@pytest.mark.parametrize("variant", VARIANTS)
@pytest.mark.parametrize("seats", range(2, 7))
def test_every_phase_is_met(wanted: str, variant: tuple[str, bool], seats: int) -> None:
    rng = Random(seats)
    starts = (
        durak_start(rng, seats=(seats, seats), variants=[variant]) for _ in range(300)
    )
    found = [durak_in(rng, wanted, start) for start in starts]
    met = [position for position in found if position is not None]
    if wanted == "transferred" and variant[0] != PEREVODNOY:
        assert not met
        return
    assert {phase(position) for position in met} == {wanted}
    assert len(met) > 10


def test_there_are_caps_stocks_empty_seats_and_all_numbers_of_seats() -> None:
    rng = Random(1)
    found = [any_durak(rng) for _ in range(300)]
    assert {each.limit for each in found} == {5, 6}
    assert {each.seats for each in found} == {2, 3, 4, 5, 6}
    assert {bool(each.stock) for each in found} == {False, True}
    assert any(0 in each.hands for each in found)
    assert {(each.game, each.neighbours) for each in found} == set(VARIANTS)


def test_kryt_has_piles_stocks_and_both_movers() -> None:
    rng = Random(1)
    found = [kryt_start(rng, stock=3) for _ in range(200)]
    assert {each.mover for each in found} == {1, 2}
    assert {bool(each.pile) for each in found} == {False, True}
    assert {bool(each.stock) for each in found} == {False, True}


def test_a_coalition_is_neither_nobody_nor_everybody() -> None:
    rng = Random(1)
    for _ in range(300):
        position = any_durak(rng)
        seats = coalition(rng, position)
        assert 0 < len(seats) < position.seats
        assert seats <= set(range(1, position.seats + 1))
