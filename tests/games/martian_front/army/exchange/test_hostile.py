"""Files that mean harm, or make no sense: one line each, soon, and without a heap of memory."""

from __future__ import annotations

import io
import json
import struct
import tracemalloc
import zipfile

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from aqmf_air.errors import DataError
from aqmf_air.games.martian_front.army.model import Army, Entry
from aqmf_air.games.martian_front.army_formats import ExportOptions
from tests.games.martian_front.army.lists import context

MAX_MEMORY = 150_000_000
SMALL = Army(name="small", side="human", units=(Entry(unit="US Infantry", count=2),))


def exported(name: str) -> bytes:
    return context().export(context().muster(SMALL), name, ExportOptions())


def refused(raw: bytes, format_name: str | None = None) -> str:
    """The one line that a file is refused with."""
    with pytest.raises(DataError) as caught:
        context().read(raw, "file", format_name)
    assert "\n" not in str(caught.value)
    assert len(str(caught.value)) < 400
    return str(caught.value)


def locked(raw: bytes) -> bytes:
    """The same zip with the bit that says its one file is locked, in both of its headers."""
    listed = raw.index(b"PK\x01\x02")
    return b"".join((raw[:6], b"\1", raw[7 : listed + 8], b"\1", raw[listed + 9 :]))


def zipped(*contents: bytes, name: str = "army.ros") -> bytes:
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as archive:
        for number, content in enumerate(contents):
            member = zipfile.ZipInfo(name if not number else f"{number}{name}")  # with no date of today
            archive.writestr(member, content, zipfile.ZIP_DEFLATED)
    return packed.getvalue()


ROSTER = '<roster id="r" name="x"><forces><force><selections>{}</selections></force></forces></roster>'
LAUGHS = '<!DOCTYPE l [<!ENTITY a "ha">{}]><roster id="r" name="&i;"/>'.format(
    "".join(f'<!ENTITY {chr(98 + n)} "{f"&{chr(97 + n)};" * 10}">' for n in range(8))
)


@pytest.mark.parametrize(
    ("raw", "line"),
    [
        (b"", "file: not a list that can be read; expected one of discord, json, markdown, ros, rosz, text, token, tts"),
        (b"\0" * 10_000_000, "file: larger than 5,000,000 bytes"),
        (
            b"hello",
            "file: not a list that can be read; expected one of discord, json, markdown, ros, rosz, text, token, tts",
        ),
        (LAUGHS.encode(), "file: it has a document type (DOCTYPE), which no list needs: refused"),
        (
            b'<!DOCTYPE r [<!ENTITY x SYSTEM "file:///etc/passwd">]><roster name="&x;"/>',
            "file: it has a document type (DOCTYPE), which no list needs: refused",
        ),
        (b"<roster name='&x;'/>", "file: not XML: undefined entity (line 1, column 1"),
        (b"<a>" * 100, "file: elements nested more than 64 deep"),
        (b"<a>" + b"<b/>" * 100_000 + b"</a>", "file: more than 60,000 elements"),
        (b"<roster", "file: not XML: unclosed token (line 1, column 1)"),
        (b"<a/>", "file: expected a BattleScribe roster, got 'a'"),
        (b'<?xml version="1.0" encoding="x-klingon"?><roster/>', "file: not XML: it names an encoding that cannot be read"),
        (b'<?xml version="1.0" encoding="UTF-8"?><roster name="\xff"/>', "file: not XML: not well-formed (invalid token)"),
        (b'<?xml version="1.0" encoding="UTF-16"?><roster/>', "file: not XML: encoding specified in XML declaration is"),
        (
            ROSTER.format('<selection name="US Infantry" number="-3" type="unit"/>').encode(),
            "file: 'US Infantry: number': expected a whole number from 1, got '-3'",
        ),
        (
            ROSTER.format('<selection name="US Infantry" number="1e9" type="unit"/>').encode(),
            "file: 'US Infantry: number': expected a whole number from 1, got '1e9'",
        ),
        (
            ROSTER.format('<selection name="US Infantry" number="999" type="unit"/>').encode(),
            "file: 'units.0.count': expected less than or equal to 300, got 999",
        ),
        (
            ROSTER.format('<selection number="1" type="unit"/>').encode(),
            "file: 'units.0.unit': expected at least one character",
        ),
        (zipped(b"\0" * 20_000_000), "file: unpacks to more than 5,000,000 bytes: refused"),
        (locked(zipped(b"<a/>")), "file: the zip is locked with a password: expected one that is open"),
        (zipped(b"<a/>", b"<a/>"), "file: expected one .ros in the zip, got 2 in 2 files"),
        (zipped(b"x", name="army.txt"), "file: expected one .ros in the zip, got 0 in 1 files"),
        (zipped(b"<roster/>" * 9)[:60], "file: the zip cannot be unpacked (File is not a zip file)"),
        (b"{", "file: not JSON: Expecting property name enclosed in double quotes (line 1, column 2)"),
        (b'{"a": ' + b"[" * 100_000, "file: nested too deeply"),
        (b'{"version": ' + b"9" * 10_000 + b"}", "file: not JSON: a number in it has thousands of digits"),
        (b'{"\xff": 1}', "file: not UTF-8 text (byte 2)"),
        (
            b'{"format": "aqmf-army", "version": 2}',
            "file: of version 2, and this program reads version 1: update the program",
        ),
        (b'{"special": [' + b"1," * 100_000 + b"1]}", "file: more than 30,000 values, and no list has so many"),
        (b"{}", "file: key 'name' is missing"),
        (b"# x\n\n**Human force, 1 points, 1 unit**\n" + b"\n" * 100_000, "file: more than 30,000 lines"),
        (
            b"# x\n\n**Human force, 1 points, 1 unit**\n## Units\n- **1 " + b"a\\" * 2_000_000,
            "file: line 5 has more than 20,000 characters",
        ),
        (
            b"<roster name='x'><tags>" + b"<tag name='Ruling: a = 1'/>" * 300 + b"</tags></roster>",
            "file: more than 200 tags",
        ),
        (b"# x\n\n**Human force, of one", "file: not a list as this program writes it: no title and points on top"),
        (b"<roster/>", "file: a roster without a force: expected <forces> with the units of a list in it"),
        (
            b'{"SaveName": "x", "ObjectStates": []}',
            "file: a Tabletop Simulator save without a list in it: expected one that 'aqmf army export' wrote, with its "
            "notecard; or send the list's token, text or roster",
        ),
        (
            "# x\n**Human force, 1 points, 1 unit**\n## Units\n- **-3 \N{MULTIPLICATION SIGN} US Infantry**, 3".encode(),
            "file: 'units.0.count': expected greater than or equal to 1, got -3",
        ),
        (b"aqa2-AAAA", "token: it is of version 2, and this program reads version 1: update the program"),
        (b"aqa1-AAAA", "token: it is cut short: 2 of 5 bytes are there"),
        (b"aqa1-\xff", "token: it has letters that no token has"),
    ],
)
def test_one_line_says_what_is_wrong(raw: bytes, line: str) -> None:
    tracemalloc.start()
    try:
        assert refused(raw).startswith(line)
        assert tracemalloc.get_traced_memory()[1] < MAX_MEMORY
    finally:
        tracemalloc.stop()


def test_a_zip_that_lies_about_its_length_is_read_no_further() -> None:
    bomb = bytearray(zipped(b"<!-- " + b"\0" * 20_000_000))
    at = bomb.index(b"PK\x01\x02") + 24
    bomb[at : at + 4] = struct.pack("<I", 10)
    assert refused(bytes(bomb)).startswith("file: ")


@pytest.mark.parametrize(
    ("key", "value", "line"),
    [
        ("count", -1, "file: 'units.0.count': expected greater than or equal to 1, got -1"),
        ("count", 2.5, "file: 'units.0.count': expected a whole number, got 2.5"),
        ("count", "2", "file: 'units.0.count': expected a whole number, got '2'"),
        ("unit", "", "file: 'units.0.unit': expected at least one character, got ''"),
        ("unit", "a\u0007b", "file: 'units.0.unit': expected one line of printable characters"),
        ("unit", "x" * 81, "file: 'units.0.unit': expected at most 80 characters"),
        ("hidden", "yes", "file: 'units.0.hidden': expected true or false, got 'yes'"),
        ("speed", 99, "file: unknown key 'units.0.speed'"),
        (
            "options",
            {"a: b": "c"},
            "file: 'units.0.options.a: b': expected a word or two without punctuation, got 'a: b'",
        ),
    ],
)
def test_json_names_the_key(key: str, value: object, line: str) -> None:
    document = json.loads(exported("json"))
    document["units"][0][key] = value
    assert refused(json.dumps(document).encode()).startswith(line)


def test_data_of_other_programs_is_let_go_and_named() -> None:
    document = json.loads(exported("json"))
    document["vendor"]["other-builder"] = {"colour": "red"}
    read = context().read(json.dumps(document).encode(), "file")
    assert (read.army, read.losses) == (SMALL, ("the data of other-builder is not kept",))


def outcome_of(raw: bytes, name: str) -> object:
    """The list, or that it was refused in one line."""
    try:
        return context().read(raw, "file", name).army
    except DataError as refused:
        return "several lines" if "\n" in str(refused) else "refused"


@settings(max_examples=150)
@given(st.sampled_from(["json", "markdown", "ros", "rosz", "token"]), st.data())
def test_a_damaged_file_is_read_or_refused_in_one_line(name: str, data: st.DataObject) -> None:
    raw = bytearray(exported(name))
    for _ in range(data.draw(st.integers(1, 3))):
        at = data.draw(st.integers(0, len(raw) - 1))
        length = data.draw(st.integers(0, 4))
        raw[at : at + length] = data.draw(st.binary(max_size=4))
    outcome = outcome_of(bytes(raw), name)
    assert outcome == "refused" or isinstance(outcome, Army)


@given(st.binary(max_size=200), st.sampled_from([None, "json", "markdown", "ros", "rosz", "token"]))
def test_any_bytes_are_refused_in_one_line(raw: bytes, name: str | None) -> None:
    refused(raw, name)
