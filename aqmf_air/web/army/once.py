"""Changes of lists, one at a time and none twice: each form carries a word, and what it came to is remembered."""

from __future__ import annotations

import hashlib
from collections import OrderedDict
from collections.abc import Callable
from pathlib import Path
from secrets import token_hex
from threading import Lock
from types import TracebackType

from aqmf_air.errors import AqmfError
from aqmf_air.web.pages import Fields, text

MOST = 4096
"""Words that are remembered; who sends a form again does it at once."""

Once = Callable[[], Path]


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

    def get(self, once: str) -> str:
        """What the form with this word came to; empty if it is new, or has no word."""
        return self._came.get(once, "")

    def keep(self, once: str, came: str) -> None:
        """Remember what a form came to."""
        if once:
            self._came[once] = came
            while len(self._came) > MOST:
                self._came.popitem(last=False)

    def change(self, once: str, make: Callable[[], str]) -> tuple[str, str]:
        """Make the change of the form with this word, unless it is made already: what is said of it, and what was wrong."""
        if self.get(once):
            return "That was done already, and is not done twice", ""
        try:
            said = make()
        except AqmfError as bad:
            return "", str(bad)
        self.keep(once, said)
        return said, ""


ONE_AT_A_TIME = _Done()
"""Whoever changes a list enters it first."""
