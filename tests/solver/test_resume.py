"""A file of answers is gone on with when it holds answers to the same lines."""

import json
import os
import subprocess
import sys
from collections.abc import Callable, Iterable
from pathlib import Path

import pytest

from kozyr.batch import Answer, answers, asked
from kozyr.errors import OptionError
from kozyr.options import Options
from kozyr.resume import Journal

WIN = "podkidnoy h Kc/Kd - 1"
DRAW = "podkidnoy d -/Qd Kh 2 by=1"
LINES = [
    "# three positions and what is wrong",
    WIN,
    "bad",
    json.dumps({"position": DRAW, "id": 1}),
    json.dumps({"position": WIN, "coalition": [2], "id": {"a": 1, "b": [True]}}),
]


def text_of(records: Iterable[Answer]) -> bytes:
    return b"".join(json.dumps(each).encode() + b"\n" for each in records)


def rest_of(path: Path, lines: Iterable[str], **options: object) -> list[int]:
    """Return the numbers of the lines that a file does not answer yet."""
    left = asked(lines)
    with Journal(str(path)) as journal:
        list(journal.kept(left, Options(**options)))  # type: ignore[arg-type]
    return [line.number for line in left]


@pytest.fixture
def file(tmp_path: Path) -> Path:
    path = tmp_path / "answers"
    path.write_bytes(text_of(answers(LINES)))
    return path


def cut(path: Path, count: int) -> None:
    """Leave so many whole lines."""
    lines = path.read_bytes().splitlines(keepends=True)
    path.write_bytes(b"".join(lines[:count]))


class TestKept:
    """What a run left counts for the first lines."""

    def test_a_new_file_answers_nothing(self, tmp_path: Path) -> None:
        assert rest_of(tmp_path / "new", LINES) == [2, 3, 4, 5]
        assert (tmp_path / "new").read_bytes() == b""

    @pytest.mark.parametrize("count", range(5))
    def test_whole_lines_are_kept(self, file: Path, count: int) -> None:
        cut(file, count)
        assert rest_of(file, LINES) == [2, 3, 4, 5][count:]

    def test_a_line_that_was_being_written_is_cut_off_wherever_it_ends(
        self, file: Path
    ) -> None:
        whole = file.read_bytes()
        second = whole.index(b"\n") + 1
        third = whole.index(b"\n", second) + 1
        fourth = whole.index(b"\n", third) + 1
        for end in range(second + 1, fourth, 5):
            file.write_bytes(whole[:end])
            assert rest_of(file, LINES) == ([3, 4, 5] if end < third else [4, 5])
            assert file.read_bytes() == whole[: second if end < third else third]

    def test_the_answers_come_back(self, file: Path) -> None:
        with Journal(str(file)) as journal:
            kept = list(journal.kept(asked(LINES), Options()))
        assert text_of(kept) == file.read_bytes()

    def test_a_value_that_a_limit_left_open_stays_open(self, tmp_path: Path) -> None:
        circle = "perevodnoy s 6d7h7s/6c6h6s8d8h - 1"
        path = tmp_path / "answers"
        path.write_bytes(text_of(answers([circle], Options(nodes=1, distance=True))))
        assert b"unknown" in path.read_bytes()
        assert rest_of(path, [circle], distance=True) == []
        assert rest_of(path, [circle]) == []

    @pytest.mark.parametrize("broke", ["worker: lost", "internal error: X: y"])
    def test_an_error_that_was_no_fault_of_the_line_is_its_answer(
        self, tmp_path: Path, broke: str
    ) -> None:
        path = tmp_path / "answers"
        path.write_bytes(text_of([{"line": 1, "id": None, "error": broke}]))
        assert rest_of(path, [WIN]) == []


class TestRefused:
    """A file of other answers is refused, and left as it is."""

    @pytest.mark.parametrize(
        ("change", "wrong"),
        [
            ({1: DRAW}, "line 1: does not answer line 2: the position is another"),
            ({1: "bad"}, "line 1: does not answer line 2: that line is refused"),
            ({2: WIN}, "line 2: does not answer line 3: that line is not refused"),
            ({2: '{"id": 3}'}, "line 2: does not answer line 3: it is about another"),
            ({3: DRAW}, "line 3: does not answer line 4: the id is another"),
            (
                {3: json.dumps({"position": DRAW, "id": True})},
                "line 3: does not answer line 4: the id is another",
            ),
            (
                {4: json.dumps({"position": WIN, "id": {"a": 1, "b": [True]}})},
                "line 4: does not answer line 5: the coalition is another",
            ),
            ({0: WIN}, "line 2: does not answer line 2: it is about another line"),
        ],
    )
    def test_because_a_line_was_changed(
        self, file: Path, change: dict[int, str], wrong: str
    ) -> None:
        lines = [change.get(place, line) for place, line in enumerate(LINES)]
        self.refuse(file, lambda: rest_of(file, lines), wrong)

    def test_because_there_are_fewer_lines(self, file: Path) -> None:
        wrong = "line 3: there is no line that it answers"
        self.refuse(file, lambda: rest_of(file, LINES[:3]), wrong)

    def test_because_the_coalition_is_another(self, file: Path) -> None:
        wrong = "line 1: does not answer line 2: the coalition is another"
        self.refuse(file, lambda: rest_of(file, LINES, coalition=(2,)), wrong)

    def test_because_plies_are_asked_for(self, file: Path) -> None:
        wrong = "line 1: does not answer line 2: it was asked without --distance"
        self.refuse(file, lambda: rest_of(file, LINES, distance=True), wrong)

    def test_because_plies_are_not_asked_for(self, file: Path) -> None:
        file.write_bytes(text_of(answers(LINES, Options(distance=True))))
        assert rest_of(file, LINES, distance=True) == []
        wrong = "line 1: does not answer line 2: it was asked with --distance"
        self.refuse(file, lambda: rest_of(file, LINES), wrong)

    @pytest.mark.parametrize(
        "text", [b"hello\n", b"hello", b"[1]\n", b"\n", b"{}\n", b"\xff\n", b"\0", b"7"]
    )
    def test_because_it_holds_something_else(self, file: Path, text: bytes) -> None:
        cut(file, 1)
        file.write_bytes(file.read_bytes() + text)
        self.refuse(file, lambda: rest_of(file, LINES), "line 2: is not an answer")

    def refuse(self, file: Path, go_on: Callable[[], object], wrong: str) -> None:
        before = file.read_bytes()
        with pytest.raises(OptionError) as refused:
            go_on()
        assert str(refused.value).startswith(f"resume: {file}: {wrong}")
        assert file.read_bytes() == before


class TestPlaces:
    """Only a plain file can be gone on with, and only by one run at a time."""

    @pytest.mark.parametrize("path", ["/dev/full", "/dev/null"])
    def test_what_is_no_plain_file(self, path: str) -> None:
        with pytest.raises(OptionError, match="is not a plain file"):
            Journal(path)

    @pytest.mark.parametrize("path", ["", "nowhere/file", ".", "a\0b"])
    def test_what_cannot_be_opened(
        self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, path: str
    ) -> None:
        monkeypatch.chdir(tmp_path)
        with pytest.raises(OptionError, match=r"^resume: "):
            Journal(path)
        assert os.listdir(tmp_path) == []

    def test_two_runs_at_once(self, file: Path) -> None:
        script = f"from kozyr.resume import Journal; Journal({str(file)!r})"
        with Journal(str(file)):
            second = subprocess.run(
                [sys.executable, "-c", script], capture_output=True, text=True
            )
        assert f"resume: {file}: another run is writing to it" in second.stderr
        with Journal(str(file)):
            pass
