"""Exact odds of designs: what one pass of a unit does to a target; and designs that nobody has drawn, searched by them."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, NamedTuple

from aqmf_air.api import DataError, Rulings, by_words, chances, percent, plural
from aqmf_air.games.martian_aircraft.chapters.attack_runs import best_arc, weapons_against
from aqmf_air.games.martian_aircraft.designs.design import Bombs, Design, Gun, bombs_in_short, guns_in_short
from aqmf_air.games.martian_aircraft.designs.design_warnings import real_figures, warnings_of
from aqmf_air.games.martian_aircraft.designs.hangar import HangarEntry
from aqmf_air.games.martian_aircraft.designs.pricing import points_table
from aqmf_air.games.martian_aircraft.state import unit_type_of
from aqmf_air.games.martian_aircraft.tables import AircraftRulings, aircraft_rulings
from aqmf_air.games.martian_front import api as front

STANDARD_TARGETS = ("Scout Tripod", "Assault Tripod")  # what every design is measured against
IN_THE_OPEN = "none"


class Ray(NamedTuple):
    """Shots that every design is to live through: of which weapon, who fires it, how often."""

    weapon: str
    tripod: str
    shots: int

    def __str__(self) -> str:
        return f"a {self.weapon.lower()}" if self.shots == 1 else f"two {self.weapon.lower()}s"


RAYS = (
    Ray("Heavy Heat Ray", "Assault Tripod", 1),
    Ray("Heavy Heat Ray", "Assault Tripod", 2),
    Ray("Medium Heat Ray", "Scout Tripod", 1),
)


def prospect(
    unit: front.UnitType,
    target: front.UnitType,
    more: front.Modifiers = front.no_modifiers,
    rulings: AircraftRulings | None = None,
) -> front.AttackOdds:
    """The exact odds of one pass of ``unit`` over ``target``."""
    ruled = AircraftRulings() if rulings is None else rulings
    weapons = weapons_against(unit, target, ruled, more=more)
    how = " and ".join(
        words
        for number, words in (
            (len(weapons.templates), plural(len(weapons.templates), "template") + " of bombs"),
            (weapons.shots, f"{plural(weapons.shots, 'shot')} {best_arc(unit)}"),
        )
        if number
    )
    if target.kind == "tripod":
        after = chances(front.struck_tripod, front.Tripod(target.armor), weapons.salvos(ruled), weapons.guns)
        toll = after.map(lambda tripod: target.armor - tripod.armor)
        return front.AttackOdds(unit.name, target.name, front.ARMOR, toll, after.where(lambda tripod: tripod.destroyed), how)
    under = front.attacks_on_elements(weapons.drops, target.elements)
    lost = chances(front.struck_elements, under, target.elements, weapons.guns)
    return front.AttackOdds(unit.name, target.name, front.ELEMENTS, lost, lost.of(target.elements), how)


def odds_of_a_pass(
    catalogue: front.Catalogue, unit: front.UnitType, target: front.UnitType, rulings: Rulings
) -> front.AttackOdds | None:
    """The step ``attack odds`` of aircraft: one pass of those that attack in play; None of the others."""
    if not unit.has("Low"):
        return None
    return prospect(unit, target, catalogue.ruleset.rules.modifiers, aircraft_rulings(rulings))


def survival(
    unit: front.UnitType, by: front.UnitType, weapon: front.Weapon, shots: int, more: front.Modifiers = front.no_modifiers
) -> Fraction:
    """The chance that one aircraft in the open lives through ``shots`` aimed shots. AIR-HIT-1, AIR-HIT-2."""
    attack = front.attack_between(by, weapon, unit)
    cover = front.covers()[IN_THE_OPEN]
    lost = chances(front.casualties, shots, front.to_hit(attack, cover, more), front.to_damage(attack, cover, more), 1)
    return lost.of(0)


def unit_of(entry: HangarEntry) -> front.UnitType:
    """The unit that a design is bought as."""
    return unit_type_of(entry.design, entry.rulings)


def attack_in_words(entry: HangarEntry) -> str:
    """What the unit does in the pass that the odds are about."""
    parts = []
    if entry.design.bombs_in_all:
        parts.append("drop every bomb on it, each from a point of its own")
    if entry.design.guns:
        parts.append(f"fire every {best_arc(unit_of(entry))} gun")
    return " and then ".join(parts) or "have nothing to attack with"


NO_ATTACK, NO_TARGET = "no attack", "no target"
"""What stands for odds of a design that attacks nothing in play, and that nothing attacks there."""


@dataclass(frozen=True)
class ProvingGround:
    """Where designs are measured: every unit there is, and all that is plugged in that changes an attack."""

    units: Mapping[str, front.UnitType]
    more: front.Modifiers

    def target(self, name: str) -> front.UnitType:
        """A Martian unit of the catalogue.

        Raises:
            UnknownNameError: there is no unit of this name; with near names.
            DataError: it is no enemy.
        """
        unit = by_words(self.units, name, "unit")
        if unit.side != "martian":
            raise DataError(f"{unit.name}: expected a Martian unit, since human aircraft attack no others", value=name)
        return unit

    def prospects(self, entry: HangarEntry, targets: Iterable[str] = STANDARD_TARGETS) -> list[front.AttackOdds]:
        """What one pass does to each target; nothing, where it attacks nothing in play."""
        if not entry.role.armed:
            return []
        return [prospect(unit_of(entry), self.target(target), self.more, entry.rulings) for target in targets]

    def rated(self, entries: Iterable[HangarEntry], target: str) -> list[tuple[HangarEntry, front.AttackOdds]]:
        """Those that attack in play, with their odds against a unit, the best for the points first."""
        rated = [(entry, each) for entry in entries for each in self.prospects(entry, (self.target(target).name,))]
        return sorted(
            rated, key=lambda pair: (-pair[1].for_100_points(pair[0].cost.points), pair[0].cost.points, pair[0].design.name)
        )

    def survivals(self, entry: HangarEntry) -> list[tuple[Ray, Fraction]]:
        """The chances of one aircraft to live through each of ``RAYS``; none for what they cannot attack."""
        if not entry.role.armed:
            return []
        lives = []
        for ray in RAYS:
            by = self.target(ray.tripod)
            weapon = next(mount.weapon for mount in by.weapons if mount.weapon.name == ray.weapon)
            lives.append((ray, survival(unit_of(entry), by, weapon, ray.shots, self.more)))
        return lives

    def document(self, entry: HangarEntry) -> dict[str, Any]:
        """A design with its price and its exact odds, as JSON has it."""
        lives = [
            {"ray": ray.weapon, "shots": ray.shots, "p": float(chance), "exact": str(chance)}
            for ray, chance in self.survivals(entry)
        ]
        return {**entry.document(), "against": [each.document() for each in self.prospects(entry)], "lives_through": lives}

    def side_by_side(self, entries: Sequence[HangarEntry]) -> list[tuple[str, list[str]]]:
        """Lines of a table, each a merit and what every design has of it."""
        passes = [dict(zip(STANDARD_TARGETS, self.prospects(entry), strict=False)) for entry in entries]
        lives = [dict(self.survivals(entry)) for entry in entries]
        simple: dict[str, Callable[[HangarEntry], object]] = {
            "points": lambda entry: entry.cost.points,
            "aircraft": lambda entry: entry.cost.unit_size,
            "role": lambda entry: entry.design.role,
            "top speed, mph": lambda entry: f"{entry.design.max_speed_mph:g}",
            "Speed": lambda entry: f'{entry.cost.speed}"',
            "Defense": lambda entry: entry.cost.defense,
            "Armor": lambda entry: entry.cost.armor,
            "guns": lambda entry: guns_in_short(entry.design).replace("-", "none"),
            "bombs": lambda entry: bombs_in_short(entry.design).replace("-", "none"),
        }
        rows = [(what, [str(value(entry)) for entry in entries]) for what, value in simple.items()]
        for target in STANDARD_TARGETS:
            odds = [(entry, each.get(target)) for entry, each in zip(entries, passes, strict=True)]
            rows.append((f"{target}: Armor off", [f"{float(each.mean):.1f}" if each else NO_ATTACK for _, each in odds]))
            for_100 = [
                NO_ATTACK if not each else f"{float(each.for_100_points(points)):.1f}" if points else "-"
                for points, each in ((entry.cost.points, each) for entry, each in odds)
            ]
            rows.append((f"{target}: Armor off for 100 points", for_100))
            rows.append((f"{target}: destroyed", [percent(each.destroyed) if each else NO_ATTACK for _, each in odds]))
        rows += [(f"lives through {ray}", [percent(each[ray]) if each else NO_TARGET for each in lives]) for ray in RAYS]
        return rows


def proving_ground() -> ProvingGround:
    """One with everything that is plugged in."""
    from aqmf_air.api import load_registry

    registry = load_registry()
    return ProvingGround(
        registry.unit_types(front.RULESET, front.UnitType, lambda unit: unit.name), front.FrontRules(registry).modifiers
    )


# -- designs that nobody has drawn -------------------------------------------------------------------------------------


SLOWEST_MPH = 60.0
"""The top speed of an invention in the slowest band."""


AT_ONCE = 25
"""Designs that are rated between two words on how far it is."""


def inventions(
    ground: ProvingGround,
    target: str,
    entries: Iterable[HangarEntry],
    most: int,
    year: int | None,
    chosen: Mapping[str, Any],
    tell: Callable[[int, int], object] = lambda done, of: None,
) -> list[tuple[HangarEntry, front.AttackOdds]]:
    """The frontier of designs for at most ``most`` points, the best for the points first.

    Args:
        ground: where they are measured.
        target: the Martian unit that they attack.
        entries: real designs: none is faster than the fastest of these in service by the year.
        most: points of a unit.
        year: of service entry; None: any.
        chosen: rulings, by name.
        tell: is told how many designs are rated so far, and of how many.
    """
    speeds = [entry.design.max_speed_mph for entry in entries if year is None or (entry.design.year or year) <= year]
    rulings = AircraftRulings.model_validate(dict(chosen))
    able = [entry for design in _designs(max(speeds, default=SLOWEST_MPH), year)
            if (entry := HangarEntry(design, rulings)).cost.points <= most]  # fmt: skip
    best: dict[int, tuple[HangarEntry, front.AttackOdds]] = {}
    for at in range(0, len(able), AT_ONCE):
        tell(at, len(able))
        for entry, odds in ground.rated(able[at : at + AT_ONCE], target):
            there = best.get(entry.cost.points)
            if there is None or _merit(entry, odds) > _merit(*there):
                best[entry.cost.points] = entry, odds
    frontier = [best[points] for points in sorted(best) if all(best[less][1].mean < best[points][1].mean
             for less in best if less < points)]  # fmt: skip
    return sorted(frontier, key=lambda pair: (-pair[1].for_100_points(pair[0].cost.points), pair[0].cost.points))


def _merit(entry: HangarEntry, odds: front.AttackOdds) -> tuple[Any, ...]:
    return odds.mean, odds.destroyed, entry.cost.defense, entry.cost.armor


def _designs(fastest: float, year: int | None) -> Iterator[Design]:
    table, figures = points_table(), real_figures()
    load, guns = figures.most("bombs").value, figures.most("guns").value
    speeds = [band.from_mph or SLOWEST_MPH for band in table.band if (band.from_mph or SLOWEST_MPH) <= fastest]
    for mph in speeds:
        for skin in table.skin:
            for forward in range(guns + 1):
                for medium in range(load // figures.kg("medium") + 1):
                    for light in range((load - medium * figures.kg("medium")) // figures.kg("light") + 1):
                        design = _design(float(mph), skin.name, max(skin.armor), forward, medium, light, year)
                        if not warnings_of(design):
                            yield design


def _design(mph: float, skin: str, armor: int, guns: int, medium: int, light: int, year: int | None) -> Design:
    loads = (("medium", medium), ("light", light))
    design = Design.model_validate(
        {
            "name": "Invention",
            "year": year,
            "max_speed_mph": mph,
            "skin": skin,
            "armor": None if skin == "fabric" else armor,
            "role": "combat",
            "guns": tuple(Gun(arcs=("forward",)) for _ in range(guns)),
            "bombs": tuple(Bombs.model_validate({"kind": kind, "count": count}) for kind, count in loads if count),
            "source": {"note": "Found by search: no such aircraft flew.", "confidence": "unsourced"},
        }
    )
    name = f"Invention {mph:g} mph, {skin}, {guns}F {bombs_in_short(design)}".replace(" -", " no bombs")
    return Design.model_validate({**dict(design), "name": name})
