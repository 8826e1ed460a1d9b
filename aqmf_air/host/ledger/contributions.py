"""What the host registers for its ledger."""

from __future__ import annotations

from aqmf_air.core.events import Command, Event
from aqmf_air.host import damage, firing, hiding, standing, victory, wild
from aqmf_air.host.ledger import attacks, upkeep

CLAIMS: tuple[type[Command], ...] = (
    attacks.Fire,
    attacks.Lay,
    attacks.Sweep,
    attacks.Explosion,
    upkeep.MoraleTest,
    upkeep.TryToRally,
    upkeep.RollOff,
    upkeep.RollScatter,
    upkeep.GoOn,
    upkeep.Correct,
    upkeep.Finish,
)
HAPPENINGS: tuple[type[Event], ...] = (
    firing.Fired,
    wild.WentWild,
    wild.WeaponRolledFor,
    attacks.Covered,
    hiding.Revealed,
    damage.ElementsLost,
    damage.TripodDamaged,
    standing.MoraleTested,
    standing.UnitRouted,
    standing.UnitLeft,
    standing.Rallied,
    upkeep.Tested,
    upkeep.Done,
    upkeep.LegsDecided,
    upkeep.Scattered,
    upkeep.WentOn,
    upkeep.Corrected,
    victory.GameWon,
)
