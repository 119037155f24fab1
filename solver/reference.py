"""The plain solver: retrograde analysis of everything that can be reached.

It writes down every position that can be reached from a root, then works backwards
from the finished ones.  It knows no rule of any game, but for one detail of what a
repetition is, and so it answers for any position of any game, any number of players
and any coalition.  Circles need no care: "can the coalition force a win?" and "can
its opponents?" are two questions about reaching an end; where both answers are no,
play can go round for ever, a draw.  The fast kernels are held against it.
"""

import gc
from array import array
from bisect import bisect_right
from collections.abc import Collection, Iterator
from sys import getsizeof
from typing import NamedTuple

from kozyr.engine import DEFAULT_MEMORY, NOTHING, Budget, Verdict
from kozyr.games.durak import Durak
from kozyr.position import Position
from kozyr.values import Value

_FEW = 64
"""Positions expanded between two looks at the clock: about a millisecond."""
_SOME = 8192
"""Edges walked backwards between two looks at the clock: a few milliseconds."""
_BYTES = 290
"""What a position costs beside itself: its parts, number, edges and answers."""
_MANY = 50_000
"""Positions that the collector of cycles may walk over without being noticed."""


class Answer(NamedTuple):
    """What is proven about a position, for the coalition.

    ``value`` is ``None`` while nothing is.  ``plies`` is the exact number of moves
    to the end, ``None`` for a draw and while a shorter way is not excluded.
    """

    value: Value | None
    plies: int | None

    @property
    def final(self) -> bool:
        """Whether more exploring can't add anything."""
        return self.plies is not None or self.value is Value.DRAW


class Region:
    """The positions that can be reached from a root, with every edge between them.

    Positions are numbered as they are found, breadth first.  The edges into a
    position form a chain: ``_newest[position]`` is the last one found,
    ``_older[edge]`` the one found before it (-1: none), ``_source[edge]`` the number
    of the position it comes from, inverted when the move is free and counts no ply.
    """

    def __init__(self, root: Position, memory: float = DEFAULT_MEMORY) -> None:
        """Start with the root alone; ``memory`` is in megabytes."""
        self.memory = memory
        self.bytes = 0
        self.expanded = 0
        self.positions: list[Position] = []
        self.levels = [0]
        """The number of the first position at each depth below the root."""
        self._number: dict[Position, int] = {}
        self._mover = array("b")
        self._successors = array("H")
        self._newest = array("i")
        self._older = array("i")
        self._source = array("i")
        self._finished: list[tuple[int, int]] = []
        self._frozen = 0
        self._add(root)
        self.capped = isinstance(root, Durak) and root.limit < 6 and not root.table
        """Whether the root is a first attack with a cap of its own."""
        if isinstance(root, Durak) and self.capped:
            # Whoever comes back to it repeats its situation, of which the cap is no
            # part: that is the root again.
            self._number[root._replace(limit=6)] = 0

    def __del__(self) -> None:
        if self._frozen:
            gc.unfreeze()

    def __len__(self) -> int:
        return len(self.positions)

    def __iter__(self) -> Iterator[Position]:
        return iter(self.positions)

    def __contains__(self, position: Position) -> bool:
        return position in self._number

    @property
    def complete(self) -> bool:
        """Whether every position that can be reached has been expanded."""
        return self.expanded == len(self.positions)

    def number(self, position: Position) -> int:
        """Return a position's number; raises ``KeyError`` when it was not found."""
        return self._number[position]

    def explore(self, budget: Budget, upto: int | None = None) -> None:
        """Expand until all positions are, or ``upto`` are, or the budget stops it."""
        while not self.complete:
            few = min(_FEW, len(self) - self.expanded)
            if upto is not None:
                few = min(few, upto - self.expanded)
            if self.bytes > self.memory * 1_000_000 and budget.stopped is None:
                budget.stopped = "memory"
            few = budget.take(few, self.bytes) if few > 0 else 0
            if not few:
                return
            found = len(self)
            for number in range(self.expanded, self.expanded + few):
                self._expand(number)
            self.expanded += few
            sample = getsizeof(self.positions[-1]) + _BYTES
            self.bytes += (len(self) - found) * sample
            if len(self) - self._frozen > _MANY:
                # Positions are in no cycles, and a walk over a million of them
                # would hold up the clock for half a second.
                gc.freeze()
                self._frozen = len(self)

    def _add(self, position: Position) -> int:
        number = self._number[position] = len(self.positions)
        self.positions.append(position)
        self._mover.append(position.mover)
        self._successors.append(0)
        self._newest.append(-1)
        if not position.mover:
            outcome = position.outcome
            if outcome is not None and outcome.loser is not None:
                self._finished.append((number, outcome.loser))
        return number

    def _expand(self, number: int) -> None:
        if number == self.levels[-1]:
            self.levels.append(len(self.positions))
        find, source, newest = self._number.get, self._source, self._newest
        successors = self.positions[number].successors()
        self._successors[number] = len(successors)
        for move, after in successors:
            to = find(after, -1)
            if to < 0:
                to = self._add(after)
            self._older.append(newest[to])
            newest[to] = len(source)
            source.append(number if move.plies else ~number)

    def answers(
        self, coalition: Collection[int], budget: Budget | None = None
    ) -> "Answers | None":
        """Return what the part explored so far proves for a coalition.

        ``None`` when the budget's time is up before that is known; nodes and memory
        do not matter here.
        """
        if budget and _time_is_up(budget):
            return None
        wants = [0] + [1 if seat in coalition else -1 for seat in range(1, 7)]
        mover, source, older = self._mover, self._source, self._older
        undecided = self._successors[:]
        slowest = array("i", bytes(4 * len(self)))
        signed = array("i", bytes(4 * len(self)))
        # A bucket lists the positions that the coalition wins or (inverted) loses in
        # so many plies; a free move adds to the bucket that is being read.
        bucket = array("i")
        for number, loser in self._finished:
            bucket.append(number if wants[loser] < 0 else ~number)
        plies = walked = 0
        while bucket:
            following = array("i")
            for entry in bucket:
                number, side = (entry, 1) if entry >= 0 else (~entry, -1)
                if signed[number]:
                    continue  # a shorter way was found before
                signed[number] = side * (plies + 1)
                edge = self._newest[number]
                while edge >= 0:
                    before, at = source[edge], plies + 1
                    edge = older[edge]
                    walked += 1
                    if not walked % _SOME and budget and _time_is_up(budget):
                        return None
                    if before < 0:
                        before, at = ~before, plies
                    if signed[before]:
                        continue
                    if wants[mover[before]] != side:
                        # One way out less: with the last one closed, the longest.
                        undecided[before] -= 1
                        at = slowest[before] = max(at, slowest[before])
                        if undecided[before]:
                            continue
                    found = before if side > 0 else ~before
                    (bucket if at == plies else following).append(found)
            bucket = following
            plies += 1
        return Answers(self, signed)


class Answers:
    """What a region proves for one coalition, as far as it was explored."""

    def __init__(self, region: Region, signed: "array[int]") -> None:
        """``signed``: plies + 1 of a win, that negated of a loss, 0 of neither."""
        self.expanded = region.expanded
        self._region = region
        self._complete = region.complete
        self._depth = bisect_right(region.levels, region.expanded) - 1
        self._signed = signed

    def __getitem__(self, position: Position) -> Answer:
        """Return what is proven; raises ``KeyError`` outside the region."""
        number = self._region.number(position)
        signed = self._signed[number] if number < len(self._signed) else 0
        if not signed:
            return Answer(Value.DRAW if self._complete else None, None)
        plies = abs(signed) - 1
        if not self._complete:
            # A shorter way would lie within the levels that are wholly expanded. It
            # may hold one free move, which counts no ply; there is but one trump 6.
            level = bisect_right(self._region.levels, number) - 1
            if level + plies > self._depth:
                return Answer(Value.WIN if signed > 0 else Value.LOSS, None)
        return Answer(Value.WIN if signed > 0 else Value.LOSS, plies)


class ReferenceEngine:
    """The engine that serves every position, by solving all that it can reach.

    It keeps its region, so that the moves of a position and the positions along its
    line cost next to nothing.  The region is looked at whenever it has doubled, and
    what is decided by then needs no more.
    """

    def __init__(self, memory: float = DEFAULT_MEMORY) -> None:
        """Keep within ``memory`` megabytes."""
        self._memory = memory
        self._region: Region | None = None
        self._answers: dict[frozenset[int], Answers] = {}
        self._budget: Budget | None = None

    def judge(
        self,
        position: Position,
        coalition: frozenset[int],
        distance: bool,
        budget: Budget,
    ) -> Verdict:
        """Return what is proven about a position that is not over.

        The plies of a decided position are exact, or ``None`` when they were not
        asked for or the budget stopped a search that could still have found a
        shorter way.
        """
        region = self._region
        if region is None or not self._serves(region, position, budget):
            if budget.stopped is not None:
                return NOTHING
            self._forget()
            region = self._region = Region(position, self._memory)
        self._budget = budget
        answers = self._answers.get(coalition)
        answer = answers[position] if answers else Answer(None, None)
        if not answer.final:
            try:
                answer = self._search(region, position, coalition, budget)
            except BaseException:
                # An interrupted region may lack edges; nothing is to be built on it.
                self._forget()
                raise
        if answer.value is None:
            return NOTHING
        plies = answer.plies if distance else None
        return Verdict(answer.value, answer.value, plies, answer.plies)

    def _serves(self, region: Region, position: Position, budget: Budget) -> bool:
        if position not in region:
            return False
        if budget is self._budget or position == region.positions[0]:
            return True
        # A question of its own.  What is missing of the region may be far from it,
        # and asked by itself a position knows of no earlier attack with a cap.
        return region.complete and not region.capped

    def _forget(self) -> None:
        self._region = None
        self._answers.clear()

    def _search(
        self,
        region: Region,
        position: Position,
        coalition: frozenset[int],
        budget: Budget,
    ) -> Answer:
        answer = Answer(None, None)
        while True:
            answers = self._answers.get(coalition)
            if answers is None or answers.expanded < region.expanded:
                answers = region.answers(coalition, budget) or answers
            if answers is not None:
                self._answers[coalition] = answers
                answer = answers[position]
            if answer.final or budget.stopped is not None:
                return answer
            region.explore(budget, 2 * region.expanded + 1000)


def _time_is_up(budget: Budget) -> bool:
    # What the nodes granted so far prove may be worked out even when they are spent.
    budget.spend()
    return budget.seconds_left == 0 or budget.stopped == "interrupt"
