"""BattleScribe's game system (``.gst``) and the catalogue of a side (``.cat``), with what is attached to a list."""

from __future__ import annotations

from xml.etree import ElementTree as Xml

from aqmf_air.games.martian_front.army.exchange import battlescribe as bs
from aqmf_air.games.martian_front.army.exchange.battlescribe import child, uid
from aqmf_air.games.martian_front.army.resolved_list import ListContext, ResolvedList
from aqmf_air.games.martian_front.army_formats import Exporter, ExportOptions, UnitOption
from aqmf_air.games.martian_front.profiles import SIDES, Mount, UnitType


def game_system(depot: ListContext) -> Xml.Element:
    """What every catalogue and roster refers to: costs, kinds of profiles, categories, forces."""
    root = bs.document("gameSystem", id=bs.SYSTEM_ID, name=bs.SYSTEM_NAME, revision=bs.REVISION)
    child(child(root, "costTypes"), "costType", id=bs.COST_ID, name=bs.COST, defaultCostLimit="-1", hidden="false")
    profile_types = child(root, "profileTypes")
    for name, kind_id, titles in (
        ("Unit", bs.UNIT_TYPE_ID, bs.UNIT_PROFILE),
        ("Weapon", bs.WEAPON_TYPE_ID, bs.WEAPON_PROFILE),
    ):
        listed = child(child(profile_types, "profileType", id=kind_id, name=name), "characteristicTypes")
        for title in titles:
            child(listed, "characteristicType", id=uid("characteristic", name, title), name=title)
    entries = child(root, "categoryEntries")
    for name in (*bs.categories(depot), bs.MODEL, bs.WEAPON, bs.CHOICE):
        child(entries, "categoryEntry", id=bs.category_id(name), name=name, hidden="false")
    forces = child(root, "forceEntries")
    for side in SIDES:
        force = child(forces, "forceEntry", id=bs.force_id(side), name=bs.FORCES[side], hidden="false")
        links = child(force, "categoryLinks")
        for name in bs.categories(depot, side):
            _category_link(links, name, "force", side, least=1 if name == bs.COMMAND else 0)
    return root


def catalogue(muster: ResolvedList) -> Xml.Element:
    """Every unit of the list's side, and whatever else the list has."""
    side = muster.army.side
    root = bs.document(
        "catalogue",
        id=bs.catalogue_id(side),
        name=bs.FORCES[side],
        revision=bs.REVISION,
        library="false",
        gameSystemId=bs.SYSTEM_ID,
        gameSystemRevision=bs.REVISION,
    )
    entries = child(root, "selectionEntries")
    for kind in bs.unit_types(muster):
        _unit(entries, kind, muster)
    unmatched = _entry(entries, bs.UNMATCHED_ID, "Unmatched unit", "upgrade")
    child(unmatched, "profiles")
    _category_link(child(unmatched, "categoryLinks"), bs.OTHER, "entry", "unmatched")
    _cost(unmatched, 0)
    return root


def _unit(entries: Xml.Element, kind: UnitType, muster: ResolvedList) -> None:
    depot = muster.depot
    unit = _entry(entries, uid("entry", kind.name), kind.name, "unit")
    bs.add_unit_profile(child(unit, "profiles"), kind, "entry", kind.name)
    rules = [one for one in muster.army.attached if one.name.casefold() == kind.name.casefold()]
    listed = child(unit, "rules") if rules else None
    for one in rules:
        assert listed is not None
        rule_id = uid("rule", "entry", one.kind, one.name)
        rule = child(listed, "rule", id=rule_id, name=f"{bs.ATTACHED}{one.kind}", hidden="false")
        child(rule, "description", one.content)
    _category_link(child(unit, "categoryLinks"), bs.category_of(kind, depot), "entry", kind.name)
    parts = child(unit, "selectionEntries")
    _model(parts, kind)
    _choice(parts, kind, bs.HIDDEN, at_most=1)
    if options := [one for one in depot.options.values() if kind.kind in one.kinds]:
        groups = child(unit, "selectionEntryGroups")
        for option in options:
            _option(groups, kind, option)
    _cost(unit, kind.points)


def _model(entries: Xml.Element, kind: UnitType) -> None:
    model = _entry(entries, uid("model", kind.name), kind.name, "model", least=kind.elements, most=kind.elements)
    bs.add_unit_profile(child(model, "profiles"), kind, "model", kind.name)
    _category_link(child(model, "categoryLinks"), bs.MODEL, "model", kind.name)
    if kind.weapons:
        weapons = child(model, "selectionEntries")
        for place, mount in enumerate(kind.weapons, 1):
            _weapon(weapons, mount, bs.weapon_id(kind, place))
    _cost(model, 0)


def _weapon(entries: Xml.Element, mount: Mount, weapon_id: str) -> None:
    weapon = _entry(entries, weapon_id, mount.weapon.name, "upgrade", least=mount.count, most=mount.count)
    bs.add_weapon_profile(child(weapon, "profiles"), mount, weapon_id)
    _category_link(child(weapon, "categoryLinks"), bs.WEAPON, weapon_id)
    _cost(weapon, 0)


def _option(groups: Xml.Element, kind: UnitType, option: UnitOption) -> None:
    group_id = uid("option", kind.name, option.name)
    group = child(groups, "selectionEntryGroup", id=group_id, name=option.name, hidden="false")
    _limits(group, group_id, most=1)
    entries = child(group, "selectionEntries")
    for value, _ in option.values:
        _choice(entries, kind, f"{option.name}: {value}")


def _choice(entries: Xml.Element, kind: UnitType, name: str, at_most: int | None = None) -> None:
    chosen = _entry(entries, uid("choice", kind.name, name), name, "upgrade", most=at_most)
    child(chosen, "profiles")
    _category_link(child(chosen, "categoryLinks"), bs.CHOICE, "choice", kind.name, name)
    _cost(chosen, 0)


def _entry(
    parent: Xml.Element, entry_id: str, name: str, kind: str, least: int | None = None, most: int | None = None
) -> Xml.Element:
    entry = child(parent, "selectionEntry", id=entry_id, name=name, hidden="false", collective="false", type=kind)
    _limits(entry, entry_id, least, most)
    return entry


def _limits(parent: Xml.Element, of: str, least: int | None = None, most: int | None = None) -> None:
    bounds = [(kind, bound) for kind, bound in (("min", least), ("max", most)) if bound is not None]
    if not bounds:
        return
    listed = child(parent, "constraints")
    for kind, bound in bounds:
        child(
            listed,
            "constraint",
            field="selections",
            scope="parent",
            value=str(bound),
            percentValue="false",
            shared="true",
            includeChildSelections="false",
            includeChildForces="false",
            id=uid("constraint", of, kind),
            type=kind,
        )


def _category_link(links: Xml.Element, category: str, *path: str, least: int = 0) -> None:
    link_id = uid("category link", category, *path)
    primary = "false" if path[0] == "force" else "true"
    link = child(
        links, "categoryLink", id=link_id, name=category, hidden="false", targetId=bs.category_id(category), primary=primary
    )
    _limits(link, link_id, least or None)


def _cost(entry: Xml.Element, points: int) -> None:
    bs.add_cost(child(entry, "costs"), points)


def _write_game_system(muster: ResolvedList, options: ExportOptions) -> bytes:
    return bs.written(game_system(muster.depot))


def _write_catalogue(muster: ResolvedList, options: ExportOptions) -> bytes:
    return bs.written(catalogue(muster))


EXPORTERS = (
    Exporter("gst", "BattleScribe 2.03 game system, which the catalogue and the roster need", ".gst", _write_game_system),
    Exporter("cat", "BattleScribe 2.03 catalogue of the list's side", ".cat", _write_catalogue),
)
