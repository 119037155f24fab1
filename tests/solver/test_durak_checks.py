"""What is refused as a position of Durak, and that nothing else is."""

import itertools
from random import Random

import pytest
from strategies import any_durak, course

from kozyr import notation
from kozyr.cards import mask_of
from kozyr.errors import PositionError
from kozyr.games.durak import Durak

# Field, piece of the reason, position.
REFUSED = [
    ("trump", "'x' is not a suit", "podkidnoy x 6s/7s - 1"),
    ("hands", "unknown card 'Xs'", "podkidnoy h 6sXs/7s - 1"),
    ("hands", "unknown card '1s'", "podkidnoy h 6s/7s1s - 1"),
    ("table", "unknown card '8x'", "podkidnoy h 6s/7s 8x 2 by=1"),
    ("stock", "unknown card '5h'", "podkidnoy h 6s/7s - 1 stock=5h6h"),
    ("hands", "6s is twice in the hand of seat 1", "podkidnoy h 6s6s/7s - 1"),
    (
        "hands",
        "6s is both in the hand of seat 1 and in the hand of seat 2",
        "podkidnoy h 6s/6s7s - 1",
    ),
    (
        "table",
        "8s is both in the hand of seat 1 and on the table",
        "podkidnoy h 8s/9s 8s 2 by=1",
    ),
    ("table", "7s is twice on the table", "podkidnoy h 8s/9sTs 7s:7s 2 by=1"),
    (
        "stock",
        "9s is both in the hand of seat 2 and in the stock",
        "podkidnoy h 8s/9s - 1 stock=9s6h",
    ),
    ("stock", "6h is twice in the stock", "podkidnoy h 8s/9s - 1 stock=6h6h"),
    (
        "stock",
        "7s is both on the table and in the stock",
        "podkidnoy h 8s/9s 7s 2 by=1 stock=7s6h",
    ),
    ("stock", "last card 9d is not of the trump", "podkidnoy h 6s/7s - 1 stock=6h9d"),
    ("mover", "seat 1 holds no cards", "podkidnoy h -/7s/8s - 1"),
    ("mover", "seat 3 does not exist", "podkidnoy h 6s/7s - 3"),
    ("mover", "seat 0 does not exist", "podkidnoy h 6s/7s - 0"),
    ("by", "seat 4 does not exist", "podkidnoy h 6s/7s 8s 2 by=4"),
    ("hands", "1 seats, but", "podkidnoy h 6s - 1"),
    ("hands", "7 seats, but", "podkidnoy h 6s/7s/8s/9s/Ts/Js/Qs - 1"),
    ("hands", "only seat 1 holds cards", "podkidnoy h 6s/- - 1"),
    ("hands", "only seat 2 holds cards", "podkidnoy h -/6s/- - 2 stock=6h"),
    ("hands", "nobody holds cards", "podkidnoy h -/- - 1"),
    ("table", "8h does not beat 9h", "podkidnoy h 8s/9s 9h:8h 1 by=1"),
    ("table", "9d does not beat 7s", "podkidnoy h 7d/9s 7s:9d 1 by=1"),
    ("table", "no 8 lay there", "podkidnoy h 8s/JsTs 7s:9s,8d 2 by=1"),
    ("table", "8c could not be added", "podkidnoy h 8s7d/9sTs 7s,8c 1 by=1 taking"),
    (
        "table",
        "7 attack cards, but the limit is 6",
        "podkidnoy h 9c/JsQsKsAsAd 6d:7d,7s:8s,8d:9d,9s:Ts,Td:Jd,7c:8c,9h 2 by=1",
    ),
    (
        "table",
        "6 attack cards, but the limit is 5",
        "podkidnoy h 9c/JsQsKsAsAd 6d:7d,7s:8s,8d:9d,9s:Ts,Td:Jd,7c 2 by=1 limit=5",
    ),
    (
        "table",
        "2 attack cards, but the defender, seat 2, began with a hand of 1",
        "podkidnoy h 9c8s/Js 7s,7d 1 by=1 taking",
    ),
    ("table", "7s 7d are all uncovered", "podkidnoy h 9c/JsQs 7s,7d 2 by=1"),
    (
        "table",
        "8d 8s are all uncovered",
        "perevodnoy h 9c/JsQsKs 7s:8c,8d,8s 2 by=1",
    ),
    ("table", "7s lies uncovered", "podkidnoy h 9c7c/JsQs 7s,7d:8d 1 by=1 taking"),
    ("table", "7s lies uncovered", "podkidnoy h 9c7c/JsQs 7s,7d:8d 2 by=1"),
    ("by", "missing", "podkidnoy h 6s/7s 8s 2"),
    ("by", "nothing on the table", "podkidnoy h 6s/7s - 1 by=1"),
    ("by", "nobody but seat 1 holds cards", "podkidnoy h 6s/- 8s 1 by=1"),
    ("by", "'x' is not", "podkidnoy h 6s/7s 8s 2 by=x"),
    ("by", "given 2 times", "podkidnoy h 6s/7s 8s 2 by=1 by=1"),
    ("by", "could not have made", "perevodnoy h -/8h9h8c 7s,7d,7c 2 by=1"),
    ("by", "could not have made", "perevodnoy h 8c/-/8h9h 7s,7d 3 by=1 stock=6h"),
    ("taking", "nothing on the table", "podkidnoy h 6s/7s - 1 taking"),
    ("taking", "uncovered", "podkidnoy h 7c/9sTs 7s:8s 1 by=1 taking"),
    ("taking", "takes no value", "podkidnoy h 7c/9sTs 7s 1 by=1 taking=1"),
    ("limit", "7 is neither 5 nor 6", "podkidnoy h 6s/7s - 1 limit=7"),
    ("limit", "'five' is not", "podkidnoy h 6s/7s - 1 limit=five"),
    ("limit", "needs a value", "podkidnoy h 6s/7s - 1 limit"),
    ("mover", "the defender, seat 2, moves", "podkidnoy h 7d/9sTs 7s 1 by=1"),
    ("mover", "so an attacker moves", "podkidnoy h 7d/9sTs 7s:8s 2 by=1"),
    ("mover", "has said take", "podkidnoy h 7d/9sTs 7s 2 by=1 taking"),
    ("mover", "holds no card that could be", "podkidnoy h 6d/9sTs 7s:8s 1 by=1"),
    ("mover", "seat 1 holds no cards", "podkidnoy h -/9sTs/7d 7s:8s 1 by=1"),
    ("mover", "the limit of 1", "podkidnoy h 7d/9s/7h 7s 1 by=1 taking"),
    (
        "mover",
        "seat 4 is not a neighbour",
        "podkidnoy+neighbours h 7d/9sTs/7h/7c 7s:8s 4 by=1",
    ),
    ("game", "'durak' is not known", "durak h 6s/7s - 1"),
    ("game", "'+all' is not an option", "podkidnoy+all h 6s/7s - 1"),
    ("fields", "only 4 given", "podkidnoy h 6s/7s -"),
    ("fields", "empty", ""),
    ("fields", "'foo=1' is unknown", "podkidnoy h 6s/7s - 1 foo=1"),
    ("hands", "nothing for seat 2", "podkidnoy h 6s//7s - 1"),
    ("table", "'7s8s' is neither", "podkidnoy h 6s/7s 7s8s 2 by=1"),
    ("table", "'7s:8s:9s' is neither", "podkidnoy h 6s/7s 7s:8s:9s 2 by=1"),
    ("mover", "'one' is not", "podkidnoy h 6s/7s - one"),
]


@pytest.mark.parametrize(("field", "reason", "text"), REFUSED)
def test_a_refusal_names_the_field_and_the_reason(
    field: str, reason: str, text: str
) -> None:
    with pytest.raises(PositionError) as refused:
        notation.position(text)
    reasons = [each.reason for each in refused.value.problems if each.field == field]
    assert any(reason in each for each in reasons), str(refused.value)
    assert "\n" not in str(refused.value)


# The reason alone: nothing else is said about these positions.
ALONE = [each for each in REFUSED if each[0] == "by" or each[1].startswith("the def")]


@pytest.mark.parametrize(("field", "reason", "text"), ALONE)
def test_one_fault_gives_one_reason(field: str, reason: str, text: str) -> None:
    with pytest.raises(PositionError) as refused:
        notation.position(text)
    assert len(refused.value.problems) == 1, str(refused.value)


def test_all_reasons_come_at_once() -> None:
    with pytest.raises(PositionError) as refused:
        notation.position(
            "perevodnoy x 6s6sXh/7s8d/- 8d:7d,9c 4 by=9 limit=7 stock=7s taking=2"
        )
    assert {each.field for each in refused.value.problems} == {
        "trump",
        "hands",
        "table",
        "mover",
        "by",
        "limit",
        "stock",
        "taking",
    }


def test_an_object_built_by_hand_is_checked_too() -> None:
    broken = Durak("whist", 4, (1 << 40, -1), ((36, None),), 1, 1, False, 4, (50,))
    fields = [each.field for each in broken.problems()]
    assert fields == ["game", "trump", "hands", "table", "stock", "limit"]
    assert Durak().problems() != ()


ACCEPTED = [
    "podkidnoy h 6s7sAh/Kh9d - 1",
    "perevodnoy h 9hJdKd/KsAs/QsTcAc - 1",
    "podkidnoy+neighbours s 7s8c/8h9h/Kd9c 7d:9d 3 by=1",
    "podkidnoy h 9s/KhTdAd 9d,9c 1 by=1 taking",
    # Small hands together with a stock can't be dealt, but can be asked about.
    "podkidnoy h 6s/-/7s - 1 stock=9s6h",
    "podkidnoy h 6s/-/7s 8s 3 by=1 stock=9s6h",
    "perevodnoy h 8c/8h9hTh 7s,7d,7c 2 by=1",
    "perevodnoy h 6s/8h9h8c 7s,7d:9d 2 by=1",
    "perevodnoy h 6s7h/8h9h8c 7s:8s,7d 1 by=1 taking",
    # The first two 7s are a transfer, or the second was added.
    "perevodnoy h 6s7h/8h9h8c 7s:8s,7d:8d 1 by=1",
    # The uncovered 8 was added before he took, the other one after.
    "perevodnoy h 8h/9h9d9cTc 7s:8s,8d,8c 1 by=1 taking",
]


@pytest.mark.parametrize("text", ACCEPTED)
def test_what_play_can_produce_is_accepted(text: str) -> None:
    assert str(notation.position(text)) == text


def reachable(target: Durak) -> bool:
    """Tell by brute force whether some bout leads to a position with cards laid."""
    seats = len(target.hands)
    covers = dict(target.table)
    attacks = list(covers)
    cards = [each for pair in target.table for each in pair if each is not None]

    def on_the_way(position: Durak) -> bool:
        laid = position.table
        return (
            bool(laid)
            and [attack for attack, _ in laid] == attacks[: len(laid)]
            and all(cover in (None, covers[attack]) for attack, cover in laid)
        )

    for owners in itertools.product(range(seats), repeat=len(cards)):
        hands = list(target.hands)
        for each, owner in zip(cards, owners, strict=True):
            hands[owner] |= 1 << each
        for mover in range(1, seats + 1):
            if not hands[mover - 1] or sum(map(bool, hands)) < 2:
                continue
            todo = [
                target._replace(
                    hands=tuple(hands), table=(), mover=mover, by=None, taking=False
                )
            ]
            seen = set(todo)
            while todo:
                for _, after in todo.pop().successors():
                    if after == target:
                        return True
                    if after not in seen and on_the_way(after):
                        seen.add(after)
                        todo.append(after)
    return False


def small_bout(rng: Random) -> Durak:
    """Return a position inside a bout with few cards, transfers preferred."""
    while True:
        ranks = rng.sample(range(9), rng.choice((2, 3, 4)))
        pack = [9 * suit + rank for suit in range(4) for rank in ranks]
        rng.shuffle(pack)
        seats = rng.choice((2, 2, 3, 3, 4))
        stock = (pack.pop(),) if rng.random() < 0.3 else ()
        hands = [0] * seats
        for each in pack[: rng.randint(seats, min(len(pack), 3 * seats))]:
            hands[rng.randrange(seats)] |= 1 << each
        position = Durak(
            rng.choice(("podkidnoy", "perevodnoy", "perevodnoy")),
            stock[0] // 9 if stock else rng.randrange(4),
            tuple(hands),
            mover=rng.randint(1, seats),
            stock=stock,
            neighbours=rng.random() < 0.4,
        )
        if position.problems():
            continue
        for _ in range(rng.randint(1, 7)):
            moves = position.legal_moves()
            laying = [move for move in moves if move.card is not None]
            transfers = [move for move in moves if str(move).startswith(">")]
            after = position.after(rng.choice(transfers or laying or moves))
            if not after.table:
                break
            position = after
        if position.table and len(position.table) < 5:
            return position


def disturbed(position: Durak, rng: Random) -> Durak:
    """Return the position with one thing changed, for better or worse."""
    seat = rng.randint(1, len(position.hands))
    table = list(position.table)
    hands = list(position.hands)
    at = rng.randrange(len(table))
    match rng.randrange(8):
        case 0:
            return position._replace(mover=seat)
        case 1:
            return position._replace(by=seat)
        case 2:
            return position._replace(taking=not position.taking)
        case 3:
            rng.shuffle(table)
        case 4:
            table[at] = (table[at][0], None)
        case 5:
            return position._replace(game=rng.choice(("podkidnoy", "perevodnoy")))
        case 6:
            hands[seat - 1] &= hands[seat - 1] - 1
        case 7 if hands[seat - 1]:
            table.append(((hands[seat - 1] & -hands[seat - 1]).bit_length() - 1, None))
            hands[seat - 1] &= hands[seat - 1] - 1
    return position._replace(table=tuple(table), hands=tuple(hands))


def test_refused_is_exactly_what_no_bout_leads_to() -> None:
    rng = Random(3)
    found = {True: 0, False: 0}
    for _ in range(1200):
        position = small_bout(rng)
        for _ in range(rng.randint(0, 2)):
            position = disturbed(position, rng)
        if sum(each is not None for pair in position.table for each in pair) > 5:
            continue
        expected = reachable(position)
        assert (position.problems() == ()) is expected, position
        found[expected] += 1
    assert min(found.values()) > 250


def test_checks_of_a_random_game_find_nothing() -> None:
    rng = Random(11)
    for _ in range(20):
        for position in course(any_durak(rng), rng, 100):
            assert not position.mover or position.problems() == ()


def test_absurdly_long_tables_and_hands_are_refused_at_once() -> None:
    for text in (
        f"podkidnoy h 6s/7s {'8s,' * 20000}8s 2 by=1",
        f"perevodnoy h 6s/7s {'8s:9s,' * 20000}8s 2 by=1",
        f"podkidnoy h {'6s7s' * 20000}/7s - 1",
        f"podkidnoy h {'6s/' * 20000}7s - 1",
        f"podkidnoy h 6s/7s - 1 stock={'6h' * 20000}",
    ):
        with pytest.raises(PositionError) as refused:
            notation.position(text)
        assert len(str(refused.value)) < 1200


def test_masks_of_the_pack_have_no_place_for_more() -> None:
    hands = (mask_of(range(18)), mask_of(range(18, 36)))
    assert Durak(hands=hands).problems() == ()
