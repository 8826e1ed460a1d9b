"""Army lists on the disk: TOML files, each with its earlier versions, and those in the player's own folder by their keys."""

from __future__ import annotations

import os
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING

from aqmf_air.core.data.documents import parse_toml, toml_fields, toml_of
from aqmf_air.core.data.files import held, path_of, write_aside
from aqmf_air.core.data.model import read
from aqmf_air.core.data.own_files import MAX_BYTES, SUFFIX, Shelf, bytes_of, go, write_version
from aqmf_air.errors import DataError
from aqmf_air.games.martian_front.army.model import FORMAT, Army, refuse_heaps

if TYPE_CHECKING:
    from aqmf_air.games.martian_front.army.resolved_list import ListContext, ResolvedList

LISTS = Shelf("armies", "list")
"""The lists in the player's own folder."""


# -- the file -------------------------------------------------------------------------------------------------------------


def list_path(name: str) -> Path:
    """The file of a list: a path as it is given; a bare name (``wing``) is a list in the player's own folder."""
    path = path_of(name)
    if path.suffix or len(path.parts) != 1 or os.path.lexists(path):
        return path
    return LISTS.place / f"{name}{SUFFIX}"


def read_list(path: Path) -> Army:
    """The list in a file.

    Raises DataError: names the file and the key.
    """
    return parse_list(bytes_of(path), str(path))


def parse_list(raw: bytes, where: str) -> Army:
    """The same from the bytes of a file; ``where`` names them in messages.

    Raises DataError: see :func:`read_list`.
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
    lines += toml_fields(army, "name", "side", "limit", "special", "notes")
    if army.rulings:
        lines += ["", "[rulings]", *(f"{toml_of(name)} = {toml_of(value)}" for name, value in army.rulings.items())]
    for entry in army.units:
        lines += ["", "[[units]]", *toml_fields(entry, "unit", "count", "elements", "name", "hidden", "notes")]
        if entry.options:
            lines.append(f"options = {{ {', '.join(f'{toml_of(a)} = {toml_of(b)}' for a, b in entry.options.items())} }}")
    for one in army.attached:
        lines += ["", "[[attached]]", *toml_fields(one, "kind", "name", "content")]
    return "\n".join(lines) + "\n"


# -- changing it ----------------------------------------------------------------------------------------------------------


def write_list(path: Path, army: Army, what: str) -> None:
    """Write a list, and remember the version before it. ``what`` was done, in a few words: ``add 2 US Infantry``.

    Raises DataError: there is a file that is no list, or the file or its history cannot be read or written.
    """
    with held(path.parent):
        try:
            if path.exists():
                read_list(path)
        except DataError as bad:
            reason = str(bad).removeprefix(f"{path}: ")
            message = f"{path}: is there already and no army list ({reason}): left as it was"
            raise DataError(message, path=str(path)) from None
        write_version(path, to_toml(army), what, LISTS.kind)


def edit(path: Path, context: ListContext, change: Callable[[Army], tuple[Army, str]]) -> tuple[ResolvedList, str]:
    """Change a list, and remember the version before it: the list now, and what was done, which ``change`` says, too.

    What cannot be mustered is not written, nor is what is as it was.

    Raises DataError: see :func:`write_list`, and whatever ``change`` raises.
    """
    with held(path.parent):
        before = read_list(path)
        after, what = change(before)
        muster = context.muster(after)
        if after == before:
            return muster, "nothing to change"
        write_list(path, after, what)
    return muster, what


def step(path: Path, by: int) -> tuple[Army, str]:
    """Go a version back (-1) or on again (1): the list now, and the change that was taken back or made again.

    Raises DataError: there is none.
    """
    return go(path, by, LISTS.kind, parse_list)


# -- lists in other folders -----------------------------------------------------------------------------------------------

ELSEWHERE = ".elsewhere"
"""The file, beside the player's own lists, with the paths of lists in other folders, the latest first."""
MOST_ELSEWHERE = 100


def remember(path: Path) -> None:
    """Remember a list that was made or opened in another folder, so that it is listed. What cannot be written is left."""
    whole = path.absolute()
    if whole.parent == LISTS.place.absolute() or elsewhere()[:1] == (whole,):
        return
    kept = dict.fromkeys((whole, *elsewhere()))
    with suppress(DataError, OSError, ValueError), held(LISTS.place):
        text = "\n".join(str(one) for one in tuple(kept)[:MOST_ELSEWHERE] if str(one).isprintable())
        write_aside(LISTS.place / ELSEWHERE, f"{text}\n".encode())


def elsewhere() -> tuple[Path, ...]:
    """The lists in other folders that are remembered and still there, the latest first."""
    try:
        lines = (LISTS.place / ELSEWHERE).read_text("utf-8").splitlines()
    except (OSError, UnicodeDecodeError):
        return ()
    return tuple(path for line in lines[:MOST_ELSEWHERE] if line and (path := Path(line)).is_file())


def list_files_in(folder: Path) -> tuple[Path, ...]:
    """The army lists among the TOML files of a folder, by name.

    Raises DataError: there is no such folder.
    """
    if not folder.is_dir():
        raise DataError(f"{folder}: expected a folder", path=str(folder))
    found = []
    for path in sorted(folder.glob(f"*{SUFFIX}")):
        with suppress(DataError):
            if path.is_file():
                read_list(path)
                found.append(path)
    return tuple(found)


# -- the player's own -----------------------------------------------------------------------------------------------------


def keep(army: Army, what: str) -> Path:
    """Keep a list under a key that is free. ``what`` was done, in a few words.

    Raises DataError: it cannot be written.
    """
    with held(LISTS.place):
        path = LISTS.free(army.name)
        write_list(path, army, what)
    return path


def readable() -> list[tuple[str, Army]]:
    """The player's own lists that can be read, each with its key; the page on lists says what is wrong with the others."""
    found = []
    for path in LISTS.kept():
        with suppress(DataError):
            found.append((path.stem, read_list(path)))
    return found
