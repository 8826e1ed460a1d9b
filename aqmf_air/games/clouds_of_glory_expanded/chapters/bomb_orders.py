"""Orders to drop bombs (6.5.4): a string in level flight, a dive; what they promise."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from functools import partial
from math import dist
from typing import Any, ClassVar, NamedTuple

from pydantic import Field

from aqmf_air import api
from aqmf_air.api.geometry import Vector
from aqmf_air.games.clouds_of_glory import api as clouds
from aqmf_air.games.clouds_of_glory.api import PILOT, CloudsGame, CloudsSteps, Craft, Events, due, then
from aqmf_air.games.clouds_of_glory_expanded.chapter import PLACE, CrewOrder
from aqmf_air.games.clouds_of_glory_expanded.chapters import bombing, ground_damage
from aqmf_air.games.clouds_of_glory_expanded.chapters import bombs as runs
from aqmf_air.games.clouds_of_glory_expanded.chapters.bombing import BombMark, RunFacts, UnderBombs
from aqmf_air.games.clouds_of_glory_expanded.chapters.bombs import NUMBERS, BombsAimed, BombsMarked
from aqmf_air.games.clouds_of_glory_expanded.ground import GroundUnit, enemy_units, row_of, unit_of, units_of
from aqmf_air.games.clouds_of_glory_expanded.tables import tables_of


def groups_of(game: CloudsGame, craft: Craft) -> tuple[int, ...]:
    """How many bombs may fall together. ICOGX-6.5.4.6, ``bomb_grouping``."""
    groups = tables_of(game).bomb_load(craft.type).groups
    return (1, *groups) if runs.BombRulings.of(game).bomb_grouping == "panel-wins" else (1,)


def most_in_dive(game: CloudsGame) -> int:
    """Bombs in one dive at most. ICOGX-6.5.4.2.2."""
    return tables_of(game).whole(NUMBERS, "dive-most")


class Run(NamedTuple):
    """What the outcome of a run depends on, before any re-roll."""

    check: clouds.Check
    facts: RunFacts
    later: bool
    """Whether what falls hangs on whether the test is rolled again."""


def became(unit: str, events: Sequence[api.PlainEvent]) -> str:
    """What became of a ground unit, by events: ``untouched``, ``hit`` or ``eliminated``."""
    hits = (event for event in events if isinstance(event, ground_damage.GroundHit) and event.unit == unit)
    return bombing.became(sum(event.lost for event in hits), ground_damage.is_eliminated(unit, events))


def read_successes(number: int, events: Sequence[api.PlainEvent]) -> int:
    """The successes of a bombing test against a number: where a re-roll is offered, as if the die stood."""
    event = next(event for event in events if isinstance(event, api.Asked | BombsAimed))
    return event.outcome if isinstance(event, BombsAimed) else number - int(event.decision.facts[-1])


class RunOrder(CrewOrder):
    """Something falls from an aircraft after one bombing test: bombs, or a container."""

    landed: ClassVar[str]
    """The step that follows when all is down."""
    wanted: ClassVar[Any]
    """What is to become of the thing."""
    level: ClassVar[bool] = False
    """Whether it may take an action; in a dive it does not, as the aircraft itself is aimed."""

    @abstractmethod
    def falling(self, game: CloudsGame) -> str:
        """What falls, in words."""

    @abstractmethod
    def marks(self, game: CloudsGame) -> tuple[BombMark, ...]:
        """Where it is to fall."""

    @abstractmethod
    def outcomes(self, game: CloudsGame, run: Run) -> Iterator[tuple[str, float, api.Question]]:
        """What may come of it, before any re-roll: whom it befalls, the points if it is ``wanted``, the question."""

    def run(self, game: CloudsGame, rules: CloudsSteps) -> Run:
        craft = game.of(self.craft)
        check = runs.run_check(game, rules, craft, self.station)
        return Run(check.alone, runs.run_facts(game, rules, craft, self.station), bool(check.rerolls))

    def questions(self, game: CloudsGame, rules: CloudsSteps) -> Sequence[api.Question]:
        run = self.run(game, rules)
        read = partial(read_successes, run.check.need.total)
        view, of = (lambda came: came.successes >= 0), (lambda events: read(events) >= 0)
        aimed = api.Question("bombing", bombing.aim, (run.check, run.facts), (run.check.need,), view=view, of=of)
        return aimed, *(question for _, _, question in self.outcomes(game, run))

    def promise(self, game: CloudsGame, rules: CloudsSteps) -> Fraction:
        outcomes = self.outcomes(game, self.run(game, rules))
        return next((each.odds().of(self.wanted) for id_, _, each in outcomes if id_ == self.thing), Fraction(0))

    def worth(self, game: CloudsGame, rules: CloudsSteps) -> float:
        outcomes = self.outcomes(game, self.run(game, rules))
        return sum(points * float(question.odds().of(self.wanted)) for _, points, question in outcomes)

    def begins(self, game: CloudsGame, rules: CloudsSteps) -> Events:
        given = {"craft": self.craft, "station": self.station, "target": self.thing, "what": self.falling(game)}
        yield BombsMarked(**given, marks=self.marks(game), action=self.level and runs.costs_action(game, self.station))
        yield then(due("bombing run", self.craft, self.station, self.landed))


class LevelDrop(RunOrder):
    """It falls in level flight: who drops it may shoot, too. ICOGX-6.5.4.b."""

    level: ClassVar[bool] = True

    def against(self, game: CloudsGame, player: str, rules: CloudsSteps) -> Iterable[api.Objection]:
        return runs.hindrances(game, game.of(self.craft), self.station)


class BombsSlot(clouds.NumberSlot):
    """How many bombs: ``1 bomb``."""

    def tell(self, value: float, values: api.Said) -> str:
        return api.plural(int(value), "bomb")


class BombingOrder(RunOrder, chapter="bombs", rule="ICOGX-6.5.4.b"):
    """Bombs are dropped on an enemy's ground unit."""

    what: ClassVar[str] = "a ground unit"
    offered_as: ClassVar[str] = "bombs"
    landed: ClassVar[str] = "blasts"
    wanted: ClassVar[str] = bombing.ELIMINATED
    does: ClassVar[str] = "eliminates"
    target: str
    bombs: int = Field(ge=1, le=24)

    @classmethod
    def things(cls, game: CloudsGame, side: str) -> Iterable[GroundUnit]:
        return enemy_units(game, side)

    @classmethod
    def slots(cls, game: CloudsGame, player: str, rules: CloudsSteps) -> Mapping[str, api.Slot]:
        string = {"first": clouds.NumberSlot("MU along its way"), "group": clouds.NumberSlot("how many fall together")}
        return {**super().slots(game, player, rules), **string, **PLACE, "bombs": BombsSlot("how many bombs")}

    def spots(self, game: CloudsGame) -> list[tuple[Vector, float]]:
        """Templates of bombs without deviation."""
        radius = runs.bomb_of(game, game.of(self.craft)).rings[-1][0]
        return [((*mark.at, 0.0), radius) for mark in self.marks(game)]

    def falling(self, game: CloudsGame) -> str:
        unit = unit_of(game, self.target)
        return f"{api.plural(self.bombs, 'bomb')} on {unit.name if unit else self.target}"

    def title(self, game: CloudsGame, rules: CloudsSteps) -> str:
        need = self.run(game, rules).check.need.total
        return f"drop {self.falling(game)} ({need} or less; eliminated {api.percent(self.promise(game, rules))})"

    def against(self, game: CloudsGame, player: str, rules: CloudsSteps) -> Iterable[api.Objection]:
        if self.bombs > (most := game.of(self.craft).bombs):
            # "how many is said before the test"
            yield api.Objection("ICOGX-6.5.4.6", f"it has {api.plural(most, 'bomb')} aboard")
        yield from super().against(game, player, rules)

    def outcomes(self, game: CloudsGame, run: Run) -> Iterator[tuple[str, float, api.Question]]:
        """Of each unit that may be hit, its own side's with points lost. ICOGX-6.5.5.2, ``template_friends``."""
        craft, marks, rulings = game.of(self.craft), self.marks(game), ground_damage.GroundDamageRulings.of(game)
        rings, spares = runs.bomb_of(game, craft).rings, rulings.template_friends == "enemies-only"
        for unit in units_of(game):
            radius, own = row_of(game, unit).radius, unit.side == craft.side
            near = any(dist(mark.at, unit.at) <= run.facts.farthest + rings[-1][0] + radius for mark in marks)
            if near and not (spares and own):
                under = UnderBombs(ground_damage.target_of(game, unit), unit.at, radius, rings)
                of = partial(became, unit.id)
                given = (run.check, run.facts, marks, under, rulings.bomb_overlap)
                question = api.Question(unit.name, bombing.string_on, given, (run.check.need,), of=of, later=run.later)
                yield unit.id, -unit.worth if own else unit.worth, question


class DropBombs(BombingOrder, LevelDrop, type="clouds.drop_bombs"):
    """A string of bombs in level flight. ICOGX-6.5.4.1 to ICOGX-6.5.4.7."""

    phrases: ClassVar[tuple[str, ...]] = (
        "{craft} drops|drop {bombs} [bombs|bomb] on|at {target} [from {first} MU on] [in groups of {group}]",
    )
    first: float | None = Field(default=None, ge=0, le=100)
    """MU along this turn's way over the ground, of the first mark; None: the string lies about the target."""
    group: int = Field(default=1, ge=1, le=24)
    """How many bombs fall together. ``bomb_grouping``."""

    @classmethod
    def ways(cls, game: CloudsGame, craft: Craft, station: str) -> Iterator[dict[str, Any]]:
        for unit in runs.level_targets(game, craft, station):
            for group in groups_of(game, craft):
                for bombs in sorted({group, 3 * group, craft.bombs // group * group}):
                    if 0 < bombs <= craft.bombs:
                        yield {"target": unit.id, "bombs": bombs, "group": group}

    def in_words(self, game: CloudsGame, rules: CloudsSteps) -> api.Said:
        return {**dict(self), "group": self.group if self.group > 1 else None}

    def falling(self, game: CloudsGame) -> str:
        return f"{super().falling(game)}{f' in groups of {self.group}' if self.group > 1 else ''}"

    def marks(self, game: CloudsGame) -> tuple[BombMark, ...]:
        craft, unit, first = game.of(self.craft), unit_of(game, self.target), self.first
        path, spacing = clouds.flight_path(game, craft), runs.bombing_row(game, craft).spacing
        if first is None:
            along = runs.passed(game, craft, unit.at, row_of(game, unit).radius) if unit else None
            first = bombing.centred(path, along or 0.0, self.bombs, spacing, self.group)
        return runs.marks_along(game, craft, path, self.bombs, first, self.group)

    def against(self, game: CloudsGame, player: str, rules: CloudsSteps) -> Iterable[api.Objection]:
        craft = game.of(self.craft)
        if earlier := tuple(super().against(game, player, rules)):
            yield from earlier
        elif self.target not in [unit.id for unit in runs.level_targets(game, craft, self.station)]:
            # "must fly over the target in the turn of the drop"
            yield api.Objection("ICOGX-6.5.4.1", f"it has not flown over {self.target[:40]!r}")
        elif self.group not in groups_of(game, craft) or self.bombs % self.group:
            # "Bombs fall singly"
            yield api.Objection("ICOGX-6.5.4.6", f"its bombs do not fall in groups of {self.group}, {self.bombs} of them")
        elif not self.marks(game):
            # "along this turn's path: the first where he likes"
            yield api.Objection("ICOGX-6.5.4.a", f"its way over the ground is shorter than {self.first or 0:g} MU")


class DiveBomb(BombingOrder, type="clouds.dive_bomb"):
    """Bombs in a dive, all on one mark; it takes no action, as the aircraft itself is aimed. ICOGX-6.5.4.2.1."""

    phrases: ClassVar[tuple[str, ...]] = ("{craft} dives|dive on|at {target} with {bombs} [bombs|bomb] [at {x} [,] {y}]",)
    x: float | None = Field(default=None, ge=0, le=1000)
    y: float | None = Field(default=None, ge=0, le=1000)
    """The mark, where it may lie elsewhere than on the target. ``dive_mark``."""

    @classmethod
    def ways(cls, game: CloudsGame, craft: Craft, station: str) -> Iterator[dict[str, Any]]:
        for unit in runs.dive_targets(game, craft, station):
            for bombs in range(1, min(craft.bombs, most_in_dive(game)) + 1):
                yield {"target": unit.id, "bombs": bombs}

    def falling(self, game: CloudsGame) -> str:
        return f"{super().falling(game)} in a dive"

    def marks(self, game: CloudsGame) -> tuple[BombMark, ...]:
        unit = unit_of(game, self.target)
        x, y = unit.at if unit else (0.0, 0.0)
        x, y = x if self.x is None else self.x, y if self.y is None else self.y
        return (BombMark(x, y, game.of(self.craft).pose.heading),) * self.bombs

    def against(self, game: CloudsGame, player: str, rules: CloudsSteps) -> Iterable[api.Objection]:
        craft, most = game.of(self.craft), most_in_dive(game)
        elsewhere = (self.x, self.y) != (None, None)
        if earlier := tuple(super().against(game, player, rules)):
            yield from earlier
        elif runs.has_run(game, craft):
            # "the number of bombs is said before the test"
            yield api.Objection("ICOGX-6.5.4.2.c", "it has made its run of this turn")
        elif self.station != PILOT:
            # "always dropped on the pilot's Gunnery"
            yield api.Objection("ICOGX-6.5.4.2.4", "its pilot drops bombs in a dive")
        elif not runs.may_dive(game, craft):
            # "a two-seater that can do it says so on its panel"
            yield api.Objection("ICOGX-6.5.4.2.b", "a two-seater of this type does not dive on targets")
        elif self.bombs > most:
            # "At most 4 bombs in one dive"
            yield api.Objection("ICOGX-6.5.4.2.2", f"at most {most} bombs fall in one dive")
        elif self.target not in [unit.id for unit in runs.dive_targets(game, craft, self.station)]:
            # "must point straight at the target, which lies inside the template"
            yield api.Objection("ICOGX-6.5.4.2.1", f"it does not point at {self.target[:40]!r}, near and steeply enough")
        elif elsewhere and runs.BombRulings.of(game).dive_mark == "on-target":
            # "on one impact point"
            yield api.Objection("ICOGX-6.5.4.2.a", "the mark of a dive lies on its target")
        elif elsewhere and not clouds.in_template(game, craft, (*self.marks(game)[0].at, 0.0)):
            # "on one impact point"
            yield api.Objection("ICOGX-6.5.4.2.a", "the mark of a dive lies in the template")
