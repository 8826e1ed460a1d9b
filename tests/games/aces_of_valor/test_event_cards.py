"""Post-mission events: when one is drawn, and what each of them brings. PST-13, OPT-4, EV-1 to EV-16."""

from __future__ import annotations

from typing import Any

import pytest

from aqmf_air.core.data.model import replace
from aqmf_air.core.odds.checks import compare_with_decision
from aqmf_air.games.aces_of_valor.chapters.event_cards import GiantMet, GiantOver, MeetGiant, Mention, RepairByNight
from aqmf_air.games.aces_of_valor.chapters.orders import GoOn
from aqmf_air.games.aces_of_valor.chapters.points import PointsScored
from aqmf_air.games.aces_of_valor.chapters.postmission import BuyPoints, DoneSpending, Repair, Upgrade
from aqmf_air.games.aces_of_valor.state import PLAYER, Campaign, Kill, PointsEntry, Purse
from aqmf_air.games.aces_of_valor.tables import CardTitles
from tests.games.aces_of_valor.playing import FRENCH, campaign, from_state, gone_on, one_step, refused, ruleset

EVENTS = {"events": True}
SHOT = Kill(by="rene", what="Max (Albatros D.III)", aircraft=True)


def due(**more: Any) -> Campaign:
    """A campaign after mission 3, whose post-mission event comes next."""
    return campaign("event-card", number=3, options=EVENTS, **{"mission": {"card": "photo-town"}, **more})


def brings(card: str, **more: Any) -> Campaign:
    """The state after this card was drawn."""
    return gone_on(due(**more), [card])


@pytest.mark.rule("AOV-PST-13", "AOV-OPT-4", "AOV-SET-8")
def test_when_an_event_is_drawn() -> None:
    assert compare_with_decision(ruleset(), due(), GoOn()).questions == 1
    drawn = brings("EV-7")
    assert (drawn.events_drawn, drawn.effects, drawn.number) == (("EV-7",), (("EV-7", 4),), 4)
    assert drawn.effect("EV-7")
    title = CardTitles(drawn.tables, "events")("EV-7")
    first, second = (ruleset().questions(due(events_drawn=gone), GoOn())[0].odds() for gone in ((), ("EV-7",)))
    assert title in first
    assert title not in second
    bank = Purse(points=1, total=1)
    for number, events, step in ((3, True, "event-card"), (3, False, "mission-card"), (8, True, "next-mission")):
        state = campaign("spend", number=number, purse=bank, options={"events": events}, mission={"card": "photo-town"})
        assert from_state(state, DoneSpending(), ()).step == step
    skipping = campaign("spend", number=7, skip=1, purse=bank, options=EVENTS, mission={"card": "photo-town"})
    assert from_state(skipping, DoneSpending(), ()).winner, "the last mission was flown"
    waits = brings("EV-8", skip=1)
    assert (waits.number, waits.effects) == (4, (("EV-8", 5),))


@pytest.mark.rule("AOV-PST-13")
def test_events_that_last() -> None:
    assert gone_on(due(), ["EV-14"]).effect("EV-14")
    assert not gone_on(due(mission={"card": "scramble", "kills": (SHOT,)}), ["EV-13"]).effects
    own = replace(SHOT, own_half=True)
    assert gone_on(due(mission={"card": "scramble", "kills": (own,)}), ["EV-13"]).effects == (("EV-13", 4),)
    kept = gone_on(campaign("next-mission", number=4, effects=(("EV-9", 4), ("EV-10", 4))))
    assert kept.effects == (("EV-9", 5),), "the ace waits for the next air combat"


@pytest.mark.rule("AOV-PST-8", "AOV-PST-11", "AOV-PST-13")
def test_prices_by_events() -> None:
    bank = Purse(points=6, total=6)
    state = campaign("spend", purse=bank, mission={"card": "scramble"}, boxes={"Rene": "recovery"})
    held_up = from_state(replace(state, effects=(("EV-3", 1),)), Repair(aircraft="rene"), ())
    assert held_up.purse
    assert held_up.purse.points == 4
    cheap = from_state(replace(state, effects=(("EV-4", 1),)), Upgrade(aircraft="rene"), ())
    assert cheap.purse
    assert cheap.purse.points == 4
    dear = from_state(cheap, Upgrade(aircraft="jean"), ())
    assert dear.purse
    assert dear.purse.points == 1, "only one is cheaper"


@pytest.mark.rule("AOV-PST-13")
def test_night_shift() -> None:
    assert brings("EV-2").number == 4, "nobody is in Recovery"
    one = brings("EV-2", boxes={"Rene": {"box": "recovery", "side": "back"}})
    assert (one.member("rene").box, one.member("rene").side) == ("ready", "front")
    two = brings("EV-2", boxes={"Rene": "recovery", "Jean": "recovery"})
    assert len(ruleset().legal(two, PLAYER)) == 2
    assert refused(two, RepairByNight(aircraft="georges")) == ("the event does not concern Georges",)
    done = from_state(two, RepairByNight(aircraft="jean"), ())
    assert [one.name for one in done.in_box("recovery")] == ["Rene"]


@pytest.mark.rule("AOV-PST-13", "AOV-PRE-5")
def test_leave_and_influenza() -> None:
    leave = brings("EV-5", boxes={"Rene": "recovery"})
    assert leave.step == "card-effect"
    assert compare_with_decision(ruleset(), leave, GoOn()).questions == 1
    away = gone_on(leave, ["Jean"])
    assert (away.number, away.member("jean").absent, len(away.ready)) == (4, 4, 6)
    ill = brings("EV-6", names=FRENCH[:4])
    assert compare_with_decision(ruleset(), ill, GoOn()).questions == 1
    assert [one.name for one in gone_on(ill, [5], ["Jean"], ["Rene"], ["Georges"]).ready] == ["Charles"]
    assert gone_on(brings("EV-6", names=FRENCH[:1]), [5], ["Georges"]).ready == ()


@pytest.mark.rule("AOV-PST-13", "AOV-SKL-1")
def test_mention_in_dispatches() -> None:
    assert brings("EV-11").number == 4
    flown = {"card": "scramble", "kills": (SHOT, *(replace(SHOT, by=name) for name in ("jean", "louis", "charles")))}
    state = brings("EV-11", mission=flown, boxes={"Jean": "lost", "Louis": {"rank": 2}})
    assert state.step == "mention"
    assert refused(state, Mention(aircraft="jean"))
    assert refused(state, Mention(aircraft="louis")), "an Ace cannot improve"
    assert compare_with_decision(ruleset(), state, Mention(aircraft="rene")).questions == 1
    assert from_state(state, Mention(aircraft="rene"), ([5],)).member("rene").rank == 1
    assert from_state(state, Mention(aircraft="rene"), ([4],)).member("rene").rank == 0
    better = {**flown, "improved": ("rene",)}
    assert brings("EV-11", mission=better).step == "mention", "he rolls once more"
    alone = brings("EV-11", mission={**better, "kills": (SHOT,)})
    assert alone.step == "card-effect", "there is nobody else to choose"
    assert compare_with_decision(ruleset(), alone, GoOn()).questions == 1
    assert gone_on(alone, [5]).member("rene").rank == 1
    assert brings("EV-11", mission={**better, "kills": (SHOT,)}, rulings={"skill_once": True}).number == 4, "not twice"


@pytest.mark.rule("AOV-PST-13")
def test_posted_away() -> None:
    assert brings("EV-12").number == 4, "nobody has a skill marker"
    state = brings("EV-12", boxes={"Jean": {"rank": 2}, "Rene": "lost"})
    assert compare_with_decision(ruleset(), state, GoOn()).questions == 1
    odds = ruleset().questions(state, GoOn())[0].odds()
    assert dict(odds.items()) == {"Jean": 1}, "3 and 2 are more than 2 and 1"
    gone = gone_on(state)
    assert (gone.member("jean").box, gone.step) == ("posted", "event-replacement")
    assert compare_with_decision(ruleset(), gone, GoOn()).questions == 1
    new = gone_on(gone, ["Leon"])
    assert (new.member("leon").box, new.number) == ("ready", 4)
    equal = brings("EV-12", boxes={"Charles": {"rank": 1}, "Rene": {"rank": 1}, "Georges": "lost"})
    assert gone_on(equal, ["Charles"]).member("charles").box == "posted"


@pytest.mark.rule("AOV-PST-13")
def test_night_raid_and_a_lost_pilot() -> None:
    raid = brings("EV-15", names=FRENCH[:2])
    assert compare_with_decision(ruleset(), raid, GoOn()).questions == 1
    hit = gone_on(raid, ["Rene"]).member("rene")
    assert (hit.box, hit.side) == ("recovery", "back")
    assert brings("EV-16", boxes={"Rene": {"box": "lost", "lost": 2}}).number == 4
    nine = brings("EV-16", names=(*FRENCH, "Pierre"), boxes={"Rene": {"box": "lost", "lost": 3}})
    assert nine.number == 4, "Rene was replaced: a ninth fighter does not come"
    lost = {"box": "lost", "lost": 3, "fate": "in a crash", "rank": 1}
    back = gone_on(brings("EV-16", boxes={"Rene": lost, "Jean": lost}), ["Jean"]).member("jean")
    assert (back.box, back.lost, back.fate, back.rank) == ("recovery", 0, "", 1)


@pytest.mark.rule("AOV-PST-13", "AOV-AC-1", "AOV-AC-13")
def test_a_giant() -> None:
    assert brings("EV-1", names=FRENCH[:1]).number == 4, "two are needed"
    state = brings("EV-1", boxes={"Rene": "recovery"})
    assert state.step == "giant"
    five = ("georges", "charles", "jean", "louis", "henri")
    assert refused(state, MeetGiant(aircraft=five)) == ("at most 4 fighters meet a giant",)
    assert refused(state, MeetGiant(aircraft=("rene",))) == ("Rene is not ready",)
    assert from_state(state, MeetGiant(), ()).number == 4
    met = gone_on(from_state(state, MeetGiant(aircraft=("georges",)), ()), ["0/0"])
    assert [(one.type, one.kind) for one in met.fought.enemies] == [("Gotha G.IV", "heavy-bomber")]
    fought = GiantMet(aircraft=("georges", "jean"), at=(1, 5)).apply(state)
    assert (fought.flown.flight, fought.member("jean").box) == (("georges", "jean"), "flight")
    counted = replace(fought.flown, ledger=(PointsEntry(what="x", points=1, rule="y"),), counted=1)
    won = PointsScored(what="giant shot down", points=6, rule="AOV-PTS-1")
    over = won.apply(replace(fought, step="event-over", mission=counted))
    hurt = tuple(replace(one, side="back") if one.id == "jean" else one for one in over.squadron)
    over = replace(over, squadron=hurt)
    after = one_step(over)
    assert (after.member("georges").box, after.member("jean").box) == ("ready", "recovery")
    assert (sum(one.points for one in after.carried), after.flown.points, after.step) == (6, 1, "next-mission")
    assert gone_on(after).flown.points == 6
    now = replace(over, setup=campaign("x", rulings={"event_mp": "now"}).setup)
    spent = gone_on(now)
    assert (spent.step, spent.purse and spent.purse.points) == ("spend", 6)
    assert from_state(from_state(spent, BuyPoints(points=2), ()), DoneSpending(), ()).number == 4
    fallen = PointsScored(what="fighter lost", points=-8, rule="AOV-PTS-1").apply(now)
    poor = GiantOver().apply(fallen)
    assert (poor.purse and (poor.purse.points, poor.purse.total)) == (0, -2)
