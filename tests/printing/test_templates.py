from __future__ import annotations

import subprocess
from io import BytesIO
from math import atan2, degrees, radians, sin
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from pypdf import PdfReader

from aqmf_air.core.play.rulings import settle
from aqmf_air.games.martian_aircraft.state import figures, unit_types, weapons
from aqmf_air.games.martian_aircraft.tables import AircraftRulings
from aqmf_air.games.martian_front.ui.prints.templates import (
    MIDDLES,
    TemplatePiece,
    TemplateTerms,
    chosen_pieces,
    counters,
    grouped,
    printed_inches,
)
from aqmf_air.geometry.plane.arc import ARCS, arcs_of, in_arc
from aqmf_air.geometry.plane.pose import Pose
from tests.printing.sheet import EDGE, KIT, LEAST, LEFT, POINT, SIZES, TOP, needs_renderer, pages, sizes_of, written

DEFAULT = TemplateTerms(AircraftRulings())


def arguments(name: str, terms: TemplateTerms = DEFAULT) -> list[Any]:
    """What the drawings of a piece are made from."""
    (piece,) = chosen_pieces(KIT, DEFAULT, (name,))
    return [drawing.arguments for drawing in piece.draw(terms)]


def under(**choices: str) -> TemplateTerms:
    return TemplateTerms(settle(AircraftRulings, choices, "test"))


@pytest.mark.parametrize(
    ("choices", "costs"),
    [
        ({}, {90: "3″", 180: "6″", 45: "1½″", 30: "1″"}),
        ({"turn_cost": "true-arc"}, {90: "3.9″", 180: "7.9″"}),
        ({"turn_cost": "true-arc", "turn_geometry": "gauge-under-centre"}, {90: "3.1″", 180: "6.3″"}),
    ],
)
def test_the_gauge_has_the_engines_costs(choices: dict[str, str], costs: dict[int, str]) -> None:
    (gauge,) = arguments("gauge", under(**choices))
    assert dict(gauge["costs"]).items() >= costs.items()
    assert [turn for turn, _ in gauge["costs"]] == list(range(15, 181, 15))
    assert (gauge["diameter"], gauge["marks"]) == (figures()["turning gauge"], figures()["gauge marks"]) == (4, 5)


def test_a_cost_stands_at_its_degrees_both_ways_round() -> None:
    groups = grouped(KIT, chosen_pieces(KIT, DEFAULT, ("gauge",)), DEFAULT)
    x, y = (LEFT + SIZES["a4"][0] - EDGE) / 2, SIZES["a4"][1] - TOP - figures()["turning gauge"] * 12.7
    found = []

    def see(text: str, matrix: list[float], *rest: Any) -> None:
        turned = degrees(atan2(-matrix[1], matrix[0])) % 360
        bearing = degrees(atan2(matrix[4] * POINT - x, matrix[5] * POINT - y)) % 360
        if abs((bearing - turned + 180) % 360 - 180) < 12:  # it begins a little before the middle that it is turned about
            found.append((round(turned) % 360, text.strip()))

    PdfReader(BytesIO(written(groups=groups))).pages[0].extract_text(visitor_text=see)
    for turn, cost in arguments("gauge")[0]["costs"]:
        assert {(turn, cost), (360 - turn, cost)} <= set(found)
        assert turn % 30 or {(turn, f"{turn}°"), (360 - turn, f"{turn}°")} <= set(found)


def test_the_arcs_meet_where_the_engine_has_them_meet() -> None:
    for arc in ARCS:
        for side in (-44.9, 44.9):
            at = radians(MIDDLES[arc] + side)
            assert in_arc(Pose(0, 0, 0), sin(at), sin(at + radians(90)), arc)
        bound = radians(MIDDLES[arc] + 45)
        assert len(arcs_of(Pose(0, 0, 0), sin(bound), sin(bound + radians(90)))) == 2


def test_measures_are_read_from_the_rules() -> None:
    (arcs,), (field,), (tape,) = arguments("arcs"), arguments("field-of-fire"), arguments("marker")
    assert arcs["hole"] == figures()["base diameter"]
    assert field["reach"] == weapons()["Heavy Machine Gun"].range
    assert tape["length"] == figures()["sight"] == 72
    sticks = [(stick["least"][0], stick["length"]) for stick in arguments("sticks")]
    assert sticks == [(8, 12), (10, 15), (12, 18)]
    assert {speed for _, speed in sticks} >= {one.speed for one in unit_types()}


def test_bases_change_what_a_turn_costs_only_where_the_arc_itself_is_paid() -> None:
    def costs(choice: str) -> list[str]:
        rulings = settle(AircraftRulings, {"turn_cost": choice}, "test")
        return [dict(arguments("gauge", TemplateTerms(rulings, base))[0]["costs"])[90] for base in (1, 2)]

    assert costs("source-table") == ["3″", "3″"]
    assert costs("true-arc") == ["3.9″", "4.7″"]
    assert arguments("arcs", TemplateTerms(AircraftRulings(), 2))[0]["hole"] == 2


@pytest.mark.further(every=4)
@needs_renderer
@pytest.mark.parametrize("paper", list(SIZES))
@pytest.mark.parametrize("piece", KIT.pieces, ids=lambda piece: piece.name)
def test_every_piece_fits_every_paper(piece: TemplatePiece, paper: str, tmp_path: Path) -> None:
    pdf = written(paper, groups=grouped(KIT, [piece], DEFAULT))
    source = ["pdftoppm", "-r", "72", "-gray", "-", str(tmp_path / "page")]
    subprocess.run(source, input=pdf, check=True, timeout=60)
    for page in tmp_path.glob("*.pgm"):
        _, size, _, pixels = page.read_bytes().split(b"\n", 3)
        wide, high = map(int, size.split())
        ink = np.frombuffer(pixels, np.uint8).reshape(high, wide) < 255
        edge = int(EDGE / 25.4 * 72) - 2
        assert ink.any()
        assert not ink[:edge].any()
        assert not ink[:, -edge:].any()
        assert not ink[: int(200 / 25.4 * 72) // 2, : int(LEFT / 25.4 * 72) - 2].any()  # left of the content, above the bar


def test_the_usual_kit_fills_its_four_sheets() -> None:
    assert len(pages(written(groups=grouped(KIT, chosen_pieces(KIT, DEFAULT), DEFAULT)))) == 4


def test_sticks_have_every_inch_and_say_where_a_move_may_end() -> None:
    text = " ".join(pages(written(groups=grouped(KIT, chosen_pieces(KIT, DEFAULT, ("sticks",)), DEFAULT))))
    assert {str(inch) for inch in range(1, 19)} <= set(text.split())
    for said in ("SPEED 12″", "FROM 8″", "FROM 10″", "FROM 12″", "Stick 12″ · A1", "under A2"):
        assert said in text


def test_the_usual_kit_leaves_out_what_is_asked_for_by_name() -> None:
    names = [piece.name for piece in chosen_pieces(KIT, DEFAULT)]
    assert "field-of-fire" not in names
    assert [piece.name for piece in chosen_pieces(KIT, DEFAULT, ("marker", "gauge"))] == ["gauge", "marker"]
    assert "marker" not in [piece.name for piece in chosen_pieces(KIT, DEFAULT, laser=True)]
    assert [piece.name for piece in chosen_pieces(KIT, DEFAULT, ("marker",), laser=True)] == ["marker"]


def test_captions_follow_the_rulings() -> None:
    def captions(**choices: str) -> str:
        groups = grouped(KIT, chosen_pieces(KIT, DEFAULT, ("gauge", "arcs")), under(**choices))
        return " ".join(pages(written(groups=groups))[0].split())

    assert "0 at the point of contact" in captions()
    assert "is in both" in captions()
    assert "0 at the centre" in captions(turn_geometry="gauge-under-centre")
    assert "Costs are for bases of 1″" in captions(turn_cost="true-arc")
    assert "forward or aft arc" in captions(arc_boundary="fore-aft")


def test_blips_are_told_apart_by_their_backs_and_all_counters_are_there() -> None:
    drawn = arguments("counters")
    assert [one["back"] for one in drawn if one["back"]] == [str(number) for number in range(1, 13)]
    assert len(drawn) == sum(one.count for one in counters())
    (text,) = pages(written(groups=grouped(KIT, chosen_pieces(KIT, DEFAULT, ("counters",)), DEFAULT)))
    for one in counters():
        assert text.count(one.name) >= one.count


@pytest.mark.parametrize(
    ("value", "text"), [(1.5, "1½″"), (0.5, "½″"), (0.25, "¼″"), (6, "6″"), (0, "0″"), (1.3090, "1.3″"), (2.75, "2¾″")]
)
def test_lengths_read_as_players_say_them(value: float, text: str) -> None:
    assert printed_inches(value) == text


@pytest.mark.further
def test_no_letter_of_a_template_is_smaller_than_six_points() -> None:
    assert min(sizes_of(written(groups=grouped(KIT, KIT.pieces, DEFAULT)))) >= LEAST
