"""The order to fly: every aircraft of a unit along its own path, and the bombs that fall on the way. AIR-MOVE-1."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import chain, islice
from math import floor
from typing import ClassVar, Literal, Self, cast

from aqmf_air import api
from aqmf_air.api.geometry import Base, Disc, within
from aqmf_air.games.martian_aircraft import state
from aqmf_air.games.martian_aircraft.chapters.altitude import needs_a_move
from aqmf_air.games.martian_aircraft.chapters.bombing import Drop, Impact, bombs_by_kind, drop_objections, impacts_of
from aqmf_air.games.martian_aircraft.chapters.flight import (
    BOMBING,
    BombsBurst,
    Flight,
    Flights,
    Flown,
    Landed,
    Wave,
    bombs_fall,
    droppers,
    flights_worth_flying,
    has_flown,
    may_fly,
    moved,
    number_bombed,
    round_flights,
    salvos_under,
    simple_paths,
    waves_of,
)
from aqmf_air.games.martian_aircraft.chapters.movement import Move, allowance
from aqmf_air.games.martian_aircraft.chapters.scenes import FlightPath, PathPiece
from aqmf_air.games.martian_aircraft.chapters.suicide_run import RUN, tripods
from aqmf_air.games.martian_aircraft.tables import aircraft_rulings
from aqmf_air.games.martian_front import api as front


class Fly(front.UnitOrder, type="aircraft.fly"):
    """A unit of aircraft flies: a flight for each element, or one for all. Bombs burst as each has flown. AIR-MOVE-1."""

    timing: ClassVar[front.FrontTiming] = front.FrontTiming(front.MOVEMENT, "flying")
    flights: tuple[Flight, ...]
    attack: ClassVar[str] = "under barrage"
    deed: ClassVar[str] = "fly"
    phrases: ClassVar[tuple[str, ...]] = ("{unit}: {flights}", "[{unit}] fly|flies [:] {flights}", "flight : {flights}")

    @classmethod
    def means(cls, kind: front.UnitType, rulings: api.Rulings, rules: front.FrontRules) -> Iterable[front.Mount | None]:
        """Aircraft, but for heavy bombers; bombs are dropped on the way."""
        return (None, *state.bombs_of(kind)) if kind.kind == state.KIND and not kind.has("Heavy Bomber") else ()

    @classmethod
    def unit_offers(
        cls,
        game: front.Game,
        unit: front.Unit,
        mount: front.Mount | None,
        foes: Sequence[front.Unit],
        rules: front.FrontRules,
    ) -> Iterable[api.Offer]:
        """Straight ahead, no farther than it must; not on a suicide run."""
        if mount is None and not unit.has(RUN):
            ahead = (PathPiece(straight=allowance(game.type_of(unit).speed).minimum),)
            yield api.Offer(cls(unit=unit.id, flights=(Flight(path=ahead),)), f"{game.called(unit.id)} flies ahead", unit.id)

    @classmethod
    def slots(cls, game: front.Game, player: str, rules: front.FrontRules) -> Mapping[str, api.Slot]:
        """One of the side's units that fly, and how."""
        flying = (unit for unit in game.units if unit.side == player and state.is_aircraft(game, unit))
        units = api.Names("one of your aircraft", front.names_of(game, flying), pieces=True)
        return {"unit": units, "flights": Flights(game, _lone_flyer(game, player))}

    @classmethod
    def from_words(cls, game: front.Game, player: str, rules: front.FrontRules, words: api.Said) -> Iterable[Self]:
        """Of the only unit that may fly, where none is named."""
        return (cls(**{"unit": _lone_flyer(game, player), **words}),)

    @classmethod
    def examples(
        cls, game: front.Game, player: str, rules: front.FrontRules, offers: Iterable[api.Offer]
    ) -> Iterable[api.Command]:
        """Flights in round figures, with bombs where those fall on somebody; then those offered."""
        offers = tuple(offers)
        for unit in (flyer for flyer in game.units if flyer.side == player and may_fly(game, flyer)):
            orders = (offer.command for offer in offers if offer.subject == unit.id)
            runs = (order._in_round_figures(game) for order in orders if isinstance(order, cls))
            hits = (run for run in runs if run and any(salvos_under(run._ground(game, rules), run.waves(game))))
            yield from islice(hits, 1)
            for path in round_flights(game, unit):
                yield cls(unit=unit.id, flights=tuple(Flight(path=path) for _ in unit.elements))
        yield from super().examples(game, player, rules, offers)

    def _in_round_figures(self, game: front.Game) -> Self | None:
        """The way of the first aircraft that drops bombs, for all, in whole inches and degrees; None: none drops any."""
        unit = game.unit(self.unit)
        bomber = next((flight for flight in self.flights if flight.drops), None)
        if bomber is None:
            return None
        path = tuple(
            PathPiece.model_validate({"turn": max(1, round(piece.turn)), "side": piece.side})
            if piece.turn is not None
            else PathPiece(straight=floor(piece.straight or 0))
            for piece in bomber.path
        )
        loads = [bombs_by_kind(state.bombs_aboard(game, unit, element.id)) for element in unit.elements]
        at = round(bomber.drops[0].at)
        return api.replace(self, flights=tuple(Flight(path=path, drops=(Drop(at=at, **load),)) for load in loads))

    @classmethod
    def offers(cls, game: front.Game, player: str, rules: front.FrontRules) -> Iterable[api.Offer]:
        """Flights in formation: aimed bombing runs, guns on an enemy, out of reach, and others."""
        for unit in game.units:
            if unit.side == player and may_fly(game, unit):
                for offer in flights_worth_flying(game, rules, unit):
                    title = f"{game.called(unit.id)} {offer.title}"
                    yield api.Offer(cls(unit=unit.id, flights=offer.flights), title, unit.id, kind=offer.kind)

    def against(self, game: front.Game, unit: front.Unit, player: str, rules: front.FrontRules) -> Iterable[api.Objection]:
        """Once; each path as AIR-MOVE has it, bombs in the first movement only, the unit together."""
        if not state.is_aircraft(game, unit):
            yield api.Objection("HOST-ORDER-1", f"{game.called(self.unit)} does not fly")  # "what that unit has and can do"
            return
        if has_flown(game, unit):
            # "Aircraft cannot stand still: each one moves in the first and again in the second movement phase"
            yield api.Objection("AIR-MOVE-1", f"{game.called(self.unit)} has flown in this phase")
        if _runs(game, unit):
            # "The run starts in the aircraft's next movement phase and goes on, phase by phase, until it touches the tripod"
            yield api.Objection(
                "AIR-RUN-2", f"{game.called(self.unit)} is on a suicide run, and flies at the nearest tripod"
            )
        if len(self.flights) not in (1, len(unit.elements)):
            yield api.Objection(  # "as many elements, places or flights as the unit has elements"
                "HOST-ORDER-1",
                f"{game.called(self.unit)} has {len(unit.elements)} elements, got {len(self.flights)} flights",
            )
            return
        flights = self.each(unit)
        if any(flight.drops for flight in flights):
            yield from BOMBING.objections(game)
            if state.altitude_of(game, unit) != state.LOW:  # "it can attack nothing, and nothing can attack it"
                yield api.Objection("AIR-ALT-3", f"{game.called(self.unit)} flies high and may not attack")
        moves = self.moves(game)
        for element, flight, move in zip(unit.elements, flights, moves, strict=True):
            yield from _of(game, element, move.problems)
            yield from _of(game, element, drop_objections(move, flight.drops, state.bombs_aboard(game, unit, element.id)))
        # coherency of those that are on the table at the end (AIR-UNIT-5); a unit that is torn apart, or whose aircraft
        # came back over different edges, closes up as well as it can
        kind = game.type_of(unit)
        was = [Base(element.x, element.y, kind.base_diameter) for element in unit.elements]
        will_be = [Base(move.end.x, move.end.y, kind.base_diameter) for move in moves if move.departure is None]
        if len({round(element.facing) for element in unit.elements}) == 1:
            yield from front.out_of_coherency(game, rules, unit, will_be, was)

    def obligatory(self, game: front.Game) -> bool:
        """Aircraft cannot stand still; who flies high may just circle. AIR-MOVE-1, AIR-ALT-4."""
        return needs_a_move(game, game.unit(self.unit))

    def questions(self, game: front.Game, rules: front.FrontRules) -> Sequence[api.Question]:
        """How many elements are damaged of those that its side knows of."""
        game = self._as_its_side_sees(game)
        ground, waves = self._ground(game, rules), self.waves(game)
        salvos = salvos_under(ground, waves)
        if not any(salvos):
            return ()
        title = f"the bombs of {game.called(self.unit)}: elements damaged"
        return (front.salvos_question(title, ground, salvos, number_bombed, (waves,), droppers(game, waves)),)

    def wasted(self, game: front.Game, rules: front.FrontRules) -> str:
        game = self._as_its_side_sees(game)
        if not any(flight.drops for flight in self.flights) or any(
            salvos_under(self._ground(game, rules), self.waves(game))
        ):
            return ""
        return f"nobody is seen where the bombs of {game.called(self.unit)} would fall, and they would be spent"

    def prospects(self, game: front.Game, rules: front.FrontRules) -> Sequence[front.Prospect]:
        if not any(flight.drops for flight in self.flights):
            return ()
        game = self._as_its_side_sees(game)
        ground = self._ground(game, rules)
        return front.prospects_of(game, salvos_under(ground, self.waves(game)), ground.by)

    def foreseen(self, game: front.Game, rules: front.FrontRules) -> front.Game:
        return Flown(unit=self.unit, flights=self._landed(game)).apply(game)

    def decide(self, game: front.Game, rules: front.FrontRules, dice: api.Dice) -> tuple[front.FrontEvent, ...]:
        """Each flies; its bombs burst on their marks when it has, or when all have. AIR-BOMB-2, AIR-BOMB-3."""
        happened = bombs_fall(dice, self._ground(game, rules), self.waves(game)).happened
        if (rulings := aircraft_rulings(game.rulings)).bombs_on_hidden != "revealed":
            return happened
        # hidden units under the templates of bombs that have burst (ruling ``bombs_on_hidden``, AIR-BOMB-8)
        marks = (mark for event in happened if isinstance(event, BombsBurst) for mark in event.marks)
        discs = [Disc(mark.x, mark.y, mark.diameter) for mark in marks]
        return (*happened, *front.uncovered(api.after(game, happened), discs, rulings.under_template))

    def each(self, unit: front.Unit) -> tuple[Flight, ...]:
        """A flight for each element."""
        return self.flights * len(unit.elements) if len(self.flights) == 1 else self.flights

    def waves(self, game: front.Game) -> tuple[Wave, ...]:
        """The flights in order, each with the templates that are resolved after it."""
        return waves_of(game, game.unit(self.unit), self._landed(game), self.impacts(game))

    def moves(self, game: front.Game) -> tuple[Move, ...]:
        """The path of each element, judged."""
        return _moves(self, game)

    def impacts(self, game: front.Game) -> tuple[Impact, ...]:
        """Every template on its mark; of an order that is not legal, those of drops that are on its paths."""
        unit = game.unit(self.unit)
        return tuple(
            impact
            for element, flight, move in zip(unit.elements, self.each(unit), self.moves(game), strict=True)
            for impact in impacts_of(
                element.id,
                move,
                [drop for drop in flight.drops if within(drop.at, move.flown)],
                aircraft_rulings(game.rulings),
            )
        )

    def _as_its_side_sees(self, game: front.Game) -> front.Game:
        """What its side knows of the game, its own hidden units under its bombs revealed: no odds tell what is hidden."""
        game = front.as_seen_by(game, game.unit(self.unit).side)
        for salvo in chain.from_iterable(wave.salvos(game) for wave in self.waves(game)):
            game = api.after(game, salvo.uncovers(game))
        return game

    def _ground(self, game: front.Game, rules: front.FrontRules) -> front.OnTable:
        return front.OnTable(game, rules, game.unit(self.unit).side)

    def _landed(self, game: front.Game) -> tuple[Landed, ...]:
        return _flown(self, game)


@api.cached_by_identity(16)
def _moves(order: Fly, game: front.Game) -> tuple[Move, ...]:
    unit = game.unit(order.unit)
    paths = zip(unit.elements, order.each(unit), strict=True)
    return tuple(moved(game, unit, element, flight.path) for element, flight in paths)


@api.cached_by_identity(16)
def _flown(order: Fly, game: front.Game) -> tuple[Landed, ...]:
    unit = game.unit(order.unit)
    return tuple(map(_landed, unit.elements, order.each(unit), order.moves(game)))


# -- what must be flown ----------------------------------------------------------------------------------------------


def must_fly(game: front.Game, command: api.Command) -> Iterable[api.Objection]:
    """Objections to ending a movement phase before every aircraft on the table has flown in it. AIR-MOVE-1, AIR-RUN-2."""
    if not isinstance(command, front.EndPhase) or game.part not in front.MOVEMENT:
        return
    for unit in game.units:
        if unit.side in game.active and needs_a_move(game, unit) and may_fly(game, unit) and not _hemmed_in(game, unit):
            high = state.altitude_of(game, unit) != state.LOW
            rule = "AIR-RUN-2" if _runs(game, unit) else "AIR-ALT-4" if high else "AIR-MOVE-1"
            # AIR-RUN-2 "goes on, phase by phase, until it touches the tripod", AIR-MOVE-1 "Aircraft cannot stand still",
            # AIR-ALT-4 "each one with a model on the table is moved as low ones are"
            yield api.Objection(rule, f"{game.called(unit.id)} has not flown, and must in each movement phase")


def _lone_flyer(game: front.Game, player: str) -> str:
    """The only unit of a side that may still fly in this phase; empty: there is none, or there are several."""
    able = [unit.id for unit in game.units if unit.side == player and may_fly(game, unit)]
    return able[0] if len(able) == 1 else ""


def _runs(game: front.Game, unit: front.Unit) -> bool:
    """Whether a unit is on a suicide run, with a tripod to fly at. AIR-RUN-2."""
    return unit.has(RUN) and bool(tripods(game))


def _hemmed_in(game: front.Game, unit: front.Unit) -> bool:
    """Whether none of the simple flights is allowed: each leaves a table that may not be left (ruling ``table_edge``)."""
    return not _runs(game, unit) and not any(
        all(not moved(game, unit, element, path).problems for element in unit.elements)
        for path, _ in simple_paths(game, unit)
    )


def _landed(element: front.Element, flight: Flight, move: Move) -> Landed:
    dropped = {
        state.LIGHT_BOMB: sum(drop.light for drop in flight.drops),
        state.MEDIUM_BOMB: sum(drop.medium for drop in flight.drops),
    }
    bombs = tuple(front.StateMark(name=name, value=str(count)) for name, count in dropped.items() if count)
    end, left = move.end, ""
    if move.departure is not None:
        end, left = move.departure.returns, move.departure.then
    then = cast("Literal['', 'lost', 'return']", left)
    return Landed(element=element.id, x=end.x, y=end.y, facing=end.facing, dropped=bombs, left=then)


def _of(game: front.Game, element: front.Element, problems: Iterable[api.Objection]) -> Iterator[api.Objection]:
    return (api.Objection(problem.rule, f"{game.called(element.id)}: {problem.reason}") for problem in problems)  # handed on


def flights_in_open_order(
    game: front.Game, rules: front.FrontRules, unit: front.Unit, player: str
) -> Iterator[api.Candidate]:
    """Simple flights on which every other aircraft of a bunched unit stays behind, as far as it may."""
    kind = game.type_of(unit)
    if unit.side != player or not may_fly(game, unit):
        return
    if front.swept_at_most(front.shape_of(unit), kind.base_diameter) < 2:
        return
    allowed = allowance(kind.speed)
    for path, title in simple_paths(game, unit):
        if slow := _shorter(path, allowed.maximum - allowed.minimum):
            flights = tuple(Flight(path=slow if at % 2 else path) for at in range(len(unit.elements)))
            yield api.Candidate(Fly(unit=unit.id, flights=flights), f"{game.called(unit.id)} {title}, in open order")


def _shorter(path: FlightPath, by: float) -> FlightPath | None:
    """A path that is so many inches shorter where it goes straight; None: it does not go straight so far."""
    for at, piece in enumerate(path):
        if piece.straight is not None and piece.straight > by:
            return (*path[:at], PathPiece(straight=piece.straight - by), *path[at + 1 :])
    return None
