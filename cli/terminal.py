"""What a terminal can show: colours, suit signs, a line of progress."""

import os
import re
import sys
from collections.abc import Callable
from typing import TextIO

import click

from kozyr.cards import SUIT_COLOURS, SUIT_SIGNS, SUITS
from kozyr.moves import Move
from kozyr.values import Value

_CARD = re.compile(f"([6-9TJQKA])([{SUITS}])")
_VALUE_COLOURS = {Value.WIN: "green", Value.DRAW: "yellow", Value.LOSS: "red"}
_PLAIN = "\x1b[0m"
_FRAMES = "|/-\\"


class Pen:
    """Writes moves and values as standard output can show them."""

    def __init__(self, *, colour: bool, signs: bool) -> None:
        self.colour = colour
        self.signs = signs

    @classmethod
    def for_output(cls) -> "Pen":
        """Return the pen for standard output: colours on a terminal only."""
        wanted = not os.environ.get("NO_COLOR") and os.environ.get("TERM") != "dumb"
        colour = wanted and sys.stdout.isatty()
        return cls(colour=colour, signs=_can_write(SUIT_SIGNS, sys.stdout))

    def move(self, move: Move | str, width: int = 0) -> str:
        """Return a move as a person writes it, padded to a width in columns."""
        padding = " " * (width - self.width(move))
        return _CARD.sub(self._card, str(move)) + padding

    def width(self, move: Move | str) -> int:
        """Return how many columns a move takes."""
        return len(str(move).replace("T", "10"))

    def value(self, text: str, value: Value | None) -> str:
        """Return a text in the colour of a value."""
        if value is None or not self.colour:
            return text
        return click.style(text, fg=_VALUE_COLOURS[value])

    def strong(self, text: str) -> str:
        """Return a text in bold."""
        # A coloured move in the text ends with a reset, which would end the bold too.
        bold = "\x1b[1m"
        inner = text.replace(_PLAIN, _PLAIN + bold)
        return bold + inner + _PLAIN if self.colour else text

    def faint(self, text: str) -> str:
        """Return a text that steps back."""
        return click.style(text, dim=True) if self.colour else text

    def _card(self, match: re.Match[str]) -> str:
        rank, letter = match.groups()
        suit = SUITS.index(letter)
        text = rank.replace("T", "10")
        text += SUIT_SIGNS[suit] if self.signs else letter
        colour = SUIT_COLOURS[suit] if self.colour else ""
        return f"{colour}{text}{_PLAIN}" if colour else text


def _can_write(text: str, stream: TextIO) -> bool:
    try:
        text.encode(stream.encoding or "ascii")
    except UnicodeEncodeError:
        return False
    return True


class Ticker:
    """One line on standard error that says that something long goes on.

    Shows nothing in the first second, then ten texts a second at most, and nothing
    at all off a terminal.
    """

    def __init__(self, *, unless_output_shows: bool = False) -> None:
        self._on = sys.stderr is not None and sys.stderr.isatty()
        if unless_output_shows and sys.stdout.isatty():
            self._on = False
        self._next = 1.0
        self._shown = 0
        self._turns = 0

    @property
    def progress(self) -> Callable[[int, float], None] | None:
        """The callback for a search; ``None`` off a terminal."""
        return self._search if self._on else None

    def _search(self, nodes: int, seconds: float) -> None:
        self.show(f"{nodes:,} nodes, {seconds:.0f} s", seconds)

    def show(self, text: str, seconds: float) -> None:
        """Put a text in the place of the one before it; ``seconds`` since the start."""
        if self._on and seconds >= self._next:
            self._next = seconds + 0.1
            self._turns += 1
            self._write(f"{_FRAMES[self._turns % 4]} {text}")

    def clear(self) -> None:
        """Take the line away, before anything else is printed."""
        if self._shown:
            self._write("")

    def _write(self, text: str) -> None:
        padding = " " * (self._shown - len(text))
        back = "\r" if not text else ""
        self._shown = len(text)
        try:
            sys.stderr.write(f"\r{text}{padding}{back}")
            sys.stderr.flush()
        except OSError:
            self._on = False
