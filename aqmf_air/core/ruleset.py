"""What a game must be able to do, to be played, replayed and asked for odds by everything here."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Protocol, TypeVar

from aqmf_air.core.dice import Dice
from aqmf_air.core.events import Codec, Command, Event
from aqmf_air.core.model import Frozen
from aqmf_air.core.modifiers import TargetNumber
from aqmf_air.core.question import Question
from aqmf_air.core.register import Rule
from aqmf_air.core.rulings import Rulings

__all__ = ["Objection", "Offer", "Question", "Ruleset"]

State = TypeVar("State", bound=Frozen)


@dataclass(frozen=True)
class Objection:
    """Why a command is not allowed now, and the rule that says so."""

    rule: str
    reason: str

    def __str__(self) -> str:
        return f"{self.reason} ({self.rule})"


@dataclass(frozen=True)
class Offer:
    """A command that is allowed now, and what it does in a player's words."""

    command: Command
    title: str


class Dealing(ABC):
    """A ruleset that deals a part of its set-up anew for each game: hidden markers, cards."""

    @abstractmethod
    def dealt(self, setup: Any, seed: int) -> Any:
        """The set-up as a game with this seed starts from it; dealt again, it is as if dealt from the last seed only."""


class Ruleset(Protocol[State]):
    """A complete game. Its state is frozen; commands are decided into events; events are folded into state.

    A ruleset holds tables and profiles, never a running game: two games may use one ruleset in turn.
    """

    id: str
    version: str
    title: str
    rulings: type[Rulings]
    register: tuple[Rule, ...]
    codec: Codec

    def initial(self, setup: Frozen) -> State:
        """The state before the first command.

        Raises:
            DataError: the set-up names something that does not exist.
        """
        ...

    def players(self, state: State) -> tuple[str, ...]:
        """Who may be asked for commands."""
        ...

    def legal(self, state: State, player: str) -> Sequence[Offer]:
        """What ``player`` may order now. Several players may have offers at once (sealed or simultaneous orders)."""
        ...

    def objections(self, state: State, command: Command, player: str) -> Sequence[Objection]:
        """Why ``player`` may not give ``command`` now; empty if they may."""
        ...

    def questions(self, state: State, command: Command) -> Sequence[Question]:
        """What ``command`` would roll for first, with facts and target numbers; nothing, if nobody may give it now."""
        ...

    def decide(self, state: State, command: Command, dice: Dice) -> tuple[Event, ...]:
        """What ``command`` leads to. Legal commands only; the state does not change here."""
        ...

    def evolve(self, state: State, event: Event) -> State:
        """The state after ``event``. No dice here, ever."""
        ...

    def observe(self, state: State, player: str) -> Frozen:
        """What ``player`` may see of the state."""
        ...

    def over(self, state: State) -> str | None:
        """Who has won (``"draw"`` if nobody did), or None while the game goes on."""
        ...

    def tell(self, event: Event, state: State) -> str:
        """What happened, in a player's words; ``state`` is the one before it."""
        ...

    def spell(self, target: TargetNumber) -> str:
        """What a target number asks of the dice, in a player's words: ``3+``."""
        ...
