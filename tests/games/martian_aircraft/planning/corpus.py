"""Two hundred random scenes, and a fine brute force over their moves that shares no code with the planner.

It lays tens of thousands of moves by plain trigonometry, looks at them every tenth of an inch, places the bombs of each in
every way, and then bends the best again and again. It takes seconds a scene, so what it found is kept in ``corpus.json``:
``python -m tests.games.martian_aircraft.planning.corpus [first] [last]`` works it out anew.
"""

from __future__ import annotations

import itertools
import json
import math
import random
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]
Load = tuple[tuple[str, int], ...]
SCENES = 200
KEPT = Path(__file__).with_name("corpus.json")
SIZES = {1: 2.0, 2: 3.0, 3: 4.0, 4: 5.0, 5: 6.0, 6: 7.0}
RATING = {"light": 1, "medium": 2}
POWER = {"light": 3, "medium": 4}
COVER = {"none": (0, 0), "soft": (1, 0), "hard": (2, 1)}
BOMBS: tuple[dict[str, int], ...] = (
    {"light": 1},
    {"medium": 1},
    {"light": 2},
    {"light": 1, "medium": 1},
    {"light": 3},
    {"light": 2, "medium": 1},
    {"medium": 2},
    {"light": 4},
)
EVERY = 0.1
"""Inches of movement between two places that are looked at."""
LAID, CLIMBERS, BENDS, BENT = 12_000, 40, 24, 20
APART = 1e-3
"""Inches between drops that are not one."""


def corpus_scene(seed: int) -> dict[str, Any]:
    """A scene by seed: with and without a table, loose or in clumps, 0 to 3 turns, one to four bombs; a tenth for two."""
    pick = random.Random(7_000 + seed)
    table = {"width": 48.0, "depth": 36.0} if pick.random() < 0.5 else None
    wide, deep = (48.0, 36.0) if table else (40.0, 40.0)
    clumps = [(pick.uniform(6, wide - 6), pick.uniform(6, deep - 6)) for _ in range(pick.randint(1, 4))]
    clumped = pick.random() < 0.5

    def place() -> dict[str, float]:
        x, y = pick.uniform(0.5, wide - 0.5), pick.uniform(0.5, deep - 0.5)
        if clumped:
            middle = pick.choice(clumps)
            x, y = middle[0] + pick.gauss(0, 3), middle[1] + pick.gauss(0, 3)
        return {"x": round(min(max(x, 0.5), wide - 0.5), 3), "y": round(min(max(y, 0.5), deep - 0.5), 3)}

    aircraft = [
        {
            "id": f"a{number}",
            "speed": pick.choice((12, 12, 15, 18)),
            "base_diameter": pick.choice((1, 1, 1.5)),
            "start": {**_start(pick, wide, deep), "facing": round(pick.uniform(0, 360), 1)},
            "bombs": pick.choice(BOMBS),
        }
        for number in range(2 if pick.random() < 0.1 else 1)
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
        for number in range(pick.choice((4, 8, 12, 25)))
    ]
    worth = {str(one["id"]): round(pick.uniform(0.5, 3), 2) for one in ground[::4] if one["side"] == "martian"}
    scene: dict[str, Any] = {
        "aircraft": aircraft,
        "elements": ground,
        "max_turns": pick.choice((0, 1, 1, 2, 2, 2, 2, 3)),
        "worth": worth,
    }
    return {**scene, "table": table} if table else scene


def _start(pick: random.Random, wide: float, deep: float) -> dict[str, float]:
    return {"x": round(pick.uniform(2, wide - 2), 2), "y": round(pick.uniform(2, deep - 2), 2)}


# -- what bombs do --------------------------------------------------------------------------------------------------------


def blasts(load: Load) -> tuple[float, int]:
    """Diameter and Power of the template of a load: the largest bomb's, a rating more for each further one."""
    kind = "medium" if dict(load).get("medium") else "light"
    return SIZES[min(6, RATING[kind] + sum(dict(load).values()) - 1)], POWER[kind]


def chances(scene: dict[str, Any], load: Load) -> tuple[Floats, Floats]:
    """For each element how near the mark has to be, and the chance to be damaged then."""
    size, power = blasts(load)
    near, chance = [], []
    for one in scene["elements"]:
        harder, thicker = COVER[one["cover"]]
        near.append(size / 2 + one["base_diameter"] / 2)
        chance.append(_passes(one["defense"] + harder) * _passes(one["armor"] + thicker - power))
    return np.array(near), np.array(chance)


def _passes(need: int) -> float:
    return 0.01 if need > 10 else (11 - max(2, need)) / 10


def worths(scene: dict[str, Any]) -> Floats:
    """What each element is worth."""
    return np.array([scene["worth"].get(one["id"], -1.0 if one["side"] == "human" else 1.0) for one in scene["elements"]])


def partitions(bombs: dict[str, int]) -> set[tuple[Load, ...]]:
    """Every way to drop all or some of the bombs: sets of loads."""
    single = [kind for kind, number in bombs.items() for _ in range(number)]
    found: set[tuple[Load, ...]] = set()
    for groups in itertools.product(range(len(single) + 1), repeat=len(single)):  # 0: kept aboard
        loads: dict[int, dict[str, int]] = {}
        for group, kind in zip(groups, single, strict=True):
            if group:
                loads.setdefault(group, {}).setdefault(kind, 0)
                loads[group][kind] += 1
        if loads:
            found.add(tuple(sorted(tuple(sorted(load.items())) for load in loads.values())))
    return found


# -- moves ----------------------------------------------------------------------------------------------------------------


def laid(scene: dict[str, Any], aircraft: dict[str, Any], spent: Floats, sides: Floats) -> tuple[Floats, NDArray[np.bool_]]:
    """Places on moves every so often, ``(N, K, 2)``, and which may be bombed, ``(N, K)``: none of an illegal move."""
    radius, speed = 2 + aircraft["base_diameter"] / 2, aircraft["speed"]
    looks = np.arange(0.0, speed + EVERY / 2, EVERY)
    x = np.full((len(spent), len(looks)), float(aircraft["start"]["x"]))
    y = np.full((len(spent), len(looks)), float(aircraft["start"]["y"]))
    heading = np.full((len(spent), 1), math.radians(aircraft["start"]["facing"]))
    before = np.zeros((len(spent), 1))
    for piece in range(spent.shape[1]):
        flown = np.clip(looks - before, 0.0, spent[:, piece, None])
        if piece % 2 == 0:
            x, y = x + flown * np.sin(heading), y + flown * np.cos(heading)
        else:
            side = sides[:, piece // 2, None]
            turned = heading + side * np.radians(30 * flown)
            x = x + side * radius * (np.cos(heading) - np.cos(turned))
            y = y + side * radius * (np.sin(turned) - np.sin(heading))
            heading = heading + side * np.radians(30 * spent[:, piece, None])
        before = before + spent[:, piece, None]
    on = looks <= before + 1e-9
    sound = (before[:, 0] >= speed * 2 / 3 - 1e-9) & (before[:, 0] <= speed + 1e-9)
    if "table" in scene:
        off = (x < 0) | (x > scene["table"]["width"]) | (y < 0) | (y > scene["table"]["depth"])
        sound &= ~(off & on).any(axis=1)
    return np.stack([x, y], axis=2), on & sound[:, None]


class Fleet:
    """The moves of one aircraft and what its bombs do from them."""

    def __init__(self, scene: dict[str, Any], aircraft: dict[str, Any], seed: int) -> None:
        self.scene, self.aircraft = scene, aircraft
        self.draw = np.random.default_rng(seed)
        self.places = np.array([(one["x"], one["y"]) for one in scene["elements"]])
        turns = scene["max_turns"]
        pieces = 2 * turns + 1
        count = LAID if turns else 1
        shares = self.draw.exponential(size=(count, pieces)) * (self.draw.random((count, pieces)) < 0.75) + 1e-9
        total = self.draw.choice([2 / 3, 1.0, 0.85], p=[0.3, 0.5, 0.2], size=count) * aircraft["speed"]
        self.spent = shares / shares.sum(axis=1, keepdims=True) * total[:, None]
        self.sides = self.draw.choice([-1.0, 1.0], size=(count, turns))
        if not turns:
            self.spent[:] = aircraft["speed"]
        self.spent[:, 1::2] = np.minimum(self.spent[:, 1::2], 12.0)
        longest = aircraft["speed"] * max(1.0, (2 + aircraft["base_diameter"] / 2) * math.pi / 6)
        start = aircraft["start"]
        gap = np.hypot(self.places[:, 0] - start["x"], self.places[:, 1] - start["y"])
        self.near = gap <= longest + 7.5
        friends = bool((worths(scene)[self.near] < 0).any())
        carried = sum(aircraft["bombs"].values())
        dropped = {group: sum(n for load in group for _, n in load) for group in partitions(aircraft["bombs"])}
        self.groups = sorted(group for group, n in dropped.items() if n == carried or (friends and len(group) == 1))

    def values(
        self, spent: Floats, sides: Floats, worth: Floats, groups: list[tuple[Load, ...]] | None = None
    ) -> tuple[Floats, list[tuple[Load, ...]], list[list[Floats]]]:
        """For each move the greatest worth, with its grouping of the bombs and the chances of each drop."""
        best = np.zeros(len(spent))
        how: list[tuple[Load, ...]] = [()] * len(spent)
        did: list[list[Floats]] = [[] for _ in spent]
        loads = {load for group in groups or self.groups for load in group}
        for rows in np.array_split(np.arange(len(spent)), max(1, len(spent) // 250)):
            marks, on = laid(self.scene, self.aircraft, spent[rows], sides[rows])
            table = {load: self._damage(load, marks, on) for load in loads}
            for group in groups or self.groups:
                value, drops = _placed([table[load] for load in group], group, worth[self.near])
                for row in np.flatnonzero(value > best[rows] + 1e-12):
                    best[rows[row]] = value[row]
                    how[rows[row]] = group
                    did[rows[row]] = [drop[row] for drop in drops]
        return best, how, did

    def _damage(self, load: Load, marks: Floats, on: NDArray[np.bool_]) -> Floats:
        near, chance = chances(self.scene, load)
        places = self.places[self.near]
        gap = (marks[:, :, 0, None] - places[:, 0]) ** 2 + (marks[:, :, 1, None] - places[:, 1]) ** 2
        found: Floats = np.where((gap <= near[self.near] ** 2) & on[:, :, None], chance[self.near], 0.0)
        return found

    def best(self, worth: Floats) -> tuple[float, Floats]:
        """The greatest worth that was found, and the chance that this run damages each element."""
        if not self.near.any():
            return 0.0, np.zeros(len(worth))
        value, how, did = self.values(self.spent, self.sides, worth)
        spent, sides = self.spent, self.sides
        top = _few(value)
        spent, sides, value = spent[top], sides[top], value[top]
        how, did = [how[i] for i in top], [did[i] for i in top]
        step = 1.5
        for _ in range(BENDS if self.scene["max_turns"] else 0):
            shape = (len(spent) * BENT, spent.shape[1])
            bend = step * self.draw.normal(size=shape) * (self.draw.random(shape) < 0.6)
            bent = np.maximum(0.0, np.repeat(spent, BENT, axis=0) + bend)
            bent[:, 1::2] = np.minimum(bent[:, 1::2], 12.0)
            total = bent.sum(axis=1)
            bent *= np.minimum(1.0, self.aircraft["speed"] / np.maximum(total, 1e-9))[:, None]
            bent[:, -1] += np.maximum(0.0, self.aircraft["speed"] * 2 / 3 - bent.sum(axis=1))
            bent_sides = np.repeat(sides, BENT, axis=0)
            new, new_how, new_did = self.values(bent, bent_sides, worth)
            spent, sides = np.concatenate([spent, bent]), np.concatenate([sides, bent_sides])
            value, how, did = np.concatenate([value, new]), how + new_how, did + new_did
            top = _few(value)
            spent, sides, value = spent[top], sides[top], value[top]
            how, did = [how[i] for i in top], [did[i] for i in top]
            step *= 0.82
        spared = np.ones(len(worth))
        for drop in did[0] if len(did) else []:
            spared[self.near] *= 1 - drop
        return float(value[0]) if len(value) else 0.0, 1 - spared


def _few(value: Floats) -> NDArray[np.intp]:
    """The best moves, no more than a few of each value."""
    order = np.argsort(-value, kind="stable")
    found, seen = [], dict[float, int]()
    for i in order:
        key = round(float(value[i]), 6)
        if value[i] > 0 and seen.setdefault(key, 0) < 8:
            seen[key] += 1
            found.append(i)
        if len(found) == CLIMBERS:
            break
    return np.array(found, dtype=np.intp)


def _placed(damages: list[Floats], group: tuple[Load, ...], worth: Floats) -> tuple[Floats, list[Floats]]:
    """Each load in turn where it does most beside the others, twice over, the largest first and the smallest first."""
    rows = np.arange(len(damages[0]))
    best, kept = np.zeros(len(rows)), [np.zeros((len(rows), len(worth))) for _ in damages]
    onward = tuple(range(len(damages)))
    orders = {onward, onward[::-1]} if len(set(group)) > 1 else {onward}
    for order in orders:
        drops = [np.zeros((len(rows), len(worth))) for _ in damages]
        at = np.full((len(damages), len(rows)), -1)
        for number in (*order, *order) if len(order) > 1 else order:
            left = np.broadcast_to(worth, (len(rows), len(worth))).copy()
            for other in range(len(damages)):
                if other != number:
                    left *= 1 - drops[other]
            gains = np.matmul(damages[number], left[:, :, None])[:, :, 0]
            for other in range(len(damages)):  # two drops at one place would be one larger one
                taken = (at[other] >= 0) & (other != number)
                gains[rows[taken], at[other][taken]] = -np.inf
            at[number] = np.argmax(gains, axis=1)
            drops[number] = damages[number][rows, at[number]]
        spared = np.ones((len(rows), len(worth)))
        for drop in drops:
            spared *= 1 - drop
        value = (1 - spared) @ worth
        better = value > best
        best = np.where(better, value, best)
        kept = [np.where(better[:, None], new, old) for new, old in zip(drops, kept, strict=True)]
    return best, kept


def brute_force(scene: dict[str, Any], seed: int) -> float:
    """The greatest worth that was found: one aircraft, or several that answer each other in turn."""
    worth = worths(scene)
    fleets = [Fleet(scene, one, seed * 10 + number) for number, one in enumerate(scene["aircraft"])]
    if len(fleets) == 1:
        return fleets[0].best(worth)[0]
    greatest = 0.0
    for first in range(len(fleets)):
        spared = np.ones((len(fleets), len(worth)))
        for at in itertools.islice(itertools.cycle(range(len(fleets))), first, first + 2 * len(fleets) - 1):
            left = np.delete(spared, at, axis=0).prod(axis=0) * worth
            spared[at] = 1 - fleets[at].best(left)[1]
            greatest = max(greatest, float((1 - spared.prod(axis=0)) @ worth))
    return greatest


def found(first: int, last: int) -> Iterator[tuple[int, float]]:
    """What the brute force finds, scene by scene."""
    for seed in range(first, last):
        yield seed, brute_force(corpus_scene(seed), seed)


def main() -> None:
    """Work out some scenes of the corpus and keep what was found."""
    first, last = (int(sys.argv[1]), int(sys.argv[2])) if len(sys.argv) > 2 else (0, SCENES)
    kept: dict[str, float] = json.loads(KEPT.read_text()) if KEPT.exists() else {}
    for seed, value in found(first, last):
        kept[str(seed)] = round(value, 6)
        KEPT.write_text(json.dumps(kept, indent=0) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
