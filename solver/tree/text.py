"""The format ``text``: a tree for the terminal, a move on a line.

A forced sequence runs down at one depth; where there is a choice the moves branch
off, the best first.  The numbers at the left are those of the nodes in every other
format; a position that is told elsewhere is named by its number.
"""

import re
from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, NamedTuple, Protocol

from kozyr.cards import SUIT_SIGNS, SUITS
from kozyr.solution import bounds_in_words, count, seats_in_words
from kozyr.values import Value

if TYPE_CHECKING:
    import networkx as nx

_CARD = re.compile(f"([6-9TJQKA])([{SUITS}])")
_BOUNDS = {str(value): value for value in Value}


class Ink(Protocol):
    """How moves, values and what is less important are written."""

    @property
    def signs(self) -> bool:
        """Whether more than ASCII can be written."""

    def move(self, move: str) -> str:
        """Return a move for a person."""

    def value(self, text: str, value: Value | None) -> str:
        """Return a text in the colour of a value."""

    def faint(self, text: str) -> str:
        """Return a text that steps back."""


class Plain:
    """The ink of a file: no colours."""

    signs = True

    def move(self, move: str) -> str:
        """Return the move with the signs of the suits."""
        return _CARD.sub(_signed, move)

    def value(self, text: str, value: Value | None) -> str:
        """Return the text as it is."""
        return text

    def faint(self, text: str) -> str:
        """Return the text as it is."""
        return text


def _signed(found: re.Match[str]) -> str:
    return found[1].replace("T", "10") + SUIT_SIGNS[SUITS.index(found[2])]


class _Signs(NamedTuple):
    """What the lines of a tree are drawn with."""

    branch: str
    last: str
    goes_on: str
    see: str
    back: str
    cut: str
    dot: str


_DRAWN = _Signs("├─ ", "└─ ", "│  ", "→", "↺", "…", "·")
_ASCII = _Signs("|- ", "`- ", "|  ", "=>", "<<", "...", "-")


class _Line(NamedTuple):
    """A move still to be written, what its line begins with, and the lines below."""

    source: int
    goal: int
    head: str
    tail: str


def lines(graph: "nx.DiGraph[int]", ink: Ink | None = None) -> Iterator[str]:
    """Yield the text of a tree, depth first from its root."""
    writer = _Writer(graph, ink or Plain())
    yield from writer.heading()
    yield from writer.tree()


class _Writer:
    def __init__(self, graph: "nx.DiGraph[int]", ink: Ink) -> None:
        self._graph = graph
        self._ink = ink
        self._signs = _DRAWN if ink.signs else _ASCII
        self._wide = len(str(max(len(graph) - 1, 0)))

    def heading(self) -> Iterator[str]:
        """Yield the position and what the tree is."""
        about = self._graph.graph
        yield f"{self._graph.nodes[about['root']]['position']}\n"
        what = {
            "strategy": "a strategy",
            "full": "all moves",
            "line": "a line of best play",
        }[about["kind"]]
        if about["side"] is None and about["kind"] == "strategy":
            what = "no strategy is proven"
        elif about["side"]:
            what += f" of {seats_in_words(about['side'])}"
        whose = seats_in_words(about["coalition"])
        size = count(len(self._graph), "position")
        dot = f" {self._signs.dot} "
        yield dot.join([what, f"values are those of {whose}", size]) + "\n\n"

    def tree(self) -> Iterator[str]:
        """Yield the nodes from the root on."""
        graph, signs, ink = self._graph, self._signs, self._ink
        root = graph.graph["root"]
        data = graph.nodes[root]
        verdict = self._verdict(data["plies"], data)
        yield f"{self._number(root)}{verdict}{self._end(data)}\n"
        seen = {root}
        below = self._moves(root, "")
        while below:
            source, goal, head, tail = below.pop()
            edge, data = graph.edges[source, goal], graph.nodes[goal]
            several = len(graph.adj[source]) > 1
            star = " *" if edge["best"] and several else ""
            told = f"{graph.nodes[source]['mover']}: {ink.move(edge['move'])}"
            told += f"{star}  {self._verdict(edge['plies'], data)}"
            if goal in seen:
                sign = signs.back if edge["repetition"] else signs.see
                blank = " " * (self._wide + 2)
                yield f"{blank}{head}{told} {ink.faint(f'{sign} {goal}')}\n"
                continue
            seen.add(goal)
            yield f"{self._number(goal)}{head}{told}{self._end(data)}\n"
            below += self._moves(goal, tail)

    def _moves(self, node: int, tail: str) -> list[_Line]:
        """Return the moves of a node, the first one last."""
        goals = list(self._graph.adj[node])
        if len(goals) == 1:
            return [_Line(node, goals[0], tail, tail)]
        signs = self._signs
        found = [
            _Line(node, goal, tail + signs.branch, tail + signs.goes_on)
            for goal in goals
        ]
        if found:
            found[-1] = _Line(node, goals[-1], tail + signs.last, tail + "   ")
        return found[::-1]

    def _number(self, node: int) -> str:
        return self._ink.faint(f"{node:{self._wide}}") + "  "

    def _verdict(self, plies: int | None, data: Mapping[str, str]) -> str:
        """Write a value, and in how many moves it comes, counted as ``plies`` is."""
        at_least, at_most = _BOUNDS[data["at_least"]], _BOUNDS[data["at_most"]]
        words = bounds_in_words(at_least, at_most)
        if plies is not None:
            words += f" in {plies}"
        return self._ink.value(words, at_least if at_least is at_most else None)

    def _end(self, data: Mapping[str, str | None]) -> str:
        """Write how the game ended, or that the moves are cut and why."""
        if data["outcome"] is not None:
            return self._ink.faint(f"  {self._signs.dot} {data['outcome']}")
        if data["cut"] is not None:
            return self._ink.faint(f"  {self._signs.cut} cut: {data['cut']}")
        return ""
