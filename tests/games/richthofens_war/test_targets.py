"""Who may fire at whom, and why not. DECL, D-9, TMOVE-2."""

from __future__ import annotations

from typing import Any

from aqmf_air.core.data.model import replace
from aqmf_air.games.richthofens_war.pieces import Aircraft, Airman, Declaration, LastMove, Tail
from aqmf_air.games.richthofens_war.rules.guns import fitted
from aqmf_air.games.richthofens_war.rulings import RichthofenRulings
from aqmf_air.games.richthofens_war.setup import Placed, Setup
from aqmf_air.games.richthofens_war.state import Game
from aqmf_air.games.richthofens_war.tables import tables
from aqmf_air.games.richthofens_war.targets import Aim, Way, aim
from aqmf_air.geometry.hexes.grid import from_map

CAMEL, D_VII, BRISTOL = "Sopwith Camel", "Fokker D-VII", "Bristol F2B"


def one(id_: str, type_: str, side: Any, column: int, row: int, facing: int, **more: Any) -> Aircraft:
    sheet = tables().aircraft.at(type_)
    at = from_map(column, row)
    known: dict[str, Any] = {"height": 2000, "speed": 7, "guns": fitted(sheet, tables(), RichthofenRulings()), **more}
    crew = (Airman(),) * sheet.crew
    return Aircraft(id=id_, type=type_, side=side, at=(at.q, at.r), facing=facing, crew=crew, moved=True, **known)


def a_game(*aircraft: Aircraft, **more: Any) -> Game:
    placed = Placed(type=CAMEL, side="allied", column=1, row=1, facing=0, height=50, speed=7)
    return Game(setup=Setup(aircraft=(placed,)), phase="declaring", aircraft=aircraft, **more)


def came_straight(column: int, row: int, facing: int, height: int = 2000) -> LastMove:
    """A move whose last point led straight ahead from there."""
    return LastMove(before=(*from_map(column, row), facing, height), speed=7)


def shot(game: Game, way: Way = "moved", **more: Any) -> Aim:
    return aim(game, "german", more.pop("by", "pilot"), "camel", way, **more)


def rules(found: Aim) -> list[str]:
    return [one.rule for one in found.against]


def test_a_shot_has_its_row_and_its_modifiers() -> None:
    ahead = one("german", D_VII, "german", 10, 10, 0, last=came_straight(9, 10, 0))
    found = shot(a_game(ahead, one("camel", CAMEL, "allied", 12, 10, 0)))
    assert (found.against, found.range) == ((), 2)
    assert found.row == tables().fire("A", 2)
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
