"""``kozyr table build``: build the tables of a game, or go on with it."""

import json
import os
from pathlib import Path
from time import monotonic

import click

from kozyr.cli.bar import bar_text, in_short
from kozyr.cli.exits import INTERRUPTED
from kozyr.cli.table_files import directory_of, in_bytes, tables_option
from kozyr.cli.terminal import Ticker
from kozyr.engine import DEFAULT_MEMORY
from kozyr.options import check_jobs
from kozyr.solution import count
from kozyr.tables.build import build, check_memory
from kozyr.tables.estimate import Estimate, estimate, work
from kozyr.tables.layers import Layer, layers


@click.command("build")
@click.option("--game", required=True, metavar="GAME", help="podkidnoy or perevodnoy.")
@click.option(
    "--cards",
    type=int,
    required=True,
    metavar="N",
    help="The largest number of cards; all smaller tables are built too.",
)
@click.option(
    "--players", type=int, default=2, metavar="P", help="Players (default: 2)."
)
@click.option(
    "--jobs",
    type=int,
    metavar="J",
    help="Processes that work side by side (default: one a core).",
)
@click.option(
    "--scheduler",
    metavar="ADDRESS",
    help="Build on the Dask cluster whose scheduler is at ADDRESS, for example "
    "tcp://10.0.0.1:8786; needs the extra kozyr[cluster].",
)
@click.option(
    "--memory",
    type=float,
    default=DEFAULT_MEMORY,
    metavar="MB",
    help=f"Megabytes for all of them together (default: {DEFAULT_MEMORY:,.0f}).",
)
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object.")
@tables_option
@click.pass_context
def command(
    context: click.Context,
    /,
    game: str,
    cards: int,
    players: int,
    jobs: int | None,
    scheduler: str | None,
    memory: float,
    as_json: bool,
    tables: str | None,
) -> None:
    """Build the tables of a game with up to N cards, or go on with it.

    Says first how large they will be and about how long it will take. It may be stopped
    and even killed at any moment: the same command goes on from there.
    """
    check_jobs(jobs, scheduler)
    if jobs is None:
        jobs = 1 if scheduler is not None else os.cpu_count() or 1
    wanted = layers(game, players, cards)
    directory = directory_of(tables, made=True)
    check_memory(wanted, jobs, memory)
    expected = estimate(wanted, directory, jobs)
    click.echo(_announced(expected, directory), err=True)
    bar = _Bar(expected)
    try:
        files = build(
            wanted,
            directory,
            jobs=jobs,
            memory=memory,
            scheduler=scheduler,
            progress=bar.progress,
        )
    except KeyboardInterrupt:
        bar.clear()
        click.echo("kozyr: interrupted; the same command goes on from here", err=True)
        context.exit(INTERRUPTED)
    finally:
        bar.clear()
    if as_json:
        click.echo(json.dumps(_record(wanted, files)))
        return
    for layer, file in zip(wanted, files, strict=True):
        click.echo(
            f"{file}  {count(layer.patterns, 'pattern')}, "
            f"{in_bytes(file.stat().st_size)}"
        )


def _announced(expected: Estimate, directory: Path) -> str:
    if not expected.layers:
        return f"{directory}: all are there, {in_bytes(expected.bytes)}"
    return (
        f"{directory}: {in_bytes(expected.missing)} to build of "
        f"{in_bytes(expected.bytes)} in all, about {in_short(expected.seconds)}"
    )


def _record(wanted: list[Layer], files: list[Path]) -> dict[str, object]:
    tables = [
        {
            "file": str(file),
            "game": layer.game,
            "players": layer.players,
            "cards": layer.cards,
            "patterns": layer.patterns,
            "bytes": file.stat().st_size,
        }
        for layer, file in zip(wanted, files, strict=True)
    ]
    return {"tables": tables, "bytes": sum(file.stat().st_size for file in files)}


class _Bar:
    """Shows which layer is in work, and how long all of them will still take."""

    def __init__(self, expected: Estimate) -> None:
        self._seconds = expected.seconds
        self._all = {each: work(each) for each in expected.layers}
        self._found: dict[Layer, float] = {}
        """What an earlier build had done of a layer; it took no time."""
        self._done: dict[Layer, float] = {}
        self._start = monotonic()
        self._ticker = Ticker()

    def progress(self, layer: Layer, done: int, parts: int) -> None:
        """Show that so many parts of a layer are done; a callback for the build."""
        share = self._all[layer] * done / parts
        found = self._found.setdefault(layer, share)
        self._done[layer] = share - found
        seconds = monotonic() - self._start
        new = sum(self._done.values())
        left = sum(self._all.values()) - sum(self._found.values()) - new
        expected = seconds / new * left if new else self._seconds
        self._ticker.show(
            f"{bar_text(done, parts)} of {layer.title}, "
            f"about {in_short(expected)} left in all",
            seconds,
        )

    def clear(self) -> None:
        """Take the bar away."""
        self._ticker.clear()
