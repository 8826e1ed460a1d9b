"""What is known of a campaign: counters, what it starts from, the mission that is flown, the combat that is fought."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any, ClassVar, Literal, NamedTuple

from pydantic import Field

from aqmf_air.api import Frozen, GameState, Stage, replace
from aqmf_air.games.aces_of_valor.tables import (
    STEP_TITLES,
    Airfield,
    Amount,
    Detection,
    EventKind,
    GroundKind,
    Kind,
    LandingTable,
    MissionCard,
    Nation,
    Option,
    Sheet,
    Side,
    Tables,
    ValorRulings,
    Weather,
    tables,
)

# -- counters ----------------------------------------------------------------------------------------------------------


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


Damage = Literal["none", "damaged", "destroyed"]


def damage_of(kind: GroundKind, points: int, tables: Tables) -> Damage:
    """What damage points that have added up make of a target. GTD-1."""
    if points >= tables.ground_target(kind, "back").destruction:
        return "destroyed"
    return "damaged" if points >= tables.ground_target(kind, "front").destruction else "none"


# -- what a campaign starts from ---------------------------------------------------------------------------------------


Length = Literal[8, 12, 16]
Pace = Literal["flow", "step"]
"""How far a choice is followed: to the next choice, or to the next roll of dice."""


class Pilot(Frozen):
    """A fighter of a squadron that a scenario names."""

    name: str
    tier: int = Field(default=1, ge=1, le=3)
    rank: int = Field(default=0, ge=0, le=2)


class OptionalRules(Frozen):
    """The optional rules in use. OPT-1."""

    cards: tuple[Option, ...] = ()
    """Of 10.1. OPT-2."""
    events: bool = True
    """Post-mission events. OPT-4."""
    extended_patrols: bool = False
    """10.3.2. OPT-6."""
    arrival_limit: bool = False
    """10.3.3. OPT-7."""
    raids_cost: bool = False
    """10.3.4. OPT-8."""
    fuel_by_rounds: bool = False
    """10.3.5. OPT-9."""
    clouds_on_events: bool = False
    """10.3.6. OPT-10."""
    choose_tier: bool = False
    """10.3.1. OPT-5."""


class Setup(Frozen):
    """What a campaign starts from: a scenario file without its title, its description and its rulings."""

    nation: Nation | None = None
    """None: the player chooses when the campaign starts."""
    missions: Length | None = None
    """How many; None: the player chooses."""
    tier: int | None = Field(default=None, ge=1, le=3)
    """Of the first fighters; None: by the ruling ``start_tier``. OPT-5."""
    home: Airfield | None = None
    """The home airfield; None: it is rolled for."""
    squadron: tuple[Pilot, ...] = Field(default=(), max_length=8)
    """Empty: eight are drawn."""
    options: OptionalRules | None = None
    """None: the player chooses."""
    pace: Pace = "flow"
    tables: str = ""
    """The digest of the tables that a player supplied; empty: none."""
    rulings: ValorRulings


class Switch(NamedTuple):
    """An optional rule without a card."""

    title: str
    effect: str
    """What it changes, in a line."""
    rule: str


OPTIONS: Mapping[str, Switch] = {
    "events": Switch(
        "post-mission events", "a card is drawn after each mission but the last; some help, some hurt", "AOV-OPT-4"
    ),
    "extended_patrols": Switch(
        "extended patrolling",
        "fighters alone may stay up after their task, while fuel takes them to an airfield",
        "AOV-OPT-6",
    ),
    "arrival_limit": Switch(
        "limit of enemy aircraft",
        "no enemies join a combat in which they would be more than three to one, or 12",
        "AOV-OPT-7",
    ),
    "raids_cost": Switch(
        "penalty for raids not engaged", "on a Defensive Patrol each raid met and not fought costs 1 MP", "AOV-OPT-8"
    ),
    "fuel_by_rounds": Switch(
        "fuel for each combat round", "each round costs a turn of fuel, in place of one turn for three rounds", "AOV-OPT-9"
    ),
    "clouds_on_events": Switch(
        "heavy clouds on event checks", "in heavy clouds event checks are at -1: fewer meetings", "AOV-OPT-10"
    ),
    "choose_tier": Switch(
        "choice of the first tier", "you choose the tier of the first fighters and do not roll on S1", "AOV-OPT-5"
    ),
}
"""Optional rules without a card, by their switch."""


# -- a combat ----------------------------------------------------------------------------------------------------------


class Combat(Frozen):
    """A combat: who takes part, the initiative track, the boxes. GEN-7."""

    reason: Literal["meeting", "targets", "task", "scramble", "giant"]
    """What it is about, before enemies join: enemies met, ground targets, a task of 2-seaters or bombers, ..."""
    round: int = Field(default=0, ge=0, le=3)
    """0: before the first."""
    friends: tuple[str, ...] = ()
    """Those who take part, also when they have broken off or are destroyed."""
    enemies: tuple[Aircraft, ...] = ()
    """The same of the enemy, with those who have left taken out."""
    nation: Nation | None = None
    """Of the enemy; None: it has yet to be found. CBT-2."""
    tier: int = 0
    """Of the enemy's latest fighters; 0: there were none."""
    coming: tuple[tuple[Kind, int], ...] = ()
    """Enemies that have yet to be drawn. CBT-3, CBT-6, RND-7."""
    arriving: Amount = ""
    """How many enemies the combat event check brings. RND-7."""
    forced: bool = False
    """Whether it is fought without detection."""
    ambush: bool = False
    """Whether the enemy is in ambush."""
    detection: Detection | None = None
    """The result of C3. DET-1."""
    targets: tuple[str, ...] = ()
    """Ground targets that take part."""
    advantage: Literal["", "friend", "enemy"] = ""
    """Who has the advantage in the first round. DET-1."""
    spaces: tuple[tuple[str, int], ...] = ()
    """Those on the track: their spaces. IN-1, IN-2, RND-3."""
    acting: tuple[str, ...] = ()
    """Who acts now: an enemy, or the friends among whom the player chooses. RND-6."""
    target: str = ""
    """Whom the enemy who acts has found. TGT-4."""
    to_act: tuple[str, ...] = ()
    """Those on the track who have yet to act in this round; a unit stays on the track until it attacks. RND-4."""
    acted: tuple[str, ...] = ()
    """Action Taken, in this round. ACT-2."""
    broken_off: tuple[str, ...] = ()
    destroyed: tuple[str, ...] = ()
    ties: tuple[tuple[int, tuple[int, ...], bool], ...] = ()
    """Where a die has decided between enemies and friends: the space, their priority, whether the enemy is first. IN-6."""
    bombing: tuple[tuple[str, int], ...] = ()
    """Bombers, and the round in which each bombs. RND-2, SCR-7."""
    bombed: tuple[str, ...] = ()
    attempts: tuple[tuple[str, int], ...] = ()
    """2-seaters, and the round of each attempt that they made. PHO-6."""
    joined: tuple[tuple[str, int], ...] = ()
    """Aircraft that came after the first round began, and in which. RND-7, SCR-9."""
    raid_over: bool = False
    """Whether the enemy breaks off: all his bombers have bombed or are gone. SCR-12."""
    launching: int = 0
    """How many fighters may be launched now. SCR-4, SCR-9."""
    kept: int | None = None
    """How many enemy aircraft there were when the ordnance was kept; None: nobody has said so. ORD-8."""
    field: str = ""
    """The own airfield, which the enemy bombs. SCR-3."""
    against: bool = False
    """Whether enemy aircraft or ground targets have taken part. ``task_fuel``."""

    @property
    def space_of(self) -> Mapping[str, int]:
        return dict(self.spaces)

    @property
    def gone(self) -> frozenset[str]:
        """Those who take no further part. BRK-1."""
        return frozenset((*self.broken_off, *self.destroyed))


# -- the mission and the campaign --------------------------------------------------------------------------------------


PLAYER = "you"
"""The id of the only side."""
FLIGHT = "the flight"
"""What the flight is called on the map, by people and pages."""


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
    event: EventKind = "none"
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
    due: tuple[tuple[str, LandingTable], ...] = ()
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
        return sum(points_entry.points for points_entry in self.ledger)


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
        return MissionMoment(
            turn=self.number,
            id=self.step,
            title="Campaign over" if self.winner else STEP_TITLES[self.step],
            active=() if self.winner else (PLAYER,),
            turns=self.missions or None,
            mission_turn=self.mission.turn if self.mission and self.purse is None and not self.winner else 0,
        )

    @cached_property
    def pieces(self) -> Mapping[str, Aircraft]:
        """Every aircraft in the game, of both sides, by its id."""
        return {aircraft.id: aircraft for aircraft in self._aircraft()}

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
        piece = self.pieces[id_]
        if not isinstance(piece, SquadronMember):
            raise KeyError(id_)
        return piece

    def target(self, id_: str) -> GroundTarget:
        """The ground target with this id. Raises KeyError: there is none."""
        for ground_target in self.mission.targets if self.mission else ():
            if ground_target.id == id_:
                return ground_target
        raise KeyError(id_)

    def in_box(self, *boxes: str) -> tuple[SquadronMember, ...]:
        """The fighters in these boxes."""
        return tuple(member for member in self.squadron if member.box in boxes)

    @property
    def ready(self) -> tuple[SquadronMember, ...]:
        """Fighters that may fly this mission. PRE-4."""
        return tuple(member for member in self.in_box("ready") if not self.number or member.absent != self.number)

    @property
    def flight(self) -> tuple[Aircraft, ...]:
        """The aircraft of the flight. GEN-11."""
        return tuple(self.aircraft(id_) for id_ in self.mission.flight) if self.mission else ()

    @cached_property
    def names(self) -> Mapping[str, str]:
        """What people call each aircraft and ground target, by id."""
        flying = self.mission and self.mission.flight
        names = {aircraft.id: aircraft.name for aircraft in self._aircraft()} | ({FLIGHT: FLIGHT} if flying else {})
        return names | {target.id: target.name for target in (self.mission.targets if self.mission else ())}

    def effect(self, card: str) -> bool:
        """Whether a post-mission event is in force for this mission."""
        return (card, self.number) in self.effects


# -- who takes part, and states that have changed ----------------------------------------------------------------------


def present(game: Campaign) -> tuple[tuple[Aircraft, ...], tuple[Aircraft, ...]]:
    """Friends and enemies who are in the combat, those that broke off or fell left out."""
    combat = game.fought
    friends = tuple(game.aircraft(id_) for id_ in combat.friends if id_ not in combat.gone)
    return friends, tuple(enemy for enemy in combat.enemies if enemy.id not in combat.gone)


def mission_of(game: Campaign) -> str:
    """What kind of mission is flown: ``photo-recon``; empty between missions."""
    card = game.flown.card
    return game.tables.of.of("missions", MissionCard).at(card).mission if card else ""


def targets_left(game: Campaign) -> tuple[str, ...]:
    """The ground targets of the combat that are not destroyed."""

    def stands(id_: str) -> bool:
        ground_target = game.target(id_)
        return damage_of(ground_target.kind, ground_target.points, game.tables) != "destroyed"

    return tuple(target for target in game.fought.targets if stands(target))


def changed(state: Campaign, id_: str, **changes: Any) -> Campaign:
    """A state in which an aircraft, of either side, is changed."""
    aircraft = state.aircraft(id_)
    new = replace(aircraft, **changes)
    if isinstance(aircraft, SquadronMember):
        return replace(state, squadron=tuple(new if other.id == id_ else other for other in state.squadron))
    mission = state.flown
    if any(other.id == id_ for other in mission.lent):
        lent = tuple(new if other.id == id_ else other for other in mission.lent)
        return replace(state, mission=replace(mission, lent=lent))
    enemies = tuple(new if other.id == id_ else other for other in state.fought.enemies)
    return in_combat(state, enemies=enemies)


def in_mission(state: Campaign, **changes: Any) -> Campaign:
    """A state whose mission is changed."""
    return replace(state, mission=replace(state.flown, **changes))


def in_combat(state: Campaign, **changes: Any) -> Campaign:
    """A state whose combat is changed."""
    return in_mission(state, combat=replace(state.fought, **changes))


def is_friend(state: Campaign, id_: str) -> bool:
    """Whether an aircraft is the player's."""
    return isinstance(state.aircraft(id_), SquadronMember) or any(aircraft.id == id_ for aircraft in state.flown.lent)


def without(ids: tuple[str, ...], *gone: str) -> tuple[str, ...]:
    """Ids without some."""
    return tuple(id_ for id_ in ids if id_ not in gone)


def has_acted(state: Campaign, id_: str, box: Literal["acted", "broken_off"] = "acted") -> Campaign:
    """A state in which an aircraft has left the track for a box. RND-4, ACT-2."""
    combat = state.fought
    return in_combat(
        state,
        to_act=without(combat.to_act, id_),
        spaces=tuple(pair for pair in combat.spaces if pair[0] != id_),
        acting=(),
        target="",
        **{box: (*getattr(combat, box), id_)},
    )


def with_target(state: Campaign, new: GroundTarget) -> Campaign:
    """A state in which a ground target is changed."""
    return in_mission(state, targets=tuple(new if target.id == new.id else target for target in state.flown.targets))
