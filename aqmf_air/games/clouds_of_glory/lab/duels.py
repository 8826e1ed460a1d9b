"""Duels of types: two aircraft flown by equal men, from even places, to the end; and the figures that luck is told by."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from aqmf_air.api.geometry import vectors
from aqmf_air.games.clouds_of_glory.state import PILOT, SIDES, CloudsGame, Craft, Side
from aqmf_air.games.clouds_of_glory.tables import PanelRow, Tables

BOARD, HEIGHT, TURNS = 60.0, 20.0, 10
APART, ASIDE = 24.0, 3.0
"""MU between the two as they begin, and to the right of the middle for each: they fly towards each other."""
MAN = {"awareness": 12, "flying": 12, "gunnery": 12, "fortitude": 12, "luck": 12}


def duel_of(first: str, other: str, tables: Tables) -> dict[str, Any]:
    """The scenario in which two types meet, the first one on the first side. Raises DataError: there is no such type."""
    panels = tables.panel(first), tables.panel(other)
    speed = min(max(step for step in panel.steps if step <= panel.top) for panel in panels)
    aircraft = [_placed(n, panel, speed) for n, panel in enumerate(panels)]
    description = "Two aircraft of equal men meet head-on at equal height and about equal speed."
    title = f"{first} against {other}"
    return {"title": title, "description": description, "board": [BOARD] * 2, "turns": TURNS, "aircraft": aircraft}


def _placed(n: int, panel: PanelRow, speed: int) -> dict[str, Any]:
    side, sign = SIDES[n], 1 - 2 * n
    middle = BOARD / 2
    stations = [PILOT, *(place.name for place in panel.stations)]
    crew = [MAN | {"name": f"{station} of the {side} {panel.name}"[:60], "station": station} for station in stations]
    return {
        "id": f"{side}-aircraft",
        "side": side,
        "type": panel.name,
        "marking": f"{side} {panel.name}",
        "crew": crew,
        "at": [middle + sign * ASIDE, middle - sign * APART / 2, HEIGHT],
        "heading": 180.0 * n,
        "speed": max(step for step in panel.steps if step <= speed),
    }


def gauges_of(game: CloudsGame, points: Mapping[Side, int]) -> tuple[float, ...]:
    """The points, and of each aircraft what is left of it, and where it stands to its nearest enemy."""
    first, other = SIDES
    return (float(points[first] - points[other]), *(figure for craft in game.craft for figure in _figures(game, craft)))


def _figures(game: CloudsGame, craft: Craft) -> Iterator[float]:
    fights = craft.flying and not craft.home
    panel = game.cockpit(craft).panel
    yield float(fights)
    yield max(craft.strength, 0) / panel.strength * fights
    yield sum(man.wounds for man in craft.crew) * fights / 10
    yield (0.1 * craft.wider + 0.1 * len(craft.losses) + craft.fire + 0.5 * (not craft.powered)) * fights
    yield sum(row.working * min(row.halves, 4) for row in craft.rows) * fights / 4
    yield (craft.speed - panel.stall) * fights / 100
    yield craft.pilot.initiative * fights / 20
    yield _behind(game, craft) if fights else 0.0


def _behind(game: CloudsGame, craft: Craft) -> float:
    """How much of an enemy's tail is before its nose, the nearer the more: -1 to 1."""
    worth = 0.0
    for enemy in game.enemies(craft):
        way = vectors.add(enemy.pose.place, craft.pose.place, -1)
        far = max(vectors.size(way), 1.0)
        angle = (vectors.dot(way, craft.pose.ahead) + vectors.dot(way, enemy.pose.ahead)) / far / 2
        worth = max(worth, angle / (1 + far / 10), key=abs)
    return worth
