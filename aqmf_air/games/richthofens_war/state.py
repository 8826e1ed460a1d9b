"""A game as it stands: who is where, who moves when, who fires at whom, and what counts."""

from __future__ import annotations

from typing import Any, Literal

from aqmf_air.core.data.model import replace
from aqmf_air.core.play.ruleset import Stage
from aqmf_air.core.play.sealed_orders import SealedState
from aqmf_air.games.richthofens_war.pieces import (
    SIDES,
    Aircraft,
    Balloon,
    Credit,
    Declaration,
    GroundGun,
    Intent,
    Shot,
    SideId,
    Tail,
)
from aqmf_air.games.richthofens_war.rules import schedules, tailing
from aqmf_air.games.richthofens_war.rules.initiative import Rolling
from aqmf_air.games.richthofens_war.rules.moving import Condition, Performance, performance
from aqmf_air.games.richthofens_war.rules.sights import Passage
from aqmf_air.games.richthofens_war.rules.skill import Status, status_of
from aqmf_air.games.richthofens_war.rulings import RichthofenRulings
from aqmf_air.games.richthofens_war.setup import Setup
from aqmf_air.games.richthofens_war.tables import AircraftType, Schedule, Tables, tables

Phase = Literal["tailing", "ties", "movement", "ground-fire", "declaring", "observers", "aces", "combat", "end"]
TITLES: dict[Phase, str] = {
    "tailing": "Tailing",
    "ties": "Order of tied aircraft",
    "movement": "Movement",
    "ground-fire": "Fire from the ground",
    "declaring": "Targets",
    "observers": "Targets of observers",
    "aces": "Aces choose",
    "combat": "Combat",
    "end": "End of the turn",
}


class Game(SealedState):
    """A game between two turns of somebody."""

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
    tails: tuple[Tail, ...] = ()
    tried: tuple[str, ...] = ()
    """Who tried to tail in this turn."""
    totals: tuple[tuple[str, int], ...] = ()
    """Initiative of this turn, by the first of each group."""
    last_order: tuple[str, ...] = ()
    """The order of moves of the last turn."""
    order: tuple[str, ...] = ()
    """That of this turn."""
    tied: tuple[tuple[str, ...], ...] = ()
    """Friends whose owner has yet to order them. INIT-12."""
    queue: tuple[str, ...] = ()
    """Who has yet to move, in order."""
    mover: str = ""
    """Who has just moved."""
    asked: tuple[tuple[str, Literal["target", "passing", "head-on"]], ...] = ()
    """Who may still declare, and why: it has moved, the mover crossed its sights, the mover attacks it head-on."""
    declarations: tuple[Declaration, ...] = ()
    refused: tuple[tuple[str, str], ...] = ()
    """Who wanted to fire at whom and could not, as two others do. DECL-5."""
    ace_uses: tuple[tuple[str, Literal["attack", "defence"]], ...] = ()
    fired: tuple[tuple[str, str], ...] = ()
    """Declared shots that were fired or held: aircraft and who."""
    shots: tuple[Shot, ...] = ()
    cleared: tuple[tuple[str, str], ...] = ()
    """Guns that were tried in this turn."""
    done: tuple[SideId, ...] = ()
    """Sides that are done with the turn."""
    choosing: tuple[SideId, ...] = ()
    """Sides with observers who can fire, or with aces who fire and are fired at."""
    credits: tuple[Credit, ...] = ()

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

    def has(self, id_: str) -> bool:
        """Whether there is an aircraft with this id in the game."""
        return any(one.id == id_ for one in self.flying)

    def type_of(self, one: Aircraft) -> AircraftType:
        return self.tables.aircraft.at(one.type)

    def enemies(self, side: str) -> tuple[Aircraft, ...]:
        """The aircraft of the other side that are in the game."""
        return tuple(one for one in self.flying if one.side != side)

    def declared(self, id_: str, by: str = "pilot") -> Declaration | None:
        """The declaration of a man in an aircraft."""
        return next((one for one in self.declarations if (one.shooter, one.by) == (id_, by)), None)

    def at_controls(self, one: Aircraft) -> Literal["pilot", "observer"]:
        """Who flies an aircraft. SPEC-23."""
        return one.flown_by

    def status(self, one: Aircraft) -> Status:
        """What who flies an aircraft is: an observer at the controls and the wounded count as novices. SPEC-24, D-11."""
        if one.flown_by == "observer" or not one.pilot.fit:
            return "novice"
        return status_of(one.pilot.victories, one.pilot.novice, self.tables)

    def condition(self, one: Aircraft) -> Condition:
        """What has become of an aircraft, as far as its performance goes."""
        lost = [row for row in self.tables.damage_effects if row.points <= one.damage]
        return Condition(
            loaded=one.loaded,
            speed_lost=one.speed_lost + max((row.speed for row in lost), default=0),
            climb_lost=one.climb_lost + max((row.climb for row in lost), default=0),
            dive_lost=one.dive_lost,
            schedule_lost=one.schedule_lost,
            at_dual_controls=one.flown_by == "observer",
            gliding=one.gliding,
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
            loaded=one.loaded,
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
        return tailing.Party(self.type_of(one), self.schedule(one, printed=printed), status)

    def rolling(self, one: Aircraft) -> Rolling:
        """What counts when an aircraft rolls for the order of moves. INIT-3, INIT-14."""
        searched = self.flying if self.rulings.lowest_of == "both-sides" else self.enemies(one.side)
        heights = [each.height for each in searched if not (each.gliding or self.type_of(each).bomber)]
        lowest = min(heights, default=one.height)
        return Rolling(self.type_of(one), one.height, lowest, self.status(one), self.setup.date, first_turn=self.turn == 1)

    def tails_whom(self, id_: str) -> str:
        """Whom an aircraft is on the tail of in this turn; empty: nobody."""
        return next((one.target for one in self.tails if one.tailer == id_), "")

    def changed(self, id_: str, **changes: Any) -> Game:
        """The game with changes to an aircraft."""
        return replace(self, aircraft=tuple(replace(one, **changes) if one.id == id_ else one for one in self.aircraft))

    @property
    def open_shots(self) -> tuple[Declaration, ...]:
        """Declared shots that are neither fired nor held."""
        return tuple(one for one in self.declarations if (one.shooter, one.by) not in self.fired and self.has(one.shooter))

    @property
    def acting(self) -> tuple[str, ...]:
        """The sides that have something to choose in this stage."""
        return () if self.winner else tuple(side for side in SIDES if self._chooses(side))

    def _chooses(self, side: SideId) -> bool:
        match self.phase:
            case "tailing":
                return bool(self.tries_of(side))
            case "ties":
                return self.of(self.tied[0][0]).side == side
            case "movement":
                return self.of(self.queue[0]).side == side
            case "declaring":
                return self.of(self.asked[0][0]).side == side
            case "combat":
                return any(self.of(one.shooter).side == side for one in self.open_shots)
            case "end":
                return side not in self.done
            case _:
                return side in self.choosing

    @property
    def stage(self) -> Stage:
        return Stage(self.turn, self.phase, TITLES[self.phase], self.waited_for, self.setup.turns)
