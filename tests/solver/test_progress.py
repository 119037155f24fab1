"""Whoever plays ``best`` again and again wins what is won and never loses a draw.

Each time it is asked afresh, with nothing remembered, as from the command line.  Ten
times as many games:

    python -m pytest tests/solver/test_progress.py -m heavy
"""

from collections.abc import Callable, Hashable
from random import Random
from typing import NamedTuple

import pytest
from known import rows
from regions import some_coalition
from strategies import VARIANTS, durak_start, holders, on_the_way

from kozyr import notation
from kozyr.engine import Budget, choose
from kozyr.games.durak import PEREVODNOY, PODKIDNOY, Durak
from kozyr.match import Game
from kozyr.moves import Kind, Move
from kozyr.solve import best
from kozyr.values import Value

WIN, DRAW, LOSS = Value.WIN, Value.DRAW, Value.LOSS
ENDLESS = 2000
"""Moves after which a game counts as endless."""

Player = Callable[[Game, frozenset[int]], Move]


class Opponents:
    """Those who play against ``best``, each with a dice of his own."""

    def __init__(self, seed: int) -> None:
        self._rng = Random(seed)

    def random(self, game: Game, seats: frozenset[int]) -> Move:
        return self._rng.choice(game.legal_moves())

    def circling(self, game: Game, seats: frozenset[int]) -> Move:
        """Go where play has been, else keep the cards in play."""
        seen = {each.situation for each in game.positions}
        moves = list(game.legal_moves())
        self._rng.shuffle(moves)
        return min(moves, key=lambda move: _novelty(game, move, seen))

    def stubborn(self, game: Game, seats: frozenset[int]) -> Move:
        """Keep the value while that can be, and the cards in play among equal moves."""
        position = game.position
        seen = {each.situation for each in game.positions}
        moves = list(game.legal_moves())
        self._rng.shuffle(moves)

        def worth(move: Move) -> tuple[int, int]:
            after = position.after(move)
            if after.outcome is not None:
                value = after.outcome.value_for(seats)
            else:
                engine = choose(after, seats, 10)
                verdict = engine.judge(after, seats, False, Budget())
                assert verdict.value is not None
                value = verdict.value
            return value, _novelty(game, move, seen)

        return min(moves, key=worth)


def _novelty(game: Game, move: Move, seen: set[Hashable]) -> int:
    after = game.position.after(move)
    if after.situation is not None and after.situation in seen:
        return 0
    order = (Kind.TAKE, Kind.TRANSFER, Kind.ATTACK, Kind.DONE, Kind.ADD, Kind.COVER)
    return 1 + order.index(move.kind) if after.outcome is None else 9


class Case(NamedTuple):
    """A start of known value."""

    start: Durak
    seats: frozenset[int]
    value: Value
    plies: int | None


def case(start: Durak, seats: frozenset[int]) -> Case:
    verdict = choose(start, seats, 20).judge(start, seats, True, Budget())
    assert verdict.value is not None
    return Case(start, seats, verdict.value, verdict.plies)


def cases(seed: int, wanted: tuple[Value, ...], number: int) -> list[Case]:
    """Return random starts of these values: two players, three and more, in bouts."""
    rng, found = Random(seed), list[Case]()
    while len(found) < number:
        seated = rng.choice((2, 2, 3, 3, 4))
        games = [v for v in VARIANTS if seated > 2 or v[0] != PODKIDNOY]
        cards = {2: (7, 10), 3: (6, 8), 4: (6, 8)}[seated]
        start = durak_start(rng, cards=cards, seats=(seated, seated), variants=games)
        if len(holders(start.hands)) < min(seated, 3):
            continue
        position = start if rng.random() < 0.6 else on_the_way(start, rng)
        if position.situation is not None:
            position = position._replace(limit=6)
        new = case(position, some_coalition(rng, position))
        if new.value in wanted:
            found.append(new)
    return found


def play(each: Case, opponent: Player, distance: bool = False) -> Game:
    """Play one game to its end, the coalition by ``best`` without any memory."""
    game = Game(each.start)
    while game.mover:
        assert len(game.moves) < ENDLESS, "endless"
        if game.mover in each.seats:
            move = best(game.position, each.seats, distance=distance, memory=10)
            assert move is not None
        else:
            move = opponent(game, each.seats)
        game.play(move)
    return game


def check(each: Case, opponent: Player, distance: bool) -> None:
    game = play(each, opponent, distance)
    assert game.outcome is not None
    value = game.outcome.value_for(each.seats)
    assert value >= each.value, str(game)
    if each.value is WIN and distance:
        assert each.plies is not None
        assert sum(move.plies for move in game.moves) <= each.plies, str(game)


OPPONENTS = ("random", "circling", "stubborn")


@pytest.mark.parametrize("opponent", OPPONENTS)
@pytest.mark.parametrize("distance", [False, True])
@pytest.mark.parametrize("seed", range(3))
def test_a_won_position_is_won(seed: int, distance: bool, opponent: str) -> None:
    player = getattr(Opponents(seed), opponent)
    for each in cases(seed, (WIN,), 12):
        check(each, player, distance)


@pytest.mark.parametrize("opponent", OPPONENTS)
@pytest.mark.parametrize("seed", range(3))
def test_a_drawn_position_is_never_lost(seed: int, opponent: str) -> None:
    player = getattr(Opponents(seed), opponent)
    for each in cases(50 + seed, (DRAW,), 8):
        for distance in (False, True):
            check(each, player, distance)


@pytest.mark.parametrize("opponent", OPPONENTS)
@pytest.mark.parametrize("distance", [False, True])
def test_three_hands_of_three(distance: bool, opponent: str) -> None:
    player = getattr(Opponents(1), opponent)
    for row in rows("circular_3x3.jsonl")[:20]:
        if row.value is LOSS:
            continue
        start = notation.position(row.position)
        assert isinstance(start, Durak)
        check(case(start, frozenset(row.coalition)), player, distance)


@pytest.mark.parametrize("opponent", OPPONENTS)
def test_long_endings_of_two(opponent: str) -> None:
    """Perevodnoy with five and six cards each, from wins of either side."""
    player = getattr(Opponents(2), opponent)
    rng = Random(5)
    for _ in range(6):
        start = durak_start(
            rng, cards=(10, 12), seats=(2, 2), variants=[(PEREVODNOY, False)]
        )._replace(limit=6)
        for seat in (1, 2):
            new = case(start, frozenset([seat]))
            if new.value is WIN:
                check(new, player, False)
                check(new, player, True)


@pytest.mark.heavy
@pytest.mark.parametrize("opponent", OPPONENTS)
@pytest.mark.parametrize("distance", [False, True])
@pytest.mark.parametrize("seed", range(100, 140))
def test_many_games(seed: int, distance: bool, opponent: str) -> None:
    player = getattr(Opponents(seed), opponent)
    for each in cases(seed, (WIN, DRAW), 12):
        check(each, player, distance)
