"""Make the collection of puzzles that kozyr ships with.

Run it from the root of the repository when the rules of what a puzzle is have changed:
``python docs/collection.py``.  It takes some minutes and writes
solver/puzzles/collection.txt.
"""

from collections import Counter
from collections.abc import Iterable
from dataclasses import replace
from itertools import count
from pathlib import Path
from typing import NamedTuple

from kozyr.games.durak import Durak
from kozyr.puzzles.candidates import Setting
from kozyr.puzzles.canonical import canonical
from kozyr.puzzles.difficulty import GRADES, grade
from kozyr.puzzles.harvest import Harvest
from kozyr.puzzles.make import Wanted
from kozyr.puzzles.record import Puzzle, write
from kozyr.values import Value

TARGET = Path("solver", "puzzles", "collection.txt")
SEED = 2026
NODES = 100_000
"""A candidate that costs more would make the check of the whole slow."""
HEAD = """\
# The puzzles that kozyr ships with, found and verified by kozyr itself.
# Exactly one move keeps the value. docs/puzzles.md explains the format.
"""


class Source(NamedTuple):
    """Where puzzles come from, and how many are found to choose from."""

    game: str
    players: int
    cards: tuple[int, int]
    pool: int
    pile: tuple[int, int] = (0, 4)
    plies: int = 5
    theme: str | None = None
    strict: bool = False
    value: Value | None = None
    neighbours: bool = False

    def puzzles(self, seed: int) -> list[Puzzle]:
        """Find them."""
        setting = Setting(
            self.game, self.players, self.cards, self.pile, self.neighbours
        )
        harvest = Harvest(
            Wanted(
                setting,
                self.value,
                self.strict,
                self.plies,
                theme=self.theme,
                nodes=NODES,
            ),
            seed,
        )
        harvest.run(count=self.pool)
        return harvest.puzzles


def _two(game: str) -> tuple[Source, ...]:
    return (
        Source(game, 2, (2, 4), 60, plies=4),
        Source(game, 2, (3, 6), 150),
        Source(game, 2, (4, 6), 30, value=Value.DRAW),
        Source(game, 2, (4, 6), 15, strict=True),
        Source(game, 2, (4, 6), 15, theme="throw in after take"),
        Source(game, 2, (4, 6), 15, theme="give no more"),
        Source(game, 2, (4, 6), 15, theme="dear cover"),
    )


SECTIONS: dict[str, tuple[int, tuple[Source, ...]]] = {
    "podkidnoy": (
        90,
        (*_two("podkidnoy"), Source("podkidnoy", 2, (6, 7), 20)),
    ),
    "perevodnoy": (
        90,
        (
            *_two("perevodnoy"),
            Source("perevodnoy", 2, (3, 5), 15, theme="pass it on"),
            Source("perevodnoy", 2, (2, 4), 8, plies=3, theme="transfer back"),
            Source("perevodnoy", 2, (3, 5), 15, theme="decline the transfer"),
        ),
    ),
    "company": (
        100,
        (
            Source("podkidnoy", 3, (2, 3), 60),
            Source("podkidnoy", 3, (3, 3), 20),
            Source("podkidnoy", 3, (2, 3), 15, neighbours=True),
            Source("perevodnoy", 3, (2, 3), 60),
            Source("perevodnoy", 3, (2, 3), 4, theme="pass it on"),
            Source("podkidnoy", 3, (2, 3), 15, theme="fortress by repetition"),
            Source("podkidnoy", 3, (2, 3), 15, theme="throw in after take"),
            Source("podkidnoy", 4, (2, 3), 30),
            Source("perevodnoy", 4, (2, 3), 20),
            Source("podkidnoy", 5, (2, 2), 10),
        ),
    ),
    "kryt": (
        90,
        (
            Source("kryt", 2, (2, 3), 120),
            Source("kryt", 2, (2, 3), 30, value=Value.DRAW),
            Source("kryt", 2, (2, 3), 15, plies=2, theme="final response"),
            Source("kryt", 2, (2, 3), 15, theme="trump as bait"),
            Source("kryt", 2, (2, 3), 15, theme="the whole pile"),
            Source("kryt", 2, (2, 3), 15, theme="sacrifice the ace"),
            Source("kryt", 2, (2, 3), 15, theme="trump the top"),
            Source("kryt", 2, (2, 3), 15, strict=True),
        ),
    ),
}


class Choice:
    """Chooses puzzles; those of one section may not be like those of another."""

    def __init__(self) -> None:
        self._seen: set[object] = set()

    def of(self, pool: Iterable[Puzzle], number: int) -> list[Puzzle]:
        """Choose: of every grade as many, and of rare themes before common ones."""
        by_grade: dict[str, list[Puzzle]] = {name: [] for name in GRADES}
        for puzzle in filter(self._new, pool):
            by_grade[grade(puzzle.difficulty or 1)].append(puzzle)
        taken: list[Puzzle] = []
        shown: Counter[tuple[str, ...]] = Counter()
        names: Counter[str] = Counter()

        def common(puzzle: Puzzle) -> tuple[int, int]:
            rarest = min((names[theme] for theme in puzzle.themes), default=number)
            return rarest, shown[puzzle.themes]

        while len(taken) < number and any(by_grade.values()):
            for puzzles in by_grade.values():
                if not puzzles or len(taken) == number:
                    continue
                rarest = min(puzzles, key=common)
                puzzles.remove(rarest)
                taken.append(rarest)
                shown[rarest.themes] += 1
                names.update(rarest.themes)
        return taken

    def _new(self, puzzle: Puzzle) -> bool:
        """Tell whether the same cards were not there before, in any variant."""
        position = puzzle.position
        if isinstance(position, Durak):
            position = position._replace(game="podkidnoy", neighbours=False)
        form = canonical(position, puzzle.side)
        new = form not in self._seen
        self._seen.add(form)
        return new


def main() -> None:
    """Write the collection."""
    parts = [HEAD]
    choice = Choice()
    seeds = count(SEED)
    for name, (number, sources) in SECTIONS.items():
        pool = [each for source in sources for each in source.puzzles(next(seeds))]
        puzzles = sorted(choice.of(pool, number), key=lambda each: each.difficulty or 0)
        parts.append(f"\n# {name}, the easiest first\n")
        parts.append(
            write(
                replace(puzzle, id=f"{name}-{place:03}", author="kozyr")
                for place, puzzle in enumerate(puzzles, 1)
            )
        )
    TARGET.write_text("".join(parts), "utf-8")


if __name__ == "__main__":
    main()
