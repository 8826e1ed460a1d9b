"""Everything that is printed can be read at arm's length."""

from __future__ import annotations

from io import BytesIO
from typing import Any

import pytest
from pypdf import PdfReader

from aqmf_air.plugins import kinds
from aqmf_air.printing.paper import write_pdf
from tests.printing.sheet import LEAST, READING, REGISTRY, sizes_of

PRINTS = [
    (ruleset, name)
    for ruleset in REGISTRY.rulesets
    for name, made in REGISTRY.of(kinds.PRINTS, ruleset).items()
    if made.where
]


def printed(ruleset: str, name: str, paper: str = "a4") -> bytes:
    game = REGISTRY.ruleset(ruleset)
    return write_pdf(REGISTRY.of(kinds.PRINTS, ruleset)[name].load()(game, game.rulings()), paper).content


@pytest.mark.further(every=8)
@pytest.mark.parametrize(("ruleset", "name"), PRINTS)
def test_no_letter_is_too_small_and_no_page_is_more_than_said(ruleset: str, name: str) -> None:
    pdf = printed(ruleset, name)
    assert min(sizes_of(pdf)) >= LEAST
    assert len(PdfReader(BytesIO(pdf)).pages) == REGISTRY.of(kinds.PRINTS, ruleset)[name].pages


@pytest.mark.further(every=6)
@pytest.mark.parametrize(("ruleset", "name"), PRINTS)
def test_every_letter_is_of_a_typeface_of_ours(ruleset: str, name: str) -> None:
    """What they lack is a box on some machines, or a letter of whatever typeface there is."""
    pages: Any = PdfReader(BytesIO(printed(ruleset, name))).pages
    faces = {font.get_object()["/BaseFont"] for page in pages for font in page["/Resources"]["/Font"].values()}
    assert {str(face) for face in faces if "+Source" not in face} == set()


@pytest.mark.further(every=2)
@pytest.mark.parametrize("ruleset", [ruleset for ruleset, name in PRINTS if name == "aid"])
def test_running_text_of_an_aid_is_larger_than_its_tables(ruleset: str) -> None:
    found = set()

    def see(text: str, current: Any, matrix: Any, font: Any, size: float) -> None:
        if len(text.strip()) > 12 and str(font["/BaseFont"]).split("+")[-1].startswith("SourceSerifPro-Regular"):
            found.add(round(size * matrix[3] * current[3], 2))

    for page in PdfReader(BytesIO(printed(ruleset, "aid"))).pages:
        page.extract_text(visitor_text=see)
    sizes = {abs(size) for size in found} - {LEAST}  # the name of the game in the head
    assert sizes
    assert min(sizes) >= READING


@pytest.mark.parametrize(
    ("ruleset", "cell", "paper", "least"),
    [
        *(("richthofen", "mean", paper, 9.99) for paper in ("a4", "letter")),
        *(("aqmf", "Guided Missiles", paper, 9.99) for paper in ("a4", "letter")),
        *(("clouds", "riddled", paper, 10.99) for paper in ("a4", "letter")),
    ],
)
def test_the_tables_of_an_aid_are_as_large_as_it_has_room_for(ruleset: str, cell: str, paper: str, least: float) -> None:
    """One of many columns stands across two columns of the sheet; the fullest sheet leaves no column half free."""
    found: list[float] = []

    def see(text: str, current: Any, matrix: Any, font: Any, size: float) -> None:
        if cell in text:
            found.append(abs(size * matrix[3] * current[3]))

    for page in PdfReader(BytesIO(printed(ruleset, "aid", paper))).pages:
        page.extract_text(visitor_text=see)
    assert found
    assert min(found) >= least


def test_no_reader_takes_the_catalog_for_an_error() -> None:
    """Poppler calls ``/Suspects false`` one, which says nothing."""
    root: Any = PdfReader(BytesIO(printed("valor", "map"))).trailer["/Root"]
    assert root["/MarkInfo"]["/Marked"]
    assert "/Suspects" not in root["/MarkInfo"]
