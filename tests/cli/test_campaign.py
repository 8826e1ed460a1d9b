"""``aqmf campaign``: begun, made ready, called off, and what is wrong said in a line."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest
from click.testing import CliRunner

from aqmf_air.cli.main import aqmf
from aqmf_air.core.store.store import Store
from aqmf_air.games.richthofens_war.campaign.store import bundled, to_toml


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("AQMF_HOME", str(tmp_path))
    return tmp_path


def run(*args: str) -> tuple[int, str]:
    result = CliRunner().invoke(aqmf, ["campaign", *args])
    return result.exit_code, result.output


@pytest.mark.further
def test_a_campaign_is_begun_and_its_first_mission_made_ready_once() -> None:
    assert run("show") == (2, "aqmf: there is no campaign: 'aqmf campaign new' begins one\n")
    code, said = run("new", "--seed", "3")
    assert code == 0
    assert "Jasta 11 (4 Albatros D-III, 2 Albatros D-II)" in said
    assert "Next, mission 1: Three on three, April 1917. 'aqmf campaign fly bloody-april' flies" in " ".join(said.split())
    for _ in range(2):
        code, said = run("fly", "--prepare")
        assert code == 0
        assert "Jasta 11: Manfred von Richthofen, Albatros D-III" in said
    with Store() as games:
        (kept,) = games.games()
        assert (kept.name, kept.entries) == ("bloody-april", 1)
    code, said = run("debrief")
    assert (code, said.count("\n")) == (2, 1)
    assert "mission 1 is not over" in said
    assert run("undo") == (2, "aqmf: there is nothing to undo in this chapter, and what was before it is not taken back\n")
    assert run("fly", "--seed", "4")[0] == 2
    assert run("call-off")[0] == 0
    assert run("undo") == (0, "took back: mission 1 called off\n")
    assert json.loads(run("show", "--json")[1])["underway"]["game"] == "bloody-april"
    assert run("discard", "bloody-april")[0] == 0
    assert run("fly") == (2, "aqmf: there is no campaign: 'aqmf campaign new' begins one\n")


def test_men_rest_missions_are_called_off_and_all_is_taken_back() -> None:
    run("new", "--seed", "3", "--name", "mine")
    assert run("rest", "mine", "richthofen") == (0, "Manfred von Richthofen stays on the ground in the next mission\n")
    code, said = run("call-off")
    assert code == 0
    assert said == ("1. Three on three, April 1917: called off. 1 of 3 missions flown. Germans 0 points, Allies 0 points.\n")
    assert run("undo") == (0, "took back: mission 1 called off\n")
    document = json.loads(run("show", "--json")[1])
    assert (document["campaign"], document["seed"], document["stands"]) == ("mine", 3, "3 missions to fly.")
    assert run("discard", "mine")[0] == 0
    assert run("discard", "mine", "--restore") == (0, "mine is back\n")
    assert [run("call-off")[0] for _ in range(4)] == [0, 0, 0, 1]
    assert "A draw." in run("list")[1]


def test_what_is_wrong_is_said_in_a_line(home: Path) -> None:
    file = home / "own.toml"
    run("new", "--seed", "3")
    text = to_toml(bundled()["bloody-april"])
    for change, said in (
        (("Albatros D-II", "Albatros D-2"), "no aircraft 'Albatros D-2"),
        (('side = "german"', 'side = "prussian"'), "side"),
        (('scenario = "three-on-three"', 'scenario = ""'), "scenario"),
    ):
        file.write_text(text.replace(*change))
        code, told = run("new", "--from", str(file))
        assert (code, said in told, told.count("\n")) == (2, True, 1), told
    assert run("new", "--ruling", "wind=storm")[0] == 2
    assert run("show", "nothing")[0] == 2


DUELS = """title = "Duels"
missions = [{ scenario = "duel", date = "1918-07" }]
squadrons = [
    { side = "german", nation = "Germany", name = "Jasta 6", machines = [{ type = "Fokker D-VII", number = 2 }] },
    { side = "allied", nation = "Britain", name = "No. 209", machines = [{ type = "Sopwith Camel", number = 2 }] },
]
"""


@pytest.mark.further
def test_a_campaign_is_flown_to_its_end(home: Path) -> None:
    (home / "own.toml").write_text(DUELS)
    assert run("new", "--from", str(home / "own.toml"), "--seed", "1")[0] == 0
    code, said = run("fly", "--auto", "both", "--seed", "14")
    assert code == 0, said
    document = json.loads(run("show", "--json")[1])
    flown = document["flown"][0]
    assert (flown["title"], flown["game"], document["winner"]) == ("Duel", "duels", flown["winner"])
    assert document["underway"] is None
    assert bool(flown["lines"]) is (flown["winner"] != "draw"), "who has lost an aircraft is told"
    assert all(line in said for line in flown["lines"])
    shown = run("show")[1]
    assert f"1. Duel, July 1918: {'a draw' if flown['winner'] == 'draw' else ''}" in shown
    assert run("fly")[0] == 2
    told = json.loads(chronicle("--json"))
    (chapter,) = told["chapters"]
    assert (told["title"], told["standing"]) == ("Duels", [document["stands"].removesuffix(".")])
    assert chapter["title"] in shown
    assert chapter["lines"] == (flown["lines"] or ["Everybody is back."])
    fates = {man["name"]: man["fate"] for squadron in document["squadrons"] for man in squadron["men"]}
    assert {row["cells"][0]: row["gone"] for row in told["rows"]} == {man: fates[man] != "with-squadron" for man in fates}
    for row in told["rows"]:
        name, _, _, _, missions, _ = row["cells"]
        assert f"missions: {missions}\n" in run("show", "--man", name)[1]
        assert re.search(rf"^\s*{name}\s.*\s{missions}(\s|$)", shown, re.MULTILINE), "killed in it or not"
    assert chronicle("-o", str(home / "duels.pdf")).endswith("1 page\n"), "its mission flows below the lead"
    assert chapter["title"] in chronicle()
    run("undo")
    assert json.loads(chronicle("--json"))["chapters"] == []


def chronicle(*options: str, ends: int = 0) -> str:
    """What ``aqmf chronicle`` tells of the campaign: the terminal, the document and the paper are the frame's."""
    result = CliRunner().invoke(aqmf, ["chronicle", "duels", *options])
    assert result.exit_code == ends, result.output
    return result.output
