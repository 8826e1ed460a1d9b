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
        HARD, PILOT, Balloon, SkyBody, CloudsGame, Craft, CrewMember, FiredOn, GunRow, Phase, Placing, Setup, Side,
        other_side, seat_of, CraftEvent, Goal, Credit,
    )
    from aqmf_air.games.clouds_of_glory.tables import BANDS, D20, RULESET, DamageRow, PanelRow, SpeedBand, Tables, tables

if TYPE_CHECKING:
    """Steps, checks and their facts."""

    from aqmf_air.games.clouds_of_glory.chapters.steps import CloudsSteps, Events, Spared, StepRun, decided, due, then
    from aqmf_air.games.clouds_of_glory.chapters.checks import (
        Check, CheckFacts, CheckPassed, Graded, check_on, check_of, flying_check, fortitude_check, graded, luck_check,
        question_of, reroll_of, roll_test, spend, tested, STEADY,
    )
    from aqmf_air.games.clouds_of_glory.chapters.gunnery import (
        BurstFired, GunneryRulings, HoldFire, Shoot, ShootingOrder, ShotFacts, ShotFired, ShotResult, base_shot, can_attack,
        can_shoot, friends_at_risk, halves_of, hits, loaded, rows_of, shot, shot_check, shot_facts, targets_of,
    )
    from aqmf_air.games.clouds_of_glory.chapters.damage import LAST_ROW, DamageRolled, damage_row
    from aqmf_air.games.clouds_of_glory.chapters.fire import fire_ends
    from aqmf_air.games.clouds_of_glory.chapters.initiative import (
        InitiativeRolled, RollInitiative, roll_initiative, gunner_initiative, initiative_rolled, threat,
    )
    from aqmf_air.games.clouds_of_glory.chapters.moving import (
        Announce, Flown, MoveOrder, enemy_aircraft, flight_path, own_aircraft,
    )
    from aqmf_air.games.clouds_of_glory.chapters.arcs import (
        TOWARDS, bears, gun_place, in_template, own_edge, threats_on,
    )
    from aqmf_air.games.clouds_of_glory.chapters.leaving import (
        DeathFaced, ForcedHome, ShotDown, WentOut, destroyed, pilot_lost, score, is_down, winner_of,
    )
    from aqmf_air.games.clouds_of_glory.chapters.structure import weakened
    from aqmf_air.games.clouds_of_glory.chapters.tasks import actions_left
    from aqmf_air.games.clouds_of_glory.chapters.landing import is_emergency
    from aqmf_air.games.clouds_of_glory.chapters.people import rerolls, PeopleRulings, roll_man
    from aqmf_air.games.clouds_of_glory.chapters.setting_up import (
        CEILING, EDGE, NumberSlot, on_board, opened, to_place, faults,
    )
    from aqmf_air.games.clouds_of_glory.chapters.plans import actions_of, near_level, plan_of
    from aqmf_air.games.clouds_of_glory.automatic.harm import harm_of
    from aqmf_air.games.clouds_of_glory.chapters.missions import mission_points
    from aqmf_air.games.clouds_of_glory.sequence import Choose, GoOn, PhaseBegan, TurnBegan, score_of, panel_marks

__all__ = [
    "BANDS", "CEILING", "D20", "EDGE", "HARD", "LAST_ROW", "PILOT", "RULESET", "STEADY", "TOWARDS",
    "Announce", "Balloon", "BurstFired", "Check", "CheckFacts", "CheckPassed", "Choose", "CloudsGame", "CloudsSteps",
    "Craft", "CraftEvent", "Credit", "CrewMember", "DamageRolled", "DamageRow", "DeathFaced", "Events", "FiredOn",
    "Flown", "ForcedHome", "GoOn", "Goal", "Graded", "GunRow", "GunneryRulings", "HoldFire", "InitiativeRolled",
    "MoveOrder", "NumberSlot", "PanelRow", "PeopleRulings", "Phase", "PhaseBegan", "Placing", "RollInitiative",
    "Setup", "Shoot", "ShootingOrder", "ShotDown", "ShotFacts", "ShotFired", "ShotResult", "Side", "SkyBody",
    "Spared", "SpeedBand", "StepRun", "Tables", "TurnBegan", "WentOut", "actions_left", "actions_of", "base_shot",
    "bears", "can_attack", "can_shoot", "check_of", "check_on", "damage_row", "decided", "destroyed", "due",
    "enemy_aircraft", "faults", "fire_ends", "flight_path", "flying_check", "fortitude_check",
    "friends_at_risk", "graded", "gun_place", "gunner_initiative", "halves_of", "harm_of", "hits", "in_template",
    "initiative_rolled", "is_down", "is_emergency", "loaded", "luck_check", "mission_points", "near_level",
    "on_board", "opened", "other_side", "own_aircraft", "own_edge", "panel_marks", "pilot_lost", "plan_of",
    "question_of", "reroll_of", "rerolls", "roll_initiative", "roll_man", "roll_test", "rows_of", "score", "score_of",
    "seat_of", "shot", "shot_check", "shot_facts", "spend", "tables", "targets_of", "tested", "then", "threat",
    "threats_on", "to_place", "weakened", "winner_of",
]  # fmt: skip
# fmt: on
# isort: on

if not TYPE_CHECKING:  # so that type checkers know a name that is not there
    __getattr__ = on_first_use(__file__)
