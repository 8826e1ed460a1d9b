"""What is known of a game: what is in it, what it starts from, how it stands, and what players call the things in it."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from typing import Any, ClassVar, Literal

from pydantic import Field

from aqmf_air import api
from aqmf_air.api import Event, Frozen, Names, Reading, Readings, Said, SealedState, Slot, Stage, replace
from aqmf_air.api.geometry import Hex, HexPose
from aqmf_air.games.richthofens_war.campaign.model import Campaign
from aqmf_air.games.richthofens_war.chapters import aircraft_sheet, sights
from aqmf_air.games.richthofens_war.chapters.aircraft_sheet import Condition, Performance, Status, performance, status_of
from aqmf_air.games.richthofens_war.chapters.sights import HexPlace, Passage
from aqmf_air.games.richthofens_war.tables import SIDE_NAMES as SIDE_NAMES
from aqmf_air.games.richthofens_war.tables import SIDES as SIDES
from aqmf_air.games.richthofens_war.tables import STEP, AircraftType, RichthofenRulings, Schedule, Tables, tables
from aqmf_air.games.richthofens_war.tables import SideId as SideId

# -- what is in a game: aircraft with guns and crews, balloons, guns on the ground, what they have declar --------------


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


# -- what a game starts from -------------------------------------------------------------------------------------------


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
    """What a game starts from: a scenario file without its title, its description and its rulings, or a campaign."""

    date: str = Field(default="", pattern=r"^(\d{4}-\d{2})?$")
    turns: int = Field(default=40, ge=1, le=200)
    trenches: bool = False
    campaign: Campaign | None = Field(default=None, exclude_if=lambda campaign: campaign is None)
    scenarios: tuple[tuple[str, str], ...] = Field(default=(), exclude_if=lambda scenarios: not scenarios)
    """Of a campaign: the scenarios of its missions by their names, as JSON."""
    aircraft: tuple[Placed, ...] = Field(default=(), max_length=40)
    balloons: tuple[PlacedBalloon, ...] = ()
    guns: tuple[PlacedGun, ...] = ()
    missions: tuple[Mission, ...] = ()
    wind: int | None = Field(default=None, ge=0, le=5)
    """The facing in which it blows, if it is in play; None: a die tells."""
    tables: str = ""
    """The digest of the tables that a player supplied; empty: none."""
    rulings: RichthofenRulings


Orders = tuple[tuple[str, str], ...]


# -- how it stands -----------------------------------------------------------------------------------------------------


Phase = Literal[
    "tailing", "initiative", "ties", "movement", "ground-fire", "declaring", "observers", "aces", "combat", "end", "between",
]  # fmt: skip
TITLES: dict[Phase, str] = {
    "tailing": "Tailing",
    "initiative": "Order of moves",
    "ties": "Order of tied aircraft",
    "movement": "Movement",
    "ground-fire": "Fire from the ground",
    "declaring": "Targets",
    "observers": "Targets of observers",
    "aces": "Aces choose",
    "combat": "Combat",
    "end": "End of the turn",
    "between": "Between missions",
}
SEALED: dict[Phase, str] = {
    "tailing": "{0} on the tail of {1}",
    "observers": "{0} ({1}) at {2}",
    "aces": "{0} uses his skill for {1}",
}
"""What a part of a sealed order says."""


@dataclass(frozen=True)
class BetweenMissions(Stage):
    """A stage of a campaign in which no mission is flown."""

    mission: int = 0
    """The one that was begun last; 0: none was."""

    @property
    def when(self) -> str:
        """``After mission 2``."""
        return f"After mission {self.mission}" if self.mission else "Before mission 1"


class Game(SealedState):
    """A game between two turns of somebody."""

    naming: ClassVar[tuple[str, ...]] = ("aircraft", "target", "tailer", "shooter", "first", "dropped", "balloon")
    setup: Setup
    turn: int = 1
    phase: Phase = "tailing"
    aircraft: tuple[Aircraft, ...] = ()
    balloons: tuple[Balloon, ...] = ()
    guns: tuple[GroundGun, ...] = ()
    wind: int | None = None
    """The facing in which the wind blows; None: it is not known, or there is none."""
    intents: tuple[Intent, ...] = ()
    """What was announced for this turn."""
    flight: Flight | None = None
    """A move that guns on the ground interrupt. BALL-2."""
    tails: tuple[Tail, ...] = ()
    tried: tuple[Tail, ...] = ()
    """All tries of this turn. TAIL-5."""
    totals: tuple[tuple[str, int], ...] = ()
    """Initiative of this turn, by the first of each group. INIT-1, TAIL-13."""
    clusters: tuple[tuple[str, ...], ...] = ()
    """The first of each group in the order of moves; several together: their owner has yet to order them. INIT-12."""
    early: tuple[str, ...] = ()
    """Those who move before all others. MOVE-3."""
    order: tuple[str, ...] = ()
    """The order of moves of this turn."""
    last_order: tuple[str, ...] = ()
    """That of the last turn."""
    queue: tuple[str, ...] = ()
    """Who has yet to move, in order."""
    mover: str = ""
    """Who has just moved."""
    asked: tuple[DeclaringPilot, ...] = ()
    """Who may declare a target now, one after the other."""
    rounds: tuple[str, ...] = ()
    """What was asked once in this turn."""
    declarations: tuple[Declaration, ...] = ()
    vacated: tuple[str, ...] = ()
    """Targets that an attacker gave up for another one: his place is not filled again (``limit_freed``)."""
    ace_uses: tuple[tuple[str, Literal["attack", "defence"]], ...] = ()
    settled: tuple[tuple[str, str], ...] = ()
    """Declared shots that were fired, held or lost: aircraft and gun (:attr:`Declaration.key`)."""
    guns_fired: tuple[tuple[str, str], ...] = ()
    """Guns that were fired in this turn: aircraft and name."""
    shots: tuple[PendingShot, ...] = ()
    tended: tuple[tuple[str, str], ...] = ()
    """Guns that somebody tried to clear in this turn, or changed the drum of."""
    done: tuple[SideId, ...] = ()
    """Sides that are done with the turn."""
    choosing: tuple[SideId, ...] = ()
    """Sides that have a choice in this stage."""
    credits: tuple[Credit, ...] = ()
    falling: tuple[str, ...] = ()
    """Destroyed aircraft whose crews have parachutes and are still to be rolled for. PARA-2."""
    campaign: Campaign | None = Field(default=None, exclude_if=lambda campaign: campaign is None)
    """The campaign whose missions are the chapters of this game."""
    scenarios: tuple[tuple[str, str], ...] = Field(default=(), exclude_if=lambda scenarios: not scenarios)
    """Those of its set-up: nobody sees what is hidden in them."""
    mission: int = Field(default=0, exclude_if=lambda mission: not mission)
    """The number of its mission that was begun last."""

    @property
    def tables(self) -> Tables:
        """The tables in force."""
        return tables(self.setup.tables)

    @property
    def rulings(self) -> RichthofenRulings:
        return self.setup.rulings

    @property
    def flying(self) -> tuple[Aircraft, ...]:
        """The aircraft that are still in the game."""
        return tuple(aircraft for aircraft in self.aircraft if aircraft.flying)

    def of(self, id_: str) -> Aircraft:
        """The aircraft with this id."""
        return next(aircraft for aircraft in self.aircraft if aircraft.id == id_)

    def balloon(self, id_: str) -> Balloon | None:
        """The balloon with this id, if it is up; None: there is none."""
        return next((balloon for balloon in self.balloons if balloon.id == id_ and balloon.state == "up"), None)

    def target(self, id_: str) -> Aircraft | Balloon:
        """The aircraft or the balloon with this id."""
        return self.balloon(id_) or self.of(id_)

    def is_up(self, id_: str) -> bool:
        """Whether an aircraft or a balloon with this id is still in the game."""
        return self.has(id_) or self.balloon(id_) is not None

    def targets(self, side: str) -> tuple[Aircraft | Balloon, ...]:
        """All that a side can fire at in the air: enemy aircraft, then balloons."""
        return (
            *self.enemies(side),
            *(balloon for balloon in self.balloons if balloon.side != side and balloon.state == "up"),
        )

    def has(self, id_: str) -> bool:
        """Whether there is an aircraft with this id that is still in the game."""
        return any(aircraft.id == id_ for aircraft in self.flying)

    def type_of(self, aircraft: Aircraft) -> AircraftType:
        return self.tables.aircraft.at(aircraft.type)

    def enemies(self, side: str) -> tuple[Aircraft, ...]:
        """The aircraft of the other side that are in the game."""
        return tuple(aircraft for aircraft in self.flying if aircraft.side != side)

    def intends(self, id_: str, what: str, target: str = "") -> bool:
        """Whether an aircraft has announced this for its move. BALL-2, STRAFE-1, D-16."""
        return any(
            (intent.aircraft, intent.what) == (id_, what) and target in ("", intent.target) for intent in self.intents
        )

    def declared(self, id_: str, by: str = "pilot") -> Declaration | None:
        """The declaration of a pilot, or the first one of an observer."""
        return next(
            (declaration for declaration in self.declarations if (declaration.shooter, declaration.by) == (id_, by)), None
        )

    def status(self, aircraft: Aircraft) -> Status:
        """What who flies an aircraft is: an observer at the controls and the wounded count as novices. SPEC-24, D-11."""
        if aircraft.flown_by == "observer" or not aircraft.pilot.fit:
            return "novice"
        return status_of(aircraft.pilot.victories, aircraft.pilot.novice, self.tables)

    def laden(self, aircraft: Aircraft) -> bool:
        """Whether bombs weigh on an aircraft; on their way down they may not any more (``loaded_drop_moment``)."""
        drops = self.rulings.loaded_drop_moment == "at-once" and self.intends(aircraft.id, "bombs")
        return aircraft.loaded and not drops

    def condition(self, aircraft: Aircraft) -> Condition:
        """What has become of an aircraft, as far as its performance goes."""
        lost = [row for row in self.tables.damage_effects if row.points <= aircraft.damage]
        return Condition(
            loaded=self.laden(aircraft),
            speed_lost=aircraft.speed_lost + max((row.speed for row in lost), default=0),
            climb_lost=aircraft.climb_lost + max((row.climb for row in lost), default=0),
            dive_lost=aircraft.dive_lost,
            schedule_lost=aircraft.schedule_lost,
            at_dual_controls=aircraft.flown_by == "observer",
            gliding=aircraft.gliding,
            last_speed=aircraft.speed,
        )

    def performance(self, aircraft: Aircraft) -> Performance:
        """What an aircraft can do now."""
        return performance(self.type_of(aircraft), self.condition(aircraft), self.tables, self.rulings)

    def schedule(self, aircraft: Aircraft, *, printed: bool = False) -> Schedule:
        """The maneuver schedule of an aircraft: the one in force, or the one on its sheet."""
        if printed:
            return self.type_of(aircraft).schedule
        return aircraft_sheet.in_force(
            self.type_of(aircraft),
            self.tables,
            loaded=self.laden(aircraft),
            lost=aircraft.schedule_lost,
            at_dual_controls=aircraft.flown_by == "observer",
        )

    def passage(self, aircraft: Aircraft) -> Passage:
        """Where an aircraft is, and was before the last movement point of its move."""
        return Passage(aircraft.last.place_before or aircraft.place, aircraft.place)

    def tries_of(self, side: str) -> tuple[Tail, ...]:
        """The tries to tail that aircraft of a side may announce now. TAIL-1 to TAIL-6."""
        tries = []
        for own in self.flying:
            if own.side != side or own.gliding or self.type_of(own).schedule in ("F", "G"):
                continue
            tries += [
                Tail(tailer=own.id, target=enemy.id) for enemy in self.enemies(side) if self._may_be_tailed(own, enemy)
            ]
        return tuple(tries)

    def _may_be_tailed(self, own: Aircraft, enemy: Aircraft) -> bool:
        if self.type_of(enemy).bomber and self.rulings.tail_g == "never":
            return False
        if (enemy.gliding or self.type_of(enemy).bomber) and self.rulings.tail_glider == "never":
            return False
        return sights.in_position(own.place, enemy.place, self.tables, self.rulings)

    def tails_whom(self, id_: str) -> str:
        """Whom an aircraft is on the tail of in this turn, as long as that one is there; empty: nobody."""
        return next((tail.target for tail in self.tails if tail.tailer == id_ and self.has(tail.target)), "")

    def changed(self, id_: str, **changes: Any) -> Game:
        """The game with changes to an aircraft."""
        return replace(
            self,
            aircraft=tuple(replace(aircraft, **changes) if aircraft.id == id_ else aircraft for aircraft in self.aircraft),
        )

    def out(self, id_: str, state: Literal["destroyed", "left", "landed", "captured", "crashed"]) -> Game:
        """The game without an aircraft: it neither moves nor declares any more."""
        game = self.changed(id_, state=state)
        if game.flight and game.flight.before.id == id_:
            game = replace(game, flight=None, choosing=())
        queue = tuple(other for other in game.queue if other != id_)
        declaring_pilots = tuple(declaring_pilot for declaring_pilot in game.asked if declaring_pilot.aircraft != id_)
        return replace(game, queue=queue, asked=declaring_pilots)

    @property
    def open_shots(self) -> tuple[Declaration, ...]:
        """Declared shots that are neither fired nor held nor lost."""
        return tuple(
            declaration
            for declaration in self.declarations
            if declaration.key not in self.settled and self.has(declaration.shooter)
        )

    @property
    def acting(self) -> tuple[str, ...]:
        """The sides that have something to choose in this stage."""
        return _acting(self)

    def chooses(self, side: SideId) -> bool:
        """Whether a side has something to choose in this stage, unless the game is over."""
        match self.phase:
            case "tailing":
                return bool(self.tries_of(side))
            case "initiative" | "between":
                return True
            case "ties":
                return any(len(tied) > 1 and self.of(tied[0]).side == side for tied in self.tied[:1])
            case "movement":
                return bool(self.queue) and self.of(self.queue[0]).side == side
            case "ground-fire":
                return bool(self.flight and self.flight.guns) and side in self.choosing
            case "declaring":
                return bool(self.asked) and self.of(self.asked[0].aircraft).side == side
            case "combat":
                return any(self.of(open_shot.shooter).side == side for open_shot in self.open_shots)
            case _:
                return side in self.choosing and side not in self.done

    @property
    def announces_openly(self) -> bool:
        """Whether sides announce tries to tail one after the other, in the open (``tail_announcing``)."""
        return self.phase == "tailing" and self.rulings.tail_announcing != "sealed"

    @property
    def waited_for(self) -> tuple[str, ...]:
        left = super().waited_for
        if not self.announces_openly or len(left) < 2:
            return left
        if self.rulings.tail_announcing == "open-alternating":
            return left[1 - self.turn % 2 :][:1]
        lowest = {
            side: min((aircraft.height for aircraft in self.flying if aircraft.side == side), default=0) for side in left
        }
        return (min(left, key=lowest.__getitem__),)

    @property
    def tied(self) -> tuple[tuple[str, ...], ...]:
        """Friends whose owner has yet to order them, by the first of their groups. INIT-12."""
        return tuple(cluster for cluster in self.clusters if len(cluster) > 1)

    @property
    def stage(self) -> Stage:
        title = TITLES[self.phase]
        if self.phase == "between":
            return BetweenMissions(0, self.phase, title, self.waited_for, mission=self.mission)
        return Stage(self.turn, self.phase, title, self.waited_for, self.setup.turns, by_turns=True)

    def side_name(self, side: str) -> str:
        return {"german": "the German side", "allied": "the Allied side"}.get(side, side)

    def title_of(self, side: str, order: str) -> str:
        """A sealed order in words: who does what to whom."""
        form = SEALED.get(self.phase, "{0}")
        parts = (tuple(map(self.called, part)) for part in api.sealed_parts(order))
        return (
            ", ".join(form.format(*part) if len(part) == form.count("{") else " ".join(part) for part in parts)
            or api.NOTHING
        )

    @cached_property
    def names(self) -> Mapping[str, str]:
        """What players call each thing, by its id: its own name, or its type with a number where there are several."""
        given = {aircraft.id: aircraft.name or aircraft.type for aircraft in self.aircraft}
        given |= {balloon.id: f"{balloon.side.capitalize()} balloon" for balloon in self.balloons}
        hidden = [gun for gun in self.guns if gun.id.startswith(HIDDEN_GUN)]
        given |= {gun.id: f"{gun.side.capitalize()} {gun.kind} gun" for gun in self.guns if gun not in hidden}
        # numbered by their ids: what is discovered is called the same whatever else is still hidden
        given |= {
            ground_gun.id: f"Discovered {ground_gun.kind} gun {ground_gun.id.removeprefix(HIDDEN_GUN)}"
            for ground_gun in hidden
        }
        named: dict[str, str] = {}
        for name in dict.fromkeys(given.values()):
            alike = [id_ for id_, other in given.items() if other == name]
            named |= {id_: f"{name} {number}" if len(alike) > 1 else name for number, id_ in enumerate(alike, 1)}
        return named


@api.cached_by_identity(16)
def _acting(game: Game) -> tuple[SideId, ...]:
    return () if game.winner else tuple(side for side in SIDES if game.chooses(side))


def without_hidden_guns(game: Game) -> dict[str, Any]:
    """The fields of a game without the guns that are still to be discovered: nobody sees them. BALL-4."""
    setup = replace(game.setup, guns=tuple(gun for gun in game.setup.guns if not gun.hidden))
    return {**dict(game), "setup": setup, "guns": tuple(gun for gun in game.guns if not gun.hidden), "scenarios": ()}


class View(Game):
    """A game as ``player`` sees it (``""``: who sees all): the sealed orders of the others are empty."""

    player: str


Events = tuple[Event[Game], ...]


class StageBegan(Event[Game], type="richthofen.stage_began"):
    """The next part of the turn. RW-TURN-1."""

    phase: Phase
    choosing: tuple[SideId, ...] = ()
    """Sides that have a choice in it, where that is settled as it begins."""

    def apply(self, game: Game) -> Game:
        return replace(game, phase=self.phase, choosing=self.choosing, done=())


# -- what orders name in a player's words: aircraft, speeds, guns ------------------------------------------------------


_SPEED = re.compile(r"\d{1,2}(?!\d)")


def named(game: Game, aircraft: Iterable[Aircraft | Balloon]) -> dict[str, str]:
    """Ids of aircraft by what players call them: the name, its last word where no other has it, and the id."""
    ids = [craft.id for craft in aircraft]
    names = {game.called(id_): id_ for id_ in ids}
    last = [game.called(id_).split(" ", 1)[-1] for id_ in ids]
    short = {word: id_ for word, id_ in zip(last, ids, strict=True) if last.count(word) == 1}
    return names | {word: id_ for word, id_ in short.items() if word not in names} | {id_: id_ for id_ in ids}


def own_aircraft(game: Game, player: str) -> Names:
    """One of the side's aircraft."""
    return Names(
        "one of your aircraft", named(game, (aircraft for aircraft in game.flying if aircraft.side == player)), pieces=True
    )


def enemies(game: Game, player: str) -> Names:
    """An enemy aircraft, or an enemy balloon."""
    return Names("an enemy", named(game, game.targets(player)), pieces=True)


def guns(game: Game, player: str, fit: Callable[[Aircraft], Iterable[str]]) -> Names:
    """A gun of the aircraft that was named before."""

    def of(words: Said) -> dict[str, str]:
        id_ = str(words.get("aircraft", ""))
        return {name: name for name in fit(game.of(id_))} if game.has(id_) else {}

    return Names("a gun of the aircraft", of)


class Speed(Slot):
    """A speed in movement points."""

    about = "movement points"

    def read(self, reading: Reading, at: int, words: Said) -> Readings:
        if (match := reading.match(at, _SPEED)) is None:
            reading.miss(at, "a speed in movement points")
            return
        yield int(match[0]), match.end()

    def tell(self, value: int, words: Said) -> str:
        return str(value)
