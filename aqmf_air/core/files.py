"""The player's own folder, and files that are written aside and renamed."""

from __future__ import annotations

import errno
import os
import stat
import sys
import tempfile
from collections.abc import Iterator
from contextlib import AbstractContextManager, contextmanager, nullcontext, suppress
from hashlib import sha256
from importlib.resources.abc import Traversable
from pathlib import Path

from aqmf_air.errors import DataError

FOLDER_VARIABLE = "AQMF_HOME"
"""The environment variable that moves the player's own folder."""
LOCKS = "locks"
"""The folder, in the player's own, of what says that a folder is held."""
LONGEST_NAME = 200
"""Characters of a file's name that a message repeats."""
PATIENCE = 10.0
"""Seconds to wait for a folder that another program holds; a change takes it for a few milliseconds."""


def own_folder() -> Path:
    """Where a player's designs, lists and games are kept: ``$AQMF_HOME``, or the platform's place for user data."""
    if chosen := os.environ.get(FOLDER_VARIABLE):
        return path_of(chosen)
    from platformdirs import user_data_path

    return user_data_path("aqmf-air", appauthor=False)


STANDARD_INPUT = "-"
"""What stands for it where a file is named."""


def read_at_most(source: str | Path | Traversable, most: int) -> bytes:
    """What a file holds, or standard input (``-``), be it a device or a pipe that never ends: ``most`` bytes and no more.

    Raises:
        DataError: it cannot be read, or there is more.
    """
    where = "standard input" if source == STANDARD_INPUT else str(source)
    try:
        if source == STANDARD_INPUT:
            if sys.stdin is None:
                raise OSError(errno.EBADF, "it is closed")
            raw = sys.stdin.buffer.read(most + 1)
        else:
            with (path_of(source) if isinstance(source, str) else source).open("rb") as file:
                raw = file.read(most + 1)
    except OSError as bad:
        reason = (bad.strerror or "unknown error").lower()
        raise DataError(f"{where[:LONGEST_NAME]}: cannot be read ({reason})", path=where) from None
    except ValueError:  # a character that no path has; or standard input was closed
        raise DataError(f"{where[:LONGEST_NAME]!r}: not the name of a file that can be read", path=where) from None
    if len(raw) > most:
        raise DataError(f"{where}: larger than {most:,} bytes", path=where)
    return raw


def write_aside(path: Path, content: bytes, *, overwrite: bool = True) -> None:
    """Write a file whole or not at all: into a file beside it, flushed to the disk, then renamed.

    A missing folder is made within the player's own folder, and nowhere else: elsewhere it is a slip of the pen. A link
    stays one, what it leads to is written; so is a device or a pipe, which is no file to be replaced.

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
        mode = _mode_of(path)
        if mode is not None and not stat.S_ISREG(mode):
            path.write_bytes(content)
            return
        target = Path(os.path.realpath(path))
        descriptor, aside = tempfile.mkstemp(prefix=f".{target.name[:40]}-", suffix=".tmp", dir=target.parent)
        with os.fdopen(descriptor, "wb") as file:
            file.write(content)
            file.flush()
            os.fsync(file.fileno())
        Path(aside).chmod(_mode_of_new_files() if mode is None else stat.S_IMODE(mode))
        Path(aside).replace(target)
    except OSError as bad:
        if aside is not None:
            with suppress(OSError):
                Path(aside).unlink()
        raise DataError(f"{path}: cannot be written ({(bad.strerror or 'unknown error').lower()})", path=str(path)) from None


@contextmanager
def held(folder: Path) -> Iterator[None]:
    """Have the files of a folder to oneself, from before one is read until it is written: the player's other programs wait.

    Whoever holds it already goes on. Where the player's own folder cannot be written, nobody waits.

    Raises:
        DataError: another program does not let go of it.
    """
    from filelock import FileLock, Timeout

    folder = folder.resolve()
    lock = own_folder() / LOCKS / f"{sha256(os.fsencode(folder)).hexdigest()[:32]}.lock"
    try:
        lock.parent.mkdir(parents=True, exist_ok=True)
        holding: AbstractContextManager[object] = FileLock(lock, is_singleton=True).acquire(timeout=PATIENCE)
    except Timeout:
        message = f"{folder}: another program is changing a file in it, and does not end: try again"
        raise DataError(message, path=str(folder)) from None
    except OSError:
        holding = nullcontext()
    with holding:
        yield


def path_of(name: str) -> Path:
    """The path of a file as players name it: ``~`` is a home; where there is no such home it is a name like any other."""
    return Path(os.path.expanduser(name))  # noqa: PTH111 - the other one raises where there is none


def is_file(name: str) -> bool:
    """Whether there is a file of this name; there is none where no file could have it."""
    return os.path.isfile(name)  # noqa: PTH113 - the other one raises where a name is too long


def require_folder(path: Path) -> None:
    """Refuse a file whose folder is not there, before anything is worked out for it.

    Raises:
        DataError: there is no such folder.
    """
    if not path.parent.is_dir():
        raise DataError(f"{path}: cannot be written (there is no folder {path.parent})", path=str(path))


def _mode_of(path: Path) -> int | None:
    """What is there, and who may do what with it; None for nothing. What is write-protected is not to be replaced either."""
    try:
        mode = path.stat().st_mode
    except FileNotFoundError:
        return None
    if not os.access(path, os.W_OK):
        raise PermissionError(errno.EACCES, os.strerror(errno.EACCES), str(path))
    return mode


def _mode_of_new_files() -> int:
    """What the umask leaves of read and write: a temporary file is private, the renamed one need not be."""
    mask = os.umask(0o077)
    os.umask(mask)
    return 0o666 & ~mask
