"""Damaged aircraft on their way home, and pilots of those that fell. FLT, END-3, DMG-2."""

from __future__ import annotations

from typing import Literal

from aqmf_air.core.dice.dice import Dice
from aqmf_air.core.dice.modifiers import Modifier, modifier
from aqmf_air.games.aces_of_valor.rules.six_sided import of_table
from aqmf_air.games.aces_of_valor.table_rows import CheckRow, LandingRow, Place, TroubleRow
from aqmf_air.games.aces_of_valor.tables import Tables

Trouble = Literal["none", "crash", "F3", "F4"]
Landing = Literal["safe", "wrecked", "crash"]


def in_trouble(dice: Dice, tables: Tables) -> bool:
    """Whether a damaged aircraft has to roll on F2, by F1. FLT-1."""
    return tables.row("f1", CheckRow, of_table(dice, "f1", "damaged aircraft", tables)).result == "F2"


def trouble_found(dice: Dice, tables: Tables) -> Trouble:
    """What F2 says of a damaged aircraft. FLT-2."""
    return tables.row("f2", TroubleRow, of_table(dice, "f2", "trouble", tables)).result


def trouble(dice: Dice, tables: Tables) -> Trouble:
    """What becomes of a damaged aircraft in step 1 of a turn. FLT-1, FLT-2."""
    return trouble_found(dice, tables) if in_trouble(dice, tables) else "none"


def rear(place: Place) -> Place:
    """The column of a place on F3 and C9, which have none for an enemy airfield."""
    return "enemy-rear" if place == "enemy-airfield" else place


def forced_landing(dice: Dice, place: Place, air_skill: int, tables: Tables) -> bool:
    """Whether an aircraft comes back from a forced landing. FLT-2, FLT-8."""
    at = rear(place)
    skill = modifier(air_skill, "air skill", "AOV-FLT-2")
    return of_table(dice, "f3", "forced landing", tables, skill, column=at) >= tables.need("f3", at)


def landing(dice: Dice, performance: int, tables: Tables) -> Landing:
    """A difficult landing. END-3, FLT-4."""
    slower = modifier(-performance, "performance", "AOV-END-3")
    return tables.row("f4", LandingRow, of_table(dice, "f4", "difficult landing", tables, slower)).result


def pilot_lives(dice: Dice, place: Place, tables: Tables, *changes: Modifier) -> bool:
    """Whether the pilot of a destroyed fighter comes back; ``changes``: of optional rules. DMG-2."""
    at = rear(place)
    return of_table(dice, "c9", "pilot", tables, *changes, column=at) >= tables.need("c9", at)


def pilot_back(dice: Dice, performance: int, tables: Tables) -> bool:
    """Whether a fighter's pilot survives a difficult landing; of a wreck C9 decides, friendly rear. END-3."""
    done = landing(dice, performance, tables)
    return done == "safe" or (done == "wrecked" and dice.call(pilot_lives, "friendly-rear", tables))


def event(dice: Dice, place: Place, changes: tuple[Modifier, ...], tables: Tables) -> bool:
    """Whether the event check at a place brings one. EVT-1."""
    return of_table(dice, "f6", "event check", tables, *changes, column=place, repeats=True) >= tables.need("f6", place)
