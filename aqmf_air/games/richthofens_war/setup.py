"""What a game starts from: where everything stands, the date, the missions, and the rules that were chosen."""

from __future__ import annotations

from typing import Literal

from pydantic import Field

from aqmf_air.core.data.model import Frozen
from aqmf_air.games.richthofens_war.pieces import Airman, SideId
from aqmf_air.games.richthofens_war.rulings import RichthofenRulings
from aqmf_air.games.richthofens_war.tables import STEP


class Placed(Frozen):
    """An aircraft of a scenario."""

    type: str
    side: SideId
    column: int
    row: int
    facing: int = Field(ge=0, le=5)
    height: int = Field(ge=STEP, multiple_of=STEP)
    speed: int = Field(ge=1)
    id: str = ""
    name: str = ""
    owner: str = ""
    loaded: bool = False
    crew: tuple[Airman, ...] = ()


class PlacedBalloon(Frozen):
    """A balloon of a scenario."""

    side: SideId
    column: int
    row: int
    height: int | None = None


class PlacedGun(Frozen):
    """A gun on the ground of a scenario."""

    side: SideId
    kind: Literal["MG", "AA"]
    column: int
    row: int
    hidden: bool = False


class Mission(Frozen):
    """What a side is to do besides shooting the others down."""

    side: SideId
    kind: Literal["photographs", "bombs", "strafing", "spotting"]
    targets: tuple[tuple[int, int], ...] = ()
    """Columns and rows."""
    hits: int = Field(default=1, ge=1, le=20)
    """Of strafing: the hexes of trench that an aircraft has to hit for the points of one."""


class Setup(Frozen):
    """What a game starts from: a scenario file without its title, its description and its rulings."""

    date: str = Field(default="", pattern=r"^(\d{4}-\d{2})?$")
    turns: int = Field(default=40, ge=1, le=200)
    trenches: bool = False
    aircraft: tuple[Placed, ...] = Field(min_length=1, max_length=40)
    balloons: tuple[PlacedBalloon, ...] = ()
    guns: tuple[PlacedGun, ...] = ()
    missions: tuple[Mission, ...] = ()
    wind: int | None = Field(default=None, ge=0, le=5)
    """The facing in which it blows, if it is in play; None: a die tells."""
    tables: str = ""
    """The digest of the tables that a player supplied; empty: none."""
    rulings: RichthofenRulings = RichthofenRulings()
