"""The shelf: the lists in a player's own folder, each under a key, which is the name of its file without the suffix.

A key is only ever compared with what is in the folder; no path is made from it.
"""

from __future__ import annotations

import os
from itertools import count
from pathlib import Path

from aqmf_air.errors import DataError
from aqmf_air.host.army.model import Army, same_name
from aqmf_air.host.army.store import SUFFIX, history_path, kept_lists, lists_folder, write_list
from aqmf_air.registry import by_name

LONGEST = 40
"""Letters of a key."""
BIN = "thrown-away"
"""The folder, inside that of the lists, where lists go that are thrown away."""


def kept_list(key: str) -> Path:
    """The file of the list with this key.

    Raises:
        UnknownNameError: there is none; with near keys.
    """
    return by_name({path.stem: path for path in kept_lists()}, key, "list")


def key_of(name: str) -> str:
    """What a list of this name is kept as: plain letters, digits and dashes.

    >>> key_of("Third Wing, 2nd try")
    'third-wing-2nd-try'
    """
    words = ("".join(letter for letter in same_name(word) if letter.isascii()) for word in name.split())
    return "-".join(word for word in words if word)[:LONGEST].strip("-") or "list"


def keep(army: Army, what: str) -> Path:
    """Keep a list under a key that is free. ``what`` was done, in a few words.

    Raises:
        DataError: it cannot be written.
    """
    path = _free(lists_folder(), key_of(army.name))
    write_list(path, army, what)
    return path


def throw_away(path: Path) -> None:
    """Put a list and its versions where they can be brought back from.

    Raises:
        DataError: it cannot be moved.
    """
    _move(path, _free(lists_folder() / BIN, path.stem))


def thrown_away() -> tuple[Path, ...]:
    """The lists that were thrown away, the last first."""
    gone = [path for path in (lists_folder() / BIN).glob(f"*{SUFFIX}") if path.is_file() and not path.name.startswith(".")]
    return tuple(sorted(gone, key=lambda path: (-path.stat().st_ctime_ns, path.name)))


def bring_back(key: str) -> Path:
    """Put a list back that was thrown away, under its own key if that is still free.

    Raises:
        UnknownNameError: there is none with this key; with near keys.
        DataError: it cannot be moved.
    """
    path = by_name({path.stem: path for path in thrown_away()}, key, "list that was thrown away")
    back = _free(lists_folder(), path.stem)
    _move(path, back)
    return back


def _free(folder: Path, key: str) -> Path:
    """The first of ``key``, ``key-2``, ``key-3`` that no file has."""
    paths = (folder / f"{key}{'' if number == 1 else f'-{number}'}{SUFFIX}" for number in count(1))
    return next(path for path in paths if not os.path.lexists(path))


def _move(path: Path, to: Path) -> None:
    """A list and its versions; the list first, as versions without a list harm nothing."""
    try:
        to.parent.mkdir(parents=True, exist_ok=True)
        path.replace(to)
        if history_path(path).exists():
            history_path(path).replace(history_path(to))
    except OSError as bad:
        raise DataError(f"{path}: cannot be moved ({(bad.strerror or 'unknown error').lower()})", path=str(path)) from None
