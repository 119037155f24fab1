"""A cluster builds a table as one machine does, whatever happens to its workers."""

import os
import signal
import threading
import time
from pathlib import Path

import pytest
from distributed import Client, LocalCluster

from kozyr.errors import ClusterError
from kozyr.tables import build as module
from kozyr.tables.build import build
from kozyr.tables.layers import Layer, layers


def contents(directory: Path) -> dict[str, bytes]:
    return {each.name: each.read_bytes() for each in directory.glob("*.table")}


@pytest.fixture
def small_parts(monkeypatch: pytest.MonkeyPatch) -> None:
    """Make of a small table what else only a large one has: many parts."""
    monkeypatch.setattr(module, "_PART", {2: 1 << 14, 3: 1 << 14})


@pytest.mark.parametrize(
    "game, players, cards", [("podkidnoy", 2, 7), ("podkidnoy", 3, 5)]
)
def test_it_is_the_same_byte_for_byte(
    cluster: LocalCluster,
    tmp_path: Path,
    small_parts: None,
    game: str,
    players: int,
    cards: int,
) -> None:
    wanted = layers(game, players, cards)
    build(wanted, tmp_path / "here")
    build(wanted, tmp_path / "there", scheduler=cluster.scheduler_address)
    assert contents(tmp_path / "here") == contents(tmp_path / "there")


def test_a_worker_killed_in_the_middle_costs_nothing(
    cluster: LocalCluster, tmp_path: Path, small_parts: None
) -> None:
    wanted = layers("podkidnoy", 2, 8)
    build(wanted, tmp_path / "here")
    killed = threading.Event()

    def kill(layer: Layer, done: int, parts: int) -> None:
        if layer.cards == 8 and done > parts // 3 and not killed.is_set():
            with Client(cluster, set_as_default=False) as client:
                os.kill(next(iter(client.run(os.getpid).values())), signal.SIGKILL)
            killed.set()

    build(
        wanted, tmp_path / "there", scheduler=cluster.scheduler_address, progress=kill
    )
    assert killed.is_set()
    assert contents(tmp_path / "here") == contents(tmp_path / "there")
    # The nanny starts another worker; the next test finds both.
    with Client(cluster, set_as_default=False) as client:
        for _ in range(300):
            if len(client.nthreads()) == 2:
                break
            time.sleep(0.1)


def test_no_cluster_is_one_clear_line(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("kozyr.cluster.TIMEOUT", 0.5)
    with pytest.raises(ClusterError, match=r"^scheduler: tcp://127\.0\.0\.1:9: "):
        build(layers("podkidnoy", 2, 3), tmp_path, scheduler="tcp://127.0.0.1:9")
