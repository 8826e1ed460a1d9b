"""Sealed orders: chosen in secret, opened when every side that acts in the stage has chosen, and carried out together.

A side may seal several choices at once, such as a card for each of its units: :class:`SealedChoices`, :class:`SealedByUnit`.
"""

from __future__ import annotations

import re
from abc import abstractmethod
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import islice, product
from typing import Any, ClassVar, Self, TypeVar

from aqmf_air.core.data.model import replace
from aqmf_air.core.dice.dice import Dice
from aqmf_air.core.play.orders import Event, GameState, Order
from aqmf_air.core.play.reading import Reading
from aqmf_air.core.play.ruleset import Objection, Offer
from aqmf_air.core.play.words import Names, Readings, Said, Slot, places_of, several


class SealedState(GameState):
    """The base of the state of a game with sealed orders."""

    sealed: tuple[tuple[str, str], ...] = ()
    """The sides that have sealed an order, each with it: a secret of the side's until all are opened."""

    @property
    @abstractmethod
    def acting(self) -> tuple[str, ...]:
        """The sides that seal an order in this stage."""

    @property
    def waited_for(self) -> tuple[str, ...]:
        """Those of them that have not sealed one yet: who is active in the stage."""
        return tuple(side for side in self.acting if side not in dict(self.sealed))

    def side_name(self, side: str) -> str:
        """What people call a side, in the singular; where a game does not say it, its id."""
        return side

    def title_of(self, side: str, order: str) -> str:
        """What people call an order that a side may seal in this stage; where a game does not say it, the word for it, or
        the choices in it with the names of their pieces.
        """
        return ", ".join(" ".join(map(self.called, part)) for part in sealed_parts(order)) if "|" in order else order


S = TypeVar("S", bound=SealedState)
R = TypeVar("R")
T = TypeVar("T")


def masked(state: S, side: str) -> S:
    """The state with the sealed orders of all but ``side`` empty: who has sealed one is no secret, which one is."""
    return replace(state, sealed=tuple((owner, order if owner == side else "") for owner, order in state.sealed))


class OrderSealed(Event[Any], type="orders.sealed"):
    """A side has chosen."""

    side: str
    order: str

    def apply(self, state: Any) -> Any:
        return replace(state, sealed=(*state.sealed, (self.side, self.order)))

    def tell(self, state: Any) -> str:
        return f"{state.side_name(self.side)} seals an order: {state.title_of(self.side, self.order)}"

    def tell_to(self, state: Any, player: str) -> str:
        return self.tell(state) if player == self.side else f"{state.side_name(self.side)} seals an order"


class OrdersOpened(Event[Any], type="orders.opened"):
    """Everybody knows what was sealed."""

    reveals: ClassVar[bool] = True
    orders: tuple[tuple[str, str], ...]
    """Sides and their orders, sorted."""

    def apply(self, state: Any) -> Any:
        return replace(state, sealed=())

    def tell(self, state: Any) -> str:
        opened = (f"{state.side_name(side)}: {state.title_of(side, order)}" for side, order in self.orders)
        return f"the orders are opened: {'; '.join(opened)}"


class SealedOrder(Order[S, R]):
    """An order that is sealed. A ruleset with such orders registers the events that it
    ``seals_with``, too; a manifest does so by itself.
    """

    seals_with: ClassVar[tuple[type[Event[Any]], ...]] = (OrderSealed, OrdersOpened)
    side: str
    order: str
    """What is sealed: a word of the game's for it."""
    rule: ClassVar[str]
    """The id of the rule that orders are sealed."""

    @classmethod
    def from_words(cls, state: S, player: str, rules: R, values: Said) -> Iterable[Self]:
        return (cls(side=player, **values),)

    def preconditions(self, state: S, player: str, rules: R) -> Iterable[Objection]:
        """A side seals for itself, in a stage in which it acts, once."""
        own = state.side_name(player)
        if self.side != player:
            yield Objection(self.rule, f"{own} does not order for {state.side_name(self.side)}")
        elif not self.timing.fits(state) or player not in state.acting:
            yield Objection(self.rule, f"{own} has no such order to seal in this stage ({state.stage.title.lower()})")
        elif player not in state.waited_for:
            yield Objection(self.rule, f"{own} has sealed an order")

    def waits(self, state: S) -> bool:
        """Whether another side has still to seal, so that nothing is opened yet. Questions about dice are ``later`` then."""
        return len(state.waited_for) > 1

    def decide(self, state: S, rules: R, dice: Dice) -> tuple[Event[S], ...]:
        chosen = OrderSealed(side=self.side, order=self.order)
        if self.waits(state):
            return (chosen,)
        opened = OrdersOpened(orders=tuple(sorted((*state.sealed, (self.side, self.order)))))
        return (chosen, opened, *self.carried_out(state, opened.orders, rules, dice))

    @classmethod
    @abstractmethod
    def carried_out(cls, state: S, orders: tuple[tuple[str, str], ...], rules: R, dice: Dice) -> Iterable[Event[S]]:
        """What the orders, of all sides, lead to. ``state``: where the last side orders, all others have sealed."""


# -- several choices in one sealed order: ``camel-1|fokker-2;camel-2|fokker-2`` ------------------------------------------


NOTHING = "nothing"
"""The word for no choice at all: who has sealed an order is no secret, whether there is anything in it is one."""
COMMA = (",", ";", "and")
MOST_OFFERED = 12
"""Combinations that are offered, unless a unit has more choices."""
MOST_SAID = 200
"""Characters of an order that are said of one that is refused."""


def sealed_word(parts: Iterable[Iterable[str]]) -> str:
    """Choices as one word, always the same for the same choices."""
    return ";".join(sorted("|".join(part) for part in parts)) or NOTHING


def sealed_parts(order: str) -> tuple[tuple[str, ...], ...]:
    """The choices in a sealed order."""
    return () if order == NOTHING else tuple(tuple(part.split("|")) for part in order.split(";"))


def selections(of: Sequence[Sequence[T]], fits: Callable[[tuple[T, ...]], bool], most: int) -> Iterator[tuple[T, ...]]:
    """Some of the ways to choose for each of several at most one thing, those with most choices first; the last has none.

    Args:
        of: what each may choose.
        fits: whether choices go together; what does not fit does not with more choices either.
        most: ways at most.
    """

    def ways(of: Sequence[Sequence[T]], chosen: tuple[T, ...]) -> Iterator[tuple[T, ...]]:
        if not of:
            yield chosen
            return
        for thing in of[0]:
            if fits((*chosen, thing)):
                yield from ways(of[1:], (*chosen, thing))
        yield from ways(of[1:], chosen)

    yield from islice(filter(None, ways(of, ())), most - 1)
    yield ()


def spread(of: Sequence[Sequence[T]], most: int) -> Iterator[tuple[T, ...]]:
    """Ways to choose one thing of each list, each thing in one of them: ``most``, or as many as the longest list needs."""
    longest, *others = sorted(of, key=len, reverse=True)
    starts = product(*(range(len(things)) for things in others))  # each way goes on by one thing in every list
    ways = (
        (thing, *(things[(at + start) % len(things)] for things, start in zip(others, lap, strict=True)))
        for lap in starts
        for at, thing in enumerate(longest)
    )
    yield from islice(ways, max(most, len(longest)))


class Choices(Slot):
    """Several choices of one sealed order, or none: ``Camel 1 tails Fokker 2, Camel 2 tails Fokker 1``; ``nothing``.

    Args:
        about: what may stand there.
        phrase: how one choice is said, with a slot for each of its parts: ``"{tailer} tails {target}"``.
        slots: what reads and tells these.
    """

    def __init__(self, about: str, phrase: str, slots: Mapping[str, Slot]) -> None:
        self.about, self._slots = about, slots
        self._parts = re.findall(r"\{\w+\}|[^\s{}]+", phrase)

    def read(self, reading: Reading, at: int, values: Said) -> Readings:
        if (end := reading.word(at, (NOTHING, "nobody"), "")) is not None:
            yield NOTHING, end
            return
        listed = several(
            reading, at, lambda at, _: self._choice(reading, at, self._parts, {}), lambda end: reading.word(end, COMMA, "")
        )
        for choices, end in listed:
            yield sealed_word(choices), end

    def _choice(
        self, reading: Reading, at: int, parts: Sequence[str], values: Mapping[str, str]
    ) -> Iterator[tuple[tuple[str, ...], int]]:
        if not parts:
            yield tuple(values.values()), at
        elif not parts[0].startswith("{"):
            if (end := reading.word(at, parts[0].split("|"))) is not None:
                yield from self._choice(reading, end, parts[1:], values)
        else:
            name = parts[0][1:-1]
            for value, end in self._slots[name].read(reading, at, values):
                yield from self._choice(reading, end, parts[1:], {**values, name: value})

    def tell(self, value: str, values: Said) -> str:
        return ", ".join(map(self._tell, sealed_parts(value))) or NOTHING

    def _tell(self, choice: tuple[str, ...]) -> str:
        values, before, words = iter(choice), dict[str, str](), list[str]()
        for part in self._parts:
            if part.startswith("{"):
                before[part[1:-1]] = value = next(values)
                words.append(self._slots[part[1:-1]].tell(value, before))
            else:
                words.append(part.split("|")[0])
        return " ".join(words)


class SealedChoices(SealedOrder[S, R]):
    """Several choices of a side, as :func:`sealed_word` writes them. Its phrases have one slot, a :class:`Choices`."""

    @classmethod
    def from_words(cls, state: S, player: str, rules: R, values: Said) -> Iterable[Self]:
        return (cls(side=player, order=values[places_of(cls.phrases[0])[0]]),)

    def in_words(self, state: S, rules: R) -> Said:
        return {places_of(self.phrases[0])[0]: self.order}


class SealedByUnit(SealedChoices[S, R]):
    """One choice for each unit of a side that acts: ``spad|left;camel|ahead``. :meth:`choices` says which there are."""

    phrases: ClassVar[tuple[str, ...]] = ("{choices}",)

    @classmethod
    @abstractmethod
    def choices(cls, state: S, side: str, rules: R) -> Mapping[str, Mapping[str, str]]:
        """What each unit of the side may choose now, by its id: what people call a choice, by the word that is sealed."""

    @classmethod
    def slots(cls, state: S, player: str, rules: R) -> Mapping[str, Slot]:
        units = cls.choices(state, player, rules)
        names = Names("one of your units", {state.called(unit): unit for unit in units}, pieces=True)
        titles = Names(
            "what it does", lambda values: {title: word for word, title in units.get(values.get("unit", ""), {}).items()}
        )
        examples = (f"{state.called(unit)} {title}" for unit, own in units.items() for title in own.values())
        about = f"what each unit does (UNIT CHOICE: {next(examples, 'none now')}), with commas between"
        return {"choices": Choices(about, "{unit} {choice}", {"unit": names, "choice": titles})}

    @classmethod
    def offers(cls, state: S, player: str, rules: R) -> Iterable[Offer]:
        if cls.timing.fits(state) and (units := cls.choices(state, player, rules)):
            ways = spread([[(unit, word) for word in words] for unit, words in units.items()], MOST_OFFERED)
            slot = cls.slots(state, player, rules)["choices"]
            for order in map(sealed_word, ways):
                yield Offer(cls(side=player, order=order), slot.tell(order, {}), player)

    def preconditions(self, state: S, player: str, rules: R) -> Iterable[Objection]:
        """A side chooses for each of its units, once."""
        if objections := tuple(super().preconditions(state, player, rules)):
            yield from objections
            return
        units, parts = type(self).choices(state, player, rules), sealed_parts(self.order)
        fitting = [part[0] for part in parts if len(part) == 2 and part[1] in units.get(part[0], {})]
        if sorted(fitting) != sorted(units) or len(fitting) < len(parts) or sealed_word(parts) != self.order:
            own = {unit: state.called(unit) for unit in units}  # what is none of the player's stays as it was given
            choices = (
                (own.get(unit, unit), *(units.get(unit, {}).get(word, word) for word in words)) for unit, *words in parts
            )
            got = ", ".join(map(" ".join, choices)) or NOTHING
            yield Objection(self.rule, f"expected one choice for each of {', '.join(own.values())}, got {got[:MOST_SAID]}")
