"""Scenarios: a table, two forces and, if it has a script, who does what; and a player's own, as files."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from importlib.resources.abc import Traversable
from itertools import count
from pathlib import Path
from typing import Any, Literal

from pydantic import Field, model_validator

from aqmf_air import api
from aqmf_air.games.martian_front.army.plugged_in import Attachment
from aqmf_air.games.martian_front.chapters.orders import RULESET
from aqmf_air.games.martian_front.chapters.turn import opened
from aqmf_air.games.martian_front.state import Game, Objective, Reserve, Tabletop, Terrain, Unit, Zone, opponent
from aqmf_air.games.martian_front.tables import Side, UnitType


class PlacedElement(api.Frozen):
    """Where an element stands: inches, degrees clockwise from +y."""

    x: float
    y: float
    facing: float = Field(default=0, ge=-360, le=360)


class Arrival(api.Frozen):
    """When a unit comes on that is not there at the start, and where, in a player's words."""

    turn: int = Field(ge=1)
    sure: bool = False
    """Scheduled for that turn; else it rolls from then on."""
    where: str = ""


class PlacedUnit(api.Frozen):
    """A unit of a scenario. Without ``elements`` it is lined up in its side's zone."""

    id: str = Field(pattern=r"^[\w][\w -]*$", max_length=40)
    side: Side
    type: str
    elements: tuple[PlacedElement, ...] = ()
    marks: Mapping[str, str] = Field(default_factory=dict)
    hidden: bool = False
    arrives: Arrival | None = None
    name: str = Field(default="", max_length=80)
    """What players call it; its type, if not given."""


class PlacedDummy(api.Frozen):
    """A marker that stands for nothing."""

    side: Side
    x: float
    y: float


def dummy_id(number: int) -> str:
    """What the unit behind a dummy's marker is called, which no player sees."""
    return f"dummy-{number}"


class Army(api.Frozen):
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


class ScenarioFile(api.Frozen):
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
    attached: tuple[Attachment, ...] = Field(default=(), max_length=60)
    """What came with army lists: players' own designs."""
    orders: tuple[Mapping[str, Any], ...] = ()

    @property
    def where(self) -> str:
        """The scenario, as messages name it."""
        return f"scenario {self.name!r}"


class Setup(api.Frozen):
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
    rulings: api.Rulings
    special: tuple[str, ...] = ()

    def opening(self) -> Game:
        """The state before the first command."""
        alike = {name: getattr(self, name) for name in Setup.model_fields if name in Game.model_fields}
        return opened(Game(**alike, order=(self.first, opponent(self.first))))


def read_scenario(path: Traversable | Path) -> ScenarioFile:
    """The scenario in a file.

    Raises DataError: names the file and the key.
    """
    return scenario_of(api.load_toml(path), str(path))


def scenario_of(document: Mapping[str, Any], where: str) -> ScenarioFile:
    """The scenario in plain data from the file ``where``, from which army lists are seen.

    Raises DataError: names the key.
    """
    return _with_armies_beside(api.read(ScenarioFile, document, Path(where).name, api.DataError), Path(where).parent)


def parse_scenario(raw: bytes, where: str) -> ScenarioFile:
    """The scenario in these bytes; ``where`` names them in messages, and army lists are seen from the current folder.

    Raises DataError: names the key.
    """
    return _with_armies_beside(api.read(ScenarioFile, api.parse_toml(raw, where), where, api.DataError), Path())


def _with_armies_beside(file: ScenarioFile, beside: Path) -> ScenarioFile:
    return api.replace(
        file, armies=tuple(api.replace(army, file=str(beside / army.file)) if army.file else army for army in file.armies)
    )


def label(thing: object) -> str:
    """What a thing of a scenario is known by: its name, or else its side."""
    return str(getattr(thing, "name", "") or getattr(thing, "side", thing))


def short_name(name: str) -> str:
    """What the units of a type are called: ``us-infantry``."""
    return re.sub(r"[^\w]+", "-", name.casefold()).strip("-")[:30]


def letters(number: int) -> str:
    """A, B, ... Z, AA, AB, ..."""
    head, last = divmod(number, 26)
    return (letters(head - 1) if head else "") + chr(ord("A") + last)


# -- a player's own ----------------------------------------------------------------------------------------------------


def keep(file: ScenarioFile, what: str, bundled: Mapping[str, api.ScenarioSource], reserved: tuple[str, ...] = ()) -> Path:
    """Keep a new scenario. ``what`` was done, in a few words. Gives the path of its file, whose key is none of ``reserved``.

    Where its name is taken it has the first that is free: ``the-mill-2``.

    Raises DataError: it has no name that a scenario can have, or cannot be written.
    """
    with api.lock_folder(api.SCENARIOS.place):
        api.require_name(file.name, "the scenario")
        taken = {entry.name.casefold() for entry in api.open_scenarios(RULESET, bundled).values() if not entry.fault}
        names = (f"{file.name[: api.LONGEST_NAME - 4]}-{number}" if number > 1 else file.name for number in count(1))
        file = api.replace(file, name=next(free for free in names if free.casefold() not in taken))
        words = file.name.replace("-", " ")
        path = api.SCENARIOS.free(f"{words} scenario" if api.SCENARIOS.key_of(words) in reserved else words)
        write_scenario(path, file, what)
    return path


def write_scenario(path: Path, file: ScenarioFile, what: str) -> None:
    """Write a scenario aside and rename it; the version before it can be gone back to.

    Raises DataError: it is too long, or cannot be written.
    """
    api.write_version(path, to_toml(file), what, api.SCENARIOS.kind)


def edit(path: Path, change: Callable[[ScenarioFile], tuple[ScenarioFile, str]]) -> str:
    """Change a scenario, and remember the version before it: what was done, which ``change`` says, too.

    Raises DataError: see :func:`write_scenario`, and whatever ``change`` raises.
    """
    return api.SCENARIOS.change(path, read_scenario, to_toml, change)


_TABLES, _LISTS = ("table", "rulings"), ("terrain", "zones", "objectives", "armies", "units", "dummies", "orders")


def to_toml(file: ScenarioFile) -> str:
    """The scenario as a TOML file; what equals a default is left out. Reading it gives the same scenario."""
    document = file.model_dump(exclude_defaults=True)
    lines = ["# A scenario for All Quiet on the Martian Front. Inches; x to the right, y away from the human side.", ""]
    lines += _lines({name: value for name, value in document.items() if name not in (*_TABLES, *_LISTS)})
    lines += [line for name in _TABLES if name in document for line in ("", f"[{name}]", *_lines(document[name]))]
    lines += [line for name in _LISTS for entry in document.get(name, ()) for line in ("", f"[[{name}]]", *_lines(entry))]
    return "\n".join(lines) + "\n"


def _lines(document: Mapping[str, Any]) -> list[str]:
    return [f"{api.toml_key(name)} = {api.toml_of(value)}" for name, value in document.items()]
