from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest
from pydantic import Field, ValidationError

from aqmf_air.core.data.model import Frozen, read, replace
from aqmf_air.errors import DataError


class Gun(Frozen):
    shots: int
    name: str = "gun"
    arcs: tuple[str, ...] = ()


class Plane(Frozen):
    guns: tuple[Gun, ...]
    fast: bool = False
    speed: float = 1.0


def test_it_cannot_be_changed_and_is_hashable() -> None:
    gun = Gun(shots=3)
    with pytest.raises(ValidationError):
        gun.shots = 4
    assert hash(gun) == hash(Gun(shots=3))
    assert gun == Gun(shots=3)


def test_replace_checks_what_it_changes() -> None:
    gun = Gun(shots=3)
    assert replace(gun, shots=4) == Gun(shots=4)
    assert gun.shots == 3
    with pytest.raises(ValidationError):
        replace(gun, shots="three")
    with pytest.raises(ValidationError):
        replace(gun, barrels=2)


@pytest.mark.parametrize(
    ("document", "message"),
    [
        ({"guns": [{"shots": 3, "calibre": 7}]}, "x.toml: unknown key 'guns.0.calibre'"),
        ({"guns": [{}]}, "x.toml: key 'guns.0.shots' is missing"),
        ({"guns": [{"shots": "many"}]}, "x.toml: 'guns.0.shots': expected a whole number, got 'many'"),
        ({"guns": [{"shots": 2.5}]}, "x.toml: 'guns.0.shots': expected a whole number, got 2.5"),
        ({"guns": {"shots": 3}}, "x.toml: 'guns': expected a list"),
        ({"guns": [], "fast": "maybe"}, "x.toml: 'fast': expected true or false, got 'maybe'"),
        ({"guns": [], "speed": float("nan")}, "x.toml: 'speed': expected a finite number, got nan"),
        ({"guns": [], "speed": float("inf")}, "x.toml: 'speed': expected a finite number, got inf"),
        ([], "x.toml: expected a table"),
        ({"guns": [{"shots": 1, "name": 5}]}, "x.toml: 'guns.0.name': expected text, got 5"),
    ],
)
def test_bad_input_is_one_line(document: object, message: str) -> None:
    with pytest.raises(DataError) as bad:
        read(Plane, document, "x.toml", DataError)
    assert str(bad.value).startswith(message)
    assert "\n" not in str(bad.value)


def test_a_huge_value_is_not_written_out() -> None:
    with pytest.raises(DataError) as bad:
        read(Plane, {"guns": [], "speed": "9" * 10_000}, "x.toml", DataError)
    assert len(str(bad.value)) < 200


class _Part(Frozen):
    count: int = 1
    wide: float = 1.0
    open: bool = False
    name: str = ""


class _Whole(Frozen):
    parts: tuple[_Part, ...] = ()
    named: Mapping[str, int] = Field(default_factory=dict)


@pytest.mark.parametrize(
    ("document", "said"),
    [
        ({"parts": [{}, {"count": "3"}]}, "x: 'parts.1.count': expected a whole number, got '3'"),
        ({"parts": [{"count": True}]}, "x: 'parts.0.count': expected a whole number, got true"),
        ({"parts": [{"wide": "2.5"}]}, "x: 'parts.0.wide': expected a number, got '2.5'"),
        ({"parts": [{"open": 1}]}, "x: 'parts.0.open': expected true or false, got 1"),
        ({"parts": [{"open": "yes"}]}, "x: 'parts.0.open': expected true or false, got 'yes'"),
        ({"named": {"a b": "7"}}, "x: 'named.a b': expected a whole number, got '7'"),
    ],
)
def test_a_document_means_the_kind_of_value_that_it_writes(document: dict[str, Any], said: str) -> None:
    with pytest.raises(DataError) as refused:
        read(_Whole, document, "x", DataError)
    assert str(refused.value) == said


def test_whole_numbers_are_numbers_too() -> None:
    made = read(_Whole, {"parts": [{"wide": 2, "count": 3.0, "open": True, "name": "3"}]}, "x", DataError)
    assert made.parts == (_Part(wide=2.0, count=3, open=True, name="3"),)
