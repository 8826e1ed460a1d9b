"""A game as it stands: who is where, who moves when, who fires at whom, and what counts."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property
from typing import Any, ClassVar, Literal

from aqmf_air.core.data.model import replace
from aqmf_air.core.play.ruleset import Stage
from aqmf_air.core.play.sealed_orders import SealedState
from aqmf_air.games.richthofens_war.pieces import (
    HIDDEN_GUN,
    SIDES,
    Aircraft,
    Balloon,
    Credit,
    Declaration,
    DeclaringPilot,
    Flight,
    GroundGun,
    Intent,
    PendingShot,
    SideId,
    Tail,
)
from aqmf_air.games.richthofens_war.rules import schedules, tailing
from aqmf_air.games.richthofens_war.rules.initiative import Rolling
from aqmf_air.games.richthofens_war.rules.moving import Condition, Performance, performance
from aqmf_air.games.richthofens_war.rules.sights import Passage
from aqmf_air.games.richthofens_war.rules.skill import Status, status_of
from aqmf_air.games.richthofens_war.rulings import RichthofenRulings
from aqmf_air.games.richthofens_war.sealed_words import NOTHING, parts_of
from aqmf_air.games.richthofens_war.setup import Setup
from aqmf_air.games.richthofens_war.tables import AircraftType, Schedule, Tables, tables

Phase = Literal[
    "tailing", "initiative", "ties", "movement", "ground-fire", "declaring", "observers", "aces", "combat", "end"
]
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
}
SEALED: dict[Phase, str] = {
    "tailing": "{0} on the tail of {1}",
    "observers": "{0} ({1}) at {2}",
    "aces": "{0} uses his skill for {1}",
}
"""What a part of a sealed order says."""


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
        return tuple(one for one in self.aircraft if one.flying)

    def of(self, id_: str) -> Aircraft:
        """The aircraft with this id."""
        return next(one for one in self.aircraft if one.id == id_)

    def balloon(self, id_: str) -> Balloon | None:
        """The balloon with this id, if it is up; None: there is none."""
        return next((one for one in self.balloons if one.id == id_ and one.state == "up"), None)

    def target(self, id_: str) -> Aircraft | Balloon:
        """The aircraft or the balloon with this id."""
        return self.balloon(id_) or self.of(id_)

    def is_up(self, id_: str) -> bool:
        """Whether an aircraft or a balloon with this id is still in the game."""
        return self.has(id_) or self.balloon(id_) is not None

    def targets(self, side: str) -> tuple[Aircraft | Balloon, ...]:
        """All that a side can fire at in the air: enemy aircraft, then balloons."""
        return (*self.enemies(side), *(one for one in self.balloons if one.side != side and one.state == "up"))

    def has(self, id_: str) -> bool:
        """Whether there is an aircraft with this id that is still in the game."""
        return any(one.id == id_ for one in self.flying)

    def type_of(self, one: Aircraft) -> AircraftType:
        return self.tables.aircraft.at(one.type)

    def enemies(self, side: str) -> tuple[Aircraft, ...]:
        """The aircraft of the other side that are in the game."""
        return tuple(one for one in self.flying if one.side != side)

    def intends(self, id_: str, what: str, target: str = "") -> bool:
        """Whether an aircraft has announced this for its move. BALL-2, STRAFE-1, D-16."""
        return any((one.aircraft, one.what) == (id_, what) and target in ("", one.target) for one in self.intents)

    def declared(self, id_: str, by: str = "pilot") -> Declaration | None:
        """The declaration of a pilot, or the first one of an observer."""
        return next((one for one in self.declarations if (one.shooter, one.by) == (id_, by)), None)

    def status(self, one: Aircraft) -> Status:
        """What who flies an aircraft is: an observer at the controls and the wounded count as novices. SPEC-24, D-11."""
        if one.flown_by == "observer" or not one.pilot.fit:
            return "novice"
        return status_of(one.pilot.victories, one.pilot.novice, self.tables)

    def laden(self, one: Aircraft) -> bool:
        """Whether bombs weigh on an aircraft; on their way down they may not any more (``loaded_drop_moment``)."""
        drops = self.rulings.loaded_drop_moment == "at-once" and self.intends(one.id, "bombs")
        return one.loaded and not drops

    def condition(self, one: Aircraft) -> Condition:
        """What has become of an aircraft, as far as its performance goes."""
        lost = [row for row in self.tables.damage_effects if row.points <= one.damage]
        return Condition(
            loaded=self.laden(one),
            speed_lost=one.speed_lost + max((row.speed for row in lost), default=0),
            climb_lost=one.climb_lost + max((row.climb for row in lost), default=0),
            dive_lost=one.dive_lost,
            schedule_lost=one.schedule_lost,
            at_dual_controls=one.flown_by == "observer",
            gliding=one.gliding,
            last_speed=one.speed,
        )

    def performance(self, one: Aircraft) -> Performance:
        """What an aircraft can do now."""
        return performance(self.type_of(one), self.condition(one), self.tables, self.rulings)

    def schedule(self, one: Aircraft, *, printed: bool = False) -> Schedule:
        """The maneuver schedule of an aircraft: the one in force, or the one on its sheet."""
        if printed:
            return self.type_of(one).schedule
        return schedules.in_force(
            self.type_of(one),
            self.tables,
            loaded=self.laden(one),
            lost=one.schedule_lost,
            at_dual_controls=one.flown_by == "observer",
        )

    def passage(self, one: Aircraft) -> Passage:
        """Where an aircraft is, and was before the last movement point of its move."""
        return Passage(one.last.place_before or one.place, one.place)

    def tries_of(self, side: str) -> tuple[Tail, ...]:
        """The tries to tail that aircraft of a side may announce now. TAIL-1 to TAIL-6."""
        found = []
        for own in self.flying:
            if own.side != side or own.gliding or self.type_of(own).schedule in ("F", "G"):
                continue
            found += [Tail(tailer=own.id, target=one.id) for one in self.enemies(side) if self._may_be_tailed(own, one)]
        return tuple(found)

    def _may_be_tailed(self, own: Aircraft, one: Aircraft) -> bool:
        if self.type_of(one).bomber and self.rulings.tail_g == "never":
            return False
        if (one.gliding or self.type_of(one).bomber) and self.rulings.tail_glider == "never":
            return False
        return tailing.in_position(own.place, one.place, self.tables, self.rulings)

    def tailing_party(self, one: Aircraft) -> tailing.Party:
        """What counts of an aircraft in a try to tail."""
        status = self.status(one)
        if one.flown_by == "observer" and self.rulings.tail_dual_controls == "no":
            status = ""
        printed = self.rulings.tail_schedule_used == "printed"
        return tailing.Party(self.type_of(one), self.schedule(one, printed=printed), status, one.loaded)

    def rolling(self, one: Aircraft) -> Rolling:
        """What counts when an aircraft rolls for the order of moves. INIT-3, INIT-14."""
        searched = self.flying if self.rulings.lowest_of == "both-sides" else self.enemies(one.side)
        heights = [each.height for each in searched if not (each.gliding or self.type_of(each).bomber)]
        lowest = min(heights, default=one.height)
        return Rolling(self.type_of(one), one.height, lowest, self.status(one), self.setup.date, first_turn=self.turn == 1)

    def tails_whom(self, id_: str) -> str:
        """Whom an aircraft is on the tail of in this turn, as long as that one is there; empty: nobody."""
        return next((one.target for one in self.tails if one.tailer == id_ and self.has(one.target)), "")

    def changed(self, id_: str, **changes: Any) -> Game:
        """The game with changes to an aircraft."""
        return replace(self, aircraft=tuple(replace(one, **changes) if one.id == id_ else one for one in self.aircraft))

    def out(self, id_: str, state: Literal["destroyed", "left", "landed", "captured", "crashed"]) -> Game:
        """The game without an aircraft: it neither moves nor declares any more."""
        game = self.changed(id_, state=state)
        if game.flight and game.flight.before.id == id_:
            game = replace(game, flight=None, choosing=())
        queue = tuple(one for one in game.queue if one != id_)
        asked = tuple(one for one in game.asked if one.aircraft != id_)
        return replace(game, queue=queue, asked=asked)

    @property
    def open_shots(self) -> tuple[Declaration, ...]:
        """Declared shots that are neither fired nor held nor lost."""
        return tuple(one for one in self.declarations if one.key not in self.settled and self.has(one.shooter))

    @property
    def acting(self) -> tuple[str, ...]:
        """The sides that have something to choose in this stage."""
        return () if self.winner else tuple(side for side in SIDES if self._chooses(side))

    def _chooses(self, side: SideId) -> bool:
        match self.phase:
            case "tailing":
                return bool(self.tries_of(side))
            case "initiative":
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
                return any(self.of(one.shooter).side == side for one in self.open_shots)
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
        lowest = {side: min((one.height for one in self.flying if one.side == side), default=0) for side in left}
        return (min(left, key=lowest.__getitem__),)

    @property
    def tied(self) -> tuple[tuple[str, ...], ...]:
        """Friends whose owner has yet to order them, by the first of their groups. INIT-12."""
        return tuple(cluster for cluster in self.clusters if len(cluster) > 1)

    @property
    def stage(self) -> Stage:
        return Stage(self.turn, self.phase, TITLES[self.phase], self.waited_for, self.setup.turns)

    def side_name(self, side: str) -> str:
        return {"german": "the German side", "allied": "the Allied side"}.get(side, side)

    def title_of(self, side: str, order: str) -> str:
        """A sealed order in words: who does what to whom."""
        said = SEALED.get(self.phase, "{0}")
        parts = (tuple(map(self.called, part)) for part in parts_of(order))
        return ", ".join(said.format(*part) if len(part) == said.count("{") else " ".join(part) for part in parts) or NOTHING

    @cached_property
    def names(self) -> Mapping[str, str]:
        """What players call each thing, by its id: its own name, or its type with a number where there are several."""
        given = {one.id: one.name or one.type for one in self.aircraft}
        given |= {one.id: f"{one.side.capitalize()} balloon" for one in self.balloons}
        hidden = [one for one in self.guns if one.id.startswith(HIDDEN_GUN)]
        given |= {one.id: f"{one.side.capitalize()} {one.kind} gun" for one in self.guns if one not in hidden}
        # numbered by their ids: what is discovered is called the same whatever else is still hidden
        given |= {one.id: f"Discovered {one.kind} gun {one.id.removeprefix(HIDDEN_GUN)}" for one in hidden}
        named: dict[str, str] = {}
        for name in dict.fromkeys(given.values()):
            alike = [id_ for id_, one in given.items() if one == name]
            named |= {id_: f"{name} {number}" if len(alike) > 1 else name for number, id_ in enumerate(alike, 1)}
        return named


def without_hidden_guns(game: Game) -> dict[str, Any]:
    """The fields of a game without the guns that are still to be discovered: nobody sees them. BALL-4."""
    setup = replace(game.setup, guns=tuple(one for one in game.setup.guns if not one.hidden))
    return {**dict(game), "setup": setup, "guns": tuple(one for one in game.guns if not one.hidden)}


class View(Game):
    """A game as ``player`` sees it (``""``: who sees all): the sealed orders of the others are empty."""

    player: str
