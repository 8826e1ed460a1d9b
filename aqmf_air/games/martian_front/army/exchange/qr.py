"""The QR code of a list, or of the link that opens it, as SVG, PNG, or characters for a terminal."""

from __future__ import annotations

import io
from contextlib import suppress
from typing import TYPE_CHECKING

from aqmf_air.errors import DataError
from aqmf_air.games.martian_front.army.exchange.token import token_of
from aqmf_air.games.martian_front.army.model import Army
from aqmf_air.games.martian_front.army.resolved_list import ResolvedList
from aqmf_air.games.martian_front.army_formats import Exporter, ExportOptions

if TYPE_CHECKING:
    import segno

LEVELS = ("m", "l")
"""Error correction, 15% or 7% of the code may be dirty or torn: the lower one where a code would be hard to scan else."""
SMALL = 15
"""The version up to which a code is small enough to have the better correction: 77 modules a side."""
SCALE, BORDER = 8, 4
"""Pixels a module, and the quiet zone in modules that the standard asks for."""


def shared(army: Army, page: str = "") -> str:
    """What is given away to share a list: a link to ``page`` that opens it, with the token as its fragment, which no server
    ever gets to see; without a page that others can reach, the token itself, which any copy of this program takes.
    """
    return f"{page}#{token_of(army)}" if page else token_of(army)


def holds(text: str) -> bool:
    """Whether there is a QR code that holds so much."""
    try:
        code_of(text)
    except DataError:
        return False
    return True


def svg_of(text: str) -> str:
    """The QR code of a text as SVG, to stand in a page.

    Raises:
        DataError: no code holds so much.
    """
    drawn = io.BytesIO()
    code_of(text).save(drawn, kind="svg", scale=SCALE, border=BORDER, xmldecl=False, svgns=True, nl=True)
    return drawn.getvalue().decode()


def code_of(text: str) -> segno.QRCode:
    """The QR code of a text, as small as it can be.

    Raises:
        DataError: no code holds so much.
    """
    import segno

    for level in LEVELS:
        with suppress(segno.DataOverflowError):
            code = segno.make_qr(text, error=level, mode="byte", boost_error=False)
            if int(code.version) <= SMALL or level == LEVELS[-1]:
                return code
    raise DataError(f"qr: {len(text):,} characters are more than a QR code holds; share the list as a file", path="qr")


def blocks_of(text: str) -> str:
    """The QR code of a text in characters, two modules to each, light ones painted: for a dark terminal.

    Raises:
        DataError: no code holds so much.
    """
    drawn = io.StringIO()
    code_of(text).terminal(drawn, border=BORDER, compact=True)
    return drawn.getvalue().rstrip()


def _write(muster: ResolvedList, options: ExportOptions) -> bytes:
    text, suffix = shared(muster.army, options.page), options.suffix.casefold()
    if suffix in ("", ".txt"):
        return f"{blocks_of(text)}\n{text}\n".encode()
    if suffix not in (".svg", ".png"):
        raise DataError(f"qr: expected a file name that ends in .svg, .png or .txt, got {options.suffix!r}", path="qr")
    drawn = io.BytesIO()
    code_of(text).save(drawn, kind=suffix[1:], scale=SCALE, border=BORDER)
    return drawn.getvalue()


EXPORTER = Exporter("qr", "QR code of the list, or of its link: .svg, .png, or for the terminal", ".svg", _write)
