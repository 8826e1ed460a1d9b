"""A campaign as it stands: the squadron, the mission that is flown, the combat that is fought."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import ClassVar, Literal

from pydantic import Field

from aqmf_air.core.data.model import Frozen
from aqmf_air.core.play.orders import GameState
from aqmf_air.core.play.ruleset import Stage
from aqmf_air.games.aces_of_valor.combat_state import Combat
from aqmf_air.games.aces_of_valor.counters import Aircraft, GroundTarget, Place, SquadronMember
from aqmf_air.games.aces_of_valor.rulings import ValorRulings
from aqmf_air.games.aces_of_valor.setup import OptionalRules, Pace, Setup
from aqmf_air.games.aces_of_valor.step_titles import TITLES
from aqmf_air.games.aces_of_valor.table_rows import Event, MissionCard, Nation, Weather
from aqmf_air.games.aces_of_valor.tables import Tables, tables

PLAYER = "you"
"""The id of the only side."""
FLIGHT = "the flight"
"""What the flight is called on the map, by people and pages."""


Table = Literal["F2", "F3", "F4", "C9"]
"""What an aircraft in trouble rolls on."""


class PointsEntry(Frozen):
    """Mission points won or lost, and for what. PTS-1, GEN-13."""

    what: str
    points: int
    rule: str


class Kill(Frozen):
    """An aircraft or a ground target that a friend destroyed."""

    by: str
    """The id of the friend; empty: nobody's."""
    what: str
    aircraft: bool
    air_skill: int = 0
    own_half: bool = False
    """Whether it fell over the friendly half."""


class Mission(Frozen):
    """A mission. PRE-2."""

    card: str = ""
    """Of the mission deck."""
    weather: Weather = "clear"
    letter: str = ""
    """Of the objective."""
    objective: tuple[Place, ...] = ()
    """Its sector, or those of a loop."""
    at: Place = (0, 0)
    """Where the flight is."""
    turn: int = Field(default=0, ge=0)
    """Of the turn that is flown; 0: before take-off."""
    length: int = 0
    """Turns that the fuel lasts. PRE-9, ORD-6."""
    fighters: int = 0
    """How many the card asks for, if a die says so."""
    flight: tuple[str, ...] = ()
    """Those who fly together."""
    took_off: tuple[str, ...] = ()
    """All who flew in this mission."""
    lent: tuple[Aircraft, ...] = ()
    """2-seaters and bombers, also those that were destroyed."""
    waiting: tuple[tuple[str, Place], ...] = ()
    """Those over an airfield with a Difficult Landing marker, and where. FLT-3."""
    landed: tuple[tuple[str, Place], ...] = ()
    """Those who are down, and where."""
    fallen: tuple[str, ...] = ()
    """Those who were destroyed, crashed or lost."""
    targets: tuple[GroundTarget, ...] = ()
    event: Event = "none"
    """What the event check of this turn brought. EVT-1."""
    numbers: tuple[tuple[str, int], ...] = ()
    """How many aircraft or targets the event brought, by kind. EVT-2, EVT-5."""
    evaded: bool = False
    """Whether the flight evaded in this turn. DET-5."""
    fought: bool = False
    """Whether there was a combat in this turn."""
    rounds: tuple[tuple[int, bool], ...] = ()
    """Of each combat of this turn: its rounds, and whether there was any enemy. RND-10, OPT-9, PHO-9."""
    attempted: int = 0
    """The turn in which attempts were made; 0: none was. PHO-6."""
    visited: tuple[Place, ...] = ()
    """Objective sectors that were flown over."""
    arrived: bool = False
    """Whether the targets of the card were rolled for. MIS-4."""
    tried: bool = False
    """Whether the task has been tried. ``task_tried``."""
    given_up: bool = False
    """MIS-2."""
    hurt: bool = False
    """Whether an aircraft of the flight was damaged or destroyed. MIS-2."""
    observed: tuple[tuple[str, int], ...] = ()
    """2-seaters, and mission points that wait for their return. PHO-8."""
    kills: tuple[Kill, ...] = ()
    improved: tuple[str, ...] = ()
    """Pilots whose skill improved in this mission. ``skill_once``."""
    ledger: tuple[PointsEntry, ...] = ()
    """Mission points of this mission so far."""
    counted: int = 0
    """Lines of the ledger that were counted after the mission; those behind them are an event's. ``event_mp``."""
    path: tuple[Place, ...] = ()
    """The sectors that were flown over, from the home airfield on; the last is where the flight is."""
    homeward: int = -1
    """The place in the path from which the flight has to fly to an airfield by a shortest way; -1: it does not. OPT-6."""
    laden: bool = False
    """Whether a fighter took off with ordnance. ORD-6."""
    moved: bool = False
    """Whether the flight has made its move in this turn. FLT-5."""
    checked: tuple[str, ...] = ()
    """Damaged aircraft that were looked at in this turn. FLT-1."""
    due: tuple[tuple[str, Table], ...] = ()
    """Aircraft that have to roll on a table, in this order. FLT-2, FLT-8, END-3."""
    then: str = ""
    """The step after those rolls."""
    gunfire: int = 0
    """Anti-aircraft dice rolled against each aircraft in this turn. AA-2."""
    under_fire: tuple[str, ...] = ()
    """Those against whom they are still to be rolled."""
    awaited: int = 0
    """Ground targets that are still to be rolled for. EVT-5, MIS-4."""
    of_card: bool = False
    """Whether those are the targets of the card."""
    wrecked: tuple[str, ...] = ()
    """Those who are back, but not safely. END-3, ``patrol_safe``."""
    enough: bool = False
    """Whether the player may call the task tried. ``task_tried``."""
    combat: Combat | None = None

    def row(self, tables: Tables) -> MissionCard:
        """What the card says. PRE-2."""
        return tables.of.of("missions", MissionCard).at(self.card)

    @property
    def points(self) -> int:
        """Mission points so far."""
        return sum(one.points for one in self.ledger)


class Purse(Frozen):
    """What is left to be spent after a mission. PST-2 to PST-7."""

    points: int = 0
    """Mission points left."""
    total: int = 0
    """What the mission brought. PST-2."""
    bought: int = 0
    """Victory points bought. PST-4."""
    given_up: int = 0
    """Victory points given up. PST-6."""
    skipped: bool = False
    """PST-7."""
    free_replacements: int = 0
    """PST-7, EV-12."""
    upgrades: int = 0
    """Made after this mission."""
    only: Literal["", "repair-replace", "replace"] = ""
    """What may be bought; empty: anything. ``option1_use``; ``replace``: after a skipped mission. ``option2_fly``."""
    after_event: bool = False
    """Whether an event brought the points. ``event_mp``."""


@dataclass(frozen=True)
class MissionMoment(Stage):
    """A stage of a campaign: the mission, and the turn of the mission."""

    mission_turn: int = 0

    @property
    def when(self) -> str:
        """``Mission 3 of 8, turn 5``."""
        if not self.turn:
            return "Before mission 1"
        last = f" of {self.turns}" if self.turns else ""
        return f"Mission {self.turn}{last}{f', turn {self.mission_turn}' if self.mission_turn else ''}"


class Campaign(GameState):
    """A campaign between two choices."""

    naming: ClassVar[tuple[str, ...]] = ("aircraft", "target")
    setup: Setup
    nation: Nation | None = None
    missions: int = 0
    """How many the campaign has."""
    options: OptionalRules = OptionalRules()
    pace: Pace = "flow"
    step: str = "nation"
    """The step of the sequence that comes next: see :mod:`aqmf_air.games.aces_of_valor.sequence`."""
    number: int = 0
    """Of the mission; 0: before the first."""
    tier: int = 0
    """Of the first fighters."""
    home: str = ""
    """The letter of the home airfield."""
    vp: int = Field(default=0, ge=0)
    squadron: tuple[SquadronMember, ...] = ()
    """All who ever served, in the order in which they came."""
    set_aside: tuple[tuple[str, int], ...] = ()
    """Counters that left the game at an upgrade: pilots and tiers. ``old_counter``."""
    played: tuple[str, ...] = ()
    """Mission cards that lie face up. PST-2."""
    events_drawn: tuple[str, ...] = ()
    """Post-mission events that left the game. PST-13."""
    effects: tuple[tuple[str, int], ...] = ()
    """Events in force: the card, and the mission that they are for."""
    carried: tuple[PointsEntry, ...] = ()
    """Mission points won by an event, for the next mission. ``event_mp``."""
    skip: int = 0
    """Missions that are skipped before the next one. SCR-16, PST-7."""
    nation_by_dice: bool = False
    """Whether the enemy's nationality is rolled without asking. CBT-2."""
    repairs_due: bool = False
    """Whether all in Recovery are repaired after the skipped mission. ``option2_fly``, ``skip_repairs``."""
    replacements_due: int = 0
    """Free replacements after the skipped mission. ``option2_fly``."""
    mission: Mission | None = None
    purse: Purse | None = None

    @property
    def tables(self) -> Tables:
        """The tables in force."""
        return tables(self.setup.tables)

    @property
    def rulings(self) -> ValorRulings:
        return self.setup.rulings

    @property
    def marker(self) -> int:
        """The box of the campaign track that its marker is on: of missions, or of mission turns. SET-2, ``first_marker``."""
        turns = self.mission.turn if self.mission else 0
        return max(self.number if self.rulings.first_marker == "campaign" else turns, 1)

    @property
    def combat(self) -> Combat | None:
        return self.mission.combat if self.mission else None

    @property
    def flown(self) -> Mission:
        """The mission that is flown. Raises ValueError: there is none."""
        if self.mission is None:
            raise ValueError("no mission is flown")
        return self.mission

    @property
    def fought(self) -> Combat:
        """The combat that is fought. Raises ValueError: there is none."""
        if self.combat is None:
            raise ValueError("no combat is fought")
        return self.combat

    @property
    def stage(self) -> MissionMoment:
        turn = self.mission.turn if self.mission else 0
        return MissionMoment(
            turn=self.number,
            id=self.step,
            title=TITLES[self.step],
            active=() if self.winner else (PLAYER,),
            turns=self.missions or None,
            mission_turn=turn,
        )

    @cached_property
    def pieces(self) -> Mapping[str, Aircraft]:
        """Every aircraft in the game, of both sides, by its id."""
        return {one.id: one for one in self._aircraft()}

    def _aircraft(self) -> Iterator[Aircraft]:
        yield from self.squadron
        if self.mission:
            yield from self.mission.lent
            if self.mission.combat:
                yield from self.mission.combat.enemies

    def aircraft(self, id_: str) -> Aircraft:
        """The aircraft with this id. Raises KeyError: there is none."""
        return self.pieces[id_]

    def member(self, id_: str) -> SquadronMember:
        """The fighter of the squadron with this id. Raises KeyError: there is none."""
        found = self.pieces[id_]
        if not isinstance(found, SquadronMember):
            raise KeyError(id_)
        return found

    def target(self, id_: str) -> GroundTarget:
        """The ground target with this id. Raises KeyError: there is none."""
        for one in self.mission.targets if self.mission else ():
            if one.id == id_:
                return one
        raise KeyError(id_)

    def in_box(self, *boxes: str) -> tuple[SquadronMember, ...]:
        """The fighters in these boxes."""
        return tuple(one for one in self.squadron if one.box in boxes)

    @property
    def ready(self) -> tuple[SquadronMember, ...]:
        """Fighters that may fly this mission. PRE-4."""
        return tuple(one for one in self.in_box("ready") if not self.number or one.absent != self.number)

    @property
    def flight(self) -> tuple[Aircraft, ...]:
        """The aircraft of the flight. GEN-11."""
        return tuple(self.aircraft(id_) for id_ in self.mission.flight) if self.mission else ()

    @cached_property
    def names(self) -> Mapping[str, str]:
        """What people call each aircraft and ground target, by id."""
        flying = self.mission and self.mission.flight
        found = {one.id: one.name for one in self._aircraft()} | ({FLIGHT: FLIGHT} if flying else {})
        return found | {one.id: one.name for one in (self.mission.targets if self.mission else ())}

    def effect(self, card: str) -> bool:
        """Whether a post-mission event is in force for this mission."""
        return (card, self.number) in self.effects
