"""Why a position of Durak is refused: everything that no play can produce.

Nothing is guessed and nothing is hidden: every check reports for itself.  A check
is left out only where it would lean on a field that is already known to be wrong.
"""

from collections.abc import Iterable, Iterator, Set
from typing import TYPE_CHECKING

from kozyr.cards import ALL_CARDS, RANKS, SUITS, beats, card, cards_in
from kozyr.errors import Problem
from kozyr.games.bout import askable, ranks_on
from kozyr.games.transfers import group_sizes, seats_could_transfer

if TYPE_CHECKING:
    from kozyr.games.durak import Durak

GAMES = ("podkidnoy", "perevodnoy")
MOST_SEATS = 6


def problems(position: "Durak", unread: Set[str] = frozenset()) -> tuple[Problem, ...]:
    """Return every reason why this is not a position; ``()`` when it is one.

    ``unread`` names fields whose text could not be read: the position has only
    something in their place, which is not looked at.
    """
    found = [each for each in _fields(position) if each.field not in unread]
    found += _seats(position, unread)
    wrong = {*unread, *(each.field for each in found)}
    found += repeated_cards(_places(position, wrong))
    if not wrong & {"stock", "trump"} and position.stock:
        last = position.stock[-1]
        if last // 9 != position.trump:
            suit = SUITS[position.trump]
            reason = f"its last card {card(last)} is not of the trump suit {suit}"
            found.append(Problem("stock", reason))
    if "table" in wrong:
        return tuple(found)
    if not position.table:
        found += _between_bouts(position, wrong)
        return tuple(found)
    laid = [*_covers(position, wrong), *_ranks(position), *_order(position, wrong)]
    found += laid
    if position.by is None and "by" not in wrong:
        reason = "missing, but with cards on the table it names the principal attacker"
        found.append(Problem("by", reason))
        wrong.add("by")
    if position.taking and "taking" not in wrong and not _uncovered(position):
        found.append(Problem("taking", "no card on the table is uncovered"))
        wrong.add("taking")
    if not wrong & {"hands", "by"}:
        found += _defence(position, wrong, sound=not laid)
    return tuple(found)


def repeated_cards(
    places: Iterable[tuple[str, str, Iterable[int]]],
) -> Iterator[Problem]:
    """Yield a problem for every place that has a card which was seen before.

    A place is the field it belongs to, what it is called, and its cards.
    """
    first: dict[int, str] = {}
    shared: dict[tuple[str, str, str], list[str]] = {}
    for field, name, cards in places:
        for each in cards:
            if each in first:
                names = shared.setdefault((field, first[each], name), [])
                names.append(str(card(each)))
            else:
                first[each] = name
    for (field, one, other), names in shared.items():
        where = f"twice {one}" if one == other else f"both {one} and {other}"
        yield Problem(field, f"{' '.join(dict.fromkeys(names))} is {where}")


def _fields(position: "Durak") -> Iterator[Problem]:
    """Yield what is wrong with a field whatever the others say."""
    if position.game not in GAMES:
        yield Problem("game", f"{position.game!r} is neither {' nor '.join(GAMES)}")
    if not 0 <= position.trump < len(SUITS):
        yield Problem("trump", f"{position.trump} is not the number of a suit")
    if any(hand & ~ALL_CARDS for hand in position.hands):
        yield Problem("hands", "a mask has bits that stand for no card")
    laid = [each for pair in position.table for each in pair if each is not None]
    for field, cards in (("table", laid), ("stock", position.stock)):
        if any(not 0 <= each < 36 for each in cards):
            yield Problem(field, "a number stands for no card")
    if position.limit not in (5, 6):
        yield Problem("limit", f"{position.limit} is neither 5 nor 6")


def _seats(position: "Durak", unread: Set[str]) -> Iterator[Problem]:
    """Yield the seats that do not exist."""
    seats = len(position.hands)
    if not 2 <= seats <= MOST_SEATS:
        yield Problem("hands", f"{seats} seats, but Durak is for 2 to {MOST_SEATS}")
    for field, seat in (("mover", position.mover), ("by", position.by)):
        if seat is not None and field not in unread and not 1 <= seat <= seats:
            yield Problem(field, f"seat {seat} does not exist")


def _places(
    position: "Durak", wrong: Set[str]
) -> Iterator[tuple[str, str, Iterable[int]]]:
    for seat, hand in enumerate(position.hands, 1):
        yield "hands", f"in the hand of seat {seat}", cards_in(hand & ALL_CARDS)
    if "table" not in wrong:
        laid = (each for pair in position.table for each in pair if each is not None)
        yield "table", "on the table", laid
    if "stock" not in wrong:
        yield "stock", "in the stock", position.stock


def _between_bouts(position: "Durak", wrong: Set[str]) -> Iterator[Problem]:
    if position.by is not None and "by" not in wrong:
        yield Problem("by", "there is no principal attacker with nothing on the table")
    if position.taking and "taking" not in wrong:
        yield Problem("taking", "there is nothing on the table")
    if "hands" in wrong:
        return
    holders = [seat for seat, hand in enumerate(position.hands, 1) if hand]
    if not holders:
        yield Problem("hands", "nobody holds cards, so the game is over")
    elif len(holders) == 1:
        reason = f"only seat {holders[0]} holds cards with nothing on the table"
        yield Problem("hands", f"{reason}, so the game is over")
    if "mover" not in wrong and position.mover not in holders:
        yield Problem("mover", f"seat {position.mover} holds no cards")


def _uncovered(position: "Durak") -> list[int]:
    return [at for at, (_, cover) in enumerate(position.table) if cover is None]


def _covers(position: "Durak", wrong: Set[str]) -> Iterator[Problem]:
    if "trump" in wrong:
        return
    for attack, cover in position.table:
        if cover is not None and not beats(cover, attack, position.trump):
            yield Problem("table", f"{card(cover)} does not beat {card(attack)}")


def _ranks(position: "Durak") -> Iterator[Problem]:
    """Yield the attack cards of a rank that was not there when they were laid.

    This holds for transferred cards as well: they repeat the rank of the first.
    """
    ranks: set[int] = set()
    for at, (attack, cover) in enumerate(position.table):
        if at and attack % 9 not in ranks:
            reason = f"no {RANKS[attack % 9]} lay there"
            yield Problem("table", f"{card(attack)} could not be added: {reason}")
        ranks.add(attack % 9)
        if cover is not None:
            ranks.add(cover % 9)


def _order(position: "Durak", wrong: Set[str]) -> Iterator[Problem]:
    """Yield what is wrong with the places of the uncovered cards."""
    if wrong & {"game", "taking"} or list(group_sizes(position)):
        return
    uncovered = _uncovered(position)
    names = " ".join(str(card(position.table[at][0])) for at in uncovered[:6])
    if len(uncovered) > 1 and not position.taking:
        yield Problem("table", f"{names} are all uncovered outside a transfer")
    else:
        yield Problem("table", f"{names} lies uncovered under cards added later")


def _defence(position: "Durak", wrong: Set[str], *, sound: bool) -> Iterator[Problem]:
    """Yield what does not fit between the table, the seats and the mover."""
    defender = position.defender
    if not defender:
        yield Problem("by", f"nobody but seat {position.by} holds cards to defend with")
        return
    count = len(position.table)
    covered = count - len(_uncovered(position))
    held = position.hands[defender - 1].bit_count() + covered
    if "limit" not in wrong:
        if count > position.limit:
            reason = f"{count} attack cards, but the limit is {position.limit}"
            yield Problem("table", reason)
        if count > held:
            reason = f"{count} attack cards, but the defender, seat {defender}"
            yield Problem("table", f"{reason}, began with a hand of {held}")
    sound = sound and count <= min(position.limit, held)
    if sound and not wrong & {"game", "taking"} and not seats_could_transfer(position):
        yield Problem("by", "the seats could not have made the transfers on the table")
    if not wrong & {"mover", "taking", "limit"}:
        yield from _mover(position, defender, min(position.limit, held))


def _mover(position: "Durak", defender: int, room: int) -> Iterator[Problem]:
    """Yield why somebody else than the mover would be asked."""
    mover, by = position.mover, position.by or 0
    uncovered = _uncovered(position)
    if uncovered and not position.taking:
        if mover != defender:
            name = card(position.table[uncovered[0]][0])
            reason = f"{name} is uncovered, so the defender, seat {defender}, moves"
            yield Problem("mover", f"seat {mover} can't move: {reason}")
        return
    hand = position.hands[mover - 1]
    if mover == defender:
        answer = "has said take" if position.taking else "has covered everything"
        reason = f"the defender, seat {defender}, {answer}, so an attacker moves"
    elif not hand:
        reason = f"seat {mover} holds no cards"
    elif mover not in askable(position.hands, by, defender, position.neighbours):
        reason = f"seat {mover} is not a neighbour of the defender, seat {defender}"
    elif not hand & ranks_on(position.table):
        reason = f"seat {mover} holds no card that could be added"
    elif len(position.table) == room:
        reason = f"seat {mover} can't add: the limit of {room} attack cards is reached"
    else:
        return
    yield Problem("mover", reason)
