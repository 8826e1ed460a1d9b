"""What a unit may do now, and of what it may not, why: asked of the rules order by order."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, NamedTuple

from aqmf_air.core.play.events import Command
from aqmf_air.core.play.ruleset import Objection
from aqmf_air.games.martian_aircraft.orders.bombers import Bombard
from aqmf_air.games.martian_aircraft.orders.fly_order import Flight, Fly
from aqmf_air.games.martian_aircraft.orders.scouting import Search
from aqmf_air.games.martian_aircraft.orders.spotting import Spot
from aqmf_air.games.martian_aircraft.orders.suicide_flight import Run
from aqmf_air.games.martian_aircraft.rules.morale import RUN
from aqmf_air.games.martian_aircraft.rules.movement import allowance
from aqmf_air.games.martian_aircraft.rules.scenes import PathPiece
from aqmf_air.games.martian_aircraft.units import is_aircraft
from aqmf_air.games.martian_front.orders.artillery import THROWN, Barrage, Bombardment
from aqmf_air.games.martian_front.orders.damaged_legs import Stagger
from aqmf_air.games.martian_front.orders.damaged_weapons import RollForWeapon, wild_weapons
from aqmf_air.games.martian_front.orders.deployment import Deploy
from aqmf_air.games.martian_front.orders.firing import Shoot
from aqmf_air.games.martian_front.orders.moving import Move, Place
from aqmf_air.games.martian_front.orders.rays import SWEEP, SweepRay
from aqmf_air.games.martian_front.profiles import Mount, figures
from aqmf_air.games.martian_front.rules_in_force import enemies
from aqmf_air.games.martian_front.state import Game, Part, Unit
from aqmf_air.games.martian_front.ui.board.previews import draw_ranges
from aqmf_air.games.martian_front.ui.board.seat import Seat, listed
from aqmf_air.games.martian_front.ui.drawing.position import board_map
from aqmf_air.games.martian_front.ui.looks import damage, looks_of

SWEPT = "host.sweep"


class Doing(NamedTuple):
    """Something that a unit may do: the kind of order, and the orders of that kind to be asked about."""

    type: str
    title: str
    weapon: str
    orders: tuple[Command, ...]


def about_document(seat: Seat, unit: Unit) -> dict[str, Any]:
    """A unit: its condition in words, its ranges drawn, and, of the seat's own, what it may do and what is against it."""
    game, kind = seat.game, seat.game.type_of(unit)
    board, looks = board_map(game.table), looks_of(seat.ruleset.registry)
    draw_ranges(board, game, unit)
    return {
        "altitude": looks.state(unit, kind),
        "conditions": looks.conditions(unit, game.turn),
        "elements": [{"id": one.id, "damage": damage(one, kind)} for one in unit.elements],
        "svg": str(board.body),
        "doings": [_judged(seat, doing) for doing in _doings(game, unit, seat.side)] if not game.winner else [],
    }


def _judged(seat: Seat, doing: Doing) -> dict[str, Any]:
    """Whether any of the orders is allowed; if none is, what is said against all of them, or against each."""
    against = [seat.objections(order) for order in doing.orders]
    possible = [order for order, objections in zip(doing.orders, against, strict=True) if not objections]
    return {
        "type": doing.type,
        "title": doing.title,
        "weapon": doing.weapon,
        "possible": bool(possible),
        "targets": [target for order in possible if (target := getattr(order, "target", ""))],
        "why": [] if possible else listed(_common(against)),
        "strip": {"length": figures()["sweep length"], "width": figures()["sweep width"]} if doing.type == SWEPT else None,
    }


def _common(against: list[tuple[Objection, ...]]) -> tuple[Objection, ...]:
    """What is said against all of several orders; if that is nothing, everything that is said, each once."""
    if not against:
        return (Objection("HOST-FIRE-1", "there is no enemy to be seen"),)
    shared = tuple(one for one in against[0] if all(one in others for others in against))
    return shared or tuple(dict.fromkeys(one for objections in against for one in objections))


def _doings(game: Game, unit: Unit, side: str) -> Iterator[Doing]:
    kind = game.type_of(unit)
    if unit.side != side:
        if unit.has("immobile"):
            yield _one("move", Move(unit=unit.id, to=_here(unit)))
        return
    if game.part is Part.DEPLOYMENT:
        yield _one("set up", Deploy(unit=unit.id, to=_here(unit)))
        return
    foes = enemies(game, side)
    if is_aircraft(game, unit):
        yield from _flying(game, unit, foes)
    elif kind.speed:
        if unit.has("immobile"):
            yield _one("roll for the legs", Stagger(unit=unit.id))
        yield _one("move", Move(unit=unit.id, to=_here(unit)))
    for mount in kind.weapons:
        yield from _firing(unit, mount, foes)
    for weapon in wild_weapons(unit):
        yield _one(f"roll for the {weapon}", RollForWeapon(unit=unit.id, weapon=weapon))


def _flying(game: Game, unit: Unit, foes: tuple[Unit, ...]) -> Iterator[Doing]:
    kind = game.type_of(unit)
    if unit.has(RUN):
        yield _one("run at the nearest tripod", Run(unit=unit.id))
    elif kind.has("Heavy Bomber"):
        bombing = tuple(Bombard(unit=unit.id, target=foe.id) for foe in foes)
        yield Doing("aircraft.bombard", "bomb before turn 1", "", bombing)
    else:
        ahead = (PathPiece(straight=allowance(kind.speed).minimum),)
        yield _one("fly", Fly(unit=unit.id, flights=(Flight(path=ahead),)))
    if kind.has("Spotter"):
        yield Doing("aircraft.spot", "spot for the guns", "", tuple(Spot(unit=unit.id, target=foe.id) for foe in foes))
    if kind.has("Scout"):
        yield _one("look for hidden units", Search(unit=unit.id))


def _firing(unit: Unit, mount: Mount, foes: tuple[Unit, ...]) -> Iterator[Doing]:
    name, weapon = mount.weapon.name, mount.weapon
    if weapon.range is None:
        return
    if weapon.kind != "indirect":
        shots = tuple(Shoot(unit=unit.id, weapon=name, target=foe.id) for foe in foes)
        yield Doing("host.shoot", f"fire {name}", name, shots)
    if weapon.kind in THROWN:
        barrages = tuple(
            Barrage(unit=unit.id, weapon=name, target=foe.id, element=one.id) for foe in foes for one in foe.elements
        )
        yield Doing("host.barrage", f"lay {name}", name, barrages)
    if SWEEP in weapon.traits:
        sweeps = tuple(
            SweepRay(unit=unit.id, weapon=name, element=firer.id, x=one.x, y=one.y, direction=direction)
            for firer in unit.elements
            for foe in foes
            for one in foe.elements
            for direction in (0, 90)
        )
        yield Doing(SWEPT, f"sweep with {name}", name, sweeps)
    if "Bombardment" in weapon.traits:
        shells = tuple(
            Bombardment(unit=unit.id, weapon=name, target=foe.id, element=one.id) for foe in foes for one in foe.elements
        )
        yield Doing("host.bombardment", "bombard before turn 1", name, shells)


def _one(title: str, order: Command) -> Doing:
    return Doing(order.type, title, "", (order,))


def _here(unit: Unit) -> tuple[Place, ...]:
    return tuple(Place(x=one.x, y=one.y, facing=one.facing) for one in unit.elements)
