"""``kozyr tree``: on the screen, in a file of any format, or nowhere at all."""

import json
import os
import re
import resource
import signal
import subprocess
import sys
from pathlib import Path

import pytest
from engines import Scripted
from trees import READERS, edges_of, nodes_of, written

from kozyr.cli.main import main
from kozyr.tree import build

LOST = "podkidnoy h 6s7sAh/Kh9d - 1"
DRAWN = "podkidnoy h 6s7s/8s9s/TdJd - 1"
CIRCLE = "perevodnoy s 7s7h6d/6s6h8h8d6c - 1"
HARD = "podkidnoy h 6s8sTs7d9dJdQdKdAd6h/7s9sJs6d8dTd6c7c8cAh - 1"
KOZYR = [sys.executable, "-m", "kozyr.cli.main", "tree"]

Captured = pytest.CaptureFixture[str]


class TestScreen:
    """Text is printed, in what the terminal can show."""

    def test_a_strategy(self, capsys: Captured) -> None:
        assert main(["tree", "kryt h KsAh/7d8c 7cQc8d 1"]) == 0
        printed = capsys.readouterr()
        assert (printed.out, printed.err) == (
            "kryt h KsAh/7d8c 7cQc8d 1\n"
            "a strategy of seat 1 · values are those of seat 1 · 2 positions\n"
            "\n"
            "0  win\n"
            "1  1: A♥,K♠  win  · seat 2 loses\n",
            "",
        )

    def test_the_words_of_a_position_may_stand_apart(self, capsys: Captured) -> None:
        assert main(["tree", *LOST.split(), "--depth", "1"]) == 0
        assert capsys.readouterr().out.startswith(LOST + "\n")

    def test_it_is_the_format_text(self, capsys: Captured) -> None:
        assert main(["tree", DRAWN, "--coalition", "2,3", "--distance"]) == 0
        tree = build(DRAWN, [2, 3], distance=True)
        assert capsys.readouterr().out.encode() == written(tree, "text")

    def test_in_ascii_where_signs_cant_be_written(self) -> None:
        run = subprocess.run(
            [*KOZYR, DRAWN],
            env={**os.environ, "PYTHONIOENCODING": "ascii"},
            capture_output=True,
            check=True,
        )
        assert run.stdout.isascii() and b"|- " in run.stdout

    def test_the_kinds(self, capsys: Captured) -> None:
        assert main(["tree", LOST, "--kind", "line"]) == 0
        assert "a line of best play" in capsys.readouterr().out
        assert main(["tree", LOST, "--kind", "full"]) == 0
        assert "all moves" in capsys.readouterr().out

    def test_what_is_cut_is_told_beside_it(self, capsys: Captured) -> None:
        assert main(["tree", CIRCLE, "--kind", "full", "--max-nodes", "40"]) == 0
        printed = capsys.readouterr()
        marked = printed.out.count("… cut: max-nodes\n")
        assert printed.err == f"{marked} positions cut by max-nodes\n"
        assert main(["tree", LOST, "--depth", "1"]) == 0
        assert capsys.readouterr().err == "3 positions cut by depth\n"


class TestFiles:
    """A file's ending names the format, or ``--format`` does."""

    @pytest.mark.parametrize("format", READERS)
    def test_every_format(self, capsys: Captured, tmp_path: Path, format: str) -> None:
        path = tmp_path / f"tree.{format}"
        assert main(["tree", LOST, "--distance", "-o", str(path)]) == 0
        tree = build(LOST, distance=True)
        read = READERS[format](path.read_bytes())
        assert (nodes_of(read), edges_of(read)) == (nodes_of(tree), edges_of(tree))
        printed = capsys.readouterr()
        assert printed.out == ""
        assert printed.err == f"{path}: 19 positions, 20 moves\n"

    def test_no_merge(self, tmp_path: Path) -> None:
        path = tmp_path / "tree.json"
        assert main(["tree", LOST, "--no-merge", "--output", str(path)]) == 0
        assert len(READERS["json"](path.read_bytes())) == 27

    @pytest.mark.parametrize("arguments", [["--json"], ["--format", "json", "-o", "-"]])
    def test_to_standard_output(self, capsys: Captured, arguments: list[str]) -> None:
        assert main(["tree", LOST, *arguments]) == 0
        printed = capsys.readouterr()
        assert printed.err == ""
        assert json.loads(printed.out)["graph"]["side"] == [2]

    def test_the_format_may_contradict_the_ending(self, tmp_path: Path) -> None:
        path = tmp_path / "tree.html"
        assert main(["tree", LOST, "--format", "dot", "-o", str(path)]) == 0
        assert path.read_bytes() == written(build(LOST), "dot")


class TestRefusals:
    """One line, the field and the reason, and exit code 2."""

    @pytest.mark.parametrize(
        ("arguments", "message"),
        [
            (["-o", "tree.pdf"], "format: 'tree.pdf' does not end in one of text, "),
            (["-o", "nowhere/a.dot"], "output: nowhere/a.dot: No such file or direct"),
            (["--json", "--format", "dot"], "json: contradicts --format dot"),
            (["--format", "pdf"], "format: 'pdf' is not one of 'text', 'json', "),
            (["--kind", "all"], "kind: 'all' is not one of 'strategy', 'full', 'line'"),
            (["--depth", "0"], "depth: 0 is not a positive whole number"),
            (["--max-nodes", "x"], "max-nodes: 'x' is not a valid integer"),
            (["--max-nodes", "0"], "max-nodes: 0 is not a positive whole number"),
            (["-o", ""], "output: the name of the file is empty"),
            (["-o", "nowhere/"], "output: nowhere/: Is a directory"),
            (["-o", "."], "output: .: Is a directory"),
            (["--coalition", "4"], "coalition: seat 4 does not exist"),
        ],
    )
    def test_they_name_field_and_reason(
        self,
        capsys: Captured,
        tmp_path: Path,
        monkeypatch: pytest.MonkeyPatch,
        arguments: list[str],
        message: str,
    ) -> None:
        monkeypatch.chdir(tmp_path)
        assert main(["tree", LOST, *arguments]) == 2
        printed = capsys.readouterr()
        assert printed.out == ""
        assert printed.err.startswith(f"kozyr: {message}")
        assert printed.err.count("\n") == 1
        assert not list(tmp_path.iterdir())

    def test_without_graphviz_no_search_begins(
        self, capsys: Captured, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setenv("PATH", str(tmp_path))
        assert main(["tree", HARD, "-o", str(tmp_path / "tree.svg")]) == 2
        assert capsys.readouterr().err == (
            "kozyr: format: svg is drawn by Graphviz, "
            "whose program dot is not installed\n"
        )

    def test_a_position_that_is_none_leaves_no_file(
        self, capsys: Captured, tmp_path: Path
    ) -> None:
        path = tmp_path / "tree.json"
        assert main(["tree", "podkidnoy h 6s6s/7d - 1", "-o", str(path)]) == 2
        assert capsys.readouterr().err.startswith("kozyr: hands: ")
        assert not list(tmp_path.iterdir())

    def test_a_picture_is_not_for_a_terminal(
        self, capsys: Captured, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
    ) -> None:
        (tmp_path / "dot").touch(0o755)
        monkeypatch.setenv("PATH", str(tmp_path))
        monkeypatch.setattr(sys.stdout, "isatty", lambda: True)
        assert main(["tree", LOST, "--format", "png"]) == 2
        message = "kozyr: format: png is not for a terminal; name a file with -o\n"
        assert capsys.readouterr().err == message


class TestLimits:
    """What is proven by then is written, and the exit code says that it is not all."""

    def test_before_the_value(self, capsys: Captured, tmp_path: Path) -> None:
        path = tmp_path / "tree.json"
        assert main(["tree", HARD, "--nodes", "10", "-o", str(path)]) == 3
        note = f"{path}: 1 position, 0 moves; 1 position cut by nodes\n"
        assert capsys.readouterr().err == note
        tree = READERS["json"](path.read_bytes())
        assert tree.graph["stopped"] == tree.nodes[0]["cut"] == "nodes"

    def test_before_all_values(self, capsys: Captured) -> None:
        assert main(["tree", DRAWN, "--kind", "full", "--nodes", "6000"]) == 3
        printed = capsys.readouterr()
        assert re.fullmatch(r"[\d,]+ positions? cut by nodes\n", printed.err)

    def test_ctrl_c_writes_what_there_is(
        self, capsys: Captured, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
    ) -> None:
        engine = Scripted({}, KeyboardInterrupt)
        monkeypatch.setattr(sys.modules["kozyr.solve"], "choose", lambda *_: engine)
        path = tmp_path / "tree.json"
        assert main(["tree", CIRCLE, "-o", str(path)]) == 130
        assert READERS["json"](path.read_bytes()).graph["stopped"] == "interrupt"

    def test_a_real_one(self, tmp_path: Path) -> None:
        with subprocess.Popen(
            [*KOZYR, HARD, "-o", str(tmp_path / "tree.json")],
            stderr=subprocess.PIPE,
        ) as run:
            # It opens its file, which has no name yet, before it searches.
            while not list(tmp_path.iterdir()):
                assert run.poll() is None
            run.send_signal(signal.SIGINT)
            _, said = run.communicate(timeout=60)
        assert run.returncode == 130
        assert said.strip().count(b"\n") == 0
        assert [each.name for each in tmp_path.iterdir()] in ([], ["tree.json"])


class TestFullDisk:
    """One clear line, and nothing half-written."""

    def run(self, path: str, bytes_allowed: int | None) -> tuple[int, str]:
        def limit() -> None:
            if bytes_allowed is not None:
                limits = (bytes_allowed, bytes_allowed)
                resource.setrlimit(resource.RLIMIT_FSIZE, limits)

        run = subprocess.run(
            [*KOZYR, DRAWN, "-o", path, "--format", "json"],
            capture_output=True,
            text=True,
            preexec_fn=limit,
        )
        assert run.stdout == ""
        return run.returncode, run.stderr

    def test_a_file(self, tmp_path: Path) -> None:
        path = tmp_path / "tree.json"
        path.write_bytes(b"old")
        assert self.run(str(path), 10_000) == (1, f"kozyr: {path}: File too large\n")
        assert [each.name for each in tmp_path.iterdir()] == ["tree.json"]
        assert path.read_bytes() == b"old"

    def test_a_device(self) -> None:
        reason = "kozyr: /dev/full: No space left on device\n"
        assert self.run("/dev/full", None) == (1, reason)

    def test_standard_output(self) -> None:
        with open("/dev/full", "wb") as full:
            run = subprocess.run(
                [*KOZYR, DRAWN, "--json"], stdout=full, stderr=subprocess.PIPE
            )
        assert run.returncode == 1
        assert run.stderr == b"kozyr: output: No space left on device\n"


def test_who_has_read_enough_is_no_error() -> None:
    with subprocess.Popen(
        [*KOZYR, DRAWN, "--json"], stdout=subprocess.PIPE, stderr=subprocess.PIPE
    ) as run:
        assert run.stdout is not None and run.stderr is not None
        run.stdout.read(10)
        run.stdout.close()
        assert run.stderr.read() == b""
    assert run.returncode == 1


def test_help_imports_no_graphs() -> None:
    code = (
        "import sys; from kozyr.cli.main import main; main(['tree', '--help']);"
        "print('networkx' in sys.modules)"
    )
    run = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=True
    )
    assert run.stdout.endswith("False\n")
