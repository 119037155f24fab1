"""Brute force that shares nothing with the solvers: "is it won within r plies?"

A recursion over the legal moves, for r = 0, 1, 2, ... until nothing more is won: for
regions of some thousand positions.
"""

from collections.abc import Collection

from kozyr.position import Position
from kozyr.values import Value

Results = dict[Position, tuple[Value, int | None]]
"""Value and plies of every position that play can reach from a root."""


def results(root: Position, coalition: Collection[int]) -> Results:
    """Return what every position is worth, and how far the end is."""
    graph = _graph(root)
    found: Results = {position: (Value.DRAW, None) for position in graph}
    for wanted in (Value.WIN, Value.LOSS):
        won_before: set[Position] = set()
        plies = 0
        while True:
            won = _won_within(graph, coalition, wanted, won_before)
            if won == won_before and plies:
                break
            for position in won - won_before:
                found[position] = (wanted, plies)
            won_before = won
            plies += 1
    return found


Graph = dict[Position, list[tuple[int, Position]]]


def _graph(root: Position) -> Graph:
    graph: Graph = {}
    left = [root]
    while left:
        position = left.pop()
        if position in graph:
            continue
        graph[position] = []
        for move in position.legal_moves():
            after = position.play(move)
            if after.situation is not None and after.situation == root.situation:
                after = root
            graph[position].append((move.plies, after))
            left.append(after)
    return graph


def _won_within(
    graph: Graph,
    coalition: Collection[int],
    wanted: Value,
    won_one_ply_less: set[Position],
) -> set[Position]:
    """Return what is won within a ply more than ``won_one_ply_less`` is."""
    known: dict[Position, bool] = {}

    def won(position: Position) -> bool:
        if position not in known:
            outcome = position.outcome
            if outcome is not None:
                known[position] = outcome.value_for(coalition) is wanted
            else:
                good = [
                    after in won_one_ply_less if plies else won(after)
                    for plies, after in graph[position]
                ]
                ours = (position.mover in coalition) == (wanted is Value.WIN)
                known[position] = any(good) if ours else all(good)
        return known[position]

    return {position for position in graph if won(position)}
