"""Every seat alone against all the others."""

import json
import random

import pytest
from strategies import durak_start

from kozyr import everyone, notation, solve
from kozyr.cli.main import main
from kozyr.errors import OptionError, PositionError
from kozyr.values import Value

THREE = "podkidnoy h QsJh7d/Qh8dAd/Ah9cTc - 1"


def test_each_seat_gets_what_it_gets_when_asked_alone() -> None:
    table = everyone(THREE)
    alone = [solve(THREE, [seat]).value for seat in (1, 2, 3)]
    assert [each.value for each in table.seats] == alone
    assert [each.value for each in table.seats] == [Value.WIN, Value.WIN, Value.LOSS]
    assert [each.safe for each in table.seats] == [True, True, False]


def test_with_distance_each_seat_gets_its_plies() -> None:
    table = everyone(THREE, distance=True)
    alone = [solve(THREE, [seat], distance=True).plies for seat in (1, 2, 3)]
    assert [each.plies for each in table.seats] == alone


def test_who_can_be_forced_is_forced_by_all_the_others_together() -> None:
    rng = random.Random(5)
    for _ in range(40):
        position = durak_start(rng, seats=(3, 3), cards=(5, 7))
        for each in everyone(position).seats:
            others = [seat for seat in (1, 2, 3) if seat != each.seat]
            forced = solve(position, others).value is Value.WIN
            assert forced is (each.safe is False)


def test_a_limit_is_shared_and_what_is_unknown_is_said() -> None:
    table = everyone("podkidnoy s 6s7s8d9dTc/8s9h7dQcKh/TsJdAcAh6c - 1", nodes=30)
    assert table.stopped == "nodes"
    assert [each.value for each in table.seats] == [None, None, None]
    assert [each.safe for each in table.seats] == [None, None, None]


def test_refusals_are_those_of_solve() -> None:
    with pytest.raises(PositionError, match="mover"):
        everyone("podkidnoy h 6s/7s/8s - 4")
    with pytest.raises(OptionError, match="time"):
        everyone(THREE, time=-1)


class TestCommand:
    """``kozyr solve --all``."""

    def test_json(self, capsys: pytest.CaptureFixture[str]) -> None:
        assert main(["solve", "--all", "--json", THREE]) == 0
        record = json.loads(capsys.readouterr().out)
        assert record["position"] == str(notation.position(THREE))
        assert [each["value"] for each in record["seats"]] == ["win", "win", "loss"]
        assert [each["safe"] for each in record["seats"]] == [True, True, False]

    def test_table(self, capsys: pytest.CaptureFixture[str]) -> None:
        assert main(["solve", "--all", THREE]) == 0
        lines = capsys.readouterr().out.splitlines()
        assert "make sure not to be the durak?" in lines[0]
        assert [line.split()[:2] for line in lines[1:4]] == [
            ["1", "win"],
            ["2", "win"],
            ["3", "loss"],
        ]

    def test_unknown_is_exit_code_3(self, capsys: pytest.CaptureFixture[str]) -> None:
        hard = "podkidnoy s 6s7s8d9dTc/8s9h7dQcKh/TsJdAcAh6c - 1"
        assert main(["solve", "--all", "--nodes", "30", hard]) == 3
        assert "unknown" in capsys.readouterr().out

    @pytest.mark.parametrize("extra", [["--coalition", "1"], ["--batch", "-"]])
    def test_what_does_not_go_with_it(
        self, capsys: pytest.CaptureFixture[str], extra: list[str]
    ) -> None:
        words = [] if "--batch" in extra else [THREE]
        assert main(["solve", "--all", *extra, *words]) == 2
        assert capsys.readouterr().err.startswith("kozyr: all: ")
