"""Designs that nobody has drawn, searched for a budget, a year and an enemy, and kept."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any
from urllib.parse import quote, urlencode

from starlette.requests import Request
from starlette.responses import RedirectResponse, Response

from aqmf_air.core.data.names import same_name
from aqmf_air.errors import AqmfError, DataError
from aqmf_air.games.martian_aircraft.designs.design import guns_in_short, token_of
from aqmf_air.games.martian_aircraft.designs.design_odds import STANDARD_TARGETS
from aqmf_air.games.martian_aircraft.designs.hangar import HangarEntry, meant, open_hangar, park
from aqmf_air.games.martian_aircraft.designs.inventing import inventions
from aqmf_air.games.martian_aircraft.ui.pages.hangar import MOST_POINTS, chosen, ground, offered, worth_drawn
from aqmf_air.games.martian_front.army.attack_odds import AttackOdds
from aqmf_air.web.live.jobs import Job, ReportProgress
from aqmf_air.web.live.requests import hall_of
from aqmf_air.web.pages import Fields, for_a_phone, page, picture, text, whole

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
        against = ground().target(text(query, "against") or STANDARD_TARGETS[0]).name
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
        known = [one.under(ruled) for one in open_hangar().parked]
        found = inventions(measured, self.against, known, self.most, self.year, ruled, tell)
        able = [
            one
            for one in known
            if one.cost.points <= self.most and (self.year is None or (one.design.year or self.year) <= self.year)
        ]
        return Found(tuple(found), tuple(measured.rated(able, self.against)))


@dataclass(frozen=True)
class Found:
    """What a search came to: designs that nobody has drawn, and known ones beside them."""

    inventions: Sequence[tuple[HangarEntry, AttackOdds]]
    known: Sequence[tuple[HangarEntry, AttackOdds]]


async def _found(request: Request, search: InventSearch) -> Found | Job:
    def made(done: ReportProgress) -> Found:
        return search.carry_out(done)

    return await hall_of(request).jobs.result(("invent", search), made)


async def invent(request: Request) -> Response:
    """``/hangar/invent?against=&most=&year=``: the best designs that nobody has drawn; while they are searched, how far."""
    enemies = [unit.name for unit in ground().units.values() if unit.side == "martian"]
    asked = {name: text(request.query_params, name)[:40] for name in ("against", "most", "year")}
    shown: dict[str, Any] = {
        "asked": asked,
        "enemies": enemies,
        "fault": "",
        "search": None,
        "found": None,
        "progress": None,
    }
    shown |= {"budget": BUDGET, "years": (FIRST_YEAR, LAST_YEAR), "guns": guns_in_short, "token": token_of}
    try:
        search = InventSearch.of(request)
        shown |= {"search": search, **offered(chosen(request.query_params))}
        if search is not None:
            found = await _found(request, search)
            shown |= {"progress": found.progress} if isinstance(found, Job) else {"found": found}
    except AqmfError as bad:
        shown |= {"fault": str(bad), "search": None, **offered({})}
    return page(request, "invent.html", 400 if shown["fault"] else 200, **shown)


async def drawn(request: Request) -> Response:
    """``/hangar/invent.svg``: the frontier among the known designs, as a picture; without a search the known ones alone."""
    from aqmf_air.games.martian_aircraft.ui.drawing.worth import worth_for_points

    if (search := InventSearch.of(request)) is None:
        return worth_drawn(request)
    found = await _found(request, search)
    if not isinstance(found, Found) or not found.inventions:
        raise DataError("there is nothing to draw yet", key="most")
    return picture(await hall_of(request).think(worth_for_points, [*found.inventions, *found.known], for_a_phone(request)))


def save(request: Request, fields: Fields) -> Response:
    """``POST /hangar/save``: a design goes into the player's own folder; one that is there already stays."""
    design = meant(text(fields, "design")).design
    there = next((one for one in open_hangar().parked if same_name(one.design.name) == same_name(design.name)), None)
    if there is None or there.design != design:
        park(design)
    return RedirectResponse(f"/hangar/design/{quote(design.name)}", 303)
