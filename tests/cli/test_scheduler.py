"""``kozyr solve --batch --scheduler`` answers as without, and says what is amiss."""

import json
import os
import re
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from itertools import islice
from pathlib import Path

import pytest
from distributed import Client, LocalCluster

from benchmarks.suites import random_hands
from kozyr import cluster as module
from kozyr.cli.main import main

KOZYR = [sys.executable, "-m", "kozyr.cli.main", "solve"]
WIN = "podkidnoy h Kc/Kd - 1"
HARD = "podkidnoy h 6s8sTs7d9dJdQdKdAd6h/7s9sJs6d8dTd6c7c8cAh - 1"

Captured = pytest.CaptureFixture[str]


def without_cost(text: str) -> str:
    """Return answers with nodes and seconds left out."""
    return re.sub(r'"nodes": \d+, "seconds": [\d.e-]+', "", text)


@pytest.fixture
def positions(tmp_path: Path) -> Path:
    path = tmp_path / "positions"
    lines = [
        *map(str, islice(random_hands("podkidnoy", 6, 6), 300)),
        "bad",
        json.dumps({"position": WIN, "id": "ю"}),
    ]
    path.write_text("\n".join(lines), "utf-8")
    return path


def test_the_answers_are_those_of_one_process_byte_for_byte(
    capsys: Captured, cluster: LocalCluster, positions: Path
) -> None:
    assert main(["solve", "--batch", str(positions)]) == 4
    alone = capsys.readouterr().out
    command = ["solve", "--batch", str(positions), "--scheduler"]
    assert main([*command, cluster.scheduler_address]) == 4
    there = capsys.readouterr()
    assert without_cost(there.out) == without_cost(alone)
    assert there.err == ""


def test_a_worker_killed_in_the_middle_changes_nothing(
    capsys: Captured, cluster: LocalCluster, positions: Path, tmp_path: Path
) -> None:
    assert main(["solve", "--batch", str(positions)]) == 4
    alone = capsys.readouterr().out
    with Client(cluster, set_as_default=False) as client:
        worker = min(client.run(os.getpid).values())
    path = tmp_path / "answers"
    words = ["--batch", str(positions), "--scheduler", cluster.scheduler_address]
    with subprocess.Popen([*KOZYR, *words, "--resume", str(path)]) as run:
        wait_for(path)
        os.kill(worker, signal.SIGKILL)
        assert run.wait(60) == 4
    assert without_cost(path.read_text()) == without_cost(alone)


@pytest.mark.parametrize(
    ("stop", "code"),
    [(signal.SIGINT, 130), (signal.SIGKILL, -signal.SIGKILL)],
)
def test_ctrl_c_ends_the_work_on_the_cluster_and_so_does_a_kill(
    cluster: LocalCluster, tmp_path: Path, stop: signal.Signals, code: int
) -> None:
    (tmp_path / "positions").write_text(f"{WIN}\n{HARD}\n{HARD}\n")
    path = tmp_path / "answers"
    words = ["--batch", str(tmp_path / "positions")]
    words += ["--scheduler", cluster.scheduler_address, "--resume", str(path)]
    with subprocess.Popen([*KOZYR, *words], stderr=subprocess.PIPE) as run:
        wait_for(path)
        time.sleep(0.3)
        run.send_signal(stop)
        assert run.wait(60) == code
        assert run.stderr is not None and run.stderr.read() == b""
    assert path.read_bytes().count(b"\n") == 1
    until = time.monotonic() + 30
    while cluster.scheduler.tasks and time.monotonic() < until:
        time.sleep(0.01)
    assert not cluster.scheduler.tasks
    # And the workers know: they have time for something else.
    with Client(cluster, set_as_default=False) as client:
        assert client.submit(abs, -1, pure=False).result(30) == 1


def wait_for(path: Path) -> None:
    """Wait for the first answer in a file."""
    until = time.monotonic() + 60
    while not path.exists() or not path.stat().st_size:
        assert time.monotonic() < until
        time.sleep(0.01)


@pytest.fixture
def no_patience(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    monkeypatch.setattr(module, "TIMEOUT", 0.2)
    yield


@pytest.mark.usefixtures("no_patience")
@pytest.mark.parametrize(
    ("options", "message"),
    [
        (["--batch", "in", "--scheduler", "127.0.0.1:1"], "scheduler: 127.0.0.1:1: Ti"),
        (["--batch", "in", "--scheduler", "x"], "scheduler: x: missing port number"),
        (
            ["--batch", "in", "--scheduler", "127.0.0.1:1", "--jobs", "1"],
            "jobs: the cluster decides how many work side by side",
        ),
        (["--scheduler", "127.0.0.1:1", WIN], "scheduler: is for a batch, not for one"),
    ],
)
def test_what_is_refused_is_one_line(
    capsys: Captured,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    options: list[str],
    message: str,
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("in").write_text(WIN)
    assert main(["solve", *options]) == 2
    printed = capsys.readouterr()
    assert printed.err.startswith(f"kozyr: {message}")
    assert (printed.out, printed.err.count("\n")) == ("", 1)


def test_without_dask_the_extra_is_named(
    capsys: Captured, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "distributed", None)
    (tmp_path / "in").write_text(WIN)
    words = ["--batch", str(tmp_path / "in"), "--scheduler", "127.0.0.1:8786"]
    assert main(["solve", *words]) == 2
    assert capsys.readouterr().err == (
        "kozyr: scheduler: needs Dask; install it with: pip install 'kozyr[cluster]'\n"
    )
