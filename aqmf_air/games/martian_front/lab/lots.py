"""Scenarios by lot in which units are tried: a small table with its ground, two forces of equal points, a few turns."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING, Any, NamedTuple, TypeVar

from aqmf_air.api import DiceTray, QuestionError, numbered, package_file, read, seeded, total
from aqmf_air.api import Frozen, load_toml
from aqmf_air.api.lab import Drawn, Lots
from aqmf_air.games.martian_front.scenario.model import Army, ScenarioFile
from aqmf_air.games.martian_front.state import Objective, Tabletop, Terrain, Zone
from aqmf_air.games.martian_front.tables import PACKAGE, UnitType

if TYPE_CHECKING:
    from aqmf_air.games.martian_front.sequence import AllQuiet

T = TypeVar("T")
