"""The app in one thread: what others have a thread do is done at once, by who asks for it."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Any, TypeVar

import anyio.to_thread

from aqmf_air.core.data.threads import leave_out_threads

T = TypeVar("T")


def work_in_one_thread() -> Callable[[], None]:
    """Have the app and what it is made of start no thread from now on; called, the answer undoes that."""
    before = leave_out_threads(), anyio.to_thread.run_sync, asyncio.to_thread

    def undo() -> None:
        threads, of_anyio, of_asyncio = before
        leave_out_threads(threads)
        vars(anyio.to_thread)["run_sync"], vars(asyncio)["to_thread"] = of_anyio, of_asyncio

    vars(anyio.to_thread)["run_sync"], vars(asyncio)["to_thread"] = _run_sync, _to_thread
    return undo


async def _run_sync(work: Callable[..., T], *args: Any, **_: Any) -> T:
    """In the place of ``anyio.to_thread.run_sync``; a limit of threads, and who may leave one behind, mean nothing here."""
    return work(*args)


async def _to_thread(work: Callable[..., T], /, *args: Any, **kwargs: Any) -> T:
    """In the place of ``asyncio.to_thread``."""
    return work(*args, **kwargs)
