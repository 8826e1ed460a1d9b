"""Campaigns in the browser: the shelf of them; and one, with its next mission, squadrons and chronicle."""

from __future__ import annotations

from pathlib import Path
from secrets import randbelow
from typing import Any
from urllib.parse import quote

from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response
from starlette.routing import Route

from aqmf_air.api import STEPS, AqmfError, Pages, Store, by_name, kinds, step, ui
from aqmf_air.games.richthofens_war import TITLE
from aqmf_air.games.richthofens_war.campaign import playing, store, words
from aqmf_air.games.richthofens_war.campaign.model import Campaign, Man, Squadron
from aqmf_air.games.richthofens_war.campaign.playing import Mission
from aqmf_air.games.richthofens_war.campaign.store import CAMPAIGNS, bundled, keep, parse_campaign, read_campaign
from aqmf_air.games.richthofens_war.sequence import OPPONENTS
from aqmf_air.games.richthofens_war.tables import RULESET, Tables

# -- the shelf ------------------------------------------------------------------------------------------------------------


def shelf(request: Request, fault: str = "") -> Response:
    """``/campaign``: the player's own campaigns, and those that can be begun."""
    kept = []
    for path in CAMPAIGNS.kept():
        try:
            campaign = read_campaign(path)
            kept.append({"key": path.stem, "title": campaign.title, "stands": words.standing_of(campaign), "fault": ""})
        except AqmfError as bad:
            kept.append({"key": path.stem, "title": path.stem, "stands": "", "fault": str(bad)})
    about: dict[str, Any] = {"kept": kept, "gone": FILES.gone(), "ships": bundled(), "once": ui.fresh(), "fault": fault}
    return ui.page(request, "campaigns.html", 400 if fault else 200, **about)


def begin(request: Request, fields: ui.Fields) -> Response:
    """``POST /campaign/new``: one that ships begins."""
    return FILES.opened(request, fields, lambda: _begun(store.campaign_called(ui.field_text(fields, "campaign"))))


async def load(request: Request) -> Response:
    """``POST /campaign/load``: one begins, or goes on, from a file."""
    raw, where, fields = await ui.file_form_of(request, "the file")

    def loaded() -> Path:
        campaign = parse_campaign(raw, where)
        return keep(campaign) if any(man.record for _, man in campaign.everybody()) else _begun(campaign)

    return await run_in_threadpool(FILES.opened, request, fields, loaded)


def _begun(campaign: Campaign) -> Path:
    return keep(playing.started(campaign, ui.registry(), randbelow(10**6)))


FILES = ui.OwnFilePages("campaign", CAMPAIGNS, CAMPAIGNS.kept, shelf)
"""The addresses that campaigns share with other files."""


# -- one of them ----------------------------------------------------------------------------------------------------------


def show(request: Request, fault: str = "") -> Response:
    """``/campaign/KEY``: how it stands, the next mission, the squadrons, the chronicle."""
    path = FILES.asked(request)
    campaign = read_campaign(path)
    tables, _ = playing.tables_and_rulings(campaign, ui.registry())
    mission, trouble = _next(campaign)
    policies = list(ui.registry().of(kinds.POLICIES, RULESET).values())
    return ui.page(
        request,
        "campaign.html",
        400 if fault else 200,
        campaign=campaign,
        base=FILES.address(path),
        fault=fault or trouble,
        mission=mission,
        game=_game(campaign),
        squadrons=[_squadron(squadron, campaign, tables) for squadron in campaign.squadrons],
        chronicle=[*zip(words.chronicle_of(campaign).chapters, campaign.flown, strict=True)][::-1],
        stands=words.standing_of(campaign),
        month=words.month_of(campaign.task.date) if campaign.task and campaign.task.date else "",
        sides=[(side, ui.HERE if number == 0 else ui.AUTOMATIC) for number, side in enumerate(OPPONENTS)],
        who=[(who, label) for who, label in ui.WHO.items() if who != ui.AUTOMATIC or policies],
        policies=policies,
        once=ui.fresh(),
        **FILES.versions(path),
    )


def chronicle(request: Request) -> Response:
    """``/campaign/KEY/chronicle``: its missions, and what became of everybody."""
    path = FILES.asked(request)
    account = words.chronicle_of(read_campaign(path))
    return ui.chronicle_page(request, account, TITLE, FILES.address(path), "Back to the campaign")


async def chronicle_on_paper(request: Request) -> Response:
    """``/campaign/KEY/chronicle.pdf``: the same as PDF."""
    path = FILES.asked(request)
    return await ui.chronicle_paper(request, words.chronicle_of(read_campaign(path)), path.stem)


def _next(campaign: Campaign) -> tuple[Mission | None, str]:
    """The next mission, or why it cannot be flown."""
    if campaign.task is None:
        return None, ""
    try:
        return playing.mission_of(campaign, ui.registry()), ""
    except AqmfError as bad:
        return None, str(bad)


def _game(campaign: Campaign) -> dict[str, Any] | None:
    """The game of the mission that is flown: its name, and whether it is there and over."""
    if campaign.underway is None:
        return None
    with Store() as games:
        there = games.has(campaign.underway.game) and not games.is_discarded(campaign.underway.game)
        game = playing.game_of(campaign, ui.registry(), games) if there else None
    return {
        "name": campaign.underway.game,
        "there": there,
        "over": bool(game and game.winner),
        "turn": game.turn if game else 0,
    }


def _squadron(squadron: Squadron, campaign: Campaign, tables: Tables) -> dict[str, Any]:
    def told(man: Man) -> dict[str, Any]:
        state = words.state_of(man, campaign.next)
        may = man.alive and man.wounded_until <= campaign.next
        return {"man": man, "is": words.rank_of(man, tables), "score": words.score_of(man), "state": state, "may": may}

    men = [told(man) for man in sorted(squadron.men, key=lambda man: (not man.alive, man.role, -man.victories))]
    here, gone = [man for man in men if man["man"].alive], [man for man in men if not man["man"].alive]
    machines = ", ".join(f"{machine.number} {machine.type}" for machine in squadron.machines)
    return {"name": squadron.name, "side": squadron.side, "machines": machines, "men": here, "gone": gone}


async def fly(request: Request) -> Response:
    """``POST /campaign/KEY/fly``: the next mission's game begins, and its table opens."""
    form, path = await ui.form_of(request), FILES.asked(request)

    def sent() -> tuple[Mission, str, bool]:
        with Store() as games:
            return playing.send_up(path, ui.registry(), games)

    try:
        mission, name, there = await ui.live_tables_of(request).think(sent)
        if there:
            return RedirectResponse(f"/game/{quote(name)}", 303)
        game = await ui.live_tables_of(request).think(ui.rules, RULESET)
        return await ui.table_opened(request, game, mission.scenario.setup, name, mission.title, form)
    except AqmfError as bad:
        return await run_in_threadpool(show, request, str(bad))


def change(request: Request, fields: ui.Fields) -> Response:
    """``POST /campaign/KEY/CHANGE``: the debriefing, a mission called off, a man kept on the ground, undo and redo."""
    path, name = FILES.asked(request), by_name({key: key for key in CHANGES}, request.path_params["change"], "change")

    def changed() -> str:
        if name == "debrief":
            with Store() as games:
                playing.debrief(path, ui.registry(), games)
        elif name == "call-off":
            playing.call_off(path, ui.registry())
        elif name == "rest":
            playing.rest(path, ui.field_text(fields, "man"))
        else:
            step(path, name, CAMPAIGNS.kind, parse_campaign)
        return f"{FILES.address(path)}#{ANCHORS.get(name, 'page')}"

    try:
        return ui.moved(ui.form_word(request.url.path, fields), changed)
    except AqmfError as bad:
        return show(request, str(bad))


ANCHORS = {"debrief": "chronicle", "call-off": "chronicle", "rest": "squadrons"}
"""Where the page is opened after a change."""
CHANGES = (*ANCHORS, *STEPS)
ROUTES = (
    Route("/campaign", shelf),
    Route("/campaign/new", ui.posted(begin), methods=["POST"]),
    Route("/campaign/load", load, methods=["POST"]),
    *FILES.routes(),
    Route("/campaign/{campaign}", show),
    Route("/campaign/{campaign}/chronicle", chronicle),
    Route("/campaign/{campaign}/chronicle.pdf", chronicle_on_paper),
    Route("/campaign/{campaign}/fly", fly, methods=["POST"]),
    Route("/campaign/{campaign}/{change}", ui.posted(change), methods=["POST"]),
)
"""The addresses of campaigns."""
PAGES = Pages(
    "campaigns",
    "Squadrons whose pilots become aces or do not come back, mission after mission.",
    link="/campaign",
    group="Prepare",
)
