"""From a real aircraft to a design: the one rule by which the designs that ship were made, and by which excess is judged."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from typing import Literal

from pydantic import Field

from aqmf_air.core.data.model import Frozen, read
from aqmf_air.core.data.tables import Sourced, load_toml, package_file
from aqmf_air.errors import DataError
from aqmf_air.games.martian_aircraft.designs.design import Arc, BombKind, Bombs, Gun, Historic, Role, Skin

PACKAGE = "aqmf_air.games.martian_aircraft"


class GunPlace(Sourced):
    """The arcs of a gun, by its place on the aircraft."""

    place: Literal["forward", "rear"]
    arcs: tuple[Arc, ...]


class BombWeight(Sourced):
    """How many kilograms a bomb of a kind stands for."""

    kind: BombKind
    kg: int = Field(gt=0)


class SkinOf(Sourced):
    """The skin and Armor of what an aircraft was made of."""

    historic: Literal["fabric", "duralumin"]
    skin: Skin
    armor: int | None = None
    armor_if_armoured: int | None = None


class RoleOf(Sourced):
    """When an aircraft has a role: one of the ``duties`` (any, if none is listed) and so many guns, or so heavy a load."""

    name: Role
    duties: tuple[str, ...]
    guns: int = 0
    or_bomb_kg: int | None = None

    def fits(self, historic: Historic) -> bool:
        """Whether the real aircraft has this role."""
        if self.or_bomb_kg is not None and (historic.bomb_kg or 0) >= self.or_bomb_kg:
            return True
        duty = not self.duties or any(one in self.duties for one in historic.duties)
        return duty and historic.forward_guns + historic.rear_guns >= self.guns


class Number(Sourced):
    """A single number."""

    name: str
    value: int


class Limit(Number):
    """The most that any real aircraft of the library had, and which one that is."""

    holder: str


class ConversionTable(Frozen):
    """Everything in ``conversion.toml``."""

    gun: tuple[GunPlace, ...]
    bomb: tuple[BombWeight, ...]
    skin: tuple[SkinOf, ...]
    role: tuple[RoleOf, ...]
    figure: tuple[Number, ...]
    limit: tuple[Limit, ...]

    def arcs(self, place: str) -> tuple[Arc, ...]:
        """The arcs of a gun in this place."""
        return next(row.arcs for row in self.gun if row.place == place)

    def kg(self, kind: BombKind) -> int:
        """What a bomb of this kind stands for."""
        return next(row.kg for row in self.bomb if row.kind == kind)

    def number(self, name: str) -> int:
        """The single number of this name."""
        return next(row.value for row in self.figure if row.name == name)

    def most(self, name: str) -> Limit:
        """The limit of this name."""
        return next(row for row in self.limit if row.name == name)


@cache
def conversion_table() -> ConversionTable:
    """The tables of ``conversion.toml``."""
    document = load_toml(package_file(PACKAGE, "data/conversion.toml"))
    return read(ConversionTable, document, "conversion.toml", DataError)


@dataclass(frozen=True)
class Converted:
    """The game's side of a real aircraft."""

    max_speed_mph: float
    skin: Skin
    armor: int | None
    role: Role
    radio: bool
    guns: tuple[Gun, ...]
    bombs: tuple[Bombs, ...]


def converted(historic: Historic, year: int | None) -> Converted:
    """A real aircraft as the game has it. AIR-DES-4.

    Only combat aircraft carry weapons (AIR-UNIT-1), and a spotter's radio hangs on the year.
    """
    table = conversion_table()
    role = next(row.name for row in table.role if row.fits(historic))
    skin = next(row for row in table.skin if row.historic == historic.skin)
    armed = role == "combat"
    return Converted(
        max_speed_mph=historic.max_speed_mph,
        skin=skin.skin,
        armor=skin.armor_if_armoured if historic.armoured else skin.armor,
        role=role,
        radio=role == "spotter" and year is not None and year >= table.number("radio from year"),
        guns=_guns(historic) if armed else (),
        bombs=bombs_of(historic.bomb_kg or 0) if armed else (),
    )


def _guns(historic: Historic) -> tuple[Gun, ...]:
    table = conversion_table()
    forward, rear = Gun(arcs=table.arcs("forward")), Gun(arcs=table.arcs("rear"))
    return (forward,) * historic.forward_guns + (rear,) * historic.rear_guns


def bombs_of(kg: float) -> tuple[Bombs, ...]:
    """The bombs that a load of ``kg`` kilograms makes: full medium ones, then light ones, the last of which may be short.

    >>> bombs_of(45)
    (Bombs(kind='light', count=1),)
    >>> bombs_of(209)
    (Bombs(kind='medium', count=2),)
    """
    table = conversion_table()
    medium, left = divmod(kg, table.kg("medium"))
    light, rest = divmod(left, table.kg("light"))
    light += rest >= table.number("least light bomb kg")
    counts: tuple[tuple[BombKind, int], ...] = (("medium", int(medium)), ("light", int(light)))
    return tuple(Bombs(kind=kind, count=count) for kind, count in counts if count)


def kg_of(bombs: tuple[Bombs, ...]) -> int:
    """The load that bombs stand for, in kilograms."""
    table = conversion_table()
    return sum(one.count * table.kg(one.kind) for one in bombs)
