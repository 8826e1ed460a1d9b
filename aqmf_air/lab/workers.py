"""Where the laboratory's work is done: by processes of this machine, or by a cluster. Both are standard executors.

A task is plain data; doing it twice changes nothing, so that one whose worker died is given to another. Nothing here
schedules work.
"""

from __future__ import annotations

import gc
import logging
import os
import signal
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import FIRST_COMPLETED, BrokenExecutor, CancelledError, Executor, Future, ProcessPoolExecutor, wait
from contextlib import AbstractContextManager, contextmanager, suppress
from multiprocessing import get_context, parent_process
from threading import Thread
from typing import Any, TypeVar, cast

from aqmf_air.core.data.threads import has_threads
from aqmf_air.errors import WorkerError

T = TypeVar("T")
R = TypeVar("R")

TRIES = 3
"""How often a task is given to a worker that dies of it."""
BEAT = 0.5
"""Seconds between two looks whether work is still wanted."""


def _wanted() -> None:
    """It is."""


@contextmanager
def uncollected() -> Iterator[None]:
    """Work without the collector of cyclic garbage: states have no cycles and live long, so that looking through them again
    and again finds nothing, takes up to a third of the time, and holds up the end of a worker.
    """
    was = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was:
            gc.enable()


class Workers(AbstractContextManager["Workers"]):
    """Workers, and how to get new ones when they die.

    Closed, they finish what they are at and are given nothing more; left by an error or by Ctrl-C, they end at once.
    """

    def __init__(
        self, size: int, start: Callable[[], Executor], where: str, still_wanted: Callable[[], None] = _wanted
    ) -> None:
        self.size, self.where, self.still_wanted = size, where, still_wanted
        """How many there are, and where, for messages; what is called again and again while they work, and ends that by
        raising an error.
        """
        self._start = start
        self._executor = start()

    def __exit__(self, *raised: object) -> None:
        if raised[0] is not None and isinstance(self._executor, ProcessPoolExecutor):
            for process in list((self._executor._processes or {}).values()):
                process.terminate()
        self._executor.shutdown(wait=True, cancel_futures=True)

    def done(self, do: Callable[[T], R], tasks: Iterable[T]) -> Iterator[tuple[T, R]]:
        """Each task with what ``do`` gives for it, as they get done. Tasks are taken when a worker is about to be free.

        Raises WorkerError: the workers die of a task, or are gone.
        """
        left, again = iter(tasks), list[T]()
        running: dict[Future[R], T] = {}
        died: Counter[T] = Counter()
        while self._hand_out(do, left, again, running):
            finished, _ = wait(running, BEAT, return_when=FIRST_COMPLETED)
            self.still_wanted()
            broken = not running
            for future in finished:
                task = running.pop(future)
                try:
                    result = future.result()
                except (BrokenExecutor, CancelledError, OSError) as gone:
                    broken = True
                    died[task] += 1
                    if died[task] == TRIES:
                        raise WorkerError(f"{self.where}: {TRIES} workers died one after the other", task=task) from gone
                    again.append(task)
                except WorkerError as refused:
                    raise WorkerError(f"{self.where}: {refused}", task=task) from None
                except Exception as fault:  # what is done may raise anything, or a worker may not know how to do it
                    why = f"{type(fault).__name__}: {' '.join(str(fault).split())[:120]}"
                    raise WorkerError(f"{self.where}: a worker fails ({why})", task=task) from fault
                else:
                    died.clear()  # those that died with another worker's task are not to blame
                    yield task, result
            if broken:
                again += running.values()
                running.clear()
                self._renew()

    def _renew(self) -> None:
        """Get new workers in the place of those that died."""
        self._executor.shutdown(wait=False, cancel_futures=True)
        self._executor = self._start()

    def _hand_out(self, do: Callable[[T], R], left: Iterator[T], again: list[T], running: dict[Future[R], T]) -> bool:
        """Give workers enough to do, what has to be done ``again`` first; gives whether there is anything left."""
        while len(running) < 2 * self.size:
            task = again.pop() if again else next(left, None)
            if task is None:
                break
            try:
                running[self._executor.submit(do, task)] = task
            except (BrokenExecutor, OSError):  # those that are running say so soon
                again.append(task)
                break
        return bool(running or again)


Where = Callable[[], Workers] | None
"""Gets the workers, who do the work there; None: it is done here."""


def here(size: int, still_wanted: Callable[[], None] = _wanted) -> Workers:
    """Processes of this machine. They end when this one does, however it ends; ``still_wanted``: see :class:`Workers`.
    Raises WorkerError: there are no processes here, and what takes minutes would hold up everything else.
    """
    if not has_threads():
        raise WorkerError("new results are worked out by 'aqmf lab' on a computer, and come here with its backup")

    def start() -> Executor:
        return ProcessPoolExecutor(size, mp_context=get_context("spawn"), initializer=_begin)

    return Workers(size, start, "this machine", still_wanted)


def _begin() -> None:
    """What each worker does first: it leaves Ctrl-C to the process that it works for, and watches for the end of that."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)

    def end_with_parent() -> None:
        if (parent := parent_process()) is not None:
            parent.join()
            os._exit(1)

    Thread(target=end_with_parent, daemon=True).start()


def cluster(address: str, patience: float = 10.0) -> Workers:
    """The workers of a Dask cluster, whose scheduler is at an address, as ``tcp://host:8786``, and answers within
    ``patience`` seconds.
    Raises WorkerError: ``distributed`` is not installed, the cluster does not answer, or it has no workers.
    """
    try:
        from distributed import Client
    except ImportError:
        fault = "--cluster needs the package distributed: pip install 'aqmf-air[cluster]'"
        raise WorkerError(fault, address=address) from None
    for name in list(logging.root.manager.loggerDict):  # each has a level of its own
        if name.partition(".")[0] in ("distributed", "tornado", "asyncio"):
            logging.getLogger(name).setLevel(logging.CRITICAL + 1)  # what is wrong is said here, in one line
    try:
        client: Any = cast("Any", Client)(address, timeout=patience)
        threads = client.nthreads()
    except Exception as bad:  # of many kinds: addresses that make no sense, no route, no scheduler there
        why = " ".join(str(bad).split())[:80] or type(bad).__name__
        fault = f"cluster {address}: no scheduler answers there ({why})"
        raise WorkerError(fault, address=address) from None
    if not threads:
        client.close()
        raise WorkerError(f"cluster {address}: the scheduler has no workers", address=address)
    return OfCluster(client, sum(threads.values()), address)


class OfCluster(Workers):
    """Those of a Dask cluster, by its client."""

    def __init__(self, client: Any, size: int, address: str) -> None:
        self._client = client
        super().__init__(size, lambda: client.get_executor(retries=TRIES, pure=False), f"cluster {address}")

    def _renew(self) -> None:
        """A cluster replaces its workers by itself: it is the scheduler that is gone."""
        raise WorkerError(f"{self.where} is gone; what was done is kept", address=self.where)

    def __exit__(self, *raised: object) -> None:
        with suppress(Exception):  # there may be nobody left to take leave of
            self._executor.shutdown(wait=False)
            self._client.close(timeout=0.2 if raised[0] else 1)  # the scheduler sees who is gone
