from collections.abc import Callable

from kozyr.ext.tables import Tables

WINNING: int

class Podkidnoy:
    def __init__(
        self, memory: int, stocked: bool = False, tables: Tables | None = None
    ) -> None: ...
    @property
    def nodes(self) -> int: ...
    @property
    def stored(self) -> int: ...
    @property
    def table_bytes(self) -> int: ...
    def clear(self) -> None: ...
    def meter(self, grant: Callable[[int], int] | None) -> None: ...
    def place(
        self,
        trump: int,
        attacker: int,
        defender: int,
        attacks: tuple[int, ...],
        covers: tuple[int, ...],
        defends: bool,
        taking: bool,
        cap: int,
        stock: tuple[int, ...],
    ) -> None: ...
    def favours_attacker(self) -> bool: ...
    def score(self, alpha: int, beta: int, nodes: int = 0) -> int | None: ...
