"""The formats ``graphml`` and ``gexf``, as networkx, Gephi and yEd read them.

They have no word for ``None``: an attribute without a value is left out.
"""

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING
from xml.sax.saxutils import escape

from kozyr.tree.colours import RGB
from kozyr.tree.fields import EDGE_FIELDS, GRAPH_FIELDS, NODE_FIELDS

if TYPE_CHECKING:
    import networkx as nx

_HEADER = '<?xml version="1.0" encoding="UTF-8"?>\n'
_GRAPHML_TYPES = {str: "string", int: "int", bool: "boolean"}
_GEXF_TYPES = {str: "string", int: "integer", bool: "boolean"}


def graphml(graph: "nx.DiGraph[int]") -> Iterator[str]:
    """Yield a GraphML document; seats are written as ``1,3``."""
    yield _HEADER + '<graphml xmlns="http://graphml.graphdrawing.org/xmlns">\n'
    keys: dict[str, dict[str, str]] = {}
    for kind, fields in (
        ("graph", GRAPH_FIELDS),
        ("node", NODE_FIELDS),
        ("edge", EDGE_FIELDS),
    ):
        keys[kind] = {name: f"{kind}_{name}" for name in fields}
        for name, key in keys[kind].items():
            yield (
                f'<key id="{key}" for="{kind}" attr.name="{name}" '
                f'attr.type="{_GRAPHML_TYPES[fields[name]]}"/>\n'
            )
    yield f'<graph edgedefault="directed">{_data(keys["graph"], graph.graph)}\n'
    for node, data in graph.nodes(data=True):
        yield f'<node id="{node}">{_data(keys["node"], data)}</node>\n'
    for source, target, data in graph.edges(data=True):
        inside = _data(keys["edge"], data)
        yield f'<edge source="{source}" target="{target}">{inside}</edge>\n'
    yield "</graph>\n</graphml>\n"


def _data(keys: Mapping[str, str], data: Mapping[str, object]) -> str:
    return "".join(
        f'<data key="{key}">{_escaped(data[name])}</data>'
        for name, key in keys.items()
        if data[name] is not None
    )


def gexf(graph: "nx.DiGraph[int]") -> Iterator[str]:
    """Yield a GEXF document: nodes in the colour of their value, moves as labels."""
    yield _HEADER
    yield (
        '<gexf xmlns="http://www.gexf.net/1.2draft" version="1.2" '
        'xmlns:viz="http://www.gexf.net/1.2draft/viz">\n'
    )
    # Its graphs have no attributes of their own.
    about = ", ".join(
        f"{name} {_text(value)}"
        for name, value in graph.graph.items()
        if value is not None
    )
    yield f"<meta><creator>kozyr</creator><description>{escape(about)}"
    yield '</description></meta>\n<graph defaultedgetype="directed" mode="static">\n'
    for kind, fields in (("node", NODE_FIELDS), ("edge", EDGE_FIELDS)):
        yield f'<attributes class="{kind}" mode="static">\n'
        for name, type_ in fields.items():
            yield f'<attribute id="{name}" title="{name}" type="{_GEXF_TYPES[type_]}"/>'
            yield "\n"
        yield "</attributes>\n"
    yield "<nodes>\n"
    for node, data in graph.nodes(data=True):
        red, green, blue = RGB[data["value"]]
        yield (
            f'<node id="{node}" label="{_escaped(data["position"])}">{_values(data)}'
            f'<viz:color r="{red}" g="{green}" b="{blue}"/></node>\n'
        )
    yield "</nodes>\n<edges>\n"
    for number, (source, target, data) in enumerate(graph.edges(data=True)):
        yield (
            f'<edge id="{number}" source="{source}" target="{target}" '
            f'label="{_escaped(data["move"])}">{_values(data)}</edge>\n'
        )
    yield "</edges>\n</graph>\n</gexf>\n"


def _values(data: Mapping[str, object]) -> str:
    inside = "".join(
        f'<attvalue for="{name}" value="{_escaped(value)}"/>'
        for name, value in data.items()
        if value is not None
    )
    return f"<attvalues>{inside}</attvalues>"


def _escaped(value: object) -> str:
    """Return a value as text for an element or between double quotes."""
    text = _text(value)
    # Most values are one word.
    return text if text.isalnum() else escape(text, {'"': "&quot;"})


def _text(value: object) -> str:
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, list):
        return ",".join(map(str, value))
    return str(value)
