"""Damage and what comes of it: criticals, glides, losses, victories, men, fuel. FIRE-1, CRIT, VIC, PARA."""

from __future__ import annotations

from fractions import Fraction
from typing import ClassVar, Literal

from aqmf_air.core.data.model import replace
from aqmf_air.core.play.orders import Event
from aqmf_air.games.richthofens_war.events.fire import gun_of, with_gun
from aqmf_air.games.richthofens_war.pieces import Airman, Credit
from aqmf_air.games.richthofens_war.state import Game
from aqmf_air.games.richthofens_war.table_rows import Effect


class DamageApplied(Event[Game], type="richthofen.damage_applied"):
    """All damage of a turn's fire at an aircraft, at once. FIRE-1."""

    aircraft: str
    damage: int

    def apply(self, game: Game) -> Game:
        shots = tuple(one for one in game.shots if one.target != self.aircraft)
        return replace(game, shots=shots).changed(self.aircraft, damage=game.of(self.aircraft).damage + self.damage)

    def tell(self, game: Game) -> str:
        one = game.of(self.aircraft)
        stands = f"{min(one.damage + self.damage, game.type_of(one).damage)} of {game.type_of(one).damage}"
        return f"{game.called(self.aircraft)} takes {self.damage} damage: {stands}" if self.damage else ""


class BalloonHit(Event[Game], type="richthofen.balloon_hit"):
    """All damage of a turn's fire at a balloon, at once: from now on it is winched down. BALL-1, D-15."""

    balloon: str
    damage: int
    destroyed: bool

    def apply(self, game: Game) -> Game:
        changed = tuple(
            replace(
                one,
                damage=one.damage + self.damage,
                attacked=True,
                state="destroyed" if self.destroyed else one.state,
            )
            if one.id == self.balloon
            else one
            for one in game.balloons
        )
        return replace(game, balloons=changed, shots=tuple(one for one in game.shots if one.target != self.balloon))

    def tell(self, game: Game) -> str:
        name = game.called(self.balloon)
        return f"{name} burns" if self.destroyed else f"{name} takes {self.damage} damage"


class CriticalSuffered(Event[Game], type="richthofen.critical_suffered"):
    """A critical hit works. CRIT-1 to CRIT-4, D-11."""

    aircraft: str
    total: int
    effect: Effect
    amount: int = 0
    health: Literal["", "fit", "wounded", "dead"] = ""
    gun: str = ""
    by: tuple[str, ...] = ()
    """Who fired."""

    def apply(self, game: Game) -> Game:
        one = game.of(self.aircraft)
        match self.effect:
            case "pilot" | "observer":
                return self._man(game)
            case "engine":
                lost = one.speed_lost + self.amount
                at_once = game.rulings.lost_mp == "this-turn-then-max"
                speed = max(one.speed - self.amount, game.type_of(one).min_speed) if at_once else one.speed
                return game.changed(one.id, speed_lost=lost, speed=speed, glide_by=self.by)
            case "fuel":
                if one.fuel is None:
                    return game.changed(one.id, fuel=0, glide_by=self.by)
                again = game.rulings.fuel_twice == "second-clock-too" and one.fuel_again is None
                return game.changed(one.id, fuel_again=0) if again else game
            case "controls":
                return game.changed(one.id, schedule_lost=one.schedule_lost + self.amount)
            case "damage":
                return game.changed(one.id, damage=one.damage + self.amount)
            case "dive":
                return game.changed(one.id, dive_lost=one.dive_lost + self.amount)
            case "climb":
                return game.changed(one.id, climb_lost=one.climb_lost + self.amount)
            case "gun":
                return with_gun(game, one.id, replace(gun_of(game, one.id, self.gun), out=True)) if self.gun else game

    def _man(self, game: Game) -> Game:
        one, place = game.of(self.aircraft), 0 if self.effect == "pilot" else 1
        if self.health in ("", "fit") or place >= len(one.crew) or one.crew[place].health == "dead":
            return game
        hit = replace(one.crew[place], health=self.health)
        return game.changed(one.id, crew=(*one.crew[:place], hit, *one.crew[place + 1 :]), glide_by=self.by)

    def tell(self, game: Game) -> str:
        name, cost = game.called(self.aircraft), self.amount
        if self.health == "fit":
            return f"{name}: a critical hit that hurts nobody"
        said = {
            "pilot": f"its pilot is {HURT.get(self.health, 'hit')}",
            "observer": f"its observer is {HURT.get(self.health, 'hit')}",
            "engine": f"its engine is hit, {cost} off its speed",
            "fuel": "its tank is holed",
            "controls": "its controls are hit: it turns worse",
            "damage": f"{cost} more damage",
            "dive": f"its maximum dive is {cost} m less",
            "climb": f"its maximum climb is {cost} m less",
            "gun": f"its {self.gun} is out of order",
        }
        return f"{name}: {said[self.effect]}"


HURT = {"wounded": "seriously wounded", "dead": "killed"}


class LoadJettisoned(Event[Game], type="richthofen.load_jettisoned"):
    """An aircraft that has become too slow has dropped its load. BOMB-6."""

    wording: ClassVar[str] = "{aircraft} drops its load at once"
    aircraft: str

    def apply(self, game: Game) -> Game:
        return game.changed(self.aircraft, loaded=False)


class GlideBegan(Event[Game], type="richthofen.glide_began"):
    """An aircraft has no power any more. D-8."""

    wording: ClassVar[str] = "{aircraft} has to glide"
    aircraft: str

    def apply(self, game: Game) -> Game:
        return game.changed(self.aircraft, gliding=True)


class ControlsTaken(Event[Game], type="richthofen.controls_taken"):
    """An observer flies in place of the pilot. SPEC-23."""

    wording: ClassVar[str] = "{aircraft}: the observer takes the controls"
    aircraft: str

    def apply(self, game: Game) -> Game:
        return game.changed(self.aircraft, flown_by="observer")


class AircraftLost(Event[Game], type="richthofen.aircraft_lost"):
    """An aircraft is destroyed."""

    aircraft: str
    why: Literal["damage", "pilot", "engine", "overdive", "collision"] = "damage"

    def apply(self, game: Game) -> Game:
        return game.out(self.aircraft, "destroyed")

    def tell(self, game: Game) -> str:
        said = {
            "damage": "is shot down",
            "pilot": "falls, with nobody at the controls",
            "engine": "falls, without an engine",
            "overdive": "breaks up",
            "collision": "is lost in a collision",
        }
        return f"{game.called(self.aircraft)} {said[self.why]}"


class VictoryCredited(Event[Game], type="richthofen.victory_credited"):
    """A victory, or a part of one. VIC-1, VIC-2."""

    aircraft: str
    target: str
    share: Fraction

    def apply(self, game: Game) -> Game:
        return replace(game, credits=(*game.credits, Credit(aircraft=self.aircraft, target=self.target, share=self.share)))

    def tell(self, game: Game) -> str:
        part = "" if self.share == 1 else f" {self.share} of"
        return f"{game.called(self.aircraft)} has{part} the victory over {game.called(self.target)}"


class CrewJumps(Event[Game], type="richthofen.crew_jumps"):
    """Men with parachutes are aboard an aircraft that is destroyed: they are rolled for next. PARA-1."""

    wording: ClassVar[str] = "the crew of {aircraft} tries to jump"
    aircraft: str

    def apply(self, game: Game) -> Game:
        return replace(game, falling=(*game.falling, self.aircraft))


class CrewFate(Event[Game], type="richthofen.crew_fate"):
    """What becomes of a man whose aircraft is destroyed. PARA-2 to PARA-7."""

    aircraft: str
    man: int
    """His place in the crew; 0: the pilot."""
    fate: Literal["free", "captured", "dead"]

    def apply(self, game: Game) -> Game:
        crew = list(game.of(self.aircraft).crew)
        dead = self.fate == "dead"
        crew[self.man] = replace(crew[self.man], health="dead") if dead else replace(crew[self.man], fate=self.fate)
        game = replace(game, falling=tuple(one for one in game.falling if one != self.aircraft))
        return game.changed(self.aircraft, crew=tuple(crew))

    def tell(self, game: Game) -> str:
        man: Airman = game.of(self.aircraft).crew[self.man]
        who = man.name or ("the pilot" if not self.man else "the observer")
        said = {"free": "comes down by parachute", "captured": "comes down by parachute, and is captured", "dead": "is lost"}
        return f"{who} of {game.called(self.aircraft)} {said[self.fate]}"


class FuelChecked(Event[Game], type="richthofen.fuel_checked"):
    """A roll for a holed tank. CRIT-4, CRIT-5."""

    aircraft: str
    dry: bool
    again: bool = False
    """Whether the roll is for a second hit of the tank (``fuel_twice``)."""

    def apply(self, game: Game) -> Game:
        one = game.of(self.aircraft)
        if self.again:
            return game.changed(self.aircraft, fuel_again=(one.fuel_again or 0) + 1, dry=one.dry or self.dry)
        return game.changed(self.aircraft, fuel=(one.fuel or 0) + 1, dry=one.dry or self.dry)

    def tell(self, game: Game) -> str:
        return f"{game.called(self.aircraft)} has {'no fuel left' if self.dry else 'fuel left'}"
