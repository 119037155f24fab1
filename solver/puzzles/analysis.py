"""What makes a position a puzzle: its solution and every choice along the main line."""

from collections.abc import Iterable
from typing import TYPE_CHECKING, NamedTuple

from kozyr.engine import Budget, Engine, choose
from kozyr.options import Options
from kozyr.solution import MoveAnswer, Solution
from kozyr.solve import Search
from kozyr.values import Value

if TYPE_CHECKING:
    from kozyr.moves import Move
    from kozyr.position import Position


class Step(NamedTuple):
    """One move of the main line; ``keeping`` are all moves that keep the value.

    They are known for the side that solves the puzzle alone (``ours``).
    """

    position: "Position"
    move: "Move"
    ours: bool
    keeping: tuple["Move", ...]

    @property
    def key(self) -> bool:
        """Whether it is ours, there was a choice, and no other move would do."""
        choice = len(self.position.legal_moves()) > 1
        return self.ours and choice and len(self.keeping) == 1


class Analysis(NamedTuple):
    """A solved position: all that grading it and naming its themes ask for.

    ``effort`` is the nodes that a fresh search took to find the value.
    """

    solution: Solution
    steps: tuple[Step, ...]
    effort: int

    @property
    def keys(self) -> tuple[Step, ...]:
        """The steps at which only one move keeps the value."""
        return tuple(step for step in self.steps if step.key)

    @property
    def choices(self) -> int:
        """How often the solving side has a choice along the main line."""
        return sum(
            step.ours and len(step.position.legal_moves()) > 1 for step in self.steps
        )

    @property
    def strict(self) -> bool:
        """Whether every choice of the solving side has one answer only."""
        return len(self.keys) == self.choices


def keeping(
    moves: Iterable[MoveAnswer], value: Value | None
) -> "tuple[Move, ...] | None":
    """Return the moves that keep a position's value; ``None`` while one is unknown."""
    kept = []
    for each in moves:
        if value is None or each.at_least <= value <= each.at_most:
            if value is None or each.value is None:
                return None
            kept.append(each.move)
    return tuple(kept)


class Analyst:
    """Looks at one position, with one engine and one budget."""

    def __init__(
        self, position: "Position", coalition: tuple[int, ...], budget: Budget
    ) -> None:
        self.position = position
        self.coalition = coalition
        self.budget = budget
        seats = frozenset(coalition)
        # Without tables, so that the effort is the same on every machine.
        self._engine: Engine = choose(position, seats, budget.memory, tables=False)
        self.first = self._search(position)
        self.effort = 0

    def value(self) -> Value | None:
        """Find the value and what it costs; ``None`` at the limit."""
        value = self.first.judge().value
        self.effort = self.budget.nodes
        self._heed_interrupts()
        return value

    def keeping(self) -> "tuple[Move, ...] | None":
        """Return all moves that keep the value; ``None`` at the limit."""
        self.first.judge_moves()
        self._heed_interrupts()
        return self._kept(self.first)

    def analysis(self) -> Analysis | None:
        """Follow the main line: the fastest win against the longest defence.

        ``None`` at the limit.  Comes after ``value``.
        """
        value = self.first.root.value
        solution = self._search(self.position, distance=True).solution()
        if value is None or self.budget.stopped is not None:
            return None
        steps = []
        here = self.position
        for move in solution.line:
            ours = here.mover in self.coalition
            kept: tuple[Move, ...] | None = ()
            if ours:
                search = self._search(here)
                search.judge_moves()
                kept = self._kept(search)
            self._heed_interrupts()
            if kept is None:
                return None
            steps.append(Step(here, move, ours, kept))
            here = here.after(move)
        return Analysis(solution, tuple(steps), self.effort)

    def _heed_interrupts(self) -> None:
        # A search that Ctrl-C stopped only says that it was stopped.
        if self.budget.stopped == "interrupt":
            raise KeyboardInterrupt

    def _search(self, position: "Position", distance: bool = False) -> Search:
        options = Options(self.coalition, distance)
        return Search(position, options, None, self._engine, self.budget)

    def _kept(self, search: Search) -> "tuple[Move, ...] | None":
        answers = (child.answer() for child in search.children)
        return keeping(answers, search.root.value)
