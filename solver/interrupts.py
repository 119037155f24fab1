"""Ctrl-C as a limit: the search stops and says what it has proven."""

import signal
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType

from kozyr.engine import Budget


@contextmanager
def interrupts_stop(budget: Budget) -> Iterator[None]:
    """Let the first Ctrl-C stop a budget; a second one is an exception as ever.

    An exception would cost what the engine has proven until then.  Only where Python
    would raise one: in the main thread, with the handler that it starts with.
    """
    if (
        threading.current_thread() is not threading.main_thread()
        or signal.getsignal(signal.SIGINT) is not signal.default_int_handler
    ):
        yield
        return

    def stop(number: int, frame: FrameType | None) -> None:
        signal.signal(signal.SIGINT, signal.default_int_handler)
        budget.stopped = "interrupt"

    signal.signal(signal.SIGINT, stop)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, signal.default_int_handler)
