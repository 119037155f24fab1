"""Decision trees: what to play against every defence, as a graph to look at.

>>> from kozyr import tree
>>> graph = tree.build("podkidnoy h Kc/Kd - 1")
>>> [(data["move"], data["value"]) for _, _, data in graph.edges(data=True)]
[('Kc', 'win'), ('take', 'win')]
>>> graph.graph["root"], graph.nodes[2]["outcome"]
(0, 'seat 2 loses')

``build`` makes the graph, ``write`` puts it into a file of any of ``FORMATS``.
"""

from kozyr.tree.build import KINDS, MAX_NODES, build
from kozyr.tree.formats import FORMATS, chunks, write

__all__ = ["FORMATS", "KINDS", "MAX_NODES", "build", "chunks", "write"]
