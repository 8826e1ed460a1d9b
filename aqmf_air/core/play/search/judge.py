"""The search of an automatic player: piece by piece, the order whose numbers add up to most.

A game brings a subclass of :class:`Judge`: which orders a piece may be given, what each leads to in numbers, all in one
unit (points, as a rule), and when the side is done. The frame weighs them by a style, chooses, and says why. There are no
rollouts: numbers are exact expectations that a game takes from the functions that resolve its orders.

A game's numbers are usually: the harm that the order does at once, the fire that its place brings soon and later, the
enemy's reply there (:class:`aqmf_air.core.play.search.replies.Replies`), what it does for victory, and a tie-break.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable, Mapping, Sequence
from operator import attrgetter
from typing import Any, ClassVar, Generic, NamedTuple, TypeVar

from aqmf_air.core.play.contributions import Policy
from aqmf_air.core.play.events import Command
from aqmf_air.core.play.search.reasons import Reason, Reasons, Thought
from aqmf_air.core.play.search.styles import Style

State = TypeVar("State")

TOLD = 3
"""Orders not chosen that a why has."""
LEAST_TOLD = 0.05
"""Points below which a reason is not told."""


class Candidate(NamedTuple):
    """An order that a piece may be given."""

    command: Command
    title: str
    """What it does, in a player's words."""
    foreseen: Any = None
    """The state after it, as far as no dice have a say in it; whatever else the game's numbers need of it."""


class Judge(ABC, Generic[State]):
    """A side as it makes one decision. It is made anew for each, so that it may keep what many orders share.

    All that it looks at is what its side may know: states that look alike to the side lead to the same order.
    """

    words: ClassVar[Mapping[str, str]]
    """The terms that are added up, each in a player's words: ``{"reply": "the enemy's fire there"}``. Each has a weight."""
    knobs: ClassVar[Sequence[str]] = ()
    """Further weights of its styles, which the game's numbers are worked out with."""
    unit: ClassVar[str] = "points"
    """In what orders are valued."""
    needs: ClassVar[tuple[str, ...]] = ()
    """Packages that it cannot judge without, of those that may be left out."""

    def __init__(self, ruleset: Any, state: State, player: str, style: Style) -> None:
        self.ruleset, self.state, self.player, self.style = ruleset, state, player, style

    @abstractmethod
    def may_order(self) -> bool:
        """Whether the side may have an order to give now: asked first, and quick."""

    def at_once(self) -> Candidate | None:
        """An order that needs no thought, because it costs nothing or has to be given."""
        return None

    @abstractmethod
    def pieces(self) -> Iterable[str]:
        """The pieces that may still be ordered about, in the order in which they are thought of."""

    @abstractmethod
    def candidates(self, piece: str) -> Iterable[Candidate]:
        """The orders that a piece may be given, allowed or not."""

    @abstractmethod
    def numbers(self, piece: str, candidate: Candidate) -> Mapping[str, float]:
        """What an order leads to, by the names of :attr:`words`, unweighted; terms that are left out are 0."""

    def resting(self, piece: str) -> Mapping[str, float]:
        """The same if the piece gets no order: an order has to be worth more than this."""
        return {}

    @abstractmethod
    def allowed(self, candidate: Candidate) -> bool:
        """Whether the order may be given. Asked of the best alone, as it may take long to say."""

    def obligatory(self, candidate: Candidate) -> bool:
        """Whether it is given though to do nothing is worth more: something has to be done with the piece."""
        return False

    @abstractmethod
    def done(self) -> Candidate | None:
        """The order by which the side is done, once no other is worth giving; None: it may not be given now."""

    def about(self, piece: str, candidate: Candidate | None, term: str) -> str:
        """Whom a number concerns most, by name, for a why; empty: nobody. ``candidate``: None: no order."""
        return ""

    def idle(self, piece: str) -> str:
        """What it is called to give a piece no order."""
        return "no order"


class Rated(NamedTuple):
    """An order, and how much more it is worth than none."""

    worth: float
    piece: str
    candidate: Candidate


def choose(judge: Judge[Any]) -> Command | None:
    """The next order of a side, None if it has none to give."""
    if not judge.may_order():
        return None
    if (first := judge.at_once()) is not None:
        return first.command
    for piece in judge.pieces():
        best = _best(judge, piece)
        if best is not None and (best.worth > 0 or judge.obligatory(best.candidate)):
            return best.candidate.command
    if (end := judge.done()) is not None:
        return end.command
    left = [best for piece in judge.pieces() if (best := _best(judge, piece)) is not None]
    return max(left, key=attrgetter("worth")).candidate.command if left else None


def explain(judge: Judge[Any], command: Command) -> Reasons | None:
    """Why a side gives an order; None: it is none that this player thinks of."""
    if not judge.may_order():
        return None
    if (first := judge.at_once()) is not None and first.command == command:
        return Reasons(Thought(first.title, 0.0, (), command), (), "needs no thought: it costs nothing", judge.unit)
    best: list[Rated] = []
    for piece in judge.pieces():
        rated = rated_orders(judge, piece)
        if given := next((order for order in rated if order.candidate.command == command), None):
            others = [order for order in rated if order.candidate.command != command and judge.allowed(order.candidate)]
            numbers = judge.resting(piece)
            rest = Thought(judge.idle(piece), judge.style.weighed(numbers), _reasons(judge, piece, None, numbers))
            thoughts = [*(_thought(judge, order) for order in others[:TOLD]), rest]
            thoughts.sort(key=lambda thought: -thought.points)
            forced = judge.obligatory(given.candidate) and given.worth <= 0
            remark = "something has to be done with it, and nothing else is better" if forced else ""
            return Reasons(_thought(judge, given), tuple(thoughts), remark, judge.unit)
        best += [order for order in rated if judge.allowed(order.candidate)][:1]
    if (end := judge.done()) is None or end.command != command:
        return None
    best.sort(key=lambda order: -order.worth)
    less = tuple(_thought(judge, order)._replace(points=order.worth) for order in best[:TOLD])
    return Reasons(Thought(end.title, 0.0, (), command), less, "no order is worth more than to stay", judge.unit)


def rated_orders(judge: Judge[Any], piece: str) -> list[Rated]:
    """The orders of a piece, those worth most first, allowed or not; of equal ones in the order in which they are made."""
    rest = judge.style.weighed(judge.resting(piece))
    worth = judge.style.weighed
    rated = (Rated(worth(judge.numbers(piece, order)) - rest, piece, order) for order in judge.candidates(piece))
    return sorted(rated, key=lambda order: -order.worth)


def _best(judge: Judge[Any], piece: str) -> Rated | None:
    return next((rated for rated in rated_orders(judge, piece) if judge.allowed(rated.candidate)), None)


def _thought(judge: Judge[Any], rated: Rated) -> Thought:
    numbers = judge.numbers(rated.piece, rated.candidate)
    reasons = _reasons(judge, rated.piece, rated.candidate, numbers)
    return Thought(rated.candidate.title, judge.style.weighed(numbers), reasons, rated.candidate.command)


def _reasons(judge: Judge[Any], piece: str, candidate: Candidate | None, numbers: Mapping[str, float]) -> tuple[Reason, ...]:
    weights = judge.style.weights
    reasons = [
        Reason(judge.words[term], points, judge.about(piece, candidate, term))
        for term, number in numbers.items()
        if abs(points := weights[term] * number) >= LEAST_TOLD
    ]
    return tuple(sorted(reasons, key=lambda reason: -abs(reason.points)))


class Opponent(NamedTuple):
    """An automatic player: a game's numbers, weighed by a style."""

    judge: type[Judge[Any]]
    style: Style

    def choose(self, ruleset: Any, state: Any, player: str) -> Command | None:
        """See :class:`aqmf_air.core.play.contributions.Policy`."""
        return choose(self.judge(ruleset, state, player, self.style))

    def explain(self, ruleset: Any, state: Any, player: str, command: Command) -> Reasons | None:
        """See :class:`aqmf_air.core.play.contributions.Policy`."""
        return explain(self.judge(ruleset, state, player, self.style), command)


def policies_of(judge: type[Judge[Any]], styles: Sequence[Style]) -> tuple[Policy, ...]:
    """The automatic players of a game, one for each style."""
    players = ((style, Opponent(judge, style)) for style in styles)
    return tuple(
        Policy(of.name, of.description, player.choose, player.explain, of.title, judge.needs) for of, player in players
    )


def weights_of(judge: type[Judge[Any]]) -> tuple[str, ...]:
    """The weights that a style of a game has."""
    return (*judge.words, *judge.knobs)
