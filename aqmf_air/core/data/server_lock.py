"""The lock on a player's folder that lets one server at a time use it: a second one would show stale live tables."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from aqmf_air.core.data.files import LOCKS, own_folder, write_aside
from aqmf_air.errors import DataError

ADDRESS = "serving"
"""The file, beside the locks, with the address of the app that runs, or of the last one."""


@contextmanager
def serving(at: str) -> Iterator[None]:
    """Have the player's own folder to oneself as an app at the address ``at``; where it cannot be written, nobody is told.

    Raises:
        DataError: another app serves it; says where.
    """
    from filelock import FileLock, Timeout

    locks = own_folder() / LOCKS
    lock = FileLock(locks / "serving.lock", timeout=0)
    try:
        locks.mkdir(parents=True, exist_ok=True)
        lock.acquire()
    except Timeout:
        raise DataError(f"{_address(locks)} is open on {own_folder()} already: use that, or end it first") from None
    except OSError:
        yield
        return
    try:
        with suppress(DataError):
            write_aside(locks / ADDRESS, at.encode())
        yield
    finally:
        lock.release()


def _address(locks: Path) -> str:
    try:
        return (locks / ADDRESS).read_text(encoding="utf-8")[:200]
    except (OSError, UnicodeDecodeError):
        return "another app"
