"""A long search in little memory."""

from __future__ import annotations

import json
from pathlib import Path

from tests.cli.bounded import bounded
from tests.cli.test_bounds import flight, pytestmark

__all__ = ["pytestmark"]


def test_three_turns_near_an_edge_are_searched_in_little_memory(tmp_path: Path) -> None:
    scene = flight(12, 3, (36, 5, 270), (72, 48))
    ended = bounded("move", "reach", "-", "--json", home=tmp_path, given=json.dumps(scene).encode(), seconds=120)
    assert ended.status == 0, ended.err
    assert json.loads(ended.out)["area"] > 0
    assert ended.memory < 4e8
