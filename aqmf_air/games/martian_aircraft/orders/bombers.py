"""Heavy bombers: one attack on a fixed position before turn 1, and away."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import ClassVar, Literal

from aqmf_air.core.data.model import replace
from aqmf_air.core.dice.dice import Dice
from aqmf_air.core.play.orders import after
from aqmf_air.core.play.ruleset import Objection, Offer, Question
from aqmf_air.core.play.rulings import Rulings
from aqmf_air.games.martian_aircraft.rulings import aircraft_rulings
from aqmf_air.games.martian_aircraft.units import HEAVY_BOMBS
from aqmf_air.games.martian_front.base_order import (
    HIDDEN,
    Event,
    RulesInForce,
    Timing,
    UnitOrder,
    no_target,
)
from aqmf_air.games.martian_front.orders.artillery import shelled, template_of
from aqmf_air.games.martian_front.orders.morale_orders import UnitLeft
from aqmf_air.games.martian_front.profiles import Mount, UnitType
from aqmf_air.games.martian_front.rules.hiding import Revealed
from aqmf_air.games.martian_front.rules.templates import Attacked, TemplatesFell, attack_all, struck_question
from aqmf_air.games.martian_front.state import Element, Game, Part, Unit
from aqmf_air.geometry.plane.template import Disc

FIXED_POSITION = "fixed position"
"""The special rule of a scenario in which heavy bombers may be used. AIR-HEAVY-1."""


class Bombard(UnitOrder):
    """A heavy bomber attacks a Martian unit: a barrage template over one of its elements."""

    timing: ClassVar[Timing] = Timing((Part.BOMBARDMENT,), rule="AIR-HEAVY-2", reason="heavy bombers attack before turn 1")
    type: Literal["aircraft.bombard"] = "aircraft.bombard"
    target: str
    element: str = ""
    """The element that the template is centred on; the target's first, if not given."""
    attack: ClassVar[str] = "under barrage"
    deed: ClassVar[str] = "bomb before turn 1"

    @property
    def title(self) -> str:
        return f"{self.unit} bombs {self.element or self.target}"

    @classmethod
    def means(cls, kind: UnitType, rulings: Rulings, rules: RulesInForce) -> Iterable[Mount | None]:
        return kind.weapons if kind.has("Heavy Bomber") else ()

    @classmethod
    def offers(cls, game: Game, player: str, rules: RulesInForce) -> Iterable[Offer]:
        """Every heavy bomber, every enemy element, every marker."""
        yield from super().offers(game, player, rules)
        for unit in game.units:
            if unit.side == player and game.type_of(unit).has("Heavy Bomber"):
                for marker in sorted(markers(game, player)):
                    yield Offer(cls(unit=unit.id, target=marker), f"{unit.id} bombs marker {marker}", unit.id)

    def against(self, game: Game, unit: Unit, player: str, rules: RulesInForce) -> Iterable[Objection]:
        """A heavy bomber, in a scenario that has them; an enemy unit. AIR-HEAVY-1, AIR-HEAVY-2."""
        if not game.type_of(unit).has("Heavy Bomber"):
            yield Objection("AIR-HEAVY-2", f"{self.unit} is not a heavy bomber")
        if FIXED_POSITION not in map(str.casefold, game.special):
            yield Objection("AIR-HEAVY-1", "heavy bombers are for an attack on a redoubt or another fixed position")
        if self.target in markers(game, player):
            if aircraft_rulings(game.rulings).heavy_bombers_on_hidden == "refused":
                yield Objection("AIR-HEAVY-3", "heavy bombers spare what is hidden")
            if self.element:
                yield Objection("HOST-ORDER-1", f"{self.target} has no element {self.element!r}")
        elif not_there := no_target(game, self.target, player, "AIR-HEAVY-2"):
            yield from not_there
        elif self._aim(game) is None:
            yield Objection("HOST-ORDER-1", f"{self.target} has no element {self.element!r}")

    def questions(self, game: Game, rules: RulesInForce) -> Sequence[Question]:
        """How many elements are damaged. Of what is hidden nobody is told: the odds would say what it is."""
        if self._hidden(game):
            return ()
        return (struck_question(f"{self.title}: elements damaged", self._attacked(game, rules), game.unit(self.unit).side),)

    def decide(self, game: Game, rules: RulesInForce, dice: Dice) -> tuple[Event, ...]:
        """Roll for every element under the template, and fly away; what is hidden there is revealed first. AIR-HEAVY-3."""
        bombs, order, revealed = self._bombs(game), self, tuple[Event, ...]()
        if hidden := self._hidden(game):
            revealed = (Revealed(unit=hidden.id),)
            game = after(game, revealed)
            order = replace(self, target=hidden.id) if game.in_play(hidden.id) else self
        about = Bombarded(unit=self.unit, target=order.target)
        attacked = order._under(game, rules, bombs)
        done = attack_all(game, rules, dice, attacked, game.unit(self.unit).side, about)
        return (*revealed, *done, UnitLeft(unit=self.unit))

    def _hidden(self, game: Game) -> Unit | None:
        """The hidden unit at the marker that is aimed at; None, if the target is a unit in sight."""
        return markers(game, game.unit(self.unit).side).get(self.target)

    def _aim(self, game: Game) -> Element | None:
        if hidden := self._hidden(game):
            return hidden.elements[0]
        elements = game.unit(self.target).elements
        return next((one for one in elements if self.element in ("", one.id)), None)

    def _attacked(self, game: Game, rules: RulesInForce) -> tuple[Attacked, ...]:
        """Everything under the template, of either side, attacked as by heavy artillery: cover does not help Defense."""
        return self._under(game, rules, self._bombs(game))

    def _under(self, game: Game, rules: RulesInForce, at: tuple[Mount, float, float]) -> tuple[Attacked, ...]:
        bombs, x, y = at
        return shelled(game, rules, game.unit(self.unit), bombs, 1, (x, y), bombarded=True)

    def template(self, game: Game, rules: RulesInForce) -> Disc:
        """The template on its mark. Legal orders only."""
        bombs, x, y = self._bombs(game)
        return template_of(bombs, 1, (x, y))

    def _bombs(self, game: Game) -> tuple[Mount, float, float]:
        """The bombs, and where they are aimed."""
        aim, bombs = self._aim(game), game.type_of(game.unit(self.unit)).mount(HEAVY_BOMBS)
        assert aim is not None  # objections come first
        assert bombs is not None  # every heavy bomber has them
        return bombs, aim.x, aim.y


def markers(game: Game, player: str) -> dict[str, Unit]:
    """The other side's hidden units by their markers, but for a marker that is called as a unit in sight is."""
    hidden = {str(unit.mark(HIDDEN)): unit for unit in game.units if unit.side != player and unit.has(HIDDEN)}
    seen = {unit.id for unit in game.units if not unit.has(HIDDEN)}
    return {name: unit for name, unit in hidden.items() if name not in seen}


class Bombarded(TemplatesFell):
    """Heavy bombs fell."""

    type: Literal["aircraft.bombarded"] = "aircraft.bombarded"
    wording: ClassVar[str] = "{unit} bombs {target}; under the template: {toll}"
    unit: str
    target: str
