"""What the nodes and edges of a decision tree carry, with the names of the JSON.

``position``, ``mover``, ``value``, ``at_least``, ``at_most``, ``plies`` and ``move``
mean what they mean in the answer of ``kozyr solve --json``.
"""

from typing import TYPE_CHECKING

from kozyr.engine import Verdict
from kozyr.solution import MoveAnswer, position_to_dict, verdict_to_dict

if TYPE_CHECKING:
    from kozyr.position import Position

GRAPH_FIELDS: dict[str, type] = {
    "root": int,
    "kind": str,
    "coalition": str,
    "side": str,
    "stopped": str,
}
"""Attributes of a graph with their types where they are written as text.

``coalition`` and ``side`` (``None`` unless it is a strategy) are lists of seats,
written as ``1,3``.  ``stopped`` names a limit that left something open, or ``None``.
"""

NODE_FIELDS: dict[str, type] = {
    "position": str,
    "mover": int,
    "value": str,
    "at_least": str,
    "at_most": str,
    "plies": int,
    "outcome": str,
    "cut": str,
}
"""Attributes of a node with their types; the last three may be ``None``.

``outcome`` says how a game ended (``seat 2 loses``, ``both out``, ``final response``).
``cut`` names what kept the moves of a node out: ``depth``, ``max-nodes``, a limit of
the search (``time``, ``nodes``, ``memory``), ``interrupt``, or ``unknown`` where the
search gave up by itself.
"""

EDGE_FIELDS: dict[str, type] = {
    "move": str,
    "value": str,
    "plies": int,
    "best": bool,
    "repetition": bool,
}
"""Attributes of an edge with their types; ``plies`` may be ``None``.

``best`` marks the move to play, for whoever moves.  ``repetition`` marks an edge back
to a position that was passed on the way there; without these a graph has no circles.
"""


def node_fields(position: "Position", verdict: Verdict) -> dict[str, object]:
    """Return the attributes of a node that is not cut."""
    outcome = position.outcome
    return {
        **position_to_dict(position),
        **verdict_to_dict(verdict.at_least, verdict.at_most, verdict.plies),
        "outcome": None if outcome is None else str(outcome),
        "cut": None,
    }


def edge_fields(answer: MoveAnswer, best: bool) -> dict[str, object]:
    """Return the attributes of an edge that does not lead back."""
    return {**answer.to_dict(), "best": best, "repetition": False}
