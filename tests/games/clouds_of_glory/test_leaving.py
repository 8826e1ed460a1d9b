"""Leaving the fight: victories, who has one, points, forced home, the edges of the board."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from aqmf_air.api import GameStep, replace
from aqmf_air.api.geometry import SpacePose
from aqmf_air.core.play.orders import after
from aqmf_air.games.clouds_of_glory.automatic.worth import Outlook
from aqmf_air.games.clouds_of_glory.chapters.arcs import edge_of, own_edge
from aqmf_air.games.clouds_of_glory.chapters.gunnery import Shoot, can_shoot
from aqmf_air.games.clouds_of_glory.chapters.leaving import (
    GoHome,
    credit_of,
    destroyed,
    landing_credit,
    last_to_fire,
    last_to_hit,
    points_of,
    score,
    winner_of,
)
from aqmf_air.games.clouds_of_glory.chapters.moving import Announce
from aqmf_air.games.clouds_of_glory.state import PILOT, Credit, CrewMember, FiredOn, PlacingArea
from aqmf_air.games.clouds_of_glory.ui.planner import whole_moves
from tests.games.clouds_of_glory import fights
from tests.games.clouds_of_glory.fights import CAMEL, DVA, MAN, RE8, aircraft, craft, happens, kinds, melee, rules

SHOTS = (FiredOn("red", PILOT, 1, True), FiredOn("green", PILOT, 2, True), FiredOn("blue", "observer", 3, False))


def shot_at(turn: int, *shots: FiredOn, **rulings: Any) -> Any:
    return melee(craft("prey", CAMEL, fired_on=shots), turn=turn, **rulings)


@pytest.mark.rule("ICOG-6.3.13.1", "ICOG-6.3.13.3")
@pytest.mark.parametrize(
    ("turn", "shots", "fired", "hit"),
    [
        (3, SHOTS, Credit("blue", "observer"), Credit("green", PILOT)),
        (4, SHOTS, Credit("blue", "observer"), Credit("green", PILOT)),
        (5, SHOTS, Credit(), Credit("green", PILOT)),
        (3, SHOTS[:2], Credit("green", PILOT), Credit("green", PILOT)),
        (3, SHOTS[:1], Credit(), Credit("red", PILOT)),
        (3, (), Credit(), Credit()),
    ],
)
def test_the_last_to_fire_in_two_turns_and_the_last_to_hit(turn: int, shots: Any, fired: Credit, hit: Credit) -> None:
    game = shot_at(turn, *shots)
    assert (last_to_fire(game, game.of("prey")), last_to_hit(game, game.of("prey"))) == (fired, hit)


@pytest.mark.rule("ICOG-6.3.13.1", "ICOG-3-f")
def test_who_breaks_up_is_a_victory_of_who_fired_last() -> None:
    game = shot_at(3, *SHOTS)
    game = after(game, destroyed(game, game.of("prey"), "breaks up"))
    prey = game.of("prey")
    assert (prey.out, prey.fate, credit_of(game, prey), points_of(game, prey)) == (
        "destroyed", "breaks up", Credit("blue", "observer"), 2,
    )  # fmt: skip
    assert game.in_air == ()


@pytest.mark.rule("ICOG-6.3.13.1")
def test_a_victory_stays_with_him_though_others_fire_later() -> None:
    game = shot_at(3, *SHOTS)
    game, _ = happens(game, "killed", "prey", PILOT)
    assert (game.of("prey").flying, credit_of(game, game.of("prey"))) == (True, Credit("blue", "observer"))
    later = game.changed("prey", fired_on=(*SHOTS, FiredOn("late", PILOT, 4, True)))
    later = after(later, destroyed(later, later.of("prey"), "flies into the ground"))
    assert credit_of(later, later.of("prey")) == Credit("blue", "observer")


@pytest.mark.rule("ICOG-6.3.14.1", "ICOG-6.3.13.2")
@pytest.mark.parametrize(
    ("ruling", "by"), [("last-to-fire", Credit("blue", "observer")), ("last-to-hit", Credit("green", PILOT))]
)
def test_a_pilot_who_fails_is_forced_home(ruling: str, by: Credit) -> None:
    game = shot_at(3, *SHOTS, forced_home_credit=ruling)
    passed, events = happens(game, "nerve", "prey", PILOT, faces=(11,))
    assert (passed.of("prey").home, kinds(events)) == (False, ["clouds.tested"])
    failed, events = happens(game, "nerve", "prey", PILOT, faces=(12,))
    assert (failed.of("prey").home, credit_of(failed, failed.of("prey")), score(failed)) == (
        True,
        by,
        {"entente": 0, "germany": 1},
    )
    assert kinds(happens(failed, "nerve", "prey", PILOT)[1]) == []  # he is on his way


@pytest.mark.rule("ICOG-6.3.14.1", "ICOG-1.1-d")
def test_fortitude_is_tested_as_wounds_have_left_it() -> None:
    crew = (CrewMember(name="Pilot", fortitude=12, wounds=5, rerolls=0),)
    game = melee(craft("prey", CAMEL, crew=crew))
    assert not happens(game, "nerve", "prey", PILOT, faces=(7,))[0].of("prey").home
    assert happens(game, "nerve", "prey", PILOT, faces=(8,))[0].of("prey").home


@pytest.mark.rule("ICOG-6.3.14.2")
def test_a_gunner_who_fails_shoots_no_more_and_nobody_turns_home() -> None:
    game = melee(craft("prey", RE8))
    game, events = happens(game, "nerve", "prey", "observer", faces=(12,))
    assert kinds(events) == ["clouds.tested", "clouds.gunner_shaken"]
    assert (game.of("prey").man("observer").shaken, game.of("prey").home, score(game)["germany"]) == (True, False, 0)
    assert kinds(happens(game, "nerve", "prey", "observer")[1]) == []


@pytest.mark.rule("ICOG-3-f")
@pytest.mark.parametrize(
    ("home", "down", "ruling", "points"),
    [
        (None, None, "replaces", 0), (Credit(), None, "replaces", 1), (None, Credit(), "replaces", 2),
        (Credit(), Credit(), "replaces", 2), (Credit(), Credit(), "adds", 3), (None, Credit(), "adds", 2),
    ],
)  # fmt: skip
def test_points(home: Any, down: Any, ruling: str, points: int) -> None:
    game = melee(craft("prey", CAMEL, sent_home=home, downed=down), fire_score=ruling)
    assert score(game) == {"entente": 0, "germany": points}


@pytest.mark.rule("ICOG-3-f")
@pytest.mark.parametrize(
    ("entente", "germany", "winner"), [(3, 2, "draw"), (2, 0, "entente"), (1, 3, "germany"), (0, 1, "draw"), (4, 4, "draw")]
)
def test_two_points_more_win(entente: int, germany: int, winner: str) -> None:
    """E45."""
    game = melee(craft("prey", CAMEL))
    assert winner_of({"entente": entente, "germany": germany}, game.tables) == winner


NORTH, SOUTH = PlacingArea(side="germany", at=(30, 55), radius=5), PlacingArea(side="entente", at=(30, 5), radius=5)


@pytest.mark.rule("ICOG-6.3.14.3")
@pytest.mark.parametrize(
    ("place", "edge"),
    [((30, 30), None), ((0, 60), None), ((30, -1), "south"), ((30, 61), "north"), ((-1, 30), "west"), ((61, 30), "east"),
     ((-1, -2), "south"), ((-2, -1), "west")],
)  # fmt: skip
def test_over_which_edge_it_left(place: tuple[float, float], edge: str | None) -> None:
    game = melee(craft("prey", CAMEL))
    assert edge_of(game, SpacePose.level(place[0], place[1], 20, 0, 0)) == edge


@pytest.mark.rule("ICOG-6.3.14.3")
def test_a_side_s_own_edge_is_where_it_is_placed() -> None:
    game = melee(craft("prey", CAMEL))
    assert (own_edge(game, "entente"), own_edge(game, "germany")) == ("south", "north")
    west = PlacingArea(side="entente", at=(4, 30), radius=5)
    east = PlacingArea(side="germany", at=(56, 50), radius=5)
    game = replace(game, setup=replace(game.setup, areas=(west, east)))
    assert (own_edge(game, "entente"), own_edge(game, "germany")) == ("west", "east")


@pytest.mark.rule("ICOG-6.3.13.3")
@pytest.mark.parametrize(
    ("at", "ruling", "credit"),
    [
        ((30, 30), "same-edge", Credit("green", PILOT)),
        ((30, 30), "never", Credit("green", PILOT)),
        ((30, -1), "same-edge", None),
        ((30, 61), "same-edge", Credit("green", PILOT)),
        ((30, 61), "never", None),
    ],
)
def test_an_emergency_landing_is_a_victory_of_the_last_to_hit(at: Any, ruling: str, credit: Credit | None) -> None:
    game = melee(craft("prey", CAMEL, *at, 0, fired_on=SHOTS), turn=9, emergency_credit=ruling)
    assert landing_credit(game, game.of("prey")) == credit


@pytest.mark.rule("ICOG-6.3.14.3")
def test_who_flies_off_the_board_is_gone_without_points() -> None:
    game = melee(craft("prey", CAMEL, 30, -2, 20))
    gone, _ = happens(game, "edge", "prey")
    assert (gone.of("prey").out, gone.of("prey").fate, score(gone)["germany"]) == (
        "gone", "leaves over its own edge of the board", 0,
    )  # fmt: skip
    abroad = melee(craft("prey", DVA, 30, -2, 20))
    assert happens(abroad, "edge", "prey")[0].of("prey").fate == "leaves over the south edge of the board"
    inside = melee(craft("prey", CAMEL, 30, 2, 20))
    assert kinds(happens(inside, "edge", "prey")[1]) == []


@pytest.mark.rule("ICOG-6.3.14-a")
def test_a_wounded_pilot_who_could_fight_on_may_be_sent_home() -> None:
    game = fights.fight(aircraft("a", "germany", crew=[MAN]), aircraft("b", "entente", at=[5, 5, 20]))
    order = GoHome(craft="a")
    assert fights.objections(game, order, "germany") == ["ICOG-6.3.14-a"]  # he is whole
    game = fights.manned(game, "a", wounds=3).changed("a", fired_on=(FiredOn("b", "", 1, True),), targets=("b",))
    assert fights.offered(game, "germany", (GoHome,)) == [order]
    assert fights.objections(game, order, "entente") == ["ICOG-5.3.1"]
    sent = fights.ordered(game, order, "germany").game
    assert (sent.of("a").home, score(sent)["entente"], credit_of(sent, sent.of("a"))) == (True, 0, None)
    assert sent.waiting == game.waiting  # he is still to fly
    assert not can_shoot(sent, sent.of("a"), PILOT)
    assert fights.objections(sent, order, "germany") == ["ICOG-6.3.14-a"]


@pytest.mark.rule("ICOG-6.3.14.3")
@pytest.mark.parametrize(
    ("at", "heading", "back", "along"),
    [
        ((30, -2), 100, (30, 0), 90), ((30, 63), 280, (30, 60), 270), ((-3, 30), 10, (0, 30), 0),
        ((62, 63), 170, (60, 60), 90),
    ],
)  # fmt: skip
def test_or_is_set_back_on_the_edge_unless_forced_home(at: Any, heading: float, back: Any, along: float) -> None:
    prey = craft("prey", CAMEL, pose=SpacePose.level(at[0], at[1], 20, heading, 0))
    game = melee(prey, board_edge="returns")
    pose = happens(game, "edge", "prey")[0].of("prey").pose
    assert (pose.place, round(pose.heading)) == ((*map(float, back), 20.0), along)
    for changed in ({"home": True}, {"fire": True}):
        assert happens(game.changed("prey", **changed), "edge", "prey")[0].of("prey").out == "gone"


@pytest.mark.rule("ICOG-6.3.13.1")
def test_who_is_out_takes_his_orders_and_steps_along_but_not_his_bullets() -> None:
    game = melee(craft("prey", RE8), craft("foe", DVA))
    named = (("jam", "prey"), ("damage", "prey"), ("friend", "prey"), ("shot", "foe"))
    steps = tuple(GameStep(name=name, of=of) for name, of in named)
    game = replace(game, waiting=("prey", "foe", "prey/observer"), todo=steps)
    game = after(game, destroyed(game, game.of("prey"), "explodes"))
    assert game.waiting == ("foe",)
    assert [(step.name, step.of) for step in game.todo] == [("damage", "prey"), ("friend", "prey"), ("shot", "foe")]


@pytest.mark.rule("ICOG-6.3.14.1")
def test_a_pilot_whose_aircraft_spins_down_for_good_is_not_tested() -> None:
    game = melee(craft("prey", CAMEL, trouble="doomed", downed=Credit()))
    assert kinds(happens(game, "nerve", "prey", PILOT)[1]) == []


@pytest.mark.rule("ICOG-6.3.13.1")
def test_a_burning_aircraft_that_is_lost_counts_in_any_case() -> None:
    for changed in ({"trouble": "doomed"}, {"out": "destroyed"}):
        game = melee(craft("prey", CAMEL, fire=True, downed=Credit(), **changed), fire_victory="if-lost")
        assert score(game)["germany"] == 2
        out = happens(game, "burn", "prey", faces=(1,))[0] if game.of("prey").flying else game
        assert score(out)["germany"] == 2


# -- what is offered first ---------------------------------------------------------------------------------------------


def aim_of(game: Any, offer: Any) -> str:
    """The enemy whom an offer aims at; empty: it aims at none."""
    return next((craft.id for craft in game.craft if f" at {craft.marking}:" in offer.title), "")


@pytest.mark.rule("ICOG-6.3.14.3")
@pytest.mark.parametrize("trouble", [{"home": True}, {"fire": True}])
@pytest.mark.parametrize(("heading", "bank"), [(0, 0), (90, 60), (180, 0), (270, -60)])
def test_who_has_to_leave_is_offered_the_way_home_first(trouble: Any, heading: int, bank: int) -> None:
    """The enemy stands before its guns; it may not shoot, and is offered no aim, at the terminal or at the board."""
    places = (
        aircraft("prey", "germany", DVA, speed=150, heading=heading, bank=bank),
        aircraft("b", "entente", at=[30, 36, 20]),
    )
    game = fights.fight(*places).changed("prey", **trouble)
    offers = rules().best_first(game, "germany", rules().legal(game, "germany"))
    assert offers[0].title.startswith("Prey home: ")
    assert not [offer for offer in offers if aim_of(game, offer)]
    course = offers[0].command.course(game)
    off = [abs((pose.heading + 180) % 360 - 180) for pose in (game.of("prey").pose, course.end)]
    assert off[1] < max(off[0], 15)
    assert course.speed > game.cockpit(game.of("prey")).stall
    assert {idea.sign for idea in whole_moves(game, rules().rules, game.of("prey"), 0)} <= {"⌂", "⟲", "⟳", "↑", "▲", "▼"}


def test_who_is_home_is_offered_to_fly_over_its_own_edge() -> None:
    game = fights.fight(
        aircraft("prey", "germany", DVA, speed=150, at=[30, 55, 20]), aircraft("b", "entente", at=[30, 36, 20])
    )
    home, away = game.changed("prey", home=True), game
    first, last = (rules().best_first(g, "germany", rules().legal(g, "germany")) for g in (home, away))
    assert first[0].title == "Prey home: ahead 15"
    assert last[0].title != "Prey: ahead 15"
    assert rules().brings(home, first[0].command).startswith("20 MU up")
    assert rules().brings(away, first[0].command) == "off the board"


@pytest.mark.parametrize("lost", [{"fire": True}, {"trouble": "doomed"}])
def test_nobody_is_offered_an_aim_at_who_is_lost(lost: Any) -> None:
    """Nor does the automatic side think of it, and fire at it comes last."""
    game = fights.fight(aircraft("a", "germany", DVA, speed=150), aircraft("b", "entente", at=[36, 50, 20]))
    assert next(offer.title for offer in rules().legal(game, "germany")).startswith("A at b:")
    game = game.changed("b", **lost)
    assert not [offer for offer in rules().legal(game, "germany") if " at b:" in offer.title]
    assert not Outlook(game, game.of("a")).enemies
    near = game.changed("b", pose=SpacePose.level(30, 35, 20, 0)).changed("a", order=1, targets=("b",))
    near = replace(near, phase="shooting", waiting=("a",))
    offers = rules().best_first(near, "germany", rules().legal(near, "germany"))
    assert not isinstance(offers[0].command, Shoot)
    assert [offer for offer in offers if isinstance(offer.command, Shoot)]


def test_what_is_offered_first_in_random_fights_has_a_purpose() -> None:
    """Who has to leave does not come to shoot, and nobody aims at who is lost: as it comes, and if it came so."""
    game, choose, seen = fights.session(fights.document("first-patrols"), 3), Random(3), 0
    while not game.state.winner and game.state.turn < 5:
        state = game.state
        if (follows := rules().follows(state)) is not None:
            game.submit(follows, "")
            continue
        player = state.acting[0]
        offers = rules().best_first(state, player, rules().legal(state, player))
        craft = state.mover(player)
        if craft and not craft.spinning and (enemies := [*state.enemies(craft)]):
            for there in (state, state.changed(craft.id, home=True), state.changed(choose.choice(enemies).id, fire=True)):
                moves = [offer for offer in rules().legal(there, player) if isinstance(offer.command, Announce)]
                aimed = [aim for offer in moves if (aim := aim_of(there, offer))]
                assert not [aim for aim in aimed if there.of(craft.id).leaves or there.of(aim).lost]
                seen += len(aimed)
        game.submit(choose.choice([*offers[:1] * len(offers), *offers]).command, player)
    assert seen > 5
