"""Mission points, prices, victory, and pilots who improve. PTS, PST, SKL, VIC."""

from __future__ import annotations

from aqmf_air.core.dice.dice import Dice
from aqmf_air.core.dice.draws import banded
from aqmf_air.errors import DataError
from aqmf_air.games.aces_of_valor.rules.six_sided import D6
from aqmf_air.games.aces_of_valor.rulings import ValorRulings
from aqmf_air.games.aces_of_valor.table_rows import Kind, Level
from aqmf_air.games.aces_of_valor.tables import Tables


def vp_price(n: int, tables: Tables, rulings: ValorRulings) -> int:
    """What ``n`` victory points cost in one mission, none is free. PST-4. Raises DataError: more than may be bought."""
    if not n:
        return 0
    other = n > 2 and rulings.vp_price != "squares"
    return tables.price(f"vp-{n}-{rulings.vp_price}" if other else f"vp-{n}")


def price(item: str, tables: Tables, event: str = "") -> int:
    """What a repair, a replacement or an upgrade costs; ``event``: the card that changes it. PST-8, PST-9, PST-11."""
    return tables.price(f"{item}-{event}" if event else item)


def enemy_down(kind: Kind, air_skill: int, tables: Tables) -> int:
    """Mission points for a destroyed enemy. PTS-1, PTS-2."""
    return tables.points(f"enemy-{kind}") + (air_skill if kind == "fighter" else 0)


def friend_down(kind: Kind, air_skill: int, tables: Tables, *, pilot_back: bool = False) -> int:
    """Mission points, below zero, for a destroyed friend. PTS-1, PTS-2."""
    return tables.points(f"friend-{kind}") - (air_skill if kind == "fighter" and not pilot_back else 0)


def level(vp: int, missions: int, tables: Tables) -> str:
    """The level of victory of a campaign. VIC-1, VIC-2. Raises DataError: no campaign has so many missions."""
    reached = [row for row in tables.every("v1", Level) if row.missions == missions and row.at_least <= max(vp, 0)]
    if not reached:
        raise DataError(f"table v1 has no row for {missions} missions", path="v1", value=missions)
    return max(reached, key=lambda row: row.at_least).level


def improves(dice: Dice, enemy_skill: int, tables: Tables, rulings: ValorRulings) -> bool:
    """Whether a kill improves its pilot. SKL-1, SKL-2."""
    need = tables.number("skill-need") - enemy_skill
    exact = rulings.skill_threshold == "exactly-six"
    about = f"{need}{'' if exact or need >= len(D6.faces) else '+'} improves"
    return dice.draw(banded("pilot skill", D6, lambda face: face == need or (face > need and not exact), about=about))


def rank_after(dice: Dice, kills: int, tables: Tables, rulings: ValorRulings) -> int:
    """0, 1 for Skilled or 2 for an Ace, after kills of air skill 0. SKL-2."""
    return min(sum([improves(dice, 0, tables, rulings) for _ in range(kills)]), 2)
