"""How a choice is followed: the state as it becomes, what has happened, and the dice; and what a step of the sequence is."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from aqmf_air.core.dice.dice import Dice
from aqmf_air.core.play.orders import Event
from aqmf_air.core.play.question import Question
from aqmf_air.games.aces_of_valor.events.sequence import StepReached
from aqmf_air.games.aces_of_valor.rulings import ValorRulings
from aqmf_air.games.aces_of_valor.state import Campaign
from aqmf_air.games.aces_of_valor.tables import Tables


class StepRun(NamedTuple):
    """A step that has run: how the campaign stood, and how many events there were before."""

    game: Campaign
    events: int


class CampaignCourse:
    """A campaign while an order is decided. Steps note what happens, and read ``game`` as it is after that."""

    def __init__(self, game: Campaign, dice: Dice) -> None:
        self.game = game
        self.dice = dice
        self.events: list[Event[Campaign]] = []
        self.steps: list[StepRun] = []

    def note(self, *events: Event[Campaign]) -> None:
        """These events happen, one after the other."""
        for event in events:
            self.events.append(event)
            self.game = event.apply(self.game)

    def go(self, step: str) -> None:
        """The sequence goes on with this step."""
        if step != self.game.step:
            self.note(StepReached(step=step))

    @property
    def tables(self) -> Tables:
        return self.game.tables

    @property
    def rulings(self) -> ValorRulings:
        return self.game.rulings


def no_questions(game: Campaign) -> Sequence[Question]:
    """A step that rolls nothing that is asked for beforehand."""
    return ()


@dataclass(frozen=True)
class SequenceStep:
    """A step of the sequence: a roll on a table or what else happens without a choice, or a choice of the player's."""

    rule: str
    """The id of the rule that has it."""
    run: Callable[[CampaignCourse], None] | None = None
    """What happens. It notes events and says with :meth:`Course.go` what comes next. None: the player has a choice."""
    rolls: bool = False
    """Whether dice are rolled or cards drawn: with the pace ``step`` the sequence stops before it."""
    questions: Callable[[Campaign], Sequence[Question]] = no_questions
    """What ``run`` rolls for first: the rule that it calls, with the same facts."""
