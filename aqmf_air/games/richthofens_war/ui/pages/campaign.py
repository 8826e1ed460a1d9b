"""Campaigns in the browser: the shelf of them; and one, with its next mission, squadrons and chronicle."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from secrets import randbelow
from typing import Any
from urllib.parse import quote

from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response
from starlette.routing import Route

from aqmf_air.api import (
    STEPS,
    AqmfError,
    DataError,
    Pages,
    Session,
    Store,
    Told,
    Waiting,
    by_name,
    counted,
    replace,
    step_of,
    ui,
)
from aqmf_air.games.richthofens_war import TITLE
from aqmf_air.games.richthofens_war.campaign import orders, store, words
from aqmf_air.games.richthofens_war.campaign.model import Campaign, Crew, Man, Squadron
from aqmf_air.games.richthofens_war.campaign.store import CAMPAIGNS, bundled
from aqmf_air.games.richthofens_war.sequence import OPPONENTS
from aqmf_air.games.richthofens_war.tables import RULESET, SIDE_NAMES, SIDES, Tables
from aqmf_air.games.richthofens_war.ui.outlines import outlines

MOST_DRAWN = 5
"""Types whose outlines a row of the shelf has."""

# -- the shelf ------------------------------------------------------------------------------------------------------------


def shelf(request: Request, fault: str = "") -> Response:
    """``/campaign``: the player's own campaigns, and those that can be begun."""
    kept = []
    for path in CAMPAIGNS.kept():
        try:
            campaign = store.as_it_stands(path, ui.registry())
            stands, drawn = words.standing_of(campaign), _from_above(campaign)
            kept.append({"key": path.stem, "title": campaign.title, "stands": stands, "fault": "", "drawn": drawn})
        except AqmfError as bad:
            kept.append({"key": path.stem, "title": path.stem, "stands": "", "fault": str(bad)})
    ships = [(name, campaign, _from_above(campaign)) for name, campaign in bundled().items()]
    about: dict[str, Any] = {"kept": kept, "gone": FILES.gone(), "ships": ships, "once": ui.fresh(), "fault": fault}
    return ui.page(request, "campaigns.html", 400 if fault else 200, **about)


def _from_above(campaign: Campaign) -> list[str]:
    """The outlines, as path data, of the first few types of its squadrons that have one."""
    types = dict.fromkeys(machines.type for squadron in campaign.squadrons for machines in squadron.machines)
    return [outlines()[type_].path for type_ in types if type_ in outlines()][:MOST_DRAWN]


def begin(request: Request, fields: ui.Fields) -> Response:
    """``POST /campaign/new``: one that ships begins."""
    return FILES.opened(request, fields, lambda: _begun(by_name(bundled(), ui.field_text(fields, "campaign"), "campaign")))


async def load(request: Request) -> Response:
    """``POST /campaign/load``: one begins, or goes on, from a file."""
    raw, where, fields = await ui.file_form_of(request, "the file")

    def loaded() -> Path:
        campaign = store.parse_campaign(raw, where)
        if any(man.record for _, man in campaign.everybody()):
            return store.begin(replace(campaign, underway=None), ui.registry(), randbelow(2**63))
        return _begun(campaign)

    return await run_in_threadpool(FILES.opened, request, fields, loaded)


def _begun(campaign: Campaign) -> Path:
    return store.begin(orders.started(campaign, ui.registry(), randbelow(10**6)), ui.registry(), randbelow(2**63))


FILES = ui.OwnFilePages("campaign", CAMPAIGNS, CAMPAIGNS.kept, shelf)
"""The addresses that campaigns share with other files."""


# -- one of them ----------------------------------------------------------------------------------------------------------


def show(request: Request, fault: str = "") -> Response:
    """``/campaign/KEY``: how it stands, the next mission, the squadrons, the chronicle."""
    path = FILES.asked(request)
    campaign = store.as_it_stands(path, ui.registry())
    session = None if path.exists() else store.session_of(path, ui.registry())
    tables, _ = orders.tables_and_rulings(campaign, ui.registry())
    mission, trouble = _next(campaign, session and session.state)
    account = _told(path, session)
    policies = list(ui.shared_registry.players(ui.registry(), RULESET).values())
    taken = {kind: step_of(kind, session, SIDES).order for kind in STEPS} if session and not campaign.underway else {}
    return ui.page(
        request,
        "campaign.html",
        400 if fault else 200,
        campaign=campaign,
        base=FILES.address(path),
        fault=fault or trouble,
        mission=mission,
        flights=[*_flights(mission, campaign)] if mission else [],
        table=path.stem if session and campaign.underway else "",
        turn=session.state.turn if session else 0,
        squadrons=[_squadron(squadron, campaign, tables) for squadron in campaign.squadrons],
        told=account,
        score=[(SIDE_NAMES[side], points) for side, points in campaign.points().items()],
        course=[*_course(campaign, account, mission)],
        chronicle=[*zip(account.chapters, campaign.flown, strict=True)][::-1],
        drawn=session is not None,
        stands=words.standing_of(campaign),
        month=words.month_of(campaign.task.date) if campaign.task and campaign.task.date else "",
        sides=[(side, ui.HERE if number == 0 else ui.AUTOMATIC) for number, side in enumerate(OPPONENTS)],
        who=[*ui.who_may_play(ui.rules(RULESET), ui.reachable_by_others(request)).items()],
        policies=policies,
        once=ui.fresh(),
        **{kind: words.said_of_order(session, taken.get(kind)) if session else "" for kind in STEPS},
    )


def chronicle(request: Request) -> Response:
    """``/campaign/KEY/chronicle``: its missions, and what became of everybody."""
    path = FILES.asked(request)
    drawn, base = not path.exists(), FILES.address(path)
    return ui.chronicle_page(request, _told(path), TITLE, base, "Back to the campaign", drawn=drawn)


def chapter(request: Request) -> Response:
    """``/campaign/KEY/chronicle/N``: a mission as it was flown."""
    path = FILES.asked(request)
    film = "" if path.exists() else f"/game/{quote(path.stem)}/film"
    return ui.chapter_page(request, _told(path), FILES.address(path), film, drawn=bool(film))


async def chapter_drawn(request: Request) -> Response:
    """``/campaign/KEY/chronicle/N.svg``: the map at the moment that mattered most."""
    path = FILES.asked(request)
    session = await run_in_threadpool(lambda: store.session_of(path, ui.registry()))
    board = ui.board_of(session.ruleset, ui.registry())
    return await ui.chapter_picture(request, path.stem, board, session.header, session.entries)


async def chronicle_on_paper(request: Request) -> Response:
    """``/campaign/KEY/chronicle.pdf``: the same as PDF."""
    path, key = FILES.asked(request), request.path_params["campaign"]
    if path.exists():
        return await ui.chronicle_paper(request, await run_in_threadpool(lambda: _told(path)), key)
    session = await run_in_threadpool(lambda: store.session_of(path, ui.registry()))
    account = await run_in_threadpool(lambda: _told(path, session))
    board = ui.board_of(session.ruleset, ui.registry())
    return await ui.chronicle_paper(request, account, key, board, session.header.setup, counted(session.entries))


def _told(path: Path, session: Session[Any] | None = None) -> Told:
    """The chronicle of a campaign; stories are told of one that is a ``session``, whose log has its missions."""
    if path.exists():
        return words.chronicle_of(store.as_it_stands(path, ui.registry()))
    session = session or store.session_of(path, ui.registry())
    ruleset: Any = session.ruleset
    account: Told = ruleset.chronicle(session.header.setup, counted(session.entries))
    return account


def file(request: Request) -> Response:
    """``/campaign/KEY/file.toml``: it as a file, without the mission that is flown."""
    path = FILES.asked(request)
    text = store.to_toml(replace(store.as_it_stands(path, ui.registry()), underway=None))
    named = {"content-disposition": f'attachment; filename="{ui.plain_name(path.stem, "campaign")}.toml"'}
    return Response(text, media_type="application/toml", headers={**named, "cache-control": "no-store"})


def _next(campaign: Campaign, game: Any) -> tuple[orders.MissionBegan | None, str]:
    """The next mission with who flies it, or why it cannot be flown."""
    if (begun := campaign.underway) is not None and begun.title:
        return orders.MissionBegan(number=campaign.next, title=begun.title, crews=begun.crews, setup={}), ""
    try:
        return orders.mission_of(campaign, ui.registry(), game) if campaign.task else None, ""
    except AqmfError as bad:
        return None, str(bad)


def _course(campaign: Campaign, account: Told, mission: orders.MissionBegan | None) -> Iterator[tuple[int, str, str]]:
    """All missions of a campaign: the number of each, what it is called, how it ended or that it is to come."""
    for number, task in enumerate(campaign.missions, 1):
        if number < campaign.next:
            chapter = account.chapters[number - 1]
            yield number, chapter.title, chapter.result or "called off"
        else:
            month = f"Mission of {words.month_of(task.date)}" if task.date else "Mission"
            what = mission.title if mission and number == campaign.next else month
            soon = "flown now" if campaign.underway else "next"
            yield number, f"{number}. {what}", soon if number == campaign.next else "to come"


def _flights(mission: orders.MissionBegan, campaign: Campaign) -> Iterator[tuple[str, list[Crew]]]:
    """Who flies for each side."""
    sides = {squadron.name: squadron.side for squadron in campaign.squadrons}
    for side in SIDES:
        if crews := [crew for crew in mission.crews if sides[crew.squadron] == side]:
            yield SIDE_NAMES[side], crews


def _squadron(squadron: Squadron, campaign: Campaign, tables: Tables) -> dict[str, Any]:
    def told(man: Man) -> dict[str, Any]:
        state = words.state_of(man, campaign.next)
        may = man.alive and man.wounded_until <= campaign.next
        row = {"man": man, "is": words.rank_of(man, tables), "score": words.score_of(man), "state": state, "may": may}
        return row | {"noted": any(note.mission for note in man.record)}

    men = [told(man) for man in sorted(squadron.men, key=lambda man: (not man.alive, man.role, -man.victories))]
    here, gone = [man for man in men if man["man"].alive], [man for man in men if not man["man"].alive]
    machines = ", ".join(f"{machine.number} {machine.type}" for machine in squadron.machines)
    ready = sum(man["may"] and not man["man"].rests for man in here)
    away = [(ready, "ready"), (len(here) - ready, "on the ground"), (len(gone), "lost")]
    stands = ", ".join(f"{number} {how}" for number, how in away if number)
    return {
        "stands": stands,
        "name": squadron.name,
        "side": SIDE_NAMES[squadron.side],
        "machines": machines,
        "men": here,
        "gone": gone,
    }


async def fly(request: Request) -> Response:
    """``POST /campaign/KEY/fly``: the next mission begins, and its table opens."""
    form, live_tables = await ui.form_of(request), ui.live_tables_of(request)

    def begun(table: ui.LiveTable) -> None:
        if table.session.state.campaign.underway is None:
            table.carry_out(SIDES[0], orders.FlyMission(), ())

    try:
        there = (await live_tables.think(store.as_it_stands, FILES.asked(request), ui.registry())).underway
        name = await live_tables.think(_opened, request)
        answer = (
            RedirectResponse(f"/game/{quote(name)}", 303)
            if there and there.title
            else await ui.table_set(request, name, form)
        )
        await _at_table(request, name, begun)
        return answer
    except AqmfError as bad:
        return await run_in_threadpool(show, request, str(bad))


def _opened(request: Request) -> str:
    """The name of the game that a campaign is; one of before becomes one."""
    path = FILES.asked(request)
    with Store() as games:
        return store.opened(path, games, ui.registry())


async def _at_table(request: Request, name: str, act: Callable[[ui.LiveTable], None]) -> None:
    """Have a campaign changed where its table stands, and everybody there told."""
    live_tables = ui.live_tables_of(request)
    seated = await live_tables.seated(name, play=False)
    async with seated.lock:
        await live_tables.change(seated, act, seated.table)


async def change(request: Request) -> Response:
    """``POST /campaign/KEY/CHANGE``: the debriefing, a mission called off, a man kept on the ground, undo and redo."""
    name = by_name({key: key for key in CHANGES}, request.path_params["change"], "change")
    fields = await ui.form_of(request)

    def act(table: ui.LiveTable) -> None:
        campaign = table.session.state.campaign
        if name in ("rest", "call-off"):
            side, man = orders.man_called(campaign, ui.field_text(fields, "man")) if name == "rest" else (SIDES[0], None)
            order = orders.RestMan(man=man.name) if man else orders.CallOff()
            if isinstance(table.carry_out(side, order, ()), Waiting):
                raise DataError("those who join roll dice of yours: call the mission off at the table", path="")
        elif campaign.underway is not None:
            raise DataError(f"mission {campaign.next} is not over", path="")
        elif name in STEPS:
            table.take(SIDES[0], name, table.step_of(SIDES, name))

    async def changed() -> str:
        key = await run_in_threadpool(_opened, request)
        await _at_table(request, key, act)
        return f"{FILES.address(Path(f'{key}.toml'))}#{ANCHORS.get(name, 'page')}"

    try:
        return await ui.moved_at_tables(ui.form_word(request.url.path, fields), changed)
    except AqmfError as bad:
        return await run_in_threadpool(show, request, str(bad))


ANCHORS = {"debrief": "chronicle", "call-off": "chronicle", "rest": "squadrons"}
"""Where the page is opened after a change."""
CHANGES = (*ANCHORS, *STEPS)
ROUTES = (
    Route("/campaign", shelf),
    Route("/campaign/new", ui.posted(begin), methods=["POST"]),
    Route("/campaign/load", load, methods=["POST"]),
    Route("/campaign/{campaign}/file.toml", file),
    *FILES.routes(),
    Route("/campaign/{campaign}", show),
    Route("/campaign/{campaign}/chronicle", chronicle),
    Route("/campaign/{campaign}/chronicle.pdf", chronicle_on_paper),
    Route("/campaign/{campaign}/chronicle/{chapter:int}", chapter),
    Route("/campaign/{campaign}/chronicle/{chapter:int}.svg", chapter_drawn),
    Route("/campaign/{campaign}/fly", fly, methods=["POST"]),
    Route("/campaign/{campaign}/{change}", change, methods=["POST"]),
)
"""The addresses of campaigns."""
PAGES = Pages(
    "campaigns",
    "Squadrons whose pilots become aces or do not come back, mission after mission.",
    link="/campaign",
    group="Prepare",
)
