"""Aircraft as units of the base game: what a design flies as, and the plugin's own weapons and numbers. AIR-UNIT."""

from __future__ import annotations

from collections import Counter
from functools import lru_cache
from urllib.parse import quote

from aqmf_air.api import DataError, clipped
from aqmf_air.games.martian_aircraft.designs.design import Design
from aqmf_air.games.martian_aircraft.designs.hangar import open_hangar
from aqmf_air.games.martian_aircraft.designs.pricing import cost_of, points_table
from aqmf_air.games.martian_aircraft.tables import AircraftRulings
from aqmf_air.games.martian_front import api as front

KIND = "aircraft"
SAMPLE = "Burgess-Dunne D8"
"""The aircraft whose profile the source gives whole. AIR-UNIT-4."""
LOW, HIGH = "low", "high"
ALTITUDE = "aircraft.altitude"
"""The mark by which a scenario says how an aircraft flies."""
GUN, LIGHT_BOMB, MEDIUM_BOMB, HEAVY_BOMBS = "Heavy Machine Gun", "Light Bomb", "Medium Bomb", "Heavy Bombs"

_BOMBS = {"light": LIGHT_BOMB, "medium": MEDIUM_BOMB}
_TRAITS = {
    "combat": ("Low",),
    "scout": ("High", "Scout"),
    "spotter": ("High", "Spotter"),
    "heavy-bomber": ("High", "Heavy Bomber"),
}


def weapons() -> dict[str, front.Weapon]:
    """What aircraft carry, by name."""
    return front.weapons(__package__)


def figures() -> dict[str, int]:
    """Single numbers of the aircraft rules, by name."""
    return front.figures(__package__)


@lru_cache(maxsize=1000)
def unit_type_of(design: Design, rulings: AircraftRulings) -> front.UnitType:
    """The unit that a design is bought as: three combat aircraft, or one of any other role. AIR-UNIT-1 to AIR-UNIT-4."""
    cost = cost_of(design, rulings)
    source = design.source
    return front.UnitType(
        name=design.name,
        side="human",
        kind=KIND,
        elements=cost.unit_size,
        speed=cost.speed,
        defense=cost.defense,
        armor=cost.armor,
        points=cost.points,
        base_diameter=figures()["base diameter"],
        coherency=figures()["coherency"] if cost.unit_size > 1 else 0,
        weapons=_mounts(design),
        traits=(*_TRAITS[design.role], *(("Radio",) if design.radio else ())),
        source=(source.note or source.url if source else "") or "a design without a source",
        # the sample aircraft is the source's own; a real one's figures are worked out (AIR-UNIT-4, AIR-DES-4)
        standing="stated" if design.name == SAMPLE else "inferred" if design.historic else "house",
    )


def design_of_type(kind: front.UnitType) -> Design:
    """The design that a unit is bought as, from the hangar, or one made up from its profile where the hangar has none."""
    if parked := open_hangar().find(kind.name):
        return parked.design
    role = next((role for role, traits in _TRAITS.items() if all(map(kind.has, traits))), "combat")
    skin = "fabric" if kind.armor in points_table().skin_of("fabric").armor else "aluminium"
    guns = [{"arcs": mount.arcs} for mount in kind.weapons if mount.arcs for _ in range(mount.count)]
    return Design.model_validate({"name": kind.name, "max_speed_mph": 100.0, "skin": skin, "role": role, "guns": guns})


def _mounts(design: Design) -> tuple[front.Mount, ...]:
    """Guns that bear on the same arcs are one mount; bombs are counted; scouts and spotters are unarmed (AIR-UNIT-1)."""
    if design.role == "heavy-bomber":
        return (front.Mount(weapon=weapons()[HEAVY_BOMBS]),)
    if design.role != "combat":
        return ()
    guns = Counter(gun.arcs for gun in design.guns)
    bombs = Counter[str]()
    for load in design.bombs:
        bombs[_BOMBS[load.kind]] += load.count
    return (
        *(front.Mount(weapon=_gun(arcs, len(guns)), count=count, arcs=arcs) for arcs, count in guns.items()),
        *(front.Mount(weapon=weapons()[name], count=count) for name, count in bombs.items() if count),
    )


def _gun(arcs: tuple[str, ...], posts: int) -> front.Weapon:
    """The machine gun; where there are several posts, each is named by its arcs, so that an order can tell them apart."""
    gun = weapons()[GUN]
    return gun if posts == 1 else front.Weapon(**{**dict(gun), "name": f"{gun.name} ({', '.join(arcs)})"})


def is_aircraft(game: front.Game, unit: front.Unit) -> bool:
    """Whether a unit flies."""
    return game.type_of(unit).kind == KIND


def altitude_of(game: front.Game, unit: front.Unit) -> str:
    """``low`` or ``high``: as marked before the game, or as its role flies. It never changes. AIR-ALT-1.

    Raises DataError: the mark says something else.
    """
    chosen = unit.mark(ALTITUDE)
    if chosen is None:
        return HIGH if game.type_of(unit).has("High") else LOW
    if chosen not in (LOW, HIGH):
        raise DataError(f"{unit.id}: mark {ALTITUDE!r}: expected {LOW} or {HIGH}, got {clipped(chosen)}", key=ALTITUDE)
    return chosen


def bombs_aboard(game: front.Game, unit: front.Unit, element_id: str) -> dict[str, int]:
    """Bombs that an element still carries, by name. AIR-BOMB-5."""
    element = next(element for element in unit.elements if element.id == element_id)
    used = {mark.name: int(mark.value) for mark in element.used}
    return {mount.weapon.name: mount.count - used.get(mount.weapon.name, 0) for mount in bombs_of(game.type_of(unit))}


def bombs_of(kind: front.UnitType) -> tuple[front.Mount, ...]:
    """The bombs that an aircraft of a type carries."""
    return tuple(weapon for weapon in kind.weapons if weapon.weapon.kind == "bomb")


def unit_types() -> tuple[front.UnitType, ...]:
    """Every design in the hangar as a unit, under the default rulings and what its own file settles."""
    return tuple(unit_type_of(parked.design, parked.rulings) for parked in open_hangar().parked)


def words() -> tuple[front.UnitWords, ...]:
    """What players call sorts of aircraft."""
    return front.read_words(__package__)


def origins() -> tuple[front.UnitOrigin, ...]:
    """Nation, year and duties of every design in the hangar, and whose it is."""
    return tuple(
        front.UnitOrigin(
            entry.design.name,
            entry.design.nation,
            entry.design.year,
            entry.design.historic.duties if entry.design.historic else _duties(entry.design),
            entry.own,
            f"/hangar/design/{quote(entry.design.name, safe='')}",
        )
        for entry in open_hangar().parked
    )


def _duties(design: Design) -> tuple[str, ...]:
    """What a design that never flew is for, as its weapons say: one bomb comes with any combat aircraft."""
    if design.role != "combat":
        return ()
    bomber = design.bombs_in_all > 1 or design.bomb_count("medium") > 0
    return (*(("bomber",) if bomber else ()), *(("fighter",) if design.guns_bearing("forward") and not bomber else ()))
