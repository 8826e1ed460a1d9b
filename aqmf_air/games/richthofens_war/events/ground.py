"""What happens over the ground and from it: announcements, interrupted moves, fire from below, runs, balloons."""

from __future__ import annotations

from typing import ClassVar, Literal

from aqmf_air.core.data.model import replace
from aqmf_air.core.data.text import plural
from aqmf_air.core.play.orders import Event
from aqmf_air.games.richthofens_war.events.fire import ShotCame, gun_of, with_gun
from aqmf_air.games.richthofens_war.pieces import Flight, Intent
from aqmf_air.games.richthofens_war.rules.guns import spent
from aqmf_air.games.richthofens_war.state import Game

INTENTS = {
    "balloon": "{} attacks {}",
    "strafing": "{} strafes the trenches in this move",
    "bombs": "{} drops its bombs in this move",
}
GROUND_FIRE = "ground fire at "
"""How it is called among what is done once in a turn, before the id of an aircraft."""
SHOOTERS = {"trench": "machine guns in the trench", "archie": "Archie"}
"""Guns that are no pieces of their own."""


class IntentAnnounced(Event[Game], type="richthofen.intent_announced"):
    """An aircraft has announced what it does in its move. BALL-2, STRAFE-1, D-16."""

    aircraft: str
    what: Literal["balloon", "strafing", "bombs"]
    target: str = ""

    def apply(self, game: Game) -> Game:
        intent = Intent(aircraft=self.aircraft, what=self.what, target=self.target)
        return replace(game, intents=(*game.intents, intent))

    def tell(self, game: Game) -> str:
        return INTENTS[self.what].format(game.called(self.aircraft), game.called(self.target))


class ApproachStopped(Event[Game], type="richthofen.approach_stopped"):
    """A move has come into reach of guns on the ground, which may fire before it goes on. BALL-2."""

    aircraft: str
    speed: int
    path: str
    step: int
    """Steps of the path that are flown."""
    at: tuple[int, int]
    facing: int
    height: int
    guns: tuple[str, ...]

    def apply(self, game: Game) -> Game:
        before = game.flight.before if game.flight else game.of(self.aircraft)
        flight = Flight(speed=self.speed, path=self.path, step=self.step, guns=self.guns, before=before)
        side = next(gun.side for gun in game.guns if gun.id in self.guns)
        game = replace(game, flight=flight, phase="ground-fire", choosing=(side,), done=())
        return game.changed(self.aircraft, at=self.at, facing=self.facing, height=self.height)

    def tell(self, game: Game) -> str:
        return f"{game.called(self.aircraft)} comes into reach of {' and '.join(map(game.called, self.guns))}"


class GroundFireHeld(Event[Game], type="richthofen.ground_fire_held"):
    """Guns on the ground hold their fire for now, or for the rest of a move. BALL-2."""

    rest: bool = False

    def apply(self, game: Game) -> Game:
        assert game.flight is not None
        return replace(game, flight=replace(game.flight, guns=(), held=self.rest), choosing=())

    def tell(self, game: Game) -> str:
        return f"the guns hold their fire{' for the rest of the move' if self.rest else ''}"


class GroundShot(ShotCame, type="richthofen.ground_shot"):
    """A gun on the ground has fired. STRAFE-1, AA-1, OWNAA-1, BALL-2."""

    gun: str
    """The gun, or ``trench`` and ``archie``."""

    def apply(self, game: Game) -> Game:
        guns = tuple(replace(one, fired=True) if one.id == self.gun else one for one in game.guns)
        flight = game.flight
        if flight:
            flight = replace(flight, guns=tuple(one for one in flight.guns if one != self.gun))
        return replace(game, guns=guns, flight=flight, shots=(*game.shots, self.shot(self.gun, ground=True)))

    def tell(self, game: Game) -> str:
        who = SHOOTERS.get(self.gun, game.called(self.gun))
        fire = "fire" if self.gun == "trench" else "fires"
        return f"{who} {fire} at {game.called(self.target)}: {self.came(critical=self.critical > 0)}"


class GroundFireSettled(Event[Game], type="richthofen.ground_fire_settled"):
    """All that fires from the ground in combat at an aircraft has fired, or has not. STRAFE-1, AA-1, BALL-3."""

    aircraft: str
    fired: bool

    def apply(self, game: Game) -> Game:
        return replace(game, rounds=(*game.rounds, f"{GROUND_FIRE}{self.aircraft}"))

    def tell(self, game: Game) -> str:
        return "" if self.fired else f"nothing fires from the ground at {game.called(self.aircraft)}"


class GunDiscovered(Event[Game], type="richthofen.gun_discovered"):
    """A hidden gun on the ground is seen. BALL-4, D-15."""

    gun: str
    by: str

    def apply(self, game: Game) -> Game:
        return replace(game, guns=tuple(replace(one, hidden=False) if one.id == self.gun else one for one in game.guns))

    def tell(self, game: Game) -> str:
        return f"{game.called(self.by)} discovers {game.called(self.gun)}"


class PhotographsTaken(Event[Game], type="richthofen.photographs_taken"):
    """An aircraft has the targets on its plates. D-18."""

    aircraft: str
    hexes: tuple[tuple[int, int], ...]

    def apply(self, game: Game) -> Game:
        had = game.of(self.aircraft).photographed
        return game.changed(self.aircraft, photographed=tuple(dict.fromkeys((*had, *self.hexes))))

    def tell(self, game: Game) -> str:
        return (
            f"{game.called(self.aircraft)} has photographed {plural(len(self.hexes), 'target')}, and has to bring them home"
        )


class PlatesSafe(Event[Game], type="richthofen.plates_safe"):
    """An aircraft has all targets on its plates, and no enemy is left in the air who could stop it. D-22."""

    wording: ClassVar[str] = "nobody is left who could stop {aircraft}: its photographs come home"
    aircraft: str

    def apply(self, game: Game) -> Game:
        return game.changed(self.aircraft, safe=True)


class TrenchStrafed(Event[Game], type="richthofen.trench_strafed"):
    """An aircraft has strafed trenches. STRAFE-1, D-17."""

    aircraft: str
    hexes: int
    hits: int
    guns: tuple[str, ...]
    rear: int = 0
    """Hexes behind the trench, among them. STRAFE-3."""

    def apply(self, game: Game) -> Game:
        for name in self.guns:
            game = with_gun(game, self.aircraft, spent(gun_of(game, self.aircraft, name)))
        hits = game.of(self.aircraft).trench_hits + self.hits
        fired = tuple((self.aircraft, name) for name in self.guns)
        game = replace(game, guns_fired=(*game.guns_fired, *fired))
        return game.changed(self.aircraft, strafed=self.hexes, rear_strafed=self.rear, trench_hits=hits)

    def tell(self, game: Game) -> str:
        hexes = plural(self.hexes, "hex", "hexes")
        return f"{game.called(self.aircraft)} strafes {hexes}{'' if self.rear else ' of trench'}: {plural(self.hits, 'hit')}"


class BombsDropped(Event[Game], type="richthofen.bombs_dropped"):
    """An aircraft has dropped its load. D-16."""

    aircraft: str
    height: int
    on_target: bool
    """Whether it was over the target."""
    hit: bool

    def apply(self, game: Game) -> Game:
        one = game.of(self.aircraft)
        return game.changed(self.aircraft, loaded=False, bombed=one.bombed or self.hit)

    def tell(self, game: Game) -> str:
        name = game.called(self.aircraft)
        if not self.on_target:
            return f"{name} drops its bombs, away from the target"
        return f"{name} drops its bombs from {self.height} m: {'a hit' if self.hit else 'a miss'}"


class Spotted(Event[Game], type="richthofen.spotted"):
    """A turn of spotting for the guns. D-18."""

    aircraft: str
    hit: bool

    def apply(self, game: Game) -> Game:
        return game.changed(self.aircraft, spotted=(*game.of(self.aircraft).spotted, self.hit))

    def tell(self, game: Game) -> str:
        return f"{game.called(self.aircraft)} spots for the guns: {'a hit' if self.hit else 'a miss'}"


class BalloonWinched(Event[Game], type="richthofen.balloon_winched"):
    """A balloon that was attacked is winched down. D-15."""

    balloon: str
    height: int

    def apply(self, game: Game) -> Game:
        balloons = tuple(
            replace(one, height=self.height, state="up" if self.height else "saved") if one.id == self.balloon else one
            for one in game.balloons
        )
        return replace(game, balloons=balloons)

    def tell(self, game: Game) -> str:
        down = f"is winched down to {self.height} m" if self.height else "is on the ground, and saved"
        return f"{game.called(self.balloon)} {down}"
