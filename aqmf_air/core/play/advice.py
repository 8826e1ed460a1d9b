"""What each order on offer is worth: the game is played on from each, many times, and how it stands then is valued.

A game returns an :class:`Advisor` from the hook ``aqmf_register_advisors``. It says who plays on, how far, and what the end
of that is worth; drawing the ends, comparing orders and the errors are the frame's. Nothing is worked out unasked.

In end number n the same roll has the same dice after every order (common random numbers), so that the difference between two
orders is known better than either worth. Dice depend on what the player sees alone: the same question has the same answer,
and further ends make it sharper, an error half as large with four times as many.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from math import sqrt
from statistics import fmean, variance
from typing import Any, Generic, NamedTuple, TypeVar

from aqmf_air.core.dice.dice import Dice, DiceTray, Draw, Faces
from aqmf_air.core.dice.sources import seeded
from aqmf_air.core.play.automatic import next_order
from aqmf_air.core.play.contributions import NamedClass
from aqmf_air.core.play.events import Command, digest
from aqmf_air.core.play.ruleset import Offer, Ruleset
from aqmf_air.errors import DataError, PluginError

State = TypeVar("State")

SECONDS = 2.0
"""How long a front end samples, if it is not said."""
MOST_SECONDS = 12.0
"""How long it samples at most, until there are enough ends."""
ENOUGH = 8
"""Ends that two orders both have, below which nothing is said of which is worth more."""
CERTAIN = 3.0
"""Standard errors of a difference from which on it is told: the best of several looks better than it is."""
TRIED = 3
"""Ends of each order after which the worse half of many is left, and again each time that as many have been added."""
FEW = 6
"""Orders that are all followed up."""
MOST_ORDERS = 2000
"""Orders after one order that lead to no end: then the advisor has none."""


class Advisor(NamedClass, ABC, Generic[State], hook="aqmf_register_advisors"):
    """How orders of a game are valued. Instances are made without arguments."""

    @abstractmethod
    def unit(self, state: State) -> str:
        """In what orders are valued in a state, and how far: ``points to the end of the round``."""

    @abstractmethod
    def choose(self, ruleset: Ruleset[Any], state: State, player: str) -> Command | None:
        """The next order of a player while it is played on: as a policy's."""

    @abstractmethod
    def reached(self, begin: State, state: State) -> bool:
        """Whether a state is far enough from the one where the advice was asked for. A game that is over always is."""

    @abstractmethod
    def value(self, begin: State, state: State, player: str) -> float:
        """What it is worth to a player that the game came from one state to the other."""

    def imagined(self, ruleset: Ruleset[Any], view: Any, player: str, dice: Dice) -> State | None:
        """A state that may be behind a view, drawn as likely as the player has to think it; None: the view is the state.

        A game in which a side hides anything has this, or no advisor: what is hidden from the player plays no part.
        """
        return None


class OrderWorth(NamedTuple):
    """What an order is worth."""

    offer: Offer
    mean: float
    error: float
    """The standard error of the mean."""
    ends: int
    """How many ends were sampled."""
    behind: float
    """How much more the best order is worth, over the ends that both have."""
    behind_error: float
    """The standard error of that difference."""
    worse: bool
    """Whether that difference is more than chance; where it is not, nobody knows which of the two is worth more."""

    def document(self) -> dict[str, Any]:
        """It as plain data."""
        numbers = {"mean": self.mean, "error": self.error, "behind": self.behind, "behind_error": self.behind_error}
        shown = {name: round(number, 4) for name, number in numbers.items()}
        command = self.offer.command.model_dump(mode="json")
        facts = {"command": command, "title": self.offer.title, "subject": self.offer.subject}
        return {**facts, **shown, "ends": self.ends, "worse": self.worse}


class Advice(NamedTuple):
    """What the orders of a player are worth: those that may be the best as they are offered, then the worse ones in turn."""

    unit: str
    orders: tuple[OrderWorth, ...]

    @property
    def best(self) -> tuple[OrderWorth, ...]:
        """Those of which none is known to be worse than another one, as they are offered."""
        return tuple(order for order in self.orders if not order.worse)

    @property
    def ends(self) -> int:
        """How many ends were sampled of all orders together."""
        return sum(order.ends for order in self.orders)

    def document(self) -> dict[str, Any]:
        """It as plain data."""
        return {"unit": self.unit, "ends": self.ends, "orders": [order.document() for order in self.orders]}


@dataclass
class _Tried:
    """An order, and the values of its ends by their numbers."""

    offer: Offer
    ends: list[float] = field(default_factory=list)

    @property
    def mean(self) -> float:
        return fmean(self.ends)


def advise(
    ruleset: Ruleset[Any],
    advisor: Advisor[Any],
    state: Any,
    player: str,
    *,
    ends: int = 1,
    more: Callable[[], bool] = lambda: False,
    progress: Callable[[int], None] = lambda done: None,
    wanted: Callable[[], bool] = lambda: True,
) -> Advice:
    """What each order is worth that a player may give now.

    Args:
        ruleset: the game.
        advisor: the game's.
        state: the state; only what the player sees of it is used.
        player: whose orders.
        ends: how many ends of those orders that are followed up are sampled in any case.
        more: whether to go on after that: asked before each further end of those orders.
        progress: told how many ends are sampled so far.
        wanted: whether anybody waits for more; where nobody does, what is known by then is the answer.

    Raises DataError: the player has no order to give, or the game cannot be played on.
    """
    offers = ruleset.legal(state, player)
    if not offers:
        raise DataError(f"{ruleset.name_of(player)} has nothing to order now", value=player)
    view = ruleset.observe(state, player)
    sampled = _Sampled(ruleset, advisor, view, player, is_all=view == state)
    tried = [_Tried(offer) for offer in offers]
    left, done = list(tried), 0
    while True:
        for candidate in left:
            candidate.ends.append(sampled.end(candidate.offer.command, len(candidate.ends)))
            done += 1
            progress(done)
        number = len(left[0].ends)
        if len(left) > FEW and number % TRIED == 0:
            left = sorted(left, key=lambda candidate: -candidate.mean)[: max(FEW, len(left) // 2)]
        if not wanted() or (number >= ends and not more()):
            return _compared(advisor.unit(view), tried)


class _Sampled:
    """Plays on from what a player sees."""

    def __init__(self, ruleset: Ruleset[Any], advisor: Advisor[Any], view: Any, player: str, *, is_all: bool) -> None:
        self._ruleset, self._advisor, self._view, self._player, self._open = ruleset, advisor, view, player, is_all
        self._seed = digest(view)

    def end(self, command: Command, number: int) -> float:
        """What the end of this number after an order is worth."""
        ruleset, advisor, player = self._ruleset, self._advisor, self._player
        behind = advisor.imagined(ruleset, self._view, player, DiceTray(seeded(self._seed, "imagined", number)))
        if behind is None and not self._open:
            raise PluginError(f"{type(advisor).__name__}: imagined() has to draw what is hidden from {player!r}", plugin="")
        begin = state = self._view if behind is None else behind
        rolled: Counter[tuple[str, str, int, str]] = Counter()

        def source(
            ask: Draw[Any],
        ) -> Faces:  # by what was rolled how often before: other rolls change nothing
            what = (ask.label, ask.subject, ask.size, ask.die.name)
            rolled[what] += 1
            return seeded(self._seed, "end", number, *what, rolled[what])(ask)

        dice = DiceTray(source)
        next_: Command | None = command
        for _ in range(MOST_ORDERS):
            if next_ is None:
                break
            state = ruleset.after(state, ruleset.decide(state, next_, dice))
            if ruleset.over(state) or advisor.reached(begin, state):
                return advisor.value(begin, state, player)
            order = next_order(ruleset, state, advisor.choose)
            next_ = order and order[1]
        raise DataError(f"nothing to compare: playing on comes to no end ({ruleset.stage(state).title})", value=None)


def _compared(unit: str, tried: Sequence[_Tried]) -> Advice:
    """The worth of each order, and how far it is behind the best of those with the most ends, by the ends that both have."""
    most = max(len(order.ends) for order in tried)
    best = max((order for order in tried if len(order.ends) == most), key=lambda order: order.mean)
    worths = []
    for order in tried:
        apart = [other - own for other, own in zip(best.ends, order.ends, strict=False)]
        behind, error = fmean(apart), _error(apart)
        worse = len(apart) >= ENOUGH and behind > CERTAIN * error
        worths.append(OrderWorth(order.offer, order.mean, _error(order.ends), len(order.ends), behind, error, worse))
    return Advice(unit, tuple(sorted(worths, key=lambda worth: (worth.worse, worth.worse and worth.behind))))


def _error(values: Sequence[float]) -> float:
    """The standard error of the mean."""
    return sqrt(variance(values) / len(values)) if len(values) > 1 else 0.0
