"""Two-player podkidnoy under pytest-benchmark.

``python -m pytest benchmarks/bench_podkidnoy.py``
"""

import pytest
from pytest_benchmark.fixture import BenchmarkFixture

from benchmarks.measure import Figures, judge, measured, solve
from benchmarks.suites import TWO_PLAYERS, Suite

SUITES = pytest.mark.parametrize("suite", TWO_PLAYERS, ids=lambda suite: suite.name)
FEWER = 100


@SUITES
def test_value(benchmark: BenchmarkFixture, suite: Suite) -> None:
    """The kernel proves the value of every position."""
    runs = benchmark.pedantic(measured, args=(suite, judge, FEWER))
    figures = Figures.of(runs)
    benchmark.extra_info.update(figures._asdict())
    assert figures.solved == figures.positions


@SUITES
def test_solution(benchmark: BenchmarkFixture, suite: Suite) -> None:
    """``kozyr.solve`` answers with all moves and a line."""
    runs = benchmark.pedantic(measured, args=(suite, solve, FEWER))
    figures = Figures.of(runs)
    benchmark.extra_info.update(figures._asdict())
    assert figures.positions == len(runs)
