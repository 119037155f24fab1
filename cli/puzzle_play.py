"""``kozyr puzzle play``: solve puzzles in the terminal, one after another."""

import json

import click

from kozyr.cli.exits import INTERRUPTED
from kozyr.cli.puzzle_source import puzzles_of
from kozyr.engine import DEFAULT_MEMORY
from kozyr.errors import OptionError
from kozyr.puzzles.score import Score, ScoreFile, default_path

PATIENCE = 60.0


@click.command("play")
@click.argument("file", required=False)
@click.option("--theme", "themes", multiple=True, help="Only with this theme.")
@click.option(
    "--difficulty", metavar="N|N-M", help="Only of this difficulty, for example 20-60."
)
@click.option("--id", "ids", multiple=True, help="Just this puzzle (several times).")
@click.option("--random", "by_lot", is_flag=True, help="In an order by lot.")
@click.option("--seed", type=int, metavar="N", help="The same number, the same lot.")
@click.option("--again", is_flag=True, help="Also those that were solved before.")
@click.option("--score", "show_score", is_flag=True, help="Print the score, no puzzle.")
@click.option("--json", "as_json", is_flag=True, help="The score as one JSON object.")
@click.option(
    "--time",
    type=float,
    default=PATIENCE,
    metavar="S",
    help=f"Seconds to think about a move at most (default: {PATIENCE:.0f}).",
)
@click.option(
    "--memory",
    type=float,
    default=DEFAULT_MEMORY,
    metavar="MB",
    help=f"Megabytes that a puzzle may take (default: {DEFAULT_MEMORY:,.0f}).",
)
@click.pass_context
def command(
    context: click.Context,
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
        click.echo(_score(score_file.read(), as_json))
        return
    if as_json:
        raise OptionError("json: goes with --score")

    from kozyr.cli.puzzle_table import Table
    from kozyr.options import Options
    from kozyr.puzzles.choice import Choice, fresh, read_difficulty

    Options(time=time, memory=memory)
    if by_lot and seed is None:
        from kozyr.deal import fresh_seed

        seed = fresh_seed()
        click.echo(f"kozyr: seed {seed}", err=True)
    choice = Choice(
        themes, None if difficulty is None else read_difficulty(difficulty), ids, seed
    )
    chosen = choice.of(puzzles_of(file))
    table = Table(score_file, time, memory)
    if not again and not ids:
        left = fresh(chosen, table.score)
        if not left:
            click.echo("All of these are solved; --again plays them once more.")
            return
        chosen = left
    if not table.play(chosen):
        context.exit(INTERRUPTED)


def _score(score: Score, as_json: bool) -> str:
    if as_json:
        return json.dumps(score.to_dict())
    from kozyr.cli.puzzle_table import score_in_words

    return score_in_words(score)
