"""The program: its commands, and one line and an exit code for every failure."""

import os
import subprocess
import sys
from collections.abc import Callable
from importlib import import_module
from pathlib import Path

import click
import pytest

from kozyr import __version__
from kozyr.cli import main as program
from kozyr.cli.main import COMMANDS, main
from kozyr.errors import InputError, KozyrError

WIN = "podkidnoy h Kc/Kd - 1"
KOZYR = [sys.executable, "-m", "kozyr.cli.main"]

MISSING = 'position: missing; an example is "podkidnoy h 6s7sAh/Kh9d - 1"'

Captured = pytest.CaptureFixture[str]


def failure(capsys: Captured, *arguments: str) -> tuple[int, str]:
    """Return the exit code and the one line of a run that prints nothing else."""
    code = main(arguments)
    printed = capsys.readouterr()
    assert printed.out == ""
    assert printed.err.count("\n") == 1
    assert printed.err.startswith("kozyr: ")
    return code, printed.err.removeprefix("kozyr: ").removesuffix("\n")


class TestHelp:
    """Every command is listed, and each tells its options."""

    @pytest.mark.parametrize("arguments", [[], ["--help"], ["-h"]])
    def test_the_program(self, capsys: Captured, arguments: list[str]) -> None:
        assert main(arguments) == 0
        printed = capsys.readouterr()
        for name, text in COMMANDS.items():
            assert f"{name:8}{text}" in printed.out
        assert printed.err == ""

    @pytest.mark.parametrize("name", COMMANDS)
    def test_a_command(self, capsys: Captured, name: str) -> None:
        assert isinstance(import_module(f"kozyr.cli.{name}").command, click.Command)
        assert main([name, "--help"]) == 0
        assert f"Usage: kozyr {name} " in capsys.readouterr().out

    def test_the_version(self, capsys: Captured) -> None:
        assert main(["--version"]) == 0
        assert capsys.readouterr().out == f"kozyr {__version__}\n"


class TestUsage:
    """Wrong usage is named in one line, with exit code 2."""

    @pytest.mark.parametrize(
        ("arguments", "line"),
        [
            (["slove"], "command: no such command 'slove'; is it solve?"),
            (
                ["x"],
                f"command: no such command 'x'; there are {', '.join(COMMANDS)}",
            ),
            (["--nope"], "nope: no such option"),
            (["solve", "--btch"], "btch: no such option; is it --batch?"),
            (["solve", WIN, "--time"], "time: option '--time' requires an argument"),
            (["solve", WIN, "--time", "x"], "time: 'x' is not a valid float"),
            (["solve", WIN, "--nodes", "1.5"], "nodes: '1.5' is not a valid integer"),
            (["solve"], MISSING),
            (["best", " "], MISSING),
        ],
    )
    def test_the_field_and_the_reason(
        self, capsys: Captured, arguments: list[str], line: str
    ) -> None:
        assert failure(capsys, *arguments) == (2, line)

    def test_a_refused_position(self, capsys: Captured) -> None:
        code, line = failure(capsys, "solve", "podkidnoy h 6s6s/7d - 1")
        assert code == 2
        assert line.startswith("hands: ")

    def test_a_message_is_one_line_whatever_was_typed(self, capsys: Captured) -> None:
        code, line = failure(capsys, "solve", "podkidnoy h 6s\x1b[31m\n\n/7d - \x07")
        assert code == 2
        assert line.isprintable()


class TestUnexpected:
    """What nobody foresaw is one line too, with exit code 1."""

    @pytest.fixture
    def fail_with(
        self, monkeypatch: pytest.MonkeyPatch
    ) -> Callable[[BaseException], None]:
        monkeypatch.delenv("KOZYR_DEBUG", raising=False)

        def fail_with(error: BaseException) -> None:
            def command() -> None:
                raise error

            monkeypatch.setitem(program.COMMANDS, "fail", "Fail.")
            module = type(sys)("kozyr.cli.fail")
            module.command = click.command("fail")(command)  # type: ignore[attr-defined]
            monkeypatch.setitem(sys.modules, "kozyr.cli.fail", module)

        return fail_with

    Fail = Callable[[BaseException], None]

    @pytest.mark.parametrize(
        ("error", "code", "line"),
        [
            (
                ZeroDivisionError("no\nway"),
                1,
                "internal error: ZeroDivisionError: no way (KOZYR_DEBUG=1 shows where)",
            ),
            (KozyrError("engine: odd"), 1, "engine: odd"),
            (InputError("file: odd"), 2, "file: odd"),
            (MemoryError(), 1, "memory: there is not enough of it"),
            (OSError(28, "no space"), 1, "output: no space"),
            (click.ClickException("Odd."), 2, "odd"),
        ],
    )
    def test_one_line(
        self,
        capsys: Captured,
        fail_with: Fail,
        monkeypatch: pytest.MonkeyPatch,
        error: BaseException,
        code: int,
        line: str,
    ) -> None:
        monkeypatch.setattr(program, "_let_go_of_output", lambda: None)
        fail_with(error)
        assert failure(capsys, "fail") == (code, line)

    def test_an_interrupt(self, capsys: Captured, fail_with: Fail) -> None:
        fail_with(KeyboardInterrupt())
        assert main(["fail"]) == 130
        assert capsys.readouterr().err == "kozyr: interrupted\n"

    def test_debugging_raises_it(
        self, fail_with: Fail, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setenv("KOZYR_DEBUG", "1")
        fail_with(ZeroDivisionError())
        with pytest.raises(ZeroDivisionError):
            main(["fail"])


class TestOutput:
    """Standard output that is full, closed, or no longer read."""

    def test_a_full_disk(self) -> None:
        if not Path("/dev/full").exists():
            return
        for command in ([], ["solve", WIN], ["best", WIN], ["--version"]):
            with open("/dev/full", "w") as full:
                run = subprocess.run(
                    [*KOZYR, *command], stdout=full, stderr=subprocess.PIPE, text=True
                )
            assert (run.returncode, run.stderr) == (
                1,
                "kozyr: output: No space left on device\n",
            )

    def test_closed(self) -> None:
        run = subprocess.run(
            [*KOZYR, "solve", WIN],
            capture_output=True,
            text=True,
            preexec_fn=lambda: os.close(1),
        )
        assert (run.returncode, run.stderr) == (
            1,
            "kozyr: output: standard output is closed\n",
        )

    def test_a_reader_that_has_read_enough_is_no_error(self) -> None:
        reading, writing = os.pipe()
        os.close(reading)
        run = subprocess.run(
            [*KOZYR, "solve", WIN], stdout=writing, stderr=subprocess.PIPE, text=True
        )
        os.close(writing)
        assert (run.returncode, run.stderr) == (1, "")
