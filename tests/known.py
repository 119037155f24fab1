"""The positions whose answers are known from elsewhere: ``vectors/*.jsonl``."""

import json
from pathlib import Path
from typing import NamedTuple

from kozyr.values import Value

FOLDER = Path(__file__).parent / "vectors"


class Known(NamedTuple):
    """One row: values are for the coalition, plies count from the position.

    ``moves`` is empty where a file gives values of positions alone.
    """

    position: str
    coalition: tuple[int, ...]
    value: Value
    plies: int | None
    moves: dict[str, tuple[Value, int | None]]

    def __str__(self) -> str:
        return f"{self.position} for {','.join(map(str, self.coalition))}"


def rows(name: str) -> list[Known]:
    """Return the rows of a file, in its order."""
    found = []
    for line in (FOLDER / name).read_text().splitlines():
        row = json.loads(line)
        moves = {
            move: (Value[value.upper()], plies)
            for move, (value, plies) in row.get("moves", {}).items()
        }
        value = Value[row["value"].upper()]
        seats = tuple(row["coalition"])
        found.append(Known(row["position"], seats, value, row.get("plies"), moves))
    return found
