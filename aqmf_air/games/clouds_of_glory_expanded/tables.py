"""What is looked up: the rows of the expanded game's tables, and those in force."""

from __future__ import annotations

from calendar import month_name
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from math import inf
from operator import attrgetter
from typing import Any, Literal, TypeVar

from pydantic import Field, model_validator

from aqmf_air import api
from aqmf_air.games.clouds_of_glory.api import RULESET, CloudsGame, Setup, Side, SpeedBand

PACKAGE = "aqmf_air.games.clouds_of_glory_expanded"
R = TypeVar("R", bound=api.Sourced)


class TitledRow(api.Sourced):
    """What players know by its name."""

    id: str
    title: str


AS_A_DATE = ", as year, month, day"
"""What ends the words for a number that is a date."""


class ExpandedNumber(api.NamedNumber):
    """A number of the chapter whose table it is in."""

    def on_paper(self, field: str) -> str | None:
        if not self.what.endswith(AS_A_DATE):
            return super().on_paper(field)
        if field == "what":
            return self.what.removesuffix(AS_A_DATE)
        months, day = divmod(int(self.value), 100)
        return f"{day} {month_name[months % 100]} {months // 100}" if field == "value" else None


class GroundUnitRow(TitledRow):
    """What stands on the ground. T8, M6: ICOGX-6.4.1.a."""

    combat_strength: int = Field(ge=1, le=40)
    range: float = Field(default=0, ge=0, le=200, title="range, MU")
    """MU of its direct fire; 0: it has none."""
    damage: str = ""
    """Dice of a hit of its fire."""
    armour: int = Field(default=0, ge=0, le=6)
    radius: float = Field(gt=0, le=5, title="radius, MU")
    """MU of its base."""
    outline: tuple[tuple[float, float], ...] = Field(
        default=((-0.8, -0.8), (0.8, -0.8), (0.8, 0.8), (-0.8, 0.8)), repr=False
    )
    """Its sign on the board: corners from -1 to 1, x to the right and y up."""


class CoverRow(TitledRow):
    """What is taken off each die of damage. T11: ICOGX-6.5.5.a."""

    reduction: int = Field(ge=0, le=6, title="off each die")


class UpToRow(api.Sourced):
    """What holds up to a number, from the row before on. M2, T2, T21: ICOGX-6.4.1.1, ICOGX-1.3.c, ICOGX-6.6.4.j."""

    up_to: float | None = None
    """None: it holds for whatever is more."""
    value: int = Field(title="value")
    title: str = ""


class BombRow(TitledRow):
    """A class of bombs, with the template that lies where one falls. M1, T18: ICOGX-6.5.5.2, ICOGX-6.5.5.d."""

    lightest: int = Field(ge=0, title="kg from")
    """kg."""
    heaviest: int = Field(title="kg to")
    """kg."""
    rings: tuple[tuple[float, int], ...] = Field(min_length=2, title="damage to so many MU from the middle, ring by ring")
    """MU from its middle, and the d6 of what a base touches first, from the middle outwards."""

    def columns_on_paper(self, field: str) -> Mapping[str, str] | None:
        return {f"ring {at}": f"{n}d6 to {to:g}" for at, (to, n) in enumerate(self.rings, 1)} if field == "rings" else None

    @model_validator(mode="after")
    def _falls(self) -> BombRow:
        radii, dice = [radius for radius, _ in self.rings], [-count for _, count in self.rings]
        if radii != sorted({*radii}) or dice != sorted({*dice}) or radii[0] <= 0 or dice[-1] >= 0:
            raise ValueError("rings: expected rising radii with falling dice, each more than 0")
        return self


Gap = Literal["days", "weeks", "months"]
"""How far away the next mission is."""


class WoundRow(TitledRow):
    """What becomes of a wounded man. T6: ICOGX-1.5.W1 to W12."""

    face: int = Field(default=0, title="D20")
    """Of the die by itself; 0: successes count."""
    least: int | None = Field(default=None, title="Fortitude test")
    """None: however few."""
    most: int | None = None
    """Successes; None: however many."""
    ability: bool = Field(default=False, repr=False)
    dies: bool = Field(default=False, repr=False)
    leaves: bool = Field(default=False, repr=False)
    """Whether he flies no more."""
    fortitude: str = Field(default="", repr=False)
    """Dice, lost for good."""
    luck: str = Field(default="", repr=False)
    awareness: int = Field(default=0, repr=False)
    flying: int = Field(default=0, repr=False)
    gunnery: int = Field(default=0, repr=False)
    trait: str = Field(default="", repr=False)
    """That he has from now on."""
    grounded: tuple[Gap, ...] = Field(repr=False)
    """How far away a mission may be that he misses."""

    def on_paper(self, field: str) -> str | None:
        for_good = {name: getattr(self, name) for name in ("fortitude", "luck", "awareness", "flying", "gunnery")}
        ends = ["gains a special ability"] * self.ability + ["flies no more"] * self.leaves
        ends += [f"{name.capitalize()} -{lost} for good" for name, lost in for_good.items() if lost]
        ends += [f"grounded: {', '.join(self.grounded)}"] * bool(self.grounded and not self.leaves)
        return ": ".join(filter(None, (self.title, "; ".join(ends)))) if field == "title" else None


class AbsenceRow(api.Sourced):
    """How long a man is away. ``wound_columns``: ICOGX-1.5.e."""

    unit: Gap = Field(title="Away for")
    dice: str
    days: int = Field(ge=1, title="days in one")
    """In one of the unit."""


AbilityTable = Literal["pilot", "gunner", "ace"]


class AbilityRow(api.Sourced):
    """A special ability. T3, T4, T5: ICOGX-1.4.1, ICOGX-1.4.2."""

    of: AbilityTable = Field(title="Of a")
    """Whose table it is in."""
    low: int = Field(ge=1)
    high: int = Field(ge=1, le=100)
    """The faces that bring it."""
    name: str
    """The trait of who has it."""
    number: float = Field(default=0, title="what it does")
    """What it goes by: MU, boxes, months, points, the lowest face that counts."""
    dice: str = Field(default="", repr=False)
    skills: tuple[str, ...] = Field(default=(), repr=False)
    """That it is for."""
    figure: str = Field(default="", repr=False)
    """What it does with the number, the dice or the skills, where it is printed."""

    def on_paper(self, field: str) -> str | None:
        if field != "number":
            return None
        by = f"{self.number:g}" if self.number else self.dice or " and ".join(self.skills)
        added = [
            row
            for row in expanded_tables.today().of.of("ability-modifiers", AbilityModifierRow)
            if (row.of, row.name) == (self.of, self.name)
        ]
        changes = [f"{row.value:+d} to {row.on_paper('check')}" for row in added]
        return "; ".join(filter(None, (*changes, self.figure.replace("{}", by))))

    @property
    def rule(self) -> str:
        """Its id."""
        return f"ICOGX-1.4.{self.of[0].upper()}{self.low}"


class AbilityModifierRow(api.Sourced):
    """What a special ability adds. T3, T4, T5."""

    of: AbilityTable
    name: str
    check: str = Field(title="adds to")
    """As hooks know it: ``shot side``, a table of angles; ``threat``: an enemy's initiative; ``record luck``: a score."""
    words: str = Field(default="", repr=False)
    """What that is for players."""
    value: int = Field(title="+change")
    last: int = Field(default=0, title="last row")
    """Of a table's die: the last row."""

    def on_paper(self, field: str) -> str | None:
        return self.words or self.check if field == "check" else None


def _no_gaps(rows: Sequence[AbilityRow]) -> str | None:
    for of in {row.of for row in rows}:
        faces = sorted(face for row in rows if row.of == of for face in range(row.low, row.high + 1))
        if faces != list(range(1, len(faces) + 1)):
            return f"{of}: expected each face from 1 on once"
    return None


class BalloonDamageRow(api.Sourced):
    """What a hit does to a balloon. T14: ICOGX-6.5.2.2."""

    low: int
    """The lowest total."""
    id: str
    text: str
    later: int = Field(default=0, title="+later rolls")
    """What it adds to each later damage roll."""
    next: int = Field(default=0, title="+next roll")
    """What it adds to the next one."""
    burns: bool = False


class CameraRow(api.Sourced):
    """Who works the camera of a type, where that is not its observer. ICOGX-6.6.2.a."""

    type: str
    """How the names of such types begin."""
    station: str


class AAResultRow(api.Sourced):
    """What the die of an AA gun does. T12: ICOGX-6.4.3.R1 to ICOGX-6.4.3.R20."""

    low: int
    high: int
    effect: Literal["shift", "miss", "damage"]
    dice: str = ""
    """Of a row of the damage table."""


class BombingRow(api.Sourced):
    """Bombs dropped from an altitude at a speed. T16: ICOGX-6.5.4.a, ICOGX-6.5.4.c."""

    lowest: int = Field(ge=0, title="Altitude in MU, from")
    """MU: the row holds from here up to the next one."""
    band: SpeedBand
    spacing: float = Field(gt=0, title="bombs apart, MU")
    """MU between the marks of a string."""
    die: str = Field(pattern=r"^1d[1-9]\d{0,2}$", title="miss by, MU")
    """MU that a bomb falls off its mark."""
    less: tuple[int, ...] = Field(min_length=2, title="MU nearer, by the successes at least")
    """What the successes of each column take off that."""

    def columns_on_paper(self, field: str) -> Mapping[str, str] | None:
        if field != "less":
            return None
        first, width = (expanded_tables.today().number("bombing-numbers", name) for name in ("first-column", "column-width"))
        return {f"{first + width * at:+g}" if first + width * at else "0": str(value) for at, value in enumerate(self.less)}


class BombLoadRow(api.Sourced):
    """The bombs of a type of aircraft; how many it carries is on its panel. M10: ICOGX-6.5.4.3, ICOGX-6.5.4.2.b."""

    name: str
    """As on the panel; ``any other``: of those that have no row."""
    kg: int = Field(ge=0)
    by: str = Field(default="", title="dropped by")
    """The station of who drops them; empty: as the rules say."""
    groups: tuple[int, ...] = Field(default=(), title="together")
    """How many may fall together, besides one."""
    dives: bool = False
    """Whether a two-seater may dive on a target."""


class TimelineRow(api.Sourced):
    """When a type comes to the front, and whose it is. M13: ICOGX-1.4.P7, ICOGX-1.4.A3."""

    type: str
    side: Side
    month: str = Field(pattern=r"^19\d\d-(0[1-9]|1[0-2])$")
    layouts: tuple[str, ...] = ()
    """Panels of the type with other weapons."""


def _table(
    id_: str, title: str, group: str, row: type[api.Sourced], *key: str,
    grows: bool = False, check: Any = lambda rows: None, **heads: str,
) -> Any:  # fmt: skip
    path = api.package_file(PACKAGE, f"data/tables/{id_}.toml")
    return api.TableSource(id_, title, path, row, key, grows, check, group=group, heads=heads)


GROUND, ATTACKS, AIR = "Fire from the ground", "Attacks on the ground", "Balloons, rockets, parachutes"
MEN, OBSERVERS, BETWEEN = "Special abilities", "Observers", "Between missions"
SOURCES = (
    _table("ground-units", "Ground units", GROUND, GroundUnitRow, "id", grows=True),
    _table("cover", "Cover", ATTACKS, CoverRow, "id", grows=True),
    _table("balloons", "Balloons", AIR, ExpandedNumber, "name"),
    _table("balloon-damage", "Damage of balloons", AIR, BalloonDamageRow, "id"),
    _table("rockets", "Rockets", AIR, ExpandedNumber, "name"),
    _table("parachutes", "Parachutes", AIR, ExpandedNumber, "name"),
    _table(
        "ground-fire", "Fire from the ground, range", GROUND, UpToRow, "up_to", grows=True, up_to="to MU", value="+to hit"
    ),
    _table("abilities", "Special abilities", MEN, AbilityRow, "of", "low", check=_no_gaps),
    _table("ability-modifiers", "What special abilities add", MEN, AbilityModifierRow, "of", "name", "check"),
    _table("ability-numbers", "Special abilities of aces", MEN, ExpandedNumber, "name"),
    _table("bombing", "Bombing", ATTACKS, BombingRow, "lowest", "band"),
    _table("bomb-loads", "Bombs of each type", ATTACKS, BombLoadRow, "name", grows=True),
    _table("bombing-numbers", "Bombing, numbers", ATTACKS, ExpandedNumber, "name"),
    _table("ground-fire-speeds", "Fire from the ground, speed of the target", GROUND, ExpandedNumber, "name"),
    _table("air-to-ground", "Strafing and other shots at the ground", ATTACKS, ExpandedNumber, "name"),
    _table("bombs", "Bomb templates", ATTACKS, BombRow, "id", grows=True),
    _table("experience", "Experience points", BETWEEN, ExpandedNumber, "name"),
    _table("skill-prices", "Experience points for a skill", BETWEEN, UpToRow, "up_to", up_to="value to", value="points"),
    _table("wounds", "Wounded men", BETWEEN, WoundRow, "id"),
    _table("careers", "Men between missions", BETWEEN, ExpandedNumber, "name"),
    _table("timeline", "Types, from which month on", BETWEEN, TimelineRow, "type", grows=True),
    _table("absences", "Absences", BETWEEN, AbsenceRow, "unit"),
    _table("observers", "Observers", OBSERVERS, ExpandedNumber, "name"),
    _table("spotting", "Artillery spotting", OBSERVERS, UpToRow, "up_to", up_to="successes to", value="+dice of deviation"),
    _table("cameras", "Cameras", OBSERVERS, CameraRow, "type", grows=True),
    _table("aa-results", "AA guns", GROUND, AAResultRow, "low", check=api.every_face(20)),
    _table("aa-numbers", "Barrages", GROUND, ExpandedNumber, "name"),
)


def _rows(table: str, kind: type[R], by: str = "") -> cached_property[tuple[R, ...]]:
    """All rows of a table, in their order or by one of their values."""

    def rows(tables: ExpandedTables) -> tuple[R, ...]:
        own = tables.of.of(table, kind)
        return tuple(sorted(own, key=attrgetter(by)) if by else own)

    return cached_property(rows)


@dataclass(frozen=True, eq=False)
class ExpandedTables:
    """The tables in force. A set of them is itself alone, so that rules can be asked about it."""

    of: api.TablesInForce

    ground_units = _rows("ground-units", GroundUnitRow)
    balloon_damage = _rows("balloon-damage", BalloonDamageRow, "low")
    bombs = _rows("bombs", BombRow)
    wounds = _rows("wounds", WoundRow)
    """Faces first, then from the most successes."""
    cameras = _rows("cameras", CameraRow)
    timeline = _rows("timeline", TimelineRow, "month")

    def number(self, table: str, name: str) -> float:
        """A number of a table of numbers."""
        return self.of.of(table, ExpandedNumber).at(name).value

    def ground_unit(self, kind: str) -> GroundUnitRow:
        """A kind of ground unit."""
        return self.of.of("ground-units", GroundUnitRow).at(kind)

    def whole(self, table: str, name: str) -> int:
        """The same as a whole number."""
        return int(self.number(table, name))

    @cached_property
    def covers(self) -> Mapping[str, CoverRow]:
        """Kinds of cover, by their ids."""
        return {row.id: row for row in self.of.of("cover", CoverRow)}

    def bombing_row(self, altitude: int, band: SpeedBand) -> BombingRow:
        """How bombs fall from a whole altitude in MU, at a speed. ICOGX-6.5.4.c."""
        rows = [row for row in self.of.of("bombing", BombingRow) if row.band == band and row.lowest <= altitude]
        return max(rows, key=lambda row: row.lowest)

    def bomb_load(self, type_: str) -> BombLoadRow:
        """The bombs of a type of aircraft. ICOGX-6.5.4.3."""
        loads = self.of.of("bomb-loads", BombLoadRow)
        return loads.rows.get((type_,)) or loads.at("any other")

    def up_to(self, table: str, number: float) -> int | None:
        """What a table of ranges, prices or successes says of a number; None: it is past the last row."""
        ends = {inf if row.up_to is None else row.up_to: row.value for row in self.of.of(table, UpToRow)}
        return next((ends[end] for end in sorted(ends) if number <= end), None)

    def bomb(self, id_: str) -> BombRow:
        """A class of bombs. Raises DataError: there is none."""
        return self.of.of("bombs", BombRow).at(id_)

    def wound(self, id_: str) -> WoundRow:
        """A row of the wounded pilot table."""
        return self.of.of("wounds", WoundRow).at(id_)

    def abilities(self, of: AbilityTable) -> tuple[AbilityRow, ...]:
        """The table of special abilities of a pilot, a gunner or an ace. ICOGX-1.4.1, ICOGX-1.4.2."""
        return tuple(row for row in self.of.of("abilities", AbilityRow) if row.of == of)

    @cached_property
    def _abilities(self) -> Mapping[tuple[str, str], AbilityRow]:
        return {(row.name, row.of): row for row in self.of.of("abilities", AbilityRow)}

    def ability(self, name: str, *tables: AbilityTable) -> AbilityRow | None:
        """A special ability, by the first of these tables that has it."""
        return next((row for of in tables if (row := self._abilities.get((name, of)))), None)

    def ability_modifier(self, ability: AbilityRow, check: str) -> AbilityModifierRow | None:
        """What an ability adds to a check; None: nothing."""
        return self.of.of("ability-modifiers", AbilityModifierRow).rows.get((ability.of, ability.name, check))


expanded_tables = api.GameTables(RULESET, SOURCES, ExpandedTables)


def tables_of(state: CloudsGame | Setup) -> ExpandedTables:
    """Those in force."""
    return expanded_tables((state if isinstance(state, Setup) else state.setup).tables)
