"""Documents of scenes: what is refused when they are read, and how the refusal is put."""

from __future__ import annotations

import copy
from typing import Any

import pytest

from aqmf_air.core.data.model import read
from aqmf_air.errors import DataError
from aqmf_air.games.martian_aircraft.chapters.scenes import MOST_PIECES, BombingScene, MoveScene, ReachScene

MOVE: dict[str, Any] = {
    "speed": 12,
    "base_diameter": 1,
    "start": {"x": 10, "y": 10, "facing": 90},
    "path": [{"straight": 4}, {"turn": 90, "side": "right"}, {"straight": 3}],
    "table": {"width": 72, "depth": 48},
}
RUN: dict[str, Any] = {
    "aircraft": [
        {
            "id": "a",
            "speed": 12,
            "base_diameter": 1,
            "start": {"x": 10, "y": 10, "facing": 90},
            "path": [{"straight": 10}],
            "bombs": {"light": 2},
            "drops": [{"at": 5.0, "bombs": {"light": 2}}],
        }
    ],
    "elements": [
        {"id": "t", "side": "martian", "x": 15, "y": 10, "base_diameter": 3, "defense": 6, "armor": 11, "cover": "none"}
    ],
}
INFINITE, NAN = float("inf"), float("nan")


def changed(document: dict[str, Any], place: tuple[Any, ...], value: Any) -> dict[str, Any]:
    made = copy.deepcopy(document)
    at = made
    for key in place[:-1]:
        at = at[key]
    at[place[-1]] = value
    return made


def refusal(kind: Any, document: Any) -> str:
    with pytest.raises(DataError) as caught:
        read(kind, document, "scene.json", DataError)
    message = str(caught.value)
    assert message.startswith("scene.json: ")
    assert "\n" not in message
    return message.removeprefix("scene.json: ")


def test_what_makes_sense_is_read() -> None:
    scene = read(MoveScene, MOVE, "scene.json", DataError)
    assert [type(piece).__name__ for piece in scene.track] == ["Straight", "Turn", "Straight"]
    assert read(ReachScene, {key: MOVE[key] for key in MOVE if key != "path"}, "scene.json", DataError).max_turns == 2
    run = read(BombingScene, RUN, "scene.json", DataError)
    assert run.aircraft[0].aboard == {"Light Bomb": 2}


@pytest.mark.parametrize(
    ("place", "value", "said"),
    [
        (("speed",), NAN, "'speed': expected a finite number, got nan"),
        (("speed",), INFINITE, "'speed': expected a finite number, got inf"),
        (("speed",), 0, "'speed': expected greater than 0, got 0"),
        (("speed",), "12", "'speed': expected a number, got '12'"),
        (("speed",), True, "'speed': expected a number, got true"),
        (("base_diameter",), -1, "'base_diameter': expected greater than 0, got -1"),
        (("start", "x"), -INFINITE, "'start.x': expected a finite number, got -inf"),
        (("start", "x"), 72.1, 'start: (72.1, 10) is off the table (72" by 48")'),
        (("start", "y"), -0.1, 'start: (10, -0.1) is off the table (72" by 48")'),
        (("start", "z"), 1, "unknown key 'start.z'"),
        (("path", 0, "straight"), -1, "'path.0.straight': expected greater than or equal to 0, got -1"),
        (("path", 0, "straight"), NAN, "'path.0.straight': expected a finite number, got nan"),
        (("path", 1, "turn"), 0, "'path.1.turn': expected greater than 0, got 0"),
        (("path", 1, "turn"), 360.5, "'path.1.turn': expected less than or equal to 360, got 360.5"),
        (("path", 1, "side"), "up", "'path.1.side': expected 'left' or 'right', got 'up'"),
        (("path", 0), {"turn": 90}, "'path.0': 'turn' and 'side' go together"),
        (("path", 0), {"straight": 1, "turn": 90, "side": "left"}, "'path.0': expected either 'straight' or 'turn'"),
        (("path", 0), {}, "'path.0': expected either 'straight' or 'turn'"),
        (("path", 0), {"straight": 1, "side": "left"}, "'path.0': 'turn' and 'side' go together"),
        (("path",), [{"straight": 0.001}] * 10_000, f"'path': expected at most {MOST_PIECES} in the list"),
        (("table", "width"), 0, "'table.width': expected greater than 0, got 0"),
        (("tabel",), {}, "unknown key 'tabel'"),
        (
            ("terrain",),
            [{"name": "x", "kind": "swamp", "corners": [[0, 0], [1, 0], [1, 1]]}],
            "terrain 'x': expected one of",
        ),
        (
            ("terrain",),
            [{"name": "x", "kind": "wood", "corners": [[0, 0], [2, 2], [2, 0], [0, 2]]}],
            "polygon: its edges cross",
        ),
    ],
)
def test_moves_that_make_no_sense(place: tuple[Any, ...], value: Any, said: str) -> None:
    assert refusal(MoveScene, changed(MOVE, place, value)).startswith(said)


@pytest.mark.parametrize(
    ("place", "value", "said"),
    [
        (("aircraft",), [], "'aircraft': expected at least 1 in the list"),
        (("aircraft",), RUN["aircraft"] * 2, "'aircraft': the id 'a' stands there twice"),
        (("aircraft", 0, "id"), "a\nb", "'aircraft.0.id': expected one line of printable characters, got 'a\\nb'"),
        (("elements",), RUN["elements"] * 2, "'elements': the id 't' stands there twice"),
        (
            ("elements", 0, "cover"),
            "thick",
            "'elements.0': 'cover': expected one of none, soft, hard, fortified, got 'thick'",
        ),
        (("elements", 0, "side"), "french", "'elements.0.side': expected 'human' or 'martian', got 'french'"),
        (("elements", 0, "defense"), 0, "'elements.0.defense': expected greater than or equal to 1, got 0"),
        (("elements", 0, "armor"), 4.5, "'elements.0.armor': expected a whole number, got 4.5"),
        (("aircraft", 0, "bombs", "light"), -1, "'aircraft.0.bombs.light': expected greater than or equal to 0, got -1"),
        (("aircraft", 0, "bombs", "heavy"), 1, "'aircraft.0.bombs.heavy': expected 'light' or 'medium', got 'heavy'"),
        (("aircraft", 0, "drops", 0, "at"), -0.5, "'aircraft.0.drops.0.at': expected greater than or equal to 0, got -0.5"),
        (("aircraft", 0, "drops", 0, "bombs"), {"light": 0}, "'aircraft.0.drops.0': 'bombs': expected at least one bomb"),
        (("aircraft", 0, "drops", 0, "bombs"), {}, "'aircraft.0.drops.0': 'bombs': expected at least one bomb"),
        (("table",), {"width": 12, "depth": 48}, "element 't': (15, 10) is off the table"),
        (("table",), {"width": 9, "depth": 48}, "aircraft 'a': (10, 10) is off the table"),
    ],
)
def test_runs_that_make_no_sense(place: tuple[Any, ...], value: Any, said: str) -> None:
    assert refusal(BombingScene, changed(RUN, place, value)).startswith(said)


@pytest.mark.parametrize("turns", [-1, 4, 1.5, True])
def test_turns_that_a_reach_cannot_have(turns: Any) -> None:
    document = {key: MOVE[key] for key in MOVE if key != "path"}
    assert refusal(ReachScene, {**document, "max_turns": turns}).startswith("'max_turns': expected ")
