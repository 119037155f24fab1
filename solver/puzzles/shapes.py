"""The few shapes that a printed diagram is made of, and the suits as outlines.

They are drawn on a page of HTML and of PDF alike, and need no font for a suit.
Lengths are in points, y grows downwards.
"""

from typing import NamedTuple

Segment = tuple[str, tuple[float, ...]]
"""A piece of an outline: ``M`` move, ``L`` line, ``C`` curve (three points)."""

INK, RED, FAINT, PAPER = "#111111", "#b3001b", "#666666", "#ffffff"


class Box(NamedTuple):
    """A card: a white rectangle with round corners and a thin edge."""

    x: float
    y: float
    width: float
    height: float


class Text(NamedTuple):
    """A text that begins at x, on the line y; ``width`` squeezes it into so much."""

    x: float
    y: float
    size: float
    text: str
    bold: bool = False
    colour: str = INK
    width: float | None = None


class Suit(NamedTuple):
    """A suit sign in a square."""

    x: float
    y: float
    size: float
    suit: int

    @property
    def colour(self) -> str:
        """Red for hearts and diamonds."""
        return colour_of(self.suit)


class Mark(NamedTuple):
    """A small triangle that points right: whose turn it is."""

    x: float
    y: float
    size: float


class Bar(NamedTuple):
    """A thick upright line."""

    x: float
    y: float
    height: float


Shape = Box | Text | Suit | Mark | Bar


class Diagram(NamedTuple):
    """Shapes, in the order of drawing, and how much room they take."""

    width: float
    height: float
    shapes: tuple[Shape, ...]


def colour_of(suit: int) -> str:
    """Return the colour in which a suit is printed."""
    return RED if suit in (1, 2) else INK


def _circle(x: float, y: float, radius: float) -> tuple[Segment, ...]:
    bend = 0.5523 * radius
    east, west, south, north = x + radius, x - radius, y + radius, y - radius
    return (
        ("M", (x, north)),
        ("C", (x + bend, north, east, y - bend, east, y)),
        ("C", (east, y + bend, x + bend, south, x, south)),
        ("C", (x - bend, south, west, y + bend, west, y)),
        ("C", (west, y - bend, x - bend, north, x, north)),
    )


_SPADE: tuple[Segment, ...] = (
    ("M", (0.5, 0.02)),
    ("C", (0.58, 0.22, 0.97, 0.4, 0.97, 0.63)),
    ("C", (0.97, 0.76, 0.88, 0.84, 0.77, 0.84)),
    ("C", (0.67, 0.84, 0.58, 0.79, 0.53, 0.7)),
    ("C", (0.54, 0.84, 0.6, 0.93, 0.7, 0.98)),
    ("L", (0.3, 0.98)),
    ("C", (0.4, 0.93, 0.46, 0.84, 0.47, 0.7)),
    ("C", (0.42, 0.79, 0.33, 0.84, 0.23, 0.84)),
    ("C", (0.12, 0.84, 0.03, 0.76, 0.03, 0.63)),
    ("C", (0.03, 0.4, 0.42, 0.22, 0.5, 0.02)),
)
_HEART: tuple[Segment, ...] = (
    ("M", (0.5, 0.97)),
    ("C", (0.42, 0.78, 0.02, 0.55, 0.02, 0.29)),
    ("C", (0.02, 0.13, 0.13, 0.04, 0.26, 0.04)),
    ("C", (0.38, 0.04, 0.47, 0.12, 0.5, 0.24)),
    ("C", (0.53, 0.12, 0.62, 0.04, 0.74, 0.04)),
    ("C", (0.87, 0.04, 0.98, 0.13, 0.98, 0.29)),
    ("C", (0.98, 0.55, 0.58, 0.78, 0.5, 0.97)),
)
_DIAMOND: tuple[Segment, ...] = (
    ("M", (0.5, 0.01)),
    ("C", (0.6, 0.2, 0.74, 0.36, 0.9, 0.5)),
    ("C", (0.74, 0.64, 0.6, 0.8, 0.5, 0.99)),
    ("C", (0.4, 0.8, 0.26, 0.64, 0.1, 0.5)),
    ("C", (0.26, 0.36, 0.4, 0.2, 0.5, 0.01)),
)
_CLUB: tuple[Segment, ...] = (
    *_circle(0.5, 0.25, 0.22),
    *_circle(0.25, 0.61, 0.22),
    *_circle(0.75, 0.61, 0.22),
    ("M", (0.5, 0.3)),
    ("L", (0.56, 0.58)),
    ("C", (0.55, 0.8, 0.6, 0.92, 0.7, 0.98)),
    ("L", (0.3, 0.98)),
    ("C", (0.4, 0.92, 0.45, 0.8, 0.44, 0.58)),
    ("L", (0.5, 0.3)),
)
OUTLINES = (_SPADE, _HEART, _DIAMOND, _CLUB)
"""The suits in a square of side 1; each outline is to be filled."""


def scaled(sign: Suit) -> tuple[Segment, ...]:
    """Return the outline of a suit sign in its place."""
    at = (sign.x, sign.y)
    return tuple(
        (kind, tuple(at[n % 2] + sign.size * each for n, each in enumerate(points)))
        for kind, points in OUTLINES[sign.suit]
    )
