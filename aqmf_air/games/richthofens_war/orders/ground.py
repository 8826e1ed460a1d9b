"""What is announced before a move, and the fire of guns that interrupt one. BALL-2, STRAFE-1, D-16."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, ClassVar, Literal

from aqmf_air.core.dice.dice import Dice
from aqmf_air.core.dice.modifiers import TargetNumber
from aqmf_air.core.play.orders import Event, Order, Timing, after
from aqmf_air.core.play.question import Question, ReadFrom, Tally
from aqmf_air.core.play.ruleset import Objection, Offer
from aqmf_air.core.play.words import Names, Slot
from aqmf_air.games.richthofens_war import over_ground, targets
from aqmf_air.games.richthofens_war.damage import hit_from_ground
from aqmf_air.games.richthofens_war.events.declarations import SkillUsed
from aqmf_air.games.richthofens_war.events.ground import GroundFireHeld, GroundShot, IntentAnnounced
from aqmf_air.games.richthofens_war.orders.combat import TWO_DICE
from aqmf_air.games.richthofens_war.rules import ground
from aqmf_air.games.richthofens_war.rules.ground import GroundResult
from aqmf_air.games.richthofens_war.state import Game
from aqmf_air.games.richthofens_war.turn import onward
from aqmf_air.games.richthofens_war.words import own_aircraft
from aqmf_air.geometry.hexes.grid import Hex, distance
from aqmf_air.plugins.registry import Registry

BEFORE_A_MOVE = Timing(("movement",), "announcing", "RW-BALL-2")
INTERRUPTS = Timing(("ground-fire",), "fire from the ground", "RW-BALL-2")
OFFERED = 16
"""Hexes within which an attack on a balloon is offered."""


class _Announcement(Order[Game, Registry]):
    """Something that the aircraft whose turn it is announces before its move."""

    timing: ClassVar[Timing] = BEFORE_A_MOVE
    rule: ClassVar[str]
    what: ClassVar[Literal["balloon", "strafing", "bombs"]]
    aircraft: str

    @classmethod
    def slots(cls, game: Game, player: str, rules: Registry) -> Mapping[str, Slot]:
        return {"aircraft": own_aircraft(game, player)}

    @property
    def announced(self) -> Event[Game]:
        """What is written down."""
        return IntentAnnounced(aircraft=self.aircraft, what=self.what)

    def made(self, game: Game) -> bool:
        """Whether it was announced before."""
        return game.intends(self.aircraft, self.what)

    def objections(self, game: Game, player: str, rules: Registry) -> Iterable[Objection]:
        if late := self.timing.objections(game):
            yield from late
        elif not game.has(self.aircraft) or game.of(self.aircraft).side != player:
            yield Objection(self.rule, f"{game.called(self.aircraft)[:60]} is none of your aircraft in the air")
        elif self.aircraft != game.queue[0]:
            yield Objection(self.rule, f"it is the turn of {game.called(game.queue[0])}")
        elif self.made(game):
            yield Objection(self.rule, f"{game.called(self.aircraft)} has announced it")
        else:
            yield from self.against(game)

    def against(self, game: Game) -> Iterator[Objection]:
        """What is said against it of its own."""
        yield from ()

    def foreseen(self, game: Game, rules: Registry) -> Game:
        return self.announced.apply(game)

    def decide(self, game: Game, rules: Registry, dice: Dice) -> tuple[Event[Game], ...]:
        return (self.announced,)


def mover(game: Game, player: str) -> str:
    """The aircraft of a side whose turn to move it is; empty: none."""
    there = BEFORE_A_MOVE.fits(game) and bool(game.queue) and game.of(game.queue[0]).side == player
    return game.queue[0] if there else ""


class AnnounceBalloonAttack(_Announcement, type="richthofen.announce_balloon_attack"):
    """An aircraft attacks a balloon in this turn, and exposes itself to its guns. BALL-2."""

    phrases: ClassVar[tuple[str, ...]] = ("{aircraft} attacks|attack {balloon}",)
    rule: ClassVar[str] = "RW-BALL-2"
    what: ClassVar[Literal["balloon", "strafing", "bombs"]] = "balloon"
    balloon: str

    @classmethod
    def offers(cls, game: Game, player: str, rules: Registry) -> Iterable[Offer]:
        if (id_ := mover(game, player)) and game.rulings.balloon_attack == "announced":
            for one in game.balloons:
                if distance(Hex(*one.at), game.of(id_).hex) <= OFFERED:
                    title = f"{game.called(id_)} attacks {game.called(one.id)}"
                    yield Offer(cls(aircraft=id_, balloon=one.id), title, id_)

    @classmethod
    def slots(cls, game: Game, player: str, rules: Registry) -> Mapping[str, Slot]:
        there = [one.id for one in game.balloons if one.side != player]
        known = {game.called(id_): id_ for id_ in there} | ({"balloon": there[0]} if len(there) == 1 else {})
        return {"aircraft": own_aircraft(game, player), "balloon": Names("an enemy balloon", known)}

    @property
    def announced(self) -> Event[Game]:
        return IntentAnnounced(aircraft=self.aircraft, what="balloon", target=self.balloon)

    def made(self, game: Game) -> bool:
        return game.intends(self.aircraft, self.what, self.balloon)

    def against(self, game: Game) -> Iterator[Objection]:
        if game.rulings.balloon_attack != "announced":
            yield Objection(self.rule, "attacks on balloons are not announced in this game")
        elif (there := game.balloon(self.balloon)) is None or there.side == game.of(self.aircraft).side:
            yield Objection(self.rule, f"{game.called(self.balloon)[:60]} is no enemy balloon that is up")


class Strafe(_Announcement, type="richthofen.strafe"):
    """An aircraft strafes the enemy's trenches in this move. STRAFE-1, D-17."""

    phrases: ClassVar[tuple[str, ...]] = ("{aircraft} strafes|strafe",)
    rule: ClassVar[str] = "RW-STRAFE-1"
    what: ClassVar[Literal["balloon", "strafing", "bombs"]] = "strafing"

    @classmethod
    def offers(cls, game: Game, player: str, rules: Registry) -> Iterable[Offer]:
        told = any((each.side, each.kind) == (player, "strafing") for each in game.setup.missions)
        if told and (id_ := mover(game, player)) and over_ground.may_come_to_strafe(game, game.of(id_)):
            yield Offer(cls(aircraft=id_), f"{game.called(id_)} strafes", id_)

    def against(self, game: Game) -> Iterator[Objection]:
        one = game.of(self.aircraft)
        if not game.setup.trenches and game.rulings.strafe_hex == "trench":
            yield Objection(self.rule, "there are no trenches in this game")
        elif one.flown_by == "observer":
            yield Objection("RW-SPEC-24", "who flies it fires no gun")
        elif not targets.batteries_of(game, one, "pilot"):
            yield Objection(self.rule, "its pilot has no gun that can be fired")


class DropBombs(_Announcement, type="richthofen.drop_bombs"):
    """An aircraft drops its load in this move: over the target if it comes there, else where it ends. D-16."""

    phrases: ClassVar[tuple[str, ...]] = ("{aircraft} drops|drop [its] bombs", "{aircraft} bombs|bomb")
    rule: ClassVar[str] = "RW-BOMB-1"
    what: ClassVar[Literal["balloon", "strafing", "bombs"]] = "bombs"

    @classmethod
    def offers(cls, game: Game, player: str, rules: Registry) -> Iterable[Offer]:
        if (id_ := mover(game, player)) and game.of(id_).loaded:
            yield Offer(cls(aircraft=id_), f"{game.called(id_)} drops its bombs", id_)

    def against(self, game: Game) -> Iterator[Objection]:
        if not game.of(self.aircraft).loaded:
            yield Objection(self.rule, f"{game.called(self.aircraft)} has no bombs")


class KeepSkill(_Announcement, type="richthofen.keep_skill"):
    """An ace keeps his skill for his own fire: it takes nothing off fire from the ground at his move. ACE-2.

    Without it, his skill goes to the first of them that comes: a gun that fires at his move uses it for this turn.
    """

    phrases: ClassVar[tuple[str, ...]] = ("{aircraft} keeps|keep his|its skill [for attack]",)
    rule: ClassVar[str] = "RW-ACE-2"

    @classmethod
    def offers(cls, game: Game, player: str, rules: Registry) -> Iterable[Offer]:
        if (id_ := mover(game, player)) and over_ground.may_draw_skill(game, game.of(id_)):
            yield Offer(cls(aircraft=id_), f"{game.called(id_)} keeps his skill for his own fire", id_)

    @property
    def announced(self) -> Event[Game]:
        return SkillUsed(aircraft=self.aircraft, use="attack")

    def made(self, game: Game) -> bool:
        return self.aircraft in dict(game.ace_uses)

    def against(self, game: Game) -> Iterator[Objection]:
        if game.rulings.ace_and_ground != "same-choice":
            yield Objection(self.rule, "fire from the ground is no part of an ace's choice in this game")
        elif game.status(game.of(self.aircraft)) not in ("ace", "double-ace"):
            yield Objection(self.rule, f"who flies {game.called(self.aircraft)} is no ace")


def _against_fire(game: Game, player: str) -> Iterator[Objection]:
    """What is said against fire, or holding it, while a move is interrupted."""
    if late := INTERRUPTS.objections(game):
        yield from late
    elif player not in game.acting:
        yield Objection("RW-BALL-2", "the guns are the enemy's")


def damage_of(came: GroundResult) -> int:
    """The points of damage of a shot."""
    return came.result.damage


class FireFromGround(Order[Game, Registry], type="richthofen.fire_from_ground"):
    """A gun fires at an aircraft in the middle of its move; the result counts before the move goes on. BALL-2, BALL-3."""

    timing: ClassVar[Timing] = INTERRUPTS
    phrases: ClassVar[tuple[str, ...]] = ("{gun} fires|fire",)
    gun: str

    @classmethod
    def offers(cls, game: Game, player: str, rules: Registry) -> Iterable[Offer]:
        if cls.timing.fits(game) and game.flight:
            for gun in game.flight.guns:
                yield Offer(cls(gun=gun), f"{game.called(gun)} fires at {game.called(game.flight.before.id)}")

    @classmethod
    def slots(cls, game: Game, player: str, rules: Registry) -> Mapping[str, Slot]:
        guns = {game.called(one.id): one.id for one in game.guns if one.side == player}
        return {"gun": Names("one of your guns", guns | {one.id: one.id for one in game.guns if one.side == player})}

    def objections(self, game: Game, player: str, rules: Registry) -> Iterable[Objection]:
        if first := tuple(_against_fire(game, player)):
            yield from first
        elif game.flight is None or self.gun not in game.flight.guns:
            yield Objection("RW-BALL-3", f"{game.called(self.gun)[:60]} cannot fire now")

    def questions(self, game: Game, rules: Registry) -> Sequence[Question]:
        assert game.flight is not None
        gun = next(one for one in game.guns if one.id == self.gun)
        changes = over_ground.changes_at(game, game.of(game.flight.before.id), "balloon")
        row = game.tables.ground_fire.at(gun.kind)
        added = TargetNumber(f"{TWO_DICE} {gun.kind}", 0, "from the ground", "RW-BALL-2", changes)
        facts: tuple[Any, ...] = (row, sum(one.value for one in changes), game.tables, game.rulings)
        read, luck = ReadFrom((GroundShot,), "damage", about=("gun", self.gun)), Tally("damage from the ground")
        return (Question("damage", ground.ground_shot, facts, (added,), damage_of, of=read, luck=luck),)

    def decide(self, game: Game, rules: Registry, dice: Dice) -> tuple[Event[Game], ...]:
        assert game.flight is not None
        gun = next(one for one in game.guns if one.id == self.gun)
        id_ = game.flight.before.id
        events = over_ground.ground_fire(game, gun.id, gun.kind, "balloon", id_, gun.side, dice)
        events += hit_from_ground(after(game, events), id_, dice)
        return (*events, *onward(after(game, events)))


class HoldGroundFire(Order[Game, Registry], type="richthofen.hold_ground_fire"):
    """Guns hold their fire for now, or for the rest of the move. BALL-2, ``balloon_moment``."""

    timing: ClassVar[Timing] = INTERRUPTS
    phrases: ClassVar[tuple[str, ...]] = ("hold {until}",)
    rest: bool = False

    @classmethod
    def offers(cls, game: Game, player: str, rules: Registry) -> Iterable[Offer]:
        if cls.timing.fits(game):
            yield Offer(cls(), "hold fire for now")
            yield Offer(cls(rest=True), "hold fire for the rest of the move")

    @classmethod
    def slots(cls, game: Game, player: str, rules: Registry) -> Mapping[str, Slot]:
        return {"until": Names("fire for now, or for the rest of the move", UNTIL)}

    @classmethod
    def from_words(cls, game: Game, player: str, rules: Registry, said: Mapping[str, str]) -> Iterable[HoldGroundFire]:
        yield cls(rest=said["until"] == REST)

    def in_words(self, game: Game, rules: Registry) -> Mapping[str, str]:
        return {"until": REST if self.rest else NOW}

    def objections(self, game: Game, player: str, rules: Registry) -> Iterable[Objection]:
        return _against_fire(game, player)

    def decide(self, game: Game, rules: Registry, dice: Dice) -> tuple[Event[Game], ...]:
        held = GroundFireHeld(rest=self.rest)
        return (held, *onward(after(game, (held,))))


NOW, REST = "now", "rest"
UNTIL = {"fire for now": NOW, "fire": NOW, "fire for the rest of the move": REST}
