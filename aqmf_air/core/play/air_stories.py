"""What stories of air campaigns share, whatever the game: how a mission begins and ends, victories, losses, newcomers.

A game hears its own events and writes what they mean in a :class:`Notebook`; kinds of facts that stand in
:data:`AIR_SENTENCES` need no sentences of its own.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any, NamedTuple

from aqmf_air.core.data.text import in_a_row, in_letters, with_article
from aqmf_air.core.play.chronicle import ChapterTold, TableTold
from aqmf_air.core.play.stories import ASIDE, Sentences, StoryFact, Storyteller

FALLS = "{falls} to"
KILL = ("{who} {shoots} down {haul}", "{who} {claims} {haul}")
AIR_SENTENCES: Mapping[str, Sentences] = {
    "met": Sentences(
        (
            "{first} went up{task} and met {second}",
            "{first} went out{task} and ran into {second}",
            "{first} took off{task} and came upon {second}",
            "{second} stood in the way when {first} took off{task}",
        )
    ),
    "kill": Sentences(("{who} shot down {what}", "{what} went down before the guns of {who}"), KILL, suffered=FALLS),
    "kill-killed": Sentences(
        (
            "{who} shot down and killed {what}",
            "{what} fell to {who} and did not survive",
            "{what} died at the guns of {who}",
        ),
        KILL,
        suffered=FALLS,
    ),
    "kill-mixed": Sentences(("{who} shot down {what}: {fate}", "{what} fell to {who}: {fate}"), KILL, suffered=FALLS),
    "drove-home": Sentences(
        ("{who} drove {what} from the fight", "{what} had enough of {who} and turned for home"),
        ("{who} {drives} off {haul}",),
    ),
    "fell": Sentences(("{who} {fate}", "it was the end of the flight for {who}, who {fate}"), ("{who} {is} down",)),
    "killed": Sentences(("{who} {was} killed in the air", "{who} did not live to land"), ("{who} {is} killed",)),
    "prisoner": Sentences(
        ("{who} {was} taken prisoner", "for {who} the war is over, in captivity"), ("{who} {is} taken prisoner",)
    ),
    "wounded": Sentences(("{who} came home wounded", "wounded, {who} came home all the same"), ("{who} {is} wounded",)),
    "last-flight": Sentences(
        ("it was the last flight of {who}, after {score}", "the score of {who} ends at {score}"), beside="who had {score}"
    ),
    "ace-lost": Sentences(
        ("with {who} an ace is gone, after {score}", "it was the last flight of {who}, an ace of {score}"),
        ("{who}, ace of {score}, {is} lost",),
    ),
    "jammed": Sentences(("the guns of {who} jammed", "jammed guns troubled {who}")),
    "balloon": Sentences(("{who} set fire to {what}", "{what} burned under the fire of {who}"), ("{who} {burns} {what}",)),
    "at-balloon": Sentences(("{who} attacked the balloon", "{who} went for the balloon")),
    "balloon-stands": Sentences(("{who} {was} still up at the end", "nobody burned {who}"), ("{who} {is} still up",)),
    "joined": Sentences(("{who} joined {squadron}", "{squadron} took in {who}", "new in {squadron}: {who}")),
    "result": Sentences((), ("the day goes to {who}, {score}",)),
    "result-for": Sentences(
        ("{why} won the day for {who}", "{who} took the day with {why}", "{why} gave {who} the day"),
        ("the day goes to {who}, {score}",),
    ),
    "draw": Sentences((), ("neither side wins",)),
}
"""How the kinds are told that more than one game has. ``met`` has the words ``first``, ``second`` and ``task`` ("" or
" for photographs"); ``result`` and ``draw`` have ``score``, which stands under the headline already; ``result-for`` has
``why``, too (``a balloon burned``).
"""
ACE = 5
"""Victories of an ace, as pilots count them."""


class MissionStory(NamedTuple):
    """What there is to tell of a mission."""

    facts: tuple[StoryFact, ...] = ()
    flew: tuple[tuple[str, str], ...] = ()
    """Squadrons, and who flew what for them."""
    tables: tuple[TableTold, ...] = ()

    def chapter(self, teller: Storyteller, **about: Any) -> ChapterTold:
        """The mission as a chapter, about which the game says its title, its number, its result."""
        headline = teller.headline(self.facts, over=bool(self.facts))
        return ChapterTold(headline=headline, story=teller.story(self.facts), tables=self.tables, **about)


NAMED = 2
"""So many men of a squadron are named where a story begins; of more it tells how many there were of each machine."""


@dataclass(frozen=True)
class Patrol:
    """Those of a squadron who flew in a mission."""

    squadron: str
    """In a sentence: ``Jasta 11``, ``the Germans``."""
    crews: tuple[tuple[tuple[str, ...], str], ...]
    """The men of each machine, and its type."""

    def __str__(self) -> str:
        men = [name for crew, _ in self.crews for name in crew]
        kinds = Counter(machine.partition(",")[0] for _, machine in self.crews)
        machines = [
            f"{in_letters(many)} {machine}" if many > 1 else with_article(machine) for machine, many in kinds.items()
        ]
        if len(men) > NAMED:
            return f"{in_a_row(machines)} of {self.squadron}"
        return f"{in_a_row(men)} of {self.squadron}{f' in {machines[0]}' if len(self.crews) == 1 else ''}"


def fared(names: Sequence[str], fates: Sequence[str]) -> str:
    """What became of a crew: ``killed``; of each where they fared differently."""
    if len({*fates}) == 1:
        return fates[0]
    return in_a_row([f"{name} {fate}" for name, fate in zip(names, fates, strict=False)])


def _together(patrols: Sequence[Patrol]) -> str:
    """Patrols that fly together: ``Ada of No. 59 Squadron, with Bea of No. 60 Squadron``."""
    head, *others = map(str, patrols) if patrols else ("nobody",)
    return f"{head}, with {in_a_row(others)}" if others else head


@dataclass
class Notebook:
    """Facts of a mission while it is heard, in the order in which things happened."""

    now: int = 0
    """How many events were heard."""
    _notes: list[tuple[int, StoryFact]] = field(default_factory=list)
    _rows: list[tuple[int, tuple[str, ...]]] = field(default_factory=list)

    def note(
        self,
        kind: str,
        who: Sequence[str],
        what: Sequence[str] = (),
        *,
        weight: int,
        turn: int = 0,
        at: int | None = None,
        chance: Fraction | None = None,
        alone: bool = False,
        **words: str,
    ) -> None:
        """Note a fact of now, or of the moment ``at``, which was ``now`` then."""
        when = f"turn {turn}" if turn else ""
        fact = StoryFact(kind, tuple(who), tuple(what), (*words.items(),), when, weight, chance, alone)
        self._notes.append((self.now if at is None else at, fact))

    def last_flight(self, name: str, victories: Fraction | int, score: str, at: int) -> None:
        """Note that a man who is gone had this score, in words."""
        kind, weight = ("ace-lost", 9) if victories >= ACE else ("last-flight", 5)
        self.note(kind, (name,), weight=weight, at=at, alone=True, score=score)

    def row(self, at: int, who: str, flew: str, to: str, when: str, fate: str) -> None:
        """A line of the table of claims and losses."""
        self._rows.append((at, (who, flew, to, when, fate)))

    @property
    def facts(self) -> tuple[StoryFact, ...]:
        """All of them as they happened; who burned a balloon need not be told of as one who attacked it."""
        burned = {name for _, fact in self._notes if fact.kind == "balloon" for name in fact.who}
        notes = [note for note in self._notes if note[1].kind != "at-balloon" or not burned & {*note[1].who}]
        return tuple(fact for _, fact in sorted(notes, key=lambda note: note[0]))

    def story(self, first: Sequence[Patrol], second: Sequence[Patrol], task: str = "") -> MissionStory:
        """All of it: who went up for what (``for photographs``) and whom they met, and what became of them."""
        own = f"{_together(first)}{',' if len(first) > 1 else ''}"
        words = ("first", own), ("second", _together(second)), ("task", f" {task}" if task else "")
        met = StoryFact("met", (), (), words, weight=ASIDE)
        flew = (
            (patrol.squadron, "; ".join(f"{in_a_row(men)} ({machine})" for men, machine in patrol.crews))
            for patrol in (*first, *second)
        )
        rows = tuple(row for _, row in sorted(self._rows, key=lambda row: row[0]))
        table = TableTold("Claims and losses", ("Who", "Flew", "Victor", "When", "Fate"), rows)
        return MissionStory((met, *self.facts), tuple(flew), (table,) if rows else ())
