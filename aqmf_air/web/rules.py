"""The register of rules, and the rulings: searchable, and the place that every rule id leads to."""

from __future__ import annotations

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from aqmf_air.core.data.names import by_name
from aqmf_air.core.play.contributions import DEFAULT_RULESET
from aqmf_air.core.play.rule_register import Rule
from aqmf_air.core.play.rulings import describe
from aqmf_air.web.pages import field_text, fragment, page
from aqmf_air.web.shared_registry import games, ruleset


def register(request: Request) -> Response:
    """``/rules?ruleset=&q=``: all rules and rulings of a game, or those that have every word of the search."""
    game = ruleset(field_text(request.query_params, "ruleset") or DEFAULT_RULESET)
    query = field_text(request.query_params, "q")[:200]
    words = query.casefold().split()
    rules = [rule for rule in game.register if _has(words, rule.id, rule.text, rule.note, rule.source)]
    rulings = [
        each
        for each in describe(game.rulings())
        if _has(words, each.name, each.rule, each.question, *(text for _, text in each.choices))
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
        books=[(book, list(sections.items())) for book, sections in books.items()],
    )


def one(request: Request) -> Response:
    """``/rules/ID?ruleset=``: one rule, and the rulings on it; of the first game that has it, if none is named."""
    wanted, named = request.path_params["id"], field_text(request.query_params, "ruleset")
    rulesets = (ruleset(name) for name in ([named] if named else (DEFAULT_RULESET, *games())))
    game = next((each for each in rulesets if any(rule.id == wanted for rule in each.register)), None)
    game = game or ruleset(named or DEFAULT_RULESET)
    rule = by_name({each.id: each for each in game.register}, wanted, "rule")
    on_it = [ruling for ruling in describe(game.rulings()) if rule.id in ruling.rule]
    return page(request, "rule.html", ruleset=game.id, rule=rule, rulings=on_it)


def _has(words: list[str], *texts: str) -> bool:
    everything = " ".join(texts).casefold()
    return all(word in everything for word in words)


ROUTES = (Route("/rules", register), Route("/rules/{id}", one))
