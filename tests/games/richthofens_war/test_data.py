"""The tables that ship: aircraft by the formulas of their speeds, whose word each field is, and how they are printed."""

from __future__ import annotations

from fractions import Fraction
from math import ceil
from pathlib import Path
from typing import Any

from click.testing import CliRunner

import aqmf_air.games.richthofens_war as package
from aqmf_air.cli.main import aqmf
from aqmf_air.core.dice.chance import chances
from aqmf_air.games.richthofens_war.chapters import missions
from aqmf_air.games.richthofens_war.chapters.fire import roll_shot
from aqmf_air.games.richthofens_war.tables import SOURCES, AircraftType, Dated, Number
from tests.games.richthofens_war.field import DEFAULT, TABLES

F = Fraction


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
    assert "high 5000 guns jam more easily from 5000 m up stated" in printed("jams")


def test_a_table_that_is_too_wide_is_printed_row_by_row() -> None:
    sheet = printed("aircraft")
    assert "Sopwith Camel [house] nation Britain; crew 1; schedule E" in sheet
    assert "guns Vickers (mount front, by pilot, column C, rounds 15), wing Lewis (mount front" in sheet
    camel = sheet.partition("Sopwith Camel [house]")[2].partition(" [house]")[0]
    row = next(one for one in TABLES.aircraft if one.name == "Sopwith Camel")
    assert f"silhouette {row.silhouette}*" in camel
    assert "sourced nation crew mph Source: our own; nation, crew" in sheet
    assert "* this is stated in the rules" in sheet
    assert "costs E 4, D 4, C 5, B 6" in printed("maneuvers")


DAMAGE = {2: 0, 3: 0, 4: 1, 5: 1, 6: 2, 7: 2, 8: 3, 9: 3, 10: 4, 11: 5, 12: 6}
"""By the total less column and band of range."""


def test_target_damage_follows_from_one_scale() -> None:
    for column, worse in zip("ABCD", range(4), strict=True):
        for far in range(8):
            row = TABLES.fire(column, far)
            for total in range(2, 13):
                index = total - worse - far // 2
                assert row.at(total) == DAMAGE[max(index, 2)], (column, far, total)
                assert (total in row.critical) == (total == 12 or index >= 11), (column, far, total)


def test_fire_from_the_ground_by_the_means_of_the_digest() -> None:
    for kind, mean, critical in (("MG", F(35, 36), F(1, 36)), ("AA", F(13, 9), F(1, 12))):
        odds = chances(roll_shot, TABLES.ground_fire.at(kind), 0, DEFAULT)
        assert (odds.mean(lambda one: one.damage), odds.where(lambda one: one.critical)) == (mean, critical)


def test_turns_cost_by_schedule() -> None:
    costs = {row.schedule: row.sides for row in TABLES.turn_costs}
    assert costs == {
        "A": (2, 2, 3), "B": (1, 2, 3), "C": (1, 2, 2), "D": (1, 1, 2), "E": (1, 1, 1), "F": (2, 3, 4), "G": (3,)
    }  # fmt: skip


def test_maneuvers_cost_by_schedule_and_do_what_they_say() -> None:
    found = {row.name: (dict(row.costs), row.turn, row.height, row.slip) for row in TABLES.maneuvers}
    assert found == {
        "immelmann": ({"E": 4, "D": 4, "C": 5, "B": 6}, 3, 100, 0),
        "split-s": ({"E": 3, "D": 3, "C": 4, "B": 4, "A": 5}, 3, -150, 0),
        "sideslip": ({"E": 2, "D": 2, "C": 2, "B": 3, "A": 3}, 0, 0, 1),
        "loop": ({"E": 5, "D": 5, "C": 6, "B": 7}, 0, 0, 0),
        "falling-leaf": (dict.fromkeys("EDCBA", 3), 0, -150, 0),
    }


def test_bombs_hit_by_height() -> None:
    needs = [missions.bomb_need(height, TABLES) for height in (0, 50, 500, 550, 1000, 1050, 6000)]
    assert needs == [8, 8, 8, 10, 10, 12, 12]


def test_numbers_of_the_digest_that_are_our_own() -> None:
    found = {
        table: {row.name: row.value for row in TABLES.of.of(table, Number)}
        for table in ("movement", "balloons", "strafing", "missions", "wind", "map")
    }
    assert found == {
        "movement": {
            "climb": 1, "dive-in-a-hex": 100, "speed-change": 2, "speed-after-dive": 3, "dive-for-speed": 100,
            "shallower-dive": 100, "least-height": 50, "glide-sink": 50, "crash-dive": 100,
        },
        "balloons": {
            "damage": 6, "height": 600, "winch": 50, "machine-guns": 2, "archie": 1, "discovery-range": 5,
            "discovered-from": 4,
        },
        "strafing": {"height": 350, "hit-from": 5},
        "missions": {
            "photo-hexes": 3, "photo-lowest": 1000, "photo-highest": 3000, "spotting-turns": 3, "spotting-range": 5,
            "spotting-need": 7,
        },
        "wind": {"hexes": 1, "every": 2},
        "map": {"columns": 40, "rows": 32, "german-trench": 18, "allied-trench": 22},
    }  # fmt: skip


SPELT_TOGETHER = {"photo-lowest", "photo-highest"}
"""Names that the code puts together."""


def test_every_number_is_consulted_by_the_code() -> None:
    folder = Path(package.__file__).parent
    code = "\n".join(path.read_text(encoding="utf-8") for path in folder.rglob("*.py"))
    rows: Any = TABLES.of.tables
    numbers = {row.name for source in SOURCES if source.row in (Number, Dated) for row in rows[source.id]}
    assert {name for name in numbers if f'"{name}"' not in code} <= SPELT_TOGETHER
