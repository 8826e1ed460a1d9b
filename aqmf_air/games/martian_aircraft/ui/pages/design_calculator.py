"""The design calculator, and designs that nobody has drawn, searched for a budget, a year and an enemy."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from itertools import combinations
from typing import Any
from urllib.parse import quote, urlencode

from markupsafe import Markup
from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response

from aqmf_air.api import AqmfError, DataError, read, same_name
from aqmf_air.api.ui import Fields, Job, field_text, for_a_phone, form_of, live_tables_of, page, picture, whole
from aqmf_air.games.martian_aircraft.designs.design import (
    ARCS,
    BOMB_KINDS,
    ROLES,
    SKINS,
    Design,
    guns_in_short,
    shape_of,
    token_of,
)
from aqmf_air.games.martian_aircraft.designs.design_odds import STANDARD_TARGETS, inventions
from aqmf_air.games.martian_aircraft.designs.hangar import HangarEntry, meant, open_hangar, park
from aqmf_air.games.martian_aircraft.tables import AircraftRulings
from aqmf_air.games.martian_aircraft.ui.pages.hangar import MOST_POINTS, chosen, ground, offered, priced, worth_drawn
from aqmf_air.games.martian_front import api as front

MOST_GUNS, MOST_BOMBS, MOST_MPH = 20, 99, 1000  # the highest numbers that the form takes
PATTERNS = tuple(arcs for size in range(1, len(ARCS) + 1) for arcs in combinations(ARCS, size))
USUAL = (("forward",), ("aft",), ("right",), ("left",), ("right", "aft", "left"), ARCS)
"""Which arcs a gun may fire into; the usual ones are offered first."""
ONWARD = ("design", "fair")
"""Pages of a design that the form leads to."""
AT_FIRST = {"name": "New design", "role": "combat", "mph": "90", "skin": "fabric", "gun-f": "1", "light": "1"}


def new(request: Request) -> Response:
    """``/hangar/new?like=&on=``: the form, filled with a design to begin with or with what was typed, and its price.

    ``on`` leads from what was typed to the page of that design: the form says which it is, never a price that is shown.
    """
    fields = _filled(request)
    shown, shape = _worked_out(fields), fields.get("shape", "")
    with suppress(AqmfError):  # the price says what is wrong
        shown["shaped"] = meant(shape).design.name if shape else ""
    if (on := field_text(request.query_params, "on")) in ONWARD and shown["entry"]:
        carried = f"?{shown['carried']}" if shown["carried"] else ""
        return RedirectResponse(f"/hangar/{on}/{quote(shown['token'])}{carried}", 303)
    return page(request, "calculator.html", fields=fields, **_choices(), **shown)


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
    guns = [(_key(arcs), _in_words(arcs)) for arcs in PATTERNS]
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
    if like := field_text(request.query_params, "like"):
        design = meant(like).design
        fields = {
            "name": f"{design.name[:50]} (new)",
            "nation": design.nation,
            "year": str(design.year or ""),
            "mph": f"{design.max_speed_mph:g}",
            "skin": design.skin,
            "armor": str(design.armor or ""),
            "role": design.role,
            "radio": "yes" if design.radio else "",
            "shape": like if design.shape is not None else "",
        }
        for arcs in PATTERNS:
            fields[f"gun-{_key(arcs)}"] = str(sum(gun.arcs == arcs for gun in design.guns) or "")
        return fields | {kind: str(design.bomb_count(kind) or "") for kind in BOMB_KINDS}
    return dict(request.query_params) or dict(AT_FIRST)


def _worked_out(fields: dict[str, str]) -> dict[str, Any]:
    """The price, or what stands in its way."""
    try:
        design, ruled = _design(fields), chosen(Fields(fields))
    except AqmfError as fault:
        return {"fault": str(fault), "key": fault.facts.get("key") or "", "entry": None, **offered({})}
    from aqmf_air.games.martian_aircraft.ui.drawing.pieces import armed_view

    entry, shape = HangarEntry(design, AircraftRulings()).under(ruled), shape_of(design)
    like = "Its shape" if design.shape else "As the house draws such an aircraft"
    drawn = {"armed": Markup(armed_view(design)), "drawn_as": f"{like}, {shape.span_ft:g} by {shape.length_ft:g} ft"}
    return {"fault": "", "token": token_of(design), **drawn, **offered(ruled), **priced(entry)}


# -- the form as a design -------------------------------------------------------------------------------------------------


def _design(given: dict[str, str]) -> Design:
    """The design that the fields of the form make.

    Raises DataError: names the field, and what was expected.
    """
    fields = Fields(given)
    if not field_text(fields, "name"):
        raise DataError("name: expected a name, got nothing", key="name")
    document: dict[str, Any] = {
        "name": field_text(fields, "name"),
        "nation": field_text(fields, "nation"),
        "max_speed_mph": _mph(field_text(fields, "mph")),
        "skin": field_text(fields, "skin"),
        "role": field_text(fields, "role"),
    }
    if field_text(fields, "year"):
        document["year"] = whole(fields, "year", 1800, 2100, 0)
    if field_text(fields, "armor") and document["skin"] != "fabric":
        document["armor"] = whole(fields, "armor", 4, 5, 4)
    if shaped := field_text(fields, "shape"):
        document["shape"] = meant(shaped).design.shape
    if document["role"] == "spotter":
        document["radio"] = bool(field_text(fields, "radio"))
    counts = [
        (arcs, whole(fields, f"gun-{_key(arcs)}", 0, MOST_GUNS, 0, f"machine guns {_in_words(arcs)}")) for arcs in PATTERNS
    ]
    document["guns"] = [{"arcs": list(arcs)} for arcs, count in counts for _ in range(count)]
    loads = [(kind, whole(fields, kind, 0, MOST_BOMBS, 0, f"{kind} bombs")) for kind in BOMB_KINDS]
    document["bombs"] = [{"kind": kind, "count": count} for kind, count in loads if count]
    return read(Design, document, "this design", DataError)


def _mph(given: str) -> float:
    with suppress(ValueError):
        if 0 < float(given) <= MOST_MPH:
            return float(given)
    fault = f"top speed: expected miles an hour, more than 0 and at most {MOST_MPH}, got {given[:40]!r}"
    raise DataError(fault, key="mph", value=given)


def _in_words(arcs: tuple[str, ...]) -> str:
    """What a field calls the arcs of a gun."""
    return ", ".join(arcs) if len(arcs) < len(ARCS) else "all round"


def _key(arcs: tuple[str, ...]) -> str:
    """``ral`` of right, aft and left."""
    return "".join(arc[0] for arc in arcs)


# -- inventing ---------------------------------------------------------------------------------------------------------


FIRST_YEAR, LAST_YEAR = 1900, 1950
BUDGET = 100
"""Points that the form begins with."""


@dataclass(frozen=True)
class InventSearch:
    """What is searched for, as an address has it."""

    against: str
    most: int
    year: int | None
    ruled: tuple[tuple[str, Any], ...]

    @classmethod
    def of(cls, request: Request) -> InventSearch | None:
        """The search of an address; None: it asks for none yet.

        Raises:
            UnknownNameError: there is no such enemy; with near names.
            DataError: a number or a ruling that does not fit.
        """
        query = request.query_params
        if not (most := whole(query, "most", 1, MOST_POINTS, 0)):
            return None
        against = ground().target(field_text(query, "against") or STANDARD_TARGETS[0]).name
        year = whole(query, "year", FIRST_YEAR, LAST_YEAR, 0) or None
        return cls(against, most, year, tuple(sorted(chosen(query).items())))

    @property
    def query(self) -> str:
        """The same, to be carried on."""
        ruled = {f"ruling.{name}": value for name, value in self.ruled}
        return urlencode({"against": self.against, "most": self.most, "year": self.year or "", **ruled})

    def carry_out(self, tell: Callable[[int, int], object]) -> Found:
        """The frontier, and the known designs that cost no more and flew by then, each with its odds."""
        measured, ruled = ground(), dict(self.ruled)
        entries = [entry.under(ruled) for entry in open_hangar().parked]
        invented = inventions(measured, self.against, entries, self.most, self.year, ruled, tell)
        able = [
            entry
            for entry in entries
            if entry.cost.points <= self.most and (self.year is None or (entry.design.year or self.year) <= self.year)
        ]
        return Found(tuple(invented), tuple(measured.rated(able, self.against)))


@dataclass(frozen=True)
class Found:
    """What a search came to: designs that nobody has drawn, and known ones beside them."""

    inventions: Sequence[tuple[HangarEntry, front.AttackOdds]]
    known: Sequence[tuple[HangarEntry, front.AttackOdds]]


async def _invented(request: Request, search: InventSearch) -> Found | Job:
    return await live_tables_of(request).jobs.result(("invent", search), search.carry_out)


async def invent(request: Request) -> Response:
    """``/hangar/invent?against=&most=&year=``: the best designs that nobody has drawn; while they are searched, how far."""
    enemies = [unit.name for unit in ground().units.values() if unit.side == "martian"]
    query = {name: field_text(request.query_params, name)[:40] for name in ("against", "most", "year")}
    shown: dict[str, Any] = {"fault": "", **dict.fromkeys(("search", "found", "progress"))}
    shown |= {"asked": query, "enemies": enemies, "budget": BUDGET, "years": (FIRST_YEAR, LAST_YEAR)}
    shown |= {"guns": guns_in_short, "token": token_of}
    try:
        search = InventSearch.of(request)
        shown |= {"search": search, **offered(chosen(request.query_params))}
        if search is not None:
            result = await _invented(request, search)
            shown |= {"progress": result.progress} if isinstance(result, Job) else {"found": result}
    except AqmfError as bad:
        shown |= {"fault": str(bad), "search": None, **offered({})}
    return page(request, "invent.html", 400 if shown["fault"] else 200, **shown)


async def drawn(request: Request) -> Response:
    """``/hangar/invent.svg``: the frontier among the known designs, as a picture; without a search the known ones alone."""
    from aqmf_air.games.martian_aircraft.ui.drawing.designs import worth_for_points

    if (search := InventSearch.of(request)) is None:
        return worth_drawn(request)
    result = await _invented(request, search)
    if not isinstance(result, Found) or not result.inventions:
        raise DataError("there is nothing to draw yet", key="most")
    designs = [*result.inventions, *result.known]
    return picture(await live_tables_of(request).think(worth_for_points, designs, for_a_phone(request)))


def save(request: Request, fields: Fields) -> Response:
    """``POST /hangar/save``: a design goes into the player's own folder; one that is there already stays."""
    design = meant(field_text(fields, "design")).design
    there = next((entry for entry in open_hangar().parked if same_name(entry.design.name) == same_name(design.name)), None)
    if there is None or there.design != design:
        park(design)
    return RedirectResponse(f"/hangar/design/{quote(design.name)}", 303)
