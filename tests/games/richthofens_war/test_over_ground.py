"""What is announced, interrupted, fired from below and done over the ground, as orders and events of a game."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import Any

import pytest

from aqmf_air.api import DataError, after, load_registry, load_toml, recorded, replace
from aqmf_air.core.dice.dice import DiceTray
from aqmf_air.core.dice.sources import seeded
from aqmf_air.games.richthofens_war.chapters import declaring, fire, fire_from_ground, missions
from aqmf_air.games.richthofens_war.chapters.damage import applied
from aqmf_air.games.richthofens_war.chapters.declaring import AcesChose, Declare, torn_aces
from aqmf_air.games.richthofens_war.chapters.fire import Fire
from aqmf_air.games.richthofens_war.chapters.fire_from_ground import FireFromGround, GroundShot, HoldGroundFire
from aqmf_air.games.richthofens_war.chapters.missions import AnnounceBalloonAttack, DropBombs, KeepSkill, Strafe
from aqmf_air.games.richthofens_war.chapters.moving import Fly
from aqmf_air.games.richthofens_war.sequence import turn_ended
from aqmf_air.games.richthofens_war.state import Airman, Declaration, Game, PendingShot
from aqmf_air.geometry.hexes.grid import Hex, from_map
from aqmf_air.plugins import kinds

REGISTRY = load_registry(entry_points=False)
WAR: Any = REGISTRY.ruleset("richthofen")


def opened(scenario: str, rulings: dict[str, Any] | None = None, **aircraft: dict[str, Any]) -> Game:
    """A scenario in its movement phase, with aircraft changed by their names; the first of them is to move."""
    document = load_toml(REGISTRY.of(kinds.SCENARIOS, "richthofen")[scenario].path)
    game: Game = WAR.initial(WAR.set_up(document, scenario, rulings or {}).setup)
    ids = {one.name.replace(" ", "_").replace("-", "_"): one.id for one in game.aircraft}
    for name, changes in aircraft.items():
        game = game.changed(ids[name], **changes)
    first = ids[next(iter(aircraft))]
    last = next(one.id for one in game.aircraft if one.side != game.of(first).side)
    return replace(game, phase="movement", queue=(first, last))


def given(game: Game, order: Any, player: str, rolls: Sequence[Sequence[int]] | None = None) -> Game:
    """The game after an order, with these dice, or any."""
    assert not WAR.objections(game, order, player)
    dice = DiceTray(seeded(1) if rolls is None else recorded([list(roll) for roll in rolls]))
    events = WAR.decide(game, order, dice)
    done: Game = after(game, events)
    return done


def on(game: Game, seed: int = 1) -> Game:
    """The game after all that follows by itself."""
    while (order := WAR.follows(game)) is not None:
        game = after(game, WAR.decide(game, order, DiceTray(seeded(seed, game.turn, game.phase))))
    return game


def fire_in_combat(game: Game, *rolls: Sequence[int]) -> list[GroundShot]:
    """The shots from the ground at the next aircraft in combat, with these dice, or any."""
    dice = DiceTray(recorded([list(roll) for roll in rolls]) if rolls else seeded(1))
    return [event for event in fire_from_ground.in_combat(game, dice) if isinstance(event, GroundShot)]


def refused(game: Game, order: Any, player: str) -> str:
    """The rules against an order."""
    return " ".join(one.rule for one in WAR.objections(game, order, player))


SPAD = {"at": from_map(19, 16), "facing": 3, "height": 600, "speed": 7}


@pytest.mark.rule("RW-BALL-2")
def test_guns_of_a_balloon_interrupt_who_attacks_it() -> None:
    game = opened("balloon", Spad_1=SPAD)
    spad = game.queue[0]
    assert refused(game, AnnounceBalloonAttack(aircraft=spad, balloon="gun-1"), "allied") == "RW-BALL-2"
    announced = given(game, AnnounceBalloonAttack(aircraft=spad, balloon="balloon-1"), "allied")
    assert refused(announced, AnnounceBalloonAttack(aircraft=spad, balloon="balloon-1"), "allied") == "RW-BALL-2"
    fly = Fly(aircraft=spad, speed=7, path="FFFFFFF")
    stopped = given(announced, fly, "allied")
    assert (stopped.phase, stopped.acting) == ("ground-fire", ("german",))
    assert stopped.of(spad).hex == from_map(17, 16)  # five hexes from the gun
    assert refused(stopped, fly, "allied") == "RW-MOVE-1"
    gun = stopped.flight.guns[0] if stopped.flight else ""
    assert refused(stopped, FireFromGround(gun=gun), "allied") == "RW-BALL-2"
    later = given(stopped, HoldGroundFire(), "german")
    assert later.of(spad).hex == from_map(16, 16)
    hit = given(later, FireFromGround(gun=gun), "german", [(5, 5)])
    assert hit.of(spad).damage == 3
    assert (hit.of(spad).hex, hit.of(spad).moved, hit.flight) == (from_map(12, 16), True, None)
    held = given(stopped, HoldGroundFire(rest=True), "german")
    assert held.of(spad).hex == from_map(12, 16)
    at_once = given(
        given(opened("balloon", {"balloon_moment": "first-hex"}, Spad_1=SPAD), AnnounceBalloonAttack(aircraft=spad,
              balloon="balloon-1"), "allied"), fly, "allied", [(5, 5)])  # fmt: skip
    assert at_once.of(spad).damage == 3
    silent = given(game, fly, "allied")
    assert silent.of(spad).hex == from_map(12, 16)
    assert silent.asked == ()  # a balloon whose attack was not announced is no target


def test_an_aircraft_shot_down_in_its_move_goes_no_further() -> None:
    game = opened("balloon", Spad_1={**SPAD, "damage": 14}, Spad_2={"at": from_map(38, 3)})
    spad = game.queue[0]
    game = given(game, AnnounceBalloonAttack(aircraft=spad, balloon="balloon-1"), "allied")
    stopped = given(game, Fly(aircraft=spad, speed=7, path="FFFFFFF"), "allied")
    gun = stopped.flight.guns[0] if stopped.flight else ""
    down = given(stopped, FireFromGround(gun=gun), "german", [(4, 4)])
    assert (down.of(spad).state, down.of(spad).hex) == ("destroyed", from_map(17, 16))
    assert down.flight is None
    assert down.credits == ()
    assert down.phase != "ground-fire"


@pytest.mark.rule("RW-BALL-3", "RW-BALL-6")
def test_a_gun_fires_once_a_turn_and_those_left_fire_in_combat() -> None:
    game = opened("balloon", Spad_1={**SPAD, "at": from_map(13, 16)})
    spad = game.queue[0]
    game = given(game, AnnounceBalloonAttack(aircraft=spad, balloon="balloon-1"), "allied")
    assert [shot.gun for shot in fire_in_combat(game)] == ["balloon-1-gun-3"]  # machine guns do not reach 600 m
    fired = replace(game, guns=tuple(replace(one, fired=True) for one in game.guns))
    assert fire_from_ground.in_combat(fired, DiceTray(seeded(1))) == ()
    low = game.changed(spad, height=350)
    assert len(fire_in_combat(low)) == 3
    assert fire_in_combat(after(low, fire_from_ground.in_combat(low, DiceTray(seeded(1))))) == []
    assert low.of(spad).crew[0].novice is False
    assert fire_from_ground.changes_at(low.changed(spad, crew=(Airman(novice=True),)), low.changed(
        spad, crew=(Airman(novice=True),)).of(spad), "balloon")[0].source == "RW-BALL-6"  # fmt: skip


def ace(victories: int) -> tuple[Airman, ...]:
    return (Airman(victories=Fraction(victories)),)


@pytest.mark.rule("RW-ACE-2", "RW-BALL-5")
@pytest.mark.parametrize(("victories", "worth"), [(0, 0), (19, 1), (20, 2)])
def test_an_ace_whom_a_gun_has_fired_at_on_his_way_has_used_his_skill(victories: int, worth: int) -> None:
    game = opened("balloon", Spad_1={**SPAD, "at": from_map(20, 16), "crew": ace(victories)})
    spad = game.queue[0]
    game = given(game, AnnounceBalloonAttack(aircraft=spad, balloon="balloon-1"), "allied")
    fly = Fly(aircraft=spad, speed=7, path="FFFFFFF")
    stopped = given(game, fly, "allied")
    gun = stopped.flight.guns[0] if stopped.flight else ""
    assert sum(one.value for one in fire_from_ground.changes_at(stopped, stopped.of(spad), "balloon")) == -worth
    fired = given(stopped, FireFromGround(gun=gun), "german", [(1, 1)])
    held = given(stopped, HoldGroundFire(rest=True), "german")
    own = [declaring.aim(state, spad, "pilot", "balloon-1").change for state in (fired, held)]
    assert own == [0, worth], "one use a turn: against the gun, or in his own fire"
    assert fired.ace_uses == (((spad, "defence"),) if worth else ())
    keep = KeepSkill(aircraft=spad)
    assert refused(game, keep, "allied") == ("" if worth else "RW-ACE-2")
    assert refused(game, keep, "german") == "RW-ACE-2"
    assert any(offer.command == keep for offer in WAR.legal(game, "allied")) is bool(worth)
    if worth:
        kept = given(game, keep, "allied")
        assert refused(kept, keep, "allied") == "RW-ACE-2"
        stopped = given(kept, fly, "allied")
        fired = given(stopped, FireFromGround(gun=gun), "german", [(1, 1)])
        assert fire_from_ground.changes_at(stopped, stopped.of(spad), "balloon") == ()
        assert declaring.aim(fired, spad, "pilot", "balloon-1").change == worth
        assert fired.ace_uses == ((spad, "attack"),)
    separate = opened("balloon", {"ace_and_ground": "separate"}, Spad_1={**SPAD, "crew": ace(victories)})
    assert refused(separate, keep, "allied") == "RW-ACE-2"


@pytest.mark.rule("RW-ACE-2")
@pytest.mark.parametrize("source", ["balloon", "archie"])
def test_an_ace_who_fires_chooses_where_the_ground_may_fire_at_him_in_combat(source: Any) -> None:
    """What guns may do at him in combat is seen before the dice: Archie, and guns of the balloon that have not fired."""
    game = opened("balloon", Spad_1={**SPAD, "at": from_map(13, 16), "crew": ace(20)}, Albatros={"at": from_map(30, 30)})
    spad = game.queue[0]
    game = given(game, AnnounceBalloonAttack(aircraft=spad, balloon="balloon-1"), "allied")
    if source == "archie":
        quiet = tuple(replace(one, fired=True) for one in game.guns)
        setup = replace(game.setup, trenches=True, rulings=replace(game.setup.rulings, archie="on"))
        game = replace(game, guns=quiet, setup=setup)
    shot = Declaration(shooter=spad, target="balloon-1", range=1)
    firing = replace(game, declarations=(shot,), phase="aces")
    assert torn_aces(firing, "allied") == (spad,)
    assert torn_aces(replace(firing, declarations=()), "allied") == ()
    assert torn_aces(firing.changed(spad, height=2500, at=from_map(33, 2)), "allied") == ()
    assert torn_aces(replace(firing, ace_uses=((spad, "defence"),)), "allied") == ()
    away = replace(firing.setup, rulings=replace(firing.setup.rulings, ace_and_ground="separate"))
    assert torn_aces(replace(firing, setup=away), "allied") == ()
    uses: tuple[tuple[Any, int, int], ...] = (("attack", 2, 0), ("defence", 0, -2))
    for use, own, ground in uses:
        chosen = AcesChose(uses=((spad, use),)).apply(firing)
        assert fire.ready(chosen, shot)[0].change == own
        assert sum(one.value for one in fire_from_ground.changes_at(chosen, chosen.of(spad), source)) == ground


def test_a_balloon_that_was_attacked_is_winched_down_until_it_is_saved() -> None:
    game = opened("balloon", Spad_1=SPAD)
    attacked = replace(game, balloons=(replace(game.balloons[0], attacked=True, height=100),))
    for height, state in ((50, "up"), (0, "saved")):
        attacked = after(attacked, turn_ended(attacked, DiceTray(seeded(1))))
        assert (attacked.balloons[0].height, attacked.balloons[0].state) == (height, state)
    assert after(game, turn_ended(game, DiceTray(seeded(1)))).balloons[0].height == 600


def test_the_wind_carries_aircraft_and_balloons_every_second_turn() -> None:
    game = opened("balloon", {"wind": "house"}, Spad_1=SPAD)
    game = replace(game, wind=0, turn=2)
    drifted = after(game, turn_ended(game, DiceTray(seeded(1))))
    assert drifted.of(game.queue[0]).hex == from_map(20, 16)
    assert drifted.balloons[0].hex == from_map(13, 16)
    still = replace(game, turn=3)
    assert after(still, turn_ended(still, DiceTray(seeded(1)))).balloons[0].hex == from_map(12, 16)


CAMEL = {"at": from_map(18, 16), "facing": 1, "height": 300, "speed": 7}


@pytest.mark.rule("RW-STRAFE-1")
def test_trenches_are_strafed_when_it_is_announced_and_fire_back() -> None:
    game = opened("trench-strafing", Camel_1=CAMEL)
    camel = game.queue[0]
    fly = Fly(aircraft=camel, speed=7, path="FRFLFRF")
    assert given(game, fly, "allied").of(camel).trench_hits == 0
    told = given(game, Strafe(aircraft=camel), "allied")
    ready = [gun.rounds for gun in told.of(camel).guns]
    done = given(told, fly, "allied", [(5, 6, 1, 2)])
    assert (done.of(camel).strafed, done.of(camel).trench_hits) == (4, 2)
    assert [gun.rounds for gun in done.of(camel).guns] == [rounds - 1 for rounds in ready]
    fire = fire_in_combat(done, (6, 5), (1, 1))
    assert [(shot.gun, shot.total, shot.damage) for shot in fire] == [("trench", 10, 2), ("trench", 2, 0)]
    unarmed = told.changed(camel, guns=tuple(replace(gun, jammed=True) for gun in told.of(camel).guns))
    assert refused(replace(unarmed, intents=()), Strafe(aircraft=camel), "allied") == "RW-STRAFE-1"
    at_once = opened("trench-strafing", {"strafe_step": "hex-by-hex"}, Camel_1={**CAMEL, "damage": 0})
    at_once = given(given(at_once, Strafe(aircraft=camel), "allied"), fly, "allied", [(1, 1, 1, 1), (5, 5), (5, 5)])
    assert at_once.of(camel).damage == 4
    assert fire_from_ground.in_combat(at_once, DiceTray(seeded(1))) == ()


def test_bombs_fall_on_the_target_or_where_the_move_ends() -> None:
    game = opened("bombing", DH_4_1={"at": from_map(14, 16), "facing": 3, "height": 500, "speed": 8})
    one = game.queue[0]
    over = Fly(aircraft=one, speed=8, path="F" * 8)
    assert given(game, over, "allied").of(one).loaded
    told = given(game, DropBombs(aircraft=one), "allied")
    hit = given(told, over, "allied", [(4, 4)])
    assert (hit.of(one).loaded, hit.of(one).bombed) == (False, True)
    assert not given(told, over, "allied", [(4, 3)]).of(one).bombed
    away = given(told, Fly(aircraft=one, speed=8, path="LLFFFFF"), "allied", [])
    assert (away.of(one).loaded, away.of(one).bombed) == (False, False)
    assert refused(replace(game.changed(one, loaded=False)), DropBombs(aircraft=one), "allied") == "RW-BOMB-1"


def test_a_run_over_the_targets_is_photographed_by_an_observer_who_can() -> None:
    game = opened("photographs", RE_8={"at": from_map(16, 16), "facing": 3, "height": 1500, "speed": 7})
    one = game.queue[0]
    fly = Fly(aircraft=one, speed=7, path="FFFFFFF")
    assert len(given(game, fly, "allied").of(one).photographed) == 3
    hurt = game.changed(one, crew=(Airman(), Airman(health="wounded")))
    assert given(hurt, fly, "allied").of(one).photographed == ()
    assert given(game, Fly(aircraft=one, speed=7, path="FFFFFFC"), "allied").of(one).photographed == ()


def over_lines(column: int, height: int = 1500, rulings: dict[str, Any] | None = None) -> Game:
    at = from_map(column, 16)
    chosen = {"archie": "on", **(rulings or {})}
    return opened("photographs", chosen, RE_8={"at": at, "height": height}, Camel_1={"at": Hex(-9, 2)})


@pytest.mark.parametrize(
    ("game", "first", "fires"),
    [
        (over_lines(13), 2, True),
        (over_lines(13), 3, False),
        (over_lines(18), 1, True),
        (over_lines(19), 1, False),
        (over_lines(12), 1, False),
        (over_lines(13, 2050), 1, False),
        (over_lines(13, rulings={"archie": "off"}), 1, False),
    ],
)
def test_archie_fires_on_one_or_two_near_its_lines(game: Game, first: int, fires: bool) -> None:
    one = game.of(game.queue[0])
    near = [other for other in game.flying if other.side == "german"]
    for other in near:
        game = game.changed(other.id, at=from_map(2, 2))
    found: Any = fire_from_ground.archie_at(game, game.of(one.id), DiceTray(recorded([(first,), (3, 4)])))
    assert [(shot.gun, shot.damage) for shot in found] == ([("archie", 1)] if fires else [])
    if fires:
        spared = game.changed(near[0].id, at=one.at, height=one.height + 150)
        assert fire_from_ground.archie_at(spared, spared.of(one.id), DiceTray(recorded([(1,), (3, 4)]))) == ()


def test_archie_takes_its_own_side_for_the_enemy() -> None:
    game = over_lines(25)
    one = game.of(game.queue[0])
    for far, fires in ((2, False), (3, True), (10, True), (11, False)):
        for other in (each for each in game.flying if each.side == "german"):
            game = game.changed(other.id, at=from_map(25 - far, 16))
        assert bool(fire_from_ground.archie_at(game, game.of(one.id), DiceTray(recorded([(1,), (3, 4)])))) is fires
    assert fire_from_ground.archie_at(game, game.of(one.id), DiceTray(recorded([(2,), (3, 4)]))) == ()


def test_a_critical_hit_from_the_ground_hurts_a_man_only_by_another_die() -> None:
    game = over_lines(13)
    one = game.queue[0]
    for die, health in ((5, "fit"), (6, "wounded")):
        rolls = [(6, 6), (1, 1), (die,), (4, 4)]
        (shot,) = fire_from_ground.ground_fire(game, "archie", "AA", "archie", one, "german", DiceTray(recorded(rolls)))
        assert isinstance(shot, GroundShot)
        assert (shot.critical, shot.health) == (2, health)


def test_spotting_brings_two_points_a_hit_for_three_turns() -> None:
    document = load_toml(REGISTRY.of(kinds.SCENARIOS, "richthofen")["photographs"].path)
    document = {**document, "missions": [{"side": "allied", "kind": "spotting", "targets": [[28, 16]]}]}
    game: Game = WAR.initial(WAR.set_up(document, "it", {}).setup)
    one = next(each.id for each in game.aircraft if each.name == "RE-8")
    for roll in ((3, 4), (3, 3), (6, 6)):
        game = after(game, missions.turn_over(game, DiceTray(recorded([roll]))))
    assert game.of(one).spotted == (True, False, True)
    assert missions.turn_over(game, DiceTray(recorded([]))) == ()
    assert ("Allies: 2 hits spotted by RE-8", "+4") in WAR.scored(game)


@pytest.mark.rule("RW-BALL-4")
def test_hidden_guns_are_seen_by_nobody_until_they_are_discovered() -> None:
    document = load_toml(REGISTRY.of(kinds.SCENARIOS, "richthofen")["balloon"].path)
    guns = [{"side": "german", "kind": "AA", "column": 20, "row": 14, "hidden": True}]
    game: Game = WAR.initial(WAR.set_up({**document, "guns": guns}, "it", {}).setup)
    hidden = next(gun for gun in game.guns if gun.hidden)
    for player in ("german", "allied", ""):
        seen = WAR.observe(game, player)
        assert hidden.id not in {gun.id for gun in seen.guns}
        assert not any(gun.hidden for gun in seen.setup.guns)
        assert {id_: game.names[id_] for id_ in seen.names} == seen.names
    spad = next(each.id for each in game.aircraft if each.name == "Spad 1")
    game = replace(game.changed(spad, at=from_map(27, 14), height=1500), phase="movement", queue=(spad, game.aircraft[0].id))
    fly = Fly(aircraft=spad, speed=7, path="FFFFFFF")
    unseen = given(game, fly, "allied", [(3,)])
    assert hidden.id not in {gun.id for gun in WAR.observe(unseen, "allied").guns}
    found = given(game, fly, "allied", [(4,), (5, 5)])
    assert hidden.id in {gun.id for gun in WAR.observe(found, "allied").guns}
    assert found.of(spad).damage == 3


def test_shots_at_a_balloon_wait_for_all_fire() -> None:
    game = opened("balloon", Spad_1=SPAD)
    shots = (PendingShot(shooter=game.queue[0], target="balloon-1", damage=6),)
    down = after(game, applied(replace(game, shots=shots), DiceTray(seeded(1))))
    assert down.balloons[0].state == "destroyed"
    assert [(one.aircraft, one.share) for one in down.credits] == [(game.queue[0], Fraction(1))]
    assert ("Allies: balloon destroyed by Spad 1", "+5") in WAR.scored(down)


def test_a_balloon_is_declared_fired_at_and_burns() -> None:
    game = opened("balloon", Spad_1={**SPAD, "at": from_map(21, 16), "height": 700})
    spad = game.queue[0]
    game = given(game, AnnounceBalloonAttack(aircraft=spad, balloon="balloon-1"), "allied")
    game = given(game, Fly(aircraft=spad, speed=7, path="FFFFFFF"), "allied")
    game = given(game, HoldGroundFire(rest=True), "german")
    assert (game.phase, game.asked[0].targets) == ("declaring", ("balloon-1",))
    game = given(game, Declare(aircraft=spad, target="balloon-1"), "allied")
    game = replace(game, queue=(), phase="combat")
    offered = [offer.command for offer in WAR.legal(game, "allied")]
    fire = next(order for order in offered if isinstance(order, Fire))
    ends = (on(after(game, WAR.decide(game, fire, DiceTray(seeded(seed)))), seed) for seed in range(400))
    burnt = next(end for end in ends if end.balloons[0].state == "destroyed")
    assert burnt.credits[0].target == "balloon-1"


def test_a_scenario_that_cannot_be_flown_is_refused() -> None:
    document = load_toml(REGISTRY.of(kinds.SCENARIOS, "richthofen")["bombing"].path)
    for one in document["aircraft"]:
        one.pop("loaded", None)
    with pytest.raises(DataError, match="no aircraft of the Allies is loaded"):
        WAR.set_up(document, "bombing.toml", {})
