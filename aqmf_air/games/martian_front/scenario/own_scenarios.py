"""A player's own scenarios, written as TOML files in the own folder."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from aqmf_air.core.data.documents import toml_key, toml_of
from aqmf_air.core.data.files import held
from aqmf_air.core.data.model import Frozen
from aqmf_air.core.data.own_files import go, write_version
from aqmf_air.core.play.contributions import ScenarioSource
from aqmf_air.core.play.scenarios import SCENARIOS, open_scenarios, require_free_name
from aqmf_air.games.martian_front.base_order import RULESET
from aqmf_air.games.martian_front.scenario.model import ScenarioFile, parse_scenario


def keep(file: ScenarioFile, what: str, bundled: Mapping[str, ScenarioSource], reserved: tuple[str, ...] = ()) -> Path:
    """Keep a new scenario. ``what`` was done, in a few words. Gives the path of its file, whose key is none of ``reserved``.

    Raises:
        DataError: its name is taken, or it cannot be written.
    """
    with held(SCENARIOS.place):
        require_free_name(file.name, open_scenarios(RULESET, bundled))
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
        lines += ["", "[rulings]", *(f"{toml_key(name)} = {toml_of(value)}" for name, value in file.rulings.items())]
    for table in _TABLES:
        for one in getattr(file, table):
            lines += ["", f"[[{table}]]", *_fields(one)]
    for order in file.orders:
        lines += ["", "[[orders]]", *(f"{toml_key(name)} = {toml_of(value)}" for name, value in order.items())]
    return "\n".join(lines) + "\n"


def _fields(model: Frozen, but: tuple[str, ...] = ()) -> list[str]:
    return [f"{name} = {toml_of(value)}" for name, value in _plain(model).items() if name not in but]


def _plain(model: Frozen) -> dict[str, object]:
    """Its fields as plain data, without those at their default."""
    return model.model_dump(exclude_defaults=True)
