"""Measuring one position, and the figures of many.

Every measurement begins with a fresh engine, whose table is empty and whose memory
is not even allocated; one thread.  Times and limits are the processor's, so that
other programs on the machine count little.
"""

from collections.abc import Callable, Sequence
from time import process_time
from typing import NamedTuple

from benchmarks.kryt_suites import KrytSuite
from benchmarks.suites import Suite
from kozyr.circular_engine import CircularEngine
from kozyr.engine import DEFAULT_MEMORY, Budget, TablesSetting, Verdict, choose
from kozyr.kryt_engine import KrytEngine
from kozyr.options import Options
from kozyr.position import Position
from kozyr.solve import Search
from kozyr.values import REPETITION, Value

QUICK = 0.1
"""Seconds below which a measurement is repeated; the least time counts."""
REPEATS = 3
"""How often: another program on the machine disturbs a short one most."""
SOON = 1.0
"""Seconds within which an answer comes soon: one of the figures is their share."""


class Run(NamedTuple):
    """One position measured: seconds, nodes and what came out, for the mover.

    ``stopped`` tells that the time limit came before all that was asked was known.
    Its seconds are then the limit, if not more.
    """

    seconds: float
    nodes: int
    at_least: Value
    at_most: Value
    draw: str | None = None
    stopped: bool = False

    @property
    def value(self) -> Value | None:
        """The value, ``None`` when the time limit came first."""
        return self.at_least if self.at_least is self.at_most else None


class ProcessorBudget(Budget):
    """A budget whose time limit is in seconds of this process."""

    def __init__(self, seconds: float) -> None:
        super().__init__()
        self._until = process_time() + seconds

    def spend(self, nodes: int = 0) -> bool:
        """Count nodes and tell whether the search may go on."""
        if self.stopped is None and process_time() >= self._until:
            self.stopped = "time"
        return super().spend(nodes)


def judge(position: Position, seconds: float, tables: TablesSetting = True) -> Run:
    """Ask the engine alone for the value of a position.

    Not for the rank of a win, which only the choice of a move needs.
    """
    coalition = frozenset({position.mover})
    start = process_time()
    engine = choose(position, coalition, DEFAULT_MEMORY, tables)
    budget = ProcessorBudget(seconds)
    verdict: Verdict
    if isinstance(engine, CircularEngine | KrytEngine):
        verdict = engine.value(position, coalition, budget)
    else:
        verdict = engine.judge(position, coalition, False, budget)
    spent = process_time() - start
    stopped = verdict.value is None
    if stopped:
        spent = max(spent, seconds)
    bounds = verdict.at_least, verdict.at_most
    return Run(spent, budget.nodes, *bounds, stopped=stopped)


def solve(position: Position, seconds: float, tables: TablesSetting = True) -> Run:
    """Ask for everything, as ``kozyr.solve`` does: value, every move, the line."""
    start = process_time()
    budget = ProcessorBudget(seconds)
    options = Options(tables=tables)
    solution = Search(position, options, budget=budget).solution()
    spent = process_time() - start
    bounds = solution.at_least, solution.at_most
    stopped = solution.stopped is not None
    if stopped:
        spent = max(spent, seconds)
    return Run(spent, solution.nodes, *bounds, solution.draw, stopped)


Measure = Callable[[Position, float], Run]
"""Takes a position and a time limit in seconds."""


def quickest(measure: Measure, position: Position, seconds: float) -> Run:
    """Measure a position, several times when that is quick; return the least."""
    run = measure(position, seconds)
    if run.seconds < QUICK:
        again = [measure(position, seconds) for _ in range(REPEATS - 1)]
        run = min(run, *again, key=lambda each: each.seconds)
    return run


def measured(
    suite: Suite | KrytSuite, measure: Measure, most: int | None = None
) -> list[Run]:
    """Measure the positions of a suite, or the first ``most`` of them."""
    return [
        quickest(measure, position, suite.seconds) for position in suite.positions(most)
    ]


class Figures(NamedTuple):
    """What a suite comes to.

    Times are in seconds; an unsolved position counts with its time limit, and its
    nodes do not count.  ``soon`` counts what is solved in less than ``SOON``,
    ``not_won`` and ``not_lost`` what is proven, of unsolved positions too.
    """

    positions: int
    solved: int
    soon: int
    p50: float
    p90: float
    p95: float
    worst: float
    nodes_per_second: float
    wins: int
    draws: int
    repetitions: int
    losses: int
    not_won: int
    not_lost: int

    @classmethod
    def of(cls, runs: Sequence[Run]) -> "Figures":
        """Sum up the runs of a suite."""
        seconds = sorted(run.seconds for run in runs)
        values = [run.value for run in runs]
        return cls(
            positions=len(runs),
            solved=sum(not run.stopped for run in runs),
            soon=sum(not run.stopped and run.seconds < SOON for run in runs),
            p50=percentile(seconds, 50),
            p90=percentile(seconds, 90),
            p95=percentile(seconds, 95),
            worst=seconds[-1],
            nodes_per_second=_speed([run for run in runs if not run.stopped]),
            wins=values.count(Value.WIN),
            draws=values.count(Value.DRAW),
            repetitions=sum(run.draw == REPETITION for run in runs),
            losses=values.count(Value.LOSS),
            not_won=sum(run.at_most < Value.WIN for run in runs),
            not_lost=sum(run.at_least > Value.LOSS for run in runs),
        )


def _speed(runs: Sequence[Run]) -> float:
    seconds = sum(run.seconds for run in runs)
    return sum(run.nodes for run in runs) / seconds if seconds else 0.0


def percentile(ordered: Sequence[float], percent: int) -> float:
    """Return the smallest entry that so many percent do not exceed."""
    return ordered[max(0, -(-percent * len(ordered) // 100) - 1)]
