"""What is wrong with a list by the game's own rules, and what it cannot do by exact odds. Nothing of it blocks."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from fractions import Fraction

from aqmf_air.api import Impossible, plural, same_name
from aqmf_air.games.martian_front.army.lists import ArmyEntry
from aqmf_air.games.martian_front.army.plugged_in import Finding, finding
from aqmf_air.games.martian_front.army.resolved_list import ResolvedList, ResolvedUnit
from aqmf_air.games.martian_front.army.worth import by_weapon
from aqmf_air.games.martian_front.chapters.orders import FrontRules
from aqmf_air.games.martian_front.chapters.to_hit import HIGHEST, attack_between, numbers_of
from aqmf_air.games.martian_front.tables import Mount, UnitType, figures, unit_types

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
    shared = {same_name(unit_type.name): unit_type.name for unit_type in unit_types()}
    for attachment in muster.army.attached:
        if (name := shared.get(same_name(attachment.name))) is not None:
            message = f"what is attached as {attachment.name!r} goes by the name of the game's own {name}"
            yield finding("name-taken", "HOST-ARMY-4", message, "attach it under another name", attachment.name)


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
    squads = [unit_type for unit_type in muster.catalogue.values() if unit_type.has(COMMAND) and unit_type.side == "human"]
    for squad in squads[:1]:
        message = "the force has no command squad, and needs one at least"
        fix = f"add 1 {squad.name} ({squad.points} points)"
        yield finding("no-command", "HOST-ARMY-1", message, fix, squad.name, adds=squad.name, have=0, need=1)


def _controller(muster: ResolvedList) -> Iterable[Finding]:
    drones = [line for line in muster.lines if line.type and line.type.kind == CONTROLLED]
    if not drones or any(line.type and line.type.kind == CONTROLLER for line in muster.lines):
        return
    units = sum(line.count for line in drones)
    tripods = (unit_type for unit_type in muster.catalogue.values() if unit_type.kind == CONTROLLER)
    cheapest = min(tripods, key=lambda unit_type: unit_type.points, default=None)
    fix = f"add a tripod, such as 1 {cheapest.name} ({cheapest.points} points)" if cheapest else "remove the drones"
    message = f"{plural(units, 'unit')} of drones and no tripod to control them"
    adds = cheapest.name if cheapest else ""
    yield finding("no-controller", "HOST-ARMY-2", message, fix, drones[0].unit, adds=adds, drones=units, tripods=0)


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
    if line.elements != kind.elements and kind.kind in {unit_type.kind for unit_type in unit_types()}:
        message = f"{line.unit} has {line.elements} of {kind.elements} elements, and costs the full {line.each} points"
        fix = f"field all {kind.elements} elements" if kind.elements > 1 else "field 1 element"
        yield finding("strength", "HOST-ARMY-4", message, fix, line.unit, have=line.elements, need=kind.elements)
    has = {unit_option.name: unit_option for unit_option in muster.context.options_of(kind)}
    for name, value in line.entry.options.items():
        if (option := has.get(name)) is None:
            hint = f"choose {' or '.join(has)}" if has else "leave it out"
            yield finding("unknown-option", "HOST-ARMY-4", f"{line.unit} has no choice of {name!r}", hint, line.unit)
        elif value not in dict(option.values):
            allowed = " or ".join(choice for choice, _ in option.values)
            message = f"{line.unit}: {name} is {value!r}, and {allowed} was expected"
            yield finding("unknown-value", option.rule, message, f"choose {allowed}", line.unit)


# -- advice ------------------------------------------------------------------------------------------------------------


ARMY = "aqmf_air.games.martian_front.army"


@dataclass(frozen=True, slots=True)
class Best:
    """The best that one unit of a list can do against a target, in the open and in range, with all that one weapon has.

    ``chance`` is that of at least one damaging hit; ``lucky``: only lucky strikes damage it.
    """

    target: UnitType
    line: ResolvedUnit
    mount: Mount
    chance: Fraction
    lucky: bool


def best_against(
    muster: ResolvedList,
    target: UnitType,
    allowed: Callable[[UnitType, Mount], bool] = lambda attacker, mount: True,
    lines: Iterable[ResolvedUnit] | None = None,
) -> Best | None:
    """The best that a list, or other ``lines``, can do against a target; None if nothing in it can attack.

    ``allowed``: whether a unit may use a weapon at all against the target in question.
    """
    modifiers = FrontRules(muster.context.registry).modifiers
    bests: list[Best] = []
    for line in muster.lines if lines is None else lines:
        for mount in line.type.weapons if line.type else ():
            assert line.type is not None
            if allowed(line.type, mount):
                hit, damage = numbers_of(attack_between(line.type, mount.weapon, target), None, modifiers)
                lucky = any(isinstance(need.verdict, Impossible) or need.total > HIGHEST for need in (hit, damage))
                odds = by_weapon(line.type, mount, target, (hit, damage), line.elements)
                bests.append(Best(target, line, mount, odds.hurt, lucky))
    return max(bests, key=lambda best: (best.chance, not best.lucky), default=None)


def targets(muster: ResolvedList) -> tuple[UnitType, ...]:
    """The other side's units of the game's own kinds; what plugins bring has rules of its own, and their advice."""
    kinds = {unit_type.kind for unit_type in unit_types()}
    return tuple(unit_type for unit_type in muster.others if unit_type.kind in kinds)


def advise(muster: ResolvedList) -> Iterable[Finding]:
    """What the list cannot do."""
    if muster.lines:
        yield from _armor(muster)
        yield from _outranged(muster)
        yield from _points_left(muster)


def _armor(muster: ResolvedList) -> Iterable[Finding]:
    """For each Armor on the other side: whether anything here damages it."""
    by_armor: dict[int, list[UnitType]] = {}
    for target in targets(muster):
        by_armor.setdefault(target.armor, []).append(target)
    weak = Fraction(figures(ARMY, "data/advice.toml")["weak attack"], 100)
    for armor, kinds in sorted(by_armor.items()):
        names = ", ".join(kind.name for kind in kinds)
        bests = [best_against(muster, kind) for kind in kinds]
        best = max((candidate for candidate in bests if candidate), key=lambda candidate: candidate.chance, default=None)
        if best is None:
            message = f"nothing in the list can attack Armor {armor} ({names})"
            yield finding("no-attack", "HOST-HIT-2", message, "add units with weapons", weight="advice", armor=armor)
            continue
        by = f"1 {best.line.unit} with {best.mount.weapon.name} has a chance of {float(best.chance):.1%}"
        if best.lucky:
            code, rule, message = "cannot-hurt", "HOST-HIT-4", f"no way to hurt Armor {armor} ({names}) but lucky strikes"
        elif best.chance < weak:
            code, rule, message = "weak", "HOST-HIT-2", f"weak against Armor {armor} ({names})"
        else:
            continue
        message, fix, unit = f"{message}: at best {by}", _stronger(muster, best), best.line.unit
        yield finding(code, rule, message, fix, unit, "advice", armor=armor, chance=str(best.chance))


def _stronger(muster: ResolvedList, best: Best) -> str:
    """The unit of the own side that does best against the target, and what it costs."""
    own = (unit_type for unit_type in muster.catalogue.values() if unit_type.side == muster.army.side)
    lines = (ResolvedUnit(ArmyEntry(unit=unit_type.name), unit_type) for unit_type in own)
    better = best_against(muster, best.target, lines=lines)
    if better is None or better.chance <= best.chance:
        return "nothing that there is does better"
    return f"add {better.line.unit} ({better.line.each} points): 1 has {float(better.chance):.1%} against {best.target.name}"


def _outranged(muster: ResolvedList) -> Iterable[Finding]:
    own = [(mount.weapon, line.unit) for line in muster.lines if line.type for mount in line.type.weapons]
    reach = max((weapon.range or 0 for weapon, _ in own), default=0)
    theirs = [(mount.weapon.range or 0, target, mount) for target in targets(muster) for mount in target.weapons]
    farthest, kind, mount = max(theirs, key=lambda threat: threat[0], default=(0, None, None))
    if kind is not None and mount is not None and reach < farthest:
        message = f'the longest range here is {reach:g}", and {kind.name} fires {mount.weapon.name} at {farthest:g}"'
        fix, numbers = "keep out of sight, or close in fast", {"range": f"{reach:g}", "theirs": f"{farthest:g}"}
        yield finding("outranged", "HOST-LOS-2", message, fix, kind.name, "advice", **numbers)


def _points_left(muster: ResolvedList) -> Iterable[Finding]:
    limit, side = muster.army.limit, muster.army.side
    left = (limit or 0) - muster.points
    fitting = [kind for kind in muster.catalogue.values() if kind.side == side and 0 < kind.points <= left]
    if limit is not None and fitting:
        dearest = max(fitting, key=lambda unit_type: (unit_type.points, unit_type.name))
        fix = f"add a unit of up to {left} points, such as {dearest.name} ({dearest.points})"
        yield finding("points-left", "HOST-ARMY-3", f"{left} points are left", fix, weight="advice", left=left)
