"""Which puzzles are played."""

import pytest

from kozyr.errors import OptionError
from kozyr.puzzles.choice import Choice, fresh, read_difficulty
from kozyr.puzzles.record import Puzzle, read
from kozyr.puzzles.score import Result, Score, key_of

PUZZLES = [
    each
    for each in read(
        [
            'podkidnoy h Kc7d/Kd - 1 id "one"; difficulty 10; theme "Fortress";',
            'podkidnoy h Ks7d/Kd - 1 id "two"; difficulty 50; theme "both out", "x";',
            'podkidnoy h Kc7s/Kd - 1 id "three"; difficulty 90;',
            "podkidnoy h Ks7s/Kd - 1",
        ]
    )
    if isinstance(each, Puzzle)
]


def names(choice: Choice) -> list[str]:
    return [each.name for each in choice.of(PUZZLES)]


class TestChoice:
    """By theme, difficulty and id; in the order of the file or by lot."""

    def test_all_in_order(self) -> None:
        assert names(Choice()) == ["one", "two", "three", "line 4"]

    def test_by_theme(self) -> None:
        assert names(Choice(themes=["fortress"])) == ["one"]
        assert names(Choice(themes=["X", "FORTRESS"])) == ["one", "two"]

    @pytest.mark.parametrize(
        ("text", "chosen"),
        [
            ("50", ["two"]),
            ("10-50", ["one", "two"]),
            ("50-", ["two", "three"]),
            ("-50", ["one", "two"]),
        ],
    )
    def test_by_difficulty(self, text: str, chosen: list[str]) -> None:
        assert names(Choice(difficulty=read_difficulty(text))) == chosen

    @pytest.mark.parametrize("text", ["", "-", "x", "5-x", "90-10", "0-5", "1-101"])
    def test_a_difficulty_that_is_none(self, text: str) -> None:
        with pytest.raises(OptionError, match=r"^difficulty: "):
            read_difficulty(text)

    def test_by_id_in_the_order_asked(self) -> None:
        assert names(Choice(ids=["three", "one"])) == ["three", "one"]

    def test_by_lot_and_again(self) -> None:
        shuffled = names(Choice(seed=7))
        assert shuffled == names(Choice(seed=7))
        assert sorted(shuffled) == sorted(names(Choice()))
        assert len({tuple(names(Choice(seed=seed))) for seed in range(20)}) > 5

    @pytest.mark.parametrize(
        ("choice", "line"),
        [
            (Choice(ids=["thre"]), "id: no puzzle has 'thre'; is it 'three'?"),
            (
                Choice(ids=["99999"]),
                "id: no puzzle has '99999'; there are one, three, two",
            ),
            (
                Choice(themes=["fortres"]),
                "theme: no puzzle has 'fortres'; is it 'Fortress'?",
            ),
            (
                Choice(themes=["x"], ids=["one"]),
                "puzzles: none fits all that is asked for",
            ),
        ],
    )
    def test_what_is_not_there_is_named(self, choice: Choice, line: str) -> None:
        with pytest.raises(OptionError) as caught:
            names(choice)
        assert str(caught.value) == line

    def test_no_puzzles_at_all(self) -> None:
        with pytest.raises(OptionError, match="there are none"):
            Choice().of([])

    def test_fresh_ones_were_never_solved(self) -> None:
        score = Score().plus(key_of(PUZZLES[0]), Result.SOLVED)
        score = score.plus(key_of(PUZZLES[1]), Result.MISSED)
        assert [each.name for each in fresh(PUZZLES, score)][:2] == ["two", "three"]
