"""A game with decisions between dice: two cats leap in turn; a failed leap may be tried again."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar, NamedTuple

from aqmf_air.core.data.model import Frozen, replace
from aqmf_air.core.dice.dice import Dice
from aqmf_air.core.dice.draws import AtMost, check, numbered, total
from aqmf_air.core.play.deciding import (
    Asked,
    ChooseOrder,
    Decision,
    GameStep,
    StepDone,
    SteppedOrder,
    SteppedState,
    StepsAdded,
    choose,
    rolled,
)
from aqmf_air.core.play.orders import Event, RulesetOfOrders
from aqmf_air.core.play.question import Question, ReadFrom
from aqmf_air.core.play.ruleset import Objection, Offer, Side, Stage

SIDES = ("north", "south")
D6 = numbered(6)
NEED = 4
AGAIN = ("keep", "again")


class Leaps(SteppedState):
    """How far the cats are, what they have left to spend, and their scratches."""

    decision_rule: ClassVar[str] = "LEAP-3"
    done: tuple[int, ...] = (0, 0)
    left: tuple[int, ...] = (1, 2)
    hurt: tuple[int, ...] = (0, 0)
    next: str = "north"

    @property
    def stage(self) -> Stage:
        return Stage(1, "leaps", "Leaps", (self.open.decision.by if self.open else self.next,))

    def sources(self, side: str) -> tuple[str, ...]:
        return (side,) * self.left[SIDES.index(side)]


def changed(values: tuple[int, ...], side: str, by: int) -> tuple[int, ...]:
    return tuple(value + by * (side == SIDES[at]) for at, value in enumerate(values))


class Tried(NamedTuple):
    passed: bool
    spent: int


@dataclass(frozen=True)
class AfterAFailure:
    """A failed leap may be tried again."""

    side: str

    def __call__(self, passed: bool, left: tuple[str, ...]) -> Decision | None:
        if passed:
            return None
        titles = ("let it stand", f"leap again ({len(left)} left)")
        return Decision(kind="again", by=self.side, options=AGAIN, titles=titles, says=f"{self.side} slips", outcome=False)


def leap(dice: Dice, side: str, left: tuple[str, ...]) -> Tried:
    """LEAP-1: 4 or less; LEAP-2: a failure may be rolled again."""
    stood = rolled(dice, check("leap", D6, AtMost(NEED), by=side), AfterAFailure(side), left)
    return Tried(stood.value, len(stood.values) - 1)


class Leapt(Event[Leaps], type="leaps.leapt"):
    side: str
    outcome: bool
    spent: int

    def apply(self, state: Leaps) -> Leaps:
        return replace(
            state, done=changed(state.done, self.side, int(self.outcome)), left=changed(state.left, self.side, -self.spent)
        )

    def tell(self, state: Leaps) -> str:
        return f"{self.side} {'lands' if self.outcome else 'falls'}"


class Fell(Event[Leaps], type="leaps.fell"):
    side: str
    points: int

    def apply(self, state: Leaps) -> Leaps:
        return replace(state, hurt=changed(state.hurt, self.side, self.points))

    def tell(self, state: Leaps) -> str:
        return f"{self.side} is hurt: {self.points}"


class TurnPassed(Event[Leaps], type="leaps.passed"):
    winner: str = ""

    def apply(self, state: Leaps) -> Leaps:
        return replace(state, next=SIDES[1 - SIDES.index(state.next)], winner=self.winner)

    def tell(self, state: Leaps) -> str:
        return f"{self.winner} wins" if self.winner else ""


class LeapRules:
    """What the steps do."""

    def run(self, state: Leaps, step: GameStep, dice: Dice) -> Iterable[Event[Leaps]]:
        side = step.of
        if step.name == "leap":
            tried = leap(dice, side, state.sources(side))
            yield Leapt(side=side, outcome=tried.passed, spent=tried.spent)
            yield StepsAdded(steps=(GameStep(name="end" if tried.passed else "fall", of=side),))
        elif step.name == "fall":
            titles = ("roll over (one die)", "sprawl (two dice, the next leap is free)")
            how = choose(
                dice, Decision(kind="fall", by=side, options=("roll", "sprawl"), titles=titles, says=f"{side} falls: how?")
            )
            points = dice.draw(total("scratches", 1 if how == "roll" else 2, D6, by=side))
            yield Fell(side=side, points=points)
            more = (GameStep(name="leap", of=side),) if how == "sprawl" else ()
            yield StepsAdded(steps=(*more, GameStep(name="end", of=side)))
        else:
            won = next((each for each in SIDES if state.done[SIDES.index(each)] >= 3), "")
            lost = next((SIDES[1 - at] for at, points in enumerate(state.hurt) if points >= 12), "")
            yield TurnPassed(winner=won or lost)

    def following(self, state: Leaps) -> Iterable[Event[Leaps]]:
        return ()


class Leap(SteppedOrder[Leaps, LeapRules], type="leaps.leap"):
    """The cat whose turn it is leaps."""

    phrases: ClassVar[tuple[str, ...]] = ("leap",)

    @classmethod
    def offers(cls, state: Leaps, player: str, rules: LeapRules) -> Iterable[Offer]:
        return (Offer(cls(), "leap"),) if player == state.next else ()

    def against(self, state: Leaps, player: str, rules: LeapRules) -> Iterable[Objection]:
        return () if player == state.next else (Objection("LEAP-4", "it is the other cat's turn"),)

    def begins(self, state: Leaps, rules: LeapRules) -> Iterable[Event[Leaps]]:
        return (StepsAdded(steps=(GameStep(name="leap", of=state.next),)),)

    def questions(self, state: Leaps, rules: LeapRules) -> Sequence[Question]:
        of = ReadFrom((Asked, Leapt), "outcome")
        return (Question("the first leap", leap, (state.next, ()), view=passed, of=of),)


def passed(tried: Tried) -> bool:
    return tried.passed


class Choose(ChooseOrder[Leaps, LeapRules], type="leaps.choose"):
    """LEAP-2, LEAP-3."""


class LeapGame(RulesetOfOrders[Leaps, LeapRules]):
    """The ruleset."""

    id = "leaps"
    version = "1"
    title = "Leaps"
    no_order = "LEAP-4"

    def __init__(self) -> None:
        events = (Leapt, Fell, TurnPassed, StepsAdded, StepDone, Asked)
        super().__init__((Leap, Choose), events, Frozen, LeapRules())

    def sides(self, state: Leaps | None = None) -> tuple[Side, ...]:
        return tuple(Side(side, side.title(), "black") for side in SIDES)

    def initial(self, setup: Frozen) -> Leaps:
        return Leaps()

    def observe(self, state: Leaps, player: str) -> Leaps:
        return state

    def summary(self, view: Any) -> tuple[str, ...]:
        return tuple(f"{side}: {done} leaps" for side, done in zip(SIDES, view.done, strict=True))

    def names(self, seen: Any) -> Mapping[str, str]:
        return {}
