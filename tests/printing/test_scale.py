"""True scale: what comes out of an independent renderer at 1,200 dpi measures as the engine says."""

from __future__ import annotations

from dataclasses import replace
from itertools import pairwise
from math import radians, sin, sqrt
from pathlib import Path

import pytest

from aqmf_air.errors import InvalidCommandError
from aqmf_air.games.martian_aircraft.chapters.movement import allowance
from aqmf_air.games.martian_aircraft.state import figures
from aqmf_air.games.martian_aircraft.tables import AircraftRulings
from aqmf_air.games.martian_front.chapters.heat_rays import sweep_strip
from aqmf_air.games.martian_front.chapters.templates import template_sizes
from aqmf_air.games.martian_front.ui.prints.templates import TemplateTerms, chosen_pieces
from aqmf_air.printing.paper import Drawing, correction
from tests.printing.sheet import INCH, KIT, LEFT, RIGHT, SIZES, TOP, lines_along, needs_renderer, rendered, written

pytestmark = needs_renderer

WITHIN = 0.05
"""Millimetres."""


def drawings(name: str) -> list[Drawing]:
    (piece,) = chosen_pieces(KIT, TemplateTerms(AircraftRulings()), (name,))
    return list(piece.draw(TemplateTerms(AircraftRulings())))


def printed(tmp_path: Path, paper: str, drawing: Drawing, scale: tuple[float, float] = (1, 1)) -> Path:
    """A page with this drawing alone, at the top in the middle."""
    piece = {"title": "x", "use": "", "drawing": drawing}
    path = tmp_path / f"{paper}.pdf"
    path.write_bytes(written(paper, scale, groups=[{"title": "Test", "note": "", "pieces": [piece]}]))
    return path


def middle(paper: str) -> float:
    return (LEFT + SIZES[paper][0] - RIGHT) / 2


def chords(pdf: Path, paper: str, radius: float, offset: float) -> tuple[float, float]:
    """How far apart a circle's outline is crossed, ``offset`` millimetres off its middle, across and up the page."""
    margin, strip = 0.6, 0.1
    side, x, y = 2 * (radius + margin), middle(paper), TOP + radius
    across = rendered(pdf, 1, x - radius - margin, y - offset - strip / 2, side, strip).mean(axis=0)
    up = rendered(pdf, 1, x + offset - strip / 2, y - radius - margin, strip, side).mean(axis=1)
    one, other = lines_along(across), lines_along(up)
    return one[-1] - one[0], other[-1] - other[0]


@pytest.mark.parametrize("paper", list(SIZES))
@pytest.mark.rule("AIR-MOVE-4")
def test_the_gauge_is_as_wide_as_the_rules_say(tmp_path: Path, paper: str) -> None:
    radius = figures()["turning gauge"] * INCH / 2
    offset = radius * sin(radians(2.5))  # between two marks of the rim
    for measured in chords(printed(tmp_path, paper, drawings("gauge")[0]), paper, radius, offset):
        assert measured == pytest.approx(2 * sqrt(radius**2 - offset**2), abs=WITHIN)


@pytest.mark.rule("HOST-BARRAGE-2")
def test_barrage_templates_are_as_wide_as_their_ratings_say(tmp_path: Path) -> None:
    sizes = sorted(template_sizes().values(), reverse=True)
    assert len(sizes) == 6
    nests = [one.arguments["rings"] for one in drawings("barrage")]
    assert [[one["diameter"] for one in rings] for rings in nests] == [sizes[0::2], sizes[1::2]]
    for rings in (nest[start:] for nest in nests for start in range(3)):  # what is left when the outer rings are cut off
        radius = rings[0]["diameter"] * INCH / 2
        drawing = replace(drawings("barrage")[0], arguments={"rings": rings})
        measured = chords(
            printed(tmp_path, "letter", drawing), "letter", radius, 0.4
        )  # off the marks at 180 and 360 degrees
        assert measured == pytest.approx([2 * sqrt(radius**2 - 0.4**2)] * 2, abs=WITHIN)


@pytest.mark.rule("HOST-RAY-3")
def test_the_sweep_strip_is_true(tmp_path: Path) -> None:
    pdf = printed(tmp_path, "a4", drawings("sweep")[0])
    strip = sweep_strip(0, 0, 0)
    length, width = strip.length * INCH, strip.width * INCH
    left = middle("a4") - length / 2
    across = lines_along(rendered(pdf, 1, left - 2, TOP + width - 9, length + 4, 0.1).mean(axis=0))
    up = lines_along(rendered(pdf, 1, left + 10, TOP - 2, 0.1, width + 4).mean(axis=1))
    assert across[-1] - across[0] == pytest.approx(length, abs=WITHIN)
    assert up[-1] - up[0] == pytest.approx(width, abs=WITHIN)


def test_the_tiles_of_a_stick_add_up_to_its_speed(tmp_path: Path) -> None:
    pdf = printed(tmp_path, "a4", drawings("sticks")[0])
    stick, gap, overlap = 15, 12, 8
    lengths = []
    for top in (TOP, TOP + stick + gap):
        found = lines_along(rendered(pdf, 1, LEFT, top + stick - 9.2, SIZES["a4"][0] - LEFT - RIGHT, 0.1).mean(axis=0))
        lengths.append(found[-1] - found[0])
    slowest = allowance(12).maximum * INCH
    assert lengths == pytest.approx([slowest / 2 + overlap, slowest / 2], abs=WITHIN)


def test_the_tiles_of_a_tall_drawing_hold_their_parts_of_it(tmp_path: Path) -> None:
    source = tmp_path / "ladder.typ"
    source.write_text(
        '#import "page.typ": *\n#let ladder() = drawing("Ladder", 120, 30 * 12.7, '
        "range(1, 31).map(rung => segment((50, rung * 12.7 - 4), (70, rung * 12.7 - 4), pen: rule)).join())",
        encoding="utf-8",
    )
    pdf = printed(tmp_path, "a4", Drawing(source, "ladder", {}))
    found = []
    for page in (1, 2):
        ink = rendered(pdf, page, middle("a4") - 1, TOP - 2, 0.1, 240).mean(axis=1)
        found.append([TOP - 2 + place for place in lines_along(ink)])
    lower, upper = ([after - one for one, after in pairwise(places)] for places in found)
    assert sum(lower) == pytest.approx(8 * INCH + 8, abs=WITHIN)  # it goes on under the upper one
    assert lower[-16:] == pytest.approx([12.7] * 15 + [8.7], abs=WITHIN)
    assert upper == pytest.approx([4, *[12.7] * 13, 8.7], abs=WITHIN)


def bar_lengths(pdf: Path, paper: str, scale: tuple[float, float] = (1, 1)) -> dict[str, float]:
    """What the four bars of page 1 measure, between their first and last marks."""
    wide, high = SIZES[paper]
    foot, left = high - 11.6, 10.4  # the line that both halves of a bar share
    crops = {
        "inches across": (15, foot - 1.6, 108, 0.3),
        "cm across": (15, foot + 1.3, 104, 0.3),
        "inches up": (left - 1.6, high - 19 - 105, 0.3, 108),
        "cm up": (left + 1.3, high - 19 - 102, 0.3, 104),
    }
    lengths = {}
    for name, (x, y, width, height) in crops.items():
        x, y = (side / 2 + (at - side / 2) * by for at, side, by in ((x, wide, scale[0]), (y, high, scale[1])))
        ink = rendered(pdf, 1, x, y, width * scale[0], height * scale[1]).mean(axis=1 if name.endswith("up") else 0)
        marks = lines_along(ink)
        assert len(marks) == (5 if name.startswith("inches") else 11), name
        lengths[name] = marks[-1] - marks[0]
    return lengths


BARS = {"inches across": 101.6, "cm across": 100.0, "inches up": 101.6, "cm up": 100.0}


@pytest.mark.parametrize("paper", list(SIZES))
def test_the_bars_are_true_on_both_axes(tmp_path: Path, paper: str) -> None:
    assert bar_lengths(printed(tmp_path, paper, drawings("sweep")[0]), paper) == pytest.approx(BARS, abs=WITHIN)


def test_a_correction_undoes_what_a_printer_does(tmp_path: Path) -> None:
    # on a printer whose 100 mm bars came out at 98.5 across and 101 up
    scale = correction(98.5, "--scale-x"), correction(101, "--scale-y")
    pdf = printed(tmp_path, "a4", drawings("sweep")[0], scale=scale)
    shrunk = {"across": 0.985, "up": 1.01}
    measured = {name: length * shrunk[name.split()[1]] for name, length in bar_lengths(pdf, "a4", scale).items()}
    assert measured == pytest.approx(BARS, abs=WITHIN)


def test_a_correction_is_a_factor_or_what_the_bar_measures() -> None:
    assert correction(1.02, "--scale-x") == 1.02
    assert correction(98, "--scale-x") == pytest.approx(100 / 98)
    for value in (0, -1, 0.5, 1.2, 94, 111, float("nan"), float("inf")):
        with pytest.raises(InvalidCommandError, match="--scale-x: expected the millimetres"):
            correction(value, "--scale-x")
