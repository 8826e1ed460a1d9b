"""Typst, called on files in memory."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from importlib.resources import files as files_of
from typing import Any

FONTS = ("font_source_serif_pro", "font_source_sans_pro")
"""Packages whose fonts are embedded; what they lack is taken from the fonts of the system."""


class TypstError(Exception):
    """What Typst says of a document: in a few words, and in full (``diagnostic``)."""

    def __init__(self, words: str, diagnostic: str) -> None:
        super().__init__(words, diagnostic)
        self.words, self.diagnostic = words, diagnostic

    def __str__(self) -> str:
        return self.words


def compiled(files: Mapping[str, bytes], how: Mapping[str, Any]) -> Any:
    """What Typst makes of ``main.typ`` and the files beside it. Raises TypstError: it is no document."""
    import typst

    try:
        return typst.compile(dict(files), font_paths=_fonts(), timestamp=0, **how)
    except typst.TypstError as fault:
        raise TypstError(str(fault), fault.diagnostic) from fault


@cache
def _fonts() -> Any:
    """Ours, and what the machine has: looked for once in a process."""
    import typst

    return typst.Fonts(font_paths=[str(files_of(package) / "files") for package in FONTS])
