"""Positions as text: read generously, printed in one way, refused in one line."""

import pickle
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st
from strategies import any_durak, course

from kozyr import notation
from kozyr.errors import PositionError
from kozyr.games.durak import Durak
from kozyr.games.kryt import Kryt

EXAMPLES = [
    "podkidnoy h 6s7sAh/Kh9d - 1",
    "perevodnoy h 9hJdKd/KsAs/QsTcAc - 1",
    "podkidnoy h 9s/KhTdAd 9d,9c 1 by=1 taking",
    "podkidnoy+neighbours s 8d9c/6hTh/9dKc 7d:9s,9h 2 by=1 limit=5",
    "perevodnoy d 9s/KhTd/-/8cAc 7s,7h 4 by=2",
    "podkidnoy c 6s7s8s9sTsJs/6h7h8h9hThJh - 2 limit=5 stock=AdKd6c",
    "kryt h KsAh/7d8c 7cQc8d 1",
    "kryt h KsQhAh/7d8c9c - 2 stock=QsAd6h",
]


@pytest.mark.parametrize("text", EXAMPLES)
def test_a_canonical_text_survives_the_round_trip(text: str) -> None:
    position = notation.position(text)
    assert str(position) == notation.text(position) == text
    assert notation.position(str(position)) == position
    assert pickle.loads(pickle.dumps(position)) == position
    rebuilt = eval(repr(position))
    assert rebuilt == position
    assert type(rebuilt) is type(position)


def test_the_first_field_tells_the_game() -> None:
    assert isinstance(notation.position("kryt h KsAh/7d8c - 1"), Kryt)
    assert isinstance(notation.position("podkidnoy h KsAh/7d8c - 1"), Durak)
    with pytest.raises(PositionError, match="game: kryt is not a game of Durak"):
        Durak.read("kryt h KsAh/7d8c - 1")
    with pytest.raises(PositionError, match="game: podkidnoy"):
        Kryt.read("podkidnoy h KsAh/7d8c - 1")


def test_the_order_of_the_optional_fields_is_free() -> None:
    text = "podkidnoy h 9s/KhTdAd 9d,9c 1 stock=8c6h limit=5 taking by=1"
    assert str(notation.position(text)) == (
        "podkidnoy h 9s/KhTdAd 9d,9c 1 by=1 taking limit=5 stock=8c6h"
    )


def test_the_usual_limit_may_be_named() -> None:
    assert str(notation.position("podkidnoy h 9s/Kh - 1 limit=6")).endswith("- 1")


def test_the_order_of_the_stock_is_kept_and_hands_are_sorted() -> None:
    text = "podkidnoy h AcAdAhAs9s6s/Kh - 1 stock=Kc6c7s6h"
    assert str(notation.position(text)) == (
        "podkidnoy h 6s9sAsAhAdAc/Kh - 1 stock=Kc6c7s6h"
    )


@pytest.mark.parametrize(
    ("typed", "canonical"),
    [
        ("10s", "Ts"),
        ("10♥", "Th"),
        ("ts", "Ts"),
        ("jD", "Jd"),
        ("qc", "Qc"),
        ("AC", "Ac"),
        ("6♠", "6s"),
        ("K♥️", "Kh"),
        ("A♦", "Ad"),
        ("9♣", "9c"),
        ("\N{CYRILLIC CAPITAL LETTER VE}s", "Js"),
        ("\N{CYRILLIC SMALL LETTER VE}♦", "Jd"),
        ("\N{CYRILLIC CAPITAL LETTER DE}s", "Qs"),
        ("\N{CYRILLIC SMALL LETTER DE}s", "Qs"),
        ("\N{CYRILLIC CAPITAL LETTER KA}s", "Ks"),
        ("\N{CYRILLIC SMALL LETTER KA}S", "Ks"),
        # The ace (tuz), although it looks like the Latin letter of the ten.
        ("\N{CYRILLIC CAPITAL LETTER TE}s", "As"),
        ("\N{CYRILLIC SMALL LETTER TE}s", "As"),
    ],
)
def test_cards_are_understood_as_people_write_them(typed: str, canonical: str) -> None:
    position = notation.position(f"podkidnoy h {typed}7s/8h - 1 stock={'6h'}")
    assert position == notation.position(f"podkidnoy h {canonical}7s/8h - 1 stock=6h")
    laid = notation.position(f"podkidnoy h 6c/8c8h {typed} 2 by=1")
    assert laid == notation.position(f"podkidnoy h 6c/8c8h {canonical} 2 by=1")


@pytest.mark.parametrize("trump", ["h", "H", "♥", "♥️"])
def test_the_trump_may_be_a_suit_sign(trump: str) -> None:
    assert str(notation.position(f"PODKIDNOY {trump} 6s/7s - 1")).startswith(
        "podkidnoy h "
    )


def test_words_may_be_written_in_capitals() -> None:
    text = "Podkidnoy+Neighbours h 9s/KhTdAd 9d,9c 1 BY=1 Taking"
    assert str(notation.position(text)).startswith("podkidnoy+neighbours h ")


def test_a_finished_game_is_read_but_is_no_position_to_play_from() -> None:
    for text in ("podkidnoy h -/7s - 0", "podkidnoy h -/- - 0", "kryt h -/7s 8s 0"):
        finished = notation.read(text)
        assert str(finished) == text
        assert finished.outcome is not None
        with pytest.raises(PositionError, match="mover: seat 0 does not exist"):
            notation.position(text)


def test_read_does_not_ask_whether_play_can_produce_it() -> None:
    text = "podkidnoy h 6s/7s 9c:8c,Td 3 by=7 limit=9"
    assert str(notation.read(text)) == text


@pytest.mark.parametrize(
    ("field", "reason", "text"),
    [
        ("hands", "2 seats", "kryt h KsAh/7d8c/9c - 1"),
        ("game", "for two players with one trump", "kryt+antitrumps d Ks/7d - 1"),
        ("by", "no such field in kryt", "kryt h KsAh/7d8c 7c 1 by=2"),
        ("taking", "no such field in kryt", "kryt h KsAh/7d8c 7c 1 taking"),
        ("limit", "no such field in kryt", "kryt h KsAh/7d8c 7c 1 limit=5"),
        ("hands", "unknown card 'Zs'", "kryt h ZsAh/7d8c 7c 1"),
        ("hands", "Ks is twice in the hand of seat 1", "kryt h KsKs/7d8c 7c 1"),
        ("table", "unknown card ','", "kryt h KsAh/7d8c 7c,8s 1"),
        ("stock", "needs a value", "kryt h KsAh/7d8c 7c 1 stock="),
        ("mover", "'x' is not the number", "kryt h KsAh/7d8c 7c x"),
    ],
)
def test_kryt_is_refused_by_field_and_reason(
    field: str, reason: str, text: str
) -> None:
    with pytest.raises(PositionError) as refused:
        notation.position(text)
    reasons = [each.reason for each in refused.value.problems if each.field == field]
    assert any(reason in each for each in reasons), str(refused.value)


def test_all_reasons_come_at_once_for_kryt_too() -> None:
    with pytest.raises(PositionError) as refused:
        notation.position("kryt x KsAh/7d8c KsZc 3 by=1")
    fields = [each.field for each in refused.value.problems]
    assert fields == ["by", "trump", "table", "mover"]


@pytest.mark.parametrize(
    "text",
    [
        "",
        " \t ",
        "x" * 1_000_000,
        "podkidnoy",
        "podkidnoy h " + "x" * 100_000 + "/6s - 1",
        "podkidnoy h 6s/7s - " + "9" * 10_000,
        "podkidnoy h 6s/7s - ¹",
        "podkidnoy h 6s/7s - -1",
        "podkidnoy h 6s/7s - 1 " + "a=b c " * 10_000,
        "podkidnoy h 6s/7s - 1 by=" + "1" * 10_000,
        "podkidnoy h 6s\n/7s - 1",
        "kryt h " + "6s" * 10_000 + "/7s " + "8s" * 10_000 + " 1",
        "\x00 \ud800 \u202e 6s 1",
        '{"position": 1}',
    ],
)
def test_absurd_input_ends_in_one_short_line(text: str) -> None:
    with pytest.raises(PositionError) as refused:
        notation.position(text)
    message = str(refused.value)
    assert len(message) < 1500
    assert len(message.splitlines()) == 1
    assert message.isprintable()


@given(st.text(max_size=60))
def test_any_text_is_a_position_or_is_refused(text: str) -> None:
    try:
        position = notation.position(text)
    except PositionError as error:
        assert error.problems
    else:
        assert notation.position(str(position)) == position


@given(
    st.lists(
        st.sampled_from(
            "podkidnoy perevodnoy+neighbours kryt h - 1 2 by=1 taking stock=9c6h "
            "6s7s/8h 6s/7c/8h9h 7c:8c,8d 7c8d".split()
        ),
        max_size=9,
    )
)
def test_fields_in_any_order_are_a_position_or_are_refused(fields: list[str]) -> None:
    try:
        position = notation.position(" ".join(fields))
    except PositionError as error:
        assert all(each.field and each.reason for each in error.problems)
    else:
        assert position.problems() == ()
        assert position.legal_moves()


@given(st.randoms(use_true_random=False))
def test_every_position_of_a_game_survives_the_round_trip(rng: Random) -> None:
    for position in course(any_durak(rng), rng, 60):
        text = str(position)
        again = notation.read(text)
        assert again == position
        assert hash(again) == hash(position)
        assert str(again) == text


def generously(text: str, rng: Random) -> str:
    """Write a canonical text as somebody might type it."""
    ways = {
        "T": ["10", "T", "t"],
        "J": ["J", "j", "\N{CYRILLIC CAPITAL LETTER VE}"],
        "Q": ["q", "\N{CYRILLIC SMALL LETTER DE}"],
        "K": ["k", "\N{CYRILLIC CAPITAL LETTER KA}"],
        "A": ["a", "\N{CYRILLIC SMALL LETTER TE}"],
        "s": ["s", "S", "♠"],
        "h": ["h", "H", "♥"],
        "d": ["D", "♦", "♦️"],
        "c": ["C", "♣", "♣️"],
    }
    game, trump, *fields = text.split(" ")
    typed = [
        field
        if field.startswith(("by", "taking", "limit", "stock"))
        else "".join(rng.choice(ways.get(letter, [letter])) for letter in field)
        for field in fields
    ]
    return "  ".join([game.upper(), rng.choice(ways[trump]), *typed])


@given(st.randoms(use_true_random=False))
def test_generous_input_means_what_the_canonical_text_means(rng: Random) -> None:
    for position in course(any_durak(rng), rng, 10):
        assert notation.read(generously(str(position), rng)) == position
