"""Die-offs: a tripod whose legs or weapons are hit does what the winner of a roll wants. HOST-TRIPOD-2, rows 5 and 6."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import ClassVar, Literal, NamedTuple, cast

from aqmf_air.core.dice.dice import Dice
from aqmf_air.core.dice.draws import total
from aqmf_air.core.play.question import ReadFrom
from aqmf_air.core.play.ruleset import Objection, Offer, Question
from aqmf_air.core.play.rulings import Rulings
from aqmf_air.games.martian_front.base_order import Event, Order, RulesInForce, Timing, own_unit
from aqmf_air.games.martian_front.profiles import Mount, Side, UnitType
from aqmf_air.games.martian_front.rules.shooting import D10
from aqmf_air.games.martian_front.state import MOVEMENT, Act, ActKind, Game, Unit, opponent, with_unit

LEGS = "legs"
"""The mark of a tripod whose move was rolled for in this phase: ``turn.phase winner inches``."""


class DieOff(NamedTuple):
    """Who won, and the sum of both dice."""

    winner: str
    inches: int


def die_off(dice: Dice, owner: str, other: str, about: str) -> DieOff:
    """Each side rolls a D10, and the higher has its way; the owner does if they are equal. HOST-TRIPOD-2."""
    own = dice.draw(total(f"{about}, {owner} side", 1, D10, by=owner, about="HOST-TRIPOD-2"))
    theirs = dice.draw(total(f"{about}, {other} side", 1, D10, by=other, about="HOST-TRIPOD-2"))
    return DieOff(other if theirs > own else owner, own + theirs)


class Stagger(Order):
    """Both sides roll for the move of a tripod whose legs are hit; the winner then moves it."""

    timing: ClassVar[Timing] = Timing(MOVEMENT, "rolling for legs", rule="HOST-TRIPOD-2")
    type: Literal["host.stagger"] = "host.stagger"
    unit: str
    deed: ClassVar[str] = "roll for the legs"

    @classmethod
    def means(cls, kind: UnitType, rulings: Rulings, rules: RulesInForce) -> Iterable[Mount | None]:
        """Every tripod."""
        return (None,) if kind.kind == "tripod" else ()

    @classmethod
    def examples(
        cls, game: Game, unit: Unit, mount: Mount | None, foes: Sequence[Unit], rules: RulesInForce
    ) -> Iterable[Offer]:
        """Legs that are hit."""
        if unit.has("immobile"):
            yield Offer(cls(unit=unit.id), f"both sides roll for the legs of {unit.id}", unit.id)

    def objections(self, game: Game, player: str, rules: RulesInForce) -> Iterable[Objection]:
        """In its own movement phase, once, before it moves."""
        yield from self.timing.objections(game)
        yield from own_unit(game, self.unit, player) or self.unsound(game)

    def unsound(self, game: Game) -> Iterator[Objection]:
        """Why nobody rolls for the legs, whatever the phase."""
        unit = game.unit(self.unit)
        if not unit.has("immobile"):
            yield Objection("HOST-TRIPOD-2", f"the legs of {self.unit} are sound")
        if legs_of(game, unit) or Act(ActKind.MOVE, self.unit) in game.acted:
            yield Objection("HOST-TRIPOD-2", f"the move of {self.unit} was rolled for in this phase")

    def questions(self, game: Game, rules: RulesInForce) -> Sequence[Question]:
        """Who will move it."""
        read = ReadFrom((LegsRolled,), "winner")
        return (Question(f"{self.unit}: who moves it", die_off, self._facts(game), (), _winner, of=read),)

    def decide(self, game: Game, rules: RulesInForce, dice: Dice) -> tuple[Event, ...]:
        """Roll."""
        result = dice.call(die_off, *self._facts(game))
        return (LegsRolled(unit=self.unit, winner=cast("Side", result.winner), inches=result.inches),)

    def _facts(self, game: Game) -> tuple[str, str, str]:
        side = game.unit(self.unit).side
        return side, opponent(side), "legs"


class LegsRolled(Event):
    """Both sides rolled for a tripod's legs."""

    type: Literal["host.legs_rolled"] = "host.legs_rolled"
    unit: str
    winner: Side
    inches: int

    def apply(self, game: Game) -> Game:
        """The winner may move it in this phase."""
        unit = game.unit(self.unit)
        value = f"{game.turn}.{game.phase} {self.winner} {self.inches}"
        return with_unit(game, unit.marked(LEGS, value))

    def tell(self, game: Game) -> str:
        return f'the {self.winner} side moves {self.unit}, up to {self.inches}"'


def legs_of(game: Game, unit: Unit) -> DieOff | None:
    """Who moves a tripod whose legs are hit, and how far, if that was rolled for in this phase."""
    if (value := unit.mark(LEGS)) is None:
        return None
    when, winner, inches = value.split(" ")
    return DieOff(winner, int(inches)) if when == f"{game.turn}.{game.phase}" else None


def _winner(result: DieOff) -> str:
    return result.winner
