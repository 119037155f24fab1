"""Colours, signs and progress are for terminals."""

import io
import re
from types import SimpleNamespace

import pytest

from kozyr import notation
from kozyr.cli import terminal
from kozyr.cli.terminal import Pen, Ticker
from kozyr.moves import DONE, PICK_UP
from kozyr.values import Value


class Terminal(io.StringIO):
    """A stream that says it is a terminal."""

    encoding = "utf-8"

    def isatty(self) -> bool:
        return True


@pytest.fixture
def terminals(monkeypatch: pytest.MonkeyPatch) -> SimpleNamespace:
    """Make standard output and standard error look like terminals."""
    streams = SimpleNamespace(stdout=Terminal(), stderr=Terminal())
    monkeypatch.setattr(terminal, "sys", streams)
    monkeypatch.setenv("TERM", "xterm")
    monkeypatch.delenv("NO_COLOR", raising=False)
    return streams


class TestPen:
    """Moves and values as a terminal shows them."""

    def test_a_terminal_has_colours(self, terminals: SimpleNamespace) -> None:
        pen = Pen.for_output()
        assert pen.value("win", Value.WIN) == "\x1b[32mwin\x1b[0m"
        assert pen.strong("Draw") == "\x1b[1mDraw\x1b[0m"
        assert pen.value("unknown", None) == "unknown"

    @pytest.mark.parametrize(("name", "value"), [("NO_COLOR", "1"), ("TERM", "dumb")])
    def test_unless_it_asks_for_none(
        self,
        terminals: SimpleNamespace,
        monkeypatch: pytest.MonkeyPatch,
        name: str,
        value: str,
    ) -> None:
        monkeypatch.setenv(name, value)
        assert not Pen.for_output().colour

    def test_anything_else_has_none(self, capsys: pytest.CaptureFixture[str]) -> None:
        pen = Pen.for_output()
        assert (pen.value("win", Value.WIN), pen.faint("x")) == ("win", "x")

    def test_every_kind_of_move(self) -> None:
        pen = Pen(colour=False, signs=True)
        position = notation.position("podkidnoy h 9h/KsQd 9s:Ts 1 by=1")
        assert [pen.move(move) for move in position.legal_moves()] == ["+9♥", "done"]
        position = notation.position("kryt h TsAh/7d8c 7cQc8d 1")
        assert [pen.move(each) for each in position.legal_moves()] == [
            "A♥,10♠",
            "pickup",
        ]

    def test_letters_instead_of_signs(self) -> None:
        position = notation.position("kryt h TsAh/7d8c 7cQc8d 1")
        pen = Pen(colour=False, signs=False)
        assert pen.move(position.legal_moves()[0]) == "Ah,10s"

    def test_colours_take_no_width(self) -> None:
        position = notation.position("kryt h TsAh/7d8c 7cQc8d 1")
        for move in (*position.legal_moves(), PICK_UP, DONE):
            plain = Pen(colour=False, signs=True).move(move, 10)
            coloured = Pen(colour=True, signs=True).move(move, 10)
            assert len(plain) == 10
            assert re.sub("\x1b\\[[0-9]*m", "", coloured) == plain


class TestTicker:
    """One line of progress on standard error, which goes when the search is done."""

    def test_a_long_search_on_a_terminal(self, terminals: SimpleNamespace) -> None:
        errors, ticker = terminals.stderr, Ticker()
        assert ticker.progress is not None
        ticker.progress(10, 0.5)
        assert errors.getvalue() == ""
        ticker.progress(12_345, 1.2)
        ticker.progress(20_000, 1.25)
        ticker.clear()
        shown = "/ 12,345 nodes, 1 s"
        assert errors.getvalue() == f"\r{shown}\r{' ' * len(shown)}\r"

    def test_nothing_off_a_terminal(self, capsys: pytest.CaptureFixture[str]) -> None:
        ticker = Ticker()
        assert ticker.progress is None
        ticker.show("something", 5)
        ticker.clear()
        assert capsys.readouterr().err == ""

    def test_nothing_beside_answers_that_run_over_the_terminal(
        self, terminals: SimpleNamespace
    ) -> None:
        ticker = Ticker(unless_output_shows=True)
        ticker.show("1 answered", 5)
        assert terminals.stderr.getvalue() == ""

    def test_a_standard_error_that_is_closed(self, terminals: SimpleNamespace) -> None:
        terminals.stderr = None
        assert Ticker().progress is None
