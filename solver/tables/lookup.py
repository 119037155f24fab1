"""Look a bout start up: the value by the tables alone, without a search."""

import os
from typing import TYPE_CHECKING, cast

from kozyr.engine import TablesSetting
from kozyr.errors import OptionError
from kozyr.ext.tables import Tables
from kozyr.ext.trio import TrioTables
from kozyr.tables import home
from kozyr.tables.layers import GAMES, MOST
from kozyr.values import Value

if TYPE_CHECKING:
    from kozyr.games.durak import Durak
    from kozyr.position import Position

_VALUES = {each.value: each for each in Value}

_views: dict[
    tuple[str, TablesSetting, str | None], tuple[Tables | None, TrioTables | None]
] = {}
"""The tables by game and setting, so that a look-up asks the file system nothing."""


def probe(position: "Position", tables: TablesSetting = True) -> Value | None:
    """Return the value of a bout start for its attacker alone, or ``None``.

    ``None`` where no table has it: more cards than in the largest one, a stock, a bout
    that has begun, a game that is over, the first attack of a game with its own limit,
    another game.  A seat that is out does not count as a player.  ``tables`` as
    everywhere; a process looks for tables once, and ``forget`` makes it look again.
    Raises ``OptionError`` and ``TableError`` for tables that can't be read.
    """
    game = position.game
    if game not in GAMES:
        return None
    key = game, tables, os.environ.get(home.VARIABLE)
    try:
        duo, trio = _views[key]
    except KeyError:
        views = home.tables(game, tables), home.trio_tables(game, tables)
        duo, trio = _views[key] = views
    durak = cast("Durak", position)
    if durak.stock or durak.table or durak.limit != 6 or not durak.mover:
        return None
    hands = _playing(durak)
    value = None
    if len(hands) == 2 and duo is not None:
        value = duo.value(durak.trump, *hands)
    elif len(hands) == 3 and trio is not None:
        value = trio.value(durak.trump, hands, 0)
    return None if value is None else _VALUES[value]


def _playing(durak: "Durak") -> tuple[int, ...]:
    """Return the hands that hold cards, clockwise from the mover's."""
    hands, mover = durak.hands, durak.mover
    if len(hands) == 2:
        return hands if mover == 1 else hands[::-1]
    turned = hands[mover - 1 :] + hands[: mover - 1]
    return tuple(filter(None, turned))


def forget() -> None:
    """Look for tables again at the next ``probe``."""
    _views.clear()


def why_not(position: "Position", tables: TablesSetting = True) -> OptionError:
    """Return the reason why ``probe`` has no value of a position, in one line."""
    return OptionError(_reason(position, tables))


def _reason(position: "Position", tables: TablesSetting) -> str:
    game = position.game
    if game not in GAMES:
        return f"game: there are tables of {' and '.join(GAMES)}, not of {game}"
    durak = cast("Durak", position)
    if not durak.mover:
        return "mover: the game is over"
    if durak.table:
        return "table: tables hold bout starts, and here a bout has begun"
    if durak.stock:
        return "stock: tables hold bout starts with the stock exhausted"
    if durak.limit != 6:
        return (
            f"limit: tables hold attacks of up to 6 cards, not a first one "
            f"of {durak.limit}"
        )
    players = len(_playing(durak))
    if (game, players) not in MOST:
        known = " or ".join(str(number) for name, number in MOST if name == game)
        return f"hands: tables of {game} are for {known} players, not {players}"
    where = home.directory(tables)
    if where is None:
        return "tables: none are to be used"
    cards = sum(hand.bit_count() for hand in durak.hands)
    there = home.present(where, game, players)
    if not there:
        return f"tables: {where} has none of {game} for {players} players"
    return f"cards: {cards}, and the largest table in {where} has {there[-1].cards}"
