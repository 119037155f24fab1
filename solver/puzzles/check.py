"""Whether puzzles are what they claim to be: solve each and compare."""

from collections.abc import Callable, Generator, Iterable
from contextlib import closing
from dataclasses import dataclass, replace
from functools import partial
from typing import NamedTuple

from kozyr.batch import Desk
from kozyr.engine import Progress
from kozyr.errors import KozyrError
from kozyr.options import Options, check_jobs
from kozyr.puzzles.analysis import keeping
from kozyr.puzzles.record import Puzzle
from kozyr.solution import Solution, bounds_in_words
from kozyr.tables import home
from kozyr.values import Value


class Untrue(NamedTuple):
    """A claim that is not true: what is claimed and what was found."""

    claim: str
    claimed: str
    found: str

    def __str__(self) -> str:
        return f"{self.claim} is {self.found}, not {self.claimed}"


@dataclass(frozen=True, slots=True)
class Finding:
    """What solving a puzzle has brought to light.

    ``open`` are the claims that a limit (``stopped``) left undecided; ``error`` says
    why nothing was found out at all.  ``best`` is ``None`` while unknown.
    """

    puzzle: Puzzle
    value: Value | None = None
    plies: int | None = None
    best: tuple[str, ...] | None = None
    false: tuple[Untrue, ...] = ()
    open: tuple[str, ...] = ()
    stopped: str | None = None
    error: str | None = None
    nodes: int = 0
    seconds: float = 0.0

    @property
    def verdict(self) -> str:
        """One word: ``false``, ``error``, ``unknown``, ``true``, or ``empty``.

        A puzzle is empty that claims nothing.
        """
        if self.false:
            return "false"
        if self.error is not None:
            return "error"
        if self.open:
            return "unknown"
        return "true" if self.puzzle.claims else "empty"

    def to_dict(self) -> dict[str, object]:
        """Return the finding as a JSON object."""
        return {
            "line": self.puzzle.line,
            "id": self.puzzle.id,
            "position": str(self.puzzle.position),
            "coalition": list(self.puzzle.side),
            "verdict": self.verdict,
            "false": [each._asdict() for each in self.false],
            "open": list(self.open),
            "value": "unknown" if self.value is None else str(self.value),
            "plies": self.plies,
            "best": None if self.best is None else list(self.best),
            "error": self.error,
            "nodes": self.nodes,
            "seconds": round(self.seconds, 6),
        }


def findings(
    puzzles: Iterable[Puzzle],
    limits: Options | None = None,
    jobs: int = 1,
    *,
    every_plies: bool = False,
    progress: Progress | None = None,
) -> Generator[Finding, None, None]:
    """Yield what is found about every puzzle, in order, each as soon as it is known.

    ``limits`` hold for each puzzle.  Plies are counted where they are claimed, or with
    ``every_plies`` for every win and loss.  ``progress`` is for a single process.
    Raises ``OptionError`` and, on Ctrl-C, ``KeyboardInterrupt``.
    """
    check_jobs(jobs)
    limits = limits or Options()
    # What is wrong for every puzzle is no finding about any of them.
    home.existing(limits.tables)
    if jobs == 1:
        inspector = Inspector(limits, every_plies, progress)
        return (inspector.finding(puzzle) for puzzle in puzzles)
    return _side_by_side(puzzles, limits, every_plies, jobs)


def _side_by_side(
    puzzles: Iterable[Puzzle], limits: Options, every_plies: bool, jobs: int
) -> Generator[Finding, None, None]:
    # Imported here: what runs processes is slow to import, and seldom needed.
    from kozyr.workers import in_order

    prepare = partial(_at_work, limits, every_plies)
    with closing(in_order(prepare, puzzles, _died, jobs)) as results:
        yield from results


def _at_work(limits: Options, every_plies: bool) -> Callable[[Puzzle], Finding]:
    from kozyr.workers import end_if_orphaned

    return Inspector(
        limits, every_plies, lambda nodes, seconds: end_if_orphaned()
    ).finding


def _died(puzzle: Puzzle, code: int | None) -> Finding:
    return Finding(puzzle, error=f"worker: the process died (exit code {code})")


class Inspector:
    """Checks puzzles one after the other, with the engine kept warm between them."""

    def __init__(
        self, limits: Options, every_plies: bool, progress: Progress | None = None
    ) -> None:
        self._limits = limits
        self._every_plies = every_plies
        self._desk = Desk(limits, progress)

    def finding(self, puzzle: Puzzle) -> Finding:
        """Solve a puzzle and compare; an error is recorded, not raised."""
        distance = self._every_plies or puzzle.plies is not None
        options = replace(self._limits, coalition=puzzle.side, distance=distance)
        try:
            solution = self._desk.solve(str(puzzle.position), options)
        except KozyrError as error:
            return Finding(puzzle, error=str(error))
        except Exception as error:
            return Finding(
                puzzle, error=f"internal error: {type(error).__name__}: {error}"
            )
        return compared(puzzle, solution)


def compared(puzzle: Puzzle, solution: Solution) -> Finding:
    """Return what a solution says about a puzzle's claims.

    A claim is false only when it is proven to be; what a limit leaves undecided is
    open.
    """
    best = keeping(solution.moves, solution.value)
    texts = None if best is None else tuple(map(str, best))
    false: list[Untrue] = []
    undecided: list[str] = []
    if puzzle.value is not None:
        if not solution.at_least <= puzzle.value <= solution.at_most:
            found = bounds_in_words(solution.at_least, solution.at_most)
            false.append(Untrue("value", str(puzzle.value), found))
        elif solution.value is None:
            undecided.append("value")
    if puzzle.plies is not None:
        if solution.value is Value.DRAW:
            false.append(Untrue("plies", str(puzzle.plies), "none"))
        elif solution.plies is None:
            undecided.append("plies")
        elif solution.plies != puzzle.plies:
            false.append(Untrue("plies", str(puzzle.plies), str(solution.plies)))
    if puzzle.best:
        if texts is None:
            undecided.append("best")
        elif set(texts) != set(puzzle.best):
            claimed, found = (" ".join(each) for each in (puzzle.best, texts))
            false.append(Untrue("best", claimed, found))
    return Finding(
        puzzle,
        solution.value,
        solution.plies,
        texts,
        tuple(false),
        tuple(undecided),
        solution.stopped,
        None,
        solution.nodes,
        solution.seconds,
    )
