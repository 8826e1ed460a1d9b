"""Heavy bombers: one attack on a fixed position before turn 1, and away."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import ClassVar, Literal

from aqmf_air.core.dice import Dice
from aqmf_air.core.ruleset import Objection, Offer, Question
from aqmf_air.geometry.template import Disc
from aqmf_air.host.artillery import shelled, template_of
from aqmf_air.host.barrage import number_struck
from aqmf_air.host.orders import Book, Happening, Order, Timing, enemies, no_target, own_unit
from aqmf_air.host.profiles import Mount
from aqmf_air.host.standing import UnitLeft
from aqmf_air.host.state import Element, Game
from aqmf_air.host.templates import Attacked, attack_all
from aqmf_air.plugins.aircraft.units import HEAVY_BOMBS

FIXED_POSITION = "fixed position"
"""The special rule of a scenario in which heavy bombers may be used. AIR-HEAVY-1."""


class Bombard(Order):
    """A heavy bomber attacks a Martian unit: a barrage template over one of its elements."""

    timing: ClassVar[Timing] = Timing("bombardment", rule="AIR-HEAVY-2", reason="heavy bombers attack before turn 1")
    type: Literal["aircraft.bombard"] = "aircraft.bombard"
    unit: str
    target: str
    element: str = ""
    """The element that the template is centred on; the target's first, if not given."""

    @classmethod
    def offers(cls, game: Game, player: str, book: Book) -> Iterable[Offer]:
        """Every heavy bomber, every enemy element."""
        for unit in game.units:
            if unit.side == player and game.type_of(unit).has("Heavy Bomber"):
                for target in enemies(game, player):
                    for element in target.elements:
                        order = cls(unit=unit.id, target=target.id, element=element.id)
                        yield Offer(order, f"{unit.id} bombs {element.id}")

    def objections(self, game: Game, player: str, book: Book) -> Iterable[Objection]:
        """A heavy bomber, before turn 1, in a scenario that has them; an enemy unit. AIR-HEAVY-1, AIR-HEAVY-2."""
        if about_unit := own_unit(game, self.unit, player):
            yield from about_unit
            return
        if not game.type_of(game.unit(self.unit)).has("Heavy Bomber"):
            yield Objection("AIR-HEAVY-2", f"{self.unit} is not a heavy bomber")
        if FIXED_POSITION not in map(str.casefold, game.special):
            yield Objection("AIR-HEAVY-1", "heavy bombers are for an attack on a redoubt or another fixed position")
        yield from self.timing.objections(game)
        if not_there := no_target(game, self.target, player, "AIR-HEAVY-2"):
            yield from not_there
        elif self._aim(game) is None:
            yield Objection("HOST-ORDER-1", f"{self.target} has no element {self.element!r}")

    def questions(self, game: Game, book: Book) -> Sequence[Question]:
        """How many elements are damaged."""
        attacks = tuple(one.attacks for one in self._attacked(game, book))
        side = game.unit(self.unit).side
        title = f"{self.unit} bombs {self.target}: elements damaged"
        return (Question(title, number_struck, (attacks, side), attacks[0][0] if attacks else ()),)

    def decide(self, game: Game, book: Book, dice: Dice) -> tuple[Happening, ...]:
        """Roll for every element under the template, and fly away."""
        attacked = self._attacked(game, book)

        def told(hit: Sequence[str]) -> Happening:
            return Bombarded(unit=self.unit, target=self.target, under=tuple(one.element for one in attacked))

        done = attack_all(game, book, dice, attacked, game.unit(self.unit).side, told)
        return (*done, UnitLeft(unit=self.unit))

    def _aim(self, game: Game) -> Element | None:
        elements = game.unit(self.target).elements
        return next((one for one in elements if self.element in ("", one.id)), None)

    def _attacked(self, game: Game, book: Book) -> tuple[Attacked, ...]:
        """Everything under the template, of either side, attacked as by heavy artillery: cover does not help Defense."""
        bomber, (bombs, x, y) = game.unit(self.unit), self._bombs(game)
        return shelled(game, book, bomber, bombs, 1, (x, y), bombarded=True)

    def template(self, game: Game, book: Book) -> Disc:
        """The template on its mark. Legal orders only."""
        bombs, x, y = self._bombs(game)
        return template_of(bombs, 1, (x, y))

    def _bombs(self, game: Game) -> tuple[Mount, float, float]:
        """The bombs, and where they are aimed."""
        aim, bombs = self._aim(game), game.type_of(game.unit(self.unit)).mount(HEAVY_BOMBS)
        assert aim is not None  # objections come first
        assert bombs is not None  # every heavy bomber has them
        return bombs, aim.x, aim.y


class Bombarded(Happening):
    """Heavy bombs fell."""

    type: Literal["aircraft.bombarded"] = "aircraft.bombarded"
    unit: str
    target: str
    under: tuple[str, ...]

    def apply(self, game: Game) -> Game:
        """What they did is told by what follows."""
        return game

    def tell(self, game: Game) -> str:
        return f"{self.unit} bombs {self.target}; under the template: {', '.join(self.under)}"
