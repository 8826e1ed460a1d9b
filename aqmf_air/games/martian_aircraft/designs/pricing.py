"""What a design costs, and why: labelled lines whose sum is the total (AIR-DES-1 to AIR-DES-6)."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from itertools import pairwise

from pydantic import Field, model_validator

from aqmf_air.api import DataError, Frozen, Sourced, describe, load_toml, package_file, read
from aqmf_air.games.martian_aircraft.designs.design import ROLES, SKINS, Design, Role, Skin
from aqmf_air.games.martian_aircraft.tables import AircraftRulings

PACKAGE = "aqmf_air.games.martian_aircraft"
PRICING_RULINGS = ("speed_gap", "missing_weapon", "first_medium")  # the rulings that a price hangs on


class RolePrice(Sourced):
    """A role: how many elements its unit has, what that costs, and whether speed, skin and weapons cost extra."""

    name: Role
    title: str
    elements: int = Field(ge=1)
    points: int = Field(ge=0)
    armed: bool
    includes: str
    rule: str


class SpeedBand(Sourced):
    """A band of top speeds in miles an hour: Speed in inches, Defense, points. Nothing above the last: no ``up_to_mph``."""

    from_mph: int
    up_to_mph: int | None = None
    speed: int
    defense: int
    points: int

    def __str__(self) -> str:
        if self.up_to_mph is None:
            return f"{self.from_mph} mph and more"
        return f"{self.from_mph} to {self.up_to_mph} mph" if self.from_mph else f"up to {self.up_to_mph} mph"


class SkinPrice(Sourced):
    """A skin: the Armor that it can give, the usual first, and its points."""

    name: Skin
    armor: tuple[int, ...] = Field(min_length=1)
    points: int


class PointsPrice(Sourced):
    """A single price."""

    name: str
    points: int


class PointsTable(Frozen):
    """Everything in ``points.toml``."""

    role: tuple[RolePrice, ...]
    band: tuple[SpeedBand, ...] = Field(min_length=1)
    skin: tuple[SkinPrice, ...]
    price: tuple[PointsPrice, ...]

    @model_validator(mode="after")
    def _whole(self) -> PointsTable:
        if sorted(row.name for row in self.role) != sorted(ROLES) or sorted(row.name for row in self.skin) != sorted(SKINS):
            raise ValueError("expected each role and each skin once")
        if self.band[0].from_mph != 0 or self.band[-1].up_to_mph is not None:
            raise ValueError("expected speed bands from 0 mph to any speed")
        for slower, faster in pairwise(self.band):
            if slower.up_to_mph is None or not slower.from_mph < slower.up_to_mph < faster.from_mph:
                raise ValueError(f"expected speed bands in order, got {slower} before {faster}")
        return self

    def role_of(self, role: Role) -> RolePrice:
        """The row of a role."""
        return next(row for row in self.role if row.name == role)

    def skin_of(self, skin: Skin) -> SkinPrice:
        """The row of a skin."""
        return next(row for row in self.skin if row.name == skin)

    def points_for(self, name: str) -> int:
        """The single price of this name."""
        return next(row.points for row in self.price if row.name == name)


@cache
def points_table() -> PointsTable:
    """The tables of ``points.toml``."""
    return read(PointsTable, load_toml(package_file(PACKAGE, "data/points.toml")), "points.toml", DataError)


@dataclass(frozen=True, slots=True)
class PriceLine:
    """One line of a price: what it is for, its points for the unit, and the rule."""

    what: str
    points: int
    rule: str


@dataclass(frozen=True)
class Cost:
    """What a design costs as a unit, with its profile: Speed in inches, Defense, Armor."""

    name: str
    role: Role
    unit_size: int
    speed: int
    defense: int
    armor: int
    breakdown: tuple[PriceLine, ...]

    @property
    def points(self) -> int:
        """The total of the lines."""
        return sum(line.points for line in self.breakdown)

    @property
    def in_short(self) -> str:
        """Speed, Defense, Armor: ``15/4/3``."""
        return f"{self.speed}/{self.defense}/{self.armor}"


def speed_band(mph: float, rulings: AircraftRulings) -> SpeedBand:
    """The band of a top speed in miles an hour. AIR-DES-1, AIR-DES-2; ruling ``speed_gap``.

    >>> speed_band(75.5, AircraftRulings()).speed, speed_band(75.5, AircraftRulings(speed_gap="down")).speed
    (15, 12)
    """
    bands = points_table().band
    if rulings.speed_gap == "up":
        return next(band for band in bands if band.up_to_mph is None or mph <= band.up_to_mph)
    return next(band for band in reversed(bands) if mph >= band.from_mph)


def armor_of(design: Design) -> int:
    """Its Armor: what it says, or the usual Armor of its skin. AIR-DES-3."""
    return points_table().skin_of(design.skin).armor[0] if design.armor is None else design.armor


def cost_of(design: Design, rulings: AircraftRulings) -> Cost:
    """The price of a design, line by line, and its profile."""
    table = points_table()
    role = table.role_of(design.role)
    band = speed_band(design.max_speed_mph, rulings)
    lines = [PriceLine(role.includes, role.points, role.rule)]
    if role.armed:
        mph = design.max_speed_mph
        inside = band.from_mph <= mph and (band.up_to_mph is None or mph <= band.up_to_mph)
        speed = f"{mph:g} mph: the band {'' if inside else 'next to it, '}{band}"
        lines.append(PriceLine(speed, band.points, "AIR-DES-5"))
        lines.append(PriceLine(f"{design.skin} skin", table.skin_of(design.skin).points, "AIR-DES-5"))
        lines += _gun_lines(design, rulings)
        lines += _bomb_lines(design, rulings)
    return Cost(design.name, design.role, role.elements, band.speed, band.defense, armor_of(design), tuple(lines))


def _gun_lines(design: Design, rulings: AircraftRulings) -> list[PriceLine]:
    guns = len(design.guns)
    if not guns:
        return [_missing("machine gun", rulings)]
    if guns == 1:
        return []
    each = points_table().points_for("machine gun")
    return [PriceLine(_several(guns - 1, "further machine gun", each), (guns - 1) * each, "AIR-DES-5")]


def _bomb_lines(design: Design, rulings: AircraftRulings) -> list[PriceLine]:
    """Bombs beyond the included light one. AIR-DES-5; rulings ``first_medium``, ``missing_weapon``.

    A medium bomb that takes the included light one's place pays the difference alone. Where nothing does, the design is
    without its light bomb.
    """
    light, medium = design.bomb_count("light"), design.bomb_count("medium")
    price = points_table().points_for("light bomb")
    dearer = points_table().points_for("medium bomb over light")
    lines: list[PriceLine] = []
    if not light:
        if medium and rulings.first_medium == "swap":
            lines.append(PriceLine("1 medium bomb in the included light bomb's place", dearer, "AIR-DES-5"))
            medium -= 1
        else:
            lines.append(_missing("light bomb" if medium else "bomb", rulings))
    if light > 1:
        lines.append(PriceLine(_several(light - 1, "further light bomb", price), (light - 1) * price, "AIR-DES-5"))
    if medium:
        each = price + dearer
        what = "medium bomb" if medium == design.bomb_count("medium") else "further medium bomb"
        lines.append(PriceLine(_several(medium, what, each), medium * each, "AIR-DES-5"))
    return lines


def _missing(weapon: str, rulings: AircraftRulings) -> PriceLine:
    back = points_table().points_for("missing weapon") if rulings.missing_weapon == "refund" else 0
    return PriceLine(f"no {weapon}: {f'{back} points' if back else 'nothing'} back", -back, "AIR-DES-5")


def _several(number: int, what: str, each: int) -> str:
    return f"{number} {what}{'s' if number > 1 else ''} at {each}"


@dataclass(frozen=True, slots=True)
class Alternative:
    """What a design would cost if one ruling were settled otherwise."""

    ruling: str
    value: str
    points: int


def alternatives(design: Design, rulings: AircraftRulings) -> tuple[Alternative, ...]:
    """Each other choice of a pricing ruling that changes the price of this design."""
    now = cost_of(design, rulings).points
    others = []
    for described in describe(rulings):
        if described.name in PRICING_RULINGS:
            for value, _ in described.choices:
                points = cost_of(design, rulings.model_validate({**rulings.model_dump(), described.name: value})).points
                if points != now:
                    others.append(Alternative(described.name, str(value), points))
    return tuple(others)
