"""What a game of Night Mail is made of, and what its player sees of it."""

from __future__ import annotations

from pydantic import Field

from aqmf_air.api import Frozen, GameState, Stage
from night_mail.rules import cards

PILOT = "pilot"


class Setup(Frozen):
    """What a game starts from. Read from a scenario file."""

    nights: int = Field(ge=1, le=9)
    distance: int = Field(ge=1)
    """Miles that the mail has to go."""
    fuel: int = Field(ge=1, le=20)
    """A full tank."""
    hull: int = Field(ge=1)
    """The damage that brings the aircraft down."""
    flares: int = Field(ge=0)
    flare_adds: int = Field(ge=1)


class Mail(GameState):
    """A game."""

    setup: Setup
    flares: int
    night: int = 0
    """The one that is flown, or was flown last; 0 before the first."""
    flying: bool = False
    fuel: int = 0
    damage: int = 0
    miles: int = 0
    """Flown tonight."""
    kept: int = 0
    """Flown in the nights before."""
    deck: tuple[str, ...] = ()
    """What is left, the next card first. Nobody knows the order."""
    drawn: tuple[str, ...] = ()
    """Turned over tonight."""
    hazard: str = ""
    """The card that is to be met."""

    @property
    def stage(self) -> Stage:
        title = cards()[self.hazard].title if self.hazard else "In the air" if self.flying else "On the ground"
        return Stage(self.night, "hazard" if self.hazard else "air" if self.flying else "ground", title, (PILOT,))


class MailView(Mail):
    """A game as anybody may see it: all but the order of the deck."""

    cards_left: int
