"""``kozyr deal`` prints a position that can be played."""

import json

import pytest
from click.testing import CliRunner, Result

from kozyr import notation
from kozyr.cli.deal import command
from kozyr.deal import deal
from kozyr.errors import OptionError


def run(*arguments: str) -> Result:
    return CliRunner().invoke(command, arguments)


def test_it_prints_one_position_and_nothing_else() -> None:
    result = run("--seed", "7")
    assert (result.exit_code, result.stderr) == (0, "")
    assert result.stdout == f"{deal(seed=7)}\n"


def test_every_option_reaches_the_deal() -> None:
    options = "--game perevodnoy --players 4 --seed 3 --neighbours --limit 5 --dealer 2"
    expected = deal("perevodnoy", 4, seed=3, neighbours=True, first_limit=5, dealer=2)
    assert run(*options.split()).stdout == f"{expected}\n"
    expected = deal("kryt", seed=3, dealer=1, cut=9)
    options = "--game kryt --seed 3 --dealer 1 --cut 9"
    assert run(*options.split()).stdout == f"{expected}\n"


def test_a_fresh_seed_is_named_on_standard_error_and_deals_the_same_again() -> None:
    result = run("--players", "3")
    word, seed = result.stderr.split()
    assert word == "seed"
    assert run("--players", "3", "--seed", seed).stdout == result.stdout


def test_json_names_position_seed_and_dealer() -> None:
    result = run("--json", "--game", "kryt")
    assert result.stderr == ""
    record = json.loads(result.stdout)
    assert set(record) == {"position", "seed", "dealer"}
    position = notation.position(record["position"])
    assert position == deal("kryt", seed=record["seed"])
    assert record["dealer"] == 3 - position.mover


@pytest.mark.parametrize(
    ("arguments", "field"),
    [
        (["--players", "7"], "players"),
        (["--game", "kryt", "--players", "3"], "players"),
        (["--limit", "4"], "limit"),
        (["--seed", "-1"], "seed"),
        (["--dealer", "3"], "dealer"),
        (["--cut", "3"], "cut"),
        (["--game", "kryt", "--neighbours"], "game"),
    ],
)
def test_options_that_do_not_fit_are_refused(arguments: list[str], field: str) -> None:
    result = run(*arguments)
    assert isinstance(result.exception, OptionError)
    assert str(result.exception).startswith(f"{field}: ")
    assert (result.exception.exit_code, result.stdout) == (2, "")


def test_an_unknown_game_is_wrong_usage() -> None:
    assert run("--game", "whist").exit_code == 2
