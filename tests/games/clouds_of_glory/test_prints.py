"""The paper of the game: true scale, measured in the PDF; what stands on it, that it fits and follows tables and rulings."""

from __future__ import annotations

import re
from cmath import phase
from functools import cache
from io import BytesIO
from itertools import pairwise
from math import asin, degrees, dist, radians, sin
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner
from pypdf import PdfReader

from aqmf_air.api import counted, log_text, replace
from aqmf_air.cli.main import aqmf
from aqmf_air.core.play.rulings import settle
from aqmf_air.errors import DataError
from aqmf_air.games.clouds_of_glory.chapters.initiative import InitiativeRolled
from aqmf_air.games.clouds_of_glory.chapters.panels import cockpit
from aqmf_air.games.clouds_of_glory.sequence import CloudsRulings, PhaseBegan
from aqmf_air.games.clouds_of_glory.state import EnergyLoss
from aqmf_air.games.clouds_of_glory.tables import LETTERS, RULESET, SOURCES, tables
from aqmf_air.games.clouds_of_glory.ui.prints.cockpits import card, disc, panels_of, panels_of_game
from aqmf_air.games.clouds_of_glory.ui.prints.records import records_of
from aqmf_air.games.clouds_of_glory.ui.prints.tables import COLUMNS, GROUPS, shown
from aqmf_air.games.clouds_of_glory.ui.prints.templates import templates_of
from aqmf_air.plugins import kinds
from aqmf_air.printing.paper import Sheets, write_pdf
from tests.games.clouds_of_glory.drawn_paths import Arc, Edge, arcs, paths
from tests.games.clouds_of_glory.fights import begun, document, rules, session
from tests.printing.sheet import LEAST, check_layout, needs_renderer, overlapping, pages, sizes_of, words

TABLES = tables.shipped()
MM = 20
"""Of a move unit."""


@cache
def sheets(name: str, **chosen: Any) -> Sheets:
    game = rules()
    made: Sheets = game.registry.of(kinds.PRINTS, RULESET)[name].load()(game, settle(game.rulings, chosen, "test"))
    return made


@cache
def printed(name: str, paper: str = "a4", **chosen: Any) -> bytes:
    made = write_pdf(sheets(name, **chosen), paper)
    assert not made.missing
    return made.content


@cache
def drawn(name: str, paper: str = "a4") -> list[tuple[int, list[Edge]]]:
    return [*paths(printed(name, paper))]


@cache
def of_templates(*only: str, unit: float | None = None, **chosen: Any) -> list[list[Edge]]:
    """What is drawn of some templates."""
    made = write_pdf(templates_of(CloudsRulings(**chosen), only, unit))
    return [edges for _, edges in paths(made.content)]


def outlines(drawing: list[list[Edge]]) -> list[list[Arc]]:
    """Of turn templates: two arcs about one middle."""
    found = [[*arcs(edges)] for edges in drawing if any(edge.kind == "l" for edge in edges)]
    return [pair for pair in found if len(pair) == 2]


def lengths(drawing: list[list[Edge]], low: float, high: float) -> list[Edge]:
    """Single straight lines of such a length."""
    lines = [edges[0] for edges in drawing if [edge.kind for edge in edges] == ["l"]]
    return [line for line in lines if low < dist(line.start, line.end) < high]


def run(*words: str) -> str:
    done = CliRunner().invoke(aqmf, ["print", "--ruleset", RULESET, *words])
    assert done.exit_code == 0, done.output
    return done.output


def refused(*words: str) -> str:
    done = CliRunner().invoke(aqmf, ["print", "--ruleset", RULESET, *words])
    assert (done.exit_code, len(done.stderr.splitlines())) == (2, 1), done.output
    return done.stderr


def sheet_count(pdf: bytes) -> int:
    return len(PdfReader(BytesIO(pdf)).pages)


def flat(text: str) -> str:
    return " ".join(text.split())


# -- templates ---------------------------------------------------------------------------------------------------------


@pytest.mark.rule("ICOG-2.3-a")
def test_two_turns_to_a_template_each_with_its_radius() -> None:
    found = outlines(of_templates("turns"))
    assert len(found) == 8
    for outer, inner in found:
        assert dist(outer.middle, inner.middle) < 0.01
    radii = sorted(arc.radius for pair in found for arc in pair)
    assert radii == pytest.approx([TABLES.radius(letter) * MM for letter in LETTERS], abs=0.02)
    assert radii[LETTERS.index("D")] == pytest.approx(90.0, abs=0.01)
    alone = max(outlines(of_templates("turns", template_letters="A-O")), key=lambda pair: pair[0].radius)
    assert sorted(arc.radius for arc in alone) == pytest.approx([25.3 * MM - 8, 25.3 * MM], abs=0.02)  # O, the last one
    (single,) = (pair for pair in outlines(of_templates("turns", unit=10)) if abs(pair[0].radius - 28) < 0.02)
    assert single[1].radius == pytest.approx(20, abs=0.02)  # A and B are too near each other: A has its own


def test_what_a_template_is_stands_below_its_first_tile_alone() -> None:
    text = "".join(pages(write_pdf(templates_of(CloudsRulings(), ("gunnery",))).content))
    assert text.count("Gunnery ·") == 2
    assert text.count("half-angle") == 1


@pytest.mark.rule("ICOG-2.3-a", "ICOG-2.3-b")
def test_move_units_are_counted_along_each_turn_and_along_a_strip() -> None:
    """A strip that is bent to a turn measures as the turn does: both have a mark at every move unit."""
    drawing = of_templates("turns")
    marks = lengths(drawing, 1.85, 1.95)
    for outer, inner in outlines(drawing):
        for arc, start in ((outer, outer.start), (inner, inner.start)):
            feet = [line.start for line in marks if abs(dist(line.start, arc.middle) - arc.radius) < 0.02]
            away = sorted(_along(arc, start, foot) / MM for foot in feet)
            assert away == pytest.approx(range(1, len(away) + 1), abs=0.002)
            assert len(away) == int(_along(arc, arc.start, arc.end) / MM + 1e-3)  # a part of one at the end does not count
    strip = sorted(line.start[0] / MM for line in lengths(of_templates("strips"), 2.55, 2.65) if _upright(line))
    assert [after - before for before, after in pairwise(strip)] == pytest.approx([1] * 3, abs=1e-3)


def _along(arc: Arc, start: tuple[float, float], place: tuple[float, float]) -> float:
    return 2 * arc.radius * asin(min(dist(start, place) / 2 / arc.radius, 1))


def _upright(line: Edge) -> bool:
    return abs(line.start[0] - line.end[0]) < 1e-6


@pytest.mark.rule("ICOG-2.3-b")
def test_there_are_three_strips_that_may_be_bent_and_not_twisted() -> None:
    pieces = templates_of(CloudsRulings(), ["strips"]).data["pieces"]
    assert [piece["length"] for piece in pieces] == [5, 10, 20]
    assert all("never twisted" in piece["about"] for piece in pieces)


@needs_renderer
def test_words_stay_on_the_shortest_strip_and_turns_come_in_their_order() -> None:
    found = words(write_pdf(templates_of(CloudsRulings())).content)
    spans = {(word.page, word.text): (word.top, word.bottom) for word in found if word.text in ("Strip,", "twisted")}
    shortest = next(page for page, text in spans if text == "Strip,")
    ends = [end for text in ("Strip,", "twisted") for end in spans[shortest, text]]
    assert max(ends) - min(ends) < 5 * MM - 8
    turns = sorted((word.text, word.page) for word in found if re.fullmatch("[A-P]-[A-P]", word.text))
    assert len(turns) == 8
    assert [page for _, page in turns] == sorted(page for _, page in turns)


@pytest.mark.rule("ICOG-2.3-c")
def test_the_arc_template_has_slices_of_45_degrees() -> None:
    drawing = of_templates("arcs")
    spokes = lengths(drawing, 55.9, 56.1)
    ends = [complex(line.end[0] - line.start[0], line.end[1] - line.start[1]) for line in spokes]
    first = ends[0] / abs(ends[0])
    turns = sorted(round(_degrees(end / first), 3) % 360 for end in ends)
    assert turns == pytest.approx([45 * number for number in range(8)], abs=0.01)


def _degrees(value: complex) -> float:
    return degrees(phase(value))


@needs_renderer
def test_numbers_of_bands_stand_clear_of_what_is_said_of_the_glue() -> None:
    """The cone is larger than a page: its upper part is glued to a strip of the lower one."""
    boxes = words(write_pdf(templates_of(CloudsRulings(), ("gunnery",), None), "a4").content)
    (under,) = (box for box in boxes if box.text == "under")
    numbers = [box for box in boxes if re.fullmatch(r"[+-]\d+", box.text)]
    assert {"-11", "-1", "+0", "+6"} <= {box.text for box in numbers}
    assert all(box.top > under.bottom or box.bottom < under.top for box in numbers)


@pytest.mark.rule("ICOG-2.3-d")
@pytest.mark.parametrize("template", ["eight", "seven"])
def test_the_gunnery_template_is_a_cone_with_its_bands(template: Any) -> None:
    drawing = of_templates("gunnery", unit=15.0, gunnery_bands=template)  # whole on a page
    found = [arc for edges in drawing for arc in arcs(edges)]
    side = TABLES.reach(template) * 15
    sides = [
        edge for edges in drawing for edge in edges if edge.kind == "l" and abs(dist(edge.start, edge.end) - side) < 0.02
    ]
    tip = sides[0].start if any(dist(sides[0].start, arc.middle) < 0.01 for arc in found) else sides[0].end
    edges = {row.far for row in TABLES.of.tables["gunnery-bands"] if row.template == template}
    radii = {round(arc.radius / 15, 2) for arc in found if dist(arc.middle, tip) < 0.05}
    assert edges <= radii
    for arc in found:
        if abs(arc.radius / 15 - TABLES.reach(template)) < 0.01:
            assert dist(arc.start, arc.end) / 2 / arc.radius == pytest.approx(sin(radians(TABLES.half_angle)), abs=1e-4)
    words = pages(write_pdf(templates_of(CloudsRulings(), ["gunnery"], 15)).content)[0]
    assert all(f"{modifier:+d}" in words for modifier in (6, 4, 3, 2, 1, 0, -1, -2, -4, -7, -11))


@pytest.mark.further(every=2)
@needs_renderer
@pytest.mark.parametrize(("paper", "count"), [("a4", 5), ("letter", 5)])
def test_templates_fit_their_pages(paper: str, count: int) -> None:
    pdf = printed("templates", paper)
    assert sheet_count(pdf) == count
    check_layout(write_pdf(templates_of(CloudsRulings(), ["turns", "arcs"]), paper).content, paper)  # without tiles
    if paper == "a4":
        assert pdf == write_pdf(sheets("templates"), paper).content


def test_templates_at_another_scale(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("AQMF_HOME", str(tmp_path))
    out = tmp_path / "out.pdf"
    run("templates", "--only", "turns", "--mu", "2.5", "--paper", "letter", "-o", str(out))
    assert "1 MU is 2.5 cm" in flat(pages(out.read_bytes())[0])
    radii = [arc.radius for _, edges in paths(out.read_bytes()) for arc in arcs(edges)]
    assert min(abs(radius - 4.5 * 25) for radius in radii) < 0.02
    out.unlink()
    for given, said in (
        (["--mu", "7"], "7"),
        (["--mu", "nan"], "nan"),
        (["--only", "turn"], "turns"),
        (["--ruling", "gunnery_bands=nine"], "gunnery_bands"),
    ):
        assert said in refused("templates", *given, "-o", str(out))
    assert not out.exists()


def test_a_measure_out_of_bounds_is_one_line(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("AQMF_HOME", str(tmp_path))
    own = tmp_path / "tables" / RULESET / "measures.toml"
    own.parent.mkdir(parents=True)
    own.write_text('[[row]]\nname = "turn-template"\nvalue = 1e9\nwhat = "x"\n')
    with pytest.raises(DataError, match="measures, turn-template: expected 1 to 60 move units"):
        templates_of(CloudsRulings())
    own.write_text('[[row]]\nname = "move-unit"\nvalue = 25\nwhat = "x"\n')
    assert templates_of(CloudsRulings()).data["scale"] == "1 MU is 2.5 cm §"


# -- cockpit panels ----------------------------------------------------------------------------------------------------


@cache
def one_panel() -> list[list[Edge]]:
    """What is drawn of the panel of an S.E.5a, and of its energy disc."""
    return [edges for _, edges in paths(write_pdf(panels_of(["S.E.5a"], CloudsRulings())).content)]


@pytest.mark.rule("ICOG-2.1.1-e")
def test_the_zones_of_a_dial_end_at_its_speeds() -> None:
    panel = TABLES.panel("S.E.5a")
    drawing = one_panel()
    rims = [next(arcs(edges)) for edges in drawing if len([*arcs(edges)]) == 2]
    spans = sorted(degrees(2 * asin(dist(arc.start, arc.end) / 2 / arc.radius)) for arc in rims if arc.radius > 37)
    zones = [300 - panel.maximum, panel.stall, panel.maximum - panel.top, panel.top - panel.stall]
    assert spans == pytest.approx(sorted(zones), abs=0.05)  # a degree is 1 km/h: green from S to Top, yellow to M


def test_the_mark_of_an_energy_disc_points_where_the_rules_say() -> None:
    for panel in TABLES.panels:
        flown = cockpit(panel.name, TABLES, CloudsRulings())
        marks = disc(flown)
        assert [flown.raw(250, -n) for n in range(1, 16)] == pytest.approx([250 - away for away in marks["losses"][:15]])
        assert [flown.raw(100, n) for n in range(1, 12)] == pytest.approx([100 + away for away in marks["gains"][:11]])
    drawing = one_panel()
    rims = [edges for edges in drawing for arc in arcs(edges) if abs(arc.radius - 18.9) < 0.01]
    (outline,) = (edges for edges in rims if sum(edge.kind == "l" for edge in edges) > 2)
    middle = next(arcs(outline)).middle
    tip = max((edge.end for edge in outline), key=lambda place: dist(place, middle))
    away = _compass(middle, tip)
    marks_drawn = lengths(drawing, 1.85, 1.95) + lengths(drawing, 2.75, 2.85)
    feet = [_compass(middle, line.end) - away for line in marks_drawn if abs(dist(line.end, middle) - 18.9) < 0.02]
    expected = [-place for place in marks["losses"]] + marks["gains"]
    assert sorted(round(foot % 360, 1) for foot in feet) == pytest.approx(
        sorted(place % 360 for place in expected), abs=0.11
    )
    lines = card(cockpit("S.E.5a", TABLES, CloudsRulings(energy_scale="physical")))
    assert lines["disc"] is None
    assert any(note.startswith("Net \N{MINUS SIGN}1 to \N{MINUS SIGN}8 EU at 105") for note in lines["notes"])


def _compass(middle: tuple[float, float], place: tuple[float, float]) -> float:
    return 90 - _degrees(complex(place[0] - middle[0], place[1] - middle[1]))


@needs_renderer
def test_no_word_on_any_panel_stands_on_another() -> None:
    assert overlapping(words(write_pdf(panels_of((), CloudsRulings())).content)) == []


@pytest.mark.further(every=2)
@needs_renderer
@pytest.mark.rule("ICOG-2.1.2-a")
@pytest.mark.parametrize("paper", ["a4", "letter"])
def test_a_panel_has_what_an_aircraft_is_flown_by(tmp_path: Path, paper: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("AQMF_HOME", str(tmp_path))
    out = tmp_path / "out.pdf"
    run("cockpits", "R.E.8", "Handley Page O/400", "Sopwith Camel", "R.E.8", "--paper", paper, "-o", str(out))
    pdf = out.read_bytes()
    assert sheet_count(pdf) == 3
    assert overlapping(words(pdf)) == []
    if paper == "letter":
        return
    text, dagger, minus = flat(pages(pdf)[0]), "\N{DAGGER}", "\N{MINUS SIGN}"
    for said in (
        "R.E.8", "MU Roll", "EU Throttle", f"2/5 {dagger} EU Engine out", f"{minus}1 Flying", "+1 Gunnery",
        f"Strength 18 {dagger} damage {minus}1", "observer, 0", "8 bombs", "With bombs: S 90, Top 155 (hollow marks).",
        "Arcs of nose: nose; rear: aft; belly: belly \N{DOUBLE DAGGER}.", "engine 2", "our own default",
        f"2: {minus}1 · {minus}4",
    ):  # fmt: skip
        assert said in text, said


def test_a_panel_of_a_fight_shows_what_is_left() -> None:
    game = begun(document("first-patrols"))
    craft = game.craft[0]
    row = craft.rows[0]
    hurt = replace(craft, strength=craft.strength - 5, wider=2, fire=True, losses=(EnergyLoss(0, "1d4"),))
    game = game.with_craft(hurt.with_row(row.name, halves=row.halves - 3))
    first, second, *_ = panels_of_game(game).data["cards"]
    assert first["who"] == "Red Albatros · Ernst Hagedorn · 145 km/h"
    assert [name for name, crossed in first["damage"] if crossed] == ["fire"]
    assert (first["wider"], first["losses"], second["losses"]) == (2, "1d4", "")
    assert (first["now"], card(game.cockpit(craft))["now"]) == (("145", f"{craft.pose.place[2]:.1f}"), ())
    assert "speed now" in flat(pages(write_pdf(panels_of_game(game)).content)[0])
    assert [one["strength"][2] for one in (first, second)] == [5, 0]
    assert [one["guns"][0]["gone"] for one in (first, second)] == [3, 0]
    assert (first["guns"][0]["name"], first["guns"][0]["sets"]) == ("2 \N{MULTIPLICATION SIGN} machine guns", [10])


def test_what_no_panel_can_be_printed_of_is_one_line(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("AQMF_HOME", str(tmp_path))
    out = tmp_path / "out.pdf"
    for given, said in (
        (["S.E.5b"], "S.E.5a"),
        (["--scenario", "second-patrols"], "first-patrols"),
        (["--scenario", "first-patrols", "--game", "x"], "choose one"),
        (["S.E.5a", "--scenario", "first-patrols"], "choose one"),
        (["--game", "nowhere"], "nowhere"),
    ):
        assert said in refused("cockpits", *given, "-o", str(out))
    assert not out.exists()
    own = tmp_path / "tables" / RULESET / "measures.toml"
    own.parent.mkdir(parents=True)
    own.write_text('[[row]]\nname = "dial-end"\nvalue = 1e12\nwhat = "x"\n')
    with pytest.raises(DataError, match="measures, dial-end: expected 200 to 340 km/h"):
        panels_of((), CloudsRulings())


# -- records -----------------------------------------------------------------------------------------------------------


@cache
def rolled_game() -> Any:
    """A fight in which initiative has been rolled."""
    game = session(document("first-patrols"), seed=5)
    while game.state.phase != "movement":
        follows = game.ruleset.follows(game.state)
        player = "" if follows else game.state.acting[0]
        game.submit(follows or game.ruleset.legal(game.state, player)[0].command, player)
    return game


@pytest.mark.rule("ICOG-4.3.1", "ICOG-4.3.2", "ICOG-1.1-a")
def test_records_tell_what_has_happened_to_each_man() -> None:
    game = rolled_game()
    state, happened = game.state, tuple(counted(game.history))
    rolls = {event.craft: event for event in happened if isinstance(event, InitiativeRolled)}
    order = next(event.waiting for event in happened if isinstance(event, PhaseBegan) and event.phase == "movement")
    assert len(rolls) == len(order) == 4
    hurt = state.of(order[0]).with_man("pilot", wounds=3, rerolls=0)
    data = records_of(state.with_craft(hurt), happened).data
    lines = {line["marking"]: line for line in data["lines"]}
    for craft in state.craft:
        rolled, line = rolls[craft.id], lines[craft.marking]
        assert (line["name"], line["type"], line["awareness"]) == (craft.pilot.name, craft.type, str(craft.pilot.awareness))
        threats = f"{rolled.threats:+d}" if rolled.threats else "0"
        assert line["turns"]["1"] == [str(rolled.die), threats, str(rolled.base), str(1 + order.index(craft.id))]
        assert [*line["turns"]] == ["1"]
    first = lines[hurt.marking]
    assert (first["now"], first["rerolls"], first["spent"]) == (str(hurt.pilot.awareness - 3), 1, 1)
    record = next(man for man in data["men"] if man["name"] == hurt.pilot.name)
    assert record["skills"][1] == ("Flying", str(hurt.pilot.flying), str(hurt.pilot.flying - 3))
    assert (record["fortitude"], record["wounds"], record["luck"]) == (hurt.pilot.fortitude, 3, str(hurt.pilot.luck))
    assert (record["rerolls"], record["spent"], data["ace"]) == (1, 1, 5)
    assert lines[state.of(order[1]).marking]["spent"] == 0
    assert data["firsts"] == [1]
    long = records_of(replace(state, turn=23), ()).data["firsts"]
    assert long == [1, 12, 23]  # no turn is left out


@needs_renderer
@pytest.mark.rule("ICOG-4.3.3", "ICOG-4.3.4")
@pytest.mark.parametrize("paper", ["a4", "letter"])
def test_the_initiative_sheet_has_numbers_to_cut_out_and_its_word_goes(paper: str) -> None:
    state = begun(document("escort"))
    pdf = write_pdf(records_of(state, ()), paper).content
    sheet, *men = map(flat, pages(pdf))
    assert paper == "letter" or min(sizes_of(pdf)) >= LEAST
    assert overlapping(words(pdf)) == []
    assert " ".join(map(str, range(1, len(state.craft) + 1))) in sheet.partition("has moved.")[2]
    assert all(man.name in sheet for craft in state.craft for man in craft.crew)
    assert "Re-rolls: the initiative sheet counts, if it says otherwise." in men[0]
    assert "re-rolls are crossed off here" in sheet
    assert sheet_count(printed("records", paper)) == 2


@pytest.mark.further
def test_a_kept_game_is_printed_as_it_stands(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("AQMF_HOME", str(tmp_path))
    game = rolled_game()
    saved, out = tmp_path / "fight.jsonl", tmp_path / "out.pdf"
    saved.write_text(log_text(game.lines()))
    for name in ("records", "cockpits"):
        run(name, "--game", str(saved), "-o", str(out))
        assert all(craft.pilot.name in flat(" ".join(pages(out.read_bytes()))) for craft in game.state.craft)
    assert "kept game has rulings" in refused("records", "--game", str(saved), "--ruling", "speed_cap=none", "-o", str(out))
    saved.write_text(saved.read_text()[:-40])
    assert "fight.jsonl" in refused("records", "--game", str(saved), "-o", str(out))


# -- tables and the play aid -------------------------------------------------------------------------------------------


def test_every_table_is_on_paper_with_the_standing_of_its_rows() -> None:
    named = {name for _, names in GROUPS for name in names}
    assert named | {"panels"} == {source.id for source in SOURCES}
    made = sheets("tables").data
    groups = {each.title: each for _, listed in made["groups"] for each in listed}
    assert groups["Tighter turns"].rows == [("1", "0"), ("2", "-1"), ("3", "-2")]
    assert ("D", "4.5") in groups["Turn templates \N{DAGGER}"].rows
    gunnery = groups["Gunnery template \N{DAGGER}"]
    assert gunnery.parts == [("With eight bands", 11), ("With seven bands", 11)]
    assert gunnery.rows[0] == ["0\N{EN DASH}2*", "+6*"]
    assert (gunnery.sections, groups["Structural failure"].sections) == ("2.3", "5.5.6, 6.3.12")
    assert ("Immelmann turn* \N{DOUBLE DAGGER}", "1*", "1") in groups["Manoeuvres"].rows
    assert ("medium", "-1", "0", "+1", "0", "-2") in groups["Fixed guns, rear: target down, shooter across"].rows
    disc = groups["Energy disc, all types: km/h from the needle \N{DAGGER}"]
    assert disc.rows[:2] == [("-1", "15"), ("-2", "22")]
    assert disc.rows[-2:] == [("further", "12 each"), ("gained", "7.5 each")]
    for name in named - {"fire", "discs"}:
        rows = [*TABLES.of.tables[name]]
        table = shown(COLUMNS[name], rows)
        assert {len(row) for row in table.rows} == {len(table.heads)}, name
        assert len({*table.rows}) == len(rows), name
    panels, loads = made["wide"][0].tables
    assert ("S.E.5a", "1 Vickers, 1 Lewis*", "4*") in loads.rows
    _, dials = made["wide"][1].tables
    (se5a,) = (row for row in panels.rows if row[0] == "S.E.5a")
    assert se5a[1:3] == ("17*", "5*")
    assert "205 \N{DOUBLE DAGGER}" in se5a
    assert any(row[0] == "S.E.5a" and "D 145" in row for row in dials.rows)


def test_tables_of_extensions_are_on_paper_too() -> None:
    made = sheets("tables").data
    further = {each.title: each for _, listed in made["groups"] for each in listed}
    added = {source.title for source in rules().game_tables.sources if source.plugin == "clouds-expanded"}
    assert {title.rstrip(" \N{DAGGER}") for title in further} >= added - {"Bombing", "Bomb templates"} < added
    assert {"Fire from the ground", "Between missions"} < {name for name, _ in made["groups"]}
    assert (further["AA guns"].heads, further["AA guns"].rows[1]) == (
        ["D20", "effect", "dice"],
        ["2\N{EN DASH}18", "miss", ""],
    )
    _, bombs = made["wide"][-1].tables
    assert bombs.heads[1:] == ["kg from", "kg to", "ring 1", "ring 2", "ring 3", "ring 4"]
    assert bombs.rows[0] == ["a hand grenade", "0", "4", "2d6 to 0.5", "1d6 to 1", "", ""]
    assert ["the first day of parachutes", "1 April 1918"] in further["Parachutes"].rows
    assert ["to hit at a slow speed", "+1"] in further["Rockets"].rows
    assert ("one roll turns the aircraft by at most", "180°") in further["Numbers of flight"].rows
    assert ("on a runway, but too fast", "+4") in [(*row,) for row in further["Emergency landing, what else counts"].rows]
    assert "outline" not in further["Ground units \N{DAGGER}"].heads
    assert [row[0] for row in further["Experience points for a skill"].rows] == ["12", "15", "17", "19", "more"]
    assert [row[1] for row in further["Artillery spotting"].rows][-1] == "more"
    wounds = further["Wounded men"]
    assert wounds.heads == ["", "Fortitude test", "D20"]
    assert wounds.rows[0] == ["is stronger for it: gains a special ability", "", "1"]
    assert [row[1] for row in wounds.rows][:5] == ["", "", "-4 or more", "-6 to -5", "-7"]
    assert wounds.rows[-1] == ["is paralysed: flies no more", "-14 or less", ""]


def test_no_table_on_paper_has_names_for_files() -> None:
    """A repeated name heads its rows; what is left of names in cells is words."""
    groups = {each.title: each for _, listed in sheets("tables").data["groups"] for each in listed}
    assert [name for name, _ in groups["Special abilities"].parts] == ["Pilot", "Gunner", "Ace"]
    bombing, _ = sheets("tables").data["wide"][-1].tables
    assert [name for name, _ in bombing.parts] == [f"Altitude in MU, from {low}" for low in (0, 6, 14, 24)]
    assert groups["Types, from which month on \N{DAGGER}"].rows[0][-1] == "January 1916"
    cells = [cell for table in groups.values() for row in table.rows for cell in row]
    assert not [cell for cell in cells if re.search(r"^[A-Z]{4,}$|shot-|-shot|-energy|[a-z]+-\d", cell)]


def test_dials_and_bombing_are_tables_to_read_and_every_sheet_has_the_same_turns() -> None:
    made = sheets("tables").data
    (dials,) = (page for page in made["wide"] if page.title == "Dials of the panels")
    steps, markers = dials.tables
    (camel,) = (dict(zip(steps.heads, row, strict=True)) for row in steps.rows if row[0] == "Sopwith Camel")
    assert (camel["2"], camel["-1 EU to"], camel["-4 EU to"]) == ("55", "190", "260")
    (camel,) = (row for row in markers.rows if row[0] == "Sopwith Camel")
    assert camel[1:3] == ("G 75", "E 95")
    bombing, _ = made["wide"][-1].tables
    low = dict(zip(bombing.heads, bombing.rows[0], strict=True))
    assert [low[successes] for successes in ("-6", "+4", "+6", "+8", "+10", "+12", "+14")] == [
        "0",
        "0",
        "1",
        "2",
        "3",
        "3",
        "4",
    ]
    turns = {name: sheets(name).data["turns"] for name in ("cockpits", "records")}
    assert {*turns.values(), sheets("aid").data["sheet"]["turns"]} == {11}


@pytest.mark.further(every=4)
@needs_renderer
@pytest.mark.parametrize(
    ("name", "paper", "count"), [("aid", "a4", 5), ("tables", "a4", 10), ("aid", "letter", 5), ("tables", "letter", 10)]
)
def test_the_pages_fit_and_can_be_read(name: str, count: int, paper: str) -> None:
    pdf = printed(name, paper)
    assert sheet_count(pdf) == count
    assert overlapping(words(pdf)) == []


@pytest.mark.further
def test_the_aid_says_what_tables_and_rulings_say() -> None:
    turn, shooting, damage, engines, ground = (flat(page).replace("\N{MINUS SIGN}", "-") for page in pages(printed("aid")))
    for said in (
        "In your rear arc -4, in your side arc -2; -6 at most.", "2 actions; 1 more by a Flying test",
        "Rear stall slow medium", "medium -1 0 +1 0 -2", "2 13 or less", "range +6 +4 +3 +2 +1 +0 -1 -2 -4 -7 -11",
        "falls the EU below S in MU, 2 at least", "sustained +3 1.5 twice", "THE USUAL RULINGS",
        "a die: 1 out, 6 it explodes",
        "Count turn markers back along the ring", "side slip 1 1 an MU",
    ):  # fmt: skip
        assert said in turn + shooting, said
    assert "30 the cockpit is riddled: all in the cockpit dead" in damage
    assert "30 the cockpit is riddled: all in the cockpit dead, spins for good" in engines
    for said in ("Collision ICOG", "dive +3", "woods less -8"):
        assert said in ground, said
    other = " ".join(map(flat, pages(printed("aid", tighter_count="letters", gunnery_bands="seven"))[:2]))
    assert "Count letters of the alphabet." in other
    assert "(ICOG-5.5.6.1)" in other
    assert "2 2.6 3.2" in other


def test_what_a_player_supplies_is_printed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("AQMF_HOME", str(tmp_path))
    own = tmp_path / "tables" / RULESET
    own.mkdir(parents=True)
    (own / "tighter.toml").write_text("[[row]]\ntighter = 3\nmodifier = -4\n")
    (own / "initiative.toml").write_text('[[row]]\nname = "rear"\nvalue = -5\nwhat = "a threat in the rear arc"\n')
    load = {name: rules().registry.of(kinds.PRINTS, RULESET)[name].load() for name in ("tables", "aid")}
    groups = {each.title: each for _, listed in load["tables"](rules(), CloudsRulings()).data["groups"] for each in listed}
    assert groups["Tighter turns"].rows[-1] == ("3 \N{SECTION SIGN}", "-4")
    front = load["aid"](rules(), CloudsRulings()).data["sheet"]["panels"]
    assert any("rear arc \N{MINUS SIGN}5" in str(panel.lines) for panel in front)
