"""One puzzle played: what is a mistake, what is replied, what is hinted."""

import pytest

from kozyr import solve
from kozyr.errors import (
    AmbiguousMoveError,
    IllegalMoveError,
    InvalidMoveError,
    OptionError,
    UnprovenError,
)
from kozyr.puzzles.record import Puzzle, read_line
from kozyr.puzzles.score import Result
from kozyr.puzzles.session import Attempt, Limits
from kozyr.values import REPETITION, Outcome, Value

TRUMPS = 'podkidnoy c Qs6cJcKc/KsThKh8cQcAc - 1 theme "keep the trump";'
KRYT = "kryt h KsAh/7d8c 7cQc8d 1"
THREE = "perevodnoy h 9hJdKd/KsAs/QsTcAc - 1"
CIRCLE = "perevodnoy s 6d7s7h/6s8d8h6h6c - 1"


def puzzle(line: str) -> Puzzle:
    found = read_line(line, 1)
    assert isinstance(found, Puzzle)
    return found


def begun(line: str) -> Attempt:
    attempt = Attempt(puzzle(line))
    attempt.begin()
    return attempt


class TestPlaying:
    """The person plays one side, the program the others."""

    @pytest.mark.parametrize("line", [TRUMPS, KRYT, THREE, CIRCLE])
    def test_best_play_solves_it(self, line: str) -> None:
        attempt = begun(line)
        while attempt.result is None:
            assert attempt.position.mover in attempt.side
            assert len(attempt.position.legal_moves()) > 1
            best = solve(attempt.position, attempt.side).best
            assert best is not None
            attempt.answer(best)
        assert attempt.result is Result.SOLVED
        assert attempt.mistake is None
        outcome = attempt.game.outcome
        assert outcome is not None
        assert outcome.value_for(attempt.side) is attempt.wanted

    def test_what_is_played_is_told(self) -> None:
        attempt = begun(TRUMPS)
        played = attempt.answer("Jc")
        assert (played[0].seat, str(played[0].move)) == (1, "Jc")
        assert {each.seat for each in played[1:]} >= {2}
        assert [each.move for each in played] == list(attempt.game.moves)

    def test_a_move_without_an_alternative_is_played_by_itself(self) -> None:
        attempt = begun(TRUMPS)
        attempt.answer("Jc")
        played = attempt.answer("+Qs")
        forced = [each for each in played if each.seat == 1 and each.forced]
        assert [str(each.move) for each in forced] == ["take"]

    def test_a_card_alone_is_enough(self) -> None:
        attempt = begun(TRUMPS)
        attempt.answer(" j♣ ")
        attempt.answer("q♠")
        assert [str(move) for move in attempt.game.moves[:3:2]] == ["Jc", "+Qs"]

    @pytest.mark.parametrize(
        ("typed", "error"),
        [("Kd", IllegalMoveError), ("nonsense", InvalidMoveError)],
    )
    def test_a_slip_plays_nothing(self, typed: str, error: type[Exception]) -> None:
        attempt = begun(TRUMPS)
        with pytest.raises(error):
            attempt.answer(typed)
        assert attempt.game.moves == ()
        assert attempt.result is None

    def test_a_card_that_fits_twice_is_asked_back(self) -> None:
        attempt = Attempt(puzzle("perevodnoy s 9s7d/8hKh/TdJd 9h 1 by=3"))
        with pytest.raises(AmbiguousMoveError, match=r"9h:9s or >9s"):
            attempt.answer("9s")
        assert attempt.game.moves == ()

    def test_the_others_may_begin(self) -> None:
        attempt = Attempt(puzzle("podkidnoy h Kc7d/Kd7h - 1 coalition 2"))
        played = attempt.begin()
        assert played[0].seat == 1
        assert attempt.position.mover == 2

    def test_lost_replies_resist_as_long_as_they_can(self) -> None:
        attempt = begun(TRUMPS)
        expected = solve(attempt.position.play("Jc"), attempt.side, distance=True).best
        played = attempt.answer("Jc")
        assert played[1].move == expected


class TestMistakes:
    """The first move that gives the value away ends the puzzle."""

    def test_it_says_what_it_cost_and_what_was_right(self) -> None:
        attempt = begun(TRUMPS)
        start = attempt.position
        attempt.answer("6c")
        mistake = attempt.mistake
        assert attempt.result is Result.MISSED
        assert mistake is not None
        assert (mistake.before, mistake.after) == (Value.WIN, Value.DRAW)
        assert str(mistake.right[0]) == "Jc"
        position = mistake.position.after(mistake.move)
        for move in mistake.refutation:
            position = position.play(move)
        assert position.outcome is not None
        assert position.outcome.value_for(attempt.side) is mistake.after
        assert mistake.position == start

    def test_a_later_one_too(self) -> None:
        attempt = begun(TRUMPS)
        attempt.answer("Jc")
        attempt.answer("done")
        assert attempt.mistake is not None
        assert str(attempt.mistake.right[0]) == "+Qs"

    def test_a_hint_does_not_undo_it(self) -> None:
        attempt = begun(TRUMPS)
        attempt.hint()
        attempt.answer("6c")
        assert attempt.result is Result.MISSED


class TestHints:
    """Each hint is plainer than the one before."""

    def test_theme_then_use_then_move(self) -> None:
        attempt = begun(TRUMPS)
        hints = [attempt.hint() for _ in range(4)]
        assert hints[0] == "The theme is keep the trump."
        assert hints[1] == "It is an attack."
        assert hints[2] == hints[3] == "Play Jc."

    def test_without_a_theme_it_counts(self) -> None:
        assert begun(KRYT).hint() == "2 of 2 moves keep the win."

    def test_a_hint_shows_in_the_result(self) -> None:
        attempt = begun(KRYT)
        attempt.hint()
        attempt.answer("A♥,K♠")
        assert attempt.result is Result.HINTED

    def test_hints_begin_again_at_the_next_choice(self) -> None:
        attempt = begun(TRUMPS)
        attempt.hint()
        attempt.answer("Jc")
        assert attempt.hint() == "1 of 2 moves keeps the win."


class TestEnds:
    """Puzzles that end otherwise."""

    def test_skipping_shows_the_line(self) -> None:
        attempt = begun(KRYT)
        assert [str(move) for move in attempt.skip()] == ["Ah,Ks"]
        assert attempt.result is Result.SKIPPED

    def test_a_lost_position_is_no_puzzle(self) -> None:
        with pytest.raises(OptionError, match="lost for seat 1"):
            begun("podkidnoy h 6s7sAh/Kh9d - 1")

    def test_nor_is_one_without_a_choice(self) -> None:
        with pytest.raises(OptionError, match="never a choice"):
            begun("podkidnoy h Kc/Kd - 1")

    def test_a_limit_is_no_mistake(self) -> None:
        line = "podkidnoy h 6s7s8s9sTsJs/6h7h8h9hThJh/6d7d8d9dTdJd/6c7c8c9cTcJc - 1"
        attempt = Attempt(puzzle(line), Limits(time=0.05))
        with pytest.raises(UnprovenError, match="limit of time"):
            attempt.begin()

    def test_a_draw_by_repetition_saves_a_draw(self) -> None:
        attempt = begun("kryt h 8dJc/Ts8hAc - 1")
        assert attempt.wanted is Value.DRAW
        attempt.answer("8d")
        attempt.answer("Ts")
        assert attempt.game.outcome == Outcome(None, REPETITION)
        assert attempt.result is Result.SOLVED

    def test_a_win_that_goes_in_a_circle_is_missed(self) -> None:
        attempt = begun("kryt h Ks6d/9d6cJc Kh 1")
        assert attempt.wanted is Value.WIN
        for move in "pickup Kh,Ks Kh,6d Kh,Ks Kh,9d Kh,Ks Kh,Jc Kh,Ks".split():
            assert attempt.result is None
            attempt.answer(move)
        assert attempt.result is Result.MISSED
        assert attempt.mistake is not None
        assert attempt.mistake.repeats
        assert attempt.mistake.after is Value.DRAW
        assert attempt.mistake.right
