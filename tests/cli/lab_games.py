"""A small set-up of whole games, and who works for a process."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

from aqmf_air.core.data.documents import load_toml
from aqmf_air.core.play.ruleset import Ruleset
from aqmf_air.game_rules import rules_named
from aqmf_air.registry import load_registry
from aqmf_air.whole_games import SetUp, set_up


@cache
def first_flight() -> SetUp:
    rules = rules_named("aqmf", load_registry())
    ruleset: Ruleset[Any] = rules.ruleset
    source = rules.registry.scenarios("aqmf")["first-flight"]
    scenario = ruleset.set_up(load_toml(source.path), str(source.path), {})
    return set_up(rules, scenario, "first-flight", dict.fromkeys(ruleset.players(), ""))


def family(pid: int) -> Iterator[int]:
    """The processes that a process has started, and those that they have."""
    for listed in Path(f"/proc/{pid}/task").glob("*/children"):
        for child in map(int, listed.read_text().split()):
            yield child
            yield from family(child)
