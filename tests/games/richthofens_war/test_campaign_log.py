"""A campaign as one log: its missions are chapters, between which men rest, missions are called off, replacements come."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any, cast

import pytest

from aqmf_air.conformance import CHECKS, Subject
from aqmf_air.core.data.model import replace
from aqmf_air.core.play.automatic import next_order
from aqmf_air.core.play.chapters import ChapterStart
from aqmf_air.core.play.chronicle import counted
from aqmf_air.core.play.replay import from_chapters
from aqmf_air.core.play.replay import replay as played_again
from aqmf_air.core.play.session import Resolved, Session, new_header
from aqmf_air.core.play.verdict import verdict_of
from aqmf_air.errors import IllegalCommandError, InvalidCommandError
from aqmf_air.games.richthofens_war.campaign import words
from aqmf_air.games.richthofens_war.campaign.model import Campaign
from aqmf_air.games.richthofens_war.campaign.orders import CallOff, FlyMission, MissionClosed, RestMan, setup_of, started
from aqmf_air.games.richthofens_war.campaign.store import parse_campaign
from aqmf_air.games.richthofens_war.campaign.story import SENTENCES, chance_of
from aqmf_air.games.richthofens_war.chapters.fire import ShotResolved
from aqmf_air.plugins import kinds
from aqmf_air.plugins.registry import load_registry
from aqmf_air.web.board.board import board_of
from aqmf_air.web.film import film_of
from tests.stories import assert_it_is_from_the_log, assert_sentences_agree, assert_sentences_name_nothing

REGISTRY = load_registry(entry_points=False)
GAME: Any = REGISTRY.ruleset("richthofen")
CHOOSE = REGISTRY.of(kinds.POLICIES, "richthofen")["exact-odds"].choose


ACE = "Manfred von Richthofen"
DUELS = """title = "Duels"
missions = [{ scenario = "duel", date = "1917-04" }, { scenario = "duel" }, { scenario = "duel" }]

[[squadrons]]
side = "german"
nation = "Germany"
name = "Jasta 11"
men = [{ name = "Manfred von Richthofen", victories = "31" }]
machines = [{ type = "Albatros D-III", number = 2 }]

[[squadrons]]
side = "allied"
nation = "Britain"
name = "No. 60 Squadron"
machines = [{ type = "Nieuport 17, British", number = 2 }]
"""
pytestmark = pytest.mark.filterwarnings("ignore::aqmf_air.conformance.NeverHappenedWarning")


def duels() -> Campaign:
    """A short campaign as it begins."""
    return started(parse_campaign(DUELS.encode(), "duels.toml"), REGISTRY, 7, {})


def begun(seed: int = 5) -> Session[Any]:
    header = new_header(GAME, setup_of(duels(), REGISTRY), seed=seed, game="duels", title="Duels")
    return Session(GAME, header)


def give(session: Session[Any], command: Any, by: str = "german") -> None:
    assert isinstance(session.submit(command, by), Resolved)


def fly(session: Session[Any]) -> None:
    """Begin the next mission, by the order that is offered."""
    (order,) = (offer.command for offer in GAME.legal(session.state, "allied") if isinstance(offer.command, FlyMission))
    give(session, order, "allied")


def fly_to_its_end(session: Session[Any]) -> None:
    fly(session)
    while session.state.phase != "between":
        side, order = next_order(GAME, session.state, CHOOSE) or pytest.fail("nobody has an order")
        give(session, order, side)


@cache
def flown() -> Session[Any]:
    """A campaign that automatic players have flown to its end: nobody changes it."""
    session = begun()
    for _ in session.state.campaign.missions:
        fly_to_its_end(session)
    return session


@pytest.mark.further
def test_a_campaign_is_flown_to_its_end_in_one_log() -> None:
    session = flown()
    campaign = session.state.campaign
    assert (session.state.winner, len(campaign.flown), session.state.mission) == (campaign.winner, 3, 3)
    assert campaign.winner
    headline = GAME.chronicle(session.header.setup, counted(session.entries)).headline
    assert "campaign" in headline
    assert str(verdict_of(GAME, session.state)).startswith(headline)  # not as if it was its last mission
    debriefed = [event for event in counted(session.entries) if isinstance(event, MissionClosed)]
    assert tuple(event.flown for event in debriefed) == campaign.flown
    joined = sum("joins" in line for flown in campaign.flown for line in flown.lines)
    rolled = [roll for entry in session.entries for roll in entry.rolls if roll.label == "replacement"]
    assert len(rolled) <= joined <= len([roll for entry in session.entries for roll in entry.rolls if roll.label == "name"])
    assert GAME.legal(session.state, "german") == ()


def test_its_log_is_replayed_and_folded_from_each_chapter_alike() -> None:
    session = flown()
    assert played_again(GAME, session.header, session.entries).digest == session.digest
    starts = [at for at, later in from_chapters(session) if later.digest == session.digest]
    begins = [entry.position + 1 for entry in session.entries if isinstance(entry.command, FlyMission)]
    assert starts == begins


def test_it_is_told_as_its_chapters() -> None:
    session = flown()
    told = GAME.chronicle(session.header.setup, counted(session.entries))
    assert [chapter.title.split(".")[0] for chapter in told.chapters] == ["1", "2", "3"]
    assert GAME.chronicled(session.header.setup)
    assert not GAME.chronicled(replace(session.header.setup, campaign=None))


@pytest.mark.further
def test_its_film_has_a_clean_table_for_each_mission_and_an_end() -> None:
    session = flown()
    film = film_of(board_of(GAME, REGISTRY), session.header, session.entries)
    begins = [next(frame for frame in film.frames if frame["chapter"] == chapter) for chapter in (1, 2, 3)]
    assert film.losses
    assert [frame["lost"] for frame in begins] == [[], [], []]
    assert [("Jasta 11: Manfred von Richthofen (Albatros D-III)" in frame["lines"][0]) for frame in begins] == [True] * 3
    assert film.frames[0]["when"] == "Before mission 1"
    assert [frame["when"] for frame in film.frames if frame["phase"] == "Between missions"][1:] == [
        "After mission 1",
        "After mission 2",
    ]
    assert (film.frames[-1]["when"], film.frames[-1]["phase"]) == (
        "The end",
        str(verdict_of(GAME, session.state)).partition(":")[0],
    )


def test_the_film_of_a_mission_begins_with_who_flies_and_ends_with_its_result() -> None:
    session = flown()
    entries = [*session.entries]
    again: Session[Any] = Session(GAME, session.header)
    starts: list[ChapterStart] = []
    for entry in entries:
        number = GAME.chapter(again.state)
        again.fold(entry)
        if GAME.chapter(again.state) > number:
            starts.append(ChapterStart(entry.position + 1, entry.check, tuple(again.rules_from), again.state))
    first, second, _ = starts
    film = film_of(board_of(GAME, REGISTRY), session.header, entries[: second.entries], begin=first)
    told = GAME.chronicle(session.header.setup, counted(entries[: second.entries])).chapters[0]
    assert film.opening[0] == "Mission 1 of 3: Duel"
    assert film.opening[1].startswith("Jasta 11: ")
    assert film.end == [told.headline, told.result]
    assert (film.frames[-1]["when"], film.frames[-1]["phase"]) == ("The end", "Mission 1")
    assert {frame["chapter"] for frame in film.frames} == {1}


def test_its_stories_hold_to_the_log() -> None:
    session = flown()
    told = assert_it_is_from_the_log(session, SENTENCES)
    assert list(told.lines()) == (Path(__file__).parent / "duels.txt").read_text(encoding="utf-8").splitlines()
    assert all(chapter.headline and len(chapter.story) >= 2 for chapter in told.chapters)
    gone = {man.name for _, man in session.state.campaign.everybody() if not man.alive}
    rows = [row for chapter in told.chapters for table in chapter.tables for row in table.rows]
    assert all(any(row[0].startswith(name) for row in rows) for name in gone)
    scores = {man.name: man.victories for _, man in session.state.campaign.everybody() if man.victories >= 1}
    assert {ace.name for ace in told.wall} == {*scores}
    before = words.chronicle_of(session.state.campaign)
    assert [chapter.lines for chapter in before.chapters] == [chapter.lines for chapter in told.chapters]
    assert not any(chapter.story for chapter in before.chapters), "a campaign of before has no log of its missions"


@pytest.mark.further
def test_the_chance_of_a_shot_is_of_as_much_damage_or_more() -> None:
    session, chances = flown(), dict[int, Any]()
    game = GAME.initial(session.header.setup)
    for event in counted(session.entries):
        if isinstance(event, ShotResolved) and (chance := chance_of(game, event)) is not None:
            chances.setdefault(event.damage, chance)
            assert chance > 0
        game = event.apply(game)  # type: ignore[attr-defined]
    assert chances[0] == 1, "no damage or more is certain"
    assert min(chances.values()) < 1


def test_its_sentences_name_nothing() -> None:
    assert_sentences_name_nothing(SENTENCES)
    assert_sentences_agree(SENTENCES)


def test_a_mission_that_is_flown_is_not_told_yet() -> None:
    session = begun()
    fly(session)
    assert GAME.chronicle(session.header.setup, counted(session.entries)).chapters == ()
    give(session, CallOff())
    (chapter,) = GAME.chronicle(session.header.setup, counted(session.entries)).chapters
    assert (chapter.story, chapter.lines) == ((), ("The mission is called off.",))


def test_undo_stays_in_the_mission() -> None:
    session = begun()
    give(session, RestMan(man=ACE))
    give(session, CallOff())
    assert session.state.campaign.flown[0].lines == ("The mission is called off.",)
    session.undo("german")
    session.undo("german")
    assert session.state == begun().state
    give(session, RestMan(man=ACE))
    fly(session)
    assert ACE not in {man for crew in session.state.campaign.underway.crews for man in crew.men}
    with pytest.raises(InvalidCommandError, match="what was before it is not taken back"):
        session.undo("german")
    give(session, CallOff())
    assert session.state.phase == "between"
    session.undo("german")
    assert session.state.phase != "between"


def test_nobody_sees_what_is_hidden_in_scenarios_to_come() -> None:
    state = begun().state
    assert [name for name, _ in state.scenarios] == ["duel"]
    for player in ("german", "allied", ""):
        assert GAME.observe(state, player).scenarios == ()
        assert not any("trenches" in str(offer.command.model_dump()) for offer in GAME.legal(state, player))


@pytest.mark.parametrize(
    ("order", "said"),
    [
        (RestMan(man="Nobody"), "Nobody is none of your men"),
    ],
    ids=lambda value: getattr(value, "type", ""),
)
def test_what_a_campaign_objects_to(order: Any, said: str) -> None:
    with pytest.raises(IllegalCommandError, match=said):
        begun().submit(order, "german")


SUBJECT = Subject(
    lambda: load_registry(entry_points=False).ruleset("richthofen"),
    lambda game: setup_of(duels(), cast("Any", game).registry),
    policies=tuple(REGISTRY.of(kinds.POLICIES, "richthofen").values()),
    seeds=(3,),
    commands=12,
    max_runs=60,
)


@pytest.mark.further(every=4)
@pytest.mark.parametrize("check", CHECKS, ids=lambda check: check.__name__)
def test_it_conforms(check: Callable[[Subject], None]) -> None:
    check(SUBJECT)
