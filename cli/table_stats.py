"""``kozyr table stats``: what the tables say as a whole."""

import csv
import json
import sys
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, closing

import click

from kozyr.cli.table_chart import drawing
from kozyr.cli.table_files import chosen, directory_of, tables_option, which_options
from kozyr.cli.terminal import Pen, Ticker
from kozyr.errors import OptionError
from kozyr.tables.file import TableFile
from kozyr.tables.statistics import Longest, Split, Statistics, longest, statistics
from kozyr.tables.survey import described

_FIELDS = "game players cards attacker others entries wins draws losses".split()


@click.command("stats")
@which_options
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object.")
@click.option("--csv", "as_csv", is_flag=True, help="Print CSV, a row a hand split.")
@click.option(
    "--plot", metavar="FILE", help="Draw them: FILE ends with .png, .svg or .pdf."
)
@click.option(
    "--longest",
    "with_longest",
    is_flag=True,
    help="Also the attacker's longest win with each number of cards, for two players.",
)
@click.option(
    "--sample",
    type=int,
    default=2000,
    metavar="N",
    help="Entries of a large table that --longest looks at (default: 2,000).",
)
@click.option("--seed", type=int, default=0, metavar="S", help="Which ones.")
@tables_option
def command(
    game: str | None,
    players: int | None,
    cards: int | None,
    as_json: bool,
    as_csv: bool,
    plot: str | None,
    with_longest: bool,
    sample: int,
    seed: int,
    tables: str | None,
) -> None:
    """Count wins, draws and losses for the attacker, by cards and by hand split.

    Counted is every way to share the cards of every pattern out. The longest win is
    exact where a table is looked through from end to end, which small ones are; of the
    others a random sample is solved, and its longest win is a lower bound.
    """
    if as_json and as_csv:
        raise OptionError("csv: --csv and --json exclude each other")
    if sample < 1:
        raise OptionError(f"sample: {sample} is not a number of entries")
    paths = chosen(directory_of(tables), game, players, cards)
    found: list[Statistics] = []
    wins: list[Longest] = []
    ticker = Ticker()
    with ExitStack() as stack:
        draw = None if plot is None else stack.enter_context(drawing(plot))
        stack.callback(ticker.clear)
        for path in paths:
            with closing(TableFile(path)) as file:
                found.append(statistics(file))
                if with_longest and file.layer.players == 2:
                    ticker.show(f"longest wins: {file.layer.title}", 1e9)
                    wins.append(longest(file, sample=sample, seed=seed))
        if draw is not None:
            draw(found)
    if as_json:
        click.echo(json.dumps(_record(found, wins)))
    elif as_csv:
        writer = csv.writer(sys.stdout, lineterminator="\n")
        writer.writerow(_FIELDS)
        for each in found:
            for split in each.splits:
                writer.writerow([*described(each.layer).values(), *split])
    else:
        for line in _lines(found, wins):
            click.echo(line)


def _record(found: Sequence[Statistics], wins: Sequence[Longest]) -> dict[str, object]:
    tables = []
    for each in found:
        table = described(each.layer) | {"total": _counts(each.total)}
        table["splits"] = [
            {"attacker": split.attacker, "others": split.others} | _counts(split)
            for split in each.splits
        ]
        tables.append(table)
    record: dict[str, object] = {"tables": tables}
    if wins:
        record["longest"] = [
            described(each.layer)
            | {
                "plies": each.plies,
                "position": None if each.position is None else str(each.position),
                "looked_at": each.looked_at,
                "exact": each.exact,
            }
            for each in wins
        ]
    return record


def _counts(split: Split) -> dict[str, object]:
    return {
        "entries": split.entries,
        "wins": split.wins,
        "draws": split.draws,
        "losses": split.losses,
    }


def _lines(found: Sequence[Statistics], wins: Sequence[Longest]) -> Iterator[str]:
    pen = Pen.for_output()
    for game, players in dict.fromkeys((s.layer.game, s.layer.players) for s in found):
        mine = [s for s in found if (s.layer.game, s.layer.players) == (game, players)]
        yield pen.strong(f"{game}, {players} players")
        yield pen.faint("  cards  hands             entries    wins   draws  losses")
        for each in mine:
            yield f"  {each.layer.cards:5}  {'all':5}{_shares(each.total)}"
            for split in each.splits:
                hands = f"{split.attacker}+{split.others}"
                yield f"         {hands:5}{_shares(split)}"
    if wins:
        yield pen.strong("longest wins")
        yield pen.faint("  cards  plies  looked at          position")
    for win in wins:
        where = (
            f"all {win.looked_at:,}" if win.exact else f"{win.looked_at:,} at random"
        )
        plies = "-" if win.plies is None else win.plies
        yield f"  {win.layer.cards:5}  {plies:>5}  {where:17}  {win.position or '-'}"


def _shares(split: Split) -> str:
    shares = (
        f"{split.share(number):7.2%}"
        for number in (split.wins, split.draws, split.losses)
    )
    return f"{split.entries:18,} {' '.join(shares)}"
