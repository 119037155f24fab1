"""The sheet of puzzles as a PDF file; needs ``kozyr[pdf]``."""

from collections.abc import Iterator, Sequence
from importlib import import_module
from importlib.resources import as_file, files
from typing import Any

from kozyr.errors import OptionError
from kozyr.puzzles.shapes import (
    FAINT,
    INK,
    PAPER,
    Bar,
    Box,
    Diagram,
    Mark,
    Segment,
    Shape,
    Suit,
    Text,
    scaled,
)
from kozyr.puzzles.sheet import Entry, legend

_PAGE = (595.28, 841.89)
"""A4 in points."""
_MARGIN = 42.0
_GAP = 23.0
_COLUMN = (_PAGE[0] - 2 * _MARGIN - _GAP) / 2
_BOTTOM = _PAGE[1] - _MARGIN
_FONT = "sheet"


def check_installed() -> Any:
    """Return the module of fpdf2; raises ``OptionError`` where it is missing."""
    try:
        # By name: it is optional, for type checkers too.
        return import_module("fpdf")
    except ImportError:
        raise OptionError(
            "pdf: fpdf2 is not installed; pip install 'kozyr[pdf]' brings it, "
            "and an .html file prints as well"
        ) from None


def pdf(entries: Sequence[Entry], title: str) -> bytes:
    """Return the file.

    Raises ``OptionError`` where fpdf2, which writes it, is not installed.
    """
    return _Paper(check_installed(), title).written(entries)


class _Paper:
    """The pages, filled from top to bottom in two columns."""

    def __init__(self, fpdf: Any, title: str) -> None:
        self.pdf = fpdf.FPDF(unit="pt", format="A4")
        self.mode: Any = fpdf.enums.TextMode
        self.rule: Any = fpdf.enums.PathPaintRule
        self.path: Any = fpdf.drawing.PaintedPath
        self.title = title
        self.pdf.set_auto_page_break(False)
        self.pdf.set_margin(0)
        self.pdf.c_margin = 0
        self.pdf.set_title(title)
        self.pdf.set_creator("kozyr")
        with as_file(files("kozyr.puzzles").joinpath("sheet.ttf")) as path:
            self.pdf.add_font(_FONT, fname=path)
        self.pdf.set_font(_FONT, size=10)
        self.known = set(self.pdf.current_font.cmap)
        self.widths: dict[str, float] = {}

    def written(self, entries: Sequence[Entry]) -> bytes:
        """Write all and return the file."""
        self._page()
        y = _MARGIN
        for line in self._lines(self.title, 18, _PAGE[0] - 2 * _MARGIN):
            y += 18
            self.text(_MARGIN, y, 18, line, bold=True)
        y += 3
        for line in self._lines(legend(entries), 9, _PAGE[0] - 2 * _MARGIN):
            y += 14
            self.text(_MARGIN, y, 9, line, colour=FAINT)
        self._puzzles(entries, y + 18)
        self._page()
        self.text(_MARGIN, _MARGIN + 12, 14, "Solutions", bold=True)
        self._solutions(entries, _MARGIN + 28)
        self._number_pages()
        return bytes(self.pdf.output())

    def _page(self) -> None:
        self.pdf.add_page()

    def _number_pages(self) -> None:
        for number in range(1, self.pdf.pages_count + 1):
            self.pdf.page = number
            self.text(_PAGE[0] / 2 - 4, _PAGE[1] - 20, 8, str(number), colour=FAINT)

    def _puzzles(self, entries: Sequence[Entry], top: float) -> None:
        """Print two puzzles side by side, row under row."""
        y = top
        for start in range(0, len(entries), 2):
            row = entries[start : start + 2]
            tasks = [self._lines(each.task, 10.5, _COLUMN) for each in row]
            titles = [self._lines(_title(each), 9.5, _COLUMN) for each in row]
            heights = [
                12.5 * len(title) + 14 * len(task) + 4 + self._height(each)
                for each, task, title in zip(row, tasks, titles, strict=True)
            ]
            if y + max(heights) > _BOTTOM and y > top:
                self._page()
                y = top = _MARGIN
            for n, (each, task, title) in enumerate(
                zip(row, tasks, titles, strict=True)
            ):
                x = _MARGIN + n * (_COLUMN + _GAP)
                below = y
                for line in title:
                    below += 12.5
                    self.text(x, below, 9.5, line, colour=FAINT)
                self.text(x, y + 12.5, 9.5, f"{each.number}.", bold=True)
                for line in task:
                    below += 14
                    self.text(x, below, 10.5, line, bold=True)
                self._diagram(each.diagram, x, below + 6)
            y += max(heights) + 20

    def _height(self, entry: Entry) -> float:
        return entry.diagram.height * _COLUMN / entry.diagram.width

    def _solutions(self, entries: Sequence[Entry], top: float) -> None:
        """Print the solutions in two columns."""
        x, y = _MARGIN, top
        for entry in entries:
            key = self._lines(f"{entry.number}. {entry.key}.", 9, _COLUMN)
            rest = self._lines(entry.rest, 9, _COLUMN)
            # What is longer than a page goes on over its end; nothing is lost.
            room = min(12 * (len(key) + len(rest)), _BOTTOM - top)
            if y + room > _BOTTOM:
                x, y, top = self._next_column(x, top)
            for line in (*key, *rest):
                if y + 12 > _BOTTOM:
                    x, y, top = self._next_column(x, top)
                y += 12
                self.text(x, y, 9, line, bold=bool(key))
                key = key[1:]
            y += 6

    def _next_column(self, x: float, top: float) -> tuple[float, float, float]:
        if x == _MARGIN:
            return _MARGIN + _COLUMN + _GAP, top, top
        self._page()
        return _MARGIN, _MARGIN, _MARGIN

    def _lines(self, text: str, size: float, width: float) -> list[str]:
        """Break a text into lines of a width."""
        shown = self._printable(text)
        space = self._wide(" ", size)
        lines: list[str] = []
        left = 0.0
        for word in shown.split():
            for piece, wide in self._pieces(word, size, width):
                if lines and wide + space <= left:
                    lines[-1] += f" {piece}"
                    left -= wide + space
                else:
                    lines.append(piece)
                    left = width - wide
        return lines

    def _pieces(
        self, word: str, size: float, width: float
    ) -> Iterator[tuple[str, float]]:
        """Yield a word, in pieces where it is wider than a line, and their widths."""
        piece, wide = "", 0.0
        for letter in word:
            more = self._wide(letter, size)
            if wide + more > width:
                yield piece, wide
                piece, wide = "", 0.0
            piece += letter
            wide += more
        yield piece, wide

    def _printable(self, text: str) -> str:
        """Put a question mark for every letter that the font lacks."""
        return "".join(c if ord(c) in self.known else "?" for c in text)

    def _wide(self, letter: str, size: float) -> float:
        """Return the width of a letter."""
        if letter not in self.widths:
            self.pdf.set_font(_FONT, size=1000)
            self.widths[letter] = self.pdf.get_string_width(letter) / 1000
        return self.widths[letter] * size

    def text(
        self,
        x: float,
        y: float,
        size: float,
        text: str,
        *,
        bold: bool = False,
        colour: str = INK,
        width: float | None = None,
    ) -> None:
        """Write a line; the font has one weight, so bold is a thin edge in ink."""
        self.pdf.set_font(_FONT, size=size)
        text = self._printable(text)
        with self.pdf.local_context():
            self.pdf.set_text_color(colour)
            if width is not None:
                wide = self.pdf.get_string_width(text)
                self.pdf.set_stretching(100 * min(1, width / wide))
            if bold:
                self.pdf.text_mode = self.mode.FILL_STROKE
                self.pdf.set_draw_color(colour)
                self.pdf.set_line_width(size / 28)
            self.pdf.text(x, y, text)

    def _diagram(self, diagram: Diagram, x: float, y: float) -> None:
        scale = _COLUMN / diagram.width
        for shape in diagram.shapes:
            self._shape(shape, x, y, scale)

    def _shape(self, shape: Shape, left: float, top: float, scale: float) -> None:
        x, y = left + scale * shape.x, top + scale * shape.y
        match shape:
            case Box(_, _, width, height):
                self.pdf.set_draw_color(INK)
                self.pdf.set_fill_color(PAPER)
                self.pdf.set_line_width(0.6 * scale)
                self.pdf.rect(
                    x,
                    y,
                    width * scale,
                    height * scale,
                    style="DF",
                    round_corners=True,
                    corner_radius=2.5 * scale,
                )
            case Text(_, _, size, text, bold, colour, width):
                squeezed = None if width is None else width * scale
                self.text(
                    x,
                    y,
                    size * scale,
                    text,
                    bold=bold,
                    colour=colour,
                    width=squeezed,
                )
            case Suit(_, _, size, suit):
                self._fill(scaled(Suit(x, y, size * scale, suit)), shape.colour)
            case Mark(_, _, size):
                side = size * scale
                corners = ((x, y), (x + side * 0.8, y + side / 2), (x, y + side))
                self.pdf.set_fill_color(INK)
                self.pdf.polygon(corners, style="F")
            case Bar(_, _, height):
                self.pdf.set_fill_color(INK)
                self.pdf.rect(x, y, 1.6 * scale, height * scale, style="F")

    def _fill(self, outline: Sequence[Segment], colour: str) -> None:
        path = self.path()
        path.style.paint_rule = self.rule.FILL_NONZERO
        path.style.fill_color = colour
        for kind, points in outline:
            if kind == "M":
                path.move_to(*points)
            elif kind == "L":
                path.line_to(*points)
            else:
                path.curve_to(*points)
        path.close()
        # The copy that it would make takes longer than all else on a page.
        self.pdf.draw_path(path, copy=False)


def _title(entry: Entry) -> str:
    return f"{entry.number}. {entry.title}, trump {entry.trump}"
