"""Moves on the ground: how far, how close together, how near to the enemy."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from math import hypot
from typing import ClassVar, Self

from aqmf_air.core.data.model import replace
from aqmf_air.core.dice.dice import Dice
from aqmf_air.core.play.orders import after
from aqmf_air.core.play.reading import no_order
from aqmf_air.core.play.ruleset import Objection, Offer
from aqmf_air.core.play.rulings import Rulings
from aqmf_air.core.play.words import Names, Said, Slot
from aqmf_air.games.martian_front.base_order import (
    HIDDEN,
    LARGEST_BASE,
    FrontEvent,
    FrontRules,
    FrontTiming,
    UnitEvent,
    UnitOrder,
    as_known,
    own_unit,
)
from aqmf_air.games.martian_front.die_offs import legs_of
from aqmf_air.games.martian_front.in_words import compass, ended, inches, standing_at
from aqmf_air.games.martian_front.orders.morale_orders import caught
from aqmf_air.games.martian_front.orders.places import Placing as Place
from aqmf_air.games.martian_front.orders.places import as_kept, elements_at, moved_to, places_of
from aqmf_air.games.martian_front.profiles import Mount, UnitType, figures
from aqmf_air.games.martian_front.rules.hiding import marker_base, seen_close_up
from aqmf_air.games.martian_front.rules.measuring import bars_the_way, passes_over
from aqmf_air.games.martian_front.state import (
    MOVEMENT,
    Act,
    ActKind,
    Element,
    Game,
    PhasePart,
    Unit,
    apart,
    bounds_of,
    marked,
    with_unit,
)
from aqmf_air.games.martian_front.words import COMPASS, Aim, Destination, Direction, WaySlot, names_of, targets
from aqmf_air.geometry.plane.arc import in_arc
from aqmf_air.geometry.plane.pose import TOLERANCE, Pose
from aqmf_air.geometry.plane.pose import unit as unit_vector
from aqmf_air.geometry.plane.template import Base

MOVED, FIRED, ASSAULT = "moved", "fired", "assault"
"""Marks of guns that moved or fired, and of a unit in an assault; the value is the turn, or the unit assaulted."""


class Move(UnitOrder, type="host.move"):
    """A unit on the ground moves: a place for each of its elements, in their order."""

    timing: ClassVar[FrontTiming] = FrontTiming(MOVEMENT, "moving")
    to: tuple[Place, ...]
    assault: str = ""
    """The unit that it moves into contact with, to assault it."""
    deed: ClassVar[str] = "move"
    wording: ClassVar[str] = "{unit} moves"
    phrases: ClassVar[tuple[str, ...]] = (
        "{unit} to {to} [and] [assault|assaults|assaulting {assault}]",
        "{unit} [move|moves|go|goes] {way} [and] [assault|assaults|assaulting {assault}]",
        "{unit} [move|moves|go|goes] to {to} [and] [assault|assaults|assaulting {assault}]",
        "{unit} face|faces|turn|turns [to] {facing}",
        "{unit} hold|holds|stay|stays [fire] [position]",
    )

    @classmethod
    def means(cls, kind: UnitType, rulings: Rulings, rules: FrontRules) -> Iterable[Mount | None]:
        """Everything that has a Speed; what flies is left out by its examples."""
        return (None,) if kind.speed else ()

    @classmethod
    def unit_offers(
        cls, game: Game, unit: Unit, mount: Mount | None, foes: Sequence[Unit], rules: FrontRules
    ) -> Iterable[Offer]:
        if on_the_ground(game, rules, unit):
            yield cls(unit=unit.id, to=places_of(unit)).offer(game)

    @classmethod
    def offers(cls, game: Game, player: str, rules: FrontRules) -> Iterable[Offer]:
        """Eight directions at full Speed, the unit keeping its formation."""
        for unit in game.units:
            if movable(game, unit, player, rules):
                reach = reach_of(game, unit)
                for bearing, name in zip(range(0, 360, 45), COMPASS, strict=True):
                    turned = any(round(one.facing - bearing) % 360 for one in unit.elements)
                    title = f'{game.called(unit.id)} moves {reach:g}" {name}{", facing that way" if turned else ""}'
                    yield Offer(shifted(unit, bearing, reach), title, unit.id)

    @classmethod
    def slots(cls, game: Game, player: str, rules: FrontRules) -> Mapping[str, Slot]:
        """Of its own units, and of tripods whose move the side has won; where to, and whom it assaults."""
        movers = (one for one in game.units if not _mover(game, one.id, player) or one.side == player)
        return {
            "unit": Names("one of your units", names_of(game, movers)),
            "to": Destination(game, player),
            "way": WaySlot(game, player, reach_of),
            "facing": Direction(game, player),
            "assault": targets(game, player, elements=False),
        }

    @classmethod
    def from_words(cls, game: Game, player: str, rules: FrontRules, said: Said) -> Iterable[Self]:
        unit, assaulted = game.unit(said["unit"]), said.get("assault")
        if "to" in said:
            to = tuple(Place(x=x, y=y, facing=facing) for x, y, facing in said["to"])
        elif "way" in said:
            inches, bearing = said["way"]
            to = shifted(unit, bearing, inches).to
        elif "facing" not in said:
            holds = f"{game.called(unit.id)} holds if it gets no order: 'end' ends the phase"
            raise no_order(holds, "")
        else:
            to = tuple(Place(x=one.x, y=one.y, facing=said["facing"]) for one in unit.elements)
        return (cls(unit=unit.id, to=to, assault=assaulted.unit if isinstance(assaulted, Aim) else ""),)

    def in_words(self, game: Game, rules: FrontRules) -> Said:
        """As inches in one of eight directions or as a turn, where it is one; else where to."""
        unit, told = game.unit(self.unit), {"unit": self.unit, "assault": Aim(self.assault) if self.assault else ""}
        first = unit.elements[0]
        if len(self.to) == len(unit.elements):
            inches = round(hypot(self.to[0].x - first.x, self.to[0].y - first.y), 2)
            for bearing in range(0, 360, 45) if inches else ():
                if shifted(unit, bearing, inches).to == self.to:
                    return {**told, "way": (inches, bearing)}
            stays = all((one.x, one.y) == (to.x, to.y) for one, to in zip(unit.elements, self.to, strict=True))
            if stays and len({one.facing for one in self.to}) == 1 and not self.assault:
                return {**told, "facing": self.to[0].facing}
        return {**told, "to": tuple((one.x, one.y, one.facing) for one in self.to)}

    def orderable(self, game: Game, player: str) -> Sequence[Objection]:
        return _mover(game, self.unit, player)

    def against(self, game: Game, unit: Unit, player: str, rules: FrontRules) -> Iterable[Objection]:
        """In a movement phase, once, a unit that can move, within Speed, in coherency, off the enemy, on the table."""
        if len(self.to) != len(unit.elements):
            yield Objection(
                "HOST-ORDER-1", f"{game.called(self.unit)} has {len(unit.elements)} elements, got {len(self.to)} places"
            )
            return
        yield from _able(game, unit, rules)
        yield from _in_reach(game, unit, self.to)
        yield from _together(game, rules, unit, self.to)
        yield from _clear(game, rules, unit, self.to, self.assault)
        if self.assault:
            yield from _contact(game, rules, unit, self.to, self.assault)

    def foreseen(self, game: Game, rules: FrontRules) -> Game:
        return self._moved().apply(game)

    def decide(self, game: Game, rules: FrontRules, dice: Dice) -> tuple[FrontEvent, ...]:
        """It moves; what was hidden may be seen, and who runs may be caught."""
        moved = self._moved()
        return (moved, *after_moving(moved.apply(game), rules))

    def _moved(self) -> Moved:
        return Moved(unit=self.unit, to=as_kept(self.to), assault=self.assault)


class Moved(UnitEvent, type="host.moved"):
    """A unit moved."""

    to: tuple[Place, ...]
    assault: str = ""

    def apply(self, game: Game) -> Game:
        """Its elements are where they went; guns have moved this turn."""
        unit = game.unit(self.unit)
        marks = marked(unit.marks, MOVED, str(game.turn)) if game.type_of(unit).kind == "artillery" else unit.marks
        marks = tuple(mark for mark in marks if mark.name != ASSAULT)
        if self.assault:
            marks = marked(marks, ASSAULT, self.assault)
        there = replace(unit, elements=elements_at(unit, self.to), marks=marks)
        return with_unit(game, there, done=Act(ActKind.MOVE, self.unit))

    def tell(self, game: Game) -> str:
        unit = game.unit(self.unit)
        if (marker := unit.mark(HIDDEN)) is not None:
            return f"marker {marker} moves"
        name, there = game.called(self.unit), moved_to(unit, self.to)
        far = max(hypot(to.x - at.x, to.y - at.y) for at, to in zip(unit.elements, self.to, strict=True))
        if far <= TOLERANCE:
            return f"{name} turns where it stands"
        way = compass(there.centre[0] - unit.centre[0], there.centre[1] - unit.centre[1])
        moved = f"{name} moves {inches(far)} {way}"
        if self.assault:
            return f"{moved} and assaults {game.the(self.assault)}"
        return moved + ended(game, unit, there)

    def exactly(self, game: Game) -> str:  # of a hidden unit, where its marker is
        hidden = game.unit(self.unit).has(HIDDEN)
        return standing_at((one.x, one.y, None if hidden else one.facing) for one in (self.to[:1] if hidden else self.to))


# -- what a move obeys -----------------------------------------------------------------------------------------------


def reach_of(game: Game, unit: Unit) -> float:
    """How far a unit may move now, in inches. HOST-MOVE-1, HOST-HIDE-1, HOST-TRIPOD-2 row 6."""
    if unit.has("immobile"):
        legs = legs_of(game, unit)
        return float(legs.inches) if legs else 0.0
    speed = game.type_of(unit).speed
    return min(speed, figures()["marker speed"]) if unit.has(HIDDEN) else speed


def coherent(bases: Sequence[Base], reach: float) -> bool:
    """Whether each base is within ``reach`` inches, edge to edge, of another; a single one always is. HOST-MOVE-2."""
    if len(bases) < 2 or not reach:
        return True
    return all(any(one.distance(other) <= reach + TOLERANCE for other in bases if other is not one) for one in bases)


def coherency_of(game: Game, unit: Unit) -> tuple[float, str]:
    """How near the elements of a unit keep to each other, in inches (0: no matter), and by which rule. HOST-MOVE-2."""
    return game.type_of(unit).coherency, "HOST-MOVE-2"


def out_of_coherency(
    game: Game, rules: FrontRules, unit: Unit, will_be: Sequence[Base], was: Sequence[Base] = ()
) -> Iterator[Objection]:
    """An objection where a unit would not keep together, unless it does not as it is. Step ``keeps together``."""
    reach, rule = rules.procedure("keeps together", game.type_of(unit).kind)(game, unit)
    if not coherent(will_be, reach) and coherent(was, reach):
        yield Objection(rule, f'{game.called(unit.id)} would be out of coherency ({reach:g}")')


def movable(game: Game, unit: Unit, player: str, rules: FrontRules) -> bool:
    """Whether ``player`` may move a unit on the ground now."""
    return game.part in MOVEMENT and not _mover(game, unit.id, player) and not any(True for _ in _able(game, unit, rules))


def _mover(game: Game, name: str, player: str) -> tuple[Objection, ...]:
    """Objections to who moves it: its side in its phase; a tripod whose legs are hit is moved by who won the roll."""
    if game.in_play(name) and (legs := legs_of(game, game.unit(name))):
        if legs.winner == player:
            return ()
        return (Objection("HOST-TRIPOD-2", f"the {legs.winner} side won the roll, and moves {game.called(name)}"),)
    return own_unit(game, name, player)


def _able(game: Game, unit: Unit, rules: FrontRules) -> Iterator[Objection]:
    kind = game.type_of(unit)
    if not on_the_ground(game, rules, unit):
        yield Objection("HOST-MOVE-1", f"{game.called(unit.id)} does not move on the ground")
    if Act(ActKind.MOVE, unit.id) in game.acted:
        yield Objection("HOST-MOVE-1", f"{game.called(unit.id)} has moved in this phase")
    if not kind.speed:
        yield Objection("HOST-MOVE-1", f"{game.called(unit.id)} cannot move")
    if unit.has("uncontrolled"):
        yield Objection("HOST-DRONE-1", f"{game.called(unit.id)} began this phase too far from a tripod to control it")
    if unit.has("immobile") and legs_of(game, unit) is None:
        yield Objection(
            "HOST-TRIPOD-2", f"the legs of {game.called(unit.id)} are hit: both sides roll for it before it moves"
        )
    if kind.kind == "artillery" and unit.mark(FIRED) == str(game.turn):
        yield Objection("HOST-MOVE-4", f"{game.called(unit.id)} has fired this turn: guns move or shoot")


def _in_reach(game: Game, unit: Unit, to: Sequence[Place]) -> Iterator[Objection]:
    reach = reach_of(game, unit)
    for element, place in zip(unit.elements, to, strict=True):
        far = hypot(place.x - element.x, place.y - element.y)
        if far > reach + TOLERANCE:
            yield Objection("HOST-MOVE-1", f'{game.called(element.id)} moves {far:.2f}", and may move {reach:g}"')
        if not (0 <= place.x <= game.table.width and 0 <= place.y <= game.table.depth):
            yield Objection("HOST-MOVE-1", f"{game.called(element.id)} would leave the table")
        if game.type_of(unit).kind != "tripod":
            name = bars_the_way(game.terrain, (element.x, element.y), (place.x, place.y))
            if name is not None:
                yield Objection("HOST-MOVE-5", f"{name} bars the way of {game.called(element.id)}")


def _together(game: Game, rules: FrontRules, unit: Unit, to: Sequence[Place]) -> Iterator[Objection]:
    """Coherency; a unit that losses have torn apart closes up as well as it can."""
    kind = game.type_of(unit)
    was = [Base(one.x, one.y, kind.base_diameter) for one in unit.elements]
    will_be = [Base(one.x, one.y, kind.base_diameter) for one in to]
    yield from out_of_coherency(game, rules, unit, will_be, was)
    for number, one in enumerate(will_be):
        if any(hypot(one.x - other.x, one.y - other.y) < kind.base_diameter - TOLERANCE for other in will_be[:number]):
            yield Objection("HOST-MOVE-3", f"two elements of {game.called(unit.id)} would stand on each other")
            return


def _clear(game: Game, rules: FrontRules, unit: Unit, to: Sequence[Place], assault: str) -> Iterator[Objection]:
    kind, kept_off = game.type_of(unit), figures()["enemy kept off"]
    tripod = kind.kind == "tripod"
    near = bounds_of([*((one.x, one.y) for one in unit.elements), *((one.x, one.y) for one in to)])
    for other in game.units:
        if other.id == unit.id or apart(near, other.bounds, kept_off + LARGEST_BASE):
            continue
        enemy = other.side != unit.side
        name, elements, size, infantry = _as_seen(game, other, enemy)
        radii = (kind.base_diameter + size) / 2
        by_the_way = [one for one in elements if not apart(near, (one.x, one.y, one.x, one.y), kept_off + radii)]
        if not by_the_way or not on_the_ground(game, rules, other):
            continue
        faults = set()
        for element, place in zip(unit.elements, to, strict=True):
            for at in by_the_way:
                gap = hypot(place.x - at.x, place.y - at.y) - radii
                if gap < -TOLERANCE:
                    faults.add(Objection("HOST-MOVE-3", f"{game.called(element.id)} would stand on {name}"))
                elif enemy and other.id != assault and gap < kept_off - TOLERANCE:
                    rule = "HOST-TRIPOD-4" if tripod and infantry else "HOST-MOVE-3"
                    faults.add(Objection(rule, f'{game.called(element.id)} would end within {kept_off}" of {name}'))
                if (
                    enemy
                    and not (tripod and infantry)
                    and passes_over((element.x, element.y), (place.x, place.y), (at.x, at.y), radii)
                ):
                    faults.add(Objection("HOST-MOVE-3", f"{game.called(element.id)} would pass through {name}"))
        yield from sorted(faults, key=lambda fault: (fault.rule, fault.reason))


def _as_seen(game: Game, other: Unit, enemy: bool) -> tuple[str, tuple[Element, ...], float, bool]:
    """What a move has to keep clear of: a name, elements, the size of their bases, and whether they are infantry.

    A hidden enemy is its marker and no more, so that what is allowed gives nothing away. HOST-HIDE-1.
    """
    marker = other.mark(HIDDEN)
    if enemy and marker is not None:
        return f"marker {marker}", other.elements[:1], marker_base(other).diameter, False
    kind = game.type_of(other)
    return game.called(other.id), other.elements, kind.base_diameter, kind.kind == "infantry"


def _contact(game: Game, rules: FrontRules, unit: Unit, to: Sequence[Place], target: str) -> Iterator[Objection]:
    """Somebody touches the target with the front of the base. HOST-ASSAULT-1."""
    if not game.in_play(target) or game.unit(target).side == unit.side or game.unit(target).has(HIDDEN):
        yield Objection("HOST-ASSAULT-1", f"{as_known(game, target, unit.side)} is not an enemy in the game")
        return
    other = game.unit(target)
    if not on_the_ground(game, rules, other):
        yield Objection("HOST-ASSAULT-1", f"{game.called(target)} cannot be reached from the ground")
    if game.part is not PhasePart.FIRST_MOVEMENT:
        yield Objection("HOST-ASSAULT-1", "assaults are made in the first movement phase")
    if unit.has("routed"):
        yield Objection("HOST-MORALE-2", f"{game.called(unit.id)} is routed and may only move")
    radii = (game.type_of(unit).base_diameter + game.type_of(other).base_diameter) / 2
    touching = any(
        hypot(at.x - place.x, at.y - place.y) <= radii + TOLERANCE
        and in_arc(Pose(place.x, place.y, place.facing), at.x, at.y, "forward")
        for place in to
        for at in other.elements
    )
    if not touching:
        yield Objection(
            "HOST-ASSAULT-1", f"no element of {game.called(unit.id)} would touch {game.called(target)} with its front"
        )


def after_moving(game: Game, rules: FrontRules) -> tuple[FrontEvent, ...]:
    """What a move brings about: hidden units seen close up, routed ones caught."""
    seen = seen_close_up(game, rules)
    return (*seen, *caught(after(game, seen), rules))


def in_contact(game: Game, unit: Unit, other: Unit) -> bool:
    """Whether any two bases of the units touch."""
    radii = (game.type_of(unit).base_diameter + game.type_of(other).base_diameter) / 2
    return any(hypot(at.x - one.x, at.y - one.y) <= radii + TOLERANCE for one in unit.elements for at in other.elements)


# -- places ----------------------------------------------------------------------------------------------------------


def shifted(unit: Unit, bearing: float, inches: float) -> Move:
    """The unit moves ``inches`` in a direction, in formation, and faces that way."""
    ux, uy = unit_vector(bearing)
    to = tuple(Place.rounded(one.x + inches * ux, one.y + inches * uy, bearing % 360) for one in unit.elements)
    return Move(unit=unit.id, to=to)


def on_the_ground(game: Game, rules: FrontRules, unit: Unit) -> bool:
    """Whether a unit moves and stands on the ground: step ``on the ground``."""
    return bool(rules.procedure("on the ground", game.type_of(unit).kind)(game, unit))


def only_at_the_assaulted(game: Game, unit: Unit, target: str) -> Iterator[Objection]:
    """A unit in an assault attacks what it assaults, and nothing else. HOST-ASSAULT-1."""
    assaulted = unit.mark(ASSAULT)
    if assaulted and assaulted != target and game.in_play(assaulted) and in_contact(game, unit, game.unit(assaulted)):
        yield Objection(
            "HOST-ASSAULT-1", f"{game.called(unit.id)} assaults {game.called(assaulted)} and may attack nothing else"
        )
