"""What BattleScribe's game system, catalogue and roster have in common: ids, kinds of profiles, categories, costs.

Ids are made from names (UUIDs of version 5), so that the same list gives the same files, and a roster finds its catalogue.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from uuid import UUID, uuid5
from xml.etree import ElementTree as Xml

from aqmf_air.games.martian_front.army.exchange.profile import inches
from aqmf_air.games.martian_front.army.resolved_list import ListContext, ResolvedList
from aqmf_air.games.martian_front.profiles import Mount, Side, UnitType

NAMESPACE = "http://www.battlescribe.net/schema/{}Schema"
VERSION = "2.03"
REVISION = "1"
SYSTEM_NAME = "All Quiet on the Martian Front with aircraft"
FORCES: Mapping[Side, str] = {"human": "Human Force", "martian": "Martian Force"}
COST = "pts"

COMMAND, OTHER, MODEL, WEAPON, CHOICE = "Command", "Other", "Model", "Weapon", "Choice"
"""Categories beside the kinds of units: command squads, what is not known, and the parts of units."""

UNIT_PROFILE = ("Elements", "Speed", "Defense", "Armor", "Base", "Traits")
WEAPON_PROFILE = ("Range", "Shots", "Power", "Barrage", "Arcs", "Traits")

HIDDEN = "hidden"
NONE = "-"
ATTACHED = "Attached: "
"""What the name of a rule begins with that holds something attached."""

_OURS = UUID("6f0f9c1e-3c5b-5a53-9d0b-5d2f6f1f7a10")


@lru_cache(maxsize=30_000)
def uid(*parts: str) -> str:
    """The id of something, from what it is called."""
    return str(uuid5(_OURS, "\n".join(parts)))


SYSTEM_ID = uid("game system")
COST_ID = uid("cost", COST)
UNIT_TYPE_ID, WEAPON_TYPE_ID = uid("profile type", "Unit"), uid("profile type", "Weapon")
UNMATCHED_ID = uid("entry", "unmatched")


def catalogue_id(side: Side) -> str:
    """The id of a side's catalogue."""
    return uid("catalogue", side)


def force_id(side: Side) -> str:
    """The id of a side's kind of force."""
    return uid("force", side)


def category_id(name: str) -> str:
    """The id of a category."""
    return uid("category", name)


def weapon_id(kind: UnitType, place: int) -> str:
    """The id of the entry of a unit's weapon, by its place among them, from 1."""
    return uid("weapon", kind.name, str(place))


def category_of(kind: UnitType, depot: ListContext) -> str:
    """The primary category of a unit: command squads have one of their own, the rest go by their kind."""
    if kind.has(COMMAND):
        return COMMAND
    return kind.kind.title() if kind.kind.title() in categories(depot) else OTHER


def categories(depot: ListContext, side: Side | None = None) -> tuple[str, ...]:
    """Categories of units, of one side or of both."""
    kinds = {one.kind.title(): one.side for one in depot.catalogue.values()}
    commanded = {one.side for one in depot.catalogue.values() if one.has(COMMAND)}
    named = sorted(kind for kind, whose in kinds.items() if side in (None, whose))
    return (*((COMMAND,) if side is None or side in commanded else ()), *named, OTHER)


def unit_types(muster: ResolvedList) -> tuple[UnitType, ...]:
    """The units in the catalogue of a list: those of its side, and whatever else it has."""
    army = muster.army
    own = {name: one for name, one in muster.catalogue.items() if one.side == army.side}
    own.update((line.type.name, line.type) for line in muster.lines if line.type)
    return tuple(own[name] for name in sorted(own))


# -- elements -------------------------------------------------------------------------------------------------------------


def document(kind: str, **attributes: str) -> Xml.Element:
    """The root of a file: ``roster``, ``catalogue`` or ``gameSystem``."""
    return Xml.Element(kind, {**attributes, "battleScribeVersion": VERSION, "xmlns": NAMESPACE.format(kind)})


def child(parent: Xml.Element, tag: str, text: str | None = None, **attributes: str) -> Xml.Element:
    """A new last child. Children must come in the order of the schema."""
    made = Xml.SubElement(parent, tag, attributes)
    made.text = text
    return made


def written(root: Xml.Element) -> bytes:
    """The file."""
    Xml.indent(root)
    text: str = Xml.tostring(root, encoding="unicode")
    return f'<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n{text}\n'.encode()


def add_cost(parent: Xml.Element, points: int, tag: str = "cost") -> None:
    """Points, exact."""
    child(parent, tag, name=COST, typeId=COST_ID, value=str(points))


def add_unit_profile(profiles: Xml.Element, kind: UnitType, *path: str) -> None:
    """A unit's profile; ``path`` is where it stands, for its id."""
    values = (
        str(kind.elements),
        inches(kind.speed),
        str(kind.defense),
        str(kind.armor),
        inches(kind.base_diameter),
        ", ".join(kind.traits) or NONE,
    )
    _profile(profiles, kind.name, "Unit", UNIT_TYPE_ID, dict(zip(UNIT_PROFILE, values, strict=True)), *path)


def add_weapon_profile(profiles: Xml.Element, mount: Mount, *path: str) -> None:
    """A weapon's profile."""
    weapon = mount.weapon
    values = (
        inches(weapon.range),
        str(weapon.shots),
        f"{weapon.power:+d}",
        NONE if weapon.barrage is None else str(weapon.barrage),
        ", ".join(mount.arcs) or "all round",
        ", ".join(weapon.traits) or NONE,
    )
    _profile(profiles, weapon.name, "Weapon", WEAPON_TYPE_ID, dict(zip(WEAPON_PROFILE, values, strict=True)), *path)


def _profile(parent: Xml.Element, name: str, kind: str, kind_id: str, values: Mapping[str, str], *path: str) -> None:
    profile = child(parent, "profile", id=uid("profile", *path), name=name, hidden="false", typeId=kind_id, typeName=kind)
    listed = child(profile, "characteristics")
    for title, value in values.items():
        child(listed, "characteristic", value, name=title, typeId=uid("characteristic", kind, title))
