"""``python -m benchmarks.favoured``: how often the side that is asked about first wins.

Positions that are draws do not count, nor those that the time does not suffice for.
"""

from collections.abc import Iterator

import click

from benchmarks.measure import judge
from benchmarks.suites import TWO_PLAYERS, Suite
from kozyr.ext.podkidnoy import Podkidnoy
from kozyr.podkidnoy_engine import place
from kozyr.values import Value

_NAMES = ("podkidnoy-4+4", "podkidnoy-6+6", "podkidnoy-8+8", "podkidnoy-real-2")


def guesses(suite: Suite, most: int) -> Iterator[bool]:
    """Yield whether the guess was right, for each position that somebody wins."""
    kernel = Podkidnoy(1_000_000)
    for position in suite.positions(most):
        value = judge(position, suite.seconds).value
        if value in (Value.WIN, Value.LOSS):
            place(kernel, position, position.mover)
            yield kernel.favours_attacker() == (value is Value.WIN)


@click.command()
@click.option("--most", default=1000, show_default=True, help="Positions a suite.")
@click.option("--seconds", default=1.0, show_default=True, help="For each.")
def main(most: int, seconds: float) -> None:
    """Print a table of how often the guess is right."""
    click.echo("| suite | won or lost | guessed right |")
    click.echo("| --- | --- | --- |")
    for suite in TWO_PLAYERS:
        if suite.name in _NAMES:
            right = list(guesses(suite._replace(seconds=seconds), most))
            share = f"{sum(right) / len(right):.1%}"
            click.echo(f"| {suite.title} | {len(right):,} | {share} |")


if __name__ == "__main__":
    main()
