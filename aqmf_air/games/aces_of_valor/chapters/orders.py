"""The base of all orders: how a choice is followed from step to step, and what a step of the sequence is. SEQ-1."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any, ClassVar, NamedTuple, TypeVar

from aqmf_air.api import (
    Ask,
    Dice,
    DiceTray,
    Event,
    NeedDice,
    Objection,
    Offer,
    Order,
    Question,
    Slot,
    Timing,
    labelled,
    replace,
)
from aqmf_air.games.aces_of_valor.chapters import words
from aqmf_air.games.aces_of_valor.state import PLAYER, Campaign, Pace
from aqmf_air.games.aces_of_valor.tables import Tables, ValorRulings

T = TypeVar("T")

# -- how a choice is followed ------------------------------------------------------------------------------------------


class StepRun(NamedTuple):
    """A step that has run, or one of several actions of an order, and what it rolled for."""

    events: int
    """How many there were before."""
    questions: Callable[[], Sequence[Question]]


class CampaignCourse:
    """A campaign while an order is decided. Steps note what happens, and read ``game`` as it is after that."""

    def __init__(self, game: Campaign, dice: Dice, sequence: Steps) -> None:
        self.game = game
        self.dice = dice
        self.sequence = sequence
        self.events: list[Event[Campaign]] = []
        self.steps: list[StepRun] = []

    def emit(self, *events: Event[Campaign]) -> None:
        """These events happen, one after the other."""
        for event in events:
            self.events.append(event)
            self.game = event.apply(self.game)

    def ask(self, ask: Ask[T], by: str = "") -> T:
        """What the dice say, of an aircraft that is called so."""
        dice = labelled(self.dice, by, relation="for") if by else self.dice
        return ask.roll(dice, self.game)

    def next_step(self, step: str) -> None:
        """The sequence goes on with this step."""
        if step != self.game.step:
            self.emit(StepReached(step=step))

    def proceed(self) -> None:
        """What happens without the player, up to the next choice; with the pace ``step``, up to the next roll."""
        while not waits(self.game, self.sequence):
            if self.sequence[self.game.step].rolls and self.game.pace == "step":
                return
            self.run()

    def run(self) -> None:
        """The step that comes next."""
        step = self.sequence[self.game.step]
        assert step.run is not None  # a choice is no step that runs
        self.steps.append(StepRun(len(self.events), partial(step.questions, self.game)))
        step.run(self)

    @property
    def tables(self) -> Tables:
        return self.game.tables

    @property
    def rulings(self) -> ValorRulings:
        return self.game.rulings


def waits(game: Campaign, sequence: Steps) -> bool:
    """Whether a choice of the player's comes next, or nothing at all."""
    return bool(game.winner) or sequence[game.step].run is None


def on_tables(game: Campaign) -> tuple[Tables]:
    """The facts of what is rolled on the tables alone."""
    return (game.tables,)


@dataclass(frozen=True)
class SequenceStep:
    """A step of the sequence: a roll on a table or what else happens without a choice, or a choice of the player's."""

    rule: str
    """The id of the rule that has it."""
    run: Callable[[CampaignCourse], None] | None = None
    """What happens. It emits events and says with ``next_step`` what comes next. None: the player has a choice."""
    rolls: bool = False
    """Whether dice are rolled or cards drawn: with the pace ``step`` the sequence stops before it."""
    questions: Callable[[Campaign], Sequence[Question]] = lambda game: ()
    """What ``run`` rolls for first: the rule that it calls, with the same facts."""


Steps = Mapping[str, SequenceStep]
"""The steps of the sequence by id."""


# -- the base of all orders --------------------------------------------------------------------------------------------


NOT_NOW = "that is not to be chosen now; what is: {}"
"""What is said of an order at another step than its own."""
Named = Callable[[Campaign], Slot]
"""What may be named in a slot of an order's phrases, as a campaign stands."""


class PlayerChoice(Order[Campaign, Steps]):
    """A choice of the player's at a step of the sequence: what it does, then what follows up to the next choice."""

    at: ClassVar[tuple[str, ...]]
    """The steps at which it may be made."""
    rule: ClassVar[str]
    """The rule that has it."""
    named: ClassVar[Mapping[str, Named]] = {}
    """What reads and tells the slots of its phrases, by name."""
    title: ClassVar[str] = ""
    """What it is called where there is one such choice alone; empty: see :meth:`choices`."""
    kind: ClassVar[str] = ""
    """Under which heading it is offered then."""

    def __init_subclass__(cls, **rest: Any) -> None:
        super().__init_subclass__(**rest)
        cls.timing = Timing(getattr(cls, "at", ()), rule=getattr(cls, "rule", ""), reason=NOT_NOW)  # handed on

    @classmethod
    def slots(cls, game: Campaign, player: str, rules: Steps) -> Mapping[str, Slot]:
        return {slot: named(game) for slot, named in cls.named.items()}

    @classmethod
    def offers(cls, game: Campaign, player: str, rules: Steps) -> Iterable[Offer]:
        return cls.choices(game) if game.step in cls.at else ()

    @classmethod
    def choices(cls, game: Campaign) -> Iterable[Offer]:
        """What there is to choose, at a step where such a choice is made."""
        return (Offer(cls(), cls.title, kind=cls.kind),) if cls.title else ()

    def objections(self, game: Campaign, player: str, rules: Steps) -> Iterable[Objection]:
        if game.step not in self.at:
            yield Objection(self.rule, NOT_NOW.format(game.stage.title))  # handed on
        else:
            yield from self.against(game)

    def against(self, game: Campaign) -> Iterable[Objection]:
        """Why it may not be chosen, at a step where such a choice is made."""
        return ()

    @abstractmethod
    def carry_out(self, course: CampaignCourse) -> None:
        """What it does: notes events, and says which step comes next."""

    def decide(self, game: Campaign, rules: Steps, dice: Dice) -> tuple[Event[Campaign], ...]:
        course = CampaignCourse(game, dice, rules)
        try:
            self.carry_out(course)
            course.proceed()
        except NeedDice as need:
            need.happened = course.events
            raise
        return tuple(course.events)

    def rolled_for(
        self, game: Campaign, rules: Steps, dice: DiceTray
    ) -> Sequence[tuple[Question, Sequence[Event[Campaign]]]]:
        """The questions of all its rolls, those of the steps that follow, too, each with the events that answer it."""
        course = CampaignCourse(game, dice, rules)
        self.carry_out(course)
        own = self.asks(game) if dice.log and not course.steps else ()
        course.proceed()
        steps = [(step.questions(), course.events[step.events :]) for step in course.steps]
        return [(question, events) for questions, events in ((own, course.events), *steps) for question in questions]

    def questions(self, game: Campaign, rules: Steps) -> Sequence[Question]:
        return self.asks(game)

    def asks(self, game: Campaign) -> Sequence[Question]:
        """What it rolls for."""
        return ()


# -- orders and events of no phase -------------------------------------------------------------------------------------


class GoOn(PlayerChoice, type="valor.go_on"):
    """On with the sequence: the roll that comes next. SEQ-1."""

    phrases: ClassVar[tuple[str, ...]] = ("go on",)
    at: ClassVar[tuple[str, ...]] = ()
    rule: ClassVar[str] = "AOV-SEQ-1"

    @classmethod
    def offers(cls, game: Campaign, player: str, rules: Steps) -> Iterable[Offer]:
        if player == PLAYER and not waits(game, rules):
            yield Offer(cls(), f"Go on: {game.stage.title}")

    def objections(self, game: Campaign, player: str, rules: Steps) -> Iterable[Objection]:
        if waits(game, rules):
            yield Objection(self.rule, f"there is a choice to make first: {game.stage.title}")  # "in this order"

    def questions(self, game: Campaign, rules: Steps) -> Sequence[Question]:
        return rules[game.step].questions(game)

    def carry_out(self, course: CampaignCourse) -> None:
        course.run()
        course.proceed()


class SetPace(PlayerChoice, type="valor.set_pace"):
    """How far a choice is followed: to the next roll, or to the next choice."""

    phrases: ClassVar[tuple[str, ...]] = ("pace {pace}",)
    at: ClassVar[tuple[str, ...]] = ()
    rule: ClassVar[str] = "AOV-SEQ-1"
    pace: Pace

    @classmethod
    def slots(cls, game: Campaign, player: str, rules: Steps) -> Mapping[str, Slot]:
        return {"pace": words.pace()}

    def objections(self, game: Campaign, player: str, rules: Steps) -> Iterable[Objection]:
        return ()

    def carry_out(self, course: CampaignCourse) -> None:
        course.emit(PaceChosen(pace=self.pace))


class StepReached(Event[Campaign], type="valor.step_reached"):
    """The sequence has come to a step."""

    step: str

    def apply(self, state: Campaign) -> Campaign:
        return replace(state, step=self.step)


class PaceChosen(Event[Campaign], type="valor.pace_chosen"):
    """The player says how far a choice is followed."""

    pace: Pace

    def apply(self, state: Campaign) -> Campaign:
        return replace(state, pace=self.pace)

    def tell(self, state: Campaign) -> str:
        return "from roll to roll" if self.pace == "step" else "from choice to choice"
