from __future__ import annotations

import re
import shutil
import subprocess
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import numpy as np
import pytest

from aqmf_air.games.martian_aircraft.tables import AircraftRulings
from aqmf_air.games.martian_front.chapters.templates import template_sizes
from aqmf_air.games.martian_front.ui.prints.kit import sheets
from aqmf_air.games.martian_front.ui.prints.templates import TemplateTerms, chosen_pieces, grouped
from aqmf_air.printing.paper import Sheets, write_svg
from tests.printing.sheet import INCH, KIT, POINT

SVG = "{http://www.w3.org/2000/svg}"


def written(*names: str, width: float = 600) -> tuple[bytes, float, float]:
    groups = grouped(
        KIT, chosen_pieces(KIT, TemplateTerms(AircraftRulings()), names, laser=True), TemplateTerms(AircraftRulings())
    )
    return write_svg(sheets(width=width, groups=groups), "A <title>")


def sheet(*names: str) -> Any:
    return ElementTree.fromstring(written(*names)[0])


def layer(root: Any, name: str) -> Any:
    (group,) = (one for one in root.findall(f"{SVG}g") if one.get("id") == name)
    return group


def test_the_user_unit_is_a_millimetre() -> None:
    root = sheet("gauge", "sticks")
    width, height = root.get("width"), root.get("height")
    assert width == "600mm"
    assert root.get("viewBox") == f"0 0 {width[:-2]} {height[:-2]}"
    assert root.findtext(f"{SVG}title") == "A <title>"
    for group in root.findall(f"{SVG}g"):  # within a group it is a point
        assert float(re.findall(r"[\d.]+", group.get("transform"))[0]) == pytest.approx(POINT)


def test_cuts_are_red_hairlines_of_the_right_size() -> None:
    paths = list(layer(sheet("gauge", "barrage"), "cut").iter(f"{SVG}path"))
    # a ring begins at its top, one radius above its origin
    radii = [float(re.findall(r"m 0 -([\d.]+)c", path.get("d"))[0]) * POINT for path in paths]
    assert sorted(2 * radius for radius in radii) == pytest.approx(
        sorted(one * INCH for one in (4, *template_sizes().values())), abs=1e-3
    )
    for path in paths:
        assert path.get("stroke") == "#ff0000"
        assert float(path.get("stroke-width")) * POINT == pytest.approx(0.025, abs=1e-4)
        assert path.get("fill") == "none"


def test_layers_come_in_the_order_of_the_machine_and_no_text_needs_a_font() -> None:
    root = sheet()
    assert [group.get("id") for group in root.findall(f"{SVG}g")] == ["engrave", "score", "cut"]
    for kind in ("text", "use", "image"):
        assert root.findall(f".//{SVG}{kind}") == []
    for name, colour in (("cut", "#ff0000"), ("score", "#0000ff"), ("engrave", "#000000")):
        strokes = {path.get("stroke") for path in layer(root, name).iter(f"{SVG}path")}
        assert strokes - {None, "none"} == {colour}


def test_a_laser_is_given_no_greys() -> None:
    text = written()[0].decode()
    assert set(re.findall(r'(?:fill|stroke)="([^"]+)"', text)) == {"none", "#000000", "#ff0000", "#0000ff"}


def test_the_same_sheet_gives_the_same_bytes() -> None:
    assert written("gauge") == written("gauge")


def test_pieces_are_whole_and_widen_the_sheet_if_they_must() -> None:
    _, width, height = written("marker")
    assert [width, height] == pytest.approx([72 * INCH + 10, 25], abs=1e-3)
    assert written("gauge", width=300)[1] == 300


@pytest.mark.skipif(shutil.which("rsvg-convert") is None, reason="rsvg-convert is not installed")
def test_letters_stand_where_their_label_says(tmp_path: Path) -> None:
    # one em high "H" at the middle of a square, and the same upside down
    for angle in (0, 180):
        source = tmp_path / "letter.typ"
        source.write_text(
            '#import "page.typ": *\n#set page(width: 100mm, height: 100mm, margin: 0mm, fill: none)\n'
            f'#drawn(drawing("", 100, 100, x: 50, y: 50, note((0, 0), sans(60, "H"), angle: {angle}))).body',
            encoding="utf-8",
        )
        path, png = tmp_path / "letter.svg", tmp_path / "letter.png"
        path.write_bytes(write_svg(Sheets(source, {}), "H")[0])
        subprocess.run(["rsvg-convert", "-w", "400", "-b", "white", str(path), "-o", str(png)], check=True, timeout=60)
        from PIL import Image

        ink = np.argwhere(np.asarray(Image.open(png).convert("L")) < 100)
        assert ink[:, 1].mean() / 4 == pytest.approx(50, abs=0.5)
        assert bool(ink[:, 0].mean() / 4 < 50) is (angle == 0)  # upright letters stand above their baseline
