"""Every known position: by the plain solver, and by ``solve`` as anyone calls it."""

import pytest
from known import Known, rows

from kozyr import notation
from kozyr.engine import Budget, choose, kind_for
from kozyr.reference import ReferenceEngine
from kozyr.solve import solve
from kozyr.values import Value

EXACT = rows("exact.jsonl")


@pytest.fixture(scope="module")
def plain() -> ReferenceEngine:
    """One engine for all rows: neighbouring ones lie in one region."""
    return ReferenceEngine()


@pytest.mark.parametrize("known", EXACT, ids=str)
def test_the_plain_solver(known: Known, plain: ReferenceEngine) -> None:
    position = notation.position(known.position)
    seats, budget = frozenset(known.coalition), Budget()
    verdict = plain.judge(position, seats, True, budget)
    assert (verdict.value, verdict.plies) == (known.value, known.plies)
    moves: dict[str, tuple[Value | None, int | None]] = {}
    for move, after in position.successors():
        if after.outcome is None:
            verdict = plain.judge(after, seats, True, budget)
            plies = verdict.plies
            moves[str(move)] = (verdict.value, plies and plies + move.plies)
        else:
            value = after.outcome.value_for(seats)
            moves[str(move)] = (value, None if value is Value.DRAW else move.plies)
    assert moves == known.moves


@pytest.mark.parametrize("distance", [False, True], ids=["values", "distances"])
@pytest.mark.parametrize("known", EXACT, ids=str)
def test_solve(known: Known, distance: bool, plain: ReferenceEngine) -> None:
    position = notation.position(known.position)
    seats = frozenset(known.coalition)
    # A kernel starts cold, as it does for anyone who asks; the plain solver needs not
    # be measured against itself.
    cold = kind_for(position, seats) != "reference"
    engine = choose(position, seats) if cold else plain
    solution = solve(known.position, seats, distance=distance, engine=engine)
    assert solution.value is known.value
    assert solution.plies == (known.plies if distance else None)
    found = {str(each.move): (each.value, each.plies) for each in solution.moves}
    assert found == {
        move: (value, plies if distance else None)
        for move, (value, plies) in known.moves.items()
    }
    assert solution.best == solution.moves[0].move


@pytest.mark.heavy
@pytest.mark.parametrize("known", rows("circular_3x3.jsonl"), ids=str)
def test_three_hands_of_three(known: Known) -> None:
    """Up to 40 seconds and a gigabyte each: regions have two million positions."""
    position = notation.position(known.position)
    seats, budget = frozenset(known.coalition), Budget(memory=4000)
    verdict = ReferenceEngine(4000).judge(position, seats, True, budget)
    assert verdict.value is known.value
