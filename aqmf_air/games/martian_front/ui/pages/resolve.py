"""The addresses of the resolver: one attack, or one test, which are queries that are rolled out."""

from __future__ import annotations

from urllib.parse import urlencode

from starlette.datastructures import QueryParams
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response
from starlette.routing import Route

from aqmf_air.core.data.names import by_name
from aqmf_air.core.odds.query import Query
from aqmf_air.games.martian_front.base_order import RULESET
from aqmf_air.games.martian_front.ui.web_ruleset import ruleset

TOUCHED = {"on1": "target", "n1": "targets", "in1": "cover", "target": "target", "cover": "cover", "weapon": "weapon"}
"""Fields of the form of templates, bombs and tests that several kinds had; the others each query knows itself."""


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
    for query in ruleset().registry.queries(RULESET).values():
        if (fields := query.load(Query).formerly.get(given.get("do", ""))) is not None:
            fields = {**fields, **(TOUCHED if "against" in fields else {})}
            words = {option: given[field] for field, option in fields.items() if given.get(field)}
            return _to(query.name, words, QueryParams())
    return RedirectResponse("/odds", 308)


def _to(query: str, words: dict[str, str], given: QueryParams) -> Response:
    rolls = [("roll", one) for one in given.getlist("roll")]
    return RedirectResponse(f"/odds/{query}?{urlencode([*words.items(), *rolls])}", 308)


ROUTES = (Route("/resolve", attack), Route("/resolve/other", other))
