"""Durak that goes in circles under pytest-benchmark.

``python -m pytest benchmarks/bench_circular.py``; the rows of a suite's figures are
in ``extra_info``, which ``--benchmark-json FILE`` writes.
"""

import pytest
from pytest_benchmark.fixture import BenchmarkFixture

from benchmarks.measure import Figures, Measure, judge, measured, solve
from benchmarks.suites import CIRCULAR, Suite

FEWER = 10
"""Positions of each suite, of its first ones; the report takes all."""


@pytest.mark.parametrize("measure", (judge, solve), ids=("value", "solution"))
@pytest.mark.parametrize("suite", CIRCULAR, ids=lambda suite: suite.name)
def test_circular(benchmark: BenchmarkFixture, suite: Suite, measure: Measure) -> None:
    """Every position is answered, or given up at the suite's limit."""
    runs = benchmark.pedantic(measured, args=(suite, measure, FEWER))
    benchmark.extra_info.update(Figures.of(runs)._asdict())
