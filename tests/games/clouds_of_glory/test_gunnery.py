"""Shots (6.1 to 6.3.9): who may shoot at whom and when, the base shot, bursts, ammunition, malfunctions."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from aqmf_air.api import Asked, Decided, Decision, DiceTray, Draw, TargetNumber, chances, first_option, recorded, replace
from aqmf_air.api.geometry import SpacePose
from aqmf_air.core.odds.checks import compare_with_decision
from aqmf_air.games.clouds_of_glory.chapters import arcs
from aqmf_air.games.clouds_of_glory.chapters.checks import Check
from aqmf_air.games.clouds_of_glory.chapters.gunnery import (
    FireHeld,
    FriendTested,
    GunneryRulings,
    GunsJammed,
    HoldFire,
    Shoot,
    ShotFacts,
    ShotFired,
    base_shot,
    malfunction,
    shot,
    shot_facts,
    targets_of,
)
from aqmf_air.games.clouds_of_glory.state import CloudsGame
from aqmf_air.games.clouds_of_glory.tables import tables
from tests.games.clouds_of_glory.fights import (
    Course,
    aircraft,
    chosen,
    fight,
    gunner,
    manned,
    objections,
    offered,
    ordered,
    rules,
)

DVA, RE8, CAMEL, N17 = "Albatros D.Va", "R.E.8", "Sopwith Camel", "Nieuport 17"
TABLES = tables.shipped()


def duel(
    at: tuple[float, float, float] = (30, 34, 20),
    heading: float = 0,
    *more: dict[str, Any],
    own: str = DVA,
    target: str = CAMEL,
    speeds: tuple[int, int] = (145, 145),
    **rulings: Any,
) -> CloudsGame:
    """An aircraft that is to shoot, flying north at 30, 30, and an enemy whom it announced."""
    game = fight(
        aircraft("a", "germany", own, speed=speeds[0]),
        aircraft("b", "entente", target, at=list(at), heading=heading, speed=speeds[1]),
        *more,
        phase="shooting",
        waiting=("a",),
        **rulings,
    )
    return game.changed("a", targets=("b",), order=1)


def targets(game: CloudsGame, station: str = "pilot", craft: str = "a") -> list[str]:
    return [target.id for target in targets_of(game, game.of(craft), station)]


def fires(game: CloudsGame, *faces: int | tuple[int, ...], burst: Any = "long", **more: Any) -> Course:
    return ordered(game, Shoot(craft="a", target="b", burst=burst, **more), "germany", *faces, seed=1)


# -- who, when, at whom ------------------------------------------------------------------------------------------------


@pytest.mark.rule("ICOG-6.2.1.1", "ICOG-2.3-d")
@pytest.mark.parametrize(
    ("at", "reached"),
    [
        ((30, 34, 20), True),
        ((30, 44, 20), True),
        ((30, 44.7, 20), False),  # 14 from the nose is the end
        ((30, 26, 20), False),
        ((31.2, 40, 20), True),  # 7.5 degrees to a side
        ((31.4, 40, 20), False),
        ((30, 40, 21.2), True),
        ((30, 40, 21.4), False),
        ((30, 40, 18.8), True),
    ],
)
def test_fixed_guns_reach_a_cone_before_the_nose(at: tuple[float, float, float], reached: bool) -> None:
    assert targets(duel(at)) == ["b"] * reached


@pytest.mark.rule("ICOG-6.2.1.2", "ICOG-5.4-a")
def test_legal_targets_are_those_announced_and_those_that_flew_in_later() -> None:
    game = duel()
    assert targets(game) == ["b"]
    silent = game.changed("a", targets=())
    assert targets(silent) == []
    assert targets(silent.changed("b", order=2)) == ["b"]  # it moved into the template after
    assert targets(silent.changed("b", order=1).changed("a", order=2)) == []
    anybody = duel(target_choice="any").changed("a", targets=())
    assert targets(anybody) == ["b"]


@pytest.mark.rule("ICOG-6.2.1-a")
def test_a_shot_may_be_held() -> None:
    course = ordered(duel(), HoldFire(craft="a"), "germany")
    assert course.has(FireHeld)
    assert not course.has(ShotFired)


@pytest.mark.rule("ICOG-6.1.1", "ICOG-3-c", "ICOG-3-a")
def test_it_is_who_is_next_that_shoots() -> None:
    game = replace(duel(), waiting=("b", "a"))
    assert objections(game, Shoot(craft="a", target="b"), "germany") == ["ICOG-6.1.1"]
    assert objections(game, HoldFire(craft="a"), "germany") == ["ICOG-6.1.1"]
    assert objections(replace(duel(), phase="movement"), Shoot(craft="a", target="b"), "germany") == ["ICOG-3-a"]
    assert objections(duel(), Shoot(craft="a", target="b"), "entente") == ["ICOG-6.1.1"]
    assert objections(duel((50, 50, 20)), Shoot(craft="a", target="b"), "germany") == ["ICOG-6.2.1.1"]


@pytest.mark.rule("ICOG-5.5.11.2", "ICOG-5.5.13.2", "ICOG-5.5.14.3", "ICOG-5.5.15.1")
@pytest.mark.parametrize(
    ("changes", "able"),
    [
        ({"trouble": "stalled"}, False),
        ({"trouble": "immelmann"}, True),
        ({"trouble": "spins"}, False),
        ({"silent": True}, False),
        ({"home": True}, False),
        ({"fire": True}, False),
        ({}, True),
    ],
)
def test_pilots_of_stalled_and_spinning_aircraft_do_not_shoot(changes: dict[str, Any], able: bool) -> None:
    assert bool(targets(duel().changed("a", **changes))) is able


# -- friends -----------------------------------------------------------------------------------------------------------


FRIEND = aircraft("c", "germany", at=[30, 37, 20])


@pytest.mark.rule("ICOG-6.2.1.3")
@pytest.mark.parametrize(("face", "hit"), [(2, True), (3, False)])  # E38
def test_a_friend_in_the_template_is_shot_at_by_2(face: int, hit: bool) -> None:
    course = fires(duel((30, 34, 20), 0, FRIEND), 20, face, burst="short")
    tested = course.one(FriendTested)
    assert (tested.target, tested.face, tested.outcome) == ("c", face, hit)


@pytest.mark.rule("ICOG-6.2.1.3")
def test_whether_one_may_shoot_with_a_friend_in_the_template_is_a_ruling() -> None:
    assert targets(duel((30, 34, 20), 0, FRIEND)) == ["b"]
    assert targets(duel((30, 34, 20), 0, FRIEND, friend_in_cone="forbidden")) == []


# -- the base shot -----------------------------------------------------------------------------------------------------


def need(**facts: Any) -> TargetNumber:
    given: dict[str, Any] = {"gunnery": 12, "aircraft": 0, "distance": 5.0, "range": 0, "table": "rear", "angle": 0}
    given |= {"shooter": "MEDIUM", "target": "MEDIUM", "burst": "long", "guns": 2}
    return base_shot(ShotFacts(**{**given, **facts}), TABLES)


@pytest.mark.rule("ICOG-6.3.1.1", "ICOG-6.3.2.1", "ICOG-6.3.4.1")
@pytest.mark.parametrize(
    ("gunnery", "craft", "range_", "table", "bands", "base"),
    [
        (15, -1, -4, "rear", ("MEDIUM", "SLOW"), 10),  # E34
        (13, 1, -1, "side", ("MEDIUM", "HIGH"), 4),  # E35, E36
        (16, 0, 6, "side", ("SLOW", "MEDIUM"), 16),  # E41
    ],
)
def test_base_shots_of_the_examples(
    gunnery: int, craft: int, range_: int, table: Any, bands: tuple[Any, Any], base: int
) -> None:
    angle = TABLES.fire_modifier(table, *bands)
    made = need(gunnery=gunnery, aircraft=craft, range=range_, table=table, shooter=bands[0], target=bands[1], angle=angle)
    assert made.total == base


@pytest.mark.rule("ICOG-6.3.1-b", "ICOG-5.5.11.2", "ICOG-5.5.12.2", "ICOG-5.5.13.2", "ICOG-5.5.15.1", "ICOG-5.5.11-c")
def test_stalls_and_spins_change_shots() -> None:
    game = duel()

    def total(game: CloudsGame, station: str = "pilot", craft: str = "a", target: str = "b") -> int:
        facts = shot_facts(game, game.of(craft), station, game.of(target), "long", 2)
        return base_shot(facts, TABLES).total

    plain = total(game)
    assert total(game.changed("b", trouble="stalled")) - plain == 3
    assert total(game.changed("b", trouble="immelmann")) - plain == 3
    assert total(game.changed("b", trouble="spins")) - plain == -6
    two_seater = fight(
        aircraft("a", "germany", at=[30, 20, 20]),
        aircraft("r", "entente", RE8, speed=140, crew=[gunner("pilot"), gunner("observer")]),
        phase="shooting",
    )
    steady = total(two_seater, "observer", "r", "a")
    for trouble in ("stalled", "immelmann"):
        assert total(two_seater.changed("r", trouble=trouble), "observer", "r", "a") - steady == -6


@pytest.mark.rule("ICOG-6.3.7.1", "ICOG-6.3.6.1")
def test_bursts_change_the_shot() -> None:
    assert [need(burst=burst).total for burst in ("long", "short", "sustained")] == [12, 10, 15]


@pytest.mark.rule("ICOG-6.3.3.1", "ICOG-2.3-d")
def test_range_is_from_the_gun_to_the_pilots_head() -> None:
    game = duel((30, 38, 20))
    length = game.cockpit(game.of("a")).panel.length
    facts = shot_facts(game, game.of("a"), "pilot", game.of("b"), "long", 2)
    assert facts.distance == pytest.approx(8 - length / 2)
    middle = duel((30, 38, 20), shot_points="one-point")
    facts = shot_facts(middle, middle.of("a"), "pilot", middle.of("b"), "long", 2)
    assert (facts.distance, facts.range) == (8, -1)  # E37


@pytest.mark.rule("ICOG-6.3.4-a", "ICOG-4.1-a")
@pytest.mark.parametrize(
    ("heading", "table"),
    [(0, "rear"), (44, "rear"), (46, "side"), (90, "side"), (134, "side"), (136, "frontal"), (180, "frontal")],
)
def test_the_angle_is_by_where_the_target_has_the_shooter(heading: float, table: str) -> None:
    game = duel((30, 35, 20), heading)
    assert shot_facts(game, game.of("a"), "pilot", game.of("b"), "long", 2).table == table


@pytest.mark.rule("ICOG-6.3.4-a", "ICOG-4.1-a")
def test_in_which_arc_the_edge_is_is_a_ruling() -> None:
    pose = SpacePose.level(30, 30, 20, 0)
    edge = (35.0, 25.0, 20.0)
    game = duel()
    for ruling, arc in (("cone", "rear"), ("side", "side")):
        other = duel(arc_boundary=ruling)
        assert arcs.arc_of(other, other.of("a"), edge) == arc
    assert game.of("a").pose == pose


@pytest.mark.rule("ICOG-6.3.1-a", "ICOG-6.3.1.1")
def test_a_natural_one_hits_always() -> None:
    check = Check("to hit", TargetNumber("to hit", -5, "gunnery", "ICOG-6.3.1.1"), "germany")
    assert chances(Decided(shot, first_option), check, 21, GunneryRulings()).where(lambda result: result.hit) == Fraction(
        1, 20
    )
    results = chances(Decided(shot, first_option), check, 21, GunneryRulings())
    assert results.where(lambda result: result.hit) == Fraction(1, 20)  # P08
    assert {result.successes for result in results if result.hit} == {-6}
    zero = chances(Decided(shot, first_option), check, 21, GunneryRulings(natural_one="zero"))
    assert {result.successes for result in zero if result.hit} == {0}


def odds(base: int, jams: int, **rulings: Any) -> Any:
    check = Check("to hit", TargetNumber("to hit", base, "gunnery", "ICOG-6.3.1.1"), "germany")
    return chances(Decided(shot, first_option), check, jams, GunneryRulings(**rulings))


@pytest.mark.rule("ICOG-6.3.9.1")
def test_a_shot_that_jams_may_hit() -> None:
    jam = odds(10, TABLES.lowest_jam(2, "long"))
    assert jam.where(lambda result: result.hit) == Fraction(1, 2)  # P04
    assert jam.where(lambda result: result.jam) == Fraction(1, 10)
    assert odds(19, 17).where(lambda result: result.hit and result.jam) == Fraction(3, 20)
    assert odds(19, 17, malfunction_hits="miss").where(lambda result: result.hit) == Fraction(16, 20)
    assert odds(19, TABLES.lowest_jam(2, "sustained")).where(lambda result: result.jam) == Fraction(1, 5)  # P07


@pytest.mark.rule("ICOG-6.3.9.1")
@pytest.mark.parametrize("ruling", ["hit-and-jam", "miss"])
def test_a_re_roll_is_offered_for_what_the_shot_comes_to_by_the_ruling(ruling: str) -> None:
    game = manned(duel(malfunction_hits=ruling), "a", gunnery=30, rerolls=1)
    assert compare_with_decision(rules(), game, Shoot(craft="a", target="b")).questions
    course = fires(game, 20)
    assert course.one(Asked).decision.outcome is (ruling != "miss")


# -- ammunition and malfunctions ---------------------------------------------------------------------------------------


@pytest.mark.rule("ICOG-6.3.7.2", "ICOG-2.1.2-d")
def test_bursts_take_boxes() -> None:
    game = duel()
    full = game.of("a").rows[0].halves
    assert full - fires(game, 20, burst="short").game.of("a").rows[0].halves == 1
    long = fires(game, 18)
    assert full - long.game.of("a").rows[0].halves == 2
    empty = game.with_craft(game.of("a").with_row(game.of("a").rows[0].name, halves=1))
    assert objections(empty, Shoot(craft="a", target="b", burst="long"), "germany") == ["ICOG-6.3.7.2"]
    assert objections(empty, Shoot(craft="a", target="b", burst="short"), "germany") == []
    none = game.with_craft(game.of("a").with_row(game.of("a").rows[0].name, halves=0))
    assert targets(none) == []


@pytest.mark.rule("ICOG-6.3.6.1", "ICOG-6.3.7.2")
def test_fire_is_sustained_in_turns_that_follow_each_other() -> None:
    game = replace(duel(), turn=3)
    order = Shoot(craft="a", target="b", burst="sustained")
    assert objections(game, order, "germany") == ["ICOG-6.3.6.1"]
    before = game.changed("a", tailed=(("b", 2),))
    assert objections(before, order, "germany") == []
    assert objections(game.changed("a", tailed=(("b", 1),)), order, "germany") == ["ICOG-6.3.6.1"]
    beside = replace(duel((30, 34, 20), 90), turn=3).changed("a", tailed=(("b", 2),))
    assert objections(beside, order, "germany") == ["ICOG-6.3.6.1"]
    full = before.of("a").rows[0].halves
    assert full - fires(before, 16, burst="sustained").game.of("a").rows[0].halves == 3
    two = replace(duel(sustained_ammo="2"), turn=3).changed("a", tailed=(("b", 2),))
    assert full - fires(two, 16, burst="sustained").game.of("a").rows[0].halves == 4


@pytest.mark.rule("ICOG-6.3.6.1")
def test_a_shot_from_the_rear_is_remembered() -> None:
    game = replace(duel(), turn=3)
    assert fires(game, 18).game.of("a").tailed == (("b", 3),)
    assert fires(replace(duel((30, 34, 20), 180), turn=3), 18).game.of("a").tailed == ()


@pytest.mark.rule("ICOG-6.3.9.2")
@pytest.mark.parametrize("face", range(1, 7))
def test_what_a_malfunction_is(face: int) -> None:
    row = TABLES.malfunction_row(face)
    game = duel()
    follow = (1,) if row.next_gun else ()
    course = fires(game, 20, face, *follow)
    jammed = course.one(GunsJammed)
    guns = course.game.of("a").rows[0]
    assert jammed.faces == (face, *follow)
    assert guns.silent_to == 1
    assert guns.working == 2 - jammed.lost - len(jammed.repairs)
    if row.repair == "never":
        assert (jammed.lost, guns.guns) == (len(jammed.faces), 2 - len(jammed.faces))
    if row.repair == "actions":
        assert jammed.repairs == (row.actions,)


@pytest.mark.rule("ICOG-6.3.9.2")
def test_a_jam_of_each_gun_has_odds() -> None:
    outcomes = chances(malfunction, 1, 0, TABLES)
    assert sum(outcomes.values()) == 1
    lost = [TABLES.malfunction_row(face) for face in range(1, 7)]
    assert outcomes.where(lambda jam: jam.lost == 1) == Fraction(
        sum(row.repair == "never" or row.repair == "magazine" for row in lost), 6
    )


@pytest.mark.rule("ICOG-6.3.9.1", "ICOG-6.3.7.1")
def test_short_bursts_never_jam() -> None:
    assert not fires(duel(), 20, burst="short").has(GunsJammed)
    assert fires(duel(own=N17, target=DVA, speeds=(150, 145)), 20, 2).has(GunsJammed)


@pytest.mark.rule("ICOG-1.2.3-a", "ICOG-6.3.9.1")
def test_a_miss_or_a_jam_may_be_rolled_again() -> None:
    game = manned(duel(), "a", rerolls=1)
    asked = fires(game, 20)
    decision: Decision = asked.one(Asked).decision
    assert decision.options == ("keep", "re-roll")
    assert "malfunction" in decision.says
    again = chosen(asked.game, "re-roll", 18, seed=1)
    assert (again.one(ShotFired).face, again.game.of("a").pilot.rerolls) == (18, 0)
    assert not again.has(GunsJammed)


# -- gunners -----------------------------------------------------------------------------------------------------------


def two_seater(at: tuple[float, float, float], heading: float = 0, **more: Any) -> CloudsGame:
    """An R.E.8 that flies north at 30, 30, its gunner to shoot at an Albatros."""
    rulings = {name: more.pop(name) for name in tuple(more) if name in rules().rulings.model_fields}
    game = fight(
        aircraft("r", "entente", RE8, speed=140, crew=[gunner("pilot"), gunner("observer")], **more),
        aircraft("a", "germany", DVA, at=list(at), heading=heading, speed=145),
        phase="shooting",
        waiting=("r/observer",),
        **rulings,
    )
    return game.changed("a", targets=("r",), order=1)


@pytest.mark.rule("ICOG-6.2.2.1", "ICOG-6.2.2-a")
@pytest.mark.parametrize(
    ("at", "bears"),
    [
        ((30, 24, 20), True),  # behind
        ((24, 29, 20), True),  # abeam, behind the wing
        ((30, 36, 20), False),  # ahead
        ((30, 25, 24), True),  # above
        ((30, 29, 14), False),  # hidden by the fuselage
        ((24, 28, 17), True),
        ((30, 10, 20), False),  # out of reach
    ],
)
def test_where_an_aft_gunner_bears(at: tuple[float, float, float], bears: bool) -> None:
    game = two_seater(at)
    assert targets(game, "observer", "r") == ["a"] * bears


@pytest.mark.rule("ICOG-6.1.4")
def test_a_gunner_who_picked_a_target_shoots_at_it_alone() -> None:
    game = two_seater((30, 24, 20))
    assert targets(manned(game, "r", "observer", target="a"), "observer", "r") == ["a"]
    other = fight(
        aircraft("r", "entente", RE8, speed=140, crew=[gunner("pilot"), gunner("observer")]),
        aircraft("a", "germany", at=[30, 24, 20]),
        aircraft("c", "germany", at=[28, 24, 20]),
        phase="shooting",
        waiting=("r/observer",),
    )
    assert targets(other, "observer", "r") == ["a", "c"]
    assert targets(manned(other, "r", "observer", target="c"), "observer", "r") == ["c"]


@pytest.mark.rule("ICOG-6.3.5.1", "ICOG-6.3.5.2", "ICOG-6.3.5.3", "ICOG-6.3.5.4")
@pytest.mark.parametrize(
    ("at", "heading", "precedence", "table"),
    [
        ((30, 24, 20), 0, "attacking-first", "gunner-attacking-behind"),  # a chaser
        ((30, 24, 20), 0, "parallel-first", "gunner-parallel"),
        ((24, 26, 20), 0, "attacking-first", "gunner-parallel"),
        ((24, 26, 20), 44, "attacking-first", "gunner-parallel"),
        ((24, 26, 20), 180, "attacking-first", "gunner-other"),
        ((22, 29, 20), 84, "attacking-first", "gunner-attacking"),
    ],
)
def test_which_table_a_gunner_has(at: tuple[float, float, float], heading: float, precedence: str, table: str) -> None:
    game = two_seater(at, heading, table_precedence=precedence)
    assert shot_facts(game, game.of("r"), "observer", game.of("a"), "long", 1).table == table


@pytest.mark.rule("ICOG-6.3.5.2")
def test_parallel_is_measured_from_above_and_from_beside() -> None:
    game = two_seater((24, 26, 20))
    for heading, nose, alike in ((0, 44, True), (0, 46, False), (46, 0, False), (40, 40, True)):
        turned = game.changed("a", pose=SpacePose.level(24, 26, 20, heading, nose))
        assert arcs.parallel(turned, turned.of("r"), turned.of("a")) is alike
    both = two_seater((24, 26, 20), parallel_test="true-angle")
    steep = both.changed("a", pose=SpacePose.level(24, 26, 20, 40, 40))
    assert not arcs.parallel(steep, steep.of("r"), steep.of("a"))


@pytest.mark.rule("ICOG-6.2.2.1", "ICOG-6.2.2-e", "ICOG-6.2.1.3")
def test_a_gunners_template_is_laid_at_the_target() -> None:
    game = fight(
        aircraft("r", "entente", RE8, speed=140, crew=[gunner("pilot"), gunner("observer")]),
        aircraft("a", "germany", at=[24, 24, 20]),
        aircraft("f", "entente", at=[27, 27, 20]),
        aircraft("g", "entente", at=[30, 25, 20]),
        phase="shooting",
        waiting=("r/observer",),
    )
    course = ordered(game, Shoot(craft="r", station="observer", target="a", burst="short"), "entente", 20, 20)
    assert [event.target for event in course.all(FriendTested)] == ["f"]


@pytest.mark.rule("ICOG-6.3.14.4", "ICOG-6.3.14.3")
def test_gunners_of_who_is_forced_home_answer_attackers_alone() -> None:
    game = two_seater((30, 24, 20)).changed("r", home=True)
    assert targets(game, "observer", "r") == ["a"]
    assert targets(game.changed("a", targets=()), "observer", "r") == []
    beside = two_seater((24, 26, 20)).changed("r", home=True)
    assert targets(beside, "observer", "r") == []
    assert not offered(replace(game, waiting=("r",)), "entente", [Shoot])


@pytest.mark.rule("ICOG-6.2.2-b")
def test_an_over_wing_gunner_has_not_what_the_pilot_can_hit() -> None:
    names = [panel.name for panel in TABLES.panels if any("over-wing" in place.arcs for place in panel.stations)]
    assert names
    panel = TABLES.panel(names[0])
    station = next(place.name for place in panel.stations if "over-wing" in place.arcs)
    speed = panel.steps[-2]

    def seen(at: tuple[float, float, float]) -> list[str]:
        game = fight(
            aircraft("r", "entente", panel.name, speed=speed, crew=[gunner("pilot"), gunner(station)]),
            aircraft("a", "germany", at=list(at), speed=145),
            phase="shooting",
            waiting=(f"r/{station}",),
        )
        return targets(game, station, "r")

    assert seen((30, 36, 23)) == ["a"]  # ahead and above
    assert seen((30, 36, 17)) == []  # below the wing


@pytest.mark.rule("ICOG-6.3.3.1", "ICOG-6.2.2.1")
def test_a_gunners_range_is_from_a_quarter_of_the_length_behind_the_middle() -> None:
    game = two_seater((30, 24, 20))
    length = game.cockpit(game.of("r")).panel.length
    facts = shot_facts(game, game.of("r"), "observer", game.of("a"), "long", 1)
    assert facts.distance == pytest.approx(6 - length / 4)


def test_a_die_of_a_shot_is_called_what_it_is_and_says_what_is_added() -> None:
    """At a table a D20 is asked for, with all that is added to the damage: the guns' share, too."""
    game = duel(own=N17, speeds=(150, 145))  # with one gun, which takes 3 off
    asked = list[Draw[Any]]()

    def answer(ask: Draw[Any]) -> Any:
        asked.append(ask)
        return recorded([(2,)])(ask)

    tuple(rules().decide(game, Shoot(craft="a", target="b"), DiceTray(answer)))
    to_hit, damage = asked[:2]
    assert (to_hit.die.name, damage.die.name) == ("D20", "D20")
    need = Shoot(craft="a", target="b").check(game, rules().rules).need.total
    assert (damage.about.total, rules().spell(damage.about)) == (need - 2 - 3, f"{need - 5:+d}")
