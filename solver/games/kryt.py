"""The rules of Kryt'-navalivat' for two players, as RULES.md states them.

A turn covers the top of a shared pile and leads on it, leads onto an empty
pile, or picks up from the top.  Nothing is ever discarded.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterator
from functools import cache
from typing import NamedTuple

from kozyr.cards import ALL_CARDS, SUITS, beaters, card, cards_in, text_of
from kozyr.errors import Problem
from kozyr.moves import PICK_UP, SWAP, Kind, Move
from kozyr.values import FINAL_RESPONSE, Outcome

HAND = 3
"""A hand is filled up to this many cards while the stock lasts."""


class Kryt(NamedTuple):
    """A position between two turns; immutable and hashable.

    ``hands`` are two masks, ``pile`` runs from bottom to top, ``stock`` in
    drawing order with the exposed trump last.  ``mover`` is 1 or 2, and 0 when
    the game is over: then the loser is the one who still holds cards, and after
    a final response, which is laid on the pile, neither does.
    """

    game: str
    trump: int
    hands: tuple[int, ...]
    pile: tuple[int, ...]
    mover: int
    stock: tuple[int, ...] = ()

    @classmethod
    def read(cls, text: str) -> Kryt:
        """Read NOTATION.md's text without asking whether play can go on from it.

        Raises ``PositionError`` for a text that is no position of this game.
        """
        from kozyr import notation

        return notation.read_as(cls, text)

    def __str__(self) -> str:
        hands = "/".join(map(text_of, self.hands))
        fields = [self.game, SUITS[self.trump], hands, _row(self.pile), str(self.mover)]
        if self.stock:
            fields.append(f"stock={_row(self.stock)}")
        return " ".join(fields)

    def __repr__(self) -> str:
        return f"Kryt.read({str(self)!r})"

    def _repr_svg_(self) -> str:
        from kozyr import pictures

        return pictures.svg(self)

    def _repr_html_(self) -> str:
        from kozyr import pictures

        return pictures.position_html(self)

    @property
    def seats(self) -> int:
        """How many seats there are."""
        return len(self.hands)

    @property
    def outcome(self) -> Outcome | None:
        """How the game ended, but for repetition; ``None`` while it goes on."""
        if self.mover:
            return None
        if not any(self.hands):
            return Outcome(None, FINAL_RESPONSE)
        return Outcome(1 if self.hands[0] else 2)

    @property
    def situation(self) -> Hashable | None:
        """What the repetition rule compares; ``None`` when the game is over."""
        return (self.hands, self.pile, self.mover, self.stock) if self.mover else None

    @property
    def pick_up_count(self) -> int:
        """How many cards a pick-up takes from the top of the pile."""
        if not self.pile:
            return 0
        suit, rank = divmod(self.pile[-1], 9)
        if suit != self.trump:
            return 1
        return len(self.pile) if rank == 8 else min(3, len(self.pile))

    def legal_moves(self) -> tuple[Move, ...]:
        """Return every legal move, the cheapest cards first; ``()`` when over."""
        if not self.mover:
            return ()
        hand = self.hands[self.mover - 1]
        moves: list[Move] = []
        if not self.pile:
            moves += [_lead(each) for each in _numbers(hand)]
        else:
            for cover in _numbers(hand & beaters(self.pile[-1], self.trump)):
                rest = hand ^ 1 << cover
                if rest:
                    table = _covers_and_leads(cover)
                    moves += [table[lead] for lead in _numbers(rest)]
                elif not self.stock:
                    # With a stock a lead would have to follow, and no card is left.
                    moves.append(_cover_out(cover))
            moves.append(PICK_UP)
        if self.stock and hand >> 9 * self.trump & 1:
            moves.append(SWAP)
        return tuple(moves)

    def play(self, move: Move | str) -> Kryt:
        """Return the position after a legal move, given as NOTATION.md writes it.

        Raises ``InvalidMoveError``, ``AmbiguousMoveError`` or ``IllegalMoveError``.
        """
        from kozyr import notation

        return self.after(notation.legal_move(move, self))

    def after(self, move: Move) -> Kryt:
        """Return the position after a move that the caller knows to be legal."""
        kind, first, second = move
        hand = self.hands[self.mover - 1]
        if first is None:
            return self._swapped(hand) if kind is Kind.SWAP else self._picked_up(hand)
        hand ^= 1 << first
        if second is not None:
            return self._led(hand ^ 1 << second, (*self.pile, first, second))
        if kind is Kind.LEAD:
            return self._led(hand, (first,))
        return self._next(0, (*self.pile, first), (), 0)

    def successors(self) -> list[tuple[Move, Kryt]]:
        """Return every legal move with the position after it."""
        after = self.after
        return [(move, after(move)) for move in self.legal_moves()]

    def problems(self) -> tuple[Problem, ...]:
        """Return every reason why this is not a position; ``()`` when it is one."""
        return tuple(_problems(self))

    def _next(
        self, hand: int, pile: tuple[int, ...], stock: tuple[int, ...], mover: int
    ) -> Kryt:
        """Give the mover a new hand, and the turn to ``mover``."""
        one, two = self.hands
        hands = (hand, two) if self.mover == 1 else (one, hand)
        return tuple.__new__(Kryt, (self.game, self.trump, hands, pile, mover, stock))

    def _led(self, hand: int, pile: tuple[int, ...]) -> Kryt:
        """Complete a turn that ended with a lead and left ``hand``."""
        stock = self.stock
        if stock:
            hand, stock = _drawn(hand, stock)
        if hand:
            return self._next(hand, pile, stock, 3 - self.mover)
        other = self.hands[2 - self.mover]
        if other & (other - 1) or not other & beaters(pile[-1], self.trump):
            return self._next(0, pile, stock, 0)
        return Kryt(
            self.game, self.trump, (0, 0), (*pile, other.bit_length() - 1), 0, ()
        )

    def _picked_up(self, hand: int) -> Kryt:
        rest = len(self.pile) - self.pick_up_count
        for each in self.pile[rest:]:
            hand |= 1 << each
        hand, stock = _drawn(hand, self.stock)
        return self._next(hand, self.pile[:rest], stock, 3 - self.mover)

    def _swapped(self, hand: int) -> Kryt:
        six = 9 * self.trump
        stock = (*self.stock[:-1], six)
        hand ^= 1 << six | 1 << self.stock[-1]
        return self._next(hand, self.pile, stock, self.mover)


def _drawn(hand: int, stock: tuple[int, ...]) -> tuple[int, tuple[int, ...]]:
    """Draw the whole shortage, as far as the stock lasts."""
    wanted = HAND - hand.bit_count()
    if wanted <= 0 or not stock:
        return hand, stock
    for each in stock[:wanted]:
        hand |= 1 << each
    return hand, stock[wanted:]


def _numbers(mask: int) -> list[int]:
    """List the cards of a mask as plain numbers, lowest first."""
    found = []
    while mask:
        low = mask & -mask
        found.append(low.bit_length() - 1)
        mask ^= low
    return found


@cache
def _lead(number: int) -> Move:
    return Move(Kind.LEAD, card(number))


@cache
def _cover_out(number: int) -> Move:
    return Move(Kind.COVER_OUT, card(number))


@cache
def _covers_and_leads(cover: int) -> tuple[Move, ...]:
    """Return the moves that cover with one card, by the number of the card led."""
    first = card(cover)
    return tuple(Move(Kind.COVER_AND_LEAD, first, card(lead)) for lead in range(36))


def _row(cards: tuple[int, ...]) -> str:
    return "".join(str(card(each)) for each in cards) or "-"


def _problems(position: Kryt) -> Iterator[Problem]:
    game, trump, hands, _, mover, stock = position
    if game != "kryt":
        yield Problem("game", f"{game} is not kryt, the one variant that is known")
    if not 0 <= trump < 4:
        yield Problem("trump", f"{trump} is not the number of a suit")
    if len(hands) != 2:
        yield Problem(
            "hands", f"Kryt'-navalivat' is played by exactly 2 seats, not {len(hands)}"
        )
    if not 1 <= mover <= len(hands):
        yield Problem("mover", f"seat {mover} does not exist")
    for seat, hand in enumerate(hands, 1):
        if hand:
            continue
        if seat == mover:
            yield Problem("mover", f"seat {seat} holds no card and can't move")
        elif stock:
            yield Problem("hands", f"seat {seat} holds no card though the stock lasts")
        else:
            yield Problem("hands", f"seat {seat} holds no card, so the game is over")
    yield from _misplaced(position)
    if stock and 0 <= stock[-1] < 36 and stock[-1] // 9 != trump:
        yield Problem("stock", f"its last card {card(stock[-1])} is not a trump")


def _misplaced(position: Kryt) -> Iterator[Problem]:
    """Yield the cards that do not exist, and those that are in two places."""
    places: list[tuple[str, str, list[int]]] = []
    for seat, hand in enumerate(position.hands, 1):
        if hand & ~ALL_CARDS:
            yield Problem("hands", f"seat {seat} holds an unknown card")
        held = [int(each) for each in cards_in(hand & ALL_CARDS)]
        places.append(("hands", f"in seat {seat}'s hand", held))
    places.append(("table", "in the pile", list(position.pile)))
    places.append(("stock", "in the stock", list(position.stock)))
    seen: dict[int, str] = {}
    for field, place, cards in places:
        for each in cards:
            if not 0 <= each < 36:
                yield Problem(field, f"{each} is not the number of a card")
            elif each not in seen:
                seen[each] = place
            elif seen[each] == place:
                yield Problem(field, f"{card(each)} is {place} twice")
            else:
                yield Problem(field, f"{card(each)} is {seen[each]} and {place}")
