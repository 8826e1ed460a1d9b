"""Threads, where the platform has some; where it has none, what one would do is done at once, by who asks for it."""

from __future__ import annotations

import sys
from collections.abc import Callable
from concurrent.futures import Executor, Future, ThreadPoolExecutor
from typing import Any, TypeVar

T = TypeVar("T")
_without = sys.platform in ("emscripten", "wasi")


def has_threads() -> bool:
    """Whether threads and processes can be started here."""
    return not _without


def leave_out_threads(without: bool = True) -> bool:
    """Start none from now on, also where the platform could; gives how it was before."""
    global _without
    _without, before = without, _without
    return before


class AtOnce(Executor):
    """An executor that works in its caller: what is submitted is done when that returns."""

    def submit(self, fn: Callable[..., T], /, *args: Any, **kwargs: Any) -> Future[T]:
        done: Future[T] = Future()
        done.set_running_or_notify_cancel()
        try:
            done.set_result(fn(*args, **kwargs))
        except BaseException as fault:  # as every executor: who asks for the result gets it
            done.set_exception(fault)
        return done


def executor(threads: int, name: str) -> Executor:
    """So many threads of this name; where there are none, an executor that works at once."""
    return ThreadPoolExecutor(threads, name) if has_threads() else AtOnce()
