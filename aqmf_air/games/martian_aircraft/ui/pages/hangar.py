"""The hangar: every design, one of them, and several side by side, under the rulings that are chosen for a look."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import lru_cache
from secrets import token_hex
from typing import Any
from urllib.parse import urlencode

from markupsafe import Markup
from starlette.datastructures import QueryParams
from starlette.requests import Request
from starlette.responses import Response

from aqmf_air.core.data.names import same_name
from aqmf_air.core.play.rulings import Described, describe
from aqmf_air.errors import DataError
from aqmf_air.games.martian_aircraft.designs.design import Design, bombs_in_short, guns_in_short, token_of
from aqmf_air.games.martian_aircraft.designs.design_odds import STANDARD_TARGETS, ProvingGround, attack_in_words, unit_of
from aqmf_air.games.martian_aircraft.designs.design_warnings import warnings_of
from aqmf_air.games.martian_aircraft.designs.hangar import HangarEntry, by_role, meant, open_hangar
from aqmf_air.games.martian_aircraft.designs.pricing import PRICING_RULINGS, alternatives, points_table
from aqmf_air.games.martian_aircraft.designs.shape import figures_told, shape_of
from aqmf_air.games.martian_aircraft.rulings import AircraftRulings
from aqmf_air.games.martian_front.army.attack_odds import AttackOdds
from aqmf_air.games.martian_front.army.store import readable
from aqmf_air.games.martian_front.rules.barrage import template_sizes
from aqmf_air.games.martian_front.ruleset import AllQuiet
from aqmf_air.games.martian_front.ui.pages.top_views import ADDRESS
from aqmf_air.games.martian_front.ui.unit_looks import top_id
from aqmf_air.games.martian_front.ui.web_ruleset import ruleset
from aqmf_air.web.pages import Fields, for_a_phone, fragment, page, picture, text, whole

MOST = 6  # how many designs fit side by side
MOST_POINTS = 100_000
MARK = "ruling."  # before the name of a ruling, as fields and addresses have it


def ground() -> ProvingGround:
    """What designs are measured against: the game with the player's own designs as they are now."""
    return _ground(ruleset())


@lru_cache(maxsize=1)
def _ground(game: AllQuiet) -> ProvingGround:
    return ProvingGround(game.catalogue, game.rules.modifiers)


# -- rulings --------------------------------------------------------------------------------------------------------------


def pricing() -> tuple[Described, ...]:
    """The rulings that a price hangs on, at their defaults."""
    return tuple(one for one in describe(AircraftRulings()) if one.name in PRICING_RULINGS)


def chosen(fields: Fields | QueryParams) -> dict[str, Any]:
    """What is ruled in a form; what is left open is as each design's own file has it.

    Raises DataError: a value that the ruling does not have.
    """
    given = {one.name: (one, text(fields, f"{MARK}{one.name}")) for one in pricing()}
    return {name: one.chosen(value) for name, (one, value) in given.items() if value}


def offered(ruled: Mapping[str, Any]) -> dict[str, Any]:
    """What a page needs to offer rulings, and to carry those that were chosen on."""
    query = urlencode({f"{MARK}{name}": value for name, value in ruled.items()})
    return {"pricing": pricing(), "ruled": ruled, "carried": query}


# -- all ------------------------------------------------------------------------------------------------------------------


def listed(request: Request) -> Response:
    """``/hangar?q=&role=``: the designs by role, the cheapest first."""
    asked, role = text(request.query_params, "q")[:60], text(request.query_params, "role")
    ruled, opened = chosen(request.query_params), open_hangar()
    found = [one for one in opened.found(asked) if role in ("", one.design.role)]
    return page(
        request,
        "hangar_found.html" if fragment(request) else "hangar.html",
        asked=asked,
        role=role,
        roles=points_table().role,
        groups=by_role(one.under(ruled) for one in found),
        guns=guns_in_short,
        bombs=bombs_in_short,
        seen=lambda design: f"{ADDRESS}#{top_id(design.name)}",
        problems=opened.problems,
        **offered(ruled),
    )


# -- one ------------------------------------------------------------------------------------------------------------------


def show(request: Request) -> Response:
    """``/hangar/design/NAME``: profile, price, weapons, exact odds, and where the figures come from."""
    ruled = chosen(request.query_params)
    one = meant(request.path_params["name"]).under(ruled)
    (own,) = _keys((one,))
    return page(
        request,
        "design.html",
        **priced(one),
        **offered(ruled),
        unit=unit_of(one),
        templates=template_sizes(),
        prospects=ground().prospects(one),
        lives=ground().survivals(one),
        how=attack_in_words(one),
        token=token_of(one.design),
        key=own,
        drawn=_plan(one.design),
        drawn_narrow=_plan(one.design, narrow=True),
        shape=shape_of(one.design),
        figures=figures_told(shape_of(one.design)),
        lists=[(key, army.name) for key, army in readable() if army.side == "human"] if own == one.design.name else [],
        once=token_hex(8),
    )


def _plan(design: Design, narrow: bool = False) -> Markup:
    """The top view, in the colours of the page."""
    from aqmf_air.games.martian_aircraft.ui.drawing.top_views import plan_view

    return Markup(plan_view(design, "var(--ink)", "var(--card)", "var(--faded)", narrow))


def plan_drawn(request: Request) -> Response:
    """``/hangar/shape/NAME``: the same as a picture of its own."""
    from aqmf_air.games.martian_aircraft.ui.drawing.top_views import plan_view

    return picture(str(plan_view(meant(request.path_params["name"]).design)))


def to_scale_drawn(request: Request) -> Response:
    """``/hangar/to-scale.svg?design=&design=``: designs from above, all to one scale."""
    from aqmf_air.games.martian_aircraft.ui.drawing.top_views import side_by_side

    found = _asked(request.query_params)
    if not found:
        raise DataError("expected a design to draw", key="design")
    return picture(str(side_by_side([one.design for one in found], to_scale=True, columns=3, narrow=for_a_phone(request))))


def priced(one: HangarEntry) -> dict[str, Any]:
    """What a page needs to show a price: profile, lines, warnings, and what other rulings would change."""
    return {"one": one, "warnings": warnings_of(one.design), "others": alternatives(one.design, one.rulings)}


def _keys(found: Iterable[HangarEntry]) -> list[str]:
    """What addresses call designs: their names where the hangar has these very designs, and else their tokens."""
    parked = {same_name(each.design.name): each.design for each in open_hangar().parked}
    designs = [one.design for one in found]
    return [one.name if parked.get(same_name(one.name)) == one else token_of(one) for one in designs]


# -- several --------------------------------------------------------------------------------------------------------------


def compare(request: Request) -> Response:
    """``/hangar/compare?design=&design=``: side by side, in numbers and in a picture."""
    ruled = chosen(request.query_params)
    found = _asked(request.query_params)
    keys = _keys(found)
    return page(
        request,
        "compare.html",
        found=found,
        names=sorted((one.design.name for one in open_hangar().parked), key=same_name),
        most=MOST,
        keys=keys,
        rows=ground().side_by_side(found),
        query="&".join(filter(None, (str(QueryParams([("design", key) for key in keys])), offered(ruled)["carried"]))),
        **offered(ruled),
    )


def comparison_drawn(request: Request) -> Response:
    """``/hangar/compare.svg``: the picture of the same."""
    from aqmf_air.games.martian_aircraft.ui.drawing.designs import comparison

    found = _asked(request.query_params)
    if not found:
        raise DataError("expected a design to draw", key="design")
    return picture(comparison(found, ground(), for_a_phone(request)))


def _asked(query: QueryParams) -> list[HangarEntry]:
    """The designs that are asked for, each once, under the rulings that are chosen.

    Raises:
        UnknownNameError: there is none of that name.
        DataError: there are too many.
    """
    names = [name for name in dict.fromkeys(query.getlist("design")) if name.strip()]
    if len(names) > MOST:
        raise DataError(f"expected at most {MOST} designs side by side, got {len(names)}", key="design", value=len(names))
    return [meant(name).under(chosen(query)) for name in names]


# -- worth ----------------------------------------------------------------------------------------------------------------


def worth(request: Request) -> Response:
    """``/hangar/worth?against=&most=``: what every design does to a Martian unit, for its points or within a limit."""
    query = request.query_params
    target, most, rows = _rated(query)
    by_all = text(query, "by") == "pass"
    if by_all:
        rows.sort(key=lambda row: (-row[1].mean, row[0].cost.points, row[0].design.name))
    enemies = [unit.name for unit in ground().units.values() if unit.side == "martian"]
    shown = offered(chosen(query))
    asked = {"against": target, "most": most or "", "by": "pass" if by_all else ""}
    drawn = "&".join(filter(None, (urlencode({name: value for name, value in asked.items() if value}), shown["carried"])))
    return page(request, "worth.html", target=target, rows=rows, enemies=enemies, asked=asked, drawn=drawn, **shown)


def worth_drawn(request: Request) -> Response:
    """``/hangar/worth.svg?against=&most=``: points against worth, as a picture."""
    from aqmf_air.games.martian_aircraft.ui.drawing.worth import worth_for_points

    _, _, rated = _rated(request.query_params)
    if not rated:
        raise DataError("no armed design costs so little", key="most")
    return picture(worth_for_points(rated, for_a_phone(request)))


def _rated(query: QueryParams) -> tuple[str, int | None, list[tuple[HangarEntry, AttackOdds]]]:
    """The target, the points that a unit may cost (None: any), and the designs, the best for their points first."""
    target = ground().target(text(query, "against") or STANDARD_TARGETS[0]).name
    most = whole(query, "most", 0, MOST_POINTS, 0) if text(query, "most") else None
    ruled = chosen(query)
    parked = [one.under(ruled) for one in open_hangar().parked]
    within = [one for one in parked if most is None or one.cost.points <= most]
    return target, most, ground().rated(within, target)
