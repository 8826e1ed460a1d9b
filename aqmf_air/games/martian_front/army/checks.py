"""What is wrong with a list by the game's own rules. Checks explain; none of them blocks."""

from __future__ import annotations

from collections.abc import Iterable

from aqmf_air.core.data.names import same_name
from aqmf_air.games.martian_front.army.resolved_list import ResolvedList, ResolvedUnit
from aqmf_air.games.martian_front.army_formats import Finding
from aqmf_air.games.martian_front.profiles import unit_types

COMMAND = "Command"
"""The trait of a command squad."""
CONTROLLER, CONTROLLED = "tripod", "drone"


def check(muster: ResolvedList) -> Iterable[Finding]:
    """Every problem of a list. HOST-ARMY-1 to HOST-ARMY-4."""
    yield from _empty(muster)
    yield from _over_the_limit(muster)
    yield from _command(muster)
    yield from _controller(muster)
    for line in muster.lines:
        if line.type is None:
            yield _unknown(line)
            continue
        yield from _side(muster, line)
        yield from _strength(line)
        yield from _options(muster, line)
    yield from _names_taken(muster)


def _empty(muster: ResolvedList) -> Iterable[Finding]:
    if not muster.lines:
        yield Finding("empty", "HOST-ARMY-4", "there is no unit in the list", fix="add a unit")


def _over_the_limit(muster: ResolvedList) -> Iterable[Finding]:
    limit = muster.army.limit
    if limit is None or muster.points <= limit:
        return
    over = muster.points - limit
    enough = (line for line in muster.lines if line.type and line.each >= over and not line.type.has(COMMAND))
    cheapest = min(enough, key=lambda line: line.each, default=None)
    dearest = max(muster.lines, key=lambda line: line.each)
    gone = cheapest or dearest
    fix = f"remove 1 {gone.unit} ({gone.each} points)" + ("" if cheapest else " to begin with")
    yield Finding(
        "over-limit",
        "HOST-ARMY-3",
        f"{muster.points} points are {over} more than the limit of {limit}",
        fix=fix,
        numbers=(("points", muster.points), ("limit", limit), ("over", over)),
    )


def _command(muster: ResolvedList) -> Iterable[Finding]:
    if muster.army.side != "human" or any(line.type and line.type.has(COMMAND) for line in muster.lines):
        return
    squads = [one for one in muster.catalogue.values() if one.has(COMMAND) and one.side == "human"]
    for squad in squads[:1]:
        yield Finding(
            "no-command",
            "HOST-ARMY-1",
            "the force has no command squad, and needs one at least",
            unit=squad.name,
            fix=f"add 1 {squad.name} ({squad.points} points)",
            numbers=(("have", 0), ("need", 1)),
        )


def _controller(muster: ResolvedList) -> Iterable[Finding]:
    known = [line for line in muster.lines if line.type]
    drones = [line for line in known if line.type and line.type.kind == CONTROLLED]
    if not drones or any(line.type and line.type.kind == CONTROLLER for line in known):
        return
    units = sum(line.count for line in drones)
    cheapest = min(
        (one for one in muster.catalogue.values() if one.kind == CONTROLLER), key=lambda one: one.points, default=None
    )
    yield Finding(
        "no-controller",
        "HOST-ARMY-2",
        f"{units} {'unit' if units == 1 else 'units'} of drones and no tripod to control them",
        unit=drones[0].unit,
        fix=f"add a tripod, such as 1 {cheapest.name} ({cheapest.points} points)" if cheapest else "remove the drones",
        numbers=(("drones", units), ("tripods", 0)),
    )


def _unknown(line: ResolvedUnit) -> Finding:
    near = f"; near names: {', '.join(line.near)}" if line.near else ""
    return Finding(
        "unknown-unit",
        "HOST-ARMY-4",
        f"no unit is called {line.unit!r}, so it counts for no points{near}",
        unit=line.unit,
        fix=f"remove it, and add {line.near[0]} if you meant that" if line.near else "remove it",
        numbers=(("count", line.count),),
    )


def _side(muster: ResolvedList, line: ResolvedUnit) -> Iterable[Finding]:
    if line.type and line.type.side != muster.army.side:
        yield Finding(
            "wrong-side",
            "HOST-ARMY-4",
            f"{line.unit} is {line.type.side}, and the list is {muster.army.side}",
            unit=line.unit,
            fix=f"remove {line.count} {line.unit}",
            numbers=(("count", line.count),),
        )


def _strength(line: ResolvedUnit) -> Iterable[Finding]:
    """Units of the game's own kinds; a plugin has its own rule for the kinds that it brings."""
    kind = line.type
    if kind is None or line.elements == kind.elements or kind.kind not in {one.kind for one in unit_types()}:
        return
    yield Finding(
        "strength",
        "HOST-ARMY-4",
        f"{line.unit} has {line.elements} of {kind.elements} elements, and costs the full {line.each} points",
        unit=line.unit,
        fix=f"field all {kind.elements} elements" if kind.elements > 1 else "field 1 element",
        numbers=(("have", line.elements), ("need", kind.elements)),
    )


def _options(muster: ResolvedList, line: ResolvedUnit) -> Iterable[Finding]:
    """Options that the unit's kind does not have, or values that they do not have."""
    assert line.type is not None
    has = {name: one for name, one in muster.depot.options.items() if line.type.kind in one.kinds}
    for name, value in line.entry.options.items():
        if (option := has.get(name)) is None:
            hint = f"choose {' or '.join(has)}" if has else "leave it out"
            message = f"{line.unit} has no choice of {name!r}"
            yield Finding("unknown-option", "HOST-ARMY-4", message, unit=line.unit, fix=hint)
        elif value not in dict(option.values):
            allowed = " or ".join(one for one, _ in option.values)
            message = f"{line.unit}: {name} is {value!r}, and {allowed} was expected"
            yield Finding("unknown-value", option.rule, message, unit=line.unit, fix=f"choose {allowed}")


def _names_taken(muster: ResolvedList) -> Iterable[Finding]:
    """Attachments that go by the name of a unit that everybody has."""
    shared = {same_name(one.name): one.name for one in unit_types()}
    for one in muster.army.attached:
        if (name := shared.get(same_name(one.name))) is not None:
            yield Finding(
                "name-taken",
                "HOST-ARMY-4",
                f"what is attached as {one.name!r} goes by the name of the game's own {name}",
                unit=one.name,
                fix="attach it under another name",
            )
