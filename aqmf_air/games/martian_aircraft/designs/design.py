"""A design: one aircraft as a player writes it down, read from TOML and written back (AIR-DES-1 to AIR-DES-4).

A token is a design as a short text for a message or a link: versioned, checked, exact both ways.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Mapping
from itertools import groupby
from pathlib import Path
from typing import Annotated, Any, Literal, get_args

from pydantic import AfterValidator, ConfigDict, Field, model_validator

from aqmf_air.core.data.documents import load_toml, parse_json, parse_toml, toml_fields
from aqmf_air.core.data.model import Frozen, read
from aqmf_air.core.data.token import Reader, Seal, Writer, bad_token
from aqmf_air.core.play.rulings import settle
from aqmf_air.errors import DataError
from aqmf_air.games.martian_aircraft.designs.fields import Address, Count, Flag, Line, Mph, Name, Note
from aqmf_air.games.martian_aircraft.designs.shape import Shape
from aqmf_air.games.martian_aircraft.rulings import AircraftRulings

Arc = Literal["forward", "right", "aft", "left"]
BombKind = Literal["light", "medium"]
Skin = Literal["fabric", "aluminium"]
Role = Literal["combat", "scout", "spotter", "heavy-bomber"]

ARCS: tuple[Arc, ...] = get_args(Arc)
BOMB_KINDS: tuple[BombKind, ...] = get_args(BombKind)
SKINS: tuple[Skin, ...] = get_args(Skin)
ROLES: tuple[Role, ...] = get_args(Role)


def _in_order(arcs: tuple[Arc, ...]) -> tuple[Arc, ...]:
    """One way to write a gun, so that equal guns are equal."""
    if twice := [arc for arc, times in Counter(arcs).items() if times > 1]:
        raise ValueError(f"arc {twice[0]!r} stands there twice")
    return tuple(arc for arc in ARCS if arc in arcs)


class Gun(Frozen):
    """A machine gun of each aircraft, and the arcs that it can fire into (AIR-GUN-2)."""

    arcs: Annotated[tuple[Arc, ...], AfterValidator(_in_order)] = Field(
        min_length=1, max_length=4, description="Arcs that it fires into, 90 degrees each."
    )


class Bombs(Frozen):
    """Bombs of one kind that each aircraft carries."""

    kind: BombKind = Field(description="light: Power +3, Barrage 1; medium: Power +4, Barrage 2.")
    count: Count = Field(description="How many each aircraft carries.")


class DesignSource(Frozen):
    """Where the figures of a design come from."""

    url: Address = Field(default="", description="Addresses of the pages that give the figures, with ' ; ' between them.")
    note: Note = Field(default="", description="What to know about the figures; or that they have no source.")
    confidence: Line = Field(default="", description="high, medium, low or unsourced: the speed first, then the guns.")


class Historic(Frozen):
    """Figures of the real aircraft that a design is made from, as its source gives them."""

    max_speed_mph: Mph
    forward_guns: Count = Field(description="Fixed guns, guns over the wing, and flexible guns in the nose.")
    rear_guns: Count = Field(description="Flexible guns of a rear or dorsal post.")
    bomb_kg: Annotated[float, Field(strict=True, ge=0, le=20000)] | None = Field(
        default=None, description="Usual bomb load in kilograms; left out where it is not known."
    )
    skin: Literal["fabric", "duralumin"] = Field(description="fabric: canvas or plywood on a wooden or steel frame.")
    armoured: Flag = Field(default=False, description="Whether steel plates protected crew or engine.")
    duties: tuple[Line, ...] = Field(min_length=1, max_length=6, description="What it was used for, the main duty first.")


class Design(Frozen):
    """An aircraft design. Guns and bombs are those of each aircraft, not of its unit."""

    model_config = ConfigDict(title="Aircraft design")

    name: Name = Field(description="The design's name, not yet taken in the hangar.")
    nation: Line = Field(default="", description="Where it was built.")
    year: Annotated[int, Field(strict=True, ge=1800, le=2100)] | None = Field(
        default=None, description="Year of service entry."
    )
    max_speed_mph: Mph = Field(description="Top speed in miles an hour: sets Speed and Defense.")
    skin: Skin = Field(description="fabric (Armor 3) or aluminium (Armor 4 or 5).")
    armor: Annotated[int, Field(strict=True, ge=4, le=5)] | None = Field(
        default=None, description="4 or 5, for an aluminium skin alone."
    )
    role: Role = Field(description="combat: a unit of three; the others fly singly, for a fixed price.")
    radio: Flag = Field(default=False, description="Whether a spotter has a radio.")
    guns: tuple[Gun, ...] = Field(default=(), max_length=99, description="One table for each machine gun.")
    bombs: tuple[Bombs, ...] = Field(default=(), max_length=9, description="One table for each kind of bomb.")
    source: DesignSource | None = Field(default=None, description="Where the figures come from.")
    historic: Historic | None = Field(default=None, description="Figures of the real aircraft.")
    shape: Shape | None = Field(default=None, description="What it looks like from above.")

    @model_validator(mode="after")
    def _fits_together(self) -> Design:
        if self.skin == "fabric" and self.armor is not None:
            raise ValueError(f"'armor': expected none with a fabric skin, got {self.armor}")
        if self.radio and self.role != "spotter":
            raise ValueError(f"'radio': expected true for a spotter alone, and this is a {self.role}")
        return self

    def bomb_count(self, kind: BombKind) -> int:
        """How many bombs of a kind each aircraft carries."""
        return sum(bombs.count for bombs in self.bombs if bombs.kind == kind)

    @property
    def bombs_in_all(self) -> int:
        """How many bombs each aircraft carries."""
        return sum(bombs.count for bombs in self.bombs)

    def guns_bearing(self, arc: Arc) -> int:
        """How many guns fire into an arc."""
        return sum(arc in gun.arcs for gun in self.guns)


def read_design(path: Path) -> tuple[Design, AircraftRulings]:
    """The design in a TOML file, and the rulings that the file settles (``[rulings]``; the rest are the defaults).

    Raises DataError: names the file and the key.
    """
    return design_of(load_toml(path), str(path))


def parse_design(raw: bytes, where: str) -> tuple[Design, AircraftRulings]:
    """The same from the bytes of a file; ``where`` names them in messages.

    Raises DataError: see :func:`read_design`.
    """
    return design_of(parse_toml(raw, where), where)


def design_of(document: Mapping[str, Any], where: str) -> tuple[Design, AircraftRulings]:
    """The same from a document that was read already.

    Raises DataError: see :func:`read_design`.
    """
    chosen = document.get("rulings", {})
    if not isinstance(chosen, Mapping):
        raise DataError(f"{where}: 'rulings': expected a table of rulings", path=where, key="rulings", value=chosen)
    rulings = settle(AircraftRulings, chosen, where)
    fields = {key: value for key, value in document.items() if key != "rulings"}
    return read(Design, fields, where, DataError), rulings


# -- writing --------------------------------------------------------------------------------------------------------------

SCHEMA_FILE = "design.schema.json"


def to_toml(design: Design, schema: str = "") -> str:
    """The design as a TOML file; what equals a default is left out. Reading it gives the same design.

    Args:
        design: the design.
        schema: where the JSON Schema lies, as seen from the file; editors then complete and check it.
    """
    lines = [f"#:schema {schema}", ""] if schema else []
    lines += toml_fields(design, "name", "nation", "year", "max_speed_mph", "skin", "armor", "role", "radio")
    for gun in design.guns:
        lines += ["", "[[guns]]", *toml_fields(gun, "arcs")]
    for bombs in design.bombs:
        lines += ["", "[[bombs]]", *toml_fields(bombs, "kind", "count")]
    if design.source is not None:
        lines += ["", "[source]", *toml_fields(design.source, *DesignSource.model_fields)]
    if design.historic is not None:
        lines += ["", "[historic]", *toml_fields(design.historic, *Historic.model_fields)]
    if design.shape is not None:
        lines += ["", "[shape]", *toml_fields(design.shape, *Shape.model_fields)]
    return "\n".join(lines) + "\n"


def schema() -> dict[str, Any]:
    """The JSON Schema of a design file, for editors and other programs."""
    document = Design.model_json_schema()
    document["$schema"] = "https://json-schema.org/draft/2020-12/schema"
    document["properties"]["rulings"] = {
        "type": "object",
        "description": "Rulings that this design is priced under; the rest are the defaults.",
        "additionalProperties": False,
        "properties": {
            name: {"enum": list(get_args(field.annotation)), "default": field.default}
            for name, field in AircraftRulings.model_fields.items()
        },
    }
    document["allOf"] = [
        {"if": {"properties": {"skin": {"const": "fabric"}}}, "then": {"properties": {"armor": False}}},
        {
            "if": {"properties": {"role": {"enum": [role for role in ROLES if role != "spotter"]}}},
            "then": {"properties": {"radio": {"const": False}}},
        },
    ]
    return document


def guns_in_short(design: Design) -> str:
    """``2F 1RAL``: how many guns fire into which arcs, by the first letters of Forward, Right, Aft, Left."""
    runs = Counter("".join(arc[0].upper() for arc in ARCS if arc in gun.arcs) for gun in design.guns)
    return " ".join(f"{count}{arcs}" for arcs, count in runs.items()) or "-"


def bombs_in_short(design: Design) -> str:
    """``1M 2L``: medium and light bombs of each aircraft."""
    counts = (("M", design.bomb_count("medium")), ("L", design.bomb_count("light")))
    return " ".join(f"{count}{kind}" for kind, count in counts if count) or "-"


# -- tokens ---------------------------------------------------------------------------------------------------------------

SEAL = Seal("aqd", 1, "a design", max_token=20_000, max_bytes=30_000)  # no design comes near these sizes

_HISTORIC_SKINS = ("fabric", "duralumin")


def token_of(design: Design) -> str:
    """The token of a design."""
    writer = Writer()
    _write_design(writer, design)
    return SEAL.close(bytes(writer.bytes))


def design_from(token: str) -> Design:
    """The design that a token stands for. Blanks and line breaks that a message put into it do not matter.

    Raises DataError: it is no token, is cut short, was changed on its way, or comes from a newer version.
    """
    reader = Reader(SEAL.open(token))
    document = _read_design(reader)
    if not reader.ended:
        document["shape"] = parse_json(reader.text().encode(), "token")
    reader.end()
    return read(Design, document, "token", DataError)


def _write_design(out: Writer, design: Design) -> None:
    out.text(design.name)
    out.text(design.nation)
    out.optional(design.year, out.number)
    out.real(design.max_speed_mph)
    out.number(SKINS.index(design.skin))
    out.optional(design.armor, out.number)
    out.number(ROLES.index(design.role))
    out.number(design.radio)
    runs = [(arcs, len(list(run))) for arcs, run in groupby(gun.arcs for gun in design.guns)]
    out.number(len(runs))
    for arcs, length in runs:
        out.number(sum(1 << ARCS.index(arc) for arc in arcs))
        out.number(length)
    out.number(len(design.bombs))
    for bombs in design.bombs:
        out.number(BOMB_KINDS.index(bombs.kind))
        out.number(bombs.count)
    out.optional(design.source, lambda source: _write_source(out, source))
    out.optional(design.historic, lambda historic: _write_historic(out, historic))
    if design.shape is not None:  # a design without one has the token that it always had
        out.text(json.dumps(design.shape.model_dump(exclude_defaults=True), separators=(",", ":"), ensure_ascii=False))


def _write_source(out: Writer, source: DesignSource) -> None:
    for text in (source.url, source.note, source.confidence):
        out.text(text)


def _write_historic(out: Writer, historic: Historic) -> None:
    out.real(historic.max_speed_mph)
    out.number(historic.forward_guns)
    out.number(historic.rear_guns)
    out.optional(historic.bomb_kg, out.real)
    out.number(_HISTORIC_SKINS.index(historic.skin))
    out.number(historic.armoured)
    out.each(historic.duties, out.text)


def _read_design(given: Reader) -> dict[str, Any]:
    document: dict[str, Any] = {
        "name": given.text(),
        "nation": given.text(),
        "year": given.optional(given.number),
        "max_speed_mph": given.real(),
        "skin": given.one_of(SKINS),
        "armor": given.optional(given.number),
        "role": given.one_of(ROLES),
        "radio": bool(given.number()),
    }
    guns: list[dict[str, Any]] = []
    for _ in range(given.number()):
        mask, times = given.number(), given.number()
        if len(guns) + times > 999:
            raise bad_token("it holds too many guns")
        guns += [{"arcs": [arc for place, arc in enumerate(ARCS) if mask >> place & 1]}] * times
    document["guns"] = guns
    document["bombs"] = given.each(lambda: {"kind": given.one_of(BOMB_KINDS), "count": given.number()})
    document["source"] = given.optional(lambda: {"url": given.text(), "note": given.text(), "confidence": given.text()})
    document["historic"] = given.optional(lambda: _read_historic(given))
    return document


def _read_historic(given: Reader) -> dict[str, Any]:
    return {
        "max_speed_mph": given.real(),
        "forward_guns": given.number(),
        "rear_guns": given.number(),
        "bomb_kg": given.optional(given.real),
        "skin": given.one_of(_HISTORIC_SKINS),
        "armoured": bool(given.number()),
        "duties": given.each(given.text),
    }
