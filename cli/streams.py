"""Files by their names, and ``-`` for the standard streams."""

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from typing import IO

from kozyr.errors import OptionError
from kozyr.files import replacing

STANDARD = "-"


def contents(file: str) -> bytes:
    """Return what is in a file, or in standard input.

    Raises ``OptionError`` where it can't be read.
    """
    try:
        if file == STANDARD:
            if sys.stdin is None:
                raise ValueError("is closed")
            return sys.stdin.buffer.read()
        with open(file, "rb") as stream:
            return stream.read()
    except (OSError, ValueError) as error:
        name = "standard input" if file == STANDARD else file
        reason = error.strerror if isinstance(error, OSError) else error
        raise OptionError(f"file: {name}: {reason}") from None


@contextmanager
def writing(output: str) -> Iterator[IO[bytes]]:
    """Open a file as ``replacing`` does, or standard output.

    To be done before what is to be written is worked out, so that no work is in vain.
    """
    if output == STANDARD:
        yield sys.stdout.buffer
    else:
        with replacing(output) as file:
            yield file
