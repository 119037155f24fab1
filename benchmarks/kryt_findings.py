"""What the positions of Kryt' are worth: values, lengths, and the longest win met.

``python -m benchmarks.kryt_findings [SECONDS] [SUITE ...]`` gives each position so many
seconds and prints a line for each suite.
"""

import sys
from collections.abc import Sequence
from statistics import median

from benchmarks.kryt_suites import KRYT, KrytSuite
from kozyr.engine import Budget, Verdict, choose
from kozyr.games.kryt import Kryt
from kozyr.values import Value


def answered(suite: KrytSuite, seconds: float) -> list[tuple[Kryt, Verdict]]:
    """Judge every position of a suite for its mover, with plies."""
    found = []
    for position in suite.positions():
        coalition = frozenset({position.mover})
        engine = choose(position, coalition)
        verdict = engine.judge(position, coalition, True, Budget(time=seconds))
        found.append((position, verdict))
    return found


def line(suite: KrytSuite, found: Sequence[tuple[Kryt, Verdict]]) -> str:
    """Return values, median and greatest plies, and the position of the greatest."""
    values = [verdict.value for _, verdict in found]
    counts = " / ".join(
        str(values.count(value)) for value in (Value.WIN, Value.DRAW, Value.LOSS, None)
    )
    plies = [(v.plies, str(position)) for position, v in found if v.plies is not None]
    if not plies:
        return f"{suite.title}: {counts}"
    middle = median(count for count, _ in plies)
    most, where = max(plies)
    return f"{suite.title}: {counts}; plies {middle:g}, at most {most}: {where}"


def main(arguments: Sequence[str]) -> None:
    """Print a line for each suite as soon as it is known."""
    names = list(arguments)
    seconds = float(names.pop(0)) if names and names[0][:1].isdigit() else 2.0
    print("win / draw / loss / open for the mover; median and greatest plies")
    for suite in KRYT:
        if not names or suite.name in names:
            print(line(suite, answered(suite, seconds)), flush=True)


if __name__ == "__main__":
    main(sys.argv[1:])
