"""``key value;`` pairs: what follows the position on a puzzle's line.

Free text stands between double quotes, in which a quote and a backslash are written
with a backslash before them.
"""

import re
from collections.abc import Iterator
from typing import NamedTuple

from kozyr.errors import InputError

_KEY = re.compile(r"\s*([^\W\d]\w*)", re.UNICODE)
_STRING = re.compile(r'"((?:[^"\\]|\\.)*)"')
_ESCAPE = re.compile(r"\\(.)")
_PLAIN = re.compile(r'[^";#]+')
_CONTROLS = re.compile(r"[\x00-\x1f\x7f-\x9f\u2028\u2029]+")


COMMENT = "#"


class Pair(NamedTuple):
    """A key and the pieces of its value, each with whether it stood in quotes."""

    key: str
    pieces: tuple[tuple[str, bool], ...]

    @classmethod
    def of(cls, key: str, *texts: str) -> "Pair":
        """Return a pair whose value is free text, or several."""
        return cls(key, tuple((text, True) for text in texts))

    @classmethod
    def bare(cls, key: str, text: str) -> "Pair":
        """Return a pair whose value needs no quotes."""
        return cls(key, ((text, False),))

    @property
    def text(self) -> str:
        """The value as one text."""
        return " ".join(text for text, _ in self.pieces)

    def items(self, *, commas: bool = False) -> list[str]:
        """Return the value as a list; with ``commas`` they divide it outside quotes."""
        items: list[str] = []
        for text, in_quotes in self.pieces:
            items += [text] if in_quotes or not commas else text.split(",")
        return items


def pairs_in(text: str) -> Iterator[Pair]:
    """Yield the pairs of a text; raises ``InputError``.

    The last semicolon may be missing.  A comment, if one follows, has the key ``#``.
    """
    at = 0
    while True:
        while at < len(text) and (text[at].isspace() or text[at] == ";"):
            at += 1
        if at == len(text):
            return
        if text[at] == COMMENT:
            yield Pair.bare(COMMENT, text[at + 1 :].strip())
            return
        found = _KEY.match(text, at)
        if found is None:
            raise InputError(f"pairs: a key is expected at {_clipped(text[at:])}")
        at, pieces = _value(text, found.end(), found[1].lower())
        yield Pair(found[1].lower(), pieces)


def _value(text: str, at: int, key: str) -> tuple[int, tuple[tuple[str, bool], ...]]:
    """Return where a value ends, and its pieces."""
    pieces = []
    while at < len(text) and text[at] not in ";#":
        if text[at] == '"':
            found = _STRING.match(text, at)
            if found is None:
                raise InputError(f"{key}: a closing quote is missing")
            pieces.append((_ESCAPE.sub(r"\1", found[1]), True))
        else:
            found = _PLAIN.match(text, at)
            assert found is not None
            if found[0].strip():
                pieces.append((found[0].strip(), False))
        at = found.end()
    if not pieces:
        raise InputError(f"{key}: has no value")
    return at, tuple(pieces)


def written(pair: Pair) -> str:
    """Return a pair in its canonical form."""
    pieces = [_quoted(text) if quotes else text for text, quotes in pair.pieces]
    return f"{pair.key} {' '.join(pieces)};"


def _quoted(text: str) -> str:
    # One puzzle is one line, whatever its note holds.
    text = _CONTROLS.sub(" ", text).replace("\\", r"\\").replace('"', r"\"")
    return f'"{text}"'


def _clipped(text: str) -> str:
    return repr(text if len(text) <= 20 else text[:20] + "...")
