"""Prices by games that come with a game: read as the command writes them, for each name, and told in sentences."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from aqmf_air.lab.shipped_prices import shipped_prices
from aqmf_air.lab.statistics import IntervalEstimate
from tests.lab.test_played_prices import bench

STEADY, HUNTER = {"value": 70.0, "interval": [60.0, 80.0]}, {"value": 90.0, "interval": [80.5, 99.5]}
MOTH: dict[str, Any] = {
    "unit": "Salmson 2", "alike": ["AEG C.I"], "source": 60, "exact": None, "games": 80, "missing": 0, "played": 81.0,
    "interval": [70.0, 92.0], "by_policy": {"steady": STEADY, "hunter": HUNTER}, "disagree": True,
}  # fmt: skip
UNSURE = {**MOTH, "unit": "Gotha G.V", "alike": [], "played": None, "interval": None, "by_policy": {}, "disagree": False}
PROOF = {
    "scenarios": 10,
    "games": 464,
    "played": {"ranks": 0.5, "corrected": 0.85},
    "asked": {"ranks": 0.3, "corrected": 0.6},
}
HELD = {"plain": 0.9, "scaled": 0.97, "scale": 1.25}
BASIS = {"policies": ["steady", "hunter"], "games": 2320, "seed": 1}


@pytest.fixture
def document(tmp_path: Path) -> Path:
    file = tmp_path / "played_prices.json"
    file.write_text(json.dumps({"prices": [MOTH, UNSURE], "proof": {**PROOF, "held": HELD}, "basis": BASIS}), "utf-8")
    return file


def test_a_price_is_told_of_each_name_and_one_without_an_interval_of_none(document: Path) -> None:
    shipped = shipped_prices(document)
    assert set(shipped.prices) == {"Salmson 2", "AEG C.I"}
    assert shipped.prices["AEG C.I"].worth == IntervalEstimate(81.0, 70.0, 92.0)
    assert shipped.prices["Salmson 2"].by_policy["hunter"] == IntervalEstimate(90.0, 80.5, 99.5)


def test_how_they_were_played_proved_and_disagreed_on_is_told(document: Path) -> None:
    how = shipped_prices(document).how
    assert "2,320 games in all, by the automatic players steady and hunter (seed 1)" in how
    assert "is 0.85, that of the points asked 0.60 (without chance); 90.0% did" in how
    assert "97.0% where all differences are taken 1.25 times as large" in how
    assert how.endswith("steady and hunter disagree by more than chance explains on Salmson 2.")


def test_the_scale_is_told_where_one_is_worth_its_points_by_definition(document: Path) -> None:
    made = json.loads(document.read_text("utf-8"))
    made["basis"]["anchor"] = {"name": "Salmson 2", "points": 60}
    document.write_text(json.dumps(made), "utf-8")
    assert "keeps its share of them, where Salmson 2 is worth 60 by definition. " in shipped_prices(document).how


def test_the_price_by_duels_stands_beside_in_the_proof_where_it_is_there(document: Path) -> None:
    made = json.loads(document.read_text("utf-8"))
    rated = {"forces": 23, "exact": {"ranks": 0.57, "corrected": 0.6}, "played": {"ranks": 0.92, "corrected": 1}}
    made["proof"]["rated"] = {**rated, "asked": {"ranks": 0.62, "corrected": 0.7}}
    document.write_text(json.dumps(made), "utf-8")
    how = shipped_prices(document).how
    assert (
        "Of the 23 with a price by duels it is 0.92 with the chance in these games, that of the points asked 0.62, " in how
    )
    assert how.partition("asked 0.62, ")[2].startswith("that of the price by duels 0.57. ")


def test_without_a_proof_or_a_disagreement_none_is_told(document: Path) -> None:
    bare = {"prices": [{**MOTH, "disagree": False}], "proof": None, "basis": BASIS}
    document.write_text(json.dumps(bare), "utf-8")
    how = shipped_prices(document).how
    assert how.endswith("keeps its share of them.")
    assert how.count(". ") == 0


def test_the_laboratory_tells_them_of_what_is_alike_under_the_usual_rulings(
    document: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    laboratory = type(bench().laboratory)(bench().ruleset, bench().laboratory.rulings)
    monkeypatch.setattr(laboratory, "shipped", shipped_prices(document), raising=False)
    assert laboratory.played_out("Rumpler C.IV") == IntervalEstimate(81.0, 70.0, 92.0)
    assert laboratory.played_out("Sopwith Camel") is None
    assert laboratory.how_played() == shipped_prices(document).how


def test_every_aircraft_has_a_price_by_games_that_is_proved_under_the_usual_rulings_alone() -> None:
    laboratory: Any = bench().laboratory
    aircraft = [name for name, kind in laboratory.catalogue.items() if kind.kind == "aircraft" and kind.side == "human"]
    assert len(aircraft) > 70
    assert all(laboratory.played_out(name) is not None for name in aircraft)
    worth = laboratory.played_out("Burgess-Dunne D8")
    assert (round(worth.low, 2), round(worth.high, 2)) == (60, 60), "as by duels, by definition"
    proof = laboratory.shipped.proof
    assert proof["played"]["corrected"] >= max(0.8, proof["asked"]["corrected"] + 0.15)
    other = type(laboratory)(laboratory.ruleset, laboratory.rulings.model_copy(update={"spotter_sight": "72in"}))
    assert other.played_out("Sopwith Camel") is None
    assert other.how_played() == ""
