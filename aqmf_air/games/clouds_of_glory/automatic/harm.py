"""What a hit costs an aircraft, about, in victory points: by what its row of the damage table does."""

from __future__ import annotations

from collections.abc import Mapping

from aqmf_air.api import chances, expression
from aqmf_air.games.clouds_of_glory.effects import Effect
from aqmf_air.games.clouds_of_glory.state import Craft

HARMS: Mapping[str, float] = {
    "wider": 0.08, "emergency_landing": 0.05, "energy": 0.01, "drain": 0.15, "test_above": 0.1, "smoke_speed": 0.4,
    "fuel": 0.5, "one_engine": 0.2, "engine_stops": 0.9, "engine_dead": 1.2, "weapons": 0.15, "armament": 0.4,
    "next_initiative": 0.05, "blackout": 0.3, "wide_turn": 0.1, "flying_test": 0.3, "spin": 0.7, "endless_spin": 2.0,
    "test_each": 0.25, "fire": 1.2, "endless_fire": 2.0, "dies_after": 1.6, "burns_after": 0.8, "nerve": 0.2,
    "destroyed": 2.0, "again": 0.5,
}  # fmt: skip
"""Victory points that an effect costs, about; deaths, strength and Fortitude lost are worked out."""
LOST: float = 2.0
TEST = 0.6
"""What a failed strength test costs."""


def mean(dice: str) -> float:
    """The mean of dice; 0: none."""
    return float(chances(lambda rolled, text: int(rolled.draw(expression("mean", text))), dice).mean(int)) if dice else 0.0


def harm_of(effect: Effect, strength: int) -> float:
    """About what an effect costs an aircraft of this strength, in victory points."""
    if effect.killed or effect.destroyed:
        return LOST
    if effect.rows:
        faces = max(row.high for row in effect.rows)
        return sum((row.high - row.low + 1) * harm_of(row.effect, strength) for row in effect.rows) / faces
    lost = mean(effect.strength) * (2 if effect.roll_doubled else 1)
    total = LOST * 0.7 * min(1.0, lost / max(strength, 1)) ** 1.5 + (0.3 if lost >= strength else 0.0)
    if effect.test:
        total += TEST * min(1.0, max(0.0, (20 - strength + lost) / 20))
    total += 0.13 * mean(effect.fortitude)
    total += sum(worth for name, worth in HARMS.items() if getattr(effect, name))
    return float(min(LOST, total))


def losses_of(craft: Craft) -> int:
    """EU that damage costs in a turn, in the mean. ICOG-5.7.7-a."""
    return round(sum(mean(loss.dice) for loss in craft.losses))
