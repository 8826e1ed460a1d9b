"""What guns bear on that is no aircraft: a ground unit, a balloon, a part of which is enough (6.5.1, 6.5.2)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from math import cos, radians, sqrt
from typing import Literal

from aqmf_air.api.geometry import Vector, vectors
from aqmf_air.api.ui import FLAT, Mark, Shot

from aqmf_air.games.clouds_of_glory.api import (  # isort: skip
    PILOT, CloudsGame, Craft, SkyBody, bears, can_shoot, friends_at_risk, gun_place,
)  # fmt: skip
from aqmf_air.games.clouds_of_glory_expanded.chapter import At

EDGE = 1e-6
"""Degrees and MU by which what touches the edge of a template may be off."""


def in_sights(game: CloudsGame, craft: Craft, place: Vector, radius: float) -> bool:
    """Whether a part of a ball is in the template at an aircraft's nose, at any distance. ICOGX-6.5.1.1, ICOGX-6.5.2.1."""
    return in_laid_template(game, gun_place(game, craft, PILOT), craft.pose.ahead, place, radius)


def in_laid_template(game: CloudsGame, gun: Vector, along: Vector, place: Vector, radius: float) -> bool:
    """The same of a template that is laid at a gun along a line. ICOGX-6.5.1.1, ICOGX-6.5.1.d."""
    way = vectors.add(place, gun, -1)
    far, reach = vectors.size(way), game.tables.reach(game.rulings.gunnery_bands)
    off = max(vectors.angle(along, way) - game.tables.half_angle, 0.0) if far else 0.0
    near = min(max(far * cos(radians(off)), 0.0), reach)
    return sqrt(max(far**2 - 2 * near * far * cos(radians(off)) + near**2, 0.0)) <= radius + EDGE


def before_guns(game: CloudsGame, craft: Craft, station: str, things: Iterable[SkyBody]) -> Iterator[SkyBody]:
    """Those that a man may shoot at now: none, if he has picked an aircraft, or is forced home; a part of each is in the
    template at the nose, or laid at it by a gunner. ICOGX-6.5.1.1, ICOGX-6.5.2.1, ICOG-6.1.4, ICOG-6.3.14.4.
    """
    if not can_shoot(game, craft, station) or craft.home or craft.man(station).target:
        return
    gun = gun_place(game, craft, station)
    for thing in things:
        pilots, place = station == PILOT, thing.at
        along = craft.pose.ahead if pilots else vectors.add(place, gun, -1)
        held = (pilots or bears(game, craft, station, place)) and in_laid_template(game, gun, along, place, thing.radius)
        safe = game.rulings.friend_in_cone == "risk" or not any(friends_at_risk(game, craft, station, place))
        if held and safe:
            yield thing


def line_of_fire(at: At, start: Vector, end: Vector, hits: bool | None, by: str, whom: str) -> Iterator[Mark]:
    """A line in each flat view from who shoots to what is shot at; ``hits``: None, if it is not told yet."""
    outcome: Literal["", "miss", "hit"] = "" if hits is None else "hit" if hits else "miss"
    for view, begins, ends in zip(FLAT, at(start), at(end), strict=True):
        yield Shot(begins, ends, outcome, by=by, at=whom, view=view)
