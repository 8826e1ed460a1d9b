"""What is wrong with a scenario: aircraft that are none or cannot fly so, places off the map, missions nobody can fly."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from aqmf_air.core.data.names import by_name
from aqmf_air.errors import DataError, UnknownNameError
from aqmf_air.games.richthofens_war.pieces import SIDE_NAMES, SIDES
from aqmf_air.games.richthofens_war.rules.lines import on_map
from aqmf_air.games.richthofens_war.rules.moving import Condition, performance
from aqmf_air.games.richthofens_war.setup import Mission, Placed, Setup
from aqmf_air.games.richthofens_war.tables import AircraftType, Tables, tables
from aqmf_air.geometry.hexes.grid import from_map, in_row


class Fault(NamedTuple):
    """Something wrong, and at which key of the file."""

    key: str
    said: str


def check(setup: Setup, where: str) -> Setup:
    """The set-up, if nothing is wrong with it.

    Raises DataError: names the first fault: what, where, and what was expected.
    """
    for fault in faults(setup):
        raise DataError(f"{where}: {fault.key}: {fault.said}", path=where, key=fault.key)
    return setup


def faults(setup: Setup) -> Iterator[Fault]:
    """All that is wrong with a set-up."""
    known = tables(setup.tables)
    yield from _sides(setup)
    for number, one in enumerate(setup.aircraft):
        yield from (Fault(f"aircraft[{number}]", f"{named(one)}: {said}") for said in _aircraft(one, setup, known))
    yield from _twice(setup)
    for number, balloon in enumerate(setup.balloons):
        if not on_map(from_map(balloon.column, balloon.row), known):
            yield Fault(f"balloons[{number}]", _off(balloon.column, balloon.row, known))
    for number, gun in enumerate(setup.guns):
        if not on_map(from_map(gun.column, gun.row), known):
            yield Fault(f"guns[{number}]", _off(gun.column, gun.row, known))
    for number, mission in enumerate(setup.missions):
        yield from (Fault(f"missions[{number}]", said) for said in _mission(mission, setup, known))


def named(one: Placed) -> str:
    """What messages call an aircraft of a scenario."""
    return one.name or one.id or one.type


def _off(column: int, row: int, known: Tables) -> str:
    columns, rows = known.number("map", "columns"), known.number("map", "rows")
    return f"{column},{row} is off the map: expected a column of 0 to {columns - 1} and a row of 0 to {rows - 1}"


def _sides(setup: Setup) -> Iterator[Fault]:
    for side in SIDES:
        if side not in {one.side for one in setup.aircraft} | {one.side for one in setup.balloons}:
            yield Fault("aircraft", f"the {SIDE_NAMES[side]} have none")


def _aircraft(one: Placed, setup: Setup, known: Tables) -> Iterator[str]:
    try:
        type_: AircraftType = by_name({row.name: row for row in known.aircraft}, one.type, "aircraft")
    except UnknownNameError as bad:
        yield str(bad)
        return
    if type_.name != one.type:
        yield f"expected the type {type_.name!r}, got {one.type!r}"
        return
    if not on_map(from_map(one.column, one.row), known):
        yield _off(one.column, one.row, known)
    can = performance(type_, Condition(loaded=one.loaded), known, setup.rulings)
    if not can.min_speed <= one.speed <= can.max_speed:
        load = ", loaded" if one.loaded else ""
        yield f"a {type_.name}{load} flies at speed {can.min_speed} to {can.max_speed}, not {one.speed}"
    if one.height > type_.ceiling:
        yield f"the ceiling of a {type_.name} is {type_.ceiling} m, not {one.height}"
    if one.crew and len(one.crew) != type_.crew:
        yield f"a {type_.name} has a crew of {type_.crew}, not {len(one.crew)}"


def _twice(setup: Setup) -> Iterator[Fault]:
    for what, keys in (
        ("id", [one.id for one in setup.aircraft if one.id]),
        ("name", [one.name for one in setup.aircraft if one.name]),
        ("place", [f"{one.column},{one.row} at {one.height} m" for one in setup.aircraft]),
    ):
        for key in sorted({key for key in keys if keys.count(key) > 1}):
            yield Fault("aircraft", f"two have the {what} {key}")


def _mission(mission: Mission, setup: Setup, known: Tables) -> Iterator[str]:
    own = [(one, known.aircraft.at(one.type)) for one in setup.aircraft if one.side == mission.side and _known(one, known)]
    for column, row in mission.targets:
        if not on_map(from_map(column, row), known):
            yield f"target {_off(column, row, known)}"
    match mission.kind:
        case "strafing":
            if mission.targets:
                yield "strafing has no targets of its own: the enemy's trench is its target"
            if not setup.trenches and setup.rulings.strafe_hex == "trench":
                yield "strafing needs trenches = true"
        case _ if not mission.targets:
            yield f"{mission.kind} need at least one target, as [column, row]"
        case "photographs":
            yield from _photographs(mission.targets, known)
    if mission.kind in ("photographs", "spotting") and not any(type_.two_seater for _, type_ in own):
        yield f"{mission.kind}: the {SIDE_NAMES[mission.side]} have no two-seater, so that nobody can do it"
    if mission.kind == "bombs" and not any(one.loaded for one, _ in own):
        yield f"bombs: no aircraft of the {SIDE_NAMES[mission.side]} is loaded"


def _photographs(targets: Sequence[tuple[int, int]], known: Tables) -> Iterator[str]:
    if len(targets) < (need := known.number("missions", "photo-hexes")):
        yield f"photographs need {need} target hexes, not {len(targets)}"
        return
    hexes = [from_map(*one) for one in targets]
    rows = (sum(other == one or in_row(one, facing, other) for other in hexes) for one in hexes for facing in range(6))
    if max(rows) < need:
        yield f"photographs: no {need} of the targets lie in one straight row of hexes, so that no run gets them"


def _known(one: Placed, known: Tables) -> bool:
    return (one.type,) in known.aircraft.rows
