"""A player's folder restored from a backup, and a backup looked through without restoring it.

A restore unpacks into a folder of its own within the player's, checks all of it, and renames that folder: from then on it
counts, and the next to open the player's folder finishes what a kill interrupted.
"""

from __future__ import annotations

import errno
import json
import os
import re
import shutil
import sqlite3
import tempfile
import zipfile
from collections.abc import Iterator
from contextlib import closing, contextmanager
from dataclasses import dataclass
from hashlib import sha256
from itertools import count
from pathlib import Path
from typing import BinaryIO

from aqmf_air.core.data import files
from aqmf_air.core.data.databases import COMPANIONS
from aqmf_air.core.data.documents import parse_json
from aqmf_air.core.data.model import read
from aqmf_air.core.store import backup
from aqmf_air.errors import DataError

DENSEST = 1_100
"""Times that a member may be longer than what it was packed into: no packing of ours reaches that."""
UNPACKING = ".restoring-"
"""How the name of a folder begins that is unpacked into."""
ENCRYPTED = 1
WINDOWS = os.name == "nt"


@dataclass(frozen=True)
class Restored:
    """What a backup was restored to; ``told``: what is not as it was, one line each."""

    manifest: backup.Manifest
    told: tuple[str, ...]


def restore(source: Path, folder: Path, contents: backup.Contents, *, replace: bool = False) -> Restored:
    """Restore a player's ``folder`` from the backup ``source``: all of it, or nothing changes.
    Raises DataError: it is no backup, is damaged, or something is there and ``replace`` is false, or is in use.
    """
    notices: list[str] = []
    with files.lock_folder(folder / UNPACKING), _opened(source, contents) as (archive, manifest, contents):
        if (there := contents.there(folder)) and not replace:
            has = f"{folder}: has {', '.join(there)[: files.LONGEST_NAME]} already"
            raise DataError(f"{has}: --replace puts the backup in its place", path=str(folder))
        for name in contents.databases:
            _require_unused(folder / name)
        folder.mkdir(parents=True, exist_ok=True)
        for left in folder.glob(f"{UNPACKING}*"):
            shutil.rmtree(left, ignore_errors=True)
        unpacked = Path(tempfile.mkdtemp(prefix=UNPACKING, dir=folder))
        try:
            for member in manifest.members:
                if problem := _unpack(archive, member, unpacked, notices):
                    raise DataError(f"{source}: {member.place} in it {problem}: nothing was changed", path=str(source))
            for name in contents.databases:
                notices += _told_of(unpacked / name, folder / name, source)
            tops = {member.place.partition("/")[0] for member in manifest.members}
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
    return Restored(manifest, tuple(notices))


def look_through(source: Path, into: Path, contents: backup.Contents) -> tuple[backup.Manifest, dict[str, str]]:
    """Unpack a backup into a folder, as far as it can be, and say what is wrong with which of its members.
    Raises DataError: it is no backup, or it cannot be told what should be in it.
    """
    problems: dict[str, str] = {}
    with _opened(source, contents) as (archive, manifest, _):
        for member in manifest.members:
            try:
                with backup.plain_errors(source):
                    if problem := _unpack(archive, member, into, []):
                        problems[member.place] = problem
            except DataError as bad:
                problems[member.place] = str(bad).removeprefix(f"{source}: ").removesuffix(": nothing was changed")
    return manifest, problems


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


def _told_of(unpacked: Path, there: Path, source: Path) -> Iterator[str]:
    """What is to be said of a database in a backup, which may have been damaged before it was backed up.
    Raises DataError: it is, and the one in whose place it would be put is not.
    """
    if damage := _damage(unpacked):
        if there.exists() and not _damage(there):
            refusal = f"{there.name} in it is damaged ({damage}), and the one here is sound: nothing was changed"
            raise DataError(f"{source}: {refusal}", path=str(source))
        yield f"{there.name} was damaged when it was backed up ({damage}), and is as it was"


def _damage(path: Path) -> str:
    if not path.exists():
        return ""
    with closing(sqlite3.connect(path)) as db:
        return backup.damage_of(db)


@contextmanager
def _opened(source: Path, contents: backup.Contents) -> Iterator[tuple[zipfile.ZipFile, backup.Manifest, backup.Contents]]:
    """A backup, what is in it, and what of that is the player's. Raises DataError: see :func:`restore`."""
    with backup.plain_errors(source), source.open("rb") as file, _archive(file, source) as archive:
        manifest = _manifest(archive, source)
        contents = contents.and_of(manifest)
        for member in manifest.members:
            if not contents.has_place(member.place):
                raise DataError(f"{source}: {member.place[:60]!r} is no place of a player's file", path=str(source))
        yield archive, manifest, contents


@contextmanager
def _archive(file: BinaryIO, source: Path) -> Iterator[zipfile.ZipFile]:
    """The zip in a file, whose list of members is of a length that can be read."""
    size = file.seek(0, os.SEEK_END)
    file.seek(max(0, size - 22))
    end = file.read(22)
    listed = int.from_bytes(end[12:16], "little")
    if end[:4] != b"PK\x05\x06" or listed > min(size, backup.MOST_LISTED):
        raise DataError(f"{source}: is no backup, or is cut short", path=str(source))
    with zipfile.ZipFile(file) as archive:
        yield archive


def _manifest(archive: zipfile.ZipFile, source: Path) -> backup.Manifest:
    """What a backup says is in it, which is what is in it, and no more than can be unpacked."""
    inside = {zip_info.filename: zip_info for zip_info in archive.infolist()}
    if backup.MANIFEST not in inside or len(inside) != len(archive.infolist()):
        raise DataError(f"{source}: is a zip, but no backup", path=str(source))
    if any(zip_info.flag_bits & ENCRYPTED for zip_info in inside.values()):
        raise DataError(f"{source}: is locked with a password", path=str(source))
    with archive.open(backup.MANIFEST) as packed:
        raw = packed.read(backup.MOST_LISTED + 1)
    where = f"{source}, {backup.MANIFEST}"
    manifest = read(backup.Manifest, parse_json(raw, where, backup.MOST_LISTED), where, DataError)
    names = [backup_member.name for backup_member in manifest.members]
    if sorted([*names, backup.MANIFEST]) != sorted(inside):
        raise DataError(f"{source}: what is in it is not what it says is in it", path=str(source))
    if sum(backup_member.bytes for backup_member in manifest.members) > backup.MOST_BYTES:
        raise DataError(f"{source}: unpacks to more than {backup.MOST_BYTES:,} bytes: refused", path=str(source))
    for member in manifest.members:
        if member.bytes > DENSEST * inside[member.name].compress_size + backup.CHUNK:
            raise DataError(f"{source}: {member.name[:60]!r} is packed too densely to be a player's", path=str(source))
    return manifest


def _unpack(archive: zipfile.ZipFile, member: backup.BackupMember, into: Path, notices: list[str]) -> str:
    """Unpack one member, no further than it says it is long; what is wrong with it, if anything is."""
    digest, left = sha256(), member.bytes
    path, file = _new_file(into, member.place)
    if (at := path.relative_to(into).as_posix()) != member.place:
        notices.append(f"{member.place} is restored as {at}: no file here can be called that, or another one is")
    with file, archive.open(member.name) as packed:
        while part := packed.read(min(backup.CHUNK, left + 1)):
            left -= len(part)
            if left < 0:
                break
            digest.update(part)
            file.write(part)
        file.flush()
        os.fsync(file.fileno())
    path.chmod(0o600 | archive.getinfo(member.name).external_attr >> 16 & 0o077)
    return "is damaged" if left or digest.hexdigest() != member.sha256 else ""


_NOT_ON_WINDOWS = re.compile(
    r'[<>:"|?*\\\x00-\x1f]|[. ]+$|^(?:con|prn|aux|nul|com[0-9\u00b9\u00b2\u00b3]|lpt[0-9\u00b9\u00b2\u00b3])(?= *(?:\.|$))',
    re.IGNORECASE,
)
_STEM = re.compile(r"(?s)(.+?)((?:\.toml)?(?:\.[a-z]{1,20})?)")


def _new_file(folder: Path, place: str) -> tuple[Path, BinaryIO]:
    """A new file at a place in a folder; under another name where the system has none such, or has it already, as where
    upper and lower case are one.
    """
    parts = place.split("/")
    if WINDOWS:  # ``a%3Ab`` for ``a:b``, where that is no name
        parts = [_NOT_ON_WINDOWS.sub(lambda bad: "".join(map("%{:02X}".format, bad[0].encode())), part) for part in parts]
    path = folder.joinpath(*parts)
    stem, suffix = _STEM.fullmatch(path.name).groups()  # type: ignore[union-attr]
    for number in count(2):
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            return path, path.open("xb")
        except FileExistsError:
            path = path.with_name(f"{stem}-{number}{suffix}")
        except OSError as bad:
            if bad.errno not in (errno.ENAMETOOLONG, errno.EINVAL, errno.EILSEQ):
                raise
            top = place.partition("/")[0]
            path = folder / top / f"{sha256(os.fsencode(place)).hexdigest()[:16]}-{number}{suffix[-40:]}"
    raise AssertionError
