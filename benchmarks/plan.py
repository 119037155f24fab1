"""What is measured: which suites, how much of each, by whom, with which tables.

Nothing is measured here but by ``Job.record``.
"""

from collections.abc import Collection, Iterator, Sequence
from functools import partial
from typing import NamedTuple

from benchmarks import baseline
from benchmarks.kryt_suites import KrytSuite
from benchmarks.measure import Figures, Measure, judge, measured, solve
from benchmarks.records import OURS, Record
from benchmarks.suites import TWO_PLAYERS, Suite
from benchmarks.table_choices import INSTALLED, WITHOUT, Choices, opened

AnySuite = Suite | KrytSuite


class Effort(NamedTuple):
    """How much of every suite is measured.

    ``None`` means the whole suite, or its own limit.  ``compared`` and ``slow`` are
    positions and limit where generic solvers run beside kozyr.
    """

    most: int | None
    seconds: float | None
    compared: int | None
    slow: float
    kryt_most: int | None
    kryt_seconds: float


QUICK = Effort(2, 0.1, 1, 0.2, 2, 0.2)
"""Shows within a minute that everything works; the figures mean little."""
SAMPLE = Effort(12, 1, 3, 1, 10, 2)
"""Some minutes: enough to see what became faster or slower."""
FULL = Effort(None, None, None, 10, None, 10)
"""Hours: what a page of figures is made of."""


class Job(NamedTuple):
    """One suite to be measured in one way; ``tables`` is a key of the choices."""

    part: str
    suite: AnySuite
    solver: str
    measure: Measure
    tables: int
    most: int | None

    def title(self) -> str:
        """Say in a few words what is measured."""
        words = f"{self.suite.name}: {self.part}, {self.solver}"
        return f"{words}, tables up to {self.tables} cards" if self.tables else words

    def record(self) -> Record:
        """Measure."""
        runs = measured(self.suite, self.measure, self.most)
        figures = Figures.of(runs)
        limit = self.suite.seconds
        return Record(
            self.part, self.suite.name, self.solver, self.tables, limit, figures
        )


def jobs(
    suites: Sequence[AnySuite],
    parts: Collection[str],
    effort: Effort,
    choices: Choices,
) -> Iterator[Job]:
    """Yield all that there is to measure, suite by suite."""
    for suite in suites:
        if isinstance(suite, KrytSuite):
            if "kryt" in parts:
                limited = suite._replace(seconds=effort.kryt_seconds)
                yield Job("kryt", limited, OURS, judge, WITHOUT, effort.kryt_most)
            continue
        for setting in choices.values():
            opened(suite.name.partition("-")[0], setting)
        if effort.seconds is not None:
            suite = suite._replace(seconds=effort.seconds)
        if "value" in parts:
            for cards in _worth_comparing(suite, choices):
                measure = partial(judge, tables=choices[cards])
                yield Job("value", suite, OURS, measure, cards, effort.most)
        if "solution" in parts:
            measure = partial(solve, tables=choices[INSTALLED])
            yield Job("solution", suite, OURS, measure, INSTALLED, effort.most)
        if "baseline" in parts and suite.baseline:
            yield from _compared(suite, effort, choices)


def _worth_comparing(suite: Suite, choices: Choices) -> list[int]:
    """Return which tables a suite is measured with: all where they change most."""
    names = [each.name for each in TWO_PLAYERS]
    return list(choices) if suite.name in names else [INSTALLED]


def _compared(suite: Suite, effort: Effort, choices: Choices) -> Iterator[Job]:
    """Yield kozyr and the generic solvers on the same positions, one after another."""
    suite = suite._replace(seconds=min(suite.seconds, effort.slow))
    size = suite.baseline
    if effort.compared is not None:
        size = min(size, effort.compared)
    for cards in (INSTALLED, WITHOUT):
        measure = partial(judge, tables=choices[cards])
        yield Job("baseline", suite, OURS, measure, cards, size)
    for name, generic in baseline.solvers().items():
        yield Job("baseline", suite, name, generic, WITHOUT, size)
