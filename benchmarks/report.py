"""``python -m benchmarks.report``: the figures of docs/benchmarks.md, as tables."""

import json
import platform
from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple, TextIO

import click

from benchmarks import baseline
from benchmarks.measure import Figures, judge, measured, quickest, solve
from benchmarks.suites import SUITES, Suite
from kozyr._version import __version__

Row = tuple[str, ...]


SLOW = 10.0
"""The longest limit, in seconds, that is worth waiting for with a generic solver."""


class Result(NamedTuple):
    """What was measured of one suite."""

    suite: Suite
    value: Figures
    solution: Figures | None


class Comparison(NamedTuple):
    """One suite's first positions, solved by several programs."""

    suite: Suite
    figures: dict[str, Figures]


@click.command()
@click.argument("names", nargs=-1, metavar="[SUITE]...")
@click.option("--most", type=int, metavar="N", help="At most N positions a suite.")
@click.option("--seconds", type=float, metavar="S", help="Another limit for each.")
@click.option("--solve/--no-solve", "whole", default=True, help="Measure kozyr.solve.")
@click.option("--baseline", "compare", is_flag=True, help="Run the generic solvers.")
@click.option("--json", "as_json", is_flag=True, help="Print one object a suite.")
@click.option(
    "--tables",
    type=click.File(),
    metavar="FILE",
    help="Measure nothing; make tables of what --json printed.",
)
def main(
    names: Sequence[str],
    most: int | None,
    seconds: float | None,
    whole: bool,
    compare: bool,
    as_json: bool,
    tables: TextIO | None,
) -> None:
    """Measure SUITEs, by default all; a part of a name is enough."""
    if tables is not None:
        _print_results([_read(line) for line in tables])
        return
    suites = [
        suite if seconds is None else suite._replace(seconds=seconds)
        for suite in SUITES
        if not names or any(_is_meant(name, suite) for name in names)
    ]
    if not suites:
        known = ", ".join(suite.name for suite in SUITES)
        raise click.UsageError(f"no suite of that name; there are {known}")
    if compare:
        _compare([suite for suite in suites if suite.baseline], most, as_json)
        return
    results = []
    for suite in suites:
        click.echo(f"{suite.name} ...", err=True)
        value = Figures.of(measured(suite, judge, most))
        solution = Figures.of(measured(suite, solve, most)) if whole else None
        results.append(Result(suite, value, solution))
        if as_json:
            parts = {
                "value": value._asdict(),
                "solution": solution and solution._asdict(),
            }
            named = {"suite": suite.name, "limit": suite.seconds}
            click.echo(json.dumps({**named, **parts}))
    if not as_json:
        _print_results(results)


def _read(line: str) -> Result:
    """Return what was measured of a suite from its line of JSON."""
    record = json.loads(line)
    (suite,) = [suite for suite in SUITES if suite.name == record["suite"]]
    suite = suite._replace(seconds=record["limit"])
    solution = record["solution"] and Figures(**record["solution"])
    return Result(suite, Figures(**record["value"]), solution)


def _is_meant(name: str, suite: Suite) -> bool:
    """Tell whether a whole name is this one, or else is a part of it."""
    if any(name == each.name for each in SUITES):
        return name == suite.name
    return name in suite.name


def _print_results(results: Sequence[Result]) -> None:
    version = platform.python_version()
    click.echo(f"kozyr {__version__}, Python {version}, {platform.machine()}\n")
    click.echo("The value alone:\n")
    click.echo(_table(_VALUE, map(_value_row, results)))
    whole = [result for result in results if result.solution is not None]
    if whole:
        click.echo("\nValue, all moves and the line (`kozyr.solve`):\n")
        click.echo(_table(_SOLUTION, map(_solution_row, whole)))
    click.echo("\nWhat comes out, for the seat to move alone:\n")
    click.echo(_table(_OUTCOME, map(_outcome_row, results)))


_VALUE = "suite|positions|limit|solved|p50|p90|p95|worst|nodes a second".split("|")
_SOLUTION = "suite|positions|solved|p50|p90|p95|worst".split("|")
_OUTCOME = (
    "suite|can win: yes / no / open|can be made to lose: yes / no / open|"
    "draws|by repetition".split("|")
)


def _value_row(result: Result) -> Row:
    suite, value, _ = result
    return (
        suite.title,
        str(value.positions),
        f"{suite.seconds:g} s",
        _share(value),
        *_times(value, suite.seconds),
        f"{value.nodes_per_second / 1e6:.1f} million" if value.solved else "-",
    )


def _solution_row(result: Result) -> Row:
    assert result.solution is not None
    return (
        result.suite.title,
        str(result.solution.positions),
        _share(result.solution),
        *_times(result.solution, result.suite.seconds),
    )


def _outcome_row(result: Result) -> Row:
    suite, value, solution = result
    won, lost = value.wins, value.losses
    return (
        suite.title,
        f"{won} / {value.not_won} / {value.positions - won - value.not_won}",
        f"{lost} / {value.not_lost} / {value.positions - lost - value.not_lost}",
        str(value.draws),
        "-" if solution is None else str(solution.repetitions),
    )


def _compare(suites: Sequence[Suite], most: int | None, as_json: bool) -> None:
    """Run kozyr and the generic solvers on the same positions, one after another."""
    solvers = {"kozyr": judge}
    if baseline.has_open_spiel():
        solvers["OpenSpiel"] = baseline.open_spiel
    else:
        click.echo("without OpenSpiel: pip install open_spiel", err=True)
    solvers["alpha-beta in Python"] = baseline.alpha_beta
    comparisons = []
    for suite in suites:
        suite = suite._replace(seconds=min(suite.seconds, SLOW))
        size = suite.baseline if most is None else min(most, suite.baseline)
        figures = {}
        for name, measure in solvers.items():
            click.echo(f"{suite.name}: {name} ...", err=True)
            runs = [
                quickest(measure, position, suite.seconds)
                for position in suite.positions(size)
            ]
            figures[name] = Figures.of(runs)
        comparisons.append(Comparison(suite, figures))
        if as_json:
            parts = {name: each._asdict() for name, each in figures.items()}
            click.echo(json.dumps({"suite": suite.name, **parts}))
    if not as_json:
        heads = "suite|positions|limit|solver|solved|p50|worst|nodes a second"
        click.echo(_table(heads.split("|"), _comparison_rows(comparisons)))


def _comparison_rows(comparisons: Iterable[Comparison]) -> Iterator[Row]:
    for suite, figures in comparisons:
        for name, each in figures.items():
            p50, _, _, worst = _times(each, suite.seconds)
            yield (
                suite.title,
                str(each.positions),
                f"{suite.seconds:g} s",
                name,
                _share(each),
                p50,
                worst,
                f"{each.nodes_per_second:,.0f}" if each.solved else "-",
            )


def _share(figures: Figures) -> str:
    return f"{100 * figures.solved / figures.positions:.0f} %"


def _times(figures: Figures, limit: float) -> Iterator[str]:
    for seconds in (figures.p50, figures.p90, figures.p95, figures.worst):
        # What was stopped counts with its limit, if not more.
        if seconds >= limit:
            yield f"> {limit:g} s"
        elif seconds >= 1:
            yield f"{seconds:.1f} s"
        else:
            yield f"{seconds * 1000:.2g} ms" if seconds < 0.1 else f"{seconds:.2f} s"


def _table(heads: Sequence[str], rows: Iterable[Row]) -> str:
    lines = [tuple(heads), *rows]
    wide = [max(map(len, column)) for column in zip(*lines, strict=True)]
    lines.insert(1, tuple("-" * width for width in wide))
    return "\n".join(
        "| "
        + " | ".join(cell.ljust(width) for cell, width in zip(line, wide, strict=True))
        + " |"
        for line in lines
    )


if __name__ == "__main__":
    main()
