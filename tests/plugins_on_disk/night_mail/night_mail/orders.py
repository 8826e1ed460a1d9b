"""The orders, the events that they lead to, and how these change a game."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Iterable, Sequence
from typing import Any, ClassVar, Literal

from aqmf_air.api import Dice, Event, Names, Objection, Offer, Order, Question, Slot, Tally, after, replace
from night_mail.rules import cards, full_deck, passed, shuffled, to_pass
from night_mail.state import PILOT, Mail


class TookOff(Event[Mail]):
    """A night begins, with a deck that nobody has seen. MAIL-1."""

    type: Literal["mail.took_off"] = "mail.took_off"
    deck: tuple[str, ...]

    def apply(self, game: Mail) -> Mail:
        mended = max(0, game.damage - (game.night > 0))
        fuel = game.setup.fuel
        return replace(game, night=game.night + 1, flying=True, fuel=fuel, damage=mended, deck=self.deck, drawn=())

    def tell(self, game: Mail) -> str:
        return f"night {game.night + 1}: the aircraft takes off"


class CardTurned(Event[Mail]):
    """The next card is turned over. MAIL-2."""

    reveals: ClassVar[bool] = True
    type: Literal["mail.card_turned"] = "mail.card_turned"
    card: str

    def apply(self, game: Mail) -> Mail:
        card = cards()[self.card]
        game = replace(game, fuel=game.fuel - 1, deck=game.deck[1:], drawn=(*game.drawn, self.card))
        return replace(game, hazard=self.card) if card.need else replace(game, miles=game.miles + card.miles)

    def tell(self, game: Mail) -> str:
        card = cards()[self.card]
        return card.title.lower() if card.need else f"{card.title.lower()}: {card.miles} miles"


class HazardMet(Event[Mail]):
    """A hazard was flown through, well or badly. MAIL-3, MAIL-4."""

    type: Literal["mail.hazard_met"] = "mail.hazard_met"
    card: str
    flare: bool
    passed: bool

    def apply(self, game: Mail) -> Mail:
        card = cards()[self.card]
        game = replace(game, hazard="", flares=game.flares - self.flare)
        if self.passed:
            return replace(game, miles=game.miles + card.miles)
        return replace(game, damage=game.damage + card.damage, fuel=max(0, game.fuel - card.fuel))

    def tell(self, game: Mail) -> str:
        card = cards()[self.card]
        lit = " by the light of a flare" if self.flare else ""
        cost = f"{card.damage} damage" if card.damage else f"{card.fuel} fuel lost"
        return f"through it{lit}: {card.miles} miles" if self.passed else f"it goes badly{lit}: {cost}"


class TurnedAside(Event[Mail]):
    """A hazard was flown around. MAIL-5."""

    type: Literal["mail.turned_aside"] = "mail.turned_aside"

    def apply(self, game: Mail) -> Mail:
        return replace(game, hazard="", fuel=game.fuel - 1)

    def tell(self, game: Mail) -> str:
        return "the aircraft turns aside"


class Landed(Event[Mail]):
    """The night is over. MAIL-6."""

    type: Literal["mail.landed"] = "mail.landed"
    miles: int
    """Those that are kept."""

    def apply(self, game: Mail) -> Mail:
        return replace(game, flying=False, kept=game.kept + self.miles, miles=0, deck=(), drawn=())

    def tell(self, game: Mail) -> str:
        how = "lands" if self.miles == game.miles else "comes down without fuel"
        return f"the aircraft {how}: {self.miles} of {game.miles} miles count"


class MailOver(Event[Mail]):
    """The game is over. MAIL-7, MAIL-8."""

    type: Literal["mail.over"] = "mail.over"
    winner: str

    def apply(self, game: Mail) -> Mail:
        return replace(game, winner=self.winner, flying=False)

    def tell(self, game: Mail) -> str:
        return "the mail is through" if self.winner == PILOT else "the mail is lost"


def closing(game: Mail) -> tuple[Event[Mail], ...]:
    """What follows from how the game stands: a forced landing, the end. MAIL-6 to MAIL-8."""
    if game.damage >= game.setup.hull:
        return (MailOver(winner="draw"),)
    events: tuple[Event[Mail], ...] = ()
    if game.flying and not game.fuel and not game.hazard:
        events = (Landed(miles=game.miles // 2),)
        game = events[0].apply(game)
    if not game.flying and (game.kept >= game.setup.distance or game.night == game.setup.nights):
        return (*events, MailOver(winner=PILOT if game.kept >= game.setup.distance else "draw"))
    return events


class MailOrder(Order[Mail, Any]):
    """An order, and what follows from where the game stands after it."""

    def decide(self, game: Mail, rules: Any, dice: Dice) -> tuple[Event[Mail], ...]:
        events = (self.carried_out(game, dice),)
        return (*events, *closing(after(game, events)))

    @abstractmethod
    def carried_out(self, game: Mail, dice: Dice) -> Event[Mail]:
        """What the order itself leads to."""


class TakeOff(MailOrder):
    """Begin a night. MAIL-1."""

    type: Literal["mail.take_off"] = "mail.take_off"
    phrases: ClassVar[tuple[str, ...]] = ("take off",)

    @classmethod
    def offers(cls, game: Mail, player: str, rules: Any) -> Iterable[Offer]:
        yield Offer(cls(), "take off")

    def objections(self, game: Mail, player: str, rules: Any) -> Iterable[Objection]:
        if game.flying:
            yield Objection("MAIL-1", "the aircraft is in the air")

    def carried_out(self, game: Mail, dice: Dice) -> Event[Mail]:
        return TookOff(deck=dice.call(shuffled, full_deck()))


class FlyOn(MailOrder):
    """Turn the next card over. MAIL-2."""

    type: Literal["mail.fly_on"] = "mail.fly_on"
    phrases: ClassVar[tuple[str, ...]] = ("fly|go on",)

    @classmethod
    def offers(cls, game: Mail, player: str, rules: Any) -> Iterable[Offer]:
        yield Offer(cls(), "fly on")

    def objections(self, game: Mail, player: str, rules: Any) -> Iterable[Objection]:
        yield from no_choice(game)
        if game.flying and not game.deck:
            yield Objection("MAIL-2", "no card is left")

    def carried_out(self, game: Mail, dice: Dice) -> Event[Mail]:
        return CardTurned(card=game.deck[0])


class Land(MailOrder):
    """End the night. MAIL-6."""

    type: Literal["mail.land"] = "mail.land"
    phrases: ClassVar[tuple[str, ...]] = ("land",)

    @classmethod
    def offers(cls, game: Mail, player: str, rules: Any) -> Iterable[Offer]:
        yield Offer(cls(), f"land and keep {game.miles} miles", ends_stage=True)

    def objections(self, game: Mail, player: str, rules: Any) -> Iterable[Objection]:
        return no_choice(game)

    def carried_out(self, game: Mail, dice: Dice) -> Event[Mail]:
        return Landed(miles=game.miles)


class Meet(MailOrder):
    """Fly through a hazard. MAIL-3, MAIL-4."""

    type: Literal["mail.meet"] = "mail.meet"
    flare: bool = False
    phrases: ClassVar[tuple[str, ...]] = ("fly|go through [it] [{flare}]",)

    @classmethod
    def slots(cls, game: Mail, player: str, rules: Any) -> dict[str, Slot]:
        return {"flare": Names("a flare", {"with a flare": True, "by the light of a flare": True})}

    def in_words(self, game: Mail, rules: Any) -> dict[str, bool]:
        return {"flare": True} if self.flare else {}

    @classmethod
    def offers(cls, game: Mail, player: str, rules: Any) -> Iterable[Offer]:
        yield Offer(cls(), "fly through it")
        yield Offer(cls(flare=True), "fly through it by the light of a flare")

    def objections(self, game: Mail, player: str, rules: Any) -> Iterable[Objection]:
        yield from no_hazard(game)
        if self.flare and not game.flares:
            yield Objection("MAIL-4", "no flare is left")

    def questions(self, game: Mail, rules: Any) -> Sequence[Question]:
        need = to_pass(cards()[game.hazard], self.flare * game.setup.flare_adds)
        counted = Tally("hazards passed")
        return (Question("the aircraft gets through", passed, (need.total,), (need,), of=_was_passed, luck=counted),)

    def carried_out(self, game: Mail, dice: Dice) -> Event[Mail]:
        need = to_pass(cards()[game.hazard], self.flare * game.setup.flare_adds)
        return HazardMet(card=game.hazard, flare=self.flare, passed=dice.call(passed, need.total))


class TurnAside(MailOrder):
    """Fly around a hazard. MAIL-5."""

    type: Literal["mail.turn_aside"] = "mail.turn_aside"
    phrases: ClassVar[tuple[str, ...]] = ("turn|fly aside",)

    @classmethod
    def offers(cls, game: Mail, player: str, rules: Any) -> Iterable[Offer]:
        yield Offer(cls(), "turn aside, for a unit of fuel")

    def objections(self, game: Mail, player: str, rules: Any) -> Iterable[Objection]:
        yield from no_hazard(game)
        if not game.fuel:
            yield Objection("MAIL-5", "no fuel is left to turn aside")

    def carried_out(self, game: Mail, dice: Dice) -> Event[Mail]:
        return TurnedAside()


def no_choice(game: Mail) -> Iterable[Objection]:
    """Objections unless the aircraft is in the air with nothing before it."""
    if not game.flying:
        yield Objection("MAIL-1", "the aircraft is on the ground")
    if game.hazard:
        yield Objection("MAIL-3", f"{cards()[game.hazard].title.lower()} is to be met first")


def no_hazard(game: Mail) -> Iterable[Objection]:
    """An objection unless there is a hazard to be met."""
    if not game.hazard:
        yield Objection("MAIL-3", "there is nothing to be met")


def _was_passed(events: Sequence[Any]) -> bool:
    return next(event.passed for event in events if isinstance(event, HazardMet))


ORDERS = (TakeOff, FlyOn, Meet, TurnAside, Land)
EVENTS = (TookOff, CardTurned, HazardMet, TurnedAside, Landed, MailOver)
