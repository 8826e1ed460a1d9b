"""A player's own scenarios, written as TOML files in the own folder."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from itertools import count
from pathlib import Path
from typing import Any

from aqmf_air.core.data.documents import toml_key, toml_of
from aqmf_air.core.data.files import held
from aqmf_air.core.data.model import replace
from aqmf_air.core.data.own_files import write_version
from aqmf_air.core.play.contributions import ScenarioSource
from aqmf_air.core.play.scenarios import LONGEST_NAME, SCENARIOS, Listed, open_scenarios, require_name
from aqmf_air.games.martian_front.base_order import RULESET
from aqmf_air.games.martian_front.scenario.model import ScenarioFile, read_scenario


def keep(file: ScenarioFile, what: str, bundled: Mapping[str, ScenarioSource], reserved: tuple[str, ...] = ()) -> Path:
    """Keep a new scenario. ``what`` was done, in a few words. Gives the path of its file, whose key is none of ``reserved``.

    Where its name is taken it has the first that is free: ``the-mill-2``.

    Raises DataError: it has no name that a scenario can have, or cannot be written.
    """
    with held(SCENARIOS.place):
        file = replace(file, name=_free_name(file.name, open_scenarios(RULESET, bundled)))
        words = file.name.replace("-", " ")
        path = SCENARIOS.free(f"{words} scenario" if SCENARIOS.key_of(words) in reserved else words)
        write_scenario(path, file, what)
    return path


def _free_name(name: str, listed: Mapping[str, Listed]) -> str:
    require_name(name, "the scenario")
    taken = {one.name.casefold() for one in listed.values() if not one.fault}
    names = (f"{name[: LONGEST_NAME - 4]}-{number}" if number > 1 else name for number in count(1))
    return next(one for one in names if one.casefold() not in taken)


def write_scenario(path: Path, file: ScenarioFile, what: str) -> None:
    """Write a scenario aside and rename it; the version before it can be gone back to.

    Raises DataError: it is too long, or cannot be written.
    """
    write_version(path, to_toml(file), what, SCENARIOS.kind)


def edit(path: Path, change: Callable[[ScenarioFile], tuple[ScenarioFile, str]]) -> str:
    """Change a scenario, and remember the version before it: what was done, which ``change`` says, too.

    Raises DataError: see :func:`write_scenario`, and whatever ``change`` raises.
    """
    with held(path.parent):
        before = read_scenario(path)
        after, what = change(before)
        if after == before:
            return "nothing to change"
        write_scenario(path, after, what)
    return what


_TABLES, _LISTS = ("table", "rulings"), ("terrain", "zones", "objectives", "armies", "units", "dummies", "orders")


def to_toml(file: ScenarioFile) -> str:
    """The scenario as a TOML file; what equals a default is left out. Reading it gives the same scenario."""
    document = file.model_dump(exclude_defaults=True)
    lines = ["# A scenario for All Quiet on the Martian Front. Inches; x to the right, y away from the human side.", ""]
    lines += _lines({name: value for name, value in document.items() if name not in (*_TABLES, *_LISTS)})
    lines += [line for name in _TABLES if name in document for line in ("", f"[{name}]", *_lines(document[name]))]
    lines += [line for name in _LISTS for one in document.get(name, ()) for line in ("", f"[[{name}]]", *_lines(one))]
    return "\n".join(lines) + "\n"


def _lines(document: Mapping[str, Any]) -> list[str]:
    return [f"{toml_key(name)} = {toml_of(value)}" for name, value in document.items()]
