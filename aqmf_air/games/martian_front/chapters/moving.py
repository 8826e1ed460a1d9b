"""Moves on the ground, assaults, and a tripod whose legs were hit. HOST-MOVE, HOST-ASSAULT, HOST-TRIPOD-2 row 6."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from math import hypot
from operator import attrgetter
from typing import ClassVar, Self, cast

from pydantic import Field

from aqmf_air import api
from aqmf_air.api.geometry import QUANTUM_DIGITS, TOLERANCE, Base, Pose, in_arc
from aqmf_air.api.geometry import unit as unit_vector
from aqmf_air.games.martian_front import state
from aqmf_air.games.martian_front.chapters import orders
from aqmf_air.games.martian_front.chapters.hiding import marker_base, seen_close_up
from aqmf_air.games.martian_front.chapters.measuring import bars_the_way, compass, ended, inches, passes_over, standing_at
from aqmf_air.games.martian_front.chapters.morale import caught
from aqmf_air.games.martian_front.chapters.to_hit import D10
from aqmf_air.games.martian_front.tables import Mount, Side, UnitType, figures, host_rulings


class Placing(api.Frozen):
    """Where an element goes: the centre of its base in inches, and how it faces, in degrees clockwise from +y."""

    x: float
    y: float
    facing: float = Field(default=0, ge=-360, le=360)

    @classmethod
    def rounded(cls, x: float, y: float, facing: float) -> Placing:
        """The place at x, y, facing as it is stored, compared and logged: to a millionth of an inch and of a degree."""
        x, y, facing = round(x, QUANTUM_DIGITS), round(y, QUANTUM_DIGITS), round(facing, QUANTUM_DIGITS)
        return cls(x=x + 0.0, y=y + 0.0, facing=facing + 0.0)  # + 0.0 turns -0.0 into 0.0


def places_of(unit: state.Unit) -> tuple[Placing, ...]:
    """Where the elements of a unit are."""
    return tuple(Placing(x=element.x, y=element.y, facing=element.facing) for element in unit.elements)


def as_kept(places: Sequence[Placing]) -> tuple[Placing, ...]:
    """Places as they are logged."""
    return tuple([Placing.rounded(place.x, place.y, place.facing) for place in places])


def moved_to(unit: state.Unit, places: Sequence[Placing]) -> state.Unit:
    """The unit with its elements in their new places."""
    return api.replace(unit, elements=elements_at(unit, places))


def elements_at(unit: state.Unit, places: Sequence[Placing]) -> tuple[state.Element, ...]:
    """The elements of a unit in their new places."""
    pairs = zip(unit.elements, places, strict=True)
    return tuple([api.replace(element, x=to.x, y=to.y, facing=to.facing) for element, to in pairs])


# -- the legs of a tripod: whoever wins the roll moves it, or lets it stand --------------------------------------------


HIGHER = "HOST-TRIPOD-2: the higher has its way"
NOBODY = ""
"""The winner of a roll that is rolled again."""


def rolled_off(dice: api.Dice, owner: str, other: str, about: str, ties: str) -> orders.DieOff:
    """Each side rolls a D10, and the higher has its way; ``ties`` says who does if they are equal: the ruling
    ``die_off_ties``. HOST-TRIPOD-2.
    """
    own = dice.draw(api.total(f"{about}, {owner} side", 1, D10, by=owner, about=HIGHER))
    theirs = dice.draw(api.total(f"{about}, {other} side", 1, D10, by=other, about=HIGHER))
    if own == theirs:
        return orders.DieOff({"owner": owner, "enemy": other, "reroll": NOBODY}[ties], own + theirs)
    return orders.DieOff(owner if own > theirs else other, own + theirs)


def die_off(dice: api.Dice, owner: str, other: str, about: str, ties: str) -> orders.DieOff:
    """The same, and again while nobody has won: the dice that decide count for the inches. HOST-TRIPOD-2."""
    return dice.until(rolled_off, undecided, owner, other, about, ties)


def undecided(result: orders.DieOff) -> bool:
    """Whether nobody has won, and both roll again."""
    return result.winner == NOBODY


def owner_wins(dice: api.Dice, owner: str, other: str, about: str, ties: str) -> bool:
    """Whether the owner wins a die-off, and nothing else of it. HOST-TRIPOD-2."""
    return die_off(dice, owner, other, about, ties).winner == owner


def die_off_facts(game: state.Game, unit: state.Unit, about: str) -> tuple[str, str, str, str]:
    """Who rolls for what of a unit: its side, the other, ``about``; and who has the say if the dice are equal."""
    return unit.side, state.opponent(unit.side), about, host_rulings(game.rulings).die_off_ties


WINNER = attrgetter("winner")
"""How a die-off is looked at: by who wins it."""


class LegsRolled(orders.UnitEvent, type="host.legs_rolled"):
    """Both sides rolled for a tripod's legs."""

    wording: ClassVar[str] = 'the {winner} side moves {unit}, up to {inches}"'
    winner: Side
    inches: int

    def apply(self, game: state.Game) -> state.Game:
        return state.with_mark(game, self.unit, orders.LEGS, f"{game.turn}.{game.phase} {self.winner} {self.inches}")


class Stagger(orders.UnitOrder, type="host.stagger"):
    """Both sides roll for a tripod whose legs are hit, before it moves; the winner then moves it. HOST-TRIPOD-2."""

    # "its legs fail: before each later move both players roll, and the higher moves the tripod"
    timing: ClassVar[orders.FrontTiming] = orders.FrontTiming(state.MOVEMENT, "rolling for legs", rule="HOST-TRIPOD-2")
    ask: ClassVar[api.Ask[orders.DieOff]] = api.Ask(
        die_off,
        lambda order, game, rules: f"{game.called(order.unit)}: who moves it",
        (LegsRolled, "winner"),
        lambda order, game, rules: die_off_facts(game, game.unit(order.unit), "legs"),
        view=WINNER,
    )
    deed: ClassVar[str] = "roll for the legs"
    wording: ClassVar[str] = "both sides roll for the legs of {unit}"
    phrases: ClassVar[tuple[str, ...]] = ("{unit} roll|rolls for [the|its] legs", "roll for the legs of {unit}")

    @classmethod
    def means(cls, kind: UnitType, rulings: api.Rulings, rules: orders.FrontRules) -> Iterable[Mount | None]:
        return (None,) if kind.kind == "tripod" else ()

    @classmethod
    def unit_offers(
        cls, game: state.Game, unit: state.Unit, mount: Mount | None, foes: Sequence[state.Unit], rules: orders.FrontRules
    ) -> Iterable[api.Offer]:
        return super().unit_offers(game, unit, mount, foes, rules) if unit.has("immobile") else ()

    def against(self, game: state.Game, unit: state.Unit, player: str, rules: orders.FrontRules) -> Iterable[api.Objection]:
        """Once in a phase, for what was hit."""
        if not unit.has("immobile"):
            # "its legs fail: before each later move both players roll, and the higher moves the tripod"
            yield api.Objection("HOST-TRIPOD-2", f"the legs of {game.called(self.unit)} are sound")
        if orders.legs_of(game, unit) or state.Act(state.ActKind.MOVE, self.unit) in game.acted:
            # "its legs fail: before each later move both players roll, and the higher moves the tripod"
            yield api.Objection("HOST-TRIPOD-2", f"the move of {game.called(self.unit)} was rolled for in this phase")

    def decide(self, game: state.Game, rules: orders.FrontRules, dice: api.Dice) -> tuple[orders.FrontEvent, ...]:
        result = self.ask.roll(dice, self, game, rules)
        return (LegsRolled(unit=self.unit, winner=cast("Side", result.winner), inches=result.inches),)


class LegsLetBe(orders.UnitEvent, type="host.legs_let_be"):
    """The winner of the roll for a tripod's legs does not move it."""

    wording: ClassVar[str] = "the {winner} side lets {the unit} stand"
    winner: Side

    def apply(self, game: state.Game) -> state.Game:
        """Its move is over."""
        return state.having_done(game, state.Act(state.ActKind.MOVE, self.unit))


class LetStand(orders.LetBeOrder, type="host.let_stand"):
    """Who has won the roll for the legs of an enemy's tripod does not move it in this phase. HOST-TRIPOD-2."""

    timing: ClassVar[orders.FrontTiming] = orders.FrontTiming(state.MOVEMENT, "moving")
    told = LegsLetBe
    wording: ClassVar[str] = "let {the unit} stand"
    phrases: ClassVar[tuple[str, ...]] = ("let {unit} stand", "let it stand")

    @classmethod
    def slots(cls, game: state.Game, player: str, rules: orders.FrontRules) -> Mapping[str, api.Slot]:
        """A tripod whose move the side has won."""
        won = (game.unit(order.unit) for order in cls.won(game, player))
        return {"unit": api.Names("a tripod whose legs you won", orders.names_of(game, won), pieces=True)}


# -- the move: how far, how close together, how near to the enemy ------------------------------------------------------


MOVED, FIRED, ASSAULT = "moved", "fired", "assault"
"""Marks of guns that moved or fired, and of a unit in an assault; the value is the turn, or the unit assaulted."""


class Move(orders.UnitOrder, type="host.move"):
    """A unit on the ground moves: a place for each of its elements, in their order. HOST-MOVE-1."""

    timing: ClassVar[orders.FrontTiming] = orders.FrontTiming(state.MOVEMENT, "moving")
    to: tuple[Placing, ...]
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
    def means(cls, kind: UnitType, rulings: api.Rulings, rules: orders.FrontRules) -> Iterable[Mount | None]:
        """Everything that has a Speed; what flies is left out by its examples."""
        return (None,) if kind.speed else ()

    @classmethod
    def unit_offers(
        cls, game: state.Game, unit: state.Unit, mount: Mount | None, foes: Sequence[state.Unit], rules: orders.FrontRules
    ) -> Iterable[api.Offer]:
        if on_the_ground(game, rules, unit):
            yield cls(unit=unit.id, to=places_of(unit)).offer(game)

    @classmethod
    def offers(cls, game: state.Game, player: str, rules: orders.FrontRules) -> Iterable[api.Offer]:
        """Eight directions at full Speed, the unit keeping its formation."""
        for unit in game.units:
            if movable(game, unit, player, rules):
                reach = reach_of(game, unit)
                for bearing, name in zip(range(0, 360, 45), orders.COMPASS, strict=True):
                    turned = any(round(element.facing - bearing) % 360 for element in unit.elements)
                    title = f'{game.called(unit.id)} moves {reach:g}" {name}{", facing that way" if turned else ""}'
                    yield api.Offer(shifted(unit, bearing, reach), title, unit.id)

    @classmethod
    def slots(cls, game: state.Game, player: str, rules: orders.FrontRules) -> Mapping[str, api.Slot]:
        """Of its own units, and of tripods whose move the side has won; where to, and whom it assaults."""
        movers = (unit for unit in game.units if not _mover(game, unit.id, player) or unit.side == player)
        return {
            "unit": api.Names("one of your units", orders.names_of(game, movers), pieces=True),
            "to": orders.Destination(game, player),
            "way": orders.WaySlot(game, player, reach_of),
            "facing": orders.Direction(game, player),
            "assault": orders.targets(game, player, elements=False),
        }

    @classmethod
    def from_words(cls, game: state.Game, player: str, rules: orders.FrontRules, words: api.Said) -> Iterable[Self]:
        unit, assaulted = game.unit(words["unit"]), words.get("assault")
        if "to" in words:
            to = tuple(Placing(x=x, y=y, facing=facing) for x, y, facing in words["to"])
        elif "way" in words:
            inches, bearing = words["way"]
            to = shifted(unit, bearing, inches).to
        elif "facing" not in words:
            holds = f"{game.called(unit.id)} holds if it gets no order: 'end' ends the phase"
            raise api.no_order(holds, "")
        else:
            to = tuple(Placing(x=element.x, y=element.y, facing=words["facing"]) for element in unit.elements)
        return (cls(unit=unit.id, to=to, assault=assaulted.unit if isinstance(assaulted, orders.Aim) else ""),)

    def in_words(self, game: state.Game, rules: orders.FrontRules) -> api.Said:
        """As inches in one of eight directions or as a turn, where it is one; else where to."""
        unit, fields = game.unit(self.unit), {"unit": self.unit, "assault": orders.Aim(self.assault) if self.assault else ""}
        first = unit.elements[0]
        if len(self.to) == len(unit.elements):
            inches = round(hypot(self.to[0].x - first.x, self.to[0].y - first.y), 2)
            for bearing in range(0, 360, 45) if inches else ():
                if shifted(unit, bearing, inches).to == self.to:
                    return {**fields, "way": (inches, bearing)}
            stays = all((element.x, element.y) == (to.x, to.y) for element, to in zip(unit.elements, self.to, strict=True))
            if stays and len({placing.facing for placing in self.to}) == 1 and not self.assault:
                return {**fields, "facing": self.to[0].facing}
        return {**fields, "to": tuple((placing.x, placing.y, placing.facing) for placing in self.to)}

    def orderable(self, game: state.Game, player: str) -> Sequence[api.Objection]:
        return _mover(game, self.unit, player)

    def against(self, game: state.Game, unit: state.Unit, player: str, rules: orders.FrontRules) -> Iterable[api.Objection]:
        """In a movement phase, once, a unit that can move, within Speed, in coherency, off the enemy, on the table."""
        if len(self.to) != len(unit.elements):  # "as many elements, places or flights as the unit has elements"
            yield api.Objection(
                "HOST-ORDER-1", f"{game.called(self.unit)} has {len(unit.elements)} elements, got {len(self.to)} places"
            )
            return
        yield from _able(game, unit, rules)
        yield from _in_reach(game, unit, self.to)
        yield from _together(game, rules, unit, self.to)
        yield from _clear(game, rules, unit, self.to, self.assault)
        if self.assault:
            yield from _contact(game, rules, unit, self.to, self.assault)

    def foreseen(self, game: state.Game, rules: orders.FrontRules) -> state.Game:
        return self._moved().apply(game)

    def decide(self, game: state.Game, rules: orders.FrontRules, dice: api.Dice) -> tuple[orders.FrontEvent, ...]:
        """It moves; what was hidden may be seen, and who runs may be caught."""
        moved = self._moved()
        game = moved.apply(game)
        seen = seen_close_up(game, rules)
        return (moved, *seen, *caught(api.after(game, seen), rules))

    def _moved(self) -> Moved:
        return Moved(unit=self.unit, to=as_kept(self.to), assault=self.assault)


class Moved(orders.UnitEvent, type="host.moved"):
    """A unit moved."""

    to: tuple[Placing, ...]
    assault: str = ""

    def apply(self, game: state.Game) -> state.Game:
        """Its elements are where they went; guns have moved this turn."""
        unit = game.unit(self.unit)
        marks = state.marked(unit.marks, MOVED, str(game.turn)) if game.type_of(unit).kind == "artillery" else unit.marks
        marks = tuple(mark for mark in marks if mark.name != ASSAULT)
        if self.assault:
            marks = state.marked(marks, ASSAULT, self.assault)
        there = api.replace(unit, elements=elements_at(unit, self.to), marks=marks)
        return state.with_unit(game, there, done=state.Act(state.ActKind.MOVE, self.unit))

    def tell(self, game: state.Game) -> str:
        unit = game.unit(self.unit)
        if (marker := unit.mark(state.HIDDEN)) is not None:
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

    def exactly(self, game: state.Game) -> str:  # of a hidden unit, where its marker is
        hidden = game.unit(self.unit).has(state.HIDDEN)
        return standing_at(
            (placing.x, placing.y, None if hidden else placing.facing) for placing in (self.to[:1] if hidden else self.to)
        )


# -- what a move obeys -----------------------------------------------------------------------------------------------


def reach_of(game: state.Game, unit: state.Unit) -> float:
    """How far a unit may move now, in inches. HOST-MOVE-1, HOST-HIDE-1, HOST-TRIPOD-2 row 6."""
    if unit.has("immobile"):
        legs = orders.legs_of(game, unit)
        return float(legs.inches) if legs else 0.0
    speed = game.type_of(unit).speed
    return min(speed, figures()["marker speed"]) if unit.has(state.HIDDEN) else speed


def coherent(bases: Sequence[Base], reach: float) -> bool:
    """Whether each base is within ``reach`` inches, edge to edge, of another; a single one always is. HOST-MOVE-2."""
    if len(bases) < 2 or not reach:
        return True
    return all(any(base.distance(other) <= reach + TOLERANCE for other in bases if other is not base) for base in bases)


def coherency_of(game: state.Game, unit: state.Unit) -> tuple[float, str]:
    """How near the elements of a unit keep to each other, in inches (0: no matter), and by which rule. HOST-MOVE-2."""
    return game.type_of(unit).coherency, "HOST-MOVE-2"


def out_of_coherency(
    game: state.Game, rules: orders.FrontRules, unit: state.Unit, will_be: Sequence[Base], was: Sequence[Base] = ()
) -> Iterator[api.Objection]:
    """An objection where a unit would not keep together, unless it does not as it is. Step ``keeps together``."""
    reach, rule = rules.procedure("keeps together", game.type_of(unit).kind)(game, unit)
    if not coherent(will_be, reach) and coherent(was, reach):
        # HOST-MOVE-2 "each element of a unit on the ground ends within 2 inches of another", or handed on
        yield api.Objection(rule, f'{game.called(unit.id)} would be out of coherency ({reach:g}")')


def movable(game: state.Game, unit: state.Unit, player: str, rules: orders.FrontRules) -> bool:
    """Whether ``player`` may move a unit on the ground now."""
    return (
        game.part in state.MOVEMENT and not _mover(game, unit.id, player) and not any(True for _ in _able(game, unit, rules))
    )


def _mover(game: state.Game, name: str, player: str) -> tuple[api.Objection, ...]:
    """Objections to who moves it: its side in its phase; a tripod whose legs are hit is moved by who won the roll."""
    if game.in_play(name) and (legs := orders.legs_of(game, game.unit(name))):
        if legs.winner == player:
            return ()
        # "its legs fail: before each later move both players roll, and the higher moves the tripod"
        return (api.Objection("HOST-TRIPOD-2", f"the {legs.winner} side won the roll, and moves {game.called(name)}"),)
    return orders.own_unit(game, name, player)


def _able(game: state.Game, unit: state.Unit, rules: orders.FrontRules) -> Iterator[api.Objection]:
    kind, name = game.type_of(unit), game.called(unit.id)
    if not on_the_ground(game, rules, unit):
        yield api.Objection("HOST-MOVE-1", f"{name} does not move on the ground")  # "a unit on the ground may move once"
    if state.Act(state.ActKind.MOVE, unit.id) in game.acted:
        yield api.Objection("HOST-MOVE-1", f"{name} has moved in this phase")  # "a unit on the ground may move once"
    if not kind.speed:  # "no element farther than its Speed, measured straight from where it stood, and none off the table"
        yield api.Objection("HOST-MOVE-1", f"{name} cannot move")
    if unit.has("uncontrolled"):
        # "Drones do nothing in a phase that they begin more than 12 inches from a tripod of theirs"
        yield api.Objection("HOST-DRONE-1", f"{name} began this phase too far from a tripod to control it")
    if unit.has("immobile") and orders.legs_of(game, unit) is None:
        # "its legs fail: before each later move both players roll, and the higher moves the tripod"
        yield api.Objection("HOST-TRIPOD-2", f"the legs of {name} are hit: both sides roll for it before it moves")
    if kind.kind == "artillery" and unit.mark(FIRED) == str(game.turn):  # "Guns move or shoot in a turn, not both"
        yield api.Objection("HOST-MOVE-4", f"{name} has fired this turn: guns move or shoot")


def _in_reach(game: state.Game, unit: state.Unit, to: Sequence[Placing]) -> Iterator[api.Objection]:
    reach = reach_of(game, unit)
    for element, place in zip(unit.elements, to, strict=True):
        far = hypot(place.x - element.x, place.y - element.y)
        if far > reach + TOLERANCE:
            # "no element farther than its Speed, measured straight from where it stood, and none off the table"
            yield api.Objection("HOST-MOVE-1", f'{game.called(element.id)} moves {far:.2f}", and may move {reach:g}"')
        if not (0 <= place.x <= game.table.width and 0 <= place.y <= game.table.depth):
            # "no element farther than its Speed, measured straight from where it stood, and none off the table"
            yield api.Objection("HOST-MOVE-1", f"{game.called(element.id)} would leave the table")
        if game.type_of(unit).kind != "tripod":
            name = bars_the_way(game.terrain, (element.x, element.y), (place.x, place.y))
            if name is not None:  # "Only tripods and aircraft cross impassable terrain, or stand in it"
                yield api.Objection("HOST-MOVE-5", f"{name} bars the way of {game.called(element.id)}")


def _together(
    game: state.Game, rules: orders.FrontRules, unit: state.Unit, to: Sequence[Placing]
) -> Iterator[api.Objection]:
    """Coherency; a unit that losses have torn apart closes up as well as it can."""
    kind = game.type_of(unit)
    was = [Base(element.x, element.y, kind.base_diameter) for element in unit.elements]
    will_be = [Base(placing.x, placing.y, kind.base_diameter) for placing in to]
    yield from out_of_coherency(game, rules, unit, will_be, was)
    for number, base in enumerate(will_be):
        if any(hypot(base.x - other.x, base.y - other.y) < kind.base_diameter - TOLERANCE for other in will_be[:number]):
            # "nobody is set up or ends a move on another base"
            yield api.Objection("HOST-MOVE-3", f"two elements of {game.called(unit.id)} would stand on each other")
            return


def _clear(
    game: state.Game, rules: orders.FrontRules, unit: state.Unit, to: Sequence[Placing], assault: str
) -> Iterator[api.Objection]:
    kind, kept_off = game.type_of(unit), figures()["enemy kept off"]
    tripod = kind.kind == "tripod"
    near = state.bounds_of(
        [*((element.x, element.y) for element in unit.elements), *((placing.x, placing.y) for placing in to)]
    )
    for other in game.units:
        if other.id == unit.id or state.apart(near, other.bounds, kept_off + orders.LARGEST_BASE):
            continue
        enemy = other.side != unit.side
        name, elements, size, infantry = _as_seen(game, other, enemy)
        radii = (kind.base_diameter + size) / 2
        by_the_way = [at for at in elements if not state.apart(near, (at.x, at.y, at.x, at.y), kept_off + radii)]
        if not by_the_way or not on_the_ground(game, rules, other):
            continue
        faults = set()
        for element, place in zip(unit.elements, to, strict=True):
            for at in by_the_way:
                gap = hypot(place.x - at.x, place.y - at.y) - radii
                if gap < -TOLERANCE:  # "nobody is set up or ends a move on another base"
                    faults.add(api.Objection("HOST-MOVE-3", f"{game.called(element.id)} would stand on {name}"))
                elif enemy and other.id != assault and gap < kept_off - TOLERANCE:
                    rule = "HOST-TRIPOD-4" if tripod and infantry else "HOST-MOVE-3"
                    # HOST-TRIPOD-4 "nor finish a move less than 1 inch away",
                    # HOST-MOVE-3 "No move on the ground ends within 1 inch of an enemy"
                    faults.add(api.Objection(rule, f'{game.called(element.id)} would end within {kept_off}" of {name}'))
                barred = enemy and not (tripod and infantry)
                if barred and passes_over((element.x, element.y), (place.x, place.y), (at.x, at.y), radii):
                    # "No move on the ground ends within 1 inch of an enemy, none passes over an enemy's base"
                    faults.add(api.Objection("HOST-MOVE-3", f"{game.called(element.id)} would pass through {name}"))
        yield from sorted(faults, key=lambda fault: (fault.rule, fault.reason))


def _as_seen(game: state.Game, other: state.Unit, enemy: bool) -> tuple[str, tuple[state.Element, ...], float, bool]:
    """What a move has to keep clear of: a name, elements, the size of their bases, and whether they are infantry.

    A hidden enemy is its marker and no more, so that what is allowed gives nothing away. HOST-HIDE-1.
    """
    marker = other.mark(state.HIDDEN)
    if enemy and marker is not None:
        return f"marker {marker}", other.elements[:1], marker_base(other).diameter, False
    kind = game.type_of(other)
    return game.called(other.id), other.elements, kind.base_diameter, kind.kind == "infantry"


def _contact(
    game: state.Game, rules: orders.FrontRules, unit: state.Unit, to: Sequence[Placing], target: str
) -> Iterator[api.Objection]:
    """Somebody touches the target with the front of the base. HOST-ASSAULT-1."""
    if not game.in_play(target) or game.unit(target).side == unit.side or game.unit(target).has(state.HIDDEN):
        # "To assault an enemy, a unit on the ground moves into contact in its first movement, with the front of an element"
        yield api.Objection("HOST-ASSAULT-1", orders.no_enemy(game, target, unit.side))
        return
    other = game.unit(target)
    if not on_the_ground(game, rules, other):
        # "To assault an enemy, a unit on the ground moves into contact in its first movement, with the front of an element"
        yield api.Objection("HOST-ASSAULT-1", f"{game.called(target)} cannot be reached from the ground")
    if game.part is not state.PhasePart.FIRST_MOVEMENT:
        # "To assault an enemy, a unit on the ground moves into contact in its first movement, with the front of an element"
        yield api.Objection("HOST-ASSAULT-1", "assaults are made in the first movement phase")
    if unit.has("routed"):  # "A routed unit can do nothing but move"
        yield api.Objection("HOST-MORALE-2", f"{game.called(unit.id)} is routed and may only move")
    radii = (game.type_of(unit).base_diameter + game.type_of(other).base_diameter) / 2
    touching = any(
        hypot(at.x - place.x, at.y - place.y) <= radii + TOLERANCE
        and in_arc(Pose(place.x, place.y, place.facing), at.x, at.y, "forward")
        for place in to
        for at in other.elements
    )
    if not touching:
        name, other_name = game.called(unit.id), game.called(target)
        # "To assault an enemy, a unit on the ground moves into contact in its first movement, with the front of an element"
        yield api.Objection("HOST-ASSAULT-1", f"no element of {name} would touch {other_name} with its front")


def in_contact(game: state.Game, unit: state.Unit, other: state.Unit) -> bool:
    """Whether any two bases of the units touch."""
    radii = (game.type_of(unit).base_diameter + game.type_of(other).base_diameter) / 2
    return any(
        hypot(at.x - element.x, at.y - element.y) <= radii + TOLERANCE for element in unit.elements for at in other.elements
    )


def shifted(unit: state.Unit, bearing: float, inches: float) -> Move:
    """The unit moves ``inches`` in a direction, in formation, and faces that way."""
    ux, uy = unit_vector(bearing)
    to = tuple(Placing.rounded(element.x + inches * ux, element.y + inches * uy, bearing % 360) for element in unit.elements)
    return Move(unit=unit.id, to=to)


def on_the_ground(game: state.Game, rules: orders.FrontRules, unit: state.Unit) -> bool:
    """Whether a unit moves and stands on the ground: step ``on the ground``."""
    return bool(rules.procedure("on the ground", game.type_of(unit).kind)(game, unit))


def only_at_the_assaulted(game: state.Game, unit: state.Unit, target: str) -> Iterator[api.Objection]:
    """A unit in an assault attacks what it assaults, and nothing else. HOST-ASSAULT-1."""
    assaulted = unit.mark(ASSAULT)
    if assaulted and assaulted != target and game.in_play(assaulted) and in_contact(game, unit, game.unit(assaulted)):
        yield api.Objection(  # "in combat it attacks what it touches"
            "HOST-ASSAULT-1", f"{game.called(unit.id)} assaults {game.called(assaulted)} and may attack nothing else"
        )
