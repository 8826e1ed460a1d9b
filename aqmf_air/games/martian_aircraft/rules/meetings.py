"""How aircraft fight when units meet without a table: one pass after the other, each over the target."""

from __future__ import annotations

from aqmf_air.games.martian_aircraft.orders.suicide_run import ramming_weapon
from aqmf_air.games.martian_aircraft.rules.attack_run import Dropped, posts, weapons_against
from aqmf_air.games.martian_aircraft.rulings import aircraft_rulings
from aqmf_air.games.martian_aircraft.units import KIND, bombs_of
from aqmf_air.games.martian_front.lab.conduct import NOTHING, Arms, Conduct, MeetingRules
from aqmf_air.games.martian_front.profiles import Mount, UnitType


def conduct() -> Conduct:
    """All bombs on the first pass, then in every pass the guns of the best arc; the last pilot may ram. AIR-RUN-1."""
    return Conduct(
        arms,
        idle=lambda unit: "" if unit.has("Low") else "it flies high, and neither attacks nor is attacked",
        on_the_ground=False,
        loads=lambda unit: sum(mount.count for mount in bombs_of(unit)),
        ram=ramming_weapon,
    )


def arms(book: MeetingRules, unit: UnitType, mount: Mount | None, target: UnitType, elements: int) -> Arms:
    """All bombs of so many aircraft, or their guns of one post. AIR-BOMB-6, AIR-GUN-3."""
    rulings = aircraft_rulings(book.rulings)
    if target.kind == KIND or (mount is not None and mount not in posts(unit)):
        return NOTHING
    drop: Dropped = "together" if book.terms.drop == "together" else "apart"
    weapons = weapons_against(
        unit, target, rulings, aircraft=elements, bombs=drop, cover=book.cover_of(target), more=book.modifiers
    )
    if mount is not None:
        return Arms((), (weapons.guns[posts(unit).index(mount)],))
    return Arms(weapons.drops, (), at_once=rulings.bombs_resolve == "together")
