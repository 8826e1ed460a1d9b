"""Missions: those that ship, what they score, what ends a fight and who wins; what is wrong with bad ones."""

from __future__ import annotations

from typing import Any

import pytest

from aqmf_air.api import replace
from aqmf_air.api.geometry import SpacePose
from aqmf_air.errors import DataError
from aqmf_air.games.clouds_of_glory.chapters import missions
from aqmf_air.games.clouds_of_glory.chapters.people import PeopleRulings, rerolls
from aqmf_air.games.clouds_of_glory.sequence import TurnBegan, is_over
from aqmf_air.games.clouds_of_glory.state import CloudsGame, Credit, Setup
from tests.games.clouds_of_glory.fights import MISSIONS, begun, document, rules, setup_of


def at(game: CloudsGame, craft: str, x: float, y: float, z: float = 20, heading: float = 0, **changes: Any) -> CloudsGame:
    """The same with an aircraft elsewhere."""
    return game.changed(craft, pose=SpacePose.level(x, y, z, heading), **changes)


def last_turn(game: CloudsGame, turn: int = 0) -> CloudsGame:
    """The game as its last turn ends."""
    return replace(game, turn=turn or game.setup.turns, phase="end", waiting=())


def ended(game: CloudsGame) -> CloudsGame:
    """What follows of itself as a turn ends."""
    steps = rules().rules
    while not game.winner and game.phase == "end":
        for event in steps.following(game):
            game = event.apply(game)
    return game


# -- those that ship ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", MISSIONS)
def test_missions_that_ship(name: str) -> None:
    setup = setup_of(document(name), name)
    game = begun(document(name))
    assert {craft.side for craft in game.craft} == {"entente", "germany"}
    assert len({craft.marking for craft in game.craft}) == len(
        {man.name for craft in game.craft for man in craft.crew}
    ) - sum(len(craft.crew) - 1 for craft in game.craft)
    for craft in game.craft:
        scores = [(man.awareness, man.flying, man.gunnery) for man in craft.crew]
        assert all(8 <= score <= 18 for skills in scores for score in skills)
        assert sum(scores[0]) > 35
        assert all(3 <= score <= 18 for man in craft.crew for score in (man.fortitude, man.luck))
        assert all(man.rerolls == rerolls(man.luck, game.tables, PeopleRulings()) for man in craft.crew)
    lines = [*missions.briefing(setup)]
    assert lines[-1].startswith("2 points for an enemy shot down, 1 for one forced home; a lead of 2 wins.")
    assert rules().summary(game)[-1] == "points: Entente 0, Germans 0"


@pytest.mark.rule("ICOG-3-d", "ICOG-3-g")
def test_the_introductory_mission() -> None:
    """Two a side; boards of 120 cm in all, 2 cm a MU; circles of 5 MU, 5 MU from the middle of an edge; 20 MU up."""
    setup = setup_of(document("first-patrols"))
    assert (setup.board, setup.turns, len(setup.aircraft)) == ((60, 60), 10, 4)
    assert {(area.side, area.at, area.radius) for area in setup.areas} == {
        ("germany", (30, 5), 5),
        ("entente", (30, 55), 5),
    }
    game = begun(document("first-patrols"))
    assert all(craft.pose.place[2] == 20 and craft.speed <= game.cockpit(craft).top for craft in game.craft)
    assert game.tables.number("victory", "turns") == setup.turns == Setup.model_fields["turns"].default
    facts = rules().set_up(document("first-patrols"), "first-patrols", {}).facts
    assert facts == (("aircraft", "2 against 2"), ("lasts", "10 turns"))


@pytest.mark.rule("ICOG-3-e")
@pytest.mark.parametrize(
    ("turn", "behind", "rulings", "over"),
    [
        (9, False, {}, False),
        (10, False, {}, True),
        (10, True, {}, False),
        (11, True, {}, True),
        (10, True, {"extra_turn": "no"}, True),
    ],
)
def test_a_threat_from_behind_adds_a_turn(turn: int, behind: bool, rulings: dict[str, str], over: bool) -> None:
    game = begun(changed("duel", turns=10), **rulings)
    game = at(at(game, "red-camel", 30, 30), "white-fokker", 30, 22 if behind else 38)
    facing = game if behind else at(game, "white-fokker", 30, 38, heading=180)  # nose to nose: a threat from the front
    assert is_over(last_turn(facing, turn)) is over


def test_nobody_left_to_fight_ends_it() -> None:
    """ICOG-3-f."""
    game = begun(document("duel"))
    assert not is_over(last_turn(game, 3))
    assert is_over(last_turn(game.changed("red-camel", out="gone"), 3))


def test_a_turn_follows_where_it_is_not_over() -> None:
    (event,) = rules().rules.following(last_turn(begun(document("duel")), 3))
    assert event == TurnBegan(turn=4)


# -- tasks -------------------------------------------------------------------------------------------------------------


def test_who_reaches_the_place_of_a_mission_scores() -> None:
    game = begun(document("escort"))
    assert [*missions.arriving(game)] == []
    near = last_turn(at(game, "grey-re8", 30, 42.01), 4)
    (event,) = rules().rules.following(near)
    assert event.tell(near) == "grey R.E.8: the place of the mission is reached"
    there = event.apply(near)
    assert there.reached == ("grey-re8",)
    assert isinstance(next(iter(rules().rules.following(there))), TurnBegan)  # it is told once
    assert missions.mission_points(there) == {"entente": 3, "germany": 0}
    assert [*missions.progress(near)] == ["grey R.E.8 has yet to come within 10 MU of 30, 52"]
    assert [*missions.progress(there)] == ["grey R.E.8 has been within 10 MU of 30, 52"]
    lost = there.changed("grey-re8", out="destroyed")
    assert missions.mission_points(lost) == {"entente": 0, "germany": 0}


@pytest.mark.parametrize(("y", "is_there"), [(41.99, False), (42, True), (62, True), (62.01, False)])
def test_a_place_is_reached_within_so_many_mu(y: float, is_there: bool) -> None:
    game = at(begun(document("escort")), "grey-re8", 30, y, z=3)
    assert bool([*missions.arriving(game)]) is is_there


def test_only_those_in_the_air_reach_it_and_a_friend_does_not_do_it_for_them() -> None:
    game = begun(document("escort"))
    assert [*missions.arriving(at(game, "red-pup", 30, 52))] == []
    assert [*missions.arriving(at(game, "grey-re8", 30, 52, out="landed"))] == []


def test_a_sky_without_enemies_is_free() -> None:
    game = begun(document("escort"))
    for enemy in ("black-albatros", "blue-albatros", "white-albatros"):
        game = game.changed(enemy, out="destroyed")
    assert [craft.id for craft in missions.arriving(game)] == ["grey-re8"]
    assert [*missions.arriving(game.changed("grey-re8", home=True))] == []


def test_who_is_alone_about_a_balloon_holds_it() -> None:
    game = begun(document("balloon-line"))
    assert [missions.holder(game, name) for name in game.setup.mission.what] == [None, None]
    game = at(at(game, "green-spad", 22, 40), "yellow-pfalz", 48, 20.1)
    assert [missions.holder(game, name) for name in game.setup.mission.what] == ["entente", "germany"]
    assert missions.mission_points(game) == {"entente": 2, "germany": 2}
    both = at(game, "brown-pfalz", 22, 25)
    assert missions.holder(both, "west-balloon") is None
    assert missions.holder(both.changed("brown-pfalz", home=True), "west-balloon") == "entente"
    assert missions.holder(at(game, "green-spad", 22, 40.1), "west-balloon") is None


def test_who_is_alone_in_the_air_holds_every_balloon() -> None:
    game = begun(document("balloon-line"))
    for enemy in ("yellow-pfalz", "brown-pfalz"):
        game = game.changed(enemy, out="gone")
    assert missions.mission_points(game) == {"entente": 4, "germany": 0}


@pytest.mark.parametrize(("german", "winner"), [(20.1, "draw"), (19.9, "entente")])
def test_points_of_a_task_decide(german: float, winner: str) -> None:
    game = at(at(begun(document("balloon-line")), "green-spad", 22, 40), "yellow-pfalz", 48, german)
    game = ended(last_turn(game))
    assert game.winner == winner
    both = winner == "draw"
    assert dict(rules().scored(game))["Entente"] == "2 points"
    assert dict(rules().scored(game))["Entente: the mission"] == "+2"
    assert rules().why(game) == f"Entente 2, Germans {2 * both}; a lead of 2 points wins"


def test_a_fight_has_no_points_but_those_of_aircraft() -> None:
    game = begun(document("duel"))
    assert missions.mission_points(game) == {"entente": 0, "germany": 0}
    assert list(rules().scored(game)) == [("Entente", "0 points"), ("Germans", "0 points")]
    camel, fokker = game.craft
    lost = game.changed(fokker.id, out="destroyed", downed=Credit(camel.id))
    assert rules().scored(lost)[0] == ("Entente", "2 points")
    assert rules().scored(lost)[2] == (f"Entente: {fokker.marking} shot down by {camel.marking}", "+2")


def test_briefings() -> None:
    lines = {name: [*missions.briefing(setup_of(document(name)))][:-1] for name in MISSIONS}
    assert lines["duel"] == []
    assert lines["escort"] == [
        "Entente: bring grey R.E.8 within 10 MU of 30, 52, and not be shot down: 3 points.",
        "Germans: keep grey R.E.8 away from there.",
    ]
    assert lines["balloon-line"] == [
        "Both: be alone within 10 MU of the western balloon and the eastern balloon when the fight ends: 2 points each."
    ]


@pytest.mark.parametrize("to", [[0, 0], [60, 60], [0, 60]])
def test_the_edge_of_the_board_may_be_the_place_to_reach(to: list[int]) -> None:
    setup = setup_of(changed("duel", mission={"kind": "reach", "what": ["red-camel"], "to": to}))
    assert setup.mission.to == tuple(to)


# -- what is wrong -----------------------------------------------------------------------------------------------------


def changed(name: str, **changes: Any) -> dict[str, Any]:
    return {**document(name), **changes}


def aircraft(name: str, **changes: Any) -> dict[str, Any]:
    """A mission whose first aircraft is changed."""
    first, *rest = document(name)["aircraft"]
    return changed(name, aircraft=[{**first, **changes}, *rest])


@pytest.mark.parametrize(
    ("given", "said"),
    [
        (changed("duel", mission={"what": ["red-camel"]}), "mission: a fight has no task"),
        (changed("duel", mission={"to": [1, 1]}), "mission: a fight has no task"),
        (changed("duel", mission={"kind": "reach"}), "mission: what: expected red-camel or white-fokker"),
        (
            changed("duel", mission={"kind": "reach", "what": ["red-camle"], "to": [1, 1]}),
            "mission: what: there is no aircraft 'red-camle'; expected red-camel or white-fokker",
        ),
        (
            changed("duel", mission={"kind": "hold", "what": ["west"]}),
            "there is no balloon 'west'; expected a balloon",
        ),
        (changed("duel", mission={"kind": "reach", "what": ["red-camel"]}), "mission: to: expected a place on the board"),
        (
            changed("duel", mission={"kind": "reach", "what": ["red-camel"], "to": [1, 61]}),
            "mission: to: expected a place on the board",
        ),
        (
            changed("duel", mission={"kind": "reach", "what": ["red-camel", "white-fokker"], "to": [1, 6]}),
            "mission: what: expected aircraft of one side",
        ),
        (
            changed("balloon-line", mission={"kind": "hold", "what": ["west-balloon"], "to": [1, 6]}),
            "mission: to: a balloon is held where it is",
        ),
        (changed("duel", mission={"kind": "reach", "points": 99}), "'mission.points'"),
        (changed("duel", board=[60, 1e9]), "'board.1'"),
        (changed("duel", board=[60, float("nan")]), "'board.1'"),
        (changed("duel", turns=0), "'turns'"),
        (changed("duel", weather="fog"), "'weather'"),
        (changed("duel", aircraft=[]), "'aircraft'"),
        (changed("duel", aircraft=document("duel")["aircraft"] * 1000), "'aircraft'"),
        (changed("duel", aircraft=[document("duel")["aircraft"][0]] * 2), "two things have the id 'red-camel'"),
        (changed("duel", areas=[document("duel")["areas"][0]] * 2), "areas: expected one for each side at most"),
        (changed("duel", areas=[{"side": "entente", "at": [99, 5], "radius": 5}]), "area entente: at: expected a place on"),
        (
            aircraft("duel", type="Sopwith Kamel"),
            "red-camel: type: there is no 'Sopwith Kamel'; expected Sopwith Camel",
        ),
        (
            aircraft("duel", at=[30, 11, 25]),
            "at: expected a place in the circle of its side, got 30, 11",
        ),
        (aircraft("duel", at=[30, float("nan"), 25]), "'aircraft.0.at.1'"),
        (aircraft("duel", at=[30, 5, 301]), "at: expected a place over the board, got 30, 5, height 301"),
        (aircraft("duel", speed=161), "speed: expected a step of its panel, such as 170, got 161"),
        (aircraft("duel", speed=265), "speed: expected at most 260 km/h, got 265"),
        (aircraft("duel", bombs=5), "bombs: Sopwith Camel carries 4, got 5"),
        (aircraft("duel", crew=[]), "'aircraft.0.crew'"),
        (aircraft("duel", crew=[{"name": "A", "station": "observer"}]), "expected a pilot first"),
        (aircraft("duel", crew=[{"name": "A"}, {"name": "B", "station": "observer"}]), "no station 'observer' on"),
        (
            aircraft("escort", crew=[{"name": "A"}, {"name": "B", "station": "nose"}]),
            "station 'nose' on R.E.8; expected observer",
        ),
        (aircraft("duel", crew=[{"name": "A", "flying": 31}]), "'aircraft.0.crew.0.flying'"),
    ],
)
def test_what_is_wrong_with_a_mission_is_one_line(given: dict[str, Any], said: str) -> None:
    with pytest.raises(DataError, match=said) as refused:
        setup_of(given)
    assert "\n" not in str(refused.value)
    assert len(str(refused.value)) < 250


def test_a_turn_after_the_last_one_is_not_counted_of_them() -> None:
    game = begun(document("duel"))
    assert [rules().stage(replace(game, turn=turn)).when for turn in (16, 17)] == ["Turn 16 of 16", "Turn 17, flown on"]
