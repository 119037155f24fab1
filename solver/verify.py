"""Check a certificate with the rules of the game alone: no search, no kernel.

Trusted are the rules (kozyr.games), their notation, and zstandard.  A certificate
claims the value of a position for a coalition of seats.  It holds one strategy for a
win or a loss, and two for a draw: one of the coalition, one of its opponents, each of
them not to lose.

**Which positions belong to a strategy** is not in the file but follows from it: the
root; after a position in which its side is to move, what the move of the strategy leads
to; after any other position, what every legal move leads to.  So no reply can be
missing.  Positions are numbered as they are met, breadth first, replies in the order of
their texts; the file has one line for each, in that order.

**Why it does not lose.**  Every end that is met is checked not to be lost.  Play that
meets no end stays among the positions of the strategy, which are finite in number, so
it comes to a repetition: a draw.  Where the whole side has left the game nothing more
is followed: none of them can become the durak.

**Why it wins.**  Every end that is met is checked to be won, and each position has a
rank, a whole number from 1 on, that falls with every move of every player.  So no
position comes back, and play ends within as many moves as the rank of the root.
"""

import io
import json
import os
from array import array
from collections.abc import Callable, Iterator
from contextlib import contextmanager, nullcontext
from hashlib import sha256
from time import monotonic
from typing import IO

from zstandard import ZstdDecompressor, ZstdError

from kozyr.certificate import (
    HEAD,
    TAIL,
    Proof,
    Strategy,
    header,
    sides,
    skippable,
    text,
    title,
)
from kozyr.errors import CertificateError, PositionError
from kozyr.notation import position as read_position
from kozyr.position import Position
from kozyr.values import Value

Progress = Callable[[int, float], None]
"""Called now and then with the positions checked and the seconds spent so far."""

_LONGEST_LINE = 1000
_WINDOW = 1 << 23
"""Bytes that a certificate may ask zstandard to keep of what went before."""
_HIGHEST = 10**9


def verify(
    file: str | os.PathLike[str] | IO[bytes], *, progress: Progress | None = None
) -> Proof:
    """Check a certificate and return what it proves.

    ``file`` is a path, or a binary stream that can be read twice.
    Raises ``CertificateError`` that says what is wrong and where, and ``OSError`` when
    the file can't be read.
    """
    start = monotonic()
    checked = 0

    def tick() -> None:
        nonlocal checked
        checked += 1
        if progress is not None and checked % 1024 == 0:
            progress(checked, monotonic() - start)

    source = (
        open(file, "rb") if isinstance(file, str | os.PathLike) else nullcontext(file)
    )
    with source as opened:
        size = _check_frame(opened)
        with _lines(opened) as lines:
            root, coalition, value = _claim(lines.next())
            proven = tuple(
                _strategy(lines, root, seats, wins, tick)
                for seats, wins in sides(root.seats, coalition, value)
            )
            lines.end()
    seconds = monotonic() - start
    return Proof(root, coalition, value, proven, size, seconds)


def _strategy(
    lines: "_Lines",
    root: Position,
    side: tuple[int, ...],
    wins: bool,
    tick: Callable[[], None],
) -> Strategy:
    """Check one strategy, from its title to its end."""
    if lines.next() != title(side, wins):
        raise lines.wrong("strategy", f"not {title(side, wins)!r}")
    met = [root]
    number = {root: 0}
    ranks = array("q", [_HIGHEST])
    """Of positions whose line was read; of others, the lowest from which one comes."""
    for here, position in enumerate(met):
        mine = position.mover in side
        words = lines.next().split(" ") if mine or wins else []
        moves = position.legal_moves()
        rank = 0
        if wins:
            rank = _whole(words.pop(0))
            if rank < 1:
                raise lines.wrong("rank", "not a number from 1 on", position)
            if rank >= ranks[here]:
                fall = f"{rank} is not below the {ranks[here]} of a position before it"
                raise lines.wrong("rank", fall, position)
            ranks[here] = rank
        if mine:
            wanted = words.pop(0) if words else ""
            moves = tuple(move for move in moves if text(move) == wanted)
            if not moves:
                raise lines.wrong("move", f"{wanted!r} is not legal", position)
        if words:
            raise lines.wrong("line", f"{words[0]!r} is too much", position)
        for move in sorted(moves, key=text):
            after = position.after(move)
            outcome = after.outcome
            if outcome is not None:
                result = outcome.value_for(side)
                if result is Value.LOSS or (wins and result is Value.DRAW):
                    raise lines.wrong("outcome", f"a {result} by {move}", position)
                continue
            if not wins and has_left(side, after):
                continue
            if repeats(after, root):
                after = root
            known = number.setdefault(after, len(met))
            if known == len(met):
                met.append(after)
                ranks.append(rank)
            elif wins and known <= here and ranks[known] >= rank:
                fall = f"{rank} does not fall by {move}, to {ranks[known]}"
                raise lines.wrong("rank", fall, position)
            elif known > here:
                ranks[known] = min(ranks[known], rank)
        tick()
    if lines.next() != f"end {len(met)}":
        raise lines.wrong("end", f"not 'end {len(met)}'")
    return Strategy(side, wins, len(met), ranks[0] if wins else None)


def has_left(side: tuple[int, ...], position: Position) -> bool:
    """Tell whether, at a bout start, none of a side holds or can draw cards."""
    between = position.situation is not None and not position.stock
    return between and not any(position.hands[seat - 1] for seat in side)


def repeats(position: Position, root: Position) -> bool:
    """Tell whether the rules call a position a repetition of the root.

    It may be another position: the limit of a first attack is no part of a situation.
    """
    same = position.hands == root.hands and position.situation is not None
    return same and position.situation == root.situation


def _whole(word: str) -> int:
    """Read a number as it is printed; -1 for anything else."""
    plain = word.isascii() and word.isdigit() and len(word) < 10
    return int(word) if plain and str(int(word)) == word else -1


def _claim(line: str) -> tuple[Position, tuple[int, ...], Value]:
    """Read the first line: whose value of which position is claimed."""
    try:
        record = json.loads(line)
        root = read_position(record["position"])
        coalition = tuple(sorted({int(seat) for seat in record["coalition"]}))
        value = Value[record["value"].upper()]
    except PositionError as error:
        raise CertificateError("position", str(error), "line 1") from None
    except (ValueError, TypeError, KeyError, AttributeError, RecursionError):
        raise CertificateError("claim", "not readable", "line 1") from None
    if not coalition or not set(coalition) <= set(range(1, root.seats + 1)):
        raise CertificateError("coalition", "not seats of the position", "line 1")
    expected = header(root, coalition, value)
    if json.loads(expected)["rules"] != record.get("rules"):
        raise CertificateError("rules", "not the ones that are known here", "line 1")
    if line != expected:
        raise CertificateError("claim", f"not written as {expected}", "line 1")
    return root, coalition, value


def _check_frame(file: IO[bytes]) -> int:
    """Check the beginning and the checksum; return the size of the file."""
    if file.read(len(HEAD)) != HEAD:
        raise CertificateError("format", "not a certificate of version 1", "byte 1")
    checksum = sha256(HEAD)
    size = file.seek(0, os.SEEK_END)
    left = size - TAIL - file.seek(len(HEAD))
    while left > 0:
        block = file.read(min(left, 1 << 16))
        checksum.update(block)
        left -= len(block)
    if file.read() != skippable(checksum.digest()):
        place = f"the last {TAIL} bytes"
        raise CertificateError("checksum", "the file is damaged", place)
    file.seek(len(HEAD))
    return size


class _Lines:
    """The lines of a certificate, one by one, and the place where reading is."""

    def __init__(self, stream: io.TextIOWrapper) -> None:
        self._stream = stream
        self._number = 0

    def next(self) -> str:
        """Return the next line, which must be there."""
        line = self._read()
        if not line.endswith("\n"):
            raise self.wrong("line", "cut off" if line else "missing")
        return line[:-1]

    def end(self) -> None:
        """Make sure that no line is left."""
        if self._read():
            raise self.wrong("line", "too many")

    def wrong(
        self, field: str, reason: str, position: Position | None = None
    ) -> CertificateError:
        """Return the error that names what is wrong at this line."""
        place = f"line {self._number}"
        return CertificateError(
            field, reason, place if position is None else f"{place}, {position}"
        )

    def _read(self) -> str:
        self._number += 1
        try:
            return self._stream.readline(_LONGEST_LINE)
        except (ZstdError, UnicodeDecodeError):
            raise self.wrong("compression", "can't be undone") from None


@contextmanager
def _lines(file: IO[bytes]) -> Iterator[_Lines]:
    frame = ZstdDecompressor(max_window_size=_WINDOW).stream_reader(file, closefd=False)
    with io.TextIOWrapper(frame, "ascii", newline="\n") as stream:
        yield _Lines(stream)
