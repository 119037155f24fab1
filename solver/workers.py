"""Work in several processes, results in the order of the work.

Processes and not threads, so that the Python parts run side by side too, and so
that one that dies takes down only the item it was at: that item fails, another
process takes its place, and the rest goes on.
"""

import multiprocessing
import os
import signal
from collections import deque
from collections.abc import Callable, Generator, Iterable, Iterator
from multiprocessing.connection import Connection, wait
from multiprocessing.context import DefaultContext, SpawnContext
from queue import SimpleQueue
from threading import Semaphore, Thread
from typing import Generic, NamedTuple, TypeVar

T = TypeVar("T")
R = TypeVar("R")
Work = Callable[[T], R]

AHEAD = 256
"""Items a process that may be read ahead of the oldest one that is not done."""


def in_order(
    prepare: Callable[[], Work[T, R]],
    items: Iterable[T],
    failed: Callable[[T, int | None], R],
    jobs: int,
) -> Generator[R, None, None]:
    """Yield the result of every item, in order, each as soon as it can be.

    Each of ``jobs`` processes calls ``prepare`` once for its worker function.  An item
    whose process dies gives ``failed(item, exit code of the process)``.  ``items`` is
    read in a thread, at most ``AHEAD`` a process in advance; what reading raises is
    raised here after the results before it.  Closing the iterator, like any exception
    in it, ends the processes at once.  Raises ``OSError`` when none can be started.
    """
    # The processes come before the thread: forking beside a thread is not safe.
    crew: list[_Worker[T, R]] = []
    reader: _Reader[T] | None = None
    try:
        for _ in range(jobs):
            try:
                crew.append(_Worker(prepare, multiprocessing.get_context()))
            except OSError:
                # The system grants no more: fewer do the same work.
                if not crew:
                    raise
                break
        reader = _Reader(items, AHEAD * jobs)
        yield from _run(prepare, crew, reader, failed)
    finally:
        if reader is not None:
            reader.close()
        for worker in crew:
            worker.end()


def end_if_orphaned() -> None:
    """End this process if it is a worker whose parent has gone."""
    parent = multiprocessing.parent_process()
    if parent is not None and not parent.is_alive():
        # Not an exception: nobody is left to be told, and a search might catch it.
        os._exit(1)


Context = DefaultContext | SpawnContext


class _Item(NamedTuple, Generic[T]):
    """One piece of work and its place in the order."""

    number: int
    work: T


class _Worker(Generic[T, R]):
    """One process and the item it is at."""

    def __init__(self, prepare: Callable[[], Work[T, R]], context: Context) -> None:
        self.item: _Item[T] | None = None
        self.pipe, theirs = context.Pipe()
        self.process = context.Process(
            target=_serve, args=(theirs, self.pipe, prepare), daemon=True
        )
        self.process.start()
        theirs.close()

    def begin(self, item: _Item[T]) -> bool:
        """Hand over an item; false when the process is dead."""
        try:
            self.pipe.send(item.work)
        except OSError:
            return False
        self.item = item
        return True

    def end(self) -> None:
        """Stop the process, whatever it is doing."""
        self.pipe.close()
        self.process.kill()
        self.process.join()


def _serve(
    pipe: "Connection[R, T]",
    other_end: "Connection[T, R]",
    prepare: Callable[[], Work[T, R]],
) -> None:
    """Do the work that comes through the pipe until it is closed."""
    # A copy of the parent's end, kept open here, would hide that the parent is gone.
    other_end.close()
    # Ctrl-C reaches the whole group of processes; what it means the parent decides.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    work = prepare()
    try:
        while True:
            pipe.send(work(pipe.recv()))
    except (EOFError, OSError):
        return


class _Reader(Generic[T]):
    """Reads the items in a thread, so that waiting for input delays no result.

    ``bell`` can be waited for; it rings once for each item and once for the end.
    """

    def __init__(self, items: Iterable[T], ahead: int) -> None:
        self.bell, self._ring = multiprocessing.Pipe(duplex=False)
        self._items = items
        self._read: SimpleQueue[_Item[T] | _End] = SimpleQueue()
        self._room = Semaphore(ahead)
        self._closed = False
        Thread(target=self._run, daemon=True).start()

    def answer_bell(self) -> "_Item[T] | _End":
        """Return what the bell rang for."""
        self.bell.recv_bytes()
        return self._read.get()

    def make_room(self) -> None:
        """Allow one more item to be read."""
        self._room.release()

    def close(self) -> None:
        """Read no further item."""
        self._closed = True
        self._room.release()

    def _run(self) -> None:
        end = _End(None)
        try:
            for number, work in enumerate(self._items):
                self._room.acquire()
                if self._closed:
                    return
                self._put(_Item(number, work))
        except BaseException as error:
            end = _End(error)
        self._put(end)

    def _put(self, read: "_Item[T] | _End") -> None:
        self._read.put(read)
        self._ring.send_bytes(b"!")


class _End(NamedTuple):
    """The end of the items, and what ended them unless all were read."""

    error: BaseException | None


def _run(
    prepare: Callable[[], Work[T, R]],
    crew: list[_Worker[T, R]],
    reader: _Reader[T],
    failed: Callable[[T, int | None], R],
) -> Iterator[R]:
    waiting: deque[_Item[T]] = deque()
    done: dict[int, R] = {}
    shown = 0
    end: _End | None = None
    while end is None or waiting or any(worker.item for worker in crew):
        busy = {worker.pipe: worker for worker in crew if worker.item is not None}
        sources = [*busy, *([reader.bell] if end is None else [])]
        for source in wait(sources) if sources else ():
            if source is reader.bell:
                read = reader.answer_bell()
                if isinstance(read, _End):
                    end = read
                else:
                    waiting.append(read)
                continue
            worker = next(each for pipe, each in busy.items() if pipe is source)
            item = worker.item
            assert item is not None
            try:
                done[item.number] = worker.pipe.recv()
                worker.item = None
            except (EOFError, OSError):
                worker.end()
                done[item.number] = failed(item.work, worker.process.exitcode)
                crew[crew.index(worker)] = _replacement(prepare)
        for place, worker in enumerate(crew):
            if waiting and worker.item is None:
                item = waiting.popleft()
                while not worker.begin(item):
                    worker.end()
                    worker = crew[place] = _replacement(prepare)
        while shown in done:
            yield done.pop(shown)
            reader.make_room()
            shown += 1
    if end.error is not None:
        raise end.error


def _replacement(prepare: Callable[[], Work[T, R]]) -> _Worker[T, R]:
    # Not forked: the thread that reads is running by now.
    return _Worker(prepare, multiprocessing.get_context("spawn"))
