"""The rules of a game in sixteen letters: a checksum of how it plays.

It is taken of what the rules do, not of how they are written: of the moves and
positions of games played by a fixed rule from fixed deals.  So it stays when the code
is changed and its behaviour is not.
"""

from collections.abc import Iterator
from functools import cache
from hashlib import sha256

from kozyr.cards import mask_of
from kozyr.games.durak import Durak
from kozyr.games.kryt import Kryt
from kozyr.position import Position

_GAMES = 10
_LONGEST = 100
"""Moves of a game that are looked at; Kryt' may go on for ever."""


@cache
def fingerprint(game: str) -> str:
    """Return the checksum of a game's rules, ``game`` as in ``Position.game``."""
    checksum = sha256()
    numbers = _numbers()
    for number in range(_GAMES):
        position = _deal(game, number, numbers)
        for _ in range(_LONGEST):
            moves = position.legal_moves()
            checksum.update(f"{position} {' '.join(map(str, moves))}\n".encode())
            outcome = position.outcome
            if outcome is not None:
                checksum.update(f"{outcome.loser} {outcome.draw}\n".encode())
                break
            position = position.after(moves[next(numbers) % len(moves)])
    return checksum.hexdigest()[:16]


def _numbers() -> Iterator[int]:
    """Yield the same numbers for ever, whatever Python's ``random`` may become."""
    state = 36
    while True:
        state = (state * 6364136223846793005 + 1442695040888963407) % (1 << 64)
        yield state >> 33


def _deal(game: str, number: int, numbers: Iterator[int]) -> Position:
    """Return the start of a game: every number of seats, every option."""
    cards = list(range(36))
    for place in range(35, 0, -1):
        other = next(numbers) % (place + 1)
        cards[place], cards[other] = cards[other], cards[place]
    seats, each = (2, 3) if game == "kryt" else (2 + number % 5, 6)
    hands = tuple(mask_of(cards[each * s : each * s + each]) for s in range(seats))
    stock = tuple(cards[each * seats :])
    if number % 3 == 2:
        stock = ()
    trump = stock[-1] // 9 if stock else number % 4
    if game == "kryt":
        return Kryt(game, trump, hands, (), 1, stock)
    limit, neighbours = 5 + number % 2, number % 4 > 1
    return Durak(game, trump, hands, limit=limit, stock=stock, neighbours=neighbours)
