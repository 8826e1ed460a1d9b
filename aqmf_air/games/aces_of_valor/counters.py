"""Counters: aircraft with their crews, pilots of the squadron, and targets on the ground."""

from __future__ import annotations

from typing import Literal

from pydantic import Field

from aqmf_air.core.data.model import Frozen
from aqmf_air.games.aces_of_valor.table_rows import GroundKind, Kind, Nation, Sheet, Side

Box = Literal["ready", "flight", "recovery", "lost", "posted", "recycled"]
"""Where a fighter of the squadron is. GEN-7; ``posted``: with another squadron, by an event; ``recycled``: lost before, and
his counter back in its pool (PST-10)."""
RANKS = ("", "Skilled", "Ace")
Place = tuple[int, int]
"""A sector: its column from the west and its row from the north."""


class Aircraft(Frozen):
    """A machine with its crew, of either side. GEN-2, AC-2."""

    id: str
    name: str
    """Of a fighter its pilot, of others what they are: ``2-seater 1``."""
    kind: Kind
    type: str = ""
    """Of a fighter: ``Spad VII``."""
    tier: int = Field(default=0, ge=0, le=3)
    """Of a fighter; others have none."""
    air: int = 0
    """Printed skills."""
    ground: int = 0
    side: Side = "front"
    """Its undamaged or its damaged side. AC-3."""
    rank: int = Field(default=0, ge=0, le=2)
    """0, 1: Skilled, 2: Ace. SKL-2."""
    bombs: int = Field(default=0, ge=0)
    rockets: int = Field(default=0, ge=0)
    attacks: int = Field(default=0, ge=0)
    """Made in this mission; for the optional rule on ammunition."""
    jammed: bool = False

    @property
    def sheet(self) -> Sheet:
        """The row of the table of aircraft that it is."""
        if self.kind == "fighter":
            tiers: tuple[Sheet, ...] = ("tier1", "tier2", "tier3")
            return tiers[self.tier - 1]
        return self.kind

    @property
    def damaged(self) -> bool:
        return self.side == "back"

    @property
    def loaded(self) -> bool:
        """Whether it carries bombs or rockets."""
        return bool(self.bombs or self.rockets)


class SquadronMember(Aircraft):
    """A fighter of the squadron, and its pilot's career."""

    box: Box = "ready"
    upgraded: bool = False
    """Whether it has to wait for the others before the next upgrade. PST-12."""
    flown: tuple[int, ...] = ()
    """The missions that he flew."""
    victories: int = 0
    """Enemy aircraft shot down."""
    targets: int = 0
    """Ground targets destroyed."""
    joined: int = 1
    """The mission that he first could fly."""
    lost: int = 0
    """The mission in which he was lost; 0: he was not."""
    fate: str = ""
    """How."""
    absent: int = 0
    """The mission that he misses, by an event."""


class GroundTarget(Frozen):
    """A ground target counter on the map. GT-1."""

    id: str
    name: str
    kind: GroundKind
    at: Place
    points: int = Field(default=0, ge=0)
    """Damage points so far. GTD-1."""
    hits: tuple[tuple[str, int], ...] = ()
    """Friends, and the damage points of each attack that they made. ``kill_pilot``."""
    objective: bool = False
    """Whether the card of the mission asks for it."""
    gone: bool = False
    """Whether the flight has left it behind. FLT-6."""


class Nationality(Frozen):
    """Who flies for a nation; what people call its sides and machines."""

    id: Nation
    name: str
    adjective: str


NATIONS = {
    "french": Nationality(id="french", name="France", adjective="French"),
    "british": Nationality(id="british", name="Britain", adjective="British"),
    "american": Nationality(id="american", name="the United States", adjective="American"),
    "german": Nationality(id="german", name="Germany", adjective="German"),
}
