"""The catalogue: every unit, searched as one types, seen from above, with its exact odds against a chosen enemy."""

from __future__ import annotations

from functools import lru_cache
from hashlib import sha256
from typing import Any

from starlette.requests import Request
from starlette.responses import Response

from aqmf_air.api import AqmfError
from aqmf_air.api.ui import field_one_of, field_text, fragment, fresh, page, whole
from aqmf_air.games.martian_front.army.exchange.text import profile_line, short_weapon
from aqmf_air.games.martian_front.army.lists import LISTS, readable
from aqmf_air.games.martian_front.army.plugged_in import IndexedUnit
from aqmf_air.games.martian_front.army.worth import RatedUnit, rated, targets_named
from aqmf_air.games.martian_front.sequence import AllQuiet
from aqmf_air.games.martian_front.tables import SIDES, UnitType
from aqmf_air.games.martian_front.ui.drawing.pieces import looks_of, top_id
from aqmf_air.games.martian_front.ui.pages.army.lists import context, web_ruleset

# -- every unit from above, in one file --------------------------------------------------------------------------------


TOP_VIEWS = "/army/top-views.svg"


def top_view(kind: UnitType) -> str:
    """What a page's ``<use>`` refers to for a unit of the catalogue."""
    return f"{TOP_VIEWS}#{top_id(kind.name)}"


def top_views(request: Request) -> Response:
    """``/army/top-views.svg``: a symbol for each unit. It is asked for anew, and sent only where it has changed."""
    drawn, mark = _drawn(web_ruleset())
    headers = {"etag": mark, "cache-control": "no-cache"}
    if request.headers.get("if-none-match") == mark:
        return Response(status_code=304, headers=headers)
    return Response(drawn, media_type="image/svg+xml", headers=headers)


@lru_cache(maxsize=1)
def _drawn(game: AllQuiet) -> tuple[str, str]:
    """The file, and what tells it from an earlier one."""
    looks = looks_of(game.registry)
    symbols = [
        f'<symbol id="{top_id(kind.name)}" viewBox="-1.05 -1.05 2.1 2.1">{looks.top_view(kind)}</symbol>'
        for kind in game.catalogue.values()
    ]
    drawn = f'<svg xmlns="http://www.w3.org/2000/svg">{"".join(symbols)}</svg>'
    return drawn, f'"{sha256(drawn.encode()).hexdigest()[:24]}"'


# -- the catalogue -----------------------------------------------------------------------------------------------------


SORTS = {"": "as found", "points": "cheapest first", "name": "by name", "worth": "best for the points"}
FILTERS = ("side", "kind", "most", "nation", "year", "against", "sort")
LATEST, MOST = 2000, 100_000


def show(request: Request) -> Response:
    """``/army/units?q=&side=&kind=&most=&nation=&year=&against=&sort=&list=``: the units that fit."""
    query = request.query_params
    index = context().index_of(context().catalogue)
    side, kind, nation = field_text(query, "side"), field_text(query, "kind"), field_text(query, "nation")
    said, lists = field_text(query, "q")[:60], [(key, army) for key, army in readable()]
    shown: dict[str, Any] = {"fault": "", "rated": {}, "units": []}
    try:
        sort = field_one_of(query, "sort", SORTS, "")
        most, year = whole(query, "most", 0, MOST, MOST), whole(query, "year", 1900, LATEST, LATEST)
        found = [
            one
            for one in index.found(said)
            if side in ("", one.type.side)
            and kind in ("", one.type.kind)
            and one.type.points <= most
            and nation in ("", one.origin.nation)
            and (one.origin.year is None or one.origin.year <= year)
        ]
        odds = _odds(found, field_text(query, "against")[:60])
        shown |= {"rated": odds, "units": _sorted(found, sort, odds)}
    except AqmfError as bad:
        shown["fault"] = str(bad)
    asked = {name: field_text(query, name)[:60] for name in ("q", *FILTERS, "list")}
    if "list" not in query and lists:  # the one that was changed last
        asked["list"] = max((key for key, _ in lists), key=lambda key: LISTS.named(key).stat().st_mtime_ns)
    about: dict[str, Any] = {
        "asked": asked,
        "part": fragment(request),
        "filters": sum(bool(asked[name]) for name in FILTERS),
        "sides": SIDES,
        "kinds": sorted({one.type.kind for one in index.units}),
        "nations": sorted({one.origin.nation for one in index.units if one.origin.nation}),
        "enemies": [one.type.name for one in index.units if one.type.kind != "aircraft"],
        "sorts": SORTS,
        "lists": lists,
        "open_list": next((army for key, army in lists if key == asked["list"]), None),
        "once": fresh(),
        "profile": lambda one: profile_line(one.type, one.type.elements),
        "weapons": lambda one: [short_weapon(mount) for mount in one.type.weapons],
        "seen": lambda one: top_view(one.type),
    }
    return page(request, "army_catalogue_found.html" if fragment(request) else "army_catalogue.html", **shown, **about)


def _odds(found: list[IndexedUnit], against: str) -> dict[str, RatedUnit]:
    """What the units of the other side do to an enemy, by their names; nothing where none is chosen."""
    if not against:
        return {}
    rulings = context().rulings()
    enemy = context().catalogue.get(against)
    side = SIDES[enemy.side == SIDES[0]] if enemy else SIDES[0]
    targets = targets_named(context(), against, side)
    able = [one.type for one in found if one.type.side == side]
    return {one.unit.name: one for one in rated(context(), able, targets, rulings)}


def _sorted(found: list[IndexedUnit], sort: str, odds: dict[str, RatedUnit]) -> list[IndexedUnit]:
    def key(one: IndexedUnit) -> tuple[Any, ...]:
        if sort == "worth":
            known = odds.get(one.type.name)
            return -known.for_100_points if known else 0, one.type.points, one.type.name
        return (one.type.points, one.type.name) if sort == "points" else (one.type.name,)

    return sorted(found, key=key) if sort else found
