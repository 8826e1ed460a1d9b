"""A turn of the flight (7.0, steps 1, 2, 3 and 7): damaged aircraft, the move, anti-aircraft fire, fuel. FLT, AA."""

from __future__ import annotations

from typing import ClassVar, Literal

from aqmf_air.api import Ask, Dice, Event, Rulings, labelled, replace, ruling
from aqmf_air.games.aces_of_valor.chapters import fire, luck, routes, sectors
from aqmf_air.games.aces_of_valor.chapters.counters import structure
from aqmf_air.games.aces_of_valor.chapters.dice import of_table
from aqmf_air.games.aces_of_valor.chapters.orders import CampaignCourse, SequenceStep, on_tables
from aqmf_air.games.aces_of_valor.chapters.points import PointsScored
from aqmf_air.games.aces_of_valor.chapters.premission import WeatherFound, weather
from aqmf_air.games.aces_of_valor.chapters.sectors import own_half
from aqmf_air.games.aces_of_valor.state import Aircraft, Campaign, Place, in_mission, without
from aqmf_air.games.aces_of_valor.tables import CheckRow, Effect, LandingTable, Tables

# -- rules and steps ---------------------------------------------------------------------------------------------------


def in_trouble(dice: Dice, tables: Tables) -> bool:
    """Whether a damaged aircraft has to roll on F2, by F1. FLT-1."""
    return tables.row("f1", CheckRow, of_table(dice, "f1", "damaged aircraft", tables)).result == "F2"


def nobody_left(course: CampaignCourse) -> bool:
    """Whether the last aircraft has left the flight; then the mission is over. PST-1; ``empty_flight``."""
    if course.game.flown.flight:
        return False
    if course.rulings.empty_flight == "turns":
        course.emit(TurnsPassed())
    course.next_step("mission-over")
    return True


# -- the turn, its damaged aircraft, and the move ----------------------------------------------------------------------


def _turn(course: CampaignCourse) -> None:
    course.emit(TurnBegan(turn=course.game.flown.turn + 1))
    past = course.game.flown.turn - 1
    changes = past and past % course.tables.number("weather-every") == 0
    course.next_step("weather-changes" if changes and "OR-8" in course.game.options.cards else "damaged")


def _weather_changes(course: CampaignCourse) -> None:
    course.emit(WeatherFound(weather=course.ask(CHANGED_WEATHER)))
    course.next_step("damaged")


def to_be_checked(game: Campaign) -> Aircraft | None:
    """The next damaged aircraft of the flight to roll on F1. FLT-1."""
    return next((aircraft for aircraft in game.flight if aircraft.damaged and aircraft.id not in game.flown.checked), None)


def _damaged(course: CampaignCourse) -> None:
    if nobody_left(course):
        return
    if to_be_checked(course.game):
        course.next_step("damaged-check")
    elif course.rulings.event_time == "turn-start":
        course.next_step("event-check")
    else:
        to_the_move(course)


def _damaged_check(course: CampaignCourse) -> None:
    aircraft = to_be_checked(course.game)
    assert aircraft is not None  # else the step is not reached
    trouble = course.ask(TROUBLE_CHECK, aircraft.name)
    course.emit(DamagedChecked(aircraft=aircraft.id, trouble=trouble))
    if trouble:
        course.emit(RollsOrdered(due=course.game.flown.due, then="damaged"))
    course.next_step("due" if trouble else "damaged")


def to_the_move(course: CampaignCourse) -> None:
    """On to the move of the flight; with nothing to choose it is made, unless the pace is from roll to roll. FLT-5."""
    course.next_step("move")
    game = course.game
    if game.pace == "step" or any(aircraft.damaged for aircraft in game.flight) or routes.may_call_tried(game):
        return
    moves, may_give_up = routes.moves(game), routes.may_give_up(game)
    if not moves and may_give_up:
        give_up(course)
    elif len(moves) == 1 and not may_give_up:
        fly(course, moves[0])


def move_to(game: Campaign, to: Place) -> FlightMoved:
    """What a move towards a sector comes to. OR-7."""
    blown = routes.blown_back(game, to)
    return FlightMoved(to=game.flown.at if blown else to, blown=blown)


def fly(course: CampaignCourse, to: Place) -> None:
    """The flight moves to a sector that it may fly to, or stays. FLT-5, FLT-6, OR-7, OPT-6."""
    game = course.game
    if routes.calls_tried(game, to):
        course.emit(TurnedForHome())
    course.emit(move_to(game, to))
    after = course.game
    if routes.at_objective(after) and course.rulings.task_tried == "first-entry" and not after.flown.tried:
        course.emit(TurnedForHome())
    course.next_step("anti-aircraft")


def give_up(course: CampaignCourse) -> None:
    """The mission is given up. MIS-2; ``terminated_mp``."""
    course.emit(TurnedForHome(given_up=True))
    won = sum(points_entry.points for points_entry in course.game.flown.ledger if points_entry.points > 0)
    if won and course.rulings.terminated_mp == "lose":
        course.emit(PointsScored(what="the mission is given up", points=-won, rule="AOV-MIS-2"))


# -- anti-aircraft fire, and the end of the turn -----------------------------------------------------------------------


def under_enemy_guns(game: Campaign) -> bool:
    """Whether the flight is in an enemy AA sector. AA-1, GEN-5."""
    return sectors.enemy_aa(game.flown.at, own_half(game), game.tables)


def _anti_aircraft(course: CampaignCourse) -> None:
    course.next_step("anti-aircraft-fire" if under_enemy_guns(course.game) else _after_guns(course.game))


def _after_guns(game: Campaign) -> str:
    return "arrival" if game.rulings.event_time == "turn-start" else "event-check"


def _anti_aircraft_fire(course: CampaignCourse) -> None:
    course.emit(GunsFired(dice=course.ask(GUNS)))
    course.next_step("aircraft-under-fire" if course.game.flown.under_fire else _after_guns(course.game))


def _target(game: Campaign) -> Aircraft:
    return game.aircraft(game.flown.under_fire[0])


def _aircraft_under_fire(course: CampaignCourse) -> None:
    aircraft = _target(course.game)
    effect = labelled(course.dice, aircraft.name).call(fire.sector_fire, *UNDER_FIRE.facts(course.game))
    course.emit(ShotAt(aircraft=aircraft.id, effect=effect))
    fire.hit_friend(course, aircraft.id, effect, "aa")
    if course.game.flown.under_fire:
        course.next_step("aircraft-under-fire")
    elif not nobody_left(course):
        course.next_step(_after_guns(course.game))


def _turn_end(course: CampaignCourse) -> None:
    if nobody_left(course):
        return
    game = course.game
    fighters = any(aircraft.kind == "fighter" and aircraft.loaded for aircraft in game.flight)
    if course.rulings.fuel_22 == "restored" and game.flown.laden and not fighters:
        more = course.tables.number("turns") - course.tables.number("turns-with-ordnance")
        course.emit(FuelSaved(turns=more))
    if routes.turns_left(course.game) <= 0:
        out_of_fuel(course)
    else:
        course.next_step("turn")


def out_of_fuel(course: CampaignCourse) -> None:
    """Every aircraft of the flight rolls on F3. FLT-8."""
    due = tuple((aircraft, "F3") for aircraft in course.game.flown.flight)
    course.emit(RollsOrdered(due=due, then="mission-over"))  # type: ignore[arg-type]
    course.next_step("due")


# -- events ------------------------------------------------------------------------------------------------------------


class TurnBegan(Event[Campaign], type="valor.turn_began"):
    """A mission turn begins. FLT-7."""

    turn: int

    def apply(self, state: Campaign) -> Campaign:
        mission = state.flown
        first = not mission.path
        laden = any(aircraft.kind == "fighter" and aircraft.loaded for aircraft in state.flight) if first else mission.laden
        return in_mission(
            state,
            turn=self.turn,
            path=(mission.at,) if first else mission.path,
            laden=laden,
            checked=(),
            rounds=(),
            fought=False,
            evaded=False,
            event="none",
            numbers=(),
            gunfire=0,
            moved=False,
        )

    def tell(self, state: Campaign) -> str:
        return f"turn {self.turn} of {state.flown.length}"

    @property
    def in_passing(self) -> str | None:
        return ""


class DamagedChecked(Event[Campaign], type="valor.damaged_checked"):
    """A damaged aircraft was looked at, by F1. FLT-1."""

    aircraft: str
    trouble: bool

    def apply(self, state: Campaign) -> Campaign:
        mission = state.flown
        due = ((self.aircraft, "F2"), *mission.due) if self.trouble else mission.due
        return in_mission(state, checked=(*mission.checked, self.aircraft), due=due)

    def tell(self, state: Campaign) -> str:
        return f"F1: {state.called(self.aircraft)} {'is in trouble' if self.trouble else 'flies on'}"


class FlightMoved(Event[Campaign], type="valor.flight_moved"):
    """The flight has flown to the next sector, or stayed. FLT-5; ground targets that it leaves are removed: FLT-6."""

    to: Place
    blown: bool = False
    """Whether the west wind held it. OR-7."""

    def apply(self, state: Campaign) -> Campaign:
        mission = state.flown
        visited = mission.visited
        due = mission.objective if state.rulings.loop_order == "any" else mission.objective[len(visited) :][:1]
        if self.to in due and self.to not in visited:
            visited = (*visited, self.to)
        if self.to == mission.at:
            return in_mission(state, visited=visited, moved=True)
        targets = tuple(replace(target, gone=True) if target.at == mission.at else target for target in mission.targets)
        leaves = mission.at in mission.objective and state.rulings.target_roll == "each-entry"
        return in_mission(
            state,
            at=self.to,
            path=(*mission.path, self.to),
            visited=visited,
            moved=True,
            targets=targets,
            arrived=mission.arrived and not leaves,
            fought=False,
            evaded=False,
        )

    def tell(self, state: Campaign) -> str:
        here = sectors.name(self.to, state.tables)
        if self.blown:
            return f"the west wind holds the flight over {here}"
        return f"the flight stays over {here}" if self.to == state.flown.at else f"the flight goes to {here}"

    @property
    def in_passing(self) -> str | None:
        return None if self.blown else ""


class TurnedForHome(Event[Campaign], type="valor.turned_for_home"):
    """The task has been tried, or the mission is given up: the flight goes home. MIS-2, OPT-6."""

    given_up: bool = False

    def apply(self, state: Campaign) -> Campaign:
        mission = state.flown
        tried = mission.tried or not self.given_up
        return in_mission(state, tried=tried, given_up=self.given_up, homeward=max(len(mission.path) - 1, 0))

    def tell(self, state: Campaign) -> str:
        return "the mission is given up" if self.given_up else "the flight turns for home"


class FuelSaved(Event[Campaign], type="valor.fuel_saved"):
    """No fighter carries ordnance any more: the fuel lasts longer again. ``fuel_22``."""

    wording: ClassVar[str] = "without ordnance the fuel lasts {turns} turns longer"
    turns: int

    def apply(self, state: Campaign) -> Campaign:
        return in_mission(state, length=state.flown.length + self.turns, laden=False)


class GunsFired(Event[Campaign], type="valor.guns_fired"):
    """Anti-aircraft guns fire at the flight, or do not, by F5. AA-1, AA-2."""

    dice: int

    def apply(self, state: Campaign) -> Campaign:
        return in_mission(state, gunfire=self.dice, under_fire=state.flown.flight if self.dice else ())

    def tell(self, state: Campaign) -> str:
        if not self.dice:
            return "F5: the guns are silent"
        strength = {1: "light", 2: "moderate"}.get(self.dice, "heavy")
        return f"F5: {strength} fire, {self.dice} {'die' if self.dice == 1 else 'dice'} against each aircraft"


class ShotAt(Event[Campaign], type="valor.shot_at"):
    """What anti-aircraft guns did to an aircraft of the flight. AA-3, AA-4."""

    aircraft: str
    effect: Effect

    def apply(self, state: Campaign) -> Campaign:
        return in_mission(state, under_fire=without(state.flown.under_fire, self.aircraft))

    def tell(self, state: Campaign) -> str:
        return f"{state.called(self.aircraft)} comes through" if self.effect == "none" else ""


class RollsOrdered(Event[Campaign], type="valor.rolls_ordered"):
    """Aircraft have to roll on tables, one after the other; then the sequence goes on with a step."""

    due: tuple[tuple[str, LandingTable], ...]
    then: str

    def apply(self, state: Campaign) -> Campaign:
        return in_mission(state, due=self.due, then=self.then)


class TurnsPassed(Event[Campaign], type="valor.turns_passed"):
    """Nobody flies any more, and the turns of the mission pass. ``empty_flight``."""

    wording: ClassVar[str] = "nobody flies any more: the turns pass"

    def apply(self, state: Campaign) -> Campaign:
        return in_mission(state, turn=max(state.flown.length, state.flown.turn))


# -- the steps, and what they roll for ---------------------------------------------------------------------------------


CHANGED_WEATHER = Ask(weather, "weather", (WeatherFound, "weather"), on_tables)
TROUBLE_CHECK = Ask(
    in_trouble,
    lambda game: f"{aircraft.name} is in trouble" if (aircraft := to_be_checked(game)) else "",
    (DamagedChecked, "trouble"),
    on_tables,
    luck=luck.bad("damaged aircraft in trouble"),
)
GUNS = Ask(
    fire.aa_dice,
    "anti-aircraft dice",
    (GunsFired, "dice"),
    lambda game: (game.flown.weather, game.tables),
    luck.bad("anti-aircraft dice"),
)
UNDER_FIRE = Ask(
    fire.sector_fire,
    lambda game: f"what the guns do to {_target(game).name}",
    (ShotAt, "effect"),
    lambda game: (game.flown.gunfire, structure(_target(game), game.tables), game.tables, game.rulings),
    lambda game: luck.ground_fire(True, _target(game).damaged),
    lambda game: {"none": "none", "damaged": "destroyed" if _target(game).damaged else "damaged", "destroyed": "destroyed"},
)

STEPS = {
    "turn": SequenceStep("AOV-FLT-7", _turn),
    "weather-changes": SequenceStep("AOV-OPT-2", _weather_changes, True, CHANGED_WEATHER.questions),
    "damaged": SequenceStep("AOV-FLT-1", _damaged),
    "damaged-check": SequenceStep("AOV-FLT-1", _damaged_check, True, TROUBLE_CHECK.questions),
    "move": SequenceStep("AOV-FLT-5"),
    "anti-aircraft": SequenceStep("AOV-AA-1", _anti_aircraft),
    "anti-aircraft-fire": SequenceStep("AOV-AA-1", _anti_aircraft_fire, True, GUNS.questions),
    "aircraft-under-fire": SequenceStep("AOV-AA-3", _aircraft_under_fire, True, UNDER_FIRE.questions),
    "turn-end": SequenceStep("AOV-FLT-7", _turn_end),
}
"""Steps 1, 2, 3 and 7 of a turn."""


class FlightRulings(Rulings):
    """What the source leaves open of missions outside combat."""

    terminate_fuel: Literal["any-airfield", "home"] = ruling(
        "AOV-MIS-2",
        "To which airfield must fuel no longer suffice before the mission may be given up?",
        "Any friendly one, by the shortest way.",
        "The home airfield.",
    )
    terminate_after_loss: Literal["for-good", "while-damaged"] = ruling(
        "AOV-MIS-2",
        "How long may a mission be given up after a hit?",
        "For the rest of the mission.",
        "While a damaged aircraft flies.",
    )
    terminated_mp: Literal["keep", "lose"] = ruling(
        "AOV-MIS-2", "Are points kept that were won before a mission was given up?", "Yes.", "No."
    )
    other_field_penalty: Literal["mission", "aircraft"] = ruling(
        "AOV-MIS-3", "What does landing elsewhere than at home cost?", "1 MP in all.", "1 MP for each aircraft."
    )
    aircraft_from_other_field: Literal["home-next", "stay"] = ruling(
        "AOV-MIS-3",
        "Where are aircraft in the next mission that landed elsewhere?",
        "At the home airfield.",
        "Where they landed.",
    )
    patrol_combat: Literal["detection", "never-forced"] = ruling(
        "AOV-MIS-7", "Can a patrol be forced to fight?", "Yes, by C3.", "No."
    )
    patrol_losses: Literal["forfeit", "survivors"] = ruling(
        "AOV-MIS-11",
        "Does a lost aircraft forfeit the points of a patrol?",
        "Yes.",
        "No, if all others land safely at home.",
    )
    loop_order: Literal["any", "card"] = ruling(
        "AOV-MIS-12", "In which order are the sectors of a Defensive Patrol flown?", "In any.", "In that of the card."
    )
    target_roll: Literal["first-entry", "each-entry"] = ruling(
        "AOV-MIS-4", "When are a mission's ground targets rolled for?", "Once, on first arrival.", "On every arrival."
    )
    balloon_column: Literal["rear", "trenches"] = ruling(
        "AOV-EVT-1", "In which column are balloon sectors on F6 and F7?", "In that of the rear.", "In that of the trenches."
    )
    fuel_22: Literal["takeoff", "restored"] = ruling(
        "AOV-ORD-6", "Does a mission have 24 turns again after ordnance was jettisoned?", "No.", "Yes."
    )
    fuel_reduction: Literal["total", "current"] = ruling(
        "AOV-RND-10", "How is a lost turn shown?", "The end marker moves down.", "The turn marker moves up."
    )
    fuel_zero: Literal["step-7", "at-once"] = ruling(
        "AOV-FLT-8", "Is landing on the last turn in time?", "Yes; fuel is looked at in step 7.", "No."
    )
    self_return_field: Literal["home", "nearest"] = ruling(
        "AOV-FLT-3",
        "Where does a damaged aircraft land that goes home by itself?",
        "At the home airfield, free of charge.",
        "At the nearest friendly one.",
    )
    self_return_when: Literal["after-step-1", "same-turn"] = ruling(
        "AOV-FLT-3",
        "When may a damaged aircraft go home by itself?",
        "After step 1 of any turn.",
        "In the turn in which it was damaged, too.",
    )
    event_on_home: Literal[True, False] = ruling(
        "AOV-END-1", "Is there an event check on the turn of landing?", "Yes.", "No."
    )
    event_time: Literal["step-4", "turn-start"] = ruling(
        "AOV-EVT-1", "When is the event check?", "In step 4, after moving and AA.", "At the start of a turn."
    )
    opportunity_fight: Literal["choice", "forced"] = ruling(
        "AOV-EVT-5", "Must ground targets of an event be fought?", "No.", "Yes."
    )
    aa_one_attack: Literal["aircraft", "die"] = ruling(
        "AOV-AA-4", "Several AA dice hit an aircraft: how many attacks are they?", "One.", "One each."
    )
    weather_on_c14: Literal["none", "heavy-minus-one"] = ruling(
        "AOV-PHO-3", "Does weather change the AA fire at photo recon and spotting?", "No.", "Heavy clouds are -1 on C14."
    )
    skip_void_rolls: Literal[True, False] = ruling(
        "AOV-ATK-4", "Is a damage roll asked for that can do nothing?", "No.", "Yes."
    )
    escort_ground_event: Literal["none", "allowed"] = ruling(
        "AOV-MIS-16",
        "What does a Ground Target event bring to an escort mission?",
        "Nothing.",
        "Targets that the escort may attack.",
    )
    must_try: Literal["reachable", "free"] = ruling(
        "AOV-MIS-1",
        "How is the flight held to its objective?",
        "It keeps the objective and a friendly field in reach, and the mission ends only after trying.",
        "It is not.",
    )
    task_tried: Literal["by-mission", "first-entry"] = ruling(
        "AOV-OPT-6",
        "When has a mission been tried?",
        "After its combat; patrols and target missions when the player says so, the latter after a turn there.",
        "On reaching the objective.",
    )
    evade_then_strafe: Literal["next-turn", "same-turn"] = ruling(
        "AOV-DET-5",
        "The enemy was evaded at the objective: when may ground targets be strafed?",
        "Next turn; the same targets stand.",
        "In the same turn.",
    )
    ground_ignore: Literal["whole-stay", "entry"] = ruling(
        "AOV-MIS-5",
        "How long are Ground Target events ignored in an objective sector?",
        "During the whole stay.",
        "On entering it.",
    )
    place_map: Literal["rear", "trench"] = ruling(
        "AOV-GEN-6",
        "What is the column of an enemy airfield and of balloon sectors?",
        "Rear for both; balloon sectors are trench for F8.",
        "Trench for balloon sectors, rear for airfields.",
    )
    lost_costs: Literal["all", "combat"] = ruling(
        "AOV-PTS-1",
        "Do aircraft lost to accidents, landings and AA cost points?",
        "Yes, each once.",
        "Only those lost in combat.",
    )
