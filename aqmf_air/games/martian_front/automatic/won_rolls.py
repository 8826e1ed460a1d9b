"""What a roll for legs or a weapon that were hit may lead to: who wins, and what the winner may do. HOST-TRIPOD-2."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple, cast

from aqmf_air.core.dice.chance import chances
from aqmf_air.games.martian_front.base_order import FrontOrder, FrontRules
from aqmf_air.games.martian_front.orders.damaged_legs import LegsRolled, Stagger, die_off, die_off_facts
from aqmf_air.games.martian_front.orders.damaged_weapons import RollForWeapon, WeaponRolledFor, fires_at
from aqmf_air.games.martian_front.orders.moving import shifted
from aqmf_air.games.martian_front.profiles import SIDES
from aqmf_air.games.martian_front.state import Game


class Won(NamedTuple):
    """One way in which a roll ends."""

    chance: float
    winner: str
    game: Game
    orders: Sequence[FrontOrder]
    """What the winner may do with it."""


def ways_of(game: Game, rules: FrontRules, order: Stagger | RollForWeapon) -> Iterator[Won]:
    """For each side that may win: how likely that is, and what it may do. Of moves those in eight directions, as far as
    the dice let it on average.
    """
    unit = game.unit(order.unit)
    ends = chances(die_off, *die_off_facts(game, unit, "legs"))
    for side in SIDES:
        chance = sum(p for end, p in ends.items() if end.winner == side)
        if not chance:
            continue
        orders: Iterator[FrontOrder]
        if isinstance(order, Stagger):
            inches = round(sum(end.inches * p for end, p in ends.items() if end.winner == side) / chance)
            after = LegsRolled(unit=unit.id, winner=side, inches=inches).apply(game)
            moves = (shifted(unit, bearing, inches) for bearing in range(0, 360, 45))
            orders = (one for one in moves if not any(True for _ in one.objections(after, side, rules)))
        else:
            after = WeaponRolledFor(unit=unit.id, weapon=order.weapon, winner=side).apply(game)
            orders = cast("Iterator[FrontOrder]", fires_at(after, rules, unit.id, order.weapon, side))
        yield Won(float(chance), side, after, tuple(orders))
