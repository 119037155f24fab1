"""Which puzzles to play or to print: the file, and the options that choose from it."""

from collections.abc import Callable
from typing import TypeVar

import click

from kozyr.cli.streams import contents
from kozyr.deal import fresh_seed
from kozyr.puzzles.choice import Choice, read_difficulty
from kozyr.puzzles.record import BadLine, Puzzle, collection, read

C = TypeVar("C", bound=Callable[..., object])

_CHOICE = (
    click.option(
        "--theme", "themes", multiple=True, help="Only with this theme (or several)."
    ),
    click.option(
        "--difficulty",
        metavar="N|N-M",
        help="Only of this difficulty, for example 20-60.",
    ),
    click.option("--id", "ids", multiple=True, help="Just this puzzle (or several)."),
    click.option("--random", "by_lot", is_flag=True, help="In an order by lot."),
    click.option(
        "--seed", type=int, metavar="N", help="By lot: the same number, the same order."
    ),
)


def choice_options(command: C) -> C:
    """Add the options that choose puzzles; ``choice_of`` takes them."""
    for option in reversed(_CHOICE):
        command = option(command)
    return command


def choice_of(
    themes: tuple[str, ...],
    difficulty: str | None,
    ids: tuple[str, ...],
    by_lot: bool,
    seed: int | None,
) -> Choice:
    """Return what the options of ``choice_options`` ask for.

    A seed that was not given is named on standard error.
    """
    if by_lot and seed is None:
        seed = fresh_seed()
        click.echo(f"seed {seed}", err=True)
    limits = None if difficulty is None else read_difficulty(difficulty)
    return Choice(themes, limits, ids, seed)


def puzzles_of(file: str | None) -> list[Puzzle]:
    """Return the puzzles of a file (``None``: those that kozyr comes with).

    Lines that are no puzzles are named on standard error and left out.
    Raises ``OptionError`` for a file that can't be read.
    """
    if file is None:
        return collection()
    puzzles = []
    for each in read(contents(file).splitlines()):
        if isinstance(each, BadLine):
            click.echo(f"kozyr: {file}: {each}", err=True)
        else:
            puzzles.append(each)
    return puzzles
