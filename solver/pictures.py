"""A position as a picture and a solution as a table, as a notebook shows them.

The picture is one SVG, the table plain HTML; neither needs a style sheet, a font, an
identifier or anything else of the page, so any number of them may stand side by side.
"""

import re
from collections.abc import Iterable, Iterator
from html import escape
from textwrap import wrap
from typing import TYPE_CHECKING

from kozyr.cards import SUIT_SIGNS
from kozyr.puzzles.diagram import diagram
from kozyr.puzzles.shapes import (
    FAINT,
    INK,
    PAPER,
    RED,
    Bar,
    Box,
    Mark,
    Shape,
    Suit,
    Text,
    scaled,
)
from kozyr.puzzles.wording import with_signs
from kozyr.show import heading, turn
from kozyr.solution import bounds_in_words, count, seats_in_words
from kozyr.tree.colours import INK as INK_OF_VALUE

if TYPE_CHECKING:
    from kozyr.games.durak import Durak
    from kozyr.games.kryt import Kryt
    from kozyr.solution import MoveAnswer, Solution

_SCALE = 1.5
"""Pixels for a unit of the picture."""
_EDGE = 8.0
_LETTER = 9.5
_LINE = 13.0
_LETTERS = 48
"""As many letters go on a line of the picture, somewhat fewer in bold."""
_LONGEST = 60
"""Moves of a line that are shown without a click."""
_FONT = "system-ui, 'Segoe UI', Roboto, Helvetica, Arial, sans-serif"
_SIGN = re.compile(f"[{SUIT_SIGNS}]")
_AS_TEXT = "\ufe0e"
"""Says that the sign before it is no coloured picture."""


def svg(position: "Durak | Kryt", sentence: str | None = None) -> str:
    """Return a position as a picture: hands, table or pile, stock, whose turn it is.

    ``sentence`` takes the place of the words that say whose turn it is.
    """
    drawn = diagram(position)
    top = wrap(heading(position), _LETTERS - 8)
    bottom = wrap(turn(position) if sentence is None else sentence, _LETTERS)
    width = drawn.width + 2 * _EDGE
    above = _EDGE + _LINE * len(top) + 2
    height = above + drawn.height + _LINE * len(bottom) + _EDGE
    size = f'width="{_number(_SCALE * width)}" height="{_number(_SCALE * height)}"'
    box = f"0 0 {_number(width)} {_number(height)}"
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" {size} viewBox="{box}" role="img" '
        f'font-family="{_FONT}">',
        f"<title>{escape(str(position))}</title>",
        f'<rect x=".5" y=".5" width="{_number(width - 1)}" '
        f'height="{_number(height - 1)}" rx="6" fill="#f6f4ee" stroke="#c9c5b8"/>',
        *_words(top, _EDGE + 8, bold=True),
        f'<g transform="translate({_number(_EDGE)} {_number(above)})">',
        *map(_element, drawn.shapes),
        "</g>",
        *_words(bottom, above + drawn.height + 6),
        "</svg>",
    ]
    return "\n".join(parts)


def position_html(position: "Durak | Kryt") -> str:
    """Return a position as a picture with its text below it."""
    text = f"<figcaption><code>{escape(str(position))}</code></figcaption>"
    return f'<figure style="margin:0">\n{svg(position)}\n{text}\n</figure>'


def solution_svg(solution: "Solution") -> str:
    """Return the position of a solution as a picture, with the verdict below it."""
    return svg(solution.position, f"{solution.words(with_signs)}.")  # type: ignore[arg-type]


def solution_html(solution: "Solution") -> str:
    """Return a solution: the position, the verdict, the moves, and a line of play."""
    return "\n".join(
        [
            "<div>",
            svg(solution.position),  # type: ignore[arg-type]
            f"<p><strong>{_marked(solution.words(with_signs))}</strong></p>",
            *_moves(solution),
            *_line(solution),
            f"<p><small>{count(solution.nodes, 'node')}, "
            f"{solution.seconds:,.3f} s</small></p>",
            "</div>",
        ]
    )


def _moves(solution: "Solution") -> Iterator[str]:
    whose = f"value for {escape(seats_in_words(solution.coalition))}"
    distances = any(each.plies is not None for each in solution.moves)
    headings = ["move", whose, *(["ends in"] if distances else [])]
    cells = "".join(
        f'<th style="text-align:left" scope="col">{each}</th>' for each in headings
    )
    yield f"<table>\n<thead><tr>{cells}</tr></thead>\n<tbody>"
    for each in solution.moves:
        yield f"<tr>{_row(each, distances, each.move == solution.best)}</tr>"
    yield "</tbody>\n</table>"


def _row(answer: "MoveAnswer", distances: bool, best: bool) -> str:
    move = _marked(with_signs(answer.move))
    value = bounds_in_words(answer.at_least, answer.at_most)
    colour = INK_OF_VALUE["unknown" if answer.value is None else value]
    cells = [
        f'<td style="text-align:left">{f"<b>{move}</b>" if best else move}</td>',
        f'<td style="text-align:left;color:{colour}">{escape(value)}</td>',
    ]
    if distances:
        plies = "" if answer.plies is None else f"{answer.plies:,}"
        cells.append(f"<td>{plies}</td>")
    return "".join(cells)


def _line(solution: "Solution") -> Iterator[str]:
    if not solution.line:
        return
    shown = ' open="open"' if len(solution.line) <= _LONGEST else ""
    yield f"<details{shown}><summary>A line of best play</summary>\n<ol>"
    here = solution.position
    for move in solution.line:
        yield f"<li>seat {here.mover} {_marked(with_signs(move))}</li>"
        here = here.after(move)
    yield "</ol>\n</details>"


def _marked(text: str) -> str:
    """Escape a text for HTML; hearts and diamonds are red."""

    def sign(found: re.Match[str]) -> str:
        written = found[0] + _AS_TEXT
        if found[0] not in SUIT_SIGNS[1:3]:
            return written
        return f'<span style="color:{INK_OF_VALUE["loss"]}">{written}</span>'

    return _SIGN.sub(sign, escape(text))


def _words(lines: Iterable[str], y: float, bold: bool = False) -> Iterator[str]:
    """Yield lines of text for a picture; hearts and diamonds are red."""
    weight = ' font-weight="bold"' if bold else ""

    def sign(found: re.Match[str]) -> str:
        colour = RED if found[0] in SUIT_SIGNS[1:3] else INK
        return f'<tspan fill="{colour}">{found[0]}{_AS_TEXT}</tspan>'

    for number, line in enumerate(lines):
        place = f'x="{_number(_EDGE)}" y="{_number(y + number * _LINE)}"'
        text = _SIGN.sub(sign, escape(line))
        yield f'<text {place} font-size="{_LETTER}" fill="{INK}"{weight}>{text}</text>'


def _element(shape: Shape) -> str:
    x, y = _number(shape.x), _number(shape.y)
    match shape:
        case Box(_, _, width, height):
            size = f'width="{_number(width)}" height="{_number(height)}"'
            edge = f'rx="2.5" fill="{PAPER}" stroke="{FAINT}" stroke-width=".6"'
            return f'<rect x="{x}" y="{y}" {size} {edge}/>'
        case Text(_, _, size, text, bold, colour, width):
            weight = ' font-weight="bold"' if bold else ""
            if width is not None:
                weight += f' textLength="{_number(width)}"'
                weight += ' lengthAdjust="spacingAndGlyphs"'
            style = f'font-size="{_number(size)}" fill="{colour}"{weight}'
            return f'<text x="{x}" y="{y}" {style}>{escape(text)}</text>'
        case Suit():
            outline = "".join(
                f"{kind}{' '.join(map(_number, points))}"
                for kind, points in scaled(shape)
            )
            return f'<path d="{outline}" fill="{shape.colour}"/>'
        case Mark(_, _, size):
            wide, half = _number(0.8 * size), _number(size / 2)
            return f'<path d="M{x} {y}l{wide} {half}l-{wide} {half}z" fill="{INK}"/>'
        case Bar(_, _, height):
            size_ = f'width="1.6" height="{_number(height)}"'
            return f'<rect x="{x}" y="{y}" {size_} fill="{INK}"/>'


def _number(number: float) -> str:
    return f"{number:.2f}".rstrip("0").rstrip(".")
