"""What was measured: one record for each suite, solver and choice of tables."""

import json
from collections.abc import Iterable
from typing import NamedTuple

from benchmarks.kryt_suites import KRYT
from benchmarks.machine import Machine
from benchmarks.measure import Figures
from benchmarks.suites import SUITES

OURS = "kozyr"
PARTS = ("value", "solution", "baseline", "kryt")
"""The value alone; all that ``kozyr.solve`` tells; beside generic solvers; Kryt'."""
TITLES = {suite.name: suite.title for suite in (*SUITES, *KRYT)}
"""The titles of the suites by their names, in their order."""


class Record(NamedTuple):
    """The figures of one suite; ``tables`` are those up to so many cards, 0 for none.

    ``limit`` is in seconds.
    """

    part: str
    suite: str
    solver: str
    tables: int
    limit: float
    figures: Figures

    @property
    def title(self) -> str:
        """The suite's title."""
        return TITLES[self.suite]

    def to_json(self) -> str:
        """Return one line."""
        return json.dumps({**self._asdict(), "figures": self.figures._asdict()})


class Report(NamedTuple):
    """All records of a run, and where it ran."""

    machine: Machine
    records: list[Record]

    def part(self, name: str) -> list[Record]:
        """Return the records of a part, in the order of the suites."""
        order = list(TITLES)
        found = [each for each in self.records if each.part == name]
        return sorted(found, key=lambda each: order.index(each.suite))

    @classmethod
    def read(cls, lines: Iterable[str]) -> "Report":
        """Return what the lines of one run or several hold; the last machine counts."""
        machine, records = Machine.here(), []
        for line in lines:
            fields = json.loads(line)
            if "machine" in fields:
                machine = Machine(**fields["machine"])
            else:
                figures = Figures(**fields.pop("figures"))
                records.append(Record(**fields, figures=figures))
        return cls(machine, records)


def machine_line(machine: Machine) -> str:
    """Return the line of JSON that names the machine."""
    return json.dumps({"machine": machine._asdict()})
