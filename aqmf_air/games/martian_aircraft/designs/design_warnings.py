"""Where a design outruns real aircraft: it is warned about, by how much, and never refused (AIR-DES-4).

The figures are those of ``conversion.toml``, the rule by which the designs that ship were made from real aircraft.
"""

from __future__ import annotations

from functools import cache

from pydantic import Field

from aqmf_air.api import DataError, Frozen, Sourced, load_toml, package_file, read
from aqmf_air.games.martian_aircraft.designs.design import BombKind, Bombs, Design
from aqmf_air.games.martian_aircraft.designs.pricing import PACKAGE, armor_of, points_table

HARMLESS = "it carries neither gun nor bomb, and can attack nothing"


class BombWeight(Sourced):
    """How many kilograms a bomb of a kind stands for."""

    kind: BombKind
    kg: int = Field(gt=0)


class Number(Sourced):
    """A single number."""

    name: str
    value: int


class Limit(Number):
    """The most that any real aircraft of the library had, and which one that is."""

    holder: str


class Figures(Frozen):
    """What ``conversion.toml`` says of bombs, and the limits."""

    bomb: tuple[BombWeight, ...]
    figure: tuple[Number, ...]
    limit: tuple[Limit, ...]

    def kg(self, kind: BombKind) -> int:
        """What a bomb of this kind stands for."""
        return next(row.kg for row in self.bomb if row.kind == kind)

    def most(self, name: str) -> Limit:
        """The limit of this name."""
        return next(row for row in self.limit if row.name == name)


@cache
def real_figures() -> Figures:
    """The figures of real aircraft."""
    document = load_toml(package_file(PACKAGE, "data/conversion.toml"))
    return read(Figures, {name: document[name] for name in Figures.model_fields}, "conversion.toml", DataError)


def bombs_of(kg: float) -> tuple[Bombs, ...]:
    """The bombs that a load of ``kg`` kilograms makes: full medium ones, then light ones, the last of which may be short.

    >>> bombs_of(45)
    (Bombs(kind='light', count=1),)
    >>> bombs_of(209)
    (Bombs(kind='medium', count=2),)
    """
    figures = real_figures()
    medium, left = divmod(kg, figures.kg("medium"))
    light, rest = divmod(left, figures.kg("light"))
    light += rest >= next(row.value for row in figures.figure if row.name == "least light bomb kg")
    counts: tuple[tuple[BombKind, int], ...] = (("medium", int(medium)), ("light", int(light)))
    return tuple(Bombs(kind=kind, count=count) for kind, count in counts if count)


def kg_of(bombs: tuple[Bombs, ...]) -> int:
    """The load that bombs stand for, in kilograms."""
    return sum(bomb.count * real_figures().kg(bomb.kind) for bomb in bombs)


def warnings_of(design: Design) -> tuple[str, ...]:
    """What to think over before the other player sees the design, each in one line."""
    armed = points_table().role_of(design.role).armed
    weapons = (*_guns(design), *_bombs(design)) if armed else _idle_weapons(design)
    harmless = (HARMLESS,) if armed and not design.guns and not design.bombs_in_all else ()
    return (*_speed(design), *_skin(design), *weapons, *harmless)


def _speed(design: Design) -> tuple[str, ...]:
    most = real_figures().most("speed")
    historic = design.historic
    limit, whose = (historic.max_speed_mph, "the real aircraft's") if historic else (most.value, f"the {most.holder}'s")
    over = design.max_speed_mph - limit
    return (f"{design.max_speed_mph:g} mph is {over:g} mph above {whose} {limit:g} (AIR-DES-4)",) if over > 0 else ()


def _skin(design: Design) -> tuple[str, ...]:
    if design.skin != "aluminium":
        return ()
    warnings = []
    if design.armor is None:
        warnings.append(f"no armor is given for the aluminium skin: {armor_of(design)} is taken (AIR-DES-3)")
    first = real_figures().most("first aluminium")
    if design.historic is not None:
        if design.historic.skin != "duralumin":
            warnings.append("the real aircraft had no aluminium skin (AIR-DES-3)")
    elif design.year is not None and design.year < first.value:
        early = first.value - design.year
        warnings.append(
            f"an aluminium skin in {design.year} is {early} year{'s' if early > 1 else ''} before the first, "
            f"the {first.holder}'s of {first.value} (AIR-DES-3)"
        )
    return tuple(warnings)


def _guns(design: Design) -> tuple[str, ...]:
    guns = len(design.guns)
    if historic := design.historic:
        real = historic.forward_guns + historic.rear_guns
        over, whose = guns - real, f"the real aircraft's {real}"
    else:
        most = real_figures().most("guns")
        over, whose = guns - most.value, f"the {most.holder}'s {most.value}"
    return (f"{_number(guns, 'machine gun')}: {over} more than {whose} (AIR-DES-4)",) if over > 0 else ()


def _bombs(design: Design) -> tuple[str, ...]:
    carried = kg_of(design.bombs)
    if (historic := design.historic) and historic.bomb_kg is not None:
        worth = kg_of(bombs_of(historic.bomb_kg))
        whose = f"the real load of {historic.bomb_kg:g} kg makes" if historic.bomb_kg else "the real aircraft carried"
    else:
        most = real_figures().most("bombs")
        worth, whose = most.value, f"the {most.holder}'s load was"
    over = carried - worth
    if over <= 0:
        return ()
    return (f"bombs that stand for {carried} kg: {over} kg more than {whose} ({worth} kg; AIR-DES-4)",)


def _idle_weapons(design: Design) -> tuple[str, ...]:
    weapons = ((len(design.guns), "machine gun"), (design.bombs_in_all, "bomb"))
    carried = [_number(number, what) for number, what in weapons if number]
    if not carried:
        return ()
    role = points_table().role_of(design.role)
    return (f"{' and '.join(carried)} count for nothing: a {role.title} has no use for them here ({role.rule}, AIR-UNIT-1)",)


def _number(number: int, what: str) -> str:
    return f"{number} {what}{'s' if number != 1 else ''}"
