"""A player's own scenarios: TOML files in the own folder, found by the name that stands in them."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from importlib.resources.abc import Traversable
from pathlib import Path

from aqmf_air.core.files import held
from aqmf_air.core.model import Frozen
from aqmf_air.core.versions import go, write_version
from aqmf_air.core.writing import key, written
from aqmf_air.errors import DataError
from aqmf_air.host.scenario.model import ScenarioFile, parse_scenario, read_scenario
from aqmf_air.host.shelf import Shelf
from aqmf_air.registry import ScenarioSource

SCENARIOS = Shelf("scenarios", "scenario")
NAME = re.compile(r"\w[\w -]{0,59}")
"""What an own scenario may be called: a word or two, which nobody takes for a file."""


@dataclass(frozen=True)
class Listed:
    """A scenario that can be found by its name; ``fault``: why one of the player's own cannot be played."""

    name: str
    path: Traversable | Path
    own: bool = False
    fault: str = ""

    def read(self) -> ScenarioFile:
        """Its file.

        Raises:
            DataError: it is wrong, or its name is taken.
        """
        if self.fault:
            raise DataError(self.fault, path=str(self.path))
        return read_scenario(self.path)


def open_scenarios(bundled: Mapping[str, ScenarioSource]) -> dict[str, Listed]:
    """Every scenario by name: those that ship, then the player's own.

    One of the player's own that cannot be read, or whose name is taken, is listed by its file's name, with the reason.
    """
    listed = {name: Listed(name, source.path) for name, source in bundled.items()}
    taken = {name.casefold(): "one that ships" for name in bundled}
    faulty = []
    for path in SCENARIOS.kept():
        try:
            name = read_scenario(path).name
            _require_name(name, path.name)
            if other := taken.get(name.casefold()):
                message = f"{path.name}: 'name': {name!r} is taken by {other}: choose another"
                raise DataError(message, path=str(path), key="name", value=name)
        except DataError as bad:
            faulty.append(Listed(path.stem, path, own=True, fault=str(bad)))
            continue
        taken[name.casefold()] = path.name
        listed[name] = Listed(name, path, own=True)
    for one in faulty:  # never in the place of one that can be played
        if one.name.casefold() not in taken:
            listed[one.name] = one
        else:
            listed[f"{one.name}.toml"] = one
    return listed


def require_free_name(name: str, bundled: Mapping[str, ScenarioSource], but: Path | None = None) -> None:
    """Refuse a name that no own scenario can have, or that another one has than that in the file ``but``.

    Raises:
        DataError: says which.
    """
    _require_name(name, "the scenario")
    for one in open_scenarios(bundled).values():
        if not one.fault and one.name.casefold() == name.casefold() and one.path != but:
            whose = "one of your own" if one.own else "one that ships"
            raise DataError(f"the name {name!r} is taken by {whose}: choose another", path="", key="name", value=name)


def _require_name(name: str, where: str) -> None:
    if not NAME.fullmatch(name):
        message = f"{where}: 'name': expected a word or two of letters, digits and dashes, got {name[:60]!r}"
        raise DataError(message, path=where, key="name", value=name)


# -- writing --------------------------------------------------------------------------------------------------------------


def keep(file: ScenarioFile, what: str, bundled: Mapping[str, ScenarioSource], reserved: tuple[str, ...] = ()) -> Path:
    """Keep a new scenario. ``what`` was done, in a few words. Gives the path of its file, whose key is none of ``reserved``.

    Raises:
        DataError: its name is taken, or it cannot be written.
    """
    with held(SCENARIOS.place):
        require_free_name(file.name, bundled)
        words = file.name.replace("-", " ")
        path = SCENARIOS.free(f"{words} scenario" if SCENARIOS.key_of(words) in reserved else words)
        write_scenario(path, file, what)
    return path


def write_scenario(path: Path, file: ScenarioFile, what: str) -> None:
    """Write a scenario aside and rename it; the version before it can be gone back to.

    Raises:
        DataError: it is too long, or cannot be written.
    """
    write_version(path, to_toml(file), what, SCENARIOS.kind)


def step(path: Path, by: int) -> str:
    """Go a version back (-1) or on again (1): what was taken back, or done again.

    Raises:
        DataError: there is none.
    """
    return go(path, by, SCENARIOS.kind, parse_scenario)[1]


_TABLES = ("terrain", "zones", "objectives", "armies", "units", "dummies")


def to_toml(file: ScenarioFile) -> str:
    """The scenario as a TOML file; what equals a default is left out. Reading it gives the same scenario."""
    lines = ["# A scenario for All Quiet on the Martian Front. Inches; x to the right, y away from the human side.", ""]
    lines += _fields(file, but=("table", "rulings", "orders", *_TABLES))
    lines += ["", "[table]", *_fields(file.table)]
    if file.rulings:
        lines += ["", "[rulings]", *(f"{key(name)} = {written(value)}" for name, value in file.rulings.items())]
    for table in _TABLES:
        for one in getattr(file, table):
            lines += ["", f"[[{table}]]", *_fields(one)]
    for order in file.orders:
        lines += ["", "[[orders]]", *(f"{key(name)} = {written(value)}" for name, value in order.items())]
    return "\n".join(lines) + "\n"


def _fields(model: Frozen, but: tuple[str, ...] = ()) -> list[str]:
    return [f"{name} = {written(value)}" for name, value in _plain(model).items() if name not in but]


def _plain(model: Frozen) -> dict[str, object]:
    """Its fields as plain data, without those at their default."""
    return model.model_dump(exclude_defaults=True)
