"""What an aircraft can do as it is now: its counter's side, markers, ordnance. AC, SKL-2, ORD-5."""

from __future__ import annotations

from aqmf_air.games.aces_of_valor.counters import Aircraft
from aqmf_air.games.aces_of_valor.rules import initiative
from aqmf_air.games.aces_of_valor.rulings import ValorRulings
from aqmf_air.games.aces_of_valor.table_rows import Values
from aqmf_air.games.aces_of_valor.tables import Tables


def values(one: Aircraft, tables: Tables) -> Values:
    """The side of its counter that is up. AC-3."""
    return tables.aircraft(one.sheet, one.side)


def bonus(rank: int, rulings: ValorRulings) -> int:
    """What a skill marker adds to both skills. SKL-2, SKL-3."""
    return 3 if rank == 2 and rulings.ace_bonus == "added" else rank


def air_skill(one: Aircraft, rulings: ValorRulings) -> int:
    """Its air skill, with its marker. AC-9."""
    return one.air + bonus(one.rank, rulings)


def ground_skill(one: Aircraft, rulings: ValorRulings) -> int:
    """Its ground skill, with its marker. AC-9."""
    return one.ground + bonus(one.rank, rulings)


def counted_skill(one: Aircraft, rulings: ValorRulings) -> int:
    """Its air skill for points and on C3. PTS-2, DET-2, ``downed_skill``."""
    return one.air if rulings.downed_skill == "printed" else air_skill(one, rulings)


def performance(one: Aircraft, tables: Tables, rulings: ValorRulings) -> int:
    """Its performance now. AC-8, ORD-5."""
    printed = values(one, tables).performance
    return initiative.performance(printed, one.kind, tables, rulings, loaded=one.loaded, damaged=one.damaged)


def structure(one: Aircraft, tables: Tables) -> int:
    """Its structure now. AC-10."""
    return values(one, tables).structure
