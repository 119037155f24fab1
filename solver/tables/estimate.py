"""What a build will cost: bytes to the byte, time by a short sample.

How much longer one pattern takes than another depends on its number of cards and
hardly on the machine.  So those relations are written down, and the sample (some
patterns with few cards, less than a second) gives the machine's pace.
"""

import os
from collections.abc import Iterable
from pathlib import Path
from time import perf_counter
from typing import NamedTuple

import numpy as np

from kozyr.ext.layer import index
from kozyr.tables.build import Part, patterns_of, progress_of, solve_part
from kozyr.tables.file import BLOCK, Extent, TableFile, checksum, header
from kozyr.tables.layers import Layer

_SAMPLED = {2: 8, 3: 5}
"""The cards of the patterns that are timed, by players."""
_SAMPLE = {2: 500, 3: 50}
"""How many of them."""
COSTS: dict[tuple[str, int], tuple[float, ...]] = {
    ("podkidnoy", 2): (
        *(0, 0, 0.2, 0.1, 0.1, 0.1, 0.2, 0.3, 1),
        *(1.4, 5.2, 7.2, 20, 26, 75),
    ),
    ("perevodnoy", 2): (
        *(0, 0, 0.1, 0.1, 0.1, 0.2, 0.25, 0.45, 1),
        *(2.4, 3.7, 6.5, 13, 24, 45),
    ),
    ("podkidnoy", 3): (0, 0, 0.05, 0.05, 0.16, 1, 4.3, 23, 110),
}
"""The time of a pattern by its number of cards, as a multiple of one in the sample.

Measured on one core (docs/tables.md); the last ones are extrapolated.
"""


class Estimate(NamedTuple):
    """What is still to be done for some layers."""

    layers: tuple[Layer, ...]
    """Those that are missing."""
    bytes: int
    """The files of all layers together."""
    missing: int
    """The bytes of the layers that are missing."""
    seconds: float
    """About how long building these will take."""


def estimate(wanted: Iterable[Layer], directory: str | Path, jobs: int) -> Estimate:
    """Say what building the layers that a directory lacks will cost.

    What an unfinished build has done there counts as done.
    """
    directory = Path(directory)
    every = list(wanted)
    missing = tuple(each for each in every if not (directory / each.name).exists())
    seconds = 0.0
    if missing:
        pace = seconds_a_pattern(missing[-1].game, missing[-1].players)
        for each in missing:
            done, parts = progress_of(directory / each.name, each)
            seconds += pace * work(each) * (1 - done / parts)
    return Estimate(
        missing,
        sum(Extent.of(each).end for each in every),
        sum(Extent.of(each).end for each in missing),
        seconds / max(1, min(jobs, os.cpu_count() or 1)),
    )


def work(layer: Layer) -> float:
    """Return how many patterns of the sample take as long as the whole layer."""
    return layer.patterns * COSTS[layer.game, layer.players][layer.cards]


def seconds_a_pattern(game: str, players: int) -> float:
    """Time a sample on this machine: one core's seconds for one of its patterns."""
    sampled, number = Layer(game, players, _SAMPLED[players]), _SAMPLE[players]
    below = in_memory(sampled.below)
    some = np.random.default_rng(0).choice(patterns_of(sampled), number, replace=False)
    part = Part(0, 0, np.sort(some).tobytes())
    started = perf_counter()
    solve_part(sampled, below, part)
    return (perf_counter() - started) / number


def in_memory(layers: Iterable[Layer]) -> list[TableFile]:
    """Build layers without a file; all that they need are among them."""
    files: dict[Layer, TableFile] = {}
    for each in sorted(layers, key=lambda layer: layer.cards):
        patterns = patterns_of(each)
        below = [files[layer] for layer in each.below]
        done = solve_part(each, below, Part(0, 0, patterns.tobytes()))
        slots = np.zeros(each.slots, np.uint64)
        index(patterns, slots)
        data = slots.tobytes() + done.values
        blocks = (data[at : at + BLOCK] for at in range(0, len(data), BLOCK))
        sums = b"".join(map(checksum, blocks))
        data = header(each, done.tally, sums) + data + done.tally + sums
        files[each] = TableFile.in_memory(each.title, data)
    return list(files.values())
