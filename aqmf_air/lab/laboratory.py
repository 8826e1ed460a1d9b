"""How a game takes part in the laboratory: its forces, and how they meet.

A game returns a :class:`Laboratory` from the hook ``aqmf_register_laboratories``. It names its forces with what they cost,
and turns two line-ups into a :class:`Meeting`, and a force and a foe into a :class:`Trial`: each a start, a step and what an
end is worth. The step is a rule of the game like any other; :mod:`aqmf_air.lab.markov_chain` does the rest.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Hashable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from importlib.resources.abc import Traversable
from typing import TYPE_CHECKING, Any, ClassVar, Generic, NamedTuple, TypeVar

from aqmf_air.core.data.search import Searched, meant, near
from aqmf_air.core.dice.dice import Dice
from aqmf_air.core.odds.query import Options
from aqmf_air.core.play.contributions import NamedClass
from aqmf_air.errors import DataError
from aqmf_air.lab.shipped_prices import ShippedPrice, ShippedPrices, shipped_prices
from aqmf_air.lab.statistics import IntervalEstimate

if TYPE_CHECKING:
    from aqmf_air.core.play.ruleset import Scenario

S = TypeVar("S", bound=Hashable)

Lineup = tuple[tuple[str, int], ...]
"""Forces by name, and how many of each, in the order in which they were named."""


class Force(NamedTuple):
    """Something that meets others: a unit as it is bought, a design."""

    name: str
    side: str
    """Forces of one side do not meet; of ``""``, any may meet any."""
    points: int
    kind: str = ""
    """What sort of force it is, in a player's words: lists have those of a kind together."""
    idle: str = ""
    """Why it meets nobody, in a player's words (``flies high``); empty: it does."""


@dataclass(frozen=True)
class Terms(Options):
    """How forces meet. A game has a subclass with its own options, made by functions of :mod:`aqmf_air.core.odds.query`."""


def values_of(terms: Terms) -> dict[str, Any]:
    """The terms by the names of their options."""
    return {option.name: getattr(terms, option.field) for option in terms.options()}


class Outcome(NamedTuple):
    """How a state of a meeting counts: who is left, and the share of its points that each side has lost."""

    left: tuple[bool, bool]
    lost: tuple[Fraction, Fraction]


@dataclass(frozen=True)
class Meeting(Generic[S]):
    """Two line-ups that meet."""

    starts: Mapping[S, Fraction]
    """Where it may begin, with the chances of that."""
    step: Callable[[Dice, S], S]
    over: Callable[[S], bool]
    outcome: Callable[[S], Outcome]
    steps: int | None
    """How many steps it lasts at most; None: to its end."""


@dataclass(frozen=True)
class Trial(Generic[S]):
    """A force against foes of one kind that never end: a destroyed one is replaced at once."""

    starts: Mapping[S, Fraction]
    step: Callable[[Dice, S], S]
    over: Callable[[S], bool]
    steps: int
    gained: Callable[[S], float]
    """Points of foes that were destroyed in the step that led to a state."""
    standing: Callable[[S], float]
    """Points that the foe of the moment has lost, as it stands in the last state."""
    lost: Callable[[S], float]
    """The share of the force that is lost."""


class Gauntlet(NamedTuple):
    """By what forces of a side are priced: an anchor whose price is taken as right, and foes in a mix."""

    anchor: str
    points: int
    """Of the anchor."""
    mixes: Mapping[str, Mapping[str, int]]
    """Weights of foes, by the name of the mix; the first is the one that prices are told for."""
    varied: Mapping[str, tuple[Any, ...]]
    """Fields of the terms, and the values by which prices are tried: their range is the sensitivity of a price. Those that
    change nothing in a step come last, so that its chances are at hand.
    """


class Staged(NamedTuple):
    """A scenario that is played to the end, with one of its forces swapped for others: what whole games make of them."""

    title: str
    """Of the scenario."""
    place: str
    """What is swapped, in a player's words: ``the flight``."""
    side: str
    """Whose share of the games is counted; one of the players of the game."""
    forces: tuple[str, ...]
    """Those that take the place, in turn."""
    policy: str
    """The automatic player of every side."""
    scenario: Callable[[str], Scenario[Any]]
    """With a force in the place."""


class Drawn(NamedTuple):
    """A scenario by lot, with a force in it."""

    scenario: Scenario[Any]
    forces: tuple[Mapping[str, int], ...]
    """What each player of the game has, in their order: forces by name, and how many of each."""


@dataclass(frozen=True)
class Lots:
    """Scenarios by lot in which forces are tried, so that whole games say what they are worth: a played price.

    A game makes a scenario from a number alone: its table, ground and sides, with forces of equal points. The same numbers
    give the same scenario at any time, on any machine. In one that is ``drawn`` a force is put in for one side, as often as
    the scenario has it, and its points are taken from the other forces of its side. The others are of the forces of the
    laboratory (:meth:`Laboratory.forces`), and differ from variation to variation, so that games tell the worth of a force
    from that of those beside it; so do the points of a side, by a little, so that they tell what a point is worth, and how
    many of a force are put in, or else nothing but their prior tells what all forces are worth beside others.
    """

    forces: tuple[str, ...]
    """Those that may be put in."""
    points: float
    """Of each side, about."""
    copies: int
    """How many of a force are put in where it is added."""
    drawn: Callable[[int, str, int], Drawn]
    """``drawn(lot, force, variation)``: numbers from 0 on. Raises QuestionError: the scenario cannot hold the force."""
    added: Callable[[int, str, int], Drawn]
    """The same with nothing taken off: but for the force itself, all is the same whatever the force is. By such games,
    of other scenarios, prices are proved: a force that is worth more wins more of them.
    """
    policies: tuple[str, str]
    """The automatic players that prices are found by, the usual one first."""
    number: int = 48
    """The scenarios that prices are fitted on."""
    figures: int = 0
    """How many of the first figures of a state (:class:`aqmf_air.core.play.ruleset.Gauged`) mean the same in all of the
    scenarios: the luck of the dice is taken out by them.
    """
    numbers_vary: bool = False
    """Whether a force is put in once, twice or oftener, so that games tell how much less each further one does."""
    proof: int = 0
    """The first scenario of the proof, where others were looked at before; 0: the one after those of the prices."""
    anchor: str = ""
    """A force that is worth its points by definition; none: the other forces of a side say what a point is worth."""


class Laboratory(NamedClass, ABC, hook="aqmf_register_laboratories"):
    """The forces of a game and how they meet, under the rulings in force."""

    terms: ClassVar[type[Terms]]
    noun: ClassVar[str] = "force"
    """What a force is called: ``unit``."""
    most: ClassVar[int] = 12
    """Forces in a line-up."""
    asked: ClassVar[str] = "The points that the game asks."
    """What the points of a force are, in a sentence for people."""
    rules: ClassVar[Sequence[str]] = ()
    """What a meeting leaves out or takes for granted, each in a line for people."""
    unjudged: ClassVar[Sequence[str]] = ()
    """What a price cannot judge, each in a line for people."""

    def __init__(self, ruleset: Any, rulings: Any) -> None:
        self.ruleset, self.rulings = ruleset, rulings
        self.visitors: set[str] = set()
        """Names of forces that were brought: others who work for this laboratory do not have them."""

    @abstractmethod
    def forces(self) -> Mapping[str, Force]:
        """Every force there is, by name."""

    @abstractmethod
    def facts(self, left: Lineup, other: Lineup, terms: Terms) -> Any:
        """All that a meeting, or a trial of one against the other, depends on besides the rules, as plain data.

        What differs in name alone has the same facts: it is worked out once.
        """

    @abstractmethod
    def meeting(self, left: Lineup, other: Lineup, terms: Terms) -> Meeting[Any]:
        """Two line-ups that meet; of forces that are not idle, of two sides."""

    @abstractmethod
    def tables(self) -> Any:
        """The figures and tables that meetings are worked out by, as plain data: results of others are not used."""

    def brought(self, text: str, files: bool) -> str | None:
        """The name of a force that a player describes elsewhere, in a file if ``files``, or by a token; from now on it is
        one of the forces, and one of the ``visitors``. None, as by default: the words are nothing of the kind.

        Raises DataError: they are, and it cannot be read, or its name is another's.
        """
        return None

    def short_for(self, name: str) -> str:
        """The name of the only force that a player's words can mean (``camel``); else the words as they are."""
        return meant(name, map(Searched, self.forces())) or name

    def near(self, name: str) -> Sequence[str]:
        """Names that may be meant by one that is not there; by default as the search has it."""
        return near(name, map(Searched, self.forces()))

    def gauntlet(self, side: str) -> Gauntlet | None:
        """By what forces of a side are priced; None: they are not."""
        return None

    def unpriced(self, side: str) -> str:
        """Why forces of a side have no price, in a player's words, where there is no gauntlet for them."""
        return "nothing is there to measure its side by"

    def staged(self) -> Staged | None:
        """Whole games that stand beside the prices; None: there are none."""
        return None

    def lots(self) -> Lots | None:
        """Scenarios by lot, by which forces have a played price; None: they have none."""
        return None

    def alike(self, force: str) -> Hashable:
        """All of a force that matters in a game: where it is the same, so is the played price. By default the name."""
        return force

    def as_it_comes(self) -> bool:
        """Whether the rules are those of the game as it comes: what was measured when it was made holds under no others. By
        default, whether every ruling is the usual one.
        """
        usual: bool = self.rulings == type(self.rulings)()
        return usual

    def prices_file(self) -> Traversable | None:
        """The file of prices by whole games that comes with the game: what ``aqmf lab price --played --json`` wrote. None:
        there is none.
        """
        return None

    def report_file(self) -> Traversable | None:
        """The file of the report that comes with the game: what ``python -m aqmf_air.lab.ship_report`` wrote. None: there
        is none.
        """
        return None

    @cached_property
    def shipped(self) -> ShippedPrices | None:
        """Prices by whole games that come with the game; None: there are none, or not under these rules."""
        file = self.prices_file() if self.as_it_comes() else None
        return shipped_prices(file) if file and file.is_file() else None

    @cached_property
    def _worths(self) -> dict[Hashable, ShippedPrice]:
        """The same by what is alike: a design of a player's own may be."""
        prices, forces = self.shipped.prices if self.shipped else {}, self.forces()
        return {self.alike(name): price for name, price in prices.items() if name in forces}

    def played_out(self, force: str) -> IntervalEstimate | None:
        """What a force was worth in games that were played to their ends when the game was made: it stands beside its price.
        None: that was not measured, or under other rules.
        """
        price = self._worths.get(self.alike(force))
        return price.worth if price else None

    def games_of(self, force: str) -> int | None:
        """How many games :meth:`played_out` is from; None: there were none."""
        price = self._worths.get(self.alike(force))
        return price.games if price else None

    def how_played(self) -> str:
        """How the games were played that :meth:`played_out` is about, in sentences for people."""
        return self.shipped.how if self.shipped else ""

    def how_sure(self) -> str:
        """How far :meth:`played_out` is to be trusted, in a sentence for people."""
        return self.shipped.in_short if self.shipped else ""

    def note(self, force: str) -> str:
        """What explains the price of a force that may look odd, in a sentence for people; by default nothing does."""
        return ""

    def cannot_judge(self, force: str) -> str:
        """Why this laboratory cannot say whether a force is worth its points, in a sentence for people; empty: it can.

        Its price is shown with that, and ranks with no other.
        """
        return ""

    def trial(self, force: str, foe: str, terms: Terms) -> Trial[Any]:
        """A force against foes that are replaced. Raises DataError: the game has no gauntlet for its side."""
        raise DataError(f"{force}: this game prices nobody by what they meet", key=force)

    def yardsticks(self, forces: Sequence[Force]) -> list[Force]:
        """The foes that tables of forces are about; by default all that any of them may meet."""
        return [force for force in self.forces().values() if any(self.opposed(mine, force) for mine in forces)]

    def features(self, force: str) -> Mapping[str, str]:
        """What a force has, by the name of the feature, both in a player's words (``size``: ``small``).

        Forces of one kind that differ in one feature show what that is worth. By default nothing is known of them.
        """
        return {}

    def figures(self, force: str) -> str:
        """Where the figures of a force are from, in a word for people (``stated``); by default it is not said."""
        return ""

    def kept_away(self, force: Force, terms: Terms) -> str:
        """Why a force meets nobody on these terms, in a player's words; by default terms keep nobody away."""
        return force.idle

    def opposed(self, force: Force, other: Force) -> bool:
        """Whether two forces meet at all."""
        return not (force.idle or other.idle) and (force.side != other.side or not force.side)
