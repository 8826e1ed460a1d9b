"""True scale: what comes out of an independent renderer at 1,200 dpi measures as the engine says."""

from __future__ import annotations

from math import radians, sin, sqrt
from pathlib import Path

import pytest

from aqmf_air.errors import InvalidCommandError
from aqmf_air.games.martian_aircraft.rules.movement import allowance
from aqmf_air.games.martian_aircraft.rulings import AircraftRulings
from aqmf_air.games.martian_aircraft.units import figures
from aqmf_air.games.martian_front.orders.rays import sweep_strip
from aqmf_air.games.martian_front.rules.barrage import template_sizes
from aqmf_air.games.martian_front.ui.prints.templates import Terms, chosen_pieces, template_leaves
from aqmf_air.printing.drawing import INCH, Circle, Outline, Shape
from aqmf_air.printing.paper import A4, LETTER, PAPERS, Page, Paper, Scale, bound, correction
from aqmf_air.printing.pdf import write_pdf
from aqmf_air.printing.sheets import OVERLAP
from tests.printing.sheet import KIT, flat, lines_along, needs_renderer, rendered

pytestmark = needs_renderer

TRUE = Scale()
WITHIN = 0.05
"""Millimetres."""


def printed(tmp_path: Path, paper: Paper, *names: str, scale: Scale = TRUE) -> tuple[Path, tuple[Page, ...]]:
    leaves = template_leaves(KIT, chosen_pieces(KIT, names), Terms(AircraftRulings()), paper)
    pages = bound(leaves, paper, "imprint")
    path = tmp_path / f"{paper.name}.pdf"
    path.write_bytes(write_pdf(pages, "test", scale))
    return path, pages


def cut_circles(pages: tuple[Page, ...]) -> list[tuple[int, Circle]]:
    """Every circle to cut out, with the number of its page."""
    return [
        (number, shape)
        for number, page in enumerate(pages, 1)
        for shape in flat(page.shapes)
        if isinstance(shape, Circle) and shape.layer == "cut"
    ]


def chords(pdf: Path, page: int, circle: Circle, paper: Paper, offset: float) -> tuple[float, float]:
    """How far apart a circle's outline is crossed, ``offset`` millimetres off its middle, across and up the page."""
    margin, strip = 0.6, 0.1
    side = 2 * (circle.radius + margin)
    left, top = circle.x - circle.radius - margin, paper.height - circle.y - circle.radius - margin
    across = rendered(pdf, page, left, paper.height - circle.y - offset - strip / 2, side, strip).mean(axis=0)
    up = rendered(pdf, page, circle.x + offset - strip / 2, top, strip, side).mean(axis=1)
    one, other = lines_along(across), lines_along(up)
    return one[-1] - one[0], other[-1] - other[0]


@pytest.mark.parametrize("paper", [A4, LETTER], ids=lambda paper: paper.name)
@pytest.mark.rule("AIR-MOVE-4")
def test_the_gauge_is_as_wide_as_the_rules_say(tmp_path: Path, paper: Paper) -> None:
    pdf, pages = printed(tmp_path, paper, "gauge")
    ((page, circle),) = cut_circles(pages)
    radius = figures()["turning gauge"] * INCH / 2
    offset = radius * sin(radians(2.5))  # between two marks of the rim
    for measured in chords(pdf, page, circle, paper, offset):
        assert measured == pytest.approx(2 * sqrt(radius**2 - offset**2), abs=WITHIN)


@pytest.mark.rule("HOST-BARRAGE-2")
def test_barrage_templates_are_as_wide_as_their_ratings_say(tmp_path: Path) -> None:
    pdf, pages = printed(tmp_path, LETTER, "barrage")
    circles = sorted(cut_circles(pages), key=lambda one: one[1].radius)
    assert len(circles) == len(template_sizes()) == 6
    for (page, circle), diameter in zip(circles, sorted(template_sizes().values()), strict=True):
        across, up = chords(pdf, page, circle, LETTER, 0.4)  # off the marks at 180 and 360 degrees
        expected = 2 * sqrt((diameter * INCH / 2) ** 2 - 0.4**2)
        assert across == pytest.approx(expected, abs=WITHIN)
        assert up == pytest.approx(expected, abs=WITHIN)


def cut_rectangles(shapes: tuple[Shape, ...]) -> list[Outline]:
    return [shape for shape in flat(shapes) if isinstance(shape, Outline) and shape.layer == "cut"]


@pytest.mark.rule("HOST-RAY-3")
def test_the_sweep_strip_is_true(tmp_path: Path) -> None:
    pdf, pages = printed(tmp_path, A4, "sweep")
    (outline,) = cut_rectangles(pages[0].shapes)
    strip = sweep_strip(0, 0, 0)
    x, y = outline.points[0]
    length, width = strip.length * INCH, strip.width * INCH
    across = lines_along(rendered(pdf, 1, x - 2, A4.height - y - 9, length + 4, 0.1).mean(axis=0))
    up = lines_along(rendered(pdf, 1, x + 10, A4.height - y - width - 2, 0.1, width + 4).mean(axis=1))
    assert across[-1] - across[0] == pytest.approx(length, abs=WITHIN)
    assert up[-1] - up[0] == pytest.approx(width, abs=WITHIN)


def test_the_tiles_of_a_stick_add_up_to_its_speed(tmp_path: Path) -> None:
    pdf, pages = printed(tmp_path, A4, "sticks")
    slowest = allowance(12).maximum * INCH
    frames = cut_rectangles(pages[0].shapes)[:4]  # of each of two tiles: the whole stick behind its window, and its own
    lengths = []
    for frame in frames[1::2]:
        (x, y), (right, _) = frame.points[:2]
        ink = rendered(pdf, 1, x - 2, A4.height - y - 9.2, right - x + 4, 0.1).mean(axis=0)
        found = lines_along(ink)
        lengths.append(found[-1] - found[0])
    assert lengths == pytest.approx([slowest / 2 + OVERLAP, slowest / 2], abs=WITHIN)


def bar_lengths(pdf: Path, paper: Paper, scale: Scale = TRUE) -> dict[str, float]:
    """What the four bars of page 1 measure, between their first and last marks."""
    foot, left = paper.height - 11.6, 10.4  # the line that both halves of a bar share
    crops = {
        "inches across": (15, foot - 1.6, 108, 0.3),
        "cm across": (15, foot + 1.3, 104, 0.3),
        "inches up": (left - 1.6, paper.height - 19 - 105, 0.3, 108),
        "cm up": (left + 1.3, paper.height - 19 - 102, 0.3, 104),
    }
    lengths = {}
    for name, (x, y, width, height) in crops.items():
        x, y = (side / 2 + (at - side / 2) * by for at, side, by in ((x, paper.width, scale.x), (y, paper.height, scale.y)))
        ink = rendered(pdf, 1, x, y, width * scale.x, height * scale.y).mean(axis=1 if name.endswith("up") else 0)
        marks = lines_along(ink)
        assert len(marks) == (5 if name.startswith("inches") else 11), name
        lengths[name] = marks[-1] - marks[0]
    return lengths


BARS = {"inches across": 101.6, "cm across": 100.0, "inches up": 101.6, "cm up": 100.0}


@pytest.mark.parametrize("paper", list(PAPERS.values()), ids=lambda paper: paper.name)
def test_the_bars_are_true_on_both_axes(tmp_path: Path, paper: Paper) -> None:
    pdf, _ = printed(tmp_path, paper, "sweep")
    assert bar_lengths(pdf, paper) == pytest.approx(BARS, abs=WITHIN)


def test_a_correction_undoes_what_a_printer_does(tmp_path: Path) -> None:
    # on a printer whose 100 mm bars came out at 98.5 across and 101 up
    scale = Scale(correction(98.5, "--scale-x"), correction(101, "--scale-y"))
    pdf, _ = printed(tmp_path, A4, "sweep", scale=scale)
    shrunk = {"across": 0.985, "up": 1.01}
    measured = {name: length * shrunk[name.split()[1]] for name, length in bar_lengths(pdf, A4, scale).items()}
    assert measured == pytest.approx(BARS, abs=WITHIN)


def test_a_correction_is_a_factor_or_what_the_bar_measures() -> None:
    assert correction(1.02, "--scale-x") == 1.02
    assert correction(98, "--scale-x") == pytest.approx(100 / 98)
    for value in (0, -1, 0.5, 1.2, 94, 111, float("nan"), float("inf")):
        with pytest.raises(InvalidCommandError, match="--scale-x: expected the millimetres"):
            correction(value, "--scale-x")
