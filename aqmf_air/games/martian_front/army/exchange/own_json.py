"""A list as JSON, for other programs: versioned, with a published schema and a key for each program's own data.

Points, profiles and problems are written for people who read the file, and never read: they are worked out from the rules.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any, Literal

from pydantic import ConfigDict, Field, JsonValue, StrictInt

from aqmf_air.api import DataError, __version__, parse_json, read
from aqmf_air.games.martian_front.army.exchange import rosters, tabletop_simulator
from aqmf_air.games.martian_front.army.lists import FORMAT, MAX_UNITS, Army, ArmyEntry, refuse_heaps
from aqmf_air.games.martian_front.army.plugged_in import Exporter, ExportOptions, Imported, Importer
from aqmf_air.games.martian_front.army.reading import MAX_IMPORT_BYTES, fitted
from aqmf_air.games.martian_front.army.resolved_list import ResolvedList

NAME = "aqmf-army"
VENDOR = "aqmf-air"


class EntryDocument(ArmyEntry):
    """Units of one name in a list."""

    points: StrictInt | None = Field(default=None, description="Points of all of them. Not read.")


class ArmyDocument(Army):
    """An army list for All Quiet on the Martian Front."""

    model_config = ConfigDict(title="Army list", json_schema_extra={"$id": "army.schema.json"})

    format: Literal["aqmf-army"] = Field(description="What this is.")
    version: Literal[1] = Field(description="The version of this format.")
    units: tuple[EntryDocument, ...] = Field(default=(), max_length=MAX_UNITS)
    points: StrictInt | None = Field(default=None, description="All points. Not read: they follow from the rules.")
    problems: tuple[Mapping[str, JsonValue], ...] = Field(default=(), description="What is wrong with the list. Not read.")
    vendor: Mapping[str, JsonValue] = Field(default_factory=dict, description="Each program's own data, by its name.")


def schema() -> dict[str, Any]:
    """The JSON Schema of the format."""
    return {"$schema": "https://json-schema.org/draft/2020-12/schema", **ArmyDocument.model_json_schema()}


def document_of(muster: ResolvedList) -> dict[str, Any]:
    """A list as plain data."""
    return {
        "format": NAME,
        "version": FORMAT,
        **muster.army.model_dump(mode="json"),
        "units": [{**line.entry.model_dump(mode="json"), "points": line.points} for line in muster.lines],
        "points": muster.points,
        "problems": [problem.document() for problem in muster.problems],
        "vendor": {VENDOR: {"version": __version__}},
    }


def _write(muster: ResolvedList, options: ExportOptions) -> bytes:
    return (json.dumps(document_of(muster), indent=2, ensure_ascii=False) + "\n").encode()


def _recognises(raw: bytes) -> bool:
    theirs = tabletop_simulator.recognises(raw) or rosters.is_json_roster(raw)
    return raw.lstrip(b"\xef\xbb\xbf \t\r\n")[:1] == b"{" and not theirs


def _read(raw: bytes, where: str) -> Imported:
    document = parse_json(raw, where, MAX_IMPORT_BYTES)
    version = document.get("version") if isinstance(document, dict) else None
    if version is not None and document.get("format") == NAME and isinstance(version, int) and version > FORMAT:
        message = f"{where}: of version {version}, and this program reads version {FORMAT}: update the program"
        raise DataError(message, path=where, key="version", value=version)
    refuse_heaps(document, where)
    losses: list[str] = []
    given = read(ArmyDocument, fitted(document, losses) if isinstance(document, dict) else document, where, DataError)
    fields = given.model_dump(include=set(Army.model_fields))
    units = [unit.model_dump(exclude={"points"}) for unit in given.units]
    army = read(Army, {**fields, "units": units}, where, DataError)
    losses += [f"the data of {name}" for name in sorted(given.vendor) if name != VENDOR]
    return Imported(army, tuple(losses))


EXPORTER = Exporter("json", "own JSON, with a schema", ".json", _write, label="JSON")
IMPORTER = Importer("json", "own JSON", _recognises, _read)
