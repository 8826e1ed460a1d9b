"""What an extension of In Clouds of Glory is made from, besides :mod:`aqmf_air.api`; imported on first use.

Its own hooks are in :mod:`aqmf_air.games.clouds_of_glory.hookspecs`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from aqmf_air.api import on_first_use

# isort: off
# fmt: off
if TYPE_CHECKING:
    """The state, and what is looked up."""

    from aqmf_air.games.clouds_of_glory.state import (
        PILOT, Balloon, CloudsGame, Craft, CrewMember, FiredOn, GunRow, Phase, Placing, Runway, Setup, Side, other_side,
        seat_of,
    )
    from aqmf_air.games.clouds_of_glory.tables import D20, RULESET, DamageRow, PanelRow, SpeedBand, Tables, tables
    from aqmf_air.games.clouds_of_glory.effects import Effect

if TYPE_CHECKING:
    """Steps, checks and their facts."""

    from aqmf_air.games.clouds_of_glory.chapters.steps import CloudsSteps, StepRun
    from aqmf_air.games.clouds_of_glory.chapters.checks import (
        Check, CheckFacts, CheckPassed, Graded, Tested, check_of, flying_check, fortitude_check, graded, luck_check,
        reroll_of, spend, strength_check, tested,
    )
    from aqmf_air.games.clouds_of_glory.chapters.gunnery import (
        ShotFacts, ShotFired, ShotResult, base_shot, shot, shot_facts, targets_of,
    )
    from aqmf_air.games.clouds_of_glory.chapters.moving import Flown, flight_path, own_aircraft
    from aqmf_air.games.clouds_of_glory.chapters.arcs import arc_of, threats_on
    from aqmf_air.games.clouds_of_glory.chapters.leaving import WentOut, credit_of, score
    from aqmf_air.games.clouds_of_glory.sequence import InCloudsOfGlory, PhaseBegan, TurnBegan

__all__ = [
    "D20", "PILOT", "RULESET", "Balloon", "Check", "CheckFacts", "CheckPassed", "CloudsGame", "CloudsSteps", "Craft",
    "CrewMember", "DamageRow", "Effect", "FiredOn", "Flown", "Graded", "GunRow", "InCloudsOfGlory", "PanelRow",
    "Phase", "PhaseBegan", "Placing", "Runway", "Setup", "ShotFacts", "ShotFired", "ShotResult", "Side", "SpeedBand",
    "StepRun", "Tables", "Tested", "TurnBegan", "WentOut", "arc_of", "base_shot", "check_of", "credit_of",
    "flight_path", "flying_check", "fortitude_check", "graded", "luck_check", "other_side", "own_aircraft",
    "reroll_of", "score", "seat_of", "shot", "shot_facts", "spend", "strength_check", "tables", "targets_of",
    "tested", "threats_on",
]  # fmt: skip
# fmt: on
# isort: on

if not TYPE_CHECKING:  # so that type checkers know a name that is not there
    __getattr__ = on_first_use(__file__)
