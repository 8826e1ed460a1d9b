"""The hangar: every design, one of them, and several side by side, under the rulings that are chosen for a look."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from functools import lru_cache
from secrets import token_hex
from typing import Any
from urllib.parse import urlencode

from markupsafe import Markup
from starlette.concurrency import run_in_threadpool
from starlette.datastructures import QueryParams
from starlette.requests import Request
from starlette.responses import HTMLResponse, Response

from aqmf_air.api import DataError, Described, Registry, describe, in_a_row, own_folder, same_name, ui
from aqmf_air.api.lab import FILE, Force, IntervalEstimate, Price, Results, Workbench
from aqmf_air.games.martian_aircraft.designs.design import (
    Design,
    bombs_in_short,
    figures_told,
    guns_in_short,
    shape_of,
    token_of,
)
from aqmf_air.games.martian_aircraft.designs.design_odds import STANDARD_TARGETS, ProvingGround, attack_in_words, unit_of
from aqmf_air.games.martian_aircraft.designs.design_warnings import warnings_of
from aqmf_air.games.martian_aircraft.designs.hangar import HangarEntry, by_role, meant, open_hangar
from aqmf_air.games.martian_aircraft.designs.pricing import PRICING_RULINGS, alternatives, points_table
from aqmf_air.games.martian_aircraft.tables import AircraftRulings
from aqmf_air.games.martian_front import api as front

HOST = "aqmf"


def kept_price(entry: HangarEntry, registry: Registry) -> Price | None:
    """The fair price of a design under its rulings, if all that it takes was worked out before."""
    if not (own_folder() / FILE).exists():
        return None
    with Results() as results:
        bench, force = _bench(entry, registry, results)
        return bench.kept_price(force, bench.terms({}))


def fair_price(entry: HangarEntry, registry: Registry, progress: Callable[[int, int], None]) -> Price:
    """The same, worked out as far as it is not kept; ``progress`` is told how many trials are done, of how many."""
    with Results() as results:
        bench, force = _bench(entry, registry, results)
        return bench.prices([force], bench.terms({}), progress=progress)[0]


def played_price(entry: HangarEntry, registry: Registry) -> IntervalEstimate | None:
    """What games made of a design when the game was made; None: that was not measured. Raises DataError: as below."""
    laboratory = Workbench(registry, HOST, _settled(entry)).laboratory
    return laboratory.played_out(laboratory.brought(token_of(entry.design), files=False) or entry.design.name)


def _settled(entry: HangarEntry) -> dict[str, Any]:
    return {ruling.name: ruling.value for ruling in describe(entry.rulings) if ruling.value != ruling.default}


def _bench(entry: HangarEntry, registry: Registry, results: Results) -> tuple[Workbench, Force]:
    """The laboratory under the rulings of a design, and the design as a force of it.
    Raises DataError: its name is another's. Raises QuestionError: it has no price.
    """
    bench = Workbench(registry, HOST, _settled(entry), results)
    name = bench.laboratory.brought(token_of(entry.design), files=False)
    return bench, bench.to_be_priced([name or entry.design.name])[0]


MOST = 6  # how many designs fit side by side
MOST_POINTS = 100_000
SOUGHT = ("q", "role", "nation", "most")
"""What the hangar is searched by: words, a role, a nation, and the points that a unit may cost."""
MARK = "ruling."  # before the name of a ruling, as fields and addresses have it


def ground() -> ProvingGround:
    """What designs are measured against: the game with the player's own designs as they are now."""
    return _ground(front.web_ruleset())


@lru_cache(maxsize=1)
def _ground(game: front.AllQuiet) -> ProvingGround:
    return ProvingGround(game.catalogue, game.rules.modifiers)


def pricing() -> tuple[Described, ...]:
    """The rulings that a price hangs on, at their defaults."""
    return tuple(described for described in describe(AircraftRulings()) if described.name in PRICING_RULINGS)


def chosen(fields: ui.Fields | QueryParams) -> dict[str, Any]:
    """What is ruled in a form; what is left open is as each design's own file has it.

    Raises DataError: a value that the ruling does not have.
    """
    given = {described.name: (described, ui.field_text(fields, f"{MARK}{described.name}")) for described in pricing()}
    return {name: described.chosen(value) for name, (described, value) in given.items() if value}


def offered(ruled: Mapping[str, Any]) -> dict[str, Any]:
    """What a page needs to offer rulings, and to carry those that were chosen on."""
    query = urlencode({f"{MARK}{name}": value for name, value in ruled.items()})
    return {"pricing": pricing(), "ruled": ruled, "carried": query}


def listed(request: Request) -> Response:
    """``/hangar?q=&role=&nation=&most=``: the designs by role, the cheapest first."""
    sought = {name: ui.field_text(request.query_params, name)[:60] for name in SOUGHT}
    ruled = chosen(request.query_params)
    return ui.page(
        request,
        "hangar_found.html" if ui.fragment(request) else "hangar.html",
        sought=sought,
        roles=points_table().role,
        nations=sorted({entry.design.nation for entry in open_hangar().parked if entry.design.nation}),
        groups=by_role(_searched(request.query_params, ruled)),
        guns=guns_in_short,
        bombs=bombs_in_short,
        seen=_seen,
        problems=open_hangar().problems,
        **offered(ruled),
    )


def _seen(design: Design) -> str:
    """Where a design of the hangar is drawn from above, small."""
    return f"{front.TOP_VIEWS}#{front.top_id(design.name)}"


def _searched(query: QueryParams, ruled: Mapping[str, Any]) -> list[HangarEntry]:
    """The designs that :data:`SOUGHT` leave, under the rulings that are chosen."""
    role, nation = ui.field_text(query, "role"), ui.field_text(query, "nation")
    most = ui.whole(query, "most", 0, MOST_POINTS, 0) if ui.field_text(query, "most") else MOST_POINTS
    found = (entry.under(ruled) for entry in open_hangar().found(ui.field_text(query, "q")[:60]))
    return [
        entry
        for entry in found
        if role in ("", entry.design.role) and nation in ("", entry.design.nation) and entry.cost.points <= most
    ]


def show(request: Request) -> Response:
    """``/hangar/design/NAME``: profile, price, weapons, exact odds, and where the figures come from."""
    ruled = chosen(request.query_params)
    entry = meant(request.path_params["name"]).under(ruled)
    (own,) = _keys((entry,))
    return ui.page(
        request,
        "design.html",
        **priced(entry),
        **offered(ruled),
        unit=unit_of(entry),
        templates=front.template_sizes(),
        prospects=ground().prospects(entry),
        lives=ground().survivals(entry),
        how=attack_in_words(entry),
        token=token_of(entry.design),
        key=own,
        seen=_seen(entry.design) if own == entry.design.name else "",
        drawn=_plan(entry.design),
        drawn_narrow=_plan(entry.design, narrow=True),
        shape=shape_of(entry.design),
        figures=figures_told(shape_of(entry.design)),
        lists=[(key, army.name) for key, army in front.readable() if army.side == "human"]
        if own == entry.design.name
        else [],
        once=token_hex(8),
    )


def _plan(design: Design, narrow: bool = False) -> Markup:
    """The top view, in the colours of the page."""
    from aqmf_air.games.martian_aircraft.ui.drawing.pieces import plan_view

    return Markup(plan_view(design, "var(--ink)", "var(--card)", "var(--faded)", narrow, "none"))


def plan_drawn(request: Request) -> Response:
    """``/hangar/shape/NAME``: the same as a picture of its own."""
    from aqmf_air.games.martian_aircraft.ui.drawing.pieces import plan_view

    return ui.picture(plan_view(meant(request.path_params["name"]).design).both_themes)


def card_printed(request: Request) -> Response:
    """``/hangar/card/NAME?paper=``: a sheet of cards of a design, as PDF."""
    entry, game = meant(request.path_params["name"]).under(chosen(request.query_params)), front.web_ruleset()
    pages = front.cards_of_types(game, [unit_of(entry)], game.rulings(), "large")
    content = ui.write_pdf(pages, ui.field_text(request.query_params, "paper") or "a4").content
    name = ui.plain_name(entry.design.name, "design")
    headers = {"content-disposition": f'inline; filename="{name}-card.pdf"', "cache-control": "private, max-age=10"}
    return Response(content, media_type="application/pdf", headers=headers)


def to_scale_drawn(request: Request) -> Response:
    """``/hangar/to-scale.svg?design=&design=``: the designs that are compared from above, all to one scale."""
    from aqmf_air.games.martian_aircraft.ui.drawing.pieces import to_one_scale

    designs = [entry.design for entry in _chosen_designs(request.query_params, least=1)]
    return _drawn(request, str(to_one_scale(designs, ui.for_a_phone(request), compared=True)))


def wall_drawn(request: Request) -> Response:
    """``/hangar/wall.svg?q=&role=&nation=&most=``: all that a search finds from above, to one scale.

    Raises DataError: it finds none.
    """
    from aqmf_air.games.martian_aircraft.ui.drawing.pieces import to_one_scale

    if not (entries := _searched(request.query_params, chosen(request.query_params))):
        raise DataError("no design fits", key="q")
    return ui.picture(str(to_one_scale([entry.design for entry in entries], ui.for_a_phone(request), plain=True)))


def priced(entry: HangarEntry) -> dict[str, Any]:
    """What a page needs to show a price: profile, lines, warnings, and what other rulings would change."""
    return {"entry": entry, "warnings": warnings_of(entry.design), "others": alternatives(entry.design, entry.rulings)}


def _keys(entries: Iterable[HangarEntry]) -> list[str]:
    """What addresses call designs: their names where the hangar has these very designs, and else their tokens."""
    parked = {same_name(each.design.name): each.design for each in open_hangar().parked}
    designs = [entry.design for entry in entries]
    return [design.name if parked.get(same_name(design.name)) == design else token_of(design) for design in designs]


# -- several --------------------------------------------------------------------------------------------------------------


def compare(request: Request) -> Response:
    """``/hangar/compare?design=&design=``: side by side, in numbers and in a picture."""
    ruled = chosen(request.query_params)
    entries = _chosen_designs(request.query_params)
    keys = _keys(entries)
    return ui.page(
        request,
        "compare.html",
        found=entries,
        names=sorted((entry.design.name for entry in open_hangar().parked), key=same_name),
        seen={entry.design.name: _seen(entry.design) for entry in open_hangar().parked},
        most=MOST,
        keys=keys,
        rows=ground().side_by_side(entries),
        unarmed=in_a_row([f"the {entry.design.name}" for entry in entries if not entry.role.armed]),
        colours=[ui.colour_of(number) for number in range(len(entries))],
        query="&".join(filter(None, (str(QueryParams([("design", key) for key in keys])), offered(ruled)["carried"]))),
        **offered(ruled),
    )


def comparison_drawn(request: Request) -> Response:
    """``/hangar/compare.svg``: the picture of the same."""
    from aqmf_air.games.martian_aircraft.ui.drawing.designs import comparison

    entries = _chosen_designs(request.query_params, least=1)
    return _drawn(request, comparison(entries, ground(), ui.for_a_phone(request)))


def reach_drawn(request: Request) -> Response:
    """``/hangar/reach.svg``: where each of the designs can be after one move."""
    from aqmf_air.games.martian_aircraft.ui.drawing.designs import reach_of

    return _drawn(request, reach_of(_chosen_designs(request.query_params, least=1), ui.for_a_phone(request)))


def _drawn(request: Request, svg: str) -> Response:
    """A picture of its own; in the page that asks for it its letters are those of the page."""
    return HTMLResponse(svg) if ui.fragment(request) else ui.picture(svg)


def _chosen_designs(query: QueryParams, least: int = 0) -> list[HangarEntry]:
    """The designs that are asked for, each once, under the rulings that are chosen.

    Raises:
        UnknownNameError: there is none of that name.
        DataError: there are too many, or too few.
    """
    names = [name for name in dict.fromkeys(query.getlist("design")) if name.strip()]
    if len(names) > MOST:
        raise DataError(f"expected at most {MOST} designs side by side, got {len(names)}", key="design", value=len(names))
    entries = [meant(name).under(chosen(query)) for name in names]
    if len(entries) < least:
        raise DataError("expected a design to draw", key="design")
    return entries


def worth(request: Request) -> Response:
    """``/hangar/worth?against=&most=``: what every design does to a Martian unit, for its points or within a limit."""
    query = request.query_params
    target, most, rows = _rated(query)
    by_all = ui.field_text(query, "by") == "pass"
    if by_all:
        rows.sort(key=lambda row: (-row[1].mean, row[0].cost.points, row[0].design.name))
    enemies = [unit.name for unit in ground().units.values() if unit.side == "martian"]
    shown = offered(chosen(query))
    wanted = {"against": target, "most": most or "", "by": "pass" if by_all else ""}
    drawn = "&".join(filter(None, (urlencode({name: value for name, value in wanted.items() if value}), shown["carried"])))
    return ui.page(request, "worth.html", target=target, rows=rows, enemies=enemies, asked=wanted, drawn=drawn, **shown)


def worth_drawn(request: Request) -> Response:
    """``/hangar/worth.svg?against=&most=``: points against worth, as a picture."""
    from aqmf_air.games.martian_aircraft.ui.drawing.designs import worth_for_points

    _, _, rated = _rated(request.query_params)
    if not rated:
        raise DataError("no armed design costs so little", key="most")
    return ui.picture(worth_for_points(rated, ui.for_a_phone(request)))


def _rated(query: QueryParams) -> tuple[str, int | None, list[tuple[HangarEntry, front.AttackOdds]]]:
    """The target, the points that a unit may cost (None: any), and the designs, the best for their points first."""
    target = ground().target(ui.field_text(query, "against") or STANDARD_TARGETS[0]).name
    most = ui.whole(query, "most", 0, MOST_POINTS, 0) if ui.field_text(query, "most") else None
    ruled = chosen(query)
    parked = [entry.under(ruled) for entry in open_hangar().parked]
    within = [entry for entry in parked if most is None or entry.cost.points <= most]
    return target, most, ground().rated(within, target)


async def fair(request: Request) -> Response:
    """``/hangar/fair/NAME?begin=``: the fair price of a design; while it is worked out, how far that is."""
    entry = await run_in_threadpool(lambda: meant(request.path_params["name"]).under(chosen(request.query_params)))
    price = await _price_or_job(request, entry) if entry.role.armed else None
    registry = await run_in_threadpool(ui.shared_registry.registry)
    return ui.page(
        request,
        "fair.html",
        entry=entry,
        key=request.path_params["name"],
        query={name: value for name, value in request.query_params.items() if name != "begin"},
        price=price if isinstance(price, Price) else None,
        progress=price.progress if isinstance(price, ui.Job) else None,
        played=await run_in_threadpool(played_price, entry, registry),
        ruleset=HOST,
    )


async def _price_or_job(request: Request, entry: HangarEntry) -> Price | ui.Job | None:
    registry = await run_in_threadpool(ui.shared_registry.registry)
    if (price := await run_in_threadpool(kept_price, entry, registry)) is not None:
        return price
    jobs, key = ui.live_tables_of(request).jobs, ("fair price", entry.design, entry.rulings)
    if key not in jobs and not ui.field_text(request.query_params, "begin"):
        return None
    return await jobs.result(key, lambda done: fair_price(entry, registry, done))
