"""``kozyr puzzle sheet``: puzzles on paper, with the solutions on the last page."""

from pathlib import PurePath

import click

from kozyr.cli.bar import Bar
from kozyr.cli.puzzle_source import choice_of, choice_options, puzzles_of
from kozyr.cli.streams import STANDARD, writing
from kozyr.engine import DEFAULT_MEMORY
from kozyr.errors import OptionError
from kozyr.options import Options, check_positive
from kozyr.puzzles.sheet import PATIENCE, Entry, entries

_HTML = (".html", ".htm")
_PDF = ".pdf"


@click.command("sheet")
@click.argument("file", required=False)
@click.option(
    "-o",
    "--output",
    required=True,
    metavar="FILE",
    help="What to write: sheet.html, or sheet.pdf (needs kozyr[pdf]); -: HTML on "
    "standard output.",
)
@choice_options
@click.option("--most", type=int, metavar="N", help="At most so many puzzles.")
@click.option("--title", default="Puzzles", show_default=True, help="The heading.")
@click.option(
    "--time",
    type=float,
    default=PATIENCE,
    metavar="S",
    help=f"Seconds that solving a puzzle may take (default: {PATIENCE:.0f}).",
)
@click.option(
    "--memory",
    type=float,
    default=DEFAULT_MEMORY,
    metavar="MB",
    help=f"Megabytes that a search may take (default: {DEFAULT_MEMORY:,.0f}).",
)
def command(
    file: str | None,
    output: str,
    themes: tuple[str, ...],
    difficulty: str | None,
    ids: tuple[str, ...],
    by_lot: bool,
    seed: int | None,
    most: int | None,
    title: str,
    time: float,
    memory: float,
) -> None:
    """Print the puzzles of FILE (default: those that kozyr comes with).

    The sheet has a diagram of every position with what is asked, and the solutions on
    the last page. It is a page of HTML that any browser prints, or a PDF file, both
    for A4.
    """
    suffix = _HTML[0] if output == STANDARD else PurePath(output).suffix.lower()
    if suffix not in (*_HTML, _PDF):
        raise OptionError(f"output: {output}: the name must end in .html or .pdf")
    Options(time=time, memory=memory)
    if most is not None:
        check_positive("most", most, "whole number", whole=True)
    if suffix == _PDF:
        from kozyr.puzzles.sheet_pdf import check_installed

        check_installed()
    choice = choice_of(themes, difficulty, ids, by_lot, seed)
    chosen = choice.of(puzzles_of(file))[:most]
    bar = Bar(len(chosen))
    found: list[Entry] = []
    with writing(output) as stream:
        try:
            for entry in entries(
                chosen, time=time, memory=memory, progress=bar.progress
            ):
                found.append(entry)
                bar.step()
        finally:
            bar.clear()
        stream.write(_sheet(found, title, suffix))
    for entry in found:
        if not entry.solved:
            name = chosen[entry.number - 1].name
            click.echo(f"kozyr: {name}: not solved; printed as claimed", err=True)


def _sheet(found: list[Entry], title: str, suffix: str) -> bytes:
    if suffix == _PDF:
        from kozyr.puzzles.sheet_pdf import pdf

        return pdf(found, title)
    from kozyr.puzzles.sheet_html import html

    return html(found, title).encode()
