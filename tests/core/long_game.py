"""A game of many chapters, as a plugin: one pilot flies legs of eight hops, and rests whenever there is time."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, Literal

from aqmf_air import hookimpl
from aqmf_air.core.data.model import Frozen, replace
from aqmf_air.core.dice.dice import Dice
from aqmf_air.core.dice.draws import numbered, total
from aqmf_air.core.play.contributions import RulesetSource
from aqmf_air.core.play.orders import Event, GameState, Order, RulesetOfOrders
from aqmf_air.core.play.ruleset import Offer, Side, Stage
from aqmf_air.plugins.registry import Registry

HOPS = 8
D6 = numbered(6)


class Voyage(GameState):
    """The miles flown in each of the last hops, and how many rests there were."""

    hops: tuple[int, ...] = (0,) * 40
    rests: int = 0

    @property
    def stage(self) -> Stage:
        return Stage(self.rests + 1, "air", "In the air", ("pilot",))


class Hopped(Event[Voyage]):
    type: Literal["legs.hopped"] = "legs.hopped"
    miles: int

    def apply(self, state: Voyage) -> Voyage:
        return replace(state, hops=(*state.hops[1:], self.miles))

    def tell(self, state: Voyage) -> str:
        return f"{self.miles} miles"


class Rested(Event[Voyage]):
    type: Literal["legs.rested"] = "legs.rested"

    def apply(self, state: Voyage) -> Voyage:
        return replace(state, rests=state.rests + 1)

    def tell(self, state: Voyage) -> str:
        return "a rest"


class Fly(Order[Voyage, None]):
    type: Literal["legs.fly"] = "legs.fly"

    @classmethod
    def offers(cls, state: Voyage, player: str, rules: None) -> Iterable[Offer]:
        return [Offer(cls(), "fly a leg")]

    def decide(self, state: Voyage, rules: None, dice: Dice) -> tuple[Event[Voyage], ...]:
        return tuple(Hopped(miles=dice.draw(total("wind", 1, D6, by="pilot"))) for _ in range(HOPS))


class Rest(Order[Voyage, None]):
    type: Literal["legs.rest"] = "legs.rest"

    @classmethod
    def offers(cls, state: Voyage, player: str, rules: None) -> Iterable[Offer]:
        return [Offer(cls(), "rest")]

    def decide(self, state: Voyage, rules: None, dice: Dice) -> tuple[Event[Voyage], ...]:
        return (Rested(),)


class WithoutChapters(RulesetOfOrders[Voyage, None]):
    """The game as it was before it had chapters."""

    id = "legs"
    version = "1"
    title = "Legs"
    no_order = "LEGS-1"

    def __init__(self, registry: Registry) -> None:
        super().__init__((Fly, Rest), (Hopped, Rested), Frozen, None)

    def sides(self, state: Voyage | None = None) -> tuple[Side, ...]:
        return (Side("pilot", "Pilot", "navy"),)

    def initial(self, setup: Frozen) -> Voyage:
        return Voyage()

    def observe(self, state: Voyage, player: str) -> Voyage:
        return state

    def summary(self, view: Any) -> tuple[str, ...]:
        return (f"{sum(view.hops)} miles",)


class Legs(WithoutChapters):
    """The ruleset: a rest ends a chapter."""

    def chapter(self, state: Voyage) -> int:
        return state.rests


@hookimpl
def aqmf_register_rulesets() -> Sequence[RulesetSource]:
    return (RulesetSource(Legs.id, Legs.title, Legs),)
