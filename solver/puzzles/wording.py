"""What a puzzle asks for, and how a line of play is told, in words."""

import re
from collections.abc import Callable, Iterable, Iterator
from typing import TYPE_CHECKING

from kozyr.cards import RANKS, SUITS, Card
from kozyr.games.durak import Durak
from kozyr.games.kryt import Kryt
from kozyr.moves import Move
from kozyr.puzzles.record import Puzzle
from kozyr.show import name
from kozyr.solution import seats_in_words
from kozyr.values import Value

if TYPE_CHECKING:
    from kozyr.position import Position

_CARD = re.compile(f"[{RANKS}][{SUITS}]")

_GOALS = {Value.WIN: "win", Value.DRAW: "save a draw", Value.LOSS: "hold out"}


def task(puzzle: Puzzle, value: Value | None) -> str:
    """Return what is asked: ``Seat 1 to move and win.``

    Without a value it is only said who moves.
    """
    mover, side = puzzle.position.mover, puzzle.side
    if value is None:
        return f"Seat {mover} to move."
    goal = _GOALS[value]
    if side == (mover,):
        return f"Seat {mover} to move and {goal}."
    return f"Seat {mover} to move, {seats_in_words(side)} to {goal}."


def told(
    position: "Position", moves: Iterable[Move], write: Callable[[Move], str] = str
) -> Iterator[str]:
    """Yield each move of a line with the seat that plays it: ``seat 1 Jc``."""
    for move in moves:
        yield f"seat {position.mover} {write(move)}"
        position = position.after(move)


def with_signs(text: object) -> str:
    """Return moves as a person writes them: ``10♥`` for ``Th``."""
    return _CARD.sub(lambda found: name(int(Card(found[0]))), str(text))


def game_in_words(position: "Durak | Kryt") -> str:
    """Return the game and what is special about it, without the trump."""
    if isinstance(position, Kryt):
        return "Kryt'-navalivat'"
    parts = [f"{position.game.capitalize()} durak"]
    if position.neighbours:
        parts.append("only neighbours add")
    if position.limit != 6:
        parts.append(f"at most {position.limit} attack cards")
    return ", ".join(parts)
