"""``kozyr table info``: list the tables that are there."""

import json
from collections.abc import Iterator

import click

from kozyr.cli.exits import SOLVED
from kozyr.cli.table_files import directory_of, in_bytes, tables_option, title
from kozyr.cli.terminal import Pen
from kozyr.errors import TableError
from kozyr.solution import count
from kozyr.tables.file import VERSION
from kozyr.tables.layers import RULES
from kozyr.tables.survey import Refused, Unfinished, Whole, survey

_COLUMNS = (
    "game        players  cards   patterns          entries    wins   draws  losses"
)


@click.command("info")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object.")
@tables_option
@click.pass_context
def command(context: click.Context, /, as_json: bool, tables: str | None) -> None:
    """List the tables that are there, builds that are not finished, and bad files.

    Wins, draws and losses are the attacker's. Exit code 2: a file is refused.
    """
    directory = directory_of(tables)
    found = list(survey(directory))
    refused = [each for each in found if isinstance(each, Refused)]
    if as_json:
        record: dict[str, object] = {"directory": str(directory)}
        for key, kind in _KINDS.items():
            record[key] = [each.to_dict() for each in found if isinstance(each, kind)]
        click.echo(json.dumps(record))
    else:
        for line in _lines(str(directory), found):
            click.echo(line)
    for each in refused:
        click.echo(f"kozyr: {each.path}: {each.reason}", err=True)
    context.exit(TableError.exit_code if refused else SOLVED)


_KINDS = {"tables": Whole, "unfinished": Unfinished, "refused": Refused}


def _lines(directory: str, found: list[Whole | Unfinished | Refused]) -> Iterator[str]:
    pen = Pen.for_output()
    whole = [each for each in found if isinstance(each, Whole)]
    total = sum(each.bytes for each in whole)
    yield pen.strong(f"{directory}: {count(len(whole), 'table')}, {in_bytes(total)}")
    if whole:
        rules = {each.layer.game: RULES[each.layer.game] for each in whole}
        made_for = ", ".join(f"{game} {rules}" for game, rules in rules.items())
        yield f"format {VERSION}, rules {made_for}; headers and tallies are sound"
        yield pen.faint(f"\n{_COLUMNS}       size")
    for each in whole:
        sums = each.statistics.total
        shares = (f"{sums.share(n):6.1%}" for n in (sums.wins, sums.draws))
        yield (
            f"{title(each.layer)} {each.layer.patterns:10,} {sums.entries:16,}  "
            f"{'  '.join(shares)}  {sums.share(sums.losses):6.1%}"
            f"{in_bytes(each.bytes):>11}"
        )
    for other in found:
        if isinstance(other, Unfinished):
            parts = f"{other.done:,} of {other.parts:,} parts"
            yield f"{title(other.layer)}  unfinished: {parts}"
