from __future__ import annotations

import json

import pytest
from hypothesis import given, settings

from aqmf_air.games.martian_front.army.exchange.own_json import schema
from aqmf_air.games.martian_front.army.lists import Army, ArmyEntry
from aqmf_air.games.martian_front.army.plugged_in import ExportOptions
from tests.games.martian_front.army.lists import armies, context, read_list_of

jsonschema = pytest.importorskip("jsonschema")


def test_the_schema_names_what_is_read_and_what_must_be_there() -> None:
    told = schema()
    assert set(told["required"]) == {"format", "version", "name", "side"}
    assert set(told["properties"]) == {*Army.model_fields, "format", "version", "points", "problems", "vendor"}
    assert told["additionalProperties"] is False


@settings(max_examples=30)
@given(armies())
def test_what_is_written_fits_the_schema(army: Army) -> None:
    document = json.loads(context().export(context().muster(army), "json", ExportOptions()))
    jsonschema.Draft202012Validator(schema()).validate(document)


def test_a_minimal_document_by_hand_is_enough() -> None:
    document = {"format": "aqmf-army", "version": 1, "name": "x", "side": "human", "units": [{"unit": "us infantry"}]}
    assert read_list_of(json.dumps(document).encode(), "x").army == Army(
        name="x", side="human", units=(ArmyEntry(unit="US Infantry"),)
    )


def test_points_and_problems_are_there_for_others() -> None:
    army = Army(name="x", side="human", limit=100, units=(ArmyEntry(unit="Mk II Tank Platoon", count=2),))
    document = json.loads(context().export(context().muster(army), "json", ExportOptions()))
    assert (document["points"], document["units"][0]["points"]) == (360, 360)
    assert [one["code"] for one in document["problems"]] == ["no-command", "over-limit"]
    assert set(document["vendor"]) == {"aqmf-air"}
