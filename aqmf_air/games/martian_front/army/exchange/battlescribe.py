"""BattleScribe 2.03: the game system, the catalogue of a side with what is attached to a list, and rosters.

In a roster each unit is a selection with its full profile; below it are its models, and below them their weapons. Ids are
made from names (UUIDs of version 5), so that the same list gives the same files, and a roster finds its catalogue.
"""

from __future__ import annotations

import io
import re
import zipfile
from collections.abc import Iterator, Mapping
from functools import cache, lru_cache, partial
from typing import Any
from uuid import UUID, uuid5

from aqmf_air.api import package_file
from aqmf_air.games.martian_front.army.exchange.text import inches, settled
from aqmf_air.games.martian_front.army.plugged_in import Exporter, ExportOptions
from aqmf_air.games.martian_front.army.resolved_list import ListContext, ResolvedList, ResolvedUnit
from aqmf_air.games.martian_front.tables import Side, UnitType

FORCES: Mapping[Side, str] = {"human": "Human Force", "martian": "Martian Force"}
PROFILES = {
    "Unit": ("Elements", "Speed", "Defense", "Armor", "Base", "Traits"),
    "Weapon": ("Range", "Shots", "Power", "Barrage", "Arcs", "Traits"),
}
COMMAND, OTHER = "Command", "Other"
"""Categories beside the kinds of units: command squads, and what is not known."""
HIDDEN = "hidden"
ATTACHED = "Attached: "
"""What the name of a rule begins with that holds something attached."""

_OURS = UUID("6f0f9c1e-3c5b-5a53-9d0b-5d2f6f1f7a10")


@lru_cache(maxsize=30_000)
def uid(*parts: str) -> str:
    """The id of something, from what it is called."""
    return str(uuid5(_OURS, "\n".join(parts)))


def _categories(context: ListContext, side: Side | None = None) -> tuple[str, ...]:
    """Categories of units, of one side or of both."""
    own = [unit_type for unit_type in context.catalogue.values() if side in (None, unit_type.side)]
    command = (COMMAND,) if any(unit_type.has(COMMAND) for unit_type in own) else ()
    return (*command, *sorted({unit_type.kind.title() for unit_type in own}), OTHER)


def _category(context: ListContext, unit: UnitType | None) -> str:
    """The primary category of a unit: command squads have one of their own, the rest go by their kind."""
    if unit is None or unit.has(COMMAND):
        return COMMAND if unit else OTHER
    return unit.kind.title() if unit.kind.title() in _categories(context) else OTHER


def _units(muster: ResolvedList) -> list[UnitType]:
    """The units in the catalogue of a list: those of its side, and whatever else it has."""
    own = {name: unit_type for name, unit_type in muster.catalogue.items() if unit_type.side == muster.army.side}
    own.update((line.type.name, line.type) for line in muster.lines if line.type)
    return [own[name] for name in sorted(own)]


def _choices(line: ResolvedUnit, context: ListContext) -> Iterator[tuple[str, str, str]]:
    """What was chosen for a unit: its name, its id in the catalogue, and that of its group (empty: none)."""
    unmatched = uid("entry", "unmatched")
    if line.entry.hidden:
        yield HIDDEN, uid("choice", line.unit, HIDDEN) if line.type else unmatched, ""
    values = {unit_option.name: dict(unit_option.values) for unit_option in context.options_of(line.type)}
    for name, value in line.entry.options.items():
        chosen, offered = f"{name}: {value}", value in values.get(name, ())
        ids = (uid("choice", line.unit, chosen), uid("option", line.unit, name)) if offered else (unmatched, "")
        yield chosen, *ids


# -- writing -------------------------------------------------------------------------------------------------------------


@cache
def _template() -> Any:
    from jinja2 import Environment, StrictUndefined

    made = Environment(autoescape=True, undefined=StrictUndefined, trim_blocks=True, lstrip_blocks=True, auto_reload=False)
    made.globals.update(uid=uid, inches=inches, profiles=PROFILES, forces=FORCES, mark=ATTACHED)
    return made.from_string(package_file("aqmf_air.games.martian_front.army", "data/battlescribe.xml").read_text("utf-8"))


def _written(kind: str, muster: ResolvedList, options: ExportOptions) -> bytes:
    army, context = muster.army, muster.context
    text: str = _template().render(
        kind=kind,
        system_name="All Quiet on the Martian Front with aircraft",
        army=army,
        points=muster.points,
        settled=settled(muster),
        units=_units(muster),
        fielded=[line for line in muster.lines for _ in range(line.count)],
        categories=lambda side=None: _categories(context, side),
        category_of=lambda unit: _category(context, unit),
        attached=lambda name: [attachment for attachment in army.attached if attachment.name.casefold() == name.casefold()],
        options_of=context.options_of,
        choices_of=lambda line: _choices(line, context),
    )
    return (re.sub(r">\n+<", ">\n<", text) + "\n").encode()


def _zipped(muster: ResolvedList, options: ExportOptions) -> bytes:
    """The same list gives the same bytes: one file, at the zip format's first day."""
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w") as archive:
        inside = zipfile.ZipInfo("army.ros", date_time=(1980, 1, 1, 0, 0, 0))
        inside.compress_type = zipfile.ZIP_DEFLATED
        inside.create_system, inside.external_attr = 3, 0o644 << 16
        archive.writestr(inside, _written("roster", muster, options), compresslevel=9)
    return packed.getvalue()


PROGRAMS = "New Recruit, BattleScribe"
EXPORTERS = (
    Exporter(
        "gst",
        "BattleScribe 2.03 game system, which the catalogue and the roster need",
        ".gst",
        partial(_written, "gameSystem"),
        program=PROGRAMS,
        label="Game system",
    ),
    Exporter(
        "cat",
        "BattleScribe 2.03 catalogue of the list's side",
        ".cat",
        partial(_written, "catalogue"),
        program=PROGRAMS,
        label="Catalogue",
    ),
    Exporter("ros", "BattleScribe 2.03 roster", ".ros", partial(_written, "roster"), program=PROGRAMS, label="Roster"),
    Exporter(
        "rosz", "BattleScribe 2.03 roster, zipped", ".rosz", _zipped, text=False, program=PROGRAMS, label="Roster, zipped"
    ),
)
