"""Whether a table is right: its checksums, and entries found out anew.

An entry is compared with a search that reads no tables and with the plain solver, which
knows nothing of either.  The plain one writes down all that a position leads to; with
many cards that is hopeless, and what it could not do is counted.
"""

from collections.abc import Callable, Iterator
from pathlib import Path
from random import Random
from time import monotonic
from typing import NamedTuple

from kozyr.engine import DEFAULT_MEMORY, Budget, Engine, kind_for, make
from kozyr.reference import ReferenceEngine
from kozyr.tables.file import BLOCK, TableFile
from kozyr.tables.layers import Layer
from kozyr.tables.statistics import (
    Question,
    numbered,
    random_questions,
    statistics,
    values_in,
)
from kozyr.values import Value

REFERENCE_SECONDS = 2.0
"""What the plain solver may take for one entry."""
REFERENCE_MEMORY = 400.0
"""The same in megabytes."""
REFERENCE_ALL = 60.0
"""Seconds that it may take for all entries of a table together."""
_GIVE_UP = 5
"""Entries one after another that it could not do: then it is asked for no more."""

Progress = Callable[[int, int], None]
"""Told how many of the entries are done, and how many there are."""


class Check(NamedTuple):
    """What was found in a table; ``faults`` says in a line each what is wrong."""

    path: str
    layer: Layer
    blocks: int
    searched: int
    """Entries found out by a search."""
    referred: int
    """Entries found out by the plain solver."""
    left_out: int
    """Entries that the plain solver could not do within its limits."""
    faults: tuple[str, ...]

    def to_dict(self) -> dict[str, object]:
        """Return it as JSON."""
        return {
            "file": self.path,
            "game": self.layer.game,
            "players": self.layer.players,
            "cards": self.layer.cards,
            "blocks": self.blocks,
            "searched": self.searched,
            "referred": self.referred,
            "left_out": self.left_out,
            "faults": list(self.faults),
        }


def check(
    path: str | Path, *, deep: int = 0, seed: int = 0, progress: Progress | None = None
) -> Check:
    """Check all checksums of a table, and ``deep`` random entries in two ways each.

    Entries of a table with damaged blocks are not looked at.  Raises ``TableError`` for
    what is no table of these rules at all.
    """
    file = TableFile(path, whole=False)
    layer = file.layer
    faults = [
        f"checksum: block {block} is damaged, "
        f"from byte {file.extent.slots + block * BLOCK:,} on"
        for block in file.damaged()
    ]
    blocks = -(-(file.extent.tally - file.extent.slots) // BLOCK)
    counts = _Counts()
    if deep and not faults:
        number = min(deep, statistics(file).total.entries)
        faults += _compared(file, Random(seed), number, counts, progress)
    file.close()
    return Check(
        file.path,
        layer,
        blocks,
        counts.searched,
        counts.referred,
        counts.left_out,
        tuple(faults),
    )


class _Counts:
    """How many entries were compared with what."""

    searched = referred = left_out = 0


def _compared(
    file: TableFile,
    rng: Random,
    number: int,
    counts: _Counts,
    progress: Progress | None,
) -> Iterator[str]:
    """Yield what is wrong with some random entries."""
    value_of = values_in(file)
    engine: Engine | None = None
    hopeless = 0
    left = REFERENCE_ALL
    questions = random_questions(file.layer, numbered(file), rng, number)
    for done, asked in enumerate(questions, 1):
        position, coalition = asked.position, frozenset([asked.seat])
        if engine is None:
            engine = make(kind_for(position, coalition), DEFAULT_MEMORY, False)
        said = value_of(asked)
        table = None if said is None else Value(said)
        found = engine.judge(position, coalition, False, Budget()).value
        counts.searched += 1
        entry = f"{position}, seat {asked.seat}"
        if found is not table:
            yield f"entry: {entry}: the table says {table}, the search {found}"
        started = monotonic()
        may_ask = hopeless < _GIVE_UP and left > 0
        found = _by_reference(asked) if may_ask else None
        left -= monotonic() - started
        if found is None:
            counts.left_out += 1
            hopeless += 1
        else:
            counts.referred += 1
            hopeless = 0
            if found is not table:
                yield (
                    f"entry: {entry}: the table says {table}, the plain solver {found}"
                )
        if progress is not None:
            progress(done, number)


def _by_reference(asked: Question) -> Value | None:
    plain = ReferenceEngine(REFERENCE_MEMORY)
    budget = Budget(time=REFERENCE_SECONDS, memory=REFERENCE_MEMORY)
    coalition = frozenset([asked.seat])
    return plain.judge(asked.position, coalition, False, budget).value
