"""``kozyr puzzle check``: solve every puzzle and compare with what it claims."""

import json
from collections import Counter
from collections.abc import Sequence
from contextlib import closing
from time import monotonic

import click

from kozyr.cli.bar import Bar
from kozyr.cli.exits import INTERRUPTED
from kozyr.cli.options import limit_options, limits_of
from kozyr.cli.puzzle_files import exit_code, jobs_option
from kozyr.cli.streams import contents
from kozyr.cli.terminal import Pen
from kozyr.puzzles.check import Finding, findings
from kozyr.puzzles.record import BadLine, Puzzle, collection, read
from kozyr.solution import count

_MOST_MOVES = 3
"""Best moves that a row of the table shows."""
_VERDICTS = ("true", "false", "unknown", "error", "empty")


@click.command("check")
@click.argument("file", required=False)
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object a line.")
@jobs_option
@limit_options
@click.pass_context
def command(
    context: click.Context,
    /,
    file: str | None,
    as_json: bool,
    jobs: int,
    **question: object,
) -> None:
    """Solve every puzzle of FILE and compare with what it claims.

    Without FILE the puzzles that kozyr comes with are checked. Compared are the value,
    the number of moves to the end, and whether the best moves are exactly those that
    keep the value. The limits hold for each puzzle. Exit code 5: a claim is false; 4:
    a line is no puzzle; 3: a limit left a claim open.
    """
    limits = limits_of(question)
    puzzles, bad = _read(file)
    bar = Bar(len(puzzles))
    report = _Json() if as_json else _Table(puzzles)
    found: list[Finding] = []
    start = monotonic()
    results = findings(puzzles, limits, jobs, progress=bar.progress)
    try:
        click.echo(report.heading(), nl=not as_json)
        for line in bad:
            click.echo(report.refused(line))
        with closing(results):
            for finding in results:
                found.append(finding)
                bar.clear()
                click.echo(report.row(finding), color=report.colour)
                bar.step()
    except KeyboardInterrupt:
        bar.clear()
        click.echo(report.summary(found, bad, len(puzzles), monotonic() - start))
        context.exit(INTERRUPTED)
    finally:
        bar.clear()
    click.echo(report.summary(found, bad, len(puzzles), monotonic() - start))
    context.exit(exit_code(found, len(bad), claims=True))


def _read(file: str | None) -> tuple[list[Puzzle], list[BadLine]]:
    if file is None:
        return collection(), []
    lines = list(read(contents(file).splitlines()))
    return (
        [line for line in lines if isinstance(line, Puzzle)],
        [line for line in lines if isinstance(line, BadLine)],
    )


class _Json:
    """One object a line: what is refused, each finding, and the summary at the end."""

    colour = False

    def heading(self) -> str:
        return ""

    def refused(self, line: BadLine) -> str:
        return json.dumps({"line": line.line, "error": line.reason})

    def row(self, finding: Finding) -> str:
        return json.dumps(finding.to_dict())

    def summary(
        self,
        found: Sequence[Finding],
        bad: Sequence[BadLine],
        total: int,
        seconds: float,
    ) -> str:
        numbers = Counter(finding.verdict for finding in found)
        record: dict[str, object] = {"puzzles": total, "checked": len(found)}
        record |= {verdict: numbers[verdict] for verdict in _VERDICTS}
        record |= {
            "refused": len(bad),
            "nodes": sum(finding.nodes for finding in found),
            "seconds": round(seconds, 3),
        }
        return json.dumps({"summary": record})


class _Table:
    """For a person: a row each, and what is false behind it."""

    def __init__(self, puzzles: Sequence[Puzzle]) -> None:
        self._pen = Pen.for_output()
        self.colour = self._pen.colour
        self._wide = max([6, *(len(puzzle.name) for puzzle in puzzles)])

    def heading(self) -> str:
        words = f"  {'claims':7}  {'puzzle':{self._wide}}  value  plies  best"
        return self._pen.faint(words)

    def refused(self, line: BadLine) -> str:
        return f"  refused  {line}"

    def row(self, finding: Finding) -> str:
        name = finding.puzzle.name
        verdict = f"{finding.verdict:7}"
        if finding.verdict == "false":
            verdict = self._pen.strong(verdict)
        if finding.error is not None:
            return f"  {verdict}  {name:{self._wide}}  {finding.error}"
        word = "?" if finding.value is None else str(finding.value)
        value = self._pen.value(f"{word:5}", finding.value)
        plies = "" if finding.plies is None else str(finding.plies)
        row = f"  {verdict}  {name:{self._wide}}  {value}  {plies:>5}  "
        row += self._best(finding)
        if finding.false:
            row += f"  <- {'; '.join(map(str, finding.false))}"
        if finding.open:
            row += f"  <- {', '.join(finding.open)} open at the limit of "
            row += str(finding.stopped)
        return row

    def _best(self, finding: Finding) -> str:
        if finding.best is None:
            return "?"
        shown = " ".join(finding.best[:_MOST_MOVES])
        more = len(finding.best) - _MOST_MOVES
        return f"{shown} and {more} more" if more > 0 else shown

    def summary(
        self,
        found: Sequence[Finding],
        bad: Sequence[BadLine],
        total: int,
        seconds: float,
    ) -> str:
        numbers = Counter(finding.verdict for finding in found)
        words = {
            "true": "true",
            "false": "with a false claim",
            "unknown": "left open by a limit",
            "error": "not checked for an error",
            "empty": "without a claim",
        }
        parts = [f"{numbers[key]:,} {words[key]}" for key in words if numbers[key]]
        if bad:
            parts.append(f"{count(len(bad), 'line')} refused")
        if len(found) < total:
            parts.append(f"{total - len(found):,} not looked at")
        told = f"{count(total, 'puzzle')}: {', '.join(parts) or 'none'}"
        nodes = sum(finding.nodes for finding in found)
        cost = self._pen.faint(f"{count(nodes, 'node')} in {seconds:,.1f} s")
        return f"\n{self._pen.strong(told)}\n{cost}"
