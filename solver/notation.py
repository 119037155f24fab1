"""Positions and moves as text: NOTATION.md read generously and printed canonically."""

import re
from collections.abc import Iterable, Sequence
from typing import TypeVar

from kozyr.cards import SUITS, card, mask_of, text_of
from kozyr.errors import IllegalMoveError, PositionError, Problem
from kozyr.games.durak import PEREVODNOY, PODKIDNOY, Durak, Table
from kozyr.games.kryt import Kryt
from kozyr.moves import Move

AnyPosition = Durak | Kryt
P = TypeVar("P", Durak, Kryt)

# Which letters stand for a rank: the first is the canonical one.  The Russian Т is
# the ace (tuz) although it looks like the Latin T, the ten.
_RANKS = {"10": "T"}
for _canonical, _letters in zip(
    "6789TJQKA", ("6", "7", "8", "9", "Tt", "JjВв", "QqДд", "KkКк", "AaТт"), strict=True
):
    for _letter in _letters:
        _RANKS[_letter] = _canonical
_SUITS = dict(zip("shdcSHDC♠♥♦♣", "shdc" * 3, strict=True))
_CARD = re.compile(f"(10|[{''.join(_RANKS)}])([{''.join(_SUITS)}])\ufe0f?")


def position(text: str) -> AnyPosition:
    """Read a position; raises ``PositionError`` naming every field that is wrong."""
    found = read(text)
    problems = found.problems()
    if problems:
        raise PositionError(problems)
    return found


def read(text: str) -> AnyPosition:
    fields = text.split()
    game, trump, hands, table, mover = fields[:5]
    options = dict(each.partition("=")[::2] for each in fields[5:])
    base, _, flag = game.partition("+")
    masks = tuple(mask_of(cards(each)) for each in hands.split("/"))
    stock = tuple(cards(options.get("stock", "")))
    suit = SUITS.index(_SUITS[trump])
    if base == "kryt":
        return Kryt("kryt", suit, masks, tuple(cards(table)), int(mover), stock)
    laid: Table = ()
    if table != "-":
        for pair in table.split(","):
            attack, *cover = cards(pair.replace(":", ""))
            laid += ((attack, cover[0] if cover else None),)
    by = int(options["by"]) if "by" in options else None
    return Durak(
        base,
        suit,
        masks,
        laid,
        int(mover),
        by,
        "taking" in options,
        int(options.get("limit", 6)),
        stock,
        bool(flag),
    )


def read_as(cls: type[P], text: str) -> P:
    found = read(text)
    if not isinstance(found, cls):
        raise PositionError([Problem("game", "another game")])
    return found


def cards(run: str) -> list[int]:
    found = []
    for rank, suit in _CARD.findall(run):
        found.append("6789TJQKA".index(_RANKS[rank]) + 9 * SUITS.index(_SUITS[suit]))
    return found


def text(position: AnyPosition) -> str:
    """Return the canonical text of a position."""
    hands = "/".join(map(text_of, position.hands))
    stock = _run(position.stock)
    if isinstance(position, Kryt):
        parts = [
            position.game,
            SUITS[position.trump],
            hands,
            _run(position.pile) or "-",
        ]
        parts.append(str(position.mover))
    else:
        flag = "+neighbours" if position.neighbours else ""
        table = ",".join(
            str(card(attack)) + ("" if cover is None else f":{card(cover)}")
            for attack, cover in position.table
        )
        parts = [position.game + flag, SUITS[position.trump], hands, table or "-"]
        parts.append(str(position.mover))
        if position.by is not None:
            parts.append(f"by={position.by}")
        if position.taking:
            parts.append("taking")
        if position.limit != 6:
            parts.append(f"limit={position.limit}")
    if stock:
        parts.append(f"stock={stock}")
    return " ".join(parts)


def _run(numbers: Iterable[int]) -> str:
    return "".join(str(card(each)) for each in numbers)


def parse_move(text: str, position: AnyPosition) -> Move:
    """Return the legal move that a text means."""
    for move in position.legal_moves():
        if str(move) == text:
            return move
    raise IllegalMoveError(text)


def legal_move(move: Move | str, position: AnyPosition) -> Move:
    """Return a move or its text as a legal move of the position."""
    if isinstance(move, str):
        return parse_move(move, position)
    if move not in position.legal_moves():
        raise IllegalMoveError(str(move))
    return move
