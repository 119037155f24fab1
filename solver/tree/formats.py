"""Trees on paper and in files: one table of formats, one way to write any of them."""

import os
from collections.abc import Callable, Iterator
from typing import IO, TYPE_CHECKING

from kozyr.errors import OptionError
from kozyr.files import check_name, replacing
from kozyr.tree import dot, graph_xml, graphviz, node_link, page, text

if TYPE_CHECKING:
    import networkx as nx

_TEXTS: dict[str, Callable[["nx.DiGraph[int]"], Iterator[str]]] = {
    "text": text.lines,
    "json": node_link.lines,
    "html": page.lines,
    "graphml": graph_xml.graphml,
    "gexf": graph_xml.gexf,
    "dot": dot.lines,
}
_PICTURES = ("svg", "png")
FORMATS = (*_TEXTS, *_PICTURES)
"""The formats there are; ``svg`` and ``png`` need Graphviz."""
_ENDINGS = {each: each for each in FORMATS} | {
    "txt": "text",
    "htm": "html",
    "gv": "dot",
}
_CHUNK = 1 << 16


def format_for(path: str) -> str:
    """Return the format that a file's ending names; raises ``OptionError``."""
    check_name(path)
    ending = os.path.splitext(path)[1].lower().removeprefix(".")
    if ending in _ENDINGS:
        return _ENDINGS[ending]
    raise OptionError(
        f"format: {os.path.basename(path)!r} does not end in one of "
        f"{', '.join(_ENDINGS)}"
    )


def check(format: str) -> None:
    """Raise ``OptionError`` unless a tree can be written in a format here."""
    if format not in FORMATS:
        raise OptionError(f"format: {format!r} is not one of {', '.join(FORMATS)}")
    if format in _PICTURES:
        graphviz.program(format)


def chunks(graph: "nx.DiGraph[int]", format: str) -> Iterator[bytes]:
    """Yield a tree in a format, in pieces of a few dozen kilobytes.

    Raises ``OptionError`` for a format that there is not, or that needs Graphviz
    where it is not installed.
    """
    check(format)
    if format in _PICTURES:
        return graphviz.picture(graph, format)
    return _encoded(_TEXTS[format](graph))


def _encoded(lines: Iterator[str]) -> Iterator[bytes]:
    waiting: list[str] = []
    size = 0
    for line in lines:
        waiting.append(line)
        size += len(line)
        if size >= _CHUNK:
            yield "".join(waiting).encode()
            waiting, size = [], 0
    yield "".join(waiting).encode()


def write(
    graph: "nx.DiGraph[int]",
    target: "str | os.PathLike[str] | IO[bytes]",
    format: str | None = None,
) -> None:
    """Write a tree to a path or a binary stream; a path's ending names the format.

    A file is there whole or not at all.  Raises ``OptionError``, and ``OSError``
    with the file's name.
    """
    if isinstance(target, str | os.PathLike):
        path = os.fspath(target)
        pieces = chunks(graph, format or format_for(path))
        with replacing(path) as file:
            file.writelines(pieces)
        return
    if format is None:
        raise OptionError("format: a stream has no ending that names it")
    target.writelines(chunks(graph, format))
