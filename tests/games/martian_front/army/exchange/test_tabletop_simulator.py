from __future__ import annotations

import json
from itertools import pairwise
from typing import Any

from hypothesis import given, settings

from aqmf_air.games.martian_front.army.lists import Army, ArmyEntry
from aqmf_air.games.martian_front.army.plugged_in import ExportOptions
from tests.games.martian_front.army.lists import armies, context


def saved(army: Army) -> dict[str, Any]:
    document: dict[str, Any] = json.loads(context().export(context().muster(army), "tts", ExportOptions()))
    return document


@settings(max_examples=25)
@given(armies())
def test_there_is_a_model_for_each_element(army: Army) -> None:
    muster = context().muster(army)
    card, *models = saved(army)["ObjectStates"]
    assert card["Name"] == "Notecard"
    assert len(models) == sum(line.count * line.elements for line in muster.lines if line.type)
    ids = [one["GUID"] for one in (card, *models)]
    assert all(len(one) == 6 for one in ids)


@settings(max_examples=25)
@given(armies())
def test_no_two_stand_ins_touch(army: Army) -> None:
    models = saved(army)["ObjectStates"][1:]
    rows: dict[float, list[tuple[float, float]]] = {}
    for one in models:
        at = one["Transform"]
        rows.setdefault(at["posZ"], []).append((at["posX"], at["scaleX"]))
    for row in rows.values():
        assert all(right - left >= width for (left, width), (right, _) in pairwise(row))
    depths = sorted(rows)
    assert all(after - before >= 1 for before, after in pairwise(depths))


def test_profile_and_weapons_are_on_the_model() -> None:
    army = Army(name="x", side="human", units=(ArmyEntry(unit="Sopwith Camel", name="Red Flight", count=2, hidden=True),))
    document = saved(army)
    model = document["ObjectStates"][4]
    assert model["Nickname"] == "Red Flight 2, 1 of 3"
    assert model["Description"] == (
        'Sopwith Camel\n3 elements, Speed 15", Defense 4, Armor 3, Low\n'
        '2 x Heavy Machine Gun: Range 15", Shots 3, Power +1, Arcs forward\n'
        "Light Bomb: Power +3, Barrage 1\nhidden"
    )
    assert model["Transform"]["scaleX"] == 1.0
    assert document["Note"] == (
        'x (human, 160 points): 2 Sopwith Camel (hidden) 160 [3: S15 D4 A3; 2 Heavy Machine Gun 15" 3x+1; Light Bomb +3 B1]'
    )
    assert "\n" not in document["Note"]
