"""Positions that might be puzzles: dealt at random, the same for the same number."""

from dataclasses import dataclass
from random import Random
from typing import TYPE_CHECKING

from kozyr.cards import mask_of
from kozyr.deal import GAMES, PACK, shuffled
from kozyr.errors import OptionError
from kozyr.games.durak import Durak
from kozyr.games.kryt import Kryt

if TYPE_CHECKING:
    from kozyr.position import Position

Span = tuple[int, int]
"""A number from the first to the second, both counted."""
_MOST_MOVES = 5
"""Moves into a bout, or from a first pile, that a candidate may be away."""


@dataclass(frozen=True, slots=True)
class Setting:
    """Which positions are dealt: the game, who plays, and with how many cards.

    ``cards`` are the cards of a hand, ``pile`` those of the pile in Kryt'.  Half of
    the positions are a few random moves away from what was dealt.  Raises
    ``OptionError``.
    """

    game: str = "podkidnoy"
    players: int = 2
    cards: Span = (4, 7)
    pile: Span = (0, 4)
    neighbours: bool = False

    def __post_init__(self) -> None:
        if self.game not in GAMES:
            raise OptionError(f"game: {self.game} is not one of {', '.join(GAMES)}")
        kryt = self.game == "kryt"
        if kryt and self.players != 2:
            raise OptionError("players: Kryt'-navalivat' is for exactly 2")
        if kryt and self.neighbours:
            raise OptionError("game: Kryt'-navalivat' has no neighbours")
        if not 2 <= self.players <= 6:
            raise OptionError(f"players: 2 to 6 can play, not {self.players}")
        spans = (("cards", self.cards, 1), ("pile", self.pile, 0))
        for name, (fewest, most), least in spans:
            if not least <= fewest <= most:
                raise OptionError(f"{name}: {fewest} to {most} is no number of cards")
        needed = self.cards[1] * self.players + (self.pile[1] if kryt else 0)
        if needed > PACK:
            raise OptionError(f"cards: {needed} are needed, the pack has {PACK}")


def candidate(setting: Setting, seed: int, number: int) -> "Position | None":
    """Return one candidate of a seed, ``None`` where its moves ended the game.

    For three and more players they do when no three are left.
    """
    source = Random(seed << 40 | number)
    position = _dealt(setting, source)
    moves = int(source.random() * 2 * _MOST_MOVES) - _MOST_MOVES + 1
    for _ in range(moves):
        legal = position.legal_moves()
        if not legal:
            return None
        position = position.after(legal[int(source.random() * len(legal))])
    left = sum(hand > 0 for hand in position.hands)
    over = position.outcome is not None or (setting.players > 2 and left < 3)
    return None if over else position


def _dealt(setting: Setting, source: Random) -> "Position":
    pack = shuffled(source)
    trump = int(source.random() * 4)
    sizes = [_within(setting.cards, source) for _ in range(setting.players)]
    hands = []
    for size in sizes:
        hands.append(mask_of(pack[:size]))
        pack = pack[size:]
    if setting.game == "kryt":
        pile = tuple(pack[: _within(setting.pile, source)])
        return Kryt("kryt", trump, tuple(hands), pile, 1)
    neighbours = setting.neighbours
    return Durak(setting.game, trump, tuple(hands), neighbours=neighbours)


def _within(span: Span, source: Random) -> int:
    fewest, most = span
    return fewest + int(source.random() * (most - fewest + 1))
