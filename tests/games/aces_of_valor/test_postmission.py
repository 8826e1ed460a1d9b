"""What mission points buy, missions that are skipped, the home airfield, the end. PST, HOM, VIC, SCR-16, SCR-17, SKL-3."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pytest

from aqmf_air.core.data.model import replace
from aqmf_air.core.odds.checks import compare_with_decision
from aqmf_air.core.play.events import Command
from aqmf_air.games.aces_of_valor.chapters.counters import air_skill
from aqmf_air.games.aces_of_valor.chapters.orders import GoOn
from aqmf_air.games.aces_of_valor.chapters.postmission import (
    BuyPoints,
    DoneSpending,
    GiveUp,
    Repair,
    Replace,
    SkipNextMission,
    Upgrade,
    anything_to_spend,
    purse,
)
from aqmf_air.games.aces_of_valor.chapters.squadron import pilots_left, replacements
from aqmf_air.games.aces_of_valor.state import PLAYER, Aircraft, Campaign, GroundTarget, PointsEntry, Purse
from aqmf_air.games.aces_of_valor.telling.briefing import hint
from tests.games.aces_of_valor.playing import FRENCH, campaign, from_state, gone_on, refused, ruleset


def spending(points: int, **more: Any) -> Campaign:
    """A campaign whose mission brought so many points, which are to be spent."""
    bank = Purse(points=max(points, 0), total=points)
    return campaign("spend", purse=bank, **{"mission": {"card": "photo-town"}, **more})


def all_of(state: Campaign, *commands: Command) -> Campaign:
    """The state after these orders, none of which rolls."""
    for command in commands:
        state = from_state(state, command, ())
    return state


def after_mission(points: int, **more: Any) -> Campaign:
    """A campaign whose mission is over with so many points, before they are counted."""
    ledger = (PointsEntry(what="x", points=points, rule="y"),)
    return campaign("points", **{"mission": {"card": "photo-town", "ledger": ledger}, **more})


@pytest.mark.rule("AOV-PST-2", "AOV-PST-3", "AOV-GEN-13", "AOV-END-4")
def test_points_are_counted() -> None:
    lent = (Aircraft(id="two-seater-1", name="2-seater 1", kind="two-seater", side="back"),)
    ledger = (PointsEntry(what="x", points=5, rule="y"), PointsEntry(what="z", points=-1, rule="y"))
    flown = {"card": "photo-town", "ledger": ledger, "lent": lent, "took_off": ("georges", "two-seater-1")}
    state = campaign("points", number=2, mission=flown, boxes={"Georges": {"jammed": True, "attacks": 3, "bombs": 1}})
    after = gone_on(state)
    georges = after.member("georges")
    assert (after.purse, after.played) == (Purse(points=4, total=4), ("photo-town",))
    assert (georges.flown, georges.jammed, georges.attacks, georges.bombs) == ((2,), False, 0, 0)
    assert after.member("rene").flown == ()
    assert hint(after).startswith("4 MP to spend, 0 VP so far")
    assert hint(gone_on(after_mission(-9))).startswith("MP -9: nothing to spend, 0 VP so far"), (
        "as the head of the page says"
    )
    again = gone_on(replace(from_state(after, DoneSpending(), ()), step="next-mission"))
    assert again.flown.lent == ()


@pytest.mark.rule("AOV-PST-3", "AOV-PST-4", "AOV-VIC-1")
@pytest.mark.parametrize(
    ("ruling", "prices"), [("squares", (1, 4, 9, 16)), ("plus-three", (1, 4, 7, 10)), ("steps", (1, 4, 8, 13))]
)
def test_the_price_of_victory_points_is_for_the_number_bought(ruling: str, prices: Sequence[int]) -> None:
    state = spending(19, rulings={"vp_price": ruling})
    for n, price in enumerate(prices, 1):
        bought = from_state(state, BuyPoints(points=n), ())
        assert (bought.vp, bought.purse and bought.purse.points) == (n, 19 - price)
    two = all_of(state, BuyPoints(points=1), BuyPoints(points=1))
    assert two.purse
    assert two.purse.points == 15
    assert refused(two, BuyPoints(points=3)) == ("at most 4 victory points are bought after a mission",)
    assert refused(spending(3), BuyPoints(points=2)) == ("2 VP costs 4 MP, and 3 are left",)


@pytest.mark.rule("AOV-PST-5", "AOV-PST-8")
def test_repairs_and_what_is_not_spent() -> None:
    state = spending(2, boxes={"Rene": {"box": "recovery", "side": "back"}, "Jean": "recovery", "Louis": "recovery"})
    assert refused(state, Repair(aircraft="georges")) == ("Georges is not in Recovery",)
    assert refused(state, Repair(aircraft="emil")) == ("the squadron has no 'emil'",)
    one = from_state(state, Repair(aircraft="rene"), ())
    assert (one.member("rene").box, one.member("rene").side, one.step) == ("ready", "front", "spend")
    done = from_state(one, DoneSpending(), ())
    assert (done.purse, done.number, done.step) == (None, 2, "mission-card")
    assert {one.name for one in done.in_box("recovery")} == {"Jean", "Louis"}, "they wait for a later mission"
    both = from_state(one, Repair(aircraft="jean"), ())
    assert (both.step, both.purse) == ("mission-card", None), "nothing is left to buy anything with"


@pytest.mark.rule("AOV-PST-9", "AOV-GEN-11", "AOV-SET-4")
def test_replacements() -> None:
    assert refused(spending(4), Replace()) == ("the squadron has 8 fighters",)
    state = spending(4, boxes={"Jean": "lost", "Rene": {"tier": 2, "type": "Spad VII"}, "Louis": "recovery"})
    assert len(replacements(state)) == 8
    assert compare_with_decision(ruleset(), state, Replace()).questions == 1
    skills = ruleset().questions(state, Replace())[0].odds()
    assert dict(skills.items()) == {"0/0": 1}, "the better ones serve, or are lost"
    after = from_state(state, Replace(), (["Leon"],))
    leon = after.member("leon")
    assert (leon.tier, leon.type, leon.box, leon.joined, leon.air) == (1, "Nieuport 17", "ready", 2, 0)
    assert after.purse
    assert after.purse.points == 2
    assert refused(replace(state, purse=Purse(points=1, total=1)), Replace()) == ("a replacement costs 2 MP, and 1 is left",)
    upper = spending(4, tier=2, names=FRENCH[:3])
    assert from_state(upper, Replace(), (["Leon"],)).member("leon").tier == 2
    for ruling, tier in (("start", 2), ("one", 1)):
        none = spending(2, tier=2, boxes=dict.fromkeys(FRENCH, "lost"), rulings={"replacement_tier_empty": ruling})
        assert from_state(none, Replace(), (["Leon"],)).member("leon").tier == tier


@pytest.mark.rule("AOV-PST-9")
def test_a_pilot_who_serves_in_another_tier() -> None:
    boxes = {"Rene": {"tier": 2}, "Jean": "lost"}
    assert "Rene" not in pilots_left(spending(2, boxes=boxes), 1).items
    assert "Rene" in pilots_left(spending(2, boxes=boxes, rulings={"same_pilot_pool": "allow"}), 1).items
    assert "Jean" not in pilots_left(spending(2, boxes=boxes), 1).items


ALL_FRENCH = (*FRENCH, "Marcel", "Pierre", "Andre", "Gaston", "Lucien", "Victor", "Jules", "Leon")


@pytest.mark.rule("AOV-PST-10")
def test_the_lost_box_is_recycled() -> None:
    lost = {name: {"box": "lost", "rank": 2} for name in ALL_FRENCH[7:]}
    boxes = {**lost, "Leon": {"box": "lost", "tier": 2, "rank": 1}}
    state = spending(4, names=ALL_FRENCH, boxes=boxes, set_aside=(("Leon", 1),))
    assert set(replacements(state).items) == set(ALL_FRENCH[7:-1])
    after = from_state(state, Replace(), (["Jules"],))
    assert (after.member("jules-2").rank, after.member("jules-2").name, after.member("jules").box) == (
        0,
        "Jules",
        "recycled",
    )
    assert after.member("leon").box == "lost"
    assert len(replacements(replace(after, step="spend"))) == 7
    assert compare_with_decision(ruleset(), state, Replace()).questions == 1
    for rulings, back in (
        ({"recycle_what": "all"}, False),
        ({"recycled_tier": "first"}, True),
        ({"recycled_tier": "first", "recycle_what": "all"}, True),
    ):
        other = spending(4, names=ALL_FRENCH, boxes=boxes, set_aside=(("Leon", 1),), rulings=rulings)
        assert ("Leon" in replacements(other).items) is back
        freed = from_state(other, Replace(), (["Jules"],))
        assert freed.member("leon").box == "recycled"
    nobody = spending(4, names=ALL_FRENCH, boxes=dict.fromkeys(ALL_FRENCH[7:], "posted"))
    assert refused(nobody, Replace()) == ("no pilot is left in the pool, nor in the Lost box",)


@pytest.mark.rule("AOV-PST-11", "AOV-PST-12", "AOV-SKL-3", "AOV-AC-2")
def test_upgrades() -> None:
    state = spending(9, names=FRENCH[:3], boxes={"Georges": {"rank": 1}, "Rene": "recovery", "Charles": "recovery"})
    up = from_state(state, Upgrade(aircraft="georges"), ())
    georges = up.member("georges")
    assert (georges.name, georges.type, georges.tier, georges.rank) == ("Georges", "Spad VII", 2, 1)
    assert air_skill(georges, up.rulings) == 3
    assert up.purse
    assert up.purse.points == 6
    assert refused(up, Upgrade(aircraft="georges")) == ("Georges was upgraded before, and the squadron is not of one tier",)
    assert "Georges" not in pilots_left(up, 1).items
    three = all_of(up, Upgrade(aircraft="rene"), Upgrade(aircraft="charles"))
    assert three.member("rene").box == "recovery", "it stays in its box"
    whole = replace(three, step="spend", purse=Purse(points=3, total=9))
    again = from_state(whole, Upgrade(aircraft="georges"), ())
    assert again.member("georges").type == "Spad XIII"
    assert [one.upgraded for one in again.squadron] == [True, False, False], "all flags were cleared"
    top = replace(again, step="spend", purse=Purse(points=3, total=9))
    assert refused(top, Upgrade(aircraft="georges")) == ("Georges has the highest tier",)
    assert refused(spending(9, boxes={"Jean": "lost"}), Upgrade(aircraft="jean"))
    poor = replace(up, purse=Purse(points=2, total=2))
    assert refused(poor, Upgrade(aircraft="rene")) == ("an upgrade costs 3 MP, and 2 are left",)


@pytest.mark.rule("AOV-PST-11", "AOV-PST-12")
def test_rulings_on_upgrades() -> None:
    mixed = {"Georges": {"tier": 2}}
    lowest = spending(9, boxes=mixed, rulings={"upgrade_lock": "lowest-first"})
    assert refused(lowest, Upgrade(aircraft="georges")) == ("Georges is not of the lowest tier",)
    assert not refused(lowest, Upgrade(aircraft="rene"))
    assert not refused(spending(9, boxes=mixed), Upgrade(aircraft="georges"))
    one = from_state(spending(9, rulings={"upgrade_limit": "one"}), Upgrade(aircraft="rene"), ())
    assert refused(one, Upgrade(aircraft="jean")) == ("one aircraft is upgraded after a mission",)
    pooled = {"old_counter": "pool", "same_pilot_pool": "allow"}
    back = from_state(spending(9, rulings=pooled), Upgrade(aircraft="rene"), ())
    assert "Rene" in pilots_left(back, 1).items
    gone = spending(9, set_aside=(("Rene", 2),))
    assert refused(gone, Upgrade(aircraft="rene")) == ("the counter of Rene in tier 2 is not there",)


@pytest.mark.rule("AOV-PST-6", "AOV-VIC-2")
def test_victory_points_are_given_up() -> None:
    hurt = {"Rene": "recovery", "Jean": "lost"}
    assert refused(spending(1, vp=3, boxes=hurt), GiveUp(points=1)) == (
        "this is for a mission without mission points; this one brought 1",
    )
    state = spending(-2, vp=3, boxes=hurt)
    assert refused(state, GiveUp(points=3)) == ("at most 2 victory points are given up",)
    assert refused(spending(0, vp=1, boxes=hurt), GiveUp(points=2)) == ("the squadron has 1 victory point",)
    assert refused(spending(0, vp=1), GiveUp(points=1)) == ("no aircraft can be repaired or replaced",)
    assert from_state(spending(0, vp=1, boxes=hurt), GiveUp(points=1), ()).vp == 0
    assert anything_to_spend(spending(0, vp=1, boxes={"Jean": "lost"})), "one point may be given up"
    assert anything_to_spend(spending(1)), "it buys a victory point"
    given = from_state(state, GiveUp(points=2), ())
    assert (given.vp, given.purse and given.purse.points) == (1, 2)
    assert refused(given, BuyPoints(points=1)) == ("points had for victory points buy repairs and replacements only",)
    assert refused(given, Upgrade(aircraft="rene"))
    assert refused(given, SkipNextMission()) == ("victory points were given up: no mission is skipped as well",)
    assert from_state(given, Replace(), (["Leon"],)).vp == 1
    poor = replace(given, purse=replace(purse(given), points=0))
    orders = (BuyPoints(points=1), Upgrade(aircraft="rene"), SkipNextMission(), Replace())
    closed = [one.rule for order in orders for one in ruleset().objections(poor, order, PLAYER)]
    assert closed == ["AOV-PST-6", "AOV-PST-6", "AOV-PST-7", "AOV-PST-3"]
    rulings = {"option1_use": "anything", "options_exclusive": False}
    free = from_state(spending(-2, vp=3, boxes=hurt, rulings=rulings), GiveUp(points=1), ())
    assert not refused(free, BuyPoints(points=1))
    assert not refused(free, SkipNextMission())
    low = gone_on(after_mission(-1, vp=3, boxes=hurt, rulings={"option1_base": "sum"}))
    summed = from_state(low, GiveUp(points=2), ())
    assert summed.purse
    assert summed.purse.points == 1


@pytest.mark.rule("AOV-PST-6", "AOV-VIC-2")
def test_points_below_zero() -> None:
    assert gone_on(after_mission(-3, vp=2)).vp == 2
    assert gone_on(after_mission(-1, vp=2, rulings={"negative_mp": "lose-vp"})).vp == 1
    assert gone_on(after_mission(-3, vp=2, rulings={"negative_mp": "lose-vp"})).vp == 0


@pytest.mark.rule("AOV-PST-7")
def test_a_mission_is_skipped_by_choice() -> None:
    hurt = {"Rene": {"box": "recovery", "side": "back"}, "Jean": "lost", "Louis": "lost", "Henri": "lost"}
    state = spending(0, number=2, boxes=hurt)
    titles = [offer.title for offer in ruleset().legal(state, PLAYER)]
    assert titles == ["Skip the next mission: 1 repaired and 2 replaced", "Buy nothing more: on to mission 3"]
    passed = from_state(state, SkipNextMission(), ())
    assert (passed.member("rene").box, passed.member("rene").side) == ("ready", "front")
    assert refused(passed, GiveUp(points=1)) == ("the next mission is skipped: no victory points are given up as well",)
    first = from_state(passed, Replace(), (["Leon"],))
    second = from_state(first, Replace(), (["Jules"],))
    assert (second.number, second.step) == (4, "mission-card"), "two replacements are free, and mission 3 is skipped"
    assert refused(spending(1, boxes=hurt), SkipNextMission())
    assert refused(spending(0), SkipNextMission()) == ("no aircraft can be repaired or replaced",)
    assert refused(spending(0, number=8, boxes=hurt), SkipNextMission()) == ("there is no mission left to be skipped",)
    assert not refused(spending(0, number=7, boxes=hurt), SkipNextMission())
    fly = {"skip_last": "fly"}
    assert refused(spending(0, number=7, boxes=hurt, rulings=fly), SkipNextMission())
    assert not refused(spending(0, number=6, boxes=hurt, rulings=fly), SkipNextMission())
    later = from_state(
        spending(0, number=2, boxes=hurt, rulings={"option2_fly": "repair-after-skip"}), SkipNextMission(), ()
    )
    assert (later.number, later.step, later.member("rene").box) == (3, "spend", "ready")
    assert refused(later, GiveUp(points=1)) == ("only replacements are due after a skipped mission",)
    three = from_state(from_state(later, Replace(), (["Leon"],)), Replace(), (["Jules"],))
    assert (three.number, three.step) == (4, "mission-card")
    assert (later.repairs_due, later.replacements_due) == (False, 0), "what is due comes once"


FIELD = GroundTarget(id="field", name="airfield", kind="airfield", at=(1, 5), points=8)


@pytest.mark.rule("AOV-SCR-16", "AOV-SCR-17", "AOV-PST-7")
def test_the_home_airfield_is_destroyed() -> None:
    ledger = (PointsEntry(what="x", points=1, rule="y"),)
    flown = {"card": "scramble", "targets": (FIELD,), "ledger": ledger}
    hurt = {"Rene": "recovery"}
    counted = gone_on(campaign("points", number=2, mission=flown, boxes=hurt))
    assert counted.skip == 1
    assert not refused(counted, Repair(aircraft="rene")), "points are spent first"
    after = from_state(counted, DoneSpending(), ())
    assert (after.number, after.skip, after.member("rene").box) == (4, 0, "recovery")
    repaired = gone_on(campaign("points", number=2, mission=flown, boxes=hurt, rulings={"skip_repairs": "both"}))
    assert from_state(repaired, DoneSpending(), ()).member("rene").box == "ready"
    damaged = {**flown, "targets": (replace(FIELD, points=7),)}
    assert gone_on(campaign("points", number=2, mission=damaged, boxes=hurt)).skip == 0
    for ruling, number in (("add", 4), ("once", 3)):
        none = {**flown, "ledger": ()}
        both = gone_on(campaign("points", number=1, mission=none, boxes=hurt, rulings={"skip_stacking": ruling}))
        assert from_state(both, SkipNextMission(), ()).number == number
    for ruling, over in (("end", "defeat"), ("fly", "")):
        last = gone_on(campaign("points", number=7, mission=flown, rulings={"skip_last": ruling}))
        ended = last if last.winner or last.number == 8 else from_state(last, DoneSpending(), ())
        assert (ended.winner, ended.number) == (over, 8)
    card = gone_on(campaign("points", number=2, mission=flown, boxes=hurt, rulings={"skip_card": "discard"}))
    waits = from_state(card, DoneSpending(), ())
    assert waits.step == "skipped-card"
    assert compare_with_decision(ruleset(), waits, GoOn()).questions == 1
    assert gone_on(waits, ["photo-airfield"]).played == ("scramble", "photo-airfield")


@pytest.mark.rule("AOV-HOM-1")
def test_a_new_home_after_every_fourth_mission() -> None:
    fourth = from_state(spending(1, number=4), DoneSpending(), ())
    assert fourth.step == "new-home"
    assert compare_with_decision(ruleset(), fourth, GoOn()).questions == 1
    moved = gone_on(fourth, [6])
    assert (moved.home, moved.number) == ("D", 5)
    assert gone_on(fourth, [4]).home == "C"
    again = replace(fourth, setup=campaign("x", rulings={"same_airfield": "reroll"}).setup)
    assert gone_on(again, [4], [5], [2]).home == "B"
    assert compare_with_decision(ruleset(), again, GoOn()).questions == 1
    assert from_state(spending(1, number=3), DoneSpending(), ()).step == "mission-card"
    assert from_state(spending(1, number=8), DoneSpending(), ()).winner
    last = from_state(spending(1, number=8, rulings={"home_last": True}), DoneSpending(), ())
    assert last.step == "new-home"
    assert gone_on(last, [1]).winner
    for ruling, step in ((True, "new-home"), (False, "mission-card")):
        skipped = campaign("next-mission", number=3, skip=1, rulings={"skip_fourth": ruling})
        assert gone_on(skipped).step == step


@pytest.mark.rule("AOV-VIC-1", "AOV-VIC-3", "AOV-SEQ-2")
@pytest.mark.parametrize(
    ("vp", "level"), [(0, "defeat"), (4, "draw"), (8, "marginal victory"), (19, "victory"), (20, "decisive victory")]
)
def test_the_campaign_ends_after_its_last_mission(vp: int, level: str) -> None:
    told = gone_on(after_mission(0, number=8, vp=vp))
    assert (told.step, told.winner) == ("spend", ""), "what the mission brought is seen first"
    (offer,) = ruleset().legal(told, PLAYER)
    assert "the campaign is over" in offer.title
    done = from_state(told, DoneSpending(), ())
    assert done.winner == level
    assert ruleset().over(done) == level
    assert not ruleset().legal(done, PLAYER)
    assert not gone_on(after_mission(0, number=7, vp=vp)).winner
