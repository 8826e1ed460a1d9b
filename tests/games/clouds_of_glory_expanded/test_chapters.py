"""Chapters: what a mission lists is in force, one that lacks what it needs is refused, a missing one changes nothing."""

from __future__ import annotations

import pytest

from aqmf_air.api import DataError
from tests.games.clouds_of_glory.fights import aircraft
from tests.games.clouds_of_glory_expanded.sorties import sortie, unit

TWO = (aircraft("a", "germany"), aircraft("b", "entente", at=[30, 40, 20]))


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
        (unit("x", at=[30, 90]), "ground x: at: expected a place on the board"),
    ],
)
def test_a_unit_that_cannot_be_there_is_refused_in_a_line(given: dict[str, object], fault: str) -> None:
    with pytest.raises(DataError, match=fault):
        sortie(*TWO, chapters=[], units=[given])
