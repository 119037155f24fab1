"""A tree shows what its kind promises, and marks whatever it leaves out."""

from random import Random

import networkx as nx
import pytest
from engines import Scripted
from graph_games import Node, Table
from hypothesis import given, settings
from hypothesis import strategies as st
from strategies import coalition, tiny_positions
from trees import Tree, edges_of, nodes_of

import kozyr
from kozyr import notation
from kozyr.engine import Budget
from kozyr.errors import OptionError, PositionError
from kozyr.moves import SWAP, Kind, Move
from kozyr.position import Position
from kozyr.reference import ReferenceEngine, Region
from kozyr.solve import solve
from kozyr.tree import build
from kozyr.tree.fields import EDGE_FIELDS, NODE_FIELDS
from kozyr.values import Outcome

WON = "podkidnoy c Qs6cJcKc/KsThKh8cQcAc - 1"
LOST = "podkidnoy h 6s7sAh/Kh9d - 1"
DRAWN = "podkidnoy h 6s7s/8s9s/TdJd - 1"
CIRCLE = "perevodnoy s 7s7h6d/6s6h8h8d6c - 1"
KRYT = "kryt h KsAh/7d8c 7cQc8d 1"

SEEDS = st.integers(0, 2**32 - 1)


def without_repetitions(tree: Tree) -> Tree:
    """Return what is left without the edges that are marked as leading back."""
    kept = [(a, b) for a, b, data in edges_of(tree) if not data["repetition"]]
    left = nx.DiGraph(kept)
    left.add_nodes_from(tree)
    return left


def graph_game(seed: int) -> tuple[Node, ReferenceEngine]:
    """Return a made-up game full of circles, and who can solve it."""
    rng = Random(seed)
    game = Table(rng, rng.randint(2, 14))
    starts = [n for n, mover in enumerate(game.movers) if mover]
    start = Node(game, rng.choice(starts) if starts else 0)
    return start, ReferenceEngine()


class TestFields:
    """Nodes and edges carry the fields of ``kozyr solve --json``."""

    @pytest.mark.parametrize("kind", ["strategy", "full", "line"])
    def test_they_are_these_and_of_these_types(self, kind: str) -> None:
        tree = build(WON, kind=kind, distance=True, max_nodes=200)  # type: ignore[arg-type]
        for fields, entries in (
            (NODE_FIELDS, list(nodes_of(tree).values())),
            (EDGE_FIELDS, [data for *_, data in edges_of(tree)]),
        ):
            for entry in entries:
                assert list(entry) == list(fields)
                for name, value in entry.items():
                    assert value is None or type(value) is fields[name]

    def test_the_names_are_those_of_an_answer(self) -> None:
        answer = solve(WON, distance=True).to_dict()
        (tree_root, *_) = nodes_of(build(WON, distance=True)).values()
        same = set(NODE_FIELDS) - {"outcome", "cut"}
        assert {name: tree_root[name] for name in same} == {
            name: answer[name] for name in same
        }
        (first, *_) = answer["moves"]  # type: ignore[misc]
        assert set(first) == set(EDGE_FIELDS) - {"best", "repetition"}

    def test_the_graph_says_what_it_is(self) -> None:
        assert build(DRAWN, [2, 3], kind="full", depth=1).graph == {
            "root": 0,
            "kind": "full",
            "coalition": [2, 3],
            "side": None,
            "stopped": None,
        }

    def test_it_is_found_without_an_import(self) -> None:
        assert kozyr.tree.build is build

    def test_the_outcome_of_what_is_over(self) -> None:
        ends = {data["outcome"] for data in nodes_of(build(DRAWN)).values()}
        assert ends == {None, "both out", "seat 2 loses", "seat 3 loses"}


class TestFull:
    """All moves of every position, each as ``solve`` answers."""

    @pytest.mark.parametrize("distance", [False, True])
    @pytest.mark.parametrize("text", [LOST, WON, DRAWN, CIRCLE, KRYT])
    def test_each_node_is_answered_as_solve_answers(
        self, text: str, distance: bool
    ) -> None:
        tree = build(text, [1], kind="full", distance=distance, max_nodes=80)
        for node, data in nodes_of(tree).items():
            if data["cut"] or data["outcome"]:
                continue
            answer = solve(str(data["position"]), [1], distance=distance).to_dict()
            assert (data["value"], data["plies"]) == (answer["value"], answer["plies"])
            edges = [edge for source, _, edge in edges_of(tree) if source == node]
            told = [{name: edge[name] for name in answer["moves"][0]} for edge in edges]  # type: ignore[index]
            if distance:
                assert told == answer["moves"]
            else:
                # Of moves that are worth the same, those that get on come first; how
                # fast each of them does may depend on what was searched before.
                assert sorted(map(str, told)) == sorted(map(str, answer["moves"]))  # type: ignore[call-overload]
            (best,) = [edge["move"] for edge in edges if edge["best"]]
            if distance:
                assert best == answer["best"]

    @given(tiny_positions())
    @settings(max_examples=20)
    def test_it_holds_every_position_that_can_be_reached(
        self, position: Position
    ) -> None:
        region = Region(position)
        region.explore(Budget())
        if len(region) < 1500:
            tree = build(position, kind="full", max_nodes=None)
            found = {data["position"] for data in nodes_of(tree).values()}
            # The cap of a first attack is no part of what comes back.
            bare = {each.replace(" limit=5", "") for each in map(str, region)}
            assert {str(each).replace(" limit=5", "") for each in found} == bare

    def test_a_return_to_the_first_attack_leads_to_the_root(self) -> None:
        start = "perevodnoy s 7s7h6d/6s6h8h8d6c - 1 limit=5"
        moves = ["6d", ">6h", "take", "6c", ">6h", "take", "done"]
        node, tree = 0, build(start, kind="full", max_nodes=3000)
        for move in moves:
            node = next(g for g, edge in tree.adj[node].items() if edge["move"] == move)
        assert node == 0


class TestStrategy:
    """One best move where the side moves, every reply where the others do."""

    @given(tiny_positions(), SEEDS, st.booleans(), st.booleans())
    @settings(max_examples=60)
    def test_it_is_closed_and_it_works(
        self, position: Position, seed: int, merge: bool, distance: bool
    ) -> None:
        seats = coalition(Random(seed), position)
        tree = build(position, seats, merge=merge, distance=distance, max_nodes=600)
        self.check(tree, position)

    @given(SEEDS, st.booleans())
    @settings(max_examples=150)
    def test_so_it_does_in_any_game_of_circles(self, seed: int, merge: bool) -> None:
        start, engine = graph_game(seed)
        if start.mover:
            seats = coalition(Random(seed), start)
            tree = build(start, seats, engine=engine, merge=merge, max_nodes=600)
            self.check(tree, start)

    def check(self, tree: Tree, position: Position) -> None:
        side = set(tree.graph["side"])
        value = tree.nodes[0]["value"]
        wins = set(tree.graph["coalition"]) == side
        worse = {"win": "draw loss", "draw": "loss", "loss": "draw win"}[value]
        positions = {0: position}
        for source, goal, edge in edges_of(tree):
            positions.setdefault(goal, positions[source].play(str(edge["move"])))
        for node, data in nodes_of(tree).items():
            assert data["position"] == str(positions[node])
            edges = list(tree.out_edges(node, data=True))
            if data["cut"] or data["outcome"]:
                assert not edges
            elif data["mover"] in side:
                assert [edge["best"] for *_, edge in edges] == [True]
                assert edges[0][2]["value"] == data["value"]
            else:
                moves = {edge["move"] for *_, edge in edges}
                assert moves == set(map(str, positions[node].legal_moves()))
            # Errors of the others help; nothing ever hurts.
            assert data["value"] not in worse
        # A side that wins never goes in circles; a draw may.
        assert nx.is_directed_acyclic_graph(without_repetitions(tree))
        won = [node for node, data in tree.nodes(data="value") if data != "draw"]
        assert nx.is_directed_acyclic_graph(tree.subgraph(won))
        assert wins or value == "loss"

    def test_of_a_lost_position_it_is_the_opponents(self) -> None:
        assert build(LOST).graph["side"] == [2]
        assert build(LOST, [2]).graph["side"] == [2]

    def test_of_a_drawn_one_it_is_the_coalitions(self) -> None:
        assert build(DRAWN).graph["side"] == [1]
        assert build(DRAWN, [2, 3]).graph["side"] == [2, 3]

    @pytest.mark.parametrize("text", [WON, LOST, KRYT, "kryt h KsAh7s/7d8c9c 7cQc8d 1"])
    def test_with_distances_no_way_is_longer_than_promised(self, text: str) -> None:
        tree = build(text, distance=True)
        assert nx.dag_longest_path_length(tree, weight=None) == tree.nodes[0]["plies"]
        for source, goal, edge in edges_of(tree):
            assert edge["plies"] == tree.nodes[goal]["plies"] + 1
            assert edge["best"] == (edge == next(iter(tree.adj[source].values())))


class TestMerging:
    """Equal positions are one node, unless a real tree is wanted."""

    @pytest.mark.parametrize("kind", ["strategy", "full"])
    @pytest.mark.parametrize("text", [WON, DRAWN, CIRCLE, KRYT])
    def test_no_position_stands_twice(self, text: str, kind: str) -> None:
        tree = build(text, kind=kind, max_nodes=1000)  # type: ignore[arg-type]
        texts = [data["position"] for data in nodes_of(tree).values()]
        assert len(texts) == len(set(texts))

    @pytest.mark.parametrize("kind", ["strategy", "full"])
    @pytest.mark.parametrize("text", [WON, DRAWN, CIRCLE, KRYT])
    def test_a_real_tree_has_one_way_to_each_node(self, text: str, kind: str) -> None:
        tree = build(text, kind=kind, merge=False, max_nodes=1000)  # type: ignore[arg-type]
        assert nx.is_arborescence(without_repetitions(tree))

    def test_it_merges_something(self) -> None:
        assert len(build(WON)) < len(build(WON, merge=False))

    @given(SEEDS, st.booleans())
    @settings(max_examples=100)
    def test_two_moves_to_one_position_are_two_edges(
        self, seed: int, merge: bool
    ) -> None:
        start, engine = graph_game(seed)
        if not start.mover:
            return
        tree = build(start, kind="full", engine=engine, merge=merge, max_nodes=300)
        assert len(tree) <= 300
        for node, data in nodes_of(tree).items():
            if not data["cut"]:
                text = str(data["position"])
                number = int(text.split("number=")[1].split(",")[0])
                moves = [str(move) for move, _ in start.table.edges[number]]
                found = [edge["move"] for edge in tree.adj[node].values()]
                assert sorted(found) == sorted(moves)


class TestRepetitions:
    """Edges back to a position on the way there are marked, and no others."""

    @pytest.mark.parametrize("merge", [True, False])
    def test_they_lead_back(self, merge: bool) -> None:
        tree = build(DRAWN, kind="full", merge=merge, max_nodes=2000)
        way = without_repetitions(tree)
        assert nx.is_directed_acyclic_graph(way)
        back = [(a, b) for a, b, data in edges_of(tree) if data["repetition"]]
        assert back
        for source, goal in back:
            assert nx.has_path(way, goal, source)

    def test_in_a_real_tree_they_repeat_a_situation(self) -> None:
        tree = build(DRAWN, kind="full", merge=False, max_nodes=2000)
        for _, goal, data in edges_of(tree):
            if data["repetition"]:
                position = notation.position(tree.nodes[goal]["position"])
                assert position.situation is not None


class TestLine:
    """A line of best play, as ``solve`` gives it."""

    @pytest.mark.parametrize("text", [WON, LOST, DRAWN, CIRCLE, KRYT])
    def test_it_is_that_of_solve(self, text: str) -> None:
        answer = solve(text, distance=True)
        tree = build(text, kind="line", distance=True)
        assert [edge["move"] for *_, edge in edges_of(tree)] == list(
            map(str, answer.line)
        )
        assert {data["value"] for data in nodes_of(tree).values()} == {
            str(answer.value)
        }
        assert tree.nodes[0]["plies"] == answer.plies
        assert nodes_of(tree)[len(tree) - 1]["outcome"]

    def test_a_repetition_ends_it_with_an_edge_back(self) -> None:
        start = "kryt c Ah/KsTd AdQc 1"
        answer = solve(start)
        assert answer.draw == "repetition"
        tree = build(start, kind="line")
        *others, (_, goal, last) = edges_of(tree)
        assert last["repetition"] and not any(each["repetition"] for *_, each in others)
        assert goal < len(tree) - 1
        assert [data["cut"] for data in nodes_of(tree).values()] == [None] * len(tree)


class TestCuts:
    """Nothing ends without saying so."""

    def test_depth(self) -> None:
        tree = build(CIRCLE, kind="full", depth=3)
        depths = nx.single_source_shortest_path_length(tree, 0)
        for node, data in nodes_of(tree).items():
            if data["outcome"] is None:
                assert (data["cut"] == "depth") == (depths[node] == 3)
        assert max(depths.values()) == 3

    @pytest.mark.parametrize("kind", ["strategy", "full"])
    @pytest.mark.parametrize("most", [1, 2, 7, 50, 200])
    def test_size(self, kind: str, most: int) -> None:
        tree = build(DRAWN, kind=kind, max_nodes=most)  # type: ignore[arg-type]
        assert len(tree) <= most
        cuts = [node for node, data in nodes_of(tree).items() if data["cut"]]
        assert cuts and {tree.nodes[node]["cut"] for node in cuts} == {"max-nodes"}
        assert tree.graph["stopped"] is None

    def test_what_just_fits_is_not_cut(self) -> None:
        whole = build(WON)
        assert edges_of(build(WON, max_nodes=len(whole))) == edges_of(whole)
        smaller = build(WON, max_nodes=len(whole) - 1)
        assert "max-nodes" in {data["cut"] for data in nodes_of(smaller).values()}

    @pytest.mark.parametrize(("limits", "why"), [({"depth": 3}, "depth")])
    @pytest.mark.parametrize("text", [WON, DRAWN])
    def test_a_line(self, text: str, limits: dict[str, int], why: str) -> None:
        tree = build(text, kind="line", **limits)  # type: ignore[arg-type]
        assert [data["cut"] for data in nodes_of(tree).values()] == [None] * 3 + [why]
        small = build(text, kind="line", max_nodes=4)
        assert nodes_of(small)[3]["cut"] == "max-nodes"

    @pytest.mark.parametrize("kind", ["strategy", "full", "line"])
    def test_a_limit_of_the_search(self, kind: str) -> None:
        tree = build(CIRCLE, kind=kind, nodes=1)  # type: ignore[arg-type]
        assert tree.graph["stopped"] == "nodes"
        root = tree.nodes[0]
        assert (root["value"], root["at_least"], root["at_most"]) == (
            "unknown",
            "loss",
            "win",
        )
        for node, data in nodes_of(tree).items():
            if not tree.adj[node]:
                assert data["cut"] == "nodes" or data["outcome"]

    def test_a_limit_that_comes_later(self) -> None:
        tree = build(WON, nodes=solve(WON).nodes)
        assert tree.nodes[0]["value"] == "win"
        assert tree.graph["stopped"] == "nodes"
        assert "nodes" in {data["cut"] for data in nodes_of(tree).values()}

    @pytest.mark.parametrize("kind", ["strategy", "full", "line"])
    def test_ctrl_c(self, kind: str) -> None:
        engine = Scripted({}, KeyboardInterrupt)
        tree = build(CIRCLE, kind=kind, engine=engine)  # type: ignore[arg-type]
        assert tree.graph["stopped"] == "interrupt"
        assert tree.nodes[0]["cut"] == "interrupt"


def test_a_free_move_comes_before_one_that_leads_no_nearer() -> None:
    game = Table(Random(0), 2)
    lead, end = Move(Kind.ATTACK, 0), Outcome(2)
    # Seat 1 may go round for ever, or go on for free to where it wins in one move.
    game.edges = [((lead, 0), (SWAP, 1)), ((lead, 2),), ()]
    game.movers, game.outcomes = [1, 1, 0], [None, None, end]
    tree = build(Node(game), engine=ReferenceEngine())
    assert [edge["move"] for *_, edge in edges_of(tree)] == ["swap", str(lead)]


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"kind": "all"}, "kind: 'all' is not one of strategy, full, line"),
        ({"depth": 0}, "depth: 0 is not a positive whole number"),
        ({"depth": 1.5}, "depth: 1.5 is not a positive whole number"),
        ({"max_nodes": -1}, "max-nodes: -1 is not a positive whole number"),
        ({"coalition": [3]}, "coalition: seat 3 does not exist, the seats are 1 to 2"),
        ({"time": 0}, "time: 0 is not a positive number of seconds"),
    ],
)
def test_what_is_refused(options: dict[str, object], message: str) -> None:
    with pytest.raises(OptionError) as refused:
        build(WON, **options)  # type: ignore[arg-type]
    assert str(refused.value) == message


def test_a_position_that_is_none_is_refused() -> None:
    with pytest.raises(PositionError):
        build("podkidnoy h 6s6s/7d - 1")
    with pytest.raises(PositionError, match="the game is over"):
        build(notation.position("podkidnoy h Kc/Kd - 1").play("Kc").play("take"))
