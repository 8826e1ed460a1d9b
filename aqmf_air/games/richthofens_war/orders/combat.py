"""Declared shots that are fired or held, in any order: their damage counts when all have fired. FIRE-1, FIRE-2."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Iterable, Mapping, Sequence
from typing import ClassVar, Self

from aqmf_air.core.dice.dice import Dice
from aqmf_air.core.dice.modifiers import TargetNumber
from aqmf_air.core.play.orders import Event, Order, Timing, after
from aqmf_air.core.play.question import Question, ReadFrom, Tally
from aqmf_air.core.play.ruleset import Objection, Offer
from aqmf_air.core.play.words import Said, Slot
from aqmf_air.games.richthofens_war import targets
from aqmf_air.games.richthofens_war.events.fire import GunJammed, ShotHeld, ShotResolved
from aqmf_air.games.richthofens_war.pieces import Aircraft, Declaration
from aqmf_air.games.richthofens_war.rules.fire import Result, shot
from aqmf_air.games.richthofens_war.shooting import Fired, ReadyShot, fired, ready
from aqmf_air.games.richthofens_war.state import Game
from aqmf_air.games.richthofens_war.turn import onward
from aqmf_air.games.richthofens_war.words import guns, own_aircraft
from aqmf_air.plugins.registry import Registry

TIMING = Timing(("combat",), "firing", "RW-FIRE-1")
TWO_DICE = "two dice on column"


def damage_of(result: Result) -> int:
    """The points of damage of a shot."""
    return result.damage


def critical_of(result: Result) -> bool:
    """Whether a shot is a critical hit."""
    return result.critical


def was_critical(events: Sequence[object]) -> bool:
    """The same, of the shot that was resolved."""
    return any(isinstance(event, ShotResolved) and bool(event.critical or event.burns) for event in events)


def beyond_limit(game: Game, one: Declaration) -> bool:
    """Whether as many as may have fired at its target, where the owner chooses who does (``limit_priority``). DECL-5."""
    if game.rulings.limit_priority != "owner" or targets.alone(game, game.target(one.target)):
        return False
    fronts = {
        each.shooter
        for each in game.declarations
        if each.target == one.target
        and targets.counts(game, game.of(each.shooter), each.by)
        and any((each.shooter, name) in game.guns_fired for name in (gun.name for gun in game.of(each.shooter).guns))
    }
    most = game.tables.number("fire-changes", "at-one-target")
    return targets.counts(game, game.of(one.shooter), one.by) and len(fronts - {one.shooter}) >= most


class OfShot(Order[Game, Registry]):
    """An order about a declared shot that is neither fired nor held."""

    timing: ClassVar[Timing] = TIMING
    aircraft: str
    gun: str = ""
    """The observer's gun; empty: the pilot's."""

    @property
    def key(self) -> tuple[str, str]:
        """See :attr:`aqmf_air.games.richthofens_war.pieces.Declaration.key`."""
        return self.aircraft, self.gun

    def declared(self, game: Game) -> Declaration:
        """The shot. StopIteration: there is none."""
        return next(one for one in game.open_shots if one.key == self.key)

    @classmethod
    def slots(cls, game: Game, player: str, rules: Registry) -> Mapping[str, Slot]:
        of_observers = guns(game, player, lambda one: [str(way) for way in targets.batteries_of(game, one, "observer")])
        return {"aircraft": own_aircraft(game, player), "gun": of_observers}

    @classmethod
    def from_words(cls, game: Game, player: str, rules: Registry, said: Said) -> Iterable[Self]:
        """Of any of the side's shots, where no aircraft is named; of its observer's, where its pilot has none."""
        able = [one.shooter for one in game.open_shots if game.of(one.shooter).side == player]
        able = able or [one.id for one in game.flying if one.side == player][:1]  # to say what is against it
        named = [said["aircraft"]] if "aircraft" in said else able
        for id_ in dict.fromkeys(named):
            there = [said["gun"]] if "gun" in said else [one.gun for one in game.open_shots if one.shooter == id_]
            for gun in [""] if "" in there or not there else there:
                yield cls(**{**said, "aircraft": id_, "gun": gun})

    def objections(self, game: Game, player: str, rules: Registry) -> Iterable[Objection]:
        if late := TIMING.objections(game):
            yield from late
        elif self.key not in [one.key for one in game.open_shots]:
            which = f" with {self.gun[:40]}" if self.gun else ""
            yield Objection("RW-FIRE-1", f"{game.called(self.aircraft)[:60]} has no declared shot left{which}")
        elif game.of(self.aircraft).side != player:
            yield Objection("RW-FIRE-1", f"{game.called(self.aircraft)} is the enemy's")
        else:
            yield from self.against(game, self.declared(game))

    @abstractmethod
    def against(self, game: Game, one: Declaration) -> Iterable[Objection]:
        """What is said against it besides."""


class Fire(OfShot, type="richthofen.fire"):
    """A declared shot is fired. FIRE-1."""

    phrases: ClassVar[tuple[str, ...]] = ("[{aircraft}] fires|fire [its {gun}] [with {guns}]",)
    guns: str = ""
    """Which guns together, as ``left gun and right gun``; empty: the strongest that can be fired. SPEC-6."""

    @classmethod
    def offers(cls, game: Game, player: str, rules: Registry) -> Iterable[Offer]:
        if not cls.timing.fits(game):
            return
        for one in game.open_shots:
            if game.of(one.shooter).side == player:
                for at, way in enumerate(ready(game, one)):
                    which = str(way.battery) if at else ""
                    title = f"{game.called(one.shooter)} fires at {game.called(one.target)}"
                    title += f" with the {way.battery}" if at or one.gun else ""
                    mean = f"{way.change:+d} to the dice, column {way.row.fire}"
                    yield Offer(cls(aircraft=one.shooter, gun=one.gun, guns=which), f"{title} ({mean})", one.shooter)

    @classmethod
    def slots(cls, game: Game, player: str, rules: Registry) -> Mapping[str, Slot]:
        of_pilots = guns(game, player, lambda one: [str(way) for way in targets.batteries_of(game, one, "pilot")])
        return {**super().slots(game, player, rules), "guns": of_pilots}

    def against(self, game: Game, one: Declaration) -> Iterable[Objection]:
        if beyond_limit(game, one):
            yield Objection("RW-DECL-5", f"others have fired at {game.called(one.target)}: hold the shot")
        if not any(self.guns in ("", str(way.battery)) for way in ready(game, one)):
            yield Objection("RW-SPEC-6", f"{game.called(self.aircraft)} cannot fire {self.guns[:40] or 'now'}")

    def _way(self, game: Game) -> tuple[Declaration, ReadyShot]:
        one = self.declared(game)
        return one, next(way for way in ready(game, one) if self.guns in ("", str(way.battery)))

    def questions(self, game: Game, rules: Registry) -> Sequence[Question]:
        one, way = self._way(game)
        far = f"at {way.row.near} to {way.row.far} hexes"
        added = (TargetNumber(f"{TWO_DICE} {way.row.fire}", 0, far, "RW-FIRE-1", way.modifiers),)
        facts = (way.row, way.change, game.rulings)
        read = ReadFrom((ShotResolved,), "damage", about=("shooter", one.shooter))
        damage = Question("damage", shot, facts, added, damage_of, of=read, luck=Tally("damage in the air"))
        if not targets.worth(*facts).critical:  # nothing that is rolled can be one
            return (damage,)
        critical = Question("critical hit", shot, facts, (), critical_of, of=was_critical, luck=Tally("critical hits"))
        return damage, critical

    def decide(self, game: Game, rules: Registry, dice: Dice) -> tuple[Event[Game], ...]:
        one, way = self._way(game)
        own, target = game.of(one.shooter), game.target(one.target)
        aircraft = target if isinstance(target, Aircraft) else None
        height = own.height if game.rulings.jam_height == "firer" else target.height
        came = fired(
            dice,
            way,
            height,
            tuple(gun.name for gun in aircraft.guns if not gun.out) if aircraft else (),
            game.tables,
            game.rulings,
            own.side,
            observer=aircraft is not None and aircraft.observer is not None,
            balloon=aircraft is None,
            shooter=game.called(own.id),
            target=game.called(target.id),
        )
        events = (resolved(one, way, came), *(GunJammed(aircraft=own.id, gun=name) for name in came.jammed))
        return (*events, *onward(after(game, events)))


def resolved(one: Declaration, way: ReadyShot, came: Fired) -> ShotResolved:
    """A shot as it is written down."""
    critical = came.critical
    return ShotResolved(
        shooter=one.shooter,
        target=one.target,
        gun=one.gun,
        guns=way.battery.guns,
        natural=came.result.natural,
        total=came.result.total,
        changes=tuple((each.value, each.reason, each.source) for each in way.modifiers),
        damage=came.result.damage,
        critical=critical.total if critical else 0,
        amount=critical.amount if critical else 0,
        health=critical.health if critical else "",
        gun_hit=critical.gun if critical else "",
        own_damage=came.own_damage,
        burns=came.result.critical and critical is None,
    )


class Hold(OfShot, type="richthofen.hold"):
    """A declared shot is held: it costs neither ammunition nor a jam (``declared_shot``)."""

    phrases: ClassVar[tuple[str, ...]] = ("[{aircraft}] holds|hold fire [of its {gun}]", "hold")

    @classmethod
    def offers(cls, game: Game, player: str, rules: Registry) -> Iterable[Offer]:
        if cls.timing.fits(game):
            for one in game.open_shots:
                title = f"{game.called(one.shooter)} holds fire{f' of its {one.gun}' if one.gun else ''}"
                yield Offer(cls(aircraft=one.shooter, gun=one.gun), title, one.shooter)

    def against(self, game: Game, one: Declaration) -> Iterable[Objection]:
        if game.rulings.declared_shot == "must-fire" and not beyond_limit(game, one):
            yield Objection("RW-FIRE-1", "a declared shot is fired")

    def decide(self, game: Game, rules: Registry, dice: Dice) -> tuple[Event[Game], ...]:
        one = self.declared(game)
        held = ShotHeld(shooter=one.shooter, target=one.target, gun=one.gun)
        return (held, *onward(after(game, (held,))))
