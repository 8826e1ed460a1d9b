from __future__ import annotations

import re
import shutil
import subprocess
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import numpy as np
import pytest

from aqmf_air.games.martian_aircraft.rulings import AircraftRulings
from aqmf_air.games.martian_front.rules.barrage import template_sizes
from aqmf_air.games.martian_front.ui.prints.templates import Terms, chosen_pieces, template_sheet
from aqmf_air.printing.drawing import INCH, Circle, Drawing, Label
from aqmf_air.printing.sheets import tiled
from aqmf_air.printing.svg import HAIRLINE, STROKES, write_svg
from tests.printing.sheet import KIT

SVG = "{http://www.w3.org/2000/svg}"


def sheet(*names: str) -> Any:
    drawing = template_sheet(chosen_pieces(KIT, names, laser=True), Terms(AircraftRulings()), 600)
    return ElementTree.fromstring(write_svg(drawing, "A <title>"))


def layer(root: Any, name: str) -> Any:
    (group,) = (one for one in root.findall(f"{SVG}g") if one.get("id") == name)
    return group


def test_the_user_unit_is_a_millimetre() -> None:
    root = sheet("gauge", "sticks")
    width, height = root.get("width"), root.get("height")
    assert width == "600mm"
    assert root.get("viewBox") == f"0 0 {width[:-2]} {height[:-2]}"
    assert root.findtext(f"{SVG}title") == "A <title>"


def test_cuts_are_red_hairlines_of_the_right_size() -> None:
    root = sheet("gauge", "barrage")
    circles = layer(root, "cut").findall(f"{SVG}circle")
    diameters = sorted(2 * float(circle.get("r")) for circle in circles)
    assert diameters == pytest.approx(sorted(one * INCH for one in (4, *template_sizes().values())), abs=1e-3)
    for circle in circles:
        assert circle.get("stroke") == STROKES["cut"] == "#ff0000"
        assert float(circle.get("stroke-width")) == HAIRLINE
        assert circle.get("fill") is None


def test_layers_come_in_the_order_of_the_machine_and_no_text_needs_a_font() -> None:
    root = ElementTree.fromstring(write_svg(template_sheet(KIT.pieces, Terms(AircraftRulings()), 600), "all"))
    assert [group.get("id") for group in root.findall(f"{SVG}g")] == ["engrave", "score", "cut"]
    assert root.findall(f".//{SVG}text") == []
    said = {path.get("aria-label") for path in layer(root, "engrave").iter(f"{SVG}path")}
    assert {"TURNING GAUGE", "BARRAGE 6", "90°", "SWEEP"} <= said
    for element in layer(root, "cut").iter():
        assert element.get("stroke") in (None, "#ff0000")


def test_a_laser_is_given_no_greys() -> None:
    text = write_svg(template_sheet(KIT.pieces, Terms(AircraftRulings()), 600), "all").decode()
    assert set(re.findall(r'(?:fill|stroke)="([^"]+)"', text)) == {"none", "#000000", "#ff0000", "#0000ff"}
    for element in layer(ElementTree.fromstring(text), "engrave"):
        assert element.get("fill") or element.get("stroke")


def test_the_same_sheet_gives_the_same_bytes() -> None:
    assert len({write_svg(template_sheet(KIT.pieces, Terms(AircraftRulings()), 600), "all") for _ in range(2)}) == 1


def test_tiles_are_for_paper() -> None:
    tile, *_ = tiled(Drawing("long", 500, 10, ()), 187, 257)
    with pytest.raises(ValueError, match="whole, not in tiles"):
        write_svg(tile, "tile")


@pytest.mark.skipif(shutil.which("rsvg-convert") is None, reason="rsvg-convert is not installed")
def test_letters_stand_where_their_label_says(tmp_path: Path) -> None:
    # one em high "H" at the middle of a square, and the same upside down
    for angle in (0.0, 180.0):
        label = Label(50, 50, "H", "sans", 60, "middle", angle=angle)
        drawing = Drawing("letter", 100, 100, (Circle(50, 50, 49, None, 0.9), label))
        path = tmp_path / "letter.svg"
        path.write_bytes(write_svg(drawing, "H"))
        png = tmp_path / "letter.png"
        subprocess.run(["rsvg-convert", "-w", "400", "-b", "white", str(path), "-o", str(png)], check=True, timeout=60)
        from PIL import Image

        ink = np.argwhere(np.asarray(Image.open(png).convert("L")) < 100)
        assert ink[:, 1].mean() / 4 == pytest.approx(50, abs=0.5)
        assert bool(ink[:, 0].mean() / 4 < 50) is (angle == 0)  # upright letters stand above their baseline
