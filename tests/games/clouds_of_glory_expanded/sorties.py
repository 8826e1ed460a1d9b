"""Fights of the expanded game to try rules in; the core's helpers are in ``tests/games/clouds_of_glory/fights.py``."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from aqmf_air.games.clouds_of_glory.api import CloudsGame, Phase
from aqmf_air.games.clouds_of_glory_expanded.tables import ExpandedTables, expanded_tables
from tests.games.clouds_of_glory.fights import MAN, RE8, aircraft, fight, gunner

TWO = (aircraft("a", "germany"), aircraft("b", "entente", at=[30, 40, 20]))
"""Somebody of each side."""


def tables() -> ExpandedTables:
    """Those that ship."""
    return expanded_tables.shipped()


def unit(id_: str, side: str = "germany", kind: str = "gun", **more: Any) -> dict[str, Any]:
    """A ground unit of a scenario, in the middle of the board."""
    return {"id": id_, "side": side, "name": f"the {id_}", "kind": kind, "at": [30, 30], **more}


def two_seater(**more: Any) -> dict[str, Any]:
    """An R.E.8 with an observer, low over the middle of the board."""
    given = {"crew": [MAN, gunner(awareness=14)], "speed": 120, "at": [30, 30, 8], **more}
    return aircraft("re8", "entente", RE8, **given)


def sortie(
    *placings: dict[str, Any],
    chapters: Iterable[str],
    units: Sequence[dict[str, Any]] = (),
    slices: dict[str, Any] | None = None,
    phase: Phase = "movement",
    waiting: Sequence[str] | None = None,
    turn: int = 1,
    setup: dict[str, Any] | None = None,
    **rulings: Any,
) -> CloudsGame:
    """A fight in the middle of a turn with these chapters and units on the ground."""
    given = {"expanded": {"chapters": list(chapters)}, "ground": {"units": list(units)}, **(slices or {})}
    return fight(*placings, phase=phase, waiting=waiting, turn=turn, setup={"slices": given, **(setup or {})}, **rulings)
