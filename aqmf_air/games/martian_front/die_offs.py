"""Rolls for legs and weapons that were hit: who has won one in this phase, and has not used it yet. HOST-TRIPOD-2.

The winner moves the tripod, or picks the target of its weapon. If that is the tripod's enemy, both wait for them: nothing
else is ordered in the phase, and it does not end, until they have used what they won or let it be.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple, cast

from aqmf_air.core.play.ruleset import Objection
from aqmf_air.games.martian_front.profiles import Side
from aqmf_air.games.martian_front.state import MOVEMENT, Act, ActKind, Game, PhasePart, Unit

LEGS = "legs"
"""The mark of a tripod whose move was rolled for in this phase: ``turn.phase winner inches``."""


class DieOff(NamedTuple):
    """Who won, and the sum of both dice."""

    winner: str
    inches: int


def legs_of(game: Game, unit: Unit) -> DieOff | None:
    """Who moves a tripod whose legs are hit, and how far, if that was rolled for in this phase."""
    if (value := unit.mark(LEGS)) is None:
        return None
    when, winner, inches = value.split(" ")
    return DieOff(winner, int(inches)) if when == f"{game.turn}.{game.phase}" else None


def aimed_by(game: Game, unit: str, weapon: str) -> str | None:
    """Who picks the target of a weapon now: who won the roll for it in this phase, if it has not gone off yet."""
    if has_gone_off(game, unit, weapon) or not game.in_play(unit):
        return None
    return next((one.who for one in game.acted if one == Act(ActKind.AIM_WILD, unit, weapon, one.who)), None)


def has_gone_off(game: Game, unit: str, weapon: str) -> bool:
    """Whether a weapon that was hit has gone off in this phase, or was let be."""
    return Act(ActKind.FIRE_WILD, unit, weapon) in game.acted


class Say(NamedTuple):
    """What the enemy of a tripod has won: its move, or the target of one of its weapons."""

    winner: Side
    unit: str
    weapon: str = ""
    """"": its legs."""

    def about(self, game: Game) -> str:
        """What was rolled for: ``the legs of the Scout Tripod``."""
        return f"the {self.weapon or LEGS} of {game.the(self.unit)}"


def unused(game: Game) -> tuple[Say, ...]:
    """What enemies of tripods have won in this phase, and have neither used nor let be."""
    return tuple(_unused(game))


def _unused(game: Game) -> Iterable[Say]:
    if game.part in MOVEMENT:
        for unit in game.units:
            legs = legs_of(game, unit) if unit.marks else None
            if legs and legs.winner != unit.side and Act(ActKind.MOVE, unit.id) not in game.acted:
                yield Say(cast("Side", legs.winner), unit.id)
    elif game.part is PhasePart.COMBAT:
        for act in game.acted:
            aims = aimed_by(game, act.by, act.weapon) if act.kind is ActKind.AIM_WILD else None
            if aims and aims != game.unit(act.by).side:
                yield Say(cast("Side", aims), act.by, act.weapon)


def unused_by(game: Game, player: str) -> Say | None:
    """What a side decides next of a tripod of its enemy; None: nothing."""
    return next((one for one in _unused(game) if one.winner == player), None)


def acting(game: Game) -> tuple[Side, ...]:
    """The sides that may act now: who has won a roll and has the choice, of who goes first or of an enemy's legs or weapon;
    else those whose phase it is.
    """
    chooses = [cast("Side", act.by) for act in game.acted if act.kind is ActKind.INITIATIVE]
    return tuple(dict.fromkeys((*chooses, *(one.winner for one in _unused(game))))) or game.active


def waits_for_winner(game: Game) -> tuple[Objection, ...]:
    """An objection to all other orders while the winner of a die-off has not used it."""
    for one in _unused(game):
        does = "picks its target or lets it be" if one.weapon else "moves it or lets it stand"
        return (Objection("HOST-TRIPOD-2", f"the {one.winner} side won the roll for {one.about(game)}, and first {does}"),)
    return ()
