"""TOML files of one kind in a player's own folder, each with its earlier versions, so that a change can be undone.

The key of a file is its name without the suffix, and is only ever compared with what is in the folder; no path is made from
one that was given. A change of a file locks its folder from before it is read until it is written, so that no change is
lost between two programs. The file is the truth. Its history (``.wing.toml.history`` beside ``wing.toml``) is written after
it; a file that was changed by hand since is taken as a version of its own at the next change.
"""

from __future__ import annotations

import json
import os
import re
from collections.abc import Callable
from dataclasses import dataclass
from hashlib import sha256
from itertools import accumulate, count
from pathlib import Path
from typing import TypeVar

from pydantic import Field, model_validator

from aqmf_air.core.data.documents import load_toml, parse_toml, text_of
from aqmf_air.core.data.files import lock_folder, own_folder, read_at_most, write_aside
from aqmf_air.core.data.model import Frozen, read, replace
from aqmf_air.core.data.names import by_name, same_name
from aqmf_air.errors import DataError

T = TypeVar("T")

MOST_BYTES = 1_000_000
"""Of a file."""
MAX_VERSIONS = 200
MAX_HISTORY_BYTES = 20_000_000
ROUND_VERSION = 100
"""Bytes of a history around each version in it, its seal among them."""
LONGEST_FILE_NAME = 255
"""Bytes of a file's name, on most systems."""


class Version(Frozen):
    """An earlier version of a file: ``what`` was done to it, and its text after that."""

    what: str
    text: str
    seal: str = ""
    """The digest of both, as they were written; empty in a history of an older version of the package."""

    @property
    def digest(self) -> str:
        """What ``seal`` is unless the version is damaged."""
        return sha256(f"{self.what}\n{self.text}".encode()).hexdigest()[:16]

    @property
    def sound(self) -> bool:
        """Whether it is as it was written, as far as that can be known."""
        return self.seal in ("", self.digest)


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


def history_path(path: Path) -> Path:
    """The file of the earlier versions of a file; where its name would be too long, one that goes by the digest of it."""
    if len(os.fsencode(path.name)) > LONGEST_FILE_NAME - 9:
        return path.with_name(f".{sha256(os.fsencode(path.name)).hexdigest()}.history")
    return path.with_name(f".{path.name}.history")


def write_version(path: Path, text: str, what: str, kind: str) -> None:
    """Write a file, and remember the version before it. ``what`` was done, in a few words: ``add 2 guns``; ``kind``: what
    the file is, for messages: ``list``.
    Raises DataError: the text is too long, or the file or its history cannot be read or written.
    """
    if len(text.encode()) > MOST_BYTES:
        message = f"{path}: a {kind} as long as this cannot be kept: expected at most {MOST_BYTES:,} bytes"
        raise DataError(message, path=str(path))
    with lock_folder(path.parent):
        history = _history(path, kind)
        write_aside(path, text.encode())
        kept = _last((*(history.versions[: history.at + 1] if history else ()), Version(what=what, text=text)))
        _write_history(path, _History(at=len(kept) - 1, versions=kept))


def go(path: Path, by: int, kind: str, parse: Callable[[bytes, str], T]) -> tuple[T, str]:
    """Go ``by`` versions on, or back where it is negative: what ``parse`` makes of the file then, and the change between.
    Raises DataError: there is no such version, or it cannot be parsed. Nothing is written then.
    """
    with lock_folder(path.parent):
        history = _history(path, kind)
        to = history.at + by if history else -1
        if history is None or not 0 <= to < len(history.versions):
            raise DataError(f"{path}: there is nothing to {'undo' if by < 0 else 'redo'}", path=str(path))
        if not history.versions[to].sound:
            message = f"{history_path(path)}: version {to + 1} is damaged: the {kind} stays as it is"
            raise DataError(message, path=str(path))
        raw = history.versions[to].text.encode()
        content = parse(raw, f"{history_path(path)}, version {to + 1}")
        write_aside(path, raw)
        _write_history(path, _History(at=to, versions=history.versions))
    return content, history.versions[max(to, history.at)].what


STEPS = {"undo": (-1, "took back"), "redo": (1, "did again")}
"""The ways through the versions: how far each goes, and what is said of it."""


def step(path: Path, name: str, kind: str, parse: Callable[[bytes, str], object]) -> str:
    """Take one of ``STEPS``: what was done, in a few words. Raises DataError: see :func:`go`."""
    by, verb = STEPS[name]
    return f"{verb}: {go(path, by, kind, parse)[1]}"


def versions_of(path: Path, kind: str) -> tuple[tuple[Version, ...], int]:
    """Every version that is remembered, the oldest first, and the place of the one in force. A damaged one says so."""
    if (history := _history(path, kind)) is None:
        return (), 0
    versions = (each if each.sound else replace(each, what=f"{each.what} (damaged)") for each in history.versions)
    return tuple(versions), history.at


def problems_of(path: Path, kind: str) -> list[str]:
    """What is wrong with a file and its earlier versions, each in a line; one that was changed by hand is sound."""
    try:
        parse_toml(bytes_of(path), path.name)
        history = _history(path, kind)
    except DataError as bad:
        return [str(bad).removeprefix(f"{path}: ").removeprefix(f"{path.name}: ")]
    versions = history.versions if history else ()
    return [f"version {at} is damaged ({version.what})" for at, version in enumerate(versions, 1) if not version.sound]


def bytes_of(path: Path) -> bytes:
    """What a file holds. Raises DataError: it cannot be read, or is too large."""
    return read_at_most(path, MOST_BYTES)


def _history(path: Path, kind: str) -> _History | None:
    """The versions of a file, with what it has now as the one in force; None if there is no file."""
    if not path.exists():
        return None
    current = text_of(bytes_of(path), str(path))
    kept = history_path(path)
    if not kept.exists():
        return _History(at=0, versions=(Version(what="as it was found", text=current),))
    fault = f"{kept}: the versions of the {kind} cannot be read; delete this file to go on without them"
    try:
        # an older version of the package has written a version more than there is room for, and then no more
        history = read(_History, json.loads(read_at_most(kept, MAX_HISTORY_BYTES * 5 // 4)), str(kept), DataError)
    except (DataError, ValueError, RecursionError):
        raise DataError(fault, path=str(kept)) from None
    if history.versions[history.at].text == current:
        return history
    by_hand = Version(what="changed by hand", text=current)
    all_versions = _last((*history.versions[: history.at + 1], by_hand))
    return _History(at=len(all_versions) - 1, versions=all_versions)


def _last(versions: tuple[Version, ...]) -> tuple[Version, ...]:
    """The last of these versions, as many as a history has room for: an earlier one goes before a file cannot be changed."""
    versions = versions[-MAX_VERSIONS:]
    sizes = accumulate(len(version.model_dump_json().encode()) + ROUND_VERSION for version in reversed(versions))
    return versions[-max(1, sum(size <= MAX_HISTORY_BYTES for size in sizes)) :]


def _write_history(path: Path, history: _History) -> None:
    sealed = tuple(version if version.seal else replace(version, seal=version.digest) for version in history.versions)
    history = replace(history, versions=sealed)
    write_aside(history_path(path), (history.model_dump_json(indent=1) + "\n").encode())


SUFFIX = ".toml"
LONGEST = 40
"""Letters of a key."""
LONGEST_COPIED = 50
"""Letters of the title of an original that the title of its copy has."""
BIN = "thrown-away"
"""The folder, inside that of a shelf, where files go that are discarded."""


@dataclass(frozen=True)
class Shelf:
    """The files of one kind: ``folder`` is the name of theirs, ``kind`` what each of them is, in a word."""

    folder: str
    kind: str

    @property
    def place(self) -> Path:
        return own_folder() / self.folder

    def kept(self) -> tuple[Path, ...]:
        """The files on the shelf, by name."""
        return tuple(sorted(path for path in self.place.glob(f"*{SUFFIX}") if _is_one(path)))

    def named(self, key: str) -> Path:
        """The file with this key. Raises UnknownNameError: there is none; with near keys."""
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

    def copy_title(self, title: str) -> str:
        """What a copy is called, so that no other on the shelf is called so: ``The mill (copy)``, ``The mill (copy 2)``."""
        taken = {str(_titled(path)).casefold() for path in self.kept()}
        base = _OF_A_COPY.sub("", title)[:LONGEST_COPIED]
        titles = (f"{base} (copy{f' {number}' if number > 1 else ''})" for number in count(1))
        return next(free for free in titles if free.casefold() not in taken)

    def change(
        self, path: Path, read: Callable[[Path], T], to_text: Callable[[T], str], change: Callable[[T], tuple[T, str]]
    ) -> str:
        """Change a file, and remember the version before it: what was done, which ``change`` says, too.
        Raises DataError: it cannot be read or written, and whatever ``change`` raises; nothing is written then.
        """
        with lock_folder(path.parent):
            before = read(path)
            after, what = change(before)
            if after == before:
                return "nothing to change"
            write_version(path, to_text(after), what, self.kind)
        return what

    def discard(self, path: Path) -> None:
        """Put a file and its versions where they can be brought back from. Raises DataError: it cannot be moved."""
        with lock_folder(self.place):
            _move(path, _free(self.place / BIN, path.stem))

    def discarded(self) -> tuple[Path, ...]:
        """The files that were discarded, the last first."""
        gone = [path for path in (self.place / BIN).glob(f"*{SUFFIX}") if _is_one(path)]
        return tuple(sorted(gone, key=lambda path: (-path.stat().st_ctime_ns, path.name)))

    def bring_back(self, key: str) -> Path:
        """Put a file back that was discarded, under its own key if that is still free.
        Raises UnknownNameError: there is none with this key; with near keys.
        Raises DataError: it cannot be moved.
        """
        with lock_folder(self.place):
            path = by_name({path.stem: path for path in self.discarded()}, key, f"{self.kind} that was discarded")
            back = _free(self.place, path.stem)
            _move(path, back)
        return back


_OF_A_COPY = re.compile(r" \(copy(?: \d+)?\)$")


def _titled(path: Path) -> object:
    """The title in a file, or its name; nothing of one that cannot be read."""
    try:
        document = load_toml(path)
    except DataError:
        return ""
    return document.get("title") or document.get("name")


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
