"""Look a bout start up: the value by the tables alone, without a search."""

import os
from typing import TYPE_CHECKING, cast

from kozyr.engine import TablesSetting
from kozyr.errors import OptionError
from kozyr.ext.layer import Tables
from kozyr.tables import home
from kozyr.tables.layers import GAMES, MOST
from kozyr.values import Value

if TYPE_CHECKING:
    from kozyr.games.durak import Durak
    from kozyr.position import Position

_VALUES = {each.value: each for each in Value}

_views: dict[tuple[str, TablesSetting, str | None], Tables | None] = {}
"""The tables by game and setting, so that a look-up asks the file system nothing."""


def probe(position: "Position", tables: TablesSetting = True) -> Value | None:
    """Return the value of a bout start for its attacker, or ``None``.

    ``None`` where no table has it: more cards than in the largest one, a stock, a bout
    that has begun, a game that is over, the first attack of a game with its own limit,
    another game.  A seat that is out does not count as a player.  ``tables`` as
    everywhere; a process looks for tables once, and those built later need a new one
    or ``forget``.  Raises ``OptionError`` and ``TableError`` for tables that can't be
    read.
    """
    game = position.game
    key = game, tables, os.environ.get(home.VARIABLE)
    try:
        view = _views[key]
    except KeyError:
        view = _views[key] = home.tables(game, tables) if game in GAMES else None
    if view is None or position.stock:
        return None
    durak = cast("Durak", position)
    if durak.table or durak.limit != 6:
        return None
    hands = durak.hands
    mover = durak.mover
    if len(hands) == 2 and mover:
        return _VALUES.get(
            view.value(durak.trump, hands[mover - 1], hands[2 - mover])  # type: ignore[arg-type]
        )
    others = [hand for seat, hand in enumerate(hands, 1) if hand and seat != mover]
    if not mover or len(others) != 1:
        return None
    return _VALUES.get(view.value(durak.trump, hands[mover - 1], others[0]))  # type: ignore[arg-type]


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
    players = sum(1 for hand in durak.hands if hand)
    if (game, players) not in MOST:
        known = " or ".join(str(number) for name, number in MOST if name == game)
        return f"hands: tables of {game} are for {known} players, not {players}"
    where = home.directory(tables)
    if where is None:
        return "tables: none are to be used"
    cards = sum(hand.bit_count() for hand in durak.hands)
    if (view := home.tables(game, tables)) is None or not view.most:
        return f"tables: {where} has none of {game}"
    return f"cards: {cards}, and the largest table in {where} has {view.most}"
