"""A list for Tabletop Simulator: a saved object with a model for each element and a notecard with the list in one line.

Stand-ins are blocks as wide as the bases (a unit of length there is an inch here), named, with the profile and the weapons
of the model in their descriptions. The line, for chat and scripts, is in ``Note`` as well.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from itertools import count
from typing import Any
from uuid import UUID, uuid5

from aqmf_air.games.martian_front.army.exchange.profile import profile_line, short_weapon, weapon_line
from aqmf_air.games.martian_front.army.exchange.text import choices, settled, total
from aqmf_air.games.martian_front.army.resolved_list import ResolvedList, ResolvedUnit
from aqmf_air.games.martian_front.army_formats import Exporter, ExportOptions
from aqmf_air.games.martian_front.profiles import UnitType

GAP = 1.0
"""Between two stand-ins, in inches."""
HEIGHT = 0.5
COLOURS = {"human": (0.35, 0.4, 0.25), "martian": (0.55, 0.1, 0.08)}
CARD = (0.9, 0.87, 0.75)

_OURS = UUID("3d0c1c4e-6ad5-5d0c-8f6b-0c0a6d1b2e57")


def line_of(muster: ResolvedList) -> str:
    """The whole list in one line."""
    units = " | ".join(_in_line(line) for line in muster.lines)
    rules = "".join(f" | {one}" for one in settled(muster))
    return f"{muster.army.name} ({muster.army.side}, {total(muster)}): {units}{rules}"


def _in_line(line: ResolvedUnit) -> str:
    chosen = f" ({', '.join(choices(line))})" if choices(line) else ""
    if (kind := line.type) is None:
        return f"{line.count}x {line.unit}{chosen} [not known]"
    weapons = "".join(f"; {short_weapon(mount)}" for mount in kind.weapons)
    return f"{line.count}x {line.unit}{chosen} [{line.elements}: S{kind.speed:g} D{kind.defense} A{kind.armor}{weapons}]"


def saved_object(muster: ResolvedList) -> dict[str, Any]:
    """The document of the saved object."""
    line = line_of(muster)
    ids = (f"{uuid5(_OURS, f'{muster.army.name} {number}').int % 0x1000000:06x}" for number in count())
    card = _object(next(ids), "Notecard", muster.army.name, line, (0.0, 0.0), 1.0, CARD)
    return {
        "SaveName": muster.army.name,
        "GameMode": "",
        "Date": "",
        "Table": "",
        "Sky": "",
        "Note": line,
        "Rules": "",
        "PlayerTurn": "",
        "LuaScript": "",
        "LuaScriptState": "",
        "ObjectStates": [card, *_models(muster, ids)],
    }


def _models(muster: ResolvedList, ids: Iterator[str]) -> Iterator[dict[str, Any]]:
    """A row for each unit, its elements side by side."""
    depth = 4.0
    for line in muster.lines:
        kind = line.type
        for number in range(1, line.count + 1) if kind else ():
            assert kind is not None
            depth += kind.base_diameter + GAP
            called = line.entry.name or line.unit
            title = f"{called} {number}" if line.count > 1 else called
            for place in range(line.elements):
                at = (place * (kind.base_diameter + GAP), -depth)
                name = f"{title}, {place + 1} of {line.elements}" if line.elements > 1 else title
                colour = COLOURS[kind.side]
                yield _object(next(ids), "BlockSquare", name, _stats(line, kind), at, kind.base_diameter, colour)


def _stats(line: ResolvedUnit, kind: UnitType) -> str:
    head = [line.unit] if line.entry.name else []
    return "\n".join(
        (*head, profile_line(kind, line.elements), *(weapon_line(mount) for mount in kind.weapons), *choices(line))
    )


def _object(
    guid: str,
    kind: str,
    name: str,
    description: str,
    at: tuple[float, float],
    width: float,
    colour: tuple[float, float, float],
) -> dict[str, Any]:
    return {
        "GUID": guid,
        "Name": kind,
        "Transform": {
            "posX": at[0],
            "posY": 1.0,
            "posZ": at[1],
            "rotX": 0.0,
            "rotY": 0.0,
            "rotZ": 0.0,
            "scaleX": width,
            "scaleY": HEIGHT if kind == "BlockSquare" else 1.0,
            "scaleZ": width,
        },
        "Nickname": name,
        "Description": description,
        "GMNotes": "",
        "ColorDiffuse": dict(zip("rgb", colour, strict=True)),
        "Locked": False,
        "Grid": False,
        "Snap": True,
        "Autoraise": True,
        "Sticky": True,
        "Tooltip": True,
        "LuaScript": "",
        "LuaScriptState": "",
        "XmlUI": "",
    }


def _write(muster: ResolvedList, options: ExportOptions) -> bytes:
    return (json.dumps(saved_object(muster), indent=2, ensure_ascii=False) + "\n").encode()


EXPORTER = Exporter("tts", "Tabletop Simulator saved object, with the list in one line", ".json", _write)
