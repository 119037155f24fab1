"""The benchmarks measure what they say, on positions that never change."""

from collections.abc import Iterable
from hashlib import sha256

import pytest
from click.testing import CliRunner

from benchmarks.baseline import alpha_beta
from benchmarks.batches import main as batches
from benchmarks.favoured import guesses
from benchmarks.measure import Figures, Run, judge, measured, percentile
from benchmarks.players import (
    Player,
    collector,
    hasty,
    plain,
    thrifty,
    until_the_stock_is_gone,
)
from benchmarks.suites import SUITES, Suite
from kozyr.deal import deal
from kozyr.games.durak import Durak
from kozyr.values import Value

BY_NAME = {suite.name: suite for suite in SUITES}
FIRST = 4


ADDED = {f"podkidnoy-{each}+{each}" for each in (7, 9, 12, 18)}
"""The suites that came later."""
OTHER_PLAYERS = {"podkidnoy-real-thrifty", "podkidnoy-real-hasty"}
"""And later still."""


def test_the_suites_are_the_same_for_ever() -> None:
    """A change of these numbers means that old figures can't be compared any more."""
    first = [suite for suite in SUITES if suite.name not in ADDED | OTHER_PLAYERS]
    added = [suite for suite in SUITES if suite.name in ADDED]
    others = [suite for suite in SUITES if suite.name in OTHER_PLAYERS]
    assert fingerprint(first) == "9c92965d72a8ebf0"
    assert fingerprint(added) == "d05f6191ed5645f9"
    assert fingerprint(others) == "3a823dd77eb41437"


def fingerprint(suites: Iterable[Suite]) -> str:
    """Return a number of the first positions."""
    texts = [str(each) for suite in suites for each in suite.positions(FIRST)]
    return sha256("\n".join(texts).encode()).hexdigest()[:16]


@pytest.mark.parametrize("suite", SUITES, ids=lambda suite: suite.name)
def test_a_suite_holds_sound_positions_without_a_stock(suite: Suite) -> None:
    """Every position is one, with its attacker to move."""
    positions = suite.positions(FIRST)
    assert len(positions) == FIRST
    for position in positions:
        assert not position.problems()
        assert not position.stock
        assert not position.table


@pytest.mark.parametrize("player", (thrifty, collector, hasty, plain))
@pytest.mark.parametrize("game", ("podkidnoy", "perevodnoy"))
def test_a_player_makes_legal_moves(player: Player, game: str) -> None:
    """Whatever the game and however many play."""
    for seed in range(30):
        position = deal(game, 2 + seed % 4, seed=seed)
        assert isinstance(position, Durak)
        for _ in range(200):
            if not position.mover:
                break
            move = player(position)
            assert move in position.legal_moves()
            position = position.after(move)


def test_a_plain_player_adds_no_trump_and_a_hasty_one_does() -> None:
    """Both would rather part with the plain card first."""
    with_a_trump = Durak.read("podkidnoy h 6h/Kd 6s:7s 1 by=1")
    assert str(hasty(with_a_trump)) == "+6h"
    assert str(plain(with_a_trump)) == "done"
    with_both = Durak.read("podkidnoy h 6h6d/KdKc 6s:7s 1 by=1")
    assert str(hasty(with_both)) == str(plain(with_both)) == "+6d"
    of_three = Durak.read("podkidnoy h Qs/KdKc8c/6h9c 6s:7s 3 by=1")
    assert str(plain(of_three)) == "done"
    cover = Durak.read("podkidnoy h Qs/6hKc 6d 2 by=1")
    assert str(plain(cover)) == "6d:6h"


def test_beginners_play_endgames_of_the_usual_sizes() -> None:
    """Nearly half of them have 12 cards, about three of four have at most 12."""
    positions = BY_NAME["podkidnoy-real-hasty"].positions(400)
    sizes = [sum(hand.bit_count() for hand in each.hands) for each in positions]
    assert 0.4 < sizes.count(12) / len(sizes) < 0.53
    assert 0.68 < sum(size <= 12 for size in sizes) / len(sizes) < 0.8


def test_players_who_hoard_their_cards_go_round_in_circles() -> None:
    """Such a game has no endgame; others have."""
    deals = [deal("podkidnoy", 2, seed=seed) for seed in range(60)]
    ends = [
        until_the_stock_is_gone(dealt, collector)
        for dealt in deals
        if isinstance(dealt, Durak)
    ]
    assert None in ends
    assert any(ends)


def test_the_side_that_is_asked_about_first_wins_more_often_than_not() -> None:
    """The guess settles most positions by one question."""
    right = list(guesses(BY_NAME["podkidnoy-6+6"], 100))
    assert len(right) > 80
    assert sum(right) > 0.8 * len(right)


def test_ways_to_solve_a_batch_are_compared() -> None:
    """A row for each batch, with two cells for each way."""
    found = CliRunner().invoke(batches, ["--most", "1", "--repeat", "1"])
    assert found.exit_code == 0
    head, _, *rows = found.output.splitlines()
    assert head.count("|") == 2 + 1 + 2 * 3
    assert "2 programs" in head
    assert [row.count("|") for row in rows] == [head.count("|")] * 4


@pytest.mark.parametrize("name", ("podkidnoy-4+4", "perevodnoy-4+4", "podkidnoy-2+2+2"))
def test_the_baseline_agrees_with_the_kernel(name: str) -> None:
    """The same positions, the same values, where both find one."""
    for position in BY_NAME[name].positions(FIRST):
        slow = alpha_beta(position, 0.2)
        fast = judge(position, 60)
        assert slow.at_least <= fast.at_least == fast.at_most <= slow.at_most


def test_the_baseline_stops_at_its_time_limit() -> None:
    """It knows nothing then."""
    (position,) = BY_NAME["podkidnoy-8+8"].positions(1)
    run = alpha_beta(position, 0.05)
    assert (run.value, run.at_least, run.at_most) == (None, Value.LOSS, Value.WIN)
    assert run.seconds < 1


def test_percentiles_are_entries() -> None:
    """The smallest entry that so many percent do not exceed."""
    ordered = [float(number) for number in range(1, 21)]
    assert [percentile(ordered, percent) for percent in (1, 50, 95, 100)] == [
        1,
        10,
        19,
        20,
    ]


def test_figures_count_what_is_proven_of_the_unsolved_too() -> None:
    """A bound is an answer to one of the two questions."""
    figures = Figures.of(
        [
            Run(1.0, 10, Value.WIN, Value.WIN),
            Run(2.0, 20, Value.LOSS, Value.DRAW, stopped=True),
            Run(3.0, 30, Value.LOSS, Value.WIN, stopped=True),
        ]
    )
    assert (figures.positions, figures.solved, figures.wins) == (3, 1, 1)
    assert (figures.not_won, figures.not_lost) == (1, 1)
    assert figures.nodes_per_second == 10


def test_measuring_a_suite_solves_it() -> None:
    """Small hands are all solved."""
    runs = measured(BY_NAME["podkidnoy-4+4"], judge, FIRST)
    assert all(run.value is not None and run.nodes > 0 for run in runs)
