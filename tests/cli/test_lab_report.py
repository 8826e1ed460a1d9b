"""``aqmf lab report``: the four kinds of file, and what they say."""

from __future__ import annotations

import csv
import json
import re
from collections.abc import Iterator
from io import StringIO
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result

from aqmf_air.cli.main import aqmf
from aqmf_air.lab.workbench import Workbench

D8, GUNBUS = "Burgess-Dunne D8", "Vickers F.B.5 Gunbus"


@pytest.fixture(scope="module", autouse=True)
def home(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """One home for all: what is worked out first is kept for the rest."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("AQMF_HOME", str(folder := tmp_path_factory.mktemp("home")))
        yield folder


def run(*args: str) -> Result:
    return CliRunner().invoke(aqmf, ["lab", "report", *args])


@pytest.fixture(scope="module")
def files(home: Path) -> dict[str, bytes]:
    found = {}
    for form in ("json", "csv", "html", "pdf", "svg"):
        result = run(D8, GUNBUS, "--games", "2", "--workers", "1", "-o", str(home / f"report.{form}"))
        assert result.exit_code == 0, result.stderr
        assert "2 prices of 2 units" in result.stdout
        found[form] = (home / f"report.{form}").read_bytes()
    return found


@pytest.mark.further
def test_every_kind_of_file_has_the_same_prices(files: dict[str, bytes]) -> None:
    document: dict[str, Any] = json.loads(files["json"])
    units = {one["name"]: one for one in document["units"]}
    assert (units[D8]["points"], units[D8]["fair"], units[D8]["figures"]) == (60, pytest.approx(60), "stated")
    assert units[GUNBUS]["low"] < units[GUNBUS]["fair"] < 60, "no bombs: it is worth less than a D8"
    assert units[D8]["met"]["Assault Tripod"]["beats"] == pytest.approx(0.29, abs=0.01)
    (bombs,) = document["differences"]
    assert (bombs["feature"], bombs["names"]) == ("bombs", [GUNBUS, D8])
    assert bombs["change"] == pytest.approx(60 - units[GUNBUS]["fair"])
    (flight,) = document["whole_games"]["forces"]
    assert (flight["force"], flight["games"], flight["fair"]) == (D8, 2, pytest.approx(60))
    assert flight["interval"][0] <= flight["share"] <= flight["interval"][1]
    rows = {one["name"]: one for one in csv.DictReader(StringIO(files["csv"].decode()))}
    assert float(rows[GUNBUS]["fair"]) == units[GUNBUS]["fair"]
    assert float(rows[D8]["beats Assault Tripod"]) == units[D8]["met"]["Assault Tripod"]["beats"]
    page = files["html"].decode()
    assert f">{units[GUNBUS]['fair']:.0f}<" in page
    assert files["pdf"].startswith(b"%PDF")
    assert GUNBUS in files["svg"].decode()


OWN = """
name = "{name}"
max_speed_mph = 70
skin = "fabric"
role = "{role}"
guns = [{{ arcs = ["forward"] }}]
"""


@pytest.mark.further
@pytest.mark.usefixtures("files")
def test_a_design_in_a_file_is_priced_and_its_price_is_shown_from_then_on(home: Path) -> None:
    def lab(*args: str) -> Result:
        return CliRunner().invoke(aqmf, [*args])

    own, taken, high = home / "own.toml", home / "taken.toml", home / "high.toml"
    own.write_text(OWN.format(name="Moth", role="combat"), encoding="utf-8")
    taken.write_text(OWN.format(name=D8, role="combat"), encoding="utf-8")
    high.write_text('name = "Kite"\nmax_speed_mph = 70\nskin = "fabric"\nrole = "scout"', encoding="utf-8")
    priced: dict[str, Any] = json.loads(lab("lab", "price", str(own), "--workers", "2", "--json").stdout)
    assert (priced["unit"], priced["source"]) == ("Moth", 60)
    assert priced["fair"] < 60, "it is a Gunbus by another name"
    assert "Moth is left alone" in lab("lab", "duel", str(own), "Scout Tripod").stdout
    said = f"By exact duels: {priced['fair']:.0f} points (range {priced['interval'][0]:.0f} to {priced['interval'][1]:.0f})"
    for design in (str(own), GUNBUS):
        assert said in lab("design", "show", design).stdout
    (shown,) = json.loads(lab("design", "show", str(own), "--fair", "--json").stdout)
    assert shown["fair_price"] == {"fair": priced["fair"], "interval": priced["interval"]}
    assert "By exact duels" not in lab("design", "show", "Sopwith Camel").stdout, "nothing is worked out unasked"
    assert f"the name '{D8}' is another unit's" in lab("lab", "price", str(taken)).stderr
    assert "Kite has no price here: it flies high" in lab("lab", "price", str(high)).stderr
    assert "nowhere.toml: cannot be read" in lab("lab", "duel", "nowhere.toml", "Scout Tripod").stderr


def test_the_page_needs_nothing_else_and_says_what_it_cannot_judge(files: dict[str, bytes]) -> None:
    page = files["html"].decode()
    assert not re.findall(r"(?:src|href)=[\"'](?!#)", page)
    assert "<script" not in page
    assert "prefers-color-scheme: dark" in page
    assert page.count("<svg") == 6
    for said in ("no interval of confidence", "cannot judge", "house figures", "by definition", "turns 6"):
        assert said in page


@pytest.mark.usefixtures("home")
@pytest.mark.parametrize("ruleset", ["aqmf", "richthofen"])
def test_the_report_that_came_with_the_game_is_taken_while_it_is_true(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, ruleset: str
) -> None:
    def refuse(*args: object, **options: object) -> None:
        raise AssertionError("nothing is worked out")

    monkeypatch.setattr(Workbench, "report", refuse)
    args = ["lab", "--ruleset", ruleset, "report", "-o", str(tmp_path / "report.csv")]
    result = CliRunner().invoke(aqmf, args, catch_exceptions=False)
    assert "It came with the game, whose figures are the same today: --anew works it out again." in result.stdout
    assert len((tmp_path / "report.csv").read_text(encoding="utf-8").splitlines()) > 20
    for other in (["--anew"], ["--games", "7"], ["--turns", "5"] if ruleset == "aqmf" else ["--anew"]):
        with pytest.raises(AssertionError, match="nothing is worked out"):
            CliRunner().invoke(aqmf, [*args, "--workers", "1", *other], catch_exceptions=False)


@pytest.mark.parametrize(
    ("args", "said"),
    [
        (("-o", "report.doc"), "expected a name that ends in .html, .pdf, .csv, .json, .svg, got 'report.doc'"),
        (("-o", "nowhere/report.html"), "nowhere: there is no such folder"),
        (("Scout Tripod",), "Scout Tripod has no price here: a price needs one unit of its side that costs what it should"),
    ],
)
def test_bad_input_is_one_line_before_any_work(args: tuple[str, ...], said: str) -> None:
    result = run(*args)
    assert result.exit_code in (1, 2)
    assert said in result.stderr
