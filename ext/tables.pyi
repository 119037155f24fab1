import numpy as np
from numpy.typing import NDArray

Words = NDArray[np.uint64] | memoryview

class Tables:
    def add(self, cards: int, slots: Words, values: Words, vectors: int) -> None: ...
    @property
    def most(self) -> int: ...
    def value(self, trump: int, attacker: int, defender: int) -> int | None: ...
    def values(
        self,
        trump: int,
        attackers: Words,
        defenders: Words,
        out: NDArray[np.int8],
    ) -> None: ...
