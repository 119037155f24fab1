"""Work on a Dask cluster, results in the order of the work.

The counterpart of ``kozyr.workers`` for more than one machine.  Items go to the
cluster by the handful, a second of work or more, since each costs the scheduler a
millisecond and a few messages.  A worker that is lost costs nothing: Dask gives what
it was at to another one.  An item that loses one worker after the other fails alone.
"""

import pickle
from collections import deque
from collections.abc import Callable, Generator, Iterable, Iterator
from contextlib import contextmanager, suppress
from functools import partial
from logging import CRITICAL, getLogger
from math import inf
from queue import Empty, SimpleQueue
from threading import local
from time import monotonic
from typing import TYPE_CHECKING, Generic, NamedTuple, TypeVar
from uuid import uuid4
from warnings import catch_warnings, simplefilter

from kozyr._version import __version__
from kozyr.errors import ClusterError
from kozyr.foreman import Foreman
from kozyr.reader import Item, Reader

if TYPE_CHECKING:
    from distributed import Client, Future

T = TypeVar("T")
R = TypeVar("R")
Work = Callable[[T], R]

TIMEOUT = 10.0
"""Seconds to wait for the scheduler."""
AHEAD = 4096
"""Items for each thread of the cluster that may be read ahead of the oldest one that
is not done."""
HANDFUL = 1.0
"""Seconds of work that a worker is handed at once."""
LATEST = 2.0
"""Seconds after which it begins none of its handful any more, but gives them back."""
LOOK = 5.0
"""Seconds without news after which it is looked whether the cluster has workers."""
WITHOUT = 60.0
"""Seconds for which it may have none: they are being started, or will never be."""

RESENT = 10
"""How often what is shared is sent anew when the workers that had it are lost."""

# A worker without kozyr, or with another one, must be able to read what it is sent: one
# that can't hangs and does not say why.  Builtins and bytes can be read by every one.
_SERVE = "__import__('kozyr.cluster', fromlist=['serve']).serve"
_CALL = f"{_SERVE}(version, payload, shared)"


_here = local()
"""What this thread of a worker is doing."""


class Abandoned(BaseException):
    """Nobody waits any longer for the work that this thread does."""


def in_order(
    prepare: Callable[[], Work[T, R]],
    items: Iterable[T],
    failed: Callable[[T, str], R],
    scheduler: str,
    *,
    ahead: int | None = None,
    shared: bytes = b"",
) -> Generator[R, None, None]:
    """Yield the result of every item, in order, each as soon as it can be.

    ``prepare``, a function that the workers can import, is called there for each
    handful and returns its worker function; ``shared`` is sent to each worker once, and
    ``shared_here`` returns it there.  An item that loses worker after worker
    gives ``failed(item, reason)``; what the worker function raises is raised here, and
    so is what reading ``items`` raises, after the results before it.  ``items`` is read
    in a thread, at most ``ahead`` in advance (default: ``AHEAD`` for each thread of the
    cluster).  Closing the iterator, like any exception in it, cancels what the cluster
    is at.  Raises ``ClusterError``.
    """
    with _connected(scheduler) as client:
        foreman = _Foreman(prepare, items, failed, client, scheduler, ahead, shared)
        try:
            yield from foreman.results()
        finally:
            foreman.close()


def end_if_abandoned() -> Callable[[], None]:
    """Return a function that raises ``Abandoned`` once the work here is cancelled.

    To be called where the work is begun, on a worker; what it returns may be called in
    any thread, from time to time.
    """
    from distributed import get_worker
    from distributed.worker import thread_state

    tasks, key = get_worker().state.tasks, thread_state.key

    def end() -> None:
        task = tasks.get(key)
        if task is None or task.state == "cancelled":
            raise Abandoned

    return end


def shared_here() -> bytes:
    """Return what this worker was sent once, for all the work that this is part of."""
    data: bytes = _here.shared
    return data


class _Report(NamedTuple, Generic[R]):
    """The first results of a handful, one at least; or what the work raised."""

    results: list[R]
    seconds: float
    error: Exception | None = None


def serve(version: str, payload: bytes, shared: bytes) -> bytes:
    """Do a handful of work, on a worker: ``(prepare, works)`` in, a report out."""
    if version != __version__:
        raise ImportError(f"it has kozyr {__version__}, and {version} is needed")
    prepare, works = pickle.loads(payload)
    start = monotonic()
    report: _Report[object] = _Report([], 0.0)
    try:
        _here.shared = shared
        work = prepare()
        for each in works:
            if report.results and monotonic() - start > LATEST:
                break
            report.results.append(work(each))
    except Exception as error:
        report = report._replace(error=error)
    return pickle.dumps(report._replace(seconds=monotonic() - start))


@contextmanager
def _connected(address: str) -> "Iterator[Client]":
    try:
        from distributed import Client
        from distributed.comm import get_address_host_port
        from distributed.versions import VersionMismatchWarning
    except ImportError:
        raise ClusterError(
            "scheduler: needs Dask; install it with: pip install 'kozyr[cluster]'"
        ) from None
    # Whatever goes wrong is raised; it need not be written to standard error as well.
    logger = getLogger("distributed.client")
    level = logger.level
    logger.setLevel(CRITICAL)
    try:
        try:
            get_address_host_port(address)
            with catch_warnings():
                # Only bytes are exchanged, and kozyr's own version is compared.
                simplefilter("ignore", VersionMismatchWarning)
                client = Client(address, timeout=TIMEOUT, set_as_default=False)
        except (OSError, ValueError, ImportError) as error:
            raise ClusterError(f"scheduler: {address}: {error}") from None
        try:
            yield client
        finally:
            # The scheduler cancels all that this client was waiting for.
            with suppress(TimeoutError):
                client.close(TIMEOUT)
    finally:
        logger.setLevel(level)


class _Foreman(Foreman[T, R]):
    """Hands items to the cluster by the handful."""

    def __init__(
        self,
        prepare: Callable[[], Work[T, R]],
        items: Iterable[T],
        failed: Callable[[T, str], R],
        client: "Client",
        address: str,
        ahead: int | None,
        shared: bytes,
    ) -> None:
        super().__init__(HANDFUL)
        self._prepare = prepare
        self._failed = failed
        self._client = client
        self._address = address
        self._data = shared
        self._shared: Future | bytes = b""
        self._sent = 0
        self._threads = 1
        self._counted = -inf
        self._workers_seen = monotonic()
        self._events: SimpleQueue[Future | None] = SimpleQueue()
        """Futures that are done; ``None`` when the reader has something."""
        self._suspects: deque[Item[T]] = deque()
        """Items that were on workers that were lost.  They are tried when nothing else
        is on the cluster, one by one: then it is known whose fault it is."""
        self._trial: int | None = None
        """The number of the one that is being tried."""
        self._out: dict[str, tuple[Future, list[Item[T]]]] = {}
        room = ahead or AHEAD * self._threads_now()
        self._reader = Reader(items, room, partial(self._events.put, None))

    def close(self) -> None:
        """Read no further item."""
        self._reader.close()

    def _turn(self) -> None:
        try:
            future = self._events.get(timeout=LOOK)
        except Empty:
            self._look_for_workers()
            return
        if future is None:
            self._take_in()
        else:
            self._hear(*self._out.pop(future.key))
        self._hand_out()

    def _hear(self, future: "Future", items: list[Item[T]]) -> None:
        from distributed import CancelledError, KilledWorker

        trial, self._trial = self._trial, None
        try:
            report: _Report[R] = pickle.loads(future.result())
        except KilledWorker:
            if trial is None:
                self._suspects.extend(items)
                return
            (item,) = items
            self._done[item.number] = self._failed(item.work, "each that took it died")
            return
        except (ImportError, AttributeError) as error:
            raise self._trouble(f"a worker cannot do the work: {error}") from None
        except (CancelledError, OSError):
            if self._data and self._client.status == "running" and self._sent < RESENT:
                # The only workers that had what is shared are lost.
                self._shared = b""
                self._waiting.extendleft(reversed(items))
                return
            raise self._trouble("the connection is lost") from None
        if report.error is not None:
            raise report.error
        count = len(report.results)
        for item, result in zip(items, report.results, strict=False):
            self._done[item.number] = result
        self._waiting.extendleft(reversed(items[count:]))
        self._learn(report.seconds, count)

    def _hand_out(self) -> None:
        if self._suspects:
            if not self._out:
                item = self._suspects.popleft()
                self._trial = item.number
                self._submit([item])
        elif self._trial is None and self._waiting:
            # One at work and one that waits for each thread, so that none is idle.
            most = 2 * self._threads_now()
            while self._waiting and len(self._out) < most:
                self._submit(self._handful())

    def _handful(self) -> list[Item[T]]:
        """Take as many items as a worker does in a second; leave some to others."""
        fair = -(-len(self._waiting) // (2 * self._threads))
        size = min(fair, max(1, int(HANDFUL / max(self._pace, 1e-9))))
        return [self._waiting.popleft() for _ in range(size)]

    def _share(self) -> None:
        """Send what is shared to all workers, again if need be."""
        while self._data and not self._shared:
            self._sent += 1
            try:
                self._client.wait_for_workers(1, WITHOUT)
                self._shared = self._client.scatter(
                    self._data, broadcast=True, hash=False
                )
            except TimeoutError:
                raise self._trouble(f"no worker for {WITHOUT:.0f} seconds") from None
            except (OSError, KeyError):
                # A worker was lost meanwhile.
                if self._sent >= RESENT:
                    raise self._trouble("the connection is lost") from None

    def _submit(self, items: list[Item[T]]) -> None:
        self._share()
        payload = pickle.dumps((self._prepare, [item.work for item in items]))
        words = {
            "version": __version__,
            "payload": payload,
            "shared": self._shared,
        }
        key = f"kozyr-{uuid4().hex}"
        future = self._client.submit(eval, _CALL, words, key=key, pure=False)
        self._out[key] = future, items
        future.add_done_callback(self._events.put)

    def _threads_now(self) -> int:
        """Return how many threads the cluster has, asked anew every second."""
        now = monotonic()
        if now > self._counted + 1:
            self._counted = now
            try:
                threads = sum(self._client.nthreads().values())
            except OSError:
                raise self._trouble("the connection is lost") from None
            self._threads = max(1, threads)
            if threads:
                self._workers_seen = now
        return self._threads

    def _look_for_workers(self) -> None:
        """Give up on a cluster without any, where there is work for them."""
        self._threads_now()
        if self._out and monotonic() > self._workers_seen + WITHOUT:
            raise self._trouble(f"no worker for {WITHOUT:.0f} seconds")

    def _trouble(self, reason: str) -> ClusterError:
        return ClusterError(f"scheduler: {self._address}: {reason}")
