"""The format ``json``: node-link data, as ``networkx.node_link_graph`` reads it."""

import json
from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import networkx as nx


def lines(graph: "nx.DiGraph[int]") -> Iterator[str]:
    """Yield one JSON object, a node or an edge on a line of its own."""
    yield '{"directed": true, "multigraph": false,\n'
    yield f'"graph": {json.dumps(graph.graph)},\n'
    yield '"nodes": [\n'
    yield from _listed({"id": node, **data} for node, data in graph.nodes(data=True))
    yield '],\n"edges": [\n'
    yield from _listed(
        {"source": source, "target": target, **data}
        for source, target, data in graph.edges(data=True)
    )
    yield "]}\n"


def _listed(entries: Iterable[dict[str, object]]) -> Iterator[str]:
    write = json.JSONEncoder().encode
    before = ""
    for entry in entries:
        yield before + write(entry)
        before = ",\n"
    if before:
        yield "\n"
