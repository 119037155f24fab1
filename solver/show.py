"""A position drawn for a person: hands, table or pile, stock, and whose turn it is."""

import re
from collections.abc import Iterable
from textwrap import wrap

from kozyr.cards import RANKS, SUIT_COLOURS, SUIT_MASK, SUIT_SIGNS, SUITS, cards_in
from kozyr.games.bout import next_holder
from kozyr.games.durak import Durak
from kozyr.games.kryt import Kryt
from kozyr.moves import Kind

NARROWEST = 40
_BOLD, _DIM, _PLAIN = "\x1b[1m", "\x1b[2m", "\x1b[0m"
_STYLE = re.compile("\x1b\\[[0-9]*m")
_IN_TEXT = re.compile(f"(10|[6-9JQKA])?[{SUIT_SIGNS}]")
_IN_ASCII = str.maketrans(SUIT_SIGNS + "▶·│", SUITS + ">-|")


def drawing(
    position: Durak | Kryt,
    colour: bool = False,
    *,
    width: int = 80,
    signs: bool = True,
) -> str:
    """Draw a position in lines of at most ``width`` columns (40 at the least).

    With ``colour`` the suits are coloured and the trumps bold, by the escape
    sequences of a terminal.  Without ``signs`` the drawing is plain ASCII, for
    where ♠♥♦♣ can't be written.  A finished game can be drawn too.
    """
    pen = _Pen(position, colour, max(width, NARROWEST))
    parts = (
        pen.words(heading(position), _BOLD),
        _hands(position, pen),
        [*_middle(position, pen), *_stock(position, pen)],
        pen.words(turn(position)),
    )
    lines = "\n\n".join("\n".join(part) for part in parts if part).splitlines()
    text = "\n".join(line.rstrip() for line in lines)
    return text if signs else text.translate(_IN_ASCII)


def name(number: int) -> str:
    """Return a card as a person writes it: ``7♠``, ``10♥``."""
    return RANKS[number % 9].replace("T", "10") + SUIT_SIGNS[number // 9]


class _Pen:
    """How things are written: in which colours, and how wide."""

    def __init__(self, position: Durak | Kryt, colour: bool, width: int) -> None:
        self.trump = position.trump
        self.colour = colour
        self.width = width
        # Only Durak has a word to say about each seat.
        self.left = 10 if isinstance(position, Kryt) else 17

    def styled(self, text: str, style: str) -> str:
        return f"{style}{text}{_PLAIN}" if self.colour and style else text

    def card(self, number: int, frame: str = "{:>3}") -> str:
        suit = number // 9
        style = SUIT_COLOURS[suit] + (_BOLD if suit == self.trump else "")
        return self.styled(frame.format(name(number)), style)

    def label(self, text: str, count: int | None = None, style: str = _DIM) -> str:
        """Write what the left column says, with a number of cards at its end."""
        number = "" if count is None else str(count)
        return self.styled(f"{text:<{self.left}}{number:>3} ", style)

    def words(self, sentence: str, style: str = "") -> list[str]:
        """Write running text, the cards and suits in it in their colours."""

        def inked(found: re.Match[str]) -> str:
            text = found.group()
            ink = SUIT_COLOURS[SUIT_SIGNS.index(text[-1])]
            return f"{self.styled(text, ink)}{style if self.colour and ink else ''}"

        lines = wrap(sentence, self.width)
        return [self.styled(_IN_TEXT.sub(inked, line), style) for line in lines]

    def block(self, label: str, cells: Iterable[str]) -> list[str]:
        """Write cells after a label, going on below the first one when it is full."""
        lines = [label]
        indent = " " * _wide(label)
        for cell in cells:
            if _wide(lines[-1]) + 1 + _wide(cell) > self.width:
                lines.append(indent)
            lines[-1] += " " + cell
        return lines


def _wide(text: str) -> int:
    """Return how many columns a text takes on the screen."""
    return len(_STYLE.sub("", text))


def heading(position: Durak | Kryt) -> str:
    """Return the game, the trump, and what is special about the rules."""
    trump = f"trump {SUIT_SIGNS[position.trump]}"
    if isinstance(position, Kryt):
        return f"Kryt'-navalivat' · {trump}"
    parts = [f"{position.game.capitalize()} durak", trump]
    if position.neighbours:
        parts.append("only neighbours add")
    if position.limit != 6:
        parts.append(f"at most {position.limit} attack cards")
    return " · ".join(parts)


def _hands(position: Durak | Kryt, pen: _Pen) -> list[str]:
    lines = []
    for seat, hand in enumerate(position.hands, 1):
        mine = seat == position.mover
        words = f"{'▶' if mine else ' '} seat {seat}  {_role(position, seat)}"
        label = pen.label(words, hand.bit_count(), _BOLD if mine else "")
        lines += pen.block(label, _sorted(position, hand, pen))
    return lines


def _sorted(position: Durak | Kryt, hand: int, pen: _Pen) -> list[str]:
    """Write a hand suit by suit, a gap between suits, the trumps last."""
    suits = [suit for suit in range(4) if suit != position.trump]
    cells: list[str] = []
    for suit in (*suits, position.trump):
        held = cards_in(hand & SUIT_MASK << 9 * suit)
        gap = "{:>4}" if cells else "{:>3}"
        cells += [pen.card(each, "{:>3}" if n else gap) for n, each in enumerate(held)]
    return cells


def _role(position: Durak | Kryt, seat: int) -> str:
    if isinstance(position, Kryt) or not position.mover:
        return ""
    attacker = position.by or position.mover
    if seat == next_holder(position.hands, attacker):
        return "takes" if position.taking else "defends"
    if seat == attacker:
        return "attacks"
    return "" if position.hands[seat - 1] else "out"


def _stock(position: Durak | Kryt, pen: _Pen) -> list[str]:
    """Write the stock in drawing order, the turned-up trump in brackets."""
    if not position.stock:
        return []
    *hidden, exposed = position.stock
    cells = [*map(pen.card, hidden), pen.card(exposed, "[{}]")]
    return pen.block(pen.label("  stock", len(cells)), cells)


def _middle(position: Durak | Kryt, pen: _Pen) -> list[str]:
    return _pile(position, pen) if isinstance(position, Kryt) else _table(position, pen)


def _table(position: Durak, pen: _Pen) -> list[str]:
    """Lay the attack cards in a row, each cover a little lower and to the right."""
    if not position.table:
        return []
    lines: list[str] = []
    label = pen.label("  table")
    indent = " " * _wide(label)
    a_row = (pen.width - len(indent)) // 7
    for start in range(0, len(position.table), a_row):
        row = position.table[start : start + a_row]
        attacks = "".join(f" {pen.card(attack)}   " for attack, _ in row)
        covers = "".join(
            " " * 7 if cover is None else f"   {pen.card(cover)} " for _, cover in row
        )
        lines.append((indent if start else label) + attacks)
        if covers.strip():
            lines.append(indent + covers)
    return lines


def _pile(position: Kryt, pen: _Pen) -> list[str]:
    """Write the pile from the bottom, the top in brackets, a bar before a pick-up."""
    pile = position.pile
    label = pen.label("  pile", len(pile))
    if not pile:
        return [label]
    stays = len(pile) - position.pick_up_count
    cells = []
    for number, each in enumerate(pile, 1):
        frame = "[{}]" if number == len(pile) else "{:>3}"
        cells.append(("│" if number == stays + 1 else "") + pen.card(each, frame))
    return pen.block(label, cells)


def turn(position: Durak | Kryt) -> str:
    """Say in one sentence what is to be done, or how it ended."""
    if position.outcome:
        return _end(position)
    if isinstance(position, Kryt):
        return _kryt_turn(position)
    kinds = {move.kind for move in position.legal_moves()}
    mover = f"Seat {position.mover}"
    if Kind.ATTACK in kinds:
        defender = next_holder(position.hands, position.mover)
        return f"{mover} attacks seat {defender}."
    if Kind.TAKE not in kinds:
        taker = f"Seat {position.defender} takes. " if position.taking else ""
        return f"{taker}{mover} may add a card."
    ways = [kind for kind in (Kind.COVER, Kind.TRANSFER) if kind in kinds]
    if not ways:
        return f"{mover} can only take."
    return f"{mover} is to {', '.join(ways)} or take."


def _kryt_turn(position: Kryt) -> str:
    mover = f"Seat {position.mover}"
    moves = position.legal_moves()
    kinds = {move.kind for move in moves}
    if not position.pile:
        sentence = f"{mover} leads any card."
    else:
        count = position.pick_up_count
        cards = "1 card" if count == 1 else f"{count} cards"
        top = name(position.pile[-1])
        ways = []
        if Kind.COVER_AND_LEAD in kinds:
            ways.append(f"beats {top} and leads")
        if Kind.COVER_OUT in kinds:
            ways.append(f"goes out by beating {top}")
        can_only = "" if ways or Kind.SWAP in kinds else "can only "
        ways.append(f"{can_only}pick{'' if can_only else 's'} up {cards}")
        sentence = f"{mover} {', or '.join(ways)}."
    if Kind.SWAP in kinds:
        exposed = name(position.stock[-1])
        sentence += f" The trump 6 may first be exchanged for {exposed}."
    return sentence


def _end(position: Durak | Kryt) -> str:
    outcome = position.outcome
    if outcome is None or outcome.loser is None:
        kind = "" if outcome is None else f": {outcome.draw}"
        return f"The game is drawn{kind}."
    if isinstance(position, Kryt):
        return f"Seat {3 - outcome.loser} has won."
    return f"Seat {outcome.loser} is the durak."
