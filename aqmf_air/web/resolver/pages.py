"""The resolver: who fires what at whom, what it takes and why, the exact odds, and the dice, typed or rolled.

The address holds everything, the dice included: a reload loses nothing, going back takes a roll back, and sending a
form twice changes nothing.
"""

from __future__ import annotations

from typing import Any
from urllib.parse import urlencode

from starlette.concurrency import run_in_threadpool
from starlette.datastructures import QueryParams
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response

from aqmf_air.core.chance import Odds
from aqmf_air.core.summary import Summary, Worth, attribution
from aqmf_air.errors import AqmfError, DataError
from aqmf_air.host.dice import spelled
from aqmf_air.host.profiles import UnitType, covers
from aqmf_air.host.shelter import IN_THE_OPEN
from aqmf_air.host.tripod import Tripod
from aqmf_air.host.ui.engine import ruleset
from aqmf_air.host.volleys import Aftermath
from aqmf_air.plugins.aircraft.catalogue import AIMED
from aqmf_air.web.dicing import Rule, played, rolled_on
from aqmf_air.web.pages import Fields, form_of, fragment, page, text, whole
from aqmf_air.web.resolver.engagement import MOST_SHOTS, Engagement, engage

CHOICES = ("attacker", "weapon", "target", "cover", "distance", "shots", "left", "morale")
"""The fields that say what is asked; the rolls follow in ``roll``."""


def resolve(request: Request) -> Response:
    """``/resolve``: the choice, and whatever can be said about it so far."""
    query = request.query_params
    shown: dict[str, Any] = {"asked": None, "fault": ""}
    try:
        asked = _asked(query)
        if asked is not None:
            shown |= {"asked": asked, **_odds(asked), **_played(asked, query)}
    except AqmfError as fault:
        shown["fault"] = str(fault)
    shown |= _offered(query)
    if not fragment(request):
        return page(request, "resolve.html", **shown)
    # the form stays where it is, whatever was chosen in it since: only what follows from it is sent
    answer = page(request, "resolve_answer.html", **{**shown, "rearmed": text(query, "armed") != text(query, "attacker")})
    answer.headers["hx-replace-url"] = f"/resolve?{_address(query, [])}"
    return answer


async def roll(request: Request) -> Response:
    """``/resolve/roll``: the app rolls the dice that are asked for next, or all to the end; the address then has them."""
    form = await form_of(request)
    return await run_in_threadpool(_rolled, form)


def _rolled(form: Fields) -> Response:
    asked = _asked(form)
    if asked is None:
        raise DataError("expected an attacker and a target", key="attacker")
    dice = rolled_on(_rule(asked), [str(one) for one in form.getlist("roll")], bool(text(form, "all")))
    return RedirectResponse(f"/resolve?{_address(form, dice.written)}#dice", 303)


# -- the choice -----------------------------------------------------------------------------------------------------------


def _asked(fields: Fields | QueryParams) -> Engagement | None:
    """What is asked about; None while there is no attacker or no target.

    Raises:
        AqmfError: it cannot be: no such unit, out of range, against the rules.
    """
    if not (text(fields, "attacker") and text(fields, "target")):
        return None
    return engage(
        text(fields, "attacker"),
        text(fields, "weapon"),
        text(fields, "target"),
        text(fields, "cover") or IN_THE_OPEN,
        distance=whole(fields, "distance", 0, 200, -1),
        shots=whole(fields, "shots", 1, MOST_SHOTS, 0),
        left=whole(fields, "left", 1, 99, 0),
        morale=text(fields, "morale"),
    )


def _offered(fields: QueryParams) -> dict[str, Any]:
    """What the form offers: those who can fire, their weapons, and whom they may fire at."""
    units = ruleset().catalogue
    attacker = next((unit for unit in units.values() if unit.name == text(fields, "attacker")), None)
    armed = [unit for unit in units.values() if _aimed(unit)]
    chosen = {name: text(fields, name) for name in CHOICES}
    return {
        "fields": chosen,
        "kept": [(name, value) for name, value in chosen.items() if value],
        "attackers": _by_side(armed),
        "weapons": _aimed(attacker) if attacker else [],
        "targets": _by_side(list(units.values())),
        "covers": list(covers()),
        "most_shots": MOST_SHOTS,
        "rearmed": False,
        "swapped": False,
    }


def _aimed(unit: UnitType) -> list[str]:
    return [mount.weapon.name for mount in unit.weapons if mount.weapon.kind in AIMED and mount.weapon.range is not None]


def _by_side(units: list[UnitType]) -> list[tuple[str, list[str]]]:
    sides = dict.fromkeys(unit.side for unit in units)
    return [(side, sorted(unit.name for unit in units if unit.side == side)) for side in sides]


# -- the odds -------------------------------------------------------------------------------------------------------------


def _odds(asked: Engagement) -> dict[str, Any]:
    """Target numbers with their reasons, and the exact odds of the volley."""
    odds = asked.counted.odds()
    worths: tuple[Worth, ...] = attribution(asked.counted, lambda count: bool(count >= 1))
    return {
        "targets_needed": [(target, spelled(target)) for target in asked.numbers],
        "rows": _rows(odds),
        "any": odds.where(lambda count: bool(count >= 1)),
        "mean": Summary(odds).mean,
        "ends": asked.ends(),
        "worths": [worth for worth in worths if worth.change],
    }


def _rows(odds: Odds[int]) -> list[tuple[int, Any, Any]]:
    """A number, the chance of just it, and of it or more; the highest, which hardly ever come, are left out."""
    summary = Summary(odds)
    rows = [(value, odds[value], summary.at_least(value)) for value in summary.values]
    return [row for row in rows if row[0] <= 1 or row[2] >= 0.001]


# -- the dice -------------------------------------------------------------------------------------------------------------


def _played(asked: Engagement, query: QueryParams) -> dict[str, Any]:
    """The log so far, the dice that are asked for next, and at the end what came of it."""
    dice = played(_rule(asked), query.getlist("roll"))
    outcome, left = dice.outcome, asked.left_after(dice.outcome)
    return {
        "dice": dice,
        "back": _address(query, dice.written[:-1]) if dice.rolls else "",
        "again": _address(query, []),
        "came": _came_of(asked, outcome),
        "prompt": asked.prompt(outcome) if isinstance(outcome, int) else None,
        "next": _address({**query, "left": str(left)}, []) if left else "",
    }


def _rule(asked: Engagement) -> Rule:
    return lambda dice: asked.played.rule(dice, *asked.played.facts)


def _came_of(asked: Engagement, outcome: Any) -> list[str]:
    """What the attack did, in a player's words."""
    if outcome is None:
        return []
    if isinstance(outcome, Tripod):
        return asked.tripod_after(outcome)
    lost, morale = outcome if isinstance(outcome, Aftermath) else (outcome, "")
    kept = asked.elements - lost
    said = [f"{lost} of {asked.elements} elements lost; {kept} left." if lost else "Nobody is lost."]
    return [*said, f"Morale: {morale}."] if morale else said


def _address(fields: Any, rolls: list[str]) -> str:
    """The query of a page with these rolls."""
    chosen = [(name, str(fields.get(name, ""))) for name in CHOICES if fields.get(name)]
    return urlencode([*chosen, *(("roll", one) for one in rolls)])
