"""The hangar: the designs that ship, and the player's own, found by name."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from functools import cache, cached_property
from pathlib import Path
from typing import Any

from aqmf_air.api import DataError, Searched, UnknownNameError, by_words, near, own_folder, same_name, search, write_aside
from aqmf_air.games.martian_aircraft.designs.design import SCHEMA_FILE, Design, design_from, read_design, to_toml
from aqmf_air.games.martian_aircraft.designs.design_warnings import warnings_of
from aqmf_air.games.martian_aircraft.designs.pricing import Cost, RolePrice, cost_of, points_table
from aqmf_air.games.martian_aircraft.tables import AircraftRulings

OWN_DESIGNS = "designs"  # the folder in the player's data folder


@dataclass(frozen=True)
class HangarEntry:
    """A design under the rulings in force: those that its file settles, or others that were chosen."""

    design: Design
    rulings: AircraftRulings
    path: Path | None = None
    """Where its file is."""
    own: bool = False
    """Whether it is the player's own in the hangar, not one that ships."""

    @cached_property
    def cost(self) -> Cost:
        """Its price and its profile."""
        return cost_of(self.design, self.rulings)

    @property
    def role(self) -> RolePrice:
        """Its role; ``armed``: it attacks, and is attacked, in play, and the others fly high or come before the game."""
        return points_table().role_of(self.design.role)

    def under(self, chosen: Mapping[str, Any]) -> HangarEntry:
        """The same with other rulings, by their names, in the place of its own."""
        return replace(self, rulings=AircraftRulings.model_validate({**self.rulings.model_dump(), **chosen}))

    def price_document(self) -> dict[str, Any]:
        """The price with profile and warnings, as ``aqmf design cost --json`` has it."""
        cost = self.cost
        return {
            "name": cost.name,
            "role": cost.role,
            "unit_size": cost.unit_size,
            "points": cost.points,
            "speed": cost.speed,
            "defense": cost.defense,
            "armor": cost.armor,
            "breakdown": [{"what": line.what, "points": line.points, "rule": line.rule} for line in cost.breakdown],
            "warnings": list(warnings_of(self.design)),
        }

    def document(self) -> dict[str, Any]:
        """The same with what the design is."""
        design = self.design
        return {
            **self.price_document(),
            **{name: getattr(design, name) for name in ("nation", "year", "max_speed_mph", "skin", "radio")},
            "guns": [list(gun.arcs) for gun in design.guns],
            "bombs": {load.kind: design.bomb_count(load.kind) for load in design.bombs if load.count},
            "source": None if design.source is None else design.source.model_dump(),
            "historic": None if design.historic is None else design.historic.model_dump(mode="json"),
        }


def by_role(entries: Iterable[HangarEntry]) -> list[tuple[RolePrice, list[HangarEntry]]]:
    """Designs by their roles, the cheapest of each first."""
    ordered = sorted(entries, key=lambda entry: (entry.cost.points, same_name(entry.design.name)))
    groups = ((role, [entry for entry in ordered if entry.role == role]) for role in points_table().role)
    return [(role, some) for role, some in groups if some]


@dataclass(frozen=True)
class Hangar:
    """Every design that can be found by name. ``problems``: files of the player's own that are left out, and why."""

    parked: tuple[HangarEntry, ...]
    problems: tuple[str, ...] = ()

    @cached_property
    def _by_name(self) -> dict[str, HangarEntry]:
        return {same_name(entry.design.name): entry for entry in self.parked}

    def find(self, name: str) -> HangarEntry | None:
        """The design of this name, if there is one; case, accents and punctuation do not matter."""
        return self._by_name.get(same_name(name))

    def named(self, name: str) -> HangarEntry:
        """The same, or the only one that words fit: ``camel``. Raises UnknownNameError: there is none; with near names."""
        try:
            return by_words({entry.design.name: entry for entry in self.parked}, name, "design", self.near)
        except UnknownNameError as unknown:
            hint = f"; did you mean {' or '.join(unknown.near)}?" if unknown.near else ""
            text = f"there is no design called {name[:60]!r}{hint}"
            raise UnknownNameError(text, what="design", name=name, near=unknown.near) from None

    def found(self, sought: str) -> list[HangarEntry]:
        """The designs whose name, nation and year every word is about, in their order; all for none."""
        things = (entry.design for entry in self.parked)
        searched = (Searched(thing.name, about=(thing.nation or "", str(thing.year or ""))) for thing in things)
        return [self._by_name[same_name(thing.name)] for thing in search(sought, searched)]

    def near(self, name: str) -> tuple[str, ...]:
        """Names close to this one, as :func:`aqmf_air.core.data.search.near` has it."""
        return near(name, (Searched(entry.design.name) for entry in self.parked))


def shipped_folder() -> Path:
    """Where the designs that ship are: inside an installed package, or beside it in a working copy.

    Raises DataError: they are in neither place.
    """
    package = Path(__file__).resolve().parents[3]
    for folder in (package / "designs", package.parent / "designs"):
        if (folder / SCHEMA_FILE).is_file():
            return folder
    raise DataError(f"{package / 'designs'}: the designs that ship are missing", path=str(package / "designs"))


def own_designs() -> Path:
    """Where the player's own designs are kept."""
    return own_folder() / OWN_DESIGNS


def open_hangar(own: Path | None = None) -> Hangar:
    """All designs: those that ship by nation, then the player's own in ``own`` (default: the player's own folder).

    A file of the player's own that is wrong, or whose design has a name that is taken, is left out and named.

    Raises DataError: a design that ships is wrong.
    """
    taken = {same_name(entry.design.name): entry.path for entry in shipped()}
    mine: list[HangarEntry] = []
    problems: list[str] = []
    for path in _files(own or own_designs(), "**/*.toml"):
        try:
            entry = HangarEntry(*read_design(path), path, own=True)
        except DataError as bad:
            problems.append(str(bad))
            continue
        if earlier := taken.get(same_name(entry.design.name)):
            problems.append(f"{path}: the name {entry.design.name!r} is taken by {earlier}")
            continue
        taken[same_name(entry.design.name)] = path
        mine.append(entry)
    return Hangar((*shipped(), *mine), tuple(problems))


def is_token(text: str) -> bool:
    """Whether a text is meant as the token of a design: it looks like one, and no design is called that."""
    return bool(re.match(r"aqd\d+-", text)) and not open_hangar().find(text)


def meant(text: str) -> HangarEntry:
    """The design that a name of the hangar, in any spelling, or a token stands for.

    Raises:
        UnknownNameError: there is none of this name; with near names.
        DataError: the token is wrong.
    """
    if is_token(text):
        return HangarEntry(design_from(text), AircraftRulings())
    return open_hangar().named(text)


def shipped() -> tuple[HangarEntry, ...]:
    """The designs that ship, by nation. Raises DataError: one of them is wrong."""
    return _read(shipped_folder())


@cache
def _read(folder: Path) -> tuple[HangarEntry, ...]:
    """They are read once, as they do not change while a program runs."""
    entries = tuple(HangarEntry(*read_design(path), path) for path in _files(folder, "*/*.toml"))
    if len({same_name(entry.design.name) for entry in entries}) != len(entries):
        raise DataError(f"{folder}: two designs that ship have one name", path=str(folder))
    return entries


def _files(folder: Path, pattern: str) -> list[Path]:
    return sorted(path for path in folder.glob(pattern) if path.is_file() and not path.name.startswith("."))


def park(design: Design, *, replace: bool = False, own: Path | None = None) -> Path:
    """Keep a design in the player's own folder, with the schema beside it for editors. Gives the path of its file.

    Args:
        design: the design.
        replace: whether it may take the place of one of the player's own of the same name.
        own: the folder (default: the player's own).

    Raises DataError: the name is taken, or the file cannot be written. Nothing is written then.
    """
    folder = own or own_designs()
    path = folder / file_name(design.name)
    taken = {same_name(entry.design.name): entry for entry in open_hangar(folder).parked}.get(same_name(design.name))
    if taken is not None:
        if not taken.own or not replace:
            advice = "--replace puts this one in its place" if taken.own else "choose another name"
            raise DataError(
                f"the name {design.name!r} is taken by {taken.design.name!r} ({taken.path}): {advice}",
                path=str(taken.path),
                key="name",
                value=design.name,
            )
        path = taken.path or path
    write_aside(folder / SCHEMA_FILE, (shipped_folder() / SCHEMA_FILE).read_bytes())
    write_aside(path, to_toml(design, SCHEMA_FILE).encode(), overwrite=taken is not None)
    return path


def file_name(name: str) -> str:
    """A file name for a design that any disk can hold; names that differ beyond punctuation never share one."""
    words = "-".join(_words(name))
    if same_name(name).isascii() and not len(words) > 60:
        return f"{words}.toml"
    mark = hashlib.sha256(same_name(name).encode()).hexdigest()[:8]
    return f"{f'{words[:60]}-' if words else 'design-'}{mark}.toml"


def _words(name: str) -> Iterable[str]:
    """The parts of a name between its blanks and points, in plain letters."""
    apart = "".join(letter if letter.isalnum() or letter.isspace() else " " for letter in name)
    plain = ("".join(letter for letter in same_name(word) if letter.isascii()) for word in apart.split())
    return [word for word in plain if word]
