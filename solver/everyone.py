"""What a table of three or more asks first: who can be made the durak, and who not?

For each seat alone against all the others together: can it make sure that it does not
become the durak, or can the others force it to be?
"""

from dataclasses import dataclass
from typing import TYPE_CHECKING

from kozyr.engine import DEFAULT_MEMORY, Budget, Progress, Stop, TablesSetting, choose
from kozyr.options import Options, checked_position
from kozyr.solution import known, position_to_dict, verdict_to_dict
from kozyr.values import Value

if TYPE_CHECKING:
    from kozyr.position import Position


@dataclass(frozen=True, slots=True)
class SeatAnswer:
    """What is proven for one seat, alone against all the others."""

    seat: int
    at_least: Value
    at_most: Value
    plies: int | None = None

    @property
    def value(self) -> Value | None:
        """The value for the seat, ``None`` while it is unknown."""
        return known(self.at_least, self.at_most)

    @property
    def safe(self) -> bool | None:
        """Whether the seat can make sure not to become the durak (not to lose).

        Where it can't, the others together can force it to be the durak: ``False``.
        ``None`` while neither is proven.
        """
        if self.at_least is not Value.LOSS:
            return True
        return False if self.at_most is Value.LOSS else None

    def to_dict(self) -> dict[str, object]:
        """Return the seat as one entry of ``seats`` in JSON."""
        return {
            "seat": self.seat,
            **verdict_to_dict(self.at_least, self.at_most, self.plies),
            "safe": self.safe,
        }


@dataclass(frozen=True, slots=True)
class Everyone:
    """The answers for all seats of a position; ``stopped`` as in ``Solution``."""

    position: "Position"
    seats: tuple[SeatAnswer, ...]
    nodes: int
    seconds: float
    stopped: Stop | None = None

    def to_dict(self) -> dict[str, object]:
        """Return the JSON object of ``kozyr solve --all``."""
        return {
            **position_to_dict(self.position),
            "seats": [each.to_dict() for each in self.seats],
            "nodes": self.nodes,
            "seconds": round(self.seconds, 6),
        }


def everyone(
    position: "str | Position",
    *,
    distance: bool = False,
    time: float | None = None,
    nodes: int | None = None,
    memory: float = DEFAULT_MEMORY,
    tables: TablesSetting = True,
    progress: Progress | None = None,
) -> Everyone:
    """Return for every seat what it gets alone against all the others.

    The limits are those of ``solve``, for all seats together; what one seat leaves is
    shared among those after it.  Ctrl-C ends the search: ``stopped`` is
    ``"interrupt"`` and the seats say what is proven.  Raises ``PositionError`` and
    ``OptionError``.
    """
    Options(None, distance, time, nodes, memory, tables)
    start = checked_position(position)
    whole = Budget(time=time, nodes=nodes, memory=memory)
    engine = choose(start, frozenset([start.mover]), memory, tables)
    answers: list[SeatAnswer] = []
    stopped: Stop | None = None
    for seat in range(1, start.seats + 1):
        answer = SeatAnswer(seat, Value.LOSS, Value.WIN)
        left = start.seats - len(answers)
        share = _share(whole, left, progress)
        if share is not None and stopped != "interrupt":
            try:
                verdict = engine.judge(start, frozenset([seat]), distance, share)
                plies = verdict.plies if distance else None
                answer = SeatAnswer(seat, verdict.at_least, verdict.at_most, plies)
            except KeyboardInterrupt:
                share.stopped = "interrupt"
            whole.spend(share.nodes)
            stopped = share.stopped or stopped
        answers.append(answer)
    if None not in [each.value for each in answers]:
        stopped = None
    return Everyone(start, tuple(answers), whole.nodes, whole.seconds, stopped)


def _share(whole: Budget, seats: int, progress: Progress | None) -> Budget | None:
    """Return one seat's share of what is left; ``None`` when nothing is."""
    time, nodes = whole.seconds_left, whole.nodes_left
    if time == 0 or nodes == 0:
        return None

    def report(spent: int, _: float) -> None:
        if progress is not None:
            progress(whole.nodes + spent, whole.seconds)

    return Budget(
        time=None if time is None else time / seats,
        nodes=None if nodes is None else max(1, nodes // seats),
        memory=whole.memory,
        progress=report,
    )
