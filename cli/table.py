"""``kozyr table``: the commands that belong to endgame tables."""

import click

from kozyr.cli.lazy import LazyGroup

COMMANDS = {
    "build": "Build the tables of a game, or go on with it.",
    "info": "List the tables that are there.",
    "verify": "Check the tables that are there, or some files.",
    "stats": "Count wins, draws and losses; find the longest wins.",
    "probe": "Print the value of a bout start by the tables alone.",
}
"""Each command is ``command`` in the module ``table_`` and its name."""


@click.group(
    "table",
    cls=LazyGroup,
    summaries=COMMANDS,
    prefix="kozyr.cli.table_",
    invoke_without_command=True,
)
@click.pass_context
def command(context: click.Context) -> None:
    """Build, check and look into endgame tables.

    A table has the value of every bout start with so many cards in hands and no stock.
    Small ones build themselves when they are needed.
    """
    if context.invoked_subcommand is None:
        click.echo(context.get_help())
