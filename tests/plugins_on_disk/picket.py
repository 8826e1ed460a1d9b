"""A game of another kind, as a plugin: two batteries, cards from one secret deck, a D20 and dice that roll on.

Each side chooses a card in secret; both open together and fire at the same time. It has no table, no inches and no D10.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import partial
from typing import Annotated, Any, ClassVar, Literal, NamedTuple, cast

from pydantic import Field

from aqmf_air import hookimpl
from aqmf_air.core.data.model import Frozen, replace
from aqmf_air.core.dice.dice import Dice
from aqmf_air.core.dice.draws import banded, numbered, pick, total
from aqmf_air.core.dice.modifiers import ModifiedRoll, TargetNumber, modifier
from aqmf_air.core.odds.answer import AT_LEAST_ONE, Answer, Line, Next, RollOut
from aqmf_air.core.odds.query import OpenRuleset, Query, number
from aqmf_air.core.play.contributions import Contribution, RulesetSource
from aqmf_air.core.play.events import Codec, Command, PlainEvent
from aqmf_air.core.play.rule_register import Rule
from aqmf_air.core.play.ruleset import Objection, Offer, Question, Ruleset, Side, Stage
from aqmf_air.core.play.rulings import Ruling, Rulings, settle
from aqmf_air.plugins.registry import Registry

D20, D6 = numbered(20), numbered(6)
SIDES = ("north", "south")
RARE = Fraction(1, 10_000)


class PicketRulings(Rulings):
    jam: Annotated[
        Literal[19, 20],
        Ruling(rule="PICKET-2", question="From which natural face does a gun jam?", choices=((19, "19."), (20, "20."))),
    ] = 19


class Hand(Frozen):
    side: str
    guns: int
    cards: tuple[int, ...]
    sealed: int | None = None
    jammed: bool = False
    coming: int = 0
    """Guns that it has lost in this exchange and still fires: both fire at the same time."""


class Picket(Frozen):
    """Cards say how steady the crew aims: the number to roll at most on a D20."""

    hands: tuple[Hand, ...]
    deck: tuple[int, ...]
    """Sorted: what is left in it is known to nobody, its order to nobody at all."""
    rulings: Rulings
    winner: str = ""

    def hand(self, side: str) -> Hand:
        return next(hand for hand in self.hands if hand.side == side)


class Setup(Frozen):
    guns: int = Field(default=4, ge=1)
    north: tuple[int, ...] = (6, 9, 12)
    south: tuple[int, ...] = (7, 8, 13)
    deck: tuple[int, ...] = (4, 5, 8, 8, 10, 11, 14, 16)
    rulings: PicketRulings = PicketRulings()


class Seen(Frozen):
    own: Hand | None
    """None: for a spectator."""
    other_guns: int
    other_cards: int
    other_has_sealed: bool
    deck: int
    winner: str


# -- rules ----------------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Aim:
    limit: int
    jams_from: int

    def __call__(self, face: int) -> str:
        if face >= self.jams_from:
            return "jam"
        return "hit" if face <= self.limit else "miss"


class Salvo(NamedTuple):
    guns_lost: int
    jammed: int


def burst(dice: Dice) -> int:
    """A D6 that rolls on with every 6, and never stops for certain."""
    face = dice.draw(total("burst", 1, D6))
    return face if face < 6 else 6 + burst(dice)


def salvo(dice: Dice, aim: Aim, by: str) -> Salvo:
    """Roll under the card; natural faces jam the gun. A hit costs a gun for every 4 points of the burst, 1 at least."""
    result = dice.draw(banded("aim", D20, aim, by=by, about=TargetNumber("aim", aim.limit, "card", "PICKET-2")))
    if result != "hit":
        return Salvo(0, int(result == "jam"))
    return Salvo(ModifiedRoll(dice.call(burst), (modifier(2, "close range", "PICKET-3"),), low=4, high=12).total // 4, 0)


def draw_card(dice: Dice, deck: tuple[int, ...]) -> int:
    """One card of those that are left. It is not put back."""
    return dice.draw(pick("card", deck))


# -- commands and events --------------------------------------------------------------------------------------------------


class Seal(Command):
    type: Literal["picket.seal"] = "picket.seal"
    side: str
    card: int


class Strike(Command):
    """Give up."""

    type: Literal["picket.strike"] = "picket.strike"
    side: str


class CardSealed(PlainEvent):
    type: Literal["picket.card_sealed"] = "picket.card_sealed"
    side: str
    card: int


class Opened(PlainEvent):
    reveals: ClassVar[bool] = True
    type: Literal["picket.opened"] = "picket.opened"
    cards: tuple[int, int]


class SalvoFired(PlainEvent):
    type: Literal["picket.salvo_fired"] = "picket.salvo_fired"
    side: str
    guns_lost: int
    jammed: bool


class DamageApplied(PlainEvent):
    type: Literal["picket.damage_applied"] = "picket.damage_applied"


class CardDrawn(PlainEvent):
    type: Literal["picket.card_drawn"] = "picket.card_drawn"
    side: str
    card: int


class Struck(PlainEvent):
    type: Literal["picket.struck"] = "picket.struck"
    side: str


# -- the game -------------------------------------------------------------------------------------------------------------

RULES = tuple(
    Rule(id=f"PICKET-{number}", text=text, source="made up for a test", standing="house")
    for number, text in enumerate(
        (
            "Both sides choose a card in secret and open them together.",
            "A salvo hits on a D20 no higher than the card; a natural 19 or 20 jams the gun for an exchange.",
            "A hit rolls a D6 that rolls on with every 6.",
            "Then each side draws a card from the deck.",
            "Damage is applied when both have fired.",
        ),
        1,
    )
)


def _other(side: str) -> str:
    return SIDES[1 - SIDES.index(side)]


class Batteries(Ruleset[Picket]):
    """The ruleset."""

    id = "picket"
    version = "3"
    title = "Picket"

    def __init__(self, registry: Registry) -> None:
        self.rulings = registry.rulings(self.id)
        self.register = registry.rules(self.id)
        kinds = (CardSealed, Opened, SalvoFired, DamageApplied, CardDrawn, Struck)
        self.codec = Codec((Seal, Strike), kinds, Setup)

    def initial(self, setup: Frozen) -> Picket:
        start = cast("Setup", setup)
        held = zip(SIDES, (start.north, start.south), strict=True)
        hands = tuple(Hand(side=side, guns=start.guns, cards=cards) for side, cards in held)
        rulings = settle(self.rulings, start.rulings.model_dump(), "set-up")
        return Picket(hands=hands, deck=tuple(sorted(start.deck)), rulings=rulings)

    def sides(self, state: Picket | None = None) -> tuple[Side, ...]:
        return (Side("north", "North", "navy"), Side("south", "South", "maroon"))

    def stage(self, state: Picket) -> Stage:
        return Stage(1, "exchange", "Exchange", tuple(hand.side for hand in state.hands if hand.sealed is None))

    def legal(self, state: Picket, player: str) -> Sequence[Offer]:
        hand = state.hand(player)
        cards = [Offer(Seal(side=player, card=card), f"aim with {card}") for card in sorted(set(hand.cards))]
        offers = [*cards, Offer(Strike(side=player), "strike the colours")]
        return [offer for offer in offers if not self.objections(state, offer.command, player)]

    def objections(self, state: Picket, command: Command, player: str) -> Sequence[Objection]:
        order = cast("Seal | Strike", command)
        if state.winner:
            return (Objection("PICKET-5", "the guns are silent"),)
        if player not in SIDES or order.side != player:
            return (Objection("PICKET-1", f"{player} has no say over the cards of {order.side}"),)
        if isinstance(order, Strike):
            return ()
        hand = state.hand(player)
        if hand.sealed is not None:
            return (Objection("PICKET-1", f"{player} has sealed a card"),)
        return () if order.card in hand.cards else (Objection("PICKET-1", f"{player} does not hold {order.card}"),)

    def questions(self, state: Picket, command: Command) -> Sequence[Question]:
        if not isinstance(command, Seal) or state.hand(_other(command.side)).sealed is None:
            return ()
        if state.hand(command.side).jammed:
            return ()
        target = TargetNumber("aim", command.card, "card", "PICKET-2")
        facts = (self._aim(state, command.card), command.side)
        return (Question("guns lost", salvo, facts, (target,), _guns_lost, RARE, of=_fired_by[command.side]),)

    def decide(self, state: Picket, command: Command, dice: Dice) -> tuple[PlainEvent, ...]:
        if isinstance(command, Strike):
            return (Struck(side=command.side),)
        order = cast("Seal", command)
        events: list[PlainEvent] = [CardSealed(side=order.side, card=order.card)]
        other = state.hand(_other(order.side)).sealed
        if other is None:
            return tuple(events)
        cards = {order.side: order.card, _other(order.side): other}
        events.append(Opened(cards=(cards["north"], cards["south"])))
        for side in SIDES:
            if not state.hand(side).jammed:
                fired = dice.call(salvo, self._aim(state, cards[side]), side)
                events.append(SalvoFired(side=side, guns_lost=fired.guns_lost, jammed=bool(fired.jammed)))
        events.append(DamageApplied())
        deck = list(state.deck)
        for side in SIDES:
            if deck:
                card = draw_card(dice, tuple(deck))
                deck.remove(card)
                events.append(CardDrawn(side=side, card=card))
        return tuple(events)

    def evolve(self, state: Picket, event: PlainEvent) -> Picket:
        match event:
            case CardSealed(side=side, card=card):
                cards = list(state.hand(side).cards)
                cards.remove(card)
                return self._with(state, side, cards=tuple(cards), sealed=card)
            case Opened():
                for side in SIDES:
                    state = self._with(state, side, sealed=None, jammed=False)
                return state
            case SalvoFired(side=side, guns_lost=lost, jammed=jammed):
                return self._with(self._with(state, side, jammed=jammed), _other(side), coming=lost)
            case DamageApplied():
                for hand in state.hands:
                    state = self._with(state, hand.side, guns=max(0, hand.guns - hand.coming), coming=0)
                return self._judged(state)
            case CardDrawn(side=side, card=card):
                deck = list(state.deck)
                deck.remove(card)
                cards = sorted((*state.hand(side).cards, card))
                return replace(self._with(state, side, cards=tuple(cards)), deck=tuple(deck))
            case Struck(side=side):
                return replace(state, winner=_other(side))
            case _:
                raise AssertionError(f"{event!r} is no event of this game")

    def observe(self, state: Picket, player: str) -> Seen:
        if player not in SIDES:
            return Seen(own=None, other_guns=0, other_cards=0, other_has_sealed=False, deck=0, winner=state.winner)
        other = state.hand(_other(player))
        return Seen(
            own=state.hand(player),
            other_guns=other.guns,
            other_cards=len(other.cards) + (other.sealed is not None),
            other_has_sealed=other.sealed is not None,
            deck=len(state.deck),
            winner=state.winner,
        )

    def over(self, state: Picket) -> str | None:
        return state.winner or None

    def summary(self, view: Seen) -> tuple[str, ...]:
        if view.own is None:
            return ("cards are sealed",)
        return (f"{view.own.guns} guns against {view.other_guns}", f"cards: {', '.join(map(str, view.own.cards))}")

    def tell(self, event: PlainEvent, state: Picket, player: str | None = None) -> str:
        side = getattr(event, "side", "both sides")
        return f"{side}: {event.type.removeprefix('picket.').replace('_', ' ')}"

    def spell(self, target: TargetNumber) -> str:
        return f"{target.total} or less"

    def _aim(self, state: Picket, card: int) -> Aim:
        return Aim(card, cast("PicketRulings", state.rulings).jam)

    def _with(self, state: Picket, side: str, **changes: Any) -> Picket:
        return replace(state, hands=tuple(replace(one, **changes) if one.side == side else one for one in state.hands))

    def _judged(self, state: Picket) -> Picket:
        left = [hand.side for hand in state.hands if hand.guns]
        if len(left) == 2 and any(hand.cards for hand in state.hands):
            return state
        return replace(state, winner=left[0] if len(left) == 1 else "draw")


def _guns_lost(result: Salvo) -> int:
    return result.guns_lost


def _lost_to(side: str, events: Sequence[PlainEvent]) -> int:
    return next(one.guns_lost for one in events if isinstance(one, SalvoFired) and one.side == side)


_fired_by = {side: partial(_lost_to, side) for side in SIDES}


@dataclass(frozen=True)
class OneSalvo(Query):
    """One gun fires: how many guns the other side loses."""

    card: int = number("The card that it is aimed by.", 1, 18, default=9)

    def ask(self, opened: OpenRuleset) -> Answer:
        """PICKET-2, PICKET-3."""
        whole = Question("Guns lost", salvo, (Aim(self.card, 19), "north"), view=_guns_lost, min_path=RARE)
        return Answer(
            f"A salvo by a {self.card}", (Line("lost", "Guns lost", whole),), "a gun is lost", AT_LEAST_ONE, "lost",
            rolled=RollOut(
                whole, lambda end: [f"{end.guns_lost} lost."], lambda end: [Next("Again", "salvo", self.words())]),
        )  # fmt: skip


@hookimpl
def aqmf_register_queries(ruleset: str) -> Sequence[Contribution]:
    return (Contribution("salvo", "One gun fires.", f"{__name__}:OneSalvo"),) if ruleset == Batteries.id else ()


@hookimpl
def aqmf_register_rulesets() -> Sequence[RulesetSource]:
    return (RulesetSource(Batteries.id, Batteries.title, Batteries),)


@hookimpl
def aqmf_register_rules(ruleset: str) -> Sequence[Rule]:
    return RULES if ruleset == Batteries.id else ()


@hookimpl
def aqmf_register_rulings(ruleset: str) -> Sequence[type[Rulings]]:
    return (PicketRulings,) if ruleset == Batteries.id else ()
