"""Decisions between dice: a player is asked in the middle of a rule, and the rule goes on with the answer.

A rule asks :func:`choose` as it asks for dice. What an order leads to is a chain of steps (:class:`GameStep`), which
:func:`onward` runs. A step that comes to a decision stops: :class:`Asked` keeps in the state what the step saw so far, and
the order :class:`ChooseOrder` runs it again from its start over that and one value more. In odds a stand-in decides:
``chances(Decided(rule, stand_in), *facts)``; with what was seen before it, ``chances(Decided(rule, stand_in, (17,
"again")), *facts)`` is the exact worth of an answer.

What a game has to know:

- The state keeps values, not faces: the same decision then runs under ``chances``, and conformance compares the two.
- One visible result a step. What a step finds before it stops is not told yet: a second test has a step of its own.
- While a decision is open no other order is allowed (:class:`SteppedOrder` sees to it), so that a step that runs again
  finds the state as it was. It changes nothing but by its events.
- A die that counts whenever it comes up, though it is rolled again, is among the ``values`` that :func:`rolled` gives.
- A die that has to be rolled again is ``FORCED``: nobody is asked.
- Whose a further roll is stands in ``left``: sources in the order in which they are spent; an event that spends names them.
- A decision that is no list of options is answered by an order of another kind, which it names (``answered_by``); that
  order answers with :func:`onward`, too.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar, Final, Literal, NamedTuple, Protocol, Self, TypeAlias, TypeVar

from pydantic import model_validator

from aqmf_air.core.data.model import Frozen, replace
from aqmf_air.core.dice.dice import Dice, Draw
from aqmf_air.core.dice.labelled import labelled
from aqmf_air.core.play.orders import Event, GameState, Order, after
from aqmf_air.core.play.ruleset import Objection, Offer
from aqmf_air.core.play.words import Names, Slot
from aqmf_air.errors import PluginError

Seen: TypeAlias = bool | int | str
"""What a step sees of a draw or of a decision."""
MOST_STEPS = 1000
"""Steps that one order may lead to."""


class Decision(Frozen):
    """What a player decides, with what led to it."""

    kind: str
    """What sort of decision it is, for stand-ins and boards: ``re-roll``."""
    by: str
    """The side that decides."""
    options: tuple[str, ...]
    """The first one stands where nobody can be asked."""
    titles: tuple[str, ...]
    """What players call each."""
    says: str
    """What has just happened, in a line."""
    outcome: Seen | None = None
    """What came of the die that it is about, for questions: whether a test passed."""
    facts: tuple[Seen, ...] = ()
    """What stand-ins and boards have to know besides."""
    answered_by: str = ""
    """The type of the orders that answer it, where that is no list of options."""

    @model_validator(mode="after")
    def _each_has_a_title(self) -> Self:
        if len(self.options) != len(self.titles) or len(set(self.options)) < len(self.options) or not self.options:
            raise ValueError("expected options, each of them once and with a title")
        return self


class NeedChoice(BaseException):
    """The next decision is not known yet. No rule may swallow this."""

    def __init__(self, decision: Decision) -> None:
        super().__init__(decision)
        self.decision = decision


def choose(dice: Dice, decision: Decision) -> str:
    """What the player decides; the first option where nobody can be asked, such as when a rule is rolled alone."""
    ask: Callable[[Decision], str] | None = getattr(dice, "choose", None)
    return ask(decision) if ask else decision.options[0]


# -- rolling again -----------------------------------------------------------------------------------------------------


FORCED: Final = "forced"
"""In place of a decision: the die has to be rolled again."""
Asks: TypeAlias = Callable[[Any, tuple[str, ...]], Decision | Literal["forced"] | None]
"""``asks(value, left)``: whether a die may be rolled again, by its value and what may be spent; hashable."""


class Stood(NamedTuple):
    """A die that stands."""

    value: Any
    left: tuple[str, ...]
    """The sources of further rolls that were not spent."""
    values: tuple[Any, ...]
    """What came up and was kept, in order; the last one stands."""


def rolled(
    dice: Dice,
    draw: Draw[Any],
    asks: Asks,
    left: tuple[str, ...] = (),
    *,
    kept: Callable[[Any], bool] | bool = True,
) -> Stood:
    """Roll; while further rolls are ``left`` and ``asks`` finds it worth a decision, the player may roll again.

    The first option of the decision lets the die stand. Each further roll is a rule that is called, so that odds grow with
    the number of further rolls, not with its power. ``kept`` says which values that were rolled again still matter: all,
    none, or by what they are (hashable); the fewer, the fewer ways odds tell apart.
    """
    value = dice.draw(draw)
    decision = asks(value, left) if left else None
    if decision is None or (isinstance(decision, Decision) and choose(dice, decision) == decision.options[0]):
        return Stood(value, left, (value,))
    stood = dice.call(rolled, draw, asks, left[1:], kept=kept)
    matters = kept(value) if callable(kept) else kept
    return stood._replace(values=(value, *stood.values)) if matters else stood


# -- dice that know what was seen --------------------------------------------------------------------------------------


class SeenDice:
    """Dice over others that answer first with what was seen before; ``seen`` is all that the rule saw so far.

    Rules that are called are run here, not merged: what was seen is one list. Raises NeedChoice: nobody has decided yet.
    """

    def __init__(self, dice: Dice, given: Iterable[Seen] = ()) -> None:
        self.dice = dice
        self.seen: list[Any] = []
        self.left = list(given)

    def labelled(self, subject: str, means: Callable[[], str], relation: str) -> SeenDice:
        """The same, whose rolls tell more (:func:`aqmf_air.core.dice.labelled.labelled`)."""
        beside = type(self).__new__(type(self))
        beside.__dict__ |= {**self.__dict__, "dice": labelled(self.dice, subject, means, relation)}
        return beside

    def _note(self, value: Any) -> Any:
        self.seen.append(value)
        return value

    def draw(self, ask: Draw[Any]) -> Any:
        if self.left:
            return self._note(self.left.pop(0))
        if not isinstance(value := self.dice.draw(ask), bool | int | str):
            raise TypeError(f"{ask.label}: a step with decisions sees numbers and words, got {type(value).__name__}")
        return self._note(value)

    def choose(self, decision: Decision) -> str:
        if not self.left:
            raise NeedChoice(decision)
        return str(self._note(self.left.pop(0)))

    def call(self, rule: Callable[..., Any], *args: Any, **kwargs: Any) -> Any:
        return rule(self, *args, **kwargs)

    def each(self, n: int, start: Any, rule: Callable[..., Any], *args: Any, **kwargs: Any) -> Any:
        for _ in range(n):
            start = start + self.call(rule, *args, **kwargs)
        return start

    def fold(self, n: int, start: Any, rule: Callable[..., Any], *args: Any, **kwargs: Any) -> Any:
        for _ in range(n):
            start = self.call(rule, start, *args, **kwargs)
        return start

    def until(self, rule: Callable[..., Any], again: Callable[[Any], bool], *args: Any, **kwargs: Any) -> Any:
        while again(outcome := self.call(rule, *args, **kwargs)):
            pass
        return outcome


StandIn: TypeAlias = Callable[[Decision], str]
"""Who decides in odds; hashable."""


def first_option(decision: Decision) -> str:
    """A stand-in that lets every die stand."""
    return decision.options[0]


@dataclass(frozen=True, slots=True)
class Decided:
    """A rule with a stand-in for the players in it; ``seen``: what came up and what was decided before.

    Hashable like the rule, so that odds remember it. Once all that was seen is read, rules that it calls are merged.
    """

    rule: Callable[..., Any]
    stand_in: StandIn
    seen: tuple[Seen, ...] = ()

    def __call__(self, dice: Dice, *args: Any, **kwargs: Any) -> Any:
        return self.rule(_Played(dice, self.stand_in, self.seen), *args, **kwargs)


class _Played(SeenDice):
    """The same dice, with a stand-in for the players."""

    def __init__(self, dice: Dice, stand_in: StandIn, given: Iterable[Seen]) -> None:
        super().__init__(dice, given)
        self.stand_in = stand_in

    def draw(self, ask: Draw[Any]) -> Any:
        return self.left.pop(0) if self.left else self.dice.draw(ask)

    def choose(self, decision: Decision) -> str:
        return str(self.left.pop(0)) if self.left else self.stand_in(decision)

    def _merged(self, rule: Callable[..., Any]) -> Decided:
        return Decided(rule, self.stand_in)

    def call(self, rule: Callable[..., Any], *args: Any, **kwargs: Any) -> Any:
        return rule(self, *args, **kwargs) if self.left else self.dice.call(self._merged(rule), *args, **kwargs)

    def each(self, n: int, start: Any, rule: Callable[..., Any], *args: Any, **kwargs: Any) -> Any:
        if self.left:
            return super().each(n, start, rule, *args, **kwargs)
        return self.dice.each(n, start, self._merged(rule), *args, **kwargs)

    def fold(self, n: int, start: Any, rule: Callable[..., Any], *args: Any, **kwargs: Any) -> Any:
        if self.left:
            return super().fold(n, start, rule, *args, **kwargs)
        return self.dice.fold(n, start, self._merged(rule), *args, **kwargs)

    def until(self, rule: Callable[..., Any], again: Callable[[Any], bool], *args: Any, **kwargs: Any) -> Any:
        if self.left:
            return super().until(rule, again, *args, **kwargs)
        return self.dice.until(self._merged(rule), again, *args, **kwargs)


# -- steps of a game ---------------------------------------------------------------------------------------------------


class GameStep(Frozen):
    """Something that follows without an order: a test, a fall, what a hit does."""

    name: str
    of: str = ""
    """The id of the piece that it happens to."""
    facts: tuple[Seen, ...] = ()


class OpenDecision(Frozen):
    """A decision that is waited for, and what its step saw before it."""

    decision: Decision
    seen: tuple[Seen, ...]


class SteppedState(GameState):
    """The base of the state of a game with steps and decisions between dice."""

    decision_rule: ClassVar[str]
    """The id of the rule that players decide between the dice, which comes before any other order."""
    todo: tuple[GameStep, ...] = ()
    """What is still to follow, the next step first."""
    open: OpenDecision | None = None

    def decided_by(self, player: str) -> Decision | None:
        """The decision that waits for a side."""
        return self.open.decision if self.open and self.open.decision.by == player else None


S = TypeVar("S", bound=SteppedState)


class StepRules(Protocol[S]):
    """What the rules of such a game say of its steps."""

    def run(self, state: S, step: GameStep, dice: Dice) -> Iterable[Event[S]]:
        """What a step does. It may roll, :func:`choose`, and end with further steps (:class:`StepsAdded`)."""
        ...

    def following(self, state: S) -> Iterable[Event[S]]:
        """What follows when no step is left: the next phase, the end; nothing where an order is due."""
        ...


class StepsAdded(Event[Any], type="steps.added"):
    """Further steps, before all others."""

    steps: tuple[GameStep, ...]

    def apply(self, state: Any) -> Any:
        return replace(state, todo=(*self.steps, *state.todo))


class StepDone(Event[Any], type="steps.done"):
    """The next step was run; a decision in it is made."""

    def apply(self, state: Any) -> Any:
        return replace(state, todo=state.todo[1:], open=None)


class Asked(Event[Any], type="steps.asked"):
    """The next step stops at a decision."""

    decision: Decision
    seen: tuple[Seen, ...]

    @property
    def outcome(self) -> Seen | None:
        """What came of the die that it is about: questions read it here, or from the event of a step that did not stop."""
        return self.decision.outcome

    def apply(self, state: Any) -> Any:
        return replace(state, open=OpenDecision(decision=self.decision, seen=self.seen))

    def tell(self, state: Any) -> str:
        return self.decision.says


def onward(
    state: S, rules: StepRules[S], dice: Dice, begun: Iterable[Event[S]] = (), answer: Seen | None = None
) -> tuple[Event[S], ...]:
    """What an order leads to: up to the next decision, or to where the next order is due.

    Args:
        state: the state in which it is given.
        rules: run the steps.
        dice: as of any rule.
        begun: the events that it begins with, such as :class:`StepsAdded`.
        answer: what was decided, where a decision was open.

    Raises PluginError: the steps go on for ever.
    """
    events = list(begun)
    state = after(state, events)
    given: Sequence[Seen] = (*state.open.seen, answer) if state.open and answer is not None else ()
    for _ in range(MOST_STEPS):
        if state.winner:
            return tuple(events)
        if not state.todo:
            happened: list[Event[S]] = list(rules.following(state))
            if not happened:
                return tuple(events)
        else:
            over = SeenDice(dice, given)
            try:
                happened = [StepDone(), *rules.run(replace(state, open=None), state.todo[0], over)]
            except NeedChoice as need:
                return (*events, Asked(decision=need.decision, seen=tuple(over.seen)))
        events += happened
        state, given = after(state, happened), ()
    raise PluginError(f"more than {MOST_STEPS} steps follow one order, the last of them {state.todo[:1]}")


R = TypeVar("R", bound=StepRules[Any])


class SteppedOrder(Order[S, R]):
    """An order of such a game, which is not given while a decision is open."""

    def preconditions(self, state: S, player: str, rules: R) -> Iterable[Objection]:
        if state.open:
            return (Objection(state.decision_rule, f"first a decision is due: {state.open.decision.says}"),)
        return super().preconditions(state, player, rules)

    def begins(self, state: S, rules: R) -> Iterable[Event[S]]:
        """What it begins with: events, the steps that follow (:class:`StepsAdded`)."""
        return ()

    def decide(self, state: S, rules: R, dice: Dice) -> tuple[Event[S], ...]:
        return onward(state, rules, dice, self.begins(state, rules))


class ChooseOrder(Order[S, R]):
    """The answer to a decision. A game gives it a type, and registers the events of this module, too."""

    phrases: ClassVar[tuple[str, ...]] = ("{option}",)
    option: str

    @classmethod
    def slots(cls, state: S, player: str, rules: R) -> Mapping[str, Slot]:
        decision = state.decided_by(player)
        options = zip(decision.options, decision.titles, strict=True) if decision else ()
        words = {word: option for option, title in options for word in (title, option)}
        return {"option": Names("what you decide", words)}

    @classmethod
    def offers(cls, state: S, player: str, rules: R) -> Iterable[Offer]:
        if (decision := state.decided_by(player)) and not decision.answered_by:
            for option, title in zip(decision.options, decision.titles, strict=True):
                yield Offer(cls(option=option), title[:1].upper() + title[1:])

    def preconditions(self, state: S, player: str, rules: R) -> Iterable[Objection]:
        if not state.open:
            yield Objection(state.decision_rule, "nothing is to be decided now")
        elif not (decision := state.decided_by(player)):
            yield Objection(state.decision_rule, "another side decides now")
        elif decision.answered_by or self.option not in decision.options:
            expected = "another kind of order" if decision.answered_by else f"one of {', '.join(decision.options)}"
            yield Objection(state.decision_rule, f"expected {expected}, got {self.option[:40]!r}")

    def decide(self, state: S, rules: R, dice: Dice) -> tuple[Event[S], ...]:
        return onward(state, rules, dice, (), self.option)
