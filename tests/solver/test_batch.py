"""A batch answers every line, in order, and a bad line costs no other."""

import itertools
import json
import multiprocessing
from collections.abc import Iterable

import pytest
from engines import DRAWN, WON, Scripted

from kozyr import batch
from kozyr.batch import Answer, answers
from kozyr.engine import NOTHING, Budget, Verdict
from kozyr.errors import OptionError
from kozyr.options import Options
from kozyr.position import Position
from kozyr.solve import Interrupted, solve

WIN = "podkidnoy h Kc/Kd - 1"
DRAW = "podkidnoy d -/Qd Kh 2 by=1"
HARD = "podkidnoy h 6s8sTs7d9dJdQdKdAd6h/7s9sJs6d8dTd6c7c8cAh - 1"
MARK = b"\xef\xbb\xbf"


def answered(*lines: str | bytes, jobs: int = 1, **options: object) -> list[Answer]:
    return list(answers(lines, Options(**options), jobs))  # type: ignore[arg-type]


def error_of(line: str | bytes) -> Answer:
    (record,) = answered(line)
    return record


def without_cost(records: Iterable[Answer]) -> list[Answer]:
    cost = ("nodes", "seconds")
    return [{k: v for k, v in each.items() if k not in cost} for each in records]


class TestLines:
    """Positions, objects, and what is skipped."""

    def test_a_line_is_answered_as_the_position_alone_is(self) -> None:
        alone = [solve(text).to_dict() for text in (WIN, DRAW)]
        assert without_cost(answered(WIN, DRAW)) == without_cost(alone)

    def test_blank_lines_and_comments_are_skipped_but_counted(self) -> None:
        lines = ["# podkidnoy", "\n", WIN + "\n", "  \r\n", "  # more", "bad\r\n"]
        good, bad = answered(*lines)
        assert good["position"] == WIN
        assert (bad["line"], bad["id"]) == (6, None)

    def test_bytes_are_utf_8_with_or_without_a_byte_order_mark(self) -> None:
        lines: list[str | bytes] = [
            MARK + WIN.encode() + b"\r\n",
            "podkidnoy ♥ Kc/Kd - 1",
        ]
        assert [each["position"] for each in answered(*lines)] == [WIN, WIN]
        assert answered("\ufeff" + WIN)[0]["position"] == WIN

    def test_an_object_names_its_coalition_and_its_id(self) -> None:
        asked = {"position": WIN, "coalition": [2], "id": "seven"}
        (answer,) = answered(json.dumps(asked), coalition=(1,))
        assert list(answer)[:4] == ["position", "id", "mover", "coalition"]
        assert (answer["id"], answer["coalition"]) == ("seven", [2])
        assert answer["value"] == "loss"

    def test_the_options_hold_for_lines_that_say_nothing_else(self) -> None:
        asked = json.dumps({"position": WIN, "coalition": None})
        first, second = answered(WIN, asked, coalition=(2,), distance=True)
        assert (first["coalition"], first["plies"]) == ([2], 2)
        assert without_cost([first]) == without_cost([second])

    @pytest.mark.parametrize(
        "identity", [None, 0, 1.5, True, "x", "\ud800", [1, [2]], {"a": {"b": None}}]
    )
    def test_an_id_of_any_kind_comes_back(self, identity: object) -> None:
        good, bad = answered(
            json.dumps({"position": WIN, "id": identity}),
            json.dumps({"position": "bad", "id": identity}),
        )
        for record in (good, bad):
            assert record["id"] == identity
            assert json.loads(json.dumps(record))["id"] == identity

    def test_an_open_value_is_an_answer_too(self) -> None:
        (answer,) = answered("perevodnoy s 6d7h7s/6c6h6s8d8h - 1", nodes=1)
        assert (answer["value"], answer["best"]) == ("unknown", None)


class TestBadLines:
    """Each gives a record of one line that says what is wrong."""

    @pytest.mark.parametrize(
        ("line", "error"),
        [
            (
                "{",
                "json: Expecting property name enclosed in double quotes at column 2",
            ),
            ('{"position": 1} x', "json: Extra data at column 17"),
            ('{"id": 1, "id": 2}', "json: key 'id' is given twice"),
            ('{"id": NaN}', "json: NaN is not a JSON value"),
            ('{"id": 1e999}', "json: 1e999 is too large a number"),
            ('{"id": ' + "[" * 100_000, "json: nested too deeply"),
            ("{}", "position: missing"),
            ('{"position": null}', "position: missing"),
            ('{"position": 7}', "position: 7 is not a text"),
            (
                '{"position": "x", "time": 1}',
                "json: unknown key 'time'; the keys are position, coalition, id",
            ),
            (
                f'{{"position": "{WIN}", "coalition": 1}}',
                "coalition: 1 is not a list of seats",
            ),
            (
                f'{{"position": "{WIN}", "coalition": ["1"]}}',
                "coalition: '1' is not a seat",
            ),
            (
                f'{{"position": "{WIN}", "coalition": [3]}}',
                "coalition: seat 3 does not exist, the seats are 1 to 2",
            ),
            (b"podkidnoy \xff", "line: byte 0xff at column 11 is not UTF-8"),
        ],
    )
    def test_the_error_names_field_and_reason(
        self, line: str | bytes, error: str
    ) -> None:
        assert error_of(line) == {"line": 1, "id": None, "error": error}

    def test_a_bad_position_is_refused_as_alone(self) -> None:
        error = str(error_of("podkidnoy h 6s6s/7d - 1")["error"])
        assert error.startswith("hands: ")
        assert "\n" not in error

    def test_the_rest_goes_on(self) -> None:
        records = answered(WIN, "bad", '{"id": 4}', DRAW)
        assert ["error" in each for each in records] == [False, True, True, False]

    def test_an_error_in_the_program_costs_one_line(
        self, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        broken = Scripted({DRAW: DRAWN}, ZeroDivisionError)
        monkeypatch.setattr(batch, "make", lambda kind, memory, tables: broken)
        first, second = answered(WIN, DRAW)
        assert str(first["error"]).startswith("internal error: ZeroDivisionError")
        assert second["value"] == "draw"

    @pytest.mark.parametrize("jobs", [0, -1, True, 1.5, "2"])
    def test_jobs_are_checked_before_anything_is_read(self, jobs: int) -> None:
        with pytest.raises(OptionError, match=r"^jobs: .* is not a positive whole"):
            answers(iter([]), Options(), jobs)


class TestOptions:
    """What is wrong for every line is refused before any is read."""

    @pytest.mark.parametrize("jobs", [1, 2])
    @pytest.mark.parametrize("tables", ["", "/no/such/folder"])
    def test_tables_that_are_not_there(self, jobs: int, tables: str) -> None:
        lines = iter([WIN])
        with pytest.raises(OptionError, match=r"^tables: "):
            answers(lines, Options(tables=tables), jobs)
        assert list(lines) == [WIN]

    def test_the_tables_of_a_cluster_are_elsewhere(self) -> None:
        there = "127.0.0.1:1"
        answers([WIN], Options(tables="/no/such/folder"), scheduler=there)
        with pytest.raises(OptionError, match=r"^tables: the name of the directory"):
            answers([WIN], Options(tables=""), scheduler=there)

    def test_what_is_too_little_for_one_line_is_no_error_of_the_others(self) -> None:
        stocked, plain = answered(f"{WIN} stock=6h", WIN, memory=5)
        assert str(stocked["error"]).startswith("memory: at least 17 MB are needed")
        assert plain["value"] == "win"


class TestSeveralProcesses:
    """``jobs`` changes how long it takes, and nothing else."""

    def test_the_answers_are_the_same(self) -> None:
        lines = [WIN, "bad", DRAW, '{"position": "x", "id": 3}', "# no", WIN] * 5
        side_by_side = answered(*lines, jobs=2)
        assert without_cost(side_by_side) == without_cost(answered(*lines))

    def test_a_long_input_streams(self) -> None:
        stream = answers(itertools.repeat(WIN), Options(), jobs=2)
        assert [next(stream)["value"] for _ in range(3)] == ["win"] * 3

    def test_a_process_that_dies_costs_its_line(self) -> None:
        stream = answers([WIN, HARD], Options(), jobs=2)
        assert next(stream)["value"] == "win"
        for process in multiprocessing.active_children():
            process.kill()
        error = "worker: the process died (signal 9)"
        assert next(stream) == {"line": 2, "id": None, "error": error}


class Forgetful:
    """An engine whose memory is full after its first question."""

    made = 0

    def __init__(self) -> None:
        type(self).made += 1
        self.asked = 0

    def judge(
        self,
        position: Position,
        coalition: frozenset[int],
        distance: bool,
        budget: Budget,
    ) -> Verdict:
        self.asked += 1
        if self.asked > 10:
            budget.stopped = "memory"
            return NOTHING
        budget.spend(1)
        return WON


class TestWarmEngine:
    """An engine serves line after line, but never at a line's expense."""

    @pytest.fixture(autouse=True)
    def count_engines(self, monkeypatch: pytest.MonkeyPatch) -> None:
        Forgetful.made = 0
        monkeypatch.setattr(batch, "make", lambda kind, memory, tables: Forgetful())

    def test_it_is_kept(self) -> None:
        answered(WIN, WIN)
        assert Forgetful.made == 1

    def test_one_whose_memory_is_full_of_other_lines_is_replaced(self) -> None:
        records = answered(*[WIN] * 12)
        assert {each["value"] for each in records} == {"win"}
        assert 1 < Forgetful.made < 12

    def test_a_limit_of_nodes_gives_the_same_answer_every_time(self) -> None:
        answered(WIN, WIN, nodes=100)
        assert Forgetful.made == 2

    def test_another_kind_of_engine_takes_its_place(self) -> None:
        answered(WIN, f'{{"position": "{WIN}", "coalition": [1, 2]}}', WIN)
        assert Forgetful.made == 3


def test_ctrl_c_ends_a_batch(monkeypatch: pytest.MonkeyPatch) -> None:
    known = Scripted({DRAW: DRAWN}, KeyboardInterrupt)
    monkeypatch.setattr(batch, "make", lambda kind, memory, tables: known)
    stream = answers([DRAW, WIN, DRAW])
    assert next(stream)["value"] == "draw"
    with pytest.raises(Interrupted):
        next(stream)
