"""A witness beside the store of games: how many entries of each game were acknowledged.

A database whose last pages or whose write-ahead log were lost does not know it. The witness does: it is a text file with a
line for each entry, written after the entry is on the disk and not waited for. So it may lag behind the store, after a
crash or a power cut, and never runs ahead of it; where it does, entries were lost. Without the file nothing is missed.
"""

from __future__ import annotations

from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from zlib import crc32

from aqmf_air.core.data.files import write_aside
from aqmf_air.errors import DataError

SUFFIX = "-witness"
MAX_BYTES = 100_000
"""A longer file is written anew, with a line for each game."""
FORGOTTEN = -1
"""What stands for the length of a game that is known to be lost, and missed no more."""


@dataclass(frozen=True)
class Witness:
    """What was acknowledged of each game of a store: how many entries, when this was read."""

    path: Path
    entries: dict[str, int] = field(default_factory=dict)
    damaged: int = 0
    """Lines that cannot be read."""

    def saw(self, game: str, entries: int) -> None:
        """Note that a game has this many entries on the disk. A file that cannot be written is done without."""
        with suppress(OSError), self.path.open("ab") as file:
            file.write(_line(game, entries))

    def lost(self, game: str, entries: int) -> int:
        """How many entries of a game were acknowledged beyond these."""
        return max(0, self.entries.get(game, 0) - entries)


def witness_of(store: Path) -> Witness:
    """The witness of the store in this file."""
    path = store.with_name(f"{store.name}{SUFFIX}")
    try:
        raw = path.read_bytes()
    except OSError:
        return Witness(path)
    entries: dict[str, int] = {}
    damaged = 0
    for line in raw.split(b"\n")[:-1]:  # what comes after the last line end was cut off while it was written
        if (read := _read(line)) is None:
            damaged += 1
            continue
        game, count = read
        entries[game] = count if FORGOTTEN in (count, entries.get(game)) else max(count, entries.get(game, 0))
    if len(raw) > MAX_BYTES:
        with suppress(DataError):
            write_aside(path, b"".join(_line(game, count) for game, count in entries.items()))
    return Witness(path, entries, damaged)


def _line(game: str, entries: int) -> bytes:
    said = f"{game}\t{entries}".encode()
    return b"%s\t%08x\n" % (said, crc32(said))


def _read(line: bytes) -> tuple[str, int] | None:
    said, _, check = line.rpartition(b"\t")
    game, _, count = said.rpartition(b"\t")
    if check != b"%08x" % crc32(said) or not count.removeprefix(b"-").isdigit():
        return None
    return game.decode(errors="replace"), int(count)
