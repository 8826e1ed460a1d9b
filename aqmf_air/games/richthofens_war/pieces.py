"""What is in a game: aircraft with their guns and crews, balloons, guns on the ground, and what they have declared."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import Literal

from pydantic import Field

from aqmf_air.core.data.model import Frozen
from aqmf_air.games.richthofens_war.rules.tailing import HexPlace
from aqmf_air.games.richthofens_war.tables import STEP
from aqmf_air.geometry.hexes.grid import Hex
from aqmf_air.geometry.hexes.moves import HexPose

SideId = Literal["german", "allied"]
SIDES: tuple[SideId, ...] = ("german", "allied")
SIDE_NAMES: Mapping[str, str] = {"german": "Germans", "allied": "Allies"}
COMPASS = ("east", "south-east", "south-west", "west", "north-west", "north-east")
"""Facings in words, as the map is drawn."""


class Gun(Frozen):
    """A gun in an aircraft."""

    name: str
    drums: tuple[int, ...]
    """Points of ammunition left, drum by drum; the first is the one in use."""
    jammed: bool = False
    jammed_in: int = 0
    """The turn in which it jammed. JAM-4."""
    out: bool = False
    """Whether it is out of order for good."""

    @property
    def rounds(self) -> int:
        """Points of ammunition left in all."""
        return sum(self.drums)

    @property
    def empty_drum(self) -> bool:
        """Whether the drum in use is empty and another one is not."""
        return len(self.drums) > 1 and not self.drums[0] and self.rounds > 0

    @property
    def ready(self) -> bool:
        """Whether it can be fired."""
        return not (self.jammed or self.out) and bool(self.drums) and self.drums[0] > 0


class Airman(Frozen):
    """Somebody in an aircraft."""

    name: str = ""
    victories: Fraction = Fraction(0)
    novice: bool = False
    health: Literal["fit", "wounded", "dead"] = "fit"
    """``wounded``: seriously."""
    fate: Literal["", "free", "captured"] = ""
    """How he came down from an aircraft that was destroyed; empty: he did not, or it was not. PARA."""

    @property
    def fit(self) -> bool:
        return self.health == "fit"


class LastMove(Frozen):
    """What counts of a move later: for the next one, and for what may be done at the end of its turn."""

    turned: int = 0
    """Hexsides turned in the last hex, to the left if negative; 0: the last step was ahead."""
    goes_on: bool = True
    """Whether the next move may go on from it. CONT-1 to CONT-8."""
    speed: int = 0
    climbed: int = 0
    dived: int = 0
    """Metres."""
    turned_at_once: int = 0
    """The most hexsides turned in one hex."""
    maneuver: str = ""
    before: tuple[int, int, int, int] | None = None
    """Where it was before the last movement point: q, r, facing, height."""

    @property
    def place_before(self) -> HexPlace | None:
        """The same as a place."""
        if self.before is None:
            return None
        q, r, facing, height = self.before
        return HexPlace(Hex(q, r), facing, height)


class Tail(Frozen):
    """An aircraft on somebody's tail in this turn. TAIL-14."""

    tailer: str
    target: str


class Aircraft(Frozen):
    """An aircraft in a game."""

    id: str
    type: str
    name: str = ""
    side: SideId
    owner: str = ""
    """The player who has it, where several play a side."""
    at: tuple[int, int]
    facing: int = Field(ge=0, le=5)
    height: int = Field(ge=0, multiple_of=STEP)
    speed: int = Field(ge=0)
    guns: tuple[Gun, ...] = ()
    crew: tuple[Airman, ...] = ()
    """The pilot first."""
    flown_by: Literal["pilot", "observer"] = "pilot"
    loaded: bool = False
    damage: int = 0
    speed_lost: int = 0
    climb_lost: int = 0
    dive_lost: int = 0
    schedule_lost: int = 0
    fuel: int | None = None
    """Rolls made since the tank was hit; None: it is whole."""
    fuel_again: int | None = None
    """The same since a second hit, where that has a count of its own (``fuel_twice``)."""
    dry: bool = False
    """Whether the fuel is gone. CRIT-4."""
    gliding: bool = False
    glide_by: tuple[str, ...] = ()
    """Who caused the glide."""
    state: Literal["flying", "destroyed", "left", "landed", "captured", "crashed"] = "flying"
    """``left``: off the map; ``landed``: on its own side; ``captured``: anywhere else."""
    last: LastMove = LastMove()
    moved: bool = False
    declined: bool = False
    photographed: tuple[tuple[int, int], ...] = ()
    """The target hexes that are on its plates. D-18."""
    safe: bool = False
    """Whether nobody is left who could keep it from bringing them home. D-22."""
    strafed: int = 0
    """Hexes strafed in this turn. STRAFE-1."""
    rear_strafed: int = 0
    """Those of them behind the trench, from which nothing fires back. STRAFE-3."""
    trench_hits: int = 0
    bombed: bool = False
    """Whether its bombs hit their target. D-16."""
    spotted: tuple[bool, ...] = ()
    """Its turns of spotting, each with whether the guns hit. D-18."""

    @property
    def hex(self) -> Hex:
        return Hex(*self.at)

    @property
    def pose(self) -> HexPose:
        """Where and how it stands, as its next move begins. CONT-2."""
        return HexPose(self.hex, self.facing, self.last.turned)

    @property
    def place(self) -> HexPlace:
        """Where it is."""
        return HexPlace(self.hex, self.facing, self.height)

    @property
    def flying(self) -> bool:
        """Whether it is still in the game."""
        return self.state == "flying"

    @property
    def pilot(self) -> Airman:
        return self.crew[0]

    @property
    def observer(self) -> Airman | None:
        """The first man behind the pilot; None: a single-seater."""
        return self.crew[1] if len(self.crew) > 1 else None


class Declaration(Frozen):
    """Whom a crew member of an aircraft fires at."""

    shooter: str
    by: Literal["pilot", "observer"] = "pilot"
    target: str
    gun: str = ""
    """The observer's gun; empty: the pilot's."""
    head_on: bool = False
    """Whether it was taken up with an attacker who comes head-on. DECL-7."""
    switched: bool = False
    """Whether another one was given up for it. DECL-7."""
    other: bool = False
    """Whether a tailer fires at somebody else than its target. TMOVE-3."""
    hanging: bool = False
    """Whether a Fokker D-VII hangs on its propeller. SPEC-17."""
    range: int = 0
    turns: int = 0
    """Range in hexes and angle of facings, 0 to 3, when it was declared."""

    @property
    def key(self) -> tuple[str, str]:
        """The aircraft and the gun: no two declarations of a turn have the same."""
        return self.shooter, self.gun


class DeclaringPilot(Frozen):
    """A pilot who may declare a target now."""

    aircraft: str
    why: Literal["moved", "passing", "head-on", "observer"]
    """It has moved (DECL-1), the target has crossed its sights (DECL-4), the target attacks it head-on (DECL-7), or its
    observer declares in the order of moves (DECL-2)."""
    targets: tuple[str, ...]
    """Whom he may declare."""


class PendingShot(Frozen):
    """A shot whose damage is yet to be applied. FIRE-1."""

    shooter: str
    """An aircraft, or a gun on the ground."""
    target: str
    damage: int
    critical: int = 0
    """The total of the critical hit; 0: none."""
    amount: int = 0
    """What it costs: movement points, metres, steps of the schedule, points of damage."""
    health: Literal["", "fit", "wounded", "dead"] = ""
    """What becomes of the man whom it hits."""
    gun: str = ""
    """The gun that it puts out of order."""
    ground: bool = False
    """Whether it came from the ground."""
    burns: bool = False
    """Whether it is a critical hit of a balloon (``balloon_target``), or one rolled for later (``critical_moment``)."""


class Intent(Frozen):
    """What an aircraft has announced before its move. BALL-2, STRAFE-1, D-16."""

    aircraft: str
    what: Literal["balloon", "strafing", "bombs"]
    target: str = ""
    """The balloon."""


class Flight(Frozen):
    """A move that guns on the ground interrupt. BALL-2."""

    speed: int
    path: str
    step: int
    """Steps of the path that are flown."""
    guns: tuple[str, ...]
    """Those that may fire now."""
    held: bool = False
    """Whether they hold their fire for the rest of the move."""
    before: Aircraft
    """The aircraft as its move began: the rest is flown as it was begun."""


class Balloon(Frozen):
    """A balloon on its winch."""

    id: str
    side: SideId
    at: tuple[int, int]
    height: int
    damage: int = 0
    attacked: bool = False
    state: Literal["up", "destroyed", "saved"] = "up"

    @property
    def hex(self) -> Hex:
        return Hex(*self.at)

    @property
    def place(self) -> HexPlace:
        """Where it hangs; it faces nowhere in particular."""
        return HexPlace(self.hex, 0, self.height)

    @property
    def moved(self) -> bool:
        """Balloons move before all others. BALL-1."""
        return True


HIDDEN_GUN = "hidden-gun-"
"""How the ids of guns begin that have to be discovered."""


class GroundGun(Frozen):
    """A gun on the ground."""

    id: str
    side: SideId
    kind: Literal["MG", "AA"]
    at: tuple[int, int]
    fired: bool = False
    hidden: bool = False


class Credit(Frozen):
    """A part of a victory. VIC-1."""

    aircraft: str
    """Whose crew has it."""
    target: str
    share: Fraction
