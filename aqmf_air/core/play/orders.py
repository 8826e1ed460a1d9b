"""Games of orders: commands that decide themselves, events that fold themselves into the state, and a ruleset of them.

Each kind of order is a class with its objections, its questions and its decision, beside the events that it leads to. A game
may as well be no game of orders: :class:`aqmf_air.core.play.ruleset.Ruleset` asks for less.
"""

from __future__ import annotations

import json
import re
from abc import abstractmethod
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from difflib import get_close_matches
from functools import cache
from pathlib import Path
from string import Formatter
from types import ModuleType
from typing import Any, ClassVar, Generic, Self, TypeVar, cast

from pydantic import Field, create_model

from aqmf_air.core.data.former_names import keep_former_methods
from aqmf_air.core.data.model import Frozen, read
from aqmf_air.core.dice.dice import Dice
from aqmf_air.core.play import events
from aqmf_air.core.play.events import Codec, Command
from aqmf_air.core.play.ruleset import NOBODY, Objection, Offer, Question, Ruleset, Scenario, Stage
from aqmf_air.core.play.rulings import settle
from aqmf_air.core.play.slices import Sliced, Slices
from aqmf_air.core.play.spoken_orders import SpokenOrders
from aqmf_air.core.play.words import Said, Slot
from aqmf_air.errors import DataError


class GameState(Frozen):
    """The base of the state of a game of orders."""

    naming: ClassVar[tuple[str, ...]] = ()
    """Fields of orders and events that hold the id of a piece, which a :class:`Wording` calls as people do."""
    winner: str = ""
    """The side that has won, or ``draw``."""

    @property
    @abstractmethod
    def stage(self) -> Stage:
        """The turn, the part of it, and who acts."""

    @property
    def part(self) -> str:
        """What the stage is for: the same for each stage of a kind, where a turn has several; else the stage's id."""
        return self.stage.id

    @property
    def names(self) -> Mapping[str, str]:
        """What people call each piece, by its id."""
        return {}

    def called(self, id_: str) -> str:
        """What people call a piece; its id where it has no name."""
        return self.names.get(id_, id_)

    def the(self, id_: str) -> str:
        """The same within a sentence, with an article where a game says that it takes one."""
        return self.called(id_)


@dataclass(frozen=True, slots=True)
class Wording:
    """The fields of an order or an event as a mapping, for ``format_map``: as people call them in this state of a game; of
    methods, what they give for it. ``{the target}`` is ``{target}`` with an article where its name takes one.
    """

    of: Any
    state: GameState

    def __getitem__(self, name: str) -> Any:
        article, _, field = name.rpartition(" ")
        value = getattr(self.of, field)
        if callable(value):  # a method that words something in a state
            return value(self.state)
        if field not in self.state.naming:
            return value
        return self.state.the(value) if article else self.state.called(value)


S = TypeVar("S", bound=GameState)
R = TypeVar("R")
T = TypeVar("T")
"""What orders look things up in: the rules in force."""


class Event(events.PlainEvent, Generic[S]):
    """Something that happened. ``apply`` is the only way in which a state changes."""

    wording: ClassVar[str] = ""
    """What is told of it, with names of its fields: ``{piece} goes for {target}``. See :class:`Wording`."""

    @abstractmethod
    def apply(self, state: S) -> S:
        """The state after it."""

    def tell(self, state: S) -> str:
        """What happened, in one line, from the state before it; empty where there is nothing to tell."""
        return self.wording.format_map(Wording(self, state))

    def tell_to(self, state: S, player: str) -> str:
        """The same, as a side (``""``: a spectator) may read it."""
        return self.tell(state)

    told_to = tell_to  # by former names, for one release: what a plugin's own method asks of super()

    def __init_subclass__(cls, **rest: Any) -> None:
        super().__init_subclass__(**rest)
        keep_former_methods(cls, {"told_to": "tell_to"})

    @classmethod
    def __pydantic_init_subclass__(cls, **rest: Any) -> None:
        """Look the names in the wording up. Raises TypeError: an event of a type of its own has no such field or method."""
        super().__pydantic_init_subclass__(**rest)
        for _, slot, _, _ in Formatter().parse(cls.wording) if cls.type_name() else ():
            name = re.split(r"[.\[]", (slot or "").rpartition(" ")[2])[0]
            if slot is not None and name not in cls.model_fields and not hasattr(cls, name):
                has = ", ".join(field for field in cls.model_fields if field != "type") or "none"
                raise TypeError(f"{cls.__name__}.wording: expected fields of the event ({has}), got {{{slot}}}")


def after(state: S, happened: Iterable[Event[S]]) -> S:
    """The state after these events, one after the other."""
    for event in happened:
        state = event.apply(state)
    return state


@dataclass(frozen=True)
class Timing:
    """In which parts of the turn orders of a kind may be given, and what is said of them in another one."""

    parts: tuple[str, ...] = ()
    """See :attr:`GameState.part`; none: in any."""
    doing: str = ""
    """What is done in them: ``shooting``."""
    rule: str = ""
    reason: str = ""
    """What is said instead, where a rule of its own says when; ``{}`` in it is the stage."""

    def fits(self, state: GameState) -> bool:
        """Whether the stage is one for it."""
        return not self.parts or state.part in self.parts

    def objections(self, state: GameState) -> tuple[Objection, ...]:
        """An objection unless the stage is one for it."""
        if self.fits(state):
            return ()
        reason = self.reason or f"{self.doing} is not allowed in this phase ({{}})"
        return (Objection(self.rule, reason.format(state.stage.title.lower())),)


class Order(Command, Generic[S, R]):
    """What a player may order.

    Questions and what is foreseen are for orders that are offered or allowed, what is decided for those that are allowed:
    the facts that objections ask for are taken to be there.
    """

    timing: ClassVar[Timing] = Timing()
    """When orders of this kind are given."""
    phrases: ClassVar[tuple[str, ...]] = ()
    """How they are said: see :mod:`aqmf_air.core.play.words`. An order is told in the first that has room for it."""

    @classmethod
    def offers(cls, state: S, player: str, rules: R) -> Iterable[Offer]:
        """Orders of this kind worth offering to ``player`` now; the ruleset drops those that meet objections."""
        return ()

    @classmethod
    def slots(cls, state: S, player: str, rules: R) -> Mapping[str, Slot]:
        """What reads and tells the slots of the phrases, by name. What ``player`` may not know of is not among it."""
        return {}

    @classmethod
    def from_words(cls, state: S, player: str, rules: R, values: Said) -> Iterable[Self]:
        """The orders that a phrase may mean, from what was read in its slots: its fields, where it does not say more."""
        return (cls(**values),)

    @classmethod
    def examples(cls, state: S, player: str, rules: R, offers: Iterable[Offer]) -> Iterable[Command]:
        """Orders, allowed or not, that may stand as an example of the words: those offered, where it does not say more."""
        return (offer.command for offer in offers if isinstance(offer.command, cls))

    meant, shown = from_words, examples  # by former names, for one release, as of events

    def in_words(self, state: S, rules: R) -> Said:
        """What the slots of the phrases say of it, by name; its fields, where it does not say more."""
        return dict(self)

    def preconditions(self, state: S, player: str, rules: R) -> Iterable[Objection]:
        """What stands against it before anything else is asked: the stage is none for it. Its own: :meth:`against`."""
        return self.timing.objections(state)

    def objections(self, state: S, player: str, rules: R) -> Iterable[Objection]:
        """Why ``player`` may not give this order now: the preconditions, or what is said :meth:`against` it.

        A ruleset asks for the preconditions first where a kind of order has objections of its own, which may take them as
        given: it may leave them out.
        """
        return tuple(self.preconditions(state, player, rules)) or self.against(state, player, rules)

    def against(self, *facts: Any) -> Iterable[Objection]:
        """What its author has against it besides, by state, player and rules, where the preconditions hold; a game's own
        base may give other facts.
        """
        return ()

    def obligatory(self, state: S) -> bool:
        """Whether a piece that may be ordered so must be, before the stage ends."""
        return False

    def questions(self, state: S, rules: R) -> Sequence[Question]:
        """What will be rolled for, with the facts that the rule will get."""
        return ()

    def wasted(self, state: S, rules: R) -> str:
        """What it would spend on nothing, as far as its side knows, in words; empty: nothing."""
        return ""

    def foreseen(self, state: S, rules: R) -> S:
        """The state after the order, as far as no dice have a say in it."""
        return state

    @abstractmethod
    def decide(self, state: S, rules: R, dice: Dice) -> tuple[Event[S], ...]:
        """What the order leads to."""

    def __init_subclass__(cls, **rest: Any) -> None:
        super().__init_subclass__(**rest)
        keep_former_methods(cls, {"meant": "from_words", "shown": "examples"})


def kinds_in(base: type[events.Typed], *modules: ModuleType) -> tuple[type[Any], ...]:
    """The kinds of orders or events that modules define, those with a type of their own, in order."""
    return tuple(kind for kind in defined_in(base, *modules) if kind.type_name())


def defined_in(base: type[T], *modules: ModuleType) -> tuple[type[T], ...]:
    """The subclasses of a class that modules define, in order."""
    own = (var for module in modules for var in vars(module).values() if getattr(var, "__module__", "") == module.__name__)
    return tuple(kind for kind in own if isinstance(kind, type) and issubclass(kind, base))


@cache
def _keeps_preconditions(kind: type[Order[Any, Any]]) -> bool:
    """Whether the objections of a kind of order are of the class that says its preconditions, which has them in them."""
    names = ("objections", "preconditions")
    objecting, checked = (next(base for base in kind.__mro__ if name in vars(base)) for name in names)
    return objecting is checked


class _Beside(Frozen):
    """What a scenario file says beside the set-up."""

    title: str = Field(min_length=1)
    description: str = ""
    rulings: Mapping[str, Any] = {}


class RulesetOfOrders(Ruleset[S], SpokenOrders[R], Generic[S, R]):
    """A ruleset whose commands are :class:`Order`, whose events are :class:`Event` and whose state is a :class:`GameState`.

    What is left to a game: its sides, its first state, what a side sees, and a summary of that. A registry builds it::

        def __init__(self, registry: Registry) -> None:
            self.rulings = registry.of(kinds.RULINGS, self.id)
            super().__init__(registry.of(kinds.COMMANDS, self.id), registry.of(kinds.EVENTS, self.id), Setup, registry)

    Args:
        orders: the kinds of orders, in the order in which they are offered.
        happenings: the kinds of events.
        setup: what a game starts from. Where it has a field ``rulings``, a log's header holds those of :attr:`rulings`,
            which are to be set before, so that it is read back into the very models that it was written from; where it is
            :class:`~aqmf_air.core.play.slices.Sliced`, so are its slices those of :attr:`slices`. A field ``tables: str``
            keeps with which rows of its tables a game begins, for :meth:`table`.
        rules: what orders look things up in.
    """

    no_order: ClassVar[str]
    """The id of the rule against orders after the end of the game, and by somebody who plays no side."""

    def __init__(
        self, orders: Sequence[type[Command]], happenings: Sequence[type[events.PlainEvent]], setup: type[Frozen], rules: R
    ) -> None:
        self.orders = cast("tuple[type[Order[S, R]], ...]", tuple(orders))
        fields: dict[str, Any] = {"rulings": (self.rulings, ...)} if "rulings" in setup.model_fields else {}
        if not issubclass(setup, Sliced):
            self.slices = Slices
        if self.slices.model_fields:
            fields["slices"] = (self.slices, self.slices())
        self.setup_model: type[Any] = create_model(f"{setup.__name__}InForce", __base__=setup, **fields) if fields else setup
        self.codec = Codec(orders, happenings, self.setup_model)
        self.rules = rules

    def stage(self, state: S) -> Stage:
        return state.stage

    def set_up(self, document: Mapping[str, Any], where: str, rulings: Mapping[str, Any]) -> Scenario[Any]:
        """A scenario of a file that holds a set-up, beside ``title``, ``description`` and ``rulings`` by name, on today's
        rows of the tables.
        """
        where = Path(where).name
        beside = {key: document[key] for key in _Beside.model_fields if key in document}
        about = read(_Beside, beside, where, DataError)
        chosen = settle(self.rulings, {**about.rulings, **rulings}, where)
        given = {key: value for key, value in document.items() if key not in beside}
        if "rulings" in self.setup_model.model_fields:
            given["rulings"] = chosen
        if "tables" in self.setup_model.model_fields and "tables" not in given:
            given["tables"] = self.game_tables.keep()
        return Scenario(read(self.setup_model, given, where, DataError), about.title, about.description, (), ())

    def state_from(self, text: str, setup: Frozen) -> S:
        """A state that holds the set-up in a field ``setup`` gets that of the game, with the rulings in force; slices are
        read as what they are.
        """
        kind, document = type(self.initial(setup)), json.loads(text)
        if "setup" in document:
            document["setup"] = setup
        if "slices" in kind.model_fields:
            document["slices"] = self.slices.model_validate(document.get("slices", {}))
        return kind.model_validate(document)

    def legal(self, state: S, player: str) -> Sequence[Offer]:
        if state.winner:
            return ()
        offers = (offer for kind in self.orders for offer in kind.offers(state, player, self.rules))
        return tuple(offer for offer in offers if not self.refused(state, offer.command, player))

    def objections(self, state: S, command: Command, player: str) -> Sequence[Objection]:
        return tuple(self.against(state, command, player))

    def refused(self, state: S, command: Command, player: str) -> bool:
        """Whether anything is said against an order: the first objection is enough, and the rest is not looked for."""
        return any(True for _ in self.against(state, command, player))

    def against(self, state: S, command: Command, player: str) -> Iterator[Objection]:
        """What is said against an order: by the game, by the order, and if they say nothing by :meth:`vetoes`."""
        order, raised = self._order(command), set[Objection]()
        nobody, rules = self._nobody_orders(state, command, player), self.rules
        always = () if nobody or _keeps_preconditions(type(order)) else tuple(order.preconditions(state, player, rules))
        for objection in nobody or always or order.objections(state, player, rules):
            if objection not in raised:
                raised.add(objection)
                yield objection
        if not raised:
            yield from self.vetoes(state, command)

    def vetoes(self, state: S, command: Command) -> Iterable[Objection]:
        """What extensions say against an order that the game itself allows."""
        return ()

    def questions(self, state: S, command: Command) -> Sequence[Question]:
        if all(self.refused(state, command, player) for player in self.players(state)):
            return ()  # an order works its facts out on the understanding that it may be given
        return self._order(command).questions(state, self.rules)

    def wasted(self, state: S, command: Command) -> str:
        return self._order(command).wasted(state, self.rules)

    def decide(self, state: S, command: Command, dice: Dice) -> tuple[events.PlainEvent, ...]:
        return self._order(command).decide(state, self.rules, dice)

    def names(self, seen: Any) -> Mapping[str, str]:
        """Those of the state, or of a view that is one."""
        return seen.names if isinstance(seen, GameState) else {}

    def evolve(self, state: S, event: events.PlainEvent) -> S:
        return cast("Event[S]", event).apply(state)

    def over(self, state: S) -> str | None:
        return state.winner or None

    def tell(self, event: events.PlainEvent, state: S, player: str | None = None) -> str:
        own = cast("Event[S]", event)
        return own.tell(state) if player is None else own.tell_to(state, player)

    def _order(self, command: Command) -> Order[S, R]:
        return cast("Order[Any, Any]", command)

    def _nobody_orders(self, state: S, command: Command, player: str) -> tuple[Objection, ...]:
        """Objections to any order of ``player``: the game is over, or there is no such side that does not follow."""
        if state.winner:
            return (Objection(self.no_order, "the game is over"),)
        if player == NOBODY and command == self.follows(state):
            return ()
        if player not in (players := self.players(state)):
            near = get_close_matches(player, players, n=1)
            hint = f"; did you mean {near[0]}?" if near else ""
            return (Objection(self.no_order, f"no side {player!r}{hint}"),)
        return ()
