"""All that a player has in one file: games, tables, files of games, and their earlier versions.

A backup is a zip: its members, then ``backup.json`` with their lengths and checksums and the version that wrote them. It
is written while programs go on. What is no place of a player's file there, or cannot be read, is left out, and told: it
keeps nothing else from being kept.
"""

from __future__ import annotations

import os
import re
import sqlite3
import tempfile
import zipfile
import zlib
from collections.abc import Iterator
from contextlib import closing, contextmanager, suppress
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path
from typing import BinaryIO, Literal
from urllib.parse import quote_from_bytes, unquote_to_bytes

from pydantic import Field

from aqmf_air.core.data import files
from aqmf_air.core.data.databases import COMPANIONS, WAIT_SECONDS, open_database, reason_of
from aqmf_air.core.data.model import Frozen
from aqmf_air.errors import DataError

MANIFEST = "backup.json"
MOST_BYTES, MOST_MEMBERS = 3_000_000_000, 60_000
"""Of all members together, and how many there may be."""
MOST_LISTED = 20_000_000
"""Bytes of the list of members in a zip."""
CHUNK = 1 << 20
DEEPEST = 60
"""Folders within each other."""


class BackupMember(Frozen):
    """A file in a backup: what it is called in the zip, its length, and its checksum."""

    name: str
    bytes: int = Field(ge=0)
    sha256: str
    escaped: bool = False
    """Whether the name is written with ``%3A`` and the like, as no zip has it: with a colon, or not in UTF-8."""

    @property
    def place(self) -> str:
        """Its path within the player's folder."""
        return os.fsdecode(unquote_to_bytes(self.name)) if self.escaped else self.name


class Manifest(Frozen):
    """What is in a backup, and which version of the package wrote it."""

    format: Literal[1]
    version: str
    members: tuple[BackupMember, ...] = Field(max_length=MOST_MEMBERS)


class Contents(Frozen):
    """What of a player's folder is the player's: databases, in the order in which they are to be copied, and folders."""

    databases: tuple[str, ...]
    folders: tuple[str, ...]

    def owns(self, top: str) -> bool:
        """Whether something of this name is among it: a folder, a database, or what is kept beside a database."""
        beside = any(top.startswith(f"{database}-") for database in self.databases) and not top.endswith(COMPANIONS)
        return top in (*self.databases, *self.folders) or beside

    def there(self, folder: Path) -> tuple[str, ...]:
        """The names of all of it in a folder: what is beside a database, which may lag behind it, comes before it."""
        names = [path.name for path in folder.iterdir() if self.owns(path.name)] if folder.is_dir() else []
        order = {name: place for place, name in enumerate((*self.databases, *self.folders), 1)}
        return tuple(sorted(names, key=lambda name: (order.get(name, 0), name)))

    def and_of(self, manifest: Manifest) -> Contents:
        """The same with the folders in a backup that no plugin here keeps files in: one that does may come back."""
        tops = {top for top, deep, _ in (member.place.partition("/") for member in manifest.members) if deep}
        more = sorted(top for top in tops if files.FOLDER_NAME.fullmatch(top) and top != files.LOCKS and not self.owns(top))
        return Contents(databases=self.databases, folders=(*self.folders, *more))

    def has_place(self, place: str) -> bool:
        """Whether a file of the player's may be there, whatever it is called: what is written and what is restored."""
        parts = place.split("/")
        plain = not {"", ".", ".."} & {*parts} and "\0" not in place
        deep = 1 < len(parts) <= DEEPEST
        return plain and self.owns(parts[0]) and (deep if parts[0] in self.folders else len(parts) == 1)


@dataclass(frozen=True)
class BackedUp:
    """A backup that was written; ``missing``: what is not in it, or is damaged, and why, one line each."""

    manifest: Manifest
    missing: tuple[str, ...]


def back_up(folder: Path, target: Path, contents: Contents, version: str) -> BackedUp:
    """Write all of a player's ``folder`` to one file; programs that use it go on meanwhile.
    Raises DataError: the file cannot be written, or the folder has more than a backup holds.
    """
    members: list[BackupMember] = []
    missing: list[str] = []
    with (
        plain_errors(target),
        files.written_aside(target, private=True) as file,
        zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as archive,
    ):
        for place in _places(folder, contents, missing):
            path = folder / place
            try:
                mode = path.stat().st_mode
                source = _copy_of(path, missing) if place in contents.databases else path.open("rb")
            except OSError as bad:
                missing.append(f"{place}: left out ({(bad.strerror or 'unknown error').lower()})")
                continue
            with source:
                members.append(_packed(archive, place, source, mode))
            if len(members) > MOST_MEMBERS or sum(member.bytes for member in members) > MOST_BYTES:
                raise DataError(f"{folder}: has more than a backup holds ({MOST_BYTES:,} bytes)", path=str(folder))
        manifest = Manifest(format=1, version=version, members=tuple(members))
        listed = manifest.model_dump_json(indent=1, exclude_defaults=True)
        if len(listed) > MOST_LISTED:
            raise DataError(f"{folder}: has more files than a backup holds, or longer names", path=str(folder))
        archive.writestr(MANIFEST, listed)
    return BackedUp(manifest, tuple(missing))


def _places(folder: Path, contents: Contents, missing: list[str]) -> Iterator[str]:
    """The paths within a player's folder of what is to be backed up; what is there and cannot be is ``missing``."""
    for top in contents.there(folder):
        if top not in contents.folders:
            yield top
            continue
        for place, folders, names in os.walk(folder / top, followlinks=True):
            here = Path(place)
            folders[:] = sorted(name for name in folders if _is_deeper(here / name, missing, folder))
            with files.lock_folder(here):
                for name in sorted(names):
                    within = (here / name).relative_to(folder).as_posix()
                    if files.is_aside(name):
                        continue
                    if not (here / name).is_file():
                        missing.append(f"{within}: left out (it is no file)")
                    elif not contents.has_place(within):
                        missing.append(f"{within}: left out (more than {DEEPEST} folders deep)")
                    else:
                        yield within


def _is_deeper(inner: Path, missing: list[str], folder: Path) -> bool:
    """Whether a folder leads on: not a link to one that it is in itself."""
    if inner.is_symlink() and inner.parent.resolve().is_relative_to(inner.resolve()):
        missing.append(f"{inner.relative_to(folder).as_posix()}: left out (it leads back to a folder that it is in)")
        return False
    return True


def _copy_of(path: Path, missing: list[str]) -> BinaryIO:
    """A database as it is at one moment, in a file without a name; of one that is damaged, its very bytes."""
    descriptor, name = tempfile.mkstemp(prefix="aqmf-backup-")
    copied = os.fdopen(descriptor, "rb")
    try:
        with closing(sqlite3.connect(name, isolation_level=None)) as copy, closing(open_database(path, WAIT_SECONDS)) as db:
            copy.execute("PRAGMA journal_mode = OFF")
            with suppress(OSError):  # an open file has to keep its name on Windows
                Path(name).unlink()
            damage = damage_of(db)
            db.backup(copy)
    except sqlite3.DatabaseError as bad:
        copied.close()
        if isinstance(bad, sqlite3.OperationalError):  # nothing is wrong with the file: it is in use, or there is no room
            raise
        copied, damage = path.open("rb"), str(bad)
    except BaseException:
        copied.close()
        raise
    finally:
        with suppress(OSError):
            Path(name).unlink(missing_ok=True)
    if damage:
        missing.append(f"{path.name}: is damaged ({damage}), and is in the backup as it is")
    return copied


def damage_of(db: sqlite3.Connection) -> str:
    """What is wrong with a database, as far as a quick look shows; nothing if it is sound."""
    try:
        message = str(db.execute("PRAGMA quick_check(1)").fetchone()[0])
    except sqlite3.DatabaseError as bad:
        message = str(bad)
    return "" if message == "ok" else " ".join(message.split())[:80]


_NOT_IN_A_ZIP = re.compile("[\\\\:\ud800-\udfff]")


def _packed(archive: zipfile.ZipFile, place: str, source: BinaryIO, mode: int) -> BackupMember:
    escaped = _NOT_IN_A_ZIP.search(place) is not None
    name = quote_from_bytes(os.fsencode(place), safe="/ ") if escaped else place
    info = zipfile.ZipInfo(name, date_time=(1980, 1, 1, 0, 0, 0))
    info.compress_type = zipfile.ZIP_DEFLATED
    info.external_attr = mode << 16  # tables have secrets
    length, digest = 0, sha256()
    with archive.open(info, "w", force_zip64=True) as packed:
        while part := source.read(CHUNK):
            packed.write(part)
            digest.update(part)
            length += len(part)
    return BackupMember(name=name, bytes=length, sha256=digest.hexdigest(), escaped=escaped)


@contextmanager
def plain_errors(path: Path) -> Iterator[None]:
    """What goes wrong with files as one line."""
    try:
        yield
    except OSError as bad:
        where = bad.filename or path
        raise DataError(f"{where}: {(bad.strerror or str(bad) or 'unknown error').lower()}", path=str(path)) from None
    except (zipfile.BadZipFile, zlib.error, EOFError, NotImplementedError, RuntimeError) as bad:
        reason = " ".join(str(bad).split())[:80] or type(bad).__name__
        raise DataError(f"{path}: is damaged ({reason}): nothing was changed", path=str(path)) from None
    except sqlite3.Error as bad:
        raise DataError(f"{path}: a database cannot be copied ({reason_of(bad, path)})", path=str(path)) from None
