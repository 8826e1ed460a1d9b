"""Changes of lists and scenarios, one at a time and none twice: each form has a word, and its result is remembered."""

from __future__ import annotations

import hashlib
from collections import OrderedDict
from collections.abc import Callable
from secrets import token_hex
from threading import Lock

from starlette.requests import Request
from starlette.responses import RedirectResponse, Response

from aqmf_air.errors import AqmfError
from aqmf_air.web.pages import Fields, fragment, text

MOST = 4096
"""Words that are remembered; who sends a form again does it at once."""


def fresh() -> str:
    """A word for a form."""
    return token_hex(8)


def form_word(what: str, fields: Fields) -> str:
    """What tells a form that was sent from every other: its word with all that it says; empty if it has no word."""
    if not text(fields, "once"):
        return ""
    said = [what, *sorted(f"{name}={value}" for name, value in fields.multi_items())]
    return hashlib.sha256("\n".join(said).encode("utf-8", "surrogatepass")).hexdigest()


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


def answered(
    request: Request, once: str, make: Callable[[], str], shown: Callable[[str, str, int], Response], back: str
) -> Response:
    """Make a change, and answer it: htmx with what is ``shown`` then, a browser by sending it ``back`` to the page.

    ``shown`` is told what was done, what was wrong, and the status.
    """
    said, fault = "That was done already, and is not done twice", ""
    with _changing:
        if once not in _results:
            try:
                said = _once(once, make)
            except AqmfError as bad:
                said, fault = "", str(bad)
        if fragment(request):  # made while nobody changes anything, so that a page never goes back to an earlier one
            return shown(said, fault, 200)
    return shown("", fault, 400) if fault else RedirectResponse(back, 303)
