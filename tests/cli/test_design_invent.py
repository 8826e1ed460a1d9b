"""``aqmf design find --invent``: the best designs that nobody has drawn."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from aqmf_air.cli.main import aqmf

ASKED = ("find", "--invent", "--against", "Scout Tripod", "--max-points", "100", "--year", "1916")


@pytest.fixture(autouse=True)
def _own(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("AQMF_HOME", str(tmp_path / "home"))
    monkeypatch.chdir(tmp_path)


def design(*args: str) -> Result:
    return CliRunner().invoke(aqmf, ["design", *args])


def test_nothing_known_does_more_for_as_many_points_and_all_is_sound() -> None:
    first, again = (design(*ASKED, "--json").stdout for _ in range(2))
    assert first == again
    found = json.loads(first)
    assert all(one["points"] <= 100 and one["warnings"] == [] and one["year"] == 1916 for one in found)
    per_100 = [one["per_100_points"] for one in found]
    assert per_100 == sorted(per_100, reverse=True)
    front = {one["points"]: one["against"]["toll"]["mean"] for one in found}
    real = json.loads(design("find", "--against", "Scout Tripod", "--max-points", "100", "--year", "1916", "--json").stdout)
    for one in real:
        best = max(mean for points, mean in front.items() if points <= one["points"])
        assert best >= one["against"]["toll"]["mean"] - 1e-9


def test_one_is_kept_as_a_design_and_the_frontier_is_drawn() -> None:
    result = design(*ASKED, "--save", "1", "-o", "front.svg")
    assert result.exit_code == 0, result.stderr
    assert Path("front.svg").read_text().startswith("<svg")
    name = json.loads(design(*ASKED, "--json").stdout)[0]["name"]
    assert json.loads(design("cost", name, "--json").stdout)[0]["warnings"] == []
    assert design("find", "--invent").exit_code == 2
    assert design(*ASKED, "--save", "99").exit_code == 2
