"""Shots, jams, guns that are tended, fuel. FIRE, JAM, CRIT-4."""

from __future__ import annotations

from typing import ClassVar, Literal

from aqmf_air.core.data.model import replace
from aqmf_air.core.play.orders import Event
from aqmf_air.games.richthofens_war.pieces import Gun, PendingShot
from aqmf_air.games.richthofens_war.rules.guns import spent, with_next_drum
from aqmf_air.games.richthofens_war.state import Game


def with_gun(game: Game, aircraft: str, changed: Gun) -> Game:
    """The game with a gun of an aircraft changed."""
    guns = tuple(changed if one.name == changed.name else one for one in game.of(aircraft).guns)
    return game.changed(aircraft, guns=guns)


def gun_of(game: Game, aircraft: str, name: str) -> Gun:
    """A gun of an aircraft by its name."""
    return next(one for one in game.of(aircraft).guns if one.name == name)


class ShotCame(Event[Game]):
    """What a shot came to, from the air or from the ground; its damage is applied later."""

    target: str
    natural: int
    """The total of the dice."""
    total: int
    """With all changes, as it was looked up."""
    changes: tuple[tuple[int, str, str], ...] = ()
    """What was added, why, and by which rule."""
    damage: int
    critical: int = 0
    """The total of the dice for a critical hit; 0: none."""
    amount: int = 0
    health: Literal["", "fit", "wounded", "dead"] = ""
    gun_hit: str = ""
    """What the critical hit does: see :class:`aqmf_air.games.richthofens_war.pieces.PendingShot`."""

    def shot(self, shooter: str, *, ground: bool = False, burns: bool = False) -> PendingShot:
        """What is kept of it until its damage is applied."""
        return PendingShot(
            shooter=shooter,
            target=self.target,
            damage=self.damage,
            critical=self.critical,
            amount=self.amount,
            health=self.health,
            gun=self.gun_hit,
            ground=ground,
            burns=burns,
        )

    def came(self, *, critical: bool) -> str:
        """Its dice, its damage, and whether it is a critical hit, in words."""
        change = sum(value for value, _, _ in self.changes)
        dice = f"{self.natural} {'+' if change > 0 else '-'} {abs(change)}" if change else str(self.natural)
        return f"{dice}, {self.damage or 'no'} damage{' and a critical hit' if critical else ''}"


class ShotResolved(ShotCame, type="richthofen.shot_resolved"):
    """A declared shot was fired; its damage is applied when all have fired. FIRE-1."""

    shooter: str
    gun: str = ""
    """The observer's gun; empty: the pilot's."""
    guns: tuple[str, ...]
    """Those that fired."""
    own_damage: int = 0
    """Points that the shooter does to its own tail. SPEC-3."""
    burns: bool = False
    """Whether it is a critical hit of a balloon, or one whose dice are rolled when all have fired."""

    def apply(self, game: Game) -> Game:
        for name in self.guns:
            game = with_gun(game, self.shooter, spent(gun_of(game, self.shooter, name)))
        shots = (*game.shots, self.shot(self.shooter, burns=self.burns))
        if self.own_damage:
            shots = (*shots, PendingShot(shooter=self.shooter, target=self.shooter, damage=self.own_damage))
        fired = tuple((self.shooter, name) for name in self.guns)
        return replace(
            game,
            shots=shots,
            settled=(*game.settled, (self.shooter, self.gun)),
            guns_fired=(*game.guns_fired, *fired),
        )

    def tell(self, game: Game) -> str:
        came = self.came(critical=bool(self.critical or self.burns))
        own = f"; it marks {self.own_damage} on its own tail" if self.own_damage else ""
        return f"{game.called(self.shooter)} fires at {game.called(self.target)}: {came}{own}"


class ShotHeld(Event[Game], type="richthofen.shot_held"):
    """A declared shot is held: it costs nothing (``declared_shot``)."""

    wording: ClassVar[str] = "{shooter} holds fire at {target}"
    shooter: str
    target: str
    gun: str = ""

    def apply(self, game: Game) -> Game:
        return replace(game, settled=(*game.settled, (self.shooter, self.gun)))


class GunJammed(Event[Game], type="richthofen.gun_jammed"):
    """A gun that fired is jammed. JAM-1."""

    wording: ClassVar[str] = "{aircraft}: the {gun} jams"
    aircraft: str
    gun: str

    def apply(self, game: Game) -> Game:
        gun = gun_of(game, self.aircraft, self.gun)
        return with_gun(game, self.aircraft, replace(gun, jammed=True, jammed_in=game.turn))


class JamCleared(Event[Game], type="richthofen.jam_cleared"):
    """A gun fires again. JAM-4."""

    wording: ClassVar[str] = "{aircraft}: the {gun} is clear"
    aircraft: str
    gun: str

    def apply(self, game: Game) -> Game:
        game = with_gun(game, self.aircraft, replace(gun_of(game, self.aircraft, self.gun), jammed=False, jammed_in=0))
        return replace(game, tended=(*game.tended, (self.aircraft, self.gun)))


class JamStayed(Event[Game], type="richthofen.jam_stayed"):
    """A try to clear a gun has failed. JAM-4."""

    wording: ClassVar[str] = "{aircraft}: the {gun} stays jammed"
    aircraft: str
    gun: str

    def apply(self, game: Game) -> Game:
        return replace(game, tended=(*game.tended, (self.aircraft, self.gun)))


class DrumChanged(Event[Game], type="richthofen.drum_changed"):
    """A gun has its next drum. SPEC-8, SPEC-22."""

    wording: ClassVar[str] = "{aircraft}: the {gun} has its next drum"
    aircraft: str
    gun: str

    def apply(self, game: Game) -> Game:
        game = with_gun(game, self.aircraft, with_next_drum(gun_of(game, self.aircraft, self.gun)))
        return replace(game, tended=(*game.tended, (self.aircraft, self.gun)))


class SideDone(Event[Game], type="richthofen.side_done"):
    """A side is done with the turn."""

    side: Literal["german", "allied"]

    def apply(self, game: Game) -> Game:
        return replace(game, done=(*game.done, self.side))
