"""The cards, who beats whom, and masks of cards."""

import pickle

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kozyr.cards import (
    ALL_CARDS,
    RANKS,
    SUITS,
    Card,
    beaters,
    beats,
    card,
    cards_in,
    mask_of,
    same_rank,
    text_of,
)

CARDS = [Card(each) for each in range(36)]


def test_the_pack_has_36_different_cards() -> None:
    assert len({str(each) for each in CARDS}) == 36
    assert mask_of(CARDS) == ALL_CARDS


def test_cards_count_by_suit_in_the_order_of_a_printed_hand() -> None:
    assert [str(each) for each in CARDS] == [r + s for s in SUITS for r in RANKS]


@pytest.mark.parametrize("each", CARDS)
def test_a_card_is_rebuilt_from_its_text_its_number_and_a_pickle(each: Card) -> None:
    assert (
        Card(str(each)) == each == card(int(each)) == pickle.loads(pickle.dumps(each))
    )
    assert repr(each) == f"Card('{each}')"
    assert SUITS[each.suit] == str(each)[1]
    assert RANKS[each.rank] == str(each)[0]


@pytest.mark.parametrize("wrong", ["", "7", "7x", "1s", "7ss", "s7", 36, -1])
def test_what_is_no_card_is_refused(wrong: str | int) -> None:
    with pytest.raises(ValueError, match="card"):
        Card(wrong)


@pytest.mark.parametrize(
    ("one", "other", "trump", "wins"),
    [
        ("9s", "7s", "h", True),
        ("7s", "9s", "h", False),
        ("9s", "7d", "h", False),
        ("6h", "As", "h", True),
        ("As", "6h", "h", False),
        ("7h", "6h", "h", True),
        ("6h", "7h", "h", False),
        ("7s", "7s", "h", False),
        ("7h", "7s", "h", True),
    ],
)
def test_a_higher_card_of_the_suit_or_a_trump_on_a_plain_card_beats(
    one: str, other: str, trump: str, wins: bool
) -> None:
    assert beats(Card(one), Card(other), SUITS.index(trump)) is wins


def test_every_mask_of_beaters_agrees_with_the_sentence_of_the_rules() -> None:
    for trump in range(4):
        for target in CARDS:
            expected = {
                each
                for each in CARDS
                if (each.suit == target.suit and each.rank > target.rank)
                or (each.suit == trump != target.suit)
            }
            assert set(cards_in(beaters(target, trump))) == expected


def test_the_cards_of_a_rank_are_four() -> None:
    assert [str(each) for each in cards_in(same_rank(Card("Qd")))] == [
        "Qs",
        "Qh",
        "Qd",
        "Qc",
    ]


@given(st.sets(st.integers(0, 35)))
def test_a_mask_lists_its_cards_once_and_in_order(numbers: set[int]) -> None:
    assert list(cards_in(mask_of(numbers))) == sorted(numbers)


def test_a_hand_prints_without_blanks_and_an_empty_one_as_a_dash() -> None:
    assert text_of(mask_of(map(Card, ("Ah", "7s", "6s", "6c")))) == "6s7sAh6c"
    assert text_of(0) == "-"
