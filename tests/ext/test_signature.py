"""The signature of the searches: how many nodes fixed positions cost, exactly.

Any change of what a kernel searches or in which order changes these numbers, one that
only makes it faster or tidier does not.  When a search was changed on purpose, look
at the benchmark, then print the new numbers and put them into ``SIGNATURES`` below:

    PYTHONPATH=tests python tests/ext/test_signature.py
"""

from collections.abc import Iterator

import pytest

from kozyr import notation
from kozyr.engine import Budget, choose

SIGNATURES = {
    "podkidnoy": 568_097,
    "podkidnoy, plies": 10_315,
    "podkidnoy, stock": 16_698,
    "perevodnoy, two players": 341_618,
    "three players": 822_794,
    "three players, plies": 88_298,
    "four players": 66_405,
    "six players": 2_181,
}

POSITIONS = {
    "podkidnoy": (
        "podkidnoy c Ks8hThJhAhQdJcAc/6sJsQs9h7d9d9cTc - 1",
        "podkidnoy c 8sJsQsTh7dKdTcKc/7s9hQh6d9dJdJcQc - 1",
        "podkidnoy h As6hKh8d9d7cTcKc/6s9sKsThQhKdAdQc - 1",
        "podkidnoy s 6h7hJh8dKd6cTcAc/9sThKh6d9dTdQd7c - 1",
        "podkidnoy d 8s9sThKhAh9d7cTc/6s6h7h8hTd6c9c - 2",
    ),
    "podkidnoy, plies": (
        "podkidnoy s 7s6d8dTd9c/6s6h8hQdKd - 1",
        "podkidnoy d 8s9sThKhAh9d/6s6h7h8hTd6c - 2",
    ),
    "podkidnoy, stock": (
        "podkidnoy h Ks8hTdJc/6sJsQs9h - 1 stock=7d9d9cTcAsKh",
        "podkidnoy s 8hJcQsTh7d/9hQh6d9dJd 9s 2 by=1 limit=5 stock=7s8s",
    ),
    "perevodnoy, two players": (
        "perevodnoy s 7sAsJh8dKd6c/9sThKh6d9dTd - 1",
        "perevodnoy h JsAsTd7c8cKc/9hKh6d8dJdQd - 2",
        "perevodnoy c TsQh7d7c/7sQs7hThTdQdTc - 2",
        "perevodnoy c 6s8s9sKs6h9dTdKd/7sTs7h8h8dQd7cTc - 1",
    ),
    "three players": (
        "podkidnoy s JhKdAc/6h7h6c/6d8dTc - 1",
        "podkidnoy c 8sKdKc/JsQs7d/ThQhTc - 1",
        "perevodnoy s JhKdAc/6h7h6c/6d8dTc - 1",
        "perevodnoy d 8s9sAh/Th9d7c/6sKhTc - 3",
        "podkidnoy s Ks8dAdAc/7s6dTd9c/6sAhQdKd - 1",
    ),
    "three players, plies": (
        "podkidnoy h Kh7cKc/As6h9d/Ks8dTc - 1",
        "perevodnoy h As6hQc/7sQsTh/9sTs8c - 1",
    ),
    "four players": (
        "podkidnoy h As6hQc/7sQsTh/9sTs8c/9hAd6c - 1",
        "perevodnoy d 6c/Qs6h8hQc/6s8s8c/Qh6d8d - 4",
    ),
    "six players": (
        "podkidnoy s 6s9h/KdAc/QsTd/7h8c/JsJd/9c6d - 1",
        "podkidnoy+neighbours h 6s9h/KdAc/QsTd/7h8c/JsJd/9c6d - 4",
    ),
}


def nodes(name: str) -> int:
    """Return what the positions of a name cost, each from an empty table."""
    total = 0
    for text in POSITIONS[name]:
        position = notation.position(text)
        seats, budget = frozenset([position.mover]), Budget()
        engine = choose(position, seats, tables=False)
        engine.judge(position, seats, "plies" in name, budget)
        total += budget.nodes
    return total


@pytest.mark.parametrize("name", SIGNATURES)
def test_a_search_costs_what_it_did(name: str) -> None:
    assert nodes(name) == SIGNATURES[name]


def lines() -> Iterator[str]:
    """Yield ``SIGNATURES`` as it should stand here."""
    yield "SIGNATURES = {"
    for name in SIGNATURES:
        yield f'    "{name}": {nodes(name):_},'
    yield "}"


if __name__ == "__main__":
    print(*lines(), sep="\n")
