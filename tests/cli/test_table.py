"""``kozyr table``: what it prints, what it refuses, and with which exit code."""

import builtins
import csv
import io
import json
import shutil
import signal
import subprocess
import sys
from pathlib import Path
from time import sleep

import pytest

from kozyr.cli.main import main
from kozyr.cli.table_files import in_bytes

START = "podkidnoy h 6s7sAh/Kh9d - 1"


class Said:
    """What one call of the program came to."""

    def __init__(self, code: int, out: str, err: str) -> None:
        self.code = code
        self.out = out
        self.err = err

    @property
    def json(self) -> dict[str, object]:
        record: dict[str, object] = json.loads(self.out)
        return record


class Program:
    """Runs ``kozyr table`` in this process."""

    def __init__(self, capsys: pytest.CaptureFixture[str]) -> None:
        self._capsys = capsys

    def __call__(self, *arguments: object) -> Said:
        code = main(["table", *map(str, arguments)])
        return Said(code, *self._capsys.readouterr())

    def refused(self, *arguments: object) -> str:
        """Return the one line of a refusal."""
        said = self(*arguments)
        assert said.code == 2
        assert said.err.startswith("kozyr: ")
        assert said.err.count("\n") == 1
        return said.err.removeprefix("kozyr: ").rstrip()


@pytest.fixture
def table(capsys: pytest.CaptureFixture[str]) -> Program:
    return Program(capsys)


@pytest.fixture
def mine(home: Path, tmp_path: Path) -> Path:
    """Tables of one's own."""
    shutil.copytree(home, tmp_path / "mine")
    return tmp_path / "mine"


def test_the_group_lists_its_commands(table: Program) -> None:
    said = table()
    assert said.code == 0
    for name in ("build", "info", "verify", "stats", "probe"):
        assert f"  {name} " in said.out


# build


def test_build_says_first_what_it_will_cost(table: Program, tmp_path: Path) -> None:
    """On standard error; the files go to standard output."""
    directory = tmp_path / "new"
    said = table("build", "--game", "podkidnoy", "--cards", 5, "--tables", directory)
    assert said.code == 0
    expected = f"{directory}: 23 kB to build of 23 kB in all, about 0 s\n"
    assert said.err == expected
    lines = said.out.splitlines()
    assert len(lines) == 4
    assert lines[3].endswith("podkidnoy-2-05.table  181 patterns, 9.0 kB")
    again = table("build", "--game", "podkidnoy", "--cards", 5, "--tables", directory)
    assert again.err == f"{directory}: all are there, 23 kB\n"
    assert again.out == said.out


def test_build_prints_json(table: Program, tmp_path: Path) -> None:
    said = table(
        *("build", "--game", "perevodnoy", "--cards", 3, "--jobs", 1),
        *("--tables", tmp_path, "--json"),
    )
    tables = said.json["tables"]
    assert isinstance(tables, list)
    assert [each["cards"] for each in tables] == [2, 3]
    assert tables[1] == {
        "file": str(tmp_path / "perevodnoy-2-03.table"),
        "game": "perevodnoy",
        "players": 2,
        "cards": 3,
        "patterns": 18,
        "bytes": (tmp_path / "perevodnoy-2-03.table").stat().st_size,
    }
    assert said.json["bytes"] == sum(each["bytes"] for each in tables)


def test_build_goes_to_where_the_environment_says(
    table: Program, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("KOZYR_TABLES", str(tmp_path / "there"))
    assert table("build", "--game", "podkidnoy", "--cards", 2).code == 0
    assert (tmp_path / "there" / "podkidnoy-2-02.table").exists()


@pytest.mark.parametrize(
    ("arguments", "said"),
    (
        (("--game", "kryt", "--cards", 5), "game: there are tables of podkidnoy"),
        (("--game", "podkidnoy", "--cards", 1), "cards: 1 is not a number from 2"),
        (("--game", "podkidnoy", "--cards", 50), "cards: 50 is not a number from 2"),
        (("--game", "podkidnoy"), "cards: missing"),
        (("--cards", 5), "game: missing"),
        (
            ("--game", "podkidnoy", "--cards", 5, "--players", 6),
            "players: tables of podkidnoy are for 2",
        ),
        (
            ("--game", "podkidnoy", "--cards", 5, "--jobs", 0),
            "jobs: 0 is not a positive whole number",
        ),
        (
            ("--game", "podkidnoy", "--cards", 5, "--memory", 1),
            "memory: podkidnoy, 2 players, ",
        ),
    ),
)
def test_build_refuses(
    table: Program, tmp_path: Path, arguments: tuple[object, ...], said: str
) -> None:
    new = tmp_path / "new"
    assert table.refused("build", *arguments, "--tables", new).startswith(said)
    assert not new.exists()


def test_build_without_a_directory_is_refused(table: Program) -> None:
    said = table.refused("build", "--game", "podkidnoy", "--cards", 2)
    assert said.startswith("tables: KOZYR_TABLES is empty, which means none")


@pytest.mark.parametrize("below", ("", "/further/down"))
def test_build_refuses_what_is_no_directory_before_all_else(
    table: Program, tmp_path: Path, below: str
) -> None:
    file = tmp_path / "file"
    file.touch()
    wanted = ("--game", "podkidnoy", "--cards", 4, "--tables", f"{file}{below}")
    assert table.refused("build", *wanted) == f"tables: {file} is not a directory"


def test_build_on_a_full_disk_says_one_line(
    table: Program, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    usage = shutil.disk_usage(tmp_path)._replace(free=1000)
    monkeypatch.setattr(shutil, "disk_usage", lambda path: usage)
    said = table(
        "build", "--game", "podkidnoy", "--cards", 4, "--tables", tmp_path, "--jobs", 1
    )
    assert said.code == 2
    assert said.err.splitlines()[1:] == [
        f"kozyr: tables: {tmp_path}: 0 MB are needed, 0 are free"
    ]


def test_an_interrupted_build_says_how_to_go_on(home: Path, tmp_path: Path) -> None:
    """Exit code 130, and the same command does go on."""
    command = [sys.executable, "-m", "kozyr.cli.main", "table", "build", "--game"]
    command += ["podkidnoy", "--cards", "10", "--jobs", "2", "--tables", str(tmp_path)]
    process = subprocess.Popen(command, stderr=subprocess.PIPE, text=True)
    while process.poll() is None and not list(tmp_path.glob("*.journal")):
        sleep(0.01)
    process.send_signal(signal.SIGINT)
    _, err = process.communicate(timeout=60)
    assert process.returncode == 130
    assert err.splitlines()[-1] == (
        "kozyr: interrupted; the same command goes on from here"
    )
    assert not list(tmp_path.glob("*10.table"))


# info


def test_info_lists_what_is_there(table: Program, home: Path) -> None:
    said = table("info", "--tables", home)
    assert (said.code, said.err) == (0, "")
    lines = said.out.splitlines()
    assert lines[0].startswith(f"{home}: 14 tables, ")
    assert "podkidnoy a495826b590f272d" in lines[1]
    (eight,) = [line for line in lines if line.split()[::2][:2] == ["podkidnoy", "8"]]
    assert eight.split() == [
        *("podkidnoy", "2", "8", "7,487", "1,901,698"),
        *("65.7%", "3.2%", "31.1%", "614", "kB"),
    ]


def test_info_prints_json(table: Program, home: Path) -> None:
    said = table("info", "--tables", home, "--json")
    record = said.json
    assert record["directory"] == str(home)
    assert record["unfinished"] == record["refused"] == []
    tables = record["tables"]
    assert isinstance(tables, list)
    assert tables[-1]["game"] == "podkidnoy"
    assert (
        tables[-1]["wins"] + tables[-1]["draws"] + tables[-1]["losses"]
        == (tables[-1]["entries"])
    )


def test_info_names_a_bad_file_and_an_unfinished_one(
    table: Program, mine: Path
) -> None:
    """Exit code 2 for the bad one."""
    bad = mine / "podkidnoy-2-03.table"
    bad.write_bytes(b"KOZYRTAB")
    (mine / "podkidnoy-2-09.table.part").write_bytes(b"")
    said = table("info", "--tables", mine)
    assert said.code == 2
    assert said.err == f"kozyr: {bad}: is too short to be a table\n"
    assert "unfinished: 0 of 2 parts" in said.out
    record = table("info", "--tables", mine, "--json").json
    assert record["refused"] == [
        {"file": str(bad), "error": "is too short to be a table"}
    ]
    assert record["unfinished"] == [
        {
            "file": str(mine / "podkidnoy-2-09.table.part"),
            "game": "podkidnoy",
            "players": 2,
            "cards": 9,
            "done": 0,
            "parts": 2,
        }
    ]


def test_tables_of_three_players_are_listed_and_counted(
    table: Program, tmp_path: Path
) -> None:
    """With two cards there is nothing to count: one of the three is out."""
    arguments = ("--game", "podkidnoy", "--players", 3, "--tables", tmp_path)
    assert table("build", *arguments, "--cards", 3).code == 0
    lines = table("info", "--tables", tmp_path).out.splitlines()
    assert lines[-2].split()[2:5] == ["2", "6", "0"]
    assert lines[-1].split()[2:5] == ["3", "18", "108"]
    assert table("stats", *arguments).code == 0
    said = table("verify", *arguments, "--deep", 20).out.splitlines()
    blocks = "sound; 1 block"
    assert said == [
        f"{tmp_path}/podkidnoy-3-02.table: {blocks}",
        f"{tmp_path}/podkidnoy-3-03.table: {blocks}, 20 entries by search, "
        "20 by the plain solver",
    ]


def test_info_counts_one_table_as_one(
    table: Program, home: Path, tmp_path: Path
) -> None:
    shutil.copy(home / "podkidnoy-2-02.table", tmp_path)
    assert table("info", "--tables", tmp_path).out.startswith(f"{tmp_path}: 1 table, ")


def test_info_of_an_empty_directory_is_no_error(table: Program, tmp_path: Path) -> None:
    said = table("info", "--tables", tmp_path)
    assert (said.code, said.out) == (0, f"{tmp_path}: 0 tables, 0 bytes\n")


def test_a_directory_that_is_not_there_is_refused(
    table: Program, tmp_path: Path
) -> None:
    no = tmp_path / "no"
    for command in ("info", "verify", "stats"):
        assert table.refused(command, "--tables", no) == (
            f"tables: {no}: no such directory"
        )


# verify


def test_verify_finds_sound_tables_sound(table: Program, home: Path) -> None:
    said = table("verify", "--tables", home, "--deep", 5, "--cards", 4)
    assert (said.code, said.err) == (0, "")
    assert said.out.splitlines() == [
        f"{home / name}: sound; 1 block, 5 entries by search, 5 by the plain solver"
        for name in ("perevodnoy-2-04.table", "podkidnoy-2-04.table")
    ]


def test_verify_names_damage_and_goes_on(table: Program, mine: Path) -> None:
    """A line each, exit code 2."""
    damaged, short = mine / "podkidnoy-2-05.table", mine / "podkidnoy-2-06.table"
    data = bytearray(damaged.read_bytes())
    data[5000] ^= 1
    damaged.write_bytes(data)
    short.write_bytes(short.read_bytes()[:-5])
    said = table("verify", "--tables", mine, "--game", "podkidnoy")
    assert said.code == 2
    assert said.err.splitlines() == [
        f"kozyr: {damaged}: checksum: block 0 is damaged, from byte 4,096 on",
        f"kozyr: {short}: size: 22,203 bytes and not 22,208",
    ]
    assert len(said.out.splitlines()) == 6
    assert said.out.count(": sound; ") == 5


def test_verify_takes_files(table: Program, home: Path, tmp_path: Path) -> None:
    """Under whatever name."""
    path = shutil.copy(home / "podkidnoy-2-03.table", tmp_path / "any.name")
    said = table("verify", path, "--deep", 3, "--seed", 7, "--json")
    assert said.code == 0
    assert said.json == {
        "file": str(path),
        "game": "podkidnoy",
        "players": 2,
        "cards": 3,
        "blocks": 1,
        "searched": 3,
        "referred": 3,
        "left_out": 0,
        "faults": [],
    }


@pytest.mark.parametrize(
    ("arguments", "said"),
    (
        (("--deep", -1), "deep: -1 is not a number of entries"),
        (("--cards", 12), "has no such tables"),
        (("--game", "kryt", "--cards", 5), "game: there are tables of podkidnoy"),
        (("file", "--cards", 5), "file: FILE and --game, --players, --cards exclude"),
        (("nothing.table",), "file: nothing.table: No such file or directory"),
    ),
)
def test_verify_refuses(
    table: Program, home: Path, arguments: tuple[object, ...], said: str
) -> None:
    assert said in table.refused("verify", *arguments, "--tables", home)


# stats


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


# probe


def test_probe_prints_the_value(table: Program, home: Path) -> None:
    said = table("probe", START, "--tables", home)
    assert (said.code, said.out, said.err) == (0, "loss\n", "")
    said = table("probe", *START.split(), "--tables", home, "--json")
    assert said.json == {"position": START, "mover": 1, "value": "loss"}


@pytest.mark.parametrize(
    ("text", "said"),
    (
        ("podkidnoy h 7sAh/Kh9d 6s 2 by=1", "table: tables hold bout starts, and"),
        (f"{START} stock=7h", "stock: tables hold bout starts with the stock"),
        (f"{START} limit=5", "limit: tables hold attacks of up to 6 cards"),
        ("kryt h KsAh/7d8c - 1", "game: there are tables of podkidnoy and"),
        ("podkidnoy h 6s/7s/8s/9s - 1", "hands: tables of podkidnoy are for"),
        ("podkidnoy h 6s7s8s9sTs/6h7h8h9h - 1", "cards: 9, and the largest table in"),
        ("podkidnoy h 6s7s/6s - 1", "hands: "),
    ),
)
def test_probe_refuses(table: Program, home: Path, text: str, said: str) -> None:
    assert table.refused("probe", text, "--tables", home).startswith(said)


def test_probe_without_a_position_is_refused(table: Program) -> None:
    assert table.refused("probe").startswith("position: missing")


def test_a_search_is_never_asked(
    table: Program, home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Not even its module is imported."""
    real = builtins.__import__

    def importing(name: str, *arguments: object, **named: object) -> object:
        assert name not in ("kozyr.solve", "kozyr.podkidnoy_engine")
        return real(name, *arguments, **named)  # type: ignore[arg-type]

    monkeypatch.setattr(builtins, "__import__", importing)
    assert table("probe", START, "--tables", home).code == 0


# Sizes


@pytest.mark.parametrize(
    ("number", "text"),
    (
        (0, "0 bytes"),
        (1, "1 byte"),
        (999, "999 bytes"),
        (4296, "4.3 kB"),
        (25_000_000, "25 MB"),
        (1_600_000_000, "1.6 GB"),
        (53_000_000_000, "53 GB"),
        (2_000_000_000_000, "2.0 TB"),
    ),
)
def test_sizes_are_told_in_short(number: int, text: str) -> None:
    assert in_bytes(number) == text
