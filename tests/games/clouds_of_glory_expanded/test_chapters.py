"""Chapters: what a mission lists is in force, one that lacks what it needs is refused, a missing one changes nothing."""

from __future__ import annotations

from random import Random

import pytest

from aqmf_air.api import DataError
from aqmf_air.core.play.session import Session, new_header
from aqmf_air.games.clouds_of_glory.sequence import STEPS
from aqmf_air.games.clouds_of_glory_expanded.sequence import CHAPTERS
from aqmf_air.plugins.registry import load_registry
from tests.games.clouds_of_glory.fights import document
from tests.games.clouds_of_glory_expanded.sorties import TWO, sortie, unit


@pytest.mark.parametrize(
    ("chapter", "needed"),
    [("rockets", "balloons"), ("strafing", "ground-damage"), ("bombs", "ground-damage"), ("observers", "ground-damage")],
)
def test_a_chapter_that_lacks_what_it_needs_is_refused_in_a_line(chapter: str, needed: str) -> None:
    with pytest.raises(DataError, match=f"expanded: chapters: {chapter} needs {needed}, too"):
        sortie(*TWO, chapters=[chapter])
    sortie(*TWO, chapters=[chapter, needed])


@pytest.mark.parametrize(
    ("given", "fault"),
    [
        (unit("a"), "ground: two things are called 'a'"),
        (unit("x", kind="castle"), "ground x: no kind 'castle'; expected infantry or "),
        (unit("x", cover=["fog"]), "ground x: no cover 'fog'; expected rough or "),
        (unit("x", lost=16), "ground x: lost: expected less than its Combat strength, 16, got 16"),
        (unit("x", at=[30, 90]), "ground x: at: expected a place on the board"),
    ],
)
def test_a_unit_that_cannot_be_there_is_refused_in_a_line(given: dict[str, object], fault: str) -> None:
    with pytest.raises(DataError, match=fault):
        sortie(*TWO, chapters=[], units=[given])


def told(*without: str) -> list[tuple[object, ...]]:
    """What is ordered, offered, rolled and told in a fight from a seed, without these plugins."""
    ruleset = load_registry(entry_points=False, without=without).ruleset("clouds")
    setup = ruleset.set_up(document("four-a-side"), "test", {}).setup
    game, picks, lines = (
        Session(ruleset, new_header(ruleset, setup, seed=5, game="a duel")),
        Random(5),
        list[tuple[object, ...]](),
    )
    while len(lines) < 30 and not game.state.winner:
        player = next(iter(game.state.acting), "")
        offers = ruleset.legal(game.state, player) if player else ()
        command = ruleset.follows(game.state) or picks.choice(offers).command
        odds = [question.odds().weights for question in ruleset.questions(game.state, command)]
        game.submit(command, player)
        entry = game.entries[-1]
        lines.append(([offer.title for offer in offers], odds, entry.rolls, [event.model_dump() for event in entry.events]))
    return lines


def test_a_mission_that_lists_no_chapter_is_played_as_in_the_core_game() -> None:
    with_it, without_it = told(), told("clouds-expanded")
    assert len(with_it) == 30
    assert with_it == without_it


def test_a_step_of_a_chapter_has_a_name_of_its_own_where_it_is_not_the_cores_own_done_again() -> None:
    steps = [(step, name) for name, parts in CHAPTERS.items() for part in parts for step in getattr(part, "STEPS", ())]
    assert len({name for name, _ in steps}) == len(steps)
    assert {chapter for name, chapter in steps if name in STEPS} <= {"abilities"}
