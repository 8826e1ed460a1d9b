"""The page of games: those that are kept, and a new one."""

from __future__ import annotations

from contextlib import suppress
from functools import cache
from typing import Any

from starlette.requests import Request
from starlette.responses import RedirectResponse, Response

from aqmf_air.core.model import replace
from aqmf_air.core.store import Kept
from aqmf_air.errors import AqmfError, DataError
from aqmf_air.host.orders import RULESET
from aqmf_air.host.scenario.model import Scenario
from aqmf_air.web.live.desk import hall_of
from aqmf_air.web.live.rules import Rules, rules
from aqmf_air.web.live.seats import keep_tokens
from aqmf_air.web.live.setting import AUTOMATIC, FRIEND, HERE, Seat, Setting, hashed, new_token
from aqmf_air.web.pages import Fields, form_of, page, picture, text, whole

POLICY = "exact-odds"
FIRST = "first-flight"
"""The scenario that is chosen until the player does."""
SIDES = ("human", "martian")
WHO = ((HERE, "here, in this browser"), (FRIEND, "by a friend, who gets a link"), (AUTOMATIC, "by itself"))
PAUSES = ((0, "at once"), (1, "a second apart"), (3, "three seconds apart"))


async def listed(request: Request) -> Response:
    """``/games``: the kept games, and the form for a new one."""
    games = [one for one in await hall_of(request).games() if one.header.get("ruleset") == RULESET]  # ledgers have a page
    shown = await hall_of(request).think(lambda game: (*_scenarios(game), *_own_scenarios(game)), rules(RULESET))
    asked = text(request.query_params, "scenario")
    chosen = next((one["name"] for one in shown if one["name"].casefold() == asked.casefold()), FIRST)
    kept = [{"name": one.name, "entries": one.entries, "title": _title(one)} for one in reversed(games)]
    return page(
        request, "games.html", games=kept, scenarios=shown, chosen=chosen, first=FIRST, sides=SIDES, who=WHO, pauses=PAUSES
    )


async def new(request: Request) -> Response:
    """``POST /games/new``: a game is set up and kept, and its table opened."""
    form = await form_of(request)
    game = rules(RULESET)
    hall = hall_of(request)
    setting, token = _setting(form, bool(request.app.state.network))
    setup = await hall.think(_set_up, game, text(form, "scenario"))
    name = await hall.begin(game, setup, setup.scenario, setting)
    answer = RedirectResponse(f"/game/{name}/seats" if setting.private else f"/game/{name}", 303)
    if token:
        keep_tokens(answer, request, name, [token])
    return answer


async def drawn(request: Request) -> Response:
    """``/games/scenario/{name}.svg``: how a scenario begins, as both sides see it."""
    from aqmf_air.picture.position import position_svg

    def picture_of(name: str) -> str:
        game = rules(RULESET).ruleset
        return position_svg(game.observe(game.initial(_set_up(rules(RULESET), name)), ""))

    return picture(await hall_of(request).think(picture_of, request.path_params["name"]))


def _set_up(game: Rules, scenario: str) -> Any:
    return game.ruleset.scenario(game.ruleset.scenario_named(scenario), {}).setup


@cache
def _scenarios(game: Rules) -> list[dict[str, Any]]:
    """Those that ship, read once; the one to begin with comes first."""
    names = sorted(game.registry.scenarios(game.ruleset.id), key=lambda name: name != FIRST)
    return [_described(name, game.ruleset.scenario(game.ruleset.bundled(name), {}), False) for name in names]


def _own_scenarios(game: Rules) -> list[dict[str, Any]]:
    """The player's own that can be played, as they are now."""
    found = []
    for name, one in game.ruleset.scenarios.items():
        if one.own:
            with suppress(AqmfError):  # the editor says what is wrong with it
                found.append(_described(name, game.ruleset.scenario(one.read(), {}), True))
    return found


def _described(name: str, ready: Scenario, own: bool) -> dict[str, Any]:
    setup = ready.setup
    return {
        "name": name,
        "title": setup.title,
        "about": ready.description,
        "points": ready.points,
        "size": f"{setup.table.width:g} by {setup.table.depth:g} inches",
        "lasts": f"{setup.turns} turns" if setup.turns else "to the end",
        "own": own,
    }


def _title(kept: Kept) -> str:
    setup = kept.header.get("setup")
    return str(setup.get("title", "")) if isinstance(setup, dict) else ""


def _setting(form: Fields, network: bool) -> tuple[Setting, str]:
    """How the form has the table set, and the opener's token, if the table is not to be everybody's."""
    seats = []
    for side in SIDES:
        who = text(form, side, HERE)
        if who not in dict(WHO):
            raise DataError(f"{side}: expected one of {', '.join(dict(WHO))}, got {who[:40]!r}", key=side)
        seats.append(Seat.model_validate({"side": side, "who": who}))
    minutes = whole(form, "minutes", 0, 600, 0)
    pause = whole(form, "pause", 0, 10, 0)
    typed = text(form, "dice") == "typed"
    setting = Setting(seats=tuple(seats), typed=typed, policy=POLICY, minutes=minutes or None, pause=pause)
    if not (setting.private or network):
        return setting, ""
    token = new_token()
    return replace(setting, opener=hashed(token)), token
