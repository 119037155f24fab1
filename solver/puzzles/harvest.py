"""A search for puzzles that can be broken off and taken up again.

Its file is a file of puzzles, hardest first, with one comment that says how the search
was asked and how far it came.
"""

import json
from collections.abc import Callable, Iterable
from contextlib import closing
from dataclasses import asdict
from time import monotonic

from kozyr.errors import InputError, OptionError
from kozyr.puzzles.candidates import Setting
from kozyr.puzzles.make import Tried, Unlike, Wanted, tried
from kozyr.puzzles.record import BadLine, Puzzle, read, write
from kozyr.values import Value

_MARK = "# made: "
Watch = Callable[[Tried], None]


class Harvest:
    """Puzzles found so far, and the number of the next candidate."""

    def __init__(self, wanted: Wanted, seed: int) -> None:
        if seed < 0:
            raise OptionError(f"seed: {seed} is below 0")
        self.wanted = wanted
        self.seed = seed
        self.next = 0
        self.puzzles: list[Puzzle] = []
        self._unlike = Unlike()

    @property
    def hardest_first(self) -> list[Puzzle]:
        """The puzzles by difficulty; equally hard ones as they were found."""
        return sorted(self.puzzles, key=lambda puzzle: -(puzzle.difficulty or 0))

    def run(
        self,
        count: int | None = None,
        time: float | None = None,
        jobs: int = 1,
        watch: Watch | None = None,
    ) -> None:
        """Search until there are ``count`` puzzles or ``time`` seconds are over.

        ``watch`` is told of every candidate.  After an exception, Ctrl-C among them,
        everything found before it is there and the search can go on.
        """
        stop = None if time is None else monotonic() + time
        if count is not None and len(self.puzzles) >= count:
            return
        candidates = tried(self.wanted, self.seed, self.next, jobs)
        with closing(candidates):
            for each in candidates:
                self.next = each.number + 1
                if each.puzzle is not None and self._unlike.add(each.puzzle):
                    self.puzzles.append(each.puzzle)
                if watch is not None:
                    watch(each)
                if count is not None and len(self.puzzles) >= count:
                    return
                if stop is not None and monotonic() >= stop:
                    return

    def text(self) -> str:
        """Return the file."""
        state = {"seed": self.seed, "next": self.next, **_asked(self.wanted)}
        return f"{_MARK}{json.dumps(state)}\n{write(self.hardest_first)}"

    @classmethod
    def read(cls, lines: Iterable[str]) -> "Harvest":
        """Take up a search from its file; raises ``InputError``."""
        first, *rest = list(lines) or [""]
        if not first.startswith(_MARK):
            raise InputError("resume: the file does not begin with how it was made")
        try:
            state = json.loads(first.removeprefix(_MARK))
            harvest = cls(_wanted(state), state["seed"])
            harvest.next = state["next"]
        except (KeyError, TypeError, ValueError) as error:
            raise InputError(f"resume: line 1 can't be understood: {error}") from None
        found = []
        for puzzle in read(rest):
            if isinstance(puzzle, BadLine):
                raise InputError(f"resume: {puzzle}")
            found.append(puzzle)
        # Those found first come first again, and stay so among equally hard ones.
        for puzzle in sorted(found, key=_number):
            if harvest._unlike.add(puzzle):
                harvest.puzzles.append(puzzle)
        return harvest


def _number(puzzle: Puzzle) -> int:
    number = (puzzle.id or "").rpartition("-")[2]
    return int(number) if number.isascii() and number.isdigit() else 0


def _asked(wanted: Wanted) -> dict[str, object]:
    asked = asdict(wanted)
    asked["value"] = None if wanted.value is None else str(wanted.value)
    return asked


def _wanted(state: dict[str, object]) -> Wanted:
    asked = {key: state[key] for key in _asked(Wanted())}
    setting = asked["setting"]
    if not isinstance(setting, dict):
        raise ValueError("setting is no object")
    spans = {key: tuple(setting[key]) for key in ("cards", "pile")}
    asked["setting"] = Setting(**{**setting, **spans})
    if asked["value"] is not None:
        asked["value"] = Value[str(asked["value"]).upper()]
    return Wanted(**asked)  # type: ignore[arg-type]
