"""All that a player has in one file, and back: games, tables, files of games, and their earlier versions.

A backup is a zip: its members, then ``backup.json`` with their lengths and checksums and the version that wrote them. It
is written while programs go on. A restore unpacks into a folder of its own within the player's, checks all of it, and
renames that folder: from then on it counts, and the next to open the player's folder finishes what a kill interrupted.
"""

from __future__ import annotations

import json
import os
import shutil
import sqlite3
import tempfile
import zipfile
import zlib
from collections.abc import Iterator, Sequence
from contextlib import closing, contextmanager, suppress
from hashlib import sha256
from pathlib import Path
from typing import BinaryIO, Literal

from pydantic import Field

from aqmf_air.core.data import files
from aqmf_air.core.data.databases import COMPANIONS, open_database, reason_of
from aqmf_air.core.data.documents import parse_json
from aqmf_air.core.data.model import Frozen, read
from aqmf_air.errors import DataError

MANIFEST = "backup.json"
MOST_BYTES, MOST_MEMBERS = 3_000_000_000, 60_000
"""Of all members together, and how many there may be."""
MOST_LISTED = 20_000_000
"""Bytes of the list of members in a zip."""
DENSEST = 500
"""Times that a member may be longer than what it was packed into: more is an attack."""
CHUNK = 1 << 20
WAIT_SECONDS = 10.0
UNPACKING = ".restoring-"
"""How the name of a folder begins that is unpacked into."""
ENCRYPTED = 1


class Member(Frozen):
    """A file in a backup: its path within the player's folder, its length, and its checksum."""

    name: str
    bytes: int = Field(ge=0)
    sha256: str


class Manifest(Frozen):
    """What is in a backup, and which version of the package wrote it."""

    format: Literal[1] = 1
    version: str
    members: tuple[Member, ...] = Field(max_length=MOST_MEMBERS)


class Contents(Frozen):
    """What of a player's folder is the player's: databases, in the order in which they are to be copied, and folders."""

    databases: tuple[str, ...]
    folders: tuple[str, ...]

    def owns(self, top: str) -> bool:
        """Whether something of this name is among it: a folder, a database, or what is kept beside a database."""
        beside = any(top.startswith(f"{one}-") for one in self.databases) and not top.endswith(COMPANIONS)
        return top in (*self.databases, *self.folders) or beside

    def there(self, folder: Path) -> tuple[str, ...]:
        """The names of all of it in a folder: what is beside a database, which may lag behind it, comes before it."""
        names = [one.name for one in folder.iterdir() if self.owns(one.name)] if folder.is_dir() else []
        order = {name: place for place, name in enumerate((*self.databases, *self.folders), 1)}
        return tuple(sorted(names, key=lambda name: (order.get(name, 0), name)))

    def and_of(self, manifest: Manifest) -> Contents:
        """The same with the folders in a backup that no plugin here keeps files in: one that does may come back."""
        tops = {top for top, deep, _ in (one.name.partition("/") for one in manifest.members) if deep}
        more = sorted(top for top in tops if files.FOLDER_NAME.fullmatch(top) and top != files.LOCKS and not self.owns(top))
        return Contents(databases=self.databases, folders=(*self.folders, *more))


# -- backup ---------------------------------------------------------------------------------------------------------------


def back_up(folder: Path, target: Path, contents: Contents, version: str) -> Manifest:
    """Write all of a player's ``folder`` to one file; programs that use it go on meanwhile.
    Raises DataError: it cannot be read or written, or is more than a backup holds.
    """
    members: list[Member] = []
    with (
        _plain(target),
        files.written_aside(target, private=True) as file,
        zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as archive,
    ):
        for name, source in _files(folder, contents):
            with source:
                members.append(_packed(archive, name, source, (folder / name).stat().st_mode))
            if len(members) > MOST_MEMBERS or sum(one.bytes for one in members) > MOST_BYTES:
                raise DataError(f"{folder}: has more than a backup holds ({MOST_BYTES:,} bytes)", path=str(folder))
        manifest = Manifest(version=version, members=tuple(members))
        archive.writestr(MANIFEST, manifest.model_dump_json(indent=1))
    return manifest


def _files(folder: Path, contents: Contents) -> Iterator[tuple[str, BinaryIO]]:
    for top in contents.there(folder):
        path = folder / top
        if top in contents.databases:
            yield top, _copy_of(path)
        elif top in contents.folders:
            for place, folders, names in os.walk(path, followlinks=True):
                folders.sort()
                with files.held(Path(place)):
                    for name in sorted(names):
                        one = Path(place) / name
                        if one.is_file() and not name.endswith(".tmp"):
                            yield one.relative_to(folder).as_posix(), one.open("rb")
        else:
            yield top, path.open("rb")


def _copy_of(path: Path) -> BinaryIO:
    """A database as it is at one moment, in a file without a name."""
    descriptor, name = tempfile.mkstemp(prefix="aqmf-backup-")
    copied = os.fdopen(descriptor, "rb")
    try:
        with closing(sqlite3.connect(name, isolation_level=None)) as copy, closing(open_database(path, WAIT_SECONDS)) as db:
            copy.execute("PRAGMA journal_mode = OFF")
            with suppress(OSError):  # an open file has to keep its name on Windows
                Path(name).unlink()
            db.backup(copy)
    except BaseException:
        copied.close()
        raise
    finally:
        with suppress(OSError):
            Path(name).unlink(missing_ok=True)
    return copied


def _packed(archive: zipfile.ZipFile, name: str, source: BinaryIO, mode: int) -> Member:
    info = zipfile.ZipInfo(name, date_time=(1980, 1, 1, 0, 0, 0))
    info.compress_type = zipfile.ZIP_DEFLATED
    info.external_attr = mode << 16  # tables have secrets
    length, digest = 0, sha256()
    with archive.open(info, "w", force_zip64=True) as packed:
        while part := source.read(CHUNK):
            packed.write(part)
            digest.update(part)
            length += len(part)
    return Member(name=name, bytes=length, sha256=digest.hexdigest())


# -- restore --------------------------------------------------------------------------------------------------------------


def restore(source: Path, folder: Path, contents: Contents, *, replace: bool = False) -> Manifest:
    """Restore a player's ``folder`` from the backup ``source``: all of it, or nothing changes.
    Raises DataError: it is no backup, is damaged, or something is there and ``replace`` is false, or is in use.
    """
    with files.held(folder / UNPACKING), _plain(source), source.open("rb") as file, _archive(file, source) as archive:
        manifest = _manifest(archive, source)
        contents = contents.and_of(manifest)
        for one in manifest.members:
            if not _is_place(one.name, contents):
                raise DataError(f"{source}: {one.name[:60]!r} is no place of a player's file", path=str(source))
        if (there := contents.there(folder)) and not replace:
            message = (
                f"{folder}: has {', '.join(there)[: files.LONGEST_NAME]} already: --replace puts the backup in its place"
            )
            raise DataError(message, path=str(folder))
        for name in contents.databases:
            _require_unused(folder / name)
        folder.mkdir(parents=True, exist_ok=True)
        for left in folder.glob(f"{UNPACKING}*"):
            shutil.rmtree(left, ignore_errors=True)
        unpacked = Path(tempfile.mkdtemp(prefix=UNPACKING, dir=folder))
        try:
            for member in manifest.members:
                _unpack(archive, member, unpacked / member.name, source)
            for name in contents.databases:
                _require_sound(unpacked / name, source)
            tops = {one.name.partition("/")[0] for one in manifest.members}
            beside = {f"{name}{end}" for name in contents.databases for end in COMPANIONS}
            moves = {"tops": sorted(tops), "others": sorted({*contents.there(folder), *beside} - tops)}
            files.write_aside(unpacked / files.MOVES, json.dumps(moves).encode())
            for place, _, _ in os.walk(unpacked, topdown=False):
                files.sync_folder(Path(place))
            unpacked.rename(folder / files.RESTORED)
        except BaseException:
            shutil.rmtree(unpacked, ignore_errors=True)
            raise
        files.sync_folder(folder)
    files.finish_restore(folder)
    return manifest


def _require_unused(path: Path) -> None:
    """Refuse while another program has this database open, which would write on into a file that is gone."""
    if not path.exists():
        return
    try:
        with closing(sqlite3.connect(path, timeout=0.2, isolation_level=None)) as db:
            if db.execute("PRAGMA journal_mode").fetchone()[0] == "wal":
                db.execute("PRAGMA journal_mode = DELETE")  # only one who is alone may
                db.execute("PRAGMA journal_mode = WAL")
    except sqlite3.OperationalError as bad:
        if "locked" in str(bad):
            message = f"{path}: another program has it open: end that first (a game at a terminal, or 'aqmf serve')"
            raise DataError(message, path=str(path)) from None
    except sqlite3.DatabaseError:
        pass  # damaged: what better reason to restore it


def _require_sound(path: Path, source: Path) -> None:
    if path.exists():
        try:
            with closing(sqlite3.connect(path)) as db:
                said = db.execute("PRAGMA quick_check(1)").fetchone()[0]
        except sqlite3.DatabaseError as bad:
            said = str(bad)
        if said != "ok":
            raise DataError(f"{source}: {path.name} in it is damaged ({said}): nothing was changed", path=str(source))


# -- archives that may be damaged, or made to do harm ---------------------------------------------------------------------


@contextmanager
def _archive(file: BinaryIO, source: Path) -> Iterator[zipfile.ZipFile]:
    """The zip in a file, whose list of members is of a length that can be read."""
    size = file.seek(0, os.SEEK_END)
    file.seek(max(0, size - 22))
    end = file.read(22)
    listed = int.from_bytes(end[12:16], "little")
    if end[:4] != b"PK\x05\x06" or listed > min(size, MOST_LISTED):
        raise DataError(f"{source}: is no backup, or is cut short", path=str(source))
    with zipfile.ZipFile(file) as archive:
        yield archive


def _manifest(archive: zipfile.ZipFile, source: Path) -> Manifest:
    """What a backup says is in it, which is what is in it, and no more than can be unpacked."""
    inside = {one.filename: one for one in archive.infolist()}
    if MANIFEST not in inside or len(inside) != len(archive.infolist()):
        raise DataError(f"{source}: is a zip, but no backup", path=str(source))
    if any(one.flag_bits & ENCRYPTED for one in inside.values()):
        raise DataError(f"{source}: is locked with a password", path=str(source))
    with archive.open(MANIFEST) as packed:
        raw = packed.read(MOST_LISTED + 1)
    where = f"{source}, {MANIFEST}"
    manifest = read(Manifest, parse_json(raw, where, MOST_LISTED), where, DataError)
    names = [one.name for one in manifest.members]
    if sorted([*names, MANIFEST]) != sorted(inside):
        raise DataError(f"{source}: what is in it is not what it says is in it", path=str(source))
    if sum(one.bytes for one in manifest.members) > MOST_BYTES:
        raise DataError(f"{source}: unpacks to more than {MOST_BYTES:,} bytes: refused", path=str(source))
    for member in manifest.members:
        if member.bytes > DENSEST * inside[member.name].compress_size + CHUNK:
            raise DataError(f"{source}: {member.name[:60]!r} is packed too densely to be a player's", path=str(source))
    return manifest


def _is_place(name: str, contents: Contents) -> bool:
    parts: Sequence[str] = name.split("/")
    plain = all(part not in ("", ".", "..") and not {"\\", "\0", ":"} & {*part} and len(part) < 256 for part in parts)
    deep = len(parts) > 1
    return plain and len(parts) < 9 and contents.owns(parts[0]) and deep == (parts[0] in contents.folders)


def _unpack(archive: zipfile.ZipFile, member: Member, path: Path, source: Path) -> None:
    """Unpack one member, no further than it says it is long, and check it."""
    path.parent.mkdir(parents=True, exist_ok=True)
    digest, left = sha256(), member.bytes
    with archive.open(member.name) as packed, path.open("xb") as file:
        while part := packed.read(min(CHUNK, left + 1)):
            left -= len(part)
            if left < 0:
                break
            digest.update(part)
            file.write(part)
        file.flush()
        os.fsync(file.fileno())
    path.chmod(0o600 | archive.getinfo(member.name).external_attr >> 16 & 0o077)
    if left or digest.hexdigest() != member.sha256:
        raise DataError(f"{source}: {member.name} in it is damaged: nothing was changed", path=str(source))


@contextmanager
def _plain(path: Path) -> Iterator[None]:
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
