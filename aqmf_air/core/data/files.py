"""The player's own folder: files written aside and renamed, locks of folders, and the lock of its one server."""

from __future__ import annotations

import errno
import json
import os
import re
import shutil
import stat
import sys
import tempfile
from collections.abc import Iterator
from contextlib import AbstractContextManager, contextmanager, nullcontext, suppress
from hashlib import sha256
from importlib.resources.abc import Traversable
from pathlib import Path
from types import ModuleType
from typing import BinaryIO

from aqmf_air.core.data.threads import has_threads
from aqmf_air.errors import DataError

fcntl: ModuleType | None
try:
    import fcntl
except ImportError:  # Windows
    fcntl = None

FOLDER_VARIABLE = "AQMF_HOME"
"""The environment variable that moves the player's own folder."""
RESTORED = ".restored"
"""The folder, in the player's own, with a backup that was unpacked and has yet to be put in its place."""
MOVES = "backup.json"
"""The file in it with the names that are to be put in their places, and of what goes."""
LOCKS = "locks"
"""The folder of lock files, in the player's own."""
FOLDER_NAME = re.compile("[a-z][a-z0-9-]{0,39}")
"""What a folder may be called, in the player's own, that a plugin keeps files in."""
LONGEST_NAME = 200
"""Characters of a file's name that a message repeats."""
LONGEST_ASIDE = 40
"""Characters of a file's name in that of the one beside it."""
OLD = 86_400.0
"""Age in seconds at which a leftover file counts as abandoned."""
_ASIDE = re.compile(r"\.(?P<of>.{1,40})-[a-z0-9_]{8}\.tmp", re.DOTALL)
PATIENCE = 10.0
"""Seconds to wait for a locked folder; a change locks it for a few milliseconds."""


def own_folder() -> Path:
    """Where a player's designs, lists and games are kept: ``$AQMF_HOME``, or the platform's place for user data.
    Raises DataError: a restore of a backup was interrupted, and what it unpacked cannot be put in its place.
    """
    folder = _configured_folder()
    if os.path.isdir(folder / RESTORED):  # noqa: PTH112 - the other one raises where a name is too long
        finish_restore(folder)
    return folder


def finish_restore(folder: Path) -> None:
    """Put what was restored in its place, from wherever that was interrupted. Raises DataError: it cannot be written."""
    restored = folder / RESTORED
    with lock_folder(restored):
        try:
            kept = restored / MOVES
            if kept.exists():
                moves = json.loads(kept.read_bytes())
                for name in moves.get("others", ()):
                    _remove(folder / name)
                for name in moves["tops"]:
                    if (new := restored / name).exists():  # else it is there already
                        _remove(folder / name)
                        new.rename(folder / name)
                sync_folder(folder)
                kept.unlink()
            shutil.rmtree(restored, ignore_errors=True)
        except OSError as bad:
            where, why = bad.filename or folder, (bad.strerror or "unknown error").lower()
            raise DataError(f"{where}: {why}", path=str(folder)) from None


def _remove(path: Path) -> None:
    if path.is_dir() and not path.is_symlink():
        shutil.rmtree(path)
    else:
        path.unlink(missing_ok=True)


def _configured_folder() -> Path:
    if chosen := os.environ.get(FOLDER_VARIABLE):
        return path_of(chosen)
    from platformdirs import user_data_path

    return user_data_path("aqmf-air", appauthor=False)


STANDARD_INPUT = "-"
"""The file name that means standard input."""


def read_at_most(source: str | Path | Traversable, most: int) -> bytes:
    """What a file holds, or standard input (``-``), be it a device or a pipe that never ends: ``most`` bytes and no more.
    Raises DataError: it cannot be read, or there is more.
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
    """Write a file whole or not at all, as :func:`written_aside` does.
    Raises DataError: it cannot be written, or it is there already and ``overwrite`` is false.
    """
    with written_aside(path, overwrite=overwrite) as file:
        file.write(content)


@contextmanager
def written_aside(path: Path, *, overwrite: bool = True, private: bool = False) -> Iterator[BinaryIO]:
    """A file to be written whole or not at all: one beside it, flushed to the disk, then renamed, and the folder flushed.

    A missing folder is made within the player's own folder, and nowhere else: elsewhere it is a slip of the pen. A link
    stays one, what it leads to is written; so is a device or a pipe, which is no file to be replaced. What writers left
    behind that were killed goes. A new file that is ``private`` is for its owner alone.

    Raises DataError: it cannot be written, or it is there already and ``overwrite`` is false.
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
            with path.open("wb") as device:
                yield device
            return
        target = Path(os.path.realpath(path))
        descriptor, aside = _new_aside(target)
        clear_asides(target, os.fstat(descriptor).st_mtime)
        with os.fdopen(descriptor, "wb") as file:
            yield file
            file.flush()
            os.fsync(file.fileno())
            if mode is None and not private:  # a temporary file is private: what the umask leaves of read and write
                mask = os.umask(0o077)
                os.umask(mask)
                mode = 0o666 & ~mask
            if mode is not None:
                aside.chmod(stat.S_IMODE(mode))
            if fcntl is None:
                file.close()  # an open file is not renamed there
            aside.replace(target)  # still locked: nobody takes it for one that was left behind
        sync_folder(target.parent)
    except BaseException as bad:
        if aside is not None:
            with suppress(OSError):
                aside.unlink()
        if not isinstance(bad, OSError):
            raise
        raise DataError(f"{path}: cannot be written ({(bad.strerror or 'unknown error').lower()})", path=str(path)) from None


def sync_folder(folder: Path) -> None:
    """Have the names in a folder on the disk, where the system knows how."""
    with suppress(OSError):
        descriptor = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(descriptor)
        finally:
            os.close(descriptor)


def clear_asides(target: Path, now: float) -> None:
    """Remove temporary files of killed writers: those of the target; in the player's own folder, of any file; and old ones
    of files with its suffix, such as backups with a date in their names. ``now`` is by the clock of that disk.

    In a browser locks hold nothing, so that none tells what is left behind: the file that is being written would go.
    """
    if not has_threads():
        return
    any_file = target.is_relative_to(os.path.realpath(own_folder()))
    for left in target.parent.iterdir():
        if aside := _ASIDE.fullmatch(left.name):
            with suppress(OSError):
                begin = target.name[:LONGEST_ASIDE]  # as older versions wrote it
                same = aside["of"] in (target.name[-LONGEST_ASIDE:], begin)
                alike = Path(aside["of"]).suffix == target.suffix and now - left.stat().st_mtime > OLD
                if (any_file or same or alike) and fcntl is not None:
                    with left.open("rb") as file:  # an error where somebody holds it, or where that cannot be told
                        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
                    left.unlink()


def is_aside(name: str) -> bool:
    """Whether a file of this name is one that is being written, or was."""
    return _ASIDE.fullmatch(name) is not None


def _new_aside(target: Path) -> tuple[int, Path]:
    while True:
        descriptor, name = tempfile.mkstemp(prefix=f".{target.name[-LONGEST_ASIDE:]}-", suffix=".tmp", dir=target.parent)
        if fcntl is None:
            return descriptor, Path(name)
        with suppress(OSError):  # a file system without locks
            fcntl.flock(descriptor, fcntl.LOCK_EX)
        if os.fstat(descriptor).st_nlink:
            return descriptor, Path(name)
        os.close(descriptor)  # another program took it for one that was left behind


@contextmanager
def lock_folder(folder: Path) -> Iterator[None]:
    """Lock a folder from before a file in it is read until it is written: other programs of the player wait.

    A thread that has the lock goes on. There is no lock where the player's own folder cannot be written.

    Raises DataError: another program keeps the lock.
    """
    from filelock import FileLock, Timeout

    folder = folder.resolve()
    lock = _configured_folder() / LOCKS / f"{sha256(os.fsencode(folder)).hexdigest()[:32]}.lock"
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
    Raises DataError: there is no such folder.
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


ADDRESS = "serving"
"""The file, beside the locks, with the address of the app that runs, or of the last one."""


@contextmanager
def lock_for_server(at: str) -> Iterator[None]:
    """Lock the player's own folder for the server at the address ``at``; no lock where the folder cannot be written.
    Raises DataError: another server has the lock; with its address.
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
