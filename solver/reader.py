"""Reading ahead in a thread, so that waiting for input delays no result."""

from collections.abc import Callable, Iterable
from threading import Lock, Semaphore, Thread
from typing import Generic, NamedTuple, TypeVar

T = TypeVar("T")


class Item(NamedTuple, Generic[T]):
    """One piece of work and its place in the order, from 0."""

    number: int
    work: T


class End(NamedTuple):
    """The end of the items, and what ended them unless all were read."""

    error: BaseException | None


class Reader(Generic[T]):
    """Reads items in a thread, a bounded way ahead of those that are done.

    ``ring`` is called, in that thread, whenever there is something to ``take`` again.
    """

    def __init__(
        self, items: Iterable[T], ahead: int, ring: Callable[[], object]
    ) -> None:
        self._items = items
        self._ring = ring
        self._read: list[Item[T] | End] = []
        self._lock = Lock()
        self._room = Semaphore(ahead)
        self._spare = 0
        self._burst = max(1, ahead // 4)
        self._closed = False
        Thread(target=self._run, daemon=True).start()

    def take(self) -> list[Item[T] | End]:
        """Return what was read since the last call; an ``End`` comes last of all."""
        with self._lock:
            read, self._read = self._read, []
        return read

    def make_room(self) -> None:
        """Allow one more item to be read, when there is room for several."""
        # Between two threads each word costs as much as to solve a small position.
        self._spare += 1
        if self._spare == self._burst:
            self._room.release(self._spare)
            self._spare = 0

    def close(self) -> None:
        """Read no further item."""
        self._closed = True
        self._room.release()

    def _run(self) -> None:
        end = End(None)
        try:
            for number, work in enumerate(self._items):
                self._room.acquire()
                if self._closed:
                    return
                self._put(Item(number, work))
        except BaseException as error:
            end = End(error)
        self._put(end)

    def _put(self, read: Item[T] | End) -> None:
        with self._lock:
            self._read.append(read)
            first = len(self._read) == 1
        if first:
            self._ring()
