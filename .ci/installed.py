"""Fail unless all of kozyr is installed: every module, every file, every kernel.

A package or a data file that pyproject.toml forgets is there in an editable install,
and missing everywhere else; a kernel that failed to compile must not go unnoticed.
"""

import ast
from importlib import import_module
from importlib.machinery import EXTENSION_SUFFIXES
from pathlib import Path

import kozyr

ROOT = Path(__file__).parents[1]
INSTALLED = Path(kozyr.__file__).parent
HOMES = {"solver": INSTALLED, "ext": INSTALLED / "ext", "cli": INSTALLED / "cli"}


def named_kernels() -> tuple[str, ...]:
    """Return the names in ``KERNELS`` of setup.py, without running it."""
    for statement in ast.parse((ROOT / "setup.py").read_text()).body:
        if isinstance(statement, ast.Assign) and any(
            isinstance(target, ast.Name) and target.id == "KERNELS"
            for target in statement.targets
        ):
            return tuple(ast.literal_eval(statement.value))
    raise SystemExit("setup.py names no kernels")


def missing() -> list[str]:
    """Return the files of the package's folders that are not installed."""
    if INSTALLED == ROOT / "solver":
        raise SystemExit("kozyr is installed editable")
    return [
        str(file.relative_to(ROOT))
        for folder, home in HOMES.items()
        for file in (ROOT / folder).rglob("*.*")
        # Kernels are installed compiled; what else Python leaves is no source.
        if file.suffix not in (".pyx", ".pyc", ".so", ".c")
        and not (home / file.relative_to(ROOT / folder)).exists()
    ]


def main() -> None:
    """Import every kernel, look for every file."""
    names = named_kernels()
    for name in names:
        kernel = import_module(f"kozyr.ext.{name}")
        if not str(kernel.__file__).endswith(tuple(EXTENSION_SUFFIXES)):
            raise SystemExit(f"{kernel.__file__} is not compiled")
    if absent := missing():
        raise SystemExit(f"not installed: {', '.join(absent)}")
    print(f"all files, {len(names)} kernels: {', '.join(names)}")


main()
