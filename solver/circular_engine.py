"""The engine for Durak that goes in circles: any seats, both variants, no stock.

Two questions are put to the kernel (ext/circular.pyx): can the coalition force it that
the durak is an opponent, and can the opponents force it that he is in the coalition?
Draw is the answer no, no.
"""

from typing import TYPE_CHECKING, Literal, cast

from kozyr.engine import Budget, TablesSetting, Verdict
from kozyr.errors import OptionError
from kozyr.ext.circular import Circular
from kozyr.games.bout import next_holder
from kozyr.meter import DEEP_STACK, Meter, deeply
from kozyr.tables import home
from kozyr.values import Value

if TYPE_CHECKING:
    from kozyr.games.durak import Durak
    from kozyr.position import Position

Answer = bool | Literal["never"] | None
"""The kernel's: yes, not proven, can never be forced, stopped."""

_NO_HORIZON = 1 << 20
_FARTHEST = 250
"""The longest horizon that the kernel can store, in bouts or plies."""
_LEAST = 2_000_000
"""Bytes that a kernel should have beside another."""
_LONG = 300_000
"""Nodes of a long search."""
_FIRST_BUDGET = 4000
"""Nodes of the first attempt to close a question where two players are left."""
_HEAVY = 10_000_000
"""Nodes after which a short horizon has cost too much to go on step by step."""
_DEEP = DEEP_STACK // 10 * 9
"""Bytes of a deep stack that a search may use."""
_WIDTH = 2
"""Moves that a side tries each time when it looks for a far win."""
_CLOSING_SHARE = 2
"""Nodes spent on closing questions, as a multiple of those spent on forced wins."""


class CircularEngine:
    """Durak without a stock, for any coalition, in or between bouts.

    It reads endgame tables.  Its own tables take at most ``memory`` megabytes and are
    kept between questions.
    """

    def __init__(self, memory: float, tables: TablesSetting = True) -> None:
        self._bytes = int(memory * 1_000_000)
        self._tables = tables
        self._kernels: dict[tuple[bool, bool, bool], Circular] = {}
        self._first_attack: Durak | None = None
        self._budget: Budget | None = None

    def judge(
        self,
        position: "Position",
        coalition: frozenset[int],
        distance: bool,
        budget: Budget,
    ) -> Verdict:
        """Return what is proven about a position that is not over.

        The rank of a win or loss is the number of bouts in which it can be forced,
        after the number of players and cards left (ext/circular.pyx): it depends on
        the position alone and falls along best moves.
        """
        durak = cast("Durak", position)
        before = budget.nodes
        question = self._decided(durak, coalition, budget)
        if question.winner is None:
            return Verdict(question.at_least, question.at_most)
        if not distance:
            # Who is asked about first has lost, after a long search: which of his
            # moves holds out longest is not worth another one.
            lost = (question.winner is Value.WIN) != (durak.mover in coalition)
            asked_first, self._budget = budget is not self._budget, budget
            long = budget.nodes - before > _LONG
            rank = None if lost and asked_first and long else question.rank()
            return Verdict(question.at_least, question.at_most, None, rank)
        winner = question.winner
        # With little memory its kernel makes room for the other.
        del question
        counter = _Question(durak, self._kernel(durak, True), coalition, budget)
        plies = counter.fewest(winner)
        return Verdict(winner, winner, plies, plies)

    def value(
        self, position: "Position", coalition: frozenset[int], budget: Budget
    ) -> Verdict:
        """Return what is proven of the value alone, without the work for a rank."""
        question = self._decided(cast("Durak", position), coalition, budget)
        return Verdict(question.at_least, question.at_most)

    def _decided(
        self, durak: "Durak", coalition: frozenset[int], budget: Budget
    ) -> "_Question":
        if durak.limit == 5 and not durak.table and durak != self._first_attack:
            # Whoever returns to these hands repeats the first attack of the game, with
            # its limit; what is proven holds for this game alone.
            self._kernels.clear()
            self._first_attack = durak
        question = _Question(durak, self._kernel(durak, False), coalition, budget)
        question.decide()
        return question

    def _kernel(self, durak: "Durak", plies: bool) -> Circular:
        variant = durak.game == "perevodnoy", durak.neighbours
        if any(known[:2] != variant for known in self._kernels):
            self._kernels.clear()
        kernel = self._kernels.get((*variant, plies))
        if kernel is None:
            # Half for either kernel, for plies may be asked for at any time; where
            # that is too little, the one makes room for the other.
            size = self._bytes // 2
            if size < _LEAST:
                size = self._bytes
                self._kernels.clear()
            try:
                kernel = Circular(
                    size,
                    *variant,
                    plies,
                    home.tables(durak.game, self._tables),
                    home.trio_tables(durak.game, self._tables),
                )
            except MemoryError:
                raise OptionError("memory: at least 1 MB is needed") from None
            self._kernels[(*variant, plies)] = kernel
            if self._first_attack is not None:
                hand_over(self._first_attack, kernel)
                kernel.begin()
        return kernel


def hand_over(durak: "Durak", kernel: Circular) -> None:
    """Set the position that a kernel is asked about."""
    by = durak.by or durak.mover
    kernel.place(
        durak.trump,
        durak.hands,
        durak.mover - 1,
        by - 1,
        next_holder(durak.hands, by) - 1,
        tuple(attack for attack, cover in durak.table if cover is not None),
        tuple(cover for _, cover in durak.table if cover is not None),
        tuple(attack for attack, cover in durak.table if cover is None),
        durak.taking,
        durak.limit,
    )


def _far(horizon: int, spent: int) -> tuple[int, ...]:
    """Return how far to look with few moves, in bouts.

    Where a short horizon was dear already (six hands of six), the next one may be out
    of reach: then the far ones are looked at first.
    """
    return (8, 10, 12, 14) if spent > _HEAVY and horizon < 4 else (2 * horizon,)


class _Question:
    """One position before the kernel, for one coalition.

    A side is named by the value that it forces: ``WIN`` is the coalition's.
    """

    def __init__(
        self,
        durak: "Durak",
        kernel: Circular,
        coalition: frozenset[int],
        budget: Budget,
    ) -> None:
        self._kernel = kernel
        self._budget = budget
        self._deep = False
        seats = range(1, durak.seats + 1)
        self._forcing = {
            Value.LOSS: sum(1 << s - 1 for s in seats if s not in coalition),
            Value.WIN: sum(1 << s - 1 for s in seats if s in coalition),
        }
        self._open = [Value.LOSS, Value.WIN]
        self.winner: Value | None = None
        self._bouts: int | None = None
        # Or one, whom the other has just left with the cards on the table.
        self._two_left = sum(hand > 0 for hand in durak.hands) <= 2
        laid = sum(2 - (cover is None) for _, cover in durak.table)
        self._cards = laid + sum(hand.bit_count() for hand in durak.hands)
        hand_over(durak, kernel)

    @property
    def at_least(self) -> Value:
        """The best value that the coalition is proven to get."""
        if self.winner is not None:
            return self.winner
        return Value.LOSS if Value.LOSS in self._open else Value.DRAW

    @property
    def at_most(self) -> Value:
        """The best value that it is not proven to miss."""
        if self.winner is not None:
            return self.winner
        return Value.WIN if Value.WIN in self._open else Value.DRAW

    def decide(self) -> None:
        """Search until the value is known or the budget is spent."""
        with Meter(self._budget, self._kernel):
            if not self._two_left:
                self._deepen()
            self._close()

    def rank(self) -> int | None:
        """Return how far the win is, in the order in which play approaches it."""
        bouts = self._bouts or self.fewest(self.winner)
        if bouts is None:
            return None
        # Cards left come first where two are left, and these after all the others.
        return self._cards << 8 | bouts if self._two_left else 1 << 16 | bouts

    def fewest(self, side: Value | None) -> int | None:
        """Return the fewest bouts (or plies) in which a side forces its value."""
        if side is None:
            return None
        with Meter(self._budget, self._kernel):
            for horizon in range(1, _FARTHEST + 1):
                answer = self._kernel.within(self._forcing[side], horizon)
                if answer is None:
                    return None
                if answer is True:
                    return horizon
        return None

    def _deepen(self) -> None:
        """Look for a win within more and more bouts; between, close and look far."""
        spent = 0
        for horizon in range(1, _FARTHEST + 1):
            before = self._kernel.nodes
            for side in tuple(self._open):
                answer: Answer = self._kernel.within(self._forcing[side], horizon)
                if answer is True:
                    self._bouts = horizon
                if self._settled(side, answer):
                    return
            spent += self._kernel.nodes - before
            for side in tuple(self._open) if horizon > 1 else ():
                allowed = _CLOSING_SHARE * spent + 500 * horizon
                if self._settled(side, self._close_one(side, horizon, allowed)):
                    return
                for far in _far(horizon, spent):
                    allowed = max(spent, _HEAVY) if far > 2 * horizon else spent
                    if self._settled(side, self._narrowly(side, far, allowed)):
                        return

    def _narrowly(self, side: Value, horizon: int, nodes: int) -> Answer:
        if side not in self._open:
            return False
        return self._kernel.narrowly(self._forcing[side], horizon, _WIDTH, nodes)

    def _close(self) -> None:
        """Close both questions without a horizon, with more and more nodes."""
        allowed = _FIRST_BUDGET
        while self._open and self.winner is None:
            for side in reversed(self._open):
                if self._settled(side, self._close_one(side, _NO_HORIZON, allowed)):
                    return
            allowed *= 4

    def _close_one(self, side: Value, horizon: int, nodes: int) -> Answer:
        forcing = self._forcing[side]
        if self._deep:
            return deeply(
                lambda: self._kernel.close(forcing, horizon, nodes, _DEEP),
                self._budget,
            )
        answer = self._kernel.close(forcing, horizon, nodes)
        if answer is False and self._kernel.too_deep and not self._deep:
            self._deep = True
            return self._close_one(side, horizon, nodes)
        return answer

    def _settled(self, side: Value, answer: Answer) -> bool:
        """Take an answer in; True when the value is known or the budget is spent."""
        if answer is True:
            self.winner = side
        elif answer == "never" and side in self._open:
            self._open.remove(side)
        return answer is None or answer is True or not self._open
