"""Each kind of fact that automatic campaigns seldom or never have, once: from the events that make it to its sentence."""

from __future__ import annotations

import dataclasses
from fractions import Fraction
from typing import Any

import pytest

from aqmf_air.core.data.model import replace
from aqmf_air.core.play.stories import ASIDE, StoryFact, Storyteller
from aqmf_air.games.aces_of_valor.chapters.actions import BrokeOff
from aqmf_air.games.aces_of_valor.chapters.combat import MeetingEnded
from aqmf_air.games.aces_of_valor.chapters.event_cards import FighterBombed, PilotPosted, PilotWalkedIn
from aqmf_air.games.aces_of_valor.chapters.fire import AircraftAttacked, AircraftDamaged, AircraftDestroyed, PilotFared
from aqmf_air.games.aces_of_valor.chapters.flight import TurnedForHome
from aqmf_air.games.aces_of_valor.chapters.ground import GroundAttacked, TargetDestroyed
from aqmf_air.games.aces_of_valor.chapters.landing import ForcedLandingRolled, LandingRolled, WreckRolled
from aqmf_air.games.aces_of_valor.chapters.observation import AttemptMade
from aqmf_air.games.aces_of_valor.chapters.points import PilotImproved
from aqmf_air.games.aces_of_valor.chapters.postmission import FieldDestroyed, PointsCounted
from aqmf_air.games.aces_of_valor.chapters.premission import CampaignEnded, NobodyFlies
from aqmf_air.games.aces_of_valor.state import Campaign
from aqmf_air.games.aces_of_valor.telling import chronicle, story
from aqmf_air.games.aces_of_valor.telling.chronicle import TurnByTurn, one_story
from aqmf_air.games.aces_of_valor.telling.story import QUIET, SENTENCES, MissionFacts, _unnumbered
from tests.games.aces_of_valor.in_combat import BOMBER, ENEMY_SEATER, GEORGES, MARCEL, enemy, fight, fighter, target
from tests.games.aces_of_valor.in_combat import SEATER as SEATER_OWN


def fought(*enemies: Any, lent: Any = (), **more: Any) -> Campaign:
    """Georges and Marcel over German trenches, in a combat with enemies."""
    friends = fighter("Georges", flown=(1,)), fighter("Marcel", victories=2)
    spaces = {one.id: 10 for one in (*friends, *lent)} | {one.id: 9 for one in enemies}
    return fight(*friends, *lent, enemies=enemies, spaces=spaces, **more)


def heard(game: Campaign, *events: Any) -> MissionFacts:
    facts = MissionFacts()
    for event in events:
        after = event.apply(game)
        facts.hear(game, event, after)
        game = after
    return facts


def told(game: Campaign, *events: Any) -> list[str]:
    """The headline, and the sentences."""
    facts = heard(game, *events).facts
    return [Storyteller(SENTENCES, QUIET).headline(facts), *Storyteller(SENTENCES, QUIET).story(facts)]


MAX, KURT = enemy("Max"), enemy("Kurt")
HIT = AircraftAttacked(aircraft="max", target=GEORGES, effect="destroyed")
DOWN = AircraftDestroyed(aircraft=GEORGES, cause="air")
LOST, BACK = (PilotFared(aircraft=GEORGES, box=box, how="in the air") for box in ("lost", "recovery"))
HERE = "German trench E"


@pytest.mark.parametrize(
    ("events", "headline", "sentence"),
    [
        ((NobodyFlies(),), "Nobody flies", "No aircraft could fly, and the mission was lost."),
        (
            (FieldDestroyed(),),
            "The home airfield is destroyed",
            "The home airfield was destroyed, and the next mission is not flown.",
        ),
        (
            (AircraftDestroyed(aircraft="max", cause="ground-fire"),),
            "A quiet day",
            "The guns on the ground brought down Max over {here}.",
        ),
        (
            (AircraftDestroyed(aircraft="max", cause="air", by=MARCEL),),
            "Marcel claims Max",
            "Marcel shot down Max over {here}.",
        ),
        ((PointsCounted(points=-4),), "The mission goes wrong", ""),
        ((PointsCounted(points=0),), "A quiet day", ""),
        ((PointsCounted(points=1),), "A quiet day", ""),
        (
            (DOWN, LOST),
            "Georges does not come back",
            "Georges was lost in the air over {here} on his second mission.",
        ),
        (
            (DOWN, BACK),
            "Georges is shot down, and comes back",
            "Georges was shot down over {here}, and came back to the squadron.",
        ),
        (
            (AircraftDamaged(aircraft=GEORGES, cause="air"), AircraftDamaged(aircraft=MARCEL, cause="air")),
            "A quiet day",
            "Georges and Marcel were hit in the air.",
        ),
        ((PilotImproved(aircraft=MARCEL, improved=True),), "Marcel is Skilled now", "Marcel is Skilled now."),
        (
            (PilotPosted(aircraft=MARCEL),),
            "Marcel is posted away",
            "Marcel left for another squadron, with two victories in this one.",
        ),
        (
            (PilotWalkedIn(aircraft=MARCEL),),
            "Marcel is back from the lines",
            "Marcel, given up for lost, walked in from the lines.",
        ),
        ((FighterBombed(aircraft=MARCEL),), "A quiet day", "Marcel had his fighter damaged on the ground."),
        ((TurnedForHome(given_up=True),), "The mission is given up", "Over {here}, the flight gave the mission up."),
        (
            (CampaignEnded(level="victory"),),
            "A quiet day",
            "The campaign ended in a victory, with 0 victory points.",
        ),
    ],
)
def test_a_kind_is_told(events: Any, headline: str, sentence: str) -> None:
    game = fought(MAX, KURT)
    assert told(game, *events) == [headline, *filter(None, [sentence.format(here=HERE)])]


def test_who_improves_twice_has_the_second_rank_in_the_headline() -> None:
    """The finding: "Skilled now" over a mission that makes an Ace."""
    better = PilotImproved(aircraft=MARCEL, improved=True)
    facts = heard(fought(MAX), better, better).facts
    assert Storyteller(SENTENCES, QUIET).headline(one_story(facts)) == "Marcel is an Ace now"


SEATER = replace(ENEMY_SEATER, type="LFG Roland C.II")


def test_a_loss_and_a_victory_stand_in_their_tables() -> None:
    facts = heard(fought(MAX, SEATER), DOWN, LOST, AircraftDestroyed(aircraft=SEATER.id, cause="air", by=MARCEL))
    claims, losses = facts.tables
    assert claims.rows == (("enemy 2-seater 1 (LFG Roland C.II)", "Marcel", "turn 7", HERE, ""),)
    assert losses.rows == (("Georges", "Nieuport 17", "in the air", "turn 7", HERE, ""),)
    assert [fact.what for fact in facts.facts if fact.kind == "kill"] == [("an enemy 2-seater",)]
    assert heard(fought(MAX), NobodyFlies()).tables == ()


def test_a_man_who_falls_to_somebody_falls_to_the_last_who_fired_at_him() -> None:
    by_max = AircraftAttacked(aircraft="max", target=GEORGES, effect="destroyed")
    (first,) = heard(fought(MAX, KURT), by_max, DOWN, LOST).facts
    assert (first.kind, dict(first.words)["by"], first.who) == ("lost-to", "Max", ("Georges",))
    answered = AircraftAttacked(aircraft=GEORGES, target="kurt", effect="none", reply="destroyed")
    (reply,) = heard(fought(MAX, KURT), answered, DOWN, LOST).facts
    assert dict(reply.words)["by"] == "Kurt"
    (flak,) = heard(fought(MAX), by_max, AircraftDestroyed(aircraft=GEORGES, cause="aa"), LOST).facts
    assert (flak.kind, dict(flak.words)["how"]) == ("lost", "by anti-aircraft fire")


def test_the_crew_of_a_bomber_is_lost_without_a_career() -> None:
    game = fought(MAX, lent=(BOMBER,))
    attack = AircraftAttacked(aircraft="max", target=BOMBER.id, effect="destroyed")
    crew = AircraftDestroyed(aircraft=BOMBER.id, cause="air")
    assert told(game, attack, crew) == ["Bomber 1 is lost", f"Max shot down bomber 1 over {HERE} (a chance of 1 in 216)."]
    assert told(game, crew) == ["Bomber 1 is lost", f"Bomber 1 was lost in the air over {HERE}."]
    landing = AircraftDestroyed(aircraft=BOMBER.id, cause="landing")
    assert told(game, landing)[1] == f"Bomber 1 was lost in landing at {HERE}."


def test_damage_of_one_who_fell_or_of_an_enemy_is_not_told() -> None:
    hit = [AircraftDamaged(aircraft=id_, cause="air") for id_ in (GEORGES, MARCEL, "max")]
    facts = heard(fought(MAX), *hit, DOWN, LOST).facts
    assert [(fact.kind, fact.who) for fact in facts] == [("damaged", ("Marcel",)), ("lost", ("Georges",))]
    back = heard(fought(MAX), *hit, DOWN, BACK).facts
    assert [fact.kind for fact in back] == ["damaged", "escaped"]


def ended(game: Campaign) -> tuple[Campaign, Campaign]:
    """A game in its combat, and with the combat over."""
    return game, replace(game, mission=replace(game.flown, combat=None))


@pytest.mark.parametrize(
    ("enemies", "destroyed", "many"),
    [(3, (), None), (4, (), "four enemies"), (5, (GEORGES,), None), (5, ("max",), "five enemies")],
)
def test_a_flight_that_held_its_own_against_many_is_told(enemies: int, destroyed: Any, many: str | None) -> None:
    facts, turns = MissionFacts(), TurnByTurn()
    others = [enemy(name) for name in ("Max", "Kurt", "Otto", "Carl", "Josef")[:enemies]]
    game, after = ended(fought(*others, round=2, destroyed=destroyed))
    event = BrokeOff(aircraft=MARCEL)
    for hearer in (facts, turns):
        hearer.hear(game, event, game)
        hearer.hear(game, event, after)
    assert [dict(fact.words)["many"] for fact in facts.facts] == [many] * bool(many)
    assert ("nobody falls" in "".join(turns.lines)) == (GEORGES not in destroyed)


def test_a_field_that_nobody_defends_is_no_flight_that_held_its_own() -> None:
    """The finding: "Against six enemies, without a loss", of nobody."""
    facts, turns = MissionFacts(), TurnByTurn()
    game, after = ended(fight(enemies=[MAX, KURT], spaces={"max": 9, "kurt": 9}, round=2, reason="scramble"))
    assert game.fought.friends == ()
    for hearer in (facts, turns):
        hearer.hear(game, BrokeOff(aircraft="max"), game)
        hearer.hear(game, BrokeOff(aircraft="max"), after)
    assert facts.facts == ()
    assert "nobody falls" not in "".join(turns.lines)


def test_a_raid_on_the_field_is_told_by_what_it_did() -> None:
    field = target("airfield", "the home airfield", points=1)
    raider = replace(BOMBER, id="raider", name="enemy bomber 1")
    game = fought(MAX, raider, targets=(field,))
    drops = [
        GroundAttacked(aircraft="raider", target=field.id, weapon="bombs", fire="none", points=points) for points in (3, 1)
    ]
    assert told(game, drops[0]) == [
        "The home airfield is hit",
        "An enemy bomber did two damage points to the home airfield.",
    ]
    assert heard(game, drops[1]).facts == (), "no new damage"
    own = GroundAttacked(aircraft=GEORGES, target=field.id, weapon="guns", fire="none", points=3)
    assert heard(game, own).facts == ()
    gone = heard(game, TargetDestroyed(target=field.id, by=MARCEL))
    assert [fact.kind for fact in gone.facts] == ["ground"]
    assert gone.tables[0].rows[0][:2] == ("the home airfield", "Marcel")


def test_who_comes_down_hard_is_told_by_what_came_of_it() -> None:
    down = [
        ForcedLandingRolled(aircraft=GEORGES, back=True),
        ForcedLandingRolled(aircraft=GEORGES, back=False),
        LandingRolled(aircraft=MARCEL, result="safe"),
        LandingRolled(aircraft=MARCEL, result="crash"),
        WreckRolled(aircraft=MARCEL, lives=True),
        WreckRolled(aircraft=MARCEL, lives=False),
    ]
    kinds = []
    for event in down:
        facts = MissionFacts()
        facts._facts += facts._came_down(fought(MAX), event)
        kinds.append([fact.kind for fact in facts.facts])
    assert kinds == [["forced-landing"], [], ["hard-landing"], [], ["wrecked"], []]


def test_the_chance_of_a_wreck_is_that_of_the_landing(monkeypatch: pytest.MonkeyPatch) -> None:
    """Not that of the roll for the pilot, nor that of an attack before; the line of the landing itself tells it."""
    chances: dict[Any, Fraction] = {
        LandingRolled: Fraction(1, 6),
        WreckRolled: Fraction(1, 3),
        AircraftAttacked: Fraction(1, 9),
    }
    for module in (story, chronicle):
        monkeypatch.setattr(
            module, "chances_of", lambda _, event: {GEORGES: chances[type(event)]} if type(event) in chances else {}
        )
    events = (
        AircraftAttacked(aircraft="max", target=GEORGES, effect="damaged"),
        LandingRolled(aircraft=GEORGES, result="crash"),
        WreckRolled(aircraft=GEORGES, lives=False),
        AircraftDestroyed(aircraft=GEORGES, cause="landing"),
        LOST,
    )
    assert heard(fought(MAX), *events).tables[-1].rows[0][-1] == "16.7%"
    turns, game = TurnByTurn(), fought(MAX)
    for event in events:
        turns.hear(game, event, after := event.apply(game))
        game = after
    assert " ".join(turns.lines).count("16.7%") == 1
    assert "11.1%" not in " ".join(turns.lines)


def test_who_is_posted_away_served_to_his_last_mission() -> None:
    posted = fighter("Marcel", box="posted", flown=(1, 3))
    career = chronicle._career(posted, replace(fought(MAX), number=8))
    assert career[-1] == "1 to 3"


def test_a_lost_score_is_nobody_else_s() -> None:
    """Two who fell in the same way, each with a victory, have not one between them."""
    game, facts = fought(MAX), MissionFacts()
    made = [
        facts._fact(game, "lost-to", id_, weight=10, by="Max", where=HERE, flights="first mission", score="one victory")
        for id_ in (GEORGES, MARCEL)
    ]
    assert len(Storyteller(SENTENCES, QUIET).story(made)) == 2
    assert all(fact.alone for fact in made)


@pytest.mark.parametrize(("enemies", "number"), [(2, 0), (3, 1)])
def test_one_alone_holds_his_own_against_three(enemies: int, number: int) -> None:
    others = [enemy(name) for name in ("Max", "Kurt", "Otto")[:enemies]]
    spaces = {GEORGES: 10} | {one.id: 9 for one in others}
    game, after = ended(fight(fighter("Georges"), enemies=others, spaces=spaces, round=2))
    facts = MissionFacts()
    facts.hear(game, BrokeOff(aircraft=GEORGES), game)
    facts.hear(game, BrokeOff(aircraft=GEORGES), after)
    assert len(facts.facts) == number


@pytest.mark.parametrize(("rank", "now", "weight"), [(0, "Skilled", 4), (1, "an Ace", 8)])
def test_a_pilot_rises_to_the_rank_above_his(rank: int, now: str, weight: int) -> None:
    game = fight(fighter("Marcel", rank=rank), enemies=[MAX], spaces={MARCEL: 10, "max": 9})
    (fact,) = heard(game, PilotImproved(aircraft=MARCEL, improved=True)).facts
    assert (dict(fact.words)["rank"], fact.weight) == (now, weight)
    assert heard(game, PilotImproved(aircraft=MARCEL, improved=False)).facts == ()


@pytest.mark.parametrize(("card", "kind"), [("artillery-spotting", "spotting"), ("photo-town", "photographs")])
def test_what_an_observer_brings_is_told_by_his_task(card: str, kind: str) -> None:
    game, after = ended(fought(MAX, lent=(SEATER_OWN,), card=card, attempts=((SEATER_OWN.id, 1),)))
    facts = MissionFacts()
    facts.hear(game, AttemptMade(aircraft=SEATER_OWN.id, side="front", points=2, waits=False), game)
    facts.hear(game, BrokeOff(aircraft=MARCEL), after)
    (fact,) = facts.facts
    assert (fact.kind, fact.who, dict(fact.words)["worth"]) == (kind, ("2-seater 1",), "two mission points")


@pytest.mark.parametrize(
    ("name", "named"),
    [
        ("infantry 2", "infantry"),
        ("artillery 1", "artillery"),
        ("convoy 1", "a convoy"),
        ("Max", "Max"),
    ],
)
def test_what_has_a_number_for_a_name_has_an_article(name: str, named: str) -> None:
    assert _unnumbered(name) == named


def test_an_enemy_who_fell_does_not_fly_again_and_two_machines_have_two_names() -> None:
    """The finding: dead Erich was back, and "enemy 2-seater 1" were two."""
    who, game = chronicle.WhoIsWho(), fought(MAX, SEATER, round=1)
    assert who.named(game).names == game.names
    down = AircraftDestroyed(aircraft="max", cause="air", by=MARCEL)
    who.hear(game, down, game)
    over = replace(game, mission=replace(game.flown, combat=None))
    who.hear(game, BrokeOff(aircraft=MARCEL), over)
    assert who.victims == [("Max", "Max")]
    names = who.named(game).names
    assert [names["max"], names[SEATER.id]] == ["a second Max", "enemy 2-seater 2"]
    who.hear(game, down, over)
    assert who.named(game).names["max"] == "a third Max"


def test_who_walks_in_is_not_told_of_as_lost() -> None:
    """The finding: "Rene does not come back" over a story in which he walked in."""
    walked_in = PilotWalkedIn(aircraft=GEORGES)
    assert told(fought(MAX), DOWN, LOST, walked_in) == [
        "Georges is back from the lines",
        f"Georges went down over {HERE}.",
        "Georges, given up for lost, walked in from the lines.",
    ]
    assert told(fought(MAX), HIT, DOWN, LOST, walked_in)[0] == "Georges is back from the lines"


def test_meetings_that_were_evaded_are_told_together() -> None:
    game = fought(MAX, KURT)
    (evaded,) = MissionFacts()._came_down(game, MeetingEnded(evaded=True))
    more = dataclasses.replace(evaded, what=("four enemies over Arras",))
    assert Storyteller(SENTENCES, QUIET).story([evaded, more]) == (
        f"The flight slipped away from two enemies over {HERE} and four enemies over Arras.",
    )


def test_a_pilot_with_the_name_of_one_who_was_lost_is_another_man() -> None:
    first = fighter("Georges", box="recycled")
    again = replace(fighter("Georges"), id="georges-2")
    assert [*chronicle.second_names((first, fighter("Marcel"), again))] == ["Georges", "Marcel", "the second Georges"]


def test_a_giant_after_the_mission_is_told_apart_from_the_landings() -> None:
    """The finding: the Gotha stood in the line of the landings."""
    turns, facts, game = TurnByTurn(), MissionFacts(), fought(MAX, reason="giant")
    before = ended(game)[1]
    turns.hear(before, PilotImproved(aircraft=MARCEL, improved=True), before)
    down = AircraftDestroyed(aircraft="max", cause="air", by=MARCEL)
    turns.hear(game, down, game)
    facts.hear(game, down, game)
    assert [line.partition(":")[0] for line in turns.lines] == [
        f"Turn 7, over {HERE}",
        f"After the mission, against a giant over {HERE}",
    ]
    assert facts.facts[0].when == "after the mission"


def test_a_headline_tells_one_story() -> None:
    """The finding: ``Charles shoots down Rudolf; the squadron loses Max`` was two."""
    kill, other = (StoryFact("kill", (who,), ("Rudolf",), (("where", HERE),), weight=6) for who in ("Charles", "Henri"))
    lost, also = (StoryFact("lost", (who,), weight=10) for who in ("Charles", "Max"))
    counted = StoryFact("counted", ("the mission",), weight=ASIDE)
    assert one_story([kill, other, lost, counted]) == [kill, lost]
    assert one_story([kill, lost, also]) == [kill, lost, also], "whom the same befell are named together"
    assert one_story([counted]) == [counted]
