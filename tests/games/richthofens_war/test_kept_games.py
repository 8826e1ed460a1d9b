"""Games of 23 November 2026 (rules 1) and later ones, with all that they decided: they open and fold to what they were.

Nothing in ``kept`` is ever written anew.
"""

from __future__ import annotations

import gzip
import json
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from aqmf_air.api import load_registry
from aqmf_air.core.play.events import to_lines
from aqmf_air.core.play.secrecy import lines_of
from aqmf_air.core.store.log_reader import split_lines
from aqmf_air.plugins import kinds
from aqmf_air.plugins.registry import Registry
from aqmf_air.plugins.rules_in_force import read_log
from tests.corpus.test_corpus import beyond

FOLDER = Path(__file__).parent / "kept"
NAMES = sorted(path.name.removesuffix(".jsonl.gz") for path in FOLDER.glob("*.jsonl.gz"))


@cache
def everything() -> Registry:
    return load_registry(entry_points=False)


@pytest.mark.parametrize("name", NAMES)
def test_a_kept_game_opens_as_it_was(name: str) -> None:
    lines = split_lines(gzip.decompress((FOLDER / f"{name}.jsonl.gz").read_bytes()).decode())
    was: dict[str, Any] = json.loads(gzip.decompress((FOLDER / f"{name}.json.gz").read_bytes()))
    rules, saved = read_log(lines, name, None, everything())
    session = rules.session(saved)
    assert (saved.fault, len(session.entries)) == ("", was["entries"])
    assert list(beyond(was["state"], session.state.model_dump(mode="json"))) == []
    assert session.ruleset.over(session.state) == was["winner"]
    assert list(to_lines(saved.header, saved.entries)) == lines
    state = session.ruleset.initial(saved.header.setup)
    for entry in session.entries:
        assert all(lines_of(session.ruleset, entry.events, state, side) for side in ("german", "allied", None))
        state = session.ruleset.after(state, entry.events)


def test_there_are_kept_games_of_all_kinds_of_orders() -> None:
    logs = [gzip.decompress((FOLDER / f"{name}.jsonl.gz").read_bytes()).decode() for name in NAMES]
    words = {word for log in logs for word in log.split('"')}
    assert {kind.type_name() for kind in everything().of(kinds.COMMANDS, "richthofen")} <= words
