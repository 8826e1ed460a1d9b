"""What happens in the missions of a campaign, as facts of stories that the chronicle tells, and the sentences for them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from fractions import Fraction
from typing import NamedTuple

from aqmf_air import api
from aqmf_air.api import ASIDE, Sentences, StoryFact, TableTold
from aqmf_air.games.clouds_of_glory import api as clouds
from aqmf_air.games.clouds_of_glory.api import PILOT, CloudsGame, Craft, Credit
from aqmf_air.games.clouds_of_glory_expanded.campaign import careers, squadrons
from aqmf_air.games.clouds_of_glory_expanded.campaign.squadrons import CAMPAIGN, SIDES
from aqmf_air.games.clouds_of_glory_expanded.chapters import balloons, ground_damage
from aqmf_air.games.clouds_of_glory_expanded.ground import named

# -- sentences ---------------------------------------------------------------------------------------------------------


KILL = ("{who} {shoots} down {haul}", "{who} {claims} {haul}")
SENTENCES: Mapping[str, Sentences] = {
    "kill": Sentences(
        ("{who} shot down {what}", "{what} went down before the guns of {who}", "the victory over {what} went to {who}"),
        KILL,
    ),
    "kill-killed": Sentences(
        (
            "{who} shot down and killed {what}",
            "{what} fell to {who}, and did not live",
            "the guns of {who} were the end of {what}",
        ),
        KILL,
    ),
    "drove-home": Sentences(
        ("{who} drove {what} from the fight", "{what} had enough of {who} and went home"),
        ("{who} {drives} off {haul}",),
    ),
    "fell": Sentences(
        ("{who} {fate}", "it was the end of the flight for {who}, who {fate}"),
        ("{who} {is} down",),
    ),
    "cheated": Sentences(
        ("{who} cheated death", "death came for {who} and went away again"), ("{who} {has} a narrow escape",)
    ),
    "prisoner": Sentences(
        ("{who} {was} taken prisoner", "for {who} the war is over, in captivity"), ("{who} {is} taken prisoner",)
    ),
    "killed": Sentences(("{who} {was} killed in the air", "{who} did not live to land"), ("{who} {is} killed",)),
    "last-flight": Sentences(
        ("it was the last flight of {who}, after {count}", "the score of {who} ends at {count}"), ("farewell to {who}",)
    ),
    "wounded": Sentences(("{who} came back wounded", "{who} {was} hit, and came home"), ("{who} {is} wounded",)),
    "jammed": Sentences(("the guns of {who} jammed", "{who} had a jam")),
    "balloon": Sentences(("{who} burned {what}", "{what} went up in flames, the work of {who}"), ("{who} {burns} {what}",)),
    "ground": Sentences(("{who} put an end to {what}", "{what} did not outlast {who}"), ("{who} {destroys} {what}",)),
    "grounded": Sentences(("{who} {is} grounded for {days}",)),
    "gone": Sentences(("{who} left the squadron",), ("{who} {has} to leave",)),
    "ability": Sentences(("{who} {has} a new ability: {ability}", "a new ability for {who}: {ability}")),
    "joined": Sentences(("{who} joined {squadron}", "new in {squadron}: {who}")),
    "flew": Sentences(("{who} flew for {squadron}", "for {squadron} {who} went up")),
    "result": Sentences(("{score}", "in the end it was {score}")),
}
QUIET = ("everybody is home", "shots, and no victims", "a day without a verdict")

# -- the facts of a mission --------------------------------------------------------------------------------------------


class MissionStory(NamedTuple):
    """What there is to tell of a mission."""

    facts: tuple[StoryFact, ...]
    flew: tuple[tuple[str, str], ...]
    """Squadrons, and who flew what for them."""
    tables: tuple[TableTold, ...]


class MissionFacts:
    """Hears what happens in a mission, event by event, and keeps what there is to tell once it is over."""

    def __init__(self) -> None:
        self._facts: list[tuple[int, StoryFact]] = []
        """Each with its turn."""
        self._fell: dict[str, tuple[int, Fraction | None]] = {}
        """Aircraft that were beaten: in which turn, and how likely the last hit was."""
        self._hits: dict[str, Fraction] = {}
        """How likely the last hit on each aircraft was."""

    def hear(self, game: CloudsGame, event: api.PlainEvent) -> None:
        """What happens, in the state before it."""
        match event:
            case clouds.ShotFired(outcome=True, spent=()):
                faces = len(clouds.D20.faces)
                hitting = sum(clouds.hits(face, event.need) for face in range(1, faces + 1))
                self._hits[event.target] = Fraction(hitting, faces)
            case clouds.ShotFired(outcome=True):
                self._hits.pop(event.target, None)  # with re-rolls it was likelier
            case clouds.ShotDown() if game.of(event.craft).downed is None:
                self._fell[event.craft] = game.turn, self._hits.get(event.craft)
            case clouds.DeathFaced(outcome=True):
                man = game.of(event.craft).man(event.station)
                self._note(game, "cheated", (man.name,), 9)
            case balloons.BalloonHit(burns=True):
                self._note(game, "balloon", (_pilot(game, event.craft),), 7, "a balloon")
            case ground_damage.GroundHit(gone=True) | ground_damage.GroundTested(gone=True) if event.craft:
                self._note(game, "ground", (_pilot(game, event.craft),), 6, named(game, event.unit).name)
        if isinstance(event, clouds.BurstFired) and event.jam:
            self._note(game, "jammed", (game.of(event.craft).man(event.station).name,), 2)

    def _note(self, game: CloudsGame, kind: str, who: tuple[str, ...], weight: int, *what: str) -> None:
        self._facts.append((game.turn, StoryFact(kind, who, what, (), f"turn {game.turn}", weight)))

    def story(self, game: CloudsGame, after: CloudsGame) -> MissionStory:
        """All of it, as the mission is over: the state before it is written down, and after that."""
        rows, fights = list[tuple[int, tuple[str, ...]]](), list[tuple[int, StoryFact]]()
        for craft in game.craft:
            turn, chance = self._fell.get(craft.id, (game.turn, None))
            for fact in _beaten(game, craft, chance, f"turn {turn}"):
                fights.append((turn, fact))
            if craft.id in self._fell or craft.sent_home or craft.out == "destroyed":
                rows.append((turn, _row(game, craft, f"turn {turn}" if craft.id in self._fell else "")))
        flight = [fact for _, fact in sorted((*self._facts, *fights), key=lambda told: told[0])]
        table = TableTold("Claims and losses", ("Who", "Flew", "To", "When", "Fate"), tuple(row for _, row in sorted(rows)))
        facts = (*_flew(game), *flight, *_men(game, after))
        return MissionStory(facts, tuple(_by_squadron(game)), (table,) if rows else ())


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
                stories[number] = story._replace(facts=(*story.facts, *_career(before, event)))
            case _:
                heard.hear(before, event)
    return stories


def _names(craft: Craft) -> tuple[str, ...]:
    return tuple(man.name for man in craft.crew if man.name)


def _pilot(game: CloudsGame, craft: str) -> str:
    return game.of(craft).man(PILOT).name


def _by(game: CloudsGame, credit: Credit | None) -> str:
    """The man whose victory it is; empty: nobody's."""
    return game.of(credit.craft).man(credit.station or PILOT).name if credit and credit.craft else ""


def _beaten(game: CloudsGame, craft: Craft, chance: Fraction | None, when: str) -> Iterator[StoryFact]:
    """What the end of an aircraft's fight tells."""
    who = api.in_a_row(_names(craft))
    down = clouds.is_down(game, craft)
    if by := _by(game, craft.downed if down else craft.sent_home):
        dead = down and all(careers.fate_of(game, craft, man) == "dead" for man in craft.crew)
        kind = "kill-killed" if dead else "kill" if down else "drove-home"
        yield StoryFact(kind, (by,), (who,), (), when, 8 if down else 4, chance if down else None)
    elif craft.out == "destroyed":
        yield StoryFact("fell", _names(craft), (), (("fate", FELL.get(craft.fate.partition(":")[0], "went down")),), when, 8)


FELL = {
    "flies into the ground": "flew into the ground", "collides": "collided", "lands": "crashed in landing",
    "explodes": "blew up", "explodes with its bombs": "blew up with the bombs", "falls apart": "fell from the sky in pieces",
    "breaks up": "broke up in the air", "is torn apart by a shell": "met a shell",
}  # fmt: skip
"""How aircraft are lost that no enemy has shot down, by what the log says of them."""


def _men(game: CloudsGame, after: CloudsGame) -> Iterator[StoryFact]:
    """What has become of the men, and how it ended."""
    record = {man.name: man for man in squadrons.roster(after)}
    for craft in game.craft:
        lost = craft.out == "destroyed" or clouds.is_down(game, craft)
        for man in craft.crew:
            fate, airman = careers.fate_of(game, craft, man), record.get(man.name)
            if fate == "prisoner":
                yield StoryFact("prisoner", (man.name,), weight=7)
            elif fate == "dead" and not lost:
                yield StoryFact("killed", (man.name,), weight=8)
            elif not fate and man.wounds > 0:
                yield StoryFact("wounded", (man.name,), weight=5)
            if fate and airman and airman.record.victories:
                count = api.plural(airman.record.victories, "victory", "victories")
                yield StoryFact("last-flight", (man.name,), words=(("count", count),), weight=6, alone=True)
    flown = CAMPAIGN.of(after).flown[-1]
    score = careers.result_in_words(flown.winner, dict(flown.points))
    yield StoryFact("result", ("both sides",), words=(("score", score),), weight=ASIDE)


def _career(game: CloudsGame, event: careers.CareerEvent) -> Iterator[StoryFact]:
    """What an event between missions tells."""
    match event:
        case careers.Joined():
            yield StoryFact(
                "joined", (event.man,), words=(("squadron", CAMPAIGN.of(game).squadron_in_a_sentence(event.side)),), weight=2
            )
        case careers.AbilityGained():
            yield StoryFact("ability", (event.man,), words=(("ability", event.ability),), weight=3)
        case careers.Harmed(spared=spared) if spared:
            yield StoryFact("cheated", (event.man,), weight=8)
        case careers.Harmed(away=away) if away:
            yield StoryFact("grounded", (event.man,), words=(("days", api.plural(away, "day")),), weight=4)
        case careers.Dismissed():
            yield StoryFact("gone", (event.man,), weight=6)


def _flew(game: CloudsGame) -> Iterator[StoryFact]:
    """Who flew: told where little else is."""
    for side in SIDES:
        if men := tuple(name for craft in game.craft if craft.side == side for name in _names(craft)):
            yield StoryFact("flew", men, words=(("squadron", CAMPAIGN.of(game).squadron_in_a_sentence(side)),), weight=ASIDE)


def _by_squadron(game: CloudsGame) -> Iterator[tuple[str, str]]:
    for side in SIDES:
        own = [f"{api.in_a_row(_names(craft))} ({craft.type})" for craft in game.craft if craft.side == side]
        if own:
            yield api.capitalised(CAMPAIGN.of(game).squadron(side)), "; ".join(own)


def _row(game: CloudsGame, craft: Craft, when: str) -> tuple[str, ...]:
    """A line of the table of claims and losses."""
    down = clouds.is_down(game, craft)
    words = {"dead": "killed", "prisoner": "a prisoner"}
    fates = [words.get(careers.fate_of(game, craft, man), "alive") for man in craft.crew]
    each = [f"{name} {end}" for name, end in zip(_names(craft), fates, strict=False)]
    fate = fates[0] if len(set(fates)) == 1 else api.in_a_row(each)
    how = fate if down or craft.out == "destroyed" else f"forced home, {fate}"
    return api.in_a_row(_names(craft)), craft.type, _by(game, craft.downed if down else craft.sent_home), when, how
