"""Formations (5.5.20): who forms up, how they fly, and when their gunners shoot."""

from __future__ import annotations

from typing import Any

import pytest

from aqmf_air.api import replace
from aqmf_air.api.geometry import SpacePose
from aqmf_air.games.clouds_of_glory.chapters.formations import (
    FormedUp,
    FormUp,
    LeadFormation,
    WaitForEnd,
    WaitsForEnd,
    with_gunners,
)
from aqmf_air.games.clouds_of_glory.chapters.gunnery import targets_of
from aqmf_air.games.clouds_of_glory.chapters.initiative import RollInitiative
from aqmf_air.games.clouds_of_glory.chapters.moving import Announce, Flown
from aqmf_air.games.clouds_of_glory.state import CloudsGame, EnergyLoss
from tests.games.clouds_of_glory.fights import Course, aircraft, fight, gunner, objections, offered, ordered, rules

RE8 = "R.E.8"


def seater(id_: str, x: float, y: float = 30, **more: Any) -> dict[str, Any]:
    crew = [gunner("pilot"), gunner("observer")]
    return aircraft(id_, "entente", RE8, at=[x, y, 20], speed=120, crew=crew, **more)


def fleet(*, phase: Any = "initiative", waiting: Any = None, **more: Any) -> CloudsGame:
    """Three R.E.8s in a row, 4 MU from tip to tip, and an Albatros behind the middle one."""
    return fight(
        seater("a", 24.15),
        seater("b", 30),
        seater("c", 35.85),
        aircraft("foe", "germany", at=[30, 24, 20]),
        phase=phase,
        waiting=waiting,
        **more,
    )


def formed(*names: str, phase: Any = "movement", waiting: Any = None, **more: Any) -> CloudsGame:
    game = fleet(phase=phase, waiting=waiting or (*names, "foe"), **more)
    for name in names:
        game = game.changed(name, formation=names[0])
    return game


def forms(game: CloudsGame, *names: str) -> list[str]:
    return objections(game, FormUp(members=names), "entente")


@pytest.mark.rule("ICOG-5.5.20.1")
def test_who_forms_up() -> None:
    game = fleet()
    assert forms(game, "a", "b") == forms(game, "b", "c") == []
    assert forms(game, "a", "b", "c") == ["ICOG-5.5.20.1"]  # the outer ones are too far apart
    assert forms(game.changed("a", pose=SpacePose.level(24.1, 30, 20, 0)), "a", "b") == ["ICOG-5.5.20.1"]
    assert forms(game, "a") == forms(game, "a", "a") == forms(game, "a", "foe") == ["ICOG-5.5.20.1"]
    assert forms(game.changed("a", speed=140), "a", "b") == ["ICOG-5.5.20.1"]  # it flies ahead
    assert forms(game.changed("a", pose=SpacePose.level(24.15, 30, 20, 350)), "a", "b") == ["ICOG-5.5.20.1"]  # they part
    assert forms(game.changed("a", fire=True), "a", "b") == ["ICOG-5.5.20.1"]
    assert forms(game.changed("a", trouble="spins"), "a", "b") == ["ICOG-5.5.20.1"]
    assert forms(game.with_craft(game.of("a").with_man("observer", wounds=11)), "a", "b") == ["ICOG-5.5.20.1"]
    rolled = replace(game, waiting=("foe",))
    assert forms(rolled, "a", "b") == ["ICOG-5.5.20.1"]
    assert [order.members for order in offered(game, "entente", [FormUp])] == [("a", "b")]
    assert not offered(game, "germany", [FormUp])


@pytest.mark.rule("ICOG-5.5.20.1")
def test_they_roll_no_initiative_and_move_first_of_those_under_control() -> None:
    game = fleet().changed("c", speed=60)
    game = replace(game, waiting=("a", "b", "foe"))
    course = ordered(game, FormUp(members=("b", "a")), "entente")
    assert course.one(FormedUp).members == ("b", "a")
    assert course.game.waiting == ("foe",)
    course = ordered(course.game, RollInitiative(side="germany"), "germany", 1)
    assert course.game.waiting == ("c", "a", "b", "foe")


@pytest.mark.rule("ICOG-5.5.20.1")
@pytest.mark.parametrize(
    ("ruling", "faces", "order"), [("roll", (7, 3), "cdab"), ("roll", (3, 7), "abcd"), ("owner", (), "abcd")]
)
def test_several_formations_move_by_ruling(ruling: str, faces: tuple[int, ...], order: str) -> None:
    game = fight(
        seater("a", 10), seater("b", 14), seater("c", 40), seater("d", 44), aircraft("foe", "germany", at=[30, 2, 20]),
        phase="initiative", waiting=["foe"], formation_order=ruling,
    )  # fmt: skip
    for name, leader in zip("abcd", "aacc", strict=True):
        game = game.changed(name, formation=leader)
    course = ordered(game, RollInitiative(side="germany"), "germany", 1, *faces)
    assert course.game.waiting == (*order, "foe")


def leads(game: CloudsGame, *shifts: tuple[float, float], throttle: int = 1) -> Course:
    return ordered(game, LeadFormation(craft="a", shifts=shifts, throttle=throttle), "entente")


@pytest.mark.rule("ICOG-5.5.20.1", "ICOG-5.5.20.2")
def test_all_of_a_formation_fly_straight_and_stray() -> None:
    course = leads(formed("a", "b"), (1, 2), (-1, 0))
    assert [(each.craft, each.end.place) for each in course.all(Flown)] == [("a", (25.15, 42, 22)), ("b", (29, 42, 20))]
    energy = [{item.reason: item.eu for item in each.energy} for each in course.all(Flown)]
    assert energy == [{"climb": -2, "throttle": -1}, {"throttle": -1}]
    assert course.game.waiting == ("foe",)
    assert [course.game.of(name).order for name in "ab"] == [1, 2]
    assert [course.game.of(name).pose.heading for name in "ab"] == [0, 0]
    turned = formed("a", "b").changed("a", pose=SpacePose.level(20, 28, 20, 90))
    turned = turned.changed("b", pose=SpacePose.level(20, 32, 20, 90))
    assert [each.end.place for each in leads(turned, (1, 0), (0, 0)).all(Flown)] == [(32, 27, 20), (32, 32, 20)]


@pytest.mark.rule("ICOG-5.5.20.2", "ICOG-5.5.20.1")
def test_how_far_they_may_stray() -> None:
    def against(*shifts: tuple[float, float], throttle: int = 0, **rulings: Any) -> list[str]:
        game = formed("a", "b", **rulings)
        return objections(game, LeadFormation(craft="a", shifts=shifts, throttle=throttle), "entente")

    assert against((4, 4), (4, 4)) == against((4, -4), (3, -4)) == against() == []
    assert against((4.1, 0), (4, 0)) == against((0, -4.1), (0, -4)) == ["ICOG-5.5.20.2"]
    assert against((0, 0), (0.1, 0)) == ["ICOG-5.5.20.1"]  # too far from each other
    assert against((1, 0)) == ["ICOG-5.5.20.1"]  # one for each
    assert against((1, 0), (0, 0), formation_track="same-path") == ["ICOG-5.5.20.2"]
    assert against((1, 0), (1, 0), formation_track="same-path") == []
    assert against(throttle=3) == []
    assert against(throttle=4) == ["ICOG-5.7.5.1"]
    mixed = formed("a", "b").changed("b", type="Handley Page O/400")  # which may shed 4
    assert objections(mixed, LeadFormation(craft="a", throttle=4), "entente") == ["ICOG-5.7.5.1"]
    assert objections(formed("a", "b"), Announce(craft="a", plan="S12"), "entente") == ["ICOG-5.5.20.2"]
    assert objections(formed("a", "b"), LeadFormation(craft="b"), "entente") == ["ICOG-5.3.1"]
    assert objections(fleet(phase="movement"), LeadFormation(craft="a"), "entente") == ["ICOG-5.5.20.1"]
    assert not offered(formed("a", "b"), "entente", [Announce])
    shifts = {order.shift for order in offered(formed("a", "b"), "entente", [LeadFormation])}
    assert {(0, 0), (0, 2), (-4, 0)} <= shifts


@pytest.mark.rule("ICOG-5.5.20.1")
def test_a_formation_that_cannot_stay_together_flies_on() -> None:
    """A member was hurled about before its formation moves; who spins flies in none."""
    game = formed("a", "b").changed("b", pose=SpacePose.level(40, 30, 20, 45))
    assert {order.shift for order in offered(game, "entente", [LeadFormation])} >= {(0, 0), (4, 0)}
    spun = formed("a", "b").changed("b", trouble="spins")
    assert [each.craft for each in ordered(spun, LeadFormation(craft="a", throttle=1), "entente").all(Flown)] == ["a"]
    leader = formed("a", "b").changed("a", trouble="spins")
    assert not offered(leader, "entente", [LeadFormation])
    assert objections(leader, LeadFormation(craft="a"), "entente") == ["ICOG-5.5.20.1"]
    down = formed("a", "b").changed("a", pose=SpacePose.level(26, 30, 20, 0, -90))
    assert leads(down, (1, 0), (0, 0)).all(Flown)[0].end.place == (27, 30, 8)


@pytest.mark.rule("ICOG-5.5.20.2")
def test_damage_costs_a_formation_energy_as_well() -> None:
    course = ordered(
        formed("a", "b").changed("b", losses=(EnergyLoss(0, "1d4"),)), LeadFormation(craft="a", throttle=1), "entente", 3
    )
    assert [{item.reason: item.eu for item in each.energy} for each in course.all(Flown)] == [
        {"throttle": -1},
        {"throttle": -1, "damage": -3},
    ]


def shooting(targets: tuple[str, ...], **more: Any) -> CloudsGame:
    """The formation, with the Albatros close behind; it has announced an attack on these."""
    game = formed("a", "b", phase="shooting", waiting=("c", "foe", "a"), **more)
    return game.changed("foe", targets=targets, pose=SpacePose.level(30, 26, 20, 0))


@pytest.mark.rule("ICOG-5.5.20.3", "ICOG-5.5.20.4")
def test_its_gunners_shoot_before_the_first_attacker_or_last() -> None:
    gunners = ("a/observer", "b/observer")
    assert with_gunners(shooting(("b",)), ("c", "foe", "a")) == ("c", *gunners, "foe", "a")
    assert with_gunners(shooting(("c",)), ("c", "foe", "a")) == ("c", "foe", "a", *gunners)
    dead = shooting(("b",)).with_craft(shooting(("b",)).of("b").with_man("observer", wounds=11))
    assert with_gunners(dead, ("foe",)) == ("a/observer", "foe")
    assert with_gunners(fleet(), ("foe",)) == ("foe",)


@pytest.mark.rule("ICOG-5.5.20.3", "ICOG-5.5.20.4")
def test_first_at_attackers_and_last_at_others() -> None:
    def targets(game: CloudsGame) -> list[str]:
        return [target.id for target in targets_of(game, game.of("b"), "observer")]

    game = shooting(("a",))
    assert targets(game) == ["foe"]
    late = game.with_craft(game.of("b").with_man("observer", late=True))
    assert targets(late) == []
    other = shooting(("c",))
    assert targets(other) == []
    assert targets(other.with_craft(other.of("b").with_man("observer", late=True))) == ["foe"]


@pytest.mark.rule("ICOG-5.5.20.4")
def test_a_gunner_may_wait_for_the_end() -> None:
    game = replace(shooting(("a",)), waiting=("b/observer", "foe"))
    waited = ordered(game, WaitForEnd(craft="b", station="observer"), "entente").one(WaitsForEnd).apply(game)
    assert waited.waiting == ("foe", "b/observer")
    assert waited.of("b").man("observer").late
    late = game.with_craft(game.of("b").with_man("observer", late=True))
    assert objections(late, WaitForEnd(craft="b", station="observer"), "entente") == ["ICOG-5.5.20.4"]
    assert rules().order_from_words(game, "b waits for the end", "entente") == WaitForEnd(craft="b", station="observer")
    alone = game.changed("b", formation="")
    assert objections(alone, WaitForEnd(craft="b", station="observer"), "entente") == ["ICOG-5.5.20.4"]
    assert [order.station for order in offered(game, "entente", [WaitForEnd])] == ["observer"]
