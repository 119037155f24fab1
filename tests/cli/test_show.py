"""``kozyr show`` draws for terminals, files and pipes."""

from types import SimpleNamespace

import pytest
from click.testing import CliRunner, Result

from kozyr import notation
from kozyr.cli import show, terminal
from kozyr.errors import PositionError
from kozyr.show import drawing

TEXT = "kryt h KsAh/7d8c 7cQc8d 1"


def run(*arguments: str, charset: str = "utf-8", **environment: str) -> Result:
    env = {"COLUMNS": "80", "NO_COLOR": "", "TERM": "xterm"} | environment
    return CliRunner(charset=charset).invoke(show.command, arguments, env=env)


@pytest.fixture
def on_a_terminal(monkeypatch: pytest.MonkeyPatch) -> None:
    """Make standard output look like a terminal."""
    stdout = SimpleNamespace(isatty=lambda: True, encoding="utf-8")
    monkeypatch.setattr(terminal, "sys", SimpleNamespace(stdout=stdout))


def test_it_draws_without_colour_where_there_is_no_terminal() -> None:
    result = run(TEXT)
    assert (result.exit_code, result.stderr) == (0, "")
    assert result.stdout == drawing(notation.position(TEXT)) + "\n"


def test_it_colours_the_suits_on_a_terminal(on_a_terminal: None) -> None:
    assert run(TEXT).stdout == drawing(notation.position(TEXT), True) + "\n"


@pytest.mark.parametrize("environment", [{"NO_COLOR": "1"}, {"TERM": "dumb"}])
def test_a_terminal_may_ask_for_none(
    on_a_terminal: None, environment: dict[str, str]
) -> None:
    assert "\x1b" not in run(TEXT, **environment).stdout
    assert "\x1b" in run(TEXT, "--color", **environment).stdout


def test_colour_is_forced_or_forbidden_by_the_option(on_a_terminal: None) -> None:
    assert "\x1b" in run(TEXT, "--colour").stdout
    assert "\x1b" not in run(TEXT, "--no-color").stdout


def test_colour_is_forced_into_a_pipe() -> None:
    assert "\x1b" in run(TEXT, "--color").stdout


def test_it_is_as_wide_as_the_terminal() -> None:
    text = "kryt h KsAh/7d8h 6c7c8c9cTcJcQcKc6d8d9dTdJdQdKdAd6s7s8s 2"
    widths = [
        max(map(len, run(text, COLUMNS=columns).stdout.splitlines()))
        for columns in ("50", "100")
    ]
    assert 40 < widths[0] <= 50 < widths[1] <= 100


def test_letters_stand_for_suits_where_the_signs_can_not_be_written() -> None:
    result = run(TEXT, charset="ascii")
    assert result.exit_code == 0
    assert "[8d]" in result.stdout


def test_the_position_may_come_in_several_words() -> None:
    assert run(*TEXT.split()).stdout == run(TEXT).stdout
    text = "podkidnoy h -/7c8c/9d - 2"
    assert run(*text.split()).stdout == drawing(notation.position(text)) + "\n"


def test_a_refused_position_is_refused() -> None:
    result = run("kryt h Ks/Ks - 1")
    assert isinstance(result.exception, PositionError)
    assert result.stdout == ""
