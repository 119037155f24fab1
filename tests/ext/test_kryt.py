"""The kernel for Kryt': what it calls proven is so, by the plain solver."""

from itertools import pairwise
from random import Random

import pytest
from strategies import pack

from kozyr.cards import mask_of
from kozyr.engine import Budget
from kozyr.ext.kryt import MOST, Kryt
from kozyr.games.kryt import Kryt as Position
from kozyr.reference import Region
from kozyr.values import Value

LARGE = 100_000_000
DRAWN = "kryt c Ah/KsTd AdQc 1"
LONG_WIN = (
    "kryt s JhKdAc/6h7h6c "
    "8dTc6dThKhTdQd9s9d7cQh9cJs6sJc7s7dKcAd8h9hAhQs8cKs8sJdTsQcAs 1"
)
"""The whole pile is picked up, and all of it is led to the end."""
FULL_PACK = (
    "kryt h 8dTd/7dJd "
    "TcAc9sKs7hKc9dTsQsKhJh9h6d6sQc8s8hAhKdQd8c7cQhAsTh7s6cJcAd6hJs9c 1"
)


def kernel_at(position: Position, memory: int = LARGE) -> Kryt:
    kernel = Kryt(memory)
    place(kernel, position)
    return kernel


def place(kernel: Kryt, position: Position) -> None:
    mover = position.mover
    hands = position.hands[mover - 1], position.hands[2 - mover]
    kernel.place(position.trump, *hands, position.pile)


def random_start(rng: Random, fewest: int, most: int) -> Position:
    cards = pack(rng, rng.randint(fewest, most))
    mine = rng.randint(1, len(cards) - 1)
    theirs = rng.randint(1, len(cards) - mine)
    hands = mask_of(cards[:mine]), mask_of(cards[mine : mine + theirs])
    pile = tuple(cards[mine + theirs :])
    return Position("kryt", rng.randrange(4), hands, pile, rng.choice((1, 2)))


def sides(kernel: Kryt) -> list[bool]:
    """Return whose win is a question: the mover's and the other's."""
    if kernel.can_win():
        return []
    return [True] if kernel.can_end() else [True, False]


def winner(position: Position, region: Region) -> bool | None:
    """Return whether the mover (else the other) wins; ``None`` for a draw."""
    answers = region.answers([position.mover])
    assert answers is not None
    value = answers[position].value
    return None if value is Value.DRAW else value is Value.WIN


@pytest.mark.parametrize("seed", range(20))
def test_a_closed_set_and_a_lost_one_are_right_whatever_the_limits(seed: int) -> None:
    """Few cards in hands, digging lost or safe, a search at each position or none."""
    rng = Random(seed)
    root = random_start(rng, 4, 7)
    region = Region(root)
    region.explore(Budget())
    positions = [each for each in region if each.mover]
    for position in rng.sample(positions, min(20, len(positions))):
        truth = winner(position, region)
        held = sum(hand.bit_count() for hand in position.hands)
        for cards in {held, held + 1, held + 2, held + len(position.pile)}:
            for lost in (True, False):
                leaf = rng.choice((0, 1, 3, 5, 9))
                kernel = kernel_at(position)
                for mine in sides(kernel):
                    found = kernel.close(mine, cards, lost, leaf, 5_000_000)
                    assert found is not None
                    if found == "never":
                        assert truth is not mine
                        assert kernel.known(mine)
                    elif found is True:
                        assert truth is mine
                    else:
                        assert found == "beyond"
                        assert cards < held + len(position.pile)


@pytest.mark.parametrize("memory", [30_000, LARGE])
def test_what_proof_numbers_prove_is_right(memory: int) -> None:
    """And what they refute is only said to be so."""
    rng = Random(5)
    proven = wins = 0
    for _ in range(12):
        root = random_start(rng, 4, 7)
        region = Region(root)
        region.explore(Budget())
        positions = [each for each in region if each.mover]
        kernel = Kryt(memory)
        for position in rng.sample(positions, min(40, len(positions))):
            truth = winner(position, region)
            place(kernel, position)
            for mine in sides(kernel):
                found = kernel.prove(mine, 5_000_000)
                assert found in (True, "refuted")
                assert found == "refuted" or truth is mine
                proven += found is True
                wins += truth is mine
    assert 0.95 * wins < proven <= wins


def test_proof_numbers_go_on_where_they_were() -> None:
    """Stopped by nodes or by the grant, they leave the position as it was."""
    kernel = kernel_at(Position.read(LONG_WIN))
    assert kernel.prove(True, 50) is False
    assert kernel.within(True, 9, False) is False
    kernel.meter(lambda nodes: 0)
    assert kernel.prove(False, 1000) is None
    kernel.meter(None)
    before = kernel.nodes
    assert kernel.prove(True, 100_000) is True
    assert kernel.nodes - before < 5_000
    assert kernel.prove(True, 1) is True
    assert kernel.close(True, 36, True, 0, 1000) is True


def test_a_drawn_position_has_two_closed_sets() -> None:
    kernel = kernel_at(Position.read(DRAWN))
    for mine in sides(kernel):
        assert kernel.close(mine, 5, True, 0, 1000) == "never"


def test_too_few_nodes_prove_nothing_and_spoil_nothing() -> None:
    kernel = kernel_at(Position.read(FULL_PACK))
    assert kernel.close(True, 36, True, 0, 500) is False
    assert kernel.within(True, 9, False) is False
    assert not kernel.known(True)


def test_a_win_stays_one_with_a_larger_bound() -> None:
    """The smallest bound is the position's own: a warm table changes nothing."""
    rng = Random(1)
    warm = Kryt(1_000_000)
    for _ in range(60):
        position = random_start(rng, 5, 9)
        cold = kernel_at(position)
        place(warm, position)
        for mine in sides(cold):
            for plies in (False, True):
                first = [bool(cold.within(mine, b, plies)) for b in range(1, 20)]
                assert first == sorted(first)
                again = [bool(warm.within(mine, b, plies)) for b in range(19, 0, -1)]
                assert again == first[::-1]


@pytest.mark.parametrize("memory", [30_000, 60_000, LARGE])
def test_the_smallest_tables_lose_time_and_nothing_else(memory: int) -> None:
    rng = Random(2)
    for _ in range(30):
        position = random_start(rng, 4, 7)
        region = Region(position)
        region.explore(Budget())
        truth = winner(position, region)
        kernel = kernel_at(position, memory)
        for mine in sides(kernel):
            found = any(kernel.within(mine, bound, False) for bound in range(61))
            assert found is (truth is mine)


def test_the_grant_stops_a_search_within_a_few_thousand_nodes() -> None:
    kernel = kernel_at(Position.read(FULL_PACK))
    asked: list[int] = []

    def grant(nodes: int) -> int:
        asked.append(nodes)
        return 1000 if nodes < 50_000 else 0

    kernel.meter(grant)
    assert kernel.within(True, MOST, False) is None
    assert kernel.nodes < 52_000
    assert max(b - a for a, b in pairwise(asked)) < 1100
    kernel.meter(grant)
    assert kernel.close(False, 36, True, 9, 10_000_000) is None


def test_an_exception_in_the_grant_comes_out_of_the_search() -> None:
    kernel = kernel_at(Position.read(FULL_PACK))

    def interrupt(nodes: int) -> int:
        raise KeyboardInterrupt

    for attempt in range(2):
        kernel.meter(interrupt)
        with pytest.raises(KeyboardInterrupt):
            if attempt:
                kernel.close(True, 36, True, 0, 1_000_000)
            else:
                kernel.within(True, MOST, False)
    kernel.meter(None)
    assert kernel.within(True, 5, False) is False


def test_a_hand_of_a_whole_pack_is_played() -> None:
    """The most moves there can be, and the longest pick-up."""
    cards = 36
    ace = 8
    position = Position("kryt", 0, (1, (1 << cards) - 2 - (1 << ace)), (ace,), 2)
    kernel = kernel_at(position)
    for mine in sides(kernel):
        assert kernel.within(mine, 41, False) in (True, False)
    assert kernel.close(True, 36, True, 3, 3000) in (True, False, "never")


def test_memory_that_is_refused() -> None:
    with pytest.raises((MemoryError, OverflowError)):
        Kryt(-1)
