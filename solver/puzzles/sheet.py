"""A sheet of puzzles to print: what stands on it, whatever it is written in."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import islice
from typing import TYPE_CHECKING

from kozyr.cards import SUIT_SIGNS
from kozyr.engine import DEFAULT_MEMORY, Progress
from kozyr.puzzles.diagram import diagram
from kozyr.puzzles.record import Puzzle
from kozyr.puzzles.shapes import Diagram
from kozyr.puzzles.wording import game_in_words, task, told, with_signs
from kozyr.solution import count
from kozyr.solve import solve
from kozyr.values import Value

if TYPE_CHECKING:
    from kozyr.moves import Move

LONGEST_LINE = 20
"""Moves of a solution that are printed."""
MOST_KEYS = 4
"""Moves that do equally well before they are only counted."""
PATIENCE = 10.0


@dataclass(frozen=True, slots=True)
class Entry:
    """One puzzle on the sheet.

    ``title`` and ``task`` stand with its diagram, ``trump`` is the sign of the suit.
    ``key`` (the moves that keep the value) and ``rest`` (a line of play, the note)
    stand among the solutions.  ``solved`` tells whether they were found here; else
    they are what the puzzle claims.  ``kryt``: it is of Kryt'.
    """

    number: int
    title: str
    trump: str
    task: str
    diagram: Diagram
    key: str
    rest: str
    solved: bool
    kryt: bool


def entries(
    puzzles: Iterable[Puzzle],
    *,
    time: float | None = PATIENCE,
    memory: float = DEFAULT_MEMORY,
    progress: Progress | None = None,
) -> Iterator[Entry]:
    """Solve the puzzles and yield what to print of each, numbered from 1.

    ``time`` (seconds) and ``memory`` (megabytes) are for each; what takes more is
    printed as it is claimed.
    """
    for number, puzzle in enumerate(puzzles, 1):
        solution = solve(
            puzzle.position, puzzle.side, time=time, memory=memory, progress=progress
        )
        value = solution.value
        solved = value is not None and None not in [m.value for m in solution.moves]
        if solved:
            keeping = [str(m.move) for m in solution.moves if m.value is value]
            if 1 < len(keeping) == len(solution.moves):
                keeping = ["any move"]
            rest = _line(puzzle, solution.line)
        else:
            value, keeping, rest = puzzle.value, list(puzzle.best), ""
        position = puzzle.position
        title = game_in_words(position)  # type: ignore[arg-type]
        if puzzle.difficulty is not None:
            title += f", difficulty {puzzle.difficulty}"
        yield Entry(
            number,
            title,
            SUIT_SIGNS[position.trump],
            task(puzzle, value),
            diagram(position),  # type: ignore[arg-type]
            _key(keeping, value, solution.plies if solved else puzzle.plies),
            _sentences(rest, puzzle),
            solved,
            position.game == "kryt",
        )


def legend(entries: Iterable[Entry]) -> str:
    """Return what must be known to read the diagrams."""
    words = "The mark shows the seat to move. Trumps stand last in a hand."
    if any(each.kryt for each in entries):
        words += (
            " The top of a pile is on the right; who picks up takes the cards that "
            "follow the bar."
        )
    return words


def _key(moves: list[str], value: Value | None, plies: int | None) -> str:
    if not moves:
        return "not known"
    key = " or ".join(map(with_signs, moves[:MOST_KEYS]))
    if len(moves) > MOST_KEYS:
        key += f" or one of {len(moves) - MOST_KEYS} others"
    if value is not None:
        key += f", {value}"
    if plies is not None:
        key += f" in {count(plies, 'move')}"
    return key


def _line(puzzle: Puzzle, line: "tuple[Move, ...]") -> str:
    shown = islice(told(puzzle.position, line, with_signs), LONGEST_LINE)
    text = "; ".join(shown)
    if len(line) > LONGEST_LINE:
        text += "; ..."
    return text[:1].upper() + text[1:]


def _sentences(line: str, puzzle: Puzzle) -> str:
    parts = [f"{line}." if line and not line.endswith(".") else line]
    if puzzle.note:
        parts.append(puzzle.note)
    if puzzle.id is not None or puzzle.author is not None:
        parts.append(f"({', '.join(filter(None, (puzzle.id, puzzle.author)))})")
    return " ".join(filter(None, parts))
