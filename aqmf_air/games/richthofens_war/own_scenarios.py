"""A player's own scenarios: the file, what is wrong with it, and every change that the editor makes."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from fractions import Fraction
from pathlib import Path
from typing import Any

from pydantic import Field

from aqmf_air.core.data.documents import parse_toml, toml_key, toml_of
from aqmf_air.core.data.files import held
from aqmf_air.core.data.model import Frozen, read, replace
from aqmf_air.core.data.own_files import bytes_of, write_version
from aqmf_air.core.play.rulings import settle
from aqmf_air.core.play.scenarios import SCENARIOS, without_ruleset
from aqmf_air.errors import DataError
from aqmf_air.games.richthofens_war.pieces import Airman
from aqmf_air.games.richthofens_war.scenario_checks import Fault, faults
from aqmf_air.games.richthofens_war.setup import Mission, Placed, PlacedBalloon, PlacedGun, Setup
from aqmf_air.games.richthofens_war.tables import RULESET, Tables
from aqmf_air.plugins.registry import Registry

SKILLS = ("novice", "regular", "ace", "double ace")
"""What the pilot of a placed aircraft may be."""


class ScenarioFile(Frozen):
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
    balloons: tuple[PlacedBalloon, ...] = ()
    guns: tuple[PlacedGun, ...] = ()
    missions: tuple[Mission, ...] = ()
    rulings: Mapping[str, Any] = Field(default_factory=dict)


def parse(raw: bytes, where: str) -> ScenarioFile:
    """The scenario in these bytes. Raises DataError: names the key."""
    document = parse_toml(raw, where)
    _, ruleset = without_ruleset(document, where)
    if ruleset not in ("", RULESET):
        raise DataError(f"{where}: a scenario of {ruleset!r}, not of {RULESET!r}", path=where, key="ruleset", value=ruleset)
    named = {**document, "name": Path(where).stem, "ruleset": RULESET}
    return read(ScenarioFile, named, where, DataError)


def read_scenario(path: Path) -> ScenarioFile:
    """The scenario in a file. Raises DataError: names the file and the key."""
    return parse(bytes_of(path), path.name)


def to_toml(file: ScenarioFile) -> str:
    """The scenario as a TOML file; what equals a default is left out. Reading it gives the same scenario."""
    document = {"ruleset": RULESET, **file.model_dump(mode="json", exclude_defaults=True)}
    lists = ("aircraft", "balloons", "guns", "missions")
    del document["name"]  # the file's own
    lines = ["# Columns rise from the German edge to the Allied one; facing 0 is to the right."]
    lines += [f"{toml_key(key)} = {toml_of(value)}" for key, value in document.items() if key not in (*lists, "rulings")]
    for key in lists:
        if document.get(key):
            lines += [f"{key} = [", *(f"    {toml_of(one)}," for one in document[key]), "]"]
    if file.rulings:
        lines += ["", "[rulings]", *(f"{toml_key(key)} = {toml_of(value)}" for key, value in file.rulings.items())]
    return "\n".join(lines) + "\n"


def keep(file: ScenarioFile, what: str, registry: Registry) -> Path:
    """Keep a new scenario under a name that is free; ``what`` was done, in a few words.

    Raises DataError: it cannot be written.
    """
    with held(SCENARIOS.place):
        words = file.name.replace("-", " ")
        taken = SCENARIOS.key_of(words) in registry.scenarios(RULESET)
        path = SCENARIOS.free(f"{words} mission" if taken else words)
        write_version(path, to_toml(file), what, SCENARIOS.kind)
    return path


def edit(path: Path, change: Callable[[ScenarioFile], tuple[ScenarioFile, str]]) -> str:
    """Change a scenario; the version before it can be gone back to: what was done, which ``change`` says, too.

    Raises DataError: it cannot be read or written, and whatever ``change`` raises; nothing was changed.
    """
    with held(path.parent):
        before = read_scenario(path)
        after, what = change(before)
        if after == before:
            return "nothing to change"
        write_version(path, to_toml(after), what, SCENARIOS.kind)
    return what


def setup_of(file: ScenarioFile, registry: Registry) -> Setup:
    """What a game of a scenario starts from, sound or not. Raises DataError: a ruling is none, or nothing is in the air."""
    rulings = settle(registry.rulings(RULESET), dict(file.rulings), file.name)
    given = {key: getattr(file, key) for key in Setup.model_fields if key in ScenarioFile.model_fields and key != "rulings"}
    return read(Setup, {**given, "rulings": rulings}, file.name, DataError)


def problems(file: ScenarioFile, registry: Registry) -> tuple[Fault, ...]:
    """What has to be mended before a scenario can be played."""
    try:
        return tuple(faults(setup_of(file, registry)))
    except DataError as bad:
        return (Fault(str(bad.facts.get("key", "")), str(bad)),)


# -- changes --------------------------------------------------------------------------------------------------------------


def skill_of(one: Placed, tables: Tables) -> str:
    """What the pilot of a placed aircraft is."""
    from aqmf_air.games.richthofens_war.rules.skill import NAMES, status_of

    pilot = one.crew[0] if one.crew else Airman()
    return NAMES[status_of(pilot.victories, pilot.novice, tables)]


def crewed(one: Placed, skill: str, tables: Tables) -> Placed:
    """An aircraft whose pilot is of a skill; nothing is said of its crew where he is a regular.

    Raises DataError: there is no such skill, or no such type of aircraft.
    """
    if skill not in SKILLS:
        raise DataError(f"skill: expected one of {', '.join(SKILLS)}, got {skill[:40]!r}", key="skill", value=skill)
    if (one.type,) not in tables.aircraft.rows:
        raise DataError(f"type: there is no aircraft {one.type[:60]!r}", key="type", value=one.type)
    if skill == "regular":
        return replace(one, crew=())
    victories = 0 if skill == "novice" else tables.standings.at(skill.replace(" ", "-")).victories
    pilot = Airman(victories=Fraction(victories), novice=skill == "novice")
    return replace(one, crew=(pilot, *(Airman() for _ in range(tables.aircraft.at(one.type).crew - 1))))


def with_one(file: ScenarioFile, kind: str, one: Frozen, at: int | None = None) -> ScenarioFile:
    """The scenario with something placed: a further one, or in the place of another."""
    there = list(getattr(file, kind))
    if at is None:
        there.append(one)
    else:
        there[at] = one
    return read(ScenarioFile, {**dict(file), kind: tuple(there)}, file.name, DataError)


def without_one(file: ScenarioFile, kind: str, at: int) -> ScenarioFile:
    """The scenario without something that was placed."""
    there = list(getattr(file, kind))
    del there[at]
    return replace(file, **{kind: tuple(there)})
