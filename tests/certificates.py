"""Certificates taken apart and put together again, and changed on the way."""

import tempfile
from collections.abc import Callable, Collection, Iterator, Mapping
from functools import cache
from hashlib import sha256
from pathlib import Path
from random import Random

from zstandard import ZstdCompressor, ZstdDecompressor

from kozyr import notation
from kozyr.certificate import HEAD, TAIL, Proof, skippable
from kozyr.moves import Move
from kozyr.position import Position
from kozyr.prove import prove
from kozyr.values import Value
from kozyr.verify import verify

EXAMPLES: dict[str, tuple[str, tuple[int, ...]]] = {
    "a win": ("podkidnoy h 6s7sAh/9sKh8d9d - 2", (2,)),
    "a loss": ("podkidnoy h 6s7sAh/9sKh8d9d - 2", (1,)),
    "a draw": ("podkidnoy h 7sAh7d9d/9sQsKh8d - 1", (1,)),
    "a win in circles": ("perevodnoy s 7s7h6d/6s6h8h8d6c - 1", (1,)),
    "the first attack": ("perevodnoy s 7s7h6d/6s6h8h8d6c - 1 limit=5", (2,)),
    "a draw of three": ("podkidnoy h QdKc/QsQh/6sJd - 1", (1,)),
    "two against one": ("podkidnoy+neighbours c 9s7d/8sKh/Ts6c - 3", (1, 3)),
    "a win in Kryt'": ("kryt h 9s8h6d/7sKd 7cQc8d 1", (1,)),
    "a draw for ever": ("kryt c Ah/KsTd AdQc 1", (1,)),
    "a stock": ("kryt h 6h7d/8sTd 8d 1 stock=9sAh", (1,)),
    "everybody": ("podkidnoy d 7s8d/TsQd - 2", (1, 2)),
}
"""Positions of every kind that are quickly proven, each with a coalition."""


def certificate(
    position: str | Position, coalition: Collection[int] | None = None
) -> bytes:
    """Return the bytes of a position's certificate."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder, "proof")
        prove(position, path, coalition, memory=100)
        return path.read_bytes()


original = cache(certificate)
"""The same, made once for each position."""


def lines_of(content: bytes) -> list[str]:
    """Return the lines of a certificate, without the ends of the lines."""
    frame = content[len(HEAD) : -TAIL]
    text = ZstdDecompressor().decompressobj().decompress(frame)
    return text.decode().removesuffix("\n").split("\n")


def framed(frame: bytes) -> bytes:
    """Return a compressed text as a certificate with the right checksum."""
    content = HEAD + frame
    return content + skippable(sha256(content).digest())


def packed(lines: Collection[str]) -> bytes:
    """Return lines as a certificate with the right checksum."""
    text = "".join(f"{line}\n" for line in lines)
    return framed(ZstdCompressor(level=1).compress(text.encode()))


def walk(
    root: Position,
    side: Collection[int],
    moves: Mapping[Position, Move] | Iterator[str],
) -> list[tuple[Position, Move | None]]:
    """Return the positions of a strategy in the order of a certificate.

    Each with the side's move, which is looked up or, from the lines of a certificate,
    taken in order.
    """
    met = [root]
    found: list[tuple[Position, Move | None]] = []
    for position in met:
        if position.mover in side:
            if isinstance(moves, Mapping):
                move = moves[position]
            else:
                move = notation.parse_move(next(moves), position)
            steps = [position.after(move)]
            found.append((position, move))
        else:
            replies = sorted(position.legal_moves(), key=str)
            steps = [position.after(reply) for reply in replies]
            found.append((position, None))
        met += [step for step in dict.fromkeys(steps) if step.mover and step not in met]
    return found


def claim(proof: Proof) -> tuple[str, tuple[int, ...], Value]:
    return str(proof.position), proof.coalition, proof.value


class Checker:
    """Checks bytes as a file; the same one again and again."""

    def __init__(self, folder: Path) -> None:
        self._path = folder / "checked"

    def __call__(self, content: bytes) -> Proof:
        self._path.write_bytes(content)
        return verify(self._path)


Mutation = Callable[[list[str], Random], None]
"""Changes lines in place."""


def _some(lines: list[str], rng: Random) -> int:
    return rng.randrange(len(lines))


def _other_word(lines: list[str], rng: Random) -> None:
    """Put a word of another line in the place of one."""
    here, there = _some(lines, rng), _some(lines, rng)
    words = lines[here].split(" ")
    words[rng.randrange(len(words))] = rng.choice(lines[there].split(" "))
    lines[here] = " ".join(words)


def _other_number(lines: list[str], rng: Random) -> None:
    """Change a number a little, or much."""
    numbered = [n for n, line in enumerate(lines) if _numbers(line)]
    if not numbered:
        return
    here = rng.choice(numbered)
    words = lines[here].split(" ")
    at = rng.choice(_numbers(lines[here]))
    words[at] = str(int(words[at]) + rng.choice((-2, -1, 1, 2, 1000)))
    lines[here] = " ".join(words)


def _numbers(line: str) -> list[int]:
    return [n for n, word in enumerate(line.split(" ")) if word.isdigit()]


def _other_letter(lines: list[str], rng: Random) -> None:
    """Change one letter for one that is met elsewhere, or for any."""
    here = _some(lines, rng)
    letters = rng.choice(("".join(lines), "6789TJQKAshdc", "0123456789", " -+:>,"))
    if lines[here]:
        at = rng.randrange(len(lines[here]))
        lines[here] = lines[here][:at] + rng.choice(letters) + lines[here][at + 1 :]


def _line_less(lines: list[str], rng: Random) -> None:
    del lines[_some(lines, rng)]


def _line_more(lines: list[str], rng: Random) -> None:
    lines.insert(_some(lines, rng), rng.choice(lines))


def _lines_swapped(lines: list[str], rng: Random) -> None:
    one, other = _some(lines, rng), _some(lines, rng)
    lines[one], lines[other] = lines[other], lines[one]


def _other_claim(lines: list[str], rng: Random) -> None:
    """Claim another value, of the position or of another seat."""
    old, new = rng.choice(
        [
            (rng.choice(("win", "draw", "loss")), rng.choice(("win", "draw", "loss"))),
            ("[1]", "[2]"),
            ("[2]", "[1]"),
            ("- 1", "- 2"),
            ("- 2", "- 1"),
        ]
    )
    lines[0] = lines[0].replace(old, new)


def _other_title(lines: list[str], rng: Random) -> None:
    """Claim a win where none is, or the reverse, or for the other side."""
    titles = [n for n, line in enumerate(lines) if " wins" in line or "not" in line]
    here = rng.choice(titles or [0])
    old, new = rng.choice(
        [("does not lose", "wins"), ("wins", "does not lose"), ("1 ", "2 "), ("2", "1")]
    )
    lines[here] = lines[here].replace(old, new)


MUTATIONS: tuple[Mutation, ...] = (
    _other_word,
    _other_number,
    _other_letter,
    _line_less,
    _line_more,
    _lines_swapped,
    _other_claim,
    _other_title,
)


def changed(lines: list[str], rng: Random) -> list[str]:
    """Return lines that are changed in one to three ways."""
    found = lines
    while found == lines:
        found = lines.copy()
        for _ in range(rng.choice((1, 1, 1, 2, 3))):
            rng.choice(MUTATIONS)(found, rng)
    return found
