"""``kozyr puzzle play``: what a person, or a pipe, is told."""

import io
import json
import os
import re
import select
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from kozyr.cli import puzzle_prompt
from kozyr.cli.main import main
from kozyr.cli.puzzle_prompt import Prompt

KOZYR = [sys.executable, "-m", "kozyr.cli.main", "puzzle", "play"]
TRUMPS = "podkidnoy c Qs6cJcKc/KsThKh8cQcAc - 1"
KRYT = "kryt h KsAh/7d8c 7cQc8d 1"
PUZZLES = f"""
{TRUMPS} id "trumps"; value win; theme "keep the trump"; difficulty 40; note "Wait.";
{KRYT} id "kryt"; value draw;
podkidnoy h 6s7sAh/Kh9d - 1 id "lost";
"""

Captured = pytest.CaptureFixture[str]


@pytest.fixture(autouse=True)
def state(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Keep the score of the tests apart."""
    monkeypatch.setenv("KOZYR_STATE", str(tmp_path / "state"))
    monkeypatch.setenv("COLUMNS", "80")
    return tmp_path / "state" / "score.json"


@pytest.fixture
def file(tmp_path: Path) -> str:
    path = tmp_path / "puzzles.txt"
    path.write_text(PUZZLES, encoding="utf-8")
    return str(path)


def play(monkeypatch: pytest.MonkeyPatch, typed: str | bytes, *arguments: str) -> int:
    """Run the command with what is typed, as through a pipe."""
    content = typed.encode() if isinstance(typed, str) else typed
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(content)))
    return main(["puzzle", "play", *arguments])


class TestPuzzle:
    """One puzzle after another, through a pipe."""

    def test_a_solved_one(
        self, monkeypatch: pytest.MonkeyPatch, capsys: Captured, file: str
    ) -> None:
        assert play(monkeypatch, "Ah,Ks\n", file, "--id", "kryt") == 0
        printed = capsys.readouterr().out
        assert "Puzzle 1 of 1: kryt\n" in printed
        assert "(The file claims a draw; that is wrong.)" in printed
        assert "Seat 1 to move and win.\nSeat 1: A♥,K♠\nSolved.\n" in printed
        assert "This time: 1 solved.\n" in printed
        assert ">" not in printed
        assert "\x1b" not in printed

    def test_a_mistake_says_what_it_cost_and_what_was_right(
        self, monkeypatch: pytest.MonkeyPatch, capsys: Captured, file: str
    ) -> None:
        assert play(monkeypatch, "6c\n", file, "--id", "trumps") == 0
        printed = capsys.readouterr().out
        assert "6♣ gives the win away: now it is a draw for seat 1.\n" in printed
        assert "What follows:\n  seat 2 6♣:8♣; seat 2 10♥; " in printed
        assert "Right was:\n  seat 1 J♣; " in printed
        assert "Wait.\n" in printed
        assert "This time: 1 missed.\n" in printed
        assert max(map(len, printed.splitlines())) <= 80

    def test_a_slip_names_what_is_near(
        self, monkeypatch: pytest.MonkeyPatch, capsys: Captured, file: str
    ) -> None:
        play(monkeypatch, "Kd\nhnit\nxyzzy\n\n", file, "--id", "trumps")
        printed = capsys.readouterr().out
        assert "Kd is not legal: seat 1 does not hold Kd; the nearest" in printed
        assert "; is it hint?\n" in printed
        assert "(help lists the words)\n" in printed
        assert printed.endswith("Nothing was played.\n")

    def test_the_words(
        self, monkeypatch: pytest.MonkeyPatch, capsys: Captured, file: str
    ) -> None:
        typed = "HELP\nmoves\nshow\nhint\nhint\nhint\nskip\n"
        play(monkeypatch, typed, file, "--id", "trumps")
        printed = capsys.readouterr().out
        assert "  skip  leave this puzzle" in printed
        assert "Q♠  6♣  J♣  K♣\n" in printed
        assert printed.count("Podkidnoy durak · trump ♣") == 2
        assert "The theme is keep the trump.\nIt is an attack.\nPlay Jc.\n" in printed
        assert "The solution:\n  seat 1 J♣; " in printed
        assert "This time: 1 skipped.\n" in printed

    def test_one_without_a_solution_is_left_out(
        self, monkeypatch: pytest.MonkeyPatch, capsys: Captured, file: str
    ) -> None:
        play(monkeypatch, "", file, "--id", "lost")
        printed = capsys.readouterr().out
        assert "Left out: lost for seat 1, so there is nothing to find.\n" in printed

    def test_one_that_takes_too_long_is_left_out(
        self, monkeypatch: pytest.MonkeyPatch, capsys: Captured, file: str
    ) -> None:
        hard = "podkidnoy h 6s7s8s9sTsJs/6h7h8h9hThJh/6d7d8d9dTdJd/6c7c8c9cTcJc - 1"
        Path(file).write_text(f"{hard}\n{KRYT}\n", encoding="utf-8")
        assert play(monkeypatch, "Ah,Ks\n", file, "--time", "0.1") == 0
        printed = capsys.readouterr().out
        assert "Left out: not solved within the limit of time.\n" in printed
        assert "This time: 1 solved.\n" in printed

    def test_bytes_that_are_no_text(
        self, monkeypatch: pytest.MonkeyPatch, capsys: Captured, file: str
    ) -> None:
        assert play(monkeypatch, b"\xff\xfe\nAh,Ks", file, "--id", "kryt") == 0
        assert "Solved." in capsys.readouterr().out

    def test_bad_lines_are_named(
        self, monkeypatch: pytest.MonkeyPatch, capsys: Captured, file: str
    ) -> None:
        Path(file).write_text(f"nonsense\n{KRYT}\n", encoding="utf-8")
        assert play(monkeypatch, "Ah,Ks\n", file) == 0
        assert f"kozyr: {file}: line 1: game: " in capsys.readouterr().err


class TestScore:
    """The score is kept, and puzzles solved before are left out."""

    def test_from_run_to_run(
        self, monkeypatch: pytest.MonkeyPatch, capsys: Captured, file: str
    ) -> None:
        play(monkeypatch, "6c\nAh,Ks\n", file)
        capsys.readouterr()
        play(monkeypatch, "skip\n", file)
        printed = capsys.readouterr().out
        assert "Puzzle 1 of 2: trumps" in printed
        assert "kryt" not in printed
        expected = (
            "All in all: 2 puzzles; 1 solved, 0 with a hint, 1 missed, 1 skipped.\n"
            "Solved in a row: 1, at most 1.\n"
        )
        assert printed.endswith(expected)
        assert main(["puzzle", "play", "--score"]) == 0
        assert capsys.readouterr().out == expected
        assert main(["puzzle", "play", "--score", "--json"]) == 0
        record = json.loads(capsys.readouterr().out)
        assert (record["solved"], record["missed"], record["skipped"]) == (1, 1, 1)

    def test_all_solved(
        self, monkeypatch: pytest.MonkeyPatch, capsys: Captured, file: str
    ) -> None:
        Path(file).write_text(KRYT, encoding="utf-8")
        play(monkeypatch, "Ah,Ks\n", file)
        assert play(monkeypatch, "Ah,Ks\n", file) == 0
        assert "All of these are solved" in capsys.readouterr().out
        play(monkeypatch, "Ah,Ks\n", file, "--again")
        assert "1 puzzle; 2 solved" in capsys.readouterr().out

    def test_before_the_first_puzzle(self, capsys: Captured) -> None:
        assert main(["puzzle", "play", "--score"]) == 0
        assert capsys.readouterr().out == "No puzzle was played yet.\n"

    def test_a_damaged_one_is_set_aside(
        self, monkeypatch: pytest.MonkeyPatch, capsys: Captured, file: str, state: Path
    ) -> None:
        state.parent.mkdir()
        state.write_text("{")
        assert main(["puzzle", "play", "--score"]) == 2
        assert f"kozyr: score: {state}: not JSON" in capsys.readouterr().err
        assert play(monkeypatch, "Ah,Ks\n", file, "--id", "kryt") == 0
        assert f"score: {state} is damaged; it is now" in capsys.readouterr().err
        assert state.with_name("score.json.damaged-1").read_text() == "{"
        assert "kryt" in state.read_text()

    def test_without_a_place_to_keep_it(
        self,
        monkeypatch: pytest.MonkeyPatch,
        capsys: Captured,
        file: str,
        tmp_path: Path,
    ) -> None:
        (tmp_path / "plain").write_text("")
        monkeypatch.setenv("KOZYR_STATE", str(tmp_path / "plain"))
        assert play(monkeypatch, "Ah,Ks\n", file, "--id", "kryt") == 0
        printed = capsys.readouterr()
        assert printed.err.startswith("kozyr: score: not kept: ")
        assert printed.err.count("\n") == 1
        assert printed.out.endswith("This time: 1 solved.\n")


class TestUsage:
    """What is refused, in one line."""

    @pytest.mark.parametrize(
        ("arguments", "line"),
        [
            (["-"], "file: standard input is for the moves, so name a file"),
            (["/no/such"], "file: /no/such: No such file or directory"),
            (["--json"], "json: goes with --score"),
            (["--time", "0"], "time: 0.0 is not a positive number of seconds"),
            (["FILE", "--id", "tramps"], "id: no puzzle has 'tramps'; is it 'trumps'?"),
            (["FILE", "--difficulty", "9-1"], None),
        ],
    )
    def test_it_is_named(
        self, capsys: Captured, file: str, arguments: list[str], line: str | None
    ) -> None:
        named = [file if each == "FILE" else each for each in arguments]
        assert main(["puzzle", "play", *named]) == 2
        error = capsys.readouterr().err
        assert error.count("\n") == 1
        assert line is None or error == f"kozyr: {line}\n"

    def test_a_lot_can_be_drawn_again(
        self, monkeypatch: pytest.MonkeyPatch, capsys: Captured, file: str
    ) -> None:
        play(monkeypatch, "quit\n", file, "--random")
        drawn = capsys.readouterr()
        seed = drawn.err.removeprefix("seed ").strip()
        play(monkeypatch, "quit\n", file, "--seed", seed)
        assert capsys.readouterr().out == drawn.out


class TestPrompt:
    """Reading from a terminal."""

    def test_completion(self) -> None:
        prompt = Prompt()
        prompt._words = ["Th", "7s:9s", "take", "+Th", "hint"]
        found = [prompt.complete("t", number) for number in range(3)]
        assert found == ["Th", "take", None]
        assert prompt.complete("10", 0) == "Th"
        assert prompt.complete("7S:", 0) == "7s:9s"
        assert prompt.complete("+1", 0) is None

    def test_without_readline(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setitem(sys.modules, "readline", None)
        assert puzzle_prompt._readline() is None

    def test_a_terminal_has_a_prompt_and_completion(self, file: str) -> None:
        with Terminal([file, "--again"]) as terminal:
            terminal.wait_for("seat 1> ")
            assert "\x1b[" in terminal.seen
            terminal.type("J\t\n")
            terminal.wait_for("seat 1> ")
            assert re.search(r"Seat 1: \S*J♣", terminal.seen)
            terminal.type("quit\n")
            terminal.wait_for("Nothing was played.")
            assert terminal.process.wait(10) == 0

    def test_ctrl_c_leaves_with_the_score_kept(self, file: str, state: Path) -> None:
        with Terminal([file, "--again"]) as terminal:
            terminal.wait_for("seat 1> ")
            terminal.type("skip\n")
            terminal.wait_for("quit: leave> ")
            terminal.type("\n")
            terminal.wait_for("seat 1> ")
            # Between its prompt and its first wait for a key readline is deaf to it.
            time.sleep(0.5)
            terminal.process.send_signal(signal.SIGINT)
            terminal.wait_for("This time: 1 skipped.")
            assert terminal.process.wait(10) == 130
            assert "Traceback" not in terminal.seen
        assert '"skipped": 1' in state.read_text()

    def test_the_end_of_input_leaves_too(self, file: str) -> None:
        with Terminal([file]) as terminal:
            terminal.wait_for("seat 1> ")
            terminal.type("\x04")
            terminal.wait_for("Nothing was played.")
            assert terminal.process.wait(10) == 0


class Terminal:
    """The program on a pseudo-terminal."""

    def __init__(self, arguments: list[str]) -> None:
        self.ours, theirs = os.openpty()
        environment = {**os.environ, "TERM": "xterm", "PYTHONUTF8": "1"}
        environment.pop("NO_COLOR", None)
        self.process = subprocess.Popen(
            [*KOZYR, *arguments],
            stdin=theirs,
            stdout=theirs,
            stderr=theirs,
            env=environment,
            start_new_session=True,
        )
        os.close(theirs)
        self.seen = ""
        self._from = 0

    def __enter__(self) -> "Terminal":
        return self

    def __exit__(self, *exception: object) -> None:
        self.process.kill()
        self.process.wait()
        os.close(self.ours)

    def type(self, text: str) -> None:
        """Type, and look only at what comes from now on."""
        self._from = len(self.seen)
        os.write(self.ours, text.encode())

    def wait_for(self, text: str) -> None:
        """Read until a text has appeared."""
        end = time.monotonic() + 20
        while text not in self.seen[self._from :]:
            assert time.monotonic() < end, f"no {text!r} in {self.seen!r}"
            ready, _, _ = select.select([self.ours], [], [], 0.5)
            if ready:
                self.seen += os.read(self.ours, 65536).decode(errors="replace")
