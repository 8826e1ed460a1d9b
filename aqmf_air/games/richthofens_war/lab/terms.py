"""How two aircraft meet in the laboratory: the terms, and the figures that a meeting without a map needs."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import lru_cache
from typing import ClassVar, Literal

from aqmf_air.core.data.tables import Sourced, load_rows, package_file
from aqmf_air.core.odds.query import number, one_of, text
from aqmf_air.errors import QuestionError
from aqmf_air.games.richthofens_war.tables import PACKAGE, Number
from aqmf_air.lab import laboratory

ANCHOR = "Sopwith Camel"
"""The aircraft that all others are compared with."""
SKILLS = ("regular", "novice", "ace")

Kind = Literal["apart", "head-on", "on the tail", "shot"]


class Standpoint(Sourced):
    """Where the enemy of who holds a position is: hexes ahead, and to the right along the second hexside."""

    name: Kind
    ahead: int
    aside: int
    facing: int
    """By how many sixths of a circle, to the right, it faces another way."""
    below: int
    """Metres by which who holds the position is lower."""
    what: str


class Mix(Sourced):
    """Foes, and how many of each."""

    name: str
    foes: dict[str, int]


@dataclass(frozen=True)
class RichthofenTerms(laboratory.Terms):
    """How two aircraft meet."""

    of_a_duel: ClassVar[tuple[str, ...]] = ("turns", "start", "evades", "home")
    """Fields that are nothing to where aircraft stand, what they can reach and how they shoot."""

    turns: int = number("Turns that it lasts at most.", 1, 40, default=20)
    start: str = one_of(
        "Where it begins; tail: A on B's tail; tailed: the other way round.",
        "apart", "head-on", "tail", "tailed", default="apart",
    )  # fmt: skip
    skill: str = one_of("What A's pilot is.", *SKILLS, default="regular")
    enemy_skill: str = one_of("What B's pilot is.", *SKILLS, default="regular")
    higher: str = one_of("Who is above the other when they are apart.", "nobody", "A", "B", default="nobody")
    evades: int = number(
        "Who moves first picks at random among its safest moves: how many in a hundred these are.", 1, 100, default=50
    )
    range: int = number("Hexes to the enemy for one who is on its tail.", 1, 3, default=1)
    home: int = number("Part of its damage in a hundred from which on an aircraft flies home.", 10, 100, default=66)
    date: str | None = text("Year and month, as 1917-04: who is not in service yet does not fly.")

    def __post_init__(self) -> None:
        if self.date and not re.fullmatch(r"19\d\d-(0[1-9]|1[0-2])", self.date):
            raise QuestionError(f"--date: expected a year and a month, as 1917-04, got {self.date[:20]!r}")


@lru_cache(maxsize=1)
def standpoints() -> dict[str, Standpoint]:
    """The positions of a duel, by name."""
    return {row.name: row for row in load_rows(package_file(PACKAGE, "data/laboratory/positions.toml"), Standpoint)}


@lru_cache(maxsize=1)
def mixes() -> dict[str, dict[str, int]]:
    """The foes that aircraft are compared by."""
    return {row.name: row.foes for row in load_rows(package_file(PACKAGE, "data/laboratory/mixes.toml"), Mix)}


class InGames(Sourced):
    """What an aircraft was worth in duels that were played out, with its 95% interval."""

    name: str
    worth: int
    low: int
    high: int


@lru_cache(maxsize=1)
def in_games() -> dict[str, InGames]:
    """What aircraft were worth in games, by type; of few this was measured."""
    return {row.name: row for row in load_rows(package_file(PACKAGE, "data/laboratory/games.toml"), InGames)}


@lru_cache(maxsize=1)
def figures() -> dict[str, int]:
    """Single figures."""
    return {row.name: row.value for row in load_rows(package_file(PACKAGE, "data/laboratory/figures.toml"), Number)}
