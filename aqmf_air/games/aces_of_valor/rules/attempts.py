"""Photo recon and artillery spotting. PHO."""

from __future__ import annotations

from dataclasses import dataclass

from aqmf_air.core.dice.dice import Dice
from aqmf_air.core.dice.labelled import labelled
from aqmf_air.core.dice.modifiers import Modifier, modifier
from aqmf_air.games.aces_of_valor.rules.fire import State, aa_fire, worse
from aqmf_air.games.aces_of_valor.rules.six_sided import of_table
from aqmf_air.games.aces_of_valor.rulings import ValorRulings
from aqmf_air.games.aces_of_valor.table_rows import GunfireRow, PointsRow, Weather
from aqmf_air.games.aces_of_valor.tables import Tables


def attempt_aa(dice: Dice, round_: int, weather: Weather, tables: Tables, rulings: ValorRulings) -> int:
    """AA dice at a 2-seater in a round. PHO-3."""
    clouds = -1 if weather == "heavy-clouds" and rulings.weather_on_c14 == "heavy-minus-one" else 0
    column = f"round{round_}"
    change = modifier(clouds, "heavy clouds", "AOV-PHO-3")
    net = of_table(dice, "c14", "fire at the 2-seater", tables, change, column=column)
    return tables.row("c14", GunfireRow, net, column).dice


def attempt_modifiers(round_: int, skill: int, weather: Weather, tables: Tables) -> tuple[Modifier, ...]:
    """What is added on C15. PHO-4."""
    found = (
        modifier(skill, "ground skill", "AOV-PHO-4"),
        modifier(tables.weather(weather, "c15"), weather.replace("-", " "), "AOV-PHO-4"),
        modifier((round_ - 1) * tables.number("attempt-round"), f"round {round_}", "AOV-PHO-4"),
    )
    return tuple(one for one in found if one.value)


def attempt_points(dice: Dice, round_: int, skill: int, weather: Weather, tables: Tables) -> int:
    """Mission points of an attempt. PHO-4."""
    changes = attempt_modifiers(round_, skill, weather, tables)
    return tables.row("c15", PointsRow, of_table(dice, "c15", "attempt", tables, *changes)).points


@dataclass(frozen=True)
class Observing:
    """A 2-seater at its task: its side, None if destroyed, and the mission points so far."""

    side: State = "front"
    points: int = 0


def attempt(
    dice: Dice, so_far: Observing, round_: int, skill: int, weather: Weather, tables: Tables, rulings: ValorRulings
) -> Observing:
    """An attempt, AA first; a 2-seater that is shot down makes none. PHO-3, PHO-4, PHO-7."""
    if so_far.side is None:
        return so_far
    n = dice.call(attempt_aa, round_, weather, tables, rulings)
    structure = tables.aircraft("two-seater", so_far.side).structure
    side = worse(so_far.side, dice.call(aa_fire, n, structure, tables, rulings, need="attempt-aa-hit"))
    if side is None:
        return Observing(None, so_far.points)
    return Observing(
        side, so_far.points + labelled(dice, relation="for").call(attempt_points, round_, skill, weather, tables)
    )
