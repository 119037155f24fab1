"""Where the tables are that a search reads, and that there always are some.

Small ones build themselves at first need, in one to three seconds: into the directory
that ``KOZYR_TABLES`` names, or the user's cache.  Several processes that start at once
wait for the first one.  Where nothing can be written there just are none.
"""

import os
from collections.abc import Iterable
from contextlib import suppress
from functools import cache
from pathlib import Path

from kozyr.engine import TablesSetting
from kozyr.errors import KozyrError, OptionError, TableError
from kozyr.ext.tables import Tables
from kozyr.ext.trio import TrioTables
from kozyr.tables.file import TableFile
from kozyr.tables.layers import FEWEST, MOST, Layer

VARIABLE = "KOZYR_TABLES"
SELF_BUILT = 8
"""Cards up to which tables build themselves."""
_PATIENCE = 120.0
"""Seconds to wait for another process that builds them."""

_open: dict[tuple[Path, tuple[Layer, ...]], Tables] = {}
"""What this process has open already: engines share it."""
_open_trio: dict[tuple[Path, tuple[Layer, ...]], TrioTables] = {}


def directory(setting: TablesSetting = True) -> Path | None:
    """Return the directory of the tables, ``None`` when none are to be used.

    ``setting`` is a directory, ``False`` for none, or ``True`` for what the environment
    names (nothing, when it names the empty text), else the user's cache.
    """
    if setting is False:
        return None
    if setting is not True:
        if not setting:
            raise OptionError("tables: the name of the directory is empty")
        return Path(setting)
    named = os.environ.get(VARIABLE)
    if named is not None:
        return Path(named) if named else None
    from platformdirs import user_cache_path

    return user_cache_path("kozyr", appauthor=False) / "tables"


def existing(setting: TablesSetting = True) -> Path | None:
    """Return the directory as ``directory`` does, which must be there if it is named.

    Raises ``OptionError``.
    """
    home = directory(setting)
    if home is not None and not isinstance(setting, bool) and not os.path.isdir(home):
        raise OptionError(f"tables: {setting}: no such directory")
    return home


def tables(game: str, setting: TablesSetting = True) -> Tables | None:
    """Return the two-player tables of a game that a search may read, if any.

    Those of up to ``SELF_BUILT`` cards are built when they are missing.  Raises
    ``OptionError`` for a directory that is named and not there, and ``TableError`` for
    a file that can't be used, unless it is one that builds itself.
    """
    home = existing(setting)
    if home is None:
        return None
    found = present(home, game)
    small = list(_files(game, 2).values())[: SELF_BUILT - FEWEST + 1]
    if list(found[: len(small)]) != small:
        _build(small, home)
        found = present(home, game)
    key = home.absolute(), found
    if key not in _open:
        try:
            _open[key] = opened(TableFile(home / each.name) for each in found)
        except TableError as error:
            if Path(error.path).name not in [each.name for each in small]:
                raise
            # One of those that cost nothing: an old version's, or a damaged one.
            try:
                os.unlink(error.path)
            except OSError:
                return None  # Nothing can be mended here: the search does without.
            return tables(game, setting)
    return _open[key]


def trio_tables(game: str, setting: TablesSetting = True) -> TrioTables | None:
    """Return the three-player tables of a game that a search may read, if any.

    They do not build themselves.  Raises as ``tables`` does.
    """
    home = directory(setting)
    if home is None or not (found := present(home, game, 3)):
        return None
    key = home.absolute(), found
    if key not in _open_trio:
        _open_trio[key] = opened_trio(TableFile(home / each.name) for each in found)
    return _open_trio[key]


def present(home: Path, game: str, players: int = 2) -> tuple[Layer, ...]:
    """Return the layers of a game whose files are in a directory, the smallest first.

    The directory is listed once: to ask for each file would take longer than most
    positions do.
    """
    try:
        names = set(os.listdir(home))
    except OSError:
        return ()
    files = _files(game, players)
    return tuple(layer for name, layer in files.items() if name in names)


@cache
def _files(game: str, players: int) -> dict[str, Layer]:
    """Return all layers that there can be by the names of their files."""
    most = MOST.get((game, players), 0)
    layers = [Layer(game, players, cards) for cards in range(FEWEST, most + 1)]
    return {each.name: each for each in layers}


def opened(files: Iterable[TableFile]) -> Tables:
    """Return the kernel's view of some tables."""
    view = Tables()
    for file in files:
        view.add(file.layer.cards, file.slots, file.values, file.layer.vectors)
    return view


def opened_trio(files: Iterable[TableFile]) -> TrioTables:
    """Return the kernel's view of some tables of three players."""
    view = TrioTables()
    for file in files:
        view.add(file.layer.cards, file.slots, file.values)
    return view


def _build(small: list[Layer], home: Path) -> None:
    # Imported here: building needs numpy, which takes longer to import than to build.
    from kozyr.tables.build import build

    # A directory that can't be written to, a full disk: the search does without.
    with suppress(OSError, KozyrError):
        build(small, home, patience=_PATIENCE)
