"""The player's own folder, and files that are written aside and renamed."""

from __future__ import annotations

import os
import tempfile
from contextlib import suppress
from pathlib import Path

from aqmf_air.errors import DataError

FOLDER_VARIABLE = "AQMF_HOME"
"""The environment variable that moves the player's own folder."""


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
