"""Two forces for a ledger, small enough to count by hand."""

from __future__ import annotations

from typing import Any, cast

from aqmf_air.core.data.model import Frozen
from aqmf_air.core.play.ruleset import Ruleset
from aqmf_air.games.martian_front.army.lists import Army, ArmyEntry
from aqmf_air.games.martian_front.army.resolved_list import ListContext
from aqmf_air.games.martian_front.ledger.ruleset import Ledger, LedgerSetup, setup_from

HUMANS: tuple[tuple[str, int], ...] = (
    ("US Infantry", 2),
    ("US Command Squad", 1),
    ("Heavy Machine Gun Squad", 1),
    ("Field Gun Battery", 1),
)
AIRCRAFT: tuple[tuple[str, int], ...] = (("Burgess-Dunne D8", 1), ("Salmson 2", 1))
MARTIANS: tuple[tuple[str, int], ...] = (("Scout Tripod", 1), ("Assault Tripod", 1), ("Drones", 1), ("Grenadier Tripod", 1))


def army(side: str, units: tuple[tuple[str, int], ...], **fields: Any) -> Army:
    entries = tuple(ArmyEntry(unit=name, count=count) for name, count in units)
    return Army(name=f"the {side} list", side=cast("Any", side), units=entries, **fields)


def setup_of(ruleset: Ruleset[Any], human: Army, martian: Army) -> LedgerSetup:
    ledger = cast("Ledger", ruleset)
    context = ListContext(ledger.registry)
    return setup_from(ledger, [context.muster(human), context.muster(martian)])


def two_forces(ruleset: Ruleset[Any]) -> Frozen:
    return setup_of(ruleset, army("human", (*HUMANS, *AIRCRAFT)), army("martian", MARTIANS))


def on_foot(ruleset: Ruleset[Any]) -> Frozen:
    return setup_of(ruleset, army("human", HUMANS), army("martian", MARTIANS))
