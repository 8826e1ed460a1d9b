"""What a game must be able to do, to be played, replayed and asked for odds by everything here.

A game is a subclass of :class:`Ruleset`, most of them of :class:`aqmf_air.core.play.orders.RulesetOfOrders`, which leaves
little to write. Front ends ask it for what they show; they never look into a state, a command or an event of its own.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any, Generic, TypeVar

from aqmf_air.core.data.model import Frozen
from aqmf_air.core.data.names import by_name
from aqmf_air.core.dice.dice import Dice, Roll
from aqmf_air.core.dice.modifiers import TargetNumber
from aqmf_air.core.play.events import Codec, Command, Entry, PlainEvent
from aqmf_air.core.play.question import Question
from aqmf_air.core.play.rule_register import Rule
from aqmf_air.core.play.rulings import Rulings
from aqmf_air.core.play.slices import Slices
from aqmf_air.core.play.table_lookup import LookUp
from aqmf_air.errors import DataError, PluginError

if TYPE_CHECKING:
    from aqmf_air.core.data.rule_tables import GameTables, RuleTable

__all__ = [
    "NOBODY",
    "Dealing",
    "Exemplified",
    "Gauged",
    "Lists",
    "Objection",
    "Offer",
    "OpenView",
    "Question",
    "Ruleset",
    "Scenario",
    "Scripted",
    "Side",
    "Stage",
]

State = TypeVar("State", bound=Frozen)
NOBODY = ""
"""In whose name an order is given that follows without anybody's choice (:meth:`Ruleset.follows`)."""


@dataclass(frozen=True)
class Side:
    """A side of a game: its id in commands and logs, its name for people, and a CSS colour."""

    id: str
    name: str
    colour: str


@dataclass(frozen=True)
class Stage:
    """Where a game is: the turn (0: before the first), and the part of it with the sides that act in it."""

    turn: int
    id: str
    title: str
    active: tuple[str, ...]
    turns: int | None = None
    """The last turn, where the players know it."""
    by_turns: bool = False
    """Whether sides act in it one after the other, so that its heading names none of them."""

    @property
    def when(self) -> str:
        """The turn for people: ``Turn 1 of 4``."""
        if self.turns and self.turn > self.turns:
            return f"Turn {self.turn}, flown on"
        last = f" of {self.turns}" if self.turns else ""
        return f"Turn {self.turn}{last}" if self.turn else "Before turn 1"


@dataclass(frozen=True)
class Objection:
    """Why a command is not allowed now, and the rule that says so."""

    rule: str
    reason: str

    def __str__(self) -> str:
        return f"{self.reason} ({self.rule})"


@dataclass(frozen=True)
class Offer:
    """A command that is allowed now, and what it does in a player's words."""

    command: Command
    title: str
    subject: str = ""
    """The id of the piece that it is about, among whose orders it stands at a live table. Without one it is a large button
    with its odds below.
    """
    ends_stage: bool = False
    """Whether the side is done with the stage after it."""
    kind: str = ""
    """What it is for, where a piece has many orders: ``attacks``. Lists have those of a kind together."""


@dataclass(frozen=True)
class Scripted:
    """An order of a scenario's script, and the side that gives it."""

    by: str
    command: Command
    optional: bool = False
    """Left out without a message where it is not possible."""


SetUp = TypeVar("SetUp", bound=Frozen)


@dataclass(frozen=True)
class Scenario(Generic[SetUp]):
    """A scenario that is ready to be played."""

    setup: SetUp
    """What goes into the header of its games."""
    title: str
    description: str
    facts: tuple[tuple[str, str], ...]
    """What people compare scenarios by: ``("points", "500")``."""
    script: tuple[Scripted, ...]
    notes: tuple[str, ...] = ()
    """What was changed or left out when it was set up, each in a line."""

    @property
    def in_short(self) -> str:
        """The facts as people say them: ``540 points, 48 by 48 inches, 4 turns``."""
        return ", ".join(f"{value} {what}" if value.isdecimal() else value for what, value in self.facts)


class Dealing(ABC):
    """A ruleset that deals a part of its set-up anew for each game: hidden markers, cards."""

    @abstractmethod
    def dealt(self, setup: Any, seed: int) -> Any:
        """The set-up as a game with this seed starts from it; dealt again, it is as if dealt from the last seed only."""


class Gauged(ABC):
    """A ruleset whose states have figures that go with who wins: by them luck is told from play."""

    @abstractmethod
    def gauges(self, state: Any) -> tuple[float, ...]:
        """Figures of a state, as many throughout games of one set-up: what each side has left, and can still do with it.

        Nobody is shown them, so that hidden things count. They need not be right: the better they foretell who wins,
        together with the turn, the more luck can be taken out of many games. Kinds of units foretell better than sums.
        """


class BestFirst(ABC):
    """A ruleset that knows which of many orders are better than others."""

    @abstractmethod
    def best_first(self, state: Any, player: str, offers: Sequence[Offer]) -> Sequence[Offer]:
        """Offers of ``player`` in the order in which one wants to look at them. Nothing that is hidden plays a part."""

    @abstractmethod
    def brings(self, state: Any, command: Command) -> str:
        """What an order on offer brings, in a few words: ``shot at Camel: 1.8 damage``; empty: nothing to speak of."""


class Foretells(ABC):
    """A ruleset in which a player may know where an order leads before he gives it, besides its odds."""

    @abstractmethod
    def foretold(self, state: Any, command: Command) -> Sequence[str]:
        """Lines of it; none, where nothing may be known."""


class Lists(ABC):
    """A ruleset whose forces are kept as lists in files."""

    @abstractmethod
    def meeting(self, lists: Sequence[str], rulings: Mapping[str, Any]) -> Scenario[Any]:
        """A scenario in which the forces of lists (paths, one for each side in any order) meet on a plain table; rulings are
        chosen by name.
        Raises DataError: one cannot be read, or they are not of one side each.
        """


class Exemplified(ABC):
    """A ruleset without scenarios that has something to begin with all the same."""

    @abstractmethod
    def example(self) -> Frozen:
        """A set-up to try the game with, always the same."""


class Duels(ABC):
    """A ruleset whose types can meet, one against one, in a game that is played to its end."""

    @abstractmethod
    def contenders(self) -> Sequence[str]:
        """The names of the types."""

    @abstractmethod
    def duel(self, first: str, other: str, rulings: Mapping[str, Any]) -> Scenario[Any]:
        """A scenario in which two of them meet on even terms, ``first`` on the first side; rulings are chosen by name."""


class OpenView(ABC):
    """A ruleset that can show a state with nothing hidden: for films, and for those who look on when all is over. One where
    nothing ever is gives what ``observe`` gives.
    """

    @abstractmethod
    def open_view(self, state: Any) -> Frozen:
        """A view of the state, of the kind that ``observe`` gives, with nothing hidden."""


class Ruleset(ABC, Generic[State]):
    """A complete game. Its state is frozen; commands are decided into events; events are folded into state.

    A ruleset holds tables and profiles, never a running game: two games may use one ruleset in turn.
    """

    id: str
    version: str
    title: str
    codec: Codec
    rulings: type[Rulings] = Rulings
    slices: type[Slices] = Slices
    register: tuple[Rule, ...] = ()
    """Left empty, it is what is registered: the package's ``data/rules.toml``."""

    @cached_property
    def game_tables(self) -> GameTables[Mapping[str, RuleTable[Any]]]:
        """The tables that plugins register for it, by id; the registry that builds the ruleset gives them to it."""
        raise PluginError(f"{self.title} has no tables: it was not built by Registry.ruleset()", plugin=self.id)

    def table(self, state: State, id_: str) -> RuleTable[Any]:
        """A table with the rows that the game of this state began with, whatever its owner's files say today.

        Their digest is in the field ``tables`` of the set-up, which the state has in its field ``setup``.

        Raises UnknownNameError: there is no such table; with near names.
        Raises DataError: the rows are not there.
        Raises PluginError: the state does not say with which rows the game began.
        """
        digest = getattr(getattr(state, "setup", None), "tables", None)
        if digest is None:
            fault = "its states have no 'setup.tables' to say with which rows of tables the game began"
            raise PluginError(f"{self.title}: {fault}", plugin=self.id)
        return by_name(self.game_tables(digest), id_, f"table of {self.title}")

    def table_today(self, id_: str) -> RuleTable[Any]:
        """A table with the rows of today, for what is asked outside of any game. Raises as :meth:`table` does."""
        return by_name(self.game_tables.today(), id_, f"table of {self.title}")

    @abstractmethod
    def sides(self, state: State | None = None) -> tuple[Side, ...]:
        """Who plays: in this state, or at most."""

    def players(self, state: State | None = None) -> tuple[str, ...]:
        """The ids of the sides."""
        return tuple(side.id for side in self.sides(state))

    def name_of(self, side: str) -> str:
        """The name for people of the side with this id."""
        return next((known_side.name for known_side in self.sides() if known_side.id == side), side)

    @abstractmethod
    def stage(self, state: State) -> Stage:
        """The turn, the part of it, and who acts."""

    def chapter(self, state: State) -> int:
        """The number of the chapter that a state is in: of a campaign, the mission. A game has one, unless it says more.

        A command that leads to a higher number ends a chapter. Nothing before that can be taken back any more, and a kept
        game is opened from there: its log is folded from the last chapter's start, of which a snapshot is kept. The number
        never falls. A snapshot is a cache: it is made anew under other versions of the rules or of the software.
        """
        return 0

    def state_from(self, text: str, setup: Frozen) -> State:
        """A state from its canonical JSON, in a game with chapters; ``setup`` is that of the game.

        A game whose state holds values by a wider type than their own (rulings, say) has to read them as what they are.
        Where it raises, or the state is not what was written, no snapshot is used, and the log is folded.
        """
        return type(self.initial(setup)).model_validate_json(text)

    def set_up(self, document: Mapping[str, Any], where: str, rulings: Mapping[str, Any]) -> Scenario[Any]:
        """A scenario from its parsed TOML file, under these rulings, which go before the file's own.

        Args:
            document: the file as plain data.
            where: its path, or what to call it in messages; what the file names is seen from the folder of that path.
            rulings: chosen values by name.

        Raises DataError: something in it does not exist or does not fit; says what and where.
        """
        raise DataError(f"{where}: {self.title} has no scenarios", path=where)

    @abstractmethod
    def initial(self, setup: Frozen) -> State:
        """The state before the first command. Raises DataError: the set-up names something that does not exist."""

    @abstractmethod
    def legal(self, state: State, player: str) -> Sequence[Offer]:
        """What ``player`` may order now. Several players may have offers at once (sealed or simultaneous orders)."""

    @abstractmethod
    def objections(self, state: State, command: Command, player: str) -> Sequence[Objection]:
        """Why ``player`` may not give ``command`` now; empty if they may."""

    def ending(self, state: State, player: str) -> Command | None:
        """The command that ends the stage for ``player``, allowed now or not; None: there is none."""
        return None

    def questions(self, state: State, command: Command) -> Sequence[Question]:
        """What ``command`` would roll for first, with facts and target numbers; nothing, if nobody may give it now."""
        return ()

    def wasted(self, state: State, command: Command) -> str:
        """What an order that may be given would spend on nothing, in words; empty: nothing. Who orders it is asked again."""
        return ""

    def rolled_for(self, state: State, entry: Entry) -> Sequence[tuple[Question, Sequence[PlainEvent]]]:
        """The questions that an order of a log has rolled for, each with the events to read its outcome from.

        Where an order goes on to further rolls, a ruleset may know of their questions, too.
        """
        return [(question, entry.events) for question in self.questions(state, entry.command)] if entry.command else []

    @abstractmethod
    def decide(self, state: State, command: Command, dice: Dice) -> tuple[PlainEvent, ...]:
        """What ``command`` leads to. Legal commands only; the state does not change here."""

    @abstractmethod
    def evolve(self, state: State, event: PlainEvent) -> State:
        """The state after ``event``. No dice here, ever."""

    def after(self, state: State, events: Iterable[PlainEvent]) -> State:
        """The state after these events, one after the other."""
        for event in events:
            state = self.evolve(state, event)
        return state

    def follows(self, state: State) -> Command | None:
        """What comes next with dice of its own and without anybody's choice, as an order; None: a player has one.

        Whoever plays a game on carries it out at once, in the name of :data:`NOBODY`, as an entry of its own: so what an
        order led to is told and kept before other dice are asked for. It is taken back with the order before it. A player is
        offered it as well, for those who play by offers alone.
        """
        return None

    @abstractmethod
    def observe(self, state: State, player: str) -> Frozen:
        """What ``player`` may see of the state; ``""``: a spectator."""

    @abstractmethod
    def summary(self, view: Any) -> tuple[str, ...]:
        """A view that ``observe`` or ``open_view`` gave, in lines for people; the stage is said beside it."""

    def names(self, seen: Any) -> Mapping[str, str]:
        """What players call things: the name of each piece, and of each of its parts, by its id.

        Ids are what commands and logs have; all that people read has these names instead, and where they type, both are
        understood (:func:`aqmf_air.core.data.names.meant`). Two things that a player may tell apart have two names. A game
        whose ids are names leaves this out. Of ``seen``, a state or a view of it, a view has no name that its player may not
        know, and what is in both is called the same in both.
        """
        return {}

    def called(self, seen: Any, id_: str) -> str:
        """What players call the thing of this id, in a state or a view; the id itself where it has no name."""
        return self.names(seen).get(id_, id_)

    @abstractmethod
    def over(self, state: State) -> str | None:
        """Who has won (``"draw"`` if nobody did), or None while the game goes on."""

    def against_early_end(self, state: State) -> str:
        """Why the players may not end a game before its rules do, in a clause; empty: a side may give up or claim the game,
        or both agree on a draw. What a chapter comes to that is given up is for its game to say.
        """
        if len(self.players(state)) != 2:
            return "only a game of two sides can be given up or drawn"
        return (
            "the rules do not say what a mission that is given up comes to: play it to its end"
            if self.chapter(state)
            else ""
        )

    def headline(self, state: State) -> str:
        """What the end of a game that is over is called, where it has degrees: ``Marginal victory``; else empty."""
        return ""

    def why(self, state: State) -> str:
        """Why a game that is over was won, or by nobody: ``red has lost more``. Nothing is hidden then."""
        return ""

    def scored(self, state: State) -> Sequence[tuple[str, str]]:
        """What decided a game that is over, with how it stands: conditions, losses, points. Nothing is hidden then."""
        return ()

    def held(self, state: State) -> Mapping[str, tuple[str, int]]:
        """What counts for whoever holds it at the end, by its name: who holds it now (``""``: nobody), and for how much."""
        return {}

    def worth(self, state: State, piece: str) -> int:
        """What the loss of a piece counts, beside other pieces and what is held."""
        return 1

    @abstractmethod
    def tell(self, event: PlainEvent, state: State, player: str | None = None) -> str:
        """What happened, in one line for people; empty where there is nothing to tell.
        ``state`` is the one before it; ``player`` reads it and may learn of it: a side's id, ``""`` for a spectator, None
        for those who know all.
        """

    def exactly(self, event: PlainEvent, state: State, player: str | None = None) -> str:
        """Where an event happened in coordinates, for those who ask; as :meth:`tell`, and empty where there are none."""
        return ""

    def looked_up(self, roll: Roll) -> LookUp | None:
        """The row of a table that a roll led to, for players who want to see it; None: it was no roll on a table."""
        return None

    def spell(self, target: TargetNumber) -> str:
        """What a target number asks of the dice, in a player's words: ``3+``."""
        return str(target.total)
