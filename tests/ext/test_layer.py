"""Tables against the plain solver and against searches that know of no table."""

from collections.abc import Iterator, Sequence
from functools import cache
from random import Random

import numpy as np
import pytest
from strategies import durak_start

from kozyr.cards import cards_in, mask_of
from kozyr.engine import Budget, Engine, kind_for, make
from kozyr.ext.canonical import canonical, patterns
from kozyr.ext.tables import Tables
from kozyr.games.durak import PEREVODNOY, PODKIDNOY, Durak
from kozyr.reference import Region
from kozyr.tables.build import patterns_of
from kozyr.tables.estimate import in_memory
from kozyr.tables.home import opened
from kozyr.tables.layers import PATTERNS, Layer, layers
from kozyr.tables.statistics import TRUMP, all_entries, random_entries
from kozyr.values import Value

FIRST = frozenset([1])
GAMES = (PODKIDNOY, PEREVODNOY)


@cache
def tables(game: str) -> Tables:
    """Return the tables that the tests look into."""
    return opened(in_memory(layers(game, 2, 8 if game == PODKIDNOY else 7)))


def told(position: Durak) -> Value:
    """Return what the tables say of a bout start, for its attacker."""
    first, second = position.hands
    if position.mover == 2:
        first, second = second, first
    value = tables(position.game).value(position.trump, first, second)
    assert value is not None
    return Value(value)


def searched(engine: Engine, position: Durak) -> Value | None:
    seat = frozenset([position.mover])
    return engine.judge(position, seat, False, Budget()).value


def plain(position: Durak) -> Iterator[tuple[Durak, Value | None]]:
    """Yield all bout starts that a position leads to, with their attackers' values."""
    region = Region(position)
    region.explore(Budget())
    answers = {seat: region.answers([seat]) for seat in (1, 2)}
    for each in region:
        if each.mover and isinstance(each, Durak) and not each.table:
            answer = answers[each.mover]
            assert answer is not None
            yield each, answer[each].value


def engine_for(game: str) -> Engine:
    """Return a search that reads no tables."""
    start = Durak(game, TRUMP, (1, 2))
    return make(kind_for(start, FIRST), 1000, False)


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("cards", (2, 3, 4))
def test_every_bout_start_of_a_few_cards_has_the_value_of_the_plain_solver(
    game: str, cards: int
) -> None:
    """And so has every one that these lead to."""
    layer = Layer(game, 2, cards)
    for start in all_entries(layer, patterns_of(layer)):
        for position, value in plain(start):
            assert told(position) is value, position


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize(("cards", "number"), ((5, 100), (6, 25)))
def test_bout_starts_of_some_more_cards_have_the_value_of_the_plain_solver(
    game: str, cards: int, number: int
) -> None:
    """So have all that they lead to."""
    layer = Layer(game, 2, cards)
    starts = random_entries(layer, patterns_of(layer), Random(cards), number)
    compared = 0
    for start in starts:
        for position, value in plain(start):
            assert told(position) is value, position
            compared += 1
    assert compared > number


@pytest.mark.parametrize("game", GAMES)
def test_every_bout_start_of_five_cards_has_the_value_of_a_search(game: str) -> None:
    """Draws by repetition included."""
    layer = Layer(game, 2, 5)
    engine = engine_for(game)
    for position in all_entries(layer, patterns_of(layer)):
        assert told(position) is searched(engine, position), position


@pytest.mark.parametrize(
    ("game", "cards", "number"),
    (
        (PODKIDNOY, 6, 5000),
        (PODKIDNOY, 7, 5000),
        (PODKIDNOY, 8, 5000),
        (PEREVODNOY, 6, 2000),
        (PEREVODNOY, 7, 1000),
    ),
)
def test_random_bout_starts_have_the_value_of_a_search(
    game: str, cards: int, number: int
) -> None:
    layer = Layer(game, 2, cards)
    engine = engine_for(game)
    starts = random_entries(layer, patterns_of(layer), Random(cards), number)
    for position in starts:
        assert told(position) is searched(engine, position), position


@pytest.mark.heavy
@pytest.mark.parametrize(
    ("game", "cards", "number"), ((PODKIDNOY, 10, 20000), (PEREVODNOY, 8, 20000))
)
def test_larger_bout_starts_have_the_value_of_a_search(
    game: str, cards: int, number: int
) -> None:
    layer = Layer(game, 2, cards)
    view = opened(in_memory(layers(game, 2, cards)))
    engine = engine_for(game)
    starts = random_entries(layer, patterns_of(layer), Random(cards), number)
    for position in starts:
        value = view.value(TRUMP, *position.hands)
        assert value == searched(engine, position), position


def test_perevodnoy_draws_by_repetition_where_both_keep_transferring() -> None:
    """The smallest case known: neither side can leave the circle."""
    start = Durak.read("perevodnoy s 6d7h7s/6c6h6s8d8h - 1")
    engine = make(kind_for(start, FIRST), 1000, False)
    view = opened(in_memory(layers(PEREVODNOY, 2, 8)))
    assert view.value(start.trump, *start.hands) == searched(engine, start)


def test_perevodnoy_draws_with_an_odd_number_of_cards_too() -> None:
    """Only repetition can draw those: no play leaves both without cards."""
    layer = Layer(PEREVODNOY, 2, 7)
    starts = random_entries(layer, patterns_of(layer), Random(1), 20000)
    drawn = [start for start in starts if told(start) is Value.DRAW]
    assert drawn
    engine = engine_for(PEREVODNOY)
    for start in drawn[:50]:
        assert searched(engine, start) is Value.DRAW


def test_a_layer_that_is_not_there_has_no_value() -> None:
    start = durak_start(Random(1), cards=(12, 12), seats=(2, 2))
    assert tables(PODKIDNOY).value(start.trump, *start.hands) is None
    assert Tables().value(0, 1, 2) is None
    assert tables(PODKIDNOY).most == 8


def test_many_bout_starts_have_the_values_of_each() -> None:
    """Asked at once, 2 where no layer has one."""
    found = [durak_start(Random(i), cards=(2, 9), seats=(2, 2)) for i in range(1000)]
    for trump in range(4):
        first, second = (
            np.array([each.hands[seat] for each in found], np.uint64) for seat in (0, 1)
        )
        out = np.empty(len(found), np.int8)
        tables(PODKIDNOY).values(trump, first, second, out)
        for each, value in zip(found, out, strict=True):
            alone = tables(PODKIDNOY).value(trump, *each.hands)
            assert value == (2 if alone is None else alone)
    with pytest.raises(ValueError, match="not equally many"):
        tables(PODKIDNOY).values(0, first, second, out[1:])


# Patterns


@pytest.mark.parametrize("cards", range(10))
def test_the_number_of_patterns_is_written_down_rightly(cards: int) -> None:
    assert patterns(cards) == PATTERNS[cards]


@pytest.mark.heavy
@pytest.mark.parametrize("cards", (11, 12, 13, 14))
def test_the_number_of_patterns_is_written_down_rightly_for_many_cards(
    cards: int,
) -> None:
    assert patterns(cards) == PATTERNS[cards]


def test_a_pattern_that_does_not_fit_is_counted_and_not_written() -> None:
    out = np.zeros(3, np.uint64)
    assert patterns(4, out) == 56
    assert all(out)


def form(position: Durak) -> tuple[int, int]:
    """Return the pattern of a bout start and who holds what in it."""
    first, second = position.hands
    return canonical(position.trump, first, second)


def pattern_of(position: Durak) -> int:
    return form(position)[0]


def moved(position: Durak, ranks: Sequence[int], suits: Sequence[int]) -> Durak:
    """Return a position with its ranks and suits renamed."""

    def one(card: int) -> int:
        return 9 * suits[card // 9] + ranks[card % 9]

    first, second = (mask_of(map(one, cards_in(hand))) for hand in position.hands)
    return position._replace(trump=suits[position.trump], hands=(first, second))


def starts(number: int, cards: tuple[int, int] = (2, 8)) -> Iterator[Durak]:
    """Yield bout starts of podkidnoy for two, seat 1 to move."""
    rng = Random(number)
    for _ in range(number):
        start = durak_start(
            rng, cards=cards, seats=(2, 2), variants=((PODKIDNOY, False),)
        )
        yield start._replace(mover=1, limit=6)


def test_the_names_of_suits_are_no_part_of_a_pattern() -> None:
    """The trump may be any; the plain suits may change places."""
    rng = Random(2)
    for start in starts(2000):
        other = moved(start, range(9), rng.sample(range(4), 4))
        assert pattern_of(other) == pattern_of(start), (start, other)
        assert told(other) is told(start)


def test_ranks_that_nobody_holds_are_no_part_of_a_pattern() -> None:
    rng = Random(3)
    for start in starts(2000):
        met = sorted({each % 9 for hand in start.hands for each in cards_in(hand)})
        spread = dict(zip(met, sorted(rng.sample(range(9), len(met))), strict=True))
        ranks = [spread.get(rank, rank) for rank in range(9)]
        other = moved(start, ranks, range(4))
        assert form(other) == form(start), (start, other)


def test_neighbouring_ranks_without_a_common_suit_may_change_places() -> None:
    """No card of the one is ever compared with a card of the other."""
    exchanged = 0
    for start in starts(3000):
        in_play = list(cards_in(start.hands[0] | start.hands[1]))
        suits = [{each // 9 for each in in_play if each % 9 == r} for r in range(9)]
        for rank in range(8):
            if suits[rank] and suits[rank + 1] and not suits[rank] & suits[rank + 1]:
                ranks = list(range(9))
                ranks[rank], ranks[rank + 1] = ranks[rank + 1], ranks[rank]
                other = moved(start, ranks, range(4))
                assert form(other) == form(start), (start, other)
                exchanged += 1
    assert exchanged > 1000


def test_such_positions_have_the_same_value_by_a_search_too() -> None:
    """The pattern is not only the tables' own idea."""
    engine = engine_for(PODKIDNOY)
    seen: dict[tuple[int, int], Value | None] = {}
    met = 0
    for start in starts(4000, (2, 6)):
        value = searched(engine, start)
        met += form(start) in seen
        assert seen.setdefault(form(start), value) is value, start
    assert met > 500


def test_the_pattern_is_its_own_pattern() -> None:
    """Its cards laid out as they stand have it again, and the lane they came with."""
    for game in GAMES:
        layer = Layer(game, 2, 6)
        rng = Random(4)
        known = set(map(int, patterns_of(layer)))
        for position in random_entries(layer, patterns_of(layer), rng, 2000):
            assert pattern_of(position) in known


def test_who_holds_the_cards_is_told_card_by_card() -> None:
    """Exchanging the hands turns the lane over, up to cards that are alike."""
    for start in starts(2000):
        pattern, lane = form(start)
        first, second = start.hands
        cards = (first | second).bit_count()
        other = start._replace(hands=(second, first))
        assert form(other) == (pattern, (1 << cards) - 1 - lane)
        assert lane.bit_count() == first.bit_count()


def test_the_rounds_do_not_depend_on_what_was_solved_before() -> None:
    """Each pattern solved alone has the vectors that it has among all others."""
    from kozyr.tables.build import Part, solve_part

    for game in GAMES:
        layer = Layer(game, 2, 6)
        below = in_memory(layer.below)
        every = patterns_of(layer)
        together = solve_part(layer, below, Part(0, 0, every.tobytes())).values
        size = layer.vectors * layer.lanes // 8
        for number in Random(5).sample(range(len(every)), 100):
            alone = solve_part(
                layer, below, Part(0, 0, every[number : number + 1].tobytes())
            )
            assert alone.values == together[number * size : (number + 1) * size]


def test_the_tally_counts_the_lanes() -> None:
    """Wins and entries not lost by the attacker's cards, finished games among them."""
    from kozyr.tables.build import Part, solve_part

    for game in GAMES:
        for cards in (3, 4, 6):
            layer = Layer(game, 2, cards)
            every = patterns_of(layer)
            done = solve_part(
                layer, in_memory(layer.below), Part(0, 0, every.tobytes())
            )
            counted = np.frombuffer(done.tally, np.uint64)
            wins, kept = [0] * (cards + 1), [0] * (cards + 1)
            for position in all_entries(layer, every):
                held = position.hands[0].bit_count()
                wins[held] += told(position) is Value.WIN
                kept[held] += told(position) is not Value.LOSS
            assert list(counted[1:cards]) == wins[1:cards]
            assert list(counted[cards + 2 : -1]) == kept[1:cards]
