"""Whole games: a position, the moves played from it, and how it all ended.

Only here is there a past, and with it the draw by repetition and the order of
leaving; a position knows neither.
"""

import json
from collections.abc import Hashable, Iterable
from typing import Any

from kozyr import notation
from kozyr.deal import deal
from kozyr.errors import IllegalMoveError, InputError, OptionError, PositionError
from kozyr.games.durak import Durak
from kozyr.games.kryt import Kryt
from kozyr.moves import Move
from kozyr.values import REPETITION, Outcome


class Game:
    """One game from a position on, played move by move.

    ``start`` is a position or its text, ``moves`` are played from it at once.
    ``dealer`` is the seat that dealt, where it is known.  ``play`` and ``undo``
    change the game, so a game belongs to one player of it at a time; positions
    never change.  Two games are equal when their start, moves and dealer are.

    Raises ``PositionError`` for a start that is refused, ``OptionError`` for a
    dealer who has no seat, and what ``play`` raises.
    """

    def __init__(
        self,
        start: Durak | Kryt | str,
        moves: Iterable[Move | str] = (),
        *,
        dealer: int | None = None,
    ) -> None:
        if isinstance(start, str):
            start = notation.position(start)
        elif problems := start.problems():
            raise PositionError(problems)
        if dealer is not None and not 1 <= dealer <= start.seats:
            raise OptionError(f"dealer: seat {dealer} does not exist")
        self.dealer = dealer
        self._positions = [start]
        self._moves: list[Move] = []
        self._situations: set[Hashable] = {start.situation}
        self._repeated = False
        for move in moves:
            self.play(move)

    @classmethod
    def deal(
        cls,
        game: str = "podkidnoy",
        seats: int = 2,
        *,
        seed: int | None = None,
        dealer: int | None = None,
        neighbours: bool = False,
        first_limit: int = 6,
        cut: int | None = None,
    ) -> "Game":
        """Deal a game; the options and the ``OptionError`` are those of ``deal``."""
        start = deal(
            game,
            seats,
            seed=seed,
            dealer=dealer,
            neighbours=neighbours,
            first_limit=first_limit,
            cut=cut,
        )
        if isinstance(start, Kryt):
            return cls(start, dealer=3 - start.mover)
        return cls(start, dealer=dealer or seats)

    @property
    def start(self) -> Durak | Kryt:
        """The position that the game was begun from."""
        return self._positions[0]

    @property
    def position(self) -> Durak | Kryt:
        """The position now."""
        return self._positions[-1]

    @property
    def positions(self) -> tuple[Durak | Kryt, ...]:
        """Every position so far, from the start to now: one more than moves."""
        return tuple(self._positions)

    @property
    def moves(self) -> tuple[Move, ...]:
        """Every move so far."""
        return tuple(self._moves)

    @property
    def mover(self) -> int:
        """The seat to move; 0 when the game is over, by repetition too."""
        return 0 if self._repeated else self.position.mover

    @property
    def outcome(self) -> Outcome | None:
        """How the game ended, by repetition too; ``None`` while it goes on."""
        return Outcome(None, REPETITION) if self._repeated else self.position.outcome

    def legal_moves(self) -> tuple[Move, ...]:
        """Return every legal move in a stable order; none when the game is over."""
        return () if self._repeated else self.position.legal_moves()

    def play(self, move: Move | str) -> Durak | Kryt:
        """Play a legal move, given as such or as text, and return the new position.

        Raises ``InvalidMoveError``, ``AmbiguousMoveError`` or ``IllegalMoveError``;
        then nothing has been played.
        """
        if self.outcome:
            raise IllegalMoveError(f"move: {move} comes after the end of the game")
        move = notation.legal_move(move, self.position)
        position = self.position.after(move)
        self._moves.append(move)
        self._positions.append(position)
        # Cards that leave play never come back, so that an equal situation already
        # says that none has left in between.
        situation = position.situation
        if situation is not None:
            self._repeated = situation in self._situations
            self._situations.add(situation)
        return position

    def undo(self) -> Move:
        """Take the last move back and return it.

        Raises ``OptionError`` at the start.
        """
        if not self._moves:
            raise OptionError("undo: no move has been played")
        position = self._positions.pop()
        if not self._repeated:
            self._situations.discard(position.situation)
        self._repeated = False
        return self._moves.pop()

    def copy(self) -> "Game":
        """Return an equal game that can be played on by itself."""
        other = Game(self.start, dealer=self.dealer)
        other._positions = self._positions[:]
        other._moves = self._moves[:]
        other._situations = set(self._situations)
        other._repeated = self._repeated
        return other

    @property
    def ranking(self) -> tuple[tuple[int, ...], ...]:
        """The places from the first on, each with the seats that share it.

        While the game goes on these are the seats that have left.  Durak: the
        order of leaving, seats that empty their hands in one bout ranking in the
        order in which they did so, also when that bout ends in a draw; the durak
        comes last, and after a repetition all who hold cards share the last
        place.  Seats without cards at the start share a place: in which order
        they left is not known.  Kryt': after a draw both share the first place.
        """
        outcome = self.outcome
        if isinstance(self.start, Kryt):
            if outcome is None:
                return ()
            if outcome.loser is None:
                return ((1, 2),)
            return ((3 - outcome.loser,), (outcome.loser,))
        places = self._order_of_leaving()
        if outcome is not None:
            holders = tuple(_seats(self.position, with_cards=True))
            places += [holders] if holders else []
        return tuple(places)

    def _order_of_leaving(self) -> list[tuple[int, ...]]:
        places: list[tuple[int, ...]] = []
        left: set[int] = set()
        # The move with which a seat last laid a card: that one emptied its hand.
        laid: dict[int, int] = {}
        for number, position in enumerate(self._positions):
            if number:
                move = self._moves[number - 1]
                if move.card is not None:
                    laid[self._positions[number - 1].mover] = number
            in_a_bout = position.mover and position.situation is None
            if in_a_bout or position.stock:
                continue
            leaving = [
                (laid.get(seat, 0), seat)
                for seat in _seats(position, with_cards=False)
                if seat not in left
            ]
            for when in sorted({when for when, _ in leaving}):
                places.append(tuple(seat for at, seat in leaving if at == when))
            left.update(seat for _, seat in leaving)
        return places

    @property
    def next_dealer(self) -> int | None:
        """Who deals next: the loser, and after a draw the same dealer again.

        RULES.md says so of Kryt'; in Durak, where dealing decides nothing, the
        durak deals as is the custom.  ``None`` when nobody knows who dealt.
        Raises ``OptionError`` while the game goes on.
        """
        outcome = self.outcome
        if outcome is None:
            raise OptionError("deal: the game is not over")
        return self.dealer if outcome.loser is None else outcome.loser

    def next_deal(self, *, seed: int | None = None, cut: int | None = None) -> "Game":
        """Deal the next game of the same players with the same options.

        The ``next_dealer`` deals.  Who begins follows from the deal as in every
        first game: in Durak the lowest trump, in Kryt' the non-dealer; where the
        dealer of a drawn Kryt' is not known he is chosen at random again.  The
        limit of the first attack is that of this game's start.
        Raises ``OptionError`` while the game goes on, and what ``deal`` raises.
        """
        start, dealer = self.start, self.next_dealer
        if isinstance(start, Kryt):
            return Game.deal("kryt", seed=seed, dealer=dealer, cut=cut)
        return Game.deal(
            start.game,
            start.seats,
            seed=seed,
            dealer=dealer,
            neighbours=start.neighbours,
            first_limit=start.limit,
            cut=cut,
        )

    def to_dict(self) -> dict[str, Any]:
        """Return the record: the texts of the start and the moves, and the dealer."""
        return {
            "start": str(self.start),
            "dealer": self.dealer,
            "moves": list(map(str, self._moves)),
        }

    @classmethod
    def from_dict(cls, record: object) -> "Game":
        """Play a record again; raises ``InputError`` for anything else."""
        match record:
            case {"start": str(start), "dealer": int() | None as dealer, **rest}:
                moves = rest.pop("moves", None)
                if isinstance(moves, list) and not rest:
                    return cls(start, map(str, moves), dealer=dealer)
        raise InputError("record: not an object of start, dealer and moves")

    def to_json(self) -> str:
        """Return the record as one line of JSON."""
        return json.dumps(self.to_dict())

    @classmethod
    def from_json(cls, text: str) -> "Game":
        """Play a JSON record again; raises ``InputError`` for anything else."""
        try:
            record = json.loads(text)
        except ValueError:
            raise InputError("record: not JSON") from None
        return cls.from_dict(record)

    def __str__(self) -> str:
        """Return the record for reading: the start, the dealer and the moves."""
        dealer = f"\ndealer {self.dealer}" if self.dealer else ""
        moves = f"\nmoves {' '.join(map(str, self._moves))}" if self._moves else ""
        return f"start {self.start}{dealer}{moves}"

    @classmethod
    def read(cls, text: str) -> "Game":
        """Play a record again that ``str`` wrote; raises ``InputError`` otherwise."""
        fields: dict[str, str] = {}
        for line in text.splitlines():
            name, _, content = line.strip().partition(" ")
            if name in fields or name not in ("start", "dealer", "moves"):
                raise InputError(f"record: a line can't begin with {name!r} here")
            fields[name] = content
        dealer = fields.get("dealer")
        if "start" not in fields or (dealer and not dealer.isdecimal()):
            raise InputError("record: no start, or a dealer who is no seat")
        moves = fields.get("moves", "").split()
        return cls(fields["start"], moves, dealer=int(dealer) if dealer else None)

    def __repr__(self) -> str:
        return f"Game.read({str(self)!r})"

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Game):
            return NotImplemented
        return self.to_dict() == other.to_dict()


def _seats(position: Durak | Kryt, *, with_cards: bool) -> list[int]:
    """List the seats that hold cards, or those that hold none."""
    return [s for s, hand in enumerate(position.hands, 1) if bool(hand) == with_cards]
