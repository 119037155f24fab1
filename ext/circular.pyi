from collections.abc import Callable
from typing import Literal

from kozyr.ext.tables import Tables
from kozyr.ext.trio import TrioTables

class Circular:
    def __init__(
        self,
        memory: int,
        transfers: bool,
        neighbours: bool,
        plies: bool = False,
        duo: Tables | None = None,
        trio: TrioTables | None = None,
    ) -> None: ...
    @property
    def nodes(self) -> int: ...
    @property
    def stored(self) -> int: ...
    @property
    def table_bytes(self) -> int: ...
    @property
    def too_deep(self) -> bool: ...
    def meter(self, grant: Callable[[int], int] | None) -> None: ...
    def place(
        self,
        trump: int,
        hands: tuple[int, ...],
        mover: int,
        by: int,
        defender: int,
        covered: tuple[int, ...],
        covers: tuple[int, ...],
        uncovered: tuple[int, ...],
        taking: bool,
        cap: int,
    ) -> None: ...
    def begin(self) -> None: ...
    def within(self, forcing: int, r: int) -> bool | Literal["never"] | None: ...
    def narrowly(self, forcing: int, r: int, width: int, nodes: int) -> bool | None: ...
    def close(
        self, forcing: int, r: int, nodes: int, stack: int = ...
    ) -> bool | Literal["never"] | None: ...
