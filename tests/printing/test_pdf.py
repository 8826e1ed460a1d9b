from __future__ import annotations

import hashlib
import json
import subprocess
import sys
from io import BytesIO
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest
import typst
from hypothesis import given, settings
from hypothesis import strategies as st
from pypdf import PdfReader

from aqmf_air.games.martian_aircraft.tables import AircraftRulings
from aqmf_air.games.martian_front.ui.prints.kit import sheets
from aqmf_air.games.martian_front.ui.prints.templates import TemplateTerms, grouped
from aqmf_air.printing import paper as printing
from aqmf_air.printing.paper import write_pdf
from tests.printing.sheet import KIT, POINT, SIZES, pages, written

GROUPS = grouped(KIT, KIT.pieces, TemplateTerms(AircraftRulings()))
LIST = {"about": "", "units": [], "points": "0", "left": "", "key": "", "findings": [], "code": "", "code-note": []}


def noted(*notes: str, name: str = "A name") -> bytes:
    return written(list={"name": name, "notes": notes, **LIST})


def fonts_of(reader: PdfReader) -> dict[str, Any]:
    found = {}
    for page in reader.pages:
        resources: Any = page["/Resources"]
        for font in resources["/Font"].values():
            found[font.get_object()["/BaseFont"]] = font.get_object()["/DescendantFonts"][0].get_object()
    return found


@pytest.mark.parametrize("scale", [(1, 1), (0.98, 1.01)])
@pytest.mark.parametrize("paper", list(SIZES))
def test_pages_are_tagged_sheets_that_no_viewer_scales(paper: str, scale: tuple[float, float]) -> None:
    made = write_pdf(sheets(title="A title", groups=GROUPS), paper, scale)
    reader = PdfReader(BytesIO(made.content), strict=True)
    assert len(reader.pages) == made.pages
    root: Any = reader.trailer["/Root"]
    assert root["/ViewerPreferences"]["/PrintScaling"] == "/None"
    assert root["/MarkInfo"]["/Marked"]
    assert root["/Lang"] == "en"
    assert b"pdfuaid:part>1<" in root["/Metadata"].get_data()
    wide, high = SIZES[paper]
    for page in reader.pages:
        assert [float(side) * POINT for side in page.mediabox] == pytest.approx([0, 0, wide, high], abs=1e-3)
        assert page.cropbox == page.mediabox
        assert not page.rotation
    assert reader.metadata is not None
    assert reader.metadata.title == "A title"
    titles = [one["/Title"] for one in reader.outline if isinstance(one, dict)]
    assert titles == [group["title"] for group in GROUPS]


def test_every_font_is_embedded_as_a_subset() -> None:
    fonts = fonts_of(PdfReader(BytesIO(written(groups=GROUPS))))
    assert fonts
    for name, font in fonts.items():
        assert "+Source" in name
        assert {"/FontFile2", "/FontFile3"} & set(font["/FontDescriptor"]), name


def test_pages_are_numbered_and_say_how_to_check_them() -> None:
    texts = pages(written("letter", groups=GROUPS))
    for number, text in enumerate(texts, 1):
        assert f"{number} / {len(texts)}" in text
        assert "Print at actual size" in text
        assert "ALL QUIET ON THE MARTIAN FRONT" in text


def test_text_can_be_searched_in_every_script() -> None:
    (text,) = pages(noted("Блерио, Œuvre, Ångström, Ταξιαρχία", "é ß Ł ő", name="Илья Муромец"))
    for said in ("Илья Муромец", "é ß Ł ő", "Блерио, Œuvre, Ångström, Ταξιαρχία"):
        assert said in text


def test_markup_in_a_name_prints_as_itself() -> None:
    odd = "#x $y$ *b* _i_ @k <l> `c` \\ = - 1. [q] // /* ~ --- https://x.y"
    (text,) = pages(noted(odd, name=odd))
    assert text.count(odd) == 2


def test_what_no_font_has_is_a_question_mark_and_is_told() -> None:
    sign = "\U00013000"  # a hieroglyph
    made = write_pdf(sheets(title=sign, list={"name": f"b{sign}", "notes": [sign], **LIST}), "a4")
    assert made.missing in (sign, "")  # a system may have a font of them
    assert f"b{'?' if made.missing else sign}" in pages(made.content)[0]


@settings(max_examples=12)
@given(st.text(st.characters(codec="utf-8"), max_size=40))
def test_any_text_is_printed(text: str) -> None:
    assert pages(noted(text, name=f"a{text}"))


@pytest.mark.further
def test_the_same_pages_give_the_same_bytes_in_any_process() -> None:
    program = """
import hashlib
from tests.printing.test_pdf import GROUPS, written
print(*(hashlib.sha256(written(groups=GROUPS)).hexdigest() for _ in range(2)))
"""
    done = subprocess.run(
        [sys.executable, "-c", program],
        env={"PYTHONHASHSEED": "1", "PYTHONPATH": ":".join(sys.path)},
        capture_output=True,
        text=True,
        check=True,
    )
    assert {*done.stdout.split(), hashlib.sha256(written(groups=GROUPS)).hexdigest()} == {done.stdout.split()[0]}


def test_a_strangers_drawing_comes_from_its_own_file(tmp_path: Path) -> None:
    own = tmp_path / "instruments.typ"  # a name that the kit has, too
    own.write_text(
        '#import "page.typ": *\n#let kite(size: 1) = drawing("Kite", size, size, frame((0, 0), size, size, pen: cut) + '
        'note((size / 2, 5), serif(8, "a kite")))',
        encoding="utf-8",
    )
    kite = {"title": "Kite", "use": "fly it", "drawing": printing.Drawing(own, "kite", {"size": 40})}
    (text,) = pages(written(groups=[{"title": "Kites", "note": "", "pieces": [kite, GROUPS[0]["pieces"][0]]}]))
    assert "a kite" in text
    assert "TURNING GAUGE" in text


# -- cutting and packing --------------------------------------------------------------------------------------------------


def asked(expression: str, **data: Any) -> Any:
    """What an expression with ``data`` comes to in ``page.typ``."""
    source = f'#import "page.typ": *\n#metadata({expression}) <answer>'
    files: Any = {"main.typ": source.encode(), "page.typ": printing.OWN.read_bytes(), "data.json": json.dumps(data).encode()}
    return json.loads(typst.query(files, "<answer>", field="value", one=True))


@settings(max_examples=5)
@given(st.lists(st.floats(5, 3000), min_size=1, max_size=30), st.sampled_from([186.0, 191.9, 239.4, 257.0]))
def test_tiles_fit_and_cover_the_whole(lengths: list[float], most: float) -> None:
    for length, cuts in zip(
        lengths, asked("data.lengths.map(one => cuts(one, data.most))", lengths=lengths, most=most), strict=True
    ):
        assert (cuts[0], cuts[-1]) == (0, pytest.approx(length))
        for start, end in pairwise(cuts):
            last = end == cuts[-1]
            assert 0 < end - start + (0 if last else 8) <= most + 1e-6
            assert last or end / 25.4 == pytest.approx(round(end / 25.4))
        fewer = (len(cuts) - 3) * ((most - 8) // 25.4 * 25.4) + most  # what a tile less could cover
        assert len(cuts) == 2 or fewer < length + 1e-5


@settings(max_examples=5)
@given(st.lists(st.floats(5, 187), min_size=1, max_size=25))
def test_drawings_in_a_row_keep_apart_and_are_all_there(widths: list[float]) -> None:
    bins = asked("packed(data.widths, 187mm, one => one * 1mm)", widths=widths)
    assert sorted(one for row in bins for one in row) == pytest.approx(sorted(widths))
    for row in bins:
        assert sum(row) + 4 * (len(row) - 1) <= 187 + 0.01
