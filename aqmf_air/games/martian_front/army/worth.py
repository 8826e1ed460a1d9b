"""What units are worth: their attacks in exact odds, and what to add to a list for the points that are left."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import lru_cache
from typing import Any, cast

from aqmf_air import api
from aqmf_air.games.martian_front.army.lists import MAX_UNITS, Army, ArmyEntry
from aqmf_air.games.martian_front.army.resolved_list import ListContext, ResolvedList, changed
from aqmf_air.games.martian_front.chapters.damage import Tripod
from aqmf_air.games.martian_front.chapters.orders import RULESET
from aqmf_air.games.martian_front.chapters.possible_orders import Catalogue
from aqmf_air.games.martian_front.chapters.shooting import aimed, volley_at_tripod
from aqmf_air.games.martian_front.chapters.templates import Struck, number_struck, tripod_under
from aqmf_air.games.martian_front.chapters.to_hit import casualties
from aqmf_air.games.martian_front.tables import Mount, Side, UnitType

# -- attacks -----------------------------------------------------------------------------------------------------------


JOINT = ("indirect", "area")
"""Kinds of weapons whose pieces in one unit make one template together."""
ARMOR, ELEMENTS = "Armor points", "elements"


@dataclass(frozen=True)
class AttackOdds:
    """What one attack of a unit does to a target: exact odds of the Armor points (or elements) that it costs."""

    unit: str
    target: str
    counted: str
    """What is counted: ``Armor points`` or ``elements``."""
    toll: api.Odds[int]
    destroyed: Fraction
    """The chance that nothing is left of the target."""
    how: str = ""
    """With what it attacks, in a player's words: ``Tank Gun, 3 shots``."""

    @property
    def mean(self) -> Fraction:
        """The expected toll."""
        return self.toll.mean(lambda count: count)

    @property
    def hurt(self) -> Fraction:
        """The chance that the target loses anything."""
        return 1 - self.toll.of(0)

    def for_100_points(self, points: int) -> Fraction:
        """The expected toll for each 100 points of the attacker."""
        return self.mean * 100 / points if points else self.mean

    def worth(self, target: UnitType) -> Fraction:
        """The points of the target that the attack is expected to cost, its toll as a share of its Armor or its elements."""
        return self.mean * target.points / (target.armor if target.kind == "tripod" else target.elements)

    def document(self) -> dict[str, Any]:
        """The odds as JSON."""
        return {
            "target": self.target,
            "counted": self.counted,
            "toll": api.distribution(self.toll),
            "destroyed": {"p": float(self.destroyed), "exact": str(self.destroyed)},
        }


def attack_odds(catalogue: Catalogue, unit: UnitType, target: UnitType, rulings: api.Rulings) -> AttackOdds | None:
    """One attack of ``unit`` on ``target``, by the procedure of its kind; None if it attacks no such target."""
    if unit.side == target.side:
        return None
    run = catalogue.ruleset.rules.procedure("attack odds", unit.kind)
    attack: AttackOdds | None = run(catalogue, unit, target, rulings)
    return attack


def by_best_weapon(catalogue: Catalogue, unit: UnitType, target: UnitType, rulings: api.Rulings) -> AttackOdds | None:
    """The step ``attack odds`` of units without a procedure of their own: the weapon that costs the target most."""
    return max(_of_weapons(catalogue, unit, target), key=lambda odds: (odds.mean, odds.destroyed), default=None)


def _of_weapons(catalogue: Catalogue, unit: UnitType, target: UnitType) -> Iterator[AttackOdds]:
    for mount in unit.weapons:
        shot, template = aimed(mount.weapon), mount.weapon.barrage is not None
        with suppress(api.IllegalCommandError):
            if template:
                catalogue.refuse_unreached("under barrage", unit, target)
            elif shot:
                catalogue.refuse_illegal(unit, mount, target)
            if shot or template:
                yield by_weapon(unit, mount, target, catalogue.numbers(unit, mount.weapon, target))


@lru_cache(maxsize=4000)
def by_weapon(unit: UnitType, mount: Mount, target: UnitType, numbers: Struck, elements: int | None = None) -> AttackOdds:
    """All that one weapon of ``elements`` of a unit (None: all of them) does: shots, or a template over one element."""
    firing = unit.elements if elements is None else elements
    weapon, side = mount.weapon, unit.side
    tripod = target.kind == "tripod"
    if weapon.barrage is None:
        shots = firing * mount.count * weapon.shots
        how = f"{weapon.name}, {api.plural(shots, 'shot')}"
        if not tripod:
            toll = api.chances(casualties, shots, *numbers, target.elements, side)
            return AttackOdds(unit.name, target.name, ELEMENTS, toll, toll.of(target.elements), how)
        after = api.chances(volley_at_tripod, Tripod(target.armor), shots, *numbers, side)
    else:
        templates = 1 if weapon.kind in JOINT else firing
        how = f"{weapon.name}, {api.plural(templates, 'template')}"
        if not tripod:
            each, more = divmod(templates, target.elements)
            under = tuple((numbers,) * (each + (at < more)) for at in range(target.elements))
            toll = api.chances(number_struck, under, side)
            return AttackOdds(unit.name, target.name, ELEMENTS, toll, toll.of(target.elements), how)
        after = api.chances(tripod_under, Tripod(target.armor), ((numbers,),) * templates, side)
    toll = after.map(lambda left: target.armor - left.armor)
    return AttackOdds(unit.name, target.name, ARMOR, toll, after.where(lambda left: left.destroyed), how)


PROPOSALS = 3
FEW = 6
"""Targets that are told by name."""
MOST_POINTS = 3_000
"""Points that are filled at once: more are filled in several steps, each of which sees what the list has by then."""


@dataclass(frozen=True)
class RatedUnit:
    """A unit with the odds of one attack on each of several targets.

    ``worth``: points of theirs that it is expected to cost, where each is as likely to be met as any other.
    """

    unit: UnitType
    odds: tuple[tuple[UnitType, AttackOdds | None], ...]
    worth: Fraction

    @property
    def for_100_points(self) -> Fraction:
        """The worth for each 100 points of the unit."""
        return self.worth * 100 / self.unit.points if self.unit.points else self.worth

    @property
    def best(self) -> AttackOdds:
        """The odds against the target that it does most to."""
        able = [(odds.worth(target), odds) for target, odds in self.odds if odds is not None]
        return max(able, key=lambda pair: pair[0])[1]


@dataclass(frozen=True)
class FillProposal:
    """Units to add, and why."""

    units: tuple[tuple[UnitType, int], ...]
    worth: Fraction
    """Points of the targets that one attack of each of them is expected to cost."""
    reasons: tuple[str, ...]
    """The odds of each, in a player's words."""

    @property
    def points(self) -> int:
        """What they cost."""
        return sum(unit.points * count for unit, count in self.units)

    @property
    def title(self) -> str:
        """``1 Field Gun Battery, 2 US Infantry``."""
        return ", ".join(f"{count} {unit.name}" for unit, count in self.units)

    def document(self) -> dict[str, Any]:
        """It as plain data for JSON."""
        units = [{"name": unit.name, "count": count, "points": unit.points * count} for unit, count in self.units]
        worth = {"worth": float(self.worth), "exact": str(self.worth), "reasons": list(self.reasons)}
        return {"add": units, "points": self.points, **worth}


def rules_of(context: ListContext) -> Catalogue:
    """The rules in force, of which the odds of attacks are asked."""
    return Catalogue(cast("Any", context.registry.ruleset(RULESET)))


def targets_named(context: ListContext, words: str, side: Side) -> tuple[UnitType, ...]:
    """The enemies of ``side`` that are meant: a unit by its name, or all that are what is said (``tripods``); where some of
    those have weapons, they alone.

    Raises UnknownNameError: no enemy is called that; with near names.
    """
    enemies = {name: unit_type for name, unit_type in context.catalogue.items() if unit_type.side != side}
    if (named := api.find(enemies, words)) is not None:
        return (named,)
    index = context.index_of(enemies)
    unit_types = [indexed_unit.type for indexed_unit in index.being(words) or index.found(words)]
    if armed := tuple(unit_type for unit_type in unit_types if unit_type.weapons):
        return armed
    return tuple(unit_types) if unit_types and words.strip() else (api.by_name(enemies, words, "enemy", index.near),)


def rated(
    context: ListContext, units: Sequence[UnitType], targets: Sequence[UnitType], rulings: api.Rulings
) -> list[RatedUnit]:
    """The units that do something to one of the targets, the best for their points first.

    Targets that none of them may attack at all are left out.
    """
    rules = rules_of(context)
    every = {unit.name: {target.name: attack_odds(rules, unit, target, rulings) for target in targets} for unit in units}
    met = [target for target in targets if any(odds[target.name] for odds in every.values())]
    rated_units = []
    for unit in units:
        odds = tuple((target, every[unit.name][target.name]) for target in met)
        worths = [attack.worth(target) if attack else Fraction(0) for target, attack in odds]
        worth = sum(worths, Fraction(0)) / max(1, len(worths))
        if worth > 0:
            rated_units.append(RatedUnit(unit, odds, worth))
    return sorted(rated_units, key=lambda entry: (-entry.for_100_points, entry.unit.points, entry.unit.name))


# -- what to add ----------------------------------------------------------------------------------------------------------


def proposals(muster: ResolvedList, targets: Sequence[UnitType], points: int | None = None) -> tuple[FillProposal, ...]:
    """Up to three ways to fill ``points`` (None: those that are left under the limit): the mix of the highest worth, then
    single kinds. Units that would bring a new problem into the list are left out. What the list lacks comes first; where it
    costs more than ``points``, as much is left for it under the limit.

    Raises DataError: there is no limit and no number of points, or too many of them.
    """
    army, context = muster.army, muster.context
    required = {finding.adds: finding for finding in muster.problems if finding.adds}
    lacked, room, _ = _room(muster, points)
    own = [kind for kind in muster.catalogue.values() if kind.side == army.side and 0 < kind.points <= room]
    rulings = api.settle(context.rulings, army.rulings, f"army {army.name!r}")
    allowed = _Allowed(muster)
    ranked = rated(context, own, targets, rulings)
    best_at = list(_best_at_each_price(ranked, allowed))
    fills = [fill for fill in (_mix(best_at, room), *_single_kinds(ranked, room, allowed)) if fill]
    if lacked:
        fills = [replace(fill, units=_together(lacked, fill.units)) for fill in fills] or [
            FillProposal(lacked, Fraction(0), ())
        ]
    unlike = {fill.title: fill for fill in reversed(fills)}
    first = tuple(dict.fromkeys(fill.title for fill in fills))[:PROPOSALS]
    by = {rated_unit.unit.name: rated_unit for rated_unit in ranked}
    chosen = [unlike[title] for title in first]

    def why(unit: UnitType) -> str:
        lacking = required.get(unit.name)
        return f"{unit.name}: {lacking.message}" if lacking and lacked else reason(by[unit.name])

    return tuple(replace(fill, reasons=tuple(why(unit) for unit, _ in fill.units)) for fill in chosen)


def kept_back(muster: ResolvedList, points: int | None) -> str:
    """What :func:`proposals` leaves points for without proposing it, in words; empty: nothing."""
    kept = _room(muster, points)[2]
    names = api.in_a_row([kind.name for kind in kept])
    return f"{sum(kind.points for kind in kept)} points are kept for what the list lacks: {names}" if kept else ""


def _room(muster: ResolvedList, points: int | None) -> tuple[tuple[tuple[UnitType, int], ...], int, tuple[UnitType, ...]]:
    """Units that a list lacks and that are proposed, points for others, and units that only have points kept for them."""
    limit = muster.army.limit
    if points is None and limit is None:
        raise api.DataError("the list has no limit: say how many points to fill", key="points")
    room = max(0, (limit or 0) - muster.points) if points is None else points
    if room > MOST_POINTS:
        raise api.DataError(f"points: expected at most {MOST_POINTS} to fill at once, got {room}", key="points", value=room)
    required = tuple(muster.catalogue[name] for name in {finding.adds: 0 for finding in muster.problems if finding.adds})
    reserve = sum(kind.points for kind in required)
    if reserve <= room:
        return tuple((kind, 1) for kind in required), room - reserve, ()
    left = room if limit is None else limit - muster.points
    if reserve <= left < room + reserve:
        return (), left - reserve, required
    return (), room, ()


def _together(
    lacked: Sequence[tuple[UnitType, int]], units: Sequence[tuple[UnitType, int]]
) -> tuple[tuple[UnitType, int], ...]:
    """Units that a list lacks, and then others, each once."""
    counts: dict[str, tuple[UnitType, int]] = {}
    for unit, count in (*lacked, *units):
        counts[unit.name] = unit, count + (counts[unit.name][1] if unit.name in counts else 0)
    return tuple(counts.values())


def added(context: ListContext, army: Army, proposal: FillProposal) -> tuple[Army, str]:
    """The list with the units of a proposal; and what was done, in a few words."""
    for unit, count in proposal.units:
        army, _ = context.add(army, ArmyEntry(unit=unit.name, count=count))
    return army, f"added {proposal.title}"


class _Allowed:
    """Whether a unit may join a list without a problem that the list has not; its points are another matter."""

    def __init__(self, muster: ResolvedList) -> None:
        self._army, self._context = muster.army, muster.context
        self._before = self._problems(muster.army)
        self._known: dict[str, bool] = {}

    def __call__(self, unit: UnitType) -> bool:
        if unit.name not in self._known:
            after = changed(self._army, units=(*self._army.units, ArmyEntry(unit=unit.name)))
            self._known[unit.name] = self._problems(after) <= self._before
        return self._known[unit.name]

    def _problems(self, army: Army) -> set[tuple[str, str]]:
        problems = self._context.muster(army).problems
        return {(problem.code, problem.unit) for problem in problems if problem.code != "over-limit"}


def _best_at_each_price(ranked: Sequence[RatedUnit], allowed: _Allowed) -> Iterator[RatedUnit]:
    """The most worthy unit of each price."""
    seen = set[int]()
    for rated_unit in ranked:
        if rated_unit.unit.points not in seen and allowed(rated_unit.unit):
            seen.add(rated_unit.unit.points)
            yield rated_unit


def _mix(best_at: Sequence[RatedUnit], room: int) -> FillProposal | None:
    """The units of the highest worth together that these points buy: exact, as worths add up."""
    most: list[tuple[Fraction, tuple[str, ...]]] = [(Fraction(0), ())]
    for points in range(1, room + 1):
        most.append(most[-1])
        for rated_unit in best_at:
            if rated_unit.unit.points <= points:
                worth, names = most[points - rated_unit.unit.points]
                if worth + rated_unit.worth > most[points][0] and len(names) < MAX_UNITS:
                    most[points] = worth + rated_unit.worth, (*names, rated_unit.unit.name)
    worth, names = most[room]
    units = {rated_unit.unit.name: rated_unit.unit for rated_unit in best_at}
    counted = sorted(Counter(names).items(), key=lambda pair: (-pair[1] * units[pair[0]].points, pair[0]))
    return FillProposal(tuple((units[name], count) for name, count in counted), worth, ()) if names else None


def _single_kinds(ranked: Sequence[RatedUnit], room: int, allowed: _Allowed) -> Iterator[FillProposal]:
    """As many of one unit as these points buy, the best first, one for each sort of unit."""
    fills = [(entry.worth * (room // entry.unit.points), entry) for entry in ranked if entry.unit.points <= room]
    fills.sort(key=lambda pair: (-pair[0], pair[1].unit.points, pair[1].unit.name))
    seen = set[tuple[int, Fraction]]()
    for worth, rated_unit in fills:
        alike = rated_unit.unit.points, rated_unit.worth
        if alike not in seen and len(seen) < PROPOSALS and allowed(rated_unit.unit):
            seen.add(alike)
            yield FillProposal(((rated_unit.unit, min(room // rated_unit.unit.points, MAX_UNITS)),), worth, ())


def named_in_short(words: str, targets: Sequence[UnitType]) -> str:
    """The targets by name, or where they are many in the words that they were asked for by: ``aircraft (54 kinds)``."""
    return ", ".join(target.name for target in targets) if len(targets) <= FEW else f"{words} ({len(targets)} kinds)"


def reason(rated_unit: RatedUnit) -> str:
    """The odds of a unit, in a line: ``Field Gun Battery: 48.8% to hurt a Scout Tripod, ...``."""
    best = rated_unit.best
    return (
        f"{rated_unit.unit.name}: {api.percent(best.hurt)} to hurt {_a(best.target)}, "
        f"{api.percent(best.destroyed)} to destroy it, "
        f"{api.amount(best.mean)} {best.counted} off on average ({best.how})"
    )


def _a(name: str) -> str:
    return f"an {name}" if name[0] in "AEIO" else name if name.endswith("s") or name.startswith("US") else f"a {name}"
