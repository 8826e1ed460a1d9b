"""Exact odds of every roll: the questions of ``aqmf odds``, each as a form made from its own options, and answered in full.

Nothing is worked out here: what is asked and what comes of it are the very objects of the command line.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Any
from urllib.parse import urlencode

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from aqmf_air.core.chance import Odds
from aqmf_air.core.saying import amount, points
from aqmf_air.core.spelling import by_name
from aqmf_air.core.summary import Summary, attribution
from aqmf_air.errors import AqmfError, DataError, QuestionError
from aqmf_air.host.dice import spelled
from aqmf_air.host.profiles import UnitType
from aqmf_air.host.ui.engine import ruleset
from aqmf_air.odds import QUESTIONS, question
from aqmf_air.odds.asked import RARE, Asked, Line, side_by_side
from aqmf_air.odds.options import NO, YES, Flag, Name, Option, Whole
from aqmf_air.picture.odds import NARROW, WIDTH, draw_compared, draw_one
from aqmf_air.plugins.aircraft.catalogue import Catalogue
from aqmf_air.web.pages import fragment, page, picture, text

MOST_DICE = 300
"""In one question; more are for the command line, which may take its time."""
FOR_A_PHONE = "narrow"
OTHER = "b."
"""Before the fields of the second option, where two are compared."""
UNIT, WEAPON = Name("unit"), Name("weapon")
PLAIN_NUMBERS = ("defense", "armor", "power", "barrage")
"""What says in numbers what a unit's name says too: folded away where a question takes names."""
BEGIN: Mapping[str, Mapping[str, str]] = {
    "attack": {"attacker": "Burgess-Dunne D8", "target": "Scout Tripod"},
    "barrage": {"attacker": "Field Gun Battery", "target": "Drones", "targets": "3"},
    "run": {"target": "Scout Tripod", "bombs": "1"},
    "shoot": {"attacker": "Heavy Machine Gun Squad", "target": "Scout Tripod"},
    "sweep": {"attacker": "Scout Tripod", "target": "US Infantry", "targets": "3"},
    "tripod": {"unit": "Scout Tripod", "attacks": "2"},
}
"""What a form begins with, so that there is something to change."""


@dataclass(frozen=True)
class Field:
    """An option as a field. ``choices``: value and label, by group; empty for a number or a text."""

    name: str
    label: str
    hint: str
    choices: tuple[tuple[str, tuple[tuple[str, str], ...]], ...] = ()
    lowest: int | None = None
    highest: int | None = None
    usual: str = ""


# -- pages ----------------------------------------------------------------------------------------------------------------


def index(request: Request) -> Response:
    """``/odds``: the questions."""
    return page(request, "odds.html", questions=_questions())


def ask(request: Request) -> Response:
    """``/odds/QUESTION?...``: its form, and the exact answer; with a second option (``b.``), both side by side."""
    name, given = _asked_for(request)
    two = bool(text(request.query_params, "compare"))
    one, fault = _answer(name, given, "")
    answers, faults = [("A", one)], [fault]
    if two:
        other, fault = _answer(name, given, OTHER)
        answers, faults = [*answers, ("B", other)], [*faults, fault]
    answered = [(letter, asked) for letter, asked in answers if asked is not None]
    shown: dict[str, Any] = {
        "name": name,
        "about": QUESTIONS[name][1],
        "fields": [_fields(name, given, "")] + ([_fields(name, given, OTHER)] if two else []),
        "given": given,
        "two": two,
        "faults": [one for one in dict.fromkeys(faults) if one],
        "query": urlencode([(key, value) for key, value in given.items() if value]),
        "questions": _questions(),
        "other": OTHER,
    }
    if len(answered) == 2:
        shown |= {
            "sides": [(letter, asked, _summed(asked)) for letter, asked in answered],
            "at_least": side_by_side([asked.line(asked.main) for _, asked in answered]),
        }
    elif one is not None and not two:
        shown |= _in_full(one)
    shown["asked"] = None if two else one
    return page(request, "odds_question.html" if fragment(request) else "odds_ask.html", **shown)


def drawn(request: Request) -> Response:
    """``/odds/QUESTION.svg?...``: the answer as a plot, or both in one.

    Raises:
        DataError: it cannot be asked.
    """
    name, given = _asked_for(request)
    answers = []
    for letter, mark in (("A", ""), ("B", OTHER)) if text(request.query_params, "compare") else (("A", ""),):
        asked, fault = _answer(name, given, mark)
        if asked is None:
            raise DataError(fault or "expected a question", key="question")
        answers.append((letter, asked))
    width = NARROW if text(request.query_params, FOR_A_PHONE) else WIDTH
    return picture(str(draw_one(answers[0][1], width) if len(answers) == 1 else draw_compared(answers, width)))


def _asked_for(request: Request) -> tuple[str, dict[str, str]]:
    name = by_name({one: one for one in _questions()}, request.path_params["question"], "question")
    given = {key: text(request.query_params, key) for key in request.query_params if key != FOR_A_PHONE}
    if not any(given[key] for key in given if key != "compare"):
        given |= BEGIN.get(name, {})
    if "compare" in given and not any(key.startswith(OTHER) for key in given):
        given |= {f"{OTHER}{key}": value for key, value in given.items() if key != "compare"}
    return name, given


def _questions() -> dict[str, str]:
    return {name: about for name, (_, about) in QUESTIONS.items()}


# -- a question as a form -------------------------------------------------------------------------------------------------


def _fields(name: str, given: Mapping[str, str], mark: str) -> dict[str, Any]:
    """The fields of a question, those that name units first; and beside them the numbers that stand for such names."""
    options = sorted(question(name).options(), key=lambda one: one.kind not in (UNIT, WEAPON))
    fields = {one: _field(one, given, mark) for one in options}
    units = [one for one in options if one.kind == UNIT]
    beside = [one for one in options if units and one.name in PLAIN_NUMBERS]
    filled = any(given.get(f"{mark}{one.name}") for one in beside)
    unnamed = not any(given.get(f"{mark}{one.name}") for one in units)
    return {
        "shown": [fields[one] for one in options if one not in beside],
        "beside": [fields[one] for one in beside],
        "open": filled or unnamed,
    }


def _field(option: Option, given: Mapping[str, str], mark: str) -> Field:
    name, kind = option.name, option.kind
    hint = _without_dashes(re.sub(r"\s*\[.*", "", option.about).rstrip("."))
    label = name.replace("-", " ").capitalize()
    usual = "" if option.default is None or isinstance(kind, Flag) else str(option.default)
    if isinstance(kind, Whole):
        highest = MOST_DICE if kind.highest is None else min(kind.highest, MOST_DICE)
        return Field(name, label, hint, lowest=kind.lowest, highest=highest, usual=usual)
    if kind == UNIT:
        return Field(name, label, hint, (("", (("", "none"),)), *_units()))
    if kind == WEAPON:
        weapons = _weapons(given.get(f"{mark}attacker", ""))
        return Field(name, label, hint, (("", (("", "the first"), *((one, one) for one in weapons))),))
    if isinstance(kind, Flag):
        choices = (("", YES), (NO, NO)) if option.default else (("", NO), (YES, YES))
        return Field(name, label, hint, (("", choices),))
    return Field(name, label, hint, (("", tuple((one, one) for one in kind.every() or ())),), usual=usual)


def _units() -> tuple[tuple[str, tuple[tuple[str, str], ...]], ...]:
    by_side: dict[str, list[str]] = {}
    for unit in ruleset().catalogue.values():
        by_side.setdefault(unit.side, []).append(unit.name)
    return tuple((side, tuple((name, name) for name in sorted(names))) for side, names in by_side.items())


def _weapons(attacker: str) -> list[str]:
    units: Mapping[str, UnitType] = ruleset().catalogue
    return [mount.weapon.name for mount in units[attacker].weapons] if attacker in units else []


# -- a question, asked ----------------------------------------------------------------------------------------------------


def _answer(name: str, given: Mapping[str, str], mark: str) -> tuple[Asked | None, str]:
    """What a form asks; or None, and what stands in its way."""
    words = {key.removeprefix(mark): value for key, value in given.items() if key.startswith(mark)}
    try:
        asked = question(name).read(words).asked(lambda: Catalogue(ruleset()))
        if asked.dice > MOST_DICE:
            raise DataError(f"{asked.dice:,} dice are too many for a page: ask 'aqmf odds {name}'", key="dice")
        for line in asked.lines:
            assert line.odds is not None  # worked out here, so that what is wrong with it is said here
    except QuestionError as fault:
        said = _without_dashes(str(fault))
        return None, f"{said[0].upper()}{said[1:]}."
    except AqmfError as fault:
        return None, str(fault)
    return asked, ""


def _without_dashes(said: str) -> str:
    """``--big-kills`` as a field is called: ``big kills``."""
    return re.sub(r"--([a-z][a-z-]*)", lambda found: found[1].replace("-", " "), said)


# -- an answer ------------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Row:
    """An outcome: the chance of just it, of it or more, of it or fewer (None: outcomes have names)."""

    label: str
    exactly: Fraction
    at_least: Fraction | None = None
    at_most: Fraction | None = None


def _in_full(asked: Asked) -> dict[str, Any]:
    """Everything that there is to say of one answer."""
    worths = attribution(asked.line(asked.main).question, asked.holds)
    counted = asked.counted
    return {
        "needs": [(what, target, spelled(target)) for what, target in asked.targets],
        "chance": asked.chance,
        "lines": [(line, _rows(line)) for line in asked.lines if line.shown],
        "counted": counted,
        "summary": Summary(counted.odds) if counted else None,
        "average": amount(Summary(counted.odds).mean) if counted else "",
        "misleading": bool(counted and abs(Summary(counted.odds).mean - Summary(counted.odds).median) >= 1),
        "funnel": [(stage, amount(mean)) for stage, mean in asked.means],
        "also": [(one.name, one.chance) for one in asked.also if one.chance],
        "worths": [(one.cause, one.without, points(-one.change), one) for one in worths if one.change],
        "switches": [
            (what, chance, points(chance - asked.chance))
            for what, chance in ((what, question.odds().where(asked.holds)) for what, question in asked.switches)
        ],
    }


def _rows(line: Line) -> list[Row]:
    if not line.of_numbers:
        return [Row(str(outcome), line.odds[outcome]) for outcome in line.outcomes]
    return _number_rows(line.odds)


def _number_rows(chances: Odds[int]) -> list[Row]:
    summary = Summary(chances)
    low = max(one for one in summary.values if one == summary.values[0] or summary.at_most(one - 1) < RARE)
    high = min(one for one in summary.values if one == summary.values[-1] or summary.at_least(one + 1) < RARE)
    low = min(low, high) if summary.values[0] != 0 or len(summary.values) > 20 else summary.values[0]
    rows = []
    for value in (one for one in summary.values if low <= one <= high):
        label, just = str(value), summary.exactly(value)
        if value == low and value != summary.values[0]:
            label, just = f"{value} or fewer", summary.at_most(value)
        elif value == high and value != summary.values[-1]:
            label, just = f"{value} or more", summary.at_least(value)
        rows.append(Row(label, just, summary.at_least(value), summary.at_most(value)))
    return rows


def _summed(asked: Asked) -> dict[str, Any]:
    """An answer in a few figures."""
    counted = asked.counted
    return {"average": amount(Summary(counted.odds).mean), "of": Summary(counted.odds), "line": counted} if counted else {}


ROUTES = (
    Route("/odds", index),
    Route("/odds/{question}.svg", drawn),
    Route("/odds/{question}", ask),
)
