"""What stands on the ground: units with Combat strength, cover, and what is left of them (6.4.1, 6.5.5)."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from difflib import get_close_matches
from typing import Any, ClassVar

from pydantic import Field

from aqmf_air import api
from aqmf_air.games.clouds_of_glory.api import CloudsGame, Setup, Side, SkyBody, on_board, other_side, seat_of
from aqmf_air.games.clouds_of_glory_expanded.chapter import by_side, with_one
from aqmf_air.games.clouds_of_glory_expanded.tables import GroundUnitRow, tables_of


class Named(api.Frozen):
    """What a mission names: a unit, a battery, an area."""

    id: str = Field(pattern=r"^[a-z][a-z0-9-]{0,30}$")
    side: Side
    name: str = Field(min_length=1, max_length=60)
    """What players call it: ``the northern gun``."""


class GroundUnit(Named):
    """A unit on the ground, as a scenario has it, and what has become of it."""

    kind: str
    """A row of the table of ground units: ``infantry``."""
    at: tuple[float, float]
    cover: tuple[str, ...] = Field(default=(), max_length=4)
    """Rows of the table of cover: ``trench``; none: it is in the open."""
    takes_cover: bool = False
    """Whether it only takes cover: it neither fires nor acts. ICOGX-6.5.5.a."""
    moves: bool = False
    worth: int = Field(default=1, ge=0, le=20)
    """Victory points for the enemy, if it is eliminated."""
    spotted: int = Field(default=0, ge=-10, le=10)
    """What the mission adds to the test of who looks for it. ICOGX-6.6.1.b."""
    lost: int = Field(default=0, ge=0, le=99)
    """Combat strength lost. ICOGX-6.5.5.c."""
    eliminated: bool = False
    fired: int = 0
    fired_at: str = ""

    @property
    def place(self) -> tuple[float, float, float]:
        return (*self.at, 0.0)


class Ground(api.Frozen):
    """All that is on the ground."""

    points_for: ClassVar[str] = "units on the ground"
    units: tuple[GroundUnit, ...] = Field(default=(), max_length=24)

    @property
    def points(self) -> Mapping[str, int]:
        """Of each side for the units of the other that are eliminated. ICOGX-6.5.5.c."""
        return by_side((other_side(unit.side), unit.worth) for unit in self.units if unit.eliminated)


GROUND = api.Slice("ground", Ground)


def row_of(game: CloudsGame | Setup, unit: GroundUnit) -> GroundUnitRow:
    """What its kind is."""
    return tables_of(game).ground_unit(unit.kind)


def body_of(game: CloudsGame, unit: GroundUnit) -> SkyBody:
    """Where it stands, with its base."""
    return SkyBody(unit.id, unit.name, unit.place, row_of(game, unit).radius)


def strength_of(game: CloudsGame, unit: GroundUnit) -> int:
    """Its Combat strength now. ICOGX-6.4.1.b, ICOGX-6.5.5.c."""
    return 0 if unit.eliminated else max(0, row_of(game, unit).combat_strength - unit.lost)


def units_of(game: CloudsGame) -> tuple[GroundUnit, ...]:
    """Those that are still there."""
    return tuple(unit for unit in GROUND.of(game).units if not unit.eliminated)


def enemy_units(game: CloudsGame, side: str) -> tuple[GroundUnit, ...]:
    """Those of a side's enemy that are still there."""
    return tuple(unit for unit in units_of(game) if unit.side != side)


def unit_of(game: CloudsGame, id_: str) -> GroundUnit | None:
    """The unit of this id; None: there is none, or no more."""
    return next((unit for unit in units_of(game) if unit.id == id_), None)


def named(game: CloudsGame, id_: str) -> GroundUnit:
    """The unit of this id, also one that is eliminated."""
    return next(unit for unit in GROUND.of(game).units if unit.id == id_)


def with_unit(game: CloudsGame, id_: str, **changes: object) -> CloudsGame:
    """The same with a unit changed."""
    return with_one(game, GROUND, "units", id_, **changes)


def ground_names(game: CloudsGame, side: str = "") -> api.Names:
    """The units that may be named in an order; of one side, if it is said."""
    return names_of("a ground unit", units_of(game), side)


def names_of(what: str, things: Iterable[Named], side: str = "") -> api.Names:
    """Things that may be named in an order, by what players call them; of one side, if it is said."""
    return api.Names(what, {thing.name: thing.id for thing in things if side in ("", thing.side)}, pieces=True)


def faults(setup: Setup) -> Iterator[str]:
    """What is wrong with the units of a mission, a line each."""
    units, tables = GROUND.of(setup).units, tables_of(setup)
    yield from naming_faults(setup, "ground", units, "at")
    yield from unknown_faults(setup, "ground", "aircraft", fired_at=(unit.fired_at for unit in units if unit.fired_at))
    for unit in units:
        if unit.kind not in (kinds := [row.id for row in tables.ground_units]):
            yield f"ground {unit.id}: no kind {unit.kind[:40]!r}; expected {' or '.join(kinds)}"
        elif not unit.eliminated and unit.lost >= (strength := row_of(setup, unit).combat_strength):
            yield f"ground {unit.id}: lost: expected less than its Combat strength, {strength}, got {unit.lost}"
        if strange := next((name for name in unit.cover if name not in tables.covers), ""):
            yield f"ground {unit.id}: no cover {strange[:40]!r}; expected {' or '.join(tables.covers)}"


def naming_faults(setup: Setup, what: str, things: Sequence[Named], *places: str) -> Iterator[str]:
    """Of things whose name is not theirs alone, or of which one of these fields is no place on the board, a line each."""
    taken = {placing.id for placing in setup.aircraft} | {balloon.id for balloon in setup.balloons}
    taken |= {unit.id for unit in GROUND.of(setup).units if unit not in things} | {runway.id for runway in setup.runways}
    for thing in things:
        if thing.id in taken:
            yield f"{what}: two things are called {thing.id!r}: expected a name of its own"
        taken.add(thing.id)
        for name in places:
            if (at := getattr(thing, name)) and not on_board(setup, *at):
                yield f"{what} {thing.id}: {name}: expected a place on the board, got {at}"


THERE: Mapping[str, Callable[[Setup], list[str]]] = {
    "aircraft": lambda setup: [placing.id for placing in setup.aircraft],
    "man": lambda setup: [seat_of(placing.id, man.station) for placing in setup.aircraft for man in placing.crew],
    "balloon": lambda setup: [balloon.id for balloon in setup.balloons],
    "ground unit": lambda setup: [unit.id for unit in GROUND.of(setup).units],
}
"""What a mission has of each kind; a man by where he sits."""


def unknown_faults(
    setup: Setup, what: str, kind: str, there: Sequence[str] | None = None, **named: Iterable[str]
) -> Iterator[str]:
    """Of fields of a slice that name things of a mission: each name that none of the kind has, a line each."""
    every = THERE[kind](setup) if there is None else there
    strange = ((field, name) for field, names in named.items() for name in names if name not in every)
    for field, name in strange:
        near = get_close_matches(name, every) or every[:8]
        yield f"{what}: {field}: no {kind} {name[:40]!r}; expected {' or '.join(near) or 'none'}"


def bodies(game: CloudsGame) -> Iterable[SkyBody]:
    """As the board draws them, with what is left of each and its cover."""
    covers = tables_of(game).covers
    for unit in units_of(game):
        row = row_of(game, unit)
        shelter = [covers[name].title for name in unit.cover] + ["takes cover"] * unit.takes_cover
        state = ", ".join([f"strength {strength_of(game, unit)} of {row.combat_strength}", *shelter])
        sign: dict[str, Any] = {"what": row.title, "state": state, "shape": row.outline}
        yield SkyBody(unit.id, unit.name, unit.place, row.radius, flat=True, side=unit.side, **sign)
