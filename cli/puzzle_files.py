"""What the commands on files of puzzles share: the options, the exit code."""

from collections.abc import Callable, Iterable
from typing import TypeVar

import click

from kozyr.cli.exits import FALSE, REFUSED, SOLVED, UNKNOWN
from kozyr.puzzles.check import Finding

C = TypeVar("C", bound=Callable[..., object])


def jobs_option(command: C) -> C:
    """Add ``--jobs``."""
    return click.option(
        "--jobs",
        type=int,
        default=1,
        metavar="N",
        help="Processes that work side by side (default: 1).",
    )(command)


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
