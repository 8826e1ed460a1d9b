"""A list for Tabletop Simulator: a saved object with a model for each element and a notecard with the list in one line.

Stand-ins are blocks as wide as the bases (a unit of length there is an inch here), named, with the profile and the weapons
of the model in their descriptions. The line, for chat and scripts, is in ``Note`` as well. The notecard has the list's token
among its notes for the game master, by which the list is read back from any save that has the card.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from itertools import count
from typing import Any
from uuid import UUID, uuid5

from aqmf_air.api import DataError, text_of
from aqmf_air.games.martian_front.army.exchange.text import choices, compact_lines, profile_lines, settled
from aqmf_air.games.martian_front.army.exchange.token import read_tokens, token_of
from aqmf_air.games.martian_front.army.plugged_in import Exporter, ExportOptions, Imported, Importer
from aqmf_air.games.martian_front.army.resolved_list import ResolvedList

GAP = 1.0
"""Between two stand-ins, in inches."""
COLOURS = {"human": (0.35, 0.4, 0.25), "martian": (0.55, 0.1, 0.08)}
CARD = (0.9, 0.87, 0.75)
PLACE = ("posX", "posY", "posZ", "rotX", "rotY", "rotZ", "scaleX", "scaleY", "scaleZ")
BLANK = {
    **dict.fromkeys(("GMNotes", "LuaScript", "LuaScriptState", "XmlUI"), ""),
    **dict.fromkeys(("Locked", "Grid"), False),
    **dict.fromkeys(("Snap", "Autoraise", "Sticky", "Tooltip"), True),
}
"""What every object has."""

_OURS = UUID("3d0c1c4e-6ad5-5d0c-8f6b-0c0a6d1b2e57")


def _objects(muster: ResolvedList, line: str) -> Iterator[dict[str, Any]]:
    """The notecard, and a row for each unit, its elements side by side."""
    card = _object("Notecard", muster.army.name, line, (0.0, 1.0, 0.0), (1.0, 1.0, 1.0), CARD)
    yield {**card, "GMNotes": token_of(muster.army)}
    depth = 4.0
    for unit in muster.lines:
        for number in range(1, unit.count + 1) if unit.type else ():
            assert unit.type is not None
            width = unit.type.base_diameter
            depth += width + GAP
            title = (unit.entry.name or unit.unit) + (f" {number}" if unit.count > 1 else "")
            about = "\n".join((*([unit.unit] if unit.entry.name else []), *profile_lines(unit), *choices(unit)))
            for place in range(unit.elements):
                name = f"{title}, {place + 1} of {unit.elements}" if unit.elements > 1 else title
                at, size = (place * (width + GAP), 1.0, -depth), (width, 0.5, width)
                yield _object("BlockSquare", name, about, at, size, COLOURS[unit.type.side])


def _object(
    kind: str, name: str, about: str, at: tuple[float, ...], size: tuple[float, ...], colour: tuple[float, ...]
) -> dict[str, Any]:
    transform = dict(zip(PLACE, (*at, 0.0, 0.0, 0.0, *size), strict=True))
    shown = {"Nickname": name, "Description": about, "ColorDiffuse": dict(zip("rgb", colour, strict=True))}
    return {"Name": kind, "Transform": transform, **shown, **BLANK}


def _write(muster: ResolvedList, options: ExportOptions) -> bytes:
    head, *units = compact_lines(muster)
    line = f"{head}: {' | '.join((*units, *settled(muster)))}"
    ids = (f"{uuid5(_OURS, f'{muster.army.name} {number}').int % 0x1000000:06x}" for number in count())
    document = {
        **dict.fromkeys(("GameMode", "Date", "Table", "Sky", "Rules", "PlayerTurn", "LuaScript", "LuaScriptState"), ""),
        "SaveName": muster.army.name,
        "Note": line,
        "ObjectStates": [{"GUID": guid, **item} for guid, item in zip(ids, _objects(muster, line), strict=False)],
    }
    return (json.dumps(document, indent=2, ensure_ascii=False) + "\n").encode()


_OBJECTS = b'"ObjectStates"'


def recognises(raw: bytes) -> bool:
    """Whether a file is a save of Tabletop Simulator."""
    return raw.lstrip(b"\xef\xbb\xbf \t\r\n")[:1] == b"{" and _OBJECTS in raw


def _read(raw: bytes, where: str) -> Imported:
    """The lists of the cards of ours, each once. What was done to the models since is not looked at."""
    try:
        lists, faults = read_tokens(text_of(raw, where))
    except DataError as bad:
        raise DataError(f"{where}: the list on its notecard cannot be read: {bad}", path=where) from None
    if not lists:
        message = (
            f"{where}: a Tabletop Simulator save without a list in it: expected one that 'aqmf army export' wrote, with its "
            "notecard; or send the list's token, text or roster"
        )
        raise DataError(message, path=where)
    losses = tuple(f"a notecard that cannot be read: {fault}" for fault in faults)
    return Imported(lists[0], losses, tuple(map(Imported, lists[1:])))


IMPORTER = Importer("tts", "Tabletop Simulator save with a list of ours", recognises, _read)
EXPORTER = Exporter(
    "tts",
    "Tabletop Simulator saved object, with the list in one line",
    ".json",
    _write,
    program="Tabletop Simulator",
    label="Saved object",
)
