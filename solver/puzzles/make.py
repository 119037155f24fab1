"""Finding puzzles: deal, solve, and keep what has one answer that is not obvious.

Candidates are numbered, each is judged by itself and within a limit of nodes: so the
same seed finds the same puzzles on every machine, with any number of processes, and
a search that was broken off goes on where it was.
"""

from collections.abc import Callable, Generator
from contextlib import closing
from dataclasses import dataclass, field, replace
from functools import partial
from itertools import count
from typing import TYPE_CHECKING, NamedTuple

from kozyr.engine import Budget
from kozyr.errors import OptionError
from kozyr.options import check_positive
from kozyr.puzzles.analysis import Analysis, Analyst
from kozyr.puzzles.candidates import Setting, candidate
from kozyr.puzzles.canonical import Form, canonical
from kozyr.puzzles.difficulty import difficulty
from kozyr.puzzles.natural import trivial
from kozyr.puzzles.record import MOST_DIFFICULT, Puzzle
from kozyr.puzzles.themes import NAMES, themes
from kozyr.values import Value

if TYPE_CHECKING:
    from kozyr.position import Position

MEMORY = 200.0
DEFAULT_NODES = 500_000


@dataclass(frozen=True, slots=True)
class Wanted:
    """What makes a candidate a puzzle; raises ``OptionError``.

    ``value`` is the mover's, ``None`` for a win or a draw.  ``plies`` is the least
    number of moves to the end, ``nodes`` how many one candidate may cost.
    """

    setting: Setting = field(default_factory=Setting)
    value: Value | None = None
    strict: bool = False
    plies: int = 5
    difficulty: int = 1
    theme: str | None = None
    nodes: int = DEFAULT_NODES

    def __post_init__(self) -> None:
        if self.value is Value.LOSS:
            raise OptionError("value: a lost position is no puzzle")
        check_positive("plies", self.plies, "whole number", whole=True)
        check_positive("nodes", self.nodes, "whole number", whole=True)
        if not 1 <= self.difficulty <= MOST_DIFFICULT:
            raise OptionError(f"difficulty: {self.difficulty} is not from 1 to 100")
        if self.theme is not None and self.theme not in NAMES:
            raise OptionError(
                f"theme: {self.theme!r} is none; there are {', '.join(NAMES)}"
            )


class Tried(NamedTuple):
    """A candidate by its number, and the puzzle that it is or why it is none."""

    number: int
    puzzle: Puzzle | None
    reason: str | None = None


def tried(
    wanted: Wanted, seed: int, first: int = 0, jobs: int = 1
) -> Generator[Tried, None, None]:
    """Yield every candidate of a seed from number ``first`` on, without an end.

    Puzzles among them may be alike; see ``Unlike``.
    """
    work = partial(attempt, wanted, seed)
    if jobs == 1:
        yield from map(work, count(first))
        return
    from kozyr.workers import in_order

    prepare = partial(_desk, work)
    with closing(in_order(prepare, count(first), _died, jobs)) as results:
        yield from results


def _desk(work: Callable[[int], Tried]) -> Callable[[int], Tried]:
    return work


def _died(number: int, code: int | None) -> Tried:
    return Tried(number, None, "the process died")


def attempt(wanted: Wanted, seed: int, number: int) -> Tried:
    """Try one candidate."""
    position = candidate(wanted.setting, seed, number)
    if position is None:
        return Tried(number, None, "the game is over")
    found = judged(wanted, position)
    if isinstance(found, str):
        return Tried(number, None, found)
    name = f"{position.game}-{position.seats}-{seed}-{number}"
    return Tried(number, replace(puzzle_of(found), id=name))


def judged(wanted: Wanted, position: "Position") -> Analysis | str:
    """Return the analysis of a position that is such a puzzle, or why it is none."""
    if len(position.legal_moves()) == 1:
        return "the only legal move"
    budget = Budget(nodes=wanted.nodes, memory=MEMORY)
    analyst = Analyst(position, (position.mover,), budget)
    value = analyst.value()
    if value is None:
        return "too hard to solve"
    if value is Value.LOSS or wanted.value not in (None, value):
        return f"a {value}"
    kept = analyst.keeping()
    if kept is None:
        return "too hard to solve"
    if len(kept) > 1:
        return "several moves keep the value"
    reason = trivial(position, kept[0])
    if reason is not None:
        return reason
    analysis = analyst.analysis()
    if analysis is None:
        return "too hard to solve"
    return _refused(wanted, analysis) or analysis


def _refused(wanted: Wanted, analysis: Analysis) -> str | None:
    if len(analysis.steps) < wanted.plies:
        return "too short"
    if wanted.strict and not analysis.strict:
        return "a later move has a second answer"
    if wanted.theme is not None and wanted.theme not in themes(analysis):
        return "another theme"
    if difficulty(analysis) < wanted.difficulty:
        return "too easy"
    return None


def puzzle_of(analysis: Analysis) -> Puzzle:
    """Return the puzzle that an analysis is of, with every claim and no id."""
    solution = analysis.solution
    return Puzzle(
        solution.position,
        None
        if solution.coalition == (solution.position.mover,)
        else solution.coalition,
        best=tuple(map(str, analysis.steps[0].keeping)),
        value=solution.value,
        plies=solution.plies,
        themes=themes(analysis),
        difficulty=difficulty(analysis),
    )


class Unlike:
    """Tells whether a puzzle is like one that was there before it."""

    def __init__(self) -> None:
        self._seen: set[Form] = set()

    def add(self, puzzle: Puzzle) -> bool:
        """Remember a puzzle; false when it is like an earlier one."""
        form = canonical(puzzle.position, puzzle.side)
        new = form not in self._seen
        self._seen.add(form)
        return new
