"""Missions of a player's own: their files, what is placed in them by words, and what has to be mended."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import Any, NamedTuple, cast

from pydantic import Field

from aqmf_air import api
from aqmf_air.games.clouds_of_glory.chapters import people
from aqmf_air.games.clouds_of_glory.state import PILOT, Balloon, BoardEdge, Mission, Placing, PlacingArea, Runway, Setup
from aqmf_air.games.clouds_of_glory.tables import RULESET, Tables, tables_in_force

MOST_AIRCRAFT = 16


class MissionFile(api.Frozen):
    """A mission as its file has it; it may be unfinished."""

    ruleset: str = RULESET
    name: str = Field(min_length=1, max_length=60)
    title: str = Field(min_length=1, max_length=80)
    description: str = Field(default="", max_length=2000)
    board: tuple[BoardEdge, BoardEdge] = (60.0, 60.0)
    turns: int = Field(default=10, ge=1, le=60)
    mission: Mission = Mission()
    areas: tuple[PlacingArea, ...] = Field(default=(), max_length=2)
    aircraft: tuple[Placing, ...] = Field(default=(), max_length=MOST_AIRCRAFT)
    balloons: tuple[Balloon, ...] = Field(default=(), max_length=12)
    runways: tuple[Runway, ...] = Field(default=(), max_length=6)
    rulings: Mapping[str, Any] = Field(default_factory=dict)
    slices: Mapping[str, Mapping[str, Any]] = Field(default_factory=dict)
    """Those of extensions, as they are in the file."""


def parse(raw: bytes, where: str) -> MissionFile:
    """The mission in these bytes. Raises DataError: names the key."""
    document = api.parse_toml(raw, where)
    _, ruleset = api.without_ruleset(document, where)
    if ruleset not in ("", RULESET):
        message = f"{where}: a scenario of {ruleset!r}, not of {RULESET!r}"
        raise api.DataError(message, path=where, key="ruleset", value=ruleset)
    return api.read(MissionFile, {**document, "name": Path(where).stem, "ruleset": RULESET}, where, api.DataError)


def read_mission(path: Path) -> MissionFile:
    """The mission in a file. Raises DataError: names the file and the key."""
    return parse(api.bytes_of(path), path.name)


def to_toml(file: MissionFile) -> str:
    """The mission as a TOML file; what equals a default is left out. Reading it gives the same mission."""
    document = {"ruleset": RULESET, **file.model_dump(mode="json", exclude_defaults=True)}
    del document["name"]  # the file's own
    lines = ["# A mission of In Clouds of Glory: move units from the south-west corner, degrees from north, km/h."]
    lines += [f"{key} = {api.toml_of(value)}" for key, value in document.items() if key not in (*PARTS, "rulings", "slices")]
    for key in PARTS:
        if isinstance(entries := document.get(key), list):
            lines += [f"{key} = [", *(f"    {api.toml_of(entry)}," for entry in entries), "]"]
        elif entries:
            lines.append(f"{key} = {api.toml_of(entries)}")
    for title, table in {"rulings": file.rulings, **{f"slices.{name}": own for name, own in file.slices.items()}}.items():
        if table:
            lines += ["", f"[{title}]", *(f"{api.toml_key(key)} = {api.toml_of(value)}" for key, value in table.items())]
    return "\n".join(lines) + "\n"


def copied(listed: api.Listed, title: str, registry: api.Registry) -> Path:
    """A copy of a scenario under another title is kept; empty: that of the original. Raises DataError: it cannot be."""
    document = listed.document()
    title = title or api.SCENARIOS.copy_title(document.get("title", listed.name))
    given = {**document, "name": api.SCENARIOS.key_of(title), "title": title, "ruleset": RULESET}
    return keep(api.read(MissionFile, given, listed.name, api.DataError), f"copied from {listed.name}", registry)


def keep(file: MissionFile, what: str, registry: api.Registry) -> Path:
    """Keep a new mission under a name that is free; ``what`` was done. Raises DataError: it cannot be written."""
    with api.lock_folder(api.SCENARIOS.place):
        words = file.name.replace("-", " ")
        taken = api.SCENARIOS.key_of(words) in registry.of(api.kinds.SCENARIOS, RULESET)
        path = api.SCENARIOS.free(f"{words} mission" if taken else words)
        api.write_version(path, to_toml(file), what, api.SCENARIOS.kind)
    return path


def edit(path: Path, change: Callable[[MissionFile], tuple[MissionFile, str]]) -> str:
    """Change a mission; the version before it can be gone back to: what was done, which ``change`` says, too.

    Raises DataError: it cannot be read or written, and whatever ``change`` raises; nothing was changed.
    """
    return api.SCENARIOS.change(path, read_mission, to_toml, change)


def setup_of(file: MissionFile, registry: api.Registry) -> Setup:
    """What a game of a mission starts from, sound or not. Raises DataError: nothing flies, or a ruling is none."""
    rulings = api.settle(clouds(registry).rulings, dict(file.rulings), file.name)
    given = {key: getattr(file, key) for key in MissionFile.model_fields if key in Setup.model_fields}
    return cast("Setup", api.read(clouds(registry).setup_model, {**given, "rulings": rulings}, file.name, api.DataError))


def clouds(registry: api.Registry) -> Any:
    """The ruleset."""
    return registry.ruleset(RULESET)


def problems(file: MissionFile, registry: api.Registry) -> tuple[str, ...]:
    """What has to be mended before a mission can be played."""
    try:
        setup = setup_of(file, registry)
    except api.DataError as bad:
        return (str(bad),)
    sides = {placing.side for placing in setup.aircraft}
    alone = ("one side has no aircraft: nobody can play it",) if len(sides) < 2 else ()
    return (*alone, *clouds(registry).faults(setup))


# -- what is placed by words -------------------------------------------------------------------------------------------


class PartField(NamedTuple):
    """A field of a form; ``kind``: ``text``, ``number``, ``lines``, ``things`` that fly, or the names that there are."""

    name: str
    label: str
    kind: str | tuple[str, ...] = "text"
    begin: str = ""
    """What a form for a new thing begins with."""


SIDE = PartField("side", "Side", ("entente", "germany"), "entente")
AT = PartField("at", "Place: east, north", begin="30 30")
HEADING = PartField("heading", "Heading, degrees", "number", "0")
PARTS: Mapping[str, tuple[PartField, ...]] = {
    "aircraft": (
        PartField("marking", "Marking", begin="red Camel"),
        PartField("type", "Type", "types", "Sopwith Camel"),
        SIDE,
        PartField("at", "Place: east, north, height", begin="30 5 20"),
        HEADING,
        PartField("speed", "Speed, km/h", "number", "145"),
        PartField("nose", "Nose above the horizon", "number", "0"),
        PartField("bank", "Bank to the right", "number", "0"),
        PartField("bombs", "Bombs", "number", "0"),
        PartField("trouble", "In trouble", ("", "stalled", "spins")),
        PartField("engine", "Engine", ("runs", "off", "stopped"), "runs"),
        PartField("crew", "Men: station, name, Awareness Flying Gunnery Fortitude Luck; none: they are rolled", "lines"),
    ),
    "balloons": (PartField("name", "Name"), SIDE, PartField("at", "Place: east, north, height", begin="30 30 10")),
    "runways": (
        PartField("name", "Name"),
        SIDE,
        AT,
        HEADING,
        PartField("length", "Length, MU", "number", "20"),
        PartField("width", "Width, MU", "number", "4"),
    ),
    "areas": (SIDE, AT, PartField("radius", "Radius, MU", "number", "5")),
    "mission": (
        PartField("kind", "Task", ("fight", "reach", "hold"), "fight"),
        PartField("what", "Aircraft to bring there, or balloons to hold", "things"),
        PartField("to", "Place to reach: east, north"),
        PartField("within", "At most so near, MU", "number", "10"),
        PartField("points", "Points for each of them", "number", "2"),
    ),
}
"""What can be placed, by the key of the file; ``mission`` is there once."""
KINDS: Mapping[str, type[api.Frozen]] = {
    "aircraft": Placing, "balloons": Balloon, "runways": Runway, "areas": PlacingArea, "mission": Mission,
}  # fmt: skip
TEXTS = ("id", "marking", "type", "side", "name", "kind", "trouble", "engine", "place", "title", "description")
LISTS = ("at", "to", "what", "board")
NAMED = {"aircraft": "marking", "balloons": "name", "runways": "name"}
SCORES = ("awareness", "flying", "gunnery", "fortitude", "luck")
ABOUT = ("title", "description", "board", "turns")


def in_words(entry: Any, name: str) -> str:
    """A field as a form has it."""
    value = getattr(entry, name)
    if name == "crew":
        return "\n".join(
            f"{man.station} {man.name} {man.awareness} {man.flying} {man.gunnery} {man.fortitude} {man.luck}"
            for man in value
        )
    if isinstance(value, tuple):
        return " ".join(f"{part:g}" if isinstance(part, float) else str(part) for part in value)
    return "" if value is None else f"{value:g}" if isinstance(value, float) else str(value)


def placed(file: MissionFile, part: str, fields: Mapping[str, str], at: int | None = None) -> tuple[MissionFile, str]:
    """Something is placed, or that of a number changed, by the words of its fields; what was done, too.

    Raises DataError: a field is none, or its words make no sense. UnknownNameError: there is no such part.
    """
    part = api.by_name({key: key for key in (*PARTS, "about")}, part, "part")
    if part == "about":
        return about(file, fields)
    was = file.mission if part == "mission" else entry_at(file, part, at) if at is not None else None
    values: dict[str, Any] = {name: _words(name, text) for name, text in fields.items() if name != "crew"}
    given: dict[str, Any] = {**(dict(was) if was else {}), **values}
    given = {name: value for name, value in given.items() if value not in ("", None, []) or name == "trouble"}
    if part in NAMED and "id" not in given:
        given["id"] = _free_id(file, str(given.get(NAMED[part], "")))
    if part == "aircraft" and ("crew" in fields or was is None):
        given["crew"] = _crew(fields.get("crew", ""), str(given.get("type", "")), given["id"], tables_in_force())
    entry = api.read(KINDS[part], given, part, api.DataError)
    what = f"{'changed' if was else 'placed'} {getattr(entry, NAMED.get(part, ''), '') or part}"
    if part == "mission":
        return _with(file, mission=entry), what
    there = list(getattr(file, part))
    there[at if at is not None else len(there) :] = [entry, *(there[at + 1 :] if at is not None else ())]
    return _with(file, **{part: tuple(there)}), what


def about(file: MissionFile, fields: Mapping[str, str]) -> tuple[MissionFile, str]:
    """Title, description, board, turns. Raises DataError: a field makes no sense."""
    return _with(file, **{name: _words(name, fields[name]) for name in ABOUT if name in fields}), "title, board and turns"


def removed(file: MissionFile, part: str, at: int) -> tuple[MissionFile, str]:
    """Something is taken away. Raises DataError: there is nothing of that number."""
    part = api.by_name({key: key for key in PARTS if key != "mission"}, part, "part")
    entry = entry_at(file, part, at)
    return _with(file, **{part: tuple(each for each in getattr(file, part) if each is not entry)}), f"removed one of {part}"


def entry_at(file: MissionFile, part: str, at: int) -> Any:
    """The thing of a number. Raises DataError: there is none."""
    there = getattr(file, part)
    if not 0 <= at < len(there):
        raise api.DataError(f"{part}: there is no number {at}; there are {len(there)}, from 0 on", key="at", value=at)
    return there[at]


def _with(file: MissionFile, **changes: Any) -> MissionFile:
    return api.read(MissionFile, {**dict(file), **changes}, file.name, api.DataError)


def _words(name: str, text: str) -> Any:
    """A field from its words: names and numbers as they are written, places as their numbers."""
    if name in LISTS:
        parts = text.replace(",", " ").split()
        return parts if name == "what" else list(map(_number, parts))
    text = text.strip().replace("\r\n", "\n")
    return text if name in TEXTS else _number(text)


def _number(text: str) -> int | float | str:
    """A number; what is none stays as it is, for the model to say so."""
    try:
        return int(text) if re.fullmatch(r"-?\d{1,9}", text) else float(text)
    except ValueError:
        return text


def _free_id(file: MissionFile, words: str) -> str:
    taken = {thing.id for things in (file.aircraft, file.balloons, file.runways) for thing in things}
    slug = re.sub(r"[^a-z0-9]+", "-", words.lower()).strip("-")[:24]
    slug = slug if slug[:1].isalpha() else f"n-{slug}".strip("-")
    return next(name for n in range(1, 99) if (name := slug if n == 1 else f"{slug}-{n}") not in taken)


_MAN = re.compile(r"(\S+)\s+(.+?)\s+(\d{1,3})\s+(\d{1,3})\s+(\d{1,3})\s+(\d{1,3})\s+(\d{1,3})")


def _crew(text: str, type_: str, id_: str, in_force: Tables) -> list[dict[str, Any]]:
    """Men from lines; from none, they are rolled by the rules. ICOG-1.2.1, ICOG-1.2.2."""
    if not text.strip():
        return list(_rolled_crew(type_, id_, in_force))
    men = []
    for line in text.strip().splitlines():
        if not (match := _MAN.fullmatch(line.strip())):
            expected = "expected lines as 'pilot Otto Kestner 12 13 11 12 11'"
            raise api.DataError(f"aircraft: crew: {expected}, got {line[:60]!r}", key="crew", value=line)
        station, name, *scores = match.groups()
        men.append({"station": station, "name": name, **dict(zip(SCORES, map(int, scores), strict=True))})
    return men


def _rolled_crew(type_: str, id_: str, in_force: Tables) -> Iterator[dict[str, Any]]:
    panels = {panel.name: panel for panel in in_force.panels}
    stations = [station.name for station in panels[type_].stations] if type_ in panels else []
    for station in (PILOT, *stations):
        dice = api.DiceTray(api.seeded("crew", id_, station))
        man = people.roll_man(dice, in_force, "pilot" if station == PILOT else "gunner")
        low, middle, high = sorted(man.skills)
        awareness, flying, gunnery = (middle, high, low) if station == PILOT else (middle, low, high)
        given = (awareness, flying, gunnery, man.fortitude, man.luck)
        yield {"station": station, "name": f"{station.capitalize()} of {id_}", **dict(zip(SCORES, given, strict=True))}
