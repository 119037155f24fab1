"""The rules of Durak, for two to six players: who may do what, and what follows.

Podkidnoy and perevodnoy share everything but the transfer.  A position knows
nothing of the discard and of the past: RULES.md leaves only the repetition of a
situation to whoever keeps the history of a game.
"""

from collections.abc import Hashable
from typing import NamedTuple, Self

from kozyr.cards import RANK_MASK, beaters
from kozyr.errors import Problem
from kozyr.moves import DONE, TAKE, Kind, Move
from kozyr.values import BOTH_OUT, Outcome

PODKIDNOY = "podkidnoy"
PEREVODNOY = "perevodnoy"
HAND_SIZE = 6
"""Cards that everyone draws up to after a bout while the stock lasts."""

Table = tuple[tuple[int, int | None], ...]
"""The attack cards in the order laid, each with its cover or ``None``."""

# Moves and ranks are looked up, not built: a solver asks for millions of them.
_ATTACKS = tuple(Move(Kind.ATTACK, each) for each in range(36))
_ADDS = tuple(Move(Kind.ADD, each) for each in range(36))
_TRANSFERS = tuple(Move(Kind.TRANSFER, each) for each in range(36))
_COVERS = tuple(
    tuple(Move(Kind.COVER, each, target) for each in range(36)) for target in range(36)
)
_BEATERS = tuple(
    tuple(beaters(target, trump) for target in range(36)) for trump in range(4)
)
_SAME_RANK = tuple(RANK_MASK << each % 9 for each in range(36))
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
    def read(cls, text: str) -> Self:
        """Read a position of Durak without asking whether play can produce it.

        Understands a finished game (mover 0) too.  Raises ``PositionError``.
        """
        from kozyr import notation

        return notation.read_as(cls, text)

    def __str__(self) -> str:
        from kozyr import notation

        return notation.text(self)

    def __repr__(self) -> str:
        return f"Durak.read({str(self)!r})"

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
        """What the repetition rule compares; ``None`` inside a bout or at the end."""
        if self.table or not self.mover:
            return None
        return self.hands, self.mover, self.stock, self.limit

    def problems(self) -> tuple[Problem, ...]:
        """Return every reason why this is not a position; ``()`` when it is one."""
        return ()

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
        cards = hand & _SAME_RANK[table[0][0]]
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
        kind, card, other = move
        if card is not None:
            index = mover - 1
            hands = (
                *hands[:index],
                hands[index] ^ 1 << card,
                *hands[mover:],
            )
            if kind is Kind.COVER:
                table = tuple(
                    [(each[0], card) if each[0] == other else each for each in table]
                )
                if hands[index]:
                    for _, cover in table:
                        if cover is None:
                            break
                    else:
                        mover = self._asked(hands, table, mover, False, 0)
                    if mover:
                        return _new(
                            Durak,
                            (game, trump, hands, table, mover, by, False)
                            + (limit, stock, neighbours),
                        )
                # The last card of the defender reaches the limit by itself.
                return self._bout_over(hands, table, index + 1, False)
            table = (*table, (card, None))
            if not taking:
                # An attack, a transfer or an added card: the defender answers.
                if kind is not Kind.ADD:
                    by = mover
                assert by is not None
                mover = next_holder(hands, by)
                return _new(
                    Durak,
                    (game, trump, hands, table, mover, by, False)
                    + (limit, stock, neighbours),
                )
            declined = 0
        elif kind is Kind.TAKE:
            taking = True
            declined = 0
        else:
            declined = mover
        assert by is not None
        defender = next_holder(hands, by)
        mover = self._asked(hands, table, defender, taking, declined)
        if mover:
            return _new(
                Durak,
                (game, trump, hands, table, mover, by, taking)
                + (limit, stock, neighbours),
            )
        return self._bout_over(hands, table, defender, taking)

    def _asked(
        self,
        hands: tuple[int, ...],
        table: Table,
        defender: int,
        taking: bool,
        declined: int,
    ) -> int:
        """Return the attacker who is asked to add next, 0 when there is none.

        ``declined`` is the seat that has just declined, 0 when the asking starts
        from the principal attacker.
        """
        if len(table) >= room(hands, table, defender, self.limit):
            return 0
        ranks = ranks_on(table)
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
        seats = len(hands)
        stock = self.stock
        if taken or stock:
            new = list(hands)
            if taken:
                new[defender - 1] |= cards_on(table)
            if stock:
                stock = _draw(new, stock, self.by or 0, defender)
            hands = tuple(new)
        holders = seats - hands.count(0)
        if holders < 2:
            mover = 0
        elif not taken and hands[defender - 1]:
            mover = defender
        else:
            mover = next_holder(hands, defender)
        return _new(
            Durak,
            (self.game, self.trump, hands, (), mover, None, False, 6)
            + (stock, self.neighbours),
        )


def next_holder(hands: tuple[int, ...], seat: int) -> int:
    """Return the first seat clockwise after ``seat`` that holds cards.

    That is ``seat`` itself when nobody else does, or when nobody does.
    """
    seats = len(hands)
    for index in range(seat, seats):
        if hands[index]:
            return index + 1
    for index in range(seat - 1):
        if hands[index]:
            return index + 1
    return seat


def askable(
    hands: tuple[int, ...], by: int, defender: int, neighbours: bool
) -> list[int]:
    """Return the seats that are asked to add cards, in the order of asking."""
    if neighbours:
        left = next_holder(hands, defender)
        return [by] if left in (by, defender) else [by, left]
    seats = len(hands)
    order = [*range(by, seats + 1), *range(1, by)]
    order.remove(defender)
    return order


def room(hands: tuple[int, ...], table: Table, defender: int, limit: int) -> int:
    """Return how many attack cards the bout can have in all."""
    own = hands[defender - 1].bit_count()
    for _, cover in table:
        if cover is not None:
            own += 1
    return own if own < limit else limit


def ranks_on(table: Table) -> int:
    """Return the mask of all cards whose rank lies on the table."""
    mask = 0
    for attack, cover in table:
        mask |= _SAME_RANK[attack]
        if cover is not None:
            mask |= _SAME_RANK[cover]
    return mask


def cards_on(table: Table) -> int:
    """Return the mask of the cards on the table."""
    mask = 0
    for attack, cover in table:
        mask |= 1 << attack
        if cover is not None:
            mask |= 1 << cover
    return mask


def _draw(
    hands: list[int], stock: tuple[int, ...], by: int, defender: int
) -> tuple[int, ...]:
    """Fill the hands, the attacker's first and the defender's last; return the rest."""
    seats = len(hands)
    order = [*range(by, seats + 1), *range(1, by)]
    order.remove(defender)
    order.append(defender)
    for seat in order:
        wanted = max(0, HAND_SIZE - hands[seat - 1].bit_count())
        for card in stock[:wanted]:
            hands[seat - 1] |= 1 << card
        stock = stock[wanted:]
    return stock
