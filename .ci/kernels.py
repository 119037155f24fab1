"""Fail unless every kernel that setup.py names is installed as machine code."""

import ast
from importlib import import_module
from importlib.machinery import EXTENSION_SUFFIXES
from pathlib import Path


def named_kernels() -> tuple[str, ...]:
    """Return the names in ``KERNELS`` of setup.py, without running it."""
    setup = Path(__file__).parents[1] / "setup.py"
    for statement in ast.parse(setup.read_text()).body:
        if isinstance(statement, ast.Assign) and any(
            isinstance(target, ast.Name) and target.id == "KERNELS"
            for target in statement.targets
        ):
            return tuple(ast.literal_eval(statement.value))
    raise SystemExit("setup.py names no kernels")


names = named_kernels()
for name in names:
    kernel = import_module(f"kozyr.ext.{name}")
    if not str(kernel.__file__).endswith(tuple(EXTENSION_SUFFIXES)):
        raise SystemExit(f"{kernel.__file__} is not compiled")
print(f"{len(names)} kernels: {', '.join(names)}")
