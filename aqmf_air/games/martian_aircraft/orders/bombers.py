"""Heavy bombers: one attack on a fixed position before turn 1, and away."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import ClassVar

from aqmf_air.core.dice.dice import Dice
from aqmf_air.core.play.orders import after
from aqmf_air.core.play.ruleset import Objection, Offer, Question
from aqmf_air.core.play.rulings import Rulings
from aqmf_air.core.play.words import Slot
from aqmf_air.games.martian_aircraft.rulings import aircraft_rulings
from aqmf_air.games.martian_aircraft.units import HEAVY_BOMBS
from aqmf_air.games.martian_front.base_order import (
    HIDDEN,
    FrontEvent,
    FrontRules,
    FrontTiming,
    Prospect,
    UnitOrder,
    as_known,
    no_target,
)
from aqmf_air.games.martian_front.orders.artillery import shelled, template_of
from aqmf_air.games.martian_front.orders.morale_orders import UnitLeft
from aqmf_air.games.martian_front.profiles import Mount, UnitType
from aqmf_air.games.martian_front.rules.hiding import Revealed
from aqmf_air.games.martian_front.rules.templates import Attacked, TemplatesFell, attack_all, prospects_of, struck_question
from aqmf_air.games.martian_front.state import Element, Game, PhasePart, Unit
from aqmf_air.games.martian_front.words import targets
from aqmf_air.geometry.plane.template import Disc

FIXED_POSITION = "fixed position"
"""The special rule of a scenario in which heavy bombers may be used. AIR-HEAVY-1."""


def stays(game: Game, unit: Unit) -> bool:
    """Whether an aircraft is there in turn 1: heavy bombers attack before it, leave and do not return. AIR-HEAVY-2."""
    return not game.type_of(unit).has("Heavy Bomber")


class Bombard(UnitOrder, type="aircraft.bombard"):
    """A heavy bomber attacks a Martian unit: a barrage template over one of its elements."""

    timing: ClassVar[FrontTiming] = FrontTiming(
        (PhasePart.BOMBARDMENT,), rule="AIR-HEAVY-2", reason="heavy bombers attack before turn 1"
    )
    target: str
    element: str = ""
    """The element that the template is centred on; the target's first, if not given."""
    attack: ClassVar[str] = "under barrage"
    deed: ClassVar[str] = "bomb before turn 1"
    phrases: ClassVar[tuple[str, ...]] = ("{unit} bomb|bombs [marker] {target}",)

    def title(self, game: Game) -> str:
        hidden = self._hidden(game)
        aim = f"marker {self.target}" if hidden else game.called(self.element or self.target)
        return f"{game.called(self.unit)} bombs {aim}"

    @classmethod
    def means(cls, kind: UnitType, rulings: Rulings, rules: FrontRules) -> Iterable[Mount | None]:
        return kind.weapons if kind.has("Heavy Bomber") else ()

    @classmethod
    def offers(cls, game: Game, player: str, rules: FrontRules) -> Iterable[Offer]:
        """Every heavy bomber, every enemy element, every marker."""
        yield from super().offers(game, player, rules)
        for unit in game.units:
            if unit.side == player and game.type_of(unit).has("Heavy Bomber"):
                for marker in sorted(markers(game, player)):
                    yield Offer(cls(unit=unit.id, target=marker), f"{game.called(unit.id)} bombs marker {marker}", unit.id)

    @classmethod
    def slots(cls, game: Game, player: str, rules: FrontRules) -> Mapping[str, Slot]:
        """Markers go for targets, too."""
        slots = super().slots(game, player, rules)
        return {**slots, "target": targets(game, player, elements=True, more=sorted(markers(game, player)))}

    def against(self, game: Game, unit: Unit, player: str, rules: FrontRules) -> Iterable[Objection]:
        """A heavy bomber, in a scenario that has them; an enemy unit. AIR-HEAVY-1, AIR-HEAVY-2."""
        if not game.type_of(unit).has("Heavy Bomber"):
            yield Objection("AIR-HEAVY-2", f"{game.called(self.unit)} is not a heavy bomber")
        if FIXED_POSITION not in map(str.casefold, game.special):
            yield Objection("AIR-HEAVY-1", "heavy bombers are for an attack on a redoubt or another fixed position")
        if self.target in markers(game, player):
            if aircraft_rulings(game.rulings).heavy_bombers_on_hidden == "refused":
                yield Objection("AIR-HEAVY-3", "heavy bombers spare what is hidden")
            if self.element:
                yield Objection("HOST-ORDER-1", f"{as_known(game, self.target, player)} has no element {self.element!r}")
        elif not_there := no_target(game, self.target, player, "AIR-HEAVY-2"):
            yield from not_there
        elif self._aim(game) is None:
            yield Objection("HOST-ORDER-1", f"{as_known(game, self.target, player)} has no element {self.element!r}")

    def questions(self, game: Game, rules: FrontRules) -> Sequence[Question]:
        """How many elements are damaged. Of what is hidden nobody is told: the odds would say what it is."""
        if self._hidden(game):
            return ()
        title = f"{self.title(game)}: elements damaged"
        return (struck_question(title, self._attacked(game, rules), game.unit(self.unit).side),)

    def prospects(self, game: Game, rules: FrontRules) -> Sequence[Prospect]:
        return () if self._hidden(game) else prospects_of(game, [self._attacked(game, rules)], game.unit(self.unit).side)

    def decide(self, game: Game, rules: FrontRules, dice: Dice) -> tuple[FrontEvent, ...]:
        """Roll for every element under the template, and fly away; what is hidden there is revealed first. AIR-HEAVY-3."""
        falls, target, revealed = self._falls(game), self.target, tuple[FrontEvent, ...]()
        if hidden := self._hidden(game):
            revealed = (Revealed(unit=hidden.id),)
            game = after(game, revealed)
            target = hidden.id if game.in_play(hidden.id) else target
        unit = game.unit(self.unit)
        attacked = shelled(game, rules, unit, *falls, bombarded=True)  # as by heavy artillery
        about = Bombarded(unit=self.unit, target=target)
        return (*revealed, *attack_all(game, rules, dice, attacked, unit.side, about), UnitLeft(unit=self.unit))

    def _attacked(self, game: Game, rules: FrontRules) -> tuple[Attacked, ...]:
        return shelled(game, rules, game.unit(self.unit), *self._falls(game), bombarded=True)

    def _hidden(self, game: Game) -> Unit | None:
        """The hidden unit at the marker that is aimed at; None, if the target is a unit in sight."""
        return markers(game, game.unit(self.unit).side).get(self.target)

    def _aim(self, game: Game) -> Element | None:
        if hidden := self._hidden(game):
            return hidden.elements[0]
        elements = game.unit(self.target).elements
        return next((one for one in elements if self.element in ("", one.id)), None)

    def template(self, game: Game, rules: FrontRules) -> Disc:
        """The template on its mark. Legal orders only."""
        return template_of(*self._falls(game))

    def _falls(self, game: Game) -> tuple[Mount, int, tuple[float, float]]:
        """The bombs, as of one gun, and where they are aimed."""
        aim, bombs = self._aim(game), game.type_of(game.unit(self.unit)).mount(HEAVY_BOMBS)
        assert aim is not None  # objections come first
        assert bombs is not None  # every heavy bomber has them
        return bombs, 1, (aim.x, aim.y)


def markers(game: Game, player: str) -> dict[str, Unit]:
    """The other side's hidden units by their markers, but for a marker that is called as a unit in sight is."""
    hidden = {str(unit.mark(HIDDEN)): unit for unit in game.units if unit.side != player and unit.has(HIDDEN)}
    seen = {unit.id for unit in game.units if not unit.has(HIDDEN)}
    return {name: unit for name, unit in hidden.items() if name not in seen}


class Bombarded(TemplatesFell, type="aircraft.bombarded"):
    """Heavy bombs fell."""

    wording: ClassVar[str] = "{unit} bombs {the target}; under the template {toll}"
    target: str
