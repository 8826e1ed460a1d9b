"""What happens in the missions of a campaign, as facts of stories that the chronicle tells, and the sentences for them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from fractions import Fraction

from aqmf_air import api
from aqmf_air.api import AIR_SENTENCES, ASIDE, MissionStory, Notebook, Patrol, Sentences, StoryFact
from aqmf_air.games.clouds_of_glory import api as clouds
from aqmf_air.games.clouds_of_glory.api import PILOT, CloudsGame, Craft, Credit
from aqmf_air.games.clouds_of_glory_expanded.campaign import careers, squadrons
from aqmf_air.games.clouds_of_glory_expanded.campaign.squadrons import CAMPAIGN, SIDES
from aqmf_air.games.clouds_of_glory_expanded.chapters import balloons, ground_damage
from aqmf_air.games.clouds_of_glory_expanded.ground import named

KILL, FALLS = AIR_SENTENCES["kill"].headline, AIR_SENTENCES["kill"].suffered
SENTENCES: Mapping[str, Sentences] = {
    **AIR_SENTENCES,
    "kill-alive": Sentences(
        ("{who} shot down {what}, who lived", "{what} went down before the guns of {who}, but lived"), KILL, suffered=FALLS
    ),
    "cheated": Sentences(
        ("{who} cheated death", "death came for {who} and went away again"), ("{who} {has} a narrow escape",)
    ),
    "ground": Sentences(("{who} put an end to {what}", "{what} did not outlast {who}"), ("{who} {destroys} {what}",)),
    "grounded": Sentences(("{who} {was} grounded for {days}",)),
    "gone": Sentences(("{who} left the squadron",), ("{who} {has} to leave",)),
    "ability": Sentences(("{who} earned the ability “{ability}”", "a new ability for {who}: “{ability}”")),
    "fell": Sentences(("{who} {fate}",), ("{who} {is} lost {how}",), parting="but"),
}
QUIET = ("everybody is home", "shots, and no victims", "a day without a verdict")


class MissionFacts:
    """Hears what happens in a mission, event by event, and keeps what there is to tell once it is over."""

    def __init__(self) -> None:
        self._notes = Notebook()
        self._beaten: dict[str, tuple[int, int, Fraction | None]] = {}
        """Aircraft that were beaten: at which event and in which turn, and how likely the last hit was."""
        self._hits: dict[str, Fraction] = {}
        """How likely the last hit on each aircraft was."""

    def hear(self, game: CloudsGame, event: api.PlainEvent) -> None:
        """What happens, in the state before it."""
        notes = self._notes
        notes.now += 1
        match event:
            case clouds.ShotFired(outcome=True, spent=()):
                faces = len(clouds.D20.faces)
                hitting = sum(clouds.hits(face, event.need) for face in range(1, faces + 1))
                self._hits[event.target] = Fraction(hitting, faces)
            case clouds.ShotFired(outcome=True):
                self._hits.pop(event.target, None)  # with re-rolls it was likelier
            case clouds.ShotDown() if game.of(event.craft).downed is None:
                self._beaten[event.craft] = notes.now, game.turn, self._hits.get(event.craft)
            case clouds.ForcedHome() if game.of(event.craft).downed is None:
                self._beaten[event.craft] = notes.now, game.turn, None
            case clouds.DeathFaced(outcome=True):
                notes.note("cheated", (game.of(event.craft).man(event.station).name,), turn=game.turn, weight=9)
            case balloons.BalloonHit(burns=True):
                notes.note("balloon", (_pilot(game, event.craft),), ("a balloon",), turn=game.turn, weight=7)
            case balloons.BalloonHit():
                notes.note("at-balloon", (_pilot(game, event.craft),), turn=game.turn, weight=3)
            case ground_damage.GroundHit(gone=True) | ground_damage.GroundTested(gone=True) if event.craft:
                unit = named(game, event.unit).name
                notes.note("ground", (_pilot(game, event.craft),), (unit,), turn=game.turn, weight=6)
        if isinstance(event, clouds.BurstFired) and event.jam:
            notes.note("jammed", (game.of(event.craft).man(event.station).name,), turn=game.turn, weight=2)

    def story(self, game: CloudsGame, after: CloudsGame) -> MissionStory:
        """All of it, as the mission is over: the state before it is written down, and after that."""
        record = {man.name: man.record for man in squadrons.roster(after)}
        self._notes.now += 1
        for craft in game.craft:
            self._end_of(game, craft)
        for craft in game.craft:
            lost = craft.out == "destroyed" or clouds.is_down(game, craft)
            at = self._beaten.get(craft.id, (self._notes.now, 0, None))[0]
            for man in craft.crew:
                fate, airman = careers.fate_of(game, craft, man), record.get(man.name)
                if fate == "prisoner":
                    self._notes.note("prisoner", (man.name,), weight=7, at=at)
                elif fate == "dead" and not lost:
                    self._notes.note("killed", (man.name,), weight=8)
                elif not fate and man.wounds > 0:
                    self._notes.note("wounded", (man.name,), weight=5)
                if fate and airman and (count := airman.victories):
                    score = f"{api.in_letters(count)} {'victory' if count == 1 else 'victories'}"
                    self._notes.last_flight(man.name, count, score, at)
        flown = CAMPAIGN.of(after).flown[-1]
        for balloon in game.balloons:
            self._notes.note("balloon-stands", (balloon.name,), weight=ASIDE)
        score = " to ".join(map(str, sorted(dict(flown.points).values(), reverse=True)))
        who = {"entente": "the Entente", "germany": "the Germans"}.get(flown.winner, "both sides")
        won = next((side for side in SIDES if side == flown.winner), None)
        why = _why(game, won) if won else ""
        self._notes.note(
            "draw" if not won else "result-for" if why else "result", (who,), weight=ASIDE, score=score, why=why
        )
        entente, germans = (_patrols(game, side) for side in SIDES)
        return self._notes.story(entente, germans)

    def _end_of(self, game: CloudsGame, craft: Craft) -> None:
        """What the end of an aircraft's fight tells."""
        at, turn, chance = self._beaten.get(craft.id, (self._notes.now, game.turn, None))
        down, lost = clouds.is_down(game, craft), craft.out == "destroyed"
        names, by = _names(craft), _by(game, craft.downed if down else craft.sent_home)
        fate = api.fared(names, [FATES[careers.fate_of(game, craft, man)] for man in craft.crew])
        if by:
            kind = KILLS.get(fate, "kill-mixed") if down else "drove-home"
            who, weight, odds = (api.in_a_row(names),), 8 if down else 4, chance if down else None
            self._notes.note(kind, (by,), who, turn=turn, weight=weight, at=at, chance=odds, fate=fate)
        elif lost:
            told, how = FELL.get(craft.fate.partition(":")[0], ("went down", "in the fight"))
            self._notes.note("fell", names, turn=turn, weight=8, at=at, fate=told, how=how)
        if by or lost:
            when, ends = f"turn {turn}" if craft.id in self._beaten else "", fate if down or lost else f"forced home, {fate}"
            if lost and not by:
                ends += f", {how}"
            self._notes.row(at, api.in_a_row(names), craft.type, by, when, ends)


def stories_of(game: CloudsGame, events: Iterable[api.PlainEvent]) -> Mapping[int, MissionStory]:
    """What there is to tell of each mission that was flown to its end, from the state before its events."""
    stories, heard = dict[int, MissionStory](), MissionFacts()
    for event in events:
        before, game = game, event.apply(game)  # type: ignore[attr-defined]
        number = len(CAMPAIGN.of(game).flown)
        match event:
            case careers.MissionFlown():
                stories[number] = heard.story(before, game)
            case careers.MissionBegan():
                heard = MissionFacts()
            case careers.CareerEvent() if number in stories:
                story = stories[number]
                stories[number] = story._replace(facts=(*story.facts, *career_facts(before, event)))
            case _:
                heard.hear(before, event)
    return stories


def _why(game: CloudsGame, side: clouds.Side) -> str:
    """What a side has its points for, behind them; empty: it has none."""
    others = [craft for craft in game.craft if craft.side != side]
    down = sum(clouds.is_down(game, craft) for craft in others)
    home = sum(craft.sent_home is not None and not clouds.is_down(game, craft) for craft in others)
    many = [(api.in_letters(number), how) for number, how in ((down, "shot down"), (home, "forced home")) if number]
    parts = [f"a machine {how}" if number == "one" else f"{number} machines {how}" for number, how in many]
    parts += ["the task of the mission"] * (clouds.mission_points(game)[side] > 0)
    return "" if parts == ["a machine shot down"] else api.in_a_row(parts)  # that has just been told


def _names(craft: Craft) -> tuple[str, ...]:
    return tuple(man.name for man in craft.crew if man.name)


def _pilot(game: CloudsGame, craft: str) -> str:
    return game.of(craft).man(PILOT).name


def _by(game: CloudsGame, credit: Credit | None) -> str:
    """The man whose victory it is; empty: nobody's."""
    return game.of(credit.craft).man(credit.station or PILOT).name if credit and credit.craft else ""


def _patrols(game: CloudsGame, side: clouds.Side) -> tuple[Patrol, ...]:
    crews = tuple((_names(craft), craft.type) for craft in game.craft if craft.side == side)
    return (Patrol(CAMPAIGN.of(game).squadron_in_a_sentence(side), crews),) if crews else ()


FATES = {"dead": "killed", "prisoner": "a prisoner", "": "alive"}
KILLS = {"killed": "kill-killed", "alive": "kill-alive", "a prisoner": "kill"}
"""How a victory is told over a crew that fared alike; what became of prisoners is told of them."""
FELL = {
    "flies into the ground": ("flew into the ground", "in a crash"),
    "collides": ("went down in a collision", "in a collision"),
    "lands": ("crashed in landing", "on landing"), "explodes": ("went down as the machine blew up", "in an explosion"),
    "explodes with its bombs": ("went down as the bombs blew up", "in an explosion"),
    "falls apart": ("went down as the machine fell to pieces", "as the machine falls to pieces"),
    "breaks up": ("went down as the machine broke up", "as the machine breaks up"),
    "is torn apart by a shell": ("fell to a shell", "to a shell"),
}  # fmt: skip
"""How aircraft are lost that no enemy has shot down, by what the log says of them: in a sentence, and behind "is lost"."""


def career_facts(game: CloudsGame, event: careers.CareerEvent) -> Iterator[StoryFact]:
    """What an event between missions tells."""
    who = (event.man,)
    match event:
        case careers.Joined():
            squadron = CAMPAIGN.of(game).squadron_in_a_sentence(event.side)
            yield StoryFact("joined", who, words=(("squadron", squadron),), weight=2)
        case careers.AbilityGained():
            yield StoryFact("ability", who, words=(("ability", event.ability),), weight=3)
        case careers.Harmed(spared=spared) if spared:
            yield StoryFact("cheated", who, weight=8)
        case careers.Harmed(away=away) if away:
            yield StoryFact("grounded", who, words=(("days", api.plural(away, "day")),), weight=4)
        case careers.Dismissed():
            yield StoryFact("gone", who, weight=6)
