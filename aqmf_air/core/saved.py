"""Games as they were read from a log: as far as it is sound, and what is wrong with it after that."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass

from aqmf_air.core.events import Codec, Entry, Header, from_lines
from aqmf_air.errors import DataError

Lines = Callable[[Iterable[str]], Iterable[str]]
"""What brings the lines of an old log up to date before they are read."""


def unchanged(lines: Iterable[str]) -> Iterable[str]:
    """Lines as they are."""
    return lines


@dataclass(frozen=True)
class Saved:
    """A game as it was read: everything up to ``fault``, which says what is wrong after that, if anything is."""

    name: str
    header: Header
    entries: tuple[Entry, ...]
    fault: str = ""


def read_lines(
    lines: Iterable[str], codec: Codec, where: str, name: str | None = None, up_to_date: Lines = unchanged
) -> Saved:
    """The game in the lines of a log, as far as it is sound; ``name`` is the one it goes by, if not that in its header.

    Raises:
        DataError: not even its header can be read.
    """
    try:
        header, entries = from_lines(up_to_date(lines), codec, where)
    except DataError as bad:
        sound: Header | None = bad.facts.get("header")
        if sound is None:
            raise
        entries = bad.facts["entries"]
        fault = f"{bad}; the {len(entries)} entries before that are sound"
        return Saved(name or sound.game, sound, entries, fault)
    return Saved(name or header.game, header, entries)
