"""Army lists on the disk: TOML files, each with its earlier versions in a file beside it."""

from __future__ import annotations

import os
from dataclasses import dataclass
from pathlib import Path

from aqmf_air.core.data.file_versions import MAX_BYTES, Version, bytes_of, go, history_path, versions_of, write_version
from aqmf_air.core.data.files import held, path_of
from aqmf_air.core.data.model import Frozen, read
from aqmf_air.core.data.own_files import SUFFIX, Shelf
from aqmf_air.core.data.tables import parse_toml
from aqmf_air.core.data.toml import written
from aqmf_air.errors import DataError
from aqmf_air.games.martian_front.army.model import FORMAT, Army, refuse_heaps

__all__ = [
    "LISTS",
    "SUFFIX",
    "Step",
    "history_path",
    "kept_lists",
    "list_path",
    "lists_folder",
    "parse_list",
    "read_list",
    "redo",
    "to_toml",
    "undo",
    "versions",
    "write_list",
]

LISTS = Shelf("armies", "list")
"""The lists in the player's own folder."""
kept_lists = LISTS.kept


# -- the file -------------------------------------------------------------------------------------------------------------


def lists_folder() -> Path:
    """Where a player's lists are kept."""
    return LISTS.place


def list_path(name: str) -> Path:
    """The file of a list: a path as it is given; a bare name (``wing``) is a list in the player's own folder."""
    path = path_of(name)
    if path.suffix or len(path.parts) != 1 or os.path.lexists(path):
        return path
    return lists_folder() / f"{name}{SUFFIX}"


def read_list(path: Path) -> Army:
    """The list in a file.

    Raises:
        DataError: names the file and the key.
    """
    return parse_list(bytes_of(path), str(path))


def parse_list(raw: bytes, where: str) -> Army:
    """The same from the bytes of a file; ``where`` names them in messages.

    Raises:
        DataError: see :func:`read_list`.
    """
    if len(raw) > MAX_BYTES:
        raise DataError(f"{where}: larger than {MAX_BYTES:,} bytes", path=where)
    document = parse_toml(raw, where)
    refuse_heaps(document, where)
    version = document.get("format")
    if isinstance(version, int) and version > FORMAT:
        message = f"{where}: of format {version}, and this program reads format {FORMAT}: update the program"
        raise DataError(message, path=where, key="format", value=version)
    if version != FORMAT or isinstance(version, bool):
        message = f"{where}: 'format': expected {FORMAT}, as army lists have it"
        raise DataError(message, path=where, key="format", value=version)
    return read(Army, {key: value for key, value in document.items() if key != "format"}, where, DataError)


def to_toml(army: Army) -> str:
    """The list as a TOML file; what equals a default is left out. Reading it gives the same list."""
    lines = ["# An army list for All Quiet on the Martian Front. Points are worked out anew each time.", ""]
    lines.append(f"format = {FORMAT}")
    lines += _fields(army, "name", "side", "limit", "special", "notes")
    if army.rulings:
        lines += ["", "[rulings]", *(f"{written(name)} = {written(value)}" for name, value in army.rulings.items())]
    for entry in army.units:
        lines += ["", "[[units]]", *_fields(entry, "unit", "count", "elements", "name", "hidden", "notes")]
        if entry.options:
            lines.append(f"options = {{ {', '.join(f'{written(a)} = {written(b)}' for a, b in entry.options.items())} }}")
    for one in army.attached:
        lines += ["", "[[attached]]", *_fields(one, "kind", "name", "content")]
    return "\n".join(lines) + "\n"


def _fields(model: Frozen, *names: str) -> list[str]:
    defaults = type(model).model_fields
    kept = [(name, getattr(model, name)) for name in names]
    return [f"{name} = {written(value)}" for name, value in kept if value != defaults[name].default]


# -- its versions ---------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Step:
    """What an undo or a redo did: the list now, and the change that was taken back or made again."""

    army: Army
    what: str


def write_list(path: Path, army: Army, what: str) -> None:
    """Write a list, and remember the version before it. ``what`` was done, in a few words: ``add 2 US Infantry``.

    Raises:
        DataError: there is a file that is no list, or the file or its history cannot be read or written.
    """
    with held(path.parent):
        if path.exists():
            _refuse_other_files(path)
        write_version(path, to_toml(army), what, LISTS.kind)


def _refuse_other_files(path: Path) -> None:
    try:
        read_list(path)
    except DataError as bad:
        reason = str(bad).removeprefix(f"{path}: ")
        raise DataError(f"{path}: is there already and no army list ({reason}): left as it was", path=str(path)) from None


def undo(path: Path) -> Step:
    """Go back to the version before the last change.

    Raises:
        DataError: there is none.
    """
    return Step(*go(path, -1, LISTS.kind, parse_list))


def redo(path: Path) -> Step:
    """Make the change again that was undone last.

    Raises:
        DataError: there is none.
    """
    return Step(*go(path, 1, LISTS.kind, parse_list))


def versions(path: Path) -> tuple[tuple[Version, ...], int]:
    """Every version that is remembered, the oldest first, and the place of the one in force."""
    return versions_of(path, LISTS.kind)
