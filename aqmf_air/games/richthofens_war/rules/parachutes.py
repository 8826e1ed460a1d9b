"""What becomes of a man whose aircraft is destroyed: parachutes by date, and where the wind sets him down. PARA."""

from __future__ import annotations

from dataclasses import dataclass

from aqmf_air.core.dice.dice import Dice
from aqmf_air.core.dice.draws import AtMost, check, numbered
from aqmf_air.games.richthofens_war.rules import harm
from aqmf_air.games.richthofens_war.rules.harm import Fate, Health
from aqmf_air.games.richthofens_war.rules.lines import TOWARDS_ALLIES, SideId, behind_lines, ground_of, prevailing_wind
from aqmf_air.games.richthofens_war.rulings import RichthofenRulings
from aqmf_air.games.richthofens_war.tables import Tables
from aqmf_air.geometry.hexes.grid import Hex

D6 = numbered(6)


@dataclass(frozen=True)
class Falling:
    """A man aboard an aircraft that is destroyed, and where that is."""

    nation: str
    date: str
    side: SideId
    at: Hex
    height: int
    health: Health = "fit"
    hit: bool = False
    """Whether he was hit at all."""
    wind: int | None = None


def has_parachute(falling: Falling, tables: Tables, rulings: RichthofenRulings) -> bool:
    """Whether a man can try to get out. PARA-1, PARA-2."""
    alive = falling.health != "dead" or rulings.parachute_dead == "yes"
    return alive and harm.has_parachute(falling.nation, falling.date, tables)


def fate_of(dice: Dice, falling: Falling, tables: Tables, rulings: RichthofenRulings, by: str = "") -> Fate:
    """What becomes of a man aboard a destroyed aircraft. PARA-1 to PARA-7."""
    if not has_parachute(falling, tables, rulings):
        return "dead"
    badly = falling.health == "wounded" or (falling.hit and rulings.badly_wounded == "any-hit")
    if not harm.bail_out(dice, tables, wounded=badly, height=falling.height, by=by):
        return "dead"
    return "captured" if _captured(dice, falling, tables, rulings, by) else "free"


def _captured(dice: Dice, falling: Falling, tables: Tables, rulings: RichthofenRulings, by: str) -> bool:
    """Whether a man under his parachute comes down among the enemy. PARA-6, PARA-7."""
    ground = ground_of(falling.at, tables)
    if ground not in ("", falling.side):
        if rulings.capture_elsewhere == "captured":
            return True
        need = tables.number("crews", "captured-behind-to")
        return dice.draw(check("captured", D6, AtMost(need), by=by, about=f"{need} or less, behind the enemy's lines"))
    if ground and behind_lines(falling.at, falling.side, tables) > tables.number("crews", "carried-hexes"):
        return False
    wind = falling.wind
    if wind is None:
        if rulings.capture_wind == "no-roll":
            return False
        wind = prevailing_wind(dice)
    over = wind in TOWARDS_ALLIES if falling.side == "german" else wind not in TOWARDS_ALLIES
    return over and harm.carried_over(dice, falling.height, tables, by=by)
