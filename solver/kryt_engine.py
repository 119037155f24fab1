"""The engine for Kryt'-navalivat' with the stock exhausted.

It puts two questions to the kernel, *can the mover force a win?* and *can the other?*,
with growing bounds, and between them tries to prove a final no.
"""

from collections.abc import Callable
from typing import TYPE_CHECKING, cast

from kozyr.engine import Budget, Verdict
from kozyr.errors import OptionError
from kozyr.ext.kryt import MOST, Kryt
from kozyr.values import Value

if TYPE_CHECKING:
    from kozyr.games.kryt import Kryt as Position
    from kozyr.position import Position as AnyPosition

_GRANT = 1 << 14
"""Nodes the kernel may spend between two looks at the budget: some milliseconds."""
_FIRST_CLOSURE = 300
"""Nodes of search before the first attempt to prove a final no."""

_SMALL_PACK = 14
"""Cards in play up to which sets of positions are closed without searching at each."""
_TINY_PACK = 12
"""Cards in play up to which there is room for all positions that can be reached."""
_WHOLE = 500_000
"""Nodes spent on such a pack before one set may take all it likes: it decides."""
_NO_LIMIT = 1 << 40
_LEAVES = (0.45, 0.6, 0.75)
"""Bounds of the search at each position of a closed set, as shares of what has been
searched from the root; one after the other, for none is best everywhere."""


class KrytEngine:
    """Kryt' for one seat, any hands and pile, no stock.

    Its tables take at most ``memory`` megabytes and are kept between questions.
    """

    def __init__(self, memory: float) -> None:
        try:
            self._kernel = Kryt(int(memory * 1_000_000))
        except MemoryError:
            raise OptionError("memory: at least 1 MB is needed") from None

    def judge(
        self,
        position: "AnyPosition",
        coalition: frozenset[int],
        distance: bool,
        budget: Budget,
    ) -> Verdict:
        """Return what is proven about a position that is not over.

        The rank of a win or loss is the smallest budget (ext/kryt.pyx) with which it
        is proven; it depends on the position alone and falls along best moves.
        """
        question = _Question(cast("Position", position), self._kernel, budget)
        question.answer(distance)
        return question.verdict(coalition)

    def value(
        self, position: "AnyPosition", coalition: frozenset[int], budget: Budget
    ) -> Verdict:
        """Return what is proven of the value alone, without the work for a rank."""
        question = _Question(cast("Position", position), self._kernel, budget)
        question.answer(False, False)
        return question.verdict(coalition)


class _Question:
    """One position before the kernel; its answers are the mover's.

    A side is ``True`` for the mover and ``False`` for the other player.
    """

    def __init__(self, position: "Position", kernel: Kryt, budget: Budget) -> None:
        self._kernel = kernel
        self._budget = budget
        self._told = self._started = kernel.nodes
        mover = self._mover = position.mover
        self._held = sum(hand.bit_count() for hand in position.hands)
        self._total = self._held + len(position.pile)
        self._attempts = 0
        self._kernel.place(
            position.trump,
            position.hands[mover - 1],
            position.hands[2 - mover],
            position.pile,
        )
        self._open = [True, False]
        """The sides that may still turn out to win."""
        self._winner: bool | None = None
        self._rank: int | None = None
        self._plies: int | None = None
        kernel.meter(self._grant)

    def _grant(self, nodes: int) -> int:
        self.settle()
        if self._budget.stopped is not None:
            return 0
        left = self._budget.nodes_left
        return _GRANT if left is None else min(_GRANT, left)

    def settle(self) -> None:
        """Charge the nodes visited since the last time."""
        nodes = self._kernel.nodes
        spent, self._told = nodes - self._told, nodes
        self._budget.spend(spent)

    def verdict(self, coalition: frozenset[int]) -> Verdict:
        """Return a seat's proven bounds, plies and rank."""
        at_least = Value.LOSS if False in self._open else Value.DRAW
        at_most = Value.WIN if True in self._open else Value.DRAW
        if self._winner is not None:
            at_least = at_most = Value.WIN if self._winner else Value.LOSS
        if self._mover not in coalition:
            at_least, at_most = Value(-at_most), Value(-at_least)
        return Verdict(at_least, at_most, self._plies, self._rank)

    def answer(self, distance: bool, rank: bool = True) -> None:
        """Search until the value is known and, when asked for, rank and plies."""
        try:
            self._answer(distance, rank)
        finally:
            self.settle()
            # The kernel would keep this question, which keeps the kernel.
            self._kernel.meter(None)

    def _answer(self, distance: bool, rank: bool) -> None:
        kernel = self._kernel
        if kernel.can_win():
            self._winner, self._rank, self._plies = True, 0, 1
            return
        for mine in (True, False):
            if kernel.known(mine) or (not mine and kernel.can_end()):
                self._open.remove(mine)
        if self._search(rank) and distance and self._winner is not None:
            self._measure(self._winner)

    def _search(self, rank: bool) -> bool:
        """Look for a win with growing budgets; False when stopped."""
        kernel = self._kernel
        bound, attempt = 0, _FIRST_CLOSURE
        while self._open and (rank or self._winner is None):
            if bound <= MOST:
                for mine in self._open:
                    found = kernel.within(mine, bound, False)
                    if found is None:
                        return False
                    if found:
                        self._winner, self._rank, self._open = mine, bound, []
                        return True
            elif self._winner is not None:
                return True
            # 0 is for a loser who moves and has nothing to choose.  Steps of 2 are
            # what the winner's move takes at least, so each brings the rank down.
            bound += 2 if bound else 1
            spent = kernel.nodes - self._started
            if self._winner is None and (spent >= attempt or bound > MOST):
                nodes = max(spent, 200)
                if not self._prove(nodes) or not self._close(bound, nodes):
                    return False
                attempt = (kernel.nodes - self._started) * 3 // 2
        return True

    def _prove(self, nodes: int) -> bool:
        """Look for long wins by proof numbers; False when stopped.

        Where they find that a side can't win, a set is to prove it.
        """

        def attempt(mine: bool) -> str | bool | None:
            found: str | bool | None = self._kernel.prove(mine, nodes)
            if found == "refuted":
                found = self._kernel.close(mine, self._total, True, 0, nodes)
            return found

        return self._each(attempt)

    def _close(self, bound: int, nodes: int) -> bool:
        """Try to prove for each open side that it can never win; False when stopped.

        ``bound`` is how far the search has come.
        """
        if self._total > _SMALL_PACK:
            share = _LEAVES[self._attempts % len(_LEAVES)]
        else:
            # A set may take its time, in the end as much as it likes.
            whole = self._total <= _TINY_PACK and nodes >= _WHOLE
            share, nodes = 0.0, _NO_LIMIT if whole else 3 * nodes
        self._attempts += 1
        if self._winner is not None:
            return True
        return self._each(lambda mine: self._closed(mine, int(bound * share), nodes))

    def _each(self, attempt: Callable[[bool], str | bool | None]) -> bool:
        """Make an attempt for each open side; False when stopped.

        It gives ``True`` for a side that wins, ``"never"`` for one that can't, ``None``
        when stopped, or something else.
        """
        for mine in tuple(self._open):
            found = attempt(mine)
            if found is None:
                return False
            if found == "never":
                self._open.remove(mine)
            elif found is True:
                # The rank is still to be found, by the bounded search.
                self._winner, self._open = mine, [mine]
                break
        return True

    def _closed(self, mine: bool, leaf: int, nodes: int) -> str | bool | None:
        """Try it with more and more cards in the hands."""
        kernel = self._kernel
        start, cards = kernel.nodes, self._held
        if nodes == _NO_LIMIT:
            cards = self._total
        while True:
            cards = min(cards + 1, self._total)
            left = nodes - (kernel.nodes - start)
            if left <= 0:
                return False
            found = kernel.close(mine, cards, True, leaf, left)
            if found != "beyond":
                return found

    def _measure(self, mine: bool) -> None:
        """Count up the plies of a side that is known to win."""
        for plies in range(3 if mine else 2, MOST + 1, 2):
            found = self._kernel.within(mine, plies, True)
            if found is None:
                return
            if found:
                self._plies = plies
                return
