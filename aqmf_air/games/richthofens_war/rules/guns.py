"""Which guns of an aircraft fire together, on which column, and what they spend. JAM-3, SPEC-5 to SPEC-15, SPEC-21."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Literal

from aqmf_air.core.data.model import replace
from aqmf_air.games.richthofens_war.pieces import Aircraft, Gun
from aqmf_air.games.richthofens_war.rulings import RichthofenRulings
from aqmf_air.games.richthofens_war.tables import AircraftType, Column, GunType, Tables

WING_GUN = "wing Lewis"


@dataclass(frozen=True)
class Battery:
    """Guns that are fired at one target."""

    guns: tuple[str, ...]
    column: Column
    wing_gun_alone: bool = False
    """SPEC-6."""

    def __str__(self) -> str:
        return " and ".join(self.guns)


def fitted(type_: AircraftType, tables: Tables, rulings: RichthofenRulings) -> tuple[Gun, ...]:
    """The guns that an aircraft of a type sets out with. SPEC-8, SPEC-10, SPEC-21."""
    return tuple(
        Gun(name=one.name, drums=_drums(one, type_, tables, rulings))
        for one in type_.guns
        if not (type_.has("rear-gun-option") and one.mount == "rear" and rulings.fe2b_rear_gun == "off")
    )


def _drums(gun: GunType, type_: AircraftType, tables: Tables, rulings: RichthofenRulings) -> tuple[int, ...]:
    if type_.has("british-lewis") and gun.by == "pilot":
        return (tables.number("fire-changes", "british-drum"),)
    if gun.mount == "front" and gun.name != WING_GUN and rulings.lewis_fronts == "se5a-only" and gun.drums:
        return (sum(gun.drums),)
    return gun.ammunition


def worked_by_observer(gun: GunType, type_: AircraftType, rulings: RichthofenRulings) -> bool:
    """Whether a gun is an observer's. DECL-3."""
    if gun.mount == "front" and not type_.has("observers-front-gun") and rulings.observer_front_guns == "as-a-pilots":
        return False
    return gun.by == "observer"


def guns_of(
    one: Aircraft, type_: AircraftType, by: Literal["pilot", "observer"], rulings: RichthofenRulings
) -> tuple[tuple[GunType, Gun], ...]:
    """The guns that a man works, each with its state."""
    there = {gun.name: gun for gun in one.guns}
    observer = by == "observer"
    return tuple(
        (gun, there[gun.name])
        for gun in type_.guns
        if gun.name in there and worked_by_observer(gun, type_, rulings) == observer
    )


def fires_singly(type_: AircraftType, rulings: RichthofenRulings) -> bool:
    """Whether one of twin guns may fire while the other cannot. SPEC-11."""
    return type_.has("twin-mount") or (type_.has("perhaps-twin-mount") and rulings.fokker_d == "yes")


def batteries(
    one: Aircraft,
    type_: AircraftType,
    by: Literal["pilot", "observer"],
    rulings: RichthofenRulings,
    tried: Iterable[str] = (),
) -> tuple[Battery, ...]:
    """The ways in which a man's guns can be fired now, the strongest first; none: they cannot.

    Args:
        one: the aircraft.
        type_: its type.
        by: who works them.
        rulings: in force.
        tried: guns that somebody tries to clear in this turn. SPEC-12.
    """
    own = guns_of(one, type_, by, rulings)
    ready = [gun for gun, state in own if state.ready]
    if by == "observer":
        return tuple(Battery((gun.name,), gun.column) for gun in ready)
    tried = set(tried)
    if tried and rulings.clear_and_fire == "no":
        return ()
    if type_.front == "A":
        return _twin(own, ready, type_, rulings, tried)
    if type_.front == "B":
        return _separate(own, ready, rulings)
    return tuple(Battery((gun.name,), gun.column) for gun in ready)


def _twin(
    own: Sequence[tuple[GunType, Gun]],
    ready: Sequence[GunType],
    type_: AircraftType,
    rulings: RichthofenRulings,
    tried: set[str],
) -> tuple[Battery, ...]:
    if len(ready) == len(own):
        return (Battery(tuple(gun.name for gun in ready), "A"),)
    silent = [state for gun, state in own if gun not in ready]
    if tried & {state.name for state in silent}:
        return ()
    jammed = any(state.jammed and not state.out for state in silent)
    if jammed and not fires_singly(type_, rulings):
        return ()
    if any(state.out for state in silent) and rulings.crit5_mount == "mount-out":
        return ()
    return tuple(Battery((gun.name,), "C") for gun in ready[:1])


def _separate(
    own: Sequence[tuple[GunType, Gun]], ready: Sequence[GunType], rulings: RichthofenRulings
) -> tuple[Battery, ...]:
    if any(state.jammed for _, state in own) and rulings.b_one_jammed == "none":
        return ()
    alone = tuple(Battery((gun.name,), "C", wing_gun_alone=gun.name == WING_GUN) for gun in ready)
    both = (Battery(tuple(gun.name for gun in ready), "B"),) if len(ready) == len(own) else ()
    return (*both, *alone)


def spent(gun: Gun) -> Gun:
    """A gun after a shot: a point of ammunition less. FIRE-2."""
    return replace(gun, drums=(gun.drums[0] - 1, *gun.drums[1:]))


def with_next_drum(gun: Gun) -> Gun:
    """A gun with its next drum. SPEC-8, SPEC-22."""
    return replace(gun, drums=gun.drums[1:])
