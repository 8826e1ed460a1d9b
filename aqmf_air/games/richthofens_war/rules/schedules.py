"""Maneuver schedules as numbers, the one in force of an aircraft, and silhouettes. TAIL-7, SIL, BOMB-3, BOMB-4."""

from __future__ import annotations

from aqmf_air.games.richthofens_war.rulings import RichthofenRulings
from aqmf_air.games.richthofens_war.tables import AircraftType, Schedule, Tables

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
