"""The addresses of the resolver: one attack, or one test, which are queries that are rolled out."""

from __future__ import annotations

from urllib.parse import urlencode

from starlette.requests import Request
from starlette.responses import RedirectResponse, Response
from starlette.routing import Route

from aqmf_air.api import Pages, by_name
from aqmf_air.games.martian_front.ui.pages.army.lists import web_ruleset

ATTACK = {name: name for name in ("attacker", "weapon", "target", "cover", "distance", "shots")}
UNDER = {
    "of": "attacker",
    "against": "target",
    "on1": "target",
    "n1": "targets",
    "in1": "cover",
    "target": "target",
    "cover": "cover",
    "weapon": "weapon",
}
KINDS = {
    "": ("shoot", ATTACK),
    "lay": ("barrage", UNDER),
    "sweep": ("sweep", UNDER),
    "bombs": ("attack", {**UNDER, "d1on1": "target", "d1n1": "under"}),
    "heavy": ("barrage", UNDER),
    "ram": ("run", {name: option for name, option in UNDER.items() if name != "of"}),
    "spot": ("spot", {}),
    "scout": ("scout", {"hidden": "hidden"}),
    "morale": ("morale", {"of": "unit", "lost": "lost", "squad": "reroll"}),
    "rally": ("rally", {}),
    "explosion": ("explosion", {name: option for name, option in UNDER.items() if name != "of"}),
    "rolloff": ("die-off", {}),
}
"""What the resolver called its kinds, aimed fire first: the query, and the options that its fields are."""


def resolve(request: Request) -> Response:
    """``/resolve?...`` and ``/resolve/other?of=UNIT&do=KIND&against=UNIT...``: the query that is asked, with its dice.

    Raises UnknownNameError: there is no such target.
    """
    given, aimed = request.query_params, request.url.path == "/resolve"
    query, fields = KINDS.get("" if aimed else given.get("do") or "none", ("", {}))
    if not query:
        return RedirectResponse("/odds", 308)
    words = {option: given[field] for field, option in fields.items() if given.get(field)}
    if aimed and given.get("left"):
        machine = by_name(web_ruleset().catalogue, given.get("target", ""), "unit").kind == "tripod"
        words["left" if machine else "elements"] = given["left"]
    if aimed and given.get("morale"):
        words |= {"morale": "yes"} | ({"reroll": "yes"} if given["morale"] == "reroll" else {})
    rolls = [("roll", roll) for roll in given.getlist("roll") if aimed]
    return RedirectResponse(f"/odds/{query}?{urlencode([*words.items(), *rolls])}", 308)


ROUTES = (Route("/resolve", resolve), Route("/resolve/other", resolve))
PAGES = Pages(
    "resolve",
    "One attack: target numbers with their reasons, exact odds, your dice or ours.",
    link="/resolve",
    group="At a real table",
    door=("Resolver", "One attack: numbers, odds, your dice or ours."),
)
