"""Several attacks, attempts or checks one after the other, where nothing is decided between them: what odds are asked of."""

from __future__ import annotations

from aqmf_air.core.dice.cups import Cup, take
from aqmf_air.core.dice.dice import Dice
from aqmf_air.games.aces_of_valor.rules import attempts, detection, ground, landing, points
from aqmf_air.games.aces_of_valor.rules.attempts import Observing
from aqmf_air.games.aces_of_valor.rulings import ValorRulings
from aqmf_air.games.aces_of_valor.table_rows import GroundKind, Place, Weather
from aqmf_air.games.aces_of_valor.tables import Tables


def attempts_in_rounds(
    dice: Dice, rounds: int, skill: int, weather: Weather, tables: Tables, rulings: ValorRulings
) -> Observing:
    """A 2-seater that tries in each round, from the first on, under the fire of the sector. PHO-3 to PHO-7."""
    state = Observing()
    for round_ in range(1, rounds + 1):
        state = dice.call(attempts.attempt, state, round_, skill, weather, tables, rulings)
    return state


def attempts_unopposed(
    dice: Dice, rounds: int, skill: int, weather: Weather, tables: Tables, rulings: ValorRulings
) -> Observing:
    """The same where nobody shoots at it. PHO-4, PHO-6, PHO-7."""
    state = Observing()
    for round_ in range(1, rounds + 1):
        state = Observing("front", state.points + dice.call(attempts.attempt_points, round_, skill, weather, tables))
    return state


def bombs_dropped(dice: Dice, bombers: int, load: int, skill: int, tables: Tables) -> int:
    """Damage points of several loads. GND-6, GTD-1."""
    return dice.each(bombers, 0, ground.bombed, "bombs", load, skill, tables)


def bombers_over(
    dice: Dice, bombers: int, kind: GroundKind, load: int, skill: int, tables: Tables, rulings: ValorRulings
) -> int:
    """Damage points of a target when undamaged bombers came over it one by one, through its AA. GND-2, GND-6, SCR-8."""
    return dice.fold(bombers, 0, _bomber_over, kind, load, skill, tables, rulings)


def _bomber_over(
    dice: Dice, so_far: int, kind: GroundKind, load: int, skill: int, tables: Tables, rulings: ValorRulings
) -> int:
    structure = tables.aircraft("bomber").structure
    return ground.bombing_run(dice, kind, so_far, structure, skill, load, tables, rulings).points


def strafers_over(
    dice: Dice, fighters: int, kind: GroundKind, skill: int, structure: int, tables: Tables, rulings: ValorRulings
) -> int:
    """Damage points of a target that undamaged fighters strafed one by one, through its AA. GND-2, GND-4, GTD-5."""
    return dice.fold(fighters, 0, _strafer_over, kind, skill, structure, tables, rulings)


def _strafer_over(
    dice: Dice, so_far: int, kind: GroundKind, skill: int, structure: int, tables: Tables, rulings: ValorRulings
) -> int:
    return ground.strafing_run(dice, kind, so_far, structure, skill, tables, rulings).points


def strafers_unopposed(
    dice: Dice, fighters: int, kind: GroundKind, skill: int, structure: int, tables: Tables, rulings: ValorRulings
) -> int:
    """The same where its AA is silent, whatever their structure. GND-4, GTD-5."""
    armour = tables.ground_target(kind).armour
    more = dice.each(fighters, 0, ground.strafed, skill, armour, tables, rulings)
    return ground.points_after(kind, 0, more, tables, rulings, bomber=False)


def home_alone(dice: Dice, place: Place, performance: int, air_skill: int, tables: Tables) -> bool:
    """Whether the pilot of a damaged fighter comes back that goes home by itself from a place. FLT-1 to FLT-4, END-3."""
    found = landing.trouble(dice, tables)
    if found == "F3":
        return landing.forced_landing(dice, place, air_skill, tables)
    return found != "crash" and landing.pilot_back(dice, performance, tables)


def events_on_the_way(dice: Dice, route: tuple[tuple[Place, int], ...], tables: Tables) -> int:
    """Turns with an event, of so many turns over each of these places. EVT-1."""
    return sum([dice.each(turns, 0, _event, place, tables) for place, turns in route])


def _event(dice: Dice, place: Place, tables: Tables) -> int:
    return int(landing.event(dice, place, (), tables))


def arrived(dice: Dice, place: str, checks: int, tables: Tables) -> bool:
    """Whether more enemies come in one of several combat event checks. RND-7."""
    return detection.reinforced(dice, place, checks, tables)


def rank_after(dice: Dice, enemies: tuple[int, ...], rank: int, tables: Tables, rulings: ValorRulings) -> int:
    """0, 1 for Skilled or 2 for an Ace, after kills of enemies with these air skills. SKL-1, SKL-2."""
    return min(rank + sum([points.improves(dice, skill, tables, rulings) for skill in enemies]), 2)


def cards_drawn(dice: Dice, card: str, deck: tuple[tuple[str, int], ...], missions: int) -> int:
    """How often a card comes up in so many missions. SET-7, PRE-2."""
    of = sum(n for name, n in deck if name == card)
    other = sum(n for name, n in deck if name != card)
    return take(dice, "mission card", Cup(((card, of), ("other", other))), missions).drawn.count(card)
