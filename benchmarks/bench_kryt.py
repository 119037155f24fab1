"""Kryt' under pytest-benchmark, and its table of figures.

``python -m pytest benchmarks/bench_kryt.py`` measures the first positions of each
suite; ``python -m benchmarks.bench_kryt [SECONDS [POSITIONS]] [SUITE ...]`` prints how
many of all, or of the first so many, are decided, how, and how fast.
"""

import sys
from collections.abc import Sequence
from statistics import median

import pytest
from pytest_benchmark.fixture import BenchmarkFixture

from benchmarks.kryt_suites import KRYT, KrytSuite
from benchmarks.measure import Run, judge, measured
from kozyr.values import Value

FEWER = 10
"""Positions of each suite that pytest-benchmark takes."""


@pytest.mark.parametrize("suite", KRYT, ids=lambda suite: suite.name)
def test_kryt(benchmark: BenchmarkFixture, suite: KrytSuite) -> None:
    """Every position is answered, or given up after a second."""
    limited = suite._replace(seconds=1.0)
    runs = benchmark.pedantic(measured, args=(limited, judge, FEWER))
    benchmark.extra_info["row"] = row(suite, runs)


HEAD = (
    "| positions | decided | in 1 s | in 0.1 s | median | win / draw / loss | bound | "
    "nodes a second |\n| --- | --- | --- | --- | --- | --- | --- | --- |"
)


def row(suite: KrytSuite, runs: Sequence[Run]) -> str:
    """Return one line of the table.

    *bound*: not decided, but one side is proven not to lose.
    """
    known = [run for run in runs if run.value is not None]
    half = sum(run.value is None and Value.DRAW in run[2:4] for run in runs)
    values = " / ".join(
        str(sum(run.value is value for run in known))
        for value in sorted(Value, reverse=True)
    )
    speed = sum(run.nodes for run in runs) / sum(run.seconds for run in runs)
    within = [sum(run.seconds < limit for run in known) for limit in (1, 0.1)]
    middle = f"{1000 * median(run.seconds for run in runs):.1f} ms"
    return (
        f"| {suite.title} | {len(known)} of {len(runs)} | {within[0]} | {within[1]} | "
        f"{middle} | {values} | {half} | {speed / 1e6:.2f} million |"
    )


def main(arguments: Sequence[str]) -> None:
    """Print the table, a line as soon as it is known."""
    names = list(arguments)
    seconds = float(names.pop(0)) if names and names[0][:1].isdigit() else 10.0
    most = int(names.pop(0)) if names and names[0].isdigit() else None
    print(HEAD)
    for suite in KRYT:
        if not names or suite.name in names:
            limited = suite._replace(seconds=seconds)
            print(row(suite, measured(limited, judge, most)), flush=True)


if __name__ == "__main__":
    main(sys.argv[1:])
