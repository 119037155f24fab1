"""Settings that hold for every test, and a cluster for those that ask for it."""

import os
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from hypothesis import settings

if TYPE_CHECKING:
    from distributed import LocalCluster

# No test depends on tables that this machine happens to have, or leaves some there;
# those of tables name their own directories.
os.environ["KOZYR_TABLES"] = ""

# A busy machine is no failure: examples may take as long as they take.
settings.register_profile("kozyr", deadline=None)
settings.load_profile("kozyr")


@pytest.fixture(scope="module")
def cluster() -> "Iterator[LocalCluster]":
    """Two worker processes; an item is suspect when it has lost two.

    For a module and no longer: its threads would take time from what others measure.
    """
    # Imported here: few tests need it, and it takes a second or two.
    import dask
    from distributed import LocalCluster

    with (
        dask.config.set({"distributed.scheduler.allowed-failures": 1}),
        LocalCluster(
            n_workers=2, threads_per_worker=1, processes=True, dashboard_address=":0"
        ) as cluster,
    ):
        yield cluster


@pytest.fixture(scope="session")
def home(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A directory with the tables of both games that build themselves.

    For all tests together: nobody writes there.
    """
    from kozyr.tables.build import build
    from kozyr.tables.layers import layers

    directory = tmp_path_factory.mktemp("tables")
    build(layers("podkidnoy", 2, 8), directory)
    build(layers("perevodnoy", 2, 8), directory)
    return directory
