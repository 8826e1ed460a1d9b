"""What happens in the missions of a campaign, as facts of stories that the chronicle tells, and the game's own sentences."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from functools import partial

from aqmf_air import api
from aqmf_air.api import AIR_SENTENCES, ASIDE, MissionStory, Notebook, Patrol, Sentences
from aqmf_air.games.richthofens_war.campaign import debriefing
from aqmf_air.games.richthofens_war.campaign.model import Crew
from aqmf_air.games.richthofens_war.campaign.orders import MissionBegan, MissionClosed, campaign_of
from aqmf_air.games.richthofens_war.chapters import damage, missions, moving, victory
from aqmf_air.games.richthofens_war.chapters.fire import ShotResolved, damage_of, ready, roll_shot
from aqmf_air.games.richthofens_war.chapters.fire_from_ground import GroundShot
from aqmf_air.games.richthofens_war.chapters.guns_and_jams import GunJammed
from aqmf_air.games.richthofens_war.chapters.victory import VictoryCredited
from aqmf_air.games.richthofens_war.state import SIDES, Game, SideId
from aqmf_air.games.richthofens_war.tables import SIDE_NAMES

# -- sentences ---------------------------------------------------------------------------------------------------------


KILL, FALLS = AIR_SENTENCES["kill"].headline, AIR_SENTENCES["kill"].suffered
OWN: Mapping[str, Sentences] = {
    "kill-alive": Sentences(
        ("{who} shot down {what}, whom a parachute saved", "{what} fell to {who} and lived, by parachute"),
        KILL,
        suffered=FALLS,
    ),
    "kill-captured": Sentences(("{who} shot down {what}, whom a parachute took into captivity",), KILL, suffered=FALLS),
    "forced-down": Sentences(
        ("{who} forced down {what} among enemies", "{what} had to come down among enemies, the work of {who}"),
        ("{who} {forces} down {haul}",),
    ),
    "fell": Sentences(("{who} {was} shot down{fate}", "{who} {was} brought down{fate}"), ("{who} {is} down",)),
    "fell-to-ground": Sentences(
        ("{who} {was} shot down from the ground{fate}", "by fire from the ground {who} {was} brought down{fate}"),
        ("{who} {falls} to guns on the ground",),
    ),
    "broke-up": Sentences(
        ("a dive too hard broke up the aircraft: {who} {was} lost{fate}",), ("{who} {is} lost in a dive",)
    ),
    "collided": Sentences(("in a collision {who} {was} brought down{fate}",), ("{who} {is} lost in a collision",)),
    "crashed": Sentences(("in a crash on landing {who} {was} lost{fate}",), ("{who} {is} lost on landing",)),
    "captured": Sentences(("behind the enemy's lines {who} {was} forced to land{fate}",), ("{who} {is} forced down",)),
    "glided-home": Sentences(("{who} glided down among friends", "without power {who} came down on the right side")),
    "battered": Sentences(
        (
            "{who} nursed home {machine} with {marks} of the {most} points of damage that it can bear",
            "{who} made it home in {machine} with {marks} points of damage, where {most} are the end",
            "{marks} of {most} points of damage did not keep {who} from coming home in {machine}",
        )
    ),
    "photographs": Sentences(
        ("{who} brought all the photographs home", "every photograph came home with {who}"),
        ("{who} {brings} the photographs home",),
    ),
    "plates": Sentences(("{who} photographed {targets}", "{targets} stood in the camera of {who}")),
    "bombed": Sentences(("{who} put the bombs on the target", "the bombs of {who} hit"), ("the bombs of {who} hit",)),
    "missed": Sentences(("{who} dropped the bombs and missed",)),
    "strafed": Sentences(
        (
            "{who} strafed the trenches {times}, with {hits} at best",
            "{times} {who} went along the trenches, and scored {hits} at best",
        )
    ),
    "spotted": Sentences(("{who} spotted for the guns, and they hit",)),
    "risen": Sentences(("{who} {is} {rank} from now on", "from now on {who} {is} {rank}"), ("{who} {is} {rank} now",)),
}
SENTENCES = {**AIR_SENTENCES, **OWN}
QUIET = ("both sides go home", "much powder, no victims", "a day without a verdict")

# -- the facts of a mission --------------------------------------------------------------------------------------------


@dataclass
class _Fall:
    """An aircraft or a balloon that is lost, or comes down."""

    target: str
    turn: int
    at: int
    why: str = ""
    by: list[str] = field(default_factory=list)
    """The aircraft whose victory it is."""
    chance: Fraction | None = None


class MissionFacts:
    """Hears what happens in a mission, event by event, and keeps what there is to tell once it is over."""

    def __init__(self) -> None:
        self._notes = Notebook()
        self._falls: dict[str, _Fall] = {}
        self._strafed: dict[str, tuple[int, int, list[int]]] = {}
        """Aircraft that strafed trenches: since which event and turn, and the hits of each time."""
        self._chances: dict[str, list[Fraction | None]] = {}
        """How likely the shots were to do at least what they did to a target in this turn; None: with a critical hit."""
        self._from_ground: dict[str, int] = {}
        """Aircraft that were hit from the ground, and in which turn."""
        self._at_balloon: list[str] = []
        self._home: list[str] = []
        """Aircraft whose photographs are told of."""

    def hear(self, game: Game, event: api.PlainEvent) -> None:
        """What happens, in the state before it."""
        self._notes.now += 1
        match event:
            case ShotResolved():
                self._chances.setdefault(event.target, []).append(chance_of(game, event))
                at_balloon = any(balloon.id == event.target for balloon in game.balloons)
                if at_balloon and event.shooter not in self._at_balloon:
                    self._at_balloon.append(event.shooter)
                    self._note(game, "at-balloon", event.shooter, 4)
            case GroundShot() if event.damage:
                self._from_ground[event.target] = game.turn
            case damage.AircraftLost():
                from_ground = self._from_ground.get(event.aircraft) == game.turn
                self._fall(game, event.aircraft, "ground-fire" if from_ground and event.why == "damage" else event.why)
            case damage.BalloonHit(destroyed=True):
                self._fall(game, event.balloon, "balloon")
            case moving.Landed():
                self._fall(game, event.aircraft, event.how)
            case VictoryCredited() if event.target in self._falls:
                self._falls[event.target].by.append(event.aircraft)
            case GunJammed():
                self._note(game, "jammed", event.aircraft, 2)
            case _:
                self._task(game, event)
        if isinstance(event, damage.DamageApplied | damage.BalloonHit):
            self._chances.pop(event.aircraft if isinstance(event, damage.DamageApplied) else event.balloon, None)

    def _fall(self, game: Game, id_: str, why: str) -> None:
        shots = self._chances.get(id_, [])
        self._falls[id_] = _Fall(id_, game.turn, self._notes.now, why, chance=shots[0] if len(shots) == 1 else None)

    def _task(self, game: Game, event: api.PlainEvent) -> None:
        match event:
            case missions.PhotographsTaken():
                self._note(game, "plates", event.aircraft, 3, targets=_number(len(event.hexes), "target"))
            case missions.PlatesSafe():
                self._photographs(game, event.aircraft)
            case missions.BombsDropped():
                self._note(game, "bombed" if event.hit else "missed", event.aircraft, 9 if event.hit else 2)
            case missions.TrenchStrafed() if event.hits:
                _, _, hits = self._strafed.setdefault(event.aircraft, (self._notes.now, game.turn, []))
                hits.append(event.hits)
            case missions.Spotted(hit=True):
                self._note(game, "spotted", event.aircraft, 4)

    def _photographs(self, game: Game, aircraft: str) -> None:
        if aircraft not in self._home:
            self._home.append(aircraft)
            self._note(game, "photographs", aircraft, 9)

    def _note(self, game: Game, kind: str, aircraft: str, weight: int, targets: str = "") -> None:
        self._notes.note(kind, _crew(game, aircraft).men, turn=game.turn, weight=weight, targets=targets)

    def story(self, game: Game, closed: MissionClosed) -> MissionStory:
        """All of it, as the mission is over: the state before its end, and what it has led to."""
        for fall in self._falls.values():
            self._fallen(game, fall)
        for id_, (at, turn, hits) in self._strafed.items():
            times = {1: "once", 2: "twice"}.get(len(hits), f"{api.in_letters(len(hits))} times")
            best = _number(max(hits), "hit")
            self._notes.note("strafed", _crew(game, id_).men, turn=turn, weight=4, at=at, times=times, hits=best)
        for aircraft in game.aircraft:
            if victory.brought_home(aircraft, game):
                self._photographs(game, aircraft.id)
        for crew in _crews(game):
            if crew.aircraft not in self._falls:
                self._came_home(game, crew)
        for balloon in game.balloons:
            if balloon.state != "destroyed":
                self._notes.note("balloon-stands", (f"the balloon of the {SIDE_NAMES[balloon.side]}",), weight=ASIDE)
        self._afterwards(game, closed)
        doers = {mission.side: TASKS[mission.kind] for mission in game.setup.missions}
        doers |= {victory.other(balloon.side): "against a balloon" for balloon in game.balloons}
        first = next(iter(doers), SIDES[0])
        own, others = (tuple(_patrols(game, side)) for side in (first, victory.other(first)))
        return self._notes.story(own, others, doers.get(first, ""))

    def _fallen(self, game: Game, fall: _Fall) -> None:
        """What a loss tells: who did it, or how it came, and what record it ends."""
        notes, by = self._notes, _pilots(game, fall.by)
        if fall.why == "balloon":
            notes.row(fall.at, game.called(fall.target), "", api.in_a_row(by), f"turn {fall.turn}", "burned")
            if by:
                notes.note("balloon", by, ("a balloon",), turn=fall.turn, weight=9, at=fall.at, chance=fall.chance)
            return
        aircraft, crew = game.of(fall.target), _crew(game, fall.target)
        ends = [debriefing.fate_of(airman, aircraft) for airman in aircraft.crew]
        fate = api.fared(crew.men, [debriefing.ENDS.get(end, "alive") for end in ends])
        who = api.in_a_row(crew.men)
        if fall.why != "landed":
            to = api.in_a_row(by)
            notes.row(fall.at, f"{who}, {crew.squadron}", crew.type, to, f"turn {fall.turn}", fate)
        if by and fall.why != "landed":
            plain = fate in ("alive", *debriefing.ENDS.values())
            kind = "forced-down" if fall.why == "captured" else f"kill-{fate if plain else 'mixed'}"
            notes.note(kind, by, (who,), turn=fall.turn, weight=8, at=fall.at, chance=fall.chance, fate=fate)
        else:
            kind, weight = LOSSES.get(fall.why, "fell"), 4 if fall.why == "landed" else 8
            notes.note(kind, crew.men, turn=fall.turn, weight=weight, at=fall.at, fate=FATES.get(fate, f": {fate}"))
        gone = {name for name, end in zip(crew.men, ends, strict=True) if end}
        for _, man in campaign_of(game).everybody():
            if man.name in gone and man.victories >= 1:
                score = f"{debriefing.spelled(man.victories)} {'victory' if man.victories == 1 else 'victories'}"
                notes.last_flight(man.name, man.victories, score, fall.at)

    def _came_home(self, game: Game, crew: Crew) -> None:
        """What those who came home have to tell."""
        aircraft = game.of(crew.aircraft)
        if aircraft.state in victory.LOST:
            return
        for name, airman in zip(crew.men, aircraft.crew, strict=True):
            if airman.health in ("wounded", "dead"):
                dead = airman.health == "dead"
                self._notes.note("killed" if dead else "wounded", (name,), weight=8 if dead else 5)
        alive = [name for name, airman in zip(crew.men, aircraft.crew, strict=True) if airman.health != "dead"]
        if alive and aircraft.damage >= BATTERED * (most := game.type_of(aircraft).damage):
            marks, machine = str(aircraft.damage), api.with_article(crew.type.partition(",")[0])
            note = partial(self._notes.note, "battered", alive, turn=game.turn, weight=4, alone=True)
            note(marks=marks, most=str(most), machine=machine)

    def _afterwards(self, game: Game, closed: MissionClosed) -> None:
        """Who had the better of it and why, who has become an ace, and who has joined."""
        flown, notes = closed.flown, self._notes
        points = " to ".join(map(str, sorted(dict(flown.points).values(), reverse=True)))
        if flown.winner == "draw":
            notes.note("draw", ("both sides",), weight=ASIDE, score=points)
        else:
            side: SideId = "german" if flown.winner == "german" else "allied"
            why = _won_by(game, side)
            notes.note("result-for" if why else "result", (f"the {SIDE_NAMES[side]}",), weight=ASIDE, score=points, why=why)
        before = {man.name: man for _, man in campaign_of(game).everybody()}
        for squadron in closed.squadrons:
            for man in squadron.men:
                if man.name not in before:
                    notes.note("joined", (man.name,), weight=2, squadron=squadron.name)
                elif man.alive and (rank := debriefing.risen_to(before[man.name], man, game.tables)):
                    notes.note("risen", (man.name,), weight=8 if "ace" in rank else 3, alone=True, rank=rank)


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
TASKS = {
    "photographs": "for photographs",
    "bombs": "with bombs",
    "strafing": "against the trenches",
    "spotting": "to spot for the guns",
}
WON_BY = {
    "aircraft": ("an aircraft brought down", "{} aircraft brought down"),
    "balloon": ("a balloon burned", "{} balloons burned"),
    "photographs": ("the photographs", "the photographs"),
    "bombs": ("bombs on the target", "bombs on the target"),
    "trench": ("the trenches strafed", "the trenches strafed"),
    "spotting": ("the fire that was spotted", "the fire that was spotted"),
}
"""What earns points, in a sentence: of one, and of several."""
LOSSES = {
    "overdive": "broke-up", "collision": "collided", "crashed": "crashed", "captured": "captured", "landed": "glided-home",
    "ground-fire": "fell-to-ground",
}  # fmt: skip
"""The kinds of facts about those who fell to nobody, by why; others were shot down."""

FATES = {"killed": " and killed", "captured": " and captured", "alive": " but lived"}
"""What became of all men of an aircraft, behind how it was lost."""


def _won_by(game: Game, side: SideId) -> str:
    """What a side has its points for."""
    kinds = Counter(entry.kind for entry in victory.earned(game) if entry.side == side)
    return api.in_a_row([WON_BY[kind][count > 1].format(api.in_letters(count)) for kind, count in kinds.items()])


def _number(count: int, what: str) -> str:
    return f"{'a' if count == 1 else api.in_letters(count)} {what}{'' if count == 1 else 's'}"


def _crews(game: Game) -> tuple[Crew, ...]:
    underway = campaign_of(game).underway
    return underway.crews if underway else ()


def _crew(game: Game, aircraft: str) -> Crew:
    return next(crew for crew in _crews(game) if crew.aircraft == aircraft)


def _pilots(game: Game, aircraft: Iterable[str]) -> tuple[str, ...]:
    return tuple(_crew(game, id_).men[0] for id_ in aircraft)


def _patrols(game: Game, side: SideId) -> Iterator[Patrol]:
    """Who flew for the squadrons of a side."""
    crews = [crew for crew in _crews(game) if game.of(crew.aircraft).side == side]
    for squadron in dict.fromkeys(crew.squadron for crew in crews):
        yield Patrol(squadron, tuple((crew.men, crew.type) for crew in crews if crew.squadron == squadron))
