"""New puzzles: one answer, not obvious, unlike any other, and the same for a seed."""

from itertools import islice

import pytest

from kozyr import notation
from kozyr.engine import Budget
from kozyr.errors import InputError, OptionError
from kozyr.puzzles.analysis import Analysis, Analyst
from kozyr.puzzles.candidates import Setting, candidate
from kozyr.puzzles.canonical import canonical
from kozyr.puzzles.check import findings
from kozyr.puzzles.difficulty import GRADES, difficulty, grade
from kozyr.puzzles.harvest import Harvest
from kozyr.puzzles.make import Wanted, attempt, tried
from kozyr.puzzles.natural import in_order, trivial
from kozyr.puzzles.themes import NAMES, themes
from kozyr.values import Value

SMALL = Setting(cards=(3, 5))


def analysis(text: str) -> Analysis:
    """Analyse a position for its mover."""
    position = notation.position(text)
    analyst = Analyst(position, (position.mover,), Budget())
    analyst.value()
    found = analyst.analysis()
    assert found is not None
    return found


@pytest.fixture(scope="module")
def harvest() -> Harvest:
    """Return a search that has found some puzzles."""
    harvest = Harvest(Wanted(SMALL), 7)
    harvest.run(count=12)
    return harvest


class TestPuzzles:
    def test_each_is_what_it_claims_and_has_one_answer(self, harvest: Harvest) -> None:
        assert len(harvest.puzzles) == 12
        for found in findings(harvest.puzzles):
            assert found.verdict == "true"
            assert found.puzzle.value in (Value.WIN, Value.DRAW)
            assert len(found.puzzle.best) == 1
            position = found.puzzle.position
            move = notation.parse_move(found.puzzle.best[0], position)
            assert trivial(position, move) is None

    def test_the_hardest_come_first(self, harvest: Harvest) -> None:
        numbers = [each.difficulty or 0 for each in harvest.hardest_first]
        assert numbers == sorted(numbers, reverse=True)

    def test_the_same_seed_finds_the_same_side_by_side(self, harvest: Harvest) -> None:
        other = Harvest(Wanted(SMALL), 7)
        other.run(count=12, jobs=2)
        assert other.text() == harvest.text()

    def test_another_seed_finds_others(self, harvest: Harvest) -> None:
        other = Harvest(Wanted(SMALL), 8)
        other.run(count=2)
        assert not set(map(str, other.puzzles)) & set(map(str, harvest.puzzles))

    def test_a_search_goes_on_where_it_was(self, harvest: Harvest) -> None:
        half = Harvest(Wanted(SMALL), 7)
        half.run(count=5)
        again = Harvest.read(half.text().splitlines())
        again.run(count=12)
        assert again.text() == harvest.text()

    def test_a_search_stops_when_its_time_is_over(self) -> None:
        harvest = Harvest(Wanted(SMALL), 7)
        harvest.run(time=1e-9)
        assert harvest.next == 1

    @pytest.mark.parametrize("text", ["", "# other", "# made: {}", "# made: {"])
    def test_a_file_that_no_search_wrote(self, text: str) -> None:
        with pytest.raises(InputError, match=r"^resume: "):
            Harvest.read(text.splitlines())


class TestWishes:
    def test_strict_leaves_no_second_answer(self) -> None:
        wanted = Wanted(SMALL, strict=True)
        found = [each.puzzle for each in islice(tried(wanted, 1), 600) if each.puzzle]
        assert found
        assert all(analysis(str(each.position)).strict for each in found)

    def test_a_draw_of_some_length(self) -> None:
        wanted = Wanted(SMALL, value=Value.DRAW, plies=9)
        found = [each.puzzle for each in islice(tried(wanted, 1), 1500) if each.puzzle]
        assert found
        for each in found:
            assert each.value is Value.DRAW
            assert len(analysis(str(each.position)).steps) >= 9

    def test_a_theme(self) -> None:
        wanted = Wanted(SMALL, theme="hold back")
        found = [each.puzzle for each in islice(tried(wanted, 1), 600) if each.puzzle]
        assert found
        assert all("hold back" in each.themes for each in found)

    def test_reasons_are_named(self) -> None:
        wanted = Wanted(SMALL, difficulty=100)
        reasons = {each.reason for each in islice(tried(wanted, 1), 300)}
        assert {"a loss", "several moves keep the value", "too easy"} <= reasons
        assert None not in reasons

    def test_what_costs_too_much_is_left(self) -> None:
        wanted = Wanted(Setting(cards=(9, 9)), nodes=10)
        assert attempt(wanted, 1, 0).reason == "too hard to solve"

    @pytest.mark.parametrize(
        ("wish", "field"),
        [
            (lambda: Setting("poker"), "game"),
            (lambda: Setting(players=7), "players"),
            (lambda: Setting("kryt", 3), "players"),
            (lambda: Setting(cards=(5, 4)), "cards"),
            (lambda: Setting(players=6, cards=(6, 7)), "cards"),
            (lambda: Setting("kryt", pile=(-1, 2)), "pile"),
            (lambda: Setting("kryt", neighbours=True), "game"),
            (lambda: Wanted(value=Value.LOSS), "value"),
            (lambda: Wanted(plies=0), "plies"),
            (lambda: Wanted(difficulty=0), "difficulty"),
            (lambda: Wanted(theme="nonsense"), "theme"),
            (lambda: Harvest(Wanted(), -1), "seed"),
        ],
    )
    def test_a_wish_that_makes_no_sense(self, wish, field: str) -> None:  # type: ignore[no-untyped-def]
        with pytest.raises(OptionError, match=rf"^{field}: "):
            wish()

    @pytest.mark.parametrize("game", ["podkidnoy", "perevodnoy", "kryt"])
    def test_every_candidate_is_a_position(self, game: str) -> None:
        for number in range(200):
            position = candidate(Setting(game, cards=(2, 3)), 1, number)
            assert position is None or position.problems() == ()


class TestLikeness:
    """Plain suits, the first seat and unused ranks make no difference."""

    @pytest.mark.parametrize(
        ("one", "other"),
        [
            ("podkidnoy h 6s7sAh/Kh9d - 1", "podkidnoy h 6d7dAh/Kh9c - 1"),
            ("podkidnoy h 6s7sAh/Kh9d - 1", "podkidnoy s 6d7dAs/Ks9c - 1"),
            ("podkidnoy h 6s7sAh/Kh9d - 1", "podkidnoy h Kh9d/6s7sAh - 2"),
            ("podkidnoy h 6s7sAh/Kh9d - 1", "podkidnoy h 8s9sKh/QhTd - 1"),
            ("podkidnoy h 6s/-/7s8s - 1", "podkidnoy h 6s/7s8s - 1"),
            ("kryt h KsAh/7d8c 7cQc8d 1", "kryt h KcAh/6d8s 6sQs8d 1"),
        ],
    )
    def test_alike(self, one: str, other: str) -> None:
        forms = [_form(text) for text in (one, other)]
        assert forms[0] == forms[1]

    @pytest.mark.parametrize(
        ("one", "other"),
        [
            ("podkidnoy h 6s7sAh/Kh9d - 1", "podkidnoy h 6s7dAh/Kh9d - 1"),
            ("podkidnoy h 6s7sAh/Kh9d - 1", "podkidnoy h 6s7sAh/Kh9d - 2"),
            ("podkidnoy h 6s7sAh/Kh9d - 1", "perevodnoy h 6s7sAh/Kh9d - 1"),
            ("podkidnoy h 6s7sAh/Kh9d - 1", "podkidnoy+neighbours h 6s7sAh/Kh9d - 1"),
            ("kryt h KsAh/7d8c 7cQc8d 1", "kryt h KsAh/7d8c Qc7c8d 1"),
            ("kryt h 7s8s/6d6c Ah 1", "kryt h 7s8s/6d6c Kh 1"),
        ],
    )
    def test_not_alike(self, one: str, other: str) -> None:
        assert _form(one) != _form(other)


def _form(text: str) -> object:
    position = notation.position(text)
    return canonical(position, (position.mover,))


class TestTrivialMoves:
    @pytest.mark.parametrize(
        ("text", "move", "reason"),
        [
            ("podkidnoy h 6s/7s8s - 1", "6s", "the only legal move"),
            ("podkidnoy h 6s9s/7s8s - 1", "6s", "the cheapest card to attack with"),
            ("podkidnoy h 6h9s/7s8s - 1", "9s", "the cheapest card to attack with"),
            ("podkidnoy h 6s9s/7s8s6d 6d:8d 1 by=1", "+6s", "the cheapest move"),
            ("podkidnoy h 9s/7sTs8d 8s 2 by=1", "8s:Ts", "the only cover"),
            ("podkidnoy h 9s/Ts8dJs 8s 2 by=1", "8s:Ts", "the cheapest cover"),
            ("kryt h 9s/7sTs 8s 1", "9s", "it ends the game"),
            ("kryt h 7s8s/9d - 1", "7s", "the cheapest card to lead"),
        ],
    )
    def test_reason(self, text: str, move: str, reason: str) -> None:
        position = notation.position(text.replace("7s8s6d 6d:8d", "7sTs 6d:8d"))
        assert trivial(position, notation.parse_move(move, position)) == reason

    @pytest.mark.parametrize(
        ("text", "move"),
        [
            ("podkidnoy h 6s9s/7s8s - 1", "9s"),
            ("podkidnoy h 9s/Ts8dJs 8s 2 by=1", "8s:Js"),
            ("podkidnoy h 9s/7sTs8d 8s 2 by=1", "take"),
            ("podkidnoy h 6s9s/7sTs 6d:8d 1 by=1", "done"),
        ],
    )
    def test_none(self, text: str, move: str) -> None:
        position = notation.position(text)
        assert trivial(position, notation.parse_move(move, position)) is None

    def test_a_trump_comes_to_mind_last(self) -> None:
        position = notation.position("podkidnoy h 6h7sAs/8s8d - 1")
        assert list(map(str, in_order(position))) == ["7s", "As", "6h"]


class TestGrading:
    def test_the_scale_has_five_grades(self) -> None:
        assert grade(1) == GRADES[0]
        assert [grade(number) for number in (20, 21, 100)] == [
            "first steps",
            "easy",
            "master",
        ]

    def test_a_longer_search_is_harder(self) -> None:
        found = analysis("podkidnoy h 6s9sAh/Kh9d - 1")
        harder = replace_effort(found, 10**6)
        assert 1 <= difficulty(found) < difficulty(harder) <= 100

    def test_ends_of_a_draw_are_themes(self) -> None:
        assert "both out" in themes(analysis("podkidnoy h 6s/7s - 1"))

    def test_themes_are_known_by_name(self) -> None:
        for setting in (SMALL, Setting("kryt", cards=(2, 3), pile=(0, 3))):
            for each in islice(tried(Wanted(setting), 3), 200):
                assert each.puzzle is None or set(each.puzzle.themes) <= set(NAMES)


def replace_effort(found: Analysis, effort: int) -> Analysis:
    """Return an analysis that cost so many nodes."""
    return found._replace(effort=effort)
