"""The QR code of a list's share link, as SVG, PNG, or characters for a terminal."""

from __future__ import annotations

import io
from typing import TYPE_CHECKING

from aqmf_air.core.roster import Exporter, ExportOptions
from aqmf_air.errors import DataError
from aqmf_air.host.army.exchange.token import token_of
from aqmf_air.host.army.model import Army
from aqmf_air.host.army.muster import Muster

if TYPE_CHECKING:
    import segno

PAGE = "http://127.0.0.1:8000/army"
"""The page of this program's own server, unless another address is given."""
LEVEL = "m"
"""Error correction: 15% of the code may be dirty or torn."""
SCALE, BORDER = 8, 4
"""Pixels a module, and the quiet zone in modules that the standard asks for."""


def link_of(army: Army, page: str = "") -> str:
    """The link that opens a list: the token is its fragment, which no server ever gets to see."""
    return f"{page or PAGE}#{token_of(army)}"


def version_of(link: str) -> int:
    """The version, 1 to 40, of the link's QR code: 17 + 4 x version modules a side.

    Raises:
        DataError: no code holds so much.
    """
    return int(_code(link).version)


def svg_of(link: str) -> str:
    """The QR code of a link as SVG, to stand in a page.

    Raises:
        DataError: no code holds so much.
    """
    drawn = io.BytesIO()
    _code(link).save(drawn, kind="svg", scale=SCALE, border=BORDER, xmldecl=False, svgns=True, nl=True)
    return drawn.getvalue().decode()


def _code(link: str) -> segno.QRCode:
    import segno

    try:
        return segno.make_qr(link, error=LEVEL, mode="byte", boost_error=False)
    except segno.DataOverflowError:
        raise DataError(
            f"qr: a link of {len(link):,} characters is more than a QR code holds; share the token", path="qr"
        ) from None


def blocks_of(link: str) -> str:
    """The QR code of a link in characters, two modules to each, light ones painted: for a dark terminal.

    Raises:
        DataError: no code holds so much.
    """
    rows = [list(row) for row in _code(link).matrix_iter(border=BORDER)]
    if len(rows) % 2:
        rows.append([1] * len(rows[0]))  # painted as nothing, like what is below it
    signs = {(0, 0): "█", (0, 1): "▀", (1, 0): "▄", (1, 1): " "}
    return "\n".join(
        "".join(signs[pair] for pair in zip(*two, strict=True)).rstrip() for two in zip(rows[::2], rows[1::2], strict=True)
    )


def _write(muster: Muster, options: ExportOptions) -> bytes:
    link, suffix = link_of(muster.army, options.page), options.suffix.casefold()
    if suffix in ("", ".txt"):
        return f"{blocks_of(link)}\n{link}\n".encode()
    if suffix not in (".svg", ".png"):
        raise DataError(f"qr: expected a file name that ends in .svg, .png or .txt, got {options.suffix!r}", path="qr")
    drawn = io.BytesIO()
    _code(link).save(drawn, kind=suffix[1:], scale=SCALE, border=BORDER)
    return drawn.getvalue()


EXPORTER = Exporter("qr", "QR code of the share link: .svg, .png, or for the terminal", ".svg", _write)
