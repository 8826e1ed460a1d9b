"""Templates, strips and blasts on a real table: which elements they touch, as players claim it, and what that leads to."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Iterable, Sequence
from typing import Any, Literal, cast

from pydantic import Field

from aqmf_air.core.dice.dice import Dice
from aqmf_air.core.play.ruleset import Offer, Question
from aqmf_air.games.martian_front.base_order import Event, RulesInForce
from aqmf_air.games.martian_front.ledger.claims import MOST_TOUCHED, Claim, Touched, rolled, standing
from aqmf_air.games.martian_front.orders.artillery import after_barrage, struck_by
from aqmf_air.games.martian_front.orders.firing import sweep_of
from aqmf_air.games.martian_front.profiles import Mount, Weapon
from aqmf_air.games.martian_front.rules.hiding import comes_out
from aqmf_air.games.martian_front.rules.templates import Attacked, TemplatesFell, attack_all, struck_question
from aqmf_air.games.martian_front.state import Game, Unit, having_done

Under = tuple[Touched, ...]


class Covered(TemplatesFell):
    """A template, a strip or a blast covered elements, and some of them were damaged."""

    type: Literal["ledger.covered"] = "ledger.covered"
    how: Literal["barrage", "sweep", "bombs", "explosion"]
    unit: str
    weapon: str = ""
    element: str = ""
    """Who swept."""
    diameter: float = 0

    def apply(self, game: Game) -> Game:
        """Who laid a template or swept has fired in this phase."""
        match self.how:
            case "barrage":
                return after_barrage(game, self.unit, self.weapon)
            case "sweep":
                return having_done(game, sweep_of(self.unit, self.weapon, self.element))
            case _:
                return game

    def tell(self, game: Game) -> str:
        across = f', {self.diameter:g}" across' if self.diameter else ""
        what = {
            "barrage": f"{self.unit} lays {self.weapon}{across}",
            "sweep": f"{self.unit} sweeps with {self.weapon}",
            "bombs": f"the bombs of {self.unit} burst{across}",
            "explosion": f"{self.unit} blows up",
        }[self.how]
        return f"{what}; touched: {self.toll}"


class Covering(Claim):
    """A claim of a template, a strip or a blast: the players say who is under it, and it is rolled for all of them."""

    unit: str
    under: Under = Field(default=(), max_length=MOST_TOUCHED)

    @classmethod
    def examples(
        cls, game: Game, unit: Unit, mount: Mount | None, foes: Sequence[Unit], rules: RulesInForce
    ) -> Iterable[Offer]:
        """Over one element of every enemy."""
        weapon = {"weapon": mount.weapon.name} if mount and "weapon" in cls.model_fields else {}
        for target in foes:
            claim = cls(unit=unit.id, under=(Touched(unit=target.id),), **cast("dict[str, Any]", weapon))
            yield Offer(claim, f"{claim.said}, over {target.id}", unit.id)

    @property
    @abstractmethod
    def said(self) -> str:
        """What happens, in words: ``1st Battery lays Field Gun``."""

    @abstractmethod
    def about(self, game: Game) -> Covered:
        """What is told of it, but for who was touched."""

    @abstractmethod
    def attacked(self, game: Game, rules: RulesInForce) -> tuple[Attacked, ...]:
        """Who is under it, with the attacks on each."""

    def by(self, game: Game) -> str:
        """The side that rolls."""
        return game.unit(self.unit).side

    def questions(self, game: Game, rules: RulesInForce) -> Sequence[Question]:
        """How many elements are damaged."""
        return (struck_question(f"{self.said}: elements damaged", self.attacked(game, rules), self.by(game)),)

    def decide(self, game: Game, rules: RulesInForce, dice: Dice) -> tuple[Event, ...]:
        """Everything touched is rolled for."""
        out = comes_out(game, game.unit(self.unit)) if game.in_play(self.unit) else ()
        attacked, by = self.attacked(game, rules), self.by(game)
        return (*out, *attack_all(game, rules, dice, attacked, by, self.about(game), rolled))

    def struck_with(
        self, game: Game, rules: RulesInForce, weapon: Weapon, *, times: int = 1, bombarded: bool = False
    ) -> tuple[Attacked, ...]:
        """Everybody under it, attacked with one weapon ``times`` over."""
        unit = game.unit(self.unit)
        return tuple(
            Attacked(
                one.unit.id,
                one.element.id,
                (struck_by(game, rules, unit, weapon, one.unit, one.element, cover=one.cover, bombarded=bombarded),) * times,
            )
            for one in standing(game, self.under)
        )
