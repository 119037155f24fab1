"""Where tables are looked for, and that they change nothing but the time."""

import multiprocessing
import os
import shutil
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from random import Random

import pytest
from strategies import durak_start, on_the_way

import kozyr
from kozyr.errors import OptionError, TableError
from kozyr.games.durak import PEREVODNOY, PODKIDNOY, Durak
from kozyr.tables import home as place
from kozyr.tables.build import build
from kozyr.tables.file import TableFile
from kozyr.tables.layers import Layer, layers
from kozyr.values import Value

POSITION = "podkidnoy h 6s7sAh/Kh9d - 1"
SMALL = [each.name for each in layers(PODKIDNOY, 2, place.SELF_BUILT)]


@pytest.fixture(autouse=True)
def afresh(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let every test find its tables as a new process would."""
    monkeypatch.setattr(place, "_open", {})


def files(directory: Path) -> list[str]:
    return sorted(path.name for path in directory.glob("*.table"))


def most(setting: str | bool = True) -> int | None:
    """Return the cards of the largest table that a search would read."""
    view = place.tables(PODKIDNOY, setting)
    return None if view is None else view.most


def test_the_environment_names_the_directory(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("KOZYR_TABLES", str(tmp_path / "mine"))
    assert place.directory() == tmp_path / "mine"
    assert most() == 8
    assert files(tmp_path / "mine") == SMALL


def test_an_empty_name_in_the_environment_means_none(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv("KOZYR_TABLES", "")
    assert place.directory() is None
    assert most() is None


def test_without_a_name_they_are_in_the_users_cache(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("KOZYR_TABLES")
    monkeypatch.setattr(
        "platformdirs.user_cache_path", lambda name, appauthor: tmp_path / name
    )
    assert place.directory() == tmp_path / "kozyr" / "tables"


def test_a_directory_given_comes_before_the_environment(
    home: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("KOZYR_TABLES", str(tmp_path))
    assert place.directory(str(home)) == home
    assert most(str(home)) == 8
    assert place.directory(False) is None
    assert most(False) is None
    assert not files(tmp_path)


def test_a_directory_given_that_is_not_there_is_refused(tmp_path: Path) -> None:
    with pytest.raises(OptionError, match=r"tables: .*no such directory"):
        kozyr.solve(POSITION, tables=str(tmp_path / "no"))


def test_a_small_table_that_is_damaged_is_built_anew(
    home: Path, tmp_path: Path
) -> None:
    """Or one of an older version: it costs nothing."""
    shutil.copytree(home, tmp_path, dirs_exist_ok=True)
    path = tmp_path / "podkidnoy-2-06.table"
    whole = path.read_bytes()
    for wrong in (b"", whole[:-1], whole[:8] + b"\7" + whole[9:], bytes(len(whole))):
        path.write_bytes(wrong)
        place._open.clear()
        assert most(str(tmp_path)) == 8
        assert path.read_bytes() == whole


def test_several_damaged_ones_are_built_anew(home: Path, tmp_path: Path) -> None:
    shutil.copytree(home, tmp_path, dirs_exist_ok=True)
    for name in SMALL[2:5]:
        (tmp_path / name).write_bytes(b"no table")
    (tmp_path / SMALL[1]).unlink()
    assert most(str(tmp_path)) == 8
    for name in SMALL:
        assert (tmp_path / name).read_bytes() == (home / name).read_bytes()


def test_a_large_table_that_is_damaged_is_refused(home: Path, tmp_path: Path) -> None:
    """It took hours: whoever has it wants to know."""
    shutil.copytree(home, tmp_path, dirs_exist_ok=True)
    (tmp_path / "podkidnoy-2-09.table").write_bytes(b"no table")
    with pytest.raises(TableError, match=r"podkidnoy-2-09.table: is too short"):
        most(str(tmp_path))


def test_a_table_under_the_name_of_another_is_refused(
    home: Path, tmp_path: Path
) -> None:
    """Perevodnoy's values are no answers for podkidnoy."""
    shutil.copytree(home, tmp_path, dirs_exist_ok=True)
    shutil.copy(tmp_path / "perevodnoy-2-06.table", tmp_path / "podkidnoy-2-09.table")
    with pytest.raises(TableError, match="name: this is perevodnoy, 2 players"):
        most(str(tmp_path))


def test_where_nothing_can_be_written_the_search_does_without(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "file").write_text("no folder")
    monkeypatch.setenv("KOZYR_TABLES", str(tmp_path / "file" / "tables"))
    assert kozyr.solve(POSITION).value == kozyr.solve(POSITION, tables=False).value


def test_a_damaged_table_that_can_not_be_replaced_is_done_without(
    home: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A read-only directory: the search answers, and the file stays."""
    shutil.copytree(home, tmp_path, dirs_exist_ok=True)
    path = tmp_path / SMALL[-1]
    path.write_bytes(b"no table")

    def refuse(path: str) -> None:
        raise PermissionError

    monkeypatch.setattr(os, "unlink", refuse)
    assert most(str(tmp_path)) is None
    answer = kozyr.solve(POSITION, tables=str(tmp_path))
    assert answer.value is Value.LOSS
    assert path.read_bytes() == b"no table"


def test_a_missing_layer_is_no_hindrance(home: Path, tmp_path: Path) -> None:
    """Where it can't be built, the others are read."""
    for name in SMALL:
        if name != SMALL[4]:
            shutil.copy(home / name, tmp_path)
    (tmp_path / ".lock").mkdir()  # No builder can lock that.
    view = place.tables(PODKIDNOY, str(tmp_path))
    assert view is not None
    assert view.value(0, 0b100, 0b10) == 1
    assert view.value(0, 0b111, 0b111000) is None


def test_processes_that_need_tables_at_once_all_answer_right(tmp_path: Path) -> None:
    """The first builds them, the others wait."""
    context = multiprocessing.get_context("spawn")
    with context.Pool(4) as pool:
        found = pool.map(_answer, [str(tmp_path / "new")] * 4, chunksize=1)
    assert found == [("loss", 8)] * 4
    assert files(tmp_path / "new") == SMALL


def _answer(directory: str) -> tuple[str, int | None]:
    os.environ["KOZYR_TABLES"] = directory
    return str(kozyr.solve(POSITION).value), most()


def any_podkidnoy(rng: Random) -> Durak:
    """Return a position for two in any phase, some with a stock."""
    stock = rng.choice((0, 0, 0, 2))
    start = durak_start(
        rng,
        cards=(2, 8 if stock else 11),
        seats=(2, 2),
        stock=stock,
        variants=((PODKIDNOY, False), (PODKIDNOY, True)),
    )
    return on_the_way(start, rng, 6)


@pytest.mark.parametrize(
    ("distance", "number"), ((False, 2000), (True, 1000)), ids=("value", "distance")
)
def test_answers_are_the_same_with_and_without_tables(
    home: Path, distance: bool, number: int
) -> None:
    """The value, the best move, every move and the line."""
    rng = Random(number)
    for _ in range(number):
        position = any_podkidnoy(rng)
        plain = kozyr.solve(position, distance=distance, tables=False)
        other = kozyr.solve(position, distance=distance, tables=str(home))
        assert other.value is plain.value, position
        assert other.best == plain.best, position
        assert other.moves == plain.moves, position
        assert other.line == plain.line, position
        assert (other.plies, other.draw) == (plain.plies, plain.draw), position


def test_a_search_that_reads_tables_visits_fewer_nodes(home: Path) -> None:
    nodes = [0, 0]
    rng = Random(5)
    for _ in range(100):
        position = durak_start(
            rng, cards=(10, 12), seats=(2, 2), variants=((PODKIDNOY, False),)
        )
        for number, tables in enumerate((False, str(home))):
            nodes[number] += kozyr.solve(position, tables=tables).nodes
    assert nodes[1] < nodes[0] / 2


def test_perevodnoy_has_tables_of_its_own(home: Path, tmp_path: Path) -> None:
    """They are looked for by the name of the game."""
    found = [each.cards for each in place.present(home, PEREVODNOY)]
    assert found == [2, 3, 4, 5, 6, 7, 8]
    assert place.present(tmp_path, PEREVODNOY) == ()
    assert place.present(home, PEREVODNOY, players=5) == ()


@pytest.mark.parametrize(
    "text, coalition, value",
    [
        # All who hold cards, or nobody who does: one of them is the durak, or nobody.
        ("podkidnoy s Ks8d/Js8hJcKc/8s - 2", [1, 2, 3], "draw"),
        ("podkidnoy d -/JsThTd/TsJh/-/TcJc/- - 5", [6], "draw"),
        ("podkidnoy+neighbours h 9dTc/KsKc/Qc/- - 1", [4], "win"),
        ("podkidnoy d 9d/Qc/7s - 3", [1, 2, 3], "loss"),
    ],
)
def test_three_players_tables_do_not_answer_for_other_coalitions(
    tmp_path: Path, text: str, coalition: list[int], value: str
) -> None:
    build(layers("podkidnoy", 3, 6), tmp_path)
    with_tables = kozyr.solve(text, coalition, tables=str(tmp_path))
    without = kozyr.solve(text, coalition, tables=False)
    assert str(with_tables.value) == str(without.value) == value
    assert with_tables.line == without.line


def test_nothing_is_built_on_a_table_of_another_name(tmp_path: Path) -> None:
    build(layers("podkidnoy", 2, 7), tmp_path)
    (tmp_path / "podkidnoy-2-04.table").replace(tmp_path / "podkidnoy-2-06.table")
    with pytest.raises(TableError, match="name: this is podkidnoy, 2 players, 4 cards"):
        build(layers("podkidnoy", 2, 8), tmp_path)
    with pytest.raises(TableError, match="name: "):
        TableFile(tmp_path / "podkidnoy-2-06.table")


@pytest.mark.parametrize("damage", [b"\x80", b"\xff"])
def test_damage_in_the_index_of_a_large_table_ends_a_probe(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, damage: bytes
) -> None:
    monkeypatch.setattr("kozyr.tables.file.SMALL", 0)
    build(layers("podkidnoy", 2, 6), tmp_path)
    path = tmp_path / "podkidnoy-2-06.table"
    data = bytearray(path.read_bytes())
    for slot in range(4096, 4096 + 8 * Layer("podkidnoy", 2, 6).slots, 8):
        if damage == b"\xff" or any(data[slot : slot + 8]):
            data[slot + 7] |= damage[0]
            data[slot] |= damage[0] & 0x7F
    path.write_bytes(data)
    position = kozyr.position("podkidnoy h 6s7sAh/Kh9d8c - 1")
    assert isinstance(position, Durak)
    view = place.opened([TableFile(path)])
    assert view.value(position.trump, *position.hands) in (1, 0, -1)


def test_threads_that_share_tables_answer_as_one(home: Path) -> None:
    rng = Random(36)
    starts = [durak_start(rng, cards=(8, 12), seats=(2, 2)) for _ in range(60)]

    def values(_: int) -> list[Value | None]:
        return [kozyr.solve(each, tables=str(home)).value for each in starts]

    alone = [kozyr.solve(each, tables=False).value for each in starts]
    with ThreadPoolExecutor(4) as pool:
        assert list(pool.map(values, range(4))) == [alone] * 4


def test_a_directory_without_a_name_is_refused() -> None:
    with pytest.raises(OptionError, match=r"^tables: the name "):
        kozyr.solve("podkidnoy h Kc/Kd - 1", tables="")
