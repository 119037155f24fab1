"""What tests of certificates begin with."""

import pytest
from certificates import Checker


@pytest.fixture(scope="module")
def check(tmp_path_factory: pytest.TempPathFactory) -> Checker:
    return Checker(tmp_path_factory.mktemp("certificates"))
