"""What several commands take: POSITION, the coalition and the limits."""

from collections.abc import Callable, Sequence
from typing import TypeVar

import click

from kozyr.engine import DEFAULT_MEMORY
from kozyr.errors import OptionError
from kozyr.options import Options

C = TypeVar("C", bound=Callable[..., object])


class PositionCommand(click.Command):
    """A command that takes POSITION, in one argument or in several words."""

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        # Hands like -/7c8c (seat 1 is out) begin as options do.  A blank before
        # them says that they are none; between words it means nothing.
        return super().parse_args(
            ctx, [f" {each}" if each.startswith("-/") else each for each in args]
        )


def position_argument(command: C) -> C:
    """Add POSITION as ``words``; ``joined`` puts them together."""
    return click.argument("words", nargs=-1, metavar="POSITION")(command)


def joined(words: Sequence[str]) -> str:
    """Return the words of POSITION as one text; raises ``OptionError`` without any."""
    text = " ".join(words)
    if not text.strip():
        raise OptionError(
            'position: missing; an example is "podkidnoy h 6s7sAh/Kh9d - 1"'
        )
    return text


def _seats(
    context: click.Context, parameter: click.Parameter, text: str | None
) -> tuple[int, ...] | None:
    """Read seats written as ``1,3``."""
    if text is None:
        return None
    parts = [part.strip() for part in text.split(",")]
    if not all(part.isascii() and part.isdigit() for part in parts):
        raise click.BadParameter(f"{text!r} is not a list of seats like 1,3")
    return tuple(int(part) for part in parts)


coalition_option = click.option(
    "--coalition",
    callback=_seats,
    metavar="SEATS",
    help="Whose result is asked for, for example 1,3 (default: the seat to move).",
)

_QUESTION = (
    coalition_option,
    click.option(
        "--distance",
        is_flag=True,
        help="Also the exact number of moves to the end, and the fastest win as best.",
    ),
    click.option(
        "--time",
        type=float,
        metavar="S",
        help="Stop after so many seconds and say what is proven.",
    ),
    click.option(
        "--nodes",
        type=int,
        metavar="N",
        help="Stop after so many nodes and say what is proven.",
    ),
    click.option(
        "--memory",
        type=float,
        default=DEFAULT_MEMORY,
        metavar="MB",
        help=f"Megabytes that a search may take (default: {DEFAULT_MEMORY:,.0f}).",
    ),
    click.option(
        "--tables",
        metavar="DIR",
        help="Read the endgame tables in DIR (default: $KOZYR_TABLES, else those that "
        "build themselves in the user's cache).",
    ),
    click.option("--no-tables", is_flag=True, help="Read no endgame tables."),
)


def question_options(command: C) -> C:
    """Add the coalition, the distance and the limits, as ``Options`` takes them."""
    for option in reversed(_QUESTION):
        command = option(command)
    return command


def limit_options(command: C) -> C:
    """Add the limits alone; ``limits_of`` takes them."""
    for option in reversed(_QUESTION[2:]):
        command = option(command)
    return command


def limits_of(parameters: dict[str, object]) -> Options:
    """Take the limits of ``limit_options`` out of a command's parameters."""
    return _options(("time", "nodes", "memory"), parameters)


def options_of(parameters: dict[str, object]) -> Options:
    """Take the options of ``question_options`` out of a command's parameters."""
    return _options(("coalition", "distance", "time", "nodes", "memory"), parameters)


def _options(names: Sequence[str], parameters: dict[str, object]) -> Options:
    chosen = {name: parameters.pop(name) for name in names}
    directory, none = parameters.pop("tables"), parameters.pop("no_tables")
    if directory is not None and none:
        raise OptionError("tables: --tables and --no-tables exclude each other")
    chosen["tables"] = False if none else True if directory is None else directory
    return Options(**chosen)  # type: ignore[arg-type]
