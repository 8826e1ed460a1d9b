"""Aircraft on the base game's board: where they can go, what a flight does, and the planner's best run."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache
from typing import Any, ClassVar

from aqmf_air.api import Command, DataError, Frozen, read
from aqmf_air.api.geometry import TOLERANCE, Gauge, Pose, Rectangle, feature, fly
from aqmf_air.api.ui import Map, Mark, Moment, Preview, area, flight_path, gauges, leaving, static_url
from aqmf_air.games.martian_aircraft.chapters import scenes
from aqmf_air.games.martian_aircraft.chapters.bombing import Bombard, Bombs, blasts_of, bombs_by_kind
from aqmf_air.games.martian_aircraft.chapters.flight import Flight
from aqmf_air.games.martian_aircraft.chapters.fly_order import Fly
from aqmf_air.games.martian_aircraft.chapters.movement import DIGITS, Move, allowance, gauge_of
from aqmf_air.games.martian_aircraft.planning import best_run
from aqmf_air.games.martian_aircraft.planning.instructions import orders_of
from aqmf_air.games.martian_aircraft.planning.plan import Plan, value_of
from aqmf_air.games.martian_aircraft.planning.scene import NoPlanError, PlanScene, Sortie
from aqmf_air.games.martian_aircraft.state import KIND, LOW, altitude_of, bombs_aboard, figures, is_aircraft
from aqmf_air.games.martian_aircraft.tables import aircraft_rulings
from aqmf_air.games.martian_aircraft.ui.board.marks import marks
from aqmf_air.games.martian_aircraft.ui.drawing.flight import rings_of
from aqmf_air.games.martian_aircraft.ui.drawing.pieces import aircraft, drop_marks
from aqmf_air.games.martian_aircraft.ui.features import flight_features, impact_features
from aqmf_air.games.martian_front import api as front


def planned_flight(seat: front.GameSeat, unit: front.Unit) -> tuple[Fly | None, dict[str, Any]]:
    """The best run that is found for all aircraft of a unit: an order, and with its worth what each one flies, in words.

    The worth of a hit is the points of what it hits, against the player if that is the player's own. Where there is no run
    worth flying, ``none`` says why.

    Raises DataError: the unit is none of the seat's aircraft.
    """
    if unit.side != seat.side or not is_aircraft(seat.game, unit):
        raise DataError(f"{unit.id} is not an aircraft of the {seat.side} side", key="unit")
    try:
        scene = _scene(seat, unit)
        plan = best_run(scene, seat.game.rulings, more=seat.rules.modifiers)  # type: ignore[arg-type]
    except NoPlanError as none:
        return None, {"none": f"The planner finds {none}."}
    runs = [run for run in (plan.run, *plan.runner_ups) if seat.allows(_order(unit, run))]
    best = max([*runs, *_offered(seat, unit, scene, plan)], key=lambda run: value_of(scene, run), default=None)
    if best is None or value_of(scene, best) <= 0:
        return None, {"none": "The planner finds no run that the unit can fly together."}
    order = _order(unit, best)
    return order, {
        "command": order.model_dump(mode="json"),
        "value": value_of(scene, best),
        "upper_bound": plan.upper_bound,
        "orders": [{"element": name, "said": words} for name, words in orders_of(best)],
        "objections": seat.objections(order),
    }


def _scene(seat: front.GameSeat, unit: front.Unit) -> PlanScene:
    """What the planner is told: everything on the ground that a bomb reaches and the side sees.

    Raises NoPlanError: the unit carries no bombs.
    """
    game, kind = seat.game, seat.game.type_of(unit)
    bombs = {element.id: bombs_aboard(game, unit, element.id) for element in unit.elements}
    weapon = next((mount.weapon for mount in kind.weapons if mount.weapon.kind == "bomb"), None)
    if weapon is None:
        raise NoPlanError(f"no bombs: {unit.id} carries none")
    elements, worth = [], {}
    reached = front.in_reach(game, seat.rules, "under barrage", unit)
    for other, target in [(unit, element) for unit in reached for element in unit.present]:
        profile = game.type_of(other)
        share = profile.points / profile.elements
        elements.append(
            scenes.TemplateTarget(
                id=target.id,
                side=other.side,
                x=target.x,
                y=target.y,
                base_diameter=profile.base_diameter,
                defense=profile.defense,
                armor=front.attack_on(game, seat.rules, unit, weapon, other, None, target).armor,
                cover=front.covers()[front.cover_of(game, seat.rules, other, target)].name,
                kind=profile.kind,
            )
        )
        worth[target.id] = -share if other.side == unit.side else share
    return PlanScene(
        table=game.table,
        terrain=game.terrain,
        elements=tuple(elements),
        worth=worth,
        aircraft=tuple(
            Sortie(
                id=element.id,
                speed=kind.speed,
                base_diameter=kind.base_diameter,
                start=scenes.AircraftPlace(x=element.x, y=element.y, facing=element.facing % 360),
                bombs=bombs_by_kind(bombs[element.id]),
            )
            for element in unit.elements
        ),
    )


def _order(unit: front.Unit, run: scenes.BombRun) -> Fly:
    """A resolved run as an order."""
    flown = {bomber.id: bomber for bomber in run.scene.aircraft}
    sorties = [flown[element.id] for element in unit.elements]
    flights = tuple(Flight(path=sortie.path, drops=tuple(drop.drop for drop in sortie.drops)) for sortie in sorties)
    return Fly(unit=unit.id, flights=flights)


def _offered(seat: front.GameSeat, unit: front.Unit, scene: PlanScene, plan: Plan) -> Iterable[scenes.BombRun]:
    """The simple flights in formation that are on offer: for when the best run would tear the unit apart."""
    for offer in Fly.offers(seat.game, seat.side, seat.rules):
        order = offer.command
        if not isinstance(order, Fly) or order.unit != unit.id or not any(flight.drops for flight in order.flights):
            continue
        flights = dict(zip((element.id for element in unit.elements), order.flights, strict=True))
        drops = {
            name: [
                scenes.DropDocument(at=drop.at, bombs={"light": drop.light, "medium": drop.medium}) for drop in flight.drops
            ]
            for name, flight in flights.items()
        }
        run = scenes.BombRun(
            scene.flown({name: flight.path for name, flight in flights.items()}, drops), plan.run.rulings, plan.run.more
        )
        if run.legal and seat.allows(order):
            yield run


# -- on the board ------------------------------------------------------------------------------------------------------


SCRIPTS = "aqmf_air.games.martian_aircraft.ui"
TURNS = 2  # turns that the envelope of an aircraft counts with
MOST_GAUGES = 6  # pieces of a path up to which its gauges are drawn
HINTS = {
    front.PhasePart.FIRST_MOVEMENT: "Fly and move. Bombs fall in this phase. Every low aircraft must fly.",
    front.PhasePart.SECOND_MOVEMENT: "Fly and move a second time. Every low aircraft must fly.",
}


class DrawnWay(Frozen):
    """How far an aircraft of a unit has been led, before it goes on."""

    element: str = ""
    path: scenes.FlightPath = ()


class AircraftOnBoard(front.UnitsOnBoard):
    """Everything that flies."""

    kind = KIND
    editors: ClassVar[Mapping[str, str]] = {"aircraft.fly": static_url(SCRIPTS, "board/flight.js")}

    def hint(self, part: front.PhasePart) -> str:
        return HINTS.get(part, "")

    def reach(self, seat: front.GameSeat, unit: front.Unit, body: Mapping[str, Any]) -> Mapping[str, Any]:
        """The gauge, the allowance and the bombs; the envelope, where an aircraft is named: it takes the longest."""
        given = {key: body[key] for key in ("element", "path") if key in body}
        way = read(DrawnWay, given, "this path", DataError)
        game, kind = seat.game, seat.game.type_of(unit)
        board = front.board_map(game.table)
        gauge = gauge_of(kind.base_diameter, aircraft_rulings(game.rulings))
        least, most = allowance(kind.speed)
        table = Rectangle.sized(game.table.width, game.table.depth)
        for chosen in (element for element in unit.elements if element.id == way.element):
            start = fly(Pose(chosen.x, chosen.y, chosen.facing), scenes.track_of(way.path), gauge)
            left = most - start.spent
            if left > TOLERANCE and table.holds(start.end.x, start.end.y):
                area(board, _envelope(start.end, gauge, max(0.0, least - start.spent), left, table))
        return {
            "gauge": {"radius": gauge.radius, "inches_per_degree": gauge.inches_per_degree},
            "least": round(least, DIGITS),
            "most": round(most, DIGITS),
            "may_bomb": game.part is front.PhasePart.FIRST_MOVEMENT and altitude_of(game, unit) == LOW,
            "bombs": {element.id: bombs_by_kind(bombs_aboard(game, unit, element.id)) for element in unit.elements},
            "templates": _templates(game, unit),
            "svg": str(board.body),
        }

    def preview(self, seat: front.GameSeat, order: Command) -> Preview | None:
        if isinstance(order, Fly):
            return flight_preview(seat, order)
        if isinstance(order, Bombard):
            drawn = front.board_map(seat.game.table)
            if not seat.allows(order):
                return Preview()
            disc = order.template(seat.game, seat.rules)
            under = front.lay(seat, disc, seat.game.unit(order.unit), drawn)
            fallen = feature(disc, "template", unit=order.unit, diameter=disc.diameter, under=under)
            return Preview(str(drawn.body), under, features=(fallen,))
        return None

    def marks(self, moment: Moment, rules: front.FrontRules) -> Iterable[Mark]:
        return marks(moment, rules)

    def answer(self, seat: front.GameSeat, question: str, unit: front.Unit) -> Mapping[str, Any]:
        if question == "plan":
            order, answer = planned_flight(seat, unit)
            return answer if order is None else {**answer, "svg": flight_preview(seat, order).svg}
        return super().answer(seat, question, unit)


@lru_cache(maxsize=128)
def _envelope(start: Pose, gauge: Gauge, least: float, most: float, table: Rectangle) -> list[list[tuple[float, ...]]]:
    """The outlines of where a move can end. Every seat that looks at an aircraft asks for the same one."""
    from aqmf_air.api.geometry import reach

    return rings_of(reach(start, gauge, least, most, TURNS, table))


def _templates(game: front.Game, unit: front.Unit) -> list[dict[str, Any]]:
    """How large the templates are of every load that an aircraft of the unit could drop at one point."""
    aboard = [bombs_by_kind(bombs_aboard(game, unit, element.id)) for element in unit.elements]
    light, medium = (range(max((load[kind] for load in aboard), default=0) + 1) for kind in ("light", "medium"))
    loads, ruled = [Bombs(light=n, medium=m) for n in light for m in medium if n or m], aircraft_rulings(game.rulings)
    return [{**dict(load), "diameters": [blast.diameter for blast in blasts_of(load.bombs, ruled)]} for load in loads]


# -- flights before they are ordered --------------------------------------------------------------------------------------


def flight_preview(seat: front.GameSeat, order: Fly) -> Preview:
    """A flight drawn, with its bombs, whom they fall on, and its moves in figures."""
    game, unit = seat.game, seat.game.unit(order.unit)
    if not is_aircraft(game, unit) or len(order.flights) not in (1, len(unit.elements)):
        return Preview()
    board = front.board_map(game.table)
    moves, impacts = order.moves(game), order.impacts(game)
    judged = aircraft_rulings(game.rulings).under_template
    struck = [front.lay(seat, impact.template, unit, board, judged) for impact in impacts]
    _draw_moves(board, game, unit, moves)
    drop_marks(board, [(impact.mark.x, impact.mark.y) for impact in impacts])
    facts = {
        "flights": [_flown(element, move) for element, move in zip(unit.elements, moves, strict=True)],
        "impacts": [
            {"aircraft": impact.aircraft, "at": impact.spent, "diameter": impact.blast.diameter, "under": under_it}
            for impact, under_it in zip(impacts, struck, strict=True)
        ],
    }
    board.write()
    under = tuple(dict.fromkeys(name for under_it in struck for name in under_it))
    off = [game.called(element.id) for element, move in zip(unit.elements, moves, strict=True) if move.departure is not None]
    size, rulings = game.type_of(unit).base_diameter, aircraft_rulings(game.rulings)
    features = [
        *(
            shape
            for element, move in zip(unit.elements, moves, strict=True)
            for shape in flight_features(move, size, rulings, aircraft=element.id)
        ),
        *impact_features(impacts, struck),
    ]
    after = order.foreseen(game, seat.rules)
    warnings = (*_leaving_in_words(game, after, unit, off), *front.blast_warnings(seat, after, under))
    return Preview(str(board.body), under, warnings, facts, tuple(features))


def _leaving_in_words(game: front.Game, after: front.Game, unit: front.Unit, off: Sequence[str]) -> Iterable[str]:
    """Which aircraft leave the table, in one line; and that the game is lost by it, where no unit of the side is left."""
    if off:
        yield (
            f"{off[0]} leaves the table" if len(off) == 1 else f"{game.called(unit.id)}: {len(off)} aircraft leave the table"
        )
        if all(left.side != unit.side for left in (*after.units, *(reserve.unit for reserve in after.reserves))):
            yield f"no {unit.side} unit is left then: the game ends and is lost"


def _draw_moves(board: Map, game: front.Game, unit: front.Unit, moves: Sequence[Move]) -> None:
    size = game.type_of(unit).base_diameter
    for move in moves:
        if len(move.path.track) <= MOST_GAUGES:
            gauges(board, move.path, figures()["turning gauge"])
        flight_path(board, move.path, labels=False)
    first = next((move for move in moves if move.departure is not None), None)  # labels of a formation would overprint
    for move in moves:
        if move.departure is None:
            aircraft(board, move.end, size)
        else:
            leaving(board, move.departure.at, labelled=move is first)
            if move.departure.then == "return":
                aircraft(board, move.departure.returns, size, returned=True)


def _flown(element: front.Element, move: Move) -> dict[str, Any]:
    """A judged move in figures."""
    departure = move.departure
    return {
        "element": element.id,
        "legal": move.legal,
        "spent": round(move.path.spent, DIGITS),
        "length": round(move.path.length, DIGITS),
        "end": {"x": move.end.x, "y": move.end.y, "facing": move.end.facing},
        "joints": [{"x": joint.x, "y": joint.y, "facing": joint.facing, "spent": joint.spent} for joint in move.path.joints],
        "leaves": None if departure is None else {"spent": round(departure.spent, DIGITS), "then": departure.then},
        "problems": move.problems,
    }
