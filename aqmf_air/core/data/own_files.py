"""TOML files of one kind in a player's own folder, each under a key, which is its file's name without the suffix.

A key is only ever compared with what is in the folder; no path is made from one that was given.
"""

from __future__ import annotations

import os
from dataclasses import dataclass
from itertools import count
from pathlib import Path

from aqmf_air.core.data.file_versions import history_path
from aqmf_air.core.data.files import held, own_folder
from aqmf_air.core.data.names import by_name, same_name
from aqmf_air.errors import DataError

SUFFIX = ".toml"
LONGEST = 40
"""Letters of a key."""
BIN = "thrown-away"
"""The folder, inside that of a shelf, where files go that are discarded."""


@dataclass(frozen=True)
class Shelf:
    """The files of one kind: ``folder`` is the name of theirs, ``kind`` what each of them is, in a word."""

    folder: str
    kind: str

    @property
    def place(self) -> Path:
        """Where they are kept."""
        return own_folder() / self.folder

    def kept(self) -> tuple[Path, ...]:
        """The files on the shelf, by name."""
        return tuple(sorted(path for path in self.place.glob(f"*{SUFFIX}") if _is_one(path)))

    def named(self, key: str) -> Path:
        """The file with this key.

        Raises:
            UnknownNameError: there is none; with near keys.
        """
        return by_name({path.stem: path for path in self.kept()}, key, self.kind)

    def free(self, name: str) -> Path:
        """Where a new one of this name can be kept."""
        return _free(self.place, self.key_of(name))

    def key_of(self, name: str) -> str:
        """What one of this name is kept as: plain letters, digits and dashes.

        >>> Shelf("lists", "list").key_of("Third Wing, 2nd try")
        'third-wing-2nd-try'
        """
        words = ("".join(letter for letter in same_name(word) if letter.isascii()) for word in name.split())
        return "-".join(word for word in words if word)[:LONGEST].strip("-") or self.kind

    def discard(self, path: Path) -> None:
        """Put a file and its versions where they can be brought back from.

        Raises:
            DataError: it cannot be moved.
        """
        with held(self.place):
            _move(path, _free(self.place / BIN, path.stem))

    def discarded(self) -> tuple[Path, ...]:
        """The files that were discarded, the last first."""
        gone = [path for path in (self.place / BIN).glob(f"*{SUFFIX}") if _is_one(path)]
        return tuple(sorted(gone, key=lambda path: (-path.stat().st_ctime_ns, path.name)))

    def bring_back(self, key: str) -> Path:
        """Put a file back that was discarded, under its own key if that is still free.

        Raises:
            UnknownNameError: there is none with this key; with near keys.
            DataError: it cannot be moved.
        """
        with held(self.place):
            path = by_name({path.stem: path for path in self.discarded()}, key, f"{self.kind} that was discarded")
            back = _free(self.place, path.stem)
            _move(path, back)
        return back


def _is_one(path: Path) -> bool:
    return path.is_file() and not path.name.startswith(".")


def _free(folder: Path, key: str) -> Path:
    """The first of ``key``, ``key-2``, ``key-3`` that no file has."""
    paths = (folder / f"{key}{'' if number == 1 else f'-{number}'}{SUFFIX}" for number in count(1))
    return next(path for path in paths if not os.path.lexists(path))


def _move(path: Path, to: Path) -> None:
    """A file and its versions; the file first, as versions without one harm nothing."""
    try:
        to.parent.mkdir(parents=True, exist_ok=True)
        path.replace(to)
        if history_path(path).exists():
            history_path(path).replace(history_path(to))
    except OSError as bad:
        raise DataError(f"{path}: cannot be moved ({(bad.strerror or 'unknown error').lower()})", path=str(path)) from None
