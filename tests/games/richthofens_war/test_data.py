"""The tables that ship: aircraft by the formulas of their speeds, whose word each field is, and how they are printed."""

from __future__ import annotations

from math import ceil

from click.testing import CliRunner

from aqmf_air.cli.main import aqmf
from aqmf_air.games.richthofens_war.tables import SOURCES, AircraftType
from tests.games.richthofens_war.field import TABLES


def printed(*arguments: str) -> str:
    result = CliRunner().invoke(aqmf, ["tables", "--ruleset", "richthofen", *arguments])
    assert result.exit_code == 0, result.output
    return " ".join(result.output.split())


def test_speeds_follow_from_miles_an_hour() -> None:
    assert len(list(TABLES.aircraft)) == 41  # those of the digest, and the British Nieuport 17
    for one in TABLES.aircraft:
        fastest = round(one.mph / 12.5)
        dive = ceil(fastest / 2)
        figures = (one.max_speed, one.min_speed, one.dive_speed, one.overdive_speed)
        assert figures == (fastest, ceil(0.4 * fastest), dive, dive + 3), one.name
        assert one.damage in (13, 15, 18, 19, 38), one.name
        assert all(gun.ammunition != (0,) for gun in one.guns), one.name


def test_each_aircraft_says_whose_word_its_fields_are() -> None:
    for one in TABLES.aircraft:
        told = [*one.stated, *one.inferred, *one.sourced]
        assert set(told) <= set(AircraftType.model_fields), one.name
        assert len(set(told)) == len(told), one.name
        assert "silhouette" in one.stated, one.name
        assert ("http" in one.source) == bool(one.sourced), one.name
        assert one.standing == "house", one.name


def test_the_tables_are_listed_with_the_standing_of_their_rows() -> None:
    listed = printed()
    assert all(source.title in listed for source in SOURCES)
    assert "10 stated" in printed().split("Jams")[1]
    assert "high 5000 metres from which on guns jam more easily stated" in printed("jams")


def test_a_table_that_is_too_wide_is_printed_row_by_row() -> None:
    sheet = printed("aircraft")
    assert "Sopwith Camel [house] nation Britain; crew 1; schedule E" in sheet
    assert "guns Vickers (mount front, by pilot, column C, rounds 15), wing Lewis (mount front" in sheet
    assert "stated silhouette max_dive dive_speed; sourced nation crew mph Source: our own; nation, crew" in sheet
    assert "costs E 4, D 4, C 5, B 6" in printed("maneuvers")
