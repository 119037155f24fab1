"""A command of the program, run in this process."""

import json

import pytest

from kozyr.cli.main import main


class Said:
    """What one call of the program came to."""

    def __init__(self, code: int, out: str, err: str) -> None:
        self.code = code
        self.out = out
        self.err = err

    @property
    def json(self) -> dict[str, object]:
        record: dict[str, object] = json.loads(self.out)
        return record


class Program:
    """Runs a command, ``kozyr table`` for one."""

    def __init__(self, command: str, capsys: pytest.CaptureFixture[str]) -> None:
        self._command = command
        self._capsys = capsys

    def __call__(self, *arguments: object) -> Said:
        code = main([self._command, *map(str, arguments)])
        return Said(code, *self._capsys.readouterr())

    def refused(self, *arguments: object) -> str:
        """Return the one line of a refusal."""
        said = self(*arguments)
        assert said.code == 2
        assert said.err.startswith("kozyr: ")
        assert said.err.count("\n") == 1
        return said.err.removeprefix("kozyr: ").rstrip()
