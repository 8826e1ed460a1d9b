from __future__ import annotations

import json
import tomllib
from pathlib import Path
from typing import Any

import jsonschema
import pytest
from hypothesis import given
from hypothesis import strategies as st

from aqmf_air.core.data.names import same_name
from aqmf_air.errors import DataError
from aqmf_air.games.martian_aircraft.designs.design import Design, parse_design, read_design, schema, to_toml
from aqmf_air.games.martian_aircraft.designs.hangar import shipped_folder
from aqmf_air.games.martian_aircraft.tables import AircraftRulings
from tests.games.martian_aircraft.designs import designs

DOCUMENTED = """
name = "My Pusher"
nation = "USA"
year = 1915
max_speed_mph = 90
skin = "fabric"
role = "combat"

[[guns]]
arcs = ["forward", "left"]

[[bombs]]
kind = "light"
count = 2

[source]
url = "https://example.org"
note = "a drawing"
confidence = "low"
"""


def test_the_documented_keys_are_enough() -> None:
    design, rulings = parse_design(DOCUMENTED.encode(), "mine.toml")
    assert (design.name, design.year, design.max_speed_mph, design.role) == ("My Pusher", 1915, 90, "combat")
    assert design.guns[0].arcs == ("forward", "left")
    assert design.bomb_count("light") == 2
    assert rulings == AircraftRulings()


def test_a_file_may_settle_rulings() -> None:
    _, rulings = parse_design((DOCUMENTED + '\n[rulings]\nspeed_gap = "down"\n').encode(), "mine.toml")
    assert rulings.speed_gap == "down"
    with pytest.raises(DataError, match=r"^mine.toml: ruling 'speed_gap': expected one of up, down, got 'sideways'$"):
        parse_design((DOCUMENTED + '\n[rulings]\nspeed_gap = "sideways"\n').encode(), "mine.toml")


@given(designs())
def test_written_and_read_it_is_the_same(design: Design) -> None:
    again, _ = parse_design(to_toml(design, "design.schema.json").encode(), "x.toml")
    assert again == design
    assert to_toml(again) == to_toml(design)


def test_arcs_are_kept_in_one_order() -> None:
    one, _ = parse_design(DOCUMENTED.replace('"forward", "left"', '"left", "forward"').encode(), "a")
    assert one == parse_design(DOCUMENTED.encode(), "b")[0]


@pytest.mark.parametrize(
    ("name", "other", "same"),
    [
        ("Blériot XI", "bleriot-xi", True),
        ("Airco D.H.4", "airco dh4", True),
        ("Sopwith 1½ Strutter", "Sopwith 1 1/2 strutter", True),
        ("Łoś", "los", True),
        ("STRASSE", "straße", True),
        ("Fokker D.VII", "Fokker D.VIII", False),
        ("Альбатрос", "Albatros", False),
    ],
)
def test_names_fold(name: str, other: str, same: bool) -> None:
    assert (same_name(name) == same_name(other)) is same


# -- bad input ------------------------------------------------------------------------------------------------------------

LEAVES: tuple[tuple[tuple[str | int, ...], str], ...] = (
    (("name",), "text"),
    (("nation",), "text"),
    (("year",), "whole"),
    (("max_speed_mph",), "number"),
    (("skin",), "text"),
    (("armor",), "whole"),
    (("role",), "text"),
    (("radio",), "flag"),
    (("guns",), "list"),
    (("guns", 0), "table"),
    (("guns", 0, "arcs"), "list"),
    (("guns", 0, "arcs", 0), "text"),
    (("bombs",), "list"),
    (("bombs", 0), "table"),
    (("bombs", 0, "kind"), "text"),
    (("bombs", 0, "count"), "whole"),
    (("source",), "table"),
    (("source", "url"), "text"),
    (("source", "note"), "text"),
    (("source", "confidence"), "text"),
    (("historic",), "table"),
    (("historic", "max_speed_mph"), "number"),
    (("historic", "forward_guns"), "whole"),
    (("historic", "rear_guns"), "whole"),
    (("historic", "bomb_kg"), "number"),
    (("historic", "skin"), "text"),
    (("historic", "armoured"), "flag"),
    (("historic", "duties"), "list"),
)
WRONG: dict[str, st.SearchStrategy[str]] = {
    "text": st.sampled_from(["3", "true", "[]", "{}", f'"{"x" * 2000}"', "1915-01-01"]),
    "whole": st.sampled_from(["-1", "1.5", '"3"', "true", "[]", "nan", "99999999", f"0x{'f' * 9000}", "1" * 5000]),
    "number": st.sampled_from(["-1", '"90"', "true", "nan", "inf", "-inf", "[90]", "1e9", f"0x{'f' * 9000}"]),
    "flag": st.sampled_from(["1", '"true"', "[]", '"yes"']),
    "list": st.sampled_from(["3", '"forward"', "true", "{}", "[3]", "[[]]"]),
    "table": st.sampled_from(["3", '"x"', "true", "[3]", "{ surprise = 1 }"]),
}
WHOLE: dict[str, Any] = {
    "name": '"X"',
    "nation": '"USA"',
    "year": "1915",
    "max_speed_mph": "90",
    "skin": '"aluminium"',
    "armor": "4",
    "role": '"spotter"',
    "radio": "true",
    "guns": [{"arcs": ['"aft"']}],
    "bombs": [{"kind": '"light"', "count": "1"}],
    "source": {"url": '"u"', "note": '"n"', "confidence": '"low"'},
    "historic": {
        "max_speed_mph": "80",
        "forward_guns": "1",
        "rear_guns": "0",
        "bomb_kg": "20",
        "skin": '"fabric"',
        "armoured": "false",
        "duties": ['"scout"'],
    },
}


def _toml(value: Any) -> str:
    if isinstance(value, dict):
        return f"{{ {', '.join(f'{key} = {_toml(one)}' for key, one in value.items())} }}"
    return f"[{', '.join(map(_toml, value))}]" if isinstance(value, list) else str(value)


def _with(path: tuple[str | int, ...], wrong: str | None) -> str:
    """The whole document with one field wrong, or without it."""
    document = json.loads(json.dumps(WHOLE))
    at: Any = document
    for step in path[:-1]:
        at = at[step]
    if wrong is None:
        del at[path[-1]]
    else:
        at[path[-1]] = wrong
    return "\n".join(f"{key} = {_toml(value)}" for key, value in document.items())


def test_the_whole_document_is_right() -> None:
    assert parse_design(_with(("year",), "1915").encode(), "x.toml")[0].armor == 4


@pytest.mark.further
@given(st.sampled_from(LEAVES), st.data())
def test_a_wrong_field_gives_one_line_with_file_and_field(
    leaf: tuple[tuple[str | int, ...], str], data: st.DataObject
) -> None:
    path, kind = leaf
    wrong = data.draw(WRONG[kind])
    with pytest.raises(DataError) as caught:
        parse_design(_with(path, wrong).encode(), "mine.toml")
    message = str(caught.value)
    assert message.startswith("mine.toml: ")
    assert "\n" not in message
    assert len(message) < 300
    if "not TOML" not in message:
        assert ".".join(map(str, path)) in message


@pytest.mark.parametrize("key", ["name", "max_speed_mph", "skin", "role"])
def test_a_missing_field_is_named(key: str) -> None:
    with pytest.raises(DataError, match=rf"^mine.toml: key '{key}' is missing$"):
        parse_design(_with((key,), None).encode(), "mine.toml")


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("x = ", "not TOML"),
        ("a = 1", "key 'name' is missing|unknown key 'a'"),
        ("[" * 5000, "not TOML|nested too deeply"),
        ('name = "a"\nname = "b"', "not TOML"),
    ],
)
def test_what_is_no_design(text: str, message: str) -> None:
    with pytest.raises(DataError, match=rf"^mine.toml: (?:{message})"):
        parse_design(text.encode(), "mine.toml")


def test_ten_megabytes_and_other_encodings(tmp_path: Path) -> None:
    big = tmp_path / "big.toml"
    big.write_bytes(b"#" * 10_000_000)
    with pytest.raises(DataError, match=r"big.toml: larger than 2,000,000 bytes$"):
        read_design(big)
    with pytest.raises(DataError, match=r"^x: not UTF-8 text"):
        parse_design('name = "Blériot"'.encode("latin-1"), "x")
    with pytest.raises(DataError, match=r"gone.toml: cannot be read"):
        read_design(tmp_path / "gone.toml")
    with pytest.raises(DataError, match=r"cannot be read"):
        read_design(tmp_path)


@pytest.mark.rule("AIR-DES-3")
def test_armor_goes_with_an_aluminium_skin_and_a_radio_with_a_spotter() -> None:
    with pytest.raises(DataError, match=r"^x: 'armor': expected none with a fabric skin, got 4$"):
        parse_design(_with(("skin",), '"fabric"').encode(), "x")
    with pytest.raises(DataError, match=r"^x: 'radio': expected true for a spotter alone"):
        parse_design(_with(("role",), '"scout"').encode(), "x")


# -- the schema -----------------------------------------------------------------------------------------------------------


def test_the_shipped_schema_is_the_models() -> None:
    shipped = (shipped_folder() / "design.schema.json").read_text(encoding="utf-8")
    assert shipped == json.dumps(schema(), indent=2, ensure_ascii=False) + "\n"


def test_the_schema_takes_what_the_reader_takes() -> None:
    judge = jsonschema.Draft202012Validator(schema())
    for path in shipped_folder().glob("*/*.toml"):
        judge.validate(tomllib.loads(path.read_text(encoding="utf-8")))
    assert judge.is_valid(tomllib.loads(DOCUMENTED))
    assert judge.is_valid(tomllib.loads(DOCUMENTED + '\n[rulings]\nspeed_gap = "down"\n'))
    for wrong in ("armor = 4", "radio = true", "surprise = 1"):
        assert not judge.is_valid(tomllib.loads(f"{wrong}\n{DOCUMENTED}"))
