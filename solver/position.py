"""What both games offer to everything that plays, solves, shows or writes them."""

from collections.abc import Hashable
from typing import Protocol, Self

from kozyr.errors import Problem
from kozyr.moves import Move
from kozyr.values import Outcome


class Position(Protocol):
    """An immutable, hashable position of one of the games.

    ``str`` gives its canonical text, ``repr`` an expression that rebuilds it.
    Seats count from 1 clockwise; hands are masks of cards, one per seat.
    """

    @property
    def game(self) -> str:
        """The first field of the text, without ``+neighbours``."""

    @property
    def trump(self) -> int:
        """The trump suit, 0 to 3 in the order ``s h d c``."""

    @property
    def hands(self) -> tuple[int, ...]:
        """One mask of cards for each seat, seat 1 first."""

    @property
    def mover(self) -> int:
        """The seat to move; 0 when the game is over."""

    @property
    def stock(self) -> tuple[int, ...]:
        """The cards still to draw, in drawing order; empty when exhausted."""

    @property
    def seats(self) -> int:
        """The number of seats, with those who have left the game."""

    @property
    def outcome(self) -> Outcome | None:
        """How the game ended; ``None`` while it goes on.

        A draw by repetition needs the history of a game and is never given here.
        """

    @property
    def situation(self) -> Hashable | None:
        """What the repetition rule compares; ``None`` inside a bout of Durak."""

    def legal_moves(self) -> tuple[Move, ...]:
        """Return every legal move in a stable order; none when the game is over."""

    def play(self, move: Move | str) -> Self:
        """Return the position after a legal move, given as such or as text.

        Raises ``InvalidMoveError``, ``AmbiguousMoveError`` or ``IllegalMoveError``.
        """

    def after(self, move: Move) -> Self:
        """Return the position after a move that is known to be legal (unchecked)."""

    def successors(self) -> list[tuple[Move, Self]]:
        """Return every legal move with the position after it."""

    def problems(self) -> tuple[Problem, ...]:
        """Return every reason why this is not a position; ``()`` when it is one."""
