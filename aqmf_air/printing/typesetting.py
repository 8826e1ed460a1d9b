"""Typst, called on files in memory."""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import cache
from importlib.resources import files as files_of
from typing import Any

from aqmf_air.drawing import style

PIXELS = 200.0
"""Of a picture, to an inch."""


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


def typeset_drawing(svg: str, kind: str) -> bytes:
    """An SVG document with a size as one page of a PDF, or as a picture (``png``), with fonts of ours in it."""
    wide, high = re.findall(r'(?:width|height)="([\d.]+(?:mm|in))"', svg)[:2]
    for families, ours in ((style.SANS, "Source Sans Pro"), (style.SERIF, "Source Serif Pro")):
        svg = svg.replace(families, ours)
    page = f'#set page(width: {wide}, height: {high}, margin: 0mm)\n#image("drawing.svg", width: 100%)\n'
    how = {"format": kind, **({"ppi": PIXELS} if kind == "png" else {})}
    return bytes(compiled({"main.typ": page.encode(), "drawing.svg": svg.encode()}, how))


@cache
def _fonts() -> Any:
    """Ours, which are embedded, and what the machine has for what they lack: looked for once in a process."""
    import typst

    return typst.Fonts(font_paths=[str(files_of(package) / "files") for package in style.TYPEFACES.values()])
