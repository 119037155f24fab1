"""What a table holds: one layer, all bout starts of a game with so many cards."""

from typing import NamedTuple

from kozyr.errors import OptionError

GAMES = ("podkidnoy", "perevodnoy")
FEWEST = 2
"""Cards of the smallest layer; a single card is a finished game."""
MOST = {("podkidnoy", 2): 14, ("perevodnoy", 2): 14, ("podkidnoy", 3): 8}
"""The largest layer that can be built, by game and players."""


RULES = {"podkidnoy": "a495826b590f272d", "perevodnoy": "b0e414cc5941f54c"}
"""The fingerprint of each game's rules (``kozyr.fingerprint``).

Written down, for to take it costs more than most positions that ask a table.
"""
PATTERNS = (
    *(1, 2, 6, 18, 56, 181, 612, 2119, 7487, 26825, 96950, 350786, 1247075),
    *(4201161, 12828659),
)
"""How many patterns there are with 0, 1, 2, ... cards.

Written down too, so that the size of a table is known before it is built.
"""


class Layer(NamedTuple):
    """All bout starts with ``cards`` cards in hands and no stock.

    An entry is a way to share the cards of a *pattern* (``ext/canonical.pyx``) out.
    """

    game: str
    players: int
    cards: int

    @property
    def name(self) -> str:
        """The name of its file."""
        return f"{self.game}-{self.players}-{self.cards:02}.table"

    @property
    def title(self) -> str:
        """What a person calls it."""
        return f"{self.game}, {self.players} players, {self.cards} cards"

    @property
    def vectors(self) -> int:
        """Bits an entry: one where there are no draws, else two.

        Two-player podkidnoy has no draws with an odd number of cards, for all that
        leaves play leaves in pairs.  With three players there are two bits for each
        seat that may be alone against the others.
        """
        if self.players == 3:
            return 6
        return 1 if self.game == "podkidnoy" and self.cards % 2 else 2

    @property
    def lanes(self) -> int:
        """Entries a pattern: the ways to share its cards out, none left out."""
        return int(self.players**self.cards)

    @property
    def slots(self) -> int:
        """The slots of the index of patterns: the power of two above 1.5 a pattern."""
        return 1 << (self.patterns * 3 // 2).bit_length()

    @property
    def bits(self) -> int:
        """Bits a pattern; with three players (``ext/trio.pyx``) whole words."""
        bits = self.vectors * self.lanes
        return bits if self.players == 2 else -(-bits // 64) * 64

    @property
    def words(self) -> int:
        """The 64-bit words that the values take."""
        return -(-self.patterns * self.bits // 64)

    @property
    def tally(self) -> int:
        """How many numbers count wins and entries not lost, by the sizes of the hands.

        ``tally`` in ``ext/layer.pyx`` and ``ext/trio.pyx`` tells their order.
        """
        if self.players == 3:
            return 6 * (self.cards + 1) ** 2
        return 2 * (self.cards + 1)

    @property
    def patterns(self) -> int:
        """How many patterns there are."""
        return PATTERNS[self.cards]

    @property
    def below(self) -> tuple["Layer", ...]:
        """The layers that a bout may lead to: beaten cards leave play in pairs."""
        return tuple(
            self._replace(cards=cards)
            for cards in range(self.cards - 2, FEWEST - 1, -2)
        )


def layers(game: str, players: int, cards: int) -> list[Layer]:
    """Return all layers with up to so many cards, the smallest first.

    Raises ``OptionError`` for what there are no tables of.
    """
    if game not in GAMES:
        known = " and ".join(GAMES)
        raise OptionError(f"game: there are tables of {known}, not of {game!r}")
    most = MOST.get((game, players))
    if most is None:
        known = " or ".join(str(p) for g, p in MOST if g == game)
        raise OptionError(f"players: tables of {game} are for {known}, not {players}")
    if not FEWEST <= cards <= most:
        raise OptionError(
            f"cards: {cards} is not a number from {FEWEST} to {most}, "
            f"the tables of {game} for {players} that can be built"
        )
    return [Layer(game, players, number) for number in range(FEWEST, cards + 1)]
