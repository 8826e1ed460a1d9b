"""A scenario set up: its units looked up and put on the table, its markers dealt, its ground tried out."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, TypeVar

from aqmf_air.api import DataError, DiceTray, Rulings, UnknownNameError, by_name, replace, seeded, settle, total
from aqmf_air.api import numbered as numbered_die
from aqmf_air.api.geometry import Base
from aqmf_air.games.martian_front.chapters.deployment import in_zone, overlap
from aqmf_air.games.martian_front.chapters.hiding import PLACED, dummies
from aqmf_air.games.martian_front.chapters.measuring import terrain_kinds, under_foot
from aqmf_air.games.martian_front.chapters.moving import Placing
from aqmf_air.games.martian_front.scenario import model
from aqmf_air.games.martian_front.scenario.forces_from_lists import numbered, taken_in
from aqmf_air.games.martian_front.state import (
    HIDDEN,
    Element,
    Objective,
    Reserve,
    StateMark,
    Unit,
    Zone,
    area_of,
    given_name,
)
from aqmf_air.games.martian_front.tables import SIDES, UnitType, covers

# -- units and ground --------------------------------------------------------------------------------------------------


MOST_OF_A_KIND = 30
"""How many units of one type an army of a scenario may have."""
BETWEEN_ELEMENTS, BETWEEN_UNITS, BETWEEN_RANKS = 0.5, 2.0, 1.5
"""Inches left free between the bases of a unit, between units, and between ranks."""
Ranked = dict[str, tuple[model.PlacedElement, ...]]
"""Places of elements, by the ids of their units."""


def sides_without_units(file: model.ScenarioFile) -> list[str]:
    """The sides for which a scenario has no unit and no army: nobody can play it."""
    there = {*(unit.side for unit in file.units), *(army.side for army in file.armies)}
    return [side for side in SIDES if side not in there]


def set_up(
    file: model.ScenarioFile,
    catalogue: Mapping[str, UnitType],
    rulings: type[Rulings],
    setup: type[model.Setup],
    chosen: Mapping[str, Any],
) -> model.Setup:
    """The start of a game of this scenario; ``chosen`` rulings go before the scenario's own.

    Raises:
        DataError: a unit that does not exist, two of one id, the wrong number of elements, a base off the table, a ruling
            that is none.
    """
    check_ground(file)
    placed = (
        *file.units,
        *numbered((unit for army in file.armies for unit in bought(file, army, catalogue)), taken_in(file)),
    )
    if not placed:
        raise _wrong(file, "expected [[units]] or [[armies]]", "units")
    kinds = {unit.id: kind_of(file, unit, catalogue) for unit in placed}
    for number, unit in enumerate(placed):
        if any(unit.id == other.id for other in placed[:number]):
            raise _wrong(file, f"two units are called {unit.id!r}", "id", unit.id)
    for name, reason in clashes(file, kinds):
        raise _wrong(file, reason, "id", name)
    ranked = {unit.id: unit.elements for unit in placed} | in_ranks(file, placed, kinds)
    made = {unit.id: _unit(file, unit, kinds[unit.id], ranked[unit.id]) for unit in placed}
    units = [made[unit.id] for unit in placed if unit.arrives is None]
    units += [_dummy(dummy, model.dummy_id(number)) for number, dummy in enumerate(file.dummies, 1)]
    coming = [made[unit.id] for unit in placed if unit.arrives is not None]
    made = _in_order([*sorted(units, key=lambda unit: unit.has(HIDDEN)), *coming])
    units = [made[unit.id] for unit in units]
    types = {kind.name: kind for kind in (*kinds.values(), *(dummies()[dummy.side] for dummy in file.dummies))}
    alike = {name: getattr(file, name) for name in ("title", "table", "first", "turns", "breaking", "terrain", "objectives")}
    return setup(
        **alike,
        scenario=file.name,
        fixed_order=file.initiative == "fixed",
        zones=tuple(zone for zone in file.zones if zone.side in file.deploy),
        units=_with_markers(units),
        reserves=tuple(Reserve(unit=made[unit.id], **dict(unit.arrives)) for unit in placed if unit.arrives is not None),
        types=tuple(types[name] for name in sorted(types)),
        rulings=settle(rulings, {**file.rulings, **chosen}, file.where),
        special=file.special,
    )


def _wrong(file: model.ScenarioFile, reason: str, key: str, value: Any = None) -> DataError:
    return DataError(f"{file.where}: {reason}", path=file.where, key=key, value=value)


# -- checks ---------------------------------------------------------------------------------------------------------------


def check_ground(file: model.ScenarioFile) -> None:
    """Refuse terrain, zones, objectives and dummies that cannot be on the table.

    Raises DataError: names the first that is wrong.
    """
    table = file.table
    for piece in file.terrain:
        if piece.kind not in terrain_kinds():
            kinds = ", ".join(terrain_kinds())
            raise _wrong(file, f"terrain {piece.name!r}: expected one of {kinds}, got {piece.kind!r}", "kind")
        try:
            area_of(piece.corners)
        except ValueError as bad:
            raise _wrong(file, f"terrain {piece.name!r}: {bad}", "corners") from None
    for zone in file.zones:
        if not (0 <= zone.left < zone.right <= table.width and 0 <= zone.near < zone.far <= table.depth):
            raise _wrong(file, f"the zone of the {zone.side} side is empty or off the table", "zones")
    for objective in file.objectives:
        _require_on_table(file, f"objective {objective.name!r}", objective, "objectives")
    for number, dummy in enumerate(file.dummies, 1):
        _require_on_table(file, model.dummy_id(number), dummy, "dummies")


def _require_on_table(
    file: model.ScenarioFile, name: str, at: model.PlacedElement | model.PlacedDummy | Objective, key: str
) -> None:
    width, depth = file.table.width, file.table.depth
    if not (0 <= at.x <= width and 0 <= at.y <= depth):
        raise _wrong(file, f'{name}: ({at.x:g}, {at.y:g}) is off the table ({width:g}" by {depth:g}")', key)


def kind_of(file: model.ScenarioFile, unit: model.PlacedUnit, catalogue: Mapping[str, UnitType]) -> UnitType:
    """The type of a unit of a scenario: it has its side and number of elements; they are on the table, their cover exists.

    Raises DataError: names the unit.
    """
    try:
        kind = by_name(catalogue, unit.type, "unit")
    except UnknownNameError as bad:
        raise _wrong(file, f"{unit.id}: {bad}", "type", unit.type) from None
    if unit.side != kind.side:
        raise _wrong(file, f"{unit.id}: a {kind.name} is {kind.side}, not {unit.side}", "side")
    if unit.elements and len(unit.elements) != kind.elements:
        message = f"{unit.id}: a {kind.name} has {kind.elements} elements, got {len(unit.elements)}"
        raise _wrong(file, message, "elements")
    if unit.arrives and not unit.elements:
        raise _wrong(file, f"{unit.id}: a unit that arrives needs places for its elements", "elements")
    if (cover := unit.marks.get("cover", "none")) not in covers():
        raise _wrong(file, f"{unit.id}: expected one of {', '.join(covers())}, got {cover!r}", "cover")
    for element in unit.elements:
        _require_on_table(file, unit.id, element, "elements")
    return kind


# -- units ----------------------------------------------------------------------------------------------------------------


def bought(file: model.ScenarioFile, army: model.Army, catalogue: Mapping[str, UnitType]) -> Iterator[model.PlacedUnit]:
    """The units of an army that are named in the scenario itself, all of a type with one id: see :func:`numbered`.

    Raises DataError: names the unit that does not exist, or of which there are too many.
    """
    for name, count in army.units.items():
        if not 1 <= count <= MOST_OF_A_KIND:
            raise _wrong(file, f"{name}: expected 1 to {MOST_OF_A_KIND} units, got {count}", name)
        try:
            kind = by_name(catalogue, name, "unit")
        except UnknownNameError as bad:
            raise _wrong(file, f"armies: {bad}", "units", name) from None
        yield from (model.PlacedUnit(id=model.short_name(kind.name), side=army.side, type=kind.name) for _ in range(count))


def in_ranks(file: model.ScenarioFile, placed: Sequence[model.PlacedUnit], kinds: Mapping[str, UnitType]) -> Ranked:
    """Places for the units that the file gives none, in their side's zone.

    Raises DataError: there is none, or it is too small.
    """
    ranked: Ranked = {}
    for side in SIDES:
        waiting = [unit for unit in placed if unit.side == side and not unit.elements]
        if waiting:
            zone = next((zone for zone in file.zones if zone.side == side), None)
            if zone is None:
                raise _wrong(file, f"{waiting[0].id}: expected elements, or a zone of the {side} side", "elements")
            spots = lined_up(file, [kinds[unit.id] for unit in waiting], zone)
            ranked |= {unit.id: places for unit, places in zip(waiting, spots, strict=True)}
    return ranked


def lined_up(file: model.ScenarioFile, kinds: Sequence[UnitType], zone: Zone) -> Iterator[tuple[model.PlacedElement, ...]]:
    """Places for the elements of each unit, in order: the first ones in the front rank, each rank in the middle of the zone.

    Raises DataError: the zone is too small for them.
    """
    wide = zone.right - zone.left
    ranks: list[list[UnitType]] = []
    for kind in kinds:
        if ranks and _width(*ranks[-1], kind) <= wide:
            ranks[-1].append(kind)
        else:
            ranks.append([kind])
    facing = 0.0 if zone.near + zone.far <= file.table.depth else 180.0
    front, step = (zone.far, -1) if facing == 0 else (zone.near, 1)
    for rank in ranks:
        deep = max(kind.base_diameter for kind in rank)
        y = front + step * deep / 2
        if _width(*rank) > wide or not zone.near <= y <= zone.far:
            raise _wrong(file, f"the zone of the {zone.side} side is too small for its units", "zones")
        x = (zone.left + zone.right - _width(*rank)) / 2
        for kind in rank:
            size = kind.base_diameter
            spots = (x + size / 2 + at * (size + BETWEEN_ELEMENTS) for at in range(kind.elements))
            yield tuple(model.PlacedElement(**dict(Placing.rounded(spot, y, facing))) for spot in spots)
            x += _width(kind) + BETWEEN_UNITS
        front += step * (deep + BETWEEN_RANKS)


def _width(*kinds: UnitType) -> float:
    """Inches of units beside each other."""
    units = sum(kind.elements * kind.base_diameter + (kind.elements - 1) * BETWEEN_ELEMENTS for kind in kinds)
    return units + BETWEEN_UNITS * (len(kinds) - 1)


def _element_ids(unit: str, kind: UnitType) -> list[str]:
    return [unit] if kind.elements == 1 else [f"{unit}-{number}" for number in range(1, kind.elements + 1)]


def clashes(file: model.ScenarioFile, kinds: Mapping[str, UnitType]) -> Iterator[tuple[str, str]]:
    """The units, of those with these ids and types, that are called as an element of another is, or as a dummy, each with
    what is wrong: what a player is told goes by the ids of both.
    """
    others = {name: f"an element of {unit!r}" for unit, kind in kinds.items() for name in _element_ids(unit, kind)}
    others = {name: of for name, of in others.items() if of != f"an element of {name!r}"}
    others |= {model.dummy_id(number): "a dummy" for number, _ in enumerate(file.dummies, 1)}
    return ((name, f"the unit {name!r} is called as {others[name]} is") for name in kinds if name in others)


def _unit(file: model.ScenarioFile, placed: model.PlacedUnit, kind: UnitType, at: Sequence[model.PlacedElement]) -> Unit:
    ids = _element_ids(placed.id, kind)
    elements = tuple(Element(id=name, **dict(place)) for name, place in zip(ids, at, strict=True))
    hidden = {HIDDEN: "", **({PLACED: ""} if file.orders else {})} if placed.hidden else {}  # a script knows where they are
    marks = tuple(StateMark(name=name, value=value) for name, value in sorted({**placed.marks, **hidden}.items()))
    return Unit(id=placed.id, type=kind.name, side=placed.side, elements=elements, marks=marks, name=placed.name)


def _dummy(placed: model.PlacedDummy, name: str) -> Unit:
    element = Element(id=name, x=placed.x, y=placed.y)
    kind = dummies()[placed.side].name
    return Unit(id=name, type=kind, side=placed.side, elements=(element,), marks=(StateMark(name=HIDDEN),))


def _in_order(units: Sequence[Unit]) -> dict[str, Unit]:
    """The units by id, those of one name numbered in the order in which they are given."""
    alike: dict[str, list[Unit]] = {}
    for unit in units:
        alike.setdefault(given_name(unit).casefold(), []).append(unit)
    several = {unit.id: place for group in alike.values() if len(group) > 1 for place, unit in enumerate(group, 1)}
    return {unit.id: replace(unit, number=several.get(unit.id, 0)) for unit in units}


def _with_markers(units: Sequence[Unit]) -> tuple[Unit, ...]:
    """The units, each hidden one with a marker's name: letters in the order of where they stand, which tells nothing."""
    hidden = sorted((unit for unit in units if unit.has(HIDDEN)), key=lambda unit: (unit.elements[0].x, unit.elements[0].y))
    names = {unit.id: model.letters(number) for number, unit in enumerate(hidden)}
    return tuple(unit.marked(HIDDEN, names[unit.id]) if unit.id in names else unit for unit in units)


# -- hidden markers, dealt anew for each game --------------------------------------------------------------------------


TRIES = 50
"""How often places are dealt before the units stay where they are: some may be too large for every place but their own."""
DIGITS = 6

C = TypeVar("C")
MarkerPlace = tuple[float, float]


def dealt(setup: model.Setup, seed: int) -> model.Setup:
    """The set-up with the hidden units of each side dealt to the places of its markers, and letters to all of them.

    It depends on the seed, the places and the units alone, and not on how they were dealt before: dealt again from another
    seed, it is as if it had been dealt from that one only. HOST-HIDE-3.
    """
    hidden = sorted((unit for unit in setup.units if unit.has(HIDDEN)), key=lambda unit: unit.id)
    if not hidden:
        return setup
    dice = DiceTray(seeded(seed, "markers"))
    now = {unit.id: unit for unit in setup.units}
    for side in SIDES:
        loose = [unit for unit in hidden if unit.side == side and not (unit.has(PLACED) or unit.has("cover"))]
        now.update((unit.id, unit) for unit in _to_places(setup, loose, dice))
    names = _shuffled([model.letters(number) for number in range(len(hidden))], dice)
    for unit, name in zip(hidden, names, strict=True):
        now[unit.id] = now[unit.id].marked(HIDDEN, name)
    return replace(setup, units=tuple(now[unit.id] for unit in setup.units))


def _to_places(setup: model.Setup, loose: Sequence[Unit], dice: DiceTray) -> Sequence[Unit]:
    """These units, each at the place of one of them: where its first element was, with the others as they were beside it."""
    places = sorted((unit.elements[0].x, unit.elements[0].y) for unit in loose)
    moving = {unit.id for unit in loose}
    others = [base for unit in setup.units if unit.id not in moving for base in _bases(setup, unit)]
    largest_first = sorted(loose, key=lambda unit: (-len(unit.elements), unit.id))
    for _ in range(TRIES if len(loose) > 1 else 0):
        left, taken, done = _shuffled(places, dice), list(others), list[Unit]()
        for unit in largest_first:
            moved = next((there for at in left if _fits(setup, there := _at(unit, at), taken)), None)
            if moved is None:
                break
            done.append(moved)
            left.remove((moved.elements[0].x, moved.elements[0].y))
            taken += _bases(setup, moved)
        else:
            return done
    return loose


def _at(unit: Unit, place: MarkerPlace) -> Unit:
    x, y = place
    first = unit.elements[0]
    elements = (
        replace(element, x=round(x + element.x - first.x, DIGITS), y=round(y + element.y - first.y, DIGITS))
        for element in unit.elements[1:]
    )
    return replace(unit, elements=(replace(first, x=x, y=y), *elements))


def _fits(setup: model.Setup, unit: Unit, taken: Sequence[Base]) -> bool:
    """Whether a unit could be set up so: on the table, in its side's zone, on nobody's base, not in impassable terrain."""
    bases = _bases(setup, unit)
    zones = [zone for zone in setup.zones if zone.side == unit.side]
    strides = _kind(setup, unit).kind == "tripod"
    return all(
        0 <= base.x <= setup.table.width
        and 0 <= base.y <= setup.table.depth
        and (not zones or any(in_zone(zone, base) for zone in zones))
        and not any(overlap(base, other) for other in taken)
        and (strides or not any(ground.impassable for ground in under_foot(setup.terrain, base.x, base.y)))
        for base in bases
    )


def _bases(setup: model.Setup, unit: Unit) -> list[Base]:
    diameter = _kind(setup, unit).base_diameter
    return [Base(element.x, element.y, diameter) for element in unit.elements]


def _kind(setup: model.Setup, unit: Unit) -> UnitType:
    return next(kind for kind in setup.types if kind.name == unit.type)


def _shuffled(cards: Sequence[C], dice: DiceTray) -> list[C]:
    """The cards drawn one after the other, each from all that are left."""
    left, drawn = list(cards), []
    while left:
        drawn.append(left.pop(dice.draw(total("card", 1, numbered_die(len(left)))) - 1))
    return drawn
