"""Games whose orders say themselves in phrases: what a text means among them, and how one is told."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Mapping, Sequence
from contextlib import suppress
from itertools import islice, product
from typing import Any, Generic, NoReturn, TypeVar

from pydantic import ValidationError

from aqmf_air.core.data.model import first_problem
from aqmf_air.core.play.events import Command
from aqmf_air.core.play.reading import MOST_NAMED, MOST_TEXT, Reading, no_order
from aqmf_air.core.play.ruleset import Offer
from aqmf_air.core.play.words import (
    NOTHING_SAID,
    InWords,
    Said,
    Saying,
    Slot,
    form_of,
    places_of,
    plainest,
    read_phrase,
    tell_phrase,
    verb_of,
)
from aqmf_air.errors import NotUnderstoodError

R = TypeVar("R")
MOST_SHOWN = 40
"""Orders of a kind among which an example of its words is looked for."""


def _untimely(kind: type[Any], state: Any) -> str:
    """Why orders of a kind are none of this stage, and where it says no more, of which parts of the turn they are."""
    for objection in kind.timing.objections(state):
        parts = " or ".join(part.replace("-", " ") for part in kind.timing.parts)
        return str(objection) if kind.timing.reason else f"{objection}; it belongs to: {parts}"
    return ""


class SpokenOrders(InWords, Generic[R]):
    """A ruleset of kinds of orders with phrases and slots: see :class:`aqmf_air.core.play.orders.Order`."""

    orders: Sequence[type[Any]]
    rules: R

    @abstractmethod
    def refused(self, state: Any, command: Command, player: str) -> bool:
        """Whether anything is said against an order."""

    @property
    def speaks(self) -> bool:
        return any(kind.phrases for kind in self.orders)

    def order_from_words(self, state: Any, text: str, player: str) -> Command:
        """Whole names go before shortened ones, and kinds of this stage before others; of several readings the one that is
        allowed, where none is, the first.
        """
        if len(text := text.strip()) > MOST_TEXT:
            raise no_order(f"an order has at most {MOST_TEXT:,} characters, got {len(text):,}", text)
        slots = dict[type[Any], Mapping[str, Slot]]()
        readings = []
        for shortened, now in product((False, True), (True, False)):
            reading, read, faults = Reading(text, shortened), dict[Command, None](), list[NotUnderstoodError]()
            for kind in self.orders:
                for phrase in kind.phrases if kind.timing.fits(state) is now else ():
                    if kind not in slots:
                        slots[kind] = kind.slots(state, player, self.rules)
                    reading.begin(kind)
                    for values in read_phrase(phrase, slots[kind], reading):
                        try:
                            read |= dict.fromkeys(self._meant(kind, state, player, values, text))
                        except NotUnderstoodError as fault:
                            faults.append(fault)
            if read:
                return self._the_one(state, text, player, tuple(read))
            if faults:
                raise faults[0]
            readings.append((reading, now))
        return self._refuse(state, text, readings)

    def _refuse(self, state: Any, text: str, readings: Sequence[tuple[Reading, bool]]) -> NoReturn:
        """Say why a text is no order, by how it was read: as kinds of orders of this stage, or of others.

        Raises NotUnderstoodError: always. Where words of a kind were read that is none of this stage, it says why not.
        """
        reading, now = max(readings, key=lambda each: (each[0].far, each[0].shortened, each[1]))
        if not now and reading.far > max(timely.far for timely, of_this_stage in readings if of_this_stage):
            wanted = tuple(kind for kind in self.orders if kind in reading.wanted)
            for untimely in filter(None, (_untimely(kind, state) for kind in wanted)):
                raise no_order(untimely, text, wanted=wanted)
        reading.refuse()

    def not_now(self, state: Any, text: str, offers: Sequence[Offer]) -> str:
        from aqmf_air.core.data.search import parts_of
        from aqmf_air.core.play.rule_search import alike_words, same_words, telling_words
        from aqmf_air.core.play.rule_words import plain_english

        idle = plain_english().idle
        verbs = {kind: frozenset().union(*(verb_of(phrase, idle) for phrase in kind.phrases)) for kind in self.orders}
        offered = {type(offer.command) for offer in offers}
        listed = {word for offer in offers for word in parts_of(offer.title)}
        for word in telling_words(text):
            kinds = [kind for kind in self.orders if word in verbs[kind]]
            kinds = kinds or [kind for kind in self.orders if not verbs[kind].isdisjoint(same_words(word))]
            if kinds and offered.isdisjoint(kinds) and not any(alike_words(word, each) for each in listed):
                untimely = next(filter(None, (_untimely(kind, state) for kind in kinds)), "")
                return untimely or f"no order with {word!r} is possible now ({state.stage.title.lower()})"
            if kinds:
                break
        return ""

    def _meant(self, kind: type[Any], state: Any, player: str, values: Said, text: str) -> tuple[Command, ...]:
        """What a kind of order makes of what was read. Raises NotUnderstoodError: no such order can have that in it."""
        try:
            return tuple(kind.from_words(state, player, self.rules, values))
        except ValidationError as bad:
            raise no_order(first_problem(bad)[1], text) from None

    def _the_one(self, state: Any, text: str, player: str, read: Sequence[Command]) -> Command:
        """The order that is meant, of all that a text may mean. Raises NotUnderstoodError: several are allowed."""
        allowed = [order for order in read if not self.refused(state, order, player)] if len(read) > 1 else read
        if len(allowed) > 1:
            either = "; ".join(self.order_in_words(state, order, player) for order in allowed[:MOST_NAMED])
            raise no_order(f"this may mean {len(allowed)} orders: {either}", text, meant=tuple(allowed))
        return (allowed or read)[0]

    def order_in_words(self, state: Any, command: Command, player: str) -> str:
        """In the first phrase that says all of it."""
        order: Any = command
        slots, values = order.slots(state, player, self.rules), order.in_words(state, self.rules)
        for phrase in order.phrases:
            with suppress(LookupError, NotUnderstoodError):  # it names what the player knows nothing of, or says too little
                words = tell_phrase(phrase, slots, values) or ""
                spoken = {name: values[name] for name in places_of(phrase) if values.get(name) not in NOTHING_SAID}
                if 0 < len(words) <= MOST_TEXT and order in self._meant(type(order), state, player, spoken, words):
                    return words
        return ""

    def sayings(self, state: Any, player: str, offers: Sequence[Offer]) -> tuple[Saying, ...]:
        sayings = []
        for kind in self.orders if not state.winner else ():
            if not kind.phrases or not kind.timing.fits(state):
                continue
            shown = islice(kind.examples(state, player, self.rules, offers), MOST_SHOWN)
            texts = [self.order_in_words(state, order, player) for order in shown if not self.refused(state, order, player)]
            if example := plainest(filter(None, texts)):
                slots = kind.slots(state, player, self.rules)
                places = dict.fromkeys(name for phrase in kind.phrases for name in places_of(phrase))
                about = tuple((name.upper(), slots[name].about) for name in places)
                sayings.append(Saying(tuple(map(form_of, kind.phrases)), about, example))
        return tuple(sayings)
