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
from aqmf_air.games.martian_front.tables import SIDES
from aqmf_air.games.martian_front.ui.drawing.pieces import looks_of, top_id, top_view
from aqmf_air.games.martian_front.ui.pages.army.lists import context, web_ruleset


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
    words, lists = field_text(query, "q")[:60], [(key, army) for key, army in readable()]
    shown: dict[str, Any] = {"fault": "", "rated": {}, "units": []}
    try:
        sort = field_one_of(query, "sort", SORTS, "")
        most, year = whole(query, "most", 0, MOST, MOST), whole(query, "year", 1900, LATEST, LATEST)
        entries = [
            entry
            for entry in index.found(words)
            if side in ("", entry.type.side)
            and kind in ("", entry.type.kind)
            and entry.type.points <= most
            and nation in ("", entry.origin.nation)
            and (entry.origin.year is None or entry.origin.year <= year)
        ]
        odds = _odds(entries, field_text(query, "against")[:60])
        shown |= {"rated": odds, "units": _sorted(entries, sort, odds)}
    except AqmfError as bad:
        shown["fault"] = str(bad)
    filters = {name: field_text(query, name)[:60] for name in ("q", *FILTERS, "list")}
    if "list" not in query and lists:  # the one that was changed last
        filters["list"] = max((key for key, _ in lists), key=lambda key: LISTS.named(key).stat().st_mtime_ns)
    about: dict[str, Any] = {
        "asked": filters,
        "part": fragment(request),
        "filters": sum(bool(filters[name]) for name in FILTERS),
        "sides": SIDES,
        "kinds": sorted({unit.type.kind for unit in index.units}),
        "nations": sorted({unit.origin.nation for unit in index.units if unit.origin.nation}),
        "enemies": [unit.type.name for unit in index.units if unit.type.kind != "aircraft"],
        "sorts": SORTS,
        "lists": lists,
        "open_list": next((army for key, army in lists if key == filters["list"]), None),
        "once": fresh(),
        "profile": lambda indexed: profile_line(indexed.type, indexed.type.elements),
        "weapons": lambda indexed: [short_weapon(mount) for mount in indexed.type.weapons],
        "seen": lambda indexed: top_view(indexed.type),
    }
    return page(request, "army_catalogue_found.html" if fragment(request) else "army_catalogue.html", **shown, **about)


def _odds(entries: list[IndexedUnit], against: str) -> dict[str, RatedUnit]:
    """What the units of the other side do to an enemy, by their names; nothing where none is chosen."""
    if not against:
        return {}
    rulings = context().rulings()
    enemy = context().catalogue.get(against)
    side = SIDES[enemy.side == SIDES[0]] if enemy else SIDES[0]
    targets = targets_named(context(), against, side)
    able = [entry.type for entry in entries if entry.type.side == side]
    return {unit.unit.name: unit for unit in rated(context(), able, targets, rulings)}


def _sorted(entries: list[IndexedUnit], sort: str, odds: dict[str, RatedUnit]) -> list[IndexedUnit]:
    def key(entry: IndexedUnit) -> tuple[Any, ...]:
        if sort == "worth":
            unit = odds.get(entry.type.name)
            return -unit.for_100_points if unit else 0, entry.type.points, entry.type.name
        return (entry.type.points, entry.type.name) if sort == "points" else (entry.type.name,)

    return sorted(entries, key=key) if sort else entries
