"""``kozyr table build``: what it says, where it builds, what it refuses."""

import shutil
import signal
import subprocess
import sys
from pathlib import Path
from time import sleep

import pytest
from programs import Program

from kozyr.cli.table_files import in_bytes


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
