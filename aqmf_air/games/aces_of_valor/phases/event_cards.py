"""Post-mission events: the card that is drawn, and what it brings. PST-13, OPT-4."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence

from aqmf_air.core.dice.cups import Cup
from aqmf_air.core.dice.labelled import labelled
from aqmf_air.core.play.orders import Event
from aqmf_air.core.play.question import Question, ReadFrom
from aqmf_air.games.aces_of_valor import luck
from aqmf_air.games.aces_of_valor.counters import SquadronMember
from aqmf_air.games.aces_of_valor.course import CampaignCourse, SequenceStep
from aqmf_air.games.aces_of_valor.events.aircraft import PilotImproved
from aqmf_air.games.aces_of_valor.events.event_cards import (
    EffectBegan,
    EventDrawn,
    EventVoid,
    FighterBombed,
    FightersAbsent,
    GiantOver,
    PilotPosted,
    PilotWalkedIn,
)
from aqmf_air.games.aces_of_valor.events.squadron import AircraftRepaired
from aqmf_air.games.aces_of_valor.losses import may_improve
from aqmf_air.games.aces_of_valor.phases.postmission import join, joined, spend_on
from aqmf_air.games.aces_of_valor.rules.event_cards import event_card, one_of, some_of
from aqmf_air.games.aces_of_valor.rules.points import improves
from aqmf_air.games.aces_of_valor.spending import may_be_replaced, next_flown
from aqmf_air.games.aces_of_valor.squadron import serving
from aqmf_air.games.aces_of_valor.state import Campaign
from aqmf_air.games.aces_of_valor.table_rows import Amount, EventCard
from aqmf_air.games.aces_of_valor.table_words import CardTitles
from aqmf_air.games.aces_of_valor.values import air_skill, ground_skill

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


def _most_skilled(game: Campaign) -> tuple[SquadronMember, ...]:
    if not any(one.rank for one in serving(game)):
        return ()
    skill = {one.id: air_skill(one, game.rulings) + ground_skill(one, game.rulings) for one in serving(game)}
    return tuple(one for one in serving(game) if skill[one.id] == max(skill.values()))


def concerned(game: Campaign, card: str) -> tuple[SquadronMember, ...]:
    """The fighters that a card may befall or help; none: it has no effect, if it is about fighters."""
    if card in ("EV-1", "EV-15"):
        ready = game.in_box("ready")
        return ready if card != "EV-1" or len(ready) >= game.tables.number("giant-needs") else ()
    if card == "EV-2":
        return game.in_box("recovery")
    if card in ABSENT:
        return tuple(one for one in game.in_box("ready") if one.absent != next_flown(game))
    if card == "EV-11":
        scored = {kill.by for kill in game.flown.kills}
        return tuple(one for one in serving(game) if one.id in scored and may_improve(game, one))
    if card == "EV-12":
        return _most_skilled(game)
    full = len(serving(game)) >= game.tables.number("squadron")
    return () if full else tuple(one for one in game.in_box("lost") if one.lost == game.number)  # EV-16


def by_name(members: Iterable[SquadronMember]) -> dict[str, str]:
    """The ids of fighters by names that no two of them share."""
    found = tuple(members)
    names = [one.name for one in found]
    return {one.name if names.count(one.name) == 1 else f"{one.name}, tier {one.tier}": one.id for one in found}


def _event_card(course: CampaignCourse) -> None:
    card = course.dice.call(event_card, deck(course.game), course.tables)
    course.note(EventDrawn(card=card))
    game = course.game
    if card in LASTING:
        met = card != "EV-13" or any(kill.aircraft and kill.own_half for kill in game.flown.kills)
        course.note(EffectBegan(card=card, number=next_flown(game)) if met else EventVoid())
        course.go("next-mission")
    elif not concerned(game, card):
        course.note(EventVoid())
        course.go("next-mission")
    elif card == "EV-2" and len(concerned(game, card)) == 1:
        course.note(AircraftRepaired(aircraft=concerned(game, card)[0].id))
        course.go("next-mission")
    else:
        alone = card == "EV-11" and len(concerned(game, card)) == 1
        course.go("card-effect" if alone else CHOICES.get(card, "card-effect"))


def mention(course: CampaignCourse, id_: str) -> None:
    """A pilot is mentioned in dispatches, and rolls for his skill once more. EV-11, SKL-1."""
    dice = labelled(course.dice, course.game.called(id_), relation="for")
    better = dice.call(improves, course.tables.number("mention"), course.tables, course.rulings)
    course.note(PilotImproved(aircraft=id_, improved=better))
    course.go("next-mission")


def mention_questions(game: Campaign) -> Sequence[Question]:
    """Whether the pilot improves who is mentioned. EV-11."""
    facts, read = (game.tables.number("mention"), game.tables, game.rulings), ReadFrom((PilotImproved,), "improved")
    return (Question("pilot skill", improves, facts, of=read, luck=luck.good("skills improved")),)


def _card_effect(course: CampaignCourse) -> None:
    game, card = course.game, card_of(course.game)
    ids = by_name(concerned(game, card))
    if card == "EV-11":
        mention(course, *ids.values())
        return
    course.go("next-mission")
    if card in ABSENT:
        drawn = course.dice.call(some_of, ABSENT[card], tuple(ids))
        course.note(FightersAbsent(aircraft=tuple(ids[name] for name in drawn), number=next_flown(game)))
        return
    label, happens = ONE[card]
    course.note(happens(aircraft=ids[course.dice.call(one_of, label, tuple(ids))]))
    if card == "EV-12" and may_be_replaced(course.game):
        course.go("event-replacement")


def _event_replacement(course: CampaignCourse) -> None:
    join(course, NEW)
    course.go("next-mission")


def _event_over(course: CampaignCourse) -> None:
    course.note(GiantOver())
    if course.game.purse:
        spend_on(course)
    else:
        course.go("next-mission")


def _card_questions(game: Campaign) -> Sequence[Question]:
    title = CardTitles(game.tables, "events")
    of = ReadFrom((EventDrawn,), "card", words=tuple((card, title(card)) for card in deck(game).items))
    return (Question("post-mission event", event_card, (deck(game), game.tables), view=title, of=of),)


def _effect_questions(game: Campaign) -> Sequence[Question]:
    card = card_of(game)
    if card == "EV-11":
        return mention_questions(game)
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


def _replacement_questions(game: Campaign) -> Sequence[Question]:
    return (joined(game, NEW),)


STEPS = {
    "event-card": SequenceStep("AOV-PST-13", _event_card, True, _card_questions),
    "card-effect": SequenceStep("AOV-PST-13", _card_effect, True, _effect_questions),
    "event-replacement": SequenceStep("AOV-PST-13", _event_replacement, True, _replacement_questions),
    "night-shift": SequenceStep("AOV-PST-13"),
    "mention": SequenceStep("AOV-PST-13"),
    "giant": SequenceStep("AOV-PST-13"),
    "event-over": SequenceStep("AOV-PST-13", _event_over),
}
"""Post-mission events."""
