"""The planner's best run for a unit of the game, as an order to fly that the player may take or leave."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from aqmf_air.errors import DataError
from aqmf_air.games.martian_aircraft.orders.fly_order import Fly
from aqmf_air.games.martian_aircraft.planning import best_run
from aqmf_air.games.martian_aircraft.planning.instructions import orders_of
from aqmf_air.games.martian_aircraft.planning.plan import Plan, value_of
from aqmf_air.games.martian_aircraft.planning.scene import NoPlanError, PlanScene, Sortie
from aqmf_air.games.martian_aircraft.rules.bomb_run import BombRun
from aqmf_air.games.martian_aircraft.rules.bombing import bombs_by_kind
from aqmf_air.games.martian_aircraft.rules.flight import Flight
from aqmf_air.games.martian_aircraft.rules.scenes import AircraftPlace, DropDocument, TemplateTarget
from aqmf_air.games.martian_aircraft.units import bombs_aboard, is_aircraft
from aqmf_air.games.martian_front.orders.firing import attack_on
from aqmf_air.games.martian_front.profiles import covers
from aqmf_air.games.martian_front.rules.measuring import cover_of, in_reach
from aqmf_air.games.martian_front.state import Unit
from aqmf_air.games.martian_front.ui.board.extension import GameSeat


def planned_flight(seat: GameSeat, unit: Unit) -> tuple[Fly | None, dict[str, Any]]:
    """The best run that is found for all aircraft of a unit: an order, and with its worth what each one flies, in words.

    The worth of a hit is the points of what it hits, against the player if that is the player's own. Where there is no run
    worth flying, ``none`` says why.

    Raises DataError: the unit is none of the seat's aircraft.
    """
    if unit.side != seat.side or not is_aircraft(seat.game, unit):
        raise DataError(f"{unit.id} is not an aircraft of the {seat.side} side", key="unit")
    try:
        scene = _scene(seat, unit)
        found = best_run(scene, seat.game.rulings, more=seat.rules.modifiers)  # type: ignore[arg-type]
    except NoPlanError as none:
        return None, {"none": f"The planner finds {none}."}
    runs = [run for run in (found.run, *found.runner_ups) if seat.allows(_order(unit, run))]
    best = max([*runs, *_offered(seat, unit, scene, found)], key=lambda run: value_of(scene, run), default=None)
    if best is None or value_of(scene, best) <= 0:
        return None, {"none": "The planner finds no run that the unit can fly together."}
    order = _order(unit, best)
    return order, {
        "command": order.model_dump(mode="json"),
        "value": value_of(scene, best),
        "upper_bound": found.upper_bound,
        "orders": [{"element": name, "said": said} for name, said in orders_of(best)],
        "objections": seat.objections(order),
    }


def _scene(seat: GameSeat, unit: Unit) -> PlanScene:
    """What the planner is told: everything on the ground that a bomb reaches and the side sees.

    Raises NoPlanError: the unit carries no bombs.
    """
    game, kind = seat.game, seat.game.type_of(unit)
    bombs = {one.id: bombs_aboard(game, unit, one.id) for one in unit.elements}
    weapon = next((mount.weapon for mount in kind.weapons if mount.weapon.kind == "bomb"), None)
    if weapon is None:
        raise NoPlanError(f"no bombs: {unit.id} carries none")
    elements, worth = [], {}
    reached = in_reach(game, seat.rules, "under barrage", unit)
    for other, one in [(unit, element) for unit in reached for element in unit.present]:
        profile = game.type_of(other)
        share = profile.points / profile.elements
        elements.append(
            TemplateTarget(
                id=one.id,
                side=other.side,
                x=one.x,
                y=one.y,
                base_diameter=profile.base_diameter,
                defense=profile.defense,
                armor=attack_on(game, seat.rules, unit, weapon, other, None, one).armor,
                cover=covers()[cover_of(game, seat.rules, other, one)].name,
                kind=profile.kind,
            )
        )
        worth[one.id] = -share if other.side == unit.side else share
    return PlanScene(
        table=game.table,
        terrain=game.terrain,
        elements=tuple(elements),
        worth=worth,
        aircraft=tuple(
            Sortie(
                id=one.id,
                speed=kind.speed,
                base_diameter=kind.base_diameter,
                start=AircraftPlace(x=one.x, y=one.y, facing=one.facing % 360),
                bombs=bombs_by_kind(bombs[one.id]),
            )
            for one in unit.elements
        ),
    )


def _order(unit: Unit, run: BombRun) -> Fly:
    """A resolved run as an order."""
    flown = {one.id: one for one in run.scene.aircraft}
    return Fly(
        unit=unit.id,
        flights=tuple(
            Flight(
                path=flown[one.id].path,
                drops=tuple(drop.drop for drop in flown[one.id].drops),
            )
            for one in unit.elements
        ),
    )


def _offered(seat: GameSeat, unit: Unit, scene: PlanScene, found: Plan) -> Iterable[BombRun]:
    """The simple flights in formation that are on offer: for when the best run would tear the unit apart."""
    for offer in Fly.offers(seat.game, seat.side, seat.rules):
        order = offer.command
        if not isinstance(order, Fly) or order.unit != unit.id or not any(flight.drops for flight in order.flights):
            continue
        flights = dict(zip((one.id for one in unit.elements), order.flights, strict=True))
        drops = {
            name: [DropDocument(at=drop.at, bombs={"light": drop.light, "medium": drop.medium}) for drop in flight.drops]
            for name, flight in flights.items()
        }
        run = BombRun(
            scene.flown({name: flight.path for name, flight in flights.items()}, drops), found.run.rulings, found.run.more
        )
        if run.legal and seat.allows(order):
            yield run
