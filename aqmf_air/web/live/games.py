"""The page of games: those that are kept, a new one, and what was thrown away."""

from __future__ import annotations

from contextlib import suppress
from functools import cache
from typing import Any
from urllib.parse import quote

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response
from starlette.routing import Route

from aqmf_air.core.game_list import Kept
from aqmf_air.core.ruleset import Scenario
from aqmf_air.core.seat_settings import AUTOMATIC, FRIEND, HERE, OPENER, Seat, Setting, hashed, new_token
from aqmf_air.errors import AqmfError, DataError, UnknownNameError
from aqmf_air.host.orders import RULESET
from aqmf_air.kept_rules import Rules
from aqmf_air.web.discarding import question, remark_on, thrown_away, title_of
from aqmf_air.web.live.clock import ZERO
from aqmf_air.web.live.desk import hall_of, seats_held, unowned
from aqmf_air.web.live.rules import rules
from aqmf_air.web.live.seats import keep_tokens
from aqmf_air.web.pages import Fields, form_of, page, picture, text, whole

POLICY = "exact-odds"
FIRST = "first-flight"
"""The scenario that is chosen until the player does."""
SIDES = ("human", "martian")
WHO = ((HERE, "here, in this browser"), (FRIEND, "by a friend, who gets a link"), (AUTOMATIC, "by itself"))
PAUSES = ((0, "at once"), (1, "a second apart"), (3, "three seconds apart"))


async def listed(request: Request) -> Response:
    """``/games``: the kept games, and the form for a new one."""
    kept, gone = [await _listed(request, discarded) for discarded in (False, True)]
    said = request.query_params.get("gone", "")
    just = next((one for one in gone if one["name"] == said), None)
    shown = await hall_of(request).think(lambda game: (*_scenarios(game), *_own_scenarios(game)), rules(RULESET))
    asked = text(request.query_params, "scenario")
    chosen = next((one["name"] for one in shown if one["name"].casefold() == asked.casefold()), FIRST)
    return page(
        request, "games.html", games=kept, gone=gone, just=just, scenarios=shown, chosen=chosen, first=FIRST, sides=SIDES,
        who=WHO, pauses=PAUSES, zero=[(value, choice) for value, (choice, _) in ZERO.items()],
    )  # fmt: skip


async def _listed(request: Request, discarded: bool) -> list[dict[str, Any]]:
    """The kept games, or those that were thrown away, the last one first; ledgers have a page of their own."""
    return [
        {
            "name": one.name,
            "title": title_of(one),
            "entries": one.entries,
            "played": one.played[:10],
            "remark": remark_on(one),
        }
        for one in reversed(await hall_of(request).games(discarded=discarded))
        if one.header.get("ruleset", RULESET) == RULESET  # one with a damaged header has to be somewhere
    ]


async def new(request: Request) -> Response:
    """``POST /games/new``: a game is set up and kept, and its table opened."""
    form = await form_of(request)
    game = rules(RULESET)
    hall = hall_of(request)
    setting, token = _setting(form)
    setup = await hall.think(_set_up, game, text(form, "scenario"))
    name = await hall.begin(game, setup, setup.scenario, setting)
    answer = RedirectResponse(f"/game/{name}/seats" if setting.private else f"/game/{name}", 303)
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
                found.append(_described(name, game.ruleset.scenario(game.ruleset.scenario_named(name), {}), True))
    return found


def _described(name: str, ready: Scenario[Any], own: bool) -> dict[str, Any]:
    facts = dict(ready.facts)
    return {
        "name": name,
        "title": ready.title,
        "about": " ".join((ready.description, *ready.notes)).strip(),
        "points": int(facts["points"]),
        "size": facts["table"],
        "lasts": facts["lasts"],
        "own": own,
    }


def _setting(form: Fields) -> tuple[Setting, str]:
    """How the form has the table set, and the opener's token."""
    seats = []
    for side in SIDES:
        who = text(form, side, HERE)
        if who not in dict(WHO):
            raise DataError(f"{side}: expected one of {', '.join(dict(WHO))}, got {who[:40]!r}", key=side)
        seats.append(Seat.model_validate({"side": side, "who": who}))
    minutes = whole(form, "minutes", 0, 600, 0)
    pause = whole(form, "pause", 0, 10, 0)
    typed = text(form, "dice") == "typed"
    token = new_token()
    setting = Setting(
        seats=tuple(seats), opener=hashed(token), typed=typed, policy=POLICY, minutes=minutes or None, pause=pause,
        zero=_zero(form),
    )  # fmt: skip
    return setting, token


def _zero(form: Fields) -> Any:
    said = text(form, "zero", next(iter(ZERO)))
    if said not in ZERO:
        raise DataError(f"zero: expected one of {', '.join(ZERO)}, got {said[:40]!r}", key="zero")
    return said


# -- thrown away, and brought back ----------------------------------------------------------------------------------------


async def ask(request: Request) -> Response:
    """``GET /game/{game}/discard``: whether it really is to be thrown away."""
    return question(request, "game", await _own(request))


async def discard(request: Request) -> Response:
    """``POST /game/{game}/discard``: it is thrown away, can be brought back, and who is at its table is told."""
    kept = await _own(request)
    await hall_of(request).discard(kept.name)
    return thrown_away("game", kept.name)


async def restore(request: Request) -> Response:
    """``POST /game/{game}/restore``: it is brought back."""
    kept = await _own(request)
    await hall_of(request).restore(kept.name)
    return RedirectResponse(f"/game/{quote(kept.name)}", 303)


async def _own(request: Request) -> Kept:
    """The game that a request is about, which the browser must have opened; it may be one that can be played no more.

    Raises:
        UnknownNameError: there is no such game.
        HTTPException: 403: somebody else opened it.
    """
    kept, setting = await hall_of(request).kept(request.path_params["game"])
    if kept.header.get("ruleset", RULESET) != RULESET:
        raise UnknownNameError(f"There is no game {kept.name!r}.", what="game", name=kept.name, near=())
    held = setting or Setting()
    if not (unowned(request, held) or OPENER in seats_held(request, held)):
        raise HTTPException(403, "Only who opened the table may throw its game away, or bring it back.")
    return kept


ROUTES = (
    Route("/games", listed),
    Route("/games/new", new, methods=["POST"]),
    Route("/games/scenario/{name}.svg", drawn),
)
