"""Ways through a tree: depth first, best moves first."""

from collections.abc import Iterator
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import networkx as nx


def mark_repetitions(graph: "nx.DiGraph[int]", root: int) -> None:
    """Set ``repetition`` on every edge to a node on the way from the root to it.

    Depth first, so that each circle has such an edge, and nothing else does.
    """
    way: list[tuple[int, Iterator[int]]] = [(root, iter(graph.adj[root]))]
    on_the_way, seen = {root}, {root}
    while way:
        node, goals = way[-1]
        goal = next(goals, None)
        if goal is None:
            way.pop()
            on_the_way.remove(node)
        elif goal in on_the_way:
            graph.edges[node, goal]["repetition"] = True
        elif goal not in seen:
            seen.add(goal)
            on_the_way.add(goal)
            way.append((goal, iter(graph.adj[goal])))
