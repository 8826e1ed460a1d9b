"""Inputs that would take hours or all memory: refused in a line, or worked through within bounds."""

from __future__ import annotations

import io
import json
import sys
from pathlib import Path
from time import sleep
from typing import Any

import pytest

from aqmf_air.cli import render
from aqmf_air.cli.render import working
from tests.cli.bounded import bounded

ZERO = Path("/dev/zero")

pytestmark = pytest.mark.skipif(not ZERO.exists(), reason="a system without devices and limits of this kind")


def flight(speed: float, turns: int, at: tuple[float, float, float], table: tuple[float, float]) -> dict[str, Any]:
    """An aircraft whose reach is asked for."""
    return {
        "speed": speed,
        "base_diameter": 1.5,
        "start": dict(zip(("x", "y", "facing"), at, strict=True)),
        "max_turns": turns,
        "table": {"width": table[0], "depth": table[1]},
    }


def run_of_bombs(drops: int, elements: int) -> dict[str, Any]:
    """One aircraft that drops single bombs along a straight, over elements that stand close together."""
    bomber = {
        "id": "a", "speed": 18, "base_diameter": 1, "start": {"x": 10, "y": 10}, "path": [{"straight": 18}],
        "bombs": {"light": 99}, "drops": [{"at": 18 * one / drops, "bombs": {"light": 1}} for one in range(drops)],
    }  # fmt: skip
    ground = [
        {
            "id": f"e{one}", "side": "martian", "x": 10, "y": 10 + one % 100 * 0.18,
            "base_diameter": 1, "defense": 1 + one % 9, "armor": 1 + one % 11,
        }
        for one in range(elements)
    ]  # fmt: skip
    return {"aircraft": [bomber], "elements": ground}


@pytest.mark.further(every=3)
@pytest.mark.parametrize(
    ("command", "scene", "said"),
    [
        (("move", "reach", "-"), flight(60, 3, (5, 5, 200), (72, 48)), '60" with 3 turns are too many'),
        (("move", "reach", "-"), flight(240, 2, (120, 120, 0), (240, 240)), '240" by 240" is more than is searched'),
        (("bomb", "resolve", "-", "--json"), run_of_bombs(99, 2000), "2,000 elements under templates are too many"),
    ],
)
def test_what_would_take_hours_is_refused_in_one_line(
    command: tuple[str, ...], scene: dict[str, Any], said: str, tmp_path: Path
) -> None:
    ended = bounded(*command, home=tmp_path, given=json.dumps(scene).encode())
    assert ended.one_line, ended
    assert said in ended.err
    assert ended.status == 2


def test_a_run_over_a_whole_army_has_exact_odds(tmp_path: Path) -> None:
    ended = bounded("bomb", "resolve", "-", "--json", home=tmp_path, given=json.dumps(run_of_bombs(99, 120)).encode())
    assert ended.status == 0
    assert len(json.loads(ended.out)["by_element"]) == 120


@pytest.mark.further(every=5)
@pytest.mark.parametrize(
    ("command", "given"),
    [
        (("import", "/dev/zero"), None),
        (("replay", "-"), ZERO),
        (("army", "show", "/dev/zero"), None),
        (("army", "import", "-"), ZERO),
        (("print", "roster", "-", "-o", "x.pdf"), ZERO),
        (("move", "check", "/dev/zero"), None),
        (("design", "token", "--read", "-"), ZERO),
        (("play", "-"), ZERO),
    ],
)
def test_an_input_that_never_ends_is_refused(command: tuple[str, ...], given: Path | None, tmp_path: Path) -> None:
    ended = bounded(*command, home=tmp_path, given=given)
    assert ended.one_line, ended
    assert "larger than" in ended.err
    assert ended.status == 2


def test_a_line_that_never_ends_is_refused(tmp_path: Path) -> None:
    ended = bounded("play", "first-flight", "--physical", home=tmp_path, given=ZERO)
    assert "a line of more than 20,000 characters" in ended.err
    assert "Traceback" not in ended.err
    assert ended.status == 2


# -- a word meanwhile -----------------------------------------------------------------------------------------------------


class Terminal(io.StringIO):
    """What somebody watches."""

    def isatty(self) -> bool:
        return True


@pytest.mark.parametrize("watched", [True, False])
def test_work_that_takes_time_says_so_at_a_terminal_and_nowhere_else(watched: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    error, out = Terminal() if watched else io.StringIO(), io.StringIO()
    monkeypatch.setattr(render, "AFTER", 0.01)
    monkeypatch.setattr(sys, "stderr", error)
    monkeypatch.setattr(sys, "stdout", out)
    with working("the moves are searched"):
        for _ in range(500):
            sleep(0.01)
            if error.getvalue() or not watched:
                break
    said = error.getvalue()
    assert out.getvalue() == ""
    if watched:
        assert "\raqmf: the moves are searched, 0 s (Ctrl-C ends it)" in said
        assert said.endswith("\r")  # the line is free again
    else:
        assert said == ""


def test_work_of_minutes_says_so_in_lines_where_nobody_is_at_a_terminal(monkeypatch: pytest.MonkeyPatch) -> None:
    error = io.StringIO()
    monkeypatch.setattr(render, "EVERY_LINE", 0.01)
    monkeypatch.setattr(sys, "stderr", error)
    with working("the report is written", lines=True):
        for _ in range(500):
            sleep(0.01)
            if error.getvalue():
                break
    assert error.getvalue().startswith("aqmf: the report is written, 0 s (Ctrl-C ends it)\n")
    assert "\r" not in error.getvalue()
