"""The format ``html``: one page that shows a tree and needs nothing beside itself.

The data stands in it as the format ``json``; the page builds what is opened, so that
a large tree costs no more than what is looked at.
"""

from collections.abc import Iterator
from importlib.resources import files
from typing import TYPE_CHECKING

from kozyr.tree import node_link

if TYPE_CHECKING:
    import networkx as nx

_PLACE = "%s"
"""What stands in the template where a part goes."""
_SCRIPTS = ("words.js", "board.js", "rows.js")


def lines(graph: "nx.DiGraph[int]") -> Iterator[str]:
    """Yield the page."""
    folder = files("kozyr.tree")

    def part(name: str) -> str:
        return folder.joinpath(name).read_text(encoding="utf-8")

    pieces = part("page.html").split(_PLACE)
    head, before_data, before_script, foot = pieces
    yield head + part("page.css") + before_data
    for line in node_link.lines(graph):
        # Nothing in the data may look like the end of its element.
        yield line.replace("<", "\\u003c")
    yield before_script + "".join(map(part, _SCRIPTS)) + foot
