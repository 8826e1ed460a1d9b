"""Long work in the background, with what is done so far for those who wait; the last few results are kept."""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from collections.abc import Awaitable, Callable
from concurrent.futures import Executor
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Protocol, TypeVar, cast

from aqmf_air.lab.progress import Progress

if TYPE_CHECKING:
    from aqmf_air.lab.long_task import LongTask

PATIENCE = 1.5
"""Seconds after which a browser is told how far the work is, and asks again."""
MOST_KEPT = 8
"""Results that are kept for browsers that ask again; work that is going on is never forgotten."""

T = TypeVar("T")


class ReportProgress(Protocol):
    """Is told how much of the work is done, and of how much: entries of a log that are filmed, designs that are tried.

    Told of nothing, it only ends work that nobody wants any more.
    """

    def __call__(self, done: int | None = None, of: int = 0, /) -> None: ...


Make = Callable[[ReportProgress], T]
"""Does the work, and tells how far it is."""


async def in_thread(pool: Executor, work: Callable[..., T], *args: Any) -> T:
    """Have this done by one of the threads."""

    def worked() -> T:
        try:
            return work(*args)
        except StopIteration as fault:  # a future cannot hold it: who waits for that would wait for ever
            raise RuntimeError("StopIteration") from fault

    return await asyncio.get_running_loop().run_in_executor(pool, worked)


class StoppedError(Exception):
    """The app stops, or nobody wants the work any more."""


@dataclass
class Job:
    """Work that is being done, or was."""

    progress: Progress = field(default_factory=Progress)
    stopped: bool = False
    task: asyncio.Task[Any] | None = None


class Jobs:
    """The long work of an app; ``think`` has something done by a thread."""

    def __init__(self, think: Callable[[Callable[[], Any]], Awaitable[Any]]) -> None:
        self._think = think
        self._jobs: OrderedDict[Any, Job] = OrderedDict()
        self._stopped = False

    def stop(self) -> None:
        """Have work end where it next tells how far it is: the app is about to stop."""
        self._stopped = True

    def end(self, key: Any) -> None:
        """Have the work with this key end where it next tells how far it is, if it is there, and forget it."""
        if job := self._jobs.pop(key, None):
            job.stopped = True

    def under_way(self, kind: str) -> list[Any]:
        """The keys of work that is not done, of those that begin with this word."""
        going = [key for key, job in self._jobs.items() if job.task is None or not job.task.done()]
        return [key for key in going if isinstance(key, tuple) and key[0] == kind]

    def __contains__(self, key: Any) -> bool:
        """Whether the work with this key was begun, and what it came to is not forgotten."""
        return key in self._jobs

    async def result(self, key: Any, make: Make[T], *, growing: bool = False) -> T | Job:
        """What the work with this key came to, or the job that does it, if that takes longer.

        ``growing``: all that there is to do is not known before it is done.
        """
        job = self._jobs.get(key)
        if job is None:
            job = self._jobs[key] = Job(Progress(growing))
            job.task = asyncio.create_task(self._made(job, make))
            done = [old for old, work in self._jobs.items() if work.task is not None and work.task.done()]
            for old in done[: max(0, len(self._jobs) - MOST_KEPT)]:
                del self._jobs[old]
        assert job.task is not None
        await asyncio.wait({job.task}, timeout=PATIENCE)
        if not job.task.done() or job.task.cancelled():
            return job
        if job.task.exception() is not None:
            self._jobs.pop(key, None)  # who asks again has it tried again
        return cast("T", job.task.result())

    async def worked_out(self, task: LongTask[T]) -> T | Job:
        """The result of a task of the laboratory, or the job that works it out; what is worked out is kept."""
        from aqmf_air.lab.results import Results
        from aqmf_air.lab.workbench import cores
        from aqmf_air.lab.workers import here

        def make(done: ReportProgress) -> T:
            size = max(1, cores() - 1)  # tables that are played at meanwhile have a core
            with Results() as results:
                return task.run(results, lambda: here(size, done), done)

        return await self.result(task, make, growing=task.growing)

    async def _made(self, job: Job, make: Make[T]) -> T:
        def done(number: int | None = None, of: int = 0, /) -> None:
            if number is not None:
                job.progress(number, of)
            if self._stopped or job.stopped:
                raise StoppedError

        def begun() -> T:
            done()  # it may be unwanted before its turn comes
            return make(done)

        try:
            return cast("T", await self._think(begun))
        except StoppedError:
            raise asyncio.CancelledError from None
