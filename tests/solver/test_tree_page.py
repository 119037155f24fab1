"""The page of a tree, in a real browser: ``pytest -m browser``.

What the page holds is read back in test_tree_formats; here it is looked at and used.
"""

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from browser import Page, browser
from trees import EXAMPLES, Tree, large, written

from kozyr.tree import build, write

DRAWN = "podkidnoy h 6s7s/8s9s/TdJd - 1"
ROWS = "[...document.querySelectorAll('.row')]"


def test_it_needs_nothing_beside_itself() -> None:
    page = written(EXAMPLES["lost"](), "html").decode()
    assert not re.findall(r"""(?:src|href|url)\s*[=(]|@import|https?://""", page)
    assert "default-src 'none'" in page


def test_nothing_in_the_data_ends_its_element() -> None:
    tree = EXAMPLES["lost"]()
    tree.nodes[0]["position"] = "</script><b>"
    page = written(tree, "html").decode()
    assert page.count("</script>") == 2
    assert r"\u003c/script>\u003cb>" in page


@pytest.fixture(scope="module")
def chromium() -> Iterator[Page]:
    with browser() as page:
        yield page


@pytest.fixture
def show(chromium: Page, tmp_path: Path) -> Iterator[Any]:
    """Return what shows a tree; at the end the page must not have complained."""

    def shown(tree: Tree) -> Page:
        write(tree, tmp_path / "tree.html")
        chromium.open(tmp_path / "tree.html")
        return chromium

    yield shown
    assert chromium.complaints == []


def rows(page: Page) -> list[str]:
    """Return the words of all rows that are to be seen."""
    found: list[str] = page.value(f"{ROWS}.map(row => row.innerText)")
    return [" ".join(row.replace("\ufe0e", "").split()) for row in found]


def chosen(page: Page) -> int:
    number: str = page.value(
        "document.querySelector('.row[aria-selected=true]').dataset.node"
    )
    return int(number)


def board(page: Page) -> str:
    words: str = page.value("document.getElementById('board').innerText")
    return " ".join(words.replace("\ufe0e", "").split())


@pytest.mark.browser
class TestPage:
    """What is to be seen when it opens."""

    def test_the_best_line_stands_open(self, show: Any) -> None:
        page = show(EXAMPLES["lost"]())
        assert rows(page) == [
            "▸ Start loss in 8 3 moves 0",
            "▸ 1 A♥ loss in 8 ★ 1",
            "▸ 2 take loss in 7 2 moves 4",
            "▸ 1 6♠ loss in 6 ★ 7",
            "▸ 2 6♠:K♥ loss in 5 11",
            "▸ 2 A♥ loss in 4 17",
            "▸ 1 take loss in 3 5",
            "▸ 2 9♦ loss in 2 2 moves 9",
            "1 9♦:A♥ loss in 1 ★ ■ seat 1 loses 13",
            "1 take loss in 1 ■ seat 1 loses 14",
            "▸ 1 7♠ loss in 6 8",
            "▸ 1 6♠ loss in 4 2",
            "▸ 1 7♠ loss in 4 3",
        ]

    def test_it_says_what_it_is(self, show: Any) -> None:
        page = show(EXAMPLES["lost"]())
        assert page.value("document.title") == "Strategy of seat 2 · kozyr"
        about = page.value("document.getElementById('about').innerText")
        assert about.replace("\ufe0e", "") == (
            "Podkidnoy · trump ♥ · Seat 1 loses in 8 moves · "
            "values are those of seat 1 · 19 positions · 20 moves"
        )

    @pytest.mark.parametrize("example", EXAMPLES)
    def test_every_tree_is_shown(self, show: Any, example: str) -> None:
        tree = EXAMPLES[example]()
        page = show(tree)
        page.press("e")
        shown = {int(n) for n in page.value(f"{ROWS}.map(row => row.dataset.node)")}
        assert shown == set(tree)

    def test_values_have_their_colours(self, show: Any) -> None:
        page = show(build(DRAWN, kind="full", depth=12))
        page.press("e")
        colours = page.value(
            "Object.fromEntries([...document.querySelectorAll('.row .value')]"
            ".map(mark => [mark.innerText, getComputedStyle(mark).color]))"
        )
        assert colours == {
            "win": "rgb(28, 124, 74)",
            "draw": "rgb(160, 108, 5)",
            "loss": "rgb(184, 58, 58)",
        }

    def test_the_colours_of_the_dark(self, show: Any) -> None:
        page = show(EXAMPLES["lost"]())
        ground = "getComputedStyle(document.body).backgroundColor"
        page.dark(True)
        dark = page.value(ground)
        page.dark(False)
        assert (dark, page.value(ground)) == ("rgb(20, 23, 28)", "rgb(246, 245, 241)")

    def test_what_is_cut_says_so(self, show: Any) -> None:
        page = show(build(DRAWN, kind="full", depth=1))
        assert [row.split("… ")[1] for row in rows(page)[1:]] == [
            "cut: depth 1",
            "cut: depth 2",
        ]

    def test_nothing_lies_outside_the_window(self, show: Any) -> None:
        page = show(EXAMPLES["won"]())
        for width, height in ((1400, 900), (420, 800)):
            page.resize(width, height)
            assert page.value("document.documentElement.scrollWidth") <= width
            assert page.value("document.documentElement.scrollHeight") <= height

    def test_a_hundred_thousand_positions_open(self, show: Any) -> None:
        page = show(large(100_000))
        page.press("e")
        assert len(page.value(f"{ROWS}.map(row => row.id)")) > 3000
        status = page.value("document.getElementById('status').innerText")
        assert status.endswith("there are more")


@pytest.mark.browser
class TestBoard:
    """The position beside the tree, as cards."""

    def test_a_bout_of_durak(self, show: Any) -> None:
        page = show(EXAMPLES["lost"]())
        page.press("b", "b", "b", "b")
        assert board(page) == (
            "Seat 1 loses in 4 moves Position 11 1 Seat 1 defends 7 ♠ "
            "2 Seat 2 attacks, to move A ♥ 9 ♦ SEAT 2 PLAYS A♥ loss in 4 "
            "PLAYED SO FAR 1. A♥ 2. take 3. 6♠ 4. 6♠:K♥ "
            "AS TEXT podkidnoy h 7s/Ah9d - 2"
        )

    def test_cards_on_the_table_and_trumps(self, show: Any) -> None:
        page = show(EXAMPLES["lost"]())
        page.press("ArrowRight")
        laid = page.value("document.querySelector('.felt .card').className")
        assert laid == "card h trump"

    def test_a_pile_and_a_stock(self, show: Any) -> None:
        page = show(EXAMPLES["with a stock"]())
        words = board(page)
        assert "A pile of 3 cards, its top at the end 7 ♣ Q ♣ 8 ♦" in words
        assert "STOCK, IN DRAWING ORDER 9 ♥" in words

    def test_a_game_that_is_over(self, show: Any) -> None:
        page = show(build("podkidnoy h Kc/Kd - 1"))
        page.press("End")
        assert board(page).startswith("Seat 2 loses Position 2 1 Seat 1 out 2 Seat 2")


@pytest.mark.browser
class TestKeys:
    """Everything can be done without a mouse."""

    def test_up_and_down_and_to_the_ends(self, show: Any) -> None:
        page = show(EXAMPLES["lost"]())
        walked = []
        for key in ("ArrowDown", "ArrowDown", "ArrowUp", "End", "ArrowDown", "Home"):
            page.press(key)
            walked.append(chosen(page))
        assert walked == [1, 4, 1, 3, 3, 0]

    def test_left_closes_and_goes_out_and_right_opens_and_goes_in(
        self, show: Any
    ) -> None:
        page = show(EXAMPLES["lost"]())
        page.press("ArrowDown", "ArrowLeft")
        assert (chosen(page), len(rows(page))) == (1, 4)
        page.press("ArrowLeft")
        assert chosen(page) == 0
        page.press("ArrowDown", "ArrowRight")
        assert (chosen(page), len(rows(page))) == (1, 13)
        page.press("ArrowRight")
        assert chosen(page) == 4

    def test_enter_and_space_open_and_close(self, show: Any) -> None:
        page = show(EXAMPLES["lost"]())
        page.press("Enter")
        assert len(rows(page)) == 1
        page.press(" ")
        assert len(rows(page)) == 13

    def test_the_best_move_and_the_next_choice(self, show: Any) -> None:
        page = show(EXAMPLES["lost"]())
        page.press("b", "b")
        assert chosen(page) == 4
        page.press("n")
        assert chosen(page) == 9
        page.press("p", "p")
        assert chosen(page) == 0

    def test_open_all_and_close_all(self, show: Any) -> None:
        page = show(EXAMPLES["lost"]())
        page.press("e")
        assert len(rows(page)) == 21
        page.press("c")
        assert rows(page) == ["▸ Start loss in 8 3 moves 0"]

    def test_a_position_that_is_told_elsewhere_is_gone_to(self, show: Any) -> None:
        page = show(EXAMPLES["lost"]())
        page.press("e")
        told = [row for row in rows(page) if "→ as" in row]
        assert len(told) == 2
        page.click(".jump")
        assert told[0].endswith(f"→ as {chosen(page)}")
        row = page.value("document.querySelector('.row[aria-selected=true]').innerText")
        assert "→" not in row

    def test_a_repetition_is_followed_back(self, show: Any) -> None:
        tree = build("kryt c Ah/KsTd AdQc 1", kind="line")
        page = show(tree)
        page.press("End")
        (goal,) = [b for _, b, data in tree.edges(data=True) if data["repetition"]]
        assert rows(page)[-1].endswith(f"↺ back to {goal}")
        page.press("Enter")
        assert chosen(page) == goal
        assert page.value("document.activeElement.id") == "tree"

    def test_the_keys_are_explained(self, show: Any) -> None:
        page = show(EXAMPLES["lost"]())
        hidden = "document.getElementById('help').hidden"
        assert page.value(hidden) is True
        page.press("?")
        assert page.value(hidden) is False
        page.click("#keys")
        assert page.value(hidden) is True

    def test_a_reader_for_the_blind_is_told_the_same(self, show: Any) -> None:
        page = show(EXAMPLES["lost"]())
        page.press("ArrowDown", "ArrowDown")
        row = page.value(
            "(() => { const row = document.getElementById("
            "document.getElementById('tree').getAttribute('aria-activedescendant'));"
            " return [row.getAttribute('role'), row.ariaLevel, row.ariaExpanded,"
            " row.ariaSelected]; })()"
        )
        assert row == ["treeitem", "3", "true", "true"]


@pytest.mark.browser
class TestMouse:
    """And with one."""

    def test_a_click_chooses(self, show: Any) -> None:
        page = show(EXAMPLES["lost"]())
        page.click(".row[data-node='9'] .move")
        assert chosen(page) == 9

    def test_the_triangle_opens_and_closes(self, show: Any) -> None:
        page = show(EXAMPLES["lost"]())
        page.click(".row[data-node='1'] .twist")
        assert len(rows(page)) == 4

    def test_a_move_beside_the_cards_is_gone_to(self, show: Any) -> None:
        page = show(EXAMPLES["lost"]())
        page.click(".moves-list li:last-child button")
        assert chosen(page) == 3

    def test_the_buttons(self, show: Any) -> None:
        page = show(EXAMPLES["lost"]())
        page.click("#close-all")
        assert len(rows(page)) == 1
        page.click("#open-all")
        assert len(rows(page)) == 21
        page.click("#follow")
        assert chosen(page) == 1
