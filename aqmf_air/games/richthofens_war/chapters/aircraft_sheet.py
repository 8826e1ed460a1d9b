"""What a type of aircraft can do in its condition, and who flies it: schedules, silhouettes, load, novices and aces.

BOMB-1 to BOMB-6, SIL, ACE, NOV, TAIL-7. Other chapters and the state stand above this one.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Literal

from aqmf_air.api import Modifier, modifier
from aqmf_air.api.geometry import Prices
from aqmf_air.games.richthofens_war.tables import AircraftType, RichthofenRulings, Schedule, Tables

# -- what an aircraft can do now ---------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Condition:
    """What has become of an aircraft, as far as its performance goes."""

    loaded: bool = False
    speed_lost: int = 0
    climb_lost: int = 0
    dive_lost: int = 0
    schedule_lost: int = 0
    at_dual_controls: bool = False
    gliding: bool = False
    last_speed: int = 0
    """That of its last move."""


@dataclass(frozen=True)
class Performance:
    """What an aircraft can do now: speeds in movement points, heights in metres."""

    schedule: Schedule
    prices: Prices
    """Movement points for the first, second and third hexside in a hex."""
    min_speed: int
    max_speed: int
    dive_speed: int
    overdive_speed: int
    max_dive: int
    max_climb: int
    ceiling: int
    gliding: bool = False
    diving_speed: int = 0
    """The speed that counts for dives (``shallow_speed``); 0: that of the move."""
    adds_shallow_dive: bool = False
    """Whether an overdive may be deeper by what a shallow dive may be (``shallow_and_overdive``)."""


def performance(type_: AircraftType, condition: Condition, tables: Tables, rulings: RichthofenRulings) -> Performance:
    """What an aircraft can do in this condition. BOMB-1 to BOMB-5, CRIT-2, CRIT-3, D-4, D-8."""
    schedule = in_force(
        type_, tables, loaded=condition.loaded, lost=condition.schedule_lost, at_dual_controls=condition.at_dual_controls
    )
    sides = tables.turn_costs.at(schedule).sides
    if rulings.turn_cost_reading == "running-total":
        sides = tuple(cost - before for cost, before in zip(sides, (0, *sides), strict=False))
    most = type_.max_speed - condition.speed_lost - condition.loaded * tables.number("load", "speed")
    climb = max(type_.max_climb - condition.climb_lost, 0)
    if condition.loaded and climb:
        climb = max(climb - tables.number("load", "climb"), tables.number("load", "least-climb"))
    if condition.gliding:
        most, climb = type_.dive_speed, 0
    return Performance(
        schedule,
        sides,
        type_.min_speed,
        most,
        type_.dive_speed,
        type_.overdive_speed,
        max(type_.max_dive - condition.dive_lost, 0),
        climb,
        type_.ceiling,
        condition.gliding,
        condition.last_speed if rulings.shallow_speed == "speed-at-dive" else 0,
        rulings.shallow_and_overdive == "yes",
    )


def jettisons(type_: AircraftType, condition: Condition, tables: Tables, rulings: RichthofenRulings) -> bool:
    """Whether a loaded aircraft has to drop its load at once. BOMB-6."""
    own = type_.max_speed - condition.speed_lost
    counts = own - tables.number("load", "speed") if rulings.jettison_speed == "loaded-maximum" else own
    return condition.loaded and condition.speed_lost > 0 and counts <= type_.min_speed


# -- maneuver schedules and silhouettes --------------------------------------------------------------------------------


LADDER: tuple[Schedule, ...] = ("E", "D", "C", "B", "A")
"""From best to worst."""


def worse(schedule: Schedule, steps: int) -> Schedule:
    """A schedule so many steps worse, A at worst; F and G stay."""
    if schedule not in LADDER:
        return schedule
    return LADDER[min(LADDER.index(schedule) + steps, len(LADDER) - 1)]


def in_force(
    type_: AircraftType, tables: Tables, *, loaded: bool = False, lost: int = 0, at_dual_controls: bool = False
) -> Schedule:
    """The schedule that an aircraft flies by.

    Args:
        type_: its type.
        tables: in force.
        loaded: whether it carries bombs. BOMB-3.
        lost: steps lost by damage.
        at_dual_controls: whether an observer flies it. SPEC-24.
    """
    if at_dual_controls:
        return "A"
    schedule = worse(type_.schedule, lost)
    fighter = not type_.two_seater and not type_.bomber
    if not loaded or not fighter or schedule in ("A", "B"):
        return schedule
    return worse(schedule, tables.number("load", "schedule"))


def number(schedule: Schedule, tables: Tables) -> int:
    """What a schedule counts in tailing: F and G as A. TAIL-6, TAIL-7."""
    return tables.schedules.at(schedule).tailing


def rank(schedule: Schedule, tables: Tables, rulings: RichthofenRulings) -> int:
    """The place of a schedule where two are compared, the worst first."""
    if schedule in LADDER or rulings.schedule_rank_fg == "equal-to-A":
        return number(schedule, tables)
    return number("A", tables) - (1 if schedule == "F" else 2)


def silhouette(type_: AircraftType, tables: Tables, *, loaded: bool = False) -> int:
    """What the size of an aircraft adds to fire at it: never less than 0 with bombs aboard. SIL-2 to SIL-5, BOMB-4."""
    return max(type_.silhouette, tables.number("load", "least-silhouette")) if loaded else type_.silhouette


def silhouette_in_fire(own: int, target: int, own_rank: int, target_rank: int) -> int:
    """What the target's silhouette adds to fire at it.

    Args:
        own: the silhouette of who fires.
        target: that of the target.
        own_rank: the rank of the schedule of who fires.
        target_rank: that of the target.

    SIL-1, SIL-6, SIL-7.
    """
    if own == target == -1 and own_rank >= target_rank:
        return 0
    if own == target == 1 and own_rank <= target_rank:
        return 0
    return target


# -- what pilots are ---------------------------------------------------------------------------------------------------


Status = Literal["novice", "", "ace", "double-ace"]
"""``""``: a regular."""
NAMES: dict[str, str] = {"novice": "novice", "": "regular", "ace": "ace", "double-ace": "double ace"}


def status_of(victories: Fraction, novice: bool, tables: Tables) -> Status:
    """What a pilot is with so many victories. INIT-4, INIT-5, ACE-1."""
    if novice:
        return "novice"
    for status in ("double-ace", "ace"):
        if victories >= tables.standings.at(status).victories:
            return status
    return ""


def on_initiative(status: Status, tables: Tables, rulings: RichthofenRulings) -> Sequence[Modifier]:
    """What it adds to the roll for the order of moves. INIT-4, INIT-5, INIT-9."""
    if not status:
        return ()
    value = tables.standings.at(status).initiative
    if status == "double-ace" and rulings.ace_levels == "add":
        value += tables.standings.at("ace").initiative
    rule = {"novice": "RW-INIT-9", "ace": "RW-INIT-4", "double-ace": "RW-INIT-5"}[status]
    return (modifier(value, NAMES[status], rule),)


def in_fire(status: Status, tables: Tables, rulings: RichthofenRulings) -> int:
    """What an ace adds to his fire and takes off that at him, the reverse for a novice. ACE-3, NOV-3."""
    if not status:
        return 0
    if status == "double-ace" and rulings.double_ace_tdt == "1":
        status = "ace"
    value = tables.standings.at(status).fire
    return -value if status == "novice" else value


def still_novice(novice: bool, gained: Fraction, missions: int, tables: Tables, rulings: RichthofenRulings) -> bool:
    """Whether a novice stays one.

    Args:
        novice: whether he is one.
        gained: his victories of a mission that count (``novice_balloons``).
        missions: those that he has come back from in one piece.
        tables: in force.
        rulings: in force.

    NOV-6.
    """
    enough = gained > 0 if rulings.novice_by_share == "yes" else gained >= 1
    return novice and not enough and missions < tables.number("crews", "novice-missions")
