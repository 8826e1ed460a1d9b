"""The addresses of the resolver: one attack, or one test, which are queries that are rolled out."""

from __future__ import annotations

from urllib.parse import urlencode

from starlette.datastructures import QueryParams
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response
from starlette.routing import Route

from aqmf_air.core.data.names import by_name
from aqmf_air.games.martian_front.ui.web_ruleset import ruleset

KINDS = {
    "lay": ("barrage", {"of": "attacker", "against": "target"}),
    "sweep": ("sweep", {"of": "attacker", "against": "target"}),
    "bombs": ("attack", {"of": "attacker", "against": "target", "d1on1": "target", "d1n1": "under"}),
    "heavy": ("barrage", {"of": "attacker", "against": "target"}),
    "ram": ("run", {"against": "target"}),
    "spot": ("spot", {}),
    "scout": ("scout", {"hidden": "hidden"}),
    "morale": ("morale", {"of": "unit", "lost": "lost", "squad": "reroll"}),
    "rally": ("rally", {}),
    "explosion": ("explosion", {"against": "target"}),
    "rolloff": ("die-off", {}),
}
"""What the form of bombs and tests called its kinds: the query, and the options that its fields are."""
TOUCHED = {"on1": "target", "n1": "targets", "in1": "cover", "target": "target", "cover": "cover", "weapon": "weapon"}
"""The fields of several kinds."""


def attack(request: Request) -> Response:
    """``/resolve?...``: aimed fire, with its dice.

    Raises:
        UnknownNameError: there is no such target.
    """
    given = request.query_params
    words = {one: given[one] for one in ("attacker", "weapon", "target", "cover", "distance", "shots") if given.get(one)}
    if given.get("left"):
        machine = by_name(ruleset().catalogue, given.get("target", ""), "unit").kind == "tripod"
        words["left" if machine else "elements"] = given["left"]
    words |= {"morale": "yes"} if given.get("morale") else {}
    words |= {"reroll": "yes"} if given.get("morale") == "reroll" else {}
    return _to("shoot", words, given)


def other(request: Request) -> Response:
    """``/resolve/other?of=UNIT&do=KIND&against=UNIT...``: templates, bombs, tests."""
    given = request.query_params
    name, fields = KINDS.get(given.get("do", ""), ("", {}))
    if not name:
        return RedirectResponse("/odds", 308)
    fields = {**fields, **(TOUCHED if "against" in fields else {})}
    return _to(name, {option: given[field] for field, option in fields.items() if given.get(field)}, QueryParams())


def _to(query: str, words: dict[str, str], given: QueryParams) -> Response:
    rolls = [("roll", one) for one in given.getlist("roll")]
    return RedirectResponse(f"/odds/{query}?{urlencode([*words.items(), *rolls])}", 308)


ROUTES = (Route("/resolve", attack), Route("/resolve/other", other))
