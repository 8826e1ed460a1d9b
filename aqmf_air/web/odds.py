"""Exact odds of every roll, and the roll itself: the queries of a game, each as a form made from its own options.

What is asked, what comes of it and what is rolled are the objects of the command line. The address holds everything, the
dice included: a reload loses nothing, going back takes a roll back, and sending a form twice changes nothing.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from typing import Any
from urllib.parse import urlencode

from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response
from starlette.routing import Route

from aqmf_air.core.data.names import by_name
from aqmf_air.core.odds.answer import Answer, Next, side_by_side
from aqmf_air.core.odds.query import NO, YES, Flag, Name, OneOf, Option, Query, Text, Whole
from aqmf_air.core.odds.summary import Summary, attribution
from aqmf_air.core.play.contributions import DEFAULT_RULESET, Contribution
from aqmf_air.drawing.odds import WIDTH, draw_compared, draw_one
from aqmf_air.drawing.style import NARROW
from aqmf_air.errors import AqmfError, DataError, QuestionError
from aqmf_air.plugins import kinds
from aqmf_air.web import shared_registry
from aqmf_air.web.address_dice import DiceSoFar, played, rolled_on
from aqmf_air.web.pages import FOR_A_PHONE, Fields, field_text, for_a_phone, form_of, fragment, page, picture

MOST_DICE = 300
"""In one question; more are for the command line, which may take its time."""
MOST_ROLLED = 120
"""A page shows each of them."""
AT_ONCE = 5
"""Fields that a form shows; further ones are folded."""
EXAMPLES = "examples"
"""The field of the address of all questions that asks for an example of each answer."""
OTHER = "b."
"""Before the fields of the second option, where two are compared."""
ROLLING = ("entry", "rolls")
"""The forms that dice come in with."""
NOT_OPTIONS = (FOR_A_PHONE, "ruleset", "roll", "all")
"""Fields of an address that are no options of a query."""


OPTION = re.compile(r"--([a-z][a-z-]*)")
"""An option in what a query says."""


@dataclass(frozen=True)
class Refusal:
    """What stands in the way of an answer, and the fields that it is about; false where nothing does."""

    text: str = ""
    fields: tuple[str, ...] = ()

    def __bool__(self) -> bool:
        return bool(self.text)


@dataclass(frozen=True)
class QueryAddress:
    """A query as an address asks it: of which game, by what name, with which words."""

    ruleset: str
    name: str
    title: str
    about: str
    kind: type[Query]
    given: Mapping[str, str]

    @property
    def path(self) -> str:
        """Its page."""
        return f"/odds/{self.name}"

    def opened(self) -> Any:
        """The game."""
        return shared_registry.ruleset(self.ruleset)

    def address(self, rolls: Iterable[str] = (), given: Iterable[tuple[str, str]] | None = None) -> str:
        """The query of an address of the same game; ``given``: other words than these."""
        words = self.given.items() if given is None else given
        game = [("ruleset", self.ruleset)] if self.ruleset != DEFAULT_RULESET else []
        return urlencode([*((key, value) for key, value in words if value), *game, *(("roll", faces) for faces in rolls)])

    def answers(self) -> list[tuple[str, Answer | None, Refusal]]:
        """What both options ask, or the one that there is, each with its letter."""
        marks = (("A", ""), ("B", OTHER)) if self.given.get("compare") else (("A", ""),)
        return [(letter, *self.answer(mark)) for letter, mark in marks]

    def answer(self, mark: str = "") -> tuple[Answer | None, Refusal]:
        """What the fields with this mark ask; or None, and what stands in the way."""
        words = {key.removeprefix(mark): value for key, value in self.given.items() if key.startswith(mark)}
        try:
            answer = self.kind.read(words).ask(self.opened)
            if answer.dice > MOST_DICE:
                numbers = {key: int(value) for key, value in words.items() if value.isdecimal()}
                text = f"Expected at most {MOST_DICE} dice, got {answer.dice:,}."
                return None, Refusal(text, tuple(mark + key for key in numbers if numbers[key] == max(numbers.values())))
            for line in answer.lines:
                assert line.odds is not None  # worked out here, so that what is wrong with it is said here
        except QuestionError as fault:
            text = _without_dashes(str(fault))
            return None, Refusal(f"{text[0].upper()}{text[1:]}.", tuple(mark + key for key in OPTION.findall(str(fault))))
        except AqmfError as fault:
            about = fault.facts.get("name")  # of something that goes by no such name
            return None, Refusal(str(fault), tuple(mark + key for key, value in words.items() if value and value == about))
        return answer, Refusal()


def index(request: Request) -> Response:
    """``/odds?ruleset=&examples=``: the queries of a game, those asked most first, and the other games that have some.

    An example of each answer takes a while: the page asks for ``examples`` once it is shown.
    """
    registry = shared_registry.registry()
    source = by_name(registry.rulesets, field_text(request.query_params, "ruleset") or DEFAULT_RULESET, "ruleset")
    titles = {**shared_registry.games(), **{ruleset.id: ruleset.title for ruleset in registry.rulesets.values()}}
    games = {name: title for name, title in titles.items() if registry.of(kinds.QUERIES, name)}
    suffix = f"?ruleset={source.id}" if source.id != DEFAULT_RULESET else ""
    examples = EXAMPLES in request.query_params
    groups: dict[str, list[tuple[Contribution, Answer | None]]] = {}
    for query in sorted(registry.of(kinds.QUERIES, source.id).values(), key=lambda query: (not query.group, query.title)):
        answer = _query_address(query.name, Fields({"ruleset": source.id})).answer()[0] if examples else None
        groups.setdefault(query.group, []).append((query, answer))
    shown: dict[str, Any] = {"groups": groups, "title": source.title, "games": games, "suffix": suffix}
    return page(request, "odds.html", ruleset=source.id, examples=None if examples else EXAMPLES, **shown)


def ask(request: Request) -> Response:
    """``/odds/QUERY?...``: its form, the exact answer, and its dice; with a second option (``b.``), both side by side."""
    query_address = _query_address(request.path_params["question"], request.query_params)
    two, answers = bool(query_address.given.get("compare")), query_address.answers()
    answered = [(letter, answer) for letter, answer, _ in answers if answer is not None]
    shown: dict[str, Any] = {"asked": None}
    if len(answered) == 2:
        shown["sides"] = [(letter, answer, _summary(answer)) for letter, answer in answered]
        shown["at_least"] = side_by_side([answer.line(answer.main) for _, answer in answered])
    elif answered and not two:
        answer = answered[0][1]
        worths = [
            modifier_worth
            for modifier_worth in attribution(answer.line(answer.main).question, answer.holds)
            if modifier_worth.change
        ]
        switches = [(what, other.odds().where(answer.holds)) for what, other in answer.switches]
        shown = {"asked": answer, "summary": _summary(answer), "worths": worths, "switches": switches}
        shown |= _dice(query_address, answer, request.query_params.getlist("roll"))
    template = "odds_question.html" if fragment(request) else "odds_ask.html"
    answer_page = page(
        request,
        template,
        ruleset=query_address.ruleset,
        name=query_address.name,
        called=query_address.title,
        path=query_address.path,
        about=query_address.about,
        given=query_address.given,
        game=query_address.ruleset if query_address.ruleset != DEFAULT_RULESET else "",
        two=two,
        other=OTHER,
        query=query_address.address(),
        fields=[_fields(query_address, mark) for mark in ("", OTHER)[: 1 + two]],
        most=MOST_DICE,
        refusals=[
            (fault.text, " ".join(fault.fields)) for fault in dict.fromkeys(fault for _, _, fault in answers) if fault
        ],
        **shown,
    )
    if fragment(request) and request.headers.get("hx-trigger") in ROLLING:  # the way back leads to the dice, too
        rolls = request.query_params.getlist("roll")
        answer_page.headers["hx-push-url"] = f"{query_address.path}?{query_address.address(rolls)}#dice"
    return answer_page


def drawn(request: Request) -> Response:
    """``/odds/QUERY.svg?...``: the answer as a plot, or both in one (DataError: it cannot be asked)."""
    query_address = _query_address(request.path_params["question"], request.query_params)
    answers = [(letter, answer) for letter, answer, _ in query_address.answers() if answer is not None]
    if fault := next(
        (fault.text or "expected a question" for _, answer, fault in query_address.answers() if answer is None), ""
    ):
        raise DataError(fault, key="question")
    width = NARROW if for_a_phone(request) else WIDTH
    return picture(str(draw_one(answers[0][1], width) if len(answers) == 1 else draw_compared(answers, width)))


async def roll(request: Request) -> Response:
    """``POST /odds/QUERY/roll``: the app rolls the dice that are asked for next, or all to the end; the address has them."""
    return await run_in_threadpool(_roll, request.path_params["question"], await form_of(request))


def _roll(name: str, form: Fields) -> Response:
    query_address = _query_address(name, form)
    answer, fault = query_address.answer()
    if answer is None or answer.dice > MOST_ROLLED:
        raise DataError(fault.text or f"{name}: expected at most {MOST_ROLLED} dice to roll", key="roll")
    rolls = rolled_on(answer.roll, [str(word) for word in form.getlist("roll")], bool(field_text(form, "all")))
    return RedirectResponse(f"{query_address.path}?{query_address.address(rolls)}#dice", 303)


def names_drawn(request: Request) -> Response:
    """``/odds/QUERY/names.svg``: a symbol for each name that the query itself draws."""
    query_address = _query_address(request.path_params["question"], request.query_params)
    symbols = "".join(
        f'<symbol id="{_symbol(option, number)}" viewBox="-105 -105 210 210">{shape}</symbol>'
        for option in query_address.kind.options()
        if isinstance(option.kind, Name) and option.kind.shapes
        for number, shape in enumerate(option.kind.shapes(query_address.opened).values())
    )
    drawn = f'<svg xmlns="http://www.w3.org/2000/svg">{symbols}</svg>'
    return Response(drawn, media_type="image/svg+xml", headers={"cache-control": "private, max-age=600"})


ROUTES = (
    Route("/odds", index),
    Route("/odds/{question}/names.svg", names_drawn),
    Route("/odds/{question}.svg", drawn),
    Route("/odds/{question}/roll", roll, methods=["POST"]),
    Route("/odds/{question}", ask),
)


def _query_address(name: str, fields: Fields) -> QueryAddress:
    ruleset = by_name(shared_registry.registry().rulesets, field_text(fields, "ruleset") or DEFAULT_RULESET, "ruleset").id
    query: Contribution = by_name(shared_registry.registry().of(kinds.QUERIES, ruleset), name, "question")
    kind: type[Query] = query.load(Query)
    given = {key: field_text(fields, key) for key in fields if key not in NOT_OPTIONS}
    if not any(given[key] for key in given if key != "compare"):
        given |= kind.begin
    if "compare" in given and not any(key.startswith(OTHER) for key in given):
        given |= {f"{OTHER}{key}": value for key, value in given.items() if key != "compare"}
    return QueryAddress(ruleset, query.name, query.title, query.help, kind, given)


def _dice(query_address: QueryAddress, answer: Answer, rolls: Sequence[str]) -> dict[str, Any]:
    """The dice so far, those that are asked for next, and at the end what came of them and what follows."""
    if answer.dice > MOST_ROLLED:
        return {"dice": None}
    game = query_address.opened()
    dice: DiceSoFar = played(answer.roll, rolls, game.spell, looked_up=game.looked_up)
    over = dice.need is None
    follows: Sequence[Next] = answer.roll.then(dice.outcome) if over else ()
    return {
        "dice": dice,
        "kept": [(key, value) for key, value in query_address.given.items() if value] + [("ruleset", query_address.ruleset)],
        "again": query_address.address(),
        "back": query_address.address(dice.written[:-1]) if dice.rolls else "",
        "came": answer.roll.tell(dice.outcome) if over else (),
        "follows": [
            (follow.title, f"/odds/{follow.query}?{query_address.address(given=follow.words)}") for follow in follows
        ],
    }


def _fields(query_address: QueryAddress, mark: str) -> dict[str, Any]:
    """The fields of a query, those that take names first; and beside them the numbers that stand for such names."""
    options = sorted(query_address.kind.options(), key=lambda option: (not _pictured(option), not _named(option)))
    words = {option.field: query_address.given.get(f"{mark}{option.name}", "") for option in options}
    filled: Mapping[str, str] = {}
    with suppress(AqmfError):  # the answer says what is wrong
        given = {option.name: words[option.field] for option in options}
        filled = query_address.kind.read(given).filled(query_address.opened)
    fields = {option: _field(option, query_address, words, filled.get(option.name, "")) for option in options}
    plain = [option for option in options if not option.folded]
    more, beside = plain[AT_ONCE:], [option for option in options if option.folded]
    unnamed = not any(words[option.field] for option in options if _named(option))
    return {
        "shown": [fields[option] for option in plain[:AT_ONCE]],
        "folds": [
            (key, title, [fields[option] for option in folded], opened or any(words[option.field] for option in folded))
            for key, title, folded, opened in (
                ("more", "More", more, False),
                ("plain", "Numbers", beside, unnamed),
            )
            if folded
        ],
    }


def _named(option: Option) -> bool:
    return isinstance(option.kind, Name) and not option.kind.few


def _pictured(option: Option) -> bool:
    return isinstance(option.kind, Name) and (option.kind.drawn or option.kind.shapes) is not None


def _symbol(option: Option, number: int) -> str:
    """The id of what goes by a name of an option."""
    return f"{option.name}-{number}"


def _views(option: Option, query_address: QueryAddress) -> Mapping[str, str]:
    """Where what goes by each name of an option is drawn."""
    if not isinstance(option.kind, Name):
        return {}
    if option.kind.drawn:
        return option.kind.drawn(query_address.opened)
    sheet = f"{query_address.path}/names.svg?ruleset={query_address.ruleset}"
    shapes = option.kind.shapes(query_address.opened) if option.kind.shapes else ()
    return {name: f"{sheet}#{_symbol(option, number)}" for number, name in enumerate(shapes)}


def _field(option: Option, query_address: QueryAddress, words: Mapping[str, str], filled: str) -> dict[str, Any]:
    """An option as a field; its choices are values and labels by group, none for a number or a text.
    ``filled``: what it is taken for while it is left out.
    """
    kind = option.kind
    choices: tuple[Any, ...] = ()
    usual = filled if option.default is None or isinstance(kind, Flag) else str(option.default)
    if isinstance(kind, Flag):
        choices = (("", (("", YES), (NO, NO)) if option.default else (("", NO), (YES, YES))),)
    elif not isinstance(kind, Whole | Text):
        groups = (
            kind.known(query_address.opened, words)
            if isinstance(kind, Name)
            else {"": kind.every(query_address.opened) or ()}
        )
        left_out = kind.blank if isinstance(kind, Name) else f"{filled} (usual)"
        blank = () if option.default is not None or not isinstance(kind, Name | OneOf) else (("", (("", left_out),)),)
        choices = (*blank, *((group, tuple((name, name) for name in names)) for group, names in groups.items()))
    hint = _without_dashes(re.sub(r"\s*\[.*", "", option.about).rstrip("."))
    labels = [label for _, group in choices for _, label in group]
    return {
        "name": option.name,
        "hint": hint if says_more(hint, option.name, labels) else "",
        "choices": choices,
        "usual": "" if option.default is None and choices else usual,
        "kind": kind,
        "drawn": _views(option, query_address),
    }


EMPTY_WORDS = (
    "a an and are as at attacks by can catalogue each first fire fires for from has have he how if in is it its many much no"
    " not of on once one or out own s target that the their there they this to tries unit units weapon what where whether"
    " which who whom with"
)
"""Words of a help line that tell nothing beside a label and its choices."""


def says_more(hint: str, label: str, choices: Iterable[str] = ()) -> bool:
    """Whether a help line says more than the label of its field and the choices in it."""
    beside = {_stem(word) for text in (label, *choices) for word in WORD.findall(text.lower())}
    return any(_stem(word) not in beside for word in WORD.findall(hint.lower()) if word not in EMPTY_WORDS.split())


def _stem(word: str) -> str:
    """What a word shares with others of its kind: *attacker* with *attack*, *shots* with *shot*."""
    return word[:6].removesuffix("s")


WORD = re.compile(r"[a-z0-9]+")


def _without_dashes(text: str) -> str:
    """``--big-kills`` as a field is called: ``big kills``."""
    return OPTION.sub(lambda match: match[1].replace("-", " "), text)


def _summary(answer: Answer) -> Summary | None:
    return Summary(answer.counted.odds) if answer.counted else None
