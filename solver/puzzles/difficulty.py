"""How hard a puzzle is, as a number from 1 to 100 (docs/puzzles.md has the measure)."""

from math import exp, log10

from kozyr.puzzles.analysis import Analysis
from kozyr.puzzles.natural import in_order, natural
from kozyr.puzzles.record import MOST_DIFFICULT

GRADES = ("first steps", "easy", "medium", "hard", "master")
TRAPS, SURPRISE, DEPTH, CHOICES, EFFORT = 25, 20, 20, 15, 20
"""The points that each part of the measure can give; together 100."""
_FEWEST, _MOST = 20, 85
"""Points that are spread over the whole scale: hardly a puzzle has fewer or more."""
_NO_EFFORT, _FULL_EFFORT = 1.5, 6.0
"""Decimal logarithms of the nodes that count as no effort, and as all there is."""


def difficulty(analysis: Analysis) -> int:
    """Return the difficulty of an analysed puzzle."""
    parts = (
        TRAPS * _traps(analysis),
        SURPRISE * _surprise(analysis),
        DEPTH * (1 - exp(-(len(analysis.steps) - 1) / 20)),
        CHOICES * (1 - exp(-(len(analysis.keys) - 1) / 3)) if analysis.keys else 0,
        EFFORT * _effort(analysis),
    )
    share = (sum(parts) - _FEWEST) / (_MOST - _FEWEST)
    return max(1, min(MOST_DIFFICULT, round(share * MOST_DIFFICULT)))


def grade(number: int) -> str:
    """Return the name of a difficulty: twenty numbers to each of the five grades."""
    return GRADES[(number - 1) * len(GRADES) // MOST_DIFFICULT]


def _traps(analysis: Analysis) -> float:
    """Return the share of the natural-looking first moves that spoil the position."""
    first = analysis.steps[0]
    looks = natural(first.position)
    return sum(move not in first.keeping for move in looks) / len(looks)


def _effort(analysis: Analysis) -> float:
    """Return how much a search had to look at, on a logarithmic scale."""
    size = log10(max(1, analysis.effort))
    share = (size - _NO_EFFORT) / (_FULL_EFFORT - _NO_EFFORT)
    return max(0.0, min(1.0, share))


def _surprise(analysis: Analysis) -> float:
    """Return how late a right first move comes to mind: 0 the first, 1 the last."""
    first = analysis.steps[0]
    order = in_order(first.position)
    if len(order) == 1:
        return 0.0
    return min(order.index(move) for move in first.keeping) / (len(order) - 1)
