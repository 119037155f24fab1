"""``kozyr puzzle check``, ``solve`` and ``make``: what they print, write and return."""

import io
import json
import os
import pty
import re
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from kozyr.cli.bar import bar_text, in_short
from kozyr.cli.main import main
from kozyr.puzzles import record
from kozyr.puzzles.harvest import Harvest

TRUE = 'podkidnoy h Kc/Kd - 1 id "sure"; best Kc; value win; plies 2;'
DRAWN = 'podkidnoy h 6s/7s - 1 id "drawn"; best 6s; value draw;'
FALSE = DRAWN.replace("draw;", "win;")
HARD = (
    "podkidnoy h 6s8sTs6h7d9dJdQdKdAd/7s9sJsAh6d8dTd6c7c8c - 1 "
    'id "hard"; value win; note "long";'
)
KOZYR = [sys.executable, "-m", "kozyr.cli.main", "puzzle"]

Captured = pytest.CaptureFixture[str]


@pytest.fixture
def file(tmp_path: Path) -> Path:
    """Return a file with two true puzzles, a comment and a blank line."""
    path = tmp_path / "puzzles.txt"
    path.write_text(f"# Mine\n\n{TRUE}\n{DRAWN}\n", "utf-8")
    return path


def objects(text: str) -> list[dict[str, object]]:
    return [json.loads(line) for line in text.splitlines()]


class TestHelp:
    def test_the_commands_are_listed(self, capsys: Captured) -> None:
        assert main(["puzzle"]) == 0
        printed = capsys.readouterr().out
        for name in ("play", "check", "solve", "make", "sheet"):
            assert re.search(f"^  {name} ", printed, re.MULTILINE)

    def test_a_slip_is_understood(self, capsys: Captured) -> None:
        assert main(["puzzle", "chekc"]) == 2
        line = "kozyr: command: no such command 'chekc'; is it check?\n"
        assert capsys.readouterr().err == line


class TestCheck:
    def test_all_is_true(self, file: Path, capsys: Captured) -> None:
        assert main(["puzzle", "check", str(file)]) == 0
        printed = capsys.readouterr()
        assert printed.err == ""
        assert "  true     sure    win        2  Kc\n" in printed.out
        assert "  true     drawn   draw          6s\n" in printed.out
        assert "\n2 puzzles: 2 true\n" in printed.out

    def test_a_false_claim(self, file: Path, capsys: Captured) -> None:
        file.write_text(f"{TRUE}\n{FALSE}\n", "utf-8")
        assert main(["puzzle", "check", str(file), "--jobs", "2"]) == 5
        printed = capsys.readouterr().out
        assert "6s  <- value is draw, not win\n" in printed
        assert "2 puzzles: 1 true, 1 with a false claim\n" in printed

    def test_a_refused_line(self, file: Path, capsys: Captured) -> None:
        file.write_text(f"{TRUE}\npodkidnoy\n", "utf-8")
        assert main(["puzzle", "check", str(file)]) == 4
        printed = capsys.readouterr().out
        assert "  refused  line 2: fields: 5 are needed" in printed
        assert "1 puzzle: 1 true, 1 line refused\n" in printed

    def test_a_limit(self, file: Path, capsys: Captured) -> None:
        file.write_text(HARD, "utf-8")
        assert main(["puzzle", "check", str(file), "--nodes", "100"]) == 3
        assert "<- value open at the limit of nodes\n" in capsys.readouterr().out

    def test_the_worst_decides(self, file: Path, capsys: Captured) -> None:
        file.write_text(f"podkidnoy\n{HARD}\n{FALSE}\n", "utf-8")
        assert main(["puzzle", "check", str(file), "--nodes", "1000"]) == 5
        capsys.readouterr()

    def test_for_a_program(self, file: Path, capsys: Captured) -> None:
        file.write_text(f"{FALSE}\nnonsense\n{TRUE}\n", "utf-8")
        assert main(["puzzle", "check", str(file), "--json"]) == 5
        refused, false, true, summary = objects(capsys.readouterr().out)
        assert refused["line"] == 2
        assert (false["id"], false["verdict"]) == ("drawn", "false")
        claim = {"claim": "value", "claimed": "win", "found": "draw"}
        assert false["false"] == [claim]
        assert (true["line"], true["value"], true["best"]) == (3, "win", ["Kc"])
        told = summary["summary"]
        assert isinstance(told, dict)
        assert (told["puzzles"], told["true"], told["false"]) == (2, 1, 1)
        assert told["refused"] == 1

    def test_standard_input(
        self, capsys: Captured, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        stdin = io.TextIOWrapper(io.BytesIO(f"{TRUE}\n".encode()))
        monkeypatch.setattr(sys, "stdin", stdin)
        assert main(["puzzle", "check", "-"]) == 0
        assert "1 puzzle: 1 true\n" in capsys.readouterr().out

    def test_without_a_file_the_collection_is_checked(
        self, capsys: Captured, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        few = record.collection()[:3]
        monkeypatch.setattr("kozyr.cli.puzzle_check.collection", lambda: few)
        assert main(["puzzle", "check"]) == 0
        assert "\n3 puzzles: 3 true\n" in capsys.readouterr().out

    @pytest.mark.parametrize(
        ("arguments", "message"),
        [
            (["nowhere.txt"], "file: nowhere.txt: No such file or directory"),
            (["--jobs", "0"], "jobs: 0 is not a positive whole number"),
            (["--time", "-1"], "time: -1.0 is not a positive number of seconds"),
            (["--tables", "/no/such"], "tables: /no/such: no such directory"),
            (["--memory", "0.001"], "memory: at least 1 MB is needed"),
        ],
    )
    def test_wrong_usage(
        self, arguments: list[str], message: str, capsys: Captured
    ) -> None:
        assert main(["puzzle", "check", *arguments]) == 2
        assert capsys.readouterr() == ("", f"kozyr: {message}\n")

    def test_ctrl_c_prints_what_was_found(self, file: Path) -> None:
        file.write_text(f"{TRUE}\n{HARD}\n", "utf-8")
        command = [*KOZYR, "check", str(file)]
        environment = {**os.environ, "PYTHONUNBUFFERED": "1"}
        with subprocess.Popen(
            command, stdout=subprocess.PIPE, text=True, env=environment
        ) as process:
            assert process.stdout is not None
            process.stdout.readline()
            assert "sure" in process.stdout.readline()
            process.send_signal(signal.SIGINT)
            rest = process.stdout.read()
        assert process.returncode == 130
        assert "2 puzzles: 1 true, 1 not looked at" in rest

    def test_a_bar_on_a_terminal(self, file: Path) -> None:
        file.write_text(f"{TRUE}\n{HARD}\n", "utf-8")
        master, slave = pty.openpty()
        command = [*KOZYR, "check", str(file), "--time", "1.5"]
        run = subprocess.run(command, stdout=subprocess.PIPE, stderr=slave, text=True)
        os.close(slave)
        shown = os.read(master, 10_000).decode()
        os.close(master)
        assert run.returncode == 3
        assert re.search(r"\[#+\.+\] 1/2, about \d+ s left", shown)
        assert "[" not in run.stdout


class TestBar:
    def test_it_fills(self) -> None:
        assert bar_text(0, 4, 1.0) == f"[{'.' * 24}] 0/4"
        assert bar_text(1, 4, 2.0) == f"[{'#' * 6}{'.' * 18}] 1/4, about 6 s left"
        assert bar_text(0, 0, 0.0) == f"[{'#' * 24}] 0/0"

    def test_times(self) -> None:
        assert [in_short(each) for each in (9.6, 150, 9000)] == [
            "10 s",
            "2 min",
            "2.5 h",
        ]


class TestSolve:
    def test_claims_are_corrected_in_place(self, file: Path, capsys: Captured) -> None:
        file.write_text(f"# Mine\n\n{FALSE} # odd\npodkidnoy h Kc/Kd - 1\n", "utf-8")
        file.chmod(0o640)
        assert main(["puzzle", "solve", str(file)]) == 0
        first, second, drawn, won = file.read_text("utf-8").splitlines()
        assert (first, second) == ("# Mine", "")
        assert drawn.startswith(DRAWN)
        assert drawn.endswith("# odd")
        assert "best Kc; value win; plies 2;" in won
        assert file.stat().st_mode & 0o777 == 0o640
        told = "2 puzzles: 2 changed, 1 of them claimed what is false\n"
        assert capsys.readouterr().err == told

    def test_what_it_writes_is_true(self, file: Path, capsys: Captured) -> None:
        assert main(["puzzle", "solve", str(file)]) == 0
        assert main(["puzzle", "check", str(file)]) == 0
        once = file.read_bytes()
        assert main(["puzzle", "solve", str(file)]) == 0
        assert file.read_bytes() == once
        capsys.readouterr()

    def test_elsewhere(self, file: Path, tmp_path: Path, capsys: Captured) -> None:
        before = file.read_bytes()
        other = tmp_path / "other.txt"
        assert main(["puzzle", "solve", str(file), "-o", str(other)]) == 0
        assert file.read_bytes() == before
        assert other.read_text("utf-8").startswith("# Mine\n\n")
        capsys.readouterr()

    def test_refused_lines_stay(self, file: Path, capsysbinary) -> None:  # type: ignore[no-untyped-def]
        file.write_bytes(b"nonsense \xff\n" + TRUE.encode())
        assert main(["puzzle", "solve", str(file), "-o", "-"]) == 4
        printed = capsysbinary.readouterr()
        assert printed.out.startswith(b"nonsense \xff\npodkidnoy h Kc/Kd - 1 ")
        assert b"kozyr: line 1: line: byte 0xff at column 10 is not" in printed.err

    def test_what_a_limit_leaves_open_stays(self, file: Path, capsys: Captured) -> None:
        file.write_text(f"{HARD}\n", "utf-8")
        assert main(["puzzle", "solve", str(file), "--nodes", "100"]) == 3
        assert file.read_text("utf-8") == f"{HARD}\n"
        assert "1 not solved within the limits" in capsys.readouterr().err

    @pytest.mark.parametrize(
        ("output", "reason"),
        [
            ("nowhere/new", "nowhere/new: No such file or directory"),
            ("", "the name of the file is empty"),
        ],
    )
    def test_where_nothing_can_be_written_no_search_begins(
        self, file: Path, capsys: Captured, output: str, reason: str
    ) -> None:
        file.write_text(f"{HARD}\n", "utf-8")
        assert main(["puzzle", "solve", str(file), "-o", output]) == 2
        assert capsys.readouterr() == ("", f"kozyr: output: {reason}\n")

    def test_ctrl_c_writes_nothing(self, file: Path) -> None:
        file.write_text(f"{FALSE}\n{HARD}\n", "utf-8")
        with subprocess.Popen(
            [*KOZYR, "solve", str(file)], stderr=subprocess.PIPE, text=True
        ) as process:
            assert process.stderr is not None
            with pytest.raises(subprocess.TimeoutExpired):
                process.wait(1.5)
            process.send_signal(signal.SIGINT)
            assert process.stderr.read() == "kozyr: interrupted, nothing is written\n"
        assert process.returncode == 130
        assert file.read_text("utf-8") == f"{FALSE}\n{HARD}\n"
        assert os.listdir(file.parent) == [file.name]


class TestMake:
    SMALL = ("puzzle", "make", "--cards", "3-4", "--seed", "5")

    def test_they_are_printed_and_can_be_read(self, capsys: Captured) -> None:
        assert main([*self.SMALL, "--count", "3"]) == 0
        printed = capsys.readouterr()
        found = list(record.read(printed.out.splitlines()))
        assert len(found) == 3
        assert all(isinstance(each, record.Puzzle) for each in found)
        assert printed.err.startswith("3 puzzles, seed 5: ")
        assert "a loss" in printed.err

    def test_for_a_program(self, capsys: Captured) -> None:
        assert main([*self.SMALL, "--count", "2", "--json"]) == 0
        found = objects(capsys.readouterr().out)
        assert len(found) == 2
        assert all(each["value"] in ("win", "draw") for each in found)

    def test_a_file_is_written_checked_and_resumed(
        self, tmp_path: Path, capsys: Captured
    ) -> None:
        one, other = str(tmp_path / "one.txt"), str(tmp_path / "other.txt")
        assert main([*self.SMALL, "--count", "6", "-o", one, "--jobs", "2"]) == 0
        assert main([*self.SMALL, "--count", "2", "-o", other]) == 0
        assert main(["puzzle", "make", "--resume", "-o", other, "--count", "6"]) == 0
        assert Path(one).read_bytes() == Path(other).read_bytes()
        assert main(["puzzle", "check", one]) == 0
        assert "6 puzzles: 6 true" in capsys.readouterr().out

    def test_time_alone_is_enough(self, capsys: Captured) -> None:
        assert main([*self.SMALL, "--time", "0.2"]) == 0
        assert capsys.readouterr().out.startswith("# made: ")

    @pytest.mark.parametrize("game", ["perevodnoy", "kryt"])
    def test_other_games(self, game: str, capsys: Captured) -> None:
        found = ["puzzle", "make", "--game", game, "--seed", "5", "--count", "2"]
        assert main([*found, "--json"]) == 0
        for each in objects(capsys.readouterr().out):
            assert str(each["position"]).startswith(game)

    @pytest.mark.parametrize(
        ("arguments", "message"),
        [
            (["--cards", "x"], "cards: 'x' is neither a number nor two, like 4-7"),
            (["--players", "7"], "players: 2 to 6 can play, not 7"),
            (["--resume"], "resume: needs -o FILE, where the search was written"),
            (["--count", "0"], "count: 0 is not a positive whole number"),
            (["--time", "0"], "time: 0.0 is not a positive number of seconds"),
            (["--seed", "-1"], "seed: -1 is below 0"),
        ],
    )
    def test_wrong_usage(
        self, arguments: list[str], message: str, capsys: Captured
    ) -> None:
        assert main(["puzzle", "make", *arguments]) == 2
        assert capsys.readouterr().err == f"kozyr: {message}\n"

    def test_where_nothing_can_be_written_no_search_begins(
        self, capsys: Captured, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr(Harvest, "run", None)
        assert main([*self.SMALL, "-o", "nowhere/new"]) == 2
        message = "output: nowhere/new: No such file or directory"
        assert capsys.readouterr().err == f"kozyr: {message}\n"

    def test_standard_output_by_its_name(
        self, capsys: Captured, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.chdir(tmp_path)
        assert main([*self.SMALL, "--count", "1", "-o", "-"]) == 0
        assert capsys.readouterr().out.startswith("# made: ")
        assert os.listdir() == []

    def test_nothing_is_overwritten(self, file: Path, capsys: Captured) -> None:
        before = file.read_bytes()
        assert main([*self.SMALL, "-o", str(file)]) == 2
        assert main([*self.SMALL, "--resume", "-o", str(file)]) == 2
        one, other = capsys.readouterr().err.splitlines()
        assert one.endswith("is there; --resume goes on with it")
        assert other.endswith("comes from the file that is resumed")
        assert file.read_bytes() == before

    def test_ctrl_c_saves_what_was_found(self, tmp_path: Path) -> None:
        path = tmp_path / "new.txt"
        command = [*KOZYR, *self.SMALL[1:], "--time", "60", "-o", str(path)]
        with subprocess.Popen(command, stderr=subprocess.PIPE, text=True) as process:
            assert process.stderr is not None
            with pytest.raises(subprocess.TimeoutExpired):
                process.wait(2)
            process.send_signal(signal.SIGINT)
            assert "puzzles, seed 5: " in process.stderr.read()
        assert process.returncode == 130
        puzzles = list(record.read(path.read_text("utf-8").splitlines()))
        assert puzzles
        assert all(isinstance(each, record.Puzzle) for each in puzzles)
