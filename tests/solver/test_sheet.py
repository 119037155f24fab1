"""A sheet of puzzles: what stands on it, in HTML and in PDF."""

import re
import zlib
from dataclasses import replace
from xml.etree import ElementTree

import pytest

from kozyr import notation
from kozyr.errors import OptionError
from kozyr.puzzles import sheet_pdf
from kozyr.puzzles.diagram import CARD, WIDTH, diagram
from kozyr.puzzles.record import Puzzle, read
from kozyr.puzzles.shapes import OUTLINES, Bar, Box, Mark, Suit, Text, scaled
from kozyr.puzzles.sheet import Entry, entries, legend
from kozyr.puzzles.sheet_html import html
from kozyr.puzzles.sheet_pdf import pdf

LINES = """
podkidnoy c Qs6cJcKc/KsThKh8cQcAc - 1 id "one"; difficulty 40; note "Осторожно <b>";
kryt h KsAh/7d8c 7cQc8d 1
perevodnoy h 9hJdKd/KsAs/QsTcAc - 1 author "A & B";
podkidnoy h 6s7sAh/Kh9d - 1
perevodnoy s 9s7d/8hKh/TdJd 9h 1 by=3 coalition 1,2;
"""
EXTREMES = (
    # A hand of 20, a pile of 16, a table of six covered cards, a stock, six seats.
    "kryt h 6s7s8s9sTsJsQsKsAs6d7d8d9dTdJdQd6h7h/7c 8c9cTcJcQcKcAc8hThJhQhKhAh 1",
    "podkidnoy h 6s/KhTdAd/7s8s 9d:Jd,9c:Jc,Jh:Ah,9s:Js,9h:Th 1 by=1",
    "podkidnoy s 6s/7s/8s/9s/Ts/Js - 1",
    "podkidnoy h KsAs/7d8c - 1 stock=7c9d6h",
)


def puzzles(text: str = LINES) -> list[Puzzle]:
    return [each for each in read(text.splitlines()) if isinstance(each, Puzzle)]


@pytest.fixture(scope="module")
def found() -> list[Entry]:
    return list(entries(puzzles()))


class TestEntries:
    """What is printed of each puzzle."""

    def test_what_is_asked(self, found: list[Entry]) -> None:
        assert [each.task for each in found] == [
            "Seat 1 to move and win.",
            "Seat 1 to move and win.",
            "Seat 1 to move and save a draw.",
            "Seat 1 to move and hold out.",
            "Seat 1 to move, seats 1 and 2 to win.",
        ]
        assert found[0].title == "Podkidnoy durak, difficulty 40"
        assert (found[1].title, found[1].trump) == ("Kryt'-navalivat'", "♥")

    def test_the_solution(self, found: list[Entry]) -> None:
        assert found[0].key == "J♣, win"
        assert found[0].rest.startswith("Seat 1 J♣; seat 2 J♣:Q♣; seat 1 +Q♠; ")
        assert found[0].rest.endswith("seat 1 10♥:6♣. Осторожно <b> (one)")
        assert found[2].key == "J♦ or K♦, draw"
        assert found[3].key == "any move, loss"

    def test_a_limit_leaves_what_is_claimed(self) -> None:
        hard = "podkidnoy h 6s7s8s9sTsJs/6h7h8h9hThJh/6d7d8d9dTdJd/6c7c8c9cTcJc - 1"
        claimed, bare = entries(puzzles(f"{hard} best 6s; value win\n{hard}"), time=0.1)
        assert (claimed.solved, bare.solved) == (False, False)
        assert (claimed.task, claimed.key) == ("Seat 1 to move and win.", "6♠, win")
        assert (bare.task, bare.key) == ("Seat 1 to move.", "not known")

    def test_the_legend_tells_of_piles_where_there_are_some(
        self, found: list[Entry]
    ) -> None:
        assert "pile" in legend(found)
        assert "pile" not in legend([found[0]])


class TestDiagram:
    """A position in shapes."""

    def test_every_card_is_there_once(self) -> None:
        for text in EXTREMES:
            position = notation.read(text)
            shapes = diagram(position).shapes
            ranks = [each.text for each in shapes if isinstance(each, Text)]
            suits = [each.suit for each in shapes if isinstance(each, Suit)]
            named = re.findall("[6-9TJQKA][shdc]", text)
            assert sorted(suits) == sorted("shdc".index(each[1]) for each in named)
            for card in named:
                assert card[0].replace("T", "10") in ranks

    @pytest.mark.parametrize("text", EXTREMES)
    def test_nothing_reaches_over_its_edge(self, text: str) -> None:
        drawn = diagram(notation.read(text))
        boxes = [each for each in drawn.shapes if isinstance(each, Box)]
        assert drawn.width == WIDTH
        assert max(each.x + each.width for each in boxes) <= WIDTH + 0.01
        assert max(each.y + each.height for each in boxes) <= drawn.height

    @pytest.mark.parametrize("text", EXTREMES)
    def test_the_corner_of_every_card_is_seen(self, text: str) -> None:
        boxes = [
            each
            for each in diagram(notation.read(text)).shapes
            if isinstance(each, Box)
        ]
        for number, one in enumerate(boxes):
            for other in boxes[number + 1 :]:
                beside = other.x >= one.x + 14 or other.x + other.width <= one.x
                below = other.y >= one.y + 10 or other.y + other.height <= one.y
                assert beside or below

    def test_the_seat_to_move_is_marked(self) -> None:
        shapes = diagram(notation.read("podkidnoy h 6s/KhTdAd/7s8s - 2")).shapes
        (mark,) = (each for each in shapes if isinstance(each, Mark))
        bold = [each for each in shapes if isinstance(each, Text) and each.bold]
        (seat,) = (each for each in bold if each.text.startswith("Seat"))
        assert seat.text == "Seat 2"
        assert abs(seat.y - mark.y) < CARD[1] / 2

    def test_a_bar_stands_before_what_is_picked_up(self) -> None:
        shapes = diagram(notation.read("kryt h KsAh/7d8c 7cQc8dJd6h 1")).shapes
        (bar,) = (each for each in shapes if isinstance(each, Bar))
        pile = [each for each in shapes if isinstance(each, Box) and each.y > bar.y]
        assert sum(each.x > bar.x for each in pile) == 3

    @pytest.mark.parametrize("suit", range(4))
    def test_a_suit_is_an_outline_in_its_square(self, suit: int) -> None:
        for _, points in scaled(Suit(10, 20, 5, suit)):
            assert all(10 <= x <= 15 for x in points[::2])
            assert all(20 <= y <= 25 for y in points[1::2])
        assert OUTLINES[suit][0][0] == "M"


class TestHtml:
    """A page that needs nothing else."""

    def test_it_is_well_formed(self, found: list[Entry]) -> None:
        page = html(found, "My <puzzles>")
        body = page[page.index("<body>") : page.index("</html>")]
        root = ElementTree.fromstring(body)
        assert len(root.findall(".//section[@class='puzzle']")) == len(found)
        assert len(root.findall(".//li")) == len(found)
        assert "<title>My &lt;puzzles&gt;</title>" in page
        assert "Осторожно &lt;b&gt;" in page
        assert "A &amp; B" in page

    def test_it_asks_for_nothing_outside(self, found: list[Entry]) -> None:
        page = html(found, "Puzzles")
        for word in ("http:", "https:", "url(", "src=", "@import", "<script", "<link"):
            assert word not in page
        assert set(re.findall('href="([^"]*)"', page)) <= {
            "#spade",
            "#heart",
            "#diamond",
            "#club",
        }

    def test_it_is_made_for_paper(self, found: list[Entry]) -> None:
        page = html(found, "Puzzles")
        assert "size: A4" in page
        assert "break-inside: avoid" in page
        assert ".solutions { break-before: page" in page
        assert page.index('class="puzzle"') < page.index("Solutions</h2>")


def contents(file: bytes) -> list[bytes]:
    """Return the streams of a PDF file."""
    found = re.findall(rb"stream\r?\n(.*?)\r?\nendstream", file, re.DOTALL)
    streams = []
    for each in found:
        try:
            streams.append(zlib.decompress(each))
        except zlib.error:
            streams.append(each)
    return streams


def pages(file: bytes) -> int:
    return len(re.findall(rb"/Type /Page\b", file))


class TestPdf:
    """The same as a PDF file."""

    def test_the_solutions_are_on_the_last_page(self, found: list[Entry]) -> None:
        file = pdf(found, "Задачи")
        assert file.startswith(b"%PDF-")
        assert pages(file) == 2

    def test_suits_are_drawn_and_the_font_is_inside(self, found: list[Entry]) -> None:
        file = pdf(found, "Puzzles")
        assert b"/FontFile2" in file
        assert b"DejaVuSansCondensed" in file
        curves = sum(len(re.findall(rb" c\b", each)) for each in contents(file))
        assert curves > 10 * len(re.findall("[6-9TJQKA][shdc]", LINES))
        # The map back from glyphs to letters, for searching and copying.
        back = b"".join(each for each in contents(file) if b"beginbfchar" in each)
        for sign in "♠♥♦♣ж":
            assert f"<{ord(sign):04X}>".encode() in back.upper()

    def test_many_puzzles_take_many_pages(self, found: list[Entry]) -> None:
        assert 5 < pages(pdf(found * 10, "Puzzles")) < 16

    def test_what_is_too_long_is_broken(self, found: list[Entry]) -> None:
        long = replace(found[0], rest="x" * 5000 + " 中 " + "word " * 3000)
        assert pages(pdf([long], "T" * 300)) >= 3

    def test_it_says_what_is_missing(
        self, found: list[Entry], monkeypatch: pytest.MonkeyPatch
    ) -> None:
        def missing(name: str) -> None:
            raise ImportError(name)

        monkeypatch.setattr(sheet_pdf, "import_module", missing)
        with pytest.raises(OptionError, match=r"pip install 'kozyr\[pdf\]'"):
            pdf(found, "Puzzles")
