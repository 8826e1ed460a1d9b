"""The automatic pilots: what they order, and that it may be ordered."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from hypothesis import Phase, given, settings
from hypothesis import strategies as st

from aqmf_air import api
from aqmf_air.api import DiceTray, load_toml, seeded
from aqmf_air.api.geometry import SpacePose, space
from aqmf_air.core.odds.luck import rolled_for
from aqmf_air.core.play.automatic import play_out
from aqmf_air.core.play.replay import replay
from aqmf_air.core.play.search.judge import Opponent
from aqmf_air.core.play.session import Session, new_header
from aqmf_air.games.clouds_of_glory.automatic import candidates
from aqmf_air.games.clouds_of_glory.automatic.opponent import CloudsOpponent
from aqmf_air.games.clouds_of_glory.automatic.worth import Outlook, at_stake, flight_ends, worth_at
from aqmf_air.games.clouds_of_glory.chapters import gunnery
from aqmf_air.games.clouds_of_glory.chapters.arcs import edge_of, own_edge
from aqmf_air.games.clouds_of_glory.chapters.course import handling_of
from aqmf_air.games.clouds_of_glory.chapters.gunnery import HoldFire, Shoot
from aqmf_air.games.clouds_of_glory.chapters.moving import Announce
from aqmf_air.games.clouds_of_glory.chapters.plans import completed, end_of
from aqmf_air.games.clouds_of_glory.chapters.stalls import SpinOn
from aqmf_air.games.clouds_of_glory.sequence import Choose
from aqmf_air.games.clouds_of_glory.state import Credit
from aqmf_air.plugins import kinds
from aqmf_air.plugins.registry import load_registry
from tests.games.clouds_of_glory.fights import MAN, aircraft, fight, gunner, ordered, rules

REGISTRY = load_registry(entry_points=False)
CLOUDS: Any = REGISTRY.ruleset("clouds")
PLAYERS: Any = REGISTRY.of(kinds.POLICIES, "clouds")


def opened(name: str = "first-patrols") -> Any:
    """A mission before its first order."""
    document = load_toml(REGISTRY.of(kinds.SCENARIOS, "clouds")[name].path)
    return CLOUDS.initial(CLOUDS.set_up(document, name, {}).setup)


def played(game: Any, style: str, until: str, seed: int = 1) -> Any:
    """The state in which a phase begins, both sides played by a style."""
    tray = DiceTray(seeded(seed))
    while game.phase != until:
        order = CLOUDS.follows(game) or PLAYERS[style].choose(CLOUDS, game, game.acting[0])
        for event in CLOUDS.decide(game, order, tray):
            game = CLOUDS.evolve(game, event)
    return game


@pytest.mark.parametrize("style", list(PLAYERS))
def test_a_style_announces_what_may_be_flown_and_says_why(style: str) -> None:
    game = played(opened(), style, "movement")
    side = game.acting[0]
    order = PLAYERS[style].choose(CLOUDS, game, side)
    assert order.craft == game.next.id
    assert not CLOUDS.objections(game, order, side)
    assert order == PLAYERS[style].choose(CLOUDS, game, side)
    why = PLAYERS[style].explain(CLOUDS, game, side, order)
    assert why.given.command == order
    assert why.given.reasons
    assert all(other.points <= why.given.points for other in why.others if other.command)


@pytest.mark.further(every=2)
@pytest.mark.parametrize("name", ["first-patrols", "escort"])
def test_a_mission_ends_and_goes_the_same_again(name: str) -> None:
    """Every order is allowed, and what was kept leads to the same state again."""
    document = load_toml(REGISTRY.of(kinds.SCENARIOS, "clouds")[name].path)
    setup = CLOUDS.set_up(document, name, {}).setup
    session = Session(CLOUDS, new_header(CLOUDS, setup, seed=9, game=name))
    play_out(session, {side.id: PLAYERS["steady"].choose for side in CLOUDS.sides()})
    assert session.state.winner
    assert Session(CLOUDS, session.header, session.entries).state == session.state
    assert replay(CLOUDS, session.header, session.entries).state == session.state
    shots = {entry.position for entry in session.history if isinstance(entry.command, gunnery.Shoot)}
    lucky = [(roll.tally.kind, roll.entry) for roll in rolled_for(CLOUDS, session.header, session.entries)]
    assert {kind for kind, _ in lucky} == {"hits before re-rolls", "tests passed before re-rolls"}
    assert {entry for kind, entry in lucky if "hits" in kind} <= shots


somewhere = st.tuples(*(st.floats(-9, 9) for _ in range(3)), st.floats(0, 360), st.floats(-80, 80), st.floats(-180, 180))


def placed(at: tuple[float, ...]) -> SpacePose:
    """A pose near the middle of the board."""
    x, y, z, heading, nose, bank = at
    return space.rolled(SpacePose.level(30 + x, 30 + y, 20 + z, heading, nose), bank)


@settings(max_examples=30, deadline=None, phases=(Phase.explicit, Phase.generate))
@given(
    somewhere,
    somewhere,
    st.sampled_from((105, 145, 175)),
    st.sampled_from((95, 145, 185)),
    st.sampled_from(("R.E.8", "Halberstadt CL.II", "F.E.2b")),
)
def test_its_shots_are_those_of_the_rules(own: Any, other: Any, speed: int, theirs: int, kind: str) -> None:
    """Over arrays or pose by pose: who is before whose guns, and what a shot is worth there."""
    names = ["two-seater", "fighter"]
    two = aircraft(names[0], "entente", kind, speed=120, crew=[gunner("pilot"), gunner()])
    game = fight(two, aircraft(names[1], "germany"), phase="shooting")
    game = game.changed(names[0], pose=placed(own), speed=speed).changed(names[1], pose=placed(other), speed=theirs)
    kept = [api.replace(game.of(name), moved=True, order=1 + n, targets=()) for n, name in enumerate(names)]
    game = api.replace(game, craft=tuple(kept))
    two_seater, fighter = kept
    numbers = Outlook(game, fighter).numbers(flight_ends([(fighter.pose, fighter.speed, 0, False)]))
    rows = {
        (shooter.id, man.station): (shooter, man.station, target)
        for shooter, target in ((two_seater, fighter), (fighter, two_seater))
        for man in shooter.crew
    }
    worth = {"shots": 0.0, "taken": 0.0}
    for shooter, station, target in rows.values():
        if target in gunnery.before_guns(game, shooter, station):
            guns = sum(row.working for row in gunnery.rows_of(shooter, station))
            facts = gunnery.shot_facts(game, shooter, station, target, "long", guns)
            name = "shots" if shooter is fighter else "taken"
            worth[name] += worth_at(game, target, guns, gunnery.base_shot(facts, game.tables).total)
    assert {name: pytest.approx(float(numbers[name][0]), abs=1e-9) for name in worth} == worth


@settings(max_examples=8, deadline=None, phases=(Phase.explicit, Phase.generate))
@given(somewhere, somewhere, st.sampled_from((85, 125, 145, 170)))
def test_its_moves_end_where_the_rules_end_them(own: Any, other: Any, speed: int) -> None:
    """A sketch of a move, written down as it is announced, ends there; one that aims ends with the nose on the enemy."""
    game = opened()
    craft = api.replace(game.craft[0], pose=placed(own), speed=speed)
    handling, place = handling_of(game, craft), placed(other).place
    aims = (candidates.aiming(craft.pose, handling, [place], 3, third=third) for third in (False, True))
    parts = [candidates.grid(craft.pose, handling, 3), *aims]
    for part, step in zip(parts, (37, 11, 61), strict=True):
        for number in range(0, len(part.begins), step):
            plan = completed(part.plan(number), handling)
            end = end_of(craft.pose, plan, handling, game.rulings)
            assert end.place == pytest.approx(tuple(part.ends.place[number]), abs=0.03)
            assert end.top == pytest.approx(tuple(part.ends.top[number]), abs=0.03)
    for aimed in parts[1:]:
        way = np.array(place) - aimed.ends.place
        before = np.abs(np.cross(way, aimed.ends.ahead)).max(axis=1)
        assert np.all(before < 1e-5 * np.maximum(np.linalg.norm(way, axis=1), 1) + 1e-4)


def with_style(**changes: float) -> Opponent:
    """The usual style with some weights changed."""
    where = api.package_file("aqmf_air.games.clouds_of_glory", "data/styles.toml")
    steady = api.read_styles(where, api.weights_of(CloudsOpponent))[0]
    return Opponent(CloudsOpponent, api.replace(steady, weights={**steady.weights, **changes}))


def ordered_by(player: Any, game: Any, side: str = "germany") -> Any:
    order = player.choose(rules(), game, side)
    assert not rules().objections(game, order, side)
    return order


def test_a_reroll_is_spent_where_it_is_worth_its_price() -> None:
    """A failed test that ends in a spin is rolled again, unless re-rolls are dearer; after the last turn they are free."""
    slow = aircraft("own", "germany", speed=85, crew=[{**MAN, "rerolls": 1}], at=[30, 10, 20], nose=40)
    game = fight(slow, aircraft("foe", "entente", at=[30, 50, 20]), waiting=("own",))
    climbs = ordered(game, Announce(craft="own", plan="S8.5"), "germany", 20).game
    assert climbs.open is not None
    assert ordered_by(with_style(), climbs) == Choose(option="re-roll")
    assert ordered_by(with_style(reroll=9), climbs) == Choose(option="keep")
    last = api.replace(climbs, turn=climbs.setup.turns + 1)
    assert ordered_by(with_style(reroll=9), last) == Choose(option="re-roll")


def test_who_spins_tries_to_come_out_and_who_is_forced_home_makes_for_his_own_edge() -> None:
    game = fight(aircraft("own", "germany", trouble="spins"), aircraft("foe", "entente"), waiting=("own",))
    assert ordered_by(with_style(), game) == SpinOn(craft="own")
    home = fight(aircraft("own", "germany", at=[30, 20, 20]), aircraft("foe", "entente", at=[30, 55, 20]), waiting=("own",))
    home, to_go = home.changed("own", home=True), []
    edge = {"north": 1, "south": -1}[own_edge(home, "germany")]
    for _ in range(3):
        home = ordered(home, ordered_by(with_style(), home), "germany", seed=1).game
        to_go.append(-edge * home.of("own").pose.place[1])
        home = api.replace(home, phase="movement", waiting=("own",), todo=(), open=None).changed("own", moved=False)
        if not home.of("own").flying:
            break
    assert to_go == sorted(to_go, reverse=True)


@pytest.mark.parametrize("style", list(PLAYERS))
def test_who_can_bring_an_enemy_before_his_guns_does(style: str) -> None:
    """The enemy has moved, in reach of one turn that aims: nothing else is worth as much."""
    foe = aircraft("foe", "entente", at=[36, 31, 22], heading=20)
    game = fight(aircraft("own", "germany", at=[30, 12, 20]), foe, waiting=("own",))
    own = ordered(game, ordered_by(PLAYERS[style], game), "germany", seed=2).game.of("own")
    there = game.changed("own", pose=own.pose, speed=own.speed, targets=("foe",), moved=True)
    assert there.of("foe") in gunnery.before_guns(there, there.of("own"), "pilot")


def test_who_is_beaten_draws_no_more_fire() -> None:
    """No shot, and no move, at an aircraft that falls: it is paid for. ICOG-3-f."""
    own, foe = aircraft("own", "germany", at=[30, 12, 20]), aircraft("foe", "entente", at=[30, 18, 20], heading=0)
    before = fight(own, foe, phase="shooting", waiting=("own",)).changed("own", targets=("foe",))
    assert isinstance(ordered_by(with_style(), before), Shoot)
    falls = before.changed("foe", trouble="doomed", downed=Credit("own", "pilot"))
    assert ordered_by(with_style(), falls) == HoldFire(craft="own")
    home = before.changed("foe", home=True, sent_home=Credit("own", "pilot"))
    assert at_stake(falls, falls.of("foe")) == 0 < at_stake(home, home.of("foe")) < at_stake(before, before.of("foe"))
    assert not Outlook(falls, falls.of("own")).enemies


@pytest.mark.parametrize(
    ("height", "speed", "trouble", "out"),
    [
        (9, 145, {"fire": True, "endless_fire": True}, "gone"),
        (14, 145, {"engines": ("dead",)}, "gone"),
        (2, 85, {"engines": ("dead",)}, "landed"),
    ],
)
def test_who_burns_or_glides_makes_for_his_edge_and_lands_if_he_cannot_reach_it(
    height: int, speed: int, trouble: Any, out: str
) -> None:
    """Neither falls out of the sky: flames may not wait, and without an engine height is all that is left."""
    game = fight(
        aircraft("own", "germany", at=[30, 30, height], heading=90, speed=speed), aircraft("foe", "entente", at=[5, 5, 40])
    )
    game = game.changed("own", **trouble)
    for _ in range(6):
        game = api.replace(game, phase="movement", waiting=("own",), todo=()).changed("own", moved=False, busy=0)
        game = ordered(game, ordered_by(PLAYERS["steady"], game), "germany", seed=2).game
        while game.open:
            by = game.open.decision.by
            game = ordered(game, ordered_by(PLAYERS["steady"], game, by), by, seed=2).game
        if game.of("own").out:
            break
    assert game.of("own").out == out
    assert out == "landed" or edge_of(game, game.of("own").pose) == own_edge(game, "germany")


def test_each_style_has_habits_of_its_own() -> None:
    """In the moves of a game no two of them always do the same."""
    game, tray, moves = opened(), DiceTray(seeded(2)), list[tuple[str, ...]]()
    while not game.winner and len(moves) < 14:
        side = game.acting[0] if game.acting else ""
        orders = {style: player.choose(CLOUDS, game, side) for style, player in PLAYERS.items()} if side else {}
        if game.phase == "movement" and not game.open and side:
            moves.append(tuple(str(order) for order in orders.values()))
        for event in CLOUDS.decide(game, CLOUDS.follows(game) or orders["steady"], tray):
            game = CLOUDS.evolve(game, event)
    columns = list(zip(*moves, strict=True))
    assert len(columns) == len(PLAYERS) == 4
    assert len({*columns}) == 4
