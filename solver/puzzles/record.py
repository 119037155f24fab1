"""Puzzles and the text files that hold them: one a line, in the manner of EPD.

A line is a position, then ``key value;`` pairs.  Reading is tolerant, writing knows one
form only (docs/puzzles.md).
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, NamedTuple

from kozyr import notation
from kozyr.errors import InputError
from kozyr.options import checked_coalition
from kozyr.puzzles.pairs import COMMENT, Pair, pairs_in, written
from kozyr.values import Value

if TYPE_CHECKING:
    from kozyr.position import Position

MOST_DIFFICULT = 100
_VALUES = {str(value): value for value in Value}
_WORDS_OF_A_POSITION = 5
_OPTIONS = ("by=", "limit=", "stock=")
_FLAG = "taking"


@dataclass(frozen=True, slots=True)
class Puzzle:
    """A position and what is claimed about it; a claim that is not made is ``None``.

    ``value`` is the coalition's (``None``: the mover alone), ``best`` are all moves
    that keep the value, in canonical text (empty: no claim), ``plies`` the exact
    number of moves to the end.  ``difficulty`` is a number from 1 to 100.  ``others``
    are pairs with keys that kozyr does not know, ``comment`` is what stands behind a
    ``#`` at the end; ``line`` is where it stands in its file.
    """

    position: "Position"
    coalition: tuple[int, ...] | None = None
    id: str | None = None
    best: tuple[str, ...] = ()
    value: Value | None = None
    plies: int | None = None
    themes: tuple[str, ...] = ()
    difficulty: int | None = None
    author: str | None = None
    note: str | None = None
    others: tuple[tuple[str, str], ...] = ()
    comment: str | None = None
    line: int | None = field(default=None, compare=False)

    @property
    def side(self) -> tuple[int, ...]:
        """The seats whose result is asked for."""
        return self.coalition or (self.position.mover,)

    @property
    def claims(self) -> bool:
        """Whether it says anything that can be true or false."""
        return bool(self.best) or self.value is not None or self.plies is not None

    @property
    def name(self) -> str:
        """Its id, or the number of its line where it has none."""
        if self.id is not None:
            return self.id
        return "?" if self.line is None else f"line {self.line}"

    def __str__(self) -> str:
        """Return the canonical line."""
        words = [str(self.position), *map(written, _pairs(self))]
        if self.comment:
            words.append(f"{COMMENT} {self.comment}")
        return " ".join(words)

    def to_dict(self) -> dict[str, object]:
        """Return the puzzle as a JSON object; what is not claimed is ``None``."""
        return {
            "id": self.id,
            "position": str(self.position),
            "coalition": list(self.side),
            "best": list(self.best),
            "value": None if self.value is None else str(self.value),
            "plies": self.plies,
            "themes": list(self.themes),
            "difficulty": self.difficulty,
            "author": self.author,
            "note": self.note,
        }


class BadLine(NamedTuple):
    """A line that is no puzzle: its number from 1, and why (``field: reason``)."""

    line: int
    reason: str

    def __str__(self) -> str:
        return f"line {self.line}: {self.reason}"


def read(lines: Iterable[str | bytes]) -> Iterator[Puzzle | BadLine]:
    """Yield the puzzle of every line, or what is wrong with it.

    Blank lines and lines that start with ``#`` are skipped.
    """
    for number, line in enumerate(lines, 1):
        found = read_line(line, number)
        if found is not None:
            yield found


def read_line(line: str | bytes, number: int) -> Puzzle | BadLine | None:
    """Return the puzzle of a line, what is wrong with it, or ``None`` for no puzzle."""
    if isinstance(line, bytes):
        try:
            line = line.decode()
        except UnicodeDecodeError as error:
            byte = line[error.start]
            where = f"byte {byte:#04x} at column {error.start + 1}"
            return BadLine(number, f"line: {where} is not UTF-8")
    if number == 1:
        line = line.removeprefix("\ufeff")
    line = line.strip()
    if not line or line.startswith("#"):
        return None
    try:
        return _puzzle(line, number)
    except InputError as error:
        return BadLine(number, " ".join(str(error).split()))


def write(puzzles: Iterable[Puzzle]) -> str:
    """Return the text of a file with these puzzles."""
    return "".join(f"{puzzle}\n" for puzzle in puzzles)


def collection() -> list[Puzzle]:
    """Return the puzzles that kozyr ships with."""
    from importlib.resources import files

    text = files("kozyr.puzzles").joinpath("collection.txt").read_text("utf-8")
    puzzles = []
    for found in read(text.splitlines()):
        if isinstance(found, BadLine):
            raise InputError(f"collection: {found}")
        puzzles.append(found)
    return puzzles


def _puzzle(line: str, number: int) -> Puzzle:
    text, rest = _divided(line)
    position = notation.position(text)
    known: dict[str, Pair] = {}
    others = []
    comment = None
    for pair in pairs_in(rest):
        key = _ALIASES.get(pair.key, pair.key)
        if key == COMMENT:
            comment = pair.text
        elif key not in _READERS:
            others.append((pair.key, pair.text))
        elif key in known:
            raise InputError(f"{key}: given twice")
        else:
            known[key] = pair
    claims: dict[str, object] = {
        _FIELDS.get(key, key): _READERS[key](pair, position)
        for key, pair in known.items()
    }
    claims |= {"others": tuple(others), "comment": comment, "line": number}
    return Puzzle(position, **claims)  # type: ignore[arg-type]


def _divided(line: str) -> tuple[str, str]:
    """Divide a line where its position ends, or at a semicolon behind it."""
    head, semicolon, tail = line.partition(";")
    rest = head
    taken = 0
    while rest:
        word = rest.split(maxsplit=1)[0]
        option = word.lower() == _FLAG or word.lower().startswith(_OPTIONS)
        if taken >= _WORDS_OF_A_POSITION and not option:
            return head[: len(head) - len(rest)], f"{rest}{semicolon}{tail}"
        rest = rest[len(word) :].lstrip()
        taken += 1
    return head, tail


def _best(pair: Pair, position: "Position") -> tuple[str, ...]:
    # Blanks divide moves; commas do too, but for Kryt', where moves have them.
    text = pair.text if position.game == "kryt" else pair.text.replace(",", " ")
    moves: list[str] = []
    for each in text.split():
        move = str(notation.parse_move(each.strip(","), position))
        if move in moves:
            raise InputError(f"best: {move} is given twice")
        moves.append(move)
    return tuple(moves)


def _value(pair: Pair, position: "Position") -> Value:
    value = _VALUES.get(pair.text.strip().lower())
    if value is None:
        raise InputError(f"value: {pair.text!r} is not win, draw or loss")
    return value


def _coalition(pair: Pair, position: "Position") -> tuple[int, ...] | None:
    seats = pair.text.replace(",", " ").split()
    if not seats or not all(each.isascii() and each.isdigit() for each in seats):
        raise InputError(f"coalition: {pair.text!r} is not a list of seats like 1,3")
    found = checked_coalition([int(each[:4]) for each in seats], position)
    return None if found == (position.mover,) else found


def _number(pair: Pair, lowest: int, highest: int) -> int:
    text = pair.text.strip()
    if text.isascii() and text.isdigit() and len(text) < 8:
        number = int(text)
        if lowest <= number <= highest:
            return number
    raise InputError(
        f"{pair.key}: {pair.text!r} is not a whole number from {lowest} to {highest:,}"
    )


def _plies(pair: Pair, position: "Position") -> int:
    return _number(pair, 1, 9_999_999)


def _difficulty(pair: Pair, position: "Position") -> int:
    return _number(pair, 1, MOST_DIFFICULT)


def _themes(pair: Pair, position: "Position") -> tuple[str, ...]:
    items = [" ".join(each.split()) for each in pair.items(commas=True)]
    return tuple(dict.fromkeys(each for each in items if each))


def _text(pair: Pair, position: "Position") -> str:
    return pair.text


_READERS = {
    "id": _text,
    "coalition": _coalition,
    "best": _best,
    "value": _value,
    "plies": _plies,
    "theme": _themes,
    "difficulty": _difficulty,
    "author": _text,
    "note": _text,
}
"""The keys that kozyr knows, in the order in which they are written."""
_FIELDS = {"theme": "themes"}
_ALIASES = {"themes": "theme", "bm": "best", "moves": "best"}


def _pairs(puzzle: Puzzle) -> Iterator[Pair]:
    for key in _READERS:
        value = getattr(puzzle, _FIELDS.get(key, key))
        if value is None or value == ():
            continue
        if key == "coalition":
            yield Pair.bare(key, ",".join(map(str, value)))
        elif key == "best":
            yield Pair.bare(key, " ".join(value))
        elif key == "theme":
            yield Pair.of(key, *value)
        elif key in ("id", "author", "note"):
            yield Pair.of(key, value)
        else:
            yield Pair.bare(key, str(value))
    for key, text in puzzle.others:
        yield Pair.of(key, text)
