"""``kozyr show``: draw a position for a person."""

import os
import shutil
import sys

import click

from kozyr import notation
from kozyr.show import drawing


@click.command("show")
@click.argument("position")
@click.option(
    "--color/--no-color",
    "--colour/--no-colour",
    "colour",
    default=None,
    help="Colour the suits (default: on a terminal, unless NO_COLOR is set).",
)
def command(position: str, colour: bool | None) -> None:
    """Draw POSITION: hands, table or pile, stock, and whose turn it is."""
    if colour is None:
        colour = _coloured_terminal()
    found = notation.position(position)
    width = shutil.get_terminal_size().columns
    text = drawing(found, colour, width=width)
    if not _can_write(text):
        text = drawing(found, colour, width=width, signs=False)
    click.echo(text, color=colour)


def _coloured_terminal() -> bool:
    """Tell whether standard output shows colours and nobody asked for none."""
    if os.environ.get("NO_COLOR") or os.environ.get("TERM") == "dumb":
        return False
    return sys.stdout.isatty()


def _can_write(text: str) -> bool:
    """Tell whether the encoding of standard output has these characters."""
    try:
        text.encode(sys.stdout.encoding or "ascii")
    except UnicodeEncodeError:
        return False
    return True
