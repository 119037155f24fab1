"""A table on disk: one layer a file, read in place through mmap.

All numbers are little-endian.  The file is

======  ====================================================================
header  4,096 bytes: what ``_Header`` lists, then the checksum of all that
slots   the index of patterns, 64-bit words (``ext/shelf.pxd``)
values  the vectors of every pattern in the order of their numbers
tally   wins and entries not lost, 64-bit words, by the mover's cards
sums    a checksum of each ``BLOCK`` bytes of slots and values
======  ====================================================================

A checksum is BLAKE2b of 16 bytes.  That of the header covers tally and sums too, so
the header vouches for the whole file, block by block.
"""

import os
import stat
from collections.abc import Iterator
from contextlib import suppress
from hashlib import blake2b
from mmap import ACCESS_READ, mmap
from pathlib import Path
from struct import Struct
from typing import NamedTuple

from kozyr.errors import TableError
from kozyr.tables.layers import FEWEST, MOST, RULES, Layer

MAGIC = b"KOZYRTAB"
VERSION = 1
HEADER_BYTES = 4096
SUM_BYTES = 16
BLOCK = 1 << 20
SMALL = 4 << 20
"""Bytes up to which a file is checked whole when it is opened; it takes 4 ms."""

_STRUCT = Struct("<8sII16sII16sQQQQQ16s")


class _Header(NamedTuple):
    """The fields of the header, in their order."""

    magic: bytes
    version: int
    players: int
    game: bytes
    cards: int
    vectors: int
    rules: bytes
    patterns: int
    slots: int
    words: int
    tally: int
    block: int
    summary: bytes
    """The checksum of tally and sums."""


def checksum(data: bytes | memoryview) -> bytes:
    """Return the checksum of some bytes."""
    return blake2b(data, digest_size=SUM_BYTES).digest()


class Extent(NamedTuple):
    """Where the parts of a file lie, in bytes."""

    slots: int
    values: int
    tally: int
    sums: int
    end: int

    @classmethod
    def of(cls, layer: Layer) -> "Extent":
        """Lay out the file of a layer."""
        values = HEADER_BYTES + 8 * layer.slots
        tally = values + 8 * layer.words
        sums = tally + 8 * layer.tally
        blocks = -(-(tally - HEADER_BYTES) // BLOCK)
        return cls(HEADER_BYTES, values, tally, sums, sums + SUM_BYTES * blocks)


def header(layer: Layer, tally: bytes, sums: bytes) -> bytes:
    """Return the header of a file whose other parts are known."""
    fields = _Header(
        MAGIC,
        VERSION,
        layer.players,
        layer.game.encode(),
        layer.cards,
        layer.vectors,
        RULES[layer.game].encode(),
        layer.patterns,
        layer.slots,
        layer.words,
        layer.tally,
        BLOCK,
        checksum(tally + sums),
    )
    packed = _STRUCT.pack(*fields)
    packed += checksum(packed)
    return packed.ljust(HEADER_BYTES, b"\0")


class TableFile:
    """An open table; its ``slots`` and ``values`` are read in place.

    Raises ``TableError`` with the reason when it is not a whole table of this version
    and of these rules.  A file of up to ``SMALL`` bytes is checked whole, of a larger
    one the header only; ``damaged`` looks at the rest.
    """

    def __init__(self, path: str | Path, *, whole: bool = True) -> None:
        """Open a table; ``whole=False`` leaves the blocks of a small one unchecked."""
        self._take(str(path), _mapped(str(path)), whole)
        # What has another table's name would be taken for that.
        name = os.path.basename(path)
        if name.endswith(".table") and name != self.layer.name:
            raise TableError(self.path, f"name: this is {self.layer.title}")

    @classmethod
    def in_memory(cls, name: str, data: bytes) -> "TableFile":
        """Return the table that some bytes are; ``name`` is for errors."""
        file = cls.__new__(cls)
        file._take(name, data, True)
        return file

    def _take(self, path: str, data: mmap | bytes, whole: bool) -> None:
        self.path = path
        self._data = data
        self._view = memoryview(data)
        self.bytes = len(self._view)
        if self.bytes < HEADER_BYTES:
            raise TableError(path, "is too short to be a table")
        self.layer = self._checked()
        self.extent = Extent.of(self.layer)
        at = self.extent
        self.slots = self._view[at.slots : at.values].cast("Q")
        self.values = self._view[at.values : at.tally].cast("Q")
        self.tally = self._view[at.tally : at.sums].cast("Q")
        small = self.bytes <= SMALL
        if whole and small and (block := next(self.damaged(), None)) is not None:
            raise TableError(self.path, f"checksum: block {block} is damaged")

    def _checked(self) -> Layer:
        packed = bytes(self._view[: _STRUCT.size])
        fields = _Header(*_STRUCT.unpack(packed))
        if fields.magic != MAGIC:
            raise TableError(self.path, "magic: this is not a table of kozyr")
        if fields.version != VERSION:
            raise TableError(
                self.path, f"version: format {fields.version}, this is {VERSION}"
            )
        rest = checksum(packed).ljust(HEADER_BYTES - _STRUCT.size, b"\0")
        if self._view[_STRUCT.size : HEADER_BYTES] != rest:
            raise TableError(self.path, "checksum: the header is damaged")
        game = fields.game.rstrip(b"\0").decode()
        layer = Layer(game, fields.players, fields.cards)
        rules = RULES.get(game)
        most = MOST.get((game, fields.players), 0)
        if not FEWEST <= fields.cards <= most:
            raise TableError(self.path, f"layer: there is no table of {layer.title}")
        if fields.rules.decode() != rules:
            raise TableError(
                self.path, f"rules: made for {fields.rules.decode()}, these are {rules}"
            )
        sizes = layer.vectors, layer.patterns, layer.slots, layer.words, layer.tally
        if sizes != (fields.vectors, *fields[7:11]) or fields.block != BLOCK:
            raise TableError(self.path, "size: the header does not fit the layer")
        extent = Extent.of(layer)
        if self.bytes != extent.end:
            raise TableError(
                self.path, f"size: {self.bytes:,} bytes and not {extent.end:,}"
            )
        if checksum(self._view[extent.tally :]) != fields.summary:
            raise TableError(self.path, "checksum: the tally or the sums are damaged")
        return layer

    def damaged(self) -> Iterator[int]:
        """Yield the number of each block that does not fit its checksum."""
        at = self.extent
        for block, start in enumerate(range(at.slots, at.tally, BLOCK)):
            data = self._view[start : min(start + BLOCK, at.tally)]
            where = at.sums + SUM_BYTES * block
            if checksum(data) != self._view[where : where + SUM_BYTES]:
                yield block

    def close(self) -> None:
        """Let go of the file, unless somebody still reads in it."""
        with suppress(BufferError):
            for view in (self.slots, self.values, self.tally, self._view):
                view.release()
            if isinstance(self._data, mmap):
                self._data.close()


def _mapped(path: str) -> mmap | bytes:
    try:
        # Whoever opens a pipe waits for somebody to write.
        if stat.S_ISFIFO(os.stat(path).st_mode):
            raise TableError(path, "is a pipe, not a file")
        with open(path, "rb") as file:
            # Nothing can't be mapped.
            empty = os.fstat(file.fileno()).st_size == 0
            return b"" if empty else mmap(file.fileno(), 0, access=ACCESS_READ)
    except OSError as error:
        raise TableError(path, error.strerror or str(error)) from None
