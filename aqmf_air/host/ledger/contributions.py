"""What the host registers for its ledger."""

from __future__ import annotations

from aqmf_air.core.events import Command, Event
from aqmf_air.host import damage, firing, hiding, legs, standing, victory, wild
from aqmf_air.host.ledger import attacks, corrections, covered, nerves, upkeep

CLAIMS: tuple[type[Command], ...] = (
    attacks.Fire,
    attacks.Lay,
    attacks.Sweep,
    attacks.Explosion,
    nerves.MoraleTest,
    nerves.TryToRally,
    upkeep.RollOff,
    upkeep.RollScatter,
    upkeep.GoOn,
    corrections.Correct,
    upkeep.Finish,
)
HAPPENINGS: tuple[type[Event], ...] = (
    firing.Fired,
    wild.WentWild,
    wild.WeaponRolledFor,
    covered.Covered,
    hiding.Revealed,
    damage.ElementsLost,
    damage.TripodDamaged,
    standing.MoraleTested,
    standing.UnitRouted,
    standing.UnitLeft,
    standing.Rallied,
    nerves.Tested,
    nerves.Done,
    legs.LegsRolled,
    upkeep.Scattered,
    upkeep.WentOn,
    corrections.Corrected,
    victory.GameWon,
)
