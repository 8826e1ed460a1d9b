"""Section 5.7 of the rules: energy."""

from __future__ import annotations

from math import ceil
from typing import Literal

from aqmf_air import api


class EnergyRulings(api.Rulings):
    """What the source leaves open of energy."""

    altitude_tolerance: Literal["0.05", "0"] = api.ruling(
        "ICOG-5.7.3.1",
        "How near to a whole number of move units is a difference in height whole?",
        "Within 0.05 move units.",
        "Only if it is exactly whole.",
    )


def height_energy(climbed: float, rulings: EnergyRulings) -> int:
    """Energy units for a difference in height in move units, rounded up: a climb loses, a dive gains. ICOG-5.7.3.1."""
    units = max(ceil(abs(climbed) - float(rulings.altitude_tolerance)), 0)
    return -units if climbed > 0 else units
