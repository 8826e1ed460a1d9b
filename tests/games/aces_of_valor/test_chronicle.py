"""A campaign as it is told afterwards: each mission, each pilot's career, and nothing that was taken back."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from typing import Any, get_args

import pytest

from aqmf_air.core.data.text import percent
from aqmf_air.core.play.automatic import play_out
from aqmf_air.core.play.chronicle import ChapterTold, counted
from aqmf_air.core.play.verdict import verdict_of
from aqmf_air.games.aces_of_valor.automatic.policy import choose
from aqmf_air.games.aces_of_valor.chapters.campaign import opened
from aqmf_air.games.aces_of_valor.chapters.fire import AircraftDamaged, AircraftDestroyed
from aqmf_air.games.aces_of_valor.chapters.landing import LANDING, ForcedLandingRolled, LandingRolled
from aqmf_air.games.aces_of_valor.state import PLAYER, Length, OptionalRules
from aqmf_air.games.aces_of_valor.telling.story import ORDINALS, SENTENCES
from aqmf_air.printing.chronicle import sheets_of
from aqmf_air.printing.paper import write_pdf
from tests.games.aces_of_valor.playing import begun
from tests.stories import assert_it_is_from_the_log, assert_sentences_agree, assert_sentences_name_nothing


def assert_the_story_is_told(setup: Any, events: list[Any], chapters: list[ChapterTold]) -> None:
    """Who was hit, who came down and what it was not likely to come to stands in its mission, under its turn."""
    game, told = opened(setup), 0
    story = {chapter.title.split()[1].rstrip(":"): chapter.lines for chapter in chapters if chapter.title.startswith("Miss")}
    for event in events:
        if isinstance(event, AircraftDamaged | AircraftDestroyed | LandingRolled | ForcedLandingRolled):
            head = f"Turn {game.flown.turn}, over " if game.flown.turn else "Over "
            words = event.tell(game).rpartition(": ")[2]
            (line, *_) = (one for one in story[str(game.number)] if one.startswith(head) and words in one)
            told += 1
            if isinstance(event, LandingRolled):
                (question,) = LANDING.questions(game)
                chance = question.odds().of(event.result)
                assert (f"{words} (a chance of {percent(chance)})" in line) == (chance <= Fraction(1, 4))
        game = event.apply(game)
    assert told > 10
    assert any("outnumbered, and nobody falls" in line for lines in story.values() for line in lines)
    assert any(" against " in line for lines in story.values() for line in lines)


def test_a_campaign_is_told_mission_by_mission_with_every_career() -> None:
    session = begun(seed=3, nation="french", missions=8, options=OptionalRules())
    rules, header = session.ruleset, session.header
    while session.state.number < 1 or choose(rules, session.state, PLAYER) is None or session.past.chapter is None:
        command = choose(rules, session.state, PLAYER)
        assert command is not None
        session.submit(command, PLAYER)
    before = rules.chronicle(header.setup, counted(session.entries))  # type: ignore[attr-defined]
    command = choose(rules, session.state, PLAYER)
    assert command is not None
    session.submit(command, PLAYER)
    session.undo(PLAYER)
    assert rules.chronicle(header.setup, counted(session.entries)) == before  # type: ignore[attr-defined]
    assert not play_out(session, {PLAYER: choose})
    state = session.state
    told = rules.chronicle(header.setup, counted(session.entries))  # type: ignore[attr-defined]
    missions = [one for one in told.chapters if one.title.startswith("Mission ")]
    assert [one.title.split()[1].rstrip(":") for one in missions] == [str(number) for number in range(1, 9)]
    assert [row.cells[0] for row in told.rows if not row.gone] == [
        one.name
        for one in sorted(state.squadron, key=lambda one: -one.victories - one.targets)
        if one.box in ("ready", "recovery")
    ]
    assert sorted(int(row.cells[2]) for row in told.rows) == sorted(one.victories for one in state.squadron)
    for one in filter(lambda mission: mission.facts, missions):
        assert one.idle is {"Flew", "Lent"}.isdisjoint(dict(one.facts)), "a mission that nobody flies is told in a line"
    fell = "; ".join(value for one in missions for name, value in one.facts if name == "Fell")
    assert all(f"{one.name} ({one.fate})" in fell for one in state.in_box("lost") if one.fate)
    won = sum(int(value) for one in missions for name, value in one.facts if name == "Mission points")
    lines = [line for one in missions for line in one.lines if line.endswith(" MP") and " by " not in line[-8:]]
    assert won == sum(int(line.rpartition(": ")[2].removesuffix(" MP")) for line in lines if ": " in line)
    assert_the_story_is_told(header.setup, list(counted(session.entries)), [*told.chapters])
    shown = list(told.lines())
    assert all(chapter.title in shown for chapter in told.chapters)
    assert write_pdf(sheets_of(told)).pages >= 1
    end = verdict_of(rules, state)
    assert end is not None
    assert end.headline.lower() == state.winner
    better = next((least for least in (4, 8, 14, 20) if least > state.vp), None)  # the thresholds of eight missions
    assert end.why.startswith(f"{state.vp} victory points in 8 missions")
    assert better is None or end.why.endswith(f" needs {better}")


@pytest.mark.further(every=3)
@pytest.mark.parametrize("seed", [4, 5, 6])
def test_its_stories_hold_to_the_log(seed: int) -> None:
    session = begun(seed=seed, nation="french", missions=8, options=OptionalRules())
    assert not play_out(session, {PLAYER: choose})
    told = assert_it_is_from_the_log(session, SENTENCES)
    missions = [chapter for chapter in told.chapters if chapter.title.startswith("Mission ")]
    assert all(chapter.headline and chapter.story for chapter in missions if chapter.facts)
    lost = {member.name for member in session.state.squadron if member.box == "lost"}
    rows = [row for chapter in missions for table in chapter.tables if table.title == "Losses" for row in table.rows]
    assert lost <= {row[0] for row in rows}
    claims = [row for chapter in missions for table in chapter.tables if table.title == "Claims" for row in table.rows]
    victories = Counter({ace.name: int(ace.victories) for ace in told.wall})
    assert victories <= Counter(row[1] for row in claims)
    gone = {member.name for member in session.state.squadron if member.box in ("lost", "posted", "recycled")}
    assert {ace.name for ace in told.wall if ace.gone} <= gone


def test_its_sentences_name_nothing() -> None:
    assert_sentences_name_nothing(SENTENCES)
    assert_sentences_agree(SENTENCES)
    assert len(ORDINALS) == max(get_args(Length)), "whoever flew every mission has a last one"
