"""``kozyr tree``: the decision tree of a position, on the screen or in a file."""

import sys
from collections import Counter
from collections.abc import Sequence
from typing import TYPE_CHECKING

import click

from kozyr.cli.exits import INTERRUPTED, SOLVED, UNKNOWN
from kozyr.cli.options import (
    PositionCommand,
    joined,
    options_of,
    position_argument,
    question_options,
)
from kozyr.cli.streams import STANDARD, writing
from kozyr.cli.terminal import Pen, Ticker
from kozyr.errors import OptionError
from kozyr.solution import count
from kozyr.tree import FORMATS, KINDS, MAX_NODES, build, chunks
from kozyr.tree.build import Kind
from kozyr.tree.formats import check, format_for
from kozyr.tree.text import lines

if TYPE_CHECKING:
    import networkx as nx


@click.command("tree", cls=PositionCommand)
@position_argument
@click.option(
    "-o",
    "--output",
    metavar="FILE",
    help="Write to FILE, whose ending names the format (default: text to the screen).",
)
@click.option(
    "--format",
    type=click.Choice(FORMATS),
    help="Write in this format; svg and png need Graphviz.",
)
@click.option("--json", "as_json", is_flag=True, help="The same as --format json.")
@click.option(
    "--kind",
    type=click.Choice(KINDS),
    default=KINDS[0],
    show_default=True,
    help="One best move for the side that gets its value and every reply to it; all "
    "moves; or a line of best play.",
)
@click.option(
    "--merge/--no-merge",
    default=True,
    help="Show equal positions once (default), or a real tree.",
)
@click.option("--depth", type=int, metavar="N", help="Cut what is N moves deep.")
@click.option(
    "--max-nodes",
    type=int,
    default=MAX_NODES,
    metavar="N",
    help=f"Cut what makes more than N positions (default: {MAX_NODES:,}).",
)
@question_options
@click.pass_context
def command(
    context: click.Context,
    /,
    words: Sequence[str],
    output: str | None,
    format: str | None,
    as_json: bool,
    kind: Kind,
    merge: bool,
    depth: int | None,
    max_nodes: int,
    **question: object,
) -> None:
    """Write a decision tree: what to play against every defence.

    The strategy is that of the coalition, or of its opponents where it loses. The
    limits hold for the whole tree; exit code 3 means that one came before all
    values were known. What is cut is marked as cut.
    """
    text, options = joined(words), options_of(question)
    if output == STANDARD:
        output = None
    format = _chosen(format, output, as_json)
    ticker = Ticker()
    with writing(STANDARD if output is None else output) as file:
        try:
            graph = build(
                text,
                options.coalition,
                kind=kind,
                merge=merge,
                depth=depth,
                max_nodes=max_nodes,
                distance=options.distance,
                time=options.time,
                nodes=options.nodes,
                memory=options.memory,
                tables=options.tables,
                progress=ticker.progress,
            )
        finally:
            ticker.clear()
        if output is None and format == "text":
            _show(graph)
        else:
            file.writelines(chunks(graph, format))
            file.flush()
    _tell(graph, output)
    context.exit(_code(graph))


def _chosen(format: str | None, output: str | None, as_json: bool) -> str:
    """Return the format that was asked for, if it can be written here."""
    if as_json and format not in (None, "json"):
        raise OptionError(f"json: contradicts --format {format}")
    if as_json:
        format = "json"
    if format is None:
        format = "text" if output is None else format_for(output)
    check(format)
    if output is None and format == "png" and sys.stdout.isatty():
        raise OptionError("format: png is not for a terminal; name a file with -o")
    return format


def _show(graph: "nx.DiGraph[int]") -> None:
    pen = Pen.for_output()
    for line in lines(graph, pen):
        click.echo(line, nl=False, color=pen.colour)


def _tell(graph: "nx.DiGraph[int]", output: str | None) -> None:
    """Say on standard error how much was written, and what was not."""
    notes = []
    if output is not None:
        size = f"{count(len(graph), 'position')}, {count(graph.size(), 'move')}"
        notes.append(f"{output}: {size}")
    cuts = Counter(str(each) for _, each in graph.nodes(data="cut") if each)
    notes += [f"{count(many, 'position')} cut by {why}" for why, many in cuts.items()]
    if notes:
        click.echo("; ".join(notes), err=True)


def _code(graph: "nx.DiGraph[int]") -> int:
    about = graph.graph
    if about["stopped"] == "interrupt":
        return INTERRUPTED
    known = graph.nodes[about["root"]]["value"] != "unknown"
    return SOLVED if known and about["stopped"] is None else UNKNOWN
