"""``kozyr verify``: check a certificate by the rules alone."""

import io
import json

import click

from kozyr.certificate import Proof, Strategy
from kozyr.cli.streams import STANDARD, contents
from kozyr.cli.terminal import Ticker
from kozyr.errors import CertificateError, OptionError
from kozyr.solution import count, seats_in_words
from kozyr.verify import verify


@click.command("verify")
@click.argument("file", metavar="FILE")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object.")
def command(file: str, as_json: bool) -> None:
    """Check a certificate by the rules alone, and say what it proves.

    FILE may be - for standard input. Nothing is searched, and nothing of what found
    the proof is trusted. A certificate that proves nothing is refused: what is wrong
    and where is said in one line (exit code 2).
    """
    ticker = Ticker()

    def progress(positions: int, seconds: float) -> None:
        ticker.show(f"{count(positions, 'position')} checked", seconds)

    try:
        proof = verify(
            io.BytesIO(contents(file)) if file == STANDARD else file, progress=progress
        )
    except CertificateError as error:
        name = "standard input" if file == STANDARD else file
        place = f"{name}, {error.place}"
        raise CertificateError(error.field, error.reason, place) from None
    except OSError as error:
        raise OptionError(f"file: {file}: {error.strerror or error}") from None
    finally:
        ticker.clear()
    click.echo(json.dumps(proof.to_dict()) if as_json else _report(proof))


def _report(proof: Proof) -> str:
    lines = [f"Proven: {proof.words()}.", f"  {proof.position}"]
    return "\n".join([*lines, *map(_strategy, proof.strategies)])


def _strategy(strategy: Strategy) -> str:
    size = count(strategy.positions, "position")
    if not strategy.seats:
        return f"  whatever is played: {size}"
    aim = "to win" if strategy.wins else "not to lose"
    return f"  by a strategy of {seats_in_words(strategy.seats)} {aim}: {size}"
