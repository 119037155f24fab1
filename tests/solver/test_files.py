"""A file takes another's place when all is written, and not before."""

import errno
import os
import stat
from pathlib import Path

import pytest

from kozyr.errors import OptionError
from kozyr.files import replacing


def write(path: Path, words: bytes = b"new") -> None:
    with replacing(str(path)) as file:
        file.write(words)


def test_a_new_file(tmp_path: Path) -> None:
    write(tmp_path / "new")
    assert (tmp_path / "new").read_bytes() == b"new"
    mask = os.umask(0)
    os.umask(mask)
    assert stat.S_IMODE((tmp_path / "new").stat().st_mode) == 0o666 & ~mask


def test_an_old_one_is_there_until_all_is_written(tmp_path: Path) -> None:
    path = tmp_path / "file"
    path.write_bytes(b"old")
    path.chmod(0o640)
    with replacing(str(path)) as file:
        file.write(b"new")
        file.flush()
        assert path.read_bytes() == b"old"
    assert path.read_bytes() == b"new"
    assert stat.S_IMODE(path.stat().st_mode) == 0o640
    assert os.listdir(tmp_path) == ["file"]


@pytest.mark.parametrize("error", [ValueError, KeyboardInterrupt])
def test_whatever_goes_wrong_nothing_is_left(
    tmp_path: Path, error: type[BaseException]
) -> None:
    path = tmp_path / "file"
    path.write_bytes(b"old")
    with pytest.raises(error):
        with replacing(str(path)) as file:
            file.write(b"half of the ")
            raise error
    assert path.read_bytes() == b"old"
    assert os.listdir(tmp_path) == ["file"]


def test_a_full_disk_is_named_by_the_file(tmp_path: Path) -> None:
    with pytest.raises(OSError) as full:
        with replacing(str(tmp_path / "file")) as file:
            file.write(b"half")
            raise OSError(errno.ENOSPC, "No space left on device")
    assert full.value.filename == str(tmp_path / "file")
    assert os.listdir(tmp_path) == []


def test_an_error_about_another_file_keeps_its_name(tmp_path: Path) -> None:
    with pytest.raises(FileNotFoundError) as missing:
        with replacing(str(tmp_path / "file")):
            (tmp_path / "other").read_bytes()
    assert missing.value.filename == str(tmp_path / "other")


def test_a_link_stays_one(tmp_path: Path) -> None:
    (tmp_path / "folder").mkdir()
    (tmp_path / "link").symlink_to(tmp_path / "folder" / "file")
    write(tmp_path / "link")
    assert (tmp_path / "link").is_symlink()
    assert (tmp_path / "folder" / "file").read_bytes() == b"new"


def test_what_is_no_plain_file_is_written_to_as_it_stands() -> None:
    write(Path(os.devnull))
    assert stat.S_ISCHR(os.stat(os.devnull).st_mode)


@pytest.mark.parametrize("path", ["nowhere/file", "", "."])
def test_where_nothing_can_be_written(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, path: str
) -> None:
    monkeypatch.chdir(tmp_path)
    with pytest.raises(OptionError, match="output: "):
        with replacing(path):
            raise AssertionError("nothing is to be written")
    assert os.listdir(tmp_path) == []


@pytest.mark.parametrize(
    ("path", "reason"),
    [
        ("", "plot: the name of the file is empty"),
        ("new/", "plot: new/: Is a directory"),
        (".", "plot: .: Is a directory"),
    ],
)
def test_what_names_no_file_is_refused_by_the_name_of_its_option(
    path: str, reason: str
) -> None:
    with pytest.raises(OptionError) as refused:
        with replacing(path, "plot"):
            raise AssertionError("nothing is to be written")
    assert str(refused.value) == reason
