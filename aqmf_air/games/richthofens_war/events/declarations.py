"""Targets that are declared, given up, or left alone, and what aces choose. DECL, ACE-2."""

from __future__ import annotations

from typing import ClassVar, Literal

from aqmf_air.core.data.model import replace
from aqmf_air.core.play.orders import Event
from aqmf_air.games.richthofens_war.pieces import Declaration, DeclaringPilot
from aqmf_air.games.richthofens_war.state import Game


class TargetsAsked(Event[Game], type="richthofen.targets_asked"):
    """Pilots may declare a target, one after the other. DECL-1, DECL-4, DECL-7."""

    asked: tuple[DeclaringPilot, ...]
    round: Literal["", "head-on", "observers"] = ""
    """What is asked once in a turn, when all have moved."""

    def apply(self, game: Game) -> Game:
        rounds = (*game.rounds, self.round) if self.round else game.rounds
        return replace(game, asked=self.asked, rounds=rounds, phase="declaring")


class TargetDeclared(Event[Game], type="richthofen.target_declared"):
    """Somebody has declared whom he fires at. DECL-1 to DECL-4."""

    declaration: Declaration

    def apply(self, game: Game) -> Game:
        asked = game.asked[1:] if game.asked and game.asked[0].aircraft == self.declaration.shooter else game.asked
        return replace(game, declarations=(*game.declarations, self.declaration), asked=asked)

    def tell(self, game: Game) -> str:
        one = self.declaration
        gun = f" with the {one.gun}" if one.gun else ""
        how = ", hanging on its propeller" if one.hanging else ", head-on" if one.head_on else ""
        return f"{game.called(one.shooter)} aims at {game.called(one.target)}{gun}{how}"


class TargetSwitched(Event[Game], type="richthofen.target_switched"):
    """A pilot has dropped his target for one who attacks him head-on. DECL-7."""

    declaration: Declaration
    dropped: str

    def apply(self, game: Game) -> Game:
        kept = tuple(one for one in game.declarations if one.key != self.declaration.key)
        vacated = (*game.vacated, self.dropped) if game.rulings.limit_freed == "not-refilled" else game.vacated
        return replace(game, declarations=(*kept, self.declaration), vacated=vacated, asked=game.asked[1:])

    def tell(self, game: Game) -> str:
        one = self.declaration
        return f"{game.called(one.shooter)} drops {game.called(self.dropped)} and aims at {game.called(one.target)}, head-on"


class TargetPassed(Event[Game], type="richthofen.target_passed"):
    """A pilot declares nobody, or keeps to the target that he has."""

    aircraft: str

    def apply(self, game: Game) -> Game:
        declined = game.asked[0].why == "moved"
        game = replace(game, asked=game.asked[1:])
        return game.changed(self.aircraft, declined=True) if declined else game

    def tell(self, game: Game) -> str:
        one = game.declared(self.aircraft)
        if one is not None and game.asked[0].why == "head-on":
            return f"{game.called(self.aircraft)} keeps to {game.called(one.target)}"
        return f"{game.called(self.aircraft)} takes no target"


class ObserversDeclared(Event[Game], type="richthofen.observers_declared"):
    """All observers have declared. DECL-2."""

    declarations: tuple[Declaration, ...]

    def apply(self, game: Game) -> Game:
        return replace(game, declarations=(*game.declarations, *self.declarations), choosing=())

    def tell(self, game: Game) -> str:
        said = [f"{game.called(one.shooter)} ({one.gun}) at {game.called(one.target)}" for one in self.declarations]
        return f"observers aim: {', '.join(said)}" if said else "no observer takes a target"


class TargetLost(Event[Game], type="richthofen.target_lost"):
    """A declared target does not bear when combat begins: the shot is lost and costs nothing (``unmoved_target``)."""

    wording: ClassVar[str] = "{aircraft} has lost {target} out of its sights"
    aircraft: str
    gun: str
    target: str

    def apply(self, game: Game) -> Game:
        return replace(game, settled=(*game.settled, (self.aircraft, self.gun)))


class AcesChose(Event[Game], type="richthofen.aces_chose"):
    """What aces who fire and are fired at use their skill for. ACE-2."""

    uses: tuple[tuple[str, Literal["attack", "defence"]], ...]

    def apply(self, game: Game) -> Game:
        return replace(game, ace_uses=(*game.ace_uses, *self.uses), choosing=())

    def tell(self, game: Game) -> str:
        return ", ".join(f"{game.called(id_)} uses his skill for {use}" for id_, use in self.uses)


class SkillUsed(Event[Game], type="richthofen.skill_used"):
    """An ace keeps his skill for his own fire, or has used it against fire from the ground: once a turn. ACE-2."""

    aircraft: str
    use: Literal["attack", "defence"]

    def apply(self, game: Game) -> Game:
        return replace(game, ace_uses=(*game.ace_uses, (self.aircraft, self.use)))

    def tell(self, game: Game) -> str:
        if self.use == "attack":
            return f"{game.called(self.aircraft)} keeps his skill for his own fire in this turn"
        return f"{game.called(self.aircraft)} has used his skill against fire from the ground in this turn"
