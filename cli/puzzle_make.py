"""``kozyr puzzle make``: find new puzzles."""

import json
import os
import re
from collections import Counter
from time import monotonic
from typing import NoReturn

import click
from click.core import ParameterSource

from kozyr.cli.bar import in_short
from kozyr.cli.exits import INTERRUPTED, SOLVED
from kozyr.cli.puzzle_files import jobs_option
from kozyr.cli.streams import STANDARD, contents
from kozyr.cli.terminal import Ticker
from kozyr.deal import GAMES, fresh_seed
from kozyr.errors import OptionError
from kozyr.files import replacing
from kozyr.options import check_jobs, check_positive
from kozyr.puzzles.candidates import Setting
from kozyr.puzzles.harvest import Harvest
from kozyr.puzzles.make import DEFAULT_NODES, Tried, Wanted
from kozyr.solution import count as counted
from kozyr.values import Value

_COUNT = 10
_SAVE_SECONDS = 10.0
_SPAN = re.compile(r"(\d{1,2})(?:-(\d{1,2}))?")
_CARDS = {2: "4-7", 3: "2-4", 4: "2-3", 5: "2-2", 6: "2-2"}
_KRYT_CARDS = "2-3"
_KEPT = ("output", "resume", "count", "time", "jobs", "as_json")
"""Options that may be given together with ``--resume``."""


@click.command("make")
@click.option(
    "--game",
    type=click.Choice(GAMES),
    default=GAMES[0],
    show_default=True,
    help="Durak without or with transfers, or Kryt'-navalivat'.",
)
@click.option("--neighbours", is_flag=True, help="Only the neighbours may add.")
@click.option(
    "--players", type=int, default=2, show_default=True, metavar="N", help="Seats."
)
@click.option("--cards", metavar="N|N-M", help="Cards of a hand (default: by game).")
@click.option(
    "--pile",
    default="0-4",
    show_default=True,
    metavar="N|N-M",
    help="Kryt': cards of the pile.",
)
@click.option(
    "--value",
    type=click.Choice(("win", "draw", "any")),
    default="any",
    show_default=True,
    help="What the side to move can reach.",
)
@click.option(
    "--strict",
    is_flag=True,
    help="One answer only not just at the first move but all along the main line.",
)
@click.option(
    "--plies",
    type=int,
    default=5,
    show_default=True,
    metavar="N",
    help="Moves of the main line at least.",
)
@click.option(
    "--difficulty", type=int, default=1, metavar="N", help="At least so hard, 1 to 100."
)
@click.option("--theme", metavar="NAME", help="Only puzzles that show this theme.")
@click.option(
    "--nodes",
    type=int,
    default=DEFAULT_NODES,
    metavar="N",
    help=f"Nodes that one candidate may cost (default: {DEFAULT_NODES:,}).",
)
@click.option(
    "--seed", type=int, metavar="N", help="The same number, the same puzzles."
)
@click.option(
    "--count",
    type=int,
    metavar="N",
    help=f"Stop with so many (default: {_COUNT}, or as many as there are in --time).",
)
@click.option("--time", type=float, metavar="S", help="Stop after so many seconds.")
@click.option("-o", "--output", metavar="FILE", help="Write there, safely, as it goes.")
@click.option(
    "--resume", is_flag=True, help="Go on with the search that wrote the FILE of -o."
)
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object a puzzle.")
@jobs_option
@click.pass_context
def command(
    context: click.Context,
    /,
    output: str | None,
    resume: bool,
    count: int | None,
    time: float | None,
    jobs: int,
    as_json: bool,
    **asked: object,
) -> None:
    """Find new puzzles: exactly one move keeps the value, and it is not obvious.

    Prints them, or writes them with -o, hardest first. The same seed finds the same
    puzzles; a search that was stopped goes on with --resume.
    """
    check_jobs(jobs)
    if count is not None:
        check_positive("count", count, "whole number", whole=True)
    if time is not None:
        check_positive("time", time, "number of seconds")
    if count is None and time is None:
        count = _COUNT
    if output == STANDARD:
        output = None
    harvest = _resumed(context, output) if resume else _begun(output, asked)
    watch = _Watch(harvest, output, count, time)
    # Before the search, so that none is in vain.
    watch.save()
    code = SOLVED
    try:
        harvest.run(count, time, jobs, watch.told)
    except KeyboardInterrupt:
        code = INTERRUPTED
    finally:
        watch.clear()
    if output is not None:
        watch.save()
    elif as_json:
        for puzzle in harvest.hardest_first:
            click.echo(json.dumps(puzzle.to_dict()))
    else:
        click.echo(harvest.text(), nl=False)
    click.echo(watch.summary(), err=True)
    context.exit(code)


def _resumed(context: click.Context, output: str | None) -> Harvest:
    if output is None:
        raise OptionError("resume: needs -o FILE, where the search was written")
    for name in context.params:
        given = context.get_parameter_source(name) is ParameterSource.COMMANDLINE
        if given and name not in _KEPT:
            raise OptionError(f"{name}: comes from the file that is resumed")
    return Harvest.read(contents(output).decode(errors="replace").splitlines())


def _begun(output: str | None, asked: dict[str, object]) -> Harvest:
    seed = asked.pop("seed")
    wanted = _wanted(**asked)  # type: ignore[arg-type]
    if output is not None and os.path.isfile(output) and os.path.getsize(output):
        raise OptionError(f"output: {output} is there; --resume goes on with it")
    return Harvest(wanted, fresh_seed() if seed is None else int(str(seed)))


def _wanted(
    game: str,
    neighbours: bool,
    players: int,
    cards: str | None,
    pile: str,
    value: str,
    strict: bool,
    plies: int,
    difficulty: int,
    theme: str | None,
    nodes: int,
) -> Wanted:
    if cards is None:
        cards = _KRYT_CARDS if game == "kryt" else _CARDS.get(players, "2")
    setting = Setting(
        game, players, _span("cards", cards), _span("pile", pile), neighbours
    )
    asked = None if value == "any" else Value[value.upper()]
    return Wanted(setting, asked, strict, plies, difficulty, theme, nodes)


def _span(name: str, text: str) -> tuple[int, int]:
    found = _SPAN.fullmatch(text.strip())
    if found is None:
        _refuse(name, text)
    return int(found[1]), int(found[2] or found[1])


def _refuse(name: str, text: str) -> NoReturn:
    raise OptionError(f"{name}: {text!r} is neither a number nor two, like 4-7")


class _Watch:
    """Shows how far a search is, and saves what it has found now and then."""

    def __init__(
        self,
        harvest: Harvest,
        output: str | None,
        count: int | None,
        time: float | None,
    ) -> None:
        self._harvest = harvest
        self._output = output
        self._count = count
        self._time = time
        self._start = self._saved = monotonic()
        self._there = len(harvest.puzzles)
        self._ticker = Ticker()
        self._reasons: Counter[str] = Counter()

    def told(self, each: Tried) -> None:
        """Take note of a candidate."""
        if each.reason is not None:
            self._reasons[each.reason] += 1
        now = monotonic()
        seconds = now - self._start
        self._ticker.show(self._progress(seconds), seconds)
        if self._output is not None and now - self._saved >= _SAVE_SECONDS:
            self.save()

    def save(self) -> None:
        """Write the file, whole or not at all."""
        if self._output is not None:
            with replacing(self._output) as stream:
                stream.write(self._harvest.text().encode())
        self._saved = monotonic()

    def clear(self) -> None:
        """Take the line of progress away."""
        self._ticker.clear()

    def summary(self) -> str:
        """Say what was found, what it took, and why the others are no puzzles."""
        tried = sum(self._reasons.values()) + len(self._harvest.puzzles) - self._there
        seconds = monotonic() - self._start
        told = f"{counted(len(self._harvest.puzzles), 'puzzle')}, seed "
        told += f"{self._harvest.seed}: {counted(tried, 'candidate')} tried in "
        told += in_short(seconds)
        why = [
            f"{number:,} {reason}" for reason, number in self._reasons.most_common(5)
        ]
        return f"{told}; not taken: {', '.join(why)}" if why else told

    def _progress(self, seconds: float) -> str:
        found, tried = len(self._harvest.puzzles), self._harvest.next
        text = f"{found:,} found, {tried:,} tried"
        left = [] if self._time is None else [self._time - seconds]
        new = found - self._there
        if self._count is not None and new:
            left.append(seconds / new * (self._count - found))
        return f"{text}, about {in_short(min(left))} left" if left else text
