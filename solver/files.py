"""Files that are there whole or not at all."""

import errno
import os
import stat
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from typing import IO

from kozyr.errors import OptionError


def check_name(path: str, field: str = "output") -> None:
    """Raise ``OptionError``, about ``field``, for what can't be the name of a file."""
    if not path:
        raise OptionError(f"{field}: the name of the file is empty")
    if not os.path.basename(path) or os.path.isdir(path):
        raise OptionError(f"{field}: {path}: {os.strerror(errno.EISDIR)}")


@contextmanager
def replacing(path: str, field: str = "output") -> Iterator[IO[bytes]]:
    """Open a file for writing that takes the place of ``path`` when all is written.

    On any exception, Ctrl-C among them, what was at ``path`` stays as it was and
    nothing else is left.  What is no plain file (a terminal, a pipe) is written to
    as it stands.  Raises ``OptionError``, about ``field``, where nothing can be
    written, and ``OSError`` with the file's name where it fails later, on a full disk.
    """
    check_name(path, field)
    real = os.path.realpath(path)
    temporary = ""
    file: IO[bytes]
    try:
        mode = _mode(real)
        if mode is None or stat.S_ISREG(mode):
            temporary, file = _beside(real)
        else:
            file = open(real, "wb")
    except OSError as error:
        raise OptionError(f"{field}: {path}: {error.strerror or error}") from None
    try:
        with file:
            yield file
        if temporary:
            os.chmod(temporary, 0o666 & ~_umask() if mode is None else mode & 0o777)
            os.replace(temporary, real)
    except BaseException as error:
        if temporary:
            with suppress(FileNotFoundError):
                os.unlink(temporary)
        if isinstance(error, OSError) and error.filename in (None, temporary):
            # Writing knows no name, and the file's own one is of no use to anybody.
            error.filename, error.filename2 = path, None
        raise


def _mode(path: str) -> int | None:
    try:
        return os.stat(path).st_mode
    except FileNotFoundError:
        return None


def _beside(path: str) -> tuple[str, IO[bytes]]:
    """Open a temporary file in the folder of another one.

    Only within one file system a file takes another's place at once.
    """
    number, name = tempfile.mkstemp(".part", ".", os.path.dirname(path))
    return name, open(number, "wb")


def _umask() -> int:
    # It can't be asked for without being set.
    mask = os.umask(0o077)
    os.umask(mask)
    return mask
