from __future__ import annotations

import io
import zipfile
from functools import cache
from xml.etree import ElementTree as Xml

import pytest
from hypothesis import given, settings

from aqmf_air.games.martian_front.army.lists import Army, ArmyEntry
from aqmf_air.games.martian_front.army.plugged_in import ExportOptions
from tests.games.martian_front.army.exchange.references import Data
from tests.games.martian_front.army.exchange.schemas import faults, schema
from tests.games.martian_front.army.lists import armies, context, read_list_of

NAMESPACE = "http://www.battlescribe.net/schema/{}Schema"
SPACE = {"r": NAMESPACE.format("roster"), "c": NAMESPACE.format("catalogue"), "g": NAMESPACE.format("gameSystem")}
KINDS = ("gst", "cat", "ros")


def written(army: Army, name: str) -> bytes:
    return context().export(context().muster(army), name, ExportOptions())


def unzipped(raw: bytes) -> bytes:
    with zipfile.ZipFile(io.BytesIO(raw)) as archive:
        (name,) = archive.namelist()
        return archive.read(name)


@cache
def valid_data(game_system: bytes, catalogue: bytes) -> Data:
    """A game system and a catalogue that were looked at; many lists have the same."""
    assert faults(game_system, "gameSystem") == ""
    assert faults(catalogue, "catalogue") == ""
    return Data(game_system, catalogue)


@settings(max_examples=25)
@given(army=armies())
def test_random_lists_are_valid_by_schema_and_by_reference(army: Army) -> None:
    schema("roster")
    muster = context().muster(army)
    files = {name: context().export(muster, name, ExportOptions()) for name in (*KINDS, "rosz")}
    assert faults(files["ros"], "roster") == ""
    assert unzipped(files["rosz"]) == files["ros"]
    valid_data(files["gst"], files["cat"]).check_roster(files["ros"], muster.points)


FLIGHT = Army(
    name="Flight",
    side="human",
    limit=500,
    notes="Two\nlines",
    units=(
        ArmyEntry(unit="US Command Squad"),
        ArmyEntry(unit="Airco D.H.4", count=2, hidden=True, options={"altitude": "low"}, name="Bob's"),
        ArmyEntry(unit="Lost Battalion", count=2),
    ),
)


def test_references_hold_without_the_schemas() -> None:
    data = Data(written(FLIGHT, "gst"), written(FLIGHT, "cat"))
    root = data.check_roster(written(FLIGHT, "ros"), 30 + 2 * 120)
    assert root.findtext("r:customNotes", namespaces=SPACE) == "Two\nlines"
    assert root.find("r:costLimits/r:costLimit", SPACE).attrib["value"] == "500"  # type: ignore[union-attr]


def test_weapons_stand_under_the_models_that_carry_them_with_their_profiles() -> None:
    root = Xml.fromstring(written(FLIGHT, "ros"))
    unit = root.findall("r:forces/r:force/r:selections/r:selection", SPACE)[1]
    assert (unit.attrib["name"], unit.attrib["customName"], unit.attrib["number"]) == ("Airco D.H.4", "Bob's", "1")
    (models,) = unit.findall("r:selections/r:selection[@type='model']", SPACE)
    assert models.attrib["number"] == "3"
    weapons = models.findall("r:selections/r:selection", SPACE)
    assert [(one.attrib["name"], one.attrib["number"]) for one in weapons] == [
        ("Heavy Machine Gun (forward)", "3"),
        ("Heavy Machine Gun (right, aft, left)", "3"),
        ("Medium Bomb", "6"),
    ]
    bomb = {one.attrib["name"]: one.text for one in weapons[2].iter() if one.tag.endswith("characteristic")}
    assert bomb == {"Range": "-", "Shots": "1", "Power": "+4", "Barrage": "2", "Arcs": "all round", "Traits": "-"}
    assert [one.attrib["name"] for one in unit.findall("r:selections/r:selection[@type='upgrade']", SPACE)] == [
        "hidden",
        "altitude: low",
    ]


def test_what_is_not_known_is_a_selection_worth_nothing() -> None:
    root = Xml.fromstring(written(FLIGHT, "ros"))
    lost = [one for one in root.iter() if one.attrib.get("name") == "Lost Battalion"]
    assert [one.attrib["type"] for one in lost] == ["upgrade", "upgrade"]
    assert [one.find("r:costs/r:cost", SPACE).attrib["value"] for one in lost] == ["0", "0"]  # type: ignore[union-attr]


def test_a_force_of_humans_asks_for_a_command_squad() -> None:
    root = Xml.fromstring(written(FLIGHT, "gst"))
    links = root.findall("g:forceEntries/g:forceEntry[@name='Human Force']/g:categoryLinks/g:categoryLink", SPACE)
    bounds = {one.attrib["name"]: [each.attrib["value"] for each in one.iter() if "scope" in each.attrib] for one in links}
    assert bounds["Command"] == ["1"]
    assert not any(value for name, value in bounds.items() if name != "Command")


def test_prices_follow_the_rulings_of_the_list() -> None:
    army = Army(name="x", side="human", rulings={"missing_weapon": "refund"}, units=(ArmyEntry(unit="Sopwith Pup"),))
    muster = context().muster(army)
    assert muster.points == 60
    Data(written(army, "gst"), written(army, "cat")).check_roster(written(army, "ros"), 60)


# -- rosters that others wrote --------------------------------------------------------------------------------------------

NEW_RECRUIT = """<?xml version="1.0" encoding="UTF-8"?>
<roster id="a1" name="From the web" battleScribeVersion="2.03" generatedBy="https://newrecruit.eu" gameSystemId="elsewhere"
 gameSystemName="Other Game" gameSystemRevision="4" xmlns="http://www.battlescribe.net/schema/rosterSchema">
 <costs><cost name="pts" typeId="x" value="9999.0"/></costs>
 <costLimits><costLimit name="pts" typeId="x" value="750.0"/></costLimits>
 <forces><force id="f" name="Martian Force" entryId="e" catalogueId="c" catalogueName="?"><selections>
  <selection id="s1" name="Assault Tripod" entryId="1::2" number="1" type="unit" from="entry" group="g">
   <rules><rule id="r" name="Fearless" hidden="false"><description>Words of a book.</description></rule></rules>
   <selections><selection id="s2" name="Assault Tripod" entryId="m" number="1" type="model" from="entry"/></selections>
   <costs><cost name="pts" typeId="x" value="1.5"/></costs></selection>
  <selection id="s3" name="Assault Tripods" entryId="1::2" number="2" type="model" from="entry">
   <selections><selection id="s4" name="Bigger gun" entryId="m" number="1" type="upgrade"/></selections></selection>
 </selections></force></forces></roster>"""


def test_a_roster_of_new_recruit_is_read_leniently_and_its_losses_are_told() -> None:
    read = read_list_of(NEW_RECRUIT.encode(), "web.ros")
    assert read.army == Army(
        name="From the web",
        side="martian",
        limit=750,
        units=(ArmyEntry(unit="Assault Tripod"), ArmyEntry(unit="Assault Tripods", count=2)),
    )
    assert read.losses == (
        "rules of another game system: Other Game",
        "Assault Tripods: the choice 'Bigger gun'",
    )
    muster = context().muster(read.army)
    assert muster.points == 200
    (unmatched,) = muster.unmatched
    assert unmatched.near[0] == "Assault Tripod"
    assert len(unmatched.near) <= 5


def test_no_text_of_rules_is_ever_read() -> None:
    read = read_list_of(NEW_RECRUIT.encode(), "web.ros")
    assert "Words of a book" not in repr(read)


def test_a_roster_that_was_edited_elsewhere_keeps_what_is_ours() -> None:
    edited = written(FLIGHT, "ros").decode().replace('name="US Command Squad"', 'name="US Infantry"')
    read = read_list_of(edited.encode(), "edited.ros").army
    assert [one.unit for one in read.units] == ["US Infantry", "Airco D.H.4", "Lost Battalion"]


@pytest.mark.parametrize("name", ["gst", "cat"])
def test_a_catalogue_is_no_list(name: str) -> None:
    from aqmf_air.errors import DataError

    with pytest.raises(DataError, match=r"^x: expected a BattleScribe roster, got '(gameSystem|catalogue)'$"):
        read_list_of(written(FLIGHT, name), "x")
