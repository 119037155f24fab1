"""What the commands on files of puzzles share: reading, the options, the exit code."""

import sys
from collections.abc import Callable, Iterable
from typing import TypeVar

import click

from kozyr.cli.exits import FALSE, REFUSED, SOLVED, UNKNOWN
from kozyr.errors import OptionError
from kozyr.puzzles.check import Finding

C = TypeVar("C", bound=Callable[..., object])


def contents(file: str) -> bytes:
    """Return what is in a file, or in standard input for ``-``.

    Raises ``OptionError`` where it can't be read.
    """
    try:
        if file == "-":
            return sys.stdin.buffer.read()
        with open(file, "rb") as stream:
            return stream.read()
    except (OSError, ValueError) as error:
        name = "standard input" if file == "-" else file
        reason = error.strerror if isinstance(error, OSError) else error
        raise OptionError(f"file: {name}: {reason}") from None


def jobs_option(command: C) -> C:
    """Add ``--jobs``."""
    return click.option(
        "--jobs",
        type=int,
        default=1,
        metavar="N",
        help="Processes that work side by side (default: 1).",
    )(command)


def checked_jobs(jobs: int) -> int:
    """Return the number of processes; raises ``OptionError``."""
    if jobs < 1:
        raise OptionError(f"jobs: {jobs} is not a positive whole number")
    return jobs


def exit_code(findings: Iterable[Finding], refused: int, *, claims: bool) -> int:
    """Return the exit code for all that was found; the worst decides.

    ``claims``: a false claim is a failure, as when they are checked.
    """
    verdicts = {finding.verdict for finding in findings}
    if claims and "false" in verdicts:
        return FALSE
    if refused or "error" in verdicts:
        return REFUSED
    stopped = any(finding.stopped for finding in findings)
    return UNKNOWN if "unknown" in verdicts or stopped else SOLVED
