"""The suicide run: at the nearest tripod, phase after phase, and into it."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from operator import attrgetter
from typing import ClassVar

from aqmf_air.core.data.text import in_a_row
from aqmf_air.core.dice.dice import Dice
from aqmf_air.core.dice.labelled import labelled
from aqmf_air.core.dice.modifiers import TargetNumber
from aqmf_air.core.play.orders import after
from aqmf_air.core.play.question import ReadFrom, Tally
from aqmf_air.core.play.ruleset import Objection, Offer, Question
from aqmf_air.core.play.rulings import Rulings
from aqmf_air.games.martian_aircraft.rules.approach import Approach, approach, chosen_by_dice, nearest_tripods
from aqmf_air.games.martian_aircraft.rules.flight import Flown, Landed, has_flown
from aqmf_air.games.martian_aircraft.rules.morale import RUN
from aqmf_air.games.martian_aircraft.rules.movement import gauge_of
from aqmf_air.games.martian_aircraft.rulings import aircraft_rulings
from aqmf_air.games.martian_aircraft.units import KIND, bombs_aboard, figures
from aqmf_air.games.martian_front.base_order import (
    HIDDEN,
    FrontEvent,
    FrontRules,
    FrontTiming,
    UnitEvent,
    UnitOrder,
    as_known,
)
from aqmf_air.games.martian_front.orders.firing import attack_on
from aqmf_air.games.martian_front.profiles import Mount, UnitType, Weapon, covers
from aqmf_air.games.martian_front.rules.damage import ElementsLost, damage_unit
from aqmf_air.games.martian_front.rules.shooting import shot
from aqmf_air.games.martian_front.state import MOVEMENT, Game, Unit, with_mark
from aqmf_air.geometry.plane.pose import Pose, quantise, within
from aqmf_air.geometry.plane.rectangle import Rectangle
from aqmf_air.geometry.plane.template import Base
from aqmf_air.geometry.plane.track import Path, Track, fly


class OnARun(UnitOrder):
    """What an aircraft on a suicide run is ordered to do."""

    @classmethod
    def means(cls, kind: UnitType, rulings: Rulings, rules: FrontRules) -> Iterable[Mount | None]:
        return (None,) if kind.kind == KIND and kind.has("Low") else ()

    @classmethod
    def unit_offers(
        cls, game: Game, unit: Unit, mount: Mount | None, foes: Sequence[Unit], rules: FrontRules
    ) -> Iterable[Offer]:
        """At every tripod."""
        return super().unit_offers(game, unit, mount, tripods(game), rules) if unit.has(RUN) else ()

    def against(self, game: Game, unit: Unit, player: str, rules: FrontRules) -> Iterable[Objection]:
        if not unit.has(RUN):
            yield Objection("AIR-RUN-1", f"{game.called(self.unit)} is not on a suicide run")


class Run(OnARun, type="aircraft.run"):
    """An aircraft on a suicide run flies at the nearest tripod, and rams it if it gets there in this phase."""

    timing: ClassVar[FrontTiming] = FrontTiming(MOVEMENT, "a suicide run")
    target: str = ""
    """Which of several equally near tripods (ruling ``nearest_tripod_tie``); the first by name, if not given."""
    deed: ClassVar[str] = "run at the nearest tripod"
    wording: ClassVar[str] = "{unit} runs at {the target}"
    phrases: ClassVar[tuple[str, ...]] = ("{unit} run|runs [at {target}]",)

    @classmethod
    def unit_offers(
        cls, game: Game, unit: Unit, mount: Mount | None, foes: Sequence[Unit], rules: FrontRules
    ) -> Iterable[Offer]:
        """At the nearest, whichever that is."""
        return (Offer(cls(unit=unit.id), f"{game.called(unit.id)} runs", unit.id),) if unit.has(RUN) else ()

    @classmethod
    def offers(cls, game: Game, player: str, rules: FrontRules) -> Iterable[Offer]:
        """Every aircraft on a run, at each of the nearest tripods."""
        running = (unit for unit in game.units if unit.side == player and unit.has(RUN))
        return (cls(unit=unit.id, target=target).offer(game) for unit in running for target in goals(game, unit))

    def against(self, game: Game, unit: Unit, player: str, rules: FrontRules) -> Iterable[Objection]:
        """On a run, once, at a tripod that is the nearest. AIR-RUN-1, AIR-RUN-2."""
        yield from super().against(game, unit, player, rules)
        if not unit.has(RUN):
            return
        if has_flown(game, unit):
            yield Objection("AIR-RUN-2", f"{game.called(self.unit)} has flown in this phase")
        nearest = goals(game, unit)
        if not nearest:
            yield Objection("AIR-RUN-1", "there is no tripod to ram")
        elif self.target and self.target not in nearest:
            goal = in_a_row([game.called(one) for one in nearest], "or")
            yield Objection("AIR-RUN-1", f"{as_known(game, self.target, player)} is not the nearest tripod: {goal}")

    def obligatory(self, game: Game) -> bool:
        """It goes on until it touches the tripod. AIR-RUN-2."""
        return True

    def questions(self, game: Game, rules: FrontRules) -> Sequence[Question]:
        """The ramming, if the aircraft gets there in this phase and it is known into which tripod."""
        unit = game.unit(self.unit)
        nearest = goals(game, unit)
        if not self.target and len(nearest) > 1 and aircraft_rulings(game.rulings).nearest_tripod_tie == "random":
            return ()
        way = way_to(game, unit, self.target or nearest[0])
        if len(way.phases) > 1:
            return ()
        there = _flown(game, unit, way).apply(game)
        return Ram(unit=self.unit, target=self.target or nearest[0]).questions(there, rules)

    def decide(self, game: Game, rules: FrontRules, dice: Dice) -> tuple[FrontEvent, ...]:
        """It flies, and attacks on contact, in either movement phase. AIR-RUN-2, AIR-RUN-3, AIR-RUN-4."""
        unit = game.unit(self.unit)
        nearest = goals(game, unit)
        target = self.target or nearest[0]
        if unit.mark(RUN) not in nearest and aircraft_rulings(game.rulings).nearest_tripod_tie == "random":
            target = dice.call(chosen_by_dice, nearest, unit.side)
        way = way_to(game, unit, target)
        begun = RunAimed(unit=self.unit, target=target)
        flown = _flown(game, unit, way)
        events: tuple[FrontEvent, ...] = (begun, flown)
        after = flown.apply(begun.apply(game))
        if len(way.phases) > 1 or not after.in_play(self.unit):
            return events
        return (*events, *Ram(unit=self.unit, target=target).decide(after, rules, dice))


class RunAimed(UnitEvent, type="aircraft.run_aimed"):
    """An aircraft on a run made for a tripod."""

    wording: ClassVar[str] = "{unit} makes for {the target}"
    target: str

    def apply(self, game: Game) -> Game:
        """It is marked with the tripod, which it stays with while that is in the game."""
        return with_mark(game, self.unit, RUN, self.target)


def goals(game: Game, unit: Unit) -> tuple[str, ...]:
    """The tripod that a run was made for before, or the nearest ones. AIR-RUN-1."""
    bases = {
        tripod.id: Base(tripod.elements[0].x, tripod.elements[0].y, game.type_of(tripod).base_diameter)
        for tripod in tripods(game)
    }
    if (aimed := unit.mark(RUN)) in bases:
        return (str(aimed),)
    element = unit.elements[0]
    return nearest_tripods(Pose(element.x, element.y, element.facing), bases, aircraft_rulings(game.rulings))


def way_to(game: Game, unit: Unit, target: str) -> Approach:
    """How the run is flown from here: on the table if that can be. AIR-RUN-2."""
    kind, tripod = game.type_of(unit), game.unit(target)
    element, at = unit.elements[0], tripod.elements[0]
    start = Pose(element.x, element.y, element.facing)
    base = Base(at.x, at.y, game.type_of(tripod).base_diameter)
    rulings = aircraft_rulings(game.rulings)
    table = Rectangle.sized(game.table.width, game.table.depth)
    way = approach(start, kind.speed, kind.base_diameter, base, rulings, table)
    if way is None:  # every way leaves the table: it flies the shortest all the same
        way = approach(start, kind.speed, kind.base_diameter, base, rulings)
    assert way is not None  # without a table there is always one
    return way


def path_now(game: Game, unit: Unit, way: Approach) -> Path:
    """The part of a run that is flown in this phase."""
    track: Track = way.phases[0] if way.phases else ()
    return fly(way.start, track, gauge_of(game.type_of(unit).base_diameter, aircraft_rulings(game.rulings)))


def _flown(game: Game, unit: Unit, way: Approach) -> Flown:
    """This phase of a run."""
    element, end = unit.elements[0], quantise(path_now(game, unit, way).end)
    return Flown(unit=unit.id, flights=(Landed(element=element.id, x=end.x, y=end.y, facing=end.facing),))


# -- its end: one attack on the tripod, and the aircraft is gone ---------------------------------------------------------


def ramming_weapon(bombs: int) -> Weapon:
    """The aircraft itself as a weapon: its Power grows with every bomb aboard. AIR-RUN-3."""
    power = figures()["ramming power"] + bombs * figures()["ramming power for each bomb"]
    return Weapon(name="ramming aircraft", kind="ram", power=power, source="AIR-RUN-3", standing="stated")


class Ram(OnARun, type="aircraft.ram"):
    """An aircraft on a suicide run crashes into the tripod that it touches."""

    timing: ClassVar[FrontTiming] = FrontTiming(MOVEMENT, "ramming", rule="AIR-RUN-2")
    target: str
    wording: ClassVar[str] = "{unit} rams {the target}"
    phrases: ClassVar[tuple[str, ...]] = ("{unit} ram|rams {target}",)

    def against(self, game: Game, unit: Unit, player: str, rules: FrontRules) -> Iterable[Objection]:
        """On a run, in contact with a tripod. AIR-RUN-2."""
        yield from super().against(game, unit, player, rules)
        if self.target not in {one.id for one in tripods(game)}:
            yield Objection("AIR-RUN-1", f"{as_known(game, self.target, player)} is not a tripod in the game")
        elif not within(_apart(game, unit, game.unit(self.target)), 0):
            yield Objection("AIR-RUN-2", f"{game.called(self.unit)} does not touch {game.called(self.target)}")

    def questions(self, game: Game, rules: FrontRules) -> Sequence[Question]:
        return (ramming_question(game, rules, self.unit, self.target),)

    def decide(self, game: Game, rules: FrontRules, dice: Dice) -> tuple[FrontEvent, ...]:
        """Attack, and be destroyed whatever comes of it. AIR-RUN-3, AIR-RUN-4."""
        return crash(game, rules, dice, self.unit, self.target)


class Rammed(UnitEvent, type="aircraft.rammed"):
    """An aircraft flew into a tripod."""

    target: str
    hit: bool
    damaging: bool

    def tell(self, game: Game) -> str:
        how = "misses" if not self.hit else "tears into it" if self.damaging else "does no damage"
        return f"{game.called(self.unit)} crashes into {game.called(self.target)} and {how}"


def crash(
    game: Game, rules: FrontRules, dice: Dice, name: str, target: str, cover: str | None = None
) -> tuple[FrontEvent, ...]:
    """The attack of a ramming aircraft, and its end. AIR-RUN-3, AIR-RUN-4."""
    result = labelled(dice, target).call(shot, *ramming_facts(game, rules, name, target, cover))
    unit = game.unit(name)
    rammed = Rammed(unit=name, target=target, hit=bool(result.hits), damaging=bool(result.damaging))
    happened = (rammed, *damage_unit(game, rules, dice, target, result.damaging, near=unit))
    if not after(game, happened).in_play(name):
        return happened  # the tripod blew up, and the aircraft with it
    return (*happened, ElementsLost(unit=name, elements=tuple(element.id for element in unit.elements)))


def ramming_question(game: Game, rules: FrontRules, name: str, target: str, cover: str | None = None) -> Question:
    """What the one attack will do."""
    facts = ramming_facts(game, rules, name, target, cover)
    read = ReadFrom((Rammed,), "damaging", words=((True, 1), (False, 0)))
    return Question(
        f"{game.called(name)} rams {game.called(target)}: damaging hits",
        shot,
        facts,
        facts[:2],
        attrgetter("damaging"),
        of=read,
        luck=Tally("damaging hits"),
    )


def ramming_facts(
    game: Game, rules: FrontRules, name: str, target: str, cover: str | None = None
) -> tuple[TargetNumber, TargetNumber, str]:
    """The numbers of the one attack, with the bombs aboard; ``cover`` as in :func:`attack_on`. AIR-RUN-3."""
    unit = game.unit(name)
    bombs = sum(bombs_aboard(game, unit, unit.elements[0].id).values())
    attack = attack_on(game, rules, unit, ramming_weapon(bombs), game.unit(target), 0.0, cover=cover)
    return *rules.numbers(attack, covers()[attack.cover]), unit.side


def tripods(game: Game) -> tuple[Unit, ...]:
    """The tripods in the game that a pilot can make for: not those that are hidden. HOST-HIDE-1."""
    return tuple(unit for unit in game.units if game.type_of(unit).kind == "tripod" and not unit.has(HIDDEN))


def _apart(game: Game, unit: Unit, target: Unit) -> float:
    """Inches between the edges of the two bases; 0 in contact."""
    one, other = unit.elements[0], target.elements[0]
    own = Base(one.x, one.y, game.type_of(unit).base_diameter)
    return own.distance(Base(other.x, other.y, game.type_of(target).base_diameter))
