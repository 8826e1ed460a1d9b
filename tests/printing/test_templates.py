from __future__ import annotations

from math import atan2, cos, degrees, radians, sin

import pytest

from aqmf_air.core.play.rulings import settle
from aqmf_air.games.martian_aircraft.rulings import AircraftRulings
from aqmf_air.games.martian_aircraft.ui.prints.templates import Measures
from aqmf_air.games.martian_aircraft.units import figures, unit_types, weapons
from aqmf_air.games.martian_front.ui.prints.counters import counter_drawings, counters
from aqmf_air.games.martian_front.ui.prints.instruments import (
    arc_boundaries,
    field_of_fire,
    four_arcs,
    inches,
    middle_of,
    turning_gauge,
)
from aqmf_air.games.martian_front.ui.prints.templates import Piece, Terms, chosen_pieces, template_leaves, template_sheet
from aqmf_air.geometry.plane.arc import ARCS, in_arc
from aqmf_air.geometry.plane.pose import Pose
from aqmf_air.geometry.plane.track import Turn
from aqmf_air.printing.drawing import INCH, Circle, Curve, Drawing, Label, Line, Outline, Shape, Window
from aqmf_air.printing.paper import PAPERS, Paper, area_of
from tests.printing.sheet import KIT, labels

DEFAULT = AircraftRulings()


def at_angle(drawing: Drawing, label: Label) -> float:
    """The direction of a label from the middle of a round drawing, in degrees."""
    x, y = label.x - drawing.width / 2, label.y - drawing.height / 2
    return degrees(atan2(x, y))


@pytest.mark.parametrize(
    "choices", [{}, {"turn_cost": "true-arc"}, {"turn_cost": "true-arc", "turn_geometry": "gauge-under-centre"}]
)
def test_the_gauge_has_the_engines_costs_at_their_degrees(choices: dict[str, str]) -> None:
    measures = Measures(settle(AircraftRulings, choices, "test"), 1.5)
    drawing = turning_gauge(measures.gauge_diameter, measures.gauge, measures.gauge_marks)
    said = {
        (round(at_angle(drawing, one)) % 360, one.text) for one in labels(drawing.shapes) if one.text.endswith(("″", "°"))
    }
    for turn in range(15, 181, 15):
        cost = inches(measures.gauge.cost(Turn(turn, "right")))
        assert (turn, cost) in said
        assert ((360 - turn) % 360, cost) in said
        if turn % 30 == 0:
            assert (turn, f"{turn}°") in said


def test_a_quarter_turn_costs_three_inches_by_the_source() -> None:
    drawing = turning_gauge(4, Measures(DEFAULT).gauge, 5)
    said = {(round(at_angle(drawing, one)) % 360, one.text) for one in labels(drawing.shapes)}
    assert {(90, "3″"), (180, "6″"), (45, "1½″"), (270, "3″")} <= said


def test_the_arcs_meet_where_the_engine_has_them_meet() -> None:
    assert arc_boundaries() == (45, 135, 225, 315)
    assert [middle_of(arc) for arc in ARCS] == [0, 90, 180, 270]
    for arc in ARCS:
        for side in (-44.9, 44.9):
            at = radians(middle_of(arc) + side)
            assert in_arc(Pose(0, 0, 0), sin(at), cos(at), arc)


def test_the_arc_disc_has_a_hole_for_the_base() -> None:
    drawing = four_arcs(4.5, 1.25)
    cuts = sorted(shape.radius for shape in drawing.shapes if isinstance(shape, Circle) and shape.layer == "cut")
    assert cuts == pytest.approx([1.25 * INCH / 2, 4.5 * INCH / 2])
    assert "".join(one.text for one in labels(drawing.shapes)) == "FORWARDRIGHTAFTLEFT"


def test_the_field_of_fire_reaches_as_far_as_the_gun() -> None:
    reach = weapons()["Aircraft Machine Gun"].range
    assert reach is not None
    drawing = field_of_fire(reach)
    (rim,) = (shape for shape in drawing.shapes if isinstance(shape, Curve) and shape.layer == "cut")
    assert rim.radius == pytest.approx(reach * INCH)
    assert (rim.start, rim.degrees) == (-45, 90)
    assert drawing.height == pytest.approx(reach * INCH)


def test_measures_are_read_from_the_rules() -> None:
    measures = Measures(DEFAULT)
    assert measures.gauge_diameter == figures()["turning gauge"] == 4
    assert measures.base_diameter == figures()["base diameter"]
    assert list(measures.moves) == [(8, 12), (10, 15), (12, 18)]
    assert measures.sight == 72
    assert {speed for _, speed in measures.moves} >= {one.speed for one in unit_types()}


def test_bases_change_what_a_turn_costs_only_where_the_arc_itself_is_paid() -> None:
    def costs(choice: str) -> list[float]:
        rulings = settle(AircraftRulings, {"turn_cost": choice}, "test")
        return [Measures(rulings, base).gauge.cost(Turn(90, "left")) for base in (1, 2)]

    assert costs("source-table") == [3, 3]
    assert costs("true-arc") == pytest.approx([radians(90) * 2.5, radians(90) * 3])


@pytest.mark.parametrize("paper", list(PAPERS.values()), ids=lambda paper: paper.name)
@pytest.mark.parametrize("piece", KIT.pieces, ids=lambda piece: piece.name)
def test_every_piece_fits_every_paper(piece: Piece, paper: Paper) -> None:
    area = area_of(paper)
    leaves = template_leaves(KIT, [piece], Terms(DEFAULT), paper)
    assert leaves
    for leaf in leaves:
        for shape in leaf.shapes:
            left, low, right, high = extent(shape)
            assert area.x - 0.1 <= left <= right <= area.x + area.width + 0.1, shape
            assert area.y - 0.1 <= low <= high <= area.y + area.height + 0.1, shape


def extent(shape: Shape) -> tuple[float, float, float, float]:
    """What a shape takes of the page at most; of a window, its frame, and of a label, its anchor."""
    match shape:
        case Window():
            return shape.x, shape.y, shape.x + shape.width, shape.y + shape.height
        case Circle() | Curve():
            return shape.x - shape.radius, shape.y - shape.radius, shape.x + shape.radius, shape.y + shape.radius
        case Line():
            return min(shape.x1, shape.x2), min(shape.y1, shape.y2), max(shape.x1, shape.x2), max(shape.y1, shape.y2)
        case Outline():
            xs, ys = zip(*shape.points, strict=True)
            return min(xs), min(ys), max(xs), max(ys)
        case Label():
            return shape.x, shape.y, shape.x, shape.y


def test_sticks_are_shaded_where_a_move_may_end() -> None:
    (piece,) = chosen_pieces(KIT, ("sticks",))
    for drawing, (least, most) in zip(piece.draw(Terms(DEFAULT)), Measures(DEFAULT).moves, strict=True):
        (shade,) = (one for one in drawing.shapes if isinstance(one, Outline) and one.fill is not None)
        assert [x / INCH for x, _ in shade.points] == pytest.approx([least, most, most, least])
        numbers = [one.text for one in labels(drawing.shapes) if one.text.isdigit()]
        assert numbers == [str(inch) for inch in range(1, int(most) + 1)]


def test_the_usual_kit_leaves_out_what_is_asked_for_by_name() -> None:
    names = [piece.name for piece in chosen_pieces(KIT)]
    assert "field-of-fire" not in names
    assert [piece.name for piece in chosen_pieces(KIT, ("marker", "gauge"))] == ["gauge", "marker"]
    assert "marker" not in [piece.name for piece in chosen_pieces(KIT, laser=True)]
    assert [piece.name for piece in chosen_pieces(KIT, ("marker",), laser=True)] == ["marker"]


def test_captions_follow_the_rulings() -> None:
    def captions(**choices: str) -> str:
        leaves = template_leaves(
            KIT, chosen_pieces(KIT, ("gauge", "arcs")), Terms(settle(AircraftRulings, choices, "t")), PAPERS["a4"]
        )
        return " ".join(one.text for leaf in leaves for one in labels(leaf.shapes))

    assert "0 at the point of contact" in captions()
    assert "is in both" in captions()
    assert "0 at the centre" in captions(turn_geometry="gauge-under-centre")
    assert "Costs are for bases of 1″" in captions(turn_cost="true-arc")
    assert "forward or aft arc" in captions(arc_boundary="fore-aft")


def test_blips_are_folded_and_told_apart_by_their_backs() -> None:
    blip = next(one for one in counters() if one.backs)
    drawings = counter_drawings(blip)
    assert len(drawings) == len(set(blip.backs)) == 12
    for drawing, back in zip(drawings, blip.backs, strict=True):
        assert drawing.height == 2 * drawing.width == 2 * blip.diameter * INCH
        assert [one.angle for one in labels(drawing.shapes) if one.text == back] == [180]
        (crease,) = (shape for shape in drawing.shapes if isinstance(shape, Line) and shape.layer == "fold")
        assert crease.y1 == crease.y2 == drawing.width


def test_a_bombs_marker_has_its_cross_in_the_middle() -> None:
    bomb = next(one for one in counters() if one.sign == "crosshair")
    for drawing in counter_drawings(bomb):
        rings = [shape for shape in drawing.shapes if isinstance(shape, Circle)]
        assert {(round(ring.x, 6), round(ring.y, 6)) for ring in rings} == {(drawing.width / 2, drawing.height / 2)}


def test_a_sheet_for_a_cutter_holds_the_pieces_whole() -> None:
    pieces = chosen_pieces(KIT, laser=True)
    sheet = template_sheet(pieces, Terms(DEFAULT), 600)
    assert sheet.width == 600
    wide = template_sheet(chosen_pieces(KIT, ("marker",)), Terms(DEFAULT), 600)
    assert wide.width == pytest.approx(72 * INCH + 10)


@pytest.mark.parametrize(
    ("value", "text"), [(1.5, "1½″"), (0.5, "½″"), (0.25, "¼″"), (6, "6″"), (0, "0″"), (1.3090, "1.3″"), (2.75, "2¾″")]
)
def test_lengths_read_as_players_say_them(value: float, text: str) -> None:
    assert inches(value) == text
