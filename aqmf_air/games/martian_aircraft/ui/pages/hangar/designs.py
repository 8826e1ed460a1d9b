"""The hangar: every design, one of them, and several side by side."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from functools import lru_cache
from secrets import token_hex
from typing import TYPE_CHECKING, Any
from urllib.parse import urlencode

from starlette.datastructures import QueryParams
from starlette.requests import Request
from starlette.responses import Response

from aqmf_air.core.data.names import same_name
from aqmf_air.errors import DataError
from aqmf_air.games.martian_aircraft.designs.attack_odds import Prospect
from aqmf_air.games.martian_aircraft.designs.design import Design, bombs_in_short, guns_in_short
from aqmf_air.games.martian_aircraft.designs.design_odds import (
    RAYS,
    STANDARD_TARGETS,
    Entry,
    ProvingGround,
    armed,
    rays_in_words,
    unit_of,
)
from aqmf_air.games.martian_aircraft.designs.design_warnings import warnings_of
from aqmf_air.games.martian_aircraft.designs.hangar import open_hangar
from aqmf_air.games.martian_aircraft.designs.pricing import alternatives, cost_of, points_table
from aqmf_air.games.martian_aircraft.designs.tokens import design_from, token_of
from aqmf_air.games.martian_aircraft.rules.attack_run import best_arc
from aqmf_air.games.martian_aircraft.rulings import AircraftRulings
from aqmf_air.games.martian_aircraft.ui.pages.hangar.rulings import chosen, offered, under
from aqmf_air.games.martian_front.army.store import readable
from aqmf_air.games.martian_front.rules.barrage import template_sizes
from aqmf_air.games.martian_front.ruleset import AllQuiet
from aqmf_air.games.martian_front.ui.web_ruleset import ruleset
from aqmf_air.web.pages import fragment, page, picture, text, whole

if TYPE_CHECKING:
    from aqmf_air.games.martian_front.profiles import UnitType

MOST = 6
"""How many designs fit side by side."""
MOST_POINTS = 100_000


def ground() -> ProvingGround:
    """What designs are measured against: the game with the player's own designs as they are now."""
    return _ground(ruleset())


@lru_cache(maxsize=1)
def _ground(game: AllQuiet) -> ProvingGround:
    return ProvingGround(game.catalogue, game.rules.modifiers)


def entry(design: Design, rulings: AircraftRulings | None = None, own: bool = False) -> Entry:
    """A design with its price, under its own rulings or the defaults."""
    in_force = rulings or AircraftRulings()
    return Entry(design, in_force, cost_of(design, in_force), own=own)


def named(name: str, ruled: Mapping[str, Any] | None = None) -> Entry:
    """The design of this name in any spelling, or of this token, priced under the rulings ``ruled``.

    Raises:
        UnknownNameError: there is none; with near names.
        DataError: the token is wrong.
    """
    if re.match(r"aqd\d+-", name):
        return entry(design_from(name), under(AircraftRulings(), ruled or {}))
    one = open_hangar().named(name)
    return entry(one.design, under(one.rulings, ruled or {}), one.own)


def parked(ruled: Mapping[str, Any]) -> list[Entry]:
    """Every design in the hangar, priced under the rulings ``ruled``."""
    return [entry(one.design, under(one.rulings, ruled), one.own) for one in open_hangar().parked]


# -- all ------------------------------------------------------------------------------------------------------------------


def listed(request: Request) -> Response:
    """``/hangar?q=&role=``: the designs by role, the cheapest first."""
    asked, role = text(request.query_params, "q")[:60], text(request.query_params, "role")
    words = [same_name(word) for word in asked.split()]
    ruled = chosen(request.query_params)
    found = [one for one in parked(ruled) if (not role or one.design.role == role) and _fits(one.design, words)]
    found.sort(key=lambda one: (one.cost.points, same_name(one.design.name)))
    roles = points_table().role
    groups = [(each, [_row(one) for one in found if one.design.role == each.name]) for each in roles]
    return page(
        request,
        "hangar_found.html" if fragment(request) else "hangar.html",
        asked=asked,
        role=role,
        roles=roles,
        groups=[group for group in groups if group[1]],
        problems=open_hangar().problems,
        **offered(ruled),
    )


def _fits(design: Design, words: Sequence[str]) -> bool:
    everything = same_name(f"{design.name} {design.nation} {design.year or ''}")
    return all(word in everything for word in words)


def _row(one: Entry) -> dict[str, Any]:
    return {
        "one": one,
        "guns": guns_in_short(one.design) if armed(one) else "-",
        "bombs": bombs_in_short(one.design) if armed(one) else "-",
    }


# -- one ------------------------------------------------------------------------------------------------------------------


def show(request: Request) -> Response:
    """``/hangar/design/NAME``: profile, price, weapons, exact odds, and where the figures come from."""
    ruled = chosen(request.query_params)
    one = named(request.path_params["name"], ruled)
    own = _key(one)
    return page(
        request,
        "design.html",
        **priced(one),
        **_worth(one),
        **offered(ruled),
        token=token_of(one.design),
        key=own,
        lists=[(key, army.name) for key, army in readable() if army.side == "human"] if own == one.design.name else [],
        once=token_hex(8),
    )


def priced(one: Entry) -> dict[str, Any]:
    """What a page needs to show a price: profile, lines, warnings, and what other rulings would change."""
    return {
        "one": one,
        "role": points_table().role_of(one.design.role),
        "warnings": warnings_of(one.design),
        "others": alternatives(one.design, one.rulings),
    }


def _worth(one: Entry) -> dict[str, Any]:
    unit = unit_of(one)
    lives = [
        (rays_in_words(ray, shots), chance) for (ray, _, shots), chance in zip(RAYS, ground().survivals(one), strict=False)
    ]
    return {
        "unit": unit,
        "templates": template_sizes(),
        "prospects": ground().prospects(one),
        "lives": lives,
        "how": _how(one, unit),
    }


def _how(one: Entry, unit: UnitType) -> str:
    """What the unit does in the pass that the odds are about."""
    parts = []
    if one.design.bombs_in_all:
        parts.append("drop every bomb on it, each from a point of its own")
    if one.design.guns:
        parts.append(f"fire every {best_arc(unit)} gun")
    return " and then ".join(parts) or "have nothing to attack with"


def _key(one: Entry) -> str:
    """What an address calls it: its name where the hangar has this very design, and else its token."""
    parked = {same_name(each.design.name): each.design for each in open_hangar().parked}
    same = parked.get(same_name(one.design.name)) == one.design
    return one.design.name if same else token_of(one.design)


# -- several --------------------------------------------------------------------------------------------------------------


def compare(request: Request) -> Response:
    """``/hangar/compare?design=&design=``: side by side, in numbers and in a picture."""
    ruled = chosen(request.query_params)
    found = _chosen(request.query_params)
    passes = [ground().prospects(one) for one in found]
    lives = [ground().survivals(one) for one in found]
    return page(
        request,
        "compare.html",
        found=found,
        names=sorted((one.design.name for one in open_hangar().parked), key=same_name),
        most=MOST,
        keys=[_key(one) for one in found],
        guns=[guns_in_short(one.design) for one in found],
        bombs=[bombs_in_short(one.design) for one in found],
        odds=[_against(found, passes, at) for at in range(len(STANDARD_TARGETS))],
        lives=[
            (rays_in_words(ray, shots), [each[at] if each else None for each in lives])
            for at, (ray, _, shots) in enumerate(RAYS)
        ],
        query="&".join(
            filter(None, (str(QueryParams([("design", _key(one)) for one in found])), offered(ruled)["carried"]))
        ),
        **offered(ruled),
    )


def _against(found: Sequence[Entry], passes: Sequence[Sequence[Prospect]], at: int) -> dict[str, Any]:
    each = [odds[at] if odds else None for odds in passes]
    for_100 = [
        odds.mean * 100 / one.cost.points if odds and one.cost.points else None
        for one, odds in zip(found, each, strict=True)
    ]
    return {"target": STANDARD_TARGETS[at], "each": each, "for_100": for_100}


def comparison_drawn(request: Request) -> Response:
    """``/hangar/compare.svg``: the picture of the same."""
    from aqmf_air.games.martian_aircraft.ui.drawing.designs import comparison

    found = _chosen(request.query_params)
    if not found:
        raise DataError("expected a design to draw", key="design")
    return picture(comparison(found, ground()))


def _chosen(query: QueryParams) -> list[Entry]:
    """The designs that are asked for, each once.

    Raises:
        UnknownNameError: there is none of that name.
        DataError: there are too many.
    """
    names = [name for name in dict.fromkeys(query.getlist("design")) if name.strip()]
    if len(names) > MOST:
        raise DataError(f"expected at most {MOST} designs side by side, got {len(names)}", key="design", value=len(names))
    return [named(name, chosen(query)) for name in names]


# -- worth ----------------------------------------------------------------------------------------------------------------


def worth(request: Request) -> Response:
    """``/hangar/worth?against=&most=``: what every design does to a Martian unit, for its points or within a limit."""
    query = request.query_params
    target, most = ground().target(text(query, "against") or STANDARD_TARGETS[0]), _most(query)
    ruled = chosen(query)
    by_all = text(query, "by") == "pass"
    rows = [(one, each, _for_the_points(one, each)) for one, each in _rated(target.name, ruled, most)]
    rows.sort(key=lambda row: (-(row[1].mean if by_all else row[2]), row[0].cost.points, row[0].design.name))
    enemies = [unit.name for unit in ground().units.values() if unit.side == "martian"]
    shown = offered(ruled)
    asked = {"against": target.name, "most": most or "", "by": "pass" if by_all else ""}
    drawn = "&".join(filter(None, (urlencode({name: value for name, value in asked.items() if value}), shown["carried"])))
    return page(request, "worth.html", target=target, rows=rows, enemies=enemies, asked=asked, drawn=drawn, **shown)


def worth_drawn(request: Request) -> Response:
    """``/hangar/worth.svg?against=&most=``: points against worth, as a picture."""
    from aqmf_air.games.martian_aircraft.ui.drawing.designs import worth_for_points

    query = request.query_params
    rated = _rated(text(query, "against") or STANDARD_TARGETS[0], chosen(query), _most(query))
    if not rated:
        raise DataError("no armed design costs so little", key="most")
    return picture(worth_for_points(rated))


def _most(query: QueryParams) -> int | None:
    """The points that a unit may cost; None: any."""
    return whole(query, "most", 0, MOST_POINTS, 0) if text(query, "most") else None


def _rated(target: str, ruled: Mapping[str, Any], most: int | None) -> list[tuple[Entry, Prospect]]:
    within = [one for one in parked(ruled) if most is None or one.cost.points <= most]
    return [(one, each) for one in within for each in ground().prospects(one, (ground().target(target).name,))]


def _for_the_points(one: Entry, each: Prospect) -> Any:
    return each.mean * 100 / one.cost.points if one.cost.points else each.mean
