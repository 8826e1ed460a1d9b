"""A small set-up of whole games, and which processes there are of a command (Linux)."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from functools import cache
from pathlib import Path
from typing import Any

from aqmf_air.core.data.documents import load_toml
from aqmf_air.core.play.ruleset import Ruleset
from aqmf_air.lab.many_games import KIND, GameBatch, GameKey, SetUp, play_task, set_up
from aqmf_air.lab.results import Results
from aqmf_air.plugins import kinds
from aqmf_air.plugins.registry import load_registry
from aqmf_air.plugins.rules_in_force import rules_named


@cache
def first_flight() -> SetUp:
    rules = rules_named("aqmf", load_registry())
    ruleset: Ruleset[Any] = rules.ruleset
    source = rules.registry.of(kinds.SCENARIOS, "aqmf")["first-flight"]
    scenario = ruleset.set_up(load_toml(source.path), str(source.path), {})
    return set_up(rules, scenario, "first-flight", dict.fromkeys(ruleset.players(), ""))


def keep_games(results: Results, of: SetUp, *seeds: int) -> None:
    """Play games here, and keep them as the laboratory does."""
    rows = play_task(GameBatch(of, seeds))["played"]
    results.put(of.rules, KIND, {GameKey(of, seed).key: row for seed, row in zip(seeds, rows, strict=True)})


def family(pid: int) -> Iterator[int]:
    """The processes that a process has started, and those that they have."""
    for listed in Path(f"/proc/{pid}/task").glob("*/children"):
        for child in map(int, listed.read_text().split()):
            yield child
            yield from family(child)


def marked(home: Path) -> dict[int, str]:
    """The processes that have a folder as ``AQMF_HOME``, each with its command line; those that have ended have none."""
    mark, found = f"\0AQMF_HOME={home}\0".encode(), dict[int, str]()
    for one in Path("/proc").glob("[0-9]*"):
        with suppress(OSError):
            if mark in b"\0" + (one / "environ").read_bytes():
                found[int(one.name)] = (one / "cmdline").read_bytes().replace(b"\0", b" ").decode()
    return found
