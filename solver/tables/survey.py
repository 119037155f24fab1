"""What lies in a directory of tables: whole files, unfinished and useless ones."""

from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from kozyr.errors import TableError
from kozyr.tables.build import progress_of
from kozyr.tables.file import VERSION, TableFile
from kozyr.tables.layers import FEWEST, MOST, RULES, Layer
from kozyr.tables.statistics import Statistics, statistics


class Whole(NamedTuple):
    """A table that can be read; its header and tally are checked, its values not."""

    path: str
    layer: Layer
    bytes: int
    statistics: Statistics

    def to_dict(self) -> dict[str, object]:
        """Return it as JSON."""
        total = self.statistics.total
        return {
            "file": self.path,
            **described(self.layer),
            "patterns": self.layer.patterns,
            "entries": total.entries,
            "wins": total.wins,
            "draws": total.draws,
            "losses": total.losses,
            "bytes": self.bytes,
            "version": VERSION,
            "rules": RULES[self.layer.game],
            "header": "ok",
        }


class Unfinished(NamedTuple):
    """A build that was stopped, or goes on: how many of its parts are done."""

    path: str
    layer: Layer
    done: int
    parts: int

    def to_dict(self) -> dict[str, object]:
        """Return it as JSON."""
        done: dict[str, object] = {"done": self.done, "parts": self.parts}
        return {"file": self.path, **described(self.layer), **done}


class Refused(NamedTuple):
    """A file that is no table that can be used, and why."""

    path: str
    reason: str

    def to_dict(self) -> dict[str, object]:
        """Return it as JSON."""
        return {"file": self.path, "error": self.reason}


def survey(directory: str | Path) -> Iterator[Whole | Unfinished | Refused]:
    """Yield what there is of tables, by game, players and cards."""
    directory = Path(directory)
    known = {each.name: each for each in every_layer()}
    for name in sorted(path.name for path in directory.glob("*.table")):
        yield _looked_at(directory / name)
    for name, layer in known.items():
        if (directory / f"{name}.part").exists():
            done, parts = progress_of(directory / name, layer)
            yield Unfinished(str(directory / f"{name}.part"), layer, done, parts)


def every_layer() -> Iterator[Layer]:
    """Yield all layers of which there can be a table."""
    for (game, players), most in MOST.items():
        for cards in range(FEWEST, most + 1):
            yield Layer(game, players, cards)


def described(layer: Layer) -> dict[str, object]:
    """Return what names a layer, as JSON."""
    return {"game": layer.game, "players": layer.players, "cards": layer.cards}


def _looked_at(path: Path) -> Whole | Refused:
    try:
        file = TableFile(path)
    except TableError as error:
        return Refused(error.path, error.reason)
    whole = Whole(file.path, file.layer, file.bytes, statistics(file))
    file.close()
    return whole
