"""``kozyr deal``: deal a game and print its first position."""

import json

import click

from kozyr.deal import GAMES, fresh_seed
from kozyr.match import Game


@click.command("deal")
@click.option(
    "--game",
    type=click.Choice(GAMES),
    default=GAMES[0],
    show_default=True,
    help="Durak without or with transfers, or Kryt'-navalivat'.",
)
@click.option(
    "--players",
    type=int,
    default=2,
    show_default=True,
    metavar="N",
    help="Seats at the table: 2 to 6, exactly 2 in Kryt'.",
)
@click.option("--seed", type=int, metavar="N", help="The same number, the same deal.")
@click.option("--neighbours", is_flag=True, help="Only the neighbours may add.")
@click.option(
    "--limit",
    type=int,
    default=6,
    show_default=True,
    metavar="5|6",
    help="Attack cards at most in the first attack.",
)
@click.option("--dealer", type=int, metavar="SEAT", help="Who deals.")
@click.option(
    "--cut",
    type=int,
    metavar="N",
    help="Kryt': cards lifted off the pack, 0 to 35 (default: by lot).",
)
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object.")
def command(
    game: str,
    players: int,
    seed: int | None,
    neighbours: bool,
    limit: int,
    dealer: int | None,
    cut: int | None,
    as_json: bool,
) -> None:
    """Deal a game and print its first position, the stock with it.

    Without --seed a fresh one is taken and named on standard error.
    """
    fresh = seed is None
    if seed is None:
        seed = fresh_seed()
    dealt = Game.deal(
        game,
        players,
        seed=seed,
        dealer=dealer,
        neighbours=neighbours,
        first_limit=limit,
        cut=cut,
    )
    position = str(dealt.start)
    if as_json:
        record = {"position": position, "seed": seed, "dealer": dealt.dealer}
        click.echo(json.dumps(record))
        return
    if fresh:
        click.echo(f"seed {seed}", err=True)
    click.echo(position)
