"""``kozyr table verify``: check tables, block by block and entry by entry."""

import json
from collections.abc import Sequence
from pathlib import Path
from time import monotonic

import click

from kozyr.cli.bar import bar_text
from kozyr.cli.exits import INTERRUPTED, SOLVED
from kozyr.cli.table_files import chosen, directory_of, tables_option, which_options
from kozyr.cli.terminal import Ticker
from kozyr.errors import OptionError, TableError
from kozyr.solution import count
from kozyr.tables.check import Check, check


@click.command("verify")
@click.argument("files", nargs=-1, metavar="[FILE]...")
@which_options
@click.option(
    "--deep",
    type=int,
    default=0,
    metavar="N",
    help="Also find N random entries of each table out anew, by search and by the "
    "plain solver.",
)
@click.option("--seed", type=int, default=0, metavar="S", help="Which entries.")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object a line.")
@tables_option
@click.pass_context
def command(
    context: click.Context,
    /,
    files: Sequence[str],
    game: str | None,
    players: int | None,
    cards: int | None,
    deep: int,
    seed: int,
    as_json: bool,
    tables: str | None,
) -> None:
    """Check the checksums of all blocks of FILEs, or of the tables that are there.

    With --deep also what they say. The plain solver writes down all that a position
    leads to; with many cards it does not get through, and the report counts how often.
    Exit code 2: a file is refused, a block is damaged or an entry is wrong.
    """
    if deep < 0:
        raise OptionError(f"deep: {deep} is not a number of entries")
    if files and (game, players, cards) != (None,) * 3:
        raise OptionError(
            "file: FILE and --game, --players, --cards exclude each other"
        )
    paths = [Path(each) for each in files] or chosen(
        directory_of(tables), game, players, cards
    )
    bad = False
    for path in paths:
        bar = _Bar(path.name)
        try:
            found = check(path, deep=deep, seed=seed, progress=bar.progress)
        except TableError as error:
            bad = True
            if as_json:
                record = {"file": error.path, "error": error.reason}
                click.echo(json.dumps(record))
            # Whoever named the file is told which argument it is about.
            field = "file: " if files else ""
            click.echo(f"kozyr: {field}{error}", err=True)
            continue
        except KeyboardInterrupt:
            bar.clear()
            click.echo("kozyr: interrupted", err=True)
            context.exit(INTERRUPTED)
        finally:
            bar.clear()
        click.echo(json.dumps(found.to_dict()) if as_json else _told(found, deep))
        for fault in found.faults:
            bad = True
            click.echo(f"kozyr: {found.path}: {fault}", err=True)
    context.exit(TableError.exit_code if bad else SOLVED)


def _told(found: Check, deep: int) -> str:
    verdict = count(len(found.faults), "fault") if found.faults else "sound"
    text = f"{found.path}: {verdict}; {count(found.blocks, 'block')}"
    if deep and found.searched:
        text += f", {found.searched:,} entries by search"
        text += f", {found.referred:,} by the plain solver"
        if found.left_out:
            text += f", which could not do {found.left_out:,} within its limits"
    return text


class _Bar:
    """Shows how many entries of a file are compared."""

    def __init__(self, name: str) -> None:
        self._name = name
        self._start = monotonic()
        self._ticker = Ticker()

    def progress(self, done: int, total: int) -> None:
        """Show it; a callback for the check."""
        seconds = monotonic() - self._start
        self._ticker.show(f"{bar_text(done, total, seconds)}: {self._name}", seconds)

    def clear(self) -> None:
        """Take the bar away."""
        self._ticker.clear()
