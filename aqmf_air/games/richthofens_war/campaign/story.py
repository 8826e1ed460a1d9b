"""What happens in the missions of a campaign, as facts of stories that the chronicle tells, and the sentences for them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from typing import NamedTuple

from aqmf_air import api
from aqmf_air.api import ASIDE, Sentences, StoryFact, TableTold
from aqmf_air.games.richthofens_war.campaign import debriefing
from aqmf_air.games.richthofens_war.campaign.model import Campaign, Crew, Man
from aqmf_air.games.richthofens_war.campaign.orders import MissionBegan, MissionClosed, campaign_of
from aqmf_air.games.richthofens_war.chapters import damage, missions, moving
from aqmf_air.games.richthofens_war.chapters.fire import ShotResolved, damage_of, ready, roll_shot
from aqmf_air.games.richthofens_war.chapters.guns_and_jams import GunJammed
from aqmf_air.games.richthofens_war.chapters.victory import LOST, VictoryCredited
from aqmf_air.games.richthofens_war.state import Aircraft, Game
from aqmf_air.games.richthofens_war.tables import SIDE_NAMES

# -- sentences ---------------------------------------------------------------------------------------------------------


KILL = ("{who} {shoots} down {haul}", "{who} {claims} {haul}")
SENTENCES: Mapping[str, Sentences] = {
    "kill-killed": Sentences(
        (
            "{who} shot down and killed {what}",
            "{what} fell to {who}, and did not live",
            "{what} died under the fire of {who}",
        ),
        KILL,
    ),
    "kill-alive": Sentences(
        ("{who} shot down {what}, whom a parachute saved", "{what} fell to {who} and lived, by parachute"), KILL
    ),
    "kill-captured": Sentences(("{who} shot down {what}, whom a parachute took into captivity",), KILL),
    "kill-mixed": Sentences(("{who} shot down {what}: {fate}", "{what} fell to {who}: {fate}"), KILL),
    "forced-down": Sentences(
        ("{who} forced down {what} among enemies", "{what} had to come down among enemies, the work of {who}"),
        ("{who} {forces} down {haul}",),
    ),
    "balloon": Sentences(("{who} set fire to {what}", "{what} burned under the fire of {who}"), ("{who} {burns} {what}",)),
    "fell": Sentences(("{who} {was} shot down: {fate}", "{who} went down, {fate}"), ("{who} {is} down",)),
    "broke-up": Sentences(("{who} dived too hard, and the aircraft broke up: {fate}",), ("{who} {is} lost in a dive",)),
    "collided": Sentences(("{who} {was} lost in a collision: {fate}",), ("{who} {is} lost in a collision",)),
    "crashed": Sentences(("{who} crashed on landing: {fate}",), ("{who} {is} lost on landing",)),
    "captured": Sentences(("{who} glided down behind the enemy's lines, {fate}",), ("{who} {is} forced down",)),
    "glided-home": Sentences(("{who} glided down among friends", "without power {who} came down on the right side")),
    "killed": Sentences(("{who} did not live to see the airfield again",), ("{who} {is} killed",)),
    "wounded": Sentences(("{who} came home wounded", "wounded, {who} came home all the same"), ("{who} {is} wounded",)),
    "battered": Sentences(
        (
            "{who} brought back an aircraft with {marks} of {most} damage",
            "{who} made it home at {marks} of {most} damage",
        )
    ),
    "last-flight": Sentences(("{who} had scored {score} until then", "{who} had come to {score} in earlier missions")),
    "jammed": Sentences(("the guns of {who} jammed", "{who} had a jam")),
    "photographs": Sentences(("{who} brought all photographs home",), ("the photographs are home",)),
    "plates": Sentences(("{who} had {targets} on the plates",)),
    "bombed": Sentences(("the bombs of {who} hit", "{who} put the bombs on the target"), ("the bombs hit",)),
    "missed": Sentences(("{who} dropped the bombs and missed",)),
    "strafed": Sentences(
        (
            "{who} strafed the trenches {times}, with {hits} at best",
            "{times} {who} went along the trenches, and scored {hits} at best",
        )
    ),
    "spotted": Sentences(("{who} spotted for the guns, and they hit",)),
    "risen": Sentences(("{who} {is} {rank} from now on", "from now on {who} {is} {rank}"), ("{who} {is} {rank} now",)),
    "joined": Sentences(("{who} joined {squadron}", "a place in {squadron} went to {who}")),
    "flew": Sentences(("{who} flew for {squadron}", "for {squadron} {who} went up")),
    "result": Sentences(("the day went to {who}, {score}", "{who} had the better of it, {score}")),
    "draw": Sentences(("neither side had the better of it: {score}", "it was a draw, {score}")),
}
QUIET = ("both sides go home", "much powder, no victims", "a day without a verdict")

# -- the facts of a mission --------------------------------------------------------------------------------------------


class MissionStory(NamedTuple):
    """What there is to tell of a mission."""

    facts: tuple[StoryFact, ...]
    flew: tuple[tuple[str, str], ...]
    """Squadrons, and who flew what for them."""
    tables: tuple[TableTold, ...]


@dataclass
class _Fall:
    """An aircraft or a balloon that is lost, or comes down."""

    target: str
    turn: int
    why: str = ""
    by: list[str] = field(default_factory=list)
    """The aircraft whose victory it is."""
    chance: Fraction | None = None


class MissionFacts:
    """Hears what happens in a mission, event by event, and keeps what there is to tell once it is over."""

    def __init__(self) -> None:
        self._falls: dict[str, _Fall] = {}
        self._facts: list[tuple[int, StoryFact]] = []
        """Each with its turn."""
        self._strafed: dict[str, tuple[int, list[int]]] = {}
        """Aircraft that strafed trenches: since which turn, and the hits of each time."""
        self._chances: dict[str, list[Fraction | None]] = {}
        """How likely the shots were to do at least what they did to a target in this turn; None: with a critical hit."""

    def hear(self, game: Game, event: api.PlainEvent) -> None:
        """What happens, in the state before it."""
        match event:
            case ShotResolved():
                self._chances.setdefault(event.target, []).append(chance_of(game, event))
            case damage.AircraftLost():
                self._fall(game, event.aircraft, event.why)
            case damage.BalloonHit(destroyed=True):
                self._fall(game, event.balloon, "balloon")
            case moving.Landed():
                self._fall(game, event.aircraft, event.how)
            case VictoryCredited() if event.target in self._falls:
                self._falls[event.target].by.append(event.aircraft)
            case GunJammed():
                self._fact(game, "jammed", event.aircraft, 2)
            case _:
                self._task(game, event)
        if isinstance(event, damage.DamageApplied | damage.BalloonHit):
            self._chances.pop(event.aircraft if isinstance(event, damage.DamageApplied) else event.balloon, None)

    def _fall(self, game: Game, id_: str, why: str) -> None:
        shots = self._chances.get(id_, [])
        self._falls[id_] = _Fall(id_, game.turn, why, chance=shots[0] if len(shots) == 1 else None)

    def _task(self, game: Game, event: api.PlainEvent) -> None:
        match event:
            case missions.PhotographsTaken():
                self._fact(game, "plates", event.aircraft, 3, targets=api.plural(len(event.hexes), "target"))
            case missions.PlatesSafe():
                self._fact(game, "photographs", event.aircraft, 6)
            case missions.BombsDropped():
                self._fact(game, "bombed" if event.hit else "missed", event.aircraft, 6 if event.hit else 2)
            case missions.TrenchStrafed() if event.hits:
                self._strafed.setdefault(event.aircraft, (game.turn, []))[1].append(event.hits)
            case missions.Spotted(hit=True):
                self._fact(game, "spotted", event.aircraft, 4)

    def _fact(self, game: Game, kind: str, aircraft: str, weight: int, **words: str) -> None:
        who = _crew(game, aircraft).men
        self._facts.append((game.turn, StoryFact(kind, who, (), (*words.items(),), f"turn {game.turn}", weight)))

    def story(self, game: Game, closed: MissionClosed) -> MissionStory:
        """All of it, as the mission is over: the state before its end, and what it has led to."""
        falls = [(fall.turn, fact) for fall in self._falls.values() for fact in _fallen(game, fall)]
        strafed = [(turn, _strafed(game, id_, turn, hits)) for id_, (turn, hits) in self._strafed.items()]
        flight = [fact for _, fact in sorted((*self._facts, *strafed, *falls), key=lambda told: told[0])]
        home = [fact for crew in _crews(game) if crew.aircraft not in self._falls for fact in _came_home(game, crew)]
        facts = (*_flew(game), *flight, *home, *_afterwards(game, closed))
        rows = tuple(_row(game, fall) for fall in self._falls.values() if fall.why != "landed")
        table = TableTold("Claims and losses", ("Who", "Flew", "To", "When", "Fate"), rows)
        return MissionStory(facts, tuple(_by_squadron(game)), (table,) if rows else ())


def stories_of(game: Game, events: Iterable[api.PlainEvent]) -> Mapping[int, MissionStory]:
    """What there is to tell of each mission that was flown to its end, from the state before its events."""
    stories, heard = dict[int, MissionStory](), MissionFacts()
    for event in events:
        if isinstance(event, MissionBegan):
            heard = MissionFacts()
        if isinstance(event, MissionClosed):
            if event.flown.game:
                stories[event.flown.number] = heard.story(game, event)
        else:
            heard.hear(game, event)
        game = event.apply(game)  # type: ignore[attr-defined]
    return stories


def chance_of(game: Game, shot: ShotResolved) -> Fraction | None:
    """How likely a shot was to do at least the damage that it did; None: it was a critical hit, or is not found again."""
    declared = [open_shot for open_shot in game.open_shots if open_shot.key == (shot.shooter, shot.gun)]
    ways = [way for open_shot in declared for way in ready(game, open_shot) if way.battery.guns == shot.guns]
    if not ways or shot.critical or shot.burns:
        return None
    question = api.Question("damage", roll_shot, (ways[0].row, ways[0].change, game.rulings), view=damage_of)
    return question.odds().where(lambda damage: damage >= shot.damage)


BATTERED = Fraction(3, 4)
"""The part of its damage with which an aircraft that comes home is told of."""


def _crews(game: Game) -> tuple[Crew, ...]:
    underway = campaign_of(game).underway
    return underway.crews if underway else ()


def _crew(game: Game, aircraft: str) -> Crew:
    return next(crew for crew in _crews(game) if crew.aircraft == aircraft)


def _pilots(game: Game, aircraft: Iterable[str]) -> tuple[str, ...]:
    return tuple(_crew(game, id_).men[0] for id_ in aircraft)


def _fates(game: Game, aircraft: Aircraft) -> str:
    """What has become of the men of a lost aircraft: ``killed``, ``captured``, ``alive``; of each where they differ."""
    crew = _crew(game, aircraft.id)
    words = [debriefing.ENDS.get(debriefing.fate_of(airman, aircraft), "alive") for airman in aircraft.crew]
    if len(set(words)) == 1:
        return words[0]
    return api.in_a_row([f"{name} {word}" for name, word in zip(crew.men, words, strict=True)])


def _strafed(game: Game, aircraft: str, turn: int, hits: list[int]) -> StoryFact:
    times = {1: "once", 2: "twice"}.get(len(hits), f"{api.in_letters(len(hits))} times")
    words = ("times", times), ("hits", api.plural(max(hits), "hit"))
    return StoryFact("strafed", _crew(game, aircraft).men, (), words, f"turn {turn}", 4)


LOSSES = {
    "overdive": "broke-up", "collision": "collided", "crashed": "crashed", "captured": "captured", "landed": "glided-home",
}  # fmt: skip
"""The kinds of facts about those who fell to nobody, by why; others were shot down."""


def _fallen(game: Game, fall: _Fall) -> Iterator[StoryFact]:
    """What a loss tells: who did it, or how it came, and what record it ends."""
    when, by = f"turn {fall.turn}", _pilots(game, fall.by)
    if fall.why == "balloon":
        if by:
            yield StoryFact("balloon", by, ("a balloon",), (), when, 7, fall.chance)
        return
    aircraft, crew = game.of(fall.target), _crew(game, fall.target)
    fate, squadron = _fates(game, aircraft), ("squadron", crew.squadron)
    who = api.in_a_row(crew.men)
    if by and fall.why != "landed":
        plain = fate in ("alive", *debriefing.ENDS.values())
        kind = "forced-down" if fall.why == "captured" else f"kill-{fate if plain else 'mixed'}"
        yield StoryFact(kind, by, (who,), () if plain else (("fate", fate),), when, 8, fall.chance)
    else:
        how = () if fall.why == "landed" else (("fate", fate), squadron)
        yield StoryFact(LOSSES.get(fall.why, "fell"), crew.men, (), how, when, 4 if fall.why == "landed" else 8)
    gone = {name for name, airman in zip(crew.men, aircraft.crew, strict=True) if debriefing.fate_of(airman, aircraft)}
    for man in _men(campaign_of(game), crew):
        if man.name in gone and man.victories >= 1:
            words = (("score", debriefing.spelled(man.victories)),)
            yield StoryFact("last-flight", (man.name,), (), words, when, 9 if man.victories >= 5 else 5, alone=True)


def _came_home(game: Game, crew: Crew) -> Iterator[StoryFact]:
    """What those who came home have to tell."""
    aircraft = game.of(crew.aircraft)
    if aircraft.state in LOST:
        return
    for name, airman in zip(crew.men, aircraft.crew, strict=True):
        if airman.health == "wounded":
            yield StoryFact("wounded", (name,), weight=5)
        elif airman.health == "dead":
            yield StoryFact("killed", (name,), weight=8)
    if aircraft.damage >= BATTERED * (most := game.type_of(aircraft).damage):
        words = ("marks", str(aircraft.damage)), ("most", str(most))
        yield StoryFact("battered", crew.men, (), words, weight=4, alone=True)


def _flew(game: Game) -> Iterator[StoryFact]:
    """Who flew: told where little else is."""
    for squadron in dict.fromkeys(crew.squadron for crew in _crews(game)):
        men = tuple(name for crew in _crews(game) if crew.squadron == squadron for name in crew.men)
        yield StoryFact("flew", men, (), (("squadron", squadron),), weight=ASIDE)


def _by_squadron(game: Game) -> Iterator[tuple[str, str]]:
    for squadron in dict.fromkeys(crew.squadron for crew in _crews(game)):
        own = (crew for crew in _crews(game) if crew.squadron == squadron)
        yield squadron, "; ".join(f"{api.in_a_row(crew.men)} ({crew.type})" for crew in own)


def _afterwards(game: Game, closed: MissionClosed) -> Iterator[StoryFact]:
    """Who has become an ace, who has joined, and who had the better of it."""
    before = {man.name: man for _, man in campaign_of(game).everybody()}
    for squadron in closed.squadrons:
        for man in squadron.men:
            if man.name not in before:
                yield StoryFact("joined", (man.name,), (), (("squadron", squadron.name),), weight=2)
            elif man.alive and (rank := debriefing.risen_to(before[man.name], man, game.tables)):
                yield StoryFact("risen", (man.name,), (), (("rank", rank),), weight=8 if "ace" in rank else 3, alone=True)
    points = sorted(dict(closed.flown.points).values(), reverse=True)
    score = ("score", " to ".join(map(str, points)))
    if closed.flown.winner == "draw":
        yield StoryFact("draw", ("both sides",), (), (score,), weight=ASIDE)
    else:
        side = SIDE_NAMES[closed.flown.winner]
        yield StoryFact("result", (f"the {side}",), (), (score,), weight=ASIDE)


def _row(game: Game, fall: _Fall) -> tuple[str, ...]:
    """A line of the table of claims and losses."""
    to, when = api.in_a_row(_pilots(game, fall.by)), f"turn {fall.turn}"
    if fall.why == "balloon":
        return game.called(fall.target), "", to, when, "burned"
    crew = _crew(game, fall.target)
    fate = _fates(game, game.of(fall.target))
    return f"{api.in_a_row(crew.men)}, {crew.squadron}", crew.type, to, when, fate


def _men(campaign: Campaign, crew: Crew) -> list[Man]:
    return [man for _, man in campaign.everybody() if man.name in crew.men]
