"""A list as the command line keeps it: its own TOML, which is read as it stands, or refused by key."""

from __future__ import annotations

import re

from aqmf_air.games.martian_front.army.store import parse_list
from aqmf_air.games.martian_front.army_formats import Imported, Importer

_FIRST_LINE = re.compile(rb"(?:[ \t]*(?:#[^\n]*)?\r?\n)*[ \t]*format[ \t]*=[ \t]*\d")
_ANY_LINE = re.compile(rb"^[ \t]*(?:(?:format|name|side|limit|units)[ \t]*=|\[\[units\]\])", re.MULTILINE)


def is_like(raw: bytes) -> bool:
    """Whether a file that is nothing else may be one, if not as this program writes it."""
    return _ANY_LINE.search(raw[:5000]) is not None


IMPORTER = Importer(
    "toml",
    "a list's own file",
    lambda raw: _FIRST_LINE.match(raw) is not None,
    lambda raw, where: Imported(parse_list(raw, where)),
)
