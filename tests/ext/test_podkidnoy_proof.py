"""Proof numbers for two-player podkidnoy, held against the plain solver and alpha-beta.

The default run compares a few thousand positions; many more, in some minutes:

    python -m pytest tests/ext/test_podkidnoy_proof.py -m heavy
"""

from random import Random

import pytest
from regions import judged, podkidnoy_suite

import kozyr.podkidnoy_engine
from kozyr.cards import mask_of
from kozyr.engine import Budget
from kozyr.ext.podkidnoy import Podkidnoy
from kozyr.ext.podkidnoy_proof import Prover
from kozyr.games.durak import Durak
from kozyr.podkidnoy_engine import PodkidnoyEngine, place
from kozyr.reference import Answer
from kozyr.tables import home
from kozyr.values import Value

MEMORY = 20_000_000
TINY = 1
"""Bytes for the smallest table there is: a thousand positions."""


class Proofs:
    """A kernel and a search by proof numbers beside it."""

    def __init__(self, memory: int, leaf: int, tables: bool = False) -> None:
        shelf = home.tables("podkidnoy") if tables else None
        self.kernel = Podkidnoy(2**22, False, shelf)
        self.prover = Prover(self.kernel, memory, leaf)

    def value(self, position: Durak, seat: int, nodes: int = 0) -> Value:
        """Ask whether one side wins and whether the other does, till both answer."""
        principal = position.by or position.mover
        place(self.kernel, position, principal)
        wins = [self._proof(attacker, nodes) for attacker in (True, False)]
        assert wins != [True, True]
        value = Value(wins[0] - wins[1])
        return value if seat == principal else Value(-value)

    def _proof(self, attacker: bool, nodes: int) -> bool:
        while True:
            found = self.prover.prove(attacker, nodes)
            if found is not None:
                return found
            nodes *= 2


def every_kind() -> list[Proofs]:
    """Return searches that have no alpha-beta, a little, and tables to read."""
    return [
        Proofs(MEMORY, 0),
        Proofs(TINY, 0),
        Proofs(MEMORY, 30),
        Proofs(MEMORY, 0, tables=True),
    ]


def compare(seed: int, most: int, nodes: int = 12_000) -> int:
    """Hold a suite's positions without a stock against the plain solver; count them."""
    found, sample = podkidnoy_suite(seed, most, nodes)
    (seat,) = found.seats
    searches = every_kind()
    compared = 0
    for position in sample:
        if position.stock:
            continue
        compared += 1
        expected = found.answers[position].value
        for each in searches:
            assert each.value(position, seat) is expected, str(position)
    return compared


class TestAgainstThePlainSolver:
    """Not one difference, in and between bouts, warm, with tiny tables and without."""

    def test_positions_of_every_phase(self) -> None:
        assert sum(compare(seed, 60) for seed in range(30)) > 800

    @pytest.mark.heavy
    @pytest.mark.parametrize("seed", range(2000, 2100))
    def test_many_positions_of_every_phase(self, seed: int) -> None:
        compare(seed, 200, 60_000)


def random_position(rng: Random, cards: int) -> Durak:
    """Deal some cards to two hands at random, so often to unequal ones."""
    pack = rng.sample(range(36), cards)
    mine = rng.randint(1, cards - 1)
    hands = mask_of(pack[:mine]), mask_of(pack[mine:])
    return Durak(trump=rng.randrange(4), hands=hands)


class TestAgainstAlphaBeta:
    """Larger positions, hands of any size."""

    def test_random_hands(self) -> None:
        self.compare(5, 150, 8, 12, every_kind())

    def test_it_goes_on_where_it_was(self) -> None:
        rng = Random(6)
        once, often = Proofs(MEMORY, 0), Proofs(MEMORY, 0)
        for _ in range(60):
            position = random_position(rng, 11)
            assert once.value(position, 1) is often.value(position, 1, 40)

    @pytest.mark.heavy
    def test_many_random_hands(self) -> None:
        tiny = 1
        searches = every_kind()
        del searches[tiny]
        self.compare(7, 3000, 9, 15, searches)

    def compare(
        self, seed: int, number: int, fewest: int, most: int, searches: list[Proofs]
    ) -> None:
        rng = Random(seed)
        engine = PodkidnoyEngine(100.0, False)
        for _ in range(number):
            position = random_position(rng, rng.randint(fewest, most))
            expected = judged(engine, position, frozenset({1})).value
            for each in searches:
                assert each.value(position, 1) is expected, str(position)


class TestTurns:
    """The engine's turns change no answer, however short they are."""

    @pytest.mark.parametrize("turn", [1, 30, 1000])
    def test_values_and_plies(self, turn: int, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(kozyr.podkidnoy_engine, "_FIRST_TURN", turn)
        for seed in range(100, 106):
            found, sample = podkidnoy_suite(seed, 40, 12_000)
            warm = PodkidnoyEngine(200.0)
            for position in sample:
                expected = found.answers[position]
                value = Answer(expected.value, None)
                assert judged(warm, position, found.seats) == value, str(position)
                assert judged(warm, position, found.seats, True) == expected

    def test_with_little_memory_alpha_beta_goes_on_alone(self) -> None:
        engine = PodkidnoyEngine(20.0, False)
        position = random_position(Random(8), 12)
        budget = Budget(memory=20.0)
        verdict = engine.judge(position, frozenset({1}), False, budget)
        assert verdict.value is not None


class TestMeter:
    """Whoever meters the kernel can stop the proof at any time, and it stays sound."""

    POSITION = random_position(Random(1), 22)

    def test_a_limit_gives_no_answer(self) -> None:
        search = Proofs(MEMORY, 100)
        place(search.kernel, self.POSITION, 1)
        search.kernel.meter(lambda nodes: 100 if nodes < 5000 else 0)
        assert search.prover.prove(True, 0) is None
        assert 5000 <= search.kernel.nodes < 6000

    def test_what_arrives_meanwhile_is_raised(self) -> None:
        def grant(nodes: int) -> int:
            raise KeyboardInterrupt

        search = Proofs(MEMORY, 100)
        place(search.kernel, self.POSITION, 1)
        search.kernel.meter(grant)
        with pytest.raises(KeyboardInterrupt):
            search.prover.prove(True, 0)

    def test_a_stop_lasts_till_the_kernel_is_metered_anew(self) -> None:
        search = Proofs(MEMORY, 100)
        place(search.kernel, self.POSITION, 1)
        granted = [0]
        search.kernel.meter(lambda nodes: granted[0])
        assert search.kernel.score(0, 1, 1000) is None
        granted[0] = 10_000
        before = search.kernel.nodes
        assert search.prover.prove(True, 1000) is None
        assert search.kernel.score(0, 1, 1000) is None
        assert search.kernel.nodes == before
        search.kernel.meter(None)
        assert search.prover.prove(True, 1000) is None
        assert search.kernel.nodes > before

    def test_its_own_nodes_are_no_limit_for_later(self) -> None:
        search = Proofs(MEMORY, 100)
        place(search.kernel, self.POSITION, 1)
        before = search.kernel.nodes
        assert search.prover.prove(True, 3000) is None
        assert search.kernel.nodes - before < 4000
        assert search.kernel.score(-1, 0, 2000) is None
