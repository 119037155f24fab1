"""The format ``dot``: the language of Graphviz, with labels and colours for a picture.

Everything that nodes and edges carry stands beside what is only for the picture, as
attributes that Graphviz hands on.  An attribute without a value is left out.
"""

import re
from collections.abc import Iterator, Mapping
from functools import lru_cache
from typing import TYPE_CHECKING

from kozyr.cards import SUIT_SIGNS, SUITS
from kozyr.solution import seats_in_words
from kozyr.tree.colours import GROUND, INK
from kozyr.tree.colours import SUITS as SUIT_INK

if TYPE_CHECKING:
    import networkx as nx

_CARD = re.compile(f"([6-9TJQKA])([{SUITS}])(?=([6-9TJQKA])?)")
_SIGN = dict(zip(SUITS, SUIT_SIGNS, strict=True))
_FAINT = "#6b7280"
_TOP_OF_PILE = 4
"""Cards of a pile that a picture shows."""


def lines(graph: "nx.DiGraph[int]") -> Iterator[str]:
    """Yield a graph in the language of Graphviz, a node or an edge on a line."""
    yield "digraph kozyr {\n"
    told = _attributes(graph.graph)
    yield (
        f"graph [{told} label=<{_heading(graph)}> labelloc=t labeljust=l rankdir=LR "
        'ranksep=0.45 nodesep=0.12 bgcolor="#ffffff" fontsize=16 '
        'fontname="DejaVu Sans,Helvetica,sans-serif" fontcolor="#1f2937"];\n'
    )
    yield (
        'node [shape=box margin="0.09,0.05" fontsize=11 penwidth=1.1 '
        'fontname="DejaVu Sans,Helvetica,sans-serif" fontcolor="#1f2937"];\n'
    )
    yield (
        "edge [fontsize=11 arrowsize=0.6 "
        'fontname="DejaVu Sans,Helvetica,sans-serif" fontcolor="#1f2937"];\n'
    )
    coalition = set(graph.graph["coalition"])
    for node, data in graph.nodes(data=True):
        style = "rounded,filled" if data["mover"] in coalition else "filled"
        if data["cut"] is not None:
            style += ",dashed"
        # A double frame for what is over.
        frames = " peripheries=2" if data["outcome"] is not None else ""
        value = data["value"]
        yield (
            f'{node} [{_attributes(data)} label=<{_node(data)}> style="{style}" '
            f'color="{INK[value]}" fillcolor="{GROUND[value]}"{frames}];\n'
        )
    for source, target, data in graph.edges(data=True):
        back = data["repetition"]
        look = " style=dashed constraint=false" if back else ""
        look += " penwidth=2.2" if data["best"] else ""
        sign = "↺ " if back else ""
        yield (
            f"{source} -> {target} [{_attributes(data)} "
            f'label=< {sign}{_cards(data["move"])} > color="{INK[data["value"]]}"'
            f"{look}];\n"
        )
    yield "}\n"


def _attributes(data: Mapping[str, object]) -> str:
    return " ".join(
        f"{name}={_quoted(value)}" for name, value in data.items() if value is not None
    )


def _quoted(value: object) -> str:
    match value:
        case bool():
            return '"true"' if value else '"false"'
        case list():
            return f'"{",".join(map(str, value))}"'
    text = str(value).replace("\\", "\\\\").replace('"', '\\"')
    return f'"{text}"'


def _heading(graph: "nx.DiGraph[int]") -> str:
    about = graph.graph
    game, trump, *_ = graph.nodes[about["root"]]["position"].split()
    parts = [f"{game}, trump {_coloured(_SIGN[trump], trump)}"]
    if about["side"]:
        parts.append(f"strategy of {seats_in_words(about['side'])}")
    elif about["kind"] == "line":
        parts.append("a line of best play")
    parts.append(f"values are those of {seats_in_words(about['coalition'])}")
    return " · ".join(parts)


def _node(data: Mapping[str, object]) -> str:
    """Write hands, table and value below each other."""
    game, _, hands, table, mover, *rest = str(data["position"]).split()
    rows = [
        _hand(seat, hand, mover == str(seat))
        for seat, hand in enumerate(hands.split("/"), 1)
    ]
    if table != "-":
        # Only a pile is one row of cards, and most of the time its top is enough.
        shown = table[-2 * _TOP_OF_PILE :] if game == "kryt" else table
        more = "" if shown == table else "… "
        rows.append(
            f'<TR><TD></TD><TD ALIGN="LEFT" BGCOLOR="#ffffff">{more}{_cards(shown)}'
            "</TD></TR>"
        )
    words = [each for each in rest if not each.startswith("by=")]
    if words:
        rows.append(_words(_cards(" ".join(words)), _FAINT))
    rows.append(_words(f"<B>{_verdict(data)}</B>", INK[str(data["value"])]))
    inside = "".join(rows)
    return (
        '<TABLE BORDER="0" CELLBORDER="0" CELLSPACING="0" CELLPADDING="1">'
        f"{inside}</TABLE>"
    )


def _hand(seat: int, hand: str, moves: bool) -> str:
    name = f"<B>▶&#160;{seat}</B>" if moves else f"&#8199;&#160;&#160;{seat}"
    held = f'<FONT COLOR="{_FAINT}">out</FONT>' if hand == "-" else _cards(hand)
    return f'<TR><TD ALIGN="LEFT">{name}&#160;</TD><TD ALIGN="LEFT">{held}</TD></TR>'


def _words(text: str, ink: str) -> str:
    return (
        f'<TR><TD COLSPAN="2" ALIGN="LEFT"><FONT COLOR="{ink}">{text}</FONT></TD></TR>'
    )


def _verdict(data: Mapping[str, object]) -> str:
    words = str(data["value"])
    if data["outcome"] is not None:
        return f"{words}: {data['outcome']}"
    if data["plies"] is not None:
        words += f" in {data['plies']}"
    if data["cut"] is not None:
        words += f" … cut: {data['cut']}"
    return words


@lru_cache(maxsize=4096)
def _cards(text: str) -> str:
    """Write the cards in a text with signs, in colours, a little apart."""

    def signed(found: re.Match[str]) -> str:
        rank, suit, next_card = found.groups()
        card = _coloured(rank.replace("T", "10") + _SIGN[suit], suit)
        return card + (" " if next_card is not None else "")

    return _CARD.sub(signed, text.replace(">", "&gt;").replace(",", ", "))


def _coloured(text: str, suit: str) -> str:
    return f'<FONT COLOR="{SUIT_INK[suit]}">{text}</FONT>'
