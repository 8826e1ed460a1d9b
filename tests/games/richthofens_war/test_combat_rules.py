"""What fire leads to in a game: victories, critical hits, crews, fuel, fire from the ground. VIC, CRIT, PARA, AA."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from aqmf_air.core.data.model import replace
from aqmf_air.core.dice.chance import chances
from aqmf_air.core.dice.dice import Dice
from aqmf_air.core.play.orders import after
from aqmf_air.games.richthofens_war.chapters import damage, fire_from_ground, guns_and_jams, missions, parachutes
from aqmf_air.games.richthofens_war.chapters.damage import applied, critical_hit, fuel_checks
from aqmf_air.games.richthofens_war.chapters.fire import Fired, fired, ready
from aqmf_air.games.richthofens_war.chapters.fire_from_ground import FlakTarget
from aqmf_air.games.richthofens_war.chapters.guns_and_jams import GunTask
from aqmf_air.games.richthofens_war.chapters.initiative import InitiativeRolled, rolling, rolls
from aqmf_air.games.richthofens_war.chapters.parachutes import Falling
from aqmf_air.games.richthofens_war.sequence import onward, turn_ended
from aqmf_air.games.richthofens_war.state import (
    Aircraft,
    Airman,
    Balloon,
    Credit,
    Declaration,
    Game,
    GroundGun,
    PendingShot,
    StageBegan,
)
from aqmf_air.geometry.hexes.grid import from_map
from tests.games.richthofens_war.field import (
    BRISTOL,
    CAMEL,
    D_VII,
    DEFAULT,
    TABLES,
    a_game,
    came_straight,
    modifiers,
    one,
    ruled,
)

F = Fraction
HANNOVER = "Hannover CL-III, CL-IIIa"


def shot(shooter: str, damage: int = 0, **more: Any) -> PendingShot:
    return PendingShot(shooter=shooter, target="camel", damage=damage, **more)


def camel(**more: Any) -> Aircraft:
    return one("camel", CAMEL, "allied", 12, 10, 0, **more)


def germans(*names: str) -> list[Aircraft]:
    return [one(name, D_VII, "german", 8, at, 0) for at, name in enumerate(names)]


def combat(game: Game, dice: Any, *faces: tuple[Any, ...]) -> Game:
    """A game after all damage is applied."""
    for event in applied(game, dice(*faces)):
        game = event.apply(game)
    return game


# -- victories ---------------------------------------------------------------------------------------------------------


@pytest.mark.rule("RW-FIRE-1", "RW-FIRE-2", "RW-VIC-1")
def test_28_all_who_fire_at_a_lost_aircraft_share_the_victory(dice: Any) -> None:
    game = a_game(*germans("p", "q", "r"), camel(damage=10), shots=(shot("p", 6), shot("q"), shot("r", 2)))
    after = combat(game, dice)
    assert after.of("camel").state == "destroyed"
    assert after.credits == tuple(Credit(aircraft=name, target="camel", share=F(1, 3)) for name in "pqr")
    some = replace(game, setup=replace(game.setup, rulings=ruled(shared_scope="all-who-damaged-it-that-turn")))
    assert [(each.aircraft, each.share) for each in combat(some, dice).credits] == [("p", F(1, 2)), ("r", F(1, 2))]


@pytest.mark.rule("RW-VIC-2")
def test_28_who_damaged_it_earlier_has_no_part(dice: Any) -> None:
    first = combat(a_game(*germans("p", "q"), camel(), shots=(shot("p", 11),)), dice)
    assert (first.of("camel").damage, first.of("camel").state, first.credits) == (11, "flying", ())
    last = combat(replace(first, shots=(shot("q", 2),)), dice)
    assert last.credits == (Credit(aircraft="q", target="camel", share=F(1)),)
    guns = replace(first, shots=(shot("q", 1), shot("gun", 1, ground=True)))
    assert combat(guns, dice).credits == last.credits
    nobody = replace(guns, setup=replace(guns.setup, rulings=ruled(shared_with_ground="no-credit")))
    assert (combat(nobody, dice).credits, combat(nobody, dice).of("camel").state) == ((), "destroyed")


# -- critical hits -----------------------------------------------------------------------------------------------------


@pytest.mark.rule("RW-CRIT-1", "RW-CRIT-2", "RW-CRIT-3", "RW-CAS-1", "RW-CAS-2", "RW-CAS-3")
def test_what_critical_hits_do(dice: Any) -> None:
    def hit(
        *faces: tuple[Any, ...], observer: bool = True, from_ground: bool = False, **chosen: Any
    ) -> tuple[int, str, int]:
        guns = ("left gun", "right gun")
        found = critical_hit(dice(*faces), guns, TABLES, ruled(**chosen), observer=observer, ground=from_ground)
        return found.total, found.health or found.gun, found.amount

    assert (hit((1, 1), (4, 4)), hit((6, 6), (4, 5))) == ((2, "wounded", 0), (12, "dead", 0))
    assert (hit((1, 3), (6,)), hit((5, 6), (4,))) == ((4, "", 3), (11, "", 4))
    assert (hit((1, 2)), hit((3, 4)), hit((4, 4)), hit((4, 5)), hit((4, 6))) == (
        (3, "", 1), (7, "", 1), (8, "", 100), (9, "", 50), (10, "", 0)
    )  # fmt: skip
    assert hit((1, 4), ("right gun",)) == (5, "right gun", 0)
    assert critical_hit(dice((1, 4)), ("gun",), TABLES, DEFAULT).gun == "gun"
    assert critical_hit(dice((1, 4)), (), TABLES, DEFAULT).health == "fit"
    assert (hit((3, 3)), hit((3, 3), observer=False)) == ((6, "dead", 0), (6, "fit", 0))
    assert hit((3, 3), (4, 4), observer_wounds="on") == (6, "dead", 0)
    assert hit((3, 3), (3, 4), observer_wounds="on") == (6, "wounded", 0)
    assert hit((3, 3), (3, 4), observer=False, critical_six_single="reroll") == (7, "", 1)
    assert (hit((1, 1), (5,), from_ground=True), hit((1, 1), (6,), (4, 5), from_ground=True)) == (
        (2, "fit", 0),
        (2, "dead", 0),
    )
    assert (hit((3, 3), (4,), from_ground=True), hit((3, 3), (5,), from_ground=True)) == ((6, "fit", 0), (6, "dead", 0))
    assert (hit((6, 6), (4,), from_ground=True), hit((6, 6), (5,), (1, 1), from_ground=True)) == (
        (12, "fit", 0),
        (12, "wounded", 0),
    )
    assert hit((6, 6), (5,), from_ground=True, casualty_pilot_hit="seriously-wounded") == (12, "wounded", 0)
    assert hit((1, 3), (1,), from_ground=True) == (4, "", 1)


@pytest.mark.rule("RW-CAS-2")
def test_a_wounded_observer_neither_photographs_nor_spots() -> None:
    re8 = one("re8", "RE-8", "allied", 12, 10, 0)
    assert missions.against_observing(re8) == ""
    hurt = replace(re8, crew=(Airman(), Airman(health="wounded")))
    assert missions.against_observing(hurt) == "its observer is out of action"
    assert missions.spots(re8, [re8.hex], TABLES)
    assert not missions.spots(hurt, [re8.hex], TABLES)


def suffered(total: int, dice: Any, aircraft: Aircraft | None = None, rulings: Any = DEFAULT, **more: Any) -> Game:
    struck = (shot("p", critical=total, **more),)
    return combat(a_game(*germans("p"), aircraft or camel(), rulings=rulings, shots=struck), dice)


@pytest.mark.rule("RW-CRIT-2", "RW-CRIT-4", "RW-BOMB-6")
def test_what_becomes_of_an_aircraft_that_is_hit(dice: Any) -> None:
    slow = suffered(11, dice, camel(speed_lost=2), amount=4)
    assert (slow.of("camel").speed_lost, slow.of("camel").gliding) == (6, True)
    assert suffered(4, dice, amount=3).of("camel").gliding is False
    assert suffered(11, dice, camel(speed_lost=2), ruled(engine_at_zero="lost"), amount=4).of("camel").state == "destroyed"
    loaded = suffered(11, dice, camel(loaded=True), amount=4)
    assert (loaded.of("camel").loaded, loaded.of("camel").speed_lost) == (False, 4)
    assert suffered(10, dice).of("camel").fuel == 0
    assert suffered(10, dice, camel(fuel=3)).of("camel").fuel == 3


@pytest.mark.rule("RW-CRIT-1", "RW-SPEC-23", "RW-SPEC-24")
def test_without_a_pilot_an_aircraft_is_lost_unless_the_observer_can_fly(dice: Any) -> None:
    assert suffered(2, dice, health="dead").of("camel").state == "destroyed"
    assert suffered(2, dice, None, ruled(pilot_killed="glides-one-turn"), health="dead").of("camel").gliding
    wounded = suffered(2, dice, health="wounded")
    assert (wounded.of("camel").state, wounded.status(wounded.of("camel"))) == ("flying", "novice")
    for name in ("DH-4", "AW F.K.8", "Spad XI", "Hansa-Brandenburg C-I"):
        two = one("camel", name, "allied", 12, 10, 0)
        assert not any(event.type == "richthofen.controls_taken" for event in turn_ended(suffered(12, dice, two), dice()))
        after = suffered(12, dice, two, health="wounded")
        assert (after.of("camel").state, after.of("camel").flown_by) == ("flying", "pilot")
        for event in turn_ended(after, dice()):
            after = event.apply(after)
        assert (after.of("camel").flown_by, after.schedule(after.of("camel"))) == ("observer", "A")
        at_once = suffered(12, dice, two, ruled(dual_when="at-once"), health="dead")
        assert at_once.of("camel").flown_by == "observer"
        assert missions.against_observing(at_once.of("camel")) == "its observer is at the controls"
    only_killed = suffered(
        12, dice, one("camel", "DH-4", "allied", 12, 10, 0), ruled(dual_who="killed", dual_when="at-once"), health="wounded"
    )
    assert only_killed.of("camel").flown_by == "pilot"
    crew = (Airman(health="dead"), Airman())
    flown_on = one("camel", "DH-4", "allied", 12, 10, 0, crew=crew, flown_by="observer")
    assert suffered(4, dice, flown_on, amount=1).of("camel").flying
    assert suffered(6, dice, flown_on, health="dead").of("camel").state == "destroyed"
    assert suffered(12, dice, one("camel", "RE-8", "allied", 12, 10, 0), health="dead").of("camel").state == "destroyed"


@pytest.mark.rule("RW-CRIT-4", "RW-CRIT-5")
def test_a_holed_tank_is_rolled_for_each_turn(dice: Any) -> None:
    def checked(rolls: int, *faces: tuple[int, int], **chosen: Any) -> Aircraft:
        game = a_game(camel(fuel=rolls), rulings=ruled(**chosen))
        for event in fuel_checks(game, dice(*faces)):
            game = event.apply(game)
        return game.of("camel")

    assert [(checked(0, faces).dry) for faces in ((1, 1), (1, 2))] == [True, False]
    assert [(checked(3, faces).dry) for faces in ((2, 3), (3, 3))] == [True, False]
    assert [(checked(3, faces, fuel_reading="exactly-two").dry) for faces in ((2, 3), (2, 2))] == [True, False]
    assert checked(3, (6, 6)).fuel == 4
    assert (checked(0, (1, 1)).gliding, checked(0, (1, 1), fuel_gone="at-once").gliding) == (False, True)
    assert chances(damage.roll_that_runs_dry, TABLES, ruled(fuel_reading="exactly-two"))[0] > 0


# -- parachutes --------------------------------------------------------------------------------------------------------


@pytest.mark.rule("RW-PARA-1", "RW-PARA-3")
def test_who_can_jump_and_how_well_as_ruled() -> None:
    falling = Falling("Germany", "1918-07", "german", from_map(2, 2), 2000)

    def alive(facts: Falling, **chosen: Any) -> Fraction:
        return 1 - chances(parachutes.fate_of, facts, TABLES, ruled(**chosen)).of("dead")

    assert alive(falling) == F(5, 9)
    assert [alive(replace_falling(falling, **one_of)) for one_of in ({"nation": "Britain"}, {"date": ""})] == [F(0), F(0)]
    assert alive(replace_falling(falling, health="wounded")) == F(5, 18)
    hit = replace_falling(falling, hit=True)
    assert (alive(hit), alive(hit, badly_wounded="any-hit")) == (F(5, 9), F(5, 18))
    dead = replace_falling(falling, health="dead")
    assert (alive(dead), alive(dead, parachute_dead="yes")) == (F(0), F(5, 9))


@pytest.mark.rule("RW-PARA-6", "RW-PARA-7")
def test_whom_the_wind_carries_over() -> None:
    def captured(side: Any, column: int, wind: int, height: int = 2000) -> Fraction:
        falling = Falling("Germany", "1918-07", side, from_map(column, 16), height, wind=wind)
        return chances(parachutes.fate_of, falling, TABLES, DEFAULT).of("captured") / F(5, 9)

    assert [captured("german", 20, wind) for wind in range(6)] == [F(1, 6), F(1, 6), 0, 0, 0, F(1, 6)]
    assert [captured("allied", 20, wind) for wind in range(6)] == [0, 0, F(1, 6), F(1, 6), F(1, 6), 0]
    assert [captured("german", column, 0) for column in (14, 15, 18, 21, 22)] == [0, F(1, 6), F(1, 6), F(1, 6), 1]
    assert [captured("german", 20, 0, height) for height in (2950, 3000)] == [F(1, 6), F(1, 3)]


def replace_falling(facts: Falling, **changes: Any) -> Falling:
    return Falling(**{**facts.__dict__, **changes})


# -- the Hannover ------------------------------------------------------------------------------------------------------


@pytest.mark.rule("RW-SPEC-2", "RW-SPEC-3")
def test_26_a_hannover_hits_its_own_tail_in_an_eighteenth() -> None:
    own, foe = (
        one("own", HANNOVER, "german", 10, 10, 0, crew=(Airman(), Airman(novice=True))),
        one("camel", "SE-5a", "allied", 7, 10, 0),
    )
    declared = Declaration(shooter="own", by="observer", target="camel", gun="rear gun")

    def tail(dice: Dice, which: str) -> int:
        rulings = ruled(hannover_eleven=which)
        (way,) = ready(a_game(own, foe, rulings=rulings), declared)
        return fired(dice, way, 2000, (), TABLES, rulings).own_damage

    assert chances(tail, "unmodified")[1] == F(1, 18)
    assert chances(tail, "modified")[1] == F(1, 36)  # a 12 less the novice's 1


# -- fire from the ground ----------------------------------------------------------------------------------------------


def at_target(source: Any, status: Any = "", *, strafing: bool = False, height: int = 1000) -> dict[str, int]:
    found = fire_from_ground.ground_modifiers(source, FlakTarget(status, strafing, height), TABLES, DEFAULT)
    return {f"{each.source[3:]} {each.reason}": each.value for each in found}


@pytest.mark.rule("RW-STRAFE-2", "RW-AA-2", "RW-AA-3", "RW-BALL-5", "RW-BALL-6", "RW-SIL-8")
def test_what_changes_fire_from_the_ground() -> None:
    assert at_target("strafed", "ace", strafing=True) == {"STRAFE-2 at a strafing aircraft": -1}
    assert at_target("strafed", "novice", strafing=True) == {"STRAFE-2 at a strafing aircraft": -1, "STRAFE-2 novice": 1}
    assert at_target("archie", "double-ace", strafing=True) == {"AA-3 at a strafing aircraft": -1}
    assert (at_target("archie"), at_target("archie", "ace"), at_target("archie", "novice")) == (
        {}, {"AA-2 at a ace": -1}, {"AA-2 at a novice": 1}
    )  # fmt: skip
    assert at_target("balloon", "double-ace") == {"BALL-5 at a double ace": -2}
    assert (at_target("balloon", "ace", height=350), at_target("balloon", "novice", height=350)) == (
        {},
        {"BALL-6 novice": 1},
    )
    assert at_target("balloon", "ace", height=400) == {"BALL-5 at a ace": -1}
    assert modifiers(target=CAMEL) == {"SIL-1": -1}  # which is not among them


@pytest.mark.rule("RW-AA-1", "RW-AA-4", "RW-OWNAA-1")
def test_where_archie_fires_and_whom_it_spares(dice: Any) -> None:
    assert [fire_from_ground.in_archie(far, 2000, TABLES) for far in (-1, 0, 5, 6)] == [False, True, True, False]
    assert not fire_from_ground.in_archie(0, 2050, TABLES)
    assert [fire_from_ground.archie_fires(dice((face,)), TABLES) for face in (2, 3)] == [True, False]
    assert [fire_from_ground.archie_fires(dice((face,)), TABLES, own=True) for face in (1, 2)] == [True, False]
    near = [((3, 150),), ((4, 0),), ((0, 200),), ((9, 900), (1, 0))]
    assert [fire_from_ground.spares(friends, TABLES) for friends in near] == [True, False, False, True]
    far = [(2, 5), (3,), (10, 30), (11,), ()]
    assert [fire_from_ground.mistaken(enemies, TABLES, DEFAULT) for enemies in far] == [False, True, True, False, False]
    assert fire_from_ground.mistaken((2, 5), TABLES, ruled(own_archie_distance="any"))
    assert fire_from_ground.attacks_on_strafer(0, TABLES) == 0


@pytest.mark.rule("RW-GCRIT-1")
def test_a_critical_hit_that_modifiers_rule_out_counts_on_three_faces(dice: Any) -> None:
    def struck(row: str, change: int, *faces: tuple[int, ...], **chosen: Any) -> tuple[int, bool]:
        found = fire_from_ground.ground_shot(dice(*faces), TABLES.ground_fire.at(row), change, TABLES, ruled(**chosen))
        return found.result.damage, found.critical

    assert (struck("MG", -1, (6, 6), (3,)), struck("MG", -1, (6, 6), (4,))) == ((3, True), (3, False))
    assert struck("MG", -1, (6, 5)) == (2, False)
    assert struck("AA", -1, (6, 5)) == (3, False)
    assert struck("AA", -1, (6, 5), (3,), ground_critical_scope="all") == (3, True)
    assert struck("AA", -2, (6, 5), (1,)) == (2, True)
    assert struck("AA", 0, (6, 5)) == (4, True)
    assert chances(fire_from_ground.archie, TABLES.ground_fire.at("AA"), 0, TABLES, DEFAULT)[None] == F(2, 3)


def test_a_shot_of_a_game_is_told_with_its_jams(dice: Any) -> None:
    own = one("own", D_VII, "german", 10, 10, 0, last=came_straight(9, 10, 0))
    (way,) = ready(a_game(own, camel()), Declaration(shooter="own", by="pilot", target="camel"))

    def came(*faces: tuple[int, ...], **chosen: Any) -> Fired:
        return fired(dice(*faces), way, 2000, (), TABLES, ruled(**chosen))

    assert came((2, 2), (1, 5)).jammed == ("left gun",)
    assert came((2, 2), (2,), jam_dice_twin="one").jammed == ("left gun", "right gun")
    assert came((2, 2), (3,), jam_dice_twin="one").jammed == ()
    assert came((2, 3)).jammed == ()
    bristol = one("own", BRISTOL, "german", 10, 10, 0)
    assert len(ready(a_game(bristol, camel()), Declaration(shooter="own", by="pilot", target="camel"))) == 1


# -- the turn ----------------------------------------------------------------------------------------------------------


@pytest.mark.rule("RW-TURN-1", "RW-INIT-1")
def test_a_turn_is_tailing_initiative_moves_combat_wind(dice: Any) -> None:
    moved = a_game(one("g", D_VII, "german", 2, 10, 0), one("c", CAMEL, "allied", 30, 10, 3), rulings=ruled(wind="house"))
    ready_ = replace(moved, phase="movement", turn=2, wind=0)
    events = onward(ready_)
    events = (*events, *rolls(after(ready_, events), dice((3, 3), (4, 5))))
    events = (*events, *onward(after(ready_, events)))
    assert [event.type.removeprefix("richthofen.") for event in events if event.type != "richthofen.stage_began"] == [
        "drifted", "turn_began", "initiative_rolled", "order_set"
    ]  # fmt: skip
    stages = [event.phase for event in events if isinstance(event, StageBegan)]
    assert list(dict.fromkeys(stages)) == ["observers", "aces", "combat", "end", "initiative"]
    for event in events:
        ready_ = event.apply(ready_)
    assert (ready_.turn, ready_.phase, ready_.queue) == (3, "movement", ("g", "c"))
    behind = a_game(one("g", D_VII, "german", 2, 10, 0), one("c", CAMEL, "allied", 5, 10, 0), phase="movement")
    for event in onward(behind):
        behind = event.apply(behind)
    assert (behind.phase, behind.acting) == ("tailing", ("german",))


@pytest.mark.rule("RW-SPEC-8", "RW-SPEC-9", "RW-SPEC-22", "RW-JAM-5", "RW-SPEC-12", "RW-SPEC-16")
def test_what_hinders_changing_a_drum_and_clearing_a_gun() -> None:
    def against(aircraft: Aircraft, what: Any, gun: str, rulings: Any = DEFAULT, **more: Any) -> list[str]:
        game = a_game(aircraft, rulings=rulings, phase="end", turn=3, **more)
        return [each.rule[3:] for each in guns_and_jams.against_tending(game, GunTask(what, "own", gun))]

    def own(name: str, gun: str, *, last: Any = None, **state: Any) -> Aircraft:
        made = one("own", name, "german", 10, 10, 0, last=last or came_straight(9, 10, 0))
        return replace(made, guns=tuple(replace(each, **state) if each.name == gun else each for each in made.guns))

    se5a = own("SE-5a", "wing Lewis", drums=(0, 6))
    assert against(se5a, "drum", "wing Lewis") == []
    assert against(se5a, "drum", "wing Lewis", guns_fired=(("own", "Vickers"),)) == ["SPEC-9"]
    assert against(replace(se5a, last=came_straight(9, 10, 0, climbed=150)), "drum", "wing Lewis") == ["SPEC-9"]
    assert against(own("SE-5a", "wing Lewis"), "drum", "wing Lewis") == ["SPEC-8"]
    bristol = own(BRISTOL, "rear gun", drums=(0, 6), last=came_straight(9, 10, 0, climbed=150, turned_at_once=3))
    assert against(bristol, "drum", "rear gun", guns_fired=(("own", "front gun"),)) == []
    assert against(bristol, "drum", "rear gun", guns_fired=(("own", "rear gun"),)) == ["SPEC-22"]
    jammed = own("Albatros D-V, D-Va", "left gun", jammed=True, jammed_in=2)
    assert against(jammed, "clear", "left gun") == []
    assert against(replace(jammed, last=came_straight(9, 10, 0, dived=250)), "clear", "left gun") == ["JAM-5"]
    assert against(jammed, "clear", "left gun", guns_fired=(("own", "right gun"),)) == ["SPEC-12"]
    assert against(own(D_VII, "left gun", jammed=True, jammed_in=3), "clear", "left gun") == ["JAM-4"]
    busy_observer = own(BRISTOL, "rear gun", jammed=True, jammed_in=2, last=came_straight(9, 10, 0, climbed=150))
    assert against(busy_observer, "clear", "rear gun") == []
    climbed = replace(jammed, last=came_straight(9, 10, 0, climbed=50))
    needs = [guns_and_jams.need_to_clear(a_game(each), each, each.guns[0]) for each in (jammed, climbed)]
    assert needs == [2, 1]
    assert guns_and_jams.need_to_clear(a_game(busy_observer), busy_observer, busy_observer.guns[1]) == 2


# -- balloons ----------------------------------------------------------------------------------------------------------


@pytest.mark.rule("RW-BALL-2", "RW-BALL-4")
def test_which_guns_defend_a_balloon_and_which_are_discovered(dice: Any) -> None:
    at = from_map(12, 16)
    balloon = Balloon(id="b", side="german", at=at, height=600)
    near, far = (
        GroundGun(id=str(column), side="german", kind="MG", at=from_map(column, 16), hidden=True) for column in (13, 16)
    )
    assert fire_from_ground.defending(balloon, (near, far, replace(near, side="allied")), TABLES) == (near,)
    assert fire_from_ground.may_be_discovered(near, [from_map(18, 16)], TABLES)
    assert not fire_from_ground.may_be_discovered(near, [from_map(19, 16)], TABLES)
    assert not fire_from_ground.may_be_discovered(replace(near, hidden=False), [at], TABLES)
    assert [fire_from_ground.discovered(dice((face,)), TABLES) for face in (3, 4)] == [False, True]


@pytest.mark.rule("RW-BALL-1", "RW-INIT-3")
def test_a_balloon_neither_rolls_nor_counts_as_the_lowest(dice: Any) -> None:
    balloon = Balloon(id="b", side="german", at=from_map(12, 16), height=600)
    game = a_game(one("g", D_VII, "german", 2, 10, 0), camel(), balloons=(balloon,), phase="initiative")
    assert rolling(game, game.of("g")).lowest == 2000
    (rolled, *_) = rolls(game, dice((3, 3), (4, 5)))
    assert isinstance(rolled, InitiativeRolled)
    assert rolled.totals == (("g", 6), ("camel", 9))
