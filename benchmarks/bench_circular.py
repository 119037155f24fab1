"""Durak that goes in circles under pytest-benchmark.

``python -m pytest benchmarks/bench_circular.py``
"""

import pytest
from pytest_benchmark.fixture import BenchmarkFixture

from benchmarks.measure import Figures, judge, measured, solve
from benchmarks.suites import CIRCULAR, Suite

SUITES = pytest.mark.parametrize("suite", CIRCULAR, ids=lambda suite: suite.name)
FEWER = 10


@SUITES
def test_value(benchmark: BenchmarkFixture, suite: Suite) -> None:
    """The kernel proves what it can of every position within the suite's limit."""
    runs = benchmark.pedantic(measured, args=(suite, judge, FEWER))
    figures = Figures.of(runs)
    benchmark.extra_info.update(figures._asdict())
    assert figures.positions == len(runs)


@SUITES
def test_solution(benchmark: BenchmarkFixture, suite: Suite) -> None:
    """``kozyr.solve`` answers with all moves and a line, or with what is proven."""
    runs = benchmark.pedantic(measured, args=(suite, solve, FEWER))
    figures = Figures.of(runs)
    benchmark.extra_info.update(figures._asdict())
    assert figures.positions == len(runs)
