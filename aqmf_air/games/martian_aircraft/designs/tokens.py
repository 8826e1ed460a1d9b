"""A design as a short text token, for a message or a link: versioned, checked, exact both ways."""

from __future__ import annotations

from itertools import groupby
from typing import Any

from aqmf_air.core.data.model import read
from aqmf_air.core.data.token import Reader, Seal, Writer, bad_token
from aqmf_air.errors import DataError
from aqmf_air.games.martian_aircraft.designs.design import ARCS, BOMB_KINDS, ROLES, SKINS, Design, Historic, Source

SEAL = Seal("aqd", 1, "a design", max_token=20_000, max_bytes=30_000)
"""No design comes near these sizes."""

_HISTORIC_SKINS = ("fabric", "duralumin")


def token_of(design: Design) -> str:
    """The token of a design."""
    writer = Writer()
    _write_design(writer, design)
    return SEAL.close(bytes(writer.bytes))


def design_from(token: str) -> Design:
    """The design that a token stands for. Blanks and line breaks that a message put into it do not matter.

    Raises:
        DataError: it is no token, is cut short, was changed on its way, or comes from a newer version.
    """
    reader = Reader(SEAL.open(token))
    document = _read_design(reader)
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


def _write_source(out: Writer, source: Source) -> None:
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
