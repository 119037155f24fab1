"""Which puzzles to play: by theme, difficulty and id, in order or by lot."""

from collections.abc import Collection, Sequence
from difflib import get_close_matches
from random import Random
from typing import NamedTuple

from kozyr.errors import OptionError
from kozyr.puzzles.record import MOST_DIFFICULT, Puzzle
from kozyr.puzzles.score import Score, key_of


class Choice(NamedTuple):
    """What a player asks for; what is left empty asks for nothing.

    ``difficulty`` is the least and the most, both included: a puzzle without one
    does not fit.  ``seed`` shuffles, the same number always alike.
    """

    themes: Collection[str] = ()
    difficulty: tuple[int, int] | None = None
    ids: Sequence[str] = ()
    seed: int | None = None

    def of(self, puzzles: Sequence[Puzzle]) -> list[Puzzle]:
        """Return the puzzles that fit: in the order of ``ids``, or of the file.

        Raises ``OptionError`` for an id or a theme that no puzzle has, and when
        nothing is left.
        """
        if not puzzles:
            raise OptionError("puzzles: there are none")
        chosen = [each for id in self.ids for each in _with_id(id, puzzles)]
        if not self.ids:
            chosen = list(puzzles)
        for theme in self.themes:
            _known("theme", theme, {t for each in puzzles for t in each.themes})
        wanted = {theme.casefold() for theme in self.themes}
        if wanted:
            chosen = [p for p in chosen if wanted & set(map(str.casefold, p.themes))]
        if self.difficulty is not None:
            least, most = self.difficulty
            chosen = [p for p in chosen if least <= (p.difficulty or 0) <= most]
        if not chosen:
            raise OptionError("puzzles: none fits all that is asked for")
        if self.seed is not None:
            Random(self.seed).shuffle(chosen)
        return chosen


def read_difficulty(text: str) -> tuple[int, int]:
    """Read ``40``, ``20-60``, ``60-`` or ``-40``; raises ``OptionError``."""
    low, dash, high = (part.strip() for part in text.partition("-"))
    numbers = [
        int(part) if part.isascii() and part.isdigit() and len(part) < 8 else default
        for part, default in ((low, "" if low else 1), (high, "" if high else 100))
    ]
    least, most = numbers
    if not dash:
        most = least
    if not (low or high) or not isinstance(least, int) or not isinstance(most, int):
        raise OptionError(f"difficulty: {text!r} is not a number or a range like 20-60")
    if not 1 <= least <= most <= MOST_DIFFICULT:
        reason = f"lies between 1 and {MOST_DIFFICULT}, the lower number first"
        raise OptionError(f"difficulty: {text!r}: it {reason}")
    return least, most


def _with_id(id: str, puzzles: Sequence[Puzzle]) -> list[Puzzle]:
    found = [each for each in puzzles if each.id == id]
    if not found:
        _known("id", id, {each.id for each in puzzles if each.id is not None})
    return found


def _known(what: str, name: str, names: Collection[str]) -> None:
    """Refuse a name that is none of these, and say which are near."""
    folded = {each.casefold(): each for each in names}
    if name.casefold() in folded and (what == "theme" or name in names):
        return
    near = get_close_matches(name.casefold(), folded, n=1, cutoff=0.5)
    if near:
        hint = f"is it {folded[near[0]]!r}?"
    elif not names:
        hint = "these puzzles have none"
    else:
        listed = sorted(names)[:12]
        more = f" and {len(names) - 12} more" if len(names) > 12 else ""
        hint = f"there are {', '.join(listed)}{more}"
    raise OptionError(f"{what}: no puzzle has {name!r}; {hint}")


def fresh(puzzles: Sequence[Puzzle], score: Score) -> list[Puzzle]:
    """Return the puzzles that were never solved without a hint."""
    return [each for each in puzzles if not score.is_solved(key_of(each))]
