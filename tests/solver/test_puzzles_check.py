"""Claims of puzzles, compared with the truth and corrected."""

import pytest

from kozyr.errors import OptionError
from kozyr.options import Options
from kozyr.puzzles.check import Finding, findings
from kozyr.puzzles.record import Puzzle, collection, read
from kozyr.puzzles.rewrite import corrected, document, graded

SIMPLE = "podkidnoy h 6s9sAh/Kh9d - 1"
DRAWN = "podkidnoy h 6s/7s - 1"
HARD = "podkidnoy h 6s8sTs7d9dJdQdKdAd6h/7s9sJs6d8dTd6c7c8cAh - 1"


def finding(line: str, limits: Options | None = None) -> Finding:
    """Check the puzzle of one line."""
    (puzzle,) = read([line])
    assert isinstance(puzzle, Puzzle)
    (found,) = findings([puzzle], limits)
    return found


@pytest.fixture(scope="module")
def truth() -> Finding:
    """Return what is found about a simple position."""
    return finding(f"{SIMPLE} plies 1;")


class TestClaims:
    def test_all_are_true(self, truth: Finding) -> None:
        assert truth.best is not None
        claims = f"value {truth.value}; plies {truth.plies}; best "
        found = finding(f"{SIMPLE} {claims} {' '.join(reversed(truth.best))};")
        assert (found.verdict, found.false, found.open) == ("true", (), ())

    @pytest.mark.parametrize("claim", ["value draw", "plies 77", "best 6s"])
    def test_one_is_false(self, claim: str, truth: Finding) -> None:
        found = finding(f"{SIMPLE} {claim};")
        assert found.verdict == "false"
        assert [each.claim for each in found.false] == [claim.split()[0]]
        assert found.false[0].claimed == claim.partition(" ")[2]
        assert str(found.false[0]).endswith(f"not {found.false[0].claimed}")

    def test_a_draw_has_no_plies(self) -> None:
        (untrue,) = finding(f"{DRAWN} value draw; plies 2;").false
        assert (untrue.claim, untrue.found) == ("plies", "none")

    def test_every_move_keeps_a_lost_position(self) -> None:
        lost = "podkidnoy h 6s7d/AhKhQh - 1 value loss; best 6s 7d;"
        assert finding(lost).verdict == "true"
        assert finding(lost.replace("6s 7d;", "6s;")).verdict == "false"

    def test_the_value_is_the_coalitions(self) -> None:
        assert (
            finding("podkidnoy h Kc/Kd - 1 coalition 2; value loss;").verdict == "true"
        )
        assert finding("podkidnoy h Kc/Kd - 1 value win; best Kc;").verdict == "true"

    def test_a_puzzle_that_claims_nothing(self) -> None:
        assert finding(SIMPLE).verdict == "empty"

    def test_a_limit_leaves_claims_open(self) -> None:
        found = finding(f"{HARD} value win; best Ad;", Options(nodes=100))
        assert found.verdict == "unknown"
        assert found.open == ("value", "best")
        assert found.stopped == "nodes"

    def test_what_is_wrong_for_all_is_refused_before_any_is_checked(self) -> None:
        for jobs in (1, 2):
            with pytest.raises(OptionError, match=r"^tables: .* no such directory$"):
                findings([], Options(tables="/no/such/folder"), jobs)


class TestCorrections:
    def test_what_is_proven_takes_the_place_of_what_was_claimed(self) -> None:
        new = corrected(finding(f"{DRAWN} value win; plies 3;"))
        assert str(new) == f"{DRAWN} best 6s; value draw;"

    def test_what_is_open_stays(self) -> None:
        found = finding(f"{HARD} value win; best Ad;", Options(nodes=100))
        assert corrected(found) == found.puzzle

    def test_difficulty_and_themes_are_added_once(self) -> None:
        (plain,) = read([f'{DRAWN} theme "mine";'])
        assert isinstance(plain, Puzzle)
        new = graded(plain, Options())
        assert new.difficulty is not None
        assert new.themes == ("mine",)
        assert graded(new, Options()) == new

    @pytest.mark.parametrize(
        "line", ["podkidnoy h 6s7d/AhKhQh - 1", "podkidnoy h Kc/Kd - 1 coalition 2;"]
    )
    def test_what_is_no_puzzle_gets_none(self, line: str) -> None:
        (plain,) = read([line])
        assert isinstance(plain, Puzzle)
        assert graded(plain, Options()) == plain

    def test_all_else_in_the_file_is_kept(self) -> None:
        text = f"# one\n\n{SIMPLE}\nnonsense\n{DRAWN} # last\n".encode()
        found = document(text)
        assert [bad.line for bad in found.bad] == [4]
        assert found.rewritten(found.puzzles) == text


@pytest.fixture(scope="module")
def puzzles() -> list[Puzzle]:
    """Return the puzzles that kozyr ships with."""
    return collection()


class TestCollection:
    def test_every_claim_is_true(self, puzzles: list[Puzzle]) -> None:
        wrong = [
            f"{found.puzzle.name}: {', '.join(map(str, found.false)) or found.error}"
            for found in findings(puzzles)
            if found.verdict != "true"
        ]
        assert wrong == []

    def test_there_are_enough_of_every_kind(self, puzzles: list[Puzzle]) -> None:
        assert len(puzzles) >= 300
        two = [each.position.game for each in puzzles if each.position.seats == 2]
        assert min(map(two.count, ("podkidnoy", "perevodnoy", "kryt"))) >= 50
        assert sum(each.position.seats > 2 for each in puzzles) >= 50

    def test_each_has_one_answer_and_says_all(self, puzzles: list[Puzzle]) -> None:
        for each in puzzles:
            assert len(each.best) == 1, each.name
            assert each.difficulty, each.name
            assert (each.plies is None) == (each.value == 0), each.name

    def test_names_are_given_once(self, puzzles: list[Puzzle]) -> None:
        assert len({each.id for each in puzzles}) == len(puzzles)
