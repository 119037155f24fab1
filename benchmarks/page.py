"""The report as a page of Markdown."""

from collections.abc import Callable, Iterable, Iterator, Sequence

from benchmarks.measure import Figures
from benchmarks.records import OURS, Record, Report

Row = tuple[str, ...]
_MANY = 200
"""Positions from which a tenth of a percent means something."""


def page(report: Report, picture: str | None = None) -> str:
    """Return the page; ``picture`` is the file name of the picture beside it."""
    parts = ["# kozyr: how fast", _about(report)]
    if picture is not None:
        parts.append(f"![The figures as a picture]({picture})")
    for title, text, name, heads, row in _SECTIONS:
        records = report.part(name)
        if records:
            body = table(heads.split("|"), map(row, records))
            parts += [f"## {title}", text, body]
            if name == "baseline" and not _was_open_spiel_there(records):
                parts.append(_WITHOUT_OPEN_SPIEL)
    if rows := list(_outcomes(report)):
        parts += ["## What comes out", _OUTCOME_TEXT, table(_OUTCOME.split("|"), rows)]
    return "\n\n".join(parts) + "\n"


def table(heads: Sequence[str], rows: Iterable[Row]) -> str:
    """Return a table whose columns are aligned in the source too."""
    lines = [tuple(heads), *rows]
    wide = [max(map(len, column)) for column in zip(*lines, strict=True)]
    lines.insert(1, tuple("-" * width for width in wide))
    return "\n".join(
        "| "
        + " | ".join(cell.ljust(width) for cell, width in zip(line, wide, strict=True))
        + " |"
        for line in lines
    )


def _about(report: Report) -> str:
    return (
        f"Measured on {report.machine.words()}\n\n"
        "One thread, a fresh engine for each position, making it included. Times and "
        "limits are the processor's. What is not solved counts with its limit, and its "
        "nodes do not count. *Tables* are endgame tables with up to so many cards: "
        "those with 8 build themselves."
    )


_WITHOUT_OPEN_SPIEL = (
    "OpenSpiel is left out: it was not installed (`pip install open_spiel`)."
)


def _was_open_spiel_there(records: Sequence[Record]) -> bool:
    return any(record.solver == "OpenSpiel" for record in records)


_VALUE_TEXT = "The value of the position for the player to move, alone against all."
_VALUE = "suite|tables|positions|limit|solved|in 1 s|p50|p90|p95|worst|nodes a second"


def _value_row(record: Record) -> Row:
    return (
        record.title,
        _tables(record),
        str(record.figures.positions),
        _limit(record),
        _share(record.figures, record.figures.solved),
        _share(record.figures, record.figures.soon),
        *_times(record),
        _speed(record),
    )


_SOLUTION_TEXT = "What `kozyr.solve` does: the value, every move judged, and the line."
_SOLUTION = "suite|tables|positions|limit|solved|in 1 s|p50|p90|p95|worst"


def _solution_row(record: Record) -> Row:
    return _value_row(record)[:-1]


_KRYT_TEXT = (
    "*Bound*: not decided, but one side is proven not to lose. The median is that of "
    "all positions."
)
_KRYT = (
    "suite|positions|limit|decided|in 1 s|p50|p95|worst|"
    "win / draw / loss|bound|nodes a second"
)


def _kryt_row(record: Record) -> Row:
    figures = record.figures
    p50, _, p95, worst = _times(record)
    # Not to win and not to lose is a draw, and decided.
    bound = figures.not_won + figures.not_lost
    bound -= figures.wins + figures.losses + 2 * figures.draws
    return (
        record.title,
        str(figures.positions),
        _limit(record),
        _share(figures, figures.solved),
        _share(figures, figures.soon),
        p50,
        p95,
        worst,
        f"{figures.wins} / {figures.draws} / {figures.losses}",
        str(bound),
        _speed(record),
    )


_BASELINE_TEXT = (
    "The same positions, the first of each suite, one solver after another. "
    "OpenSpiel's `alpha_beta_search` runs over a small adapter to kozyr's Python "
    "rules; beside it the same algorithm on these rules, without the adapter. Neither "
    "has a table."
)
_BASELINE = "suite|positions|limit|solver|tables|solved|p50|p95|worst|nodes a second"


def _baseline_row(record: Record) -> Row:
    p50, _, p95, worst = _times(record)
    return (
        record.title,
        str(record.figures.positions),
        _limit(record),
        record.solver,
        _tables(record) if record.solver == OURS else "-",
        _share(record.figures, record.figures.solved),
        p50,
        p95,
        worst,
        _speed(record),
    )


_SECTIONS: tuple[tuple[str, str, str, str, Callable[[Record], Row]], ...] = (
    ("The value", _VALUE_TEXT, "value", _VALUE, _value_row),
    ("Everything", _SOLUTION_TEXT, "solution", _SOLUTION, _solution_row),
    ("Kryt'-navalivat'", _KRYT_TEXT, "kryt", _KRYT, _kryt_row),
    (
        "Beside generic solvers",
        _BASELINE_TEXT,
        "baseline",
        _BASELINE,
        _baseline_row,
    ),
)

_OUTCOME_TEXT = (
    "Can the player to move force a win, and can the others together force him to "
    "lose? No and no is a draw. *Open* is what the limit left undecided."
)
_OUTCOME = (
    "suite|can win: yes / no / open|can be made to lose: yes / no / open|"
    "draws|by repetition"
)


def _outcomes(report: Report) -> Iterator[Row]:
    """Yield a row for each suite of Durak, by the tables that solved the most."""
    best: dict[str, Record] = {}
    for record in report.part("value"):
        known = best.get(record.suite)
        if known is None or known.figures.solved <= record.figures.solved:
            best[record.suite] = record
    solutions = {each.suite: each.figures for each in report.part("solution")}
    for name, record in best.items():
        figures = record.figures
        won, lost, count = figures.wins, figures.losses, figures.positions
        solution = solutions.get(name)
        yield (
            record.title,
            f"{won} / {figures.not_won} / {count - won - figures.not_won}",
            f"{lost} / {figures.not_lost} / {count - lost - figures.not_lost}",
            str(figures.draws),
            "-" if solution is None else str(solution.repetitions),
        )


def _tables(record: Record) -> str:
    return f"{record.tables} cards" if record.tables else "none"


def _limit(record: Record) -> str:
    return f"{record.limit:g} s"


def _share(figures: Figures, count: int) -> str:
    if figures.positions < _MANY or count in (0, figures.positions):
        return f"{100 * count / figures.positions:.0f} %"
    # Rounded down, so that only all of them are 100 %.
    return f"{1000 * count // figures.positions / 10:.1f} %"


def _times(record: Record) -> Iterator[str]:
    figures = record.figures
    for seconds in (figures.p50, figures.p90, figures.p95, figures.worst):
        # What was stopped counts with its limit, if not more.
        if seconds >= record.limit:
            yield f"> {record.limit:g} s"
        elif seconds >= 1:
            yield f"{seconds:.1f} s"
        else:
            yield f"{seconds * 1000:.2g} ms" if seconds < 0.1 else f"{seconds:.2f} s"


def _speed(record: Record) -> str:
    speed = record.figures.nodes_per_second
    if not record.figures.solved:
        return "-"
    return f"{speed / 1e6:.1f} million" if speed >= 1e6 else f"{speed:,.0f}"
