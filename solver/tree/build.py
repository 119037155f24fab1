"""Build a decision tree: positions and moves that prove a value, or all of them.

Nodes are numbered as they are found, breadth first from the root, which is 0.  What
does not fit is cut at a node as a whole and marked there: a node that is not cut has
every move that its kind of tree promises.
"""

from collections import deque
from collections.abc import Collection, Hashable, Iterable, Iterator
from typing import TYPE_CHECKING, Literal, NamedTuple, get_args

from kozyr.engine import (
    DEFAULT_MEMORY,
    Budget,
    Engine,
    Progress,
    TablesSetting,
    Verdict,
)
from kozyr.errors import OptionError
from kozyr.interrupts import interrupts_stop
from kozyr.options import Options, check_positive
from kozyr.solve import Child, Interrupted, Search
from kozyr.tree.fields import edge_fields, node_fields
from kozyr.tree.walk import mark_repetitions
from kozyr.values import Value

if TYPE_CHECKING:
    import networkx as nx

    from kozyr.moves import Move
    from kozyr.position import Position

Kind = Literal["strategy", "full", "line"]
KINDS: tuple[Kind, ...] = get_args(Kind)
MAX_NODES = 5000
"""Nodes that a tree has at most unless more are asked for."""


def build(
    position: "str | Position",
    coalition: Collection[int] | None = None,
    *,
    kind: Kind = "strategy",
    merge: bool = True,
    depth: int | None = None,
    max_nodes: int | None = MAX_NODES,
    distance: bool = False,
    time: float | None = None,
    nodes: int | None = None,
    memory: float = DEFAULT_MEMORY,
    tables: TablesSetting = True,
    progress: Progress | None = None,
    engine: Engine | None = None,
) -> "nx.DiGraph[int]":
    """Return the decision tree of a position as a directed graph.

    ``kind`` is ``"strategy"`` (one best move where the side that gets its value
    moves, every reply where the others do; that side is the coalition, or its
    opponents where the coalition loses), ``"full"`` (every move) or ``"line"`` (a
    line of best play).  Equal positions are one node unless ``merge`` is false.
    Moves deeper than ``depth`` and nodes beyond ``max_nodes`` are cut; ``time``,
    ``nodes`` and ``memory`` limit the search for the whole tree; ``progress`` and
    ``engine`` are as in ``solve``.

    The graph has ``root``, ``kind``, ``coalition``, ``side`` (the seats of a
    strategy) and ``stopped`` (a limit that left something open) as attributes; for
    those of nodes and edges see ``kozyr.tree.fields``.  All values are the
    coalition's.  Ctrl-C ends the search as a limit does.  Raises ``PositionError``
    and ``OptionError``.
    """
    if kind not in KINDS:
        raise OptionError(f"kind: {kind!r} is not one of {', '.join(KINDS)}")
    if depth is not None:
        check_positive("depth", depth, "whole number", whole=True)
    if max_nodes is not None:
        check_positive("max-nodes", max_nodes, "whole number", whole=True)
    options = Options(coalition, distance, time, nodes, memory, tables)
    search = Search(position, options, progress, engine)
    grower = _Grower(search, kind, merge, depth, max_nodes)
    with interrupts_stop(search.budget):
        if kind == "line":
            grower.follow()
        else:
            grower.grow()
    return grower.finished()


class _Leaf(NamedTuple):
    """A node whose moves are still to be found; ``depth`` is that of the root, 0."""

    node: int
    position: "Position"
    verdict: Verdict
    depth: int


class _Grower:
    """A graph that grows from its root, within the limits of one tree."""

    def __init__(
        self,
        search: Search,
        kind: Kind,
        merge: bool,
        depth: int | None,
        max_nodes: int | None,
    ) -> None:
        import networkx as nx

        self.graph: nx.DiGraph[int] = nx.DiGraph()
        self._search = search
        self._budget: Budget = search.budget
        self._options = Options(search.seats, search.distance)
        self._kind = kind
        self._depth = depth
        self._max_nodes = max_nodes
        self._side: frozenset[int] | None = None
        self._merge = merge and kind != "line"
        # Where equal positions are one node, its number (more than one: see _goals);
        # else the way back up.
        self._found: dict[object, list[int]] = {}
        self._parents: list[int] = []
        self._situations: list[Hashable | None] = []
        self._leaves: deque[_Leaf] = deque()

    def finished(self) -> "nx.DiGraph[int]":
        """Return the graph with everything that can only be said of it as a whole."""
        graph, search, stopped = self.graph, self._search, self._budget.stopped
        mark_repetitions(graph, 0)
        left_open = (
            stopped in (data["cut"], "interrupt") or data["value"] == "unknown"
            for _, data in graph.nodes(data=True)
        )
        graph.graph.update(
            root=0,
            kind=self._kind,
            coalition=list(search.seats),
            side=None if self._side is None else sorted(self._side),
            stopped=stopped if any(left_open) else None,
        )
        return graph

    def grow(self) -> None:
        """Add nodes breadth first until nothing is left to add."""
        root = self._search.judge()
        if self._kind == "strategy" and root.value is not None:
            everyone = frozenset(range(1, self._search.position.seats + 1))
            ours = self._search.coalition
            self._side = everyone - ours if root.value is Value.LOSS else ours
        self._add(self._search.position, root, 0, -1)
        while self._leaves:
            self._expand(self._leaves.popleft())

    def _expand(self, leaf: _Leaf) -> None:
        """Add the moves of a node, or mark it as cut."""
        if self._depth is not None and leaf.depth >= self._depth:
            return self._cut(leaf, "depth")
        if self._budget.stopped is not None:
            return self._cut(leaf, self._budget.stopped)
        search = self._searching(leaf)
        if self._side is not None and leaf.position.mover in self._side:
            best = search.step()
            if best is None:
                return self._cut(leaf, self._budget.stopped or "unknown")
            children = [best]
        else:
            # Seen before the work: it is the same for every order of the moves.
            if not self._has_room(self._goals(leaf.node, search.children)):
                return self._cut(leaf, "max-nodes")
            search.judge_moves()
            children, best = search.children, search.first()
            if not leaf.node:
                # What the moves prove of the root where the search was stopped.
                self.graph.nodes[0].update(node_fields(leaf.position, search.root))
        goals = self._goals(leaf.node, children)
        if not self._has_room(goals):
            return self._cut(leaf, "max-nodes")
        for child, goal in zip(children, goals, strict=True):
            if goal is None:
                goal = self._add(child.after, child.verdict, leaf.depth + 1, leaf.node)
            self.graph.add_edge(
                leaf.node, goal, **edge_fields(child.answer(), child is best)
            )
        return None

    def _searching(self, leaf: _Leaf) -> Search:
        """Return the questions about a node, to the same engine and budget."""
        if not leaf.node:
            return self._search
        search = Search(
            leaf.position,
            self._options,
            engine=self._search.engine,
            budget=self._budget,
        )
        search.root = leaf.verdict
        return search

    def _has_room(self, goals: list[int | None]) -> bool:
        if self._max_nodes is None:
            return True
        return len(self.graph) + goals.count(None) <= self._max_nodes

    def _goals(self, node: int, children: list[Child]) -> list[int | None]:
        """Return the nodes that moves from one lead to, ``None`` for new ones.

        A graph has one edge from a node to another: two moves need two nodes.
        """
        goals: list[int | None] = []
        for child in children:
            after = child.after
            known: Iterable[int] = ()
            if self._merge:
                known = self._found.get(_key(after), ())
            elif after.situation is not None:
                known = self._above(node, after.situation)
            goals.append(next((each for each in known if each not in goals), None))
        return goals

    def _above(self, node: int, situation: Hashable) -> Iterator[int]:
        """Yield the nodes at or above another one where a situation was before."""
        while node >= 0:
            if self._situations[node] == situation:
                yield node
            node = self._parents[node]

    def _add(
        self, position: "Position", verdict: Verdict, depth: int, parent: int
    ) -> int:
        """Add a node that is not there, to be expanded unless the game is over."""
        node = len(self.graph)
        self.graph.add_node(node, **node_fields(position, verdict))
        if self._merge:
            self._found.setdefault(_key(position), []).append(node)
        else:
            self._parents.append(parent)
            self._situations.append(position.situation)
        if position.outcome is None:
            self._leaves.append(_Leaf(node, position, verdict, depth))
        return node

    def _cut(self, leaf: _Leaf, why: str) -> None:
        self.graph.nodes[leaf.node]["cut"] = why

    def follow(self) -> None:
        """Add a line of best play."""
        try:
            solution = self._search.solution()
        except Interrupted as interrupted:
            solution = interrupted.solution
        verdict = Verdict(solution.at_least, solution.at_most, solution.plies)
        self._add(solution.position, verdict, 0, -1)
        for move in solution.line:
            leaf = self._leaves.popleft()
            if self._depth is not None and leaf.depth >= self._depth:
                return self._cut(leaf, "depth")
            if not self._follow(leaf, move):
                return self._cut(leaf, "max-nodes")
        # A line that is whole ends in a finished game or in an edge back.
        if self._leaves:
            self._cut(self._leaves.popleft(), self._budget.stopped or "unknown")
        return None

    def _follow(self, leaf: _Leaf, move: "Move") -> bool:
        """Add one move of the line; False when there is no room for it."""
        after = leaf.position.after(move)
        at_least, at_most, plies, _ = leaf.verdict
        rest = None if plies is None else plies - move.plies
        child = Child(move, after, Verdict(at_least, at_most, rest))
        goals = self._goals(leaf.node, [child])
        if not self._has_room(goals):
            return False
        goal = goals[0]
        if goal is None:
            goal = self._add(after, child.verdict, leaf.depth + 1, leaf.node)
        self.graph.add_edge(leaf.node, goal, **edge_fields(child.answer(), True))
        return True


def _key(position: "Position") -> object:
    """Return what makes two positions one node: the situation, where there is one."""
    situation = position.situation
    return position if situation is None else situation
