"""The page of games: those that are kept, and a new one."""

from __future__ import annotations

from typing import Any

from starlette.requests import Request
from starlette.responses import RedirectResponse, Response

from aqmf_air.core.model import replace
from aqmf_air.errors import DataError
from aqmf_air.host.orders import RULESET
from aqmf_air.web.live.desk import hall_of
from aqmf_air.web.live.rules import Rules, rules
from aqmf_air.web.live.seats import keep_tokens
from aqmf_air.web.live.setting import AUTOMATIC, FRIEND, HERE, Seat, Setting, hashed, new_token
from aqmf_air.web.pages import Fields, form_of, page, text

POLICY = "exact-odds"
SIDES = ("human", "martian")
WHO = (HERE, FRIEND, AUTOMATIC)


async def listed(request: Request) -> Response:
    """``/games``: the kept games, and the form for a new one."""
    games = await hall_of(request).games()
    shown = await hall_of(request).think(_scenarios, rules(RULESET))
    return page(request, "games.html", games=list(reversed(games)), scenarios=shown, sides=SIDES, who=WHO)


async def new(request: Request) -> Response:
    """``POST /games/new``: a game is set up and kept, and its table opened."""
    form = await form_of(request)
    game = rules(RULESET)
    hall = hall_of(request)
    setup = await hall.think(_set_up, game, text(form, "scenario"))
    setting, token = _setting(form, game, request.app.state.network)
    name = await hall.begin(game, setup, setup.scenario, setting)
    answer = RedirectResponse(f"/game/{name}/seats" if setting.private else f"/game/{name}", 303)
    if token:
        keep_tokens(answer, request, name, [token])
    return answer


def _set_up(game: Rules, scenario: str) -> Any:
    return game.ruleset.scenario(game.ruleset.bundled(scenario), {}).setup


def _scenarios(game: Rules) -> list[dict[str, Any]]:
    found = []
    for name in game.registry.scenarios(game.ruleset.id):
        ready = game.ruleset.scenario(game.ruleset.bundled(name), {})
        found.append({"name": name, "title": ready.setup.title, "about": ready.description, "points": ready.points})
    return found


def _setting(form: Fields, game: Rules, network: bool) -> tuple[Setting, str]:
    """How the form has the table set, and the opener's token, if the table is not to be everybody's."""
    seats = []
    for side in SIDES:
        who = text(form, side, HERE)
        if who not in WHO:
            raise DataError(f"{side}: expected one of {', '.join(WHO)}, got {who[:40]!r}", key=side)
        seats.append(Seat.model_validate({"side": side, "who": who}))
    setting = Setting(seats=tuple(seats), typed=text(form, "dice") == "typed", policy=POLICY)
    if not (setting.private or network):
        return setting, ""
    token = new_token()
    return replace(setting, opener=hashed(token)), token
