"""Assaults: into contact in the first movement, an attack like any other in combat, and away in the second movement."""

from __future__ import annotations

from collections.abc import Iterator

from aqmf_air.core.play.ruleset import Objection
from aqmf_air.games.martian_front.base_order import RulesInForce
from aqmf_air.games.martian_front.orders.moving import ASSAULT, in_contact, movable, reach_of, shifted
from aqmf_air.games.martian_front.state import Game, Part, Unit


def only_at_the_assaulted(game: Game, unit: Unit, target: str) -> Iterator[Objection]:
    """A unit in an assault attacks what it assaults, and nothing else. HOST-ASSAULT-1."""
    assaulted = unit.mark(ASSAULT)
    if assaulted and assaulted != target and game.in_play(assaulted) and in_contact(game, unit, game.unit(assaulted)):
        yield Objection("HOST-ASSAULT-1", f"{unit.id} assaults {assaulted} and may attack nothing else")


def must_fall_back(game: Game, rules: RulesInForce, player: str) -> tuple[Unit, ...]:
    """Units of a side that must still move away, and can: what they assaulted lives. HOST-ASSAULT-2."""
    if game.part is not Part.SECOND_MOVEMENT:
        return ()
    return tuple(
        unit
        for unit in game.units
        if unit.side == player
        and (assaulted := unit.mark(ASSAULT))
        and game.in_play(assaulted)
        and in_contact(game, unit, game.unit(assaulted))
        and movable(game, unit, player, rules)
        and any(
            not any(True for _ in shifted(unit, bearing, reach_of(game, unit)).objections(game, player, rules))
            for bearing in range(0, 360, 45)
        )
    )
