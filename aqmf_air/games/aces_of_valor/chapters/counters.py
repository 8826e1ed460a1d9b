"""Counters (3.0): what an aircraft can do as it is now, crews in their cups, ordnance. AC, ORD, SKL-2."""

from __future__ import annotations

from typing import ClassVar

from aqmf_air.api import Cup, Dice, Event, take
from aqmf_air.games.aces_of_valor.state import Aircraft, Campaign, changed, in_combat
from aqmf_air.games.aces_of_valor.tables import Capacity, CupRow, Half, Kind, Tables, ValorRulings, Values


def values(aircraft: Aircraft, tables: Tables) -> Values:
    """The side of its counter that is up. AC-3."""
    return tables.aircraft(aircraft.sheet, aircraft.side)


def bonus(rank: int, rulings: ValorRulings) -> int:
    """What a skill marker adds to both skills. SKL-2, SKL-3."""
    return 3 if rank == 2 and rulings.ace_bonus == "added" else rank


def air_skill(aircraft: Aircraft, rulings: ValorRulings) -> int:
    """Its air skill, with its marker. AC-9."""
    return aircraft.air + bonus(aircraft.rank, rulings)


def ground_skill(aircraft: Aircraft, rulings: ValorRulings) -> int:
    """Its ground skill, with its marker. AC-9."""
    return aircraft.ground + bonus(aircraft.rank, rulings)


def counted_skill(aircraft: Aircraft, rulings: ValorRulings) -> int:
    """Its air skill for points and on C3. PTS-2, DET-2, ``downed_skill``."""
    return aircraft.air if rulings.downed_skill == "printed" else air_skill(aircraft, rulings)


def performance(aircraft: Aircraft, tables: Tables, rulings: ValorRulings) -> int:
    """Its performance now. AC-8, ORD-5."""
    printed = values(aircraft, tables).performance
    return performance_of(printed, aircraft.kind, tables, rulings, loaded=aircraft.loaded, damaged=aircraft.damaged)


def structure(aircraft: Aircraft, tables: Tables) -> int:
    """Its structure now. AC-10."""
    return values(aircraft, tables).structure


def performance_of(printed: int, kind: Kind, tables: Tables, rulings: ValorRulings, *, loaded: bool, damaged: bool) -> int:
    """The performance of an aircraft now. AC-8, ORD-5."""
    counts = loaded and not (damaged and rulings.ordnance_on_damaged == "side-only")
    less = tables.number("fighter-load" if kind == "fighter" else "bomber-load") if counts else 0
    return max(printed + less, rulings.performance_floor)


def capacity(aircraft: Aircraft, tables: Tables, *, damaged: bool) -> tuple[int, int]:
    """How many bombs, and how many rockets, an aircraft can carry. M2, ORD-4."""
    kind = {"two-seater": "2-seater", "heavy-bomber": "bomber"}.get(aircraft.kind, aircraft.kind)
    table = tables.of.of("m2", Capacity)
    if aircraft.kind == "fighter":
        nation = "german" if aircraft.type.startswith(("Albatros", "Fokker")) else "entente"
        kind = aircraft.type if (aircraft.type, "bombs") in table.rows else f"{nation}-fighter"
    return table.at(kind, "bombs").most[damaged], table.at(kind, "rockets").most[damaged]


class OrdnanceJettisoned(Event[Campaign], type="valor.ordnance_jettisoned"):
    """An aircraft has dropped all its ordnance, without effect below. ORD-8."""

    wording: ClassVar[str] = "{aircraft} jettisons its ordnance"
    aircraft: str

    def apply(self, state: Campaign) -> Campaign:
        return changed(state, self.aircraft, bombs=0, rockets=0)


class OrdnanceKept(Event[Campaign], type="valor.ordnance_kept"):
    """Nobody jettisons now, nor in this combat unless more enemies come. ORD-8."""

    wording: ClassVar[str] = "the ordnance is kept"

    def apply(self, state: Campaign) -> Campaign:
        here = [enemy for enemy in state.fought.enemies if enemy.id not in state.fought.gone]
        return in_combat(state, kept=len(here))


def crews(kind: Kind, half: Half, tables: Tables) -> Cup[str]:
    """The cup of 2-seaters or bombers of a side: their skills, ``air/ground``. PRE-6, AC-11, AC-12."""
    rows = (row for row in tables.every("cups", CupRow) if (row.kind, row.side) == (kind, half))
    return Cup.of(f"{row.air}/{row.ground}" for row in rows for _ in range(row.counters))


def type_of_crews(kind: Kind, half: Half, tables: Tables) -> str:
    """What 2-seaters or bombers of a side are, where the rules say it: of heavy bombers. AC-13."""
    return next((row.type for row in tables.every("cups", CupRow) if (row.kind, row.side) == (kind, half)), "")


def counters_drawn(dice: Dice, label: str, cup: Cup[str], number: int) -> tuple[str, ...]:
    """Counters of a cup, as many as are asked for if it has them: lent crews, enemies. PRE-6, CBT-3, CBT-6, CBT-7."""
    return take(dice, label, cup, min(number, len(cup))).drawn
