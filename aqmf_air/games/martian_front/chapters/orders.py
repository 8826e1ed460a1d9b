"""The base of every order and event: when orders may be given, the rules in force, and how orders are worded.

The game's own orders and a plugin's are alike: subclasses of :class:`FrontOrder`, whose events are subclasses of
:class:`FrontEvent`. An order looks up facts, calls rule functions, and turns their outcomes into events.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache, partial
from inspect import signature
from math import atan2, degrees, hypot
from typing import TYPE_CHECKING, Any, ClassVar, NamedTuple, Self, cast

from aqmf_air import api
from aqmf_air.games.martian_front.chapters.to_hit import Attack, numbers_of
from aqmf_air.games.martian_front.state import HIDDEN, MOVEMENT, Act, ActKind, Element, Game, PhasePart, Unit, opponent
from aqmf_air.games.martian_front.tables import Cover, Mount, Side, UnitType, Weapon

if TYPE_CHECKING:
    from aqmf_air.api import Registry


# -- who may act: whoever won a roll for legs or a weapon goes first ---------------------------------------------------


LEGS = "legs"
"""The mark of a tripod whose move was rolled for in this phase: ``turn.phase winner inches``."""


class DieOff(NamedTuple):
    """Who won, and the sum of both dice."""

    winner: str
    inches: int


def legs_of(game: Game, unit: Unit) -> DieOff | None:
    """Who moves a tripod whose legs are hit, and how far, if that was rolled for in this phase."""
    if (value := unit.mark(LEGS)) is None:
        return None
    when, winner, inches = value.split(" ")
    return DieOff(winner, int(inches)) if when == f"{game.turn}.{game.phase}" else None


def aimed_by(game: Game, unit: str, weapon: str) -> Side | None:
    """Who picks the target of a weapon now: who won the roll for it in this phase, if it has not gone off yet."""
    if has_gone_off(game, unit, weapon) or not game.in_play(unit):
        return None
    winners = (act.who for act in game.acted if act == Act(ActKind.AIM_WILD, unit, weapon, act.who))
    return cast("Side | None", next(winners, None))


def has_gone_off(game: Game, unit: str, weapon: str) -> bool:
    """Whether a weapon that was hit has gone off in this phase, or was let be."""
    return Act(ActKind.FIRE_WILD, unit, weapon) in game.acted


class Say(NamedTuple):
    """What the enemy of a tripod has won: its move, or the target of one of its weapons."""

    winner: Side
    unit: str
    weapon: str = ""
    """"": its legs."""

    def about(self, game: Game) -> str:
        """What was rolled for: ``the legs of the Scout Tripod``."""
        return f"the {self.weapon or LEGS} of {game.the(self.unit)}"


def unused(game: Game) -> tuple[Say, ...]:
    """What enemies of tripods have won in this phase, and have neither used nor let be."""
    return tuple(_unused(game))


def _unused(game: Game) -> Iterable[Say]:
    if game.part in MOVEMENT:
        for unit in game.units:
            legs = legs_of(game, unit) if unit.marks else None
            if legs and legs.winner != unit.side and Act(ActKind.MOVE, unit.id) not in game.acted:
                yield Say(cast("Side", legs.winner), unit.id)
    elif game.part is PhasePart.COMBAT:
        for act in game.acted:
            aims = aimed_by(game, act.by, act.weapon) if act.kind is ActKind.AIM_WILD else None
            if aims and aims != game.unit(act.by).side:
                yield Say(aims, act.by, act.weapon)


def unused_by(game: Game, player: str) -> Say | None:
    """What a side decides next of a tripod of its enemy; None: nothing."""
    return next((say for say in _unused(game) if say.winner == player), None)


def acting(game: Game) -> tuple[Side, ...]:
    """The sides that may act now: who has won a roll and has the choice, of who goes first or of an enemy's legs or weapon;
    else those whose phase it is.
    """
    chooses = [cast("Side", act.by) for act in game.acted if act.kind is ActKind.INITIATIVE]
    return tuple(dict.fromkeys((*chooses, *(say.winner for say in _unused(game))))) or game.active


def waits_for_winner(game: Game) -> tuple[api.Objection, ...]:
    """An objection to all other orders while the winner of a die-off has not used it."""
    say = next(iter(_unused(game)), None)
    if say is None:
        return ()
    does = "picks its target or lets it be" if say.weapon else "moves it or lets it stand"
    about = say.about(game)
    # "Who wins a roll for an enemy tripod uses it at once or lets it be; until then nothing else is ordered"
    return (api.Objection("HOST-TRIPOD-2", f"the {say.winner} side won the roll for {about}, and first {does}"),)


# -- what orders name in a player's words ------------------------------------------------------------------------------


COMPASS = ("up", "up right", "right", "down right", "down", "down left", "left", "up left")
"""Eight directions, from 0 degrees on in steps of 45."""
_BEARINGS = {name: 45.0 * at for at, name in enumerate(COMPASS)}
_WINDS = ("north", "north east", "east", "south east", "south", "south west", "west", "north west")
_BEARINGS |= {name: 45.0 * at for at, name in enumerate(_WINDS)}
INCHES = ("inches", "inch", "in", '"', "”", "″")
DEGREES = ("degrees", "degree", "deg", "°")
_FIGURE = rf"([-+]?(?:\d{{1,6}}(?:\.\d{{0,{api.MOST_PLACES}}})?|\.\d{{1,{api.MOST_PLACES}}}))"
AT = re.compile(rf"\(?\s*{_FIGURE}\s*,\s*{_FIGURE}\s*\)?(?![\d.])")


@dataclass(frozen=True)
class Aim:
    """A unit that an order is aimed at, and the element of it; ``""``: none in particular."""

    unit: str
    element: str = ""


def seen_by(game: Game, player: str) -> Iterator[Unit]:
    """The units that a side sees: its own, and what stands in the open."""
    return (unit for unit in game.units if unit.side == player or not unit.has(HIDDEN))


def names_of(game: Game, units: Iterable[Unit]) -> dict[str, str]:
    """Ids of units by what players call them, and by the ids themselves."""
    ids = [unit.id for unit in units]
    return {game.called(id_): id_ for id_ in ids} | {id_: id_ for id_ in ids}


def own_elements(game: Game, player: str) -> api.Names:
    """One of the side's units, or an element of one, as an :class:`Aim`."""
    return _Aims(game, "one of your units", (unit for unit in game.units if unit.side == player), elements=True)


def targets(game: Game, player: str, elements: bool, more: Iterable[str] = ()) -> api.Names:
    """An enemy in sight as an :class:`Aim`, with ``elements`` or one of its elements; ``more`` names are aims as well."""
    foes = (unit for unit in game.units if unit.side != player and not unit.has(HIDDEN))
    return _Aims(game, "an enemy", foes, elements, more)


class _Aims(api.Names):
    """Units, with ``elements`` also these, as :class:`Aim`; a unit of one element is that element."""

    def __init__(self, game: Game, what: str, units: Iterable[Unit], elements: bool, more: Iterable[str] = ()) -> None:
        self._game = game
        aims = {name: Aim(name) for name in more}
        there = list(units)
        for call in (game.called, str):
            for unit in there:
                aims[call(unit.id)] = Aim(unit.id)
                aims |= {call(element.id): Aim(unit.id, element.id) for element in unit.elements if elements}
        super().__init__(what, aims, f"{what}, or an element of one" if elements else what, pieces=True)

    def tell(self, value: Aim, words: api.Said) -> str:
        if value not in self.named(words).values() and Aim(value.unit) not in self.named(words).values():
            return super().tell(Aim(value.unit, value.unit), words)
        return self._game.called(value.element or value.unit)


def weapons_of(game: Game, fit: Callable[[Mount], bool], what: str = "a weapon of the unit") -> api.Names:
    """A weapon of the unit that was named before, of those that are ``fit`` for the order."""

    def named(words: api.Said) -> Mapping[str, str]:
        aim = words.get("unit", words.get("element"))
        name = aim.unit if isinstance(aim, Aim) else str(aim)
        if not game.in_play(name):
            return {}
        return {weapon.weapon.name: weapon.weapon.name for weapon in game.type_of(game.unit(name)).weapons if fit(weapon)}

    return api.Names(what, named)


# -- places and directions --------------------------------------------------------------------------------------------------


class Spot(api.Slot):
    """A point of the table: ``12,30``, an objective, or what stands there; as x and y in inches."""

    about = "a point: 12,30, an objective, or a unit that you see"

    def __init__(self, game: Game, player: str) -> None:
        places = {objective.name: (objective.x, objective.y) for objective in game.objectives}
        for unit in seen_by(game, player):
            for call in (game.called, str):
                places |= {call(unit.id): (element.x, element.y) for element in unit.elements[:1]}
                places |= {call(element.id): (element.x, element.y) for element in unit.elements}
        marked = {f"marker {mark}": unit for unit in game.units if unit.side != player and (mark := unit.mark(HIDDEN))}
        places |= {name: (unit.elements[0].x, unit.elements[0].y) for name, unit in marked.items()}
        self._named = places
        self._places = api.Names("a point as 12,30, an objective or a unit", places, pieces=True)

    def read(self, reading: api.Reading, at: int, words: api.Said) -> api.Readings:
        if (match := reading.match(at, AT)) is not None:
            yield (float(match[1]), float(match[2])), match.end()
            return
        yield from self._places.read(reading, at, words)

    def tell(self, value: tuple[float, float], words: api.Said) -> str:
        """By the name of what is there; else in inches."""
        return next((name for name, at in self._named.items() if at == value), ",".join(map(api.figure, value)))


class Direction(api.Slot):
    """``at 30`` (degrees clockwise from up, ``bare``: without the ``at``), ``up right``, ``towards`` a point.

    The unit or element that goes there was named before.
    """

    about = "degrees clockwise from up, a direction (up, up right, right), or towards a unit or 12,30"

    def __init__(self, game: Game, player: str, bare: bool = True) -> None:
        self._game, self._spot, self._bare = game, Spot(game, player), bare

    def read(self, reading: api.Reading, at: int, words: api.Said) -> api.Readings:
        reading.miss(at, "a direction (up, up right, right ...)", _BEARINGS)
        for name, bearing in _BEARINGS.items():
            if (end := reading.word(at, (name,), "")) is not None:
                yield bearing, end
        for heads, turned in ((("towards", "toward"), 0), (("away from",), 180)):
            if (end := reading.word(at, heads)) is not None:
                for (x, y), behind in self._spot.read(reading, end, words):
                    yield (self._bearing(words, x, y) + turned) % 360, behind
        if self._bare:
            for (x, y), behind in self._spot.read(reading, at, words):
                yield self._bearing(words, x, y), behind
        start = reading.word(at, ("at",), "" if self._bare else None)
        if start is not None or self._bare:
            read = reading.number(at if start is None else start, "degrees", DEGREES)
            if read is not None and abs(read[0]) <= 360:
                yield read

    def _bearing(self, words: api.Said, x: float, y: float) -> float:
        named = words.get("unit", words.get("element"))
        unit = self._game.unit(named.unit if isinstance(named, Aim) else str(named))
        return bearing_to(unit.elements[0], x, y)

    def tell(self, value: float, words: api.Said) -> str:
        return api.figure(value)


def bearing_to(element: Element, x: float, y: float) -> float:
    """The direction from an element to a point, in tenths of a degree clockwise from up; its facing, if it is there."""
    if hypot(x - element.x, y - element.y) < 1e-6:
        return element.facing
    return round(degrees(atan2(x - element.x, y - element.y)), 1) % 360


Places = tuple[tuple[float, float, float], ...]
"""x, y in inches and the facing of each element."""


class Destination(api.Slot):
    """Where the elements of ``words["unit"]`` go: a place for its first, the others keep their formation, or one for each.

    Without a facing they face the way that they go; with ``turned`` False as they did.
    """

    about = (
        "12,30 for the first element, the others keep formation; or a place for each: 12,30; 14,30; 16,30. "
        "'facing 90' behind it says how they face"
    )

    def __init__(self, game: Game, player: str, turned: bool = True) -> None:
        self._game, self._turned = game, turned
        self._facing, self._spot = Direction(game, player), Spot(game, player)

    def read(self, reading: api.Reading, at: int, words: api.Said) -> api.Readings:
        unit = self._game.unit(words["unit"])
        listed = api.several(
            reading, at, lambda at, _: self._place(reading, at, words), lambda end: reading.word(end, (";", "and"))
        )
        for places, end in listed:
            if len(places) == 1:
                (x, y), facing = places[0]
                yield self._formed(unit, x, y, facing), end
            else:
                each = zip(places, (*unit.elements, *(unit.elements[-1],) * len(places)), strict=False)
                yield tuple((x, y, self._faced(element, x, y) if to is None else to) for ((x, y), to), element in each), end

    def _place(self, reading: api.Reading, at: int, words: api.Said) -> api.Readings:
        for place, end in self._spot.read(reading, at, words):
            start = reading.word(end, ("facing", "faces", "and face"))
            for facing, behind in [(None, end)] if start is None else self._facing.read(reading, start, words):
                yield (place, facing), behind

    def _faced(self, element: Element, x: float, y: float) -> float:
        return bearing_to(element, x, y) if self._turned else element.facing

    def _formed(self, unit: Unit, x: float, y: float, facing: float | None) -> Places:
        first = unit.elements[0]
        dx, dy = x - first.x, y - first.y
        if facing is None and self._turned and hypot(dx, dy) >= 1e-6:
            facing = bearing_to(first, x, y)
        places = (
            (x, y),
            *((round(element.x + dx, 6) + 0.0, round(element.y + dy, 6) + 0.0) for element in unit.elements[1:]),
        )
        faces = (element.facing if facing is None else facing for element in unit.elements)
        return tuple((*at, faced) for at, faced in zip(places, faces, strict=True))

    def tell(self, value: Places, words: api.Said) -> str:
        unit = self._game.unit(words["unit"])
        x, y, facing = value[0]
        for turn in (None, facing):
            if self._formed(unit, x, y, turn) == value:
                return self._place_in_words(x, y, turn)
        return "; ".join(self._place_in_words(*place) for place in value)

    @staticmethod
    def _place_in_words(x: float, y: float, facing: float | None) -> str:
        place = f"{api.figure(x)},{api.figure(y)}"
        return place if facing is None else f"{place} facing {api.figure(facing)}"


class WaySlot(api.Slot):
    """A distance and a direction, for a unit that keeps its formation: ``5 up right``, ``full towards scout``, ``right``.

    As (inches, degrees); without inches as far as ``reach`` says.
    """

    about = "inches and a direction: 5 up right, 5 at 30 degrees, 5 towards scout; without inches as far as it may"

    def __init__(self, game: Game, player: str, reach: Callable[[Game, Unit], float]) -> None:
        self._game, self._direction, self._reach = game, Direction(game, player, bare=False), reach

    def read(self, reading: api.Reading, at: int, words: api.Said) -> api.Readings:
        full = self._reach(self._game, self._game.unit(words["unit"]))
        if (read := reading.number(at, "inches", INCHES)) is not None:
            for bearing, end in self._direction.read(reading, read[1], words):
                yield (read[0], bearing), end
            return
        start = reading.word(at, ("full", "all the way", "as far as it may")) or at
        for bearing, end in self._direction.read(reading, start, words):
            if (inches := reading.number(end, "inches", INCHES)) is not None:
                yield (inches[0], bearing), inches[1]
            yield (full, bearing), end

    def tell(self, value: tuple[float, float], words: api.Said) -> str:
        inches, bearing = value
        return f"{api.figure(inches)} {COMPASS[round(bearing / 45)]}"


def forms_up(value: Any) -> bool:
    """Whether a way leads in one of the eight directions, so that it can be told."""
    return bool(value is not None and value[1] % 45 == 0 and 0 <= value[1] < 360)


# -- orders and events -------------------------------------------------------------------------------------------------


RULESET = "aqmf"


@dataclass(frozen=True)
class FrontRules:
    """What the game and everything plugged in have to say."""

    registry: Registry

    @cached_property
    def _procedures(self) -> dict[tuple[str, str], Callable[..., Any]]:
        return self.registry.of(api.kinds.PROCEDURES, RULESET)

    def procedure(self, step: str, kind: str) -> Callable[..., Any]:
        """What happens at ``step`` to units of ``kind``: a plugin's procedure for the kind, or the game's for any.

        Raises DataError: the game has no procedure of this step.
        """
        procedure = self._procedures.get((step, kind)) or self._procedures.get((step, ""))
        if procedure is None:
            raise api.DataError(f"no procedure for step {step!r}", key=step)
        return procedure

    def modifiers(self, check: str, facts: Any) -> tuple[api.Modifier, ...]:
        """All modifiers of a check from everything that is plugged in; asked once for the same facts."""
        return self._modifiers(check, facts)

    @cached_property
    def _modifiers(self) -> Callable[[str, Any], tuple[api.Modifier, ...]]:
        return lru_cache(maxsize=4096)(partial(self.registry.modifiers, RULESET))

    def numbers(self, attack: Attack, cover: Cover | None) -> tuple[api.TargetNumber, api.TargetNumber]:
        """The numbers to hit and to damage, with all modifiers; worked out once for the same facts."""
        return self._numbers(attack, cover)

    @cached_property
    def _numbers(self) -> Callable[[Attack, Cover | None], tuple[api.TargetNumber, api.TargetNumber]]:
        return lru_cache(maxsize=4096)(partial(numbers_of, more=self.modifiers))

    def objections(self, game: Game, order: api.Command) -> tuple[api.Objection, ...]:
        """All objections of everything that is plugged in."""
        return self.registry.objections(RULESET, game, order)


class FrontEvent(api.Event[Game]):
    """Something that happened in a game; of itself it changes nothing, where what follows tells what it did."""

    def apply(self, game: Game) -> Game:
        return game

    def exactly(self, game: Game) -> str:
        """Where it happened, in coordinates, for those who ask for them; empty where there is nothing more to say."""
        return ""


class UnitEvent(FrontEvent):
    """Something that happened to a unit, or that it did."""

    unit: str


class Prospect(NamedTuple):
    """A unit that an order may hurt, and the question whose outcome is how many hits damage it, or what is left of it.

    What is left is a :class:`~aqmf_air.games.martian_front.chapters.damage.Tripod`: Armor that one hit takes makes the next
    one's work easier.
    """

    unit: str
    question: api.Question


@dataclass(frozen=True)
class FrontTiming(api.Timing):
    """When orders of a kind may be given. HOST-TURN-1."""

    rule: str = "HOST-TURN-1"  # "A side orders its own units, in its own phases"


AIMED = "aimed"
"""How orders attack that are aimed at a unit."""


class FrontOrder(api.Order[Game, FrontRules]):
    """What a player may order; offers and ledgers of it ask the same ``timing``."""

    timing: ClassVar[FrontTiming] = FrontTiming()
    attack: ClassVar[str] = ""
    """How they attack: ``AIMED`` at a unit, or the step that says whom their templates reach; "": it is no attack."""
    ask: ClassVar[api.Ask[Any] | None] = None
    """What is rolled for first, of an order, a game and the rules; None: what :meth:`questions` say."""
    deed: ClassVar[str] = ""
    """What is done by them, for a list of what a unit may do, with ``{weapon}`` where one is used: ``fire {weapon}``."""
    wording: ClassVar[str] = ""
    """What one of them does, with names of its fields: ``{unit} fires {weapon} at {target}``."""

    def title(self, game: Game) -> str:
        """What it does, in a player's words."""
        return self.wording.format_map(api.Wording(self, game))

    def __init_subclass__(cls, **rest: Any) -> None:
        """For this release: an extension that says ``examples`` for what is :meth:`unit_offers` now is asked by it."""
        former = vars(cls).get("examples")
        if former is not None and "foes" in signature(former.__func__).parameters:
            api.warn_of_former(f"{cls.__module__}.{cls.__qualname__}", "examples", "unit_offers")
            cls.unit_offers = former  # type: ignore[method-assign]
            del cls.examples
        super().__init_subclass__(**rest)

    @classmethod
    def means(cls, kind: UnitType, rulings: api.Rulings, rules: FrontRules) -> Iterable[Mount | None]:
        """With which of their weapons units of a type are given such orders; None: with none in particular."""
        return ()

    @classmethod
    def unit_offers(
        cls, game: Game, unit: Unit, mount: Mount | None, foes: Sequence[Unit], rules: FrontRules
    ) -> Iterable[api.Offer]:
        """Such orders for one unit with one of its means, at any of ``foes``, whatever the phase and the range."""
        return ()

    @classmethod
    def offers(cls, game: Game, player: str, rules: FrontRules) -> Iterable[api.Offer]:
        """Orders of this kind worth offering to ``player`` now; the ruleset drops those that meet objections.

        Where a kind of order does not say more: its examples for every unit, at enemies that may be in range.
        """
        if not cls.timing.fits(game):
            return
        foes: Sequence[Unit] = ()
        for unit in (own for own in game.units if own.side == player):
            for mount in cls.means(game.type_of(unit), game.rulings, rules):
                foes = foes or enemies(game, player)
                reach = mount.weapon.range if mount else None
                near = foes if reach is None else [foe for foe in foes if perhaps_in_reach(unit, foe, reach)]
                yield from cls.unit_offers(game, unit, mount, near, rules)

    @classmethod
    def before_turn_1(cls) -> bool:
        """Whether they are given before turn 1, where cover does not help Defense and guns stay hidden. HOST-BARRAGE-6."""
        return cls.timing.parts == (PhasePart.BOMBARDMENT,)

    def questions(self, game: Game, rules: FrontRules) -> Sequence[api.Question]:
        return self.ask.questions(self, game, rules) if self.ask else ()

    def prospects(self, game: Game, rules: FrontRules) -> Sequence[Prospect]:
        """Whom the order may hurt, with the odds of how often; automatic players choose by it."""
        return ()


class UnitOrder(FrontOrder):
    """An order to a unit: as its fields say, with a weapon, at a target, at an element of it (the first, if not given)."""

    unit: str

    @classmethod
    def unit_offers(
        cls, game: Game, unit: Unit, mount: Mount | None, foes: Sequence[Unit], rules: FrontRules
    ) -> Iterable[api.Offer]:
        """At every enemy, or at each of its elements, where the order has a target."""
        fields = cls.model_fields
        facts = {"unit": unit.id, **({"weapon": mount.weapon.name} if mount and "weapon" in fields else {})}
        aims: Iterable[dict[str, str]] = ({},)
        if "element" in fields:
            aims = ({"target": foe.id, "element": element.id} for foe in foes for element in foe.elements)
        elif "target" in fields:
            aims = ({"target": foe.id} for foe in foes)
        for aim in aims:
            yield cls(**facts, **aim).offer(game)

    @classmethod
    def slots(cls, game: Game, player: str, rules: FrontRules) -> Mapping[str, api.Slot]:
        """A unit of the side, an enemy that it sees."""
        own = names_of(game, (unit for unit in game.units if unit.side == player))
        aims = targets(game, player, "element" in cls.model_fields)
        return {"unit": api.Names("one of your units", own, pieces=True), "target": aims}

    @classmethod
    def from_words(cls, game: Game, player: str, rules: FrontRules, words: api.Said) -> Iterable[Self]:
        """With the unit and the element that it is aimed at."""
        fields = dict(words)
        if isinstance(aim := words.get("target"), Aim):
            fields |= {"target": aim.unit, "element": aim.element} if "element" in cls.model_fields else {"target": aim.unit}
        return (cls(**fields),)

    def in_words(self, game: Game, rules: FrontRules) -> api.Said:
        """The same the other way round."""
        fields = dict(self)
        return {**fields, "target": Aim(fields["target"], fields.get("element", ""))} if fields.get("target") else fields

    def by(self, game: Game) -> Side:
        """The side that gives it, and rolls."""
        return game.unit(self.unit).side

    def offer(self, game: Game) -> api.Offer:
        """The order as it is offered."""
        return api.Offer(self, self.title(game), self.unit)

    def orderable(self, game: Game, player: str) -> Sequence[api.Objection]:
        """What stands against any such order to the unit by ``player``: it is not theirs, or not in play, or they wait."""
        return own_unit(game, self.unit, player)

    def preconditions(self, game: Game, player: str, rules: FrontRules) -> Iterable[api.Objection]:
        """In its phase, to a unit that the side may order about."""
        yield from self.timing.objections(game)
        yield from self.orderable(game, player)

    def objections(self, game: Game, player: str, rules: FrontRules) -> Iterable[api.Objection]:
        """The preconditions; of a unit that may be ordered about, what is said :meth:`against` it, in another phase, too."""
        yield from self.timing.objections(game)
        yield from self.orderable(game, player) or self.against(game, game.unit(self.unit), player, rules)

    def against(self, game: Game, unit: Unit, player: str, rules: FrontRules) -> Iterable[api.Objection]:
        """What else is said against ordering ``unit`` so: by this kind of order alone."""
        return ()


class LetBeOrder(UnitOrder):
    """Who has won a roll for an enemy's tripod does not use it in this phase."""

    told: ClassVar[Callable[..., FrontEvent]]
    """What tells of it: the fields of the order, and the ``winner``."""

    @classmethod
    def won(cls, game: Game, player: str) -> tuple[Self, ...]:
        """Such orders of a side, for all that it has won and not used."""
        fields = cls.model_fields.keys() & Say._fields
        says = (say for say in unused(game) if say.winner == player and bool(say.weapon) is ("weapon" in fields))
        return tuple(cls(**{name: getattr(say, name) for name in fields}) for say in says)

    @classmethod
    def offers(cls, game: Game, player: str, rules: FrontRules) -> Iterable[api.Offer]:
        return (order.offer(game) for order in cls.won(game, player))

    @classmethod
    def from_words(cls, game: Game, player: str, rules: FrontRules, words: api.Said) -> Iterable[Self]:
        """What is named; any that it may be, where nothing is."""
        return (cls(**words),) if words else cls.won(game, player)

    def orderable(self, game: Game, player: str) -> Sequence[api.Objection]:
        """For the winner, of what was not used."""
        return () if self in self.won(game, player) else no_say(game, player, self.unit, getattr(self, "weapon", LEGS))

    def foreseen(self, game: Game, rules: FrontRules) -> Game:
        return self._event(game).apply(game)

    def decide(self, game: Game, rules: FrontRules, dice: api.Dice) -> tuple[FrontEvent, ...]:
        return (self._event(game),)

    def _event(self, game: Game) -> FrontEvent:
        fields = {name: value for name, value in self if name != "type"}
        return self.told(**fields, winner=opponent(self.by(game)))


class WeaponOrder(UnitOrder):
    """An order to a unit to use one of its weapons."""

    weapon: str

    @classmethod
    def uses(cls, weapon: Weapon) -> bool:
        """Whether a weapon is one for it."""
        return True

    @classmethod
    def means(cls, kind: UnitType, rulings: api.Rulings, rules: FrontRules) -> Iterable[Mount | None]:
        """The weapons for it."""
        return tuple(mount for mount in kind.weapons if cls.uses(mount.weapon))

    @classmethod
    def slots(cls, game: Game, player: str, rules: FrontRules) -> Mapping[str, api.Slot]:
        """And one of its weapons for this."""
        weapons = weapons_of(game, lambda mount: cls.uses(mount.weapon))
        return {**super().slots(game, player, rules), "weapon": weapons}

    @classmethod
    def from_words(cls, game: Game, player: str, rules: FrontRules, words: api.Said) -> Iterable[Self]:
        """With each weapon for it, if none is named."""
        if words.get("weapon") or not game.in_play(words["unit"]):
            return super().from_words(game, player, rules, words)
        kind = game.type_of(game.unit(words["unit"]))
        named = [mount.weapon.name for mount in cls.means(kind, game.rulings, rules) if mount is not None]
        read = partial(super().from_words, game, player, rules)
        return [order for name in named for order in read({**words, "weapon": name})]

    def mount(self, game: Game) -> Mount:
        """The weapon as the unit carries it. Of orders to use one that is there only."""
        mount = game.type_of(game.unit(self.unit)).mount(self.weapon)
        assert mount is not None  # objections come first
        return mount


def at_hand(game: Game, name: str, player: str) -> tuple[api.Objection, ...]:
    """Objections to ``player`` ordering the unit of this id about, in whatever phase."""
    if not game.in_play(name):  # "names what there is, a unit in the game"
        return (api.Objection("HOST-ORDER-1", out_of_game(game, name) or f"no unit {name!r} is in the game"),)
    unit = game.unit(name)
    if unit.side != player:  # "A side orders its own units, in its own phases"
        return (api.Objection("HOST-TURN-1", f"{as_known(game, name, player)} is not a unit of the {player} side"),)
    return ()


def own_unit(game: Game, name: str, player: str) -> tuple[api.Objection, ...]:
    """Objections to ``player`` ordering the unit of this id about in this phase."""
    return at_hand(game, name, player) or not_acting(game, player) or waits_for_winner(game)


def not_acting(game: Game, player: str) -> tuple[api.Objection, ...]:
    """An objection unless ``player`` acts in this phase."""
    if player in game.active:
        return ()
    # "A side orders its own units, in its own phases"
    return (api.Objection("HOST-TURN-1", f"the {player} side does not act in this phase ({game.now.title})"),)


def no_say(game: Game, player: str, unit: str, what: str) -> tuple[api.Objection, ...]:
    """An objection to using what a side has not won of a unit: its legs, or a weapon."""
    whose = as_known(game, unit, player)
    # "Who wins a roll for an enemy tripod uses it at once or lets it be; until then nothing else is ordered"
    return (api.Objection("HOST-TRIPOD-2", f"the {player} side has no say over the {what} of {whose} now"),)


def enemies(game: Game, player: str) -> tuple[Unit, ...]:
    """The other side's units in the game, but for hidden ones."""
    return tuple([unit for unit in game.in_the_open if unit.side != player])


LARGEST_BASE = 6.0
"""Inches: no two bases have radii that add up to more."""


def perhaps_in_reach(unit: Unit, target: Unit, reach: float) -> bool:
    """Whether a target may be in range, by the centres of the bases alone: a quick look before the exact one."""
    far = (reach + LARGEST_BASE) ** 2
    return any(
        (element.x - at.x) ** 2 + (element.y - at.y) ** 2 <= far for element in unit.elements for at in target.elements
    )


# "at one enemy unit in the game that it knows of"
def no_target(game: Game, name: str, player: str, rule: str = "HOST-FIRE-1") -> tuple[api.Objection, ...]:
    """An objection unless the unit of this id is an enemy that ``player`` can see. HOST-HIDE-1."""
    if game.in_play(name) and (unit := game.unit(name)).side != player and not unit.has(HIDDEN):
        return ()
    return (api.Objection(rule, no_enemy(game, name, player)),)  # handed on


def no_enemy(game: Game, name: str, player: str) -> str:
    """That the unit of this id is no enemy that ``player`` can attack, in a sentence."""
    return out_of_game(game, name) or f"{as_known(game, name, player)} is not an enemy in the game"


def out_of_game(game: Game, name: str) -> str:
    """That a unit is out of the game, in a sentence; nothing where it has not been in it, or still is."""
    return f"{game.called(name)} is out of the game" if any(unit.id == name for unit in game.fallen) else ""


def as_known(game: Game, name: str, player: str) -> str:
    """What ``player`` calls the unit of this id; what they wrote, if it is an enemy's that they know nothing of."""
    seen = game.in_play(name) and (game.unit(name).side == player or not game.unit(name).has(HIDDEN))
    return game.called(name) if seen else name
