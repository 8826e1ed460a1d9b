"""QR codes of texts and links: as SVG, as modules, in characters."""

from __future__ import annotations

import io
from contextlib import suppress
from typing import TYPE_CHECKING

from aqmf_air.errors import DataError

if TYPE_CHECKING:
    import segno

LEVELS = ("m", "l")
"""Error correction, 15% or 7% of the code may be dirty or torn: the lower one where a code would be hard to scan else."""
SMALL = 15
"""The version up to which a code is small enough to have the better correction: 77 modules a side."""
SCALE, BORDER = 8, 4
"""Pixels a module, and the quiet zone in modules that the standard asks for."""


def holds(text: str) -> bool:
    """Whether there is a QR code that holds so much."""
    try:
        code_of(text)
    except DataError:
        return False
    return True


def svg_of(text: str, border: int = BORDER) -> str:
    """The QR code of a text as SVG, to stand in a page.

    Raises DataError: no code holds so much.
    """
    drawn = io.BytesIO()
    code_of(text).save(drawn, kind="svg", scale=SCALE, border=border, xmldecl=False, svgns=True, nl=True)
    return drawn.getvalue().decode()


def code_of(text: str) -> segno.QRCode:
    """The QR code of a text, as small as it can be.

    Raises DataError: no code holds so much.
    """
    import segno

    for level in LEVELS:
        with suppress(segno.DataOverflowError):
            code = segno.make_qr(text, error=level, mode="byte", boost_error=False)
            if int(code.version) <= SMALL or level == LEVELS[-1]:
                return code
    raise DataError(f"qr: {len(text):,} characters are more than a QR code holds; share a file in its place", path="qr")


def blocks_of(text: str) -> str:
    """The QR code of a text in characters, two modules to each, light ones painted: for a dark terminal.

    Raises DataError: no code holds so much.
    """
    drawn = io.StringIO()
    code_of(text).terminal(drawn, border=BORDER, compact=True)
    return drawn.getvalue().rstrip()
