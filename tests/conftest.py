"""Settings that hold for every test, and a cluster for those that ask for it."""

import os
from collections.abc import Iterator
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


@pytest.fixture(scope="session")
def cluster() -> "Iterator[LocalCluster]":
    """Two worker processes; an item is suspect when it has lost two."""
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
