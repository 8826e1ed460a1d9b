"""``aqmf army`` as a user calls it."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result

from aqmf_air.api import load_registry
from aqmf_air.cli.main import aqmf
from aqmf_air.games.martian_front.army.plugged_in import EXPORTERS


@pytest.fixture(autouse=True)
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("AQMF_HOME", str(tmp_path / "home"))
    monkeypatch.chdir(tmp_path)
    return tmp_path


def run(*args: str, typed: str | bytes | None = None) -> Result:
    return CliRunner().invoke(aqmf, ["army", *args], input=typed)


def done(*args: str, typed: str | bytes | None = None) -> str:
    result = run(*args, typed=typed)
    assert result.exit_code == 0, result.output
    return result.stdout


def document(*args: str, status: int = 0) -> Any:
    result = run(*args, "--json")
    assert result.exit_code == status, result.output
    return json.loads(result.stdout)


def refused(*args: str, typed: str | bytes | None = None) -> str:
    result = run(*args, typed=typed)
    assert result.exit_code == 2, result.output
    assert result.stdout == ""
    assert result.stderr.count("\n") == 1
    return result.stderr.strip()


@pytest.fixture
def wing(here: Path) -> Path:
    done("new", "wing.toml", "--side", "human", "--limit", "500")
    done("add", "wing.toml", "us command squad")
    done("add", "wing.toml", "BURGESS-DUNNE D8", "--count", "2")
    return here / "wing.toml"


# -- from an empty list ---------------------------------------------------------------------------------------------------


def test_a_unit_is_named_as_the_laboratory_and_the_hangar_have_it(here: Path) -> None:
    """A word that one unit alone has is enough for all of them."""
    done("new", "wing.toml", "--side", "human", "--limit", "500")
    assert "added 1 Sopwith Camel: 80 of 500 points" in done("add", "wing.toml", "Camel")
    assert "removed every Sopwith Camel: 0 of 500 points" in done("remove", "wing.toml", "camel")
    for command in (["lab", "duel", "camel", "Assault Tripod"], ["design", "show", "camel"]):
        assert "Sopwith Camel" in CliRunner().invoke(aqmf, command).stdout


def test_from_an_empty_list_to_one_without_a_problem(here: Path) -> None:
    assert done("new", "wing.toml", "--side", "human", "--limit", "500").startswith(
        "new human list wing.toml: 0 of 500 points"
    )
    assert document("check", "wing.toml", status=1)["valid"] is False
    assert done("add", "wing.toml", "us command squad") == "added 1 US Command Squad: 30 of 500 points\n"
    assert done("add", "wing.toml", "bleriot xi", "--count", "2") == "added 2 Blériot XI: 150 of 500 points\n"
    assert document("check", "wing.toml") == {"valid": True, "points": 150, "limit": 500, "problems": [], "warnings": []}
    assert document("add", "wing.toml", "Burgess-Dunne D8") == {
        "file": "wing.toml",
        "done": "added 1 Burgess-Dunne D8",
        "points": 210,
        "limit": 500,
        "units": 4,
        "valid": True,
    }


HUMANS = {
    "US Command Squad": 1,
    "US Infantry": 6,
    "Heavy Machine Gun Squad": 3,
    "Mk II Tank Platoon": 2,
    "Mk III Tank Platoon": 2,
    "Field Gun Battery": 3,
    "Heavy Field Gun Battery": 1,
    "Burgess-Dunne D8": 2,
    "Sopwith Camel": 1,
    "Blériot XI": 1,
    "R.A.F. R.E.8": 1,
    "Sopwith 1 1/2 Strutter": 1,
}
MARTIANS = {
    "Assault Tripod": 3,
    "Dominator Tripod": 1,
    "Scout Tripod": 3,
    "Grenadier Tripod": 2,
    "Drones": 3,
    "Gatherer Tripod": 1,
}


@pytest.mark.further(every=2)
@pytest.mark.parametrize(("side", "units", "points"), [("human", HUMANS, 2000), ("martian", MARTIANS, 1930)])
def test_a_force_of_two_thousand_points(here: Path, side: str, units: dict[str, int], points: int) -> None:
    done("new", "force.toml", "--side", side, "--limit", "2000")
    for unit, count in units.items():
        done("add", "force.toml", unit, "--count", str(count))
    assert document("check", "force.toml")["points"] == points
    for name in ("json", "markdown", "ros", "rosz", "token"):
        done("export", "force.toml", "--format", name, "-o", f"force.{name}")
        done("import", f"force.{name}", "-o", "back.toml")
        assert document("diff", "force.toml", "back.toml")["same"] is True


# -- check ----------------------------------------------------------------------------------------------------------------


def test_problems_say_the_rule_the_unit_and_what_to_do(wing: Path) -> None:
    done("add", "wing.toml", "Vickers Vimy")
    done("add", "wing.toml", "Sopwith Camel", "--elements", "2")
    done("set", "wing.toml", "--limit", "100")
    found = document("check", "wing.toml", status=1)
    assert (found["valid"], found["points"], found["limit"]) == (False, 255, 100)
    assert [(one["rule"], one["unit"]) for one in found["problems"]] == [
        ("AIR-HEAVY-1", "Vickers Vimy"),
        ("AIR-UNIT-2", "Sopwith Camel"),
        ("HOST-ARMY-3", ""),
    ]
    assert all({"rule", "unit", "message", "fix", "code", "numbers"} == set(one) for one in found["problems"])
    told = run("check", "wing.toml")
    assert told.exit_code == 1
    assert "AIR-UNIT-2" in told.stdout
    assert "-> field 3 in each unit" in told.stdout


def test_nothing_is_blocked(wing: Path) -> None:
    done("add", "wing.toml", "Assault Tripod", "--count", "50")
    assert "problems (see 'aqmf army check')" in done("add", "wing.toml", "Vickers Vimy")
    for name in ("json", "text", "ros", "cat"):
        assert run("export", "wing.toml", "--format", name).exit_code == 0


def test_a_list_on_standard_input(wing: Path) -> None:
    content = wing.read_bytes()
    assert "150 of 500 points" in done("check", "-", typed=content)
    assert "150 of 500 points" in done("show", "-", typed=content)
    assert refused("add", "-", "Drones", typed=content).startswith("aqmf: a list on standard input cannot be changed")


def test_points_in_the_file_are_not_asked_for(wing: Path) -> None:
    wing.write_text(wing.read_text(encoding="utf-8").replace("limit = 500", "limit = 500\npoints = 1"), encoding="utf-8")
    assert refused("check", "wing.toml") == "aqmf: wing.toml: unknown key 'points'"


# -- change, undo, show ---------------------------------------------------------------------------------------------------


def test_undo_and_redo_and_the_versions(wing: Path) -> None:
    assert done("undo", "wing.toml") == "took back: added 2 Burgess-Dunne D8: 30 of 500 points\n"
    assert done("undo", "wing.toml").startswith("took back: added 1 US Command Squad: 0 of 500 points")
    assert refused("undo", "wing.toml") == "aqmf: wing.toml: there is nothing to undo"
    assert done("redo", "wing.toml") == "again: added 1 US Command Squad: 30 of 500 points\n"
    versions = document("history", "wing.toml")
    assert [one["in_force"] for one in versions] == [False, True, False]
    assert done("redo", "wing.toml").endswith("150 of 500 points\n")
    assert refused("redo", "wing.toml") == "aqmf: wing.toml: there is nothing to redo"


def test_remove_some_or_all(wing: Path) -> None:
    assert done("remove", "wing.toml", "burgess-dunne d8", "--count", "1").endswith("90 of 500 points\n")
    assert done("remove", "wing.toml", "burgess-dunne d8").endswith("30 of 500 points\n")
    unknown = "aqmf: unknown unit in the list 'burgess-dunne d8'; expected one of US Command Squad"
    assert refused("remove", "wing.toml", "burgess-dunne d8") == unknown


def test_set_what_a_list_is_made_for(wing: Path) -> None:
    done("set", "wing.toml", "--limit", "none", "--special", "fixed position", "--ruling", "missing_weapon=refund")
    shown = document("show", "wing.toml")
    assert (shown["limit"], shown["special"], shown["rulings"]) == (None, ["fixed position"], {"missing_weapon": "refund"})
    done("set", "wing.toml", "--special", "none", "--name", "Third Wing", "--notes", "At dusk.")
    shown = document("show", "wing.toml")
    assert (shown["special"], shown["name"], shown["notes"]) == ([], "Third Wing", "At dusk.")
    before = wing.read_bytes()
    assert "nothing to set" in refused("set", "wing.toml")
    assert "unknown ruling 'colour'" in refused("set", "wing.toml", "--ruling", "colour=red")
    assert "expected a whole number of points, or 'none', got '-5'" in refused("set", "wing.toml", "--limit", "-5")
    assert wing.read_bytes() == before


def test_show_for_people(wing: Path) -> None:
    done("add", "wing.toml", "Scout Tripod", "--hidden", "--called", "The Watcher")
    told = done("show", "wing.toml")
    assert 'Scout Tripod "The Watcher" (hidden)' in told
    assert 'Heavy Machine Gun 15" 3x+1; Light Bomb +3 B1' in told
    assert "HOST-ARMY-4" in told


def test_what_differs(wing: Path) -> None:
    Path("other.toml").write_bytes(wing.read_bytes())
    assert done("diff", "wing.toml", "other.toml") == "The lists are the same.\n"
    done("add", "other.toml", "us infantry", "--count", "3")
    done("set", "other.toml", "--limit", "600")
    found = document("diff", "wing.toml", "other.toml")
    assert found["points"] == {"before": 150, "after": 240}
    assert found["units"] == [
        {"unit": "US Infantry", "before": 0, "after": 3, "points": {"before": 0, "after": 90}, "otherwise": False}
    ]
    assert found["other"] == [{"what": "limit", "before": 500, "after": 600}]
    assert "points: 150 -> 240 (+90)" in done("diff", "wing.toml", "other.toml")


def test_advice_from_exact_odds(wing: Path) -> None:
    found = document("advise", "wing.toml")
    tripod = next(one for one in found["targets"] if one["unit"] == "Assault Tripod")
    assert tripod["exact"] == "3087/8000"  # three light bombs: 1 - (85/100)^3
    assert {one["code"] for one in found["advice"]} >= {"no-scout", "points-left"}
    assert "What it cannot do" in done("advise", "wing.toml")


def test_lists_in_the_own_folder(here: Path) -> None:
    done("new", "wing", "--side", "martian")
    done("add", "wing", "Scout Tripod")
    assert (here / "home" / "armies" / "wing.toml").is_file()
    assert document("lists") == [
        {"list": "wing", "name": "Wing", "side": "martian", "points": 150, "limit": None, "valid": True}
    ]


def test_an_own_design_travels_with_the_list(here: Path) -> None:
    folder = here / "home" / "designs"
    folder.mkdir(parents=True)
    (folder / "mine.toml").write_text(
        'name = "My D8"\nmax_speed_mph = 70\nskin = "fabric"\nrole = "combat"\n[[guns]]\narcs = ["forward"]\n',
        encoding="utf-8",
    )
    done("new", "wing.toml", "--side", "human")
    done("add", "wing.toml", "my d8")
    token = done("export", "wing.toml", "--format", "token").strip()
    (folder / "mine.toml").unlink()
    assert document("import", token)["points"] == 60


# -- sharing --------------------------------------------------------------------------------------------------------------

FORMATS = ("json", "markdown", "text", "discord", "compact", "secret", "gst", "cat", "ros", "rosz", "tts", "token", "qr")


@pytest.mark.further(every=3)
@pytest.mark.parametrize("name", FORMATS)
def test_every_format_to_a_file_and_to_standard_output(wing: Path, name: str) -> None:
    suffix = ".svg" if name == "qr" else f".{name}"
    told = document("export", "wing.toml", "--format", name, "-o", f"out{suffix}")
    content = Path(f"out{suffix}").read_bytes()
    assert (told["format"], told["file"], told["bytes"]) == (name, f"out{suffix}", len(content))
    printed = CliRunner().invoke(aqmf, ["army", "export", "wing.toml", "--format", name])
    assert printed.exit_code == 0
    if name != "qr":
        assert printed.stdout_bytes == content


def test_help_names_every_format_that_there_is(wing: Path) -> None:
    epilog = done("export", "--help").rpartition("--help")[2]
    formats = set(load_registry(entry_points=False).of(EXPORTERS, "aqmf"))
    assert {word for word in formats if not re.search(rf"^ *{word} |  {word} ", epilog, re.MULTILINE)} == set()


def test_a_format_that_there_is_not(wing: Path) -> None:
    line = refused("export", "wing.toml", "--format", "rosx", "-o", "x.rosx")
    assert line.startswith("aqmf: unknown format 'rosx'; did you mean ros")
    assert not Path("x.rosx").exists()


def test_a_token_or_a_link_itself_is_imported(wing: Path) -> None:
    token = done("export", "wing.toml", "--format", "token").strip()
    for given in (token, f"https://example.org/army#{token}"):
        assert document("import", given, "-o", "back.toml")["points"] == 150
        assert document("diff", "wing.toml", "back.toml")["same"] is True
    assert 'unit = "Burgess-Dunne D8"' in done("import", "-", typed=token)


def test_an_import_over_a_list_can_be_taken_back(wing: Path) -> None:
    done("new", "other.toml", "--side", "martian")
    done("export", "other.toml", "--format", "json", "-o", "other.json")
    before = wing.read_bytes()
    done("import", "other.json", "-o", "wing.toml")
    done("undo", "wing.toml")
    assert wing.read_bytes() == before


def test_what_is_not_known_is_listed_with_near_names(wing: Path) -> None:
    text = done("export", "wing.toml", "--format", "markdown").replace("Burgess-Dunne D8", "Burges-Dune D8")
    Path("wing.md").write_text(text, encoding="utf-8")
    result = run("import", "wing.md", "-o", "back.toml")
    assert result.exit_code == 0
    assert "not known, and kept: 2 Burges-Dune D8; near names: Burgess-Dunne D8" in result.stderr
    found = document("import", "wing.md")
    assert found["unmatched"][0]["unit"] == "Burges-Dune D8"
    assert 1 <= len(found["unmatched"][0]["near"]) <= 5
    assert found["points"] == 30


def test_several_units_are_added_at_once_each_with_its_count(wing: Path) -> None:
    said = done("add", "wing.toml", "US Infantry", "2", "field gun battery", "Drones", "3")
    assert said.startswith("added 2 US Infantry, 1 Field Gun Battery and 3 Drones: ")
    units = {one["unit"]: one["count"] for one in document("show", "wing.toml")["units"]}
    assert units == {"US Command Squad": 1, "Burgess-Dunne D8": 2, "US Infantry": 2, "Field Gun Battery": 1, "Drones": 3}
    done("undo", "wing.toml")
    assert len(document("show", "wing.toml")["units"]) == 2


def test_a_bare_name_is_a_list_beside_the_player_where_the_own_folder_has_none(wing: Path) -> None:
    assert document("show", "wing") == document("show", "wing.toml")
    done("new", "wing", "--side", "martian")
    assert document("show", "wing")["side"] == "martian"


def test_what_was_not_kept_is_said_once_and_whatever_is_asked_is_named(wing: Path) -> None:
    Path("two.txt").write_text(
        "**Raid**\nMartian force, 150 points, 1 unit\n**1× Scout Tripod** · 150\nodd\n"  # noqa: RUF001
        "**Wing**\nHuman force, 30 points, 1 unit\n**1× US Infantry** · 30\n",  # noqa: RUF001
        encoding="utf-16",
    )
    result = run("import", "two.txt")
    assert result.exit_code == 0
    assert [line for line in result.stderr.splitlines() if "kept" in line or "--list" in line] == [
        "not kept: a line that is no part of a list: odd",
        "not kept: list 2 in it, 'Wing' (human)",
        "--list N reads another of the lists in it",
    ]
    assert document("import", "two.txt", "--list", "2")["army"]["name"] == "Wing"
    assert document("import", "two.txt", "--side", "human")["army"]["name"] == "Wing"
    Path("mixed.txt").write_text("2 Scout tripods\nUS Infantry", encoding="utf-8")
    assert refused("import", "mixed.txt").startswith("aqmf: mixed.txt: does not say whose list it is")
    found = document("import", "mixed.txt", "--side", "martian")
    assert found["told"] == ["Scout tripods is read as Scout Tripod"]


# -- bad input ------------------------------------------------------------------------------------------------------------


@pytest.mark.further(every=4)
@pytest.mark.parametrize(
    ("args", "line"),
    [
        (("check", "none.toml"), "aqmf: none.toml: there is no such list ('aqmf army new' makes one)"),
        (("new", "x.toml"), "aqmf: Missing option '--side'."),
        (("new", "x.toml", "--side", "both"), "aqmf: Invalid value for '--side'"),
        (("new", "x.toml", "--side", "human", "--limit", "-1"), "aqmf: Invalid value for '--limit'"),
        (("new", "x.toml", "--side", "human", "--ruling", "a=b"), "aqmf: army 'X': unknown ruling 'a'"),
        (("new", "wing.toml", "--side", "human"), "aqmf: wing.toml: is there already, and is left as it was"),
        (("add", "wing.toml", "Burgess Dune"), "aqmf: unknown unit 'Burgess Dune'; did you mean Burgess-Dunne"),
        (("add", "wing.toml", "Drones", "--count", "0"), "aqmf: Invalid value for '--count'"),
        (("add", "wing.toml", "Drones", "--count", "-2"), "aqmf: Invalid value for '--count'"),
        (("add", "wing.toml", "Drones", "--option", "altitude"), "aqmf: Invalid value: expected NAME=VALUE"),
        (("add", "wing.toml", "Drones", "--called", "a" * 81), "aqmf: add: 'name': expected at most 80 characters"),
        (("add", "wing.toml", "2", "Drones"), "aqmf: expected the name of a unit before the count 2"),
        (("add", "wing.toml", "Drones", "2", "3"), "aqmf: expected the name of a unit before the count 3"),
        (("add", "wing.toml", "Drones", "0"), "aqmf: expected a count from 1 to 300 behind 'Drones', got 0"),
        (("add", "wing.toml", "Drones", "2", "Drohnen"), "aqmf: unknown unit 'Drohnen'"),
        (("remove", "wing.toml", "US Command Squad", "--count", "2"), "aqmf: expected to remove from 1 to 1 of US Command"),
        (("export", "wing.toml", "--format", "qr", "-o", "x.gif"), "aqmf: qr: expected a file name that ends in .svg"),
        (("import", "none.ros"), "aqmf: none.ros: cannot be read (no such file or directory)"),
        (("import", "odd.bin"), "aqmf: odd.bin: not a list that can be read; expected one of discord, handwritten"),
        (("import", "aqa9-AAAA"), "aqmf: token: it is of version 9, and this program reads version 1: update the program"),
        (("export", "wing.toml", "--format", "json", "-o", "./wing.toml"), "aqmf: ./wing.toml is the list itself"),
        (("import", "wing.json", "-o", "wing.json"), "aqmf: wing.json: is there already and no army list (not TOML"),
        (("new", "wing.json", "--side", "human", "--replace"), "aqmf: wing.json: is there already and no army list (not"),
        (("import", "."), "aqmf: .: cannot be read (is a directory)"),
    ],
)
def test_one_line_says_what_is_wrong(wing: Path, args: tuple[str, ...], line: str) -> None:
    done("export", "wing.toml", "--format", "json", "-o", "wing.json")
    Path("odd.bin").write_bytes(b"\0\1\2")
    before = {path.name: path.read_bytes() for path in wing.parent.iterdir() if path.is_file()}
    assert refused(*args).startswith(line)
    assert {path.name: path.read_bytes() for path in wing.parent.iterdir() if path.is_file()} == before


def test_ten_megabytes_of_nothing_in_a_process_of_its_own(here: Path) -> None:
    """With no more than 200 MB for all of it."""
    (here / "nothing.rosz").write_bytes(b"\0" * 10_000_000)
    limited = "import resource, runpy, sys; resource.setrlimit(resource.RLIMIT_DATA, (200_000_000, 200_000_000)); "
    limited += "sys.argv = ['aqmf', 'army', 'import', 'nothing.rosz']; runpy.run_module('aqmf_air', run_name='__main__')"
    environment = {**os.environ, "PYTHONPATH": str(Path(__file__).parents[2])}
    result = subprocess.run([sys.executable, "-c", limited], capture_output=True, text=True, check=False, env=environment)
    assert result.returncode == 2
    assert result.stderr == "aqmf: nothing.rosz: larger than 5,000,000 bytes\n"


def test_a_list_is_toml_by_its_name_too(here: Path) -> None:
    line = refused("new", "wing.json", "--side", "human")
    assert line.startswith("aqmf: wing.json: army lists are TOML: expected a name that ends in .toml")
    assert not Path("wing.json").exists()


def test_help_has_whole_sentences() -> None:
    for group in ("army", "design", "move", "bomb", "print"):
        assert "..." not in CliRunner().invoke(aqmf, [group, "--help"]).stdout.partition("Commands:")[2]


def test_a_design_that_came_along_and_cannot_be_read_is_said(here: Path) -> None:
    bad = """format = 1
name = "Odd"
side = "human"
[[units]]
unit = "Own One"
[[attached]]
kind = "aircraft-design"
name = "Own One"
content = "this is no design"
"""
    Path("odd.toml").write_text(bad, encoding="utf-8")
    done("export", "odd.toml", "--format", "json", "-o", "odd.json")
    told = CliRunner().invoke(aqmf, ["army", "import", "odd.json", "-o", "back.toml"]).stderr
    assert "problem: attached design 'Own One': not TOML" in told
    problems = document("import", "odd.json", "-o", "back.toml")["problems"]
    assert any(one["message"].startswith("attached design 'Own One'") for one in problems)


def test_what_was_written_is_said_in_few_words(wing: Path) -> None:
    told = CliRunner().invoke(aqmf, ["army", "export", "wing.toml", "--format", "qr", "-o", "code.svg"]).stderr
    assert told == (
        "wrote code.svg: QR code of the list, or of its link\n"
        "The code holds the list itself: paste what it reads into aqmf. --page URL makes it a link.\n"
    )
    assert ".png" not in told
    assert done("schema", "--json") == done("schema")
