import numpy as np
from numpy.typing import NDArray

Words = NDArray[np.uint64] | memoryview

MOST: int

class TrioTables:
    def add(self, cards: int, slots: Words, values: Words) -> None: ...
    @property
    def most(self) -> int: ...
    def value(
        self, trump: int, hands: tuple[int, int, int], lone: int
    ) -> int | None: ...

def bits_of(cards: int) -> int: ...
def build(tables: TrioTables, patterns: Words, values: Words) -> int: ...
def tally(
    cards: int, patterns: int, values: Words, lone: int
) -> dict[tuple[int, int, int], tuple[int, int, int]]: ...
