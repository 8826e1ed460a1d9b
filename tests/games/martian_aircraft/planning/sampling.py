"""Random scenes, and a brute force over sampled moves that shares no code with the planner: plain trigonometry."""

from __future__ import annotations

import math
import random
from collections.abc import Callable
from typing import Any

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]
SIZES = {1: 2.0, 2: 3.0, 3: 4.0, 4: 5.0, 5: 6.0, 6: 7.0}
RATING = {"light": 1, "medium": 2}
POWER = {"light": 3, "medium": 4}
COVER = {"none": (0, 0), "soft": (1, 0), "hard": (2, 1)}
EVERY = 0.1
"""Inches of movement between two places that are looked at."""


def random_scene(seed: int, elements: int = 25, aircraft: int = 1, bombs: dict[str, int] | None = None) -> dict[str, Any]:
    """A scene by seed: every other one on a small table; about a fifth of the elements are friends."""
    pick = random.Random(seed)
    on_table = seed % 2 == 1
    wide, deep = (48.0, 36.0) if on_table else (40.0, 40.0)

    def place() -> dict[str, float]:
        return {"x": pick.uniform(0.5, wide - 0.5), "y": pick.uniform(0.5, deep - 0.5)}

    flights = [
        {
            "id": f"a{number}",
            "speed": pick.choice((12, 15, 18)),
            "base_diameter": 1 if seed % 3 else 1.5,
            "start": {**place(), "facing": pick.uniform(0, 360)},
            "bombs": bombs or pick.choice(({"light": 1}, {"medium": 1}, {"light": 2})),
        }
        for number in range(aircraft)
    ]
    ground = [
        {
            "id": f"e{number}",
            "side": "human" if pick.random() < 0.2 else "martian",
            **place(),
            "base_diameter": pick.choice((0.8, 1.0, 1.5, 2.5)),
            "defense": pick.randint(3, 8),
            "armor": pick.randint(4, 12),
            "cover": pick.choice(("none", "none", "soft", "hard")),
        }
        for number in range(elements)
    ]
    worth = {str(one["id"]): round(pick.uniform(0.5, 3), 2) for one in ground[::4] if one["side"] == "martian"}
    scene = {"aircraft": flights, "elements": ground, "max_turns": pick.choice((1, 2, 2, 2)), "worth": worth}
    return {**scene, "table": {"width": wide, "depth": deep}} if on_table else scene


class Sampled:
    """Sampled legal moves of one aircraft: points ``(P, K, 2)`` every so often, NaN beyond the end."""

    def __init__(self, scene: dict[str, Any], aircraft: dict[str, Any], moves: int, seed: int) -> None:
        draw = np.random.default_rng(seed)
        speed, turns = aircraft["speed"], scene["max_turns"]
        pieces = 2 * turns + 1
        # spent on each piece, in order straight, turn, straight, ...: random shares; some pieces are left out
        shares = draw.exponential(size=(moves, pieces)) * (draw.random((moves, pieces)) < 0.75) + 1e-9
        total = draw.choice([2 / 3, 1.0, 0.85], p=[0.3, 0.5, 0.2], size=moves) * speed
        spent = shares / shares.sum(axis=1, keepdims=True) * total[:, None]
        spent[:, 1::2] = np.minimum(spent[:, 1::2], 12.0)
        points, before = _laid(aircraft, spent, draw.choice([-1.0, 1.0], size=(moves, turns)))
        beyond = np.arange(points.shape[1]) * EVERY > before[:, None] + 1e-9
        sound = (before >= speed * 2 / 3 - 1e-9) & (before <= speed + 1e-9)
        if "table" in scene:
            limits = np.array([scene["table"]["width"], scene["table"]["depth"]])
            off = ((points < 0) | (points > limits)).any(axis=2)
            sound &= ~(off & ~beyond).any(axis=1)
        self.points: Floats = np.where(beyond[:, :, None], np.nan, points)[sound]


def _laid(aircraft: dict[str, Any], spent: Floats, sides: Floats) -> tuple[Floats, Floats]:
    """Points on moves, and what each move spends in all."""
    radius = 2 + aircraft["base_diameter"] / 2
    steps = np.arange(0.0, aircraft["speed"] + EVERY / 2, EVERY)
    x = np.full((len(spent), len(steps)), float(aircraft["start"]["x"]))
    y = np.full((len(spent), len(steps)), float(aircraft["start"]["y"]))
    heading = np.full((len(spent), 1), math.radians(aircraft["start"]["facing"]))
    before = np.zeros(len(spent))
    for piece in range(spent.shape[1]):
        flown = np.clip(steps - before[:, None], 0.0, spent[:, piece, None])
        if piece % 2 == 0:
            x, y = x + flown * np.sin(heading), y + flown * np.cos(heading)
        else:
            side = sides[:, piece // 2, None]
            turned = heading + side * np.radians(30 * flown)
            x = x + side * radius * (np.cos(heading) - np.cos(turned))
            y = y + side * radius * (np.sin(turned) - np.sin(heading))
            heading = heading + side * np.radians(30 * spent[:, piece, None])
        before = before + spent[:, piece]
    return np.stack([x, y], axis=2), before


def damage(scene: dict[str, Any], points: Floats, load: dict[str, int], chance: Callable[[int, int], float]) -> Floats:
    """The chance that a load at each point damages each element: ``(..., E)``."""
    kind = "medium" if load.get("medium") else "light"
    diameter = SIZES[min(6, RATING[kind] + sum(load.values()) - 1)]
    found = np.zeros((*points.shape[:-1], len(scene["elements"])))
    for number, one in enumerate(scene["elements"]):
        gap = np.hypot(points[..., 0] - one["x"], points[..., 1] - one["y"])
        harder, thicker = COVER[one["cover"]]
        p = chance(one["defense"] + harder, one["armor"] + thicker - POWER[kind])
        found[..., number] = np.where(gap <= diameter / 2 + one["base_diameter"] / 2, p, 0.0)
    return found


def worths(scene: dict[str, Any]) -> Floats:
    """What each element is worth."""
    return np.array([scene["worth"].get(one["id"], -1.0 if one["side"] == "human" else 1.0) for one in scene["elements"]])


def by_counting(to_hit: int, to_damage: int) -> float:
    """The chance to hit and to damage, by counting faces of a D10."""
    return _passes(to_hit) * _passes(to_damage)


def _passes(need: int) -> float:
    return 0.01 if need > 10 else (11 - max(2, need)) / 10


def best_sampled(scene: dict[str, Any], moves: int, seed: int) -> float:
    """The greatest worth of the sampled runs: all bombs at one place, and two bombs at two places of one move."""
    aircraft = scene["aircraft"][0]
    points, worth, best = Sampled(scene, aircraft, moves, seed).points, worths(scene), 0.0
    load = aircraft["bombs"]
    for some in np.array_split(points, max(1, len(points) // 500)):
        if len(some):
            best = max(best, float((damage(scene, some, load, by_counting) @ worth).max()))
    if sum(load.values()) == 2:
        for some in np.array_split(points[: moves // 4], max(1, len(points) // 200)):
            one = damage(scene, some, dict.fromkeys(load, 1), by_counting)[:, ::3]
            alone = one @ worth
            both = alone[:, :, None] + alone[:, None] - np.einsum("pie,pje->pij", one * worth, one)
            best = max(best, float(both.max(initial=0.0)))
    return best
