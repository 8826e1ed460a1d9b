"""What a chapter of the book is: what it adds to the core game, and in which missions it is in force."""

from __future__ import annotations

from abc import abstractmethod
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, ClassVar, Literal, Self, cast

from pydantic import Field

from aqmf_air import api
from aqmf_air.games.clouds_of_glory.api import (
    CloudsGame,
    CloudsSteps,
    Setup,
)

ChapterName = Literal[
    "experience", "abilities", "wounds", "parachutes", "ground-fire", "strafing", "balloons", "rockets", "bombs",
    "ground-damage", "observers",
]  # fmt: skip


class Expanded(api.Frozen):
    """What a mission is played with."""

    chapters: tuple[ChapterName, ...] = ()
    date: str = Field(default="", pattern=r"^(19\d\d-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01]))?$")
    """When it is flown; empty: the mission does not say."""

    @property
    def day(self) -> int:
        """The date as year, month, day in one number; 0: the mission does not say."""
        return int(self.date.replace("-", "") or 0)


EXPANDED = api.Slice("expanded", Expanded)


class OwnRulings(api.Rulings):
    """What the source leaves open of a chapter."""

    @classmethod
    def of(cls, state: CloudsGame | Setup) -> Self:
        """Those in force."""
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


@dataclass(frozen=True)
class Chapter:
    """A chapter of the book. What it adds to missions that list it are functions of its modules, by their names:
    ``modifiers``, ``rerolls`` and ``ammunition`` as the core's hooks have them; ``first_steps`` of a phase; ``objections``
    to orders of the core game; ``faults`` and ``briefing`` of a set-up; ``bodies`` and ``marks``. ``STEPS`` has what its
    steps do.
    """

    name: ChapterName
    title: str
    """What players call it."""
    rule: str
    """The first of its rules."""
    needs: tuple[ChapterName, ...] = ()
    """Chapters that a mission has to list, too."""
    slices: Sequence[api.Slice[Any]] = ()
    """What it keeps. Where the model of one has ``due(game, craft, station)``, that says whether a man has something to do
    in the shooting phase; where it has ``points``, they count; where ``load(game, craft)``, that is aboard."""
    traits: tuple[str, ...] = ()
    """That men may have."""
    shifts: Mapping[str, Callable[..., int]] = field(default_factory=dict)
    """What a trait makes of a damage row: ``Procedure("damage row", ...)``."""
    spares: Mapping[str, Callable[..., Any]] = field(default_factory=dict)
    """What a trait makes of a death: ``Procedure("death", ...)``."""
    faces: Mapping[str, Callable[..., Any]] = field(default_factory=dict)
    """What follows of the face of a Flying test of a man with a trait: ``Procedure("face", ...)``."""


def decided(dice: api.Dice, kind: str, by: str, says: str, options: Mapping[str, str]) -> str:
    """What a side decides, of options by what players call them."""
    titles = tuple(options.values())
    return api.choose(dice, api.Decision(kind=kind, by=by, options=tuple(options), titles=titles, says=says))


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
