"""Engines that say what they are told, for tests of whoever asks them."""

from collections.abc import Mapping

from kozyr.engine import NOTHING, Budget, Stop, Verdict
from kozyr.position import Position
from kozyr.values import Value

WON = Verdict(Value.WIN, Value.WIN)
DRAWN = Verdict(Value.DRAW, Value.DRAW)
LOST = Verdict(Value.LOSS, Value.LOSS)


def won(plies: int | None = None, rank: int | None = None) -> Verdict:
    return Verdict(Value.WIN, Value.WIN, plies, rank)


def lost(plies: int | None = None, rank: int | None = None) -> Verdict:
    return Verdict(Value.LOSS, Value.LOSS, plies, rank)


class Scripted:
    """Knows the positions it is told about and stops when asked about another.

    ``verdicts`` go by the text of the position; ``asked`` lists the questions.
    """

    def __init__(
        self, verdicts: Mapping[str, Verdict], stop: Stop | type[BaseException] = "time"
    ) -> None:
        self.verdicts = verdicts
        self.stop = stop
        self.asked: list[str] = []

    def judge(
        self,
        position: Position,
        coalition: frozenset[int],
        distance: bool,
        budget: Budget,
    ) -> Verdict:
        self.asked.append(str(position))
        if str(position) in self.verdicts:
            budget.spend(1)
            return self.verdicts[str(position)]
        if not isinstance(self.stop, str):
            raise self.stop
        budget.stopped = budget.stopped or self.stop
        return NOTHING


def after(position: Position, *moves: str) -> str:
    """Return the text of the position after some moves."""
    for move in moves:
        position = position.play(move)
    return str(position)


def told(
    position: Position,
    root: Verdict,
    moves: Mapping[str, Verdict],
    stop: Stop | type[BaseException] = "time",
) -> Scripted:
    """Return an engine that knows a position and the positions after some moves."""
    known = {after(position, move): verdict for move, verdict in moves.items()}
    return Scripted({str(position): root} | known, stop)
