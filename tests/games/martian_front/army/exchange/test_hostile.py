"""Files that mean harm, or make no sense: one line each, soon, and without a heap of memory."""

from __future__ import annotations

import io
import json
import re
import struct
import tracemalloc
import zipfile
from collections.abc import Callable
from xml.sax.saxutils import escape, quoteattr

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from aqmf_air.errors import DataError
from aqmf_air.games.martian_front.army.lists import Army, ArmyEntry
from aqmf_air.games.martian_front.army.plugged_in import ExportOptions
from tests.games.martian_front.army.lists import context, read_list_of
from tests.hostile_names import ANY

MAX_MEMORY = 150_000_000
SMALL = Army(name="small", side="human", units=(ArmyEntry(unit="US Infantry", count=2),))


def exported(name: str) -> bytes:
    return context().export(context().muster(SMALL), name, ExportOptions())


def refused(raw: bytes, format_name: str | None = None) -> str:
    """The one line that a file is refused with."""
    with pytest.raises(DataError) as caught:
        read_list_of(raw, "file", format_name)
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


NO_LIST = (
    "file: not a list that can be read; expected one of discord, handwritten, json, markdown, newrecruit, ros, rosz, text, "
    "token, toml, tts"
)


@pytest.mark.further(every=2)
@pytest.mark.parametrize(
    ("raw", "line"),
    [
        (b"", NO_LIST),
        (b"\0" * 10_000_000, "file: larger than 5,000,000 bytes"),
        (b"hello", NO_LIST),
        (b"2 weeks ago\nwe met", f"{NO_LIST}; no unit is called 'weeks ago'"),
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
        (zipped(b"\0" * 20_000_000), "file: unpacks to more than 5,000,000 bytes: refused"),
        (locked(zipped(b"<a/>")), "file: the zip is locked with a password: expected one that is open"),
        (zipped(b"x", name="army.txt"), "file: expected a .ros in the zip, got 0 in 1 files"),
        (zipped(*[b"<roster>" + b" " * 2_000_000] * 3), "file: unpacks to more than 5,000,000 bytes: refused"),
        (zipped(b"<roster/>" * 9)[:60], "file: the zip cannot be unpacked (File is not a zip file)"),
        (b"{", "file: not JSON: Expecting property name enclosed in double quotes (line 1, column 2)"),
        (b'{"a": ' + b"[" * 100_000, "file: nested more than 64 deep"),
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
        (b"# x\n\n**Human force, of one", "file: not a list as this program writes it: no title and points on top"),
        (b"<roster/>", "file: a roster without a force: expected <forces> with the units of a list in it"),
        (
            b'{"SaveName": "x", "ObjectStates": []}',
            "file: a Tabletop Simulator save without a list in it: expected one that 'aqmf army export' wrote, with its "
            "notecard; or send the list's token, text or roster",
        ),
        (b"aqa2-AAAA", "token: it is of version 2, and this program reads version 1: update the program"),
        (b"aqa1-AAAA", "token: it is cut short: 2 of 5 bytes are there"),
        (b"aqa1-\xff", "file: not UTF-8 text (byte 5)"),
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
        ("count", 2.5, "file: 'units.0.count': expected a whole number, got 2.5"),
        ("count", "2", "file: 'units.0.count': expected a whole number, got '2'"),
        ("unit", 5, "file: 'units.0.unit': expected text, got 5"),
        ("hidden", "yes", "file: 'units.0.hidden': expected true or false, got 'yes'"),
        ("speed", 99, "file: unknown key 'units.0.speed'"),
    ],
)
def test_json_names_the_key(key: str, value: object, line: str) -> None:
    document = json.loads(exported("json"))
    document["units"][0][key] = value
    assert refused(json.dumps(document).encode()).startswith(line)


def test_data_of_other_programs_is_let_go_and_named() -> None:
    document = json.loads(exported("json"))
    document["vendor"]["other-builder"] = {"colour": "red"}
    read = read_list_of(json.dumps(document).encode(), "file")
    assert (read.army, read.losses) == (SMALL, ("the data of other-builder",))


def roster(*units: str, more: str = "") -> bytes:
    force = f'<force name="Human Force"><selections>{"".join(units)}</selections></force>'
    return f'<roster name="x">{more}<forces>{force}</forces></roster>'.encode()


def unit(inside: str = "", name: str = "Field Gun Battery", number: str = "1", more: str = "") -> str:
    return f'<selection name="{name}" number="{number}" type="unit"{more}>{inside}</selection>'


def choice(name: str, inside: str = "", number: int = 1, kind: str = "upgrade") -> str:
    return f'<selections><selection name="{name}" number="{number}" type="{kind}">{inside}</selection></selections>'


OTHER_GAME = "rules of another game system: one without a name"
GUN = ArmyEntry(unit="Field Gun Battery")
STRANGE = [  # what stands in a roster, the unit that is read, and what is told; a strange field refuses no list
    (unit(choice("Doctrine (Army 1): Massed fire")), GUN, "Field Gun Battery: the choice 'Doctrine (Army 1): Massed fire'"),
    (unit(choice(f"{'x' * 41}: y")), GUN, f"Field Gun Battery: the choice '{'x' * 41}: y'"),
    (unit(choice("Loadout: ")), GUN, "Field Gun Battery: the choice 'Loadout: '"),
    (unit(choice("Rockets")), GUN, "Field Gun Battery: the choice 'Rockets'"),
    (unit(choice("Ammo: x", number=7)), GUN, "Field Gun Battery: the choice '7 x Ammo: x'"),
    (
        unit("".join(choice(f"o{number}: y") for number in range(22))),
        ArmyEntry(unit=GUN.unit, options={f"o{number}": "y" for number in range(20)}),
        "Field Gun Battery: the choice 'o20: y': there are 20 already",
        "Field Gun Battery: the choice 'o21: y': there are 20 already",
    ),
    (
        unit(choice("Ammo: shell") + choice("Ammo: shrapnel")),
        ArmyEntry(unit=GUN.unit, options={"Ammo": "shell"}),
        "Field Gun Battery: the choice 'Ammo: shrapnel', beside 'Ammo: shell'",
    ),
    (
        unit(f"<customNotes>{'n' * 1003}</customNotes>"),
        ArmyEntry(unit=GUN.unit, notes="n" * 1000),
        "Field Gun Battery: the notes: the end, 'nnn'; 1000 characters have room",
    ),
    (
        unit(name="u" * 83),
        ArmyEntry(unit="u" * 80),
        "the name of a unit: the end, 'uuu'; 80 characters have room",
    ),
    (
        unit(more=f' customName="{"c" * 81}"'),
        ArmyEntry(unit=GUN.unit, name="c" * 80),
        "Field Gun Battery: what it is called: the end, 'c'; 80 characters have room",
    ),
    (unit(choice("m", number=100, kind="model")), GUN, "Field Gun Battery: its 100 elements, it has the usual number"),
    (unit(name="Field Gun\u200b Battery\u200b"), GUN),
    (unit(number="1e9"), GUN, "Field Gun Battery: the number '1e9'"),
    (unit(number="-3"), None, "-3 of Field Gun Battery"),
    (unit(name=""), None, "1 of a unit without a name"),
    (unit(number="303"), ArmyEntry(unit=GUN.unit, count=299), "4 Field Gun Battery: a list has at most 300 units"),
    (
        unit(choice("Crew", choice("Sabres", choice("Gold: real")), kind="model")),
        ArmyEntry(unit=GUN.unit, elements=1),
        "Field Gun Battery: the choice 'Sabres' of 'Crew'",
        "Field Gun Battery: the choice 'Gold: real' of 'Sabres'",
    ),
]


@pytest.mark.parametrize("strange", STRANGE, ids=lambda strange: str(strange[-1])[:40])
def test_what_does_not_fit_is_told_and_the_rest_is_read(strange: tuple[str, ArmyEntry | None, str]) -> None:
    inside, entry, *told = strange
    read = read_list_of(roster(unit(name="US Infantry"), inside), "file")
    assert read.army.units == (ArmyEntry(unit="US Infantry"), *([entry] if entry else []))
    assert [line for line in read.losses if line != OTHER_GAME] == told


def test_what_does_not_fit_on_top_of_a_roster_is_told() -> None:
    tags = "".join(
        f'<tag name="{name}"/>' for name in ("Ruling: a = 1", "Special rule: x", "Ruling: table_edge = lost", "odd")
    )
    limits = '<costLimits><costLimit name="pts" value="5.5"/></costLimits>'
    read = read_list_of(roster(unit(), more=f"{limits}<customNotes>n</customNotes><tags>{tags}</tags>"), "file")
    assert (read.army.notes, read.army.special, read.army.rulings) == ("n", ("x",), {"table_edge": "lost"})
    assert read.losses == (
        "the limit: '5.5' are no whole points",
        OTHER_GAME,
        "the tag 'odd'",
        "the ruling 'a': unknown ruling 'a'",
    )


@pytest.mark.parametrize("name", ["json", "markdown", "text", "discord", "newrecruit", "ros", "handwritten"])
@given(data=st.data())
@settings(max_examples=8)
def test_no_field_of_any_format_refuses_the_rest(name: str, data: st.DataObject) -> None:
    """A unit beside one with a hostile name, note and choice is always read, and the hostile one is kept or told of."""
    strange = " ".join(data.draw(ANY).split())
    called, note, option, value = (" ".join(data.draw(ANY).split()) for _ in range(4))
    where = data.draw(st.sampled_from(["unit", "name", "note", "choice"]))
    one = {"unit": strange if where == "unit" else "Drones", "name": called if where == "name" else "", "note": note}
    pair = (option, value) if where == "choice" else ("mood", "grim")
    raw = WRITERS[name](one["unit"], one["name"], one["note"] if where == "note" else "", pair)
    read = read_list_of(raw.encode("utf-8", "surrogatepass"), "file", name, "human")
    assert ArmyEntry(unit="US Infantry") in read.army.units
    assert len(read.army.units) == 2 or read.losses or read.told


def _as_json(unit: str, name: str, note: str, pair: tuple[str, str]) -> str:
    units = [{"unit": "US Infantry"}, {"unit": unit, "name": name, "notes": note, "options": dict([pair])}]
    return json.dumps({"format": "aqmf-army", "version": 1, "name": "x", "side": "human", "units": units})


def _as_roster(unit: str, name: str, note: str, pair: tuple[str, str]) -> str:
    chosen = f"<selections><selection type='upgrade' name={_q(': '.join(pair))}/></selections>"
    about = f"<customNotes>{escape(_in_xml(note))}</customNotes>{chosen}"
    strange = f"<selection name={_q(unit)} customName={_q(name)}>{about}</selection>"
    return roster("<selection name='US Infantry'/>", strange).decode("utf-8", "surrogatepass")


def _as_new_recruit(unit: str, name: str, note: str, pair: tuple[str, str]) -> str:
    chosen = [{"name": ": ".join(pair), "type": "upgrade"}]
    units = [{"name": "US Infantry"}, {"name": unit, "customName": name, "customNotes": note, "selections": chosen}]
    return json.dumps({"roster": {"name": "x", "forces": [{"name": "Human Force", "selections": units}]}})


def _q(text: str) -> str:
    return quoteattr(_in_xml(text))


def _in_xml(text: str) -> str:
    """Without the signs that no XML can have."""
    return re.sub("[\x00-\x08\x0b\x0c\x0e-\x1f\ufffe\uffff\ud800-\udfff]", "", text)


HEAD = "Human force, 1 points, 2 units"
WRITERS: dict[str, Callable[[str, str, str, tuple[str, str]], str]] = {
    "json": _as_json,
    "ros": _as_roster,
    "newrecruit": _as_new_recruit,
    "text": lambda unit, name, note, pair: (
        f'x\n=\n{HEAD}\n\n1 x US Infantry\n1 x {unit} "{name}"\n    > {note}\n    - {": ".join(pair)}\n'
    ),
    "markdown": lambda unit, name, note, pair: (
        f"# x\n\n**{HEAD}**\n\n## Units\n\n- **1 × US Infantry**, 3\n- **1 × {unit}**, 3\n  - *Called*: {name}\n"  # noqa: RUF001
        f"  - *Note*: {note}\n  - *Option*: {' = '.join(pair)}\n"
    ),
    "discord": lambda unit, name, note, pair: (
        f'**x**\n{HEAD}\n**1× US Infantry** · 3\n**1× {unit}** "{name}" · 3\n  > {note}\n  - {": ".join(pair)}\n'  # noqa: RUF001
    ),
    "handwritten": lambda unit, name, note, pair: f"x\n1 x US Infantry\n1 x {unit} ({': '.join(pair)})\n{note}\n{name}\n",
}


def outcome_of(raw: bytes, name: str) -> object:
    """The list, or that it was refused in one line."""
    try:
        return read_list_of(raw, "file", name).army
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
