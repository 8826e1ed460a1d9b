"""Post-mission events (10.2): the card that is drawn, and what it brings. PST-13, OPT-4, EV."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import ClassVar

from aqmf_air.api import Ask, Cup, Dice, Event, Objection, Offer, Question, ReadFrom, Said, from_cup, replace, take
from aqmf_air.games.aces_of_valor.chapters import combat, luck, sectors, words
from aqmf_air.games.aces_of_valor.chapters.campaign import next_flown
from aqmf_air.games.aces_of_valor.chapters.counters import air_skill, ground_skill
from aqmf_air.games.aces_of_valor.chapters.dice import amount
from aqmf_air.games.aces_of_valor.chapters.orders import CampaignCourse, Named, PlayerChoice, SequenceStep, Steps
from aqmf_air.games.aces_of_valor.chapters.points import PilotImproved, improves, may_improve
from aqmf_air.games.aces_of_valor.chapters.postmission import AircraftRepaired, join, joined, may_be_replaced, spend_on
from aqmf_air.games.aces_of_valor.chapters.premission import SELECTIONS
from aqmf_air.games.aces_of_valor.chapters.squadron import serving
from aqmf_air.games.aces_of_valor.state import Campaign, Place, PointsEntry, Purse, SquadronMember, changed, in_mission
from aqmf_air.games.aces_of_valor.tables import Amount, CardTitles, EventCard, Tables


def event_card(dice: Dice, deck: Cup[str], tables: Tables) -> str:
    """The top card of the deck of events. OPT-4."""
    return dice.draw(from_cup("post-mission event", deck, called=CardTitles(tables, "events")))


def some_of(dice: Dice, number: Amount, names: tuple[str, ...]) -> tuple[str, ...]:
    """As many as a die says, drawn at random, all if there are fewer; in the order of the squadron. EV-5, EV-6."""
    wanted = amount(dice, "fighters", number)
    return take(dice, "fighter", Cup.of(names), min(wanted, len(names))).drawn


def one_of(dice: Dice, label: str, names: tuple[str, ...]) -> str:
    """One drawn at random; of one nothing is drawn. EV-12, EV-15, EV-16."""
    return names[0] if len(names) == 1 else dice.draw(from_cup(label, Cup.of(names)))


# -- events ------------------------------------------------------------------------------------------------------------


def called(state: Campaign, ids: tuple[str, ...]) -> str:
    """The names of aircraft, with commas."""
    return ", ".join(map(state.called, ids))


class EventDrawn(Event[Campaign], type="valor.event_drawn"):
    """A post-mission event is drawn; it leaves the game. PST-13."""

    card: str

    def apply(self, state: Campaign) -> Campaign:
        return replace(state, events_drawn=(*state.events_drawn, self.card))

    def tell(self, state: Campaign) -> str:
        row = state.tables.of.of("events", EventCard).at(self.card)
        return f"event {self.card}, {row.title}: {row.effect}{f' Condition: {row.condition}' if row.condition else ''}"


class EventVoid(Event[Campaign], type="valor.event_void"):
    """An event has no effect: nobody meets its condition. PST-13."""

    wording: ClassVar[str] = "the event has no effect"

    def apply(self, state: Campaign) -> Campaign:
        return state


class EffectBegan(Event[Campaign], type="valor.effect_began"):
    """An event is in force in the next mission. PST-13."""

    wording: ClassVar[str] = "this counts in mission {number}"
    card: str
    number: int

    def apply(self, state: Campaign) -> Campaign:
        return replace(state, effects=(*state.effects, (self.card, self.number)))


class FightersAbsent(Event[Campaign], type="valor.fighters_absent"):
    """Fighters miss the next mission. EV-5, EV-6."""

    aircraft: tuple[str, ...]
    number: int

    def apply(self, state: Campaign) -> Campaign:
        for id_ in self.aircraft:
            state = changed(state, id_, absent=self.number)
        return state

    def tell(self, state: Campaign) -> str:
        verb = "misses" if len(self.aircraft) == 1 else "miss"
        return f"{called(state, self.aircraft)} {verb} mission {self.number}"


class PilotPosted(Event[Campaign], type="valor.pilot_posted"):
    """A pilot leaves for another squadron. EV-12."""

    wording: ClassVar[str] = "{aircraft} is posted to another squadron"
    aircraft: str

    def apply(self, state: Campaign) -> Campaign:
        return changed(state, self.aircraft, box="posted", fate="posted to another squadron")


class FighterBombed(Event[Campaign], type="valor.fighter_bombed"):
    """A fighter is damaged on the ground and goes to Recovery. EV-15."""

    wording: ClassVar[str] = "the fighter of {aircraft} is damaged on the ground"
    aircraft: str

    def apply(self, state: Campaign) -> Campaign:
        return changed(state, self.aircraft, box="recovery", side="back")


class PilotWalkedIn(Event[Campaign], type="valor.pilot_walked_in"):
    """A pilot who was lost comes back and goes to Recovery, with his markers. EV-16."""

    wording: ClassVar[str] = "{aircraft} walks in from the lines"
    aircraft: str

    def apply(self, state: Campaign) -> Campaign:
        return changed(state, self.aircraft, box="recovery", lost=0, fate="")


class GiantMet(Event[Campaign], type="valor.giant_met"):
    """Fighters take off against a heavy bomber. EV-1."""

    aircraft: tuple[str, ...]
    at: Place

    def apply(self, state: Campaign) -> Campaign:
        for id_ in self.aircraft:
            state = changed(state, id_, box="flight")
        return in_mission(state, flight=self.aircraft, at=self.at, event="none", targets=())

    def tell(self, state: Campaign) -> str:
        return f"{called(state, self.aircraft)} take{'s' if len(self.aircraft) == 1 else ''} off against the giant"


class GiantOver(Event[Campaign], type="valor.giant_over"):
    """The combat with a heavy bomber is over: its points count in the next mission, or now. EV-1, ``event_mp``."""

    def apply(self, state: Campaign) -> Campaign:
        mission = state.flown
        won = mission.ledger[mission.counted :]
        after = in_mission(state, ledger=mission.ledger[: mission.counted], flight=())
        squadron = tuple(self._landed(member) for member in after.squadron)
        after = replace(after, squadron=squadron)
        if state.rulings.event_mp == "next":
            return replace(after, carried=(*state.carried, *won))
        total = sum(points_entry.points for points_entry in won)
        return replace(after, purse=Purse(points=max(total, 0), total=total, after_event=True))

    def _landed(self, member: SquadronMember) -> SquadronMember:
        box = ("recovery" if member.damaged else "ready") if member.box == "flight" else member.box
        return replace(member, box=box, attacks=0, jammed=False)

    def tell(self, state: Campaign) -> str:
        won: tuple[PointsEntry, ...] = state.flown.ledger[state.flown.counted :]
        when = "for the next mission" if state.rulings.event_mp == "next" else "to be spent now"
        return f"the fighters have landed: {sum(points_entry.points for points_entry in won)} MP {when}"


# -- steps -------------------------------------------------------------------------------------------------------------


LASTING = ("EV-3", "EV-4", "EV-7", "EV-8", "EV-9", "EV-10", "EV-13", "EV-14")
"""Cards in force in the next mission."""
ABSENT: Mapping[str, Amount] = {"EV-5": "1", "EV-6": "D3"}
"""Cards by which fighters miss a mission, and how many."""
ONE: Mapping[str, tuple[str, Callable[..., Event[Campaign]]]] = {
    "EV-12": ("pilot posted away", PilotPosted),
    "EV-15": ("fighter bombed", FighterBombed),
    "EV-16": ("lost pilot", PilotWalkedIn),
}
"""Cards that befall one fighter: what is drawn, and what happens to it."""
CHOICES = {"EV-1": "giant", "EV-2": "night-shift", "EV-11": "mention"}
"""Cards with a choice of the player's, and its step."""
NEW = "replacement of the pilot posted away"


def deck(game: Campaign) -> Cup[str]:
    """The events that have not been drawn. OPT-4."""
    return Cup.of(row.card for row in game.tables.every("events", EventCard) if row.card not in game.events_drawn)


def card_of(game: Campaign) -> str:
    """The event that was drawn last."""
    return game.events_drawn[-1]


def concerned(game: Campaign, card: str) -> tuple[SquadronMember, ...]:
    """The fighters that a card may befall or help; none: it has no effect, if it is about fighters."""
    if card in ("EV-1", "EV-15"):
        ready = game.in_box("ready")
        return ready if card != "EV-1" or len(ready) >= game.tables.number("giant-needs") else ()
    if card == "EV-2":
        return game.in_box("recovery")
    if card in ABSENT:
        return tuple(member for member in game.in_box("ready") if member.absent != next_flown(game))
    if card == "EV-11":
        scored = {kill.by for kill in game.flown.kills}
        return tuple(member for member in serving(game) if member.id in scored and may_improve(game, member))
    if card == "EV-12":
        skill = {member.id: air_skill(member, game.rulings) + ground_skill(member, game.rulings) for member in serving(game)}
        if not any(member.rank for member in serving(game)):
            return ()
        return tuple(member for member in serving(game) if skill[member.id] == max(skill.values()))
    full = len(serving(game)) >= game.tables.number("squadron")
    return () if full else tuple(member for member in game.in_box("lost") if member.lost == game.number)  # EV-16


def by_name(members: Iterable[SquadronMember]) -> dict[str, str]:
    """The ids of fighters by names that no two of them share."""
    fighters = tuple(members)
    names = [member.name for member in fighters]
    tiers = ["" if names.count(member.name) == 1 else f", tier {member.tier}" for member in fighters]
    return {f"{member.name}{tier}": member.id for member, tier in zip(fighters, tiers, strict=True)}


def _event_card(course: CampaignCourse) -> None:
    card = course.ask(CARD)
    course.emit(EventDrawn(card=card))
    game = course.game
    if card in LASTING:
        met = card != "EV-13" or any(kill.aircraft and kill.own_half for kill in game.flown.kills)
        course.emit(EffectBegan(card=card, number=next_flown(game)) if met else EventVoid())
        course.next_step("next-mission")
    elif not concerned(game, card):
        course.emit(EventVoid())
        course.next_step("next-mission")
    elif card == "EV-2" and len(concerned(game, card)) == 1:
        course.emit(AircraftRepaired(aircraft=concerned(game, card)[0].id))
        course.next_step("next-mission")
    else:
        alone = card == "EV-11" and len(concerned(game, card)) == 1
        course.next_step("card-effect" if alone else CHOICES.get(card, "card-effect"))


def mention(course: CampaignCourse, id_: str) -> None:
    """A pilot is mentioned in dispatches, and rolls for his skill once more. EV-11, SKL-1."""
    course.emit(PilotImproved(aircraft=id_, improved=course.ask(MENTION, course.game.called(id_))))
    course.next_step("next-mission")


def _card_effect(course: CampaignCourse) -> None:
    game, card = course.game, card_of(course.game)
    ids = by_name(concerned(game, card))
    if card == "EV-11":
        mention(course, *ids.values())
        return
    course.next_step("next-mission")
    if card in ABSENT:
        drawn = course.dice.call(some_of, ABSENT[card], tuple(ids))
        course.emit(FightersAbsent(aircraft=tuple(ids[name] for name in drawn), number=next_flown(game)))
        return
    label, happens = ONE[card]
    course.emit(happens(aircraft=ids[course.dice.call(one_of, label, tuple(ids))]))
    if card == "EV-12" and may_be_replaced(course.game):
        course.next_step("event-replacement")


def _replacement(course: CampaignCourse) -> None:
    join(course, NEW)
    course.next_step("next-mission")


def _event_over(course: CampaignCourse) -> None:
    course.emit(GiantOver())
    if course.game.purse:
        spend_on(course)
    else:
        course.next_step("next-mission")


def _effect_questions(game: Campaign) -> Sequence[Question]:
    card = card_of(game)
    if card == "EV-11":
        return MENTION.questions(game)
    ids = by_name(concerned(game, card))
    names = tuple(ids)
    words = tuple((id_, name) for name, id_ in ids.items())
    if card in ABSENT:
        read = ReadFrom((FightersAbsent,), "aircraft")
        called = dict(words)
        return (
            Question(
                "fighters that miss the next mission",
                some_of,
                (ABSENT[card], names),
                of=lambda events: tuple(called[id_] for id_ in read(events)),
            ),
        )
    label = ONE[card][0]
    read = ReadFrom((PilotPosted, FighterBombed, PilotWalkedIn), "aircraft", words=words)
    return (Question(label, one_of, (label, names), of=read),)


# -- orders ------------------------------------------------------------------------------------------------------------


class OneConcerned(PlayerChoice):
    """The choice of one fighter among those whom a card may help."""

    rule: ClassVar[str] = "AOV-PST-13"
    offered: ClassVar[str]
    """What the offer says of a fighter."""
    named: ClassVar[Mapping[str, Named]] = {"aircraft": words.fighter}
    aircraft: str

    @classmethod
    def choices(cls, game: Campaign) -> Iterable[Offer]:
        for member in concerned(game, card_of(game)):
            yield Offer(cls.model_validate({"aircraft": member.id}), cls.offered.format(member.name), member.id)

    def against(self, game: Campaign) -> Iterable[Objection]:
        if all(member.id != self.aircraft for member in concerned(game, card_of(game))):
            # "draw a post-mission event and follow it"
            yield Objection(self.rule, f"the event does not concern {game.called(self.aircraft)}")


class RepairByNight(OneConcerned, type="valor.repair_by_night"):
    """An aircraft that is repaired at no cost. EV-2."""

    at: ClassVar[tuple[str, ...]] = ("night-shift",)
    phrases: ClassVar[tuple[str, ...]] = ("repair {aircraft} by night",)
    offered: ClassVar[str] = "{} is repaired at no cost"

    def carry_out(self, course: CampaignCourse) -> None:
        course.emit(AircraftRepaired(aircraft=self.aircraft))
        course.next_step("next-mission")


class Mention(OneConcerned, type="valor.mention"):
    """The pilot who is mentioned in dispatches, and rolls for his skill once more. EV-11, SKL-1."""

    at: ClassVar[tuple[str, ...]] = ("mention",)
    phrases: ClassVar[tuple[str, ...]] = ("mention {aircraft}",)
    offered: ClassVar[str] = "{} is mentioned in dispatches"

    def asks(self, game: Campaign) -> Sequence[Question]:
        return MENTION.questions(game)

    def carry_out(self, course: CampaignCourse) -> None:
        mention(course, self.aircraft)


class MeetGiant(PlayerChoice, type="valor.meet_giant"):
    """Ready fighters meet a heavy bomber, or none does. EV-1, AC-13."""

    phrases: ClassVar[tuple[str, ...]] = ("meet [the] giant with {aircraft}", "let [the] giant pass")
    at: ClassVar[tuple[str, ...]] = ("giant",)
    rule: ClassVar[str] = "AOV-PST-13"
    named: ClassVar[Mapping[str, Named]] = {"aircraft": words.fighters}
    aircraft: tuple[str, ...] = ()

    def in_words(self, state: Campaign, rules: Steps) -> Said:
        return {"aircraft": self.aircraft} if self.aircraft else {}

    @classmethod
    def choices(cls, game: Campaign) -> Iterable[Offer]:
        what, key = SELECTIONS[0]
        ranked = sorted(game.in_box("ready"), key=lambda member: key(game, member), reverse=True)
        for n in range(min(len(ranked), game.tables.number("giant-fighters")), 0, -1):
            chosen = ranked[:n]
            names = ", ".join(member.name for member in chosen)
            yield Offer(cls(aircraft=tuple(member.id for member in chosen)), f"{names}: {what}")
        yield Offer(cls(), "Let the giant pass")

    def against(self, game: Campaign) -> Iterable[Objection]:
        ready = {member.id for member in game.in_box("ready")}
        for id_ in dict.fromkeys(self.aircraft):
            if id_ not in ready:
                yield Objection(self.rule, f"{game.called(id_)} is not ready")  # "draw a post-mission event and follow it"
        if len(set(self.aircraft)) < len(self.aircraft):
            yield Objection(self.rule, "an aircraft is named twice")  # "draw a post-mission event and follow it"
        most = game.tables.number("giant-fighters")
        if len(self.aircraft) > most:
            yield Objection(self.rule, f"at most {most} fighters meet a giant")  # "draw a post-mission event and follow it"

    def carry_out(self, course: CampaignCourse) -> None:
        if not self.aircraft:
            course.next_step("next-mission")
            return
        game = course.game
        chosen = tuple(member.id for member in game.squadron if member.id in self.aircraft)
        course.emit(GiantMet(aircraft=chosen, at=sectors.home_sector(game)))
        combat.begin(course, "giant", friends=chosen, forced=True)


# -- the steps, and what they roll for ---------------------------------------------------------------------------------


CARD = Ask(
    event_card,
    "post-mission event",
    (EventDrawn, "card"),
    lambda game: (deck(game), game.tables),
    called=lambda game: {card: CardTitles(game.tables, "events")(card) for card in deck(game).items},
)
MENTION = Ask(
    improves,
    "pilot skill",
    (PilotImproved, "improved"),
    lambda game: (game.tables.number("mention"), game.tables, game.rulings),
    luck.good("skills improved"),
)

STEPS = {
    "event-card": SequenceStep("AOV-PST-13", _event_card, True, CARD.questions),
    "card-effect": SequenceStep("AOV-PST-13", _card_effect, True, _effect_questions),
    "event-replacement": SequenceStep("AOV-PST-13", _replacement, True, lambda game: (joined(game, NEW),)),
    "night-shift": SequenceStep("AOV-PST-13"),
    "mention": SequenceStep("AOV-PST-13"),
    "giant": SequenceStep("AOV-PST-13"),
    "event-over": SequenceStep("AOV-PST-13", _event_over),
}
"""Post-mission events."""
