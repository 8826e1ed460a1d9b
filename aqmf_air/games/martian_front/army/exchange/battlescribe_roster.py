"""A list as a BattleScribe 2.03 roster, plain (``.ros``) or zipped (``.rosz``).

Each unit is a selection with its full profile; below it are its models, and below them their weapons, with theirs.
"""

from __future__ import annotations

import io
import zipfile
from collections.abc import Iterator
from itertools import count
from xml.etree import ElementTree as Xml

from aqmf_air.games.martian_front.army.exchange import battlescribe as bs
from aqmf_air.games.martian_front.army.exchange.battlescribe import child, uid
from aqmf_air.games.martian_front.army.exchange.text import settled
from aqmf_air.games.martian_front.army.resolved_list import ResolvedList, ResolvedUnit
from aqmf_air.games.martian_front.army_formats import Exporter, ExportOptions


def roster(muster: ResolvedList) -> Xml.Element:
    """The roster of a list."""
    army = muster.army
    root = bs.document(
        "roster",
        id=uid("roster", army.name, army.side),
        name=army.name,
        gameSystemId=bs.SYSTEM_ID,
        gameSystemName=bs.SYSTEM_NAME,
        gameSystemRevision=bs.REVISION,
    )
    bs.add_cost(child(root, "costs"), muster.points)
    limits = child(root, "costLimits")
    if army.limit is not None:
        bs.add_cost(limits, army.limit, "costLimit")
    _force(child(root, "forces"), muster)
    child(root, "customNotes", army.notes)
    tags = child(root, "tags")
    for one in settled(muster):
        child(tags, "tag", id=uid("tag", one), name=one)
    return root


def _force(forces: Xml.Element, muster: ResolvedList) -> None:
    side = muster.army.side
    force = child(
        forces,
        "force",
        id=uid("roster force", side),
        name=bs.FORCES[side],
        entryId=bs.force_id(side),
        catalogueId=bs.catalogue_id(side),
        catalogueRevision=bs.REVISION,
        catalogueName=bs.FORCES[side],
    )
    child(force, "rules")
    child(force, "profiles")
    selections = child(force, "selections")
    number = count(1)
    for line in muster.lines:
        for _ in range(line.count):
            _unit(selections, muster, line, f"unit {next(number)}")
    child(force, "publications")
    categories = child(force, "categories")
    for name in bs.categories(muster.depot, side):
        _category(categories, name, "force", primary=False)


def _unit(selections: Xml.Element, muster: ResolvedList, line: ResolvedUnit, path: str) -> None:
    entry, kind = line.entry, line.type
    entry_id = uid("entry", kind.name) if kind else bs.UNMATCHED_ID
    unit = _Selection(selections, line.unit, entry_id, "unit" if kind else "upgrade", 1, path, entry.notes)
    if entry.name:
        unit.element.set("customName", entry.name)
    for one in muster.army.attached:
        if one.name.casefold() == line.unit.casefold():
            name = f"{bs.ATTACHED}{one.kind}"
            rule = child(unit.rules, "rule", id=uid("rule", path, one.name), name=name, hidden="false")
            child(rule, "description", one.content)
    if kind:
        bs.add_unit_profile(unit.profiles, kind, path)
    if line.elements:
        _models(unit.selections, line, f"{path}, models")
    for name, group_id in _choices(muster, line):
        known = kind is not None and (name == bs.HIDDEN or group_id)
        choice_id = uid("choice", line.unit, name) if known else bs.UNMATCHED_ID
        choice = _Selection(unit.selections, name, choice_id, "upgrade", 1, f"{path}, {name}")
        if group_id:
            choice.element.set("entryGroupId", group_id)
        choice.finish(bs.CHOICE, 0)
    unit.finish(bs.category_of(kind, muster.depot) if kind else bs.OTHER, line.each)


def _models(parts: Xml.Element, line: ResolvedUnit, path: str) -> None:
    kind = line.type
    entry_id = uid("model", kind.name) if kind else bs.UNMATCHED_ID
    models = _Selection(parts, line.unit, entry_id, "model", line.elements, path)
    if kind:
        bs.add_unit_profile(models.profiles, kind, path)
        for place, mount in enumerate(kind.weapons, 1):
            name, number = mount.weapon.name, line.elements * mount.count
            weapon_id = bs.weapon_id(kind, place)
            weapon = _Selection(models.selections, name, weapon_id, "upgrade", number, f"{path}, weapon {place}")
            bs.add_weapon_profile(weapon.profiles, mount, f"{path}, weapon {place}")
            weapon.finish(bs.WEAPON, 0)
    models.finish(bs.MODEL, 0)


def _choices(muster: ResolvedList, line: ResolvedUnit) -> Iterator[tuple[str, str]]:
    """What was chosen for a unit: the name of the choice, and the id of its group in the catalogue (empty: none)."""
    if line.entry.hidden:
        yield bs.HIDDEN, ""
    for name, value in line.entry.options.items():
        option = muster.depot.options.get(name)
        known = option and line.type and line.type.kind in option.kinds and value in dict(option.values)
        yield f"{name}: {value}", uid("option", line.unit, name) if known else ""


class _Selection:
    """A selection with all the lists that it may have: other programs stumble over one that is left out."""

    def __init__(
        self, parent: Xml.Element, name: str, entry_id: str, kind: str, number: int, path: str, notes: str = ""
    ) -> None:
        facts = {"id": uid("selection", path), "name": name, "entryId": entry_id, "number": str(number), "type": kind}
        self.element = child(parent, "selection", **facts)
        if notes:
            child(self.element, "customNotes", notes)
        self.rules = child(self.element, "rules")
        self.profiles = child(self.element, "profiles")
        self.selections = child(self.element, "selections")
        self._path = path

    def finish(self, category: str, points: int) -> None:
        """Add what comes last: the points, and the primary category."""
        bs.add_cost(child(self.element, "costs"), points)
        _category(child(self.element, "categories"), category, self._path, primary=True)


def _category(parent: Xml.Element, name: str, path: str, *, primary: bool) -> None:
    facts = {"id": uid("roster category", name, path), "name": name, "entryId": bs.category_id(name)}
    child(parent, "category", **facts, primary=str(primary).lower())


# -- as a format ----------------------------------------------------------------------------------------------------------


def _write(muster: ResolvedList, options: ExportOptions) -> bytes:
    return bs.written(roster(muster))


def _write_zipped(muster: ResolvedList, options: ExportOptions) -> bytes:
    """The same list gives the same bytes: one file, at the zip format's first day."""
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w") as archive:
        inside = zipfile.ZipInfo("army.ros", date_time=(1980, 1, 1, 0, 0, 0))
        inside.compress_type = zipfile.ZIP_DEFLATED
        inside.create_system, inside.external_attr = 3, 0o644 << 16
        archive.writestr(inside, _write(muster, options), compresslevel=9)
    return packed.getvalue()


EXPORTERS = (
    Exporter("ros", "BattleScribe 2.03 roster", ".ros", _write),
    Exporter("rosz", "BattleScribe 2.03 roster, zipped", ".rosz", _write_zipped, text=False),
)
