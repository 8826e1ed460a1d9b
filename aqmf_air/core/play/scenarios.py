"""Scenario files of any game: those that ship with it and the player's own, the name of each, and the ruleset it is for."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from importlib.resources.abc import Traversable
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

from aqmf_air.core.data.documents import load_toml
from aqmf_air.core.data.own_files import Shelf
from aqmf_air.core.play.contributions import DEFAULT_RULESET
from aqmf_air.core.play.ruleset import Ruleset
from aqmf_air.errors import DataError

if TYPE_CHECKING:
    from aqmf_air.core.play.contributions import ScenarioSource

S = TypeVar("S")

SCENARIOS = Shelf("scenarios", "scenario")
LONGEST_NAME = 60
"""Characters of the name of an own scenario."""
NAME = re.compile(rf"\w[\w -]{{0,{LONGEST_NAME - 1}}}")
"""What an own scenario may be called: a word or two, which nobody takes for a file."""


@dataclass(frozen=True)
class Listed:
    """A scenario that can be found by its name; ``fault``: why one of the player's own cannot be played."""

    name: str
    path: Traversable | Path
    own: bool = False
    fault: str = ""

    def document(self) -> dict[str, Any]:
        """Its file as plain data, without the key ``ruleset``. Raises DataError: it cannot be read, or its name is taken."""
        if self.fault:
            raise DataError(self.fault, path=str(self.path))
        return without_ruleset(load_toml(self.path), str(self.path))[0]


def without_ruleset(document: Mapping[str, Any], where: str) -> tuple[dict[str, Any], str]:
    """A scenario as its game reads it, and the ruleset that its key ``ruleset`` names (``""``: it has none).
    Raises DataError: the key is not text.
    """
    ruleset = document.get("ruleset", "")
    if not isinstance(ruleset, str):
        raise DataError(f"{where}: 'ruleset': expected the id of a ruleset, got {ruleset!r:.60}", path=where, key="ruleset")
    return {key: value for key, value in document.items() if key != "ruleset"}, ruleset


def has_scenarios(ruleset: Ruleset[Any]) -> bool:
    """Whether games of a ruleset begin with scenarios: not those that only keep a record of what is on a real table."""
    return type(ruleset).set_up is not Ruleset.set_up


def kept_for(ruleset: str) -> tuple[Path, ...]:
    """The player's own scenario files of a ruleset, by name; what cannot be read is the default's."""
    return tuple(path for path in SCENARIOS.kept() if _ruleset_of(path) == ruleset)


def _ruleset_of(path: Path) -> str:
    try:
        return without_ruleset(load_toml(path), path.name)[1] or DEFAULT_RULESET
    except DataError:
        return DEFAULT_RULESET


def open_scenarios(ruleset: str, bundled: Mapping[str, ScenarioSource]) -> dict[str, Listed]:
    """Every scenario of a ruleset by name: those that ship, from the one to begin with on, then the player's own.

    One of the player's own that cannot be read, or whose name is taken, is listed by its file's name, with the reason.
    """
    ordered = sorted(bundled.items(), key=lambda each: not each[1].first)
    listed = {name: Listed(name, source.path) for name, source in ordered}
    taken = {name.casefold(): "one that ships" for name in bundled}
    faulty = []
    for path in SCENARIOS.kept():
        named = ""
        try:
            document, named = without_ruleset(load_toml(path), path.name)
            if (named or DEFAULT_RULESET) != ruleset:
                continue
            name = document.get("name", path.stem)
            require_name(name, path.name)
            if other := taken.get(name.casefold()):
                message = f"{path.name}: 'name': {name!r} is taken by {other}: choose another"
                raise DataError(message, path=str(path), key="name", value=name)
        except DataError as bad:
            if (named or DEFAULT_RULESET) == ruleset:
                faulty.append(Listed(path.stem, path, own=True, fault=str(bad)))
            continue
        taken[name.casefold()] = path.name
        listed[name] = Listed(name, path, own=True)
    for scenario in faulty:  # never in the place of one that can be played
        listed[scenario.name if scenario.name.casefold() not in taken else f"{scenario.name}.toml"] = scenario
    return listed


NUMBERED = re.compile(r"(.+), (\d+): ")
"""The title of a mission of a campaign: which, and its number."""


def by_number(scenarios: Iterable[S], title: Callable[[S], str]) -> list[S]:
    """Scenarios as they came, but the numbered ones of a series in their order, at the place of its first."""
    series: dict[str, list[tuple[int, S]]] = {}
    for scenario in scenarios:
        numbered = NUMBERED.match(title(scenario))
        name, number = (numbered[1], int(numbered[2])) if numbered else (title(scenario), 0)
        series.setdefault(name, []).append((number, scenario))
    return [scenario for parts in series.values() for _, scenario in sorted(parts, key=lambda part: part[0])]


def require_free_name(name: str, listed: Mapping[str, Listed], but: Path | None = None) -> None:
    """Refuse a name that no own scenario can have, or that another one has than that in the file ``but``.
    Raises DataError: says which.
    """
    require_name(name, "the scenario")
    for scenario in listed.values():
        if not scenario.fault and scenario.name.casefold() == name.casefold() and scenario.path != but:
            whose = "one of your own" if scenario.own else "one that ships"
            raise DataError(f"the name {name!r} is taken by {whose}: choose another", path="", key="name", value=name)


def require_name(name: Any, where: str) -> None:
    """Refuse what no own scenario can be called. Raises DataError: names the place."""
    if not isinstance(name, str) or not NAME.fullmatch(name):
        message = f"{where}: 'name': expected a word or two of letters, digits and dashes, got {str(name)[:60]!r}"
        raise DataError(message, path=where, key="name", value=name)
