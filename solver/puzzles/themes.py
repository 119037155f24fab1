"""The ideas that a puzzle shows, by name.

Most belong to one move: to a key move, the only one that keeps the value.  A theme is
recognised by what else could have been played, never by what a move looks like alone.
"""

from collections.abc import Callable, Iterator
from typing import NamedTuple

from kozyr.games.durak import Durak
from kozyr.games.kryt import Kryt
from kozyr.moves import DONE, PICK_UP, TAKE, Kind, Move
from kozyr.position import Position
from kozyr.puzzles.analysis import Analysis, Step
from kozyr.puzzles.natural import price
from kozyr.values import BOTH_OUT, FINAL_RESPONSE, REPETITION

_ACE = 8
_NARROW = 3
"""Key moves without a second answer on the way that make a path a narrow one."""
_LAID = (Kind.ATTACK, Kind.ADD, Kind.TRANSFER, Kind.COVER)


class Choice(NamedTuple):
    """A key move and the moves that could have been played in its place."""

    position: Position
    move: Move
    others: tuple[Move, ...]

    def trump(self, move: Move) -> bool:
        """Tell whether a move lays a trump."""
        return move.card is not None and move.card // 9 == self.position.trump

    def dearer(self) -> bool:
        """Tell whether a cheaper card could have been laid in the same way."""
        trump = self.position.trump
        return any(
            other.kind is self.move.kind
            and price(other, trump) < price(self.move, trump)
            for other in self.others
        )


def themes(analysis: Analysis) -> tuple[str, ...]:
    """Return the names of a puzzle's themes, those of its first moves first."""
    found: dict[str, None] = {}
    for step in analysis.keys:
        found |= dict.fromkeys(_of_move(_choice(step)))
    return (*found, *_of_course(analysis))


def _choice(step: Step) -> Choice:
    moves = step.position.legal_moves()
    others = tuple(move for move in moves if move != step.move)
    return Choice(step.position, step.move, others)


def _of_move(choice: Choice) -> Iterator[str]:
    named = _KRYT if isinstance(choice.position, Kryt) else _DURAK
    return (name for name, shows in named.items() if shows(choice))


def _of_course(analysis: Analysis) -> Iterator[str]:
    """Yield the themes of the whole line."""
    names = {
        BOTH_OUT: "both out",
        FINAL_RESPONSE: "final response",
        REPETITION: "fortress by repetition",
    }
    if analysis.solution.draw is not None:
        yield names[analysis.solution.draw]
    if analysis.strict and len(analysis.keys) >= _NARROW:
        yield "narrow path"


def _take_on_purpose(choice: Choice) -> bool:
    return choice.move == TAKE


def _keep_the_trump(choice: Choice) -> bool:
    """Every card that could have been laid on the table is a trump, and none is."""
    laid = [other for other in choice.others if other.card is not None]
    return choice.move in (TAKE, DONE) and all(map(choice.trump, laid))


def _spend_the_trump(choice: Choice) -> bool:
    """A trump, where a plain card could have been laid in the same way."""
    same = [other for other in choice.others if other.kind is choice.move.kind]
    plain = any(not choice.trump(other) for other in same)
    return choice.trump(choice.move) and plain


def _sacrifice_the_ace(choice: Choice) -> bool:
    card = choice.move.card
    ace = card is not None and card % 9 == _ACE
    return ace and choice.move.kind in _LAID and choice.dearer()


def _high_card_first(choice: Choice) -> bool:
    """The highest plain card attacks, where several lower ones could."""
    plain = [
        each
        for each in (choice.move, *choice.others)
        if each.kind is Kind.ATTACK and each.card is not None and not choice.trump(each)
    ]
    ranks = sorted({each.card % 9 for each in plain if each.card is not None})
    card = choice.move.card
    return (
        choice.move in plain
        and len(ranks) > 2
        and card is not None
        and card % 9 == ranks[-1]
    )


def _throw_in_after_take(choice: Choice) -> bool:
    position = choice.position
    taking = isinstance(position, Durak) and position.taking
    return taking and choice.move.kind is Kind.ADD


def _give_no_more(choice: Choice) -> bool:
    position = choice.position
    taking = isinstance(position, Durak) and position.taking
    return taking and choice.move == DONE


def _hold_back(choice: Choice) -> bool:
    """The attack is ended, though a plain card could be added."""
    position = choice.position
    taking = isinstance(position, Durak) and position.taking
    plain = any(not choice.trump(other) for other in choice.others)
    return choice.move == DONE and not taking and plain


def _transfer_back(choice: Choice) -> bool:
    """A transfer is answered by a transfer."""
    position = choice.position
    answered = isinstance(position, Durak) and len(position.table) > 1
    return choice.move.kind is Kind.TRANSFER and answered


def _pass_it_on(choice: Choice) -> bool:
    """The attack is transferred, though it could be covered."""
    could_cover = any(other.kind is Kind.COVER for other in choice.others)
    first = isinstance(choice.position, Durak) and len(choice.position.table) == 1
    return choice.move.kind is Kind.TRANSFER and first and could_cover


def _decline_the_transfer(choice: Choice) -> bool:
    could = any(other.kind is Kind.TRANSFER for other in choice.others)
    return choice.move.kind in (Kind.COVER, Kind.TAKE) and could


def _dearer_cover(choice: Choice) -> bool:
    """A plain cover, where a cheaper plain card would have covered too."""
    plain = not choice.trump(choice.move)
    return choice.move.kind is Kind.COVER and plain and choice.dearer()


def _dig_the_pile(choice: Choice) -> bool:
    return choice.move == PICK_UP


def _trump_the_top(choice: Choice) -> bool:
    """A trump covers, where a plain card would."""
    covers = [other for other in choice.others if other.kind is Kind.COVER_AND_LEAD]
    plain = any(not choice.trump(other) for other in covers)
    covered = choice.move.kind in (Kind.COVER_AND_LEAD, Kind.COVER_OUT)
    return covered and choice.trump(choice.move) and plain


def _lead(choice: Choice) -> int | None:
    if choice.move.kind is Kind.LEAD:
        return choice.move.card
    return choice.move.other if choice.move.kind is Kind.COVER_AND_LEAD else None


def _trump_as_bait(choice: Choice) -> bool:
    """A trump below the ace is led: to decline it costs three cards."""
    lead = _lead(choice)
    return lead is not None and lead // 9 == choice.position.trump and lead % 9 != _ACE


def _the_whole_pile(choice: Choice) -> bool:
    """The trump ace is led: nothing beats it, and it brings the whole pile."""
    return _lead(choice) == 9 * choice.position.trump + _ACE


def _lead_the_ace(choice: Choice) -> bool:
    """A plain ace is led."""
    lead = _lead(choice)
    plain = lead is not None and lead // 9 != choice.position.trump
    return lead is not None and plain and lead % 9 == _ACE


_DURAK: dict[str, Callable[[Choice], bool]] = {
    "take on purpose": _take_on_purpose,
    "keep the trump": _keep_the_trump,
    "spend the trump": _spend_the_trump,
    "sacrifice the ace": _sacrifice_the_ace,
    "high card first": _high_card_first,
    "throw in after take": _throw_in_after_take,
    "give no more": _give_no_more,
    "hold back": _hold_back,
    "transfer back": _transfer_back,
    "pass it on": _pass_it_on,
    "decline the transfer": _decline_the_transfer,
    "dear cover": _dearer_cover,
}
_KRYT: dict[str, Callable[[Choice], bool]] = {
    "dig the pile": _dig_the_pile,
    "trump the top": _trump_the_top,
    "trump as bait": _trump_as_bait,
    "the whole pile": _the_whole_pile,
    "sacrifice the ace": _lead_the_ace,
}
NAMES = (
    *dict.fromkeys((*_DURAK, *_KRYT)),
    "both out",
    "final response",
    "fortress by repetition",
    "narrow path",
)
"""Every theme that is recognised."""
