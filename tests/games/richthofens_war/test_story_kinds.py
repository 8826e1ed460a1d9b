"""Each kind of fact that automatic campaigns seldom or never have, once: from the events that make it to its sentence."""

from __future__ import annotations

from fractions import Fraction
from functools import cache
from typing import Any

import pytest

from aqmf_air.core.data.model import replace
from aqmf_air.core.play.session import Session, new_header
from aqmf_air.core.play.stories import Storyteller
from aqmf_air.games.richthofens_war.campaign import story
from aqmf_air.games.richthofens_war.campaign.model import Flown
from aqmf_air.games.richthofens_war.campaign.orders import FlyMission, MissionClosed, campaign_of, setup_of, started
from aqmf_air.games.richthofens_war.campaign.store import bundled
from aqmf_air.games.richthofens_war.campaign.story import QUIET, SENTENCES, MissionFacts
from aqmf_air.games.richthofens_war.chapters import victory
from aqmf_air.games.richthofens_war.chapters.damage import AircraftLost, BalloonHit
from aqmf_air.games.richthofens_war.chapters.fire import ShotResolved
from aqmf_air.games.richthofens_war.chapters.fire_from_ground import GroundShot
from aqmf_air.games.richthofens_war.chapters.guns_and_jams import GunJammed
from aqmf_air.games.richthofens_war.chapters.missions import (
    BombsDropped,
    PhotographsTaken,
    PlatesSafe,
    Spotted,
    TrenchStrafed,
)
from aqmf_air.games.richthofens_war.chapters.moving import Landed
from aqmf_air.games.richthofens_war.chapters.victory import VictoryCredited
from aqmf_air.games.richthofens_war.state import Balloon, Game
from tests.games.richthofens_war.test_campaign_log import GAME, REGISTRY


@cache
def underway() -> Game:
    """The second mission of April 1917 begins: two Germans, two British fighters, and an RE-8 with its observer."""
    campaign = started(bundled()["bloody-april"], REGISTRY, 1, {})
    campaign = replace(campaign, missions=campaign.missions[1:])
    session: Session[Any] = Session(GAME, new_header(GAME, setup_of(campaign, REGISTRY), seed=1, game="g", title="g"))
    (order,) = (offer.command for offer in GAME.legal(session.state, "allied") if isinstance(offer.command, FlyMission))
    session.submit(order, "allied")
    game: Game = session.state
    return game


def crews() -> dict[str, tuple[str, tuple[str, ...]]]:
    """Of each crew its aircraft and its men, by what it flies."""
    found = campaign_of(underway()).underway
    assert found is not None
    by_type = dict[str, tuple[str, tuple[str, ...]]]()
    for crew in found.crews:
        by_type.setdefault(crew.type.split()[0], (crew.aircraft, crew.men))
    return by_type


ALBATROS, NIEUPORT, RE8 = "Albatros", "Nieuport", "RE-8"


def named(text: str) -> str:
    """A sentence with the men of crews in the places of ``{German}``, ``{Briton}``, ``{pilot}`` and
    ``{observer}``, or by their last names, ``{pilot_s}`` and ``{observer_s}``: a full name is told once.
    """
    men = crews()
    pilot, observer = men[RE8][1]
    last = {f"{who}_s": name.split()[-1] for who, name in (("pilot", pilot), ("observer", observer))}
    return text.format(German=men[ALBATROS][1][0], Briton=men[NIEUPORT][1][0], pilot=pilot, observer=observer, **last)


def told(*events: Any, game: Game | None = None, points: tuple[int, int] = (3, 0)) -> list[str]:
    """The headline of a mission in which that happened, and its sentences but for those that are told of little else."""
    game, facts = game or underway(), MissionFacts()
    for event in events:
        facts.hear(game, event)
        game = event.apply(game)
    squadrons = campaign_of(game).squadrons
    winner = "draw" if points[0] == points[1] else "german"
    flown = Flown(number=1, title="t", winner=winner, points=(("german", points[0]), ("allied", points[1])))
    story = facts.story(game, MissionClosed(squadrons=squadrons, flown=flown))
    ends = [fact for fact in story.facts if fact.kind in ("result", "draw")]
    kinds = [fact for fact in story.facts if fact.weight > 1] or ends
    teller = Storyteller(SENTENCES, QUIET)
    return [teller.headline(story.facts), *teller.story(kinds)]


def crewed(type_: str, *changes: dict[str, Any], **more: Any) -> Game:
    """The mission with an aircraft, and the men in it, changed."""
    game, (id_, _) = underway(), crews()[type_]
    aircraft = game.of(id_)
    men = tuple(replace(man, **change) for man, change in zip(aircraft.crew, changes, strict=False)) or aircraft.crew
    return game.changed(id_, crew=(*men, *aircraft.crew[len(men) :]), **more)


def id_of(type_: str) -> str:
    return crews()[type_][0]


def shot_down(type_: str, by: str = "") -> list[Any]:
    credit = [VictoryCredited(aircraft=id_of(by), target=id_of(type_), share=Fraction(1))] if by else []
    return [AircraftLost(aircraft=id_of(type_)), *credit]


WON = "The day goes to the Germans, 3 to 0"
FREE, TAKEN, DEAD = {"fate": "free"}, {"fate": "captured"}, {"health": "dead"}


@pytest.mark.parametrize(
    ("men", "headline", "sentence"),
    [
        ((), "{German} shoots down {Briton}", "{German} shot down and killed {Briton}."),
        ((FREE,), "{German} shoots down {Briton}", "{German} shot down {Briton}, whom a parachute saved."),
        ((TAKEN,), "{German} shoots down {Briton}", "{German} shot down {Briton}, whom a parachute took into captivity."),
    ],
)
def test_a_victory_is_told_by_what_became_of_the_man(men: Any, headline: str, sentence: str) -> None:
    lines = told(*shot_down(NIEUPORT, ALBATROS), game=crewed(NIEUPORT, *men))
    assert lines == [named(headline), named(sentence)]


def test_a_crew_that_fared_differently_is_told_man_by_man() -> None:
    lines = told(*shot_down(RE8, ALBATROS), game=crewed(RE8, FREE, DEAD))
    assert lines[1] == named("{German} shot down {pilot} and {observer}: {pilot_s} alive and {observer_s} killed.")


def test_the_last_flight_of_a_man_is_told_and_of_his_comrade_who_lives_it_is_not() -> None:
    """The finding: a gunner who came down alive had a last flight, since his pilot had one."""
    game = underway()
    men = crews()[RE8][1]
    squadrons = tuple(
        replace(
            squadron,
            men=tuple(replace(man, victories=Fraction(2)) if man.name in men else man for man in squadron.men),
        )
        for squadron in campaign_of(game).squadrons
    )
    scored = replace(crewed(RE8, DEAD, FREE), campaign=replace(campaign_of(game), squadrons=squadrons))
    lines = told(*shot_down(RE8, ALBATROS), game=scored)
    assert lines[2:] == [named("It was the last flight of {pilot_s}, after 2 victories.")]
    both = replace(crewed(RE8, DEAD, DEAD), campaign=replace(campaign_of(game), squadrons=squadrons))
    killed, *last = told(*shot_down(RE8, ALBATROS), game=both)[1:]
    assert named("{pilot}, who had 2 victories,") in killed
    assert last == [named("It was the last flight of {observer_s}, after 2 victories.")]
    assert len(told(*shot_down(RE8, ALBATROS), game=crewed(RE8, DEAD, DEAD))) == 2, "nobody had a victory"


@pytest.mark.parametrize(
    ("event", "headline", "sentence"),
    [
        (AircraftLost(aircraft="{n}"), "{Briton} is down", "{Briton} was shot down and killed."),
        (
            AircraftLost(aircraft="{n}", why="overdive"),
            "{Briton} is lost in a dive",
            "A dive too hard broke up the aircraft: {Briton} was lost and killed.",
        ),
        (
            AircraftLost(aircraft="{n}", why="collision"),
            "{Briton} is lost in a collision",
            "In a collision {Briton} was brought down and killed.",
        ),
        (
            Landed(aircraft="{n}", how="crashed"),
            "{Briton} is lost on landing",
            "In a crash on landing {Briton} was lost and killed.",
        ),
        (
            Landed(aircraft="{n}", how="captured"),
            "{Briton} is forced down",
            "Behind the enemy's lines {Briton} was forced to land and captured.",
        ),
        (Landed(aircraft="{n}", how="landed"), WON, "{Briton} glided down among friends."),
        (GunJammed(aircraft="{n}", gun="g"), WON, "The guns of {Briton} jammed."),
        (
            BombsDropped(aircraft="{n}", height=50, on_target=True, hit=True),
            "The bombs of {Briton} hit",
            "{Briton} put the bombs on the target.",
        ),
        (
            BombsDropped(aircraft="{n}", height=50, on_target=True, hit=False),
            WON,
            "{Briton} dropped the bombs and missed.",
        ),
        (Spotted(aircraft="{n}", hit=True), WON, "{Briton} spotted for the guns, and they hit."),
        (PlatesSafe(aircraft="{n}"), "{Briton} brings the photographs home", "{Briton} brought all the photographs home."),
        (
            PhotographsTaken(aircraft="{n}", hexes=((1, 1),)),
            WON,
            "{Briton} photographed a target.",
        ),
    ],
)
def test_what_befell_a_man_alone_is_told(event: Any, headline: str, sentence: str) -> None:
    gun = {"gun": underway().of(id_of(NIEUPORT)).guns[0].name} if isinstance(event, GunJammed) else {}
    happened = event.model_copy(update={"aircraft": id_of(NIEUPORT), **gun})
    assert told(happened) == [named(headline), named(sentence)]


def test_who_is_forced_down_among_enemies_is_a_victory_and_a_glide_home_is_none() -> None:
    credit = VictoryCredited(aircraft=id_of(ALBATROS), target=id_of(NIEUPORT), share=Fraction(1))
    lines = told(Landed(aircraft=id_of(NIEUPORT), how="captured"), credit)
    assert lines == [named("{German} forces down {Briton}"), named("{German} forced down {Briton} among enemies.")]
    lines = told(Landed(aircraft=id_of(NIEUPORT), how="landed"), credit)
    assert lines[1] == named("{Briton} glided down among friends.")


def test_a_spotter_whose_guns_missed_and_strafing_without_a_hit_are_not_told() -> None:
    nothing = (
        Spotted(aircraft=id_of(NIEUPORT), hit=False),
        TrenchStrafed(aircraft=id_of(NIEUPORT), hexes=2, hits=0, guns=()),
    )
    assert told(*nothing) == [WON]
    assert told(*nothing, points=(2, 2)) == ["Neither side wins"]


def test_runs_over_trenches_are_counted_with_their_best() -> None:
    runs = [TrenchStrafed(aircraft=id_of(NIEUPORT), hexes=2, hits=hits, guns=()) for hits in (1, 0, 3, 2)]
    assert told(*runs[:1])[1] == named("{Briton} strafed the trenches once, with a hit at best.")
    assert told(*runs)[1] == named("{Briton} strafed the trenches three times, with three hits at best.")


def test_who_comes_home_hurt_is_told_by_man_and_machine() -> None:
    most = underway().type_of(underway().of(id_of(RE8))).damage
    game = crewed(RE8, {"health": "wounded"}, DEAD, damage=-(-most * 3 // 4))
    assert told(game=game)[1:] == [
        named("{pilot} came home wounded."),
        named("{observer} was killed in the air."),
        named(f"{{pilot_s}} nursed home an RE-8 with {-(-most * 3 // 4)} of the {most} points of damage that it can bear."),
    ]
    spared = crewed(RE8, damage=-(-most * 3 // 4) - 1)
    assert told(game=spared) == [WON]


def test_a_balloon_that_nobody_burned_is_not_told() -> None:
    facts = MissionFacts()
    burned = BalloonHit.model_construct(balloon="b", damage=9, destroyed=True)
    facts.hear(underway(), burned)
    assert told() == [WON]
    facts._falls["b"].by.append(id_of(NIEUPORT))
    flown = Flown(number=1, title="t", winner="draw", points=(("german", 1), ("allied", 1)))
    story = facts.story(underway(), MissionClosed(squadrons=campaign_of(underway()).squadrons, flown=flown))
    assert [(fact.kind, fact.what) for fact in story.facts if fact.weight > 1] == [("balloon", ("a balloon",))]


def story_of(facts: MissionFacts, game: Game, squadrons: Any = None) -> Any:
    """What a mission tells that ends so in a draw."""
    flown = Flown(number=1, title="t", winner="draw", points=(("german", 1), ("allied", 1)))
    return facts.story(game, MissionClosed(squadrons=squadrons or campaign_of(game).squadrons, flown=flown))


@pytest.mark.parametrize(("shots", "odds"), [(1, " (a chance of 1 in 20)"), (2, "")])
def test_odds_are_told_of_one_shot_alone(shots: int, odds: str) -> None:
    facts = MissionFacts()
    facts._chances[id_of(NIEUPORT)] = [Fraction(1, 20)] * shots
    game = underway()
    for event in shot_down(NIEUPORT, ALBATROS):
        facts.hear(game, event)
        game = event.apply(game)
    (kill,) = (fact for fact in story_of(facts, game).facts if fact.kind.startswith("kill"))
    assert Storyteller(SENTENCES, QUIET).story([kill]) == (named("{German} shot down and killed {Briton}") + f"{odds}.",)


def test_a_machine_is_battered_from_three_quarters_on(monkeypatch: pytest.MonkeyPatch) -> None:
    most = underway().type_of(underway().of(id_of(RE8))).damage
    monkeypatch.setattr(story, "BATTERED", Fraction(most - 2, most))
    for damage, number in ((most - 3, 0), (most - 2, 1)):
        facts = story_of(MissionFacts(), crewed(RE8, damage=damage)).facts
        assert [fact.kind for fact in facts if fact.weight > 1] == ["battered"] * number


@pytest.mark.parametrize(("victories", "kind", "weight"), [(4, "last-flight", 5), (5, "ace-lost", 9)])
def test_the_last_flight_of_an_ace_weighs_more(victories: int, kind: str, weight: int) -> None:
    name = crews()[NIEUPORT][1][0]
    squadrons = tuple(
        replace(
            squadron,
            men=tuple(replace(man, victories=Fraction(victories)) if man.name == name else man for man in squadron.men),
        )
        for squadron in campaign_of(underway()).squadrons
    )
    game = replace(underway(), campaign=replace(campaign_of(underway()), squadrons=squadrons))
    facts = MissionFacts()
    lost = AircraftLost(aircraft=id_of(NIEUPORT))
    facts.hear(game, lost)
    (last,) = (fact for fact in story_of(facts, lost.apply(game)).facts if fact.kind == kind)
    assert (last.who, last.weight) == ((name,), weight)


@pytest.mark.parametrize(("victories", "rank", "weight"), [(1, "a regular", 3), (5, "an ace", 8), (0, "", 0)])
def test_who_rises_in_standing_is_told(victories: int, rank: str, weight: int) -> None:
    name = crews()[NIEUPORT][1][0]
    novice = replace(campaign_of(underway()).squadrons[0].men[0], name=name, victories=Fraction(0), novice=True)

    def with_man(**changes: Any) -> Any:
        return tuple(
            replace(squadron, men=tuple(replace(novice, **changes) if man.name == name else man for man in squadron.men))
            for squadron in campaign_of(underway()).squadrons
        )

    game = replace(underway(), campaign=replace(campaign_of(underway()), squadrons=with_man()))
    after = with_man(victories=Fraction(victories), novice=not victories)
    risen = [fact for fact in story_of(MissionFacts(), game, after).facts if fact.kind == "risen"]
    assert [(dict(fact.words)["rank"], fact.weight) for fact in risen] == [(rank, weight)] * bool(rank)


def test_a_glide_home_is_neither_a_claim_nor_a_loss() -> None:
    facts = MissionFacts()
    facts.hear(underway(), Landed(aircraft=id_of(NIEUPORT), how="landed"))
    assert story_of(facts, underway()).tables == ()
    facts.hear(underway(), Landed(aircraft=id_of(NIEUPORT), how="crashed"))
    (table,) = story_of(facts, underway()).tables
    assert table.rows[0][0] == named("{Briton}, No. 60 Squadron")


def test_who_is_lost_has_not_come_home() -> None:
    facts = story_of(MissionFacts(), crewed(RE8, {"health": "wounded"}, damage=99, state="crashed")).facts
    assert not {"wounded", "killed", "battered"} & {fact.kind for fact in facts}


def test_a_mission_against_a_balloon_tells_of_the_balloon_and_of_the_guns_around_it() -> None:
    """The finding: the story of the mission "Balloon" had none in it."""
    balloon = Balloon(id="b", side="german", at=(1, 1), height=10)
    game, facts = replace(underway(), balloons=(balloon,)), MissionFacts()
    shot = ShotResolved(shooter=id_of(NIEUPORT), target="b", guns=(), natural=7, total=7, damage=1)
    facts.hear(game, shot)
    facts.hear(game, shot)
    facts.hear(game, GroundShot(target=id_of(NIEUPORT), gun="g", natural=7, total=7, damage=1))
    facts.hear(game, AircraftLost(aircraft=id_of(NIEUPORT)))
    lost = game.changed(id_of(NIEUPORT), state="destroyed")
    kinds = [fact.kind for fact in story_of(facts, lost).facts]
    assert kinds[:4] == ["met", "at-balloon", "fell-to-ground", "balloon-stands"]


@pytest.mark.parametrize(
    ("brought_home", "headline", "why"),
    [(True, "{pilot} and {observer} bring the photographs home", "the photographs"), (False, WON, "")],
)
def test_a_mission_that_photographs_have_won_leads_with_them(
    monkeypatch: pytest.MonkeyPatch, brought_home: bool, headline: str, why: str
) -> None:
    home = id_of(RE8) if brought_home else ""
    monkeypatch.setattr(victory, "brought_home", lambda aircraft, game: aircraft.id == home)
    flown = Flown(number=1, title="t", winner="allied" if home else "german", points=(("german", 0), ("allied", 3)))
    made = MissionFacts().story(underway(), MissionClosed(squadrons=campaign_of(underway()).squadrons, flown=flown))
    assert Storyteller(SENTENCES, QUIET).headline(made.facts) == named(headline)
    results = [(fact.kind, dict(fact.words)["why"]) for fact in made.facts if fact.kind.startswith("result")]
    assert results == [("result-for" if why else "result", why)]
