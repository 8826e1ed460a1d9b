"""How pages are made: templates with everything escaped, the fields of forms, and pages for errors.

A form that changes something has a word, and its result is remembered: it is done once, however often it is sent.
"""

from __future__ import annotations

import asyncio
import hashlib
import json
from collections import OrderedDict
from collections.abc import Awaitable, Callable, Collection
from functools import cache, partial
from http import HTTPStatus
from pathlib import Path
from secrets import token_hex
from threading import Lock
from typing import Any
from urllib.parse import quote, urlencode

from jinja2 import BaseLoader, ChoiceLoader, Environment, FileSystemLoader, PackageLoader, StrictUndefined
from markupsafe import Markup, escape
from starlette.concurrency import run_in_threadpool
from starlette.datastructures import ImmutableMultiDict, UploadFile
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import HTMLResponse, RedirectResponse, Response

from aqmf_air import __version__
from aqmf_air.core.data.packages import missing_package
from aqmf_air.core.data.text import (
    RULE_IN_TEXT,
    TYPESET,
    amount,
    beginning,
    change,
    label_of,
    left_out,
    one_in_rarely,
    percent,
    points,
    quoted,
    rarity,
)
from aqmf_air.core.play.contributions import Pages
from aqmf_air.errors import AqmfError, DataError, NotHereError, UnknownNameError
from aqmf_air.plugins.faults import fault_of_plugin
from aqmf_air.web import typefaces

FOLDER = Path(__file__).parent
GUEST = "aqmf_air.pages"
"""Where a request says which :class:`Pages` it is for."""
Fields = ImmutableMultiDict[str, Any]


@cache
def environment(package: str = "", static: str = "") -> Environment:
    """The templates. A name that a page was not given is an error, never an empty place.

    Args:
        package: whose templates, in its folder ``templates``, come before those of the app.
        static: whose static files the pages use.
    """
    own: list[BaseLoader] = [PackageLoader(package)] if package else []
    made = Environment(
        loader=ChoiceLoader([*own, FileSystemLoader(FOLDER / "templates")]),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        auto_reload=False,
    )
    made.filters |= {"percent": percent, "one_in_rarely": one_in_rarely, "rarity": rarity, "left_out": left_out}
    made.filters |= {"amount": amount, "points": points, "beginning": beginning}
    made.filters |= {
        "change": change,
        "with_rules": with_rules,
        "figure": figure,
        "called": label_of,
        "beginning": beginning,
    }
    made.tests["a_rule"] = is_rule
    made.filters["quoted"] = partial(quoted, marks=TYPESET)
    styled = False
    if static:
        from importlib.resources import files  # the first page is there before it

        styled = (files(static) / "static" / "pages.css").is_file()
    made.globals |= {
        "version": __version__,
        "own": static_path(static),
        "styled": styled,
        "preloaded": typefaces.preloaded(),
    }
    return made


def static_path(package: str) -> str:
    """Where the static files of a package are; without a name those of the app."""
    return f"/static/of/{package}" if package else "/static"


def with_rules(text: str) -> Markup:
    """A line in which every id of a rule leads to its rule, where the register of a game has it."""
    link = r'<a class="rule" href="/rules/\g<0>">\g<0></a>'
    return Markup(RULE_IN_TEXT.sub(lambda found: found.expand(link) if is_rule(found[0]) else found[0], str(escape(text))))


def is_rule(id_: str) -> bool:
    """Whether the register of a game has a rule of this id."""
    from aqmf_air.web.shared_registry import game_with_rule  # the first page is there before the engine

    return game_with_rule(id_) is not None


def figure(given: object) -> str:
    """What a field for a number can hold of what was given; what is wrong with the rest is said beside it."""
    text = str(given)
    return text if text.isascii() and text.isdigit() else ""


def plain_name(name: str, instead: str) -> str:
    """What a browser is told to call a file after; ``instead`` where no letter of the name can be in a header."""
    return "".join(letter for letter in name if letter.isascii() and (letter.isalnum() or letter in "-_.~ ")) or instead


def page(request: Request, template: str, status: int = 200, *, ruleset: str = "", **context: Any) -> HTMLResponse:
    """A page, about this game if it is about one: the navigation has the pages of the game in it (``siblings``)."""
    pages: Pages | None = request.scope.get(GUEST)
    made = environment(pages.templates, pages.static) if pages else environment()
    ruleset = ruleset or (pages.ruleset if pages else "")
    siblings: tuple[Pages, ...] = ()
    if ruleset:  # those that do not lie below another, and its laboratory
        from aqmf_air.web.shared_registry import pages_of  # the first page is there before the engine

        siblings = tuple(own for own in pages_of(ruleset) if own.link.count("/") == 1 or own.link.startswith("/lab/"))
    shown = made.get_template(template).render(here=request.url.path, ruleset=ruleset, siblings=siblings, **context)
    # the way back leads to how things are now: browsers show what they have kept on it, however old that is
    return HTMLResponse(shown, status, headers={"cache-control": "no-store"})


FOR_A_PHONE = "narrow"
"""The field of a picture's address that asks for one as wide as a phone: see ``plate`` in ``templates/marks.html``."""


def for_a_phone(request: Request) -> bool:
    """Whether a picture is asked for that is as wide as a phone."""
    return bool(field_text(request.query_params, FOR_A_PHONE))


def picture(svg: str) -> Response:
    """A drawing as a picture of its own, which runs no script."""
    return Response(
        svg,
        media_type="image/svg+xml",
        headers={"content-security-policy": "default-src 'none'; style-src 'unsafe-inline'", "cache-control": "no-store"},
    )


def fragment(request: Request) -> bool:
    """Whether htmx asks for a part of a page."""
    return request.headers.get("hx-request") == "true"


IN_PLACE = "x-in-place"
"""The header of a form that its page sends by itself (``static/forms.js``): the page stays where it is refused."""


MOST_SAID = 800
"""Letters of a line in a header."""


MOST_NEAR = 5
"""Names that a page offers for one that nothing goes by."""


def near_links(request: Request, fault: UnknownNameError) -> list[tuple[str, str]]:
    """The names that may be meant, each with the address that asks the same with it."""
    name, query = fault.facts.get("name"), request.query_params.multi_items()
    if request.method != "GET" or not name:
        return []

    def address(near: str) -> str:
        path = "/".join(quote(near if part == name else part, safe="") for part in request.scope["path"].split("/"))
        return path + (f"?{urlencode([(key, value.replace(name, near)) for key, value in query])}" if query else "")

    return [(near, address(near)) for near in fault.facts.get("near", ())[:MOST_NEAR]]


def trouble(
    request: Request,
    status: int,
    message: str,
    unplayable: str = "",
    key: str = "",
    near: Collection[tuple[str, str]] = (),
    heading: str = "",
    further: str = "",
    way: str = "",
    where: str = "",
) -> Response:
    """A page that says what went wrong, and where to go from there: to what may be meant (``near``, names with addresses); a
    game that cannot be played may be discarded. ``further`` is folded; a button ``where`` posts to ``way``.

    A page that sends its forms by itself is told in a header (:func:`refused`), and stays.
    """
    if IN_PLACE in request.headers or fragment(request):
        return refused(Response(status_code=status, headers={"cache-control": "no-store"}), message, key)
    title = HTTPStatus(status).phrase
    shown = {"heading": heading or "That did not work", "message": message, "further": further, "way": way, "where": where}
    return page(request, "trouble.html", status, title=heading or title, **shown, unplayable=unplayable, near=near)


def refused(answer: Response, message: str, key: str = "") -> Response:
    """An answer with why something was refused: ``static/refusal.js`` says it beside the field ``key``, or the button."""
    answer.headers["x-refused"] = quote(json.dumps({"fault": message[:MOST_SAID], "key": key}))
    return answer


def not_here(request: Request, fault: Exception) -> Response:
    """The page for what needs a package that is left out; any other module that is missing is a fault of ours."""
    if missing_package(fault):
        return went_wrong(request, fault)
    raise fault


class HeadedError(HTTPException):
    """A refusal with a heading of its own; ``further`` is what else helps who runs the app, ``way`` what a button
    on its page posts to, and what it says.
    """

    def __init__(self, status: int, heading: str, message: str, further: str = "", way: tuple[str, str] = ("", "")) -> None:
        super().__init__(status, " ".join(filter(None, (f"{heading}.", message, further))))
        self.heading, self.message, self.further, self.way = heading, message, further, way


def went_wrong(request: Request, fault: Exception) -> Response:
    """The page for what a player asked wrongly, for an address that there is not, and for a fault of ours."""
    if package := missing_package(fault):
        answer = trouble(request, 501, f"{NotHereError.of(package)}.")
        answer.headers["x-not-here"] = package  # a site fetches what prints need with the first
        return answer
    if isinstance(fault, AqmfError):  # one line that was written to be read
        if isinstance(fault, UnknownNameError):
            return trouble(request, 404, str(fault), key=fault.facts.get("key") or "", near=near_links(request, fault))
        game = request.path_params.get("game", "") if request.method == "GET" else ""
        return trouble(request, 400, str(fault), game, fault.facts.get("key") or "")
    if isinstance(fault, HTTPException):
        if isinstance(fault, HeadedError):
            heading, further, (way, where) = fault.heading, fault.further, fault.way
            return trouble(request, fault.status_code, fault.message, heading=heading, further=further, way=way, where=where)
        messages = {404: "There is no such page.", 405: "This page cannot be used like that."}
        return trouble(request, fault.status_code, messages.get(fault.status_code, fault.detail))
    whose = fault_of_plugin(fault)
    place = "console of this browser" if request.app.state.framed else "terminal of the app"
    mistake = f"A mistake in a plugin: {whose}." if whose else "The app made a mistake."
    return trouble(request, 500, f"{mistake} Nothing was changed. The {place} says more.")


def field_text(fields: Fields, name: str, default: str = "") -> str:
    """What a field holds, without blanks around it (DataError: it holds a file)."""
    value = fields.get(name, default)
    if not isinstance(value, str):
        raise DataError(f"{name}: expected text, got a file", key=name)
    return value.strip()


def whole(fields: Fields, name: str, lowest: int, highest: int, default: int, label: str = "") -> int:
    """The whole number in a field; ``default`` if it is empty (DataError: it is no whole number, or out of bounds; it calls
    the field by its ``label``, else by its name).
    """
    given = field_text(fields, name)
    if not given:
        return default
    if not (given.isascii() and given.isdigit() and len(given) < 10 and lowest <= int(given) <= highest):
        text = f"{label or name}: expected a whole number from {lowest} to {highest}, got {given[:40]!r}"
        raise DataError(text, key=name)
    return int(given)


def field_one_of(fields: Fields, name: str, values: Collection[str], default: str) -> str:
    """Which of the known values a field holds (DataError: none of them)."""
    value = field_text(fields, name) or default
    if value not in values:
        raise DataError(f"{name}: expected one of {', '.join(values)}, got {value[:40]!r}", key=name)
    return value


async def form_of(request: Request) -> Fields:
    """The fields of a form that was sent (HTTPException: 400: it is no form)."""
    return await request.form(max_files=0, max_fields=500)


def posted(act: Callable[[Request, Fields], Response]) -> Callable[[Request], Awaitable[Response]]:
    """What answers a form that was sent, in a thread of its own."""

    async def answer(request: Request) -> Response:
        return await run_in_threadpool(act, request, await form_of(request))

    return answer


MAX_PART = 2_000_000
"""Bytes of a field that is no file, as of a long text that is pasted."""


async def file_form_of(request: Request, unnamed: str) -> tuple[bytes, str, Fields]:
    """The field ``file`` of a form that was sent, what to call it (``unnamed``: there is none), and the other fields."""
    raw, where = b"", unnamed
    async with request.form(max_files=1, max_fields=500, max_part_size=MAX_PART) as form:
        sent = form.get("file")
        if isinstance(sent, UploadFile) and sent.filename:
            raw, where = await sent.read(), sent.filename[:80]
        return raw, where, Fields([(name, value) for name, value in form.multi_items() if isinstance(value, str)])


MOST = 4096
"""Words that are remembered; who sends a form again does it at once."""


def fresh() -> str:
    """A word for a form."""
    return token_hex(8)


def form_word(what: str, fields: Fields) -> str:
    """What tells a form that was sent from every other: its word with all that it says; empty if it has no word."""
    if not field_text(fields, "once"):
        return ""
    parts = [what, *sorted(f"{name}={value}" for name, value in fields.multi_items())]
    return hashlib.sha256("\n".join(parts).encode("utf-8", "surrogatepass")).hexdigest()


_changing = Lock()
"""Held while a list or a scenario is changed."""
_results: OrderedDict[str, str] = OrderedDict()
"""What forms led to, by their words."""


def _once(word: str, make: Callable[[], str]) -> str:
    """What the form with this word led to: made now, if it is new or has no word."""
    result = _results.get(word) or make()
    if word:
        _results[word] = result
    if len(_results) > MOST:
        _results.popitem(last=False)
    return result


def moved(once: str, act: Callable[[], str]) -> Response:
    """Do what leads to another page, and go there; a form that is sent again leads where it led before."""
    with _changing:
        where = _once(once, act)
    return RedirectResponse(where, 303)


_moving = asyncio.Lock()


async def moved_at_tables(once: str, act: Callable[[], Awaitable[str]]) -> Response:
    """As :func:`moved`, of what is done where tables stand: on the loop, with a thread or without."""
    async with _moving:
        where = _results.get(once) or await act()
        return RedirectResponse(_once(once, lambda: where), 303)


def answered(request: Request, once: str, make: Callable[[], str], shown: Callable[[str], Response], back: str) -> Response:
    """Make a change, and answer it: htmx with what is ``shown`` then, a browser by sending it ``back`` to the page.

    ``shown`` is told what was done.
    """
    done, bad = "That was done already, and is not done twice", None
    with _changing:
        try:
            if once not in _results:
                done = _once(once, make)
        except AqmfError as fault:
            done, bad = "", fault
        if fragment(request):  # made while nobody changes anything, so that a page never goes back to an earlier one
            answer = shown(done)  # as things are, whatever was refused
            return refused(answer, str(bad), bad.facts.get("key") or "") if bad else answer
    return trouble(request, 400, str(bad), key=bad.facts.get("key") or "") if bad else RedirectResponse(back, 303)
