"""Settings that hold for every test."""

import os

from hypothesis import settings

# No test depends on tables that this machine happens to have, or leaves some there;
# those of tables name their own directories.
os.environ["KOZYR_TABLES"] = ""

# A busy machine is no failure: examples may take as long as they take.
settings.register_profile("kozyr", deadline=None)
settings.load_profile("kozyr")
