"""The scenarios that ship are sound, and what is wrong with one is said in a line."""

from __future__ import annotations

from typing import Any

import pytest

from aqmf_air.core.data.documents import load_toml
from aqmf_air.core.data.tables import package_file
from aqmf_air.errors import DataError
from aqmf_air.games.richthofens_war.chapters.setting_up import check, faults
from aqmf_air.games.richthofens_war.sequence import RichthofenRulings
from aqmf_air.games.richthofens_war.state import Setup

FOLDER = package_file("aqmf_air.games.richthofens_war", "data/scenarios")
NAMES = ("balloon", "bombing", "duel", "photographs", "three-on-three", "trench-strafing")


def document(name: str) -> dict[str, Any]:
    return {key: value for key, value in load_toml(FOLDER / f"{name}.toml").items() if key not in ("title", "description")}


def test_six_scenarios_ship_and_nothing_is_wrong_with_them() -> None:
    assert sorted(file.name.removesuffix(".toml") for file in FOLDER.iterdir()) == list(NAMES)
    for name in NAMES:
        assert list(faults(Setup(**document(name), rulings=RichthofenRulings()))) == []


@pytest.mark.parametrize(
    ("name", "key", "change", "said"),
    [
        ("duel", "aircraft", {"type": "Sopwith Camle"}, "did you mean"),
        ("duel", "aircraft", {"column": 40}, "40,16 is off the map"),
        ("duel", "aircraft", {"speed": 11}, "flies at speed 4 to 10, not 11"),
        ("bombing", "aircraft", {"height": 6000}, "the ceiling of a Albatros D-V, D-Va is 5500 m"),
        ("duel", "aircraft", {"side": "allied"}, "the Germans have none"),
        ("duel", "aircraft", {"column": 26}, "two have the place 26,16 at 2000 m"),
        ("duel", "aircraft", {"name": "Camel"}, "two have the name Camel"),
        ("duel", "aircraft", {"crew": [{"name": "A"}, {"name": "B"}]}, "has a crew of 1, not 2"),
        (
            "photographs",
            "missions",
            {"targets": [[12, 15], [12, 16], [12, 17]]},
            "no 3 of the targets lie in one straight row",
        ),
        ("photographs", "missions", {"side": "german"}, "the Germans have no two-seater"),
        ("photographs", "missions", {"targets": [[12, 15]]}, "photographs need 3 target hexes, not 1"),
        ("bombing", "missions", {"side": "german"}, "no aircraft of the Germans is loaded"),
        ("bombing", "missions", {"targets": []}, "bombs need at least one target"),
        ("bombing", "missions", {"targets": [[10, 32]]}, "10,32 is off the map"),
        ("balloon", "balloons", {"row": 40}, "12,40 is off the map"),
    ],
)
def test_what_is_wrong_is_said_in_a_line(name: str, key: str, change: dict[str, Any], said: str) -> None:
    changed = document(name)
    changed[key][0] = {**changed[key][0], **change}
    with pytest.raises(DataError) as bad:
        check(Setup(**changed, rulings=RichthofenRulings()), f"{name}.toml")
    assert str(bad.value).startswith(f"{name}.toml: {key}")
    assert said in str(bad.value)
    assert "\n" not in str(bad.value)


def test_a_trench_that_is_strafed_has_to_be_there() -> None:
    changed = {**document("trench-strafing"), "trenches": False}
    assert [fault.said for fault in faults(Setup(**changed, rulings=RichthofenRulings()))] == [
        "strafing needs trenches = true"
    ]
