"""A file of puzzles with its claims filled in and corrected, all else kept."""

from collections.abc import Iterable, Iterator
from dataclasses import replace
from typing import NamedTuple

from kozyr.engine import Budget
from kozyr.options import Options
from kozyr.puzzles.analysis import Analyst
from kozyr.puzzles.check import Finding
from kozyr.puzzles.difficulty import difficulty
from kozyr.puzzles.record import BadLine, Puzzle, read_line
from kozyr.puzzles.themes import themes
from kozyr.values import Value


class Document(NamedTuple):
    """The lines of a file, each a puzzle or the text of whatever else it is.

    ``bad`` are the lines among the texts that should be puzzles and are not.
    """

    lines: tuple[Puzzle | bytes, ...]
    bad: tuple[BadLine, ...]

    @property
    def puzzles(self) -> tuple[Puzzle, ...]:
        """The puzzles in order."""
        return tuple(line for line in self.lines if isinstance(line, Puzzle))

    def rewritten(self, puzzles: Iterable[Puzzle]) -> bytes:
        """Return the file with other puzzles, given in order, in the place of its own.

        Every other line stays as it was, byte for byte but for its end.
        """
        new = iter(puzzles)
        return b"".join(_ended(self.lines, new))


def _ended(lines: Iterable[Puzzle | bytes], new: Iterator[Puzzle]) -> Iterator[bytes]:
    for line in lines:
        text = str(next(new)).encode() if isinstance(line, Puzzle) else line
        yield text + b"\n"


def document(data: bytes) -> Document:
    """Read a whole file."""
    lines: list[Puzzle | bytes] = []
    bad = []
    for number, text in enumerate(data.splitlines(), 1):
        found = read_line(text, number)
        if isinstance(found, BadLine):
            bad.append(found)
        lines.append(found if isinstance(found, Puzzle) else text)
    return Document(tuple(lines), tuple(bad))


def corrected(finding: Finding) -> Puzzle:
    """Return a puzzle with what is proven in the place of what was claimed.

    What a limit left open stays as it was.
    """
    puzzle = finding.puzzle
    if finding.value is None:
        return puzzle
    drawn = finding.value is Value.DRAW
    return replace(
        puzzle,
        value=finding.value,
        plies=None if drawn else finding.plies or puzzle.plies,
        best=puzzle.best if finding.best is None else finding.best,
    )


def graded(puzzle: Puzzle, limits: Options, *, afresh: bool = False) -> Puzzle:
    """Return a puzzle with its difficulty and themes, where it has none.

    With ``afresh`` they take the place of those it has.  What the limits do not allow
    to be analysed stays as it is, and so does what is none: a lost position, or one in
    which an opponent moves.
    """
    if not afresh and puzzle.difficulty is not None and puzzle.themes:
        return puzzle
    budget = Budget(time=limits.time, nodes=limits.nodes, memory=limits.memory)
    analyst = Analyst(puzzle.position, puzzle.side, budget)
    if analyst.value() in (None, Value.LOSS):
        return puzzle
    analysis = analyst.analysis()
    if analysis is None or not analysis.steps[0].keeping:
        return puzzle
    new = afresh or puzzle.difficulty is None
    return replace(
        puzzle,
        difficulty=difficulty(analysis) if new else puzzle.difficulty,
        themes=themes(analysis) if afresh or not puzzle.themes else puzzle.themes,
    )
