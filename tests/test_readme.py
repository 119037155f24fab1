"""What the README and the pages of docs/ show is what the program does.

``python tests/test_readme.py`` writes the console blocks anew.
"""

import doctest
import html
import os
import re
import subprocess
import sysconfig
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest

ROOT = Path(__file__).parents[1]
PAGES = (ROOT / "README.md", *sorted((ROOT / "docs").glob("*.md")))

_BLOCK = re.compile(r"^```(\w+)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
_LINK = re.compile(r"\]\(([^)#:]+)(?:#[^)]*)?\)")
# What a search costs differs from machine to machine and from kernel to kernel.
_COSTS = (
    (re.compile(r"[\d,]+ nodes? in .*"), "N nodes in T"),
    (re.compile(r"[\d,]+ bytes?"), "N bytes"),
    (re.compile(r'"nodes": \d+, "seconds": [\d.e-]+'), '"nodes": N, "seconds": T'),
)
# Ends what one command prints, and leaves its exit code for the next.
_MARK = "mark() { local code=$?; printf '\\0'; return $code; }\n"


def blocks(language: str) -> list[tuple[str, str]]:
    """Return the fenced blocks in a language, each with where it stands."""
    found = []
    for page in PAGES:
        text = page.read_text("utf-8")
        for block in _BLOCK.finditer(text):
            if block[1] == language:
                line = text[: block.start()].count("\n") + 1
                found.append((f"{page.name}:{line}", block[2]))
    return found


def without_costs(text: str) -> str:
    """Replace nodes and seconds."""
    for pattern, replacement in _COSTS:
        text = pattern.sub(replacement, text)
    return text.strip()


@cache
def tables() -> TemporaryDirectory[str]:
    """Return the folder of the tables that the commands read."""
    return TemporaryDirectory()


def run(commands: list[str]) -> list[str]:
    """Run lines of one shell, and return what a terminal would show after each.

    The shell works in an empty folder of its own.
    """
    scripts = sysconfig.get_path("scripts")
    environment = {
        **os.environ,
        "PATH": scripts + os.pathsep + os.environ.get("PATH", ""),
        "PYTHONUTF8": "1",
        "COLUMNS": "80",
        # As for everyone, tables build themselves; but not in anyone's cache.
        "KOZYR_TABLES": tables().name,
    }
    with TemporaryDirectory() as folder:
        shell = subprocess.run(
            ["bash", "-c", _MARK + "\nmark\n".join([*commands, ""])],
            cwd=folder,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            env=environment,
            encoding="utf-8",
            timeout=120,
            check=False,
        )
    return shell.stdout.split("\0")[:-1]


def commands_of(block: str) -> list[str]:
    """Return the lines of a console block that are typed."""
    return [line[2:] for line in block.splitlines() if line.startswith("$ ")]


@pytest.mark.parametrize(("place", "block"), blocks("console"))
def test_a_console_block_shows_what_its_commands_print(place: str, block: str) -> None:
    """The commands after the dollar signs print the other lines."""
    shown = [line for line in block.splitlines() if not line.startswith("$ ")]
    printed = "".join(run(commands_of(block)))
    assert without_costs(printed) == without_costs("\n".join(shown)), place


@pytest.mark.parametrize(("place", "block"), blocks("python"))
def test_a_python_block_is_a_session(place: str, block: str) -> None:
    """Every example in it gives what it says."""
    example = doctest.DocTestParser().get_doctest(block, {}, place, place, 0)
    failures: list[str] = []
    runner = doctest.DocTestRunner(optionflags=doctest.ELLIPSIS)
    runner.run(example, out=failures.append)
    assert example.examples
    assert not failures, "".join(failures)


@pytest.mark.parametrize(
    "picture", sorted((ROOT / "docs").glob("*.svg")), ids=lambda p: p.name
)
def test_a_picture_shows_what_its_command_prints(picture: Path) -> None:
    """Its text, blanks aside, is the command and what that prints."""
    rows = re.findall(r"^<text.*$", picture.read_text("utf-8"), re.MULTILINE)
    words = [html.unescape(re.sub(r"<[^>]*>", "", row)) for row in rows]
    command = words[0].removeprefix("$ ")
    (printed,) = run([command])
    assert without_blanks(without_costs("\n".join(words[1:]))) == without_blanks(
        without_costs(printed)
    )


def without_blanks(text: str) -> str:
    """Drop blanks and empty lines."""
    return "".join(text.split())


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_links_inside_the_repository_lead_somewhere(page: Path) -> None:
    """Every relative link names a file that is there."""
    for target in _LINK.findall(page.read_text("utf-8")):
        assert (page.parent / target).exists(), target


def write_blocks_anew() -> None:
    """Put into every console block what its commands print now."""

    def written(block: re.Match[str]) -> str:
        if block[1] != "console":
            return block[0]
        commands = commands_of(block[2])
        shown = zip(commands, run(commands), strict=True)
        parts = [f"$ {command}\n{printed}" for command, printed in shown]
        return f"```console\n{''.join(parts)}```"

    for page in PAGES:
        text = page.read_text("utf-8")
        page.write_text(_BLOCK.sub(written, text), "utf-8")


if __name__ == "__main__":
    write_blocks_anew()
