"""What is looked up: weapons, units, cover and figures of the rules, from the data files; and the rulings."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import Any, Literal, cast

from pydantic import Field, field_validator

from aqmf_air.api import Frozen, Rulings, Sourced, load_rows, package_file, ruling

# -- profiles ----------------------------------------------------------------------------------------------------------


Side = Literal["human", "martian"]
SIDES: tuple[Side, Side] = ("human", "martian")
SPELT: Mapping[str, str] = {"human": "human", "martian": "Martian"}
"""How a side is spelt before a noun."""


class Weapon(Sourced):
    """A weapon: ``range`` in inches (None: it has none of its own, like a bomb), shots and Power for each element."""

    name: str = Field(min_length=1)
    kind: str = Field(min_length=1)
    """``gun``, ``heat-ray``, ``indirect`` (barrages), ``area``, ``missile``; plugins bring their own."""
    range: float | None = Field(default=None, gt=0)
    shots: int = Field(default=1, ge=1)
    power: int
    barrage: int | None = Field(default=None, ge=1, le=6)
    traits: tuple[str, ...] = ()


class Mount(Frozen):
    """A weapon as a unit's elements carry it."""

    weapon: Weapon
    count: int = Field(default=1, ge=1)
    """How many; of weapons that are used up (bombs), how many there are to use."""
    arcs: tuple[str, ...] = ()
    """The arcs it bears on; none given: all round."""

    @field_validator("weapon", mode="before")
    @classmethod
    def _by_name(cls, given: Any) -> Any:
        """The game's data name a weapon that they have elsewhere."""
        if isinstance(given, str) and given not in weapons():
            raise ValueError(f"unknown weapon {given!r}")
        return weapons()[given] if isinstance(given, str) else given


PACKAGE = "aqmf_air.games.martian_front"


@cache
def weapons(package: str = PACKAGE) -> dict[str, Weapon]:
    """The weapons in a package's data, by name; the game's, unless told otherwise."""
    rows = load_rows(package_file(package, "data/weapons.toml"), Weapon, "weapon", lambda row: row.name)
    return {row.name: row for row in rows}


class UnitType(Sourced):
    """A unit as it is bought: ``elements`` of one profile. Speed is one move in inches; distances are inches."""

    name: str = Field(min_length=1)
    side: Side
    kind: str = Field(min_length=1)
    """``infantry``, ``vehicle``, ``artillery``, ``tripod``, ``drone``; plugins bring their own."""
    elements: int = Field(ge=1)
    speed: float = Field(ge=0)
    defense: int = Field(ge=1)
    armor: int = Field(ge=1)
    points: int = Field(ge=0)
    base_diameter: float = Field(gt=0)
    coherency: float = Field(default=0, ge=0)
    weapons: tuple[Mount, ...] = ()
    traits: tuple[str, ...] = ()

    def mount(self, weapon: str) -> Mount | None:
        """The mount of the weapon of this name, if there is one."""
        return next((mount for mount in self.weapons if mount.weapon.name.casefold() == weapon.casefold()), None)

    def has(self, trait: str) -> bool:
        """Whether the type has a trait."""
        return trait in self.traits


class Cover(Sourced):
    """What cover adds to Defense and Armor of an element in it (HOST-COVER-1)."""

    name: str
    defense: int
    armor: int


class Figure(Sourced):
    """A single number of the rules."""

    name: str
    rule: str
    value: int


class Habit(Sourced):
    """How often something happens in games between automatic sides, of 100."""

    name: str
    of_100: int = Field(ge=0, le=100)


@cache
def unit_types() -> tuple[UnitType, ...]:
    """The game's units."""
    return load_rows(package_file(PACKAGE, "data/units.toml"), UnitType, "unit", lambda row: row.name)


@cache
def covers() -> dict[str, Cover]:
    """Kinds of cover, by name."""
    rows = load_rows(package_file(PACKAGE, "data/cover.toml"), Cover, "cover", lambda row: row.name)
    return {row.name: row for row in rows}


@cache
def figures(package: str = PACKAGE, file: str = "data/figures.toml") -> dict[str, int]:
    """Single numbers of the rules in a package's data, by name; the game's, unless told otherwise."""
    rows = load_rows(package_file(package, file), Figure, "figure", lambda row: row.name)
    return {row.name: row.value for row in rows}


@cache
def habits(package: str = PACKAGE) -> dict[str, int]:
    """What was counted in games, of 100, by name, in a package's data; in the game's, unless told otherwise."""
    rows = load_rows(package_file(package, "data/habits.toml"), Habit, "habit", lambda row: row.name)
    return {row.name: row.of_100 for row in rows}


# -- rulings: points that no source we could read settles; see also ``data/kept_rulings.toml`` -------------------------


class HostRulings(Rulings):
    """Every point of the game that the players may settle."""

    explosion_hits: Literal["automatic", "rolled"] = ruling(
        "HOST-TRIPOD-2",
        "Does a tripod's explosion have to roll to hit what it touches?",
        "No: every element touched is rolled for to damage only.",
        "Yes: first to hit against Defense, then to damage.",
    )
    die_off_ties: Literal["owner", "reroll", "enemy"] = ruling(
        "HOST-TRIPOD-2",
        "Both roll for legs or a weapon that were hit, and the dice are equal. Who has the say?",
        "The tripod's own side.",
        "Nobody yet: both roll again.",
        "The tripod's enemy.",
    )
    tripods_over_woods: Literal["unseen", "seen"] = ruling(
        "HOST-LOS-1",
        "A tripod sees over woods and ruins. Is it seen over them, too?",
        "No: to those on the ground they hide a tripod as they hide anything.",
        "Yes: only hills hide a tripod.",
    )
    spotted_scatter: Literal["as-seen", "scatters"] = ruling(
        "HOST-BARRAGE-5",
        "How do guns fire at a spotted target that they do not see?",
        "As with a clear line of sight: every gun in range fires, and the template stays on its mark.",
        "Only if no gun of the unit sees it; then all of them fire, and the template may scatter.",
        standing="stated",
    )


def host_rulings(rulings: Rulings) -> HostRulings:
    """The game's part of the rulings in force."""
    return cast("HostRulings", rulings)
