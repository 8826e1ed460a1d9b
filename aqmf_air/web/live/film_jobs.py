"""Films of tables: made in the background, with what is done so far for those who wait; the last few are kept."""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import Any

PATIENCE = 1.5
"""Seconds after which a browser is told how far a film is, and asks again."""
MOST_KEPT = 8
"""Films that are kept for browsers that ask again."""

Make = Callable[[Callable[[int], None]], str]
"""Makes a page, and tells how many entries of the log are filmed."""


@dataclass
class FilmJob:
    """A film that is being made, or was."""

    done: int = 0
    task: asyncio.Task[str] | None = None


class FilmJobs:
    """The films of an app; ``think`` has something done by a thread."""

    def __init__(self, think: Callable[[Callable[[], str]], Awaitable[str]]) -> None:
        self._think = think
        self._jobs: OrderedDict[Any, FilmJob] = OrderedDict()

    async def film(self, key: Any, make: Make) -> str | FilmJob:
        """The page of the film with this key, or the job that makes it, if that takes longer."""
        job = self._jobs.get(key)
        if job is None:
            job = self._jobs[key] = FilmJob()
            job.task = asyncio.create_task(self._made(job, make))
            while len(self._jobs) > MOST_KEPT:
                self._jobs.popitem(last=False)
        assert job.task is not None
        await asyncio.wait({job.task}, timeout=PATIENCE)
        if not job.task.done():
            return job
        if job.task.exception() is not None:
            self._jobs.pop(key, None)  # who asks again has it tried again
        return job.task.result()

    async def _made(self, job: FilmJob, make: Make) -> str:
        def done(entries: int) -> None:
            job.done = entries

        return await self._think(lambda: make(done))
