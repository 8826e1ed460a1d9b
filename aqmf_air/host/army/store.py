"""Army lists on the disk: TOML files, each with its earlier versions in a file beside it, so that a change can be undone.

The list's own file is the truth. Its history (``.wing.toml.history`` beside ``wing.toml``) is written after it; a list that
was changed by hand since is taken as a version of its own at the next change, so nothing is ever lost.
"""

from __future__ import annotations

import json
import os
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from pydantic import Field, model_validator

from aqmf_air.core.files import own_folder, write_aside
from aqmf_air.core.model import Frozen, read
from aqmf_air.core.tables import parse_toml
from aqmf_air.errors import DataError
from aqmf_air.host.army.model import FORMAT, Army, refuse_heaps

SUFFIX = ".toml"
MAX_BYTES = 1_000_000
"""Of a list's file."""
MAX_VERSIONS = 200
MAX_HISTORY_BYTES = 20_000_000


# -- the file -------------------------------------------------------------------------------------------------------------


def lists_folder() -> Path:
    """Where a player's lists are kept."""
    return own_folder() / "armies"


def list_path(name: str) -> Path:
    """The file of a list: a path as it is given; a bare name (``wing``) is a list in the player's own folder."""
    path = Path(name).expanduser()
    if path.suffix or len(path.parts) != 1 or os.path.lexists(path):
        return path
    return lists_folder() / f"{name}{SUFFIX}"


def kept_lists() -> tuple[Path, ...]:
    """The lists in the player's own folder."""
    return tuple(sorted(path for path in lists_folder().glob(f"*{SUFFIX}") if path.is_file()))


def read_list(path: Path) -> Army:
    """The list in a file.

    Raises:
        DataError: names the file and the key.
    """
    return parse_list(_bytes_of(path), str(path))


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
        lines += ["", "[rulings]", *(f"{_written(name)} = {_written(value)}" for name, value in army.rulings.items())]
    for entry in army.units:
        lines += ["", "[[units]]", *_fields(entry, "unit", "count", "elements", "name", "hidden", "notes")]
        if entry.options:
            lines.append(f"options = {{ {', '.join(f'{_written(a)} = {_written(b)}' for a, b in entry.options.items())} }}")
    for one in army.attached:
        lines += ["", "[[attached]]", *_fields(one, "kind", "name", "content")]
    return "\n".join(lines) + "\n"


def _fields(model: Frozen, *names: str) -> list[str]:
    defaults = type(model).model_fields
    kept = [(name, getattr(model, name)) for name in names]
    return [f"{name} = {_written(value)}" for name, value in kept if value != defaults[name].default]


def _written(value: Any) -> str:
    if isinstance(value, tuple):
        return f"[{', '.join(_written(one) for one in value)}]"
    if isinstance(value, str) and "\n" in value and "'''" not in value:
        return f"'''\n{value}'''" if not value.endswith("'") else json.dumps(value, ensure_ascii=False)
    return json.dumps(value, ensure_ascii=False)


# -- its versions ---------------------------------------------------------------------------------------------------------


class Version(Frozen):
    """A list as it was once: ``what`` was done to it, and its file after that."""

    what: str
    text: str


class _History(Frozen):
    format: int = 1
    at: int = Field(ge=0)
    """Which version is in force."""
    versions: tuple[Version, ...] = Field(min_length=1, max_length=MAX_VERSIONS)

    @model_validator(mode="after")
    def _inside(self) -> _History:
        if self.at >= len(self.versions):
            raise ValueError(f"'at': expected less than {len(self.versions)}, got {self.at}")
        return self


@dataclass(frozen=True, slots=True)
class Step:
    """What an undo or a redo did: the list now, and the change that was taken back or made again."""

    army: Army
    what: str


def history_path(path: Path) -> Path:
    """The file of the earlier versions of a list."""
    return path.with_name(f".{path.name}.history")


def write_list(path: Path, army: Army, what: str) -> None:
    """Write a list, and remember the version before it. ``what`` was done, in a few words: ``add 2 US Infantry``.

    Raises:
        DataError: there is a file that is no list, or the file or its history cannot be read or written.
    """
    if path.exists():
        _refuse_other_files(path)
    history = _history(path)
    text = to_toml(army)
    if len(text.encode()) > MAX_BYTES:
        raise DataError(
            f"{path}: a list as long as this cannot be kept: expected at most {MAX_BYTES:,} bytes", path=str(path)
        )
    write_aside(path, text.encode())
    versions = (*(history.versions[: history.at + 1] if history else ()), Version(what=what, text=text))[-MAX_VERSIONS:]
    _write_history(path, _History(at=len(versions) - 1, versions=versions))


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
    return _go(path, -1, "to undo")


def redo(path: Path) -> Step:
    """Make the change again that was undone last.

    Raises:
        DataError: there is none.
    """
    return _go(path, 1, "to redo")


def versions(path: Path) -> tuple[tuple[Version, ...], int]:
    """Every version that is remembered, the oldest first, and the place of the one in force."""
    history = _history(path)
    return (history.versions, history.at) if history else ((), 0)


def _go(path: Path, by: int, what: str) -> Step:
    history = _history(path)
    to = history.at + by if history else -1
    if history is None or not 0 <= to < len(history.versions):
        raise DataError(f"{path}: there is nothing {what}", path=str(path))
    army = parse_list(history.versions[to].text.encode(), f"{history_path(path)}, version {to + 1}")
    write_aside(path, history.versions[to].text.encode())
    _write_history(path, _History(at=to, versions=history.versions))
    return Step(army, history.versions[max(to, history.at)].what)


def _history(path: Path) -> _History | None:
    """The versions of a list, with what its file has now as the one in force; None if there is no file."""
    if not path.exists():
        return None
    current = _text_of(path)
    kept = history_path(path)
    if not kept.exists():
        return _History(at=0, versions=(Version(what="as it was found", text=current),))
    history = _read_history(kept)
    if history.versions[history.at].text == current:
        return history
    by_hand = Version(what="changed by hand", text=current)
    all_versions = (*history.versions[: history.at + 1], by_hand)[-MAX_VERSIONS:]
    return _History(at=len(all_versions) - 1, versions=all_versions)


def _text_of(path: Path) -> str:
    try:
        return _bytes_of(path).decode()
    except UnicodeDecodeError as bad:
        raise DataError(f"{path}: not UTF-8 text (byte {bad.start})", path=str(path)) from None


def _bytes_of(path: Path) -> bytes:
    try:
        with path.open("rb") as file:
            raw = file.read(MAX_BYTES + 1)
    except OSError as bad:
        raise DataError(f"{path}: cannot be read ({(bad.strerror or 'unknown error').lower()})", path=str(path)) from None
    if len(raw) > MAX_BYTES:
        raise DataError(f"{path}: larger than {MAX_BYTES:,} bytes", path=str(path))
    return raw


def _read_history(kept: Path) -> _History:
    fault = f"{kept}: the versions of the list cannot be read; delete this file to go on without them"
    try:
        if kept.stat().st_size > MAX_HISTORY_BYTES:
            raise DataError(fault, path=str(kept))
        document = json.loads(kept.read_bytes())
    except (OSError, ValueError, RecursionError):
        raise DataError(fault, path=str(kept)) from None
    try:
        return read(_History, document, str(kept), DataError)
    except DataError:
        raise DataError(fault, path=str(kept)) from None


def _write_history(path: Path, history: _History) -> None:
    write_aside(history_path(path), (history.model_dump_json(indent=1) + "\n").encode())
