"""The design calculator: a form, its price as one types, and the player's own folder to keep the result in."""

from __future__ import annotations

from itertools import combinations
from typing import Any
from urllib.parse import quote

from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response

from aqmf_air.core.data.model import read
from aqmf_air.errors import AqmfError, DataError
from aqmf_air.games.martian_aircraft.designs.design import ARCS, BOMB_KINDS, ROLES, SKINS, Design, token_of
from aqmf_air.games.martian_aircraft.designs.hangar import HangarEntry, meant, park
from aqmf_air.games.martian_aircraft.rulings import AircraftRulings
from aqmf_air.games.martian_aircraft.ui.pages.hangar import chosen, offered, priced
from aqmf_air.web.pages import Fields, form_of, page, text, whole

MOST_GUNS, MOST_BOMBS = 20, 99  # the highest numbers that the form takes
PATTERNS = tuple(arcs for size in range(1, len(ARCS) + 1) for arcs in combinations(ARCS, size))
USUAL = (("forward",), ("aft",), ("right",), ("left",), ("right", "aft", "left"), ARCS)
"""Which arcs a gun may fire into; the usual ones are offered first."""
AT_FIRST = {"name": "New design", "role": "combat", "mph": "90", "skin": "fabric", "gun-f": "1", "light": "1"}


def new(request: Request) -> Response:
    """``/hangar/new?like=``: the form, filled with a design to begin with or with what was typed, and its price."""
    fields = _filled(request)
    return page(request, "calculator.html", fields=fields, **_choices(), **_worked_out(fields))


def price(request: Request) -> Response:
    """``/hangar/price``: the price alone, for the page that is open."""
    return page(request, "calculator_price.html", **_worked_out(dict(request.query_params)))


async def keep(request: Request) -> Response:
    """``/hangar/keep``: the design goes into the player's own folder, unless its name is taken."""
    form = await form_of(request)
    fields = {key: value for key, value in form.items() if isinstance(value, str)}
    return await run_in_threadpool(_kept, fields)


def _kept(fields: dict[str, str]) -> Response:
    design = _design(fields)
    park(design)
    return RedirectResponse(f"/hangar/design/{quote(design.name)}", 303)


def _choices() -> dict[str, Any]:
    guns = [(_key(arcs), ", ".join(arcs) if len(arcs) < len(ARCS) else "all round") for arcs in PATTERNS]
    usual = {_key(arcs) for arcs in USUAL}
    return {
        "guns": [gun for gun in guns if gun[0] in usual],
        "other_guns": [gun for gun in guns if gun[0] not in usual],
        "roles": ROLES,
        "skins": SKINS,
        "bomb_kinds": BOMB_KINDS,
        "most_guns": MOST_GUNS,
        "most_bombs": MOST_BOMBS,
    }


def _filled(request: Request) -> dict[str, str]:
    """The fields of the form: what was typed, else those of a design to begin with, else a plain one."""
    if like := text(request.query_params, "like"):
        return _fields_of(meant(like).design)
    return dict(request.query_params) or dict(AT_FIRST)


def _worked_out(fields: dict[str, str]) -> dict[str, Any]:
    """The price, or what stands in its way."""
    try:
        design, ruled = _design(fields), chosen(Fields(fields))
    except AqmfError as fault:
        return {"fault": str(fault), "key": fault.facts.get("key") or "", "one": None, **offered({})}
    one = HangarEntry(design, AircraftRulings()).under(ruled)
    return {"fault": "", "token": token_of(design), **offered(ruled), **priced(one)}


# -- the form as a design -------------------------------------------------------------------------------------------------


def _design(given: dict[str, str]) -> Design:
    """The design that the fields of the form make.

    Raises DataError: names the field, and what was expected.
    """
    fields = Fields(given)
    document: dict[str, Any] = {
        "name": text(fields, "name"),
        "nation": text(fields, "nation"),
        "max_speed_mph": _mph(text(fields, "mph")),
        "skin": text(fields, "skin"),
        "role": text(fields, "role"),
    }
    if text(fields, "year"):
        document["year"] = whole(fields, "year", 1800, 2100, 0)
    if text(fields, "armor") and document["skin"] != "fabric":
        document["armor"] = whole(fields, "armor", 4, 5, 4)
    if document["role"] == "spotter":
        document["radio"] = bool(text(fields, "radio"))
    counts = [(arcs, whole(fields, f"gun-{_key(arcs)}", 0, MOST_GUNS, 0)) for arcs in PATTERNS]
    document["guns"] = [{"arcs": list(arcs)} for arcs, count in counts for _ in range(count)]
    loads = [(kind, whole(fields, kind, 0, MOST_BOMBS, 0)) for kind in BOMB_KINDS]
    document["bombs"] = [{"kind": kind, "count": count} for kind, count in loads if count]
    return read(Design, document, "this design", DataError)


def _mph(given: str) -> float:
    try:
        return float(given)
    except ValueError:
        raise DataError(f"top speed: expected miles an hour, got {given[:40]!r}", key="mph", value=given) from None


def _fields_of(design: Design) -> dict[str, str]:
    """The form as a design fills it."""
    fields = {
        "name": f"{design.name[:50]} (new)",
        "nation": design.nation,
        "year": str(design.year or ""),
        "mph": f"{design.max_speed_mph:g}",
        "skin": design.skin,
        "armor": str(design.armor or ""),
        "role": design.role,
        "radio": "yes" if design.radio else "",
    }
    for arcs in PATTERNS:
        fields[f"gun-{_key(arcs)}"] = str(sum(gun.arcs == arcs for gun in design.guns) or "")
    return fields | {kind: str(design.bomb_count(kind) or "") for kind in BOMB_KINDS}


def _key(arcs: tuple[str, ...]) -> str:
    """``ral`` of right, aft and left."""
    return "".join(arc[0] for arc in arcs)
