"""Die-offs, and the legs of a tripod: who wins the roll moves it, or lets it stand. HOST-TRIPOD-2, row 6."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from operator import attrgetter
from typing import ClassVar, Self, cast

from aqmf_air.core.dice.dice import Dice
from aqmf_air.core.dice.draws import total
from aqmf_air.core.play.question import ReadFrom
from aqmf_air.core.play.ruleset import Objection, Offer, Question
from aqmf_air.core.play.rulings import Rulings
from aqmf_air.core.play.words import Names, Said, Slot
from aqmf_air.games.martian_front.base_order import FrontEvent, FrontRules, FrontTiming, UnitEvent, UnitOrder, as_known
from aqmf_air.games.martian_front.die_offs import LEGS, DieOff, legs_of, unused
from aqmf_air.games.martian_front.profiles import Mount, Side, UnitType
from aqmf_air.games.martian_front.rules.shooting import D10
from aqmf_air.games.martian_front.rulings import host_rulings
from aqmf_air.games.martian_front.state import MOVEMENT, Act, ActKind, Game, Unit, having_done, opponent, with_mark
from aqmf_air.games.martian_front.words import names_of

HIGHER = "HOST-TRIPOD-2: the higher has its way"
NOBODY = ""
"""The winner of a roll that is rolled again."""


def rolled_off(dice: Dice, owner: str, other: str, about: str, ties: str) -> DieOff:
    """Each side rolls a D10, and the higher has its way; ``ties`` says who does if they are equal: the ruling
    ``die_off_ties``. HOST-TRIPOD-2.
    """
    own = dice.draw(total(f"{about}, {owner} side", 1, D10, by=owner, about=HIGHER))
    theirs = dice.draw(total(f"{about}, {other} side", 1, D10, by=other, about=HIGHER))
    if own == theirs:
        return DieOff({"owner": owner, "enemy": other, "reroll": NOBODY}[ties], own + theirs)
    return DieOff(owner if own > theirs else other, own + theirs)


def die_off(dice: Dice, owner: str, other: str, about: str, ties: str) -> DieOff:
    """The same, and again while nobody has won: the dice that decide count for the inches. HOST-TRIPOD-2."""
    return dice.until(rolled_off, undecided, owner, other, about, ties)


def undecided(result: DieOff) -> bool:
    """Whether nobody has won, and both roll again."""
    return result.winner == NOBODY


def owner_wins(dice: Dice, owner: str, other: str, about: str, ties: str) -> bool:
    """Whether the owner wins a die-off, and nothing else of it. HOST-TRIPOD-2."""
    return die_off(dice, owner, other, about, ties).winner == owner


def die_off_facts(game: Game, unit: Unit, about: str) -> tuple[str, str, str, str]:
    """Who rolls for what of a unit: its side, the other, ``about``; and who has the say if the dice are equal."""
    return unit.side, opponent(unit.side), about, host_rulings(game.rulings).die_off_ties


def die_off_question(game: Game, title: str, unit: Unit, about: str, told: type[FrontEvent]) -> Question:
    """Who wins a die-off, read from the event that tells of it."""
    read = ReadFrom((told,), "winner")
    return Question(title, die_off, die_off_facts(game, unit, about), (), attrgetter("winner"), of=read)


class Stagger(UnitOrder, type="host.stagger"):
    """Both sides roll for the move of a tripod whose legs are hit, once, before it moves; the winner then moves it."""

    timing: ClassVar[FrontTiming] = FrontTiming(MOVEMENT, "rolling for legs", rule="HOST-TRIPOD-2")
    deed: ClassVar[str] = "roll for the legs"
    wording: ClassVar[str] = "both sides roll for the legs of {unit}"
    phrases: ClassVar[tuple[str, ...]] = ("{unit} roll|rolls for [the|its] legs", "roll for the legs of {unit}")

    @classmethod
    def means(cls, kind: UnitType, rulings: Rulings, rules: FrontRules) -> Iterable[Mount | None]:
        return (None,) if kind.kind == "tripod" else ()

    @classmethod
    def unit_offers(
        cls, game: Game, unit: Unit, mount: Mount | None, foes: Sequence[Unit], rules: FrontRules
    ) -> Iterable[Offer]:
        return super().unit_offers(game, unit, mount, foes, rules) if unit.has("immobile") else ()

    def against(self, game: Game, unit: Unit, player: str, rules: FrontRules) -> Iterable[Objection]:
        """Once in a phase, for what was hit."""
        if not unit.has("immobile"):
            yield Objection("HOST-TRIPOD-2", f"the legs of {game.called(self.unit)} are sound")
        if legs_of(game, unit) or Act(ActKind.MOVE, self.unit) in game.acted:
            yield Objection("HOST-TRIPOD-2", f"the move of {game.called(self.unit)} was rolled for in this phase")

    def questions(self, game: Game, rules: FrontRules) -> Sequence[Question]:
        title = f"{game.called(self.unit)}: who moves it"
        return (die_off_question(game, title, game.unit(self.unit), "legs", LegsRolled),)

    def decide(self, game: Game, rules: FrontRules, dice: Dice) -> tuple[FrontEvent, ...]:
        result = dice.call(die_off, *die_off_facts(game, game.unit(self.unit), "legs"))
        return (LegsRolled(unit=self.unit, winner=cast("Side", result.winner), inches=result.inches),)


class LegsRolled(UnitEvent, type="host.legs_rolled"):
    """Both sides rolled for a tripod's legs."""

    wording: ClassVar[str] = 'the {winner} side moves {unit}, up to {inches}"'
    winner: Side
    inches: int

    def apply(self, game: Game) -> Game:
        return with_mark(game, self.unit, LEGS, f"{game.turn}.{game.phase} {self.winner} {self.inches}")


class LetStand(UnitOrder, type="host.let_stand"):
    """Who has won the roll for the legs of an enemy's tripod does not move it in this phase."""

    timing: ClassVar[FrontTiming] = FrontTiming(MOVEMENT, "moving")
    wording: ClassVar[str] = "let {the unit} stand"
    phrases: ClassVar[tuple[str, ...]] = ("let {unit} stand", "let it stand")

    @classmethod
    def offers(cls, game: Game, player: str, rules: FrontRules) -> Iterable[Offer]:
        return (cls(unit=one.unit).offer(game) for one in unused(game) if one.winner == player and not one.weapon)

    @classmethod
    def slots(cls, game: Game, player: str, rules: FrontRules) -> Mapping[str, Slot]:
        """A tripod whose move the side has won."""
        return {"unit": Names("a tripod whose legs you won", names_of(game, _won_by(game, player)))}

    @classmethod
    def from_words(cls, game: Game, player: str, rules: FrontRules, said: Said) -> Iterable[Self]:
        """The tripod that is named; any that it may be, where none is."""
        named = (said["unit"],) if "unit" in said else (unit.id for unit in _won_by(game, player))
        return (cls(unit=name) for name in named)

    def orderable(self, game: Game, player: str) -> Sequence[Objection]:
        """For the winner, of a tripod of the other side that was not moved."""
        if any(one.id == self.unit for one in _won_by(game, player)):
            return ()
        whose = as_known(game, self.unit, player)
        return (Objection("HOST-TRIPOD-2", f"the {player} side has no say over the legs of {whose} now"),)

    def foreseen(self, game: Game, rules: FrontRules) -> Game:
        return self._told(game).apply(game)

    def decide(self, game: Game, rules: FrontRules, dice: Dice) -> tuple[FrontEvent, ...]:
        return (self._told(game),)

    def _told(self, game: Game) -> LegsLetBe:
        return LegsLetBe(unit=self.unit, winner=opponent(game.unit(self.unit).side))


class LegsLetBe(UnitEvent, type="host.legs_let_be"):
    """The winner of the roll for a tripod's legs does not move it."""

    wording: ClassVar[str] = "the {winner} side lets {the unit} stand"
    winner: Side

    def apply(self, game: Game) -> Game:
        """Its move is over."""
        return having_done(game, Act(ActKind.MOVE, self.unit))


def _won_by(game: Game, player: str) -> list[Unit]:
    return [game.unit(one.unit) for one in unused(game) if one.winner == player and not one.weapon]
