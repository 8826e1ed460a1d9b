"""A list as JSON, for other programs: versioned, with a published schema and a key for each program's own data.

Points, profiles and problems are written for people who read the file, and never read: they are worked out from the rules.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any, Literal

from pydantic import ConfigDict, Field, JsonValue, StrictInt

from aqmf_air import __version__
from aqmf_air.core.data.model import Frozen, read
from aqmf_air.errors import DataError
from aqmf_air.games.martian_front.army.model import FORMAT, MAX_UNITS, Army, Entry, refuse_heaps
from aqmf_air.games.martian_front.army.resolved_list import ResolvedList
from aqmf_air.games.martian_front.army_formats import Attachment, Exporter, ExportOptions, Imported, Importer

NAME = "aqmf-army"
SCHEMA_FILE = "army.schema.json"
VENDOR = "aqmf-air"


class EntryDocument(Entry):
    """Units of one name in a list."""

    points: StrictInt | None = Field(default=None, description="Points of all of them. Not read.")


class ArmyDocument(Frozen):
    """An army list for All Quiet on the Martian Front."""

    model_config = ConfigDict(title="Army list", json_schema_extra={"$id": SCHEMA_FILE})

    format: Literal["aqmf-army"] = Field(description="What this is.")
    version: Literal[1] = Field(description="The version of this format.")
    name: str = Field(description="What the list is called.")
    side: Literal["human", "martian"]
    limit: StrictInt | None = Field(default=None, description="The points that the players agreed on; null: none.")
    notes: str = ""
    special: tuple[str, ...] = Field(default=(), description="Special rules of the scenario that it is for.")
    rulings: Mapping[str, bool | int | str] = Field(default_factory=dict, description="Rulings that the players settled.")
    units: tuple[EntryDocument, ...] = Field(default=(), max_length=MAX_UNITS)
    attached: tuple[Attachment, ...] = Field(default=(), description="What others may not have, such as own designs.")
    points: StrictInt | None = Field(default=None, description="All points. Not read: they follow from the rules.")
    problems: tuple[Mapping[str, JsonValue], ...] = Field(default=(), description="What is wrong with the list. Not read.")
    vendor: Mapping[str, JsonValue] = Field(default_factory=dict, description="Each program's own data, by its name.")


def schema() -> dict[str, Any]:
    """The JSON Schema of the format."""
    return {"$schema": "https://json-schema.org/draft/2020-12/schema", **ArmyDocument.model_json_schema()}


def document_of(muster: ResolvedList) -> dict[str, Any]:
    """A list as plain data."""
    army = muster.army
    return {
        "format": NAME,
        "version": FORMAT,
        "name": army.name,
        "side": army.side,
        "limit": army.limit,
        "notes": army.notes,
        "special": list(army.special),
        "rulings": dict(army.rulings),
        "units": [{**line.entry.model_dump(mode="json"), "points": line.points} for line in muster.lines],
        "attached": [one.model_dump() for one in army.attached],
        "points": muster.points,
        "problems": [one.document() for one in muster.problems],
        "vendor": {VENDOR: {"version": __version__}},
    }


def army_of(document: Any, where: str) -> Imported:
    """The list in plain data.

    Raises:
        DataError: names the key.
    """
    version = document.get("version") if isinstance(document, dict) else None
    if isinstance(document, dict) and document.get("format") == NAME and isinstance(version, int) and version > FORMAT:
        message = f"{where}: of version {version}, and this program reads version {FORMAT}: update the program"
        raise DataError(message, path=where, key="version", value=version)
    refuse_heaps(document, where)
    given = read(ArmyDocument, document, where, DataError)
    fields = {name: getattr(given, name) for name in Army.model_fields if name not in ("units", "attached")}
    units = [{name: getattr(one, name) for name in Entry.model_fields} for one in given.units]
    army = read(Army, {**fields, "units": units, "attached": given.attached}, where, DataError)
    others = sorted(name for name in given.vendor if name != VENDOR)
    return Imported(army, tuple(f"the data of {name} is not kept" for name in others))


def _write(muster: ResolvedList, options: ExportOptions) -> bytes:
    return (json.dumps(document_of(muster), indent=2, ensure_ascii=False) + "\n").encode()


def _recognises(raw: bytes) -> bool:
    return raw.lstrip(b"\xef\xbb\xbf \t\r\n")[:1] == b"{"


def _read(raw: bytes, where: str) -> Imported:
    try:
        document = json.loads(raw.decode("utf-8-sig"))
    except UnicodeDecodeError as bad:
        raise DataError(f"{where}: not UTF-8 text (byte {bad.start})", path=where) from None
    except json.JSONDecodeError as bad:
        raise DataError(f"{where}: not JSON: {bad.msg} (line {bad.lineno}, column {bad.colno})", path=where) from None
    except ValueError:
        raise DataError(f"{where}: not JSON: a number in it has thousands of digits", path=where) from None
    except RecursionError:
        raise DataError(f"{where}: nested too deeply", path=where) from None
    return army_of(document, where)


EXPORTER = Exporter("json", "own JSON, with a schema", ".json", _write)
IMPORTER = Importer("json", "own JSON", _recognises, _read)
