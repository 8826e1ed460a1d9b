"""Each kind of fact that automatic campaigns seldom or never have, once: from the events that make it to its sentence."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from aqmf_air.core.data.model import replace
from aqmf_air.core.play.stories import Storyteller
from aqmf_air.games.clouds_of_glory.api import CloudsGame, Credit, DeathFaced, ForcedHome, ShotDown, ShotFired
from aqmf_air.games.clouds_of_glory_expanded.campaign.careers import AbilityGained, Dismissed, Harmed, MissionFlown
from aqmf_air.games.clouds_of_glory_expanded.campaign.squadrons import Campaign
from aqmf_air.games.clouds_of_glory_expanded.campaign.story import FELL, QUIET, SENTENCES, MissionFacts, career_facts
from aqmf_air.games.clouds_of_glory_expanded.chapters.balloons import BalloonHit
from aqmf_air.games.clouds_of_glory_expanded.chapters.ground_damage import GroundHit, GroundTested
from aqmf_air.games.clouds_of_glory_expanded.chapters.wounds import WOUNDS
from tests.games.clouds_of_glory.fights import MAN, aircraft, gunner, manned
from tests.games.clouds_of_glory_expanded.sorties import sortie, unit
from tests.games.clouds_of_glory_expanded.test_campaign import ALL, TWO, over

BY_ADA = Credit("a", "pilot")
CREW = (
    aircraft("a", "entente", "R.E.8", speed=140, crew=[{**MAN, "name": "Ada"}, gunner("observer", name="Gus")]),
    TWO[1],
)


def told(game: CloudsGame, *events: Any) -> list[str]:
    """The headline of a mission that ends so, and its sentences but for those that are told of little else."""
    facts, at = MissionFacts(), game
    for event in events:
        facts.hear(at, event)
    after = MissionFlown(winner="draw", points=(("entente", 2), ("germany", 2))).apply(game)
    story = facts.story(game, after)
    weighty = [fact for fact in story.facts if fact.weight > 1]
    return [Storyteller(SENTENCES, QUIET).headline(story.facts), *Storyteller(SENTENCES, QUIET).story(weighty)]


def fought(**more: Any) -> CloudsGame:
    return over(debriefed=False, **more)


EVEN = ["Neither side wins"]
"""A draw in which nothing happened: the headline says all."""


def test_a_victory_is_told_by_what_became_of_the_crew() -> None:
    down = fought().changed("b", downed=BY_ADA, out="destroyed")
    assert told(down) == ["Ada shoots down Bert", "Ada shot down and killed Bert."]
    alive = manned(down, "b", spared=True)
    assert told(alive) == ["Ada shoots down Bert", "Ada shot down Bert, who lived."]
    home = fought().changed("b", sent_home=BY_ADA, home=True)
    assert told(home) == ["Ada drives off Bert", "Ada drove Bert from the fight."]
    crew = fought(placings=CREW, further=0).changed("a", downed=Credit("b", "pilot"), out="destroyed")
    assert told(crew) == ["Bert shoots down Ada and Gus", "Bert shot down and killed Ada and Gus."]
    one = manned(crew, "a", spared=True)
    assert told(one)[1] == "Bert shot down Ada and Gus: Ada alive and Gus killed."


@pytest.mark.parametrize("fate", FELL)
def test_who_falls_to_nobody_falls_as_the_log_says(fate: str) -> None:
    game = fought().changed("a", out="destroyed", fate=f"{fate}: more")
    how, where = FELL[fate]
    assert told(game) == [f"Ada is lost {where}", f"Ada {how}."]
    assert told(game.changed("a", fate="strangely")) == ["Ada is lost in the fight", "Ada went down."]


def test_who_does_not_come_home_and_who_is_hurt() -> None:
    assert told(manned(fought(), "a", wounds=11)) == ["Ada is killed", "Ada was killed in the air."]
    assert told(manned(fought(), "a", wounds=2)) == ["Ada is wounded", "Ada came home wounded."]
    taken = fought()
    taken = WOUNDS.changed(taken, prisoners=(("a", "pilot"),))
    assert told(taken) == ["Ada is taken prisoner", "Ada was taken prisoner."]


def test_the_last_flight_of_a_man_with_victories() -> None:
    scored = fought().changed("b", downed=BY_ADA, out="destroyed")
    assert told(manned(scored, "a", wounds=11))[1:] == [
        "Ada shot down and killed Bert.",
        "Ada, who had one victory, was killed in the air.",
    ]
    assert told(manned(scored, "a", wounds=1))[1:] == ["Ada shot down and killed Bert.", "Ada came home wounded."]


@pytest.mark.parametrize(
    ("event", "lines"),
    [
        (DeathFaced(craft="a", fortitude=2), ["Ada has a narrow escape", "Ada cheated death."]),
        (DeathFaced(craft="a", fortitude=0), EVEN),
        (
            BalloonHit(craft="a", balloon="x", total=3, text="t", standing=0, once=0, burns=True),
            ["Ada burns a balloon", "Ada set fire to a balloon."],
        ),
        (
            BalloonHit(craft="a", balloon="x", total=3, text="t", standing=0, once=0),
            ["Neither side wins", "Ada attacked the balloon."],
        ),
    ],
)
def test_what_happens_in_the_air_is_told(event: Any, lines: list[str]) -> None:
    assert told(fought(), event) == lines


def test_what_is_left_of_the_ground_is_told_of_who_did_it() -> None:
    here: Any = {"phase": "closing", "waiting": (), "turn": 10, "slices": {"campaign": {}}}
    game = sortie(*TWO, chapters=ALL, units=(unit("gun"),), **here)
    hit = GroundHit(craft="a", unit="gun", dice=2, lost=3, left=0)
    ends = {
        hit: "Ada put an end to the gun.",
        hit.model_copy(update={"left": 1}): "",
        hit.model_copy(update={"craft": ""}): "",
        GroundTested(craft="a", unit="gun", need=8, outcome=False): "Ada put an end to the gun.",
        GroundTested(craft="a", unit="gun", need=8, outcome=True): "",
    }
    assert {event: " ".join(told(game, event)[1:]) for event in ends} == ends


def test_when_an_aircraft_is_beaten_and_how_likely_that_was_stands_with_it() -> None:
    game = fought().changed("b", downed=BY_ADA, out="destroyed")
    facts = MissionFacts()
    early = replace(fought(), turn=3)
    facts.hear(early, ShotDown.model_construct(craft="b"))
    facts.hear(replace(early, turn=5).changed("b", downed=BY_ADA), ShotDown.model_construct(craft="b"))
    story = facts.story(game, MissionFlown(winner="draw", points=(("entente", 2), ("germany", 2))).apply(game))
    (kill,) = [fact for fact in story.facts if fact.kind == "kill-killed"]
    assert (kill.when, kill.chance) == ("turn 3", None)
    (table,) = story.tables
    assert table.rows == (("Bert", game.of("b").type, "Ada", "turn 3", "killed"),)


@pytest.mark.parametrize(
    ("event", "sentence"),
    [
        (Harmed(man="Ada", row="x", away=12), "Ada was grounded for 12 days."),
        (Harmed(man="Ada", row="x", away=1), "Ada was grounded for 1 day."),
        (Harmed(man="Ada", row="x", away=4, spared=2), "Ada cheated death."),
        (Harmed(man="Ada", row="x"), ""),
        (Dismissed(man="Ada"), "Ada left the squadron."),
        (AbilityGained(man="Ada", ability="Ace"), "Ada earned the ability “Ace”."),
    ],
)
def test_what_becomes_of_a_man_afterwards_is_told(event: Any, sentence: str) -> None:
    told_of = Storyteller(SENTENCES, QUIET).story([*career_facts(over(), event)])
    assert told_of == ((sentence,) if sentence else ())


def test_who_was_driven_home_and_then_shot_down_is_told_where_it_happened() -> None:
    """The finding: a man who was killed drove an enemy home afterwards, since that stood at the end."""
    facts, game = MissionFacts(), fought()
    for event in (ForcedHome(craft="b", by="a", station="pilot"), ShotDown(craft="a", fate="falls", by="b")):
        facts.hear(game, event)
        game = event.apply(game)
    game = game.changed("a", out="destroyed")
    story = facts.story(game, MissionFlown(winner="draw", points=(("entente", 2), ("germany", 2))).apply(game))
    assert [fact.kind for fact in story.facts] == ["met", "drove-home", "kill-killed", "draw"]


def test_who_is_driven_home_is_so_without_odds_and_stands_among_the_losses() -> None:
    game = fought().changed("b", sent_home=BY_ADA, home=True)
    facts = MissionFacts()
    facts._beaten["b"] = 1, 3, Fraction(1, 20)
    story = facts.story(game, MissionFlown(winner="draw", points=(("entente", 2), ("germany", 2))).apply(game))
    (driven,) = [fact for fact in story.facts if fact.kind == "drove-home"]
    assert (driven.chance, driven.when, driven.weight) == (None, "turn 3", 4)
    assert [row[2:] for table in story.tables for row in table.rows] == [("Ada", "turn 3", "forced home, alive")]


@pytest.mark.parametrize(
    ("spent", "need", "chance"), [((), 3, Fraction(3, 20)), (("luck",), 3, None), ((), 0, Fraction(1, 20))]
)
def test_the_odds_of_the_last_hit_are_told_where_no_re_roll_changed_them(spent: Any, need: int, chance: Any) -> None:
    facts, before = MissionFacts(), fought()
    shot = ShotFired.model_construct(craft="a", station="pilot", target="b", outcome=True, need=need, spent=(), jam=False)
    facts.hear(before, shot.model_copy(update={"need": 9}))
    facts.hear(before, shot.model_copy(update={"spent": spent}))
    facts.hear(before, shot.model_copy(update={"outcome": False, "need": 1}))
    facts.hear(before, ShotDown.model_construct(craft="b"))
    game = before.changed("b", downed=BY_ADA, out="destroyed")
    story = facts.story(game, MissionFlown(winner="draw", points=(("entente", 2), ("germany", 2))).apply(game))
    assert [fact.chance for fact in story.facts if fact.kind == "kill-killed"] == [chance]


@pytest.mark.parametrize(("jam", "sentence"), [(True, ["The guns of Ada jammed."]), (False, [])])
def test_a_jam_is_told_of_who_fired(jam: bool, sentence: list[str]) -> None:
    shot = ShotFired.model_construct(craft="a", station="pilot", target="b", outcome=False, need=3, spent=(), jam=jam)
    assert told(fought(), shot)[1:] == sentence


@pytest.mark.parametrize(
    ("squadrons", "named"),
    [
        ([], "the Entente"),
        ([{"side": "entente", "name": "Escadrille Verdier"}], "Escadrille Verdier"),
        ([{"side": "entente", "name": "mixed squadron of Captain Lorne"}], "the mixed squadron of Captain Lorne"),
    ],
)
def test_a_squadron_has_an_article_where_its_name_is_no_name(squadrons: Any, named: str) -> None:
    assert Campaign.model_validate({"squadrons": squadrons}).squadron_in_a_sentence("entente") == named


def test_a_day_that_was_won_is_told_with_what_won_it() -> None:
    """The finding: each mission of one victory ended with "a machine shot down won the day", which had just been told."""
    game = fought().changed("b", downed=BY_ADA, out="destroyed")
    won = MissionFlown(winner="entente", points=(("entente", 2), ("germany", 0)))
    (result,) = [fact for fact in MissionFacts().story(game, won.apply(game)).facts if fact.kind.startswith("result")]
    assert (result.kind, dict(result.words)) == ("result", {"score": "2 to 0", "why": ""})
    driven = game.changed("b", downed=None, out="", sent_home=BY_ADA)
    (result,) = [fact for fact in MissionFacts().story(driven, won.apply(driven)).facts if fact.kind == "result-for"]
    assert dict(result.words) == {"score": "2 to 0", "why": "a machine forced home"}
