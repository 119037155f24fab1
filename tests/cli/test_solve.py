"""``kozyr solve`` for a program, for a person, and for a file of positions."""

import json
import os
import re
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from engines import DRAWN, LOST, WON, Scripted, told

from kozyr import notation
from kozyr.cli.main import main
from kozyr.engine import NOTHING
from kozyr.solve import solve

WIN = "podkidnoy h Kc/Kd - 1"
CIRCLE = "perevodnoy s 7s7h6d/6s6h8h8d6c - 1"
HARD = "podkidnoy h 6s8sTs7d9dJdQdKdAd6h/7s9sJs6d8dTd6c7c8cAh - 1"
KOZYR = [sys.executable, "-m", "kozyr.cli.main"]

Captured = pytest.CaptureFixture[str]


def answer(capsys: Captured, *arguments: str) -> dict[str, object]:
    """Return the JSON object of a run that succeeds."""
    assert main(["solve", "--json", *arguments]) == 0
    printed = capsys.readouterr()
    assert printed.err == ""
    record: dict[str, object] = json.loads(printed.out)
    return record


def records(text: str) -> list[dict[str, object]]:
    return [json.loads(line) for line in text.splitlines()]


class TestPosition:
    """POSITION in one argument or in several words, wherever the options stand."""

    @pytest.mark.parametrize(
        "arguments",
        [
            ["podkidnoy h 6s7sAh/Kh9d - 1"],
            ["podkidnoy", "h", "6s7sAh/Kh9d", "-", "1"],
            ["podkidnoy h", "6S7sA♥/Kh9d - ", "1", "--distance"],
            ["--distance", "podkidnoy", "h", "6s7sAh/Kh9d", "-", "1"],
            ["podkidnoy", "h", "6s7sAh/Kh9d", "--time", "60", "-", "1"],
            ["--", "podkidnoy", "h", "6s7sAh/Kh9d", "-", "1"],
        ],
    )
    def test_it_is_understood(self, capsys: Captured, arguments: list[str]) -> None:
        record = answer(capsys, *arguments)
        assert record["position"] == "podkidnoy h 6s7sAh/Kh9d - 1"

    @pytest.mark.parametrize("hands", ["-/7c", "-/-/7c"])
    def test_a_seat_that_is_out_is_no_option(
        self, capsys: Captured, hands: str
    ) -> None:
        seat = str(hands.count("/") + 1)
        words = ["podkidnoy", "d", hands, "8s", seat, f"by={int(seat) - 1}"]
        assert answer(capsys, *words)["position"] == " ".join(words)


class TestJson:
    """One object, as the library gives it."""

    def test_it_is_the_librarys(self, capsys: Captured) -> None:
        record = answer(capsys, CIRCLE, "--distance", "--coalition", "2")
        expected = solve(CIRCLE, [2], distance=True).to_dict()
        cost = {"nodes": record["nodes"], "seconds": record["seconds"]}
        assert list(record.items()) == list((expected | cost).items())

    def test_a_limit_before_the_value_is_exit_code_3(self, capsys: Captured) -> None:
        assert main(["solve", CIRCLE, "--nodes", "1", "--json"]) == 3
        record = json.loads(capsys.readouterr().out)
        assert (record["value"], record["best"], record["plies"]) == (
            "unknown",
            None,
            None,
        )
        assert (record["at_least"], record["at_most"]) == ("loss", "win")

    @pytest.mark.parametrize(
        ("options", "field"),
        [
            (["--coalition", "1,x"], "coalition"),
            (["--coalition", ""], "coalition"),
            (["--coalition", "3"], "coalition"),
            (["--coalition", "1,1"], "coalition"),
            (["--time", "0"], "time"),
            (["--time", "nan"], "time"),
            (["--nodes", "-1"], "nodes"),
            (["--memory", "0"], "memory"),
            (["--jobs", "0"], "jobs"),
            (["--batch", "-"], "batch"),
        ],
    )
    def test_a_bad_option_is_exit_code_2(
        self, capsys: Captured, options: list[str], field: str
    ) -> None:
        assert main(["solve", WIN, *options]) == 2
        printed = capsys.readouterr()
        assert printed.err.startswith(f"kozyr: {field}: ")
        assert (printed.out, printed.err.count("\n")) == ("", 1)


Use = Callable[[Scripted], None]


@pytest.fixture
def use(monkeypatch: pytest.MonkeyPatch) -> Use:
    """Make ``solve`` use an engine that says what it is told."""

    def use(engine: Scripted) -> None:
        module = sys.modules["kozyr.solve"]
        monkeypatch.setattr(module, "choose", lambda *question: engine)

    return use


class TestForAPerson:
    """Verdict, moves, line and cost, to be read at a glance."""

    def test_a_won_position(self, capsys: Captured) -> None:
        assert main(["solve", "podkidnoy", "h", "Kc/Kd", "-", "1", "--distance"]) == 0
        *lines, cost = capsys.readouterr().out.splitlines()
        assert lines == [
            "Seat 1 wins in 2 moves: K♣",
            "",
            "  move  value for seat 1  ends in",
            "  K♣    win                     2",
            "",
            "  1. seat 1  K♣",
            "  2. seat 2  take",
            "  Seat 2 is the durak.",
            "",
        ]
        assert " nodes in " in cost

    def test_moves_stand_in_columns(self, capsys: Captured) -> None:
        main(["solve", "kryt h TsAh/7d8c 7cQc8d 1"])
        lines = capsys.readouterr().out.splitlines()
        assert lines[2:5] == [
            "  move    value for seat 1",
            "  A♥,10♠  win",
            "  pickup  win",
        ]

    def test_a_repetition_names_the_situation_that_is_back(
        self, capsys: Captured
    ) -> None:
        assert main(["solve", "kryt c Ah/KsTd AdQc 1"]) == 0
        out = capsys.readouterr().out
        assert out.startswith("Draw by repetition: ")
        assert re.search(r"\n  The situation before move \d+ is back: a draw.\n", out)

    @pytest.mark.parametrize(
        ("position", "end"),
        [
            ("podkidnoy d -/Qd Kh 2 by=1", "The last cards are gone: a draw."),
            (
                "kryt h Js/8sTh 9dQhKhKs 2",
                "The last card beats the final lead: a draw.",
            ),
            ("kryt h KsAh/7d8c 7cQc8d 1", "Seat 2 loses."),
        ],
    )
    def test_how_the_line_ends(self, capsys: Captured, position: str, end: str) -> None:
        assert main(["solve", position]) == 0
        assert f"  {end}\n" in capsys.readouterr().out

    def test_what_is_proven_of_an_open_position(
        self, capsys: Captured, use: Use
    ) -> None:
        position = notation.position("podkidnoy h 6s7s8s/9dTdJd - 1")
        moves = {"6s": LOST, "7s": DRAWN}
        use(told(position, NOTHING, moves))
        assert main(["solve", str(position)]) == 3
        lines = capsys.readouterr().out.splitlines()
        assert lines[:6] == [
            "Time limit reached: seat 1 does not lose, the rest is unknown",
            "",
            "  move  value for seat 1",
            "  7♠    draw",
            "  8♠    unknown",
            "  6♠    loss",
        ]

    def test_a_line_that_the_limit_cuts(self, capsys: Captured, use: Use) -> None:
        position = notation.position("podkidnoy h 6s7s8s/9dTdJd - 1")
        use(told(position, DRAWN, {"6s": DRAWN}))
        assert main(["solve", str(position)]) == 0
        out = capsys.readouterr().out
        assert "  7♠    loss or draw\n" in out
        assert "  1. seat 1  6♠\n  Here the search was stopped.\n" in out

    def test_letters_where_the_signs_cannot_be_written(self) -> None:
        run = subprocess.run(
            [*KOZYR, "solve", WIN],
            capture_output=True,
            env=os.environ | {"PYTHONIOENCODING": "ascii"},
        )
        assert (run.returncode, run.stderr) == (0, b"")
        assert run.stdout.startswith(b"Seat 1 wins: Kc\n")


class TestInterrupt:
    """Ctrl-C prints what is proven; exit code 130."""

    @pytest.mark.parametrize("stop", ["interrupt", KeyboardInterrupt])
    def test_one_position(
        self, capsys: Captured, use: Use, stop: type[KeyboardInterrupt]
    ) -> None:
        position = notation.position("podkidnoy h 6s7s8s/9dTdJd - 1")
        use(told(position, WON, {"6s": WON}, stop))
        assert main(["solve", str(position), "--json"]) == 130
        record = json.loads(capsys.readouterr().out)
        assert (record["value"], record["best"]) == ("win", "6s")
        use(Scripted({}, stop))
        assert main(["solve", str(position)]) == 130
        printed = capsys.readouterr()
        assert printed.out.startswith("Interrupted: nothing is proven\n")
        assert printed.err == ""

    @pytest.mark.parametrize("jobs", ["1", "2"])
    def test_a_batch_keeps_what_is_answered(self, jobs: str) -> None:
        with batch("--jobs", jobs) as run:
            assert run.stdin is not None and run.stdout is not None
            run.stdin.write(f"{WIN}\n{HARD}\n")
            run.stdin.flush()
            assert json.loads(run.stdout.readline())["value"] == "win"
            time.sleep(0.3)
            run.send_signal(signal.SIGINT)
            assert run.wait(timeout=60) == 130
            assert run.stdout.read() == ""
            assert run.stderr is not None and run.stderr.read() == ""


@contextmanager
def batch(*options: str) -> Iterator["subprocess.Popen[str]"]:
    """Start a batch that reads from this test."""
    with subprocess.Popen(
        [*KOZYR, "solve", "--batch", "-", *options],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    ) as run:
        try:
            yield run
        finally:
            run.kill()


class TestBatch:
    """One JSON object a line."""

    @pytest.fixture
    def file(self, tmp_path: Path) -> Path:
        path = tmp_path / "positions.txt"
        asked = json.dumps({"position": CIRCLE, "id": 7})
        lines = ["# two positions", WIN, "", asked]
        path.write_text("\n".join(lines))
        return path

    def test_every_line_is_answered(self, capsys: Captured, file: Path) -> None:
        assert main(["solve", "--batch", str(file), "--distance"]) == 0
        printed = capsys.readouterr()
        first, second = records(printed.out)
        assert (first["position"], first["plies"], "id" in first) == (WIN, 2, False)
        assert (second["position"], second["id"]) == (CIRCLE, 7)
        assert printed.err == ""

    def test_open_values_are_answers(self, capsys: Captured, file: Path) -> None:
        assert main(["solve", "--batch", str(file), "--nodes", "1"]) == 0
        assert records(capsys.readouterr().out)[1]["value"] == "unknown"

    def test_a_refused_line_is_exit_code_4(self, capsys: Captured, file: Path) -> None:
        file.write_bytes(b"bad\n" + WIN.encode() + b"\n\xff\xfe\n")
        assert main(["solve", "--batch", str(file)]) == 4
        printed = capsys.readouterr()
        assert ["error" in each for each in records(printed.out)] == [True, False, True]
        assert printed.err == ""

    @pytest.mark.parametrize("jobs", ["1", "2"])
    @pytest.mark.parametrize(
        ("option", "value", "reason"),
        [
            ("tables", "/no/such", "/no/such: no such directory"),
            ("memory", "0.001", "at least 1 MB is needed"),
        ],
    )
    def test_what_is_wrong_for_every_line_is_refused_once(
        self,
        capsys: Captured,
        file: Path,
        jobs: str,
        option: str,
        value: str,
        reason: str,
    ) -> None:
        words = ["--batch", str(file), "--jobs", jobs, f"--{option}", value]
        assert main(["solve", *words]) == 2
        assert capsys.readouterr() == ("", f"kozyr: {option}: {reason}\n")

    def test_one_position_takes_one_process_whatever_is_granted(
        self, capsys: Captured
    ) -> None:
        assert main(["solve", WIN, "--jobs", "3", "--json"]) == 0
        assert json.loads(capsys.readouterr().out)["value"] == "win"

    def test_an_empty_file(self, capsys: Captured, file: Path) -> None:
        file.write_text("")
        assert main(["solve", "--batch", str(file)]) == 0
        assert capsys.readouterr().out == ""

    @pytest.mark.parametrize("jobs", ["1", "2"])
    def test_a_file_that_cannot_be_read(
        self, capsys: Captured, tmp_path: Path, jobs: str
    ) -> None:
        for path, reason in (
            (tmp_path / "none", "No such file or directory"),
            (tmp_path, "Is a directory"),
        ):
            assert main(["solve", "--batch", str(path), "--jobs", jobs]) == 2
            printed = capsys.readouterr()
            assert printed.err == f"kozyr: batch: {path}: {reason}\n"
            assert printed.out == ""

    @pytest.mark.parametrize("jobs", ["1", "2"])
    def test_an_answer_comes_before_the_next_question(self, jobs: str) -> None:
        with batch("--jobs", jobs) as run:
            assert run.stdin is not None and run.stdout is not None
            for position in (WIN, "bad", WIN):
                run.stdin.write(position + "\n")
                run.stdin.flush()
                record = json.loads(run.stdout.readline())
                assert ("error" in record) == (position == "bad")
            run.stdin.close()
            assert run.wait(timeout=60) == 4

    @pytest.mark.parametrize("jobs", ["1", "2"])
    def test_a_closed_standard_input(self, jobs: str) -> None:
        run = subprocess.run(
            [*KOZYR, "solve", "--batch", "-", "--jobs", jobs],
            capture_output=True,
            text=True,
            timeout=60,
            preexec_fn=lambda: os.close(0),
        )
        assert (run.returncode, run.stdout) == (2, "")
        assert run.stderr == "kozyr: batch: standard input: Bad file descriptor\n"
