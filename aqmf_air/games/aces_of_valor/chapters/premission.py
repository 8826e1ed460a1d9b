"""The pre-mission phase (6.0): the mission card, its objective, the weather, who flies and what they carry. PRE, ORD."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar, Literal

from pydantic import Field

from aqmf_air import api
from aqmf_air.api import Ask, Cup, Dice, Event, Objection, Offer, Question, ReadFrom, from_cup, plural, replace, take
from aqmf_air.games.aces_of_valor.chapters import counters, points, sectors, words
from aqmf_air.games.aces_of_valor.chapters.campaign import next_flown
from aqmf_air.games.aces_of_valor.chapters.counters import air_skill, capacity, crews, ground_skill, performance
from aqmf_air.games.aces_of_valor.chapters.dice import amount, of_table
from aqmf_air.games.aces_of_valor.chapters.orders import CampaignCourse, Named, PlayerChoice, SequenceStep, on_tables
from aqmf_air.games.aces_of_valor.chapters.sectors import own_half
from aqmf_air.games.aces_of_valor.state import Aircraft, Campaign, Mission, Place, SquadronMember, changed, in_mission
from aqmf_air.games.aces_of_valor.tables import (
    FieldRow,
    GroundKind,
    Half,
    Kind,
    LetterRow,
    MissionCard,
    Tables,
    TargetRow,
    Weather,
    WeatherRow,
    card_name,
    spelled,
)

# -- what is drawn and rolled ------------------------------------------------------------------------------------------


def deck(played: tuple[str, ...], tables: Tables) -> Cup[str]:
    """The mission cards that have not been drawn. SET-7."""
    cards = [row.card for row in tables.every("missions", MissionCard) for _ in range(row.cards)]
    for card in played:
        if card in cards:
            cards.remove(card)
    return Cup.of(cards)


def mission_card(dice: Dice, cards: Cup[str]) -> str:
    """The card of the mission. PRE-2."""
    return dice.draw(from_cup("mission card", cards, called=card_name))


def objective_letter(dice: Dice, card: MissionCard, tables: Tables) -> str:
    """The letter of the objective, by what the card asks for; empty: it has none. PRE-2."""
    if card.sector_by == "letter":
        return tables.row("letter", LetterRow, of_table(dice, "letter", "objective", tables)).letter
    if card.sector_by == "s2":
        return tables.row("s2", FieldRow, of_table(dice, "s2", "objective", tables, use="Airfield of the objective")).field
    return "ABC"[amount(dice, "objective", card.sector_by) - 1] if card.sector_by else ""


def objective_sectors(card: MissionCard, letter: str, own: Half, home: Place, tables: Tables) -> tuple[Place, ...]:
    """The sector of the objective; those of a Defensive Patrol in the order of their ring. PRE-2, MIS-12.

    The ring is the own trench sector of the letter, the one south of it, and the two balloon sectors behind them.
    """
    if card.objective == "home-airfield":
        return (home,)
    if card.objective != "loop":
        return (sectors.where(sectors.other(own), card.objective, letter, tables),)
    x, y = sectors.where(own, "trench", letter, tables)
    behind = x - 1 if own == "entente" else x + 1
    south = y + 1 if y + 1 < sectors.ROWS else y - 1
    return ((x, y), (x, south), (behind, south), (behind, y))


def weather(dice: Dice, tables: Tables) -> Weather:
    """The weather. PRE-4."""
    return tables.row("m1", WeatherRow, of_table(dice, "m1", "weather", tables)).weather


def cards_drawn(dice: Dice, card: str, deck: tuple[tuple[str, int], ...], missions: int) -> int:
    """How often a card comes up in so many missions. SET-7, PRE-2."""
    of = sum(n for name, n in deck if name == card)
    other = sum(n for name, n in deck if name != card)
    return take(dice, "mission card", Cup(((card, of), ("other", other))), missions).drawn.count(card)


# -- who may fly, what fighters may carry, and how long the fuel lasts -------------------------------------------------


@dataclass(frozen=True)
class Lent:
    """What the card asks for that is no fighter: how many, and the cup that they are drawn from."""

    kind: Kind
    number: int
    cup: Cup[str]

    @property
    def missing(self) -> int:
        """How many the cup lacks."""
        return max(self.number - len(self.cup), 0)


def lent(game: Campaign) -> tuple[Lent, ...]:
    """2-seaters and bombers that the card asks for. PRE-6, AC-1."""
    card = game.flown.row(game.tables)
    wanted: tuple[tuple[Kind, int], ...] = (("two-seater", card.two_seaters), ("bomber", card.bombers))
    return tuple(Lent(kind, n, crews(kind, own_half(game), game.tables)) for kind, n in wanted if n)


def fighters_to_choose(game: Campaign) -> tuple[int, int]:
    """The least and the most fighters that are to be chosen. PRE-2, PRE-5, ``fighters_exact``, ``short_pool``."""
    wanted = game.flown.fighters or int(game.flown.row(game.tables).fighters)
    missing = sum(group.missing for group in lent(game)) if game.rulings.short_pool == "reduce" else 0
    most = min(max(wanted - missing, 0), len(game.ready))
    if game.rulings.fighters_exact == "card":
        return most, most
    return min(most, 0 if any(len(group.cup) for group in lent(game)) else 1), most


def nobody_flies(game: Campaign) -> bool:
    """Whether the mission is lost because no aircraft can fly, or no fighter has to. ``no_fighters``."""
    if game.ready:
        return False
    return game.rulings.no_fighters == "skip" or not any(len(group.cup) for group in lent(game))


def loads(game: Campaign, aircraft: Aircraft) -> tuple[tuple[int, int], ...]:
    """What a fighter of the flight may carry: bombs and rockets, nothing first. PRE-7, ORD-3, ``mixed_load``."""
    if aircraft.kind != "fighter" or game.nation == "german":
        return ((0, 0),)
    bombs, rockets = capacity(aircraft, game.tables, damaged=aircraft.damaged)
    most_bombs = bombs if "OR-2" in game.options.cards else 0
    most_rockets = rockets if "OR-1" in game.options.cards else 0
    every = ((b, r) for b in range(most_bombs + 1) for r in range(most_rockets + 1))
    return tuple((b, r) for b, r in every if game.rulings.mixed_load or not (b and r))


def kinds_to_meet(game: Campaign) -> frozenset[GroundKind]:
    """The ground targets that a mission may bring: those of its card, and of opportunity where its events count. ORD-11,
    MIS-4, MIS-16, EVT-5.
    """
    row = game.flown.row(game.tables)
    opportunity = {target.result for target in game.tables.every("f8", TargetRow)}
    kinds: set[GroundKind] = set()
    if row.target == "f8-trench":
        kinds = {target.result for target in game.tables.every("f8", TargetRow) if target.column == "trench"}
    elif row.target == "town":
        kinds = {"town-ace", "town-bdf"}
    elif row.target:
        kinds = {row.target}
    escort = bool(row.two_seaters or row.bombers) and game.rulings.escort_ground_event == "none"
    over_the_enemy = any(sectors.side(at, game.tables) != own_half(game) for at in game.flown.objective)
    return frozenset(kinds if escort or not over_the_enemy else kinds | opportunity)


# -- steps -------------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class LentSkills:
    """Reads the skills of the crews of a kind that are lent."""

    kind: Kind

    def __call__(self, events: Sequence[object]) -> tuple[str, ...]:
        lent = (aircraft for event in events if isinstance(event, CrewsLent) for aircraft in event.aircraft)
        return tuple(f"{aircraft.air}/{aircraft.ground}" for aircraft in lent if aircraft.kind == self.kind)


WEATHER_BY_EVENT: dict[str, Weather] = {"EV-7": "heavy-clouds", "EV-8": "clear"}


def _next_mission(course: CampaignCourse) -> None:
    game = course.game
    following = game.number + 1
    if following > game.missions:
        _end(course)
    elif following < next_flown(game):
        course.emit(MissionSkipped(number=following))
        course.next_step("skipped-card" if game.rulings.skip_card == "discard" else "skipped")
    else:
        course.emit(MissionBegan(number=following))
        course.next_step("mission-card")


def _end(course: CampaignCourse) -> None:
    game = course.game
    course.emit(CampaignEnded(level=points.level(game.vp, game.missions, game.tables)))


def _ready_deck(course: CampaignCourse) -> bool:
    """Whether there is a mission card to draw; the discards are put back first if need be. ``mission_deck_empty``."""
    if not len(deck(course.game.played, course.tables)):
        if course.rulings.mission_deck_empty == "end":
            return False
        course.emit(DeckReshuffled())
    return True


def _mission_card(course: CampaignCourse) -> None:
    if not _ready_deck(course):
        _end(course)
        return
    card = course.dice.call(mission_card, deck(course.game.played, course.tables))
    course.emit(CardDrawn(card=card))
    course.next_step("objective")


def _skipped_card(course: CampaignCourse) -> None:
    if _ready_deck(course):
        card = course.dice.call(mission_card, deck(course.game.played, course.tables))
        course.emit(CardDiscarded(card=card))
    course.next_step("skipped")


def _objective(course: CampaignCourse) -> None:
    game, tables = course.game, course.tables
    card = game.flown.row(tables)
    letter = course.ask(OBJECTIVE)
    where = objective_sectors(card, letter, sectors.own_half(game), sectors.home_sector(game), tables)
    course.emit(ObjectiveFound(letter=letter, sectors=where))
    course.next_step("weather")


def _weather(course: CampaignCourse) -> None:
    game = course.game
    fixed = [what for card, what in WEATHER_BY_EVENT.items() if game.effect(card)]
    result = fixed[0] if fixed else course.ask(FIRST_WEATHER)
    course.emit(WeatherFound(weather=result))
    card = game.flown.row(course.tables)
    if card.mission == "scramble":
        course.next_step("scramble")
    else:
        course.next_step("fighters-asked" if card.fighters.startswith("D") else "muster")


def _fighters_asked(course: CampaignCourse) -> None:
    course.emit(FightersCounted(fighters=course.ask(FIGHTERS)))
    course.next_step("muster")


def _muster(course: CampaignCourse) -> None:
    game = course.game
    least, most = fighters_to_choose(game)
    if nobody_flies(game):
        course.emit(NobodyFlies())
        course.next_step("points")
    elif most and least < len(game.ready):
        course.next_step("fighters")
    else:  # all who are ready fly, or nobody
        if most:
            course.emit(FightersChosen(aircraft=tuple(member.id for member in game.ready)))
        course.next_step(after_fighters(course.game))


def useful_loads(game: Campaign, aircraft: Aircraft) -> tuple[tuple[int, int], ...]:
    """What a fighter may carry that serves something in this mission, nothing first. ORD-9, ORD-11."""
    kinds = kinds_to_meet(game)
    serve = (load for load in loads(game, aircraft) if (kinds or not load[0]) and ("balloon" in kinds or not load[1]))
    return tuple(serve)


def after_fighters(game: Campaign) -> str:
    """The step after the fighters are chosen; nobody is asked for ordnance that serves nothing. PRE-6, PRE-7, ORD-11."""
    if any(any(load) for aircraft in game.flight for load in useful_loads(game, aircraft)):
        return "ordnance"
    return "lent" if lent(game) else "take-off"


def _lent(course: CampaignCourse) -> None:
    for group in lent(course.game):
        name = spelled(group.kind)
        drawn = course.dice.call(counters.counters_drawn, name, group.cup, group.number)
        aircraft = []
        for n, skills in enumerate(drawn, 1):
            air, ground = map(int, skills.split("/"))
            crew = Aircraft(id=f"{group.kind}-{n}", name=f"{name} {n}", kind=group.kind, air=air, ground=ground)
            aircraft.append(replace(crew, bombs=capacity(crew, course.tables, damaged=False)[0]))
        course.emit(CrewsLent(aircraft=tuple(aircraft)))
    course.next_step("take-off")


def _take_off(course: CampaignCourse) -> None:
    """The flight takes off with its fuel. PRE-8, PRE-9, ORD-6, EV-14."""
    game = course.game
    loaded = any(aircraft.kind == "fighter" and aircraft.loaded for aircraft in game.flight)
    turns = game.tables.number("turns-with-ordnance" if loaded else "turns")
    turns += game.tables.number("fuel-short") if game.effect("EV-14") else 0
    course.emit(TookOff(at=sectors.home_sector(game), turns=turns))
    course.next_step("turn")


def _card_questions(game: Campaign) -> Sequence[Question]:
    cards = deck(game.played, game.tables)
    if not len(cards) and game.rulings.mission_deck_empty == "reshuffle":
        cards = deck((), game.tables)
    of = ReadFrom((CardDrawn, CardDiscarded), "card", words=tuple((card, card_name(card)) for card, _ in cards.counts))
    return (Question("mission card", mission_card, (cards,), view=card_name, of=of),) if len(cards) else ()


def _lent_questions(game: Campaign) -> Sequence[Question]:
    return tuple(
        Question(
            f"{spelled(group.kind)}s",
            counters.counters_drawn,
            (spelled(group.kind), group.cup, group.number),
            of=LentSkills(group.kind),
        )
        for group in lent(game)
    )


# -- orders ------------------------------------------------------------------------------------------------------------


def _fit(game: Campaign, member: SquadronMember, skill: Callable[..., int]) -> tuple[int, int]:
    return skill(member, game.rulings), performance(member, game.tables, game.rulings)


def _tired(game: Campaign, member: SquadronMember) -> int:
    return sum(number in member.flown for number in (game.number - 1, game.number - 2))


SELECTIONS: tuple[tuple[str, Callable[[Campaign, SquadronMember], Any]], ...] = (
    ("best in the air", lambda game, member: _fit(game, member, air_skill)),
    ("best on the ground", lambda game, member: _fit(game, member, ground_skill)),
    ("the rested first", lambda game, member: (-_tired(game, member), _fit(game, member, air_skill))),
    ("the least skilled", lambda game, member: (-member.rank, -member.air, -member.ground)),
)
"""Selections that are offered, and by what the fighters are ranked."""


class ChooseFighters(PlayerChoice, type="valor.choose_fighters"):
    """Which fighters fly the mission. PRE-5."""

    phrases: ClassVar[tuple[str, ...]] = ("fly [with] {aircraft}",)
    at: ClassVar[tuple[str, ...]] = ("fighters",)
    rule: ClassVar[str] = "AOV-PRE-5"
    named: ClassVar[Mapping[str, Named]] = {"aircraft": words.fighters}
    aircraft: tuple[str, ...]

    @classmethod
    def choices(cls, game: Campaign) -> Iterable[Offer]:
        most = fighters_to_choose(game)[1]
        seen = set()
        for what, key in SELECTIONS:
            ranked = sorted(game.ready, key=lambda member: key(game, member), reverse=True)[:most]
            chosen = tuple(member.id for member in game.squadron if member in ranked)
            if chosen not in seen:
                seen.add(chosen)
                names = ", ".join(game.called(id_) for id_ in chosen)
                yield Offer(cls(aircraft=chosen), f"{names}: {what}" if len(game.ready) > most else names)

    def against(self, game: Campaign) -> Iterable[Objection]:
        ready = {member.id for member in game.ready}
        for id_ in dict.fromkeys(self.aircraft):
            if id_ not in ready:
                if any(member.id == id_ for member in game.squadron):  # "choose the card's number of fighters from Ready"
                    yield Objection(self.rule, f"{game.called(id_)} is not ready for this mission")
                else:
                    yield Objection("AOV-GEN-11", f"the squadron has no {id_!r}")  # "The squadron is at most 8 fighters"
        if len(set(self.aircraft)) < len(self.aircraft):
            yield Objection(self.rule, "an aircraft is named twice")  # "choose the card's number of fighters from Ready"
        least, most = fighters_to_choose(game)
        if not least <= len(self.aircraft) <= most:
            number = f"{most}" if least == most else f"{least} to {most}"
            yield Objection(  # "choose the card's number of fighters from Ready"
                self.rule, f"{number} fighter{'s' if most > 1 else ''} fly this mission, not {len(self.aircraft)}"
            )

    def carry_out(self, course: CampaignCourse) -> None:
        chosen = tuple(member.id for member in course.game.squadron if member.id in self.aircraft)
        course.emit(FightersChosen(aircraft=chosen))
        course.next_step(after_fighters(course.game))


class LoadOrdnance(PlayerChoice, type="valor.load_ordnance"):
    """What a fighter carries. PRE-7, ORD-3, ORD-4."""

    phrases: ClassVar[tuple[str, ...]] = ("{aircraft} carries|carry {bombs} bombs [and {rockets} rockets]",)
    at: ClassVar[tuple[str, ...]] = ("ordnance",)
    rule: ClassVar[str] = "AOV-PRE-7"
    named: ClassVar[Mapping[str, Named]] = {
        "aircraft": words.fighter,
        "bombs": words.number(range(7)),
        "rockets": words.number(range(7)),
    }
    aircraft: str
    bombs: int = Field(default=0, ge=0)
    rockets: int = Field(default=0, ge=0)

    @classmethod
    def choices(cls, game: Campaign) -> Iterable[Offer]:
        for aircraft in game.flight:
            for bombs, rockets in reversed(useful_loads(game, aircraft)):
                if (bombs, rockets) != (aircraft.bombs, aircraft.rockets):
                    order = cls(aircraft=aircraft.id, bombs=bombs, rockets=rockets)
                    yield Offer(order, OrdnanceLoaded(aircraft=aircraft.id, bombs=bombs, rockets=rockets).tell(game))

    def against(self, game: Campaign) -> Iterable[Objection]:
        if self.aircraft not in game.flown.flight:
            yield Objection(self.rule, f"{game.called(self.aircraft)} is not in the flight")  # "load fighters as wished"
        elif (self.bombs, self.rockets) not in loads(game, game.aircraft(self.aircraft)):
            carried = f"{plural(self.bombs, 'bomb')} and {plural(self.rockets, 'rocket')}"
            yield Objection("AOV-ORD-4", f"{game.called(self.aircraft)} cannot carry {carried}")  # "[M2] limits the load"

    def carry_out(self, course: CampaignCourse) -> None:
        course.emit(OrdnanceLoaded(aircraft=self.aircraft, bombs=self.bombs, rockets=self.rockets))


class DoneLoading(PlayerChoice, type="valor.done_loading"):
    """Fighters carry what they have, and the flight takes off. PRE-7."""

    phrases: ClassVar[tuple[str, ...]] = ("take off",)
    at: ClassVar[tuple[str, ...]] = ("ordnance",)
    rule: ClassVar[str] = "AOV-PRE-7"

    @classmethod
    def choices(cls, game: Campaign) -> Iterable[Offer]:
        loaded = any(aircraft.loaded for aircraft in game.flight)
        yield Offer(cls(), "Take off" if loaded else "Take off without ordnance", ends_stage=True)

    def carry_out(self, course: CampaignCourse) -> None:
        course.next_step("lent" if lent(course.game) else "take-off")


# -- events ------------------------------------------------------------------------------------------------------------


WEATHER: dict[Weather, str] = {"clear": "clear", "light-clouds": "light clouds", "heavy-clouds": "heavy clouds"}

UNTIL_USED = "EV-9"
"""The event that is in force until an enemy is met in the air, in whatever mission that is."""


class MissionBegan(Event[Campaign], type="valor.mission_began"):
    """A mission begins; points that an event won count in it. PRE-1, ``event_mp``."""

    number: int

    def apply(self, state: Campaign) -> Campaign:
        now = self.number
        waiting = tuple((card, now if card == UNTIL_USED else of) for card, of in state.effects)
        effects = tuple((card, of) for card, of in waiting if of >= now)
        mission = Mission(ledger=state.carried)
        return replace(state, number=now, mission=mission, purse=None, carried=(), skip=0, effects=effects)

    def tell(self, state: Campaign) -> str:
        return f"mission {self.number} of {state.missions} begins"


class MissionSkipped(Event[Campaign], type="valor.mission_skipped"):
    """A mission is not flown. SCR-16, PST-7."""

    number: int

    def apply(self, state: Campaign) -> Campaign:
        return replace(state, number=self.number, mission=None, purse=None, skip=max(state.skip - 1, 0))

    def tell(self, state: Campaign) -> str:
        return f"mission {self.number} of {state.missions} is skipped"


class DeckReshuffled(Event[Campaign], type="valor.deck_reshuffled"):
    """The discards become the mission deck. ``mission_deck_empty``."""

    wording: ClassVar[str] = "no mission card is left: the discards become the deck"

    def apply(self, state: Campaign) -> Campaign:
        return replace(state, played=())


class CardDrawn(Event[Campaign], type="valor.card_drawn"):
    """A mission card is drawn. PRE-2."""

    card: str

    def apply(self, state: Campaign) -> Campaign:
        return in_mission(state, card=self.card)

    def tell(self, state: Campaign) -> str:
        row = state.tables.of.of("missions", MissionCard).at(self.card)
        lent = [(row.two_seaters, "2-seater"), (row.bombers, "bomber")]
        flown = [f"{row.fighters} fighters", *(f"{n} {kind}{'s' if n > 1 else ''}" for n, kind in lent if n)]
        return f"mission: {card_name(self.card)}, {' and '.join(flown)}"


class CardDiscarded(Event[Campaign], type="valor.card_discarded"):
    """A card is drawn for a skipped mission and discarded. ``skip_card``."""

    card: str

    def apply(self, state: Campaign) -> Campaign:
        return replace(state, played=(*state.played, self.card))

    def tell(self, state: Campaign) -> str:
        return f"the card of the skipped mission is discarded: {card_name(self.card)}"


class ObjectiveFound(Event[Campaign], type="valor.objective_found"):
    """The objective is marked on the map. PRE-2."""

    letter: str
    sectors: tuple[Place, ...]

    def apply(self, state: Campaign) -> Campaign:
        return in_mission(state, letter=self.letter, objective=self.sectors)

    def tell(self, state: Campaign) -> str:
        return f"objective: {', '.join(sectors.name(at, state.tables) for at in self.sectors)}"


class WeatherFound(Event[Campaign], type="valor.weather_found"):
    """The weather of the mission. PRE-4; OR-8 changes it."""

    weather: Weather

    def apply(self, state: Campaign) -> Campaign:
        return in_mission(state, weather=self.weather)

    def tell(self, state: Campaign) -> str:
        return f"weather: {WEATHER[self.weather]}"


class FightersCounted(Event[Campaign], type="valor.fighters_counted"):
    """A die says how many fighters the card asks for. PRE-2."""

    wording: ClassVar[str] = "the card asks for {fighters} fighters"
    fighters: int

    def apply(self, state: Campaign) -> Campaign:
        return in_mission(state, fighters=self.fighters)


class FightersChosen(Event[Campaign], type="valor.fighters_chosen"):
    """Fighters go to Current Flight. PRE-5, PRE-6."""

    aircraft: tuple[str, ...]

    def apply(self, state: Campaign) -> Campaign:
        for id_ in self.aircraft:
            state = changed(state, id_, box="flight")
        return in_mission(state, flight=(*state.flown.flight, *self.aircraft))

    def tell(self, state: Campaign) -> str:
        return f"in the flight: {', '.join(state.called(id_) for id_ in self.aircraft) or 'no fighter'}"


class OrdnanceLoaded(Event[Campaign], type="valor.ordnance_loaded"):
    """A fighter is loaded. PRE-7, ORD-4."""

    aircraft: str
    bombs: int = 0
    rockets: int = 0

    def apply(self, state: Campaign) -> Campaign:
        return changed(state, self.aircraft, bombs=self.bombs, rockets=self.rockets)

    def tell(self, state: Campaign) -> str:
        load = [plural(n, what) for n, what in ((self.bombs, "bomb"), (self.rockets, "rocket")) if n]
        return f"{state.called(self.aircraft)} carries {' and '.join(load) or 'nothing'}"


class CrewsLent(Event[Campaign], type="valor.crews_lent"):
    """2-seaters or bombers are drawn for the mission and join the flight. PRE-6, AC-11, AC-12."""

    aircraft: tuple[Aircraft, ...]

    def apply(self, state: Campaign) -> Campaign:
        mission = state.flown
        ids = tuple(aircraft.id for aircraft in self.aircraft)
        return in_mission(state, lent=(*mission.lent, *self.aircraft), flight=(*mission.flight, *ids))

    def tell(self, state: Campaign) -> str:
        crews = (f"{aircraft.name} ({aircraft.air}/{aircraft.ground})" for aircraft in self.aircraft)
        return f"lent for the mission: {', '.join(crews) or 'none is there'}"


class TookOff(Event[Campaign], type="valor.took_off"):
    """The flight is over the home airfield, and has fuel for so many turns. PRE-8, PRE-9, ORD-6."""

    at: Place
    turns: int

    def apply(self, state: Campaign) -> Campaign:
        laden = any(aircraft.kind == "fighter" and aircraft.loaded for aircraft in state.flight)
        flight = state.flown.flight
        return in_mission(state, at=self.at, path=(self.at,), length=self.turns, took_off=flight, laden=laden)

    def tell(self, state: Campaign) -> str:
        return f"the flight takes off from airfield {state.home} with fuel for {self.turns} turns"


class NobodyFlies(Event[Campaign], type="valor.nobody_flies"):
    """No aircraft can fly: the mission is lost for no points. ``no_fighters``."""

    wording: ClassVar[str] = "no aircraft can fly: the mission is lost"

    def apply(self, state: Campaign) -> Campaign:
        return state


class CampaignEnded(Event[Campaign], type="valor.campaign_ended"):
    """The last mission is over. VIC-1, VIC-3."""

    level: str

    def apply(self, state: Campaign) -> Campaign:
        return replace(state, winner=self.level)

    def tell(self, state: Campaign) -> str:
        return f"the campaign is over with {plural(state.vp, 'victory point')}: {self.level}"


# -- the steps, and what they roll for ---------------------------------------------------------------------------------


OBJECTIVE = Ask(
    objective_letter,
    "objective",
    (ObjectiveFound, "letter"),
    lambda game: (game.flown.row(game.tables), game.tables),
    when=lambda game: bool(game.flown.row(game.tables).sector_by),
)
FIRST_WEATHER = Ask(
    weather, "weather", (WeatherFound, "weather"), on_tables, when=lambda game: not any(map(game.effect, WEATHER_BY_EVENT))
)
FIGHTERS = Ask(
    amount, "fighters", (FightersCounted, "fighters"), lambda game: ("fighters", game.flown.row(game.tables).fighters)
)

STEPS = {
    "next-mission": SequenceStep("AOV-PRE-1", _next_mission),
    "mission-card": SequenceStep("AOV-PRE-2", _mission_card, True, _card_questions),
    "objective": SequenceStep("AOV-PRE-2", _objective, True, OBJECTIVE.questions),
    "weather": SequenceStep("AOV-PRE-4", _weather, True, FIRST_WEATHER.questions),
    "fighters-asked": SequenceStep("AOV-PRE-2", _fighters_asked, True, FIGHTERS.questions),
    "muster": SequenceStep("AOV-PRE-5", _muster),
    "fighters": SequenceStep("AOV-PRE-5"),
    "ordnance": SequenceStep("AOV-PRE-7"),
    "lent": SequenceStep("AOV-PRE-6", _lent, True, _lent_questions),
    "take-off": SequenceStep("AOV-PRE-8", _take_off),
    "skipped-card": SequenceStep("AOV-SCR-16", _skipped_card, True, _card_questions),
}
"""Before a flight."""


class PremissionRulings(api.Rulings):
    """What the source leaves open of who flies a mission."""

    fighters_exact: Literal["card", "up-to"] = api.ruling(
        "AOV-PRE-5", "How many fighters fly?", "The number of the card, if so many are ready.", "Up to that number."
    )
    no_fighters: Literal["alone", "skip"] = api.ruling(
        "AOV-PRE-5",
        "No fighter is ready: what happens?",
        "Lent aircraft fly alone; without any, the mission is lost for 0 MP.",
        "The mission is skipped.",
    )
    short_pool: Literal["take-all", "reduce"] = api.ruling(
        "AOV-PRE-6",
        "The cup has too few 2-seaters or bombers: what then?",
        "All that are there fly.",
        "The mission is reduced.",
    )
