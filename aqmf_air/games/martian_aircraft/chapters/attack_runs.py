"""A whole attack by a unit of aircraft, in plain facts: bombs, then guns, then what the target answers, then nerves."""

from __future__ import annotations

from collections import Counter
from functools import cache
from typing import Literal, NamedTuple

from pydantic import Field

from aqmf_air.api import Dice, Sourced, labelled, load_rows, package_file
from aqmf_air.games.martian_aircraft.chapters.bombing import blasts_of, salvos_of
from aqmf_air.games.martian_aircraft.chapters.suicide_run import ramming_weapon
from aqmf_air.games.martian_aircraft.designs.design import ARCS
from aqmf_air.games.martian_aircraft.state import KIND, bombs_of
from aqmf_air.games.martian_aircraft.tables import AircraftRulings, aircraft_rulings
from aqmf_air.games.martian_front import api as front

PACKAGE = "aqmf_air.games.martian_aircraft"
Dropped = Literal["together", "apart", "none"]
"""How an aircraft drops its bombs: at one point, each at a point of its own, or not at all."""


class Ray(NamedTuple):
    """A kind of weapon that can answer, as it fires at the aircraft: each shot is an attack. AIR-HIT-1."""

    weapon: str
    """Its name on the target, which fires as many as it has left; ``""``: it is not the target's, and fires in any case."""
    shots: int
    numbers: front.Struck
    roll_off: tuple[str, ...] = ()
    """Of one that was hit: the facts of the roll that its owner has to win, who else rolls, for what, and who wins ties."""


class RunOnTripod(NamedTuple):
    """What a run at a tripod led to, on both sides."""

    tripod: front.Tripod
    lost: int
    """Aircraft."""
    morale: str


class RunOnElements(NamedTuple):
    """What a run at small targets led to, on both sides."""

    destroyed: int
    """Elements of the target."""
    lost: int
    """Aircraft."""
    morale: str


class Weapons(NamedTuple):
    """What a unit brings to bear on a target: its drops, aircraft after aircraft, and its guns."""

    drops: front.Salvos
    """The templates of each drop."""
    guns: tuple[front.Guns, ...]

    @property
    def templates(self) -> tuple[front.Struck, ...]:
        """Those of all drops, in their order."""
        return tuple(struck for drop in self.drops for struck in drop)

    def salvos(self, rulings: AircraftRulings) -> front.Salvos:
        """Those, as they are resolved over one target (ruling ``bombs_resolve``)."""
        return salvos_of(self.templates, rulings)

    @property
    def shots(self) -> int:
        """Of all guns."""
        return sum(guns.shots for guns in self.guns)


# -- what a unit has ------------------------------------------------------------------------------------------------------


def weapons_against(
    unit: front.UnitType,
    target: front.UnitType,
    rulings: AircraftRulings,
    *,
    aircraft: int | None = None,
    bombs: Dropped = "apart",
    fire: bool = True,
    cover: str = "none",
    more: front.Modifiers = front.no_modifiers,
) -> Weapons:
    """All bombs of ``aircraft`` of a unit, or of all of it, and the guns of its best arc. AIR-BOMB-6, AIR-GUN-3."""
    flying = unit.elements if aircraft is None else aircraft

    def numbers(mount: front.Mount) -> front.Struck:
        return front.numbers_of(front.attack_between(unit, mount.weapon, target, cover), front.shelter_of(cover), more)

    able = posts(unit) if fire else ()
    guns = tuple(front.Guns(mount.weapon.shots * mount.count * flying, *numbers(mount)) for mount in able)
    mounts = {weapon.weapon.name: weapon for weapon in unit.weapons if weapon.weapon.kind == "bomb"}
    aboard = tuple((name, mount.count) for name, mount in mounts.items())
    single = tuple(((name, 1),) for name, count in aboard for _ in range(count))
    dropped = {"together": (aboard,) if aboard else (), "apart": single, "none": ()}[bombs]
    drops = tuple(tuple(numbers(mounts[blast.weapon.name]) for blast in blasts_of(drop, rulings)) for drop in dropped)
    return Weapons(drops * flying, guns)


def posts(unit: front.UnitType) -> tuple[front.Mount, ...]:
    """The guns that bear on the best arc."""
    return tuple(weapon for weapon in unit.weapons if _bears(weapon, best_arc(unit)))


def best_arc(unit: front.UnitType) -> str:
    """The arc into which most shots can be fired; of equals the first, from the front to the right."""
    return max(ARCS, key=lambda arc: sum(mount.count * mount.weapon.shots for mount in unit.weapons if _bears(mount, arc)))


def _bears(mount: front.Mount, arc: str) -> bool:
    return mount.weapon.kind == "gun" and (not mount.arcs or arc in mount.arcs)


def run_at_tripod(
    dice: Dice,
    tripod: front.Tripod,
    salvos: front.Salvos,
    guns: tuple[front.Guns, ...],
    rays: tuple[Ray, ...],
    nerves: front.Nerves,
    ties: str = "owner",
) -> RunOnTripod:
    """Aircraft attack a tripod; if it still can, it answers. AIR-BOMB-3, AIR-GUN-3, AIR-HIT-1, AIR-MORALE-1.

    ``ties``: who wins a roll for a weapon that was hit where the dice are equal (ruling ``die_off_ties``).
    """
    left = dice.call(front.struck_tripod, tripod, salvos, guns)
    after = dice.call(answered, able_to_answer(left, rays, ties), nerves)
    return RunOnTripod(left, after.lost, after.morale)


def able_to_answer(tripod: front.Tripod, rays: tuple[Ray, ...], ties: str = "owner") -> tuple[Ray, ...]:
    """The rays that may fire once the attack is over: the tripod's own, whole or hit, and those of others. HOST-TRIPOD-2."""
    own = {} if tripod.destroyed or tripod.stunned else {ray.weapon: ray for ray in rays if ray.weapon}
    working, hit = Counter(tripod.weapons), Counter(tripod.wild)
    die_off = ("martian", "human", "weapon", ties)
    return (
        *(ray._replace(shots=ray.shots * working[name]) for name, ray in own.items() if working[name]),
        *(ray._replace(shots=ray.shots * hit[name], roll_off=die_off) for name, ray in own.items() if hit[name]),
        *(ray for ray in rays if not ray.weapon),
    )


def run_at_elements(
    dice: Dice, under: front.Salvos, elements: int, guns: tuple[front.Guns, ...], rays: tuple[Ray, ...], nerves: front.Nerves
) -> RunOnElements:
    """Aircraft attack a unit of ``elements`` small targets, some of them under templates; others answer. AIR-BOMB-3."""
    destroyed = dice.call(front.struck_elements, under, elements, guns)
    after = dice.call(answered, rays, nerves)
    return RunOnElements(destroyed, after.lost, after.morale)


def answered(dice: Dice, rays: tuple[Ray, ...], nerves: front.Nerves) -> front.Aftermath:
    """What fire from the ground does to a unit of aircraft, and how it takes it. AIR-HIT-2, AIR-MORALE-1, AIR-RUN-1."""
    lost = dice.fold(len(rays), (0, 0), _next_ray, rays, nerves.elements)[1]
    tested = labelled(dice, means=lambda: f"The pilots, {nerves.elements - lost} aircraft left")
    return front.Aftermath(lost, tested.call(front.morale_after, lost, nerves, "human"))


def _next_ray(dice: Dice, so_far: tuple[int, int], rays: tuple[Ray, ...], aircraft: int) -> tuple[int, int]:
    at, lost = so_far
    ray = rays[at]
    if ray.roll_off and not dice.call(front.owner_wins, *ray.roll_off):
        return at + 1, lost
    dice = labelled(dice, means=lambda: f"The answer of {ray.weapon or 'another'}, {aircraft - lost} aircraft left")
    return at + 1, lost + dice.call(front.casualties, ray.shots, *ray.numbers, aircraft - lost, "martian")


def conduct() -> front.Conduct:
    """All bombs on the first pass, then in every pass the guns of the best arc; the last pilot may ram. AIR-RUN-1.

    Where a game's habits count, every gun is used, in as many turns as an enemy was in its reach and arc.
    """
    return front.Conduct(
        arms,
        idle=lambda unit: "" if unit.has("Low") else "it flies high, and neither attacks nor is attacked",
        on_the_ground=False,
        loads=lambda unit: sum(mount.count for mount in bombs_of(unit)),
        shot_at=front.habits(PACKAGE)["shots at aircraft"],
        bears=bears,
        ram=ramming_weapon,
    )


def arms(
    book: front.MeetingRules, unit: front.UnitType, mount: front.Mount | None, target: front.UnitType, elements: int
) -> front.Arms:
    """All bombs of so many aircraft, or their guns of one post: of the best arc, or where habits count of any. AIR-BOMB-6,
    AIR-GUN-3.
    """
    if target.kind == KIND:
        return front.NO_ARMS
    if mount is not None:
        if mount.weapon.kind != "gun" or not (book.habits or mount in posts(unit)):
            return front.NO_ARMS
        shots = mount.weapon.shots * mount.count * elements
        return front.Arms((), (front.Guns(shots, *book.numbers(unit, mount.weapon, target)),))
    rulings = aircraft_rulings(book.rulings)
    drop: Dropped = "together" if book.terms.drop == "together" else "apart"
    cover, more = book.cover_of(target), book.modifiers
    weapons = weapons_against(unit, target, rulings, aircraft=elements, bombs=drop, fire=False, cover=cover, more=more)
    return front.Arms(weapons.drops, (), at_once=rulings.bombs_resolve == "together")


class Bearing(Sourced):
    """In how many of 100 turns an aircraft of a Speed has an enemy in reach of a gun and in one of so many arcs of it."""

    speed: float
    arcs: int = Field(ge=1, le=len(ARCS))
    beside_others: bool
    """Whether the aircraft has guns on other arcs, too: it flies for all of them."""
    bombs: bool
    """Whether it carries bombs: one that is fast is long in coming back from its run."""
    of_100: int = Field(ge=0, le=100)


@cache
def bearings() -> tuple[Bearing, ...]:
    """What was counted in games between automatic sides."""
    file = package_file(PACKAGE, "data/bearings.toml")
    return load_rows(file, Bearing, "bearing", lambda row: (row.speed, row.arcs, row.beside_others, row.bombs))


def bears(unit: front.UnitType, gun: front.Mount) -> int:
    """In how many of 100 turns each aircraft of a unit has an enemy in reach and arc of a gun, as it was counted of the gun
    and the Speed that are most like these. AIR-GUN-2, AIR-GUN-3.
    """
    beside_others = any(mount.weapon.kind == "gun" and mount.arcs != gun.arcs for mount in unit.weapons)
    arcs, bombs = len(gun.arcs) or len(ARCS), bool(bombs_of(unit))

    def unlike(row: Bearing) -> tuple[int, bool, float, bool]:
        return abs(row.arcs - arcs), row.beside_others != beside_others, abs(row.speed - unit.speed), row.bombs != bombs

    return min(bearings(), key=unlike).of_100
