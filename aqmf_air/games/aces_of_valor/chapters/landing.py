"""Landing (7.0, step 6): forced and difficult landings, over an airfield, the end of a mission. FLT-2 to FLT-4, END."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import ClassVar, Literal

from aqmf_air.api import Ask, Dice, Event, Objection, Offer, Question, Rulings, modifier, ruling
from aqmf_air.games.aces_of_valor.chapters import fire, luck, routes, sectors, words
from aqmf_air.games.aces_of_valor.chapters.counters import OrdnanceJettisoned, air_skill, performance
from aqmf_air.games.aces_of_valor.chapters.dice import of_table
from aqmf_air.games.aces_of_valor.chapters.fire import PilotFared, pilot_lives
from aqmf_air.games.aces_of_valor.chapters.flight import RollsOrdered, give_up, in_trouble, nobody_left, out_of_fuel
from aqmf_air.games.aces_of_valor.chapters.orders import CampaignCourse, Named, PlayerChoice, SequenceStep, on_tables
from aqmf_air.games.aces_of_valor.chapters.sectors import home_sector, rear
from aqmf_air.games.aces_of_valor.state import Aircraft, Campaign, Place, SquadronMember, changed, in_mission, without
from aqmf_air.games.aces_of_valor.tables import LandingRow, LandingTable, PlaceKind, Tables, TroubleRow

# -- rules -------------------------------------------------------------------------------------------------------------


Trouble = Literal["none", "crash", "F3", "F4"]
Landing = Literal["safe", "wrecked", "crash"]


def trouble_found(dice: Dice, tables: Tables) -> Trouble:
    """What F2 says of a damaged aircraft. FLT-2."""
    return tables.row("f2", TroubleRow, of_table(dice, "f2", "trouble", tables)).result


def trouble(dice: Dice, tables: Tables) -> Trouble:
    """What becomes of a damaged aircraft in step 1 of a turn. FLT-1, FLT-2."""
    return trouble_found(dice, tables) if in_trouble(dice, tables) else "none"


def forced_landing(dice: Dice, place: PlaceKind, air_skill: int, tables: Tables) -> bool:
    """Whether an aircraft comes back from a forced landing. FLT-2, FLT-8."""
    at = rear(place)
    skill = modifier(air_skill, "air skill", "AOV-FLT-2")
    return of_table(dice, "f3", "forced landing", tables, skill, column=at) >= tables.need("f3", at)


def landing(dice: Dice, performance: int, tables: Tables) -> Landing:
    """A difficult landing. END-3, FLT-4."""
    slower = modifier(-performance, "performance", "AOV-END-3")
    return tables.row("f4", LandingRow, of_table(dice, "f4", "difficult landing", tables, slower)).result


def pilot_back(dice: Dice, performance: int, tables: Tables) -> bool:
    """Whether a fighter's pilot survives a difficult landing; of a wreck C9 decides, friendly rear. END-3."""
    done = landing(dice, performance, tables)
    return done == "safe" or (done == "wrecked" and dice.call(pilot_lives, "friendly-rear", tables))


def home_alone(dice: Dice, place: PlaceKind, performance: int, air_skill: int, tables: Tables) -> bool:
    """Whether the pilot of a damaged fighter comes back that goes home by itself from a place. FLT-1 to FLT-4, END-3."""
    result = trouble(dice, tables)
    if result == "F3":
        return forced_landing(dice, place, air_skill, tables)
    return result != "crash" and pilot_back(dice, performance, tables)


# -- rolls that are due ------------------------------------------------------------------------------------------------

STEP_OF: dict[LandingTable, str] = {"F2": "trouble", "F3": "forced-landing", "F4": "difficult-landing", "C9": "wreck"}


def in_turn(game: Campaign) -> Aircraft:
    """The aircraft that rolls next."""
    return game.aircraft(game.flown.due[0][0])


def _due(course: CampaignCourse) -> None:
    mission = course.game.flown
    if not mission.due:
        course.next_step(mission.then)
        return
    table = mission.due[0][1]
    choice = table == "F4" and in_turn(course.game).loaded
    course.next_step("before-landing" if choice else STEP_OF[table])


def _trouble(course: CampaignCourse) -> None:
    aircraft = in_turn(course.game)
    result = course.ask(TROUBLE, aircraft.name)
    away = course.rulings.f2_f4_away == "forced" and not routes.over_airfield(course.game)
    course.emit(TroubleFound(aircraft=aircraft.id, result=result, instead=result == "F4" and away))
    if result == "crash":
        fire.destroy_friend(course, aircraft.id, "crash")
    course.next_step("due")


def _forced_landing(course: CampaignCourse) -> None:
    game, aircraft = course.game, in_turn(course.game)
    back = course.ask(FORCED_LANDING, aircraft.name)
    course.emit(ForcedLandingRolled(aircraft=aircraft.id, back=back))
    if back:
        come_down(course, aircraft, game.flown.at, safely=False)
    else:
        fire.destroy_friend(course, aircraft.id, "fuel" if routes.turns_left(game) <= 0 else "forced-landing")
    course.next_step("due")


def field_of(game: Campaign, id_: str) -> Place:
    """The airfield at which an aircraft makes a difficult landing. FLT-3, END-3; ``f2_f4_away``."""
    waits = dict(game.flown.waiting).get(id_)
    return waits or (game.flown.at if routes.over_airfield(game) else home_sector(game))


def _difficult_landing(course: CampaignCourse) -> None:
    game, aircraft = course.game, in_turn(course.game)
    result = course.ask(LANDING, aircraft.name)
    survival = result == "wrecked" and (aircraft.kind == "fighter" or course.rulings.f4_wrecked_lent == "c9")
    course.emit(LandingRolled(aircraft=aircraft.id, result=result, survival=survival))
    if result == "safe":
        come_down(course, aircraft, field_of(game, aircraft.id), safely=False)
    elif not survival:
        fire.destroy_friend(course, aircraft.id, "landing")
    course.next_step("due")


def _wreck(course: CampaignCourse) -> None:
    game, aircraft = course.game, in_turn(course.game)
    lives = course.ask(WRECK, aircraft.name)
    course.emit(WreckRolled(aircraft=aircraft.id, lives=lives))
    if lives:
        come_down(course, aircraft, field_of(game, aircraft.id), safely=False)
    else:
        fire.destroy_friend(course, aircraft.id, "landing")
    course.next_step("due")


def come_down(course: CampaignCourse, aircraft: Aircraft, at: Place, *, safely: bool) -> None:
    """An aircraft is down and its crew alive: a fighter is ready again, or goes to Recovery. END-2, END-3."""
    course.emit(Landed(aircraft=aircraft.id, at=at))
    if isinstance(aircraft, SquadronMember):
        how = "landed safely" if safely else "to be repaired"
        course.emit(PilotFared(aircraft=aircraft.id, box="ready" if safely else "recovery", how=how))


# -- over an airfield --------------------------------------------------------------------------------------------------


def land(course: CampaignCourse, ids: Sequence[str], then: str) -> None:
    """Aircraft land at the airfield under them: undamaged ones safely, damaged ones by F4. END-1 to END-3."""
    due: list[tuple[str, LandingTable]] = []
    for aircraft in (course.game.aircraft(id_) for id_ in ids):
        if aircraft.damaged:
            due.append((aircraft.id, "F4"))
        else:
            come_down(course, aircraft, course.game.flown.at, safely=True)
    course.emit(RollsOrdered(due=tuple(due), then=then))
    course.next_step("due")


def may_land(game: Campaign) -> bool:
    """Whether the flight may land, or an aircraft of it while the others try the task. MIS-1, END-1."""
    flight = frozenset(game.flown.flight)
    return routes.may_end(game) or any(routes.may_try(game, flight - {id_}) for id_ in flight)


def _over_airfield(course: CampaignCourse) -> None:
    if nobody_left(course):
        return
    if course.rulings.fuel_zero == "at-once" and routes.turns_left(course.game) <= 0:
        out_of_fuel(course)
        return
    if not routes.over_airfield(course.game):
        course.next_step("turn-end")
    elif routes.must_land(course.game) and (course.game.flown.tried or course.game.flown.given_up):
        land(course, course.game.flown.flight, "over-airfield")  # there is nothing to choose
    else:
        course.next_step("landing" if may_land(course.game) else "turn-end")  # who may only stay up is not asked


def _after_step_4(course: CampaignCourse) -> None:
    same_turn = course.rulings.self_return_when == "same-turn"
    course.next_step(
        "leaving" if same_turn and any(aircraft.damaged for aircraft in course.game.flight) else "over-airfield"
    )


def _mission_over(course: CampaignCourse) -> None:
    game = course.game
    scramble = game.flown.row(game.tables).mission == "scramble"
    due: list[tuple[str, LandingTable]] = [(id_, "F4") for id_, _ in game.flown.waiting]
    for aircraft in game.flight:  # only after a scramble does anybody fly still
        if not aircraft.damaged:
            come_down(course, aircraft, home_sector(game), safely=True)
        elif scramble and course.rulings.scramble_landing == "recovery":
            come_down(course, aircraft, home_sector(game), safely=False)
        else:
            due.append((aircraft.id, "F4"))
    course.emit(RollsOrdered(due=tuple(due), then="awards"))
    course.next_step("due")


# -- orders ------------------------------------------------------------------------------------------------------------


class Land(PlayerChoice, type="valor.land"):
    """Aircraft land at the airfield under them. END-1 to END-3."""

    phrases: ClassVar[tuple[str, ...]] = ("land {aircraft}", "all land")
    at: ClassVar[tuple[str, ...]] = ("landing",)
    rule: ClassVar[str] = "AOV-END-1"
    named: ClassVar[Mapping[str, Named]] = {"aircraft": words.several_in_flight}
    aircraft: tuple[str, ...] = ()
    """Empty: all."""

    @classmethod
    def choices(cls, game: Campaign) -> Iterable[Offer]:
        field = sectors.name(game.flown.at, game.tables)
        forfeit = routes.patrol_forfeit(game)
        yield Offer(cls(), f"All land at {field}{f', {forfeit}' if forfeit else ''}", kind="land")
        for aircraft in game.flight if len(game.flight) > 1 else ():
            yield Offer(cls(aircraft=(aircraft.id,)), f"{aircraft.name} lands at {field}", subject=aircraft.id, kind="land")

    def against(self, game: Campaign) -> Iterable[Objection]:
        flight = game.flown.flight
        for id_ in dict.fromkeys(self.aircraft):
            if id_ not in flight:
                yield Objection(self.rule, f"{game.called(id_)} is not in the flight")  # "each aircraft may land"
        if len(set(self.aircraft)) < len(self.aircraft):
            yield Objection(self.rule, "an aircraft is named twice")  # "each aircraft may land"
        if self._ends_it(game) and not routes.may_end(game):  # "must try to do what the card asks"
            yield Objection("AOV-MIS-1", "the mission has to be tried first, and those who land could not try it")

    def _ends_it(self, game: Campaign) -> bool:
        """Whether those who stay up could not try what the card asks. MIS-1."""
        flight = game.flown.flight
        return not routes.may_try(game, frozenset(flight) - frozenset(self.aircraft or flight))

    def carry_out(self, course: CampaignCourse) -> None:
        game = course.game
        if self._ends_it(game) and routes.may_give_up(game) and not routes.may_call_tried(game):
            give_up(course)
        land(course, self.aircraft or course.game.flown.flight, "over-airfield")


class StayUp(PlayerChoice, type="valor.stay_up"):
    """The others stay in the air. END-1."""

    phrases: ClassVar[tuple[str, ...]] = ("stay up",)
    at: ClassVar[tuple[str, ...]] = ("landing",)
    rule: ClassVar[str] = "AOV-END-1"
    title: ClassVar[str] = "Stay in the air"

    def against(self, game: Campaign) -> Iterable[Objection]:
        if routes.must_land(game):
            if routes.turns_left(game) <= 0:
                yield Objection("AOV-FLT-8", "the fuel is used up")  # "Out of turns before a friendly airfield is reached"
            elif game.flown.given_up:
                # "Then the flight goes, one sector a turn as usual, to a friendly airfield and the mission ends"
                yield Objection("AOV-MIS-2", "the mission ends at this airfield")
            else:  # "without the option a flight heads home once the task has been tried"
                yield Objection("AOV-OPT-6", "the task has been tried, and the mission ends at this airfield")

    def carry_out(self, course: CampaignCourse) -> None:
        course.next_step("turn-end")


class LandLight(PlayerChoice, type="valor.land_light"):
    """Before a difficult landing: an aircraft jettisons all its ordnance. ORD-8."""

    phrases: ClassVar[tuple[str, ...]] = ("jettison before landing",)
    at: ClassVar[tuple[str, ...]] = ("before-landing",)
    rule: ClassVar[str] = "AOV-ORD-8"

    @classmethod
    def choices(cls, game: Campaign) -> Iterable[Offer]:
        yield Offer(cls(), f"{in_turn(game).name} jettisons its ordnance and lands")

    def asks(self, game: Campaign) -> Sequence[Question]:
        after = OrdnanceJettisoned(aircraft=in_turn(game).id).apply(game)
        return LANDING.questions(after) if game.pace == "flow" else ()

    def carry_out(self, course: CampaignCourse) -> None:
        course.emit(OrdnanceJettisoned(aircraft=in_turn(course.game).id))
        course.next_step("difficult-landing")


class LandLoaded(PlayerChoice, type="valor.land_loaded"):
    """A difficult landing with ordnance aboard. ORD-8."""

    phrases: ClassVar[tuple[str, ...]] = ("land with the ordnance",)
    at: ClassVar[tuple[str, ...]] = ("before-landing",)
    rule: ClassVar[str] = "AOV-ORD-8"

    @classmethod
    def choices(cls, game: Campaign) -> Iterable[Offer]:
        yield Offer(cls(), f"{in_turn(game).name} lands with its ordnance")

    def asks(self, game: Campaign) -> Sequence[Question]:
        return LANDING.questions(game) if game.pace == "flow" else ()

    def carry_out(self, course: CampaignCourse) -> None:
        course.next_step("difficult-landing")


# -- events ------------------------------------------------------------------------------------------------------------


def rolled(state: Campaign, *more: tuple[str, LandingTable]) -> Campaign:
    """A state in which the first of those rolls is done, and others follow from it."""
    return in_mission(state, due=(*more, *state.flown.due[1:]))


class TroubleFound(Event[Campaign], type="valor.trouble_found"):
    """What F2 says of a damaged aircraft. FLT-2; ``f2_f4_away``: ``result`` is the table that it comes to."""

    aircraft: str
    result: Trouble
    instead: bool = False
    """Whether a difficult landing has become a forced one, away from an airfield."""

    def apply(self, state: Campaign) -> Campaign:
        table: LandingTable | None = "F3" if self.instead or self.result == "F3" else "F4" if self.result == "F4" else None
        return rolled(state, *(((self.aircraft, table),) if table else ()))

    def tell(self, state: Campaign) -> str:
        outcomes = {"crash": "crashes", "F3": "has to make a forced landing", "F4": "faces a difficult landing"}
        result = "F3" if self.instead else self.result
        return f"F2: {state.called(self.aircraft)} {outcomes.get(result, 'flies on')}"


class ForcedLandingRolled(Event[Campaign], type="valor.forced_landing_rolled"):
    """Whether an aircraft comes back from a forced landing, by F3. FLT-2, FLT-8."""

    aircraft: str
    back: bool

    def apply(self, state: Campaign) -> Campaign:
        return rolled(state)

    def tell(self, state: Campaign) -> str:
        return f"F3: {state.called(self.aircraft)} {'is down, and comes back' if self.back else 'does not come back'}"


class LandingRolled(Event[Campaign], type="valor.landing_rolled"):
    """A difficult landing, by F4; the pilot of a wreck rolls on C9. END-3, FLT-4; ``f4_wrecked_lent``."""

    aircraft: str
    result: Landing
    survival: bool = False
    """Whether C9 follows."""

    def apply(self, state: Campaign) -> Campaign:
        return rolled(state, *(((self.aircraft, "C9"),) if self.survival else ()))

    def tell(self, state: Campaign) -> str:
        outcomes = {"safe": "lands safely", "wrecked": "is wrecked in landing", "crash": "crashes in landing"}
        return f"F4: {state.called(self.aircraft)} {outcomes[self.result]}"


class WreckRolled(Event[Campaign], type="valor.wreck_rolled"):
    """Whether the crew of a wreck lives, by C9. END-3."""

    aircraft: str
    lives: bool

    def apply(self, state: Campaign) -> Campaign:
        wrecked = (*state.flown.wrecked, self.aircraft) if self.lives else state.flown.wrecked
        return rolled(in_mission(state, wrecked=wrecked))

    def tell(self, state: Campaign) -> str:
        return f"C9: {state.called(self.aircraft)} {'walks away' if self.lives else 'does not survive'}"


class Landed(Event[Campaign], type="valor.landed"):
    """An aircraft is down, its crew alive. END-1, END-2."""

    aircraft: str
    at: Place

    def apply(self, state: Campaign) -> Campaign:
        mission = state.flown
        return in_mission(
            state,
            flight=without(mission.flight, self.aircraft),
            waiting=tuple(pair for pair in mission.waiting if pair[0] != self.aircraft),
            landed=(*mission.landed, (self.aircraft, self.at)),
        )

    def tell(self, state: Campaign) -> str:
        return f"{state.called(self.aircraft)} is down at {sectors.name(self.at, state.tables)}"


class SentHome(Event[Campaign], type="valor.sent_home"):
    """An aircraft leaves the flight; it waits over an airfield, and rolls on F4 at the end of the mission. FLT-3."""

    aircraft: str
    to: Place

    def apply(self, state: Campaign) -> Campaign:
        mission = state.flown
        return in_mission(
            state,
            flight=without(mission.flight, self.aircraft),
            waiting=(*mission.waiting, (self.aircraft, self.to)),
        )

    def tell(self, state: Campaign) -> str:
        return f"{state.called(self.aircraft)} goes to {sectors.name(self.to, state.tables)} alone"


class HeldElsewhere(Event[Campaign], type="valor.held_elsewhere"):
    """A fighter landed elsewhere and misses the next mission. ``aircraft_from_other_field``."""

    wording: ClassVar[str] = "{aircraft} is not back for the next mission"
    aircraft: str

    def apply(self, state: Campaign) -> Campaign:
        return changed(state, self.aircraft, absent=state.number + 1)


# -- the steps, and what they roll for ---------------------------------------------------------------------------------


TROUBLE = Ask(
    trouble_found,
    lambda game: f"the trouble of {in_turn(game).name}",
    (TroubleFound, "result"),
    on_tables,
    luck=luck.of("damaged aircraft that must come down", "crash", "F3", good=False),
)
FORCED_LANDING = Ask(
    forced_landing,
    lambda game: f"{in_turn(game).name} comes back",
    (ForcedLandingRolled, "back"),
    lambda game: (sectors.own_place(game), air_skill(in_turn(game), game.rulings), game.tables),
    luck.good("pilots who come back"),
)
LANDING = Ask(
    landing,
    lambda game: f"the landing of {in_turn(game).name}",
    (LandingRolled, "result"),
    lambda game: (performance(in_turn(game), game.tables, game.rulings), game.tables),
    luck.of("safe landings", "safe"),
)
WRECK = Ask(
    fire.pilot_lives,
    lambda game: f"{in_turn(game).name} walks away",
    (WreckRolled, "lives"),
    lambda game: ("friendly-rear", game.tables),
    luck.good("pilots who come back"),
)

STEPS = {
    "due": SequenceStep("AOV-FLT-2", _due),
    "trouble": SequenceStep("AOV-FLT-2", _trouble, True, TROUBLE.questions),
    "forced-landing": SequenceStep("AOV-FLT-8", _forced_landing, True, FORCED_LANDING.questions),
    "before-landing": SequenceStep("AOV-ORD-8"),
    "difficult-landing": SequenceStep("AOV-END-3", _difficult_landing, True, LANDING.questions),
    "wreck": SequenceStep("AOV-END-3", _wreck, True, WRECK.questions),
    "after-objective": SequenceStep("AOV-FLT-3", _after_step_4),
    "leaving": SequenceStep("AOV-FLT-3"),
    "over-airfield": SequenceStep("AOV-END-1", _over_airfield),
    "landing": SequenceStep("AOV-END-1"),
    "mission-over": SequenceStep("AOV-PST-1", _mission_over),
}
"""Step 6 of a turn, rolls of damaged aircraft, and the end of a mission."""


class LandingRulings(Rulings):
    """What the source leaves open of landings, and of the end of a flight."""

    f4_wrecked_lent: Literal["c9", "lost"] = ruling(
        "AOV-END-3",
        "A lent aircraft is wrecked in landing: what of its crew?",
        "C9 decides, friendly rear; if it fails, the aircraft counts as destroyed.",
        "The aircraft counts as destroyed.",
    )
    patrol_safe: Literal["safe", "back"] = ruling(
        "AOV-MIS-11",
        "Which landings of damaged aircraft are safe for a patrol?",
        "Those that F4 calls safe.",
        "All from which the pilot comes back.",
    )
    f2_f4_away: Literal["at-once", "forced"] = ruling(
        "AOV-FLT-2",
        "F2 orders a difficult landing away from an airfield: what then?",
        "F4 is rolled at once and the aircraft is at home.",
        "F3, unless over an airfield.",
    )
    empty_flight: Literal["ends", "turns"] = ruling(
        "AOV-PST-1",
        "The last aircraft leaves the flight: what then?",
        "The mission ends, and those that wait roll F4.",
        "Turns go on until the fuel is used up.",
    )
