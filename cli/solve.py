"""``kozyr solve``: the exact value of a position, or of every position of a file."""

import json
import sys
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, closing
from time import monotonic
from typing import TYPE_CHECKING, BinaryIO

import click

from kozyr.cli.exits import INTERRUPTED, REFUSED, SOLVED, UNKNOWN
from kozyr.cli.options import (
    PositionCommand,
    joined,
    options_of,
    position_argument,
    question_options,
)
from kozyr.cli.terminal import Pen, Ticker
from kozyr.errors import OptionError
from kozyr.options import Options, check_jobs
from kozyr.solve import Interrupted, Search

if TYPE_CHECKING:
    from kozyr.batch import Answer
    from kozyr.resume import Journal


@click.command("solve", cls=PositionCommand)
@position_argument
@question_options
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object.")
@click.option(
    "--all",
    "everyone",
    is_flag=True,
    help="For each seat: can it alone make sure not to become the durak, or can all "
    "the others together force it to be?",
)
@click.option(
    "--batch",
    "file",
    metavar="FILE",
    help="Solve one position per line of FILE (-: standard input) and print one "
    'JSON object per line. A line may be {"position": ..., "coalition": [..], '
    '"id": ...}; blank lines and lines that start with # are skipped.',
)
@click.option(
    "--jobs",
    type=int,
    metavar="N",
    help="Processes for a batch, each with the memory given (default: 1).",
)
@click.option(
    "--scheduler",
    metavar="ADDRESS",
    help="Solve a batch on the Dask cluster whose scheduler is at ADDRESS, for example "
    "tcp://10.0.0.1:8786; needs the extra kozyr[cluster].",
)
@click.option(
    "--resume",
    metavar="FILE",
    help="Write the answers of a batch to FILE, not to standard output. Those that are "
    "there already, from a run that was stopped or killed, count for the first "
    "lines, whatever their limits were; the rest is added.",
)
@click.pass_context
def command(
    context: click.Context,
    /,
    words: Sequence[str],
    as_json: bool,
    everyone: bool,
    file: str | None,
    jobs: int | None,
    scheduler: str | None,
    resume: str | None,
    **question: object,
) -> None:
    """Print the exact value of a position, every move, and a line of play.

    POSITION is the game, the trump suit, the hands, the table and the seat to move:
    "podkidnoy h 6s7sAh/Kh9d - 1". Exit code 3: a limit came before the value was
    known.
    """
    options = options_of(question)
    for name, given in (("scheduler", scheduler), ("resume", resume)):
        if given is not None and file is None:
            raise OptionError(f"{name}: is for a batch, not for one POSITION")
    # For one POSITION any number of processes will do: it takes one.
    check_jobs(jobs, scheduler)
    if everyone:
        if file is not None:
            raise OptionError("all: answers for one POSITION, not for a batch")
        if options.coalition is not None:
            raise OptionError("all: takes each seat by itself, so no coalition")
        context.exit(_everyone(joined(words), options, as_json))
    if file is None:
        context.exit(_one(joined(words), options, as_json))
    if words:
        raise OptionError("batch: the positions come from FILE, not from POSITION too")
    context.exit(_batch(file, options, jobs or 1, scheduler, resume))


def _one(text: str, options: Options, as_json: bool) -> int:
    ticker = Ticker()
    search = Search(text, options, ticker.progress)
    interrupted = False
    try:
        solution = search.solution()
    except Interrupted as interrupt:
        interrupted, solution = True, interrupt.solution
    finally:
        ticker.clear()
    if as_json:
        click.echo(json.dumps(solution.to_dict()))
    else:
        from kozyr.cli.report import report

        pen = Pen.for_output()
        click.echo(report(solution, pen), color=pen.colour)
    if interrupted:
        return INTERRUPTED
    return UNKNOWN if solution.value is None else SOLVED


def _everyone(text: str, options: Options, as_json: bool) -> int:
    from kozyr.everyone import everyone

    ticker = Ticker()
    try:
        table = everyone(
            text,
            distance=options.distance,
            time=options.time,
            nodes=options.nodes,
            memory=options.memory,
            tables=options.tables,
            progress=ticker.progress,
        )
    finally:
        ticker.clear()
    if as_json:
        click.echo(json.dumps(table.to_dict()))
    else:
        from kozyr.cli.report import report_everyone

        pen = Pen.for_output()
        click.echo(report_everyone(table, pen), color=pen.colour)
    if table.stopped == "interrupt":
        return INTERRUPTED
    return UNKNOWN if None in [each.value for each in table.seats] else SOLVED


def _batch(
    file: str, options: Options, jobs: int, scheduler: str | None, resume: str | None
) -> int:
    from kozyr.batch import answered, asked

    # Before any process is started, whose pipes would take the place of a closed
    # standard input.
    positions = _Positions(file)
    lines = asked(positions.lines())
    # Answers that run over a terminal are progress enough.
    ticker = Ticker(unless_output_shows=resume is None)
    start, tally = monotonic(), _Tally()
    with ExitStack() as stack:
        stack.callback(ticker.clear)
        stack.callback(positions.close_unread)
        try:
            # What is wrong for every line is refused before FILE of --resume is opened.
            results = answered(lines, options, jobs, scheduler)
            write = _print
            if resume is not None:
                journal = stack.enter_context(_journal(resume, positions.stream))
                for answer in journal.kept(lines, options):
                    tally.count(answer)
                    ticker.show(str(tally), monotonic() - start)
                write = journal.write
            for answer in stack.enter_context(closing(results)):
                write(answer)
                tally.count(answer)
                ticker.show(str(tally), monotonic() - start)
        except KeyboardInterrupt:
            return INTERRUPTED
    return REFUSED if tally.refused else SOLVED


class _Tally:
    """How many lines are answered."""

    def __init__(self) -> None:
        self.answered = self.refused = 0

    def count(self, answer: "Answer") -> None:
        self.answered += 1
        self.refused += "error" in answer

    def __str__(self) -> str:
        return f"{self.answered:,} answered, {self.refused:,} of them refused"


def _print(answer: "Answer") -> None:
    # For ASCII click would do no more, but it takes its time for that.
    sys.stdout.write(json.dumps(answer) + "\n")
    sys.stdout.flush()


def _journal(path: str, positions: BinaryIO) -> "Journal":
    from kozyr.resume import Journal

    return Journal(path, positions)


class _Positions:
    """The lines of FILE."""

    def __init__(self, file: str) -> None:
        """Open it; raises ``OptionError``."""
        self._file = file
        self._begun = False
        # Standard input is opened anew: the object that Python made for it may be
        # locked by the thread that reads for a batch when the program ends.
        try:
            self.stream: BinaryIO = (
                open(0, "rb", closefd=False) if file == "-" else open(file, "rb")
            )
        except (OSError, ValueError) as error:
            raise _unreadable(file, error) from None

    def lines(self) -> Iterator[bytes]:
        """Yield the lines and close the file."""
        # Closed by whoever reads: closing beside a thread that waits for input hangs.
        self._begun = True
        try:
            with self.stream:
                yield from self.stream
        except OSError as error:
            raise _unreadable(self._file, error) from None

    def close_unread(self) -> None:
        """Close the file if nobody has begun to read it."""
        if not self._begun:
            self.stream.close()


def _unreadable(file: str, error: OSError | ValueError) -> OptionError:
    name = "standard input" if file == "-" else file
    reason = error.strerror if isinstance(error, OSError) else error
    return OptionError(f"batch: {name}: {reason}")
