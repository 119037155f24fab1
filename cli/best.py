"""``kozyr best``: just the best move of a position."""

import json
from collections.abc import Sequence

import click

from kozyr.cli.exits import UNKNOWN
from kozyr.cli.options import (
    PositionCommand,
    joined,
    options_of,
    position_argument,
    question_options,
)
from kozyr.cli.terminal import Ticker
from kozyr.solve import Search


@click.command("best", cls=PositionCommand)
@position_argument
@question_options
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object.")
@click.pass_context
def command(
    context: click.Context,
    /,
    words: Sequence[str],
    as_json: bool,
    **question: object,
) -> None:
    """Print just the best move of a position, as it can be typed.

    Whoever plays it again and again from a won position, asking afresh each time,
    wins. Nothing is printed when a limit came before a best move was known (exit
    code 3).
    """
    ticker = Ticker()
    search = Search(joined(words), options_of(question), ticker.progress)
    move = interrupt = None
    try:
        move = search.best()
    except KeyboardInterrupt as raised:
        interrupt = raised
    finally:
        ticker.clear()
    text = None if move is None else str(move)
    if as_json:
        record = {
            "position": str(search.position),
            "mover": search.position.mover,
            "coalition": list(search.seats),
            "best": text,
        }
        click.echo(json.dumps(record))
    elif text is not None:
        click.echo(text)
    if interrupt is not None:
        raise interrupt
    if text is None:
        why = search.budget.stopped
        click.echo(f"kozyr: best: unknown within the limit of {why}", err=True)
        context.exit(UNKNOWN)
