"""The goal, printed: a log of 16 chapters, each of 120 commands with 8 rolls, opens from the store in under a second."""

from __future__ import annotations

from functools import partial
from pathlib import Path
from typing import Any

import pytest

from aqmf_air.core.data.model import Frozen
from aqmf_air.core.play.session import Session, new_header
from aqmf_air.core.store.store import Store
from aqmf_air.plugins.registry import load_registry
from aqmf_air.plugins.rules_in_force import rules_named
from tests.benchmarks import race
from tests.core import long_game
from tests.core.long_game import Fly, Rest

CHAPTERS, COMMANDS = 16, 120


def test_a_long_game_opens(benchmark: Any, capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    rules = rules_named("legs", load_registry(builtin=False, entry_points=False, extra=(("long_game", long_game),)))
    session: Session[Any] = Session(
        rules.ruleset, new_header(rules.ruleset, Frozen(), seed=1, game="g", plugins=rules.plugins)
    )
    for number in range(CHAPTERS * COMMANDS):
        session.submit(Rest() if number and number % COMMANDS == 0 else Fly(), "pilot")
    with Store(tmp_path / "games.sqlite") as store:
        store.add(session.header, session.entries, "g")

    def opened() -> Session[Any]:
        with Store(tmp_path / "games.sqlite") as store:
            saved = rules.kept(store, "g")
            return rules.session(saved, at_chapter=partial(rules.keep_snapshot, store, "g", saved.header.setup))

    def refolded() -> Session[Any]:
        with Store(tmp_path / "games.sqlite") as store:
            return rules.session(store.read("g", rules.ruleset.codec, rules.lines))

    assert opened().digest == session.digest  # it keeps the snapshots
    contest = race.run(
        f"a log of {CHAPTERS} chapters, {len(session.entries):,} commands, opens",
        opened,
        {"folding all of it": refolded},
        rounds=3,
    )
    race.tell(contest, benchmark, capsys)
    assert opened().digest == session.digest
    benchmark.pedantic(opened, rounds=5)
