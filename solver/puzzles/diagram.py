"""A position as a diagram for a printed page: hands, table or pile, stock."""

from collections.abc import Iterable, Sequence
from itertools import pairwise
from typing import TYPE_CHECKING

from kozyr.cards import RANKS, SUIT_MASK, cards_in
from kozyr.games.kryt import Kryt
from kozyr.puzzles.shapes import (
    FAINT,
    Bar,
    Box,
    Diagram,
    Mark,
    Shape,
    Suit,
    Text,
    colour_of,
)

if TYPE_CHECKING:
    from kozyr.games.durak import Durak

WIDTH = 244.0
"""The width of every diagram in points: half of what A4 leaves between margins."""
CARD = (23.0, 31.0)
_LEFT = 46.0
_STEP = 25.0
_NARROWEST = 14.5
"""How much of a card must show for its rank to be read."""
_SUIT_GAP = 5.0
_ROW = 38.0
_OVER = (9.0, 11.0)
"""How far a covering card lies to the right of what it covers, and below it."""


def diagram(position: "Durak | Kryt") -> Diagram:
    """Draw a position from which the game goes on."""
    sheet = _Sheet()
    for seat, hand in enumerate(position.hands, 1):
        sheet.label(f"Seat {seat}", seat == position.mover)
        sheet.cards(_sorted(hand, position.trump), suits_apart=True)
    if isinstance(position, Kryt):
        sheet.label("Pile")
        stays = len(position.pile) - position.pick_up_count
        sheet.cards(position.pile, bar=stays if position.pile else None)
    elif position.table:
        sheet.label("Takes" if position.taking else "Table")
        sheet.table(position.table)
    if position.stock:
        sheet.label("Stock")
        sheet.cards(position.stock)
    return Diagram(WIDTH, sheet.y, tuple(sheet.shapes))


def _sorted(hand: int, trump: int) -> list[int]:
    """List a hand suit by suit, the trumps last."""
    suits = [*(suit for suit in range(4) if suit != trump), trump]
    return [each for suit in suits for each in cards_in(hand & SUIT_MASK << 9 * suit)]


class _Sheet:
    """Shapes laid row under row."""

    def __init__(self) -> None:
        self.shapes: list[Shape] = []
        self.y = 0.0

    def label(self, text: str, to_move: bool = False) -> None:
        """Write what the next row is; a mark shows whose turn it is."""
        line = self.y + CARD[1] / 2 + 3.5
        if to_move:
            self.shapes.append(Mark(0, line - 7, 7))
        self.shapes.append(Text(10, line, 9.5, text, bold=to_move))

    def cards(
        self,
        cards: Sequence[int],
        suits_apart: bool = False,
        bar: int | None = None,
    ) -> None:
        """Lay cards in a row, or in several; a bar stands before card number ``bar``.

        Many cards lie over each other, so that rank and suit of each still show.
        """
        if not cards:
            line = self.y + CARD[1] / 2 + 3.5
            self.shapes.append(Text(_LEFT, line, 9.5, "no cards", colour=FAINT))
        room = WIDTH - _LEFT - CARD[0]
        a_row = int(room / _NARROWEST) + 1
        for start in range(0, len(cards), a_row):
            row = cards[start : start + a_row]
            if start:
                self.y += _ROW
            self._row(row, room, suits_apart, None if bar is None else bar - start)
        self.y += _ROW

    def _row(
        self, row: Sequence[int], room: float, suits_apart: bool, bar: int | None
    ) -> None:
        gaps = [
            _SUIT_GAP
            if (suits_apart and one // 9 != other // 9) or number == bar
            else 0.0
            for number, (one, other) in enumerate(pairwise(row), 1)
        ]
        if len(row) > 1:
            step = (room - sum(gaps)) / (len(row) - 1)
            if step < _NARROWEST:
                gaps = [0.0] * len(gaps)
                step = room / (len(row) - 1)
            step = min(_STEP, step)
        else:
            step = _STEP
        x = _LEFT
        for number, each in enumerate(row):
            if number:
                x += step + gaps[number - 1]
            if number == bar:
                self.shapes.append(Bar(x - 3.5, self.y - 2, CARD[1] + 4))
            self.card(each, x, self.y)

    def table(self, table: Iterable[tuple[int, int | None]]) -> None:
        """Lay every attack card with its cover a little lower and to the right."""
        x = _LEFT
        covered = False
        for attack, cover in table:
            if x > _LEFT and x + CARD[0] + _OVER[0] > WIDTH:
                x = _LEFT
                self.y += _ROW + _OVER[1]
            self.card(attack, x, self.y)
            if cover is not None:
                covered = True
                self.card(cover, x + _OVER[0] + 6, self.y + _OVER[1])
            x += CARD[0] + _OVER[0] + 12
        self.y += _ROW + (_OVER[1] if covered else 0)

    def card(self, card: int, x: float, y: float) -> None:
        """Draw a card; its left edge says all, as in a hand that is held."""
        suit, rank = divmod(card, 9)
        text = RANKS[rank].replace("T", "10")
        colour = colour_of(suit)
        squeezed = 10.5 if text == "10" else None
        self.shapes += (
            Box(x, y, *CARD),
            Text(x + 2.6, y + 12, 11.5, text, True, colour, squeezed),
            Suit(x + 2.6, y + 15.5, 9.5, suit),
        )
