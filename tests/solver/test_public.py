"""The names that ``import kozyr`` offers."""

import importlib
import sys
from types import ModuleType

import pytest

import kozyr


def test_every_public_name_is_there() -> None:
    for name in kozyr.__all__:
        assert not isinstance(getattr(kozyr, name), ModuleType)
        assert name in dir(kozyr)


def test_a_name_that_is_not_there() -> None:
    with pytest.raises(AttributeError, match="module 'kozyr' has no attribute 'nope'"):
        _ = kozyr.nope  # type: ignore[attr-defined]


@pytest.mark.parametrize("name", ["solve", "position", "deal"])
def test_a_function_keeps_its_name_from_the_module_that_has_it_too(name: str) -> None:
    module = importlib.import_module(f"kozyr.{name}")
    assert module is sys.modules[f"kozyr.{name}"]
    setattr(kozyr, name, module)
    assert callable(getattr(kozyr, name))


def test_what_the_first_lines_of_a_program_look_like() -> None:
    position = kozyr.position("podkidnoy h Kc/Kd - 1")
    solution = kozyr.solve(position, distance=True)
    assert solution.value is kozyr.Value.WIN
    assert solution.plies == 2
    assert solution.best == kozyr.best(position)
    assert str(position.play("Kc")) == "podkidnoy h -/Kd Kc 2 by=1"
