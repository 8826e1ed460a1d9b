"""The page of a ledger: both forces, the claim that is being made, the log; and luck."""

from __future__ import annotations

from starlette.concurrency import run_in_threadpool
from starlette.datastructures import QueryParams
from starlette.requests import Request
from starlette.responses import Response

from aqmf_air.core.play.rulings import describe
from aqmf_air.games.martian_front.ledger.upkeep import phase_title
from aqmf_air.games.martian_front.state import Game
from aqmf_air.games.martian_front.ui.pages.ledger import sheet, standing
from aqmf_air.games.martian_front.ui.pages.ledger.opening import opened
from aqmf_air.web.live.table import LiveTable
from aqmf_air.web.pages import fragment, page, text, whole

NEWEST = 8
"""Entries of the log that are shown at once."""


async def show(request: Request) -> Response:
    """``/ledger/{name}``: both forces, the claim that is being made, its odds and dice, and the log."""
    return await run_in_threadpool(shown_with, request, (await opened(request)).table)


def shown_with(request: Request, table: LiveTable, fault: str = "") -> Response:
    """The page of a ledger, or with htmx the part of it that answers the form; with what was wrong with a change."""
    query, session = request.query_params, table.session
    game: Game = session.state
    path = f"/ledger/{table.name}"
    unit = next((one for one in (*game.units, *game.fallen) if one.id == text(query, "unit")), None)
    kinds, otherwise = sheet.offered(session, unit) if unit and not game.winner else ([], [])
    if kinds and not text(query, "do"):  # the likeliest, where there is more to do than to correct
        query = QueryParams([*query.multi_items(), ("do", kinds[0].do)] if kinds[1:] else query)
    shown = {**sheet.claimed(session, query), "path": path, "game": game, "entries": table.entries}
    if fragment(request):
        return page(request, "ledger_answer.html", **shown)
    log, rulings = standing.log(table), describe(game.rulings)
    last = [claims[-1].position + 1 if claims else 0 for claims in (session.history, session.undone)]
    wanted = (whole(query, "done", 0, 10**6, 0), *last)
    done, to_undo, to_redo = (next((line for line in log if line["number"] == number), None) for number in wanted)
    shown["fault"] = shown["fault"] or fault
    return page(
        request,
        "ledger.html",
        400 if fault else 200,
        **shown,
        title=standing.setup_of(session).title,
        unit=unit,
        kinds=kinds,
        otherwise=otherwise,
        **sheet.filled(session, unit, query),
        forces=standing.forces(session),
        due=standing.due(session),
        log=log,
        newest=NEWEST,
        done=done,
        to_undo=to_undo,
        to_redo=to_redo,
        out=standing.taking_back(table, whole(query, "out", 0, 10**6, 0)),
        unusual=[one for one in rulings if one.value != one.default],
        usual=[one for one in rulings if one.value == one.default],
        moved=bool(text(query, "moved")),
        phase=phase_title(game, game.now.id),
        later=sheet.later_phases(game),
    )


async def luck(request: Request) -> Response:
    """``/ledger/{name}/luck``: what each side rolled against what it could expect."""
    table = (await opened(request)).table
    lucks = await run_in_threadpool(standing.luck, table.session)
    title, forces = standing.setup_of(table.session).title, standing.forces(table.session)
    return page(request, "ledger_luck.html", path=f"/ledger/{table.name}", title=title, lucks=lucks, forces=forces)
