"""Positions and solutions as a notebook shows them."""

import re
import subprocess
import sys
from random import Random
from xml.etree import ElementTree

import pytest
from engines import DRAWN, LOST, told
from hypothesis import given
from strategies import course, positions

from kozyr import notation
from kozyr.cards import RANKS, SUIT_SIGNS
from kozyr.engine import NOTHING
from kozyr.games.durak import Durak
from kozyr.games.kryt import Kryt
from kozyr.puzzles.wording import with_signs
from kozyr.show import heading, turn
from kozyr.solution import Solution
from kozyr.solve import solve

SVG = "{http://www.w3.org/2000/svg}"
TRANSFER = "perevodnoy c 8sQh7dAc/6h6dJd9c/KsAs9d 6s 2 by=1"
EXAMPLES = (
    "podkidnoy c Qs6cJcKc/KsThKh8cQcAc - 1",
    TRANSFER,
    "podkidnoy+neighbours s 7s8c/8h9h/Kd9c 7d:9d 3 by=1",
    "podkidnoy h 9s/KhTdAd 9d,9c 1 by=1 taking",
    "podkidnoy h -/Kd/Kc - 2 limit=5",
    "kryt h KsAh/7d8c 7cQc8d 1",
    "kryt h 7s6hAh/7d8cTc Js7cQcKh 1 stock=9sTd8h",
)

Element = ElementTree.Element


@pytest.fixture(scope="module")
def solution() -> Solution:
    return solve("podkidnoy c Qs6cJcKc/KsThKh8cQcAc - 1", distance=True)


def parsed(text: str) -> Element:
    """Read XML strictly; what a notebook embeds has to be that."""
    return ElementTree.fromstring(text)


def words(element: Element) -> str:
    """Return the text of an element, as it reads."""
    return " ".join("".join(element.itertext()).replace("\ufe0e", "").split())


def cards_in(position: Durak | Kryt) -> int:
    held = sum(hand.bit_count() for hand in position.hands) + len(position.stock)
    if isinstance(position, Kryt):
        return held + len(position.pile)
    return held + sum(2 - (cover is None) for _, cover in position.table)


class TestPosition:
    """The picture, and the text below it."""

    @given(positions())
    def test_every_card_is_drawn_once_and_inside(self, position: Durak | Kryt) -> None:
        svg = parsed(position._repr_svg_())
        cards = [each for each in svg.iter(f"{SVG}rect") if each.get("rx") == "2.5"]
        assert len(cards) == cards_in(position)
        _, _, width, height = (float(each) for each in svg.get("viewBox", "").split())
        group = svg.find(f"{SVG}g")
        assert group is not None
        left, top = map(float, re.findall(r"[\d.]+", group.get("transform", "")))
        for card in cards:
            x, y, wide, high = (
                float(card.get(name, "")) for name in ("x", "y", "width", "height")
            )
            assert 0 <= x and left + x + wide <= width
            assert 0 <= y and top + y + high <= height
        lines = [float(each.get("y", "")) for each in svg.findall(f"{SVG}text")]
        assert lines == sorted(lines) and lines[-1] < height - 4

    @pytest.mark.parametrize("text", EXAMPLES)
    def test_it_says_which_game_it_is_and_whose_turn(self, text: str) -> None:
        position = notation.position(text)
        svg = parsed(position._repr_svg_())
        assert words(svg).startswith(str(position))
        said = " ".join(words(each) for each in svg.findall(f"{SVG}text"))
        assert said == f"{heading(position)} {turn(position)}"
        ranks = [words(each) for each in svg.iter(f"{SVG}text")]
        assert len([rank for rank in ranks if rank in [*RANKS, "10"]]) == cards_in(
            position
        )

    @pytest.mark.parametrize("text", EXAMPLES)
    def test_whoever_moves_is_marked(self, text: str) -> None:
        position = notation.position(text)
        svg = parsed(position._repr_svg_())
        bold = [
            words(each)
            for each in svg.iter(f"{SVG}text")
            if each.get("font-weight") and words(each).startswith("Seat")
        ]
        assert bold == [f"Seat {position.mover}"]

    def test_a_finished_game_can_be_drawn(self) -> None:
        position = notation.read("podkidnoy h -/Kd - 0")
        assert words(parsed(position._repr_svg_())).endswith("Seat 2 is the durak.")
        for start in map(notation.position, EXAMPLES):
            *_, last = course(start, Random(3), 300)
            parsed(last._repr_html_())

    @pytest.mark.parametrize("text", EXAMPLES)
    def test_html_has_the_text_below_the_picture(self, text: str) -> None:
        position = notation.position(text)
        figure = parsed(position._repr_html_())
        assert [each.tag for each in figure] == [f"{SVG}svg", "figcaption"]
        assert words(figure[1]) == str(position)

    @pytest.mark.parametrize("text", EXAMPLES)
    def test_many_pictures_on_a_page_do_not_meddle_with_each_other(
        self, text: str
    ) -> None:
        svg = parsed(notation.position(text)._repr_svg_())
        for each in svg.iter():
            assert not set(each.attrib) & {"id", "class", "href"}
            assert each.tag not in (f"{SVG}style", f"{SVG}script", f"{SVG}image")

    def test_reds_are_red(self) -> None:
        svg = parsed(notation.position("podkidnoy h Kc/Kd - 1")._repr_svg_())
        fills = [
            each.get("fill") for each in svg.iter(f"{SVG}text") if words(each) == "K"
        ]
        assert len(set(fills)) == 2

    def test_nothing_is_imported_before_something_is_shown(self) -> None:
        script = (
            "import sys, kozyr; kozyr.solve('podkidnoy h Kc/Kd - 1');"
            "sys.exit('kozyr.pictures' in sys.modules)"
        )
        subprocess.run([sys.executable, "-c", script], check=True)


class TestSolution:
    """The position, the verdict, a table of the moves, and a line."""

    def rows(self, solution: Solution) -> list[list[str]]:
        page = parsed(solution._repr_html_())
        return [[words(cell) for cell in row] for row in page.iter("tr")]

    def test_the_moves_are_a_table(self, solution: Solution) -> None:
        assert self.rows(solution) == [
            ["move", "value for seat 1", "ends in"],
            ["J♣", "win", "13"],
            ["Q♠", "draw", ""],
            ["6♣", "draw", ""],
            ["K♣", "loss", "14"],
        ]

    def test_without_distances_there_is_no_column_for_them(self) -> None:
        rows = self.rows(solve("podkidnoy h Kc/KdAd - 1"))
        assert rows == [["move", "value for seat 1"], ["K♣", "win"]]

    def test_the_verdict_and_the_best_move_stand_out(self, solution: Solution) -> None:
        page = parsed(solution._repr_html_())
        assert [words(each) for each in page.iter("strong")] == [
            "Seat 1 wins in 13 moves: J♣"
        ]
        assert [words(each) for each in page.iter("b")] == ["J♣"]

    def test_the_line_is_a_list(self, solution: Solution) -> None:
        page = parsed(solution._repr_html_())
        (details,) = page.iter("details")
        assert "open" in details.attrib
        here, expected = solution.position, []
        for move in solution.line:
            expected.append(f"seat {here.mover} {with_signs(move)}")
            here = here.after(move)
        assert [words(each) for each in details.iter("li")] == expected

    def test_what_is_unknown_is_said(self) -> None:
        position = notation.position("podkidnoy h 6s7sAh/9s8d9d - 1")
        engine = told(position, NOTHING, {"6s": DRAWN, "7s": LOST})
        solution = solve(position, engine=engine)
        assert self.rows(solution)[1:] == [
            ["6♠", "draw"],
            ["A♥", "unknown"],
            ["7♠", "loss"],
        ]
        nothing = solve(TRANSFER, nodes=1)
        page = parsed(nothing._repr_html_())
        assert not list(page.iter("li"))
        assert words(page.find("p") or page).startswith("Node limit reached")
        assert {row[1] for row in self.rows(nothing)[1:]} == {"unknown"}

    def test_signs_that_html_knows_are_escaped(self) -> None:
        html = solve(TRANSFER, nodes=1)._repr_html_()
        assert "&gt;6" in html
        assert ">>" not in html

    def test_the_picture_has_the_verdict_below_it(self, solution: Solution) -> None:
        svg = parsed(solution._repr_svg_())
        said = [words(each) for each in svg.findall(f"{SVG}text")]
        assert said[-1] == "Seat 1 wins in 13 moves: J♣."
        assert any(sign in said[-1] for sign in SUIT_SIGNS)

    def test_three_seats_and_kryt(self) -> None:
        for text in ("podkidnoy h 6s7s/8s9s/TdJd - 1", EXAMPLES[5]):
            solution = solve(text)
            page = parsed(solution._repr_html_())
            assert words(page).startswith(text)
            assert len(list(page.iter("li"))) == len(solution.line)
