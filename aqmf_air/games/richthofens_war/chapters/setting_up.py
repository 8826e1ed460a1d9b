"""Setting up: the first state of a game, what is wrong with a scenario, and a player's own scenarios. D-15, D-22."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from fractions import Fraction
from pathlib import Path
from typing import Any, NamedTuple

from pydantic import Field

from aqmf_air import api
from aqmf_air.api.geometry import Hex, from_map, in_row
from aqmf_air.games.richthofens_war import state
from aqmf_air.games.richthofens_war.chapters.aircraft_sheet import Condition, performance
from aqmf_air.games.richthofens_war.chapters.fire_from_ground import guns_about
from aqmf_air.games.richthofens_war.chapters.guns_and_jams import fitted
from aqmf_air.games.richthofens_war.chapters.map_and_wind import on_map
from aqmf_air.games.richthofens_war.state import SIDE_NAMES, Aircraft, Airman, Balloon, Game, GroundGun, Placed, Setup
from aqmf_air.games.richthofens_war.tables import RULESET, AircraftType, Tables, tables

# -- the first state of a game -----------------------------------------------------------------------------------------


def opened(setup: Setup) -> Game:
    """The state before the first turn, or before a mission of a campaign. Raises DataError: a type of aircraft is none."""
    campaign, scenarios = setup.campaign, setup.scenarios
    if campaign is not None:
        setup = api.replace(setup, campaign=None, scenarios=())
    if campaign is not None and campaign.underway is None:
        return Game(setup=setup, campaign=campaign, scenarios=scenarios, phase="between", winner=campaign.winner)
    in_force = tables(setup.tables)
    ids = _ids(setup)
    aircraft = tuple(_placed(placed, id_, setup, in_force) for placed, id_ in zip(setup.aircraft, ids, strict=True))
    balloons = tuple(
        Balloon(
            id=f"balloon-{number}",
            side=placed_balloon.side,
            at=from_map(placed_balloon.column, placed_balloon.row),
            height=in_force.number("balloons", "height") if placed_balloon.height is None else placed_balloon.height,
        )
        for number, placed_balloon in enumerate(setup.balloons, 1)
    )
    guns = tuple(_guns(setup, balloons, in_force))
    game = Game(setup=setup, aircraft=aircraft, balloons=balloons, guns=guns)
    if campaign is not None:
        game = api.replace(game, campaign=campaign, scenarios=scenarios, mission=campaign.next)
    return game if game.acting else api.replace(game, phase="initiative")


def _guns(setup: Setup, balloons: tuple[Balloon, ...], in_force: Tables) -> Iterator[GroundGun]:
    """The guns of the scenario, and those about each balloon, where it is not for the scenario to say. D-15."""
    for number, placed_gun in enumerate(setup.guns, 1):
        at = from_map(placed_gun.column, placed_gun.row)
        id_ = f"{state.HIDDEN_GUN if placed_gun.hidden else 'gun-'}{number}"
        yield GroundGun(id=id_, side=placed_gun.side, kind=placed_gun.kind, at=at, hidden=placed_gun.hidden)
    for balloon in balloons if setup.rulings.balloon_guns_at == "about-the-winch" else ():
        for number, (kind, at) in enumerate(guns_about(Hex(*balloon.at), in_force), 1):
            yield GroundGun(id=f"{balloon.id}-gun-{number}", side=balloon.side, kind=kind, at=at)


def _placed(placed: Placed, id_: str, setup: Setup, in_force: Tables) -> Aircraft:
    type_ = api.by_name({row.name: row for row in in_force.aircraft}, placed.type, "type of aircraft")
    crew = (*placed.crew[: type_.crew], *(Airman() for _ in range(type_.crew - len(placed.crew))))
    return Aircraft(
        id=id_,
        type=type_.name,
        name=placed.name,
        side=placed.side,
        owner=placed.owner,
        at=from_map(placed.column, placed.row),
        facing=placed.facing,
        height=placed.height,
        speed=placed.speed,
        guns=fitted(type_, in_force, setup.rulings),
        crew=crew,
        loaded=placed.loaded,
        last=state.LastMove(speed=placed.speed, goes_on=setup.rulings.first_move == "straight"),
    )


def _ids(setup: Setup) -> tuple[str, ...]:
    """An id for each aircraft: its own, or its type with a number."""
    taken = {placed.id for placed in setup.aircraft if placed.id}
    ids = []
    for aircraft in setup.aircraft:
        if not (id_ := aircraft.id):
            base, number = re.sub(r"[^a-z0-9]+", "-", aircraft.type.casefold()).strip("-"), 1
            while (id_ := f"{base}-{number}") in taken:
                number += 1
            taken.add(id_)
        ids.append(id_)
    return tuple(ids)


# -- what is wrong with a scenario -------------------------------------------------------------------------------------


class Fault(NamedTuple):
    """Something wrong, and at which key of the file."""

    key: str
    said: str


def check(setup: Setup, where: str) -> Setup:
    """The set-up, if nothing is wrong with it.

    Raises DataError: names the first fault: what, where, and what was expected.
    """
    for fault in faults(setup):
        raise api.DataError(f"{where}: {fault.key}: {fault.said}", path=where, key=fault.key)
    return setup


def faults(setup: Setup) -> Iterator[Fault]:
    """All that is wrong with a set-up."""
    in_force = tables(setup.tables)
    yield from _sides(setup)
    for number, placed in enumerate(setup.aircraft):
        yield from (
            Fault(f"aircraft[{number}]", f"{named(placed)}: {aircraft}") for aircraft in _aircraft(placed, setup, in_force)
        )
    yield from _twice(setup)
    for number, balloon in enumerate(setup.balloons):
        if not on_map(from_map(balloon.column, balloon.row), in_force):
            yield Fault(f"balloons[{number}]", _off(balloon.column, balloon.row, in_force))
    for number, gun in enumerate(setup.guns):
        if not on_map(from_map(gun.column, gun.row), in_force):
            yield Fault(f"guns[{number}]", _off(gun.column, gun.row, in_force))
    for number, mission in enumerate(setup.missions):
        yield from (Fault(f"missions[{number}]", text) for text in _mission(mission, setup, in_force))


def named(placed: Placed) -> str:
    """What messages call an aircraft of a scenario."""
    return placed.name or placed.id or placed.type


def _off(column: int, row: int, tables: Tables) -> str:
    columns, rows = tables.number("map", "columns"), tables.number("map", "rows")
    return f"{column},{row} is off the map: expected a column of 0 to {columns - 1} and a row of 0 to {rows - 1}"


def _sides(setup: Setup) -> Iterator[Fault]:
    for side in state.SIDES:
        if side not in {aircraft.side for aircraft in setup.aircraft} | {balloon.side for balloon in setup.balloons}:
            yield Fault("aircraft", f"the {SIDE_NAMES[side]} have none")


def _aircraft(placed: Placed, setup: Setup, tables: Tables) -> Iterator[str]:
    try:
        type_: AircraftType = api.by_name({row.name: row for row in tables.aircraft}, placed.type, "aircraft")
    except api.UnknownNameError as bad:
        yield str(bad)
        return
    if type_.name != placed.type:
        yield f"expected the type {type_.name!r}, got {placed.type!r}"
        return
    if not on_map(from_map(placed.column, placed.row), tables):
        yield _off(placed.column, placed.row, tables)
    can = performance(type_, Condition(loaded=placed.loaded), tables, setup.rulings)
    if not can.min_speed <= placed.speed <= can.max_speed:
        load = ", loaded" if placed.loaded else ""
        yield f"a {type_.name}{load} flies at speed {can.min_speed} to {can.max_speed}, not {placed.speed}"
    if placed.height > type_.ceiling:
        yield f"the ceiling of a {type_.name} is {type_.ceiling} m, not {placed.height}"
    if placed.crew and len(placed.crew) != type_.crew:
        yield f"a {type_.name} has a crew of {type_.crew}, not {len(placed.crew)}"


def _twice(setup: Setup) -> Iterator[Fault]:
    for what, keys in (
        ("id", [aircraft.id for aircraft in setup.aircraft if aircraft.id]),
        ("name", [aircraft.name for aircraft in setup.aircraft if aircraft.name]),
        ("place", [f"{aircraft.column},{aircraft.row} at {aircraft.height} m" for aircraft in setup.aircraft]),
    ):
        for key in sorted({key for key in keys if keys.count(key) > 1}):
            yield Fault("aircraft", f"two have the {what} {key}")


def _mission(mission: state.Mission, setup: Setup, tables: Tables) -> Iterator[str]:
    own = [
        (aircraft, tables.aircraft.at(aircraft.type))
        for aircraft in setup.aircraft
        if aircraft.side == mission.side and (aircraft.type,) in tables.aircraft.rows
    ]
    for column, row in mission.targets:
        if not on_map(from_map(column, row), tables):
            yield f"target {_off(column, row, tables)}"
    match mission.kind:
        case "strafing":
            if mission.targets:
                yield "strafing has no targets of its own: the enemy's trench is its target"
            if not setup.trenches and setup.rulings.strafe_hex == "trench":
                yield "strafing needs trenches = true"
        case _ if not mission.targets:
            yield f"{mission.kind} need at least one target, as [column, row]"
        case "photographs":
            yield from _photographs(mission.targets, tables)
    if mission.kind in ("photographs", "spotting") and not any(type_.two_seater for _, type_ in own):
        yield f"{mission.kind}: the {SIDE_NAMES[mission.side]} have no two-seater, so that nobody can do it"
    if mission.kind == "bombs" and not any(placed.loaded for placed, _ in own):
        yield f"bombs: no aircraft of the {SIDE_NAMES[mission.side]} is loaded"


def _photographs(targets: Sequence[tuple[int, int]], tables: Tables) -> Iterator[str]:
    if len(targets) < (need := tables.number("missions", "photo-hexes")):
        yield f"photographs need {need} target hexes, not {len(targets)}"
        return
    hexes = [from_map(*target) for target in targets]
    rows = (sum(other == hex_ or in_row(hex_, facing, other) for other in hexes) for hex_ in hexes for facing in range(6))
    if max(rows) < need:
        yield f"photographs: no {need} of the targets lie in one straight row of hexes, so that no run gets them"


# -- a player's own scenarios: the file, and every change that the editor makes ----------------------------------------


SKILLS = ("novice", "regular", "ace", "double ace")
"""What the pilot of a placed aircraft may be."""


class ScenarioFile(api.Frozen):
    """A scenario as its file has it."""

    ruleset: str = RULESET
    name: str = Field(min_length=1, max_length=60)
    title: str = Field(min_length=1, max_length=80)
    description: str = Field(default="", max_length=2000)
    date: str = Field(default="", pattern=r"^(\d{4}-\d{2})?$")
    turns: int = Field(default=40, ge=1, le=200)
    trenches: bool = False
    wind: int | None = Field(default=None, ge=0, le=5)
    aircraft: tuple[Placed, ...] = Field(default=(), max_length=40)
    balloons: tuple[state.PlacedBalloon, ...] = ()
    guns: tuple[state.PlacedGun, ...] = ()
    missions: tuple[state.Mission, ...] = ()
    rulings: Mapping[str, Any] = Field(default_factory=dict)


def parse(raw: bytes, where: str) -> ScenarioFile:
    """The scenario in these bytes. Raises DataError: names the key."""
    document = api.parse_toml(raw, where)
    _, ruleset = api.without_ruleset(document, where)
    if ruleset not in ("", RULESET):
        raise api.DataError(
            f"{where}: a scenario of {ruleset!r}, not of {RULESET!r}", path=where, key="ruleset", value=ruleset
        )
    named = {**document, "name": Path(where).stem, "ruleset": RULESET}
    return api.read(ScenarioFile, named, where, api.DataError)


def read_scenario(path: Path) -> ScenarioFile:
    """The scenario in a file. Raises DataError: names the file and the key."""
    return parse(api.bytes_of(path), path.name)


def to_toml(file: ScenarioFile) -> str:
    """The scenario as a TOML file; what equals a default is left out. Reading it gives the same scenario."""
    document = {"ruleset": RULESET, **file.model_dump(mode="json", exclude_defaults=True)}
    lists = ("aircraft", "balloons", "guns", "missions")
    del document["name"]  # the file's own
    lines = ["# Columns rise from the German edge to the Allied one; facing 0 is to the right."]
    lines += [
        f"{api.toml_key(key)} = {api.toml_of(value)}" for key, value in document.items() if key not in (*lists, "rulings")
    ]
    for key in lists:
        if document.get(key):
            lines += [f"{key} = [", *(f"    {api.toml_of(entry)}," for entry in document[key]), "]"]
    if file.rulings:
        lines += ["", "[rulings]", *(f"{api.toml_key(key)} = {api.toml_of(value)}" for key, value in file.rulings.items())]
    return "\n".join(lines) + "\n"


def keep(file: ScenarioFile, what: str, registry: api.Registry) -> Path:
    """Keep a new scenario under a name that is free; ``what`` was done, in a few words.

    Raises DataError: it cannot be written.
    """
    with api.lock_folder(api.SCENARIOS.place):
        words = file.name.replace("-", " ")
        taken = api.SCENARIOS.key_of(words) in registry.of(api.kinds.SCENARIOS, RULESET)
        path = api.SCENARIOS.free(f"{words} mission" if taken else words)
        api.write_version(path, to_toml(file), what, api.SCENARIOS.kind)
    return path


def edit(path: Path, change: Callable[[ScenarioFile], tuple[ScenarioFile, str]]) -> str:
    """Change a scenario; the version before it can be gone back to: what was done, which ``change`` says, too.

    Raises DataError: it cannot be read or written, and whatever ``change`` raises; nothing was changed.
    """
    with api.lock_folder(path.parent):
        before = read_scenario(path)
        after, what = change(before)
        if after == before:
            return "nothing to change"
        api.write_version(path, to_toml(after), what, api.SCENARIOS.kind)
    return what


def setup_of(file: ScenarioFile, registry: api.Registry) -> Setup:
    """What a game of a scenario starts from, sound or not. Raises DataError: a ruling is none, or nothing is in the air."""
    rulings = api.settle(registry.of(api.kinds.RULINGS, RULESET), dict(file.rulings), file.name)
    given = {key: getattr(file, key) for key in Setup.model_fields if key in ScenarioFile.model_fields and key != "rulings"}
    return api.read(Setup, {**given, "rulings": rulings}, file.name, api.DataError)


def problems(file: ScenarioFile, registry: api.Registry) -> tuple[Fault, ...]:
    """What has to be mended before a scenario can be played."""
    try:
        return tuple(faults(setup_of(file, registry)))
    except api.DataError as bad:
        return (Fault(str(bad.facts.get("key", "")), str(bad)),)


# -- changes --------------------------------------------------------------------------------------------------------------


def skill_of(placed: Placed, tables: Tables) -> str:
    """What the pilot of a placed aircraft is."""
    from aqmf_air.games.richthofens_war.chapters.aircraft_sheet import NAMES, status_of

    pilot = placed.crew[0] if placed.crew else Airman()
    return NAMES[status_of(pilot.victories, pilot.novice, tables)]


def crewed(placed: Placed, skill: str, tables: Tables) -> Placed:
    """An aircraft whose pilot is of a skill; nothing is said of its crew where he is a regular.

    Raises DataError: there is no such skill, or no such type of aircraft.
    """
    if skill not in SKILLS:
        raise api.DataError(f"skill: expected one of {', '.join(SKILLS)}, got {skill[:40]!r}", key="skill", value=skill)
    if (placed.type,) not in tables.aircraft.rows:
        raise api.DataError(f"type: there is no aircraft {placed.type[:60]!r}", key="type", value=placed.type)
    if skill == "regular":
        return api.replace(placed, crew=())
    victories = 0 if skill == "novice" else tables.standings.at(skill.replace(" ", "-")).victories
    pilot = Airman(victories=Fraction(victories), novice=skill == "novice")
    return api.replace(placed, crew=(pilot, *(Airman() for _ in range(tables.aircraft.at(placed.type).crew - 1))))


def with_one(file: ScenarioFile, kind: str, entry: api.Frozen, at: int | None = None) -> ScenarioFile:
    """The scenario with something placed: a further one, or in the place of another."""
    there = list(getattr(file, kind))
    if at is None:
        there.append(entry)
    else:
        there[at] = entry
    return api.read(ScenarioFile, {**dict(file), kind: tuple(there)}, file.name, api.DataError)


def without_one(file: ScenarioFile, kind: str, at: int) -> ScenarioFile:
    """The scenario without something that was placed."""
    there = list(getattr(file, kind))
    del there[at]
    return api.replace(file, **{kind: tuple(there)})
