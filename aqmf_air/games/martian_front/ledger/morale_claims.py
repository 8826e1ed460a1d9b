"""Morale on a real table: tests for losses, and rallying."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import ClassVar, Literal

from aqmf_air.core.data.model import replace
from aqmf_air.core.dice.dice import Dice
from aqmf_air.core.play.question import ReadFrom
from aqmf_air.core.play.ruleset import Objection, Offer, Question
from aqmf_air.core.play.rulings import Rulings
from aqmf_air.games.martian_front.base_order import Event, RulesInForce, Timing, at_hand
from aqmf_air.games.martian_front.ledger.claims import ROUTED, Claim
from aqmf_air.games.martian_front.orders.morale_orders import (
    COMMAND,
    RALLYING,
    Rallied,
    must_test,
    ordinary_morale,
    rally,
    to_rally,
)
from aqmf_air.games.martian_front.profiles import Mount, UnitType
from aqmf_air.games.martian_front.state import Act, ActKind, Game, Part, Unit, having_done, with_unit


class MoraleTest(Claim):
    """A unit that lost elements in this phase tests; ``squad_near``: an unbroken command squad is within 6 inches."""

    do, deed, rank = "morale", "Test morale", 40
    form = ("squad",)
    type: Literal["ledger.test_morale"] = "ledger.test_morale"
    unit: str
    squad_near: bool = False

    @classmethod
    def means(cls, kind: UnitType, rulings: Rulings, rules: RulesInForce) -> Iterable[Mount | None]:
        """Humans, where one may be lost and another is left."""
        return (None,) if kind.side == "human" and kind.elements > 1 else ()

    @classmethod
    def due(cls, game: Game, unit: Unit) -> Objection | None:
        """Losses of this phase. HOST-MORALE-1."""
        lost = unit.lost if unit in must_test(game) else 0
        return Objection("HOST-MORALE-1", f"{unit.id}: test morale for {lost} lost") if lost else None

    @classmethod
    def examples(
        cls, game: Game, unit: Unit, mount: Mount | None, foes: Sequence[Unit], rules: RulesInForce
    ) -> Iterable[Offer]:
        """Everybody who must."""
        if unit in must_test(game):
            yield Offer(cls(unit=unit.id), f"{unit.id} tests its morale", unit.id)

    def objections(self, game: Game, player: str, rules: RulesInForce) -> Iterable[Objection]:
        """Human, with losses in this phase and somebody left. HOST-MORALE-1, HOST-MORALE-3."""
        if about_unit := at_hand(game, self.unit, player):
            yield from about_unit
        elif self.unit not in {unit.id for unit in must_test(game)}:
            yield Objection("HOST-MORALE-1", f"{self.unit} has no morale test to make in this phase")
        elif self.squad_near and self._squad(game) is None:
            yield Objection("HOST-MORALE-3", f"there is no command squad that could steady {self.unit}")

    def questions(self, game: Game, rules: RulesInForce) -> Sequence[Question]:
        """The test, as the unit's kind makes it."""
        unit = game.unit(self.unit)
        asked: Sequence[Question] = rules.procedure("morale question", game.type_of(unit).kind)(
            self._scene(game), rules, unit
        )
        return asked

    def decide(self, game: Game, rules: RulesInForce, dice: Dice) -> tuple[Event, ...]:
        """Roll, and let the unit's kind say what comes of it."""
        unit = game.unit(self.unit)
        told: tuple[Event, ...] = rules.procedure("morale", game.type_of(unit).kind)(self._scene(game), rules, dice, unit)
        return (*told, Tested(unit=self.unit))

    def _squad(self, game: Game) -> Unit | None:
        side = game.unit(self.unit).side
        able = (one for one in game.units if one.side == side and one.id != self.unit and not one.has(ROUTED))
        return next((one for one in able if game.type_of(one).has(COMMAND)), None)

    def _scene(self, game: Game) -> Game:
        """The game as the rules are to see it: with the command squad beside the unit, if that is what was claimed."""
        squad = self._squad(game) if self.squad_near else None
        if squad is None:
            return game
        at = game.unit(self.unit).elements[0]
        return with_unit(game, replace(squad, elements=tuple(replace(one, x=at.x, y=at.y) for one in squad.elements)))


class Tested(Event):
    """A unit has made its test for the losses so far."""

    type: Literal["ledger.tested"] = "ledger.tested"
    unit: str

    def apply(self, game: Game) -> Game:
        """Its losses are settled."""
        return with_unit(game, replace(game.unit(self.unit), lost=0)) if game.in_play(self.unit) else game

    def tell(self, game: Game) -> str:
        return ""


class TryToRally(Claim):
    """A routed unit tries to come back in hand, in the end phase. HOST-MORALE-4."""

    timing: ClassVar[Timing] = RALLYING
    do, deed, rank = "rally", "Rally", 41
    type: Literal["ledger.rally"] = "ledger.rally"
    unit: str

    @classmethod
    def means(cls, kind: UnitType, rulings: Rulings, rules: RulesInForce) -> Iterable[Mount | None]:
        """Humans whose kind is routed by a test that it fails."""
        ordinary = rules.procedure("morale", kind.kind) is ordinary_morale
        return (None,) if kind.side == "human" and ordinary else ()

    @classmethod
    def due(cls, game: Game, unit: Unit) -> Objection | None:
        """Routed units may, in the end phase, once. HOST-MORALE-4."""
        able = game.part is Part.END and unit.has(ROUTED) and Act(ActKind.RALLY, unit.id) not in game.acted
        return Objection("HOST-MORALE-4", f"{unit.id} may rally") if able else None

    @classmethod
    def examples(
        cls, game: Game, unit: Unit, mount: Mount | None, foes: Sequence[Unit], rules: RulesInForce
    ) -> Iterable[Offer]:
        """Everybody who runs."""
        if unit.has(ROUTED):
            yield Offer(cls(unit=unit.id), f"{unit.id} tries to rally", unit.id)

    def objections(self, game: Game, player: str, rules: RulesInForce) -> Iterable[Objection]:
        """Routed, and not yet tried in this turn."""
        if about_unit := at_hand(game, self.unit, player):
            yield from about_unit
        elif not game.unit(self.unit).has(ROUTED):
            yield Objection("HOST-MORALE-4", f"{self.unit} is not routed")
        elif Act(ActKind.RALLY, self.unit) in game.acted:
            yield Objection("HOST-MORALE-4", f"{self.unit} has tried to rally in this phase")

    def questions(self, game: Game, rules: RulesInForce) -> Sequence[Question]:
        """The one roll."""
        target = to_rally()
        read = ReadFrom((Rallied,), "rallied", words=((True, _rallied(True)), (False, _rallied(False))))
        return (Question(f"{self.unit}: rally", rally, (target, game.unit(self.unit).side), (target,), _rallied, of=read),)

    def decide(self, game: Game, rules: RulesInForce, dice: Dice) -> tuple[Event, ...]:
        """Roll."""
        back = dice.call(rally, to_rally(self.unit), game.unit(self.unit).side)
        return (Done(what=str(Act(ActKind.RALLY, self.unit))), Rallied(unit=self.unit, rallied=back))


class Done(Event):
    """A unit tried to rally, which it can do once in a phase; ``what`` is the deed as states have it."""

    type: Literal["ledger.done"] = "ledger.done"
    what: str

    def apply(self, game: Game) -> Game:
        """It is remembered until the phase ends."""
        return having_done(game, Act(ActKind.RALLY, self.what.removesuffix(f":{ActKind.RALLY}")))

    def tell(self, game: Game) -> str:
        return ""


def _rallied(back: bool) -> str:
    return "rallies" if back else "keeps running"
