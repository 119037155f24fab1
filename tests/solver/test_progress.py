"""Whoever plays ``best`` again and again from a won position wins, whatever is replied.

Won positions of every game are played out against a defender who steers towards
repetition: of his replies he takes the one after which the cards lie most like they lay
before.  Small ones are followed through every reply instead.
"""

from collections.abc import Callable, Hashable, Iterator
from random import Random
from typing import NamedTuple

import pytest
from strategies import (
    PHASES,
    VARIANTS,
    coalition,
    durak_in,
    durak_start,
    kryt_start,
    on_the_way,
)

from kozyr.engine import Budget, choose
from kozyr.games.durak import PEREVODNOY, PODKIDNOY, Durak
from kozyr.games.kryt import Kryt
from kozyr.position import Position
from kozyr.solve import best, solve
from kozyr.values import Value

WIN, DRAW, LOSS = Value.WIN, Value.DRAW, Value.LOSS

TRANSFERS = [each for each in VARIANTS if each[0] == PEREVODNOY]
NO_TRANSFERS = [each for each in VARIANTS if each[0] == PODKIDNOY]
MOST_MOVES = 300
"""More than any game of so few cards takes that makes progress."""


def inside(rng: Random, start: Durak) -> Position | None:
    """Return a position of a random phase from a random game, or the start."""
    if rng.random() < 0.5:
        return start
    return durak_in(rng, rng.choice(PHASES), start)


def two_in_podkidnoy(rng: Random) -> Position | None:
    return inside(
        rng, durak_start(rng, cards=(6, 14), seats=(2, 2), variants=NO_TRANSFERS)
    )


def with_a_stock(rng: Random) -> Position | None:
    return inside(
        rng,
        durak_start(rng, cards=(6, 9), seats=(2, 2), stock=4, variants=NO_TRANSFERS),
    )


def two_in_perevodnoy(rng: Random) -> Position | None:
    return inside(
        rng, durak_start(rng, cards=(6, 11), seats=(2, 2), variants=TRANSFERS)
    )


def first_attack(rng: Random) -> Position | None:
    start = durak_start(rng, cards=(7, 10), seats=(2, 3), variants=TRANSFERS)
    return start._replace(limit=5)


def three_and_more(rng: Random) -> Position | None:
    return inside(rng, durak_start(rng, cards=(6, 9), seats=(3, 5)))


def kryt(rng: Random) -> Position | None:
    return on_the_way(kryt_start(rng, cards=(6, 10)), rng)


def kryt_with_a_stock(rng: Random) -> Position | None:
    return on_the_way(kryt_start(rng, cards=(3, 4), stock=2), rng, 3)


KINDS: dict[str, Callable[[Random], Position | None]] = {
    each.__name__.replace("_", " "): each
    for each in (
        two_in_podkidnoy,
        with_a_stock,
        two_in_perevodnoy,
        first_attack,
        three_and_more,
        kryt,
        kryt_with_a_stock,
    )
}


class Decided(NamedTuple):
    """A position, the coalition that is asked for, and the side that has its way."""

    position: Position
    coalition: frozenset[int]
    value: Value
    side: frozenset[int]


def some(kind: str, rng: Random, drawn: bool) -> Iterator[Decided]:
    """Yield positions of a kind that are won for a side, or drawn, for ever."""
    while True:
        position = KINDS[kind](rng)
        if position is None:
            continue
        seats = coalition(rng, position)
        engine = choose(position, seats, 100)
        value = engine.judge(position, seats, False, Budget(nodes=20_000)).value
        if value is None or drawn is not (value is DRAW):
            continue
        others = frozenset(range(1, position.seats + 1)) - seats
        side = others if value is LOSS or (drawn and rng.random() < 0.5) else seats
        if side and (drawn or not over_at_once(position, side)):
            yield Decided(position, seats, value, side)


def over_at_once(position: Position, side: frozenset[int]) -> bool:
    """Tell whether there is nothing to play out: a move wins, or all moves lose."""
    ends = [
        after.outcome is not None and after.outcome.value_for(side) is WIN
        for _, after in position.successors()
    ]
    return any(ends) if position.mover in side else all(ends)


def likeness(one: Position, other: Position) -> int:
    """Return how many cards lie elsewhere in two positions."""
    pairs = zip(one.hands, other.hands, strict=True)
    return sum((mine ^ other_).bit_count() for mine, other_ in pairs)


def reply(position: Position, passed: list[Position], rng: Random) -> Position:
    """Return the position after the defender's reply."""

    def worth(after: Position) -> tuple[bool, int, float]:
        nearest = min(likeness(after, each) for each in passed)
        return after.outcome is not None, nearest, rng.random()

    return min((after for _, after in position.successors()), key=worth)


def play_out(decided: Decided, rng: Random, distance: bool = False) -> int:
    """Play best for the side, asking afresh each time; return the number of moves.

    Fails when a won position does not end in a win, or when a drawn one is lost.
    """
    position, seats, value, side = decided
    won = value is not DRAW
    passed = [position]
    situations: set[Hashable] = {position.situation}
    while position.outcome is None:
        assert len(passed) < MOST_MOVES, f"no progress from {decided.position}"
        if position.mover in side:
            move = best(position, seats, distance=distance, memory=100)
            assert move is not None
            position = position.after(move)
        else:
            position = reply(position, passed, rng)
        passed.append(position)
        situation = position.situation
        if situation is not None:
            if not won and situation in situations:
                return len(passed) - 1
            # Before the stock is out a free exchange changes the situation too.
            assert situation not in situations, f"{decided.position} goes round"
            situations.add(situation)
    assert position.outcome.value_for(side) >= (WIN if won else DRAW)
    return len(passed) - 1


class TestWon:
    """Every won position ends in a win."""

    @pytest.mark.parametrize("kind", KINDS)
    def test_dozens_are_won_against_who_steers_towards_repetition(
        self, kind: str
    ) -> None:
        rng = Random(kind)
        decided = some(kind, rng, drawn=False)
        for _ in range(45):
            play_out(next(decided), rng)

    @pytest.mark.parametrize("kind", KINDS)
    def test_with_distance_within_the_plies(self, kind: str) -> None:
        rng = Random(f"{kind}, counted")
        decided = some(kind, rng, drawn=False)
        for _ in range(8):
            each = next(decided)
            plies = solve(each.position, each.coalition, distance=True).plies
            assert plies is not None
            swaps = len(each.position.stock)
            assert play_out(each, rng, distance=True) <= plies + swaps

    @pytest.mark.heavy
    @pytest.mark.parametrize("kind", KINDS)
    def test_a_thousand_are_won(self, kind: str) -> None:
        rng = Random(f"{kind}, many")
        decided = some(kind, rng, drawn=False)
        for number in range(1000):
            play_out(next(decided), rng, distance=number % 4 == 0)


class TestEveryDefence:
    """Not one reply is left out."""

    @pytest.mark.parametrize("kind", KINDS)
    def test_no_defence_goes_round_or_escapes(self, kind: str) -> None:
        rng = Random(f"{kind}, every defence")
        decided = some(kind, rng, drawn=False)
        followed = 0
        while followed < 300:
            followed += self.follow(next(decided), most=300)

    @pytest.mark.heavy
    @pytest.mark.parametrize("kind", KINDS)
    def test_no_defence_in_thousands_of_positions(self, kind: str) -> None:
        rng = Random(f"{kind}, every defence of many")
        decided = some(kind, rng, drawn=False)
        for _ in range(1000):
            self.follow(next(decided), most=3000)

    def follow(self, decided: Decided, most: int) -> int:
        """Follow best play through every reply, up to a number of positions."""
        open_: set[Position] = set()
        closed: set[Position] = set()
        way = [(decided.position, self.steps(decided, decided.position))]
        open_.add(decided.position)
        while way and len(closed) + len(open_) < most:
            position, steps = way[-1]
            after = next(steps, None)
            if after is None:
                way.pop()
                open_.discard(position)
                closed.add(position)
            elif after.outcome is not None:
                assert after.outcome.value_for(decided.side) is WIN
            elif after not in closed:
                assert after not in open_, f"{decided.position} comes to {after} again"
                open_.add(after)
                way.append((after, self.steps(decided, after)))
        return len(closed)

    def steps(self, decided: Decided, position: Position) -> Iterator[Position]:
        if position.mover not in decided.side:
            return iter([after for _, after in position.successors()])
        move = best(position, decided.coalition, memory=100)
        assert move is not None
        return iter([position.after(move)])


class TestDrawn:
    """A drawn position is never lost."""

    @pytest.mark.parametrize("kind", KINDS)
    def test_best_keeps_the_draw(self, kind: str) -> None:
        rng = Random(f"{kind}, drawn")
        decided = some(kind, rng, drawn=True)
        for _ in range(8):
            play_out(next(decided), rng)


def test_the_defender_takes_the_reply_that_brings_the_cards_back() -> None:
    before = Kryt.read("kryt h 7s8d/9s Td 1")
    assert likeness(before, before) == 0
    assert likeness(before, Kryt.read("kryt h 7s8d/9sTd - 1")) == 1
    start = Durak.read("perevodnoy s 7s7h6d/6s6h8h8d6c - 1")
    passed: list[Position] = [start, start.play("6d")]
    round_ = passed[-1].play(">6h").play("take").play("6c").play(">6h")
    assert str(round_) == "perevodnoy s 7s7h6d/6s8h8d 6c,6h 2 by=1"
    taken = reply(round_, passed, Random(1))
    assert taken == round_.play("take")
    assert taken.play("done") == start
