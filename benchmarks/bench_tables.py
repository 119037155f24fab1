"""Endgame tables under pytest-benchmark: a probe, and a pattern of a build.

``python -m pytest benchmarks/bench_tables.py``.  Each figure is for ``MANY`` probes;
``extra_info`` has the nanoseconds for one.  A probe is to cost at most 500 ns in the
kernel, and 5 µs from Python for a position that is there.
"""

from pathlib import Path
from random import Random

import numpy as np
import pytest
from pytest_benchmark.fixture import BenchmarkFixture

from kozyr.games.durak import PODKIDNOY, Durak
from kozyr.tables import probe
from kozyr.tables.build import Part, build, patterns_of, solve_part
from kozyr.tables.estimate import in_memory
from kozyr.tables.home import tables
from kozyr.tables.layers import Layer, layers
from kozyr.tables.statistics import TRUMP, random_entries

MANY = 10_000
LARGEST = 9


@pytest.fixture(scope="module")
def directory(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Tables of podkidnoy."""
    home = tmp_path_factory.mktemp("tables")
    build(layers(PODKIDNOY, 2, LARGEST), home)
    return home


def positions(cards: int) -> list[Durak]:
    """Return random bout starts with so many cards."""
    layer = Layer(PODKIDNOY, 2, cards)
    return list(random_entries(layer, patterns_of(layer), Random(1), MANY))


@pytest.mark.parametrize("cards", (6, 8, LARGEST))
def test_probe_in_the_kernel(
    benchmark: BenchmarkFixture, directory: Path, cards: int
) -> None:
    """As the search does it; the masks are turned into the kernel's cards here too."""
    view = tables(PODKIDNOY, str(directory))
    assert view is not None
    hands = np.array([each.hands for each in positions(cards)], np.uint64)
    first, second = np.ascontiguousarray(hands.T)
    out = np.empty(MANY, np.int8)
    benchmark(view.values, TRUMP, first, second, out)
    assert set(out) <= {-1, 0, 1}
    tell(benchmark)


@pytest.mark.parametrize("cards", (6, LARGEST))
def test_probe_from_python(
    benchmark: BenchmarkFixture, directory: Path, cards: int
) -> None:
    """``kozyr.tables.probe``, for positions that are there."""
    starts = positions(cards)
    setting = str(directory)

    def every() -> int:
        return sum(probe(each, setting) is not None for each in starts)

    assert benchmark(every) == MANY
    tell(benchmark)


@pytest.mark.parametrize("game", ("podkidnoy", "perevodnoy"))
def test_pattern_of_a_build(benchmark: BenchmarkFixture, game: str) -> None:
    """All patterns with 7 cards."""
    layer = Layer(game, 2, 7)
    below = in_memory(layer.below)
    part = Part(0, 0, patterns_of(layer).tobytes())
    benchmark.pedantic(solve_part, args=(layer, below, part), rounds=5)


def tell(benchmark: BenchmarkFixture) -> None:
    """Put the cost of one probe into the report: the least, without interruptions."""
    if benchmark.stats is not None:
        quickest = benchmark.stats.stats.min
        benchmark.extra_info["nanoseconds"] = round(quickest / MANY * 1e9)
