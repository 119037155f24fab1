"""The engine for two-player podkidnoy: a position to the kernel, a verdict back.

It chooses the windows to ask about, hands the position over in the kernel's terms and
turns the answer to the coalition's point of view.
"""

from collections.abc import Callable
from contextlib import suppress
from typing import TYPE_CHECKING, cast

from kozyr.engine import Budget, TablesSetting, Verdict
from kozyr.errors import OptionError
from kozyr.ext.podkidnoy import WINNING, Podkidnoy
from kozyr.ext.podkidnoy_proof import Prover
from kozyr.meter import Meter
from kozyr.tables import home
from kozyr.values import Value

if TYPE_CHECKING:
    from kozyr.games.durak import Durak
    from kozyr.position import Position


_STEP = 4
"""Plies by which the horizon grows when the fastest win is looked for."""
_FIRST_TURN = 2_000_000
"""Nodes of alpha-beta before proof numbers have a turn: a seventh of a second."""
_ROOM_FOR_PROOFS = 24_000_000
"""Bytes below which they have none: six million is what they need at least."""


class PodkidnoyEngine:
    """Two-player podkidnoy for one seat, with or without a stock, in or between bouts.

    It reads endgame tables.  Its own table takes at most ``memory`` megabytes and is
    kept between questions.
    """

    def __init__(self, memory: float, tables: TablesSetting = True) -> None:
        self._tables = home.tables("podkidnoy", tables)
        self._bytes = int(memory * 1_000_000)
        self._kernels: dict[bool, Podkidnoy] = {}
        self._prover: Prover | None = None
        self._room_for_proofs = 0

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
        kernel = self._kernel(bool(durak.stock))
        proofs = self._proofs if self._room_for_proofs else None
        question = _Question(durak, kernel, proofs, budget)
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
            # Once there was a stock the table has all the memory.
            room = 0 if stocked else self._bytes // 4
            self._room_for_proofs = room if room >= _ROOM_FOR_PROOFS else 0
            self._prover = None
            try:
                memory = self._bytes - self._room_for_proofs
                kernel = Podkidnoy(memory, stocked, self._tables)
            except MemoryError:
                reason = "at least 17 MB are needed for a position with a stock"
                if not stocked:
                    reason = "at least 1 MB is needed"
                raise OptionError(f"memory: {reason}") from None
            self._kernels = {stocked: kernel}
        return self._kernels[stocked]

    def _proofs(self) -> Prover | None:
        """Return the search by proof numbers beside the kernel, made at first need.

        ``None`` when the machine has no memory for it.
        """
        if self._prover is None:
            (kernel,) = self._kernels.values()
            with suppress(MemoryError):
                self._prover = Prover(kernel, self._room_for_proofs)
        return self._prover


def place(kernel: Podkidnoy, durak: "Durak", attacker: int) -> None:
    """Set a kernel's position; ``attacker`` is the seat of the principal one."""
    covered = [(attack, cover) for attack, cover in durak.table if cover is not None]
    open_ = [attack for attack, cover in durak.table if cover is None]
    kernel.place(
        durak.trump,
        durak.hands[attacker - 1],
        durak.hands[2 - attacker],
        tuple([attack for attack, _ in covered] + open_),
        tuple(cover for _, cover in covered),
        durak.mover != attacker,
        durak.taking,
        durak.limit,
        durak.stock,
    )


class _Question:
    """One position before the kernel; its answers are the principal attacker's."""

    def __init__(
        self,
        durak: "Durak",
        kernel: Podkidnoy,
        proofs: Callable[[], Prover | None] | None,
        budget: Budget,
    ) -> None:
        self._kernel = kernel
        self._proofs = proofs
        self._budget = budget
        principal = durak.by or durak.mover
        place(kernel, durak, principal)
        # A beaten attack takes away pairs and a draw leaves pairs (docs/algorithms.md):
        # with an odd number of cards there is none.
        cards = sum(hand.bit_count() for hand in durak.hands)
        laid = sum(2 - (cover is None) for _, cover in durak.table)
        self._even = (cards + laid + len(durak.stock)) % 2 == 0

    def answer(self, distance: bool) -> tuple[Value, Value, int | None]:
        """Return the proven bounds and, when asked for, the plies."""
        at_least, at_most = Value.LOSS, Value.WIN
        # A yes settles the other question too, so first the likelier one.
        favoured = self._kernel.favours_attacker()
        for attacker in (favoured, not favoured):
            wins = self._wins(attacker)
            if wins is None:
                return at_least, at_most, None
            if wins or not self._even:
                at_least = at_most = Value.WIN if wins is attacker else Value.LOSS
                break
            # The side asked about does not win.
            if attacker:
                at_most = Value.DRAW
            else:
                at_least = Value.DRAW
        if not distance or at_least is Value.DRAW:
            return at_least, at_most, None
        return at_least, at_most, self._fewest(at_least is Value.WIN)

    def _wins(self, attacker: bool) -> bool | None:
        """Tell whether a side wins, the attacker or the defender; ``None`` if stopped.

        Alpha-beta and proof numbers have turns, each twice as long as the last.
        """
        window = (0, 1) if attacker else (-1, 0)
        nodes = _FIRST_TURN if self._proofs is not None else 0
        with Meter(self._budget, self._kernel):
            while True:
                score = self._kernel.score(*window, nodes)
                if score is not None:
                    return score > 0 if attacker else score < 0
                if self._budget.stopped is not None or self._proofs is None:
                    return None
                prover = self._proofs()
                if prover is None:
                    nodes = 0
                    continue
                found = prover.prove(attacker, nodes)
                if found is not None or self._budget.stopped is not None:
                    return found
                nodes *= 2

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
            return self._kernel.score(alpha, beta)
