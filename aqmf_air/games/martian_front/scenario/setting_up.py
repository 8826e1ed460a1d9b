"""A scenario set up: its units looked up and put on the table, its ground tried out."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from aqmf_air.core.data.names import by_name
from aqmf_air.core.play.rulings import Rulings, settle
from aqmf_air.errors import DataError, UnknownNameError
from aqmf_air.games.martian_front.base_order import HIDDEN
from aqmf_air.games.martian_front.profiles import SIDES, UnitType, covers
from aqmf_air.games.martian_front.rules.hiding import PLACED, dummies
from aqmf_air.games.martian_front.rules.terrain import area_of, terrain_kinds
from aqmf_air.games.martian_front.scenario.formation import lined_up
from aqmf_air.games.martian_front.scenario.model import (
    Army,
    PlacedDummy,
    PlacedElement,
    PlacedUnit,
    ScenarioFile,
    Setup,
    dummy_id,
    letters,
    short_name,
)
from aqmf_air.games.martian_front.state import Element, Mark, Objective, Reserve, Tabletop, Terrain, Unit, Zone

MOST_OF_A_KIND = 30
"""How many units of one type an army of a scenario may have."""


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
    for piece in file.terrain:
        check_piece(piece, where)
    for zone in file.zones:
        check_zone(zone, file.table, where)
    for one in file.objectives:
        check_objective(one, file.table, where)
    placed = (*file.units, *(unit for army in file.armies for unit in bought(army, catalogue, where)))
    if not placed:
        raise DataError(f"{where}: expected [[units]] or [[armies]]", path=where, key="units")
    kinds = {unit.id: kind_of(unit, catalogue, where) for unit in placed}
    refuse_duplicates(placed, where)
    ranked = in_ranks(placed, kinds, file, where)
    units, reserves = [], []
    for unit in placed:
        made = _placed(unit, kinds[unit.id], ranked.get(unit.id) or unit.elements, file, where)
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


def kind_of(placed: PlacedUnit, catalogue: Mapping[str, UnitType], where: str) -> UnitType:
    """The type of a unit of a scenario, which has its side and its number of elements.

    Raises:
        DataError: names the unit.
    """
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


def bought(army: Army, catalogue: Mapping[str, UnitType], where: str) -> Iterator[PlacedUnit]:
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


def refuse_duplicates(placed: Sequence[PlacedUnit], where: str) -> None:
    """Refuse two units of one id.

    Raises:
        DataError: names it.
    """
    for number, unit in enumerate(placed):
        if any(unit.id == other.id for other in placed[:number]):
            raise DataError(f"{where}: two units are called {unit.id!r}", path=where, key="id", value=unit.id)


def in_ranks(
    placed: Sequence[PlacedUnit], kinds: Mapping[str, UnitType], file: ScenarioFile, where: str
) -> dict[str, tuple[PlacedElement, ...]]:
    """Places for the units that the file gives none, in their side's zone.

    Raises:
        DataError: there is none, or it is too small.
    """
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


def check_piece(piece: Terrain, where: str) -> None:
    """Refuse terrain of no known kind, or whose outline is none.

    Raises:
        DataError: names the piece.
    """
    if piece.kind not in terrain_kinds():
        kinds = ", ".join(terrain_kinds())
        raise DataError(
            f"{where}: terrain {piece.name!r}: expected one of {kinds}, got {piece.kind!r}", path=where, key="kind"
        )
    try:
        area_of(piece.corners)
    except ValueError as bad:
        raise DataError(f"{where}: terrain {piece.name!r}: {bad}", path=where, key="corners") from None


def check_zone(zone: Zone, table: Tabletop, where: str) -> None:
    """Refuse a zone that is empty or leaves the table.

    Raises:
        DataError: names its side.
    """
    if not (0 <= zone.left < zone.right <= table.width and 0 <= zone.near < zone.far <= table.depth):
        raise DataError(f"{where}: the zone of the {zone.side} side is empty or off the table", path=where, key="zones")


def check_objective(one: Objective, table: Tabletop, where: str) -> None:
    """Refuse an objective that lies off the table.

    Raises:
        DataError: names it.
    """
    if not (0 <= one.x <= table.width and 0 <= one.y <= table.depth):
        message = f"{where}: objective {one.name!r}: ({one.x:g}, {one.y:g}) is off the table"
        raise DataError(f'{message} ({table.width:g}" by {table.depth:g}")', path=where, key="objectives")


def _placed(placed: PlacedUnit, kind: UnitType, at: Sequence[PlacedElement], file: ScenarioFile, where: str) -> Unit:
    require_on_table(placed.id, at, file.table, where)
    elements = tuple(
        Element(id=_element_id(placed.id, number, kind.elements), x=one.x, y=one.y, facing=one.facing)
        for number, one in enumerate(at, 1)
    )
    check_cover(placed, where)
    hidden = {HIDDEN: "", **({PLACED: ""} if file.orders else {})} if placed.hidden else {}  # a script knows where they are
    marks = {**placed.marks, **hidden}
    kept = tuple(Mark(name=name, value=value) for name, value in sorted(marks.items()))
    return Unit(id=placed.id, type=kind.name, side=placed.side, elements=elements, marks=kept)


def check_cover(placed: PlacedUnit, where: str) -> None:
    """Refuse a unit's own cover that is of no kind.

    Raises:
        DataError: names the unit.
    """
    if (cover := placed.marks.get("cover", "none")) not in covers():
        raise DataError(
            f"{where}: {placed.id}: expected one of {', '.join(covers())}, got {cover!r}", path=where, key="cover"
        )


def require_on_table(name: str, at: Sequence[PlacedElement | PlacedDummy], table: Tabletop, where: str) -> None:
    """Refuse places off the table.

    Raises:
        DataError: names the unit.
    """
    for one in at:
        if not (0 <= one.x <= table.width and 0 <= one.y <= table.depth):
            raise DataError(
                f'{where}: {name}: ({one.x:g}, {one.y:g}) is off the table ({table.width:g}" by {table.depth:g}")',
                path=where,
                key="elements",
            )


def _dummy(placed: PlacedDummy, number: int, table: Tabletop, where: str) -> Unit:
    name = dummy_id(number)
    require_on_table(name, (placed,), table, where)
    element = Element(id=name, x=placed.x, y=placed.y)
    kind = dummies()[placed.side].name
    return Unit(id=name, type=kind, side=placed.side, elements=(element,), marks=(Mark(name=HIDDEN),))


def _with_markers(units: Sequence[Unit]) -> tuple[Unit, ...]:
    """The units, each hidden one with a marker's name: letters in the order of where they stand, which tells nothing."""
    hidden = sorted((unit for unit in units if unit.has(HIDDEN)), key=lambda unit: (unit.elements[0].x, unit.elements[0].y))
    names = {unit.id: letters(number) for number, unit in enumerate(hidden)}
    return tuple(unit.marked(HIDDEN, names[unit.id]) if unit.id in names else unit for unit in units)


def _element_id(unit: str, number: int, of: int) -> str:
    return unit if of == 1 else f"{unit}-{number}"
