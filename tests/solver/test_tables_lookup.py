"""A look-up says what a search says, or why it does not."""

import shutil
from pathlib import Path
from random import Random

import pytest
from strategies import durak_start

import kozyr
from kozyr.games.durak import PEREVODNOY, PODKIDNOY, Durak
from kozyr.position import Position
from kozyr.tables import probe
from kozyr.tables.build import build
from kozyr.tables.layers import layers
from kozyr.tables.lookup import forget, why_not

START = "podkidnoy h 6s7sAh/Kh9d - 1"


@pytest.fixture(autouse=True)
def afresh() -> None:
    forget()


def position(text: str) -> Position:
    return kozyr.position(text)


@pytest.mark.parametrize("game", (PODKIDNOY, PEREVODNOY))
def test_a_look_up_says_what_a_search_says(home: Path, game: str) -> None:
    """For whoever attacks, seat 1 or seat 2."""
    rng = Random(1)
    most = 8 if game == PODKIDNOY else 6
    for _ in range(300):
        start = durak_start(
            rng, cards=(2, most), seats=(2, 2), variants=((game, False),)
        )
        start = start._replace(limit=6)
        assert probe(start, str(home)) is kozyr.solve(start, tables=False).value


def test_a_seat_that_is_out_is_no_player(home: Path) -> None:
    """Two of three hold cards: a game for two, whatever the seats are called."""
    rng = Random(2)
    for _ in range(300):
        start = durak_start(rng, cards=(2, 6), seats=(2, 2))._replace(limit=6)
        hands = list(start.hands)
        hands.insert(rng.randrange(3), 0)
        mover = hands.index(start.hands[start.mover - 1]) + 1
        other = start._replace(hands=tuple(hands), mover=mover)
        assert probe(other, str(home)) is probe(start, str(home))
        assert probe(other, str(home)) is kozyr.solve(other, tables=False).value


def test_of_three_players_the_attacker_is_alone(tmp_path: Path) -> None:
    """Against both others, wherever they sit."""
    build(layers(PODKIDNOY, 3, 5), tmp_path)
    rng = Random(3)
    found = 0
    for _ in range(300):
        start = durak_start(
            rng,
            cards=(3, 5),
            seats=(3, 4),
            variants=((PODKIDNOY, False), (PODKIDNOY, True)),
        )._replace(limit=6)
        if sum(1 for hand in start.hands if hand) == 3:
            found += 1
            value = kozyr.solve(start, tables=False).value
            assert probe(start, str(tmp_path)) is value
    assert found > 100


@pytest.mark.parametrize(
    ("text", "said"),
    (
        ("podkidnoy h 6s7sAh/Kh9d 6c 2 by=1", "table: tables hold bout starts"),
        (
            "podkidnoy h 6s7sAh/Kh9d - 1 stock=7h",
            "stock: tables hold bout starts with the stock exhausted",
        ),
        (f"{START} limit=5", "limit: tables hold attacks of up to 6 cards, not a f"),
        ("kryt h KsAh/7d8c - 1", "game: there are tables of podkidnoy and perev"),
        ("podkidnoy h 6s/7s/8s/9s - 1", "hands: tables of podkidnoy are for 2 or 3"),
        ("podkidnoy h 6s/7s/8s - 1", "tables: "),
        ("perevodnoy h 6s7s8s9sTs/6h7h8h9h - 1", "cards: 9, and the largest table"),
        ("podkidnoy h 6s7s8s9sTs/6h7h8h9h - 1", "cards: 9, and the largest table"),
    ),
)
def test_what_no_table_has_is_refused_with_the_reason(
    home: Path, tmp_path: Path, text: str, said: str
) -> None:
    shutil.copytree(home, tmp_path, dirs_exist_ok=True)
    assert probe(position(text), str(tmp_path)) is None
    reason = str(why_not(position(text), str(tmp_path)))
    assert reason.startswith(said)
    assert "\n" not in reason


def test_a_game_that_is_over_has_no_attacker(home: Path) -> None:
    over = Durak(PODKIDNOY, 0, (1, 0), mover=0)
    assert probe(over, str(home)) is None
    assert str(why_not(over, str(home))) == "mover: the game is over"


def test_without_tables_nothing_is_found(home: Path) -> None:
    assert probe(position(START), False) is None
    assert str(why_not(position(START), False)) == "tables: none are to be used"
    assert probe(position(START)) is None  # KOZYR_TABLES is empty in tests.


def test_the_environment_may_change(
    home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What was found in one directory is no answer for another."""
    assert probe(position(START)) is None
    monkeypatch.setenv("KOZYR_TABLES", str(home))
    assert probe(position(START)) is kozyr.Value.LOSS
