"""The rules of Durak, for two to six players: who may do what, and what follows.

Podkidnoy and perevodnoy share everything but the transfer.  A position knows
nothing of the discard and of the past: RULES.md leaves only the repetition of a
situation to whoever keeps the history of a game.
"""

from collections.abc import Hashable
from typing import NamedTuple

from kozyr.cards import SUITS, beaters, card, text_of
from kozyr.errors import IllegalMoveError, Problem
from kozyr.games import durak_checks
from kozyr.games.bout import (
    SAME_RANK,
    Table,
    askable,
    attackers,
    cards_on,
    next_holder,
    ranks_on,
)
from kozyr.moves import DONE, TAKE, Kind, Move
from kozyr.values import BOTH_OUT, Outcome

PODKIDNOY = "podkidnoy"
PEREVODNOY = "perevodnoy"
HAND_SIZE = 6
"""Cards that everyone draws up to after a bout while the stock lasts."""

# Moves, ranks and pairs are looked up, not built: a solver asks for millions of them.
_CARDS = tuple(card(each) for each in range(36))
_ATTACKS = tuple(Move(Kind.ATTACK, each) for each in _CARDS)
_ADDS = tuple(Move(Kind.ADD, each) for each in _CARDS)
_TRANSFERS = tuple(Move(Kind.TRANSFER, each) for each in _CARDS)
_COVERS = tuple(
    tuple(Move(Kind.COVER, each, target) for each in _CARDS) for target in _CARDS
)
_UNCOVERED = tuple((each, None) for each in _CARDS)
_COVERED = tuple(tuple((target, each) for each in _CARDS) for target in _CARDS)
_BEATERS = tuple(
    tuple(beaters(target, trump) for target in range(36)) for trump in range(4)
)
_new = tuple.__new__


class Durak(NamedTuple):
    """A position of Durak; ``problems()`` tells whether it is a sound one.

    ``hands`` are masks of cards, one per seat.  ``mover`` is a seat, or 0 when
    the game is over.  ``by`` is the principal attacker's seat while cards lie on
    the table, ``taking`` means that the defender has said *take*.  ``limit`` is
    the cap of this bout, 5 or 6; ``stock`` is in drawing order.
    """

    game: str = PODKIDNOY
    trump: int = 0
    hands: tuple[int, ...] = ()
    table: Table = ()
    mover: int = 1
    by: int | None = None
    taking: bool = False
    limit: int = 6
    stock: tuple[int, ...] = ()
    neighbours: bool = False

    @classmethod
    def read(cls, text: str) -> "Durak":
        """Read a position of Durak without asking whether play can produce it.

        Understands a finished game (mover 0) too.  Raises ``PositionError``.
        """
        from kozyr import notation

        return notation.read_as(Durak, text)

    def __str__(self) -> str:
        flag = "+neighbours" if self.neighbours else ""
        hands = "/".join(map(text_of, self.hands))
        table = ",".join(
            f"{card(attack)}" if cover is None else f"{card(attack)}:{card(cover)}"
            for attack, cover in self.table
        )
        fields = [f"{self.game}{flag} {SUITS[self.trump]} {hands} {table or '-'}"]
        fields.append(str(self.mover))
        if self.by is not None:
            fields.append(f"by={self.by}")
        if self.taking:
            fields.append("taking")
        if self.limit != 6:
            fields.append(f"limit={self.limit}")
        if self.stock:
            fields.append(f"stock={''.join(str(card(each)) for each in self.stock)}")
        return " ".join(fields)

    def __repr__(self) -> str:
        try:
            return f"Durak.read({str(self)!r})"
        except (IndexError, ValueError):  # what it holds has no text
            return f"Durak{tuple.__repr__(self)}"

    def _repr_svg_(self) -> str:
        from kozyr import pictures

        return pictures.svg(self)

    def _repr_html_(self) -> str:
        from kozyr import pictures

        return pictures.position_html(self)

    @property
    def seats(self) -> int:
        """The number of seats, with those who have left the game."""
        return len(self.hands)

    @property
    def defender(self) -> int:
        """The defender's seat in a bout; 0 between bouts and when there is none."""
        if self.by is None:
            return 0
        seat = next_holder(self.hands, self.by)
        return 0 if seat == self.by else seat

    @property
    def outcome(self) -> Outcome | None:
        """The durak, or the draw of players who went out together; ``None`` before."""
        if self.mover:
            return None
        for seat, hand in enumerate(self.hands, 1):
            if hand:
                return Outcome(seat)
        return Outcome(None, BOTH_OUT)

    @property
    def situation(self) -> Hashable | None:
        """What the repetition rule compares; ``None`` inside a bout or at the end.

        The limit is no part of it: who comes back to the first attack of the game
        repeats it, though its cap of 5 has gone.
        """
        if self.table or not self.mover:
            return None
        return self.hands, self.mover, self.stock

    def problems(self) -> tuple[Problem, ...]:
        """Return every reason why this is not a position; ``()`` when it is one."""
        return durak_checks.problems(self)

    def legal_moves(self) -> tuple[Move, ...]:
        """Return every legal move: by card, and *take* or *done* last."""
        mover, table, hands = self.mover, self.table, self.hands
        if not mover:
            return ()
        hand = hands[mover - 1]
        moves: list[Move] = []
        if not table:
            while hand:
                low = hand & -hand
                moves.append(_ATTACKS[low.bit_length() - 1])
                hand ^= low
            return tuple(moves)
        if not self.taking:
            trump_beaters = _BEATERS[self.trump]
            for target, cover in table:
                if cover is None:
                    covers = hand & trump_beaters[target]
                    while covers:
                        low = covers & -covers
                        moves.append(_COVERS[target][low.bit_length() - 1])
                        covers ^= low
                    mover = 0
            if not mover:
                self._add_transfers(moves)
                moves.append(TAKE)
                return tuple(moves)
        hand &= ranks_on(table)
        while hand:
            low = hand & -hand
            moves.append(_ADDS[low.bit_length() - 1])
            hand ^= low
        moves.append(DONE)
        return tuple(moves)

    def _add_transfers(self, moves: list[Move]) -> None:
        """Append the defender's transfers, of which a covered card leaves none."""
        table, mover, hands = self.table, self.mover, self.hands
        if self.game != PEREVODNOY:
            return
        hand = hands[mover - 1]
        cards = hand & SAME_RANK[table[0][0]]
        count = len(table) + 1
        if not cards or count > self.limit:
            return
        for _, cover in table:
            if cover is not None:
                return
        if self.stock:
            # A hand that can be refilled is not skipped, however small it is.
            seat = mover % len(hands) + 1
        else:
            seat = next_holder(hands, mover)
        if seat == mover or hands[seat - 1].bit_count() < count:
            return
        while cards:
            low = cards & -cards
            moves.append(_TRANSFERS[low.bit_length() - 1])
            cards ^= low

    def play(self, move: Move | str) -> "Durak":
        """Return the position after a legal move, given as such or as text.

        Raises ``InvalidMoveError``, ``AmbiguousMoveError`` or ``IllegalMoveError``.
        """
        from kozyr import notation

        return self.after(notation.legal_move(move, self))

    def successors(self) -> list[tuple[Move, "Durak"]]:
        """Return every legal move with the position after it."""
        after = self.after
        return [(move, after(move)) for move in self.legal_moves()]

    def after(self, move: Move) -> "Durak":
        """Return the position after a move that is known to be legal (unchecked)."""
        game, trump, hands, table, mover, by, taking, limit, stock, neighbours = self
        kind, laid, other = move
        if laid is not None:
            hand = hands[mover - 1] ^ 1 << laid
            hands = (*hands[: mover - 1], hand, *hands[mover:])
            if other is not None:
                return self._covered(hands, _COVERED[other][laid])
            table = (*table, _UNCOVERED[laid])
            if kind is not Kind.ADD:
                by = mover
        if by is None:
            raise IllegalMoveError(f"{move} needs cards on the table")
        defender = next_holder(hands, by)
        if laid is not None and not taking:
            # An attack, a transfer or an added card: the defender answers.
            mover = defender
        else:
            declined = mover if kind is Kind.DONE else 0
            taking = taking or kind is Kind.TAKE
            mover = self._asked(hands, table, defender, declined)
            if not mover:
                return self._bout_over(hands, table, defender, taking)
        state = (game, trump, hands, table, mover, by, taking, limit, stock, neighbours)
        return _new(Durak, state)

    def _covered(self, hands: tuple[int, ...], pair: tuple[int, int | None]) -> "Durak":
        """Return the position after the defender has made ``pair`` of an attack."""
        game, trump, _, table, mover, by, _, limit, stock, neighbours = self
        attack = pair[0]
        left = 0
        at = 0
        for index, (target, cover) in enumerate(table):
            if target == attack:
                at = index
            elif cover is None:
                left += 1
        table = (*table[:at], pair, *table[at + 1 :])
        if not left:
            defender = mover
            mover = self._asked(hands, table, defender, 0)
            if not mover:
                return self._bout_over(hands, table, defender, False)
        state = (game, trump, hands, table, mover, by, False, limit, stock, neighbours)
        return _new(Durak, state)

    def _asked(
        self, hands: tuple[int, ...], table: Table, defender: int, declined: int
    ) -> int:
        """Return the attacker who is asked to add next, 0 when there is none.

        ``declined`` is the seat that has just declined, 0 when the asking starts
        from the principal attacker.
        """
        room = hands[defender - 1].bit_count()
        ranks = 0
        for attack, cover in table:
            ranks |= SAME_RANK[attack]
            if cover is not None:
                ranks |= SAME_RANK[cover]
                room += 1
        if len(table) >= room or len(table) >= self.limit:
            return 0
        for seat in askable(hands, self.by or 0, defender, self.neighbours):
            if declined:
                if seat == declined:
                    declined = 0
            elif hands[seat - 1] & ranks:
                return seat
        return 0

    def _bout_over(
        self, hands: tuple[int, ...], table: Table, defender: int, taken: bool
    ) -> "Durak":
        """Return the start of the next bout, or the end of the game."""
        stock = self.stock
        if taken or stock:
            new = list(hands)
            if taken:
                new[defender - 1] |= cards_on(table)
            if stock:
                stock = _draw(new, stock, self.by or 0, defender)
            hands = tuple(new)
        if len(hands) - hands.count(0) < 2:
            mover = 0
        elif not taken and hands[defender - 1]:
            mover = defender
        else:
            mover = next_holder(hands, defender)
        game, trump, neighbours = self.game, self.trump, self.neighbours
        state = (game, trump, hands, (), mover, None, False, 6, stock, neighbours)
        return _new(Durak, state)


def _draw(
    hands: list[int], stock: tuple[int, ...], by: int, defender: int
) -> tuple[int, ...]:
    """Fill the hands, the attacker's first and the defender's last; return the rest."""
    for seat in (*attackers(len(hands), by, defender), defender):
        wanted = max(0, HAND_SIZE - hands[seat - 1].bit_count())
        for drawn in stock[:wanted]:
            hands[seat - 1] |= 1 << drawn
        stock = stock[wanted:]
    return stock
