"""One puzzle, played: the answers of a person are judged, the strongest reply follows.

A puzzle asks for a win, or to save a draw, for its side.  It is solved when the game
ends so, and missed with the first move that gives the value away.
"""

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, NamedTuple

from kozyr import notation
from kozyr.engine import DEFAULT_MEMORY, Progress, choose
from kozyr.errors import OptionError, UnprovenError
from kozyr.match import Game
from kozyr.moves import Kind, Move
from kozyr.puzzles.record import Puzzle
from kozyr.puzzles.score import Result
from kozyr.solution import Solution, count, seats_in_words
from kozyr.solve import solve
from kozyr.values import REPETITION, Value

if TYPE_CHECKING:
    from kozyr.games.durak import Durak
    from kozyr.games.kryt import Kryt

MOST_HINTS = 3
HELD = 40
"""After so many own moves a draw that was never given away counts as saved."""
_DISTANCE_NODES = 300_000
"""What finding the longest resistance may cost; less of it is a strong reply too."""
_MOST_TRIED = 8
"""Replies to a draw of which is asked how hard they are to meet."""
_USE = {
    Kind.ATTACK: "an attack",
    Kind.COVER: "a cover",
    Kind.ADD: "a card added",
    Kind.TRANSFER: "a transfer",
    Kind.TAKE: "take",
    Kind.DONE: "done",
    Kind.LEAD: "a lead",
    Kind.COVER_AND_LEAD: "a cover and a lead",
    Kind.COVER_OUT: "the last cover",
    Kind.PICK_UP: "pickup",
    Kind.SWAP: "the exchange of the trump 6",
}


class Played(NamedTuple):
    """A move that was played: by which seat, and whether it had no other."""

    seat: int
    move: Move
    forced: bool = False


@dataclass(frozen=True)
class Mistake:
    """The move that gave the value away: what it cost, and what was right.

    ``before`` and ``after`` are values for the side of the puzzle.  ``refutation`` is
    best play after the move; it is empty where the situation came back, which is
    ``repeats``.  ``right`` is best play instead of the move, both from ``position``.
    """

    position: "Durak | Kryt"
    move: Move
    before: Value
    after: Value
    refutation: tuple[Move, ...]
    right: tuple[Move, ...]
    repeats: bool = False


@dataclass(frozen=True)
class Limits:
    """What judging one position may take: seconds and megabytes."""

    time: float | None = None
    memory: float = DEFAULT_MEMORY
    progress: Progress | None = field(default=None, compare=False)


class Attempt:
    """One person at one puzzle.

    ``begin`` first; then ``answer`` until there is a ``result``.  ``wanted`` is what
    the side can get, ``game`` is what has been played.  All of them raise
    ``UnprovenError`` when a limit comes before a value is known, and
    ``KeyboardInterrupt``.
    """

    def __init__(self, puzzle: Puzzle, limits: Limits | None = None) -> None:
        self.puzzle = puzzle
        self.side = puzzle.side
        self.game = Game(puzzle.position)  # type: ignore[arg-type]
        self.result: Result | None = None
        self.mistake: Mistake | None = None
        self.wanted: Value | None = None
        self._limits = limits or Limits()
        self._engine = choose(
            puzzle.position, frozenset(self.side), self._limits.memory
        )
        self._now: Solution | None = None
        self._hints = 0
        self._hinted = False
        self._own = 0

    @property
    def position(self) -> "Durak | Kryt":
        """The position now."""
        return self.game.position

    @property
    def solution(self) -> Solution:
        """What is true of the position now; its value is known."""
        if self._now is None or self._now.position != self.position:
            self._now = self._solved(self.position)
        return self._now

    def begin(self) -> list[Played]:
        """Judge the puzzle and play up to the first choice of its side.

        Raises ``OptionError`` when there is nothing to find: the side is lost anyway,
        or never has a choice.
        """
        self.wanted = self.solution.value
        if self.wanted is Value.LOSS:
            whose = seats_in_words(self.side)
            raise OptionError(f"puzzle: lost for {whose}, so there is nothing to find")
        played = self._go_on()
        if self.result is not None:
            raise OptionError("puzzle: there is never a choice, so nothing to find")
        return played

    def answer(self, move: Move | str) -> list[Played]:
        """Play a move of the side and what follows up to its next choice.

        Sets ``result``, and ``mistake`` with it, when that is the end of the puzzle.
        Raises ``MoveError`` for a text that is no legal move: nothing is played then.
        """
        move = notation.legal_move(move, self.position)
        before = self.solution
        judged = next(each for each in before.moves if each.move == move)
        if judged.value is None:
            raise self._unproven(before)
        assert before.value is not None
        played = [Played(self.position.mover, move)]
        position = self.game.play(move)
        self._own += 1
        self._hints = 0
        if judged.value < before.value:
            line = self._solved(position).line if position.mover else ()
            self._miss(before, move, judged.value, line)
            return played
        if not self._over(before, move):
            played += self._go_on(before, move)
        return played

    def hint(self) -> str:
        """Return a hint, each time a plainer one; the last is the move itself."""
        self._hinted = True
        self._hints = min(self._hints + 1, MOST_HINTS)
        solution = self.solution
        keeping = self.keeping()
        best = solution.best or keeping[0]
        if self._hints == 1:
            if not self._own and self.puzzle.themes:
                return f"The theme is {', '.join(self.puzzle.themes)}."
            return (
                f"{len(keeping)} of {count(len(solution.moves), 'move')} "
                f"{'keeps' if len(keeping) == 1 else 'keep'} the {solution.value}."
            )
        if self._hints == 2:
            return f"It is {_USE[best.kind]}."
        return f"Play {best}."

    def keeping(self) -> list[Move]:
        """Return the moves that keep the value, best first."""
        now = self.solution
        return [each.move for each in now.moves if each.value is now.value]

    def skip(self) -> tuple[Move, ...]:
        """Give the puzzle up and return the right line from the position now."""
        self.result = Result.SKIPPED
        return self.solution.line

    def _go_on(
        self, before: Solution | None = None, choice: Move | None = None
    ) -> list[Played]:
        """Play the replies, and moves of the side that has no choice."""
        played: list[Played] = []
        while True:
            position = self.position
            moves = position.legal_moves()
            ours = position.mover in self.side
            if ours and len(moves) > 1:
                return played
            move = moves[0] if len(moves) == 1 else self._reply()
            played.append(Played(position.mover, move, len(moves) == 1))
            self.game.play(move)
            if self._over(before, choice):
                return played

    def _over(self, before: Solution | None, choice: Move | None) -> bool:
        """Tell whether the puzzle is at its end, and note its result."""
        outcome = self.game.outcome
        if outcome is None and self._own < HELD:
            return False
        won = self.wanted is Value.WIN
        if won and outcome is not None and outcome.draw == REPETITION:
            assert before is not None and choice is not None
            self._miss(before, choice, Value.DRAW, ())
        elif outcome is not None or not won:
            self.result = Result.HINTED if self._hinted else Result.SOLVED
        return self.result is not None

    def _miss(
        self, before: Solution, move: Move, after: Value, line: tuple[Move, ...]
    ) -> None:
        assert before.value is not None
        self.result = Result.MISSED
        repeats = self.game.position.outcome is None and self.game.outcome is not None
        position: Durak | Kryt = before.position  # type: ignore[assignment]
        self.mistake = Mistake(
            position, move, before.value, after, line, before.line, repeats
        )

    def _reply(self) -> Move:
        """Return the move that makes it hardest for the side.

        Lost, that is the longest resistance; drawn, the move after which the side has
        the smallest share of moves that hold.
        """
        now = self.solution
        if now.value is not Value.DRAW:
            farthest = self._solve(self.position, distance=True, nodes=_DISTANCE_NODES)
            return farthest.best or now.best or now.moves[0].move
        holding = [each.move for each in now.moves if each.value is Value.DRAW]
        if len(holding) == 1:
            return holding[0]
        return min(holding[:_MOST_TRIED], key=self._ease)

    def _ease(self, move: Move) -> float:
        """Return the share of the side's next moves that hold; an end is easiest."""
        after = self.position.after(move)
        if after.outcome is not None:
            return 2.0
        if after.situation is not None and after.situation in {
            each.situation for each in self.game.positions
        }:
            return 2.0
        if after.mover not in self.side:
            return 1.0
        values = [each.value for each in self._solve(after).moves]
        return values.count(Value.DRAW) / len(values)

    def _solve(
        self, position: "Durak | Kryt", distance: bool = False, nodes: int | None = None
    ) -> Solution:
        return solve(
            position,
            self.side,
            distance=distance,
            time=self._limits.time,
            nodes=nodes,
            memory=self._limits.memory,
            progress=self._limits.progress,
            engine=self._engine,
        )

    def _solved(self, position: "Durak | Kryt") -> Solution:
        solution = self._solve(position)
        if solution.value is None:
            raise self._unproven(solution)
        return solution

    def _unproven(self, solution: Solution) -> UnprovenError:
        stopped = solution.stopped or "time"
        return UnprovenError(
            f"puzzle: not solved within the limit of {stopped}", stopped
        )
