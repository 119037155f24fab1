"""The sheet of puzzles as one page of HTML that prints well and needs nothing else."""

from collections.abc import Iterator, Sequence
from html import escape

from kozyr.puzzles.shapes import (
    FAINT,
    INK,
    OUTLINES,
    PAPER,
    RED,
    Bar,
    Box,
    Diagram,
    Mark,
    Segment,
    Shape,
    Suit,
    Text,
)
from kozyr.puzzles.sheet import Entry, legend

_NAMES = ("spade", "heart", "diamond", "club")
_STYLE = f"""
@page {{ size: A4; margin: 14mm 15mm; }}
* {{ box-sizing: border-box; }}
html {{ background: {PAPER}; color: {INK}; -webkit-print-color-adjust: exact;
  print-color-adjust: exact; }}
body {{ font: 10.5pt/1.35 "DejaVu Sans Condensed", "Segoe UI", Roboto, Helvetica, Arial,
  sans-serif; margin: 0 auto; max-width: 180mm; padding: 8mm 0; }}
h1 {{ font-size: 18pt; margin: 0 0 1mm; }}
.legend {{ color: {FAINT}; font-size: 9pt; margin: 0 0 5mm; }}
h2 {{ font-size: 14pt; margin: 0 0 4mm; }}
.puzzles {{ display: grid; grid-template-columns: 1fr 1fr; gap: 7mm 8mm; }}
.puzzle {{ break-inside: avoid; margin: 0; min-width: 0; }}
.puzzle h3 {{ font-size: 9.5pt; font-weight: normal; color: {FAINT}; margin: 0; }}
.puzzle h3 b {{ font-size: 12pt; color: {INK}; }}
.puzzle p {{ margin: 0 0 2mm; font-weight: bold; }}
.puzzle svg {{ display: block; width: 100%; height: auto; }}
svg text {{ font-family: inherit; }}
.red {{ color: {RED}; }}
.solutions {{ break-before: page; padding-top: 4mm; }}
.solutions ol {{ columns: 2; column-gap: 8mm; margin: 0; padding: 0; list-style: none;
  font-size: 9pt; }}
.solutions li {{ break-inside: avoid; margin: 0 0 2mm; overflow-wrap: break-word; }}
.defined {{ position: absolute; width: 0; height: 0; }}
@media print {{ body {{ max-width: none; padding: 0; }} .solutions {{ padding: 0; }} }}
@media (max-width: 150mm) {{ body {{ padding: 5mm; }}
  .puzzles {{ grid-template-columns: 1fr; }} .solutions ol {{ columns: 1; }} }}
"""


def html(entries: Sequence[Entry], title: str) -> str:
    """Return the page."""
    return "".join(_page(entries, title))


def _page(entries: Sequence[Entry], title: str) -> Iterator[str]:
    heading = escape(title)
    yield '<!DOCTYPE html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n'
    yield '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
    yield f"<title>{heading}</title>\n<style>{_STYLE}</style>\n</head>\n<body>\n"
    yield '<svg class="defined" aria-hidden="true"><defs>\n'
    for name, outline in zip(_NAMES, OUTLINES, strict=True):
        yield f'<path id="{name}" d="{_outline(outline)}"/>\n'
    yield f"</defs></svg>\n<h1>{heading}</h1>\n"
    yield f'<p class="legend">{escape(legend(entries))}</p>\n<main class="puzzles">\n'
    for entry in entries:
        yield f'<section class="puzzle">\n<h3><b>{entry.number}.</b> '
        yield f"{escape(entry.title)}, trump {_signs(entry.trump)}</h3>\n"
        yield f"<p>{escape(entry.task)}</p>\n{svg(entry.diagram, entry.task)}"
        yield "</section>\n"
    yield '</main>\n<section class="solutions">\n<h2>Solutions</h2>\n<ol>\n'
    for entry in entries:
        yield f"<li><b>{entry.number}. {_signs(escape(entry.key))}.</b> "
        yield f"{_signs(escape(entry.rest))}</li>\n"
    yield "</ol>\n</section>\n</body>\n</html>\n"


def svg(diagram: Diagram, label: str) -> str:
    """Return a diagram as an element of a page that defines the suits."""
    lines = [
        f'<svg viewBox="0 -1 {_number(diagram.width + 1)} {_number(diagram.height)}" '
        f'role="img" aria-label="{escape(label)}">'
    ]
    lines += map(_shape, diagram.shapes)
    return "\n".join([*lines, "</svg>\n"])


def _shape(shape: Shape) -> str:
    x, y = _number(shape.x), _number(shape.y)
    match shape:
        case Box(_, _, width, height):
            return (
                f'<rect x="{x}" y="{y}" width="{_number(width)}" '
                f'height="{_number(height)}" rx="2.5" fill="{PAPER}" '
                f'stroke="{INK}" stroke-width=".6"/>'
            )
        case Text(_, _, size, text, bold, colour, width):
            weight = ' font-weight="bold"' if bold else ""
            squeezed = (
                ""
                if width is None
                else f' textLength="{_number(width)}" lengthAdjust="spacingAndGlyphs"'
            )
            return (
                f'<text x="{x}" y="{y}" font-size="{_number(size)}"{weight} '
                f'fill="{colour}"{squeezed}>{escape(text)}</text>'
            )
        case Suit(_, _, size, suit):
            side = _number(size)
            # Scaled by hand: a path knows no width of its own.
            return (
                f'<use href="#{_NAMES[suit]}" fill="{shape.colour}" '
                f'transform="translate({x} {y}) scale({side})"/>'
            )
        case Mark(_, _, size):
            half = _number(size / 2)
            return (
                f'<path d="M{x} {y}l{_number(size * 0.8)} {half}'
                f'l{_number(-size * 0.8)} {half}z" fill="{INK}"/>'
            )
        case Bar(_, _, height):
            return (
                f'<rect x="{x}" y="{y}" width="1.6" height="{_number(height)}" '
                f'fill="{INK}"/>'
            )


def _outline(segments: Sequence[Segment]) -> str:
    return "".join(
        f"{kind}{' '.join(map(_number, points))}" for kind, points in segments
    )


def _signs(text: str) -> str:
    """Print hearts and diamonds red, and no sign as a coloured picture."""
    for sign in "♥♦":
        text = text.replace(sign, f'<span class="red">{sign}\ufe0e</span>')
    return text.replace("♠", "♠\ufe0e").replace("♣", "♣\ufe0e")


def _number(number: float) -> str:
    return f"{number:.2f}".rstrip("0").rstrip(".")
