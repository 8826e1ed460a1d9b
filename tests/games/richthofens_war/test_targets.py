"""Who may fire at whom, and why not. DECL, D-9, TMOVE-2."""

from __future__ import annotations

from typing import Any

import pytest

from aqmf_air.core.data.model import replace
from aqmf_air.games.richthofens_war.chapters.declaring import Aim, DeclareObservers, aim
from aqmf_air.games.richthofens_war.chapters.fire import Way
from aqmf_air.games.richthofens_war.state import Airman, Declaration, Game, Tail
from aqmf_air.games.richthofens_war.tables import tables
from aqmf_air.plugins.registry import load_registry
from tests.games.richthofens_war.field import BRISTOL, CAMEL, D_VII, a_game, came_straight, one, ruled


def shot(game: Game, way: Way = "moved", **more: Any) -> Aim:
    return aim(game, "german", more.pop("by", "pilot"), "camel", way, **more)


def rules(found: Aim) -> list[str]:
    return [one.rule for one in found.against]


def test_a_shot_has_its_row_and_its_modifiers() -> None:
    ahead = one("german", D_VII, "german", 10, 10, 0, last=came_straight(9, 10, 0))
    found = shot(a_game(ahead, one("camel", CAMEL, "allied", 12, 10, 0)))
    assert (found.against, found.range) == ((), 2)
    assert found.row == tables.shipped().fire("A", 2)
    assert {(each.source, each.value) for each in found.modifiers} == {("RW-SIL-1", -1)}


def test_sights_need_two_points_but_one_for_a_tailer_that_follows() -> None:
    # one point earlier it faced away: RW-DECL-1; on the tail of the target the last one is enough: RW-TMOVE-2
    turned = one("german", D_VII, "german", 10, 10, 0, last=came_straight(10, 10, 2))
    game = a_game(turned, one("camel", CAMEL, "allied", 12, 10, 0))
    assert rules(shot(game)) == ["RW-DECL-1"]
    assert not shot(replace(game, tails=(Tail(tailer="german", target="camel"),))).against


def test_why_not_is_said() -> None:
    own = one("german", D_VII, "german", 10, 10, 0, last=came_straight(9, 10, 0))
    far, high = one("camel", CAMEL, "allied", 18, 10, 3), one("camel", CAMEL, "allied", 13, 10, 3, height=2300)
    aside = one("camel", CAMEL, "allied", 8, 10, 3)
    said = [shot(a_game(own, each)).against[0].reason for each in (far, high, aside)]
    assert [part in reason for part, reason in zip(("8 hexes", "300 m higher", "ahead"), said, strict=True)] == [True] * 3
    near = one("camel", CAMEL, "allied", 12, 10, 3)
    jammed = replace(own, guns=tuple(replace(gun, jammed=True) for gun in own.guns))
    assert rules(shot(a_game(jammed, near))) == ["RW-JAM-1"]
    spent = replace(own, guns=tuple(replace(gun, drums=(0,)) for gun in own.guns))
    assert rules(shot(a_game(spent, near))) == ["RW-FIRE-2"]
    made = Declaration(shooter="german", by="pilot", target="camel")
    assert rules(shot(a_game(own, near, declarations=(made,)))) == ["RW-DECL-8"]


def test_no_third_front_gun_unless_the_target_is_alone() -> None:
    shooters = [one(name, D_VII, "german", 10, 10, 0, last=came_straight(9, 10, 0)) for name in ("a", "b", "german")]
    near, other = one("camel", CAMEL, "allied", 12, 10, 0), one("other", CAMEL, "allied", 30, 10, 0)
    made = tuple(Declaration(shooter=name, by="pilot", target="camel") for name in ("a", "b"))
    assert rules(shot(a_game(*shooters, near, other, declarations=made))) == ["RW-DECL-5"]
    assert not shot(a_game(*shooters, near, declarations=made)).against  # RW-DECL-6


def test_an_observer_fires_behind_and_not_into_the_blind_spot() -> None:
    bristol = one("german", BRISTOL, "german", 10, 10, 0)
    level, above = one("camel", CAMEL, "allied", 7, 10, 0), one("camel", CAMEL, "allied", 7, 10, 0, height=2100)
    assert rules(shot(a_game(bristol, level), "observer", by="observer")) == ["RW-SPEC-4"]
    assert not shot(a_game(bristol, above), "observer", by="observer").against
    hurt = replace(bristol, crew=(Airman(), Airman(health="wounded")))
    assert rules(shot(a_game(hurt, above), "observer", by="observer")) == ["RW-CAS-2"]


@pytest.mark.rule("RW-TMOVE-3")
def test_a_tailer_whose_target_is_gone_may_fire_at_anybody() -> None:
    tailer = one("p", D_VII, "german", 10, 10, 0, last=came_straight(9, 10, 0))
    other, gone = one("q", CAMEL, "allied", 13, 10, 0), one("r", CAMEL, "allied", 15, 12, 0)
    tails = (Tail(tailer="p", target="r"),)
    changed = [
        aim(a_game(tailer, other, replace(gone, state=state), tails=tails), "p", "pilot", "q").modifiers
        for state in ("flying", "left")
    ]
    assert ["RW-TMOVE-3" in {each.source for each in found} for found in changed] == [True, False]


@pytest.mark.rule("RW-CRIT-1")
def test_a_dead_pilot_fires_no_gun() -> None:
    dead = one("p", D_VII, "german", 10, 10, 0, last=came_straight(9, 10, 0), crew=(Airman(health="dead"),), gliding=True)
    game = a_game(dead, one("q", CAMEL, "allied", 13, 10, 0), rulings=ruled(pilot_killed="glides-one-turn"))
    assert [each.rule for each in aim(game, "p", "pilot", "q").against] == ["RW-CRIT-1"]


@pytest.mark.rule("RW-DECL-5")
def test_sealed_front_guns_of_observers_keep_to_two_at_one_target() -> None:
    guns = [one(f"f{row}", "FE-2b", "allied", 12, row, 0, last=came_straight(11, row, 0)) for row in (9, 10, 11)]
    enemies = [one("p", D_VII, "german", 14, 10, 0), one("q", D_VII, "german", 30, 10, 0)]
    game = a_game(*guns, *enemies, phase="observers", choosing=("allied",))
    registry = load_registry(entry_points=False)
    said = [
        [each.rule for each in DeclareObservers(side="allied", order=order).objections(game, "allied", registry)]
        for order in ("f10|front Lewis|p;f9|front Lewis|p", "f10|front Lewis|p;f11|front Lewis|p;f9|front Lewis|p")
    ]
    assert said == [[], ["RW-DECL-5"]]
