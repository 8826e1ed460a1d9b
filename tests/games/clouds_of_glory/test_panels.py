"""Cockpit panels: the examples of the rules, the scale of speeds, letters of turns, drag, red marks, recipes."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from aqmf_air.errors import DataError
from aqmf_air.games.clouds_of_glory.chapters import panels
from aqmf_air.games.clouds_of_glory.chapters.course import EnergyRulings, height_energy
from aqmf_air.games.clouds_of_glory.chapters.panels import Cockpit, PanelRulings
from aqmf_air.games.clouds_of_glory.chapters.plans import Handling
from aqmf_air.games.clouds_of_glory.tables import LETTERS, house_panel, tables

TABLES = tables.shipped()
NAMES = [panel.name for panel in TABLES.panels]
SE5A, DVA, CAMEL, RE8, DIII, N17 = "S.E.5a", "Albatros D.Va", "Sopwith Camel", "R.E.8", "Albatros D.III", "Nieuport 17"


def cockpit(name: str, *, bombs: bool = False, **chosen: Any) -> Cockpit:
    return panels.cockpit(name, TABLES, PanelRulings(**chosen), bombs=bombs)


def offered(name: str, speed: int, **chosen: Any) -> tuple[str, str]:
    """The safe letter, and those tighter."""
    safe, *tighter = cockpit(name, **chosen).letters(speed)
    return safe, "".join(tighter)


# -- energy ------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("ICOG-2.1.1-g", "ICOG-5.7.1.1", "ICOG-5.7.1.2")
@pytest.mark.parametrize(
    ("example", "name", "speed", "energy", "raw", "after"),
    [
        ("E27", SE5A, 105, 4 - 2, 120, 125),
        ("E28", SE5A, 185, -5 - 1, 135, 145),
        ("E29", SE5A, 125, 2 - 1, 132.5, 145),
        ("E32", SE5A, 205, 2, 220, 220),
        ("E33", SE5A, 220, 1 - 2, 205, 205),
        ("E23, first turn", DVA, 180, -6, 130, 145),
        ("E23, second turn", DVA, 145, -6, 95, 105),
        ("E21", CAMEL, 130, -7, 65, 75),
        ("after a stall", DVA, 65, 2, 80, 85),
        ("further than the marks", DVA, 250, -21, 250 - 237, 65),
    ],
)
def test_the_needle_moves_once_and_goes_up_to_a_step(
    example: str, name: str, speed: int, energy: int, raw: float, after: int
) -> None:
    panel = cockpit(name)
    assert (panel.raw(speed, energy), panel.after(speed, energy).speed) == (raw, after), example


@pytest.mark.rule("ICOG-5.5.11-a", "ICOG-2.1.1-c")
@pytest.mark.parametrize(
    ("example", "name", "speed", "energy", "last", "below", "after", "drop"),
    [
        ("E18", SE5A, 170, -12, 9, 3, 65, 3),
        ("E19", SE5A, 145, -8, 7, 1, 65, 2),
        ("E20", DVA, 145, -8, 7, 1, 65, 2),
        ("on S", SE5A, 145, -7, 7, 0, 85, 2),
        ("all that it had", SE5A, 85, -30, 1, 29, 65, 29),
        ("under S already", SE5A, 65, -2, 0, 2, 65, 2),
        ("a Camel takes 7", CAMEL, 130, -8, 7, 1, 55, 2),
    ],
)
def test_what_is_lost_under_the_stall_speed(
    example: str, name: str, speed: int, energy: int, last: int, below: int, after: int, drop: int
) -> None:
    panel = cockpit(name)
    assert panel.last_on_stall(speed) == last, example
    assert panel.after(speed, energy) == (after, below), example
    assert max(below, TABLES.number("flight", "stall-drop")) == drop, example
    assert panel.after(panel.under_stall, 2) == (panel.stall, 0), "a stall ends on S"


@pytest.mark.rule("ICOG-2.1.1-g")
def test_the_physical_scale_takes_the_same_off_every_square() -> None:
    panel = cockpit(SE5A, energy_scale="physical")
    assert round(panel.raw(185, -6)) == 139
    assert panel.after(145, -7) == (65, 1)
    assert panel.after(220, -1) == (215, 0)
    assert panel.raw(85, -40) == 0
    assert panel.raw(105, 2) == 120


@pytest.mark.rule("ICOG-2.1.1-b", "ICOG-2.1.1-l", "ICOG-5.7.1.2")
def test_steps_are_those_of_the_panel_up_to_top_then_every_five() -> None:
    panel = cockpit(DVA)
    assert [panel.step_at(speed) for speed in (0, 1, 86, 150, 151, 185, 185.5, 190, 191)] == [
        0, 65, 105, 150, 165, 185, 190, 190, 195,
    ]  # fmt: skip
    assert (panel.step_at(299), panel.step_at(301)) == (300, 300)
    assert (panel.after(295, 3).speed, cockpit(DVA, speed_cap="none").after(295, 3).speed) == (300, 320)
    assert (panel.step_at(panel.stall + 1), panel.steps_above_stall(85), panel.steps_above_stall(190)) == (105, 0, 9)


@pytest.mark.rule("ICOG-2.1.1-d")
def test_with_bombs_aboard_the_red_marks_count() -> None:
    light, laden = cockpit(RE8), cockpit(RE8, bombs=True)
    assert (light.stall, light.top, light.under_stall) == (80, 165, 60)
    assert (laden.stall, laden.top, laden.under_stall) == (90, 155, 80)
    assert (light.step_at(156), laden.step_at(156)) == (165, 160)
    assert (light.drag(160), laden.drag(160)) == (0, 2)
    assert (light.band(85), laden.band(85)) == ("SLOW", "STALL")
    assert (light.after(100, -1), laden.after(100, -1)) == ((90, 0), (90, 0))
    assert (light.after(100, -2), laden.after(100, -2)) == ((80, 0), (80, 1))
    assert (cockpit(DVA, bombs=True).stall, cockpit(DVA, bombs=True).top) == (85, 185)


@pytest.mark.rule("ICOG-5.7.8.1", "ICOG-5.7.8-a", "ICOG-2.1.1-f")
def test_wind_drag_is_that_of_the_speed_at_which_the_move_began() -> None:
    panel = cockpit(SE5A)
    assert [panel.drag(speed) for speed in (205, 210, 215, 220, 230, 235, 290, 295)] == [0, 1, 2, 2, 2, 3, 4, 4]
    assert [cockpit(SE5A, drag_beyond_m="none").drag(speed) for speed in (290, 295)] == [4, 0]


@pytest.mark.rule("ICOG-5.7.3.1")
def test_heights_count_by_whole_move_units() -> None:
    """E30."""
    rulings = EnergyRulings()
    assert [height_energy((20, 20 + climbed), rulings) for climbed in (3.5, -6.5)] == [-4, 7]
    ends = (0, 3, 3.04, 3.06, -3.04, 0.03)
    assert [height_energy((20, 20 + climbed), rulings) for climbed in ends] == [0, -3, -3, -4, 3, 0]
    exact = EnergyRulings(altitude_tolerance="0")
    assert [height_energy((20, 20 + climbed), exact) for climbed in (3, 3.00001, -3.00001)] == [-3, -4, 4]


# -- turns -------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("ICOG-2.1.1-i", "ICOG-2.1.1-j", "ICOG-2.1.1-k", "ICOG-5.5.6.1", "ICOG-5.5.7.1")
@pytest.mark.parametrize(
    ("example", "name", "speed", "letters", "test", "tighter", "modifier", "energy"),
    [
        ("E13", DVA, 175, ("F", "EDE"), "flying", 2, -1, 5),
        ("E14", DVA, 200, ("H", "GFE"), "strength", 3, -2, 6),
        ("E15", SE5A, 190, ("G", "FED"), "flying", 2, -1, 5),
        ("E16", SE5A, 225, ("I", "HGF"), "strength", 3, -2, 7),
    ],
)
def test_turns(
    example: str, name: str, speed: int, letters: tuple[str, str], test: str, tighter: int, modifier: int, energy: int
) -> None:
    panel = cockpit(name)
    turn = panel.tighter(speed)[tighter - 1]
    assert (offered(name, speed), panel.test_kind(speed)) == (letters, test), example
    assert (turn.tighter, turn.modifier, turn.energy) == (tighter, modifier, energy), example


@pytest.mark.rule("ICOG-5.5.6.1")
def test_letters_that_are_no_tighter_are_not_open() -> None:
    assert [offered(SE5A, speed) for speed in (145, 125, 85)] == [("D", ""), ("E", ""), ("H", "")]
    counted = {"tighter_floor": "as-counted"}
    assert [offered(SE5A, speed, **counted) for speed in (145, 125, 85)] == [("D", "EFH"), ("E", "FH"), ("H", "")]
    letters = {"tighter_count": "letters"}
    assert (offered(DVA, 175, **letters), offered(DVA, 125, **letters)) == (("F", "EDC"), ("E", "DCB"))


@pytest.mark.rule("ICOG-2.1.1-i", "ICOG-2.3-a")
def test_damage_makes_turns_wider_and_p_is_the_widest() -> None:
    panel = cockpit(DVA)
    assert (panel.safe(175, 2), "".join(turn.letter for turn in panel.tighter(175, 2))) == ("H", "GFG")
    assert [panel.safe(speed) for speed in (65, 85, 86, 260, 261, 275, 276)] == ["H", "H", "F", "K", "L", "L", "M"]
    assert (panel.safe(260, 9), panel.tighter(260, 9)) == ("P", ())
    assert (panel.wider("N", 1), panel.wider("O", 3), cockpit(DVA, template_letters="A-O").wider("N", 3)) == ("O", "P", "O")
    for letter in ("Q", "AB", ""):
        with pytest.raises(DataError, match="expected a letter from A to P, got '"):
            panel.wider(letter, 1)


@pytest.mark.rule("ICOG-2.1.1-j")
def test_at_the_manoeuvring_speed_the_pilot_is_tested() -> None:
    assert [cockpit(DVA).test_kind(speed) for speed in (180, 185, 190)] == ["flying", "flying", "strength"]
    assert cockpit(DVA, at_manoeuvring_speed="strength").test_kind(185) == "strength"


# -- what else stands on a panel ---------------------------------------------------------------------------------------


@pytest.mark.rule("ICOG-2.1.1-a")
def test_ten_km_h_are_a_move_unit() -> None:
    assert [Handling(speed, 1, (), (), (), TABLES, 2).reach for speed in (150, 185)] == [15, 18.5]


@pytest.mark.rule("ICOG-2.1.1-h")
def test_bands_of_speed() -> None:
    """As far as the source names them: 140 SLOW, 175 and 185 MEDIUM, 190 HIGH."""
    assert [cockpit(DVA).band(speed) for speed in (85, 90, 140, 150, 185, 190, 225, 230)] == [
        "STALL", "SLOW", "SLOW", "MEDIUM", "MEDIUM", "HIGH", "HIGH", "DIVE",
    ]  # fmt: skip
    assert (cockpit("Breguet 14").band(175), cockpit(CAMEL).band(185), cockpit(SE5A).band(190)) == (
        "MEDIUM",
        "MEDIUM",
        "HIGH",
    )


@pytest.mark.rule("ICOG-2.1.2-c", "ICOG-2.1.2-d")
def test_guns_and_their_boxes() -> None:
    se5a, albatros, re8 = (TABLES.panel(name) for name in (SE5A, DVA, RE8))
    assert [(gun.name, gun.number, TABLES.boxes(gun.feed)) for gun in se5a.guns] == [("Vickers", 1, 10), ("Lewis", 1, 2)]
    assert [(gun.number, TABLES.boxes(gun.feed)) for gun in albatros.guns] == [(2, 10)]
    assert (re8.arcs_of("observer"), re8.arcs_of("nose"), se5a.arcs_of("")) == (("aft",), (), ())
    assert (re8.spare_drums, re8.gunnery_of(""), re8.gunnery_of("observer")) == ((0, 2), 1, 0)


@pytest.mark.rule("ICOG-2.3-d")
def test_distances_on_the_gunnery_template() -> None:
    """E37, and the two lengths that the examples of a shot ask for."""
    modifier = TABLES.band_modifier
    assert [modifier(distance) for distance in (0, 1.9, 2, 8, 13.5, 14, 14.01)] == [
        6, 6, 4, -1, -11, -11, None,
    ]  # fmt: skip
    assert [modifier(distance, "seven") for distance in (1.9, 7, 11, 11.1)] == [6, -4, -11, None]
    assert (TABLES.reach(), TABLES.reach("seven"), TABLES.half_angle) == (14, 11, 7.5)
    bands = {modifier(n / 10) for n in range(141)}
    assert bands == {6, 4, 3, 2, 1, 0, -1, -2, -4, -7, -11}


@pytest.mark.rule("ICOG-2.3-a")
def test_there_are_sixteen_turns_each_wider_than_the_one_before() -> None:
    radii = [TABLES.radius(letter) for letter in LETTERS]
    assert len(radii) == 16
    assert all(abs(radius - 4.5 * 1.17 ** (n - 3)) <= 0.0501 for n, radius in enumerate(radii))
    assert (TABLES.radius("A"), TABLES.radius("D"), TABLES.radius("P")) == (2.8, 4.5, 29.6)
    with pytest.raises(DataError, match="table turn-radii has no row for Q"):
        TABLES.radius("Q")


# -- whose word each field is, and types by a recipe -------------------------------------------------------------------


def test_each_field_of_a_panel_says_whose_word_it_is() -> None:
    stated: dict[str, dict[str, Any]] = {
        SE5A: {"strength": 17, "roll": 5, "throttle": 4, "engine_out": (4,), "flying": 1, "gunnery": 1, "stall": 85},
        DVA: {"roll": 5, "gunnery": 1, "stall": 85, "tighter": (3, 5, 6)},
        CAMEL: {"roll": 3, "throttle": 3, "gunnery": -1, "stall": 75},
        RE8: {"roll": 7, "throttle": 3, "engine_out": (3,), "flying": -1, "gunnery": 1, "stall_with_bombs": 90,
              "top_with_bombs": 155, "tighter": (2, 4, 5), "reduction": 1, "bombs": 8},
        DIII: {"gunnery": 0},
    }  # fmt: skip
    for name, fields in stated.items():
        panel = TABLES.panel(name)
        assert {field: getattr(panel, field) for field in fields} == fields
        assert {panel.standing_of(field) for field in fields} == {"stated"}
    assert TABLES.panel(SE5A).standing_of("top") == "inferred"
    assert {TABLES.panel(name).standing_of("steps") for name in NAMES} == {"house"}
    assert {TABLES.panel(name).standing_of("guns") for name in (SE5A, DVA, RE8, DIII, N17)} == {"stated"}


def test_what_is_seen_of_steps_and_markers_is_there() -> None:
    seen = {SE5A: (65, 85, 125, 145, 170, 185, 190, 205), DVA: (85, 105, 145, 175, 180), RE8: (90, 155)}
    assert all(set(steps) <= set(TABLES.panel(name).steps) for name, steps in seen.items())
    assert {(190, "G"), (225, "I")} <= set(TABLES.panel(SE5A).markers)
    assert {(150, "D"), (175, "F"), (195, "G")} <= set(TABLES.panel(DVA).markers)
    assert min(letter for _, letter in TABLES.panel(DVA).markers) == "D"
    assert min(letter for _, letter in TABLES.panel(RE8).markers) == "F"
    assert {-2, -3, -4} <= {figure for name in (DVA, RE8) for _, figure in TABLES.panel(name).wind_drag}


def test_a_recipe_makes_a_panel_from_a_kind_and_a_top_speed() -> None:
    nieuport = house_panel("rotary fighter", 170)
    assert nieuport["steps"] == (0, 55, 75, 95, 115, 135, 150, 165, 170)
    assert nieuport["wind_drag"] == ((175, -1), (195, -2), (215, -3), (235, -4))
    assert "".join(letter for _, letter in nieuport["markers"]) == "FEDCDEFGHI"
    assert (nieuport["manoeuvring_speed"], nieuport["maximum"], nieuport["engine_out"]) == (165, 235, (5,))
    albatros = TABLES.panel(DIII)
    assert albatros.steps == (0, 65, 85, 105, 125, 145, 160, 175)
    assert albatros.markers[:4] == ((85, "G"), (105, "F"), (125, "E"), (145, "D"))
    assert albatros.markers[-1] == (235, "J")
    assert (albatros.manoeuvring_speed, albatros.maximum) == (175, 240)
    assert (house_panel("fighter", 190, strong=True)["maximum"], house_panel("fighter", 190)["maximum"]) == (275, 255)
    handley_page = TABLES.panel("Handley Page O/400")
    assert (handley_page.engines, handley_page.engine_out, handley_page.reduction) == ("multi", (2, 5), 2)
    assert [handley_page.engine_loss(out) for out in (0, 1, 2)] == [0, 2, 5]
    assert [TABLES.panel(CAMEL).engine_loss(out) for out in (0, 1)] == [0, 5]
    assert handley_page.wind_drag == ((160, -1), (180, -2), (200, -3))
    assert handley_page.steps == (0, 70, 90, 110, 130, 150, 155)
    assert TABLES.panel(RE8).engines == "single"


def test_a_cockpit_is_the_same_for_the_same_facts() -> None:
    assert cockpit(RE8) is cockpit(RE8) is not cockpit(RE8, bombs=True)
    with pytest.raises(DataError, match="table panels has no row for Zeppelin"):
        cockpit("Zeppelin")


# -- all panels --------------------------------------------------------------------------------------------------------


@st.composite
def flights(draw: st.DrawFn) -> tuple[Cockpit, int, int]:
    """An aircraft, a speed at which it may fly, and energy units won or lost."""
    name, bombs = draw(st.sampled_from(NAMES)), draw(st.booleans())
    scale = draw(st.sampled_from(("examples", "physical")))
    panel = cockpit(name, bombs=bombs, energy_scale=scale)
    speed = panel.step_at(draw(st.integers(panel.under_stall, 300)))
    return panel, speed, draw(st.integers(-40, 30))


@given(flights())
@pytest.mark.rule("ICOG-2.1.1-b", "ICOG-2.1.1-g", "ICOG-5.5.11-a", "ICOG-5.7.1.2")
def test_the_needle_never_leaves_its_scale(flight: tuple[Cockpit, int, int]) -> None:
    panel, speed, energy = flight
    after, more = panel.after(speed, energy), panel.after(speed, energy + 1)
    assert panel.step_at(after.speed) == after.speed, "it stands on a step"
    assert panel.under_stall <= after.speed <= 300
    assert (after.speed, -after.below) <= (more.speed, -more.below), "more energy is no less speed"
    assert after.speed <= speed if energy <= 0 else after.speed >= speed
    assert (after.below > 0) <= (after.speed < panel.stall), "what is under S is lost from a speed under S"
    if speed >= panel.stall:
        last = panel.last_on_stall(speed)
        assert panel.after(speed, -last).speed >= panel.stall > panel.after(speed, -last - 1).speed
        assert after.below == max(-energy - last, 0)


@given(st.sampled_from(NAMES), st.integers(0, 60), st.integers(0, 3))
@pytest.mark.rule("ICOG-2.1.1-i", "ICOG-5.5.6.1")
def test_turns_get_wider_with_speed_beyond_the_tightest(name: str, number: int, wider: int) -> None:
    panel = cockpit(name)
    speed = panel.stall + 5 * number
    tightest = min(panel.panel.markers, key=lambda marker: marker[1])[0]
    safe, turns = panel.safe(speed, wider), panel.tighter(speed, wider)
    if speed >= tightest:
        assert safe <= panel.safe(speed + 5, wider)
    assert safe <= panel.safe(speed, wider + 1)
    assert len(turns) <= 3
    assert all(turn.letter < safe for turn in turns)
    assert [turn.energy for turn in turns] == sorted(turn.energy for turn in turns)
    assert panel.drag(speed) <= panel.drag(speed + 5), "drag grows"
    assert (panel.drag(speed) > 0) is (speed > panel.top)
