"""The formats ``svg`` and ``png``: Graphviz draws what the format ``dot`` says."""

import shutil
import subprocess
import tempfile
from collections.abc import Iterator
from typing import IO, TYPE_CHECKING

from kozyr.errors import KozyrError, OptionError
from kozyr.tree import dot

if TYPE_CHECKING:
    import networkx as nx

_CHUNK = 1 << 16
_LARGE = 800
_IN_A_HURRY = ("-Gnslimit=0.2", "-Gmclimit=0.2")
"""For a large graph: a fifth of the patience, a tenth of the time, nearly as good."""


def program(kind: str) -> str:
    """Return the path of Graphviz; raises ``OptionError`` when it is not installed."""
    found = shutil.which("dot")
    if found is None:
        raise OptionError(
            f"format: {kind} is drawn by Graphviz, whose program dot is not installed"
        )
    return found


def picture(graph: "nx.DiGraph[int]", kind: str) -> Iterator[bytes]:
    """Yield a picture, ``kind`` being a format of Graphviz.

    Raises ``OptionError`` when Graphviz is not installed and ``KozyrError`` when it
    fails.
    """
    drawer = program(kind)
    with tempfile.TemporaryFile() as said:
        run = subprocess.Popen(
            [drawer, f"-T{kind}", *(_IN_A_HURRY if len(graph) > _LARGE else ())],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=said,
        )
        assert run.stdin is not None and run.stdout is not None
        try:
            # It reads to the end before it writes, so neither waits for the other.
            _feed(run.stdin, graph)
            while chunk := run.stdout.read(_CHUNK):
                yield chunk
            code = run.wait()
        finally:
            run.kill()
            run.stdout.close()
            run.wait()
        if code:
            said.seek(0)
            reason = said.read().decode(errors="replace").strip().splitlines()
            raise KozyrError(
                f"format: Graphviz could not draw the {kind}: "
                f"{reason[-1] if reason else f'exit code {code}'}"
            )


def _feed(pipe: IO[bytes], graph: "nx.DiGraph[int]") -> None:
    try:
        with pipe:
            for line in dot.lines(graph):
                pipe.write(line.encode())
    except BrokenPipeError:
        pass  # It has given up; its exit code and its words tell why.
