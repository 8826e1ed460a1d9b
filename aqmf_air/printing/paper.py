"""Paper: Typst documents as PDF at true scale, or as one SVG for laser cutters."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Mapping, Set
from dataclasses import asdict, dataclass, is_dataclass
from fractions import Fraction
from hashlib import sha256
from importlib.metadata import version
from pathlib import Path
from typing import Any
from xml.sax.saxutils import escape

from aqmf_air.core.data.names import by_name
from aqmf_air.core.data.text import percent
from aqmf_air.errors import InvalidCommandError
from aqmf_air.plugins.faults import fault_of_file
from aqmf_air.printing.typesetting import TypstError, compiled

POINT = 25.4 / 72
"""Millimetres of a typographic point."""

PAPERS = {"a4": "a4", "letter": "us-letter"}
"""What Typst calls them."""
OWN = Path(__file__).with_name("page.typ")
LAYERS = {"print": "engrave", "fold": "score", "cut": "cut"}
"""What a laser does with a layer, in the order in which it should: what is cut out last cannot move before."""

MEASURED = (95.0, 110.0)
"""What the 100 mm bar may measure in print; beyond that the printer was told to fit the page to the paper."""
FACTOR = tuple(round(100 / measured, 4) for measured in reversed(MEASURED))


@dataclass(frozen=True, slots=True)
class Drawing:
    """What a function of a Typst file draws to scale with these arguments, which are written as JSON."""

    source: Path
    function: str
    arguments: Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Sheets:
    """What is printed: a Typst document, which may import ``page.typ`` and the files beside it, and what it reads as
    ``data.json``: a ``title``, an ``imprint`` and what is on the pages. The path of a file in the data may be imported.
    """

    document: Path
    data: Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class PrintedFile:
    """A file for paper: its pages, and the letters that no font has, which are printed as question marks."""

    content: bytes
    pages: int
    missing: str = ""


def correction(value: float, what: str) -> float:
    """The factor that ``value`` stands for: a factor near 1, or what the 100 mm bar measures in print.

    Raises InvalidCommandError: it is neither.
    """
    if FACTOR[0] <= value <= FACTOR[1]:
        return value
    if MEASURED[0] <= value <= MEASURED[1]:
        return 100 / value
    raise InvalidCommandError(
        f"{what}: expected the millimetres that the printed 100 mm bar measures ({MEASURED[0]:g} to {MEASURED[1]:g}) "
        f"or a factor ({FACTOR[0]:.2f} to {FACTOR[1]:.2f}), got {value:g}; if the bar is further off, print at actual size",
        value=value,
    )


def write_pdf(sheets: Sheets, paper: str = "a4", scale: tuple[float, float] = (1, 1)) -> PrintedFile:
    """Sheets as PDF/UA-1 on one of ``PAPERS``, which viewers are told not to scale; the same bytes for the same data.

    ``scale``: factors across and up that correct a printer; about the middle, so that opposite margins share them.
    Raises UnknownNameError: there is no such paper.
    """
    main, data = sheets.document, {"paper": by_name(PAPERS, paper, "paper"), **sheets.data}
    content, missing = _typeset(main, data, format="pdf", pdf_standards="ua-1")
    return PrintedFile(_updated(content, scale), len(OBJECTS.findall(content)) - 1, missing)


def first_pages(sheets: Sheets, count: int, paper: str = "a4", ppi: float = 50) -> list[bytes]:
    """The first pages, so many at most, as PNG with so many pixels to the inch."""
    data = {"paper": by_name(PAPERS, paper, "paper"), **sheets.data}
    pages = _typeset(sheets.document, data, format="png", ppi=ppi)[0]
    return pages[:count] if isinstance(pages, list) else [pages]  # of one page, Typst gives that alone


UNSUSPECTED = b"/Suspects false"
"""What is so without being said; older readers of PDF call it an error."""
OBJECTS = re.compile(rb"^(\d+) 0 obj\n(<</Type/(?:Catalog|Page)/.*>>)\nendobj", re.M)
"""The catalog and the pages of a PDF as Typst writes it."""


def _updated(pdf: bytes, scale: tuple[float, float]) -> bytes:
    """The PDF with an update after its end, which leaves its tags alone: no viewer scales it, its pages are drawn scaled."""
    (keys, size, before), (x, y) = re.findall(rb"trailer\n<<(.*/Size (\d+).*)>>\nstartxref\n(\d+)", pdf)[-1], scale
    first, last, changed = int(size), int(size) + 1, {}
    for number, body in OBJECTS.findall(pdf):
        if b"/Type/Catalog" in body:
            told = body.replace(b"/ViewerPreferences<<", b"/ViewerPreferences<</PrintScaling/None")
            changed[int(number)] = told.replace(UNSUSPECTED, b"")
        elif scale != (1, 1):
            wide, high = map(float, re.findall(rb"/MediaBox\[0 0 (\S+) (\S+)\]", body)[0])
            draw = f"q {x:.6f} 0 0 {y:.6f} {wide * (1 - x) / 2:.6f} {high * (1 - y) / 2:.6f} cm\n".encode()
            changed[int(number)] = re.sub(rb"/Contents (\d+ 0 R)", rb"/Contents[%d 0 R \1 %d 0 R]" % (first, last), body)
            for own, text in ((first, draw), (last, b"\nQ")):
                changed[own] = b"<</Length %d>>\nstream\n%b\nendstream" % (len(text), text)
    places = b""
    for number, body in changed.items():
        places += b"%d 1\n%010d 00000 n\r\n" % (number, len(pdf))
        pdf += b"%d 0 obj\n%b\nendobj\n" % (number, body)
    trailer = keys.replace(b"/Size %b" % size, b"/Size %d/Prev %b" % (last + 1, before))
    return pdf + b"xref\n%btrailer\n<<%b>>\nstartxref\n%d\n%%%%EOF\n" % (places, trailer, len(pdf))


GLYPH = re.compile(r'<use xlink:href="#([^"]+)" x="([^"]+)" y="([^"]+)"([^>]*)/>')


def write_svg(sheets: Sheets, title: str) -> tuple[bytes, float, float]:
    """The one page of a Typst document for a laser cutter, with its width and height, in millimetres like its user unit.

    Layers are groups: ``cut`` is red and ``score`` is blue, both hairlines; ``engrave`` is black. Letters are outlines, so
    that no machine needs the fonts.
    """
    groups, width, height = "", 0.0, 0.0
    for layer, name in LAYERS.items():
        drawn = _typeset(sheets.document, sheets.data, format="svg", sys_inputs={"layer": layer})[0].decode()
        width, height = (round(float(side) * POINT, 4) for side in re.findall(r'viewBox="0 0 (\S+) (\S+)"', drawn)[0])
        outlines = dict(re.findall(r'<symbol id="([^"]+)"[^>]*>(<path.*?)/></symbol>', drawn))
        body = re.findall(r"<svg[^>]*>(.*?)(?:<defs|</svg>)", drawn, re.S)[0]
        for whole, glyph, x, y, look in set(re.findall(f"({GLYPH.pattern})", body)):
            body = body.replace(whole, f'{outlines[glyph]} transform="translate({x} {y})"{look}/>')
        groups += f'<g id="{name}" transform="scale({POINT})">{body}</g>\n'
    size = f'width="{width:g}mm" height="{height:g}mm" viewBox="0 0 {width:g} {height:g}"'
    head = f'<?xml version="1.0" encoding="UTF-8"?>\n<svg xmlns="http://www.w3.org/2000/svg" {size}>\n'
    return f"{head}<title>{escape(title)}</title>\n{groups}</svg>\n".encode(), width, height


Compile = Callable[[Mapping[str, bytes], Mapping[str, Any]], Any]
"""Makes a document of files, as :func:`~aqmf_air.printing.typesetting.compiled` does."""
_compile: Compile = compiled


def compile_by(make: Compile) -> Compile:
    """Have all documents made by this from now on; gives what made them before."""
    global _compile
    _compile, before = make, _compile
    return before


def fingerprint(sheets: Sheets) -> str:
    """What is the same for sheets that are printed alike, by the same Typst."""
    given = "\0".join(
        f"{name} {sha256(part).hexdigest()}" for name, part in sorted(_given(sheets.document, sheets.data).items())
    )
    return sha256(f"{version('typst')}\0{given}".encode()).hexdigest()


def _given(main: Path, data: Mapping[str, Any], missing: Set[str] = frozenset()) -> dict[str, bytes]:
    """The files that Typst makes a document of; letters that are ``missing`` are replaced by question marks."""
    files = {path.name: path for path in (OWN, *main.parent.glob("*.typ"))}

    def plain(value: Any) -> Any:
        """The data as JSON: strings on one line, and files to be imported by the names by which they are."""
        match value:
            case str():
                shown = (" " if letter.isspace() else letter for letter in value if letter.isprintable() or letter.isspace())
                return "".join("?" if letter in missing else letter for letter in shown)
            case Path():
                name = value.name if files.setdefault(value.name, value) == value else f"{len(files)}-{value.name}"
                files[name] = value
                return name
            case Fraction():
                return percent(value)
            case Mapping():
                return {name: plain(member) for name, member in value.items()}
            case list() | tuple():
                return [plain(member) for member in value]
        return plain(asdict(value)) if is_dataclass(value) and not isinstance(value, type) else value

    given = {"data.json": json.dumps(plain(data)).encode(), "main.typ": main.read_bytes()}
    return given | {name: path.read_bytes() for name, path in files.items()}


def _typeset(main: Path, data: Mapping[str, Any], **how: Any) -> tuple[Any, str]:
    """What Typst makes of a document, and the letters that no font has: those are replaced by question marks."""
    missing = set[str]()
    while True:
        try:
            return _compile(_given(main, data, missing), how), "".join(sorted(missing))
        except TypstError as error:
            letters = "".join(re.findall(r'the text `"(.*?)"` could not be displayed', error.diagnostic))
            unknown = {chr(int(code, 16)) if code else letter for code, letter in re.findall(r"\\u\{(\w+)\}|(.)", letters)}
            if unknown <= missing:
                raise fault_of_file(main, error) from error
            missing |= unknown
