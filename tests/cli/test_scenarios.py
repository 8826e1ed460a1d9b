"""``aqmf scenarios`` and ``aqmf play``: a player's own scenarios beside those that ship."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from aqmf_air.cli.main import aqmf

SHIPPED = Path(__file__).parents[2] / "aqmf_air" / "games" / "martian_front" / "data" / "scenarios"


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("AQMF_HOME", str(tmp_path))
    (tmp_path / "scenarios").mkdir()
    return tmp_path / "scenarios"


def own(folder: Path, name: str, *changes: tuple[str, str]) -> None:
    text = (SHIPPED / "first-flight.toml").read_text(encoding="utf-8")
    for old, new in (('name = "first-flight"', f'name = "{name}"'), *changes):
        assert old in text
        text = text.replace(old, new, 1)
    (folder / f"{name}.toml").write_text(text, encoding="utf-8")


def run(*args: str) -> Result:
    return CliRunner().invoke(aqmf, list(args))


def test_own_scenarios_are_listed_and_played_by_name(folder: Path) -> None:
    own(folder, "ford")
    listed = {one["name"]: one for one in json.loads(run("scenarios", "--json").stdout)}
    assert listed["ford"] == {**listed["first-flight"], "name": "ford", "own": True}
    assert not listed["first-flight"]["own"]
    assert "your own" in run("scenarios").stdout
    played = json.loads(run("play", "Ford", "--auto", "both", "--seed", "3", "--game", "g", "--json").stdout)
    assert played["scenario"] == "ford"


def test_one_that_is_wrong_is_told_in_a_line_and_left_out(folder: Path) -> None:
    own(folder, "ford", ("turns = 4", 'turns = 4\nspecial = ["fog"]'))
    (folder / "broken.toml").write_text("colour = 1\n", encoding="utf-8")
    listed = run("scenarios")
    assert listed.exit_code == 0
    assert listed.stderr.splitlines() == [
        "aqmf: left out: broken.toml: unknown key 'colour'",
        "aqmf: left out: ford.toml: scenario 'ford': unknown special rule 'fog'; expected one of fixed position",
    ]
    assert "ford" not in listed.stdout
    played = run("play", "broken", "--auto", "both")
    assert (played.exit_code, played.stderr) == (2, listed.stderr.splitlines()[0].replace("left out: ", "") + "\n")
