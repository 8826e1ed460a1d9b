"""``aqmf army units`` and ``fill``."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from aqmf_air.cli.main import aqmf


@pytest.fixture(autouse=True)
def _own(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("AQMF_HOME", str(tmp_path / "home"))
    monkeypatch.chdir(tmp_path)


def army(*args: str) -> Result:
    return CliRunner().invoke(aqmf, ["army", *args])


def test_units_are_listed_by_side_kind_and_points() -> None:
    found = json.loads(army("units", "--side", "human", "--kind", "artillery", "--max-points", "90", "--json").stdout)
    assert [one["name"] for one in found] == ["Field Gun Battery"]
    assert (found[0]["side"], found[0]["kind"], found[0]["points"]) == ("human", "artillery", 90)
    assert found[0]["weapons"][0]["name"] == "Field Gun"
    every = json.loads(army("units", "--json").stdout)
    assert len(every) > 90
    assert {one["side"] for one in every} == {"human", "martian"}


def test_each_side_and_kind_has_one_table_though_a_word_has_a_slip() -> None:
    slip = army("units", "artilery").stdout
    assert slip == army("units", "artillery").stdout
    assert [line for line in slip.splitlines() if line.startswith("Human")] == [
        "Human artillery: 2 units",
        "Human aircraft: 7 units",
    ]
    nothing = army("units", "xyzzy")
    assert (nothing.exit_code, nothing.stderr) == (1, "aqmf: no unit fits 'xyzzy' ('aqmf army units' lists all)\n")


def test_own_designs_are_among_them_and_words_search() -> None:
    made = ["design", "new", "--name", "Thunderbird", "--nation", "UK", "--year", "1917", "--mph", "110", "--light", "3"]
    assert CliRunner().invoke(aqmf, made).exit_code == 0
    found = json.loads(army("units", "thunderbird", "--kind", "bomber", "--json").stdout)
    assert [(one["name"], one["own"], one["nation"]) for one in found] == [("Thunderbird", True, "UK")]
    shown = army("units", "artillery").stdout
    assert shown.index("Field Gun Battery") < shown.index("Martin S")
    nothing = army("units", "submarine")
    assert (nothing.exit_code, nothing.stdout) == (1, "")
    wrong = army("units", "--kind", "artilery")
    assert (wrong.exit_code, wrong.stderr) == (2, "aqmf: unknown kind of unit 'artilery'; did you mean artillery?\n")


def test_odds_against_an_enemy_put_the_best_for_the_points_first() -> None:
    found = json.loads(army("units", "--side", "human", "--against", "Drones", "--max-points", "60", "--json").stdout)
    worth = [one["worth_per_100_points"] for one in found]
    assert worth == sorted(worth, reverse=True)
    assert found[0]["against"][0]["target"] == "Drones"


@pytest.mark.further
def test_fill_proposes_and_adds_one() -> None:
    army("new", "wing.toml", "--side", "human", "--limit", "300")
    army("add", "wing.toml", "US Command Squad")
    found = json.loads(army("fill", "wing.toml", "--points", "130", "--against", "tripods", "--json").stdout)
    assert 2 <= len(found["proposals"]) <= 3
    first = found["proposals"][0]
    assert first["points"] <= 130
    assert found["added"] is None
    shown = army("fill", "wing.toml", "--points", "130", "--against", "tripods").stdout
    assert "1. 1 " in shown
    assert "% to hurt a" in shown
    taken = army("fill", "wing.toml", "--points", "130", "--against", "tripods", "--add", "1")
    assert taken.stdout.endswith(f"{30 + first['points']} of 300 points\n")
    assert "added" in army("history", "wing.toml").stdout
    assert army("fill", "wing.toml", "--points", "10", "--against", "drones").exit_code == 1


def test_lists_made_as_files_are_listed_and_so_are_those_of_a_folder(tmp_path: Path) -> None:
    (tmp_path / "club").mkdir()
    army("new", "wing.toml", "--side", "human")
    army("new", "club/cylinder.toml", "--side", "martian")
    army("new", "own", "--side", "human")
    (tmp_path / "club" / "other.toml").write_text("a = 1")
    listed = json.loads(army("lists", "--json").stdout)
    assert [one["list"] for one in listed] == ["own", str(tmp_path / "club/cylinder.toml"), str(tmp_path / "wing.toml")]
    assert [one["name"] for one in json.loads(army("lists", "club", "--json").stdout)] == ["Cylinder"]
    (tmp_path / "wing.toml").unlink()
    assert "wing" not in army("lists").stdout
    (tmp_path / "moved.toml").write_bytes((tmp_path / "club/cylinder.toml").read_bytes())
    army("show", "moved.toml")
    assert "moved.toml" in army("lists").stdout
    assert army("lists", "nowhere").exit_code == 2


def test_what_is_written_as_text_is_imported_with_near_names_for_what_is_not_known() -> None:
    army("new", "wing.toml", "--side", "human")
    army("add", "wing.toml", "US Infantry")
    army("export", "wing.toml", "--format", "text", "-o", "wing.txt")
    text = Path("wing.txt").read_text()
    Path("wing.txt").write_text(text.replace("1 x US Infantry", "2 x Mortar"))
    result = army("import", "wing.txt", "-o", "back.toml")
    assert result.exit_code == 0
    assert "not known, and kept: 2 Mortar; near names: Field Gun Battery, Heavy Field Gun Battery" in result.stderr
