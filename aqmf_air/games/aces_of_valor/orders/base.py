"""The base of all orders: when each is given, and how it is followed."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import ClassVar

from aqmf_air.core.dice.dice import Dice, DiceTray
from aqmf_air.core.play.orders import Event, Order
from aqmf_air.core.play.question import Question
from aqmf_air.core.play.ruleset import Objection, Offer
from aqmf_air.core.play.words import Slot
from aqmf_air.games.aces_of_valor.course import CampaignCourse
from aqmf_air.games.aces_of_valor.sequence import STEPS, proceed
from aqmf_air.games.aces_of_valor.state import Campaign
from aqmf_air.plugins.registry import Registry

Named = Callable[[Campaign], Slot]
"""What may be named in a slot of an order's phrases, as a campaign stands."""


class PlayerChoice(Order[Campaign, Registry]):
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

    @classmethod
    def slots(cls, game: Campaign, player: str, rules: Registry) -> Mapping[str, Slot]:
        return {slot: named(game) for slot, named in cls.named.items()}

    @classmethod
    def offers(cls, game: Campaign, player: str, rules: Registry) -> Iterable[Offer]:
        return cls.choices(game) if game.step in cls.at else ()

    @classmethod
    def choices(cls, game: Campaign) -> Iterable[Offer]:
        """What there is to choose, at a step where such a choice is made."""
        return (Offer(cls(), cls.title, kind=cls.kind),) if cls.title else ()

    def objections(self, game: Campaign, player: str, rules: Registry) -> Iterable[Objection]:
        if game.step not in self.at:
            yield Objection(self.rule, f"this is not chosen now, but: {game.stage.title}")
        else:
            yield from self.against(game)

    def against(self, game: Campaign) -> Iterable[Objection]:
        """Why it may not be chosen, at a step where such a choice is made."""
        return ()

    @abstractmethod
    def carry_out(self, course: CampaignCourse) -> None:
        """What it does: notes events, and says which step comes next."""

    def decide(self, game: Campaign, rules: Registry, dice: Dice) -> tuple[Event[Campaign], ...]:
        course = CampaignCourse(game, dice)
        self.carry_out(course)
        proceed(course)
        return tuple(course.events)

    def rolled_for(self, game: Campaign, dice: DiceTray) -> Sequence[tuple[Question, Sequence[Event[Campaign]]]]:
        """The questions of all its rolls, those of the steps that follow, too, each with the events that answer it."""
        course = CampaignCourse(game, dice)
        self.carry_out(course)
        own = self.asks(game) if dice.log and not course.steps else ()
        proceed(course)
        steps = [(STEPS[step.game.step].questions(step.game), course.events[step.events :]) for step in course.steps]
        return [(question, events) for questions, events in ((own, course.events), *steps) for question in questions]

    def questions(self, game: Campaign, rules: Registry) -> Sequence[Question]:
        return self.asks(game)

    def asks(self, game: Campaign) -> Sequence[Question]:
        """What it rolls for."""
        return ()
