"""Fire and its guns: sights, modifiers, jams, drums, silhouettes, special aircraft, and rulings on them."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from aqmf_air.core.data.model import replace
from aqmf_air.games.richthofens_war.chapters import aircraft_sheet, guns_and_jams, sights
from aqmf_air.games.richthofens_war.chapters.declaring import Aim, TargetSwitched, aim, asked_head_on, declaration, head_on
from aqmf_air.games.richthofens_war.chapters.fire import Shooting, Way, counts, fire_modifiers
from aqmf_air.games.richthofens_war.chapters.sights import Bears, Hanging, HexPlace, Passage
from aqmf_air.games.richthofens_war.sequence import RichthofenRulings
from aqmf_air.games.richthofens_war.state import Aircraft, Airman, Declaration, Game, Tail
from aqmf_air.geometry.hexes.grid import Hex
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
    type_,
)

F = Fraction
ALBATROS, FE2B, SE5A, HANNOVER = "Albatros D-V, D-Va", "FE-2b", "SE-5a", "Hannover CL-III, CL-IIIa"
ROLAND = "Roland C-II"


# -- skill -------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("RW-ACE-3", "RW-NOV-3", "RW-NOV-4", "RW-NOV-5")
def test_skill_adds_to_fire_and_takes_off_that_at_it() -> None:
    assert (modifiers(status="ace"), modifiers(target_status="ace")) == ({"ACE-3": 1}, {"ACE-3": -1})
    assert (modifiers(status="double-ace"), modifiers(target_status="double-ace")) == ({"ACE-3": 2}, {"ACE-3": -2})
    assert modifiers(status="double-ace", rulings=ruled(double_ace_tdt="1")) == {"ACE-3": 1}
    assert (modifiers(status="novice"), modifiers(target_status="novice")) == ({"NOV-3": -1}, {"NOV-3": 1})
    assert modifiers(status="novice", by="observer") == {"NOV-5": -1}
    both = fire_modifiers(
        Shooting(type_(SE5A), type_(SE5A), "C", "C", status="novice", target_status="novice"), TABLES, DEFAULT
    )
    assert [each.value for each in both] == [-1, 1]
    assert aircraft_sheet.in_fire("", TABLES, DEFAULT) == 0


def shot(
    own: Aircraft, enemy: Aircraft, way: Way = "moved", by: Any = "pilot", rulings: RichthofenRulings = DEFAULT, **more: Any
) -> Aim:
    return aim(a_game(own, enemy, rulings=rulings, **more), own.id, by, enemy.id, way)


def firing(type_: str = D_VII, **more: Any) -> Aircraft:
    return one("own", type_, "german", 10, 10, 0, **{"last": came_straight(9, 10, 0), **more})


def ahead(type_: str = SE5A, **more: Any) -> Aircraft:
    return one("foe", type_, "allied", 12, 10, 0, **more)


def worth(found: Aim) -> dict[str, int]:
    return {each.source[3:]: each.value for each in found.modifiers}


ACE = Airman(victories=F(6))


@pytest.mark.rule("RW-ACE-2")
def test_an_ace_attacks_or_defends() -> None:
    ace, foe = firing(crew=(ACE,)), ahead(crew=(ACE,))
    attack, defence = (("own", "attack"),), (("own", "defence"),)
    assert worth(shot(ace, ahead(), ace_uses=attack)) == {"ACE-3": 1}
    assert worth(shot(ace, ahead(), ace_uses=defence)) == {}
    assert worth(shot(firing(), foe, ace_uses=(("foe", "attack"),))) == {}
    assert worth(shot(firing(), foe, ace_uses=(("foe", "defence"),))) == {"ACE-3": -1}
    novice = firing(crew=(Airman(novice=True),))
    assert worth(shot(novice, ahead(), ace_uses=defence)) == {"NOV-3": -1}


@pytest.mark.rule("RW-NOV-5")
def test_whose_skill_an_observers_gun_has() -> None:
    behind = one("foe", SE5A, "allied", 8, 11, 0)

    def at(crew: tuple[Airman, ...], lends: str = "no", type_: str = BRISTOL, target: Aircraft = behind) -> dict[str, int]:
        own = one("own", type_, "german", 10, 10, 0, crew=crew)
        return worth(
            shot(own, target, "observer", "observer", ruled(ace_observer_gun=lends, deflection_scope="front-guns-only"))
        )

    assert at((ACE, Airman())) == {}
    assert at((ACE, Airman()), "yes") == {"ACE-3": 1}
    assert at((ACE, Airman(novice=True)), "yes") == {"NOV-5": -1}
    front = one("foe", SE5A, "allied", 12, 10, 0)
    assert at((ACE, Airman()), "front-guns-only", FE2B, front) == {"ACE-3": 1}
    assert at((ACE, Airman()), "front-guns-only") == {}
    own = one("own", BRISTOL, "german", 10, 10, 0, crew=(Airman(), Airman(novice=True)))
    assert a_game(own).status(own) == ""


# -- silhouettes -------------------------------------------------------------------------------------------------------


@pytest.mark.rule("RW-SIL-2", "RW-SIL-3", "RW-SIL-4", "RW-SIL-5")
def test_silhouettes_of_all_types() -> None:
    of = {value: {each.name for each in TABLES.aircraft if each.silhouette == value} for value in (-1, 0, 1, 2)}
    assert of[-1] == {
        "Nieuport 11", "Nieuport 17", "Nieuport 17, British", "Nieuport 24", "Sopwith Pup", CAMEL, "DH-2", "Vickers FB-5",
        "Fokker Dr-I", "Fokker D-VIII", "Siemens-Schuckert D-IV",
    }  # fmt: skip
    assert {name for name in of[0] if type_(name).two_seater} == {
        "Bristol F2A", BRISTOL, FE2B, "Sopwith 1 1/2 Strutter", "Nieuport 12", HANNOVER, "Halberstadt CL-II",
        "Halberstadt CL-IV",
    }  # fmt: skip
    assert all(type_(name).two_seater for name in of[1])
    assert of[2] == {each.name for each in TABLES.aircraft if each.schedule == "G"}


@pytest.mark.rule("RW-SIL-1", "RW-SIL-6", "RW-SIL-7")
def test_silhouettes_in_fire() -> None:
    assert (modifiers(target=CAMEL), modifiers(target="RE-8"), modifiers(target="Gotha G-IV")) == (
        {"SIL-1": -1}, {"SIL-1": 1}, {"SIL-1": 2}
    )  # fmt: skip
    assert (modifiers(CAMEL, "Nieuport 24"), modifiers("Nieuport 24", CAMEL)) == ({}, {"SIL-1": -1})
    assert (modifiers("RE-8", "DH-4"), modifiers("DH-4", "RE-8")) == ({}, {"SIL-1": 1})
    assert modifiers(CAMEL, target_loaded=True, target=CAMEL) == {}
    printed = ruled(silhouette_schedules="printed")
    hurt = firing(CAMEL, schedule_lost=2)
    assert worth(shot(hurt, ahead(CAMEL))) == {"SIL-1": -1}
    assert worth(shot(hurt, ahead(CAMEL), rulings=printed)) == {}
    assert aircraft_sheet.silhouette_in_fire(2, 2, 1, 1) == 2


# -- deflection --------------------------------------------------------------------------------------------------------


@pytest.mark.rule("RW-DEFL-1", "RW-DEFL-2")
def test_deflection_by_the_angle_of_facings_and_a_chart_for_attacks_from_below() -> None:
    own = HexPlace(Hex(0, 0), 0, 2000)
    changes = [sights.deflection(own, HexPlace(Hex(2, 0), facing, 2000), TABLES) for facing in range(6)]
    assert changes == [0, -1, -2, -1, -2, -1]
    below = [sights.deflection(own, HexPlace(Hex(2, 0), facing, 2000), TABLES, "bottom") for facing in range(6)]
    assert below == [0, -1, -1, 0, -1, -1]
    assert worth(shot(firing(), replace(ahead(), facing=2))) == {"DEFL-1": -2}
    observer = one("own", BRISTOL, "german", 10, 10, 0)
    aside = one("foe", SE5A, "allied", 8, 11, 1)
    assert worth(shot(observer, aside, "observer", "observer")) == {"DEFL-1": -1}
    assert worth(shot(observer, aside, "observer", "observer", ruled(deflection_scope="front-guns-only"))) == {}


# -- fields of fire ----------------------------------------------------------------------------------------------------


def bearing(name: str, mount: Any, target: Hex, above: int = 0, rulings: RichthofenRulings = DEFAULT) -> Bears | None:
    own = HexPlace(Hex(0, 0), 0, 2000)
    return sights.bears(own, mount, type_(name), HexPlace(target, 0, 2000 + above), TABLES, rulings)


@pytest.mark.rule("RW-DECL-1")
def test_the_field_of_fire_ahead() -> None:
    inside = [Hex(q, r) for q in range(-8, 9) for r in range(-8, 9) if bearing(D_VII, "front", Hex(q, r))]
    assert len(inside) == 63
    open_ = ruled(field_geometry="open")
    assert sum(bearing(D_VII, "front", at, rulings=open_) is not None for at in inside) == 63 - 14
    row = ruled(sights="straight-row")
    assert sum(bearing(D_VII, "front", at, rulings=row) is not None for at in inside) == 7
    ranges = [bearing(D_VII, "front", Hex(far, 0)) for far in (0, 1, 7, 8)]
    assert ranges == [None, Bears(1), Bears(7), None]
    assert [bearing(D_VII, "front", Hex(2, 0), above) is not None for above in (250, 300, -250, -300)] == [True, False] * 2
    rear = [Hex(q, r) for q in range(-8, 9) for r in range(-8, 9) if bearing(BRISTOL, "rear", Hex(q, r), 50)]
    assert not set(rear) & set(inside)
    assert len(rear) == 3 * 7 * 8 - 63


@pytest.mark.rule("RW-SPEC-2", "RW-SPEC-4")
def test_the_blind_spot_and_the_hannover() -> None:
    spot = Hex(-3, 0)
    assert [bearing("RE-8", "rear", spot, above) for above in (0, -50, 50)] == [None, None, Bears(3)]
    assert [bearing(HANNOVER, "rear", spot, above) for above in (0, -50, 50)] == [Bears(3, blind_spot=True), None, Bears(3)]
    assert modifiers(HANNOVER, SE5A, by="observer", blind_spot=True) == {"SPEC-2": -1}
    own, level = one("own", HANNOVER, "german", 10, 10, 0), one("foe", SE5A, "allied", 7, 10, 0)
    assert worth(shot(own, level, "observer", "observer")) == {"SPEC-2": -1}


@pytest.mark.rule("RW-SPEC-25")
def test_the_roland_fires_all_round_but_not_far_below_in_front() -> None:
    assert bearing(ROLAND, "rear", Hex(2, 0)) == bearing(ROLAND, "rear", Hex(-2, 0)) == Bears(2)
    assert [bearing(ROLAND, "rear", Hex(1, 0), above) is not None for above in (-100, -150)] == [True, False]
    rulings = [ruled(roland_front=how) for how in ("adjacent", "front-field")]
    assert [bearing(ROLAND, "rear", Hex(2, 0), -150, each) is not None for each in rulings] == [True, False]
    assert bearing(ROLAND, "rear", Hex(-1, 0), -150)


@pytest.mark.rule("RW-DECL-1", "RW-DECL-4", "RW-TMOVE-2")
def test_the_last_points_in_the_sights_as_ruled() -> None:
    turned_in = firing(last=came_straight(10, 10, 2))
    assert [each.rule for each in shot(turned_in, ahead()).against] == ["RW-DECL-1"]
    assert not shot(turned_in, ahead(), rulings=ruled(two_mp="last-mp")).against
    dived_in = one("foe", SE5A, "allied", 12, 10, 0, last=came_straight(12, 2, 0))
    assert [each.rule for each in shot(firing(), dived_in, "passing").against] == ["RW-DECL-4"]
    assert not shot(firing(), replace(dived_in, last=came_straight(13, 10, 0)), "passing").against
    tails = (Tail(tailer="own", target="foe"),)
    higher = ahead(height=2200)
    assert not shot(turned_in, ahead(), tails=tails).against
    assert shot(turned_in, higher, tails=tails).against
    aside = replace(ahead(), facing=1)
    assert shot(turned_in, aside, tails=tails).against
    assert not shot(turned_in, aside, tails=tails, rulings=ruled(tail_fire_position="height-only")).against


@pytest.mark.rule("RW-TMOVE-3", "RW-TMOVE-4")
def test_a_tailer_that_fires_at_another_has_less_but_not_head_on() -> None:
    tails = (Tail(tailer="own", target="elsewhere"),)
    elsewhere = one("elsewhere", SE5A, "allied", 30, 30, 0)

    def at(foe: Aircraft, way: Way) -> dict[str, int]:
        return worth(aim(a_game(firing(), foe, elsewhere, tails=tails), "own", "pilot", "foe", way))

    assert at(ahead(), "moved") == {"TMOVE-3": -1}
    assert "TMOVE-3" not in at(replace(ahead(), facing=3), "head-on")


# -- who may declare ---------------------------------------------------------------------------------------------------


@pytest.mark.rule("RW-DECL-5", "RW-DECL-6")
def test_27_three_want_to_fire_at_one() -> None:
    shooters = [one(name, D_VII, "german", 10, 10, 0, last=came_straight(9, 10, 0)) for name in ("a", "b", "own")]
    other = one("other", SE5A, "allied", 30, 10, 0)
    made = tuple(Declaration(shooter=name, by="pilot", target="foe") for name in ("a", "b"))

    def third(*all_: Aircraft, way: Way = "moved", by: Any = "pilot", **chosen: Any) -> list[str]:
        game = a_game(*all_, rulings=ruled(**chosen), declarations=made)
        return [each.rule[3:] for each in aim(game, "own", by, "foe", way).against]

    assert third(*shooters, ahead(), other) == ["DECL-5"]
    assert third(*shooters, ahead()) == []
    facing = replace(ahead(), facing=3)
    assert third(*shooters, facing, other, way="head-on") == ["DECL-5"]
    assert third(*shooters, facing, other, way="head-on", limit_and_head_on="head-on-exempt") == []
    gunner = [*shooters[:2], one("own", BRISTOL, "german", 14, 11, 0)]
    assert third(*gunner, ahead(), other, way="observer", by="observer") == []
    game = a_game(shooters[0])
    pusher = one("fe", FE2B, "german", 10, 10, 0)
    assert (counts(game, pusher, "observer"), counts(game, gunner[2], "observer")) == (True, False)
    assert not counts(a_game(pusher, rulings=ruled(fe2b_front_gun="no")), pusher, "observer")


@pytest.mark.rule("RW-DECL-5", "RW-DECL-7", "RW-DECL-8")
def test_27_who_switches_leaves_a_place_that_is_not_filled_again() -> None:
    a, b, own = (one(name, D_VII, "german", 10, 10, 0, last=came_straight(9, 10, 0)) for name in ("a", "b", "own"))
    ally = one("ally", SE5A, "allied", 13, 10, 3)
    made = tuple(Declaration(shooter=name, by="pilot", target="foe") for name in ("a", "b"))
    on_b = Declaration(shooter="ally", by="pilot", target="b")

    def after(**chosen: Any) -> Game:
        game = a_game(a, b, own, ahead(), ally, rulings=ruled(**chosen), declarations=(*made, on_b))
        found = aim(game, "b", "pilot", "ally", "head-on")
        assert found.against == ()
        return TargetSwitched(declaration=declaration(found, game, "head-on"), dropped="foe").apply(game)

    def third(game: Game) -> list[str]:
        return [each.rule[3:] for each in aim(game, "own", "pilot", "foe").against]

    assert [(each.shooter, each.target) for each in after().declarations] == [("a", "foe"), ("ally", "b"), ("b", "ally")]
    assert (third(after()), third(after(limit_freed="next-who-asked"))) == (["DECL-5"], [])
    unasked = asked_head_on(after(), on_b)
    assert unasked == ()  # b has the attacker in his sights already, and nobody attacks a


@pytest.mark.rule("RW-DECL-7", "RW-DECL-8", "RW-SPEC-20")
def test_a_target_is_changed_for_a_head_on_attacker_alone() -> None:
    made = Declaration(shooter="own", by="pilot", target="other")
    facing = replace(ahead(), facing=3)
    other = one("other", SE5A, "allied", 13, 10, 0)

    def switched(way: Way, declared: Declaration = made, **chosen: Any) -> list[str]:
        game = a_game(firing(), facing, other, rulings=ruled(**chosen), declarations=(declared,))
        return [each.rule[3:] for each in aim(game, "own", "pilot", "foe", way).against]

    assert switched("passing")[0] == "DECL-8"
    assert switched("head-on") == []
    assert switched("head-on", replace(made, hanging=True)) == ["SPEC-20"]
    again = replace(made, switched=True)
    assert (switched("head-on", again), switched("head-on", again, head_on_again="first-switch-only")) == ([], ["DECL-7"])


@pytest.mark.rule("RW-DECL-7")
def test_what_head_on_is() -> None:
    def comes(column: int, row: int, facing: int, **chosen: Any) -> bool:
        foe = one("foe", SE5A, "allied", column, row, facing)
        return head_on(a_game(firing(), foe, rulings=ruled(**chosen)), firing(), foe)

    assert (comes(13, 10, 3), comes(13, 10, 2), comes(13, 11, 3), comes(8, 10, 3)) == (True, False, False, False)
    assert comes(13, 11, 2, head_on="attacker-in-front-field")
    crossed = replace(ahead(), facing=3, last=came_straight(2, 2, 3))
    made = (Declaration(shooter="own", by="pilot", target="other"),)
    assert not shot(firing(), crossed, "head-on", declarations=made).against
    assert shot(firing(), crossed, "head-on", rulings=ruled(head_on_eligibility="two-mp"), declarations=made).against


@pytest.mark.rule("RW-DECL-2", "RW-DECL-3")
def test_observers_declare_when_all_have_moved_and_work_the_front_gun_of_an_fe2b() -> None:
    gun = {each.name: each for each in type_(FE2B).guns}["front Lewis"]
    assert guns_and_jams.worked_by_observer(gun, type_(FE2B), DEFAULT)
    assert guns_and_jams.worked_by_observer(gun, type_(FE2B), ruled(observer_front_guns="as-a-pilots"))
    voisin = type_("Voisin III")
    assert guns_and_jams.worked_by_observer(voisin.guns[0], voisin, DEFAULT)
    assert not guns_and_jams.worked_by_observer(voisin.guns[0], voisin, ruled(observer_front_guns="as-a-pilots"))
    pusher = one("own", FE2B, "german", 10, 10, 0)
    assert not shot(pusher, ahead(), "observer", "observer").against
    assert [each.rule for each in shot(pusher, ahead()).against] == ["RW-DECL-1"]
    crossed = replace(pusher, last=came_straight(9, 10, 3))
    two = ruled(observer_eligibility="two-mp")
    assert not shot(crossed, ahead(), "observer", "observer").against
    assert shot(crossed, ahead(), "observer", "observer", two).against
    made = (Declaration(shooter="own", by="pilot", target="other"),)
    bristol, behind = one("own", BRISTOL, "german", 10, 10, 0), one("foe", SE5A, "allied", 8, 11, 0)
    assert not shot(bristol, behind, "observer", "observer", declarations=made).against
    assert shot(bristol, behind, "observer", "observer", ruled(pilot_and_observer="one-target"), declarations=made).against


@pytest.mark.rule("RW-DECL-1")
def test_targets_that_have_yet_to_move_as_ruled() -> None:
    unmoved = replace(ahead(), moved=False)
    assert not shot(firing(), unmoved).against
    assert [each.rule for each in shot(firing(), unmoved, rulings=ruled(unmoved_target="moved-only")).against] == [
        "RW-DECL-1"
    ]


# -- the Fokker D-VII that hangs -----------------------------------------------------------------------------------------


@pytest.mark.rule("RW-SPEC-17", "RW-SPEC-18", "RW-SPEC-19")
def test_who_hangs_on_his_propeller_and_where() -> None:
    straight, aside = HexPlace(Hex(0, 0), 0, 2000), HexPlace(Hex(0, 1), 0, 2000)

    def hangs(name: str = D_VII, before: HexPlace = straight, column: int = 1, **chosen: Any) -> bool:
        own = Passage(before, HexPlace(Hex(1, 0), before.facing, 2000))
        facts = Hanging(6, 0, False, True, own, HexPlace(Hex(column, 0), 3, 2400))
        return sights.hangs(type_(name), facts, TABLES, ruled(**chosen))

    assert hangs()
    assert not hangs("Fokker D-VIII")
    assert not hangs(before=aside)
    assert hangs(before=aside, hang_position="in-field")
    assert not hangs(column=2)
    assert (sights.hang_range(400, DEFAULT), sights.hang_range(150, ruled(hang_range="by-height"))) == (0, 3)
    assert sights.hang_range(400, ruled(hang_range="by-height")) == 7


@pytest.mark.rule("RW-DEFL-2", "RW-SPEC-17")
def test_a_hanging_attack_has_the_chart_of_attacks_from_below() -> None:
    hanging = firing(speed=6, last=came_straight(9, 10, 0, speed=6))
    above = one("foe", SE5A, "allied", 10, 10, 3, height=2400)
    found = shot(hanging, above)
    assert (found.hanging, found.range, found.row, found.against) == (True, 0, TABLES.fire("A", 0), ())
    assert worth(found) == {}  # 180 degrees: nothing from below, one less ahead
    assert worth(shot(hanging, replace(above, facing=2))) == {"DEFL-1": -1}
    assert not shot(replace(hanging, type=CAMEL), above).hanging
