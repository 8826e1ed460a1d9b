"""``aqmf design``: everything but ``new`` and the pictures, as a user calls it."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result

from aqmf_air.cli.main import aqmf
from aqmf_air.games.martian_aircraft.designs.army_lists import brought

D8 = """
name = "My D8"
max_speed_mph = 70
skin = "fabric"
role = "combat"
[[guns]]
arcs = ["forward"]
[[bombs]]
kind = "medium"
count = 2
"""


def run(*args: str, typed: str | bytes | None = None) -> Result:
    return CliRunner().invoke(aqmf, ["design", *args], input=typed)


def document(*args: str, typed: str | bytes | None = None) -> Any:
    result = run(*args, "--json", typed=typed)
    assert result.exit_code == 0, result.output
    return json.loads(result.stdout)


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("AQMF_HOME", str(tmp_path / "home"))
    return tmp_path / "home"


@pytest.fixture
def mine(tmp_path: Path) -> Path:
    path = tmp_path / "somewhere" / "mine.toml"
    path.parent.mkdir()
    path.write_text(D8, encoding="utf-8")
    return path


# -- cost -----------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("AIR-DES-5")
def test_cost_documents_come_in_the_order_of_the_files(mine: Path) -> None:
    first, second = document("cost", str(mine), "burgess-dunne d8")
    assert list(first) == ["name", "role", "unit_size", "points", "speed", "defense", "armor", "breakdown", "warnings"]
    assert (first["name"], first["points"], first["unit_size"]) == ("My D8", 90, 3)
    assert (second["name"], second["points"], second["speed"], second["defense"], second["armor"]) == (
        "Burgess-Dunne D8",
        60,
        12,
        3,
        3,
    )
    assert sum(line["points"] for line in first["breakdown"]) == 90
    assert all(set(line) == {"what", "points", "rule"} for line in first["breakdown"])
    assert second["warnings"] == []


def test_cost_reads_standard_input_and_tokens() -> None:
    assert document("cost", "-", typed=D8)[0]["points"] == 90
    token = run("token", "SPAD XIII").stdout.strip()
    assert document("cost", token)[0]["name"] == "SPAD XIII"


def test_rulings_switch_the_price_from_the_file_and_from_the_command_line(mine: Path) -> None:
    assert document("cost", str(mine), "--ruling", "first_medium=add")[0]["points"] == 100
    mine.write_text(f'{D8}\n[rulings]\nfirst_medium = "add"\n', encoding="utf-8")
    assert document("cost", str(mine))[0]["points"] == 100
    assert document("cost", str(mine), "--ruling", "first_medium=swap")[0]["points"] == 90


def test_cost_for_people_shows_lines_warnings_and_rulings(mine: Path) -> None:
    mine.write_text(D8.replace("count = 2", "count = 4"), encoding="utf-8")
    shown = run("cost", str(mine)).stdout
    assert "My D8: 130 points for a unit of 3" in shown
    assert "+10  1 medium bomb in the included light bomb's place" in shown
    assert "first_medium = swap (add: 140 points)" in " ".join(shown.split())
    assert "! bombs that stand for 400 kg: 100 kg more" in shown


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("name = ", "not TOML"),
        (D8.replace("70", '"fast"'), "'max_speed_mph': expected a number, got 'fast'"),
        (D8.replace("count = 2", "count = -2"), "'bombs.0.count': expected greater than or equal to 0, got -2"),
        (f"{D8}\n[rulings]\nfirst_medum = 'add'\n", "unknown ruling 'first_medum'; did you mean first_medium?"),
        (f"speed = 3\n{D8}", "unknown key 'speed'"),
        ("#" * 10_000_000, "larger than 2,000,000 bytes"),
    ],
)
def test_a_bad_file_is_one_line_on_standard_error(mine: Path, text: str, message: str) -> None:
    mine.write_text(text, encoding="utf-8")
    for given, typed in ((str(mine), None), ("-", text)):
        result = run("cost", "--json", given, typed=typed)
        assert result.exit_code == 2
        assert result.stdout == ""
        assert message in result.stderr
        assert ("mine.toml" if typed is None else "standard input") in result.stderr
        assert result.stderr.count("\n") == 1


@pytest.mark.parametrize(
    ("name", "message"),
    [
        ("Foker D.VII", "there is no design called 'Foker D.VII'; did you mean Fokker D.VII"),
        ("Альбатрос", "there is no design called 'Альбатрос'"),
        ("gone.toml", "gone.toml: cannot be read (no such file or directory)"),
        ("/no/such/place/x", "there is no design called"),
        ("x" * 5000, "there is no design called"),
        ("aqd1-IgAJ", "token: it is cut short"),
        ("aqd7-IgAJ", "token: it is of version 7"),
        (".", "cannot be read|there is no design"),
    ],
)
def test_what_does_not_exist_is_one_line(name: str, message: str) -> None:
    result = run("cost", name)
    assert result.exit_code == 2
    assert any(part in result.stderr for part in message.split("|"))
    assert result.stderr.count("\n") == 1


# -- list and find --------------------------------------------------------------------------------------------------------


def test_the_list_has_the_cost_documents_and_more(home: Path) -> None:
    listed = document("list")
    assert len(listed) >= 60
    for one in listed:
        assert {"name", "points", "breakdown", "warnings", "nation", "year", "max_speed_mph", "source"} <= set(one)
        assert one["source"]["note"]
    assert not home.exists()


def test_the_list_for_people(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "100")
    shown = run("list", "--role", "combat", "--nation", "usa").stdout
    assert "combat aircraft: 4 (units of 3)" in shown
    assert "Dayton-Wright DH-4" in shown
    assert "2F 2RAL" in shown
    assert max(len(line) for line in run("list").stdout.splitlines()) <= 100


def test_a_bad_file_of_ones_own_is_left_out_and_named(home: Path) -> None:
    (home / "designs").mkdir(parents=True)
    (home / "designs" / "bad.toml").write_text("name = 3", encoding="utf-8")
    result = run("list", "--json")
    assert result.exit_code == 0
    assert len(json.loads(result.stdout)) >= 60
    assert "bad.toml: " in result.stderr


def test_find_what_fits() -> None:
    found = document("find", "--max-points", "90", "--speed", "15", "--arc", "aft", "--bombs", "1")
    assert "Bristol F.2B Fighter" in [one["name"] for one in found]
    for one in found:
        assert one["points"] <= 90
        assert one["speed"] >= 15
        assert sum(one["bombs"].values()) >= 1
        assert any("aft" in arcs for arcs in one["guns"])
        assert one["role"] == "combat"


def test_find_agrees_with_the_list() -> None:
    everything = document("list")
    wanted = {one["name"] for one in everything if one["armor"] >= 4 and one["nation"] == "Germany" and one["year"] <= 1917}
    assert {one["name"] for one in document("find", "--armor", "4", "--nation", "germany", "--year", "1917")} == wanted
    wanted = {one["name"] for one in everything if one["role"] == "spotter"}
    assert {one["name"] for one in document("find", "--role", "spotter")} == wanted


def test_the_best_for_the_points_come_first() -> None:
    found = document("find", "--max-points", "100", "--against", "assault tripod")
    worth = [one["per_100_points"] for one in found]
    assert worth == sorted(worth, reverse=True)
    assert {one["against"]["target"] for one in found} == {"Assault Tripod"}
    first = found[0]
    assert first["per_100_points"] == pytest.approx(first["against"]["toll"]["mean"] * 100 / first["points"])


def test_nothing_fits() -> None:
    result = run("find", "--max-points", "10")
    assert (result.exit_code, result.stdout, result.stderr) == (1, "", "aqmf: no design fits\n")
    result = run("find", "--max-points", "10", "--against", "Scout Tripod", "--json")
    assert (result.exit_code, json.loads(result.stdout)) == (1, [])


@pytest.mark.parametrize(
    ("args", "message"),
    [
        (("--against", "Asault Tripod"), "Assault Tripod"),
        (("--against", "us infantry"), "US Infantry: expected a Martian unit"),
        (("--max-points", "-1"), "--max-points"),
        (("--arc", "up"), "'up' is not one of"),
        (("-o", "x.svg"), "expected --against UNIT with it"),
    ],
)
def test_find_refuses_in_one_line(args: tuple[str, ...], message: str) -> None:
    result = run("find", *args)
    assert result.exit_code == 2
    assert message in result.stderr
    assert result.stderr.count("\n") == 1


# -- show and compare -----------------------------------------------------------------------------------------------------


def test_show_has_all_that_a_player_chooses_by() -> None:
    shown = run("show", "airco dh4").stdout
    for words in (
        "Airco D.H.4 (UK, 1917): 120 points for a unit of 3",
        'Speed 18"  Defense 5  Armor 3',
        "2 Medium Bomb",
        "right, aft, left",
        "Assault Tripod",
        "a heavy heat ray: 46.0%",
        "Source (high)",
        "143 mph",
    ):
        assert words in shown, words


def test_what_flies_high_is_shown_without_odds() -> None:
    shown = run("show", "martin s").stdout
    assert "100 points\n" in shown
    assert "spotter, radio" in shown
    assert "nothing attacks it" in shown
    (one,) = document("show", "martin s")
    assert one["against"] == one["lives_through"] == []


def test_show_and_compare_say_the_same_exactly() -> None:
    shown, compared = document("show", "burgess dunne d8", "spad xiii"), document("compare", "burgess dunne d8", "spad xiii")
    assert shown == compared
    d8 = shown[0]
    assert d8["lives_through"][0] == {"ray": "Heavy Heat Ray", "shots": 1, "p": 0.28, "exact": "7/25"}
    assert [one["target"] for one in d8["against"]] == ["Scout Tripod", "Assault Tripod"]
    assert sum(map(float, d8["against"][0]["toll"]["p"].values())) == pytest.approx(1)


def test_compare_for_people() -> None:
    shown = run("compare", "burgess dunne d8", "spad xiii", "martin s").stdout
    assert "lives through two heavy heat rays" in shown
    points = next(line.split() for line in shown.splitlines() if line.startswith("points"))
    assert points == ["points", "60", "90", "100"]


# -- tokens and schema ----------------------------------------------------------------------------------------------------


def test_a_token_carries_a_design_to_another_players_hangar(mine: Path, home: Path) -> None:
    token = run("token", str(mine)).stdout.strip()
    assert token == document("token", str(mine))["token"]
    assert document("token", "--read", token)["path"] is None
    assert not home.exists()
    kept = document("token", "--read", "-", "--save", typed=token)
    assert Path(kept["path"]).is_file()
    assert document("cost", "my d8")[0]["points"] == kept["points"] == 90
    again = run("token", "--read", token, "--save")
    assert again.exit_code == 2
    assert "taken" in again.stderr
    assert run("token", "--read", token, "--save", "--replace").exit_code == 0


@pytest.mark.parametrize("name", ["aqd1-x", "aqd12-"])
def test_a_design_or_a_file_is_found_though_its_name_looks_like_a_token(
    name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert run("show", name).stderr.startswith("aqmf: token: ")
    assert run("new", "--mph", "90", "--name", name).exit_code == 0
    assert [one["name"] for one in (*document("show", name), *document("cost", name.upper()))] == [name, name]
    token = run("token", name).stdout.strip()
    assert document("token", "--read", token)["name"] == document("show", token)[0]["name"] == name
    ours = CliRunner().invoke(aqmf, ["army", "new", "ours", "--side", "human"])
    added = CliRunner().invoke(aqmf, ["army", "add", "ours", name, "--json"])
    assert (ours.exit_code, added.exit_code) == (0, 0), added.output
    monkeypatch.chdir(tmp_path)
    Path("aqd2-file").write_text(D8, encoding="utf-8")
    assert document("show", "aqd2-file")[0]["name"] == "My D8"
    assert [design.name for design in brought("aqd2-file", files=True)] == ["My D8"]
    assert brought(name, files=False) == ()


def test_a_cut_token_is_refused_and_nothing_is_kept(mine: Path, home: Path) -> None:
    token = run("token", str(mine)).stdout.strip()
    for bad in (token[:-4], token[:20], "", "\udcff" * 3):
        result = run("token", "--read", bad, "--save")
        assert result.exit_code == 2
        assert result.stderr.startswith("aqmf: token: ")
        assert result.stderr.count("\n") == 1
    assert run("token", "--read", "-", typed=b"\xff\xfe").exit_code == 2
    assert not home.exists()


def test_the_schema_is_published(tmp_path: Path) -> None:
    printed = run("schema").stdout
    assert json.loads(printed)["title"] == "Aircraft design"
    assert run("schema", "-o", str(tmp_path / "s.json")).exit_code == 0
    assert (tmp_path / "s.json").read_text(encoding="utf-8") == printed


@pytest.mark.further(every=2)
@pytest.mark.parametrize(
    "args", [["list", "--json"], ["cost", "SPAD XIII"], ["find", "--speed", "18"], ["token", "SPAD XIII"]]
)
def test_what_does_no_geometry_imports_none(args: list[str]) -> None:
    code = (
        "import sys\nfrom aqmf_air.cli.main import aqmf\n"
        f"try: aqmf(['design', *{args!r}])\nexcept SystemExit as left: assert not left.code, left.code\n"
        "sys.exit(bool({'shapely', 'numpy', 'rich'} & set(sys.modules)))"
    )
    assert subprocess.run([sys.executable, "-c", code], check=False, capture_output=True).returncode == 0


def test_the_schema_is_json_with_or_without_the_option() -> None:
    assert run("schema", "--json").stdout == run("schema").stdout != ""


# -- names that are not quite right ---------------------------------------------------------------------------------------


def test_a_short_word_of_a_name_finds_the_design() -> None:
    result = run("show", "D8")
    assert result.exit_code == 2
    assert "did you mean Dunne D.8 or Burgess-Dunne D8 or Fokker D.VIII?" in result.stderr


def test_a_nation_that_is_none_is_refused_with_those_that_are() -> None:
    result = run("list", "--nation", "Frnace")
    assert result.exit_code == 2
    assert "unknown nation 'Frnace'; did you mean France" in result.stderr
    assert run("list", "--nation", "Nosuch", "--json").exit_code == 2
    assert run("list", "--nation", "france").stdout == run("list", "--nation", "France").stdout


def test_a_picture_is_svg_in_a_folder_that_is_there(tmp_path: Path) -> None:
    for out, said in (
        (str(tmp_path / "x.png"), "ends in .svg"),
        ("-", "ends in .svg"),
        (str(tmp_path / "no" / "x.svg"), "no folder"),
    ):
        result = run("compare", "Sopwith Camel", "Junkers D.I", "-o", out)
        assert result.exit_code == 2
        assert said in result.stderr
        assert result.stderr.count("\n") == 1
    assert not list(tmp_path.iterdir())


def test_a_design_is_shown_from_above_with_the_standing_of_each_figure(tmp_path: Path) -> None:
    assert "house" in run("shape", "Fokker Dr.I").stdout
    (one,) = document("shape", "Fokker Dr.I")
    assert one["figures"]["wings"] == {"value": 3, "standing": "inferred"}
    drawn = tmp_path / "all.svg"
    assert run("shape", "--to-scale", "-o", str(drawn)).exit_code == 0
    assert drawn.read_text(encoding="utf-8").count("<g transform") == 77
    spans = [
        max(map(float, re.findall(r"[ML](-?[\d.]+) ", group))) * 2
        for group in drawn.read_text(encoding="utf-8").split("<g transform")[1:]
    ]
    assert spans[0] > 5 * spans[-1] > 5 * 50  # a giant, and a fighter that can be seen
    assert run("shape", "Fokker Dr.I", "-o", str(drawn)).exit_code == 0
    assert re.search(r'<rect x="0" y="0" [^>]*fill="#', drawn.read_text(encoding="utf-8"))  # dark ink shows on it anywhere
    assert run("shape").exit_code == 2
