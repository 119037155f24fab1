"""From a position to its solution: ask an engine, judge the moves, follow a line."""

from collections.abc import Collection, Hashable
from typing import TYPE_CHECKING, NamedTuple

from kozyr.engine import (
    DEFAULT_MEMORY,
    NOTHING,
    Budget,
    Engine,
    Progress,
    TablesSetting,
    Verdict,
    choose,
    kind_for,
)
from kozyr.errors import KozyrError
from kozyr.interrupts import interrupts_stop
from kozyr.options import Options, checked_coalition, checked_position
from kozyr.solution import MoveAnswer, Solution
from kozyr.values import REPETITION, Value

if TYPE_CHECKING:
    from kozyr.moves import Move
    from kozyr.position import Position


class Interrupted(KeyboardInterrupt):
    """Ctrl-C during ``solve``; ``solution`` holds what is proven so far."""

    def __init__(self, solution: Solution) -> None:
        self.solution = solution
        super().__init__("interrupted")


def solve(
    position: "str | Position",
    coalition: Collection[int] | None = None,
    *,
    distance: bool = False,
    time: float | None = None,
    nodes: int | None = None,
    memory: float = DEFAULT_MEMORY,
    tables: TablesSetting = True,
    progress: Progress | None = None,
    engine: Engine | None = None,
) -> Solution:
    """Return the exact value of a position, all its moves and a line of best play.

    The value is for the coalition (default: the seat to move).  ``time`` (seconds),
    ``nodes`` and ``memory`` (megabytes) limit the search; then the solution says what
    is proven.  ``tables`` says which endgame tables to read (a directory, ``False`` for
    none).  ``progress`` is called with nodes and seconds while it searches;
    ``engine`` is one to use, and to keep warm, instead of a fresh one.
    Raises ``PositionError``, ``OptionError`` and, on Ctrl-C, ``Interrupted``.
    """
    options = Options(coalition, distance, time, nodes, memory, tables)
    return Search(position, options, progress, engine).solution()


def best(
    position: "str | Position",
    coalition: Collection[int] | None = None,
    *,
    distance: bool = False,
    time: float | None = None,
    nodes: int | None = None,
    memory: float = DEFAULT_MEMORY,
    tables: TablesSetting = True,
    progress: Progress | None = None,
    engine: Engine | None = None,
) -> "Move | None":
    """Return the move to play, ``None`` when a limit came first.

    It is the ``best`` of ``solve``, which explains the arguments, but found without
    judging every move.  Raises the same, and plain ``KeyboardInterrupt``.
    """
    options = Options(coalition, distance, time, nodes, memory, tables)
    return Search(position, options, progress, engine).best()


class Child(NamedTuple):
    """A legal move, the position after it, and what is proven of that."""

    move: "Move"
    after: "Position"
    verdict: Verdict = NOTHING

    def answer(self) -> MoveAnswer:
        """Return what is proven about the move, counted from before it."""
        at_least, at_most, plies, rank = self.verdict
        if plies is not None:
            plies += self.move.plies
        if rank is not None:
            rank += self.move.plies
        ends = self.after.outcome is not None
        return MoveAnswer(self.move, at_least, at_most, plies, rank, ends)


class Search:
    """One position, one budget, one engine: the questions in the order asked.

    ``root`` is what is proven of the position, ``children`` its moves, in order of
    worth once they are judged.
    """

    def __init__(
        self,
        position: "str | Position",
        options: Options,
        progress: Progress | None = None,
        engine: Engine | None = None,
        budget: Budget | None = None,
    ) -> None:
        """Check everything that was asked; raises ``InputError``.

        ``budget`` is one that several searches share; the limits of ``options`` and
        ``progress`` then do not count.
        """
        self.position = checked_position(position)
        self.seats = checked_coalition(options.coalition, self.position)
        self.coalition = frozenset(self.seats)
        self.distance = options.distance
        self.budget = budget or Budget(
            time=options.time,
            nodes=options.nodes,
            memory=options.memory,
            progress=progress,
        )
        self.engine = engine or choose(
            self.position, self.coalition, options.memory, options.tables
        )
        # There a win may be proven, and a limit come before its rank is.
        self._may_circle = kind_for(self.position, self.coalition) == "kryt"
        self.root = NOTHING
        self.children = [Child(*each) for each in self.position.successors()]
        self.line: list[Move] = []
        self.draw: str | None = None

    def solution(self) -> Solution:
        """Judge the position, then its moves, then follow a line of best play."""
        try:
            with interrupts_stop(self.budget):
                self.judge_moves()
                self._follow()
        except KeyboardInterrupt:
            self.budget.stopped = "interrupt"
            self._settle()
        chosen = self.first()
        solution = Solution(
            position=self.position,
            coalition=self.seats,
            at_least=self.root.at_least,
            at_most=self.root.at_most,
            plies=self.root.plies,
            draw=self.draw,
            best=None if chosen is None else chosen.move,
            moves=tuple(child.answer() for child in self.children),
            line=tuple(self.line),
            nodes=self.budget.nodes,
            seconds=self.budget.seconds,
            stopped=self.budget.stopped,
        )
        if self.budget.stopped == "interrupt":
            raise Interrupted(solution)
        return solution

    def best(self) -> "Move | None":
        """Return the best move alone, judging no more moves than that needs."""
        chosen = None
        with interrupts_stop(self.budget):
            chosen = self.step()
            if chosen is None:
                self.judge_moves()
                chosen = self.first()
        if self.budget.stopped == "interrupt":
            raise KeyboardInterrupt
        return None if chosen is None else chosen.move

    def judge(self) -> Verdict:
        """Judge the position, unless ``root`` has its value, and return ``root``."""
        if self.root.value is None:
            self.root = self._judge(self.position)
        return self.root

    def step(self) -> Child | None:
        """Return the best move with no more moves judged than that needs.

        ``None`` at the limit.
        """
        if self.judge().value is None:
            return None
        return self._step(self.position, self.root, set())

    def _judge(self, position: "Position") -> Verdict:
        outcome = position.outcome
        if outcome is not None:
            value = outcome.value_for(self.coalition)
            decided = self.distance and value is not Value.DRAW
            return Verdict(value, value, 0 if decided else None)
        # An engine whose budget is spent still says what it happens to know.
        self.budget.spend()
        if self.budget.stopped == "interrupt":
            return NOTHING
        try:
            verdict = self.engine.judge(
                position, self.coalition, self.distance, self.budget
            )
        except KeyboardInterrupt:
            self.budget.stopped = "interrupt"
            return NOTHING
        return verdict if self.distance else verdict._replace(plies=None)

    def judge_moves(self) -> None:
        """Judge the position, then every move; put everything together, best first."""
        self.judge()
        all_lost = self._all_alike(self.position, self.root)
        for number, child in enumerate(self.children):
            if all_lost is None or child.after.outcome is not None:
                verdict = self._judge(child.after)
            else:
                verdict = all_lost
            self.children[number] = child._replace(verdict=verdict)
        self._settle()

    def _all_alike(self, position: "Position", verdict: Verdict) -> Verdict | None:
        """Return the verdict of every move where all lose and none loses slower."""
        if self.distance or verdict.rank is not None:
            return None
        if self._for_mover(position, verdict).at_most is not Value.LOSS:
            return None
        return Verdict(verdict.at_least, verdict.at_most)

    def _for_mover(self, position: "Position", verdict: Verdict) -> Verdict:
        """Turn a verdict for the coalition into one for the mover's side, or back."""
        if position.mover in self.coalition:
            return verdict
        at_least, at_most, plies, rank = verdict
        return Verdict(Value(-at_most), Value(-at_least), plies, rank)

    def _settle(self) -> None:
        """Draw the conclusions from root to moves and back; sort the moves."""
        root = self._for_mover(self.position, self.root)
        verdicts = [self._for_mover(self.position, c.verdict) for c in self.children]
        at_least = max([root.at_least, *(each.at_least for each in verdicts)])
        at_most = min(root.at_most, max(each.at_most for each in verdicts))
        if at_least > at_most:
            raise self._contradiction(self.position)
        for number, verdict in enumerate(verdicts):
            # No move is worth more than the position; and if all others are worth
            # less, this one is worth as much.
            others = verdicts[:number] + verdicts[number + 1 :]
            alone = all(other.at_most < at_least for other in others)
            verdicts[number] = verdict._replace(
                at_least=at_least if alone else verdict.at_least,
                at_most=min(verdict.at_most, at_most),
            )
        self.children = [
            child._replace(verdict=self._for_mover(self.position, verdict))
            for child, verdict in zip(self.children, verdicts, strict=True)
        ]
        ours = self.position.mover in self.coalition
        self.children.sort(key=lambda child: child.answer().sort_key(ours))
        root = Verdict(at_least, at_most, self._plies(root, at_least, at_most))
        self.root = self._for_mover(self.position, root)._replace(rank=self.root.rank)

    def _plies(self, root: Verdict, at_least: Value, at_most: Value) -> int | None:
        """Return the plies of the root, from its moves where it was left open."""
        if at_least is not at_most or at_least is Value.DRAW or not self.distance:
            return None
        answers = [child.answer() for child in self.children]
        value = self._for_mover(self.position, Verdict(at_least, at_most)).value
        open_or_alike = [each for each in answers if each.value in (value, None)]
        plies = [each.plies for each in open_or_alike if each.plies is not None]
        if len(plies) < len(open_or_alike):
            return root.plies
        found = min(plies) if at_least is Value.WIN else max(plies)
        if root.plies not in (None, found):
            raise self._contradiction(self.position)
        return found

    def first(self) -> Child | None:
        """Return the first of the judged moves, ``None`` unless it is the best.

        It is when it is proven to keep the value and to get on.
        """
        first = self.children[0]
        value = self.root.value
        if value is None or first.verdict.value is not value:
            return None
        won = self._for_mover(self.position, self.root).at_least is Value.WIN
        if won and self._may_circle:
            return first if self._nears_the_end(self.root, first) else None
        if not won or None not in [child.verdict.value for child in self.children]:
            return first
        # Won, but some moves are open: the best of those that are known must bring
        # the end nearer by itself, or asking afresh each time could go in circles.
        if self.distance and self.root.plies is not None:
            return first if first.answer().plies == self.root.plies else None
        before, after = self.root.rank, first.verdict.rank
        if before is None or first.after.outcome is not None:
            return first
        return first if after is not None and after <= before else None

    def _nears_the_end(self, won: Verdict, child: Child) -> bool:
        """Tell whether a winning move is known to get on, not only to keep the win."""
        if child.after.outcome is not None:
            return True
        if self.distance and won.plies is not None:
            return child.answer().plies == won.plies
        before, after = won.rank, child.verdict.rank
        return before is not None and after is not None and after <= before

    def _follow(self) -> None:
        """Play best moves to the end, to a repeated situation, or to the limit."""
        step = self.first()
        seen: set[Hashable] = {self.position.situation}
        while step is not None:
            self.line.append(step.move)
            here = step.after
            if here.outcome is not None:
                self.draw = here.outcome.draw
                return
            situation = here.situation
            if situation is not None and situation in seen:
                if step.verdict.value is not Value.DRAW:
                    raise self._contradiction(here)
                self.draw = REPETITION
                return
            seen.add(situation)
            step = self._step(here, step.verdict, seen)

    def _step(
        self, position: "Position", verdict: Verdict, seen: set[Hashable]
    ) -> Child | None:
        """Return the move that sorts first in a position of known value.

        Stops at the first move that no other can sort before.  In a drawn position a
        move into a situation already seen counts as an end.  ``None`` at the limit.
        """
        ours = position.mover in self.coalition
        drawn = verdict.value is Value.DRAW
        lost = self._for_mover(position, verdict).at_most is Value.LOSS
        alike = self._all_alike(position, verdict)

        def ending(child: Child) -> int:
            if child.after.outcome is not None:
                return 2 if lost else 0
            return 0 if drawn and child.after.situation in seen else 1

        kept: list[Child] = []
        children = [Child(*each) for each in position.successors()]
        for child in sorted(children, key=ending):
            if not self.budget.spend():
                return None
            child = child._replace(verdict=alike or self._judge(child.after))
            if child.verdict.value is None:
                return None
            if child.verdict.value is not verdict.value:
                continue
            kept.append(child)
            as_good = not self.distance or child.answer().plies == verdict.plies
            if drawn or (as_good and child.verdict.rank is None):
                break
        if not kept:
            raise self._contradiction(position)
        chosen = min(kept, key=lambda child: child.answer().sort_key(ours))
        won = self._for_mover(position, verdict).at_least is Value.WIN
        if won and self._may_circle and not self._nears_the_end(verdict, chosen):
            return None
        return chosen

    def _contradiction(self, position: "Position") -> KozyrError:
        return KozyrError(f"engine: contradicts itself at {position}")
