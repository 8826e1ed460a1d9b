"""Scenarios: a table, two forces and, if it has a script, who does what."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from importlib.resources.abc import Traversable
from pathlib import Path
from typing import Any, Literal

from pydantic import Field, SerializeAsAny, model_validator

from aqmf_air.core.events import Command
from aqmf_air.core.model import Frozen, read, replace
from aqmf_air.core.rulings import Rulings, settle
from aqmf_air.core.tables import load_toml, parse_toml
from aqmf_air.errors import DataError, UnknownNameError
from aqmf_air.host.formation import lined_up
from aqmf_air.host.hiding import dummies
from aqmf_air.host.orders import HIDDEN
from aqmf_air.host.profiles import SIDES, Side, UnitType, covers
from aqmf_air.host.state import (
    Element,
    Game,
    Mark,
    Objective,
    Reserve,
    Tabletop,
    Terrain,
    Unit,
    Zone,
    marked,
    opponent,
)
from aqmf_air.host.terrain import area_of, terrain_kinds
from aqmf_air.host.turn import opened
from aqmf_air.registry import by_name

MOST_OF_A_KIND = 30
"""How many units of one type an army of a scenario may have."""


class PlacedElement(Frozen):
    """Where an element stands: inches, degrees clockwise from +y."""

    x: float
    y: float
    facing: float = Field(default=0, ge=-360, le=360)


class Arrival(Frozen):
    """When a unit comes on that is not there at the start, and where, in a player's words."""

    turn: int = Field(ge=1)
    sure: bool = False
    """Scheduled for that turn; else it rolls from then on."""
    where: str = ""


class PlacedUnit(Frozen):
    """A unit of a scenario. Without ``elements`` it is lined up in its side's zone."""

    id: str = Field(pattern=r"^[\w][\w -]*$", max_length=40)
    side: Side
    type: str
    elements: tuple[PlacedElement, ...] = ()
    marks: Mapping[str, str] = Field(default_factory=dict)
    hidden: bool = False
    arrives: Arrival | None = None


class PlacedDummy(Frozen):
    """A marker that stands for nothing."""

    side: Side
    x: float
    y: float


class Army(Frozen):
    """A side's units by name and number, or those of an army list; lined up in its zone, and called by type and number."""

    side: Side
    units: Mapping[str, int] = Field(default_factory=dict)
    file: str = ""
    """An army list; its path is seen from the scenario's own file."""

    @model_validator(mode="after")
    def _one_of_two(self) -> Army:
        if bool(self.units) == bool(self.file):
            raise ValueError("expected either 'units' or 'file'")
        return self


class ScenarioFile(Frozen):
    """A scenario as its file has it. ``orders`` are a script: commands with the side that gives them."""

    name: str = Field(min_length=1)
    title: str = Field(min_length=1)
    description: str = ""
    table: Tabletop
    first: Side = "human"
    initiative: Literal["fixed", "rolled"] = "fixed"
    """``fixed``: ``first`` goes first in every turn; ``rolled``: both sides roll in each."""
    turns: int | None = Field(default=None, ge=1, le=50)
    breaking: bool = True
    """Armies break (HOST-WIN-1); not in a skirmish to the last."""
    deploy: tuple[Side, ...] = ()
    """Sides that may set up otherwise in their zones before the game."""
    terrain: tuple[Terrain, ...] = ()
    zones: tuple[Zone, ...] = ()
    objectives: tuple[Objective, ...] = ()
    armies: tuple[Army, ...] = ()
    units: tuple[PlacedUnit, ...] = ()
    dummies: tuple[PlacedDummy, ...] = ()
    rulings: Mapping[str, Any] = Field(default_factory=dict)
    special: tuple[str, ...] = ()
    orders: tuple[Mapping[str, Any], ...] = ()


class Setup(Frozen):
    """Everything that a game starts from; it is the header's, so that a log needs no other file."""

    scenario: str
    title: str
    table: Tabletop
    first: Side
    fixed_order: bool = True
    turns: int | None = None
    breaking: bool = True
    terrain: tuple[Terrain, ...] = ()
    zones: tuple[Zone, ...] = ()
    objectives: tuple[Objective, ...] = ()
    units: tuple[Unit, ...]
    reserves: tuple[Reserve, ...] = ()
    types: tuple[UnitType, ...]
    rulings: SerializeAsAny[Rulings]
    special: tuple[str, ...] = ()

    def opening(self) -> Game:
        """The state before the first command."""
        return opened(
            Game(
                table=self.table,
                terrain=self.terrain,
                zones=self.zones,
                objectives=self.objectives,
                turns=self.turns,
                breaking=self.breaking,
                fixed_order=self.fixed_order,
                order=(self.first, opponent(self.first)),
                units=self.units,
                reserves=self.reserves,
                types=self.types,
                rulings=self.rulings,
                special=self.special,
            )
        )


class Scripted(Frozen):
    """An order of the script, and who gives it."""

    by: Side
    command: SerializeAsAny[Command]
    optional: bool = False
    """Passed over without a word where it is not possible."""


class Scenario(Frozen):
    """A scenario that is ready to be played."""

    setup: SerializeAsAny[Setup]
    description: str
    points: int
    script: tuple[Scripted, ...]


def read_scenario(path: Traversable | Path) -> ScenarioFile:
    """The scenario in a file.

    Raises:
        DataError: names the file and the key.
    """
    return _with_armies_beside(read(ScenarioFile, load_toml(path), Path(str(path)).name, DataError), Path(str(path)).parent)


def parse_scenario(raw: bytes, where: str) -> ScenarioFile:
    """The scenario in these bytes; ``where`` names them in messages, and army lists are seen from the current folder.

    Raises:
        DataError: names the key.
    """
    return _with_armies_beside(read(ScenarioFile, parse_toml(raw, where), where, DataError), Path())


def _with_armies_beside(file: ScenarioFile, beside: Path) -> ScenarioFile:
    return replace(
        file, armies=tuple(replace(army, file=str(beside / army.file)) if army.file else army for army in file.armies)
    )


def set_up(
    file: ScenarioFile,
    catalogue: Mapping[str, UnitType],
    rulings: type[Rulings],
    setup: type[Setup],
    chosen: Mapping[str, Any],
) -> Setup:
    """The start of a game of this scenario; ``chosen`` rulings go before the scenario's own.

    Raises:
        DataError: a unit that does not exist, two of one id, the wrong number of elements, a base off the table, a ruling
            that is none.
    """
    where = f"scenario {file.name!r}"
    _check_ground(file, where)
    placed = (*file.units, *(unit for army in file.armies for unit in _bought(army, catalogue, where)))
    if not placed:
        raise DataError(f"{where}: expected [[units]] or [[armies]]", path=where, key="units")
    kinds = {unit.id: _kind(unit, catalogue, where) for unit in placed}
    _refuse_duplicates(placed, where)
    ranked = _lined_up(placed, kinds, file, where)
    units, reserves = [], []
    for unit in placed:
        made = _placed(unit, kinds[unit.id], ranked.get(unit.id) or unit.elements, file.table, where)
        if unit.arrives is None:
            units.append(made)
        else:
            reserves.append(Reserve(unit=made, **dict(unit.arrives)))
    units += [_dummy(dummy, number, file.table, where) for number, dummy in enumerate(file.dummies, 1)]
    types = {kind.name: kind for kind in kinds.values()}
    types.update((dummies()[dummy.side].name, dummies()[dummy.side]) for dummy in file.dummies)
    return setup(
        scenario=file.name,
        title=file.title,
        table=file.table,
        first=file.first,
        fixed_order=file.initiative == "fixed",
        turns=file.turns,
        breaking=file.breaking,
        terrain=file.terrain,
        zones=tuple(zone for zone in file.zones if zone.side in file.deploy),
        objectives=file.objectives,
        units=_with_markers(units),
        reserves=tuple(reserves),
        types=tuple(types[name] for name in sorted(types)),
        rulings=settle(rulings, {**file.rulings, **chosen}, where),
        special=file.special,
    )


def _kind(placed: PlacedUnit, catalogue: Mapping[str, UnitType], where: str) -> UnitType:
    try:
        kind = by_name(catalogue, placed.type, "unit")
    except UnknownNameError as bad:
        raise DataError(f"{where}: {placed.id}: {bad}", path=where, key="type", value=placed.type) from None
    if placed.side != kind.side:
        raise DataError(f"{where}: {placed.id}: a {kind.name} is {kind.side}, not {placed.side}", path=where, key="side")
    if placed.elements and len(placed.elements) != kind.elements:
        raise DataError(
            f"{where}: {placed.id}: a {kind.name} has {kind.elements} elements, got {len(placed.elements)}",
            path=where,
            key="elements",
        )
    if placed.arrives and not placed.elements:
        raise DataError(
            f"{where}: {placed.id}: a unit that arrives needs places for its elements", path=where, key="elements"
        )
    return kind


def _bought(army: Army, catalogue: Mapping[str, UnitType], where: str) -> Iterator[PlacedUnit]:
    """The units of an army that are named in the scenario itself: ``us-infantry-1``, ``us-infantry-2``."""
    for name, count in army.units.items():
        if not 1 <= count <= MOST_OF_A_KIND:
            raise DataError(f"{where}: {name}: expected 1 to {MOST_OF_A_KIND} units, got {count}", path=where, key=name)
        try:
            kind = by_name(catalogue, name, "unit")
        except UnknownNameError as bad:
            raise DataError(f"{where}: armies: {bad}", path=where, key="units", value=name) from None
        short = short_name(kind.name)
        for number in range(1, count + 1):
            yield PlacedUnit(id=short if count == 1 else f"{short}-{number}", side=army.side, type=kind.name)


def short_name(name: str) -> str:
    """What the units of a type are called: ``us-infantry``."""
    return re.sub(r"[^\w]+", "-", name.casefold()).strip("-")[:30]


def _refuse_duplicates(placed: Sequence[PlacedUnit], where: str) -> None:
    for number, unit in enumerate(placed):
        if any(unit.id == other.id for other in placed[:number]):
            raise DataError(f"{where}: two units are called {unit.id!r}", path=where, key="id", value=unit.id)


def _lined_up(
    placed: Sequence[PlacedUnit], kinds: Mapping[str, UnitType], file: ScenarioFile, where: str
) -> dict[str, tuple[PlacedElement, ...]]:
    """Places for the units that the file gives none."""
    ranked: dict[str, tuple[PlacedElement, ...]] = {}
    for side in SIDES:
        waiting = [unit for unit in placed if unit.side == side and not unit.elements]
        if not waiting:
            continue
        zone = next((zone for zone in file.zones if zone.side == side), None)
        if zone is None:
            raise DataError(
                f"{where}: {waiting[0].id}: expected elements, or a zone of the {side} side", path=where, key="elements"
            )
        spots = lined_up([kinds[unit.id] for unit in waiting], zone, file.table, where)
        for unit, places in zip(waiting, spots, strict=True):
            ranked[unit.id] = tuple(PlacedElement(**dict(place)) for place in places)
    return ranked


def _check_ground(file: ScenarioFile, where: str) -> None:
    for piece in file.terrain:
        if piece.kind not in terrain_kinds():
            kinds = ", ".join(terrain_kinds())
            raise DataError(
                f"{where}: terrain {piece.name!r}: expected one of {kinds}, got {piece.kind!r}", path=where, key="kind"
            )
        try:
            area_of(piece.corners)
        except ValueError as bad:
            raise DataError(f"{where}: terrain {piece.name!r}: {bad}", path=where, key="corners") from None
    for zone in file.zones:
        if not (0 <= zone.left < zone.right <= file.table.width and 0 <= zone.near < zone.far <= file.table.depth):
            raise DataError(f"{where}: the zone of the {zone.side} side is empty or off the table", path=where, key="zones")


def _placed(placed: PlacedUnit, kind: UnitType, at: Sequence[PlacedElement], table: Tabletop, where: str) -> Unit:
    _require_on_table(placed.id, at, table, where)
    elements = tuple(
        Element(id=_element_id(placed.id, number, kind.elements), x=one.x, y=one.y, facing=one.facing)
        for number, one in enumerate(at, 1)
    )
    if (cover := placed.marks.get("cover", "none")) not in covers():
        raise DataError(
            f"{where}: {placed.id}: expected one of {', '.join(covers())}, got {cover!r}", path=where, key="cover"
        )
    marks = {**placed.marks, **({HIDDEN: ""} if placed.hidden else {})}
    kept = tuple(Mark(name=name, value=value) for name, value in sorted(marks.items()))
    return Unit(id=placed.id, type=kind.name, side=placed.side, elements=elements, marks=kept)


def _require_on_table(name: str, at: Sequence[PlacedElement | PlacedDummy], table: Tabletop, where: str) -> None:
    for one in at:
        if not (0 <= one.x <= table.width and 0 <= one.y <= table.depth):
            raise DataError(
                f'{where}: {name}: ({one.x:g}, {one.y:g}) is off the table ({table.width:g}" by {table.depth:g}")',
                path=where,
                key="elements",
            )


def _dummy(placed: PlacedDummy, number: int, table: Tabletop, where: str) -> Unit:
    name = f"dummy-{number}"
    _require_on_table(name, (placed,), table, where)
    element = Element(id=name, x=placed.x, y=placed.y)
    kind = dummies()[placed.side].name
    return Unit(id=name, type=kind, side=placed.side, elements=(element,), marks=(Mark(name=HIDDEN),))


def _with_markers(units: Sequence[Unit]) -> tuple[Unit, ...]:
    """The units, each hidden one with a marker's name: letters in the order of where they stand, which tells nothing."""
    hidden = sorted((unit for unit in units if unit.has(HIDDEN)), key=lambda unit: (unit.elements[0].x, unit.elements[0].y))
    names = {unit.id: letters(number) for number, unit in enumerate(hidden)}
    return tuple(
        replace(unit, marks=marked(unit.marks, HIDDEN, names[unit.id])) if unit.id in names else unit for unit in units
    )


def letters(number: int) -> str:
    """A, B, ... Z, AA, AB, ..."""
    head, last = divmod(number, 26)
    return (letters(head - 1) if head else "") + chr(ord("A") + last)


def _element_id(unit: str, number: int, of: int) -> str:
    return unit if of == 1 else f"{unit}-{number}"
