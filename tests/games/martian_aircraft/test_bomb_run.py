"""Whole bombing runs: against a brute force that shares nothing with the engine, and what no move of the table changes."""

from __future__ import annotations

import math
import random
from collections import Counter
from collections.abc import Iterator
from fractions import Fraction
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from aqmf_air.games.martian_aircraft.chapters.scenes import BombingScene, BombRun
from aqmf_air.games.martian_aircraft.tables import AircraftRulings

Document = dict[str, Any]
SCENES = 500
STEP = 0.005
"""Inches of movement between the samples of a path."""
TOO_CLOSE = 0.003
"""Inches: scenes with a base so near to the edge of a template are for the exact tests, not for samples."""
COVER = {"none": (0, 0), "soft": (1, 0), "hard": (2, 1), "fortified": (3, 2)}


def resolve(document: Document, **rulings: Any) -> BombRun:
    return BombRun(BombingScene.model_validate(document), AircraftRulings(**rulings))


# -- random scenes --------------------------------------------------------------------------------------------------------


def random_scene(rng: random.Random) -> tuple[Document, Document]:
    """A scene that is legal, and rulings."""
    rulings = {
        "turn_geometry": rng.choice(["gauge-beside-base", "gauge-under-centre"]),
        "turn_cost": rng.choice(["source-table", "true-arc"]),
        "under_template": rng.choice(["touched", "centre"]),
        "mixed_bombs": rng.choice(["largest", "separate"]),
    }
    aircraft = [random_flight(rng, number, rulings) for number in range(rng.randint(1, 3))]
    marks = [(x, y) for _, x, y, _, _ in templates({"aircraft": aircraft}, rulings)] or [(0.0, 0.0)]
    places = [rng.choice(marks) for _ in range(rng.randint(1, 8))]
    elements = [
        {
            "id": f"e{number}",
            "side": rng.choice(["martian", "human"]),
            "x": round(x + rng.gauss(0, 2), 3),
            "y": round(y + rng.gauss(0, 2), 3),
            "base_diameter": rng.choice([0.8, 1, 1.5, 2, 3]),
            "defense": rng.randint(2, 9),
            "armor": rng.randint(3, 15),
            "cover": rng.choice(list(COVER)),
            "kind": rng.choice(["", "", "", "aircraft"]),
        }
        for number, (x, y) in enumerate(places)
    ]
    return {"aircraft": aircraft, "elements": elements}, rulings


def random_flight(rng: random.Random, number: int, rulings: Document) -> Document:
    base, speed = rng.choice([0.8, 1, 1.5]), rng.choice([12, 15, 18])
    path: list[Document] = []
    left = rng.uniform(speed * 2 / 3, speed)
    while left > 0.4:
        if rng.random() < 0.5:
            length = min(left, rng.uniform(0.3, 5))
            path.append({"straight": length})
            left -= length
        else:
            degrees = min(rng.uniform(5, 120), left / cost_of_a_degree(base, rulings))
            path.append({"turn": degrees, "side": rng.choice(["left", "right"])})
            left -= degrees * cost_of_a_degree(base, rulings)
    path.append({"straight": max(0.0, left)})
    bombs = {"light": rng.randint(0, 3), "medium": rng.randint(0, 2)}
    spent = sum(p.get("straight", 0) + p.get("turn", 0) * cost_of_a_degree(base, rulings) for p in path)
    drops: list[Document] = []
    for kind, count in bombs.items():
        for _ in range(rng.randint(0, count)):
            again = drops and rng.random() < 0.4
            drops.append({"at": drops[-1]["at"] if again else rng.uniform(0, spent), "bombs": {kind: 1}})
    start = {"x": rng.uniform(0, 8), "y": rng.uniform(0, 8), "facing": rng.uniform(0, 360)}
    return {
        "id": f"a{number}",
        "speed": speed,
        "base_diameter": base,
        "start": start,
        "path": path,
        "bombs": bombs,
        "drops": drops,
    }


# -- the brute force: steps and samples -----------------------------------------------------------------------------------


def radius_of_a_turn(base: float, rulings: Document) -> float:
    return 2 + base / 2 if rulings["turn_geometry"] == "gauge-beside-base" else 2


def cost_of_a_degree(base: float, rulings: Document) -> float:
    return 1 / 30 if rulings["turn_cost"] == "source-table" else math.radians(radius_of_a_turn(base, rulings))


def walked(flight: Document, until: float, rulings: Document) -> tuple[float, float]:
    """Where the centre is after ``until`` inches, walked in small steps along the heading of the middle of each."""
    x, y, heading = flight["start"]["x"], flight["start"]["y"], math.radians(flight["start"]["facing"])
    rate = cost_of_a_degree(flight["base_diameter"], rulings)
    for piece in flight["path"]:
        cost = piece["straight"] if "straight" in piece else piece["turn"] * rate
        spend = min(cost, until)
        until -= spend
        steps = math.ceil(spend / STEP)
        for _ in range(steps):
            if "straight" in piece:
                length, turned = spend / steps, 0.0
            else:
                turned = math.radians(spend / steps / rate)
                length = turned * radius_of_a_turn(flight["base_diameter"], rulings)
                turned = turned if piece["side"] == "right" else -turned
            heading += turned / 2
            x, y = x + length * math.sin(heading), y + length * math.cos(heading)
            heading += turned / 2
        if until <= 0:
            break
    return x, y


def templates(document: Document, rulings: Document) -> Iterator[tuple[str, float, float, float, int]]:
    """Aircraft, centre, diameter and Power of each template."""
    for flight in document["aircraft"]:
        by_place: dict[float, Counter[str]] = {}
        for drop in flight["drops"]:
            by_place.setdefault(drop["at"], Counter()).update(drop["bombs"])
        for at, bombs in sorted(by_place.items()):
            x, y = walked(flight, at, rulings)
            kinds = {"light": (1, 3), "medium": (2, 4)}
            if rulings["mixed_bombs"] == "separate":
                groups = [(*kinds[kind], count) for kind, count in bombs.items() if count]
            else:
                groups = [(*kinds["medium" if bombs["medium"] else "light"], sum(bombs.values()))]
            for rating, power, count in groups:
                yield flight["id"], x, y, min(6, rating + count - 1) + 1, power


def covered(element: Document, x: float, y: float, diameter: float, rulings: Document) -> bool | None:
    """Whether a template covers a base: sampled on the line between the centres; None where it is too close to tell."""
    reach = diameter / 2 + (element["base_diameter"] / 2 if rulings["under_template"] == "touched" else 0)
    dx, dy = element["x"] - x, element["y"] - y
    if abs(math.hypot(dx, dy) - reach) < TOO_CLOSE:
        return None
    own = element["base_diameter"] / 2 if rulings["under_template"] == "touched" else 1e-9
    for sample in range(2001):
        share = sample / 2000
        if math.hypot(share * dx, share * dy) <= diameter / 2 and math.hypot((1 - share) * dx, (1 - share) * dy) <= own:
            return True
    return False


def chance(need: int) -> Fraction:
    """The chance of a roll of ``need`` or more: a 1 always fails, beyond 10 it takes two 10s."""
    return Fraction(1, 100) if need > 10 else Fraction(min(9, 11 - need), 10)


def brute_force(
    document: Document, rulings: Document
) -> tuple[list[Any], list[list[str]], dict[str, Fraction], list[Fraction]] | None:
    """Templates, who is under each, every chance, and that of each number damaged; None: too close to tell."""
    listed = list(templates(document, rulings))
    under: list[list[str]] = [[] for _ in listed]
    spared = {}
    for element in document["elements"]:
        defense, armor = COVER[element["cover"]]
        spared[element["id"]] = Fraction(1)
        for number, (_, x, y, diameter, power) in enumerate(listed):
            inside = False if element["kind"] == "aircraft" else covered(element, x, y, diameter, rulings)
            if inside is None:
                return None
            if inside:
                under[number].append(element["id"])
                hit, damage = chance(element["defense"] + defense), chance(element["armor"] + armor - power)
                spared[element["id"]] *= 1 - hit * damage
    numbers = [Fraction(1)]
    for miss in spared.values():
        grown = [*(p * miss for p in numbers), Fraction(0)]
        for number, p in enumerate(numbers):
            grown[number + 1] += p * (1 - miss)
        numbers = grown
    return listed, under, {name: 1 - miss for name, miss in spared.items()}, numbers


@pytest.mark.further
@pytest.mark.rule("AIR-BOMB-2", "AIR-BOMB-3", "AIR-BOMB-4", "AIR-BOMB-6", "HOST-BARRAGE-4")
def test_runs_agree_with_a_brute_force_on_random_scenes() -> None:
    rng = random.Random(1917)
    compared = struck = 0
    while compared < SCENES:
        document, rulings = random_scene(rng)
        expected = brute_force(document, rulings)
        if expected is None:
            continue
        compared += 1
        listed, under, chances, numbers = expected
        run = resolve(document, **rulings)
        assert run.legal, run.problems
        found = run.document()
        assert [(drop["aircraft"], drop["diameter"], drop["power"]) for drop in found["drops"]] == [
            (name, diameter, power) for name, _, _, diameter, power in listed
        ]
        for drop, (_, x, y, _, _) in zip(found["drops"], listed, strict=True):
            assert math.hypot(drop["centre"]["x"] - x, drop["centre"]["y"] - y) < TOO_CLOSE / 10
        assert [drop["under"] for drop in found["drops"]] == under
        assert {name: Fraction(one["exact"]) for name, one in found["by_element"].items()} == chances
        assert {int(number): Fraction(p) for number, p in found["damaged"]["exact"].items()} == {
            number: p for number, p in enumerate(numbers) if p
        }
        struck += any(under)
    assert struck > SCENES / 3


# -- what changes nothing -------------------------------------------------------------------------------------------------

QUARTERS = st.integers(-40, 40).map(lambda n: n / 4)
"""Places on a grid: bases touch exactly, or miss by much more than any rounding."""


def plain_scene(places: list[tuple[float, float]], at: float, side: str) -> Document:
    flight = {
        "id": "a",
        "speed": 12,
        "base_diameter": 1,
        "start": {"x": 0, "y": 0, "facing": 0},
        "path": [{"straight": 4}, {"turn": 90, "side": side}, {"straight": 5}],
        "bombs": {"light": 3},
        "drops": [{"at": at, "bombs": {"light": 2}}, {"at": 12, "bombs": {"light": 1}}],
    }
    elements = [
        {"id": str(n), "side": "martian", "x": x, "y": y, "base_diameter": 1.5, "defense": 6, "armor": 9}
        for n, (x, y) in enumerate(places)
    ]
    return {"aircraft": [flight], "elements": elements}


def moved(document: Document, change: Any, facing: Any, mirrored: bool = False) -> Document:
    """The scene with every place changed, and every side if it is a mirror image."""
    swap = {"left": "right", "right": "left"}

    def placed(one: Document) -> Document:
        x, y = change(one["x"], one["y"])
        return {**one, "x": x, "y": y, **({"facing": facing(one["facing"])} if "facing" in one else {})}

    def turned(piece: Document) -> Document:
        return {**piece, "side": swap[piece["side"]]} if mirrored and "side" in piece else piece

    aircraft = [
        {**one, "start": placed(one["start"]), "path": [turned(p) for p in one["path"]]} for one in document["aircraft"]
    ]
    return {"aircraft": aircraft, "elements": [placed(one) for one in document["elements"]]}


def seen(document: Document) -> Any:
    found = resolve(document).document()
    return [drop["under"] for drop in found["drops"]], found["damaged"], found["by_element"]


@settings(deadline=None)
@given(st.lists(st.tuples(QUARTERS, QUARTERS), min_size=1, max_size=6), st.sampled_from([0, 2, 4, 7, 12]))
def test_mirror_rotation_and_translation_change_nobodys_fate(places: list[tuple[float, float]], at: float) -> None:
    scene = plain_scene(places, at, "right")
    expected = seen(scene)
    assert seen(moved(scene, lambda x, y: (-x, y), lambda f: -f, mirrored=True)) == expected
    assert seen(moved(scene, lambda x, y: (y, -x), lambda f: f + 90)) == expected
    assert seen(moved(scene, lambda x, y: (x + 17.3, y - 4.9), lambda f: f)) == expected


@settings(deadline=None)
@given(st.lists(st.tuples(QUARTERS, QUARTERS), min_size=1, max_size=6), st.floats(0, 12), st.floats(0.01, 0.99))
def test_a_piece_in_two_parts_drops_the_bomb_on_the_same_mark(
    places: list[tuple[float, float]], at: float, share: float
) -> None:
    whole = plain_scene(places, at, "left")
    parts = plain_scene(places, at, "left")
    parts["aircraft"][0]["path"] = [
        {"straight": 4 * share},
        {"straight": 4 * (1 - share)},
        {"turn": 90 * share, "side": "left"},
        {"turn": 90 * (1 - share), "side": "left"},
        {"straight": 5},
    ]
    one, other = resolve(whole).impacts, resolve(parts).impacts
    assert len(one) == len(other)
    for impact, again in zip(one, other, strict=True):
        assert math.hypot(impact.mark.x - again.mark.x, impact.mark.y - again.mark.y) < 2e-6


def test_an_element_under_two_templates_is_attacked_by_both() -> None:
    scene = plain_scene([(4, 6.5)], 10, "right")
    scene["aircraft"][0]["drops"] = [{"at": 9, "bombs": {"light": 1}}, {"at": 10, "bombs": {"light": 1}}]
    run = resolve(scene)
    assert [one["under"] for one in run.document()["drops"]] == [["0"], ["0"]]
    assert run.chance_of["0"].of(0) == (1 - Fraction(5, 10) * Fraction(5, 10)) ** 2


def test_one_bad_run_and_nothing_falls() -> None:
    scene = plain_scene([(0, 4)], 4, "right")
    scene["aircraft"].append({**scene["aircraft"][0], "id": "b", "path": [{"straight": 7}], "drops": []})
    run = resolve(scene)
    assert not run.legal
    assert [(one.aircraft, one.objection.rule) for one in run.problems] == [("b", "AIR-MOVE-2")]
    document = run.document()
    assert (document["drops"], document["damaged"]["exact"], document["by_element"]["0"]["p"]) == ([], {"0": "1"}, 0)


def test_cover_comes_from_the_terrain_unless_it_is_given() -> None:
    scene = plain_scene([(0, 4), (0, 5)], 4, "right")
    scene["elements"][1]["cover"] = "none"
    scene["terrain"] = [
        {"name": "wood", "kind": "wood", "corners": [[-2, 3], [2, 3], [2, 6], [-2, 6]]},
        {"name": "ruins", "kind": "ruins", "corners": [[-1, 3], [1, 3], [1, 4], [-1, 4]]},
    ]
    run = resolve(scene)
    assert [one.cover_on(run.scene.terrain) for one in run.scene.elements] == ["hard", "none"]
    assert run.chance_of["0"].of(1) == Fraction(3, 10) * Fraction(4, 10)


@pytest.mark.further
def test_two_hundred_elements_under_three_dozen_templates_have_exact_odds() -> None:
    scene = plain_scene([(n % 20 / 10, 4 + n // 20 / 10) for n in range(200)], 4, "right")
    scene["aircraft"] = [
        {**scene["aircraft"][0], "id": str(n), "drops": [{"at": 4, "bombs": {"light": 3}}]} for n in range(36)
    ]
    run = resolve(scene)
    assert sum(run.damaged.values()) == 1
    assert run.damaged.mean(lambda number: number) == sum(one.of(1) for one in run.chance_of.values())
