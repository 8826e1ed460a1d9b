"""What a page of a ledger needs to go on without the app: the forms of all units, and the numbers of their fire."""

from __future__ import annotations

from typing import Any

from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import Response

from aqmf_air.core.play.session import Session
from aqmf_air.games.martian_front.ledger.attacks import Fire
from aqmf_air.games.martian_front.profiles import covers
from aqmf_air.games.martian_front.rules.shooting import spelled
from aqmf_air.games.martian_front.state import Game, Unit
from aqmf_air.games.martian_front.ui.pages.ledger import sheet
from aqmf_air.games.martian_front.ui.pages.ledger.opening import opened
from aqmf_air.web.live.requests import answered
from aqmf_air.web.live.table import LiveTable
from aqmf_air.web.pages import Fields, page


async def kit(request: Request) -> Response:
    """``GET /ledger/{name}/kit.json``: what to go on with.

    ``entries``: of the log; ``phases``: those to come, each as id and words; ``units``: by name the kind of claim that comes
    ``first``, the forms by kind as HTML (``acts``), and what each takes (``fire``: by weapon, target and cover).
    """
    return answered(await run_in_threadpool(_kit, request, (await opened(request)).table))


def _kit(request: Request, table: LiveTable) -> dict[str, Any]:
    session = table.session
    units = {unit.id: _of(request, table, unit) for unit in session.state.units} if not session.state.winner else {}
    return {"entries": table.entries, "phases": sheet.later_phases(session.state), "units": units}


def _of(request: Request, table: LiveTable, unit: Unit) -> dict[str, Any]:
    now, otherwise = sheet.offered(table.session, unit)
    acts = {}
    for kind in (*now, *otherwise):
        filled = sheet.filled(table.session, unit, Fields({"do": kind.do}))
        about: dict[str, Any] = {
            "path": f"/ledger/{table.name}",
            "unit": unit,
            "kinds": now,
            "otherwise": otherwise,
            "do": kind.do,
        }
        acts[kind.do] = bytes(page(request, "ledger_act.html", **about, **filled).body).decode()
    return {"first": now[0].do, "acts": acts, "fire": _fire(table.session, unit) if Fire.do in acts else {}}


def _fire(session: Session[Game], unit: Unit) -> dict[str, dict[str, dict[str, list[str]]]]:
    """What the fire of a unit takes, in words: by weapon, target and cover."""
    game, rules = session.state, sheet.rules_of(session)

    def takes(weapon: str, target: str, cover: str) -> list[str]:
        claim = Fire(unit=unit.id, weapon=weapon, target=target, cover=cover, overruled=True)
        if any(True for _ in rules.objections(game, claim, unit.side)):
            return []
        return [f"{one.what} {spelled(one)}" for one in rules.questions(game, claim)[0].targets]

    targets = [one.id for one in Fire.targets(game, unit)]
    return {
        weapon: {target: {cover: takes(weapon, target, cover) for cover in covers()} for target in targets}
        for weapon in Fire.weapons(game, unit, rules.rules)
    }
