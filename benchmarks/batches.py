"""``python -m benchmarks.batches``: how a batch gains from several processes.

Times are of the whole program with its start, the least of several runs: everything
else that the machine does makes them longer, and never shorter.  On a machine that has
other work to do the time on the wall says little.  The processor time of all processes
together still tells what more of them cost, so also what they could gain at most.
"""

import subprocess
import sys
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager
from itertools import islice
from pathlib import Path
from resource import RUSAGE_CHILDREN, getrusage
from tempfile import TemporaryDirectory
from time import perf_counter
from typing import NamedTuple

import click

from benchmarks.suites import random_hands

HARD_NINES = tuple(
    map(int, "3 7 9 12 13 14 16 17 21 24 25 32 34 36 41 42 46 47 50 55 56 57".split())
)
"""The hands of nine with which podkidnoy took from 0.4 to 3.1 s."""


SOLVE = [sys.executable, "-m", "kozyr.cli.main", "solve", "--no-tables"]
"""Without tables, so that the figures do not depend on which there are."""


class Batch(NamedTuple):
    """Lines for ``kozyr solve --batch``."""

    title: str
    lines: list[str]


def batches(most: int | None = None) -> Iterator[Batch]:
    """Yield what is measured, with ``most`` lines each."""
    nine = list(map(str, islice(random_hands("podkidnoy", 9, 9), 60)))
    yield Batch("podkidnoy 9+9, hard ones", [nine[seed] for seed in HARD_NINES][:most])
    for size, lines in ((8, 150), (6, 9_000), (4, 30_000)):
        hands = random_hands("podkidnoy", size, size)
        title = f"podkidnoy {size}+{size}"
        yield Batch(title, list(map(str, islice(hands, most or lines))))


class Way(NamedTuple):
    """A way to solve a batch, and the options for it.

    ``copies`` programs do so at once, each of them the whole batch.
    """

    title: str
    options: list[str]
    jobs: int | None
    copies: int = 1


def ways(jobs: list[int], scheduler: str | None) -> list[Way]:
    """Return what is compared; the first is what the others are measured by.

    Programs that have nothing to do with each other tell what the machine gives.
    """
    found = [
        Way(f"`--jobs {number}`", ["--jobs", str(number)], number) for number in jobs
    ]
    most = max(jobs)
    if most > 1:
        found.append(Way(f"{most} programs", ["--jobs", "1"], 1, most))
    if scheduler is not None:
        found.append(Way("`--scheduler`", ["--scheduler", scheduler], None))
    return found


class Cost(NamedTuple):
    """Seconds on the wall, and of the processors in all processes together."""

    wall: float
    processor: float


def cost(file: Path, way: Way) -> Cost:
    """Solve a file of positions and return what that took, for each copy its share.

    Raises ``RuntimeError`` when a program fails.
    """
    command = [*SOLVE, "--batch", str(file), *way.options]
    before, start = getrusage(RUSAGE_CHILDREN), perf_counter()
    programs = [
        subprocess.Popen(command, stdout=subprocess.DEVNULL) for _ in range(way.copies)
    ]
    if any([program.wait() for program in programs]):
        raise RuntimeError(f"{' '.join(command)} failed")
    wall, after = perf_counter() - start, getrusage(RUSAGE_CHILDREN)
    user, system = after.ru_utime - before.ru_utime, after.ru_stime - before.ru_stime
    return Cost(wall / way.copies, (user + system) / way.copies)


def least(costs: Sequence[Cost]) -> Cost:
    """Return the least of each."""
    return Cost(min(each.wall for each in costs), min(c.processor for c in costs))


def cells(way: Way, spent: Cost, first: Cost) -> list[str]:
    """Return two cells: seconds and gain, on the wall and by the processors."""
    wall = f"{spent.wall:.1f} s ({first.wall / spent.wall:.2f})"
    if way.jobs is None:
        return [wall, "-"]
    most = way.copies * way.jobs * first.processor / spent.processor
    return [wall, f"{spent.processor:.1f} s ({most:.2f})"]


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
    """Print what batches take: seconds, and how many times as fast as the first way.

    By processor time: how many times as fast it could be on processors of its own.
    """
    with ExitStack() as stack:
        folder = Path(stack.enter_context(TemporaryDirectory()))
        address = stack.enter_context(cluster(workers)) if workers else None
        compared = ways(list(jobs), address)
        titles = ["batch", "lines"]
        for way in compared:
            titles += [way.title, "processors"]
        click.echo("| " + " | ".join(titles) + " |")
        click.echo("| --- " * len(titles) + "|")
        for batch in batches(most):
            file = folder / "positions"
            file.write_text("\n".join(batch.lines))
            runs = [[cost(file, way) for way in compared] for _ in range(repeat)]
            spent = [least(each) for each in zip(*runs, strict=True)]
            row = [batch.title, f"{len(batch.lines):,}"]
            for way, each in zip(compared, spent, strict=True):
                row += cells(way, each, spent[0])
            click.echo("| " + " | ".join(row) + " |")


if __name__ == "__main__":
    main()
