"""An extension that keeps something in another's game: rockets that a side has left, and the highest that any rose."""

from __future__ import annotations

from collections.abc import Iterable
from typing import ClassVar

from pydantic import Field

from aqmf_air import api
from aqmf_air.api import Event, Offer, Registry
from tests.plugins_on_disk.cutters import D6, Harbour


class Rockets(api.Frozen):
    blue: int = Field(default=2, ge=0)
    red: int = Field(default=2, ge=0)
    highest: int = 0


ROCKETS = api.Slice("rockets", Rockets)


class RocketRose(Event[Harbour], type="rockets.rose"):
    side: str
    height: int

    def apply(self, game: Harbour) -> Harbour:
        rockets = ROCKETS.of(game)
        left = getattr(rockets, self.side) - 1
        return ROCKETS.changed(game, **{self.side: left}, highest=max(self.height, rockets.highest))

    def tell(self, game: Harbour) -> str:
        return f"a rocket of {self.side} rises to {self.height}"


class FireRocket(api.Order[Harbour, Registry], type="rockets.fire"):
    phrases: ClassVar[tuple[str, ...]] = ("rocket",)
    side: str

    @classmethod
    def offers(cls, game: Harbour, player: str, registry: Registry) -> Iterable[Offer]:
        yield Offer(cls(side=player), "fire a rocket")

    def against(self, game: Harbour, player: str, registry: Registry) -> Iterable[api.Objection]:
        if self.side != player:
            yield api.Objection("ROCKET-1", "it is another's rocket")
        elif not getattr(ROCKETS.of(game), player):
            yield api.Objection("ROCKET-1", "there is none left")

    def decide(self, game: Harbour, registry: Registry, dice: api.Dice) -> tuple[Event[Harbour], ...]:
        return (RocketRose(side=self.side, height=dice.draw(api.total("height", 1, D6, by=self.side))),)


RULE = api.Rule(id="ROCKET-1", text="A side fires the rockets that it has.", source="made up for a test", standing="house")
EXTENSION = api.Extension(
    id="cutters",
    slices=(ROCKETS,),
    also={api.kinds.COMMANDS: (FireRocket,), api.kinds.EVENTS: (RocketRose,), api.kinds.RULES: (RULE,)},
)
