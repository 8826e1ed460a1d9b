"""What a template, a strip or a blast covers on a real table, as the players claim it, and what that leads to."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal

from aqmf_air.core.dice import Dice
from aqmf_air.core.events import Event
from aqmf_air.core.model import replace
from aqmf_air.host.artillery import after_barrage, struck_by
from aqmf_air.host.firing import sweep_of
from aqmf_air.host.ledger.claims import Touched, rolled, standing
from aqmf_air.host.orders import Book, Happening
from aqmf_air.host.profiles import Weapon
from aqmf_air.host.state import Game, Unit, having_done
from aqmf_air.host.templates import Attacked, OneSalvo, OnTable, fall

Under = tuple[Touched, ...]


class Covered(Happening):
    """A template, a strip or a blast covered elements, and some of them were damaged."""

    type: Literal["ledger.covered"] = "ledger.covered"
    how: Literal["barrage", "sweep", "bombs", "explosion"]
    unit: str
    weapon: str = ""
    element: str = ""
    """Who swept."""
    diameter: float = 0
    under: tuple[str, ...] = ()
    damaged: tuple[str, ...] = ()

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
        return f"{what}; touched: {', '.join(self.under) or 'nobody'}; damaged: {', '.join(self.damaged) or 'nobody'}"


def attacked_by(
    game: Game, book: Book, by: Unit, weapon: Weapon, under: Under, *, times: int = 1, bombarded: bool = False
) -> tuple[Attacked, ...]:
    """Everybody under a template or a strip of one weapon, attacked ``times`` over."""
    return tuple(
        Attacked(
            one.unit.id,
            one.element.id,
            (struck_by(game, book, by, weapon, one.unit, one.element, cover=one.cover, bombarded=bombarded),) * times,
        )
        for one in standing(game, under)
    )


def resolved(
    game: Game, book: Book, dice: Dice, attacked: Sequence[Attacked], by: str, about: Covered
) -> tuple[Happening, ...]:
    """Roll for everybody touched, tell who was damaged, then see what that does."""

    def told(damaged: Sequence[str]) -> Happening:
        return covered(about, attacked, damaged)

    return fall(dice, OnTable(game, book, by, roller=rolled), (OneSalvo(tuple(attacked), told),)).happened


def covered(about: Covered, attacked: Sequence[Attacked], damaged: Sequence[str]) -> Covered:
    """What is told of a template: who was under it, and who of them was damaged."""
    return replace(about, under=tuple(dict.fromkeys(one.element for one in attacked)), damaged=tuple(damaged))


def damaged(events: Sequence[Event]) -> int:
    """How many elements templates, a strip or a blast damaged."""
    return len({name for event in events if isinstance(event, Covered) for name in event.damaged})
