"""The forces of a scenario: units from army lists or one by one, where they stand, and when they come."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any

from aqmf_air.core.data.model import read, replace
from aqmf_air.core.data.names import by_name
from aqmf_air.errors import DataError
from aqmf_air.games.martian_front.army.model import Army as Roster
from aqmf_air.games.martian_front.army.resolved_list import joint_attachments
from aqmf_air.games.martian_front.army.store import LISTS, read_list
from aqmf_air.games.martian_front.hook_answers import army_options
from aqmf_air.games.martian_front.profiles import UnitType
from aqmf_air.games.martian_front.ruleset import AllQuiet
from aqmf_air.games.martian_front.scenario.forces_from_lists import enlisted, numbered, taken_in, units_of
from aqmf_air.games.martian_front.scenario.formation import lined_up
from aqmf_air.games.martian_front.scenario.model import Army, PlacedUnit, ScenarioFile, short_name
from aqmf_air.games.martian_front.scenario.setting_up import MOST_OF_A_KIND
from aqmf_air.games.martian_front.state import Zone
from aqmf_air.games.martian_front.ui.pages.army.lists import depot, read_given
from aqmf_air.games.martian_front.ui.pages.scenario.reading import given, gone, number_of, places
from aqmf_air.web.pages import Fields, text, whole

SCENARIO, LIST = "scenario", "list"
WHOSE = ((SCENARIO, "the scenario's count"), (LIST, "the list's count"))
"""Whose rulings count where a list differs from the scenario that it joins."""
MOST_UNITS = 120
"""Of both sides together."""


def _list(game: AllQuiet, file: ScenarioFile, fields: Fields) -> tuple[ScenarioFile, str]:
    """The units of an army list, a kept one or one that was pasted, join the scenario."""
    key, pasted = text(fields, "list"), text(fields, "given")
    if not key and not pasted:
        raise DataError("expected a list: one of your own, a share token, or its text", key="list")
    roster = read_given(pasted)[0].army if pasted else depot().tidy(read_list(LISTS.named(key)))
    units = tuple(units_of(roster, army_options(game.registry), f"list {roster.name!r}"))
    if not units:
        raise DataError(f"list {roster.name!r}: has no unit", key="list")
    rulings = _rulings(file, roster, text(fields, "rulings"))
    attached = joint_attachments((*file.attached, *roster.attached))
    taken = f"{len(units)} unit{'s' if len(units) > 1 else ''}"
    return _joined(replace(file, rulings=rulings, attached=attached), units), f"took {taken} from {roster.name}"


def _rulings(file: ScenarioFile, roster: Roster, whose: str) -> dict[str, Any]:
    """The rulings of a scenario that a list joins; ``whose`` count where they differ: one of :data:`WHOSE`.

    Raises:
        DataError: they differ, and nobody has said whose count.
    """
    differing = [name for name, value in roster.rulings.items() if file.rulings.get(name, value) != value]
    if differing and whose not in (SCENARIO, LIST):
        said = "; ".join(f"{name} is {file.rulings[name]} here and {roster.rulings[name]} in it" for name in differing)
        message = f"list {roster.name!r} has other rulings than this scenario ({said}): choose whose count"
        raise DataError(message, key="rulings")
    return {**file.rulings, **roster.rulings} if whose == LIST else {**roster.rulings, **file.rulings}


def _add(game: AllQuiet, file: ScenarioFile, fields: Fields) -> tuple[ScenarioFile, str]:
    """So many units of a type."""
    kind = by_name(game.catalogue_for(file, {}), text(fields, "type"), "unit")
    count = whole(fields, "count", 1, MOST_OF_A_KIND, 1)
    unit = PlacedUnit(id=short_name(kind.name), side=kind.side, type=kind.name)
    return _joined(file, (unit,) * count), f"added {count} {kind.name}"


def _unit(game: AllQuiet, file: ScenarioFile, fields: Fields) -> tuple[ScenarioFile, str]:
    """Where a unit stands, whether it is hidden, in cover, or in reserve; or it goes."""
    name = text(fields, "unit")
    unit = next((one for one in file.units if one.id == name), None)
    if unit is None:
        raise gone("unit")
    if text(fields, "do") == "remove":
        return replace(file, units=tuple(one for one in file.units if one is not unit)), f"removed {name}"
    changes: dict[str, Any] = {}
    if (said := given(fields, "elements")) is not None:
        changes["elements"] = tuple(
            {"x": one[0], "y": one[1], "facing": (one[2] if len(one) > 2 else 0.0) % 360}
            for one in places(said, "places", (2, 3))
        )
    if (said := given(fields, "hidden")) is not None:
        changes["hidden"] = said == "yes"
    if (said := given(fields, "cover")) is not None:
        others = {mark: value for mark, value in unit.marks.items() if mark != "cover"}
        changes["marks"] = others | ({"cover": said} if said not in ("", "none") else {})
    if given(fields, "turn") is not None:
        changes["arrives"] = _arrival(fields)
        if changes["arrives"] and not (changes.get("elements") or unit.elements):
            changes["elements"] = _at_the_edge(game, file, unit)
    if new := given(fields, "id"):
        changes["id"] = new
    after = read(PlacedUnit, {**dict(unit), **changes}, name, DataError)
    return replace(file, units=tuple(after if one is unit else one for one in file.units)), f"changed {name}"


def _arrival(fields: Fields) -> dict[str, Any] | None:
    turn = whole(fields, "turn", 1, 50, 0)
    return {"turn": turn, "sure": text(fields, "sure") == "yes", "where": text(fields, "where")[:80]} if turn else None


def _at_the_edge(game: AllQuiet, file: ScenarioFile, unit: PlacedUnit) -> list[dict[str, float]]:
    """Places for a unit in reserve that has none yet: in the middle of its own edge."""
    kind = by_name(game.catalogue_for(file, {}), unit.type, "unit")
    near = 0.0 if unit.side == "human" else file.table.depth - kind.base_diameter
    edge = Zone(side=unit.side, left=0, right=file.table.width, near=near, far=near + kind.base_diameter)
    (spots,) = lined_up([kind], edge, file.table, "reserve")
    return [dict(spot) for spot in spots]


def _army(game: AllQuiet, file: ScenarioFile, fields: Fields) -> tuple[ScenarioFile, str]:
    """An army that the file names becomes units that can be placed one by one; or it goes."""
    at = number_of(fields, "at", len(file.armies), "army")
    army = file.armies[at]
    rest = replace(file, armies=tuple(one for number, one in enumerate(file.armies) if number != at))
    if text(fields, "do") == "remove":
        return rest, "removed an army"
    if army.file:
        after, _ = enlisted(replace(rest, armies=(army,)), army_options(game.registry))
        return _joined(replace(after, armies=rest.armies), ()), "took an army apart"
    return _joined(rest, tuple(_units_in(game.catalogue_for(file, {}), army))), "took an army apart"


def _units_in(catalogue: Mapping[str, UnitType], army: Army) -> Iterable[PlacedUnit]:
    for name, count in army.units.items():
        kind = by_name(catalogue, name, "unit")
        for _ in range(min(count, MOST_OF_A_KIND)):
            yield PlacedUnit(id=short_name(kind.name), side=army.side, type=kind.name)


def _joined(file: ScenarioFile, units: tuple[PlacedUnit, ...]) -> ScenarioFile:
    """The scenario with further units, each under an id that is free: ``us-infantry-1``, ``us-infantry-2``."""
    if (size := len(file.units) + len(units)) > MOST_UNITS:
        raise DataError(f"expected at most {MOST_UNITS} units in a scenario, got {size}", key="units")
    return replace(file, units=(*file.units, *numbered(units, taken_in(file))))


FORCES: Mapping[str, Callable[[AllQuiet, ScenarioFile, Fields], tuple[ScenarioFile, str]]] = {
    "list": _list,
    "add": _add,
    "unit": _unit,
    "army": _army,
}
"""Changes of the forces, by the last word of their address."""
