"""What the tables say as a whole: wins, draws and losses, and the longest wins.

Counted are entries: the ways to share the cards of each pattern out so that everyone
holds some.  Always for the attacker, who is to move; of three players, for him alone.
"""

from collections.abc import Callable, Iterable, Iterator
from math import comb
from random import Random
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from kozyr.cards import SUITS
from kozyr.engine import DEFAULT_MEMORY, Budget, Kind, make
from kozyr.errors import OptionError
from kozyr.ext.tables import Tables
from kozyr.ext.trio import TrioTables
from kozyr.games.durak import Durak
from kozyr.tables.file import TableFile
from kozyr.tables.layers import Layer

PATTERN = (1 << 36) - 1
"""The bits of a slot that are the pattern; its number is above (``ext/shelf.pxd``)."""
QUICK = 50_000
"""Entries of a layer up to which the longest win is looked for among all of them."""
TRUMP = SUITS.index("c")
"""The trump of positions that are made of a pattern; it is a pattern's last suit."""


class Split(NamedTuple):
    """The entries in which the attacker holds so many cards, the others the rest."""

    attacker: int
    others: int
    entries: int
    wins: int
    draws: int
    losses: int

    def share(self, number: int) -> float:
        """Return what part of the entries a number is; of no entries, none."""
        return number / self.entries if self.entries else 0.0


class Statistics(NamedTuple):
    """What the entries of a layer come to, by hand split."""

    layer: Layer
    splits: tuple[Split, ...]

    @property
    def total(self) -> Split:
        """All splits together; its hands are both the whole layer's cards."""
        cards = self.layer.cards
        sums = (sum(each[field] for each in self.splits) for field in range(2, 6))
        return Split(cards, cards, *sums)


class Longest(NamedTuple):
    """The longest win that was found in a layer, an example, and where it was looked.

    ``plies`` and ``position`` are ``None`` when no win was met.  ``exact``: every entry
    was looked at, and no win is longer.
    """

    layer: Layer
    plies: int | None
    position: Durak | None
    looked_at: int
    exact: bool


def statistics(file: TableFile) -> Statistics:
    """Return what a table's tally says."""
    layer = file.layer
    cards = layer.cards
    splits = []
    for held in range(1, cards - layer.players + 2):
        others = cards - held
        ways, won, kept = comb(cards, held), file.tally[held], 0
        if layer.players == 2:
            kept = file.tally[cards + 1 + held]
        else:
            # The attacker alone: wins, then entries not lost, by his cards and the
            # next one's (``tally`` in ext/trio.pyx).
            sizes = cards + 1
            rows = (held * sizes, (sizes + held) * sizes)
            won, kept = (sum(file.tally[at + 1 : at + others]) for at in rows)
            ways *= 2**others - 2
        entries = layer.patterns * ways
        splits.append(Split(held, others, entries, won, kept - won, entries - kept))
    return Statistics(layer, tuple(splits))


def longest(
    file: TableFile, *, sample: int = 2000, seed: int = 0, quick: int = QUICK
) -> Longest:
    """Find the attacker's longest win in a table, by a search of each entry.

    A table with at most ``quick`` entries is looked through from end to end, of any
    other ``sample`` entries chosen by ``seed``, the longest of which is no more than a
    lower bound.  Raises ``OptionError`` for more than two players.
    """
    layer = file.layer
    if layer.players != 2:
        raise OptionError("longest: distances are looked for with two players only")
    patterns = numbered(file)
    exact = len(patterns) * (layer.lanes - 2) <= quick
    if exact:
        looked_at = len(patterns) * (layer.lanes - 2)
        entries = all_entries(layer, patterns)
    else:
        looked_at = sample
        entries = random_entries(layer, patterns, Random(seed), sample)
    plies: int | None = None
    example: Durak | None = None
    kind: Kind = "podkidnoy" if layer.game == "podkidnoy" else "circular"
    engine = make(kind, DEFAULT_MEMORY, False)
    view = view_of(file)
    for position in entries:
        if view.value(TRUMP, *position.hands) != 1:
            continue
        verdict = engine.judge(position, frozenset([1]), True, Budget())
        if verdict.plies is not None and (plies is None or verdict.plies > plies):
            plies, example = verdict.plies, position
    return Longest(layer, plies, example, looked_at, exact)


def numbered(file: TableFile) -> NDArray[np.uint64]:
    """Return the patterns of a table, read from its index, in order."""
    slots = np.frombuffer(file.slots, np.uint64)
    taken: NDArray[np.uint64] = slots[slots != 0] & np.uint64(PATTERN)
    taken.sort()
    return taken


def all_entries(layer: Layer, patterns: NDArray[np.uint64]) -> Iterator[Durak]:
    """Yield every entry of a layer but those of finished games."""
    for pattern in patterns:
        for lane in range(1, layer.lanes - 1):
            yield entry(layer.game, int(pattern), lane)


def random_entries(
    layer: Layer, patterns: NDArray[np.uint64], rng: Random, number: int
) -> Iterator[Durak]:
    """Yield some entries of a layer, all equally likely, finished games left out."""
    for _ in range(number):
        pattern = int(patterns[rng.randrange(len(patterns))])
        yield entry(layer.game, pattern, rng.randrange(1, layer.lanes - 1))


class Question(NamedTuple):
    """A bout start, and the seat whose value alone against all others an entry is."""

    position: Durak
    seat: int


def random_questions(
    layer: Layer, patterns: NDArray[np.uint64], rng: Random, number: int
) -> Iterator[Question]:
    """Yield some entries of a layer for two or three, all equally likely.

    Of two players it is always the attacker's value.  Of three all hold cards.
    """
    if layer.players == 2:
        for position in random_entries(layer, patterns, rng, number):
            yield Question(position, 1)
        return
    for _ in range(number):
        pattern = int(patterns[rng.randrange(len(patterns))])
        owners: list[int] = []
        while len(set(owners)) < layer.players:
            owners = rng.choices(range(layer.players), k=layer.cards)
        position = dealt(layer.game, pattern, layer.players, owners)
        yield Question(position, rng.randrange(layer.players) + 1)


def entry(game: str, pattern: int, lane: int) -> Durak:
    """Return the bout start that an entry of a table for two stands for."""
    owners = (1 - (lane >> number & 1) for number in range(pattern.bit_count()))
    return dealt(game, pattern, 2, owners)


def dealt(game: str, pattern: int, players: int, owners: Iterable[int]) -> Durak:
    """Deal the cards of a pattern from the lowest up to these hands, 0 and on."""
    hands = [0] * players
    for owner in owners:
        rank, suit = divmod((pattern & -pattern).bit_length() - 1, 4)
        hands[owner] |= 1 << 9 * suit + rank
        pattern &= pattern - 1
    return Durak(game, TRUMP, tuple(hands))


def values_in(file: TableFile) -> Callable[[Question], int | None]:
    """Return what looks up a question in one table alone, whatever its file's name."""
    layer = file.layer
    if layer.players == 2:
        duo = view_of(file)
        return lambda asked: duo.value(TRUMP, *asked.position.hands)
    trio = TrioTables()
    trio.add(layer.cards, file.slots, file.values)

    def value(asked: Question) -> int | None:
        one, two, three = asked.position.hands
        return trio.value(TRUMP, (one, two, three), asked.seat - 1)

    return value


def view_of(file: TableFile) -> Tables:
    """Return a view of one table for two alone, whatever the name of its file."""
    view = Tables()
    view.add(file.layer.cards, file.slots, file.values, file.layer.vectors)
    return view
