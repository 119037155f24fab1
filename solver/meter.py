"""How a kernel is kept within a budget.

A kernel asks ``grant`` every few milliseconds for more nodes; so one callback carries
every limit, the progress and Ctrl-C, and the kernels know nothing of clocks.
"""

import threading
from collections.abc import Callable
from typing import Protocol, TypeVar

from kozyr.engine import Budget

DEEP_STACK = 1 << 30
"""Bytes of stack for a search whose path is too long for the usual one.  Only what it
touches is taken from the machine; a path of a hundred thousand bouts has room."""
_stack_size = threading.Lock()

T = TypeVar("T")

GRANT = 1 << 14
"""Nodes a kernel may spend between two looks at the budget: a millisecond or two."""


class Metered(Protocol):
    """What every kernel offers: a count of nodes and a place for the callback."""

    @property
    def nodes(self) -> int:
        """The nodes visited so far, over all searches."""

    def meter(self, grant: Callable[[int], int] | None) -> None:
        """Set who is asked for nodes, and start afresh after a stop."""


class Meter:
    """Charges a kernel's nodes to a budget; use it as a context around a question."""

    def __init__(self, budget: Budget, kernel: Metered) -> None:
        self._budget = budget
        self._kernel = kernel
        self._told = kernel.nodes

    def __enter__(self) -> None:
        self._kernel.meter(self._grant)

    def __exit__(self, *_: object) -> None:
        self._tell(self._kernel.nodes)
        self._kernel.meter(None)

    def _tell(self, nodes: int) -> None:
        spent, self._told = nodes - self._told, nodes
        self._budget.spend(spent)

    def _grant(self, nodes: int) -> int:
        self._tell(nodes)
        if self._budget.stopped is not None:
            return 0
        left = self._budget.nodes_left
        return GRANT if left is None else min(GRANT, left)


def deeply(question: Callable[[], T], budget: Budget) -> T:
    """Ask a question in a thread with a deep stack, and return its answer.

    Ctrl-C stops the search through the budget and is raised here.
    """
    answers: list[T] = []
    failures: list[BaseException] = []

    def ask() -> None:
        try:
            answers.append(question())
        except BaseException as failure:
            failures.append(failure)

    with _stack_size:
        usual = threading.stack_size(DEEP_STACK)
        try:
            thread = threading.Thread(target=ask)
            thread.start()
        finally:
            threading.stack_size(usual)
    try:
        thread.join()
    except BaseException:
        budget.stopped = "interrupt"
        thread.join()
        raise
    if failures:
        raise failures[0]
    return answers[0]
