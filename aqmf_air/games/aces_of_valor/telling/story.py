"""What happens in a mission, as facts of the story that the chronicle tells, and the sentences for them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from fractions import Fraction

from aqmf_air.api import (
    ASIDE,
    Event,
    Sentences,
    StoryFact,
    TableTold,
    in_letters,
    percent,
    plural,
    with_article,
)
from aqmf_air.games.aces_of_valor.chapters import event_cards, fire, flight, ground, landing, postmission, sectors
from aqmf_air.games.aces_of_valor.chapters.campaign import PilotJoined
from aqmf_air.games.aces_of_valor.chapters.combat import MeetingEnded
from aqmf_air.games.aces_of_valor.chapters.fire import AircraftAttacked, AircraftDamaged, AircraftDestroyed, PilotFared
from aqmf_air.games.aces_of_valor.chapters.ground import GroundAttacked, TargetDestroyed
from aqmf_air.games.aces_of_valor.chapters.observation import AttemptMade
from aqmf_air.games.aces_of_valor.chapters.points import PilotImproved
from aqmf_air.games.aces_of_valor.chapters.premission import CampaignEnded, NobodyFlies
from aqmf_air.games.aces_of_valor.state import RANKS, Campaign, SquadronMember, is_friend
from aqmf_air.games.aces_of_valor.tables import card_name, spelled

# -- odds --------------------------------------------------------------------------------------------------------------


ROLLED = (landing.TroubleFound, landing.ForcedLandingRolled, landing.LandingRolled, landing.WreckRolled)
"""Rolls of aircraft that come down: the steps that make them know their odds."""


def chances_of(game: Campaign, event: Event[Campaign]) -> Mapping[str, Fraction]:
    """How likely it was that aircraft, by their ids, fared as an event says; without those that nothing has happened to."""
    effects: Sequence[tuple[str, str]]
    match event:
        case AircraftAttacked():
            effects = (event.target, event.effect), (event.aircraft, event.reply)
            questions = fire.attack_questions(game, event.aircraft, event.target)
        case GroundAttacked():
            effects, load = ((event.aircraft, event.fire),), event.dropped if event.weapon == "bombs" else 0
            if event.fire == "none":
                return {}
            questions = ground.run_questions(game, event.aircraft, event.target, event.weapon, load)[-1:]
        case flight.ShotAt():
            effects, questions = ((event.aircraft, event.effect),), tuple(flight.UNDER_FIRE.questions(game))
        case _ if isinstance(event, ROLLED):
            effects, questions = ((event.aircraft, "rolled"),), tuple(landing.STEPS[game.step].questions(game))
        case _:
            return {}
    return {
        id_: question.odds().of(question.of([event]))
        for (id_, effect), question in zip(effects, questions, strict=False)
        if effect != "none" and question.of
    }


# -- sentences ---------------------------------------------------------------------------------------------------------


LOST = ("{who} {does} not come back", "the squadron loses {who}", "{who} {fails} to return")
SENTENCES: Mapping[str, Sentences] = {
    "kill": Sentences(
        (
            "{who} shot down {what} over {where}",
            "over {where}, {who} sent down {what}",
            "{what} fell to {who} over {where}",
            "over {where}, {who} got the better of {what}",
        ),
        ("{who} {claims} {haul}", "{who} {shoots} down {haul}"),
    ),
    "downed-from-ground": Sentences(("the guns on the ground brought down {what} over {where}",)),
    "lost-to": Sentences(
        (
            "{who} fell to {by} over {where} on {his} {flights}",
            "over {where}, {by} shot down {who} on {his} {flights}",
            "{by} sent {who} down over {where} on {his} {flights}",
            "{who} fell on {his} {flights}, shot down over {where} by {by}",
        ),
        LOST,
        parting="but",
    ),
    "lost": Sentences(
        (
            "{who} {was} lost {how} {whereabouts} on {his} {flights}",
            "{whereabouts}, {who} {was} lost {how} on {his} {flights}",
        ),
        LOST,
        parting="but",
    ),
    "crew-lost-to": Sentences(
        ("{by} shot down {who} over {where}", "over {where}, {who} fell to {by}"),
        ("{who} {is} lost",),
    ),
    "crew-lost": Sentences(("{who} {was} lost {how} {whereabouts}",), ("{who} {is} lost",), parting="but"),
    "escaped": Sentences(
        (
            "{who} {was} shot down over {where}, and came back to the squadron",
            "{who} went down over {where}, but {is} back with the squadron",
        ),
        ("{who} {is} shot down, and {comes} back",),
    ),
    "forced-landing": Sentences(
        (
            "{who} came back from a forced landing",
            "a forced landing did not keep {who} from coming back",
        ),
        ("{who} {comes} back from a forced landing",),
    ),
    "hard-landing": Sentences(
        ("{who} landed safely all the same", "{who} came down damaged, but in one piece"),
    ),
    "wrecked": Sentences(("{who} made a wreck of the landing, and lived",), ("{who} {walks} away from a wreck",)),
    "damaged": Sentences(("{who} {was} hit {how}", "{who} {was} damaged {how}")),
    "outnumbered": Sentences(
        (
            "{who} met {many} over {where} and came through",
            "over {where}, {who} stood against {many} without a loss",
        ),
        ("{who} {comes} through against {many}",),
    ),
    "evaded": Sentences(("{who} slipped away from {what}", "{who} evaded {what}", "{what} did not catch {who}")),
    "ground": Sentences(
        (
            "{who} destroyed {what} at {where}",
            "at {where}, {who} put an end to {what}",
            "{what} at {where} fell to {who}",
        ),
        ("{who} {destroys} {what}", "{who} {puts} an end to {what}"),
    ),
    "raid": Sentences(("{who} did {worth} to {what}", "{what} took {worth} from {who}"), ("{what} is hit",)),
    "photographs": Sentences(("{who} brought pictures of {where}, worth {worth}",), ("{who} {brings} pictures of {where}",)),
    "spotting": Sentences(
        (
            "{who} directed the guns over {where}, worth {worth}",
            "over {where}, {who} found the range for the guns, worth {worth}",
        ),
        ("{who} {has} the range over {where}",),
    ),
    "improved": Sentences(("{who} {is} {rank} now", "it made {who} {rank}"), ("{who} {is} {rank} now",)),
    "given-up": Sentences(
        ("over {where}, {who} gave the mission up", "{who} broke the mission off over {where}"),
        ("the mission is given up",),
    ),
    "posted": Sentences(
        ("{who} left for another squadron, with {score} in this one",), ("{who} {is} posted away",), parting="and"
    ),
    "missing": Sentences(("{who} went down {whereabouts}", "{whereabouts}, {who} went down")),
    "walked-in": Sentences(("{who}, given up for lost, walked in from the lines",), ("{who} {is} back from the lines",)),
    "bombed": Sentences(("{who} had {his} fighter damaged on the ground",)),
    "field": Sentences(("{who} {was} destroyed, and the next mission is not flown",), ("{who} {is} destroyed",)),
    "joined": Sentences(("{who} joined the squadron afterwards", "then {who} joined the squadron")),
    "nobody": Sentences(("no aircraft could fly, and the mission was lost",), ("nobody flies",)),
    "ended": Sentences(("the campaign ended in {level}, with {worth}",)),
    "flew": Sentences(
        (
            "{who} took off {weather} for {task}",
            "{task} took {who} out {weather}",
            "{weather} {who} flew {task}",
            "{who} went out {weather} for {task}",
        )
    ),
    "counted": Sentences(()),
    "home": Sentences(("everybody came home", "all of them came back")),
    "cost": Sentences((), ("{who} {goes} wrong",)),
}
QUIET = ("a quiet day", "everybody is back", "all home, and little to tell")

CHANCE = "Chance: of the attack or the landing roll that decided it."
"""What the figures of claims and losses are of."""

# -- the facts of a mission --------------------------------------------------------------------------------------------


class MissionFacts:
    """Hears what happens in a mission, event by event, and keeps what there is to tell."""

    def __init__(self) -> None:
        self._facts: list[StoryFact] = []
        self._claims: list[tuple[str, ...]] = []
        self._losses: list[tuple[str, ...]] = []
        self._chances: dict[str, Fraction] = {}
        """How likely it was what has just befallen aircraft, by their ids."""
        self._by: dict[str, str] = {}
        """Who has just fired at aircraft, by their ids."""
        self._down: dict[str, tuple[AircraftDestroyed, Fraction | None]] = {}
        """Fighters of the squadron that are destroyed, until it is known what has become of their pilots."""
        self._raids: dict[str, dict[str, int]] = {}
        """The damage to the squadron's fields, by the aircraft that did it."""
        self._points: list[int] = []
        """Mission points of the attempts at observation in that combat."""
        self._most = 0
        """Enemies in the combat that is fought, when they were the most."""

    @property
    def facts(self) -> tuple[StoryFact, ...]:
        """What happened so far; the damage of those who fell is left out."""
        gone = {name for fact in self._facts if fact.kind.startswith(("lost", "crew-lost", "escaped")) for name in fact.who}
        back = {name for fact in self._facts if fact.kind == "walked-in" for name in fact.who}
        told = (fact for fact in self._raided() if fact.kind != "damaged" or not gone & {*fact.who})
        return tuple(_missing(fact) if fact.kind in ("lost", "lost-to") and back & {*fact.who} else fact for fact in told)

    def _raided(self) -> Iterator[StoryFact]:
        """The facts, with the raids on each field as one; of those who improve twice the second rank."""
        rank = {fact.who: fact for fact in self._facts if fact.kind == "improved"}
        raids = dict(self._raids)
        for fact in self._facts:
            if fact.kind == "raid":
                if damage := raids.pop(fact.what[0], None):
                    points = sum(damage.values())
                    worth = f"{in_letters(points)} damage point{'' if points == 1 else 's'}"
                    yield replace(fact, who=fact.who * len(damage), words=(("worth", worth),))
            elif fact.kind != "improved" or fact is rank[fact.who]:
                yield fact

    @property
    def tables(self) -> tuple[TableTold, ...]:
        """Claims and losses."""
        note = "" if self._losses else CHANCE  # it stands once
        claims = TableTold("Claims", ("What", "By", "When", "Where", "Chance"), tuple(self._claims), note)
        losses = TableTold("Losses", ("Who", "Flew", "How", "When", "Where", "Chance"), tuple(self._losses), CHANCE)
        return tuple(table for table in (claims, losses) if table.rows)

    def hear(self, before: Campaign, event: Event[Campaign], after: Campaign) -> None:
        """What happens in a mission, between two states."""
        if not isinstance(event, landing.WreckRolled):  # that is whether the pilot lives, not what became of his aircraft
            self._chances.update(chances_of(before, event))
        if isinstance(event, AircraftAttacked):
            self._by = {event.target: event.aircraft, event.aircraft: event.target}
        self._facts += self._of(before, event)
        if after.combat and after.combat.round:
            self._most = max(self._most, len(after.combat.enemies))
        elif before.combat:
            self._facts += self._fought(before)
            self._most, self._points = 0, []

    def _of(self, game: Campaign, event: Event[Campaign]) -> Iterator[StoryFact]:
        """What an event tells."""
        match event:
            case AircraftDestroyed():
                yield from self._destroyed(game, event)
            case PilotFared() if event.aircraft in self._down:
                yield self._fared(game, event)
            case AircraftDamaged() if is_friend(game, event.aircraft):
                yield self._fact(game, "damaged", event.aircraft, weight=2, how=fire.CAUSES[event.cause])
            case TargetDestroyed():
                target = _unnumbered(game.called(event.target))
                weight = 7 if game.target(event.target).kind in game.flown.card else 5  # what the mission is flown for
                yield self._fact(game, "ground", event.by, target, weight=weight, where=_place(game))
                self._claims.append((game.called(event.target), game.called(event.by), _turn(game), _place(game), ""))
            case GroundAttacked() if not is_friend(game, event.aircraft) and event.points > game.target(event.target).points:
                field = game.target(event.target)
                self._raids.setdefault(field.name, {}).setdefault(event.aircraft, 0)
                self._raids[field.name][event.aircraft] += event.points - field.points
                yield StoryFact("raid", (_unnumbered(game.called(event.aircraft)),), (field.name,), (), _turn(game), 6)
            case AttemptMade() if event.points:
                self._points.append(event.points)
            case PilotImproved(improved=True):
                ace = game.member(event.aircraft).rank + 1 >= RANKS.index("Ace")
                rank = "an Ace" if ace else "Skilled"
                yield self._fact(game, "improved", event.aircraft, weight=8 if ace else 4, rank=rank)
            case _:
                yield from self._came_down(game, event)
                yield from self._afterwards(game, event)

    def _came_down(self, game: Campaign, event: Event[Campaign]) -> Iterator[StoryFact]:
        """What an event on the way home tells."""
        match event:
            case landing.ForcedLandingRolled(back=True):
                yield self._fact(game, "forced-landing", event.aircraft, weight=5)
            case landing.LandingRolled(result="safe"):
                yield self._fact(game, "hard-landing", event.aircraft, weight=2)
            case landing.WreckRolled(lives=True):
                yield self._fact(game, "wrecked", event.aircraft, weight=5)
            case flight.TurnedForHome(given_up=True):
                yield self._flight(game, "given-up", 4)
            case MeetingEnded(evaded=True) if game.fought.enemies:
                met = f"{_enemies(len(game.fought.enemies))} over {_place(game)}"
                yield StoryFact("evaded", ("the flight",), (met,), when=_turn(game), weight=2)

    def _afterwards(self, game: Campaign, event: Event[Campaign]) -> Iterator[StoryFact]:
        """What an event after a mission tells."""
        match event:
            case event_cards.PilotPosted():
                member = game.member(event.aircraft)
                yield self._fact(game, "posted", event.aircraft, weight=6, score=_score(member))
            case event_cards.PilotWalkedIn():
                yield self._fact(game, "walked-in", event.aircraft, weight=8)
            case event_cards.FighterBombed():
                yield self._fact(game, "bombed", event.aircraft, weight=4)
            case postmission.FieldDestroyed():
                yield StoryFact("field", ("the home airfield",), weight=9)
            case PilotJoined():
                yield StoryFact("joined", (event.member.name,), weight=2)
            case NobodyFlies():
                yield StoryFact("nobody", ("the flight",), weight=9)
            case postmission.PointsCounted():
                kind, worth = "cost" if event.points < 0 else "counted", plural(abs(event.points), "mission point")
                words = (("worth", worth if event.points else "no mission points"),)
                yield StoryFact(kind, ("the mission",), words=words, weight=ASIDE)
            case CampaignEnded():
                end = ("worth", plural(game.vp, "victory point")), ("level", with_article(event.level))
                yield StoryFact("ended", ("the squadron",), words=end, weight=10)

    def _destroyed(self, game: Campaign, event: AircraftDestroyed) -> Iterator[StoryFact]:
        chance = self._chances.pop(event.aircraft, None)
        name, odds = game.called(event.aircraft), percent(chance) if chance is not None else ""
        if not is_friend(game, event.aircraft):
            aircraft = game.aircraft(event.aircraft)
            named = f"{name} ({aircraft.type})" if aircraft.type and aircraft.type not in name else name
            by = game.called(event.by) if event.by else fire.CAUSES[event.cause]
            self._claims.append((named, by, _turn(game), _place(game), odds))
            what = name if aircraft.kind == "fighter" else _unnumbered(name)
            weight = {"bomber": 7, "heavy-bomber": 8}.get(aircraft.kind, 6)
            if event.by:
                yield self._fact(game, "kill", event.by, what, weight=weight, chance=chance, where=_place(game))
            else:
                where = (("where", _place(game)),)
                yield StoryFact("downed-from-ground", ("the guns",), (what,), where, _turn(game), weight, chance)
        elif isinstance(game.aircraft(event.aircraft), SquadronMember):
            self._down[event.aircraft] = event, chance
        else:
            kind, words = self._how(game, "crew-lost", event)
            self._losses.append((name, "", _cause(event, words), _turn(game), _place(game), odds))
            yield self._fact(game, kind, event.aircraft, weight=7, chance=chance, **words)

    def _fared(self, game: Campaign, event: PilotFared) -> StoryFact:
        """What has become of the pilot of a fighter that is destroyed."""
        destroyed, chance = self._down.pop(event.aircraft)
        member = game.member(event.aircraft)
        kind, words = self._how(game, "lost", destroyed)
        cause = _cause(destroyed, words)
        how = cause if event.box == "lost" else f"{cause}; {event.how}"
        odds = percent(chance) if chance is not None else ""
        self._losses.append((member.name, member.type, how, _turn(game), _place(game), odds))
        if event.box != "lost":
            return self._fact(game, "escaped", member.id, weight=7, where=_place(game))
        flights = len({*member.flown, game.number})
        words["flights"] = f"{ORDINALS[flights - 1]} mission" + (f", with {_score(member)}" if member.victories else "")
        return self._fact(game, kind, member.id, weight=10, chance=chance, **words)

    def _how(self, game: Campaign, kind: str, event: AircraftDestroyed) -> tuple[str, dict[str, str]]:
        """How a friend was destroyed: the kind of fact, and its words."""
        by = self._by.get(event.aircraft, "") if event.cause == "air" else ""
        if by:
            name = game.called(by)
            by = name if game.aircraft(by).kind == "fighter" else _unnumbered(name)
            return f"{kind}-to", {"by": by, "where": _place(game)}
        over = "over" if event.cause in fire.FIRE else "at"
        return kind, {"how": fire.CAUSES[event.cause], "whereabouts": f"{over} {_place(game)}"}

    def _fought(self, game: Campaign) -> Iterator[StoryFact]:
        """What a combat tells when it is over."""
        combat, seen = game.fought, sum(self._points)
        if combat.attempts and seen:
            kind = "spotting" if "spotting" in game.flown.card else "photographs"
            worth = f"{in_letters(seen)} mission point{'' if seen == 1 else 's'}"
            yield self._fact(game, kind, combat.attempts[0][0], weight=4, where=_place(game), worth=worth)
        friends = combat.friends  # nobody where the field is attacked and no fighter is up
        more = self._most >= max(len(friends) + 2, 2 * len(friends))
        if combat.round and friends and more and not {*combat.destroyed} & {*friends}:
            who = tuple(map(game.called, friends))
            words = ("where", _place(game)), ("many", _enemies(self._most))
            yield StoryFact("outnumbered", who, words=words, when=_turn(game), weight=5)

    def _fact(
        self,
        game: Campaign,
        kind: str,
        id_: str,
        what: str = "",
        *,
        weight: int,
        chance: Fraction | None = None,
        **words: str,
    ) -> StoryFact:
        alone = not {"flights", "score", "rank"}.isdisjoint(words)
        told_of = (what,) if what else ()
        return StoryFact(kind, (game.called(id_),), told_of, (*words.items(),), _turn(game), weight, chance, alone)

    def _flight(self, game: Campaign, kind: str, weight: int, **words: str) -> StoryFact:
        return StoryFact(kind, ("the flight",), (), (("where", _place(game)), *words.items()), _turn(game), weight)


def flew(game: Campaign) -> Iterator[StoryFact]:
    """Who flew in a mission, for what: told where little else is."""
    mission = game.flown
    if mission.took_off:
        task, _, target = card_name(mission.card).partition(": ")
        sky = "in clear weather" if mission.weather == "clear" else f"in {spelled(mission.weather)}"
        told = with_article(task) if task.rpartition(" ")[2] in ("patrol", "scramble") else task
        words = ("task", f"the {task} of {with_article(target)}" if target else told), ("weather", sky)
        yield StoryFact("flew", tuple(map(game.called, mission.took_off)), words=words, weight=ASIDE)


def _missing(fact: StoryFact) -> StoryFact:
    """The loss of one who walks in afterwards: he is not told of as lost."""
    words = dict(fact.words)
    whereabouts = words.get("whereabouts") or f"over {words['where']}"
    return StoryFact("missing", fact.who, (), (("whereabouts", whereabouts),), fact.when, 5, fact.chance)


def _cause(event: AircraftDestroyed, words: Mapping[str, str]) -> str:
    """How an aircraft was lost, as the table of losses has it, by the words of its fact."""
    return f"shot down by {words['by']}" if "by" in words else fire.CAUSES[event.cause]


def against_giant(game: Campaign) -> bool:
    """Whether fighters are up against a heavy bomber after their mission. EV-1."""
    return game.combat is not None and game.combat.reason == "giant"


def _turn(game: Campaign) -> str:
    if against_giant(game):
        return "after the mission"
    return f"turn {game.flown.turn}" if game.flown.turn else "at the end"


def _place(game: Campaign) -> str:
    return sectors.name(game.flown.at, game.tables)


def _unnumbered(name: str) -> str:
    """What has a number instead of a name, in a sentence: ``a convoy``."""
    plain = name.rstrip("0123456789").rstrip()
    return plain if plain == name or plain in ("infantry", "artillery") else with_article(plain)


def _enemies(number: int) -> str:
    return f"{in_letters(number)} {'enemy' if number == 1 else 'enemies'}"


ORDINALS = (
    "first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth", "tenth", "eleventh", "twelfth",
    "thirteenth", "fourteenth", "fifteenth", "sixteenth",
)  # fmt: skip
"""As many as a campaign has missions."""


def _score(member: SquadronMember) -> str:
    return f"{in_letters(member.victories)} {'victory' if member.victories < 2 else 'victories'}"
