"""The report as a picture: how long the suites take, and what others make of them."""

from collections.abc import Callable, Sequence
from pathlib import Path

from matplotlib.axes import Axes
from matplotlib.figure import Figure

from benchmarks.measure import SOON
from benchmarks.records import OURS, Record, Report
from benchmarks.table_choices import INSTALLED, WITHOUT

_LINE = 0.17
"""Inches for a row."""
_MARGIN = 1.6
"""Inches above and below the rows."""
_WIDTH = 6.5
"""Inches for a panel."""
_COLORS = {"OpenSpiel": "tab:red", "alpha-beta in Python": "tab:orange"}
_BY_TABLES = {WITHOUT: "tab:gray", INSTALLED: "tab:blue", 10: "tab:green"}
_MORE = "tab:purple"


def draw(report: Report, path: Path) -> None:
    """Write the picture: a panel for each part that was measured."""
    panels = [
        (records, paint)
        for part, paint in _PANELS.items()
        if (records := report.part(part))
    ]
    rows = max((len(records) for records, _ in panels), default=1)
    size = _WIDTH * max(1, len(panels)), _MARGIN + _LINE * rows
    figure = Figure(figsize=size, layout="constrained")
    for number, (records, paint) in enumerate(panels, 1):
        paint(figure.add_subplot(1, len(panels), number), records)
    figure.suptitle(report.machine.words(), fontsize="small")
    figure.savefig(path, dpi=110)


def _value(axes: Axes, records: Sequence[Record]) -> None:
    axes.set_title("The value of a position, by suite")
    _times(axes, records)


def _baseline(axes: Axes, records: Sequence[Record]) -> None:
    axes.set_title("Beside generic solvers, on the same positions")
    _times(axes, records)


def _times(axes: Axes, records: Sequence[Record]) -> None:
    """Draw p50 as a dot, p95 as a line's end, the worst as a bar, by logarithm."""
    seen = set()
    for row, record in enumerate(records):
        figures, color, label = record.figures, _color(record), _label(record)
        ends = [figures.p50, figures.p95]
        axes.plot(ends, [row, row], color=color, linewidth=2)
        # What half of the positions did not come to an end in is drawn hollow.
        filled = color if figures.p50 < record.limit else "white"
        axes.plot(
            [figures.p50],
            [row],
            "o",
            color=color,
            markerfacecolor=filled,
            markersize=5,
            label=None if label in seen else label,
        )
        axes.plot([figures.worst], [row], "|", color=color, markersize=8)
        seen.add(label)
    axes.set_xscale("log")
    axes.set_xlabel("seconds: p50 (dot), p95 (line), worst (bar); hollow: the limit")
    axes.grid(axis="x", alpha=0.4)
    _name_rows(axes, records)
    axes.legend(loc="upper right", fontsize="small")


def _kryt(axes: Axes, records: Sequence[Record]) -> None:
    """Draw the shares that are decided in a second and in the whole time."""
    axes.set_title("Kryt': decided")
    for row, record in enumerate(records):
        figures = record.figures
        first = row == 0
        axes.barh(
            row,
            100 * figures.solved / figures.positions,
            color="lightsteelblue",
            label=f"in {record.limit:g} s" if first else None,
        )
        axes.barh(
            row,
            100 * figures.soon / figures.positions,
            height=0.4,
            color="tab:blue",
            label=f"in {SOON:g} s" if first else None,
        )
    axes.set_xlim(0, 100)
    axes.set_xlabel("percent of the positions")
    axes.grid(axis="x", alpha=0.4)
    _name_rows(axes, records)
    axes.legend(loc="lower left", fontsize="small")


_PANELS: dict[str, Callable[[Axes, Sequence[Record]], None]] = {
    "value": _value,
    "baseline": _baseline,
    "kryt": _kryt,
}


def _name_rows(axes: Axes, records: Sequence[Record]) -> None:
    """Write each suite's title once, at its first row, the first suite on top."""
    titles = [record.title for record in records]
    shown = [
        title if title not in titles[:row] else "" for row, title in enumerate(titles)
    ]
    axes.set_yticks(range(len(shown)), shown, fontsize="small")
    axes.tick_params(axis="y", length=0)
    axes.set_ylim(len(shown) - 0.5, -0.5)
    for row, title in enumerate(shown):
        if title and row:
            axes.axhline(row - 0.5, color="black", alpha=0.1, linewidth=0.8)


def _color(record: Record) -> str:
    return _COLORS.get(record.solver) or _BY_TABLES.get(record.tables, _MORE)


def _label(record: Record) -> str:
    if record.solver != OURS:
        return record.solver
    if record.tables == WITHOUT:
        return f"{OURS}, without tables"
    return f"{OURS}, tables up to {record.tables} cards"
