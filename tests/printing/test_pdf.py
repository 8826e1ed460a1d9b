from __future__ import annotations

import subprocess
import sys
from io import BytesIO
from typing import Any

import pytest
from pypdf import PdfReader

from aqmf_air.games.martian_aircraft.rulings import AircraftRulings
from aqmf_air.games.martian_front.ui.prints.templates import Terms, template_leaves
from aqmf_air.printing.drawing import POINT, Label
from aqmf_air.printing.paper import PAPERS, Leaf, Paper, Scale, bound
from aqmf_air.printing.pdf import write_pdf
from tests.printing.sheet import KIT

TRUE = Scale()


def whole_kit(paper: Paper) -> tuple[Leaf, ...]:
    return template_leaves(KIT, KIT.pieces, Terms(AircraftRulings()), paper)


def opened(leaves: tuple[Leaf, ...], paper: Paper, scale: Scale = TRUE) -> PdfReader:
    return PdfReader(BytesIO(write_pdf(bound(leaves, paper, "imprint"), "A title", scale)))


def fonts_of(reader: PdfReader) -> dict[str, Any]:
    found = {}
    for page in reader.pages:
        resources: Any = page["/Resources"]
        for font in resources["/Font"].values():
            found[font.get_object()["/BaseFont"]] = font.get_object()
    return found


@pytest.mark.parametrize("paper", list(PAPERS.values()), ids=lambda paper: paper.name)
def test_pages_are_sheets_that_no_viewer_scales(paper: Paper) -> None:
    leaves = whole_kit(paper)
    reader = opened(leaves, paper)
    assert len(reader.pages) == len(leaves)
    root: Any = reader.trailer["/Root"]
    assert root["/ViewerPreferences"]["/PrintScaling"] == "/None"
    for page in reader.pages:
        assert [float(side) * POINT for side in page.mediabox] == pytest.approx([0, 0, paper.width, paper.height], abs=1e-3)
        assert page.cropbox == page.mediabox
        assert not page.rotation
    assert reader.metadata is not None
    assert reader.metadata.title == "A title"


def test_every_font_is_embedded_as_a_subset() -> None:
    fonts = fonts_of(opened(whole_kit(PAPERS["a4"]), PAPERS["a4"]))
    assert fonts
    for name, font in fonts.items():
        assert "+Source" in name
        assert "/FontFile2" in font["/FontDescriptor"], name


def test_pages_are_numbered_and_say_how_to_check_them() -> None:
    leaves = whole_kit(PAPERS["letter"])
    texts = [page.extract_text() for page in opened(leaves, PAPERS["letter"]).pages]
    for number, text in enumerate(texts, 1):
        assert f"{number} / {len(leaves)}" in text
        assert "Print at actual size" in text
        assert "IMPRINT" in text


def test_text_can_be_searched_in_every_script() -> None:
    leaf = Leaf("Илья Муромец", "é ß Ł ő", (Label(30, 100, "Блерио, Œuvre, Ångström, Ταξιαρχία"),))
    (page,) = opened((leaf,), PAPERS["a4"]).pages
    for words in ("Илья Муромец", "é ß Ł ő", "Блерио, Œuvre, Ångström, Ταξιαρχία"):
        assert words in page.extract_text()


def test_the_same_pages_give_the_same_bytes_in_any_process() -> None:
    program = """
import hashlib
from tests.printing.test_pdf import whole_kit
from aqmf_air.printing.paper import PAPERS, Scale, bound
from aqmf_air.printing.pdf import write_pdf
pages = bound(whole_kit(PAPERS["a4"]), PAPERS["a4"], "imprint")
print(*(hashlib.sha256(write_pdf(pages, "title", Scale())).hexdigest() for _ in range(2)))
"""
    digests = set()
    for seed in ("1", "2"):
        command = [sys.executable, "-c", program]
        done = subprocess.run(
            command,
            env={"PYTHONHASHSEED": seed, "PYTHONPATH": ":".join(sys.path)},
            capture_output=True,
            text=True,
            check=True,
        )
        digests.update(done.stdout.split())
    assert len(digests) == 1
