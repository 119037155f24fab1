"""A table's file: it is read as it was written, or refused with the reason."""

import os
import shutil
from pathlib import Path
from random import Random

import pytest

from kozyr.errors import TableError
from kozyr.fingerprint import fingerprint
from kozyr.tables import file as format_
from kozyr.tables.file import (
    BLOCK,
    HEADER_BYTES,
    SUM_BYTES,
    Extent,
    TableFile,
    checksum,
)
from kozyr.tables.layers import GAMES, RULES, Layer

LAYER = Layer("podkidnoy", 2, 5)
# The bytes at which a field of the header begins, and what is said when it is wrong.
FIELDS = {
    "magic": (0, "magic"),
    "version": (8, "version"),
    "players": (12, "checksum"),
    "game": (16, "checksum"),
    "cards": (32, "checksum"),
    "vectors": (36, "checksum"),
    "rules": (40, "checksum"),
    "patterns": (56, "checksum"),
    "slots": (64, "checksum"),
    "words": (72, "checksum"),
    "tally": (80, "checksum"),
    "block": (88, "checksum"),
    "summary": (96, "checksum"),
    "sum": (112, "checksum"),
    "padding": (HEADER_BYTES - 1, "checksum"),
}


@pytest.fixture
def path(home: Path, tmp_path: Path) -> Path:
    """A table of one's own."""
    return Path(shutil.copy(home / LAYER.name, tmp_path))


def flip(path: Path, at: int, bit: int = 1) -> None:
    data = bytearray(path.read_bytes())
    data[at] ^= bit
    path.write_bytes(data)


def reason(path: Path) -> str:
    """Return why a file is refused."""
    with pytest.raises(TableError) as refused:
        TableFile(path)
    assert refused.value.path == str(path)
    assert str(refused.value) == f"{path}: {refused.value.reason}"
    assert "\n" not in str(refused.value)
    return refused.value.reason


def forged(path: Path, **fields: object) -> None:
    """Change fields of the header as one would who knows how, checksum and all."""
    data = path.read_bytes()
    size = format_._STRUCT.size
    header = format_._Header(*format_._STRUCT.unpack(data[:size]))
    packed = format_._STRUCT.pack(*header._replace(**fields))  # type: ignore[arg-type]
    path.write_bytes(packed + checksum(packed) + data[size + SUM_BYTES :])


def test_a_table_is_what_its_layer_says(path: Path) -> None:
    file = TableFile(path)
    assert file.layer == LAYER
    assert file.bytes == path.stat().st_size == Extent.of(LAYER).end
    assert len(file.slots) == LAYER.slots
    assert len(file.values) == LAYER.words
    assert not list(file.damaged())
    file.close()
    path.unlink()


@pytest.mark.parametrize("field", FIELDS)
def test_a_damaged_field_of_the_header_is_told(path: Path, field: str) -> None:
    """A wrong magic or version by its name, for they may well be another program's."""
    at, said = FIELDS[field]
    flip(path, at)
    assert reason(path).startswith(said)


def test_every_byte_counts(path: Path) -> None:
    """A bit turned anywhere is found, whatever it stands for."""
    whole = path.read_bytes()
    rng = Random(1)
    places = {*range(0, 140), *rng.sample(range(len(whole)), 400)}
    places |= {len(whole) - 1, len(whole) - 17, HEADER_BYTES, HEADER_BYTES - 1}
    for at in places:
        data = bytearray(whole)
        data[at] ^= 1 << rng.randrange(8)
        path.write_bytes(data)
        with pytest.raises(TableError):
            TableFile(path)


@pytest.mark.parametrize("region", ("slots", "values", "tally", "sums"))
def test_each_region_is_checked(path: Path, region: str) -> None:
    flip(path, getattr(Extent.of(LAYER), region))
    said = {"slots": "block 0 is damaged", "values": "block 0 is damaged"}
    assert said.get(region, "the tally or the sums are damaged") in reason(path)


@pytest.mark.parametrize("length", (0, 1, 100, HEADER_BYTES - 1))
def test_a_file_too_short_for_a_header_is_no_table(path: Path, length: int) -> None:
    path.write_bytes(path.read_bytes()[:length])
    assert reason(path) == "is too short to be a table"


@pytest.mark.parametrize("length", (HEADER_BYTES, HEADER_BYTES + 8, -1, -16, -17))
def test_a_file_that_was_cut_off_is_refused_by_its_size(
    path: Path, length: int
) -> None:
    path.write_bytes(path.read_bytes()[:length])
    assert reason(path).startswith("size: ")


def test_a_file_with_something_behind_it_is_refused_by_its_size(path: Path) -> None:
    path.write_bytes(path.read_bytes() + b"\0")
    assert reason(path).startswith("size: ")


def test_another_version_is_refused_by_both_numbers(path: Path) -> None:
    forged(path, version=2)
    assert reason(path) == "version: format 2, this is 1"


def test_other_rules_are_refused_by_both_fingerprints(path: Path) -> None:
    forged(path, rules=b"0123456789abcdef")
    assert reason(path) == (
        f"rules: made for 0123456789abcdef, these are {RULES['podkidnoy']}"
    )


@pytest.mark.parametrize(
    ("field", "value"),
    (
        ("patterns", 182),
        ("slots", 1024),
        ("words", 1),
        ("tally", 0),
        ("vectors", 2),
        ("block", BLOCK // 2),
    ),
)
def test_a_header_that_contradicts_its_layer_is_refused(
    path: Path, field: str, value: int
) -> None:
    forged(path, **{field: value})
    assert reason(path) == "size: the header does not fit the layer"


@pytest.mark.parametrize(
    ("field", "value"),
    (("cards", 1), ("cards", 99), ("players", 7), ("game", b"kryt")),
)
def test_a_layer_of_which_there_is_no_table_is_refused(
    path: Path, field: str, value: object
) -> None:
    forged(path, **{field: value})
    assert reason(path).startswith(("layer: ", "rules: "))


def test_a_file_that_is_not_there_is_refused(tmp_path: Path) -> None:
    assert reason(tmp_path / "no.table") == "No such file or directory"


def test_a_pipe_is_not_waited_for(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "a.table")
    assert reason(tmp_path / "a.table") == "is a pipe, not a file"


def test_a_folder_is_no_table(tmp_path: Path) -> None:
    assert reason(tmp_path) == "Is a directory"


def test_a_large_table_is_opened_by_its_header_alone(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A gigabyte is not read to answer one position; ``damaged`` looks at it all."""
    monkeypatch.setattr(format_, "SMALL", 0)
    flip(path, Extent.of(LAYER).values)
    assert list(TableFile(path).damaged()) == [0]


def test_every_block_has_its_own_checksum(
    home: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """So damage is found where it is."""
    from kozyr.tables.build import build
    from kozyr.tables.layers import layers

    for module in ("file", "build"):
        monkeypatch.setattr(f"kozyr.tables.{module}.BLOCK", 4096)
    build(layers("podkidnoy", 2, 6), tmp_path)
    path = tmp_path / "podkidnoy-2-06.table"
    for at in (HEADER_BYTES + 4096, HEADER_BYTES + 3 * 4096 + 5):
        flip(path, at)
    assert list(TableFile(path, whole=False).damaged()) == [1, 3]
    assert reason(path) == "checksum: block 1 is damaged"


@pytest.mark.parametrize("game", GAMES)
def test_the_rules_of_tables_are_the_rules_of_the_game(game: str) -> None:
    """They are written down, and a change of the rules must change them too."""
    assert RULES[game] == fingerprint(game)
