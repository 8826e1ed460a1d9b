"""Who may attack whom, high or low; and how aircraft may hurt units next. AIR-ALT, AIR-GUN, AIR-HIT."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from math import ceil

from aqmf_air.api import Command, Harm, Objection, Rulings
from aqmf_air.api.geometry import Pose, arcs_of
from aqmf_air.games.martian_aircraft.chapters.bombing import blasts_of
from aqmf_air.games.martian_aircraft.chapters.movement import allowance
from aqmf_air.games.martian_aircraft.state import HIGH, LOW, altitude_of, bombs_aboard, is_aircraft
from aqmf_air.games.martian_aircraft.tables import aircraft_rulings
from aqmf_air.games.martian_front import api as front


def in_blast(game: front.Game, unit: front.Unit) -> Objection | bool:
    """Whether explosions on the ground reach an aircraft, or why not (ruling ``explosions_reach_aircraft``).

    AIR-HIT-6, AIR-ALT-3.
    """
    if aircraft_rulings(game.rulings).explosions_reach_aircraft == "never":
        return Objection("AIR-HIT-6", f"{game.called(unit.id)} flies, and no explosion reaches it")  # "it reaches none"
    return too_high(game, unit) or True


def too_high(game: front.Game, unit: front.Unit) -> Objection | None:
    """Why nothing attacks an aircraft; None: it flies low. AIR-ALT-3."""
    if altitude_of(game, unit) == LOW:
        return None
    # "it can attack nothing, and nothing can attack it"
    return Objection("AIR-ALT-3", f"{game.called(unit.id)} flies high and may not be attacked")


def no_cover(game: front.Game, unit: front.Unit) -> Objection:
    """An aircraft flies over all that covers what is on the ground. AIR-HIT-1."""
    return Objection("AIR-HIT-1", f"{game.called(unit.id)} flies over cover, and is in none")  # "Nothing covers an aircraft"


def needs_a_move(game: front.Game, unit: front.Unit) -> bool:
    """Whether an aircraft has to be given a move, and does not just circle (ruling ``high_unmoved``).

    One that is without a model does not: a spotter that sees the whole table, a heavy bomber. AIR-MOVE-1, AIR-ALT-4.
    """
    if altitude_of(game, unit) == LOW:
        return True
    rulings, kind = aircraft_rulings(game.rulings), game.type_of(unit)
    without_model = kind.has("Heavy Bomber") or (kind.has("Spotter") and rulings.spotter_sight == "whole-table")
    return rulings.high_unmoved == "must-move" and not without_model


def keeps_together(game: front.Game, unit: front.Unit) -> tuple[float, str]:
    """How near the aircraft of a unit keep to each other, in inches, and by which rule (ruling ``aircraft_coherency``)."""
    return game.type_of(unit).coherency if aircraft_rulings(game.rulings).aircraft_coherency == "6in" else 0, "AIR-UNIT-5"


def never_on_the_ground(game: front.Game, unit: front.Unit) -> bool:
    """An aircraft neither moves on the ground nor stands in anybody's way there. AIR-MOVE-5, AIR-MOVE-6."""
    return False


def stands_with_the_army(game: front.Game, unit: front.Unit) -> bool:
    """An army breaks by the aircraft that fight in it; who looks on from high up does not count. HOST-WIN-1."""
    return altitude_of(game, unit) == LOW


def under_barrage(game: front.Game, unit: front.Unit, by: front.Unit | None) -> Objection:
    """Shells and bombs burst on the ground: an aircraft is never under a template. AIR-BOMB-7, AIR-HIT-5."""
    # "their templates never touch an aircraft"
    return Objection("AIR-BOMB-7", f"{game.called(unit.id)} flies, and is never under a template")


def in_sweep(game: front.Game, unit: front.Unit, by: front.Unit | None) -> Objection | bool:
    """Whether a sweep touches an aircraft, or why not: it flies high, or a drone sweeps. AIR-HIT-3, AIR-HIT-4, AIR-ALT-3."""
    return too_high(game, unit) or (by and of_a_drone(game.type_of(by))) or True


_AREA = ("area", "missile")


def of_a_drone(attacker: front.UnitType) -> Objection | None:
    """Why a drone attacks no aircraft; None: it is none. AIR-HIT-4."""
    # "Aircraft are safe from drones"
    return Objection("AIR-HIT-4", "drones may not attack aircraft") if attacker.kind == "drone" else None


def barred(attacker: front.UnitType, weapon: front.Weapon) -> Objection | None:
    """Why a kind of unit may not use a weapon against aircraft, if it may not. AIR-HIT-4, AIR-HIT-5."""
    if weapon.kind in _AREA:  # "No area weapon can be used on aircraft"
        return Objection("AIR-HIT-5", f"{weapon.name} may not be used against aircraft")
    return of_a_drone(attacker)


def objections(game: front.Game, command: Command) -> Iterable[Objection]:
    """Objections to shooting from the air, or at what flies."""
    if not isinstance(command, front.Shoot) or not game.in_play(command.unit) or not game.in_play(command.target):
        return
    unit, target = game.unit(command.unit), game.unit(command.target)
    if is_aircraft(game, unit) and altitude_of(game, unit) == HIGH:  # "it can attack nothing, and nothing can attack it"
        yield Objection("AIR-ALT-3", f"{game.called(unit.id)} flies high and may not attack")
    if not is_aircraft(game, target):
        return
    if objection := too_high(game, target):
        yield objection
    mount = game.type_of(unit).mount(command.weapon)
    if mount is not None and (objection := barred(game.type_of(unit), mount.weapon)):
        yield objection


def bears(game: front.Game, element: front.Element, mount: front.Mount, at: front.Element) -> bool:
    """Whether an aircraft's gun can be brought to bear on the element ``at``: in one of its arcs. AIR-GUN-2."""
    rulings = aircraft_rulings(game.rulings)
    arcs = arcs_of(Pose(element.x, element.y, element.facing), at.x, at.y, rulings.arc_boundary)
    return not mount.arcs or not set(mount.arcs).isdisjoint(arcs)


def measured_from_the_air(rulings: Rulings) -> front.Ends:
    """From the centre of the aircraft's base, to the target's edge or centre (ruling ``range_from_air``). AIR-GUN-3."""
    to_edge = aircraft_rulings(rulings).range_from_air == "centre-to-base-edge"
    return front.Ends(own_edge=False, target_edge=to_edge)


def measured_to_an_aircraft(rulings: Rulings) -> front.Ends:
    """To the centre of the aircraft's base. AIR-HIT-1."""
    return front.Ends(target_edge=False)


def over_everything(rulings: Rulings) -> front.Eyes:
    """Nothing that stands between hides the ground from an aircraft, nor the aircraft from the ground. AIR-GUN-4."""
    return front.ALOFT


def from_the_air(ruleset: front.AllQuiet, game: front.Game, unit: front.Unit) -> Sequence[front.Threat]:
    """A flight, then its guns; bombs on all that it may fly over. Who flies high attacks nobody. AIR-ALT-3."""
    if altitude_of(game, unit) != LOW:
        return ()
    kind = game.type_of(unit)
    far = allowance(kind.speed).maximum
    rulings = aircraft_rulings(game.rulings)
    loads = [blasts_of(tuple(bombs_aboard(game, unit, element.id).items()), rulings) for element in unit.present]
    blasts = [blast for load in loads for blast in load]
    guns = front.guns_of(ruleset, game, unit, far, far)
    if not blasts:
        return guns

    def bombed(target: front.ThreatenedUnit) -> Harm:
        if not front.reaches(game, ruleset.rules, "under barrage", target.unit, unit):
            return front.NO_HARM
        under = front.under_at_most(target.shape, target.kind.base_diameter, blasts[0].diameter)
        attacks = ceil(len(blasts) * under / max(1, len(target.shape)))
        return front.template_harm(
            ruleset.rules, kind, blasts[0].weapon, target.unit, target.kind, target.cover, under, attacks, target.stake
        )

    return (*guns, front.Threat("bombs", far, far, bombed, far))
