"""What is told about tables: counts, longest wins, faults, and what a build costs."""

import shutil
from itertools import product
from math import comb
from pathlib import Path

import pytest

from kozyr.engine import Budget
from kozyr.errors import OptionError, TableError
from kozyr.games.durak import PEREVODNOY, PODKIDNOY
from kozyr.podkidnoy_engine import PodkidnoyEngine
from kozyr.tables import check as checking
from kozyr.tables.build import build, patterns_of
from kozyr.tables.check import check
from kozyr.tables.estimate import COSTS, estimate, in_memory, work
from kozyr.tables.file import BLOCK, Extent, TableFile, checksum
from kozyr.tables.home import opened, trio_tables
from kozyr.tables.layers import MOST, Layer, layers
from kozyr.tables.statistics import (
    TRUMP,
    all_entries,
    entry,
    longest,
    numbered,
    statistics,
)
from kozyr.tables.survey import Refused, Unfinished, Whole, survey

SIX = Layer(PODKIDNOY, 2, 6)


def table(home: Path, cards: int, game: str = PODKIDNOY) -> TableFile:
    return TableFile(home / Layer(game, 2, cards).name)


@pytest.mark.parametrize(
    ("game", "cards"), ((PODKIDNOY, 4), (PODKIDNOY, 5), (PEREVODNOY, 4))
)
def test_statistics_count_every_entry(home: Path, game: str, cards: int) -> None:
    """Each is looked up; those of finished games are none."""
    found = statistics(table(home, cards, game))
    view = opened(in_memory(layers(game, 2, cards)))
    counted = {held: [0, 0, 0] for held in range(1, cards)}
    layer = found.layer
    for position in all_entries(layer, patterns_of(layer)):
        value = view.value(TRUMP, *position.hands)
        assert value is not None
        counted[position.hands[0].bit_count()][1 - value] += 1
    for split in found.splits:
        numbers = [split.wins, split.draws, split.losses]
        assert numbers == counted[split.attacker]
        assert split.attacker + split.others == cards
        assert split.entries == layer.patterns * comb(cards, split.attacker)
    total = found.total
    assert total.entries == sum(map(sum, counted.values()))
    assert total.wins + total.draws + total.losses == total.entries


def test_an_attacker_with_one_card_always_wins_unless_both_go_out(home: Path) -> None:
    """He plays it and is out; only a defender whose last card beats it holds on."""
    for cards in range(3, 9):
        split = statistics(table(home, cards)).splits[0]
        assert (split.attacker, split.wins) == (1, split.entries)
    split = statistics(table(home, 2)).splits[0]
    assert split.draws > 0 == split.losses


def test_statistics_of_three_players_are_the_attackers_alone(tmp_path: Path) -> None:
    """Against both others; entries in which somebody is out are games of two."""
    build(layers(PODKIDNOY, 3, 4), tmp_path)
    layer = Layer(PODKIDNOY, 3, 4)
    found = statistics(TableFile(tmp_path / layer.name))
    view = trio_tables(PODKIDNOY, str(tmp_path))
    assert view is not None
    counted = {1: [0, 0, 0], 2: [0, 0, 0]}
    for pattern in map(int, patterns_of(layer)):
        for owners in product(range(3), repeat=4):
            hands = [0, 0, 0]
            bits = [bit for bit in range(36) if pattern >> bit & 1]
            for bit, owner in zip(bits, owners, strict=True):
                hands[owner] |= 1 << 9 * (bit % 4) + bit // 4
            if all(hands):
                value = view.value(TRUMP, (hands[0], hands[1], hands[2]), 0)
                assert value is not None
                counted[hands[0].bit_count()][1 - value] += 1
    for split in found.splits:
        assert [split.wins, split.draws, split.losses] == counted[split.attacker]
        assert split.entries == sum(counted[split.attacker])


def test_an_odd_number_of_cards_never_draws_in_podkidnoy(home: Path) -> None:
    """In perevodnoy neither, until with 7 there is room to go in circles."""
    for cards in (3, 5, 7):
        assert statistics(table(home, cards)).total.draws == 0
    for cards in (3, 5):
        assert statistics(table(home, cards, PEREVODNOY)).total.draws == 0


def test_the_longest_win_of_a_small_table_is_the_longest(home: Path) -> None:
    """Every entry is solved with its distance."""
    found = longest(table(home, 4))
    assert found.exact
    assert found.looked_at == 56 * 14
    engine = PodkidnoyEngine(100, False)
    plies = []
    layer = Layer(PODKIDNOY, 2, 4)
    for position in all_entries(layer, patterns_of(layer)):
        verdict = engine.judge(position, frozenset([1]), True, Budget())
        if verdict.value is not None and verdict.value > 0:
            assert verdict.plies is not None
            plies.append(verdict.plies)
    assert found.plies == max(plies)
    assert found.position is not None
    verdict = engine.judge(found.position, frozenset([1]), True, Budget())
    assert verdict.plies == found.plies


def test_the_longest_win_of_a_large_table_is_looked_for_in_a_sample(home: Path) -> None:
    """The same one for the same seed."""
    found = longest(table(home, 7), sample=300, seed=1)
    assert (found.exact, found.looked_at) == (False, 300)
    assert found == longest(table(home, 7), sample=300, seed=1)
    assert found.plies is not None


def test_perevodnoy_has_longest_wins_too(home: Path) -> None:
    found = longest(table(home, 4, PEREVODNOY))
    assert found.exact and found.plies is not None


def test_the_index_has_every_pattern(home: Path) -> None:
    assert list(numbered(table(home, 6))) == list(patterns_of(SIX))


def test_an_entry_is_a_sound_position() -> None:
    position = entry(PODKIDNOY, 0b1001_0010_1000, 0b0101)
    assert str(position) == "podkidnoy c 8s6c/7h8c - 1"
    assert not position.problems()


# Checks


def test_a_sound_table_is_found_sound(home: Path) -> None:
    for cards in range(2, 7):
        for game in (PODKIDNOY, PEREVODNOY):
            found = check(home / Layer(game, 2, cards).name, deep=20, seed=cards)
            assert found.faults == ()
            # Of two cards there are twelve entries.
            number = 12 if cards == 2 else 20
            assert (found.searched, found.referred) == (number, number)
            assert found.left_out == 0


def test_a_sound_table_of_three_players_is_found_sound(tmp_path: Path) -> None:
    build(layers(PODKIDNOY, 3, 5), tmp_path)
    found = check(tmp_path / Layer(PODKIDNOY, 3, 5).name, deep=60)
    assert found.faults == ()
    assert (found.searched, found.referred, found.left_out) == (60, 60, 0)


def test_the_plain_solver_gives_up_after_some_failures(
    home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What it could not do is counted; the search does all."""
    asked: list[object] = []
    monkeypatch.setattr(checking, "_by_reference", lambda each: asked.append(each))
    found = check(home / SIX.name, deep=30)
    assert (found.searched, found.referred, found.left_out) == (30, 0, 30)
    assert len(asked) == 5
    assert found.faults == ()


def test_a_damaged_block_is_named(home: Path, tmp_path: Path) -> None:
    path = Path(shutil.copy(home / SIX.name, tmp_path))
    data = bytearray(path.read_bytes())
    data[-1000] ^= 1
    path.write_bytes(data)
    found = check(path, deep=10)
    assert found.faults == ("checksum: block 0 is damaged, from byte 4,096 on",)
    assert found.searched == 0


def test_a_wrong_entry_is_found_though_all_checksums_fit(
    home: Path, tmp_path: Path
) -> None:
    """As a kernel that is wrong would write it."""
    layer = Layer(PODKIDNOY, 2, 3)
    path = Path(shutil.copy(home / layer.name, tmp_path))
    data = bytearray(path.read_bytes())
    at = Extent.of(layer)
    for byte in range(at.values, at.tally):
        data[byte] ^= 0xFF
    sums = checksum(bytes(data[at.slots : min(at.tally, at.slots + BLOCK)]))
    data[at.sums : at.end] = sums
    summary = checksum(bytes(data[at.tally :]))
    data[96:112] = summary
    data[112:128] = checksum(bytes(data[:112]))
    path.write_bytes(data)
    found = check(path, deep=3, seed=1)
    assert len(found.faults) == 6
    first, second = found.faults[:2]
    assert first.startswith("entry: podkidnoy c ") and ", the search " in first
    assert ", the plain solver " in second


def test_what_is_no_table_can_not_be_checked(tmp_path: Path) -> None:
    (tmp_path / "a.table").write_bytes(b"no")
    with pytest.raises(TableError, match="too short"):
        check(tmp_path / "a.table")


# What there is, and what it costs


def test_a_survey_tells_whole_unfinished_and_refused(
    home: Path, tmp_path: Path
) -> None:
    shutil.copytree(home, tmp_path, dirs_exist_ok=True)
    (tmp_path / "podkidnoy-2-09.table.part").write_bytes(b"")
    (tmp_path / "podkidnoy-2-04.table").write_bytes(b"")
    shutil.copy(home / SIX.name, tmp_path / "other.table")
    (tmp_path / "notes.txt").write_text("mine")
    found = list(survey(tmp_path))
    whole = [each for each in found if isinstance(each, Whole)]
    assert len(whole) == 13
    assert whole[0].to_dict()["cards"] == 2
    (part,) = [each for each in found if isinstance(each, Unfinished)]
    assert (part.layer.cards, part.done, part.parts) == (9, 0, 2)
    refused = {Path(e.path).name: e.reason for e in found if isinstance(e, Refused)}
    assert refused == {
        "other.table": "name: this is podkidnoy, 2 players, 6 cards",
        "podkidnoy-2-04.table": "is too short to be a table",
    }


def test_an_estimate_counts_the_layers_that_are_missing(
    home: Path, tmp_path: Path
) -> None:
    """To the byte; the time by a sample on this machine."""
    nine = layers(PODKIDNOY, 2, 9)
    found = estimate(nine, home, 1)
    assert [each.cards for each in found.layers] == [9]
    assert found.missing == Extent.of(nine[-1]).end
    assert found.bytes == sum(Extent.of(each).end for each in nine)
    assert 0.01 < found.seconds < 1000
    assert estimate(nine[:-1], home, 1).seconds == 0
    small = layers(PODKIDNOY, 2, 5)
    expected = estimate(small, tmp_path, 1)
    files = build(small, tmp_path)
    assert expected.missing == sum(file.stat().st_size for file in files)


def test_every_layer_that_can_be_built_has_a_cost() -> None:
    """And more cards never make a pattern cheaper by far."""
    for (game, players), most in MOST.items():
        assert len(COSTS[game, players]) > most
        works = [work(each) for each in layers(game, players, most)]
        assert works[1:] == sorted(works[1:])


def test_longest_wins_are_for_two_players_only(
    home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = table(home, 4)
    file.layer = file.layer._replace(players=3)
    with pytest.raises(OptionError, match="two players only"):
        longest(file)
