"""What a chapter of the book is: what it adds to the core game, and in which missions it is in force."""

from __future__ import annotations

from abc import abstractmethod
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from typing import Any, ClassVar, Literal, Self, cast

from pydantic import Field

from aqmf_air import api
from aqmf_air.api.geometry import Vector
from aqmf_air.games.clouds_of_glory.api import CloudsGame, CloudsSteps, Craft, NumberSlot, Setup, ShootingOrder

ChapterName = Literal[
    "experience", "abilities", "wounds", "parachutes", "ground-fire", "strafing", "balloons", "rockets", "bombs",
    "ground-damage", "observers",
]  # fmt: skip


PLACE = {"x": NumberSlot("MU from the west edge"), "y": NumberSlot("MU from the south edge")}
"""The slots of a place over the board."""
At = Callable[[Vector], Sequence[tuple[float, float]]]
"""The points of a place, one for each flat view: of ``drawn(game, at)``, by which an event says how it is drawn."""


class Expanded(api.Frozen):
    """What a mission is played with."""

    chapters: tuple[ChapterName, ...] = ()
    date: str = Field(default="", pattern=r"^(19\d\d-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01]))?$")
    """When it is flown; empty: the mission does not say."""

    def due(self, game: CloudsGame, craft: Craft, station: str) -> bool:
        """Whether a man has something to do in the shooting phase by a chapter that is listed."""
        return any(True for kind in CrewOrder.kinds for _ in kind.orders(game, craft, station))

    @property
    def day(self) -> int:
        return int(self.date.replace("-", "") or 0)


EXPANDED = api.Slice("expanded", Expanded)


class OwnRulings(api.Rulings):
    """What the source leaves open of a chapter."""

    @classmethod
    def of(cls, state: CloudsGame | Setup) -> Self:
        return cast("Self", state.rulings)


def is_on(state: api.Sliced, name: ChapterName) -> bool:
    """Whether a mission is played with a chapter."""
    return name in EXPANDED.of(state).chapters


def with_one(game: CloudsGame, kept: api.Slice[Any], among: str, id_: str, **changes: object) -> CloudsGame:
    """The same with one thing of a slice changed: the one of this id among those of a field."""
    things = (api.replace(each, **changes) if each.id == id_ else each for each in getattr(kept.of(game), among))
    return kept.changed(game, **{among: tuple(things)})


def by_side(earned: Iterable[tuple[str, int]]) -> Mapping[str, int]:
    """What each side has earned."""
    points = Counter[str]()
    for side, count in earned:
        points[side] += count
    return points


class OfChapter:
    """An order of a chapter: refused in missions without it. Stands before the order's own base."""

    chapter: ClassVar[ChapterName]
    chapter_rule: ClassVar[str]

    def __init_subclass__(cls, *, chapter: ChapterName | None = None, rule: str = "", **rest: Any) -> None:
        super().__init_subclass__(**rest)
        if chapter:
            cls.chapter, cls.chapter_rule = chapter, rule

    def preconditions(self, game: CloudsGame, player: str, rules: CloudsSteps) -> Iterable[api.Objection]:
        """Whether the mission is played with the chapter; then those of the order."""
        if not is_on(game, self.chapter):
            # handed on
            yield api.Objection(self.chapter_rule, f"this mission is played without {self.chapter.replace('-', ' ')}")
        else:
            yield from super().preconditions(game, player, rules)  # type: ignore[misc]


class CrewOrder(OfChapter, ShootingOrder):
    """What a man may do at his turn in the shooting phase with something: it is offered what makes his turn come."""

    kinds: ClassVar[list[type[CrewOrder]]] = []
    field: ClassVar[str] = "target"
    """That names the thing."""
    what: ClassVar[str] = ""
    """What it is, if not ``a`` and the name of that field."""
    offered_as: ClassVar[str] = ""
    does: ClassVar[str] = "hits"
    """To the thing, with the chance that it promises."""

    def __init_subclass__(cls, **named: Any) -> None:
        super().__init_subclass__(**named)
        if "type" in named:
            CrewOrder.kinds.append(cls)

    @classmethod
    @abstractmethod
    def things(cls, game: CloudsGame, side: str) -> Iterable[Any]:
        """What a side may name, wherever it is: each with a name and an id."""

    @classmethod
    @abstractmethod
    def ways(cls, game: CloudsGame, craft: Craft, station: str) -> Iterable[Mapping[str, Any]]:
        """The fields of each order that a man may give now, beside himself."""

    @classmethod
    def orders(cls, game: CloudsGame, craft: Craft, station: str) -> Iterator[Self]:
        """Those that a man may give now, in missions with the chapter."""
        if is_on(game, cls.chapter):
            yield from (cls(craft=craft.id, station=station, **way) for way in cls.ways(game, craft, station))

    @classmethod
    def slots(cls, game: CloudsGame, player: str, rules: CloudsSteps) -> Mapping[str, api.Slot]:
        names = {thing.name: thing.id for thing in cls.things(game, player)}
        return {**super().slots(game, player, rules), cls.field: api.Names(cls.what or f"a {cls.field}", names, pieces=True)}

    @classmethod
    def offers(cls, game: CloudsGame, player: str, rules: CloudsSteps) -> Iterable[api.Offer]:
        if shooter := game.shooter_of(player):
            craft = game.of(shooter.craft)
            for order in cls.orders(game, craft, shooter.station):
                title = f"{api.capitalised(craft.marking)}: {order.title(game, rules)}"
                yield api.Offer(order, title, craft.id, kind=cls.offered_as)

    @property
    def thing(self) -> str:
        return str(getattr(self, self.field))

    @abstractmethod
    def title(self, game: CloudsGame, rules: CloudsSteps) -> str:
        """What an offer says that is done, with what it promises."""

    def promise(self, game: CloudsGame, rules: CloudsSteps) -> Fraction:
        """The chance that it does what it is for, before any re-roll: that its first test passes."""
        return self.questions(game, rules)[0].odds().where(bool)


class Answering(api.Order[CloudsGame, CloudsSteps]):
    """An order that answers a decision between the dice, where that is no list of options: ``Decision.answered_by``."""

    chapter_rule: ClassVar[str]

    @classmethod
    def waiting(cls, game: CloudsGame, player: str) -> api.Decision | None:
        """The decision of a side that such an order answers; None: there is none now."""
        decision = game.decided_by(player)
        return decision if decision and decision.answered_by == cls.type_name() else None

    @classmethod
    def wait(cls, by: str, kind: str, says: str, options: Iterable[str], *facts: str) -> api.Decision:
        """What a step asks a side that such an order answers."""
        told = tuple(options)
        return api.Decision(kind=kind, by=by, options=told, titles=told, says=says, facts=facts, answered_by=cls.type_name())

    def preconditions(self, game: CloudsGame, player: str, rules: CloudsSteps) -> Iterable[api.Objection]:
        if self.waiting(game, player) is None:
            # handed on
            yield api.Objection(self.chapter_rule, "nobody waits for such an order of yours now")

    @property
    @abstractmethod
    def answer(self) -> str:
        """What the step that waits gets."""

    def decide(self, game: CloudsGame, rules: CloudsSteps, dice: api.Dice) -> tuple[api.Event[CloudsGame], ...]:
        return api.onward(game, rules, dice, (), self.answer)
