"""Positions too large for the plain solver: a value is that of the best move.

Each position after a move is asked about with empty tables, so that an error in one
search is not repeated by the other.  Larger ones and more of them, in some minutes:

    python -m pytest tests/ext/test_large_positions.py -m heavy
"""

from collections.abc import Sequence
from random import Random

import pytest
from regions import some_coalition
from strategies import VARIANTS, on_the_way

from kozyr.cards import mask_of
from kozyr.engine import Budget, choose
from kozyr.games.durak import PEREVODNOY, PODKIDNOY, Durak
from kozyr.values import Value

Answer = tuple[Value, int | None]


def answer(position: Durak, seats: frozenset[int], nodes: int) -> Answer | None:
    """Return value and plies from empty tables, ``None`` where that costs too much."""
    if position.outcome is not None:
        value = position.outcome.value_for(seats)
        return value, None if value is Value.DRAW else 0
    budget = Budget(nodes=nodes)
    engine = choose(position, seats)
    verdict = engine.judge(position, seats, True, budget)
    if verdict.value is None or budget.stopped is not None:
        return None
    return verdict.value, verdict.plies


def deal(rng: Random, sizes: Sequence[int], variant: tuple[str, bool], stock: int = 0):
    """Return a bout start with random hands of these sizes."""
    pack = rng.sample(range(36), 36)
    hands = []
    for size in sizes:
        hands.append(mask_of(pack[:size]))
        del pack[:size]
    rest = tuple(pack[:stock])
    trump = rest[-1] // 9 if rest else rng.randrange(4)
    game, neighbours = variant
    return Durak(game, trump, tuple(hands), stock=rest, neighbours=neighbours, mover=1)


def check(position: Durak, seats: frozenset[int], nodes: int) -> bool:
    """Compare a position with its moves; False where something cost too much."""
    whole = answer(position, seats, nodes)
    moves = []
    for move, after in position.successors():
        found = answer(after, seats, nodes)
        if found is None or whole is None:
            return False
        value, plies = found
        moves.append((value, None if plies is None else plies + move.plies))
    assert whole is not None
    sign = 1 if position.mover in seats else -1

    def key(each: Answer) -> tuple[int, int]:
        worth = sign * each[0]
        return worth, -worth * (each[1] or 0)

    assert key(whole) == max(map(key, moves)), str(position)
    return True


KINDS = (
    ((6, 6), [(PEREVODNOY, False)], 0),
    ((7, 5), [(PEREVODNOY, False)], 0),
    ((3, 3, 3), VARIANTS, 0),
    ((4, 3, 4), VARIANTS, 0),
    ((3, 3, 3, 3), VARIANTS, 0),
    ((2, 2, 2, 2, 2), VARIANTS, 0),
    ((2, 2, 2, 2, 2, 2), VARIANTS, 0),
    ((6, 7), [(PODKIDNOY, False)], 0),
    ((5, 5), [(PODKIDNOY, False)], 4),
)


@pytest.mark.parametrize("kind", KINDS, ids=str)
def test_a_position_is_worth_its_best_move(
    kind: tuple[Sequence[int], Sequence[tuple[str, bool]], int],
) -> None:
    sizes, variants, stock = kind
    rng, compared = Random(repr(kind)), 0
    for _ in range(16):
        start = deal(rng, sizes, rng.choice(variants), stock)
        position = start if rng.random() < 0.5 else on_the_way(start, rng, 6)
        if len(sizes) == 2:
            seats = frozenset([rng.choice((1, 2))])
        else:
            seats = some_coalition(rng, position)
        compared += check(position, seats, 400_000)
    assert compared >= 3


@pytest.mark.heavy
@pytest.mark.parametrize("kind", KINDS, ids=str)
@pytest.mark.parametrize("seed", range(4))
def test_many_positions_are_worth_their_best_moves(
    kind: tuple[Sequence[int], Sequence[tuple[str, bool]], int], seed: int
) -> None:
    sizes, variants, stock = kind
    rng, compared = Random(repr((kind, seed))), 0
    for _ in range(20):
        start = deal(rng, sizes, rng.choice(variants), stock)
        position = start if rng.random() < 0.5 else on_the_way(start, rng, 12)
        if len(sizes) == 2:
            seats = frozenset([rng.choice((1, 2))])
        else:
            seats = some_coalition(rng, position)
        compared += check(position, seats, 3_000_000)
    assert compared >= 8
