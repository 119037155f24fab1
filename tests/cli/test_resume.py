"""``kozyr solve --batch --resume`` loses nothing and does nothing twice."""

import json
import random
import re
import resource
import signal
import subprocess
import sys
import time
from collections.abc import Sequence
from contextlib import suppress
from itertools import islice
from pathlib import Path

import pytest

from benchmarks.suites import random_hands
from kozyr.cli.main import main

KOZYR = [sys.executable, "-m", "kozyr.cli.main", "solve"]
WIN = "podkidnoy h Kc/Kd - 1"
LINES = [
    *map(str, islice(random_hands("podkidnoy", 5, 5), 150)),
    "bad",
    json.dumps({"position": WIN, "id": "ю"}),
    "# not this one",
    *map(str, islice(random_hands("podkidnoy", 4, 4), 150)),
]

Captured = pytest.CaptureFixture[str]


def without_cost(path: Path) -> bytes:
    """Return a file of answers, nodes and seconds left out."""
    return re.sub(rb'"nodes": \d+, "seconds": [\d.e-]+', b"", path.read_bytes())


@pytest.fixture(scope="module")
def positions(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("batch") / "positions"
    path.write_text("\n".join(LINES), "utf-8")
    return path


@pytest.fixture(scope="module")
def expected(positions: Path) -> bytes:
    """Return the answers of a run that nothing disturbs."""
    path = positions.with_name("undisturbed")
    assert run(positions, path) == 4
    assert path.read_bytes().count(b"\n") == len(LINES) - 1
    return without_cost(path)


def arguments(positions: Path, answers: Path) -> list[str]:
    return ["--batch", str(positions), "--resume", str(answers)]


def run(positions: Path, answers: Path, *options: str) -> int:
    return main(["solve", *arguments(positions, answers), *options])


def test_the_answers_go_to_the_file(
    capsys: Captured, positions: Path, expected: bytes, tmp_path: Path
) -> None:
    assert main(["solve", "--batch", str(positions)]) == 4
    (tmp_path / "printed").write_text(capsys.readouterr().out)
    assert without_cost(tmp_path / "printed") == expected
    assert run(positions, tmp_path / "file") == 4
    assert without_cost(tmp_path / "file") == expected
    assert capsys.readouterr() == ("", "")


def test_a_run_that_finds_all_answers_adds_nothing(
    positions: Path, expected: bytes, tmp_path: Path
) -> None:
    path = tmp_path / "answers"
    assert run(positions, path) == 4
    before = path.read_bytes()
    assert run(positions, path, "--jobs", "2") == 4
    assert path.read_bytes() == before


@pytest.mark.parametrize("jobs", ["1", "2"])
def test_killed_at_any_moment_again_and_again(
    positions: Path, expected: bytes, tmp_path: Path, jobs: str
) -> None:
    path = tmp_path / "answers"
    command = [*KOZYR, *arguments(positions, path), "--jobs", jobs]
    moments = random.Random(int(jobs))
    lengths = [0]
    while len(lengths) < 8:
        with subprocess.Popen(command, stderr=subprocess.PIPE) as process:
            until = time.monotonic() + 60
            while not path.exists() or path.stat().st_size <= lengths[-1]:
                if process.poll() is not None:
                    break
                assert time.monotonic() < until
                time.sleep(0.002)
            time.sleep(moments.uniform(0, 0.03))
            process.send_signal(signal.SIGKILL)
            assert process.stderr is not None and process.stderr.read() == b""
        lengths.append(path.stat().st_size)
        if process.returncode != -signal.SIGKILL:
            break
        tear(path, moments)
    assert run(positions, path) == 4
    assert without_cost(path) == expected


def tear(path: Path, moments: random.Random) -> None:
    """Leave half a line, as a run does that is killed while it writes."""
    left = path.read_bytes()
    if moments.random() < 0.5 and left:
        path.write_bytes(left[: -moments.randrange(1, 50)])


def limited(size: int) -> None:
    resource.setrlimit(resource.RLIMIT_FSIZE, (size, size))


@pytest.mark.parametrize("jobs", ["1", "2"])
def test_a_full_disk_leaves_a_file_to_go_on_with(
    positions: Path, expected: bytes, tmp_path: Path, jobs: str
) -> None:
    path = tmp_path / "answers"
    full = subprocess.run(
        [*KOZYR, *arguments(positions, path), "--jobs", jobs],
        capture_output=True,
        text=True,
        preexec_fn=lambda: limited(10_000),
    )
    message = f"kozyr: resume: {path}: File too large\n"
    assert (full.returncode, full.stdout, full.stderr) == (2, "", message)
    left = path.read_bytes()
    assert 9_000 < len(left) <= 10_000 and left.endswith(b"}\n")
    assert run(positions, path) == 4
    assert without_cost(path) == expected


def test_ctrl_c_keeps_what_is_answered(tmp_path: Path) -> None:
    hard = "podkidnoy h 6s8sTs7d9dJdQdKdAd6h/7s9sJs6d8dTd6c7c8cAh - 1"
    (tmp_path / "positions").write_text(f"{WIN}\n{hard}\n")
    path = tmp_path / "answers"
    with subprocess.Popen(
        [*KOZYR, *arguments(tmp_path / "positions", path)], stderr=subprocess.PIPE
    ) as process:
        while not path.exists() or not path.read_bytes().endswith(b"\n"):
            time.sleep(0.01)
        time.sleep(0.2)
        process.send_signal(signal.SIGINT)
        assert process.wait(60) == 130
        assert process.stderr is not None and process.stderr.read() == b""
    assert path.read_bytes().count(b"\n") == 1
    (tmp_path / "positions").write_text(f"{WIN}\nbad\n")
    assert run(tmp_path / "positions", path) == 4
    assert path.read_bytes().count(b"\n") == 2


def refusals() -> Sequence[tuple[list[str], str]]:
    return [
        (["--resume", "answers", WIN], "resume: is for a batch, not for one POSITION"),
        (
            ["--batch", "in", "--resume", "in"],
            "resume: in: is the file of the positions",
        ),
        (["--batch", "in", "--resume", "/dev/full"], "resume: /dev/full: is not"),
        (["--batch", "in", "--resume", "no/where"], "resume: no/where: No such file"),
        (["--batch", "none", "--resume", "answers"], "batch: none: No such file"),
        (["--batch", "in", "--resume", "other"], "resume: other: line 1: is not an"),
        *(
            (["--batch", "in", "--resume", file, *option], message)
            for file in ("answers", "torn")
            for option, message in (
                (["--tables", "none"], "tables: none: no such directory"),
                (["--memory", "0.001"], "memory: at least 1 MB is needed"),
            )
        ),
    ]


@pytest.mark.parametrize(("words", "message"), refusals())
def test_what_is_refused_is_one_line(
    capsys: Captured,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    words: list[str],
    message: str,
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("in").write_text(WIN)
    Path("other").write_text("a letter to a friend\n")
    Path("torn").write_text('{"position": ')
    with suppress(FileNotFoundError):
        Path("answers").unlink()
    assert main(["solve", *words]) == 2
    printed = capsys.readouterr()
    assert printed.err.startswith(f"kozyr: {message}")
    assert (printed.out, printed.err.count("\n")) == ("", 1)
    assert not Path("answers").exists()
    assert Path("other").read_text() == "a letter to a friend\n"
    assert Path("torn").read_text() == '{"position": '
