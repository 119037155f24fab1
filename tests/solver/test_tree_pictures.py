"""Pictures are drawn by Graphviz; where it is not installed, one line says so."""

import json
import shutil
import subprocess
import sys
from pathlib import Path
from xml.etree import ElementTree

import pytest
from trees import EXAMPLES, Tree, edges_of, large, nodes_of, written

from kozyr.errors import KozyrError, OptionError
from kozyr.tree import build, chunks, write
from kozyr.tree.fields import EDGE_FIELDS, NODE_FIELDS

SVG = "{http://www.w3.org/2000/svg}"


@pytest.fixture(scope="module", params=EXAMPLES)
def tree(request: pytest.FixtureRequest) -> Tree:
    example: Tree = EXAMPLES[request.param]()
    return example


@pytest.fixture
def program(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Put a program of this test's own in the place of Graphviz."""
    monkeypatch.setenv("PATH", str(tmp_path))
    return tmp_path / "dot"


def say(program: Path, code: str) -> None:
    program.write_text(f"#!{sys.executable}\nimport sys\n{code}\n")
    program.chmod(0o755)


class TestAsking:
    """What is asked of Graphviz, and what is made of its answer."""

    tree = EXAMPLES["lost"]()

    @pytest.mark.parametrize("format", ["svg", "png"])
    def test_it_is_given_the_format_dot(self, program: Path, format: str) -> None:
        say(
            program,
            "out = sys.stdout.buffer; out.write(sys.argv[1].encode());"
            "out.write(sys.stdin.buffer.read())",
        )
        drawn = b"".join(chunks(self.tree, format))
        assert drawn == f"-T{format}".encode() + written(self.tree, "dot")

    def test_a_large_tree_is_drawn_in_a_hurry(self, program: Path) -> None:
        say(program, "sys.stdin.read(); print(*sys.argv[2:])")
        assert b"".join(chunks(self.tree, "svg")) == b"\n"
        hurry = b"-Gnslimit=0.2 -Gmclimit=0.2\n"
        assert b"".join(chunks(large(1000), "svg")) == hurry

    def test_a_large_picture_comes_in_pieces(self, program: Path) -> None:
        say(program, "sys.stdin.read(); sys.stdout.write('x' * 1_000_000)")
        pieces = list(chunks(self.tree, "png"))
        assert b"".join(pieces) == b"x" * 1_000_000
        assert max(map(len, pieces)) <= 1 << 16

    @pytest.mark.parametrize(
        ("code", "reason"),
        [
            ("print('Error: a\\nError: b', file=sys.stderr); sys.exit(3)", "Error: b"),
            ("sys.stdin.close(); sys.exit(4)", "exit code 4"),
        ],
    )
    def test_it_fails(
        self, program: Path, tmp_path: Path, code: str, reason: str
    ) -> None:
        say(program, code)
        with pytest.raises(KozyrError) as failed:
            write(large(3000), tmp_path / "tree.svg")
        assert str(failed.value) == f"format: Graphviz could not draw the svg: {reason}"
        assert [each.name for each in tmp_path.iterdir()] == ["dot"]

    @pytest.mark.parametrize("format", ["svg", "png"])
    def test_it_is_not_installed(
        self, program: Path, tmp_path: Path, format: str
    ) -> None:
        with pytest.raises(OptionError) as refused:
            write(self.tree, tmp_path / f"tree.{format}")
        assert str(refused.value) == (
            f"format: {format} is drawn by Graphviz, whose program dot is not installed"
        )
        assert not list(tmp_path.iterdir())


@pytest.mark.browser
class TestGraphviz:
    """The program itself."""

    def test_it_is_installed(self) -> None:
        assert shutil.which("dot"), "install Graphviz: apt-get install graphviz"

    def test_it_reads_every_node_and_edge_of_the_format_dot(self, tree: Tree) -> None:
        read = subprocess.run(
            ["dot", "-Kosage", "-Tjson0"],
            input=written(tree, "dot"),
            capture_output=True,
            check=True,
        )
        assert read.stderr == b""
        graph = json.loads(read.stdout)
        assert graph["root"] == "0"
        for data, entry in zip(nodes_of(tree).values(), graph["objects"], strict=True):
            assert {name: entry.get(name, "") for name in NODE_FIELDS} == _as_text(data)
        found = {
            (edge["tail"], edge["head"]): {
                name: edge.get(name, "") for name in EDGE_FIELDS
            }
            for edge in graph.get("edges", [])
        }
        assert found == {(a, b): _as_text(data) for a, b, data in edges_of(tree)}

    @pytest.mark.parametrize("example", ["won", "lost", "with a stock", "unknown"])
    def test_an_svg_shows_every_node_and_edge(self, example: str) -> None:
        tree = EXAMPLES[example]()
        picture = ElementTree.fromstring(b"".join(chunks(tree, "svg")))
        titles = {
            kind: [
                group.findtext(f"{SVG}title")
                for group in picture.iter(f"{SVG}g")
                if group.get("class") == kind
            ]
            for kind in ("node", "edge")
        }
        assert sorted(titles["node"]) == sorted(map(str, tree))  # type: ignore[type-var]
        edges = [f"{a}->{b}" for a, b, _ in edges_of(tree)]
        assert sorted(titles["edge"]) == sorted(edges)  # type: ignore[type-var]

    def test_a_png_is_one(self) -> None:
        picture = b"".join(chunks(EXAMPLES["lost"](), "png"))
        assert picture.startswith(b"\x89PNG\r\n") and len(picture) > 10_000


def _as_text(data: dict[str, object]) -> dict[str, str]:
    """Return attributes as Graphviz hands them on; what is not given is empty."""
    return {
        name: ""
        if value is None
        else str(value).lower()
        if isinstance(value, bool)
        else str(value)
        for name, value in data.items()
    }


def test_a_picture_shows_hands_table_stock_and_value() -> None:
    text = written(build("kryt h 6hAs/7d8c 7cQc8d9sTs 1 stock=9h", depth=1), "dot")
    root = text.decode().split("\n")[4]
    label = root.split("label=<")[1].split("> style=")[0]
    words = "".join(part.split(">", 1)[-1] for part in label.split("<"))
    assert words.replace("&#160;", " ").replace("&#8199;", "") == (
        "▶ 1 A♠ 6♥  2 7♦ 8♣… Q♣ 8♦ 9♠ 10♠stock=9♥win"
    )
