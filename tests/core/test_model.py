from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property
from typing import Any

import pytest
from pydantic import Field, ValidationError, model_validator

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

    @cached_property
    def broadside(self) -> int:
        return sum(gun.shots for gun in self.guns)


class Span(Frozen):
    low: int
    high: int

    @model_validator(mode="after")
    def _ordered(self) -> Span:
        if self.low > self.high:
            raise ValueError("too low")
        return self


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
    with pytest.raises(ValidationError, match="for Gun"):
        replace(gun, shots="three")
    with pytest.raises(ValidationError, match="for Gun"):
        replace(gun, barrels=2)


def test_a_changed_model_is_as_if_made_anew_and_keeps_what_it_does_not_change() -> None:
    plane = Plane(guns=(Gun(shots=3), Gun(shots=1)), speed=2)
    assert plane.broadside == 4  # kept, and no part of its value
    slower, unarmed = replace(plane, speed=1), replace(plane, guns=())
    assert (slower, slower.guns is plane.guns) == (Plane(guns=plane.guns, speed=1.0), True)
    assert (hash(slower), type(slower.speed)) == (hash(Plane(guns=plane.guns, speed=1.0)), float)
    assert (unarmed.broadside, unarmed.model_fields_set) == (0, {"guns", "fast", "speed"})
    assert unarmed.model_dump() == Plane(guns=(), speed=2.0).model_dump()


def test_as_pairs_a_model_is_its_fields_whatever_was_looked_up() -> None:
    plane = Plane(guns=(Gun(shots=3),))
    fields = {"guns": plane.guns, "fast": False, "speed": 1.0}
    assert (dict(plane), plane.broadside, dict(plane)) == (fields, 3, fields)
    assert Plane(**dict(plane)) == plane


def test_a_model_with_a_rule_of_its_own_is_checked_as_a_whole() -> None:
    span = Span(low=1, high=3)
    assert replace(span, low=3) == Span(low=3, high=3)
    with pytest.raises(ValidationError, match="too low"):
        replace(span, high=0)


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
