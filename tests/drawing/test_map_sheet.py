"""Maps as files: of every game on a page, with its words at a size to read, and with all that a fight is seen from."""

from __future__ import annotations

import re
from dataclasses import replace
from itertools import combinations
from math import hypot
from pathlib import Path
from random import Random
from xml.etree import ElementTree

import pytest
from click.testing import CliRunner

from aqmf_air.cli.main import aqmf
from aqmf_air.drawing.labels import Box
from aqmf_air.drawing.lettering import Caption, Lettering
from aqmf_air.drawing.map_sheet import Ruler, map_sheet, number_list
from aqmf_air.drawing.sheet_columns import OnMap
from aqmf_air.drawing.style import CARD, FADED
from aqmf_air.drawing.svg import Fragment, Gone, Picture
from aqmf_air.games.richthofens_war.tables import tables
from aqmf_air.games.richthofens_war.ui.map_picture import top_view
from tests.drawing.crowds import LAPTOP, crowd_of

SVG = "{http://www.w3.org/2000/svg}"
GOLDEN = Path(__file__).parent.parent / "golden"


def drawn(log: str, folder: Path, entries: int | None = None, *more: str) -> str:
    """The map of a golden game after so many entries, or at its end."""
    lines = (GOLDEN / f"{log}.jsonl").read_text(encoding="utf-8").splitlines(keepends=True)
    game, out = folder / "game.jsonl", folder / "map.svg"
    game.write_text("".join(lines[: entries and entries + 1]), encoding="utf-8")
    result = CliRunner().invoke(aqmf, ["map", str(game), str(out), *more])
    assert result.exit_code == 0, result.output
    return out.read_text(encoding="utf-8")


@pytest.mark.parametrize("log", ["first-flight", "duel", "squadron", "patrols"])
def test_a_map_fits_a_page_and_a_screen_and_its_words_can_be_read(log: str, tmp_path: Path) -> None:
    sheet = ElementTree.fromstring(drawn(log, tmp_path, 11))
    wide, high = (float(sheet.attrib[name].removesuffix("mm")) for name in ("width", "height"))
    assert (wide, high < 185.1) == (255, True) or (wide, high < 255.1) == (185, True)
    views = [float(view.attrib["width"]) * float(view.attrib["height"]) for view in sheet.findall(f"{SVG}svg")]
    across, along = map(float, sheet.attrib["viewBox"].split()[2:])
    assert sum(views) > 0.35 * across * along  # little of it is blank
    assert not [*sheet.iterfind(f".//{SVG}pattern/{SVG}rect")], "tiles with a tint leave seams on paper"
    words = [text for text in sheet.iter(f"{SVG}text") if "data-em" in text.attrib]
    assert words or log == "squadron"
    assert all(float(text.attrib["font-size"]) >= 10 for text in words)  # 7.5 points


def test_each_view_of_a_fight_has_its_title_its_names_and_its_figures(tmp_path: Path) -> None:
    drawing = drawn("patrols", tmp_path, 29)
    titles = re.findall(r">(Above|Beside: heading \d+° →|Nose: \w+)</text>", drawing)
    assert len(titles) == 3
    names = [drawing.count(f"{name} Nieuport</") for name in ("blue", "silver")]
    assert min(names) >= 3  # in two views, and in the list
    assert ">blue</text>" in drawing
    assert ">silver</text>" not in drawing  # who looks along his nose is not in his own view
    assert ">Entente</text>" in drawing
    assert "heading" in drawing.partition("blue Nieuport</tspan>")[2][:400]  # how each stands, in words
    assert ">25</text>" in drawing


def test_a_fight_that_is_over_is_drawn_as_it_stood_last_with_somebody_in_the_air(tmp_path: Path) -> None:
    drawing = drawn("patrols", tmp_path)
    assert 'class="element"' in drawing


def test_only_a_game_in_inches_is_drawn_true_to_scale(tmp_path: Path) -> None:
    assert 'width="52in"' in drawn("first-flight", tmp_path, None, "--true-scale")
    refused = CliRunner().invoke(aqmf, ["map", str(GOLDEN / "duel.jsonl"), str(tmp_path / "x.svg"), "--true-scale"])
    assert refused.exit_code == 2
    assert "--true-scale" in refused.output


def test_names_of_places_stand_below_their_signs_and_on_no_other(tmp_path: Path) -> None:
    drawing = drawn("squadron", tmp_path, 1)
    view = re.search(r'<svg x="([\d.]+)" y="([\d.]+)" width="([\d.]+)"', drawing)
    assert view
    names = [
        (text[2], float(text[0]), float(text[1]))
        for text in re.findall(r'<text x="([\d.]+)" y="([\d.]+)"[^>]* data-em="[\d.]+">([^<]+)</text>', drawing)
    ]
    assert {"Arras", "Hazebrouck", "Valenciennes", "Le Cateau", "Busigny"} <= {name for name, _, _ in names}
    boxes = [(x - len(name) * 2.6, y - 8, x + len(name) * 2.6, y) for name, x, y in names]
    assert not [
        (one, other)
        for one, other in combinations(boxes, 2)
        if all(one[n] < other[n + 2] and other[n] < one[n + 2] for n in (0, 1))
    ]
    names = [each for each in names if each[0] != "home"]  # which stands where there is room beside its airfield
    sector = float(view[3]) / 10.68
    left, top = (float(view[n]) + 0.34 * sector for n in (1, 2))
    assert all(0.6 < (y - top) / sector % 1 < 1 for _, _, y in names), "in the lower part of a sector"
    assert all(abs((x - left) / sector % 1 - 0.5) < 0.1 for _, x, _ in names), "in the middle of it, over no neighbour"
    assert all(left - 5 <= box[0] and box[2] <= left + 10 * sector + 5 for box in boxes)


@pytest.mark.parametrize(("kind", "begins"), [("pdf", b"%PDF"), ("png", b"\x89PNG")])
def test_a_map_is_drawn_as_a_page_or_a_picture(kind: str, begins: bytes, tmp_path: Path) -> None:
    out = tmp_path / f"map.{kind}"
    result = CliRunner().invoke(aqmf, ["map", str(GOLDEN / "duel.jsonl"), str(out)])
    assert result.exit_code == 0, result.output
    document = out.read_bytes()
    assert document.startswith(begins)
    assert len(document) < 400_000
    assert kind == "png" or b"SourceSansPro" in document


def test_a_legend_breaks_no_word() -> None:
    """The finding: "headquarte/rs"."""
    picture = Picture("A map", 100, 100, (), legend=(("headquarters", ""), ("performance", "")), scale=1.0)
    notes = [f"note {number}" for number in range(4)]  # beside the map, with the legend in two columns below them
    document = map_sheet(picture, "A game", notes)
    assert ">headquarters<" in document
    assert ">performance<" in document


def test_many_notes_leave_room_for_the_map_on_a_page() -> None:
    picture = Picture("A map", 400, 250, (), scale=1.0)
    notes = [f"Albatros {number} sees DH-4 two hexes ahead to the right, 2550 m lower" for number in range(24)]
    document = map_sheet(picture, "A game", notes)
    high = re.search(r'height="([\d.]+)mm"', document)
    assert high
    assert float(high[1]) < 255.1
    assert all(f"Albatros {number} sees" in document for number in range(24))


def test_a_sheet_shows_where_something_stands_and_all_of_the_table_in_a_corner(tmp_path: Path) -> None:
    """The finding: two tripods and three aircraft were specks on the grid of the whole table."""
    drawing = drawn("first-flight", tmp_path, 1)
    assert 'class="overview"' in drawing
    assert "5 inches or more about all that stands there" in " ".join(re.findall(r">([^<]+)</text>", drawing))
    scale = re.search(r"inches \(1 : ([\d.]+)\)", drawing)
    assert scale
    assert float(scale[1]) < 6  # all of it would be at 1 : 7.5
    for unit in ("Burgess-Dunne D8", "Scout Tripod", "Assault Tripod"):
        assert len(re.findall(rf'data-em="[^>]*>{unit}<|<tspan[^>]*>{unit}<', drawing)) == 2  # on the map, and in the list
    for number in range(1, 6):
        assert len(re.findall(rf'class="badge">{number}</text>', drawing)) == 2


def crowd_sheet(count: int) -> str:
    """A sheet with so many units on a table of 72 by 48."""
    places = [((number * 37) % 71 * 20.0 + 20, (number * 23) % 47 * 20.0 + 20) for number in range(count)]
    lettering = Lettering(Box(0, 0, 1440, 960))
    for number, place in enumerate(places):
        lines = ((f"Mark II platoon {number}", "#000000"), ("routed", "#ff0000"))
        lettering.captions.append(Caption(lines, ((*place, 10.0),), bold=True, group={"data_piece": f"u{number}"}))
        lettering.pieces.append((*place, 10.0))
    picture = Picture("The table", 1440, 960, (), scale=20.0, unit="in", lettering=lettering)
    units = [OnMap(f"u{number}", ("Human", "Martian")[number % 2], f"Mark II platoon {number}", ("12.0, 4.0, facing 90°",))
             for number in range(count)]  # fmt: skip
    return map_sheet(picture, "A crowd", (), units, Ruler("inches"))


def test_a_crowded_table_has_numbers_that_a_list_explains() -> None:
    document = crowd_sheet(33)
    badges = re.findall(r'<text x="([\d.]+)" y="([\d.]+)"[^>]*class="badge">(\d+)</text>', document)
    assert sorted(int(number) for _, _, number in badges) == sorted([*range(1, 34)] * 2)
    boxes = [(float(x) - 8, float(y) - 11, float(x) + 8, float(y) + 4) for x, y, _ in badges]
    assert not [
        (one, other)
        for one, other in combinations(boxes, 2)
        if all(one[n] < other[n + 2] and other[n] < one[n + 2] for n in (0, 1))
    ]
    high = re.search(r'height="([\d.]+)mm"', document)
    assert high
    assert float(high[1]) < 255.1


def test_a_map_for_a_printer_leaves_the_paper_white(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    drawn_as: list[str] = []

    def keep(document: str, kind: str) -> bytes:
        drawn_as.append(document)
        return kind.encode()

    monkeypatch.setattr("aqmf_air.printing.typesetting.typeset_drawing", keep)
    for kind in ("pdf", "png"):
        CliRunner().invoke(aqmf, ["map", str(GOLDEN / "duel.jsonl"), str(tmp_path / f"map.{kind}")])
    assert [CARD in document for document in drawn_as] == [False, True]


def test_sides_of_aircraft_are_told_apart_without_colour() -> None:
    (type_, *_) = tables.shipped().aircraft
    german, allied = (top_view(type_, side, 20) for side in ("german", "allied"))
    assert re.sub('fill="#[0-9a-f]+"', "", german) != re.sub('fill="#[0-9a-f]+"', "", allied)


def test_a_scenario_is_drawn_as_it_begins_and_a_slip_in_its_name_is_told(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("AQMF_HOME", str(tmp_path))
    for scenario, piece in (("first-flight", "Scout Tripod (martian)"), ("richthofen:duel", "Camel (Allies)")):
        shown = CliRunner().invoke(aqmf, ["map", scenario])
        assert shown.exit_code == 0, shown.output
        assert piece in shown.stdout
        assert f"'aqmf play {scenario} --ask' begins a game that is kept" in " ".join(shown.stdout.split())
    assert CliRunner().invoke(aqmf, ["map", "first-flight", str(tmp_path / "map.svg")]).exit_code == 0
    assert "Scout Tripod" in (tmp_path / "map.svg").read_text(encoding="utf-8")
    slip = CliRunner().invoke(aqmf, ["map", "frist-flight"])
    assert slip.stderr == "aqmf: no game 'frist-flight' is kept; did you mean the scenario first-flight?\n"


def names_at(drawing: str) -> dict[str, Box]:
    """About where the words over a map stand, each by its text."""
    found = re.findall(
        r'<text x="([\d.]+)" y="([\d.]+)"[^>]*font-size="([\d.]+)"[^>]*data-em="([\d.]+)">([^<]+)</text>', drawing
    )
    return {
        text: Box(float(x) - float(em) * float(size) * 0.42, float(y) - float(size) * 0.8,
                  float(x) + float(em) * float(size) * 0.42, float(y) + 2)
        for x, y, size, em, text in found
    }  # fmt: skip


@pytest.mark.parametrize("scenario", ["eyes-above", "hold-the-line", "redoubt"])
def test_names_of_ground_keep_off_what_stands_on_it(scenario: str, tmp_path: Path) -> None:
    """The finding: "north wood" over the sign of marker B, "west redan, 150" over "west trench"."""
    out = tmp_path / "map.svg"
    assert CliRunner().invoke(aqmf, ["map", scenario, str(out)]).exit_code == 0
    drawing = out.read_text(encoding="utf-8")
    names = names_at(drawing)
    assert not [(a, b) for (a, one), (b, other) in combinations(names.items(), 2) if one.meets(other)]
    if scenario == "hold-the-line":
        place, ground = names["town square, 300"], names["town"]
        assert 0 < ground.bottom - place.bottom < 16, "one label of two lines"


def test_the_end_of_a_fight_shows_where_the_others_fell_or_left() -> None:
    """The finding: one aircraft in an empty field, and nothing of the five others."""
    lettering = Lettering(Box(0, 0, 400, 300))
    gone = (
        Gone((5.0, 5.0), "Fokker 1", "#aa0000", "destroyed", True),
        Gone((41.0, 20.0), "Camel 1", "#0000aa", "off the map", False),
    )
    picture = Picture("A map", 400, 300, (), scale=10.0, focus=(20, 10, 30, 20), lettering=lettering, losses=gone)
    document = map_sheet(picture, "A game")
    for words in ("Fokker 1", "destroyed", "Camel 1", "off the map", "where one fell", "where one left"):
        assert f">{words}</text>" in document
    assert not picture.lettering or not picture.lettering.captions, "a page shows them as it happens"


def test_in_a_picture_without_a_list_names_are_shortened_before_a_number_stands_for_them() -> None:
    """The finding: two aircraft of a chronicle were the numbers 1 and 2, and nothing said who that was."""
    lettering = Lettering(Box(0, 0, 240, 150))
    for at in range(6):
        piece = (60.0 + 25 * (at % 3), 45.0 + 25 * (at // 3), 10.0)
        words = (f"Fokker {at}", "2000 m, 7 MP", "4 of 13 damage")
        lettering.captions.append(Caption(tuple((line, "#241e16") for line in words), (piece,)))
        lettering.pieces.append(piece)
    assert lettering.write(Fragment()), "with a list they are numbers"
    alone = "".join(lettering.names(True))
    assert "badge" not in alone
    assert alone.count(">Fokker ") == 6


@pytest.mark.parametrize("seed", range(6))
def test_on_a_crowded_sheet_every_name_stands_apart_or_is_a_number_of_the_list(seed: int) -> None:
    crowd = crowd_of(Random(seed), 18, LAPTOP)
    lettering = Lettering(LAPTOP)
    lettering.pieces = [*crowd.pieces]
    for at, name in enumerate(crowd.names):
        ground = at % 3 == 0
        caption = Caption(((f"name {at}", "#000"), ("how", "#f00"))[: 1 if ground else 2], name.pieces)
        caption = replace(caption, matters=0) if ground else replace(caption, mark=at + 1, matters=2)
        lettering.captions.append(caption)
    lettering.taken = 18
    body = Fragment()
    key = dict(lettering.write(body))
    boxes = []
    for group in re.findall(r'<g class="label"[^>]*>(.*?)</g>', str(body), re.DOTALL):
        shown = re.findall(r'<text x="([\d.-]+)" y="([\d.-]+)"[^>]*font-size="12"[^>]*data-em="([\d.]+)">(\w+ \d+)<', group)
        badge = re.search(r'x="([\d.-]+)" y="([\d.-]+)" width="16" height="14"', group)
        for x, y, em, _ in shown:
            half = float(em) * 12 * 0.42
            boxes.append(Box(float(x) - half, float(y) - 9, float(x) + half, float(y) + 2))
        if badge and not shown:
            left, top = map(float, badge.groups())
            boxes.append(Box(left, top, left + 16, top + 14))
        assert shown or badge, "a name is there, or its number"
    assert len(boxes) == 18
    assert not [pair for pair in combinations(boxes, 2) if pair[0].meets(pair[1])]
    assert all(number > 18 for number in key), "names of ground are in the list by numbers of their own"


def test_pieces_on_one_spot_of_a_view_have_their_numbers_in_one_list(tmp_path: Path) -> None:
    out = tmp_path / "map.svg"
    assert CliRunner().invoke(aqmf, ["map", "clouds:airfield-attack", str(out)]).exit_code == 0
    assert out.read_text(encoding="utf-8").count(">6-10</text>") == 2  # from beside, and along a nose
    assert number_list([1, 2, 4, 6, 7, 8]) == "1, 2, 4, 6-8"


def test_signs_on_the_ground_are_drawn_apart_on_paper(tmp_path: Path) -> None:
    out = tmp_path / "map.svg"
    assert CliRunner().invoke(aqmf, ["map", "clouds:airfield-attack", str(out)]).exit_code == 0
    signs = re.findall(r"<g([^>]*data-piece=\"(?:fuel|truck)\"[^>]*)>", out.read_text(encoding="utf-8"))
    above = [sign for sign in signs if 'data-view="above"' in sign]
    circles = []
    for sign in above:
        x, y, radius = (float(re.findall(rf'data-{of}="([\d.]+)"', sign)[0]) for of in ("x", "y", "radius"))
        large = float((re.findall(r"scale\(([\d.]+)\)", sign) or ["1"])[0])
        circles.append((x, y, radius * large))
    (x, y, radius), (to_x, to_y, other) = circles
    assert hypot(x - to_x, y - to_y) >= radius + other - 0.05
    assert min(radius, other) > 1  # its sign is within it


@pytest.mark.parametrize("scenario", ["clouds:airfield-attack", "clouds:duel", "patrols"])
def test_what_views_leave_of_a_sheet_is_for_words_and_no_name_lies_on_a_frame(scenario: str, tmp_path: Path) -> None:
    """The finding: a fifth of a sheet was blank below its shorter views, and the name of a Fokker lay on the frame."""
    out = tmp_path / "map.svg"
    if ":" in scenario:
        assert CliRunner().invoke(aqmf, ["map", scenario, str(out)]).exit_code == 0
        document = out.read_text(encoding="utf-8")
    else:
        document = drawn(scenario, tmp_path, 44)
    drawing = ElementTree.fromstring(document)
    sheet = [float(length) for length in drawing.attrib["viewBox"].split()][2:]
    views = [[float(view.attrib[name]) for name in ("x", "y", "width", "height")] for view in drawing.findall(f"{SVG}svg")]
    words = [(float(text.attrib["x"]), float(text.attrib["y"])) for text in drawing.iter(f"{SVG}text") if "x" in text.attrib]
    cells = [(x, y) for x in range(0, int(sheet[0]), 120) for y in range(60, int(sheet[1]) - 60, 120)]

    def used(left: float, top: float) -> bool:
        right, low = left + 120, top + 120
        seen = any(left < x + wide and x < right and top < y + high and y < low for x, y, wide, high in views)
        return seen or any(left - 200 <= x <= right and top <= y <= low for x, y in words)

    assert sum(not used(*cell) for cell in cells) <= len(cells) / 10
    for x, y, wide, high in views:
        names = [(at, base) for at, base in words if x < at < x + wide and y < base < y + high]
        assert all(base - 9 >= y + 2 for _, base in names)


def test_names_keep_off_the_runway_of_a_field(tmp_path: Path) -> None:
    """The finding: the name of a gun lay across the field beside which it stands."""
    out = tmp_path / "map.svg"
    assert CliRunner().invoke(aqmf, ["map", "clouds:airfield-attack", str(out)]).exit_code == 0
    document = out.read_text(encoding="utf-8")
    (field,) = re.findall(r'<text x="[\d.]+" y="([\d.]+)"[^>]*>the field<', document)
    (gun,) = set(re.findall(r'<text x="[\d.]+" y="([\d.]+)"[^>]*>the 37 mm gun<', document))
    assert abs(float(gun) - float(field)) > 20


def test_how_a_sound_unit_flies_is_not_told_in_the_red_of_damage(tmp_path: Path) -> None:
    out = tmp_path / "map.svg"
    assert CliRunner().invoke(aqmf, ["map", "aqmf:eyes-above", str(out)]).exit_code == 0
    (high,) = re.findall(r"<text[^>]*>high</text>", out.read_text(encoding="utf-8"))
    assert FADED in high
