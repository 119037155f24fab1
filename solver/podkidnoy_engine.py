"""The engine for two-player podkidnoy: a position to the kernel, a verdict back.

It chooses the windows to ask about, hands the position over in the kernel's terms and
turns the answer to the coalition's point of view.
"""

from typing import TYPE_CHECKING, cast

from kozyr.engine import Budget, TablesSetting, Verdict
from kozyr.errors import OptionError
from kozyr.ext.podkidnoy import WINNING, Podkidnoy
from kozyr.meter import Meter
from kozyr.tables import home
from kozyr.values import Value

if TYPE_CHECKING:
    from kozyr.games.durak import Durak
    from kozyr.position import Position


_STEP = 4
"""Plies by which the horizon grows when the fastest win is looked for."""


class PodkidnoyEngine:
    """Two-player podkidnoy for one seat, with or without a stock, in or between bouts.

    It reads endgame tables.  Its own table takes at most ``memory`` megabytes and is
    kept between questions.
    """

    def __init__(self, memory: float, tables: TablesSetting = True) -> None:
        self._tables = home.tables("podkidnoy", tables)
        self._bytes = int(memory * 1_000_000)
        self._kernels: dict[bool, Podkidnoy] = {}

    def judge(
        self,
        position: "Position",
        coalition: frozenset[int],
        distance: bool,
        budget: Budget,
    ) -> Verdict:
        """Return what is proven about a position that is not over.

        Raises ``OptionError`` when the memory is too small for a position with a
        stock.
        """
        durak = cast("Durak", position)
        question = _Question(durak, self._kernel(bool(durak.stock)), budget)
        (seat,) = coalition
        principal = durak.by or durak.mover
        at_least, at_most, plies = question.answer(distance)
        if seat == principal:
            return Verdict(at_least, at_most, plies)
        return Verdict(Value(-at_most), Value(-at_least), plies)

    def _kernel(self, stocked: bool) -> Podkidnoy:
        # A question without a stock is at home in the larger table too; so a line
        # that draws the last card keeps what was proven.
        stocked = stocked or True in self._kernels
        if stocked not in self._kernels:
            try:
                kernel = Podkidnoy(self._bytes, stocked, self._tables)
            except MemoryError:
                reason = "at least 17 MB are needed for a position with a stock"
                if not stocked:
                    reason = "at least 1 MB is needed"
                raise OptionError(f"memory: {reason}") from None
            self._kernels = {stocked: kernel}
        return self._kernels[stocked]


class _Question:
    """One position before the kernel; its answers are the principal attacker's."""

    def __init__(self, durak: "Durak", kernel: Podkidnoy, budget: Budget) -> None:
        self._kernel = kernel
        self._budget = budget
        principal = durak.by or durak.mover
        covered = [
            (attack, cover) for attack, cover in durak.table if cover is not None
        ]
        open_ = [attack for attack, cover in durak.table if cover is None]
        self._position = (
            durak.trump,
            durak.hands[principal - 1],
            durak.hands[2 - principal],
            tuple([attack for attack, _ in covered] + open_),
            tuple(cover for _, cover in covered),
            durak.mover != principal,
            durak.taking,
            durak.limit,
            durak.stock,
        )
        # A beaten attack takes away pairs and a draw leaves pairs (docs/algorithms.md):
        # with an odd number of cards there is none.
        cards = sum(hand.bit_count() for hand in durak.hands)
        laid = sum(2 - (cover is None) for _, cover in durak.table)
        self._even = (cards + laid + len(durak.stock)) % 2 == 0

    def answer(self, distance: bool) -> tuple[Value, Value, int | None]:
        """Return the proven bounds and, when asked for, the plies."""
        at_least, at_most = Value.LOSS, Value.WIN
        score = self._score(0, 1)
        if score is None:
            return at_least, at_most, None
        if score > 0:
            at_least = Value.WIN
        else:
            at_most = Value.DRAW if self._even else Value.LOSS
        if at_least < at_most:
            score = self._score(-1, 0)
            if score is None:
                return at_least, at_most, None
            if score < 0:
                at_most = Value.LOSS
            else:
                at_least = Value.DRAW
        if not distance or at_least is Value.DRAW:
            return at_least, at_most, None
        return at_least, at_most, self._fewest(at_least is Value.WIN)

    def _fewest(self, won: bool) -> int | None:
        """Return the plies of a win, or of a loss, that is known; ``None`` if stopped.

        A few more are allowed step by step, for no line that is longer is looked at;
        it takes half the nodes of one search for the fastest win.
        """
        plies = 0
        while True:
            fewer, plies = plies, plies + _STEP
            if won:
                score = self._score(WINNING - plies - 1, WINNING - fewer)
            else:
                score = self._score(fewer - WINNING, plies + 1 - WINNING)
            if score is None:
                return None
            if abs(score) >= WINNING - plies:
                return WINNING - abs(score)

    def _score(self, alpha: int, beta: int) -> int | None:
        with Meter(self._budget, self._kernel):
            return self._kernel.score(*self._position, alpha, beta)
