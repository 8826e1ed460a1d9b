"""The player's own folder, and files that are written aside and renamed."""

from __future__ import annotations

import os
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from threading import local
from time import monotonic, sleep

from aqmf_air.errors import DataError

FOLDER_VARIABLE = "AQMF_HOME"
"""The environment variable that moves the player's own folder."""
PATIENCE = 10.0
"""Seconds to wait for a folder that another program holds; a change takes it for a few milliseconds."""
_held_here = local()


def own_folder() -> Path:
    """Where a player's designs, lists and games are kept: ``$AQMF_HOME``, or the platform's place for user data."""
    if chosen := os.environ.get(FOLDER_VARIABLE):
        return Path(chosen).expanduser()
    from platformdirs import user_data_path

    return user_data_path("aqmf-air", appauthor=False)


def write_aside(path: Path, content: bytes, *, overwrite: bool = True) -> None:
    """Write a file whole or not at all: into a file beside it, flushed to the disk, then renamed.

    A missing folder is made within the player's own folder, and nowhere else: elsewhere it is a slip of the pen.

    Raises:
        DataError: it cannot be written, or it is there already and ``overwrite`` is false.
    """
    if not overwrite and os.path.lexists(path):
        raise DataError(f"{path}: is there already, and is left as it was", path=str(path))
    aside = None
    try:
        if not path.parent.exists() and path.is_relative_to(own_folder()):
            path.parent.mkdir(parents=True)
        require_folder(path)
        descriptor, aside = tempfile.mkstemp(prefix=f".{path.name[:40]}-", suffix=".tmp", dir=path.parent)
        with os.fdopen(descriptor, "wb") as file:
            file.write(content)
            file.flush()
            os.fsync(file.fileno())
        Path(aside).chmod(_mode_of_new_files())
        Path(aside).replace(path)
    except OSError as bad:
        if aside is not None:
            with suppress(OSError):
                Path(aside).unlink()
        raise DataError(f"{path}: cannot be written ({(bad.strerror or 'unknown error').lower()})", path=str(path)) from None


@contextmanager
def held(folder: Path) -> Iterator[None]:
    """Have the files of a folder to oneself, from before one is read until it is written: other programs wait.

    Whoever holds it already goes on. Where the system knows no such locks, or the folder is not there yet, nobody waits.

    Raises:
        DataError: another program does not let go of it.
    """
    mine: set[Path] = _held_here.__dict__.setdefault("folders", set())
    folder = folder.resolve()
    if folder in mine or not folder.is_dir() or os.name == "nt":
        yield
        return
    descriptor = os.open(folder, os.O_RDONLY)
    try:
        _lock(descriptor, folder)
        mine.add(folder)
        yield
    finally:
        mine.discard(folder)
        os.close(descriptor)  # which lets go


def _lock(descriptor: int, folder: Path) -> None:
    import fcntl

    last = monotonic() + PATIENCE
    while True:
        try:
            fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            if monotonic() > last:
                message = f"{folder}: another program is changing a file in it, and does not end: try again"
                raise DataError(message, path=str(folder)) from None
            sleep(0.01)
        except OSError:  # a disk that knows no locks
            return
        else:
            return


def require_folder(path: Path) -> None:
    """Refuse a file whose folder is not there, before anything is worked out for it.

    Raises:
        DataError: there is no such folder.
    """
    if not path.parent.is_dir():
        raise DataError(f"{path}: cannot be written (there is no folder {path.parent})", path=str(path))


def _mode_of_new_files() -> int:
    """What the umask leaves of read and write: a temporary file is private, the renamed one need not be."""
    mask = os.umask(0o077)
    os.umask(mask)
    return 0o666 & ~mask
