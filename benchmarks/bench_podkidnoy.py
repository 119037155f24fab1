"""Two-player podkidnoy under pytest-benchmark.

``python -m pytest benchmarks/bench_podkidnoy.py``; the rows of a suite's figures are
in ``extra_info``, which ``--benchmark-json FILE`` writes.
"""

import pytest
from pytest_benchmark.fixture import BenchmarkFixture

from benchmarks.measure import Figures, Measure, judge, measured, solve
from benchmarks.suites import TWO_PLAYERS, Suite

FEWER = 30
"""Positions of each suite, of its first ones; the report takes more."""
LIMIT = 1.0
"""Seconds for each position."""


@pytest.mark.parametrize("measure", (judge, solve), ids=("value", "solution"))
@pytest.mark.parametrize("suite", TWO_PLAYERS, ids=lambda suite: suite.name)
def test_podkidnoy(benchmark: BenchmarkFixture, suite: Suite, measure: Measure) -> None:
    """Every position is answered, or given up after a second."""
    suite = suite._replace(seconds=LIMIT)
    runs = benchmark.pedantic(measured, args=(suite, measure, FEWER))
    benchmark.extra_info.update(Figures.of(runs)._asdict())
