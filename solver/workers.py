"""Work in several processes, results in the order of the work.

Processes and not threads, so that the Python parts run side by side too, and so
that one that dies takes down only the item it was at: that item fails, another
process takes its place, and the rest goes on.  Small items go to a process by the
handful, and their results come back so: to hand over one costs about 0.2 ms.
"""

import multiprocessing
import os
import signal
from collections import deque
from collections.abc import Callable, Generator, Iterable
from contextlib import suppress
from functools import partial
from multiprocessing.connection import Connection, wait
from multiprocessing.context import DefaultContext, SpawnContext
from threading import Event, Lock, Thread
from time import monotonic, sleep
from typing import Generic, NamedTuple, TypeVar

from kozyr.foreman import Foreman
from kozyr.reader import Item, Reader

T = TypeVar("T")
R = TypeVar("R")
Work = Callable[[T], R]

PER_CORE = 4
"""Processes for each core at most.  One keeps it busy; some more do no harm, but to
start all that somebody asks for could take for ever."""

AHEAD = 256
"""Items a process that may be read ahead of the oldest one that is not done."""

HANDFUL = 0.05
"""Seconds of work that a process is handed at once: less, and small items would cost
as much to hand over as to do; more, and they would be badly shared out."""
MOST = AHEAD // 4
"""Items that are handed over at once at most, so that there are some for everybody."""
LATEST = 0.2
"""Seconds after which a process begins none of its handful any more, but gives them
back: one of them took long, and others may be idle."""
PAUSE = 0.01
"""Seconds that a result may wait for others to be sent with it."""


def in_order(
    prepare: Callable[[], Work[T, R]],
    items: Iterable[T],
    failed: Callable[[T, int | None], R],
    jobs: int,
) -> Generator[R, None, None]:
    """Yield the result of every item, in order, each as soon as it can be.

    Each of ``jobs`` processes (``PER_CORE`` for each core at most) calls ``prepare``
    once for its worker function.  An item whose process dies gives ``failed(item, exit
    code of the process)``.  ``items`` is read in a thread, at most ``AHEAD`` a process
    in advance; what reading raises is raised here after the results before it.  Closing
    the iterator, like any exception in it, ends the processes at once.  Raises
    ``OSError`` when none can be started.
    """
    # The processes come before the thread: forking beside a thread is not safe.
    crew: list[_Worker[T, R]] = []
    reader: Reader[T] | None = None
    try:
        for _ in range(min(jobs, PER_CORE * (os.cpu_count() or 1))):
            try:
                crew.append(_Worker(prepare, multiprocessing.get_context()))
            except OSError:
                # The system grants no more: fewer do the same work.
                if not crew:
                    raise
                break
        bell, ring = multiprocessing.Pipe(duplex=False)
        reader = Reader(items, AHEAD * len(crew), partial(ring.send_bytes, b"!"))
        yield from _Foreman(prepare, crew, reader, bell, failed).results()
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


class _Handful(NamedTuple, Generic[T]):
    """What a process is handed: work, and when it is too late to begin another one.

    The clock is the machine's, the same in every process.
    """

    works: list[T]
    latest: float


class _Report(NamedTuple, Generic[R]):
    """The next results of a handful; ``last`` when the process is free again."""

    results: list[R]
    last: bool


class _Worker(Generic[T, R]):
    """One process and the items it was handed and has not reported on."""

    def __init__(self, prepare: Callable[[], Work[T, R]], context: Context) -> None:
        self.items: deque[Item[T]] = deque()
        self.since = 0.0
        """When it was handed them, or last reported."""
        self.pipe, theirs = context.Pipe()
        self.process = context.Process(
            target=_serve, args=(theirs, self.pipe, prepare), daemon=True
        )
        self.process.start()
        theirs.close()

    def begin(self, items: list[Item[T]]) -> bool:
        """Hand over items; false when the process is dead."""
        latest = monotonic() + LATEST
        try:
            self.pipe.send(_Handful([item.work for item in items], latest))
        except OSError:
            return False
        self.items.extend(items)
        self.since = monotonic()
        return True

    def end(self) -> None:
        """Stop the process, whatever it is doing."""
        self.pipe.close()
        self.process.kill()
        self.process.join()


def _serve(
    pipe: "Connection[_Report[R], _Handful[T]]",
    other_end: "Connection[_Handful[T], _Report[R]]",
    prepare: Callable[[], Work[T, R]],
) -> None:
    """Do the work that comes through the pipe until it is closed."""
    # A copy of the parent's end, kept open here, would hide that the parent is gone.
    other_end.close()
    # Ctrl-C reaches the whole group of processes; what it means the parent decides.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    work = prepare()
    outbox: _Outbox[R] = _Outbox(pipe)
    try:
        while True:
            first, *others = (handful := pipe.recv()).works
            result = work(first)
            for other in others:
                if monotonic() > handful.latest:
                    break
                outbox.put(result)
                result = work(other)
            outbox.put(result, last=True)
    except (EOFError, OSError):
        return


class _Outbox(Generic[R]):
    """Sends results, those together that come quickly one after the other.

    A thread sends those that wait: the work after them may take for days.
    """

    def __init__(self, pipe: "Connection[_Report[R], _Handful[T]]") -> None:
        self._pipe = pipe
        self._results: list[R] = []
        self._lock = Lock()
        self._waiting = Event()
        Thread(target=self._run, daemon=True).start()

    def put(self, result: R, *, last: bool = False) -> None:
        """Send a result soon; the last of a handful at once."""
        with self._lock:
            self._results.append(result)
            if last:
                self._send(last)
            else:
                self._waiting.set()

    def _send(self, last: bool) -> None:
        self._waiting.clear()
        results, self._results = self._results, []
        self._pipe.send(_Report(results, last))

    def _run(self) -> None:
        # Without the pipe nothing is left to do, which ``_serve`` notices too.
        with suppress(OSError):
            while True:
                self._waiting.wait()
                sleep(PAUSE)
                with self._lock:
                    if self._results:
                        self._send(False)


class _Foreman(Foreman[T, R]):
    """Hands items to the processes by the handful."""

    def __init__(
        self,
        prepare: Callable[[], Work[T, R]],
        crew: list[_Worker[T, R]],
        reader: Reader[T],
        bell: "Connection[bytes, bytes]",
        failed: Callable[[T, int | None], R],
    ) -> None:
        super().__init__(HANDFUL)
        self._prepare = prepare
        self._crew = crew
        self._reader = reader
        self._bell = bell
        self._failed = failed
        self._alone: set[int] = set()
        """Numbers of items that are handed over by themselves: one of them killed a
        process, and the next time it will be known which."""

    def _turn(self) -> None:
        self._listen()
        self._hand_out()

    def _listen(self) -> None:
        busy = {worker.pipe: worker for worker in self._crew if worker.items}
        sources = [*busy, *([self._bell] if self._end is None else [])]
        for source in wait(sources) if sources else ():
            if source is self._bell:
                self._bell.recv_bytes()
                self._take_in()
            else:
                self._hear(next(each for pipe, each in busy.items() if pipe is source))

    def _hear(self, worker: _Worker[T, R]) -> None:
        try:
            report: _Report[R] = worker.pipe.recv()
        except (EOFError, OSError):
            worker.end()
            self._bury(worker)
            self._crew[self._crew.index(worker)] = self._replacement()
            return
        for result in report.results:
            self._done[worker.items.popleft().number] = result
        now, count = monotonic(), len(report.results)
        self._learn(now - worker.since, count)
        worker.since = now
        if report.last:
            self._waiting.extendleft(reversed(worker.items))
            worker.items.clear()

    def _bury(self, worker: _Worker[T, R]) -> None:
        if len(worker.items) == 1:
            (item,) = worker.items
            self._done[item.number] = self._failed(item.work, worker.process.exitcode)
            return
        self._alone.update(item.number for item in worker.items)
        self._waiting.extendleft(reversed(worker.items))

    def _hand_out(self) -> None:
        for place, worker in enumerate(self._crew):
            if self._waiting and not worker.items:
                items = self._handful()
                while not worker.begin(items):
                    worker.end()
                    worker = self._crew[place] = self._replacement()

    def _handful(self) -> list[Item[T]]:
        """Take as many items as a process does in a moment; leave some to others."""
        fair = -(-len(self._waiting) // (2 * len(self._crew)))
        size = min(MOST, fair, max(1, int(HANDFUL / self._pace)))
        items = [self._waiting.popleft()]
        while len(items) < size and not self._alone.intersection(
            (items[0].number, self._waiting[0].number)
        ):
            items.append(self._waiting.popleft())
        return items

    def _replacement(self) -> _Worker[T, R]:
        # Not forked: the thread that reads is running by now.
        return _Worker(self._prepare, multiprocessing.get_context("spawn"))
