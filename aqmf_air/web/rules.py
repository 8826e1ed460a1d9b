"""The register of rules, and the rulings: searchable, and the place that every rule id leads to."""

from __future__ import annotations

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from aqmf_air.core.data.names import by_name
from aqmf_air.core.data.text import rules_in
from aqmf_air.core.play.contributions import DEFAULT_RULESET
from aqmf_air.core.play.rule_register import Rule, has_words, rules_with
from aqmf_air.core.play.rulings import describe
from aqmf_air.web.pages import field_text, fragment, page
from aqmf_air.web.shared_registry import game_with_rule, games, ruleset


def register(request: Request) -> Response:
    """``/rules?ruleset=&q=``: all rules and rulings of a game, or those that have every word of the search."""
    game = ruleset(field_text(request.query_params, "ruleset") or DEFAULT_RULESET)
    query = field_text(request.query_params, "q")[:200]
    words = query.casefold().split()
    rules = rules_with(game.register, words)
    rulings = [
        each
        for each in describe(game.rulings())
        if has_words(words, each.name, each.rule, each.question, *(text for _, text in each.choices))
    ]
    books: dict[str, dict[str, list[Rule]]] = {}  # by the widest title that they stand under, and in it by the others
    for rule in rules:
        book, *sections = rule.under or ("",)
        books.setdefault(book, {}).setdefault(", ".join(sections) or book, []).append(rule)
    template = "rules_found.html" if fragment(request) else "rules.html"
    return page(
        request,
        template,
        ruleset=game.id,
        about=game.title,
        others=games(),
        asked=query,
        rules=rules,
        rulings=rulings,
        books=[
            (book, [(title, some, _last_id(some)) for title, some in sections.items()]) for book, sections in books.items()
        ],
    )


def one(request: Request) -> Response:
    """``/rules/ID?ruleset=``: one rule, and the rulings on it; of the first game that has it, if none is named."""
    wanted, named = request.path_params["id"], field_text(request.query_params, "ruleset")
    game = ruleset(named) if named else game_with_rule(wanted) or ruleset()
    rule = by_name({each.id: each for each in game.register}, wanted, "rule")
    on_it = [ruling for ruling in describe(game.rulings()) if rule.id in rules_in(ruling.rule)]
    return page(request, "rule.html", ruleset=game.id, rule=rule, rulings=on_it)


def _last_id(some: list[Rule]) -> str:
    """The id of the last of some rules, without the parts that it begins with as the first one does."""
    first, last = (rule.id.split("-") for rule in (some[0], some[-1]))
    while len(last) > 1 and first[:1] == last[:1]:
        first, last = first[1:], last[1:]
    return "-".join(last)


ROUTES = (Route("/rules", register), Route("/rules/{id}", one))
