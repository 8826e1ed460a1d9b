"""Where a design outruns real aircraft: it is warned about, by how much, and never refused (AIR-DES-4)."""

from __future__ import annotations

from aqmf_air.games.martian_aircraft.designs.conversion import bombs_of, conversion_table, kg_of
from aqmf_air.games.martian_aircraft.designs.design import Design
from aqmf_air.games.martian_aircraft.designs.pricing import armor_of, points_table

HARMLESS = "it carries neither gun nor bomb, and can attack nothing"


def warnings_of(design: Design) -> tuple[str, ...]:
    """What to think over before the other player sees the design, each in one line."""
    if not points_table().role_of(design.role).armed:
        return (*_speed(design), *_skin(design), *_idle_weapons(design))
    return (*_speed(design), *_skin(design), *_guns(design), *_bombs(design), *_harmless(design))


def _speed(design: Design) -> tuple[str, ...]:
    most = conversion_table().most("speed")
    historic = design.historic
    limit, whose = (historic.max_speed_mph, "the real aircraft's") if historic else (most.value, f"the {most.holder}'s")
    over = design.max_speed_mph - limit
    return (f"{design.max_speed_mph:g} mph is {over:g} mph above {whose} {limit:g} (AIR-DES-4)",) if over > 0 else ()


def _skin(design: Design) -> tuple[str, ...]:
    if design.skin != "aluminium":
        return ()
    found = []
    if design.armor is None:
        found.append(f"no armor is given for the aluminium skin: {armor_of(design)} is taken (AIR-DES-3)")
    first = conversion_table().most("first aluminium")
    if design.historic is not None:
        if design.historic.skin != "duralumin":
            found.append("the real aircraft had no aluminium skin (AIR-DES-3)")
    elif design.year is not None and design.year < first.value:
        early = first.value - design.year
        found.append(
            f"an aluminium skin in {design.year} is {early} year{'s' if early > 1 else ''} before the first, "
            f"the {first.holder}'s of {first.value} (AIR-DES-3)"
        )
    return tuple(found)


def _guns(design: Design) -> tuple[str, ...]:
    guns = len(design.guns)
    if historic := design.historic:
        real = historic.forward_guns + historic.rear_guns
        over, whose = guns - real, f"the real aircraft's {real}"
    else:
        most = conversion_table().most("guns")
        over, whose = guns - most.value, f"the {most.holder}'s {most.value}"
    return (f"{_number(guns, 'machine gun')}: {over} more than {whose} (AIR-DES-4)",) if over > 0 else ()


def _bombs(design: Design) -> tuple[str, ...]:
    carried = kg_of(design.bombs)
    if (historic := design.historic) and historic.bomb_kg is not None:
        worth = kg_of(bombs_of(historic.bomb_kg))
        whose = f"the real load of {historic.bomb_kg:g} kg makes" if historic.bomb_kg else "the real aircraft carried"
    else:
        most = conversion_table().most("bombs")
        worth, whose = most.value, f"the {most.holder}'s load was"
    over = carried - worth
    if over <= 0:
        return ()
    return (f"bombs that stand for {carried} kg: {over} kg more than {whose} ({worth} kg; AIR-DES-4)",)


def _harmless(design: Design) -> tuple[str, ...]:
    if design.guns or design.bombs_in_all:
        return ()
    return (HARMLESS,)


def _idle_weapons(design: Design) -> tuple[str, ...]:
    carried = [_number(number, what) for number, what in _weapons(design) if number]
    if not carried:
        return ()
    role = points_table().role_of(design.role)
    return (f"{' and '.join(carried)} count for nothing: a {role.title} has no use for them here ({role.rule}, AIR-UNIT-1)",)


def _weapons(design: Design) -> tuple[tuple[int, str], ...]:
    return (len(design.guns), "machine gun"), (design.bombs_in_all, "bomb")


def _number(number: int, what: str) -> str:
    return f"{number} {what}{'s' if number != 1 else ''}"
