"""``python -m benchmarks.batches``: how a batch gains from several processes.

Times are on the wall, of the whole program with its start, the least of several runs:
everything else that the machine does makes them longer, and never shorter.
"""

import subprocess
import sys
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from itertools import islice
from pathlib import Path
from tempfile import TemporaryDirectory
from time import perf_counter
from typing import NamedTuple

import click

from benchmarks.suites import random_hands, real_endgames

ABOUT_A_SECOND = (3, 7, 9, 12, 13, 14, 16, 17, 21, 24, 25)
ABOUT_A_SECOND += (32, 34, 36, 41, 42, 46, 47, 50, 55, 56, 57)
"""The hands of nine with which podkidnoy took from 0.4 to 3.1 s."""


class Batch(NamedTuple):
    """Lines for ``kozyr solve --batch``."""

    title: str
    lines: list[str]


def batches(most: int | None = None) -> Iterator[Batch]:
    """Yield what is measured, with ``most`` lines each."""
    nine = list(map(str, islice(random_hands("podkidnoy", 9, 9), 60)))
    yield Batch("of about a second", [nine[seed] for seed in ABOUT_A_SECOND][:most])
    six = map(str, islice(random_hands("podkidnoy", 6, 6), most or 10_000))
    yield Batch("podkidnoy 6+6", list(six))
    kryt = map(str, islice(real_endgames("perevodnoy", 2), most or 3_000))
    yield Batch("perevodnoy, real endgames", list(kryt))


class Way(NamedTuple):
    """A way to solve a batch, and the options for it."""

    title: str
    options: list[str]


def ways(jobs: list[int], scheduler: str | None) -> list[Way]:
    """Return what is compared; the first is what the others are measured by."""
    found = [Way(f"`--jobs {number}`", ["--jobs", str(number)]) for number in jobs]
    if scheduler is not None:
        found.append(Way("`--scheduler`", ["--scheduler", scheduler]))
    return found


def seconds(file: Path, way: Way) -> float:
    """Solve a file of positions and return how long that took."""
    command = [sys.executable, "-m", "kozyr.cli.main", "solve", "--batch", str(file)]
    start = perf_counter()
    subprocess.run([*command, *way.options], stdout=subprocess.DEVNULL, check=True)
    return perf_counter() - start


@contextmanager
def cluster(workers: int) -> Iterator[str]:
    """Start a cluster of so many processes here and yield its address."""
    from distributed import LocalCluster

    with LocalCluster(
        n_workers=workers, threads_per_worker=1, dashboard_address=":0"
    ) as started:
        yield started.scheduler_address


@click.command()
@click.option("--jobs", multiple=True, type=int, default=(1, 2), show_default=True)
@click.option("--cluster", "workers", type=int, help="Also a cluster of N processes.")
@click.option("--repeat", default=3, show_default=True, help="Runs; the least counts.")
@click.option("--most", type=int, help="Lines of each batch.")
def main(
    jobs: tuple[int, ...], workers: int | None, repeat: int, most: int | None
) -> None:
    """Print a table of the seconds that batches take, and how often faster that is."""
    with ExitStack() as stack:
        folder = Path(stack.enter_context(TemporaryDirectory()))
        address = stack.enter_context(cluster(workers)) if workers else None
        compared = ways(list(jobs), address)
        titles = ["batch", "lines", *(way.title for way in compared)]
        click.echo("| " + " | ".join(titles) + " |")
        click.echo("| --- " * len(titles) + "|")
        for batch in batches(most):
            file = folder / "positions"
            file.write_text("\n".join(batch.lines))
            runs = [[seconds(file, way) for way in compared] for _ in range(repeat)]
            first, *others = (min(each) for each in zip(*runs, strict=True))
            cells = [batch.title, f"{len(batch.lines):,}", f"{first:.1f} s"]
            cells += [f"{each:.1f} s ({first / each:.2f})" for each in others]
            click.echo("| " + " | ".join(cells) + " |")


if __name__ == "__main__":
    main()
