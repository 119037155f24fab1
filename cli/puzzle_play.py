"""``kozyr puzzle play``: solve puzzles in the terminal, one after another."""

import json

import click

from kozyr.cli.exits import INTERRUPTED
from kozyr.cli.puzzle_source import choice_of, choice_options, puzzles_of
from kozyr.cli.puzzle_table import Table, score_in_words
from kozyr.engine import DEFAULT_MEMORY
from kozyr.errors import OptionError
from kozyr.options import Options
from kozyr.puzzles.choice import fresh
from kozyr.puzzles.score import ScoreFile, default_path

PATIENCE = 60.0


@click.command("play")
@click.argument("file", required=False)
@choice_options
@click.option("--again", is_flag=True, help="Also those that were solved before.")
@click.option("--score", "show_score", is_flag=True, help="Print the score, no puzzle.")
@click.option("--json", "as_json", is_flag=True, help="The score as one JSON object.")
@click.option(
    "--time",
    type=float,
    default=PATIENCE,
    metavar="S",
    help=f"Seconds that kozyr may think about a move (default: {PATIENCE:.0f}).",
)
@click.option(
    "--memory",
    type=float,
    default=DEFAULT_MEMORY,
    metavar="MB",
    help=f"Megabytes that a search may take (default: {DEFAULT_MEMORY:,.0f}).",
)
@click.pass_context
def command(
    context: click.Context,
    /,
    file: str | None,
    themes: tuple[str, ...],
    difficulty: str | None,
    ids: tuple[str, ...],
    by_lot: bool,
    seed: int | None,
    again: bool,
    show_score: bool,
    as_json: bool,
    time: float,
    memory: float,
) -> None:
    """Solve the puzzles of FILE (default: those that kozyr comes with).

    Type moves as kozyr prints them, or just the card; help lists the other words.
    kozyr plays the others as strongly as can be, and stops you at the first mistake.
    The score is kept from run to run; puzzles solved before are left out.
    """
    score_file = ScoreFile(default_path())
    if show_score:
        score = score_file.read()
        click.echo(json.dumps(score.to_dict()) if as_json else score_in_words(score))
        return
    if as_json:
        raise OptionError("json: goes with --score")
    if file == "-":
        raise OptionError("file: standard input is for the moves, so name a file")
    Options(time=time, memory=memory)
    choice = choice_of(themes, difficulty, ids, by_lot, seed)
    chosen = choice.of(puzzles_of(file))
    table = Table(score_file, time, memory)
    if not again and not ids:
        chosen = fresh(chosen, table.score)
    if not chosen:
        click.echo("All of these are solved; --again plays them once more.")
    elif not table.play(chosen):
        context.exit(INTERRUPTED)
