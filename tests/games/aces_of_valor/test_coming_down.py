"""Damaged aircraft, landings, and what a mission brings. FLT-1 to FLT-4, FLT-8, END, ORD-8, MIS, PHO-8, GTD-6."""

from __future__ import annotations

from typing import Any

import pytest

from aqmf_air.core.data.model import replace
from aqmf_air.core.odds.checks import compare_with_decision
from aqmf_air.games.aces_of_valor.chapters.landing import Land, LandLight, LandLoaded, StayUp
from aqmf_air.games.aces_of_valor.chapters.orders import GoOn
from aqmf_air.games.aces_of_valor.chapters.postmission import PointsCounted, awards, unpaid_patrol
from aqmf_air.games.aces_of_valor.state import Campaign, GroundTarget
from aqmf_air.games.aces_of_valor.tables import GroundKind
from tests.games.aces_of_valor.in_flight import BOMBER, HOME, OBSERVER, flying, give, go_on, refusals, titles
from tests.games.aces_of_valor.playing import ruleset

ELSEWHERE = (1, 3)
ALL = ("georges", "marcel", "pierre", "rene")
RING = ((4, 4), (4, 5), (3, 5), (3, 4))


def asked(game: Campaign) -> int:
    return compare_with_decision(ruleset(), game, GoOn()).questions


# -- damaged aircraft --------------------------------------------------------------------------------------------------


@pytest.mark.rule("AOV-FLT-1")
def test_each_damaged_aircraft_is_looked_at() -> None:
    game = go_on(flying(at=(4, 4), step="turn", damaged=["marcel", "rene"]))
    assert (game.step, asked(game)) == ("damaged-check", 1)
    one = go_on(game, [2, 3])
    assert (one.flown.checked, one.step) == (("marcel",), "damaged-check")
    both = go_on(one, [2, 3])
    assert (both.flown.checked, both.step) == (("marcel", "rene"), "move")
    bad = go_on(game, [2, 2])
    assert (bad.flown.due, bad.step, asked(bad)) == ((("marcel", "F2"),), "trouble", 1)


@pytest.mark.rule("AOV-FLT-2")
def test_trouble() -> None:
    facts: dict[str, Any] = {"at": (4, 4), "step": "trouble", "due": (("marcel", "F2"),), "then": "damaged"}
    game = flying(**facts, damaged=["marcel"], checked=("marcel",))
    crash = go_on(game, [1])
    assert (crash.flown.fallen, crash.member("marcel").box, crash.flown.points) == (("marcel",), "lost", -1)
    assert crash.step == "move"
    forced = go_on(game, [2])
    assert (forced.step, asked(forced)) == ("forced-landing", 1)
    back, gone = go_on(forced, [4]), go_on(forced, [3])  # a friendly trench: 4 or more
    assert (back.member("marcel").box, back.flown.landed) == ("recovery", (("marcel", (4, 4)),))
    assert (gone.member("marcel").box, gone.flown.points) == ("lost", -1)
    difficult = go_on(game, [4])
    assert (difficult.step, asked(difficult)) == ("difficult-landing", 1)
    assert go_on(difficult, [4, 4]).flown.landed == (("marcel", HOME),)  # 8 - 4
    away = flying(**facts, damaged=["marcel"], rulings={"f2_f4_away": "forced"})
    assert go_on(away, [4]).step == "forced-landing"
    over = flying(**facts | {"at": ELSEWHERE}, damaged=["marcel"], rulings={"f2_f4_away": "forced"})
    assert go_on(over, [4]).step == "difficult-landing"
    free = flying(**facts, damaged=["marcel"], rulings={"lost_costs": "combat"})
    assert go_on(free, [1]).flown.points == 0


# -- landings ----------------------------------------------------------------------------------------------------------


@pytest.mark.rule("AOV-END-1", "AOV-END-2", "AOV-END-3")
def test_all_land() -> None:
    game = flying(step="landing", tried=True, damaged=["pierre"])
    assert titles(game)[0] == "All land at Entente airfield C"
    landing = give(game, Land())
    assert [landing.member(id_).box for id_ in ALL] == ["ready", "ready", "flight", "ready"]
    assert landing.step == "difficult-landing"
    safe = go_on(landing, [4, 4])  # 8 - 4
    assert safe.member("pierre").box == "recovery"
    assert (safe.flown.flight, safe.flown.wrecked) == ((), ())
    wreck = go_on(landing, [5, 5])
    assert (wreck.step, asked(wreck)) == ("wreck", 1)
    walks, dies = go_on(wreck, [3]), go_on(wreck, [2])
    assert (walks.member("pierre").box, walks.flown.wrecked, walks.flown.points) == ("recovery", ("pierre",), 0)
    assert (dies.member("pierre").box, dies.flown.points) == ("lost", -1)
    assert go_on(landing, [5, 6]).member("pierre").box == "lost"
    assert refusals(game, Land(aircraft=("georges", "georges"))) == ["AOV-END-1: an aircraft is named twice"]
    assert refusals(game, Land(aircraft=("nobody",))) == ["AOV-END-1: nobody is not in the flight"]
    roams = flying(step="landing", tried=True, damaged=["pierre"], options={"extended_patrols": True})
    partly = give(give(roams, Land(aircraft=("georges",))), Land(aircraft=("marcel",)))
    assert partly.flown.flight == ("pierre", "rene")
    assert [id_ for id_, at in partly.flown.landed] == ["georges", "marcel"]


@pytest.mark.rule("AOV-END-3")
def test_a_lent_aircraft_that_is_wrecked() -> None:
    hurt = replace(OBSERVER, side="back")
    for ruling, step in (("c9", "wreck"), ("lost", "spend")):
        game = flying("artillery-spotting", step="landing", tried=True, lent=[hurt], rulings={"f4_wrecked_lent": ruling})
        wrecked = go_on(give(game, Land(aircraft=("two-seater-1",))), [4, 4])  # 8 - 3
        assert wrecked.step == step
        if ruling == "lost":
            assert wrecked.flown.points == -2


@pytest.mark.rule("AOV-ORD-8")
def test_ordnance_goes_before_a_difficult_landing() -> None:
    hurt = replace(BOMBER, side="back", bombs=3)
    flight = flying("bombing-town", step="landing", tried=True, lent=[hurt], flight=("bomber-1",))
    game = give(flight, Land())
    assert game.step == "before-landing"
    assert titles(game) == ["bomber 1 jettisons its ordnance and lands", "bomber 1 lands with its ordnance"]
    light, loaded = give(game, LandLight()), give(game, LandLoaded())
    assert (light.aircraft("bomber-1").bombs, loaded.aircraft("bomber-1").bombs) == (0, 3)
    assert go_on(light, [3, 4]).flown.landed == (("bomber-1", HOME),)  # 7 - 3
    assert go_on(loaded, [3, 4]).step == "wreck"  # 7 - 2
    flow = replace(game, pace="flow")
    for order in (LandLight(), LandLoaded()):
        assert compare_with_decision(ruleset(), flow, order).questions == 1


@pytest.mark.rule("AOV-FLT-4", "AOV-PST-1")
def test_those_who_wait_land_at_the_end() -> None:
    waits = flying(step="landing", tried=True, damaged=["pierre", "rene"], flight=ALL[:3], waiting=(("rene", HOME),))
    game = give(waits, Land())
    assert game.flown.due == (("pierre", "F4"),)
    end = go_on(game, [4, 4])
    assert (end.step, end.flown.due) == ("difficult-landing", (("rene", "F4"),))
    assert end.flown.waiting == (("rene", HOME),)
    over = go_on(end, [4, 4])
    assert over.member("rene").box == "recovery"
    assert over.step == "spend"
    assert refusals(waits, StayUp()) == ["AOV-OPT-6: the task has been tried, and the mission ends at this airfield"]


@pytest.mark.rule("AOV-SCR-13")
@pytest.mark.parametrize(("ruling", "due"), [("f4", (("rene", "F4"),)), ("recovery", ())])
def test_landing_after_a_scramble(ruling: str, due: Any) -> None:
    game = flying(step="mission-over", damaged=["rene"], rulings={"scramble_landing": ruling})
    game = replace(game, mission=replace(game.flown, card="scramble", objective=()))
    over = go_on(game)
    assert [over.member(id_).box for id_ in ALL[:3]] == ["ready"] * 3
    assert over.member("rene").box == ("flight" if due else "recovery")
    assert over.flown.due == due


# -- what it brings ----------------------------------------------------------------------------------------------------


def brought(card: str = "offensive-patrol", **facts: Any) -> dict[str, int]:
    """The entries at the end of a mission, points by rule."""
    down = {"landed": tuple((id_, HOME) for id_ in ALL), "flight": ()}
    return {one.rule: one.points for one in awards(flying(card, step="awards", **down | facts))}


@pytest.mark.rule("AOV-MIS-11", "AOV-MIS-14")
def test_an_offensive_patrol() -> None:
    there: dict[str, Any] = {"visited": ((8, 5),)}
    assert brought(**there) == {"AOV-MIS-11": 2}
    assert brought() == {}
    elsewhere = (*((id_, HOME) for id_ in ALL[:3]), ("rene", ELSEWHERE))
    assert brought(**there, landed=elsewhere) == {"AOV-MIS-3": -1}
    lost: dict[str, Any] = {"fallen": ("rene",), "landed": tuple((id_, HOME) for id_ in ALL[:3])}
    assert brought(**there, **lost) == {}
    assert brought(**there, **lost, rulings={"patrol_losses": "survivors"}) == {"AOV-MIS-11": 2}
    assert brought(**there, wrecked=("rene",)) == {}
    assert brought(**there, wrecked=("rene",), rulings={"patrol_safe": "back"}) == {"AOV-MIS-11": 2}


@pytest.mark.rule("AOV-MIS-11", "AOV-MIS-13")
def test_the_points_that_a_patrol_forfeits_are_told() -> None:
    flown: dict[str, Any] = {"card": "offensive-patrol", "visited": ((8, 5),)}
    due: dict[str, Any] = flown | {"landed": tuple((id_, HOME) for id_ in ALL), "flight": ()}
    assert unpaid_patrol(flying(**due)) == ""
    assert unpaid_patrol(flying(**due | {"fallen": ("rene",)})) == "2 MP forfeit: Rene lost"
    assert unpaid_patrol(flying(**due | {"wrecked": ("rene",)})) == "2 MP forfeit: Rene wrecked"
    assert unpaid_patrol(flying(**due | {"landed": (("rene", ELSEWHERE),)})) == "2 MP forfeit: not all landed at home"
    assert unpaid_patrol(flying(**due | {"visited": (), "fallen": ("rene",)})) == ""
    counted = PointsCounted(points=-1).tell(flying(**due | {"fallen": ("rene",)}))
    assert counted == "the mission brought -1 mission points; of the patrol 2 MP forfeit: Rene lost"
    landing = flying(**flown, step="landing", fallen=("rene",), flight=ALL[:3], tried=True)
    assert titles(landing)[0] == "All land at Entente airfield C, 2 MP forfeit: Rene lost"


@pytest.mark.rule("AOV-MIS-13")
def test_a_defensive_patrol() -> None:
    assert brought("defensive-patrol", visited=RING) == {"AOV-MIS-13": 2}
    assert brought("defensive-patrol", visited=RING[:3]) == {}
    assert brought("trench-strafing", visited=((5, 4),)) == {}


@pytest.mark.rule("AOV-MIS-3")
def test_another_airfield() -> None:
    landed = (("georges", HOME), ("marcel", ELSEWHERE), ("pierre", ELSEWHERE), ("rene", (2, 4)))
    assert brought(landed=landed) == {"AOV-MIS-3": -1}
    assert brought(landed=landed, rulings={"other_field_penalty": "aircraft"}) == {"AOV-MIS-3": -2}
    stay = {"step": "awards", "landed": landed, "flight": (), "rulings": {"aircraft_from_other_field": "stay"}}
    absent = [go_on(flying(**stay)).member(id_).absent for id_ in ALL]  # type: ignore[arg-type]
    assert absent == [0, 2, 2, 0]
    home = go_on(flying(**stay | {"rulings": {}}))  # type: ignore[arg-type]
    assert [home.member(id_).absent for id_ in ALL] == [0] * 4


@pytest.mark.rule("AOV-GTD-6", "AOV-PTS-1")
def test_ground_targets() -> None:
    def after(kind: GroundKind, points: int, at: Any = (7, 3), **facts: Any) -> dict[str, int]:
        target = GroundTarget(id="target-1", name=kind, kind=kind, at=at, points=points, gone=True)
        return brought("bombing-town", targets=(target,), **facts)

    assert [after("town-ace", points) for points in (3, 4, 8)] == [{}, {"AOV-GTD-6": 5}, {"AOV-GTD-6": 10}]
    assert after("airfield", 8, at=HOME) == {}  # the own one, in a scramble
    assert after("town-ace", 8, given_up=True) == {"AOV-GTD-6": 10}
    assert after("town-ace", 8, given_up=True, rulings={"terminated_mp": "lose"}) == {}


@pytest.mark.rule("AOV-PHO-8")
def test_photos_count_if_the_crew_is_back() -> None:
    seen = {"observed": (("two-seater-1", 4),), "lent": [OBSERVER]}
    assert brought("photo-town", **seen) == {}
    assert brought("photo-town", **seen, landed=(("two-seater-1", (6, 4)),)) == {"AOV-PHO-8": 4}
    hurt = replace(OBSERVER, side="back")
    game = flying("photo-town", at=(4, 4), step="trouble", lent=[hurt], due=(("two-seater-1", "F2"),), then="damaged")
    game = replace(game, mission=replace(game.flown, observed=(("two-seater-1", 4),)))
    back, gone = go_on(go_on(game, [2]), [4]), go_on(go_on(game, [2]), [3])
    assert [sum(one.points for one in awards(state)) for state in (back, gone)] == [4, 0]
    assert (back.flown.points, gone.flown.points) == (0, -2)
