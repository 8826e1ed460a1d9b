"""Top views: as large as their figures say, in one piece, and there for every design, with figures or without."""

from __future__ import annotations

import json
import math
import re
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import given, settings
from shapely.affinity import scale

from aqmf_air.api import ui
from aqmf_air.core.data import made_ahead
from aqmf_air.errors import DataError
from aqmf_air.games.martian_aircraft.designs.design import GUESSED, Design, figures, parse_design, shape_of, to_toml
from aqmf_air.games.martian_aircraft.designs.hangar import open_hangar, shipped_folder
from aqmf_air.games.martian_aircraft.designs.silhouette import drawn, silhouette, silhouettes_ahead
from aqmf_air.games.martian_aircraft.ui.drawing.pieces import plan_view, side_by_side, to_one_scale
from tests.games.martian_aircraft.designs import area_of, designs

SHIPPED = [one.design for one in open_hangar(shipped_folder() / "none").parked]
PLAIN = 'name = "Mine"\nmax_speed_mph = 90\nskin = "fabric"\nrole = "combat"\n'


def named(name: str) -> Design:
    return next(one for one in SHIPPED if one.name == name)


@pytest.mark.parametrize("design", SHIPPED, ids=lambda design: design.name)
def test_a_top_view_is_as_large_as_its_figures(design: Design) -> None:
    assert design.shape is not None
    seen = silhouette(design)
    across, along = seen.size
    assert across == pytest.approx(design.shape.span_ft, rel=0.02)
    assert along == pytest.approx(design.shape.length_ft, rel=0.09)
    outline = area_of(seen.outline)
    assert outline.geom_type == "Polygon", "it falls apart"
    assert outline.symmetric_difference(scale(outline, -1, 1, origin=(0, 0))).area < 0.06 * outline.area


def test_figures_name_who_vouches_for_them() -> None:
    camel = silhouette(named("Sopwith Camel")).document()
    told = camel["figures"]
    assert isinstance(told, dict)
    assert told["span_ft"] == {"value": 28.0, "standing": "stated"}
    assert told["tips"] == {"value": "raked", "standing": "house"}
    assert all(one.shape and one.shape.source for one in SHIPPED)


def test_no_two_kinds_of_aircraft_look_alike() -> None:
    names = [
        "Fokker Dr.I",
        "Fokker E.III",
        "Burgess-Dunne D8",
        "Gotha G.V",
        "Airco D.H.2",
        "Caproni Ca.3",
        "Wright Military Flyer",
    ]
    outlines = [silhouette(named(name)) for name in names]
    filled = {round(area_of(one.outline).area / (math.pi * one.radius**2), 3) for one in outlines}
    assert len(filled) == len(names)
    kinds = [{part.kind for part in one.parts} for one in outlines]
    assert "tail" not in kinds[2]
    assert "engine" in kinds[3]
    assert "boom" in kinds[4]
    assert "boom" in kinds[5]
    assert [sum(part.kind == "wing" for part in one.parts) for one in outlines[:2]] == [3, 1]


@settings(max_examples=60)
@given(designs())
def test_every_design_has_one(design: Design) -> None:
    seen = silhouette(design)
    assert area_of(seen.outline).is_valid
    assert area_of(seen.outline).area > 0
    numbers = [float(number) for number in re.findall(r"-?\d*\.?\d+", seen.path(10.0))]
    assert max(map(abs, numbers)) <= 10.01
    if design.shape is None:
        assert shape_of(design).source == GUESSED
        assert {shape_of(design).standing_of(name) for name in figures()} == {"house"}


@pytest.fixture
def without_shapely(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """No shapely, and nothing of what was drawn with it."""
    monkeypatch.setitem(sys.modules, "shapely", None)
    monkeypatch.delitem(sys.modules, "aqmf_air.games.martian_aircraft.designs.airframe", raising=False)
    clear_drawn()
    yield
    clear_drawn()


def clear_drawn() -> None:
    for cached in (silhouette, drawn, made_ahead.made_ahead):
        cached.cache_clear()


def test_designs_that_ship_and_those_without_figures_are_drawn_ahead(tmp_path: Path, request: pytest.FixtureRequest) -> None:
    guessed, _ = parse_design(PLAIN.encode(), "mine.toml")
    drawn_here = {one: (silhouette(one).path(50), silhouette(one).size) for one in (*SHIPPED, guessed)}
    (tmp_path / "silhouettes.json").write_text(json.dumps(silhouettes_ahead()))
    request.getfixturevalue("monkeypatch").setattr(made_ahead, "FOLDER", tmp_path)
    request.getfixturevalue("without_shapely")
    for one, (path, size) in drawn_here.items():
        ahead = silhouette(one)
        assert ahead.why_plain == ""
        assert ahead.size == pytest.approx(size, abs=0.002)
        numbers = [[float(number) for number in re.findall(r"-?\d*\.?\d+", each)] for each in (ahead.path(50), path)]
        assert numbers[0] == pytest.approx(numbers[1], abs=0.02)


@pytest.mark.usefixtures("without_shapely")
def test_another_is_a_plain_aeroplane_of_its_size_that_says_why() -> None:
    mine, _ = parse_design(f"{PLAIN}[shape]\nspan_ft = 30\nlength_ft = 20\n".encode(), "mine.toml")
    assert silhouette(mine).size == (30, 20)
    assert "its parts need shapely" in str(plan_view(mine)).replace("</text>", " ")


def test_several_are_drawn_to_one_scale() -> None:
    small, large = silhouette(named("Sopwith Pup")), silhouette(named("Handley Page O/400"))
    widths = [
        max(map(abs, map(float, re.findall(r"-?\d*\.?\d+", one.path(10, full_scale=large.radius)))))
        for one in (small, large)
    ]
    assert widths[1] == pytest.approx(10, abs=0.2)
    assert widths[0] / widths[1] == pytest.approx(small.size[0] / large.size[0], rel=0.03)


def test_those_that_are_compared_stand_in_the_order_and_colours_of_their_table() -> None:
    designs = [open_hangar().named(name).design for name in ("Sopwith Pup", "Handley Page O/400")]
    alone, compared = str(to_one_scale(designs)), str(to_one_scale(designs, compared=True))
    assert alone.rindex(">Handley") < alone.rindex(">Sopwith")
    assert compared.rindex(">Sopwith") < compared.rindex(">Handley")
    assert compared.index(f'fill="{ui.colour_of(0)}"') < compared.index(f'fill="{ui.colour_of(1)}"')


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ('stated = ["wingspan"]', "expected a figure of the shape"),
        ('stated = ["crew"]\ninferred = ["crew"]', "expected in 'stated' or in 'inferred', not in both"),
        ("lower_span_ft = 31", "expected no more than 'span_ft', 30, got 31"),
        ("wingspan_ft = 3", "wingspan_ft"),
    ],
)
def test_a_bad_shape_is_refused_in_one_line(line: str, message: str) -> None:
    with pytest.raises(DataError, match=re.escape(message)):
        parse_design(f"{PLAIN}[shape]\nspan_ft = 30\nlength_ft = 20\n{line}\n".encode(), "mine.toml")


def test_a_design_without_a_shape_is_written_as_before() -> None:
    mine, _ = parse_design(PLAIN.encode(), "mine.toml")
    assert "shape" not in to_toml(mine)


def test_a_picture_of_a_design_knows_a_dark_viewer() -> None:
    designs = [open_hangar().named(name).design for name in ("Gotha G.V", "Fokker Dr.I")]
    for picture in (plan_view(designs[0]), side_by_side(designs), to_one_scale(designs)):
        _, dark = picture.both_themes.split("prefers-color-scheme:dark")
        for colour in {*re.findall(r'(?:fill|stroke)="(#.*?)"', str(picture))}:
            assert f'[fill="{colour}"]{{fill:#' in dark
            assert f'[stroke="{colour}"]{{stroke:#' in dark
