"""What is wrong with a list by the game's own rules. Checks explain; none of them blocks."""

from __future__ import annotations

from collections.abc import Iterable

from aqmf_air.core.data.names import same_name
from aqmf_air.core.data.text import plural
from aqmf_air.games.martian_front.army.resolved_list import ResolvedList, ResolvedUnit
from aqmf_air.games.martian_front.army_formats import Finding, finding
from aqmf_air.games.martian_front.profiles import UnitType, unit_types

COMMAND = "Command"
"""The trait of a command squad."""
CONTROLLER, CONTROLLED = "tripod", "drone"


def check(muster: ResolvedList) -> Iterable[Finding]:
    """Every problem of a list. HOST-ARMY-1 to HOST-ARMY-4."""
    if not muster.lines:
        yield finding("empty", "HOST-ARMY-4", "there is no unit in the list", "add a unit")
    yield from _over_the_limit(muster)
    yield from _command(muster)
    yield from _controller(muster)
    for line in muster.lines:
        yield from _known_unit(muster, line, line.type) if line.type else _unknown(line)
    shared = {same_name(one.name): one.name for one in unit_types()}
    for one in muster.army.attached:
        if (name := shared.get(same_name(one.name))) is not None:
            message = f"what is attached as {one.name!r} goes by the name of the game's own {name}"
            yield finding("name-taken", "HOST-ARMY-4", message, "attach it under another name", one.name)


def _over_the_limit(muster: ResolvedList) -> Iterable[Finding]:
    limit = muster.army.limit
    if limit is None or muster.points <= limit:
        return
    over = muster.points - limit
    enough = (line for line in muster.lines if line.type and line.each >= over and not line.type.has(COMMAND))
    cheapest = min(enough, key=lambda line: line.each, default=None)
    gone = cheapest or max(muster.lines, key=lambda line: line.each)
    fix = f"remove 1 {gone.unit} ({gone.each} points)" + ("" if cheapest else " to begin with")
    message = f"{muster.points} points are {over} more than the limit of {limit}"
    yield finding("over-limit", "HOST-ARMY-3", message, fix, points=muster.points, limit=limit, over=over)


def _command(muster: ResolvedList) -> Iterable[Finding]:
    if muster.army.side != "human" or any(line.type and line.type.has(COMMAND) for line in muster.lines):
        return
    squads = [one for one in muster.catalogue.values() if one.has(COMMAND) and one.side == "human"]
    for squad in squads[:1]:
        message, fix = (
            "the force has no command squad, and needs one at least",
            f"add 1 {squad.name} ({squad.points} points)",
        )
        yield finding("no-command", "HOST-ARMY-1", message, fix, squad.name, have=0, need=1)


def _controller(muster: ResolvedList) -> Iterable[Finding]:
    drones = [line for line in muster.lines if line.type and line.type.kind == CONTROLLED]
    if not drones or any(line.type and line.type.kind == CONTROLLER for line in muster.lines):
        return
    units = sum(line.count for line in drones)
    tripods = (one for one in muster.catalogue.values() if one.kind == CONTROLLER)
    cheapest = min(tripods, key=lambda one: one.points, default=None)
    fix = f"add a tripod, such as 1 {cheapest.name} ({cheapest.points} points)" if cheapest else "remove the drones"
    message = f"{plural(units, 'unit')} of drones and no tripod to control them"
    yield finding("no-controller", "HOST-ARMY-2", message, fix, drones[0].unit, drones=units, tripods=0)


def _unknown(line: ResolvedUnit) -> Iterable[Finding]:
    near = f"; near names: {', '.join(line.near)}" if line.near else ""
    message = f"no unit is called {line.unit!r}, so it counts for no points{near}"
    fix = f"remove it, and add {line.near[0]} if you meant that" if line.near else "remove it"
    yield finding("unknown-unit", "HOST-ARMY-4", message, fix, line.unit, count=line.count)


def _known_unit(muster: ResolvedList, line: ResolvedUnit, kind: UnitType) -> Iterable[Finding]:
    """Its side, its strength and its options. Kinds that a plugin brings have their own rule of strength."""
    if kind.side != muster.army.side:
        message = f"{line.unit} is {kind.side}, and the list is {muster.army.side}"
        yield finding("wrong-side", "HOST-ARMY-4", message, f"remove {line.count} {line.unit}", line.unit, count=line.count)
    if line.elements != kind.elements and kind.kind in {one.kind for one in unit_types()}:
        message = f"{line.unit} has {line.elements} of {kind.elements} elements, and costs the full {line.each} points"
        fix = f"field all {kind.elements} elements" if kind.elements > 1 else "field 1 element"
        yield finding("strength", "HOST-ARMY-4", message, fix, line.unit, have=line.elements, need=kind.elements)
    has = {one.name: one for one in muster.context.options_of(kind)}
    for name, value in line.entry.options.items():
        if (option := has.get(name)) is None:
            hint = f"choose {' or '.join(has)}" if has else "leave it out"
            yield finding("unknown-option", "HOST-ARMY-4", f"{line.unit} has no choice of {name!r}", hint, line.unit)
        elif value not in dict(option.values):
            allowed = " or ".join(one for one, _ in option.values)
            message = f"{line.unit}: {name} is {value!r}, and {allowed} was expected"
            yield finding("unknown-value", option.rule, message, f"choose {allowed}", line.unit)
