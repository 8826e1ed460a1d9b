from __future__ import annotations

from typing import Annotated, Any, Literal

import pytest
from pydantic import model_validator

from aqmf_air.core.data.model import Frozen
from aqmf_air.core.play.rulings import Ruling, Rulings, describe, joined, ruling, settle
from aqmf_air.errors import DataError, DuplicateContributionError


class Weather(Rulings):
    rain: Annotated[
        Literal["wet", "dry"], Ruling(rule="W-1", question="Does it rain?", choices=(("wet", "Yes."), ("dry", "No.")))
    ] = "dry"
    storms: Literal[False, True] = ruling("W-2", "Storms?", "No.", "Yes.", standing="stated")
    wind: Annotated[Literal[1, 2], Ruling(rule="W-3", question="Wind?", choices=((1, "Low."), (2, "High.")))] = 1

    @model_validator(mode="after")
    def _no_dry_storms(self) -> Weather:
        if self.storms and self.rain == "dry":
            raise ValueError("a storm is wet")
        return self


class Light(Rulings):
    night: Annotated[
        Literal["dark", "lit"], Ruling(rule="L-1", question="Dark?", choices=(("dark", "Yes."), ("lit", "No.")))
    ] = "lit"


class AlsoLight(Rulings):
    night: Annotated[Literal["dim"], Ruling(rule="L-2", question="Dim?", choices=(("dim", "Yes."),))] = "dim"


def test_a_field_typed_as_the_base_is_written_whole() -> None:
    class Holds(Frozen):
        rulings: Rulings

    assert Holds(rulings=Weather()).model_dump(mode="json")["rulings"] == Weather().model_dump(mode="json") != {}


def test_rulings_have_defaults_and_describe_themselves() -> None:
    first, *_ = describe(settle(Weather, {"rain": "wet"}, "game"))
    assert (first.name, first.rule, first.default, first.value) == ("rain", "W-1", "dry", "wet")
    assert first.question == "Does it rain?"
    assert dict(first.choices) == {"wet": "Yes.", "dry": "No."}
    second = describe(Weather())[1]
    assert (second.rule, second.question, second.default, second.standing) == ("W-2", "Storms?", False, "stated")
    assert second.choices == ((False, "No."), (True, "Yes."))


@pytest.mark.parametrize(
    ("chosen", "message"),
    [
        ({"rian": "wet"}, "game: unknown ruling 'rian'; did you mean rain?"),
        ({"snow": 1}, "game: unknown ruling 'snow'"),
        ({"rain": "damp"}, "game: ruling 'rain': expected one of wet, dry, got 'damp'"),
        ({"rain": ["wet"]}, "game: ruling 'rain': expected one of wet, dry, got ['wet']"),
        ({"storms": 1}, "game: ruling 'storms': expected one of false, true, got 1"),
        ({"storms": "true"}, "game: ruling 'storms': expected one of false, true, got 'true'"),
        ({"wind": True}, "game: ruling 'wind': expected one of 1, 2, got true"),
        ({"wind": 1.0}, "game: ruling 'wind': expected one of 1, 2, got 1.0"),
        ({"storms": True}, "game: a storm is wet"),
    ],
)
def test_what_is_no_ruling_is_refused_in_one_line(chosen: dict[str, Any], message: str) -> None:
    with pytest.raises(DataError) as bad:
        settle(Weather, chosen, "game")
    assert str(bad.value) == message


def test_a_huge_value_is_not_written_out() -> None:
    with pytest.raises(DataError) as bad:
        settle(Weather, {"rain": "x" * 10_000}, "game")
    assert len(str(bad.value)) < 200


def test_models_of_several_plugins_are_one() -> None:
    model = joined([Weather, Light])
    rulings = settle(model, {"night": "dark", "rain": "wet"}, "game")
    assert isinstance(rulings, Weather)
    assert isinstance(rulings, Light)
    assert [one.name for one in describe(rulings)] == ["night", "rain", "storms", "wind"] or len(describe(rulings)) == 4
    assert (rulings.night, rulings.rain, rulings.wind) == ("dark", "wet", 1)


def test_no_models_are_no_rulings() -> None:
    assert describe(settle(joined([]), {}, "game")) == ()
    with pytest.raises(DataError, match="unknown ruling 'rain'"):
        settle(joined([]), {"rain": "wet"}, "game")


def test_two_rulings_of_one_name_are_refused() -> None:
    with pytest.raises(DuplicateContributionError, match="ruling 'night' is claimed by"):
        joined([Light, AlsoLight])
