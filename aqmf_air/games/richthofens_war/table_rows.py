"""Rows of the smaller tables: what each holds."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal

from pydantic import Field

from aqmf_air.core.data.tables import Sourced

Schedule = Literal["A", "B", "C", "D", "E", "F", "G"]


class TurnCosts(Sourced):
    """Movement points for the hexsides turned in one hex. D-4."""

    schedule: Schedule
    sides: tuple[int, ...] = Field(max_length=3)


class FieldOfFire(Sourced):
    """How far guns of a mount fire, in hexes on the map and metres. D-9."""

    mount: Literal["front", "rear"]
    near: int
    far: int
    height: int
    blind_row: bool = False


class Deflection(Sourced):
    """What the angle between two facings adds to fire. D-10."""

    chart: Literal["normal", "bottom"]
    change: tuple[int, int, int, int]


Effect = Literal["pilot", "observer", "engine", "fuel", "controls", "gun", "damage", "dive", "climb"]


class CriticalHit(Sourced):
    """What a critical hit does. D-11."""

    total: int = Field(ge=2, le=12)
    effect: Effect
    amount: int = 0
    loss: tuple[int, ...] = ()
    ground_from: int = Field(default=1, ge=1, le=6)
    """The least face of one die with which such a hit from the ground counts. CAS-1."""


class Maneuver(Sourced):
    """A complex maneuver: ``turn`` hexsides, ``height`` metres won or lost, ``slip`` hexes to a side of ahead."""

    name: str
    title: str
    what: str
    costs: Mapping[str, int]
    turn: int
    height: int
    slip: int


class BombHit(Sourced):
    """The least total of two dice that hits from a height. D-16."""

    above: int
    to: int
    need: int


class Standing(Sourced):
    """What victories, or the want of them, make of a pilot."""

    status: Literal["novice", "ace", "double-ace"]
    victories: int
    initiative: int
    fire: int
    tail: int


class TailingRow(Sourced):
    """The totals of two dice on which a try to tail succeeds."""

    row: int
    success: tuple[int, ...]


class Replacement(Sourced):
    """The totals of two dice on which an airman who joins is a novice. BA-1."""

    nation: str
    role: Literal["pilot", "observer"]
    novice: tuple[int, ...]


class DamageEffect(Sourced):
    """Speed and climb lost from so many points of damage on. D-23."""

    points: int
    speed: int
    climb: int
