"""Make a table: layer after layer, each in parts that may be done anywhere.

A part is a range of patterns, about a second of work; it needs the finished layers with
fewer cards and nothing else.  The values go straight to their place in ``NAME.part``; a
line of ``NAME.journal`` with their checksum says that they are there.  So a build that
was killed at any moment goes on from the journal: a line that is torn, or whose values
are not what it says, is a part that is still to be done.  The finished file gets its
name in one step.
"""

import math
import os
import shutil
from collections.abc import Callable, Iterable, Iterator
from functools import lru_cache, partial
from pathlib import Path
from struct import Struct
from typing import BinaryIO, NamedTuple

import numpy as np
from filelock import FileLock, Timeout
from numpy.typing import NDArray

from kozyr.engine import DEFAULT_MEMORY
from kozyr.errors import OptionError
from kozyr.ext import canonical, trio
from kozyr.ext import layer as duo
from kozyr.options import check_positive
from kozyr.tables.file import (
    BLOCK,
    HEADER_BYTES,
    SUM_BYTES,
    Extent,
    TableFile,
    checksum,
    header,
)
from kozyr.tables.home import opened, opened_trio
from kozyr.tables.layers import Layer

Words = NDArray[np.uint64]
Progress = Callable[[Layer, int, int], None]
"""Told the layer, how many of its parts are done, and how many there are."""

_PART = {2: 1 << 23, 3: 1 << 18}
"""Entries of a part by players, if so many patterns have so many."""
_AHEAD = 64
"""Parts that a cluster may be ahead of the oldest one that is not done."""
_PER_JOB = 8_000_000
"""Bytes that a process takes beside the tables it reads, and its part."""


class Part(NamedTuple):
    """Some patterns of a layer, the first of them number ``start``."""

    number: int
    start: int
    patterns: bytes


class Done(NamedTuple):
    """What a part came to."""

    values: bytes
    tally: bytes


def build(
    wanted: Iterable[Layer],
    directory: str | Path,
    *,
    jobs: int = 1,
    memory: float = DEFAULT_MEMORY,
    scheduler: str | None = None,
    progress: Progress | None = None,
    patience: float = 0,
) -> list[Path]:
    """Build the layers that ``directory`` does not have yet; return their files.

    ``wanted`` are all layers of a game from the smallest on.  ``jobs`` processes work
    side by side, together within ``memory`` megabytes; ``scheduler`` is the address of
    a Dask cluster that does the parts instead.  ``patience`` is how many seconds to
    wait for another process that builds there.  ``progress`` is told of each part.
    Raises ``OptionError``, ``TableError`` for a file that is there and no good, and
    ``OSError`` when the disk is full; what is done stays done.
    """
    directory = Path(directory)
    todo = list(wanted)
    check_memory(todo, jobs, memory)
    if all(_finished(directory, each) for each in todo):
        # So a directory that may only be read is as good as any.
        return [directory / each.name for each in todo]
    try:
        directory.mkdir(parents=True, exist_ok=True)
        with FileLock(directory / ".lock", timeout=patience):
            missing = [each for each in todo if not _there(directory, each)]
            _check_disk(directory, missing)
            for each in todo:
                if each not in missing:
                    # Left by a build that was killed when all was done.
                    (directory / f"{each.name}.journal").unlink(missing_ok=True)
            for each in missing:
                _Builder(each, directory, jobs, scheduler, progress).build()
    except Timeout:
        raise OptionError(
            f"tables: {directory}: another process builds there"
        ) from None
    except (FileExistsError, NotADirectoryError, PermissionError) as error:
        raise OptionError(f"tables: {directory}: {error.strerror}") from None
    return [directory / each.name for each in todo]


def check_memory(wanted: Iterable[Layer], jobs: int, memory: float) -> None:
    """Raise ``OptionError`` unless the largest layer can be built within the memory."""
    check_positive("memory", memory, "number of megabytes")
    needed, layer = max((_megabytes(each, jobs), each) for each in wanted)
    if memory < needed:
        raise OptionError(
            f"memory: {layer.title} needs {math.ceil(needed):,} MB with {jobs} "
            f"job{'s' * (jobs > 1)}, {memory:,.0f} are allowed"
        )


def _megabytes(layer: Layer, jobs: int) -> float:
    below = sum(Extent.of(each).end for each in layer.below)
    part = 2 * 8 * _part_words(layer)
    own = 8 * (layer.patterns + layer.slots)
    return (below + own + jobs * (_PER_JOB + part)) / 1e6


def _check_disk(directory: Path, missing: list[Layer]) -> None:
    needed = sum(Extent.of(each).end for each in missing)
    there = sum(_size(directory / f"{each.name}.part") for each in missing)
    free = shutil.disk_usage(directory).free
    if needed - there > free:
        raise OptionError(
            f"tables: {directory}: {(needed - there) / 1e6:,.0f} MB are needed, "
            f"{free / 1e6:,.0f} are free"
        )


def _size(path: Path) -> int:
    return path.stat().st_size if path.exists() else 0


def _there(directory: Path, layer: Layer) -> bool:
    path = directory / layer.name
    if not path.exists():
        return False
    TableFile(path).close()
    return True


def _finished(directory: Path, layer: Layer) -> bool:
    """Tell whether a table is there with nothing left over from its build."""
    return not (directory / f"{layer.name}.journal").exists() and _there(
        directory, layer
    )


def progress_of(path: Path, layer: Layer) -> tuple[int, int]:
    """Return how many parts of an unfinished file are done, and how many there are.

    By its journal, which is not changed; ``path`` is that of the finished file.
    """
    parts = -(-layer.patterns // _part_patterns(layer))
    try:
        with open(f"{path}.journal", "rb") as file:
            file.seek(HEADER_BYTES)
            return sum(1 for _ in _records(file, layer)), parts
    except OSError:
        return 0, parts


def patterns_of(layer: Layer) -> Words:
    """Return the patterns of a layer in the order of their numbers."""
    found = np.empty(layer.patterns, np.uint64)
    assert canonical.patterns(layer.cards, found) == layer.patterns
    found.sort()
    return found


def solve_part(layer: Layer, below: Iterable[TableFile], part: Part) -> Done:
    """Find the values of a part from the layers below."""
    patterns = np.frombuffer(part.patterns, np.uint64)
    values = np.zeros(-(-len(patterns) * layer.bits // 64), np.uint64)
    tally = np.zeros(layer.tally, np.uint64)
    if layer.players == 3:
        trio.build(opened_trio(below), patterns, values)
        trio.tally(values, layer.cards, tally)
    else:
        transfers = layer.game == "perevodnoy"
        duo.build(opened(below), patterns, values, transfers, layer.vectors)
        duo.tally(values, layer.cards, layer.vectors, tally)
    return Done(values.tobytes(), tally.tobytes())


def cluster_worker(layer: Layer) -> Callable[[Part], Done]:
    """Return what does parts on a cluster, with the layers below as they were sent."""
    from kozyr.cluster import shared_here

    return partial(solve_part, layer, _unpacked(shared_here()))


def _packed(layer: Layer, directory: Path) -> bytes:
    """Return the files of the layers below, each after its length."""
    files = [(directory / each.name).read_bytes() for each in layer.below]
    return b"".join(len(each).to_bytes(8, "little") + each for each in files) or b"-"


@lru_cache(maxsize=1)
def _unpacked(data: bytes) -> list[TableFile]:
    files = []
    at = 0
    while at + 8 < len(data):
        end = at + 8 + int.from_bytes(data[at : at + 8], "little")
        files.append(TableFile.in_memory("(sent)", data[at + 8 : end]))
        at = end
    return files


def worker(layer: Layer, directory: str) -> Callable[[Part], Done]:
    """Return what does parts in this process, with the layers below of a directory."""
    below = [TableFile(Path(directory) / each.name) for each in layer.below]
    return partial(solve_part, layer, below)


def _part_patterns(layer: Layer) -> int:
    return max(64, 1 << (_PART[layer.players] // layer.lanes).bit_length() - 1)


def _part_words(layer: Layer) -> int:
    patterns = min(layer.patterns, _part_patterns(layer))
    return -(-patterns * layer.bits // 64)


class _Builder:
    """One layer in the making."""

    def __init__(
        self,
        layer: Layer,
        directory: Path,
        jobs: int,
        scheduler: str | None,
        progress: Progress | None,
    ) -> None:
        self._layer = layer
        self._directory = directory
        self._jobs = jobs
        self._progress = progress
        self._scheduler = scheduler
        self._extent = Extent.of(layer)
        self._patterns = patterns_of(layer)
        self._size = _part_patterns(layer)
        self._parts = -(-layer.patterns // self._size)
        self._tally = np.zeros(layer.tally, np.uint64)

    def build(self) -> None:
        """Make the file, with what an earlier attempt has left."""
        path = self._directory / self._layer.name
        part, journal = Path(f"{path}.part"), Path(f"{path}.journal")
        try:
            with open(part, "r+b" if part.exists() else "w+b") as file:
                file.truncate(self._extent.end)
                with _Journal(journal, self._layer, self._patterns, self._size) as done:
                    self._fill(file, done)
                file.flush()
                os.fsync(file.fileno())
        except OSError as error:
            # A full disk; writing knows no name.
            error.filename = error.filename or str(part)
            raise
        os.replace(part, path)
        journal.unlink()

    def _fill(self, file: BinaryIO, journal: "_Journal") -> None:
        for number, record in journal.records.copy().items():
            if checksum(self._read(file, number)) == record.sum:
                self._tally += np.frombuffer(record.tally, np.uint64)
            else:
                del journal.records[number]
        numbers = [n for n in range(self._parts) if n not in journal.records]
        self._tell(len(journal.records))
        for number, done in zip(
            numbers, self._solved(map(self._part, numbers)), strict=True
        ):
            file.seek(self._place(number))
            file.write(done.values)
            # The line must not be there before what it speaks of.
            file.flush()
            journal.add(number, _Record(checksum(done.values), done.tally))
            self._tally += np.frombuffer(done.tally, np.uint64)
            self._tell(len(journal.records))
        self._finish(file)

    def _part(self, number: int) -> Part:
        start = number * self._size
        patterns = self._patterns[start : start + self._size]
        return Part(number, start, patterns.tobytes())

    def _place(self, number: int) -> int:
        bits = number * self._size * self._layer.bits
        return self._extent.values + bits // 8

    def _read(self, file: BinaryIO, number: int) -> bytes:
        start = self._place(number)
        end = min(self._place(number + 1), self._extent.tally)
        file.seek(start)
        return file.read(end - start)

    def _finish(self, file: BinaryIO) -> None:
        """Write all but the values, the header last."""
        slots = np.zeros(self._layer.slots, np.uint64)
        duo.index(self._patterns, slots)
        file.seek(self._extent.slots)
        file.write(slots.tobytes())
        file.seek(self._extent.slots)
        sums = bytearray()
        left = self._extent.tally - self._extent.slots
        while left:
            block = file.read(min(left, BLOCK))
            sums += checksum(block)
            left -= len(block)
        tally = self._tally.tobytes()
        file.write(tally + sums)
        file.seek(0)
        file.write(header(self._layer, tally, bytes(sums)))

    def _tell(self, done: int) -> None:
        if self._progress is not None:
            self._progress(self._layer, done, self._parts)

    def _solved(self, parts: Iterable[Part]) -> Iterator[Done]:
        """Do the parts in this process, in several, or on a cluster."""
        layer = self._layer
        work = partial(worker, layer, str(self._directory))
        if self._scheduler is not None:
            from kozyr import cluster

            yield from cluster.in_order(
                partial(cluster_worker, layer),
                parts,
                lambda part, reason: work()(part),
                self._scheduler,
                ahead=_AHEAD,
                shared=_packed(layer, self._directory),
            )
            return
        if self._jobs == 1 or self._parts == 1:
            yield from map(work(), parts)
            return
        from kozyr.workers import in_order

        # A part whose process died is done here.
        yield from in_order(work, parts, lambda part, code: work()(part), self._jobs)


class _Record(NamedTuple):
    """What the journal says of a part."""

    sum: bytes
    tally: bytes


def _record_struct(layer: Layer) -> Struct:
    return Struct(f"<I{SUM_BYTES}s{8 * layer.tally}s")


def _records(file: BinaryIO, layer: Layer) -> Iterator[tuple[int, _Record]]:
    """Yield the parts that a journal has, from where it stands to the first tear."""
    struct = _record_struct(layer)
    whole = struct.size + SUM_BYTES
    while len(packed := file.read(whole)) == whole:
        record, total = packed[:-SUM_BYTES], packed[-SUM_BYTES:]
        if checksum(record) != total:
            return
        number, *fields = struct.unpack(record)
        yield number, _Record(*fields)


class _Journal:
    """The parts that are done, a record of fixed length each.

    It begins with what the parts are parts of; that of anything else is begun anew.
    """

    def __init__(self, path: Path, layer: Layer, patterns: Words, size: int) -> None:
        self.records: dict[int, _Record] = {}
        self._layer = layer
        self._struct = _record_struct(layer)
        self._head = header(layer, size.to_bytes(8, "little"), patterns.tobytes())
        self._path = path

    def __enter__(self) -> "_Journal":
        self._file = open(self._path, "r+b" if self._path.exists() else "w+b")
        if self._file.read(len(self._head)) != self._head:
            self._file.seek(0)
            self._file.truncate()
            self._file.write(self._head)
        end = len(self._head)
        for number, record in _records(self._file, self._layer):
            self.records[number] = record
            end += self._struct.size + SUM_BYTES
        # What follows was torn off, or belongs to another build.
        self._file.seek(end)
        self._file.truncate()
        self._file.flush()
        return self

    def __exit__(self, *_: object) -> None:
        self._file.close()

    def add(self, number: int, record: _Record) -> None:
        """Note that a part is done."""
        self.records[number] = record
        packed = self._struct.pack(number, *record)
        self._file.write(packed + checksum(packed))
        self._file.flush()
