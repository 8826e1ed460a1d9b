"""A campaign as it is told: each mission with its card and its story, what was won and who fell; each pilot's career."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any

from aqmf_air.api import (
    ASIDE,
    Career,
    ChapterTold,
    Event,
    OnTheWall,
    PlainEvent,
    StoryFact,
    Storyteller,
    Told,
    capitalised,
    percent,
    plural,
    replace,
    with_article,
)
from aqmf_air.games.aces_of_valor.chapters import landing, postmission, sectors
from aqmf_air.games.aces_of_valor.chapters.campaign import HomeFound, PilotJoined, opened
from aqmf_air.games.aces_of_valor.chapters.combat import REASONS, MeetingEnded
from aqmf_air.games.aces_of_valor.chapters.event_cards import EventDrawn
from aqmf_air.games.aces_of_valor.chapters.fire import AircraftAttacked, AircraftDamaged, AircraftDestroyed
from aqmf_air.games.aces_of_valor.chapters.flight import TurnedForHome
from aqmf_air.games.aces_of_valor.chapters.ground import GroundAttacked
from aqmf_air.games.aces_of_valor.chapters.observation import AttemptMade
from aqmf_air.games.aces_of_valor.chapters.points import PilotImproved
from aqmf_air.games.aces_of_valor.chapters.premission import CampaignEnded, MissionBegan, MissionSkipped, NobodyFlies
from aqmf_air.games.aces_of_valor.chapters.rounds import EnemiesLeft
from aqmf_air.games.aces_of_valor.state import RANKS, Aircraft, Campaign, Mission, Place, SquadronMember, is_friend
from aqmf_air.games.aces_of_valor.tables import card_name, spelled
from aqmf_air.games.aces_of_valor.telling.briefing import summary_of
from aqmf_air.games.aces_of_valor.telling.story import (
    ORDINALS,
    QUIET,
    ROLLED,
    SENTENCES,
    MissionFacts,
    against_giant,
    chances_of,
    flew,
)

# -- a mission turn by turn --------------------------------------------------------------------------------------------


HAPPENED = (AircraftDamaged, AircraftDestroyed, EnemiesLeft, AttemptMade, landing.SentHome, *ROLLED)
"""What is told in the words of its events."""
RARE = Fraction(1, 4)
"""Chances that are told: what came was no more likely."""


class TurnByTurn:
    """Hears what happens in a mission, event by event, and tells it: a line for each turn in which there was something."""

    def __init__(self) -> None:
        self._turns: list[tuple[tuple[int, Place], str, list[str]]] = []
        """The turn and the sector, what people call them, and what happened."""
        self._chances: dict[str, Fraction] = {}
        """How likely the attack was that has just destroyed an aircraft, by its id."""
        self._by: dict[str, str] = {}
        """Who has just fired at aircraft, by their ids."""
        self._most = 0
        """Enemies in the combat that is fought, when they were the most."""

    @property
    def lines(self) -> tuple[str, ...]:
        """The turns so far."""
        return tuple(capitalised(f"{head}: {'; '.join(happened)}") for _, head, happened in self._turns)

    def hear(self, before: Campaign, event: Event[Campaign], after: Campaign) -> None:
        """What happens in a mission, between two states."""
        if after.combat:
            if after.combat.round:
                self._most = max(self._most, len(after.combat.enemies))
            if after.combat.round and before.combat and not before.combat.round:
                self._note(after, _meeting(after))
        if isinstance(event, AircraftAttacked):
            self._by = {event.target: event.aircraft, event.aircraft: event.target}
            self._chances = dict(chances_of(before, event))
        elif isinstance(event, ROLLED):  # its own line says how likely it was
            self._chances = {}
        if line := self._part_of_turn(before, event):
            self._note(before, line)
        if before.combat and not after.combat:
            friends = {*before.combat.friends}  # nobody where the field is attacked and no fighter is up
            if before.combat.round and self._most > len(friends) > 0 and not {*before.combat.destroyed} & friends:
                self._note(before, "outnumbered, and nobody falls")
            self._most = 0

    def _part_of_turn(self, game: Campaign, event: Event[Campaign]) -> str:
        """An event as a part of its turn; empty: it is none."""
        match event:
            case GroundAttacked():
                return event.tell(game) if event.points > game.target(event.target).points else ""
            case PilotImproved():
                return event.tell(game) if event.improved else ""
            case TurnedForHome():
                return "the mission is given up" if event.given_up else ""
            case MeetingEnded():
                return f"{_meeting(game)}, and {event.tell(game)}"
        if not isinstance(event, HAPPENED):
            return ""
        chance, by = self._chance(game, event), ""
        if isinstance(event, AircraftDestroyed) and event.cause == "air" and not event.by:
            by = self._by.get(event.aircraft, "")
        line = event.tell(game).partition(": ")[2] if isinstance(event, ROLLED) else event.tell(game)  # without the table
        odds = f" (a chance of {percent(chance)})" if chance is not None and chance <= RARE else ""
        return line + (f" by {game.called(by)}" if by else "") + odds

    def _note(self, game: Campaign, line: str) -> None:
        mission, giant = game.flown, against_giant(game)
        key = 0 if giant else mission.turn, mission.at
        if not self._turns or self._turns[-1][0] != key:
            turn = "after the mission, against a giant " if giant else f"turn {mission.turn}, " if mission.turn else ""
            self._turns.append((key, f"{turn}over {sectors.name(mission.at, game.tables)}", []))
        self._turns[-1][2].append(line)

    def _chance(self, game: Campaign, event: Event[Campaign]) -> Fraction | None:
        """How likely it was; None: nobody rolled for it, or it is not told."""
        if isinstance(event, AircraftDestroyed):
            return self._chances.pop(event.aircraft, None)
        return chances_of(game, event).get(event.aircraft) if isinstance(event, ROLLED) else None


def _meeting(game: Campaign) -> str:
    """Who fights whom, as a combat begins."""
    combat = game.fought
    if not combat.enemies:
        return REASONS[combat.reason]
    return f"{len(combat.friends) or 'nobody'} against {len(combat.enemies)}"


# -- who is who --------------------------------------------------------------------------------------------------------


class WhoIsWho:
    """Tells men and machines apart that have one name: counters are drawn again, of the enemy and out of the Lost box."""

    def __init__(self) -> None:
        self._fallen = Counter[str]()
        """Enemy pilots who were shot down, by the name on the counter."""
        self._met = Counter[str]()
        """Enemy 2-seaters and bombers of earlier combats of the mission, by their kind."""
        self._here: dict[str, str] = {}
        """What the enemies of the combat are called, by their ids."""
        self.victims: list[tuple[str, str]] = []
        """The enemies who were destroyed in the mission: their names in the log, and what they are called."""

    def named(self, game: Campaign) -> Campaign:
        """A state in which everybody has a name of his own."""
        squadron = tuple(map(replace_name, game.squadron, second_names(game.squadron)))
        mission = game.mission
        if mission is not None and mission.combat is not None:
            for enemy in mission.combat.enemies:
                self._here.setdefault(enemy.id, self._name(enemy))
            enemies = tuple(replace(enemy, name=self._here[enemy.id]) for enemy in mission.combat.enemies)
            mission = replace(mission, combat=replace(mission.combat, enemies=enemies))
        return replace(game, squadron=squadron, mission=mission)

    def hear(self, before: Campaign, event: Event[Campaign], after: Campaign) -> None:
        """What happens, between two states of the log."""
        if isinstance(event, MissionBegan):
            self._met, self._here, self.victims = Counter(), {}, []
        elif isinstance(event, AircraftDestroyed) and not is_friend(before, event.aircraft):
            enemy = before.aircraft(event.aircraft)
            self.victims.append((enemy.name, self._here[enemy.id]))
            self._fallen[enemy.name.partition(" (")[0]] += enemy.kind == "fighter"
        if before.mission is not None and before.mission.combat and not (after.mission and after.mission.combat):
            if before.mission.combat.round:  # nobody heard of those whom the flight evaded
                self._met.update(id_.rpartition("-")[0] for id_ in self._here)
            self._here = {}

    def _name(self, enemy: Aircraft) -> str:
        if enemy.kind != "fighter":
            kind, _, number = enemy.name.rpartition(" ")
            return f"{kind} {int(number) + self._met[enemy.id.rpartition('-')[0]]}"
        fell = self._fallen[enemy.name.partition(" (")[0]]
        return f"a {ORDINALS[fell]} {enemy.name}" if fell else enemy.name


def second_names(squadron: Sequence[SquadronMember]) -> Iterator[str]:
    """What pilots are called: who has the name of one who was lost is ``the second Georges``."""
    names = Counter[str]()
    for member in squadron:
        yield f"the {ORDINALS[names[member.name]]} {member.name}" if names[member.name] else member.name
        names[member.name] += 1


def replace_name(member: SquadronMember, name: str) -> SquadronMember:
    """A pilot who is called so."""
    return member if member.name == name else replace(member, name=name)


# -- the chronicle -----------------------------------------------------------------------------------------------------


HEADS = ("Pilot", "Now", "Victories", "Targets", "Missions", "Air/ground", "Aircraft", "Served")
TOLD = (
    *(HomeFound, MissionSkipped, NobodyFlies, EventDrawn, PilotJoined, CampaignEnded, postmission.FieldDestroyed),
    *(postmission.PointsBought, postmission.PointsGivenUp, postmission.VictoryPointsLost),
    *(postmission.AircraftRepaired, postmission.AircraftUpgraded),
)
"""What is told in the words of its events, besides the mission that was flown."""
GONE = ("lost", "posted", "recycled")


@dataclass
class _Chapter:
    """A mission, or what was before the first, with the last state in which its mission is known."""

    number: int
    state: Campaign
    turns: TurnByTurn = field(default_factory=TurnByTurn)
    facts: MissionFacts = field(default_factory=MissionFacts)
    lines: list[str] = field(default_factory=list)
    """What followed it."""
    victims: Sequence[tuple[str, str]] = ()
    """The enemies who were destroyed in it: as the log has them, and as they are called."""
    skipped: bool = False


def chronicle(setup: Any, events: Iterable[PlainEvent]) -> Told:
    """The chronicle of a campaign, from its set-up and all its events."""
    game = opened(setup)
    chapters, who, log = [_Chapter(0, game)], WhoIsWho(), game
    for event in events:
        before, log_before, log = game, log, event.apply(log)  # type: ignore[attr-defined]
        game = who.named(log)
        who.hear(log_before, event, log)  # type: ignore[arg-type]
        if isinstance(event, MissionBegan | MissionSkipped):
            chapters.append(_Chapter(game.number, game, skipped=isinstance(event, MissionSkipped)))
        if game.mission is not None:
            chapters[-1].state, chapters[-1].victims = game, who.victims
            if before.mission is not None:
                chapters[-1].turns.hear(before, event, game)  # type: ignore[arg-type]
                chapters[-1].facts.hear(before, event, game)  # type: ignore[arg-type]
        if isinstance(event, TOLD) and (line := event.tell(before)):
            chapters[-1].lines.append(capitalised(_joined(event) if isinstance(event, PilotJoined) else line))
    pilots = sorted(game.squadron, key=lambda member: (member.box in GONE, -member.victories - member.targets, member.lost))
    teller = Storyteller(SENTENCES, QUIET)
    return Told(
        title="Chronicle of the squadron",
        standing=summary_of(game)[:2],
        headline=f"The campaign ends in {with_article(game.winner)}, {plural(game.vp, 'victory point')}"
        if game.winner
        else "",
        chapters=tuple(_chapter_told(chapter, teller) for chapter in chapters if chapter.number or chapter.lines),
        careers="Pilots",
        heads=HEADS,
        rows=tuple(Career(_career(pilot, game), pilot.box in GONE) for pilot in pilots),
        wall=tuple(_on_the_wall(pilot) for pilot in sorted(pilots, key=lambda pilot: -pilot.victories) if pilot.victories),
        over=bool(game.winner),
    )


def _joined(event: PilotJoined) -> str:
    """Who joins the squadron, and how good he is, in words."""
    member = event.member
    return f"{member.name} joins with {with_article(member.type)}: air skill {member.air}, ground skill {member.ground}"


def _chapter_told(chapter: _Chapter, teller: Storyteller) -> ChapterTold:
    """A mission as it is told."""
    mission = chapter.state.mission
    if not chapter.number or mission is None or not mission.card:
        title = f"Mission {chapter.number}" if chapter.number else "Before the first mission"
        return ChapterTold(title, (), tuple(chapter.lines), number=chapter.number, idle=chapter.skipped)
    facts = tuple((name, value) for name, value in _facts(chapter.state, mission) if value)
    lines = (*chapter.turns.lines, *_won(mission, chapter.state.names, chapter.victims), *chapter.lines)
    over = bool(mission.counted or mission.ledger or chapter.lines)
    points = f"{plural(abs(mission.points), 'mission point')} {'lost' if mission.points < 0 else 'won'}"
    happened = (*flew(chapter.state), *chapter.facts.facts)
    if over and mission.took_off and not any(SENTENCES[fact.kind].forms for fact in chapter.facts.facts):
        happened += (StoryFact("home", mission.took_off, weight=ASIDE),)
    return ChapterTold(
        title=f"Mission {chapter.number}: {card_name(mission.card)}",
        facts=facts,
        lines=lines,
        headline=teller.headline(one_story(happened), over=any(fact.kind in ("counted", "cost") for fact in happened)),
        result=capitalised(points if mission.points else "no mission points") if over else "",
        story=teller.story(happened),
        tables=chapter.facts.tables,
        number=chapter.number,
        swing=abs(mission.points),
        idle=over and not mission.took_off,
    )


def one_story(facts: Sequence[StoryFact]) -> Sequence[StoryFact]:
    """What a headline is made of: what mattered most, what else the same people did, and whom the same befell."""
    able = [fact for fact in facts if SENTENCES[fact.kind].headline and fact.weight > ASIDE]
    if not able:
        return facts
    most = max(able, key=lambda fact: fact.matters)

    def belongs(fact: StoryFact) -> bool:
        alike = SENTENCES[fact.kind].headline == SENTENCES[most.kind].headline and not fact.what
        return alike or not {*most.who}.isdisjoint(fact.who)

    return [fact for fact in facts if belongs(fact)]


def _facts(game: Campaign, mission: Mission) -> Iterator[tuple[str, str]]:
    yield "Objective", ", ".join(sectors.name(at, game.tables) for at in mission.objective)
    yield "Weather", spelled(mission.weather)
    lent = {aircraft.id for aircraft in mission.lent}
    yield "Flew", ", ".join(game.called(id_) for id_ in mission.took_off if id_ not in lent)
    yield "Lent", ", ".join(game.called(id_) for id_ in mission.took_off if id_ in lent)
    yield "Fell", ", ".join(_fallen(game, id_) for id_ in mission.fallen)
    yield "Mission points", f"{mission.points:+d}" if mission.counted or mission.ledger else ""


def _fallen(game: Campaign, id_: str) -> str:
    """Who fell, and how; of a pilot who came back, that he did."""
    member = next((other for other in game.squadron if other.id == id_), None)
    if member is None:
        return game.called(id_)
    return f"{member.name} ({member.fate if member.box == 'lost' and member.fate else 'the pilot came back'})"


def _won(mission: Mission, names: Mapping[str, str], victims: Sequence[tuple[str, str]]) -> Iterator[str]:
    """What mission points were won and lost for; of a kill, whose it was."""
    called = dict[str, list[str]]()
    for name, now in victims:
        called.setdefault(name, []).append(now)
    kills: dict[str, list[str]] = {}
    for kill in mission.kills:
        kills.setdefault(kill.what.partition(" (")[0], []).append(kill.by)
    for entry in mission.ledger:
        victim = entry.what.removesuffix(" shot down").removesuffix(" destroyed")
        by = kills[victim].pop(0) if kills.get(victim) else ""
        what = entry.what.replace(victim, called[victim].pop(0), 1) if called.get(victim) else entry.what
        yield capitalised(f"{what}{f' by {names.get(by, by)}' if by else ''}: {entry.points:+d} MP")


NOW = {"lost": "lost", "posted": "posted away", "recycled": "lost", "recovery": "in Recovery", "ready": "ready"}
"""What has become of a pilot, by his box."""


def _now(member: SquadronMember) -> str:
    return f"lost {member.fate}".rstrip() if member.box == "lost" else NOW.get(member.box, "in the flight")


ACE = 5
"""Victories of an ace who has no marker of one."""


def _on_the_wall(member: SquadronMember) -> OnTheWall:
    fate = f"{_now(member)}, mission {member.lost}" if member.lost else _now(member)
    ace = member.rank == len(RANKS) - 1 or member.victories >= ACE
    return OnTheWall(
        capitalised(member.name),
        str(member.victories),
        len(member.flown),
        fate,
        rank="ace" if ace else "",
        gone=member.box in GONE,
        besides=plural(member.targets, "ground target") if ace and member.targets else "",
    )


def _career(member: SquadronMember, game: Campaign) -> tuple[str, ...]:
    """A pilot's line."""
    rank = f" {RANKS[member.rank]}" if member.rank else ""
    last = member.lost or (max(member.flown, default=member.joined) if member.box == "posted" else game.number)
    served = f"{member.joined} to {last}" if member.joined < last else str(member.joined)
    skills = f"{member.air}/{member.ground}{rank}"
    counts = (str(n) for n in (member.victories, member.targets, len(member.flown)))
    return capitalised(member.name), _now(member), *counts, skills, member.type, served
