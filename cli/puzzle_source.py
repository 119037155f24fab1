"""Where the puzzles to play or to print come from: a file, or the collection."""

import click

from kozyr.errors import OptionError
from kozyr.puzzles.record import BadLine, Puzzle, collection, read


def puzzles_of(file: str | None) -> list[Puzzle]:
    """Return the puzzles of a file (``None``: those that kozyr ships with).

    Lines that are no puzzles are named on standard error and left out.
    Raises ``OptionError`` for a file that can't be read.
    """
    if file is None:
        return collection()
    try:
        with open(file, "rb") as stream:
            found = list(read(stream))
    except OSError as error:
        raise OptionError(f"file: {file}: {error.strerror or error}") from None
    for each in found:
        if isinstance(each, BadLine):
            click.echo(f"kozyr: {file}: {each}", err=True)
    return [each for each in found if isinstance(each, Puzzle)]
