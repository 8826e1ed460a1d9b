"""Bursts at what is no aircraft, a ground unit or a balloon (6.5.1, 6.5.2): the number, what a burst takes, the order."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from operator import attrgetter
from typing import Any, ClassVar, Literal, Self, cast

from aqmf_air import api
from aqmf_air.api.geometry import Vector

from aqmf_air.games.clouds_of_glory.api import (  # isort: skip
    PILOT, BurstFired, Check, CheckFacts, CloudsGame, CloudsSteps, Craft, Events, GunRow, PanelRow, ShotResult,
    SkyBody, SpeedBand, Tables, check_on, due, friends_at_risk, halves_of, rows_of, shot, then,
)  # fmt: skip
from aqmf_air.games.clouds_of_glory_expanded.chapter import CrewOrder, OwnRulings
from aqmf_air.games.clouds_of_glory_expanded.sights import before_guns
from aqmf_air.games.clouds_of_glory_expanded.tables import ExpandedTables

Burst = Literal["long", "short"]
BURSTS: tuple[Burst, ...] = ("long", "short")
ONE_SET = PanelRow.model_fields["bands"].default
"""The set of speed bands of panels that name none."""


class BurstRulings(OwnRulings):
    """What the source leaves open of attacks on the ground and on balloons alike."""

    speed_band_source: Literal["panel", "one-set-for-all"] = api.ruling(
        "ICOGX-6.5.1.a",
        "By which bands is the speed of an aircraft read that attacks the ground or a balloon?",
        "By those of its panel.",
        "By one set for all aircraft.",
        standing="stated",
    )


# -- the number --------------------------------------------------------------------------------------------------------


def band_of(game: CloudsGame, craft: Craft) -> SpeedBand:
    """The band of an aircraft's speed in attacks on the ground and on balloons. ICOGX-6.5.1.a, ``speed_band_source``."""
    cockpit, own = game.cockpit(craft), BurstRulings.of(game).speed_band_source == "panel"
    panel = cockpit.panel if own else api.replace(cockpit.panel, bands=ONE_SET)
    return game.tables.speed_band(panel, craft.speed, cockpit.stall)


@dataclass(frozen=True)
class BurstFacts:
    """What a shot at a ground unit or a balloon depends on."""

    numbers: ClassVar[str]
    rule: ClassVar[str]
    changed_by: ClassVar[str]
    usual: ClassVar[str] = ""
    """The rule of what core adds; empty: core's own."""
    gunnery: int
    aircraft: int
    speed: SpeedBand
    burst: Literal["long", "short", "sustained"]
    guns: int
    flexible: bool = False
    """Whether it is a gunner's, or any gun on a flexible mount."""
    unsteady: bool = False
    """Whether the gunner's own aircraft is stalled, or in an Immelmann turn."""


def burst_need(facts: BurstFacts, core: Tables, own: ExpandedTables, *more: tuple[int, str, str]) -> api.TargetNumber:
    """The number of a shot: no distance counts; ``more``: what else changes it, with its reason and rule."""
    numbers, rule, usual, speed = facts.numbers, facts.changed_by, facts.usual, facts.speed.lower()
    changes = (
        (facts.aircraft, "aircraft", usual or "ICOG-6.3.2.1"),
        (own.whole(numbers, speed), f"own speed, {speed}", rule),
        ((facts.guns == 1) * own.whole(numbers, "one-gun"), "a single gun", rule),
        (facts.flexible * own.whole(numbers, "flexible"), "a flexible gun", rule),
        (core.burst(facts.burst).modifier, f"{facts.burst} burst", usual or "ICOG-6.3.7.1"),
        *more,
        (facts.unsteady * core.number("shots", "gunner-of-stalled"), "own stall", usual or "ICOG-6.3.1-b"),
    )
    need = api.TargetNumber("to hit", facts.gunnery, "gunnery", facts.rule, words=("hit", "miss"))
    return need.with_modifiers(api.modifier(*change) for change in changes if change[0])


# -- a burst -----------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Aim:
    """A burst as it would be fired now."""

    game: CloudsGame
    rules: CloudsSteps
    craft: Craft
    station: str
    burst: Burst
    run: tuple[str, ...]
    """What it is fired at, one after another: the last one now."""
    rows: tuple[GunRow, ...]

    check_id: ClassVar[str]
    fired_by: ClassVar[str]

    @staticmethod
    @abstractmethod
    def enemies(game: CloudsGame, side: str) -> Iterable[SkyBody]:
        """What a side may fire at, wherever it is."""

    @classmethod
    def before(cls, game: CloudsGame, craft: Craft, station: str) -> Iterable[SkyBody]:
        return before_guns(game, craft, station, cls.enemies(game, craft.side))

    @classmethod
    def of(cls, game: CloudsGame, rules: CloudsSteps, of: str, station: str, run: str, burst: str, *names: str) -> Self:
        """That of an aircraft by what a step keeps; ``names``: of rows of guns, all if there are none."""
        rows = tuple(row for row in rows_of(game.of(of), station) if row.name in names or not names)
        return cls(game, rules, game.of(of), station, "short" if burst == "short" else "long", tuple(run.split()), rows)

    def step(self, name: str) -> api.GameStep:
        return due(name, self.craft.id, self.station, " ".join(self.run), self.burst, *self.names)

    @property
    def thing(self) -> SkyBody:
        return next(thing for thing in self.enemies(self.game, self.craft.side) if thing.id == self.run[-1])

    @property
    @abstractmethod
    def need(self) -> api.TargetNumber:
        """Its number, before what extensions add."""

    @abstractmethod
    def event(self, **fields: Any) -> BurstFired:
        """That it is fired."""

    @abstractmethod
    def on_hit(self, result: ShotResult) -> Iterable[api.GameStep]:
        """What follows if it hits."""

    @property
    def names(self) -> tuple[str, ...]:
        return tuple(row.name for row in self.rows)

    @property
    def guns(self) -> int:
        return sum(row.working for row in self.rows)

    @property
    def who(self) -> CheckFacts:
        return CheckFacts(self.game, self.craft, self.station)

    @property
    def facts(self) -> dict[str, Any]:
        game, craft, gunner = self.game, self.craft, self.station != PILOT
        aircraft, speed = game.cockpit(craft).panel.gunnery_of(self.station * gunner), band_of(game, craft)
        shot = {"gunnery": craft.man(self.station).skill("gunnery"), "burst": self.burst, "guns": self.guns}
        unsteady = gunner and craft.trouble in ("stalled", "immelmann")
        return {**shot, "aircraft": aircraft, "speed": speed, "flexible": gunner, "unsteady": unsteady}

    @property
    def check(self) -> Check:
        """Its number, with what extensions add and the re-rolls that may be spent."""
        return check_on(self.rules, self.who, self.need, self.check_id)

    @property
    def least(self) -> int:
        return max(1, self.check.need.total)

    @property
    def jams(self) -> int:
        return self.game.tables.lowest_jam(self.guns, self.burst)

    @property
    def halves(self) -> int:
        """Half boxes that it takes, beside those of the shots before."""
        return halves_of(self.game, self.burst)

    @property
    def able(self) -> Self:
        """The same with the rows alone that work, and have the ammunition for it now."""
        loaded = (row for row in self.rows if row.halves >= self.halves and row.silent_to < self.game.turn)
        return replace(self, rows=tuple(row for row in loaded if row.working > 0))

    @classmethod
    def fire(cls, game: CloudsGame, rules: CloudsSteps, dice: api.Dice, step: api.GameStep) -> Events:
        """A step: it is fired, and what follows. ICOGX-6.5.1.2, ICOGX-6.5.1.3, ICOGX-6.5.1.4, ICOGX-6.5.2.1."""
        aim = cls.of(game, rules, step.of, *map(str, step.facts))
        craft, station, check, thing = aim.craft, aim.station, aim.check, aim.thing
        result = shot(api.labelled(dice, thing.id, relation="at"), check, aim.jams, game.rulings)
        halves, spent = rules.halves(aim.who, aim.halves, hit=result.hit), check.rerolls[: result.spent]
        burst = {"craft": craft.id, "station": station, "burst": aim.burst, "rows": aim.names, "halves": halves}
        came = {"need": check.need.total, "face": result.face, "outcome": result.hit, "jam": result.jam}
        yield aim.event(**burst, **came, spent=spent)
        follows = [due("jam", craft.id, station, *aim.names)] if result.jam else []
        follows += aim.on_hit(result) if result.hit else ()
        if len(aim.run) == 1:
            friends = friends_at_risk(game, craft, station, thing.at)
            follows += [due("friend", craft.id, station, friend.id, aim.guns) for friend in friends]
            follows += [due("holds", craft.id)] if station == PILOT and "fixed-guns" in craft.strained else []
            follows.append(due("shot", craft.id, station))
        yield then(*follows)


# -- the order ---------------------------------------------------------------------------------------------------------


class BurstOrder(CrewOrder):
    """A burst at a ground unit or a balloon of the enemy."""

    offered_as: ClassVar[str] = "shots"
    aims: ClassVar[Any]
    """An :class:`Aim`, with a ``title``, a ``question`` what becomes of what is shot at, and its ``worth``."""
    burst: Burst = "long"
    rows: tuple[str, ...] = ()

    @classmethod
    def things(cls, game: CloudsGame, side: str) -> Iterable[SkyBody]:
        return cast("Iterable[SkyBody]", cls.aims.enemies(game, side))

    @classmethod
    def ways(cls, game: CloudsGame, craft: Craft, station: str) -> Iterable[Mapping[str, Any]]:
        for thing in cls.aims.before(game, craft, station):
            yield from ({cls.field: thing.id, "burst": burst} for burst in BURSTS)

    def spots(self, game: CloudsGame) -> list[tuple[Vector, float]]:
        """A line to what is shot at."""
        return [(thing.at, 0.0) for thing in self.things(game, game.of(self.craft).side) if thing.id == self.thing]

    def aim(self, game: CloudsGame, rules: CloudsSteps) -> Any:
        """With the guns that have the ammunition for it."""
        return self.aims.of(game, rules, self.craft, self.station, self.thing, self.burst, *self.rows).able

    def title(self, game: CloudsGame, rules: CloudsSteps) -> str:
        return str(self.aim(game, rules).title)

    def against(self, game: CloudsGame, player: str, rules: CloudsSteps) -> Iterable[api.Objection]:
        if self.thing not in [thing.id for thing in self.aims.before(game, game.of(self.craft), self.station)]:
            name = next((thing.name for thing in self.things(game, player) if thing.id == self.thing), self.thing[:40])
            # handed on
            yield api.Objection(self.chapter_rule, f"{name} is no {self.field} in these sights now")
        elif not self.aim(game, rules).rows:
            # "A long burst is one box, a short one half of it"
            yield api.Objection("ICOG-6.3.7.2", f"no gun has the ammunition for a {self.burst} burst, and works")

    def questions(self, game: CloudsGame, rules: CloudsSteps) -> Sequence[api.Question]:
        aim = self.aim(game, rules)
        check, of = aim.check.alone, api.ReadFrom((api.Asked, BurstFired), "outcome")
        facts, luck = (check, aim.jams, game.rulings), api.Tally("hits before re-rolls")
        return api.Question("to hit", shot, facts, (check.need,), view=attrgetter("hit"), of=of, luck=luck), aim.question

    def worth(self, game: CloudsGame, rules: CloudsSteps) -> float:
        return float(self.aim(game, rules).worth)

    def begins(self, game: CloudsGame, rules: CloudsSteps) -> Events:
        yield then((aim := self.aim(game, rules)).step(aim.fired_by))
