"""``kozyr show``: draw a position for a person."""

import shutil

import click

from kozyr import notation
from kozyr.cli.options import PositionCommand, joined, position_argument
from kozyr.cli.terminal import Pen
from kozyr.show import drawing


@click.command("show", cls=PositionCommand)
@position_argument
@click.option(
    "--color/--no-color",
    "--colour/--no-colour",
    "colour",
    default=None,
    help="Colour the suits (default: on a terminal, unless NO_COLOR is set).",
)
def command(words: tuple[str, ...], colour: bool | None) -> None:
    """Draw POSITION: hands, table or pile, stock, and whose turn it is."""
    pen = Pen.for_output()
    if colour is None:
        colour = pen.colour
    text = drawing(
        notation.position(joined(words)),
        colour,
        width=shutil.get_terminal_size().columns,
        signs=pen.signs,
    )
    click.echo(text, color=colour)
