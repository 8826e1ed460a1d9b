"""The order to fly: every aircraft of a unit along its own path, and the bombs that fall on the way."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from typing import ClassVar, Literal, cast

from pydantic import Field

from aqmf_air.core.dice import Dice
from aqmf_air.core.events import Command
from aqmf_air.core.model import Frozen, replace
from aqmf_air.core.ruleset import Objection, Offer, Question
from aqmf_air.geometry.pose import Pose
from aqmf_air.geometry.rectangle import Rectangle
from aqmf_air.geometry.template import Base, Disc
from aqmf_air.host.artillery import struck_by
from aqmf_air.host.barrage import Struck, number_struck
from aqmf_air.host.hiding import uncovered
from aqmf_air.host.moving import out_of_coherency
from aqmf_air.host.orders import HIDDEN, Book, Happening, Order, Prospect, Timing, after, own_unit
from aqmf_air.host.state import OFF_TABLE, Element, Game, Mark, Unit, having_done, marked, unmarked, with_unit, without_unit
from aqmf_air.host.templates import Attacked, attack_all, prospects_of
from aqmf_air.plugins.aircraft.altitude import needs_a_move
from aqmf_air.plugins.aircraft.bombing import Blast, Drop, Impact, attacks_under, drop_objections, impacts_of
from aqmf_air.plugins.aircraft.morale import RUN
from aqmf_air.plugins.aircraft.movement import Move, judge_move
from aqmf_air.plugins.aircraft.ramming import tripods
from aqmf_air.plugins.aircraft.rulings import AircraftRulings
from aqmf_air.plugins.aircraft.scenes import FlightPath, track_of
from aqmf_air.plugins.aircraft.units import (
    LIGHT_BOMB,
    LOW,
    MEDIUM_BOMB,
    altitude_of,
    bombs_aboard,
    is_aircraft,
)


class BombsAway(Frozen):
    """Bombs let go together when ``at`` inches of movement are spent."""

    at: float = Field(ge=0)
    light: int = Field(default=0, ge=0, le=99)
    medium: int = Field(default=0, ge=0, le=99)

    @property
    def drop(self) -> Drop:
        """The same for the rules."""
        return Drop(self.at, ((LIGHT_BOMB, self.light), (MEDIUM_BOMB, self.medium)))


class Flight(Frozen):
    """What one aircraft flies, and where it drops its bombs."""

    path: FlightPath
    drops: tuple[BombsAway, ...] = ()


BOMBING = Timing("first-movement", rule="AIR-BOMB-1", reason="bombs are dropped in the first movement phase only")


class Fly(Order):
    """A unit of aircraft flies: a flight for each element, in their order, or one for all. Bombs burst at the end."""

    timing: ClassVar[Timing] = Timing("-movement", "flying")
    type: Literal["aircraft.fly"] = "aircraft.fly"
    unit: str
    flights: tuple[Flight, ...]

    @classmethod
    def offers(cls, game: Game, player: str, book: Book) -> Iterable[Offer]:
        """Simple flights in formation, with bombs where they would fall on an enemy."""
        from aqmf_air.plugins.aircraft.flights import simple_flights

        for unit in game.units:
            if unit.side == player and may_fly(game, unit):
                for flights, title in simple_flights(game, book, unit):
                    yield Offer(cls(unit=unit.id, flights=flights), f"{unit.id} {title}")

    def objections(self, game: Game, player: str, book: Book) -> Iterable[Objection]:
        """In a movement phase, once; each path as AIR-MOVE has it, bombs in the first movement only, the unit together."""
        yield from self.timing.objections(game)
        if about_unit := own_unit(game, self.unit, player):
            yield from about_unit
            return
        unit = game.unit(self.unit)
        if not is_aircraft(game, unit):
            yield Objection("HOST-ORDER-1", f"{self.unit} does not fly")
            return
        if has_flown(game, unit):
            yield Objection("AIR-MOVE-1", f"{self.unit} has flown in this phase")
        if _runs(game, unit):
            yield Objection("AIR-RUN-2", f"{self.unit} is on a suicide run, and flies at the nearest tripod")
        if len(self.flights) not in (1, len(unit.elements)):
            yield Objection(
                "HOST-ORDER-1", f"{self.unit} has {len(unit.elements)} elements, got {len(self.flights)} flights"
            )
            return
        flights = self._each(unit)
        if any(flight.drops for flight in flights):
            yield from BOMBING.objections(game)
            if altitude_of(game, unit) != LOW:
                yield Objection("AIR-ALT-3", f"{self.unit} flies high and may not attack")
        moves = self._moves(game)
        for element, flight, move in zip(unit.elements, flights, moves, strict=True):
            yield from _of(element, move.problems)
            drops = [one.drop for one in flight.drops]
            yield from _of(element, drop_objections(move, drops, bombs_aboard(game, unit, element.id)))
        yield from _together(game, book, unit, moves)

    def obligatory(self, game: Game) -> bool:
        """Aircraft cannot stand still; who flies high may just circle. AIR-MOVE-1, AIR-ALT-4."""
        return needs_a_move(game, game.unit(self.unit))

    def questions(self, game: Game, book: Book) -> Sequence[Question]:
        """How many elements the bombs damage."""
        unit = game.unit(self.unit)
        attacked = self._attacked(game, book, self._moves(game))
        if not attacked:
            return ()
        attacks = tuple(one.attacks for one in attacked)
        title = f"the bombs of {self.unit}: elements damaged"
        return (Question(title, number_struck, (attacks, unit.side), attacks[0][0]),)

    def prospects(self, game: Game, book: Book) -> Sequence[Prospect]:
        """Everybody under the bombs."""
        return prospects_of(self._attacked(game, book, self._moves(game)), game.unit(self.unit).side)

    def foreseen(self, game: Game, book: Book) -> Game:
        """The unit where it has flown."""
        return self._flown(game, self._moves(game)).apply(game)

    def decide(self, game: Game, book: Book, dice: Dice) -> tuple[Happening, ...]:
        """All fly; then the bombs burst on their marks. AIR-BOMB-2, AIR-BOMB-3."""
        unit, moves = game.unit(self.unit), self._moves(game)
        flown = self._flown(game, moves)
        impacts = self._impacts(game, moves)
        if not impacts:
            return (flown,)
        attacked = self._attacked(game, book, moves)

        def told(hit: Sequence[str]) -> Happening:
            marks = tuple(
                BombMark(x=one.mark.x, y=one.mark.y, diameter=one.blast.diameter, aircraft=one.aircraft) for one in impacts
            )
            under = tuple(one.element for one in attacked)
            return BombsBurst(unit=self.unit, marks=marks, under=under, damaged=tuple(hit))

        happened = (flown, *attack_all(flown.apply(game), book, dice, attacked, unit.side, told))
        return (*happened, *revealed_by_bombs(after(game, happened), happened))

    def _each(self, unit: Unit) -> tuple[Flight, ...]:
        """A flight for each element."""
        return self.flights * len(unit.elements) if len(self.flights) == 1 else self.flights

    def _flown(self, game: Game, moves: Sequence[Move]) -> Flown:
        unit = game.unit(self.unit)
        return Flown(unit=self.unit, flights=tuple(map(_landed, unit.elements, self._each(unit), moves)))

    def _moves(self, game: Game) -> tuple[Move, ...]:
        unit = game.unit(self.unit)
        paths = zip(unit.elements, self._each(unit), strict=True)
        return tuple(moved(game, unit, element, flight.path) for element, flight in paths)

    def _impacts(self, game: Game, moves: Sequence[Move]) -> tuple[Impact, ...]:
        unit, rulings = game.unit(self.unit), _rulings(game)
        return tuple(
            impact
            for element, flight, move in zip(unit.elements, self._each(unit), moves, strict=True)
            for impact in impacts_of(element.id, move, [one.drop for one in flight.drops], rulings)
        )

    def _attacked(self, game: Game, book: Book, moves: Sequence[Move]) -> tuple[Attacked, ...]:
        """Everything on the ground under a template, with the attacks on it."""
        impacts = self._impacts(game, moves)
        if not impacts:
            return ()
        unit = game.unit(self.unit)
        ground = [(other, element) for other in reached(game, book, unit) for element in other.elements]
        bases = [Base(element.x, element.y, game.type_of(other).base_diameter) for other, element in ground]

        def numbers(blast: Blast, index: int) -> Struck:
            return struck_by(game, book, unit, blast.weapon, *ground[index])

        attacks = attacks_under(impacts, bases, numbers, _rulings(game))
        return tuple(
            Attacked(other.id, element.id, on_it) for (other, element), on_it in zip(ground, attacks, strict=True) if on_it
        )


class Landed(Frozen):
    """How a flight ended: where the aircraft is, the bombs that it dropped, and whether it left the table, and for good."""

    element: str
    x: float
    y: float
    facing: float
    dropped: tuple[Mark, ...] = ()
    """Bombs by name, and how many of each."""
    left: Literal["", "lost", "return"] = ""


class Flown(Happening):
    """A unit of aircraft flew."""

    type: Literal["aircraft.flown"] = "aircraft.flown"
    unit: str
    flights: tuple[Landed, ...]

    def apply(self, game: Game) -> Game:
        """Its elements are where they went; who left the table for good is out of the game (ruling ``table_edge``).

        Whether that is a loss to test morale for is a ruling (``edge_losses``). AIR-MOVE-7, AIR-MORALE-3.
        """
        unit = game.unit(self.unit)
        flown = {flight.element: flight for flight in self.flights}
        elements = tuple(
            _after(element, flown[element.id]) if element.id in flown else element
            for element in unit.elements
            if element.id not in flown or flown[element.id].left != "lost"
        )
        gone = len(unit.elements) - len(elements) if _rulings(game).edge_losses == "test" else 0
        flown_off = replace(unit, elements=elements, lost=unit.lost + gone)
        game = with_unit(having_done(game, f"{self.unit}:fly"), flown_off)
        return game if elements else without_unit(game, self.unit, "left")

    def tell(self, game: Game) -> str:
        where = ", ".join(
            f"{one.element} leaves the table"
            if one.left
            else f"{one.element} to ({one.x:.1f}, {one.y:.1f}), facing {one.facing:.0f}"
            for one in self.flights
        )
        return f"{self.unit} flies: {where}"


class BombMark(Frozen):
    """A template on the ground, in inches, and the aircraft whose bombs made it."""

    x: float
    y: float
    diameter: float
    aircraft: str


class BombsBurst(Happening):
    """The bombs of a unit burst."""

    type: Literal["aircraft.bombs_burst"] = "aircraft.bombs_burst"
    unit: str
    marks: tuple[BombMark, ...]
    under: tuple[str, ...]
    damaged: tuple[str, ...]

    def apply(self, game: Game) -> Game:
        """What they did is told by what follows."""
        return game

    def tell(self, game: Game) -> str:
        where = ", ".join(f'({one.x:.1f}, {one.y:.1f}) {one.diameter:g}" across' for one in self.marks)
        return (
            f"the bombs of {self.unit} burst at {where}; under them: {', '.join(self.under) or 'nobody'}; "
            f"damaged: {', '.join(self.damaged) or 'nobody'}"
        )


def revealed_by_bombs(game: Game, happened: Iterable[Happening]) -> tuple[Happening, ...]:
    """Hidden units under the templates of bombs that have burst (ruling ``bombs_on_hidden``). AIR-BOMB-8."""
    if (rulings := _rulings(game)).bombs_on_hidden != "revealed":
        return ()
    marks = (mark for one in happened if isinstance(one, BombsBurst) for mark in one.marks)
    return uncovered(game, [Disc(mark.x, mark.y, mark.diameter) for mark in marks], rulings.under_template)


# -- what must be flown ---------------------------------------------------------------------------------------------------


def must_fly(game: Game, command: Command) -> Iterable[Objection]:
    """Objections to ending a movement phase before every aircraft on the table has flown in it. AIR-MOVE-1, AIR-RUN-2."""
    from aqmf_air.host.turn import EndPhase

    if not isinstance(command, EndPhase) or not game.now.id.endswith("-movement"):
        return
    for unit in game.units:
        if unit.side in game.active and needs_a_move(game, unit) and may_fly(game, unit) and not _hemmed_in(game, unit):
            high = altitude_of(game, unit) != LOW
            rule = "AIR-RUN-2" if _runs(game, unit) else "AIR-ALT-4" if high else "AIR-MOVE-1"
            yield Objection(rule, f"{unit.id} has not flown, and must in each movement phase")


def _runs(game: Game, unit: Unit) -> bool:
    """Whether a unit is on a suicide run, with a tripod to fly at. AIR-RUN-2."""
    return unit.has(RUN) and bool(tripods(game))


def _hemmed_in(game: Game, unit: Unit) -> bool:
    """Whether none of the simple flights is allowed: each leaves a table that may not be left (ruling ``table_edge``)."""
    from aqmf_air.plugins.aircraft.flights import simple_paths

    return not _runs(game, unit) and not any(
        all(not moved(game, unit, element, path).problems for element in unit.elements)
        for path, _ in simple_paths(game, unit)
    )


def may_fly(game: Game, unit: Unit) -> bool:
    """Whether a unit of aircraft has still to fly in this phase."""
    return is_aircraft(game, unit) and game.now.id.endswith("-movement") and not has_flown(game, unit)


def has_flown(game: Game, unit: Unit) -> bool:
    """Whether a unit has flown in this phase."""
    return f"{unit.id}:fly" in game.acted


def moved(game: Game, unit: Unit, element: Element, path: FlightPath) -> Move:
    """A path of an element, judged. AIR-MOVE-1 to AIR-MOVE-4."""
    kind, table = game.type_of(unit), game.table
    start = element.x, element.y, element.facing
    return _moved(start, path, kind.speed, kind.base_diameter, _rulings(game), table.width, table.depth)


@lru_cache(maxsize=1024)  # what is offered is judged when it is thought of, and again as the order that it is
def _moved(
    start: tuple[float, float, float],
    path: FlightPath,
    speed: float,
    base_diameter: float,
    rulings: AircraftRulings,
    width: float,
    depth: float,
) -> Move:
    return judge_move(Pose(*start), track_of(path), speed, base_diameter, rulings, Rectangle.sized(width, depth))


def reached(game: Game, book: Book, bomber: Unit) -> tuple[Unit, ...]:
    """Units that bombs reach: what is on the ground and not hidden. AIR-BOMB-7, HOST-HIDE-1."""
    return tuple(
        unit
        for unit in game.units
        if not unit.has(HIDDEN) and book.procedure("under barrage", game.type_of(unit).kind)(game, unit, bomber)
    )


def _together(game: Game, book: Book, unit: Unit, moves: Sequence[Move]) -> Iterator[Objection]:
    """Coherency of those that are on the table at the end. AIR-UNIT-5.

    A unit that is torn apart, or whose aircraft came back over different edges, closes up as well as it can.
    """
    kind = game.type_of(unit)
    was = [Base(one.x, one.y, kind.base_diameter) for one in unit.elements]
    will_be = [Base(move.end.x, move.end.y, kind.base_diameter) for move in moves if move.departure is None]
    alike = len({round(one.facing) for one in unit.elements}) == 1
    if alike:
        yield from out_of_coherency(game, book, unit, will_be, was)


def _landed(element: Element, flight: Flight, move: Move) -> Landed:
    dropped = {LIGHT_BOMB: sum(one.light for one in flight.drops), MEDIUM_BOMB: sum(one.medium for one in flight.drops)}
    bombs = tuple(Mark(name=name, value=str(count)) for name, count in dropped.items() if count)
    end, left = move.end, ""
    if move.departure is not None:
        end, left = move.departure.returns, move.departure.then
    return Landed(
        element=element.id,
        x=end.x,
        y=end.y,
        facing=end.facing,
        dropped=bombs,
        left=cast("Literal['', 'lost', 'return']", left),
    )


def _after(element: Element, flight: Landed) -> Element:
    element = without_bombs(element, flight.dropped)
    marks = marked(element.marks, OFF_TABLE) if flight.left else unmarked(element.marks, OFF_TABLE)
    return replace(element, x=flight.x, y=flight.y, facing=flight.facing, marks=marks)


def without_bombs(element: Element, dropped: Iterable[Mark]) -> Element:
    """An aircraft after it dropped bombs: marks name them, and say how many of each. AIR-BOMB-5."""
    used = element.used
    for bomb in dropped:
        before = next((int(mark.value) for mark in used if mark.name == bomb.name), 0)
        used = marked(used, bomb.name, str(before + int(bomb.value)))
    return replace(element, used=used)


def _of(element: Element, problems: Iterable[Objection]) -> Iterator[Objection]:
    return (Objection(problem.rule, f"{element.id}: {problem.reason}") for problem in problems)


def _rulings(game: Game) -> AircraftRulings:
    return cast("AircraftRulings", game.rulings)
