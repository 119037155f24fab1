"""What starting costs: nothing is imported that isn't needed.

A test of structure, not of time: modules are counted on every machine alike.
"""

import json
import subprocess
import sys

SLOW = {"numpy", "networkx", "multiprocessing", "asyncio", "inspect", "unittest"}


def imported_by(code: str) -> set[str]:
    """Return the modules that some code imports in a fresh Python."""
    script = f"""
import json, sys
before = set(sys.modules)
{code}
print(json.dumps(sorted(set(sys.modules) - before)))
"""
    run = subprocess.run(
        [sys.executable, "-c", script], capture_output=True, text=True, check=True
    )
    modules: list[str] = json.loads(run.stdout.splitlines()[-1])
    return set(modules)


def test_importing_the_library_imports_nothing_else() -> None:
    modules = imported_by("import kozyr")
    assert {name for name in modules if name.startswith("kozyr")} == {
        "kozyr",
        "kozyr._version",
    }
    assert not modules & (SLOW | {"click", "typing", "dataclasses", "json"})


def test_help_lists_the_commands_without_importing_them() -> None:
    modules = imported_by("from kozyr.cli.main import main; main(['--help'])")
    assert {name for name in modules if name.startswith("kozyr")} <= {
        "kozyr",
        "kozyr._version",
        "kozyr.cli",
        "kozyr.cli.exits",
        "kozyr.cli.lazy",
        "kozyr.cli.main",
        "kozyr.errors",
    }
    # click may bring in what it likes of Python's own.
    assert not modules & {"numpy", "networkx", "multiprocessing"}


def test_solving_one_position_starts_no_machinery_for_many() -> None:
    position = "podkidnoy h Kc/Kd - 1"
    modules = imported_by(
        f"from kozyr.cli.main import main; main(['solve', '--json', {position!r}])"
    )
    assert "kozyr.ext.podkidnoy" in modules
    assert not modules & {
        "numpy",
        "networkx",
        "multiprocessing",
        "distributed",
        "kozyr.batch",
        "kozyr.reference",
        "kozyr.match",
    }


def test_a_batch_here_needs_nothing_of_a_cluster() -> None:
    modules = imported_by(
        "from kozyr.cli.main import main; main(['solve', '--batch', '/dev/null'])"
    )
    assert "kozyr.batch" in modules
    assert not modules & {
        "multiprocessing",
        "distributed",
        "kozyr.cluster",
        "kozyr.resume",
        "kozyr.workers",
    }
