"""How aircraft may hurt units next: their guns after a flight, their bombs on the way."""

from __future__ import annotations

from collections.abc import Sequence
from math import ceil

from aqmf_air.core.play.search.replies import Harm
from aqmf_air.games.martian_aircraft.rules.bombing import blasts_of
from aqmf_air.games.martian_aircraft.rules.movement import allowance
from aqmf_air.games.martian_aircraft.rulings import aircraft_rulings
from aqmf_air.games.martian_aircraft.units import LOW, altitude_of, bombs_aboard
from aqmf_air.games.martian_front.automatic.harm import NOTHING, template_harm
from aqmf_air.games.martian_front.automatic.threats import Threat, ThreatenedUnit, guns_of, under_at_most
from aqmf_air.games.martian_front.rules.measuring import reaches
from aqmf_air.games.martian_front.ruleset import AllQuiet
from aqmf_air.games.martian_front.state import Game, Unit


def from_the_air(ruleset: AllQuiet, game: Game, unit: Unit) -> Sequence[Threat]:
    """A flight, then its guns; bombs on all that it may fly over. Who flies high attacks nobody. AIR-ALT-3."""
    if altitude_of(game, unit) != LOW:
        return ()
    kind = game.type_of(unit)
    far = allowance(kind.speed).maximum
    rulings = aircraft_rulings(game.rulings)
    loads = [blasts_of(tuple(bombs_aboard(game, unit, one.id).items()), rulings) for one in unit.present]
    blasts = [blast for load in loads for blast in load]
    guns = guns_of(ruleset, game, unit, far, far)
    if not blasts:
        return guns

    def bombed(target: ThreatenedUnit) -> Harm:
        if not reaches(game, ruleset.rules, "under barrage", target.unit, unit):
            return NOTHING
        under = under_at_most(target.shape, target.kind.base_diameter, blasts[0].diameter)
        attacks = ceil(len(blasts) * under / max(1, len(target.shape)))
        return template_harm(
            ruleset.rules, kind, blasts[0].weapon, target.unit, target.kind, target.cover, under, attacks, target.stake
        )

    return (*guns, Threat("bombs", far, far, bombed, far))
