"""``kozyr best`` prints a move that can be typed, and nothing else."""

import json
import sys

import pytest
from engines import WON, Scripted, told

from kozyr import notation
from kozyr.cli.main import main
from kozyr.solve import solve

CIRCLE = "perevodnoy s 7s7h6d/6s6h8h8d6c - 1"

Captured = pytest.CaptureFixture[str]


@pytest.mark.parametrize(
    ("arguments", "move"),
    [
        (["podkidnoy h Kc/Kd - 1"], "Kc"),
        (["podkidnoy", "h", "6s7sAh/Kh9d", "-", "1", "--distance"], "Ah"),
        (["podkidnoy", "d", "-/Qd", "Kh", "2", "by=1"], "Kh:Qd"),
        (["podkidnoy h Kc/Kd - 1", "--coalition", "2"], "Kc"),
        ([CIRCLE], "7s"),
        (["kryt h KsAh/7d8c 7cQc8d 1"], "Ah,Ks"),
    ],
)
def test_the_move_alone(capsys: Captured, arguments: list[str], move: str) -> None:
    assert main(["best", *arguments]) == 0
    printed = capsys.readouterr()
    assert (printed.out, printed.err) == (f"{move}\n", "")


def test_json_names_position_mover_coalition_and_move(capsys: Captured) -> None:
    assert main(["best", CIRCLE, "--json"]) == 0
    assert list(json.loads(capsys.readouterr().out).items()) == [
        ("position", CIRCLE),
        ("mover", 1),
        ("coalition", [1]),
        ("best", str(solve(CIRCLE).best)),
    ]


def test_no_move_is_printed_when_none_is_proven(capsys: Captured) -> None:
    assert main(["best", CIRCLE, "--nodes", "1"]) == 3
    printed = capsys.readouterr()
    assert printed.out == ""
    assert printed.err == "kozyr: best: unknown within the limit of nodes\n"
    assert main(["best", CIRCLE, "--nodes", "1", "--json"]) == 3
    assert json.loads(capsys.readouterr().out)["best"] is None


def test_it_judges_no_more_moves_than_it_needs(
    capsys: Captured, monkeypatch: pytest.MonkeyPatch
) -> None:
    position = notation.position("podkidnoy h 6s7s8s/9dTdJd - 1")
    engine = told(position, WON, {"6s": WON, "7s": WON, "8s": WON})
    monkeypatch.setattr(sys.modules["kozyr.solve"], "choose", lambda *_: engine)
    assert main(["best", str(position)]) == 0
    assert capsys.readouterr().out == "6s\n"
    assert len(engine.asked) == 2


def test_ctrl_c(capsys: Captured, monkeypatch: pytest.MonkeyPatch) -> None:
    engine = Scripted({}, KeyboardInterrupt)
    monkeypatch.setattr(sys.modules["kozyr.solve"], "choose", lambda *_: engine)
    assert main(["best", CIRCLE]) == 130
    assert capsys.readouterr() == ("", "kozyr: interrupted\n")
    assert main(["best", CIRCLE, "--json"]) == 130
    printed = capsys.readouterr()
    record = json.loads(printed.out)
    assert (record["position"], record["best"]) == (CIRCLE, None)
    assert printed.err == "kozyr: interrupted\n"


def test_a_refused_position(capsys: Captured) -> None:
    assert main(["best", "podkidnoy h 6s6s/7d - 1"]) == 2
    assert capsys.readouterr().err.startswith("kozyr: hands: ")
