"""A build: it can be stopped at any moment, and comes to the same bytes."""

import errno
import multiprocessing
import os
import shutil
import signal
import subprocess
import sys
from pathlib import Path
from random import Random
from time import sleep

import pytest
from filelock import FileLock

from kozyr.errors import OptionError, TableError
from kozyr.tables import build as building
from kozyr.tables.build import build, check_memory, progress_of
from kozyr.tables.file import HEADER_BYTES, TableFile
from kozyr.tables.layers import MOST, Layer, layers

SEVEN = layers("podkidnoy", 2, 7)
LAYER = SEVEN[-1]


@pytest.fixture
def small_parts(monkeypatch: pytest.MonkeyPatch) -> None:
    """Make parts of 64 patterns, so that a small layer has many."""
    monkeypatch.setitem(building._PART, 2, 64 * LAYER.lanes)


def contents(directory: Path) -> dict[str, bytes]:
    """Return the files of tables in a directory."""
    return {path.name: path.read_bytes() for path in directory.glob("*.table")}


def expected(home: Path, most: int = 7, game: str = "podkidnoy") -> dict[str, bytes]:
    return {
        each.name: (home / each.name).read_bytes() for each in layers(game, 2, most)
    }


def leftovers(directory: Path) -> list[str]:
    """Return what a build should not leave."""
    return [
        path.name
        for path in directory.iterdir()
        if path.suffix != ".table" and path.name != ".lock"
    ]


class Stop(Exception):
    """The build is stopped here."""


def stopping_after(number: int) -> building.Progress:
    """Stop a build of ``LAYER`` when so many parts are done."""

    def progress(layer: Layer, done: int, parts: int) -> None:
        if layer == LAYER and done >= number:
            raise Stop

    return progress


def begun(home: Path, directory: Path, parts: int) -> None:
    """Lay a build of ``LAYER`` into a directory that was stopped after some parts."""
    for each in SEVEN[:-1]:
        shutil.copy(home / each.name, directory)
    with pytest.raises(Stop):
        build(SEVEN, directory, progress=stopping_after(parts))


def test_a_build_leaves_its_files_and_nothing_else(home: Path, tmp_path: Path) -> None:
    files = build(SEVEN, tmp_path / "new" / "folder")
    assert [file.name for file in files] == [each.name for each in SEVEN]
    assert contents(tmp_path / "new" / "folder") == expected(home)
    assert not leftovers(tmp_path / "new" / "folder")


@pytest.mark.usefixtures("small_parts")
@pytest.mark.parametrize("jobs", (1, 2))
@pytest.mark.parametrize("game", ("podkidnoy", "perevodnoy"))
def test_the_bytes_do_not_depend_on_parts_and_jobs(
    home: Path, tmp_path: Path, game: str, jobs: int
) -> None:
    most = 7 if game == "podkidnoy" else 6
    build(layers(game, 2, most), tmp_path, jobs=jobs)
    assert contents(tmp_path) == expected(home, most, game)


@pytest.mark.usefixtures("small_parts")
def test_progress_is_told_part_by_part(home: Path, tmp_path: Path) -> None:
    told: list[tuple[int, int, int]] = []
    build(
        SEVEN,
        tmp_path,
        progress=lambda layer, done, parts: told.append((layer.cards, done, parts)),
    )
    parts = -(-LAYER.patterns // 64)
    assert [each for each in told if each[0] == 7] == [
        (7, done, parts) for done in range(parts + 1)
    ]


@pytest.mark.usefixtures("small_parts")
@pytest.mark.parametrize("done", (0, 1, 2, 20, 33, 34))
def test_a_build_goes_on_from_where_it_was_stopped(
    home: Path, tmp_path: Path, done: int
) -> None:
    begun(home, tmp_path, done)
    assert progress_of(tmp_path / LAYER.name, LAYER) == (done, 34)
    first: list[int] = []
    build(SEVEN, tmp_path, progress=lambda layer, done, parts: first.append(done))
    assert first[0] == done
    assert contents(tmp_path) == expected(home)
    assert not leftovers(tmp_path)


@pytest.mark.usefixtures("small_parts")
def test_a_journal_may_be_torn_anywhere(home: Path, tmp_path: Path) -> None:
    """At every length: what is whole counts, and the rest is done again."""
    begun(home, tmp_path, 3)
    path = tmp_path / f"{LAYER.name}.journal"
    journal = path.read_bytes()
    record = (len(journal) - HEADER_BYTES) // 3
    part = (tmp_path / f"{LAYER.name}.part").read_bytes()
    lengths = [0, 1, 100, HEADER_BYTES - 1, *range(HEADER_BYTES, len(journal), 5)]
    first: list[int] = []

    def progress(layer: Layer, done: int, parts: int) -> None:
        first.append(done)
        raise Stop

    for length in lengths:
        path.write_bytes(journal[:length])
        with pytest.raises(Stop):
            build(SEVEN, tmp_path, progress=progress)
        assert first.pop() == max(0, length - HEADER_BYTES) // record
        assert (tmp_path / f"{LAYER.name}.part").read_bytes() == part
    build(SEVEN, tmp_path)
    assert contents(tmp_path) == expected(home)


@pytest.mark.usefixtures("small_parts")
def test_a_journal_with_a_wrong_byte_is_believed_up_to_there(
    home: Path, tmp_path: Path
) -> None:
    begun(home, tmp_path, 5)
    path = tmp_path / f"{LAYER.name}.journal"
    journal = path.read_bytes()
    record = (len(journal) - HEADER_BYTES) // 5
    for number in range(5):
        wrong = bytearray(journal)
        wrong[HEADER_BYTES + number * record + number] ^= 4
        path.write_bytes(wrong)
        assert progress_of(tmp_path / LAYER.name, LAYER) == (number, 34)
    build(SEVEN, tmp_path)
    assert contents(tmp_path) == expected(home)


@pytest.mark.usefixtures("small_parts")
def test_a_part_that_is_not_what_the_journal_says_is_done_again(
    home: Path, tmp_path: Path
) -> None:
    """As when the machine lost its power before the values were on the disk."""
    begun(home, tmp_path, 5)
    path = tmp_path / f"{LAYER.name}.part"
    data = bytearray(path.read_bytes())
    size = 64 * LAYER.vectors * LAYER.lanes // 8
    start = building.Extent.of(LAYER).values
    data[start + size : start + 3 * size] = bytes(2 * size)
    path.write_bytes(data)
    first: list[int] = []
    build(SEVEN, tmp_path, progress=lambda layer, done, parts: first.append(done))
    assert first[0] == 3
    assert contents(tmp_path) == expected(home)


@pytest.mark.usefixtures("small_parts")
@pytest.mark.parametrize("missing", (".part", ".journal"))
def test_a_build_does_without_what_was_lost(
    home: Path, tmp_path: Path, missing: str
) -> None:
    begun(home, tmp_path, 5)
    (tmp_path / f"{LAYER.name}{missing}").unlink()
    build(SEVEN, tmp_path)
    assert contents(tmp_path) == expected(home)
    assert not leftovers(tmp_path)


@pytest.mark.usefixtures("small_parts")
def test_a_journal_of_other_parts_is_begun_anew(
    home: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    begun(home, tmp_path, 5)
    monkeypatch.setitem(building._PART, 2, 128 * LAYER.lanes)
    first: list[int] = []
    build(SEVEN, tmp_path, progress=lambda layer, done, parts: first.append(done))
    assert first[0] == 0
    assert contents(tmp_path) == expected(home)


@pytest.mark.usefixtures("small_parts")
def test_a_journal_of_other_rules_is_begun_anew(home: Path, tmp_path: Path) -> None:
    """Its values are what it says, and still not what these rules come to."""
    begun(home, tmp_path, 5)
    path = tmp_path / f"{LAYER.name}.journal"
    journal = path.read_bytes()
    old = building.header(LAYER, b"others", b"")
    path.write_bytes(old + journal[HEADER_BYTES:])
    first: list[int] = []
    build(SEVEN, tmp_path, progress=lambda layer, done, parts: first.append(done))
    assert first[0] == 0
    assert contents(tmp_path) == expected(home)


def test_a_journal_left_by_a_build_that_was_finished_goes_away(
    home: Path, tmp_path: Path
) -> None:
    """It was killed between giving the file its name and taking the journal away."""
    shutil.copytree(home, tmp_path, dirs_exist_ok=True)
    (tmp_path / f"{LAYER.name}.journal").write_bytes(b"old")
    build(SEVEN, tmp_path)
    assert not leftovers(tmp_path)


SLOW = """
import sys
from kozyr.tables import build as building
from kozyr.tables.layers import layers
building._PART[2] = 64 * 256
building.build(layers("podkidnoy", 2, 8), sys.argv[1], jobs=int(sys.argv[2]))
"""


@pytest.mark.parametrize("jobs", (1, 2))
def test_a_build_that_is_killed_at_random_moments_ends_with_the_same_bytes(
    home: Path, tmp_path: Path, jobs: int
) -> None:
    rng = Random(jobs)
    arguments = [sys.executable, "-c", SLOW, str(tmp_path), str(jobs)]
    kills = 0
    for _ in range(4):
        process = subprocess.Popen(arguments, stderr=subprocess.DEVNULL)
        # Importing takes some of it: late enough to have begun, early enough to be
        # in the middle.
        while process.poll() is None and not list(tmp_path.glob("*8.table.journal")):
            sleep(0.005)
        sleep(rng.random() * 0.15)
        if process.poll() is None:
            process.send_signal(signal.SIGKILL)
            kills += 1
        process.wait()
    assert kills
    subprocess.run(arguments, check=True)
    assert contents(tmp_path) == expected(home, 8)
    assert not leftovers(tmp_path)


# What a build refuses


def test_a_full_disk_is_told_before_anything_is_built(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    usage = shutil.disk_usage(tmp_path)._replace(free=1000)
    monkeypatch.setattr(shutil, "disk_usage", lambda path: usage)
    with pytest.raises(OptionError, match="MB are needed, 0 are free"):
        build(SEVEN, tmp_path)
    assert not contents(tmp_path)


@pytest.mark.usefixtures("small_parts")
def test_a_disk_that_fills_up_ends_the_build_and_what_is_done_stays_done(
    home: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    begun(home, tmp_path, 5)
    add = building._Journal.add
    written: list[int] = []

    def full(journal: building._Journal, number: int, record: building._Record) -> None:
        if len(written) == 4:
            raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))
        written.append(number)
        add(journal, number, record)

    monkeypatch.setattr(building._Journal, "add", full)
    with pytest.raises(OSError) as error:
        build(SEVEN, tmp_path)
    assert error.value.errno == errno.ENOSPC
    assert error.value.filename == str(tmp_path / f"{LAYER.name}.part")
    assert written == [5, 6, 7, 8]
    assert progress_of(tmp_path / LAYER.name, LAYER)[0] == 9
    monkeypatch.setattr(building._Journal, "add", add)
    build(SEVEN, tmp_path)
    assert contents(tmp_path) == expected(home)


def test_where_all_is_there_nothing_is_written(home: Path, tmp_path: Path) -> None:
    """So tables on a disk that may only be read can be asked for."""
    for each in SEVEN:
        shutil.copy(home / each.name, tmp_path)
    assert build(SEVEN, tmp_path) == [tmp_path / each.name for each in SEVEN]
    assert not (tmp_path / ".lock").exists()


def test_a_second_builder_is_refused(tmp_path: Path) -> None:
    with (
        FileLock(tmp_path / ".lock"),
        pytest.raises(OptionError, match="another process builds there"),
    ):
        build(SEVEN, tmp_path)
    assert build(SEVEN, tmp_path)


def test_a_patient_builder_waits_for_the_first(home: Path, tmp_path: Path) -> None:
    """All of them find everything there in the end."""
    context = multiprocessing.get_context("spawn")
    crew = [context.Process(target=_patiently, args=(str(tmp_path),)) for _ in range(3)]
    for each in crew:
        each.start()
    for each in crew:
        each.join()
    assert [each.exitcode for each in crew] == [0, 0, 0]
    assert contents(tmp_path) == expected(home)


def _patiently(directory: str) -> None:
    build(SEVEN, directory, patience=60)


def test_a_build_that_needs_more_memory_than_it_may_take_is_refused() -> None:
    with pytest.raises(OptionError, match=r"cards needs .* MB with 2 jobs"):
        check_memory(layers("podkidnoy", 2, 12), 2, 20)
    check_memory(layers("podkidnoy", 2, 12), 2, 1000)


def test_a_damaged_file_is_not_built_over(home: Path, tmp_path: Path) -> None:
    """It is refused by its name: who made it may want to look at it."""
    shutil.copytree(home, tmp_path, dirs_exist_ok=True)
    path = tmp_path / LAYER.name
    path.write_bytes(path.read_bytes()[:-1])
    with pytest.raises(TableError, match=r"podkidnoy-2-07.table: size"):
        build(SEVEN, tmp_path)


@pytest.mark.parametrize(
    ("game", "players", "cards", "said"),
    (
        ("kryt", 2, 8, "game: there are tables of podkidnoy and perevodnoy"),
        ("podkidnoy", 6, 8, "players: tables of podkidnoy are for 2"),
        ("podkidnoy", 2, 1, "cards: 1 is not a number from 2 to 14"),
        ("perevodnoy", 2, 15, "cards: 15 is not a number from 2 to 14"),
    ),
)
def test_there_are_no_tables_of_that(
    game: str, players: int, cards: int, said: str
) -> None:
    with pytest.raises(OptionError, match=said):
        layers(game, players, cards)


def test_a_layer_needs_only_what_its_bouts_lead_to() -> None:
    """Each attack beaten takes two cards off, so odd and even ones never mix."""
    assert [each.cards for each in Layer("podkidnoy", 2, 9).below] == [7, 5, 3]
    assert [each.cards for each in Layer("podkidnoy", 2, 2).below] == []


def test_the_file_of_every_layer_has_a_size_before_it_is_built() -> None:
    """The larger the number of cards, the larger the file."""
    for (game, players), most in MOST.items():
        sizes = [building.Extent.of(each).end for each in layers(game, players, most)]
        assert sizes == sorted(sizes)


def test_a_finished_file_can_be_read_while_others_are_built(home: Path) -> None:
    file = TableFile(home / LAYER.name)
    assert file.layer == LAYER
    file.close()
