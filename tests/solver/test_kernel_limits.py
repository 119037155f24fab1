"""Limits stop the Durak kernels at once, and what they say by then is true.

Times are of the processor, not of the clock: on a busy machine another process may
take any amount of time between two looks at the clock.
"""

import os
import signal
import subprocess
import sys
from collections.abc import Callable
from random import Random
from time import process_time
from types import FrameType

import pytest
from known import rows
from regions import circular_suite, podkidnoy_suite
from strategies import durak_start

from kozyr import notation
from kozyr.engine import Budget, choose
from kozyr.games.durak import Durak
from kozyr.solve import Interrupted, solve
from kozyr.values import Value

AT_ONCE = 0.05
"""Seconds."""
ONE_BOUT = 1000
"""Nodes by which a limit may be missed: a bout is always played out."""

HARD = {
    "podkidnoy": "podkidnoy s 7sTsJsThAh6dAd7c9c/6hQh9dTdJd6c8cJcAc - 1",
    "podkidnoy, in a bout": (
        "podkidnoy s TsJsThAh6dAd7c9c/6hQh9dTdJd6c8cJcAc 7s 2 by=1"
    ),
    "podkidnoy, stock": (
        "podkidnoy h Ks8hTdJc6d7c/6sJsQs9h7h8c - 1 stock=7d9d9cTcAsKdTsAh"
    ),
    "perevodnoy": "perevodnoy s 6s9sJsQs8hJhQd7dAc/7s9h8dJd6c9cJcKc6d - 1",
    "three players": "podkidnoy c 8hAhQdJc/KsThJhAc/Js9h7d9c - 1",
    "five players": (
        "podkidnoy h 7sTsAsTcQc/6sJs6h7h8h/8sQs9hJhAh/9sQhTd9cJc/KsKh8d9dAd - 1"
    ),
}


def durak(text: str) -> Durak:
    position = notation.position(text)
    assert isinstance(position, Durak)
    return position


class Watched(Budget):
    """A budget that remembers the longest time between two looks at it."""

    def __init__(self, **limits: float) -> None:
        super().__init__(**limits)  # type: ignore[arg-type]
        self.last = process_time()
        self.longest = 0.0

    def spend(self, nodes: int = 0) -> bool:
        self.look()
        return super().spend(nodes)

    def look(self) -> None:
        now = process_time()
        self.longest = max(self.longest, now - self.last)
        self.last = now


@pytest.mark.parametrize("distance", [False, True])
@pytest.mark.parametrize("name", HARD)
def test_a_search_looks_at_its_budget_often_and_ends_when_told(
    name: str, distance: bool
) -> None:
    position = durak(HARD[name])
    seats = frozenset([position.mover])
    for limits in ({"time": 0.4}, {"nodes": 400_000}):
        # A machine that is busy may stand still once, but not each time.
        longest = []
        while len(longest) < 3 and (not longest or longest[-1] >= AT_ONCE):
            budget = Watched(**limits)
            verdict = choose(position, seats).judge(position, seats, distance, budget)
            budget.look()
            longest.append(budget.longest)
        # It has done all that it had to do after the budget was spent by now.
        assert min(longest) < AT_ONCE
        if "nodes" in limits:
            assert budget.nodes <= limits["nodes"] + ONE_BOUT
        if verdict.value is None or (distance and verdict.plies is None):
            assert budget.stopped in (None, *limits)


@pytest.mark.parametrize("nodes", [1, 10, 100, 1000, 10_000, 50_000])
def test_bounds_are_true_at_every_limit_of_nodes(nodes: int) -> None:
    for row in rows("circular_3x3.jsonl")[::2]:
        position = durak(row.position)
        seats, budget = frozenset(row.coalition), Budget(nodes=nodes)
        verdict = choose(position, seats).judge(position, seats, False, budget)
        assert verdict.at_least <= row.value <= verdict.at_most
        assert budget.nodes <= nodes + ONE_BOUT
        if verdict.value is None:
            assert budget.stopped == "nodes"


@pytest.mark.parametrize("suite", [circular_suite, podkidnoy_suite])
@pytest.mark.parametrize("seed", range(5))
def test_an_engine_that_was_stopped_everywhere_says_nothing_false(
    suite: Callable[[int, int], tuple], seed: int
) -> None:
    """The same engine, stopped again and again, and at last let go on."""
    found, sample = suite(seed + 300, 40)
    rng = Random(seed)
    engine = choose(found.root, found.seats)
    if found.region.capped:
        engine.judge(found.root, found.seats, False, Budget(nodes=5))
    for position in sample:
        expected = found.answers[position]
        for _ in range(6):
            budget = Budget(nodes=rng.choice((1, 3, 10, 30, 100, 300)))
            distance = rng.random() < 0.5
            verdict = engine.judge(position, found.seats, distance, budget)
            assert verdict.at_least <= expected.value <= verdict.at_most
            assert verdict.plies in (None, expected.plies)
        verdict = engine.judge(position, found.seats, True, Budget())
        assert (verdict.value, verdict.plies) == expected


@pytest.mark.parametrize("nodes", [50, 500, 5000])
def test_solve_draws_true_conclusions_from_what_was_proven(nodes: int) -> None:
    for row in rows("circular_3x3.jsonl")[::3]:
        solution = solve(row.position, row.coalition, nodes=nodes)
        assert solution.at_least <= row.value <= solution.at_most
        for move in solution.moves:
            after = durak(row.position).after(move.move)
            known = solve(after, row.coalition)
            assert known.value is not None
            assert move.at_least <= known.value <= move.at_most


class Alarm:
    """Raises Ctrl-C, or sends its signal, after a time; tells how long it took."""

    def __init__(self, seconds: float, sends: bool) -> None:
        self._seconds = seconds
        self._sends = sends
        self.rung: float | None = None

    def __enter__(self) -> "Alarm":
        self._before = signal.signal(signal.SIGALRM, self._ring)
        signal.setitimer(signal.ITIMER_REAL, self._seconds)
        return self

    def __exit__(self, *_: object) -> None:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, self._before)

    def _ring(self, number: int, frame: FrameType | None) -> None:
        self.rung = process_time()
        if not self._sends:
            raise KeyboardInterrupt
        os.kill(os.getpid(), signal.SIGINT)

    @property
    def took(self) -> float:
        """Processor seconds since the alarm."""
        assert self.rung is not None
        return process_time() - self.rung


@pytest.mark.parametrize("distance", [False, True])
@pytest.mark.parametrize("name", HARD)
def test_ctrl_c_comes_out_of_a_search_and_leaves_the_engine_sound(
    name: str, distance: bool
) -> None:
    position = durak(HARD[name])
    seats = frozenset([position.mover])
    engine = choose(position, seats)
    # Once where Python's handler is called by the kernel, once more after that.
    for seconds in (0.15, 0.02):
        with Alarm(seconds, sends=False) as alarm:
            try:
                engine.judge(position, seats, distance, Budget(time=30))
            except KeyboardInterrupt:
                assert alarm.took < AT_ONCE
            else:
                assert distance or alarm.rung is None
    small = durak("podkidnoy s JsJhKc/AsTdJd/Th - 1")
    if position.game == "perevodnoy":
        small = durak("perevodnoy c 6s7h8d/7s8s6h8h7d - 1")
    if position.seats == 2 and position.game == "podkidnoy":
        small = durak("podkidnoy s 7s6d8dTd9c/6s6h8hQd - 1")
    verdict = engine.judge(small, seats, True, Budget())
    cold = choose(small, seats).judge(small, seats, True, Budget())
    assert verdict == cold


@pytest.mark.parametrize("name", HARD)
def test_the_signal_of_ctrl_c_keeps_what_is_proven(name: str) -> None:
    position = durak(HARD[name])
    with Alarm(0.2, sends=True) as alarm:
        try:
            solution = solve(position, time=30)
        except Interrupted as interrupted:
            assert alarm.took < AT_ONCE
            solution = interrupted.solution
            assert solution.stopped == "interrupt"
    assert len(solution.moves) == len(position.legal_moves())
    assert solution.at_least <= solution.at_most


MEASURE = """
import sys
from resource import RUSAGE_SELF, getrusage
from kozyr import notation
from kozyr.engine import Budget, choose

small = notation.position("perevodnoy h KcQc/KdQd - 1")
choose(small, frozenset([1]), 20).judge(small, frozenset([1]), True, Budget())
position = notation.position({text!r})
seats = frozenset([position.mover])
before = getrusage(RUSAGE_SELF).ru_maxrss
engine = choose(position, seats, 20)
for distance in (False, True):
    engine.judge(position, seats, distance, Budget(time=1.0))
grown = getrusage(RUSAGE_SELF).ru_maxrss - before
print(grown / (1e6 if sys.platform == "darwin" else 1e3))
"""


@pytest.mark.parametrize("name", ["podkidnoy", "perevodnoy", "three players"])
def test_a_long_search_takes_no_more_memory_than_it_may(name: str) -> None:
    """Tables, trail and stack together, for 20 MB asked for."""
    run = subprocess.run(
        [sys.executable, "-c", MEASURE.format(text=HARD[name])],
        capture_output=True,
        text=True,
        check=True,
    )
    assert float(run.stdout) < 25


def test_a_random_walk_of_limits_never_contradicts_itself() -> None:
    """Fresh engines with growing limits: bounds only narrow."""
    rng = Random(6)
    for _ in range(40):
        position = durak_start(rng, cards=(9, 14), seats=(2, 4))._replace(limit=6)
        if position.seats == 2:
            position = position._replace(game="perevodnoy")
        seats = frozenset([position.mover])
        at_least, at_most = Value.LOSS, Value.WIN
        for nodes in (10, 100, 1000, 10_000, 50_000):
            budget = Budget(nodes=nodes)
            verdict = choose(position, seats).judge(position, seats, False, budget)
            assert at_least <= verdict.at_least <= verdict.at_most <= at_most
            at_least, at_most = verdict.at_least, verdict.at_most
