"""``kozyr prove``: write a certificate of a position's value."""

import io
import json
import sys
from collections.abc import Sequence

import click

from kozyr.cli.options import (
    PositionCommand,
    coalition_option,
    joined,
    limit_options,
    limits_of,
    position_argument,
)
from kozyr.cli.streams import STANDARD
from kozyr.cli.terminal import Ticker
from kozyr.errors import OptionError
from kozyr.prove import prove
from kozyr.solution import count


@click.command("prove", cls=PositionCommand)
@position_argument
@click.option(
    "-o",
    "--output",
    required=True,
    metavar="FILE",
    help="Where the certificate goes (-: standard output); kozyr verify checks it.",
)
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object.")
@click.option(
    "--max-positions",
    type=int,
    metavar="N",
    help="Give up when a strategy has more than N positions.",
)
@coalition_option
@limit_options
def command(
    words: Sequence[str],
    output: str,
    as_json: bool,
    max_positions: int | None,
    coalition: tuple[int, ...] | None,
    **limits: object,
) -> None:
    """Write a certificate of the value of a position, for kozyr verify.

    It holds a strategy of the side that gets its value, against every reply; for a
    draw one of each side. When a limit comes first nothing is written (exit code 3).
    """
    options = limits_of(limits)
    printed = output == STANDARD
    if printed and as_json:
        raise OptionError("json: standard output is for the certificate")
    if printed and sys.stdout.isatty():
        raise OptionError("output: a certificate is not for a terminal; name a file")
    # Not a part of it is written when a limit comes first.
    certificate = io.BytesIO()
    ticker = Ticker()
    try:
        proof = prove(
            joined(words),
            certificate if printed else output,
            coalition,
            time=options.time,
            nodes=options.nodes,
            memory=options.memory,
            tables=options.tables,
            max_positions=max_positions,
            progress=ticker.progress,
        )
    finally:
        ticker.clear()
    if as_json:
        click.echo(json.dumps(proof.to_dict()))
        return
    if printed:
        sys.stdout.buffer.write(certificate.getvalue())
    sentence = proof.words()
    positions = count(proof.positions, "position")
    click.echo(f"{sentence[:1].upper()}{sentence[1:]}.", err=printed)
    name = "standard output" if printed else output
    click.echo(f"{name}: {positions}, {count(proof.bytes, 'byte')}", err=True)
