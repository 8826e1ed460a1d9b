"""A campaign as it is kept: its squadrons, who is in them, what was flown, what comes next, and the chronicle."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from typing import Any, Literal

from pydantic import Field, model_validator

from aqmf_air.api import Frozen, replace
from aqmf_air.games.richthofens_war.tables import SIDE_NAMES, SideId

FORMAT = 1
Role = Literal["pilot", "observer"]
Fate = Literal["with-squadron", "dead", "captured"]


class Note(Frozen):
    """A line of a man's record."""

    mission: int
    """0: before the first."""
    said: str


FLIES = "flies a "
"""How the note of a man's record begins of a mission that he flew."""


class Man(Frozen):
    """An airman of a squadron."""

    name: str = Field(min_length=1, max_length=60)
    role: Role = "pilot"
    victories: Fraction = Fraction(0)
    novice: bool = False
    missions: int = 0
    """Those that he has come back from in one piece. NOV-6."""
    wounded_until: int = 0
    """The number of the first mission that he may fly again."""
    fate: Fate = "with-squadron"
    rests: bool = False
    """Whether his commander keeps him on the ground."""
    record: tuple[Note, ...] = ()

    @property
    def missions_flown(self) -> int:
        """The missions that he flew, however he or his crew came back, or not at all."""
        return sum(note.said.startswith(FLIES) for note in self.record)

    @property
    def alive(self) -> bool:
        """Whether he is with his squadron, wounded or not."""
        return self.fate == "with-squadron"

    def flies(self, mission: int) -> bool:
        """Whether he can be given an aircraft for a mission."""
        return self.alive and not self.rests and self.wounded_until <= mission


class Machines(Frozen):
    """Aircraft of a type. What is lost is replaced."""

    type: str
    number: int = Field(ge=1, le=30)


class Squadron(Frozen):
    """A squadron: as many pilots as machines, and an observer for each two-seater."""

    side: SideId
    nation: str = Field(min_length=1, max_length=40)
    name: str = Field(min_length=1, max_length=60)
    machines: tuple[Machines, ...] = Field(min_length=1, max_length=6)
    """The better ones first. BA-2."""
    lesser: str = ""
    """The type that counts as the lesser one, where the campaign says so. BA-2."""
    men: tuple[Man, ...] = ()

    @property
    def strength(self) -> int:
        """How many machines it has."""
        return sum(machine.number for machine in self.machines)


class MissionTask(Frozen):
    """A mission to be flown: a scenario, whose aircraft are those of the squadrons."""

    scenario: str = Field(min_length=1)
    date: str = Field(default="", pattern=r"^(\d{4}-\d{2})?$")


class Crew(Frozen):
    """Who flies what in a mission: an aircraft of the game, and the men in it, pilot first."""

    aircraft: str
    squadron: str
    type: str
    men: tuple[str, ...]


def who_flies(crews: Sequence[Crew]) -> Iterator[str]:
    """The men of each squadron in a line: ``Jasta 11: Ernst Weber (Albatros D-III)``."""
    for squadron in dict.fromkeys(crew.squadron for crew in crews):
        men = (f"{' and '.join(crew.men)} ({crew.type})" for crew in crews if crew.squadron == squadron)
        yield f"{squadron}: {', '.join(men)}"


class Flown(Frozen):
    """A mission that was flown."""

    number: int
    title: str
    date: str = ""
    game: str = ""
    """As of who is :class:`Underway`; empty: it was called off."""
    winner: str = ""
    points: tuple[tuple[SideId, int], ...] = ()
    lines: tuple[str, ...] = ()
    """What became of men and machines, in words."""


IN_LOG = "."
"""In place of the name of a mission's game: it is a chapter of the campaign's own."""


class Underway(Frozen):
    """A mission that is being flown."""

    game: str = IN_LOG
    """The name of its game in the store, of a campaign whose missions are games."""
    title: str = Field(default="", exclude_if=lambda title: not title)
    """What it is called."""
    crews: tuple[Crew, ...]


class Campaign(Frozen):
    """A campaign between two missions, or in one."""

    format: Literal[1] = 1
    rules: int = Field(default=1, ge=1)
    """The version of the rules that it was begun under: what they did and newer ones do not, it keeps."""
    title: str = Field(min_length=1, max_length=80)
    description: str = Field(default="", max_length=2000)
    seed: int = Field(default=0, ge=0)
    """What its own dice come from: replacements and their names."""
    rulings: Mapping[str, Any] = Field(default_factory=dict)
    missions: tuple[MissionTask, ...] = Field(min_length=1, max_length=60)
    squadrons: tuple[Squadron, ...] = Field(min_length=1, max_length=20)
    underway: Underway | None = None
    flown: tuple[Flown, ...] = ()

    def __hash__(self) -> int:  # rulings have none
        return hash((self.title, self.seed, self.squadrons, self.underway, self.flown))

    @model_validator(mode="after")
    def _named_apart(self) -> Campaign:
        squadrons = [squadron.name for squadron in self.squadrons]
        men = [man.name for squadron in self.squadrons for man in squadron.men]
        for what, names in (("squadrons", squadrons), ("men", men)):
            if twice := next((name for name in names if names.count(name) > 1), ""):
                raise ValueError(f"two {what} are called {twice!r}")
        for side in ("german", "allied"):
            if not any(squadron.side == side for squadron in self.squadrons):
                raise ValueError(f"the {SIDE_NAMES[side]} have no squadron")
        return self

    @property
    def next(self) -> int:
        """The number of the mission that is flown, or comes next."""
        return len(self.flown) + 1

    @property
    def task(self) -> MissionTask | None:
        """That mission; None: the campaign is over."""
        return self.missions[len(self.flown)] if len(self.flown) < len(self.missions) else None

    def points(self) -> dict[SideId, int]:
        """The points of each side so far."""
        sums: dict[SideId, int] = {"german": 0, "allied": 0}
        for flown in self.flown:
            for side, number in flown.points:
                sums[side] += number
        return sums

    @property
    def winner(self) -> str:
        """Who has won, ``draw`` if nobody has; empty: it is not over."""
        sums = self.points()
        if self.task is not None:
            return ""
        return "draw" if len(set(sums.values())) == 1 else max(sums, key=lambda side: sums[side])

    def kept_as(self, game: str) -> Campaign:
        """It as it is told, with the name of the game whose log it is where its missions are chapters of that."""
        flown = (replace(mission, game=game) if mission.game == IN_LOG else mission for mission in self.flown)
        return replace(self, underway=self.underway and replace(self.underway, game=game), flown=tuple(flown))

    def everybody(self) -> Iterator[tuple[Squadron, Man]]:
        """All men, those who are gone included, each with his squadron."""
        for squadron in self.squadrons:
            for man in squadron.men:
                yield squadron, man
