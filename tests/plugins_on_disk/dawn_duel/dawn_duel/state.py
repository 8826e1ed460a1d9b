"""What a game of Dawn Duel is made of, and what a side sees of it."""

from __future__ import annotations

from typing import Any, Literal, cast

from pydantic import Field, field_validator

from aqmf_air.api import Frozen, Rulings, SealedState, Stage, replace, ruling
from dawn_duel.rules import Aim, AircraftType, Hex, distance, flown, in_cone, numbers

SIDES = ("blue", "red")
Length = Literal["hold", "short", "long"]
BURSTS: dict[Length, str] = {"short": "fire a short burst", "long": "fire a long burst", "hold": "hold fire"}


class DuelRulings(Rulings):
    clouds: Literal["spoil", "hide"] = ruling(
        "DUEL-8", "What does a cloud do for those in it?", "It spoils the aim at it.", "Nobody can fire at it."
    )


class Aircraft(Frozen):
    side: Literal["blue", "red"]
    type: str
    at: Hex
    heading: int = Field(ge=0, le=5)
    rounds: int = Field(ge=0)
    lost: int = 0
    """Points of structure."""
    gone: bool = False
    """Whether it has left the map."""

    @field_validator("type")
    @classmethod
    def _known(cls, name: str) -> str:
        if name not in (known := [one.name for one in numbers().aircraft]):
            raise ValueError(f"expected one of {', '.join(known)}")
        return name

    @property
    def profile(self) -> AircraftType:
        return next(one for one in numbers().aircraft if one.name == self.type)

    @property
    def flying(self) -> bool:
        """Whether it is still in the game. DUEL-4, DUEL-10."""
        return not self.gone and self.lost < self.profile.structure

    def way(self, manoeuvre: str) -> list[tuple[Hex, int]]:
        return flown(self.at, self.heading, self.profile.known[manoeuvre].path)


class Setup(Frozen):
    """What a game starts from: a scenario file without its title, its description and its rulings."""

    radius: int = Field(ge=2, le=9)
    turns: int = Field(ge=1, le=40)
    aircraft: tuple[Aircraft, Aircraft]
    clouds: tuple[Hex, ...] = ()
    holds_out: Literal["", "blue", "red"] = ""
    """The side that wins if both are in the air when the time is up; none: the one that has lost less."""
    rulings: DuelRulings = DuelRulings()


class Duel(SealedState):
    setup: Setup
    aircraft: tuple[Aircraft, Aircraft]
    turn: int = 1
    phase: Literal["fly", "fire"] = "fly"

    @property
    def acting(self) -> tuple[str, ...]:
        """All who fly, then those who can fire. DUEL-1, DUEL-9."""
        return () if self.winner else tuple(side for side in SIDES if self.phase == "fly" or aim(self, side))

    @property
    def stage(self) -> Stage:
        return Stage(self.turn, self.phase, "Manoeuvres" if self.phase == "fly" else "Fire", self.waited_for)

    def title_of(self, side: str, order: str) -> str:
        known = self.of(side).profile.known
        return known[order].title if order in known else BURSTS[cast("Length", order)]

    def of(self, side: str) -> Aircraft:
        return next(one for one in self.aircraft if one.side == side)

    def enemy(self, side: str) -> Aircraft:
        return next(one for one in self.aircraft if one.side != side)

    def changed(self, side: str, **changes: Any) -> Duel:
        """The game with changes to the aircraft of a side."""
        return replace(self, aircraft=tuple(replace(one, **changes) if one.side == side else one for one in self.aircraft))


class DuelView(Duel):
    """A game as ``side`` sees it, with the sealed orders of the other one empty."""

    side: str


def aim(game: Duel, side: str) -> Aim | None:
    """The aim that a side has at the other one, None if it cannot fire. DUEL-5, DUEL-8."""
    own, target = game.of(side), game.enemy(side)
    guns = own.profile.guns * in_cone(own.at, own.heading, target.at)
    guns += own.profile.rear_guns * in_cone(own.at, (own.heading + 3) % 6, target.at)
    in_cloud = target.at in game.setup.clouds
    if not (guns and own.rounds) or (in_cloud and game.setup.rulings.clouds == "hide"):
        return None
    from_behind = in_cone(target.at, (target.heading + 3) % 6, own.at)
    return Aim(distance(own.at, target.at), guns, from_behind, in_cloud)
