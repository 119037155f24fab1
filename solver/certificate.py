"""What a certificate is: its claim, its frames, the order of its lines.

docs/certificates.md describes the file.  ``kozyr.prove`` writes it, ``kozyr.verify``
reads it; neither needs more of the other than what is here.
"""

import json
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from functools import cache
from hashlib import sha256
from struct import pack
from typing import IO, TYPE_CHECKING

from zstandard import ZstdCompressionParameters, ZstdCompressor

from kozyr.fingerprint import fingerprint
from kozyr.solution import (
    count,
    position_to_dict,
    seats_in_words,
    verdict_to_dict,
)
from kozyr.values import Value

if TYPE_CHECKING:
    from kozyr.moves import Move
    from kozyr.position import Position

VERSION = 1
_LEVEL, _WINDOW = 17, 20
"""Of zstandard, the window in bits; its own choice, 23, takes 0.1 s to begin."""
_LINES = 8192
"""Lines that are compressed at once."""


def skippable(content: bytes) -> bytes:
    """Return a frame that programs for zstandard pass over."""
    return pack("<II", 0x184D2A50, len(content)) + content


HEAD = skippable(b"kozyr certificate 1\n")
"""How every certificate begins."""
TAIL = len(skippable(sha256().digest()))
"""Bytes of the last frame: the checksum of all before it."""


@dataclass(frozen=True, slots=True)
class Strategy:
    """What one side makes sure of, and the size of its strategy.

    ``seats`` play together; they win when ``wins``, else they do not lose.  ``moves``
    is the most moves that a win takes, ``None`` where none is claimed.
    """

    seats: tuple[int, ...]
    wins: bool
    positions: int
    moves: int | None = None

    def to_dict(self) -> dict[str, object]:
        """Return the strategy as one entry of ``strategies`` in JSON."""
        return {
            "seats": list(self.seats),
            "at_least": str(Value.WIN if self.wins else Value.DRAW),
            "positions": self.positions,
            "moves": self.moves,
        }


@dataclass(frozen=True, slots=True)
class Proof:
    """What a certificate proves: the value of a position for a coalition."""

    position: "Position"
    coalition: tuple[int, ...]
    value: Value
    strategies: tuple[Strategy, ...]
    bytes: int
    seconds: float

    @property
    def positions(self) -> int:
        """The positions in all strategies together."""
        return sum(each.positions for each in self.strategies)

    def to_dict(self) -> dict[str, object]:
        """Return the JSON object of ``kozyr prove`` and ``kozyr verify``."""
        return {
            **position_to_dict(self.position),
            "coalition": list(self.coalition),
            **verdict_to_dict(self.value, self.value, None),
            "strategies": [each.to_dict() for each in self.strategies],
            "positions": self.positions,
            "bytes": self.bytes,
            "seconds": round(self.seconds, 6),
        }

    def words(self) -> str:
        """Return what is proven as one sentence."""
        who = seats_in_words(self.coalition)
        one = len(self.coalition) == 1
        others = tuple(
            seat
            for seat in range(1, self.position.seats + 1)
            if seat not in self.coalition
        )
        if self.value is Value.DRAW and others:
            does, it = ("does", "it does") if one else ("do", "they do")
            sentence = f"a draw: {who} {does} not lose, and {seats_in_words(others)}"
            sentence += " makes" if len(others) == 1 else " make"
            return f"{sentence} sure that {it} not win"
        verb = {Value.WIN: "win", Value.DRAW: "draw", Value.LOSS: "lose"}[self.value]
        sentence = f"{who} {verb}{'s' if one else ''}"
        moves = self.strategies[0].moves
        if moves is not None:
            sentence += f" within {count(moves, 'move')}"
        if self.value is Value.WIN and others:
            plays = "plays" if len(others) == 1 else "play"
            sentence += f", whatever {seats_in_words(others)} {plays}"
        elif self.value is Value.LOSS:
            sentence += f", whatever {'it plays' if one else 'they play'}"
        return sentence


def header(position: "Position", coalition: Iterable[int], value: Value) -> str:
    """Return the first line: the claim, and the rules under which it holds."""
    record = {
        "rules": fingerprint(position.game),
        "position": str(position),
        "coalition": list(coalition),
        "value": str(value),
    }
    return json.dumps(record)


def sides(
    seats: int, coalition: Iterable[int], value: Value
) -> list[tuple[tuple[int, ...], bool]]:
    """Return who needs a strategy for a value, and whether it is one to win."""
    ours = tuple(coalition)
    others = tuple(seat for seat in range(1, seats + 1) if seat not in ours)
    if value is Value.DRAW:
        return [(ours, False), (others, False)]
    return [(ours if value is Value.WIN else others, True)]


def title(seats: Iterable[int], wins: bool) -> str:
    """Return the line above a strategy."""
    return f"{','.join(map(str, seats)) or '-'} {'wins' if wins else 'does not lose'}"


@cache
def text(move: "Move") -> str:
    """Return a move as text; replies stand in the order of theirs."""
    return str(move)


def save(lines: Iterable[str], file: IO[bytes], more: Callable[[], bool]) -> int:
    """Write lines as a certificate to an open file; return its size in bytes.

    Stops with ``InterruptedError`` when ``more``, asked now and then, says no.
    """
    checksum = sha256()
    size = 0

    def write(block: bytes) -> None:
        nonlocal size
        size += len(block)
        checksum.update(block)
        file.write(block)

    write(HEAD)
    parameters = ZstdCompressionParameters.from_level(
        _LEVEL, window_log=_WINDOW, source_size=1 << _WINDOW
    )
    compressor = ZstdCompressor(compression_params=parameters).compressobj()
    for block in _blocks(lines):
        write(compressor.compress(block))
        if not more():
            raise InterruptedError
    write(compressor.flush())
    write(skippable(checksum.digest()))
    return size


def _blocks(lines: Iterable[str]) -> Iterator[bytes]:
    """Yield the bytes of many lines at once."""
    waiting: list[str] = []
    for line in lines:
        waiting.append(line)
        if len(waiting) == _LINES:
            yield "\n".join([*waiting, ""]).encode()
            waiting.clear()
    yield "\n".join([*waiting, ""]).encode()
