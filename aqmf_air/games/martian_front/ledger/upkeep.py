"""Keeping a ledger: die-offs, scatter, the next phase, and the end."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Literal

from aqmf_air.core.data.model import replace
from aqmf_air.core.dice.dice import Dice
from aqmf_air.core.play import orders
from aqmf_air.core.play.question import ReadFrom
from aqmf_air.core.play.ruleset import Objection, Offer, Question
from aqmf_air.core.play.rulings import Rulings
from aqmf_air.games.martian_front.base_order import Event, Order, RulesInForce, Timing, at_hand
from aqmf_air.games.martian_front.ledger.claims import Claim
from aqmf_air.games.martian_front.orders.artillery import Barrage
from aqmf_air.games.martian_front.orders.damaged_legs import Stagger
from aqmf_air.games.martian_front.orders.damaged_weapons import RollForWeapon
from aqmf_air.games.martian_front.orders.morale_orders import must_test
from aqmf_air.games.martian_front.orders.turn import GameWon, next_phase, turned
from aqmf_air.games.martian_front.profiles import Mount, Side, UnitType
from aqmf_air.games.martian_front.rules.barrage import Scatter, scatter
from aqmf_air.games.martian_front.rulings import host_rulings
from aqmf_air.games.martian_front.state import Game, Unit, opponent, phases

# -- rolls that say where -------------------------------------------------------------------------------------------------


class RollOff(Claim):
    """Both sides roll for a tripod that was hit: for its move (no ``weapon``), or for a weapon. HOST-TRIPOD-2."""

    do, deed, rank = "rolloff", "Roll for legs or weapon", 42
    form = ("weapon or legs",)
    type: Literal["ledger.roll_off"] = "ledger.roll_off"
    unit: str
    weapon: str = ""

    def when(self) -> Timing:
        """Legs before it moves, weapons in combat."""
        return self._order().timing

    @classmethod
    def means(cls, kind: UnitType, rulings: Rulings, rules: RulesInForce) -> Iterable[Mount | None]:
        """The legs of a machine, and its weapons."""
        return (*Stagger.means(kind, rulings, rules), *RollForWeapon.means(kind, rulings, rules))

    @classmethod
    def examples(
        cls, game: Game, unit: Unit, mount: Mount | None, foes: Sequence[Unit], rules: RulesInForce
    ) -> Iterable[Offer]:
        """What was hit."""
        order: type[Order] = RollForWeapon if mount else Stagger
        for offer in order.examples(game, unit, mount, foes, rules):
            yield Offer(cls(unit=unit.id, weapon=mount.weapon.name if mount else ""), offer.title, unit.id)

    def objections(self, game: Game, player: str, rules: RulesInForce) -> Iterable[Objection]:
        """What was hit, once in a phase."""
        if about_unit := at_hand(game, self.unit, player):
            yield from about_unit
            return
        yield from self._order().unsound(game)

    def questions(self, game: Game, rules: RulesInForce) -> Sequence[Question]:
        """Who has the say."""
        return self._order().questions(game, rules)

    def decide(self, game: Game, rules: RulesInForce, dice: Dice) -> tuple[orders.Event[Game], ...]:
        """Roll, as the game's own order has it."""
        return self._order().decide(game, rules, dice)

    def _order(self) -> RollForWeapon | Stagger:
        return RollForWeapon(unit=self.unit, weapon=self.weapon) if self.weapon else Stagger(unit=self.unit)


class RollScatter(Claim):
    """Guns that do not see their target: where the template goes. Then say who is under it. HOST-BARRAGE-5."""

    claims = Barrage
    do, deed, rank = "scatter", "Scatter", 43
    type: Literal["ledger.scatter"] = "ledger.scatter"
    unit: str

    @classmethod
    def examples(
        cls, game: Game, unit: Unit, mount: Mount | None, foes: Sequence[Unit], rules: RulesInForce
    ) -> Iterable[Offer]:
        """Where the shells land."""
        yield Offer(cls(unit=unit.id), f"where the shells of {unit.id} land", unit.id)

    def objections(self, game: Game, player: str, rules: RulesInForce) -> Iterable[Objection]:
        """A unit that lays templates, and the ruling ``spotted_scatter``."""
        if about_unit := at_hand(game, self.unit, player):
            yield from about_unit
        elif host_rulings(game.rulings).spotted_scatter != "scatters":
            yield Objection("HOST-BARRAGE-5", "spotted fire scatters only where the players agree that it does")
        elif not self.means(game.type_of(game.unit(self.unit)), game.rulings, rules):
            yield Objection("HOST-BARRAGE-5", f"{self.unit} lays no template that scatters")

    def questions(self, game: Game, rules: RulesInForce) -> Sequence[Question]:
        """How far."""
        read = ReadFrom((Scattered,), "inches")
        return (Question(f"{self.unit}: inches off the mark", scatter, (game.unit(self.unit).side,), (), _inches, of=read),)

    def decide(self, game: Game, rules: RulesInForce, dice: Dice) -> tuple[Event, ...]:
        """Roll."""
        off = dice.call(scatter, game.unit(self.unit).side)
        return (Scattered(unit=self.unit, degrees=off.degrees, inches=off.inches),)


class Scattered(Event):
    """It was rolled where a template lands."""

    type: Literal["ledger.scattered"] = "ledger.scattered"
    unit: str
    degrees: int
    inches: int

    def apply(self, game: Game) -> Game:
        """The template's own entry changes the game."""
        return game

    def tell(self, game: Game) -> str:
        if not self.inches:
            return f"the shells of {self.unit} land on the mark"
        return (
            f'the shells of {self.unit} land {self.inches}" off the mark, {self.degrees} degrees clockwise from up the table'
        )


# -- the turn -------------------------------------------------------------------------------------------------------------


class GoOn(Claim):
    """The next phase, or a later one; ``first`` says who goes first in a turn that begins with it."""

    do, deed, rank = "next", "Next phase", 90
    form = ("phase",)
    type: Literal["ledger.go_on"] = "ledger.go_on"
    phase: str = ""
    first: Side | None = None

    @classmethod
    def offers(cls, game: Game, player: str, rules: RulesInForce) -> Iterable[Offer]:
        """The next phase."""
        yield Offer(cls(), f"go on to the next phase ({next_phase(game).title.lower()})", ends_stage=True)

    def objections(self, game: Game, player: str, rules: RulesInForce) -> Iterable[Objection]:
        """A phase of the turn; not while somebody has a test to make. HOST-TURN-1, HOST-MORALE-1."""
        if self.phase and self.phase not in {phase.id for phase in phases() if not phase.once or not game.turn}:
            yield Objection("HOST-TURN-1", f"no phase {self.phase[:40]!r} is to come")
        for unit in must_test(game):
            yield Objection("HOST-MORALE-1", f"{unit.id} has lost elements and must test its morale first")

    def decide(self, game: Game, rules: RulesInForce, dice: Dice) -> tuple[Event, ...]:
        """No dice."""
        phase = self.phase or next_phase(game).id
        return (WentOn(phase=phase, first=self.first or game.order[0]),)


class WentOn(Event):
    """The players went on to another phase."""

    type: Literal["ledger.went_on"] = "ledger.went_on"
    phase: str
    first: Side

    def apply(self, game: Game) -> Game:
        """Losses of the phase are settled; what was done in it can be done again."""
        after = turned(game, self.phase)
        return after if after.turn == game.turn else replace(after, order=(self.first, opponent(self.first)))

    def tell(self, game: Game) -> str:
        after = self.apply(game)
        whose = {"first": f"{after.order[0]} ", "second": f"{after.order[1]} "}.get(after.now.whose, "")
        return f"turn {after.turn}: {whose}{after.now.title.lower()}"


class Finish(Claim):
    """The players agree that the game is over."""

    do, deed, rank = "finish", "End the game", 91
    form = ("winner",)
    type: Literal["ledger.finish"] = "ledger.finish"
    winner: Literal["human", "martian", "draw"]

    def objections(self, game: Game, player: str, rules: RulesInForce) -> Iterable[Objection]:
        """Always allowed to either side."""
        return ()

    def decide(self, game: Game, rules: RulesInForce, dice: Dice) -> tuple[Event, ...]:
        """No dice."""
        return (GameWon(winner=self.winner, how="as the players agree"),)


def _inches(result: Scatter) -> int:
    return result.inches
