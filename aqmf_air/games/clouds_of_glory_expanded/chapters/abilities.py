"""Special abilities in a fight (1.4): :mod:`.ability_traits` has what they add, :mod:`.ability_rolls` how men get them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from math import dist
from typing import Any, ClassVar

from pydantic import Field

from aqmf_air import api
from aqmf_air.api.geometry import SpacePose
from aqmf_air.games.clouds_of_glory import api as clouds
from aqmf_air.games.clouds_of_glory.api import PILOT, CheckFacts, CloudsGame, CloudsSteps, Events, Setup
from aqmf_air.games.clouds_of_glory_expanded.chapter import PLACE, Answering, OfChapter
from aqmf_air.games.clouds_of_glory_expanded.ground import unknown_faults

from aqmf_air.games.clouds_of_glory_expanded.chapters.ability_traits import (  # isort: skip
    ABILITIES, CHEATING, COOL_HEADED, HAWK_EYED, KEEP, LEADERSHIP, MARKSMAN, MENTOR, TRAITS, TACTICIAN, AbilityRulings,
    Carried, Pupil, carried, sharper, shifted, source_of, spared, within,
)  # fmt: skip

# -- events ------------------------------------------------------------------------------------------------------------


class AbilityUsed(clouds.CraftEvent, type="abilities.used"):
    """An ability of limited use is ticked off. ICOGX-1.4.b."""

    wording: ClassVar[str] = "{subject}: {ability}"
    station: str = PILOT
    ability: str

    def apply(self, game: CloudsGame) -> CloudsGame:
        return clouds.spend(game, (source_of(self.ability, game.of(self.craft), self.station),))


class DieCarried(clouds.CraftEvent, type="abilities.carried"):
    """An open die whose first face alone breaks ties comes to more."""

    over: int

    def apply(self, game: CloudsGame) -> CloudsGame:
        now = (each for each in ABILITIES.of(game).carried if each.turn == game.turn and each.craft != self.craft)
        return ABILITIES.changed(game, carried=(*now, Carried(self.craft, game.turn, self.over)))

    def tell(self, game: CloudsGame) -> str:
        return ""


class DiceSwapped(clouds.CraftEvent, type="abilities.swapped"):
    """A leader swaps the dice of initiative. ICOGX-1.4.P10."""

    wording: ClassVar[str] = "{subject} and {target} swap their dice: initiative {initiative} and {others}"
    target: str
    initiative: int
    others: int
    """Initiative of the other."""

    def apply(self, game: CloudsGame) -> CloudsGame:
        ways = ((self.craft, self.target, self.initiative), (self.target, self.craft, self.others))
        dice = [(game.of(taken).pilot.die, carried(game, taken)) for _, taken, _ in ways]
        for (id_, _, initiative), (die, over) in zip(ways, dice, strict=True):
            game = game.with_craft(game.of(id_).with_man(PILOT, die=die, initiative=initiative))
            game = DieCarried(craft=id_, over=over).apply(game)
        return game


class SetUpFreely(clouds.CraftEvent, type="abilities.set_up"):
    """A tactician has picked his place. ICOGX-1.4.P11."""

    pose: SpacePose

    def apply(self, game: CloudsGame) -> CloudsGame:
        return game.changed(self.craft, pose=self.pose)

    def tell(self, game: CloudsGame) -> str:
        x, y, z = self.pose.place
        return f"{self.subject(game)} begins at {x:g}, {y:g}, height {z:g}, heading {self.pose.heading:.0f}"


class RookieAdvised(clouds.CraftEvent, type="abilities.advised"):
    """A mentor has named a rookie as a mission begins. ICOGX-1.4.A5."""

    wording: ClassVar[str] = "{subject}, a mentor, advises {target}: a re-roll more in this mission"
    target: str

    def apply(self, game: CloudsGame) -> CloudsGame:
        return ABILITIES.changed(game, rookies=(*ABILITIES.of(game).rookies, Pupil(self.craft, self.target)))


# -- steps -------------------------------------------------------------------------------------------------------------


def rolls_again(first: clouds.StepRun) -> clouds.StepRun:
    """The core's roll for initiative, which cool heads may repeat, and after the last one leaders swap. ICOGX-1.4.P17,
    ICOGX-1.4.G6, ICOGX-1.4.P10.
    """

    def run(game: CloudsGame, rules: CloudsSteps, dice: api.Dice, step: api.GameStep) -> Events:
        (rolled,) = (event for event in first(game, rules, dice, step) if isinstance(event, clouds.InitiativeRolled))
        craft, station = game.of(rolled.craft), rolled.station
        man = craft.man(station)
        if COOL_HEADED in man.traits and source_of(COOL_HEADED, craft, station) not in game.spent:
            says = f"{craft.marking}, {man.name}, rolls {rolled.die}: initiative {rolled.base}"
            ways = {KEEP: "let it stand", "again": "roll for initiative again"}
            if clouds.decided(dice, craft, COOL_HEADED, says, ways, rolled.die):
                yield AbilityUsed(craft=craft.id, station=station, ability=COOL_HEADED)
                facts: dict[str, Any] = {"skill": rolled.skill, "threats": rolled.threats, "target": rolled.target}
                rolled = clouds.initiative_rolled(game, rules, dice, craft, station, **facts)
        yield rolled
        leaders = [other for other in game.in_air if LEADERSHIP in other.pilot.traits and station == PILOT]
        over = rolled.others - rules.added("initiative", CheckFacts(game, craft, station)) - man.later if leaders else 0
        if over:
            yield DieCarried(craft=craft.id, over=over)
        if leaders and game.waiting == (craft.id,):
            yield clouds.then(*(clouds.due(LEADERSHIP, leader.id) for leader in leaders))

    return run


def leads(game: CloudsGame, rules: CloudsSteps, dice: api.Dice, step: api.GameStep) -> Events:
    """A leader may swap his die with another pilot's, once in a fight. ICOGX-1.4.P10, ``leadership_partner``."""
    craft = game.of(step.of)
    own, anybody = craft.pilot, AbilityRulings.of(game).leadership_partner == "any"
    partners = {other.id: other for other in game.in_air if other.pilot.initiative and (anybody or other.side == craft.side)}
    if partners.pop(craft.id, None) is None or not partners or source_of(LEADERSHIP, craft) in game.spent:
        return
    dice_of = {other.id: other.pilot.die + carried(game, other.id) for other in (craft, *partners.values())}
    says = f"{craft.marking}, {own.name}, leads: his die is {dice_of[craft.id]}, initiative {own.initiative}"
    ways = {id_: f"swap with {other.marking}: {dice_of[id_]}" for id_, other in partners.items()}
    if chosen := clouds.decided(dice, craft, LEADERSHIP, says, {KEEP: "keep it", **ways}):
        more = dice_of[chosen] - dice_of[craft.id]
        yield AbilityUsed(craft=craft.id, ability=LEADERSHIP)
        initiative, others = own.initiative + more, partners[chosen].pilot.initiative - more
        yield DiceSwapped(craft=craft.id, target=chosen, initiative=initiative, others=others)


def first_steps(game: CloudsGame, phase: clouds.Phase) -> Iterator[api.GameStep]:
    """Mentors advise, then tacticians pick their places as a fight begins. ICOGX-1.4.A5, ICOGX-1.4.P11."""
    up = game.in_air if phase == "initiative" and game.turn == 1 else ()
    yield from (clouds.due(MENTOR, craft.id) for craft in up if MENTOR in craft.pilot.traits)
    free = (craft for craft in up if TACTICIAN in craft.pilot.traits and not craft.grounded and any(game.friends(craft)))
    yield from (clouds.due(TACTICIAN, craft.id) for craft in free)


def advises(game: CloudsGame, rules: CloudsSteps, dice: api.Dice, step: api.GameStep) -> Events:
    """A mentor names a pilot of his side without victories, if neither the mission nor he before it has. ICOGX-1.4.A5."""
    craft, pupils = game.of(step.of), ABILITIES.of(game).rookies
    taken = {id_ for pupil in pupils for id_ in pupil}
    rookies = (other for other in game.friends(craft) if not other.pilot.victories and other.id not in taken)
    ways = {other.id: f"{other.pilot.name}, {other.marking}" for other in rookies}
    if ways and craft.id not in taken:
        says = f"{craft.pilot.name} advises a pilot who has no victory yet"
        yield RookieAdvised(craft=craft.id, target=clouds.decided(dice, craft, MENTOR, says, ways))


def sets_up(game: CloudsGame, rules: CloudsSteps, dice: api.Dice, step: api.GameStep) -> Events:
    """A tactician picks his place: what is decided is the place and the heading, as words. ICOGX-1.4.P11."""
    craft = game.of(step.of)
    here = in_words(*craft.pose.place, craft.pose.heading)
    says = f"{craft.marking}: its pilot, a tactician, picks his place"
    chosen = api.choose(dice, PickPlace.wait(craft.side, TACTICIAN, says, (here,), craft.id))
    if chosen != here:
        yield SetUpFreely(craft=craft.id, pose=SpacePose.level(*map(float, chosen.split())))


# -- orders ------------------------------------------------------------------------------------------------------------


class PickPlace(OfChapter, Answering, type="abilities.pick_place", chapter="abilities", rule="ICOGX-1.4.P11"):
    """A tactician picks his place and height near a friend. ICOGX-1.4.P11."""

    phrases: ClassVar[tuple[str, ...]] = ("{craft} begins|begin at {x} [,] {y} height {height} heading {heading}",)
    craft: str
    x: float = Field(ge=0, le=1000)
    y: float = Field(ge=0, le=1000)
    height: float = Field(ge=0, le=clouds.CEILING)
    heading: float = Field(ge=0, le=360)

    @classmethod
    def slots(cls, game: CloudsGame, player: str, rules: CloudsSteps) -> dict[str, api.Slot]:
        flight = {"height": clouds.NumberSlot("MU up"), "heading": clouds.NumberSlot("degrees from north")}
        return {"craft": clouds.own_aircraft(game, player), **PLACE, **flight}

    @classmethod
    def offers(cls, game: CloudsGame, player: str, rules: CloudsSteps) -> Iterable[api.Offer]:
        if (decision := cls.waiting(game, player)) is None:
            return
        craft = game.of(str(decision.facts[0]))
        x, y, z = craft.pose.place
        places = {"as it is": (x, y, z)}
        for friend in game.friends(craft):
            (at_x, at_y, height), far = friend.pose.place, within(game)
            places |= {f"beside {friend.marking}": (at_x + far / 3, at_y, height)}
            places |= {f"over {friend.marking}": (at_x, at_y, height + far)}
        for words, (to_x, to_y, to_z) in places.items():
            if to_z <= clouds.CEILING:
                at_x, at_y, height, heading = (round(value, 3) for value in (to_x, to_y, to_z, craft.pose.heading))
                place = cls(craft=craft.id, x=at_x, y=at_y, height=height, heading=heading)
                yield api.Offer(place, f"{api.capitalised(craft.marking)} begins {words}", craft.id, kind="placings")

    def against(self, game: CloudsGame, player: str, rules: CloudsSteps) -> Iterable[api.Objection]:
        decision, place, far = self.waiting(game, player), (self.x, self.y, self.height), within(game) + clouds.EDGE
        if decision is None or decision.facts[0] != self.craft:
            # "At set-up picks his own place and altitude"
            yield api.Objection("ICOGX-1.4.P11", "no tactician of yours picks a place for this aircraft now")
        elif not clouds.on_board(game.setup, self.x, self.y):
            # "picks his own place and altitude"
            yield api.Objection("ICOGX-1.4.P11", f"expected a place over the board, got {self.x:g}, {self.y:g}")
        elif dist(place, (own := game.of(self.craft)).pose.place) > clouds.EDGE and all(
            dist(place, friend.pose.place) > far for friend in game.friends(own)
        ):
            # "within 15 MU of any friendly airplane"
            yield api.Objection("ICOGX-1.4.P11", f"no friend is within {within(game):g} MU of there")

    def worth(self, game: CloudsGame, rules: CloudsSteps) -> float:
        """Height is worth something."""
        return 0.01 * (self.height - game.of(self.craft).pose.place[2])

    @property
    def answer(self) -> str:
        return in_words(self.x, self.y, self.height, self.heading)


def in_words(*place: float) -> str:
    """A place and a heading, as the answer to a decision."""
    return " ".join(str(round(value, 3)) for value in place)


# -- the chapter -------------------------------------------------------------------------------------------------------


def faults(setup: Setup) -> Iterator[str]:
    """What is wrong with the rookies of a mission. ICOGX-1.4.A5."""
    aircraft = {placing.id: placing for placing in setup.aircraft}
    rookies = ABILITIES.of(setup).rookies
    for pupil in rookies:
        mentor, rookie = aircraft.get(pupil.mentor), aircraft.get(pupil.rookie)
        if pupil.mentor and (mentor is None or MENTOR not in mentor.crew[0].traits):
            yield f"abilities: rookies: expected the aircraft of a mentor, got {pupil.mentor[:40]!r}"
        elif rookie is None or rookie.crew[0].victories or (mentor and (rookie is mentor or rookie.side != mentor.side)):
            beside = f" beside {mentor.id}" if mentor else ""
            yield f"abilities: rookies: expected a pilot{beside} without victories, got {pupil.rookie[:40]!r}"
    yield from unknown_faults(setup, "abilities", "aircraft", carried=(each.craft for each in ABILITIES.of(setup).carried))
    mentors = [pupil.mentor for pupil in rookies if pupil.mentor]
    if len({*mentors}) < len(mentors):
        yield "abilities: rookies: expected one for each mentor at most"


def briefing(setup: Setup) -> Iterator[str]:
    """Who has which abilities: players have to claim them. ICOGX-1.4.b, ICOGX-1.4.A5."""
    for placing in setup.aircraft:
        for man in placing.crew:
            if own := [trait for trait in man.traits if trait in TRAITS]:
                yield f"{api.capitalised(placing.marking)}, {man.name}: {', '.join(own)}."
    pilots = {placing.id: placing.crew[0].name for placing in setup.aircraft}
    for pupil in ABILITIES.of(setup).rookies:
        yield f"{pilots[pupil.rookie]} has a re-roll more, on the advice of {pilots.get(pupil.mentor, 'a mentor')}."


STEPS = {
    "initiative": rolls_again(clouds.roll_initiative), "gunner": rolls_again(clouds.gunner_initiative),
    LEADERSHIP: leads, MENTOR: advises, TACTICIAN: sets_up,
}  # fmt: skip
PROCEDURES = {("damage row", HAWK_EYED): sharper, ("damage row", MARKSMAN): shifted, ("death", CHEATING): spared}
