"""Setting up (3-d): who places first, where and how fast; with what a fight begins."""

from __future__ import annotations

from typing import Any

import pytest

from aqmf_air.core.play.typed_orders import Meant, NotUnderstood, order_typed
from aqmf_air.games.clouds_of_glory.chapters.setting_up import Place, Placed, PlacingBegan
from aqmf_air.games.clouds_of_glory.sequence import GoOn, TurnBegan
from aqmf_air.games.clouds_of_glory.state import CloudsGame
from tests.games.clouds_of_glory.fights import Course, aircraft, document, fight, gunner, ordered, rules, setup_of


def begun(*faces: Any, name: str = "first-patrols", **rulings: Any) -> Course:
    """A mission whose sides have rolled for who places first."""
    return ordered(rules().initial(setup_of(document(name), name, **rulings)), GoOn(), "", *faces)


def placing(**changes: Any) -> Place:
    given: dict[str, Any] = {"craft": "red-albatros", "x": 30.0, "y": 5.0, "heading": 90.0, "speed": 145}
    return Place(**(given | changes))


@pytest.mark.rule("ICOG-3-d")
@pytest.mark.parametrize(
    ("faces", "first"),
    [((3, 7), "silver-nieuport"), ((7, 3), "red-albatros"), ((4, 4, 9, 2), "red-albatros")],  # entente, then germany
)
def test_the_side_of_the_lower_die_places_first(faces: tuple[int, ...], first: str) -> None:
    course = begun(*faces)
    waiting = course.one(PlacingBegan).waiting
    assert (waiting[0], len(waiting)) == (first, 4)
    sides = [course.game.of(name).side for name in waiting]
    assert sides == sorted(sides, key=lambda side: side != sides[0])  # one side after the other
    assert course.game.acting == (sides[0],)


def test_a_ruling_lets_the_side_that_is_listed_first_begin() -> None:
    assert begun(set_up_order="listed").one(PlacingBegan).waiting[0] == "red-albatros"


def germans() -> CloudsGame:
    return begun(7, 3).game


@pytest.mark.rule("ICOG-3-d")
def test_an_aircraft_is_placed_and_the_next_one_follows_until_the_first_turn() -> None:
    course = ordered(germans(), placing(), "germany")
    craft = course.game.of("red-albatros")
    assert (craft.pose.place, round(craft.pose.heading), craft.speed) == ((30, 5, 20), 90, 145)
    assert course.game.waiting[0] == "green-albatros"
    for name, x, y, speed in (
        ("green-albatros", 33, 5, 175),
        ("silver-nieuport", 30, 60, 75),
        ("blue-nieuport", 33, 55, 170),
    ):
        side = course.game.of(name).side
        course = ordered(course.game, placing(craft=name, x=x, y=y, speed=speed), side)
    assert course.has(TurnBegan)
    assert course.game.phase == "initiative"


@pytest.mark.rule("ICOG-3-d")
@pytest.mark.parametrize(
    ("order", "by", "said"),
    [
        (placing(x=35.0), "germany", None),  # the rim of the circle
        (placing(y=0.0), "germany", None),
        (placing(x=35.01), "germany", "it is placed within 5 MU of 30, 5"),
        (placing(x=33.6, y=8.6), "germany", "it is placed within 5 MU of 30, 5"),
        (placing(speed=85), "germany", None),  # S
        (placing(speed=175), "germany", None),  # Top
        (placing(speed=65), "germany", "expected a speed of its panel (85, 105, "),
        (placing(speed=180), "germany", "expected a speed of its panel (85, 105, "),
        (placing(speed=146), "germany", "expected a speed of its panel (85, 105, "),
        (placing(), "entente", "no such aircraft of yours is to be placed now"),
        (placing(craft="green-albatros"), "germany", "no such aircraft of yours is to be placed now"),
        (placing(craft="nobody"), "germany", "no such aircraft of yours is to be placed now"),
    ],
)
def test_where_and_how_fast_an_aircraft_begins(order: Place, by: str, said: str | None) -> None:
    objections = list(rules().objections(germans(), order, by))
    assert [objection.rule for objection in objections] == ["ICOG-3-d"] * bool(said)
    assert said is None or objections[0].reason.startswith(said)


def test_nobody_places_when_the_fight_has_begun() -> None:
    (objection,) = rules().objections(fight(*document("first-patrols")["aircraft"]), placing(), "germany")
    assert objection.reason == "no such aircraft of yours is to be placed now"


def test_placings_that_are_offered_are_allowed_and_differ() -> None:
    offers = [offer.command for offer in rules().legal(germans(), "germany") if isinstance(offer.command, Place)]
    assert len({offer.model_dump_json() for offer in offers}) == len(offers) >= 3
    assert offers[0] == placing(x=27.0, heading=0.0)  # as the scenario has it
    assert [offer for offer in rules().legal(germans(), "entente") if isinstance(offer.command, Place)] == []


def test_an_order_of_placing_is_read_from_words() -> None:
    game, text = germans(), "place red Albatros at 30.5, 4 heading 45 speed 145"
    read = order_typed(rules(), game, "germany", text, rules().legal(game, "germany"))
    assert isinstance(read, Meant)
    assert read.offer.command == placing(x=30.5, y=4.0, heading=45.0)


@pytest.mark.parametrize("name", ["white fokker", "fokker", "fok", "white"])
def test_a_part_of_a_name_that_no_other_has_is_enough(name: str) -> None:
    game, text = begun(5, 1, name="duel").game, f"place {name} at 30.5, 54 heading 180 speed 160"
    read = order_typed(rules(), game, "germany", text, rules().legal(game, "germany"))
    assert isinstance(read, Meant)
    assert read.offer.title == "place white Fokker at 30.5 54 heading 180 speed 160"


def test_a_misspelt_move_is_not_proposed_while_none_is_due() -> None:
    game = germans()
    read = order_typed(rules(), game, "germany", "red Albatros turns lef 30", rules().legal(game, "germany"))
    assert isinstance(read, NotUnderstood)
    assert (read.message, read.mended) == ("moves are made in the movement phase (ICOG-3-a)", "")


def test_a_mission_without_circles_begins_with_the_first_turn() -> None:
    course = ordered(rules().initial(setup_of(document("escort"))), GoOn(), "")
    assert not course.has(PlacingBegan)
    assert course.has(TurnBegan)
    assert not course.has(Placed)


@pytest.mark.rule("ICOG-2.1.2-d")
def test_belts_and_drums_are_full_and_guns_without_a_man_are_not_there() -> None:
    """E39: a drum has 2 boxes, a belt 10; half boxes are counted."""
    crew = [gunner("pilot"), gunner()]
    two, alone = aircraft("two", "entente", "R.E.8", speed=140, crew=crew), aircraft("one", "entente", "R.E.8", speed=140)
    game = fight(two, alone)
    boxes = {feed: 2 * game.tables.boxes(feed) for feed in ("belt", "drum")}
    rows = {row.name: (row.station, row.halves, row.spares, row.magazine) for row in game.of("two").rows}
    assert rows == {"Vickers": ("pilot", boxes["belt"], 0, 0), "Lewis": ("observer", boxes["drum"], 2, boxes["drum"])}
    assert [row.name for row in game.of("one").rows] == ["Vickers"]


def test_a_fight_begins_as_its_scenario_says() -> None:
    given = {"heading": 90, "nose": -30, "bank": 20, "bombs": 2, "fire": True, "engine": "stopped", "speed": 120}
    craft = fight(aircraft("two", "entente", "R.E.8", **given)).of("two")
    pose = craft.pose
    assert (pose.heading, pose.nose, pose.bank) == pytest.approx((90, -30, 20), abs=0.001)
    assert (craft.bombs, craft.fire, craft.engines, craft.strength) == (2, True, ("stopped",), 18)
    twin = fight(aircraft("big", "entente", "Handley Page O/400", speed=130)).of("big")
    assert twin.engines == ("runs", "runs")


@pytest.mark.rule("ICOG-1.2.3")
def test_a_kept_game_has_the_rerolls_that_it_began_with() -> None:
    """A log keeps all fields of a set-up: a re-roll that Luck gives is written down in it, and not lost for the default."""
    setup = rules().set_up(document("duel"), "duel", {}).setup
    kept = type(setup).model_validate_json(setup.model_dump_json())
    assert [craft.pilot.rerolls for craft in rules().initial(setup).craft] == [2, 1]
    assert rules().initial(kept) == rules().initial(setup)
