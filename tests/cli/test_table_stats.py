"""``kozyr table stats``: as text, CSV, JSON and a picture."""

import csv
import io
import json
import sys
from pathlib import Path

import pytest
from programs import Program

from kozyr.cli.main import main


def test_stats_count_by_cards_and_by_hands(table: Program, home: Path) -> None:
    said = table("stats", "--tables", home, "--game", "podkidnoy", "--cards", 3)
    assert (said.code, said.err) == (0, "")
    assert said.out == (
        "podkidnoy, 2 players\n"
        "  cards  hands             entries    wins   draws  losses\n"
        "      3  all                 108  88.89%   0.00%  11.11%\n"
        "         1+2                  54 100.00%   0.00%   0.00%\n"
        "         2+1                  54  77.78%   0.00%  22.22%\n"
    )


def test_stats_as_csv_have_a_row_for_each_split(table: Program, home: Path) -> None:
    said = table("stats", "--tables", home, "--csv")
    rows = list(csv.DictReader(io.StringIO(said.out)))
    assert len(rows) == 2 * sum(cards - 1 for cards in range(2, 9))
    for row in rows:
        parts = int(row["wins"]) + int(row["draws"]) + int(row["losses"])
        assert parts == int(row["entries"])
        assert int(row["attacker"]) + int(row["others"]) == int(row["cards"])


def test_stats_as_json_have_the_longest_wins(table: Program, home: Path) -> None:
    said = table(
        *("stats", "--tables", home, "--json", "--longest", "--sample", 50),
        *("--game", "podkidnoy"),
    )
    record = said.json
    tables, wins = record["tables"], record["longest"]
    assert isinstance(tables, list) and isinstance(wins, list)
    assert [each["cards"] for each in tables] == [each["cards"] for each in wins]
    assert [each["exact"] for each in wins] == [True] * 5 + [False] * 2
    for each in wins:
        assert main(["solve", "--distance", "--json", each["position"]]) == 0


def test_the_longest_wins_can_be_checked(
    table: Program, home: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """The position given has so many plies to go."""
    said = table(
        "stats", "--tables", home, "--longest", "--game", "podkidnoy", "--cards", 5
    )
    cards, plies, every, looked_at, *words = said.out.splitlines()[-1].split()
    assert (cards, every, looked_at) == ("5", "all", "5,430")
    assert main(["solve", "--distance", "--json", *words]) == 0
    answer = json.loads(capsys.readouterr().out)
    assert (answer["value"], answer["plies"]) == ("win", int(plies))


@pytest.mark.parametrize(
    ("kind", "start"), (("png", b"\x89PNG"), ("svg", b"<?xml"), ("pdf", b"%PDF"))
)
def test_stats_are_drawn(
    table: Program,
    home: Path,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    kind: str,
    start: bytes,
) -> None:
    # Where matplotlib keeps what it finds out about fonts.
    monkeypatch.setenv("MPLCONFIGDIR", str(tmp_path / "fonts"))
    path = tmp_path / f"stats.{kind}"
    assert table("stats", "--tables", home, "--plot", path).code == 0
    assert path.read_bytes().startswith(start)


def test_where_no_picture_can_be_written_nothing_is_counted(
    table: Program, home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("kozyr.cli.table_stats.statistics", None)
    said = table.refused("stats", "--tables", home, "--plot", "no/a.png")
    assert said == "plot: no/a.png: No such file or directory"


def test_without_matplotlib_the_refusal_names_what_brings_it(
    table: Program, home: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "matplotlib.figure", None)
    said = table.refused("stats", "--tables", home, "--plot", tmp_path / "a.png")
    assert said == (
        "plot: matplotlib is not installed; pip install 'kozyr[plot]' brings it"
    )
    assert not list(tmp_path.iterdir())


@pytest.mark.parametrize(
    ("arguments", "said"),
    (
        (("--plot", "a.gif"), "plot: a.gif does not end with .png, .svg or .pdf"),
        (("--csv", "--json"), "csv: --csv and --json exclude each other"),
        (("--longest", "--sample", 0), "sample: 0 is not a number of entries"),
        (("--cards", 12), "has no such tables"),
    ),
)
def test_stats_refuse(
    table: Program, home: Path, arguments: tuple[object, ...], said: str
) -> None:
    assert said in table.refused("stats", *arguments, "--tables", home)
