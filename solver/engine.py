"""What the driver asks and what a search answers: budget, verdict, engine.

An engine judges one position; it knows nothing of best moves, lines or texts.
``choose`` names the engine for a position.
"""

from collections.abc import Callable
from time import monotonic
from typing import TYPE_CHECKING, Literal, NamedTuple, Protocol

from kozyr.values import Value

if TYPE_CHECKING:
    from kozyr.position import Position

Stop = Literal["time", "nodes", "memory", "interrupt"]
Progress = Callable[[int, float], None]
"""Called about ten times a second with the nodes and seconds spent so far."""

PROGRESS_SECONDS = 0.1
DEFAULT_MEMORY = 1000.0
"""Megabytes that any laptop can spare."""


class Budget:
    """What one question may cost, and what it has cost so far.

    Every few milliseconds an engine asks ``take`` for nodes, or tells ``spend`` what
    it has used, and returns what it has proven as soon as the answer is no;
    ``stopped`` then names the limit.  All questions about one position (its value,
    its moves, its line) share one budget.
    """

    __slots__ = (
        "_next_report",
        "_progress",
        "_started",
        "deadline",
        "memory",
        "nodes",
        "nodes_limit",
        "stopped",
    )

    def __init__(
        self,
        *,
        time: float | None = None,
        nodes: int | None = None,
        memory: float = DEFAULT_MEMORY,
        progress: Progress | None = None,
    ) -> None:
        """Start the clock: ``time`` in seconds, ``memory`` in megabytes."""
        self.memory = memory
        self.nodes = 0
        self.nodes_limit = nodes
        self.stopped: Stop | None = None
        self._started = monotonic()
        self.deadline = None if time is None else self._started + time
        """When to stop, on the clock of ``time.monotonic``."""
        self._progress = progress
        self._next_report = self._started + PROGRESS_SECONDS

    @property
    def seconds(self) -> float:
        """How long ago the budget was opened."""
        return monotonic() - self._started

    @property
    def seconds_left(self) -> float | None:
        """Seconds to the deadline, never negative; ``None`` without one."""
        if self.deadline is None:
            return None
        return max(0.0, self.deadline - monotonic())

    @property
    def nodes_left(self) -> int | None:
        """Nodes that may still be spent; ``None`` without a limit."""
        if self.nodes_limit is None:
            return None
        return max(0, self.nodes_limit - self.nodes)

    def take(self, nodes: int, used: int = 0) -> int:
        """Grant a search that holds ``used`` bytes up to ``nodes`` more nodes.

        Returns how many are granted and counts them as spent; 0 means stop.
        """
        left = self.nodes_left
        if self.stopped is None and used > self.memory * 1_000_000:
            self.stopped = "memory"
        if not self.spend():
            return 0
        granted = nodes if left is None else min(nodes, left)
        self.nodes += granted
        return granted

    def spend(self, nodes: int = 0) -> bool:
        """Count nodes, report progress and tell whether the search may go on."""
        self.nodes += nodes
        if self.stopped is not None:
            return False
        now = monotonic()
        if self.nodes_limit is not None and self.nodes >= self.nodes_limit:
            self.stopped = "nodes"
        elif self.deadline is not None and now >= self.deadline:
            self.stopped = "time"
        if self._progress is not None and now >= self._next_report:
            self._next_report = now + PROGRESS_SECONDS
            self._progress(self.nodes, now - self._started)
        return self.stopped is None


class Verdict(NamedTuple):
    """What is proven about one position, always for the coalition.

    ``plies`` is the exact number of moves to the end from this position, ``None``
    for a draw, when not asked for, or when unknown.  ``rank`` belongs to a decided
    position of a game that can go round in circles: a number that depends on the
    position alone and falls along the winning side's best moves (a bout may count
    as one step, for inside it nothing comes back).
    """

    at_least: Value
    at_most: Value
    plies: int | None = None
    rank: int | None = None

    @property
    def value(self) -> Value | None:
        """The value for the coalition, ``None`` while the bounds differ."""
        return self.at_least if self.at_least is self.at_most else None


NOTHING = Verdict(Value.LOSS, Value.WIN)
"""The verdict of someone who has proven nothing."""


class Engine(Protocol):
    """A search; it may keep what it has proven from one question to the next."""

    def judge(
        self,
        position: "Position",
        coalition: frozenset[int],
        distance: bool,
        budget: Budget,
    ) -> Verdict:
        """Return what is proven about a position that is not over.

        With ``distance`` the verdict of a win or loss has its exact plies.  Stops at
        the budget, sets ``budget.stopped`` and returns what is proven by then; asked
        after that, it searches no more and returns what it happens to know.
        Ctrl-C may come out as ``KeyboardInterrupt`` or as ``stopped``.
        """


TablesSetting = str | bool
"""Which endgame tables to read: a directory, ``False`` for none, ``True`` for those
that the environment names, else those in the user's cache (``kozyr.tables.home``)."""

Kind = Literal["podkidnoy", "circular", "first attack", "kryt", "reference"]
"""The engines there are; one serves every question of its kind, but that of a first
attack (with its own limit) serves one game only."""


def kind_for(position: "Position", coalition: frozenset[int]) -> Kind:
    """Return which engine serves a question: a kernel where there is one."""
    # Both seats together are a question that the kernel does not know.
    alone = len(coalition) == 1
    if position.game == "podkidnoy" and position.seats == 2 and alone:
        return "podkidnoy"
    if position.game == "kryt" and alone and not position.stock:
        return "kryt"
    if position.game != "kryt" and not position.stock:
        # Typed by its game alone; Kryt' has no limit.
        limit = getattr(position, "limit", 6)
        return "first attack" if limit == 5 else "circular"
    return "reference"


def make(kind: Kind, memory: float, tables: TablesSetting = True) -> Engine:
    """Return a fresh engine that keeps within ``memory`` megabytes.

    Raises ``OptionError`` and ``TableError`` for tables that can't be read.
    """
    # Imported here: a question pays only for the engine that answers it.
    if kind == "podkidnoy":
        from kozyr.podkidnoy_engine import PodkidnoyEngine

        return PodkidnoyEngine(memory, tables)
    if kind == "kryt":
        from kozyr.kryt_engine import KrytEngine

        return KrytEngine(memory)
    if kind in ("circular", "first attack"):
        from kozyr.circular_engine import CircularEngine

        return CircularEngine(memory, tables)
    from kozyr.reference import ReferenceEngine

    return ReferenceEngine(memory)


def choose(
    position: "Position",
    coalition: frozenset[int],
    memory: float = DEFAULT_MEMORY,
    tables: TablesSetting = True,
) -> Engine:
    """Return a fresh engine for a position, within ``memory`` megabytes.

    Raises what ``make`` does.
    """
    return make(kind_for(position, coalition), memory, tables)
