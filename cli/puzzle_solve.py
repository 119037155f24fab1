"""``kozyr puzzle solve``: fill in and correct the claims of a file."""

from contextlib import closing

import click

from kozyr.cli.bar import Bar
from kozyr.cli.exits import INTERRUPTED
from kozyr.cli.options import limit_options, limits_of
from kozyr.cli.puzzle_files import exit_code, jobs_option
from kozyr.cli.streams import contents, writing
from kozyr.puzzles.check import Finding, findings
from kozyr.puzzles.record import Puzzle
from kozyr.puzzles.rewrite import corrected, document, graded
from kozyr.solution import count


@click.command("solve")
@click.argument("file")
@click.option(
    "-o",
    "--output",
    metavar="FILE",
    help="Write there (-: standard output) instead of changing FILE.",
)
@click.option(
    "--regrade", is_flag=True, help="Also the difficulty and themes that are there."
)
@jobs_option
@limit_options
@click.pass_context
def command(
    context: click.Context,
    /,
    file: str,
    output: str | None,
    regrade: bool,
    jobs: int,
    **question: object,
) -> None:
    """Solve the puzzles of FILE, fill in and correct what they claim, and write it.

    Value, moves to the end and best moves become what is true; difficulty and themes
    are added where there are none. Comments and lines that are no puzzles stay as they
    are, and so does what a limit leaves open. FILE (-: standard input) is replaced at
    once when all is done, or not at all.
    """
    limits = limits_of(question)
    text = document(contents(file))
    bar = Bar(len(text.puzzles))
    found: list[Finding] = []
    new: list[Puzzle] = []
    results = findings(
        text.puzzles, limits, jobs, every_plies=True, progress=bar.progress
    )
    target = file if output is None else output
    try:
        with writing(target) as stream, closing(results):
            for finding in results:
                found.append(finding)
                new.append(graded(corrected(finding), limits, afresh=regrade))
                bar.step()
            bar.clear()
            stream.write(text.rewritten(new))
    except KeyboardInterrupt:
        bar.clear()
        click.echo("kozyr: interrupted, nothing is written", err=True)
        context.exit(INTERRUPTED)
    finally:
        bar.clear()
    for line in text.bad:
        click.echo(f"kozyr: {line}", err=True)
    click.echo(_summary(text.puzzles, new, found), err=True)
    context.exit(exit_code(found, len(text.bad), claims=False))


def _summary(old: tuple[Puzzle, ...], new: list[Puzzle], found: list[Finding]) -> str:
    changed = sum(one != other for one, other in zip(old, new, strict=True))
    false = sum(finding.verdict == "false" for finding in found)
    unknown = sum(finding.value is None for finding in found)
    parts = [f"{count(len(new), 'puzzle')}: {changed:,} changed"]
    if false:
        parts.append(f"{false:,} of them claimed what is false")
    if unknown:
        parts.append(f"{unknown:,} not solved within the limits")
    return ", ".join(parts)
