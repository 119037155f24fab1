"""What tests of ``kozyr table`` begin with."""

import shutil
from pathlib import Path

import pytest
from programs import Program


@pytest.fixture
def table(capsys: pytest.CaptureFixture[str]) -> Program:
    return Program("table", capsys)


@pytest.fixture
def mine(home: Path, tmp_path: Path) -> Path:
    """Tables of one's own."""
    shutil.copytree(home, tmp_path / "mine")
    return tmp_path / "mine"
