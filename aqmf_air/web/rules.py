"""The register of rules, and the rulings: searchable, and the place that every rule id leads to."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from aqmf_air.core.data.names import by_name
from aqmf_air.core.data.text import rules_in
from aqmf_air.core.play.contributions import DEFAULT_RULESET
from aqmf_air.core.play.rule_register import Rule
from aqmf_air.core.play.rule_search import LONGEST_QUERY, Marked, search_registers
from aqmf_air.core.play.rulings import describe
from aqmf_air.web.pages import field_text, fragment, page
from aqmf_air.web.shared_registry import game_with_rule, games, ruleset

BEST_ELSEWHERE = 3
"""Rules of each other game that are shown where the game that is looked in has none."""

FIRST_RULINGS = 3
"""Rulings that a search shows until all are asked for."""


class _Hit(NamedTuple):
    """A rule that was found: its text in pieces, and what players ask that it answers, where its text has no such word."""

    rule: Rule
    text: Marked
    asked: Marked


def register(request: Request) -> Response:
    """``/rules?ruleset=&q=&all=``: all rules and rulings of a game, or those near to the best for a search, or all that
    have some of its words; and how many other games have. Where no game is named, it is the first that has all words.
    """
    named = field_text(request.query_params, "ruleset")
    game = ruleset(named or DEFAULT_RULESET)
    query = field_text(request.query_params, "q")[:LONGEST_QUERY].strip()
    titles = games()
    search = None
    rulings = on_all = describe(game.rulings())
    hits: dict[str, list[_Hit]] = {}
    counts: dict[str, int] = {}
    if query:
        searched = {game.id: game} | {id_: ruleset(id_) for id_ in titles}
        search = search_registers(
            query,
            {id_: each.register for id_, each in searched.items()},
            {id_: describe(each.rulings()) for id_, each in searched.items()},
            {game.id: game.game_tables.shipped().values()},
        )
        counts = {id_: count + search.complete_rulings[id_] for id_, count in search.complete.items()}
        if not named and not counts[game.id]:
            best = max(titles, key=lambda id_: (counts[id_] > 0, search.complete[id_] > 0, id_ == game.id))
            game = searched[best]
        others = [id_ for id_ in titles if id_ != game.id and counts[id_]]
        most = None if field_text(request.query_params, "all") else search.near[game.id]
        on_all = search.rulings[game.id][: search.complete_rulings[game.id] if counts[game.id] else None]
        rulings = on_all if most is None else on_all[:FIRST_RULINGS]
        shown = {game.id: search.rules[game.id][:most]}
        if others and not counts[game.id] and (search.lacking[game.id] or not search.rules[game.id]):
            elsewhere = {id_: search.rules[id_][: min(search.complete[id_], BEST_ELSEWHERE)] for id_ in others}
            shown, rulings, on_all = elsewhere | {game.id: search.rules[game.id][:BEST_ELSEWHERE]}, (), ()
        hits = {id_: [_Hit(rule, *search.shown(rule)) for rule in rules] for id_, rules in shown.items() if rules}
    return page(
        request,
        "rules_found.html" if fragment(request) else "rules.html",
        ruleset=game.id,
        named=named,
        about=game.title,
        others=titles,
        asked=query,
        search=search,
        counts=counts,
        hits=hits,
        rows=[(row, search.marked(row.text)) for row in search.tables.get(game.id, ())] if search else (),
        complete=search.complete.get(game.id, 0) if search else len(game.register),
        rulings=rulings,
        found=(len(search.rules[game.id]) if search else 0, len(on_all)),
        books=() if query else _by_title(game.register),
    )


def _by_title(rules: Iterable[Rule]) -> list[tuple[str, list[tuple[str, list[Rule], str]]]]:
    """Rules by the widest title that they stand under, and in it by the others, each with the last id."""
    books: dict[str, dict[str, list[Rule]]] = {}
    for rule in rules:
        book, *sections = rule.under or ("",)
        books.setdefault(book, {}).setdefault(", ".join(sections) or book, []).append(rule)
    return [(book, [(title, some, _last_id(some)) for title, some in sections.items()]) for book, sections in books.items()]


def one(request: Request) -> Response:
    """``/rules/ID?ruleset=``: one rule, and the rulings on it; of the first game that has it, if none is named."""
    wanted, named = request.path_params["id"], field_text(request.query_params, "ruleset")
    game = ruleset(named) if named else game_with_rule(wanted) or ruleset()
    rule = by_name({each.id: each for each in game.register}, wanted, "rule")
    on_it = [ruling for ruling in describe(game.rulings()) if rule.id in rules_in(ruling.rule)]
    at = game.register.index(rule)
    before, behind = game.register[at - 1 : at], game.register[at + 1 : at + 2]
    return page(
        request, "rule.html", ruleset=game.id, about=game.title, rule=rule, rulings=on_it, before=before, behind=behind
    )


def _last_id(some: list[Rule]) -> str:
    """The id of the last of some rules, without the parts that it begins with as the first one does."""
    first, last = (rule.id.split("-") for rule in (some[0], some[-1]))
    while len(last) > 1 and first[:1] == last[:1]:
        first, last = first[1:], last[1:]
    return "-".join(last)


ROUTES = (Route("/rules", register), Route("/rules/{id}", one))
