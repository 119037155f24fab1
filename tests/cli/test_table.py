"""``kozyr table``: info, verify and probe, what they print and what they refuse."""

import builtins
import shutil
from pathlib import Path

import pytest
from programs import Program

START = "podkidnoy h 6s7sAh/Kh9d - 1"


def test_the_group_lists_its_commands(table: Program) -> None:
    said = table()
    assert said.code == 0
    for name in ("build", "info", "verify", "stats", "probe"):
        assert f"  {name} " in said.out


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
