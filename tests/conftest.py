"""Settings that hold for every test."""

from hypothesis import settings

# A busy machine is no failure: examples may take as long as they take.
settings.register_profile("kozyr", deadline=None)
settings.load_profile("kozyr")
