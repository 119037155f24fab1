"""What the commands on tables share: where the tables are, and which ones."""

import os
from collections.abc import Callable
from pathlib import Path
from typing import TypeVar

import click

from kozyr.errors import OptionError
from kozyr.solution import count
from kozyr.tables import home
from kozyr.tables.layers import Layer, layers

C = TypeVar("C", bound=Callable[..., object])


def tables_option(command: C) -> C:
    """Add ``--tables``; ``directory_of`` takes it."""
    return click.option(
        "--tables",
        metavar="DIR",
        help="Where the tables are (default: $KOZYR_TABLES, else the user's cache).",
    )(command)


def directory_of(tables: str | None, *, made: bool = False) -> Path:
    """Return the directory of the tables; raises ``OptionError`` when there is none.

    ``made``: it will be made when it is not there, if it can be.  One that was not
    named need not be there either: then it just is empty.
    """
    directory = home.directory(True if tables is None else tables)
    if directory is None:
        raise OptionError(
            f"tables: {home.VARIABLE} is empty, which means none; "
            "--tables names a directory"
        )
    if tables is not None and not made and not directory.is_dir():
        raise OptionError(f"tables: {tables}: no such directory")
    if made:
        above = (directory, *directory.parents)
        nearest = next(each for each in above if os.path.exists(each))
        if not nearest.is_dir():
            raise OptionError(f"tables: {nearest} is not a directory")
    return directory


_WHICH = (
    click.option(
        "--game", metavar="GAME", help="Only those of podkidnoy, for example."
    ),
    click.option("--players", type=int, metavar="P", help="Only those for P players."),
    click.option("--cards", type=int, metavar="N", help="Only those with N cards."),
)


def which_options(command: C) -> C:
    """Add the options that choose among the tables; ``chosen`` applies them."""
    for option in reversed(_WHICH):
        command = option(command)
    return command


def chosen(
    directory: Path, game: str | None, players: int | None, cards: int | None
) -> list[Path]:
    """Return the files of tables in a directory that the options leave.

    In the order of their games, players and cards.  Raises ``OptionError`` when there
    are none, or for a table that can't be.
    """
    if game is not None and cards is not None:
        layers(game, 2 if players is None else players, cards)
    found = []
    for path in sorted(directory.glob("*.table")):
        parts = path.stem.split("-")
        wanted = [game, players, None if cards is None else f"{cards:02}"]
        if len(parts) == 3 and all(
            want is None or str(want) == part
            for want, part in zip(wanted, parts, strict=True)
        ):
            found.append(path)
    if not found:
        which = "" if (game, players, cards) == (None,) * 3 else "such "
        raise OptionError(f"tables: {directory} has no {which}tables")
    return found


def in_bytes(number: int) -> str:
    """Return a size as a person says it: ``4.3 kB``, ``25 MB``."""
    if number < 1000:
        return count(number, "byte")
    size, unit = number / 1000, "kB"
    for larger in ("MB", "GB", "TB"):
        if size >= 1000:
            size, unit = size / 1000, larger
    return f"{size:,.1f} {unit}" if size < 10 else f"{size:,.0f} {unit}"


def title(layer: Layer) -> str:
    """Return a layer's name for a table of tables."""
    return f"{layer.game:10}  {layer.players:7}  {layer.cards:5}"
