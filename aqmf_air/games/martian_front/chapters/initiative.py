"""Initiative: who goes first in a turn. HOST-TURN-2."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import ClassVar, Self

from aqmf_air import api
from aqmf_air.games.martian_front.chapters.morale import COMMAND
from aqmf_air.games.martian_front.chapters.orders import FrontEvent, FrontOrder, FrontRules, FrontTiming
from aqmf_air.games.martian_front.chapters.to_hit import D10
from aqmf_air.games.martian_front.chapters.turn import LOST, PhaseEnded, next_phase
from aqmf_air.games.martian_front.state import Act, ActKind, Game, PhasePart, having_done, opponent
from aqmf_air.games.martian_front.tables import Side, figures

TIE = "tie"


def initiative(dice: api.Dice, human: tuple[api.Modifier, ...], martian: tuple[api.Modifier, ...]) -> str:
    """Each side rolls a D10 with its modifiers: the higher wins; a tie means another such order. HOST-TURN-2."""
    rolls = {
        side: api.ModifiedRoll(
            dice.draw(api.total(f"initiative, {side}", 1, D10, by=side, about=_counted(more))), more
        ).total
        for side, more in (("human", human), ("martian", martian))
    }
    if rolls["human"] == rolls["martian"]:
        return TIE
    return max(rolls, key=lambda side: rolls[side])


def _counted(more: tuple[api.Modifier, ...]) -> str:
    """What a player is told of a side's die."""
    return ", ".join(("HOST-TURN-2: the higher wins", *map(str, more)))


def settled_initiative(dice: api.Dice, human: tuple[api.Modifier, ...], martian: tuple[api.Modifier, ...]) -> str:
    """The same, and again after a tie."""
    return dice.until(initiative, tied, human, martian)


def tied(winner: str) -> bool:
    """Whether neither side has won."""
    return winner == TIE


def initiative_modifiers(game: Game, side: Side) -> tuple[api.Modifier, ...]:
    """What counts for a side: what it destroyed last turn, and the command units that it lost. HOST-TURN-2."""
    if side == "martian":
        return ()
    last = str(game.turn - 1)
    gone = [unit for unit in game.fallen if any(unit.mark(how) == last for how in LOST)]
    kills = [unit for unit in gone if unit.side != side]
    big = [unit for unit in kills if game.type_of(unit).armor >= figures()["big kill"]]
    commands = [unit for unit in gone if unit.side == side and game.type_of(unit).has(COMMAND)]
    return initiative_bonuses(len(kills), len(big), len(commands))


def initiative_bonuses(kills: int, big: int, commands: int) -> tuple[api.Modifier, ...]:
    """The modifiers for so many kills, so many of them big ones, and so many own command units lost. HOST-TURN-2."""
    counted = (
        (kills * figures()["initiative for a kill"], "enemy units destroyed last turn"),
        (big * figures()["initiative for a big kill"], f"of them with Armor {figures()['big kill']} or more"),
        (-commands * figures()["initiative for a lost command"], "own command units lost last turn"),
    )
    return tuple(api.modifier(value, reason, "HOST-TURN-2") for value, reason in counted if value)


class InitiativeRolled(FrontEvent, type="host.initiative_rolled"):
    """Both sides rolled for initiative."""

    winner: str

    def apply(self, game: Game) -> Game:
        return game if self.winner == TIE else having_done(game, Act(ActKind.INITIATIVE, self.winner))

    def tell(self, game: Game) -> str:
        return "a tie: roll again" if self.winner == TIE else f"the {self.winner} side wins the initiative"


class RollInitiative(FrontOrder, type="host.roll_initiative"):
    """Both sides roll for initiative. HOST-TURN-2."""

    timing: ClassVar[FrontTiming] = FrontTiming(  # "A turn: initiative; the side that goes first"
        (PhasePart.INITIATIVE,), reason="initiative is rolled at the start of a turn, not in {}"
    )
    anybodys: ClassVar[bool] = True
    ask: ClassVar[api.Ask[str]] = api.Ask(
        initiative,
        "initiative",
        (InitiativeRolled, "winner"),
        lambda order, game, rules: (initiative_modifiers(game, "human"), initiative_modifiers(game, "martian")),
    )
    phrases: ClassVar[tuple[str, ...]] = ("roll [for] [the] [initiative]", "initiative")

    @classmethod
    def offers(cls, game: Game, player: str, rules: FrontRules) -> Iterable[api.Offer]:
        return (api.Offer(cls(), "roll for initiative"),)

    def objections(self, game: Game, player: str, rules: FrontRules) -> Iterable[api.Objection]:
        yield from self.timing.objections(game)
        if winner := winner_of(game):  # "For initiative both sides roll a D10, and the higher chooses who goes first"
            yield api.Objection("HOST-TURN-2", f"the {winner} side has won the initiative")

    def decide(self, game: Game, rules: FrontRules, dice: api.Dice) -> tuple[FrontEvent, ...]:
        return (InitiativeRolled(winner=self.ask.roll(dice, self, game, rules)),)


class GoFirst(FrontOrder, type="host.go_first"):
    """The winner of the initiative says who goes first in this turn. HOST-TURN-2."""

    wording: ClassVar[str] = "the {side} side goes first"
    phrases: ClassVar[tuple[str, ...]] = ("{side} [side] go|goes first", "go|goes {first}")
    side: Side

    @classmethod
    def slots(cls, game: Game, player: str, rules: FrontRules) -> Mapping[str, api.Slot]:
        sides = {"humans": "human", "martians": "martian", "human": "human", "martian": "martian", "we": player}
        first = {"first": player, "second": next(side for side in game.order if side != player)}
        return {"side": api.Names("a side", sides), "first": api.Names("'first' or 'second'", first)}

    @classmethod
    def from_words(cls, game: Game, player: str, rules: FrontRules, words: api.Said) -> Iterable[Self]:
        return (cls(side=words.get("side") or words["first"]),)

    @classmethod
    def offers(cls, game: Game, player: str, rules: FrontRules) -> Iterable[api.Offer]:
        if winner_of(game) == player:
            for side in game.order:
                order = cls(side=side)
                yield api.Offer(order, order.title(game))

    def objections(self, game: Game, player: str, rules: FrontRules) -> Iterable[api.Objection]:
        if winner_of(game) != player:  # "For initiative both sides roll a D10, and the higher chooses who goes first"
            yield api.Objection("HOST-TURN-2", f"the {player} side has not won the initiative of this turn")

    def decide(self, game: Game, rules: FrontRules, dice: api.Dice) -> tuple[FrontEvent, ...]:
        return (OrderChosen(first=self.side), PhaseEnded(phase=game.now.id, next=next_phase(game).id))


class OrderChosen(FrontEvent, type="host.order_chosen"):
    """It was settled who goes first."""

    wording: ClassVar[str] = "the {first} side goes first"
    first: Side

    def apply(self, game: Game) -> Game:
        return api.replace(game, order=(self.first, opponent(self.first)))


def winner_of(game: Game) -> str | None:
    """Who won the initiative of this turn, if that is settled and the choice is not."""
    return next((act.by for act in game.acted if act.kind is ActKind.INITIATIVE), None)
