"""A strategy as a certificate needs it: closed under every reply, and finite.

Breadth first from the root: in a position of its own the side takes one move, in any
other every reply is followed, and positions that were met before are not entered again.
"""

from array import array
from collections.abc import Iterator
from sys import getsizeof
from typing import TYPE_CHECKING

from kozyr.certificate import text, title
from kozyr.engine import Budget, Engine, Verdict
from kozyr.errors import KozyrError
from kozyr.values import Value
from kozyr.verify import has_left, repeats

if TYPE_CHECKING:
    from kozyr.moves import Move
    from kozyr.position import Position

_BYTES = 290
"""What a position costs beside itself: its parts, number, verdict and edges."""
_VERDICT = 250
"""What a verdict costs, with a position that may be in no strategy."""
_FEW = 64
"""Positions entered between two looks at the budget."""


class Closure:
    """The positions of one side's strategy, numbered as a certificate lists them."""

    def __init__(
        self,
        root: "Position",
        side: tuple[int, ...],
        wins: bool,
        engine: Engine,
        coalition: frozenset[int],
        budget: Budget,
        most: int | None = None,
    ) -> None:
        """Start with the root, which ``side`` wins (or does not lose).

        ``engine`` is asked for ``coalition``.  ``most`` is how many positions there
        may be at most.
        """
        self.side = side
        self.wins = wins
        self.stopped: str | None = None
        """The limit that stopped it: that of the budget, or ``"positions"``."""
        self.size = 0
        """How many positions it has, once it is closed."""
        self.ranks = array("i")
        """For a win, the most moves from each position to the end."""
        self._root = root
        self._engine = engine
        self._coalition = coalition
        self._budget = budget
        self._most = most
        self._bytes = 0
        self._positions = [root]
        self._number = {root: 0}
        self._moves: list[Move | None] = []
        self._edges = array("i")
        self._first_edge = array("q")
        self._verdicts: dict[Position, Verdict] = {}

    @property
    def most_moves(self) -> int | None:
        """The most moves that a win takes from the root; ``None`` without one."""
        return self.ranks[0] if self.wins else None

    def close(self) -> bool:
        """Follow everything to its end; ``False`` when a limit came first."""
        for number, position in enumerate(self._positions):
            if number % _FEW == 0 and not self._may_go_on():
                return False
            if position.mover in self.side:
                step = self._chosen(position)
                if step is None:
                    self.stopped = self._budget.stopped
                    return False
                steps = [step]
                self._moves.append(step[0])
            else:
                steps = sorted(position.successors(), key=lambda step: text(step[0]))
                self._moves.append(None)
            self._first_edge.append(len(self._edges))
            for _, after in steps:
                fate = self._fate(after)
                if fate is None:
                    self._edges.append(self._enter(after))
                elif not self._suits(fate):
                    raise self._contradiction(position)
        if not self._may_go_on():
            return False
        self._first_edge.append(len(self._edges))
        self.size = len(self._positions)
        if self.wins:
            self._rank()
        # Its lines need no more than moves and ranks.
        self._verdicts.clear()
        self._number.clear()
        self._positions.clear()
        return True

    def lines(self) -> Iterator[str]:
        """Yield the lines of a certificate for this strategy."""
        yield title(self.side, self.wins)
        for number, move in enumerate(self._moves):
            parts = [str(self.ranks[number])] if self.wins else []
            if move is not None:
                parts.append(text(move))
            if parts:
                yield " ".join(parts)
        yield f"end {self.size}"

    def _may_go_on(self) -> bool:
        if self._bytes > self._budget.memory * 1_000_000:
            self._budget.stopped = self._budget.stopped or "memory"
        if not self._budget.spend():
            self.stopped = self._budget.stopped
        elif self._most is not None and len(self._positions) > self._most:
            self.stopped = "positions"
        return self.stopped is None

    def _enter(self, position: "Position") -> int:
        """Return the number of a position, a new one if it was not met before."""
        position = self._merged(position)
        number = self._number.get(position)
        if number is None:
            number = self._number[position] = len(self._positions)
            self._positions.append(position)
            self._bytes += getsizeof(position) + _BYTES
        return number

    def _merged(self, position: "Position") -> "Position":
        """Return the root for what the rules call its repetition.

        A first attack with its own limit is repeated by the same hands without it.
        """
        return self._root if repeats(position, self._root) else position

    def _fate(self, position: "Position") -> Value | None:
        """Return what the side has for certain where nothing more is followed."""
        outcome = position.outcome
        if outcome is not None:
            return outcome.value_for(self.side)
        left = not self.wins and has_left(self.side, position)
        return Value.DRAW if left else None

    def _suits(self, value: Value) -> bool:
        return value is Value.WIN or (value is Value.DRAW and not self.wins)

    def _chosen(self, position: "Position") -> "tuple[Move, Position] | None":
        """Return a move that keeps what the side has; ``None`` at the limit."""
        steps = []
        for move, after in position.successors():
            fate = self._fate(after)
            if fate is None:
                steps.append((move, self._merged(after)))
            elif self._suits(fate):
                return move, after
        if len(steps) == 1:
            return steps[0]
        # What was met before makes nothing longer.
        steps.sort(key=lambda step: step[1] not in self._number)
        if not self.wins and steps[0][1] in self._number:
            return steps[0]
        return self._proven(position, steps)

    def _proven(
        self, position: "Position", steps: "list[tuple[Move, Position]]"
    ) -> "tuple[Move, Position] | None":
        """Return the first move that is proven good, and that brings a win nearer."""
        least: int | None = None
        nearest = None
        for step in steps:
            move, after = step
            if self.wins and after is self._root:
                continue
            verdict = self._verdict(after)
            if verdict.value is None and self._budget.stopped is not None:
                return None
            if not self._suits(verdict.at_least):
                continue
            rank = verdict.rank
            if not self.wins or rank is None:
                return step
            # Ranks never rise; inside a bout, and by an exchange, nothing comes back.
            before = self._verdict(position).rank
            steady = after.situation is None or not move.plies
            if before is not None and (rank < before or (steady and rank == before)):
                return step
            if least is None or rank < least:
                least, nearest = rank, step
        if nearest is None:
            raise self._contradiction(position)
        return nearest

    def _verdict(self, position: "Position") -> Verdict:
        """Return what is proven about a position, for the side."""
        verdict = self._verdicts.get(position)
        if verdict is None:
            verdict = self._engine.judge(position, self._coalition, False, self._budget)
            if not set(self.side) <= self._coalition:
                at_least, at_most, plies, rank = verdict
                verdict = Verdict(Value(-at_most), Value(-at_least), plies, rank)
            if verdict.value is not None:
                self._verdicts[position] = verdict
                self._bytes += _VERDICT
        return verdict

    def _rank(self) -> None:
        """Count back from the ends: the longest way there from each position."""
        edges, first = self._edges, self._first_edge
        size = self.size
        # The edges into each position, one after another.
        start = array("i", bytes(4 * (size + 1)))
        for to in edges:
            start[to + 1] += 1
        for number in range(size):
            start[number + 1] += start[number]
        place = start[:]
        sources = array("i", bytes(4 * len(edges)))
        left = array("i", bytes(4 * size))
        for number in range(size):
            for edge in range(first[number], first[number + 1]):
                to = edges[edge]
                sources[place[to]] = number
                place[to] += 1
            left[number] = first[number + 1] - first[number]
        ranks = self.ranks = array("i", [1]) * size
        done = array("i", (number for number in range(size) if not left[number]))
        for number in done:
            for place_ in range(start[number], start[number + 1]):
                before = sources[place_]
                ranks[before] = max(ranks[before], ranks[number] + 1)
                left[before] -= 1
                if not left[before]:
                    done.append(before)
        if len(done) < size:
            circling = next(number for number in range(size) if left[number])
            raise self._contradiction(self._positions[circling])

    def _contradiction(self, position: "Position") -> KozyrError:
        return KozyrError(f"engine: no strategy at {position}")
