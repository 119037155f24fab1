"""Results in the order of the work, wherever the work is done.

What several processes (``kozyr.workers``) and a cluster (``kozyr.cluster``) share.
"""

from abc import ABC, abstractmethod
from collections import deque
from collections.abc import Iterator
from typing import Generic, TypeVar

from kozyr.reader import End, Item, Reader

T = TypeVar("T")
R = TypeVar("R")


class Foreman(ABC, Generic[T, R]):
    """Hands items out as they are read and puts their results in order.

    Its kinds say in ``_turn`` how; they set ``_reader``.
    """

    _reader: Reader[T]

    def __init__(self, pace: float) -> None:
        self._waiting: deque[Item[T]] = deque()
        self._done: dict[int, R] = {}
        self._pace = pace
        """Seconds that an item takes, of late."""
        self._read = 0
        self._shown = 0
        self._end: End | None = None

    def results(self) -> Iterator[R]:
        """Yield the results in order, and raise what ended the reading."""
        while self._end is None or self._shown < self._read:
            self._turn()
            while self._shown in self._done:
                yield self._done.pop(self._shown)
                self._reader.make_room()
                self._shown += 1
        if self._end.error is not None:
            raise self._end.error

    @abstractmethod
    def _turn(self) -> None:
        """Wait for news, note what is done and hand out what waits."""

    def _take_in(self) -> None:
        """Take what was read since the last time."""
        for read in self._reader.take():
            if isinstance(read, End):
                self._end = read
            else:
                self._waiting.append(read)
                self._read += 1

    def _learn(self, seconds: float, count: int) -> None:
        """Note that so many items took so long."""
        self._pace += (seconds / count - self._pace) * min(1, count / 8)
