"""What befalls a flight on its way: anti-aircraft fire, events, ground targets, the task. AA, EVT, OBJ, MIS."""

from __future__ import annotations

from typing import Any

import pytest

from aqmf_air.core.data.model import replace
from aqmf_air.core.odds.checks import compare_with_decision
from aqmf_air.games.aces_of_valor.chapters.combat import CombatBegan
from aqmf_air.games.aces_of_valor.chapters.events import event_changes
from aqmf_air.games.aces_of_valor.chapters.moves import MoveFlight
from aqmf_air.games.aces_of_valor.chapters.objective import AttackTargets, DoTask, PassBy
from aqmf_air.games.aces_of_valor.chapters.orders import GoOn
from aqmf_air.games.aces_of_valor.chapters.premission import kinds_to_meet
from aqmf_air.games.aces_of_valor.state import Campaign, GroundTarget
from tests.games.aces_of_valor.in_flight import BOMBER, OBSERVER, flying, give, go_on, refusals, replay, titles
from tests.games.aces_of_valor.playing import one_step, ruleset

TRENCH = (5, 4)


def asked(game: Campaign) -> int:
    """How many questions of what comes next have the odds of deciding it."""
    return compare_with_decision(ruleset(), game, GoOn()).questions


# -- anti-aircraft fire ------------------------------------------------------------------------------------------------


@pytest.mark.rule("AOV-AA-1", "AOV-AA-5", "AOV-GEN-5")
def test_guns_of_enemy_sectors_fire() -> None:
    assert give(flying(at=(3, 4)), MoveFlight(to=(4, 4))).step == "event-roll"
    game = give(flying(at=(4, 4)), MoveFlight(to=TRENCH))
    assert game.step == "anti-aircraft-fire"
    assert asked(game) == 1
    stays = give(flying(at=TRENCH), MoveFlight(to=TRENCH))
    assert stays.step == "anti-aircraft-fire"
    fired = {face: go_on(game, [face]).flown.gunfire for face in (2, 3, 5, 6)}
    assert fired == {2: 0, 3: 1, 5: 2, 6: 3}
    cloudy = flying(at=TRENCH, step="anti-aircraft-fire", weather="heavy-clouds")
    assert go_on(cloudy, [6]).flown.gunfire == 2
    assert go_on(game, [1]).step == "event-roll"


@pytest.mark.rule("AOV-AA-2", "AOV-AA-3", "AOV-AA-4")
def test_each_aircraft_is_shot_at() -> None:
    game = go_on(flying(at=TRENCH, step="anti-aircraft-fire"), [5])
    assert game.flown.under_fire == ("georges", "marcel", "pierre", "rene")
    assert asked(game) == 1
    hit = go_on(game, [6, 6], [5])  # 5 + 1 for the second hit - 5
    assert hit.aircraft("georges").damaged
    assert hit.flown.under_fire == ("marcel", "pierre", "rene")
    missed = go_on(hit, [5, 5])
    lost = go_on(missed, [6, 1], [6])
    assert lost.aircraft("pierre").damaged
    done = go_on(lost, [1, 1])
    assert (done.flown.under_fire, done.step) == ((), "event-roll")
    apart = go_on(flying(at=TRENCH, step="anti-aircraft-fire", rulings={"aa_one_attack": "die"}), [5])
    twice = go_on(apart, [6, 6], [6], [6], [1])  # damaged twice; C9
    assert twice.flown.fallen == ("georges",)


@pytest.mark.rule("AOV-DMG-2", "AOV-PTS-1")
def test_an_aircraft_that_guns_destroy() -> None:
    shot: dict[str, Any] = {
        "at": TRENCH,
        "step": "aircraft-under-fire",
        "gunfire": 1,
        "under_fire": ("georges",),
        "damaged": ["georges"],
    }
    lives = go_on(flying(**shot), [6], [6], [6])  # C8: 6 - 4, damaged again; C9 over an enemy trench: 6
    assert (lives.member("georges").box, lives.flown.points) == ("recovery", -1)
    dead = go_on(flying(**shot), [6], [6], [5])
    assert (dead.member("georges").box, dead.flown.points) == ("lost", -3)
    rulings = {"c9_scope": "air-combat", "lost_costs": "combat"}
    assert go_on(flying(**shot, rulings=rulings), [6], [6]).flown.points == 0


# -- events ------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("AOV-EVT-1")
def test_an_event_by_place() -> None:
    need = {(2, 4): 11, (3, 4): 11, (4, 4): 9, TRENCH: 8, (6, 4): 9, (8, 5): 8}
    for at, number in need.items():
        game = flying(at=at, step="event-roll")
        low, high = [(number - 1) // 2, number - 1 - (number - 1) // 2], [number // 2, number - number // 2]
        assert go_on(game, low).step != "event-outcome"
        assert go_on(game, high).step == "event-outcome"
    assert asked(game) == 1
    columns = {(2, 4): "none", TRENCH: "ground", (8, 5): "ground"}
    found = {at: replay(flying(at=at, step="event-outcome"), GoOn(), [1, 2])[1][0].event for at in columns}  # type: ignore[attr-defined]
    assert found == columns


@pytest.mark.rule("AOV-OPT-10", "AOV-OPT-4")
def test_what_is_added_on_f6() -> None:
    cloudy = flying(at=TRENCH, step="event-roll", weather="heavy-clouds", options={"clouds_on_events": True})
    assert [(one.reason, one.value) for one in event_changes(cloudy)] == [("heavy clouds", -1)]
    assert go_on(cloudy, [4, 4]).step == "move"
    assert go_on(cloudy, [4, 5]).step == "event-outcome"
    assert asked(cloudy) == 1
    assert event_changes(flying(at=TRENCH, weather="heavy-clouds")) == ()
    offensive = replace(flying(at=TRENCH, step="event-roll"), effects=(("EV-10", 1),))
    assert go_on(offensive, [3, 4]).step == "event-outcome"
    assert event_changes(replace(offensive, number=2)) == ()
    assert event_changes(replace(offensive, mission=replace(offensive.flown, at=(6, 4)))) == ()


@pytest.mark.parametrize(("ruling", "step"), [(True, "event-roll"), (False, "landing")])
def test_event_on_home(ruling: bool, step: str) -> None:
    assert give(flying(at=(2, 5), rulings={"event_on_home": ruling}), MoveFlight(to=(1, 5))).step == step


def test_event_time() -> None:
    early = go_on(flying(step="turn", rulings={"event_time": "turn-start"}))
    assert early.step == "event-roll"
    assert go_on(early, [1, 2]).step == "move"
    moved = give(go_on(early, [1, 2]), MoveFlight(to=(2, 5)))
    assert (moved.step, moved.flown.turn) == ("event-roll", 3)
    fought = flying(step="after-combat", fought=True, rounds=((1, True),), rulings={"event_time": "turn-start"})
    assert go_on(fought).step == "move"


@pytest.mark.rule("AOV-PST-1")
def test_a_combat_before_the_move_that_leaves_nobody_ends_the_mission() -> None:
    fought = flying(step="after-combat", fought=True, rounds=((1, True),), rulings={"event_time": "turn-start"}, flight=())
    assert one_step(fought).step == "mission-over"


@pytest.mark.rule("AOV-EVT-2", "AOV-EVT-3", "AOV-EVT-7")
def test_enemies_are_counted_and_met() -> None:
    game = flying(at=(4, 4), step="event-outcome")
    assert asked(game) == 1
    raid = go_on(game, [2, 3])
    assert (raid.flown.event, raid.step) == ("raid", "event-numbers")
    assert asked(raid) == 1
    met, events = replay(raid, GoOn(), [4], [2])  # D2: 2; D3 + 1: 2
    began = next(one for one in events if isinstance(one, CombatBegan))
    assert (began.reason, dict(began.coming)) == ("meeting", {"fighter": 2, "two-seater": 2})
    assert met.combat is not None
    ambush = replay(go_on(game, [6, 6]), GoOn(), [6])[1]
    assert next(one for one in ambush if isinstance(one, CombatBegan)).forced
    nothing = go_on(flying(at=(2, 4), step="event-outcome"), [1, 2])
    assert (nothing.step, nothing.flown.turn) == ("move", 2)


@pytest.mark.rule("AOV-EVT-1", "AOV-MIS-14")
def test_engine_trouble() -> None:
    trouble = go_on(flying(at=(4, 4), step="event-outcome", damaged=["rene"], checked=("rene",)), [1, 1])
    assert trouble.step == "engine-trouble"
    assert asked(trouble) == 1
    whole = go_on(trouble, ["Marcel"])
    assert (whole.flown.landed, whole.member("marcel").box) == ((("marcel", (1, 5)),), "ready")
    hurt = go_on(trouble, ["Rene"])
    assert (hurt.flown.waiting, hurt.member("rene").box) == ((("rene", (1, 5)),), "flight")
    alone: dict[str, Any] = {"at": (4, 4), "step": "event-outcome", "lent": [OBSERVER], "flight": ("two-seater-1",)}
    assert go_on(flying("artillery-spotting", **alone), [1, 1]).step == "move"
    lent = go_on(flying("artillery-spotting", **alone, rulings={"engine_none": "lent"}), [1, 1])
    assert go_on(lent, ["2-seater 1"]).flown.landed == (("two-seater-1", (1, 5)),)


# -- ground targets ----------------------------------------------------------------------------------------------------


@pytest.mark.rule("AOV-EVT-5", "AOV-MIS-8")
def test_targets_of_opportunity() -> None:
    found = go_on(flying(at=TRENCH, step="event-outcome"), [1, 2])
    counted = go_on(found, [3])  # D3: 2
    assert (counted.flown.awaited, counted.step) == (2, "ground-target")
    assert asked(counted) == 1
    both = go_on(go_on(counted, [1, 1]), [6, 6])
    assert [(one.kind, one.at, one.objective) for one in both.flown.targets] == [
        ("balloon", TRENCH, False),
        ("convoy", TRENCH, False),
    ]
    assert both.step == "task"
    assert titles(both) == [
        "Attack the ground targets: balloon 1: 1 MP damaged, 3 destroyed; convoy 1: 1 MP damaged, 2 destroyed",
        "Do nothing here in this turn: no points, and no fire at the flight",
    ]
    events = replay(both, AttackTargets())[1]
    assert next(one for one in events if isinstance(one, CombatBegan)).targets == ("target-1", "target-2")
    assert give(both, PassBy()).flown.turn == 2
    rear = go_on(go_on(go_on(flying(at=(7, 4), step="event-outcome"), [1, 2]), [1]), [1, 1])
    assert rear.flown.targets[0].kind == "train"
    forced = replace(both, setup=flying(rulings={"opportunity_fight": "forced"}).setup)
    assert refusals(forced, PassBy()) == ["AOV-EVT-5: these ground targets have to be attacked"]


@pytest.mark.rule("AOV-EVT-6")
def test_a_target_whose_counters_are_all_in_use_is_rolled_again() -> None:
    batteries = tuple(GroundTarget(id=f"target-{n}", name=f"AA battery {n}", kind="aa-battery", at=TRENCH) for n in (1, 2))
    game = flying(at=TRENCH, step="ground-target", awaited=1, event="ground", targets=batteries)
    assert go_on(game, [2, 3], [1, 4], [3, 4]).flown.targets[-1].kind == "trench"
    left = tuple(replace(one, gone=True) for one in batteries)
    free = replace(game, mission=replace(game.flown, targets=left))
    assert go_on(free, [2, 3]).flown.targets[-1].kind == "aa-battery"


@pytest.mark.rule("AOV-MIS-16", "AOV-MIS-5", "AOV-PHO-2")
def test_ground_results_that_count_for_nothing() -> None:
    def after(card: str = "offensive-patrol", at: Any = TRENCH, **facts: Any) -> str:
        faces = [1, 2] if at[0] >= 4 else [2, 2]
        return go_on(flying(card, at=at, step="event-outcome", **facts), faces).step

    assert after() == "event-numbers"
    assert after(at=(4, 4)) == "move"  # a friendly trench
    assert after("artillery-spotting", lent=[OBSERVER]) == "move"
    assert after("artillery-spotting", lent=[OBSERVER], rulings={"escort_ground_event": "allowed"}) == "event-numbers"
    assert after("trench-strafing", at=(5, 3)) == "event-numbers"
    assert after("trench-strafing") == "card-targets"
    assert after("trench-strafing", arrived=True) == "move"
    assert after("trench-strafing", arrived=True, rulings={"ground_ignore": "entry"}) == "event-numbers"
    assert after("trench-strafing", rulings={"ground_ignore": "entry"}) == "card-targets"


@pytest.mark.rule("AOV-MIS-4", "AOV-MIS-6", "AOV-OBJ-1")
def test_targets_of_the_card() -> None:
    arriving = go_on(flying("trench-strafing", at=TRENCH, step="event-roll"), [1, 2])
    assert arriving.step == "card-targets"
    assert asked(arriving) == 1
    game = go_on(arriving, [1])  # D3 + 1: 2
    assert (game.flown.awaited, game.flown.arrived) == (2, True)
    both = go_on(go_on(game, [3, 3]), [4, 4])
    assert [(one.kind, one.objective) for one in both.flown.targets] == [("trench", True), ("infantry", True)]
    assert both.step == "task"
    balloons = go_on(flying("balloon-busting", at=(6, 4), step="card-targets"), [4])
    assert [one.kind for one in balloons.flown.targets] == ["balloon", "balloon"]
    towns = {}
    for letter in "ABC":
        town = flying("bombing-town", at=(7, 3), step="event-roll", lent=[BOMBER], letter=letter)
        towns[letter] = go_on(town, [1, 2]).flown.targets[0].kind
    assert towns == {"A": "town-ace", "B": "town-bdf", "C": "town-ace"}
    elsewhere = go_on(flying("trench-strafing", at=(5, 3), step="event-roll"), [1, 2])
    assert elsewhere.step == "move"


@pytest.mark.rule("AOV-OBJ-3", "AOV-OBJ-2")
def test_enemies_over_the_objective_share_the_combat() -> None:
    game = flying("trench-strafing", at=TRENCH, step="event-numbers", event="fighters-d3")
    counted = go_on(go_on(go_on(game, [1]), [1]), [3, 3])
    met, events = replay(counted, GoOn(), [4, 4])
    began = next(one for one in events if isinstance(one, CombatBegan))
    assert (began.reason, began.targets) == ("meeting", ("target-1", "target-2"))
    assert met.flown.numbers == (("fighter", 1),)


@pytest.mark.rule("AOV-OBJ-1", "AOV-OBJ-2", "AOV-PHO-6", "AOV-DET-5", "AOV-MIS-15")
def test_the_task() -> None:
    spotting: dict[str, Any] = {"card": "artillery-spotting", "at": (5, 2), "lent": [OBSERVER], "step": "objective-sector"}
    ready = go_on(flying(**spotting))
    assert titles(ready)[0] == "Begin the artillery spotting: 9.8 MP on average in 3 rounds; AA shoots it down 0.2%"
    assert "the flight goes home only after it has tried its task; there is fuel to stay 18 turns more" in titles(ready)[1]
    assert next(one for one in replay(ready, DoTask())[1] if isinstance(one, CombatBegan)).reason == "task"
    assert refusals(ready, AttackTargets())
    for gone in ({"attempted": 3}, {"fought": True}, {"flight": ("georges",)}, {"at": (5, 3)}):
        assert go_on(flying(**spotting | gone)).step == "move"
    assert go_on(flying(**spotting, evaded=True)).step == "task"
    depot = GroundTarget(id="target-1", name="depot 1", kind="depot", at=(8, 1), objective=True)
    bombing: dict[str, Any] = {"card": "bombing-depot", "at": (8, 1), "targets": (depot,), "step": "objective-sector"}
    loaded = go_on(flying(**bombing, lent=[BOMBER]))
    assert titles(loaded)[0] == "Begin the bombing: depot 1: 3 MP damaged, 6 destroyed"
    empty = go_on(flying(**bombing, lent=[replace(BOMBER, bombs=0)]))
    assert titles(empty)[0] == "Attack the ground targets: depot 1: 3 MP damaged, only bombers destroy it"
    hit = replace(depot, points=loaded.tables.ground_target("depot").destruction)
    again = go_on(flying(**bombing | {"targets": (hit,)}, lent=[BOMBER]))
    assert titles(again)[0] == "Begin the bombing: depot 1, damaged: 6 MP destroyed, 3 as it is"
    guns = go_on(flying(**bombing | {"targets": (hit,)}))
    assert "depot 1, damaged: 3 MP as it is, only bombers destroy it" in titles(guns)[0]


@pytest.mark.rule("AOV-GTD-4", "AOV-DET-5")
def test_targets_are_attacked_again_or_wait() -> None:
    balloon = GroundTarget(id="target-1", name="balloon 1", kind="balloon", at=(6, 4), objective=True)
    facts: dict[str, Any] = {"card": "balloon-busting", "at": (6, 4), "targets": (balloon,), "arrived": True}
    game = flying(**facts, step="objective-sector")
    assert go_on(game).step == "task"
    waits = replace(game, mission=replace(game.flown, evaded=True))
    assert go_on(waits).step == "move"
    for rulings in ({"evade_then_strafe": "same-turn"}, {"c3_evade_at_objective": "all"}):
        assert go_on(replace(waits, setup=flying(rulings=rulings).setup)).step == "task"
    again = flying(**facts, step="after-combat", moved=True, fought=True, rounds=((1, True),))
    enough = go_on(again)
    assert (enough.step, enough.flown.enough, enough.flown.tried) == ("move", True, False)
    assert not titles(enough)[0].startswith("Turn for home"), "the balloon still stands"
    assert not go_on(waits).flown.enough
    left = give(enough, MoveFlight(to=(5, 4)))
    assert left.flown.tried
    gone = flying(**facts | {"targets": ()}, step="objective-sector")
    assert go_on(gone).flown.enough
    first, *others = titles(go_on(gone))
    assert first.startswith("Turn for home: what was won so far stays; ")
    assert others[-1].startswith("Stay over German balloon C")


@pytest.mark.parametrize(
    ("facts", "tried"),
    [
        ({"card": "artillery-spotting", "at": (5, 2), "attempted": 1}, True),
        ({"card": "artillery-spotting", "at": (5, 2)}, False),
        ({"card": "bombing-depot", "at": (8, 1)}, True),
        ({"card": "bombing-depot", "at": (8, 2)}, False),
        ({"card": "offensive-patrol", "at": (8, 5)}, False),
    ],
)
def test_tasks_are_tried_after_their_combat(facts: dict[str, Any], tried: bool) -> None:
    game = flying(**facts, step="after-combat", moved=True, fought=True, rounds=((1, True),), lent=[OBSERVER])
    assert go_on(game).flown.tried is tried


@pytest.mark.rule("AOV-OPT-8")
def test_a_raid_that_is_not_fought() -> None:
    def points(card: str = "defensive-patrol", event: str = "raid", *, cost: bool = True, **facts: Any) -> int:
        options = {"raids_cost": cost}
        game = flying(card, at=(4, 4), step="after-combat", moved=True, event=event, options=options, **facts)
        return go_on(game).flown.points

    assert points() == -1
    assert points(cost=False) == 0
    assert points(event="two-seaters") == 0
    assert points(fought=True, rounds=((1, True),)) == 0
    assert points("offensive-patrol") == 0
    assert points("offensive-patrol", rulings={"raid_scope": "patrols"}) == -1
    assert points("trench-strafing", rulings={"raid_scope": "patrols"}) == 0


@pytest.mark.rule("AOV-MIS-16", "AOV-ORD-11")
@pytest.mark.parametrize("card", ["artillery-spotting", "bombing-depot"])
def test_an_escort_meets_no_targets_of_opportunity(card: str) -> None:
    escorting = kinds_to_meet(flying(card))
    allowed = kinds_to_meet(flying(card, rulings={"escort_ground_event": "allowed"}))
    assert "convoy" in allowed - escorting
    assert "convoy" in kinds_to_meet(flying())
