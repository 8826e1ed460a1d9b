"""The shelf of army lists: those in a player's own folder, each under its key."""

from __future__ import annotations

from contextlib import suppress
from pathlib import Path

from aqmf_air.core.data.files import held
from aqmf_air.errors import DataError
from aqmf_air.games.martian_front.army.model import Army
from aqmf_air.games.martian_front.army.store import LISTS, read_list, write_list

key_of = LISTS.key_of
kept_list = LISTS.named
throw_away = LISTS.throw_away
thrown_away = LISTS.thrown_away
bring_back = LISTS.bring_back


def keep(army: Army, what: str) -> Path:
    """Keep a list under a key that is free. ``what`` was done, in a few words.

    Raises:
        DataError: it cannot be written.
    """
    with held(LISTS.place):
        path = LISTS.free(army.name)
        write_list(path, army, what)
    return path


def readable() -> list[tuple[str, Army]]:
    """The lists on the shelf that can be read, each with its key; the page on lists says what is wrong with the others."""
    found = []
    for path in LISTS.kept():
        with suppress(DataError):
            found.append((path.stem, read_list(path)))
    return found
