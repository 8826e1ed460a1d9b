"""The register of rules, and the rulings: searchable, and the place that every rule id leads to."""

from __future__ import annotations

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from aqmf_air.core.register import Rule
from aqmf_air.core.rulings import Described, describe
from aqmf_air.core.spelling import by_name
from aqmf_air.web.engine import ruleset
from aqmf_air.web.pages import fragment, page, text

BOOKS = {"AIR": "Aircraft", "HOST": "The base game"}
SECTIONS = {
    "ALT": "Altitude", "ARMY": "Armies", "ASSAULT": "Assault", "BARRAGE": "Barrage", "BOMB": "Bombs", "COVER": "Cover",
    "DES": "Designing aircraft", "DRONE": "Drones", "GUN": "Guns", "HANGAR": "Historic aircraft", "HEAVY": "Heavy bombers",
    "HIDE": "Hidden units", "HIT": "Hits and damage", "LOS": "Sight and range", "MORALE": "Morale", "MOVE": "Movement",
    "RAY": "Heat rays", "RESERVE": "Reserves", "RUN": "Suicide runs", "SCOUT": "Scouting", "SPOT": "Spotting",
    "TRIPOD": "Tripods", "TURN": "The turn", "UNIT": "Kinds and units", "WIN": "Winning",
}  # fmt: skip
"""What the parts of a rule's id stand for; one that is not here, as of a stranger's plugin, stands for itself."""


def register(request: Request) -> Response:
    """``/rules?q=``: all rules and rulings, or those that have every word of the search."""
    asked = text(request.query_params, "q")[:200]
    words = asked.casefold().split()
    rules = [rule for rule in ruleset().register if _has(words, rule.id, rule.text, rule.note, rule.source)]
    rulings = [each for each in _rulings() if _has(words, each.name, each.rule, each.question, *_choices(each))]
    template = "rules_found.html" if fragment(request) else "rules.html"
    return page(request, template, asked=asked, rules=rules, rulings=rulings, books=_books(rules))


def one(request: Request) -> Response:
    """``/rules/ID``: one rule, and the rulings on it."""
    rules: dict[str, Rule] = {rule.id: rule for rule in ruleset().register}
    rule = by_name(rules, request.path_params["id"], "rule")
    on_it = [ruling for ruling in _rulings() if rule.id in ruling.rule]
    return page(request, "rule.html", rule=rule, rulings=on_it)


def _books(rules: list[Rule]) -> list[tuple[str, list[tuple[str, list[Rule]]]]]:
    """Rules by their book, and in it by their section."""
    books: dict[str, dict[str, list[Rule]]] = {}
    for rule in rules:
        book, _, section = rule.id.rpartition("-")[0].partition("-")
        books.setdefault(BOOKS.get(book, book), {}).setdefault(SECTIONS.get(section, section), []).append(rule)
    return [(book, list(sections.items())) for book, sections in books.items()]


def _rulings() -> tuple[Described, ...]:
    return describe(ruleset().rulings())


def _choices(ruling: Described) -> list[str]:
    return [said for _, said in ruling.choices]


def _has(words: list[str], *texts: str) -> bool:
    everything = " ".join(texts).casefold()
    return all(word in everything for word in words)


ROUTES = (
    Route("/rules", register),
    Route("/rules/{id}", one),
)
