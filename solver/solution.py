"""The answer to a position: one sort key, one JSON shape, one wording."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from math import inf
from typing import TYPE_CHECKING

from kozyr.values import BOTH_OUT, FINAL_RESPONSE, REPETITION, Value

if TYPE_CHECKING:
    from kozyr.engine import Stop
    from kozyr.moves import Move
    from kozyr.position import Position

UNKNOWN = "unknown"


def known(at_least: Value, at_most: Value) -> Value | None:
    """Return the value that two proven bounds leave, ``None`` while they differ."""
    return at_least if at_least is at_most else None


def _text(value: Value | None) -> str:
    return UNKNOWN if value is None else str(value)


def bounds_in_words(at_least: Value, at_most: Value) -> str:
    """Return what two proven bounds leave, for a person: a word or three."""
    if at_least is at_most:
        return str(at_least)
    if at_least is Value.DRAW:
        return "draw or win"
    if at_most is Value.DRAW:
        return "loss or draw"
    return UNKNOWN


def position_to_dict(position: "Position", **named: object) -> dict[str, object]:
    """Return a position as every JSON object names it, ``named`` with its text."""
    return {"position": str(position), **named, "mover": position.mover}


def verdict_to_dict(
    at_least: Value, at_most: Value, plies: int | None
) -> dict[str, object]:
    """Return what is proven as it stands in every JSON object."""
    return {
        "value": _text(known(at_least, at_most)),
        "at_least": str(at_least),
        "at_most": str(at_most),
        "plies": plies,
    }


@dataclass(frozen=True, slots=True)
class MoveAnswer:
    """What is proven about one legal move, for the coalition.

    ``plies`` counts from the position before the move, with the move; ``None`` for a
    draw, when not asked for, or when unknown.  ``rank`` is the rank of the position
    after the move (see ``kozyr.engine.Verdict``), and one more unless the move is
    free; ``ends`` says that the game is over then.
    """

    move: "Move"
    at_least: Value
    at_most: Value
    plies: int | None = None
    rank: int | None = None
    ends: bool = False

    @property
    def value(self) -> Value | None:
        """The value of the move, ``None`` while it is unknown."""
        return known(self.at_least, self.at_most)

    def sort_key(self, ours: bool) -> tuple[float, ...]:
        """Return a key that sorts moves best first for the side that moves.

        ``ours``: the coalition moves.  Better values first (of two unknown ones the
        better guarantee); then the faster win and the slower loss: by plies where
        they are known, by an end at once, by rank.  Equal keys are left in the
        order of ``legal_moves``.
        """
        sure, hope = self.at_least, self.at_most
        if not ours:
            sure, hope = Value(-hope), Value(-sure)
        sign = -1 if hope is Value.LOSS else 1
        plies, rank = (
            inf if number is None or sure is not hope else sign * number
            for number in (self.plies, self.rank)
        )
        return (-sure, -hope, plies, -sign * self.ends, rank)

    def to_dict(self) -> dict[str, object]:
        """Return the move as one entry of ``moves`` in JSON."""
        return {
            "move": str(self.move),
            "value": _text(self.value),
            "plies": self.plies,
        }


ABSENT = object()
"""Stands for an ``id`` that was not given; a given one may be ``None``."""


@dataclass(frozen=True, slots=True)
class Solution:
    """The value of a position for a coalition, with moves and a line of best play.

    ``at_least`` and ``at_most`` are proven bounds; ``stopped`` names the limit that
    ended the work early.  ``best`` is ``None`` while no move is proven to keep the
    value.  ``line`` leads to the end of the game or to the first repeated situation,
    or breaks off where a limit did.  ``seconds`` is time on the wall.
    """

    position: "Position"
    coalition: tuple[int, ...]
    at_least: Value
    at_most: Value
    plies: int | None
    draw: str | None
    best: "Move | None"
    moves: tuple[MoveAnswer, ...]
    line: tuple["Move", ...]
    nodes: int
    seconds: float
    stopped: "Stop | None" = None

    @property
    def value(self) -> Value | None:
        """The value for the coalition, ``None`` while it is unknown."""
        return known(self.at_least, self.at_most)

    def to_dict(self, identity: object = ABSENT) -> dict[str, object]:
        """Return the JSON object of an answer, with an ``id`` if one is given."""
        given = {} if identity is ABSENT else {"id": identity}
        return {
            **position_to_dict(self.position, **given),
            "coalition": list(self.coalition),
            **verdict_to_dict(self.at_least, self.at_most, self.plies),
            "draw": self.draw,
            "best": None if self.best is None else str(self.best),
            "moves": [answer.to_dict() for answer in self.moves],
            "line": [str(move) for move in self.line],
            "nodes": self.nodes,
            "seconds": round(self.seconds, 6),
        }

    def _repr_svg_(self) -> str:
        from kozyr import pictures

        return pictures.solution_svg(self)

    def _repr_html_(self) -> str:
        from kozyr import pictures

        return pictures.solution_html(self)

    def words(self, write: "Callable[[Move], str]" = str) -> str:
        """Return the verdict as one sentence; ``write`` puts a move into text."""
        if self.value is None:
            return self._what_is_proven()
        mover = self.position.mover
        ours = mover in self.coalition
        if self.value is Value.DRAW:
            return self._drawn() + self._played(write)
        wins = self.value is Value.WIN
        one = len(self.coalition) == 1
        sentence = _capital(seats_in_words(self.coalition))
        sentence += (" win" if wins else " lose") + ("s" if one else "")
        if self.plies is not None:
            sentence += f" in {count(self.plies, 'move')}"
        if self.position.seats > 2:
            sentence += self._about_the_durak(wins, one)
        if wins is ours:
            return sentence + self._played(write)
        whoever = "it" if one and ours else seats_in_words([mover])
        sentence += f", whatever {whoever} plays"
        if self.plies is not None and self.best is not None and len(self.moves) > 1:
            sentence += f"; {write(self.best)} holds out longest"
        return sentence

    def _played(self, write: "Callable[[Move], str]") -> str:
        if self.best is None:
            return ""
        if self.position.mover in self.coalition and len(self.coalition) == 1:
            return f": {write(self.best)}"
        return f": {seats_in_words([self.position.mover])} plays {write(self.best)}"

    def _about_the_durak(self, wins: bool, one: bool) -> str:
        if wins:
            return ", and is not the durak" if one else ", none of them is the durak"
        return ", and is the durak" if one else ", one of them is the durak"

    def _drawn(self) -> str:
        drawn = "Draw"
        if self.position.seats > 2:
            drawn += f" for {seats_in_words(self.coalition)}"
        match self.draw:
            case str(kind) if kind == REPETITION:
                drawn += " by repetition"
            case str(kind) if kind == FINAL_RESPONSE:
                drawn += " by final response"
            case str(kind) if kind == BOTH_OUT:
                drawn += ", the last cards go in one bout"
        return drawn

    def _what_is_proven(self) -> str:
        why = {
            "time": "Time limit reached",
            "nodes": "Node limit reached",
            "memory": "Memory limit reached",
            "interrupt": "Interrupted",
            None: "Not solved",
        }[self.stopped]
        who = seats_in_words(self.coalition)
        does = "does" if len(self.coalition) == 1 else "do"
        if self.at_least is Value.DRAW:
            return f"{why}: {who} {does} not lose, the rest is unknown"
        if self.at_most is Value.DRAW:
            return f"{why}: {who} {does} not win, the rest is unknown"
        return f"{why}: nothing is proven"


def count(number: int, noun: str) -> str:
    """Return a number with its noun: ``1 move``, ``2 moves``."""
    return f"{number:,} {noun}{'' if number == 1 else 's'}"


def seats_in_words(seats: Iterable[int]) -> str:
    """Return ``seat 1`` or ``seats 1, 2 and 4``."""
    *others, last = map(str, seats)
    if not others:
        return f"seat {last}"
    return f"seats {', '.join(others)} and {last}"


def _capital(words: str) -> str:
    return words[:1].upper() + words[1:]
