from __future__ import annotations

from functools import cache
from typing import Any

import pytest

from aqmf_air.core.play.replay import replay
from aqmf_air.core.play.session import Session
from aqmf_air.core.store.log_reader import from_lines
from aqmf_air.plugins.registry import Registry
from tests.golden.regenerate import FOLDER, GAMES, log, story, transcript


@cache
def played(name: str) -> Session[Any]:
    """A golden game, played once for all that is asked of it."""
    return GAMES[name]()


ANEW = "the game has changed: python -m tests.golden.regenerate, and read the difference"


@pytest.mark.parametrize("name", GAMES)
def test_a_game_is_what_it_was(name: str) -> None:
    session = played(name)
    assert list(transcript(session)) == (FOLDER / f"{name}.txt").read_text(encoding="utf-8").splitlines(), ANEW
    assert log(session) == (FOLDER / f"{name}.jsonl").read_text(encoding="utf-8"), ANEW
    if lines := list(story(session)):
        assert lines == (FOLDER / f"{name}-story.txt").read_text(encoding="utf-8").splitlines(), ANEW


@pytest.mark.parametrize("name", GAMES)
def test_a_golden_log_can_be_played_again(name: str) -> None:
    session = played(name)
    lines = (FOLDER / f"{name}.jsonl").read_text(encoding="utf-8").splitlines()
    header, entries = from_lines(lines, session.ruleset.codec, name)
    assert replay(session.ruleset, header, entries).digest == session.digest


def test_every_ruleset_has_a_playthrough(registry: Registry) -> None:
    assert set(registry.rulesets) <= {played(name).header.ruleset for name in GAMES}
