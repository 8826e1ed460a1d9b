"""What every force of a game is worth: the table, plots, a page for each, and the report as a file.

All of them show one report. It is worked out in the background from what is kept; meanwhile pages say how far it is.
"""

from __future__ import annotations

from urllib.parse import quote

from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response
from starlette.routing import Route

from aqmf_air.core.data.names import by_name
from aqmf_air.core.play.contributions import DEFAULT_RULESET
from aqmf_air.errors import DataError, QuestionError
from aqmf_air.lab.bench_tasks import ReportTask
from aqmf_air.lab.report import SORTS, Report, by_feature, sorted_by
from aqmf_air.lab.verdicts import WORDS
from aqmf_air.lab.workbench import Workbench
from aqmf_air.plugins import kinds
from aqmf_air.printing import laboratory as printed
from aqmf_air.web import duels, shared_registry, whole_games
from aqmf_air.web.live.jobs import Job
from aqmf_air.web.live.requests import live_tables_of
from aqmf_air.web.pages import field_one_of, field_text, page

FILES = {"html": "text/html", "pdf": "application/pdf", "csv": "text/csv", "json": "application/json"}


async def _report(request: Request, begin: bool = False) -> tuple[Workbench, Report | Job | None]:
    """The laboratory of the game that is asked for, and its report, or how far that is; the one that comes with the game
    until another is begun. None: there is none, and it is not begun.

    Raises UnknownNameError, DataError: as :class:`Workbench`.
    """
    bench = await run_in_threadpool(shared_registry.workbench, request.path_params["ruleset"])
    jobs, task = live_tables_of(request).laboratory, ReportTask(bench, bench.terms({}))
    if _unpriced(bench):
        return bench, None
    if task not in jobs and not begin:
        return bench, await run_in_threadpool(bench.shipped_report)
    return bench, await jobs.worked_out(task)


async def _begun(request: Request) -> Response | None:
    """Where a browser goes that has asked to ``begin=``: its page comes again and again, and begins nothing stopped."""
    if not field_text(request.query_params, "begin"):
        return None
    await _report(request, begin=True)
    return RedirectResponse(quote(request.url.path), 303)


def index(request: Request) -> Response:
    """``/lab``: the usual game's."""
    return RedirectResponse(f"/lab/{DEFAULT_RULESET}", 303)


async def table(request: Request) -> Response:
    """``/lab/GAME?sort=&verdict=&begin=&unit=``: who is worth most and least, and every price or those of one verdict; or
    many games; ``unit``: the page of one.
    """
    rules = shared_registry.rules(request.path_params["ruleset"])
    if not rules.registry.of(kinds.LABORATORIES, rules.ruleset.id):
        return RedirectResponse(f"/lab/{rules.ruleset.id}/play", 303)
    by = field_one_of(request.query_params, "sort", SORTS, SORTS[0])
    only = field_one_of(request.query_params, "verdict", ("", *WORDS[True]), "")
    if begun := await _begun(request):
        return begun
    bench, result = await _report(request)
    if wanted := field_text(request.query_params, "unit")[:200]:
        force = by_name(bench.forces, wanted, bench.laboratory.noun, bench.laboratory.near)
        return RedirectResponse(_address(bench, force.name), 303)
    if not isinstance(result, Report):
        return _under_way(request, bench, result)
    return page(
        request,
        "lab.html",
        ruleset=bench.ruleset.id,
        report=result,
        rows=[judged for judged in sorted_by(result, by) if only in ("", result.verdict(judged).key)],
        sorted=only or "sort" in request.query_params,
        only=only,
        title=printed.TITLE,
        strips=printed.strips(result),
        by=by,
        findings=printed.findings(result),
        silent=printed.by_reason(result),
        definitions=printed.definitions(result),
        basis=printed.basis_lines(result),
        files=list(FILES),
        others=_others(bench),
        looks=printed.LOOKS,
        **await run_in_threadpool(printed.parts, result),
    )


def _address(bench: Workbench, force: str) -> str:
    """The page of a force."""
    return f"/lab/{bench.ruleset.id}/unit/{quote(force, safe='')}"


def _others(bench: Workbench) -> dict[str, str]:
    """The games that have a laboratory, with their titles."""
    return {name: title for name, title in shared_registry.games().items() if bench.registry.of(kinds.LABORATORIES, name)}


async def stop(request: Request) -> Response:
    """``POST /lab/GAME``: end the work at the report; what is worked out stays."""
    bench = await run_in_threadpool(shared_registry.workbench, request.path_params["ruleset"])
    live_tables_of(request).laboratory.end(ReportTask(bench, bench.terms({})))
    return RedirectResponse(f"/lab/{bench.ruleset.id}", 303)


async def unit(request: Request) -> Response:
    """``/lab/GAME/unit/NAME``: one force: its price, what it does to each foe, what drives it."""
    if begun := await _begun(request):
        return begun
    bench, result = await _report(request)
    force = by_name(bench.forces, request.path_params["name"], bench.laboratory.noun, bench.laboratory.near)
    if not isinstance(result, Report):
        return _under_way(request, bench, result)
    if force not in [
        judged.force for judged in result.judged
    ]:  # a design of one's own, beside a report that came with the game
        return _under_way(request, bench, None)
    judged = result[force.name]
    return page(
        request,
        "lab_unit.html",
        ruleset=bench.ruleset.id,
        report=result,
        judged=judged,
        verdict=result.verdict(judged),
        alike=[each.force.name for group in result.alike if judged in group for each in group if each is not judged],
        strip=printed.strip(result, judged) if judged.fair is not None else None,
        drives=by_feature(result.differences(force.name)) if judged.fair is not None else {},
        stood_in=next((row for row in result.whole.rows if row.force == force.name), None) if result.whole else None,
        address=quote(force.name),
    )


def _under_way(request: Request, bench: Workbench, job: Job | None) -> Response:
    """The page that has the report begun, or says how far it is."""
    progress = job.progress if job else None
    noun, others, why = bench.laboratory.noun, _others(bench), _unpriced(bench)
    return page(request, "lab_working.html", ruleset=bench.ruleset.id, noun=noun, progress=progress, others=others, why=why)


def _unpriced(bench: Workbench) -> str:
    """Why a game has no prices; empty: it has some."""
    try:
        bench.to_be_priced(())
    except QuestionError as none:
        return str(none)
    return ""


async def plot(request: Request) -> Response:
    """``/lab/GAME/plots/NAME-LOOK.svg``: a plot; for its page, in the colours of that."""
    bench, result = await _report(request)
    on_a_page = "hx-request" in request.headers
    look = by_name({look: look for look in printed.LOOKS}, request.path_params["look"], "look")
    narrow = look == "phone"
    link = (lambda judged: _address(bench, judged.force.name)) if on_a_page else None
    drawings = printed.drawings(result, link) if isinstance(result, Report) else {}
    draw = by_name(drawings, request.path_params["name"], "plot")
    picture = await run_in_threadpool(draw, narrow)
    if on_a_page:
        return Response(printed.themed(picture), media_type="text/html")
    return Response(str(picture), media_type="image/svg+xml")


async def file(request: Request) -> Response:
    """``/lab/GAME/export/FORM``: the report to be kept or printed."""
    bench, result = await _report(request)
    kind = by_name(FILES, form := request.path_params["form"], "form of file")
    if not isinstance(result, Report):
        raise DataError("the prices are not worked out yet: begin at the laboratory's page")
    name = f"{bench.ruleset.id}-laboratory.{form}"
    headers = {"content-disposition": f'attachment; filename="{name}"', "cache-control": "no-store"}
    return Response(await run_in_threadpool(printed.written, result, form), media_type=kind, headers=headers)


ROUTES = [
    *whole_games.ROUTES,
    *duels.ROUTES,
    Route("/lab", index),
    Route("/lab/{ruleset}", table, methods=["GET"]),
    Route("/lab/{ruleset}", stop, methods=["POST"]),
    Route("/lab/{ruleset}/unit/{name}", unit),
    Route("/lab/{ruleset}/plots/{name}-{look}.svg", plot),
    Route("/lab/{ruleset}/export/{form}", file),
]
