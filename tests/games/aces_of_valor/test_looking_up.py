"""What a player sees of a roll on a table."""

from __future__ import annotations

from typing import Any

import pytest

from aqmf_air.core.dice.dice import Table, recorded
from aqmf_air.core.dice.modifiers import modifier
from aqmf_air.core.play.look_up import LookUp
from aqmf_air.games.aces_of_valor.looking_up import looked_up
from aqmf_air.games.aces_of_valor.rules import detection, fire, landing
from aqmf_air.games.aces_of_valor.rules.six_sided import of_table
from aqmf_air.games.aces_of_valor.rulings import ValorRulings
from aqmf_air.games.aces_of_valor.tables import tables
from aqmf_air.web.address_dice import played

TABLES = tables()


def shown(rule: Any, *facts: Any, faces: list[list[int]]) -> LookUp:
    """The look-up of the last roll of a rule."""
    table = Table(recorded(faces))
    rule(table, *facts)
    found = looked_up(table.log[-1])
    assert found
    return found


@pytest.mark.rule("AOV-DICE-1", "AOV-DICE-2")
def test_the_row_and_what_led_to_it() -> None:
    clouds = shown(fire.aa_dice, "heavy-clouds", TABLES, faces=[[6]])
    assert str(clouds) == "F5 Anti-aircraft fire: 6 -1 (heavy clouds) = 5: 2 dice"
    assert [(line.rolls, line.result, line.standing) for line in clouds.lines] == [
        ("2 or less", "0 dice", "house"),
        ("3", "1 die", "house"),
        ("4", "1 die", "stated"),
        ("5", "2 dice", "stated"),
        ("6 or more", "3 dice", "house"),
    ]
    met = shown(detection.detection, (modifier(2, "best air skill of the flight", "AOV-DET-2"),), TABLES, faces=[[6, 6]])
    assert (met.net, met.lines[met.row].rolls, met.lines[met.row].result) == (14, "11 or more", "you choose, with surprise")


def test_further_hits_and_structure_are_reasons() -> None:
    found = shown(fire.damage, 4, 5, TABLES, ValorRulings(), faces=[[4]])
    assert str(found) == "C8 Damage: 4 +3 (4 hits) -5 (structure) = 2: damaged"


def test_a_number_to_reach_is_two_rows() -> None:
    found = shown(landing.event, "friendly-trench", (), TABLES, faces=[[4, 5]])
    assert str(found) == "F6 Event check, friendly trenches: 9: an event"
    assert [line.rolls for line in found.lines] == ["8 or less", "9 or more"]


def test_a_roll_on_no_table_shows_nothing() -> None:
    table = Table(recorded([[3]]))
    of_table(table, "c4", "initiative", TABLES)
    assert looked_up(table.log[0]) is None


def test_odds_that_are_rolled_out_show_the_row_and_its_standing() -> None:
    dice = played(lambda dice: landing.landing(dice, 4, TABLES), ["3 4"], looked_up=looked_up)
    (told,) = dice.told
    assert (told["came"], told["standing"]) == ("F4 Difficult landing: 7 -4 (performance) = 3: lands safely", "house")
    assert played(lambda dice: landing.landing(dice, 4, TABLES), ["3 4"]).told[0]["came"] == "7"
