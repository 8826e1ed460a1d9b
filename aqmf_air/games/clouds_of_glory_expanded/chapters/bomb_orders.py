"""Orders to drop bombs (6.5.4): a string in level flight, a dive; what they promise."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import partial
from math import dist
from typing import Any, ClassVar

from pydantic import Field

from aqmf_air import api
from aqmf_air.games.clouds_of_glory import api as clouds
from aqmf_air.games.clouds_of_glory.api import PILOT, CloudsGame, CloudsSteps, Craft, Events, due, then
from aqmf_air.games.clouds_of_glory_expanded.chapter import ChapterName, OfChapter, is_on
from aqmf_air.games.clouds_of_glory_expanded.chapters import bombing, ground_damage
from aqmf_air.games.clouds_of_glory_expanded.chapters import bombs as runs
from aqmf_air.games.clouds_of_glory_expanded.chapters.bombing import BombMark, UnderBombs
from aqmf_air.games.clouds_of_glory_expanded.chapters.bombs import NUMBERS, BombsAimed, BombsMarked
from aqmf_air.games.clouds_of_glory_expanded.ground import GroundUnit, ground_names, row_of, unit_of, units_of
from aqmf_air.games.clouds_of_glory_expanded.tables import expanded_tables


def groups_of(game: CloudsGame, craft: Craft) -> tuple[int, ...]:
    """How many bombs may fall together. ICOGX-6.5.4.6, ``bomb_grouping``."""
    groups = expanded_tables(game.setup.tables).bomb_load(craft.type).groups
    return (1, *groups) if runs.BombRulings.of(game).bomb_grouping == "panel-wins" else (1,)


def most_in_dive(game: CloudsGame) -> int:
    """Bombs in one dive at most. ICOGX-6.5.4.2.2."""
    return int(expanded_tables(game.setup.tables).number(NUMBERS, "dive-most"))


@dataclass(frozen=True)
class UnitAfter:
    """Reads what became of a ground unit from events: ``untouched``, ``hit`` or ``eliminated``."""

    unit: str
    strength: int

    def __call__(self, events: Sequence[api.PlainEvent]) -> str:
        own = [event for event in events if getattr(event, "unit", "") == self.unit]
        lost = sum(event.lost for event in own if isinstance(event, ground_damage.GroundHit))
        failed = any(not event.outcome for event in own if isinstance(event, ground_damage.GroundTested))
        return bombing.became(lost, failed or lost >= self.strength)


def read_successes(number: int, events: Sequence[api.PlainEvent]) -> int:
    """The successes of a bombing test against a number: where a re-roll is offered, as if the die stood."""
    event = next(event for event in events if isinstance(event, api.Asked | BombsAimed))
    return event.outcome if isinstance(event, BombsAimed) else number - int(event.decision.facts[-1])


def aimed(game: CloudsGame, rules: CloudsSteps, craft_id: str, station: str) -> api.Question:
    """Whether a bombing test passes, before any re-roll."""
    craft = game.of(craft_id)
    check = runs.run_check(game, rules, craft, station)
    facts, read = runs.run_facts(game, rules, craft, station), partial(read_successes, check.need.total)
    view, of = (lambda came: came.successes >= 0), (lambda events: read(events) >= 0)
    return api.Question("bombing", bombing.aim, (check.alone, facts), (check.need,), view=view, of=of)


class LevelDrop(OfChapter, clouds.ShootingOrder):
    """Something is dropped in level flight, by a man at his turn to shoot; he may shoot, too. ICOGX-6.5.4.b."""

    def against(self, game: CloudsGame, player: str, rules: CloudsSteps) -> Iterable[api.Objection]:
        return runs.hindrances(game, game.of(self.craft), self.station)


class BombingOrder(api.SteppedOrder[CloudsGame, CloudsSteps]):
    """Bombs are dropped on an enemy's ground unit."""

    chapter: ClassVar[ChapterName] = "bombs"
    chapter_rule: ClassVar[str] = "ICOGX-6.5.4.b"
    craft: str
    station: str = PILOT
    target: str
    bombs: int = Field(ge=1, le=24)

    @classmethod
    def slots(cls, game: CloudsGame, player: str, rules: CloudsSteps) -> Mapping[str, api.Slot]:
        numbers = {"bombs": "how many bombs", "first": "MU along its way", "group": "how many fall together"}
        numbers |= {"x": "MU from the west edge", "y": "MU from the south edge"}
        craft, units = clouds.own_aircraft(game, player), ground_names(game, clouds.other_side(player))
        return {"craft": craft, "target": units, **{name: clouds.NumberSlot(what) for name, what in numbers.items()}}

    @classmethod
    def ways(cls, game: CloudsGame, craft: Craft, station: str) -> Iterator[dict[str, Any]]:
        """What is offered to a man: the fields of each order."""
        raise NotImplementedError

    @classmethod
    def offers(cls, game: CloudsGame, player: str, rules: CloudsSteps) -> Iterable[api.Offer]:
        if is_on(game, "bombs") and (shooter := game.shooter_of(player)):
            craft, station = game.of(shooter.craft), shooter.station
            for way in cls.ways(game, craft, station):
                order = cls(craft=craft.id, station=station, **way)
                need = runs.run_check(game, rules, craft, station).need.total
                what = f"{order.what(game)} ({need} or less; eliminated {api.percent(order.promise(game, rules))})"
                yield api.Offer(order, f"{api.capitalised(craft.marking)}: {what}", craft.id, kind="bombs")

    def marks(self, game: CloudsGame) -> tuple[BombMark, ...]:
        """Of each bomb that may fall."""
        raise NotImplementedError

    def what(self, game: CloudsGame) -> str:
        """In words."""
        unit = unit_of(game, self.target)
        return f"{api.plural(self.bombs, 'bomb')} on {unit.name if unit else self.target}"

    def too_many(self, game: CloudsGame, most: int) -> Iterator[api.Objection]:
        """Whether it takes more bombs than there are aboard."""
        if self.bombs > most:
            # "how many is said before the test"
            yield api.Objection("ICOGX-6.5.4.6", f"it has {api.plural(most, 'bomb')} aboard")

    def on_units(self, game: CloudsGame, rules: CloudsSteps) -> Iterator[tuple[GroundUnit, api.Question]]:
        """For each unit that may be hit what becomes of it, before any re-roll. ICOGX-6.5.5.2, ``template_friends``."""
        craft, marks, rulings = game.of(self.craft), self.marks(game), ground_damage.GroundDamageRulings.of(game)
        check, facts = runs.run_check(game, rules, craft, self.station), runs.run_facts(game, rules, craft, self.station)
        rings, spares = runs.bomb_of(game, craft).rings, rulings.template_friends == "enemies-only"
        later = bool(check.rerolls)  # what falls hangs on whether the test is rolled again
        for unit in units_of(game):
            radius = row_of(game, unit).radius
            near = any(dist(mark.at, unit.at) <= facts.farthest + rings[-1][0] + radius for mark in marks)
            if near and not (spares and unit.side == craft.side):
                under = UnderBombs(ground_damage.target_of(game, unit), unit.at, radius, rings)
                asked = (check.alone, facts, marks, under, rulings.bomb_overlap)
                of = UnitAfter(unit.id, under.target.strength)
                yield unit, api.Question(unit.name, bombing.string_on, asked, (check.need,), of=of, later=later)

    def questions(self, game: CloudsGame, rules: CloudsSteps) -> Sequence[api.Question]:
        return (aimed(game, rules, self.craft, self.station), *(question for _, question in self.on_units(game, rules)))

    def eliminates(self, game: CloudsGame, rules: CloudsSteps) -> Iterator[tuple[GroundUnit, Fraction]]:
        """How likely each unit is eliminated, before any re-roll."""
        return ((unit, question.odds().of(bombing.ELIMINATED)) for unit, question in self.on_units(game, rules))

    def promise(self, game: CloudsGame, rules: CloudsSteps) -> Fraction:
        """How likely its target is."""
        return next((chance for unit, chance in self.eliminates(game, rules) if unit.id == self.target), Fraction(0))

    def worth(self, game: CloudsGame, rules: CloudsSteps) -> float:
        """What it is expected to eliminate, in victory points; of its own side less."""
        side = game.of(self.craft).side
        return float(sum(p * unit.worth * (1 if unit.side != side else -1) for unit, p in self.eliminates(game, rules)))

    def begins(self, game: CloudsGame, rules: CloudsSteps) -> Events:
        action = isinstance(self, LevelDrop) and runs.costs_action(game, self.station)
        given = {"craft": self.craft, "station": self.station, "target": self.target, "what": self.what(game)}
        yield BombsMarked(**given, marks=self.marks(game), action=action)
        yield then(due("bombing run", self.craft, self.station, "blasts"))


class DropBombs(BombingOrder, LevelDrop, type="clouds.drop_bombs"):
    """A string of bombs in level flight. ICOGX-6.5.4.1 to ICOGX-6.5.4.7."""

    phrases: ClassVar[tuple[str, ...]] = (
        "{craft} drops|drop {bombs} bombs|bomb on|at {target} [from {first} MU on] [in groups of {group}]",
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

    def what(self, game: CloudsGame) -> str:
        return f"{super().what(game)}{f' in groups of {self.group}' if self.group > 1 else ''}"

    def marks(self, game: CloudsGame) -> tuple[BombMark, ...]:
        craft, unit, first = game.of(self.craft), unit_of(game, self.target), self.first
        path, spacing = clouds.flight_path(game, craft), runs.bombing_row(game, craft).spacing
        if first is None:
            along = runs.passed(game, craft, unit.at, row_of(game, unit).radius) if unit else None
            first = bombing.centred(path, along or 0.0, self.bombs, spacing, self.group)
        return runs.marks_along(game, craft, path, self.bombs, first, self.group)

    def against(self, game: CloudsGame, player: str, rules: CloudsSteps) -> Iterable[api.Objection]:
        craft = game.of(self.craft)
        if earlier := (*self.too_many(game, craft.bombs), *super().against(game, player, rules)):
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


class DiveBomb(BombingOrder, OfChapter, clouds.ShootingOrder, type="clouds.dive_bomb"):
    """Bombs in a dive, all on one mark; it takes no action, as the aircraft itself is aimed. ICOGX-6.5.4.2.1."""

    phrases: ClassVar[tuple[str, ...]] = ("{craft} dives|dive on|at {target} with {bombs} bombs|bomb [at {x} [,] {y}]",)
    x: float | None = Field(default=None, ge=0, le=1000)
    y: float | None = Field(default=None, ge=0, le=1000)
    """The mark, where it may lie elsewhere than on the target. ``dive_mark``."""

    @classmethod
    def ways(cls, game: CloudsGame, craft: Craft, station: str) -> Iterator[dict[str, Any]]:
        for unit in runs.dive_targets(game, craft, station):
            for bombs in range(1, min(craft.bombs, most_in_dive(game)) + 1):
                yield {"target": unit.id, "bombs": bombs}

    def what(self, game: CloudsGame) -> str:
        return f"{super().what(game)} in a dive"

    def marks(self, game: CloudsGame) -> tuple[BombMark, ...]:
        unit = unit_of(game, self.target)
        x, y = unit.at if unit else (0.0, 0.0)
        x, y = x if self.x is None else self.x, y if self.y is None else self.y
        return (BombMark(x, y, game.of(self.craft).pose.heading),) * self.bombs

    def against(self, game: CloudsGame, player: str, rules: CloudsSteps) -> Iterable[api.Objection]:
        craft, most = game.of(self.craft), most_in_dive(game)
        elsewhere = (self.x, self.y) != (None, None)
        if earlier := tuple(self.too_many(game, craft.bombs)):
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
