"""Files of puzzles: what is read, what is refused, the one form that is written."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kozyr import notation
from kozyr.puzzles.record import BadLine, Puzzle, read, write
from kozyr.values import Value

START = "podkidnoy h 6s7sAh/Kh9d - 1"
TAKING = "podkidnoy h 9s/KhTdAd 9d,9c 1 by=1 taking"
KRYT = "kryt h KsAh/7d8c 7cQc8d 1"


def puzzle(line: str) -> Puzzle:
    """Return the puzzle of a line that is one."""
    (found,) = read([line])
    assert isinstance(found, Puzzle), found
    return found


def refusal(line: str | bytes) -> str:
    """Return why a line is refused."""
    (found,) = read([line])
    assert isinstance(found, BadLine)
    return found.reason


class TestReading:
    def test_every_key(self) -> None:
        found = puzzle(
            f'{KRYT} id "a"; coalition 2; best Ah,Ks pickup; value loss; plies 7; '
            'theme "dig the pile" "x"; difficulty 40; author "me"; note "n";'
        )
        assert found == Puzzle(
            notation.position(KRYT),
            coalition=(2,),
            id="a",
            best=("Ah,Ks", "pickup"),
            value=Value.LOSS,
            plies=7,
            themes=("dig the pile", "x"),
            difficulty=40,
            author="me",
            note="n",
        )

    @pytest.mark.parametrize(
        "line",
        [
            f"{START} best 7s; value win;",
            f"{START} ; best 7s ; value win",
            f"  {START};best 7S;;VALUE Win;",
            f"{START}\tbm 7♠;value win; # easy",
            f"podkidnoy ♥ 6s7s{'A♥'}/Kh9d -  1  moves 7s,; value win",
            f"\ufeff{START} best 7s; value win;\r\n",
        ],
    )
    def test_it_is_tolerant(self, line: str) -> None:
        found = puzzle(line)
        assert str(found.position) == START
        assert (found.best, found.value) == (("7s",), Value.WIN)

    @pytest.mark.parametrize("text", [START, f"{START};", f" {START} ; # nothing"])
    def test_a_position_alone_claims_nothing(self, text: str) -> None:
        found = puzzle(text)
        assert str(found.position) == START
        assert not found.claims

    @pytest.mark.parametrize("text", [TAKING, f"{TAKING};", TAKING.replace(" ", "  ")])
    def test_the_optional_fields_belong_to_the_position(self, text: str) -> None:
        assert str(puzzle(f"{text} value win;").position) == TAKING

    def test_blank_lines_and_comments_are_counted_but_skipped(self) -> None:
        (found,) = read(["# one\n", "\n", f"{START} value win;\n", "   "])
        assert isinstance(found, Puzzle)
        assert found.line == 3

    def test_themes_are_divided_by_quotes_or_by_commas(self) -> None:
        wanted = ("take on purpose", "both out")
        assert puzzle(f'{START} theme "take on purpose" "both out";').themes == wanted
        assert puzzle(f"{START} theme take  on purpose, both out").themes == wanted

    def test_text_may_hold_anything_in_quotes(self) -> None:
        assert puzzle(rf'{START} note "a; \"b\" # \\";').note == 'a; "b" # \\'

    def test_unknown_keys_are_kept(self) -> None:
        found = puzzle(f"{START} source a book; value win;")
        assert found.others == (("source", "a book"),)
        assert str(found) == f'{START} value win; source "a book";'

    def test_the_mover_alone_is_the_usual_coalition(self) -> None:
        assert puzzle(f"{START} coalition 1;") == puzzle(START)
        assert puzzle(f"{START} coalition 2;").side == (2,)


class TestRefusals:
    @pytest.mark.parametrize(
        ("line", "reason"),
        [
            ("podkidnoy h 6s7s", "fields: 5 are needed"),
            (f"{START} best 9d;", "move: 9d is not legal"),
            (f"{START} best 7s 7s;", "best: 7s is given twice"),
            (f"{START} value won;", "value: 'won' is not win, draw or loss"),
            (f"{START} value win; value win;", "value: given twice"),
            (f"{START} plies 0;", "plies: '0' is not a whole number from 1"),
            (f"{START} difficulty 101;", "difficulty: '101' is not a whole number"),
            (f"{START} coalition 3;", "coalition: seat 3 does not exist"),
            (f"{START} coalition me;", "coalition: 'me' is not a list of seats"),
            (f'{START} note "a;', "note: a closing quote is missing"),
            (f"{START} note;", "note: has no value"),
            (f"{START} 7;", "pairs: a key is expected at '7;'"),
        ],
    )
    def test_the_reason_names_the_key(self, line: str, reason: str) -> None:
        assert refusal(line).startswith(reason)

    def test_bytes_that_are_no_text(self) -> None:
        assert refusal(b"ab\xff") == "line: byte 0xff at column 3 is not UTF-8"

    def test_the_rest_goes_on(self) -> None:
        first, bad, last = read([START, "nonsense", KRYT])
        assert isinstance(first, Puzzle)
        assert isinstance(last, Puzzle)
        assert isinstance(bad, BadLine)
        assert str(bad).startswith("line 2: game: 'nonsense' is not known")


class TestWriting:
    def test_there_is_one_form(self) -> None:
        text = (
            f'{KRYT} id "a"; coalition 2; best Ah,Ks pickup; value loss; plies 7; '
            'theme "dig the pile" "x"; difficulty 40; author "me"; note "n"; # why\n'
        )
        assert write([puzzle(text)]) == text

    def test_a_line_break_becomes_a_blank(self) -> None:
        found = Puzzle(notation.position(START), note="a\nb\u2028c")
        assert str(found) == f'{START} note "a b c";'

    @given(
        st.builds(
            Puzzle,
            st.just(notation.position(START)),
            id=st.none() | st.text(st.characters(exclude_categories=["C", "Z"])),
            best=st.sampled_from([(), ("6s",), ("7s", "6s")]),
            value=st.none() | st.sampled_from(Value),
            plies=st.none() | st.integers(1, 99),
            themes=st.sampled_from([(), ("a",), ("a, b", 'c"; #')]),
            note=st.none() | st.sampled_from(['"', "\\", "; # \\\\", "", "Козырь ♥"]),
        )
    )
    def test_what_is_written_is_read_again(self, one: Puzzle) -> None:
        assert puzzle(str(one)) == one
