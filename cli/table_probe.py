"""``kozyr table probe``: the value of a bout start by the tables alone."""

import json
from collections.abc import Sequence

import click

from kozyr.cli.options import PositionCommand, joined, position_argument
from kozyr.cli.table_files import directory_of, tables_option
from kozyr.notation import position as parsed
from kozyr.tables.lookup import probe, why_not


@click.command("probe", cls=PositionCommand)
@position_argument
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object.")
@tables_option
def command(words: Sequence[str], as_json: bool, tables: str | None) -> None:
    """Print the value of a bout start for its attacker: win, draw or loss.

    Nothing is searched. Exit code 2: it is no bout start with the stock exhausted, or
    no table has it.
    """
    position = parsed(joined(words))
    directory_of(tables)
    setting = True if tables is None else tables
    value = probe(position, setting)
    if value is None:
        raise why_not(position, setting)
    if as_json:
        record = {"position": str(position), "mover": position.mover}
        click.echo(json.dumps(record | {"value": str(value)}))
    else:
        click.echo(str(value))
