"""Changes of lists and scenarios, one at a time and none twice: each form has a word, and what it came to is remembered."""

from __future__ import annotations

import hashlib
from collections import OrderedDict
from collections.abc import Callable
from secrets import token_hex
from threading import Lock
from types import TracebackType

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


class _Done:
    """What forms came to, by their words; held by one thread at a time."""

    def __init__(self) -> None:
        self._lock, self._came = Lock(), OrderedDict[str, str]()

    def __enter__(self) -> _Done:
        self._lock.acquire()
        return self

    def __exit__(self, kind: type[BaseException] | None, fault: BaseException | None, trace: TracebackType | None) -> None:
        self._lock.release()

    def first(self, once: str, make: Callable[[], str]) -> str:
        """What the form with this word came to: made now, if it is new or has no word."""
        came = self._came.get(once) or make()
        if once:
            self._came[once] = came
            while len(self._came) > MOST:
                self._came.popitem(last=False)
        return came

    def change(self, once: str, make: Callable[[], str]) -> tuple[str, str]:
        """Make the change of the form with this word, unless it is made already: what is said of it, and what was wrong."""
        if once in self._came:
            return "That was done already, and is not done twice", ""
        try:
            return self.first(once, make), ""
        except AqmfError as bad:
            return "", str(bad)


ONE_AT_A_TIME = _Done()
"""Whoever changes a list or a scenario enters it first."""


def moved(once: str, act: Callable[[], str]) -> Response:
    """Do what leads to another page, and go there; a form that is sent again leads where it led before."""
    with ONE_AT_A_TIME as done:
        where = done.first(once, act)
    return RedirectResponse(where, 303)


def answered(
    request: Request, once: str, make: Callable[[], str], shown: Callable[[str, str, int], Response], back: str
) -> Response:
    """Make a change, and answer it: htmx with what is ``shown`` then, a browser by sending it ``back`` to the page.

    ``shown`` is told what was done, what was wrong, and the status.
    """
    with ONE_AT_A_TIME as done:
        said, fault = done.change(once, make)
        if fragment(request):  # made while nobody changes anything, so that a page never goes back to an earlier one
            return shown(said, fault, 200)
    return shown("", fault, 400) if fault else RedirectResponse(back, 303)
