"""``kozyr prove`` and ``kozyr verify``: write a certificate, and check it."""

import io
import json
import subprocess
import sys
from pathlib import Path

import pytest
from engines import Scripted

from kozyr.cli.main import main

WIN = "podkidnoy h Kc/KdAd - 1"
HARD = "podkidnoy h 6s8sTs7d9dJdQdKdAd6h/7s9sJs6d8dTd6c7c8cAh - 1"

Captured = pytest.CaptureFixture[str]


@pytest.fixture
def proof(tmp_path: Path, capsys: Captured) -> Path:
    """A certificate of a win."""
    path = tmp_path / "win.kozyr"
    assert main(["prove", WIN, "-o", str(path)]) == 0
    capsys.readouterr()
    return path


class TestProve:
    """The value goes to the output, the certificate to the file."""

    def test_the_value_is_said(self, tmp_path: Path, capsys: Captured) -> None:
        path = tmp_path / "proof"
        assert main(["prove", *WIN.split(), "-o", str(path)]) == 0
        printed = capsys.readouterr()
        assert printed.out == "Seat 1 wins within 2 moves, whatever seat 2 plays.\n"
        size = path.stat().st_size
        assert printed.err == f"{path}: 2 positions, {size} bytes\n"

    def test_json(self, tmp_path: Path, capsys: Captured) -> None:
        path = tmp_path / "proof"
        options = ["-o", str(path), "--json", "--coalition", "2"]
        assert main(["prove", WIN, *options]) == 0
        printed = capsys.readouterr()
        record = json.loads(printed.out)
        assert (record["value"], record["coalition"]) == ("loss", [2])
        assert record["bytes"] == path.stat().st_size
        assert printed.err == ""

    def test_a_seat_that_is_out_is_no_option(self, tmp_path: Path) -> None:
        words = ["podkidnoy", "d", "-/7c", "8s", "2", "by=1"]
        assert main(["prove", *words, "-o", str(tmp_path / "proof")]) == 0

    @pytest.mark.parametrize(
        ("options", "limit"),
        [
            (["--nodes", "100"], "nodes"),
            (["--time", "0.05"], "time"),
            (["--memory", "4", "--max-positions", "9", "--nodes", "9"], "nodes"),
        ],
    )
    def test_a_limit_is_exit_code_3(
        self, options: list[str], limit: str, tmp_path: Path, capsys: Captured
    ) -> None:
        path = tmp_path / "proof"
        assert main(["prove", HARD, "-o", str(path), *options]) == 3
        assert capsys.readouterr() == (
            "",
            "kozyr: prove: the value is unknown, no proof within the limit of "
            f"{limit}\n",
        )
        assert list(tmp_path.iterdir()) == []

    def test_too_many_positions_are_exit_code_3(
        self, tmp_path: Path, capsys: Captured
    ) -> None:
        options = ["-o", str(tmp_path / "proof"), "--max-positions", "1"]
        assert main(["prove", WIN, *options]) == 3
        assert capsys.readouterr().err == (
            "kozyr: prove: the value is win, no proof within the limit of positions\n"
        )

    @pytest.mark.parametrize(
        ("arguments", "message"),
        [
            ([WIN], "output: missing"),
            (["-o", "proof"], "position: missing"),
            ([WIN, "-o", "nowhere/proof"], "output: nowhere/proof: No such file"),
            ([WIN, "-o", ""], "output: the name of the file is empty"),
            ([WIN, "-o", "nowhere/"], "output: nowhere/: Is a directory"),
            ([WIN, "-o", "-", "--json"], "json: standard output is for the certif"),
            ([WIN, "-o", "proof", "--coalition", "3"], "coalition: seat 3 does not"),
            ([WIN, "-o", "proof", "--max-positions", "0"], "max-positions: 0 is not"),
            (["podkidnoy h Kc/Kc - 1", "-o", "proof"], "hands: Kc is both"),
        ],
    )
    def test_what_is_refused(
        self,
        arguments: list[str],
        message: str,
        tmp_path: Path,
        capsys: Captured,
        monkeypatch: pytest.MonkeyPatch,
    ) -> None:
        monkeypatch.chdir(tmp_path)
        assert main(["prove", *arguments]) == 2
        error = capsys.readouterr().err
        assert error.startswith(f"kozyr: {message}")
        assert error.count("\n") == 1
        assert list(tmp_path.iterdir()) == []

    def test_ctrl_c_is_one_line(
        self, tmp_path: Path, capsys: Captured, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        engine = Scripted({}, KeyboardInterrupt)
        monkeypatch.setattr(sys.modules["kozyr.prove"], "choose", lambda *_: engine)
        assert main(["prove", WIN, "-o", str(tmp_path / "proof")]) == 130
        assert capsys.readouterr() == ("", "kozyr: interrupted\n")
        assert list(tmp_path.iterdir()) == []


class TestStandardStreams:
    """``-`` is standard output of the one and standard input of the other."""

    KOZYR = (sys.executable, "-m", "kozyr.cli.main")

    def test_a_proof_through_a_pipe(self, proof: Path) -> None:
        proving = [*self.KOZYR, "prove", WIN, "-o", "-"]
        printed = subprocess.run(proving, capture_output=True, cwd=proof.parent)
        assert printed.returncode == 0
        assert printed.stdout == proof.read_bytes()
        assert printed.stderr.decode().splitlines() == [
            "Seat 1 wins within 2 moves, whatever seat 2 plays.",
            f"standard output: 2 positions, {len(printed.stdout)} bytes",
        ]
        checking = [*self.KOZYR, "verify", "-"]
        read = subprocess.run(checking, input=printed.stdout, capture_output=True)
        assert (read.returncode, read.stderr) == (0, b"")
        assert read.stdout.startswith(b"Proven: seat 1 wins within 2 moves")
        assert list(proof.parent.iterdir()) == [proof]

    def test_at_a_limit_nothing_is_printed(self, capsys: Captured) -> None:
        assert main(["prove", WIN, "-o", "-", "--max-positions", "1"]) == 3
        assert capsys.readouterr().out == ""

    def test_a_terminal_is_spared(
        self, capsys: Captured, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr(sys.stdout, "isatty", lambda: True)
        assert main(["prove", HARD, "-o", "-"]) == 2
        error = capsys.readouterr().err
        assert error.startswith("kozyr: output: a certificate is not for a terminal")

    def test_a_damaged_one_is_named_so(
        self, proof: Path, capsys: Captured, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        stdin = io.TextIOWrapper(io.BytesIO(proof.read_bytes()[:-1]))
        monkeypatch.setattr(sys, "stdin", stdin)
        assert main(["verify", "-"]) == 2
        message = "checksum: the file is damaged (standard input, the last 40 bytes)"
        assert capsys.readouterr().err == f"kozyr: {message}\n"

    def test_a_closed_one(
        self, capsys: Captured, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr(sys, "stdin", None)
        assert main(["verify", "-"]) == 2
        assert capsys.readouterr().err == "kozyr: file: standard input: is closed\n"


class TestVerify:
    """What was proven in words, or what is wrong in one line."""

    def test_what_was_proven(self, proof: Path, capsys: Captured) -> None:
        assert main(["verify", str(proof)]) == 0
        assert capsys.readouterr() == (
            "Proven: seat 1 wins within 2 moves, whatever seat 2 plays.\n"
            f"  {WIN}\n"
            "  by a strategy of seat 1 to win: 2 positions\n",
            "",
        )

    def test_a_draw_names_both_strategies(
        self, tmp_path: Path, capsys: Captured
    ) -> None:
        path = str(tmp_path / "draw")
        assert main(["prove", "podkidnoy h QdKc/QsQh/6sJd - 1", "-o", path]) == 0
        assert main(["verify", path]) == 0
        lines = capsys.readouterr().out.splitlines()
        assert lines[-2].startswith("  by a strategy of seat 1 not to lose: ")
        assert lines[-1].startswith("  by a strategy of seats 2 and 3 not to lose: ")

    def test_where_nobody_is_left_to_have_a_strategy(
        self, tmp_path: Path, capsys: Captured
    ) -> None:
        path = str(tmp_path / "all")
        options = ["--coalition", "1,2", "-o", path]
        assert main(["prove", "podkidnoy h Kc/KdAd - 1", *options]) == 0
        assert main(["verify", path]) == 0
        lines = capsys.readouterr().out.splitlines()
        assert lines[1].startswith("Proven: seats 1 and 2 lose within 2 moves, whate")
        assert lines[-1] == "  whatever is played: 2 positions"

    def test_json(self, proof: Path, capsys: Captured) -> None:
        assert main(["verify", str(proof), "--json"]) == 0
        record = json.loads(capsys.readouterr().out)
        assert (record["position"], record["value"]) == (WIN, "win")

    def test_a_damaged_file(self, proof: Path, capsys: Captured) -> None:
        content = bytearray(proof.read_bytes())
        content[60] ^= 1
        proof.write_bytes(content)
        for options in ([], ["--json"]):
            assert main(["verify", str(proof), *options]) == 2
            assert capsys.readouterr() == (
                "",
                f"kozyr: checksum: the file is damaged ({proof}, the last 40 bytes)\n",
            )

    def test_another_file(self, tmp_path: Path, capsys: Captured) -> None:
        path = tmp_path / "text"
        path.write_text(WIN)
        assert main(["verify", str(path)]) == 2
        message = f"format: not a certificate of version 1 ({path}, byte 1)"
        assert capsys.readouterr().err == f"kozyr: {message}\n"

    def test_no_file(self, tmp_path: Path, capsys: Captured) -> None:
        path = tmp_path / "none"
        assert main(["verify", str(path)]) == 2
        message = f"file: {path}: No such file or directory"
        assert capsys.readouterr().err == f"kozyr: {message}\n"
        assert main(["verify"]) == 2
        assert capsys.readouterr().err == "kozyr: file: missing\n"


@pytest.mark.parametrize("command", ["prove", "verify"])
def test_the_help_says_what_it_takes(command: str, capsys: Captured) -> None:
    assert main([command, "--help"]) == 0
    assert "FILE" in capsys.readouterr().out


def test_the_names_are_functions_and_modules() -> None:
    import kozyr

    assert kozyr.prove is sys.modules["kozyr.prove"].prove
    assert kozyr.verify is sys.modules["kozyr.verify"].verify
