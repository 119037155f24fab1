"""``python -m benchmarks.report``: one page of figures, and one picture."""

from collections.abc import Collection, Sequence
from pathlib import Path
from typing import TextIO

import click

from benchmarks.kryt_suites import KRYT
from benchmarks.machine import Machine
from benchmarks.page import page
from benchmarks.plan import FULL, QUICK, SAMPLE, AnySuite, Effort, jobs
from benchmarks.records import PARTS, Report, machine_line
from benchmarks.suites import SUITES
from benchmarks.table_choices import table_choices

PAGE = "report.md"
PICTURE = "report.png"

_FOLDER = click.Path(path_type=Path, file_okay=False)
_THERE = click.Path(path_type=Path, file_okay=False, exists=True)


@click.command()
@click.argument("names", nargs=-1, metavar="[SUITE]...")
@click.option(
    "--output",
    type=_FOLDER,
    default="build/report",
    show_default=True,
    metavar="DIR",
    help=f"Where {PAGE} and {PICTURE} go.",
)
@click.option("--quick", is_flag=True, help="See that it works, within a minute.")
@click.option("--full", is_flag=True, help="All positions of the suites; hours.")
@click.option("--only", multiple=True, type=click.Choice(PARTS), help="Just this.")
@click.option("--solve/--no-solve", default=True, help="Measure kozyr.solve.")
@click.option("--baseline/--no-baseline", default=True, help="Run generic solvers.")
@click.option("--most", type=int, metavar="N", help="At most N positions a suite.")
@click.option("--seconds", type=float, metavar="S", help="Another limit for each.")
@click.option("--kryt-seconds", type=float, metavar="S", help="The limit in Kryt'.")
@click.option("--tables", type=_THERE, metavar="DIR", help="Where larger tables are.")
@click.option("--json", "as_json", is_flag=True, help="Print lines of JSON, no page.")
@click.option(
    "--from",
    "known",
    type=click.File(),
    metavar="FILE",
    help="Measure nothing; take what --json printed.",
)
def main(
    names: Sequence[str],
    output: Path,
    quick: bool,
    full: bool,
    only: Sequence[str],
    solve: bool,
    baseline: bool,
    most: int | None,
    seconds: float | None,
    kryt_seconds: float | None,
    tables: Path | None,
    as_json: bool,
    known: TextIO | None,
) -> None:
    """Measure SUITEs and write a page and a picture; a part of a name is enough.

    Without names a sample of every suite takes some minutes.  Suites that are named are
    measured whole, with limits of their own.
    """
    if known is not None:
        _write(Report.read(known), output)
        return
    effort = QUICK if quick else FULL if full or names else SAMPLE
    if most is not None:
        effort = effort._replace(most=most, compared=most, kryt_most=most)
    if seconds is not None:
        effort = effort._replace(seconds=seconds, slow=seconds)
    if kryt_seconds is not None:
        effort = effort._replace(kryt_seconds=kryt_seconds)
    parts = set(only or PARTS)
    parts -= set() if solve else {"solution"}
    parts -= set() if baseline else {"baseline"}
    report = _measured(_meant(names), parts, effort, tables, as_json)
    if not as_json:
        _write(report, output)


def _measured(
    suites: Sequence[AnySuite],
    parts: Collection[str],
    effort: Effort,
    tables: Path | None,
    as_json: bool,
) -> Report:
    """Measure, and tell on standard error what is being measured."""
    records = []
    with table_choices(tables) as choices:
        for job in jobs(suites, parts, effort, choices):
            click.echo(f"{job.title()} ...", err=True)
            record = job.record()
            records.append(record)
            if as_json:
                click.echo(record.to_json())
    machine = Machine.here()
    if as_json:
        click.echo(machine_line(machine))
    return Report(machine, records)


def _meant(names: Sequence[str]) -> list[AnySuite]:
    """Return the suites with these names, or else with them in their names."""
    suites: list[AnySuite] = [*SUITES, *KRYT]
    known = {suite.name for suite in suites}

    def is_meant(suite: AnySuite) -> bool:
        return not names or any(
            name == suite.name if name in known else name in suite.name
            for name in names
        )

    found = [suite for suite in suites if is_meant(suite)]
    if not found:
        listed = ", ".join(suite.name for suite in suites)
        raise click.UsageError(f"no suite of that name; there are {listed}")
    return found


def _write(report: Report, output: Path) -> None:
    """Write the page and the picture, and print the page."""
    # Imported here: it takes longer than many a measurement.
    from benchmarks.picture import draw

    output.mkdir(parents=True, exist_ok=True)
    draw(report, output / PICTURE)
    text = page(report, PICTURE)
    (output / PAGE).write_text(text, "utf-8")
    click.echo(text)
    click.echo(f"{output / PAGE} and {output / PICTURE} are written.", err=True)


if __name__ == "__main__":
    main()
