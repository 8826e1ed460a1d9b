"""What is done over the ground, by the numbers of the digest: runs, trenches, balloons, lines, parachutes, points."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from aqmf_air.core.data.model import replace
from aqmf_air.core.dice.chance import chances
from aqmf_air.core.dice.dice import DiceTray, recorded
from aqmf_air.core.dice.sources import seeded
from aqmf_air.core.play.orders import after
from aqmf_air.games.richthofens_war.chapters import aircraft_sheet, fire_from_ground, map_and_wind, missions, paths
from aqmf_air.games.richthofens_war.chapters.aircraft_sheet import Condition
from aqmf_air.games.richthofens_war.chapters.missions import PlatesSafe
from aqmf_air.games.richthofens_war.chapters.parachutes import Falling, fate_of
from aqmf_air.games.richthofens_war.chapters.paths import Start
from aqmf_air.games.richthofens_war.chapters.sights import HexPlace
from aqmf_air.games.richthofens_war.chapters.victory import Earned, earned, leader, over, scored, shares, why_won
from aqmf_air.games.richthofens_war.sequence import GameEnded, RichthofenRulings, turn_ended
from aqmf_air.games.richthofens_war.state import Aircraft, Airman, Balloon, Game, GroundGun, Mission, Placed, Setup, SideId
from aqmf_air.games.richthofens_war.tables import tables
from aqmf_air.geometry.hexes.grid import from_map, stepped, to_map
from aqmf_air.geometry.hexes.moves import HexPose

DEFAULT, TABLES = RichthofenRulings(), tables.shipped()
F = Fraction
CAMEL = aircraft_sheet.performance(TABLES.aircraft.at("Sopwith Camel"), Condition(), TABLES, DEFAULT)


def flown(path: str, column: int, row: int, facing: int, height: int) -> tuple[Start, paths.Walked]:
    start = Start(HexPose(from_map(column, row), facing), height)
    return start, paths.walked(start, path, CAMEL, TABLES, DEFAULT)


def aircraft(id_: str = "one", side: SideId = "allied", **more: Any) -> Aircraft:
    given = {"type": "RE-8", "at": from_map(30, 16), "facing": 3, "height": 1500, "speed": 7}
    return Aircraft(id=id_, side=side, **{**given, "crew": (Airman(), Airman()), **more})


def test_a_photo_run_is_straight_and_level_over_three_targets_in_one_turn() -> None:
    targets = map_and_wind.hexes_of([(11, 16), (12, 16), (13, 16)])

    def plates(path: str, column: int = 16, height: int = 1500) -> int:
        start, way = flown(path, column, 16, 3, height)
        return len(missions.photographed(start, path, way, targets, TABLES))

    assert plates("FFFFFFF") == plates("FFFFF") == 3
    assert plates("FFFF") == 0  # two of them
    assert plates("FFFFFC") == plates("FFFDFF") == plates("FFFFFLF") == 0
    assert [plates("FFFFFFF", height=height) for height in (950, 1000, 3000, 3050)] == [0, 3, 3, 0]


def test_trench_hexes_are_strafed_by_steps_ahead_at_350_m_or_lower() -> None:
    def strafed(path: str, height: int, rulings: RichthofenRulings = DEFAULT) -> int:
        _, way = flown(path, 18, 16, 1, height)
        return missions.strafed_hexes(path, way, "allied", TABLES, rulings)

    assert strafed("RFLF", 350) == 1
    assert strafed("FRFLFRF", 350) == 4  # down the trench, turning with it
    assert strafed("FRFLFRF", 400) == 0
    assert strafed("FDRFLFRF", 400) == 4
    assert strafed("FRFLFRF", 350, RichthofenRulings(strafe_hex="any-ground")) == 4
    _, way = flown("FFF", 15, 15, 3, 300)
    assert missions.strafed_hexes("FFF", way, "allied", TABLES, DEFAULT) == 0
    assert missions.strafed_hexes("FFF", way, "allied", TABLES, RichthofenRulings(strafe_hex="any-ground")) == 3
    assert missions.strafed_hexes("FFF", way, "german", TABLES, RichthofenRulings(strafe_hex="any-ground")) == 0


def test_bombs_fall_from_the_height_at_which_the_target_is_entered() -> None:
    _, way = flown("FFDDFF", 13, 16, 3, 2000)
    assert missions.over_target(way, map_and_wind.hexes_of([(11, 16)])) == 1900
    assert missions.over_target(way, map_and_wind.hexes_of([(5, 16)])) is None


def test_a_side_spots_three_turns_within_five_hexes() -> None:
    target = [from_map(25, 16)]
    assert missions.spots(aircraft(), target, TABLES)
    assert not missions.spots(aircraft(at=from_map(31, 16)), target, TABLES)
    assert not missions.spots(aircraft(spotted=(True, False, True)), target, TABLES)
    for why in ({"crew": (Airman(), Airman(health="wounded"))}, {"flown_by": "observer"}, {"crew": (Airman(),)}):
        assert not missions.spots(aircraft(**why), target, TABLES)
        assert missions.against_observing(aircraft(**why))


def test_whose_ground_a_column_is() -> None:
    sides = [map_and_wind.ground_of(from_map(column, 5), TABLES) for column in (0, 18, 19, 21, 22, 39)]
    assert sides == ["german", "german", "", "", "allied", "allied"]
    assert [map_and_wind.archie_range(from_map(column, 9), "german", TABLES, DEFAULT) for column in (19, 18, 13)] == [
        -1,
        0,
        5,
    ]
    anywhere = RichthofenRulings(archie_lines="any-trench")
    assert [map_and_wind.archie_range(from_map(column, 9), "german", TABLES, anywhere) for column in (23, 19, 13)] == [
        -1,
        1,
        5,
    ]
    assert map_and_wind.left_for_home(from_map(-1, 3), "german", TABLES)
    assert not map_and_wind.left_for_home(from_map(5, -1), "german", TABLES)
    assert map_and_wind.left_for_home(from_map(40, 3), "allied", TABLES)
    assert not map_and_wind.left_for_home(from_map(-1, 3), "allied", TABLES)


def test_which_winds_blow_towards_the_allies() -> None:
    rising = {facing for facing in range(6) if to_map(stepped(from_map(20, 16), facing, 10))[0] > 20}
    assert set(map_and_wind.TOWARDS_ALLIES) == rising


def test_the_wind_carries_by_a_hex_every_second_turn() -> None:
    odds = chances(map_and_wind.prevailing_wind)
    assert {wind: odds.of(wind) for wind in range(6)} == dict.fromkeys(range(6), F(1, 6))
    at = from_map(10, 10)
    assert [map_and_wind.drifted(at, 0, turn, TABLES) for turn in (1, 2, 3)] == [at, from_map(11, 10), at]


def test_two_machine_guns_and_one_archie_defend_a_balloon() -> None:
    at = from_map(12, 16)
    assert fire_from_ground.guns_about(at, TABLES) == (("MG", from_map(11, 16)), ("MG", from_map(13, 16)), ("AA", at))
    gun = GroundGun(id="gun", side="german", kind="MG", at=at)
    reached = [fire_from_ground.gun_reaches(gun, HexPlace(from_map(column, 16), 0, height), TABLES)
               for column, height in ((15, 350), (16, 350), (15, 400))]  # fmt: skip
    assert reached == [True, False, False]
    hidden = replace(gun, hidden=True)
    assert fire_from_ground.may_be_discovered(hidden, [from_map(17, 16)], TABLES)
    assert not fire_from_ground.may_be_discovered(hidden, [from_map(18, 16)], TABLES)
    assert not fire_from_ground.may_be_discovered(gun, [at], TABLES)


def test_a_balloon_is_winched_down_from_the_first_attack_on() -> None:
    balloon = Balloon(id="balloon", side="german", at=from_map(12, 16), height=50)
    assert missions.winched(balloon, TABLES, DEFAULT) == 50
    assert missions.winched(replace(balloon, attacked=True), TABLES, DEFAULT) == 0
    assert missions.winched(replace(balloon, attacked=True), TABLES, RichthofenRulings(balloon_winch="never")) == 50


def falling(column: int = 20, **more: Any) -> Falling:
    given = {"nation": "Germany", "date": "1918-07", "side": "german", "at": from_map(column, 9), "height": 1000}
    return Falling(**{**given, "wind": 0, **more})


@pytest.mark.parametrize(
    ("facts", "free", "captured"),
    [
        (falling(), F(25, 54), F(5, 54)),  # example 20
        (falling(height=3000), F(10, 27), F(5, 27)),
        (falling(15), F(25, 54), F(5, 54)),  # three hexes from the trench
        (falling(14), F(5, 9), F(0)),
        (falling(wind=3), F(5, 9), F(0)),
        (falling(wind=None), F(5, 9), F(0)),
        (falling(health="wounded", wind=3), F(5, 18), F(0)),  # example 19
        (falling(25), F(0), F(5, 9)),
        (falling(height=150), F(0), F(0)),
        (falling(date="1918-06"), F(0), F(0)),
        (falling(nation="Britain", side="allied"), F(0), F(0)),
        (falling(health="dead"), F(0), F(0)),
    ],
)
def test_who_jumps_is_free_captured_or_lost(facts: Falling, free: Fraction, captured: Fraction) -> None:
    odds = chances(fate_of, facts, TABLES, DEFAULT)
    assert (odds.where(lambda fate: fate == "free"), odds.where(lambda fate: fate == "captured")) == (free, captured)


def test_where_no_wind_is_in_play_a_die_may_tell_it() -> None:
    ruled = RichthofenRulings(capture_wind="die-for-direction")
    assert chances(fate_of, falling(wind=None), TABLES, ruled).of("captured") == F(5, 108)
    ruled = RichthofenRulings(capture_elsewhere="roll")
    assert chances(fate_of, falling(25), TABLES, ruled).of("captured") == F(5, 54)


def game(*all_: Aircraft, **more: Any) -> Game:
    placed = tuple(
        Placed(type="RE-8", side=side, column=9, row=9, facing=0, height=1500, speed=6) for side in ("german", "allied")
    )
    targets = ((11, 16), (12, 16), (13, 16))
    setup = Setup(
        aircraft=placed, rulings=RichthofenRulings(), missions=(Mission(side="allied", kind="photographs", targets=targets),)
    )
    return Game(setup=setup, aircraft=all_, **more)


def test_points_say_what_they_are_for() -> None:
    plates = tuple(from_map(column, 16) for column in (11, 12, 13))
    home = aircraft("re8", name="RE-8", state="left", at=from_map(40, 16), photographed=plates)
    gotha = aircraft("g", "german", type="Gotha G-IV", name="Gotha", state="captured", crew=(Airman(),) * 3)
    burnt = Balloon(id="b", side="german", at=from_map(12, 16), height=0, state="destroyed")
    strafer = aircraft("c", name="Camel", type="Sopwith Camel", trench_hits=2, bombed=True, spotted=(True, False))
    stands = game(home, gotha, strafer, balloons=(burnt,))
    assert [(one.side, one.points) for one in earned(stands)] == [
        ("allied", 6), ("allied", 5), ("allied", 5), ("allied", 4), ("allied", 2), ("allied", 2)
    ]  # fmt: skip
    assert Earned("allied", 6, "Gotha forced down behind the lines") in earned(stands)
    strafing = Mission(side="allied", kind="strafing", hits=3)
    for hits, points in ((2, ()), (3, (1,)), (8, (2,))):
        strafed = replace(
            stands,
            setup=replace(stands.setup, missions=(strafing,)),
            aircraft=(replace(strafer, bombed=False, spotted=(), trench_hits=hits),),
            balloons=(),
        )
        assert tuple(one.points for one in earned(strafed)) == points
    for lost in (replace(home, at=from_map(-1, 16)), replace(home, photographed=plates[:2]), replace(home, state="flying")):
        assert earned(game(lost)) == ()


def test_photographs_that_nobody_can_stop_any_more_count_though_the_game_ends() -> None:
    plates = tuple(from_map(column, 16) for column in (11, 12, 13))
    taken = aircraft("re8", name="RE-8", photographed=plates)
    gone = aircraft("d", "german", name="Albatros", state="left", at=from_map(-1, 16))
    ended = turn_ended(game(taken, gone), DiceTray(recorded([])))
    assert [type(event) for event in ended] == [PlatesSafe, GameEnded]
    after_it = after(game(taken, gone), ended)
    assert (after_it.winner, scored(after_it)[1]) == ("allied", ("Allies", "5 points"))
    assert ended[1].tell(after(game(taken, gone), ended[:1])) == (
        "the Germans have nothing left in the air: the Allies have won, 5 to 0 points"
    )
    assert why_won(after_it).split("; ") == [
        "Albatros left the map, nobody's victory",
        "the Germans have nothing left in the air",
        "most points win, 5 to 0",
    ]
    assert ("Albatros", "left the map, 0 of 19 damage") in scored(after_it)
    pair = (replace(gone, id="e", name="Pfalz"), replace(gone, id="f", name="Fokker", state="destroyed"))
    several = replace(after_it, aircraft=(*after_it.aircraft, *pair))
    assert why_won(several).startswith("the Germans have nothing left in the air; ")  # who fell is told with the points
    assert why_won(replace(several, aircraft=several.aircraft[:-1])).startswith("Albatros and Pfalz left the map, nobody's")
    for stopped in (replace(taken, photographed=plates[:2]), replace(taken, gliding=True), replace(taken, fuel=1)):
        assert not any(isinstance(event, PlatesSafe) for event in turn_ended(game(stopped, gone), DiceTray(seeded(1))))
    there = replace(gone, state="flying", at=from_map(5, 5))
    up = Balloon(id="b", side="german", at=from_map(12, 16), height=600)
    for state in (game(taken, there, turn=40), game(taken, gone, balloons=(up,), turn=40)):
        assert [event.winner for event in turn_ended(state, DiceTray(recorded([]))) if isinstance(event, GameEnded)] == [
            "draw"
        ]


def test_a_game_ends_when_a_side_is_gone_or_its_turns_are() -> None:
    german, allied = aircraft("g", "german"), aircraft("a")
    assert over(game(german, allied)) == ""
    assert over(game(german, allied, turn=40)) == "draw"
    down = game(replace(german, state="destroyed"), allied)
    assert (over(down), leader(down)) == ("allied", "allied")
    up = Balloon(id="b", side="german", at=from_map(12, 16), height=600)
    assert over(game(replace(german, state="destroyed"), allied, balloons=(up,))) == ""
    assert over(game(replace(german, state="left"), allied)) == "draw"


def test_all_who_fire_share_a_victory() -> None:
    assert [one.share for one in shares(["a", "b", "c"], "x")] == [F(1, 3)] * 3
