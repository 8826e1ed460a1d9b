"""Where chapters have aircraft come to: what they name to whom, and the chance of what is to be done there."""

from __future__ import annotations

from typing import Any

import pytest

from aqmf_air import api
from aqmf_air.core.play.automatic import play_out
from aqmf_air.core.play.session import Session, new_header
from aqmf_air.games.clouds_of_glory.api import CloudsGame
from aqmf_air.games.clouds_of_glory.chapters.moving import Announce
from aqmf_air.games.clouds_of_glory.chapters.plans import written
from aqmf_air.games.clouds_of_glory.ui.planner import Ahead, Draft, aims
from aqmf_air.games.clouds_of_glory_expanded.automatic.goals import HOPE, best_chance, eliminated
from aqmf_air.games.clouds_of_glory_expanded.chapters.balloons import StrafeBalloon
from aqmf_air.games.clouds_of_glory_expanded.chapters.bomb_orders import DropBombs
from aqmf_air.games.clouds_of_glory_expanded.chapters.ground_damage import GroundTarget
from aqmf_air.games.clouds_of_glory_expanded.sequence import MOST, goals_of
from tests.games.clouds_of_glory.fights import MAN, aircraft, document, gunner, registry, rules, setup_of
from tests.games.clouds_of_glory_expanded.sorties import sortie, unit

FAR = aircraft("far", "germany", at=[3, 3, 40], heading=90)
CAMEL = aircraft("camel", "entente", "Sopwith Camel", at=[30, 20, 10])
BOMBER = aircraft("bomber", "entente", "R.E.8", speed=120, at=[30, 16, 8], crew=[MAN, gunner()], bombs=4)
GASBAG = {"id": "gasbag", "side": "germany", "name": "the gasbag", "at": [33, 42, 9]}


def named(game: CloudsGame, id_: str) -> list[tuple[str, str, Any]]:
    return [(goal.id, goal.come, goal.worth) for goal in goals_of(game, game.of(id_))]


def test_a_mission_without_the_chapter_names_nothing() -> None:
    units = [unit("gun")]
    for chapters in ((), ("ground-damage",)):
        game = sortie(CAMEL, BOMBER, FAR, chapters=chapters, units=units, setup={"balloons": [GASBAG]})
        assert (named(game, "camel"), named(game, "bomber")) == ([], [])


def test_what_is_named_is_the_enemys_and_there_and_the_nearest_first() -> None:
    units = [
        unit("near", at=[30, 26]), unit("next", at=[30, 28], worth=2), unit("own", "entente", at=[30, 22]),
        unit("gone", at=[30, 23], eliminated=True), unit("idle", at=[30, 24], worth=0),
        unit("far-off", at=[30, 50]), unit("further", at=[30, 55]),
    ]  # fmt: skip
    game = sortie(CAMEL, FAR, chapters=["ground-damage", "strafing"], units=units)
    gone = 0.375  # a die off 16, then a D20 over what is left
    expected = [("near", "guns", HOPE * gone), ("next", "guns", 2 * HOPE * gone), ("far-off", "guns", HOPE * gone)]
    assert named(game, "camel") == expected
    assert len(expected) == MOST
    assert named(game.changed("camel", home=True), "camel") == []
    assert named(game.changed("camel", rows=()), "camel") == []


def test_who_has_bombs_is_led_over_and_a_fighter_into_a_dive() -> None:
    units = [unit("gun", at=[30, 30])]
    fighter = {**aircraft("fighter", "entente", "S.E.5a", at=[30, 20, 20]), "bombs": 4}
    game = sortie(fighter, BOMBER, FAR, chapters=["ground-damage", "bombs"], units=units)
    assert [named(game, name) for name in ("fighter", "bomber")] == [
        [("gun", come, pytest.approx(HOPE * eliminated(GroundTarget(16), dice))) for come in ways]
        for ways, dice in ((("over", "nose"), 4), (("over",), 4))
    ]
    assert eliminated(GroundTarget(16), 5) > eliminated(GroundTarget(16), 4) > eliminated(GroundTarget(16, 3), 4) > 0
    assert named(game.changed("bomber", bombs=0), "bomber") == []
    assert named(game.changed("bomber", home=True), "bomber") == []


def test_the_planner_tells_the_chance_of_the_best_order_there() -> None:
    game = sortie(CAMEL, FAR, chapters=["balloons"], setup={"balloons": [GASBAG]}, waiting=("camel", "far"))
    assert named(game, "camel") == [("gasbag", "guns", 2 * HOPE)]
    draft = Draft(game, rules().rules, game.of("camel"))
    (idea,) = aims(draft)
    there = api.replace(Ahead(draft._replace(plan=idea.plan)).there, phase="shooting", waiting=("camel",))
    odds = [
        float(
            StrafeBalloon(craft="camel", balloon="gasbag", burst=burst).questions(there, rules().rules)[0].odds().where(bool)
        )
        for burst in ("long", "short")
    ]
    assert idea.chance == pytest.approx(max(odds))
    assert idea.title.startswith(f"hits the gasbag {max(odds):.0%}, ")
    order = Announce(craft="camel", plan=written(idea.plan))
    assert rules().brings(game, order).endswith(f", hits the gasbag {max(odds):.0%}")


def test_ways_to_come_to_a_place_leave_room_for_other_places() -> None:
    fighter = {**aircraft("fighter", "entente", "S.E.5a", at=[30, 12, 12]), "bombs": 4}
    units = [unit(f"gun-{number}", at=[30, 20 + 4 * number]) for number in range(4)]
    game = sortie(fighter, FAR, chapters=["ground-damage", "strafing", "bombs"], units=units)
    assert [id_ for id_, _, _ in named(game, "fighter")] == [f"gun-{number}" for number in range(MOST) for _ in range(3)]


def test_a_place_that_two_chapters_name_is_offered_once() -> None:
    fighter = {**aircraft("fighter", "entente", "S.E.5a", at=[30, 12, 12]), "bombs": 4}
    gun = unit("gun", at=[32, 32])
    game = sortie(fighter, FAR, chapters=["ground-damage", "strafing", "bombs"], units=[gun], waiting=["fighter"])
    assert [come for _, come, _ in named(game, "fighter")] == ["guns", "over", "nose"]
    titles = [offer.title for offer in Announce.offers(game, "entente", rules().rules)]
    assert len([title for title in titles if " at the gun:" in title]) == 1
    assert len([title for title in titles if " towards the gun:" in title]) == 1
    ideas = [(idea.title, idea.plan) for idea in aims(Draft(game, rules().rules, game.of("fighter")))]
    assert len(ideas) == len({*ideas}) > 0


def test_the_planner_leads_a_bomber_over_what_its_observer_may_bomb() -> None:
    game = sortie(
        BOMBER, FAR, chapters=["ground-damage", "bombs"], units=[unit("gun", at=[30, 24])], waiting=("bomber", "far")
    )
    (idea,) = aims(Draft(game, rules().rules, game.of("bomber")))
    assert idea.title.startswith("eliminates the gun ")
    assert idea.chance > 0.2
    offer = next(offer for offer in Announce.offers(game, "entente", rules().rules) if "over the gun" in offer.title)
    assert rules().brings(game, offer.command).endswith(f", eliminates the gun {idea.chance:.0%}")
    breguet = {**BOMBER, "type": "Breguet 14"}  # its observer drops
    game = sortie(
        breguet, FAR, chapters=["ground-damage", "bombs"], units=[unit("gun", at=[30, 24])], waiting=("bomber", "far")
    )
    assert [idea.plan for idea in aims(Draft(game, rules().rules, game.of("bomber")))]


def test_the_chance_is_that_of_what_is_named_alone() -> None:
    behind = {**GASBAG, "id": "other", "name": "the other", "at": [30, 5, 9]}
    near = {**GASBAG, "at": [30, 26, 10]}
    game = sortie(CAMEL, FAR, chapters=["balloons"], setup={"balloons": [near, behind]}, waiting=("camel", "far"))
    assert best_chance("camel", "gasbag")(game, rules().rules)[0] > 0
    assert best_chance("camel", "other")(game, rules().rules) == (0, "")


@pytest.mark.further(every=2)
@pytest.mark.parametrize(("mission", "order"), [("bomber-escort", DropBombs), ("balloon-hunt", StrafeBalloon)])
def test_automatic_sides_do_what_a_mission_is_about(mission: str, order: Any) -> None:
    setup, player = setup_of(document(mission), mission), registry().of(api.kinds.POLICIES, "clouds")["steady"]
    session: Session[Any] = Session(rules(), new_header(rules(), setup, seed=1, game=mission))
    play_out(session, {side.id: player.choose for side in rules().sides()})
    assert session.state.winner
    assert any(isinstance(entry.command, order) for entry in session.history)
