"""The report of the benchmarks: what it measures, its page and its picture."""

import re
from pathlib import Path

import pytest
from click.testing import CliRunner

from benchmarks.baseline import has_open_spiel, solvers
from benchmarks.machine import Machine
from benchmarks.measure import Figures, Run, judge
from benchmarks.page import page
from benchmarks.plan import FULL, SAMPLE, Effort, jobs
from benchmarks.records import PARTS, Record, Report, machine_line
from benchmarks.report import main
from benchmarks.suites import SUITES
from benchmarks.table_choices import table_choices
from kozyr.tables.layers import layers
from kozyr.values import Value

BY_NAME = {suite.name: suite for suite in SUITES}
TWO = ["podkidnoy-4+4", "podkidnoy-2+2+2", "kryt-2+2", "--quick"]
"""Small suites of each kind, for the report."""


def test_the_report_is_a_page_and_a_picture(tmp_path: Path) -> None:
    """They lie in the directory that is named, and the page is printed too."""
    result = CliRunner().invoke(main, [*TWO, "--output", str(tmp_path / "there")])
    assert result.exit_code == 0, result.output
    text = (tmp_path / "there" / "report.md").read_text("utf-8")
    assert text in result.stdout
    assert "](report.png)" in text
    assert (tmp_path / "there" / "report.png").read_bytes().startswith(b"\x89PNG")
    assert len(list((tmp_path / "there").iterdir())) == 2


def test_the_page_has_a_row_for_each_way_to_measure(tmp_path: Path) -> None:
    """Without tables and with those of 8 cards, each solver, and what comes out."""
    result = CliRunner().invoke(main, [*TWO, "--output", str(tmp_path)])
    ways = 2 + len(solvers())
    for title, rows in (
        # The value with both choices, all that is told, the solvers, the outcome.
        ("podkidnoy 4+4", 2 + 1 + ways + 1),
        # Where tables change less there is one row of values.
        ("podkidnoy 2+2+2", 1 + 1 + ways + 1),
        ("kryt 2+2", 1),
    ):
        found = re.findall(rf"^\| {re.escape(title)} .*", result.stdout, re.MULTILINE)
        assert len(found) == rows, title
    assert ("OpenSpiel is left out" in result.stdout) is not has_open_spiel()


def test_the_report_names_the_machine() -> None:
    """Figures mean nothing without it."""
    machine = Machine.here()._replace(processor="Elbrus", cores=1, gigabytes=4.0)
    assert "Elbrus, 1 core, 4 GB of memory" in page(Report(machine, []))
    assert machine.python in page(Report(machine, []))
    assert Machine.here().cores >= 1


def test_the_report_says_that_open_spiel_was_not_there(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Its rows are missing then, and the page tells why."""
    monkeypatch.setattr("benchmarks.baseline.find_spec", lambda name: None)
    arguments = ["podkidnoy-4+4", "--quick", "--only", "baseline"]
    result = CliRunner().invoke(main, [*arguments, "--output", str(tmp_path)])
    assert result.exit_code == 0, result.output
    assert "OpenSpiel is left out" in result.stdout
    assert result.stdout.count("| alpha-beta in Python ") == 1


def test_parts_can_be_left_out(tmp_path: Path) -> None:
    """What is not measured has no table."""
    options = ["--no-solve", "--no-baseline", "--output", str(tmp_path)]
    result = CliRunner().invoke(main, [*TWO, *options])
    heads = re.findall("^## (.*)", result.stdout, re.MULTILINE)
    assert heads == ["The value", "Kryt'-navalivat'", "What comes out"]


def test_the_page_can_be_made_of_what_json_printed(tmp_path: Path) -> None:
    """It has every record again, and the machine."""
    printed = CliRunner().invoke(main, [*TWO, "--json"]).stdout
    report = Report.read(printed.splitlines())
    assert {record.part for record in report.records} == set(PARTS)
    lines = [record.to_json() for record in report.records]
    assert [*lines, machine_line(report.machine)] == printed.splitlines()
    file = tmp_path / "figures.json"
    file.write_text(printed)
    arguments = ["--from", str(file), "--output", str(tmp_path)]
    result = CliRunner().invoke(main, arguments)
    assert result.exit_code == 0, result.output
    assert page(report, "report.png") in result.stdout


def test_suites_are_named_by_a_part_of_their_names() -> None:
    """A whole name means just that suite; none of that name is an error."""
    result = CliRunner().invoke(main, ["chess"])
    assert result.exit_code == 2
    assert "there are podkidnoy-4+4," in result.output
    options = ["--quick", "--json", "--only", "kryt"]
    printed = CliRunner().invoke(main, ["kryt-2+2", "kryt-3+3-of", *options]).stdout
    records = Report.read(printed.splitlines()).records
    assert [record.suite for record in records] == [
        "kryt-2+2",
        "kryt-3+3-of-10",
        "kryt-3+3-of-12",
    ]


@pytest.mark.parametrize(
    ("effort", "most", "seconds"), ((SAMPLE, SAMPLE.most, 1), (FULL, None, 60))
)
def test_the_effort_limits_every_suite(
    effort: Effort, most: int | None, seconds: float
) -> None:
    """A full run takes the suites as they are."""
    with table_choices(None) as choices:
        (job, *_) = jobs([BY_NAME["podkidnoy-8+8"]], ["value"], effort, choices)
    assert (job.most, job.suite.seconds) == (most, seconds)


def test_larger_tables_are_chosen_from_a_directory(tmp_path: Path) -> None:
    """Those up to so many cards and no others; the directory is only read."""
    names = [layer.name for layer in layers("podkidnoy", 2, 11)]
    for name in names:
        (tmp_path / name).touch()
    with table_choices(tmp_path) as choices:
        assert list(choices) == [0, 8, 10]
        assert choices[0] is False
        for cards in (8, 10):
            chosen = Path(str(choices[cards]))
            found = sorted(file.name for file in chosen.iterdir())
            assert found == names[: cards - 1]
    assert not chosen.exists()
    assert sorted(file.name for file in tmp_path.iterdir()) == names


def test_tables_change_the_time_and_not_the_value() -> None:
    """The small ones build themselves."""
    with table_choices(None) as choices:
        assert list(choices) == [0, 8]
        for position in BY_NAME["podkidnoy-5+5"].positions(20):
            without, having = (judge(position, 60, each) for each in choices.values())
            assert without.value is having.value
            assert without.value is not None


def test_a_share_of_all_but_one_is_not_all() -> None:
    """A thousand positions and one that was not solved."""
    solved = Run(0.5, 10, Value.WIN, Value.WIN)
    open_ = Run(2.0, 10, Value.LOSS, Value.DRAW, stopped=True)
    figures = Figures.of([*[solved] * 999, open_])
    assert (figures.solved, figures.soon) == (999, 999)
    record = Record("kryt", "kryt-2+2", "kryt", 0, 2.0, figures)
    text = page(Report(Machine.here(), [record]))
    assert "| 99.9 % " in text
    assert "| 999 / 0 / 0 " in text
    assert re.search(r"\| 1 +\| 20 +\|", text)
