"""A design: one aircraft as a player writes it down, read from TOML and written back; and its shape. AIR-DES-1 to 4."""

from __future__ import annotations

import json
import unicodedata
from collections import Counter
from collections.abc import Mapping
from itertools import groupby
from pathlib import Path
from typing import Annotated, Any, Literal, NamedTuple, get_args

from pydantic import AfterValidator, ConfigDict, Field, model_validator

from aqmf_air import api
from aqmf_air.games.martian_aircraft.tables import AircraftRulings


def _name(text: str) -> str:
    text = api.in_a_line(text)
    if len(text) > 60:  # tidied, some letters are two
        raise ValueError("expected at most 60 characters")
    if not api.same_name(text):
        raise ValueError("expected a name with a letter or a digit")
    return text


def _note(text: str) -> str:
    text = unicodedata.normalize("NFC", text.strip())
    if not api.is_seen(text.replace("\n", "")):
        raise ValueError("expected printable characters")
    return text


Name = Annotated[str, Field(min_length=1, max_length=60), AfterValidator(_name)]
Line = Annotated[str, Field(max_length=60), AfterValidator(api.in_a_line)]
Address = Annotated[str, Field(max_length=400), AfterValidator(api.in_a_line)]
Note = Annotated[str, Field(max_length=1000), AfterValidator(_note)]
Count = Annotated[int, Field(strict=True, ge=0, le=999)]
Mph = Annotated[float, Field(strict=True, gt=0, le=1000)]
Flag = Annotated[bool, Field(strict=True)]


# -- its shape from above: figures, who vouches for each, and what stands in where none are given ----------------------


Tips = Literal["round", "raked", "square", "elliptical"]
Body = Literal["fuselage", "nacelle", "booms", "open"]
Tail = Literal["round", "delta", "square", "front", "none"]
EnginesAt = Literal["nose", "rear", "wings"]
Propellers = Literal["tractor", "pusher", "both"]
Cowling = Literal["round", "inline"]
Undercarriage = Literal["wheels", "float"]

Feet = Annotated[float, Field(gt=0, le=400)]
Few = Annotated[int, Field(strict=True, ge=1, le=12)]


XY = tuple[float, float]
Ring = tuple[XY, ...]
"""A closed line: its last point is its first."""
PartKind = Literal["float", "wing", "body", "engine", "tail", "boom", "propeller", "fin", "seat"]


class AirframePart(NamedTuple):
    """A part of an aircraft: the outlines of it and of its holes, in feet about the middle of the whole, the nose up."""

    kind: PartKind
    rings: tuple[Ring, ...]


class Shape(api.Frozen):
    """What an aircraft looks like from above. Lengths are feet; what is left out is drawn in proportion to the rest."""

    span_ft: Feet = Field(description="Span of the widest wing, the upper one as a rule.")
    length_ft: Feet = Field(description="Length over all.")
    wings: Annotated[int, Field(strict=True, ge=1, le=3)] = Field(
        default=2, description="1 monoplane, 2 biplane, 3 triplane."
    )
    lower_span_ft: Feet | None = Field(default=None, description="Span of the lowest wing, where it differs.")
    chord_ft: Feet | None = Field(
        default=None, description="Depth of the wing from its front to its rear edge, at the root."
    )
    lower_chord_ft: Feet | None = Field(default=None, description="The same of the lowest wing, where it differs.")
    taper: Annotated[float, Field(gt=0, le=1)] = Field(
        default=1.0, description="Chord at the tip as a part of that at the root."
    )
    sweep_degrees: Annotated[float, Field(ge=-10, le=45)] = Field(
        default=0.0, description="How far the wings are swept back."
    )
    tips: Tips = Field(default="round", description="Wing tips; raked: longer at the rear edge.")
    body: Body = Field(
        default="fuselage",
        description="fuselage; nacelle: a short one, with the tail on open booms; booms: a nacelle between two fuselages; "
        "open: a bare frame.",
    )
    tail: Tail = Field(default="round", description="Tailplane; front: an elevator before the wings; none: tailless.")
    tail_span_ft: Feet | None = Field(default=None, description="Span of the tailplane.")
    engines: Few = Field(default=1, description="How many engines.")
    engines_at: EnginesAt = Field(default="nose", description="Where they are; rear: behind the crew.")
    propellers: Propellers = Field(default="tractor", description="Whether they pull, push, or some of each.")
    cowling: Cowling = Field(
        default="inline", description="round: a rotary, a radial or a round radiator; inline: a narrow nose."
    )
    undercarriage: Undercarriage = Field(default="wheels", description="wheels, or a float under the middle.")
    crew: Few = Field(default=1, description="How many seats.")
    stated: tuple[str, ...] = Field(default=(), max_length=20, description="Figures that the source gives.")
    inferred: tuple[str, ...] = Field(
        default=(), max_length=20, description="Figures as they are usually quoted, or worked out; the rest are our own."
    )
    source: Note = Field(default="", description="Where the figures come from.")

    @model_validator(mode="after")
    def _names_figures(self) -> Shape:
        names = figures()
        if wrong := [name for name in (*self.stated, *self.inferred) if name not in names]:
            raise ValueError(f"{wrong[0][:40]!r} in 'stated' or 'inferred': expected a figure of the shape")
        if twice := set(self.stated) & set(self.inferred):
            raise ValueError(f"{min(twice)!r}: expected in 'stated' or in 'inferred', not in both")
        if self.lower_span_ft is not None and self.lower_span_ft > self.span_ft:
            raise ValueError(
                f"'lower_span_ft': expected no more than 'span_ft', {self.span_ft:g}, got {self.lower_span_ft:g}"
            )
        return self

    def standing_of(self, figure: str) -> api.Standing:
        """Who vouches for a figure: ``stated`` by the source, ``inferred``, or our own, ``house``."""
        return "stated" if figure in self.stated else "inferred" if figure in self.inferred else "house"


def figures() -> tuple[str, ...]:
    """The names of the figures of a shape."""
    return tuple(name for name in Shape.model_fields if name not in ("stated", "inferred", "source"))


GUESSED = "No figures of its shape are given: it is drawn after its role, crew, guns and skin."


GUESSES = {
    "heavy bomber": Shape(span_ft=75, length_ft=43, chord_ft=8, tips="raked", tail="square", engines=2, engines_at="wings",
                          crew=3, source=GUESSED),
    "aluminium two-seater": Shape(span_ft=39, length_ft=26, wings=1, tips="square", taper=0.75, crew=2, source=GUESSED),
    "aluminium fighter": Shape(span_ft=30, length_ft=23, wings=1, tips="square", taper=0.75, source=GUESSED),
    "pusher": Shape(span_ft=37, length_ft=27, body="nacelle", engines_at="rear", propellers="pusher", cowling="round",
                    crew=2, source=GUESSED),
    "two-seater": Shape(span_ft=40, length_ft=27, tips="raked", crew=2, source=GUESSED),
    "monoplane": Shape(span_ft=30, length_ft=21, wings=1, cowling="round", source=GUESSED),
    "fighter": Shape(span_ft=27.5, length_ft=20, cowling="round", source=GUESSED),
    "late fighter": Shape(span_ft=27.5, length_ft=20, source=GUESSED),
}  # fmt: skip
"""The shapes of designs that give none, by what they are."""


def shape_of(design: Design) -> Shape:
    """The shape that a design gives, or one that fits its role, guns, skin and year, all of it ``house``. AIR-DES-4."""
    if design.shape is not None:
        return design.shape
    year, aft = design.year or 1916, design.guns_bearing("aft")
    sideways = any("forward" in gun.arcs and len(gun.arcs) > 1 and "aft" not in gun.arcs for gun in design.guns)
    if design.role == "heavy-bomber":
        return GUESSES["heavy bomber"]
    if design.skin == "aluminium":
        return GUESSES["aluminium two-seater" if design.role != "combat" or aft else "aluminium fighter"]
    if sideways and year <= 1917:
        return GUESSES["pusher"]
    if design.role != "combat" or aft or not design.guns:
        return GUESSES["two-seater"]
    return GUESSES["monoplane" if year <= 1915 else "late fighter" if year >= 1917 else "fighter"]


def figures_told(shape: Shape) -> list[tuple[str, str, str]]:
    """The figures of a shape for people: the name of each, what to call it, and its value."""
    rows = []
    for name in figures():
        value = getattr(shape, name)
        label = name.removesuffix("_ft").removesuffix("_degrees").replace("_", " ")
        if value is None or (name in _PLAIN and value == _PLAIN[name]):
            continue
        unit = " ft" if name.endswith("_ft") else "°" if name.endswith("_degrees") else ""
        rows.append((name, label, f"{value:g}{unit}" if isinstance(value, float | int) else str(value)))
    return rows


_PLAIN = {"taper": 1.0, "sweep_degrees": 0.0, "engines_at": "nose", "undercarriage": "wheels", "body": "fuselage"}
"""Figures that go without saying."""


# -- the design --------------------------------------------------------------------------------------------------------


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


class Gun(api.Frozen):
    """A machine gun of each aircraft, and the arcs that it can fire into (AIR-GUN-2)."""

    arcs: Annotated[tuple[Arc, ...], AfterValidator(_in_order)] = Field(
        min_length=1, max_length=4, description="Arcs that it fires into, 90 degrees each."
    )


class Bombs(api.Frozen):
    """Bombs of one kind that each aircraft carries."""

    kind: BombKind = Field(description="light: Power +3, Barrage 1; medium: Power +4, Barrage 2.")
    count: Count = Field(description="How many each aircraft carries.")


class DesignSource(api.Frozen):
    """Where the figures of a design come from."""

    url: Address = Field(default="", description="Addresses of the pages that give the figures, with ' ; ' between them.")
    note: Note = Field(default="", description="What to know about the figures; or that they have no source.")
    confidence: Line = Field(default="", description="high, medium, low or unsourced: the speed first, then the guns.")


class Historic(api.Frozen):
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


class Design(api.Frozen):
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
    return design_of(api.load_toml(path), str(path))


def parse_design(raw: bytes, where: str) -> tuple[Design, AircraftRulings]:
    """The same from the bytes of a file; ``where`` names them in messages.

    Raises DataError: see :func:`read_design`.
    """
    return design_of(api.parse_toml(raw, where), where)


def design_of(document: Mapping[str, Any], where: str) -> tuple[Design, AircraftRulings]:
    """The same from a document that was read already.

    Raises DataError: see :func:`read_design`.
    """
    chosen = document.get("rulings", {})
    if not isinstance(chosen, Mapping):
        raise api.DataError(f"{where}: 'rulings': expected a table of rulings", path=where, key="rulings", value=chosen)
    rulings = api.settle(AircraftRulings, chosen, where)
    fields = {key: value for key, value in document.items() if key != "rulings"}
    return api.read(Design, fields, where, api.DataError), rulings


# -- writing --------------------------------------------------------------------------------------------------------------

SCHEMA_FILE = "design.schema.json"


def to_toml(design: Design, schema: str = "") -> str:
    """The design as a TOML file; what equals a default is left out. Reading it gives the same design.

    Args:
        design: the design.
        schema: where the JSON Schema lies, as seen from the file; editors then complete and check it.
    """
    lines = [f"#:schema {schema}", ""] if schema else []
    lines += api.toml_fields(design, "name", "nation", "year", "max_speed_mph", "skin", "armor", "role", "radio")
    for gun in design.guns:
        lines += ["", "[[guns]]", *api.toml_fields(gun, "arcs")]
    for bombs in design.bombs:
        lines += ["", "[[bombs]]", *api.toml_fields(bombs, "kind", "count")]
    if design.source is not None:
        lines += ["", "[source]", *api.toml_fields(design.source, *DesignSource.model_fields)]
    if design.historic is not None:
        lines += ["", "[historic]", *api.toml_fields(design.historic, *Historic.model_fields)]
    if design.shape is not None:
        lines += ["", "[shape]", *api.toml_fields(design.shape, *Shape.model_fields)]
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

SEAL = api.Seal("aqd", 1, "a design", max_token=20_000, max_bytes=30_000)  # no design comes near these sizes

_HISTORIC_SKINS = ("fabric", "duralumin")


def token_of(design: Design) -> str:
    """The token of a design."""
    writer = api.Writer()
    writer.text(design.name)
    writer.text(design.nation)
    writer.optional(design.year, writer.number)
    writer.real(design.max_speed_mph)
    writer.number(SKINS.index(design.skin))
    writer.optional(design.armor, writer.number)
    writer.number(ROLES.index(design.role))
    writer.number(design.radio)
    runs = [(arcs, len(list(run))) for arcs, run in groupby(gun.arcs for gun in design.guns)]
    writer.number(len(runs))
    for arcs, length in runs:
        writer.number(sum(1 << ARCS.index(arc) for arc in arcs))
        writer.number(length)
    writer.number(len(design.bombs))
    for bombs in design.bombs:
        writer.number(BOMB_KINDS.index(bombs.kind))
        writer.number(bombs.count)
    writer.optional(design.source, lambda source: _write_source(writer, source))
    writer.optional(design.historic, lambda historic: _write_historic(writer, historic))
    if design.shape is not None:  # a design without one has the token that it always had
        writer.text(json.dumps(design.shape.model_dump(exclude_defaults=True), separators=(",", ":"), ensure_ascii=False))
    return SEAL.close(bytes(writer.bytes))


def design_from(token: str) -> Design:
    """The design that a token stands for. Blanks and line breaks that a message put into it do not matter.

    Raises DataError: it is no token, is cut short, was changed on its way, or comes from a newer version.
    """
    reader = api.Reader(SEAL.open(token))
    document: dict[str, Any] = {
        "name": reader.text(),
        "nation": reader.text(),
        "year": reader.optional(reader.number),
        "max_speed_mph": reader.real(),
        "skin": reader.one_of(SKINS),
        "armor": reader.optional(reader.number),
        "role": reader.one_of(ROLES),
        "radio": bool(reader.number()),
    }
    guns: list[dict[str, Any]] = []
    for _ in range(reader.number()):
        mask, times = reader.number(), reader.number()
        if len(guns) + times > 999:
            raise api.bad_token("it holds too many guns")
        guns += [{"arcs": [arc for place, arc in enumerate(ARCS) if mask >> place & 1]}] * times
    document["guns"] = guns
    document["bombs"] = reader.each(lambda: {"kind": reader.one_of(BOMB_KINDS), "count": reader.number()})
    document["source"] = reader.optional(lambda: {"url": reader.text(), "note": reader.text(), "confidence": reader.text()})
    document["historic"] = reader.optional(
        lambda: {
            "max_speed_mph": reader.real(),
            "forward_guns": reader.number(),
            "rear_guns": reader.number(),
            "bomb_kg": reader.optional(reader.real),
            "skin": reader.one_of(_HISTORIC_SKINS),
            "armoured": bool(reader.number()),
            "duties": reader.each(reader.text),
        }
    )
    if not reader.ended:
        document["shape"] = api.parse_json(reader.text().encode(), "token")
    reader.end()
    return api.read(Design, document, "token", api.DataError)


def _write_source(out: api.Writer, source: DesignSource) -> None:
    for text in (source.url, source.note, source.confidence):
        out.text(text)


def _write_historic(out: api.Writer, historic: Historic) -> None:
    out.real(historic.max_speed_mph)
    out.number(historic.forward_guns)
    out.number(historic.rear_guns)
    out.optional(historic.bomb_kg, out.real)
    out.number(_HISTORIC_SKINS.index(historic.skin))
    out.number(historic.armoured)
    out.each(historic.duties, out.text)
