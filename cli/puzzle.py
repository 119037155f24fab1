"""``kozyr puzzle``: the commands that belong to puzzles."""

import click

from kozyr.cli.lazy import LazyGroup

COMMANDS = {
    "play": "Solve puzzles in the terminal, one after another.",
    "check": "Solve every puzzle of a file and compare with what it claims.",
    "solve": "Fill in and correct the claims of a file.",
    "make": "Find new puzzles.",
    "sheet": "Print puzzles on paper.",
}
"""Each command is ``command`` in the module ``puzzle_`` and its name."""


@click.group(
    "puzzle",
    cls=LazyGroup,
    summaries=COMMANDS,
    prefix="kozyr.cli.puzzle_",
    invoke_without_command=True,
)
@click.pass_context
def command(context: click.Context) -> None:
    """Play, check, make and print puzzles.

    A file of puzzles has one a line: a position, then what is claimed about it, as
    in "podkidnoy h Kc/Kd - 1 best Kc; value win;".
    """
    if context.invoked_subcommand is None:
        click.echo(context.get_help())
