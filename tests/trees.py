"""Trees to write, and a reader of every format that a tree is written in.

Each reader gives back the whole graph; what a format has no word for (``None``) is
filled in.  GraphML, GEXF and node-link data are read by networkx.
"""

import json
import re
from collections.abc import Callable, Iterator, Mapping
from html.parser import HTMLParser
from io import BytesIO
from itertools import count

import networkx as nx

from kozyr import notation
from kozyr.position import Position
from kozyr.tree import build, chunks
from kozyr.tree.fields import EDGE_FIELDS, NODE_FIELDS

Tree = nx.DiGraph  # type: ignore[type-arg]
Data = dict[str, object]

EXAMPLES: dict[str, Callable[[], Tree]] = {
    "won": lambda: build("podkidnoy c Qs6cJcKc/KsThKh8cQcAc - 1", distance=True),
    "lost": lambda: build("podkidnoy h 6s7sAh/Kh9d - 1", distance=True),
    "drawn in circles": lambda: build("podkidnoy h 6s7s/8s9s/TdJd - 1"),
    "not merged": lambda: build(
        "podkidnoy h 6s7s/8s9s/TdJd - 1", [2, 3], merge=False, max_nodes=400
    ),
    "all moves": lambda: build("kryt h KsAh/7d8c 7cQc8d 1", kind="full", max_nodes=900),
    "with a stock": lambda: build(
        "kryt h 6hAs/7d8c 7cQc8d 1 stock=9h", kind="full", depth=3, distance=True
    ),
    "a line": lambda: build("perevodnoy s 7s7h6d/6s6h8h8d6c - 1", kind="line"),
    "unknown": lambda: build("podkidnoy h 6s7sAh/Kh9d - 1", kind="full", nodes=1),
}


def large(nodes: int) -> Tree:
    """Return a tree of so many nodes, quickly made of the data of a small one."""
    small = EXAMPLES["won"]()
    node_data = [data for _, data in small.nodes(data=True)]
    edge_data = [data for *_, data in small.edges(data=True)]
    tree: Tree = nx.DiGraph(**small.graph)
    for node in range(nodes):
        tree.add_node(node, **node_data[node % len(node_data)])
        if node:
            data = edge_data[node % len(edge_data)]
            tree.add_edge((node - 1) // 3, node, **data)
    return tree


def written(tree: Tree, format: str) -> bytes:
    """Return a tree in a format."""
    return b"".join(chunks(tree, format))


def nodes_of(tree: Tree) -> dict[int, Data]:
    return dict(tree.nodes(data=True))


def edges_of(tree: Tree) -> list[tuple[int, int, Data]]:
    """Return all edges, those of a node in the order in which they stand."""
    return [(a, b, tree.edges[a, b]) for a in sorted(tree) for b in tree.adj[a]]


def read_json(written: bytes) -> Tree:
    return nx.node_link_graph(json.loads(written), edges="edges")


def read_graphml(written: bytes) -> Tree:
    return _filled(nx.read_graphml(BytesIO(written), node_type=int))


def read_gexf(written: bytes) -> Tree:
    tree = nx.read_gexf(BytesIO(written), node_type=int)
    for _, data in tree.nodes(data=True):
        del data["label"], data["viz"]
    for *_, data in tree.edges(data=True):
        del data["label"], data["id"]
    return _filled(tree)


def _filled(tree: Tree) -> Tree:
    for _, data in tree.nodes(data=True):
        data.update({name: None for name in NODE_FIELDS if name not in data})
    for *_, data in tree.edges(data=True):
        data.update({name: None for name in EDGE_FIELDS if name not in data})
    return tree


class _Script(HTMLParser):
    """Takes the data out of a page."""

    def __init__(self) -> None:
        super().__init__()
        self.data = ""
        self._inside = False

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self._inside = tag == "script" and ("id", "data") in attrs

    def handle_data(self, data: str) -> None:
        if self._inside:
            self.data += data
            self._inside = False


def read_html(written: bytes) -> Tree:
    page = _Script()
    page.feed(written.decode())
    return read_json(page.data.encode())


_DOT_LINE = re.compile(r"(\w+)(?: -> (\d+))? \[(.*)\];")


def read_dot(written: bytes) -> Tree:
    tree: Tree = nx.DiGraph()
    first, *lines, last = written.decode().splitlines()
    assert (first, last) == ("digraph kozyr {", "}")
    for line in lines:
        found = _DOT_LINE.fullmatch(line)
        assert found, line
        name, goal, text = found.groups()
        attributes = dict(_attributes(text))
        if goal is not None:
            tree.add_edge(int(name), int(goal), **_typed(attributes, EDGE_FIELDS))
        elif name.isdigit():
            tree.add_node(int(name), **_typed(attributes, NODE_FIELDS))
        elif name == "graph":
            tree.graph["root"] = int(attributes["root"])
    return _filled(tree)


def _attributes(text: str) -> Iterator[tuple[str, str]]:
    """Yield names and values as Graphviz reads them: quoted, in <...>, or bare."""
    while text:
        name, rest = text.split("=", 1)
        if rest[0] == '"':
            end = next(n for n in count(1) if rest[n] == '"' and rest[n - 1] != "\\")
            value = rest[1:end].replace('\\"', '"').replace("\\\\", "\\")
        elif rest[0] == "<":
            depths = [
                rest.count("<", 0, n) - rest.count(">", 0, n) for n in count_to(rest)
            ]
            end = depths.index(0)
            value = rest[1:end]
        else:
            end = (rest + " ").index(" ") - 1
            value = rest[: end + 1]
        yield name, value
        text = rest[end + 1 :].lstrip()


def count_to(text: str) -> range:
    return range(1, len(text) + 1)


def _typed(attributes: Mapping[str, str], fields: Mapping[str, type]) -> Data:
    return {
        name: value == "true" if fields[name] is bool else fields[name](value)
        for name, value in attributes.items()
        if name in fields
    }


_UNIT = "├─ |└─ |│  |   "
_TEXT_LINE = re.compile(
    rf"(?P<head>(?:{_UNIT})*)"
    r"(?:(?P<seat>\d): (?P<move>\S+)(?P<star> \*)?  )?"
    r"(?P<value>win|draw or win|draw|loss or draw|loss|unknown)(?: in (?P<plies>\d+))?"
    r"(?:  · (?P<outcome>.+)|  … cut: (?P<cut>\S+)| (?P<sign>[↺→]) (?P<goal>\d+))?"
)
_BOUNDS = {
    "draw or win": ("draw", "win"),
    "loss or draw": ("loss", "draw"),
    "unknown": ("loss", "win"),
}


def read_text(written: bytes) -> Tree:
    """Play the moves of a text from its position."""
    start, _, _, *lines = written.decode().splitlines()
    tree: Tree = nx.DiGraph(root=0)
    positions: dict[int, Position] = {}
    wide = len(lines[0]) - len(lines[0].lstrip(" 0123456789"))
    chains: list[int] = []  # the node that was last written at each depth
    for line in lines:
        found = _TEXT_LINE.fullmatch(line[wide:])
        assert found, line
        depth = len(found["head"]) // 3
        at_least, at_most = _BOUNDS.get(found["value"], (found["value"],) * 2)
        value = at_least if at_least == at_most else "unknown"
        plies = int(found["plies"]) if found["plies"] else None
        rest = plies
        branches = found["head"].endswith("─ ")
        if found["move"]:
            source = chains[depth - 1 if branches else depth]
            move = notation.parse_move(found["move"], positions[source])
            here = positions[source].after(move)
            assert int(found["seat"]) == positions[source].mover
            rest = None if plies is None else plies - move.plies
        else:
            here = notation.position(start)
        node = int(found["goal"] or line[:wide])
        if found["goal"] is None:
            positions[node] = here
            tree.add_node(
                node,
                position=str(here),
                mover=here.mover,
                value=value,
                at_least=at_least,
                at_most=at_most,
                plies=rest,
                outcome=found["outcome"],
                cut=found["cut"],
            )
            chains[depth:] = [node]
        if found["move"]:
            tree.add_edge(
                source,
                node,
                move=str(move),
                value=value,
                plies=plies,
                best=bool(found["star"]) if branches else value != "unknown",
                repetition=found["sign"] == "↺",
            )
    return tree


READERS: dict[str, Callable[[bytes], Tree]] = {
    "json": read_json,
    "graphml": read_graphml,
    "gexf": read_gexf,
    "dot": read_dot,
    "html": read_html,
    "text": read_text,
}
