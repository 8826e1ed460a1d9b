"""Section 5.5.17 of the rules: landing."""

from __future__ import annotations

from typing import Literal

from aqmf_air import api
from aqmf_air.games.clouds_of_glory.effects import Effect
from aqmf_air.games.clouds_of_glory.tables import LandingPlace, LandingRow, Surface, Tables

BOTH_ROWS = -8
"""Successes that the source prints in two rows."""


class LandingRulings(api.Rulings):
    """What the source leaves open of landings."""

    eight_worse: Literal["lower-range", "worst"] = api.ruling(
        "ICOG-5.5.17-b",
        "Successes of -8 stand in two rows of both landing tables: which counts?",
        "The better one.",
        "The worst one.",
        standing="stated",
    )
    rough_landing: Literal["table", "example"] = api.ruling(
        "ICOG-5.5.17-c",
        "How much strength does a rough landing take?",
        "1d6, as the table says.",
        "1d6+3, as an example says.",
        standing="stated",
    )


def _read(successes: int, rulings: LandingRulings) -> int:
    return BOTH_ROWS - 1 if successes == BOTH_ROWS and rulings.eight_worse == "worst" else successes


def landing_place(successes: int, tables: Tables, rulings: LandingRulings) -> LandingPlace:
    """Where an aircraft comes down off the boards, by the successes of a Luck test. ICOG-5.5.17-b."""
    return tables.landing_place(_read(successes, rulings))


def landing_result(successes: int, surface: Surface, tables: Tables, rulings: LandingRulings) -> LandingRow:
    """What comes of an emergency landing, by the successes of the Flying test. ICOG-5.5.17-c."""
    row = tables.landing_row(_read(successes, rulings), surface)
    if row.name == "rough" and row.effect.strength and rulings.rough_landing == "example":
        return api.replace(row, effect=Effect(**{**dict(row.effect), "strength": "1d6+3"}))
    return row
