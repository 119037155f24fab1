"""Every format tells the whole tree, quickly and in little memory."""

import json
import time
import tracemalloc
from pathlib import Path

import networkx as nx
import pytest
from trees import EXAMPLES, READERS, Tree, edges_of, large, nodes_of, written

from kozyr.errors import OptionError
from kozyr.tree import FORMATS, chunks, write
from kozyr.tree.formats import format_for
from kozyr.tree.text import lines


@pytest.fixture(scope="module", params=EXAMPLES)
def tree(request: pytest.FixtureRequest) -> Tree:
    example: Tree = EXAMPLES[request.param]()
    return example


@pytest.mark.parametrize("format", READERS)
def test_every_node_and_edge_is_read_back(tree: Tree, format: str) -> None:
    read = READERS[format](written(tree, format))
    assert nodes_of(read) == nodes_of(tree)
    assert edges_of(read) == edges_of(tree)


def test_the_examples_hold_everything_that_a_tree_can() -> None:
    nodes = [data for each in EXAMPLES.values() for data in nodes_of(each()).values()]
    assert {"depth", "max-nodes", "nodes", None} == {each["cut"] for each in nodes}
    assert {"win", "draw", "loss", "unknown"} == {each["value"] for each in nodes}
    assert {"both out", "seat 1 loses", None} < {each["outcome"] for each in nodes}


class TestTheGraphItself:
    """What is said of a tree as a whole."""

    tree = EXAMPLES["lost"]()

    def test_in_json(self) -> None:
        read = READERS["json"](written(self.tree, "json"))
        assert read.graph == {
            "root": 0,
            "kind": "strategy",
            "coalition": [1],
            "side": [2],
            "stopped": None,
        }

    def test_in_graphml(self) -> None:
        read = READERS["graphml"](written(self.tree, "graphml"))
        told = {name: read.graph.get(name) for name in self.tree.graph}
        assert told == {
            "root": 0,
            "kind": "strategy",
            "coalition": "1",
            "side": "2",
            "stopped": None,
        }

    def test_in_gexf_in_words(self) -> None:
        about = b"<description>root 0, kind strategy, coalition 1, side 2</description>"
        assert about in written(self.tree, "gexf")

    def test_in_text(self) -> None:
        heading = written(self.tree, "text").decode().splitlines()[:3]
        assert heading == [
            "podkidnoy h 6s7sAh/Kh9d - 1",
            "a strategy of seat 2 · values are those of seat 1 · 19 positions",
            "",
        ]

    def test_in_dot(self) -> None:
        assert READERS["dot"](written(self.tree, "dot")).graph["root"] == 0


def test_node_link_data_is_that_of_networkx() -> None:
    tree = EXAMPLES["lost"]()
    data = json.loads(written(tree, "json"))
    assert data == nx.node_link_data(tree, edges="edges")


def test_a_text_in_full() -> None:
    assert written(EXAMPLES["lost"](), "text").decode().split("\n\n")[1] == (
        """\
 0  loss in 8
 1  ├─ 1: A♥ *  loss in 8
 4  │  2: take  loss in 7
 7  │  ├─ 1: 6♠ *  loss in 6
11  │  │  2: 6♠:K♥  loss in 5
17  │  │  2: A♥  loss in 4
 5  │  │  1: take  loss in 3
 9  │  │  2: 9♦  loss in 2
13  │  │  ├─ 1: 9♦:A♥ *  loss in 1  · seat 1 loses
14  │  │  └─ 1: take  loss in 1  · seat 1 loses
 8  │  └─ 1: 7♠  loss in 6
12  │     2: 7♠:K♥  loss in 5
18  │     2: A♥  loss in 4
 6  │     1: take  loss in 3
10  │     2: 9♦  loss in 2
15  │     ├─ 1: 9♦:A♥ *  loss in 1  · seat 1 loses
16  │     └─ 1: take  loss in 1  · seat 1 loses
 2  ├─ 1: 6♠  loss in 4
    │  2: 6♠:K♥  loss in 3 → 5
 3  └─ 1: 7♠  loss in 4
       2: 7♠:K♥  loss in 3 → 6
"""
    )


def test_a_text_in_ascii() -> None:
    from kozyr.cli.terminal import Pen

    pen = Pen(colour=False, signs=False)
    text = "".join(lines(EXAMPLES["drawn in circles"](), pen))
    assert text.isascii()
    assert "|- " in text and "`- " in text and " << " in text and " => " in text


@pytest.fixture(scope="module")
def forest() -> Tree:
    return large(100_000)


@pytest.mark.parametrize("format", READERS)
def test_a_hundred_thousand_nodes_take_less_than_ten_seconds(
    forest: Tree, format: str
) -> None:
    before = time.process_time()
    size = sum(map(len, chunks(forest, format)))
    assert time.process_time() - before < 10
    assert size > 1_000_000


@pytest.mark.parametrize("format", READERS)
def test_memory_does_not_grow_with_what_is_written(format: str) -> None:
    tree = large(6000)
    tracemalloc.start()
    try:
        size = sum(map(len, chunks(tree, format)))
        _, peak = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    # A text remembers which nodes it has told; it is the shortest of all.
    assert peak < 1_200_000
    assert format == "text" or size > 1_500_000


class TestFiles:
    """A file is named for its format, and is there whole or not at all."""

    tree = EXAMPLES["lost"]()

    @pytest.mark.parametrize("format", READERS)
    def test_the_ending_names_the_format(self, tmp_path: Path, format: str) -> None:
        path = tmp_path / f"tree.{format}"
        write(self.tree, path)
        assert path.read_bytes() == written(self.tree, format)
        assert [each.name for each in tmp_path.iterdir()] == [path.name]

    @pytest.mark.parametrize(
        ("name", "format"),
        [
            ("a.txt", "text"),
            ("a.gv", "dot"),
            ("a.htm", "html"),
            ("A.PNG", "png"),
            ("b.c/a.svg", "svg"),
        ],
    )
    def test_endings(self, name: str, format: str) -> None:
        assert format_for(name) == format

    @pytest.mark.parametrize("name", ["tree", "tree.", "tree.pdf", "json", ".json"])
    def test_another_ending_is_refused(self, name: str) -> None:
        with pytest.raises(OptionError, match="does not end in one of text"):
            write(self.tree, name)

    def test_a_format_may_be_named(self, tmp_path: Path) -> None:
        write(self.tree, tmp_path / "tree.txt", "json")
        assert (tmp_path / "tree.txt").read_bytes() == written(self.tree, "json")

    def test_a_stream_needs_it_named(self, tmp_path: Path) -> None:
        with open(tmp_path / "tree", "wb") as stream:
            write(self.tree, stream, "dot")
            with pytest.raises(OptionError, match="format: a stream"):
                write(self.tree, stream)
        assert (tmp_path / "tree").read_bytes() == written(self.tree, "dot")

    def test_there_is_no_other_format(self) -> None:
        with pytest.raises(OptionError, match="format: 'pdf' is not one of text, json"):
            chunks(self.tree, "pdf")
        assert set(READERS) | {"svg", "png"} == set(FORMATS)
