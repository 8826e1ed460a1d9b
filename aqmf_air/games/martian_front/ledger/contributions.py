"""The claims and events that the ledger registers."""

from __future__ import annotations

from aqmf_air.core.play.events import Command, Event
from aqmf_air.games.martian_front.ledger import attacks, corrections, morale_claims, template_hits, upkeep
from aqmf_air.games.martian_front.orders import damaged_legs, damaged_weapons, firing, morale_orders, turn
from aqmf_air.games.martian_front.rules import damage, hiding

CLAIMS: tuple[type[Command], ...] = (
    attacks.Fire,
    attacks.Lay,
    attacks.Sweep,
    attacks.Explosion,
    morale_claims.MoraleTest,
    morale_claims.TryToRally,
    upkeep.RollOff,
    upkeep.RollScatter,
    upkeep.GoOn,
    corrections.Correct,
    upkeep.Finish,
)
EVENTS: tuple[type[Event], ...] = (
    firing.Fired,
    damaged_weapons.WentWild,
    damaged_weapons.WeaponRolledFor,
    template_hits.Covered,
    hiding.Revealed,
    damage.ElementsLost,
    damage.TripodDamaged,
    morale_orders.MoraleTested,
    morale_orders.UnitRouted,
    morale_orders.UnitLeft,
    morale_orders.Rallied,
    morale_claims.Tested,
    morale_claims.Done,
    damaged_legs.LegsRolled,
    upkeep.Scattered,
    upkeep.WentOn,
    corrections.Corrected,
    turn.GameWon,
)
