"""Files as other programs leave them: several lists in one, words around a token, what a Mac adds, marks and codings."""

from __future__ import annotations

import codecs
import io
import json
import zipfile

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from aqmf_air.errors import DataError
from aqmf_air.games.martian_front.army.exchange.token import token_of
from aqmf_air.games.martian_front.army.lists import Army, ArmyEntry, to_toml
from aqmf_air.games.martian_front.army.plugged_in import ExportOptions
from aqmf_air.games.martian_front.army.reading import lists_in, read_one
from tests.games.martian_front.army.lists import armies, context, read_list_of

HUMAN = Army(name="Wing", side="human", units=(ArmyEntry(unit="US Command Squad"),))
MARTIAN = Army(name="Raid", side="martian", units=(ArmyEntry(unit="Scout Tripod", count=2),))


def written(army: Army, name: str) -> bytes:
    return context().export(context().muster(army), name, ExportOptions())


def both(name: str) -> bytes:
    """Both lists in one file of a format."""
    one, other = (written(army, name) for army in (HUMAN, MARTIAN))
    if name == "tts":
        save, more = json.loads(one), json.loads(other)
        save["ObjectStates"] += more["ObjectStates"]
        return json.dumps(save).encode()
    if name == "ros":
        force = other[other.index(b"<force ") : other.index(b"</forces>")]
        return one.replace(b"</forces>", force + b"</forces>")
    if name == "rosz":
        packed = io.BytesIO()
        with zipfile.ZipFile(packed, "w") as archive:
            archive.writestr("a.ros", written(HUMAN, "ros"))
            archive.writestr("b.ros", written(MARTIAN, "ros"))
        return packed.getvalue()
    return one + b"\n" + other


@pytest.mark.parametrize("name", ["tts", "ros", "rosz", "text", "markdown", "discord", "token"])
def test_every_list_in_a_file_can_be_read_and_none_is_passed_over_in_silence(name: str) -> None:
    lists = lists_in(context(), both(name), "file")
    martian = "Wing" if name == "ros" else "Raid"
    assert [(one.army.name, one.army.side, one.army.units) for one in lists] == [
        ("Wing", "human", HUMAN.units),
        (martian, "martian", MARTIAN.units),
    ]
    assert f"list 2 in it, {martian!r} (martian)" in read_one(lists, None, "file").losses
    assert read_one(lists, 2, "file").army.side == "martian"
    assert [one.army.side for one in lists_in(context(), both(name), "file", side="martian")] == ["martian"]
    with pytest.raises(DataError, match="file: expected a list from 1 to 2, got 3"):
        read_one(lists, 3, "file")


def test_a_list_that_cannot_be_read_is_told_beside_one_that_can() -> None:
    broken = token_of(MARTIAN)[:-8]
    read = read_list_of(f"{token_of(HUMAN)} and {broken}".encode(), "file")
    assert read.army == HUMAN
    assert read.losses == ("another token: token: it is cut short: 8 of 14 bytes are there",)


TOKEN = token_of(HUMAN)


@pytest.mark.parametrize(
    "around",
    [
        "{}.",
        "<http://example.org/army#{}>",
        "here is my list: {}",
        "http://example.org/army#{}&fbclid=x",
        "\ufeff{}",
        "**{}**",
        "_{}_",
        "({}), see you",
        "[list](https://example.org/army#{})",
        "> {}\n> Bob",
        "{} - not bad, is it?",
    ],
)
def test_a_token_is_found_whatever_stands_around_it(around: str) -> None:
    read = read_list_of(around.format(TOKEN).encode(), "file")
    assert (read.army, read.losses) == (HUMAN, ())


@settings(max_examples=40)
@given(armies(), st.text(st.characters(codec="utf-8", exclude_characters="a{<\0")), st.text(st.characters(codec="utf-8")))
def test_any_token_is_found_in_any_text(army: Army, before: str, after: str) -> None:
    assert read_list_of(f"{before}\n{token_of(army)}{after}".encode(), "file", "token").army == army


def test_what_a_mac_adds_to_a_zip_is_no_roster() -> None:
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w") as archive:
        archive.writestr("lists/", b"")
        archive.writestr("lists/army.ros", written(HUMAN, "ros"))
        archive.writestr("__MACOSX/lists/._army.ros", b"\0\5\x16\7" + bytes(40))
        archive.writestr("lists/._b.ros", b"\0")
        archive.writestr(".DS_Store", b"\0")
    read = read_list_of(packed.getvalue(), "mac.rosz")
    assert (read.army, read.losses) == (HUMAN, ())


CODINGS = {"utf-16-le": codecs.BOM_UTF16_LE, "utf-16-be": codecs.BOM_UTF16_BE, "utf-8": codecs.BOM_UTF8}


@pytest.mark.parametrize("coding", CODINGS)
@pytest.mark.parametrize("name", ["json", "text", "markdown", "discord", "ros", "tts", "token", "compact", "toml"])
def test_a_list_is_read_in_the_coding_that_its_mark_names(name: str, coding: str) -> None:
    plain = to_toml(HUMAN) if name == "toml" else written(HUMAN, name).decode()
    assert read_list_of(CODINGS[coding] + plain.replace("\n", "\r\n").encode(coding), "file").army == HUMAN


def test_new_recruits_json_is_a_roster() -> None:
    selections = [{"name": "Field Gun Battery", "number": 1, "type": "unit", "selections": [], "customName": "Old Bess"}]
    force = {"name": "Army Roster", "catalogueName": "x", "selections": selections}
    limits = [{"name": "pts", "value": 500}]
    roster = {"name": "JSON list", "gameSystemName": "Other", "costLimits": limits, "forces": [force], "tags": []}
    read = read_list_of(json.dumps({"roster": roster}).encode(), "list.json")
    gun = ArmyEntry(unit="Field Gun Battery", name="Old Bess")
    assert read.army == Army(name="JSON list", side="human", limit=500, units=(gun,))
    assert read.losses == ("rules of another game system: Other",)


def test_a_roster_of_no_force_of_ours_is_nobodys_without_asking() -> None:
    raw = written(MARTIAN, "ros").decode().replace("Scout Tripod", "Tin Men")
    raw = raw.replace('name="Martian Force"', 'name="Tin Force"').replace("catalogueId=", "c=")
    with pytest.raises(DataError, match="does not say whose list it is") as caught:
        read_list_of(raw.encode(), "file")
    assert caught.value.facts["key"] == "side"
    assert read_list_of(raw.encode(), "file", side="martian").army.side == "martian"
    with pytest.raises(DataError, match="file: is a martian list, expected a human one"):
        read_list_of(written(MARTIAN, "ros"), "file", side="human")
