"""Paths in words: every number is said, and nothing is cut short or made up."""

from __future__ import annotations

import pytest

from aqmf_air.core.play.reading import Reading
from aqmf_air.games.richthofens_war.chapters.paths import MOST, PathSlot, path_in_words

PATH = PathSlot(("slip-left", "half-loop"))


def readings(text: str) -> list[str]:
    """The whole text as paths."""
    reading = Reading(text)
    return [path for path, end in PATH.read(reading, 0, {}) if reading.ended(end)]


@pytest.mark.parametrize(
    ("text", "path"),
    [
        ("ahead 3, right, ahead 2, dive 100", "FFFRFFDD"),
        ("Forward 1 left 2 then straight 1 and climb 50 m", "FLLFC"),
        ("ahead 1, slip left, half loop, left", "F{slip-left}{half-loop}L"),
        (f"ahead {MOST}", "F" * MOST),
        ("ahead, left, ahead", "FLF"),
        ("straight ahead 2, right", "FFR"),
    ],
)
def test_a_path_is_read_and_told_as_it_is_flown(text: str, path: str) -> None:
    assert readings(text) == [path]
    assert readings(path_in_words(path)) == [path]


@pytest.mark.parametrize(
    "text",
    [
        "climb", "dive ahead 3", "ahead 0", f"ahead {MOST + 1}", "climb 75", "climb 2050",
        "ahead 2,", "ahead 3 then", "ahead 2.5", "left 0", "ahead 40, " * 3 + "ahead 1", "slip", "",
    ],
)  # fmt: skip
def test_a_number_that_is_missing_or_too_large_and_a_dangling_comma_are_no_path(text: str) -> None:
    assert readings(text) == []
