"""What ``solve`` says when time, nodes, memory or patience run out."""

import signal

import pytest
from engines import DRAWN, WON, Scripted, after, told

from kozyr import notation
from kozyr.engine import Budget, Verdict
from kozyr.position import Position
from kozyr.solve import Interrupted, best, solve
from kozyr.values import Value

WIN, DRAW, LOSS = Value.WIN, Value.DRAW, Value.LOSS

# Seat 1 attacks with 6♠ or 7♠; nothing in these cards decides a test below.
SMALL = notation.position("podkidnoy h 6s7s8s/9dTdJd - 1")
CIRCLE = notation.position("perevodnoy s 6d7h7s/6c6h6s8d8h - 1")


class TestLimits:
    """What is proven when time, nodes or memory run out."""

    def test_an_open_position_with_nothing_proven(self) -> None:
        solution = solve(SMALL, engine=Scripted({}, "memory"))
        assert (solution.value, solution.best, solution.line) == (None, None, ())
        assert solution.stopped == "memory"
        assert len(solution.moves) == 3

    def test_a_move_left_open_does_not_hide_the_value(self) -> None:
        solution = solve(SMALL, engine=told(SMALL, DRAWN, {"8s": DRAWN}))
        assert (solution.value, str(solution.best)) == (DRAW, "8s")
        assert [each.to_dict()["value"] for each in solution.moves] == [
            "draw",
            "unknown",
            "unknown",
        ]

    def test_the_line_is_cut_where_the_limit_comes(self) -> None:
        verdicts = told(SMALL, WON, {"6s": WON, "7s": WON, "8s": WON}).verdicts
        known = {**verdicts, after(SMALL, "6s", "take"): WON}
        solution = solve(SMALL, engine=Scripted(known))
        assert [str(move) for move in solution.line] == ["6s", "take"]
        assert (solution.value, solution.draw) == (WIN, None)

    @pytest.mark.parametrize("limit", [{"nodes": 3}, {"time": 1e-9}])
    def test_real_limits(self, limit: dict[str, float]) -> None:
        solution = solve(CIRCLE, **limit)  # type: ignore[arg-type]
        assert (solution.value, solution.stopped) == (None, next(iter(limit)))
        assert best(CIRCLE, **limit) is None  # type: ignore[arg-type]

    def test_nodes_are_never_exceeded(self) -> None:
        assert solve(CIRCLE, nodes=1000).nodes <= 1000

    def test_progress_is_told_now_and_then(self) -> None:
        told: list[tuple[int, float]] = []
        hard = "podkidnoy h 6s8sTs7d9dJdQdKdAd/7s9sJs6d8dTd6c7c8c - 1"
        solve(hard, time=0.35, progress=lambda *report: told.append(report))
        assert 1 <= len(told) <= 4
        assert sorted(told) == told


class TestInterrupts:
    """Ctrl-C, however an engine lets it out, leaves what is proven."""

    @pytest.mark.parametrize("stop", ["interrupt", KeyboardInterrupt])
    def test_what_is_proven_is_kept(self, stop: type[KeyboardInterrupt]) -> None:
        with pytest.raises(Interrupted) as interrupt:
            solve(SMALL, engine=told(SMALL, WON, {"6s": WON}, stop))
        solution = interrupt.value.solution
        assert (solution.value, str(solution.best)) == (WIN, "6s")
        assert [str(move) for move in solution.line] == ["6s"]
        assert solution.stopped == "interrupt"

    def test_nothing_more_is_asked_after_it(self) -> None:
        engine = Scripted({}, KeyboardInterrupt)
        with pytest.raises(Interrupted):
            solve(SMALL, engine=engine)
        assert engine.asked == [str(SMALL)]
        with pytest.raises(KeyboardInterrupt):
            best(SMALL, engine=engine)

    def test_the_signal_itself_costs_nothing_that_is_proven(self) -> None:
        with pytest.raises(Interrupted) as interrupt:
            solve(SMALL, engine=Signalled(1))
        solution = interrupt.value.solution
        assert (solution.at_least, solution.at_most) == (DRAW, WIN)
        assert signal.getsignal(signal.SIGINT) is signal.default_int_handler

    def test_a_second_signal_does_not_wait_for_the_engine(self) -> None:
        with pytest.raises(Interrupted) as interrupt:
            solve(SMALL, engine=Signalled(2))
        solution = interrupt.value.solution
        assert (solution.at_least, solution.at_most) == (LOSS, WIN)
        assert signal.getsignal(signal.SIGINT) is signal.default_int_handler

    def test_a_program_that_has_its_own_use_for_the_signal_keeps_it(self) -> None:
        heard: list[int] = []
        before = signal.signal(signal.SIGINT, lambda number, _: heard.append(number))
        try:
            assert solve("podkidnoy h Kc/Kd - 1", engine=Signalled(1)).value is None
        finally:
            signal.signal(signal.SIGINT, before)
        assert set(heard) == {signal.SIGINT}


class Signalled:
    """An engine that is interrupted some times in its search."""

    def __init__(self, times: int) -> None:
        self.times = times

    def judge(
        self,
        position: Position,
        coalition: frozenset[int],
        distance: bool,
        budget: Budget,
    ) -> Verdict:
        for _ in range(self.times):
            signal.raise_signal(signal.SIGINT)
        return Verdict(DRAW, WIN)
