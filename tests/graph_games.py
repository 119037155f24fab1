"""A made-up game whose rules are a table of edges: circles of every shape."""

from collections.abc import Hashable
from random import Random
from typing import NamedTuple

from kozyr.errors import Problem
from kozyr.moves import SWAP, Kind, Move
from kozyr.values import Outcome


class Table:
    """Who moves at each node and what may follow; at an end, how it is one."""

    def __init__(self, rng: Random, nodes: int) -> None:
        """Draw three seats' nodes at random; a quarter of them are ends.

        Two moves may lead to one node; free moves lead to later ones, so that they
        make no circle among themselves.
        """
        ends = [rng.random() < 0.25 for _ in range(nodes)]
        self.edges: list[tuple[tuple[Move, int], ...]] = []
        for node in range(nodes):
            moves = []
            if not ends[node]:
                for number in range(rng.randint(1, 4)):
                    moves.append((Move(Kind.ATTACK, number), rng.randrange(nodes)))
                if node + 1 < nodes and rng.random() < 0.2:
                    moves.append((SWAP, rng.randrange(node + 1, nodes)))
            self.edges.append(tuple(moves))
        self.movers = [0 if end else rng.randint(1, 3) for end in ends]
        self.outcomes = [
            Outcome(rng.choice((1, 2, 3, None))) if end else None for end in ends
        ]


class Node(NamedTuple):
    """A position of such a game."""

    table: Table
    number: int = 0
    game: str = "graph"
    trump: int = 0
    hands: tuple[int, ...] = (1, 1, 1)
    stock: tuple[int, ...] = ()

    @property
    def mover(self) -> int:
        return self.table.movers[self.number]

    @property
    def seats(self) -> int:
        return 3

    @property
    def outcome(self) -> Outcome | None:
        return self.table.outcomes[self.number]

    @property
    def situation(self) -> Hashable | None:
        return self.number

    def legal_moves(self) -> tuple[Move, ...]:
        return tuple(move for move, _ in self.table.edges[self.number])

    def play(self, move: Move | str) -> "Node":
        return {str(each): after for each, after in self.successors()}[str(move)]

    def after(self, move: Move) -> "Node":
        return dict(self.successors())[move]

    def successors(self) -> list[tuple[Move, "Node"]]:
        edges = self.table.edges[self.number]
        return [(move, self._replace(number=to)) for move, to in edges]

    def problems(self) -> tuple[Problem, ...]:
        return ()
