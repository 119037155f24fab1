"""A bar of progress on standard error, with an estimate of the time that is left."""

from time import monotonic

from kozyr.cli.terminal import Ticker

_WIDTH = 24


class Bar:
    """Shows how much of a number of things is done; nothing off a terminal."""

    def __init__(self, total: int) -> None:
        self._total = total
        self._done = 0
        self._start = monotonic()
        self._ticker = Ticker()

    def step(self) -> None:
        """Count one more thing as done."""
        self._done += 1
        self.show()

    def progress(self, nodes: int, seconds: float) -> None:
        """Show that a search goes on; a callback for it."""
        self.show()

    def show(self) -> None:
        """Draw the bar."""
        seconds = monotonic() - self._start
        self._ticker.show(bar_text(self._done, self._total, seconds), seconds)

    def clear(self) -> None:
        """Take the bar away, before anything else is printed."""
        self._ticker.clear()


def bar_text(done: int, total: int, seconds: float = 0) -> str:
    """Return the bar with numbers; the estimate takes all things as equally long.

    Without ``seconds`` there is no estimate.
    """
    full = _WIDTH * done // total if total else _WIDTH
    text = f"[{'#' * full}{'.' * (_WIDTH - full)}] {done:,}/{total:,}"
    if done and seconds:
        text += f", about {in_short(seconds / done * (total - done))} left"
    return text


def in_short(seconds: float) -> str:
    """Return a time as a person says it: ``12 s``, ``3 min``, ``2.5 h``."""
    if seconds < 100:
        return f"{seconds:.0f} s"
    if seconds < 6000:
        return f"{seconds / 60:.0f} min"
    return f"{seconds / 3600:.1f} h"
