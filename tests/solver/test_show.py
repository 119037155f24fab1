"""The drawing of a position for a person."""

import re
from random import Random

import pytest

from kozyr import notation
from kozyr.games.kryt import Kryt
from kozyr.match import Game
from kozyr.show import drawing, name


def drawn(text: str, *, colour: bool = False, signs: bool = True) -> str:
    return drawing(notation.read(text), colour, signs=signs)


def without_colour(text: str) -> str:
    return re.sub("\x1b\\[[0-9]*m", "", text)


def test_a_bout_of_durak() -> None:
    text = "podkidnoy+neighbours s 7s8c/8h9hTd/-/Kd9c 7d:9d,9s 2 by=1"
    assert drawn(text) == "\n".join(
        [
            "Podkidnoy durak · trump ♠ · only neighbours add",
            "",
            "  seat 1  attacks  2   8♣   7♠",
            "▶ seat 2  defends  3   8♥  9♥  10♦",
            "  seat 3  out      0",
            "  seat 4           2   K♦   9♣",
            "",
            "  table                7♦     9♠",
            "                         9♦",
            "",
            "Seat 2 can only take.",
        ]
    )


def test_a_turn_of_kryt() -> None:
    text = "kryt h KsAh6h9d/7d8cTc 7cQc8d 1 stock=JcKcQhJh"
    assert drawn(text) == "\n".join(
        [
            "Kryt'-navalivat' · trump ♥",
            "",
            "▶ seat 1    4   K♠   9♦   6♥  A♥",
            "  seat 2    3   7♦   8♣ 10♣",
            "",
            "  pile      3   7♣  Q♣ │[8♦]",
            "  stock     4   J♣  K♣  Q♥ [J♥]",
            "",
            "Seat 1 beats 8♦ and leads, or picks up 1 card. The trump 6 may first be",
            "exchanged for J♥.",
        ]
    )


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("podkidnoy h 6s7s/-/Kh9d - 1", "Seat 1 attacks seat 3."),
        ("podkidnoy h 7s/9sKh 6s 2 by=1", "Seat 2 is to cover or take."),
        ("perevodnoy h 7s8s/6dKh 6s 2 by=1", "Seat 2 is to cover, transfer or take."),
        ("perevodnoy h 7s8s/6d7d 6s 2 by=1", "Seat 2 is to transfer or take."),
        ("podkidnoy h 7s/6d 6s 2 by=1", "Seat 2 can only take."),
        ("podkidnoy h 6d/9d 6s:7s 1 by=1", "Seat 1 may add a card."),
        (
            "podkidnoy h 6d/9d 6s 1 by=1 taking",
            "Seat 2 takes. Seat 1 may add a card.",
        ),
        ("kryt h Ks/As - 2", "Seat 2 leads any card."),
        ("kryt h Ks/As 7s 1", "Seat 1 goes out by beating 7♠, or picks up 1 card."),
        ("kryt h Ks7c/As 7d8h9hTh 1", "Seat 1 can only pick up 3 cards."),
        ("kryt h Ks7c/As 7d8h9hAh 1", "Seat 1 can only pick up 4 cards."),
    ],
)
def test_it_says_what_is_to_be_done(text: str, sentence: str) -> None:
    assert drawn(text).splitlines()[-1] == sentence


def test_it_says_how_the_game_ended() -> None:
    ends = {
        ("podkidnoy h 6s/8s9s - 1", "6s", "take"): "Seat 2 is the durak.",
        ("podkidnoy h 6s/8s - 1", "6s", "6s:8s"): "The game is drawn: both out.",
        ("kryt h 9s/AsKs - 1", "9s"): "Seat 1 has won.",
        ("kryt h 9s/As - 1", "9s"): "The game is drawn: final response.",
    }
    for (start, *moves), sentence in ends.items():
        assert drawing(Game(start, moves).position).endswith(sentence)


def test_the_limit_of_the_first_attack_is_shown() -> None:
    assert "at most 5 attack cards" in drawn("podkidnoy h 6s7s/Kh9d - 1 limit=5")
    assert "at most" not in drawn("podkidnoy h 6s7s/Kh9d - 1")


def test_trumps_are_last_in_a_hand() -> None:
    assert "6♠  7♠   6♣   A♦" in drawn("podkidnoy d 6s7sAd6c/Kh - 1")


def test_a_person_reads_a_ten() -> None:
    assert [name(each) for each in (0, 13, 26, 35)] == ["6♠", "10♥", "A♦", "A♣"]


def test_a_bar_stands_before_what_a_pick_up_takes() -> None:
    assert "7♣ │ Q♣  8♦ [6♥]" in drawn("kryt h Ks/As 7cQc8d6h 1")
    assert "│ 7♣  Q♣  8♦ [A♥]" in drawn("kryt h Ks/As 7cQc8dAh 1")


def test_an_empty_pile_is_shown_as_such() -> None:
    assert "\n  pile      0\n" in drawn("kryt h Ks/As - 1")


@pytest.mark.parametrize("width", [1, 40, 60, 80, 120])
@pytest.mark.parametrize("game", ["perevodnoy", "kryt"])
def test_wide_hands_tables_and_piles_wrap_and_lose_no_card(
    game: str, width: int
) -> None:
    source = Random(width)
    for seed in range(3):
        played = Game.deal(game, 2 if game == "kryt" else 4, seed=seed)
        for _ in range(80):
            if not (moves := played.legal_moves()):
                break
            position = played.play(source.choice(moves))
            text = drawing(position, width=width)
            assert max(map(len, text.splitlines())) <= max(width, 40)
            cards = [position.stock, *map(tuple, map(held, position.hands))]
            if isinstance(position, Kryt):
                cards.append(position.pile)
            body = text.rpartition("\n\n")[0]
            for each in (number for pile in cards for number in pile):
                assert body.count(name(each)) == 1


def held(hand: int) -> list[int]:
    return [each for each in range(36) if hand >> each & 1]


class TestColour:
    TEXT = "kryt h KsAh6h9d/7d8cTc 7cQc8d 1 stock=JcKcQhJh"

    def test_it_changes_nothing_but_the_colour(self) -> None:
        assert without_colour(drawn(self.TEXT, colour=True)) == drawn(self.TEXT)
        assert "\x1b" not in drawn(self.TEXT)

    def test_red_suits_are_not_the_colour_of_black_ones(self) -> None:
        text = drawn(self.TEXT, colour=True)
        assert "\x1b[36m 7♦\x1b[0m" in text
        assert "\x1b[32m  8♣\x1b[0m" in text
        assert "  K♠ " in text, "spades keep the colour of the text"

    def test_trumps_are_bold(self) -> None:
        assert "\x1b[31m\x1b[1m A♥\x1b[0m" in drawn(self.TEXT, colour=True)

    def test_every_line_ends_without_colour(self) -> None:
        for line in drawn(self.TEXT, colour=True).splitlines():
            *_, last = re.findall("\x1b\\[[0-9]*m", "\x1b[0m" + line)
            assert last == "\x1b[0m"


def test_without_signs_it_is_plain_ascii() -> None:
    for text in (TestColour.TEXT, "podkidnoy h 9s/KhTdAd 9d,9c 1 by=1 taking"):
        plain = drawn(text, signs=False)
        assert plain.isascii()
        assert len(plain) == len(drawn(text))
    assert "10d" in plain and "> seat 1" in plain
