"""The circular kernel by itself: its answers, its stack, its meter, its table."""

import signal
from collections.abc import Callable
from random import Random
from time import process_time
from types import FrameType
from typing import Literal

import pytest
from regions import Solved, circular_suite, judged, sharp_suite

from kozyr import circular_engine, notation
from kozyr.circular_engine import CircularEngine, hand_over
from kozyr.engine import Budget
from kozyr.ext.circular import Circular
from kozyr.games.durak import PEREVODNOY, Durak
from kozyr.values import Value

FAR = 1 << 20
PLENTY = 10**7
MEGABYTE = 10**6

Answer = bool | Literal["never"] | None


def kernel_for(position: Durak, memory: int = 10 * MEGABYTE) -> Circular:
    transfers = position.game == PEREVODNOY
    return Circular(memory, transfers, position.neighbours)


def mask(seats: frozenset[int]) -> int:
    return sum(1 << seat - 1 for seat in seats)


def truth(found: Solved, position: Durak) -> bool:
    """Return whether the coalition can force it that the durak is an opponent."""
    return found.answers[position].value is Value.WIN


def uncapped(suite: Callable[[int, int], tuple[Solved, list[Durak]]], seed: int):
    """Return a suite whose game did not begin with a cap of its own."""
    while (made := suite(seed, 40))[0].region.capped:
        seed += 1000
    return made


class TestAnswers:
    """A yes and a never are proofs, a no is none."""

    @pytest.mark.parametrize("seed", range(6))
    def test_with_nodes_enough_every_question_is_closed(self, seed: int) -> None:
        found, sample = uncapped(circular_suite, seed)
        forcing = mask(found.seats)
        kernel = kernel_for(found.root)
        for position in sample:
            hand_over(position, kernel)
            expected = True if truth(found, position) else "never"
            assert kernel.close(forcing, FAR, PLENTY) == expected, str(position)

    @pytest.mark.parametrize("seed", range(6))
    def test_a_horizon_or_a_budget_loses_proofs_but_makes_none(self, seed: int) -> None:
        found, sample = uncapped(circular_suite, seed)
        forcing, rng = mask(found.seats), Random(seed)
        kernel = kernel_for(found.root)
        for position in sample:
            hand_over(position, kernel)
            wins = truth(found, position)
            for _ in range(6):
                horizon, nodes = rng.randint(1, 8), rng.choice((10, 50, 200, 1000))
                answer: Answer = rng.choice(
                    (
                        lambda h=horizon, n=nodes: kernel.close(forcing, h, n),
                        lambda h=horizon, n=nodes: kernel.close(forcing, FAR, n),
                        lambda h=horizon, n=nodes: kernel.within(forcing, h),
                        lambda h=horizon, n=nodes: kernel.narrowly(forcing, h, 2, n),
                    )
                )()
                assert answer is not None
                if wins:
                    assert answer != "never", str(position)
                else:
                    assert answer is not True, str(position)

    @pytest.mark.parametrize("seed", range(6))
    def test_a_win_within_some_bouts_is_one_within_more(self, seed: int) -> None:
        found, sample = uncapped(sharp_suite, seed)
        forcing = mask(found.seats)
        warm = kernel_for(found.root)
        for position in sample:
            answers = []
            for horizon in range(1, 10):
                hand_over(position, warm)
                answers.append(warm.within(forcing, horizon) is True)
            assert answers == sorted(answers)
            cold = kernel_for(position)
            hand_over(position, cold)
            far = cold.within(forcing, 9) is True
            assert far is answers[-1]


class TestStack:
    """Where the stack ends nothing is proven, and a deep one takes over."""

    @pytest.mark.parametrize("stack", [1, 1000, 3000, 8000, 30_000])
    def test_the_end_of_the_stack_makes_no_proof(self, stack: int) -> None:
        met = False
        for seed in range(3):
            found, sample = uncapped(sharp_suite, seed)
            forcing = mask(found.seats)
            warm = kernel_for(found.root)
            for position in sample:
                for kernel in (warm, kernel_for(found.root)):
                    hand_over(position, kernel)
                    answer = kernel.close(forcing, FAR, PLENTY, stack)
                    met = met or kernel.too_deep
                    if truth(found, position):
                        assert answer != "never"
                    else:
                        assert answer is not True
        assert met

    def test_the_engine_goes_on_with_a_deep_stack(
        self, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        deep: list[bool] = []

        class Shallow(Circular):
            def close(
                self, forcing: int, r: int, nodes: int, stack: int = 3000
            ) -> Answer:
                deep.append(stack != 3000)
                return super().close(forcing, r, nodes, stack)

        monkeypatch.setattr(circular_engine, "Circular", Shallow)
        for seed in range(3):
            found, sample = uncapped(sharp_suite, seed)
            for position in sample:
                engine = CircularEngine(10)
                value = found.answers[position].value
                assert judged(engine, position, found.seats).value is value
        # Both kinds of stack were used.
        assert set(deep) == {False, True}

    def test_ctrl_c_stops_a_search_on_a_deep_stack(
        self, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        class Shallow(Circular):
            def close(
                self, forcing: int, r: int, nodes: int, stack: int = 3000
            ) -> Answer:
                return super().close(forcing, r, nodes, stack)

        def ring(number: int, frame: FrameType | None) -> None:
            rung.append(process_time())
            raise KeyboardInterrupt

        monkeypatch.setattr(circular_engine, "Circular", Shallow)
        text = "perevodnoy s 6s9sJsQs8hJhQd7dAc/7s9h8dJd6c9cJcKc6d - 1"
        rung: list[float] = []
        before = signal.signal(signal.SIGALRM, ring)
        signal.setitimer(signal.ITIMER_REAL, 0.2)
        budget = Budget(time=30)
        try:
            with pytest.raises(KeyboardInterrupt):
                CircularEngine(50).judge(
                    notation.position(text), frozenset([1]), False, budget
                )
        finally:
            signal.setitimer(signal.ITIMER_REAL, 0)
            signal.signal(signal.SIGALRM, before)
        assert process_time() - rung[0] < 0.05
        assert budget.stopped == "interrupt"


class Allowance:
    """Grants some nodes in all, then none; or raises."""

    def __init__(self, nodes: int, fault: type[BaseException] | None = None) -> None:
        self.left = nodes
        self.fault = fault

    def __call__(self, nodes: int) -> int:
        granted = min(self.left, 200)
        self.left -= granted
        if not granted and self.fault is not None:
            raise self.fault
        return granted


class Fault(BaseException):
    pass


class TestMeter:
    """Stopped anywhere, by a zero or by what the callback raises, it stays sound."""

    @pytest.mark.parametrize("fault", [None, Fault, KeyboardInterrupt])
    @pytest.mark.parametrize("seed", range(4))
    def test_a_stop_leaves_nothing_wrong(
        self, seed: int, fault: type[BaseException] | None
    ) -> None:
        found, sample = uncapped(sharp_suite, seed)
        forcing, rng = mask(found.seats), Random(seed)
        kernel = kernel_for(found.root)
        stops = 0
        for position in sample:
            hand_over(position, kernel)
            for _ in range(5):
                kernel.meter(Allowance(rng.choice((0, 10, 50, 200, 500)), fault))
                ask = rng.choice(
                    (
                        lambda: kernel.close(forcing, FAR, PLENTY),
                        lambda: kernel.within(forcing, rng.randint(1, 9)),
                        lambda: kernel.narrowly(forcing, 20, 2, PLENTY),
                    )
                )
                try:
                    stopped = ask() is None
                except Fault:
                    stopped = True
                except KeyboardInterrupt:
                    stopped = True
                stops += stopped
            kernel.meter(None)
            expected = True if truth(found, position) else "never"
            assert kernel.close(forcing, FAR, PLENTY) == expected
        assert stops > 5

    def test_the_stop_of_an_ending_of_two_stops_the_whole(self) -> None:
        """Podkidnoy with one seat out is searched by the other kernel."""
        text = "podkidnoy s 7sKsAh6d8dTdAd9cAc/6s7h8hJhQdKd8cKc6h/- - 1"
        position = notation.position(text)
        assert isinstance(position, Durak)
        kernel = kernel_for(position)
        hand_over(position, kernel)
        kernel.meter(Allowance(20_000))
        assert kernel.close(1, FAR, PLENTY) is None
        assert kernel.nodes < 22_000
        kernel.meter(Allowance(20_000, Fault))
        with pytest.raises(Fault):
            kernel.close(1, FAR, PLENTY)
        kernel.meter(None)
        assert kernel.close(1, FAR, PLENTY) is True


class TestTable:
    """The table keeps to its limit from the first byte on."""

    def test_what_does_not_fit_is_refused(self) -> None:
        for memory in (0, 1000, 500_000, 600_000):
            with pytest.raises(MemoryError):
                Circular(memory, True, False)

    @pytest.mark.parametrize("memory", [660_000, MEGABYTE, 3 * MEGABYTE, 10**7])
    def test_it_grows_to_the_limit_and_no_further(self, memory: int) -> None:
        position = notation.position("podkidnoy s JhKdAc/6h7h6c/6d8dTc - 1")
        assert isinstance(position, Durak)
        kernel = kernel_for(position, memory)
        first = kernel.table_bytes
        hand_over(position, kernel)
        for horizon in range(1, 17):
            kernel.within(6, horizon)
            kernel.close(1, horizon, 50_000)
            assert kernel.table_bytes <= memory
        assert (kernel.table_bytes > first) is (memory >= MEGABYTE)
