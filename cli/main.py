"""The program ``kozyr``: find the command, run it, turn every failure into one line."""

import os
import sys
from collections.abc import Sequence

import click

from kozyr._version import __version__
from kozyr.cli.exits import INTERRUPTED
from kozyr.cli.lazy import LazyGroup

COMMANDS = {
    "solve": "Print the exact value of a position, every move, and a line of play.",
    "best": "Print just the best move of a position.",
    "tree": "Write a decision tree: what to play against every defence.",
    "prove": "Write a certificate of the value of a position.",
    "verify": "Check a certificate by the rules alone.",
    "show": "Draw a position for a person.",
    "deal": "Deal a game and print its first position.",
    "puzzle": "Play, check, make and print puzzles.",
    "table": "Build, check and look into endgame tables.",
}
"""Each command is ``command`` in the module of its name."""


class _Program(LazyGroup):
    """The group of all commands."""

    def invoke(self, ctx: click.Context) -> object:
        try:
            return super().invoke(ctx)
        except KeyboardInterrupt:
            # Click prints an empty line for it; ``main`` says what is to be said.
            raise click.Abort from None


@click.group(
    cls=_Program,
    summaries=COMMANDS,
    prefix="kozyr.cli.",
    invoke_without_command=True,
    context_settings={"help_option_names": ["-h", "--help"]},
)
@click.version_option(__version__, prog_name="kozyr", message="%(prog)s %(version)s")
@click.pass_context
def program(context: click.Context) -> None:
    """Exact endgames of Durak and Kryt'-navalivat'.

    A position is one line of text, for example "podkidnoy h 6s7sAh/Kh9d - 1": the
    game, the trump suit, the hands, the table, and the seat to move.
    """
    if context.invoked_subcommand is None:
        click.echo(context.get_help())


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the program and return its exit code.

    Whatever goes wrong is one line on standard error: what was refused (2), an
    interrupt (130), anything unexpected (1).  With ``KOZYR_DEBUG`` set in the
    environment the unexpected is raised instead, for its traceback.
    """
    from kozyr.errors import KozyrError

    if sys.stdout is None:
        return _fail("output: standard output is closed", 1)
    try:
        code = program.main(arguments, "kozyr", standalone_mode=False)
        sys.stdout.flush()
        return code if isinstance(code, int) else 0
    except KozyrError as error:
        return _fail(str(error), error.exit_code)
    except click.ClickException as error:
        return _fail(_in_words(error), 2)
    except (click.Abort, KeyboardInterrupt):
        return _fail("interrupted", INTERRUPTED)
    except BrokenPipeError:
        # Who reads has read enough, as in ``kozyr solve ... | head``.
        _let_go_of_output()
        return 1
    except MemoryError:
        return _fail("memory: there is not enough of it", 1)
    except OSError as error:
        _let_go_of_output()
        return _fail(f"{error.filename or 'output'}: {error.strerror or error}", 1)
    except Exception as error:
        if os.environ.get("KOZYR_DEBUG"):
            raise
        what = f"{type(error).__name__}: {error}"
        return _fail(f"internal error: {what} (KOZYR_DEBUG=1 shows where)", 1)


def _fail(message: str, code: int) -> int:
    """Say one line on standard error, whatever the message holds, and pass the code."""
    line = " ".join(message.split())
    shown = "".join(c if c.isprintable() else ascii(c)[1:-1] for c in line)
    try:
        click.echo(f"kozyr: {shown}", err=True)
    except OSError:
        pass  # Nobody listens; the exit code still tells.
    return code


def _in_words(error: click.ClickException) -> str:
    """Return an error of click's as ``field: reason``."""
    if isinstance(error, click.MissingParameter):
        reason = "missing"
    elif isinstance(error, click.BadParameter):
        reason = _as_clause(error.message)
    elif isinstance(error, click.NoSuchOption):
        reason = "no such option"
        if error.possibilities:
            reason += f"; is it {' or '.join(sorted(error.possibilities))}?"
    else:
        reason = _as_clause(error.format_message())
    field = _field(error)
    return f"{field}: {reason}" if field else reason


def _field(error: click.ClickException) -> str | None:
    """Return the name of what an error of click's is about."""
    if isinstance(error, click.BadParameter) and error.param is not None:
        if isinstance(error.param, click.Option):
            # As it is typed: the function that takes it may call it something else.
            return max(error.param.opts, key=len).lstrip("-")
        return error.param.name
    if isinstance(error, click.NoSuchOption | click.BadOptionUsage):
        return error.option_name.lstrip("-")
    if isinstance(error, click.UsageError) and ": " not in error.message:
        return "usage"
    return None


def _as_clause(sentence: str) -> str:
    """Turn a sentence into what may follow a colon."""
    return sentence[:1].lower() + sentence[1:].rstrip(".")


def _let_go_of_output() -> None:
    """Drop what could not be written, or Python would complain again at its exit."""
    try:
        nowhere = os.open(os.devnull, os.O_WRONLY)
        os.dup2(nowhere, sys.stdout.fileno())
        os.close(nowhere)
    except (OSError, ValueError):
        pass  # Not a file of the system's: nothing is left to be written.


if __name__ == "__main__":
    sys.exit(main())
