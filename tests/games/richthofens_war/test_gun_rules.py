"""Guns: which fire together, on which column, what jams and clears them, drums. JAM, SPEC-1, SPEC-5 to SPEC-16, SPEC-21."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from aqmf_air.core.data.model import replace
from aqmf_air.core.dice.chance import chances
from aqmf_air.core.dice.modifiers import modifier
from aqmf_air.games.richthofens_war.chapters import fire as fire_chapter
from aqmf_air.games.richthofens_war.chapters import guns_and_jams
from aqmf_air.games.richthofens_war.chapters.fire import ReadyShot
from aqmf_air.games.richthofens_war.chapters.guns_and_jams import Battery
from aqmf_air.games.richthofens_war.state import Aircraft
from tests.games.richthofens_war.field import BRISTOL, CAMEL, D_VII, DEFAULT, TABLES, modifiers, one, ruled, type_

F = Fraction
ALBATROS, FE2B, SE5A = "Albatros D-V, D-Va", "FE-2b", "SE-5a"


def ways(aircraft: Aircraft, by: Any = "pilot", tried: tuple[str, ...] = (), **chosen: Any) -> list[tuple[str, str]]:
    found = guns_and_jams.batteries(aircraft, type_(aircraft.type), by, ruled(**chosen), tried)
    return [(str(each), each.column) for each in found]


def with_gun(aircraft: Aircraft, name: str, **state: Any) -> Aircraft:
    return replace(aircraft, guns=tuple(replace(gun, **state) if gun.name == name else gun for gun in aircraft.guns))


@pytest.mark.rule("RW-JAM-3", "RW-SPEC-11", "RW-SPEC-12", "RW-SPEC-13", "RW-SPEC-14", "RW-SPEC-15")
def test_twin_guns() -> None:
    camel, albatros = one("c", CAMEL, "allied", 1, 1, 0), one("a", ALBATROS, "german", 1, 1, 0)
    both, right = [("left gun and right gun", "A")], [("right gun", "C")]
    assert ways(camel) == ways(albatros) == both
    jammed_camel, jammed = (with_gun(each, "left gun", jammed=True) for each in (camel, albatros))
    assert (ways(jammed_camel), ways(jammed)) == ([], right)
    assert (ways(jammed, tried=("left gun",)), ways(jammed, tried=("rear gun",), clear_and_fire="no")) == ([], [])
    dry = with_gun(albatros, "left gun", drums=(0,))
    assert ways(dry) == right
    out = with_gun(camel, "left gun", out=True)
    assert (ways(out), ways(out, crit5_mount="mount-out")) == (right, [])
    dr1 = with_gun(one("d", "Fokker Dr-I", "german", 1, 1, 0), "left gun", jammed=True)
    assert (ways(dr1), ways(dr1, fokker_d="yes")) == ([], right)
    every = {each.name for each in TABLES.aircraft if guns_and_jams.fires_singly(each, DEFAULT)}
    assert every == {"Albatros D-I", "Albatros D-II", "Albatros D-III", ALBATROS, D_VII, "Fokker D-VIII"}


@pytest.mark.rule("RW-SPEC-5", "RW-SPEC-6", "RW-SPEC-7", "RW-SPEC-8")
def test_14_the_two_guns_of_an_se5a() -> None:
    se5a = one("s", SE5A, "allied", 1, 1, 0)
    assert ways(se5a) == [("Vickers and wing Lewis", "B"), ("Vickers", "C"), ("wing Lewis", "C")]
    assert [gun.drums for gun in se5a.guns] == [(15,), (6, 6)]
    without_vickers = with_gun(se5a, "Vickers", jammed=True)
    assert ways(without_vickers) == [("wing Lewis", "C")]
    assert ways(without_vickers, b_one_jammed="none") == []
    (alone,) = guns_and_jams.batteries(without_vickers, type_(SE5A), "pilot", DEFAULT)
    assert alone == Battery(("wing Lewis",), "C", wing_gun_alone=True)
    assert modifiers(wing_gun_alone=True) == {"SPEC-6": -1}
    one_jams = chances(guns_and_jams.jams, 2, 1000, TABLES)[1]
    assert one_jams == F(2, 27)
    lewis = se5a.guns[1]
    for _ in range(6):
        lewis = guns_and_jams.spent(lewis)
    assert (lewis.drums, lewis.ready, lewis.empty_drum, lewis.rounds) == ((0, 6), False, True, 6)
    changed = guns_and_jams.with_next_drum(lewis)
    assert (changed.drums, changed.ready, changed.empty_drum) == ((6,), True, False)


@pytest.mark.rule("RW-SPEC-1", "RW-SPEC-8", "RW-SPEC-10", "RW-SPEC-21")
def test_drums_and_guns_that_an_aircraft_sets_out_with() -> None:
    def fitted(name: str, **chosen: Any) -> dict[str, tuple[int, ...]]:
        return {gun.name: gun.drums for gun in guns_and_jams.fitted(type_(name), TABLES, ruled(**chosen))}

    assert fitted("Nieuport 17, British") == {"wing Lewis": (6,)}
    assert modifiers("Nieuport 17, British") == {"SPEC-10": -1}
    assert modifiers("Nieuport 17") == {}
    assert fitted("Nieuport 17") == {"front gun": (15,)}
    assert fitted(BRISTOL)["rear gun"] == (6, 6)
    rear = [gun for each in TABLES.aircraft for gun in each.guns if gun.mount == "rear"]
    assert {gun.ammunition for gun in rear} == {(6, 6)}
    assert fitted(FE2B) == {"front Lewis": (6, 6)}
    assert fitted(FE2B, fe2b_rear_gun="on") == {"front Lewis": (6, 6), "rear Lewis": (6, 6)}
    (gun,) = (each for each in type_(FE2B).guns if each.mount == "rear")
    assert gun.column == "D"
    assert fitted("DH-2", lewis_fronts="se5a-only") == {"front Lewis": (12,)}
    assert fitted(SE5A, lewis_fronts="se5a-only")["wing Lewis"] == (6, 6)


@pytest.mark.rule("RW-SPEC-22")
def test_an_observers_other_guns_fire_while_one_has_an_empty_drum() -> None:
    gotha = with_gun(one("g", "Gotha G-IV", "german", 1, 1, 0), "upper rear gun", drums=(0, 6))
    assert ways(gotha, "observer") == [("front Lewis", "C"), ("lower rear gun", "C")]
    bristol = with_gun(one("b", BRISTOL, "allied", 1, 1, 0), "rear gun", drums=(0, 6))
    assert (ways(bristol, "observer"), ways(bristol)) == ([], [("front gun", "C")])


@pytest.mark.rule("RW-JAM-4", "RW-JAM-5", "RW-JAM-6", "RW-JAM-7", "RW-SPEC-16")
def test_what_clears_a_jam() -> None:
    needs = [
        guns_and_jams.clear_need(TABLES),
        guns_and_jams.clear_need(TABLES, observer=True),
        guns_and_jams.clear_need(TABLES, locked=True),
    ]
    assert needs == [1, 2, 2]
    assert [each.name for each in TABLES.aircraft if each.has("locks-controls")] == [ALBATROS]

    def busy(climbed: int, dived: int, turned: int, maneuver: str) -> str:
        return guns_and_jams.too_busy_to_clear(climbed, dived, turned, maneuver, TABLES)

    assert busy(100, 200, 1, "") == ""
    assert busy(0, 250, 0, "") == "it dived 250 m, more than 200"
    assert busy(150, 0, 0, "") == "it climbed 150 m, more than 100"
    assert busy(0, 0, 2, "") == "it turned 2 hexsides in one hex"
    assert busy(0, 0, 0, "loop") == "it flew a complex maneuver"


@pytest.mark.rule("RW-FIRE-1")
def test_the_line_of_a_shot_is_the_one_that_its_dice_and_changes_lead_to() -> None:
    row, change = TABLES.fire("A", 1), (modifier(-3, "all changes", "RW-FIRE-1"),)

    def read(natural: int, **chosen: Any) -> tuple[int, str, str]:
        came = fire_chapter.OnDamageTable(row, change, ruled(**chosen)).looked_up(natural)
        line = came.lines[came.row]
        return len(came.lines), line.rolls, line.result

    assert read(10) == (11, "7", "2 points of damage")
    assert read(4) == (11, "2", "no damage")
    assert read(4, tdt_ends="miss-below") == (12, "below 2", "no damage")
    assert read(5, tdt_ends="miss-below") == (11, "2", "no damage")


@pytest.mark.rule("RW-JAM-1", "RW-JAM-2", "RW-FIRE-1")
def test_a_shot_and_its_jams(dice: Any) -> None:
    row = TABLES.fire("A", 1)

    def fired(change: int, *faces: tuple[int, ...], height: int = 1000, **chosen: Any) -> tuple[int, int, bool, int]:
        ready = ReadyShot(Battery(("left", "right"), "A"), row, (modifier(change, "all changes", "RW-FIRE-1"),))
        came = fire_chapter.fired(dice(*faces), ready, height, (), TABLES, ruled(**chosen), balloon=True)
        return came.result.total, came.result.damage, came.result.critical, len(came.jammed)

    assert fired(0, (6, 5)) == (11, 5, True, 0)
    assert fired(2, (6, 6)) == (12, 6, True, 0)
    assert fired(-3, (1, 1), (3, 3)) == (2, 0, False, 0)
    assert fired(-3, (2, 2), (1, 3), tdt_ends="miss-below") == (1, 0, False, 1)
    assert fired(3, (1, 3), (2, 2)) == (7, 2, False, 2)
    assert fired(0, (1, 3), (3, 4), height=5000) == (4, 1, False, 1)
    assert fired(0, (1, 4)) == (5, 1, False, 0)
