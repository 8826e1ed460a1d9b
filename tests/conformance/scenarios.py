"""The bundled scenarios, ready to be played, and games that differ in nothing that one side may know."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from typing import Any, cast

from aqmf_air.core.data.model import replace
from aqmf_air.core.play.session import Session, new_header
from aqmf_air.games.martian_front.sequence import AllQuiet
from aqmf_air.games.martian_front.state import HIDDEN, Game, Reserve, Unit
from aqmf_air.plugins.registry import Registry, load_registry

NAMES = ("eyes-above", "far-horizon", "first-flight", "hold-the-line", "map-square", "redoubt")


@cache
def everything() -> Registry:
    return load_registry(entry_points=False)


def ruleset() -> AllQuiet:
    return cast("AllQuiet", everything().ruleset("aqmf"))


def setup_of(name: str, rules: AllQuiet) -> Any:
    return rules.scenario(rules.bundled(name), {}).setup


def new_game(name: str, seed: int) -> Session[Game]:
    rules = ruleset()
    return Session(rules, new_header(rules, setup_of(name, rules), seed=seed, game=f"{name}-{seed}"))


def hidden_from(state: Game, player: str) -> Iterator[Game]:
    """The game with other units behind the markers, other reserves to come, another deployment behind the screen."""
    rules = ruleset()
    others = [unit for unit in state.units if unit.side != player and unit.has(HIDDEN)]
    if len(others) > 1:
        changed = {one.id: _in_place_of(one, other) for one, other in zip(others, reversed(others), strict=True)}
        yield replace(state, units=tuple(changed.get(unit.id, unit) for unit in state.units))
    for one in others:
        (element, *_) = one.elements
        walker = next((kind for kind in state.types if kind.kind == "tripod" and kind.name != one.type), None)
        if walker is not None:
            unit = replace(one, type=walker.name, elements=(element,))
            yield replace(state, units=tuple(unit if other.id == one.id else other for other in state.units))
    for one in others:
        if state.type_of(one).kind == "tripod":
            (element,) = one.elements
            weapons = tuple(mount.weapon.name for mount in state.type_of(one).weapons)
            torn = replace(one.marked("immobile"), elements=(replace(element, armor_lost=3, weapons_out=weapons),))
            yield replace(state, units=tuple(torn if other.id == one.id else other for other in state.units))
    foreseen = any(
        rules.rules.procedure("foresees", state.type_of(u).kind)(state, u) for u in state.units if u.side == player
    )
    theirs = [reserve for reserve in state.reserves if reserve.unit.side != player]
    if theirs and not foreseen:
        yield replace(state, reserves=tuple(one for one in state.reserves if one not in theirs))
        later = tuple(replace(one, turn=one.turn + 1) if one in theirs else one for one in state.reserves)
        yield replace(state, reserves=later)
    if theirs and foreseen:  # where and when they come is known, and not what they are
        changed_kinds = (_of_another_kind(state, one) if one in theirs else one for one in state.reserves)
        yield replace(state, reserves=tuple(changed_kinds))
    screened = {zone.side for zone in state.zones if zone.side != player}
    if state.now.id == "deployment" and screened:
        yield replace(state, units=tuple(_shifted(unit) if unit.side in screened else unit for unit in state.units))


def _of_another_kind(state: Game, reserve: Reserve) -> Reserve:
    one = reserve.unit
    other = next(kind for kind in state.types if kind.side == one.side and kind.name != one.type)
    unit = replace(one, id=f"{one.id}-or-not", type=other.name, elements=one.elements[:1])
    return replace(reserve, unit=unit)


def _in_place_of(one: Unit, other: Unit) -> Unit:
    """The unit of ``other``'s kind at the marker of ``one``."""
    at = one.elements[0]
    elements = tuple(replace(element, x=at.x, y=at.y) for element in other.elements)
    return replace(one, type=other.type, elements=elements)


def _shifted(unit: Unit) -> Unit:
    return replace(unit, elements=tuple(replace(one, x=one.x + 0.25) for one in unit.elements))
