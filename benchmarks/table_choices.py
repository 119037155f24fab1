"""The endgame tables that a measurement may read: none, or up to so many cards."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory

from kozyr.engine import TablesSetting
from kozyr.tables import home
from kozyr.tables.layers import GAMES, MOST, Layer

WITHOUT = 0
"""Cards of the tables when there are to be none."""
INSTALLED = home.SELF_BUILT
"""Cards up to which anyone has tables, for these build themselves."""
LARGER = (10, 12)
"""Cards of what somebody has to build."""

Choices = dict[int, TablesSetting]
"""The setting that gives a search the tables up to so many cards and no others."""


@contextmanager
def table_choices(folder: Path | None) -> Iterator[Choices]:
    """Yield what can be chosen with the tables in ``folder``, which is only read.

    The small ones are built when they are not there, outside of ``folder``.
    """
    with TemporaryDirectory() as temporary:
        choices: Choices = {WITHOUT: False}
        for cards in (INSTALLED, *LARGER):
            if cards in LARGER and not _is_there(folder, cards):
                continue
            chosen = Path(temporary, str(cards))
            chosen.mkdir()
            for file in _files(folder, cards):
                (chosen / file.name).symlink_to(file.absolute())
            choices[cards] = str(chosen)
        yield choices


def opened(game: str, setting: TablesSetting) -> None:
    """Build what builds itself and open the tables, so that no measurement does."""
    if game in GAMES:
        home.tables(game, setting)


def _is_there(folder: Path | None, cards: int) -> bool:
    return folder is not None and (folder / Layer("podkidnoy", 2, cards).name).exists()


def _files(folder: Path | None, most: int) -> Iterator[Path]:
    """Yield the tables of up to so many cards that there are in a directory."""
    if folder is not None:
        for game, players in MOST:
            for layer in home.present(folder, game, players):
                if layer.cards <= most:
                    yield folder / layer.name
