"""Dealing: a shuffled pack as the first position of a game.

A seed gives the same deal in every version of kozyr and of Python: the shuffle
uses nothing but ``random.Random(seed).random()``, whose sequence Python
guarantees, and the numbers are drawn in an order that never changes.
"""

from collections.abc import Sequence
from random import Random
from secrets import randbits

from kozyr.cards import SUIT_MASK, mask_of
from kozyr.errors import OptionError
from kozyr.games.durak import Durak
from kozyr.games.kryt import Kryt

PACK = 36
DURAK_HAND = 6
KRYT_HAND = 3
GAMES = ("podkidnoy", "perevodnoy", "kryt")


def fresh_seed() -> int:
    """Return a seed that nobody can foresee, short enough to be typed again."""
    return randbits(32)


def deal(
    game: str = "podkidnoy",
    seats: int = 2,
    *,
    seed: int | None = None,
    dealer: int | None = None,
    neighbours: bool = False,
    first_limit: int = 6,
    cut: int | None = None,
) -> Durak | Kryt:
    """Deal a game and return its first position, with the stock.

    ``seed`` is any whole number from 0; ``None`` takes a fresh one.  The cards go
    round singly, beginning left of ``dealer``.  In Durak that is the last seat
    unless given; ``neighbours`` and ``first_limit`` (5 or 6) are the options of
    RULES.md.  In Kryt' the dealer is drawn by lot unless given and the other
    seat leads; ``cut`` is how many cards are lifted off the pack and put beneath
    it (0 to 35, 0 declines the cut), drawn by lot unless given.

    Raises ``OptionError`` for options that do not exist or do not fit the game.
    """
    if seed is None:
        seed = fresh_seed()
    _check(game, seats, seed, dealer, neighbours, first_limit, cut)
    source = Random(seed)
    pack = shuffled(source)
    if game == "kryt":
        # Both lots are drawn even when they are not needed: giving one of them
        # changes nothing else about the deal.
        lots = _below(source, PACK - 1) + 1, _below(source, 2) + 1
        cut = lots[0] if cut is None else cut
        return _kryt(pack[cut:] + pack[:cut], lots[1] if dealer is None else dealer)
    hands, rest = _dealt(pack, seats, DURAK_HAND, dealer or seats)
    # With six players nothing is left: the last card dealt is shown in its hand.
    trump = (rest[0] if rest else pack[-1]) // 9
    return Durak(
        game=game,
        trump=trump,
        hands=hands,
        table=(),
        mover=first_attacker(hands, trump),
        by=None,
        taking=False,
        limit=first_limit,
        stock=(*rest[1:], *rest[:1]),
        neighbours=neighbours,
    )


def shuffled(source: Random) -> list[int]:
    """Return the whole pack in an order that every shuffle reaches equally often."""
    pack = list(range(PACK))
    for last in range(PACK - 1, 0, -1):
        other = _below(source, last + 1)
        pack[last], pack[other] = pack[other], pack[last]
    return pack


def first_attacker(hands: Sequence[int], trump: int) -> int:
    """Return the seat with the lowest trump, or seat 1 when nobody holds one."""
    trumps = [hand >> 9 * trump & SUIT_MASK for hand in hands]
    held = [(mask & -mask, seat) for seat, mask in enumerate(trumps, 1) if mask]
    return min(held)[1] if held else 1


def _kryt(pack: list[int], dealer: int) -> Kryt:
    hands, rest = _dealt(pack, 2, KRYT_HAND, dealer)
    stock = (*rest[1:], rest[0])
    return Kryt("kryt", rest[0] // 9, hands, (), 3 - dealer, stock)


def _dealt(
    pack: list[int], seats: int, size: int, dealer: int
) -> tuple[tuple[int, ...], list[int]]:
    """Deal round the table from the dealer's left; return the hands and the rest."""
    # Seat 1 is left of the last seat: the pack's first card goes to seat dealer + 1.
    first = [(seat - dealer) % seats for seat in range(seats)]
    hands = tuple(mask_of(pack[start : seats * size : seats]) for start in first)
    return hands, pack[seats * size :]


def _below(source: Random, bound: int) -> int:
    """Return a whole number from 0 to ``bound - 1``."""
    return int(source.random() * bound)


def _check(
    game: str,
    seats: int,
    seed: int,
    dealer: int | None,
    neighbours: bool,
    first_limit: int,
    cut: int | None,
) -> None:
    if game not in GAMES:
        raise OptionError(f"game: {game} is not one of {', '.join(GAMES)}")
    if seed < 0:
        raise OptionError(f"seed: {seed} is below 0")
    if first_limit not in (5, 6):
        raise OptionError(f"limit: {first_limit} is neither 5 nor 6")
    if game != "kryt":
        if not 2 <= seats <= 6:
            raise OptionError(f"players: Durak is for 2 to 6 of them, not {seats}")
        if cut is not None:
            raise OptionError("cut: only Kryt'-navalivat' offers it")
    elif seats != 2:
        raise OptionError(f"players: Kryt'-navalivat' is for exactly 2, not {seats}")
    elif neighbours or first_limit != 6:
        raise OptionError("game: Kryt'-navalivat' has no neighbours and no limit")
    elif cut is not None and not 0 <= cut < PACK:
        raise OptionError(f"cut: {cut} is not from 0 to 35")
    if dealer is not None and not 1 <= dealer <= seats:
        raise OptionError(f"dealer: seat {dealer} does not exist")
