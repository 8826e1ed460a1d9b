"""Bombs in a game: who on the ground is under them, and what they do, aircraft after aircraft."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import cast

from aqmf_air.core.dice.dice import Dice
from aqmf_air.games.martian_aircraft.rules.bombing import Impact, salvos_of
from aqmf_air.games.martian_aircraft.rules.flight_events import BombMark, BombsBurst, Flown, Landed
from aqmf_air.games.martian_aircraft.rulings import AircraftRulings
from aqmf_air.games.martian_front.base_order import Event, RulesInForce
from aqmf_air.games.martian_front.orders.artillery import under_templates
from aqmf_air.games.martian_front.rules.templates import Attacked, OnTable, fall
from aqmf_air.games.martian_front.state import Game, Unit


@dataclass(frozen=True)
class Templates:
    """The templates of a unit's bombs that are resolved at once, on their marks."""

    bomber: Unit
    """The unit before it flew: by now it may be gone."""
    impacts: tuple[Impact, ...]

    def under(self, game: Game, rules: RulesInForce) -> tuple[Attacked, ...]:
        """Everything on the ground under a template, with the attacks on it as things stand. AIR-BOMB-3."""
        templates = [(one.template, one.blast.weapon) for one in self.impacts]
        return under_templates(game, rules, self.bomber, templates, rulings_of(game).under_template)

    def told(self, attacked: tuple[Attacked, ...], damaged: tuple[str, ...]) -> tuple[Event, ...]:
        """They burst."""
        marks = tuple(
            BombMark(x=one.mark.x, y=one.mark.y, diameter=one.blast.diameter, aircraft=one.aircraft) for one in self.impacts
        )
        return (BombsBurst(unit=self.bomber.id, marks=marks).over(attacked, damaged),)


@dataclass(frozen=True)
class Wave:
    """Aircraft of a unit that complete their moves before anything is rolled for, and what they drop. AIR-BOMB-2."""

    bomber: Unit
    """The state before anybody flew."""
    flights: tuple[Landed, ...]
    impacts: tuple[Impact, ...]

    def salvos(self, game: Game) -> tuple[Templates, ...]:
        """The templates of those that are still there to fly, as they are resolved (ruling ``bombs_resolve``)."""
        there = {one.element for one in self.flying(game)}
        falling = [one for one in self.impacts if one.aircraft in there]
        return tuple(Templates(self.bomber, salvo) for salvo in salvos_of(falling, rulings_of(game)))

    def flying(self, game: Game) -> tuple[Landed, ...]:
        """The flights of those that nothing has destroyed before their move."""
        unit = game.unit(self.bomber.id) if game.in_play(self.bomber.id) else None
        there = {one.id for one in unit.elements} if unit else set()
        return tuple(one for one in self.flights if one.element in there)


def waves_of(game: Game, bomber: Unit, flights: Sequence[Landed], impacts: Sequence[Impact]) -> tuple[Wave, ...]:
    """The flights of a unit in the order in which they are flown, each with the templates that are resolved after it.

    In turn, an aircraft's bombs come after its own move and before the next aircraft's; together, after the last one's
    (ruling ``bombs_resolve``). AIR-BOMB-2, AIR-BOMB-3.
    """
    if rulings_of(game).bombs_resolve == "together" or not impacts:
        return (Wave(bomber, tuple(flights), tuple(impacts)),)
    waves: list[Wave] = []
    waiting: list[Landed] = []
    for flight in flights:
        waiting.append(flight)
        if own := tuple(one for one in impacts if one.aircraft == flight.element):
            waves.append(Wave(bomber, tuple(waiting), own))
            waiting = []
    return (*waves, Wave(bomber, tuple(waiting), ())) if waiting else tuple(waves)


def bombs_fall(dice: Dice, ground: OnTable, waves: tuple[Wave, ...]) -> OnTable:
    """The unit flies and its bombs burst. AIR-BOMB-2, AIR-BOMB-3."""
    return dice.fold(len(waves), (0, ground), _next_wave, waves)[1]


def _next_wave(dice: Dice, so_far: tuple[int, OnTable], waves: tuple[Wave, ...]) -> tuple[int, OnTable]:
    at, ground = so_far
    wave = waves[at]
    if not (flying := wave.flying(ground.game)):
        return at + 1, ground
    flown = Flown(unit=wave.bomber.id, flights=flying)
    salvos = wave.salvos(ground.game)
    ground = replace(ground, game=flown.apply(ground.game), happened=(*ground.happened, flown))
    return at + 1, fall(dice, ground, salvos)


def number_bombed(dice: Dice, ground: OnTable, waves: tuple[Wave, ...]) -> int:
    """How many elements the bombs of a unit damage."""
    return len(bombs_fall(dice, ground, waves).damaged)


def salvos_under(ground: OnTable, waves: tuple[Wave, ...]) -> tuple[tuple[Attacked, ...], ...]:
    """Who is under each salvo of a unit's bombs as things stand before the first."""
    return tuple(salvo.under(ground.game, ground.rules) for wave in waves for salvo in wave.salvos(ground.game))


def rulings_of(game: Game) -> AircraftRulings:
    """The rulings on aircraft in force."""
    return cast("AircraftRulings", game.rulings)
