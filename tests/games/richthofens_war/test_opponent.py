"""The automatic players: what they make of a place, how the styles differ, why they order what they order."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

import pytest

from aqmf_air.core.data.documents import load_toml
from aqmf_air.core.data.model import replace
from aqmf_air.core.data.text import in_a_row
from aqmf_air.core.dice.dice import DiceTray
from aqmf_air.core.dice.sources import seeded
from aqmf_air.core.play.events import Command
from aqmf_air.core.play.ruleset import BestFirst
from aqmf_air.core.play.search.judge import Candidate
from aqmf_air.core.play.search.judge import Opponent as Player
from aqmf_air.core.play.search.styles import Style
from aqmf_air.core.play.session import Resolved, Session, new_header
from aqmf_air.games.richthofens_war.automatic import mission_moves
from aqmf_air.games.richthofens_war.automatic.moves import Outlook
from aqmf_air.games.richthofens_war.automatic.opponent import SideOpponent
from aqmf_air.games.richthofens_war.chapters import missions, paths, victory
from aqmf_air.games.richthofens_war.chapters.declaring import Declare, TakeNoTarget, TargetsAsked
from aqmf_air.games.richthofens_war.chapters.fire import Fire, Hold
from aqmf_air.games.richthofens_war.chapters.initiative import ChooseTied
from aqmf_air.games.richthofens_war.chapters.missions import PhotographsTaken, Strafe
from aqmf_air.games.richthofens_war.chapters.moving import Fly, LeftMap
from aqmf_air.games.richthofens_war.chapters.tailing import AnnounceTails
from aqmf_air.games.richthofens_war.state import Aircraft, Declaration, DeclaringPilot, Game, GroundGun, Mission
from aqmf_air.geometry.hexes.grid import distance, from_map, to_map
from aqmf_air.plugins import kinds
from aqmf_air.plugins.registry import load_registry
from tests.games.richthofens_war.field import CAMEL, D_VII, a_game, one

REGISTRY = load_registry(entry_points=False)
RULESET = REGISTRY.ruleset("richthofen")
PLAYERS = REGISTRY.of(kinds.POLICIES, "richthofen")
STYLES = ("steady", "cautious", "bold", "hunter")


def style(name: str) -> Style:
    """The style of an automatic player."""
    player: Player = PLAYERS[name].choose.__self__  # type: ignore[attr-defined]
    return player.style


def chosen(game: Game, side: str, name: str = "steady") -> Command:
    """Its next order."""
    found = PLAYERS[name].choose(RULESET, game, side)
    assert found is not None
    assert not list(RULESET.objections(game, found, side))
    return found


def flown(game: Game, name: str = "steady") -> Aircraft:
    """The aircraft whose turn it is where its player would have it."""
    own = game.of(game.queue[0])
    order = chosen(game, own.side, name)
    assert isinstance(order, Fly)
    pose, height = paths.walked_by(game, own, order.path).end
    return replace(own, at=(pose.at.q, pose.at.r), facing=pose.facing, height=height)


def to_move(own: Aircraft, *others: Aircraft, **more: Any) -> Game:
    """A game in which it is the turn of one of them."""
    later = tuple(other.id for other in others if not other.moved)
    return a_game(replace(own, moved=False), *others, phase="movement", queue=(own.id, *later), **more)


# -- what a place is worth ------------------------------------------------------------------------------------------------


def test_a_place_that_an_enemy_who_moves_later_can_hit_is_worth_less_the_more_it_fears_him() -> None:
    own = one("own", CAMEL, "allied", 20, 16, 0)
    game = to_move(own, one("foe", D_VII, "german", 15, 16, 0, moved=False))
    feared = {}
    for name in STYLES:
        best = Outlook(game, game.of("own"), style(name)).best(style(name).weighed)
        feared[name] = best[0].numbers["replies"]
        assert best[0].about["replies"] == "foe"
        ends = [paths.walked_by(game, game.of("own"), one.path).end for one in best]
        assert len({(*end.pose.at, end.pose.facing, end.height) for end in ends}) == len(best)  # no two to one place
    assert feared["cautious"] <= feared["steady"] <= feared["bold"]
    assert feared["cautious"] < feared["bold"]


def test_an_enemy_with_a_better_target_is_feared_less() -> None:
    own, foe = one("own", CAMEL, "allied", 20, 16, 0), one("foe", D_VII, "german", 15, 16, 0, moved=False)
    friend = one("friend", CAMEL, "allied", 19, 16, 0, damage=9)
    alone, together = to_move(own, foe), to_move(own, foe, friend)
    of = [Outlook(game, game.of("own"), style("steady")).numbers["replies"] for game in (alone, together)]
    assert of[1].max() < of[0].max()
    assert (of[1] <= of[0] + 1e-9).all()
    assert of[1].max() > 0


def test_who_has_declared_fire_on_another_is_feared_no_more() -> None:
    own, foe, friend = (
        one("own", CAMEL, "allied", 20, 16, 0),
        one("foe", D_VII, "german", 18, 16, 0),
        one("friend", CAMEL, "allied", 19, 17, 0),
    )
    free = to_move(own, foe, friend)
    shot = Declaration(shooter="foe", by="pilot", target="friend", range=1, turns=0)
    busy = replace(free, declarations=(shot,))
    taken = [Outlook(game, game.of("own"), style("steady")).numbers["taken"].max() for game in (free, busy)]
    assert taken[0] > 0.2
    assert taken[1] == 0


def test_who_has_declared_fire_on_it_before_it_moves_is_feared_wherever_he_still_bears() -> None:
    """RW-DECL-1, ``unmoved_target``: his shot needs no crossing of his sights, and would be fired head-on."""
    own, foe = one("own", CAMEL, "allied", 20, 16, 3), one("foe", D_VII, "german", 18, 16, 0)
    free = to_move(own, foe)
    aimed = replace(free, declarations=(Declaration(shooter="foe", by="pilot", target="own", range=2, turns=3),))
    passing, declared = (Outlook(game, game.of("own"), style("steady")).numbers["taken"] for game in (free, aimed))
    assert (declared >= passing).all()
    assert (declared > passing).any()
    best = Outlook(aimed, aimed.of("own"), style("steady")).best(style("steady").weighed)[0]
    assert best.numbers["taken"] == 0


def test_room_is_kept_before_the_edge() -> None:
    game = to_move(one("own", CAMEL, "allied", 34, 16, 0), one("foe", D_VII, "german", 2, 2, 0))
    edge = Outlook(game, game.of("own"), style("steady")).numbers["edge"]
    assert (edge.min(), edge.max() > 2) == (0, True)


def test_who_moves_last_gets_behind_who_has_moved_and_fires() -> None:
    foe = one("foe", D_VII, "german", 18, 16, 0)
    game = to_move(one("own", CAMEL, "allied", 14, 16, 0), foe)
    there = flown(game)
    assert there.facing == foe.facing
    assert distance(there.hex, foe.hex) <= 2
    best = Outlook(game, game.of("own"), style("steady")).best(style("steady").weighed)[0]
    assert best.numbers["shots"] > 0.3
    assert best.numbers["tails"] == 1
    assert best.about["shots"] == "foe"


def test_it_stays_on_the_map_and_leaves_it_by_its_own_edge_alone() -> None:
    far = one("foe", D_VII, "german", 4, 4, 0)
    whole = to_move(one("own", CAMEL, "allied", 37, 16, 0), far)
    column, _ = to_map(flown(whole).hex)
    assert column <= 36
    hurt = to_move(one("own", CAMEL, "allied", 37, 16, 0, damage=10), far)
    column, _ = to_map(flown(hurt).hex)
    assert column >= 40
    wrong_side = to_move(one("own", CAMEL, "allied", 2, 16, 3, damage=10), one("foe", D_VII, "german", 30, 4, 0))
    column, _ = to_map(flown(wrong_side).hex)
    assert column >= 0


def test_with_a_jam_it_keeps_its_hands_free_where_nothing_else_is_to_be_had() -> None:
    own = one("own", CAMEL, "allied", 20, 16, 0)
    jammed = replace(own, guns=tuple(replace(gun, jammed=True) for gun in own.guns))
    game = to_move(jammed, one("foe", D_VII, "german", 2, 2, 0))
    outlook = Outlook(game, game.of("own"), style("steady"))
    assert outlook.best(style("steady").weighed)[0].numbers["hands"] == 1
    assert outlook.numbers["hands"].min() == 0


def test_with_a_jam_it_gives_up_a_tail_that_would_keep_its_hands_full() -> None:
    """Else it circles behind the enemy to the end of the game, and never fires."""
    foe = one("foe", "RE-8", "german", 19, 16, 2, height=2150)
    tailer = one("own", CAMEL, "allied", 20, 18, 4, height=2100)
    jammed = replace(tailer, guns=tuple(replace(gun, jammed=True) for gun in tailer.guns))

    def outlook(own: Aircraft, foe: Aircraft = foe) -> Outlook:
        game = to_move(own, foe)
        return Outlook(game, game.of("own"), style("steady"))

    assert outlook(tailer).best(style("steady").weighed)[0].numbers["tails"] == 1
    assert outlook(jammed).best(style("steady").weighed)[0].numbers["hands"] == 1
    lewis, ahead = one("own", "Nieuport 11", "allied", 14, 16, 0), one("foe", "RE-8", "german", 20, 16, 0)
    empty = replace(lewis, guns=tuple(replace(gun, drums=(0, *gun.drums[1:])) for gun in lewis.guns))
    stuck = replace(lewis, guns=tuple(replace(gun, jammed=True) for gun in lewis.guns))
    for own, worth in ((lewis, 1), (empty, 1), (stuck, 1 / 6)):
        there = outlook(own, ahead)
        tails, free = there.numbers["tails"], there._hands_free() == 1
        assert tails[free].max() == pytest.approx(worth)
        assert tails[~free].any() == (own is lewis)


def test_what_is_at_stake_is_what_an_aircraft_may_still_earn() -> None:
    game = a_game(one("own", "RE-8", "allied", 20, 16, 0))
    document = load_toml(REGISTRY.of(kinds.SCENARIOS, "richthofen")["photographs"].path)
    mission = RULESET.set_up(document, "photographs", {}).setup.missions
    sent = replace(game, setup=replace(game.setup, missions=mission))
    spotter = sent.of("own")
    assert mission_moves.stake(game, game.of("own")) == 3
    assert mission_moves.stake(sent, spotter) == 5.5
    home = sent.changed("own", photographed=tuple(tuple(at) for at in mission_moves.photographs(sent, spotter)))
    assert mission_moves.stake(home, home.of("own")) == 8
    assert mission_moves.goes_home(home, home.of("own"), style("steady"))
    assert not mission_moves.goes_home(sent, spotter, style("steady"))


# -- fire -----------------------------------------------------------------------------------------------------------------


def asked(own: Aircraft, foe: Aircraft, **more: Any) -> Game:
    return a_game(
        own, foe, asked=(DeclaringPilot(aircraft=own.id, why="moved", targets=(foe.id,)),), order=(own.id, foe.id), **more
    )


def strafed(game: Game, run: mission_moves.Run) -> int:
    """The hexes that a run strafes."""
    own = game.of("own")
    way = paths.walked_by(game, own, run.path)
    return missions.strafed_hexes(run.path, way, own.side, game.tables, game.rulings)


def few_rounds(one: Aircraft) -> Aircraft:
    return replace(one, guns=tuple(replace(gun, drums=(3,)) for gun in one.guns))


def test_it_saves_ammunition_for_better_shots_but_not_in_the_last_turn() -> None:
    from tests.games.richthofens_war.field import came_straight

    own = one("own", CAMEL, "allied", 10, 16, 0, last=came_straight(9, 16, 0))
    near, far = (one("foe", D_VII, "german", column, 16, 2) for column in (11, 16))
    assert isinstance(chosen(asked(own, near), "allied"), Declare)
    assert isinstance(chosen(asked(few_rounds(own), near), "allied"), Declare)
    assert isinstance(chosen(asked(few_rounds(own), far), "allied"), TakeNoTarget)
    last = asked(few_rounds(own), far)
    last = replace(last, turn=last.setup.turns)
    assert isinstance(chosen(last, "allied"), Declare)
    shot = Declaration(shooter="own", by="pilot", target="foe", range=6, turns=1)
    combat = a_game(few_rounds(own), far, phase="combat", declarations=(shot,))
    assert isinstance(chosen(combat, "allied"), Hold)
    assert isinstance(chosen(replace(combat, turn=combat.setup.turns), "allied"), Fire)


def test_of_two_targets_it_takes_the_one_that_it_hurts_most() -> None:
    from tests.games.richthofens_war.field import came_straight

    own = one("own", CAMEL, "allied", 10, 16, 0, last=came_straight(9, 16, 0))
    whole, hurt = one("whole", D_VII, "german", 12, 16, 0), one("hurt", D_VII, "german", 12, 16, 0, height=2050, damage=11)
    game = replace(asked(own, whole), aircraft=(own, whole, hurt))
    game = replace(game, asked=(DeclaringPilot(aircraft="own", why="moved", targets=("whole", "hurt")),))
    order = chosen(game, "allied")
    assert isinstance(order, Declare)
    assert order.target == "hurt"


def test_a_run_over_the_ground_is_worth_what_it_is_expected_to_earn() -> None:
    document = load_toml(REGISTRY.of(kinds.SCENARIOS, "richthofen")["trench-strafing"].path)
    sent = RULESET.set_up(document, "trench-strafing", {}).setup.missions
    camel, far = one("own", CAMEL, "allied", 19, 16, 2, height=300), one("foe", D_VII, "german", 2, 2, 0)
    free = to_move(camel, far)
    free = replace(free, setup=replace(free.setup, missions=sent, trenches=True))
    assert isinstance(chosen(free, "allied"), Strafe)
    run = mission_moves.run(free, free.of("own"))
    assert run is not None
    outlook = Outlook(free, free.of("own"), style("steady"))
    hexes = strafed(free, run)
    assert outlook.run(run).numbers["aim"] == pytest.approx(hexes / 3 / 3)  # 5+ on a die hits, three hits are a point
    assert outlook.run(run).numbers["shots"] == 0
    near = replace(free, aircraft=(free.of("own"), replace(far, at=outlook.aircraft.at, height=300)))
    assert Outlook(near, near.of("own"), style("steady")).run(run).numbers["shots"] == 0  # who strafes fires at nobody else
    behind = replace(free, aircraft=(free.of("own"), replace(far, at=from_map(18, 15), facing=2, damage=14, height=300)))
    assert isinstance(chosen(behind, "allied"), Fly)


def numbers(game: Game, order: Command, name: str = "steady") -> Mapping[str, float]:
    """What a player makes of an order that is no move."""
    return SideOpponent(RULESET, game, "allied", style(name)).numbers("own", Candidate(order, ""))


def test_other_choices_are_numbers_too() -> None:
    from tests.games.richthofens_war.field import came_straight

    own = one("own", CAMEL, "allied", 10, 16, 0, last=came_straight(9, 16, 0))
    foe, aim = one("foe", D_VII, "german", 11, 16, 0), Declare(aircraft="own", target="foe")
    game = asked(own, foe)
    found = numbers(game, aim)
    assert found["shots"] > 0
    assert found["rounds"] == style("steady")["least"]
    assert numbers(asked(few_rounds(own), foe), aim)["rounds"] == style("steady")["least_of_few"]
    assert "shots" not in numbers(asked(own, replace(foe, moved=False)), aim)
    # who has declared a shot keeps it unless the other is worth more, and pays for no second one
    shot = Declaration(shooter="own", by="pilot", target="foe", range=1, turns=0)
    made = replace(game, declarations=(shot,))
    assert numbers(made, aim)["rounds"] == 0
    judge = SideOpponent(RULESET, made, "allied", style("steady"))
    assert judge.resting("own")["shots"] == pytest.approx(found["shots"])
    # who goes home tails nobody, and has nothing to gain by moving late
    tail, late = AnnounceTails(side="allied", order="own|foe"), ChooseTied(first="own")
    hurt = asked(replace(own, damage=12), foe)
    assert numbers(game, tail)["tails"] > 0 > numbers(hurt, tail)["tails"]
    assert numbers(game, late)["late"] < numbers(hurt, late)["late"] == 0


# -- styles ---------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("damage", "home"),
    [(6, {"cautious"}), (7, {"cautious", "steady"}), (9, set(STYLES) - {"bold"}), (12, set(STYLES))],
)
def test_styles_go_home_at_different_times(damage: int, home: set[str]) -> None:
    game = to_move(one("own", CAMEL, "allied", 20, 16, 0, damage=damage), one("foe", D_VII, "german", 14, 16, 0))
    assert {name for name in STYLES if mission_moves.goes_home(game, game.of("own"), style(name))} == home


def test_a_cautious_side_that_leads_goes_home_sooner_than_one_that_is_behind() -> None:
    own, foe = one("own", CAMEL, "allied", 20, 16, 0, damage=5), one("foe", D_VII, "german", 14, 16, 0)
    level, cautious = to_move(own, foe), style("cautious")
    leads = to_move(own, foe, one("lost", D_VII, "german", 14, 12, 0, state="destroyed"))
    behind = to_move(replace(own, damage=7), foe, one("lost", CAMEL, "allied", 14, 12, 0, state="destroyed"))
    assert victory.points(leads)["allied"] == victory.points(behind)["german"] == 3
    assert [mission_moves.goes_home(game, game.of("own"), cautious) for game in (level, leads, behind)] == [
        False,
        True,
        False,
    ]


def test_a_hunter_is_nearer_to_the_enemy_than_a_cautious_side() -> None:
    far = dict.fromkeys(STYLES, 0)
    for column, facing in ((8, 0), (12, 3), (16, 1), (20, 0)):
        game = to_move(one("own", CAMEL, "allied", 26, 16, 3), one("foe", D_VII, "german", column, 16, facing, moved=False))
        for name in STYLES:
            far[name] += distance(flown(game, name).hex, game.of("foe").hex)
    assert far["hunter"] < far["cautious"]
    assert far["bold"] <= far["cautious"]


# -- why, and on what knowledge -------------------------------------------------------------------------------------------


@pytest.mark.further
def test_each_weighed_order_says_why_and_none_was_worth_more() -> None:
    document = load_toml(REGISTRY.of(kinds.SCENARIOS, "richthofen")["three-on-three"].path)
    setup = RULESET.set_up(document, "three-on-three", {}).setup
    session = Session(RULESET, new_header(RULESET, setup, seed=5, game="three"))
    told, player = set[str](), PLAYERS["steady"]
    assert player.explain is not None
    while session.state.turn <= 2:
        side = RULESET.stage(session.state).active[0]
        order = player.choose(RULESET, session.state, side)
        assert order is not None
        assert player.choose(RULESET, RULESET.observe(session.state, side), side) == order
        why = player.explain(RULESET, session.state, side, order)
        assert why is not None, order
        assert why.given.command == order
        if isinstance(order, Fly):
            told |= {reason.about for reason in why.given.reasons if reason.words == "fire from those who have yet to move"}
            # the worth of an order is what its reasons add up to, but for the least of them
            assert why.given.points == pytest.approx(sum(one.points for one in why.given.reasons), abs=0.4)
            assert why.given.points >= max(one.points for one in why.others if one.command is not None)
        done = session.submit(order, side)
        assert isinstance(done, Resolved)
    assert told & set(session.state.names.values())
    assert player.explain(RULESET, session.state, side, Fly(aircraft="nobody", speed=3, path="FFF")) is None


def test_what_is_hidden_changes_nothing() -> None:
    document = load_toml(REGISTRY.of(kinds.SCENARIOS, "richthofen")["balloon"].path)
    game = Session(RULESET, new_header(RULESET, RULESET.set_up(document, "balloon", {}).setup, seed=1, game="balloon")).state
    own = next(one for one in game.flying if one.side == "allied")
    game = replace(game, phase="movement", queue=(own.id,))
    hidden = GroundGun(id="hidden-gun-9", side="german", kind="AA", at=own.at, hidden=True)
    alike = replace(game, guns=(*game.guns, hidden))
    assert RULESET.observe(alike, "allied") == RULESET.observe(game, "allied")
    for name in STYLES:
        assert chosen(alike, "allied", name) == chosen(game, "allied", name)


def test_an_observer_is_flown_along_its_targets_and_home_with_the_plates() -> None:
    document = load_toml(REGISTRY.of(kinds.SCENARIOS, "richthofen")["photographs"].path)
    machine = next({**one, "column": 22} for one in document["aircraft"] if one["type"] == "RE-8")
    far_off = {**document["aircraft"][0], "column": 1, "row": 30, "height": 5000, "facing": 1}
    setup = RULESET.set_up({**document, "aircraft": [machine, far_off]}, "photographs", {}).setup
    session = Session(RULESET, new_header(RULESET, setup, seed=2, game="photographs"))
    taken = False
    while not RULESET.over(session.state) and session.state.turn <= 16:
        side = RULESET.stage(session.state).active[0]
        done = session.submit(chosen(session.state, side), side)
        assert isinstance(done, Resolved)
        taken = taken or any(isinstance(event, PhotographsTaken) for event in done.events)
    assert taken
    assert victory.points(session.state)["allied"] == 5


@pytest.fixture(scope="module")
def dogfight() -> list[tuple[Game, str]]:
    """States of a fight of six in which an aircraft is to move, each with its side."""
    document = load_toml(REGISTRY.of(kinds.SCENARIOS, "richthofen")["three-on-three"].path)
    setup = RULESET.set_up(document, "three-on-three", {}).setup
    session, states = Session(RULESET, new_header(RULESET, setup, seed=5, game="three")), list[tuple[Game, str]]()
    while session.state.turn <= 2:
        side = RULESET.stage(session.state).active[0]
        if session.state.phase == "movement":
            states.append((session.state, side))
        session.submit(chosen(session.state, side), side)
    return states[-6:]


@pytest.mark.parametrize("at", [(14, 13), (13, 12), (15, 19), (16, 12)])
def test_moves_are_listed_best_first(at: tuple[int, int]) -> None:
    """An enemy that flies away to one side: straight on leads nowhere, and the best shot is what stands first."""
    assert isinstance(RULESET, BestFirst)
    game = to_move(one("own", CAMEL, "allied", 10, 16, 0), one("enemy", D_VII, "german", *at, 0))
    offers = RULESET.legal(game, "allied")
    ranked = RULESET.best_first(game, "allied", offers)
    assert sorted(map(str, ranked)) == sorted(map(str, offers))
    assert RULESET.brings(game, offers[0].command).startswith("Fokker D-VII: ")  # no shot: where the nearest enemy is then
    shots = [
        float(shot[1]) for offer in ranked if (shot := re.search(r": (.*) damage", RULESET.brings(game, offer.command)))
    ]
    assert RULESET.brings(game, ranked[0].command).endswith(f": {max(shots)} damage")


@pytest.mark.parametrize("far", [7, 8, 11, 16])
def test_moves_towards_an_enemy_who_comes_on_stand_before_those_that_turn_away(far: int) -> None:
    """Who moves first of three that meet three head-on: in this turn, nothing fires at who turns his back."""
    assert isinstance(RULESET, BestFirst)
    foes = [one(f"foe{row}", D_VII, "german", 28 - far, row, 0, moved=False) for row in (13, 16, 19)]
    friends = [one(f"friend{row}", CAMEL, "allied", 28, row, 3, moved=False) for row in (13, 19)]
    game = to_move(one("own", CAMEL, "allied", 28, 16, 3), *foes, *friends)
    ranked = RULESET.best_first(game, "allied", RULESET.legal(game, "allied"))
    behind = [" behind" in RULESET.brings(game, offer.command) for offer in ranked]
    assert True not in behind[:5]
    assert behind[-1]


@pytest.mark.rule("RW-DECL-1", "RW-DECL-4")
def test_a_move_brings_what_its_list_says(dogfight: list[tuple[Game, str]]) -> None:
    assert isinstance(RULESET, BestFirst)
    shots = sights = 0
    for game, side in dogfight:
        for offer in RULESET.legal(game, side)[::7]:
            events = RULESET.decide(game, offer.command, DiceTray(seeded(1)))
            asked = [each for event in events if isinstance(event, TargetsAsked) for each in event.asked]
            own = [game.called(id_) for each in asked if each.aircraft == game.queue[0] for id_ in each.targets]
            others = [game.called(each.aircraft) for each in asked if each.aircraft != game.queue[0]]
            brings = RULESET.brings(game, offer.command)
            shot = re.search(r"shot at ([^:]+?)( if it stays there)?: \d", brings)
            assert (shot[1] in own) if shot else not own
            assert brings.partition("in the sights of ")[2] == in_a_row(others)
            shots, sights = shots + bool(shot), sights + bool(others)
    assert shots
    assert sights


@pytest.mark.parametrize(("at", "facing"), [((0, 10), 3), ((0, 0), 4), ((20, 0), 5), ((1, 10), 3)])
@pytest.mark.parametrize("damage", [0, 14])
def test_before_the_edge_moves_that_stay_on_the_map_are_offered_first(at: tuple[int, int], facing: int, damage: int) -> None:
    """Where ahead leads off it at once, too; and for an aircraft so hurt that its place is at home."""
    assert isinstance(RULESET, BestFirst)
    game = to_move(one("own", CAMEL, "allied", *at, facing, damage=damage), one("enemy", D_VII, "german", 30, 10, 3))
    ranked = RULESET.best_first(game, "allied", RULESET.legal(game, "allied"))
    leaves = [RULESET.brings(game, offer.command) == "leaves the map" for offer in ranked]
    assert leaves == sorted(leaves)
    assert leaves.count(False) >= 5


def test_a_move_off_the_map_and_a_run_over_the_targets_say_so() -> None:
    assert isinstance(RULESET, BestFirst)
    enemy = one("enemy", D_VII, "german", 30, 10, 3)
    game = to_move(one("own", CAMEL, "allied", 2, 10, 3), enemy)
    ranked = RULESET.best_first(game, "allied", RULESET.legal(game, "allied"))
    leaves = [RULESET.brings(game, offer.command) == "leaves the map" for offer in ranked]
    assert leaves == sorted(leaves)
    assert True in leaves
    for offer, off in zip(ranked, leaves, strict=True):
        events = RULESET.decide(game, offer.command, DiceTray(seeded(1)))
        assert any(isinstance(event, LeftMap) for event in events) is off
    mission = Mission(side="allied", kind="photographs", targets=((15, 10), (16, 10), (17, 10)))
    game = to_move(one("re8", "RE-8", "allied", 20, 10, 3), enemy)
    game = replace(game, setup=replace(game.setup, missions=(mission,)))
    moves = [offer.command for offer in RULESET.legal(game, "allied") if isinstance(offer.command, Fly)]
    told = {order.path: RULESET.brings(game, order) for order in moves}
    assert told["F" * 7] == "photographs 3 hexes"
    assert told["FFFFFL"].startswith("Fokker D-VII: ")
