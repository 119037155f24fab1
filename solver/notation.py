"""Positions and moves as text: read generously, printed in one way only.

``position`` and ``read`` are for positions, ``parse_move`` is for moves; all of
them follow NOTATION.md.  What they refuse they refuse in one short line, however
long or absurd the text was.
"""

import re
from typing import TypeVar

from kozyr.cards import mask_of
from kozyr.errors import PositionError, Problem
from kozyr.games import durak_checks
from kozyr.games.bout import Table
from kozyr.games.durak import Durak
from kozyr.games.kryt import Kryt
from kozyr.lettering import quoted, read_cards, read_suit
from kozyr.move_notation import legal_move, parse_move

__all__ = ["legal_move", "parse_move", "position", "read", "read_as", "text"]

P = TypeVar("P", Durak, Kryt)

NEIGHBOURS = "neighbours"
_FIELDS = ("game", "trump", "hands", "table", "mover")
_OPTIONS = {"by": True, "taking": False, "limit": True, "stock": True}
"""The optional fields, and whether they have a value."""
_LEANS_ON = {"mover": "hands", "stock": "trump"}
"""In Kryt', which field a complaint about another one may come from."""
_NUMBER = re.compile("[0-9]{1,3}")


def position(text: str) -> Durak | Kryt:
    """Read a position from which the game can go on.

    Raises ``PositionError`` that names every field which is wrong, and why.
    """
    reader = _Reader(text)
    problems = [*reader.problems, *reader.later_problems()]
    if problems:
        raise PositionError(problems)
    return reader.position


def read(text: str) -> Durak | Kryt:
    """Read a position without asking whether play can produce it.

    A finished game (mover 0) is understood too.  Raises ``PositionError`` for a
    text that can't be read.
    """
    reader = _Reader(text)
    if reader.problems:
        raise PositionError(reader.problems)
    return reader.position


def read_as(kind: type[P], text: str) -> P:
    """Do what ``read`` does for one of the games, and refuse the other."""
    found = read(text)
    if not isinstance(found, kind):
        name = kind.__name__
        raise PositionError([Problem("game", f"{found.game} is not a game of {name}")])
    return found


def text(position: Durak | Kryt) -> str:
    """Return the canonical text of a position."""
    return str(position)


class _Reader:
    """A text taken to pieces: a position, and what could not be read of it.

    ``position`` has something harmless in the place of an unreadable field;
    ``later_problems`` knows not to look there.
    """

    position: Durak | Kryt

    def __init__(self, text: str) -> None:
        self.problems: list[Problem] = []
        fields = text.split()
        game = fields[0].lower() if fields else ""
        base, plus, flag = game.partition("+")
        self.complete = self._names_a_game(fields, base, plus + flag)
        if 0 < len(fields) < len(_FIELDS):
            needed = f"{len(_FIELDS)} are needed ({' '.join(_FIELDS)})"
            self._refuse("fields", f"{needed}, only {len(fields)} given")
            self.complete = False
        if not self.complete:
            return
        options = self._options(fields[len(_FIELDS) :], base)
        trump = self._trump(fields[1])
        hands = self._hands(fields[2])
        mover = self._number("mover", fields[4], "the number of a seat")
        stock: tuple[int, ...] = ()
        if "stock" in options:
            stock = self._cards("stock", options["stock"], "in the stock")
        if base == "kryt":
            pile = (
                ()
                if fields[3] == "-"
                else self._cards("table", fields[3], "in the pile")
            )
            self.position = Kryt("kryt", trump, hands, pile, mover, stock)
            return
        by, limit = None, 6
        if "by" in options:
            by = self._number("by", options["by"], "the number of a seat")
        if "limit" in options:
            limit = self._number("limit", options["limit"], "a number of cards")
        table = self._table(fields[3])
        taking, only_neighbours = "taking" in options, bool(flag)
        self.position = Durak(
            base, trump, hands, table, mover, by, taking, limit, stock, only_neighbours
        )

    def later_problems(self) -> tuple[Problem, ...]:
        """Return what is wrong with the position in the fields that were read."""
        if not self.complete:
            return ()
        unread = {problem.field for problem in self.problems}
        if isinstance(self.position, Durak):
            return durak_checks.problems(self.position, unread)
        return tuple(
            problem
            for problem in self.position.problems()
            if not unread & {problem.field, _LEANS_ON.get(problem.field)}
        )

    def _refuse(self, field: str, reason: str) -> None:
        self.problems.append(Problem(field, reason))

    def _names_a_game(self, fields: list[str], base: str, option: str) -> bool:
        if not fields:
            self._refuse("fields", "the text is empty")
        elif base == "kryt" and option:
            reason = f"{quoted(option)} is not part of this program, which plays Kryt'"
            self._refuse("game", f"{reason} for two players with one trump suit only")
        elif base in durak_checks.GAMES and option not in ("", f"+{NEIGHBOURS}"):
            reason = f"{quoted(option)} is not an option of {base}"
            self._refuse("game", f"{reason}; there is +{NEIGHBOURS}")
        elif base not in (*durak_checks.GAMES, "kryt"):
            known = f"{', '.join(durak_checks.GAMES)} (or these with +{NEIGHBOURS})"
            reason = f"{quoted(fields[0])} is not known; the games are {known} and kryt"
            self._refuse("game", reason)
        else:
            return True
        return False

    def _options(self, fields: list[str], base: str) -> dict[str, str]:
        """Return the optional fields that can be used, by name."""
        values: dict[str, list[str]] = {}
        for field in fields:
            key = field.partition("=")[0].lower()
            if key in _OPTIONS:
                values.setdefault(key, []).append(field[len(key) :])
            else:
                self._refuse("fields", f"{quoted(field)} is unknown")
        usable = {}
        for key, (value, *more) in values.items():
            if base == "kryt" and key != "stock":
                self._refuse(key, "there is no such field in kryt")
            elif more:
                self._refuse(key, f"given {len(more) + 1} times")
            elif _OPTIONS[key] != (len(value) > 1):
                self._refuse(
                    key, "needs a value" if _OPTIONS[key] else "takes no value"
                )
            else:
                usable[key] = value[1:]
        return usable

    def _trump(self, text: str) -> int:
        suit = read_suit(text)
        if suit is None:
            self._refuse("trump", f"{quoted(text)} is not a suit (s, h, d or c)")
        return suit or 0

    def _number(self, field: str, text: str, what: str) -> int:
        if not _NUMBER.fullmatch(text):
            self._refuse(field, f"{quoted(text)} is not {what}")
            return 0
        return int(text)

    def _cards(self, field: str, text: str, place: str) -> tuple[int, ...]:
        """Read cards that are joined without blanks."""
        found = read_cards(text)
        for piece in found.unknown:
            self._refuse(field, f"unknown card {quoted(piece)} {place}")
        return found.cards

    def _hands(self, text: str) -> tuple[int, ...]:
        masks = []
        for seat, hand in enumerate(text.split("/"), 1):
            place = f"in the hand of seat {seat}"
            if not hand:
                self._refuse("hands", f"nothing for seat {seat}; write - for no cards")
            cards = () if hand == "-" else self._cards("hands", hand, place)
            self.problems += durak_checks.repeated_cards([("hands", place, cards)])
            masks.append(mask_of(cards))
        return tuple(masks)

    def _table(self, text: str) -> Table:
        if text == "-":
            return ()
        table = []
        for place in text.split(","):
            attack, colon, cover = place.partition(":")
            one = self._single(attack, place)
            other = self._single(cover, place) if colon else None
            if one is not None:
                table.append((one, other))
        return tuple(table)

    def _single(self, text: str, place: str) -> int | None:
        """Read one card of a place on the table."""
        found = read_cards(text)
        if len(found.cards) == 1 and not found.unknown:
            return found.cards[0]
        if text and not found.cards and ":" not in text:
            self._refuse("table", f"unknown card {quoted(text)}")
        else:
            reason = "neither an attack card nor attack:cover"
            self._refuse("table", f"{quoted(place)} is {reason}")
        return None
