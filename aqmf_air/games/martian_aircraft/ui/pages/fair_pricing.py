"""What a design is worth by the laboratory: told where it is known, and worked out when it is asked for."""

from __future__ import annotations

from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import Response

from aqmf_air.games.martian_aircraft.designs.hangar import HangarEntry, meant
from aqmf_air.games.martian_aircraft.ui.fair_price import HOST, fair_price, kept_price
from aqmf_air.games.martian_aircraft.ui.pages.hangar import chosen
from aqmf_air.lab.prices import Price
from aqmf_air.web import shared_registry
from aqmf_air.web.live.jobs import Job, ReportProgress
from aqmf_air.web.live.requests import hall_of
from aqmf_air.web.pages import page, text


async def fair(request: Request) -> Response:
    """``/hangar/fair/NAME?begin=``: the fair price of a design; while it is worked out, how far that is."""
    one = await run_in_threadpool(lambda: meant(request.path_params["name"]).under(chosen(request.query_params)))
    price = await _known(request, one) if one.role.armed else None
    return page(
        request,
        "fair.html",
        one=one,
        key=request.path_params["name"],
        query={name: value for name, value in request.query_params.items() if name != "begin"},
        price=price if isinstance(price, Price) else None,
        progress=price.progress if isinstance(price, Job) else None,
        ruleset=HOST,
    )


async def _known(request: Request, one: HangarEntry) -> Price | Job | None:
    registry = await run_in_threadpool(shared_registry.registry)
    if (price := await run_in_threadpool(kept_price, one, registry)) is not None:
        return price
    jobs, key = hall_of(request).jobs, ("fair price", one.design, one.rulings)
    if key not in jobs and not text(request.query_params, "begin"):
        return None

    def made(done: ReportProgress) -> Price:
        return fair_price(one, registry, done)

    return await jobs.result(key, made)
