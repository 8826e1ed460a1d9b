"""A word on standard error while something takes time; nothing where nobody watches."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from threading import Event, Thread
from time import monotonic

AFTER, EVERY = 2.0, 1.0
"""Seconds of work before a word is said, and between two."""


@contextmanager
def working(what: str) -> Iterator[None]:
    """Tell somebody at a terminal how long ``what`` has been going on (``the reach is searched``), once it takes over 2 s.

    One line of standard error, which is gone when it ends: standard output, and a pipe or a file for standard error, have
    nothing of it.
    """
    if sys.stderr is None or not sys.stderr.isatty():
        yield
        return
    done = Event()
    watching = Thread(target=_tell, args=(what, done), daemon=True)
    watching.start()
    try:
        yield
    finally:
        done.set()
        watching.join()


def _tell(what: str, done: Event) -> None:
    since, said = monotonic(), ""
    wait = AFTER
    with suppress(OSError, ValueError):  # nobody watches any more
        while not done.wait(wait):
            said = f"aqmf: {what}, {monotonic() - since:.0f} s (Ctrl-C ends it)"
            sys.stderr.write(f"\r{said}")
            sys.stderr.flush()
            wait = EVERY
        if said:
            sys.stderr.write(f"\r{' ' * len(said)}\r")
            sys.stderr.flush()
